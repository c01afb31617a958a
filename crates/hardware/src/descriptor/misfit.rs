//! Why the modes do not describe an operand.

use core::fmt;

use crate::canonical::SwizzleMode;

/// Why a mode does not describe an operand. Offsets are in elements.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Why {
    /// An element lies elsewhere than the mode has it; the first, counted along MN, then K.
    Differs {
        /// Its coordinate along MN ...
        mn: u32,
        /// ... and K.
        k: u32,
        /// Where the layout has it ...
        found: i64,
        /// ... and where the mode has it, with the offsets that suit the repetitions best.
        expected: i64,
    },
    /// The operand does not begin at a multiple of 16 bytes.
    Unaligned {
        /// Where it begins.
        start: i64,
    },
    /// The operand does not begin in the first row of the swizzle's pattern.
    InsidePattern {
        /// Where it begins before the swizzle ...
        start: i64,
        /// ... and after how many elements the pattern begins anew.
        pattern: i64,
    },
    /// A byte offset is no multiple of 16 in 0..2^18.
    Offset {
        /// `LBO` or `SBO`.
        field: &'static str,
        /// It would have to be that many bits.
        bits: i64,
    },
    /// The mode exists MN-major only.
    MnMajorOnly,
}

/// Why one mode does not describe an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Misfit {
    /// The mode.
    pub mode: SwizzleMode,
    /// Why it does not.
    pub why: Why,
    /// How many elements lie where it has them.
    pub agreeing: u32,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mode = self.mode.name();
        match self.why {
            Why::Differs { mn, k, found, expected } => {
                write!(f, "element ({mn},{k}) lies at {found}, {mode} has it at {expected}")
            }
            Why::Unaligned { start } => {
                write!(f, "the operand begins at element {start}, which is no multiple of 16 bytes")
            }
            Why::InsidePattern { start, pattern } => write!(
                f,
                "the operand begins at element {start}, not in the first row of {mode}, whose pattern repeats every \
                 {pattern} elements"
            ),
            Why::Offset { field, bits } if bits % 8 == 0 => {
                write!(f, "{mode} with {field} {}, which is no multiple of 16 in 0..2^18", bits / 8)
            }
            Why::Offset { field, bits } => {
                write!(f, "{mode} with {field} of {bits} bits, which is no multiple of 16 bytes")
            }
            Why::MnMajorOnly => write!(f, "{mode} exists MN-major only"),
        }
    }
}

/// Why none of the modes describes an operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misfits {
    list: [Option<Misfit>; SwizzleMode::ALL.len()],
}

impl Misfits {
    pub(super) const NONE: Misfits = Misfits { list: [None; SwizzleMode::ALL.len()] };

    pub(super) fn push(&mut self, misfit: Misfit) {
        if let Some(slot) = self.list.iter_mut().find(|slot| slot.is_none()) {
            *slot = Some(misfit);
        }
    }

    /// The modes, in the order in which they were tried.
    pub fn iter(&self) -> impl Iterator<Item = &Misfit> {
        self.list.iter().flatten()
    }

    /// The mode that has most elements where they lie; of several the one that was tried first.
    pub fn nearest(&self) -> Option<&Misfit> {
        // `max_by_key` takes the last of several.
        self.iter().fold(None, |best: Option<&Misfit>, misfit| match best {
            Some(best) if best.agreeing >= misfit.agreeing => Some(best),
            _ => Some(misfit),
        })
    }
}

impl fmt::Display for Misfits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nearest() {
            Some(nearest) => write!(f, "no mode describes it; the nearest: {nearest}"),
            None => f.write_str("no mode describes it"),
        }
    }
}
