//! Solving `A o X = C`: which selection of A gives C?
//!
//! Where A has a left inverse L, X can only be `L o C`. In general an offset has several indices,
//! or A goes on past its end, and then X is searched for, mode by mode from the left. Below
//! `place` X is known. The next stride is an index that A maps to `C(place)`; how far `A o X`
//! goes on like C with that stride says which extents the mode can have. Only coalesced layouts are
//! tried, so no function is tried twice (Theorem N), and the largest index at which any of them
//! fails is the first at which every layout does.

use crate::algebra::compose::refine;
use crate::algebra::floor_form::{Terms, floors, from_floors, value};
use crate::algebra::scan::{Composite, DIVISION, Found};
use crate::decide::fibre::Fibres;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::{Factors, factorize};
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::work::Work;
use crate::layout::layout::Layout;

/// How many indices are compared one by one before the rest is compared by its floors.
const ONE_BY_ONE: i64 = 256;

/// What a divisor costs, or to set up a composite, in steps of [`Work`].
const DIVISOR: usize = 64;
const COMPOSITE: usize = 512;

/// # Equations
impl Layout {
    /// A layout `X` with `A(X(x)) = C(x)` for every index `x` of `C`.
    ///
    /// In plain words: I know A, and I know what I want to see; which selection gives it?
    ///
    /// X stays inside A where it can; otherwise it goes on past the end of A, as
    /// [`compose`](Layout::compose) does. It refines the shape of C where one of those does.
    ///
    /// # Errors
    /// - [`NoSolution`](ErrorKind::NoSolution): there is none, for A has no index with the offset of
    ///   C at this index, the first such.
    /// - [`NoChoice`](ErrorKind::NoChoice): there is none, though A has an index for it: no layout X
    ///   agrees with C up to this index, the first such.
    /// - [`Undecided`](ErrorKind::Undecided): given up after [`WORK_BUDGET`](crate::limits::WORK_BUDGET)
    ///   steps, as where many indices of A have the same offset.
    /// - [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::{ErrorKind, layout};
    ///
    /// let (a, c) = (layout!((8,6):(6,1)), layout!((8,3,2):(3,1,24)));
    /// let x = a.solve_right(&c)?;
    /// assert_eq!(x, layout!(((2,4),3,2):((24,1),8,4)));
    /// assert!(a.compose(&x)?.same_function(&c));
    ///
    /// // Offset 8 has two indices; past its end A goes on.
    /// assert_eq!(layout!((6,2):(2,8)).solve_right(&layout!(2:8))?, layout!(2:4));
    /// assert_eq!(layout!(4:1).solve_right(&layout!(3:3))?, layout!(3:3));
    ///
    /// let none = layout!(4:2).solve_right(&layout!(3:3)).unwrap_err();
    /// assert_eq!(none.kind(), ErrorKind::NoSolution { index: Some(1) });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn solve_right(&self, c: &Layout) -> Result<Layout, Error> {
        self.solve_right_within(c, &mut Work::new())
    }

    /// [`solve_right`](Layout::solve_right) as a part of a larger question.
    pub(crate) const fn solve_right_within(
        &self,
        c: &Layout,
        work: &mut Work,
    ) -> Result<Layout, Error> {
        let mut share = work.part(4);
        let forced = self.solve_by_left_inverse(c, &mut share);
        work.put_back(share);
        if let Some(x) = forced {
            return Ok(x);
        }
        match self.solve_by_search(c, work) {
            Ok(x) => Ok(x),
            Err(error) => Err(error.within(Op::Solve).on(c.text_after(self.text().str(" o X = ")))),
        }
    }

    /// `L o C` for a left inverse L of A: inside A there can be no other X.
    const fn solve_by_left_inverse(&self, c: &Layout, work: &mut Work) -> Option<Layout> {
        let Ok(left) = self.left_inverse() else { return None };
        let x = match left.compose_within(c, work) {
            Ok(x) => x,
            Err(_) => match left.compose_flat_within(c, work) {
                Ok(x) => x,
                Err(_) => return None,
            },
        };
        let composite = Composite::new(self.leaf_modes(), 0, x.leaf_modes());
        let found = composite.first_violation(&floors(c.leaf_modes()), 1, work);
        let holds = matches!(found, Found::Nothing);
        if holds && x.max_offset() < self.size() { Some(x) } else { None }
    }

    const fn solve_by_search(&self, c: &Layout, work: &mut Work) -> Result<Layout, Error> {
        let (fibres, factors) = (Fibres::open(self.leaf_modes()), factorize(c.size() as u64));
        // Inside A before past its end, and in C's shape before any other.
        let mut turn = 0;
        loop {
            let limit = if turn < 2 { self.size() - 1 } else { i64::MAX };
            let (shaped, share) = (turn % 2 == 0, work.part(4 - turn));
            let mut search = Search::new(self, c, &fibres, &factors, limit, shaped, share);
            let found = if search.extend(1, 0) { Some(search.layout()) } else { None };
            let (index, gave_up) = (search.reached, search.gave_up);
            work.put_back(search.work);
            if let Some(x) = found {
                return x;
            }
            turn += 1;
            if turn < 4 {
                continue;
            }
            // Nothing was ruled out this time but what no layout can do.
            if gave_up {
                return Err(Work::undecided(Op::Solve));
            }
            let mut fibre = fibres.at(value(&floors(c.leaf_modes()), index));
            let kind = match fibre.next(&fibres, work) {
                Some(_) => ErrorKind::NoChoice { index },
                None if work.is_used_up() => return Err(Work::undecided(Op::Solve)),
                None => ErrorKind::NoSolution { index: Some(index) },
            };
            return Err(Error::new(Op::Solve, kind));
        }
    }
}

/// The search for X, depth first.
struct Search<'a> {
    a: &'a Layout,
    c: &'a Layout,
    fibres: &'a Fibres,
    /// The primes of C's size.
    factors: &'a Factors,
    /// The floor form of C.
    goal: Terms,
    /// The largest offset that X may have.
    limit: i64,
    /// Whether X must refine the shape of C.
    shaped: bool,
    /// X so far.
    modes: List<Mode, 64>,
    /// The first index at which all of the layouts that were tried fail.
    reached: i64,
    work: Work,
    gave_up: bool,
}

impl<'a> Search<'a> {
    const fn new(
        a: &'a Layout,
        c: &'a Layout,
        fibres: &'a Fibres,
        factors: &'a Factors,
        limit: i64,
        shaped: bool,
        work: Work,
    ) -> Search<'a> {
        let (goal, modes) = (floors(c.leaf_modes()), List::new(Mode::VACANT));
        let (reached, gave_up) = (0, false);
        Search { a, c, fibres, factors, goal, limit, shaped, modes, reached, work, gave_up }
    }

    /// Completes X, which is known below `place` and has offsets up to `most` there.
    const fn extend(&mut self, place: i64, most: i64) -> bool {
        let rest = self.c.size() / place;
        if rest == 1 {
            return true;
        }
        self.reach(place);
        let mut strides = self.fibres.at(value(&self.goal, place));
        while let Some(stride) = strides.next(self.fibres, &mut self.work) {
            // A mode that goes on like the one before it is part of that one.
            if let Some(Mode { extent, stride: before }) = self.modes.last()
                && extent as i128 * before as i128 == stride as i128
            {
                continue;
            }
            let room = self.limit - most;
            let steps = if stride == 0 { rest } else { (room / stride).saturating_add(1) };
            let steps = if steps < rest { steps } else { rest };
            if steps < 2 {
                continue;
            }
            let Some(end) = self.agrees_up_to(place, Mode::new(steps, stride)) else {
                self.gave_up = true;
                return false;
            };
            if self.extend_by(place, most, stride, end) {
                return true;
            }
            if self.gave_up {
                return false;
            }
        }
        self.gave_up = self.work.is_used_up();
        false
    }

    /// The same with this stride, with which X is right up to `end`.
    const fn extend_by(&mut self, place: i64, most: i64, stride: i64, end: i64) -> bool {
        let rest = self.c.size() / place;
        let mut divisors = Divisors::new(rest, self.factors);
        while let Some(extent) = divisors.next() {
            if !self.work.pay(DIVISOR) {
                self.gave_up = true;
                return false;
            }
            if extent > end / place || !self.fits(place * extent) {
                continue;
            }
            // Extents of at least 2 whose product fits.
            let _ = self.modes.push(Mode::new(extent, stride));
            if self.extend(place * extent, most + (extent - 1) * stride) {
                return true;
            }
            self.modes.pop();
            if self.gave_up {
                return false;
            }
        }
        false
    }

    /// The first index at which X fails if this mode is added to it, or the end of that mode.
    /// `None`: given up.
    const fn agrees_up_to(&mut self, place: i64, mode: Mode) -> Option<i64> {
        if !self.work.pay(COMPOSITE) {
            return None;
        }
        let mut modes = self.modes;
        let _ = modes.push(mode);
        let composite = Composite::new(self.a.leaf_modes(), 0, modes.as_slice());
        // Both sides at one index.
        let look = (self.a.length() + modes.len() + self.goal.len()) * DIVISION;
        let (end, mut index) = (place * mode.extent, place);
        while index < end && index - place < ONE_BY_ONE {
            if !self.work.pay(look) {
                return None;
            }
            if composite.at(index) != value(&self.goal, index) {
                self.reach(index);
                return Some(index);
            }
            index += 1;
        }
        if index < end {
            match composite.first_violation(&self.goal, index, &mut self.work) {
                Found::Nothing => index = end,
                Found::At(fails) => index = fails,
                Found::GaveUp => return None,
            }
        }
        self.reach(index);
        Some(index)
    }

    const fn reach(&mut self, index: i64) {
        if index > self.reached {
            self.reached = index;
        }
    }

    /// Whether a mode of X may end there: where a mode of C does, or inside one.
    const fn fits(&self, end: i64) -> bool {
        let (modes, mut boundary, mut i) = (self.c.leaf_modes(), 1, 0);
        while self.shaped && i < modes.len() {
            boundary *= modes[i].extent;
            if boundary % end != 0 && end % boundary != 0 {
                return false;
            }
            i += 1;
        }
        true
    }

    /// X, in the shape of C where it refines that.
    const fn layout(&self) -> Result<Layout, Error> {
        // Extents are at least 2 and their product fits, so there are not more modes than terms.
        let terms = floors(self.modes.as_slice());
        if self.shaped {
            refine(&terms, self.c)
        } else {
            from_floors(Op::Solve, &terms, self.c.size())
        }
    }
}

/// The divisors of a number but 1, itself first.
struct Divisors {
    number: i64,
    primes: [(u64, u32); 16],
    /// How often each prime is divided out.
    without: [u32; 16],
    done: bool,
}

impl Divisors {
    /// These are the primes of a multiple of the number.
    const fn new(number: i64, factors: &Factors) -> Divisors {
        let (mut primes, mut rest, mut i) = ([(1, 0); 16], number as u64, 0);
        while i < factors.as_slice().len() {
            let (prime, _) = factors.as_slice()[i];
            primes[i].0 = prime;
            while rest.is_multiple_of(prime) {
                rest /= prime;
                primes[i].1 += 1;
            }
            i += 1;
        }
        Divisors { number, primes, without: [0; 16], done: false }
    }

    const fn next(&mut self) -> Option<i64> {
        if self.done {
            return None;
        }
        let (mut divisor, mut i) = (self.number, 0);
        while i < self.primes.len() {
            let mut k = 0;
            while k < self.without[i] {
                divisor /= self.primes[i].0 as i64;
                k += 1;
            }
            i += 1;
        }
        if divisor == 1 {
            self.done = true;
            return None;
        }
        // Count up, the smallest prime fastest.
        i = 0;
        while i < self.primes.len() && self.without[i] == self.primes[i].1 {
            self.without[i] = 0;
            i += 1;
        }
        if i < self.primes.len() {
            self.without[i] += 1;
        }
        Some(divisor)
    }
}
