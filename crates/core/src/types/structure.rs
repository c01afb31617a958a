//! Arranging modes, as types.

use core::marker::PhantomData;

use crate::layout::layout::Layout;
use crate::types::operations::operation;
use crate::types::{StaticLayout, or_raise};

operation! {
    /// Mode `I`: [`Layout::mode`].
    Mode [A: StaticLayout] [I: usize] = or_raise(A::LAYOUT.mode(I)),
    ["static_layout!(struct A = ((2,4),8):((1,2),8));"] "Mode<A, 0>" = "(2,4):(1,2)"
}

operation! {
    /// Without inner parentheses: [`Layout::flatten`].
    Flatten [A: StaticLayout] [] = A::LAYOUT.flatten(),
    ["static_layout!(struct A = ((2,4),8):((1,2),8));"] "Flatten<A>" = "(2,4,8):(1,2,8)"
}

operation! {
    /// The leaf modes under the profile of S: [`Layout::unflatten`].
    Unflatten [A: StaticLayout, S: StaticLayout] [] = or_raise(A::LAYOUT.unflatten(&S::LAYOUT.shape())),
    ["static_layout!(struct A = (2,4,8):(1,2,8));", "static_layout!(struct S = ((1,1),1));"] "Unflatten<A, S>" = "((2,4),8):((1,2),8)"
}

operation! {
    /// Modes `BEGIN..END` as one mode: [`Layout::group`].
    Group [A: StaticLayout] [BEGIN: usize, END: usize] = or_raise(A::LAYOUT.group(BEGIN, END)),
    ["static_layout!(struct A = (2,4,8):(1,2,8));"] "Group<A, 0, 2>" = "((2,4),8):((1,2),8)"
}

operation! {
    /// Modes `BEGIN..END`: [`Layout::take`].
    Take [A: StaticLayout] [BEGIN: usize, END: usize] = or_raise(A::LAYOUT.take(BEGIN, END)),
    ["static_layout!(struct A = (2,4,8):(1,2,8));"] "Take<A, 1, 3>" = "(4,8):(2,8)"
}

operation! {
    /// B after the last mode: [`Layout::append`].
    Append [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.append(&B::LAYOUT)),
    ["static_layout!(struct A = (2,4):(1,2));", "static_layout!(struct B = 8:8);"] "Append<A, B>" = "(2,4,8):(1,2,8)"
}

operation! {
    /// B before the first mode: [`Layout::prepend`].
    Prepend [A: StaticLayout, B: StaticLayout] [] = or_raise(A::LAYOUT.prepend(&B::LAYOUT)),
    ["static_layout!(struct A = (2,4):(1,2));", "static_layout!(struct B = 8:8);"] "Prepend<A, B>" = "(8,2,4):(8,1,2)"
}

operation! {
    /// B in the place of mode `I`: [`Layout::replace`].
    Replace [A: StaticLayout, B: StaticLayout] [I: usize] = or_raise(A::LAYOUT.replace(I, &B::LAYOUT)),
    ["static_layout!(struct A = (2,4):(1,2));", "static_layout!(struct B = 8:8);"] "Replace<A, B, 1>" = "(2,8):(1,8)"
}

operation! {
    /// A without mode `I`: [`Layout::remove`].
    Remove [A: StaticLayout] [I: usize] = or_raise(A::LAYOUT.remove(I)),
    ["static_layout!(struct A = (2,4,8):(1,2,8));"] "Remove<A, 1>" = "(2,8):(1,8)"
}

operation! {
    /// The function of A under the shape of S: [`Layout::with_shape`].
    WithShape [A: StaticLayout, S: StaticLayout] [] = or_raise(A::LAYOUT.with_shape(&S::LAYOUT.shape())),
    ["static_layout!(struct A = (4,8):(1,4));", "static_layout!(struct S = (2,16));"] "WithShape<A, S>" = "(2,16):(1,2)"
}

operation! {
    /// A repeated over the shape of S: [`Layout::tile_to_shape`].
    TileToShape [A: StaticLayout, S: StaticLayout] [] = or_raise(A::LAYOUT.tile_to_shape(&S::LAYOUT.shape(), None)),
    ["static_layout!(struct A = (2,2):(1,2));", "static_layout!(struct S = (4,4));"] "TileToShape<A, S>" = "((2,2),(2,2)):((1,4),(2,8))"
}

operation! {
    /// The compact layout of the shape of S, leftmost fastest: [`Layout::col_major`].
    ColMajor [S: StaticLayout] [] = or_raise(Layout::col_major(&S::LAYOUT.shape())),
    ["static_layout!(struct S = (4,8));"] "ColMajor<S>" = "(4,8):(1,4)"
}

operation! {
    /// The compact layout of the shape of S, rightmost fastest: [`Layout::row_major`].
    RowMajor [S: StaticLayout] [] = or_raise(Layout::row_major(&S::LAYOUT.shape())),
    ["static_layout!(struct S = (4,8));"] "RowMajor<S>" = "(4,8):(8,1)"
}

operation! {
    /// A compact layout in the order of A: [`Layout::like`].
    Like [A: StaticLayout] [] = A::LAYOUT.like(),
    ["static_layout!(struct A = (4,8):(100,1));"] "Like<A>" = "(4,8):(8,1)"
}

operation! {
    /// The modes by rising stride: [`Layout::sort_by_stride`].
    SortByStride [A: StaticLayout] [] = A::LAYOUT.sort_by_stride(),
    ["static_layout!(struct A = (4,8):(8,1));"] "SortByStride<A>" = "(8,4):(1,8)"
}

/// The layouts of a tuple, side by side, each as one mode: [`Layout::concat`].
///
/// ```
/// use tilework::{layout, static_layout, types::*};
///
/// static_layout!(struct A = (4,8):(1,4));
/// static_layout!(type Transposed = Concat<(Mode<A, 1>, Mode<A, 0>)>);
/// assert_eq!(Transposed::LAYOUT, layout!((8,4):(4,1)));
/// ```
pub struct Concat<T>(PhantomData<fn() -> T>);

macro_rules! concat {
    ($($($name:ident)*;)*) => {$(
        impl<$($name: StaticLayout),*> StaticLayout for Concat<($($name,)*)> {
            const LAYOUT: Layout = or_raise(Layout::concat(&[$($name::LAYOUT),*]));
        }
    )*};
}

concat! { A; A B; A B C; A B C D; A B C D E; A B C D E F; }
