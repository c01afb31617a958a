//! Residues: iterations whose offsets agree modulo the period cost the same.

use tilework::Mode;

use crate::access::{AccessError, Flat};
use crate::shared::report::{Report, report_at};
use crate::shared::serve::Service;

/// The most classes that are followed.
const CLASSES: usize = 1 << 12;
const SET_WORDS: usize = CLASSES / 64;

/// The period of an access: iterations whose offsets are equal modulo it cost the same.
///
/// The maps repeat every `2^top` elements, and an address that moves by whole words of a bank rotates the banks:
/// nothing changes if all lanes move by a multiple of both.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Period {
    /// The period in elements, a power of two.
    pub elements: i64,
    /// All iterations add multiples of this many elements, which divides the period.
    pub step: i64,
    /// How many residues iterations have.
    pub classes: u64,
}

/// How many iterations have each residue of their offset.
pub(super) struct Residues<'a> {
    flat: &'a Flat<'a>,
    period: Period,
    /// The number of residues that there could be: period / step.
    possible: usize,
    counts: [u64; CLASSES],
}

/// A set of residues.
pub(super) type Set = [u64; SET_WORDS];

/// What all iterations cost, and which residues do not conflict or have no answer.
pub(super) struct Costs {
    pub(super) wavefronts: u128,
    pub(super) ideal: u128,
    pub(super) ways: u32,
    pub(super) conflicting: i64,
    pub(super) conflicts: Set,
    pub(super) refused: Option<Set>,
}

impl<'a> Residues<'a> {
    /// `None` for more residues than are followed.
    pub(super) fn new(flat: &'a Flat<'a>, service: &Service<'_>) -> Option<Residues<'a>> {
        // Whole words and whole vectors, in elements: both are powers of two bytes.
        let unit_bits = 8 * i64::from(service.width_bytes.max(service.bank_bytes));
        let common = 1_i64 << flat.bits().trailing_zeros();
        let repeat = 1_i64.checked_shl(flat.top()).filter(|&repeat| repeat > 0)?;
        let elements = repeat.max(unit_bits / unit_bits.min(common));
        let modes = flat.iterations().leaf_modes();
        let strides = modes.iter().filter(|mode| mode.extent > 1);
        // The greatest power of two that divides the period and all strides.
        let step = strides
            .fold(elements, |step, mode| step.min(1 << mode.stride.trailing_zeros().min(62)));
        let possible = usize::try_from(elements / step).ok().filter(|&count| count <= CLASSES)?;
        let mut residues = Residues {
            flat,
            period: Period { elements, step, classes: 0 },
            possible,
            counts: [0; CLASSES],
        };
        residues.counts[0] = 1;
        for mode in modes {
            residues.add(mode);
        }
        residues.period.classes = residues.counts.iter().filter(|&&count| count > 0).count() as u64;
        Some(residues)
    }

    pub(super) const fn period(&self) -> Period {
        self.period
    }

    /// By how many residues one step along a mode moves.
    fn shift(&self, mode: &Mode) -> usize {
        mode.stride.rem_euclid(self.period.elements) as usize / self.period.step as usize
    }

    /// What the counts are with one mode more: each moved by 0, 1, ..., extent - 1 steps, summed.
    fn add(&mut self, mode: &Mode) {
        let (count, shift) = (self.possible, self.shift(mode));
        let before = self.counts;
        // The residues fall into cycles `x, x + shift, ...` that all have the same length.
        let cycle = count / gcd(shift, count);
        let (rounds, rest) = (mode.extent as u64 / cycle as u64, mode.extent as usize % cycle);
        for first in 0..count / cycle {
            let at = |k: usize| (first + k % cycle * shift) % count;
            let total: u64 = (0..cycle).map(|k| before[at(k)]).sum();
            // The sum of `rest` residues that end at k, for k = cycle first.
            let mut window: u64 = (0..rest).map(|k| before[at(cycle - k)]).sum();
            for k in 0..cycle {
                self.counts[at(k)] = rounds * total + window;
                window += before[at(k + 1)];
                window -= before[at(k + 1 + cycle - rest)];
            }
        }
    }

    /// The cost of every residue, each enumerated once; an error where that takes too long.
    pub(super) fn costs(&self, service: &Service<'_>) -> Result<Costs, AccessError> {
        let plan = self.flat.plan();
        plan.afford(self.period.classes as i64)?;
        let mut costs = Costs {
            wavefronts: 0,
            ideal: 0,
            ways: 0,
            conflicting: 0,
            conflicts: [0; SET_WORDS],
            refused: None,
        };
        for (class, &count) in self.counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            match report_at(&plan, service, 0, class as i64 * self.period.step) {
                Ok(Report { wavefronts, ideal, ways, conflicts, .. }) => {
                    costs.wavefronts += u128::from(count) * u128::from(wavefronts);
                    costs.ideal += u128::from(count) * u128::from(ideal);
                    costs.ways = costs.ways.max(ways);
                    if conflicts > 0 {
                        costs.conflicting += count as i64;
                        costs.conflicts[class / 64] |= 1 << (class % 64);
                    }
                }
                Err(_) => {
                    let refused = costs.refused.get_or_insert([0; SET_WORDS]);
                    refused[class / 64] |= 1 << (class % 64);
                }
            }
        }
        Ok(costs)
    }

    /// The first iteration whose residue is in a set.
    pub(super) fn first_in(&self, set: &Set) -> Option<i64> {
        let modes = self.flat.iterations().leaf_modes();
        // From which residues the modes before mode k lead into the set.
        let mut leads = [*set; tilework::limits::MAX_MODES];
        for k in 1..modes.len() {
            leads[k] = self.led_by(&leads[k - 1], &modes[k - 1]);
        }
        let (mut at, mut index, mut place) = (0, 0, self.flat.iterations().size());
        for (mode, leads) in modes.iter().zip(&leads).rev() {
            place /= mode.extent;
            let (shift, limit) = (self.shift(mode), mode.extent.min(self.possible as i64));
            let digit = (0..limit).find(|&digit| has(leads, self.moved(at, digit, shift)))?;
            at = self.moved(at, digit, shift);
            index += digit * place;
        }
        Some(index)
    }

    fn moved(&self, at: usize, digit: i64, shift: usize) -> usize {
        // Both factors are below the number of classes.
        (at + digit as usize % self.possible * shift) % self.possible
    }

    /// From which residues some step along a mode leads into a set.
    fn led_by(&self, set: &Set, mode: &Mode) -> Set {
        let (count, shift) = (self.possible, self.shift(mode));
        let cycle = count / gcd(shift, count);
        let mut out = [0; SET_WORDS];
        for first in 0..count / cycle {
            // Backwards, twice around: how far ahead the set is.
            let mut ahead = i64::MAX;
            for k in (0..2 * cycle).rev() {
                let at = (first + k % cycle * shift) % count;
                ahead = if has(set, at) { 0 } else { ahead.saturating_add(1) };
                if ahead < mode.extent {
                    out[at / 64] |= 1 << (at % 64);
                }
            }
        }
        out
    }
}

fn has(set: &Set, class: usize) -> bool {
    set[class / 64 % SET_WORDS] >> (class % 64) & 1 == 1
}

const fn gcd(a: usize, b: usize) -> usize {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
