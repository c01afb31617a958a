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
    /// PyTorch have them. An array without axes is `()`.
    ///
    /// # Errors
    /// [`RankMismatch`](ErrorKind::RankMismatch) when there are more of one than of the other;
    /// [`BadExtent`](ErrorKind::BadExtent) for an axis without elements; and as [`Layout::new`].
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// assert_eq!(Layout::from_strides(&[2, 3], &[3, 1])?, layout!((2,3):(3,1)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn from_strides(shape: &[usize], strides: &[isize]) -> Result<Layout, Error> {
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
    pub fn from_byte_strides(
        shape: &[usize],
        strides: &[isize],
        bytes: usize,
    ) -> Result<Layout, Error> {
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
        let mut modes = List::new(Mode::UNIT);
        for (i, (&extent, &stride)) in shape.iter().zip(strides).enumerate() {
            // A pointer has at most 64 bits.
            let stride = stride as i64;
            // What an axis of one element has for a stride never matters.
            if extent != 1 && stride % by != 0 {
                let kind = ErrorKind::NotDivisible { value: stride, by };
                return Err(Error::new(op, kind).in_mode(i));
            }
            if !modes.push(Mode::new(integer(extent)?, stride / by)) {
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

fn integer(value: usize) -> Result<i64, Error> {
    i64::try_from(value).map_err(|_| Error::overflow(Op::Strides, "integer"))
}
