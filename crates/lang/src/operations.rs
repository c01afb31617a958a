//! The operations of the language: their values, their arguments, and the one table of them.

pub(crate) mod value;
pub(crate) mod arguments;
pub(crate) mod answers;
pub(crate) mod composition;
pub(crate) mod coords;
mod table;

pub use table::{Operation, all, find};
