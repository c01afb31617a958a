//! Whether two composed layouts are the same function, and where they differ.

use crate::composed::{ComposedLayout, ENUMERATION_BUDGET};
use crate::error::{Op, Result};

impl ComposedLayout {
    /// Whether both have the same size and the same offset at every index.
    ///
    /// # Errors
    /// As [`first_difference`](ComposedLayout::first_difference).
    pub fn same_function(&self, other: &ComposedLayout) -> Result<bool> {
        Ok(self.size() == other.size() && self.first_difference(other)?.is_none())
    }

    /// The first index below both sizes at which the two differ, or `None`.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let swizzled = |n| ComposedLayout::new(Swizzle::new(1, 0, n)?, 0, &layout!(64:1));
    /// assert_eq!(swizzled(3)?.first_difference(&swizzled(4)?)?, Some(8));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn first_difference(&self, other: &ComposedLayout) -> Result<Option<i64>> {
        if self.chain.same(&other.chain) && self.inner.first_difference(&other.inner).is_none() {
            return Ok(None);
        }
        if let (Some((a, a0)), Some((b, b0))) = (self.proven_layout(), other.proven_layout()) {
            return Ok(if a0 == b0 { a.first_difference(&b) } else { Some(0) });
        }
        // Linear maps of one size differ at a power of two first.
        if let (Some(a), Some(b)) = (self.proven_matrix(), other.proven_matrix())
            && a.bits() == b.bits()
        {
            let mut columns = a.columns().iter().zip(b.columns());
            return Ok(columns.position(|(a, b)| a != b).map(|k| 1 << k));
        }
        let most = ENUMERATION_BUDGET as usize;
        let (ours, theirs) = (self.ready(), other.ready());
        let mut both = (0..).zip(ours.values().zip(theirs.values())).take(most);
        match both.find(|(_, (a, b))| a != b) {
            Some((x, _)) => Ok(Some(x)),
            None if self.size().min(other.size()) as u64 <= ENUMERATION_BUDGET => Ok(None),
            None => Err(self.undecided(Op::SameFunction)),
        }
    }
}
