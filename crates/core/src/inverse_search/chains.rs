//! The search for a left inverse: chains of extents, and a linear system for each.

use crate::coalesce::coalesced;
use crate::error::{Error, ErrorKind, Op, Result};
use crate::factor::factorize;
use crate::inverse_search::linear::{Added, MAX_UNKNOWNS, Solutions, Vector};
use crate::inverse_search::{LEFT_INVERSE_BUDGET, flat_layout};
use crate::layout::{Layout, Mode};
use crate::list::{List, tri};

/// An index of A and its offset.
#[derive(Clone, Copy)]
struct Sample {
    index: i64,
    offset: i64,
}

/// How many samples are kept to rule out chains with.
const SAMPLES: usize = 64;

/// The search for a left inverse of a layout.
///
/// Whatever the modes of L, they can be cut into modes of prime extent, and modes beyond the
/// largest offset do not matter. So it is enough to try chains of primes `p_0, p_1, ..` with
/// a product up to that offset, the last mode being open. For each chain `L(A(x)) = x` is a linear
/// equation in the strides of L for every index x; a few samples stand for all of them. A solution
/// is compared with the identity exactly, and an index where they differ is one more sample.
///
/// Samples also rule out the beginnings of chains: two offsets that agree in all later digits
/// differ only by what the first ones say.
pub(crate) struct Chains {
    /// A, coalesced.
    modes: List<Mode>,
    /// The largest offset.
    most: i64,
    samples: List<Sample, SAMPLES>,
    /// The primes of the chain, and their product.
    primes: List<i64, MAX_UNKNOWNS>,
    product: i64,
    solutions: Solutions,
}

impl Chains {
    pub(crate) const fn new(a: &Layout) -> Chains {
        let mut out = Chains {
            modes: coalesced(a.leaf_modes()),
            most: a.max_offset(),
            samples: List::new(Sample { index: 0, offset: 0 }),
            primes: List::new(0),
            product: 1,
            solutions: Solutions::new(),
        };
        // One step in each mode, and in each two, for a start.
        let (mut place, mut i) = (1, 0);
        while i < out.modes.len() {
            let Mode { extent, stride } = out.modes.at(i);
            let _ = out.samples.push(Sample { index: place, offset: stride });
            place *= extent;
            i += 1;
        }
        let (steps, mut i) = (out.modes.len(), 0);
        while i < steps {
            let mut k = i + 1;
            while k < steps && out.samples.len() < SAMPLES / 2 {
                let (a, b) = (out.samples.at(i), out.samples.at(k));
                let _ = out
                    .samples
                    .push(Sample { index: a.index + b.index, offset: a.offset + b.offset });
                k += 1;
            }
            i += 1;
        }
        out
    }

    /// The first left inverse, depth first, small primes first.
    pub(crate) const fn run(mut self, mut budget: u64) -> Result<Layout> {
        // The reason to report when nothing is found, but not everything was ruled out.
        let mut doubt = None;
        let mut next = 2;
        loop {
            if self.product > self.most / 2 {
                match self.solve() {
                    Ok(Some(layout)) => return Ok(layout),
                    Ok(None) => {}
                    Err(error) => doubt = Some(error),
                }
                next = i64::MAX;
            }
            // The next prime that may continue the chain, or else its last one is replaced.
            next = next_prime(next, self.most / self.product);
            if next == 0 {
                let Some(last) = self.primes.last() else { break };
                self.primes.pop();
                self.product /= last;
                next = last + 1;
                continue;
            }
            if budget == 0 {
                return Err(undecided());
            }
            budget -= 1;
            // Primes of a product below 2^63.
            let _ = self.primes.push(next);
            self.product *= next;
            match self.begins() {
                Added::Unsolvable => {
                    self.primes.pop();
                    self.product /= next;
                    next += 1;
                }
                Added::Solvable | Added::Overflow => next = 2,
            }
        }
        match doubt {
            Some(error) => Err(error),
            None => Err(Error::new(Op::LeftInverse, ErrorKind::NoSolution { index: None })),
        }
    }

    /// Whether the samples leave it possible that a left inverse begins with this chain.
    const fn begins(&mut self) -> Added {
        self.solutions.reset(self.primes.len());
        let mut i = 0;
        while i < self.samples.len() {
            let Sample { index, offset } = self.samples.at(i);
            // Compare with an earlier sample that has the same digits beyond the chain; index 0
            // with offset 0 is one.
            let rest = offset / self.product;
            let (mut other, mut k) = (Sample { index: 0, offset: 0 }, 0);
            while rest > 0 && k < i {
                other = self.samples.at(k);
                if other.offset / self.product == rest {
                    break;
                }
                k += 1;
            }
            if rest == 0 || k < i {
                let (mut row, low) = (self.digits(offset), self.digits(other.offset));
                let mut d = 0;
                while d < self.primes.len() {
                    row[d] -= low[d];
                    d += 1;
                }
                match self.solutions.require(&row, (index - other.index) as i128) {
                    Added::Solvable => {}
                    other => return other,
                }
            }
            i += 1;
        }
        Added::Solvable
    }

    /// The digits of an offset, the last one open.
    const fn digits(&self, mut offset: i64) -> Vector {
        let (mut out, mut d) = ([0; MAX_UNKNOWNS], 0);
        while d < self.primes.len() {
            let p = self.primes.at(d);
            out[d] = (offset % p) as i128;
            offset /= p;
            d += 1;
        }
        out[d] = offset as i128;
        out
    }

    /// A left inverse with this chain of extents; `None` when there is provably none.
    const fn solve(&mut self) -> Result<Option<Layout>> {
        self.solutions.reset(self.primes.len() + 1);
        let mut i = 0;
        while i < self.samples.len() {
            match self.require(self.samples.at(i)) {
                Added::Solvable => i += 1,
                Added::Unsolvable => return Ok(None),
                Added::Overflow => return Err(undecided()),
            }
        }
        // The solution does not satisfy the equation of a new sample, so that equation takes away
        // a direction: there are fewer rounds than unknowns.
        loop {
            let layout = tri!(self.candidate());
            let Some(sample) = tri!(self.mismatch(&layout)) else {
                return Ok(Some(layout));
            };
            let _ = self.samples.push(sample);
            match self.require(sample) {
                Added::Solvable => {}
                Added::Unsolvable => return Ok(None),
                Added::Overflow => return Err(undecided()),
            }
        }
    }

    const fn require(&mut self, sample: Sample) -> Added {
        let row = self.digits(sample.offset);
        self.solutions.require(&row, sample.index as i128)
    }

    /// The layout with this chain of extents and the strides that solve the system.
    const fn candidate(&self) -> Result<Layout> {
        let op = Op::LeftInverse;
        let (mut modes, mut d): (List<Mode, MAX_UNKNOWNS>, _) = (List::new(Mode::UNIT), 0);
        while d <= self.primes.len() {
            let stride = self.solutions.point()[d];
            if stride > i64::MAX as i128 || stride < i64::MIN as i128 {
                return Err(Error::overflow(op, "stride"));
            }
            let open = d == self.primes.len();
            let extent = if open { self.most / self.product + 1 } else { self.primes.at(d) };
            let _ = modes.push(Mode::new(extent, stride as i64));
            d += 1;
        }
        flat_layout(op, modes.as_slice())
    }

    /// An index x at which `L(A(x))` is not x.
    ///
    /// The composition names the first index that no layout agrees with, and usually that is such
    /// an x. It is not when a mode legally starts, at the wrong offset, before it. So A is taken
    /// mode by mode, and of the first mode that fails as little as fails: with `low` below it
    /// and extent `wrong`, the first x with `L(A(x)) != x` is at least `(wrong - 1) * low`, which
    /// is a sample or more than half the size, and no mode can start there.
    const fn mismatch(&self, l: &Layout) -> Result<Option<Sample>> {
        let (mut lower, mut i) = (List::new(Mode::UNIT), 0);
        while i < self.modes.len() {
            let Mode { extent, stride } = self.modes.at(i);
            let (mut right, mut wrong, mut tried) = (1, extent.saturating_add(1), extent);
            while wrong - right > 1 {
                let mut part = lower;
                let _ = part.push(Mode::new(tried, stride));
                match tri!(compare(l, part)) {
                    Compared::Identity => right = tried,
                    Compared::Wrong(sample) => return Ok(Some(sample)),
                    Compared::WrongBefore => wrong = tried,
                }
                tried = right + (wrong - right) / 2;
            }
            if right < extent {
                return Err(undecided());
            }
            let _ = lower.push(self.modes.at(i));
            i += 1;
        }
        Ok(None)
    }
}

/// What `L o A` is.
enum Compared {
    Identity,
    /// Not the identity, for example here.
    Wrong(Sample),
    /// Not the identity; somewhere it differs.
    WrongBefore,
}

/// Compares `L o A` with the identity.
const fn compare(l: &Layout, a: List<Mode>) -> Result<Compared> {
    let a = tri!(Layout::from_flat(Op::LeftInverse, a));
    let index = match l.compose_flat(&a) {
        Ok(composite) => {
            match composite.first_difference(&tri!(Layout::of_mode(Mode::new(a.size(), 1)))) {
                Some(index) => index,
                None => return Ok(Compared::Identity),
            }
        }
        Err(error) => match error.kind() {
            ErrorKind::NotALayout { index, .. } => index,
            _ => return Err(error),
        },
    };
    let offset = tri!(a.at_index(index));
    if tri!(l.at_index(offset)) == index {
        return Ok(Compared::WrongBefore);
    }
    Ok(Compared::Wrong(Sample { index, offset }))
}

const fn undecided() -> Error {
    Error::new(Op::LeftInverse, ErrorKind::Undecided { budget: LEFT_INVERSE_BUDGET })
}

/// The least prime from `from` to `to`, or 0.
const fn next_prime(mut from: i64, to: i64) -> i64 {
    while from <= to {
        let factors = factorize(from as u64);
        if factors.as_slice()[0].0 == from as u64 {
            return from;
        }
        from += 1;
    }
    0
}
