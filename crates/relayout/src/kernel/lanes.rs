//! Vectors of lanes of 16 bytes: what kernels need of those of each machine, and how they are zipped.

#![allow(unsafe_code)]

use super::LANE;

/// Where the rows or the columns of a cell lie.
pub(crate) trait Places: Copy {
    /// The place of a row or a column, in bytes.
    ///
    /// # Safety
    /// It must be one of them.
    unsafe fn at(self, k: usize) -> isize;
}

/// So many bytes apart.
#[derive(Clone, Copy)]
pub(super) struct Strided(pub(super) isize);

impl Places for Strided {
    #[inline(always)]
    unsafe fn at(self, k: usize) -> isize {
        k as isize * self.0
    }
}

/// A vector of lanes of 16 bytes.
pub(crate) trait Lanes: Copy {
    /// 16 bytes of each of as many rows as there are lanes: row `i` in the first lane, and `n` rows after it the
    /// one in the next.
    ///
    /// # Safety
    /// The rows can be read, and the machine has the instructions.
    unsafe fn gather(src: *const u8, rows: impl Places, i: usize, n: usize) -> Self;

    /// The same rows, each as long as a vector: vector `l` has lane `l` of every row. `L` is the number of lanes.
    ///
    /// # Safety
    /// As for [`gather`](Lanes::gather).
    unsafe fn load<const L: usize>(
        src: *const u8,
        rows: impl Places,
        i: usize,
        n: usize,
    ) -> [Self; L];

    /// # Safety
    /// As many bytes as the vector has can be written, and the machine has the instructions.
    unsafe fn store(self, dst: *mut u8);

    /// Stores every lane, each `step` bytes after the one before it, over whose end it may lie.
    ///
    /// # Safety
    /// The lanes can be written, and the machine has the instructions.
    unsafe fn store_apart(self, dst: *mut u8, step: usize);

    /// The elements of `W` bytes of both, interleaved in each lane: the lower halves, and the upper ones.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn zip<const W: usize>(self, other: Self) -> (Self, Self);

    /// An order of bytes, the same in each lane.
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn order(order: &[u8; LANE]) -> Self;

    /// The bytes of each lane in another order, which is one of [`order`](Lanes::order).
    ///
    /// # Safety
    /// The machine has the instructions.
    unsafe fn shuffle(self, order: Self) -> Self;
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
