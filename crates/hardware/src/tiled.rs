//! Atoms, tiled over threads: TiledCopy and TiledMMA.

use core::fmt;

/// Why there is no such tiled copy or MMA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TiledError {}

impl TiledError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for TiledError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
