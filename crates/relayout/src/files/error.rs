//! Why data in files cannot be moved.

use std::{fmt, io};

use super::array::Array;
use super::dtype::ParseError;
use super::npy::Header;

/// Why data in files cannot be moved.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::files::{Dtype, Error, Source};
///
/// let source = Source::raw(vec![0; 20].into(), Dtype::named("f32")?);
/// let error = source.under(layout!((2,3):(3,1))).unwrap_err();
/// assert!(matches!(error, Error::Outside { span: 6, element: 4, bytes: 20 }));
/// assert_eq!(
///     error.to_string(),
///     "the source spans 6 elements of 4 bytes, 24 bytes, and the data have 20",
/// );
/// # Ok::<(), tilework_relayout::files::ParseError>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// The input cannot be read, or became shorter while it was read.
    Read(io::Error),
    /// The output cannot be written. What was there before is still there.
    Write(io::Error),
    /// There are no threads to work on.
    Threads(String),
    /// The input does not start with the header of a `.npy` file.
    Header(ParseError),
    /// The elements of a `.npy` file have no bytes.
    NoBytes {
        /// Their type, as the header has it.
        descr: String,
    },
    /// A `.npy` file has fewer bytes of data than its header says.
    EndsEarly {
        /// The header.
        header: Header,
        /// How many bytes there are.
        bytes: usize,
    },
    /// The layout of the source goes beyond the end of the data.
    Outside {
        /// How many elements the layout spans.
        span: usize,
        /// The bytes of an element.
        element: usize,
        /// How many bytes of data there are.
        bytes: usize,
    },
    /// A map goes beyond the indices of the source.
    OutOfDomain {
        /// An index that it has, and the source has not.
        index: i64,
        /// The size of the source.
        size: i64,
    },
    /// A map is not a layout with strides.
    MapWithoutStrides,
    /// The source has no layout after the map.
    Map(tilework::Error),
    /// An array has another number of elements than the destination spans.
    Array {
        /// The array.
        array: Array,
        /// How many elements the destination spans.
        span: usize,
    },
    /// The two layouts do not go together.
    Plan(crate::Error),
    /// The caller ended the job.
    Interrupted,
}

impl From<crate::Error> for Error {
    fn from(error: crate::Error) -> Error {
        Error::Plan(error)
    }
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Error {
        Error::Header(error)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Read(error) => write!(f, "cannot read the input: {error}"),
            Error::Write(error) => write!(f, "cannot write the output: {error}"),
            Error::Threads(error) => write!(f, "cannot start threads: {error}"),
            Error::Header(error) => write!(f, "the .npy file cannot be read: {error}"),
            Error::NoBytes { descr } => write!(f, "elements of {descr} have no bytes"),
            Error::EndsEarly { header, bytes } => {
                let needed = header.data_bytes();
                let needed = needed.map_or("more than 2^64".to_owned(), |bytes| bytes.to_string());
                let (shape, descr) = (header.array.shape_text(), header.dtype.descr());
                write!(
                    f,
                    "the .npy file ends early: its header says shape {shape} of {descr}, {needed} bytes; \
                     there are {bytes}"
                )
            }
            Error::Outside { span, element, bytes } => write!(
                f,
                "the source spans {span} elements of {element} bytes, {} bytes, and the data have {bytes}",
                span.saturating_mul(*element)
            ),
            Error::OutOfDomain { index, size } => {
                write!(f, "the map reaches index {index}; the source has 0 to {}", size - 1)
            }
            Error::MapWithoutStrides => write!(f, "the map must be a layout with strides"),
            Error::Map(error) => write!(f, "the map: {error}"),
            Error::Array { array, span } => write!(
                f,
                "an array of shape {} does not have the {span} elements that the destination spans",
                array.shape_text()
            ),
            Error::Plan(error) => write!(f, "{error}"),
            Error::Interrupted => write!(f, "interrupted"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Read(error) | Error::Write(error) => Some(error),
            Error::Header(error) => Some(error),
            Error::Map(error) => Some(error),
            Error::Plan(error) => Some(error),
            _ => None,
        }
    }
}
