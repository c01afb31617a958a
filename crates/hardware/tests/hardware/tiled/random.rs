//! Random configurations, from a list of random numbers.

use tilework::{AnyLayout, ComposedLayout, Layout, Outer, Swizzle};

/// Random numbers, one choice at a time; the first ones when they run out, so that a shorter list is a simpler
/// configuration.
pub(super) struct Choices<'a> {
    numbers: &'a [u32],
    next: usize,
}

impl<'a> Choices<'a> {
    pub(super) fn new(numbers: &'a [u32]) -> Choices<'a> {
        Choices { numbers, next: 0 }
    }

    /// A number below `n`.
    pub(super) fn below(&mut self, n: usize) -> usize {
        let number = self.numbers.get(self.next).copied().unwrap_or(0);
        self.next += 1;
        number as usize % n
    }

    pub(super) fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Whether an event of probability `1 / n` happens.
    pub(super) fn rarely(&mut self, n: usize) -> bool {
        self.below(n) == n - 1
    }

    /// An extent as a product of factors; 1 has none.
    fn factors(&mut self, mut extent: i64) -> Vec<i64> {
        let mut out = Vec::new();
        while extent > 1 {
            let divisors: Vec<i64> = (2..=extent).filter(|d| extent % d == 0).collect();
            let factor = self.one(&divisors);
            out.push(factor);
            extent /= factor;
        }
        out
    }

    /// A layout with these modes, each split into leaves, with strides that are compact in a random order.
    pub(super) fn compact(&mut self, extents: &[i64], split: bool) -> Layout {
        let modes: Vec<Vec<i64>> = extents
            .iter()
            .map(|&extent| if split { self.factors(extent) } else { vec![extent] })
            .collect();
        let count = modes.iter().map(Vec::len).sum();
        let mut order: Vec<usize> = (0..count).collect();
        for i in (1..count).rev() {
            order.swap(i, self.below(i + 1));
        }
        let flat: Vec<i64> = modes.iter().flatten().copied().collect();
        let (mut strides, mut stride) = (vec![0; count], 1);
        for i in order {
            strides[i] = stride;
            stride *= flat[i];
        }
        nested(&modes, &strides)
    }

    /// A tensor with these extents: compact, padded, nested, with stride 0 or below, or behind a swizzle.
    pub(super) fn tensor(&mut self, extents: &[i64]) -> AnyLayout {
        let kind = self.below(8);
        let layout = match kind {
            0..=2 => self.compact(extents, false),
            3 => self.compact(extents, true),
            _ => {
                let compact = self.compact(extents, kind == 4);
                let pad = self.one(&[1, 2, 3]);
                let modes: Vec<Layout> = compact
                    .modes()
                    .map(|mode| {
                        let by = match self.below(5) {
                            0 => 0,
                            1 if kind > 5 => -1,
                            _ => pad,
                        };
                        mode.scale(by).unwrap()
                    })
                    .collect();
                Layout::concat(&modes).unwrap()
            }
        };
        if layout.min_offset() < 0 || self.below(3) > 0 {
            return layout.into();
        }
        let bits = 1 + self.below(3) as u32;
        let (base, shift) = (self.below(4) as u32, bits as i32 + self.below(3) as i32);
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        let offset = self.one(&[0, 0, 0, 8, 100]);
        ComposedLayout::from_parts(&Outer::Swizzle(swizzle), offset, &layout).unwrap().into()
    }
}

/// The layout with these modes, each of these leaves, and these strides.
fn nested(modes: &[Vec<i64>], strides: &[i64]) -> Layout {
    let mut strides = strides.iter();
    let modes: Vec<Layout> = modes
        .iter()
        .map(|leaves| {
            let leaves: Vec<Layout> =
                leaves.iter().map(|&e| Layout::new(e, *strides.next().unwrap()).unwrap()).collect();
            match &leaves[..] {
                [] => Layout::UNIT,
                [one] => *one,
                all => Layout::concat(all).unwrap(),
            }
        })
        .collect();
    Layout::concat(&modes).unwrap()
}
