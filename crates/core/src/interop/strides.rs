//! Strides as other libraries have them: flat, of elements or of bytes.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::layout::layout::Layout;
use crate::layout::tuple::Stride;

/// # Strides of other libraries
impl Layout {
    /// The flat layout of an array with this shape and these strides, in elements, as `ndarray` and
    /// PyTorch have them: integers of any type. An array without axes is `()`. The way back is
    /// [`leaves_as`](Nested::leaves_as).
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch) when there are more of one than of the other;
    /// [`BadExtent`](ErrorKind::BadExtent) for an axis without elements; and as [`Layout::new`].
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// let (shape, strides): ([usize; 2], [i64; 2]) = ([2, 3], [3, 1]);
    /// assert_eq!(Layout::from_strides(&shape, &strides)?, layout!((2,3):(3,1)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_strides<N, S>(shape: &[N], strides: &[S]) -> Result<Layout, Error>
    where
        N: Copy + TryInto<i64>,
        S: Copy + TryInto<i64>,
    {
        Layout::from_byte_strides(shape, strides, 1)
    }

    /// [`from_strides`](Layout::from_strides) with strides in bytes, of elements of `bytes` bytes, as
    /// numpy has them.
    ///
    /// # Errors
    /// As [`from_strides`](Layout::from_strides); [`NotDivisible`](ErrorKind::NotDivisible) for a stride
    /// that is no whole number of elements; [`NotPositive`](ErrorKind::NotPositive) for elements of
    /// 0 bytes.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// // np.zeros((2, 3), np.float32)[:, ::-1].strides
    /// assert_eq!(Layout::from_byte_strides(&[2, 3], &[12, -4], 4)?, layout!((2,3):(3,-1)));
    /// assert!(Layout::from_byte_strides(&[2, 3], &[12, 6], 4).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_byte_strides<N, S>(
        shape: &[N],
        strides: &[S],
        bytes: usize,
    ) -> Result<Layout, Error>
    where
        N: Copy + TryInto<i64>,
        S: Copy + TryInto<i64>,
    {
        let op = Op::Strides;
        if shape.len() != strides.len() {
            let kind = ErrorKind::RankMismatch { left: shape.len(), right: strides.len() };
            return Err(Error::new(op, kind));
        }
        let by = integer(bytes)?;
        if by < 1 {
            let kind = ErrorKind::NotPositive { what: "the size of an element", value: by };
            return Err(Error::new(op, kind));
        }
        let mut modes = List::new(Mode::VACANT);
        for (i, (&extent, &stride)) in shape.iter().zip(strides).enumerate() {
            let (extent, stride) = (integer(extent)?, integer(stride)?);
            // What an axis of one element has for a stride never matters.
            if extent != 1 && stride % by != 0 {
                let kind = ErrorKind::NotDivisible { value: stride, by };
                return Err(Error::new(op, kind).in_mode(i));
            }
            if !modes.push(Mode::new(extent, stride / by)) {
                return Err(too_many(op));
            }
        }
        Layout::checked(op, Nested::flat(modes))
    }

    /// The strides in bytes, of elements of `bytes` bytes.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// assert_eq!(layout!((2,(3,4)):(12,(4,1))).byte_strides(8)?, tuple!((96,(32,8))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn byte_strides(&self, bytes: usize) -> Result<Stride, Error> {
        let (by, mut out) = (integer(bytes)?, self.stride());
        for stride in out.leaves.as_mut_slice() {
            *stride =
                stride.checked_mul(by).ok_or_else(|| Error::overflow(Op::Strides, "stride"))?;
        }
        Ok(out)
    }
}

impl Nested<i64> {
    /// The leaves as integers of another type: shapes and strides as other libraries take them.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow) for a number that this type does not have, with its leaf.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((2,3):(3,-1));
    /// let shape: Vec<usize> = a.shape().leaves_as()?.collect();
    /// let strides: Vec<isize> = a.byte_strides(4)?.leaves_as()?.collect();
    /// assert_eq!((shape, strides), (vec![2, 3], vec![12, -4]));
    /// assert!(a.stride().leaves_as::<usize>().is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn leaves_as<N: TryFrom<i64>>(&self) -> Result<impl Iterator<Item = N> + use<N>, Error> {
        match self.leaves().iter().position(|&leaf| N::try_from(leaf).is_err()) {
            Some(leaf) => Err(Error::overflow(Op::Strides, "integer").in_mode(leaf)),
            None => {
                let (leaves, count) = (*self.leaves.slots(), self.length());
                Ok(leaves.into_iter().take(count).filter_map(|leaf| N::try_from(leaf).ok()))
            }
        }
    }
}

fn integer(value: impl TryInto<i64>) -> Result<i64, Error> {
    value.try_into().map_err(|_| Error::overflow(Op::Strides, "integer"))
}
