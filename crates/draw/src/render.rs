//! From scenes to files.

pub(crate) mod escape;
pub(crate) mod geometry;
pub(crate) mod html;
pub(crate) mod palette;
#[cfg(feature = "png")]
pub(crate) mod png;
pub(crate) mod svg;
pub(crate) mod terminal;
pub(crate) mod tikz;
