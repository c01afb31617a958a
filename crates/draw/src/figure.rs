//! From layouts to scenes: one file for each kind of picture.

mod paint;

pub(crate) mod grid;

pub(crate) mod bits;
pub(crate) mod coordinates;
pub(crate) mod strip;
pub(crate) mod threads;

pub(crate) mod operation;

pub(crate) mod hardware;
