//! Exit codes.

use tilework_lang::{Diagnostic, report};

/// An answer.
pub(crate) const OK: u8 = 0;
/// No such layout, or a claim that does not hold.
pub(crate) const NO: u8 = 1;
/// Wrong usage, or a text that cannot be read.
pub(crate) const BAD: u8 = 2;

/// The exit code for an error.
pub(crate) fn code(diagnostic: &Diagnostic) -> u8 {
    if report::is_unreadable(diagnostic) { BAD } else { NO }
}
