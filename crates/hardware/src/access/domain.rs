//! Whether an access stays inside its memory, in all iterations.

use tilework::Layout;

use crate::access::Target;
use crate::access::error::{AccessError, Place};
use crate::access::plan::Plan;
use crate::machine::MAX_LANES;

impl Plan<'_> {
    /// Whether all indices of all iterations are in the domain of the memory's layout.
    pub(crate) fn check_domain(&self) -> Result<(), AccessError> {
        self.instructions()?;
        let Some(inner) = &self.inner else {
            return Ok(());
        };
        let access = self.access;
        let values = match access.target {
            Target::Rows(step) => Layout::new(self.elements, step.unwrap_or(0))?,
            _ => access.values,
        };
        for up in [false, true] {
            let (value, most_value) = extreme(&values, up);
            let (iteration, most_iteration) = extreme(&access.iterations, up);
            let added = i128::from(most_value) + i128::from(most_iteration);
            let outside = |index: i64| {
                let index = i128::from(index) + added;
                index < 0 || index >= i128::from(inner.size())
            };
            if !outside(extreme(&access.threads, up).1.saturating_add(access.start)) {
                continue;
            }
            // Lanes that do not take part may be outside.
            for warp in 0..self.warps {
                let (first, active, indices) = self.thread_indices(warp)?;
                let lanes = (0..).zip(indices).filter(|&(lane, _)| active >> lane & 1 == 1);
                for (lane, index) in lanes.take(MAX_LANES as usize) {
                    if outside(index) {
                        let value = value / self.elements * self.elements;
                        let at = Place { iteration, thread: first + i64::from(lane), lane, value };
                        let index =
                            (i128::from(index) + added).clamp(i64::MIN.into(), i64::MAX.into());
                        return Err(AccessError::Outside {
                            at,
                            index: index as i64,
                            size: inner.size(),
                        });
                    }
                }
            }
        }
        Ok(())
    }
}

/// The index with the largest offset of a layout, or the smallest, and that offset.
fn extreme(layout: &Layout, up: bool) -> (i64, i64) {
    let (mut index, mut place) = (0, 1);
    for mode in layout.leaf_modes() {
        if mode.stride != 0 && (mode.stride > 0) == up {
            index += (mode.extent - 1) * place;
        }
        place *= mode.extent;
    }
    (index, if up { layout.max_offset() } else { layout.min_offset() })
}
