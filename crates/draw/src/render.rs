//! From scenes to text and pixels: one renderer for each output.

pub(crate) mod escape;
pub(crate) mod palette;

pub(crate) mod geometry;
pub(crate) mod lines;
pub(crate) mod markup;

pub(crate) mod linked;

pub(crate) mod html;
pub(crate) mod svg;
pub(crate) mod tikz;

#[cfg(feature = "png")]
pub(crate) mod png;

pub(crate) mod terminal;
