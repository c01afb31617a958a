//! Parts of layouts that may be composed: tiles, and what a thread works on. What has strides is plain.

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::layout::coord::{crd2idx, idx2crd};
use crate::layout::layout::Layout;
use crate::layout::tuple::{IntoTuple, Shape, Slicer};
use crate::maps::any::AnyLayout;
use crate::parts::partition::partition_slicer;
use crate::parts::tv::{Coverage, TvLayout, numbered};

impl AnyLayout {
    /// The tile at a coordinate of the rest, and the offset at which it begins: as
    /// [`Layout::inner_partition`].
    ///
    /// # Errors
    /// As [`Layout::inner_partition`].
    ///
    /// ```
    /// use tilework::{AnyLayout, layout, slicer, tiler};
    ///
    /// let a: AnyLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// let (row, offset) = a.inner_partition(&tiler!(<1,8>), &slicer!((3,0)))?;
    /// assert_eq!((row, offset), (layout!((1,(4,2)):(0,(-1,4))).into(), 27));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "local_tile")]
    pub fn inner_partition(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(AnyLayout, i64), Error> {
        self.partition(Op::InnerPartition, tiler, coord, false)
    }

    /// The element at a coordinate of the tile, in every tile, and the offset of the first: as
    /// [`Layout::outer_partition`].
    ///
    /// # Errors
    /// As [`Layout::outer_partition`].
    pub fn outer_partition(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(AnyLayout, i64), Error> {
        self.partition(Op::OuterPartition, tiler, coord, true)
    }

    /// [`inner_partition`](AnyLayout::inner_partition) by the name that kernels use: the tile of this
    /// block.
    ///
    /// # Errors
    /// As [`inner_partition`](AnyLayout::inner_partition).
    pub fn local_tile(&self, tiler: &Tiler, coord: &Slicer) -> Result<(AnyLayout, i64), Error> {
        self.partition(Op::LocalTile, tiler, coord, false)
    }

    /// [`local_tile`](AnyLayout::local_tile) of an operand that has only some of the modes of the whole
    /// problem: as [`Layout::local_tile_projected`].
    ///
    /// # Errors
    /// As [`Layout::local_tile_projected`].
    pub fn local_tile_projected(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
        projection: &Slicer,
    ) -> Result<(AnyLayout, i64), Error> {
        let op = Op::LocalTile;
        let own = |error: Error| error.within(op);
        let tiler = tiler.dice(projection).map_err(own)?;
        let coord = coord.select_by(op, projection, false).map_err(own)?;
        self.partition(op, &tiler, &coord, false)
    }

    /// What thread `thread` of a layout of threads works on: as [`Layout::local_partition`].
    ///
    /// # Errors
    /// As [`Layout::local_partition`].
    pub fn local_partition(
        &self,
        threads: &AnyLayout,
        thread: i64,
    ) -> Result<(AnyLayout, i64), Error> {
        let op = Op::LocalPartition;
        let Some(index) = threads.preimage(thread)? else {
            let error = Error::new(op, ErrorKind::NoIndex { offset: thread });
            return Err(error.on(threads.text()));
        };
        let shape = threads.shape().product_each()?;
        let coord = idx2crd(index, &shape)?.to_slicer();
        self.partition(op, &Tiler::shape(&shape)?, &coord, true)
    }

    fn partition(
        &self,
        op: Op,
        tiler: &Tiler,
        coord: &Slicer,
        outer: bool,
    ) -> Result<(AnyLayout, i64), Error> {
        let tiles = self.zipped_divide(tiler).map_err(|error| error.within(op))?;
        let slicer = partition_slicer(op, tiles.shape().profile, coord, outer)
            .map_err(|error| error.on(self.text()).within(op))?;
        tiles.slice_and_offset(&slicer).map_err(|error| error.within(op))
    }

    /// The tile that threads with such values fill, and the layout from (thread, value) to its cells: as
    /// [`TvLayout::make`]. Threads may be numbered by a composed layout.
    ///
    /// # Errors
    /// As [`TvLayout::make`]; for composed threads as [`Layout::raked_product`] of the layout inside and
    /// [`right_inverse`](AnyLayout::right_inverse), and [`NotDivisible`](ErrorKind::NotDivisible) when the
    /// number of threads is not a multiple of the period of the maps.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout, tuple};
    ///
    /// let threads: AnyLayout = "Sw<1,0,1> o 0 o (2,2):(1,2)".parse()?;
    /// let (tile, tv) = AnyLayout::layout_tv(&threads, &layout!((2,1):(1,0)))?;
    /// assert_eq!(tile, tuple!((4,2)));
    /// // Thread 3 is at (0,1), and has the cells (0,1) and (1,1).
    /// assert_eq!((tv.at((3, 0))?, tv.at((3, 1))?), (4, 5));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_layout_tv")]
    pub fn layout_tv(threads: &AnyLayout, values: &Layout) -> Result<(Shape, AnyLayout), Error> {
        let (op, count) = (Op::LayoutTv, threads.size());
        let composed = match threads {
            AnyLayout::Composed(composed) => composed,
            AnyLayout::Plain(threads) => {
                let tv = TvLayout::make(threads, values)?;
                return Ok((*tv.tile(), AnyLayout::Plain(*tv.layout())));
            }
        };
        let within = |error: Error| error.within(op);
        if !threads.is_bijective().map_err(within)? {
            let kind = match threads.collision().map_err(within)? {
                Some((x, y)) => ErrorKind::Aliased { x, y, offset: threads.at_index(x)? },
                None => ErrorKind::NoIndex { offset: threads.mex().map_err(within)? },
            };
            return Err(Error::new(op, kind).on(threads.text()));
        }
        numbered(values).map_err(within)?;
        // What is added to a thread for its values passes through the maps.
        if let Some(period) = composed.period().filter(|period| count % period != 0) {
            let kind = ErrorKind::NotDivisible { value: count, by: period };
            return Err(Error::new(op, kind).on(threads.text()));
        }
        let cells = threads.raked_product(values).map_err(within)?;
        let both = Layout::col_major(&Shape::of((count, values.size()))?)?;
        let tv = cells.right_inverse().and_then(|cells| cells.compose_strict(&both.into()));
        Ok((cells.shape().product_each()?, tv.map_err(within)?))
    }

    /// The owner of a cell of a tile, as (thread, value), or `None` when it has none; the layout maps
    /// (thread, value) to cells, as a [`TvLayout`] does.
    ///
    /// # Errors
    /// As [`TvLayout::new`], [`TvLayout::owner`] and [`ComposedLayout::preimage`](crate::ComposedLayout::preimage).
    pub fn owner(&self, tile: &Shape, cell: impl IntoTuple) -> Result<Option<(i64, i64)>, Error> {
        match self {
            AnyLayout::Plain(layout) => TvLayout::new(layout, tile)?.owner(cell),
            AnyLayout::Composed(composed) => {
                let (cell, stand_in) = (cell.into_tuple()?, self.as_tv(tile)?);
                Layout::col_major(tile)?.check_bounds(&cell)?;
                let index = composed.preimage(crd2idx(&cell, tile)?)?;
                Ok(index.map(|index| stand_in.pair(index)))
            }
        }
    }

    /// Whether every cell of a tile has one owner: as [`TvLayout::coverage`].
    ///
    /// # Errors
    /// As [`TvLayout::new`], and [`Undecided`](ErrorKind::Undecided).
    ///
    /// ```
    /// use tilework::{AnyLayout, Coverage, tuple};
    ///
    /// let tv: AnyLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(tv.coverage(&tuple!((4,4)))?, Coverage::Exact);
    /// assert_eq!(tv.coverage(&tuple!((4,5)))?, Coverage::Unowned { cell: 16 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn coverage(&self, tile: &Shape) -> Result<Coverage, Error> {
        let composed = match self {
            AnyLayout::Plain(layout) => return TvLayout::new(layout, tile)?.coverage(),
            AnyLayout::Composed(composed) => composed,
        };
        let (tv, cells) = (self.as_tv(tile)?, tile.product()?);
        let (least, most) = (composed.min_offset()?, composed.max_offset()?);
        if least < 0 || most >= cells {
            let cell = if least < 0 { least } else { most };
            let index = composed.preimage(cell)?.unwrap_or(0);
            return Ok(Coverage::Outside { cell, owner: tv.pair(index) });
        }
        if let Some((x, y)) = composed.collision()? {
            let (cell, first, second) = (composed.at_index(x)?, tv.pair(x), tv.pair(y));
            return Ok(Coverage::Twice { cell, first, second });
        }
        if composed.size() < cells {
            return Ok(Coverage::Unowned { cell: composed.mex()? });
        }
        Ok(Coverage::Exact)
    }

    /// Every cell has one owner, or an error says where that fails: [`coverage`](AnyLayout::coverage)
    /// as a check.
    ///
    /// # Errors
    /// As [`TvLayout::check_coverage`].
    pub fn check_coverage(&self, tile: &Shape) -> Result<(), Error> {
        let covered = self.coverage(tile)?.check(tile.product()?);
        covered.map_err(|error| error.on(self.text().str(" on ").tuple(tile)))
    }

    /// The same modes as a TV layout: to tell threads from values.
    fn as_tv(&self, tile: &Shape) -> Result<TvLayout, Error> {
        TvLayout::new(self.inner(), tile)
    }
}
