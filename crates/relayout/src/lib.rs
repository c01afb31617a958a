//! Moving data between any two layouts, at the speed of memory.
//!
//! [`relayout()`] moves it once; a [`Plan`] does so again and again, on one thread or on several, and says
//! [how](Plan::explain). Both take layouts with strides, and layouts behind swizzles and other maps.
//! [`fill`] writes one value, and [`transpose_in_place`] needs no second square.
//!
//! - Feature `parallel` (on by default): `Plan::run_parallel` and what else runs on `rayon`'s threads.
//! - Feature `ndarray`: `relayout_array`, for views of arrays of the crate `ndarray`.

mod error;
mod explain;
mod fill;
mod isa;
mod joint;
mod kernel;
#[cfg(feature = "ndarray")]
mod ndarray;
mod operand;
mod plan;
mod program;
mod square;
mod tile;
mod tuning;

pub use error::{Error, Result, Side};
pub use explain::Explain;
pub use fill::fill;
pub use isa::Isa;
#[cfg(feature = "ndarray")]
pub use ndarray::relayout_array;
#[cfg(all(feature = "ndarray", feature = "parallel"))]
pub use ndarray::relayout_array_parallel;
pub use operand::Operand;
pub use plan::Plan;
pub use square::transpose_in_place;
pub use tuning::Tuning;

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
pub fn relayout<'a, T: Copy>(
    dst: &mut [T],
    dl: impl Into<Operand<'a>>,
    src: &[T],
    sl: impl Into<Operand<'a>>,
) -> Result<()> {
    Plan::new(dl, sl, size_of::<T>())?.run(dst, src)
}
