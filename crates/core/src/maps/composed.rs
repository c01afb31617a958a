//! Composed layouts: a layout seen through maps of its offsets, `Sw<3,3,3> o 0 o (8,64):(64,1)`.
//!
//! Not every function of interest has a shape and strides: a swizzle XORs bits, and the composition
//! of two layouts need not be one. A composed layout keeps the parts, and is exact for that reason:
//!
//! ```text
//! A o offset o B        x -> A(offset + B(x))
//! ```
//!
//! B is a layout, and everything that has to do with coordinates happens there: shape, modes,
//! slices, tiles. A is a swizzle, an XOR map, a layout, or several of them in a row with an offset
//! before each. So an operation on the composed layout is that operation on B; what it means is
//! always that of the function.

mod chain;
mod invariant;
pub(crate) mod offsets;
mod values;
mod table;
mod to_layout;
mod matrix;
mod repeat;
mod span;
mod difference;
mod marks;
mod image;
mod vector;
mod inverse;
mod modes;
mod views;
mod cast;
pub(crate) mod notation;

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::text::Text;
use crate::layout::grid::grid;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, IntoTuple, Shape};
use crate::maps::composed::chain::Chain;
use crate::maps::composed::offsets::AnyOffsets;
use crate::maps::swizzle::Swizzle;
use crate::maps::xor_map::XorMap;

pub(crate) use marks::{Marks, looks};
pub(crate) use table::Reading;

pub use chain::Outer;

/// A layout seen through maps of its offsets: CuTe's `ComposedLayout`.
///
/// ```text
/// Sw<2,0,2> o 0 o (4,4):(4,1)       0  1  2  3
///                                   5  4  7  6
///                                  10 11  8  9
///                                  15 14 13 12
/// ```
///
/// It is guaranteed to be defined, and its offsets to fit into `i64`, at every index of
/// its domain. `==` compares the parts; [`same_function`](ComposedLayout::same_function) compares
/// functions, and [`to_layout`](ComposedLayout::to_layout) finds the plain layout where there is one.
///
/// ```
/// use tilework::{ComposedLayout, Swizzle, layout, slicer};
///
/// let a = ComposedLayout::new(Swizzle::new(3, 0, 3)?, 0, &layout!((8,8):(8,1)))?;
/// assert_eq!(a.to_string(), "Sw<3,0,3> o 0 o (8,8):(8,1)");
/// assert_eq!(a, "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?);
/// assert_eq!(a.at((3, 1))?, 26);
///
/// // One row is a plain layout, from offset 27 on.
/// let row = a.slice(&slicer!((3,_)))?;
/// assert_eq!(row.to_string(), "Sw<3,0,3> o 24 o (8):(1)");
/// assert_eq!(row.to_layout()?, (layout!(((4,2)):((-1,4))), 27));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct ComposedLayout {
    chain: Chain,
    inner: Layout,
}

impl ComposedLayout {
    /// `outer o offset o inner`.
    ///
    /// # Errors
    /// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate) when a layout as outer map would get
    /// a negative index, [`Overflow`](ErrorKind::Overflow).
    #[doc(alias = "make_composed_layout")]
    pub fn new(
        outer: impl Into<Outer>,
        offset: i64,
        inner: &Layout,
    ) -> Result<ComposedLayout, Error> {
        ComposedLayout::from_parts(&outer.into(), offset, inner)
    }

    /// [`new`](ComposedLayout::new) for constants.
    ///
    /// # Errors
    /// As [`new`](ComposedLayout::new).
    pub const fn from_parts(
        outer: &Outer,
        offset: i64,
        inner: &Layout,
    ) -> Result<ComposedLayout, Error> {
        let mut chain = Chain::NONE;
        tri!(chain.push(outer, offset));
        ComposedLayout { chain, inner: *inner }.checked(Op::ComposedLayout)
    }

    /// `outer o offset o inner`, where `outer` is itself composed.
    ///
    /// # Errors
    /// As [`new`](ComposedLayout::new), and [`TooManyStages`](ErrorKind::TooManyStages).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(1, 0, 1)?, 0, &layout!((4,2):(2,1)))?;
    /// let b = ComposedLayout::nested(&a, 1, &layout!(3:2))?;
    /// assert_eq!(b.to_string(), "Sw<1,0,1> o 0 o (4,2):(2,1) o 1 o 3:2");
    /// assert!(b.offsets().eq([3, 7, 2]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn nested(
        outer: &ComposedLayout,
        offset: i64,
        inner: &Layout,
    ) -> Result<ComposedLayout, Error> {
        let mut chain = outer.chain;
        tri!(chain.push(&Outer::Layout(outer.inner), offset));
        ComposedLayout { chain, inner: *inner }.checked(Op::ComposedLayout)
    }

    // ---- Parts -------------------------------------------------------------------------

    /// The layout inside: all that has to do with coordinates.
    pub const fn inner(&self) -> &Layout {
        &self.inner
    }

    /// What is added to the offsets of the layout inside before the first map.
    pub const fn offset(&self) -> i64 {
        self.chain.offset(self.chain.len() - 1)
    }

    /// The number of maps.
    pub const fn stages(&self) -> usize {
        self.chain.len()
    }

    /// Map `i`, counted from the left, and the offset before it.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when there are not that many.
    pub const fn stage(&self, i: usize) -> Result<(Outer, i64), Error> {
        if i >= self.chain.len() {
            let kind = ErrorKind::NoSuchMode { mode: i, rank: self.chain.len() };
            return Err(Error::new(Op::ComposedLayout, kind).on(self.text()));
        }
        Ok((self.chain.outer(i), self.chain.offset(i)))
    }

    /// The swizzle, where that is the only map. CuTe's `get_swizzle_portion`.
    pub const fn swizzle(&self) -> Option<Swizzle> {
        match self.chain.outer(0) {
            Outer::Swizzle(swizzle) if self.chain.len() == 1 => Some(swizzle),
            _ => None,
        }
    }

    /// The shape.
    pub const fn shape(&self) -> Shape {
        self.inner.shape()
    }

    /// The number of coordinates.
    pub const fn size(&self) -> i64 {
        self.inner.size()
    }

    /// The number of modes at the top.
    pub const fn rank(&self) -> usize {
        self.inner.rank()
    }

    /// The depth of the nesting.
    pub const fn depth(&self) -> usize {
        self.inner.depth()
    }

    /// The number of leaf modes.
    pub const fn length(&self) -> usize {
        self.inner.length()
    }

    // ---- Evaluation --------------------------------------------------------------------

    /// The offset at a coordinate: an integer, nested Rust tuples, or a [`Coord`].
    ///
    /// # Errors
    /// As [`Layout::at`], and [`NegativeCoordinate`](ErrorKind::NegativeCoordinate) where, past the end,
    /// a layout as outer map would get a negative index.
    pub fn at(&self, coord: impl IntoTuple) -> Result<i64, Error> {
        match coord.as_integer() {
            Some(index) => self.at_index(index),
            None => self.at_coord(&coord.into_tuple()?),
        }
    }

    /// The offset at a 1-D index. [`at`](ComposedLayout::at) for constants.
    ///
    /// # Errors
    /// As [`at`](ComposedLayout::at).
    pub const fn at_index(&self, index: i64) -> Result<i64, Error> {
        self.through(self.inner.at_index(index))
    }

    /// The offset at a coordinate. [`at`](ComposedLayout::at) for constants.
    ///
    /// # Errors
    /// As [`at`](ComposedLayout::at).
    pub const fn at_coord(&self, coord: &Coord) -> Result<i64, Error> {
        self.through(self.inner.at_coord(coord))
    }

    /// The offset at a coordinate that must lie inside the domain.
    ///
    /// # Errors
    /// As [`Layout::at_strict`].
    pub fn at_strict(&self, coord: impl IntoTuple) -> Result<i64, Error> {
        self.through(self.inner.at_strict(coord))
    }

    const fn through(&self, offset: Result<i64, Error>) -> Result<i64, Error> {
        match self.chain.apply(tri!(offset)) {
            Ok(offset) => Ok(offset),
            Err(error) => Err(error.on(self.text())),
        }
    }

    /// The offset at index 0, 1, 2, ... up to the size.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(1, 0, 1)?, 0, &layout!(4:1))?;
    /// assert!(a.offsets().eq([0, 1, 3, 2]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn offsets(&self) -> AnyOffsets {
        AnyOffsets::new(self.inner.offsets(), Some(self))
    }

    /// The image of an offset of the layout inside under the maps: `a.at(x)` is `a.at_offset(a.inner().at(x))`.
    ///
    /// # Errors
    /// As [`at`](ComposedLayout::at).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(1, 0, 1)?, 0, &layout!(4:1))?;
    /// assert_eq!(a.at_offset(2)?, 3);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn at_offset(&self, offset: i64) -> Result<i64, Error> {
        self.through(Ok(offset))
    }

    /// The image of an offset of the layout inside under the maps.
    pub(crate) fn mapped(&self, offset: i64) -> i64 {
        // Inside the domain it is defined: that was checked when it was built.
        self.chain.apply(offset).unwrap_or_default()
    }

    /// All offsets, in index order.
    #[cfg(feature = "alloc")]
    pub fn table(&self) -> alloc::vec::Vec<i64> {
        self.offsets().collect()
    }

    /// Equality of the parts, for `const fn`. At run time write `==`.
    pub const fn same(&self, other: &ComposedLayout) -> bool {
        self.inner.same(&other.inner) && self.chain.same(&other.chain)
    }

    /// The layout as operand of an error.
    pub(crate) const fn text(&self) -> Text {
        self.inner.text_after(self.chain.text())
    }
}

impl From<Swizzle> for Outer {
    fn from(swizzle: Swizzle) -> Outer {
        Outer::Swizzle(swizzle)
    }
}

impl From<XorMap> for Outer {
    fn from(map: XorMap) -> Outer {
        Outer::Xor(map)
    }
}

impl From<Layout> for Outer {
    fn from(layout: Layout) -> Outer {
        Outer::Layout(layout)
    }
}

impl PartialEq for ComposedLayout {
    fn eq(&self, other: &Self) -> bool {
        self.same(other)
    }
}

impl Eq for ComposedLayout {}

impl Hash for ComposedLayout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.inner.hash(state);
        for i in 0..self.chain.len() {
            (self.chain.outer(i), self.chain.offset(i)).hash(state);
        }
    }
}

/// Its parts from left to right; `{:#}` has the grid of offsets below, as for a [`Layout`].
impl fmt::Display for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for i in 0..self.chain.len() {
            write!(f, "{} o {} o ", self.chain.outer(i), self.chain.offset(i))?;
        }
        write!(f, "{}", self.inner)?;
        if f.alternate() {
            // Inside the domain it is defined.
            grid(f, &self.shape(), |index| self.at_index(index).unwrap_or_default())?;
        }
        Ok(())
    }
}

impl fmt::Debug for ComposedLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
