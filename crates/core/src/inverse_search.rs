//! Inverses that are found by search, where taking whole modes is not enough.
//!
//! [`right_inverse`](Layout::right_inverse) and [`left_inverse`](Layout::left_inverse) look at each
//! mode once. For layouts whose offsets overlap or interleave there may be a larger right inverse
//! and a left inverse nevertheless; both searches end in the answer, a proof that there is none,
//! or [`Undecided`](ErrorKind::Undecided).

use crate::coalesce::{coalesced, push_coalesced};
use crate::decide::{DECIDE_BUDGET, negative_stride};
use crate::error::{Error, ErrorKind, Op, Result};
use crate::factor::{factorize, gcd, inverse_mod};
use crate::inverse::placed_by_stride;
use crate::layout::{Layout, Mode};
use crate::linear::{Added, MAX_UNKNOWNS, Solutions, Vector};
use crate::list::{List, MAX_MODES, tri};
use crate::nested::too_many;

/// How many chains of extents [`left_inverse_search`](Layout::left_inverse_search) may look at
/// before it ends in [`Undecided`](ErrorKind::Undecided).
pub const LEFT_INVERSE_BUDGET: u64 = 1 << 14;

// ---- Right inverse ---------------------------------------------------------------------

/// One value for each mode of positive stride, by increasing stride.
type Steps = [i64; MAX_MODES];

/// A mode of the right inverse in the making, and where the search stands with it.
#[derive(Clone, Copy)]
struct Level {
    /// The size of the modes before this one: the offset that one step must make.
    size: i64,
    /// How far each mode of A can still go.
    room: Steps,
    /// The step that is being tried, in modes of A; all 0 before the first.
    step: Steps,
    /// Its extent.
    extent: i64,
    /// Its index in A.
    index: i64,
}

impl Layout {
    /// A right inverse as large as one without carries can be: a layout `R` with `A(R(i)) = i` for
    /// every index `i` of `R`.
    ///
    /// In plain words: [`right_inverse`](Layout::right_inverse) takes whole modes of A. This one
    /// also takes parts of modes, and steps in several modes at once.
    ///
    /// ```text
    /// A = (3,2):(1,2)    0 2      right_inverse 3:1              indices 0 1 2
    ///                    1 3      right_inverse_max (2,2):(1,3)  indices 0 1 3 4
    ///                    2 4
    /// ```
    ///
    /// Post-conditions: `A(R(i)) = i`; the size is at least that of `right_inverse`, and at most
    /// [`mex`](Layout::mex). No R is larger whose steps, in A's coalesced coordinates, add up
    /// without carry. Modes with stride 0 or below are not used.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided): given up; only where offsets overlap.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((3,2):(1,2)).right_inverse_max()?, layout!((2,2):(1,3)));
    /// assert_eq!(layout!((2,2,2):(1,2,3)).right_inverse_max()?, layout!((3,2):(1,4)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn right_inverse_max(&self) -> Result<Layout> {
        let whole = self.right_inverse();
        let search = Steppers::new(self.leaf_modes());
        if whole.size() == search.most {
            return Ok(whole);
        }
        match search.run(DECIDE_BUDGET) {
            Some(modes) => match flat_layout(Op::RightInverse, modes.as_slice()) {
                Ok(layout) => Ok(layout),
                Err(error) => Err(error.on(self.text())),
            },
            None => {
                let kind = ErrorKind::Undecided { budget: DECIDE_BUDGET };
                Err(Error::new(Op::RightInverse, kind).on(self.text()))
            }
        }
    }
}

/// The modes of A that a right inverse can step in.
struct Steppers {
    len: usize,
    stride: Steps,
    place: Steps,
    room: Steps,
    /// The gcd of the strides up to this one.
    gcd: Steps,
    /// Values of a mode that leave the lower ones a multiple of their gcd are `apart` from one
    /// another ..
    apart: Steps,
    /// .. and are the rest, divided by `gcd`, times this.
    inverse: Steps,
    /// No right inverse is larger: the least offset that is not taken.
    most: i64,
}

impl Steppers {
    const fn new(modes: &[Mode]) -> Steppers {
        let none = [0; MAX_MODES];
        let mut out = Steppers {
            len: 0,
            stride: none,
            place: none,
            room: none,
            gcd: none,
            apart: none,
            inverse: none,
            most: 1,
        };
        let (placed, mut g, mut i) = (placed_by_stride(modes), 0, 0);
        // Every offset below `most` is taken; a stride beyond it leaves a hole.
        while i < placed.len() && placed.at(i).mode.stride <= out.most {
            let Mode { extent, stride } = placed.at(i).mode;
            if stride > 0 {
                let k = out.len;
                (out.stride[k], out.place[k], out.room[k]) =
                    (stride, placed.at(i).place, extent - 1);
                out.most += stride * (extent - 1);
                let h = gcd(g, stride as u64);
                let apart = if g == 0 { 1 } else { g / h };
                out.gcd[k] = h as i64;
                out.apart[k] = apart as i64;
                out.inverse[k] = inverse_mod(stride as u64 / h, apart) as i64;
                g = h;
                out.len += 1;
            }
            i += 1;
        }
        out
    }

    /// The modes of the largest right inverse without carries; `None` when the budget is used up.
    ///
    /// Depth first: the next mode of R has a step that makes exactly the size so far, and an extent
    /// for which A has room.
    const fn run(&self, mut budget: u64) -> Option<List<Mode, 64>> {
        let root = Level { size: 1, room: self.room, step: [0; MAX_MODES], extent: 1, index: 0 };
        // Every level doubles the size at least, so there are fewer than 64.
        let mut levels: List<Level, 64> = List::of(root);
        let (mut best, mut best_size) = (List::new(Mode::UNIT), 1);
        while let Some(mut level) = levels.last() {
            let deepest = levels.len() - 1;
            if budget == 0 {
                return None;
            }
            budget -= 1;
            if level.extent <= 2 {
                match self.next_step(&mut level, &mut budget) {
                    None => return None,
                    Some(true) => levels.set(deepest, level),
                    Some(false) => levels.pop(),
                }
                continue;
            }
            level.extent -= 1;
            levels.set(deepest, level);
            let (size, mut room, mut i) = (level.size * level.extent, level.room, 0);
            // What is left of A holds so many more indices.
            let mut more = 1_i64;
            while i < self.len {
                room[i] -= (level.extent - 1) * level.step[i];
                more = more.saturating_mul(room[i] + 1);
                i += 1;
            }
            if size > best_size {
                (best, best_size, i) = (best.cleared(), size, 0);
                while i < levels.len() {
                    let Level { extent, index, .. } = levels.at(i);
                    let _ = best.push(Mode::new(extent, index));
                    i += 1;
                }
            }
            if best_size == self.most {
                break;
            }
            let times = if more < self.most / size { more } else { self.most / size };
            if size * times > best_size {
                let _ =
                    levels.push(Level { size, room, step: [0; MAX_MODES], extent: 1, index: 0 });
            }
        }
        Some(best)
    }
    /// The next step that makes the size of the level, large values of large modes first, with one
    /// more than its largest extent. `Some(false)` after the last, `None` when the budget is
    /// used up.
    const fn next_step(&self, level: &mut Level, budget: &mut u64) -> Option<bool> {
        // Modes from `i` on are set and leave `rest` to those below.
        let first = level.index == 0;
        let (mut i, mut rest) = if first { (self.len, level.size) } else { (0, 0) };
        let mut down = first;
        loop {
            if *budget == 0 {
                return None;
            }
            *budget -= 1;
            if down && rest == 0 {
                break;
            }
            if down && i > 0 {
                i -= 1;
                level.step[i] = self.largest(i, rest, level.room[i]);
                if level.step[i] < self.smallest(i, rest, &level.room) {
                    (down, level.step[i]) = (false, 0);
                    i += 1;
                } else {
                    rest -= level.step[i] * self.stride[i];
                }
                continue;
            }
            // Nothing below makes the rest: the mode at `i` takes less, or hands back all.
            if i == self.len {
                return Some(false);
            }
            rest += level.step[i] * self.stride[i];
            let less = level.step[i] - self.apart[i];
            down = less >= self.smallest(i, rest, &level.room);
            level.step[i] = if down { less } else { 0 };
            rest -= level.step[i] * self.stride[i];
            i += !down as usize;
        }
        // No step is larger than the size allows, and none of those taken is 0 everywhere.
        level.extent = self.most / level.size;
        (level.index, i) = (0, 0);
        while i < self.len {
            if level.step[i] > 0 {
                let most = level.room[i] / level.step[i] + 1;
                level.extent = if most < level.extent { most } else { level.extent };
            }
            level.index += level.step[i] * self.place[i];
            i += 1;
        }
        level.extent += 1;
        Some(true)
    }

    /// The largest value of mode `i` that leaves the modes below a multiple of their gcd; negative
    /// when there is none.
    const fn largest(&self, i: usize, rest: i64, room: i64) -> i64 {
        if rest % self.gcd[i] != 0 {
            return -1;
        }
        let most = if room < rest / self.stride[i] { room } else { rest / self.stride[i] };
        let apart = self.apart[i] as i128;
        let residue = (rest / self.gcd[i]) as i128 % apart * self.inverse[i] as i128 % apart;
        most - (most as i128 - residue).rem_euclid(apart) as i64
    }

    /// The smallest value of mode `i` that leaves the modes below no more than they have room for.
    const fn smallest(&self, i: usize, rest: i64, room: &Steps) -> i64 {
        let (mut below, mut k) = (0, 0);
        while k < i {
            below += room[k] * self.stride[k];
            k += 1;
        }
        if rest > below { (rest - below + self.stride[i] - 1) / self.stride[i] } else { 0 }
    }
}

/// The coalesced layout of any number of modes.
const fn flat_layout(op: Op, modes: &[Mode]) -> Result<Layout> {
    let (mut joined, mut i): (List<Mode, 64>, _) = (List::new(Mode::UNIT), 0);
    while i < modes.len() {
        push_coalesced(&mut joined, modes[i]);
        i += 1;
    }
    let mut out = List::new(Mode::UNIT);
    if !out.extend(joined.as_slice()) {
        return Err(too_many(op));
    }
    Layout::from_flat(op, out)
}

// ---- Left inverse ----------------------------------------------------------------------

/// An index of A and its offset.
#[derive(Clone, Copy)]
struct Sample {
    index: i64,
    offset: i64,
}

/// How many samples are kept to rule out chains with.
const SAMPLES: usize = 64;

impl Layout {
    /// A layout `L` with `L(A(x)) = x` for every index `x` of `A`, wherever there is one.
    ///
    /// In plain words: [`left_inverse`](Layout::left_inverse) reads L off the strides of A. When
    /// they interleave that fails, but L may exist. Here every possible shape of L is tried: for a
    /// given shape the strides of L are the solution of a linear system.
    ///
    /// ```text
    /// A = (2,2):(2,3)    0 3     L = (2,4):(1,1)    offset 0 1 2 3 4 5
    ///                    2 5                        L      0 1 1 2 2 3
    /// ```
    ///
    /// Where both find one, the answers may differ between the offsets of A: there L is free.
    /// L may have negative strides.
    ///
    /// # Errors
    /// - [`NoSolution`](ErrorKind::NoSolution): no layout is a left inverse. When two indices share
    ///   an offset, the error names the larger.
    /// - [`NegativeStride`](ErrorKind::NegativeStride): A has negative offsets.
    /// - [`Undecided`](ErrorKind::Undecided): given up after [`LEFT_INVERSE_BUDGET`] chains of
    ///   extents.
    /// - [`Overflow`](ErrorKind::Overflow), [`TooManyModes`](ErrorKind::TooManyModes): there may be
    ///   one, but not one that was found fits.
    ///
    /// ```
    /// use tilework::{ErrorKind, layout};
    ///
    /// assert_eq!(layout!((2,2):(2,3)).left_inverse_search()?, layout!((2,4):(1,1)));
    /// let none = layout!((3,3):(2,3)).left_inverse_search().unwrap_err();
    /// assert_eq!(none.kind(), ErrorKind::NoSolution { index: None });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn left_inverse_search(&self) -> Result<Layout> {
        match self.search_chains() {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(Op::LeftInverse).on(self.text())),
        }
    }

    const fn search_chains(&self) -> Result<Layout> {
        let op = Op::LeftInverse;
        if let Some(stride) = negative_stride(self.leaf_modes()) {
            return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
        }
        // Not known to be injective is no obstacle: a left inverse, once found, is checked.
        if let Ok(Some((x, y))) = self.collision() {
            let index = Some(if x > y { x } else { y });
            return Err(Error::new(op, ErrorKind::NoSolution { index }));
        }
        Chains::new(self).run(LEFT_INVERSE_BUDGET)
    }
}

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
struct Chains {
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
    const fn new(a: &Layout) -> Chains {
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

    /// Depth first, small primes first.
    const fn run(mut self, mut budget: u64) -> Result<Layout> {
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
            let (mut right, mut wrong, mut tried) = (1, extent + 1, extent);
            while right + 1 < wrong {
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
