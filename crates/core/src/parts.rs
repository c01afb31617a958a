//! Parts of layouts: the tile of a block, the elements of a thread, and tiles that overhang.

pub(crate) mod ragged;
pub(crate) mod partition;
pub(crate) mod tv;
pub(crate) mod any;
