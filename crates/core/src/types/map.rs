//! Layouts in types, seen through maps of their offsets.

use core::marker::PhantomData;

use crate::ground::error::Error;
use crate::maps::any::AnyLayout;
use crate::maps::composed::Outer;
use crate::maps::swizzle::Swizzle;
use crate::types::{StaticCoord, StaticLayout};

/// A type that is a function of coordinates: a layout, or a layout behind maps of its offsets.
///
/// Every [`StaticLayout`] is one. Operations that tile or arrange act on the layout inside, as they
/// do on a [`ComposedLayout`](crate::ComposedLayout): the zipped divide of `Swizzled<3, 3, 3, A>` is
/// `Swizzled<3, 3, 3, ZippedDivide<A, T>>`.
pub trait StaticMap {
    /// The layout inside: all that has to do with coordinates.
    type Inner: StaticLayout;

    /// The function as a value.
    const ANY: AnyLayout;

    /// What the maps make of an offset of the layout inside.
    fn apply(offset: i64) -> i64;
}

impl<L: StaticLayout> StaticMap for L {
    type Inner = L;

    const ANY: AnyLayout = AnyLayout::Plain(L::LAYOUT);

    #[inline(always)]
    fn apply(offset: i64) -> i64 {
        offset
    }
}

const fn or_raise(any: Result<AnyLayout, Error>) -> AnyLayout {
    match any {
        Ok(any) => any,
        Err(error) => error.raise(),
    }
}

/// `Sw<B,M,S> o A`.
///
/// ```
/// use tilework::types::{Static, StaticMap, Swizzled};
/// use tilework::static_layout;
///
/// static_layout!(struct A = (8,8):(8,1));
/// type S = Swizzled<3, 0, 3, A>;
/// assert_eq!(Static::<S>::new().at((3, 1)), 26);
/// assert_eq!(S::ANY.to_string(), "Sw<3,0,3> o 0 o (8,8):(8,1)");
/// ```
///
/// What is not a swizzle does not compile:
///
/// ```compile_fail
/// # use tilework::{static_layout, types::{Static, Swizzled}};
/// static_layout!(struct A = (8,8):(8,1));
/// // swizzle: Sw<3,0,2>: the two bit fields of the swizzle overlap
/// Static::<Swizzled<3, 0, 2, A>>::new().at(3);
/// ```
pub struct Swizzled<const B: u32, const M: u32, const S: i32, A>(PhantomData<fn() -> A>);

impl<const B: u32, const M: u32, const S: i32, A> Swizzled<B, M, S, A> {
    const SWIZZLE: Swizzle = match Swizzle::new(B, M, S) {
        Ok(swizzle) => swizzle,
        Err(error) => error.raise(),
    };
}

impl<const B: u32, const M: u32, const S: i32, A: StaticMap> StaticMap for Swizzled<B, M, S, A> {
    type Inner = A::Inner;

    const ANY: AnyLayout = or_raise(A::ANY.after(&Outer::Swizzle(Self::SWIZZLE), 0));

    #[inline(always)]
    fn apply(offset: i64) -> i64 {
        const { Self::SWIZZLE }.apply(A::apply(offset))
    }
}

/// `A` with a number added to every offset.
///
/// ```
/// use tilework::types::{Shifted, Static, Swizzled};
/// use tilework::static_layout;
///
/// static_layout!(struct A = 4:1);
/// let a = Static::<Swizzled<1, 0, 1, Shifted<2, A>>>::new();
/// assert!(a.offsets().eq([3, 2, 4, 5]));
/// ```
pub struct Shifted<const OFFSET: i64, A>(PhantomData<fn() -> A>);

impl<const OFFSET: i64, A: StaticMap> StaticMap for Shifted<OFFSET, A> {
    type Inner = A::Inner;

    const ANY: AnyLayout = or_raise(A::ANY.after(&Outer::Swizzle(Swizzle::IDENTITY), OFFSET));

    #[inline(always)]
    fn apply(offset: i64) -> i64 {
        A::apply(offset) + OFFSET
    }
}

/// `A o B` as two steps: for composites that have no strides. Where they have some,
/// [`Compose`](crate::types::Compose) finds them.
///
/// ```
/// use tilework::types::{Static, Through};
/// use tilework::static_layout;
///
/// static_layout!(struct A = (6,2):(1,7));
/// static_layout!(struct B = (3,2):(2,3));
/// assert_eq!(Static::<Through<A, B>>::new().at(5), 8);
/// ```
pub struct Through<A, B>(PhantomData<fn() -> (A, B)>);

impl<A: StaticLayout, B: StaticMap> StaticMap for Through<A, B> {
    type Inner = B::Inner;

    const ANY: AnyLayout = or_raise(B::ANY.after(&Outer::Layout(A::LAYOUT), 0));

    #[inline(always)]
    fn apply(offset: i64) -> i64 {
        // That no offset inside the domain is negative is a part of `ANY` being defined.
        const {
            let _defined = Self::ANY;
        }
        (B::apply(offset) as usize).offset::<A>()
    }
}
