//! Who holds an element of a matrix, and what a value of a thread is.

use super::MmaAtom;
use super::coverage::{Coverage, Gap, Step, Steps, add};
use super::operand::Operand;

impl MmaAtom {
    /// Row and column of a thread's value; columns go on over the blocks. `None` where there is no such thread or
    /// value.
    ///
    /// ```
    /// use tilework_hardware::atom::{self, Operand};
    ///
    /// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN")?.mma().unwrap();
    /// assert_eq!(atom.cell(Operand::C, 8, 1), Some([2, 1]));
    /// assert_eq!(atom.cell(Operand::C, 32, 0), None);
    /// # Ok::<(), atom::AtomError>(())
    /// ```
    pub fn cell(&self, operand: Operand, thread: i64, value: i64) -> Option<[i64; 2]> {
        let layout = self.operand(operand);
        let [rows, _] = operand.extents(self.shape);
        let inside =
            |mode: usize, i: i64| layout.mode(mode).is_ok_and(|part| (0..part.size()).contains(&i));
        if layout.rank() != 2 || !inside(0, thread) || !inside(1, value) || rows < 1 {
            return None;
        }
        let index = layout.at((thread, value)).ok()?;
        Some([index.rem_euclid(rows), index.div_euclid(rows)])
    }

    /// The threads and values that hold an element, in order; none of what is outside the matrix.
    ///
    /// # Errors
    /// As [`coverage`](MmaAtom::coverage): where the layout does not cover its matrix.
    ///
    /// ```
    /// use tilework_hardware::atom::{self, Operand};
    ///
    /// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN")?.mma().unwrap();
    /// let owners: Vec<_> = atom.owners(Operand::C, 2, 1).unwrap().collect();
    /// assert_eq!(owners, [(8, 1)]);
    ///
    /// // The upper half of a wave of RDNA3 repeats the lower.
    /// let atom = atom::find("RDNA3::v_wmma_f32_16x16x16_f16")?.mma().unwrap();
    /// let owners: Vec<_> = atom.owners(Operand::A, 3, 5).unwrap().collect();
    /// assert_eq!(owners, [(3, 5), (19, 5)]);
    /// # Ok::<(), atom::AtomError>(())
    /// ```
    pub fn owners(&self, operand: Operand, row: i64, column: i64) -> Result<Owners, Gap> {
        let coverage = self.coverage(operand)?;
        let steps = Steps::of(self.operand(operand))?;
        let [rows, columns] = operand.extents(self.shape);
        // The product is the number of elements, which `coverage` has checked.
        let inside = (0..rows).contains(&row) && (0..columns * self.blocks()).contains(&column);
        if !inside {
            return Ok(Owners { first: (0, 0), steps, next: 0, end: 0 });
        }
        let (column, end) = match coverage {
            Coverage::Groups { elements } => (column - column % elements, 1),
            Coverage::Once => (column, 1),
            Coverage::Copies { copies: end } | Coverage::Every { threads: end } => (column, end),
        };
        let first = Steps::first_owner(steps.moving(), row + rows * column);
        Ok(Owners { first, steps, next: 0, end })
    }
}

/// The owners of an element, (thread, value).
#[derive(Clone, Debug)]
pub struct Owners {
    first: (i64, i64),
    steps: Steps,
    next: i64,
    end: i64,
}

impl Iterator for Owners {
    type Item = (i64, i64);

    fn next(&mut self) -> Option<(i64, i64)> {
        if self.next >= self.end {
            return None;
        }
        let mut rest = self.next;
        self.next += 1;
        let digit = |owner, step: &Step| {
            let count = rest % step.mode.extent;
            rest /= step.mode.extent;
            add(owner, step.owner(count))
        };
        Some(self.steps.still().iter().fold(self.first, digit))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = usize::try_from(self.end - self.next);
        (left.unwrap_or(usize::MAX), left.ok())
    }
}
