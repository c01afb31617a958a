//! Layouts behind maps, as what a tensor needs.
//!
//! All that has to do with coordinates happens in the layout inside, so whether an index is inside
//! is decided there; and what a slice fixes goes into the offset before the maps, so the base of a
//! tensor stays where it is.

use core::iter::FusedIterator;

use crate::any::AnyLayout;
use crate::composed::ComposedLayout;
use crate::error::Result;
use crate::iter::Offsets;
use crate::layout::Layout;
use crate::lex::Order;
use crate::map::{OffsetMap, sealed};
use crate::tiler::Tiler;
use crate::tuple::{Coord, IntoTuple, Shape, Slicer};

/// The offsets of a layout that may lie behind maps: see [`OffsetMap::offsets`].
#[derive(Clone)]
pub struct AnyOffsets {
    inner: Offsets,
    /// Whose maps the offsets go through.
    behind: Option<ComposedLayout>,
}

impl AnyOffsets {
    fn map(behind: Option<&ComposedLayout>, offset: i64) -> i64 {
        behind.map_or(offset, |composed| composed.mapped(offset))
    }
}

impl Iterator for AnyOffsets {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let offset = self.inner.next()?;
        Some(AnyOffsets::map(self.behind.as_ref(), offset))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.size_hint()
    }

    fn fold<B, F: FnMut(B, i64) -> B>(self, init: B, mut f: F) -> B {
        let behind = self.behind.as_ref();
        self.inner.fold(init, |sum, offset| f(sum, AnyOffsets::map(behind, offset)))
    }
}

impl ExactSizeIterator for AnyOffsets {}

impl FusedIterator for AnyOffsets {}

impl sealed::Sealed for ComposedLayout {}

impl OffsetMap for ComposedLayout {
    type Offsets = AnyOffsets;

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

    fn offsets(&self) -> AnyOffsets {
        AnyOffsets { inner: self.inner().offsets(), behind: Some(*self) }
    }

    fn offsets_in(&self, order: Order) -> AnyOffsets {
        AnyOffsets { inner: self.inner().offsets_in(order), behind: Some(*self) }
    }

    fn entries(&self) -> impl Iterator<Item = (Coord, i64)> + use<> {
        let composed = *self;
        self.inner().entries().map(move |(coord, offset)| (coord, composed.mapped(offset)))
    }

    fn min_offset(&self) -> Result<i64> {
        self.min_offset()
    }

    fn max_offset(&self) -> Result<i64> {
        self.max_offset()
    }

    fn collision(&self) -> Result<Option<(i64, i64)>> {
        self.collision()
    }

    fn compose_within(&self, indices: &Layout) -> Result<ComposedLayout> {
        self.inner().check_within(indices)?;
        self.compose(indices)
    }

    fn slice_within(&self, slicer: &Slicer) -> Result<(ComposedLayout, i64)> {
        self.inner().check_slice(slicer)?;
        Ok((self.slice(slicer)?, 0))
    }

    fn divide(&self, tiler: &Tiler) -> Result<ComposedLayout> {
        self.zipped_divide(tiler)
    }

    fn to_plain(&self) -> Result<(Layout, i64)> {
        self.to_layout()
    }
}

impl sealed::Sealed for AnyLayout {}

impl OffsetMap for AnyLayout {
    type Offsets = AnyOffsets;

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

    fn offsets(&self) -> AnyOffsets {
        match self {
            AnyLayout::Plain(layout) => AnyOffsets { inner: layout.offsets(), behind: None },
            AnyLayout::Composed(composed) => OffsetMap::offsets(composed),
        }
    }

    fn offsets_in(&self, order: Order) -> AnyOffsets {
        match self {
            AnyLayout::Plain(layout) => {
                AnyOffsets { inner: layout.offsets_in(order), behind: None }
            }
            AnyLayout::Composed(composed) => composed.offsets_in(order),
        }
    }

    fn entries(&self) -> impl Iterator<Item = (Coord, i64)> + use<> {
        let (inner, behind) = match self {
            AnyLayout::Plain(layout) => (layout.entries(), None),
            AnyLayout::Composed(composed) => (composed.inner().entries(), Some(*composed)),
        };
        inner.map(move |(coord, offset)| (coord, AnyOffsets::map(behind.as_ref(), offset)))
    }

    fn min_offset(&self) -> Result<i64> {
        self.min_offset()
    }

    fn max_offset(&self) -> Result<i64> {
        self.max_offset()
    }

    fn collision(&self) -> Result<Option<(i64, i64)>> {
        self.collision()
    }

    fn compose_within(&self, indices: &Layout) -> Result<AnyLayout> {
        match self {
            AnyLayout::Plain(layout) => {
                layout.check_within(indices)?;
                layout.compose_any(indices)
            }
            AnyLayout::Composed(composed) => {
                composed.compose_within(indices).map(AnyLayout::Composed)
            }
        }
    }

    fn slice_within(&self, slicer: &Slicer) -> Result<(AnyLayout, i64)> {
        match self {
            AnyLayout::Plain(layout) => {
                layout.slice_within(slicer).map(|(kept, offset)| (kept.into(), offset))
            }
            AnyLayout::Composed(composed) => {
                composed.slice_within(slicer).map(|(kept, offset)| (kept.into(), offset))
            }
        }
    }

    fn divide(&self, tiler: &Tiler) -> Result<AnyLayout> {
        self.zipped_divide(tiler).or_else(|error| {
            // Behind a map, a layout is divided by its indices where its strides do not allow it.
            let tiles = self.composed().and_then(|composed| composed.zipped_divide(tiler));
            tiles.map(AnyLayout::Composed).map_err(|_| error)
        })
    }

    fn to_plain(&self) -> Result<(Layout, i64)> {
        self.to_layout()
    }
}
