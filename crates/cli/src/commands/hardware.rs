//! The commands about hardware, one file each.

pub(crate) mod options;
mod read;
mod answer;
mod tiles;
pub(crate) mod bank;
pub(crate) mod swizzle;
pub(crate) mod global;
pub(crate) mod copy;
pub(crate) mod mma;
pub(crate) mod atom;
pub(crate) mod tma;
pub(crate) mod descriptor;
pub(crate) mod requests;
