//! What a panel is a picture of: a layout, plain or composed, started at some offset.

use std::fmt;

use tilework::{AnyLayout, ComposedLayout, Coord, Layout, idx2crd};

/// The function that a panel shows.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    map: Map<'a>,
    base: i64,
}

#[derive(Clone, Copy)]
enum Map<'a> {
    Plain(&'a Layout),
    Composed(&'a ComposedLayout),
}

impl<'a> From<&'a Layout> for Subject<'a> {
    fn from(layout: &'a Layout) -> Subject<'a> {
        Subject { map: Map::Plain(layout), base: 0 }
    }
}

impl<'a> From<&'a ComposedLayout> for Subject<'a> {
    fn from(composed: &'a ComposedLayout) -> Subject<'a> {
        Subject { map: Map::Composed(composed), base: 0 }
    }
}

impl<'a> From<&'a AnyLayout> for Subject<'a> {
    fn from(layout: &'a AnyLayout) -> Subject<'a> {
        match layout {
            AnyLayout::Plain(layout) => layout.into(),
            AnyLayout::Composed(composed) => composed.into(),
        }
    }
}

/// As values are written: the layout, and the offset it starts at if that is not 0.
impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.map {
            Map::Plain(layout) => write!(f, "{layout}")?,
            Map::Composed(composed) => write!(f, "{composed}")?,
        }
        if self.base != 0 {
            write!(f, " at {}", self.base)?;
        }
        Ok(())
    }
}

impl<'a> Subject<'a> {
    /// The same, with an offset added to every value, as slices have one.
    pub fn at_offset(self, base: i64) -> Subject<'a> {
        Subject { base, ..self }
    }

    /// The layout that has the coordinates: of a composed layout, the one inside.
    pub fn layout(&self) -> &'a Layout {
        match self.map {
            Map::Plain(layout) => layout,
            Map::Composed(composed) => composed.inner(),
        }
    }

    /// What becomes of an offset of that layout.
    pub(crate) fn finish(&self, offset: i64) -> i64 {
        let offset = match self.map {
            Map::Plain(_) => offset,
            // Inside the domain, where composed layouts always have a value.
            Map::Composed(composed) => composed.at_offset(offset).unwrap_or(0),
        };
        offset.saturating_add(self.base)
    }

    /// The value at an index of the domain.
    pub(crate) fn at(&self, index: i64) -> i64 {
        // Inside the domain, where the offsets of a layout always fit.
        self.finish(self.layout().at_index(index).unwrap_or(0))
    }

    /// Whether the least value of a block is that of its least offset.
    pub(crate) fn is_plain(&self) -> bool {
        matches!(self.map, Map::Plain(_))
    }

    /// The least and the greatest value, or of a composed layout bounds of what is looked at.
    pub(crate) fn range(&self) -> (i64, i64) {
        let (low, high) = match self.map {
            Map::Plain(layout) => (layout.min_offset(), layout.max_offset()),
            Map::Composed(composed) => match (composed.min_offset(), composed.max_offset()) {
                (Ok(low), Ok(high)) => (low, high),
                // Undecided: then the first values have to stand for all.
                _ => composed.offsets().take(1 << 16).fold((i64::MAX, i64::MIN), |ends, value| {
                    (ends.0.min(value), ends.1.max(value))
                }),
            },
        };
        (low.saturating_add(self.base), high.saturating_add(self.base))
    }

    /// The coordinate at an index.
    pub(crate) fn coordinate(&self, index: i64) -> Coord {
        // Every index of the domain has a coordinate.
        idx2crd(index, &self.layout().shape()).unwrap_or(Coord::leaf(index))
    }
}
