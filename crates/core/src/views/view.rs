//! The same elements in the same order under another shape.
//!
//! Both shapes are read from their fastest modes. What is left of the layout begins with a mode `n:d`, as
//! long as it goes; the strides change where it ends, at index `b`. A mode of the new shape that is shorter
//! takes its part, and one that ends where it ends takes it all. Any other one would need two strides, and by
//! Theorem N (DESIGN.md, 3.1) no other choice of strides helps: below `b` all of them are forced, and `b` is
//! the first index at which they are wrong.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Pieces;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::runs::ModeRuns;
use crate::layout::tuple::Shape;
use crate::views::target::{self, view_text};

/// # View or copy
impl Layout {
    /// The layout that shows the same elements in the same order under another shape, with one stride for
    /// each of its modes, as numpy and PyTorch need them; or the reason why a copy is needed.
    ///
    /// Elements are counted in `order`, on both sides: [`Lex`](Order::Lex) is row-major, the default of
    /// numpy and PyTorch. One extent may be -1: it is what makes the sizes equal. Modes of extent 1 have
    /// stride 0, and whatever stride they had does not matter; nested modes count by their leaves.
    ///
    /// ```text
    /// R.offsets_in(order) = A.offsets_in(order), and R has the given shape
    /// ```
    ///
    /// # Errors
    /// [`NeedsCopy`](ErrorKind::NeedsCopy) with the modes and the first index that have no such strides;
    /// [`SizeMismatch`](ErrorKind::SizeMismatch), or [`NotDivisible`](ErrorKind::NotDivisible) where an extent
    /// is -1; [`BadExtent`](ErrorKind::BadExtent) for other extents below 1: there are no empty layouts.
    ///
    /// ```
    /// use tilework::{ErrorKind, Order, layout, tuple};
    ///
    /// // A transposed matrix of 3 x 2, and an axis of one element.
    /// let a = layout!((3,2,1):(1,3,6));
    /// assert_eq!(a.can_view(&tuple!((1,3,2)), Order::Lex)?, layout!((1,3,2):(0,1,3)));
    /// assert_eq!(a.can_view(&tuple!(-1), Order::Colex)?, layout!(6:1));
    ///
    /// let error = a.can_view(&tuple!(6), Order::Lex).unwrap_err();
    /// assert!(matches!(error.kind(), ErrorKind::NeedsCopy { index: 2, expected: 6, found: 1, .. }));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "view")]
    pub const fn can_view(&self, shape: &Shape, order: Order) -> Result<Layout, Error> {
        match self.walk(Op::CanView, shape, order) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(view_text(self.text(), shape, order))),
        }
    }

    /// The layout that shows the same elements in the same order under another shape, where one mode of
    /// that shape may need several strides: it is nested then.
    ///
    /// So there is one wherever any layout has the elements in that order and refines that shape;
    /// [`can_view`](Layout::can_view) asks for one stride each. In column-major order this is
    /// [`with_shape`](Layout::with_shape).
    ///
    /// # Errors
    /// As [`can_view`](Layout::can_view), and [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::{Order, layout, tuple};
    ///
    /// let a = layout!((3,2):(1,3));
    /// assert!(a.can_view(&tuple!(6), Order::Lex).is_err());
    /// let flat = a.reshape(&tuple!(6), Order::Lex)?;
    /// assert_eq!(flat, layout!((3,2):(1,3)));
    /// assert_eq!(layout!((4,4):(1,4)).reshape(&tuple!((2,-1)), Order::Lex)?, layout!((2,(2,4)):(2,(1,4))));
    /// // No modes of any kind begin both at index 2 and at index 3.
    /// assert!(a.reshape(&tuple!((2,3)), Order::Lex).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn reshape(&self, shape: &Shape, order: Order) -> Result<Layout, Error> {
        match self.walk(Op::Reshape, shape, order) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(view_text(self.text(), shape, order))),
        }
    }

    /// Both, without the operands in its errors.
    pub(crate) const fn walk(&self, op: Op, shape: &Shape, order: Order) -> Result<Layout, Error> {
        let shape = tri!(target::of_size(op, self.size(), shape));
        let (source, shape) = (self.fastest_first(order), target::fastest_first(&shape, order));
        let nested = matches!(op, Op::Reshape);
        let mut runs = ModeRuns::new(source.leaf_modes());
        // Under each leaf of the shape, the modes that it needs: how many, and which.
        let (mut pieces, mut modes) = (Pieces::NONE, List::new(Mode::VACANT));
        let (mut place, mut i) = (1, 0);
        while i < shape.length() {
            let (mut rest, first) = (shape.leaves.at(i), modes.len());
            while let Some(part) = runs.front()
                && rest > 1
            {
                // Both end at the same index, or one of them inside the other.
                let extent = if nested && rest % part.extent == 0 { part.extent } else { rest };
                let Some(mode) = runs.take(extent) else {
                    let at = Break { index: place * part.extent, expected: end(part) };
                    return Err(Error::new(op, Layout::needs_copy(op, &source, &shape, order, at)));
                };
                if !modes.push(mode) {
                    return Err(too_many(op));
                }
                (rest, place) = (rest / extent, place * extent);
            }
            if modes.len() == first && !modes.push(Mode::UNIT) {
                return Err(too_many(op));
            }
            pieces.set(i, modes.len() - first);
            i += 1;
        }
        let Some(profile) = shape.profile.split(&pieces) else {
            return Err(too_many(op));
        };
        // The offsets are those of this layout, so they fit.
        Ok(Layout { tree: Nested { profile, leaves: modes } }.fastest_first(order))
    }

    /// What stands at an index at which the strides change, inside a mode of the new shape. `source` and
    /// `shape` are in the order of counting.
    const fn needs_copy(
        op: Op,
        source: &Layout,
        shape: &Shape,
        order: Order,
        at: Break,
    ) -> ErrorKind {
        // The modes of the layout on both sides of the index, and the mode of the shape that has it inside.
        let (modes, extents) = (source.leaf_modes(), shape.leaves());
        let (mut next, mut start) = (0, 1);
        while start < at.index || modes[next].extent == 1 {
            start *= modes[next].extent;
            next += 1;
        }
        let mut last = next - 1;
        while modes[last].extent == 1 {
            last -= 1;
        }
        let (mut new, mut end) = (0, extents[0]);
        while end <= at.index {
            new += 1;
            end *= extents[new];
        }
        let nested =
            !matches!(op, Op::Reshape) && source.walk(Op::Reshape, shape, Order::Colex).is_ok();
        ErrorKind::NeedsCopy {
            index: at.index,
            expected: at.expected,
            found: modes[next].stride,
            last: leaf_in(order, last, modes.len()),
            next: leaf_in(order, next, modes.len()),
            new: leaf_in(order, new, extents.len()),
            nested,
        }
    }
}

/// An index at which the strides change, and the offset that one stride would have there.
#[derive(Clone, Copy)]
struct Break {
    index: i64,
    expected: i64,
}

/// Where a mode would continue. No offset of the layout, so it may not fit.
const fn end(mode: Mode) -> i64 {
    mode.extent.saturating_mul(mode.stride)
}

/// Leaf `i` of those from the fastest on, counted from the left.
const fn leaf_in(order: Order, i: usize, count: usize) -> usize {
    match order {
        Order::Colex => i,
        Order::Lex => count - 1 - i,
    }
}
