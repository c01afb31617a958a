//! Atoms: what one instruction of a tensor core, or of a copy, gives to each of its threads.

use core::fmt;

use tilework::Layout;

/// What one matrix instruction does with which thread's values: `C += A B` on a tile of M x N x K.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::atom::MmaAtom;
///
/// // SM80_16x8x16_F32F16F16F32_TN
/// let atom = MmaAtom {
///     shape: [16, 8, 16],
///     thr_id: layout!(32:1),
///     a: layout!(((4,8),(2,2,2)):((32,1),(16,8,128))),
///     b: layout!(((4,8),(2,2)):((16,1),(8,64))),
///     c: layout!(((4,8),(2,2)):((32,1),(16,8))),
/// };
/// assert_eq!(atom.c.size(), 16 * 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MmaAtom {
    /// M, N and K.
    pub shape: [i64; 3],
    /// From the threads of the atom to the lanes that they are: CuTe's `ThrID`.
    pub thr_id: Layout,
    /// From (thread, value) to `m + M * k`.
    pub a: Layout,
    /// From (thread, value) to `n + N * k`.
    pub b: Layout,
    /// From (thread, value) to `m + M * n`.
    pub c: Layout,
}

/// What one copy instruction moves from which thread to which: from (thread, value) to bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CopyAtom {
    /// From the threads of the atom to the lanes that they are: CuTe's `ThrID`.
    pub thr_id: Layout,
    /// From (thread, bit) to the bit that it reads: CuTe's `SrcLayout`.
    pub src: Layout,
    /// From (thread, bit) to the bit that it writes: CuTe's `DstLayout`.
    pub dst: Layout,
    /// The side that the thread-value layout of a tiled copy speaks of: CuTe's `RefLayout`.
    pub reference: Layout,
}

/// Why there is no such atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AtomError {}

impl AtomError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match *self {}
    }
}

impl fmt::Display for AtomError {
    fn fmt(&self, _: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {}
    }
}
