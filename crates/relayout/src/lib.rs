#![doc = include_str!("../README.md")]
//!
//! ## What there is
//!
//! | | |
//! |---|---|
//! | [`relayout()`] | one call that moves data |
//! | [`Plan::new`], [`Plan::through`] | a plan for two layouts, or for a source seen through a map |
//! | [`Plan::run`], [`Plan::run_parallel`], [`Plan::run_bytes`] | moves data, on one thread or several, also as bytes |
//! | [`Plan::steps`] | moves data step by step, to show how far it has come, or to stop |
//! | [`Plan::explain`] | the plan in words |
//! | [`Tuning`], [`Tuning::measure`] | settings of a plan: from the caches of the machine, or by measurement |
//! | [`fill()`] | one value everywhere |
//! | [`transpose_in_place`] | a square matrix, transposed in place |
//! | `files` | data in `.npy` and raw files of any size (feature `files`) |
//! | `relayout_array` | between views of `ndarray` (feature `ndarray`) |
//!
//! ## Elements
//!
//! Elements are moved as bytes, in vectors, and never looked at. They can be of any type whose bytes are all
//! initialised, [`NoUninit`]: numbers, arrays of them, structures that derive it with the crate `bytemuck`. A type
//! with padding or references does not compile, because vectors of integers cannot hold those:
//!
//! ```compile_fail,E0277
//! use tilework::layout;
//! use tilework_relayout::relayout;
//!
//! let mut columns = [None; 6];
//! relayout(&mut columns, &layout!((2,3):(1,2)), &[Some(1.5); 6], &layout!((2,3):(3,1)))?;
//! # Ok::<(), tilework_relayout::Error>(())
//! ```

mod error;
mod machine;
mod check;
mod kernel;
mod loops;
mod program;
mod plan;
mod measure;
mod fill;
mod in_place;
#[cfg(feature = "files")]
pub mod files;
mod interop;

use tilework::LayoutRef;

pub use bytemuck::NoUninit;
pub use error::{Error, Side};
pub use fill::fill;
pub use in_place::transpose_in_place;
#[cfg(feature = "ndarray")]
pub use interop::relayout_array;
#[cfg(all(feature = "ndarray", feature = "parallel"))]
pub use interop::relayout_array_parallel;
pub use machine::{Isa, ParseTuningError, Tuning};
pub use plan::{Explain, Plan, Steps};

/// Moves data from one layout to another: `dst[dl(i)] = src[sl(i)]` for every index `i`.
///
/// To move data between the same layouts again and again, keep the [`Plan`].
///
/// # Errors
/// As [`Plan::new`] and [`Plan::run`]. Nothing is written then.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::relayout;
///
/// let rows = ['a', 'b', 'c', 'd', 'e', 'f'];
/// let mut columns = ['-'; 6];
/// relayout(&mut columns, &layout!((2,3):(1,2)), &rows, &layout!((2,3):(3,1)))?;
/// assert_eq!(columns, ['a', 'd', 'b', 'e', 'c', 'f']);
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
pub fn relayout<'a, T: NoUninit>(
    dst: &mut [T],
    dl: impl Into<LayoutRef<'a>>,
    src: &[T],
    sl: impl Into<LayoutRef<'a>>,
) -> Result<(), Error> {
    // Where it is: to move a plan takes as long as to find it.
    match &Plan::new(dl, sl, size_of::<T>()) {
        Ok(plan) => plan.run(dst, src),
        Err(error) => Err(*error),
    }
}
