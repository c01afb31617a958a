//! The commands, one file each.

pub(crate) mod check;
pub(crate) mod compare;
pub(crate) mod draw;
pub(crate) mod evaluate;
pub(crate) mod explain;
pub(crate) mod manual;
pub(crate) mod recover;
pub(crate) mod relayout;
pub(crate) mod repl;
pub(crate) mod solve;
