//! Operations: operands and result side by side, with the cells that belong together in the same
//! colour.
//!
//! Which cells belong together is found by the same operation on a layout of A's indices: its
//! offsets are the elements of A that the elements of the result come from.

mod draft;
mod elements;

pub(crate) mod beside;
pub(crate) mod complement;
pub(crate) mod composed;
pub(crate) mod composition;
pub(crate) mod divide;
pub(crate) mod inverse;
pub(crate) mod part;
pub(crate) mod product;
pub(crate) mod refused;
pub(crate) mod slice;
