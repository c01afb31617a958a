//! Why data cannot be moved.

use std::fmt;

/// Which of the two sides an error speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// What is written.
    Destination,
    /// What is read.
    Source,
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::Destination => "destination",
            Side::Source => "source",
        })
    }
}

/// Why data cannot be moved.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::{Error, Plan};
///
/// let error = Plan::new(&layout!((4,2):(1,3)), &layout!(8:1), 4).unwrap_err();
/// assert_eq!(error, Error::Aliased { x: 4, y: 3, offset: 3 });
/// assert_eq!(
///     error.to_string(),
///     "relayout: the destination takes index 4 and index 3 to the same offset, 3: \
///      one would overwrite the other",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Error {
    /// The two layouts have different numbers of elements.
    Sizes {
        /// The size of the destination.
        destination: i64,
        /// The size of the source.
        source: i64,
    },
    /// Two elements would be written to one place.
    Aliased {
        /// An index.
        x: i64,
        /// Another index with the same offset.
        y: i64,
        /// The offset of both.
        offset: i64,
    },
    /// A slice is too short for its layout.
    TooShort {
        /// The slice of which side.
        side: Side,
        /// How many elements it has.
        len: usize,
        /// How many the layout spans.
        span: usize,
    },
    /// The plan is for elements of another size.
    Element {
        /// The size that the plan is for, in bytes.
        planned: usize,
        /// The size of the elements given, in bytes.
        given: usize,
    },
    /// No slice could be as long as a layout spans.
    TooLarge {
        /// The layout of which side.
        side: Side,
        /// How many elements the layout spans.
        span: u64,
        /// The size of an element, in bytes.
        element: usize,
    },
    /// The two arrays have different numbers of axes.
    Axes {
        /// Those of the destination.
        destination: usize,
        /// Those of the source.
        source: usize,
    },
    /// An axis of the two arrays has different lengths: the first one that has.
    Axis {
        /// Which axis.
        axis: usize,
        /// Its length in the destination.
        destination: usize,
        /// Its length in the source.
        source: usize,
    },
    /// The square that is to be transposed in place is not one.
    NotSquare {
        /// The number of elements.
        len: usize,
        /// The number of rows given.
        rows: usize,
    },
    /// A question to a layout has no answer.
    Layout {
        /// The layout of which side.
        side: Side,
        /// The reason.
        error: tilework::Error,
    },
}

/// The result of planning, and of moving data. It is not public: `use tilework_relayout::*` would hide that of `std`.
pub(crate) type Result<T, E = Error> = std::result::Result<T, E>;

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("relayout: ")?;
        match self {
            Error::Sizes { destination, source } => {
                write!(f, "the destination has {destination} elements and the source {source}")
            }
            Error::Aliased { x, y, offset } => write!(
                f,
                "the destination takes index {x} and index {y} to the same offset, {offset}: \
                 one would overwrite the other"
            ),
            Error::TooShort { side, len, span } => {
                write!(f, "the {side} has {len} elements, its layout spans {span}")
            }
            Error::Element { planned, given } => {
                write!(f, "planned for elements of {planned} bytes, called with {given}")
            }
            Error::TooLarge { side, span, element } => write!(
                f,
                "the layout of the {side} spans {span} elements of {element} bytes, more than a slice can \
                 have"
            ),
            Error::Axes { destination, source } => {
                write!(f, "the destination has {destination} axes and the source {source}")
            }
            Error::Axis { axis, destination, source } => write!(
                f,
                "axis {axis} has {destination} elements in the destination and {source} in the source"
            ),
            Error::NotSquare { len, rows } => {
                write!(f, "{len} elements are not a square of {rows} rows")
            }
            Error::Layout { side, error } => write!(f, "the layout of the {side}: {error}"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Layout { error, .. } => Some(error),
            _ => None,
        }
    }
}
