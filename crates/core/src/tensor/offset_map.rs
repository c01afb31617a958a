//! What a tensor needs of a layout: a total function from indices to offsets, and its parts.
//!
//! [`Layout`] is one; layouts seen through a swizzle are others ([`ComposedLayout`], [`AnyLayout`]). What is
//! asked of all kinds alike, [`LayoutRef`] answers; here is what differs, because a part of a layout is a
//! layout of the same kind. The trait is sealed. A tensor checks every access against its data anyway,
//! so a wrong answer here could never reach foreign memory; but that mutable tensors do not write one
//! element twice rests on [`LayoutRef::collision`], and only this crate's answers to that are proven.

use crate::algebra::tiler::Tiler;
use crate::ground::error::Error;
use crate::layout::layout::Layout;
use crate::layout::offsets::Offsets;
use crate::layout::order::Order;
use crate::layout::tuple::Slicer;
use crate::maps::any::AnyLayout;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::offsets::AnyOffsets;
use crate::maps::layout_ref::LayoutRef;

mod sealed {
    /// Only this crate implements [`OffsetMap`](super::OffsetMap).
    pub trait Sealed {}
}

/// A total function from the indices `0..size` of a shape to offsets.
///
/// ```
/// use tilework::{ComposedLayout, Error, OffsetMap, layout};
///
/// fn last(map: &impl OffsetMap) -> Result<i64, Error> {
///     map.as_ref().at_index(map.as_ref().size() - 1)
/// }
/// assert_eq!(last(&layout!((2,4):(1,-6)))?, -17);
/// let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,2):(8,1)".parse()?;
/// assert_eq!(last(&swizzled)?, 62);
/// # Ok::<(), Error>(())
/// ```
pub trait OffsetMap: Copy + sealed::Sealed {
    /// The offsets, in index order.
    type Offsets: Iterator<Item = i64>;

    /// The layout, to ask what is asked of all kinds.
    fn as_ref(&self) -> LayoutRef<'_>;

    /// All offsets, in index order.
    fn offsets(&self) -> Self::Offsets;

    /// All offsets, counted in `order`.
    fn offsets_in(&self, order: Order) -> Self::Offsets;

    /// The composite with a layout that selects and arranges indices.
    ///
    /// # Errors
    /// As [`Layout::compose_strict`]: every index must be inside the domain.
    fn compose_within(&self, indices: &Layout) -> Result<Self, Error>;

    /// What a slicer keeps, and how far its start is from that of the whole. What a slice of a composed
    /// layout fixes goes into the offset before the maps, so its start stays where it is.
    ///
    /// # Errors
    /// As [`Layout::slice`], and [`OutOfBounds`](crate::ErrorKind::OutOfBounds).
    fn slice_within(&self, slicer: &Slicer) -> Result<(Self, i64), Error>;

    /// The tile in mode 0 and the rest in mode 1.
    ///
    /// # Errors
    /// As [`Layout::zipped_divide`].
    fn divide(&self, tiler: &Tiler) -> Result<Self, Error>;
}

impl sealed::Sealed for Layout {}

impl OffsetMap for Layout {
    type Offsets = Offsets;

    #[inline]
    fn as_ref(&self) -> LayoutRef<'_> {
        LayoutRef::Plain(self)
    }

    fn offsets(&self) -> Offsets {
        self.offsets()
    }

    fn offsets_in(&self, order: Order) -> Offsets {
        self.offsets_in(order)
    }

    fn compose_within(&self, indices: &Layout) -> Result<Layout, Error> {
        self.compose_strict(indices)
    }

    fn slice_within(&self, slicer: &Slicer) -> Result<(Layout, i64), Error> {
        self.check_slice(slicer)?;
        self.slice(slicer)
    }

    fn divide(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.zipped_divide(tiler)
    }
}

impl sealed::Sealed for ComposedLayout {}

impl OffsetMap for ComposedLayout {
    type Offsets = AnyOffsets;

    #[inline]
    fn as_ref(&self) -> LayoutRef<'_> {
        LayoutRef::Composed(self)
    }

    fn offsets(&self) -> AnyOffsets {
        self.offsets()
    }

    fn offsets_in(&self, order: Order) -> AnyOffsets {
        OffsetMap::as_ref(self).offsets_in(order)
    }

    fn compose_within(&self, indices: &Layout) -> Result<ComposedLayout, Error> {
        self.inner().check_within(indices)?;
        self.compose(indices)
    }

    fn slice_within(&self, slicer: &Slicer) -> Result<(ComposedLayout, i64), Error> {
        self.inner().check_slice(slicer)?;
        Ok((self.slice(slicer)?, 0))
    }

    fn divide(&self, tiler: &Tiler) -> Result<ComposedLayout, Error> {
        self.zipped_divide(tiler)
    }
}

impl sealed::Sealed for AnyLayout {}

impl OffsetMap for AnyLayout {
    type Offsets = AnyOffsets;

    #[inline]
    fn as_ref(&self) -> LayoutRef<'_> {
        self.as_ref()
    }

    fn offsets(&self) -> AnyOffsets {
        self.offsets()
    }

    fn offsets_in(&self, order: Order) -> AnyOffsets {
        self.as_ref().offsets_in(order)
    }

    fn compose_within(&self, indices: &Layout) -> Result<AnyLayout, Error> {
        self.inner().check_within(indices)?;
        self.compose_any(indices)
    }

    fn slice_within(&self, slicer: &Slicer) -> Result<(AnyLayout, i64), Error> {
        match self {
            AnyLayout::Plain(layout) => {
                layout.slice_within(slicer).map(|(kept, offset)| (kept.into(), offset))
            }
            AnyLayout::Composed(composed) => {
                composed.slice_within(slicer).map(|(kept, offset)| (kept.into(), offset))
            }
        }
    }

    fn divide(&self, tiler: &Tiler) -> Result<AnyLayout, Error> {
        self.zipped_divide(tiler).or_else(|error| {
            // Behind a map, a layout is divided by its indices where its strides do not allow it.
            let tiles = self.as_ref().to_composed().and_then(|all| all.zipped_divide(tiler));
            tiles.map(AnyLayout::Composed).map_err(|_| error)
        })
    }
}
