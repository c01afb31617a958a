//! Random memories and accesses, mostly such as kernels have, always the same ones.

use tilework::{AnyLayout, ComposedLayout, Layout, Outer, Swizzle, XorMap};

use super::oracle::Tables;

/// A generator of its own, so that the sample stays the same: SplitMix64.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    pub(super) fn below(&mut self, n: i64) -> i64 {
        (self.next() % n as u64) as i64
    }

    pub(super) fn one_in(&mut self, n: i64) -> bool {
        self.below(n) == 0
    }

    pub(super) fn of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len() as i64) as usize]
    }

    fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i as i64 + 1) as usize);
        }
    }
}

/// A memory, elements of some bits, and an access (thread, value, iteration) in vectors.
pub(super) struct Case {
    pub(super) memory: AnyLayout,
    pub(super) tv: Layout,
    /// What is added to every index.
    pub(super) start: i64,
    pub(super) bits: u32,
    pub(super) width: u32,
}

impl Case {
    pub(super) fn tables(&self) -> Tables {
        let size = |i: usize| self.tv.mode(i).unwrap().size() as usize;
        Tables {
            memory: self.memory.offsets().collect(),
            index: self.tv.offsets().map(|index| index + self.start).collect(),
            threads: size(0),
            values: size(1),
            bits: i64::from(self.bits),
            width: i64::from(self.width),
        }
    }
}

fn joined(modes: &[(i64, i64)]) -> Layout {
    let modes: Vec<Layout> = modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
    match modes.as_slice() {
        [] => Layout::new(1, 0).unwrap(),
        [one] => *one,
        many => Layout::concat(many).unwrap(),
    }
}

/// Bits of an element, and of a vector in bytes that has a whole number of them.
fn widths(random: &mut Random) -> (u32, u32) {
    loop {
        let bits: u32 = random.of(&[4, 8, 8, 16, 16, 16, 32, 32, 64, 24, 48]);
        let width: u32 = random.of(&[1, 2, 4, 8, 16, 16]);
        if (8 * width).is_multiple_of(bits) {
            return (bits, width);
        }
    }
}

/// Maps in front of a layout.
fn mapped(random: &mut Random, inner: Layout) -> AnyLayout {
    let swizzle = |random: &mut Random| {
        let bits = 1 + random.below(4) as u32;
        let shift = bits as i32 + random.below(4) as i32;
        let shift = if random.one_in(8) { -shift } else { shift };
        Outer::Swizzle(Swizzle::new(bits, random.below(6) as u32, shift).unwrap())
    };
    let offset = |random: &mut Random| match random.below(6) {
        0 => random.below(1 << 12),
        1 => 1 << random.below(12),
        2 => -64 * random.below(20),
        _ => 0,
    };
    let xor = |random: &mut Random| {
        // Ones below the diagonal are added, so that most are invertible.
        let count = 1 + random.below(10);
        let columns: Vec<i64> = (0..count)
            .map(|bit| {
                let low = if random.one_in(3) { random.below(1 << bit) & !7 } else { 0 };
                1 << bit ^ low
            })
            .collect();
        Outer::Xor(XorMap::new(&columns).unwrap())
    };
    let plain = AnyLayout::Plain(inner);
    let composed = match random.below(10) {
        0..=2 => return plain,
        3..=6 => {
            let outer = swizzle(random);
            let at = if random.one_in(2) { 0 } else { offset(random) };
            ComposedLayout::from_parts(&outer, at, &inner)
        }
        7 => {
            let outer = xor(random);
            ComposedLayout::from_parts(&outer, offset(random), &inner)
        }
        8 => {
            let (first, second) = (swizzle(random), xor(random));
            let between = offset(random);
            ComposedLayout::from_parts(&first, offset(random), &inner)
                .and_then(|one| one.after(&second, between))
        }
        _ => {
            let outer = Outer::Layout("(64,64):(1,72)".parse().unwrap());
            ComposedLayout::from_parts(&outer, 0, &inner)
        }
    };
    composed.map_or(plain, AnyLayout::Composed)
}

/// Powers of two: index bits dealt out to values, threads and iterations, the bits of a vector mostly those of
/// neighbours in memory.
fn powers(random: &mut Random) -> Case {
    let (bits, width) = widths(random);
    let (rows, columns) = (3 + random.below(5), 3 + random.below(5));
    let (m, n) = (1 << rows, 1 << columns);
    let pad = if random.one_in(4) { random.of(&[1, 2, 4, 8, 16, 24, 32]) } else { 0 };
    let row_major = random.one_in(2);
    let inner =
        if row_major { joined(&[(m, n + pad), (n, 1)]) } else { joined(&[(m, 1), (n, m + pad)]) };
    let mut free: Vec<i64> = (0..rows + columns).map(|bit| 1 << bit).collect();
    let vector_bits = (8 * width / bits).trailing_zeros() as usize;
    let first = if row_major { rows as usize } else { 0 };
    let mut values: Vec<(i64, i64)> = Vec::new();
    if vector_bits > (if row_major { columns } else { rows }) as usize {
        return powers(random);
    }
    for _ in 0..vector_bits {
        values.push((2, free.remove(first)));
    }
    if random.one_in(3) {
        random.shuffle(&mut free);
    }
    if random.one_in(2) && !free.is_empty() {
        values.push((2, free.remove(random.below(free.len() as i64) as usize)));
    }
    let count = (3 + random.below(5)).min(free.len() as i64) as usize;
    let threads: Vec<(i64, i64)> = free.drain(..count).map(|bit| (2, bit)).collect();
    if !random.one_in(3) {
        free.truncate(5);
    }
    let iterations: Vec<(i64, i64)> = free.into_iter().map(|bit| (2, bit)).collect();
    let tv = Layout::concat(&[joined(&threads), joined(&values), joined(&iterations)]).unwrap();
    Case { memory: mapped(random, inner), tv, start: 0, bits, width }
}

/// Any numbers: padded, negative and zero strides, extents that are no powers of two.
fn anything(random: &mut Random) -> Case {
    let (bits, width) = widths(random);
    let vector = i64::from(8 * width / bits);
    let (m, n) = (1 + random.below(48), vector * (1 + random.below(12)));
    let n = if random.one_in(20) { n + 1 } else { n };
    let row = match random.below(5) {
        0 => n,
        1 => n + vector * random.below(8),
        2 => n + random.below(8),
        3 => -(n + vector * random.below(3)),
        _ => random.of(&[0, 32, 64, 72, 128, 136]),
    };
    let inner = if random.one_in(3) {
        let half = n / 2;
        if n % 2 == 0 && half % vector == 0 {
            let modes = [joined(&[(m, row)]), joined(&[(half, 1), (2, half)])];
            Layout::concat(&modes).unwrap()
        } else {
            joined(&[(m, row), (n, 1)])
        }
    } else {
        joined(&[(m, row), (n, 1)])
    };
    let vectors = (n / vector).max(1);
    let step = vector * m;
    let (threads, iterations) = match random.below(4) {
        0 => (joined(&[(m, 1)]), joined(&[(vectors, step)])),
        1 => (joined(&[(vectors, step)]), joined(&[(m, 1)])),
        2 => {
            let rows = 1 + random.below(m);
            (joined(&[(vectors, step), (rows, 1)]), joined(&[(m / rows, rows)]))
        }
        _ => {
            let rows = 1 + random.below(m);
            let more = if random.one_in(4) { 0 } else { step };
            (joined(&[(rows, 1), (2, 0)]), joined(&[(m / rows, rows), (vectors, more)]))
        }
    };
    let values = joined(&[(vector, m)]);
    let tv = Layout::concat(&[threads, values, iterations]).unwrap();
    Case { memory: mapped(random, inner), tv, start: 0, bits, width }
}

pub(super) fn case(random: &mut Random) -> Case {
    let case = if random.one_in(2) { powers(random) } else { anything(random) };
    if !random.one_in(5) {
        return case;
    }
    // From a later index on, mostly without leaving the memory.
    let modes = [case.tv.mode(0), case.tv.mode(1), Layout::new(1, 0)].map(Result::unwrap);
    let tv = if random.one_in(2) { case.tv } else { Layout::concat(&modes).unwrap() };
    let room = case.memory.size() - tv.max_offset();
    Case { tv, start: random.below(room.max(4)), ..case }
}
