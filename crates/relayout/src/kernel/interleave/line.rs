//! A cache line in registers.

#![allow(unsafe_code)]

use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

use super::Side;

/// A cache line in registers.
pub(super) trait Line: Copy {
    /// # Safety
    /// A line can be read, and the machine has the instructions.
    unsafe fn load(src: *const u8) -> Self;

    /// # Safety
    /// A line can be written, which is one of the cache if the store is non-temporal; and the machine has the instructions.
    unsafe fn store(self, dst: *mut u8, non_temporal: bool);

    /// The even elements of `W` bytes of two lines that follow one another, and the odd ones.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn split<const W: usize>(self, next: Self) -> (Self, Self);

    /// The elements of `W` bytes of two lines in turns.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn zip<const W: usize>(self, odd: Self) -> (Self, Self);
}

/// Prefetches into L1 what a later step reads, of few channels: of more, the hardware does it better.
#[inline(always)]
pub(super) fn prefetch<const C: usize>(src: *const u8, from: Side) {
    const FEW: usize = 3;
    const AHEAD: usize = 1 << 10;
    let mut k = 0;
    while C <= FEW && k < C {
        let ahead = src.wrapping_offset(k as isize * from.apart).wrapping_add(AHEAD);
        // SAFETY: a hint, at any address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(ahead.cast()) };
        k += 1;
    }
}
