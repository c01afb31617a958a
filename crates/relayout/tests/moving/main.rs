//! Moving data: every plan against its definition, and what is refused. Small enough for Miri.

mod alignment;
mod composed;
mod definition;
mod errors;
mod explain;
mod fill;
#[cfg(all(feature = "ndarray", feature = "parallel"))]
mod ndarray;
mod square;
mod steps;
mod ways;
