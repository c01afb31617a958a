//! TiledCopy and TiledMMA: what CuTe prints, and the definitions as tables.

mod atoms;
mod oracle;
mod random;
mod vectors;
mod mma;
mod copy;
mod named;
mod errors;
mod wild;
