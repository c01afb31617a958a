//! `wgmma`: matrix instructions of a warpgroup of Hopper, dense and sparse.

use core::fmt::{self, Write};

use tilework::Layout;

use super::MmaAtom;
use super::facts::{Arch, Kind};
use super::family::{Family, capitals};
use super::fragment::{fragment, group, lanes, pair, tuple, tv, whole};
use super::name::{Name, last_part};
use super::operand::{Extra, Operand, Types, ValueType};
use super::refusal::{Illegal, Parameter, Refusal};
use super::text::writes;
use crate::element::Element::{self, *};

/// `SM90_64x128x16_F32F16F16_SS`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Wgmma {
    n: u16,
    d: Element,
    a: Element,
    b: Element,
    /// A is in registers, not in shared memory.
    registers: bool,
    saturate: bool,
    sparse: bool,
}

/// Results with the factors that give them.
const PRODUCTS: [(Element, Element, Element); 16] = [
    (F16, F16, F16),
    (F32, F16, F16),
    (F32, Bf16, Bf16),
    (F32, Tf32, Tf32),
    (S32, S8, S8),
    (S32, S8, U8),
    (S32, U8, S8),
    (S32, U8, U8),
    (F16, E4m3, E4m3),
    (F32, E4m3, E4m3),
    (F16, E4m3, E5m2),
    (F32, E4m3, E5m2),
    (F16, E5m2, E4m3),
    (F32, E5m2, E4m3),
    (F16, E5m2, E5m2),
    (F32, E5m2, E5m2),
];

/// The sizes N of an instruction: every multiple of 8; of integers those of 16, and 8 and 24.
fn sizes(d: Element) -> impl Iterator<Item = u16> + Clone {
    let has = move |n: &u16| d != S32 || n.is_multiple_of(16) || *n <= 24;
    (1..=32).map(|eighths| 8 * eighths).filter(has)
}

impl Wgmma {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Wgmma> + Clone {
        let kinds = || {
            PRODUCTS.into_iter().flat_map(|(d, a, b)| {
                let rounds = if d == S32 { 2 } else { 1 };
                [false, true].into_iter().flat_map(move |registers| {
                    let saturations = [false, true].into_iter().take(rounds);
                    saturations.map(move |saturate| (d, a, b, registers, saturate))
                })
            })
        };
        [false, true].into_iter().flat_map(move |sparse| {
            kinds().flat_map(move |(d, a, b, registers, saturate)| {
                let one = move |n| Wgmma { n, d, a, b, registers, saturate, sparse };
                sizes(d).map(one)
            })
        })
    }

    /// The one with this name, with or without the arguments of its template.
    pub(super) fn find(name: &Name<'_>) -> Result<Option<Wgmma>, Refusal> {
        let Some((found, n)) = Wgmma::kind_of(name) else { return Ok(None) };
        Illegal::check(Parameter::N, n, sizes(found.d).map(i64::from))?;
        found.check(name.arguments())?;
        // N is at most 256.
        Ok(Some(Wgmma { n: n as u16, ..found }))
    }

    /// The kind of instruction, with N = 8, and the N of the name.
    fn kind_of(name: &Name<'_>) -> Option<(Wgmma, i64)> {
        let (sparse, sizes) = match name.head.split_once("_64x")? {
            ("SM90" | "MMA", sizes) => (false, sizes),
            ("GMMA", sizes) => (true, sizes),
            _ => return None,
        };
        let (n, _) = sizes.split_once('x')?;
        let tail = sizes.get(n.len()..)?;
        let n = n.parse().ok()?;
        let same = |one: &Wgmma| one.sparse == sparse && writes(tail, |out| one.tail(out));
        Some((Wgmma::all().filter(|one| one.n == 8).find(same)?, n))
    }

    /// The smallest of the kind with this name, whatever its N.
    pub(super) fn example_of(name: &Name<'_>) -> Option<Wgmma> {
        Wgmma::kind_of(name).map(|(found, _)| found)
    }

    /// Whether the template takes these arguments.
    fn check(&self, arguments: &[&str]) -> Result<(), Refusal> {
        let mut parameters = self.parameters();
        for argument in arguments {
            let Some(parameter) = parameters.next() else { return Err(Refusal::Arguments) };
            let (known, rule): (&[&str], _) = match parameter {
                Parameters::Major(_) => (&["K", "MN"], "GMMA::Major is K or MN"),
                Parameters::Scale(_) => (&["One", "Neg"], "GMMA::ScaleIn is One or Neg"),
                Parameters::Select => (&["Zero", "One"], "GMMA::SparseSel is Zero or One"),
            };
            if !known.contains(&last_part(argument)) {
                return Err(Refusal::Type { rule });
            }
        }
        Ok(())
    }

    /// Factors of 16 bits may be transposed, floats may be negated, and metadata is selected.
    fn parameters(&self) -> impl Iterator<Item = Parameters> {
        let (sixteen, float) = (self.a.bits() == 16, self.d != S32);
        let majors = ["tnspA", "tnspB"].map(Parameters::Major);
        let scales = ["scaleA", "scaleB"].map(Parameters::Scale);
        let majors = majors.into_iter().filter(move |_| sixteen);
        let scales = scales.into_iter().filter(move |_| float);
        majors.chain(scales).chain(self.sparse.then_some(Parameters::Select))
    }

    fn k(&self) -> i64 {
        let dense = 256 / i64::from(self.a.bits());
        if self.sparse { 2 * dense } else { dense }
    }

    /// The name behind N.
    fn tail(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "x{}_", self.k())?;
        for element in [self.d, self.a, self.b] {
            capitals(element.name(), out)?;
        }
        out.write_str(if self.registers { "_RS" } else { "_SS" })?;
        // Only factors of 16 bits may be transposed.
        out.write_str(if self.a.bits() == 16 { "" } else { "_TN" })?;
        out.write_str(if self.saturate { "_SATURATE" } else { "" })
    }
}

/// The parameters of the template.
enum Parameters {
    Major(&'static str),
    Scale(&'static str),
    Select,
}

impl Family for Wgmma {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        let head = if self.sparse { "SM90::GMMA::SPARSE::GMMA" } else { "SM90" };
        write!(out, "{head}_64x{}", self.n)?;
        self.tail(out)
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        let (n, k) = (self.n, self.k());
        let [d, a, b] = [self.d, self.a, self.b].map(Element::name);
        let sparse = if self.sparse { ".sp" } else { "" };
        let saturate = if self.saturate { ".satfinite" } else { "" };
        write!(out, "wgmma.mma_async{sparse}.sync.aligned.m64n{n}k{k}.{d}.{a}.{b}{saturate}")
    }

    fn arch(&self) -> Arch {
        Arch::Sm90
    }

    fn header(&self) -> Option<&'static str> {
        let core = matches!(self.n, 8 | 16 | 32 | 64 | 96 | 128 | 192 | 256);
        Some(match (self.sparse, core) {
            (false, true) => "mma_traits_sm90_gmma.hpp",
            (false, false) => "mma_traits_sm90_gmma_ext.hpp",
            (true, true) => "mma_traits_sm90_gmma_sparse.hpp",
            (true, false) => "mma_traits_sm90_gmma_sparse_ext.hpp",
        })
    }

    fn template(&self, out: &mut dyn Write) -> fmt::Result {
        for (i, parameter) in self.parameters().enumerate() {
            out.write_str(if i > 0 { ", " } else { "" })?;
            match parameter {
                Parameters::Major(name) => write!(out, "GMMA::Major {name}")?,
                Parameters::Scale(name) => write!(out, "GMMA::ScaleIn {name}")?,
                Parameters::Select => out.write_str("GMMA::SparseSel spsel")?,
            }
        }
        Ok(())
    }

    fn kind(&self) -> Kind {
        Kind::Mma
    }

    fn is_sparse(&self) -> bool {
        self.sparse
    }

    fn types(&self) -> Option<Types> {
        Some(Types { d: self.d, a: self.a, b: self.b, c: Some(self.d) })
    }

    fn value_type(&self, operand: Operand) -> Option<ValueType> {
        Some(match operand {
            Operand::A if self.sparse => ValueType::sparse(2, self.a),
            Operand::A => ValueType::cute(self.a),
            Operand::B => ValueType::cute(self.b),
            Operand::C => ValueType::cute(self.d),
        })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some([64, i64::from(self.n), self.k()])
    }

    fn mma(&self) -> Option<MmaAtom> {
        let shape @ [m, n, k] = self.shape()?;
        let a = if self.registers { fragment(m, k, k / 8) } else { whole(128, m, k) };
        // As the fragment, but for a mode of extent 1 that CuTe keeps.
        let c = tv(&[(4, 128), (8, 1), (4, 16)], &[(2, 64), (2, 8), (n / 8, 512)]);
        Some(MmaAtom { shape, thr_id: lanes(128), a, b: whole(128, n, k), c })
    }

    fn extra(&self, extra: Extra) -> Option<Layout> {
        if extra != Extra::E || !self.sparse {
            return None;
        }
        let k = self.k();
        Some(if self.a.bits() == 8 {
            pair(group(&[(2, 8), (2, 32 * k), (8, 1), (4, 16)]), tuple(&[(k / 2, 64)]))
        } else {
            tv(&[(2, 32 * k), (2, 0), (8, 1), (4, 16)], &[(k / 2, 64), (2, 8)])
        })
    }
}
