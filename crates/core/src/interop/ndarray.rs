//! Arrays of the crate `ndarray` as tensors, and tensors as arrays. Nothing is copied.

use ndarray::{
    ArrayBase, ArrayView, ArrayViewD, ArrayViewMut, Axis, Data, Dimension, IxDyn, ShapeBuilder,
};

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::layout::coord::fit;
use crate::layout::layout::Layout;
use crate::tensor::{Tensor, TensorMut};

/// # Strides of other libraries
impl Layout {
    /// The layout of an array: one mode for each axis. What is row-major there is so here:
    /// `(2,3):(3,1)`.
    ///
    /// # Errors
    /// As [`from_strides`](Layout::from_strides): arrays without elements have no layout.
    ///
    /// ```
    /// use ndarray::array;
    /// use tilework::{Layout, layout};
    ///
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// assert_eq!(Layout::of_array(&a)?, layout!((2,3):(3,1)));
    /// assert_eq!(Layout::of_array(&a.t())?, layout!((3,2):(1,3)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of_array<S: Data, D: Dimension>(array: &ArrayBase<S, D>) -> Result<Layout, Error> {
        Layout::from_strides(array.shape(), array.strides())
    }
}

impl<'a, T> Tensor<'a, T> {
    /// An array as a tensor: transposed, reversed, with axes in any order.
    ///
    /// # Errors
    /// As [`Layout::of_array`]; [`Unsupported`](ErrorKind::Unsupported) for a view that leaves out
    /// elements between its own, for which there is no slice: [`of_array_in`](Tensor::of_array_in) takes
    /// one with them.
    ///
    /// ```
    /// use ndarray::{array, s};
    /// use tilework::{Order, Tensor};
    ///
    /// let a = array![[1, 2, 3], [4, 5, 6]];
    /// let reversed = Tensor::of_array(a.slice(s![.., ..;-1]))?;
    /// assert_eq!(reversed[(0, 0)], 3);
    /// assert!(reversed.iter_in(Order::Lex).eq(&[3, 2, 1, 6, 5, 4]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of_array<D: Dimension>(array: ArrayView<'a, T, D>) -> Result<Self, Error> {
        let layout = Layout::of_array(&array)?;
        match array.to_slice_memory_order() {
            Some(data) => Tensor::new(data, layout),
            None => Err(with_gaps()),
        }
    }

    /// A view of an array as a tensor over a slice that has all its elements, and may have others between
    /// them: every second row, a column, a block.
    ///
    /// # Errors
    /// As [`Layout::of_array`]; [`OutsideData`](ErrorKind::OutsideData) or
    /// [`Unsupported`](ErrorKind::Unsupported) when the view is not one of these data.
    ///
    /// ```
    /// use ndarray::{array, s};
    /// use tilework::{Order, Tensor, layout};
    ///
    /// let a = array![[1, 2, 3], [4, 5, 6], [7, 8, 9]];
    /// let data = a.as_slice().unwrap();
    /// let part = Tensor::of_array_in(data, &a.slice(s![..;2, 1..]))?;
    /// assert_eq!((*part.layout(), part.base()), (layout!((2,2):(6,1)), 1));
    /// assert!(part.iter_in(Order::Lex).eq(&[2, 3, 8, 9]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of_array_in<S: Data<Elem = T>, D: Dimension>(
        data: &'a [T],
        array: &ArrayBase<S, D>,
    ) -> Result<Self, Error> {
        Tensor::with_base(data, base_in(data, array)?, Layout::of_array(array)?)
    }

    /// The tensor as an array: one axis for each leaf mode.
    ///
    /// # Errors
    /// [`Unsupported`](ErrorKind::Unsupported) for what `ndarray` refuses.
    ///
    /// ```
    /// use ndarray::array;
    /// use tilework::{Tensor, layout};
    ///
    /// let a = Tensor::new(&[1, 2, 3, 4, 5, 6], layout!((2,3):(-3,1)))?;
    /// assert_eq!(a.to_array()?, array![[4, 5, 6], [1, 2, 3]].into_dyn());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn to_array(&self) -> Result<ArrayViewD<'a, T>, Error> {
        let layout = self.layout();
        // From the smallest offset on, with all strides positive, and then turned around.
        let (mut shape, mut strides) = ([0; MAX_MODES], [0; MAX_MODES]);
        let mut turned: List<usize> = List::new(0);
        for (i, &Mode { extent, stride }) in layout.leaf_modes().iter().enumerate() {
            let stride = if extent > 1 { stride } else { 0 };
            (shape[i], strides[i]) = (extent as usize, stride.unsigned_abs() as usize);
            if stride < 0 {
                let _ = turned.push(i);
            }
        }
        let rank = layout.length();
        let start = (self.base() + layout.min_offset()) as usize;
        let data = self.data().get(start..).unwrap_or_default();
        let shape = IxDyn(&shape[..rank]).strides(IxDyn(&strides[..rank]));
        let Ok(mut array) = ArrayView::from_shape(shape, data) else {
            let what = "a layout that ndarray does not allow";
            return Err(Error::new(Op::Tensor, ErrorKind::Unsupported { what }).on(layout.text()));
        };
        for &axis in turned.as_slice() {
            array.invert_axis(Axis(axis));
        }
        Ok(array)
    }
}

impl<'a, T> TensorMut<'a, T> {
    /// An array that can be written, as a tensor: see [`Tensor::of_array`].
    ///
    /// # Errors
    /// As [`Tensor::of_array`] and [`TensorMut::new`].
    ///
    /// ```
    /// use ndarray::{array, s};
    /// use tilework::TensorMut;
    ///
    /// let mut a = array![[1, 2, 3], [4, 5, 6]];
    /// TensorMut::of_array(a.slice_mut(s![.., ..;-1]))?[(0, 0)] = 30;
    /// assert_eq!(a, array![[1, 2, 30], [4, 5, 6]]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of_array<D: Dimension>(array: ArrayViewMut<'a, T, D>) -> Result<Self, Error> {
        let layout = Layout::of_array(&array)?;
        match array.into_slice_memory_order() {
            Some(data) => TensorMut::new(data, layout),
            None => Err(with_gaps()),
        }
    }
}

/// Where the first element of an array lies in a slice. Only addresses are compared: whether all of them
/// lie in it, the tensor decides.
fn base_in<T, S: Data<Elem = T>, D: Dimension>(
    data: &[T],
    array: &ArrayBase<S, D>,
) -> Result<i64, Error> {
    let size = size_of::<T>();
    if size == 0 {
        return Ok(Layout::of_array(array)?.min_offset().saturating_neg());
    }
    let distance = array.as_ptr().addr() as i128 - data.as_ptr().addr() as i128;
    if distance % size as i128 != 0 {
        let what = "a view of other data";
        return Err(Error::new(Op::Tensor, ErrorKind::Unsupported { what }));
    }
    fit(Op::Tensor, distance / size as i128)
}

fn with_gaps() -> Error {
    let what = "a view of an array with gaps between its elements";
    Error::new(Op::Tensor, ErrorKind::Unsupported { what })
}
