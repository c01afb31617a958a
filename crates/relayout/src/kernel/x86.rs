//! AVX2 and AVX-512.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::LANE;
use super::lanes::{Lanes, Places};
use super::network::kernels;
use super::odd::odd_kernels;

/// One lane: of SSE, with instructions that every machine with AVX2 has.
#[derive(Clone, Copy)]
pub(crate) struct One(__m128i);

/// Two lanes: AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Two(__m256i);

/// Four lanes: AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Four(__m512i);

// SAFETY of all that follows: the callers promise the instructions and the memory.

/// Stores a vector of AVX2; with a non-temporal store, where it is aligned.
#[inline(always)]
pub(super) unsafe fn store_two(dst: *mut u8, vector: __m256i, non_temporal: bool) {
    unsafe {
        if non_temporal {
            _mm256_stream_si256(dst.cast(), vector);
        } else {
            _mm256_storeu_si256(dst.cast(), vector);
        }
    }
}

/// Stores a vector of AVX-512; with a non-temporal store, where it is aligned.
#[inline(always)]
pub(super) unsafe fn store_four(dst: *mut u8, vector: __m512i, non_temporal: bool) {
    unsafe {
        if non_temporal {
            _mm512_stream_si512(dst.cast(), vector);
        } else {
            _mm512_storeu_si512(dst.cast(), vector);
        }
    }
}

impl Lanes for One {
    #[inline(always)]
    unsafe fn gather(src: *const u8, rows: impl Places, i: usize, _: usize) -> One {
        One(unsafe { _mm_loadu_si128(src.offset(rows.at(i)).cast()) })
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
        unsafe { _mm_storeu_si128(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn store_apart(self, dst: *mut u8, step: usize) {
        let _ = step;
        unsafe { self.store(dst) }
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

    #[inline(always)]
    unsafe fn order(order: &[u8; LANE]) -> One {
        One(unsafe { _mm_loadu_si128(order.as_ptr().cast()) })
    }

    #[inline(always)]
    unsafe fn shuffle(self, order: One) -> One {
        One(unsafe { _mm_shuffle_epi8(self.0, order.0) })
    }
}

impl Lanes for Two {
    #[inline(always)]
    unsafe fn gather(src: *const u8, rows: impl Places, i: usize, n: usize) -> Two {
        unsafe {
            let low = _mm_loadu_si128(src.offset(rows.at(i)).cast());
            let high = _mm_loadu_si128(src.offset(rows.at(i + n)).cast());
            Two(_mm256_inserti128_si256::<1>(_mm256_castsi128_si256(low), high))
        }
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(
        src: *const u8,
        rows: impl Places,
        i: usize,
        n: usize,
    ) -> [Two; L] {
        unsafe {
            let a = _mm256_loadu_si256(src.offset(rows.at(i)).cast());
            let b = _mm256_loadu_si256(src.offset(rows.at(i + n)).cast());
            let mut lanes = [Two(_mm256_permute2x128_si256::<0x20>(a, b)); L];
            lanes[1] = Two(_mm256_permute2x128_si256::<0x31>(a, b));
            lanes
        }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { _mm256_storeu_si256(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn store_apart(self, dst: *mut u8, step: usize) {
        unsafe {
            _mm_storeu_si128(dst.cast(), _mm256_castsi256_si128(self.0));
            _mm_storeu_si128(dst.add(step).cast(), _mm256_extracti128_si256::<1>(self.0));
        }
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

    #[inline(always)]
    unsafe fn order(order: &[u8; LANE]) -> Two {
        Two(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(order.as_ptr().cast())) })
    }

    #[inline(always)]
    unsafe fn shuffle(self, order: Two) -> Two {
        Two(unsafe { _mm256_shuffle_epi8(self.0, order.0) })
    }
}

impl Lanes for Four {
    #[inline(always)]
    unsafe fn gather(src: *const u8, rows: impl Places, i: usize, n: usize) -> Four {
        unsafe {
            let (low, high) = (Two::gather(src, rows, i, n), Two::gather(src, rows, i + 2 * n, n));
            Four(_mm512_inserti64x4::<1>(_mm512_castsi256_si512(low.0), high.0))
        }
    }

    #[inline(always)]
    unsafe fn load<const L: usize>(
        src: *const u8,
        rows: impl Places,
        i: usize,
        n: usize,
    ) -> [Four; L] {
        unsafe {
            let (a, b) = (
                _mm512_loadu_si512(src.offset(rows.at(i)).cast()),
                _mm512_loadu_si512(src.offset(rows.at(i + n)).cast()),
            );
            let (c, d) = (
                _mm512_loadu_si512(src.offset(rows.at(i + 2 * n)).cast()),
                _mm512_loadu_si512(src.offset(rows.at(i + 3 * n)).cast()),
            );
            // Lanes 0, 1 of two rows, and lanes 2, 3; then the four of one number together.
            let (ab, cd) = (_mm512_shuffle_i64x2::<0x44>(a, b), _mm512_shuffle_i64x2::<0x44>(c, d));
            let (up_ab, up_cd) =
                (_mm512_shuffle_i64x2::<0xEE>(a, b), _mm512_shuffle_i64x2::<0xEE>(c, d));
            let mut lanes = [Four(_mm512_shuffle_i64x2::<0x88>(ab, cd)); L];
            lanes[1] = Four(_mm512_shuffle_i64x2::<0xDD>(ab, cd));
            lanes[2] = Four(_mm512_shuffle_i64x2::<0x88>(up_ab, up_cd));
            lanes[3] = Four(_mm512_shuffle_i64x2::<0xDD>(up_ab, up_cd));
            lanes
        }
    }

    #[inline(always)]
    unsafe fn store(self, dst: *mut u8) {
        unsafe { _mm512_storeu_si512(dst.cast(), self.0) }
    }

    #[inline(always)]
    unsafe fn store_apart(self, dst: *mut u8, step: usize) {
        unsafe {
            Two(_mm512_castsi512_si256(self.0)).store_apart(dst, step);
            let high = Two(_mm512_extracti64x4_epi64::<1>(self.0));
            high.store_apart(dst.add(2 * step), step);
        }
    }

    #[inline(always)]
    unsafe fn zip<const W: usize>(self, other: Four) -> (Four, Four) {
        let (a, b) = (self.0, other.0);
        let (low, high) = unsafe {
            match W {
                2 => (_mm512_unpacklo_epi16(a, b), _mm512_unpackhi_epi16(a, b)),
                4 => (_mm512_unpacklo_epi32(a, b), _mm512_unpackhi_epi32(a, b)),
                _ => (_mm512_unpacklo_epi64(a, b), _mm512_unpackhi_epi64(a, b)),
            }
        };
        (Four(low), Four(high))
    }

    #[inline(always)]
    unsafe fn order(order: &[u8; LANE]) -> Four {
        Four(unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(order.as_ptr().cast())) })
    }

    #[inline(always)]
    unsafe fn shuffle(self, order: Four) -> Four {
        Four(unsafe { _mm512_shuffle_epi8(self.0, order.0) })
    }
}

kernels! {
    /// The kernel that transposes elements of 1, 2, 4, 8 or 16 bytes, with AVX2.
    avx2, avx2_cells = "avx2": Two, One, 2, for 1 2 4 8 16
}

kernels! {
    /// The kernel that transposes elements of 2, 4, 8 or 16 bytes, with AVX-512.
    avx512, avx512_cells = "avx512f,avx512bw": Four, One, 4, for 2 4 8 16
}

kernels! {
    /// The kernel that transposes bytes, with AVX-512: in vectors of AVX2, for 16 of which only AVX-512 has registers.
    avx512_bytes, avx512_byte_cells = "avx512f,avx512bw,avx512vl": Two, One, 2, for 1
}

odd_kernels! {
    /// The kernel that transposes elements of any other number of bytes below 16, with AVX2.
    avx2_odd = "avx2": Two, 2, One
}
