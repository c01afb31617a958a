//! `mma.sync`: matrix instructions of one warp, from Volta to Hopper.

use core::fmt::{self, Write};

use super::MmaAtom;
use super::facts::{Arch, Kind};
use super::family::{Family, capitals};
use super::fragment::{fragment, group, lanes, pair, tuple, tv};
use super::operand::Types;
use crate::element::Element::{self, *};

/// What a name ends in: how A and B lie, and what else the instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Tail {
    Tn,
    Nt,
    Nn,
    Tt,
    Saturate,
    Xor,
    And,
}

/// `SM80_16x8x16_F32F16F16F32_TN`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Warp {
    arch: Arch,
    shape: [u16; 3],
    d: Element,
    a: Element,
    b: Element,
    tail: Tail,
}

/// Instructions of the same kind: every shape with every pair of factors and every tail.
struct Block {
    arch: Arch,
    shapes: &'static [[u16; 3]],
    d: Element,
    factors: &'static [(Element, Element)],
    tails: &'static [Tail],
}

const fn block(
    arch: Arch,
    shapes: &'static [[u16; 3]],
    d: Element,
    factors: &'static [(Element, Element)],
    tails: &'static [Tail],
) -> Block {
    Block { arch, shapes, d, factors, tails }
}

const TN: &[Tail] = &[Tail::Tn];
const ORDERS: &[Tail] = &[Tail::Tn, Tail::Nt, Tail::Nn, Tail::Tt];
const SATURATE: &[Tail] = &[Tail::Tn, Tail::Saturate];
const BITS: &[Tail] = &[Tail::Xor, Tail::And];
const HALVES: &[(Element, Element)] = &[(F16, F16)];
const BYTES: &[(Element, Element)] = &[(S8, S8), (S8, U8), (U8, S8), (U8, U8)];
const NIBBLES: &[(Element, Element)] = &[(S4, S4), (S4, U4), (U4, S4), (U4, U4)];
const FP8: &[(Element, Element)] = &[(E4m3, E4m3), (E4m3, E5m2), (E5m2, E5m2), (E5m2, E4m3)];

const BLOCKS: &[Block] = &[
    block(Arch::Sm70, &[[8, 8, 4]], F16, HALVES, ORDERS),
    block(Arch::Sm70, &[[8, 8, 4]], F32, HALVES, ORDERS),
    block(Arch::Sm75, &[[16, 8, 8]], F32, HALVES, TN),
    block(Arch::Sm75, &[[16, 8, 8]], F16, HALVES, TN),
    block(Arch::Sm75, &[[8, 8, 16]], S32, &[(S8, S8)], TN),
    block(Arch::Sm80, &[[16, 8, 8], [16, 8, 16]], F16, HALVES, TN),
    block(Arch::Sm80, &[[16, 8, 8], [16, 8, 16]], F32, HALVES, TN),
    block(Arch::Sm80, &[[16, 8, 8], [16, 8, 16]], F32, &[(Bf16, Bf16)], TN),
    block(Arch::Sm80, &[[16, 8, 4], [16, 8, 8]], F32, &[(Tf32, Tf32)], TN),
    block(Arch::Sm80, &[[8, 8, 4]], F64, &[(F64, F64)], TN),
    block(Arch::Sm80, &[[8, 8, 4]], C64, &[(C64, C64)], TN),
    block(Arch::Sm80, &[[8, 8, 4]], Gc64, &[(C64, C64)], TN),
    block(Arch::Sm80, &[[8, 8, 16], [16, 8, 16], [16, 8, 32]], S32, BYTES, SATURATE),
    block(Arch::Sm80, &[[8, 8, 32], [16, 8, 32], [16, 8, 64]], S32, NIBBLES, SATURATE),
    block(Arch::Sm80, &[[16, 8, 256], [8, 8, 128], [16, 8, 128]], S32, &[(B1, B1)], BITS),
    block(Arch::Sm89, &[[16, 8, 32]], F32, FP8, TN),
    block(Arch::Sm89, &[[16, 8, 32]], F16, FP8, TN),
    block(Arch::Sm90, &[[16, 8, 4], [16, 8, 8], [16, 8, 16]], F64, &[(F64, F64)], TN),
    block(Arch::Sm90, &[[16, 8, 4], [16, 8, 8], [16, 8, 16]], C64, &[(C64, C64)], TN),
];

impl Warp {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Warp> + Clone {
        BLOCKS.iter().flat_map(|block| {
            let &Block { arch, shapes, d, factors, tails } = block;
            factors.iter().flat_map(move |&(a, b)| {
                shapes.iter().flat_map(move |&shape| {
                    tails.iter().map(move |&tail| Warp { arch, shape, d, a, b, tail })
                })
            })
        })
    }

    /// Products of complex numbers take several instructions.
    fn is_composite(&self) -> bool {
        matches!(self.a, C64)
    }

    /// The lanes of a quad pair, with two halves of a warp.
    fn quad_pair(&self) -> MmaAtom {
        let rows = || tv(&[(8, 1)], &[(4, 8)]);
        let columns = || tv(&[(4, 8), (2, 4)], &[(4, 1)]);
        let a = if matches!(self.tail, Tail::Tn | Tail::Tt) { rows() } else { columns() };
        let b = if matches!(self.tail, Tail::Tn | Tail::Nn) { rows() } else { columns() };
        let c = match self.d {
            F16 => tv(&[(8, 1)], &[(8, 8)]),
            _ => tv(&[(2, 1), (2, 16), (2, 4)], &[(2, 8), (2, 2), (2, 32)]),
        };
        MmaAtom { shape: self.shape.map(i64::from), thr_id: tuple(&[(4, 1), (2, 16)]), a, b, c }
    }

    /// A or B. CuTe has those of 4 bits with a tuple of one mode.
    fn factor(&self, rows: i64, bits: u32) -> tilework::Layout {
        let k = i64::from(self.shape[2]);
        let run = i64::from((32 / bits).max(1));
        let layout = fragment(rows, k, run);
        let single = bits == 4 && rows == 8 && k == 4 * run;
        let values = if single { tuple(&[(run, rows)]) } else { return layout };
        pair(group(&[(4, rows * run), (8, 1)]), values)
    }
}

impl Family for Warp {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        let Warp { shape: [m, n, k], d, a, b, .. } = *self;
        capitals(self.arch.name(), out)?;
        write!(out, "_{m}x{n}x{k}_")?;
        for element in [d, a, b, d] {
            match element {
                B1 => out.write_str("U1")?,
                _ => capitals(element.name(), out)?,
            }
        }
        out.write_str(match self.tail {
            Tail::Tn => "_TN",
            Tail::Nt => "_NT",
            Tail::Nn => "_NN",
            Tail::Tt => "_TT",
            Tail::Saturate => "_TN_SATURATE",
            Tail::Xor => "_TN_XORPOPC",
            Tail::And => "_TN_ANDPOPC",
        })
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        if self.is_composite() {
            return Ok(());
        }
        let Warp { shape: [m, n, k], d, a, b, .. } = *self;
        let (rows, columns, tail) = match self.tail {
            Tail::Tn => ("row", "col", ""),
            Tail::Nt => ("col", "row", ""),
            Tail::Nn => ("col", "col", ""),
            Tail::Tt => ("row", "row", ""),
            Tail::Saturate => ("row", "col", ".satfinite"),
            Tail::Xor => ("row", "col", ".xor.popc"),
            Tail::And => ("row", "col", ".and.popc"),
        };
        let [d, a, b] = [d, a, b].map(Element::name);
        write!(out, "mma.sync.aligned.m{m}n{n}k{k}.{rows}.{columns}.{d}.{a}.{b}.{d}{tail}")
    }

    fn arch(&self) -> Arch {
        self.arch
    }

    fn header(&self) -> Option<&'static str> {
        Some(match self.arch {
            Arch::Sm70 => "mma_traits_sm70.hpp",
            Arch::Sm75 => "mma_traits_sm75.hpp",
            Arch::Sm80 => "mma_traits_sm80.hpp",
            Arch::Sm89 => "mma_traits_sm89.hpp",
            _ => "mma_traits_sm90.hpp",
        })
    }

    fn kind(&self) -> Kind {
        Kind::Mma
    }

    fn types(&self) -> Option<Types> {
        Some(Types { d: self.d, a: self.a, b: self.b, c: Some(self.d) })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some(self.shape.map(i64::from))
    }

    fn mma(&self) -> Option<MmaAtom> {
        if self.arch == Arch::Sm70 {
            return Some(self.quad_pair());
        }
        let shape @ [m, n, _] = self.shape.map(i64::from);
        Some(MmaAtom {
            shape,
            thr_id: lanes(32),
            a: self.factor(m, self.a.bits()),
            b: self.factor(n, self.b.bits()),
            c: fragment(m, n, 2),
        })
    }
}
