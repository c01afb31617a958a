//! What the benchmarks share.
//!
//! Everyone who is measured is a [`turns::Contestant`]: something that can be called so many times and
//! says how long one call took. It may be a closure, or a case of a [`peer::Peer`], a program in any
//! language. Contestants take turns; what they took is a [`figure::Figure`], a median with its
//! quartiles. The [`results`] of each kind of [`machine`] have a folder of their own.

pub mod beside;
pub mod cute;
pub mod figure;
pub mod instructions;
pub mod machine;
pub mod options;
pub mod peer;
pub mod results;
pub mod turns;
