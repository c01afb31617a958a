//! Layouts whose values are coordinates, not offsets: CuTe's basis strides, as in `(4,8):(1@0,1@1)`.
//!
//! They say which element of a shape an index means, before anyone decides where it lies in memory. That is
//! what predicates, partitions and TMA need.

pub(crate) mod basis;
pub(crate) mod coord_layout;
