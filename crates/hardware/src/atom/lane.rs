//! Copies of one thread: `UniversalCopy`, `cp.async`, and 256 bits at once.

use core::fmt::{self, Write};

use super::CopyAtom;
use super::facts::{Arch, Kind, Source};
use super::family::Family;
use super::fragment::{lanes, tv};
use super::name::Name;
use super::refusal::{Illegal, Parameter, Refusal};
use crate::element::bits_of;

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Move {
    /// An assignment.
    Universal,
    /// From global to shared memory, cached in L1 or only in L2, perhaps with zeros where a predicate is false.
    Async { global: bool, fill: bool },
    /// A load past L1.
    Load,
    /// A store past L1.
    Store,
}

/// `UniversalCopy<uint128_t>`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Lane {
    how: Move,
    bits: u16,
}

const ASYNC: [Move; 4] = [
    Move::Async { global: false, fill: false },
    Move::Async { global: true, fill: false },
    Move::Async { global: false, fill: true },
    Move::Async { global: true, fill: true },
];

impl Move {
    /// The bits that it can move at once.
    fn widths(self) -> &'static [u16] {
        match self {
            Move::Universal => &[8, 16, 32, 64, 128],
            Move::Async { global: false, .. } => &[32, 64, 128],
            Move::Async { global: true, .. } => &[128],
            Move::Load | Move::Store => &[256],
        }
    }

    fn name(self) -> &'static str {
        match self {
            Move::Universal => "UniversalCopy",
            Move::Async { global: false, fill: false } => "SM80_CP_ASYNC_CACHEALWAYS",
            Move::Async { global: true, fill: false } => "SM80_CP_ASYNC_CACHEGLOBAL",
            Move::Async { global: false, fill: true } => "SM80_CP_ASYNC_CACHEALWAYS_ZFILL",
            Move::Async { global: true, fill: true } => "SM80_CP_ASYNC_CACHEGLOBAL_ZFILL",
            Move::Load => "SM100_LOAD_256bit_CACHE_NOALLOCATION",
            Move::Store => "SM100_STORE_256bit_CACHE_NOALLOCATION",
        }
    }

    fn moves() -> impl Iterator<Item = Move> + Clone {
        ASYNC.into_iter().chain([Move::Universal, Move::Load, Move::Store])
    }

    /// 256 bits are in the name, other widths are those of a type.
    fn has_type(self) -> bool {
        !matches!(self, Move::Load | Move::Store)
    }
}

impl Lane {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Lane> + Clone {
        Move::moves().flat_map(|how| how.widths().iter().map(move |&bits| Lane { how, bits }))
    }

    /// The one with this name, for every type of a width that exists.
    pub(super) fn find(name: &Name<'_>) -> Result<Option<Lane>, Refusal> {
        if let Some(assumed) = name.head.strip_prefix("AutoVectorizingCopy") {
            return Lane::vectorizing(assumed, name.arguments()).map(Some);
        }
        let Some(how) = Move::moves().find(|how| how.name() == name.head) else { return Ok(None) };
        if !how.has_type() {
            let found = Lane { how, bits: 256 };
            return name.arguments().is_empty().then_some(Some(found)).ok_or(Refusal::Arguments);
        }
        // As in CuTe: template <class S, class D = S>, of the same size.
        let (source, target) = match name.arguments() {
            [one] => (one, one),
            [source, target] => (source, target),
            _ => return Err(Refusal::Arguments),
        };
        let rule = "an argument is no type with a known size, such as uint128_t";
        let bits = bits_of(source).ok_or(Refusal::Type { rule })?;
        if bits_of(target) != Some(bits) {
            return Err(Refusal::Type { rule: "source and destination have types of one size" });
        }
        Lane::of_width(how, i64::from(bits)).map(Some)
    }

    fn of_width(how: Move, bits: i64) -> Result<Lane, Refusal> {
        let widths = how.widths().iter().map(|bits| i64::from(*bits));
        Illegal::check(Parameter::Bits, bits, widths)?;
        // A width is at most 256.
        Ok(Lane { how, bits: bits as u16 })
    }

    /// `AutoVectorizingCopyWithAssumedAlignment<N>` is a `UniversalCopy` of N bits.
    fn vectorizing(assumed: &str, arguments: &[&str]) -> Result<Lane, Refusal> {
        let bits = match (assumed, arguments) {
            ("", []) => 128,
            ("WithAssumedAlignment", [bits]) => {
                let rule = "AutoVectorizingCopyWithAssumedAlignment takes a number of bits";
                bits.parse().map_err(|_| Refusal::Type { rule })?
            }
            _ => return Err(Refusal::Arguments),
        };
        Lane::of_width(Move::Universal, bits)
    }

    /// Any of the struct with this name.
    pub(super) fn example_of(name: &Name<'_>) -> Option<Lane> {
        let universal = name.head.starts_with("AutoVectorizingCopy");
        let of = |how: Move| how.name() == name.head || (universal && how == Move::Universal);
        Lane::all().find(|one| of(one.how))
    }
}

impl Family for Lane {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.how.name())?;
        if self.how.has_type() {
            write!(out, "<uint{}_t>", self.bits)?;
        }
        Ok(())
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(match self.how {
            Move::Universal => "",
            Move::Async { global: false, .. } => "cp.async.ca.shared.global.L2::128B",
            Move::Async { global: true, .. } => "cp.async.cg.shared.global.L2::128B",
            Move::Load => "ld.global.L1::no_allocate.v8.f32",
            Move::Store => "st.global.L1::no_allocate.v8.f32",
        })
    }

    fn arch(&self) -> Arch {
        match self.how {
            Move::Universal => Arch::Any,
            Move::Async { .. } => Arch::Sm80,
            Move::Load | Move::Store => Arch::Sm100,
        }
    }

    fn source(&self) -> Source {
        Source::Cutlass
    }

    fn header(&self) -> Option<&'static str> {
        Some(match self.how {
            Move::Universal => "copy_traits.hpp",
            Move::Async { .. } => "copy_traits_sm80.hpp",
            Move::Load | Move::Store => "copy_traits_sm100.hpp",
        })
    }

    fn kind(&self) -> Kind {
        Kind::Copy
    }

    fn copy(&self) -> Option<CopyAtom> {
        let bits = tv(&[(1, 0)], &[(i64::from(self.bits), 1)]);
        Some(CopyAtom { thr_id: lanes(1), src: bits, dst: bits, reference: bits })
    }
}
