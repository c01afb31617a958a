//! Two layouts under one shape.
//!
//! Modes are read from the left, each as long as it goes; the shorter of the two at the front is a mode of
//! both, and what it leaves of the longer one comes next. That ends where one of them does not divide the
//! other: from there on no list of modes describes both.

use crate::ground::error::{Error, ErrorKind, Op, Result};
use crate::ground::list::{List, tri};
use crate::ground::nested::too_many;
use crate::layout::layout::{Layout, Mode};

/// Modes read from the left, those that coalesce as one, and those of extent 1 not at all.
///
/// ```
/// use tilework::{Mode, ModeRuns, layout};
///
/// let a = layout!((2,1,4,3):(5,0,10,1));
/// let mut runs = ModeRuns::new(a.leaf_modes());
/// assert_eq!(runs.front(), Some(Mode::new(8, 5)));
/// assert_eq!(runs.take(4), Some(Mode::new(4, 5)));
/// assert_eq!(runs.front(), Some(Mode::new(2, 20)));
/// assert_eq!(runs.take(3), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ModeRuns<'a> {
    /// Of extent 1 after the last.
    front: Mode,
    rest: &'a [Mode],
}

impl<'a> ModeRuns<'a> {
    /// The modes of a list.
    #[inline]
    pub const fn new(modes: &'a [Mode]) -> ModeRuns<'a> {
        let mut runs = ModeRuns { front: Mode::UNIT, rest: modes };
        runs.advance();
        runs
    }

    /// The mode at the front; `None` after the last.
    #[inline]
    pub const fn front(&self) -> Option<Mode> {
        if self.front.extent == 1 { None } else { Some(self.front) }
    }

    /// The first `extent` coordinates of the mode at the front; the others come next. `None`, and nothing is
    /// taken, if they do not come out even.
    ///
    /// # Panics
    /// When `extent` is 0.
    #[inline]
    pub const fn take(&mut self, extent: i64) -> Option<Mode> {
        let Mode { extent: whole, stride } = self.front;
        if whole == extent {
            self.advance();
        } else if whole % extent == 0 {
            // A stride inside the mode, so it fits.
            self.front = Mode { extent: whole / extent, stride: stride * extent };
        } else {
            return None;
        }
        Some(Mode { extent, stride })
    }

    /// The next mode, with all those that go on where it ends.
    #[inline]
    const fn advance(&mut self) {
        self.front = Mode::UNIT;
        while let [mode, rest @ ..] = self.rest {
            if self.front.extent == 1 {
                self.front = *mode;
            } else if mode.extent != 1 {
                // Past the end of a mode there may be no number left.
                match self.front.stride.checked_mul(self.front.extent) {
                    Some(end) if end == mode.stride => self.front.extent *= mode.extent,
                    _ => return,
                }
            }
            self.rest = rest;
        }
    }
}

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
        let extent = if a.extent < b.extent { a.extent } else { b.extent };
        if a.extent % extent != 0 || b.extent % extent != 0 {
            return None;
        }
        let (Some(left), Some(right)) = (self.left.take(extent), self.right.take(extent)) else {
            return None;
        };
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
    pub const fn common_refinement(&self, other: &Layout) -> Result<(Layout, Layout)> {
        match self.refine_both(other) {
            Ok(both) => Ok(both),
            Err(error) => Err(error.on(other.text_after(self.text().str(" and ")))),
        }
    }

    const fn refine_both(&self, other: &Layout) -> Result<(Layout, Layout)> {
        let op = Op::CommonRefinement;
        let (left, right) = (self.size(), other.size());
        if left != right {
            return Err(Error::new(op, ErrorKind::SizeMismatch { left, right }));
        }
        let mut common = CommonModes::new(self.leaf_modes(), other.leaf_modes());
        let (mut a, mut b, mut place) = (List::new(Mode::UNIT), List::new(Mode::UNIT), 1);
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
