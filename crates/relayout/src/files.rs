//! Files: replaced whole or not at all.

mod replace;

pub use replace::{Replacement, abandon, is_stream, replace};
