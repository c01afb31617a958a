//! Operands of a matrix instruction, and their types.

use core::fmt;

use crate::element::Element;

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
