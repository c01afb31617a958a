//! Bounded sums: one equation, two ways to decide it.
//!
//! The depth-first search of [`bounded`](crate::decide::bounded) is at its best where small terms fill
//! the gaps of large ones, as in nearly all layouts, or where there are many terms with few
//! values. [`lattice`] is at its best with a dozen terms, however large. Neither
//! knows beforehand, so they take turns with a growing share of the work.

use crate::decide::bounded::{Equation, MAX_TERMS, Outcome};
use crate::decide::lattice;
use crate::ground::list::List;
use crate::ground::work::Work;

/// The first share of the work; almost every question ends within it.
const SHARE: u64 = 1 << 15;

/// `sum a_i v_i` with `0 <= v_i <= u_i`.
#[derive(Clone, Copy)]
pub(crate) struct Sum {
    coef: List<u64, MAX_TERMS>,
    upper: List<u64, MAX_TERMS>,
}

/// The work for a question, and the share of it that one attempt may use.
pub(crate) struct Turns<'a> {
    pub(crate) work: &'a mut Work,
    share: u64,
}

impl Turns<'_> {
    pub(crate) const fn new(work: &mut Work) -> Turns<'_> {
        Turns { work, share: SHARE }
    }

    /// Longer shares for the next round.
    pub(crate) const fn next(&mut self) {
        self.share = self.share.saturating_mul(8);
    }
}

impl Sum {
    /// The empty sum.
    pub(crate) const fn new() -> Sum {
        Sum { coef: List::new(0), upper: List::new(0) }
    }

    /// Adds a term. Two layouts have no more than fit.
    pub(crate) const fn push(&mut self, coef: u64, upper: u64) {
        let _ = self.coef.push(coef);
        let _ = self.upper.push(upper);
    }

    /// Values with sum `t`, or a proof that there are none.
    pub(crate) const fn solve(&self, t: i128, work: &mut Work) -> Outcome {
        let mut turns = Turns::new(work);
        loop {
            match self.attempt(t, &mut turns) {
                Outcome::Undecided if !turns.work.is_used_up() => turns.next(),
                outcome => return outcome,
            }
        }
    }

    /// As [`solve`](Sum::solve), but only one share for each of the two ways.
    pub(crate) const fn attempt(&self, t: i128, turns: &mut Turns<'_>) -> Outcome {
        let (mut equation, mut i) = (Equation::new(), 0);
        while i < self.coef.len() {
            equation.push(self.coef.at(i), self.upper.at(i));
            i += 1;
        }
        let mut share = turns.work.share(turns.share);
        let outcome = equation.solve(t, &mut share);
        turns.work.put_back(share);
        if !matches!(outcome, Outcome::Undecided) {
            return outcome;
        }
        let mut share = turns.work.share(turns.share);
        let outcome = lattice::solve(self.coef.as_slice(), self.upper.as_slice(), t, &mut share);
        turns.work.put_back(share);
        outcome
    }
}
