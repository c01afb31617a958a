//! The layout of numbers that pass one by one: a long table need not be kept to find the layout that it has.

use tilework::{Layout, Tuple};

/// The layout of the numbers so far, which goes on with its last mode.
///
/// As in [`tilework::recover`], there is never a choice: where a number leaves the layout, a new mode starts, or there
/// is no layout.
pub(super) struct Passing {
    /// The modes before the last: how many steps each has left, its extent, its stride.
    modes: Vec<(i64, i64, i64)>,
    /// How many steps the first mode has left before it ends, and its stride; none, where the first is the last.
    left: i64,
    step: i64,
    /// Where the last mode starts, and its stride.
    chain: i64,
    stride: i64,
    /// How many numbers there were.
    count: i64,
    /// What the layout has next.
    expected: i64,
    /// Whether that fits into 64 bits.
    fits: bool,
}

impl Passing {
    pub(super) fn new() -> Passing {
        let (modes, left, step) = (Vec::new(), 0, 0);
        Passing { modes, left, step, chain: 1, stride: 0, count: 0, expected: 0, fits: true }
    }

    /// How many numbers there were.
    pub(super) fn count(&self) -> i64 {
        self.count
    }

    /// Whether a number can be the next: the layout does not go on beyond 64 bits.
    pub(super) fn fits(&self) -> bool {
        self.fits
    }

    /// Takes a number, if the layout goes on with it.
    #[inline]
    pub(super) fn is_next(&mut self, number: i64) -> bool {
        if number != self.expected || !self.fits {
            return false;
        }
        self.count += 1;
        // One step of the first mode; the others step where those before them end.
        if self.left > 1 {
            self.left -= 1;
            match self.expected.checked_add(self.step) {
                Some(next) => self.expected = next,
                None => self.fits = false,
            }
        } else {
            self.carry();
        }
        true
    }

    /// The first mode ends: back to its start, and a step of the next that does not end.
    fn carry(&mut self) {
        if let Some((left, ..)) = self.modes.first_mut() {
            *left = 1;
        }
        self.fits = self.advance().is_some();
        self.first_mode();
    }

    /// Steps the first mode that does not end, and takes those before it back to their starts; `None` where
    /// that does not fit.
    fn advance(&mut self) -> Option<()> {
        for (left, extent, stride) in &mut self.modes {
            if *left > 1 {
                *left -= 1;
                self.expected = self.expected.checked_add(*stride)?;
                return Some(());
            }
            *left = *extent;
            let back = (*extent - 1).checked_mul(*stride)?;
            self.expected = self.expected.checked_sub(back)?;
        }
        self.expected = self.expected.checked_add(self.stride)?;
        Some(())
    }

    /// Where the first mode is now.
    fn first_mode(&mut self) {
        (self.left, self.step) =
            self.modes.first().map_or((0, 0), |(left, _, stride)| (*left, *stride));
    }

    /// Takes a number that the layout does not go on with, if a mode can start there.
    pub(super) fn starts(&mut self, number: i64) -> bool {
        if !self.fits || self.count == 0 || self.count % self.chain != 0 {
            return false;
        }
        if self.count > 1 {
            let extent = self.count / self.chain;
            self.modes.push((extent, extent, self.stride));
            self.first_mode();
        }
        (self.chain, self.stride, self.expected) = (self.count, number, number);
        self.is_next(number)
    }

    /// All numbers so far.
    pub(super) fn numbers(&self) -> Vec<i64> {
        let (mut out, mut place) = (vec![0_i64; self.count.min(1) as usize], 1);
        let ends = self.modes.iter().map(|(_, extent, stride)| (Some(*extent), *stride));
        for (extent, stride) in ends.chain([(None, self.stride)]) {
            // One step of a mode is as far as all of those before it reach.
            let end = extent.map_or(self.count, |extent| place * extent);
            for i in place..end {
                out.push(out[(i - place) as usize] + stride);
            }
            place = end;
        }
        out
    }

    /// The layout of all numbers, where it is certain; `None` says nothing.
    pub(super) fn layout(&self) -> Option<Layout> {
        if !self.fits || self.count < 2 || self.count % self.chain != 0 {
            return None;
        }
        let last = (1, self.count / self.chain, self.stride);
        let modes = || self.modes.iter().chain([&last]);
        let extents: Vec<i64> = modes().map(|(_, extent, _)| *extent).collect();
        let strides: Vec<i64> = modes().map(|(.., stride)| *stride).collect();
        match (extents.as_slice(), strides.as_slice()) {
            ([extent], [stride]) => Layout::new(*extent, *stride).ok(),
            _ => {
                let (shape, stride) = (Tuple::from_slice(&extents), Tuple::from_slice(&strides));
                Layout::from_tuples(&shape.ok()?, &stride.ok()?).ok()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passed(table: &[i64]) -> Option<Layout> {
        let mut passing = Passing::new();
        let all = table.iter().all(|&y| passing.is_next(y) || passing.starts(y));
        assert_eq!(passing.numbers(), table[..passing.count() as usize]);
        passing.layout().filter(|_| all)
    }

    /// All tables of up to six small numbers, with and without a layout.
    #[test]
    fn small_tables() {
        for len in 2..=6_u32 {
            for code in 0..4_i64.pow(len) {
                let entry = |i: u32| code / 4_i64.pow(i) % 4 - 1;
                let table: Vec<i64> = (0..len).map(entry).collect();
                assert_eq!(passed(&table), tilework::recover(&table).ok(), "{table:?}");
            }
        }
    }

    /// Layouts of several modes, as they are, cut off, and with one number changed.
    #[test]
    fn tables_of_layouts() {
        let numbers = [1, 2, 3, 4, 6];
        let strides = [-5, 0, 1, 2, 3, 6, 12, 24, i64::MAX / 8];
        for i in 0..4000 {
            let pick = |place: usize, from: &[i64]| from[(i * 7919 / (place + 1)) % from.len()];
            let modes: Vec<(i64, i64)> = (0..1 + i % 3)
                .map(|k| (pick(3 * k + i % 7, &numbers), pick(5 * k + i % 11, &strides)))
                .collect();
            let mut table = vec![0_i64];
            for (extent, stride) in &modes {
                let below = table.clone();
                for step in 1..*extent {
                    table.extend(below.iter().map(|y| y.wrapping_add(step.wrapping_mul(*stride))));
                }
            }
            let wrong = i % table.len();
            for cut in [table.len(), table.len() - i % 3 % table.len()] {
                let mut table = table[..cut].to_vec();
                for _ in 0..2 {
                    let (found, expected) = (passed(&table), tilework::recover(&table).ok());
                    assert!(found.is_none() || found == expected, "{table:?}");
                    // What is found has few modes and small numbers only.
                    let certain = table.len() > 1 && table.iter().all(|y| y.abs() < 1 << 32);
                    assert!(!certain || found == expected, "{table:?}");
                    if let Some(entry) = table.get_mut(wrong) {
                        *entry = entry.wrapping_add(1);
                    }
                }
            }
        }
    }
}
