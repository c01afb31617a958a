//! What a panel is a picture of: a layout, plain or composed, started at some offset.

use std::fmt;

use tilework::{AnyLayout, ComposedLayout, Coord, Layout, LayoutRef, idx2crd};

/// What a panel shows: a layout, and an offset that is added to all of its values.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::Subject;
///
/// // The row of (4,8):(8,1) that starts at offset 16.
/// let row = layout!(8:1);
/// assert_eq!(Subject::from(&row).at_offset(16).to_string(), "8:1 at 16");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject<'a> {
    layout: LayoutRef<'a>,
    base: i64,
}

impl<'a> From<LayoutRef<'a>> for Subject<'a> {
    fn from(layout: LayoutRef<'a>) -> Subject<'a> {
        Subject { layout, base: 0 }
    }
}

impl<'a> From<&'a Layout> for Subject<'a> {
    fn from(layout: &'a Layout) -> Subject<'a> {
        LayoutRef::from(layout).into()
    }
}

impl<'a> From<&'a ComposedLayout> for Subject<'a> {
    fn from(composed: &'a ComposedLayout) -> Subject<'a> {
        LayoutRef::from(composed).into()
    }
}

impl<'a> From<&'a AnyLayout> for Subject<'a> {
    fn from(layout: &'a AnyLayout) -> Subject<'a> {
        layout.as_ref().into()
    }
}

/// As values are written: the layout, and the offset it starts at if that is not 0.
impl fmt::Display for Subject<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.base {
            0 => write!(f, "{}", self.layout),
            base => write!(f, "{} at {base}", self.layout),
        }
    }
}

impl<'a> Subject<'a> {
    /// The same layout, started at an offset, as slices are.
    pub fn at_offset(self, base: i64) -> Subject<'a> {
        Subject { base, ..self }
    }

    /// The layout that has the coordinates: of a composed layout, the one inside.
    pub(crate) fn inner(&self) -> &'a Layout {
        self.layout.inner()
    }

    /// The value for an offset of the layout inside.
    pub(crate) fn at_inner(&self, offset: i64) -> i64 {
        // Inside the domain, where composed layouts always have a value.
        self.layout.at_offset(offset).unwrap_or(0).saturating_add(self.base)
    }

    /// The value at an index of the domain.
    pub(crate) fn at(&self, index: i64) -> i64 {
        // Inside the domain, where the offsets of a layout always fit.
        self.at_inner(self.inner().at_index(index).unwrap_or(0))
    }

    /// Whether the bounds of the values of a block are the values of the bounds of its offsets.
    pub(crate) fn is_monotonic(&self) -> bool {
        self.layout.plain().is_some()
    }

    /// The least and the greatest value; where that is undecided, of the first values.
    pub(crate) fn bounds(&self) -> (i64, i64) {
        let (low, high) = self.layout.bounds().unwrap_or_else(|_| {
            let first = self.layout.offsets().take(1 << 16);
            first.fold((i64::MAX, i64::MIN), |(low, high), value| (low.min(value), high.max(value)))
        });
        (low.saturating_add(self.base), high.saturating_add(self.base))
    }

    /// The coordinate at an index.
    pub(crate) fn coordinate(&self, index: i64) -> Coord {
        // Every index of the domain has a coordinate.
        idx2crd(index, &self.inner().shape()).unwrap_or(Coord::leaf(index))
    }
}
