//! What a panel is a picture of: a layout, started at some offset, with a function after it.

use tilework::{Coord, Layout, idx2crd};

/// The function that a panel shows: `after(base + layout(x))`.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    layout: &'a Layout,
    base: i64,
    after: Option<&'a dyn Fn(i64) -> i64>,
}

impl<'a> Subject<'a> {
    /// A layout.
    pub fn new(layout: &'a Layout) -> Subject<'a> {
        Subject { layout, base: 0, after: None }
    }

    /// The layout, started at an offset, as slices are.
    pub fn at_offset(self, base: i64) -> Subject<'a> {
        Subject { base, ..self }
    }

    /// The layout, with a function of its offsets after it, as swizzles are.
    pub fn then(self, after: &'a dyn Fn(i64) -> i64) -> Subject<'a> {
        Subject { after: Some(after), ..self }
    }

    /// The layout that gives the domain.
    pub fn layout(&self) -> &'a Layout {
        self.layout
    }

    /// What becomes of an offset of the layout.
    pub(crate) fn finish(&self, offset: i64) -> i64 {
        let offset = offset.saturating_add(self.base);
        self.after.map_or(offset, |after| after(offset))
    }

    /// The value at an index of the domain.
    pub(crate) fn at(&self, index: i64) -> i64 {
        // Inside the domain, where the offsets of a layout always fit.
        self.finish(self.layout.at_index(index).unwrap_or(0))
    }

    /// The least and the greatest value, if that can be said without looking at all of them.
    pub(crate) fn range(&self) -> Option<(i64, i64)> {
        let ends = (self.layout.min_offset(), self.layout.max_offset());
        self.after.is_none().then(|| (self.finish(ends.0), self.finish(ends.1)))
    }

    /// The coordinate at an index.
    pub(crate) fn coordinate(&self, index: i64) -> Coord {
        // Every index of the domain has a coordinate.
        idx2crd(index, &self.layout.shape()).unwrap_or(Coord::leaf(index))
    }
}
