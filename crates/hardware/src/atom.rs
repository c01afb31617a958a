//! Atoms: what one instruction of a tensor core, or of a copy, gives to each of its threads.
//!
//! The list has 3,058 of them: `mma.sync`, `wgmma` and `tcgen05` of NVIDIA, the copies around them, AMD's MFMA and
//! WMMA, Intel's DPAS and AMX. It is no text: a family is a formula, and an [`Atom`] the few numbers that tell it
//! from the others of its family. So what the formula holds for exists, too, beyond the list.
//!
//! ```
//! use tilework_hardware::atom::{self, Coverage, Operand};
//!
//! let atom = atom::find("SM90_64x128x16_F32F16F16_SS<GMMA::Major::K, GMMA::Major::K>")?;
//! let mma = atom.mma().unwrap();
//! assert_eq!(mma.shape, [64, 128, 16]);
//! assert_eq!(mma.c.to_string(), "((4,8,4),(2,2,16)):((128,1,16),(64,8,512))");
//! // A and B are in shared memory: all threads have all of it.
//! assert_eq!(mma.coverage(Operand::A), Ok(Coverage::Every { threads: 128 }));
//! assert_eq!(mma.coverage(Operand::C), Ok(Coverage::Once));
//! # Ok::<(), atom::AtomError>(())
//! ```

mod facts;
mod operand;
mod refusal;
mod coverage;
mod owner;
mod fragment;
mod text;
mod name;
mod family;
mod scalar;
mod warp;
mod narrow;
mod wgmma;
mod tcgen05;
mod lane;
mod matrix;
mod tmem;
mod amd;
mod secondary;
mod record;
mod error;
mod find;

use tilework::Layout;

pub use coverage::{Coverage, Gap};
pub use error::{AtomError, Nearest};
pub use facts::{Arch, Kind, Source, Vendor};
pub use find::{Query, all, by_instruction, find, search};
pub use operand::{Extra, Operand, Types, ValueType};
pub use owner::Owners;
pub use record::{Atom, Instruction, Template};
pub use refusal::{Illegal, Parameter};

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

impl MmaAtom {
    /// The layout of an operand.
    pub const fn operand(&self, operand: Operand) -> &Layout {
        match operand {
            Operand::A => &self.a,
            Operand::B => &self.b,
            Operand::C => &self.c,
        }
    }
}

/// What one copy instruction moves from which thread to which: from (thread, value) to bits.
///
/// ```
/// use tilework_hardware::atom;
///
/// // ldmatrix: a thread gives the address of a row of 128 bits, and gets 32 bits of each of four matrices.
/// let copy = atom::find("SM75_U32x4_LDSM_N")?.copy().unwrap();
/// assert_eq!(copy.src.to_string(), "(32,128):(128,1)");
/// assert_eq!(copy.dst.to_string(), "(32,(32,4)):(32,(1,1024))");
/// assert_eq!(copy.reference, copy.dst);
/// # Ok::<(), atom::AtomError>(())
/// ```
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
