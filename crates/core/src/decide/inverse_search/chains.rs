//! The search for a left inverse: chains of extents, and a linear system for each.

use crate::algebra::floor_form::{Term, Terms};
use crate::algebra::scan::{Composite, Found};
use crate::decide::inverse_search::flat_layout;
use crate::decide::inverse_search::linear::{Added, MAX_UNKNOWNS, Solutions, Vector};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::is_prime;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::work::Work;
use crate::layout::layout::Layout;
use crate::layout::runs::coalesced;

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
/// is compared with the identity exactly, and the first index where they differ is one more sample.
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
    pub(crate) const fn run(mut self, work: &mut Work) -> Result<Layout, Error> {
        // The reason to report when nothing is found, but not everything was ruled out.
        let mut doubt = None;
        let mut next = 2;
        loop {
            if self.product > self.most / 2 {
                match self.solve(work) {
                    Ok(Some(layout)) => return Ok(layout),
                    Ok(None) => {}
                    Err(error) => doubt = Some(error),
                }
                next = i64::MAX;
            }
            // The next prime that may continue the chain, or else its last one is replaced.
            next = tri!(next_prime(next, self.most / self.product, work));
            if next == 0 {
                let Some(last) = self.primes.last() else { break };
                self.primes.pop();
                self.product /= last;
                next = last + 1;
                continue;
            }
            // Primes of a product below 2^63.
            let _ = self.primes.push(next);
            self.product *= next;
            match self.begins(work) {
                Added::Unsolvable => {
                    self.primes.pop();
                    self.product /= next;
                    next += 1;
                }
                Added::Solvable | Added::Overflow => next = 2,
                Added::UsedUp => return Err(undecided()),
            }
        }
        match doubt {
            Some(error) => Err(error),
            None => Err(Error::new(Op::LeftInverse, ErrorKind::NoSolution { index: None })),
        }
    }

    /// Whether the samples leave it possible that a left inverse begins with this chain.
    const fn begins(&mut self, work: &mut Work) -> Added {
        self.solutions.reset(self.primes.len());
        let mut i = 0;
        while i < self.samples.len() {
            // Divisions, by the product and by each prime.
            if !work.pay((i + 2 * self.primes.len() + 1) * 8) {
                return Added::UsedUp;
            }
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
                match self.solutions.require(&row, (index - other.index) as i128, work) {
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
    const fn solve(&mut self, work: &mut Work) -> Result<Option<Layout>, Error> {
        self.solutions.reset(self.primes.len() + 1);
        let mut i = 0;
        while i < self.samples.len() {
            match self.require(self.samples.at(i), work) {
                Added::Solvable => i += 1,
                Added::Unsolvable => return Ok(None),
                Added::Overflow | Added::UsedUp => return Err(undecided()),
            }
        }
        // The solution does not satisfy the equation of a new sample, so that equation takes away
        // a direction: there are fewer rounds than unknowns.
        loop {
            let layout = tri!(self.candidate());
            let Some(sample) = tri!(self.mismatch(&layout, work)) else {
                return Ok(Some(layout));
            };
            let _ = self.samples.push(sample);
            match self.require(sample, work) {
                Added::Solvable => {}
                Added::Unsolvable => return Ok(None),
                Added::Overflow | Added::UsedUp => return Err(undecided()),
            }
        }
    }

    const fn require(&mut self, sample: Sample, work: &mut Work) -> Added {
        let row = self.digits(sample.offset);
        self.solutions.require(&row, sample.index as i128, work)
    }

    /// The layout with this chain of extents and the strides that solve the system.
    const fn candidate(&self) -> Result<Layout, Error> {
        let op = Op::LeftInverse;
        let (mut modes, mut d): (List<Mode, MAX_UNKNOWNS>, _) = (List::new(Mode::VACANT), 0);
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

    /// The first index x at which `L(A(x))` is not x.
    const fn mismatch(&self, l: &Layout, work: &mut Work) -> Result<Option<Sample>, Error> {
        let composite = Composite::new(l.leaf_modes(), 0, self.modes.as_slice());
        let mut identity: Terms = List::new(Term { n: 0, c: 0 });
        let _ = identity.push(Term { n: 1, c: 1 });
        // One candidate that is hard to verify must not be all that is looked at.
        let mut share = work.part(2);
        let found = composite.first_violation(&identity, 1, &mut share);
        work.put_back(share);
        match found {
            Found::Nothing => Ok(None),
            Found::At(index) => Ok(Some(Sample { index, offset: composite.inner_at(index) })),
            Found::GaveUp => Err(undecided()),
        }
    }
}

const fn undecided() -> Error {
    Work::undecided(Op::LeftInverse)
}

/// The least prime from `from` to `to`, or 0.
const fn next_prime(mut from: i64, to: i64, work: &mut Work) -> Result<i64, Error> {
    while from <= to {
        // Of large numbers most are ruled out by a small divisor.
        if !work.pay(if from < 1 << 16 { 64 } else { 512 }) {
            return Err(undecided());
        }
        if is_prime(from as u64) {
            return Ok(from);
        }
        from += 1;
    }
    Ok(0)
}
