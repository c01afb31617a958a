//! What all phases come down to: few classes that are told apart by a subspace, and the rest.
//!
//! Where the starts of a phase are a coset `x0 ^ U` of a subspace, in any order and with any repetitions, a
//! linear map A takes them to the coset `A(x0) ^ A(U)`. Its words are a coset of the words of `A(U)`, its banks
//! one of their projection, and all fibres of a projection have the size of its kernel. So each bank that is
//! reached has `2^(rank W - rank K)` words, whatever `x0` is: all iterations whose offsets differ by a constant
//! XOR are one class.

use tilework::Swizzle;

use super::count::{is_vector, ways};
use super::family::{Bounds, MOST_CANDIDATES};
use super::phase::{Phase, Units, Visitor};
use super::space::{Space, rank};
use crate::access::AccessError;
use crate::machine::{MAX_LANES, MAX_WIDTH_BYTES};

/// The most classes that are told apart; further phases are counted for each candidate.
const CLASSES: usize = 48;

/// How often a lane is looked at behind a candidate for one answer: some tenths of a second.
pub(crate) const BUDGET: u64 = 1 << 25;

/// The count of a candidate that splits a vector.
const BROKEN: u64 = u64::MAX;

/// The most lengths of vectors: 1, 2, .. elements, up to the widest vector of elements of one bit.
const LENGTHS: usize = (MAX_WIDTH_BYTES * 8).ilog2() as usize + 1;

/// The most dimensions of a class: log2 of the lanes.
const DIMENSIONS: usize = MAX_LANES.ilog2() as usize;

/// Phases whose starts are cosets of one subspace, with vectors of one length and the same banks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Class {
    /// The differences of starts.
    pub(crate) space: Space,
    /// log2 of the elements of a vector.
    pub(crate) vector: u32,
    /// log2 of the banks.
    pub(crate) banks: u32,
}

impl Class {
    /// log2 of the wavefronts of such a phase behind a linear map that keeps its vectors.
    pub(crate) fn ways(&self, units: Units, map: impl Fn(i64) -> i64) -> u32 {
        let mut words = [0; DIMENSIONS + LENGTHS];
        let (starts, inside) = (self.space.basis().len().min(DIMENSIONS), units.words(self.vector));
        for (word, &start) in words.iter_mut().zip(self.space.basis()) {
            *word = units.word_of(map(start as i64)) as u64;
        }
        let len = starts + (inside as usize).min(LENGTHS);
        for (bit, word) in words[starts..len].iter_mut().enumerate() {
            *word = 1 << bit;
        }
        let mut banks = words.map(|word| word & ((1 << self.banks) - 1));
        rank(&mut words[..len]) - rank(&mut banks[..len])
    }

    const NONE: Class = Class { space: Space::ZERO, vector: 0, banks: 0 };
}

/// All phases of a problem, with the wavefronts of all candidates as far as they need to be counted.
pub(crate) struct Gather {
    pub(crate) units: Units,
    pub(crate) bounds: Bounds,
    classes: [(Class, u64); CLASSES],
    len: usize,
    /// The bits that occur in starts of whole vectors, by log2 of their elements, and whether there are any.
    ones: [Option<u64>; LENGTHS],
    /// Wavefronts of the phases that are in no class, for each candidate, or [`BROKEN`] where it splits a vector.
    counted: [u64; MOST_CANDIDATES],
    /// The candidates, in their order.
    candidates: [Swizzle; MOST_CANDIDATES],
    /// How many phases are in no class.
    pub(crate) unclassed: u64,
    /// How many wavefronts these need at least, behind any map that is injective.
    pub(crate) unclassed_least: u64,
    /// Phases: the wavefronts without conflicts.
    pub(crate) ideal: u64,
    /// The first vector that is no run at a multiple of its length before any swizzle, and its access.
    pub(crate) split: Option<(usize, AccessError)>,
    /// Steps that are left for counting.
    work: Option<u64>,
}

impl Gather {
    pub(crate) fn new(units: Units, bounds: Bounds) -> Gather {
        let mut candidates = [Swizzle::IDENTITY; MOST_CANDIDATES];
        for (place, swizzle) in candidates.iter_mut().zip(bounds.iter()) {
            *place = swizzle;
        }
        Gather {
            units,
            bounds,
            classes: [(Class::NONE, 0); CLASSES],
            len: 0,
            ones: [None; LENGTHS],
            counted: [0; MOST_CANDIDATES],
            candidates,
            unclassed: 0,
            unclassed_least: 0,
            ideal: 0,
            split: None,
            work: Some(BUDGET),
        }
    }

    /// Whether the counting took more steps than it may, so that its numbers mean nothing.
    pub(crate) fn is_exhausted(&self) -> bool {
        self.work.is_none()
    }

    /// Pays for looking at so many elements behind each candidate.
    fn pay(&mut self, elements: usize) -> bool {
        let cost = elements as u64 * self.bounds.candidates() as u64;
        self.work = self.work.and_then(|work| work.checked_sub(cost));
        self.work.is_some()
    }

    /// The classes, and how many phases each has.
    pub(crate) fn classes(&self) -> &[(Class, u64)] {
        &self.classes[..self.len]
    }

    /// log2 of the elements of the longest whole vector.
    pub(crate) fn widest(&self) -> u32 {
        self.ones.iter().rposition(Option::is_some).unwrap_or(0) as u32
    }

    fn add(&mut self, class: Class) -> bool {
        let known = self.classes[..self.len].iter_mut().find(|(known, _)| *known == class);
        if let Some((_, count)) = known {
            *count += 1;
            return true;
        }
        let room = self.len < CLASSES;
        if room {
            self.classes[self.len] = (class, 1);
            self.len += 1;
        }
        room
    }

    /// The candidates in their order, and the wavefronts of each, or `None` where it breaks a vector.
    pub(crate) fn totals(&self) -> impl Iterator<Item = (Swizzle, Option<u64>)> {
        let candidates = self.candidates[..self.bounds.candidates()].iter().zip(&self.counted);
        candidates.map(|(swizzle, &counted)| {
            if counted == BROKEN {
                return (*swizzle, None);
            }
            let ways = |class: &Class| class.ways(self.units, |x| swizzle.apply(x));
            let classed = self.classes().iter().map(|(class, count)| count << ways(class));
            (*swizzle, Some(counted + classed.sum::<u64>()))
        })
    }

    /// Excludes the candidates that split whole vectors.
    ///
    /// A vector `x, x+1, ..` of `2^v` elements is `x ^ k` for all `k < 2^v`. A swizzle keeps it if and only if
    /// it keeps each of these `k`, so that no bit below `v` is read, and changes no bit of `x` below `v`. The
    /// latter happens where a bit is read that is set in one of the starts and lands below `v`.
    fn exclude(&mut self) {
        let candidates = &self.candidates[..self.bounds.candidates()];
        for (swizzle, counted) in candidates.iter().zip(&mut self.counted) {
            for (vector, ones) in self.ones.iter().enumerate() {
                let Some(ones) = *ones else { continue };
                let changed = swizzle.apply(ones as i64) as u64 ^ ones;
                if (swizzle.y_mask() | changed) & ((1 << vector) - 1) != 0 {
                    *counted = BROKEN;
                }
            }
        }
    }
}

impl Visitor for Gather {
    fn vector(&mut self, elements: &[i64]) {
        if !self.pay(elements.len()) {
            return;
        }
        let candidates = &self.candidates[..self.bounds.candidates()];
        for (swizzle, counted) in candidates.iter().zip(&mut self.counted) {
            if *counted != BROKEN && !is_vector(elements, |x| swizzle.apply(x)) {
                *counted = BROKEN;
            }
        }
    }

    fn phase(&mut self, phase: &Phase<'_>) {
        self.ideal += 1;
        let vector = phase.vector as usize;
        if phase.whole && vector < LENGTHS {
            let known = self.ones[vector];
            let start = known.unwrap_or(0);
            let ones = Some(phase.starts.iter().fold(start, |ones, &start| ones | start as u64));
            if ones != known {
                self.ones[vector] = ones;
                self.exclude();
            }
        }
        if let Some(class) = class_of(phase, self.units)
            && self.add(class)
        {
            return;
        }
        if !self.pay(phase.starts.len()) {
            return;
        }
        self.unclassed += 1;
        self.unclassed_least += least(phase, self.units);
        let candidates = &self.candidates[..self.bounds.candidates()];
        for (swizzle, counted) in candidates.iter().zip(&mut self.counted) {
            if *counted != BROKEN {
                *counted += u64::from(ways(phase, self.units, |x| swizzle.apply(x)));
            }
        }
    }
}

/// The class of a phase, if its starts are a coset and a rank is what counts.
fn class_of(phase: &Phase<'_>, units: Units) -> Option<Class> {
    if !phase.whole || !phase.banks.is_power_of_two() {
        return None;
    }
    let first = *phase.starts.first()? as u64;
    let mut space = Space::ZERO;
    for &start in phase.starts {
        space.insert(start as u64 ^ first);
    }
    // The top bit of a vector of the reduced basis is set in no other, so it is the coordinate.
    let tops = space.basis();
    if tops.len() > DIMENSIONS {
        return None;
    }
    let mut seen = 0_u64;
    for &start in phase.starts {
        let difference = start as u64 ^ first;
        let coordinates = tops.iter().fold(0, |all, top| all << 1 | difference >> top.ilog2() & 1);
        seen |= 1 << coordinates;
    }
    let coset = seen.count_ones() == 1 << tops.len();
    // Lanes that do not share a word cost one access each, which a rank does not see: the vectors have to be
    // different words behind every map.
    let apart = phase.starts.len() == 1 << tops.len() && phase.vector + units.element >= units.word;
    (coset && (phase.merge || apart)).then(|| Class {
        space,
        vector: phase.vector,
        banks: phase.banks.ilog2(),
    })
}

/// How many wavefronts a phase needs at least behind any map that is injective: its elements fill so many words.
fn least(phase: &Phase<'_>, units: Units) -> u64 {
    let starts = phase.starts.iter().enumerate();
    let distinct = starts.filter(|&(i, start)| !phase.starts[..i].contains(start)).count() as u64;
    let bits = distinct << (phase.vector + units.element);
    bits.div_ceil(u64::from(phase.banks.max(1)) << units.word).max(1)
}
