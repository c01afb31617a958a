//! Atoms, tiled over threads: TiledCopy and TiledMMA.

mod operand;
mod error;
mod map;
mod part;
mod predicate;
mod threads;
mod permutation;
mod positions;
mod thrfrg;
mod mma;
mod copy;
mod retile;

pub use copy::{AtomSides, SideSteps, TiledCopy};
pub use error::TiledError;
pub use map::{Coverage, Owners, TileMap};
pub use mma::{TiledMma, TvSteps};
pub use operand::{Operand, Side};
pub use predicate::{Overhang, Predicate};
pub use retile::RetileSteps;
pub use thrfrg::Thrfrg;
