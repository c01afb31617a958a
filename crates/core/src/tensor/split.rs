//! Cutting a mutable tensor into parts that can be written at the same time.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::tensor::placed::Placed;
use crate::tensor::{TensorMut, missing};

impl<'a, T> TensorMut<'a, T> {
    /// The coordinates of mode `mode` below `at`, and those from `at` on, as two tensors.
    ///
    /// ```text
    /// (4,6):(6,1) split in mode 0 at 1       0  1  2  3  4  5
    ///                                       ------------------
    ///                                        6  7  8  9 10 11
    ///                                       12 13 14 15 16 17
    ///                                       18 19 20 21 22 23
    /// ```
    ///
    /// Each gets its own part of the data, so the two can go to two threads. This needs parts that
    /// lie one behind the other; parts that interleave can share
    /// [`into_cells`](TensorMut::into_cells).
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode); [`Unsupported`](ErrorKind::Unsupported) for a nested mode;
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) unless `0 < at < extent`;
    /// [`Interleaved`](ErrorKind::Interleaved) when one part begins before the other ends.
    ///
    /// ```
    /// use tilework::{TensorMut, layout};
    ///
    /// let mut data = [0; 24];
    /// let a = TensorMut::new(&mut data, layout!((4,6):(6,1)))?;
    /// let (mut top, mut rest) = a.split(0, 1)?;
    /// core::mem::swap(top.get_mut((0, 0))?, rest.get_mut((2, 5))?);
    /// assert_eq!(rest.shape().to_string(), "(3,6)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn split(self, mode: usize, at: i64) -> Result<(Self, Self), Error> {
        let (layout, base) = (self.placed.map, self.placed.base);
        let cut = layout.mode(mode).map_err(|error| error.within(Op::Tensor))?;
        let fail = |kind| Err(Error::new(Op::Tensor, kind).on(layout.text()).in_mode(mode));
        let (0, &[Mode { extent, stride }]) = (cut.depth(), cut.leaf_modes()) else {
            return fail(ErrorKind::Unsupported { what: "splitting a mode of several leaves" });
        };
        if at < 1 || at >= extent {
            return fail(ErrorKind::OutOfBounds { coordinate: at, extent });
        }
        let part = |extent| layout.replace(mode, &Layout::new(extent, stride)?);
        let low = Placed { base, map: part(at)? };
        let high = Placed { base: base + at * stride, map: part(extent - at)? };
        // The part that lies first in the data.
        let (first, second) = if stride < 0 { (high, low) } else { (low, high) };
        let end = first.base + first.map.max_offset();
        let begin = second.base + second.map.min_offset();
        if begin <= end {
            return fail(ErrorKind::Interleaved { end, begin });
        }
        let len = self.data.len();
        let Some((left, right)) = self.data.split_at_mut_checked(begin as usize) else {
            return Err(missing(begin as usize, len));
        };
        let left = TensorMut { data: left, placed: first };
        let right =
            TensorMut { data: right, placed: Placed { base: second.base - begin, ..second } };
        Ok(if stride < 0 { (right, left) } else { (left, right) })
    }
}
