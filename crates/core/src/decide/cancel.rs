//! Steps that cancel: how two indices come to share an offset.
//!
//! Two indices have the same offset exactly when the differences of their coordinates, times
//! the strides, add up to 0. So a layout is injective unless there are
//!
//! ```text
//! delta_k, not all 0:    sum_k stride_k * delta_k = 0,   |delta_k| < extent_k
//! ```
//!
//! with one `k` for each of its [`Numbers`].

use crate::decide::bounded::Outcome;
use crate::decide::digits::{Number, Numbers};
use crate::decide::sums::{Sum, Turns};
use crate::ground::integers::gcd;
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{FEW, List};
use crate::ground::mode::Mode;
use crate::ground::work::Work;
use crate::layout::layout::View;
use crate::layout::structure::sort_by_stride;

/// How far each number moves.
pub(crate) type Deltas = [i64; MAX_MODES];

/// Deltas that cancel. `None` inside: there are none; outside: the work is used up.
pub(crate) const fn cancelling(numbers: &Numbers, work: &mut Work) -> Option<Option<Deltas>> {
    match cancelling_pair(numbers) {
        Some(deltas) => Some(Some(deltas)),
        None => search(numbers, Turns::new(work)),
    }
}

/// Whether each stride is more than all modes of smaller ones add up to. Then the largest mode that
/// moves cannot be balanced. Layouts without overlap, which are nearly all, end here.
pub(crate) const fn superincreasing(a: View<'_>) -> bool {
    // Room for few modes is set up faster.
    if a.len <= FEW { superincreasing_in::<FEW>(a) } else { superincreasing_in::<MAX_MODES>(a) }
}

const fn superincreasing_in<const CAP: usize>(a: View<'_>) -> bool {
    let (mut modes, mut i): (List<Mode, CAP>, _) = (List::new(Mode::VACANT), 0);
    while i < a.len {
        let Mode { extent, stride } = a.slots[i];
        if extent > 1 {
            // Going down only shifts the offsets.
            let _ = modes.push(Mode::new(extent, if stride < 0 { -stride } else { stride }));
        }
        i += 1;
    }
    let modes = modes.as_mut_slice();
    sort_by_stride(modes);
    let mut span = 0;
    i = 0;
    while i < modes.len() {
        if span >= modes[i].stride {
            return false;
        }
        span += (modes[i].extent - 1) * modes[i].stride;
        i += 1;
    }
    true
}

/// Two numbers of which one, going up, undoes the other, going down. That is so when both can go
/// as far as the least common multiple of their strides.
const fn cancelling_pair(numbers: &Numbers) -> Option<Deltas> {
    let mut i = 1;
    while i < numbers.len() {
        let high = numbers.at(i);
        let mut j = 0;
        while j < i {
            let low = numbers.at(j);
            let g = gcd(low.stride, high.stride);
            let (up, down) = (low.stride / g, high.stride / g);
            if up < high.extent && down < low.extent {
                let mut deltas = [0; MAX_MODES];
                (deltas[i], deltas[j]) = (up as i64, -(down as i64));
                return Some(deltas);
            }
            j += 1;
        }
        i += 1;
    }
    None
}

/// Deltas that cancel, when no two alone do.
///
/// Numbers that together stay below the gcd of all larger strides must cancel among themselves,
/// so the numbers fall into blocks. Within a block the largest number that moves may be taken to
/// move up, which leaves a bounded equation for those below it: one for each choice of the
/// largest. Some are hard to refute while others are easy to solve, so they take turns.
const fn search(numbers: &Numbers, mut turns: Turns<'_>) -> Option<Option<Deltas>> {
    // The gcd of the strides from k on.
    let (mut above, mut k) = ([0; MAX_MODES + 1], numbers.len());
    while k > 0 {
        k -= 1;
        above[k] = gcd(above[k + 1], numbers.at(k).stride);
    }
    let mut refuted = [false; MAX_MODES];
    loop {
        // The block so far, and what its numbers add up to.
        let (mut first, mut span, mut open) = (0, 0, false);
        while k < numbers.len() {
            if span < above[k] {
                (first, span) = (k, 0);
            }
            // With fewer than two below it, `k` could only cancel in a pair.
            if k >= first + 2 && span >= numbers.at(k).stride && !refuted[k] {
                match balance(numbers, first, k, span, &mut turns) {
                    Outcome::Solution(values) => {
                        return Some(Some(deltas(numbers, first, k, &values)));
                    }
                    Outcome::None => refuted[k] = true,
                    Outcome::Undecided => open = true,
                }
            }
            span += numbers.at(k).span();
            k += 1;
        }
        if !open {
            return Some(None);
        }
        if turns.work.is_used_up() {
            return None;
        }
        turns.next();
        k = 0;
    }
}

/// Number `k` moves up by `1 + v`, and those from `first` to below it balance that.
///
/// Counted from their lowest deltas, which add up to `-span`, they only move up, too:
/// `stride_k * (1 + v) + sum stride_j * v_j = span` with `v_j = delta_j + extent_j - 1`.
const fn balance(
    numbers: &Numbers,
    first: usize,
    k: usize,
    span: u64,
    turns: &mut Turns<'_>,
) -> Outcome {
    let Number { stride, extent } = numbers.at(k);
    let (mut sum, mut j) = (Sum::new(), first);
    sum.push(stride, extent - 2);
    while j < k {
        sum.push(numbers.at(j).stride, 2 * (numbers.at(j).extent - 1));
        j += 1;
    }
    sum.attempt((span - stride) as i128, turns)
}

/// The deltas for a solution of [`balance`].
const fn deltas(numbers: &Numbers, first: usize, k: usize, values: &[u64]) -> Deltas {
    let (mut out, mut j) = ([0; MAX_MODES], first);
    out[k] = 1 + values[0] as i64;
    while j < k {
        out[j] = values[1 + j - first] as i64 - (numbers.at(j).extent as i64 - 1);
        j += 1;
    }
    out
}
