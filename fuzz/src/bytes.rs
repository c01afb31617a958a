//! Layouts out of bytes.

use std::ops::RangeInclusive;

use tilework::Layout;

/// A supply of numbers that never runs dry: after the last byte come zeros.
pub struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl<'a> Bytes<'a> {
    pub fn new(data: &'a [u8]) -> Bytes<'a> {
        Bytes(data.iter())
    }

    /// `0..256`.
    pub fn number(&mut self) -> i64 {
        self.0.next().copied().unwrap_or(0).into()
    }

    /// Numbers of all lengths up to 40 bits, of both signs, often beside a power of two.
    pub fn huge_number(&mut self) -> i64 {
        let kind = self.number();
        let high = self.number() << (kind % 33);
        if kind < 128 { high + self.number() % 5 - 2 } else { high + self.number() * self.number() }
    }

    /// A layout of up to `modes` leaves, perhaps with some of them grouped.
    pub fn layout(&mut self, modes: i64, extent: i64, strides: RangeInclusive<i64>) -> Layout {
        let rank = 1 + self.number() % modes;
        let width = strides.end() - strides.start() + 1;
        let mut parts = vec![];
        for _ in 0..rank {
            let (n, d) = (1 + self.number() % extent, strides.start() + self.number() % width);
            parts.push(Layout::new(n, d).unwrap());
        }
        self.nest(&parts)
    }

    /// The same with large extents and strides, if they fit.
    pub fn huge(&mut self, modes: i64) -> Option<Layout> {
        let rank = 1 + self.number() % modes;
        let mut parts = vec![];
        for _ in 0..rank {
            let (n, d) = (self.huge_number(), self.huge_number());
            parts.push(Layout::new(n.abs().max(1), d).ok()?);
        }
        Layout::concat(&parts).ok()?;
        Some(self.nest(&parts))
    }

    fn nest(&mut self, parts: &[Layout]) -> Layout {
        let layout = Layout::concat(parts).unwrap();
        let begin = self.number() as usize % parts.len();
        let end = begin + self.number() as usize % (parts.len() + 1 - begin);
        if end - begin < 2 { layout } else { layout.group(begin, end).unwrap() }
    }
}
