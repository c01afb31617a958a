//! Transposition in registers: one network for every instruction set and every width.
//!
//! A vector is made of lanes of 16 bytes, which are `N` elements. `N` vectors go through log2 `N`
//! rounds of *zipping*, which interleaves the elements of vector `k` and vector `k + N/2` in two vectors.
//! After round `r`, `2^r` elements that belong together are side by side, until vector `j` has element `j` of
//! every vector. Zipping never leaves its lane, so a
//! machine with wider vectors does more rows at a time, and nothing else is different.
//!
//! Arrays of vectors are filled by loops: a closure, as `std::array::from_fn` takes one, is a function of its own without
//! the instructions of the kernel, and whether it is inlined depends on how the user's program is compiled. Where it is not,
//! every vector passes through memory.

#![allow(unsafe_code)]

use super::lanes::{Lanes, Places, Strided, network};
use super::{Block, Cells, LANE, channels, elements};
use crate::machine::{LINE, PAGE};

/// Anywhere: a table of places.
#[derive(Clone, Copy)]
struct Listed(*const isize);

impl Places for Listed {
    #[inline(always)]
    unsafe fn at(self, k: usize) -> isize {
        // SAFETY: the table has it.
        unsafe { *self.0.add(k) }
    }
}

/// Moves a block that is a transposition of elements of `W` bytes, `N = 16 / W`, with vectors `V` of
/// `L` lanes, and with vectors `E` of one lane where fewer rows are left.
///
/// Cells at the edges of a block that is not made of whole ones begin inside those before them: some elements are
/// moved twice, which takes less time than to move the others one by one. A block that is smaller than a cell of one lane
/// is moved one by one.
///
/// # Safety
/// As for a [`Kernel`](super::Kernel); the machine has the instructions of `V` and `E`.
#[inline(always)]
pub(crate) unsafe fn transpose<
    V: Lanes,
    E: Lanes,
    const L: usize,
    const W: usize,
    const N: usize,
>(
    dst: *mut u8,
    src: *const u8,
    block: &Block,
) {
    // SAFETY: as for this function.
    if unsafe { channels::few::<V, L, W, N>(dst, src, block) } {
        return;
    }
    if block.rows < N || block.columns < N {
        // SAFETY: as for this function.
        return unsafe { elements::one_by_one::<W>(dst, src, block) };
    }
    // Wide loads need more shuffles, but they touch each cache line of the source fewer times. That pays where
    // the rows fall into few sets of the cache, so that a line is evicted before it is needed again; and where
    // a load has a whole line.
    let crowded = block.src_i.unsigned_abs().is_multiple_of(PAGE);
    let wide = W >= 2 && (crowded || L * LANE == LINE) && block.columns >= L * N;
    // SAFETY: each strip has as many rows as its vectors, and the block as many columns.
    unsafe {
        let mut i = 0;
        while i < block.rows {
            // Of a few rows that are left a narrower vector moves fewer that were moved before.
            let left = block.rows - i;
            if block.rows >= L * N && (left > N || L == 1) {
                strip::<V, L, W, N>(dst, src, block, i.min(block.rows - L * N), wide);
                i += L * N;
            } else {
                strip::<E, 1, W, N>(dst, src, block, i.min(block.rows - N), false);
                i += N;
            }
        }
    }
}

/// `L * N` rows from row `i` on, cell by cell.
#[inline(always)]
unsafe fn strip<V: Lanes, const L: usize, const W: usize, const N: usize>(
    dst: *mut u8,
    src: *const u8,
    block: &Block,
    i: usize,
    wide: bool,
) {
    // SAFETY: rows and columns of the block.
    unsafe {
        let (mut j, columns) = (0, block.columns);
        let (columns_at, rows_at) = (Strided(block.dst_j), Strided(block.src_i));
        if wide {
            let whole = columns / (L * N) * (L * N);
            while j < whole {
                let (to, from) = block.at(dst, src, i, j);
                wide_cell::<V, L, W, N>(to, from, columns_at, rows_at, None);
                j += L * N;
            }
        }
        let whole = columns / N * N;
        while j < whole {
            let (to, from) = block.at(dst, src, i, j);
            cell::<V, W, N>(to, from, columns_at, rows_at, None);
            j += N;
        }
        if whole < columns {
            let (to, from) = block.at(dst, src, i, columns - N);
            cell::<V, W, N>(to, from, columns_at, rows_at, None);
        }
    }
}

/// Moves cells whose rows and columns lie anywhere: elements of `W` bytes, `N = 16 / W`, with vectors `V` of `L` lanes,
/// or `E` of one lane where there are fewer rows. Where rows or columns are not whole cells, the last one laps over the
/// one before it.
///
/// # Safety
/// As for a [`CellKernel`](super::CellKernel); the machine has the instructions of `V` and `E`.
#[inline(always)]
pub(crate) unsafe fn cells<
    V: Lanes,
    E: Lanes,
    const L: usize,
    const W: usize,
    const N: usize,
    const SHUFFLED: bool,
>(
    dst: *mut u8,
    src: *const u8,
    cells: &Cells<'_>,
) {
    // SAFETY: as for this function.
    unsafe {
        if cells.rows.len() < L * N {
            each_cell::<E, 1, W, N, SHUFFLED>(dst, src, cells, false);
        } else if L * LANE == LINE && cells.columns.len() >= L * N {
            each_cell::<V, L, W, N, SHUFFLED>(dst, src, cells, true);
        } else {
            each_cell::<V, L, W, N, SHUFFLED>(dst, src, cells, false);
        }
    }
}

/// [`cells`] with one kind of vectors: of `L * N` rows, and as many columns if they are wide, else `N`.
#[inline(always)]
unsafe fn each_cell<
    V: Lanes,
    const L: usize,
    const W: usize,
    const N: usize,
    const SHUFFLED: bool,
>(
    dst: *mut u8,
    src: *const u8,
    cells: &Cells<'_>,
    wide: bool,
) {
    let (down, across) = (L * N, if wide { L * N } else { N });
    let (last_row, last_column) = (cells.rows.len() - down, cells.columns.len() - across);
    // SAFETY: rows and columns of the tables, which are at least those of a cell.
    unsafe {
        let orders = if SHUFFLED {
            Some((V::order(&cells.orders.0), V::order(&cells.orders.1)))
        } else {
            None
        };
        for piece in cells.pieces {
            let mut column = 0;
            while column < last_column + across {
                let j = if column < last_column { column } else { last_column };
                let mut row = 0;
                while row < last_row + down {
                    let i = if row < last_row { row } else { last_row };
                    let to = dst.add(piece.dst + i * W);
                    let from = src.offset(piece.src).add(j * W);
                    let columns = Listed(cells.columns.as_ptr().add(j));
                    let rows = Listed(cells.rows.as_ptr().add(i));
                    if wide {
                        wide_cell::<V, L, W, N>(to, from, columns, rows, orders);
                    } else {
                        cell::<V, W, N>(to, from, columns, rows, orders);
                    }
                    row += down;
                }
                column += across;
            }
        }
    }
}

/// `L * N` rows and `N` columns. With orders, the bytes of every lane are put into the first of them before, and into
/// the second after.
#[inline(always)]
unsafe fn cell<V: Lanes, const W: usize, const N: usize>(
    to: *mut u8,
    from: *const u8,
    columns: impl Places,
    rows: impl Places,
    orders: Option<(V, V)>,
) {
    // SAFETY: as for `transpose` or `cells`, inside the block or the tables.
    unsafe {
        let mut vectors = [V::gather(from, rows, 0, N); N];
        let mut i = 1;
        while i < N {
            vectors[i] = V::gather(from, rows, i, N);
            i += 1;
        }
        column_by_column::<V, W, N>(to, vectors, columns, 0, orders);
    }
}

/// `L * N` rows and `L * N` columns.
#[inline(always)]
unsafe fn wide_cell<V: Lanes, const L: usize, const W: usize, const N: usize>(
    to: *mut u8,
    from: *const u8,
    columns: impl Places,
    rows: impl Places,
    orders: Option<(V, V)>,
) {
    // SAFETY: as for `cell`.
    unsafe {
        let mut vectors = [V::load::<L>(from, rows, 0, N); N];
        let mut i = 1;
        while i < N {
            vectors[i] = V::load::<L>(from, rows, i, N);
            i += 1;
        }
        let mut l = 0;
        while l < L {
            let mut lane = [vectors[0][l]; N];
            let mut i = 1;
            while i < N {
                lane[i] = vectors[i][l];
                i += 1;
            }
            column_by_column::<V, W, N>(to, lane, columns, l * N, orders);
            l += 1;
        }
    }
}

/// Transposes vectors, and stores them to the places of `N` columns from the `first` one on.
#[inline(always)]
unsafe fn column_by_column<V: Lanes, const W: usize, const N: usize>(
    to: *mut u8,
    mut rows: [V; N],
    columns: impl Places,
    first: usize,
    orders: Option<(V, V)>,
) {
    // SAFETY: as for `cell`.
    unsafe {
        if let Some((before, _)) = orders {
            let mut i = 0;
            while i < N {
                rows[i] = rows[i].shuffle(before);
                i += 1;
            }
        }
        let stored = network::<V, W, N>(rows);
        let mut j = 0;
        while j < N {
            let column = match orders {
                Some((_, after)) => stored[j].shuffle(after),
                None => stored[j],
            };
            column.store(to.offset(columns.at(first + j)));
            j += 1;
        }
    }
}

impl Block {
    /// Where element `(i, j)` lies.
    ///
    /// # Safety
    /// It must be one of the block, whose memory begins at `dst` and `src`.
    #[inline(always)]
    pub(super) unsafe fn at(
        &self,
        dst: *mut u8,
        src: *const u8,
        i: usize,
        j: usize,
    ) -> (*mut u8, *const u8) {
        let (i, j) = (i as isize, j as isize);
        // SAFETY: inside the memory of the block.
        unsafe {
            (
                dst.offset(i * self.dst_i + j * self.dst_j),
                src.offset(i * self.src_i + j * self.src_j),
            )
        }
    }
}

/// The kernels of an instruction set, one for each of these widths, and the function that finds them.
macro_rules! kernels {
    ($(#[$doc:meta])* $set:ident, $cells:ident $(= $features:literal)?:
        $vector:ty, $edge:ty, $lanes:literal, for $($w:literal)*) => {
        $(#[$doc])*
        pub(super) fn $set(width: usize) -> $crate::kernel::Kernel {
            use $crate::kernel::{Block, elements, network};

            $(#[target_feature(enable = $features)])?
            unsafe fn kernel<const W: usize, const N: usize>(
                dst: *mut u8,
                src: *const u8,
                block: &Block,
            ) {
                // SAFETY: as for a kernel.
                unsafe { network::transpose::<$vector, $edge, $lanes, W, N>(dst, src, block) }
            }

            match width {
                $($w => kernel::<$w, { $crate::kernel::LANE / $w }>,)*
                _ => elements::any_width,
            }
        }

        /// The kernel for cells of the same elements, whose bytes are put into other orders if they are shuffled.
        // Tests do not compile them for lanes that no machine has: it takes minutes.
        #[cfg_attr(test, allow(dead_code))]
        pub(super) fn $cells(width: usize, shuffled: bool) -> Option<$crate::kernel::CellKernel> {
            use $crate::kernel::{Cells, network};

            $(#[target_feature(enable = $features)])?
            unsafe fn kernel<const W: usize, const N: usize, const SHUFFLED: bool>(
                dst: *mut u8,
                src: *const u8,
                cells: &Cells<'_>,
            ) {
                // SAFETY: as for a kernel.
                unsafe {
                    network::cells::<$vector, $edge, $lanes, W, N, SHUFFLED>(dst, src, cells)
                }
            }

            match (width, shuffled) {
                $(
                    ($w, false) => Some(kernel::<$w, { $crate::kernel::LANE / $w }, false>),
                    ($w, true) => Some(kernel::<$w, { $crate::kernel::LANE / $w }, true>),
                )*
                _ => None,
            }
        }
    };
}
pub(super) use kernels;

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::{Kernel, Piece, cell_kernel, portable::Bytes};
    use crate::machine::Isa;

    /// Any number of lanes in plain Rust: what the wider instruction sets are held to, on any machine.
    #[derive(Clone, Copy)]
    pub(in crate::kernel) struct Many<const M: usize>([Bytes; M]);

    impl<const M: usize> Lanes for Many<M> {
        unsafe fn gather(src: *const u8, rows: impl Places, i: usize, n: usize) -> Self {
            // SAFETY: as for this function, in each lane.
            Many(std::array::from_fn(|m| unsafe { Bytes::gather(src, rows, i + m * n, n) }))
        }

        unsafe fn load<const L: usize>(
            src: *const u8,
            rows: impl Places,
            i: usize,
            n: usize,
        ) -> [Self; L] {
            // SAFETY: lane `l` of a row is 16 bytes of it.
            std::array::from_fn(|l| unsafe { Self::gather(src.add(16 * l), rows, i, n) })
        }

        unsafe fn store(self, dst: *mut u8) {
            for (m, lane) in self.0.into_iter().enumerate() {
                // SAFETY: as for this function, in each lane.
                unsafe { lane.store(dst.add(16 * m)) }
            }
        }

        unsafe fn store_apart(self, dst: *mut u8, step: usize) {
            for (m, lane) in self.0.into_iter().enumerate() {
                // SAFETY: as for this function, in each lane.
                unsafe { lane.store(dst.add(step * m)) }
            }
        }

        unsafe fn zip<const W: usize>(self, other: Self) -> (Self, Self) {
            // SAFETY: plain Rust.
            let zipped: [_; M] = std::array::from_fn(|m| unsafe { self.0[m].zip::<W>(other.0[m]) });
            (Many(zipped.map(|(low, _)| low)), Many(zipped.map(|(_, high)| high)))
        }

        unsafe fn order(order: &[u8; LANE]) -> Self {
            // SAFETY: plain Rust.
            Many([unsafe { Bytes::order(order) }; M])
        }

        unsafe fn shuffle(self, order: Self) -> Self {
            // SAFETY: as for this function, in each lane.
            Many(std::array::from_fn(|m| unsafe { self.0[m].shuffle(order.0[m]) }))
        }
    }

    kernels! { one, one_cells: Many<1>, Bytes, 1, for 1 2 4 8 16 }
    kernels! { two, two_cells: Many<2>, Bytes, 2, for 1 2 4 8 16 }
    kernels! { four, four_cells: Many<4>, Bytes, 4, for 1 2 4 8 16 }

    /// A block against the definition; the bytes beside it must stay as they are.
    pub(in crate::kernel) fn check(name: &str, kernel: Kernel, block: &Block) {
        let Block { width, rows, columns, .. } = *block;
        let (dst_j, src_i) = (block.dst_j as usize, block.src_i as usize);
        let byte = |at: usize| ((at as u32).wrapping_mul(0x9E37_79B9) >> 24) as u8;
        let src: Vec<u8> = (0..rows * src_i).map(byte).collect();
        let mut found = vec![0xEE; columns * dst_j];
        let mut expected = found.clone();
        for i in 0..rows {
            for j in 0..columns {
                let (to, from) = (i * width + j * dst_j, i * src_i + j * width);
                expected[to..to + width].copy_from_slice(&src[from..from + width]);
            }
        }
        // SAFETY: both sides are as long as the block is; only sets that the machine has are used.
        unsafe { kernel(found.as_mut_ptr(), src.as_ptr(), block) };
        assert!(found == expected, "{name}: {block:?}");
    }

    /// Whole cells, edges of every kind, and rows in the same sets of the cache, so that the loads are wide.
    #[test]
    #[cfg_attr(miri, ignore = "the portable kernels run in other tests")]
    fn all_lanes_and_widths() {
        for width in [1, 2, 4, 8, 16] {
            let n = 16 / width;
            let all = [1, n, n + 1, 2 * n, 4 * n, 7 * n + 1, 8 * n, 11 * n - 1];
            for (&rows, &columns) in all.iter().flat_map(|i| all.iter().map(move |j| (i, j))) {
                for src_i in [columns * width, columns * width + 3, PAGE] {
                    let (w, dst_j) = (width as isize, (rows * width) as isize + 1);
                    let (dst_i, src_i, src_j) = (w, src_i as isize, w);
                    let block = Block { width, rows, columns, dst_i, dst_j, src_i, src_j };
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

    /// Cells whose rows and columns lie anywhere, of any number from one cell on; with bytes in other orders, and
    /// without.
    #[test]
    #[cfg_attr(miri, ignore = "the portable kernels run in other tests")]
    fn cells_of_all_lanes_and_widths() {
        for width in [1, 2, 4, 8, 16] {
            let n = 16 / width;
            for (rows, columns) in [(1, 1), (2, 1), (1, 3), (4, 4), (5, 9)] {
                check_cells(width, rows * n, columns * n, true);
                check_cells(width, rows * n, columns * n, false);
                check_cells(width, rows * n + n / 2, columns * n + n / 3, false);
            }
        }
    }

    fn check_cells(width: usize, rows: usize, columns: usize, shuffled: bool) {
        let byte = |at: usize| ((at as u32).wrapping_mul(0x9E37_79B9) >> 24) as u8;
        // Every row at a place of its own, in the opposite order; columns likewise.
        let (read, write) = (columns * width + 5, rows * width + 3);
        let table = |count: usize, apart: usize| -> Vec<isize> {
            (0..count).map(|k| ((count - 1 - k) * apart) as isize).collect()
        };
        let (from, to) = (table(rows, read), table(columns, write));
        let mut orders = ([0; LANE], [0; LANE]);
        for b in 0..LANE {
            let order = |by: usize| if shuffled { ((b * by + 3) % LANE) as u8 } else { b as u8 };
            (orders.0[b], orders.1[b]) = (order(5), order(11));
        }
        let pieces = [
            Piece { dst: 0, src: (rows * read) as isize },
            Piece { dst: columns * write + 1, src: 0 },
        ];
        let src: Vec<u8> = (0..2 * rows * read).map(byte).collect();
        let untouched = vec![0xEE; 2 * columns * write + 1];
        let mut expected = untouched.clone();
        for piece in &pieces {
            for (j, column) in to.iter().enumerate() {
                for at in 0..rows * width {
                    // The byte of the network that ends here, and the byte of the source that starts there.
                    let place = |at: usize, order: &[u8; LANE]| match shuffled {
                        true => at / LANE * LANE + usize::from(order[at % LANE]),
                        false => at,
                    };
                    let lane = place(at, &orders.1);
                    let (i, byte) = (lane / width, j * width + lane % width);
                    let byte = place(byte, &orders.0);
                    expected[piece.dst + *column as usize + at] =
                        src[(piece.src + from[i]) as usize + byte];
                }
            }
        }
        let cells = Cells { rows: &from, columns: &to, pieces: &pieces, orders: &orders };
        let sets = Isa::ALL.into_iter().filter(|isa| isa.is_available());
        let kernels = sets.map(|isa| (isa.name(), cell_kernel(isa, width, shuffled)));
        for (name, kernel) in kernels {
            let mut found = untouched.clone();
            // SAFETY: both sides are as long as the tables say; only sets that the machine has are used.
            unsafe { kernel.expect("a kernel")(found.as_mut_ptr(), src.as_ptr(), &cells) };
            assert!(found == expected, "{name}: {rows} by {columns} of {width}, {shuffled}");
        }
    }
}
