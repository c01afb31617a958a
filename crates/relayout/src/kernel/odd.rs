//! Transposition of elements that are no power of two: as elements of the next power, through the same network.
//!
//! A lane is loaded with as many elements as have room in it once each has the next power of two of bytes. One shuffle makes
//! them so wide, and another one narrow again before they are stored. What a lane has beyond its elements is stored with
//! them, over the elements below, which are written afterwards; and what is loaded with them are elements to the right.
//! So the last rows and columns are moved one by one.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Strided, network};
use super::{Block, LANE, elements};

/// How many rows are moved at a time where a lane is one element, so that a column of them is a cache line or more.
const ROWS: usize = 8;

/// Which byte of a lane each byte is, to make elements of `from` bytes such of `to` bytes. Others may be any.
const fn order(from: usize, to: usize) -> [u8; LANE] {
    let (mut order, mut byte) = ([0; LANE], 0);
    while byte < LANE {
        let at = byte / to * from + byte % to;
        if byte % to < from && at < LANE {
            order[byte] = at as u8;
        }
        byte += 1;
    }
    order
}

/// Moves a block that is a transposition of elements of `W` bytes as elements of `P` bytes, `N = 16 / P`, with vectors
/// of `L` lanes.
///
/// # Safety
/// As for a [`Kernel`](super::Kernel); the machine has the instructions of `V`.
#[inline(always)]
pub(super) unsafe fn transpose<
    V: Lanes,
    const L: usize,
    const W: usize,
    const P: usize,
    const N: usize,
>(
    dst: *mut u8,
    src: *const u8,
    block: &Block,
) {
    let groups = if N == 1 { ROWS / L } else { 1 };
    let rows = groups * L * N;
    // As many elements as are partly in what is stored, or loaded, beyond those of a lane.
    let beyond = (LANE - N * W).div_ceil(W);
    let whole_rows = block.rows.saturating_sub(beyond) / rows * rows;
    let whole_columns = block.columns.saturating_sub(beyond) / N * N;
    // SAFETY: rows and columns of the block; what is beyond a lane are elements of it as well.
    unsafe {
        let mut i = 0;
        while i < whole_rows {
            let mut j = 0;
            while j < whole_columns {
                let (to, from) = block.at(dst, src, i, j);
                let mut group = 0;
                while group < groups {
                    let row = group * L * N;
                    let to = to.add(row * W);
                    let from = from.offset(row as isize * block.src_i);
                    cell::<V, W, P, N>(to, from, block.dst_j, block.src_i);
                    group += 1;
                }
                j += N;
            }
            i += rows;
        }
        let rest = |rows: (usize, usize), columns: (usize, usize)| {
            // The place of what is not there may be outside of memory.
            if rows.0 < rows.1 && columns.0 < columns.1 {
                let (to, from) = block.at(dst, src, rows.0, columns.0);
                let part =
                    Block { rows: rows.1 - rows.0, columns: columns.1 - columns.0, ..*block };
                elements::one_by_one::<W>(to, from, &part);
            }
        };
        rest((0, whole_rows), (whole_columns, block.columns));
        rest((whole_rows, block.rows), (0, block.columns));
    }
}

/// `N` rows for each lane, and `N` columns.
#[inline(always)]
unsafe fn cell<V: Lanes, const W: usize, const P: usize, const N: usize>(
    to: *mut u8,
    from: *const u8,
    dst_j: isize,
    src_i: isize,
) {
    // SAFETY: as for `transpose`, inside the block.
    unsafe {
        let widen = V::order(const { &order(W, P) });
        let narrow = V::order(const { &order(P, W) });
        let mut rows = [V::gather(from, Strided(src_i), 0, N); N];
        let mut i = 1;
        while i < N {
            rows[i] = V::gather(from, Strided(src_i), i, N);
            i += 1;
        }
        if N > 1 {
            let mut i = 0;
            while i < N {
                rows[i] = rows[i].shuffle(widen);
                i += 1;
            }
        }
        let mut columns = network::<V, P, N>(rows);
        let mut j = 0;
        while j < N {
            if N > 1 {
                columns[j] = columns[j].shuffle(narrow);
            }
            columns[j].store_apart(to.offset(j as isize * dst_j), N * W);
            j += 1;
        }
    }
}

/// The kernels of an instruction set for widths that are no power of two, below that of a lane, and the function that
/// finds them.
macro_rules! odd_kernels {
    ($(#[$doc:meta])* $set:ident $(= $features:literal)?: $vector:ty, $lanes:literal, $one:ty) => {
        $(#[$doc])*
        pub(super) fn $set(width: usize) -> $crate::kernel::Kernel {
            use $crate::kernel::{Block, elements, odd};

            $(#[target_feature(enable = $features)])?
            unsafe fn few<const W: usize, const P: usize, const N: usize>(
                dst: *mut u8,
                src: *const u8,
                block: &Block,
            ) {
                // SAFETY: as for a kernel.
                unsafe { odd::transpose::<$vector, $lanes, W, P, N>(dst, src, block) }
            }

            $(#[target_feature(enable = $features)])?
            unsafe fn one<const W: usize>(dst: *mut u8, src: *const u8, block: &Block) {
                // SAFETY: as for a kernel.
                unsafe { odd::transpose::<$one, 1, W, 16, 1>(dst, src, block) }
            }

            match width {
                3 => few::<3, 4, 4>,
                5 => few::<5, 8, 2>,
                6 => few::<6, 8, 2>,
                7 => few::<7, 8, 2>,
                9 => one::<9>,
                10 => one::<10>,
                11 => one::<11>,
                12 => one::<12>,
                13 => one::<13>,
                14 => one::<14>,
                15 => one::<15>,
                _ => elements::any_width,
            }
        }
    };
}
pub(super) use odd_kernels;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::network::tests::{Many, check};
    use crate::kernel::portable::Bytes;
    use crate::machine::Isa;

    odd_kernels! { one: Many<1>, 1, Bytes }
    odd_kernels! { two: Many<2>, 2, Bytes }
    odd_kernels! { four: Many<4>, 4, Bytes }

    /// Whole cells, and edges of every kind.
    #[test]
    #[cfg_attr(miri, ignore = "many")]
    fn all_lanes_and_widths() {
        for width in [3, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15] {
            for (rows, columns) in (1..40).flat_map(|i| (1..20).map(move |j| (i, j))) {
                for beside in [0, 3] {
                    let (w, dst_j) = (width as isize, (rows * width + beside) as isize);
                    let src_i = (columns * width + beside) as isize;
                    let block = Block { width, rows, columns, dst_i: w, dst_j, src_i, src_j: w };
                    check("one lane", one(width), &block);
                    check("two lanes", two(width), &block);
                    check("four lanes", four(width), &block);
                    for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
                        check(isa.name(), block.kernel(isa), &block);
                    }
                }
            }
        }
    }
}
