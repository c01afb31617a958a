//! The contiguous elements that two layouts have in common.

use crate::algebra::compose::first_reaching;
use crate::algebra::floor_form::{Term, Terms};
use crate::algebra::scan::{Composite, Found};
use crate::ground::error::{Error, Op};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::work::Work;
use crate::layout::layout::Layout;

/// # What two layouts have in common
impl Layout {
    /// The largest `n` for which the elements at offsets `0..n` of `b` lie, in the same order,
    /// at offsets `0..n` of this layout: how many can be copied at once.
    ///
    /// Post-condition: `R(i)` is an index of A and `A(R(i)) = i` for all `i < n` and, if `n` is below
    /// the size of R, not for `i = n`, where R is the [`right_inverse`](Layout::right_inverse) of `b`.
    /// CuTe finds this only where `A o R` is a layout, and goes on past the end of A.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided): given up; the question is coNP-complete.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!((2,4,8):(1,2,8)), layout!((2,4,8):(1,16,2)));
    /// assert_eq!(a.max_common_vector(&b)?, 2);
    /// assert_eq!(a.max_common_vector(&a)?, 64);
    /// assert_eq!(layout!(2:1).max_common_vector(&layout!(5:1))?, 2);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn max_common_vector(&self, b: &Layout) -> Result<i64, Error> {
        self.max_common_vector_within(b, &mut Work::new())
    }

    /// [`max_common_vector`](Layout::max_common_vector) as a part of a larger question.
    pub(crate) const fn max_common_vector_within(
        &self,
        b: &Layout,
        work: &mut Work,
    ) -> Result<i64, Error> {
        let inverse = b.right_inverse();
        let inside = if inverse.max_offset() < self.size() {
            inverse.size()
        } else {
            first_reaching(inverse.leaf_modes(), self.size())
        };
        let Some(agree) = self.agreeing(&inverse, inside, work) else {
            let subject = b.text_after(self.text().str(" and "));
            return Err(Work::undecided(Op::MaxCommonVector).on(subject));
        };
        Ok(if agree < inside { agree } else { inside })
    }

    /// The first `i` with `A(R(i)) != i`, or, if there is none, one not below `enough`. `None`: given
    /// up.
    const fn agreeing(&self, inverse: &Layout, enough: i64, work: &mut Work) -> Option<i64> {
        // Where the composite is a layout, its first coalesced mode is the answer.
        let mut share = work.part(2);
        let common = self.compose_flat_within(inverse, &mut share);
        work.put_back(share);
        if let Ok(common) = common {
            let Mode { extent, stride } = common.leaf_modes()[0];
            return Some(if stride == 1 { extent } else { 1 });
        }
        let (mut identity, modes): (Terms, _) =
            (List::new(Term { n: 0, c: 0 }), inverse.leaf_modes());
        let _ = identity.push(Term { n: 1, c: 1 });
        // A question about fewer modes is easier, and an index at which they fail is the answer.
        let mut known = modes.len();
        while known > 0 {
            let composite = Composite::new(self.leaf_modes(), 0, modes.split_at(known).0);
            let mut share = work.part(2);
            let found = composite.first_violation(&identity, 1, &mut share);
            work.put_back(share);
            match found {
                Found::At(index) => return Some(index),
                Found::Nothing if known == modes.len() || composite.size >= enough => {
                    return Some(composite.size);
                }
                Found::Nothing => return None,
                Found::GaveUp => known -= 1,
            }
        }
        None
    }

    /// The coordinates of the elements that both layouts have at the same offsets: the
    /// [`right_inverse`](Layout::right_inverse) of `b` on the first
    /// [`max_common_vector`](Layout::max_common_vector) indices.
    ///
    /// Post-condition: `A(R(i)) = B(R(i)) = i` for every index `i` of the result R, and `R(i)` is an
    /// index of both. Where the restriction to that many indices is not a layout, it is restricted to
    /// the most for which it is.
    ///
    /// # Errors
    /// As [`max_common_vector`](Layout::max_common_vector).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((4,(2,4)):(8,(1,2)));
    /// assert_eq!(a.max_common_layout(&layout!((4,8):(8,1)))?, layout!((8,4):(4,1)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn max_common_layout(&self, b: &Layout) -> Result<Layout, Error> {
        let size = match self.max_common_vector(b) {
            Ok(size) => size,
            Err(error) => return Err(error.within(Op::MaxCommonLayout)),
        };
        let inverse = b.right_inverse();
        // A restriction is a layout when the last mode it reaches is taken in whole steps.
        let (mut step, mut i) = (1_i64, 0);
        while i < inverse.length() {
            let next = step * inverse.leaf_modes()[i].extent;
            if next > size {
                break;
            }
            step = next;
            i += 1;
        }
        // Every mode below `step` ends at a divisor of it.
        inverse.truncate(size / step * step)
    }
}
