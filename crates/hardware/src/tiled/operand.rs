//! Names: the operands of an MMA, and the sides of a copy.

use core::fmt;

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
    /// use tilework_hardware::tiled::Operand;
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

/// A side of a copy: CuTe's `S` and `D`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Side {
    /// Where it reads: `S`.
    Source,
    /// Where it writes: `D`.
    Destination,
}

impl Side {
    /// Both.
    pub const ALL: [Side; 2] = [Side::Source, Side::Destination];

    /// The name: `source`, `destination`.
    pub const fn name(self) -> &'static str {
        match self {
            Side::Source => "source",
            Side::Destination => "destination",
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
