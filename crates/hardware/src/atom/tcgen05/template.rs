//! The parameters of the templates.

use core::fmt::{self, Write};

use super::{Factors, Head, Tcgen05, Variant};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Parameter {
    A,
    B,
    D,
    Scale,
    M,
    N,
    Vector,
    MajorA,
    MajorB,
    ScaleC,
    NegateA,
    NegateB,
    Saturate,
}

impl Parameter {
    /// As CuTe declares it.
    pub(super) fn declaration(self) -> &'static str {
        match self {
            Parameter::A => "class a_type",
            Parameter::B => "class b_type",
            Parameter::D => "class c_type",
            Parameter::Scale => "class sf_type",
            Parameter::M => "int M",
            Parameter::N => "int N",
            Parameter::Vector => "int VS",
            Parameter::MajorA => "UMMA::Major a_major",
            Parameter::MajorB => "UMMA::Major b_major",
            Parameter::ScaleC => "uint32_t ScaleC",
            Parameter::NegateA => "UMMA::ScaleIn a_neg",
            Parameter::NegateB => "UMMA::ScaleIn b_neg",
            Parameter::Saturate => "UMMA::Saturate c_sat",
        }
    }

    /// Whether CuTe has a default for it.
    pub(super) fn is_optional(self) -> bool {
        matches!(self, Parameter::NegateA | Parameter::NegateB | Parameter::Saturate)
    }
}

impl Head {
    /// The parameters, in order.
    pub(super) fn parameters(&self) -> impl Iterator<Item = Parameter> + use<> {
        use Parameter::*;
        let Head { factors, tensor, variant, .. } = *self;
        let all =
            [A, B, D, Scale, M, N, Vector, MajorA, MajorB, ScaleC, NegateA, NegateB, Saturate];
        let has = move |parameter: &Parameter| match parameter {
            A | B | D => variant != Variant::Interleaved,
            Scale => {
                !matches!(factors, Factors::Tf32 | Factors::F16 | Factors::I8 | Factors::F8f6f4)
            }
            Vector => matches!(factors, Factors::Mxf4 | Factors::Mxf4Nvf4 | Factors::Ultra),
            ScaleC => variant == Variant::Scaled,
            // Integers are negated only where A comes from tensor memory.
            NegateA | NegateB => factors != Factors::I8 || tensor,
            Saturate => factors == Factors::I8 || tensor,
            M | N | MajorA | MajorB => true,
        };
        all.into_iter().filter(has)
    }
}

impl Tcgen05 {
    /// What the name says for a parameter.
    pub(super) fn argument(&self, parameter: Parameter, out: &mut dyn Write) -> fmt::Result {
        let sign = |negated: bool| if negated { "Neg" } else { "One" };
        let element = |element: crate::element::Element, out: &mut dyn Write| {
            // A complex number is a type of CUTLASS, not of CuTe.
            out.write_str(if element.cpp().starts_with("complex") { "cutlass::" } else { "" })?;
            out.write_str(element.cpp())
        };
        match parameter {
            Parameter::A => element(self.a, out),
            Parameter::B => element(self.b, out),
            Parameter::D => element(self.d, out),
            Parameter::Scale => element(self.scale, out),
            Parameter::M => write!(out, "{}", self.m),
            Parameter::N => write!(out, "{}", self.n),
            Parameter::Vector => write!(out, "{}", self.vector),
            Parameter::MajorA => out.write_str(self.majors[0].name()),
            Parameter::MajorB => out.write_str(self.majors[1].name()),
            Parameter::ScaleC => write!(out, "{}", self.scale_c),
            Parameter::NegateA => out.write_str(sign(self.negated[0])),
            Parameter::NegateB => out.write_str(sign(self.negated[1])),
            Parameter::Saturate => out.write_str(if self.saturate { "True" } else { "False" }),
        }
    }
}
