//! Why there is no swizzle, or no padding.

use core::fmt;

use crate::access::AccessError;
use crate::swizzle::family::OFFSET_BITS;

/// Why there is no such swizzle, XOR map or padding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SwizzleError {
    /// There is no access to judge.
    NoAccess,
    /// Swizzles XOR bits of element offsets; banks see the same bits only if an element is a power of two of bits.
    ElementBits {
        /// The bits of an element.
        bits: u32,
    },
    /// An access that the machine does not have, or that leaves the layout.
    Access {
        /// Which access.
        access: usize,
        /// What is wrong with it.
        error: AccessError,
    },
    /// An access by byte addresses: a swizzle of a layout does not move it.
    Addresses {
        /// Which access.
        access: usize,
    },
    /// No candidate keeps the vectors: they are split without a swizzle, and each swizzle splits some.
    NoneKeepsVectors {
        /// Which access.
        access: usize,
        /// The first vector that is split without a swizzle.
        error: AccessError,
    },
    /// The layout reaches further than any shared memory.
    TooLarge {
        /// The bits of its largest offset, in elements.
        offset_bits: u32,
    },
    /// The answer would take more work than a question may.
    Budget {
        /// Steps that it may take.
        budget: u64,
    },
    /// The layout has no rows that could be moved apart.
    NoRows {
        /// A stride that is no multiple of the row; 0 if no mode steps from row to row.
        stride: i64,
        /// The elements from row to row; 0 if there are no rows.
        row: i64,
    },
    /// Rows of a layout that overlap cannot be moved apart.
    NotInjective {
        /// An index.
        first: i64,
        /// Another index with the same offset.
        second: i64,
    },
    /// A step of padding that is no whole number of elements.
    PaddingStep {
        /// The step.
        step_bytes: u32,
        /// The bits of an element.
        bits: u32,
    },
    /// The algebra has no such layout, or does not decide a question about it.
    Layout(tilework::Error),
}

impl SwizzleError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            SwizzleError::NoAccess => "no-access",
            SwizzleError::ElementBits { .. } => "element-bits",
            SwizzleError::Access { error, .. } => error.name(),
            SwizzleError::Addresses { .. } => "addresses",
            SwizzleError::NoneKeepsVectors { .. } => "none-keeps-vectors",
            SwizzleError::TooLarge { .. } => "too-large",
            SwizzleError::Budget { .. } => "budget",
            SwizzleError::NoRows { .. } => "no-rows",
            SwizzleError::NotInjective { .. } => "not-injective",
            SwizzleError::PaddingStep { .. } => "padding-step",
            SwizzleError::Layout(_) => "layout",
        }
    }
}

impl fmt::Display for SwizzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SwizzleError::NoAccess => f.write_str("there is no access to choose a swizzle for"),
            SwizzleError::ElementBits { bits } => write!(
                f,
                "elements of {bits} bits: a swizzle XORs bits of offsets, and banks see these bits only where an \
                 element has 1, 2, 4, .. 1024 bits"
            ),
            SwizzleError::Access { access, error } => write!(f, "access {access}: {error}"),
            SwizzleError::Addresses { access } => write!(
                f,
                "access {access} gives byte addresses: no swizzle of the layout moves them; give it as a layout of \
                 threads and values"
            ),
            SwizzleError::NoneKeepsVectors { access, error } => write!(
                f,
                "no swizzle keeps the vectors whole. Without one, access {access}: {error}"
            ),
            SwizzleError::TooLarge { offset_bits } => write!(
                f,
                "offsets of {offset_bits} bits: shared memory has less than 2^{OFFSET_BITS} elements"
            ),
            SwizzleError::Budget { budget } => write!(
                f,
                "the answer takes more than the {budget} steps that a question may; ask for fewer iterations"
            ),
            SwizzleError::NoRows { stride: _, row: 0 } => {
                f.write_str("the layout has no rows to pad: no mode steps over contiguous elements of another one")
            }
            SwizzleError::NoRows { stride, row } => write!(
                f,
                "the stride {stride} is no multiple of the {row} elements from row to row, so that padded rows \
                 would not move it by whole rows"
            ),
            SwizzleError::NotInjective { first, second } => write!(
                f,
                "indices {first} and {second} have the same offset: rows that overlap cannot be padded"
            ),
            SwizzleError::PaddingStep { step_bytes, bits } => write!(
                f,
                "a step of {step_bytes} bytes is no whole number of elements of {bits} bits"
            ),
            SwizzleError::Layout(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for SwizzleError {}

impl From<tilework::Error> for SwizzleError {
    fn from(error: tilework::Error) -> SwizzleError {
        SwizzleError::Layout(error)
    }
}
