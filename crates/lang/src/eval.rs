//! From expressions to values, and from refusals to the place that is to blame.

pub(crate) mod names;
pub(crate) mod hardware;
pub(crate) mod members;
pub(crate) mod basis;
pub(crate) mod advise;
pub(crate) mod blame;
pub(crate) mod notice;
pub(crate) mod scope;
pub(crate) mod operands;
pub(crate) mod statement;
pub(crate) mod grid;
pub(crate) mod document;
