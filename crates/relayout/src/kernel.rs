//! Kernels: what moves a block of elements, and what moves a run of bytes.
//!
//! A block has two loops, `i` and `j`. The kernels for it are made for one width of elements and one
//! instruction set, and are chosen when a plan is made.

mod stream;
mod elements;
mod listed;
mod lanes;
mod channels;
mod network;
mod odd;
mod portable;
#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;
mod pattern;
mod interleave;

use crate::machine::{Isa, LINE};

pub(crate) use interleave::Interleave;
pub(crate) use listed::Listed;
pub(crate) use pattern::Pattern;
pub(crate) use stream::{
    Collect, Elements, Series, Stream, cached, collect, copy_ahead, fence, non_temporal, prefetch,
};

/// The size of a lane of a vector.
pub(crate) const LANE: usize = 16;

/// A block: element `(i, j)` goes from `i * src_i + j * src_j` to `i * dst_i + j * dst_j`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Block {
    pub(crate) width: usize,
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) dst_i: isize,
    pub(crate) dst_j: isize,
    pub(crate) src_i: isize,
    pub(crate) src_j: isize,
}

/// Moves a block.
///
/// # Safety
/// Every element of the block must lie in memory that can be written at `dst` and read at `src`, and
/// no byte that is written may be one that is read. The machine must have the instruction set
/// that the kernel is made for, and the block the shape: see [`Block::kernel`].
pub(crate) type Kernel = unsafe fn(dst: *mut u8, src: *const u8, block: &Block);

/// An element of a list: where it lies on each side.
#[derive(Clone, Copy)]
pub(crate) struct Piece {
    pub(crate) dst: usize,
    pub(crate) src: isize,
}

/// Moves the elements of a list.
///
/// # Safety
/// As for a [`Kernel`], for every element of the list.
pub(crate) type ListKernel = unsafe fn(dst: *mut u8, src: *const u8, list: &[Piece]);

/// Cells: blocks that start at the pieces of a list, each with the same rows and columns, which lie anywhere. Row `i` is
/// read at its place, and is as long as there are columns; column `j` is written to its place, and is as long as there are rows.
#[derive(Clone, Copy)]
pub(crate) struct Cells<'a> {
    pub(crate) rows: &'a [isize],
    pub(crate) columns: &'a [isize],
    pub(crate) pieces: &'a [Piece],
    /// The orders of the bytes of a lane, before and after a transposition.
    pub(crate) orders: &'a ([u8; LANE], [u8; LANE]),
}

/// Moves cells.
///
/// # Safety
/// As for a [`Kernel`], for every piece. A row and a column must have 16 bytes at least, and whole multiples of that if they
/// are shuffled.
pub(crate) type CellKernel = unsafe fn(dst: *mut u8, src: *const u8, cells: &Cells<'_>);

/// The kernel for cells of elements of a width, if there is one; of elements in other orders, if they are shuffled.
pub(crate) fn cell_kernel(isa: Isa, width: usize, shuffled: bool) -> Option<CellKernel> {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if width > 1 => x86::avx512_cells(width, shuffled),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => x86::avx512_byte_cells(width, shuffled),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => x86::avx2_cells(width, shuffled),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon => neon::neon_cells(width, shuffled),
        _ => portable::portable_cells(width, shuffled),
    }
}

/// Whether these kernels read whole cache lines, of cells with so many rows and columns.
pub(crate) fn wide_cells(isa: Isa, width: usize, rows: usize, columns: usize) -> bool {
    reads_lines(isa, width) && rows.min(columns) * width >= LINE
}

/// Whether they can do so for elements of a width.
pub(crate) fn reads_lines(isa: Isa, width: usize) -> bool {
    isa == Isa::Avx512 && matches!(width, 2 | 4 | 8 | 16)
}

/// The kernel for lists of elements of a width, if there is one.
pub(crate) fn list_kernel(width: usize) -> Option<ListKernel> {
    elements::list_kernel(width)
}

impl Block {
    /// Whether it is a transposition: neighbours in `i` are written side by side, and neighbours in
    /// `j` are read side by side.
    pub(crate) fn is_transposition(&self) -> bool {
        let width = self.width as isize;
        self.dst_i == width && self.src_j == width
    }

    /// Whether it has pixels of a few channels on one side and planes on the other: a few places that go on side by side,
    /// which the hardware follows.
    pub(crate) fn is_pixels(&self) -> bool {
        self.is_transposition() && (self.reads_pixels() || self.are_pixels(self.rows, self.dst_j))
    }

    /// Whether the pixels of a [transposition](Block::is_transposition) are in the source.
    pub(crate) fn reads_pixels(&self) -> bool {
        self.are_pixels(self.columns, self.src_i)
    }

    /// Whether elements that are side by side are pixels of so many channels, and so many bytes apart.
    fn are_pixels(&self, channels: usize, apart: isize) -> bool {
        const FEW: usize = 16;
        channels <= FEW && apart == (channels * self.width) as isize
    }

    /// How many bytes are moved.
    pub(crate) fn bytes(&self) -> usize {
        self.rows * self.columns * self.width
    }

    /// Whether it has so few bytes that it is not worth a call.
    pub(crate) fn is_small(&self) -> bool {
        self.bytes() < LINE
    }

    /// Whether so many bytes in all are in many blocks like this one, which is small.
    #[inline]
    pub(crate) fn is_fragmented(&self, bytes: usize) -> bool {
        const MANY: usize = 256;
        self.is_small() && bytes / MANY >= self.bytes()
    }

    /// Whether it has so few rows or columns that it is no whole cell of the widest vectors, and no other kernel for
    /// few of them.
    pub(crate) fn is_narrow(&self) -> bool {
        let narrow = self.rows * self.width < LINE || self.columns * self.width < LANE;
        let few = self.in_registers() && channels::are_few(self);
        narrow && (self.is_small() || !few)
    }

    /// The same block with its two loops exchanged.
    fn turned(&self) -> Block {
        Block {
            width: self.width,
            rows: self.columns,
            columns: self.rows,
            dst_i: self.dst_j,
            dst_j: self.dst_i,
            src_i: self.src_j,
            src_j: self.src_i,
        }
    }

    /// Whether there is a network for it.
    fn in_registers(&self) -> bool {
        self.is_transposition() && matches!(self.width, 1 | 2 | 4 | 8 | 16)
    }

    /// Whether it consists of whole cells of the network, and is not so small that a call takes longer.
    pub(crate) fn has_cells(&self) -> bool {
        let whole = |count: usize| (count * self.width).is_multiple_of(LANE);
        let large = self.rows * self.columns * self.width >= 4 * LINE;
        self.in_registers() && whole(self.rows) && whole(self.columns) && large
    }

    /// Whether there is one for it as wider elements: not for so few rows and columns that most are at an edge.
    fn in_wider_registers(&self, isa: Isa) -> bool {
        let shuffles = matches!(isa, Isa::Avx2 | Isa::Avx512 | Isa::Neon);
        let odd = self.width < LANE && !self.width.is_power_of_two();
        shuffles && odd && self.is_transposition() && self.rows.min(self.columns) >= LANE / 2
    }

    /// The instruction set whose vectors transpose it. Those of AVX-512 have as many rows as a small block or more, and
    /// cannot load rows of two or three lanes as a whole; those of odd elements would be taken apart again to be stored.
    fn vectors(&self, isa: Isa) -> Isa {
        let lanes = (self.columns * self.width).div_ceil(LANE);
        let small = self.rows * self.width <= LINE || matches!(lanes, 2 | 3);
        let narrow = small || !self.in_registers();
        if isa == Isa::Avx512 && narrow { Isa::Avx2 } else { isa }
    }

    /// How it is moved, in words.
    pub(crate) fn how(&self, isa: Isa) -> String {
        if self.in_registers() || self.in_wider_registers(isa) {
            format!("transposed with {}", self.vectors(isa))
        } else {
            "one by one".into()
        }
    }

    /// The kernel for blocks with these strides, of any number of rows and columns.
    #[inline(always)]
    pub(crate) fn kernel(&self, isa: Isa) -> Kernel {
        if self.in_registers() {
            network_kernel(self.vectors(isa), self.width)
        } else {
            other_kernel(isa, self.width, self.in_wider_registers(isa))
        }
    }
}

/// The kernel that transposes elements of a width for which there is a network.
fn network_kernel(isa: Isa, width: usize) -> Kernel {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 => x86::avx2(width),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 if width == 1 => x86::avx512_bytes(width),
        #[cfg(target_arch = "x86_64")]
        Isa::Avx512 => x86::avx512(width),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon => neon::neon(width),
        _ => portable::portable(width),
    }
}

/// The kernel for all others: as wider elements, or one by one.
fn other_kernel(isa: Isa, width: usize, wider: bool) -> Kernel {
    match isa {
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 | Isa::Avx512 if wider => x86::avx2_odd(width),
        #[cfg(target_arch = "aarch64")]
        Isa::Neon if wider => neon::neon_odd(width),
        _ => elements::kernel(width, isa),
    }
}
