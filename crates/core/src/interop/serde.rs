//! `serde`: everything with a notation is serialised as its text, and what has none as its parts.
//!
//! What is read is checked as the constructors check it: a value that none of them makes is an error.
//! A coordinate layout is the one that has its text: modes of the codomain that no stride reaches are not
//! in it, nor in the comparison of two.

mod parts;

use core::fmt;
use core::marker::PhantomData;
use core::str::FromStr;

use serde::de::{self, Deserialize, Deserializer, Visitor};
use serde::ser::{Serialize, Serializer};

use crate::algebra::tiler::Tiler;
use crate::coords::basis::BasisStride;
use crate::coords::coord_layout::CoordLayout;
use crate::ground::error::Error;
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Slicer, Tuple};
use crate::maps::any::AnyLayout;
use crate::maps::composed::{ComposedLayout, Outer};
use crate::maps::swizzle::Swizzle;
use crate::maps::xor_map::XorMap;

struct Notation<T>(PhantomData<T>);

impl<T: FromStr<Err = Error>> Visitor<'_> for Notation<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(
            "the notation of a layout, tuple, slicer, tiler or swizzle, such as \"(4,8):(1,4)\"",
        )
    }

    fn visit_str<E: de::Error>(self, text: &str) -> Result<T, E> {
        text.parse().map_err(E::custom)
    }
}

macro_rules! as_text {
    ($($type:ty)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                deserializer.deserialize_str(Notation(PhantomData))
            }
        }
    )*};
}

as_text! {
    Tuple Slicer Layout Mode Tiler
    Swizzle XorMap Outer ComposedLayout AnyLayout
    BasisStride Nested<BasisStride> CoordLayout
}
