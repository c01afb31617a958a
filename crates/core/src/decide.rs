//! Questions that may need a search: is a layout injective, which index has an offset, is there an inverse?
//!
//! Most are settled by closed forms. What is left are equations in integers with bounds, which are
//! NP-complete in general; so a search has a budget, and ends in
//! [`Undecided`](crate::ErrorKind::Undecided) when that is used up, never in a wrong answer.

pub(crate) mod digits;
pub(crate) mod bounded;
pub(crate) mod lattice;
pub(crate) mod sums;
pub(crate) mod cancel;
pub(crate) mod questions;
pub(crate) mod vector;
pub(crate) mod inverse_search;
pub(crate) mod fibre;
pub(crate) mod nullspace;
pub(crate) mod solve;
