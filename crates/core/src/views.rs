//! Views: the same memory under another shape, as numpy and PyTorch have them, or why a copy is needed.
//!
//! A view shows the elements that are there, in the order that is asked for; nothing moves. Which modes a
//! shape may merge and split is decided by the one shortest form of a function (DESIGN.md, 3.1): the
//! indices at which the strides change have to be indices at which a mode of the new shape begins.

pub(crate) mod target;
pub(crate) mod view;
pub(crate) mod modes;
pub(crate) mod broadcast;
pub(crate) mod strided;
