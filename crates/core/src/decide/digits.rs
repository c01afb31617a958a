//! A layout's modes as the digits of a few numbers.
//!
//! Which offsets a layout has does not depend on the order of its modes. Sorted by stride, a mode
//! whose stride is the extent times the stride of another continues it, as the tens continue the
//! ones: together they count `0 .. n` in steps of the smaller stride. A negative stride counts
//! down, which only shifts all offsets. What is left is a sum of independent numbers
//!
//! ```text
//! A(x) = min + sum_k stride_k * v_k     0 <= v_k < extent_k
//! ```
//!
//! with positive strides and, as a rule, very few of them: every permutation of a compact
//! layout is a single number with stride 1.

use crate::ground::list::List;
use crate::ground::mode::Mode;

/// A mode with more than one offset, as a digit of a number.
#[derive(Clone, Copy)]
struct Digit {
    extent: u64,
    /// The index at which the mode starts.
    place: i64,
    /// Whether the digit counts down.
    negative: bool,
    /// Which number it belongs to.
    number: u32,
}

/// `stride * v` with `0 <= v < extent`; the stride is positive, the extent at least 2.
#[derive(Clone, Copy)]
pub(crate) struct Number {
    pub(crate) stride: u64,
    pub(crate) extent: u64,
}

impl Number {
    /// The largest multiple of the stride, below 2^63 as every offset is.
    pub(crate) const fn span(&self) -> u64 {
        self.stride * (self.extent - 1)
    }
}

/// The modes of a layout, apart from those with stride 0 or extent 1.
#[derive(Clone, Copy)]
pub(crate) struct Numbers {
    /// From the lowest digit to the highest.
    digits: List<Digit>,
    /// By increasing stride.
    list: List<Number>,
}

impl Numbers {
    pub(crate) const fn of(modes: &[Mode]) -> Numbers {
        let mut out = Numbers {
            digits: List::new(Digit { extent: 0, place: 0, negative: false, number: 0 }),
            list: List::new(Number { stride: 0, extent: 0 }),
        };
        // By selection: the mode with the next larger stride, the leftmost of equal ones.
        let mut used = [false; crate::ground::limits::MAX_MODES];
        loop {
            let (mut next, mut next_place, mut stride) = (0, 0, 0);
            let (mut place, mut i) = (1_i64, 0);
            while i < modes.len() {
                let d = modes[i].stride.unsigned_abs();
                if modes[i].extent > 1 && d > 0 && !used[i] && (stride == 0 || d < stride) {
                    (next, next_place, stride) = (i, place, d);
                }
                place *= modes[i].extent;
                i += 1;
            }
            if stride == 0 {
                return out;
            }
            used[next] = true;
            let extent = modes[next].extent as u64;
            let number = out.join(stride, extent);
            let negative = modes[next].stride < 0;
            let _ = out.digits.push(Digit { extent, place: next_place, negative, number });
        }
    }

    /// The number that the mode continues, or a new one.
    const fn join(&mut self, stride: u64, extent: u64) -> u32 {
        let mut k = 0;
        while k < self.list.len() {
            let low = self.list.at(k);
            // At most twice the span of the number, so below 2^64.
            if low.stride * low.extent == stride {
                // A product of some extents of the layout.
                self.list.set(k, Number { stride: low.stride, extent: low.extent * extent });
                return k as u32;
            }
            k += 1;
        }
        let _ = self.list.push(Number { stride, extent });
        k as u32
    }

    pub(crate) const fn len(&self) -> usize {
        self.list.len()
    }

    /// The `k`-th number, by increasing stride.
    pub(crate) const fn at(&self, k: usize) -> Number {
        self.list.at(k)
    }

    /// The part of an index that gives number `k` its value: the digits of `up` in the modes that
    /// count up, those of `down` in the modes that count down.
    ///
    /// With `up = v` and `down = extent - 1 - v` it is the index part for value `v`. The parts
    /// for `(u, w)` and `(w, u)` have offsets that differ by `stride * (u - w)`.
    pub(crate) const fn index(&self, k: usize, mut up: u64, mut down: u64) -> i64 {
        let (mut index, mut i) = (0, 0);
        while i < self.digits.len() {
            let Digit { extent, place, negative, number } = self.digits.at(i);
            if number as usize == k {
                let digit = if negative { down % extent } else { up % extent };
                index += digit as i64 * place;
                (up, down) = (up / extent, down / extent);
            }
            i += 1;
        }
        index
    }
}
