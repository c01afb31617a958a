//! Partitions: one worker's part of a layout, by dividing it and fixing a coordinate.
//!
//! ```text
//! zipped_divide(A, T) = (tile, rest)
//! inner partition     the coordinate fixes the rest: one whole tile              local_tile
//! outer partition     the coordinate fixes the tile: one element of every tile   local_partition
//! ```

use crate::algebra::tiler::Tiler;
use crate::coords::coord_layout::CoordLayout;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::nested::Nested;
use crate::ground::profile::Profile;
use crate::ground::text::Text;
use crate::layout::coord::idx2crd;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, Slicer};

/// # Parts for blocks and threads
impl Layout {
    /// The tile at a coordinate of the rest, and the offset at which it begins. Modes that the
    /// coordinate leaves out, or marks `_`, stay behind those of the tile.
    ///
    /// # Errors
    /// As [`zipped_divide`](Layout::zipped_divide) and [`slice`](Layout::slice);
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the coordinate has more modes than the rest.
    ///
    /// ```
    /// use tilework::{layout, slicer, tiler};
    ///
    /// let a = layout!((12,32):(1,12));
    /// let tile = a.inner_partition(&tiler!(<4,8>), &slicer!((1,2)))?;
    /// assert_eq!(tile, (layout!((4,8):(1,12)), 4 + 2 * 96));
    /// let row = a.inner_partition(&tiler!(<4,8>), &slicer!((1,_)))?;
    /// assert_eq!(row, (layout!((4,8,4):(1,12,96)), 4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "local_tile")]
    pub const fn inner_partition(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(Layout, i64), Error> {
        self.partition(Op::InnerPartition, tiler, coord, false)
    }

    /// The element at a coordinate of the tile, in every tile, and the offset of the first.
    ///
    /// # Errors
    /// As [`inner_partition`](Layout::inner_partition).
    ///
    /// ```
    /// use tilework::{layout, slicer, tiler};
    ///
    /// let a = layout!((12,32):(1,12));
    /// let mine = a.outer_partition(&tiler!(<4,8>), &slicer!((3,5)))?;
    /// assert_eq!(mine, (layout!((3,4):(4,96)), 3 + 5 * 12));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn outer_partition(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(Layout, i64), Error> {
        self.partition(Op::OuterPartition, tiler, coord, true)
    }

    /// [`inner_partition`](Layout::inner_partition) by the name that kernels use: the tile of this
    /// block.
    ///
    /// # Errors
    /// As [`inner_partition`](Layout::inner_partition).
    pub const fn local_tile(&self, tiler: &Tiler, coord: &Slicer) -> Result<(Layout, i64), Error> {
        self.partition(Op::LocalTile, tiler, coord, false)
    }

    /// [`local_tile`](Layout::local_tile) of an operand that has only some of the modes of the whole
    /// problem: tiler and coordinate are those of all modes, and `projection` marks with an integer
    /// those that this operand has. CuTe's `Step<_1,X,_1>` is `(1,_,1)`.
    ///
    /// # Errors
    /// As [`local_tile`](Layout::local_tile) and [`Tiler::dice`].
    ///
    /// ```
    /// use tilework::{layout, slicer, tiler};
    ///
    /// // A is M by K in a problem of M, N and K.
    /// let (a, mnk) = (layout!((512,256):(1,512)), tiler!(<128,64,8>));
    /// let tiles = a.local_tile_projected(&mnk, &slicer!((3,5,_)), &slicer!((1,_,1)))?;
    /// assert_eq!(tiles, (layout!((128,8,32):(1,512,4096)), 384));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("local_tile", "Step"))]
    pub const fn local_tile_projected(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
        projection: &Slicer,
    ) -> Result<(Layout, i64), Error> {
        let op = Op::LocalTile;
        match (tiler.dice(projection), coord.select_by(op, projection, false)) {
            (Ok(tiler), Ok(coord)) => self.partition(op, &tiler, &coord, false),
            (Err(error), _) | (_, Err(error)) => Err(error.within(op)),
        }
    }

    /// What thread `thread` of a layout of threads works on: the
    /// [`outer_partition`](Layout::outer_partition) by the shape of the threads, at the coordinate
    /// at which `threads` is `thread`.
    ///
    /// # Errors
    /// As [`outer_partition`](Layout::outer_partition); [`NoIndex`](ErrorKind::NoIndex) when there is
    /// no such thread.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (data, threads) = (layout!((8,12):(12,1)), layout!((2,4):(4,1)));
    /// // Thread 6 is at (1,2): row 1, column 2, then every second row and every fourth column.
    /// assert_eq!(data.local_partition(&threads, 6)?, (layout!((4,3):(24,4)), 14));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn local_partition(
        &self,
        threads: &Layout,
        thread: i64,
    ) -> Result<(Layout, i64), Error> {
        let (tiler, coord) = tri!(thread_tile(threads, thread));
        self.partition(Op::LocalPartition, &tiler, &coord.to_slicer(), true)
    }

    const fn partition(
        &self,
        op: Op,
        tiler: &Tiler,
        coord: &Slicer,
        outer: bool,
    ) -> Result<(Layout, i64), Error> {
        let part = match self.zipped_divide(tiler) {
            Ok(tiles) => match partition_slicer(op, tiles.tree.profile, coord, outer) {
                Ok(slicer) => tiles.slice(&slicer),
                Err(error) => Err(error.on(self.text())),
            },
            Err(error) => Err(error),
        };
        match part {
            Ok(part) => Ok(part),
            Err(error) => Err(error.within(op)),
        }
    }
}

impl CoordLayout {
    /// The tile at a coordinate of the rest, and its origin: as [`Layout::inner_partition`].
    ///
    /// # Errors
    /// As [`Layout::inner_partition`].
    ///
    /// ```
    /// use tilework::{CoordLayout, slicer, tiler, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((12,32)))?;
    /// let (tile, origin) = id.local_tile(&tiler!(<4,8>), &slicer!((1,2)))?;
    /// assert_eq!((tile.to_string().as_str(), origin), ("(4,8):(1@0,1@1)", tuple!((4,16))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn inner_partition(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(CoordLayout, Coord), Error> {
        self.partition(Op::InnerPartition, tiler, coord, false)
    }

    /// The element at a coordinate of the tile, in every tile: as [`Layout::outer_partition`].
    ///
    /// # Errors
    /// As [`Layout::outer_partition`].
    pub const fn outer_partition(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(CoordLayout, Coord), Error> {
        self.partition(Op::OuterPartition, tiler, coord, true)
    }

    /// [`inner_partition`](CoordLayout::inner_partition) by the name that kernels use.
    ///
    /// # Errors
    /// As [`Layout::local_tile`].
    pub const fn local_tile(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
    ) -> Result<(CoordLayout, Coord), Error> {
        self.partition(Op::LocalTile, tiler, coord, false)
    }

    /// The tile of an operand that has only some modes: as [`Layout::local_tile_projected`].
    ///
    /// # Errors
    /// As [`Layout::local_tile_projected`].
    pub const fn local_tile_projected(
        &self,
        tiler: &Tiler,
        coord: &Slicer,
        projection: &Slicer,
    ) -> Result<(CoordLayout, Coord), Error> {
        let op = Op::LocalTile;
        match (tiler.dice(projection), coord.select_by(op, projection, false)) {
            (Ok(tiler), Ok(coord)) => self.partition(op, &tiler, &coord, false),
            (Err(error), _) | (_, Err(error)) => Err(error.within(op)),
        }
    }

    /// What a thread works on: as [`Layout::local_partition`].
    ///
    /// # Errors
    /// As [`Layout::local_partition`].
    pub const fn local_partition(
        &self,
        threads: &Layout,
        thread: i64,
    ) -> Result<(CoordLayout, Coord), Error> {
        let (tiler, coord) = tri!(thread_tile(threads, thread));
        self.partition(Op::LocalPartition, &tiler, &coord.to_slicer(), true)
    }

    const fn partition(
        &self,
        op: Op,
        tiler: &Tiler,
        coord: &Slicer,
        outer: bool,
    ) -> Result<(CoordLayout, Coord), Error> {
        let part = match self.zipped_divide(tiler) {
            Ok(tiles) => match partition_slicer(op, tiles.shape().profile, coord, outer) {
                Ok(slicer) => tiles.slice(&slicer),
                Err(error) => Err(error.on(Text::EMPTY.tuple(&self.shape()))),
            },
            Err(error) => Err(error),
        };
        match part {
            Ok(part) => Ok(part),
            Err(error) => Err(error.within(op)),
        }
    }
}

/// The shape of the threads as a tiler, and the coordinate of one of them in it.
pub(crate) const fn thread_tile(threads: &Layout, thread: i64) -> Result<(Tiler, Coord), Error> {
    let op = Op::LocalPartition;
    let Some(index) = tri!(threads.preimage(thread)) else {
        let error = Error::new(op, ErrorKind::NoIndex { offset: thread });
        return Err(error.on(threads.text()));
    };
    let shape = tri!(threads.shape().product_each());
    Ok((tri!(Tiler::shape(&shape)), tri!(idx2crd(index, &shape))))
}

/// The slicer of a zipped division `(tile, rest)`: `coord` for one half, filled up with `_`, and
/// `_` for every mode of the other.
pub(crate) const fn partition_slicer(
    op: Op,
    zipped: Profile,
    coord: &Slicer,
    outer: bool,
) -> Result<Slicer, Error> {
    let (tile, rest) = (1, zipped.extent(1).end);
    let mut out = Nested::leaf(None).nothing();
    tri!(out.open());
    if outer {
        tri!(push_coord(op, zipped, tile, coord, &mut out));
        tri!(push_blanks(zipped, rest, &mut out));
    } else {
        tri!(push_blanks(zipped, tile, &mut out));
        tri!(push_coord(op, zipped, rest, coord, &mut out));
    }
    tri!(out.close());
    Ok(out)
}

const fn push_blanks(profile: Profile, at: u32, out: &mut Slicer) -> Result<(), Error> {
    if profile.is_leaf(at) {
        return out.push(&Nested::leaf(None));
    }
    tri!(out.open());
    let mut i = 0;
    while i < profile.extent(at).rank {
        tri!(out.push(&Nested::leaf(None)));
        i += 1;
    }
    out.close()
}

const fn push_coord(
    op: Op,
    profile: Profile,
    at: u32,
    coord: &Slicer,
    out: &mut Slicer,
) -> Result<(), Error> {
    if coord.is_leaf() {
        return out.push(coord);
    }
    let rank = profile.extent(at).rank;
    if coord.rank() > rank {
        let kind = ErrorKind::RankTooLarge { rank: coord.rank(), limit: rank };
        return Err(Error::new(op, kind));
    }
    // A half of one mode takes the coordinate of that mode.
    if profile.is_leaf(at) {
        return out.push_children(coord);
    }
    tri!(out.open());
    tri!(out.push_children(coord));
    let mut i = coord.rank();
    while i < rank {
        tri!(out.push(&Nested::leaf(None)));
        i += 1;
    }
    out.close()
}
