#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// Ground: lists, integers, nesting, text, errors, and how much a question may cost.
mod error;
mod factor;
mod list;
mod nested;
mod profile;
mod reciprocal;
mod text;
mod work;

// Layouts: tuples, the type itself, its notation, what it evaluates to.
mod coord;
mod iter;
mod layout;
#[doc(hidden)]
pub mod parse;
mod slice;
mod tuple;

// Structure: arranging modes, layouts from shapes, arithmetic of shapes.
mod lex;
mod order;
mod shape;
mod structure;

// Algebra, each group on top of the ones before it.
mod coalesce;
mod floor;

mod compose;
mod scan;

mod complement;

mod tile;
mod tiler;

mod by_mode;

mod divide;
mod product;

mod common;
mod inverse;
mod recast;
mod refinement;

// From functions back to layouts; questions about layouts, and inverses that need a search.
mod recover;

mod decide;

mod inverse_search;

mod fibre;
mod nullspace;
mod solve;

// Beyond strides: maps of bits, and layouts seen through maps.
mod swizzle;
mod xor_map;

mod composed;

mod any;
mod any_offsets;
mod layout_ref;
mod linear;
mod window;

// Layouts into coordinates.
mod basis;
mod coord_layout;

// Parts of layouts: tiles, also those that stick out, and what a thread holds.
mod partition;
mod ragged;
mod tv;

// Many evaluations of one layout.
pub mod eval;

// Layouts in types.
pub mod types;

// Tensors: layouts over data.
mod map;
mod strided;
mod tensor;

// Doors to other crates.
#[cfg(feature = "ndarray")]
mod ndarray;
#[cfg(feature = "serde")]
mod serde;

pub use any::AnyLayout;
pub use any_offsets::AnyOffsets;
pub use basis::BasisStride;
pub use composed::{
    ComposedLayout, ENUMERATION_BUDGET, MAX_STAGES, Outer, parse_any_layout, parse_composed_layout,
    parse_swizzle, parse_xor_map,
};
pub use coord::{crd2crd, crd2idx, crd2idx_stride, idx2crd, idx2crd_stride};
pub use coord_layout::CoordLayout;
pub use error::{Advice, Carry, Error, ErrorKind, Op, Result, Why};
pub use iter::{Entries, Offsets};
pub use layout::{Layout, Mode};
pub use layout_ref::LayoutRef;
pub use lex::Order;
pub use linear::{LinearDim, LinearLayout};
pub use list::MAX_MODES;
pub use map::OffsetMap;
pub use nested::Nested;
pub use parse::{parse_layout, parse_slicer, parse_tiler, parse_tuple};
pub use profile::Profile;
pub use ragged::Ragged;
pub use recover::{recover, recover_with};
pub use refinement::{CommonMode, CommonModes, ModeRuns};
pub use shape::{ceil_div, domain_distribute, shape_div, shape_mod};
pub use swizzle::Swizzle;
pub use tensor::{Iter, IterFn, IterMut, Tensor, TensorFn, TensorMut};
pub use tiler::Tiler;
pub use tuple::{Coord, IntoTuple, Shape, Slicer, Stride, Tuple};
pub use tv::{Coverage, TvLayout};
pub use window::Window;
pub use work::WORK_BUDGET;
pub use xor_map::XorMap;
