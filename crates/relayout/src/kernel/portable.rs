//! Vectors in plain Rust: 16 bytes, which compilers keep in a register where there are such.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use super::LANE;
use super::network::{Lanes, kernels};

/// 16 bytes. Elements may have padding, which is moved like the rest and never looked at.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([MaybeUninit<u8>; 16]);

impl Lanes for Bytes {
    #[inline(always)]
    unsafe fn gather(src: *const u8, _: isize) -> Bytes {
        // SAFETY: 16 bytes can be read; an array of bytes has no alignment.
        unsafe { src.cast::<Bytes>().read() }
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [Bytes; L] {
        // SAFETY: as for this function.
        [unsafe { Bytes::gather(src, stride) }; L]
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        // SAFETY: 16 bytes can be written.
        unsafe { dst.cast::<Bytes>().write(self) }
    }

    #[inline(always)]
    unsafe fn store_apart(self, dst: *mut u8, _: usize) {
        // SAFETY: as for this function.
        unsafe { self.store(dst) }
    }

    #[inline(always)]
    unsafe fn shuffle(self, order: &[u8; LANE]) -> Bytes {
        let (mut shuffled, mut k) = (self, 0);
        while k < LANE {
            shuffled.0[k] = self.0[order[k] as usize % LANE];
            k += 1;
        }
        shuffled
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: Bytes) -> (Bytes, Bytes) {
        let (mut low, mut high) = (self, self);
        let mut k = 0;
        while k < 8 {
            let (element, byte) = (k / W, k % W);
            low.0[2 * element * W + byte] = self.0[k];
            low.0[(2 * element + 1) * W + byte] = other.0[k];
            high.0[2 * element * W + byte] = self.0[8 + k];
            high.0[(2 * element + 1) * W + byte] = other.0[8 + k];
            k += 1;
        }
        (low, high)
    }
}

kernels! {
    /// The kernel that transposes elements of 1, 2, 4, 8 or 16 bytes.
    portable: Bytes, Bytes, 1, for 1 2 4 8 16
}
