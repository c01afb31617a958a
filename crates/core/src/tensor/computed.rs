//! Tensors without data: a layout over a function of the offset.
//!
//! There is nothing that the offsets could miss, so every layout has such a tensor, and its parts
//! are made as those of the others.

use core::fmt;
use core::iter::FusedIterator;

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, Op};
use crate::layout::coord::idx2crd;
use crate::layout::layout::Layout;
use crate::layout::offsets::Offsets;
use crate::layout::tuple::{Coord, IntoTuple, Shape, Slicer};
use crate::tensor::offset_map::OffsetMap;
use crate::tensor::placed::Placed;

/// A layout over values that are computed from the offset: any pointer-like thing that can be read.
///
/// The values are a function `F: Fn(i64) -> T`: one that counts, that looks into a buffer of another
/// type, that unpacks bits. In CuTe, a tensor over an iterator that is no pointer.
///
/// ```
/// use tilework::{TensorFn, layout, slicer, tiler};
///
/// // Two numbers of four bits in each byte.
/// let bytes = [0x10, 0x32, 0x54, 0x76];
/// let nibbles = |at: i64| bytes[at as usize / 2] >> (4 * (at % 2)) & 15;
/// let a = TensorFn::new(nibbles, layout!((2,4):(4,1)));
/// assert_eq!(a.get((1, 2))?, 6);
/// assert!(a.slice(&slicer!((1,_)))?.iter().eq([4, 5, 6, 7]));
/// let tile = a.local_tile(&tiler!(<2,2>), &slicer!((0,1)))?;
/// assert!(tile.iter().eq([2, 6, 3, 7]));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct TensorFn<F, L: OffsetMap = Layout> {
    values: F,
    placed: Placed<L>,
}

impl<L: OffsetMap> TensorFn<fn(i64) -> i64, L> {
    /// The tensor whose elements are their own offsets. CuTe's `make_counting_tensor`.
    ///
    /// ```
    /// use tilework::{ComposedLayout, TensorFn};
    ///
    /// let swizzled: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// let a = TensorFn::counting(swizzled);
    /// assert_eq!(a.get((1, 2))?, swizzled.at((1, 2))?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_counting_tensor")]
    pub fn counting(layout: L) -> Self {
        TensorFn::new(|offset| offset, layout)
    }
}

impl TensorFn<fn(i64) -> i64> {
    /// The tensor of a shape whose elements are their own coordinates. CuTe's
    /// `make_identity_tensor`: what is cut as the data is, to know which part of it one has.
    ///
    /// # Errors
    /// As [`Layout::col_major`].
    ///
    /// ```
    /// use tilework::{TensorFn, slicer, tiler, tuple};
    ///
    /// let coords = TensorFn::identity(&tuple!((8,6)))?;
    /// assert_eq!(coords.get((3, 2))?, tuple!((3,2)));
    /// let tile = coords.local_tile(&tiler!(<4,2>), &slicer!((1,2)))?;
    /// assert_eq!(tile.get((0, 0))?, tuple!((4,4)));
    /// assert_eq!(tile.iter().last(), Some(tuple!((7,5))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias("make_identity_tensor", "make_coord_tensor"))]
    pub fn identity(
        shape: &Shape,
    ) -> Result<TensorFn<impl Fn(i64) -> Coord + Copy + use<>>, Error> {
        let (layout, shape) = (Layout::col_major(shape)?, *shape);
        // Offsets are indices of the shape, so they have a coordinate.
        let coord = move |index| idx2crd(index, &shape).unwrap_or(shape);
        Ok(TensorFn::new(coord, layout))
    }
}

impl<T, F: Fn(i64) -> T, L: OffsetMap> TensorFn<F, L> {
    /// A layout over a function of its offsets.
    ///
    /// The function is only called with offsets of the layout.
    #[doc(alias = "make_tensor")]
    pub fn new(values: F, layout: L) -> Self {
        TensorFn { values, placed: Placed { base: 0, map: layout } }
    }

    /// The layout, which starts at [`base`](TensorFn::base).
    pub fn layout(&self) -> &L {
        &self.placed.map
    }

    /// What is added to the offsets of the layout: where a part starts.
    pub fn base(&self) -> i64 {
        self.placed.base
    }

    /// The shape.
    pub fn shape(&self) -> Shape {
        self.placed.map.as_ref().shape()
    }

    /// The number of elements.
    pub fn size(&self) -> i64 {
        self.placed.map.as_ref().size()
    }

    /// The element at a coordinate.
    ///
    /// # Errors
    /// As [`Tensor::get`](crate::Tensor::get).
    #[inline]
    pub fn get(&self, coord: impl IntoTuple) -> Result<T, Error> {
        // An offset of the layout that the tensor was made with, so the sum fits.
        Ok((self.values)(self.placed.base + self.placed.map.as_ref().at_strict(coord)?))
    }

    /// The elements in index order, leftmost fastest.
    pub fn iter(&self) -> IterFn<'_, F, L::Offsets> {
        let (base, offsets) = (self.placed.base, self.placed.map.offsets());
        IterFn { values: &self.values, base, offsets }
    }

    /// The natural coordinates and the elements, in index order.
    ///
    /// ```
    /// use tilework::{TensorFn, layout, tuple};
    ///
    /// let squares = TensorFn::new(|x| x * x, layout!((2,3):(3,1)));
    /// assert_eq!(squares.entries().last(), Some((tuple!((1,2)), 25)));
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = (Coord, T)> {
        let (base, values) = (self.placed.base, &self.values);
        self.placed
            .map
            .as_ref()
            .entries()
            .map(move |(coord, offset)| (coord, values(base + offset)))
    }

    /// The same function over another layout.
    fn part(&self, placed: Result<Placed<L>, Error>) -> Result<Self, Error>
    where
        F: Clone,
    {
        Ok(TensorFn { values: self.values.clone(), placed: placed? })
    }

    /// The elements that a layout selects: as [`Tensor::compose`](crate::Tensor::compose).
    ///
    /// # Errors
    /// As [`Layout::compose_strict`].
    #[doc(alias = "composition")]
    pub fn compose(&self, indices: &Layout) -> Result<Self, Error>
    where
        F: Clone,
    {
        self.part(self.placed.compose(indices))
    }

    /// The part that a slicer keeps: as [`Tensor::slice`](crate::Tensor::slice).
    ///
    /// # Errors
    /// As [`Tensor::slice`](crate::Tensor::slice).
    pub fn slice(&self, slicer: &Slicer) -> Result<Self, Error>
    where
        F: Clone,
    {
        self.part(self.placed.slice(slicer))
    }

    /// The tile at a coordinate: as [`Tensor::local_tile`](crate::Tensor::local_tile).
    ///
    /// # Errors
    /// As [`Tensor::local_tile`](crate::Tensor::local_tile).
    #[doc(alias = "inner_partition")]
    pub fn local_tile(&self, tiler: &Tiler, coord: &Slicer) -> Result<Self, Error>
    where
        F: Clone,
    {
        self.part(self.placed.partition(Op::LocalTile, tiler, coord, false))
    }

    /// One element of every tile: as [`Tensor::outer_partition`](crate::Tensor::outer_partition).
    ///
    /// # Errors
    /// As [`Tensor::local_tile`](crate::Tensor::local_tile).
    pub fn outer_partition(&self, tiler: &Tiler, coord: &Slicer) -> Result<Self, Error>
    where
        F: Clone,
    {
        self.part(self.placed.partition(Op::OuterPartition, tiler, coord, true))
    }

    /// The part of a thread: as [`Tensor::local_partition`](crate::Tensor::local_partition).
    ///
    /// # Errors
    /// As [`Tensor::local_partition`](crate::Tensor::local_partition).
    pub fn local_partition(&self, threads: &Layout, thread: i64) -> Result<Self, Error>
    where
        F: Clone,
    {
        self.part(self.placed.local_partition(threads, thread))
    }
}

impl<F, L: OffsetMap> fmt::Debug for TensorFn<F, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TensorFn({} from {})", self.placed.map.as_ref(), self.placed.base)
    }
}

/// The elements of a computed tensor: see [`TensorFn::iter`].
#[derive(Clone)]
pub struct IterFn<'a, F, O = Offsets> {
    values: &'a F,
    base: i64,
    offsets: O,
}

impl<T, F: Fn(i64) -> T, O: Iterator<Item = i64>> Iterator for IterFn<'_, F, O> {
    type Item = T;

    #[inline]
    fn next(&mut self) -> Option<T> {
        Some((self.values)(self.base + self.offsets.next()?))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    fn fold<B, G: FnMut(B, T) -> B>(self, init: B, mut g: G) -> B {
        let (values, base) = (self.values, self.base);
        self.offsets.fold(init, |sum, offset| g(sum, values(base + offset)))
    }
}

impl<T, F: Fn(i64) -> T, O: ExactSizeIterator<Item = i64>> ExactSizeIterator for IterFn<'_, F, O> {}

impl<T, F: Fn(i64) -> T, O: FusedIterator<Item = i64>> FusedIterator for IterFn<'_, F, O> {}

impl<F, O: Iterator<Item = i64>> fmt::Debug for IterFn<'_, F, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IterFn({} left)", self.offsets.size_hint().0)
    }
}
