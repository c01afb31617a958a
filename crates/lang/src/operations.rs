//! The operations of the language: their values, their arguments, and the one table of them.

pub(crate) mod tv;
pub mod access;
pub mod atom;
pub mod record;
pub(crate) mod value;
mod operation;
pub(crate) mod arguments;
pub(crate) mod answers;
pub(crate) mod composition;
pub(crate) mod coords;
pub(crate) mod views;
pub(crate) mod hardware;
mod table;
mod index;
pub(crate) mod mirror;
mod lex;

pub use hardware::access::Asked;
pub use index::find;
pub use operation::{Argument, Figure, Form, Grouping, Kind, Lex, Operation};
pub use table::{Id, all};
