//! What data can be moved from and to: plain layouts, and layouts behind swizzles and other maps.

use std::borrow::Cow;

use tilework::{AnyLayout, ComposedLayout, Layout, Mode, OffsetMap};

use crate::error::{Error, Result, Side};

/// A layout of one side: `&Layout`, `&ComposedLayout` or `&AnyLayout`.
#[derive(Clone, Copy, Debug)]
pub enum Operand<'a> {
    /// A shape with strides.
    Plain(&'a Layout),
    /// A layout seen through maps.
    Composed(&'a ComposedLayout),
}

impl<'a> From<&'a Layout> for Operand<'a> {
    fn from(layout: &'a Layout) -> Operand<'a> {
        Operand::Plain(layout)
    }
}

impl<'a> From<&'a ComposedLayout> for Operand<'a> {
    fn from(layout: &'a ComposedLayout) -> Operand<'a> {
        Operand::Composed(layout)
    }
}

impl<'a> From<&'a AnyLayout> for Operand<'a> {
    fn from(layout: &'a AnyLayout) -> Operand<'a> {
        match layout {
            AnyLayout::Plain(layout) => Operand::Plain(layout),
            AnyLayout::Composed(layout) => Operand::Composed(layout),
        }
    }
}

/// Where the offsets of a layout lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Window {
    /// The element of the slice that offset 0 is: negative offsets come before it.
    pub(crate) base: usize,
    /// The number of elements a slice must have.
    pub(crate) span: usize,
}

impl Operand<'_> {
    pub(crate) fn size(&self) -> i64 {
        match self {
            Operand::Plain(layout) => layout.size(),
            Operand::Composed(layout) => layout.size(),
        }
    }

    /// The window of the layout, if a slice of elements of `element` bytes can have it.
    pub(crate) fn window(&self, side: Side, element: usize) -> Result<Window> {
        let (least, most) = match self {
            Operand::Plain(layout) => (layout.min_offset(), layout.max_offset()),
            Operand::Composed(layout) => {
                let bound = |offset: tilework::Result<i64>| {
                    offset.map_err(|error| Error::Layout { side, error })
                };
                (bound(layout.min_offset())?, bound(layout.max_offset())?)
            }
        };
        let base = i128::from(least).min(0).unsigned_abs();
        let span = i128::from(most).max(0).unsigned_abs() + 1 + base;
        match (usize::try_from(base), usize::try_from(span)) {
            (Ok(base), Ok(span))
                if span.checked_mul(element.max(1)).is_some_and(|b| b <= isize::MAX as usize) =>
            {
                Ok(Window { base, span })
            }
            _ => Err(Error::TooLarge { side, span, element }),
        }
    }

    /// Fails when two indices have one offset.
    pub(crate) fn check_injective(&self) -> Result<()> {
        let collision = match self {
            Operand::Plain(layout) => layout.collision(),
            Operand::Composed(layout) => layout.collision(),
        };
        let side = Side::Destination;
        match collision.map_err(|error| Error::Layout { side, error })? {
            None => Ok(()),
            Some((x, y)) => {
                let offset = match self {
                    Operand::Plain(layout) => layout.at_index(x),
                    Operand::Composed(layout) => layout.at_index(x),
                };
                Err(Error::Aliased {
                    x,
                    y,
                    offset: offset.map_err(|error| Error::Layout { side, error })?,
                })
            }
        }
    }

    /// The part that has strides.
    pub(crate) fn inner(&self) -> &Layout {
        match self {
            Operand::Plain(layout) => layout,
            Operand::Composed(layout) => layout.inner(),
        }
    }

    /// The modes of the layout with strides that is this one from its first offset on, and that offset,
    /// if there is such a layout.
    #[inline]
    pub(crate) fn plain(&self) -> Option<(Cow<'_, [Mode]>, i64)> {
        match self {
            Operand::Plain(layout) => Some((Cow::Borrowed(layout.leaf_modes()), 0)),
            Operand::Composed(layout) if adds_up(layout)? => {
                let (plain, first) = layout.to_layout().ok()?;
                Some((Cow::Owned(plain.leaf_modes().to_vec()), first))
            }
            Operand::Composed(_) => None,
        }
    }

    /// The layout after a map that must stay inside its domain.
    pub(crate) fn compose(&self, map: &Layout) -> Result<AnyLayout> {
        let composed = match self {
            Operand::Plain(layout) => layout.compose_strict(map).map(AnyLayout::Plain),
            Operand::Composed(layout) => layout.compose_within(map).map(AnyLayout::Composed),
        };
        composed.map_err(|error| Error::Layout { side: Side::Source, error })
    }
}

/// Whether the last steps of all modes add up to the last step of all. They do if there are strides; and
/// behind most swizzles they do not, which takes less time to see than to prove for all steps.
fn adds_up(layout: &ComposedLayout) -> Option<bool> {
    let at = |offset: i64| Some(i128::from(layout.at_offset(offset).ok()?));
    let (first, mut end, mut sum) = (at(0)?, 0, 0);
    for mode in layout.inner().leaf_modes() {
        let last = (mode.extent - 1) * mode.stride;
        end += last;
        sum += at(last)? - first;
    }
    Some(at(end)? - first == sum)
}
