//! Going through the elements of a tensor.

use core::fmt;
use core::iter::FusedIterator;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::layout::offsets::Offsets;
use crate::layout::order::Order;
use crate::layout::tuple::Coord;
use crate::tensor::offset_map::OffsetMap;
use crate::tensor::{Tensor, TensorMut};

/// The elements of a tensor: see [`Tensor::iter`].
#[derive(Clone)]
pub struct Iter<'a, T, O = Offsets> {
    data: &'a [T],
    base: i64,
    offsets: O,
}

impl<'a, T, O> Iter<'a, T, O> {
    pub(crate) fn new(data: &'a [T], base: i64, offsets: O) -> Self {
        Iter { data, base, offsets }
    }
}

impl<'a, T, O: Iterator<Item = i64>> Iterator for Iter<'a, T, O> {
    type Item = &'a T;

    #[inline]
    fn next(&mut self) -> Option<&'a T> {
        // Every offset of a tensor lies in its data.
        self.data.get((self.base + self.offsets.next()?) as usize)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.offsets.size_hint()
    }

    fn fold<B, F: FnMut(B, &'a T) -> B>(self, init: B, mut f: F) -> B {
        let (data, base) = (self.data, self.base);
        self.offsets.fold(init, |sum, offset| match data.get((base + offset) as usize) {
            Some(element) => f(sum, element),
            None => sum,
        })
    }
}

impl<T, O: ExactSizeIterator<Item = i64>> ExactSizeIterator for Iter<'_, T, O> {}

impl<T, O: FusedIterator<Item = i64>> FusedIterator for Iter<'_, T, O> {}

impl<'a, T, L: OffsetMap> Tensor<'a, T, L> {
    /// The elements, counted in `order`: [`Order::Lex`] goes through a matrix row by row.
    ///
    /// ```
    /// use tilework::{Order, Tensor, layout};
    ///
    /// let a = Tensor::new(&[0, 1, 2, 3, 4, 5], layout!((2,3):(1,2)))?;
    /// assert!(a.iter_in(Order::Lex).eq(&[0, 2, 4, 1, 3, 5]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn iter_in(&self, order: Order) -> Iter<'a, T, L::Offsets> {
        Iter::new(self.data, self.placed.base, self.placed.map.offsets_in(order))
    }

    /// The natural coordinates and the elements, in index order.
    ///
    /// ```
    /// use tilework::{Tensor, layout, tuple};
    ///
    /// let a = Tensor::new(&['a', 'b', 'c', 'd'], layout!((2,2):(2,1)))?;
    /// assert_eq!(a.entries().nth(1), Some((tuple!((1,0)), &'c')));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn entries(&self) -> impl Iterator<Item = (Coord, &'a T)> + use<'a, T, L> {
        let (data, base) = (self.data, self.placed.base);
        self.placed
            .map
            .as_ref()
            .entries()
            .filter_map(move |(coord, offset)| Some((coord, data.get((base + offset) as usize)?)))
    }
}

/// The indices and elements of a mutable tensor, in the order in which they lie in the data: see
/// [`TensorMut::iter_mut`].
pub struct IterMut<'a, T> {
    /// What is left of the run through the innermost mode, and the index of its next element.
    run: core::slice::IterMut<'a, T>,
    index: i64,
    /// The innermost mode, and how far the index goes with each of its steps.
    inner: Mode,
    step: i64,
    /// What lies behind the run, and where that begins.
    rest: &'a mut [T],
    at: i64,
    /// Where the runs begin, in the data and in the indices.
    first: (i64, i64),
    positions: Offsets,
    indices: Offsets,
}

impl<T> TensorMut<'_, T> {
    /// All indices and elements, at once if need be, in the order in which they lie in the data.
    ///
    /// In that order each element can be split off what follows it, which makes this safe; in
    /// index order, use [`for_each_mut`](TensorMut::for_each_mut). Over a swizzled layout that has
    /// strides after all, it comes after [`into_plain`](TensorMut::into_plain).
    ///
    /// # Errors
    /// [`Interleaved`](ErrorKind::Interleaved) when modes interleave, as in `(3,2):(2,3)`: the order
    /// of their elements is no order of their indices.
    ///
    /// ```
    /// use tilework::{TensorMut, layout};
    ///
    /// let mut data = [0; 6];
    /// let mut a = TensorMut::new(&mut data, layout!((2,3):(3,-1)))?;
    /// let all: Vec<(i64, &mut i32)> = a.iter_mut()?.collect();
    /// assert!(all.iter().map(|(index, _)| *index).eq([4, 2, 0, 5, 3, 1]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn iter_mut(&mut self) -> Result<IterMut<'_, T>, Error> {
        let layout = &self.placed.map;
        // Where each mode goes in memory, and in the indices, from its end that lies first.
        let mut steps: List<(Mode, i64)> = List::new((Mode::UNIT, 0));
        let (mut place, mut index) = (1, 0);
        for &Mode { extent, stride } in layout.leaf_modes() {
            let step = if stride < 0 { -place } else { place };
            if extent > 1 {
                // The span of a layout fits, so this does.
                let _ = steps.push((Mode::new(extent, stride.abs()), step));
                index += if stride < 0 { (extent - 1) * place } else { 0 };
            }
            place *= extent;
        }
        steps.as_mut_slice().sort_unstable_by_key(|(mode, _)| mode.stride);
        let (mut positions, mut indices) = (List::new(Mode::VACANT), List::new(Mode::VACANT));
        let mut end = 0;
        for &(mode, step) in steps.as_slice() {
            if mode.stride <= end {
                let kind = ErrorKind::Interleaved { end, begin: mode.stride };
                return Err(Error::new(Op::Tensor, kind).on(layout.text()));
            }
            end += (mode.extent - 1) * mode.stride;
            let _ = positions.push(mode);
            let _ = indices.push(Mode::new(mode.extent, step));
        }
        let (inner, step) = steps.as_slice().first().copied().unwrap_or((Mode::new(1, 1), 0));
        if !positions.is_empty() {
            // The innermost mode is what a run goes through.
            positions.set(0, Mode::UNIT);
            indices.set(0, Mode::UNIT);
        }
        Ok(IterMut {
            run: [].iter_mut(),
            index: 0,
            inner,
            step,
            first: (self.placed.base + layout.min_offset(), index),
            positions: Layout::from_flat(Op::Tensor, positions)?.offsets(),
            indices: Layout::from_flat(Op::Tensor, indices)?.offsets(),
            rest: self.data,
            at: 0,
        })
    }
}

impl<T> IterMut<'_, T> {
    /// Goes to the next run, which lies behind all that were before.
    fn next_run(&mut self) -> Option<()> {
        let start = self.first.0 + self.positions.next()?;
        self.index = self.first.1 + self.indices.next()?;
        let len = (self.inner.extent - 1) * self.inner.stride + 1;
        let behind = core::mem::take(&mut self.rest).get_mut((start - self.at) as usize..)?;
        let (run, rest) = behind.split_at_mut_checked(len as usize)?;
        (self.run, self.rest, self.at) = (run.iter_mut(), rest, start + len);
        Some(())
    }
}

impl<'a, T> Iterator for IterMut<'a, T> {
    type Item = (i64, &'a mut T);

    #[inline]
    fn next(&mut self) -> Option<(i64, &'a mut T)> {
        if self.run.len() == 0 {
            self.next_run()?;
        }
        let (index, element) = (self.index, self.run.next()?);
        self.index += self.step;
        // A run ends with an element, so nothing is skipped that is none.
        if self.inner.stride > 1 && self.run.len() > 0 {
            self.run.nth(self.inner.stride as usize - 2);
        }
        Some((index, element))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        // All of them are in the data, so their number fits.
        let in_run = self.run.len().div_ceil(self.inner.stride as usize);
        let left = in_run + self.positions.len() * self.inner.extent as usize;
        (left, Some(left))
    }

    fn fold<B, F: FnMut(B, Self::Item) -> B>(mut self, init: B, mut f: F) -> B {
        let mut sum = init;
        loop {
            let (run, mut index) = (core::mem::take(&mut self.run), self.index);
            let mut each = |sum, element| {
                index += self.step;
                f(sum, (index - self.step, element))
            };
            // A run without gaps is a slice, and compiles to a loop over one.
            sum = match self.inner.stride {
                1 => run.fold(sum, &mut each),
                stride => run.step_by(stride as usize).fold(sum, &mut each),
            };
            if self.next_run().is_none() {
                return sum;
            }
        }
    }
}

impl<T> ExactSizeIterator for IterMut<'_, T> {}

impl<T> FusedIterator for IterMut<'_, T> {}

impl<T, O: Iterator<Item = i64>> fmt::Debug for Iter<'_, T, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Iter({} left)", self.offsets.size_hint().0)
    }
}

impl<T> fmt::Debug for IterMut<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "IterMut({} left)", self.size_hint().0)
    }
}
