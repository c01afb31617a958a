//! From layouts to scenes.

pub(crate) mod grid;
pub(crate) mod operation;
pub(crate) mod paint;
pub(crate) mod strip;
pub(crate) mod threads;
