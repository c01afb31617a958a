//! What a plan does: one of six ways to move data.

#![allow(unsafe_code)]

mod runs;
mod direct;
mod channels;
mod shuffled;
mod staged;
mod indexed;

use std::ops::Range;

use tilework::LayoutRef;

use crate::check::injective;
use crate::error::Result;
use crate::loops::{Joint, Tiling};
use crate::machine::{Isa, Tuning};

use channels::Channels;
pub(crate) use direct::Direct;
use indexed::Indexed;
use runs::Runs;
use shuffled::Shuffled;
use staged::Staged;

/// Runs from this length on are copied from place to place; shorter ones are collected first, unless both sides are in
/// the same order.
const LONG_RUN: usize = 2048;
const SHORT_RUN: usize = 256;

/// Elements up to this width are worth a pattern.
const NARROW: usize = 16;

#[derive(Clone)]
pub(crate) struct Program {
    way: Way,
    /// Where the loops start, in bytes from the start of the data.
    dst: usize,
    src: usize,
    /// How many bytes are worth a thread.
    #[cfg(feature = "parallel")]
    share_from: usize,
}

#[derive(Clone)]
pub(crate) enum Way {
    /// Long runs on both sides.
    Runs(Runs),
    /// Small data.
    Direct(Direct),
    /// Large pixels of few channels, and planes.
    Channels(Box<Channels>),
    /// Small permutations that repeat.
    Shuffled(Box<Shuffled>),
    /// Large data, and data in many small blocks.
    Staged(Box<Staged>),
    /// No loops describe both sides.
    Indexed(Box<Indexed>),
}

impl Way {
    /// The way to move so many bytes that loops describe, where it is the usual one of small data.
    #[inline(always)]
    pub(crate) fn of_few(joint: &Joint, bytes: usize, tuning: &Tuning) -> Option<Direct> {
        if joint.width >= SHORT_RUN || Way::is_many(bytes, tuning) {
            return None;
        }
        let (block, next) = direct::block(joint)?;
        if block.is_fragmented(bytes) {
            return None;
        }
        Some(Direct::of(joint, block, next, tuning.isa))
    }

    /// The way to move so many bytes that loops describe.
    #[inline(never)]
    pub(crate) fn new(joint: &Joint, bytes: usize, tuning: &Tuning) -> Way {
        let (isa, large) = (tuning.isa, bytes >= tuning.stream_from);
        let run = if joint.is_in_order() { SHORT_RUN } else { LONG_RUN };
        let direct = if joint.width < run { Direct::new(joint, isa) } else { None };
        let Some(direct) = direct else { return Way::Runs(Runs::new(joint, isa, large)) };
        if Way::is_many(bytes, tuning) || direct.block().is_fragmented(bytes) {
            return Way::of_many(direct, joint, isa, bytes, tuning);
        }
        Way::Direct(direct)
    }

    /// Whether there are so many bytes that something else than the direct way may pay.
    #[inline]
    fn is_many(bytes: usize, tuning: &Tuning) -> bool {
        bytes >= tuning.stream_from.min(tuning.stage_from / 4)
    }

    /// The way to move so many bytes, or so small blocks, that something else than the direct way may pay.
    #[inline(never)]
    fn of_many(direct: Direct, joint: &Joint, isa: Isa, bytes: usize, tuning: &Tuning) -> Way {
        let large = bytes >= tuning.stream_from;
        if (large || bytes >= tuning.stage_from / 4)
            && joint.width <= NARROW
            && !direct.block().has_cells()
            && let Some(shuffled) = Shuffled::new(joint, isa, tuning.near, large)
        {
            return Way::Shuffled(Box::new(shuffled));
        }
        let near = direct.is_within(tuning.near);
        if large
            && !near
            && let Some(channels) = Channels::new(&direct)
        {
            return Way::Channels(Box::new(channels));
        }
        // Pixels and planes are a few places that go on side by side, which the hardware follows.
        let far = large || bytes >= tuning.stage_from && !direct.block().is_pixels();
        if (far && !near || direct.block().is_fragmented(bytes))
            && let Some(tiling) = Tiling::new(joint, tuning)
        {
            // Rows of tiles that are far apart gain twice as much as what is written in order.
            let streamed = bytes >= tuning.stream_from / 2;
            return Way::Staged(Box::new(Staged::new(tiling, isa, streamed)));
        }
        Way::Direct(direct)
    }

    /// The way to move so many bytes that no loops describe. It is rare and needs much of the stack.
    #[inline(never)]
    pub(crate) fn without_loops(
        dst: LayoutRef<'_>,
        src: LayoutRef<'_>,
        element: usize,
        bytes: usize,
        tuning: &Tuning,
    ) -> Result<Way> {
        injective(dst)?;
        if element == 0 {
            return Ok(Way::Runs(Runs::new(&Joint::one(0), tuning.isa, false)));
        }
        let large = bytes >= tuning.stream_from;
        Ok(Way::Indexed(Box::new(Indexed::new(dst, src, element, tuning.isa, large))))
    }
}

impl Program {
    /// The program that moves data in a way, from so many bytes after the start of the data on each side.
    #[inline]
    pub(crate) fn new(way: Way, dst: usize, src: usize, tuning: &Tuning) -> Program {
        Program {
            way,
            dst,
            src,
            #[cfg(feature = "parallel")]
            share_from: tuning.share_from.max(1),
        }
    }

    /// How the data are moved.
    pub(crate) fn way(&self) -> &Way {
        &self.way
    }

    /// Starts further on in the source.
    pub(crate) fn shift_source(&mut self, by: usize) {
        self.src += by;
    }

    /// Moves the data.
    ///
    /// # Safety
    /// The memory of each side must be as long as the window that the program was made for, the
    /// destination writable, and the two must not overlap.
    #[inline]
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8) {
        // SAFETY: the loops start inside the windows, and stay there.
        unsafe {
            let (dst, src) = (dst.add(self.dst), src.add(self.src));
            match &self.way {
                Way::Direct(direct) => direct.run_all(dst, src),
                _ => self.run_parts(dst, src, 0..self.parts(dst)),
            }
        }
    }

    /// How many parts there are that can be moved on their own, to a destination at `dst`.
    #[inline]
    fn parts(&self, dst: *mut u8) -> usize {
        match &self.way {
            Way::Runs(runs) => runs.parts(),
            Way::Direct(direct) => direct.parts(),
            Way::Channels(channels) => channels.parts(),
            Way::Shuffled(shuffled) => shuffled.parts(),
            Way::Staged(staged) => staged.parts(dst),
            Way::Indexed(indexed) => indexed.parts(),
        }
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`run`](Program::run), from where the loops start; no part may be moved by two threads
    /// at once.
    #[inline]
    unsafe fn run_parts(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        // SAFETY: as for this function.
        unsafe {
            match &self.way {
                Way::Runs(runs) => runs.run(dst, src, parts),
                Way::Direct(direct) => direct.run(dst, src, parts),
                Way::Channels(channels) => channels.run(dst, src, parts),
                Way::Shuffled(shuffled) => shuffled.run(dst, src, parts),
                Way::Staged(staged) => staged.run(dst, src, parts),
                Way::Indexed(indexed) => indexed.run(dst, src, parts),
            }
        }
    }

    /// How many parts there are that can be moved on their own, to a destination whose window starts at `dst`.
    pub(crate) fn parts_from(&self, dst: *mut u8) -> usize {
        self.parts(dst.wrapping_add(self.dst))
    }

    /// Moves some of the parts, of windows that start here.
    ///
    /// # Safety
    /// As for [`run`](Program::run).
    pub(crate) unsafe fn run_some(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        // SAFETY: the loops start inside the windows, and stay there.
        unsafe { self.run_parts(dst.add(self.dst), src.add(self.src), parts) }
    }

    /// Moves the data on the threads of the current pool, if there is enough of it.
    ///
    /// # Safety
    /// As for [`run`](Program::run).
    #[cfg(feature = "parallel")]
    pub(crate) unsafe fn run_parallel(&self, dst: *mut u8, src: *const u8, bytes: usize) {
        // SAFETY: as for this function.
        unsafe { self.share(dst, src, 0..self.parts_from(dst), bytes) }
    }

    /// Moves some of the parts, which have so many bytes, on the threads of the current pool.
    ///
    /// # Safety
    /// As for [`run`](Program::run).
    #[cfg(feature = "parallel")]
    pub(crate) unsafe fn share(
        &self,
        dst: *mut u8,
        src: *const u8,
        parts: Range<usize>,
        bytes: usize,
    ) {
        use rayon::prelude::*;

        // Several shares for each thread, so that none waits long for the others.
        let most = SHARES * rayon::current_num_threads();
        let shares = (bytes / self.share_from).min(most).min(parts.len()).max(1);
        let (dst, src) = (Shared(dst), Shared(src.cast_mut()));
        (0..shares).into_par_iter().for_each(|share| {
            let within = share_of(parts.len(), share, shares);
            let some = parts.start + within.start..parts.start + within.end;
            // SAFETY: as for `run`; every part is in one share, and no two have a byte of the
            // destination in common, because no two elements have.
            unsafe { self.run_some(dst.get(), src.get(), some) }
        });
    }
}

/// How many shares there are for each thread.
#[cfg(feature = "parallel")]
const SHARES: usize = 4;

/// One of the shares into which parts are divided. Each has as many parts as the others, or one more, so that it
/// takes no product of the two numbers, which may not fit into one of 32 bits.
pub(crate) fn share_of(parts: usize, share: usize, shares: usize) -> Range<usize> {
    let (each, more) = (parts / shares, parts % shares);
    let start = share * each + share.min(more);
    start..start + each + usize::from(share < more)
}

/// The start of memory that threads share.
#[cfg(feature = "parallel")]
#[derive(Clone, Copy)]
struct Shared(*mut u8);

#[cfg(feature = "parallel")]
impl Shared {
    fn get(self) -> *mut u8 {
        self.0
    }
}

// SAFETY: elements are `Send` and `Sync`, and the threads write to different ones.
#[cfg(feature = "parallel")]
unsafe impl Send for Shared {}
// SAFETY: as above.
#[cfg(feature = "parallel")]
unsafe impl Sync for Shared {}

#[cfg(test)]
mod tests {
    use super::share_of;

    /// Every part is in one share, in order, and no share is empty; also where there are as many parts as
    /// there are numbers.
    #[test]
    fn shares_cover_the_parts() {
        for parts in (1..40).chain([usize::MAX / 3, usize::MAX - 1, usize::MAX]) {
            for shares in (1..=parts.min(40)).chain([parts.min(1000)]) {
                let mut end = 0;
                for share in 0..shares {
                    let range = share_of(parts, share, shares);
                    assert_eq!(range.start, end, "share {share} of {shares} of {parts}");
                    assert!(range.end > end, "share {share} of {shares} of {parts}");
                    end = range.end;
                }
                assert_eq!(end, parts, "{shares} shares");
            }
        }
    }
}
