//! Descriptors of operands in shared memory: wgmma and tcgen05.
//!
//! A matrix instruction reads an operand of MN x K elements from shared memory by a *descriptor* of 64 bits: a start
//! address, a [`SwizzleMode`], and two byte offsets. With `T` elements in 16 bytes and `W` chunks of 16 bytes in a row
//! of the mode, the elements lie, before the swizzle, at
//!
//! ```text
//! K-major     ((8,m),(T,2))  : ((W T, SBO), (1, INTER ? LBO : T))
//! MN-major    ((T W,m),(8,k)): ((1, INTER ? SBO : LBO), (W T, INTER ? LBO : SBO))
//! ```
//!
//! with rows of 4 instead of 8 in `SW128_32B`. [`Descriptor::find`] compares every element of an operand with this form
//! for each mode. Where none fits, [`Misfits`] says for each mode which element breaks it, and [`Remedy::find`] what
//! would fit.

mod form;
mod misfit;
mod search;
mod remedy;

use core::fmt;

use crate::canonical::{CanonicalError, Major, SwizzleMode};

pub use form::Descriptor;
pub use misfit::{Misfit, Misfits, Why};
pub use remedy::Remedy;

/// The largest address and offset that a descriptor can say: 14 bits of 16-byte units.
const FIELD_BYTES: i64 = 1 << 18;

/// The instructions that read descriptors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Unit {
    /// wgmma of sm_90.
    Wgmma,
    /// tcgen05 of sm_100 and its relatives.
    Tcgen05,
}

impl Unit {
    /// `wgmma` or `tcgen05`.
    pub const fn name(self) -> &'static str {
        match self {
            Unit::Wgmma => "wgmma",
            Unit::Tcgen05 => "tcgen05",
        }
    }

    /// The modes that it has, in the order in which they are tried.
    pub const fn modes(self) -> &'static [SwizzleMode] {
        const MODES: &[SwizzleMode] = &SwizzleMode::ALL;
        match self {
            // All but SW128_32B, which is the last.
            Unit::Wgmma => MODES.split_at(4).0,
            Unit::Tcgen05 => MODES,
        }
    }
}

/// What one instruction reads: the first `mn` x `k` elements of a layout of (MN, K).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operand {
    /// Which coordinate is contiguous.
    pub major: Major,
    /// The bits of an element.
    pub bits: u32,
    /// The elements along M or N.
    pub mn: i64,
    /// The elements along K; of a dense instruction as many as fill 256 bits.
    pub k: i64,
}

impl Operand {
    /// What the instruction itself demands of an operand, whatever its layout.
    ///
    /// ```
    /// use tilework_hardware::canonical::Major;
    /// use tilework_hardware::descriptor::{Operand, Unit};
    ///
    /// let operand = Operand { major: Major::Mn, bits: 8, mn: 64, k: 32 };
    /// let notes: Vec<String> = operand.notes(Unit::Wgmma).map(|note| note.to_string()).collect();
    /// assert_eq!(notes, ["wgmma reads elements of 8 bits K-major only"]);
    /// assert_eq!(operand.notes(Unit::Tcgen05).count(), 0);
    /// ```
    pub fn notes(&self, unit: Unit) -> impl Iterator<Item = Note> {
        let bits = self.bits;
        let transposed = unit == Unit::Wgmma && self.major == Major::Mn && bits != 16;
        let other = self.k.checked_mul(bits.into()) != Some(256);
        [
            transposed.then_some(Note::MustBeKMajor { bits }),
            other.then_some(Note::OtherK { k: self.k, bits }),
        ]
        .into_iter()
        .flatten()
    }
}

/// A rule of the instruction that an operand breaks, or may break; its layout may exist all the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Note {
    /// wgmma reads these elements K-major only.
    MustBeKMajor {
        /// The bits of an element.
        bits: u32,
    },
    /// A dense instruction takes another number of elements along K.
    OtherK {
        /// How many the operand has.
        k: i64,
        /// The bits of an element.
        bits: u32,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::MustBeKMajor { bits } => {
                write!(f, "wgmma reads elements of {bits} bits K-major only")
            }
            Note::OtherK { k, bits } => write!(
                f,
                "a dense instruction takes 256 bits along K, {} elements, not {k}",
                256 / (*bits).max(1)
            ),
        }
    }
}

/// Why there is no such descriptor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum DescriptorError {
    /// None of the modes describes the operand.
    NoMode(Misfits),
    /// Elements that no canonical layout has.
    Canonical(CanonicalError),
    /// The layout has not the two modes MN and K.
    Rank {
        /// How many it has.
        rank: usize,
    },
    /// The operand is larger than the layout.
    Tile {
        /// The operand's MN and K ...
        tile: [i64; 2],
        /// ... and those of the layout.
        extents: [i64; 2],
    },
    /// The operand has no elements, or more than are compared.
    Size {
        /// The operand's MN and K.
        tile: [i64; 2],
        /// The most elements.
        most: i64,
    },
    /// The address of the layout does not suit the mode.
    Address {
        /// The address in bytes ...
        address: i64,
        /// ... and what it must be a multiple of.
        multiple: i64,
    },
    /// The start address lies outside of what the descriptor can say.
    StartAddress {
        /// The address in bytes.
        address: i64,
    },
    /// The unit has not this mode.
    NotInUnit {
        /// The unit.
        unit: Unit,
        /// The mode.
        mode: SwizzleMode,
    },
    /// An operation on layouts failed.
    Layout(tilework::Error),
}

impl DescriptorError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            DescriptorError::NoMode(_) => "no-descriptor",
            DescriptorError::Canonical(error) => error.name(),
            DescriptorError::Rank { .. } => "rank",
            DescriptorError::Tile { .. } => "tile",
            DescriptorError::Size { .. } => "size",
            DescriptorError::Address { .. } => "address",
            DescriptorError::StartAddress { .. } => "start-address",
            DescriptorError::NotInUnit { .. } => "not-in-unit",
            DescriptorError::Layout(_) => "layout",
        }
    }
}

impl From<tilework::Error> for DescriptorError {
    fn from(error: tilework::Error) -> DescriptorError {
        DescriptorError::Layout(error)
    }
}

impl From<CanonicalError> for DescriptorError {
    fn from(error: CanonicalError) -> DescriptorError {
        DescriptorError::Canonical(error)
    }
}

impl fmt::Display for DescriptorError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DescriptorError::NoMode(misfits) => misfits.fmt(f),
            DescriptorError::Canonical(error) => error.fmt(f),
            DescriptorError::Rank { rank } => {
                write!(f, "an operand has the modes MN and K; the layout has {rank} of at least 2")
            }
            DescriptorError::Tile { tile: [mn, k], extents: [all_mn, all_k] } => {
                write!(f, "an operand of {mn}x{k} is no part of a layout of {all_mn}x{all_k}")
            }
            DescriptorError::Size { tile: [mn, k], most } => {
                write!(f, "an operand of {mn}x{k}: it must have 1 to {most} elements")
            }
            DescriptorError::Address { address, multiple } => write!(
                f,
                "address {address} is no multiple of {multiple} (the nearest is {})",
                (address / multiple).saturating_add(1).saturating_mul(*multiple)
            ),
            DescriptorError::StartAddress { address } => {
                write!(f, "start address {address} is not in 0..{FIELD_BYTES}")
            }
            DescriptorError::NotInUnit { unit, mode } => {
                write!(f, "{} has no mode {}", unit.name(), mode.name())
            }
            DescriptorError::Layout(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for DescriptorError {}
