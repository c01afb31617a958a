//! Is `A o B` a layout into coordinates? The recovery of [`scan`](crate::algebra::scan), in all components
//! together.
//!
//! The floor form of a function into `Z^n` has vectors as factors, so the layout that agrees with
//! it so far is one chain of breaks for all components (Theorem N, over any abelian group). The
//! next break is the least index at which some component leaves that layout; if it does not fit
//! into the chain, it is the first index that no layout agrees with. That a component is a
//! layout by itself is not enough.

use crate::algebra::floor_form::{Term, Terms, not_a_layout, value};
use crate::algebra::scan::{Composite, Found};
use crate::coords::basis::{Basis, BasisStride};
use crate::coords::coord_layout::notation::text_after;
use crate::coords::coord_layout::{CoordMode, component_modes};
use crate::ground::error::{Error, ErrorKind, Op, Why};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Pieces;
use crate::ground::text::Text;
use crate::ground::work::Work;
use crate::layout::layout::Layout;

/// Where strides change: each divides the next, and all divide the size.
type Breaks = List<i64, 64>;

/// Whether a component leaves the layout so far has not been looked at.
const UNKNOWN: i64 = 0;

/// `A(start + B(x)) - A(start)` for these modes of A, into the coordinates at these places.
#[derive(Clone, Copy)]
pub(super) struct Composition<'a> {
    pub(super) places: &'a List<Basis>,
    pub(super) a: &'a Nested<CoordMode>,
    pub(super) start: i64,
    pub(super) b: &'a Layout,
}

impl Composition<'_> {
    /// The composite, refining B's shape.
    pub(super) const fn refining(self, work: &mut Work) -> Result<Nested<CoordMode>, Error> {
        match self.breaks(work) {
            Ok(breaks) => self.over(self.b, &breaks),
            Err(error) => Err(error),
        }
    }

    /// The composite, flat and coalesced.
    pub(super) const fn flat(self, work: &mut Work) -> Result<Nested<CoordMode>, Error> {
        let breaks = tri!(self.breaks(work));
        let index = tri!(Layout::of_mode(Mode::new(self.b.size(), 1)));
        self.over(&index, &breaks)
    }

    /// The error, about these operands.
    pub(super) const fn on(self, error: Error) -> Error {
        let mut text = text_after(self.a, Text::EMPTY).str(" o ");
        if self.start != 0 {
            text = text.int(self.start).str(" o ");
        }
        error.on(self.b.text_after(text))
    }

    /// Component `k`.
    const fn component(self, k: usize) -> Composite {
        let modes = component_modes(self.a.leaves(), self.places.at(k));
        Composite::new(modes.as_slice(), self.start, self.b.leaf_modes())
    }

    /// The breaks, or the first index that proves that this is not a layout.
    const fn breaks(self, work: &mut Work) -> Result<Breaks, Error> {
        let size = self.b.size();
        if let Err(error) = check_offsets(self.b) {
            return Err(self.on(error));
        }
        let (mut breaks, mut chain) = (List::new(1), 1);
        // Where each component leaves the layout so far: the size if nowhere.
        let mut leaves = [UNKNOWN; MAX_MODES];
        loop {
            let (mut first, mut k) = (size, 0);
            while k < self.places.len() {
                if leaves[k] == UNKNOWN {
                    let component = self.component(k);
                    let terms = agreeing(&component, &breaks);
                    leaves[k] = match component.first_violation(&terms, chain + 1, work) {
                        Found::Nothing => size,
                        Found::At(x) => x,
                        Found::GaveUp => return Err(self.on(Work::undecided(Op::Compose))),
                    };
                }
                if leaves[k] < first {
                    first = leaves[k];
                }
                k += 1;
            }
            if first == size {
                return Ok(breaks);
            }
            if first % chain != 0 {
                let why = Why::Increment { chain };
                return Err(self.on(self.refuted(&breaks, &leaves, first, why)));
            }
            if size % first != 0 {
                return Err(self.on(self.refuted(&breaks, &leaves, first, Why::Break { size })));
            }
            // Each at least twice the one before.
            let _ = breaks.push(first);
            chain = first;
            k = 0;
            while k < self.places.len() {
                if leaves[k] == first {
                    leaves[k] = UNKNOWN;
                }
                k += 1;
            }
        }
    }

    /// The error for an index at which some components leave the layout so far, which no new mode
    /// can mend. It is about the first one that is not a layout by itself, or about the first.
    const fn refuted(
        self,
        breaks: &Breaks,
        leaves: &[i64; MAX_MODES],
        index: i64,
        why: Why,
    ) -> Error {
        let op = Op::Compose;
        let (mut which, mut alone, mut k) = (0, false, self.places.len());
        while k > 0 {
            k -= 1;
            let fails = leaves[k] == index && self.fails_alone(k, breaks, index);
            if fails || (leaves[k] == index && !alone) {
                (which, alone) = (k, alone || fails);
            }
        }
        let component = self.component(which);
        let (found, expected) = (component.at(index), value(&agreeing(&component, breaks), index));
        let mut error = not_a_layout(op, index, expected, found, why);
        if alone && let ErrorKind::NotALayout { index, expected, found, why, .. } = error.kind() {
            let modes = component_modes(self.a.leaves(), self.places.at(which));
            let carry = component.carry(modes.as_slice(), self.b.leaf_modes(), index);
            error = Error::new(op, ErrorKind::NotALayout { index, expected, found, why, carry });
        }
        if self.places.len() == 1 { error } else { error.in_component(which) }
    }

    /// Whether component `k`, which changes its stride at `index`, is not a layout for that.
    const fn fails_alone(self, k: usize, breaks: &Breaks, index: i64) -> bool {
        let terms = agreeing(&self.component(k), breaks);
        index % terms.at(terms.len() - 1).n != 0 || self.b.size() % index != 0
    }

    /// The layout with these breaks, cut at the boundaries of `shape`: its leaf `j` becomes the
    /// pieces between the breaks that lie inside it.
    const fn over(self, shape: &Layout, breaks: &Breaks) -> Result<Nested<CoordMode>, Error> {
        let op = Op::Compose;
        let (modes, mut leaves, mut pieces) =
            (shape.leaf_modes(), List::new(CoordMode::UNIT), Pieces::NONE);
        let (mut from, mut j) = (1_i64, 0);
        while j < modes.len() {
            let end = from * modes[j].extent;
            let (before, mut start, mut i) = (leaves.len(), from, 0);
            while i <= breaks.len() {
                // The breaks inside this leaf, and its end.
                let brk = if i < breaks.len() { breaks.at(i) } else { end };
                i += 1;
                if brk <= from || brk > end {
                    continue;
                }
                if brk % from != 0 || end % brk != 0 {
                    let boundary = if brk % from != 0 { from } else { end };
                    let kind = ErrorKind::NotCompatible { brk, boundary };
                    return Err(self.on(Error::new(op, kind)));
                }
                if brk > start {
                    let stride = match self.at(start) {
                        Ok(stride) => stride,
                        Err(error) => return Err(self.on(error)),
                    };
                    if !leaves.push(CoordMode { extent: brk / start, stride }) {
                        return Err(self.on(too_many(op)));
                    }
                    start = brk;
                }
            }
            if modes[j].extent == 1 && !leaves.push(CoordMode::UNIT) {
                return Err(self.on(too_many(op)));
            }
            pieces.set(j, leaves.len() - before);
            from = end;
            j += 1;
        }
        match shape.tree.profile.split(&pieces) {
            Some(profile) => Ok(Nested { profile, leaves }),
            None => Err(self.on(too_many(op))),
        }
    }

    /// The value at an index, as a stride.
    const fn at(self, x: i64) -> Result<BasisStride, Error> {
        let (mut sum, mut k) = (BasisStride::ZERO, 0);
        while k < self.places.len() {
            let scale = tri!(crate::layout::coord::fit(Op::Compose, self.component(k).at(x)));
            sum = tri!(sum.add(&BasisStride::of(scale, self.places.at(k))));
            k += 1;
        }
        Ok(sum)
    }
}

/// The floor form of the layout with these breaks that agrees with a function at them.
const fn agreeing(function: &Composite, breaks: &Breaks) -> Terms {
    let mut terms: Terms = List::new(Term { n: 0, c: 0 });
    let first = if function.size > 1 { function.at(1) } else { 0 };
    let _ = terms.push(Term { n: 1, c: first });
    let mut i = 0;
    while i < breaks.len() {
        let n = breaks.at(i);
        let c = function.at(n) - value(&terms, n);
        if c != 0 {
            // No more than the breaks, which divide one another: at most 62.
            let _ = terms.push(Term { n, c });
        }
        i += 1;
    }
    terms
}

/// B may not have negative offsets: A is not defined there.
const fn check_offsets(b: &Layout) -> Result<(), Error> {
    let (modes, mut i) = (b.leaf_modes(), 0);
    while i < modes.len() {
        let Mode { extent, stride } = modes[i];
        if extent > 1 && stride < 0 {
            return Err(Error::new(Op::Compose, ErrorKind::NegativeStride { stride }));
        }
        i += 1;
    }
    Ok(())
}
