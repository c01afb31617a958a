//! One atom of the list: its name, its instruction, its layouts, and where they come from.

use core::fmt::{self, Write};

use tilework::Layout;

use super::amd::Amd;
use super::coverage::{Coverage, Gap, covers};
use super::facts::{Arch, Kind, Source, Vendor};
use super::family::{Family, capitals};
use super::lane::Lane;
use super::matrix::Matrix;
use super::narrow::Narrow;
use super::operand::{Extra, Operand, Types, ValueType};
use super::scalar::Scalar;
use super::secondary::Secondary;
use super::tcgen05::Tcgen05;
use super::tmem::Tmem;
use super::warp::Warp;
use super::wgmma::Wgmma;
use super::{CopyAtom, MmaAtom};

/// An instruction of a tensor core, or a copy, as CuTe names it.
///
/// It is a few bytes; names and layouts are made when they are asked for. `Display` writes the name, and in front of
/// it the architecture where the name alone is not enough: `RDNA4::v_wmma_f32_16x16x16_f16`.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::atom::{self, Arch};
/// use tilework_hardware::element::Element;
///
/// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN")?;
/// assert_eq!(atom.to_string(), "SM80_16x8x16_F32F16F16F32_TN");
/// assert_eq!(
///     atom.instruction().to_string(),
///     "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32"
/// );
/// assert_eq!((atom.arch(), atom.types().unwrap().d), (Arch::Sm80, Element::F32));
/// assert_eq!(atom.mma().unwrap().c, layout!(((4,8),(2,2)):((32,1),(16,8))));
/// # Ok::<(), atom::AtomError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Atom(Form);

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Scalar(Scalar),
    Warp(Warp),
    Narrow(Narrow),
    Wgmma(Wgmma),
    Tcgen05(Tcgen05),
    Lane(Lane),
    Matrix(Matrix),
    Tmem(Tmem),
    Amd(Amd),
    Secondary(Secondary),
}

/// Asks the family.
macro_rules! ask {
    ($atom:expr, $one:ident => $answer:expr) => {
        match &$atom.0 {
            Form::Scalar($one) => $answer,
            Form::Warp($one) => $answer,
            Form::Narrow($one) => $answer,
            Form::Wgmma($one) => $answer,
            Form::Tcgen05($one) => $answer,
            Form::Lane($one) => $answer,
            Form::Matrix($one) => $answer,
            Form::Tmem($one) => $answer,
            Form::Amd($one) => $answer,
            Form::Secondary($one) => $answer,
        }
    };
}

macro_rules! from {
    ($($form:ident),*) => {$(
        impl From<$form> for Atom {
            fn from(one: $form) -> Atom {
                Atom(Form::$form(one))
            }
        }
    )*};
}

from!(Scalar, Warp, Narrow, Wgmma, Tcgen05, Lane, Matrix, Tmem, Amd, Secondary);

impl Atom {
    pub(super) fn write_name(&self, out: &mut dyn Write) -> fmt::Result {
        ask!(self, one => one.name(out))
    }

    pub(super) fn write_instruction(&self, out: &mut dyn Write) -> fmt::Result {
        ask!(self, one => one.instruction(out))
    }

    /// The atom of another architecture that has this name with other layouts.
    pub(super) fn namesake(&self) -> Option<Atom> {
        match &self.0 {
            Form::Amd(one) => one.namesake().map(Atom::from),
            _ => None,
        }
    }

    /// The instruction of PTX, or AMD's mnemonic, without operands; empty for what takes several instructions or
    /// none in particular.
    pub fn instruction(&self) -> Instruction {
        Instruction(*self)
    }

    /// The parameters of the template in CuTe that its name leaves open or has as arguments; empty for others.
    ///
    /// ```
    /// use tilework_hardware::atom;
    ///
    /// let atom = atom::find("SM90_64x8x8_F32TF32TF32_SS_TN")?;
    /// assert_eq!(atom.template().to_string(), "GMMA::ScaleIn scaleA, GMMA::ScaleIn scaleB");
    /// # Ok::<(), atom::AtomError>(())
    /// ```
    pub fn template(&self) -> Template {
        Template(*self)
    }

    /// What it does.
    pub fn kind(&self) -> Kind {
        ask!(self, one => one.kind())
    }

    /// Who makes the hardware.
    pub fn vendor(&self) -> Vendor {
        ask!(self, one => one.vendor())
    }

    /// The architecture that it is made for.
    pub fn arch(&self) -> Arch {
        ask!(self, one => one.arch())
    }

    /// The header of CuTe that has its traits, in `cute/atom/`.
    pub fn header(&self) -> Option<&'static str> {
        ask!(self, one => one.header())
    }

    /// Where its layouts come from.
    pub fn source(&self) -> Source {
        ask!(self, one => one.source())
    }

    /// Whether the vendor's own words stand behind its layouts; say so where they do not.
    pub fn is_verified(&self) -> bool {
        self.source().is_verified()
    }

    /// What a reader of its layouts should know, in one clause.
    pub fn remark(&self) -> Option<&'static str> {
        ask!(self, one => one.remark())
    }

    /// M, N and K; `None` of a copy.
    pub fn shape(&self) -> Option<[i64; 3]> {
        ask!(self, one => one.shape())
    }

    /// How many products of that shape it makes; more than 1 for some of AMD.
    pub fn blocks(&self) -> i64 {
        self.mma().map_or(1, |atom| atom.blocks())
    }

    /// Whether A is sparse.
    pub fn is_sparse(&self) -> bool {
        ask!(self, one => one.is_sparse())
    }

    /// What is multiplied; `None` of a copy.
    pub fn types(&self) -> Option<Types> {
        ask!(self, one => one.types())
    }

    /// The type as CuTe's traits (`ValTypeA`) or AMD's calculator spell it; `None` of a copy.
    ///
    /// ```
    /// use tilework_hardware::atom::{self, Operand};
    ///
    /// let atom = atom::find("SM120_16x8x32_TN<float_e4m3_t,float_e5m2_t,float>")?;
    /// assert_eq!(atom.value_type(Operand::A).unwrap().to_string(), "u8");
    /// assert_eq!(atom.types().unwrap().a.name(), "e4m3");
    /// # Ok::<(), atom::AtomError>(())
    /// ```
    pub fn value_type(&self, operand: Operand) -> Option<ValueType> {
        ask!(self, one => one.value_type(operand))
    }

    /// From its threads to the lanes that they are: CuTe's `ThrID`.
    pub fn thr_id(&self) -> Layout {
        match (self.mma(), self.copy()) {
            (Some(mma), _) => mma.thr_id,
            (None, Some(copy)) => copy.thr_id,
            (None, None) => Layout::UNIT,
        }
    }

    /// Its layouts, if it multiplies matrices.
    pub fn mma(&self) -> Option<MmaAtom> {
        ask!(self, one => one.mma())
    }

    /// The layout of metadata or scale factors, where it has them: from (thread, value) to the element of A or B
    /// that they belong to.
    pub fn extra(&self, extra: Extra) -> Option<Layout> {
        ask!(self, one => one.extra(extra))
    }

    /// Its layouts in bits, if it is a copy.
    pub fn copy(&self) -> Option<CopyAtom> {
        ask!(self, one => one.copy())
    }

    /// From the values of a copy to bits of tensor memory, where it has such: CuTe's `ValID`.
    pub fn value_id(&self) -> Option<Layout> {
        ask!(self, one => one.value_id())
    }

    /// Whether the threads have metadata or scale factors for each element of A or B, and how often; `None` where
    /// there are none.
    ///
    /// # Errors
    /// As [`MmaAtom::coverage`].
    pub fn extra_coverage(&self, extra: Extra) -> Option<Result<Coverage, Gap>> {
        let (layout, shape) = (self.extra(extra)?, self.shape()?);
        Some(covers(&layout, extra.operand().extents(shape), 1))
    }
}

impl fmt::Display for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.namesake().is_some() {
            capitals(self.arch().name(), f)?;
            f.write_str("::")?;
        }
        self.write_name(f)
    }
}

impl fmt::Debug for Atom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Atom({self})")
    }
}

/// The instruction of an [`Atom`], to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Instruction(Atom);

impl Instruction {
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        super::text::writes("", |out| self.0.write_instruction(out))
    }
}

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.write_instruction(f)
    }
}

/// The parameters of the template of an [`Atom`], to be written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Template(Atom);

impl fmt::Display for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        ask!(self.0, one => one.template(f))
    }
}
