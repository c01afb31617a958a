//! TiledCopy: the atom of a copy instruction, tiled over threads and values.

use tilework::{
    AnyLayout, CoordLayout, Error, Layout, Shape, Slicer, Tiler, TvLayout, Vector, layout,
};

use crate::atom::{CopyAtom, Operand};
use crate::tiled::error::{TiledError, step};
use crate::tiled::map::TileMap;
use crate::tiled::mma::TiledMma;
use crate::tiled::part::{Cut, blanks, pair, partition, through_maps};
use crate::tiled::predicate::{Overhang, Predicate, bounds, overhang};
use crate::tiled::recovered::recover_part;
use crate::tiled::side::Side;
use crate::tiled::sides::{AtomSides, SideSteps, sizes};

/// A copy instruction tiled over threads and values: CuTe's `TiledCopy`.
///
/// ```
/// use tilework::{layout, tuple};
/// use tilework_hardware::atom::CopyAtom;
/// use tilework_hardware::tiled::{Side, TiledCopy};
///
/// // UniversalCopy<uint128_t> of 16-bit elements: 32 x 8 threads, each with 8 in a row.
/// let bits = layout!((1,128):(0,1));
/// let atom = CopyAtom { thr_id: layout!(1:0), src: bits, dst: bits, reference: bits };
/// let copy = TiledCopy::new(&atom, 16, &layout!((32,8):(8,1)), &layout!((1,8):(0,1)))?;
/// assert_eq!(*copy.tv(), layout!(((8,32),8):((256,1),32)));
/// assert_eq!(*copy.tile(), tuple!((32,64)));
/// let (part, offset) = copy.partition(Side::Source, &layout!((64,64):(64,1)).into(), 3)?;
/// assert_eq!((part, offset), (layout!(((8,1),2,1):((1,0),2048,0)).into(), 24));
/// # Ok::<(), tilework_hardware::tiled::TiledError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias("make_tiled_copy", "make_tiled_copy_impl"))]
pub struct TiledCopy {
    bits: i64,
    atom: AtomSides,
    tv: Layout,
    tile: Shape,
    threads: i64,
    sides: [Layout; 2],
    /// How often the atoms of an MMA repeat in its tile, where the copy was made for one.
    pub(crate) repeats: Option<[i64; 2]>,
}

impl TiledCopy {
    /// Threads arranged as `threads`, each with a block of values arranged as `values`, of elements of `bits`
    /// bits: CuTe's `make_tiled_copy`.
    ///
    /// # Errors
    /// [`NotNumbered`](TiledError::NotNumbered) when threads or values are not numbered from 0 on, each once;
    /// [`Step`](TiledError::Step) when the tile has no thread-value layout; and as
    /// [`with_tv`](TiledCopy::with_tv).
    pub fn new(
        atom: &CopyAtom,
        bits: i64,
        threads: &Layout,
        values: &Layout,
    ) -> Result<TiledCopy, TiledError> {
        for (of, layout) in [("threads", threads), ("values", values)] {
            if let Err(error) = TvLayout::make(layout, &layout!(1:0)) {
                return Err(TiledError::NotNumbered { of, error });
            }
        }
        let tv = TvLayout::make(threads, values)
            .map_err(step("right_inverse(raked_product(threads, values))"))?;
        TiledCopy::with_tv(atom, bits, tv.layout(), tv.tile())
    }

    /// The copy whose reference has the elements of `tile` as `tv` says, from (thread, value) to their index:
    /// CuTe's `make_tiled_copy_impl`.
    ///
    /// # Errors
    /// What is wrong with the atom: [`TvRank`](TiledError::TvRank), [`AtomThreads`](TiledError::AtomThreads),
    /// [`SplitElement`](TiledError::SplitElement), [`NotInReference`](TiledError::NotInReference),
    /// [`Bits`](TiledError::Bits); with the layout: [`Outside`](TiledError::Outside),
    /// [`TooFewThreads`](TiledError::TooFewThreads), [`TooFewValues`](TiledError::TooFewValues).
    /// [`Step`](TiledError::Step) when a side has no layout.
    pub fn with_tv(
        atom: &CopyAtom,
        bits: i64,
        tv: &Layout,
        tile: &Shape,
    ) -> Result<TiledCopy, TiledError> {
        let atom = AtomSides::new(atom, bits)?;
        let map = TileMap::new(tv, tile)?;
        let [threads, values] = sizes(&atom.reference)?;
        if map.threads() % threads != 0 {
            return Err(TiledError::TooFewThreads { threads: map.threads(), atom: threads });
        }
        if map.values() % values != 0 {
            return Err(TiledError::TooFewValues { values: map.values(), atom: values });
        }
        let source = atom.side_steps(Side::Source, tv)?.tv;
        let destination = atom.side_steps(Side::Destination, tv)?.tv;
        let sides = [source, destination];
        let threads = map.threads();
        Ok(TiledCopy { bits, atom, tv: *tv, tile: *tile, threads, sides, repeats: None })
    }

    /// The copy that brings an operand of a TiledMMA to the threads that need it, or C away: CuTe's
    /// `make_tiled_copy_A`, `make_tiled_copy_B`, `make_tiled_copy_C`.
    ///
    /// # Errors
    /// As [`TiledMma::map`] and [`with_tv`](TiledCopy::with_tv).
    ///
    /// ```
    /// use tilework::{layout, tiler, tuple};
    /// use tilework_hardware::atom;
    /// use tilework_hardware::tiled::{Operand, Side, TiledCopy, TiledMma};
    ///
    /// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    /// let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<32,32,16>))?;
    /// let ldmatrix = atom::find("SM75_U32x4_LDSM_N").unwrap().copy().unwrap();
    /// let copy = TiledCopy::for_operand(&ldmatrix, 16, &mma, Operand::A)?;
    /// // Each thread names a row of eight elements, and receives what the MMA wants of it.
    /// let rows = layout!(((16,2,2,2),(8,1)):((1,256,16,0),(32,0)));
    /// assert_eq!(*copy.side_tv(Side::Source), rows);
    /// let registers = layout!(((4,8,2,2),((2,2,2),1)):((64,1,16,0),((32,8,256),0)));
    /// assert_eq!(*copy.side_tv(Side::Destination), registers);
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    #[doc(alias("make_tiled_copy_A", "make_tiled_copy_B", "make_tiled_copy_C"))]
    pub fn for_operand(
        atom: &CopyAtom,
        bits: i64,
        mma: &TiledMma,
        operand: Operand,
    ) -> Result<TiledCopy, TiledError> {
        let map = mma.map(operand)?;
        let copy = TiledCopy::with_tv(atom, bits, map.layout(), map.tile())?;
        Ok(TiledCopy { repeats: Some(mma.repeats(operand)), ..copy })
    }

    /// The width of an element in bits.
    pub const fn bits(&self) -> i64 {
        self.bits
    }

    /// The atom in elements.
    pub const fn atom(&self) -> &AtomSides {
        &self.atom
    }

    /// From (thread, value) of the reference to the element of the tile: CuTe's `TiledLayout_TV`.
    pub const fn tv(&self) -> &Layout {
        &self.tv
    }

    /// The shape of the tile: CuTe's `Tiler_MN`.
    #[doc(alias = "Tiler_MN")]
    pub const fn tile(&self) -> &Shape {
        &self.tile
    }

    /// The number of threads.
    pub const fn threads(&self) -> i64 {
        self.threads
    }

    /// From (thread, value) of a side to the element of the tile: CuTe's `get_layoutS_TV`, `get_layoutD_TV`.
    #[doc(alias("get_layoutS_TV", "get_layoutD_TV"))]
    pub const fn side_tv(&self, side: Side) -> &Layout {
        match side {
            Side::Source => &self.sides[0],
            Side::Destination => &self.sides[1],
        }
    }

    /// Which thread of a side holds which element of the tile, and back.
    ///
    /// # Errors
    /// None for a copy that was made: the map of one that exists.
    pub fn map(&self, side: Side) -> Result<TileMap, TiledError> {
        TileMap::new(self.side_tv(side), &self.tile)
    }

    /// The steps to the thread-value layout of a side.
    ///
    /// # Errors
    /// None for a copy that was made.
    pub fn side_steps(&self, side: Side) -> Result<SideSteps, TiledError> {
        self.atom.side_steps(side, &self.tv)
    }

    /// A tensor cut into threads, fragments and tiles, `(Thr,(FrgV,FrgX),(RestM,RestN,...))`: CuTe's `tidfrg_S`,
    /// `tidfrg_D`.
    ///
    /// Of the shape of a tensor, leftmost fastest, it is the layout from (thread, value, tile) to the index of
    /// the element, as an access takes it.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), and [`Step`](TiledError::Step) when a step has no layout.
    #[doc(alias("tidfrg_S", "tidfrg_D"))]
    pub fn tidfrg(&self, side: Side, tensor: &Layout) -> Result<Layout, TiledError> {
        let (tile, rest) = self.tiles(tensor)?;
        let why = step("the tile's (thread, value) layout in the tensor");
        let cut = |tv: Layout| Layout::concat(&[tv.mode(0)?, tv.mode(1)?, rest]);
        tile.compose(self.side_tv(side)).and_then(cut).map_err(why)
    }

    /// Tile and rest of a tensor.
    fn tiles<L: Cut>(&self, tensor: &L) -> Result<(L, L), TiledError> {
        let rank = tensor.shape().rank();
        if rank < self.tile.rank() {
            return Err(TiledError::TensorRank { rank, tile: self.tile.rank() });
        }
        let halves = |tiles: L| Ok((tiles.mode(0)?, tiles.mode(1)?));
        Tiler::shape(&self.tile)
            .and_then(|tiler| tensor.zipped_divide(&tiler))
            .and_then(halves)
            .map_err(step("zipped_divide(tensor, tiler)"))
    }

    /// What a thread holds of a tensor on a side: `((FrgV,FrgX),RestM,RestN,...)` and the offset of its first
    /// element. CuTe's `get_slice(thread).partition_S(tensor)` and `partition_D`.
    ///
    /// As [`TiledMma::partition`], the tensor may be composed, and the part may go past its end.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), [`NoThread`](TiledError::NoThread), and
    /// [`Step`](TiledError::Step) when what the thread holds is not a layout.
    #[doc(alias("partition_S", "partition_D"))]
    pub fn partition(
        &self,
        side: Side,
        tensor: &AnyLayout,
        thread: i64,
    ) -> Result<(AnyLayout, i64), TiledError> {
        let recovered = |tensor: &AnyLayout| self.recovered(side, tensor, thread);
        partition(tensor, |inner| self.part(side, inner, thread), recovered)
    }

    /// What a thread holds, read from its elements, if these have strides.
    fn recovered(
        &self,
        side: Side,
        tensor: &AnyLayout,
        thread: i64,
    ) -> Result<Option<(Layout, i64)>, Error> {
        let tile = self.tile.product_each()?;
        let (tile, tv) = (tile.leaves(), self.side_tv(side));
        if tensor.rank() < tile.len() || thread < 0 || thread >= self.threads {
            return Ok(None);
        }
        // The values of an atom and the rest of them, and then the tiles, mode by mode.
        let values = [tv.mode_at(&[1, 0])?.size(), tv.mode_at(&[1, 1])?.size()];
        let mut tiles = [1; tilework::limits::MAX_MODES];
        for ((slot, mode), tile) in tiles.iter_mut().zip(tensor.inner().modes()).zip(tile) {
            *slot = (mode.size() - 1) / tile + 1;
        }
        let found = recover_part(tensor, &values, &tiles[..tile.len()], |c, at| {
            let value = c[0] + values[0] * c[1];
            let mut element = tv.at_index(thread + self.threads * value)?;
            for ((slot, tile), which) in at.iter_mut().zip(tile).zip(&c[2..]) {
                *slot = tile.saturating_mul(*which).saturating_add(element % tile);
                element /= tile;
            }
            Ok(())
        })?;
        match found {
            Some((part, offset)) => Ok(Some((part.group(0, 2)?, offset))),
            None => Ok(None),
        }
    }

    fn part<L: Cut>(
        &self,
        side: Side,
        tensor: &L,
        thread: i64,
    ) -> Result<(L, L::Origin), TiledError> {
        if thread < 0 || thread >= self.threads {
            return Err(TiledError::NoThread { thread, threads: self.threads });
        }
        let (tile, rest) = self.tiles(tensor)?;
        let why = step("the tile's (thread, value) layout in the tensor");
        let tv = self.side_tv(side);
        let mine = pair(&Slicer::leaf(Some(thread)), &Slicer::leaf(None)).map_err(why)?;
        let error = match tile.compose(tv) {
            Ok(all) => {
                let cut = |both: L| both.slice(&pair(&mine, &blanks(rest.shape().rank())?)?);
                return L::pair(all, rest).and_then(cut).map_err(why);
            }
            Err(error) => error,
        };
        // What one thread has may be a layout where that of all together is none.
        let alone = || -> Result<(L, L::Origin), Error> {
            let (values, first) = tv.slice(&mine)?;
            let held = L::pair(tile.compose_at(first, &values.mode(0)?)?, rest)?;
            let all = pair(&Slicer::leaf(None), &blanks(rest.shape().rank())?)?;
            Ok((held.slice(&all)?.0, tile.at_index(first)?))
        };
        alone().map_err(|_| why(error))
    }

    /// How many elements of a tensor one access of a thread can take on a side: of the values of an atom, groups
    /// that lie one after another in memory, for every thread and every tile, and how they are aligned.
    ///
    /// Where this is less than the atom's values, the atom cannot be used on this tensor.
    ///
    /// # Errors
    /// As [`tidfrg`](TiledCopy::tidfrg), and [`Step`](TiledError::Step) when a tensor behind maps is too large
    /// to decide it.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    /// use tilework_hardware::atom::CopyAtom;
    /// use tilework_hardware::tiled::{Side, TiledCopy};
    ///
    /// let bits = layout!((1,128):(0,1));
    /// let atom = CopyAtom { thr_id: layout!(1:0), src: bits, dst: bits, reference: bits };
    /// let copy = TiledCopy::new(&atom, 16, &layout!((16,8):(8,1)), &layout!((1,8):(0,1)))?;
    /// let rows = copy.vector(Side::Source, &layout!((64,64):(68,1)).into())?;
    /// assert_eq!((rows.width(), rows.aligned()), (8, 4), "rows are 68 apart");
    /// let swizzled: AnyLayout = "Sw<3,2,3> o 0 o (64,64):(64,1)".parse().unwrap();
    /// assert_eq!(copy.vector(Side::Destination, &swizzled)?.width(), 4);
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn vector(&self, side: Side, tensor: &AnyLayout) -> Result<Vector, TiledError> {
        let (all, base) = through_maps(tensor, |inner| Ok((self.tidfrg(side, inner)?, 0)))?;
        let along = all.vector_along(&[1, 0]).map_err(step("vector"))?;
        Ok(along.at(base))
    }

    /// How many bits a thread moves on a side in one atom.
    ///
    /// # Errors
    /// [`Overflow`](TiledError::Overflow).
    pub fn atom_bits(&self, side: Side) -> Result<i64, TiledError> {
        let [_, values] = sizes(self.atom.side(side))?;
        values.checked_mul(self.bits).ok_or(TiledError::Overflow { what: "the bits of the atom" })
    }

    /// Which elements of a thread's part are inside a tensor of this shape, and where they lie in it.
    ///
    /// # Errors
    /// As [`partition`](TiledCopy::partition).
    pub fn predicate(
        &self,
        side: Side,
        shape: &Shape,
        thread: i64,
    ) -> Result<Predicate, TiledError> {
        let bounds = bounds(shape, self.tile.rank())?;
        let all = CoordLayout::identity(&bounds).map_err(step("coordinates"))?;
        let (coords, origin) = self.part(side, &all, thread)?;
        Ok(Predicate::new(coords, origin, bounds))
    }

    /// By how much the tiles overhang a tensor of this shape.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), [`Overflow`](TiledError::Overflow).
    pub fn overhang(&self, shape: &Shape) -> Result<Overhang, TiledError> {
        let tile = self.tile.product_each().map_err(step("tile"))?;
        overhang(shape, tile.leaves())
    }
}
