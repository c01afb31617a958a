//! What layouts must have so that data can be moved: memory that they fit into, and for the destination a place
//! for every index.

use tilework::{ErrorKind, LayoutRef, Window};

use crate::error::{Error, Result, Side};

/// The window of a layout, if a slice of elements of `element` bytes can have it.
#[inline]
pub(crate) fn window(layout: LayoutRef<'_>, side: Side, element: usize) -> Result<Window> {
    layout.window(element).map_err(|error| no_window(side, error))
}

/// The window of the offsets from the least to the most that a layout has, if a slice can have it.
#[inline]
pub(crate) fn window_of(bounds: (i64, i64), side: Side, element: usize) -> Result<Window> {
    Window::new(bounds.0, bounds.1, element).map_err(|error| no_window(side, error))
}

#[cold]
fn no_window(side: Side, error: tilework::Error) -> Error {
    match error.kind() {
        ErrorKind::TooLarge { span, bytes } => Error::TooLarge { side, span, element: bytes },
        _ => Error::Layout { side, error },
    }
}

/// Fails when two indices of the destination have one offset.
pub(crate) fn injective(layout: LayoutRef<'_>) -> Result<()> {
    let refused = |error| Error::Layout { side: Side::Destination, error };
    match layout.collision().map_err(refused)? {
        None => Ok(()),
        Some((x, y)) => Err(Error::Aliased { x, y, offset: layout.at_index(x).map_err(refused)? }),
    }
}
