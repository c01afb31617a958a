#![doc = include_str!("../README.md")]
#![no_std]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

mod bounded;
mod coalesce;
mod common;
mod complement;
mod compose;
mod coord;
mod decide;
mod digits;
mod divide;
mod error;
mod factor;
mod floor;
mod inverse;
mod iter;
mod layout;
mod list;
mod nested;
mod order;
#[doc(hidden)]
pub mod parse;
mod product;
mod profile;
mod recast;
mod recover;
mod scan;
mod shape;
mod structure;
mod text;
mod tiler;
mod tuple;

pub use coord::{crd2crd, crd2idx, crd2idx_stride, idx2crd, idx2crd_stride};
pub use decide::DECIDE_BUDGET;
pub use error::{Carry, Error, ErrorKind, Op, Result, Why};
pub use iter::{Entries, Offsets};
pub use layout::{Layout, Mode};
pub use list::MAX_MODES;
pub use nested::Nested;
pub use parse::{parse_layout, parse_slicer, parse_tiler, parse_tuple};
pub use profile::Profile;
pub use recover::{recover, recover_with};
pub use scan::SCAN_BUDGET;
pub use shape::{ceil_div, domain_distribute, shape_div, shape_mod};
pub use tiler::Tiler;
pub use tuple::{Coord, IntoTuple, Shape, Slicer, Stride, Tuple};
