//! The transposition of a square matrix in place.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use bytemuck::NoUninit;

use crate::error::{Error, Result};
use crate::kernel::{Block, Kernel};
use crate::machine::Isa;

/// How large the blocks are that are exchanged: two of them fit into L1.
const BLOCK_BYTES: usize = 8 << 10;

/// Transposes a square matrix of `rows` rows in place.
///
/// # Errors
/// [`NotSquare`](Error::NotSquare) when there are not `rows * rows` elements.
///
/// ```
/// use tilework_relayout::transpose_in_place;
///
/// let mut square = [1, 2, 3, 4, 5, 6, 7, 8, 9];
/// transpose_in_place(&mut square, 3)?;
/// assert_eq!(square, [1, 4, 7, 2, 5, 8, 3, 6, 9]);
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
pub fn transpose_in_place<T: NoUninit>(data: &mut [T], rows: usize) -> Result<(), Error> {
    if rows.checked_mul(rows) != Some(data.len()) {
        return Err(Error::NotSquare { len: data.len(), rows });
    }
    if size_of::<T>() > 0 && rows > 1 {
        // SAFETY: the square is as large as the slice.
        unsafe { Square::new(data.as_mut_ptr().cast(), rows, size_of::<T>()).transpose() };
    }
    Ok(())
}

struct Square {
    data: *mut u8,
    rows: usize,
    width: usize,
    /// The bytes of a row, and the rows of a block.
    pitch: usize,
    side: usize,
    kernel: Kernel,
}

impl Square {
    fn new(data: *mut u8, rows: usize, width: usize) -> Square {
        let side = match (BLOCK_BYTES / width).isqrt() {
            // Whole vectors.
            side if side >= 16 => side / 16 * 16,
            side => side.max(1),
        };
        let mut square =
            Square { data, rows, width, pitch: rows * width, side, kernel: |_, _, _| {} };
        square.kernel = square.transposed(side, side).kernel(Isa::best());
        square
    }

    /// The block of `rows` by `columns` elements of the square, to its transpose in a buffer.
    fn transposed(&self, rows: usize, columns: usize) -> Block {
        Block {
            width: self.width,
            rows,
            columns,
            dst_i: self.width as isize,
            dst_j: (self.side * self.width) as isize,
            src_i: self.pitch as isize,
            src_j: self.width as isize,
        }
    }

    /// # Safety
    /// The data are the square, and nothing else uses them meanwhile.
    unsafe fn transpose(&self) {
        let bytes = self.side * self.side * self.width;
        // Elements may have padding, so that the buffers have it as well.
        let (mut upper, mut lower) =
            (vec![MaybeUninit::uninit(); bytes], vec![MaybeUninit::uninit(); bytes]);
        for top in (0..self.rows).step_by(self.side) {
            let height = self.side.min(self.rows - top);
            for left in (top..self.rows).step_by(self.side) {
                let width = self.side.min(self.rows - left);
                // SAFETY: blocks of the square, which have room in the buffers.
                unsafe {
                    self.take(&mut upper, (top, height), (left, width));
                    if top != left {
                        self.take(&mut lower, (left, width), (top, height));
                        self.put(&lower, (top, height), (left, width));
                    }
                    self.put(&upper, (left, width), (top, height));
                }
            }
        }
    }

    /// The transpose of the block at `(start, count)` rows and columns, into a buffer.
    ///
    /// # Safety
    /// It is a block of the square, of at most as many rows and columns as the buffer has.
    unsafe fn take(
        &self,
        buffer: &mut [MaybeUninit<u8>],
        rows: (usize, usize),
        columns: (usize, usize),
    ) {
        let from = rows.0 * self.pitch + columns.0 * self.width;
        // SAFETY: a block of the square, and one of the buffer.
        unsafe {
            let block = self.transposed(rows.1, columns.1);
            (self.kernel)(buffer.as_mut_ptr().cast(), self.data.add(from), &block);
        }
    }

    /// The rows of a buffer, into the block at `(start, count)` rows and columns.
    ///
    /// # Safety
    /// As for [`take`](Square::take).
    unsafe fn put(
        &self,
        buffer: &[MaybeUninit<u8>],
        rows: (usize, usize),
        columns: (usize, usize),
    ) {
        let row = self.side * self.width;
        for i in 0..rows.1 {
            let to = (rows.0 + i) * self.pitch + columns.0 * self.width;
            let (from, bytes) = (&buffer[i * row..], columns.1 * self.width);
            // SAFETY: a row of a block of the square.
            unsafe {
                std::ptr::copy_nonoverlapping(from.as_ptr().cast(), self.data.add(to), bytes)
            };
        }
    }
}
