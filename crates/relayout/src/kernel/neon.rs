//! NEON.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::LANE;
use super::lanes::{Lanes, Places};
use super::network::kernels;
use super::odd::odd_kernels;

/// One lane: a NEON register.
#[derive(Clone, Copy)]
pub(crate) struct One(uint8x16_t);

// SAFETY of all that follows: the callers promise the instructions and the memory.

impl Lanes for One {
    #[inline(always)]
    unsafe fn gather(src: *const u8, rows: impl Places, i: usize, _: usize) -> One {
        One(unsafe { vld1q_u8(src.offset(rows.at(i))) })
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(
        src: *const u8,
        rows: impl Places,
        i: usize,
        n: usize,
    ) -> [One; L] {
        [unsafe { One::gather(src, rows, i, n) }; L]
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { vst1q_u8(dst, self.0) }
    }

    #[inline(always)]
    unsafe fn store_apart(self, dst: *mut u8, _: usize) {
        unsafe { self.store(dst) }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: One) -> (One, One) {
        macro_rules! zipped {
            ($to:ident $low:ident $high:ident $from:ident) => {{
                let (a, b) = ($to(self.0), $to(other.0));
                ($from($low(a, b)), $from($high(a, b)))
            }};
        }
        let (low, high) = unsafe {
            match W {
                1 => (vzip1q_u8(self.0, other.0), vzip2q_u8(self.0, other.0)),
                2 => zipped!(vreinterpretq_u16_u8 vzip1q_u16 vzip2q_u16 vreinterpretq_u8_u16),
                4 => zipped!(vreinterpretq_u32_u8 vzip1q_u32 vzip2q_u32 vreinterpretq_u8_u32),
                _ => zipped!(vreinterpretq_u64_u8 vzip1q_u64 vzip2q_u64 vreinterpretq_u8_u64),
            }
        };
        (One(low), One(high))
    }

    #[inline(always)]
    unsafe fn order(order: &[u8; LANE]) -> One {
        One(unsafe { vld1q_u8(order.as_ptr()) })
    }

    #[inline(always)]
    unsafe fn shuffle(self, order: One) -> One {
        One(unsafe { vqtbl1q_u8(self.0, order.0) })
    }
}

kernels! {
    /// The kernel that transposes elements of 1, 2, 4, 8 or 16 bytes.
    neon, neon_cells = "neon": One, One, 1, for 1 2 4 8 16
}

odd_kernels! {
    /// The kernel that transposes elements of any other number of bytes below 16.
    neon_odd = "neon": One, 1, One
}
