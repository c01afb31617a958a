//! Shared memory: which banks an access touches, how often, and whether that is so for every tile and iteration.
//!
//! Shared memory is words of (mostly) 4 bytes, dealt out to banks in turn: `word = byte / 4`, `bank = word mod 32`. In one
//! phase of an instruction each bank serves one word; lanes that want the same word share it, and a bank of which
//! several words are wanted needs as many *wavefronts*. [`report()`] counts them for one iteration, [`prove`] says
//! what holds for all.

mod serve;
mod count;
mod report;
mod linear;
mod residues;
mod proof;

pub use count::{Counts, PhaseWays, count};
pub use linear::{Linear, PHASE_VECTORS, Rank, Span};
pub use proof::{Argument, Conflict, Proof, prove};
pub use report::{Race, Report, Witness, report, report_iteration, report_requests};
pub use residues::Period;
pub use serve::Service;
