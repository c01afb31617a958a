//! Lines in the registers of AVX2 and AVX-512.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::line::Line;
use crate::kernel::x86::{store_four, store_two};
use crate::machine::{LINE, PART_OF_LINE};

/// Whether the machine can permute bytes between vectors of AVX-512.
pub(super) fn permutes_bytes() -> bool {
    #[cfg(not(miri))]
    return std::arch::is_x86_feature_detected!("avx512vbmi");
    #[cfg(miri)]
    false
}

/// A line in a vector of AVX-512.
#[derive(Clone, Copy)]
pub(super) struct Four(__m512i);

/// A line in two vectors of AVX2.
#[derive(Clone, Copy)]
pub(super) struct Two([__m256i; 2]);

/// Aligned as vectors are.
#[repr(align(64))]
struct Index([u8; LINE]);

/// Which elements a line has of two lines that follow one another.
#[derive(Clone, Copy)]
enum Elements {
    Even,
    Odd,
    /// Those of the first halves of both in turns, and of the second ones.
    First,
    Second,
}

impl Index {
    /// For each grain of a line, the grain of the two lines, with the largest grains that there are permutations of. The
    /// number of a grain is in its first byte.
    const fn new<const W: usize>(elements: Elements) -> Index {
        let grain = if W < 8 { W } else { 8 };
        let count = LINE / W;
        let (mut index, mut at) = ([0; LINE], 0);
        while at < LINE {
            let k = at / W;
            let element = match elements {
                Elements::Even => 2 * k,
                Elements::Odd => 2 * k + 1,
                Elements::First => k / 2 + k % 2 * count,
                Elements::Second => count / 2 + k / 2 + k % 2 * count,
            };
            index[at] = ((element * W + at % W) / grain) as u8;
            at += grain;
        }
        Index(index)
    }
}

// SAFETY of all that follows: the callers promise the instructions and the memory.

impl Four {
    #[inline(always)]
    unsafe fn permuted<const W: usize>(self, index: &Index, next: Four) -> Four {
        unsafe {
            let (a, index, b) = (self.0, _mm512_load_si512(index.0.as_ptr().cast()), next.0);
            Four(match W {
                1 => _mm512_permutex2var_epi8(a, index, b),
                2 => _mm512_permutex2var_epi16(a, index, b),
                4 => _mm512_permutex2var_epi32(a, index, b),
                _ => _mm512_permutex2var_epi64(a, index, b),
            })
        }
    }
}

impl Line for Four {
    #[inline(always)]
    unsafe fn load(src: *const u8) -> Four {
        Four(unsafe { _mm512_loadu_si512(src.cast()) })
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8, non_temporal: bool) {
        unsafe { store_four(dst, self.0, non_temporal) }
    }

    #[inline(always)]
    unsafe fn split<const W: usize>(self, next: Four) -> (Four, Four) {
        let (even, odd) =
            const { (&Index::new::<W>(Elements::Even), &Index::new::<W>(Elements::Odd)) };
        unsafe { (self.permuted::<W>(even, next), self.permuted::<W>(odd, next)) }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, odd: Four) -> (Four, Four) {
        let (first, second) =
            const { (&Index::new::<W>(Elements::First), &Index::new::<W>(Elements::Second)) };
        unsafe { (self.permuted::<W>(first, odd), self.permuted::<W>(second, odd)) }
    }
}

/// The bytes of the even elements of a lane of 16 bytes, and then those of the odd ones; twice.
const fn even_then_odd<const W: usize>() -> Index {
    let (mut order, mut at) = ([0; LINE], 0);
    while at < LINE {
        let (half, within) = (at % 16 / 8, at % 8);
        order[at] = ((within / W * 2 + half) * W + within % W) as u8;
        at += 1;
    }
    Index(order)
}

/// [`Line::split`] of halves of lines.
#[inline(always)]
unsafe fn split<const W: usize>(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    unsafe {
        if W == 16 {
            return (
                _mm256_permute2x128_si256::<0x20>(a, b),
                _mm256_permute2x128_si256::<0x31>(a, b),
            );
        }
        let (mut a, mut b) = (a, b);
        if W < 8 {
            let order = const { &even_then_odd::<W>() };
            let order = _mm256_load_si256(order.0.as_ptr().cast());
            (a, b) = (_mm256_shuffle_epi8(a, order), _mm256_shuffle_epi8(b, order));
        }
        let (even, odd) = (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b));
        (_mm256_permute4x64_epi64::<0xD8>(even), _mm256_permute4x64_epi64::<0xD8>(odd))
    }
}

/// [`Line::zip`] of halves of lines.
#[inline(always)]
unsafe fn zip<const W: usize>(a: __m256i, b: __m256i) -> (__m256i, __m256i) {
    unsafe {
        let (low, high) = match W {
            1 => (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)),
            2 => (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)),
            4 => (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)),
            8 => (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
            _ => (a, b),
        };
        (_mm256_permute2x128_si256::<0x20>(low, high), _mm256_permute2x128_si256::<0x31>(low, high))
    }
}

impl Line for Two {
    #[inline(always)]
    unsafe fn load(src: *const u8) -> Two {
        unsafe {
            Two([_mm256_loadu_si256(src.cast()), _mm256_loadu_si256(src.add(PART_OF_LINE).cast())])
        }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8, non_temporal: bool) {
        let [low, high] = self.0;
        unsafe {
            store_two(dst, low, non_temporal);
            store_two(dst.add(PART_OF_LINE), high, non_temporal);
        }
    }

    #[inline(always)]
    unsafe fn split<const W: usize>(self, next: Two) -> (Two, Two) {
        let (low, high) =
            unsafe { (split::<W>(self.0[0], self.0[1]), split::<W>(next.0[0], next.0[1])) };
        (Two([low.0, high.0]), Two([low.1, high.1]))
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, odd: Two) -> (Two, Two) {
        let (low, high) = unsafe { (zip::<W>(self.0[0], odd.0[0]), zip::<W>(self.0[1], odd.0[1])) };
        (Two([low.0, low.1]), Two([high.0, high.1]))
    }
}
