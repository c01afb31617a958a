//! Rearranging the modes of a layout, as CuTe does with tuples.
//!
//! The work is done in [`Nested`], which knows nothing of strides; here the
//! results are checked to be layouts (appending modes can overflow the size).

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::layout::layout::Layout;
use crate::layout::tuple::Tuple;

/// # Rearranging modes
impl Layout {
    /// The same leaf modes without inner parentheses. A single mode stays one.
    pub const fn flatten(&self) -> Layout {
        Layout { tree: self.tree.flatten() }
    }

    /// The leaf modes under another profile, the one of `like`.
    ///
    /// # Errors
    /// [`NotCongruent`](ErrorKind::NotCongruent) when the numbers of leaves differ.
    pub const fn unflatten(&self, like: &Tuple) -> Result<Layout, Error> {
        self.rearranged(Op::Unflatten, self.tree.unflatten(like))
    }

    /// Modes `begin..end` as one mode; an empty range changes nothing.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when the range is not inside the rank.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,3,5):(1,2,6)).group(1, 3)?, layout!((2,(3,5)):(1,(2,6))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "group_modes")]
    pub const fn group(&self, begin: usize, end: usize) -> Result<Layout, Error> {
        self.rearranged(Op::Group, self.tree.group(begin, end))
    }

    /// `mode` after the last mode.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes), [`Overflow`](ErrorKind::Overflow).
    pub const fn append(&self, mode: &Layout) -> Result<Layout, Error> {
        self.rearranged(Op::Append, self.tree.append(&mode.tree))
    }

    /// `mode` before the first mode.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes), [`Overflow`](ErrorKind::Overflow).
    pub const fn prepend(&self, mode: &Layout) -> Result<Layout, Error> {
        self.rearranged(Op::Prepend, self.tree.prepend(&mode.tree))
    }

    /// `mode` appended until the rank is `rank`.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the rank is larger already,
    /// [`TooManyModes`](ErrorKind::TooManyModes), [`Overflow`](ErrorKind::Overflow).
    pub const fn append_n(&self, rank: usize, mode: &Layout) -> Result<Layout, Error> {
        self.rearranged(Op::Append, self.tree.append_n(rank, &mode.tree))
    }

    /// `mode` prepended until the rank is `rank`.
    ///
    /// # Errors
    /// As [`append_n`](Layout::append_n).
    pub const fn prepend_n(&self, rank: usize, mode: &Layout) -> Result<Layout, Error> {
        self.rearranged(Op::Prepend, self.tree.prepend_n(rank, &mode.tree))
    }

    /// `mode` in the place of mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`TooManyModes`](ErrorKind::TooManyModes),
    /// [`Overflow`](ErrorKind::Overflow).
    pub const fn replace(&self, i: usize, mode: &Layout) -> Result<Layout, Error> {
        self.rearranged(Op::Replace, self.tree.replace(i, &mode.tree))
    }

    /// The layout without mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode).
    pub const fn remove(&self, i: usize) -> Result<Layout, Error> {
        self.rearranged(Op::Remove, self.tree.remove(i))
    }

    /// The modes named by `indices`, in that order.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`TooManyModes`](ErrorKind::TooManyModes),
    /// [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((2,3,5):(1,2,6));
    /// assert_eq!(a.select(&[2, 0])?, layout!((5,2):(6,1)));
    /// assert_eq!(a.select(&[2])?, layout!((5):(6)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn select(&self, indices: &[usize]) -> Result<Layout, Error> {
        self.rearranged(Op::Select, self.tree.select(indices))
    }

    /// Modes `begin..end`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when the range is empty or not inside the rank.
    pub const fn take(&self, begin: usize, end: usize) -> Result<Layout, Error> {
        self.rearranged(Op::Take, self.tree.take(begin, end))
    }

    /// The layouts side by side, as the modes of one: `(A, B, ...)`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes), [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// let both = Layout::concat(&[layout!(4:2), layout!((2,3):(1,8))])?;
    /// assert_eq!(both, layout!((4,(2,3)):(2,(1,8))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_layout")]
    pub const fn concat(modes: &[Layout]) -> Result<Layout, Error> {
        let (mut tree, mut i) = (Nested::none(), 0);
        tri!(tree.open());
        while i < modes.len() {
            if let Err(error) = tree.push(&modes[i].tree) {
                return Err(error.within(Op::Layout));
            }
            i += 1;
        }
        if let Err(error) = tree.close() {
            return Err(error.within(Op::Layout));
        }
        Layout::checked(Op::Layout, tree)
    }

    /// The leaf modes in order of increasing stride, flat. Equal strides keep their order.
    pub const fn sort_by_stride(&self) -> Layout {
        let mut tree = self.tree.flatten();
        sort_by_stride(tree.leaves.as_mut_slice());
        Layout { tree }
    }

    /// Modes with stride 0 shrunk to extent 1: every offset once for each repetition less.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!(((2,3),4):((0,1),0)).filter_zeros(), layout!(((1,3),1):((0,1),0)));
    /// ```
    pub const fn filter_zeros(&self) -> Layout {
        let (mut out, mut i) = (*self, 0);
        while i < out.length() {
            if out.tree.leaves.at(i).stride == 0 {
                out.tree.leaves.set(i, Mode::UNIT);
            }
            i += 1;
        }
        out
    }

    /// The modes at which `marks` is 0, shrunk to extent 1. `marks` is nested like the layout,
    /// or coarser.
    ///
    /// # Errors
    /// [`NotCongruent`](ErrorKind::NotCongruent) when `marks` is not weakly congruent to the layout.
    pub const fn filter_zeros_by(&self, marks: &Tuple) -> Result<Layout, Error> {
        if !marks.weakly_congruent(&self.tree) {
            let kind = ErrorKind::NotCongruent { left: self.length(), right: marks.length() };
            return Err(Error::new(Op::Filter, kind).on(self.text()));
        }
        let (starts, mut out, mut i) = (marks.leaf_starts(&self.tree), *self, 0);
        while i < marks.length() {
            let (mut leaf, end) = (starts.at(i), starts.at(i + 1));
            while marks.leaves.at(i) == 0 && leaf < end {
                out.tree.leaves.set(leaf, Mode::new(1, self.leaf_modes()[leaf].stride));
                leaf += 1;
            }
            i += 1;
        }
        Ok(out)
    }
}

/// Sorts modes by stride; equal strides keep their order.
pub(crate) const fn sort_by_stride(modes: &mut [Mode]) {
    // By insertion: the lists are short and mostly sorted.
    let mut i = 1;
    while i < modes.len() {
        let (mode, mut k) = (modes[i], i);
        while k > 0 && modes[k - 1].stride > mode.stride {
            modes[k] = modes[k - 1];
            k -= 1;
        }
        modes[k] = mode;
        i += 1;
    }
}
