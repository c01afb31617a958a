//! The language: what is read, what it evaluates to, how it is explained, and what is refused.

mod composed;
mod coords;
mod dialects;
mod errors;
mod explain;
mod foreign;
mod golden;
mod limits;
mod members;
mod notes;
mod operations;
mod order;
mod pasted;
mod random;
mod reading;
mod triton;
