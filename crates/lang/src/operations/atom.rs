//! Atoms, and what is tiled of them over threads, as values.

use std::fmt;

use tilework::{Layout, Tiler};
use tilework_hardware::access::{Instruction, Matrices};
use tilework_hardware::atom::{self as hw, Operand};
use tilework_hardware::machine::Direction;
use tilework_hardware::tiled::{self, Side};

/// An atom of an MMA or of a copy.
///
/// Printed as its name, which reads as the same value, and of a copy with the bits of an element where they are known:
/// `Copy_Atom<SM75_U32x4_LDSM_N,16>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Atom {
    /// The atom.
    pub atom: hw::Atom,
    /// The bits of an element of a copy, where they are known.
    pub bits: Option<u32>,
}

/// An atom tiled over threads, and how it was made.
///
/// Printed as the call that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TiledMma {
    /// The atom.
    pub atom: hw::Atom,
    /// How many atoms there are in M, N and K, and which threads have them.
    pub layout: Layout,
    /// The permutation of M, N and K.
    pub permutation: Tiler,
    /// What that makes.
    pub tiled: tiled::TiledMma,
}

/// A copy tiled over threads, and how it was made.
///
/// Printed as the call that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct TiledCopy {
    /// The atom, with the bits of an element.
    pub atom: Atom,
    /// What it was made from.
    pub made: Made,
    /// What that makes.
    pub tiled: tiled::TiledCopy,
}

/// What a tiled copy was made from.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Made {
    /// From the layouts of threads and values.
    Layouts(Layout, Layout),
    /// For an operand of a tiled MMA.
    Operand(Operand, Box<TiledMma>),
}

/// One thread of a tiled copy or MMA: `get_slice(mma, 22)`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Thread {
    /// What it is a thread of.
    pub of: Tiled,
    /// The thread.
    pub thread: i64,
}

/// A tiled copy or a tiled MMA.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Tiled {
    /// A tiled MMA.
    Mma(Box<TiledMma>),
    /// A tiled copy.
    Copy(Box<TiledCopy>),
}

impl Atom {
    /// Whether it is one of an MMA.
    pub fn is_mma(&self) -> bool {
        self.atom.kind() == hw::Kind::Mma
    }

    /// What moves the bytes of a lane.
    pub(crate) fn instruction(&self) -> Instruction {
        let text = self.atom.instruction().to_string();
        let is = |word: &str| text.split('.').any(|part| part == word);
        if is("ldmatrix") || is("stmatrix") {
            let count = [(4, "x4"), (2, "x2"), (1, "x1")].into_iter().find(|(_, word)| is(word));
            let matrices = match (is("m16n16"), count) {
                (true, Some((1, _))) => Some(Matrices::M16X1),
                (true, Some((2, _))) => Some(Matrices::M16X2),
                (_, Some((count, _))) => Matrices::new(count),
                _ => None,
            };
            return matrices.map_or(Instruction::Vector, Instruction::Matrix);
        }
        let copies = text.starts_with("cp.async") && !is("bulk");
        if copies { Instruction::AsyncCopy } else { Instruction::Vector }
    }
}

impl Tiled {
    /// How many threads it has.
    pub fn threads(&self) -> i64 {
        match self {
            Tiled::Mma(mma) => mma.tiled.threads(),
            Tiled::Copy(copy) => copy.tiled.threads(),
        }
    }
}

impl TiledMma {
    /// The bits of an element of an operand, where they are known.
    pub(crate) fn bits_of(&self, operand: Operand) -> Option<u32> {
        let types = self.atom.types()?;
        Some(match operand {
            Operand::A => types.a.bits(),
            Operand::B => types.b.bits(),
            Operand::C => types.c.unwrap_or(types.d).bits(),
        })
    }
}

impl TiledCopy {
    /// Whether it reads or writes memory, where that is not said: what brings an operand to registers reads.
    pub(crate) fn direction(&self) -> Direction {
        let text = self.atom.atom.instruction().to_string();
        let stores =
            ["stmatrix", "st", "cp"].iter().any(|word| text.split('.').next() == Some(word));
        match &self.made {
            Made::Operand(Operand::C, _) => Direction::Store,
            _ if stores => Direction::Store,
            _ => Direction::Load,
        }
    }

    /// The side of the copy that is in memory, and not in registers: what a load reads and a store writes.
    pub(crate) fn memory_side(&self, stores: bool) -> Side {
        if stores { Side::Destination } else { Side::Source }
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bits {
            Some(bits) => write!(f, "Copy_Atom<{},{bits}>", self.atom),
            None => write!(f, "{}", self.atom),
        }
    }
}

impl fmt::Display for TiledMma {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "make_tiled_mma({}, {}, {})", self.atom, self.layout, self.permutation)
    }
}

impl fmt::Display for TiledCopy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.made {
            Made::Layouts(threads, values) => {
                write!(f, "make_tiled_copy({}, {threads}, {values})", self.atom)
            }
            Made::Operand(operand, mma) => {
                write!(f, "make_tiled_copy_{}({}, {mma})", operand.name(), self.atom)
            }
        }
    }
}

impl fmt::Display for Tiled {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Tiled::Mma(mma) => mma.fmt(f),
            Tiled::Copy(copy) => copy.fmt(f),
        }
    }
}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "get_slice({}, {})", self.of, self.thread)
    }
}

/// The most characters of a name.
const LONGEST: usize = 200;

/// Whether a name looks like that of an atom, `typed` with template arguments: looking for one takes longer than
/// reading a number.
pub(crate) fn is_name(name: &str, typed: bool) -> bool {
    const BEGINNINGS: [&str; 9] =
        ["Universal", "v_", "XeHP", "AMX_", "CDNA", "RDNA", "GMMA_", "AutoVectorizing", "SM"];
    name.len() <= LONGEST
        && (typed || name.bytes().any(|byte| byte.is_ascii_digit()))
        && BEGINNINGS.iter().any(|beginning| name.starts_with(beginning))
}

/// The atom of that name, by CuTe or by its vendor, or of that instruction.
///
/// # Errors
/// That there is none, with the nearest; that two architectures have it with different layouts.
pub(crate) fn find(name: &str) -> Result<Atom, hw::AtomError> {
    let atom = hw::find(name).or_else(|error| {
        // Instructions of PTX have dots, and names of CuTe have none.
        if !name.contains('.') {
            return Err(error);
        }
        let (arch, text) = match name.split_once("::") {
            Some((arch, text)) if let Some(arch) = hw::Arch::find(arch) => (Some(arch), text),
            _ => (None, name),
        };
        let here = |atom: &hw::Atom| arch.is_none_or(|arch| arch == atom.arch());
        hw::by_instruction(text).find(here).ok_or(error)
    })?;
    Ok(Atom { atom, bits: None })
}
