//! Parts of layouts that may be composed: tiles, and what a thread works on. What has strides is plain.

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::layout::coord::{crd2idx, idx2crd};
use crate::layout::layout::Layout;
use crate::layout::tuple::{IntoTuple, Shape, Slicer};
use crate::maps::any::AnyLayout;
use crate::maps::composed::ComposedLayout;
use crate::parts::partition::partition_slicer;
use crate::parts::tv::{Coverage, TvLayout, every_mode, held_from, numbered, values_of};

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

    /// What a thread holds of this layout, cut into tiles: its values, and then the modes from tile to tile,
    /// with the offset of the first. As [`TvLayout::partition`]; `tv` maps (thread, value) to cells, and
    /// both layouts may be composed.
    ///
    /// # Errors
    /// As [`TvLayout::partition`]. Where what a thread holds of a composed `tv` has no strides, also
    /// [`NotDivisible`](ErrorKind::NotDivisible) when the number of cells is not a multiple of the period
    /// of the maps, and as [`composed_layout`](AnyLayout::composed_layout).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout, tuple};
    ///
    /// // The accumulator of a 16x8 tensor core instruction, of a swizzled 32 by 16.
    /// let c: AnyLayout = "Sw<2,1,3> o 0 o (32,16):(16,1)".parse()?;
    /// let tv = layout!(((4,8),(2,2)):((32,1),(16,8))).into();
    /// let (mine, offset) = c.partition_by(&tv, &tuple!((16,8)), 5)?;
    /// assert_eq!((mine, offset), (layout!(((2,2),2,2):((1,128),256,8)).into(), 16));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("partition_S", "partition_D", "partition_A", "partition_B", "partition_C"))]
    pub fn partition_by(
        &self,
        tv: &AnyLayout,
        tile: &Shape,
        thread: i64,
    ) -> Result<(AnyLayout, i64), Error> {
        self.part_of_thread(tv, tile, thread).map_err(|error| error.within(Op::Partition))
    }

    fn part_of_thread(
        &self,
        tv: &AnyLayout,
        tile: &Shape,
        thread: i64,
    ) -> Result<(AnyLayout, i64), Error> {
        let tiler = Tiler::shape(tile)?;
        match (self, tv) {
            (AnyLayout::Plain(a), AnyLayout::Plain(tv)) => {
                let (part, offset) = TvLayout::new(tv, tile)?.partition(a, thread)?;
                Ok((AnyLayout::Plain(part), offset))
            }
            // The maps are applied to each element alone.
            (AnyLayout::Composed(a), AnyLayout::Plain(tv)) => {
                let (tv, tiles) = (TvLayout::new(tv, tile)?, a.zipped_divide(&tiler)?);
                let (part, from) = tv.held_of(tiles.inner(), thread)?;
                tiles.with_part(Op::Partition, part, from).map(plain_or_composed)
            }
            (_, AnyLayout::Composed(maps)) => {
                let (cells, count) = (self.as_tv_cells(tv, tile, thread)?, tile.product()?);
                let tiles = self.zipped_divide(&tiler)?;
                match (cells, &tiles) {
                    ((AnyLayout::Plain(values), first), AnyLayout::Plain(tiles)) => {
                        let (part, offset) = held_from(tiles, &values.mode(0)?, first)?;
                        Ok((AnyLayout::Plain(part), offset))
                    }
                    ((AnyLayout::Plain(values), first), AnyLayout::Composed(tiles)) => {
                        let (part, from) = held_from(tiles.inner(), &values.mode(0)?, first)?;
                        tiles.with_part(Op::Partition, part, from).map(plain_or_composed)
                    }
                    ((AnyLayout::Composed(values), _), _) => {
                        // The next tile is so many indices away, which the maps have to let through.
                        let kind = match maps.period() {
                            Some(period) if count % period == 0 => None,
                            Some(by) => Some(ErrorKind::NotDivisible { value: count, by }),
                            None => Some(ErrorKind::Unsupported {
                                what: "values behind a layout that have no strides",
                            }),
                        };
                        if let Some(kind) = kind {
                            return Err(Error::new(Op::Partition, kind).on(tv.text()));
                        }
                        let rest = Layout::col_major(&tiles.shape().mode(1)?)?.scale(count)?;
                        let both = Layout::concat(&[values.inner().mode(0)?, rest])?;
                        let (both, _) = both.slice(&every_mode(both.tree.profile)?)?;
                        let places = values.with_inner(Op::Partition, both)?;
                        let part = tiles.composed_layout(0, &places.into())?;
                        Ok(match part {
                            AnyLayout::Plain(_) => (part, 0),
                            AnyLayout::Composed(part) => plain_or_composed(part),
                        })
                    }
                }
            }
        }
    }

    /// The cells of a thread of a composed `tv`, and the first one; all of them are in the tile.
    fn as_tv_cells(
        &self,
        tv: &AnyLayout,
        tile: &Shape,
        thread: i64,
    ) -> Result<(AnyLayout, i64), Error> {
        let cells = tile.product()?;
        tv.as_tv(tile)?.check_thread(thread)?;
        let (values, first) = tv.slice_and_offset(&values_of(thread)?)?;
        let (low, high) = (values.min_offset()?, values.max_offset()?);
        let [low, high] = [low, high].map(|end| end.saturating_add(first));
        if low < 0 || high >= cells {
            let cell = if low < 0 { low } else { high };
            let value = values.preimage(cell.saturating_sub(first))?.unwrap_or(0);
            let kind = ErrorKind::OutsideTile { cell, owner: (thread, value), cells };
            return Err(Error::new(Op::Partition, kind).on(tv.text().str(" on ").tuple(tile)));
        }
        Ok((values, first))
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

    /// The layout from the cells of a tile to their owners, as `thread + threads * value`: the inverse of
    /// this layout from (thread, value) to cells, with the shape of the tile. It is composed where only
    /// the function of the index is a layout.
    ///
    /// # Errors
    /// As [`check_coverage`](AnyLayout::check_coverage), since every cell needs one owner, and
    /// [`right_inverse`](AnyLayout::right_inverse).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout, tuple};
    ///
    /// let tv: AnyLayout = layout!(((3,2),2):((4,2),1)).into();
    /// let owners = tv.owners(&tuple!((4,3)))?;
    /// assert_eq!(owners, layout!(((2,2),3):((6,3),1)).into());
    /// // Cell (3,1) is value 1 of thread 4, of 6.
    /// assert_eq!(owners.at((3, 1))?, 4 + 6 * 1);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("get_layoutS_MN", "get_layoutC_MN"))]
    pub fn owners(&self, tile: &Shape) -> Result<AnyLayout, Error> {
        self.check_coverage(tile)?;
        let (op, cells) = (Op::Owners, tile.product()?);
        let within = |error: Error| error.within(op);
        let right = self.right_inverse().ok().filter(|inverse| inverse.size() == cells);
        let inverse = match right {
            Some(inverse) => inverse,
            None => self.left_inverse().map_err(within)?,
        };
        match inverse.with_shape(tile) {
            Ok(owners) => Ok(owners),
            Err(_) => inverse.composed_layout(0, &Layout::col_major(tile)?.into()).map_err(within),
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

/// A composed layout, as the plain one with its offset where it has strides.
fn plain_or_composed(part: ComposedLayout) -> (AnyLayout, i64) {
    match part.to_layout() {
        Ok((layout, offset)) => (AnyLayout::Plain(layout), offset),
        Err(_) => (AnyLayout::Composed(part), 0),
    }
}
