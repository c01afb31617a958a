//! Views of composed layouts: the maps stay, and the layout inside is seen under another shape.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::Shape;
use crate::maps::composed::ComposedLayout;
use crate::views::target;

impl ComposedLayout {
    /// Without the modes of one element.
    pub const fn squeeze(&self) -> ComposedLayout {
        ComposedLayout { chain: self.chain, inner: self.inner.squeeze() }
    }

    /// The same elements in the same order under another shape, as [`Layout::reshape`]. Where the layout
    /// inside has none, it becomes one more map.
    ///
    /// # Errors
    /// As [`Layout::reshape`], but never [`NeedsCopy`](ErrorKind::NeedsCopy);
    /// [`TooManyStages`](ErrorKind::TooManyStages).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Order, tuple};
    ///
    /// let a: ComposedLayout = "Sw<1,0,1> o 0 o (3,2):(1,3)".parse()?;
    /// let rows = a.reshape(&tuple!((2,3)), Order::Lex)?;
    /// assert_eq!(rows.to_string(), "Sw<1,0,1> o 0 o (2,3):(3,1) o 0 o (2,3):(3,1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn reshape(&self, shape: &Shape, order: Order) -> Result<ComposedLayout, Error> {
        let op = Op::Reshape;
        let error = match self.inner.reshape(shape, order) {
            Ok(inner) => return self.with_inner(op, inner),
            Err(error) => error,
        };
        if !matches!(error.kind(), ErrorKind::NeedsCopy { .. }) {
            return Err(error);
        }
        // The indices in the order of counting, which the layout inside has from left to right.
        let shape = tri!(target::of_size(op, self.size(), shape));
        let indices = tri!(Layout::compact_in(order, &shape));
        let counted = ComposedLayout { chain: self.chain, inner: self.inner.fastest_first(order) };
        match ComposedLayout::nested(&counted, 0, &indices) {
            Ok(composed) => Ok(composed),
            Err(error) => Err(error.within(op)),
        }
    }

    /// These modes from their last element to their first, as [`Layout::flip`]: where they start goes into
    /// the offset.
    ///
    /// # Errors
    /// As [`Layout::flip`]; [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::ComposedLayout;
    ///
    /// let a: ComposedLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.flip(&[1])?.to_string(), "Sw<2,0,2> o 3 o (4,4):(4,-1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn flip(&self, modes: &[usize]) -> Result<ComposedLayout, Error> {
        let (inner, start) = tri!(self.inner.flip(modes));
        self.with_part(Op::Flip, inner, start)
    }
}
