//! The sides of a copy.

use core::fmt;

/// A side of a copy: CuTe's `S` and `D`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Where it reads: `S`.
    Source,
    /// Where it writes: `D`.
    Destination,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Source, Side::Destination];

    /// The name: `source`, `destination`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Source => "source",
            Side::Destination => "destination",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
