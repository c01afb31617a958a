//! Long runs on both sides: one copy for each.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::kernel::{Series, Stream, cached, copy_ahead, fence, non_temporal};
use crate::loops::{Joint, Loop, Walk};
use crate::machine::{Isa, PREFETCH_RUNS};

/// The largest piece of a run that is copied at a time, so that threads can share a run.
const PIECE: usize = 1 << 20;

#[derive(Clone)]
pub(crate) struct Runs {
    loops: Vec<Loop>,
    bytes: usize,
    stream: Stream,
    non_temporal: bool,
    /// In how many pieces a run is copied.
    pieces: usize,
    /// How many runs ahead the source is prefetched.
    ahead: usize,
}

impl Runs {
    #[inline(never)]
    pub(crate) fn new(joint: &Joint, isa: Isa, large: bool) -> Runs {
        let stream = if large { non_temporal(isa) } else { None };
        let bytes = joint.width;
        Runs {
            loops: joint.loops.to_vec(),
            bytes,
            pieces: bytes.div_ceil(PIECE).max(1),
            non_temporal: stream.is_some(),
            stream: stream.unwrap_or(cached()),
            ahead: if stream.is_some() { PREFETCH_RUNS / bytes.max(1) } else { 0 },
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    pub(crate) fn is_non_temporal(&self) -> bool {
        self.non_temporal
    }

    /// How many parts there are that can be copied on their own.
    pub(crate) fn parts(&self) -> usize {
        self.loops.iter().map(|each| each.extent).product::<usize>() * self.pieces
    }

    /// Copies some of the parts, in the order of the destination.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be copied by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        if self.bytes > PREFETCH_RUNS {
            for part in parts {
                let walk = Walk::new(&self.loops, part / self.pieces);
                let start = part % self.pieces * PIECE;
                let bytes = PIECE.min(self.bytes - start);
                // SAFETY: a piece of a run, so inside the memory of both sides.
                unsafe {
                    let (to, from) = (dst.offset(walk.dst), src.offset(walk.src));
                    let (to, from) = (to.add(start), from.add(start));
                    if self.non_temporal {
                        copy_ahead(self.stream, to, from, bytes);
                    } else {
                        (self.stream)(to, from, bytes);
                    }
                }
            }
        } else {
            // SAFETY: as for this function.
            unsafe { self.series(dst, src, parts) };
        }
        fence();
    }

    /// Copies runs: those of the first loop one after the other, in the outer loops.
    ///
    /// # Safety
    /// As for [`run`](Runs::run).
    unsafe fn series(&self, dst: *mut u8, src: *const u8, mut runs: Range<usize>) {
        let one = Loop { extent: 1, dst: 0, src: 0 };
        let (&inner, outer) = self.loops.split_first().unwrap_or((&one, &[]));
        let mut walk = Walk::new(outer, runs.start / inner.extent);
        while !runs.is_empty() {
            let first = runs.start % inner.extent;
            let count = runs.len().min(inner.extent - first);
            let skip = first as isize;
            // SAFETY: runs of the loops, so inside the memory of both sides.
            unsafe {
                let to = dst.offset(walk.dst + skip * inner.dst);
                let from = src.offset(walk.src + skip * inner.src);
                walk.step();
                let series = Series {
                    bytes: self.bytes,
                    count,
                    dst: inner.dst,
                    src: inner.src,
                    ahead: self.ahead,
                    next: src.wrapping_offset(walk.src),
                };
                series.copy(self.stream, to, from);
            }
            runs.start += count;
        }
    }
}
