//! Long runs on both sides: one copy for each.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::isa::Isa;
use crate::joint::{Joint, Loop, Loops, Walk};
use crate::kernel::{Stream, around_cache, fence, prefetch, through_cache};

/// How far ahead the source is asked for, in bytes. Of longer runs the machine sees the rest coming.
const AHEAD: usize = 4 << 10;

/// The largest piece of a run that is copied at a time, so that threads can share a run.
const PIECE: usize = 1 << 20;

#[derive(Clone)]
pub(crate) struct Runs {
    loops: Loops,
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
            loops: joint.loops.clone(),
            bytes,
            pieces: bytes.div_ceil(PIECE).max(1),
            around: stream.is_some(),
            stream: stream.unwrap_or(through_cache()),
            ahead: if stream.is_some() && bytes <= AHEAD { AHEAD / bytes.max(1) } else { 0 },
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
        let mut walk = Walk::new(&self.loops, parts.start / self.pieces);
        let mut piece = parts.start % self.pieces;
        let ahead = (parts.start + self.ahead).min(parts.end);
        let mut next = Walk::new(&self.loops, ahead / self.pieces);
        for part in parts.clone() {
            if self.ahead > 0 && part + self.ahead < parts.end {
                prefetch(src.wrapping_offset(next.src), self.bytes);
                next.step();
            }
            let start = piece * PIECE;
            let bytes = if self.pieces == 1 { self.bytes } else { PIECE.min(self.bytes - start) };
            // SAFETY: a piece of a run, so inside the memory of both sides.
            unsafe {
                (self.stream)(
                    dst.offset(walk.dst).add(start),
                    src.offset(walk.src).add(start),
                    bytes,
                );
            }
            piece += 1;
            if piece == self.pieces {
                piece = 0;
                walk.step();
            }
        }
        fence();
    }
}
