//! The elements of vectors that need not be neighbours.

use crate::access::Target;
use crate::access::error::{AccessError, Place};
use crate::access::plan::Plan;
use crate::machine::MAX_LANES;

impl Plan<'_> {
    /// Shows each active lane of a warp with the offsets of the elements of its vector, whether or not they are
    /// neighbours, and returns the lanes. There is room for a vector in `out`.
    pub(crate) fn vectors_at(
        &self,
        added: i64,
        vector: i64,
        warp: i64,
        out: &mut [i64],
        mut show: impl FnMut(u32, &[i64]),
    ) -> Result<u64, AccessError> {
        let (first, active, indices) = self.thread_indices(warp)?;
        let value = vector.checked_mul(self.elements).ok_or(AccessError::Overflow)?;
        for lane in (0..MAX_LANES).filter(|lane| active >> lane & 1 == 1) {
            let at = Place { iteration: 0, thread: first + i64::from(lane), lane, value };
            for (element, slot) in (0..self.elements).zip(out.iter_mut()) {
                let plus = match self.access.target {
                    Target::Rows(step) => step.unwrap_or(0).checked_mul(element),
                    Target::Bytes => Some(0),
                    Target::Elements => Some(self.access.values.at_strict(value + element)?),
                };
                let index = plus
                    .and_then(|plus| plus.checked_add(added))
                    .and_then(|plus| plus.checked_add(indices[lane as usize]))
                    .ok_or(AccessError::Overflow)?;
                *slot = self.offset(index, at)?;
            }
            show(lane, out);
        }
        Ok(active)
    }
}
