//! Strides that are given, over memory that is there; and modes from their ends.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Shape, Stride};
use crate::views::modes::distinct;

/// # Strides over memory
impl Layout {
    /// The layout with this shape and these strides, if all its elements, from `offset` on, lie in the memory
    /// of this one: between its smallest and its largest offset. `offset` counts as those do.
    ///
    /// Its elements may overlap, as in sliding windows; [`is_injective`](Layout::is_injective) says whether
    /// it can be written through.
    ///
    /// # Errors
    /// [`OutsideData`](ErrorKind::OutsideData), with positions from the smallest offset of this layout on;
    /// and as [`from_tuples`](Layout::from_tuples).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let data = layout!(10:1);
    /// // All windows of 3, and one more.
    /// assert_eq!(data.as_strided(&tuple!((8,3)), &tuple!((1,1)), 0)?, layout!((8,3):(1,1)));
    /// assert_eq!(
    ///     data.as_strided(&tuple!((9,3)), &tuple!((1,1)), 0).unwrap_err().to_string(),
    ///     "as_strided of 10:1 as (9,3):(1,1) at 0: positions 0 to 10 are needed, but there are only 10 \
    ///      elements; 1 missing after the last",
    /// );
    /// // From the last element down.
    /// assert_eq!(data.as_strided(&tuple!(10), &tuple!(-1), 9)?, layout!(10:-1));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn as_strided(
        &self,
        shape: &Shape,
        stride: &Stride,
        offset: i64,
    ) -> Result<Layout, Error> {
        let op = Op::AsStrided;
        let view = match Layout::from_tuples(shape, stride) {
            Ok(view) => view,
            Err(error) => return Err(error.within(op)),
        };
        let start = offset as i128 - self.min_offset() as i128;
        let (first, last) = (start + view.min_offset() as i128, start + view.max_offset() as i128);
        if first >= 0 && last < self.cosize() as i128 {
            return Ok(view);
        }
        let len = self.cosize() as usize;
        let kind = ErrorKind::OutsideData { first: clamp(first), last: clamp(last), len };
        let text = view.text_after(self.text().str(" as ")).str(" at ").int(offset);
        Err(Error::new(op, kind).on(text))
    }

    /// These modes from their last element to their first, and the offset at which the result starts.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`RepeatedMode`](ErrorKind::RepeatedMode).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,3):(3,1)).flip(&[1])?, (layout!((2,3):(3,-1)), 2));
    /// assert_eq!(layout!((2,3):(3,1)).flip(&[0, 1])?, (layout!((2,3):(-3,-1)), 5));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn flip(&self, modes: &[usize]) -> Result<(Layout, i64), Error> {
        if let Err(error) = distinct(Op::Flip, modes, self.rank()) {
            return Err(error.on(self.text()));
        }
        let (mut out, mut start, mut i) = (*self, 0, 0);
        let root = self.tree.root();
        while i < modes.len() && self.length() > 0 {
            let node = self.tree.child(root, modes[i]);
            let (mut leaf, end) = (node.leaf, node.leaf + self.tree.leaves_at(node).len());
            while leaf < end {
                let Mode { extent, stride } = self.tree.leaves.at(leaf);
                // Where nothing is reversed, the stride may be one that has no negative.
                if extent > 1 {
                    out.tree.leaves.set(leaf, Mode::new(extent, -stride));
                    start += (extent - 1) * stride;
                }
                leaf += 1;
            }
            i += 1;
        }
        Ok((tri!(Layout::checked(Op::Flip, out.tree)), start))
    }
}

const fn clamp(value: i128) -> i64 {
    if value < i64::MIN as i128 {
        i64::MIN
    } else if value > i64::MAX as i128 {
        i64::MAX
    } else {
        value as i64
    }
}
