//! Bounded linear equations by lattice reduction: few terms, any magnitudes.
//!
//! The integer solutions of `a_0 v_0 + a_1 v_1 + .. = t`, without the bounds, are a point plus a
//! lattice. In a basis of short vectors, measured in units of the bounds, the part of it within
//! `0 <= v_i <= u_i` has about the shape of a ball and few coordinates are left to try, however
//! large the numbers are: the depth-first search of [`bounded`](crate::decide::bounded) would try
//! as many values as the middle terms have.
//!
//! What is approximate here decides only where to look. Floating point numbers choose which
//! integer multiple of a basis vector to subtract from another, and every choice leaves a basis.
//! They also choose the functionals that bound the coordinates, but what these
//! functionals are worth is computed in integers. No rounding can lose a solution or make up one.

use crate::decide::bounded::{MAX_TERMS, Outcome};
use crate::ground::integers::{gcd, inverse_mod};
use crate::ground::list::List;
use crate::ground::work::Work;

/// The most terms with which it is worth while.
pub(crate) const MAX_DIMS: usize = 24;

/// What a modular inverse costs, in steps of [`Work`].
const INVERSE: usize = 128;

/// The most boxes of coordinates that wait to be looked at.
const MAX_BOXES: usize = 128;

type Vector = [i128; MAX_DIMS];
type Floats = [f64; MAX_DIMS];

/// `?` for arithmetic that may not fit into 128 bits.
macro_rules! fits {
    ($value:expr) => {
        match $value {
            Some(value) => value,
            None => return None,
        }
    };
}

/// Finds values of the terms `coef * v`, `0 <= v <= upper`, with sum `t`, or proves that there
/// are none.
pub(crate) const fn solve(coef: &[u64], upper: &[u64], t: i128, work: &mut Work) -> Outcome {
    if t < 0 {
        return Outcome::None;
    }
    // Terms that can only be 0 are left out; `term[i]` is the one at dimension i.
    let mut lattice = Lattice::EMPTY;
    let (mut term, mut i) = ([0; MAX_DIMS], 0);
    while i < coef.len() {
        let most = if coef[i] == 0 { 0 } else { t / coef[i] as i128 };
        let most = if most < upper[i] as i128 { most } else { upper[i] as i128 };
        if most > 0 {
            if lattice.dims == MAX_DIMS {
                return Outcome::Undecided;
            }
            term[lattice.dims] = i;
            (lattice.coef[lattice.dims], lattice.upper[lattice.dims]) = (coef[i], most);
            lattice.dims += 1;
        }
        i += 1;
    }
    match lattice.solve(t, work) {
        None => Outcome::Undecided,
        Some(false) => Outcome::None,
        Some(true) => {
            let (mut values, mut i) = ([0; MAX_TERMS], 0);
            while i < lattice.dims {
                values[term[i]] = lattice.point[i] as u64;
                i += 1;
            }
            Outcome::Solution(values)
        }
    }
}

/// The solutions of an equation: `point + sum_j x_j * basis[j]` for integers `x_j`.
struct Lattice {
    dims: usize,
    coef: [u64; MAX_DIMS],
    upper: Vector,
    point: Vector,
    /// One vector less than there are dimensions.
    basis: [Vector; MAX_DIMS],
}

/// A box of coordinates.
#[derive(Clone, Copy)]
struct Cell {
    low: [i64; MAX_DIMS],
    high: [i64; MAX_DIMS],
}

/// The basis made orthogonal, in units of the bounds: `b_i = b*_i + sum_{j<i} mu_ij b*_j`.
struct Orthogonal {
    vectors: [Floats; MAX_DIMS],
    mu: [Floats; MAX_DIMS],
    norms: Floats,
}

impl Lattice {
    const EMPTY: Lattice = Lattice {
        dims: 0,
        coef: [0; MAX_DIMS],
        upper: [0; MAX_DIMS],
        point: [0; MAX_DIMS],
        basis: [[0; MAX_DIMS]; MAX_DIMS],
    };

    /// Moves the point into the bounds; `Some(false)` when no point of the lattice is in there,
    /// `None` when the work is used up or a number does not fit.
    const fn solve(&mut self, t: i128, work: &mut Work) -> Option<bool> {
        if self.dims == 0 {
            return Some(t == 0);
        }
        let mut g = [0; MAX_DIMS + 1];
        let mut i = self.dims;
        while i > 0 {
            i -= 1;
            g[i] = gcd(self.coef[i], g[i + 1]);
        }
        if t % g[0] as i128 != 0 {
            return Some(false);
        }
        // An inverse for each entry of the basis; then the bounds, which are products of matrices.
        fits!(pay(work, self.dims * self.dims * (INVERSE + 4 * self.dims)));
        self.point = fits!(self.particular(&g, 0, t));
        // Vector i is 0 before dimension i, and there as little as the later ones can balance.
        while i + 1 < self.dims {
            let step = g[i + 1] / g[i];
            let change = fits!((self.coef[i] as i128).checked_mul(step as i128));
            self.basis[i] = fits!(self.particular(&g, i + 1, -change));
            self.basis[i][i] = step as i128;
            i += 1;
        }
        let orthogonal = fits!(self.reduce(work));
        fits!(self.centre(&orthogonal));
        let cell = fits!(self.bounds(&orthogonal));
        self.search(cell, work)
    }

    /// Integers for the dimensions from `first` on that make `rest`, a multiple of `g[first]`; each
    /// but the last is the least that is not negative.
    const fn particular(
        &self,
        g: &[u64; MAX_DIMS + 1],
        first: usize,
        mut rest: i128,
    ) -> Option<Vector> {
        let (mut out, mut i) = ([0; MAX_DIMS], first);
        while i + 1 < self.dims {
            let step = g[i + 1] / g[i];
            let residue = (rest / g[i] as i128).rem_euclid(step as i128) as u128;
            let inverse = inverse_mod(self.coef[i] / g[i], step) as u128;
            out[i] = (residue * inverse % step as u128) as i128;
            let change = fits!(out[i].checked_mul(self.coef[i] as i128));
            rest = fits!(rest.checked_sub(change));
            i += 1;
        }
        out[i] = fits!(moderate(rest / self.coef[i] as i128));
        Some(out)
    }

    const fn scaled(&self, v: &Vector) -> Floats {
        let (mut out, mut i) = ([0.0; MAX_DIMS], 0);
        while i < self.dims {
            out[i] = v[i] as f64 / self.upper[i] as f64;
            i += 1;
        }
        out
    }

    /// Makes vector `i` of the basis orthogonal to those before it, which are.
    const fn orthogonalize(&self, i: usize, o: &mut Orthogonal) {
        let (mut rest, mut j) = (self.scaled(&self.basis[i]), 0);
        while j < i {
            o.mu[i][j] = dot(&rest, &o.vectors[j], self.dims) / o.norms[j];
            add(&mut rest, &o.vectors[j], -o.mu[i][j], self.dims);
            j += 1;
        }
        (o.vectors[i], o.norms[i]) = (rest, dot(&rest, &rest, self.dims));
    }

    /// Makes the vectors of the basis short and nearly orthogonal (Lenstra, Lenstra, Lovasz).
    const fn reduce(&mut self, work: &mut Work) -> Option<Orthogonal> {
        let zeros = [[0.0; MAX_DIMS]; MAX_DIMS];
        let mut o = Orthogonal { vectors: zeros, mu: zeros, norms: [0.0; MAX_DIMS] };
        let mut i = 0;
        while i + 1 < self.dims {
            fits!(pay(work, (i + 1) * self.dims * 8));
            self.orthogonalize(i, &mut o);
            let (mut j, mut exact) = (i, true);
            while j > 0 {
                j -= 1;
                let times = round(o.mu[i][j]);
                if times != 0 {
                    let step = self.basis[j];
                    fits!(subtract(&mut self.basis[i], &step, times, self.dims));
                    let row = o.mu[j];
                    add(&mut o.mu[i], &row, -(times as f64), j);
                    o.mu[i][j] -= times as f64;
                    // After a large change the digits that matter come from a fresh look.
                    exact &= times < 1 << 20 && times > -(1 << 20);
                }
            }
            let mu = if i > 0 { o.mu[i][i - 1] } else { 0.0 };
            if i == 0 || (exact && o.norms[i] >= (0.75 - mu * mu) * o.norms[i - 1]) {
                i += 1;
            } else if exact {
                (self.basis[i], self.basis[i - 1]) = (self.basis[i - 1], self.basis[i]);
                i -= 1;
            }
        }
        Some(o)
    }

    /// Moves the point along the lattice to near the centre of the bounds.
    const fn centre(&mut self, o: &Orthogonal) -> Option<()> {
        let mut round_trips = 0;
        while round_trips < 8 {
            let (mut moved, mut j) = (false, self.dims - 1);
            while j > 0 {
                j -= 1;
                let (mut from, mut i) = (self.scaled(&self.point), 0);
                while i < self.dims {
                    from[i] -= 0.5;
                    i += 1;
                }
                let times = round(dot(&from, &o.vectors[j], self.dims) / o.norms[j]);
                let step = self.basis[j];
                fits!(subtract(&mut self.point, &step, times, self.dims));
                moved |= times != 0;
            }
            if !moved {
                break;
            }
            round_trips += 1;
        }
        Some(())
    }

    /// Bounds of the coordinates of all points within the bounds of the equation.
    ///
    /// Let `f_j` be integer vectors, and `E_ji = f_j . basis_i`. Over the bounds, `f_j . v` has a
    /// least and a largest value, and so has `sum_i E_ji x_i`. If E is almost a multiple
    /// of the identity, `E = scale * (1 + small)`, each `x_j` is bounded by its own row once the
    /// largest of them is bounded at all, which follows from `|x| <= |Ex/scale| + |small| |x|`.
    const fn bounds(&self, o: &Orthogonal) -> Option<Cell> {
        let rank = self.dims - 1;
        // So large that rounding the functionals to integers makes little difference.
        let (mut largest, mut i) = (1, 0);
        while i < self.dims {
            let mut j = 0;
            while j < rank {
                largest = max(largest, fits!(self.basis[j][i].checked_abs()));
                j += 1;
            }
            largest = max(largest, self.upper[i]);
            i += 1;
        }
        let scale = fits!(largest.checked_mul(1 << 24));
        // The rows of the pseudo-inverse of the basis, from the last.
        let mut rows = [[0.0; MAX_DIMS]; MAX_DIMS];
        let (mut low, mut high, mut slack) = ([0; MAX_DIMS], [0; MAX_DIMS], [0_i128; MAX_DIMS]);
        let (mut farthest, mut loosest) = (0_i128, 0_i128);
        let mut j = rank;
        while j > 0 {
            j -= 1;
            let mut row = [0.0; MAX_DIMS];
            add(&mut row, &o.vectors[j], 1.0 / o.norms[j], self.dims);
            let mut l = j + 1;
            while l < rank {
                add(&mut row, &rows[l], -o.mu[l][j], self.dims);
                l += 1;
            }
            rows[j] = row;
            let (mut f, mut i) = ([0; MAX_DIMS], 0);
            while i < self.dims {
                f[i] = round(row[i] / self.upper[i] as f64 * scale as f64);
                // f . (v - point), with v = 0 or v = upper, whichever is lower or higher.
                let (mut a, mut b) = (
                    fits!(f[i].checked_mul(-self.point[i])),
                    fits!(f[i].checked_mul(self.upper[i] - self.point[i])),
                );
                if f[i] < 0 {
                    (a, b) = (b, a);
                }
                low[j] = fits!(a.checked_add(low[j]));
                high[j] = fits!(b.checked_add(high[j]));
                i += 1;
            }
            let mut l = 0;
            while l < rank {
                let e = fits!(exact_dot(&f, &self.basis[l], self.dims));
                let small = if l == j { fits!(e.checked_sub(scale)) } else { e };
                slack[j] = fits!(slack[j].checked_add(fits!(small.checked_abs())));
                l += 1;
            }
            farthest =
                max(farthest, max(fits!(low[j].checked_abs()), fits!(high[j].checked_abs())));
            loosest = max(loosest, slack[j]);
        }
        if loosest >= scale {
            return None;
        }
        let most = farthest / (scale - loosest) + 1;
        let mut cell = Cell { low: [0; MAX_DIMS], high: [0; MAX_DIMS] };
        while j < rank {
            let more = fits!(slack[j].checked_mul(most));
            cell.low[j] = fits!(small(-(fits!(more.checked_sub(low[j])).div_euclid(scale))));
            cell.high[j] = fits!(small(fits!(more.checked_add(high[j])).div_euclid(scale)));
            j += 1;
        }
        Some(cell)
    }

    /// Halves boxes of coordinates until one is a solution or none is left.
    const fn search(&mut self, cell: Cell, work: &mut Work) -> Option<bool> {
        let (rank, mut lengths, mut j) = (self.dims - 1, [0.0; MAX_DIMS], 0);
        while j < rank {
            let vector = self.scaled(&self.basis[j]);
            lengths[j] = dot(&vector, &vector, self.dims);
            j += 1;
        }
        let mut cells: List<Cell, MAX_BOXES> = List::of(cell);
        while let Some(mut cell) = cells.last() {
            cells.pop();
            fits!(pay(work, self.dims * self.dims * 4));
            if !fits!(self.tighten(&mut cell, work)) {
                continue;
            }
            // The point in the middle, and the dimension that matters most.
            let (mut middle, mut point) = ([0; MAX_DIMS], self.point);
            let (mut widest, mut split, mut j) = (0.0, None, 0);
            while j < rank {
                middle[j] = cell.low[j] + (cell.high[j] - cell.low[j]) / 2;
                fits!(subtract(&mut point, &self.basis[j], -(middle[j] as i128), self.dims));
                let width = (cell.high[j] - cell.low[j]) as f64;
                let reach = width * width * lengths[j];
                if cell.high[j] > cell.low[j] && reach >= widest {
                    (widest, split) = (reach, Some(j));
                }
                j += 1;
            }
            if self.within(&point) {
                self.point = point;
                return Some(true);
            }
            let Some(j) = split else { continue };
            let (mut lower, mut upper) = (cell, cell);
            (lower.high[j], upper.low[j]) = (middle[j], middle[j] + 1);
            // The half with 0, the centre of the bounds, comes first.
            if lower.high[j] >= 0 {
                (lower, upper) = (upper, lower);
            }
            if !cells.push(lower) || !cells.push(upper) {
                return None;
            }
        }
        Some(false)
    }

    const fn within(&self, v: &Vector) -> bool {
        let (mut within, mut i) = (true, 0);
        while i < self.dims {
            within &= 0 <= v[i] && v[i] <= self.upper[i];
            i += 1;
        }
        within
    }

    /// Shrinks a box to where each dimension by itself can be within its bounds; false when
    /// one cannot.
    const fn tighten(&self, cell: &mut Cell, work: &mut Work) -> Option<bool> {
        let (rank, mut again) = (self.dims - 1, 4);
        while again > 0 {
            again -= 1;
            fits!(pay(work, self.dims * self.dims * 8));
            let (mut changed, mut i) = (false, 0);
            while i < self.dims {
                // The range of dimension i over the box.
                let (mut low, mut high, mut j) = (self.point[i], self.point[i], 0);
                let (mut least, mut most) = ([0; MAX_DIMS], [0; MAX_DIMS]);
                while j < rank {
                    let b = self.basis[j][i];
                    let (from, to) = (cell.low[j] as i128, cell.high[j] as i128);
                    let (from, to) = if b < 0 { (to, from) } else { (from, to) };
                    least[j] = fits!(b.checked_mul(from));
                    most[j] = fits!(b.checked_mul(to));
                    low = fits!(low.checked_add(least[j]));
                    high = fits!(high.checked_add(most[j]));
                    j += 1;
                }
                if high < 0 || low > self.upper[i] {
                    return Some(false);
                }
                while j > 0 {
                    j -= 1;
                    let b = self.basis[j][i];
                    if b == 0 || (low >= 0 && high <= self.upper[i]) {
                        continue;
                    }
                    // b * x_j is at least what the others leave at their most, and the reverse.
                    let from = fits!(moderate(fits!(most[j].checked_sub(high))));
                    let to = fits!(moderate(fits!(least[j].checked_sub(low)))) + self.upper[i];
                    let (from, to) = if b < 0 { (-to, -from) } else { (from, to) };
                    let size = if b < 0 { -b } else { b };
                    let (from, to) = (-(-from).div_euclid(size), to.div_euclid(size));
                    if from > cell.low[j] as i128 {
                        changed = true;
                        cell.low[j] = fits!(small(from));
                    }
                    if to < cell.high[j] as i128 {
                        changed = true;
                        cell.high[j] = fits!(small(to));
                    }
                    if cell.low[j] > cell.high[j] {
                        return Some(false);
                    }
                }
                i += 1;
            }
            if !changed {
                break;
            }
        }
        Some(true)
    }
}

/// Pays for some steps, if there is so much work left.
const fn pay(work: &mut Work, steps: usize) -> Option<()> {
    if work.pay(steps) { Some(()) } else { None }
}

/// As `i64`, with room for sums and differences.
const fn small(value: i128) -> Option<i64> {
    if value < 1 << 62 && value > -(1 << 62) { Some(value as i64) } else { None }
}

const fn max(a: i128, b: i128) -> i128 {
    if a > b { a } else { b }
}

/// The nearest integer; far beyond 128 bits, or for no number at all, any.
const fn round(value: f64) -> i128 {
    (if value < 0.0 { value - 0.5 } else { value + 0.5 }) as i128
}

const fn dot(a: &Floats, b: &Floats, dims: usize) -> f64 {
    let (mut sum, mut i) = (0.0, 0);
    while i < dims {
        sum += a[i] * b[i];
        i += 1;
    }
    sum
}

const fn add(a: &mut Floats, b: &Floats, times: f64, dims: usize) {
    let mut i = 0;
    while i < dims {
        a[i] += times * b[i];
        i += 1;
    }
}

const fn exact_dot(a: &Vector, b: &Vector, dims: usize) -> Option<i128> {
    let (mut sum, mut i) = (0_i128, 0);
    while i < dims {
        sum = fits!(sum.checked_add(fits!(a[i].checked_mul(b[i]))));
        i += 1;
    }
    Some(sum)
}

/// `a -= times * b`.
const fn subtract(a: &mut Vector, b: &Vector, times: i128, dims: usize) -> Option<()> {
    let mut i = 0;
    while i < dims {
        a[i] = fits!(moderate(fits!(a[i].checked_sub(fits!(b[i].checked_mul(times))))));
        i += 1;
    }
    Some(())
}

/// The value, unless it is so large that a few sums might not fit.
const fn moderate(value: i128) -> Option<i128> {
    if value < 1 << 120 && value > -(1 << 120) { Some(value) } else { None }
}

#[cfg(test)]
mod tests {
    extern crate std;
    use std::{println, vec::Vec};

    use super::*;
    use crate::decide::bounded::Equation;

    /// The answer, if there is one; a solution is checked.
    fn decided(terms: &[(u64, u64)], t: i128, budget: u64) -> Option<bool> {
        let (coef, upper): (Vec<u64>, Vec<u64>) = terms.iter().copied().unzip();
        match solve(&coef, &upper, t, &mut Work::of(budget)) {
            Outcome::Undecided => None,
            Outcome::None => Some(false),
            Outcome::Solution(v) => {
                let product = |(term, v): (&(u64, u64), u64)| i128::from(term.0) * i128::from(v);
                assert!(terms.iter().zip(v).all(|(term, v)| v <= term.1));
                assert_eq!(t, terms.iter().zip(v).map(product).sum(), "{terms:?}");
                Some(true)
            }
        }
    }

    /// As the test of the same name for the depth-first search.
    #[test]
    fn agrees_with_enumeration() {
        const P: u64 = (1 << 50) - 27;
        let triples = (0..24u64.pow(3)).step_by(3).map(|n| (n, 8, 3));
        let quintuples = (0..36u64.pow(5)).step_by(100_003).map(|n| (n, 12, 5));
        for (mut n, most, len) in triples.chain(quintuples) {
            let (mut terms, mut sums) = ([(1, 0); 5], 1u128);
            for term in &mut terms[..len] {
                *term = (n % most + 1, n / most % 3);
                n /= most * 3;
                (0..term.1).for_each(|_| sums |= sums << term.0);
            }
            let scaled = terms.map(|(a, u)| (a * P, u));
            for t in -1..=i128::from(sums.ilog2()) + 1 {
                let expected = t >= 0 && sums >> t & 1 == 1;
                assert_eq!(decided(&terms, t, 1 << 22), Some(expected), "{terms:?} {t}");
                assert_eq!(decided(&scaled, t * i128::from(P), 1 << 22), Some(expected));
            }
        }
    }

    /// What the depth-first search decides and this does not contradict; what it finds is there.
    #[test]
    fn large_values() {
        let mut seed = 1_u64;
        let mut random = |bits: u32| {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            seed >> (64 - bits)
        };
        let mut open = [0; 2];
        for round in 0..600 {
            let (len, bits) = (3 + round % 4, 20 + 10 * (round as u32 / 4 % 4));
            let terms: Vec<(u64, u64)> = (0..len).map(|_| (random(bits) + 1, random(12))).collect();
            let at: Vec<u64> = terms.iter().map(|term| random(20) % (term.1 + 1)).collect();
            let t: i128 =
                terms.iter().zip(&at).map(|(a, v)| i128::from(a.0) * i128::from(*v)).sum();
            for (t, solvable) in [(t, true), (t + i128::from(random(bits - 4)), false)] {
                let lattice = decided(&terms, t, 1 << 22);
                assert!(!solvable || lattice != Some(false), "{terms:?} {t}");
                let mut equation = Equation::new();
                terms.iter().for_each(|term| equation.push(term.0, term.1));
                let search = match equation.solve(t, &mut Work::of(1 << 15)) {
                    Outcome::Undecided => None,
                    outcome => Some(outcome != Outcome::None),
                };
                open[0] += usize::from(lattice.is_none());
                open[1] += usize::from(search.is_none());
                assert!(
                    lattice.is_none() || search.is_none() || lattice == search,
                    "{terms:?} {t}"
                );
            }
        }
        println!("of 1200, undecided: {} by lattice, {} by search", open[0], open[1]);
        assert!(open[0] < open[1]);
    }
}
