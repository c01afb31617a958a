//! Why a box is not larger.

use core::fmt;

use tilework::Mode;

use super::{Broken, MAX_BOX, MAX_RANK};

/// Why a box is not larger.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// With one mode more it would break a rule.
    Broken(Broken),
    /// With one mode more the map would have too many dimensions.
    Rank {
        /// How many.
        rank: usize,
    },
    /// The next mode of shared memory is no step along one mode of global memory.
    Mixed {
        /// The mode, as a mode of the tile's index.
        mode: Mode,
    },
    /// Two modes of the box cross one another along one mode of global memory.
    Crossing {
        /// The mode of global memory.
        mode: usize,
    },
    /// A mode has no divisor that is a legal extent.
    Indivisible {
        /// How many elements it has.
        extent: i64,
    },
    /// No more elements of the tile are contiguous in shared memory.
    Gap {
        /// The first offset at which the tile has none, or none that its modes lead to.
        offset: i64,
    },
    /// Rows are narrower than the span of the swizzle; where the next ones lie is not documented.
    NarrowRows {
        /// The bytes of a row.
        row_bytes: i64,
        /// The bytes that the swizzle permutes.
        span_bytes: i64,
    },
    /// The stride is no whole number of bytes.
    SubByteStride {
        /// The stride.
        bits: i64,
    },
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Broken(broken) => broken.fmt(f),
            Limit::Rank { rank } => {
                write!(
                    f,
                    "one mode more would need {rank} dimensions, of which there are {MAX_RANK}"
                )
            }
            Limit::Mixed { mode } => write!(
                f,
                "the next mode of shared memory takes {} steps of {} in the tile, which follow no single mode of global \
                 memory",
                mode.extent, mode.stride
            ),
            Limit::Crossing { mode } => {
                write!(
                    f,
                    "two modes of shared memory cross one another along mode {mode} of global memory"
                )
            }
            Limit::Indivisible { extent } => {
                write!(
                    f,
                    "an extent of {extent} has no divisor up to {MAX_BOX} that is a legal box"
                )
            }
            Limit::Gap { offset } => {
                write!(f, "the tile is contiguous in shared memory up to element {offset} only")
            }
            Limit::NarrowRows { row_bytes, span_bytes } => write!(
                f,
                "rows of {row_bytes} bytes are narrower than the span {span_bytes} of the swizzle; where TMA puts the \
                 next one is not documented"
            ),
            Limit::SubByteStride { bits } => {
                write!(f, "a stride of {bits} bits is no whole number of bytes")
            }
        }
    }
}
