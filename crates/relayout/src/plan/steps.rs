//! A plan that is run step by step: so that a caller can show how far it has come, or stop.

#![allow(unsafe_code)]

use crate::error::Error;
use crate::plan::Plan;
use crate::program::share_of;

/// The steps of a plan on its data, which the caller takes one by one. Until the last one is taken, some elements of
/// the destination are as they were.
///
/// ```
/// use tilework::layout;
/// use tilework_relayout::Plan;
///
/// let plan = Plan::new(&layout!((64,64):(1,64)), &layout!((64,64):(64,1)), 2)?;
/// let (src, mut dst) = (vec![7; 8192], vec![0; 8192]);
/// let mut steps = plan.steps(&mut dst, &src, 1024)?;
/// let total = steps.total();
/// while let Some(moved) = steps.step() {
///     assert!(moved <= total);
/// }
/// assert_eq!(dst, src);
/// # Ok::<(), tilework_relayout::Error>(())
/// ```
#[derive(Debug)]
pub struct Steps<'a> {
    plan: &'a Plan,
    dst: &'a mut [u8],
    src: &'a [u8],
    parts: usize,
    count: usize,
    taken: usize,
}

impl Plan {
    /// The same as [`run_bytes`](Plan::run_bytes) in steps of about so many bytes, or larger ones where the data
    /// cannot be divided so far.
    ///
    /// # Errors
    /// As [`run_bytes`](Plan::run_bytes).
    pub fn steps<'a>(
        &'a self,
        dst: &'a mut [u8],
        src: &'a [u8],
        bytes: usize,
    ) -> Result<Steps<'a>, Error> {
        self.check_bytes(dst, src)?;
        let parts = self.program.parts_from(dst.as_mut_ptr());
        let count = self.bytes().div_ceil(bytes.max(1)).min(parts).max(1);
        Ok(Steps { plan: self, dst, src, parts, count, taken: 0 })
    }
}

impl Steps<'_> {
    /// Moves the data of the next step, and gives the number of bytes moved so far; `None` after the last step. Parts
    /// at the edges are smaller than others, so it is exact only at the end.
    pub fn step(&mut self) -> Option<usize> {
        let parts = self.next()?;
        // SAFETY: the slices are as long as the windows, and one is borrowed mutably.
        unsafe { self.plan.program.run_some(self.dst.as_mut_ptr(), self.src.as_ptr(), parts) };
        Some(self.moved())
    }

    /// [`step`](Steps::step) on the threads of the current `rayon` pool.
    #[cfg(feature = "parallel")]
    pub fn step_parallel(&mut self) -> Option<usize> {
        let parts = self.next()?;
        let (dst, src) = (self.dst.as_mut_ptr(), self.src.as_ptr());
        // SAFETY: the slices are as long as the windows, and one is borrowed mutably.
        unsafe { self.plan.program.share(dst, src, parts, self.total() / self.count) };
        Some(self.moved())
    }

    /// The number of bytes that are moved in all.
    pub fn total(&self) -> usize {
        self.plan.bytes()
    }

    fn next(&mut self) -> Option<std::ops::Range<usize>> {
        if self.taken == self.count {
            return None;
        }
        self.taken += 1;
        Some(share_of(self.parts, self.taken - 1, self.count))
    }

    fn moved(&self) -> usize {
        // No more than all, which fits.
        (self.total() as u128 * self.taken as u128 / self.count as u128) as usize
    }
}
