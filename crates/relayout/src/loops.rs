//! Two layouts as loops: how they are found, and how they are cut into tiles.

mod refine;
mod joint;
mod tiling;

pub(crate) use joint::{Joint, Loop, Loops, Walk, refine, strided};
#[cfg(feature = "files")]
pub(crate) use refine::{Part, Refinement};
pub(crate) use tiling::{Axis, Tiling};
