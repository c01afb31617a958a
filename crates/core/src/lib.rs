#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(feature = "alloc")]
extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The order in which they build on one another: each uses only those above it, which
// `cargo xtask test` checks.

// Lists, integers, nesting, errors.
mod ground;
// Tuples, layouts, coordinates, offsets, and the notation of all these.
mod layout;
// Operations on functions: coalesce, compose, complement, divide, product, inverse, recover.
mod algebra;
// The same memory under another shape.
mod views;
// Questions that may need a search, and inverses that do.
mod decide;
// Swizzles and other maps of bits, and layouts seen through them.
mod maps;
// Layouts whose values are coordinates.
mod coords;
// Tiles of blocks, elements of threads, tiles that overhang.
mod parts;
// Layouts over data.
mod tensor;
// Many evaluations of one layout.
pub mod eval;
// Layouts in types.
pub mod types;
// Doors to other libraries.
mod interop;

pub use algebra::recover::{recover, recover_with};
pub use algebra::refinement::{CommonMode, CommonModes};
pub use algebra::tiler::Tiler;
pub use coords::basis::BasisStride;
pub use coords::coord_layout::CoordLayout;
pub use decide::vector::Vector;
pub use ground::error::{Advice, Carry, Error, ErrorKind, Op, Why};
pub use ground::limits;
pub use ground::mode::Mode;
pub use ground::nested::Nested;
pub use ground::profile::Profile;
pub use layout::coord::{crd2crd, crd2idx, crd2idx_stride, idx2crd, idx2crd_stride};
pub use layout::layout::Layout;
pub use layout::offsets::{Entries, Offsets};
pub use layout::order::Order;
pub use layout::runs::ModeRuns;
pub use layout::shape::{ceil_div, domain_distribute, shape_div, shape_mod};
pub use layout::tuple::{Coord, IntoTuple, Shape, Slicer, Stride, Tuple};
pub use maps::any::AnyLayout;
pub use maps::composed::offsets::AnyOffsets;
pub use maps::composed::{ComposedLayout, Outer};
pub use maps::layout_ref::LayoutRef;
pub use maps::linear::{LinearDim, LinearLayout};
pub use maps::swizzle::Swizzle;
pub use maps::window::Window;
pub use maps::xor_map::XorMap;
pub use parts::ragged::Ragged;
pub use parts::tv::{Coverage, TvLayout};
pub use tensor::offset_map::OffsetMap;
pub use tensor::{Iter, IterFn, IterMut, Tensor, TensorFn, TensorMut};

// What the macros call.
#[doc(hidden)]
pub use algebra::tiler::notation::tiler_literal;
#[doc(hidden)]
pub use layout::literal::{layout_literal, slicer_literal, tuple_literal};
