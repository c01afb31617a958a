//! Plain or composed, borrowed: the one type through which both kinds answer the same questions.
//!
//! All that has to do with coordinates happens in a plain layout: the layout itself, or the one inside a
//! composed one. After it come maps, or nothing. So most questions are one line for each kind,
//! and that line is here. [`AnyLayout`](crate::AnyLayout) owns what this borrows, and delegates to it.

use core::fmt;

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::{Coord, IntoTuple, Shape};
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::offsets::AnyOffsets;
use crate::maps::xor_map::XorMap;

/// A plain layout or a composed one, borrowed.
///
/// A function that takes `impl Into<LayoutRef<'_>>` takes `&Layout`, `&ComposedLayout` and `&AnyLayout`.
///
/// ```
/// use tilework::{ComposedLayout, Error, LayoutRef, layout};
///
/// fn elements<'a>(layout: impl Into<LayoutRef<'a>>) -> Result<usize, Error> {
///     Ok(layout.into().window(1)?.span)
/// }
/// assert_eq!(elements(&layout!((8,2):(8,1)))?, 58);
/// let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,2):(8,1)".parse()?;
/// assert_eq!(elements(&swizzled)?, 64);
/// # Ok::<(), Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum LayoutRef<'a> {
    /// A shape with strides.
    Plain(&'a Layout),
    /// A layout seen through maps.
    Composed(&'a ComposedLayout),
}

impl<'a> LayoutRef<'a> {
    // ---- Parts -------------------------------------------------------------------------

    /// The layout that has the coordinates: the plain one itself, or the one inside a composed one.
    #[inline]
    pub const fn inner(self) -> &'a Layout {
        match self {
            LayoutRef::Plain(layout) => layout,
            LayoutRef::Composed(composed) => composed.inner(),
        }
    }

    /// The plain layout, if this is one.
    #[inline]
    pub const fn plain(self) -> Option<&'a Layout> {
        match self {
            LayoutRef::Plain(layout) => Some(layout),
            LayoutRef::Composed(_) => None,
        }
    }

    /// The composed layout, if this is one.
    #[inline]
    pub const fn composed(self) -> Option<&'a ComposedLayout> {
        match self {
            LayoutRef::Plain(_) => None,
            LayoutRef::Composed(composed) => Some(composed),
        }
    }

    /// The plain layout with the same function and the offset at index 0.
    ///
    /// # Errors
    /// As [`ComposedLayout::to_layout`]; none for a plain one.
    pub fn to_layout(self) -> Result<(Layout, i64), Error> {
        match self {
            LayoutRef::Plain(layout) => Ok((*layout, 0)),
            LayoutRef::Composed(composed) => composed.to_layout(),
        }
    }

    /// The shape.
    pub const fn shape(self) -> Shape {
        self.inner().shape()
    }

    /// The number of coordinates.
    #[inline]
    pub const fn size(self) -> i64 {
        self.inner().size()
    }

    /// The number of modes at the top.
    pub const fn rank(self) -> usize {
        self.inner().rank()
    }

    /// The depth of the nesting.
    pub const fn depth(self) -> usize {
        self.inner().depth()
    }

    /// The number of leaf modes.
    pub const fn length(self) -> usize {
        self.inner().length()
    }

    /// How many indices a division by `tiler` adds.
    ///
    /// # Errors
    /// As [`Layout::overhang`].
    pub const fn overhang(self, tiler: &Tiler) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.overhang(tiler),
            LayoutRef::Composed(composed) => composed.overhang(tiler),
        }
    }

    // ---- Evaluation --------------------------------------------------------------------

    /// The offset at a coordinate: an integer, nested Rust tuples, or a [`Coord`].
    ///
    /// # Errors
    /// As [`ComposedLayout::at`].
    pub fn at(self, coord: impl IntoTuple) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.at(coord),
            LayoutRef::Composed(composed) => composed.at(coord),
        }
    }

    /// The offset at a coordinate that must lie inside the domain.
    ///
    /// # Errors
    /// As [`Layout::at_strict`].
    #[inline]
    pub fn at_strict(self, coord: impl IntoTuple) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.at_strict(coord),
            LayoutRef::Composed(composed) => composed.at_strict(coord),
        }
    }

    /// The offset at a 1-D index. [`at`](LayoutRef::at) for constants.
    ///
    /// # Errors
    /// As [`ComposedLayout::at`].
    pub const fn at_index(self, index: i64) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.at_index(index),
            LayoutRef::Composed(composed) => composed.at_index(index),
        }
    }

    /// The offset at a coordinate. [`at`](LayoutRef::at) for constants.
    ///
    /// # Errors
    /// As [`ComposedLayout::at`].
    pub const fn at_coord(self, coord: &Coord) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.at_coord(coord),
            LayoutRef::Composed(composed) => composed.at_coord(coord),
        }
    }

    /// Takes an offset of the layout inside through the maps: `a.at(x)` is `a.at_offset(a.inner().at(x))`. For a
    /// plain layout it returns the offset itself.
    ///
    /// # Errors
    /// As [`ComposedLayout::at_offset`].
    #[inline]
    pub const fn at_offset(self, offset: i64) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(_) => Ok(offset),
            LayoutRef::Composed(composed) => composed.at_offset(offset),
        }
    }

    /// The offset at index 0, 1, 2, ... up to the size.
    ///
    /// ```
    /// use tilework::{ComposedLayout, LayoutRef, layout};
    ///
    /// assert!(LayoutRef::from(&layout!(4:2)).offsets().eq([0, 2, 4, 6]));
    /// let swizzled: ComposedLayout = "Sw<1,0,1> o 0 o 4:1".parse()?;
    /// assert!(LayoutRef::from(&swizzled).offsets().eq([0, 1, 3, 2]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn offsets(self) -> AnyOffsets {
        AnyOffsets::new(self.inner().offsets(), self.composed())
    }

    /// All offsets, counted in `order`.
    pub fn offsets_in(self, order: Order) -> AnyOffsets {
        AnyOffsets::new(self.inner().offsets_in(order), self.composed())
    }

    /// The natural coordinates and the offsets, in index order.
    pub fn entries(self) -> impl Iterator<Item = (Coord, i64)> + use<> {
        let maps = self.composed().copied();
        let mapped = move |offset| maps.as_ref().map_or(offset, |maps| maps.mapped(offset));
        self.inner().entries().map(move |(coord, offset)| (coord, mapped(offset)))
    }

    // ---- Bounds ------------------------------------------------------------------------

    /// The smallest and the largest offset, exactly.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided), never for a plain layout.
    #[inline]
    pub fn bounds(self) -> Result<(i64, i64), Error> {
        match self {
            LayoutRef::Plain(layout) => Ok(layout.view().bounds()),
            LayoutRef::Composed(composed) => composed.image_bounds(),
        }
    }

    /// The smallest offset.
    ///
    /// # Errors
    /// As [`bounds`](LayoutRef::bounds).
    pub fn min_offset(self) -> Result<i64, Error> {
        Ok(self.bounds()?.0)
    }

    /// The largest offset.
    ///
    /// # Errors
    /// As [`bounds`](LayoutRef::bounds).
    pub fn max_offset(self) -> Result<i64, Error> {
        Ok(self.bounds()?.1)
    }

    /// The largest minus the smallest offset, plus one.
    ///
    /// # Errors
    /// As [`bounds`](LayoutRef::bounds).
    pub fn cosize(self) -> Result<i64, Error> {
        let (least, most) = self.bounds()?;
        Ok(most - least + 1)
    }

    // ---- Questions ---------------------------------------------------------------------

    /// Two different indices with the same offset, or `None` if there are none.
    ///
    /// # Errors
    /// As [`Layout::collision`] and [`ComposedLayout::collision`].
    pub fn collision(self) -> Result<Option<(i64, i64)>, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.collision(),
            LayoutRef::Composed(composed) => composed.collision(),
        }
    }

    /// Whether no two indices share an offset.
    ///
    /// # Errors
    /// As [`collision`](LayoutRef::collision).
    pub fn is_injective(self) -> Result<bool, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.is_injective(),
            LayoutRef::Composed(composed) => composed.is_injective(),
        }
    }

    /// Whether every offset from the smallest to the largest is taken.
    ///
    /// # Errors
    /// As [`ComposedLayout::is_surjective`].
    pub fn is_surjective(self) -> Result<bool, Error> {
        match self {
            LayoutRef::Plain(layout) => Ok(layout.is_surjective()),
            LayoutRef::Composed(composed) => composed.is_surjective(),
        }
    }

    /// Whether every offset from 0 to the size is taken exactly once.
    ///
    /// # Errors
    /// As [`ComposedLayout::is_bijective`].
    pub fn is_bijective(self) -> Result<bool, Error> {
        match self {
            LayoutRef::Plain(layout) => Ok(layout.is_bijective()),
            LayoutRef::Composed(composed) => composed.is_bijective(),
        }
    }

    /// Whether the offsets are an interval in which each is taken exactly once.
    ///
    /// # Errors
    /// As [`ComposedLayout::is_contiguous`].
    pub fn is_contiguous(self) -> Result<bool, Error> {
        match self {
            LayoutRef::Plain(layout) => Ok(layout.is_contiguous()),
            LayoutRef::Composed(composed) => composed.is_contiguous(),
        }
    }

    /// The largest `n` such that the indices `0..n` have the offsets `f(0), f(0) + 1, ...`: how many
    /// elements one vector access can take.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided) for a composed layout that has no plain form, and whose
    /// offsets are consecutive for as long as they are read.
    ///
    /// ```
    /// use tilework::{ComposedLayout, LayoutRef};
    ///
    /// let a: ComposedLayout = "Sw<2,2,2> o 0 o 64:1".parse()?;
    /// assert_eq!(LayoutRef::from(&a).vector_width()?, 16);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn vector_width(self) -> Result<i64, Error> {
        let composed = match self {
            LayoutRef::Plain(layout) => return Ok(layout.vector_width()),
            LayoutRef::Composed(composed) => composed,
        };
        let width = composed.vector_width();
        if (width as u64) < ENUMERATION_BUDGET || width == composed.size() {
            return Ok(width);
        }
        match composed.to_layout() {
            Ok((layout, _)) => Ok(layout.vector_width()),
            Err(_) => Err(composed.undecided(Op::Evaluate)),
        }
    }

    /// The largest `n` for which the offsets come in groups `[k*n, k*n + n)`, as far as that is shown:
    /// see [`Layout::max_alignment`] and [`ComposedLayout::max_alignment`].
    pub fn max_alignment(self) -> i64 {
        match self {
            LayoutRef::Plain(layout) => layout.max_alignment(),
            LayoutRef::Composed(composed) => composed.max_alignment(),
        }
    }

    /// The least offset from 0 on that no index has.
    ///
    /// # Errors
    /// As [`Layout::mex`] and [`ComposedLayout::mex`].
    pub fn mex(self) -> Result<i64, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.mex(),
            LayoutRef::Composed(composed) => composed.mex(),
        }
    }

    /// An index with this offset, or `None` when there is none.
    ///
    /// # Errors
    /// As [`Layout::preimage`] and [`ComposedLayout::preimage`].
    pub fn preimage(self, offset: i64) -> Result<Option<i64>, Error> {
        match self {
            LayoutRef::Plain(layout) => layout.preimage(offset),
            LayoutRef::Composed(composed) => composed.preimage(offset),
        }
    }

    /// The XOR map that is this function on its indices.
    ///
    /// # Errors
    /// As [`XorMap::from_layout`] and [`ComposedLayout::to_xor_map`].
    pub fn to_xor_map(self) -> Result<XorMap, Error> {
        match self {
            LayoutRef::Plain(layout) => XorMap::from_layout(layout),
            LayoutRef::Composed(composed) => composed.to_xor_map(),
        }
    }

    /// Whether both have the same size and the same offset at every index.
    ///
    /// # Errors
    /// As [`ComposedLayout::first_difference`].
    pub fn same_function(self, other: LayoutRef<'_>) -> Result<bool, Error> {
        Ok(self.size() == other.size() && self.first_difference(other)?.is_none())
    }

    /// The first index below both sizes at which the two differ, or `None`.
    ///
    /// # Errors
    /// As [`ComposedLayout::first_difference`].
    pub fn first_difference(self, other: LayoutRef<'_>) -> Result<Option<i64>, Error> {
        match (self, other) {
            (LayoutRef::Plain(a), LayoutRef::Plain(b)) => Ok(a.first_difference(b)),
            _ => self.to_composed()?.first_difference(&other.to_composed()?),
        }
    }

    /// As a composed layout: a plain one behind the map that changes nothing.
    pub(crate) fn to_composed(self) -> Result<ComposedLayout, Error> {
        match self {
            LayoutRef::Plain(layout) => ComposedLayout::new(XorMap::IDENTITY, 0, layout),
            LayoutRef::Composed(composed) => Ok(*composed),
        }
    }
}

impl<'a> From<&'a Layout> for LayoutRef<'a> {
    #[inline]
    fn from(layout: &'a Layout) -> LayoutRef<'a> {
        LayoutRef::Plain(layout)
    }
}

impl<'a> From<&'a ComposedLayout> for LayoutRef<'a> {
    #[inline]
    fn from(composed: &'a ComposedLayout) -> LayoutRef<'a> {
        LayoutRef::Composed(composed)
    }
}

impl fmt::Display for LayoutRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LayoutRef::Plain(layout) => layout.fmt(f),
            LayoutRef::Composed(composed) => composed.fmt(f),
        }
    }
}

impl fmt::Debug for LayoutRef<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
