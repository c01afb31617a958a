//! Questions about a layout that are answered from its modes, with a witness.
//!
//! Do two indices share an offset? Is every offset taken? Where does an offset come from? Do two
//! images meet? None of these needs the table of offsets. Onto and contiguous are matters of
//! sorting. The others are equations `sum a_i v_i = t` with bounds on the `v_i`: closed forms
//! settle all that real layouts need, a search the rest. In general the problems are NP-complete, so
//! there are instances that end in [`Undecided`](ErrorKind::Undecided); there is none with a
//! wrong answer. In samples with random strides up to 2^50 all were decided with up to 16 modes (of
//! both layouts together); with 20 and more many were not.

use crate::decide::bounded::Outcome;
use crate::decide::cancel::{cancelling, superincreasing};
use crate::decide::digits::{Number, Numbers};
use crate::decide::sums::Sum;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::text::Text;
use crate::ground::work::Work;
use crate::layout::layout::Layout;
use crate::layout::runs::coalesced;

/// # Questions about offsets
impl Layout {
    /// Two different indices with the same offset, or `None` if there are none.
    ///
    /// In plain words: does the layout write anything twice, and if so, what?
    ///
    /// ```text
    /// (4,2):(1,3)      0  3        index 3 is 3, and so is index 4
    ///                  1  4
    ///                  2  5
    ///                  3  6
    /// ```
    ///
    /// Post-condition: for `Some((x, y))`, `x != y`, both are below the size, and `A(x) = A(y)`.
    /// For `None`, A is injective.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided): given up; the question is NP-complete.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,2):(1,3)).collision()?, Some((4, 3)));
    /// assert_eq!(layout!((4,2):(1,4)).collision()?, None);
    /// assert_eq!(layout!((1000,1000,1000):(1,1001,1002003)).collision()?, None);
    /// assert_eq!(layout!((2,2,2,2):(3,5,6,14)).collision()?, Some((8, 7)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn collision(&self) -> Result<Option<(i64, i64)>, Error> {
        self.collision_within(&mut Work::new())
    }

    /// [`collision`](Layout::collision) as a part of a larger question.
    pub(crate) const fn collision_within(
        &self,
        work: &mut Work,
    ) -> Result<Option<(i64, i64)>, Error> {
        if let Some(place) = first_repeat(self.leaf_modes()) {
            return Ok(Some((0, place)));
        }
        if superincreasing(self.view()) {
            return Ok(None);
        }
        let numbers = Numbers::of(self.leaf_modes());
        let deltas = match cancelling(&numbers, work) {
            Some(Some(deltas)) => deltas,
            Some(None) => return Ok(None),
            None => return Err(Work::undecided(Op::Collision).on(self.text())),
        };
        let (mut x, mut y, mut k) = (0, 0, 0);
        while k < numbers.len() {
            let size = deltas[k].unsigned_abs();
            let (u, w) = if deltas[k] > 0 { (size, 0) } else { (0, size) };
            x += numbers.index(k, u, w);
            y += numbers.index(k, w, u);
            k += 1;
        }
        Ok(Some((x, y)))
    }

    /// Whether no two indices share an offset; [`collision`](Layout::collision) names two.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), as [`collision`](Layout::collision); but more indices
    /// than offsets need no search.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert!(layout!((4,8):(8,1)).is_injective()?);
    /// assert!(!layout!((4,8):(1,0)).is_injective()?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn is_injective(&self) -> Result<bool, Error> {
        if self.size() > self.cosize() {
            return Ok(false);
        }
        Ok(tri!(self.collision()).is_none())
    }

    /// The least non-negative offset that no index has.
    ///
    /// In plain words: how far the offsets go on without a hole.
    ///
    /// Post-condition: every offset in `0..mex` is taken, and `mex` is not.
    ///
    /// # Errors
    /// [`NegativeStride`](ErrorKind::NegativeStride).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,2):(1,3)).mex()?, 7);
    /// assert_eq!(layout!((4,8):(1,5)).mex()?, 4);
    /// assert_eq!(layout!(4:2).mex()?, 1);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn mex(&self) -> Result<i64, Error> {
        if let Some(stride) = negative_stride(self.leaf_modes()) {
            return Err(Error::new(Op::Mex, ErrorKind::NegativeStride { stride }).on(self.text()));
        }
        Ok(first_hole(&Numbers::of(self.leaf_modes())))
    }

    /// Whether every offset from the smallest to the largest is taken, once or more often.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert!(layout!((4,2):(1,3)).is_surjective());
    /// assert!(!layout!((4,2):(1,5)).is_surjective());
    /// assert!(layout!((4,2):(-1,3)).is_surjective(), "-3 to 3");
    /// ```
    pub const fn is_surjective(&self) -> bool {
        // Counting down instead of up only shifts the image.
        first_hole(&Numbers::of(self.leaf_modes())) == self.cosize()
    }

    /// Whether A takes every offset from 0 to its size exactly once: a permutation of its indices.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert!(layout!((4,8):(8,1)).is_bijective());
    /// assert!(!layout!((4,8):(1,5)).is_bijective());
    /// assert!(!layout!(4:-1).is_bijective(), "its offsets are -3 to 0");
    /// ```
    pub const fn is_bijective(&self) -> bool {
        self.is_contiguous() && self.min_offset() == 0
    }

    /// Whether the offsets are an interval in which each is taken exactly once, in any order.
    ///
    /// In plain words: the tensor fills its memory, without holes and without sharing; it can be
    /// copied as one block. The interval starts at [`min_offset`](Layout::min_offset), which is 0
    /// unless there are negative strides; [`is_bijective`](Layout::is_bijective) wants it to be 0.
    ///
    /// Equivalently: A is injective and `size == cosize`.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert!(layout!((4,8):(8,1)).is_contiguous());
    /// assert!(layout!((4,8):(8,-1)).is_contiguous());
    /// assert!(!layout!((4,8):(1,8)).is_contiguous(), "holes");
    /// assert!(!layout!((4,2):(1,3)).is_contiguous(), "offset 3 twice");
    /// ```
    pub const fn is_contiguous(&self) -> bool {
        // An interval taken once is a radix system: the strides, sorted, are 1, n0, n0*n1, ...
        let (numbers, size) = (Numbers::of(self.leaf_modes()), self.size());
        match numbers.len() {
            0 => size == 1,
            1 => numbers.at(0).stride == 1 && numbers.at(0).extent == size as u64,
            _ => false,
        }
    }

    /// The largest `n` such that the indices `0..n` have the offsets `0..n`.
    ///
    /// In plain words: how many elements one vector access can take.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,4,8):(1,2,16)).vector_width(), 8);
    /// assert_eq!(layout!((4,8):(8,1)).vector_width(), 1);
    /// ```
    pub const fn vector_width(&self) -> i64 {
        // The next mode does not go on from this one, or they would have been one.
        let modes = coalesced(self.leaf_modes());
        if !modes.is_empty() && modes.at(0).stride == 1 { modes.at(0).extent } else { 1 }
    }

    /// An index with this offset, or `None` when there is none.
    ///
    /// In plain words: which element lies there?
    ///
    /// Post-condition: for `Some(x)`, `x` is below the size and `A(x) = offset`. For `None`, no
    /// index has that offset.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided): given up; the question is NP-complete.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((4,8):(1,5));
    /// assert_eq!(a.preimage(13)?, Some(11));
    /// assert_eq!(a.preimage(14)?, None);
    /// assert_eq!(layout!(4:-2).preimage(-4)?, Some(2));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "member")]
    pub const fn preimage(&self, offset: i64) -> Result<Option<i64>, Error> {
        self.preimage_within(offset, &mut Work::new())
    }

    /// [`preimage`](Layout::preimage) as a part of a larger question.
    pub(crate) const fn preimage_within(
        &self,
        offset: i64,
        work: &mut Work,
    ) -> Result<Option<i64>, Error> {
        let numbers = Numbers::of(self.leaf_modes());
        let mut sum = Sum::new();
        push_terms(&mut sum, &numbers);
        let target = offset as i128 - self.min_offset() as i128;
        match sum.solve(target, work) {
            Outcome::Solution(values) => Ok(Some(index_of(&numbers, &values, 0, false))),
            Outcome::None => Ok(None),
            Outcome::Undecided => {
                let subject = self.text_after(Text::EMPTY.int(offset).str(" in "));
                Err(Work::undecided(Op::Preimage).on(subject))
            }
        }
    }

    /// Indices `x` of A and `y` of B with `a0 + A(x) = b0 + B(y)`, or `None` when the images of
    /// A from `a0` on and of B from `b0` on have no offset in common.
    ///
    /// In plain words: do these two views of one buffer overlap, and where?
    ///
    /// ```text
    /// (4,4):(1,8) from 0        0 1 2 3 . . . . 8 9 10 11 .  .  .  .  16 ...
    /// (4,4):(1,8) from 4        . . . . 4 5 6 7 . . .  .  12 13 14 15 .  ...    they do not
    /// (4,4):(1,8) from 3        . . . 3 4 5 6 . . . .  11 12 13 14 .  .  ...    3 is in both
    /// ```
    ///
    /// Every layout has offset 0, so two of them from the same offset on always meet.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided): given up; the question is NP-complete.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((4,4):(1,8));
    /// assert_eq!(a.images_meet(0, &a, 4)?, None);
    /// assert_eq!(a.images_meet(0, &a, 3)?, Some((3, 0)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "disjoint")]
    pub const fn images_meet(
        &self,
        a0: i64,
        b: &Layout,
        b0: i64,
    ) -> Result<Option<(i64, i64)>, Error> {
        self.images_meet_within(a0, b, b0, &mut Work::new())
    }

    /// [`images_meet`](Layout::images_meet) as a part of a larger question.
    pub(crate) const fn images_meet_within(
        &self,
        a0: i64,
        b: &Layout,
        b0: i64,
        work: &mut Work,
    ) -> Result<Option<(i64, i64)>, Error> {
        let (ours, theirs) = (Numbers::of(self.leaf_modes()), Numbers::of(b.leaf_modes()));
        // B counts down from its largest offset, so that both sides only add. Its terms come first:
        // where a step of either would do, it is B that steps down and A that stays.
        let mut sum = Sum::new();
        push_terms(&mut sum, &theirs);
        push_terms(&mut sum, &ours);
        let from = a0 as i128 + self.min_offset() as i128;
        let to = b0 as i128 + b.max_offset() as i128;
        match sum.solve(to - from, work) {
            Outcome::Solution(values) => {
                let x = index_of(&ours, &values, theirs.len(), false);
                Ok(Some((x, index_of(&theirs, &values, 0, true))))
            }
            Outcome::None => Ok(None),
            Outcome::Undecided => {
                let subject = self.text_after(Text::EMPTY.int(a0).str(" + "));
                let subject = b.text_after(subject.str(" and ").int(b0).str(" + "));
                Err(Work::undecided(Op::ImagesMeet).on(subject))
            }
        }
    }
}

/// A negative stride that matters.
pub(crate) const fn negative_stride(modes: &[Mode]) -> Option<i64> {
    let mut i = 0;
    while i < modes.len() {
        if modes[i].extent > 1 && modes[i].stride < 0 {
            return Some(modes[i].stride);
        }
        i += 1;
    }
    None
}

/// The index of the first step that does not move: a mode with stride 0.
const fn first_repeat(modes: &[Mode]) -> Option<i64> {
    let (mut place, mut i) = (1_i64, 0);
    while i < modes.len() {
        if modes[i].extent > 1 && modes[i].stride == 0 {
            return Some(place);
        }
        place *= modes[i].extent;
        i += 1;
    }
    None
}

/// The least sum that the numbers do not make.
///
/// While all of `0..=sum` is made, a number with stride at most `sum + 1` extends that without a
/// hole; a larger stride, and all after it, cannot make `sum + 1`.
const fn first_hole(numbers: &Numbers) -> i64 {
    let (mut sum, mut k) = (0, 0);
    while k < numbers.len() && numbers.at(k).stride <= sum + 1 {
        sum += numbers.at(k).span();
        k += 1;
    }
    sum as i64 + 1
}

const fn push_terms(sum: &mut Sum, numbers: &Numbers) {
    let mut k = 0;
    while k < numbers.len() {
        let Number { stride, extent } = numbers.at(k);
        sum.push(stride, extent - 1);
        k += 1;
    }
}

/// The index at which the numbers have these values, or (`from_top`) lie that far below their
/// largest.
const fn index_of(numbers: &Numbers, values: &[u64], first: usize, from_top: bool) -> i64 {
    let (mut index, mut k) = (0, 0);
    while k < numbers.len() {
        let v = values[first + k];
        let rest = numbers.at(k).extent - 1 - v;
        index += if from_top { numbers.index(k, rest, v) } else { numbers.index(k, v, rest) };
        k += 1;
    }
    index
}
