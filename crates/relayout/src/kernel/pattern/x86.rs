//! Patterns with AVX2 and AVX-512.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::{Pair, Pattern, Window};
use crate::kernel::x86::{store_four, store_two};

/// The bytes of a vector of AVX-512: a cache line.
pub(super) const LINE: usize = 64;

/// The most bytes of a grain.
pub(super) const GRAIN: usize = 4;

/// A window of a line, of which grains of 1, 2 or 4 bytes go anywhere in a vector.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Grains {
    /// For each grain of the vector, the grain of the window.
    index: [u8; LINE],
    /// The grains of the vector that come from this window.
    to: u64,
    /// The bytes of the window that are needed. No others are read: they may lie outside of the memory.
    from: u64,
    src: isize,
}

/// Whether the machine can permute grains of so many bytes. Those of AVX-512 F and BW are known to be there.
pub(super) fn has_grains(grain: usize) -> bool {
    #[cfg(not(miri))]
    let has = grain > 1 || std::arch::is_x86_feature_detected!("avx512vbmi");
    #[cfg(miri)]
    let has = grain > 1;
    has
}

impl Grains {
    pub(super) fn new(window: &Window, grain: usize) -> Grains {
        let mut grains = Grains { index: [0; LINE], to: 0, from: 0, src: window.src };
        for &(to, from) in &window.bytes {
            grains.from |= 1 << from;
            grains.to |= 1 << (to / grain);
            if to.is_multiple_of(grain) {
                // The first byte of the number of the grain; the others are 0.
                grains.index[to] = (from / grain) as u8;
            }
        }
        grains
    }
}

/// Writes by a pattern of pairs.
///
/// # Safety
/// As for [`Pattern::run`]; the machine has AVX2.
#[target_feature(enable = "avx2")]
pub(super) unsafe fn pairs(
    pattern: &Pattern,
    parts: &[Pair],
    (mut dst, non_temporal): (*mut u8, bool),
    mut src: *const u8,
    repetitions: usize,
) {
    for _ in 0..repetitions {
        let mut start = 0;
        for &end in &pattern.ends {
            let mut vector = _mm256_setzero_si256();
            for part in &parts[start..end] {
                // SAFETY: a part of a vector of the pattern.
                unsafe {
                    let low = _mm_loadu_si128(src.wrapping_offset(part.src[0]).cast());
                    let high = _mm_loadu_si128(src.wrapping_offset(part.src[1]).cast());
                    let both = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high);
                    let index = _mm256_load_si256(part.index.as_ptr().cast());
                    vector = _mm256_or_si256(vector, _mm256_shuffle_epi8(both, index));
                }
            }
            // SAFETY: a vector of the pattern.
            unsafe { store_two(dst, vector, non_temporal) };
            dst = dst.wrapping_add(pattern.vector);
            start = end;
        }
        src = src.wrapping_offset(pattern.step);
    }
}

/// Writes by a pattern of grains of one size.
macro_rules! grains {
    ($(#[$doc:meta])* $name:ident, $features:literal, $permute:ident, $mask:ty) => {
        $(#[$doc])*
        #[target_feature(enable = $features)]
        pub(super) unsafe fn $name(
            pattern: &Pattern,
            parts: &[Grains],
            (mut dst, non_temporal): (*mut u8, bool),
            mut src: *const u8,
            repetitions: usize,
        ) {
            for _ in 0..repetitions {
                let mut start = 0;
                for &end in &pattern.ends {
                    let mut vector = _mm512_setzero_si512();
                    for part in &parts[start..end] {
                        // SAFETY: a part of a vector of the pattern; bytes that are masked are not read.
                        unsafe {
                            let window = src.wrapping_offset(part.src).cast();
                            let window = _mm512_maskz_loadu_epi8(part.from, window);
                            let index = _mm512_load_si512(part.index.as_ptr().cast());
                            vector = $permute(vector, part.to as $mask, index, window);
                        }
                    }
                    // SAFETY: a vector of the pattern.
                    unsafe { store_four(dst, vector, non_temporal) };
                    dst = dst.wrapping_add(LINE);
                    start = end;
                }
                src = src.wrapping_offset(pattern.step);
            }
        }
    };
}

grains! {
    /// Grains of 4 bytes.
    ///
    /// # Safety
    /// As for [`Pattern::run`]; the machine has AVX-512 F and BW.
    fours, "avx512f,avx512bw", _mm512_mask_permutexvar_epi32, u16
}

grains! {
    /// Grains of 2 bytes.
    ///
    /// # Safety
    /// As for [`Pattern::run`]; the machine has AVX-512 F and BW.
    twos, "avx512f,avx512bw", _mm512_mask_permutexvar_epi16, u32
}

grains! {
    /// Grains of one byte.
    ///
    /// # Safety
    /// As for [`Pattern::run`]; the machine has AVX-512 F, BW and VBMI.
    ones, "avx512f,avx512bw,avx512vbmi", _mm512_mask_permutexvar_epi8, u64
}
