//! AVX2 and AVX-512.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::network::{Lanes, kernels};

/// One lane, as every x86-64 has it.
#[derive(Clone, Copy)]
pub(crate) struct One(__m128i);

/// One lane that is stored around the cache, at an address that is a multiple of its size.
#[derive(Clone, Copy)]
pub(crate) struct Around(One);

/// Two lanes: AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Two(__m256i);

/// Four lanes: AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Four(__m512i);

// SAFETY of all that follows: the callers promise the instructions and the memory.

impl Lanes for One {
    #[inline(always)]
    unsafe fn gather(src: *const u8, _: isize) -> One {
        One(unsafe { _mm_loadu_si128(src.cast()) })
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [One; L] {
        [unsafe { One::gather(src, stride) }; L]
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { _mm_storeu_si128(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: One) -> (One, One) {
        let (a, b) = (self.0, other.0);
        let (low, high) = unsafe {
            match W {
                1 => (_mm_unpacklo_epi8(a, b), _mm_unpackhi_epi8(a, b)),
                2 => (_mm_unpacklo_epi16(a, b), _mm_unpackhi_epi16(a, b)),
                4 => (_mm_unpacklo_epi32(a, b), _mm_unpackhi_epi32(a, b)),
                _ => (_mm_unpacklo_epi64(a, b), _mm_unpackhi_epi64(a, b)),
            }
        };
        (One(low), One(high))
    }
}

impl Lanes for Around {
    #[inline(always)]
    unsafe fn gather(src: *const u8, stride: isize) -> Around {
        Around(unsafe { One::gather(src, stride) })
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [Around; L] {
        [unsafe { Around::gather(src, stride) }; L]
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { _mm_stream_si128(dst.cast(), self.0.0) }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: Around) -> (Around, Around) {
        let (low, high) = unsafe { self.0.zip::<W>(other.0) };
        (Around(low), Around(high))
    }
}

impl Lanes for Two {
    #[inline(always)]
    unsafe fn gather(src: *const u8, stride: isize) -> Two {
        unsafe {
            let low = _mm_loadu_si128(src.cast());
            let high = _mm_loadu_si128(src.offset(stride).cast());
            Two(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high))
        }
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [Two; L] {
        unsafe {
            let a = _mm256_loadu_si256(src.cast());
            let b = _mm256_loadu_si256(src.offset(stride).cast());
            let lanes =
                [_mm256_permute2x128_si256::<0x20>(a, b), _mm256_permute2x128_si256::<0x31>(a, b)];
            std::array::from_fn(|l| Two(lanes[l]))
        }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { _mm256_storeu_si256(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: Two) -> (Two, Two) {
        let (a, b) = (self.0, other.0);
        let (low, high) = unsafe {
            match W {
                1 => (_mm256_unpacklo_epi8(a, b), _mm256_unpackhi_epi8(a, b)),
                2 => (_mm256_unpacklo_epi16(a, b), _mm256_unpackhi_epi16(a, b)),
                4 => (_mm256_unpacklo_epi32(a, b), _mm256_unpackhi_epi32(a, b)),
                _ => (_mm256_unpacklo_epi64(a, b), _mm256_unpackhi_epi64(a, b)),
            }
        };
        (Two(low), Two(high))
    }
}

impl Lanes for Four {
    #[inline(always)]
    unsafe fn gather(src: *const u8, stride: isize) -> Four {
        unsafe {
            let row = |l: isize| _mm_loadu_si128(src.offset(l * stride).cast());
            let low = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(row(0)), row(1));
            let high = _mm256_inserti128_si256::<1>(_mm256_castsi128_si256(row(2)), row(3));
            Four(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low), high))
        }
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [Four; L] {
        unsafe {
            let row = |l: isize| _mm512_loadu_si512(src.offset(l * stride).cast());
            let (a, b, c, d) = (row(0), row(1), row(2), row(3));
            // Lanes 0, 1 of two rows, and lanes 2, 3; then the four of one number together.
            let (ab, cd) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0x44>(c, d));
            let (up_ab, up_cd) =
                (_mm512_shuffle_i64x2::<0xEE>(a, b), _mm512_shuffle_i64x2::<0xEE>(c, d));
            let lanes = [
                _mm512_shuffle_i64x2::<0x88>(ab, cd),
                _mm512_shuffle_i64x2::<0xDD>(ab, cd),
                _mm512_shuffle_i64x2::<0x88>(up_ab, up_cd),
                _mm512_shuffle_i64x2::<0xDD>(up_ab, up_cd),
            ];
            std::array::from_fn(|l| Four(lanes[l]))
        }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { _mm512_storeu_si512(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: Four) -> (Four, Four) {
        let (a, b) = (self.0, other.0);
        let (low, high) = unsafe {
            match W {
                1 => (_mm512_unpacklo_epi8(a, b), _mm512_unpackhi_epi8(a, b)),
                2 => (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)),
                4 => (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)),
                _ => (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)),
            }
        };
        (Four(low), Four(high))
    }
}

kernels! {
    /// The kernel that transposes elements of 1, 2, 4, 8 or 16 bytes, with AVX2.
    avx2 = "avx2": Two, One, 2
}

kernels! {
    /// The kernel that transposes elements of 1, 2, 4, 8 or 16 bytes, with AVX-512.
    avx512 = "avx512f,avx512bw": Four, One, 4
}

kernels! {
    /// The kernel that stores whole lanes around the cache, to places that are multiples of 16.
    around_cache = "avx2": Around, One, 1
}
