//! Layouts as such: notation, structure, coordinates, orders, and what is refused.

mod errors;
mod evaluate;
mod grid;
mod lex;
mod notation;
mod odometer;
mod order;
#[cfg(feature = "serde")]
mod serialised;
mod shape;
mod slice;
mod structure;
