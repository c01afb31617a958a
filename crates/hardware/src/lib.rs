#![doc = include_str!("../README.md")]
#![no_std]
#![forbid(unsafe_code)]

#[cfg(test)]
extern crate std;

// The order in which they build on one another: each uses only those above it, which
// `cargo xtask test` checks.

// Element types: their bits and their names.
pub mod element;
// Machines: lanes, banks, phases, sectors, each fact with its confidence.
pub mod machine;
// Accesses: which lane touches which bytes.
pub mod access;
// Shared memory: bank conflicts, and the proof that there are none.
pub mod shared;
// Global memory: sectors, lines, and the widest vector.
pub mod global;
// The layouts of shared memory that wgmma, tcgen05 and TMA know.
pub mod canonical;
// The swizzle that a set of accesses needs.
pub mod swizzle;
// Atoms of tensor cores and copies.
pub mod atom;
// Atoms, tiled over threads: TiledCopy and TiledMMA.
pub mod tiled;
// Tensor maps of TMA.
pub mod tma;
// Descriptors of operands in shared memory: wgmma and tcgen05.
pub mod descriptor;
// Why a question has no answer.
mod error;

pub use error::Error;
