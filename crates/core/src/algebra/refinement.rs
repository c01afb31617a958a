//! Two layouts under one shape.
//!
//! Modes are read from the left, each as long as it goes; the shorter of the two at the front is a mode of
//! both, and what it leaves of the longer one comes next. That ends where one of them does not divide the
//! other: from there on no list of modes describes both.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::layout::layout::Layout;
use crate::layout::runs::ModeRuns;

/// One mode of two layouts: see [`CommonModes`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct CommonMode {
    /// How many coordinates it has.
    pub extent: i64,
    /// The stride in the left layout ...
    pub left: i64,
    /// ... and in the right one.
    pub right: i64,
}

/// The modes of two layouts of one size under one shape, from the left: the coarsest that are modes of both.
///
/// It ends at the end of both, or where a mode of one ends inside a mode of the other: then
/// [`left`](CommonModes::left) and [`right`](CommonModes::right) still have modes. Nothing is allocated.
///
/// ```
/// use tilework::{CommonModes, Mode, layout};
///
/// let (a, b) = (layout!((4,6):(6,1)), layout!((2,12):(1,10)));
/// let modes = CommonModes::new(a.leaf_modes(), b.leaf_modes());
/// assert!(modes.map(|m| (m.extent, m.left, m.right)).eq([(2, 6, 1), (2, 12, 10), (6, 1, 20)]));
///
/// let (a, b) = (layout!((5,2,3):(9,1,5)), layout!((5,3,2):(9,1,7)));
/// let mut modes = CommonModes::new(a.leaf_modes(), b.leaf_modes());
/// assert_eq!(modes.by_ref().count(), 1);
/// assert_eq!(modes.left.front(), Some(Mode::new(2, 1)));
/// assert_eq!(modes.right.front(), Some(Mode::new(3, 1)));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct CommonModes<'a> {
    /// What is left of the left layout.
    pub left: ModeRuns<'a>,
    /// What is left of the right one.
    pub right: ModeRuns<'a>,
}

impl<'a> CommonModes<'a> {
    /// The common modes of two lists of modes.
    #[inline]
    pub const fn new(left: &'a [Mode], right: &'a [Mode]) -> CommonModes<'a> {
        CommonModes { left: ModeRuns::new(left), right: ModeRuns::new(right) }
    }

    /// The next common mode. [`next`](Iterator::next) for constants.
    #[inline]
    pub const fn next_mode(&mut self) -> Option<CommonMode> {
        let (Some(a), Some(b)) = (self.left.front(), self.right.front()) else { return None };
        // The longer one first: where it cannot be divided, nothing is taken.
        let (extent, left, right) = if a.extent < b.extent {
            let Some(right) = self.right.take(a.extent) else { return None };
            (a.extent, self.left.take(a.extent), Some(right))
        } else {
            let Some(left) = self.left.take(b.extent) else { return None };
            (b.extent, Some(left), self.right.take(b.extent))
        };
        let (Some(left), Some(right)) = (left, right) else { return None };
        Some(CommonMode { extent, left: left.stride, right: right.stride })
    }
}

impl Iterator for CommonModes<'_> {
    type Item = CommonMode;

    #[inline]
    fn next(&mut self) -> Option<CommonMode> {
        self.next_mode()
    }
}

/// # Common refinement
impl Layout {
    /// Both functions under one flat shape: two layouts with the same extents, equal to this one
    /// and to `other` at every index. [`CommonModes`] has them one by one.
    ///
    /// The extents are the coarsest that do; they exist exactly when the indices at which either
    /// changes its stride divide one another.
    ///
    /// # Errors
    /// [`SizeMismatch`](ErrorKind::SizeMismatch); [`Incomparable`](ErrorKind::Incomparable) with
    /// two indices that do not divide one another; [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = layout!((4,6):(6,1)).common_refinement(&layout!((2,12):(1,10)))?;
    /// assert_eq!((a, b), (layout!((2,2,6):(6,12,1)), layout!((2,2,6):(1,10,20))));
    /// let error = layout!((2,3):(1,5)).common_refinement(&layout!((3,2):(1,7))).unwrap_err();
    /// assert!(error.to_string().contains("2 and 3"));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn common_refinement(&self, other: &Layout) -> Result<(Layout, Layout), Error> {
        match self.refine_both(other) {
            Ok(both) => Ok(both),
            Err(error) => Err(error.on(other.text_after(self.text().str(" and ")))),
        }
    }

    const fn refine_both(&self, other: &Layout) -> Result<(Layout, Layout), Error> {
        let op = Op::CommonRefinement;
        let (left, right) = (self.size(), other.size());
        if left != right {
            return Err(Error::new(op, ErrorKind::SizeMismatch { left, right }));
        }
        let mut common = CommonModes::new(self.leaf_modes(), other.leaf_modes());
        let (mut a, mut b, mut place) = (List::new(Mode::VACANT), List::new(Mode::VACANT), 1);
        while let Some(CommonMode { extent, left, right }) = common.next_mode() {
            if !a.push(Mode::new(extent, left)) || !b.push(Mode::new(extent, right)) {
                return Err(too_many(op));
            }
            place *= extent;
        }
        if let (Some(a), Some(b)) = (common.left.front(), common.right.front()) {
            let (left, right) = (place * a.extent, place * b.extent);
            return Err(Error::new(op, ErrorKind::Incomparable { left, right }));
        }
        Ok((tri!(Layout::from_flat(op, a)), tri!(Layout::from_flat(op, b))))
    }
}
