//! `mma.sync` of SM120: factors of 8, 6 and 4 bits, with and without scale factors, dense and sparse.

use core::fmt::{self, Write};

use tilework::Layout;

use super::MmaAtom;
use super::facts::{Arch, Kind, Source};
use super::family::Family;
use super::fragment::{fragment, group, lanes, pair, tuple, tv};
use super::name::Name;
use super::operand::{Extra, Operand, Types, ValueType};
use super::refusal::{Illegal, Parameter, Refusal};
use super::text::writes;
use crate::element::Element::{self, *};

/// How the factors lie in registers, and whether they have scale factors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Form {
    /// A factor a byte: kind `f8f6f4`.
    Bytes,
    /// The same with scale factors: kind `mxf8f6f4`.
    ScaledBytes,
    /// Two factors a byte, with scale factors: kind `mxf4nvf4`.
    ScaledNibbles,
}

/// `SM120_16x8x32_TN<float_e4m3_t,float_e4m3_t,float>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Narrow {
    form: Form,
    sparse: bool,
    d: Element,
    a: Element,
    b: Element,
    scale: Element,
    vector: u8,
}

/// The factors of 8, 6 and 4 bits.
pub(super) const FACTORS: [Element; 5] = [E2m1, E3m2, E2m3, E4m3, E5m2];

const SIZES: [u8; 2] = [16, 32];

impl Narrow {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Narrow> + Clone {
        [false, true].into_iter().flat_map(|sparse| {
            let bytes = [(Form::Bytes, F32), (Form::Bytes, F16), (Form::ScaledBytes, F32)];
            let bytes = bytes.into_iter().flat_map(move |(form, d)| {
                FACTORS.into_iter().flat_map(move |a| {
                    let one = move |b| Narrow { form, sparse, d, a, b, scale: Ue8m0, vector: 32 };
                    FACTORS.into_iter().map(one)
                })
            });
            let nibbles = [Ue8m0, Ue4m3].into_iter().flat_map(move |scale| {
                let form = Form::ScaledNibbles;
                SIZES.map(|vector| Narrow { form, sparse, d: F32, a: E2m1, b: E2m1, scale, vector })
            });
            bytes.chain(nibbles)
        })
    }

    /// The one with this name.
    pub(super) fn find(name: &Name<'_>) -> Result<Option<Narrow>, Refusal> {
        let Some(first) = Narrow::example_of(name) else { return Ok(None) };
        let rule = "the template takes float_e2m1_t, float_e3m2_t, float_e2m3_t, float_e4m3_t or float_e5m2_t \
                    twice, then float or half_t; with scale factors float, float_ue8m0_t or float_ue4m3_t, and \
                    the elements that share one";
        let element = |i: usize| -> Result<Element, Refusal> {
            let argument = name.arguments().get(i).ok_or(Refusal::Arguments)?;
            Element::find(argument).ok_or(Refusal::Type { rule })
        };
        let mut asked = Narrow { a: element(0)?, b: element(1)?, d: element(2)?, ..first };
        let expected = if first.form == Form::Bytes { 3 } else { 5 };
        if expected == 5 {
            asked.scale = element(3)?;
            let vector = name.arguments().get(4).ok_or(Refusal::Arguments)?;
            let vector: i64 = vector.parse().map_err(|_| Refusal::Type { rule })?;
            let known = SIZES.iter().map(|size| i64::from(*size));
            let least = if first.form == Form::ScaledBytes { 1 } else { 0 };
            Illegal::check(Parameter::VectorSize, vector, known.skip(least))?;
            asked.vector = vector as u8;
        }
        if name.arguments().len() != expected {
            return Err(Refusal::Arguments);
        }
        Narrow::all().find(|one| *one == asked).map(Some).ok_or(Refusal::Type { rule })
    }

    /// The first of the struct with this name, whatever its arguments.
    pub(super) fn example_of(name: &Name<'_>) -> Option<Narrow> {
        if !name.head.starts_with("SM120_") {
            return None;
        }
        // One of every struct: those that multiply the first factor by itself.
        let firsts = Narrow::all().filter(|one| [one.a, one.b] == [E2m1, E2m1]);
        firsts.clone().find(|one| writes(name.head, |out| one.head(out)))
    }

    fn k(&self) -> i64 {
        let dense = if self.form == Form::ScaledNibbles { 64 } else { 32 };
        if self.sparse { 2 * dense } else { dense }
    }

    /// The name without namespaces and arguments.
    fn head(&self, out: &mut dyn Write) -> fmt::Result {
        let sparse = if self.sparse { "SPARSE_" } else { "" };
        let scaled = if self.form == Form::Bytes { "" } else { "_VS" };
        write!(out, "SM120_{sparse}16x8x{}_TN{scaled}", self.k())
    }

    /// How many neighbours along K a register has of a dense factor.
    fn run(&self) -> i64 {
        if self.form == Form::ScaledNibbles { 8 } else { 4 }
    }
}

impl Family for Narrow {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(match (self.form, self.sparse) {
            (Form::Bytes, false) => "",
            (Form::Bytes, true) => "SM120::SPARSE::",
            (_, false) => "SM120::BLOCKSCALED::",
            (_, true) => "SM120::BLOCKSCALED::SPARSE::",
        })?;
        self.head(out)?;
        write!(out, "<{},{},{}", self.a.cpp(), self.b.cpp(), self.d.cpp())?;
        if self.form != Form::Bytes {
            write!(out, ",{},{}", self.scale.cpp(), self.vector)?;
        }
        out.write_char('>')
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        let (k, scale) = (self.k(), self.scale.name());
        let [a, b, d] = [self.a, self.b, self.d].map(Element::name);
        let sparse = if self.sparse { ".sp::ordered_metadata" } else { "" };
        match self.form {
            Form::Bytes => write!(
                out,
                "mma.sync.aligned.kind::f8f6f4{sparse}.m16n8k{k}.row.col.{d}.{a}.{b}.{d}"
            ),
            Form::ScaledBytes => write!(
                out,
                "mma.sync.aligned.kind::mxf8f6f4{sparse}.block_scale.scale_vec::1X.m16n8k{k}.row.col.{d}.{a}.{b}.\
                 {d}.{scale}"
            ),
            Form::ScaledNibbles => {
                // Scale factors of E4M3 exist in fours only.
                let twos = !self.sparse && self.vector == 32 && self.scale == Ue8m0;
                let times = if twos { 2 } else { 4 };
                write!(
                    out,
                    "mma{sparse}.sync.aligned.m16n8k{k}.row.col.kind::mxf4nvf4.block_scale.scale_vec::{times}X.{d}.\
                     {a}.{b}.{d}.{scale}"
                )
            }
        }
    }

    fn arch(&self) -> Arch {
        Arch::Sm120
    }

    fn source(&self) -> Source {
        Source::Cutlass
    }

    fn header(&self) -> Option<&'static str> {
        Some(if self.sparse { "mma_traits_sm120_sparse.hpp" } else { "mma_traits_sm120.hpp" })
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
        let held = if self.form == Form::ScaledNibbles { U4 } else { U8 };
        Some(match operand {
            Operand::C => ValueType::cute(self.d),
            Operand::A if self.sparse => match self.form {
                Form::ScaledNibbles => ValueType::sparse(4, U8),
                _ => ValueType::sparse(2, self.a),
            },
            _ => ValueType::cute(held),
        })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some([16, 8, self.k()])
    }

    fn mma(&self) -> Option<MmaAtom> {
        let (k, run) = (self.k(), self.run());
        // A sparse A is laid out as if it were dense: twice as many neighbours.
        let sparse_run = if self.sparse { 2 * run } else { run };
        Some(MmaAtom {
            shape: [16, 8, k],
            thr_id: lanes(32),
            a: fragment(16, k, sparse_run),
            b: fragment(8, k, run),
            c: fragment(16, 8, 2),
        })
    }

    fn extra(&self, extra: Extra) -> Option<Layout> {
        let k = self.k();
        let scaled = self.form != Form::Bytes;
        match extra {
            Extra::E if self.sparse => {
                let values = [(k / 2, 16)];
                let threads = group(&[(2, 8), (2, 8 * k), (8, 1)]);
                let nibbles = self.form == Form::ScaledNibbles;
                Some(pair(threads, if nibbles { tuple(&values) } else { group(&values) }))
            }
            Extra::ScaleA if scaled => Some(tv(&[(2, 8), (2, 0), (8, 1)], &[(k, 16)])),
            Extra::ScaleB if scaled => Some(tv(&[(4, 0), (8, 1)], &[(k, 8)])),
            _ => None,
        }
    }
}
