//! Who holds what: from (thread, value) to the elements of a tile, and back.

use tilework::{Coord, IntoTuple, Layout, Mode, Shape, idx2crd};

use crate::tiled::digits::{Digits, Indices};
use crate::tiled::error::{TiledError, step};

/// How many pairs of thread and value a question may go through one by one.
pub(crate) const MAX_PAIRS: i64 = 1 << 26;

/// Which thread holds which element of a tile, in which of its values: a thread-value layout with its
/// tile, and both directions of it.
///
/// ```
/// use tilework::{layout, tuple};
/// use tilework_hardware::tiled::{Coverage, TileMap};
///
/// // C of SM80_16x8x16: from (thread, value) to m + 16 * n.
/// let c = TileMap::new(&layout!(((4,8),(2,2)):((32,1),(16,8))), &tuple!((16,8)))?;
/// assert_eq!(c.element(5, 3)?, tuple!((9,3)));
/// assert!(c.owners((9, 3))?.eq([(5, 3)]));
/// assert_eq!(c.coverage()?, Coverage::Times(1));
/// # Ok::<(), tilework_hardware::tiled::TiledError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TileMap {
    layout: Layout,
    tile: Shape,
    threads: i64,
}

/// How often the elements of a tile are held.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coverage {
    /// Every element is held so many times: once, or by copies.
    Times(i64),
    /// Some elements have no owner.
    Holes {
        /// The index of the first one.
        first: i64,
        /// How many there are.
        count: i64,
    },
    /// Every element has an owner, but not all have equally many.
    Uneven {
        /// How many owners element 0 has.
        owners: i64,
        /// The first element with another number of them ...
        element: i64,
        /// ... which is this.
        others: i64,
    },
}

impl TileMap {
    /// The map of a layout from (thread, value) to the index of an element of `tile`.
    ///
    /// # Errors
    /// [`TvRank`](TiledError::TvRank) when the layout has not two modes,
    /// [`Outside`](TiledError::Outside) when an element is not in the tile.
    pub fn new(layout: &Layout, tile: &Shape) -> Result<TileMap, TiledError> {
        if layout.rank() != 2 {
            return Err(TiledError::TvRank { of: "threads and values", rank: layout.rank() });
        }
        let threads = layout.mode(0).map_err(step("threads"))?.size();
        TileMap::of_threads(layout, tile, threads)
    }

    /// The map of a layout with two modes, the first of which has so many threads.
    pub(crate) fn of_threads(
        layout: &Layout,
        tile: &Shape,
        threads: i64,
    ) -> Result<TileMap, TiledError> {
        let map = TileMap { layout: *layout, tile: *tile, threads };
        let elements = tile.product().map_err(step("tile"))?;
        let (low, high) = (layout.min_offset(), layout.max_offset());
        if low < 0 || high >= elements {
            let element = if low < 0 { low } else { high };
            let (thread, value) = map.pair(extreme(layout.leaf_modes(), low < 0));
            return Err(TiledError::Outside { thread, value, element, elements });
        }
        Ok(map)
    }

    /// From (thread, value) to the index of the element.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The shape of the tile.
    pub const fn tile(&self) -> &Shape {
        &self.tile
    }

    /// The number of threads.
    pub const fn threads(&self) -> i64 {
        self.threads
    }

    /// The number of values of each thread.
    pub const fn values(&self) -> i64 {
        self.layout.size() / self.threads
    }

    /// How many threads hold the same elements as a thread does, itself included: threads along a mode
    /// that the operand does not have, and those that no atom needs.
    ///
    /// ```
    /// use tilework::{layout, tuple};
    /// use tilework_hardware::tiled::TileMap;
    ///
    /// let a = TileMap::new(&layout!(((4,8,2),2):((16,1,0),8)), &tuple!((8,8)))?;
    /// assert_eq!(a.copies(), 2);
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn copies(&self) -> i64 {
        let mut copies = 1;
        let mut place = 1;
        for &Mode { extent, stride } in self.layout.leaf_modes() {
            if place < self.threads && stride == 0 {
                copies *= extent;
            }
            place *= extent;
        }
        copies
    }

    const fn pair(&self, index: i64) -> (i64, i64) {
        (index % self.threads, index / self.threads)
    }

    /// The element that a thread holds as one of its values: its coordinate in the tile.
    ///
    /// # Errors
    /// [`NoThread`](TiledError::NoThread), [`NoValue`](TiledError::NoValue).
    pub fn element(&self, thread: i64, value: i64) -> Result<Coord, TiledError> {
        if thread < 0 || thread >= self.threads {
            return Err(TiledError::NoThread { thread, threads: self.threads });
        }
        let values = self.values();
        if value < 0 || value >= values {
            return Err(TiledError::NoValue { value, values });
        }
        let at = self.layout.at_index(thread + self.threads * value).map_err(step("element"))?;
        self.coord(at)
    }

    /// The coordinate of an element that is given by its index in the tile, leftmost fastest.
    ///
    /// # Errors
    /// As [`idx2crd`].
    pub fn coord(&self, element: i64) -> Result<Coord, TiledError> {
        idx2crd(element, &self.tile).map_err(step("coordinate"))
    }

    /// All owners of an element, as (thread, value): values from the first to the last, threads inside.
    /// `count()` of it says how many there are.
    ///
    /// # Errors
    /// [`NoElement`](TiledError::NoElement) when the tile has no such element,
    /// [`TooLarge`](TiledError::TooLarge).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    /// use tilework_hardware::tiled::TileMap;
    ///
    /// let a = TileMap::new(&layout!(((4,8,2),2):((16,1,0),8)), &tuple!((8,8)))?;
    /// let mut buffer = [(0, 0); 2];
    /// for (slot, owner) in buffer.iter_mut().zip(a.owners((3, 5))?) {
    ///     *slot = owner;
    /// }
    /// assert_eq!(buffer, [(14, 1), (46, 1)]);
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn owners(&self, coord: impl IntoTuple) -> Result<Owners, TiledError> {
        let coord = coord.into_tuple().map_err(step("element"))?;
        let element = self.index(&coord)?;
        let indices = match Digits::of(&self.layout) {
            Some(digits) => digits.indices(element),
            None => {
                self.check_pairs(1)?;
                Indices::Search { offsets: self.layout.offsets(), next: 0, element }
            }
        };
        Ok(Owners { indices, threads: self.threads })
    }

    /// The index of an element of the tile.
    fn index(&self, coord: &Coord) -> Result<i64, TiledError> {
        let shape = self.tile.product_each().map_err(step("tile"))?;
        let (extents, coords) = (shape.leaves(), coord.leaves());
        let all = self.tile.product().map_err(step("tile"))?;
        if coord.is_leaf() {
            let coordinate = coords[0];
            if coordinate < 0 || coordinate >= all {
                return Err(TiledError::NoElement { mode: 0, coordinate, extent: all });
            }
            return Ok(coordinate);
        }
        if coords.len() != extents.len() {
            return Err(TiledError::TensorRank { rank: coords.len(), tile: extents.len() });
        }
        let (mut index, mut place) = (0, 1);
        for (mode, (&coordinate, &extent)) in coords.iter().zip(extents).enumerate() {
            if coordinate < 0 || coordinate >= extent {
                return Err(TiledError::NoElement { mode, coordinate, extent });
            }
            index += coordinate * place;
            place *= extent;
        }
        Ok(index)
    }

    fn check_pairs(&self, times: i64) -> Result<(), TiledError> {
        let pairs = self.layout.size().saturating_mul(times);
        if pairs > MAX_PAIRS {
            return Err(TiledError::TooLarge { elements: pairs, limit: MAX_PAIRS });
        }
        Ok(())
    }

    /// How often each element of the tile is held, with a witness where that is not even.
    ///
    /// # Errors
    /// [`TooLarge`](TiledError::TooLarge), only where modes overlap.
    ///
    /// ```
    /// use tilework::{layout, tuple};
    /// use tilework_hardware::tiled::{Coverage, TileMap};
    ///
    /// let gap = TileMap::new(&layout!((4,2):(1,8)), &tuple!((4,4)))?;
    /// assert_eq!(gap.coverage()?, Coverage::Holes { first: 4, count: 8 });
    /// let overlap = TileMap::new(&layout!((4,2):(1,3)), &tuple!((7,1)))?;
    /// assert_eq!(overlap.coverage()?, Coverage::Uneven { owners: 1, element: 3, others: 2 });
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn coverage(&self) -> Result<Coverage, TiledError> {
        let elements = self.tile.product().map_err(step("tile"))?;
        let once = self.layout.filter_zeros();
        // Modes of stride 0 repeat everything; the others show every element at most once, or overlap.
        if once.is_injective() == Ok(true) {
            if once.size() == elements {
                return Ok(Coverage::Times(self.layout.size() / elements));
            }
            let first = once.mex().map_err(step("first hole"))?;
            return Ok(Coverage::Holes { first, count: elements - once.size() });
        }
        self.count_all(elements)
    }

    /// [`coverage`](TileMap::coverage) by counting, a window of the tile at a time.
    fn count_all(&self, elements: i64) -> Result<Coverage, TiledError> {
        const WINDOW: i64 = 2048;
        let windows = elements / WINDOW + 1;
        self.check_pairs(windows)?;
        let (mut holes, mut first_hole) = (0, None);
        let (mut owners, mut uneven) = (0, None);
        let mut start = 0;
        while start < elements {
            let mut counts = [0_i64; WINDOW as usize];
            for at in self.layout.offsets() {
                if at >= start && at < start + WINDOW {
                    counts[(at - start) as usize] += 1;
                }
            }
            if start == 0 {
                owners = counts[0];
            }
            for (element, &count) in (start..elements).zip(&counts) {
                if count == 0 {
                    holes += 1;
                    first_hole = first_hole.or(Some(element));
                } else if count != owners && uneven.is_none() {
                    uneven = Some((element, count));
                }
            }
            start += WINDOW;
        }
        Ok(match (first_hole, uneven) {
            (Some(first), _) => Coverage::Holes { first, count: holes },
            (None, Some((element, others))) => Coverage::Uneven { owners, element, others },
            (None, None) => Coverage::Times(owners),
        })
    }
}

/// The owners of one element: see [`TileMap::owners`].
#[derive(Clone, Debug)]
pub struct Owners {
    indices: Indices,
    threads: i64,
}

impl Iterator for Owners {
    type Item = (i64, i64);

    fn next(&mut self) -> Option<(i64, i64)> {
        let index = self.indices.next()?;
        Some((index % self.threads, index / self.threads))
    }
}

/// The index with the smallest offset, or with the largest.
fn extreme(modes: &[Mode], smallest: bool) -> i64 {
    let (mut index, mut place) = (0, 1);
    for &Mode { extent, stride } in modes {
        if (stride < 0) == smallest && stride != 0 {
            index += (extent - 1) * place;
        }
        place *= extent;
    }
    index
}
