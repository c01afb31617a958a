//! Wavefronts of a phase behind any map of its offsets, by the definition.

use super::phase::{Phase, Units, Visitor};
use crate::machine::{MAX_BANKS, MAX_LANES};

/// The most distinct words of one bank that a phase touches when `map` is put in front of its offsets: its
/// wavefronts.
///
/// The map keeps the vectors, so each of them begins at a multiple of its length: two of them are the same words
/// or have none in common.
pub(crate) fn ways(phase: &Phase<'_>, units: Units, map: impl Fn(i64) -> i64) -> u32 {
    let mut words = [0; MAX_LANES as usize];
    let words = &mut words[..phase.starts.len().min(MAX_LANES as usize)];
    for (word, &start) in words.iter_mut().zip(phase.starts) {
        *word = units.word_of(map(start));
    }
    let (inside, banks) = (units.words(phase.vector), i64::from(phase.banks));
    // Most phases have no conflict, and then no words need to be compared.
    if phase.banks.is_power_of_two() && banks >> inside > 0 {
        let mask = (banks >> inside) - 1;
        let (mut taken, mut free) = (0_u128, true);
        for &word in words.iter() {
            let bit = 1 << (word >> inside & mask);
            free &= taken & bit == 0;
            taken |= bit;
        }
        if free {
            return 1;
        }
    }
    let mut touched = [0_u32; MAX_BANKS as usize];
    for (i, &word) in words.iter().enumerate() {
        if phase.merge && words[..i].contains(&word) {
            continue;
        }
        for k in 0..1 << inside {
            if let Some(touched) = touched.get_mut((word + k).rem_euclid(banks) as usize) {
                *touched += 1;
            }
        }
    }
    touched.iter().copied().max().unwrap_or(0)
}

/// Whether a map makes of these elements a run that begins at a multiple of its length.
pub(crate) fn is_vector(elements: &[i64], map: impl Fn(i64) -> i64) -> bool {
    let first = elements.first().map_or(0, |&first| map(first));
    let length = elements.len() as i64;
    let run = elements.iter().zip(first..).all(|(&element, want)| map(element) == want);
    run && (length == 0 || first % length == 0)
}

/// Wavefronts of all accesses behind one map.
pub(crate) struct Count<F> {
    /// The map.
    pub(crate) map: F,
    /// The units.
    pub(crate) units: Units,
    /// The wavefronts.
    pub(crate) wavefronts: u64,
    /// The wavefronts without conflicts.
    pub(crate) ideal: u64,
    /// Whether all vectors are kept.
    pub(crate) kept: bool,
}

impl<F: Fn(i64) -> i64> Count<F> {
    pub(crate) fn new(units: Units, map: F) -> Count<F> {
        Count { map, units, wavefronts: 0, ideal: 0, kept: true }
    }
}

impl<F: Fn(i64) -> i64> Visitor for Count<F> {
    fn vector(&mut self, elements: &[i64]) {
        self.kept = self.kept && is_vector(elements, &self.map);
    }

    fn phase(&mut self, phase: &Phase<'_>) {
        if phase.whole && self.kept {
            let length = 1_i64 << phase.vector;
            self.kept = phase.starts.iter().all(|&start| {
                let first = (self.map)(start);
                first % length == 0 && (1..length).all(|k| (self.map)(start + k) == first + k)
            });
        }
        if self.kept {
            self.wavefronts += u64::from(ways(phase, self.units, &self.map));
            self.ideal += 1;
        }
    }
}
