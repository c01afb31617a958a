//! Arrays of other crates.

#[cfg(feature = "ndarray")]
mod ndarray;

#[cfg(feature = "ndarray")]
pub use ndarray::relayout_array;
#[cfg(all(feature = "ndarray", feature = "parallel"))]
pub use ndarray::relayout_array_parallel;
