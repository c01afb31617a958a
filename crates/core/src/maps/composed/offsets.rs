//! The offsets of a layout that may be composed.

use core::fmt;
use core::iter::FusedIterator;

use crate::layout::offsets::Offsets;
use crate::maps::composed::ComposedLayout;

/// The offsets of a layout, plain or composed: see [`LayoutRef::offsets`](crate::LayoutRef::offsets).
#[derive(Clone)]
pub struct AnyOffsets {
    inner: Offsets,
    /// The composed layout through whose maps the offsets go.
    maps: Option<ComposedLayout>,
}

impl AnyOffsets {
    pub(crate) fn new(inner: Offsets, maps: Option<&ComposedLayout>) -> AnyOffsets {
        AnyOffsets { inner, maps: maps.copied() }
    }
}

impl Iterator for AnyOffsets {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        let offset = self.inner.next()?;
        Some(self.maps.as_ref().map_or(offset, |maps| maps.mapped(offset)))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.inner.size_hint()
    }

    fn fold<B, F: FnMut(B, i64) -> B>(self, init: B, mut f: F) -> B {
        match &self.maps {
            None => self.inner.fold(init, f),
            Some(maps) => self.inner.fold(init, |sum, offset| f(sum, maps.mapped(offset))),
        }
    }
}

impl ExactSizeIterator for AnyOffsets {}

impl FusedIterator for AnyOffsets {}

impl fmt::Debug for AnyOffsets {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "AnyOffsets({} left)", self.size_hint().0)
    }
}
