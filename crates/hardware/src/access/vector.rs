//! The elements of vectors that need not be neighbours.

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
        let place = Place { iteration: 0, thread: first, lane: 0, value };
        for lane in (0..MAX_LANES).filter(|lane| active >> lane & 1 == 1) {
            for (element, slot) in (0..self.elements).zip(out.iter_mut()) {
                let index = self
                    .value_index(value, element)
                    .and_then(|plus| plus.checked_add(added))
                    .and_then(|plus| plus.checked_add(indices[lane as usize]))
                    .ok_or(AccessError::Overflow)?;
                *slot = self.offset(index, place, lane)?;
            }
            show(lane, out);
        }
        Ok(active)
    }
}
