//! Inverses that are found by search, where taking whole modes is not enough.
//!
//! [`right_inverse`](Layout::right_inverse) and [`left_inverse`](Layout::left_inverse) look at each
//! mode once. For layouts whose offsets overlap or interleave there may be a larger right inverse
//! and a left inverse nevertheless; both searches end in the answer, a proof that there is none,
//! or [`Undecided`](ErrorKind::Undecided).

mod linear;
mod steps;
mod chains;

use crate::decide::inverse_search::chains::Chains;
use crate::decide::inverse_search::steps::Steps;
use crate::decide::questions::negative_stride;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::WORK_BUDGET;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::ground::work::Work;
use crate::layout::layout::Layout;
use crate::layout::runs::push_coalesced;

/// # Inverses that need a search
impl Layout {
    /// A right inverse as large as one without carries can be: a layout `R` with `A(R(i)) = i` for
    /// every index `i` of `R`.
    ///
    /// In plain words: [`right_inverse`](Layout::right_inverse) takes whole modes of A. This one
    /// also takes parts of modes, and steps in several modes at once.
    ///
    /// ```text
    /// A = (3,2):(1,2)    0 2      right_inverse 3:1              indices 0 1 2
    ///                    1 3      right_inverse_max (2,2):(1,3)  indices 0 1 3 4
    ///                    2 4
    /// ```
    ///
    /// Post-conditions: `A(R(i)) = i`, and the size is at least that of `right_inverse`. No R is
    /// larger whose steps, in A's coalesced coordinates, add up without carry. Modes with
    /// stride 0 or below are not used.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided): given up; only where offsets overlap.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((3,2):(1,2)).right_inverse_max()?, layout!((2,2):(1,3)));
    /// assert_eq!(layout!((2,2,2):(1,2,3)).right_inverse_max()?, layout!((3,2):(1,4)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn right_inverse_max(&self) -> Result<Layout, Error> {
        self.right_inverse_max_within(&mut Work::new())
    }

    pub(crate) const fn right_inverse_max_within(&self, work: &mut Work) -> Result<Layout, Error> {
        let (whole, steps) = (self.right_inverse(), Steps::new(self.leaf_modes()));
        if whole.size() == steps.most() {
            return Ok(whole);
        }
        let found = match steps.largest(work) {
            Some(modes) => flat_layout(Op::RightInverse, modes.as_slice()),
            None => Err(Work::undecided(Op::RightInverse)),
        };
        match found {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }

    /// A layout `L` with `L(A(x)) = x` for every index `x` of `A`, wherever there is one.
    ///
    /// In plain words: [`left_inverse`](Layout::left_inverse) reads L off the strides of A. When
    /// they interleave that fails, but L may exist. Here every possible shape of L is tried: for a
    /// given shape the strides of L are the solution of a linear system.
    ///
    /// ```text
    /// A = (2,2):(2,3)    0 3     L = (2,4):(1,1)    offset 0 1 2 3 4 5
    ///                    2 5                        L      0 1 1 2 2 3
    /// ```
    ///
    /// Where both find one, prefer `left_inverse`: between the offsets of A the values of L are
    /// free, and it has fewer modes. L may have negative strides.
    ///
    /// # Errors
    /// - [`NoSolution`](ErrorKind::NoSolution): no layout is a left inverse. When two indices share
    ///   an offset, the error names the larger.
    /// - [`NegativeStride`](ErrorKind::NegativeStride): A has negative offsets.
    /// - [`Undecided`](ErrorKind::Undecided): given up after [`WORK_BUDGET`] steps,
    ///   and `left_inverse` has no answer either.
    /// - [`Overflow`](ErrorKind::Overflow), [`TooManyModes`](ErrorKind::TooManyModes): there may be
    ///   one, but not one that was found fits.
    ///
    /// ```
    /// use tilework::{ErrorKind, layout};
    ///
    /// assert_eq!(layout!((2,2):(2,3)).left_inverse_search()?, layout!((2,4):(1,1)));
    /// let none = layout!((3,3):(2,3)).left_inverse_search().unwrap_err();
    /// assert_eq!(none.kind(), ErrorKind::NoSolution { index: None });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn left_inverse_search(&self) -> Result<Layout, Error> {
        self.left_inverse_search_within(&mut Work::new())
    }

    pub(crate) const fn left_inverse_search_within(
        &self,
        work: &mut Work,
    ) -> Result<Layout, Error> {
        match self.search_chains(work) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(Op::LeftInverse).on(self.text())),
        }
    }

    const fn search_chains(&self, work: &mut Work) -> Result<Layout, Error> {
        let op = Op::LeftInverse;
        if let Some(stride) = negative_stride(self.leaf_modes()) {
            return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
        }
        // Not known to be injective is no obstacle: a left inverse, once found, is checked. So
        // something is left for that.
        let mut share = work.share(WORK_BUDGET / 8 * 7);
        let collision = self.collision_within(&mut share);
        work.put_back(share);
        if let Ok(Some((x, y))) = collision {
            let index = Some(if x > y { x } else { y });
            return Err(Error::new(op, ErrorKind::NoSolution { index }));
        }
        match Chains::new(self).run(work) {
            // Where there are too many shapes to try, the strides may still say it.
            Err(error) if error.is_undecided() => match self.left_inverse() {
                Ok(layout) => Ok(layout),
                Err(_) => Err(error),
            },
            result => result,
        }
    }
}

/// The coalesced layout of any number of modes, if it has few enough.
pub(crate) const fn flat_layout(op: Op, modes: &[Mode]) -> Result<Layout, Error> {
    let (mut joined, mut i): (List<Mode, 64>, _) = (List::new(Mode::VACANT), 0);
    while i < modes.len() {
        push_coalesced(&mut joined, modes[i]);
        i += 1;
    }
    let mut out = List::new(Mode::VACANT);
    if !out.extend(joined.as_slice()) {
        return Err(too_many(op));
    }
    Layout::from_flat(op, out)
}
