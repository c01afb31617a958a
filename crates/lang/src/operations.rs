//! The operations of the language: their values, their arguments, and the one table of them.

pub(crate) mod tv;
pub(crate) mod value;
mod operation;
pub(crate) mod arguments;
pub(crate) mod answers;
pub(crate) mod composition;
pub(crate) mod coords;
mod table;

pub use operation::{Argument, Figure, Form, Grouping, Kind, Operation};
pub use table::{Id, all, find};

use arguments::{Arguments, Fault};
use value::Value;

impl Arguments<'_> {
    /// What the operation makes of its arguments.
    pub(crate) fn answer(&self) -> Result<Value, Fault> {
        coords::apply(self).unwrap_or_else(|| (self.operation.apply)(self))
    }
}
