//! Layouts in types.
//!
//! A type that implements [`StaticLayout`] *is* a layout, and a type such as `Compose<A, B>` is the
//! layout that the operation gives. The compiler computes it with the `const fn` of [`Layout`], so
//! types and values cannot differ, and what does not exist does not compile: the error carries the
//! reason. [`Static`] is the value of such a type. It is nothing at run time, and its evaluation is
//! the arithmetic that one would write by hand.
//!
//! ```
//! use tilework::types::{BlockedProduct, Static, StaticLayout, Swizzled};
//! use tilework::{layout, static_layout};
//!
//! static_layout!(struct Tile = (8,8):(8,1));
//! static_layout!(struct Tiles = (8,8):(8,1));
//! type Tiled = BlockedProduct<Tile, Tiles>;
//! assert_eq!(Tiled::LAYOUT, layout!(((8,8),(8,8)):((8,512),(1,64))));
//!
//! let smem = Static::<Swizzled<3, 3, 3, Tiled>>::new();
//! assert_eq!(size_of_val(&smem), 0);
//! assert_eq!(smem.at((9, 17)), 665);             // row 9, column 17: a few shifts and masks
//! assert_eq!(smem.at(9 + 64 * 17), 665);         // the same element by its index
//! assert_eq!(smem.at(((1, 1), (1, 2))), 665);    // and by its natural coordinate
//! ```
//!
//! # What does not compile
//!
//! The compiler prints the operation, the operands and the condition that failed, as an error
//! `E0080`, *evaluation panicked*. The comment in each example is the message.
//!
//! ```compile_fail
//! # use tilework::{static_layout, types::Compose};
//! static_layout!(struct A = (6,2):(1,7));
//! static_layout!(struct B = (3,2):(2,3));
//! // composition: (6,2):(1,7) o (3,2):(2,3): is not a layout: at index 5 it is 8, but any layout
//! // that agrees up to there is 7
//! static_layout!(type R = Compose<A, B>);
//! ```
//!
//! ```compile_fail
//! # use tilework::{static_layout, types::Compose};
//! static_layout!(struct A = (10,4):(1,4));
//! static_layout!(struct B = (2,3):(5,16));
//! // composition: (10,4):(1,4) o (2,3):(5,16): is a layout, but not one that refines B's shape: its
//! // stride changes at 3, a mode of B ends at 2
//! static_layout!(type R = Compose<A, B>);
//! ```
//!
//! ```compile_fail
//! # use tilework::{static_layout, types::Complement};
//! static_layout!(struct A = (2,2):(1,3));
//! // complement: (2,2):(1,3) in 24: stride 3 is not a multiple of the block 2 below it
//! static_layout!(type R = Complement<A, 24>);
//! ```
//!
//! ```compile_fail
//! # use tilework::{static_layout, static_tiler, types::LogicalDivide};
//! static_layout!(struct A = (4,8):(1,4));
//! static_tiler!(struct T = <2,2,2>);
//! // logical_divide: (4,8):(1,4): 3 modes are named, but the rank is 2
//! static_layout!(type R = LogicalDivide<A, T>);
//! ```
//!
//! ```compile_fail
//! # use tilework::{static_layout, types::LeftInverse};
//! static_layout!(struct A = (2,2):(1,1));
//! // left_inverse: (2,2):(1,1): two modes overlap
//! static_layout!(type R = LeftInverse<A>);
//! ```
//!
//! # Where errors appear
//!
//! A constant of a type is computed when it is used. `cargo build` meets every use; `cargo check` only
//! those in constants. [`static_layout!`](crate::static_layout)`(type R = ...)` uses it on the spot, so
//! that both meet it there; so do the literals, [`layout!`](macro@crate::layout) and the others.
//!
//! # What stable Rust cannot say
//!
//! - *Arrays sized by a layout*: `[f32; Static::<A>::SIZE]` is fine for a given A. In a function that
//!   is generic over the layout, the length cannot depend on it (that is the unstable
//!   `generic_const_exprs`): take the length as a parameter and let the compiler compare the two, as
//!   [`Static::table`] does.
//! - *Bounds such as "whose size is 64"*: not in a signature, but as `const { assert!(...) }` in the body.
//! - *Arrays as parameters*: `Select<A, [1, 0]>` is [`Concat`]`<(Mode<A, 1>, Mode<A, 0>)>`.
//! - *Inference*: two types with the same layout are two types. Ask `A::LAYOUT.same(&B::LAYOUT)`.
//!
//! Layouts of which only some numbers are known when the program is compiled are [`Mixed`].

mod tiler;
mod symbolic;
mod operations;
mod structure;
mod coord;
mod mixed;
mod map;
mod literal;

use core::fmt;
use core::marker::PhantomData;

use crate::ground::error::Error;
use crate::layout::layout::Layout;
use crate::layout::offsets::Offsets;

pub use coord::StaticCoord;
pub use map::{Shifted, StaticMap, Swizzled, Through};
pub use mixed::Mixed;
pub use operations::*;
pub use structure::*;
pub use symbolic::{MixedLayout, Number, Symbolic};
pub use tiler::{Keep, StaticTiler};

/// A type that is a layout.
///
/// Made by [`static_layout!`](crate::static_layout), by the operations of this module, or by hand from
/// any constant expression:
///
/// ```
/// use tilework::{Layout, layout, types::StaticLayout};
///
/// struct Transposed<A>(A);
///
/// impl<A: StaticLayout> StaticLayout for Transposed<A> {
///     const LAYOUT: Layout = match A::LAYOUT.select(&[1, 0]) {
///         Ok(layout) => layout,
///         Err(error) => error.raise(),
///     };
/// }
///
/// tilework::static_layout!(struct A = (4,8):(1,4));
/// assert_eq!(Transposed::<A>::LAYOUT, layout!((8,4):(4,1)));
/// ```
pub trait StaticLayout {
    /// The layout.
    const LAYOUT: Layout;
}

/// The value of a layout, or map, that is in a type. It is zero-sized.
///
/// ```
/// use tilework::{static_layout, types::Static};
///
/// static_layout!(struct A = (4,(2,3)):(2,(1,8)));
/// const TILE: Static<A> = Static::new();
///
/// assert_eq!((TILE.at(13), TILE.at((1, 3)), TILE.at((1, (1, 1)))), (11, 11, 11));
/// let mut buffer = [0.0_f32; Static::<A>::COSIZE];   // as large as the layout says
/// buffer[TILE.at((3, (1, 2))) as usize] = 1.0;
/// ```
pub struct Static<M>(PhantomData<fn() -> M>);

impl<M> Static<M> {
    /// The only value.
    #[inline(always)]
    pub const fn new() -> Self {
        Static(PhantomData)
    }
}

impl<M: StaticMap> Static<M> {
    /// The number of indices.
    pub const SIZE: usize = M::Inner::LAYOUT.size() as usize;

    /// The offset at a coordinate: an index, or a tuple of coordinates, one for each mode.
    ///
    /// This is the arithmetic that one would write by hand: divisions, remainders and products with
    /// constants, and no check. Past its end the layout continues on its last mode. An offset
    /// that does not fit then overflows as arithmetic does, with a panic in debug builds; inside the
    /// domain all offsets fit.
    ///
    /// A coordinate that is not nested as the shape is does not compile:
    ///
    /// ```compile_fail
    /// # use tilework::{static_layout, types::Static};
    /// static_layout!(struct A = (4,8):(1,4));
    /// // evaluation: (4,8):(1,4): the coordinate does not fit the shape
    /// Static::<A>::new().at((1, 2, 3));
    /// ```
    #[inline(always)]
    pub fn at(self, coord: impl StaticCoord) -> i64 {
        M::apply(coord.offset::<M::Inner>())
    }

    /// The offset at index 0, 1, 2, ... up to the size.
    #[inline]
    pub fn offsets(self) -> core::iter::Map<Offsets, fn(i64) -> i64> {
        M::Inner::LAYOUT.offsets().map(M::apply)
    }

    /// All offsets, in index order, as an array. Its length must be the size.
    ///
    /// ```
    /// use tilework::{static_layout, types::Static};
    ///
    /// static_layout!(struct A = (2,3):(3,1));
    /// const TABLE: [i64; 6] = Static::<A>::table();
    /// assert_eq!(TABLE, [0, 3, 1, 4, 2, 5]);
    /// ```
    ///
    /// Any other length does not compile:
    ///
    /// ```compile_fail
    /// # use tilework::{static_layout, types::Static};
    /// static_layout!(struct A = (2,3):(3,1));
    /// // evaluation panicked: the length of the array is not the size of the layout
    /// let table: [i64; 5] = Static::<A>::table();
    /// ```
    pub const fn table<const N: usize>() -> [i64; N] {
        const { assert!(N == Self::SIZE, "the length of the array is not the size of the layout") };
        let (mut table, mut i) = ([0; N], 0);
        while i < N {
            table[i] = match M::ANY {
                crate::AnyLayout::Plain(layout) => or_raise_offset(layout.at_index(i as i64)),
                crate::AnyLayout::Composed(layout) => or_raise_offset(layout.at_index(i as i64)),
            };
            i += 1;
        }
        table
    }
}

impl<L: StaticLayout> Static<L> {
    /// The largest minus the smallest offset, plus one.
    pub const COSIZE: usize = L::LAYOUT.cosize() as usize;

    /// The layout, as a value for run time.
    #[inline]
    pub const fn layout(self) -> Layout {
        L::LAYOUT
    }
}

impl<M> Clone for Static<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Static<M> {}

impl<M> Default for Static<M> {
    fn default() -> Self {
        Static::new()
    }
}

impl<M: StaticMap> fmt::Debug for Static<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&M::ANY, f)
    }
}

/// The layout, or the end of the compilation with the reason.
const fn or_raise(result: Result<Layout, Error>) -> Layout {
    match result {
        Ok(layout) => layout,
        Err(error) => error.raise(),
    }
}

const fn or_raise_offset(result: Result<i64, Error>) -> i64 {
    match result {
        Ok(offset) => offset,
        Err(error) => error.raise(),
    }
}
