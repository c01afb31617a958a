//! How much a question may cost.
//!
//! Composition, inverses and the decisions about images contain NP-hard questions, so some of
//! them cannot be answered in reasonable time. What is bounded is the work: one [`Work`] is made
//! where a question is asked, and is passed on to every search behind it. Each loop that can become
//! long pays for its steps beforehand; when the work is used up the question ends in
//! [`Undecided`](ErrorKind::Undecided). It is counted and not timed, so the answer is the same
//! on every machine and at compile time.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::WORK_BUDGET;

/// What is left of the work that a question may take. It cannot be copied, so that all searches of a
/// question share it.
pub(crate) struct Work {
    left: u64,
}

impl Work {
    /// All the work that one question may take.
    pub(crate) const fn new() -> Work {
        Work { left: WORK_BUDGET }
    }

    /// So much of it, and no more.
    #[cfg(test)]
    pub(crate) const fn of(left: u64) -> Work {
        Work { left }
    }

    /// Pays for some steps. `false` when less is left; then none is left.
    #[must_use]
    pub(crate) const fn pay(&mut self, steps: usize) -> bool {
        let enough = steps as u64 <= self.left;
        self.left = if enough { self.left - steps as u64 } else { 0 };
        enough
    }

    /// Sets some of it apart, for an attempt that must not use up everything.
    pub(crate) const fn share(&mut self, most: u64) -> Work {
        let left = if most < self.left { most } else { self.left };
        self.left -= left;
        Work { left }
    }

    /// Sets apart one of so many equal parts.
    pub(crate) const fn part(&mut self, of: u64) -> Work {
        self.share(self.left / of)
    }

    /// Puts back what an attempt did not need.
    pub(crate) const fn put_back(&mut self, rest: Work) {
        self.left += rest.left;
    }

    pub(crate) const fn is_used_up(&self) -> bool {
        self.left == 0
    }

    /// The error of a question that was given up.
    pub(crate) const fn undecided(op: Op) -> Error {
        Error::new(op, ErrorKind::Undecided { budget: WORK_BUDGET })
    }
}

#[cfg(test)]
mod tests;
