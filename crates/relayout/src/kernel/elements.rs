//! Blocks of any shape, element by element.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use super::{Block, Kernel, ListKernel, Piece};
use crate::machine::{Isa, LINE};

/// How many rows are moved at a time, where they lie in different cache lines: as many lines as one set of L1 holds,
/// so that they stay there however far apart they are.
const NEAR: usize = 8;

/// An element: bytes without alignment, some of which may be padding.
pub(super) type Element<const W: usize> = [MaybeUninit<u8>; W];

/// The kernel for a width.
pub(super) fn kernel(width: usize, isa: Isa) -> Kernel {
    macro_rules! widths {
        ($kernel:ident: $($w:literal)*) => {
            match width {
                $($w => $kernel::<$w>,)*
                _ => any_width,
            }
        };
    }
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 | Isa::Avx512 => widths!(with_avx2: 1 2 3 4 6 8 12 16 24 32 48 64 96 128),
        _ => widths!(one_by_one: 1 2 3 4 6 8 12 16 24 32 48 64 96 128),
    }
}

/// [`one_by_one`], with vectors of 32 bytes.
///
/// # Safety
/// As for a [`Kernel`]; the machine has AVX2.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn with_avx2<const W: usize>(dst: *mut u8, src: *const u8, block: &Block) {
    // SAFETY: as for this function.
    unsafe { one_by_one::<W>(dst, src, block) }
}

/// Moves a block of elements of `W` bytes.
///
/// # Safety
/// As for a [`Kernel`].
#[inline(always)]
pub(super) unsafe fn one_by_one<const W: usize>(dst: *mut u8, src: *const u8, block: &Block) {
    // The longer loop inside, unless it is long enough as it is: then the destination in order.
    let block =
        if block.rows < NEAR && block.rows < block.columns { &block.turned() } else { block };
    // A cache line of the source that the next column needs as well should still be in L1.
    let again = block.columns > 1 && block.src_j.unsigned_abs() < LINE;
    let near = if again && block.src_i.unsigned_abs() >= LINE { NEAR } else { block.rows.max(1) };
    for i in (0..block.rows).step_by(near) {
        let part = Block { rows: near.min(block.rows - i), ..*block };
        // SAFETY: some rows of the block.
        unsafe {
            let (to, from) = block.at(dst, src, i, 0);
            column_by_column::<W>(to, from, &part);
        }
    }
}

/// Moves a block of elements of `W` bytes, one column after the other.
///
/// # Safety
/// As for a [`Kernel`].
#[inline(always)]
unsafe fn column_by_column<const W: usize>(dst: *mut u8, src: *const u8, block: &Block) {
    let Block { rows, columns, dst_i, dst_j, src_i, src_j, .. } = *block;
    for j in 0..columns as isize {
        // SAFETY: elements of the block.
        unsafe {
            let (to, from) = (dst.offset(j * dst_j), src.offset(j * src_j));
            if dst_i == W as isize && src_i == 0 {
                let one = from.cast::<Element<W>>().read();
                std::slice::from_raw_parts_mut(to.cast::<Element<W>>(), rows).fill(one);
            } else if dst_i == W as isize && src_i == -(W as isize) {
                for i in 0..rows {
                    *to.cast::<Element<W>>().add(i) = *from.cast::<Element<W>>().sub(i);
                }
            } else {
                for i in 0..rows as isize {
                    let one = from.offset(i * src_i).cast::<Element<W>>().read();
                    to.offset(i * dst_i).cast::<Element<W>>().write(one);
                }
            }
        }
    }
}

/// The kernel for lists of elements of a width, if it is one of the usual ones.
pub(super) fn list_kernel(width: usize) -> Option<ListKernel> {
    macro_rules! widths {
        ($($w:literal)*) => {
            match width {
                $($w => Some(listed::<$w>),)*
                _ => None,
            }
        };
    }
    widths!(1 2 3 4 6 8 12 16 24 32 48)
}

/// Moves a list of elements of `W` bytes.
///
/// # Safety
/// As for a [`ListKernel`].
unsafe fn listed<const W: usize>(dst: *mut u8, src: *const u8, list: &[Piece]) {
    for piece in list {
        // SAFETY: an element of the list.
        unsafe { std::ptr::copy_nonoverlapping(src.offset(piece.src), dst.add(piece.dst), W) };
    }
}

/// Moves a block of elements of any width.
///
/// # Safety
/// As for a [`Kernel`].
pub(super) unsafe fn any_width(dst: *mut u8, src: *const u8, block: &Block) {
    for j in 0..block.columns {
        for i in 0..block.rows {
            // SAFETY: elements of the block.
            unsafe {
                let (to, from) = block.at(dst, src, i, j);
                std::ptr::copy_nonoverlapping(from, to, block.width);
            }
        }
    }
}
