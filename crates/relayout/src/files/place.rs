//! A layout over the bytes of a file.

use tilework::{AnyLayout, ComposedLayout, Layout, Mode, Window};

use crate::check::window;
use crate::error::{Result, Side};

/// A layout, and the part of the data that it reaches.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub(super) layout: AnyLayout,
    window: Window,
}

impl Place {
    pub(super) fn new(layout: AnyLayout, side: Side, element: usize) -> Result<Place> {
        let window = window(layout.as_ref(), side, element)?;
        Ok(Place { layout, window })
    }

    /// The same data under another layout, which reaches no further.
    pub(super) fn seen_as(self, layout: AnyLayout) -> Place {
        Place { layout, ..self }
    }

    /// How many elements the data must have.
    pub(super) fn span(&self) -> usize {
        self.window.span
    }

    /// How many bytes the data must have.
    pub(super) fn bytes(&self, element: usize) -> usize {
        self.window.span * element
    }

    /// The element of the data that an offset is.
    pub(super) fn at(&self, offset: i64) -> usize {
        self.window.base.wrapping_add_signed(offset as isize)
    }

    pub(super) fn modes(&self) -> &[Mode] {
        self.layout.as_ref().inner().leaf_modes()
    }

    /// The part of some modes, from `at` offsets on (of the layout inside, for a composed one): its
    /// layout, and the element of the data at which its own data start.
    pub(super) fn part(
        &self,
        modes: &[Mode],
        at: i64,
    ) -> std::result::Result<(AnyLayout, usize), tilework::Error> {
        let part = flat(modes)?;
        match &self.layout {
            AnyLayout::Plain(_) => Ok((AnyLayout::Plain(part), self.at(at + part.min_offset()))),
            AnyLayout::Composed(whole) => {
                let last = whole.stages() - 1;
                let (outer, offset) = whole.stage(last)?;
                // An offset of the whole, so it fits.
                let mut part = ComposedLayout::from_parts(&outer, offset + at, &part)?;
                for i in (0..last).rev() {
                    let (outer, offset) = whole.stage(i)?;
                    part = part.after(&outer, offset)?;
                }
                let start = self.at(part.min_offset()?.min(0));
                Ok((AnyLayout::Composed(part), start))
            }
        }
    }
}

/// The layout of a list of modes.
pub(super) fn flat(modes: &[Mode]) -> std::result::Result<Layout, tilework::Error> {
    let modes = modes.iter().map(|&mode| Layout::of_mode(mode));
    match modes.collect::<std::result::Result<Vec<Layout>, tilework::Error>>()?.as_slice() {
        [] => Layout::new(1, 0),
        modes => Layout::concat(modes),
    }
}
