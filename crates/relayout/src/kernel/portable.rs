//! Vectors in plain Rust: 16 bytes, which compilers keep in a register where there are such.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use super::LANE;
use super::lanes::{Lanes, Places};
use super::network::kernels;

/// 16 bytes. Elements may have padding, which is moved like the rest and never looked at.
#[derive(Clone, Copy)]
pub(crate) struct Bytes([MaybeUninit<u8>; 16]);

impl Lanes for Bytes {
    #[inline(always)]
    unsafe fn gather(src: *const u8, rows: impl Places, i: usize, _: usize) -> Bytes {
        // SAFETY: 16 bytes can be read; an array of bytes has no alignment.
        unsafe { src.offset(rows.at(i)).cast::<Bytes>().read() }
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(
        src: *const u8,
        rows: impl Places,
        i: usize,
        n: usize,
    ) -> [Bytes; L] {
        // SAFETY: as for this function.
        [unsafe { Bytes::gather(src, rows, i, n) }; L]
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

    #[inline(always)]
    unsafe fn order(order: &[u8; LANE]) -> Bytes {
        Bytes(order.map(MaybeUninit::new))
    }

    #[inline(always)]
    unsafe fn shuffle(self, order: Bytes) -> Bytes {
        let mut shuffled = self;
        let mut k = 0;
        while k < LANE {
            // SAFETY: an order is made of numbers.
            shuffled.0[k] = self.0[usize::from(unsafe { order.0[k].assume_init() }) % LANE];
            k += 1;
        }
        shuffled
    }
}

kernels! {
    /// The kernel that transposes elements of 1, 2, 4, 8 or 16 bytes.
    portable, portable_cells: Bytes, Bytes, 1, for 1 2 4 8 16
}
