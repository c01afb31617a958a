//! Bank conflicts: the vectors, the oracle, the proofs.

mod vectors;
