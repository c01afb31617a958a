//! Why there is no picture of what the hardware does.

use std::fmt;

/// Why there is no picture of what the hardware does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FigureError {
    /// What is to be drawn has no answer itself.
    Hardware(tilework_hardware::Error),
    /// There are too many of something.
    TooLarge {
        /// Of what: `elements of A`.
        what: &'static str,
        /// How many there are.
        count: i64,
        /// How many there may be.
        most: i64,
    },
    /// The thread or value that is to stand out is not there.
    Absent {
        /// `thread` or `value`.
        what: &'static str,
        /// The one that was asked for.
        chosen: i64,
        /// How many there are.
        count: i64,
    },
}

impl FigureError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            FigureError::Hardware(error) => error.name(),
            FigureError::TooLarge { .. } => "too-large",
            FigureError::Absent { .. } => "absent",
        }
    }
}

impl fmt::Display for FigureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FigureError::Hardware(error) => error.fmt(f),
            FigureError::TooLarge { what, count, most } => {
                write!(f, "{count} {what} are too many for a picture, which may have {most}")
            }
            FigureError::Absent { what, chosen, count } => {
                write!(f, "there is no {what} {chosen} among the {count} {what}s")
            }
        }
    }
}

impl std::error::Error for FigureError {}

impl<E: Into<tilework_hardware::Error>> From<E> for FigureError {
    fn from(error: E) -> FigureError {
        FigureError::Hardware(error.into())
    }
}
