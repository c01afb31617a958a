//! Layouts and what they are made of: tuples, modes, coordinates, offsets, and the notation of all these.
//!
//! A [`Layout`](layout::Layout) is a shape and a stride, nested alike, and a function: it takes a coordinate
//! or an index to an offset. Here is how one is made, read, evaluated, cut, and put together from modes.
//! What combines two functions comes in [`algebra`](crate::algebra).

pub(crate) mod tuple;
pub(crate) mod grid;
#[allow(clippy::module_inception, reason = "the folder is about the type")]
pub(crate) mod layout;
pub(crate) mod compact;
pub(crate) mod notation;
pub(crate) mod literal;
pub(crate) mod coord;
pub(crate) mod runs;
pub(crate) mod offsets;
pub(crate) mod order;
pub(crate) mod slice;
pub(crate) mod structure;
pub(crate) mod shape;
