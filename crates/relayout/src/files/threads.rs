//! The threads that a job works on.

use crate::plan::Plan;

/// The threads to work on: a pool, or this one.
pub(super) struct Threads(Option<rayon::ThreadPool>);

impl Threads {
    /// Less than this many bytes are moved before another thread is awake.
    const SMALL: usize = 1 << 20;

    /// This many threads, or for 0 as many as there are processors; one where more would not help.
    pub(super) fn new(count: usize, bytes: usize) -> Result<Threads, rayon::ThreadPoolBuildError> {
        if count == 1 || bytes < Self::SMALL {
            return Ok(Threads(None));
        }
        Ok(Threads(Some(rayon::ThreadPoolBuilder::new().num_threads(count).build()?)))
    }

    /// This thread alone.
    #[cfg(test)]
    pub(super) fn one() -> Threads {
        Threads(None)
    }

    /// The pool, if there is one.
    pub(super) fn pool(&self) -> Option<&rayon::ThreadPool> {
        self.0.as_ref()
    }

    /// Runs a plan.
    pub(super) fn run(&self, plan: &Plan, dst: &mut [u8], src: &[u8]) -> crate::error::Result<()> {
        match &self.0 {
            None => plan.run_bytes(dst, src),
            Some(pool) => pool.install(|| plan.run_bytes_parallel(dst, src)),
        }
    }
}
