//! Long runs on both sides: one copy for each.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::isa::Isa;
use crate::joint::{Joint, Loop, Loops};
use crate::kernel::{Stream, around_cache, fence, prefetch, through_cache};

/// How far ahead the source is asked for, in bytes. Of longer runs the machine sees the rest coming.
const AHEAD: usize = 4 << 10;

#[derive(Clone)]
pub(crate) struct Runs {
    loops: Loops,
    bytes: usize,
    stream: Stream,
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
            stream: stream.unwrap_or(through_cache()),
            ahead: if stream.is_some() && bytes <= AHEAD { AHEAD / bytes.max(1) } else { 0 },
        }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// The number of runs.
    pub(crate) fn count(&self) -> usize {
        self.loops.iter().map(|each| each.extent).product()
    }

    /// Copies some of the runs, in the order of the destination.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no run may be copied by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, runs: Range<usize>) {
        let mut walk = Walk::new(&self.loops, runs.start);
        let mut ahead = Walk::new(&self.loops, (runs.start + self.ahead).min(runs.end));
        for run in runs.clone() {
            if self.ahead > 0 && run + self.ahead < runs.end {
                prefetch(src.wrapping_offset(ahead.src), self.bytes);
                ahead.step();
            }
            // SAFETY: a run of the loops, so inside the memory of both sides.
            unsafe { (self.stream)(dst.offset(walk.dst), src.offset(walk.src), self.bytes) };
            walk.step();
        }
        fence();
    }

    /// Copies some of the bytes of one run.
    ///
    /// # Safety
    /// As for [`run`](Runs::run).
    pub(crate) unsafe fn run_part(
        &self,
        dst: *mut u8,
        src: *const u8,
        run: usize,
        bytes: Range<usize>,
    ) {
        let walk = Walk::new(&self.loops, run);
        // SAFETY: a part of a run of the loops.
        unsafe {
            (self.stream)(
                dst.offset(walk.dst).add(bytes.start),
                src.offset(walk.src).add(bytes.start),
                bytes.len(),
            );
        }
        fence();
    }
}

/// Steps through loops, the first one fastest.
struct Walk<'a> {
    loops: &'a [Loop],
    digits: smallvec::SmallVec<[usize; 8]>,
    dst: isize,
    src: isize,
}

impl Walk<'_> {
    fn new(loops: &[Loop], mut step: usize) -> Walk<'_> {
        let mut walk = Walk { loops, digits: smallvec::SmallVec::new(), dst: 0, src: 0 };
        for each in loops {
            let digit = step % each.extent;
            step /= each.extent;
            walk.digits.push(digit);
            walk.dst += digit as isize * each.dst;
            walk.src += digit as isize * each.src;
        }
        walk
    }

    #[inline]
    fn step(&mut self) {
        for (digit, each) in self.digits.iter_mut().zip(self.loops) {
            *digit += 1;
            self.dst += each.dst;
            self.src += each.src;
            if *digit < each.extent {
                return;
            }
            *digit = 0;
            self.dst -= each.extent as isize * each.dst;
            self.src -= each.extent as isize * each.src;
        }
    }
}
