//! What the operations about hardware do: tiled copies and MMAs, and reports on accesses of memory.

pub(crate) mod tiles;
pub(crate) mod read;
pub(crate) mod access;
pub mod words;
pub(crate) mod banks;
pub(crate) mod global;
pub(crate) mod swizzle;
pub(crate) mod tma;
pub(crate) mod descriptor;
