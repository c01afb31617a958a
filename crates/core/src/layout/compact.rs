//! Layouts made from a shape: compact in one order or another.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Shape, Tuple};

/// # Compact layouts
impl Layout {
    /// The compact layout of a shape, leftmost fastest: column-major, CuTe's `LayoutLeft`.
    ///
    /// # Errors
    /// [`BadExtent`](ErrorKind::BadExtent), [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{Layout, layout, tuple};
    ///
    /// assert_eq!(Layout::col_major(&tuple!((4,(2,8))))?, layout!((4,(2,8)):(1,(4,8))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "LayoutLeft")]
    pub const fn col_major(shape: &Shape) -> Result<Layout, Error> {
        Layout::compact(shape, false)
    }

    /// The compact layout of a shape, rightmost fastest: row-major, CuTe's `LayoutRight`.
    ///
    /// # Errors
    /// [`BadExtent`](ErrorKind::BadExtent), [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{Layout, layout, tuple};
    ///
    /// assert_eq!(Layout::row_major(&tuple!((4,(2,8))))?, layout!((4,(2,8)):(16,(8,1))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "LayoutRight")]
    pub const fn row_major(shape: &Shape) -> Result<Layout, Error> {
        Layout::compact(shape, true)
    }

    const fn compact(shape: &Shape, from_right: bool) -> Result<Layout, Error> {
        let subject = Text::EMPTY.tuple(shape);
        let (n, mut leaves, mut stride, mut i) =
            (shape.length(), List::new(Mode::VACANT), 1_i64, 0);
        while i < n {
            let _ = leaves.push(Mode::UNIT);
            i += 1;
        }
        while i > 0 {
            i -= 1;
            let at = if from_right { i } else { n - 1 - i };
            let extent = shape.leaves.at(at);
            leaves.set(at, Mode::new(extent, stride));
            stride = match stride.checked_mul(extent) {
                Some(next) => next,
                None => return Err(Error::overflow(Op::Layout, "size").on(subject)),
            };
        }
        match Layout::checked(Op::Layout, Nested { profile: shape.profile, leaves }) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(subject)),
        }
    }

    /// The compact layout of `shape` whose modes vary in the order of `order`: the smallest
    /// number fastest. CuTe's `make_ordered_layout`.
    ///
    /// `order` is nested like `shape` or coarser; below an integer of `order`, the modes of
    /// `shape` are compact from the left. Equal numbers go from left to right, so that the
    /// result is always a bijection (CuTe lets such modes overlap).
    ///
    /// # Errors
    /// [`NotCongruent`](ErrorKind::NotCongruent) when `order` is not weakly congruent to `shape`,
    /// and as [`col_major`](Layout::col_major).
    ///
    /// ```
    /// use tilework::{Layout, layout, tuple};
    ///
    /// let a = Layout::ordered(&tuple!((3,5,7)), &tuple!((2,0,1)))?;
    /// assert_eq!(a, layout!((3,5,7):(35,1,5)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_ordered_layout")]
    pub const fn ordered(shape: &Shape, order: &Tuple) -> Result<Layout, Error> {
        if !order.weakly_congruent(shape) {
            let kind = ErrorKind::NotCongruent { left: shape.length(), right: order.length() };
            let subject = Text::EMPTY.tuple(shape).str(" in order ").tuple(order);
            return Err(Error::new(Op::Ordered, kind).on(subject));
        }
        // The column-major layout says what is wrong with the shape, if anything is.
        let mut out = tri!(Layout::col_major(shape));
        let starts = order.leaf_starts(shape);
        let (keys, mut stride, mut done, mut i) = (order.leaves(), 1_i64, [false; MAX_MODES], 0);
        while i < keys.len() {
            // The least number that is left, the leftmost of them.
            let (mut next, mut k) = (usize::MAX, 0);
            while k < keys.len() {
                if !done[k] && (next == usize::MAX || keys[k] < keys[next]) {
                    next = k;
                }
                k += 1;
            }
            done[next] = true;
            let (mut leaf, end) = (starts.at(next), starts.at(next + 1));
            while leaf < end {
                let extent = shape.leaves.at(leaf);
                out.tree.leaves.set(leaf, Mode::new(extent, stride));
                // Cannot overflow: it divides the size of the column-major layout.
                stride *= extent;
                leaf += 1;
            }
            i += 1;
        }
        Ok(out)
    }

    /// A compact layout with this layout's shape whose modes vary in the order of its
    /// strides; modes with stride 0 keep it. CuTe's `make_layout_like`.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,8,3):(100,1,0)).like(), layout!((4,8,3):(8,1,0)));
    /// ```
    #[doc(alias = "make_layout_like")]
    pub const fn like(&self) -> Layout {
        let Ok(mut out) = Layout::ordered(&self.filter_zeros().shape(), &self.stride()) else {
            // Shape and stride of a layout are congruent, and a part of its size fits.
            return *self;
        };
        let mut i = 0;
        while i < out.length() {
            let Mode { extent, stride } = self.leaf_modes()[i];
            let fixed = stride == 0 || extent == 1;
            let stride = if fixed { 0 } else { out.leaf_modes()[i].stride };
            out.tree.leaves.set(i, Mode::new(extent, stride));
            i += 1;
        }
        out
    }
}
