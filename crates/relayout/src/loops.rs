//! Two layouts as loops: how they are found, and how they are cut into tiles.

mod joint;
mod tiling;

pub(crate) use joint::{Joint, Loop, Loops, Reach, Walk, refine};
pub(crate) use tiling::{Axis, Tiling, pitch};
