//! Bank conflicts by the definition: all bytes of all lanes, phase by phase. Nothing of the crate is used.

use std::collections::{BTreeMap, BTreeSet};

/// What a machine does with accesses of one direction and width.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    pub(super) phases: Vec<Vec<usize>>,
    pub(super) banks: i64,
    pub(super) bank_bytes: i64,
    /// Whether lanes that want the same word share it.
    pub(super) share: bool,
}

fn chunks(lanes: usize, each: usize) -> Vec<Vec<usize>> {
    (0..lanes).step_by(each).map(|first| (first..lanes.min(first + each)).collect()).collect()
}

fn runs(from: usize, runs: &[(usize, usize)]) -> Vec<usize> {
    runs.iter().flat_map(|&(first, last)| from + first..=from + last).collect()
}

fn p32(from: usize) -> Vec<Vec<usize>> {
    vec![
        runs(from, &[(0, 3), (20, 23)]),
        runs(from, &[(4, 7), (16, 19)]),
        runs(from, &[(8, 11), (28, 31)]),
        runs(from, &[(12, 15), (24, 27)]),
    ]
}

fn p64(from: usize) -> Vec<Vec<usize>> {
    vec![runs(from, &[(0, 3), (12, 15), (20, 27)]), runs(from, &[(4, 11), (16, 19), (28, 31)])]
}

/// The machines by name: the tables of vendors and measurements, written once more.
pub(super) fn rules(machine: &str, store: bool, width: usize) -> (usize, Rules) {
    let (lanes, banks, bank_bytes) = match machine {
        "kepler8" => (32, 32, 8),
        "cdna1" | "cdna2" | "cdna3" => (64, 32, 4),
        "cdna4" if store => (64, 32, 4),
        "cdna4" => (64, 64, 4),
        _ => (32, 32, 4),
    };
    let phases = match (machine, store, width) {
        ("cdna1" | "cdna2" | "cdna3", false, 16) => [p32(0), p32(32)].concat(),
        ("cdna4", false, 16) => [p64(0), p64(32)].concat(),
        ("rdna3", false, 16) => p32(0),
        _ => chunks(lanes, (banks * bank_bytes / width.max(bank_bytes)).clamp(1, lanes)),
    };
    let rules = Rules { phases, banks: banks as i64, bank_bytes: bank_bytes as i64, share: true };
    (lanes, rules)
}

/// `ldmatrix` of this many rows.
pub(super) fn matrix_rules(rows: usize) -> Rules {
    Rules { phases: chunks(rows, 8), banks: 32, bank_bytes: 4, share: true }
}

/// What one instruction of a warp costs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Cost {
    /// The ways of each phase.
    pub(super) ways: Vec<usize>,
    /// Distinct words of each phase, summed.
    pub(super) words: usize,
    /// Distinct words of all phases.
    pub(super) distinct: usize,
}

impl Cost {
    pub(super) fn wavefronts(&self) -> u64 {
        self.ways.iter().sum::<usize>() as u64
    }

    pub(super) fn ideal(&self) -> u64 {
        self.ways.iter().filter(|&&ways| ways > 0).count() as u64
    }
}

/// The words of each bank that the lanes of a phase want, by lane where they do not share.
pub(super) fn banks(
    addresses: &[Option<i64>],
    width: i64,
    rules: &Rules,
    lanes: &[usize],
) -> BTreeMap<i64, BTreeSet<(i64, usize)>> {
    let mut banks = BTreeMap::<i64, BTreeSet<(i64, usize)>>::new();
    for &lane in lanes {
        let Some(address) = addresses.get(lane).copied().flatten() else { continue };
        for byte in address..address + width {
            let word = byte.div_euclid(rules.bank_bytes);
            let who = if rules.share { 0 } else { lane };
            banks.entry(word.rem_euclid(rules.banks)).or_default().insert((word, who));
        }
    }
    banks
}

pub(super) fn cost(addresses: &[Option<i64>], width: i64, rules: &Rules) -> Cost {
    let mut cost = Cost { ways: Vec::new(), words: 0, distinct: 0 };
    let mut all = BTreeSet::new();
    for lanes in &rules.phases {
        let banks = banks(addresses, width, rules, lanes);
        cost.ways.push(banks.values().map(BTreeSet::len).max().unwrap_or(0));
        let words: BTreeSet<i64> = banks.values().flatten().map(|&(word, _)| word).collect();
        cost.words += words.len();
        all.extend(words);
    }
    cost.distinct = all.len();
    cost
}

/// Phases joined in pairs, where a wide load is uniform.
pub(super) fn merged(addresses: &[Option<i64>], rules: &Rules) -> Rules {
    let uniform = |x: usize| {
        addresses.iter().enumerate().all(|(lane, address)| {
            let other = addresses.get(lane ^ x).copied().flatten();
            address.is_none() || other.is_none() || other == *address
        })
    };
    let mut rules = rules.clone();
    if uniform(1) || uniform(2) {
        rules.phases = rules.phases.chunks(2).map(<[Vec<usize>]>::concat).collect();
    }
    rules
}

/// An access to a memory, as tables.
pub(super) struct Tables {
    /// The offset of each index of the memory.
    pub(super) memory: Vec<i64>,
    /// The index of each thread, value and iteration, the thread fastest.
    pub(super) index: Vec<i64>,
    pub(super) threads: usize,
    pub(super) values: usize,
    pub(super) bits: i64,
    pub(super) width: i64,
}

/// Addresses by instruction and thread, or the names of what is wrong.
pub(super) type Addresses = Result<Vec<Vec<i64>>, BTreeSet<&'static str>>;

impl Tables {
    pub(super) fn iterations(&self) -> usize {
        self.index.len() / (self.threads * self.values)
    }

    /// The addresses of one iteration.
    pub(super) fn addresses(&self, iteration: usize) -> Addresses {
        let per_vector = (self.width * 8 / self.bits) as usize;
        let mut wrong = BTreeSet::new();
        let mut instructions = Vec::new();
        for first in (0..self.values).step_by(per_vector) {
            let mut row = Vec::new();
            for thread in 0..self.threads {
                let offset = |value: usize| {
                    let place = thread + self.threads * (value + self.values * iteration);
                    self.memory.get(usize::try_from(self.index[place]).ok()?).copied()
                };
                let offsets: Option<Vec<i64>> = (first..first + per_vector).map(offset).collect();
                let Some(offsets) = offsets else {
                    wrong.insert("outside");
                    continue;
                };
                if offsets.iter().zip(0..).any(|(&offset, k)| offset != offsets[0] + k) {
                    wrong.insert("not-contiguous");
                }
                let bit = offsets[0] * self.bits;
                if bit % (8 * self.width) != 0 {
                    wrong.insert(if bit % 8 == 0 { "misaligned" } else { "inside a byte" });
                }
                row.push(bit / 8);
            }
            instructions.push(row);
        }
        if wrong.is_empty() { Ok(instructions) } else { Err(wrong) }
    }

    /// The costs of all instructions of one iteration, all warps of each.
    pub(super) fn costs(
        &self,
        iteration: usize,
        lanes: usize,
        rules: &Rules,
    ) -> Result<Vec<Cost>, BTreeSet<&'static str>> {
        let instructions = self.addresses(iteration)?;
        let warps = instructions.iter().flat_map(|row| row.chunks(lanes));
        let some = |warp: &[i64]| warp.iter().copied().map(Some).collect::<Vec<_>>();
        Ok(warps.map(|warp| cost(&some(warp), self.width, rules)).collect())
    }
}
