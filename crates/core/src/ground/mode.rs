//! One leaf of a layout.

use core::fmt;

/// One leaf of a layout: `extent:stride`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Mode {
    /// How many coordinates the mode has, at least 1.
    pub extent: i64,
    /// How far apart their offsets are.
    pub stride: i64,
}

impl Mode {
    /// `1:0`, the mode that does nothing.
    pub const UNIT: Mode = Mode { extent: 1, stride: 0 };

    /// What stands in the places of a list that are not in use. All zeros: they are written fastest.
    pub(crate) const VACANT: Mode = Mode { extent: 0, stride: 0 };

    /// `extent:stride`.
    #[inline]
    pub const fn new(extent: i64, stride: i64) -> Mode {
        Mode { extent, stride }
    }
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.extent, self.stride)
    }
}

impl fmt::Debug for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
