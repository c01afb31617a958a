//! What one thread multiplies by itself: `UniversalFMA`, `dp4a`, and pairs of floats.

use core::fmt::{self, Write};

use super::MmaAtom;
use super::facts::{Arch, Kind, Source};
use super::family::Family;
use super::fragment::{lanes, tv};
use super::name::Name;
use super::operand::Types;
use super::refusal::Refusal;
use super::text::writes;
use crate::element::Element;

/// An instruction of one thread.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Scalar {
    /// Four products of bytes.
    Dp4a,
    /// Two products of 16 bits.
    Dp2a,
    /// Two products, along M.
    Pair2x1,
    /// Two products, along N.
    Pair1x2,
    /// `UniversalFMA<D,A,B,C>`.
    Fma { d: Element, a: Element, b: Element, c: Element },
}

impl Scalar {
    const FLOAT: Scalar =
        Scalar::Fma { d: Element::F32, a: Element::F32, b: Element::F32, c: Element::F32 };

    /// Those that CUTLASS printed.
    pub(super) fn all() -> impl Iterator<Item = Scalar> + Clone {
        [Scalar::Dp4a, Scalar::Dp2a, Scalar::Pair2x1, Scalar::Pair1x2, Scalar::FLOAT].into_iter()
    }

    /// The one with this name: `UniversalFMA<float>` of every type.
    pub(super) fn find(name: &Name<'_>) -> Result<Option<Scalar>, Refusal> {
        if name.head != "UniversalFMA" {
            let same = |one: &Scalar| writes(name.head, |out| one.name(out));
            return Ok(Scalar::all().find(same).filter(|_| name.arguments().is_empty()));
        }
        let rule = "UniversalFMA takes one to four element types";
        let argument = |i: usize| match name.arguments().get(i) {
            Some(text) => Element::find(text).map(Some).ok_or(Refusal::Type { rule }),
            None => Ok(None),
        };
        // As in CuTe: template <class D, class A = D, class B = A, class C = D>.
        let d = argument(0)?.ok_or(Refusal::Arguments)?;
        let a = argument(1)?.unwrap_or(d);
        let b = argument(2)?.unwrap_or(a);
        let c = argument(3)?.unwrap_or(d);
        if name.arguments().len() > 4 {
            return Err(Refusal::Arguments);
        }
        Ok(Some(Scalar::Fma { d, a, b, c }))
    }
}

impl Scalar {
    /// `UniversalFMA<float>`, for the name of that struct.
    pub(super) fn example_of(name: &Name<'_>) -> Option<Scalar> {
        (name.head == "UniversalFMA").then_some(Scalar::FLOAT)
    }
}

impl Family for Scalar {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        match self {
            Scalar::Dp4a => out.write_str("SM61_DP4A"),
            Scalar::Dp2a => out.write_str("SM61_DP2A"),
            Scalar::Pair2x1 => out.write_str("SM100_2x1x1_F32F32F32F32"),
            Scalar::Pair1x2 => out.write_str("SM100_1x2x1_F32F32F32F32"),
            Scalar::Fma { d, a, b, c } => {
                write!(out, "UniversalFMA<{}", d.cpp())?;
                if [a, b, c] != [d; 3] {
                    write!(out, ", {}, {}, {}", a.cpp(), b.cpp(), c.cpp())?;
                }
                out.write_char('>')
            }
        }
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(match self {
            Scalar::Dp4a => "dp4a.s32.s32",
            Scalar::Dp2a => "dp2a.s32.s32",
            _ => "",
        })
    }

    fn arch(&self) -> Arch {
        match self {
            Scalar::Dp4a | Scalar::Dp2a => Arch::Sm61,
            Scalar::Pair2x1 | Scalar::Pair1x2 => Arch::Sm100,
            Scalar::Fma { .. } => Arch::Any,
        }
    }

    fn source(&self) -> Source {
        match self {
            Scalar::Fma { .. } if *self != Scalar::FLOAT => Source::Formula,
            _ => Source::Cutlass,
        }
    }

    fn header(&self) -> Option<&'static str> {
        Some(match self.arch() {
            Arch::Sm61 => "mma_traits_sm61.hpp",
            Arch::Sm100 => "mma_traits_sm100.hpp",
            _ => "mma_traits.hpp",
        })
    }

    fn kind(&self) -> Kind {
        Kind::Mma
    }

    fn types(&self) -> Option<Types> {
        let (d, a, b, c) = match *self {
            Scalar::Dp4a => (Element::S32, Element::S8, Element::S8, Element::S32),
            Scalar::Dp2a => (Element::S32, Element::S16, Element::S16, Element::S32),
            Scalar::Pair2x1 | Scalar::Pair1x2 => {
                (Element::F32, Element::F32, Element::F32, Element::F32)
            }
            Scalar::Fma { d, a, b, c } => (d, a, b, c),
        };
        Some(Types { d, a, b, c: Some(c) })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some(match self {
            Scalar::Dp4a => [1, 1, 4],
            Scalar::Dp2a => [1, 1, 2],
            Scalar::Pair2x1 => [2, 1, 1],
            Scalar::Pair1x2 => [1, 2, 1],
            Scalar::Fma { .. } => [1, 1, 1],
        })
    }

    fn mma(&self) -> Option<MmaAtom> {
        let shape @ [m, n, k] = self.shape()?;
        let values = |count: i64| tv(&[(1, 0)], &[(count, i64::from(count > 1))]);
        let thr_id = lanes(1);
        Some(MmaAtom { shape, thr_id, a: values(m * k), b: values(n * k), c: values(m * n) })
    }
}
