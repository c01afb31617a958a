//! The indices that a layout maps to 0.

use crate::algebra::floor_form::{Term, Terms, from_floors, not_a_layout, value};
use crate::algebra::scan::DIVISION;
use crate::decide::fibre::Fibres;
use crate::ground::error::{Error, Op, Why};
use crate::ground::integers::gcd;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::nested::too_many;
use crate::ground::text::Text;
use crate::ground::work::Work;
use crate::layout::layout::Layout;
use crate::layout::runs::{coalesced, push_coalesced};

/// # Nullspace
impl Layout {
    /// The indices that A maps to 0, all of them and in increasing order, as a layout into A's
    /// indices.
    ///
    /// If no two strides have different signs, these are A's modes of stride 0, as in CuTe. Else
    /// steps up and down can cancel:
    ///
    /// ```text
    /// A = (2,2):(1,-1)    0 -1     indices 0 and 3 are mapped to 0: 2:3
    ///                     1  0
    /// ```
    ///
    /// Post-condition: the offsets of the result are the `x` below the size of A with `A(x) = 0`,
    /// each once, increasing.
    ///
    /// # Errors
    /// Only where strides have different signs: [`NotALayout`](crate::ErrorKind::NotALayout) when
    /// the list of those indices is not a layout, with its first entry that no layout agrees with;
    /// [`Undecided`](crate::ErrorKind::Undecided) when it is too long to be looked at;
    /// [`TooManyModes`](crate::ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,2,2):(1,0,2)).nullspace()?, layout!(2:2));
    /// assert_eq!(layout!((2,4):(1,2)).nullspace()?, layout!(1:0));
    /// assert_eq!(layout!((2,2):(1,-1)).nullspace()?, layout!(2:3));
    /// // 0, 5 and 6: a layout would go on with 10.
    /// assert_eq!(layout!((2,2,2):(1,1,-1)).nullspace().unwrap_err().witness(), Some(2));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn nullspace(&self) -> Result<Layout, Error> {
        self.nullspace_within(&mut Work::new())
    }

    /// [`nullspace`](Layout::nullspace) as a part of a larger question.
    pub(crate) const fn nullspace_within(&self, work: &mut Work) -> Result<Layout, Error> {
        let (modes, mut up, mut down, mut i) = (self.leaf_modes(), false, false, 0);
        while i < modes.len() {
            let Mode { extent, stride } = modes[i];
            up |= extent > 1 && stride > 0;
            down |= extent > 1 && stride < 0;
            i += 1;
        }
        if !(up && down) {
            return Ok(zero_modes(modes));
        }
        let found = match two_that_cancel(modes) {
            Some(layout) => Ok(layout),
            None => one_by_one(modes, work),
        };
        match found {
            Ok(layout) => Ok(layout),
            Err(error) => {
                let subject = Text::EMPTY.str("the increasing list of the zeros of ");
                Err(error.on(self.text_after(subject)))
            }
        }
    }
}

/// The modes of stride 0.
const fn zero_modes(modes: &[Mode]) -> Layout {
    let (mut out, mut place, mut i) = (List::new(Mode::VACANT), 1_i64, 0);
    while i < modes.len() {
        let Mode { extent, stride } = modes[i];
        if stride == 0 {
            let _ = out.push(Mode::new(extent, if extent == 1 { 0 } else { place }));
        }
        place *= extent;
        i += 1;
    }
    Layout { tree: Layout::flat_tree(out) }
}

/// The zeros when just two modes move, one up and one down: with strides `a` and `-b`, `b` steps of
/// the one cancel `a` steps of the other, divided by what both have in common.
///
/// A step of the upper mode is more than all that lies below it, so the zeros increase when that
/// pair stands in its place.
const fn two_that_cancel(modes: &[Mode]) -> Option<Layout> {
    let modes = coalesced(modes);
    let (mut out, mut place, mut i): (List<Mode>, _, _) = (List::new(Mode::VACANT), 1, 0);
    let mut first: Option<(Mode, i64)> = None;
    let mut done = false;
    while i < modes.len() {
        let mode = modes.at(i);
        if mode.stride == 0 {
            push_coalesced(&mut out, Mode::new(mode.extent, place));
        } else if let Some((lower, start)) = first {
            if done {
                return None;
            }
            done = true;
            let (a, b) = (lower.stride.unsigned_abs(), mode.stride.unsigned_abs());
            let (a, b) = (a / gcd(a, b), b / gcd(a, b));
            // How often both can go together; the signs differ, as there is no other mode.
            let (low, high) = ((lower.extent - 1) as u64 / b, (mode.extent - 1) as u64 / a);
            let times = if low < high { low } else { high } as i64;
            if times > 0 {
                let step = b as i64 * start + a as i64 * place;
                push_coalesced(&mut out, Mode::new(times + 1, step));
            }
        } else {
            first = Some((mode, place));
        }
        place *= mode.extent;
        i += 1;
    }
    // Its offsets are indices of A, so it keeps the promises of a layout.
    if done { Some(Layout { tree: Layout::flat_tree(out) }) } else { None }
}

/// The list of zeros, read from the left as in [`recover`](crate::recover()), but its size is only
/// known in the end.
const fn one_by_one(modes: &[Mode], work: &mut Work) -> Result<Layout, Error> {
    let op = Op::Nullspace;
    let fibres = Fibres::increasing(modes);
    let mut terms: Terms = List::of(Term { n: 1, c: 0 });
    let (mut walk, mut chain, mut size, mut fails) = (fibres.at(0), 1, 0_i64, None);
    while let Some(zero) = walk.next(&fibres, work) {
        let index = size;
        size += 1;
        if fails.is_some() {
            continue;
        }
        if !work.pay(terms.len() * DIVISION) {
            break;
        }
        let (found, expected) = (zero as i128, value(&terms, index));
        if index == 1 {
            terms.set(0, Term { n: 1, c: found });
        } else if found != expected {
            if index % chain != 0 {
                let why = Why::Increment { chain };
                fails = Some(not_a_layout(op, index, expected, found, why));
            } else if terms.push(Term { n: index, c: found - expected }) {
                chain = index;
            } else {
                fails = Some(too_many(op));
            }
        }
    }
    if work.is_used_up() {
        return Err(Work::undecided(op));
    }
    // A mode can only start at a divisor of the size.
    let mut i = 1;
    while i < terms.len() {
        let Term { n, c } = terms.at(i);
        if size % n != 0 {
            terms.truncate(i);
            let expected = value(&terms, n);
            return Err(not_a_layout(op, n, expected, expected + c, Why::Break { size }));
        }
        i += 1;
    }
    match fails {
        Some(error) => Err(error),
        None => from_floors(op, &terms, size),
    }
}
