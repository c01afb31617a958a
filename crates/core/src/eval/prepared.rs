//! A layout made ready for many evaluations.

use core::fmt;

use crate::coalesce::coalesced;
use crate::eval::reciprocal::{Reciprocal, high};
use crate::layout::{Layout, Mode};
use crate::list::List;

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
    how: How,
    /// The factor of the index itself.
    first: i64,
    /// The other terms of the floor form, an even number.
    terms: List<Term>,
    /// The coalesced modes that they come from.
    pub(super) modes: List<Mode>,
}

/// `c * floor(x/n)`, with `floor(x/n)` as the upper half of `x * m`, shifted.
#[derive(Clone, Copy)]
struct Term {
    m: u64,
    /// Modulo `2^64`: single terms may not fit, but the sum does.
    c: i64,
    shift: u32,
}

/// How floors are computed: the same for all modes, so that the loop over them does not branch.
#[derive(Clone, Copy, PartialEq)]
enum How {
    /// All `n` are powers of two.
    Shift,
    /// `m = ceil(2^42 / n)`, which is exact for indices and `n` up to `2^21`, as below, and the product
    /// then fits into 64 bits.
    Low,
    /// `m = ceil(2^64 / n)`, which is exact for indices and `n` up to `2^32`: the error of `m` is below
    /// `n`, and `x * n < 2^64`.
    High,
    /// [`Reciprocal`], exact for all indices.
    HighAndShift,
}

const LOW_SIZE: i64 = 1 << 21;
const HIGH_SIZE: i64 = 1 << 32;

/// The sum of `c * floor`, two terms at a time: they do not depend on one another.
macro_rules! sum {
    ($terms:expr, |$term:ident| $floor:expr) => {{
        macro_rules! value {
            ($each:expr) => {{
                let $term = $each;
                $term.c.wrapping_mul($floor as i64)
            }};
        }
        let (mut sum, mut rest) = (0_i64, $terms);
        while let [a, b, more @ ..] = rest {
            sum = sum.wrapping_add(value!(a).wrapping_add(value!(b)));
            rest = more;
        }
        sum
    }};
}

impl Prepared {
    pub(super) const fn new(layout: &Layout) -> Prepared {
        let (size, modes) = (layout.size(), coalesced(layout.leaf_modes()));
        let mut terms = List::new(Term { m: 0, c: 0, shift: 0 });
        let (mut how, mut i, mut n) = (How::Shift, 0, 1_u64);
        while i < modes.len() {
            if !n.is_power_of_two() {
                how = if size <= LOW_SIZE {
                    How::Low
                } else if size <= HIGH_SIZE {
                    How::High
                } else {
                    How::HighAndShift
                };
            }
            n *= modes.at(i).extent as u64;
            i += 1;
        }
        let first = if modes.is_empty() { 0 } else { modes.at(0).stride };
        (n, i) = (1, 1);
        while i < modes.len() {
            let below = modes.at(i - 1);
            n *= below.extent as u64;
            let c = modes.at(i).stride.wrapping_sub(below.extent.wrapping_mul(below.stride));
            let (m, shift) = match how {
                How::Shift => (0, n.trailing_zeros()),
                How::Low => ((1_u64 << 42).div_ceil(n), 0),
                How::High => (u64::MAX / n + 1, 0),
                How::HighAndShift => {
                    let Reciprocal { m, shift } = Reciprocal::new(n);
                    (m, shift)
                }
            };
            let _ = terms.push(Term { m, c, shift });
            i += 1;
        }
        if terms.len() % 2 == 1 {
            // At most 31 terms besides the first, so there is room.
            let _ = terms.push(Term { m: 0, c: 0, shift: 0 });
        }
        Prepared { size, how, first, terms, modes }
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

    /// The offset at an index, or `None` outside of the domain.
    #[inline]
    pub const fn get(&self, index: i64) -> Option<i64> {
        if index as u64 >= self.size as u64 { None } else { Some(self.evaluate(index as u64)) }
    }

    /// The floor form at an index inside the domain.
    #[inline(always)]
    const fn evaluate(&self, x: u64) -> i64 {
        let terms = self.terms.as_slice();
        let rest = match self.how {
            How::Shift => sum!(terms, |term| x >> term.shift),
            How::Low => sum!(terms, |term| (x * term.m) >> 42),
            How::High => sum!(terms, |term| high(x, term.m)),
            How::HighAndShift => sum!(terms, |term| high(x, term.m) >> term.shift),
        };
        (x as i64).wrapping_mul(self.first).wrapping_add(rest)
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
    let text = crate::text::Text::EMPTY.str("index ").int(index);
    core::panic!("{}", text.str(" is not in 0..").int(size).as_str())
}

impl Layout {
    /// The same function, made ready for many evaluations at any index.
    ///
    /// It costs a coalescing and one division for each mode, about as much as two or three calls of
    /// [`at_index`](Layout::at_index), and an evaluation then needs no division: the floor form
    /// `sum c_k * floor(x/N_k)` with a multiply-high for each `N_k`, or a shift where all are powers of
    /// two. It is exact at every index of the domain, whatever the extents. Up to a size of `2^21` the
    /// numbers are short and it is fastest, beyond `2^32` it needs one more shift for each mode.
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
