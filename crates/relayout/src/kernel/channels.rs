//! Pixels of a few channels to planes, and back.
//!
//! A block with two to four rows or columns, which follow one another, has no whole cell for the
//! network, unless its elements are wide. It needs no shuffles by hand either: where the compiler
//! knows the number, it makes of a plain loop those that the machine is best at.

#![allow(unsafe_code)]

use super::Block;
use super::elements::Element;

/// Moves a block that is a transposition of elements of `W` bytes, if it has a few channels and they
/// are not whole cells of `N`. Whether it has.
///
/// # Safety
/// As for a [`Kernel`](super::Kernel).
#[inline(always)]
pub(super) unsafe fn few<const W: usize, const N: usize>(
    dst: *mut u8,
    src: *const u8,
    block: &Block,
) -> bool {
    let Block { rows, columns, dst_j, src_i, .. } = *block;
    // How many channels the pixels have, if they follow one another.
    let channels = |count: usize, pixel: isize| {
        if !count.is_multiple_of(N) && pixel == (count * W) as isize { count } else { 0 }
    };
    // SAFETY: as for this function.
    unsafe {
        match (channels(columns, src_i), channels(rows, dst_j)) {
            (2, _) => to_planes::<W, 2>(dst, dst_j, src, rows),
            (3, _) => to_planes::<W, 3>(dst, dst_j, src, rows),
            (4, _) => to_planes::<W, 4>(dst, dst_j, src, rows),
            (_, 2) => to_pixels::<W, 2>(dst, src, src_i, columns),
            (_, 3) => to_pixels::<W, 3>(dst, src, src_i, columns),
            (_, 4) => to_pixels::<W, 4>(dst, src, src_i, columns),
            _ => return false,
        }
    }
    true
}

/// Pixels of `C` channels to planes that are `apart` bytes from one another.
///
/// # Safety
/// So many pixels can be read, and written to the planes.
#[inline(always)]
unsafe fn to_planes<const W: usize, const C: usize>(
    dst: *mut u8,
    apart: isize,
    src: *const u8,
    pixels: usize,
) {
    let src = src.cast::<[Element<W>; C]>();
    // SAFETY: as for this function.
    unsafe {
        let mut planes = [dst.cast::<Element<W>>(); C];
        for (c, plane) in planes.iter_mut().enumerate() {
            *plane = dst.offset(c as isize * apart).cast();
        }
        for i in 0..pixels {
            for (c, plane) in planes.iter().enumerate() {
                *plane.add(i) = (*src.add(i))[c];
            }
        }
    }
}

/// Planes that are `apart` bytes from one another to pixels of `C` channels.
///
/// # Safety
/// So many pixels can be read from the planes, and written.
#[inline(always)]
unsafe fn to_pixels<const W: usize, const C: usize>(
    dst: *mut u8,
    src: *const u8,
    apart: isize,
    pixels: usize,
) {
    let dst = dst.cast::<[Element<W>; C]>();
    // SAFETY: as for this function.
    unsafe {
        let mut planes = [src.cast::<Element<W>>(); C];
        for (c, plane) in planes.iter_mut().enumerate() {
            *plane = src.offset(c as isize * apart).cast();
        }
        for j in 0..pixels {
            for (c, plane) in planes.iter().enumerate() {
                (*dst.add(j))[c] = *plane.add(j);
            }
        }
    }
}
