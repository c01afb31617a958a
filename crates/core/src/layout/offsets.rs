//! Iteration over the offsets of a layout, in index order.

use core::fmt;
use core::iter::FusedIterator;

use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::layout::runs::coalesced;
use crate::layout::tuple::Coord;

/// The offsets of a layout, one for each index: see [`Layout::offsets`].
///
/// In the floor form `sum c_k * floor(x/N_k)` one step adds `c_0`, and `c_k` wherever mode `k`
/// takes a step. Sums are modulo `2^64`: past the end of a run they may not fit.
///
/// A loop over the offsets should keep the inner modes in registers. So they are separate fields,
/// not elements of an array: an array that is indexed has an address.
#[derive(Clone)]
pub struct Offsets {
    /// The next offset, how many are left in this run, and how many runs follow.
    offset: i64,
    left: i64,
    runs: i64,
    /// The innermost mode, whose offsets come in runs.
    inner: Step,
    /// The modes around a run.
    near: [Wheel; 4],
    /// The modes around those, and how many steps the first of them took.
    far: List<Step>,
    far_steps: i64,
}

/// Runs from here on are loops of their own, which the compiler may turn into vectors.
const LONG: i64 = 16;

/// A mode of the floor form.
#[derive(Clone, Copy)]
struct Step {
    extent: i64,
    c: i64,
}

/// A mode of the odometer, and how many coordinates it has left.
#[derive(Clone, Copy)]
struct Wheel {
    step: Step,
    left: i64,
}

impl Wheel {
    /// One step; `false` when it was the last one and the next wheel has to turn.
    #[inline(always)]
    const fn turn(&mut self, offset: &mut i64) -> bool {
        *offset = offset.wrapping_add(self.step.c);
        self.left -= 1;
        if self.left > 0 {
            return true;
        }
        self.left = self.step.extent;
        false
    }
}

/// What the far modes add when the first of them takes step number `n`.
///
/// By value, so that the iterator has no address: that is a copy, once in 32 offsets or more.
#[inline(never)]
fn far_sum(far: List<Step>, n: i64) -> i64 {
    let (mut sum, mut n) = (0_i64, n);
    for step in far.as_slice() {
        sum = sum.wrapping_add(step.c);
        if n % step.extent != 0 {
            break;
        }
        n /= step.extent;
    }
    sum
}

impl Offsets {
    fn new(layout: &Layout) -> Offsets {
        let none = Step { extent: 1, c: 0 };
        let (mut inner, mut near) = (none, [Wheel { step: none, left: 1 }; 4]);
        let (mut far, mut runs, mut below) = (List::new(none), 1, 0_i64);
        let modes = coalesced(layout.leaf_modes());
        for (k, &Mode { extent, stride }) in modes.as_slice().iter().enumerate() {
            let step = Step { extent, c: stride.wrapping_sub(below) };
            below = extent.wrapping_mul(stride);
            if k == 0 {
                inner = step;
                continue;
            }
            runs *= extent;
            match near.get_mut(k - 1) {
                Some(wheel) => *wheel = Wheel { step, left: extent },
                // There are as many places as modes.
                None => _ = far.push(step),
            }
        }
        Offsets { offset: 0, left: inner.extent, runs: runs - 1, inner, near, far, far_steps: 0 }
    }

    /// Moves on to the next run; `false` after the last one.
    #[inline(always)]
    fn next_run(&mut self) -> bool {
        if self.runs == 0 {
            return false;
        }
        self.runs -= 1;
        self.left = self.inner.extent;
        let (offset, [a, b, c, d]) = (&mut self.offset, &mut self.near);
        if !(a.turn(offset) || b.turn(offset) || c.turn(offset) || d.turn(offset)) {
            self.far_steps += 1;
            *offset = offset.wrapping_add(far_sum(self.far, self.far_steps));
        }
        true
    }
}

impl Iterator for Offsets {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        if self.left == 0 && !self.next_run() {
            return None;
        }
        let offset = self.offset;
        self.left -= 1;
        self.offset = offset.wrapping_add(self.inner.c);
        Some(offset)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // The size of a layout fits into 63 bits; on smaller machines it may not fit into usize.
        match usize::try_from(self.left + self.runs * self.inner.extent) {
            Ok(left) => (left, Some(left)),
            Err(_) => (usize::MAX, None),
        }
    }

    fn fold<B, F: FnMut(B, i64) -> B>(self, init: B, mut f: F) -> B {
        let mut accumulator = init;
        if self.inner.extent < LONG {
            for offset in self {
                accumulator = f(accumulator, offset);
            }
            return accumulator;
        }
        let mut this = self;
        loop {
            for _ in 0..this.left {
                accumulator = f(accumulator, this.offset);
                this.offset = this.offset.wrapping_add(this.inner.c);
            }
            if !this.next_run() {
                return accumulator;
            }
        }
    }
}

impl ExactSizeIterator for Offsets {}

impl FusedIterator for Offsets {}

/// The coordinates and offsets of a layout: see [`Layout::entries`].
#[derive(Clone)]
pub struct Entries {
    coord: Coord,
    modes: List<Mode>,
    offsets: Offsets,
}

impl Iterator for Entries {
    type Item = (Coord, i64);

    fn next(&mut self) -> Option<(Coord, i64)> {
        let offset = self.offsets.next()?;
        let coord = self.coord;
        for (digit, mode) in self.coord.leaves.as_mut_slice().iter_mut().zip(self.modes.as_slice())
        {
            if *digit + 1 < mode.extent {
                *digit += 1;
                break;
            }
            *digit = 0;
        }
        Some((coord, offset))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }
}

impl ExactSizeIterator for Entries {}

impl FusedIterator for Entries {}

/// # All offsets
impl Layout {
    /// The offset at index 0, 1, 2, ... up to the size, without a division.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((2,3):(3,1));
    /// assert!(a.offsets().eq([0, 3, 1, 4, 2, 5]));
    /// assert_eq!(a.offsets().len(), 6);
    /// ```
    pub fn offsets(&self) -> Offsets {
        Offsets::new(self)
    }

    /// The natural coordinate and the offset at every index.
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let mut entries = layout!((2,(1,2)):(3,(7,1))).entries();
    /// assert_eq!(entries.next(), Some((tuple!((0,(0,0))), 0)));
    /// assert_eq!(entries.next(), Some((tuple!((1,(0,0))), 3)));
    /// assert_eq!(entries.next(), Some((tuple!((0,(0,1))), 1)));
    /// ```
    pub fn entries(&self) -> Entries {
        let mut coord = self.shape();
        coord.leaves.as_mut_slice().fill(0);
        Entries { coord, modes: self.tree.leaves, offsets: self.offsets() }
    }

    /// All offsets, in index order: the table that [`recover`](crate::recover()) reads.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,3):(3,1)).table(), [0, 3, 1, 4, 2, 5]);
    /// ```
    #[cfg(feature = "alloc")]
    pub fn table(&self) -> alloc::vec::Vec<i64> {
        self.offsets().collect()
    }
}

impl fmt::Debug for Offsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Offsets({} left)", self.size_hint().0)
    }
}

impl fmt::Debug for Entries {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Entries({} left)", self.size_hint().0)
    }
}
