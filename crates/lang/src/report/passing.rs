//! The layout of numbers that pass one by one: a long table need not be kept to find the layout that it has.

use tilework::{Layout, Tuple};

/// The layout of the numbers so far, which goes on with its last mode.
///
/// As in [`tilework::recover`], there is never a choice: where a number leaves the layout, a new mode starts, or there
/// is no layout.
pub(super) struct Passing {
    /// The modes before the last: how many steps each has left, its extent, its stride.
    modes: Vec<(i64, i64, i64)>,
    /// Where the last mode starts, and its stride.
    chain: i64,
    stride: i64,
    /// How many numbers there were.
    count: i64,
    /// What the layout has next.
    expected: i64,
    /// Whether it is a layout, as far as can be told.
    holds: bool,
}

impl Passing {
    pub(super) fn new() -> Passing {
        let modes = Vec::new();
        Passing { modes, chain: 1, stride: 0, count: 0, expected: 0, holds: true }
    }

    /// Takes the next number.
    #[inline]
    pub(super) fn push(&mut self, number: i64) {
        if !self.holds {
            return;
        }
        if number != self.expected && !self.start(number) {
            self.holds = false;
            return;
        }
        self.count += 1;
        // One step of the first mode; the others step where those before them end.
        match self.modes.first_mut() {
            Some((left, _, stride)) if *left > 1 => {
                *left -= 1;
                self.expected = self.expected.wrapping_add(*stride);
            }
            _ => self.carry(),
        }
    }

    /// The first mode ends: back to its start, and a step of the next that does not end.
    fn carry(&mut self) {
        for (left, extent, stride) in &mut self.modes {
            if *left > 1 {
                *left -= 1;
                return match self.expected.checked_add(*stride) {
                    Some(next) => self.expected = next,
                    None => self.holds = false,
                };
            }
            *left = *extent;
            let back = (*extent - 1).checked_mul(*stride);
            match back.and_then(|back| self.expected.checked_sub(back)) {
                Some(start) => self.expected = start,
                None => self.holds = false,
            }
        }
        match self.expected.checked_add(self.stride) {
            Some(next) => self.expected = next,
            None => self.holds = false,
        }
    }

    /// Starts a mode with this number; `false` where none can start.
    fn start(&mut self, number: i64) -> bool {
        if self.count == 0 || self.count % self.chain != 0 {
            return false;
        }
        if self.count > 1 {
            let extent = self.count / self.chain;
            self.modes.push((extent, extent, self.stride));
        }
        (self.chain, self.stride, self.expected) = (self.count, number, number);
        true
    }

    /// The layout of all numbers, where it is certain; `None` says nothing.
    pub(super) fn layout(&self) -> Option<Layout> {
        if !self.holds || self.count < 2 || self.count % self.chain != 0 {
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
        table.iter().for_each(|number| passing.push(*number));
        passing.layout()
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
