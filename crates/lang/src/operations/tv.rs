//! Thread-value layouts as values: a layout from (thread, value) to the cells of a tile, and the tile.

use std::fmt;

use tilework::{AnyLayout, Error, Tuple, TvLayout};

/// A layout from (thread, value) to the index of a cell, and the shape of the tile that has the cells.
///
/// Printed as `layout on tile`, which reads as the same value.
///
/// ```
/// use tilework::{layout, tuple};
/// use tilework_lang::Tv;
///
/// let tv = Tv::new(layout!(((3,2),2):((4,2),1)).into(), tuple!((4,3)))?;
/// assert_eq!((tv.threads(), tv.values()), (6, 2));
/// assert_eq!(tv.to_string(), "((3,2),2):((4,2),1) on (4,3)");
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Tv {
    tile: Tuple,
    layout: AnyLayout,
    threads: i64,
}

impl Tv {
    /// The thread-value layout of a tile; modes 0 and 1 of the layout are threads and values.
    ///
    /// # Errors
    /// As [`TvLayout::new`]: the layout has two modes, and the tile is a shape.
    pub fn new(layout: AnyLayout, tile: Tuple) -> Result<Tv, Error> {
        let threads = TvLayout::new(layout.inner(), &tile)?.threads();
        Ok(Tv { tile, layout, threads })
    }

    /// The shape of the tile.
    pub fn tile(&self) -> &Tuple {
        &self.tile
    }

    /// From (thread, value) to the index of the cell.
    pub fn layout(&self) -> &AnyLayout {
        &self.layout
    }

    /// The number of threads.
    pub fn threads(&self) -> i64 {
        self.threads
    }

    /// The number of values that each thread has.
    pub fn values(&self) -> i64 {
        self.layout.size() / self.threads
    }
}

impl fmt::Display for Tv {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} on {}", self.layout, self.tile)
    }
}
