//! Patterns with NEON.

#![allow(unsafe_code)]

use std::arch::aarch64::*;

use super::{HALF, Pair, Pattern};

/// Writes by a pattern of pairs.
///
/// # Safety
/// As for [`Pattern::run`]; the machine has NEON.
#[target_feature(enable = "neon")]
pub(super) unsafe fn pairs(
    pattern: &Pattern,
    parts: &[Pair],
    // There are no non-temporal stores.
    (mut dst, _): (*mut u8, bool),
    mut src: *const u8,
    repetitions: usize,
) {
    for _ in 0..repetitions {
        let mut start = 0;
        for &end in &pattern.ends {
            let mut halves = [vdupq_n_u8(0); 2];
            for part in &parts[start..end] {
                for (half, bytes) in halves.iter_mut().enumerate() {
                    // SAFETY: a part of a vector of the pattern.
                    unsafe {
                        let window = vld1q_u8(src.wrapping_offset(part.src[half]));
                        let index = vld1q_u8(part.index.as_ptr().add(half * HALF));
                        *bytes = vorrq_u8(*bytes, vqtbl1q_u8(window, index));
                    }
                }
            }
            // SAFETY: a vector of the pattern.
            unsafe {
                vst1q_u8(dst, halves[0]);
                vst1q_u8(dst.add(HALF), halves[1]);
            }
            dst = dst.wrapping_add(pattern.vector);
            start = end;
        }
        src = src.wrapping_offset(pattern.step);
    }
}
