//! Atoms, tiled over threads: TiledCopy and TiledMMA.
//!
//! An atom says what one instruction gives to each of its threads. A [`TiledMma`] places copies of it side by side, one
//! for each group of threads, and repeats them over a tile; a [`TiledCopy`] does the same with a copy instruction.
//! Both come down to one table, a [`TileMap`]: which thread has which element of the tile, as which of its values.
//!
//! ```text
//! SM80_16x8x16, two atoms in M and two in N: C is 32 by 16, held by 128 threads with 4 values each
//!
//!            n 0..7      n 8..15
//! m 0..15    warp 0      warp 2        in a warp: thread t has (t/4, 2(t%4)) and its right neighbour,
//! m 16..31   warp 1      warp 3        and the same eight rows below
//! ```
//!
//! In each mode, position `a + atom * (b + atoms * r)` belongs to element `a` of the atom, the threads at coordinate
//! `b`, and repetition `r`. A *permutation* says which element lies at which position; an extent instead of one
//! only sets how far the atoms repeat. Threads along the mode that an operand does not have, and threads of a warp that
//! the atom does not use, are *copies*: they hold what another thread holds.
//!
//! ```
//! use tilework::{layout, tiler};
//! use tilework_hardware::atom::MmaAtom;
//! use tilework_hardware::tiled::{Coverage, Operand, TiledMma};
//!
//! // SM80_16x8x16_F32F16F16F32_TN
//! let atom = MmaAtom {
//!     shape: [16, 8, 16],
//!     thr_id: layout!(32:1),
//!     a: layout!(((4,8),(2,2,2)):((32,1),(16,8,128))),
//!     b: layout!(((4,8),(2,2)):((16,1),(8,64))),
//!     c: layout!(((4,8),(2,2)):((32,1),(16,8))),
//! };
//! let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<32,(8,2,2):(1,16,8),16>))?;
//! let b = mma.map(Operand::B)?;
//! assert_eq!(b.layout().to_string(), "((4,8,2,2),((2,2),(2,1))):((64,1,0,16),((32,256),(8,0)))");
//! // Warps 0 and 1 have n 0 to 15, and each element twice: they differ in M alone.
//! assert!(b.owners((9, 0))?.eq([(4, 4), (36, 4)]));
//! assert_eq!(b.coverage()?, Coverage::Times(2));
//! # Ok::<(), tilework_hardware::tiled::TiledError>(())
//! ```
//!
//! Layouts are nested as CuTe nests them. Where a step of CuTe's formula has no layout but the table has one, the
//! answer is that layout; where the table has none, it is the reason. CuTe itself is wrong in two places: in
//! [`get_layoutC_TV`](TiledMma::cute_layout_c) with atoms tiled in K, and in [`retile`](TiledCopy::retile) with
//! permutations that deal out repetitions in another order than that of the elements.

mod side;
mod error;
mod digits;
mod map;
mod part;
mod predicate;
mod threads;
mod permutation;
mod positions;
mod thrfrg;
mod recovered;
mod definition;
mod mma;
mod tv;
mod sides;
mod copy;
mod retile;

pub use crate::atom::Operand;
pub use copy::TiledCopy;
pub use error::TiledError;
pub use map::{Coverage, Owners, TileMap};
pub use mma::TiledMma;
pub use predicate::{Overhang, Predicate};
pub use retile::RetileSteps;
pub use side::Side;
pub use sides::{AtomSides, SideSteps};
pub use thrfrg::Thrfrg;
pub use tv::TvSteps;
