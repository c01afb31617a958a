//! Is `A o B` a layout? The streaming recovery of a table, run without the table.
//!
//! Recovery reads a table from the left and keeps the only layout `L` that agrees so
//! far. At the first index `x` where the table leaves `L`, either a new mode starts at
//! `x`, or no layout exists and `x` proves it. For `f = A o B` the next such `x` is
//! found by bisection on "does `f` leave `L` below `t`?", and that question is one about
//! sums of floors on boxes:
//!
//! ```text
//! f(x) - L(x) = sum c * floor((o + w.x) / N)      x in a box, one level for each N
//! ```
//!
//! which is zero on the box when (T1) no level reaches its `N`, when (T2) the levels
//! cancel, when (T4) they cancel as sawtooth waves, and else (T5) is decided by halving
//! the box: levels are monotone, so a box at whose two ends all floors agree is done.
//! The problem is coNP-complete, so all of it is paid for from a budget of work. DESIGN.md has the
//! proofs.

use crate::algebra::floor_form::{Term, Terms, floors, not_a_layout, value};
use crate::ground::error::{Carry, Error, Op, Why};
use crate::ground::integers::gcd;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::ground::work::Work;
use crate::layout::runs::coalesced;

/// What a division costs, in steps of [`Work`].
pub(crate) const DIVISION: usize = 8;

/// Weights of the live levels, row by row.
const WEIGHTS: usize = 1024;

/// `f(x) = A(a + B(x)) - A(a)` on the indices of B.
#[derive(Clone, Copy)]
pub(crate) struct Composite {
    outer: Terms,
    start: i64,
    inner: List<Mode>,
    pub(crate) size: i64,
}

/// A piece of a mode of B: `extent` steps of B-stride `step`, each `place` indices apart.
#[derive(Clone, Copy)]
struct Dim {
    extent: u64,
    step: i64,
    place: u64,
}

type Dims = List<Dim, 64>;

/// `c * floor((o + w.x) / n)`, its weights `w` in row `row`.
#[derive(Clone, Copy)]
struct Level {
    n: u64,
    o: u64,
    c: i128,
    row: usize,
}

/// The live levels over one box, and room to search it. It is large, so there is one.
struct Levels {
    dims: usize,
    list: List<Level, 64>,
    weights: [u64; WEIGHTS],
    /// The box as given, then the part of it that is being looked at; its lower corner is the
    /// witness in the end.
    lo: [u64; 64],
    hi: [u64; 64],
    /// How that part was cut out: as deep as there are bits in the size, and one for each dimension.
    cuts: List<Cut, 128>,
}

/// A cut of dimension `dim`, and what it was before; the right half is next while `left`.
#[derive(Clone, Copy)]
struct Cut {
    dim: usize,
    lo: u64,
    hi: u64,
    left: bool,
}

/// The answer of a search.
#[derive(Clone, Copy)]
pub(crate) enum Found {
    Nothing,
    At(i64),
    GaveUp,
}

impl Composite {
    /// `start + B(x)` must not be negative; without a start, no stride of B may be that moves.
    pub(crate) const fn new(a: &[Mode], start: i64, b: &[Mode]) -> Composite {
        let inner = coalesced(b);
        let (mut size, mut i) = (1, 0);
        while i < inner.len() {
            size *= inner.at(i).extent;
            i += 1;
        }
        Composite { outer: floors(a), start, inner, size }
    }

    /// `A(a + y) - A(a)`.
    const fn outer(&self, y: i64) -> i128 {
        let (mut sum, mut i) = (0_i128, 0);
        while i < self.outer.len() {
            let Term { n, c } = self.outer.at(i);
            let floor = if y < 0 {
                (self.start % n + y).div_euclid(n) as i128
            } else {
                // Both below 2^63.
                (((self.start % n) as u64 + y as u64) / n as u64) as i128
            };
            sum = sum.wrapping_add(c.wrapping_mul(floor));
            i += 1;
        }
        sum
    }

    /// `B(x)`.
    pub(crate) const fn inner_at(&self, mut x: i64) -> i64 {
        let (mut y, mut i) = (0, 0);
        while i < self.inner.len() {
            let Mode { extent, stride } = self.inner.at(i);
            y += x % extent * stride;
            x /= extent;
            i += 1;
        }
        y
    }

    /// `f(x)`.
    pub(crate) const fn at(&self, x: i64) -> i128 {
        self.outer(self.inner_at(x))
    }

    /// B's modes, cut where `layout` changes its stride.
    const fn dims(&self, layout: &Terms) -> Dims {
        let mut out = List::new(Dim { extent: 0, step: 0, place: 0 });
        let (mut place, mut i) = (1_u64, 0);
        while i < self.inner.len() {
            let Mode { extent, stride } = self.inner.at(i);
            let end = place * extent as u64;
            let (mut from, mut k) = (place, 0);
            while k <= layout.len() {
                let to = if k < layout.len() { layout.at(k).n as u64 } else { end };
                if to > from
                    && to <= end
                    && to.is_multiple_of(place)
                    && end.is_multiple_of(to)
                    && to.is_multiple_of(from)
                {
                    let step = stride * (from / place) as i64;
                    // Every extent is at least 2 and their product fits into 63 bits.
                    let _ = out.push(Dim { extent: to / from, step, place: from });
                    from = to;
                }
                k += 1;
            }
            place = end;
            i += 1;
        }
        out
    }

    /// Some `x < to` at which `f` is not `layout`, when there is none below `from`.
    const fn violation(
        &self,
        layout: &Terms,
        dims: &Dims,
        from: i64,
        to: i64,
        levels: &mut Levels,
        work: &mut Work,
    ) -> Found {
        if from >= to {
            return Found::Nothing;
        }
        let terms = self.outer.len() + layout.len();
        if !work.pay(terms * (dims.len() + 1) * 4) {
            return Found::GaveUp;
        }
        // Lines first: one step in each piece.
        let mut j = 0;
        while j < dims.len() {
            let Dim { step, place, .. } = dims.at(j);
            if place < to as u64 && self.outer(step) != value(layout, place as i64) {
                return Found::At(place as i64);
            }
            j += 1;
        }
        // [from, to) is a union of boxes, each as large as can be: all digits below j free, digit j
        // from where it is up to its extent, or to where the box would leave the range. But the box
        // at 0 comes first, where the levels vanish most easily: it may settle much at once.
        let (mut x0, from, to) = (0, from as u64, to as u64);
        while x0 < to {
            j = dims.len() - 1;
            while j > 0 && !(x0.is_multiple_of(dims.at(j).place) && dims.at(j).place <= to - x0) {
                j -= 1;
            }
            let Dim { extent, place, .. } = dims.at(j);
            let (rest, room) = (extent - x0 / place % extent, (to - x0) / place);
            let digit = if rest < room { rest } else { room };
            // One remainder for each weight of each level.
            if !work.pay(terms * (j + 1) * 2) {
                return Found::GaveUp;
            }
            let y0 = self.inner_at(x0 as i64);
            if self.outer(y0) != value(layout, x0 as i64) {
                return Found::At(x0 as i64);
            }
            if !self.set_levels(layout, dims, j, digit, x0, y0, levels, work) {
                return Found::GaveUp;
            }
            // To compare all of them.
            if !work.pay(levels.list.len() * levels.list.len() * DIVISION) {
                return Found::GaveUp;
            }
            let (settled, ahead) = (levels.vanish(), x0 + digit * place);
            if settled || x0 < from {
                x0 = if settled && ahead > from { ahead } else { from };
                continue;
            }
            let mut k = 0;
            while k <= j {
                levels.lo[k] = 0;
                levels.hi[k] = if k == j { digit } else { dims.at(k).extent } - 1;
                k += 1;
            }
            match levels.halve(work) {
                Verdict::Zero => x0 = ahead,
                Verdict::GaveUp => return Found::GaveUp,
                Verdict::Nonzero => {
                    k = 0;
                    while k <= j {
                        x0 += levels.lo[k] * dims.at(k).place;
                        k += 1;
                    }
                    return Found::At(x0 as i64);
                }
            }
        }
        Found::Nothing
    }

    /// The levels of `f - layout` on the box of the first `j` dims and `digit` steps of
    /// dim `j`, from `(x0, y0)`. `false` when there are too many, or the work is used up.
    #[allow(clippy::too_many_arguments)]
    const fn set_levels(
        &self,
        layout: &Terms,
        dims: &Dims,
        j: usize,
        digit: u64,
        x0: u64,
        y0: i64,
        levels: &mut Levels,
        work: &mut Work,
    ) -> bool {
        levels.list.truncate(0);
        levels.dims = j + 1;
        let mut row = [0_u64; 64];
        let mut i = 0;
        while i < self.outer.len() + layout.len() {
            let ours = i < self.outer.len();
            let term = if ours { self.outer.at(i) } else { layout.at(i - self.outer.len()) };
            i += 1;
            let n = term.n as u64;
            if n == 1 {
                continue;
            }
            let o = if ours { (self.start as u64 % n + residue(y0, n)) % n } else { x0 % n };
            // T1: a level that stays below n on the whole box contributes nothing.
            let (mut most, mut k) = (o as u128, 0);
            while k <= j {
                let d = dims.at(k);
                row[k] = if ours { residue(d.step, n) } else { d.place % n };
                let extent = if k == j { digit } else { d.extent };
                most += row[k] as u128 * (extent - 1) as u128;
                if extent == 1 {
                    row[k] = 0;
                }
                k += 1;
            }
            if most < n as u128 {
                continue;
            }
            // A greatest common divisor of all weights, and a comparison with all levels.
            if !work.pay((j + 1) * (2 * DIVISION + levels.list.len())) {
                return false;
            }
            if !levels.add(n, o, &row, if ours { term.c } else { -term.c }) {
                return false;
            }
        }
        // From an offset the lines were not checked to be equal: what is linear counts too.
        if self.start != 0 { self.set_linear(layout, dims, j, digit, levels) } else { true }
    }

    /// The linear part of `f - layout` as two levels with `n = 1`, one of each sign.
    const fn set_linear(
        &self,
        layout: &Terms,
        dims: &Dims,
        j: usize,
        digit: u64,
        levels: &mut Levels,
    ) -> bool {
        let mut sign = 1_i128;
        loop {
            let (mut row, mut any, mut k) = ([0_u64; 64], false, 0);
            while k <= j {
                let Dim { step, place, extent } = dims.at(k);
                let mut slope = 0_i128;
                let mut i = 0;
                while i < self.outer.len() {
                    let Term { n, c } = self.outer.at(i);
                    slope = slope.wrapping_add(c.wrapping_mul(step.div_euclid(n) as i128));
                    i += 1;
                }
                slope = slope.wrapping_sub(value(layout, place as i64)).wrapping_mul(sign);
                let moves = if k == j { digit } else { extent } > 1;
                if slope > 0 && moves {
                    if slope > u64::MAX as i128 {
                        return false;
                    }
                    (row[k], any) = (slope as u64, true);
                }
                k += 1;
            }
            if any && !levels.add(1, 0, &row, sign) {
                return false;
            }
            if sign < 0 {
                return true;
            }
            sign = -1;
        }
    }

    /// The first `x >= lo` at which `f` is not `layout`, when there is none below `lo`.
    pub(crate) const fn first_violation(&self, layout: &Terms, lo: i64, work: &mut Work) -> Found {
        self.first_violation_from(layout, lo, &mut { Levels::NONE }, work)
    }

    const fn first_violation_from(
        &self,
        layout: &Terms,
        lo: i64,
        levels: &mut Levels,
        work: &mut Work,
    ) -> Found {
        let dims = self.dims(layout);
        let mut high = match self.violation(layout, &dims, lo, self.size, levels, work) {
            Found::At(x) => x,
            other => return other,
        };
        // The range halves each time, so together the halves cost about as much as all of it.
        let mut low = lo;
        while low < high {
            let middle = low + (high - low) / 2;
            match self.violation(layout, &dims, low, middle + 1, levels, work) {
                Found::Nothing => low = middle + 1,
                Found::At(x) => high = x,
                Found::GaveUp => return Found::GaveUp,
            }
        }
        Found::At(high)
    }

    /// The floor form of `f` if it is a layout.
    pub(crate) const fn scan(&self, work: &mut Work) -> Result<Terms, Error> {
        let mut layout: Terms = List::new(Term { n: 0, c: 0 });
        let first = if self.size > 1 { self.at(1) } else { 0 };
        let _ = layout.push(Term { n: 1, c: first });
        let (mut chain, mut levels) = (1, Levels::NONE);
        loop {
            let x = match self.first_violation_from(&layout, chain + 1, &mut levels, work) {
                Found::Nothing => return Ok(layout),
                Found::GaveUp => return Err(Work::undecided(Op::Compose)),
                Found::At(x) => x,
            };
            let (found, expected) = (self.at(x), value(&layout, x));
            let why = if x % chain != 0 {
                Why::Increment { chain }
            } else if self.size % x != 0 {
                Why::Break { size: self.size }
            } else {
                if !layout.push(Term { n: x, c: found - expected }) {
                    return Err(too_many(Op::Compose));
                }
                chain = x;
                continue;
            };
            return Err(not_a_layout(Op::Compose, x, expected, found, why));
        }
    }

    /// The carry that index `x` meets: two offsets of B whose sum crosses a boundary of A.
    /// None where a single mode of B fails by itself, or A is entered at an offset.
    pub(crate) const fn carry(&self, a: &[Mode], b: &[Mode], mut x: i64) -> Option<Carry> {
        if self.start != 0 {
            return None;
        }
        let (mut low, mut j) = (0, 0);
        while j < b.len() {
            let high = x % b[j].extent * b[j].stride;
            x /= b[j].extent;
            let mut i = 0;
            while i < self.outer.len() {
                let n = self.outer.at(i).n;
                if low % n + high % n >= n {
                    let (mut leaf, mut boundary) = (0, 1);
                    while leaf < a.len() {
                        boundary *= a[leaf].extent;
                        if boundary == n {
                            break;
                        }
                        leaf += 1;
                    }
                    return Some(Carry { low, high, boundary: n, leaf, from_right: false });
                }
                i += 1;
            }
            low += high;
            j += 1;
        }
        None
    }
}

/// `y mod n`. Steps below zero are rare, and the other way of dividing is faster.
const fn residue(y: i64, n: u64) -> u64 {
    if y < 0 { y.rem_euclid(n as i64) as u64 } else { y as u64 % n }
}

/// What [`Levels::halve`] found.
enum Verdict {
    Zero,
    Nonzero,
    GaveUp,
}

impl Levels {
    /// No levels yet. A constant, so that it is written once, to where it is needed.
    const NONE: Levels = Levels {
        dims: 0,
        list: List::new(Level { n: 0, o: 0, c: 0, row: 0 }),
        weights: [0; WEIGHTS],
        lo: [0; 64],
        hi: [0; 64],
        cuts: List::new(Cut { dim: 0, lo: 0, hi: 0, left: false }),
    };

    const fn weight(&self, level: Level, dim: usize) -> u64 {
        self.weights[level.row * self.dims + dim]
    }

    /// T2: adds a level, in lowest terms; levels with the same floor add their factors.
    /// `false` when there is no room.
    const fn add(&mut self, n: u64, o: u64, row: &[u64; 64], c: i128) -> bool {
        let (mut g, mut k) = (n, 0);
        while k < self.dims {
            g = gcd(g, row[k]);
            k += 1;
        }
        let (n, o) = (n / g, o / g);
        let mut i = 0;
        while i < self.list.len() {
            let level = self.list.at(i);
            let mut equal = level.n == n && level.o == o;
            k = 0;
            while equal && k < self.dims {
                equal = self.weight(level, k) == row[k] / g;
                k += 1;
            }
            if equal {
                self.list.set(i, Level { c: level.c + c, ..level });
                return true;
            }
            i += 1;
        }
        let at = self.list.len();
        if (at + 1) * self.dims > WEIGHTS {
            return false;
        }
        k = 0;
        while k < self.dims {
            self.weights[at * self.dims + k] = row[k] / g;
            k += 1;
        }
        self.list.push(Level { n, o, c, row: at })
    }

    /// The floor of one level at `x`.
    const fn floor(&self, level: Level, x: &[u64; 64]) -> u128 {
        let (mut sum, mut k) = (level.o as u128, 0);
        while k < self.dims {
            sum += self.weight(level, k) as u128 * x[k] as u128;
            k += 1;
        }
        if sum <= u64::MAX as u128 { (sum as u64 / level.n) as u128 } else { sum / level.n as u128 }
    }

    /// Whether the sum of all levels is zero, as far as that is seen without a search.
    const fn vanish(&mut self) -> bool {
        self.drop_cancelled();
        self.list.is_empty() || self.sawtooth()
    }

    const fn drop_cancelled(&mut self) {
        let (mut kept, mut i) = (0, 0);
        while i < self.list.len() {
            if self.list.at(i).c != 0 {
                self.list.set(kept, self.list.at(i));
                kept += 1;
            }
            i += 1;
        }
        self.list.truncate(kept);
    }

    /// T4: levels `c * floor(a*x/q)` of one variable, in lowest terms, cancel for all `x`
    /// when the slopes `c*a/q` sum to zero and, for each `q`, the factors sum to zero and
    /// are the same for `a` and `q-a`: the sawtooth wave is odd.
    const fn sawtooth(&self) -> bool {
        let (mut live, mut most, mut i) = (usize::MAX, 1, 0);
        while i < self.list.len() {
            let level = self.list.at(i);
            if level.o != 0 {
                return false;
            }
            if level.n > most {
                most = level.n;
            }
            let mut k = 0;
            while k < self.dims {
                if self.weight(level, k) != 0 {
                    if live != usize::MAX && live != k {
                        return false;
                    }
                    live = k;
                }
                k += 1;
            }
            i += 1;
        }
        if live == usize::MAX {
            return false;
        }
        let mut slope = 0_i128;
        i = 0;
        while i < self.list.len() {
            let level = self.list.at(i);
            let (q, a) = (level.n, self.weight(level, live));
            if !most.is_multiple_of(q) {
                return false;
            }
            let Some(part) = level.c.checked_mul(a as i128 * (most / q) as i128) else {
                return false;
            };
            slope = match slope.checked_add(part) {
                Some(slope) => slope,
                None => return false,
            };
            let (mut total, mut mirror, mut k) = (0_i128, 0_i128, 0);
            while k < self.list.len() {
                let other = self.list.at(k);
                if other.n == q {
                    total += other.c;
                    if self.weight(other, live) % q == (q - a % q) % q {
                        mirror += other.c;
                    }
                }
                k += 1;
            }
            if total != 0 || (q > 2 && mirror != level.c) {
                return false;
            }
            i += 1;
        }
        slope == 0
    }

    /// T5: whether the sum is zero on the box from `lo` to `hi`, both included. Halves the box until no
    /// floor moves, or the sum is not zero at a corner; that is left in `lo`.
    const fn halve(&mut self, work: &mut Work) -> Verdict {
        self.cuts.truncate(0);
        // One look at a box: every level at both its ends.
        let look = self.list.len() * (2 * self.dims + 2 * DIVISION);
        loop {
            if !work.pay(look) {
                return Verdict::GaveUp;
            }
            let (mut at_lo, mut at_hi) = (0_i128, 0_i128);
            let (mut best, mut dim, mut i) = (-1.0, usize::MAX, 0);
            while i < self.list.len() {
                let level = self.list.at(i);
                let (low, high) = (self.floor(level, &self.lo), self.floor(level, &self.hi));
                at_lo = at_lo.wrapping_add(level.c.wrapping_mul(low as i128));
                at_hi = at_hi.wrapping_add(level.c.wrapping_mul(high as i128));
                if low != high {
                    // Cut where a moving level moves most.
                    let mut k = 0;
                    while k < self.dims {
                        let length = self.hi[k] - self.lo[k];
                        let moves = self.weight(level, k) as f64 * length as f64 / level.n as f64;
                        if length > 0 && moves > best {
                            (best, dim) = (moves, k);
                        }
                        k += 1;
                    }
                }
                i += 1;
            }
            if at_lo != 0 {
                return Verdict::Nonzero;
            }
            if at_hi != 0 {
                self.lo = self.hi;
                return Verdict::Nonzero;
            }
            if dim != usize::MAX {
                if !self.cuts.push(Cut { dim, lo: self.lo[dim], hi: self.hi[dim], left: true }) {
                    return Verdict::GaveUp;
                }
                self.hi[dim] = self.lo[dim] + (self.hi[dim] - self.lo[dim]) / 2;
                continue;
            }
            // Nothing moves here: go on with the next right half.
            loop {
                let Some(cut) = self.cuts.last() else {
                    return Verdict::Zero;
                };
                if cut.left {
                    self.lo[cut.dim] = self.hi[cut.dim] + 1;
                    self.hi[cut.dim] = cut.hi;
                    self.cuts.set(self.cuts.len() - 1, Cut { left: false, ..cut });
                    break;
                }
                (self.lo[cut.dim], self.hi[cut.dim]) = (cut.lo, cut.hi);
                self.cuts.pop();
            }
        }
    }
}
