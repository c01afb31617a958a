//! Random operands.

use tilework::{ComposedLayout, Layout, Outer, Swizzle, XorMap};

/// SplitMix64: the same numbers on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn below(&mut self, n: i64) -> i64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % n as u64) as i64
    }

    fn pick(&mut self, from: &[i64]) -> i64 {
        from[self.below(from.len() as i64) as usize]
    }

    /// A layout of one to three modes, nested or not, of at most some fifty elements.
    pub(crate) fn layout(&mut self, negative: bool) -> Layout {
        loop {
            let rank = 1 + self.below(3) as usize;
            let extents: Vec<i64> =
                (0..rank).map(|_| self.pick(&[1, 2, 2, 3, 4, 4, 5, 8])).collect();
            if extents.iter().product::<i64>() > 48 {
                continue;
            }
            let strides: Vec<i64> = match self.below(4) {
                // Compact in some order, as most layouts are.
                0 => {
                    let (mut place, mut strides) = (1, vec![0; rank]);
                    let turn = self.below(rank as i64) as usize;
                    for i in 0..rank {
                        let i = (i + turn) % rank;
                        strides[i] = place;
                        place *= extents[i];
                    }
                    strides
                }
                1 => (0..rank).map(|_| self.pick(&[1, 2, 4, 8, 16])).collect(),
                _ if negative => (0..rank).map(|_| self.below(16) - 4).collect(),
                _ => (0..rank).map(|_| self.below(12)).collect(),
            };
            let text = |numbers: &[i64], nested: bool| {
                let items: Vec<String> = numbers.iter().map(i64::to_string).collect();
                match (items.as_slice(), nested) {
                    ([one], false) => one.clone(),
                    ([first, rest @ ..], true) if rest.len() > 1 => {
                        format!("({first},({}))", rest.join(","))
                    }
                    (items, _) => format!("({})", items.join(",")),
                }
            };
            let nested = self.below(3) == 0;
            let layout = format!("{}:{}", text(&extents, nested), text(&strides, nested));
            return layout.parse().unwrap();
        }
    }

    fn map(&mut self) -> Outer {
        match self.below(6) {
            0 => {
                let count = self.below(6);
                let columns: Vec<i64> = (0..count).map(|_| self.below(32)).collect();
                Outer::Xor(XorMap::new(&columns).unwrap())
            }
            1 => Outer::Layout(self.layout(false)),
            _ => {
                let bits = self.below(4) as u32;
                let shift = i64::from(bits) + self.below(3);
                let shift = if self.below(4) == 0 { -shift } else { shift };
                Outer::Swizzle(Swizzle::new(bits, self.below(4) as u32, shift as i32).unwrap())
            }
        }
    }

    /// A composed layout of one to three maps.
    pub(crate) fn composed(&mut self) -> ComposedLayout {
        loop {
            let negative = self.below(4) == 0;
            let inner = self.layout(negative);
            let offset = if self.below(2) == 0 { 0 } else { self.below(24) };
            let mut made = ComposedLayout::new(self.map(), offset, &inner);
            for _ in 0..[0, 0, 1, 2][self.below(4) as usize] {
                let offset = if self.below(2) == 0 { 0 } else { self.below(12) };
                let map = self.map();
                made = made.and_then(|inside| inside.after(&map, offset));
            }
            if let Ok(composed) = made {
                return composed;
            }
        }
    }
}
