//! What everything else stands on: lists of fixed capacity, integers, nesting, and errors.
//!
//! Nothing here knows what a layout is. All of it is `const fn` and allocates nothing, so that the algebra
//! above runs in a kernel and in the compiler alike. A [`Profile`](profile::Profile) says where the
//! parentheses are, a [`Nested`](nested::Nested) has values between them, [`Work`](work::Work) counts what a
//! search may still cost, and [`Error`](error::Error) says why there is no answer.

pub mod limits;
pub(crate) mod list;
pub(crate) mod integers;
pub(crate) mod reciprocal;
pub(crate) mod profile;
pub(crate) mod mode;
pub(crate) mod text;
pub(crate) mod error;
pub(crate) mod nested;
pub(crate) mod work;
