//! Whether two composed layouts are the same function, and where they differ.

use crate::ground::error::{Error, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::maps::composed::ComposedLayout;

/// How many bits of a period are looked at.
const PERIOD: u32 = 16;

impl ComposedLayout {
    /// Whether both have the same size and the same offset at every index.
    ///
    /// # Errors
    /// As [`first_difference`](ComposedLayout::first_difference).
    pub fn same_function(&self, other: &ComposedLayout) -> Result<bool, Error> {
        Ok(self.size() == other.size() && self.first_difference(other)?.is_none())
    }

    /// The first index below both sizes at which the two differ, or `None`.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let swizzled = |n| ComposedLayout::new(Swizzle::new(1, 0, n)?, 0, &layout!(64:1));
    /// assert_eq!(swizzled(3)?.first_difference(&swizzled(4)?)?, Some(8));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn first_difference(&self, other: &ComposedLayout) -> Result<Option<i64>, Error> {
        let inside = self.inner.first_difference(&other.inner);
        if inside.is_none() && (self.chain.same(&other.chain) || self.maps_agree(other)) {
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

    /// Whether the maps of both are known to do the same to every offset of the layout inside.
    ///
    /// Maps on the left that both have may be left out. Maps of bits, whatever is added between them,
    /// repeat with the highest bit that takes part, so one period is enough; and of that the multiples
    /// of what divides all strides. Layouts of less than a period are better read.
    fn maps_agree(&self, other: &ComposedLayout) -> bool {
        let (a, b) = (&self.chain, &other.chain);
        let same = |i: usize| a.offset(i) == b.offset(i) && a.outer(i) == b.outer(i);
        let common = (0..a.len().min(b.len())).take_while(|&i| same(i)).count();
        let (mut top, mut layouts) = (0, false);
        for chain in [a, b] {
            for i in common..chain.len() {
                (top, layouts) = (chain.top(i).max(top), layouts || chain.is_layout(i));
            }
        }
        let moving = self.inner.leaf_modes().iter().filter(|mode| mode.extent > 1);
        let low = moving.map(|mode| mode.stride.trailing_zeros()).min().unwrap_or(top).min(top);
        !layouts
            && top - low <= PERIOD
            && 1 << (top - low) <= self.size()
            && (0..1_i64 << (top - low)).all(|u| {
                let ours = a.apply_between(common, a.len(), u << low);
                ours.is_ok() && ours == b.apply_between(common, b.len(), u << low)
            })
    }
}
