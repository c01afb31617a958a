//! The operations of the algebra, as types.

use core::marker::PhantomData;

use crate::layout::layout::Layout;
use crate::types::{StaticLayout, StaticTiler, or_raise};

/// A type for each operation: its parameters, the constant, and an example that runs.
macro_rules! operation {
    (
        $(#[$doc:meta])*
        $name:ident [$($type:ident: $bound:ident),+] [$($constant:ident: $integer:ty),*]
        = $layout:expr,
        [$($declaration:literal),+] $example:literal = $result:literal
    ) => {
        $(#[$doc])*
        ///
        /// ```
        /// use tilework::{layout, static_layout, static_tiler, types::*};
        ///
        $(#[doc = $declaration])+
        #[doc = concat!("static_layout!(type R = ", $example, ");")]
        #[doc = concat!("assert_eq!(R::LAYOUT, layout!(", $result, "));")]
        /// ```
        pub struct $name<$($type,)+ $(const $constant: $integer),*>(PhantomData<fn() -> ($($type,)+)>);

        impl<$($type: $bound,)+ $(const $constant: $integer),*> StaticLayout
            for $name<$($type,)+ $($constant),*>
        {
            const LAYOUT: Layout = $layout;
        }
    };
}
pub(super) use operation;

operation! {
    /// The shortest layout with the same function: [`Layout::coalesce`].
    Coalesce [A: StaticLayout] [] = A::LAYOUT.coalesce(),
    ["static_layout!(struct A = (2,(1,6)):(1,(6,2)));"] "Coalesce<A>" = "12:1"
}

operation! {
    /// Coalesced at each leaf of the shape of S: [`Layout::coalesce_by`].
    CoalesceBy [A: StaticLayout, S: StaticLayout] [] = or_raise(A::LAYOUT.coalesce_by(&S::LAYOUT.shape())),
    ["static_layout!(struct A = (2,(1,6)):(1,(6,2)));", "static_layout!(struct S = (1,1));"] "CoalesceBy<A, S>" = "(2,6):(1,2)"
}

operation! {
    /// Coalesced, without modes of stride 0: [`Layout::filter`].
    Filter [A: StaticLayout] [] = A::LAYOUT.filter(),
    ["static_layout!(struct A = (2,4,3):(1,0,2));"] "Filter<A>" = "6:1"
}

operation! {
    /// Modes of stride 0 with extent 1: [`Layout::filter_zeros`].
    FilterZeros [A: StaticLayout] [] = A::LAYOUT.filter_zeros(),
    ["static_layout!(struct A = (2,4,3):(1,0,2));"] "FilterZeros<A>" = "(2,1,3):(1,0,2)"
}

operation! {
    /// `R(x) = A(B(x))`: [`Layout::compose`].
    Compose [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.compose(&B::LAYOUT)),
    ["static_layout!(struct A = (6,2):(8,2));", "static_layout!(struct B = (4,3):(3,1));"] "Compose<A, B>" = "((2,2),3):((24,2),8)"
}

operation! {
    /// The composite that does not leave A: [`Layout::compose_strict`].
    ComposeStrict [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.compose_strict(&B::LAYOUT)),
    ["static_layout!(struct A = 12:5);", "static_layout!(struct B = 4:3);"] "ComposeStrict<A, B>" = "4:15"
}

operation! {
    /// The composite as a flat layout: [`Layout::compose_flat`].
    ComposeFlat [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.compose_flat(&B::LAYOUT)),
    ["static_layout!(struct A = (10,4):(1,4));", "static_layout!(struct B = (2,3):(5,16));"] "ComposeFlat<A, B>" = "(3,2):(5,9)"
}

operation! {
    /// The composite from an offset on: [`Layout::compose_at`].
    ComposeAt [A: StaticLayout, B: StaticLayout] [OFFSET: i64] = or_raise(A::LAYOUT.compose_at(OFFSET, &B::LAYOUT)),
    ["static_layout!(struct A = (4,8):(1,10));", "static_layout!(struct B = 4:1);"] "ComposeAt<A, B, 2>" = "(2,2):(1,8)"
}

operation! {
    /// The composite with a tiler, mode by mode: [`Layout::compose_tiler`].
    ComposeTiler [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.compose_tiler(&T::TILER)),
    ["static_layout!(struct A = (12,(4,8)):(59,(13,1)));", "static_tiler!(struct T = <3:4,8:2>);"] "ComposeTiler<A, T>" = "(3,(2,4)):(236,(26,1))"
}

operation! {
    /// Where to repeat A to cover `M` offsets: [`Layout::complement`].
    Complement [A: StaticLayout] [M: i64] = or_raise(A::LAYOUT.complement(M)),
    ["static_layout!(struct A = (2,2):(1,6));"] "Complement<A, 24>" = "(3,2):(2,12)"
}

operation! {
    /// The complement without rounding up: [`Layout::complement_exact`].
    ComplementExact [A: StaticLayout] [M: i64] = or_raise(A::LAYOUT.complement_exact(M)),
    ["static_layout!(struct A = 4:2);"] "ComplementExact<A, 24>" = "(2,3):(1,8)"
}

operation! {
    /// The complement of the image: [`Layout::complement_image`].
    ComplementImage [A: StaticLayout] [M: i64] = or_raise(A::LAYOUT.complement_image(M)),
    ["static_layout!(struct A = (2,2):(1,1));"] "ComplementImage<A, 12>" = "4:3"
}

operation! {
    /// Tiles, and the arrangement of tiles, mode by mode: [`Layout::logical_divide`].
    LogicalDivide [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.logical_divide(&T::TILER)),
    ["static_layout!(struct A = (9,(4,8)):(59,(13,1)));", "static_tiler!(struct T = <3:3,(2,4):(1,8)>);"] "LogicalDivide<A, T>" = "((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))"
}

operation! {
    /// `((tiles), (rest))`: [`Layout::zipped_divide`].
    ZippedDivide [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.zipped_divide(&T::TILER)),
    ["static_layout!(struct A = (12,32):(1,12));", "static_tiler!(struct T = <4,8>);"] "ZippedDivide<A, T>" = "((4,8),(3,4)):((1,12),(4,96))"
}

operation! {
    /// `((tiles), rest, rest, ...)`: [`Layout::tiled_divide`].
    TiledDivide [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.tiled_divide(&T::TILER)),
    ["static_layout!(struct A = (12,32):(1,12));", "static_tiler!(struct T = <4,8>);"] "TiledDivide<A, T>" = "((4,8),3,4):((1,12),4,96)"
}

operation! {
    /// `(tile, tile, ..., rest, rest, ...)`: [`Layout::flat_divide`].
    FlatDivide [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.flat_divide(&T::TILER)),
    ["static_layout!(struct A = (12,32):(1,12));", "static_tiler!(struct T = <4,8>);"] "FlatDivide<A, T>" = "(4,8,3,4):(1,12,4,96)"
}

operation! {
    /// A, repeated as T says: [`Layout::logical_product`].
    LogicalProduct [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.logical_product(&T::TILER)),
    ["static_layout!(struct A = (2,2):(4,1));", "static_tiler!(struct T = <3,2>);"] "LogicalProduct<A, T>" = "((2,3),(2,2)):((4,1),(1,2))"
}

operation! {
    /// `((blocks), (repetitions))`: [`Layout::zipped_product`].
    ZippedProduct [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.zipped_product(&T::TILER)),
    ["static_layout!(struct A = (2,5):(5,1));", "static_tiler!(struct T = <3,4>);"] "ZippedProduct<A, T>" = "((2,5),(3,4)):((5,1),(1,5))"
}

operation! {
    /// `((blocks), repetition, ...)`: [`Layout::tiled_product`].
    TiledProduct [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.tiled_product(&T::TILER)),
    ["static_layout!(struct A = (2,5):(5,1));", "static_tiler!(struct T = <3,4>);"] "TiledProduct<A, T>" = "((2,5),3,4):((5,1),1,5)"
}

operation! {
    /// `(block, ..., repetition, ...)`: [`Layout::flat_product`].
    FlatProduct [A: StaticLayout, T: StaticTiler] [] = or_raise(A::LAYOUT.flat_product(&T::TILER)),
    ["static_layout!(struct A = (2,5):(5,1));", "static_tiler!(struct T = <3,4>);"] "FlatProduct<A, T>" = "(2,5,3,4):(5,1,1,5)"
}

operation! {
    /// Block by block: [`Layout::blocked_product`].
    BlockedProduct [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.blocked_product(&B::LAYOUT)),
    ["static_layout!(struct A = (2,5):(5,1));", "static_layout!(struct B = (3,4):(1,3));"] "BlockedProduct<A, B>" = "((2,3),(5,4)):((5,10),(1,30))"
}

operation! {
    /// Interleaved: [`Layout::raked_product`].
    RakedProduct [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.raked_product(&B::LAYOUT)),
    ["static_layout!(struct A = (2,5):(5,1));", "static_layout!(struct B = (3,4):(1,3));"] "RakedProduct<A, B>" = "((3,2),(4,5)):((10,5),(30,1))"
}

operation! {
    /// `A(R(i)) = i`: [`Layout::right_inverse`].
    RightInverse [A: StaticLayout] [] = A::LAYOUT.right_inverse(),
    ["static_layout!(struct A = (4,8):(8,1));"] "RightInverse<A>" = "(8,4):(4,1)"
}

operation! {
    /// `L(A(x)) = x`: [`Layout::left_inverse`].
    LeftInverse [A: StaticLayout] [] = or_raise(A::LAYOUT.left_inverse()),
    ["static_layout!(struct A = (4,8):(8,1));"] "LeftInverse<A>" = "(8,4):(4,1)"
}

operation! {
    /// `A(G(A(x))) = A(x)`: [`Layout::generalized_inverse`].
    GeneralizedInverse [A: StaticLayout] [] = or_raise(A::LAYOUT.generalized_inverse()),
    ["static_layout!(struct A = (2,3):(0,1));"] "GeneralizedInverse<A>" = "3:2"
}

operation! {
    /// The indices that A maps to 0: [`Layout::nullspace`].
    Nullspace [A: StaticLayout] [] = or_raise(A::LAYOUT.nullspace()),
    ["static_layout!(struct A = (2,2,2):(1,0,2));"] "Nullspace<A>" = "2:2"
}

operation! {
    /// The X with `A o X = C`: [`Layout::solve_right`].
    SolveRight [A: StaticLayout, C: StaticLayout] [] = or_raise(A::LAYOUT.solve_right(&C::LAYOUT)),
    ["static_layout!(struct A = (4,8):(8,1));", "static_layout!(struct C = 8:1);"] "SolveRight<A, C>" = "8:4"
}

operation! {
    /// The longest layout that A and B begin with alike: [`Layout::max_common_layout`].
    MaxCommonLayout [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.max_common_layout(&B::LAYOUT)),
    ["static_layout!(struct A = (4,8):(1,4));", "static_layout!(struct B = (4,8):(1,8));"] "MaxCommonLayout<A, B>" = "4:1"
}

operation! {
    /// Elements `N` times as large: [`Layout::upcast`].
    Upcast [A: StaticLayout] [N: i64] = or_raise(A::LAYOUT.upcast(N)),
    ["static_layout!(struct A = (8,4):(1,8));"] "Upcast<A, 2>" = "(4,4):(1,4)"
}

operation! {
    /// Elements `N` times as small: [`Layout::downcast`].
    Downcast [A: StaticLayout] [N: i64] = or_raise(A::LAYOUT.downcast(N)),
    ["static_layout!(struct A = (4,4):(1,4));"] "Downcast<A, 2>" = "(8,4):(1,8)"
}

operation! {
    /// Elements of `NEW` bits in the place of `OLD`: [`Layout::recast`].
    Recast [A: StaticLayout] [OLD: i64, NEW: i64] = or_raise(A::LAYOUT.recast(OLD, NEW)),
    ["static_layout!(struct A = (8,4):(1,8));"] "Recast<A, 16, 32>" = "(4,4):(1,4)"
}

operation! {
    /// `R(x) = A(x) + B(x)`: [`Layout::sum`].
    Sum [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.sum(&B::LAYOUT)),
    ["static_layout!(struct A = (2,6):(1,4));", "static_layout!(struct B = (4,3):(1,8));"] "Sum<A, B>" = "(2,2,3):(2,6,16)"
}

operation! {
    /// `R(x) = FACTOR * A(x)`: [`Layout::scale`].
    Scale [A: StaticLayout] [FACTOR: i64] = or_raise(A::LAYOUT.scale(FACTOR)),
    ["static_layout!(struct A = (4,8):(8,1));"] "Scale<A, 3>" = "(4,8):(24,3)"
}

operation! {
    /// The first `SIZE` indices: [`Layout::truncate`].
    Truncate [A: StaticLayout] [SIZE: i64] = or_raise(A::LAYOUT.truncate(SIZE)),
    ["static_layout!(struct A = (4,8):(1,100));"] "Truncate<A, 12>" = "(4,3):(1,100)"
}
