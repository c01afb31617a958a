//! Tensors: a layout over a slice. The layout is plain, or seen through a swizzle or other maps.
//!
//! A tensor is made only if its layout fits the data, and all its parts fit because they are
//! parts; so reading needs no further care. A mutable tensor is made only if its layout is proven
//! to be injective, so that no element can be reached twice. All of it is safe code: even a wrong
//! proof could only write an element twice, never outside the data, and never through two `&mut`.

pub(crate) mod offset_map;
mod placed;
mod iter;
mod plain;
mod split;
mod computed;

use core::cell::Cell;
use core::fmt;
use core::ops::{Index, IndexMut};

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::layout::layout::Layout;
use crate::layout::tuple::{IntoTuple, Shape, Slicer};
use crate::tensor::offset_map::OffsetMap;
use crate::tensor::placed::Placed;

pub use computed::{IterFn, TensorFn};
pub use iter::{Iter, IterMut};

/// A layout over data that can be read.
///
/// ```
/// use tilework::{Tensor, layout, slicer, tiler};
///
/// let data: Vec<i32> = (0..24).collect();
/// let a = Tensor::new(&data, layout!((4,6):(6,1)))?;
/// assert_eq!(a[(1, 2)], 8);
/// assert_eq!(*a.get((3, 5))?, 23);
/// assert!(a.slice(&slicer!((2,_)))?.iter().eq(&[12, 13, 14, 15, 16, 17]));
/// let tile = a.local_tile(&tiler!(<2,3>), &slicer!((1,1)))?;
/// assert!(tile.iter().eq(&[15, 21, 16, 22, 17, 23]));
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// It works the same over a swizzled layout; [`OffsetMap`] lists the kinds of layouts.
///
/// ```
/// use tilework::{ComposedLayout, Tensor, slicer};
///
/// let data: Vec<i32> = (0..16).collect();
/// let swizzled: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
/// let a = Tensor::new(&data, swizzled)?;
/// assert_eq!(a[(1, 2)], 7);
/// assert!(a.slice(&slicer!((3,_)))?.iter().eq(&[15, 14, 13, 12]));
/// # Ok::<(), tilework::Error>(())
/// ```
pub struct Tensor<'a, T, L: OffsetMap = Layout> {
    data: &'a [T],
    placed: Placed<L>,
}

/// A layout over data that can be written: one whose offsets are all different.
///
/// ```
/// use tilework::{ErrorKind, TensorMut, layout, slicer};
///
/// let mut data = [0; 12];
/// let mut a = TensorMut::new(&mut data, layout!((3,4):(4,1)))?;
/// a[(1, 2)] = 7;
/// for (index, element) in a.view_mut().slice(&slicer!((2,_)))?.iter_mut()? {
///     *element = index;
/// }
/// assert_eq!(data, [0, 0, 0, 0, 0, 0, 7, 0, 0, 1, 2, 3]);
///
/// let error = TensorMut::new(&mut data, layout!((4,2):(1,3))).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::Aliased { x: 4, y: 3, offset: 3 });
/// # Ok::<(), tilework::Error>(())
/// ```
///
/// Two elements cannot be borrowed at once through one tensor:
///
/// ```compile_fail
/// use tilework::{TensorMut, layout};
///
/// let mut data = [0; 12];
/// let mut a = TensorMut::new(&mut data, layout!((3,4):(4,1))).unwrap();
/// let (x, y) = (a.get_mut((0, 0)).unwrap(), a.get_mut((0, 1)).unwrap());
/// core::mem::swap(x, y);
/// ```
///
/// nor can two parts, unless they come from [`split`](TensorMut::split):
///
/// ```compile_fail
/// use tilework::{TensorMut, layout, slicer};
///
/// let mut data = [0; 12];
/// let mut a = TensorMut::new(&mut data, layout!((3,4):(4,1))).unwrap();
/// let mut first = a.view_mut().slice(&slicer!((0,_))).unwrap();
/// let mut again = a.view_mut().slice(&slicer!((0,_))).unwrap();
/// first[0] = 1;
/// again[0] = 2;
/// ```
pub struct TensorMut<'a, T, L: OffsetMap = Layout> {
    data: &'a mut [T],
    placed: Placed<L>,
}

impl<T, L: OffsetMap> Clone for Tensor<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: OffsetMap> Copy for Tensor<'_, T, L> {}

impl<'a, T, L: OffsetMap> Tensor<'a, T, L> {
    /// A layout over data. Its offset 0 is the first element, or, when there are negative offsets,
    /// the least of these is.
    ///
    /// # Errors
    /// [`OutsideData`](ErrorKind::OutsideData) with the positions that are needed;
    /// [`Undecided`](ErrorKind::Undecided) when these are not known, never for a [`Layout`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    ///
    /// let data = [10, 11, 12, 13, 14];
    /// assert!(Tensor::new(&data, layout!(3:-2))?.iter().eq(&[14, 12, 10]));
    /// assert_eq!(
    ///     Tensor::new(&data, layout!((2,3):(1,2))).unwrap_err().to_string(),
    ///     "tensor of (2,3): positions 0 to 5 are needed, but there are only 5 elements; 1 missing \
    ///      after the last",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_tensor")]
    pub fn new(data: &'a [T], layout: L) -> Result<Self, Error> {
        Tensor::with_base(data, first_base(&layout)?, layout)
    }

    /// A layout over data whose offset 0 is element `base`.
    ///
    /// # Errors
    /// As [`new`](Tensor::new).
    pub fn with_base(data: &'a [T], base: i64, layout: L) -> Result<Self, Error> {
        Ok(Tensor { data, placed: Placed::new(data.len(), base, layout)? })
    }

    /// The layout.
    pub fn layout(&self) -> &L {
        &self.placed.map
    }

    /// The element of the data at which offset 0 lies.
    pub fn base(&self) -> i64 {
        self.placed.base
    }

    /// All of the data, also what the layout does not reach.
    pub fn data(&self) -> &'a [T] {
        self.data
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
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) outside the shape, and as [`Layout::at`].
    #[inline]
    pub fn get(&self, coord: impl IntoTuple) -> Result<&'a T, Error> {
        let at = self.placed.position(coord)?;
        self.data.get(at).ok_or_else(|| missing(at, self.data.len()))
    }

    /// The elements in index order, leftmost fastest.
    pub fn iter(&self) -> Iter<'a, T, L::Offsets> {
        Iter::new(self.data, self.placed.base, self.placed.map.offsets())
    }

    /// The elements that a layout selects, by index, and in its shape.
    ///
    /// # Errors
    /// As [`Layout::compose_strict`].
    ///
    /// ```
    /// use tilework::{Tensor, layout};
    ///
    /// let a = Tensor::new(&[0, 1, 2, 3, 4, 5], layout!((2,3):(3,1)))?;
    /// let flat = a.compose(&layout!(6:1))?;
    /// assert!(flat.iter().eq(&[0, 3, 1, 4, 2, 5]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub fn compose(&self, indices: &Layout) -> Result<Self, Error> {
        Ok(Tensor { placed: self.placed.compose(indices)?, ..*self })
    }

    /// The part that a slicer keeps.
    ///
    /// # Errors
    /// As [`Layout::slice`]; [`OutOfBounds`](ErrorKind::OutOfBounds) for a fixed coordinate outside.
    pub fn slice(&self, slicer: &Slicer) -> Result<Self, Error> {
        Ok(Tensor { placed: self.placed.slice(slicer)?, ..*self })
    }

    /// The tile at a coordinate: as [`Layout::local_tile`].
    ///
    /// # Errors
    /// As [`Layout::local_tile`]; [`Overhang`](ErrorKind::Overhang) when the tile overhangs.
    /// [`Ragged`](crate::Ragged) has the elements that do not.
    #[doc(alias = "inner_partition")]
    pub fn local_tile(&self, tiler: &Tiler, coord: &Slicer) -> Result<Self, Error> {
        Ok(Tensor { placed: self.placed.partition(Op::LocalTile, tiler, coord, false)?, ..*self })
    }

    /// One element of every tile: as [`Layout::outer_partition`].
    ///
    /// # Errors
    /// As [`local_tile`](Tensor::local_tile).
    pub fn outer_partition(&self, tiler: &Tiler, coord: &Slicer) -> Result<Self, Error> {
        let placed = self.placed.partition(Op::OuterPartition, tiler, coord, true)?;
        Ok(Tensor { placed, ..*self })
    }

    /// The part of a thread: as [`Layout::local_partition`].
    ///
    /// # Errors
    /// As [`Layout::local_partition`] and [`local_tile`](Tensor::local_tile).
    pub fn local_partition(&self, threads: &Layout, thread: i64) -> Result<Self, Error> {
        Ok(Tensor { placed: self.placed.local_partition(threads, thread)?, ..*self })
    }
}

impl<'a, T, L: OffsetMap> TensorMut<'a, T, L> {
    /// A layout over data, as [`Tensor::new`].
    ///
    /// # Errors
    /// As [`Tensor::new`]; [`Aliased`](ErrorKind::Aliased) with two indices that share an offset;
    /// [`Undecided`](ErrorKind::Undecided) when it is not known whether there are such.
    pub fn new(data: &'a mut [T], layout: L) -> Result<Self, Error> {
        TensorMut::with_base(data, first_base(&layout)?, layout)
    }

    /// A layout over data whose offset 0 is element `base`.
    ///
    /// # Errors
    /// As [`new`](TensorMut::new).
    pub fn with_base(data: &'a mut [T], base: i64, layout: L) -> Result<Self, Error> {
        let placed = Placed::new(data.len(), base, layout)?;
        placed.check_injective()?;
        Ok(TensorMut { data, placed })
    }

    /// The tensor, to read.
    pub fn view(&self) -> Tensor<'_, T, L> {
        Tensor { data: self.data, placed: self.placed }
    }

    /// The tensor, for as long as it is borrowed: to take a part of it and have it back.
    pub fn view_mut(&mut self) -> TensorMut<'_, T, L> {
        TensorMut { data: self.data, placed: self.placed }
    }

    /// The layout.
    pub fn layout(&self) -> &L {
        &self.placed.map
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
    /// As [`Tensor::get`].
    #[inline]
    pub fn get_mut(&mut self, coord: impl IntoTuple) -> Result<&mut T, Error> {
        let (at, len) = (self.placed.position(coord)?, self.data.len());
        self.data.get_mut(at).ok_or_else(|| missing(at, len))
    }

    /// Calls `f` with every index and element, in index order.
    pub fn for_each_mut(&mut self, mut f: impl FnMut(i64, &mut T)) {
        let (data, base) = (&mut *self.data, self.placed.base);
        self.placed.map.offsets().fold(0, |index, offset| {
            if let Some(element) = data.get_mut((base + offset) as usize) {
                f(index, element);
            }
            index + 1
        });
    }

    /// The same elements as cells, which can be written through any number of parts at once, as
    /// the threads of a block do.
    ///
    /// ```
    /// use tilework::{TensorMut, layout};
    ///
    /// let (mut data, threads) = ([0; 8], layout!((2,2):(1,2)));
    /// let cells = TensorMut::new(&mut data, layout!((2,4):(4,1)))?.into_cells();
    /// let parts = [0, 1, 2, 3].map(|thread| cells.local_partition(&threads, thread));
    /// for (thread, part) in parts.into_iter().enumerate() {
    ///     part?.iter().for_each(|cell| cell.set(thread));
    /// }
    /// assert_eq!(data, [0, 2, 0, 2, 1, 3, 1, 3]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn into_cells(self) -> Tensor<'a, Cell<T>, L> {
        Tensor { data: Cell::from_mut(self.data).as_slice_of_cells(), placed: self.placed }
    }

    /// The elements that a layout selects: as [`Tensor::compose`].
    ///
    /// # Errors
    /// As [`Tensor::compose`]; [`Aliased`](ErrorKind::Aliased) when it selects one twice.
    pub fn compose(self, indices: &Layout) -> Result<Self, Error> {
        let placed = self.placed.compose(indices)?;
        placed.check_injective()?;
        Ok(TensorMut { placed, ..self })
    }

    /// The part that a slicer keeps: as [`Tensor::slice`].
    ///
    /// # Errors
    /// As [`Tensor::slice`].
    pub fn slice(self, slicer: &Slicer) -> Result<Self, Error> {
        // A part of an injective layout is injective; so are the tiles and partitions below,
        // because they have no index twice.
        Ok(TensorMut { placed: self.placed.slice(slicer)?, ..self })
    }

    /// The tile at a coordinate: as [`Tensor::local_tile`].
    ///
    /// # Errors
    /// As [`Tensor::local_tile`].
    #[doc(alias = "inner_partition")]
    pub fn local_tile(self, tiler: &Tiler, coord: &Slicer) -> Result<Self, Error> {
        Ok(TensorMut { placed: self.placed.partition(Op::LocalTile, tiler, coord, false)?, ..self })
    }

    /// One element of every tile: as [`Tensor::outer_partition`].
    ///
    /// # Errors
    /// As [`Tensor::local_tile`].
    pub fn outer_partition(self, tiler: &Tiler, coord: &Slicer) -> Result<Self, Error> {
        let placed = self.placed.partition(Op::OuterPartition, tiler, coord, true)?;
        Ok(TensorMut { placed, ..self })
    }

    /// The part of a thread: as [`Tensor::local_partition`].
    ///
    /// # Errors
    /// As [`Tensor::local_partition`].
    pub fn local_partition(self, threads: &Layout, thread: i64) -> Result<Self, Error> {
        Ok(TensorMut { placed: self.placed.local_partition(threads, thread)?, ..self })
    }
}

/// Where offset 0 lies when the data begins with the layout, or with offset 0.
fn first_base<L: OffsetMap>(layout: &L) -> Result<i64, Error> {
    let least = layout.as_ref().min_offset().map_err(|error| error.within(Op::Tensor))?;
    Ok(least.saturating_neg().max(0))
}

/// The error for a position that no tensor should ask for.
fn missing(at: usize, len: usize) -> Error {
    let at = i64::try_from(at).unwrap_or(i64::MAX);
    Error::new(Op::Tensor, ErrorKind::OutsideData { first: at, last: at, len })
}

impl<T, L: OffsetMap, C: IntoTuple> Index<C> for Tensor<'_, T, L> {
    type Output = T;

    /// # Panics
    /// When the coordinate is not inside, as a slice does; [`Tensor::get`] does not.
    #[track_caller]
    fn index(&self, coord: C) -> &T {
        match self.get(coord) {
            Ok(element) => element,
            Err(error) => panic!("{error}"),
        }
    }
}

impl<T, L: OffsetMap, C: IntoTuple> Index<C> for TensorMut<'_, T, L> {
    type Output = T;

    /// # Panics
    /// When the coordinate is not inside, as a slice does; [`Tensor::get`] does not.
    #[track_caller]
    fn index(&self, coord: C) -> &T {
        match self.view().get(coord) {
            Ok(element) => element,
            Err(error) => panic!("{error}"),
        }
    }
}

impl<T, L: OffsetMap, C: IntoTuple> IndexMut<C> for TensorMut<'_, T, L> {
    /// # Panics
    /// When the coordinate is not inside, as a slice does; [`TensorMut::get_mut`] does not.
    #[track_caller]
    fn index_mut(&mut self, coord: C) -> &mut T {
        match self.get_mut(coord) {
            Ok(element) => element,
            Err(error) => panic!("{error}"),
        }
    }
}

impl<'a, T, L: OffsetMap> IntoIterator for Tensor<'a, T, L> {
    type Item = &'a T;
    type IntoIter = Iter<'a, T, L::Offsets>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<T, L: OffsetMap> fmt::Debug for Tensor<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (layout, len) = (self.placed.map.as_ref(), self.data.len());
        write!(f, "Tensor({layout} over {len} elements from {})", self.base())
    }
}

impl<T, L: OffsetMap> fmt::Debug for TensorMut<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (len, base) = (self.data.len(), self.placed.base);
        write!(f, "TensorMut({} over {len} elements from {base})", self.placed.map.as_ref())
    }
}
