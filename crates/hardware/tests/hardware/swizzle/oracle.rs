//! The definitions, by enumeration: sets of words for each phase, behind any map of offsets.

use std::collections::{BTreeMap, BTreeSet};

use tilework::{AnyLayout, Layout, Outer};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::machine::{Direction, Machine};
use tilework_testing::{eval, offsets};

/// Lanes of each phase, and the banks: written down anew from the specification.
pub(super) fn phases(machine: &Machine<'_>, access: &TestAccess) -> (Vec<Vec<usize>>, i64) {
    let (name, load) = (machine.name, access.direction == Direction::Load);
    let lanes = machine.lanes as usize;
    let runs = |base: usize, runs: &[(usize, usize)]| {
        runs.iter().flat_map(|&(a, b)| base + a..=base + b).collect::<Vec<usize>>()
    };
    let four = |base| {
        vec![
            runs(base, &[(0, 3), (20, 23)]),
            runs(base, &[(4, 7), (16, 19)]),
            runs(base, &[(8, 11), (28, 31)]),
            runs(base, &[(12, 15), (24, 27)]),
        ]
    };
    let two = |base| {
        vec![runs(base, &[(0, 3), (12, 15), (20, 27)]), runs(base, &[(4, 11), (16, 19), (28, 31)])]
    };
    let banks = match name {
        "cdna4" if !load => 32,
        _ => i64::from(machine.banks),
    };
    let wide = access.width_bytes == 16 && load;
    let chunks = |lanes: usize, each: usize| {
        (0..lanes).step_by(each).map(|a| (a..(a + each).min(lanes)).collect()).collect()
    };
    let listed = match (access.matrices, name) {
        (Some(matrices), _) => chunks(8 * matrices, 8),
        (None, "cdna3") if wide => [four(0), four(32)].concat(),
        (None, "cdna4") if wide => [two(0), two(32)].concat(),
        (None, "rdna3") if wide => four(0),
        _ => {
            let wide = i64::from(access.width_bytes.max(machine.bank_bytes));
            let each = (banks * i64::from(machine.bank_bytes) / wide).clamp(1, lanes as i64);
            chunks(lanes, each as usize)
        }
    };
    (listed, banks)
}

/// An access in the words of the test.
#[derive(Clone, Debug)]
pub(super) struct TestAccess {
    pub(super) threads: Layout,
    pub(super) values: Layout,
    pub(super) iterations: Layout,
    pub(super) start: i64,
    pub(super) width_bytes: u32,
    pub(super) direction: Direction,
    pub(super) active: u64,
    /// How many matrices of 8 rows, for `ldmatrix`.
    pub(super) matrices: Option<usize>,
}

impl TestAccess {
    pub(super) fn access(&self) -> Access {
        let access = match self.matrices {
            Some(matrices) => {
                let matrices = Matrices::new(matrices as u32).unwrap();
                Access::rows(&self.threads, matrices, self.direction).unwrap()
            }
            None => {
                let tv = Layout::concat(&[self.threads, self.values]).unwrap();
                Access::vectors(&tv, self.width_bytes, self.direction).unwrap()
            }
        };
        access.over(&self.iterations).from_index(self.start).active(self.active)
    }

    /// The offsets of the elements of each lane's vector, by iteration and instruction, before any swizzle; `None` where
    /// an index is outside.
    #[allow(clippy::type_complexity)]
    fn vectors(&self, problem: &TestProblem) -> Option<Vec<Vec<Vec<Option<Vec<i64>>>>>> {
        let per = i64::from(self.width_bytes * 8 / problem.bits);
        let (lanes, threads) = match self.matrices {
            Some(matrices) => (8 * matrices as i64, 8 * matrices as i64),
            None => (i64::from(problem.machine.lanes), self.threads.size()),
        };
        let step = row_step(&problem.inner);
        let vectors = if self.matrices.is_some() { 1 } else { self.values.size() / per };
        let mut out = Vec::new();
        for added in offsets(&self.iterations) {
            let mut iteration = Vec::new();
            for vector in 0..vectors {
                for first in (0..threads).step_by(lanes as usize) {
                    let mut instruction = Vec::new();
                    for lane in 0..lanes.min(threads - first) {
                        if self.active >> lane & 1 == 0 {
                            instruction.push(None);
                            continue;
                        }
                        let mut elements = Vec::new();
                        for k in 0..per {
                            let value = match self.matrices {
                                Some(_) => k * step,
                                None => eval(self.values.leaf_modes(), vector * per + k),
                            };
                            let thread = eval(self.threads.leaf_modes(), first + lane);
                            let index = thread + value + added + self.start;
                            elements.push(*problem.table.get(usize::try_from(index).ok()?)?);
                        }
                        instruction.push(Some(elements));
                    }
                    iteration.push(instruction);
                }
            }
            out.push(iteration);
        }
        Some(out)
    }
}

/// The product of the extents before the mode of stride 1.
fn row_step(layout: &Layout) -> i64 {
    let mut step = 1;
    for mode in layout.leaf_modes() {
        if mode.stride == 1 && mode.extent > 1 {
            return step;
        }
        step *= mode.extent;
    }
    1
}

/// A layout and its accesses, in the words of the test.
#[derive(Clone, Debug)]
pub(super) struct TestProblem {
    pub(super) layout: AnyLayout,
    inner: Layout,
    pub(super) table: Vec<i64>,
    pub(super) bits: u32,
    pub(super) machine: Machine<'static>,
    pub(super) accesses: Vec<TestAccess>,
}

impl TestProblem {
    pub(super) fn new(
        layout: AnyLayout,
        bits: u32,
        machine: Machine<'static>,
        accesses: Vec<TestAccess>,
    ) -> TestProblem {
        let (inner, table) = match &layout {
            AnyLayout::Plain(layout) => (*layout, offsets(layout)),
            AnyLayout::Composed(composed) => {
                assert_eq!(composed.stages(), 1);
                let (outer, offset) = composed.stage(0).unwrap();
                let map = |x: i64| match outer {
                    Outer::Swizzle(sw) => swizzled(sw.bits(), sw.base(), sw.shift(), x),
                    Outer::Xor(map) => xor(map.columns(), x),
                    Outer::Layout(layout) => eval(layout.leaf_modes(), x),
                };
                let inner = *composed.inner();
                (inner, offsets(&inner).into_iter().map(|x| map(offset + x)).collect())
            }
        };
        TestProblem { layout, inner, table, bits, machine, accesses }
    }

    pub(super) fn accesses(&self) -> Vec<Access> {
        self.accesses.iter().map(TestAccess::access).collect()
    }

    /// The bits of the largest offset.
    pub(super) fn offset_bits(&self) -> u32 {
        let bits = |&x: &i64| i64::BITS - if x < 0 { !x } else { x }.leading_zeros();
        self.table.iter().map(bits).max().unwrap()
    }

    /// All vectors, or `None` where an access leaves the layout.
    pub(super) fn enumerated(&self) -> Option<Enumerated<'_>> {
        let vectors = self.accesses.iter().map(|access| access.vectors(self));
        Some(Enumerated { problem: self, vectors: vectors.collect::<Option<_>>()? })
    }
}

/// All vectors of a problem, by access, iteration, instruction and lane.
pub(super) struct Enumerated<'a> {
    problem: &'a TestProblem,
    #[allow(clippy::type_complexity)]
    vectors: Vec<Vec<Vec<Vec<Option<Vec<i64>>>>>>,
}

impl Enumerated<'_> {
    /// Wavefronts and ideal behind a map, in the first iterations or in all; `None` where a vector is split or
    /// misaligned.
    pub(super) fn judge(&self, iterations: usize, map: impl Fn(i64) -> i64) -> Option<(u64, u64)> {
        let (mut wavefronts, mut ideal) = (0, 0);
        for (access, all) in self.problem.accesses.iter().zip(&self.vectors) {
            let (phases, banks) = phases(&self.problem.machine, access);
            for instruction in all.iter().take(iterations).flatten() {
                let (more, phases) = self.instruction(access, instruction, &phases, banks, &map)?;
                (wavefronts, ideal) = (wavefronts + more, ideal + phases);
            }
        }
        Some((wavefronts, ideal))
    }

    fn instruction(
        &self,
        access: &TestAccess,
        lanes: &[Option<Vec<i64>>],
        phases: &[Vec<usize>],
        banks: i64,
        map: impl Fn(i64) -> i64,
    ) -> Option<(u64, u64)> {
        let (bits, machine) = (i64::from(self.problem.bits), &self.problem.machine);
        let (width, word) = (i64::from(access.width_bytes), i64::from(machine.bank_bytes));
        let shares = access.direction == Direction::Load || machine.store_merge;
        let (mut wavefronts, mut ideal) = (0, 0);
        for phase in phases {
            let mut words = BTreeMap::<i64, BTreeSet<(i64, usize)>>::new();
            for &lane in phase {
                let Some(Some(elements)) = lanes.get(lane) else { continue };
                let first = map(elements[0]);
                if elements.iter().zip(first..).any(|(&element, want)| map(element) != want) {
                    return None;
                }
                if first * bits % (8 * width) != 0 {
                    return None;
                }
                for byte in first * bits / 8..first * bits / 8 + width {
                    let word = byte.div_euclid(word);
                    // Where lanes do not share, each of them is a touch of its own.
                    let touch = (word, if shares { 0 } else { lane });
                    words.entry(word.rem_euclid(banks)).or_default().insert(touch);
                }
            }
            let ways = words.values().map(BTreeSet::len).max().unwrap_or(0) as u64;
            wavefronts += ways;
            ideal += u64::from(ways > 0);
        }
        Some((wavefronts, ideal))
    }
}

/// A swizzle, by its definition.
pub(super) fn swizzled(b: u32, m: u32, s: i32, x: i64) -> i64 {
    let (read, changed) = if s >= 0 { (m + s as u32, m) } else { (m, m + s.unsigned_abs()) };
    let mut out = x;
    for bit in 0..b {
        out ^= (x >> (read + bit) & 1) << (changed + bit);
    }
    out
}

/// An XOR map, by its definition.
pub(super) fn xor(columns: &[i64], x: i64) -> i64 {
    let mut out = x;
    for (bit, column) in columns.iter().enumerate() {
        if x >> bit & 1 == 1 {
            out ^= 1 << bit ^ column;
        }
    }
    out
}

/// All swizzles within the bounds, in the order of the family.
pub(super) fn family(bits: u32, most_b: u32, negative: bool) -> Vec<(u32, u32, i32)> {
    let mut out = vec![(0, 0, 0)];
    for b in 1..=most_b {
        for m in 0..bits {
            for sign in if negative { vec![1, -1] } else { vec![1] } {
                for s in b..bits {
                    if m + s + b <= bits {
                        out.push((b, m, sign * s as i32));
                    }
                }
            }
        }
    }
    out
}
