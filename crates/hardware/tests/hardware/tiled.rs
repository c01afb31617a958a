//! TiledCopy and TiledMMA: what CuTe prints, and the definitions as tables.

mod atoms;
mod vectors;
