//! Why there is no such access.

use core::fmt;

use crate::machine::{Direction, MachineError};

/// Which vector an error speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The iteration.
    pub iteration: i64,
    /// The thread.
    pub thread: i64,
    /// Its lane in its warp.
    pub lane: u32,
    /// The first of its values in the vector.
    pub value: i64,
}

impl Place {
    /// The same vector of another lane, where this is that of lane 0.
    pub(super) const fn of_lane(self, lane: u32) -> Place {
        Place { lane, thread: self.thread + lane as i64, ..self }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.thread == i64::from(self.lane) {
            write!(f, "lane {}", self.lane)?;
        } else {
            write!(f, "thread {} (lane {})", self.thread, self.lane)?;
        }
        if self.value > 0 {
            write!(f, ", value {}", self.value)?;
        }
        if self.iteration > 0 {
            write!(f, ", iteration {}", self.iteration)?;
        }
        Ok(())
    }
}

/// Why there is no such access.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AccessError {
    /// The record of the machine makes no sense.
    Machine(MachineError),
    /// The algebra has no such layout.
    Layout(tilework::Error),
    /// A vector begins at an address that is no multiple of its width.
    Misaligned {
        /// Which vector.
        at: Place,
        /// Where it begins.
        address_bytes: i64,
        /// Its width.
        width_bytes: u32,
    },
    /// A vector of elements smaller than a byte begins inside a byte.
    SplitByte {
        /// Which vector.
        at: Place,
        /// The bit at which it begins.
        address_bits: i128,
    },
    /// The elements of a vector are not neighbours in order.
    NotContiguous {
        /// Which vector.
        at: Place,
        /// The offset of its first element.
        first: i64,
        /// Which element of the vector is elsewhere.
        element: i64,
        /// The offset of that element.
        offset: i64,
    },
    /// An index outside the domain of the memory's layout.
    Outside {
        /// Which vector.
        at: Place,
        /// The index.
        index: i64,
        /// The size of the layout.
        size: i64,
    },
    /// The values of a thread are no whole number of vectors.
    Vectors {
        /// How many values a thread has.
        values: i64,
        /// Bits of an element.
        bits: u32,
        /// Bytes of a vector.
        width_bytes: u32,
    },
    /// Elements without bits.
    Bits {
        /// Bits of an element.
        bits: u32,
    },
    /// The machine has no accesses of this width.
    Width {
        /// Bytes of each lane.
        width_bytes: u32,
        /// The nearest width that it has.
        nearest_bytes: u32,
    },
    /// The machine has this width, but nobody has published which lanes share a phase.
    UnknownPhases {
        /// Bytes of each lane.
        width_bytes: u32,
        /// The fewest wavefronts of the first instruction, whichever lanes share a phase.
        at_least: u32,
        /// The most.
        at_most: u32,
    },
    /// The machine has no `ldmatrix`, or no `stmatrix`, or not in this form.
    NoMatrices {
        /// A load for `ldmatrix`, a store for `stmatrix`.
        direction: Direction,
        /// Whether the form has 16 rows a matrix.
        rows_16: bool,
    },
    /// The machine has no `cp.async`, or none of this width.
    NoAsyncCopy {
        /// Bytes of each lane.
        width_bytes: u32,
    },
    /// Too few lanes give rows.
    Rows {
        /// Lanes that do.
        rows: i64,
        /// Lanes that must.
        needed: u32,
    },
    /// There is no such iteration, vector of a thread, or warp.
    NoRequest {
        /// The iteration.
        iteration: i64,
        /// The vector.
        vector: i64,
        /// The warp.
        warp: i64,
    },
    /// More lanes than a warp can have.
    Lanes {
        /// How many.
        lanes: usize,
        /// How many a warp can have.
        limit: u32,
    },
    /// A layout of threads, values and iterations with more modes than these three.
    Rank {
        /// The number of modes.
        rank: usize,
    },
    /// A tile with too few modes.
    Tile {
        /// The number of modes.
        rank: usize,
        /// The number that the access needs.
        needed: usize,
    },
    /// A mode of the tile that is no multiple of what the access takes of it.
    Divide {
        /// The mode.
        mode: usize,
        /// Its extent in elements.
        extent: i64,
        /// How many elements the access takes at a time.
        step: i64,
    },
    /// The answer would take more work than a question may.
    Budget {
        /// Elements that would have to be read, and 64 for each instruction.
        elements: i128,
        /// Elements that may be read.
        budget: i64,
    },
    /// An address that does not fit into 64 bits.
    Overflow,
}

impl AccessError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            AccessError::Machine(_) => "machine",
            AccessError::Layout(_) => "layout",
            AccessError::Misaligned { .. } | AccessError::SplitByte { .. } => "misaligned",
            AccessError::NotContiguous { .. } => "not-contiguous",
            AccessError::Outside { .. } => "outside",
            AccessError::Vectors { .. } => "vectors",
            AccessError::Bits { .. } => "bits",
            AccessError::Width { .. } => "width",
            AccessError::UnknownPhases { .. } => "unknown-phases",
            AccessError::NoMatrices { .. } => "no-matrices",
            AccessError::NoAsyncCopy { .. } => "no-async-copy",
            AccessError::Rows { .. } => "rows",
            AccessError::NoRequest { .. } => "no-request",
            AccessError::Lanes { .. } => "lanes",
            AccessError::Rank { .. } => "rank",
            AccessError::Tile { .. } => "tile",
            AccessError::Divide { .. } => "divide",
            AccessError::Budget { .. } => "budget",
            AccessError::Overflow => "overflow",
        }
    }
}

impl fmt::Display for AccessError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AccessError::Machine(error) => error.fmt(f),
            AccessError::Layout(error) => error.fmt(f),
            AccessError::Misaligned { at, address_bytes, width_bytes } => {
                write!(f, "{at}: address {address_bytes} is not a multiple of {width_bytes} bytes")
            }
            AccessError::SplitByte { at, address_bits } => {
                write!(f, "{at}: the vector begins at bit {address_bits}, inside a byte")
            }
            AccessError::NotContiguous { at, first, element, offset } => write!(
                f,
                "{at}: element {element} of the vector is at offset {offset}, not next to the others at {}",
                first.saturating_add(*element)
            ),
            AccessError::Outside { at, index, size } => {
                write!(
                    f,
                    "{at}: index {index} is outside the layout, whose indices are 0 to {}",
                    size - 1
                )
            }
            AccessError::Vectors { values, bits, width_bytes } => {
                let s = |count: i128| if count == 1 { "" } else { "s" };
                let (of, each) = (s(i128::from(*values)), s(i128::from(*width_bytes)));
                let are = if *values == 1 { "is" } else { "are" };
                write!(
                    f,
                    "{values} value{of} of {bits} bits a thread {are} no whole number of vectors of {width_bytes} byte{each}"
                )
            }
            AccessError::Bits { bits } => {
                write!(f, "elements of {bits} bits: there must be 1 to 1024")
            }
            AccessError::Width { width_bytes, nearest_bytes } => write!(
                f,
                "the machine has no access of {width_bytes} bytes a lane; the nearest is {nearest_bytes}"
            ),
            AccessError::UnknownPhases { width_bytes, at_least, at_most } => write!(
                f,
                "which lanes share a phase in accesses of {width_bytes} bytes is not published: {at_least} to {at_most} wavefronts"
            ),
            AccessError::NoMatrices { direction, rows_16 } => {
                let name = match direction {
                    Direction::Load => "ldmatrix",
                    Direction::Store => "stmatrix",
                };
                write!(f, "the machine has no {name}{}", if *rows_16 { ".m16n16" } else { "" })
            }
            AccessError::NoAsyncCopy { width_bytes } => {
                write!(
                    f,
                    "the machine has no cp.async of {width_bytes} bytes; it copies 4, 8 or 16, if it can"
                )
            }
            AccessError::Rows { rows, needed } => {
                write!(f, "{rows} lanes give rows: there must be {needed}")
            }
            AccessError::NoRequest { iteration, vector, warp } => write!(
                f,
                "the access has no vector {vector} of warp {warp} in an iteration {iteration}"
            ),
            AccessError::Lanes { lanes, limit } => {
                write!(f, "{lanes} lanes: a warp has at most {limit}")
            }
            AccessError::Rank { rank } => {
                write!(
                    f,
                    "a layout of {rank} modes: there must be threads, values, and at most iterations"
                )
            }
            AccessError::Tile { rank, needed } => {
                write!(f, "a tile of {rank} modes: the access needs {needed}")
            }
            AccessError::Divide { mode, extent, step } => {
                write!(f, "mode {mode} of the tile has {extent} elements, no multiple of {step}")
            }
            AccessError::Budget { elements, budget } => {
                write!(
                    f,
                    "the answer needs {elements} elements, more than the {budget} that a question may read"
                )
            }
            AccessError::Overflow => f.write_str("an address does not fit into 64 bits"),
        }
    }
}

impl core::error::Error for AccessError {}

impl From<MachineError> for AccessError {
    fn from(error: MachineError) -> AccessError {
        AccessError::Machine(error)
    }
}

impl From<tilework::Error> for AccessError {
    fn from(error: tilework::Error) -> AccessError {
        AccessError::Layout(error)
    }
}
