//! Thread-value layouts: which thread holds which cell of a tile, in which of its registers.
//!
//! A TV layout maps (thread, value) to the index of a cell, leftmost fastest. Used well, every
//! cell has one owner. Whether that is so is decided here, from the modes, and if not, which cell
//! has two or none.

use crate::algebra::compose::first_reaching;
use crate::algebra::tiler::Tiler;
use crate::coords::coord_layout::CoordLayout;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::ground::profile::Profile;
use crate::layout::coord::crd2idx;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, IntoTuple, Shape, Slicer};
use crate::parts::partition::partition_slicer;

/// A layout from (thread, value) to the cells of a tile.
///
/// ```text
/// threads (2,3):(3,1), values (2,1)           T0V0 T1V0 T2V0
///                                             T0V1 T1V1 T2V1
///                                             T3V0 T4V0 T5V0
///                                             T3V1 T4V1 T5V1
/// ```
///
/// ```
/// use tilework::{Coverage, TvLayout, layout, tuple};
///
/// let tv = TvLayout::make(&layout!((2,3):(3,1)), &layout!((2,1):(1,0)))?;
/// assert_eq!(*tv.tile(), tuple!((4,3)));
/// assert_eq!(*tv.layout(), layout!(((3,2),2):((4,2),1)));
/// assert_eq!(tv.owner((3, 1))?, Some((4, 1)));
/// assert_eq!(tv.coverage()?, Coverage::Exact);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct TvLayout {
    tile: Shape,
    layout: Layout,
}

/// Whether every cell of a tile has one owner. Owners are (thread, value).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Coverage {
    /// Every cell has exactly one owner.
    Exact,
    /// A cell has two.
    Twice {
        /// The index of the cell.
        cell: i64,
        /// One owner ...
        first: (i64, i64),
        /// ... and another.
        second: (i64, i64),
    },
    /// A cell has none; it is the first such.
    Unowned {
        /// The index of the cell.
        cell: i64,
    },
    /// An owner has a cell that is not in the tile.
    Outside {
        /// The index that the cell would have.
        cell: i64,
        /// The owner.
        owner: (i64, i64),
    },
}

impl Coverage {
    /// The error for anything but an exact one, of a tile with so many cells.
    pub(crate) const fn check(self, cells: i64) -> Result<(), Error> {
        let kind = match self {
            Coverage::Exact => return Ok(()),
            Coverage::Twice { cell, first, second } => {
                ErrorKind::OwnedTwice { cell, first, second }
            }
            Coverage::Unowned { cell } => ErrorKind::Unowned { cell },
            Coverage::Outside { cell, owner } => ErrorKind::OutsideTile { cell, owner, cells },
        };
        Err(Error::new(Op::Coverage, kind))
    }
}

impl TvLayout {
    /// The TV layout `layout` of a tile: a layout with two modes, threads and values.
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch) when the rank of the layout is not 2, and as
    /// [`Layout::col_major`] of the tile.
    ///
    /// ```
    /// use tilework::{Coverage, TvLayout, layout, tuple};
    ///
    /// // The A operand of a 16x8x16 tensor core instruction, 32 threads and 8 values.
    /// let a = layout!(((4,8),(2,2,2)):((32,1),(16,8,128)));
    /// let tv = TvLayout::new(&a, &tuple!((16,16)))?;
    /// assert_eq!(tv.coverage()?, Coverage::Exact);
    /// assert_eq!(tv.owner((9, 3))?, Some((5, 3)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn new(layout: &Layout, tile: &Shape) -> Result<TvLayout, Error> {
        let op = Op::LayoutTv;
        if let Err(error) = Layout::col_major(tile) {
            return Err(error.within(op));
        }
        if layout.rank() != 2 {
            let kind = ErrorKind::RankMismatch { left: layout.rank(), right: 2 };
            return Err(Error::new(op, kind).on(layout.text()));
        }
        Ok(TvLayout { tile: *tile, layout: *layout })
    }

    /// Threads arranged as `threads`, each holding a block of values arranged as `values`: the tile
    /// that they fill together, and which thread and value has which cell of it. The DSL's `make_layout_tv`.
    ///
    /// # Errors
    /// When the threads or the values are not numbered from 0 on, each once:
    /// [`NegativeStride`](ErrorKind::NegativeStride), [`Aliased`](ErrorKind::Aliased) with two that share
    /// a number, [`NoIndex`](ErrorKind::NoIndex) with the first number that is missing; and as
    /// [`Layout::raked_product`].
    #[doc(alias = "make_layout_tv")]
    pub const fn make(threads: &Layout, values: &Layout) -> Result<TvLayout, Error> {
        match TvLayout::raked(threads, values) {
            Ok(tv) => Ok(tv),
            Err(error) => Err(error.within(Op::LayoutTv)),
        }
    }

    const fn raked(threads: &Layout, values: &Layout) -> Result<TvLayout, Error> {
        tri!(numbered(threads));
        tri!(numbered(values));
        // From cells to (thread, value), and back.
        let cells = tri!(threads.raked_product(values));
        let sizes = [tri!(line(threads.size())), tri!(line(values.size()))];
        let both = tri!(Layout::col_major(&tri!(Layout::concat(&sizes)).shape()));
        let layout = tri!(cells.right_inverse().compose_strict(&both));
        Ok(TvLayout { tile: tri!(cells.shape().product_each()), layout })
    }

    /// The shape of the tile.
    pub const fn tile(&self) -> &Shape {
        &self.tile
    }

    /// From (thread, value) to the index of the cell.
    pub const fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The number of threads.
    pub const fn threads(&self) -> i64 {
        self.layout.tree.view_at(self.layout.tree.first_child(self.layout.tree.root())).size()
    }

    /// The number of cells.
    const fn cells(&self) -> i64 {
        match self.tile.product() {
            Ok(cells) => cells,
            // The column-major layout of the tile exists.
            Err(_) => 0,
        }
    }

    /// Thread and value of an index.
    pub(crate) const fn pair(&self, index: i64) -> (i64, i64) {
        (index % self.threads(), index / self.threads())
    }

    /// An owner of a cell, as (thread, value), or `None` when it has none.
    ///
    /// # Errors
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) for a cell that is not in the tile, and as
    /// [`Layout::preimage`].
    pub fn owner(&self, cell: impl IntoTuple) -> Result<Option<(i64, i64)>, Error> {
        let cell = cell.into_tuple()?;
        Layout::col_major(&self.tile)?.check_bounds(&cell)?;
        self.owner_of(&cell)
    }

    const fn owner_of(&self, cell: &Coord) -> Result<Option<(i64, i64)>, Error> {
        let index = tri!(crd2idx(cell, &self.tile));
        Ok(match tri!(self.layout.preimage(index)) {
            Some(index) => Some(self.pair(index)),
            None => None,
        })
    }

    /// Whether every cell has one owner; if not, a cell that shows it.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), as [`Layout::collision`].
    ///
    /// ```
    /// use tilework::{Coverage, TvLayout, layout, tuple};
    ///
    /// let gap = TvLayout::new(&layout!((4,2):(1,8)), &tuple!((4,4)))?;
    /// assert_eq!(gap.coverage()?, Coverage::Unowned { cell: 4 });
    /// let twice = TvLayout::new(&layout!((4,4):(1,3)), &tuple!((4,4)))?;
    /// let first_two = Coverage::Twice { cell: 3, first: (0, 1), second: (3, 0) };
    /// assert_eq!(twice.coverage()?, first_two);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn coverage(&self) -> Result<Coverage, Error> {
        let (layout, cells) = (&self.layout, self.cells());
        if layout.min_offset() < 0 {
            let index = extreme(layout.leaf_modes(), true);
            let owner = self.pair(index);
            return Ok(Coverage::Outside { cell: layout.min_offset(), owner });
        }
        if layout.max_offset() >= cells {
            let index = first_reaching(layout.leaf_modes(), cells);
            let cell = tri!(layout.at_index(index));
            return Ok(Coverage::Outside { cell, owner: self.pair(index) });
        }
        if let Some((x, y)) = tri!(layout.collision()) {
            let cell = tri!(layout.at_index(x));
            return Ok(Coverage::Twice { cell, first: self.pair(x), second: self.pair(y) });
        }
        if layout.size() < cells {
            return Ok(Coverage::Unowned { cell: tri!(layout.mex()) });
        }
        Ok(Coverage::Exact)
    }

    /// Every cell has one owner, or an error says where that fails: [`coverage`](TvLayout::coverage)
    /// as a check.
    ///
    /// # Errors
    /// [`OwnedTwice`](ErrorKind::OwnedTwice), [`Unowned`](ErrorKind::Unowned),
    /// [`OutsideTile`](ErrorKind::OutsideTile), and as [`coverage`](TvLayout::coverage).
    ///
    /// ```
    /// use tilework::{TvLayout, layout, tuple};
    ///
    /// let twice = TvLayout::new(&layout!((4,4):(1,3)), &tuple!((4,4)))?;
    /// assert_eq!(
    ///     twice.check_coverage().unwrap_err().to_string(),
    ///     "coverage of (4,4):(1,3) on (4,4): thread 0, value 1 and thread 3, value 0 both have cell 3",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn check_coverage(&self) -> Result<(), Error> {
        match tri!(self.coverage()).check(self.cells()) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.on(self.layout.text().str(" on ").tuple(&self.tile))),
        }
    }

    /// What a thread holds of a larger layout that is cut into such tiles: its values, and then the
    /// modes from tile to tile, with the offset of the first. CuTe's `partition_S`, `partition_C`.
    ///
    /// # Errors
    /// As [`Layout::zipped_divide`] by the tile and [`Layout::compose`];
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) when there is no such thread, and
    /// [`OutsideTile`](ErrorKind::OutsideTile) when it has a cell that is not in the tile.
    ///
    /// ```
    /// use tilework::{TvLayout, layout};
    ///
    /// let copy = TvLayout::make(&layout!((16,16):(1,16)), &layout!((8,1):(1,0)))?;
    /// let (mine, offset) = copy.partition(&layout!((128,32):(1,128)), 17)?;
    /// assert_eq!((mine, offset), (layout!((8,1,2):(1,0,2048)), 8 + 128));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("partition_S", "partition_D", "partition_A", "partition_B", "partition_C"))]
    pub const fn partition(&self, a: &Layout, thread: i64) -> Result<(Layout, i64), Error> {
        match self.partitioned(a, thread) {
            Ok(part) => Ok(part),
            Err(error) => Err(error.within(Op::Partition)),
        }
    }

    const fn partitioned(&self, a: &Layout, thread: i64) -> Result<(Layout, i64), Error> {
        tri!(self.check_thread(thread));
        self.held_of(&tri!(a.zipped_divide(&tri!(Tiler::shape(&self.tile)))), thread)
    }

    /// What a thread holds of (tile, rest).
    pub(crate) const fn held_of(
        &self,
        tiles: &Layout,
        thread: i64,
    ) -> Result<(Layout, i64), Error> {
        let (values, first) = tri!(self.held(thread));
        let both = match tri!(tiles.mode(0)).compose(&self.layout) {
            Ok(held) => tri!(Layout::concat(&[held, tri!(tiles.mode(1))])),
            // What one thread holds may be a layout where that of all together is none.
            Err(error) => match held_from(tiles, &values, first) {
                Ok(part) => return Ok(part),
                Err(_) => return Err(error),
            },
        };
        both.slice(&tri!(of_thread(both.tree.profile, thread)))
    }

    /// The values of a thread, as a layout, and the cell of its first one. All cells are in the tile.
    pub(crate) const fn held(&self, thread: i64) -> Result<(Layout, i64), Error> {
        tri!(self.check_thread(thread));
        let (kept, first) = tri!(self.layout.slice(&tri!(values_of(thread))));
        let values = tri!(kept.mode(0));
        let (modes, cells) = (values.leaf_modes(), self.cells());
        // Offsets of one layout are at most an i64 apart, but not from 0.
        let low = first as i128 + values.min_offset() as i128;
        let high = first as i128 + values.max_offset() as i128;
        if low < 0 || high >= cells as i128 {
            let value = extreme(modes, low < 0);
            let cell = tri!(self.layout.at_index(thread + value * self.threads()));
            let kind = ErrorKind::OutsideTile { cell, owner: (thread, value), cells };
            let text = self.layout.text().str(" on ").tuple(&self.tile);
            return Err(Error::new(Op::Partition, kind).on(text));
        }
        Ok((values, first))
    }

    /// Whether there is such a thread.
    pub(crate) const fn check_thread(&self, thread: i64) -> Result<(), Error> {
        let kind = if thread < 0 {
            ErrorKind::NegativeCoordinate { value: thread }
        } else if thread >= self.threads() {
            ErrorKind::OutOfBounds { coordinate: thread, extent: self.threads() }
        } else {
            return Ok(());
        };
        Err(Error::new(Op::Partition, kind).on(self.layout.text()))
    }
}

impl CoordLayout {
    /// What a thread holds of this layout, cut into tiles, and the coordinate of the first: as
    /// [`TvLayout::partition`]. Of the identity these are the coordinates of its elements, which say
    /// what is inside where tiles overhang.
    ///
    /// # Errors
    /// As [`TvLayout::partition`].
    ///
    /// ```
    /// use tilework::{CoordLayout, TvLayout, layout, tuple};
    ///
    /// let copy = TvLayout::make(&layout!((16,16):(1,16)), &layout!((8,1):(1,0)))?;
    /// let (mine, origin) = CoordLayout::identity(&tuple!((128,32)))?.partition_by(&copy, 17)?;
    /// assert_eq!((mine.to_string().as_str(), origin), ("(8,1,2):(1@0,0,16@1)", tuple!((8,1))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn partition_by(
        &self,
        tv: &TvLayout,
        thread: i64,
    ) -> Result<(CoordLayout, Coord), Error> {
        match self.part_of_thread(tv, thread) {
            Ok(part) => Ok(part),
            Err(error) => Err(error.within(Op::Partition)),
        }
    }

    const fn part_of_thread(
        &self,
        tv: &TvLayout,
        thread: i64,
    ) -> Result<(CoordLayout, Coord), Error> {
        let (values, first) = tri!(tv.held(thread));
        let tiles = tri!(self.zipped_divide(&tri!(Tiler::shape(&tv.tile))));
        let (tile, rest) = (tri!(tiles.mode(0)), tri!(tiles.mode(1)));
        match tile.compose(&tv.layout) {
            Ok(held) => {
                let both = tri!(CoordLayout::concat(&[held, rest]));
                both.slice(&tri!(of_thread(both.shape().profile, thread)))
            }
            Err(error) => {
                let Ok(held) = tile.compose_at(first, &values) else { return Err(error) };
                let both = tri!(CoordLayout::concat(&[held, rest]));
                let (kept, _) = tri!(both.slice(&tri!(every_mode(both.shape().profile))));
                Ok((kept, tri!(tile.at_coord(&Nested::leaf(first)))))
            }
        }
    }
}

/// The slicer that keeps the values of a thread: `(thread,_)`.
pub(crate) const fn values_of(thread: i64) -> Result<Slicer, Error> {
    let mut out = Nested::leaf(Some(thread)).nothing();
    tri!(out.open());
    tri!(out.push(&Nested::leaf(Some(thread))));
    tri!(out.push(&Nested::leaf(None)));
    tri!(out.close());
    Ok(out)
}

/// The slicer of ((thread, value), rest) that keeps the values of a thread and all modes of the rest:
/// `((thread,_),(_,_,...))`.
pub(crate) const fn of_thread(profile: Profile, thread: i64) -> Result<Slicer, Error> {
    partition_slicer(Op::Partition, profile, &tri!(values_of(thread)), true)
}

/// The slicer of (values, rest) that keeps the values as one mode and all modes of the rest: `(_,(_,...))`.
pub(crate) const fn every_mode(profile: Profile) -> Result<Slicer, Error> {
    partition_slicer(Op::Partition, profile, &Nested::leaf(None), true)
}

/// What is held of (tile, rest) by the values from cell `first` on: the values, and then the modes from
/// tile to tile, with the offset of the first.
pub(crate) const fn held_from(
    tiles: &Layout,
    values: &Layout,
    first: i64,
) -> Result<(Layout, i64), Error> {
    let tile = tri!(tiles.mode(0));
    let held = tri!(tile.compose_at(first, values));
    let both = tri!(Layout::concat(&[held, tri!(tiles.mode(1))]));
    let (kept, _) = tri!(both.slice(&tri!(every_mode(both.tree.profile))));
    Ok((kept, tri!(tile.at_index(first))))
}

/// Whether a layout numbers its indices `0..size`, each once.
pub(crate) const fn numbered(layout: &Layout) -> Result<(), Error> {
    if layout.is_bijective() {
        return Ok(());
    }
    let kind = match tri!(layout.collision()) {
        Some((x, y)) => {
            let offset = tri!(layout.at_index(x));
            ErrorKind::Aliased { x, y, offset }
        }
        None => ErrorKind::NoIndex { offset: tri!(layout.mex()) },
    };
    Err(Error::new(Op::LayoutTv, kind).on(layout.text()))
}

const fn line(size: i64) -> Result<Layout, Error> {
    Layout::of_mode(Mode::new(size, 1))
}

/// The index with the smallest offset, or with the largest.
const fn extreme(modes: &[Mode], smallest: bool) -> i64 {
    let (mut index, mut place, mut i) = (0, 1, 0);
    while i < modes.len() {
        let Mode { extent, stride } = modes[i];
        if if smallest { stride < 0 } else { stride > 0 } {
            index += (extent - 1) * place;
        }
        place *= extent;
        i += 1;
    }
    index
}
