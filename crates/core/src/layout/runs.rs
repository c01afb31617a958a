//! Runs: neighbouring modes that are one.
//!
//! Two neighbouring modes `n0:d0` and `n1:d1` are one mode `n0*n1:d0` when `d1 = n0*d0`, and modes of
//! extent 1 do nothing. Here are lists of modes under that rule; what it means for layouts is in
//! [`coalesce`](crate::algebra::coalesce).

use crate::ground::list::List;
use crate::ground::mode::Mode;

/// Appends `mode` to a coalesced list, merging it with the last one where possible.
#[inline]
pub(crate) const fn push_coalesced<const CAP: usize>(modes: &mut List<Mode, CAP>, mode: Mode) {
    if mode.extent == 1 {
        return;
    }
    if let Some(last) = modes.last() {
        // Strides are any i64, so a product may wrap and only look like a match.
        if let Some(next) = last.extent.checked_mul(last.stride)
            && next == mode.stride
        {
            modes.set(modes.len() - 1, Mode::new(last.extent * mode.extent, last.stride));
            return;
        }
    }
    // Callers have room for one mode more than they read.
    let _ = modes.push(mode);
}

/// Appends modes to a coalesced list.
#[inline]
pub(crate) const fn extend_coalesced<const CAP: usize>(out: &mut List<Mode, CAP>, modes: &[Mode]) {
    let mut i = 0;
    while i < modes.len() {
        push_coalesced(out, modes[i]);
        i += 1;
    }
}

/// The coalesced modes of a layout; none for a layout of size 1.
#[inline]
pub(crate) const fn coalesced(modes: &[Mode]) -> List<Mode> {
    let mut out = List::new(Mode::VACANT);
    extend_coalesced(&mut out, modes);
    out
}

/// Whether [`coalesced_open`] would change nothing about the first `len` modes.
pub(crate) const fn is_coalesced_open(a: &[Mode], len: usize) -> bool {
    let mut i = 0;
    while i + 1 < len {
        // Extent 1 before the end does nothing; the end continues without one.
        if a[i].extent == 1 {
            return false;
        }
        // Strides are any i64, so a product may wrap and only look like a match.
        if let Some(next) = a[i].extent.checked_mul(a[i].stride)
            && next == a[i + 1].stride
        {
            return false;
        }
        i += 1;
    }
    len > 0
}

/// A's modes, coalesced without changing how A continues past its end: the last mode has
/// no end, so it stays even when its extent is 1, unless it goes on as the one before.
pub(crate) const fn coalesced_open<const CAP: usize>(a: &[Mode]) -> List<Mode, CAP> {
    let (mut out, mut i) = (List::new(Mode::VACANT), 0);
    while i < a.len() {
        push_coalesced(&mut out, a[i]);
        i += 1;
    }
    if a.is_empty() {
        let _ = out.push(Mode::UNIT);
        return out;
    }
    let last = a[a.len() - 1];
    if last.extent == 1 {
        let goes_on = match out.last() {
            Some(mode) => mode.extent as i128 * mode.stride as i128 == last.stride as i128,
            None => false,
        };
        if !goes_on {
            // One mode of extent 1 was left out above, so there is room.
            let _ = out.push(last);
        }
    }
    out
}

/// Modes read from the left: those that coalesce are read as one, those of extent 1 are skipped.
///
/// ```
/// use tilework::{Mode, ModeRuns, layout};
///
/// let a = layout!((2,1,4,3):(5,0,10,1));
/// let mut runs = ModeRuns::new(a.leaf_modes());
/// assert_eq!(runs.front(), Some(Mode::new(8, 5)));
/// assert_eq!(runs.take(4), Some(Mode::new(4, 5)));
/// assert_eq!(runs.front(), Some(Mode::new(2, 20)));
/// assert_eq!(runs.take(3), None);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct ModeRuns<'a> {
    /// Of extent 1 after the last.
    front: Mode,
    rest: &'a [Mode],
}

impl<'a> ModeRuns<'a> {
    /// The modes of a list.
    #[inline]
    pub const fn new(modes: &'a [Mode]) -> ModeRuns<'a> {
        let mut runs = ModeRuns { front: Mode::UNIT, rest: modes };
        runs.advance();
        runs
    }

    /// The mode at the front; `None` after the last.
    #[inline]
    pub const fn front(&self) -> Option<Mode> {
        if self.front.extent == 1 { None } else { Some(self.front) }
    }

    /// The first `extent` coordinates of the mode at the front; the others come next. `None`, and nothing is
    /// taken, if `extent` does not divide it.
    ///
    /// # Panics
    /// When `extent` is 0.
    #[inline]
    pub const fn take(&mut self, extent: i64) -> Option<Mode> {
        let Mode { extent: whole, stride } = self.front;
        if whole == extent {
            self.advance();
        } else if whole % extent == 0 {
            // A stride inside the mode, so it fits.
            self.front = Mode { extent: whole / extent, stride: stride * extent };
        } else {
            return None;
        }
        Some(Mode { extent, stride })
    }

    /// The next mode, with all those that go on where it ends.
    #[inline]
    const fn advance(&mut self) {
        self.front = Mode::UNIT;
        while let [mode, rest @ ..] = self.rest {
            if self.front.extent == 1 {
                self.front = *mode;
            } else if mode.extent != 1 {
                // Past the end of a mode there may be no number left.
                match self.front.stride.checked_mul(self.front.extent) {
                    Some(end) if end == mode.stride => self.front.extent *= mode.extent,
                    _ => return,
                }
            }
            self.rest = rest;
        }
    }
}
