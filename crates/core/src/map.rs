//! What a tensor needs of a layout: a total function from indices to offsets.
//!
//! [`Layout`] is one; layouts behind a swizzle are others ([`ComposedLayout`](crate::ComposedLayout),
//! [`AnyLayout`](crate::AnyLayout)). The trait is sealed. A tensor checks
//! every access against its data anyway, so a wrong answer here could never reach foreign memory;
//! but that mutable tensors do not write one element twice rests on [`OffsetMap::collision`], and
//! only this crate's answers to that are proven.

mod any;

use crate::error::{Op, Result};
use crate::iter::Offsets;
use crate::layout::Layout;
use crate::lex::Order;
use crate::list::List;
use crate::nested::Nested;
use crate::tiler::Tiler;
use crate::tuple::{Coord, IntoTuple, Shape, Slicer};

pub use any::AnyOffsets;

pub(crate) mod sealed {
    /// Only this crate implements [`OffsetMap`](super::OffsetMap).
    pub trait Sealed {}
}

/// A total function from the indices `0..size` of a shape to offsets.
///
/// ```
/// use tilework::{ComposedLayout, OffsetMap, Result, layout};
///
/// fn span(map: &impl OffsetMap) -> Result<i64> {
///     Ok(map.max_offset()? - map.min_offset()? + 1)
/// }
/// assert_eq!(span(&layout!((2,4):(1,-6)))?, 20);
/// let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,2):(8,1)".parse()?;
/// assert_eq!(span(&swizzled)?, 64);
/// # Ok::<(), tilework::Error>(())
/// ```
pub trait OffsetMap: Copy + sealed::Sealed {
    /// The offsets, in index order.
    type Offsets: Iterator<Item = i64>;

    /// The shape of the domain.
    fn shape(&self) -> Shape;

    /// The number of indices.
    fn size(&self) -> i64;

    /// The offset at a coordinate inside the domain.
    ///
    /// # Errors
    /// [`OutOfBounds`](crate::ErrorKind::OutOfBounds) outside of it, and as [`Layout::at`].
    fn offset(&self, coord: impl IntoTuple) -> Result<i64>;

    /// All offsets, in index order.
    fn offsets(&self) -> Self::Offsets;

    /// All offsets, counted in `order`.
    fn offsets_in(&self, order: Order) -> Self::Offsets;

    /// The natural coordinates and the offsets, in index order.
    fn entries(&self) -> impl Iterator<Item = (Coord, i64)> + use<Self>;

    /// The smallest offset, exactly.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided), never for a [`Layout`].
    fn min_offset(&self) -> Result<i64>;

    /// The largest offset, exactly.
    ///
    /// # Errors
    /// As [`min_offset`](OffsetMap::min_offset).
    fn max_offset(&self) -> Result<i64>;

    /// Two different indices with the same offset, or `None` when there are no such.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided).
    fn collision(&self) -> Result<Option<(i64, i64)>>;

    /// The composite with a layout that selects and arranges indices.
    ///
    /// # Errors
    /// As [`Layout::compose_strict`]: every index must be inside the domain.
    fn compose_within(&self, indices: &Layout) -> Result<Self>;

    /// What a slicer keeps, and how far its start is from that of the whole.
    ///
    /// # Errors
    /// As [`Layout::slice`], and [`OutOfBounds`](crate::ErrorKind::OutOfBounds).
    fn slice_within(&self, slicer: &Slicer) -> Result<(Self, i64)>;

    /// The tile in mode 0 and the rest in mode 1.
    ///
    /// # Errors
    /// As [`Layout::zipped_divide`].
    fn divide(&self, tiler: &Tiler) -> Result<Self>;

    /// The layout with strides that is this function from its offset at index 0 on.
    ///
    /// # Errors
    /// As [`ComposedLayout::to_layout`](crate::ComposedLayout::to_layout), never for a [`Layout`].
    fn to_plain(&self) -> Result<(Layout, i64)>;
}

impl sealed::Sealed for Layout {}

impl OffsetMap for Layout {
    type Offsets = Offsets;

    fn shape(&self) -> Shape {
        self.shape()
    }

    fn size(&self) -> i64 {
        self.size()
    }

    #[inline]
    fn offset(&self, coord: impl IntoTuple) -> Result<i64> {
        self.at_strict(coord)
    }

    fn offsets(&self) -> Offsets {
        self.offsets()
    }

    fn offsets_in(&self, order: Order) -> Offsets {
        self.offsets_in(order)
    }

    fn entries(&self) -> impl Iterator<Item = (Coord, i64)> + use<> {
        self.entries()
    }

    fn min_offset(&self) -> Result<i64> {
        Ok(self.min_offset())
    }

    fn max_offset(&self) -> Result<i64> {
        Ok(self.max_offset())
    }

    fn collision(&self) -> Result<Option<(i64, i64)>> {
        self.collision()
    }

    fn compose_within(&self, indices: &Layout) -> Result<Layout> {
        self.compose_strict(indices)
    }

    fn slice_within(&self, slicer: &Slicer) -> Result<(Layout, i64)> {
        self.check_slice(slicer)?;
        self.slice(slicer)
    }

    fn divide(&self, tiler: &Tiler) -> Result<Layout> {
        self.zipped_divide(tiler)
    }

    fn to_plain(&self) -> Result<(Layout, i64)> {
        Ok((*self, 0))
    }
}

impl Layout {
    /// Whether what a slicer fixes lies inside the domain.
    pub(crate) const fn check_slice(&self, slicer: &Slicer) -> Result<()> {
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < slicer.length() {
            // `_` is as good as coordinate 0.
            let fixed = match slicer.leaves.at(i) {
                Some(coordinate) => coordinate,
                None => 0,
            };
            let _ = leaves.push(fixed);
            i += 1;
        }
        match self.check_bounds(&Nested { profile: slicer.profile, leaves }) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.within(Op::Slice)),
        }
    }
}
