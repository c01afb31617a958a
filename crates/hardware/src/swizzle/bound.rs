//! How few wavefronts any linear map can reach, without a search.
//!
//! A linear map A that keeps every aligned vector of `2^v` elements maps each `k < 2^v` to itself, and
//! multiples of `2^v` to such multiples: it leaves the lower `v` bits of every offset as they are. Of a phase
//! whose differences are U, vectors included, take those whose bank bits below `v` are 0. A is injective, so
//! they stay as many words; only the bank bits from `v` on can tell them apart.

use core::fmt;

use super::gather::{Class, Gather};
use super::space::Space;

/// Why no linear map does better than a [`LowerBound`] says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Every phase takes one wavefront: there is no conflict left.
    NoConflict,
    /// Vectors stay whole, so that lanes can only be spread over the banks by whole vectors.
    Vectors {
        /// How many places for vectors of [`width_bytes`](LowerBound::width_bytes) the banks have.
        places: u32,
    },
    /// The phases touch more words than there are banks.
    Words,
}

/// What no linear map can beat that keeps every aligned vector of the widest access: swizzles with any numbers, and
/// all other maps of bits.
///
/// Vectors are kept everywhere, not only where an access has been seen. So a swizzle that splits others than
/// those that were given may be below the bound. There need not be a map that reaches it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LowerBound {
    /// Wavefronts of all accesses together.
    pub wavefronts: u64,
    /// What keeps it from being less.
    pub reason: Reason,
    /// Bytes of the vectors that are kept: the widest of all accesses.
    pub width_bytes: u32,
}

/// `8 wavefronts: vectors of 16 bytes stay whole, and the banks have places for 8`.
///
/// ```
/// use tilework_hardware::swizzle::{LowerBound, Reason};
///
/// let bound = LowerBound { wavefronts: 4, reason: Reason::NoConflict, width_bytes: 16 };
/// assert_eq!(bound.to_string(), "4 wavefronts: one for each phase");
/// ```
impl fmt::Display for LowerBound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} wavefronts: ", self.wavefronts)?;
        match self.reason {
            Reason::NoConflict => f.write_str("one for each phase"),
            Reason::Vectors { places } => write!(
                f,
                "vectors of {} bytes stay whole, and the banks have places for {places}",
                self.width_bytes
            ),
            Reason::Words => f.write_str("a phase touches more words than there are banks"),
        }
    }
}

/// Offsets in units of the smaller of element and word, so that both are whole numbers of bits.
#[derive(Clone, Copy)]
pub(crate) struct Scale {
    /// log2 of the units of an element.
    pub(crate) element: u32,
    /// log2 of the units of a word.
    pub(crate) word: u32,
}

impl Scale {
    pub(crate) fn of(gather: &Gather) -> Scale {
        let units = gather.units;
        let least = units.element.min(units.word);
        Scale { element: units.element - least, word: units.word - least }
    }

    /// The differences of a class, with those inside its vectors.
    pub(crate) fn differences(self, class: &Class) -> Space {
        let mut out = class.space.image(|x| x << self.element);
        for bit in 0..class.vector + self.element {
            out.insert(1 << bit);
        }
        out
    }

    /// How many bank bits lie above a block of `2^block` units, and the words of these differences among
    /// which the bank bits inside the block make no difference.
    pub(crate) fn above(self, differences: &Space, block: u32, banks: u32) -> (u32, Space) {
        let top = self.word + banks;
        let inside = low(block.min(top)) & !low(self.word);
        let alike = differences.kernel(|x| x & inside);
        // A word is inside of a block: where all bank bits are, what is left differs above them.
        let shift = if block < top { block } else { self.word };
        (top.saturating_sub(block), alike.image(|x| x >> shift))
    }
}

/// The lowest bits.
fn low(bits: u32) -> u64 {
    (1_u64 << bits) - 1
}

/// The bound for all phases of a problem.
pub(crate) fn lower_bound(gather: &Gather) -> LowerBound {
    let scale = Scale::of(gather);
    let widest = gather.widest();
    let mut bound = LowerBound {
        wavefronts: gather.unclassed_least,
        reason: Reason::NoConflict,
        width_bytes: 1 << (widest + gather.units.element).saturating_sub(3),
    };
    if gather.unclassed_least > gather.unclassed {
        bound.reason = Reason::Words;
    }
    let block = widest + scale.element;
    for (class, count) in gather.classes() {
        let differences = scale.differences(class);
        // All elements of the phase stay different, and there is room for so many in one word of each bank.
        let room = scale.word + class.banks;
        let (mut exponent, mut reason) = (differences.dim().saturating_sub(room), Reason::Words);
        if block >= scale.word {
            let (rows, alike) = scale.above(&differences, block, class.banks);
            let needed = alike.dim().saturating_sub(rows);
            if needed > exponent {
                (exponent, reason) = (needed, Reason::Vectors { places: 1 << rows });
            }
        }
        bound.wavefronts = bound.wavefronts.saturating_add(count << exponent);
        if exponent > 0 && bound.reason == Reason::NoConflict {
            bound.reason = reason;
        }
    }
    bound
}
