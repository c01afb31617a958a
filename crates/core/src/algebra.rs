//! The algebra: operations on functions whose answer is a layout, or the reason why there is none.
//!
//! Everything comes from three of them. [`coalesce`] finds the one shortest form of a function, [`compose`]
//! puts one layout after another, and [`complement`] covers what a layout leaves out. Divisions are a
//! composition with a tile and its complement, products repeat a block along its complement, and a
//! [`tiler`] does either mode by mode. [`floor_form`] is the sum of floors in which a composite can be
//! read, and [`scan`] finds in it the first index at which a function stops being a layout.

pub(crate) mod coalesce;
pub(crate) mod floor_form;
pub(crate) mod scan;
pub(crate) mod pieces;
pub(crate) mod compose;
pub(crate) mod complement;
pub(crate) mod tiler;
pub(crate) mod divide;
pub(crate) mod product;
pub(crate) mod inverse;
pub(crate) mod common_vector;
pub(crate) mod refinement;
pub(crate) mod recast;
pub(crate) mod recover;
