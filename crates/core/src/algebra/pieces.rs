//! Composition mode by mode: the pieces into which each mode of B falls.
//!
//! A stride of B is divided out of A's modes, as CuTe does it; what is left of it steps through the mode that it
//! reaches, and goes on in the next one where that ends. This is exact when every stride divides (or stays
//! inside one mode), and when all modes of B together never carry from one mode of A into the next (DESIGN.md,
//! 3.3). Both are checked. Where a check fails, [`scan`](crate::algebra::scan) decides.

use crate::ground::error::Op;
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{FEW, List};
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::ground::profile::Pieces;
use crate::layout::layout::{View, check_slots};
use crate::layout::runs::{coalesced_open, is_coalesced_open};

/// Appends the composite, found mode by mode, when the checks that make it exact succeed; else leaves `out` as
/// it is. B's modes fit into a layout each, and so do its offsets and its size.
pub(crate) const fn by_mode(a: View<'_>, b: View<'_>, out: &mut Nested<Mode>) -> bool {
    // Room for few modes is set up faster.
    if a.len <= FEW { by_mode_in::<FEW>(a, b, out) } else { by_mode_in::<MAX_MODES>(a, b, out) }
}

#[inline]
const fn by_mode_in<const CAP: usize>(a: View<'_>, b: View<'_>, out: &mut Nested<Mode>) -> bool {
    let coalesced: List<Mode, CAP>;
    let (slots, len) = if is_coalesced_open(a.slots, a.len) {
        (a.slots, a.len)
    } else {
        coalesced = coalesced_open(a.modes());
        (coalesced.slots().as_slice(), coalesced.len())
    };
    of_modes::<CAP>(slots, len, b, out)
}

/// [`by_mode`] for the first `len` modes of `a`, which are coalesced.
const fn of_modes<const CAP: usize>(
    a: &[Mode],
    len: usize,
    b: View<'_>,
    out: &mut Nested<Mode>,
) -> bool {
    // place[i]: how many indices of A lie below its mode i. reach[i]: how far the pieces that step inside
    // mode i reach, in indices of A.
    let (mut place, mut reach) = ([1_i64; CAP], [0_i64; CAP]);
    assert!(
        len <= a.len() && len <= CAP && b.len <= b.slots.len() && b.len <= MAX_MODES,
        "once, not at each place"
    );
    let (top, mut i) = (len - 1, 0);
    while i < top {
        place[i + 1] = place[i] * a[i].extent;
        i += 1;
    }
    let first = out.leaves.len();
    let (mut end, mut pieces, mut j) = (first, Pieces::NONE, 0);
    let slots = out.leaves.slots_mut();
    while j < b.len {
        let Mode { extent: mut left, stride: step } = b.slots[j];
        let before = end;
        // The places divide one another, so the stride is divided by the last one that divides it, which is
        // mostly the last one that is not above it.
        let (mut i, mut rest) = (0, step);
        while i < top && place[i + 1] <= step {
            i += 1;
        }
        while i > 0 {
            rest = step / place[i];
            if rest * place[i] == step {
                break;
            }
            (i, rest) = (i - 1, step);
        }
        // A single coordinate does not step at all.
        if left == 1 {
            rest = 0;
        } else if rest < 0 {
            return false;
        }
        loop {
            let Mode { extent, stride } = a[i];
            // How many steps of `rest` fit into mode i: the last mode has no end. Nothing here goes further than
            // B's largest offset, so nothing wraps.
            let mut steps = left;
            if i < top {
                if rest > extent {
                    return false;
                }
                if (left - 1) * rest >= extent {
                    steps = if rest == 1 { extent } else { extent / rest };
                    if steps * rest != extent {
                        return false;
                    }
                }
            }
            let Some(stride) = rest.checked_mul(stride) else {
                return false;
            };
            if end == MAX_MODES {
                return false;
            }
            slots[end] = Mode::new(steps, stride);
            end += 1;
            reach[i] += (steps - 1) * rest * place[i];
            if steps == left {
                break;
            }
            if left % steps != 0 {
                return false;
            }
            left /= steps;
            (i, rest) = (i + 1, 1);
        }
        pieces.set(j, end - before);
        j += 1;
    }
    // No carries: what steps below a boundary of A must stay below it.
    let (mut total, mut i) = (0, 0);
    while i < top {
        total += reach[i];
        i += 1;
        if total >= place[i] {
            return false;
        }
    }
    // Inside of A, the offsets are among those of A. Past its end they may be too far apart.
    if reach[top] >= place[top] * a[top].extent
        && check_slots(Op::Compose, slots, first, end).is_err()
    {
        return false;
    }
    if let Some(profile) = b.profile.split(&pieces)
        && let Some(joined) = out.profile.join(profile)
    {
        out.profile = joined;
        out.leaves.set_len(end);
        return true;
    }
    false
}
