//! Channels that are no power of two: what each vector of the destination has of each one of the source, in tables.

#![allow(unsafe_code)]

use std::arch::x86_64::*;

use super::Way;
use super::line::prefetch;
use crate::kernel::x86::{store_four, store_two};
use crate::machine::{Isa, LINE, PART_OF_LINE};

/// The tables of a number of channels, and the kernel that uses them.
#[derive(Clone)]
pub(super) enum Tables {
    Grains(Vec<Grains>, Kernel<Grains>),
    Halves(Vec<Halves>, Kernel<Halves>),
}

/// Moves some steps.
///
/// # Safety
/// As for [`Interleave::run`](super::Interleave::run).
type Kernel<T> = unsafe fn(tables: &[T], dst: *mut u8, src: *const u8, way: &Way);

/// A byte that a vector of the destination has: where it is there, and where in the vectors of the source.
type Byte = (usize, usize);

impl Tables {
    /// The tables, if the instruction set has a kernel.
    pub(super) fn new(isa: Isa, width: usize, channels: usize, planes: bool) -> Option<Tables> {
        macro_rules! of_channels {
            ($kernel:ident: $($c:literal)*) => {
                match channels {
                    $($c => $kernel::<$c>,)*
                    _ => return None,
                }
            };
        }
        let pixels = (width, channels, planes);
        match isa {
            Isa::Avx512 => {
                let grain = width.min(4);
                let kernel = match grain {
                    1 => of_channels!(ones: 3 5 6 7),
                    2 => of_channels!(twos: 3 5 6 7),
                    _ => of_channels!(fours: 3 5 6 7),
                };
                let grains = |bytes: &[Byte]| Grains::new(bytes, grain);
                Some(Tables::Grains(tables(pixels, LINE, 2, grains), kernel))
            }
            Isa::Avx2 => {
                let kernel = of_channels!(halves: 3);
                Some(Tables::Halves(tables(pixels, PART_OF_LINE, 1, Halves::new), kernel))
            }
            _ => None,
        }
    }

    /// The bytes of the vectors that a step has.
    pub(super) fn vector(&self) -> usize {
        match self {
            Tables::Grains(..) => LINE,
            Tables::Halves(..) => PART_OF_LINE,
        }
    }

    /// # Safety
    /// As for [`Interleave::run`](super::Interleave::run).
    pub(super) unsafe fn run(&self, dst: *mut u8, src: *const u8, way: &Way) {
        // SAFETY: as for this function.
        unsafe {
            match self {
                Tables::Grains(tables, kernel) => kernel(tables, dst, src, way),
                Tables::Halves(tables, kernel) => kernel(tables, dst, src, way),
            }
        }
    }
}

/// What each vector of the destination has of the vectors of the source, `together` of which are one behind the other.
fn tables<T>(
    (width, channels, planes): (usize, usize, bool),
    vector: usize,
    together: usize,
    table: impl Fn(&[Byte]) -> T,
) -> Vec<T> {
    let groups = channels.div_ceil(together);
    let mut bytes = vec![Vec::new(); channels * groups];
    for (pixel, channel) in (0..vector / width).flat_map(|i| (0..channels).map(move |c| (i, c))) {
        for byte in 0..width {
            let of_plane = (channel, pixel * width + byte);
            let at = (pixel * channels + channel) * width + byte;
            let of_pixels = (at / vector, at % vector);
            let (to, from) = if planes { (of_plane, of_pixels) } else { (of_pixels, of_plane) };
            let behind = from.0 % together * vector;
            bytes[to.0 * groups + from.0 / together].push((to.1, behind + from.1));
        }
    }
    bytes.iter().map(|bytes| table(bytes)).collect()
}

/// What a vector has of two others, one behind the other: grains that go anywhere.
#[derive(Clone)]
#[repr(C, align(64))]
pub(super) struct Grains {
    /// For each grain of the vector, the grain of the two others.
    index: [u8; LINE],
    /// The grains of the vector that come from there.
    to: u64,
}

impl Grains {
    fn new(bytes: &[Byte], grain: usize) -> Grains {
        let mut grains = Grains { index: [0; LINE], to: 0 };
        for &(to, from) in bytes.iter().filter(|(to, _)| to.is_multiple_of(grain)) {
            grains.to |= 1 << (to / grain);
            // The first byte of the number of the grain; the others are 0.
            grains.index[to] = (from / grain) as u8;
        }
        grains
    }
}

/// What a vector has of another one: bytes of the same half, and of the other half.
#[derive(Clone)]
#[repr(C, align(32))]
pub(super) struct Halves {
    same: [u8; PART_OF_LINE],
    other: [u8; PART_OF_LINE],
}

impl Halves {
    fn new(bytes: &[Byte]) -> Halves {
        const HALF: usize = PART_OF_LINE / 2;
        // The index of no byte.
        const NONE: u8 = 0x80;
        let mut halves = Halves { same: [NONE; PART_OF_LINE], other: [NONE; PART_OF_LINE] };
        for &(to, from) in bytes {
            let same = to / HALF == from / HALF;
            let index = if same { &mut halves.same } else { &mut halves.other };
            index[to] = (from % HALF) as u8;
        }
        halves
    }
}

macro_rules! grains {
    ($name:ident, $features:literal, $permute:ident, $merge:ident, $mask:ty) => {
        /// # Safety
        /// As for a [`Kernel`]; the machine has the instructions.
        #[target_feature(enable = $features)]
        unsafe fn $name<const C: usize>(
            tables: &[Grains],
            mut dst: *mut u8,
            mut src: *const u8,
            &Way { to, from, steps, non_temporal }: &Way,
        ) {
            let pairs = C.div_ceil(2);
            assert!(tables.len() == C * pairs);
            for _ in 0..steps {
                prefetch::<C>(src, from);
                // SAFETY: lines of a step; there are as many tables as said above.
                unsafe {
                    let mut lines = [_mm512_setzero_si512(); C];
                    for (k, line) in lines.iter_mut().enumerate() {
                        *line = _mm512_loadu_si512(src.offset(k as isize * from.apart).cast());
                    }
                    for n in 0..C {
                        let mut line = _mm512_setzero_si512();
                        for k in 0..pairs {
                            let table = tables.get_unchecked(n * pairs + k);
                            let index = _mm512_load_si512(table.index.as_ptr().cast());
                            // Of an odd number, the last one is alone.
                            let (low, high) = (lines[2 * k], lines[C.min(2 * k + 2) - 1]);
                            let both = $permute(low, index, high);
                            line = match k {
                                0 => both,
                                _ => $merge(line, table.to as $mask, both),
                            };
                        }
                        store_four(dst.offset(n as isize * to.apart), line, non_temporal);
                    }
                }
                (dst, src) = (dst.wrapping_add(to.step), src.wrapping_add(from.step));
            }
        }
    };
}

grains! { fours, "avx512f,avx512bw", _mm512_permutex2var_epi32, _mm512_mask_mov_epi32, u16 }
grains! { twos, "avx512f,avx512bw", _mm512_permutex2var_epi16, _mm512_mask_mov_epi16, u32 }
grains! { ones, "avx512f,avx512bw,avx512vbmi", _mm512_permutex2var_epi8, _mm512_mask_mov_epi8, u64 }

/// Vectors of half a line, of the same halves and of the others.
///
/// # Safety
/// As for a [`Kernel`]; the machine has AVX2.
#[target_feature(enable = "avx2")]
unsafe fn halves<const C: usize>(
    tables: &[Halves],
    mut dst: *mut u8,
    mut src: *const u8,
    &Way { to, from, steps, non_temporal }: &Way,
) {
    assert!(tables.len() == C * C);
    for _ in 0..steps {
        // SAFETY: vectors of a step; there are as many tables as said above.
        unsafe {
            let mut vectors = [(_mm256_setzero_si256(), _mm256_setzero_si256()); C];
            for (k, (same, other)) in vectors.iter_mut().enumerate() {
                *same = _mm256_loadu_si256(src.offset(k as isize * from.apart).cast());
                *other = _mm256_permute2x128_si256::<1>(*same, *same);
            }
            for n in 0..C {
                let mut vector = _mm256_setzero_si256();
                for (k, &(same, other)) in vectors.iter().enumerate() {
                    let table = tables.get_unchecked(n * C + k);
                    let of_same = _mm256_load_si256(table.same.as_ptr().cast());
                    let of_other = _mm256_load_si256(table.other.as_ptr().cast());
                    vector = _mm256_or_si256(vector, _mm256_shuffle_epi8(same, of_same));
                    vector = _mm256_or_si256(vector, _mm256_shuffle_epi8(other, of_other));
                }
                store_two(dst.offset(n as isize * to.apart), vector, non_temporal);
            }
        }
        (dst, src) = (dst.wrapping_add(to.step), src.wrapping_add(from.step));
    }
}
