//! Operations as pictures: operands and result side by side, and what belongs together in the same
//! colour.
//!
//! What belongs together is found by doing the same operation to indices: the divide of the layout
//! of A's indices says which element of A each element of the result is.

mod draft;
mod elements;

pub(crate) mod beside;
pub(crate) mod complement;
pub(crate) mod composed;
pub(crate) mod composition;
pub(crate) mod divide;
pub(crate) mod inverse;
pub(crate) mod product;
pub(crate) mod slice;
