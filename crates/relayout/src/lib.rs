//! Moving data between any two layouts at the speed of memory: transposing, permuting, packing into
//! tiles and unpacking, interleaving, broadcasting, reversing, gathering from swizzled memory. One call for
//! all of it.
//!
//! ```
//! use tilework::layout;
//! use tilework_relayout::{Plan, relayout};
//!
//! // A matrix of 4 x 6 by rows, packed into blocks of 2 x 3.
//! let rows = layout!(((2,2),(3,2)):((6,12),(1,3)));
//! let blocks = layout!(((2,2),(3,2)):((3,12),(1,6)));
//! let (matrix, mut packed) = ((0..24).collect::<Vec<u32>>(), vec![0; 24]);
//! relayout(&mut packed, &blocks, &matrix, &rows)?;
//! assert_eq!(packed[..6], [0, 1, 2, 6, 7, 8]);
//!
//! // And back, by a plan that can be used again, from any thread.
//! let unpack = Plan::new(&rows, &blocks, size_of::<u32>())?;
//! let mut back = vec![0; 24];
//! unpack.run(&mut back, &packed)?;
//! assert_eq!(back, matrix);
//! # Ok::<(), tilework_relayout::Error>(())
//! ```
//!
//! The meaning is one line, `dst[D(i)] = src[S(i)]` for every index `i`, and every plan does exactly that,
//! whatever instructions it uses. What has no meaning is refused when the plan is made: layouts of different
//! sizes, and a destination in which two indices have one place, with both of them named.
//!
//! | | |
//! |---|---|
//! | [`relayout()`] | the one-liner |
//! | [`Plan::new`], [`Plan::through`] | a plan for two layouts, or for a source seen through a map |
//! | [`Plan::run`], [`Plan::run_parallel`], [`Plan::run_bytes`] | moves data |
//! | [`Plan::explain`] | the plan in words |
//! | [`fill`] | one value everywhere |
//! | [`transpose_in_place`] | a square in its place |
//! | `files` | data in `.npy` and raw files of any size (feature `files`) |
//! | `relayout_array` | from and to views of `ndarray` (feature `ndarray`) |
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
//!
//! Feature `parallel`, on by default, brings what runs on `rayon`'s threads; `ndarray` what takes its views; `files`
//! what moves the data of files.

mod error;
mod machine;
mod check;
mod kernel;
mod loops;
mod program;
mod plan;
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
pub use machine::{Isa, Tuning};
pub use plan::{Explain, Plan};

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
    Plan::new(dl, sl, size_of::<T>())?.run(dst, src)
}
