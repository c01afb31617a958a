//! Exit codes.

use tilework_lang::Diagnostic;
use tilework_lang::report::Status;

/// An answer.
pub(crate) const OK: u8 = Status::Answer as u8;
/// No such layout, or a claim that does not hold.
pub(crate) const NO: u8 = Status::No as u8;
/// Wrong usage, or a text that cannot be read.
pub(crate) const BAD: u8 = Status::Unreadable as u8;

/// The exit code for an error.
pub(crate) fn code(diagnostic: &Diagnostic) -> u8 {
    Status::of(diagnostic) as u8
}
