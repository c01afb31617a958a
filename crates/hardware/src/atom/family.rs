//! What every family of atoms answers.

use core::fmt::{self, Write};

use super::facts::{Arch, Kind, Source, Vendor};
use super::operand::{Extra, Operand, Types, ValueType};
use super::{CopyAtom, MmaAtom};
use tilework::Layout;

/// One instruction of a family, as the few numbers that tell it from the others.
pub(super) trait Family: Copy {
    /// The name in CuTe.
    fn name(&self, out: &mut dyn Write) -> fmt::Result;

    /// The instruction of PTX or of AMD; nothing for what is made of several.
    fn instruction(&self, out: &mut dyn Write) -> fmt::Result;

    fn arch(&self) -> Arch;

    fn vendor(&self) -> Vendor {
        Vendor::Nvidia
    }

    fn source(&self) -> Source {
        Source::Cutlass
    }

    /// The header of CuTe that has the traits.
    fn header(&self) -> Option<&'static str>;

    /// The parameters of the template in CuTe.
    fn template(&self, _: &mut dyn Write) -> fmt::Result {
        Ok(())
    }

    /// What a reader of the layouts should know.
    fn remark(&self) -> Option<&'static str> {
        None
    }

    fn kind(&self) -> Kind;

    fn is_sparse(&self) -> bool {
        false
    }

    fn types(&self) -> Option<Types> {
        None
    }

    /// The type as the traits have it.
    fn value_type(&self, operand: Operand) -> Option<ValueType> {
        let types = self.types()?;
        Some(match operand {
            Operand::A => ValueType::cute(types.a),
            Operand::B => ValueType::cute(types.b),
            Operand::C => ValueType { element: types.c, ..ValueType::cute(types.d) },
        })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        None
    }

    fn mma(&self) -> Option<MmaAtom> {
        None
    }

    fn extra(&self, _: Extra) -> Option<Layout> {
        None
    }

    fn copy(&self) -> Option<CopyAtom> {
        None
    }

    /// From values to bits of tensor memory: CuTe's `ValID`.
    fn value_id(&self) -> Option<Layout> {
        None
    }
}

/// A name in capitals, as names of atoms have their types.
pub(super) fn capitals(name: &str, out: &mut dyn Write) -> fmt::Result {
    name.chars().try_for_each(|letter| out.write_char(letter.to_ascii_uppercase()))
}
