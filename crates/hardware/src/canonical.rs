//! The layouts of shared memory that wgmma, tcgen05 and TMA know, by name.
