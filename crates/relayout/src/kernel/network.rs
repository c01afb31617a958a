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

use super::{Block, LANE, channels, elements};
use crate::machine::{LINE, PAGE};

/// A vector of lanes of 16 bytes.
pub(crate) trait Lanes: Copy {
    /// 16 bytes of each of as many rows as there are lanes, `stride` bytes apart: one row in each lane.
    ///
    /// # Safety
    /// The rows can be read, and the machine has the instructions.
    unsafe fn gather(src: *const u8, stride: isize) -> Self;

    /// `L` rows that are `stride` bytes apart, each as long as a vector: vector `l` has lane `l` of
    /// every row. `L` is the number of lanes.
    ///
    /// # Safety
    /// As for [`gather`](Lanes::gather).
    unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [Self; L];

    /// # Safety
    /// As many bytes as the vector has can be written, and the machine has the instructions.
    unsafe fn store(self, dst: *mut u8);

    /// Stores every lane, each `step` bytes after the one before it, over whose end it may lie.
    ///
    /// # Safety
    /// The lanes can be written, and the machine has the instructions.
    unsafe fn store_apart(self, dst: *mut u8, step: usize);

    /// The bytes of each lane in another order: which byte of the lane each one is.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn shuffle(self, order: &[u8; LANE]) -> Self;

    /// The elements of `W` bytes of both, interleaved in each lane: the lower halves, and the upper ones.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn zip<const W: usize>(self, other: Self) -> (Self, Self);
}

/// The network: `N` vectors with a row in each lane to `N` with a column in each lane.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
pub(super) unsafe fn network<V: Lanes, const W: usize, const N: usize>(rows: [V; N]) -> [V; N] {
    // SAFETY: as for this function.
    unsafe { zipped::<V, W, N>(rows, N) }
}

/// log2 `times` rounds of zipping. In each lane, a round turns the numbers of the elements, counted through all vectors, by
/// one bit: an element moves from `k` to `2 k`, less one than the number of elements if that is beyond it.
///
/// # Safety
/// The machine has the instructions.
#[inline(always)]
pub(super) unsafe fn zipped<V: Lanes, const W: usize, const C: usize>(
    mut vectors: [V; C],
    times: usize,
) -> [V; C] {
    let mut round = 1;
    while round < times {
        let before = vectors;
        let mut k = 0;
        while k < C / 2 {
            // SAFETY: as for this function.
            (vectors[2 * k], vectors[2 * k + 1]) = unsafe { before[k].zip::<W>(before[k + C / 2]) };
            k += 1;
        }
        round *= 2;
    }
    vectors
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
        if wide {
            let whole = columns / (L * N) * (L * N);
            while j < whole {
                let (to, from) = block.at(dst, src, i, j);
                wide_cell::<V, L, W, N>(to, from, block.dst_j, block.src_i);
                j += L * N;
            }
        }
        let whole = columns / N * N;
        while j < whole {
            let (to, from) = block.at(dst, src, i, j);
            cell::<V, W, N>(to, from, block.dst_j, block.src_i);
            j += N;
        }
        if whole < columns {
            let (to, from) = block.at(dst, src, i, columns - N);
            cell::<V, W, N>(to, from, block.dst_j, block.src_i);
        }
    }
}

/// `L * N` rows and `N` columns.
#[inline(always)]
unsafe fn cell<V: Lanes, const W: usize, const N: usize>(
    to: *mut u8,
    from: *const u8,
    dst_j: isize,
    src_i: isize,
) {
    // SAFETY: as for `transpose`, inside the block.
    unsafe {
        let mut rows = [V::gather(from, N as isize * src_i); N];
        let mut i = 1;
        while i < N {
            rows[i] = V::gather(from.offset(i as isize * src_i), N as isize * src_i);
            i += 1;
        }
        let columns = network::<V, W, N>(rows);
        let mut j = 0;
        while j < N {
            columns[j].store(to.offset(j as isize * dst_j));
            j += 1;
        }
    }
}

/// `L * N` rows and `L * N` columns.
#[inline(always)]
unsafe fn wide_cell<V: Lanes, const L: usize, const W: usize, const N: usize>(
    to: *mut u8,
    from: *const u8,
    dst_j: isize,
    src_i: isize,
) {
    // SAFETY: as for `transpose`, inside the block.
    unsafe {
        let mut rows = [V::load::<L>(from, N as isize * src_i); N];
        let mut i = 1;
        while i < N {
            rows[i] = V::load::<L>(from.offset(i as isize * src_i), N as isize * src_i);
            i += 1;
        }
        let mut l = 0;
        while l < L {
            let mut lane = [rows[0][l]; N];
            let mut i = 1;
            while i < N {
                lane[i] = rows[i][l];
                i += 1;
            }
            let columns = network::<V, W, N>(lane);
            let mut j = 0;
            while j < N {
                columns[j].store(to.offset((l * N + j) as isize * dst_j));
                j += 1;
            }
            l += 1;
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
    ($(#[$doc:meta])* $set:ident $(= $features:literal)?: $vector:ty, $edge:ty, $lanes:literal, for $($w:literal)*) => {
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
    };
}
pub(super) use kernels;

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::kernel::{Kernel, portable::Bytes};
    use crate::machine::Isa;

    /// Any number of lanes in plain Rust: what the wider instruction sets are held to, on any machine.
    #[derive(Clone, Copy)]
    pub(in crate::kernel) struct Many<const M: usize>([Bytes; M]);

    impl<const M: usize> Lanes for Many<M> {
        unsafe fn gather(src: *const u8, stride: isize) -> Self {
            // SAFETY: as for this function, in each lane.
            Many(std::array::from_fn(|m| unsafe {
                Bytes::gather(src.offset(m as isize * stride), stride)
            }))
        }

        unsafe fn load<const L: usize>(src: *const u8, stride: isize) -> [Self; L] {
            // SAFETY: lane `l` of a row is 16 bytes of it.
            std::array::from_fn(|l| unsafe { Self::gather(src.add(16 * l), stride) })
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

        unsafe fn shuffle(self, order: &[u8; LANE]) -> Self {
            // SAFETY: plain Rust.
            Many(self.0.map(|lane| unsafe { lane.shuffle(order) }))
        }

        unsafe fn zip<const W: usize>(self, other: Self) -> (Self, Self) {
            // SAFETY: plain Rust.
            let zipped: [_; M] = std::array::from_fn(|m| unsafe { self.0[m].zip::<W>(other.0[m]) });
            (Many(zipped.map(|(low, _)| low)), Many(zipped.map(|(_, high)| high)))
        }
    }

    kernels! { one: Many<1>, Bytes, 1, for 1 2 4 8 16 }
    kernels! { two: Many<2>, Bytes, 2, for 1 2 4 8 16 }
    kernels! { four: Many<4>, Bytes, 4, for 1 2 4 8 16 }

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
}
