//! TiledMMA: the atom of a matrix instruction, tiled over threads and repeated over a tile.

use tilework::{AnyLayout, CoordLayout, Layout, Shape, Tiler};

use crate::atom::{MmaAtom, Operand};
use crate::tiled::error::{TiledError, held, step};
use crate::tiled::part::partition;
use crate::tiled::permutation::{self, MNK, Permutation};
use crate::tiled::predicate::{Overhang, Predicate, bounds, overhang};
use crate::tiled::threads::Threads;
use crate::tiled::thrfrg::{Formula, Thrfrg};

/// An atom tiled over threads: CuTe's `TiledMMA`.
///
/// ```
/// use tilework::{layout, tiler, tuple};
/// use tilework_hardware::atom::MmaAtom;
/// use tilework_hardware::tiled::{Operand, TiledMma};
///
/// // SM80_16x8x16_F32F16F16F32_TN, two by two.
/// let atom = MmaAtom {
///     shape: [16, 8, 16],
///     thr_id: layout!(32:1),
///     a: layout!(((4,8),(2,2,2)):((32,1),(16,8,128))),
///     b: layout!(((4,8),(2,2)):((16,1),(8,64))),
///     c: layout!(((4,8),(2,2)):((32,1),(16,8))),
/// };
/// let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<_,_,_>))?;
/// assert_eq!((mma.tile(), mma.threads()), ([32, 16, 16], 128));
/// let c = mma.map(Operand::C)?;
/// assert_eq!(*c.layout(), layout!(((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))));
/// assert!(c.owners((21, 9))?.eq([(116, 1)]));
/// let (part, offset) = mma.partition(Operand::C, &layout!((64,64):(64,1)).into(), 22)?;
/// assert_eq!((part, offset), (layout!(((2,2),2,4):((1,512),2048,16)).into(), 324));
/// # Ok::<(), tilework_hardware::tiled::TiledError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "make_tiled_mma")]
pub struct TiledMma {
    pub(crate) atom: MmaAtom,
    pub(crate) permutation: Permutation,
    pub(crate) threads: Threads,
    pub(crate) tile: [i64; 3],
}

impl TiledMma {
    /// The atom, tiled as `atom_layout` says over M, N and K, with a tile in the order of `permutation`:
    /// CuTe's `make_tiled_mma`.
    ///
    /// The permutation is `<M,N,K>`, each `_`, an extent, or a layout. An extent only sets the size of the
    /// tile: the atoms of all threads repeat until they fill it. A layout also says which elements lie at
    /// positions 0, 1, ..., which are then dealt out: `(8,2,2):(1,16,8)` gives elements 0 to 7 to
    /// the first atom of the first thread in N, 16 to 23 to that of the second one, and 8 to 15 to the second
    /// atom of the first. Modes that are not named have one atom and `_`.
    ///
    /// # Errors
    /// What is wrong with the atom: [`TvRank`](TiledError::TvRank), [`AtomThreads`](TiledError::AtomThreads),
    /// [`AtomOutside`](TiledError::AtomOutside), [`AtomShape`](TiledError::AtomShape); with the atom layout:
    /// [`AtomLayoutRank`](TiledError::AtomLayoutRank), [`SameThreads`](TiledError::SameThreads); with the
    /// permutation: [`PermutationRank`](TiledError::PermutationRank),
    /// [`PermutationMode`](TiledError::PermutationMode), [`PermutationTwice`](TiledError::PermutationTwice),
    /// [`PermutationHole`](TiledError::PermutationHole), [`PermutationExtent`](TiledError::PermutationExtent).
    /// [`Step`](TiledError::Step) when the threads cannot be tiled.
    pub fn new(
        atom: &MmaAtom,
        atom_layout: &Layout,
        permutation: &Tiler,
    ) -> Result<TiledMma, TiledError> {
        check_atom(atom)?;
        held!(threads = Threads::new(&atom.thr_id, atom_layout));
        held!(order = permutation::read(permutation, atom.shape, threads.atoms));
        let (permutation, tile) = order;
        let [m, n, k] = *tile;
        for (x, y) in [(m, n), (m, k), (n, k)] {
            x.checked_mul(y).ok_or(TiledError::Overflow { what: "the tile" })?;
        }
        Ok(TiledMma { atom: *atom, permutation: *permutation, threads: *threads, tile: *tile })
    }

    /// The atom.
    pub const fn atom(&self) -> &MmaAtom {
        &self.atom
    }

    /// How many atoms lie side by side in M, N and K.
    pub const fn atoms(&self) -> [i64; 3] {
        self.threads.atoms
    }

    /// From (V, M, N, K) to the thread: CuTe's `ThrLayoutVMNK`.
    ///
    /// # Errors
    /// [`Step`](TiledError::Step) when it is not a layout: the threads of an atom may leave gaps for others
    /// that have no strides, and then [`thread`](TiledMma::thread) is the way from threads to atoms.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    /// use tilework_hardware::atom;
    /// use tilework_hardware::tiled::TiledMma;
    ///
    /// // A quad pair is threads 0 to 3 and 16 to 19: four fit into a warp, and two of the next warp make six.
    /// let atom = atom::find("SM70_8x8x4_F32F16F16F32_TN").unwrap().mma().unwrap();
    /// let mma = TiledMma::new(&atom, &layout!((6,1,1):(1,0,0)), &tiler!(<_,_,_>))?;
    /// assert!(mma.thr_vmnk().is_err());
    /// assert_eq!(mma.thread(36 + 17), Ok([5, 5, 0, 0]));
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn thr_vmnk(&self) -> Result<&Layout, TiledError> {
        self.threads.vmnk()
    }

    /// The extents of the tile in M, N and K: CuTe's `tile_size_mnk`.
    #[doc(alias = "tile_size_mnk")]
    pub const fn tile(&self) -> [i64; 3] {
        self.tile
    }

    /// The shape of an operand's tile.
    pub fn tile_of(&self, operand: Operand) -> Shape {
        // Two leaves always fit.
        Shape::from_slice(&operand.axes().map(|i| self.tile[i])).unwrap_or(Shape::leaf(1))
    }

    /// How often the atoms of all threads repeat in an operand's tile, in its two modes.
    pub(crate) fn repeats(&self, operand: Operand) -> [i64; 2] {
        // A tile holds whole atoms of all threads.
        operand.axes().map(|i| self.tile[i] / (self.atom.shape[i] * self.threads.atoms[i]))
    }

    /// The number of threads, copies between those of the atoms included.
    pub fn threads(&self) -> i64 {
        self.threads.count()
    }

    /// The coordinate (v, m, n, k) of a thread, or of the one that it is a copy of: CuTe's `get_slice`.
    ///
    /// # Errors
    /// [`NoThread`](TiledError::NoThread), and [`IdleThread`](TiledError::IdleThread) for a thread between the
    /// atoms where those do not repeat evenly.
    #[doc(alias = "get_slice")]
    pub fn thread(&self, thread: i64) -> Result<[i64; 4], TiledError> {
        self.threads.coordinate(thread)
    }

    pub(crate) fn formula(&self, operand: Operand) -> Formula<'_> {
        let axes = operand.axes();
        Formula {
            permutation: axes.map(|i| self.permutation[i].as_ref()),
            block: axes.map(|i| self.tile[i]),
            atom: axes.map(|i| self.atom.shape[i]),
            atoms: axes.map(|i| self.threads.atoms[i]),
            tv: self.atom.operand(operand),
        }
    }

    /// A tensor cut into threads and fragments, `((ThrV,(ThrX,ThrY)),(FrgV,(RestX,RestY,...)))`, and the steps to
    /// it: CuTe's `thrfrg_A`, `thrfrg_B`, `thrfrg_C`.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), and [`Step`](TiledError::Step) when a step has no layout.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    /// use tilework_hardware::atom;
    /// use tilework_hardware::tiled::{Operand, TiledMma};
    ///
    /// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    /// let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<_,_,_>))?;
    /// let steps = mma.thrfrg(Operand::C, &layout!((64,64):(64,1)))?;
    /// assert_eq!(
    ///     steps.threads,
    ///     layout!((((4,8),(2,2)),((2,2),(2,4))):(((2,64),(1024,8)),((1,512),(2048,16)))),
    /// );
    /// assert_eq!(steps.named()[1].0, "zipped_divide(_, atom)");
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    #[doc(alias("thrfrg_A", "thrfrg_B", "thrfrg_C"))]
    pub fn thrfrg(&self, operand: Operand, tensor: &Layout) -> Result<Thrfrg, TiledError> {
        check_rank(tensor.rank())?;
        self.formula(operand).steps(tensor)
    }

    /// The last step of [`thrfrg`](TiledMma::thrfrg), also where one before it has no layout.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), and [`Step`](TiledError::Step) when there is no such layout.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    /// use tilework_hardware::atom;
    /// use tilework_hardware::tiled::{Operand, TiledMma};
    ///
    /// let atom = atom::find("v_mfma_f32_32x32x2f32").unwrap().mma().unwrap();
    /// let mma = TiledMma::new(&atom, &layout!((1,1,3):(0,0,1)), &tiler!(<(2,3,16):(48,1,3),_,_>))?;
    /// let c = layout!(((4,12,2),32):((64,512,256),1));
    /// assert!(mma.thrfrg(Operand::C, &c).is_err());
    /// let cut = mma.threads_and_fragments(Operand::C, &c)?;
    /// // Thread 0 has element 48 of M as its second value.
    /// assert_eq!(cut.at(((0, (0, 0)), (1, (0, 0)))), c.at((48, 0)));
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn threads_and_fragments(
        &self,
        operand: Operand,
        tensor: &Layout,
    ) -> Result<Layout, TiledError> {
        self.thrfrg(operand, tensor).map(|steps| steps.threads).or_else(|error| {
            match self.formula(operand).recovered(tensor) {
                Ok(Some(cut)) => Ok(cut),
                _ => Err(error),
            }
        })
    }

    /// What a thread holds of a tensor: `(FrgV,RestX,RestY,...)` and the offset of its first element. CuTe's
    /// `get_slice(thread).partition_A(tensor)`, and `_B`, `_C`.
    ///
    /// The tensor may be composed, as behind a swizzle; what has strides then is plain, and the offset
    /// of what has none is 0. Modes behind the operand's two stay as they are. Where the tile does not divide
    /// the tensor, the part goes past its end: [`predicate`](TiledMma::predicate) says which
    /// elements are inside.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), [`NoThread`](TiledError::NoThread),
    /// [`IdleThread`](TiledError::IdleThread), and [`Step`](TiledError::Step) when what the thread holds is
    /// not a layout.
    #[doc(alias("partition_A", "partition_B", "partition_C"))]
    pub fn partition(
        &self,
        operand: Operand,
        tensor: &AnyLayout,
        thread: i64,
    ) -> Result<(AnyLayout, i64), TiledError> {
        check_rank(tensor.rank())?;
        let (v, at) = self.lane(operand, thread)?;
        let formula = self.formula(operand);
        let recovered = |tensor: &AnyLayout| formula.recovered_part(tensor, v, at);
        partition(tensor, |inner| formula.part(inner, v, at), recovered)
    }

    /// The lane of a thread in its atom, and where the atom lies in the operand's modes.
    fn lane(&self, operand: Operand, thread: i64) -> Result<(i64, [i64; 2]), TiledError> {
        let [v, mnk @ ..] = self.threads.coordinate(thread)?;
        Ok((v, operand.axes().map(|i| mnk[i])))
    }

    /// Which elements of a thread's part are inside a tensor of this shape, and where they lie in it.
    ///
    /// # Errors
    /// As [`partition`](TiledMma::partition).
    pub fn predicate(
        &self,
        operand: Operand,
        shape: &Shape,
        thread: i64,
    ) -> Result<Predicate, TiledError> {
        let bounds = bounds(shape, 2)?;
        let (v, at) = self.lane(operand, thread)?;
        let all = CoordLayout::identity(&bounds).map_err(step("coordinates"))?;
        let (coords, origin) = self.formula(operand).part(&all, v, at)?;
        Ok(Predicate::new(coords, origin, bounds))
    }

    /// By how much the tiles overhang a tensor of this shape.
    ///
    /// # Errors
    /// [`TensorRank`](TiledError::TensorRank), [`Overflow`](TiledError::Overflow).
    ///
    /// ```
    /// use tilework::{layout, tiler, tuple};
    /// use tilework_hardware::atom;
    /// use tilework_hardware::tiled::{Operand, TiledMma};
    ///
    /// let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    /// let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<_,_,_>))?;
    /// let overhang = mma.overhang(Operand::C, &tuple!((40,20)))?;
    /// assert_eq!((overhang.covered, overhang.elements), (tuple!((64,32)), 64 * 32 - 40 * 20));
    /// let inside = mma.predicate(Operand::C, &tuple!((40,20)), 3)?;
    /// assert_eq!((inside.origin(), inside.outside()?), (tuple!((0,6)), 10));
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    pub fn overhang(&self, operand: Operand, shape: &Shape) -> Result<Overhang, TiledError> {
        overhang(shape, &operand.axes().map(|i| self.tile[i]))
    }

    /// The registers for a thread's part of a tensor: its shape, compact, leftmost fastest. CuTe's
    /// `partition_fragment_C`; of A and B the shape.
    ///
    /// # Errors
    /// As [`partition`](TiledMma::partition) for thread 0: all threads have the same shape.
    #[doc(alias("partition_fragment_C", "partition_shape_C", "make_fragment_C"))]
    pub fn fragment(&self, operand: Operand, shape: &Shape) -> Result<Layout, TiledError> {
        let why = step("fragment");
        let tensor = Layout::col_major(shape).map_err(why)?;
        let (part, _) = self.partition(operand, &tensor.into(), 0)?;
        Layout::col_major(&part.shape()).map(|all| all.normalize_units()).map_err(why)
    }
}

fn check_rank(rank: usize) -> Result<(), TiledError> {
    if rank < 2 { Err(TiledError::TensorRank { rank, tile: 2 }) } else { Ok(()) }
}

fn check_atom(atom: &MmaAtom) -> Result<(), TiledError> {
    for (mode, extent) in MNK.into_iter().zip(atom.shape) {
        if extent < 1 {
            return Err(TiledError::AtomShape { mode, extent });
        }
    }
    for operand in Operand::ALL {
        let (tv, of) = (atom.operand(operand), operand.name());
        if tv.rank() != 2 {
            return Err(TiledError::TvRank { of, rank: tv.rank() });
        }
        let threads = tv.mode(0).as_ref().map_or(1, Layout::size);
        let expected = atom.thr_id.size();
        if threads != expected {
            return Err(TiledError::AtomThreads { of, threads, expected });
        }
        let [x, y] = operand.axes().map(|i| atom.shape[i]);
        let elements = x.checked_mul(y).ok_or(TiledError::Overflow { what: "the atom's tile" })?;
        let (low, high) = (tv.min_offset(), tv.max_offset());
        if low < 0 || high >= elements {
            let element = if low < 0 { low } else { high };
            return Err(TiledError::AtomOutside { operand, element, elements });
        }
    }
    Ok(())
}
