//! Long runs on both sides: one copy for each.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::kernel::{Series, Stream, around_cache, copy_ahead, fence, through_cache};
use crate::loops::{Joint, Loop, Walk};
use crate::machine::Isa;

/// How far ahead the source is asked for, in bytes, where runs are shorter than that.
const AHEAD: usize = 4 << 10;

/// The largest piece of a run that is copied at a time, so that threads can share a run.
const PIECE: usize = 1 << 20;

#[derive(Clone)]
pub(crate) struct Runs {
    loops: Vec<Loop>,
    bytes: usize,
    stream: Stream,
    around: bool,
    /// In how many pieces a run is copied.
    pieces: usize,
    /// How many runs ahead the source is asked for.
    ahead: usize,
}

impl Runs {
    pub(crate) fn new(joint: &Joint, isa: Isa, around: bool) -> Runs {
        let stream = if around { around_cache(isa) } else { None };
        let bytes = joint.width;
        Runs {
            loops: joint.loops.to_vec(),
            bytes,
            pieces: bytes.div_ceil(PIECE).max(1),
            around: stream.is_some(),
            stream: stream.unwrap_or(through_cache()),
            ahead: if stream.is_some() { AHEAD / bytes.max(1) } else { 0 },
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    pub(crate) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    pub(crate) fn is_around_cache(&self) -> bool {
        self.around
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
        if self.bytes > AHEAD {
            for part in parts {
                let walk = Walk::new(&self.loops, part / self.pieces);
                let start = part % self.pieces * PIECE;
                let bytes = PIECE.min(self.bytes - start);
                // SAFETY: a piece of a run, so inside the memory of both sides.
                unsafe {
                    let (to, from) = (dst.offset(walk.dst), src.offset(walk.src));
                    let (to, from) = (to.add(start), from.add(start));
                    if self.around {
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

    /// Copies runs: those of the first loop one after the other, in the loops around it.
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
