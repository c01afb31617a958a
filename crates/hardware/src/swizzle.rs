//! The swizzle that a set of accesses needs: the best of a family, the best of all XOR maps, or padding.
//!
//! A tile of shared memory is written one way and read another, and a layout without conflicts for both is
//! wanted. A swizzle `Sw<B,M,S>` in front of the layout moves vectors between banks and keeps each of them
//! whole. [`solve`] judges every swizzle inside of [`Bounds`] over all iterations of all accesses, so that its
//! answer is a theorem: nothing in the family is better, and nothing smaller is as good. [`solve_xor`] goes on
//! to all maps that are linear over XOR, with a lower bound that no map can beat. [`solve_padding`] moves rows
//! apart instead, and says what that costs.
//!
//! All numbers of swizzles are on elements; CuTe prints those of shared memory on bytes, which
//! [`Solution::least_on_bytes`] gives.

mod space;
mod family;
mod error;
mod phase;
mod count;
mod gather;
mod bound;
mod demand;
mod search;
mod visit;
mod solution;
mod xor;
mod padding;

pub use bound::{LowerBound, Reason};
pub use error::SwizzleError;
pub use family::Bounds;
pub use padding::{Padding, PaddingOptions, solve_padding};
pub use solution::{FirstIteration, Options, Solution, solve};
pub use xor::{Verdict, XorSolution, solve_xor};
