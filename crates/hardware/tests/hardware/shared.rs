//! Bank conflicts: recorded answers, the definition, the proofs.

mod oracle;
mod sample;
mod vectors;
mod machines;
mod reports;
mod proofs;
mod published;
mod errors;
