//! Why there is no such atom.

use core::fmt;

use super::coverage::Gap;
use super::facts::Arch;
use super::operand::Operand;
use super::record::Atom;
use super::refusal::Illegal;

/// The names that are nearest to one that does not exist; at most three.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Nearest {
    pub(super) atoms: [Option<Atom>; 3],
}

impl Nearest {
    /// The atoms, the nearest first.
    pub fn atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        self.atoms.iter().flatten().copied()
    }
}

impl fmt::Display for Nearest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, atom) in self.atoms().enumerate() {
            write!(f, "{}{atom}", if i > 0 { "; " } else { "" })?;
        }
        Ok(())
    }
}

/// Why there is no such atom, or why one does not hold its matrices.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum AtomError {
    /// No atom has this name.
    Unknown {
        /// The nearest names that exist.
        nearest: Nearest,
    },
    /// Two architectures have an instruction of this name, with different layouts.
    Shared {
        /// That of one ...
        first: Atom,
        /// ... and that of the other.
        second: Atom,
    },
    /// The atom of this name belongs to another architecture.
    Elsewhere {
        /// The atom.
        found: Atom,
        /// The architecture that was asked for.
        arch: Arch,
    },
    /// The name is that of a family, with a number that the hardware does not have.
    Size {
        /// Which, and the nearest that it has.
        illegal: Illegal,
        /// An atom of the family.
        example: Atom,
    },
    /// The name is that of a template, with an argument that it does not take.
    Argument {
        /// What it takes.
        rule: &'static str,
        /// An atom of the template.
        example: Atom,
    },
    /// The name is that of a template, with too few arguments or too many.
    Arguments {
        /// An atom of the template.
        example: Atom,
    },
    /// The layout of an operand does not cover its matrix.
    Coverage {
        /// Which operand.
        operand: Operand,
        /// Where.
        gap: Gap,
    },
}

impl AtomError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            AtomError::Unknown { .. } => "unknown-atom",
            AtomError::Shared { .. } => "ambiguous-atom",
            AtomError::Elsewhere { .. } => "other-architecture",
            AtomError::Size { .. } => "illegal-size",
            AtomError::Argument { .. } => "illegal-argument",
            AtomError::Arguments { .. } => "wrong-arguments",
            AtomError::Coverage { .. } => "not-covered",
        }
    }
}

impl fmt::Display for AtomError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AtomError::Unknown { nearest } if nearest.atoms().next().is_none() => {
                f.write_str("no atom has this name, nor one that is near")
            }
            AtomError::Unknown { nearest } => {
                write!(f, "no atom has this name; the nearest: {nearest}")
            }
            AtomError::Shared { first, second } => write!(
                f,
                "{} and {} have this instruction with different layouts: {first} or {second}",
                first.arch(),
                second.arch()
            ),
            AtomError::Elsewhere { found, arch } => {
                write!(
                    f,
                    "{found} is an atom of {}, and {arch} has none of this name",
                    found.arch()
                )
            }
            AtomError::Size { illegal, example } => write!(f, "{illegal} (as in {example})"),
            AtomError::Argument { rule, example } => write!(f, "{rule} (as in {example})"),
            AtomError::Arguments { example } => {
                write!(f, "too few or too many arguments: the template is used as in {example}")
            }
            AtomError::Coverage { operand, gap } => write!(f, "operand {operand}: {gap}"),
        }
    }
}

impl core::error::Error for AtomError {}
