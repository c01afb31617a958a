//! Iteration over the offsets of a layout, in index order.

use core::iter::FusedIterator;

use crate::coalesce::coalesced;
use crate::layout::{Layout, Mode};
use crate::list::List;
use crate::tuple::Coord;

/// The offsets of a layout, one for each index: see [`Layout::offsets`].
#[derive(Clone)]
pub struct Offsets {
    /// The innermost mode: its offsets come in one run.
    run: Mode,
    /// What is left of the current run, its next offset, and how many runs follow.
    left: i64,
    offset: i64,
    runs: i64,
    /// The modes around it.
    wheels: List<Wheel>,
}

/// A mode of the odometer.
#[derive(Clone, Copy)]
struct Wheel {
    extent: i64,
    digit: i64,
    /// From the end of everything below to the start of the next step of this mode.
    jump: i64,
}

impl Offsets {
    fn new(layout: &Layout) -> Offsets {
        let modes = coalesced(layout.leaf_modes());
        let run = if modes.is_empty() { Mode::UNIT } else { modes.at(0) };
        let mut wheels = List::new(Wheel { extent: 1, digit: 0, jump: 0 });
        let (mut runs, mut end) = (1, (run.extent - 1) * run.stride);
        for &Mode { extent, stride } in modes.as_slice().iter().skip(1) {
            // A distance between two offsets, so it fits.
            let _ = wheels.push(Wheel { extent, digit: 0, jump: stride - end });
            end += (extent - 1) * stride;
            runs *= extent;
        }
        Offsets { run, left: run.extent, offset: 0, runs: runs - 1, wheels }
    }

    /// Moves from the last offset of a run to the first of the next.
    #[inline]
    fn next_run(&mut self) {
        self.runs -= 1;
        self.left = self.run.extent;
        for wheel in self.wheels.as_mut_slice() {
            wheel.digit += 1;
            if wheel.digit < wheel.extent {
                self.offset += wheel.jump;
                return;
            }
            wheel.digit = 0;
        }
    }
}

impl Iterator for Offsets {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        if self.left == 0 {
            return None;
        }
        let offset = self.offset;
        self.left -= 1;
        if self.left > 0 {
            self.offset += self.run.stride;
        } else if self.runs > 0 {
            self.next_run();
        }
        Some(offset)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // The size of a layout fits into 63 bits; on smaller machines it may not fit into usize.
        let left = i128::from(self.left) + i128::from(self.runs) * i128::from(self.run.extent);
        match usize::try_from(left) {
            Ok(left) => (left, Some(left)),
            Err(_) => (usize::MAX, None),
        }
    }

    fn fold<B, F: FnMut(B, i64) -> B>(mut self, init: B, mut f: F) -> B {
        let (mut accumulator, mut left, mut offset) = (init, self.left, self.offset);
        if left == 0 {
            return accumulator;
        }
        // The two innermost modes as plain loops, the others as wheels around them: short runs
        // would spend more time on the wheels than on the offsets.
        let first = Wheel { extent: 1, digit: 0, jump: 0 };
        let Wheel { extent, digit, jump } = *self.wheels.as_slice().first().unwrap_or(&first);
        let mut runs = extent - digit;
        loop {
            loop {
                for _ in 1..left {
                    accumulator = f(accumulator, offset);
                    offset += self.run.stride;
                }
                accumulator = f(accumulator, offset);
                left = self.run.extent;
                runs -= 1;
                if runs == 0 {
                    break;
                }
                offset += jump;
            }
            let mut outer = self.wheels.as_mut_slice().iter_mut().skip(1);
            let turned = outer.find_map(|wheel| {
                wheel.digit = if wheel.digit + 1 < wheel.extent { wheel.digit + 1 } else { 0 };
                if wheel.digit > 0 { Some(wheel.jump) } else { None }
            });
            let Some(jump) = turned else {
                return accumulator;
            };
            (offset, runs) = (offset + jump, extent);
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

    /// All offsets, in index order: the table that [`recover`](crate::recover) reads.
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
