//! Pixels of a few channels to planes, and back.
//!
//! A block with fewer rows or columns than a cell of the network has no whole cell, but where they follow one another, the
//! elements are turned by fewer rounds of the same zipping, if their number is a power of two. For other numbers it needs
//! no shuffles by hand: where the compiler knows the number, it makes of a plain loop those that the machine is best at.

#![allow(unsafe_code)]

use super::elements::Element;
use super::lanes::{Lanes, Strided, zipped};
use super::{Block, LANE};

/// How many channels the pixels of a block have in the source and in the destination, if they follow one another and are
/// not whole cells of `N`.
#[inline(always)]
fn channels<const W: usize, const N: usize>(block: &Block) -> (usize, usize) {
    let Block { rows, columns, dst_j, src_i, .. } = *block;
    let channels = |count: usize, pixel: isize| {
        if !count.is_multiple_of(N) && pixel == (count * W) as isize { count } else { 0 }
    };
    (channels(columns, src_i), channels(rows, dst_j))
}

/// Whether a block that is a transposition of elements of `width` bytes has a few channels.
pub(super) fn are_few(block: &Block) -> bool {
    let (source, destination) = match block.width {
        1 => channels::<1, 16>(block),
        2 => channels::<2, 8>(block),
        4 => channels::<4, 4>(block),
        _ => (0, 0),
    };
    matches!(source, 2..=6 | 8) || matches!(destination, 2..=6 | 8)
}

/// Moves a block that is a transposition of elements of `W` bytes, if it has a few channels and they
/// are not whole cells of `N`. Whether it has.
///
/// # Safety
/// As for a [`Kernel`](super::Kernel); the machine has the instructions of `V`, which has `L` lanes.
#[inline(always)]
pub(super) unsafe fn few<V: Lanes, const L: usize, const W: usize, const N: usize>(
    dst: *mut u8,
    src: *const u8,
    block: &Block,
) -> bool {
    let Block { rows, columns, dst_j, src_i, .. } = *block;
    // SAFETY: as for this function.
    unsafe {
        match channels::<W, N>(block) {
            (2, _) => to_planes::<V, L, W, N, 2>(dst, dst_j, src, rows),
            (3, _) => to_planes::<V, L, W, N, 3>(dst, dst_j, src, rows),
            (4, _) => to_planes::<V, L, W, N, 4>(dst, dst_j, src, rows),
            (5, _) => to_planes::<V, L, W, N, 5>(dst, dst_j, src, rows),
            (6, _) => to_planes::<V, L, W, N, 6>(dst, dst_j, src, rows),
            (8, _) => to_planes::<V, L, W, N, 8>(dst, dst_j, src, rows),
            (_, 2) => to_pixels::<V, L, W, N, 2>(dst, src, src_i, columns),
            (_, 3) => to_pixels::<V, L, W, N, 3>(dst, src, src_i, columns),
            (_, 4) => to_pixels::<V, L, W, N, 4>(dst, src, src_i, columns),
            (_, 5) => to_pixels::<V, L, W, N, 5>(dst, src, src_i, columns),
            (_, 6) => to_pixels::<V, L, W, N, 6>(dst, src, src_i, columns),
            (_, 8) => to_pixels::<V, L, W, N, 8>(dst, src, src_i, columns),
            _ => return false,
        }
    }
    true
}

/// Pixels of `C` channels to planes that are `apart` bytes from one another.
///
/// # Safety
/// So many pixels can be read, and written to the planes; the machine has the instructions of `V`.
#[inline(always)]
unsafe fn to_planes<V: Lanes, const L: usize, const W: usize, const N: usize, const C: usize>(
    dst: *mut u8,
    apart: isize,
    src: *const u8,
    pixels: usize,
) {
    // `C` vectors, each lane of which has a part of `N` pixels of its own.
    let whole = if C.is_power_of_two() && C < N { pixels / (L * N) * (L * N) } else { 0 };
    let mut at = 0;
    while at < whole {
        // SAFETY: pixels and planes up to those of this function.
        unsafe {
            let from = src.add(at * C * W);
            let pixels = (C * LANE) as isize;
            let mut vectors = [V::gather(from, Strided(pixels), 0, 1); C];
            let mut c = 1;
            while c < C {
                vectors[c] = V::gather(from.add(c * LANE), Strided(pixels), 0, 1);
                c += 1;
            }
            let planes = zipped::<V, W, C>(vectors, N);
            let mut c = 0;
            while c < C {
                planes[c].store(dst.offset(c as isize * apart).add(at * W));
                c += 1;
            }
        }
        at += L * N;
    }
    let src = src.cast::<[Element<W>; C]>();
    // SAFETY: as for this function.
    unsafe {
        let mut planes = [dst.cast::<Element<W>>(); C];
        for (c, plane) in planes.iter_mut().enumerate() {
            *plane = dst.offset(c as isize * apart).cast();
        }
        for i in whole..pixels {
            for (c, plane) in planes.iter().enumerate() {
                *plane.add(i) = (*src.add(i))[c];
            }
        }
    }
}

/// Planes that are `apart` bytes from one another to pixels of `C` channels.
///
/// # Safety
/// So many pixels can be read from the planes, and written; the machine has the instructions of `V`.
#[inline(always)]
unsafe fn to_pixels<V: Lanes, const L: usize, const W: usize, const N: usize, const C: usize>(
    dst: *mut u8,
    src: *const u8,
    apart: isize,
    pixels: usize,
) {
    let whole = if C.is_power_of_two() && C < N { pixels / (L * N) * (L * N) } else { 0 };
    let mut at = 0;
    while at < whole {
        // SAFETY: pixels and planes up to those of this function.
        unsafe {
            let from = src.add(at * W);
            let mut vectors = [V::gather(from, Strided(LANE as isize), 0, 1); C];
            let mut c = 1;
            while c < C {
                vectors[c] =
                    V::gather(from.offset(c as isize * apart), Strided(LANE as isize), 0, 1);
                c += 1;
            }
            let pixels = zipped::<V, W, C>(vectors, C);
            let to = dst.add(at * C * W);
            let mut c = 0;
            while c < C {
                pixels[c].store_apart(to.add(c * LANE), C * LANE);
                c += 1;
            }
        }
        at += L * N;
    }
    let dst = dst.cast::<[Element<W>; C]>();
    // SAFETY: as for this function.
    unsafe {
        let mut planes = [src.cast::<Element<W>>(); C];
        for (c, plane) in planes.iter_mut().enumerate() {
            *plane = src.offset(c as isize * apart).cast();
        }
        for j in whole..pixels {
            for (c, plane) in planes.iter().enumerate() {
                (*dst.add(j))[c] = *plane.add(j);
            }
        }
    }
}
