//! Evaluators: one layout, many indices.
//!
//! [`Layout::at_index`](crate::Layout::at_index) divides by every extent, one after the other. That is right for one index.
//! For many there is something faster, and all of it gives the same numbers:
//!
//! ```text
//! every index in order, one by one      layout.offsets()             an odometer: no division
//! a range of indices into a slice       layout.prepare().fill()      a block and additions: SIMD
//! any index                             layout.prepare().at(i)       one multiply-high for each mode
//! from the offset back to the index     layout.prepare_inverse()     one multiply-high for each mode
//! a layout known at compile time        types::Static::<L>.at(i)     the arithmetic written by hand
//! ```
//!
//! The mathematics is the floor form (DESIGN.md, 3.1): `A(x) = sum c_k * floor(x/N_k)`. Its terms do
//! not depend on one another, as the digits of chained division do, and each division is by a number
//! that is known beforehand, so it is a multiplication.

mod prepared;
mod fill;
mod inverse;

pub use fill::Lane;
pub use inverse::Inverse;
pub use prepared::Prepared;
