//! `tcgen05.mma`: matrix instructions of Blackwell's tensor memory, by formula for every legal M and N.

mod sizes;
mod template;
mod find;

use core::fmt::{self, Write};

use tilework::Layout;

use super::MmaAtom;
use super::facts::{Arch, Kind, Source};
use super::family::Family;
use super::fragment::{lanes, tv, whole};
use super::operand::{Operand, Types, ValueType};
use crate::canonical::Major;
use crate::element::Element::{self, *};
use template::Parameter;

/// What is multiplied.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Factors {
    Tf32,
    F16,
    I8,
    F8f6f4,
    Mxf8f6f4,
    Mxf4,
    /// The sparse instruction of 4 bits.
    Mxf4Nvf4,
    /// That of SM103, with K = 96.
    Ultra,
}

/// What else the instruction does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Variant {
    Plain,
    /// C is scaled by a power of two.
    Scaled,
    Sparse,
    /// Complex numbers, real and imaginary parts in turn.
    Interleaved,
}

/// A struct of CuTe.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Head {
    factors: Factors,
    /// A is in tensor memory, not in shared memory.
    tensor: bool,
    variant: Variant,
    /// Two SMs share the work: `2x1SM`.
    pair: bool,
}

/// `SM100_MMA_F16BF16_SS<half_t, half_t, float, 128, 256, K, K, One, One>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Tcgen05 {
    head: Head,
    a: Element,
    b: Element,
    d: Element,
    scale: Element,
    m: u16,
    n: u16,
    /// Elements that share a scale factor.
    vector: u8,
    majors: [Major; 2],
    negated: [bool; 2],
    scale_c: u32,
    saturate: bool,
}

const HEADS: [(Factors, bool, Variant); 21] = [
    (Factors::Tf32, false, Variant::Plain),
    (Factors::F16, false, Variant::Plain),
    (Factors::Tf32, true, Variant::Plain),
    (Factors::F16, true, Variant::Plain),
    (Factors::Tf32, false, Variant::Scaled),
    (Factors::F16, false, Variant::Scaled),
    (Factors::Tf32, true, Variant::Scaled),
    (Factors::F16, true, Variant::Scaled),
    (Factors::Tf32, false, Variant::Sparse),
    (Factors::F16, false, Variant::Sparse),
    (Factors::Tf32, true, Variant::Interleaved),
    (Factors::I8, false, Variant::Plain),
    (Factors::I8, true, Variant::Plain),
    (Factors::I8, false, Variant::Sparse),
    (Factors::F8f6f4, false, Variant::Plain),
    (Factors::F8f6f4, true, Variant::Plain),
    (Factors::F8f6f4, false, Variant::Sparse),
    (Factors::Mxf8f6f4, false, Variant::Plain),
    (Factors::Mxf8f6f4, false, Variant::Sparse),
    (Factors::Mxf4, false, Variant::Plain),
    (Factors::Mxf4Nvf4, false, Variant::Sparse),
];

const ULTRA: (Factors, bool, Variant) = (Factors::Ultra, false, Variant::Plain);

impl Head {
    fn all() -> impl Iterator<Item = Head> + Clone {
        let heads = HEADS.into_iter().chain([ULTRA]);
        heads.flat_map(|(factors, tensor, variant)| {
            [false, true].map(|pair| Head { factors, tensor, variant, pair })
        })
    }

    /// The name without arguments.
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        let pair = if self.pair { "2x1SM_" } else { "" };
        if self.factors == Factors::Ultra {
            return write!(out, "SM103_MXF4_ULTRA_{pair}SS_VS");
        }
        let factors = match self.factors {
            Factors::Tf32 => "TF32",
            Factors::F16 => "F16BF16",
            Factors::I8 => "S8",
            Factors::F8f6f4 => "F8F6F4",
            Factors::Mxf8f6f4 => "MXF8F6F4",
            Factors::Mxf4 => "MXF4",
            Factors::Mxf4Nvf4 | Factors::Ultra => "MXF4NVF4",
        };
        let place = if self.tensor { "TS" } else { "SS" };
        let variant = match self.variant {
            Variant::Plain => "",
            Variant::Scaled => "_SCALED",
            Variant::Sparse => "_SPARSE",
            Variant::Interleaved => "_INTERLEAVED_CF32CTF32CTF32CF32_TN",
        };
        write!(out, "SM100_MMA_{factors}_{pair}{place}{variant}")
    }

    /// The factors of those that CUTLASS printed, and of complex bfloat16, which the template takes as well.
    fn printed_factors(&self) -> &'static [Element] {
        match (self.factors, self.variant) {
            (Factors::Tf32, Variant::Interleaved) => &[Ctf32],
            // There is no `SM100_MMA_TF32_SS_SCALED` among them.
            (Factors::Tf32, Variant::Scaled) if !self.tensor => &[],
            (Factors::Tf32, _) => &[Tf32],
            (Factors::F16, Variant::Scaled) => &[F16, Bf16, Cf16, Cbf16],
            (Factors::F16, _) => &[F16, Bf16],
            (Factors::I8, _) => &[S8],
            (Factors::F8f6f4 | Factors::Mxf8f6f4, _) => &[E4m3],
            (Factors::Mxf4 | Factors::Mxf4Nvf4 | Factors::Ultra, _) => &[E2m1],
        }
    }

    /// The sizes M of those that CUTLASS printed.
    fn printed_rows(&self) -> &'static [u16] {
        match (self.factors, self.pair) {
            (Factors::Ultra, true) => &[256],
            (_, true) => &[128, 256],
            (Factors::Tf32 | Factors::F16 | Factors::I8 | Factors::F8f6f4, false) => &[64, 128],
            (_, false) => &[128],
        }
    }

    /// With the arguments that CUTLASS has by default, of the first size.
    fn example(self, factor: Element) -> Tcgen05 {
        let four = matches!(self.factors, Factors::Mxf4Nvf4 | Factors::Ultra);
        Tcgen05 {
            head: self,
            a: factor,
            b: factor,
            d: if self.factors == Factors::I8 { S32 } else { F32 },
            scale: if four { Ue4m3 } else { Ue8m0 },
            m: self.printed_rows().first().copied().unwrap_or(128),
            n: 64,
            vector: if self.factors == Factors::Ultra { 16 } else { 32 },
            majors: [Major::K; 2],
            negated: [false; 2],
            scale_c: 0,
            saturate: false,
        }
    }
}

impl Tcgen05 {
    /// Those that CUTLASS printed, and those of complex bfloat16.
    pub(super) fn all() -> impl Iterator<Item = Tcgen05> + Clone {
        Head::all().flat_map(|head| {
            head.printed_factors().iter().flat_map(move |factor| {
                let one = head.example(*factor);
                let rows = head.printed_rows().iter();
                rows.flat_map(move |&m| [64, 128, 256].map(|n| Tcgen05 { m, n, ..one }))
            })
        })
    }

    /// 256 bits of A, twice as many elements of a sparse one; six- and four-bit floats count as bytes, where they
    /// may be mixed with those.
    fn k(&self) -> i64 {
        let dense = match self.head.factors {
            Factors::F8f6f4 | Factors::Mxf8f6f4 => 32,
            Factors::Ultra => 96,
            _ => 256 / i64::from(self.a.bits()),
        };
        if self.is_sparse() { 2 * dense } else { dense }
    }

    /// One SM has the whole; each of two has half of the rows.
    fn operand(&self, rows: i64, columns: i64) -> Layout {
        match self.head.pair {
            false => whole(1, rows, columns),
            true => tv(&[(2, rows / 2)], &[(rows / 2, 1), (columns, rows)]),
        }
    }
}

impl Family for Tcgen05 {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(if self.head.factors == Factors::Ultra { "SM103::" } else { "" })?;
        self.head.name(out)?;
        for (i, parameter) in self.head.parameters().enumerate() {
            out.write_str(if i > 0 { ", " } else { "<" })?;
            self.argument(parameter, out)?;
        }
        out.write_char('>')
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        let sparse = if self.is_sparse() { ".sp" } else { "" };
        let group = if self.head.pair { 2 } else { 1 };
        // Twice as many elements of a sparse A share a factor.
        let share = if self.is_sparse() { self.vector / 2 } else { self.vector };
        let kind = match (self.head.factors, share) {
            (Factors::Tf32, _) => "tf32",
            (Factors::F16, _) => "f16",
            (Factors::I8, _) => "i8",
            (Factors::F8f6f4, _) => "f8f6f4",
            (Factors::Mxf8f6f4, _) => "mxf8f6f4.block_scale",
            (_, 16) => "mxf4nvf4.block_scale.block16",
            (Factors::Ultra, _) => "mxf4nvf4.block_scale.block32",
            (_, _) => "mxf4.block_scale.block32",
        };
        write!(out, "tcgen05.mma{sparse}.cta_group::{group}.kind::{kind}")
    }

    fn arch(&self) -> Arch {
        Arch::Sm100
    }

    fn source(&self) -> Source {
        let printed = self.a != Cbf16 && Tcgen05::all().any(|one| one == *self);
        if printed { Source::Cutlass } else { Source::Formula }
    }

    fn header(&self) -> Option<&'static str> {
        Some("mma_traits_sm100.hpp")
    }

    fn template(&self, out: &mut dyn Write) -> fmt::Result {
        let complex = matches!(self.a, Cf16 | Cbf16);
        let mut first = true;
        for parameter in self.head.parameters() {
            let name = match (parameter, complex) {
                // The specialisation has one parameter for both factors, and floats as result.
                (Parameter::A, true) => "class ab_vtype",
                (Parameter::B | Parameter::D, true) => continue,
                _ => parameter.declaration(),
            };
            out.write_str(if first { "" } else { ", " })?;
            out.write_str(name)?;
            first = false;
        }
        out.write_str(if self.is_sparse() { ", class... sparse_args" } else { "" })
    }

    fn kind(&self) -> Kind {
        Kind::Mma
    }

    fn is_sparse(&self) -> bool {
        self.head.variant == Variant::Sparse
    }

    fn types(&self) -> Option<Types> {
        Some(Types { d: self.d, a: self.a, b: self.b, c: Some(self.d) })
    }

    fn value_type(&self, operand: Operand) -> Option<ValueType> {
        Some(match operand {
            // Two numbers of four bits lie in a byte.
            Operand::A if self.is_sparse() && self.a == E2m1 => ValueType::sparse(4, U8),
            Operand::A if self.is_sparse() => ValueType::sparse(2, self.a),
            Operand::A => ValueType::cute(self.a),
            Operand::B => ValueType::cute(self.b),
            Operand::C => ValueType::cute(self.d),
        })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some([i64::from(self.m), i64::from(self.n), self.k()])
    }

    fn mma(&self) -> Option<MmaAtom> {
        let shape @ [m, n, k] = self.shape()?;
        let thr_id = lanes(if self.head.pair { 2 } else { 1 });
        let (a, b, c) = (self.operand(m, k), self.operand(n, k), self.operand(m, n));
        Some(MmaAtom { shape, thr_id, a, b, c })
    }
}
