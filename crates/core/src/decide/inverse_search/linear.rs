//! Systems of linear equations in integers, one equation after the other.

use crate::ground::list::List;
use crate::ground::work::Work;

/// The most unknowns of a system.
pub(crate) const MAX_UNKNOWNS: usize = 64;

/// A vector with one entry for each unknown.
pub(crate) type Vector = [i128; MAX_UNKNOWNS];

/// All integer solutions of the equations so far: a point, plus any integer combination of the
/// vectors of a basis.
///
/// Each equation that says something new fixes one direction. Column operations, as for a Hermite
/// normal form, first bring the basis to where all directions but one lie within the equation;
/// along that one the point moves, or misses.
#[derive(Clone, Copy)]
pub(crate) struct Solutions {
    unknowns: usize,
    point: Vector,
    basis: List<Vector, MAX_UNKNOWNS>,
}

/// What became of an equation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Added {
    /// There are still solutions.
    Solvable,
    /// There are none any more.
    Unsolvable,
    /// A number does not fit into 128 bits; the system is no longer of use.
    Overflow,
    /// The work that was allowed is used up; the system is no longer of use.
    UsedUp,
}

impl Solutions {
    /// A system without equations. At most [`MAX_UNKNOWNS`].
    pub(crate) const fn new() -> Solutions {
        Solutions { unknowns: 0, point: [0; MAX_UNKNOWNS], basis: List::new([0; MAX_UNKNOWNS]) }
    }

    /// Forgets all equations; every vector of `unknowns` integers is a solution.
    pub(crate) const fn reset(&mut self, unknowns: usize) {
        self.unknowns = unknowns;
        self.point = [0; MAX_UNKNOWNS];
        while !self.basis.is_empty() {
            self.basis.pop();
        }
        let mut k = 0;
        while k < unknowns {
            let mut unit = [0; MAX_UNKNOWNS];
            unit[k] = 1;
            let _ = self.basis.push(unit);
            k += 1;
        }
    }

    /// One solution; unknowns that nothing was said of are 0.
    pub(crate) const fn point(&self) -> &Vector {
        &self.point
    }

    /// Adds the equation `row . unknowns = value`.
    pub(crate) const fn require(&mut self, row: &Vector, value: i128, work: &mut Work) -> Added {
        match self.try_require(row, value, work) {
            Some(true) => Added::Solvable,
            Some(false) => Added::Unsolvable,
            None if work.is_used_up() => Added::UsedUp,
            None => Added::Overflow,
        }
    }

    /// `None` when a number does not fit, or the work is used up.
    const fn try_require(&mut self, row: &Vector, value: i128, work: &mut Work) -> Option<bool> {
        // One round of column operations.
        let round = (self.basis.len() + 1) * (self.unknowns + 1) * 4;
        if !work.pay(round) {
            return None;
        }
        let Some(reached) = dot(row, &self.point, self.unknowns) else { return None };
        let Some(missing) = value.checked_sub(reached) else { return None };
        // How far a step along each direction moves, and the direction that moves least.
        let (mut moves, mut k): (Vector, _) = ([0; MAX_UNKNOWNS], 0);
        while k < self.basis.len() {
            moves[k] = match dot(row, &self.basis.as_slice()[k], self.unknowns) {
                Some(moves) => moves,
                None => return None,
            };
            k += 1;
        }
        let along = loop {
            let (mut least, mut k): (Option<usize>, _) = (None, 0);
            while k < self.basis.len() {
                let smaller = match least {
                    Some(j) => moves[k].unsigned_abs() < moves[j].unsigned_abs(),
                    None => true,
                };
                if moves[k] != 0 && smaller {
                    least = Some(k);
                }
                k += 1;
            }
            let Some(j) = least else { return Some(missing == 0) };
            if !work.pay(round) {
                return None;
            }
            let (mut alone, mut k) = (true, 0);
            while k < self.basis.len() {
                if k != j && moves[k] != 0 {
                    let times = moves[k] / moves[j];
                    moves[k] -= times * moves[j];
                    alone &= moves[k] == 0;
                    let step = self.basis.at(j);
                    if !advance(&mut self.basis.as_mut_slice()[k], &step, -times, self.unknowns) {
                        return None;
                    }
                }
                k += 1;
            }
            if alone {
                break j;
            }
        };
        if missing % moves[along] != 0 {
            return Some(false);
        }
        let step = self.basis.at(along);
        if !advance(&mut self.point, &step, missing / moves[along], self.unknowns) {
            return None;
        }
        if let Some(last) = self.basis.last() {
            self.basis.set(along, last);
            self.basis.pop();
        }
        Some(true)
    }
}

/// `a . b`, unless it does not fit with a little room.
const fn dot(a: &Vector, b: &Vector, len: usize) -> Option<i128> {
    let (mut sum, mut i) = (0_i128, 0);
    while i < len {
        sum = match a[i].checked_mul(b[i]) {
            Some(product) => match sum.checked_add(product) {
                Some(sum) => sum,
                None => return None,
            },
            None => return None,
        };
        i += 1;
    }
    if sum.unsigned_abs() < 1 << 126 { Some(sum) } else { None }
}

/// `a += times * step`; false when that does not fit.
const fn advance(a: &mut Vector, step: &Vector, times: i128, len: usize) -> bool {
    let mut i = 0;
    while i < len {
        a[i] = match step[i].checked_mul(times) {
            Some(product) => match a[i].checked_add(product) {
                Some(sum) => sum,
                None => return false,
            },
            None => return false,
        };
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All systems of two equations in three unknowns with small coefficients: what a box of
    /// vectors solves is solvable, and a solution is one.
    #[test]
    fn agrees_with_enumeration() {
        let row = |n: i64| [n % 7 - 3, n / 7 % 7 - 3, n / 49 % 7 - 3].map(i128::from);
        let vector = |v: [i128; 3]| {
            let mut out = [0; MAX_UNKNOWNS];
            out[..3].copy_from_slice(&v);
            out
        };
        let product = |a: [i128; 3], b: &[i128]| (0..3).map(|i| a[i] * b[i]).sum::<i128>();
        let mut solutions = Solutions::new();
        for (m, n) in (0..343).flat_map(|m| (0..343).step_by(5).map(move |n| (m, n))) {
            let (a, b) = (row(m), row(n));
            for (s, t) in [(0, 0), (1, 2), (2, -4), (6, 3)] {
                solutions.reset(3);
                let first = solutions.require(&vector(a), s, &mut Work::new());
                let added = if first == Added::Solvable {
                    solutions.require(&vector(b), t, &mut Work::new())
                } else {
                    first
                };
                if added == Added::Solvable {
                    assert_eq!(
                        (product(a, solutions.point()), product(b, solutions.point())),
                        (s, t)
                    );
                } else {
                    assert_eq!(added, Added::Unsolvable);
                    let mut all = (0..2197).map(|v| [v % 13 - 6, v / 13 % 13 - 6, v / 169 - 6]);
                    assert!(
                        !all.any(|v| product(a, &v) == s && product(b, &v) == t),
                        "{a:?} {s} {b:?} {t}"
                    );
                }
            }
        }
    }

    #[test]
    fn overflow_is_not_an_answer() {
        let mut solutions = Solutions::new();
        solutions.reset(2);
        let mut row = [0; MAX_UNKNOWNS];
        (row[0], row[1]) = (1 << 100, (1 << 100) - 1);
        assert_eq!(solutions.require(&row, 1, &mut Work::new()), Added::Solvable);
        (row[0], row[1]) = (1 << 60, 1 << 40);
        assert_eq!(solutions.require(&row, 1, &mut Work::new()), Added::Overflow);
    }
}
