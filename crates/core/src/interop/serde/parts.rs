//! Values without a notation, as their parts. Each type is read through its constructor.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::decide::vector::{Path, Vector};
use crate::ground::list::List;
use crate::ground::nested::Nested;
use crate::ground::profile::Profile;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::{Shape, Slicer};
use crate::maps::linear::{DIMS, LinearDim, LinearLayout};
use crate::maps::window::Window;
use crate::maps::xor_map::XorMap;
use crate::parts::tv::{Coverage, TvLayout};

/// The parts of a `T`: what is serialised.
trait Parts<T>: Sized {
    fn of(value: &T) -> Self;

    /// The value with these parts, if there is one.
    fn whole<E: de::Error>(self) -> Result<T, E>;
}

macro_rules! as_parts {
    ($($(#[$doc:meta])* [$($a:lifetime)?] $type:ty => $parts:ty;)*) => {$(
        $(#[$doc])*
        impl$(<$a>)? Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                <$parts>::of(self).serialize(serializer)
            }
        }

        impl<'de $(: $a, $a)?> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                <$parts>::deserialize(deserializer)?.whole()
            }
        }
    )*};
}

as_parts! {
    /// As the slicer that keeps every mode: `"(_,(_,_))"`.
    [] Profile => Slicer;
    /// As `{"layout":"((3,2),2):((4,2),1)","tile":"(4,3)"}`.
    [] TvLayout => TvParts;
    /// As `{"width":32,"aligned":8,"path":[1]}`.
    [] Vector => VectorParts;
    /// As `{"base":6,"span":7}`.
    [] Window => WindowParts;
    /// As `{"name":"lane","bits":5}`.
    ['a] LinearDim<'a> => DimParts<'a>;
    /// As its `ins` and `outs`, with the fastest first, and its `map`. The names are borrowed from what is
    /// read.
    ['a] LinearLayout<'a> => LinearParts<'a>;
}

impl Parts<Profile> for Slicer {
    fn of(&profile: &Profile) -> Slicer {
        let mut leaves = List::new(None);
        for _ in 0..profile.leaves() {
            // A profile has no more leaves than a tuple.
            let _ = leaves.push(None);
        }
        Nested { profile, leaves }
    }

    fn whole<E: de::Error>(self) -> Result<Profile, E> {
        match self.leaves().iter().all(Option::is_none) {
            true => Ok(self.profile),
            false => Err(E::custom("a profile has `_` at its leaves, and no integers")),
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "TvLayout", deny_unknown_fields)]
struct TvParts {
    layout: Layout,
    tile: Shape,
}

impl Parts<TvLayout> for TvParts {
    fn of(tv: &TvLayout) -> TvParts {
        TvParts { layout: *tv.layout(), tile: *tv.tile() }
    }

    fn whole<E: de::Error>(self) -> Result<TvLayout, E> {
        TvLayout::new(&self.layout, &self.tile).map_err(E::custom)
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Vector", deny_unknown_fields)]
struct VectorParts {
    width: i64,
    aligned: i64,
    path: Path,
}

impl Parts<Vector> for VectorParts {
    fn of(vector: &Vector) -> VectorParts {
        VectorParts { width: vector.width(), aligned: vector.aligned(), path: vector.path }
    }

    fn whole<E: de::Error>(self) -> Result<Vector, E> {
        let VectorParts { width, aligned, path } = self;
        match width >= 1 && aligned >= 1 && width % aligned == 0 {
            true => Ok(Vector::new(path, (width, aligned))),
            false => Err(E::custom(format_args!(
                "a vector of {width} elements that is aligned to {aligned}: both are at least 1, and \
                 the alignment divides the width"
            ))),
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "Window", deny_unknown_fields)]
struct WindowParts {
    base: usize,
    span: usize,
}

impl Parts<Window> for WindowParts {
    fn of(&Window { base, span }: &Window) -> WindowParts {
        WindowParts { base, span }
    }

    fn whole<E: de::Error>(self) -> Result<Window, E> {
        let WindowParts { base, span } = self;
        match base < span && isize::try_from(span).is_ok() {
            true => Ok(Window { base, span }),
            false => Err(E::custom(format_args!(
                "a window of {span} elements with offset 0 at element {base}: that is one of them, \
                 and a slice can be as long"
            ))),
        }
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "LinearDim", deny_unknown_fields)]
struct DimParts<'a> {
    name: &'a str,
    bits: u32,
}

impl<'a> Parts<LinearDim<'a>> for DimParts<'a> {
    fn of(&LinearDim { name, bits }: &LinearDim<'a>) -> DimParts<'a> {
        DimParts { name, bits }
    }

    fn whole<E: de::Error>(self) -> Result<LinearDim<'a>, E> {
        Ok(LinearDim { name: self.name, bits: self.bits })
    }
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(rename = "LinearLayout", deny_unknown_fields)]
struct LinearParts<'a> {
    #[serde(borrow)]
    ins: List<LinearDim<'a>, DIMS>,
    #[serde(borrow)]
    outs: List<LinearDim<'a>, DIMS>,
    map: XorMap,
}

impl<'a> Parts<LinearLayout<'a>> for LinearParts<'a> {
    fn of(a: &LinearLayout<'a>) -> LinearParts<'a> {
        let none = List::new(LinearDim { name: "", bits: 0 });
        let (mut ins, mut outs) = (none, none);
        // The same lists, so there is room.
        let _ = ins.extend(a.ins()) && outs.extend(a.outs());
        LinearParts { ins, outs, map: *a.map() }
    }

    fn whole<E: de::Error>(self) -> Result<LinearLayout<'a>, E> {
        let LinearParts { ins, outs, map } = self;
        LinearLayout::from_map(ins.as_slice(), outs.as_slice(), map).map_err(E::custom)
    }
}

/// What may stand in a list, with what fills its places that are not in use.
trait Item: Copy {
    const FILL: Self;
}

impl Item for u8 {
    const FILL: u8 = 0;
}

impl Item for LinearDim<'_> {
    const FILL: Self = LinearDim { name: "", bits: 0 };
}

impl<T: Copy + Serialize, const CAP: usize> Serialize for List<T, CAP> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_slice().serialize(serializer)
    }
}

impl<'de, T: Item + Deserialize<'de>, const CAP: usize> Deserialize<'de> for List<T, CAP> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_seq(Items(PhantomData))
    }
}

struct Items<T, const CAP: usize>(PhantomData<T>);

impl<'de, T: Item + Deserialize<'de>, const CAP: usize> Visitor<'de> for Items<T, CAP> {
    type Value = List<T, CAP>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a list of at most {CAP}")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<List<T, CAP>, A::Error> {
        let mut list = List::new(T::FILL);
        while let Some(item) = items.next_element()? {
            if !list.push(item) {
                return Err(de::Error::invalid_length(CAP + 1, &self));
            }
        }
        Ok(list)
    }
}

/// Enumerations, whose variants are all legal.
macro_rules! as_variant {
    ($($(#[$doc:meta])* $type:ty => $remote:ident;)*) => {$(
        $(#[$doc])*
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $remote::serialize(self, serializer)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $remote::deserialize(deserializer)
            }
        }
    )*};
}

as_variant! {
    /// As `"colex"` or `"lex"`.
    Order => OrderVariants;
    /// As `"exact"`, or what is wrong: `{"twice":{"cell":3,"first":[0,1],"second":[2,0]}}`.
    Coverage => CoverageVariants;
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Order", rename_all = "snake_case")]
enum OrderVariants {
    Colex,
    Lex,
}

#[derive(serde::Serialize, serde::Deserialize)]
#[serde(remote = "Coverage", rename_all = "snake_case", deny_unknown_fields)]
enum CoverageVariants {
    Exact,
    Twice { cell: i64, first: (i64, i64), second: (i64, i64) },
    Unowned { cell: i64 },
    Outside { cell: i64, owner: (i64, i64) },
}
