//! 2, 4 and 8 channels: rounds of splitting lines into their even and their odd elements, or of zipping those.
//!
//! Of pixels with channels 0 to 7, a round of splitting makes pixels with the even channels and pixels with the odd ones. The
//! lines of a step are paired in the order in which they lie, and what was split first is put before what was split off. So
//! after all rounds line `c` has channel `c`. Zipping is the same backwards.

#![allow(unsafe_code)]

use super::Way;
use super::line::{Line, prefetch};
use super::x86::{Four, Two};
use crate::machine::Isa;

/// Moves some steps.
///
/// # Safety
/// As for [`Interleave::run`](super::Interleave::run).
pub(super) type Kernel = unsafe fn(dst: *mut u8, src: *const u8, way: &Way);

/// Moves pixels of `C` channels of `W` bytes.
///
/// # Safety
/// As for a [`Kernel`]; the machine has the instructions of `L`.
#[inline(always)]
unsafe fn rounds<L: Line, const W: usize, const C: usize, const PLANES: bool>(
    mut dst: *mut u8,
    mut src: *const u8,
    &Way { to, from, steps, non_temporal }: &Way,
) {
    for _ in 0..steps {
        prefetch::<C>(src, from);
        // SAFETY: lines of a step.
        unsafe {
            let mut lines = [L::load(src); C];
            let mut k = 1;
            while k < C {
                lines[k] = L::load(src.offset(k as isize * from.apart));
                k += 1;
            }
            let mut round = 1;
            while round < C {
                let before = lines;
                let mut k = 0;
                while k < C / 2 {
                    if PLANES {
                        let (even, odd) = before[2 * k].split::<W>(before[2 * k + 1]);
                        (lines[k], lines[C / 2 + k]) = (even, odd);
                    } else {
                        let (low, high) = before[k].zip::<W>(before[C / 2 + k]);
                        (lines[2 * k], lines[2 * k + 1]) = (low, high);
                    }
                    k += 1;
                }
                round *= 2;
            }
            let mut k = 0;
            while k < C {
                lines[k].store(dst.offset(k as isize * to.apart), non_temporal);
                k += 1;
            }
        }
        (dst, src) = (dst.wrapping_add(to.step), src.wrapping_add(from.step));
    }
}

/// The kernels of an instruction set, and the function that finds them.
macro_rules! kernels {
    ($set:ident = $features:literal: $line:ty, for $($w:literal)*) => {
        fn $set(width: usize, channels: usize, planes: bool) -> Option<Kernel> {
            #[target_feature(enable = $features)]
            unsafe fn kernel<const W: usize, const C: usize, const PLANES: bool>(
                dst: *mut u8,
                src: *const u8,
                way: &Way,
            ) {
                // SAFETY: as for a kernel.
                unsafe { rounds::<$line, W, C, PLANES>(dst, src, way) }
            }

            match (width, channels, planes) {
                $(
                    ($w, 2, true) => Some(kernel::<$w, 2, true>),
                    ($w, 4, true) => Some(kernel::<$w, 4, true>),
                    ($w, 8, true) => Some(kernel::<$w, 8, true>),
                    ($w, 2, false) => Some(kernel::<$w, 2, false>),
                    ($w, 4, false) => Some(kernel::<$w, 4, false>),
                    ($w, 8, false) => Some(kernel::<$w, 8, false>),
                )*
                _ => None,
            }
        }
    };
}

kernels! { avx2 = "avx2": Two, for 1 2 4 8 16 }
kernels! { avx512 = "avx512f,avx512bw": Four, for 2 4 8 16 }
kernels! { avx512_bytes = "avx512f,avx512bw,avx512vbmi": Four, for 1 }

/// The kernel of an instruction set, if it has one.
pub(super) fn kernel(isa: Isa, width: usize, channels: usize, planes: bool) -> Option<Kernel> {
    match isa {
        // Eight planes at a time are more lines than it has registers.
        Isa::Avx2 if channels < 8 || !planes => avx2(width, channels, planes),
        Isa::Avx512 if width == 1 => avx512_bytes(width, channels, planes),
        Isa::Avx512 => avx512(width, channels, planes),
        _ => None,
    }
}
