//! What is known of an atom beside its layouts: who makes it, for which architecture, from which source.

use core::fmt;

use crate::element::Element;

/// Who makes the hardware.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Vendor {
    /// NVIDIA.
    Nvidia,
    /// AMD.
    Amd,
    /// Intel's Xe GPUs.
    IntelXe,
    /// Intel's AMX, the matrix unit of its CPUs.
    IntelAmx,
}

impl Vendor {
    /// `nvidia`, `amd`, `intel-xe`, `intel-amx`.
    pub const fn name(self) -> &'static str {
        match self {
            Vendor::Nvidia => "nvidia",
            Vendor::Amd => "amd",
            Vendor::IntelXe => "intel-xe",
            Vendor::IntelAmx => "intel-amx",
        }
    }
}

/// The architecture that an atom is made for; later ones of NVIDIA mostly have it, too.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
#[allow(missing_docs, reason = "the names say all there is to say")]
pub enum Arch {
    /// No particular one.
    Any,
    Sm50,
    Sm61,
    Sm70,
    Sm75,
    Sm80,
    Sm89,
    Sm90,
    Sm100,
    Sm120,
    Cdna1,
    Cdna2,
    Cdna3,
    /// gfx950, also called CDNA3+.
    Cdna4,
    Rdna3,
    Rdna4,
    XeHpc,
    XeHpg,
    Amx,
}

impl Arch {
    /// All of them.
    pub const ALL: [Arch; 19] = [
        Arch::Any,
        Arch::Sm50,
        Arch::Sm61,
        Arch::Sm70,
        Arch::Sm75,
        Arch::Sm80,
        Arch::Sm89,
        Arch::Sm90,
        Arch::Sm100,
        Arch::Sm120,
        Arch::Cdna1,
        Arch::Cdna2,
        Arch::Cdna3,
        Arch::Cdna4,
        Arch::Rdna3,
        Arch::Rdna4,
        Arch::XeHpc,
        Arch::XeHpg,
        Arch::Amx,
    ];

    /// `sm80`, `cdna3`, ...
    pub const fn name(self) -> &'static str {
        match self {
            Arch::Any => "any",
            Arch::Sm50 => "sm50",
            Arch::Sm61 => "sm61",
            Arch::Sm70 => "sm70",
            Arch::Sm75 => "sm75",
            Arch::Sm80 => "sm80",
            Arch::Sm89 => "sm89",
            Arch::Sm90 => "sm90",
            Arch::Sm100 => "sm100",
            Arch::Sm120 => "sm120",
            Arch::Cdna1 => "cdna1",
            Arch::Cdna2 => "cdna2",
            Arch::Cdna3 => "cdna3",
            Arch::Cdna4 => "cdna4",
            Arch::Rdna3 => "rdna3",
            Arch::Rdna4 => "rdna4",
            Arch::XeHpc => "xehpc",
            Arch::XeHpg => "xehpg",
            Arch::Amx => "amx",
        }
    }

    /// The architecture with this name, in upper or lower case: `sm80`, `sm_80`, `cdna3`, `gfx942`.
    ///
    /// ```
    /// use tilework_hardware::atom::Arch;
    ///
    /// assert_eq!(Arch::find("SM_90"), Some(Arch::Sm90));
    /// assert_eq!(Arch::find("gfx950"), Some(Arch::Cdna4));
    /// ```
    pub fn find(name: &str) -> Option<Arch> {
        const OTHERS: [(&str, Arch); 18] = [
            ("sm_50", Arch::Sm50),
            ("sm_61", Arch::Sm61),
            ("sm_70", Arch::Sm70),
            ("sm_75", Arch::Sm75),
            ("sm_80", Arch::Sm80),
            ("sm_89", Arch::Sm89),
            ("sm_90", Arch::Sm90),
            ("sm_100", Arch::Sm100),
            ("sm_120", Arch::Sm120),
            ("gfx908", Arch::Cdna1),
            ("gfx90a", Arch::Cdna2),
            ("gfx940", Arch::Cdna3),
            ("gfx942", Arch::Cdna3),
            ("gfx950", Arch::Cdna4),
            ("cdna3p", Arch::Cdna4),
            ("gfx1100", Arch::Rdna3),
            ("gfx1200", Arch::Rdna4),
            ("gfx1201", Arch::Rdna4),
        ];
        let name = name.trim();
        let own = Arch::ALL.into_iter().find(|arch| arch.name().eq_ignore_ascii_case(name));
        own.or_else(|| {
            let other = OTHERS.iter().find(|(other, _)| other.eq_ignore_ascii_case(name));
            other.map(|(_, arch)| *arch)
        })
    }
}

/// What an atom does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// It multiplies matrices.
    Mma,
    /// It moves data.
    Copy,
}

impl Kind {
    /// `mma` or `copy`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Mma => "mma",
            Kind::Copy => "copy",
        }
    }
}

/// Where the layouts of an atom come from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Source {
    /// Printed by a program that was compiled against CUTLASS.
    Cutlass,
    /// AMD's matrix instruction calculator.
    Calculator,
    /// The formula that all printed ones of its family follow.
    Formula,
    /// A secondary source, not checked against the vendor: unverified.
    Secondary,
}

impl Source {
    /// Whether the vendor's own words stand behind it.
    pub const fn is_verified(self) -> bool {
        !matches!(self, Source::Secondary)
    }
}

/// One line for people.
impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Source::Cutlass => "printed by CUTLASS",
            Source::Calculator => "AMD's matrix instruction calculator",
            Source::Formula => {
                "by the formula of its family, which all that CUTLASS printed follow"
            }
            Source::Secondary => "unverified: a secondary source, not checked against the vendor",
        })
    }
}

/// An operand of `C += A B`: A is M by K, B is N by K, C is M by N.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operand {
    /// M by K.
    A,
    /// N by K.
    B,
    /// M by N: the accumulator.
    C,
}

impl Operand {
    /// All three.
    pub const ALL: [Operand; 3] = [Operand::A, Operand::B, Operand::C];

    /// Which of M, N and K (0, 1, 2) its two modes are.
    ///
    /// ```
    /// use tilework_hardware::atom::Operand;
    ///
    /// assert_eq!(Operand::B.axes(), [1, 2]);
    /// ```
    pub const fn axes(self) -> [usize; 2] {
        match self {
            Operand::A => [0, 2],
            Operand::B => [1, 2],
            Operand::C => [0, 1],
        }
    }

    /// Rows and columns, of an instruction of this M, N, K.
    pub const fn extents(self, shape: [i64; 3]) -> [i64; 2] {
        let [rows, columns] = self.axes();
        [shape[rows], shape[columns]]
    }

    /// The letter.
    pub const fn name(self) -> &'static str {
        match self {
            Operand::A => "A",
            Operand::B => "B",
            Operand::C => "C",
        }
    }
}

impl fmt::Display for Operand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// What goes with a matrix: its layout says for which elements of the matrix a thread has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Extra {
    /// The metadata of a sparse A.
    E,
    /// The scale factors of A.
    ScaleA,
    /// The scale factors of B.
    ScaleB,
}

impl Extra {
    /// All of them.
    pub const ALL: [Extra; 3] = [Extra::E, Extra::ScaleA, Extra::ScaleB];

    /// `e`, `sfa` or `sfb`.
    pub const fn name(self) -> &'static str {
        match self {
            Extra::E => "e",
            Extra::ScaleA => "sfa",
            Extra::ScaleB => "sfb",
        }
    }

    /// The matrix that it belongs to.
    pub const fn operand(self) -> Operand {
        match self {
            Extra::E | Extra::ScaleA => Operand::A,
            Extra::ScaleB => Operand::B,
        }
    }
}

/// The types that a matrix instruction takes and gives: what is multiplied, not the registers that hold it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Types {
    /// The result.
    pub d: Element,
    /// The left factor.
    pub a: Element,
    /// The right factor.
    pub b: Element,
    /// What is added; `None` where the result is always added to itself.
    pub c: Option<Element>,
}

/// A type as the traits of CuTe (`ValTypeA`), or AMD's calculator, spell it.
///
/// It may differ from the type that is multiplied: four- and six-bit floats of SM120 lie in bytes, and the A of a
/// sparse instruction is a `sparse_elem`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ValueType {
    pub(super) element: Option<Element>,
    pub(super) spelling: Spelling,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Spelling {
    Cute,
    /// `sparse_elem<2, half_t>`: so many elements share the memory of one.
    Sparse(u8),
    Amd,
}

impl ValueType {
    pub(super) const fn cute(element: Element) -> ValueType {
        ValueType { element: Some(element), spelling: Spelling::Cute }
    }

    pub(super) const fn sparse(share: u8, element: Element) -> ValueType {
        ValueType { element: Some(element), spelling: Spelling::Sparse(share) }
    }

    /// The element type; `None` where there is no such operand.
    pub const fn element(self) -> Option<Element> {
        self.element
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(element) = self.element else { return Ok(()) };
        match (self.spelling, element) {
            (Spelling::Amd, _) => f.write_str(element.amd()),
            // The compiler prints the types behind `int8_t` and `int16_t`.
            (Spelling::Sparse(share), Element::S8) => {
                write!(f, "sparse_elem<{share}, signed char>")
            }
            (Spelling::Sparse(share), Element::U8) => {
                write!(f, "sparse_elem<{share}, unsigned char>")
            }
            (Spelling::Sparse(share), _) => write!(f, "sparse_elem<{share}, {}>", element.cpp()),
            (Spelling::Cute, Element::S16) => f.write_str("short int"),
            (Spelling::Cute, Element::Gc64) => {
                f.write_str("SM80_8x8x4_GC64C64C64GC64_TN::GaussComplex")
            }
            (Spelling::Cute, Element::Cf16 | Element::Cbf16 | Element::Ctf32) => {
                f.write_str(element.cpp())
            }
            (Spelling::Cute, _) => f.write_str(element.name()),
        }
    }
}

/// Which number of a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Parameter {
    /// Rows of C.
    M,
    /// Columns of C.
    N,
    /// Bits that a thread copies.
    Bits,
    /// Elements that share a scale factor.
    VectorSize,
}

impl Parameter {
    /// `M`, `N`, `a width`, `a vector size`.
    pub const fn name(self) -> &'static str {
        match self {
            Parameter::M => "M",
            Parameter::N => "N",
            Parameter::Bits => "a width in bits",
            Parameter::VectorSize => "a vector size",
        }
    }
}

/// A number that the hardware does not have, and those beside it that it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Illegal {
    /// Which number.
    pub parameter: Parameter,
    /// What was asked for.
    pub value: i64,
    /// The nearest legal value below.
    pub below: Option<i64>,
    /// The nearest legal value above.
    pub above: Option<i64>,
}

impl Illegal {
    /// Refuses `value` unless it is one of `legal`, which ascend.
    pub(super) fn check(
        parameter: Parameter,
        value: i64,
        legal: impl Iterator<Item = i64>,
    ) -> Result<(), Illegal> {
        let mut illegal = Illegal { parameter, value, below: None, above: None };
        for one in legal {
            match one.cmp(&value) {
                core::cmp::Ordering::Less => illegal.below = Some(one),
                core::cmp::Ordering::Equal => return Ok(()),
                core::cmp::Ordering::Greater => {
                    illegal.above = illegal.above.or(Some(one));
                }
            }
        }
        Err(illegal)
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} does not exist", self.parameter.name(), self.value)?;
        match (self.below, self.above) {
            (Some(below), Some(above)) => write!(f, "; the nearest are {below} and {above}"),
            (Some(one), None) | (None, Some(one)) => write!(f, "; the nearest is {one}"),
            (None, None) => Ok(()),
        }
    }
}

/// Why a family has no atom with a name that is one of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    Size(Illegal),
    /// An argument is none that the template takes.
    Type {
        /// What it takes.
        rule: &'static str,
    },
    /// Too few arguments, or too many.
    Arguments,
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::Size(illegal)
    }
}
