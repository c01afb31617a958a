//! Tensor maps of TMA: their rules, and the box of two layouts.

use core::fmt;

/// Why there is no such tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TmaError {}

impl TmaError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for TmaError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
