//! A layout made ready for many evaluations.

use core::fmt;

use crate::ground::limits::MAX_MODES;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::reciprocal::{Reciprocal, high};
use crate::layout::layout::Layout;
use crate::layout::runs::coalesced;

/// A layout made ready for many evaluations: see [`Layout::prepare`].
///
/// ```
/// use tilework::layout;
///
/// let a = layout!((3,5,7):(35,7,1)).prepare();
/// assert_eq!(a.at(52), 35 * 1 + 7 * 2 + 1 * 3);
/// assert_eq!((a.get(104), a.get(105)), (Some(104), None));
/// ```
#[derive(Clone, Copy)]
pub struct Prepared {
    size: i64,
    /// The factor of the index itself.
    first: i64,
    /// The other terms of the floor form.
    terms: Terms,
    /// The coalesced modes that they come from.
    pub(super) modes: List<Mode>,
}

/// How floors are computed: the same for all modes, so that the loop over them does not branch.
#[derive(Clone, Copy)]
enum Terms {
    /// Two modes, the most frequent case, or one: no loop.
    One(Term),
    /// [`Four`] at a time, for sizes up to `2^16`.
    Lanes(List<Four, { MAX_MODES / 4 }>),
    /// All `n` are powers of two.
    Shift(List<Term>),
    /// [`Reciprocal`], exact for all indices.
    High(List<Term>),
}

const LANES_SIZE: i64 = 1 << 16;

/// `c * floor(x/n)`, with `floor(x/n)` as the upper half of `x * m`, shifted.
#[derive(Clone, Copy)]
struct Term {
    m: u64,
    /// Modulo `2^64`: single terms may not fit, but the sum does.
    c: i64,
    shift: u32,
}

impl Term {
    /// Adds nothing. Terms come in pairs, of which the second may be this.
    const NONE: Term = Term { m: 0, c: 0, shift: 0 };

    const fn new(n: u64, c: i64) -> Term {
        let Reciprocal { m, shift } = Reciprocal::new(n);
        Term { m, c, shift }
    }

    #[inline(always)]
    const fn value(&self, x: u64) -> i64 {
        self.c.wrapping_mul((high(x, self.m) >> self.shift) as i64)
    }
}

/// Four terms side by side, for which vectors have multiplications: of 32 bits by 32 bits. Two 64-bit
/// multiplications for each term, of which a processor starts one in a cycle, would take longer.
///
/// With `m = ceil(2^32 / n)` and `x, n <= 2^16` the floor is the upper half `q` of `p = x * m`: the
/// error of `m * n` is below `n`, and `x * n <= 2^32`. A factor from `-2^32` up to `2^32` is
/// `c = low - 2^32` or `c = low`, so `c * q` is `low * q`, less the upper half of `p` in its place where
/// `c` is negative.
#[derive(Clone, Copy)]
struct Four {
    m: [u64; 4],
    low: [u64; 4],
    negative: [u64; 4],
}

/// The lower half of a lane.
const LOWER: u64 = u32::MAX as u64;

impl Four {
    const NONE: Four = Four { m: [0; 4], low: [0; 4], negative: [0; 4] };

    /// The `m` of `n >= 2`, below `2^32`.
    const fn reciprocal(n: u64) -> u64 {
        (1_u64 << 32).div_ceil(n)
    }

    /// The sum of all terms.
    #[inline(always)]
    const fn sum(fours: &[Four], x: u64) -> i64 {
        let (mut sum, mut rest) = ([0_u64; 4], fours);
        while let [four, more @ ..] = rest {
            let mut lane = 0;
            while lane < 4 {
                // Cut to 32 bits, which they are, so that the compiler takes the short multiplication.
                let p = (x & LOWER) * (four.m[lane] & LOWER);
                let positive = (p >> 32) * (four.low[lane] & LOWER);
                let negative = p & four.negative[lane];
                sum[lane] = sum[lane].wrapping_add(positive).wrapping_sub(negative);
                lane += 1;
            }
            rest = more;
        }
        let (even, odd) = (sum[0].wrapping_add(sum[2]), sum[1].wrapping_add(sum[3]));
        even.wrapping_add(odd) as i64
    }
}

/// The sum over all terms, two at a time: they do not depend on one another.
macro_rules! sum {
    ($terms:expr, |$term:ident| $value:expr) => {{
        macro_rules! value {
            ($each:expr) => {{
                let $term = $each;
                $value
            }};
        }
        let (mut sum, mut rest) = (0_i64, $terms.as_slice());
        while let [a, b, more @ ..] = rest {
            sum = sum.wrapping_add(value!(a).wrapping_add(value!(b)));
            rest = more;
        }
        sum
    }};
}

/// The terms after the first, each as `$term` says of its `n` and `c`, in pairs.
macro_rules! pairs {
    ($modes:expr, |$n:ident, $c:ident| $term:expr) => {{
        let (mut terms, mut k, mut $n) = (List::new(Term::NONE), 1, 1_u64);
        while k < $modes.len() {
            $n *= $modes.at(k - 1).extent as u64;
            let $c = factor($modes, k);
            let _ = terms.push($term);
            k += 1;
        }
        if terms.len() % 2 == 1 {
            // At most 31 terms besides the first, so there is room.
            let _ = terms.push(Term::NONE);
        }
        terms
    }};
}

/// The factor of term `k >= 1`, modulo `2^64`.
const fn factor(modes: &List<Mode>, k: usize) -> i64 {
    let below = modes.at(k - 1);
    modes.at(k).stride.wrapping_sub(below.extent.wrapping_mul(below.stride))
}

impl Terms {
    const fn new(size: i64, modes: &List<Mode>) -> Terms {
        let (mut shift, mut short, mut k, mut n) = (true, true, 1, 1_u64);
        while k < modes.len() {
            n *= modes.at(k - 1).extent as u64;
            let c = factor(modes, k);
            shift &= n.is_power_of_two();
            short &= -(1 << 32) <= c && c < 1 << 32;
            k += 1;
        }
        if modes.len() < 3 {
            Terms::One(if modes.len() < 2 { Term::NONE } else { Term::new(n, factor(modes, 1)) })
        } else if size <= LANES_SIZE && short {
            Terms::Lanes(Terms::fours(modes))
        } else if shift {
            Terms::Shift(pairs!(modes, |n, c| Term { m: 0, c, shift: n.trailing_zeros() }))
        } else {
            Terms::High(pairs!(modes, |n, c| Term::new(n, c)))
        }
    }

    const fn fours(modes: &List<Mode>) -> List<Four, { MAX_MODES / 4 }> {
        let (mut fours, mut four, mut k, mut n) = (List::new(Four::NONE), Four::NONE, 1, 1_u64);
        while k < modes.len() {
            n *= modes.at(k - 1).extent as u64;
            let (c, lane) = (factor(modes, k), (k - 1) % 4);
            four.m[lane] = Four::reciprocal(n);
            four.low[lane] = c as u64 & LOWER;
            four.negative[lane] = if c < 0 { !LOWER } else { 0 };
            if lane == 3 || k + 1 == modes.len() {
                // At most 31 terms, so there is room.
                let _ = fours.push(four);
                four = Four::NONE;
            }
            k += 1;
        }
        fours
    }

    #[inline(always)]
    const fn sum(&self, x: u64) -> i64 {
        match self {
            Terms::One(term) => term.value(x),
            Terms::Lanes(fours) => Four::sum(fours.as_slice(), x),
            Terms::Shift(terms) => {
                sum!(terms, |term| term.c.wrapping_mul((x >> term.shift) as i64))
            }
            Terms::High(terms) => sum!(terms, |term| term.value(x)),
        }
    }
}

impl Prepared {
    pub(super) const fn new(layout: &Layout) -> Prepared {
        let (size, modes) = (layout.size(), coalesced(layout.leaf_modes()));
        let first = if modes.is_empty() { 0 } else { modes.at(0).stride };
        Prepared { size, first, terms: Terms::new(size, &modes), modes }
    }

    /// The number of indices.
    #[inline]
    pub const fn size(&self) -> i64 {
        self.size
    }

    /// The offset at an index of the domain.
    ///
    /// # Panics
    /// When the index is not in `0..size`, as a slice does.
    #[inline]
    pub const fn at(&self, index: i64) -> i64 {
        if index as u64 >= self.size as u64 {
            outside(index, self.size);
        }
        self.evaluate(index as u64)
    }

    /// The offset at an index, or `None` outside the domain.
    #[inline]
    pub const fn get(&self, index: i64) -> Option<i64> {
        if index as u64 >= self.size as u64 { None } else { Some(self.evaluate(index as u64)) }
    }

    /// The floor form at an index inside the domain.
    #[inline(always)]
    const fn evaluate(&self, x: u64) -> i64 {
        (x as i64).wrapping_mul(self.first).wrapping_add(self.terms.sum(x))
    }
}

impl fmt::Debug for Prepared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, prepared", Layout { tree: Layout::flat_tree(self.modes) })
    }
}

/// Apart, so that the check costs a comparison and nothing else.
#[cold]
#[inline(never)]
#[track_caller]
const fn outside(index: i64, size: i64) -> ! {
    let text = crate::ground::text::Text::EMPTY.str("index ").int(index);
    core::panic!("{}", text.str(" is not in 0..").int(size).as_str())
}

/// # Many evaluations
impl Layout {
    /// The same function, made ready for many evaluations at any index.
    ///
    /// It costs a coalescing and one division for each mode, about as much as ten calls of
    /// [`at_index`](Layout::at_index), and an evaluation then needs no division: the floor form
    /// `sum c_k * floor(x/N_k)` with a multiplication for each `N_k`, or a shift where all are powers of
    /// two. It is exact at every index of the domain, whatever the extents. Up to a size of `2^16` the
    /// numbers are short, and vectors hold several terms.
    ///
    /// For all indices in order, [`offsets`](Layout::offsets) and [`fill`](Prepared::fill) are faster.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!(((3,5),7):((1,21),3));
    /// let ready = a.prepare();
    /// assert!((0..105).all(|i| Ok(ready.at(i)) == a.at_index(i)));
    /// ```
    pub const fn prepare(&self) -> Prepared {
        Prepared::new(self)
    }
}

#[cfg(test)]
mod tests {
    use super::{Four, LANES_SIZE};

    /// All divisors, at the ends of all their multiples: in between the floor only grows.
    #[test]
    fn short_reciprocals_are_exact() {
        let size = LANES_SIZE as u64;
        for n in 2..=size {
            let m = Four::reciprocal(n);
            for first in (0..size).step_by(n as usize) {
                for x in [first, (first + n - 1).min(size - 1)] {
                    assert_eq!((x * m) >> 32, x / n, "{x} / {n}");
                }
            }
        }
    }
}
