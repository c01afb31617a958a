//! The swizzle that a set of accesses needs.

use core::fmt;

/// Why there is no such swizzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum SwizzleError {}

impl SwizzleError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for SwizzleError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
