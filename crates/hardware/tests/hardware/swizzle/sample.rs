//! Random problems: plain, nested, padded, composed layouts on several machines.

use tilework::{AnyLayout, ComposedLayout, Layout, Swizzle, XorMap};
use tilework_hardware::machine::{Direction, Machine};
use tilework_testing::nest;

use super::oracle::{TestAccess, TestProblem};

/// Random numbers from a seed.
pub(super) struct Random(pub(super) u64);

impl Random {
    /// A number below `n`.
    pub(super) fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ z >> 31) % n
    }

    pub(super) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize]
    }
}

/// Machines of vendors, and some that no vendor builds: few banks, banks that are no power of two, stores
/// that do not share.
pub(super) fn machine(random: &mut Random) -> Machine<'static> {
    let own = Machine { name: "own", lanes: 8, banks: 8, ..Machine::CUSTOM };
    random.pick(&[
        Machine::NVIDIA,
        Machine::NVIDIA,
        Machine::KEPLER8,
        Machine::CDNA3,
        Machine::CDNA4,
        Machine::RDNA3,
        own,
        Machine { lanes: 16, banks: 12, ..own },
        Machine { store_merge: false, ..own },
        Machine { bank_bytes: 1, banks: 4, ..own },
    ])
}

/// A layout of at most 2^10 elements: compact in a random order, sometimes padded, reversed, repeated or composed.
fn layout(random: &mut Random) -> AnyLayout {
    let extents: &[i64] =
        if random.below(3) == 0 { &[2, 3, 4, 5, 6, 8, 12] } else { &[2, 4, 8, 16, 32] };
    let (mut modes, mut size) = (Vec::new(), 1);
    for _ in 0..2 + random.below(4) {
        let extent = random.pick(extents);
        if size * extent <= 1 << 10 {
            modes.push((extent, 0));
            size *= extent;
        }
    }
    // Strides in a random order.
    let mut order: Vec<usize> = (0..modes.len()).collect();
    for i in (1..order.len()).rev() {
        order.swap(i, random.below(i as u64 + 1) as usize);
    }
    let mut stride = 1;
    for i in order {
        modes[i].1 = match random.below(40) {
            0 => -stride,
            1 => 0,
            _ => stride,
        };
        stride *= modes[i].0;
        if random.below(8) == 0 {
            stride += random.pick(&[1, 4, 8, 16]);
        }
    }
    let plain = nest(&modes, random.below(u64::MAX));
    match random.below(5) {
        0 => {
            let b = 1 + random.below(3) as u32;
            let shift = b as i32 + random.below(3) as i32;
            let swizzle = Swizzle::new(b, random.below(4) as u32, shift).unwrap();
            let offset = random.pick(&[0, 8, 64]);
            AnyLayout::Composed(ComposedLayout::new(swizzle, offset, &plain).unwrap())
        }
        1 => {
            // Higher bits onto lower ones: a bijection.
            let columns: Vec<i64> =
                (0..8).map(|i| 1 << i | random.below(1 << i) as i64 & !7).collect();
            let map = XorMap::new(&columns).unwrap();
            AnyLayout::Composed(ComposedLayout::new(map, 0, &plain).unwrap())
        }
        _ => AnyLayout::Plain(plain),
    }
}

/// An access to a layout of this size, most of the time with vectors along its contiguous mode.
fn access(random: &mut Random, layout: &AnyLayout, bits: u32, machine: &Machine<'_>) -> TestAccess {
    let inner = layout.inner();
    let (mut step, mut along) = (1, inner.size());
    for mode in inner.leaf_modes() {
        if mode.stride == 1 && mode.extent > 1 {
            along = mode.extent;
            break;
        }
        step *= mode.extent;
    }
    let widths: Vec<u32> = machine
        .widths_bytes
        .iter()
        .copied()
        .filter(|&width| width * 8 >= bits && i64::from(width * 8 / bits) <= along.max(1))
        .collect();
    let matrices = (machine.name == "nvidia" && bits <= 128 && random.below(4) == 0)
        .then(|| random.pick(&[1, 2, 4]));
    let width_bytes = match matrices {
        Some(_) => 16,
        None if widths.is_empty() => (bits / 8).max(1),
        None => random.pick(&widths),
    };
    let per = i64::from(width_bytes * 8 / bits);
    // Index steps that lead from vector to vector: whole vectors along the contiguous mode, and the places of others.
    let mut steps = vec![(per * step, (along / per).max(1))];
    let mut place = 1;
    for mode in inner.leaf_modes() {
        if place != step {
            steps.push((place, mode.extent));
        }
        place *= mode.extent;
    }
    let mut lanes = match matrices {
        Some(matrices) => 8 * matrices as i64,
        None => i64::from(machine.lanes) * random.pick(&[1, 1, 1, 2]),
    };
    let (mut threads, mut iterations) = (Vec::new(), Vec::new());
    for i in (0..steps.len()).rev() {
        steps.swap(i, random.below(i as u64 + 1) as usize);
    }
    for (step, extent) in steps {
        let mine = (1..=extent).rev().find(|n| extent % n == 0 && lanes % n == 0).unwrap();
        if mine > 1 {
            threads.push((mine, step));
            lanes /= mine;
        }
        if extent > mine && random.below(3) > 0 {
            iterations.push((extent / mine, step * mine));
        }
    }
    if lanes > 1 {
        // More lanes than vectors: some are copies.
        threads.push((lanes, 0));
    }
    if iterations.iter().map(|mode| mode.0).product::<i64>() > 16 {
        iterations.truncate(1);
    }
    let layout_of = |modes: &[(i64, i64)]| match modes {
        [] => Layout::new(1, 0).unwrap(),
        modes => nest(modes, 1),
    };
    let values = match random.below(30) {
        // Single elements far apart, which are no vector.
        0 if per > 1 => Layout::new(per, step + 1).unwrap(),
        1 if step * per < inner.size() => Layout::new((per, 2), (step, 0)).unwrap(),
        _ => Layout::new(per, step).unwrap(),
    };
    TestAccess {
        threads: layout_of(&threads),
        values,
        iterations: layout_of(&iterations),
        start: if iterations.is_empty() { random.pick(&[0, 0, 0, 0, 1, 8]) } else { 0 },
        width_bytes,
        direction: match matrices {
            Some(_) => Direction::Load,
            None => random.pick(&[Direction::Load, Direction::Store]),
        },
        active: random.pick(&[u64::MAX, u64::MAX, u64::MAX, 0x5a0f]),
        matrices,
    }
}

/// A random problem with one to three accesses.
pub(super) fn problem(random: &mut Random) -> TestProblem {
    let machine = machine(random);
    let layout = layout(random);
    let bits = random.pick(&[4, 8, 16, 16, 32, 32, 64]);
    let count = 1 + random.below(3);
    let accesses = (0..count).map(|_| access(random, &layout, bits, &machine)).collect();
    TestProblem::new(layout, bits, machine, accesses)
}
