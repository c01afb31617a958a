//! From tensors over layouts behind maps to tensors over strides, where these have some.

use crate::ground::error::Error;
use crate::tensor::offset_map::OffsetMap;
use crate::tensor::{Tensor, TensorMut};

impl<'a, T, L: OffsetMap> Tensor<'a, T, L> {
    /// The same elements, in the same order, by a layout with strides.
    ///
    /// A row, a column or a tile of a swizzled tensor often has strides; see
    /// [`ComposedLayout::to_layout`](crate::ComposedLayout::to_layout).
    ///
    /// # Errors
    /// As [`ComposedLayout::to_layout`](crate::ComposedLayout::to_layout), with the first index at
    /// which it leaves every layout; never for a [`Layout`](crate::Layout).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Tensor, layout, slicer};
    ///
    /// let data: Vec<i32> = (0..64).collect();
    /// let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// let a = Tensor::new(&data, swizzled)?;
    /// assert_eq!(a.to_plain().unwrap_err().witness(), Some(9));
    /// let row = a.slice(&slicer!((3,_)))?.to_plain()?;
    /// assert_eq!((*row.layout(), row.base()), (layout!(((4,2)):((-1,4))), 27));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "decay")]
    pub fn to_plain(&self) -> Result<Tensor<'a, T>, Error> {
        Ok(Tensor { data: self.data, placed: self.placed.plain()? })
    }
}

impl<'a, T, L: OffsetMap> TensorMut<'a, T, L> {
    /// The same elements by a layout with strides, as [`Tensor::to_plain`]: what
    /// [`iter_mut`](TensorMut::iter_mut) and [`split`](TensorMut::split) need.
    ///
    /// Where there are no strides, [`for_each_mut`](TensorMut::for_each_mut) and
    /// [`into_cells`](TensorMut::into_cells) still do.
    ///
    /// # Errors
    /// As [`Tensor::to_plain`].
    ///
    /// ```
    /// use tilework::{ComposedLayout, TensorMut, slicer};
    ///
    /// let mut data = [0; 16];
    /// let swizzled: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// let row = TensorMut::new(&mut data, swizzled)?.slice(&slicer!((1,_)))?;
    /// for (index, element) in row.into_plain()?.iter_mut()? {
    ///     *element = 10 + index;
    /// }
    /// assert_eq!(data[4..8], [11, 10, 13, 12]);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "decay")]
    pub fn into_plain(self) -> Result<TensorMut<'a, T>, Error> {
        // The same offset at every index, so still injective.
        Ok(TensorMut { placed: self.placed.plain()?, data: self.data })
    }
}
