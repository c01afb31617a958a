//! Bounded linear equations: `a_0 v_0 + a_1 v_1 + .. = t` with `0 <= v_i <= u_i`.
//!
//! Collisions, membership in an image and the meeting of two images are such equations
//! (section 3.5 of DESIGN.md). They are NP-complete, so the search has a budget; but those of
//! real layouts rarely need backtracking. The tree is pruned by the range that the later terms can
//! reach, by the residue that they leave, and where terms cannot carry into each other.

use crate::ground::integers::{gcd, inverse_mod};
use crate::ground::work::Work;

/// The most terms of an equation.
pub(crate) const MAX_TERMS: usize = 64;

/// What a node of the search costs, in steps of [`Work`]: a few divisions of 128 bits.
const NODE: usize = 32;

/// What a greatest common divisor costs, or an inverse.
const GCD: usize = 64;

/// The left side of an equation, term by term.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Equation {
    len: usize,
    coef: [u64; MAX_TERMS],
    upper: [u64; MAX_TERMS],
}

/// What [`Equation::solve`] found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// The values of the terms in the order they were pushed; 0 past the last.
    Solution([u64; MAX_TERMS]),
    /// There is provably none.
    None,
    /// The work is used up, or there were more than [`MAX_TERMS`] terms.
    Undecided,
}

impl Equation {
    /// The empty sum.
    pub(crate) const fn new() -> Equation {
        Equation { len: 0, coef: [0; MAX_TERMS], upper: [0; MAX_TERMS] }
    }

    /// Adds the term `coef * v` with `0 <= v <= upper`. One term too many is not stored but
    /// counted, and makes the equation undecided.
    pub(crate) const fn push(&mut self, coef: u64, upper: u64) {
        if self.len < MAX_TERMS {
            self.coef[self.len] = coef;
            self.upper[self.len] = upper;
        }
        self.len = self.len.saturating_add(1);
    }

    /// Finds values with sum `t`, or proves that there are none; the same every time. No input
    /// overflows: see `Term`.
    pub(crate) const fn solve(&self, t: i128, work: &mut Work) -> Outcome {
        if t < 0 {
            return Outcome::None;
        }
        // To sort them, and their greatest common divisors.
        if self.len > MAX_TERMS || !work.pay(self.len * (self.len + GCD)) {
            return Outcome::Undecided;
        }
        let mut terms = [Term::ZERO; MAX_TERMS];
        let terms = self.collect(t as u128, &mut terms);
        match solve_blocks(terms, t as u128, work) {
            None => Outcome::Undecided,
            Some(false) => Outcome::None,
            Some(true) => Outcome::Solution(self.distribute(terms)),
        }
    }

    /// Merges equal coefficients and puts them in descending order, from `t` down: a term that
    /// adds more at once, or nothing, stays 0. Each round uses up a coefficient, so they fit.
    const fn collect<'a>(&self, t: u128, terms: &'a mut [Term; MAX_TERMS]) -> &'a mut [Term] {
        let (mut len, mut above) = (0, t + 1);
        loop {
            let (mut a, mut u, mut i) = (0, 0, 0);
            while i < self.len {
                let coef = self.coef[i];
                if coef > a && self.upper[i] > 0 && (coef as u128) < above {
                    (a, u) = (coef, 0);
                }
                if coef == a {
                    u += self.upper[i] as u128;
                }
                i += 1;
            }
            if a == 0 {
                return terms.split_at_mut(len).0;
            }
            above = a as u128;
            (terms[len].a, terms[len].u) = (a, min(u, t / above));
            len += 1;
        }
    }

    /// Hands the values out to the terms as pushed; merged ones fill up in that order.
    const fn distribute(&self, terms: &mut [Term]) -> [u64; MAX_TERMS] {
        let (mut values, mut i) = ([0; MAX_TERMS], 0);
        while i < self.len {
            let mut j = 0;
            while j < terms.len() && terms[j].a != self.coef[i] {
                j += 1;
            }
            if j < terms.len() {
                let taken = min(terms[j].v, self.upper[i] as u128);
                terms[j].v -= taken;
                values[i] = taken as u64;
            }
            i += 1;
        }
        values
    }
}

/// A term of the search: `a v` with `v <= u`; then what its block settles beforehand, and from
/// `rest` on the node of the search tree that is open for it.
///
/// Every rest is at most `t < 2^127` and every `u` at most `t / a`, so no product exceeds `t`.
/// Sums of several terms saturate: above every rest it does not matter how far.
#[derive(Clone, Copy)]
struct Term {
    a: u64,
    u: u128,
    /// The most that the later terms add up to.
    below: u128,
    /// The gcd of `a` and the later coefficients; divides every rest.
    h: u64,
    /// `a v = rest` modulo the gcd `g` of the later coefficients, so modulo `step = g / h` ..
    step: u64,
    /// .. `v = rest / h * inverse`.
    inverse: u64,
    /// This term and some after it add a multiple of `gap`, the others `room` at most ..
    gap: u64,
    /// .. so `rest mod gap`, left to the others alone, must not exceed it.
    room: u128,
    rest: u128,
    first: u128,
    count: u128,
    tried: u128,
    v: u128,
}

impl Term {
    #[rustfmt::skip]
    const ZERO: Term = Term {
        a: 0, u: 0, below: 0, h: 0, step: 0, inverse: 0, gap: 0, room: 0,
        rest: 0, first: 0, count: 0, tried: 0, v: 0,
    };

    /// Opens a node: the `count` values `first, first + step, ..` that leave the later terms a sum
    /// in their reach and divisible by their gcd. For a single later term that is sufficient, so
    /// the last two are solved, not searched.
    const fn open(&mut self, rest: u128) {
        let (a, step) = (self.a as u128, self.step as u128);
        let lowest = rest.saturating_sub(self.below).div_ceil(a);
        let highest = min(self.u, rest / a);
        // A product of two numbers below 2^64.
        let residue = rest / self.h as u128 % step * self.inverse as u128 % step;
        self.rest = rest;
        self.first = lowest + (residue + step - lowest % step) % step;
        self.tried = 0;
        self.count = if self.first > highest || rest % self.gap as u128 > self.room {
            0
        } else {
            (highest - self.first) / step + 1
        };
    }

    /// Takes the next value, from the middle outwards: there the rest is in the middle of what
    /// the later terms reach, where most of their sums are. False when all were tried.
    const fn advance(&mut self) -> bool {
        if self.tried == self.count {
            return false;
        }
        let (middle, away) = ((self.count - 1) / 2, self.tried.div_ceil(2));
        let up = !self.tried.is_multiple_of(2);
        let index = if up { middle + away } else { middle - away };
        self.v = self.first + index * self.step as u128;
        self.tried += 1;
        true
    }
}

/// Solves block by block; `None` when the work is used up.
///
/// Let `d` be the gcd of the coefficients before `i`. If the terms from `i` on add up to less than
/// `d`, their sum can only be `t mod d`: both sides are equations of their own.
const fn solve_blocks(mut terms: &mut [Term], t: u128, work: &mut Work) -> Option<bool> {
    let (mut d, mut total, mut i) = ([0; MAX_TERMS + 1], 0u128, 0);
    while i < terms.len() {
        d[i + 1] = gcd(d[i], terms[i].a);
        total = total.saturating_add(terms[i].a as u128 * terms[i].u);
        i += 1;
    }
    if t == 0 || t > total || !t.is_multiple_of(d[i] as u128) {
        return Some(t == 0);
    }
    // Small coefficients first: their blocks are the quickest to refute.
    let (mut sum, mut solved) = (0u128, 0);
    while i > 0 {
        i -= 1;
        sum = sum.saturating_add(terms[i].a as u128 * terms[i].u);
        if i == 0 || sum < d[i] as u128 {
            // The gcds divide each other, so the remainders ascend.
            let share = if i == 0 { t } else { t % d[i] as u128 };
            let (before, block) = terms.split_at_mut(i);
            match solve_block(block, share - solved, work) {
                Some(true) => (terms, solved) = (before, share),
                other => return other,
            }
        }
    }
    Some(true)
}

/// Solves the equation of one block by depth-first search.
const fn solve_block(terms: &mut [Term], t: u128, work: &mut Work) -> Option<bool> {
    let Some(g) = prepare(terms, work) else { return None };
    if !t.is_multiple_of(g as u128) {
        return Some(false);
    }
    let (mut i, mut rest) = (0, t);
    while i < terms.len() {
        if !work.pay(NODE) {
            return None;
        }
        terms[i].open(rest);
        while !terms[i].advance() {
            if i == 0 {
                return Some(false);
            }
            i -= 1;
        }
        rest = terms[i].rest - terms[i].a as u128 * terms[i].v;
        i += 1;
    }
    Some(true)
}

/// Settles what the terms of a block know of each other, and returns their gcd; `None` when the work
/// is used up.
const fn prepare(terms: &mut [Term], work: &mut Work) -> Option<u64> {
    let (mut g, mut below, mut i) = (0, 0u128, terms.len());
    while i > 0 {
        i -= 1;
        let mut term = terms[i];
        term.below = below;
        term.h = gcd(term.a, g);
        // The last term's range is a single value, with no residue to respect.
        term.step = if g == 0 { 1 } else { g / term.h };
        term.inverse = inverse_mod(term.a / term.h, term.step);
        // Of the gaps to be had, the one with relatively the least room; else 1, which cuts nothing.
        term.gap = 1;
        let (mut gap, mut best, mut j) = (term.a, 0, i + 1);
        while j + 1 < terms.len() && gap > 1 {
            if !work.pay(GCD) {
                return None;
            }
            gap = gcd(gap, terms[j].a);
            let tightness = gap as u128 / terms[j].below.saturating_add(1);
            if tightness > best {
                (best, term.gap, term.room) = (tightness, gap, terms[j].below);
            }
            j += 1;
        }
        below = below.saturating_add(term.a as u128 * term.u);
        g = term.h;
        terms[i] = term;
    }
    Some(g)
}

const fn min(a: u128, b: u128) -> u128 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn solve(terms: &[(u64, u64)], t: i128, budget: u64) -> Outcome {
        let (mut equation, mut i) = (Equation::new(), 0);
        while i < terms.len() {
            equation.push(terms[i].0, terms[i].1);
            i += 1;
        }
        equation.solve(t, &mut Work::of(budget))
    }

    /// Whether there is a solution; if so, checks it.
    fn solvable(terms: &[(u64, u64)], t: i128) -> bool {
        let outcome = solve(terms, t, 1 << 22);
        if let Outcome::Solution(v) = outcome {
            let product = |(term, v): (&(u64, u64), u64)| term.0 as i128 * v as i128;
            assert!(terms.iter().zip(v).all(|(term, v)| v <= term.1));
            assert_eq!(t, terms.iter().zip(v).map(product).sum(), "{terms:?}");
        }
        assert_ne!(outcome, Outcome::Undecided, "{terms:?} {t}");
        outcome != Outcome::None
    }

    /// All equations of 3 terms with `a <= 8`, and a sample of those of 5 with `a <= 12`, `u <= 2`,
    /// for every `t`; and the same times a prime near 2^60.
    #[test]
    fn agrees_with_enumeration() {
        const P: u64 = (1 << 60) - 93;
        let triples = (0..24u64.pow(3)).map(|n| (n, 8, 3));
        let quintuples = (0..36u64.pow(5)).step_by(20_011).map(|n| (n, 12, 5));
        for (mut n, most, len) in triples.chain(quintuples) {
            // Bit t of `sums`: t is a sum.
            let (mut terms, mut sums) = ([(1, 0); 5], 1u128);
            for term in &mut terms[..len] {
                *term = (n % most + 1, n / most % 3);
                n /= most * 3;
                (0..term.1).for_each(|_| sums |= sums << term.0);
            }
            let scaled = terms.map(|(a, u)| (a * P, u));
            for t in -1..=i128::from(sums.ilog2()) + 1 {
                let expected = t >= 0 && sums >> t & 1 == 1;
                assert_eq!(solvable(&terms, t), expected, "{terms:?} {t}");
                assert_eq!(solvable(&scaled, t * i128::from(P)), expected);
            }
        }
    }

    #[test]
    fn large_values() {
        // Coprime a and b do not make a b - a - b, but all above it; and a (b - 1) in one way.
        let (a, b) = ((1 << 60) - 93, (1 << 60) + 33);
        let t = i128::from(a) * i128::from(b - 1);
        let free = [(a, u64::MAX), (b, u64::MAX)];
        assert!(!solvable(&free, t - b as i128) && solvable(&free, t - b as i128 + 1));
        assert!(solvable(&[(a, b - 1), (b, a)], t) && !solvable(&[(a, b - 2), (b, a)], t));
        // Merged bounds above 2^64, sums above 2^128.
        let full = [(u64::MAX, u64::MAX); MAX_TERMS];
        assert!(solvable(&full, i128::from(u64::MAX) << 62) && !solvable(&full, i128::MAX));
        // Countless ways to make 100_000, but 2 and 5 do not make 3.
        let mut blocks: [_; 42] = core::array::from_fn(|i| (1000 * i as u64 + 1000, 1));
        (blocks[40], blocks[41]) = ((2, 9), (5, 9));
        assert!(!solvable(&blocks, 100_003) && solvable(&blocks, 100_007));
    }

    #[test]
    fn at_compile_time() {
        const TERMS: [(u64, u64); 3] = [(6, 3), (10, 3), (15, 3)];
        const FOUND: Outcome = solve(&TERMS, 61, 9999);
        const NONE: Outcome = solve(&TERMS, 59, 9999);
        assert!(matches!(FOUND, Outcome::Solution([1, 1, 3, 0, ..])));
        assert_eq!(NONE, Outcome::None);
        assert_eq!(solve(&TERMS, 61, 2), Outcome::Undecided);
        assert_eq!(solve(&[(1, 1); MAX_TERMS + 1], 1, 9999), Outcome::Undecided);
    }
}
