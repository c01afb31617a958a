//! Data in files, `.npy` or raw and of any size, from one layout to another.
//!
//! ```
//! use std::ops::ControlFlow;
//! use tilework::layout;
//! use tilework_relayout::files::{Dtype, Header, Input, Job, Limits, Source};
//!
//! # let folder = std::env::temp_dir().join(format!("tilework-doc-files-{}", std::process::id()));
//! # std::fs::create_dir_all(&folder)?;
//! # let (input, output) = (folder.join("a.bin"), folder.join("b.npy"));
//! // Two rows of three bytes.
//! std::fs::write(&input, b"abcdef")?;
//! let source = Source::raw(Input::open(&input)?, Dtype::named("u8")?);
//! let rows = source.under(layout!((2,3):(3,1)))?;
//! // By columns, as an array of numpy. With at most 64 MB in memory, this works for any size.
//! let limits = Limits::default().memory(64 << 20);
//! let job = Job::new(rows, layout!((2,3):(1,2)), limits)?.as_npy(None)?;
//! job.write(&output, &mut |_| ControlFlow::Continue(()))?;
//!
//! let written = std::fs::read(&output)?;
//! let (header, start) = Header::read(&written)?;
//! assert_eq!((header.array.shape, header.array.fortran_order), (vec![2, 3], true));
//! assert_eq!(&written[start..], b"adbecf");
//! # std::fs::remove_dir_all(&folder)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | | |
//! |---|---|
//! | [`Input`] | what is read: a file, or bytes in memory |
//! | [`Source`], [`View`] | its elements, and the layout under which they are seen |
//! | [`Dtype`], [`Header`], [`Array`] | types of elements, headers of `.npy` files, arrays and their layouts |
//! | [`Job`], [`Limits`], [`Progress`] | what is to be moved, with how much memory, and how far it has come |
//! | [`Replacement`], [`replace()`] | a file that takes the place of another, whole or not at all |
//!
//! A job works in strips: parts of both sides that fit into the memory it may use. The source is read by position, so
//! that a file that becomes shorter meanwhile is an error. The destination is a mapped file beside the final one,
//! allocated before the first byte and renamed after the last: a full disk is an error at the beginning, and there is
//! never half a result under the final name.

mod replace;
mod dtype;
mod array;
mod npy;
mod error;
mod input;
mod mapping;
mod output;
mod place;
mod source;
mod strips;
mod threads;
mod gather;
mod limits;
mod work;
mod job;

pub use array::{Array, permutation};
pub use dtype::{Dtype, ParseError};
pub use error::Error;
pub use input::Input;
pub use job::{Job, Progress};
pub use limits::Limits;
pub use npy::Header;
pub use replace::{Replacement, abandon, is_stream, replace};
pub use source::{Source, View};
