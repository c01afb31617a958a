//! Digits: all indices of a layout with one offset.

use tilework::limits::MAX_MODES;
use tilework::{Layout, Mode, Offsets};

/// A mode, and how far apart its coordinates lie in the index.
#[derive(Clone, Copy, Debug)]
struct Digit {
    mode: Mode,
    place: i64,
}

/// A layout whose strides, by their size, are larger than what all modes below can add: an offset is read from it
/// digit by digit, and modes of stride 0 repeat it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Digits {
    /// The modes that move, the largest stride first, and then those that do not, in the order of the index.
    digits: [Digit; MAX_MODES],
    moving: usize,
    len: usize,
}

/// The indices with one offset.
#[derive(Clone, Debug)]
#[allow(clippy::large_enum_variant)] // One at a time, on the stack.
pub(crate) enum Indices {
    /// A first index, and its repetitions.
    Repeated { digits: Digits, first: i64, next: i64, count: i64 },
    /// Among all indices.
    Search { offsets: Offsets, next: i64, element: i64 },
}

impl Digits {
    /// The digits of a layout without negative strides, if it has any.
    pub(crate) fn of(layout: &Layout) -> Option<Digits> {
        let none = Digit { mode: Mode::UNIT, place: 1 };
        let mut out = Digits { digits: [none; MAX_MODES], moving: 0, len: 0 };
        let mut place = 1;
        for &mode in layout.leaf_modes() {
            if mode.extent > 1 && mode.stride > 0 {
                out.insert(Digit { mode, place });
            }
            place *= mode.extent;
        }
        (out.len, place) = (out.moving, 1);
        for &mode in layout.leaf_modes() {
            if mode.extent > 1 && mode.stride == 0 {
                out.digits[out.len] = Digit { mode, place };
                out.len += 1;
            } else if mode.extent > 1 && mode.stride < 0 {
                return None;
            }
            place *= mode.extent;
        }
        let mut below = 0;
        for digit in out.digits[..out.moving].iter().rev() {
            if digit.mode.stride <= below {
                return None;
            }
            below += (digit.mode.extent - 1) * digit.mode.stride;
        }
        Some(out)
    }

    /// Puts a mode among those that move, the largest stride first.
    fn insert(&mut self, digit: Digit) {
        let mut at = self.moving;
        while at > 0 && self.digits[at - 1].mode.stride < digit.mode.stride {
            self.digits[at] = self.digits[at - 1];
            at -= 1;
        }
        self.digits[at] = digit;
        self.moving += 1;
    }

    /// The indices with this offset.
    pub(crate) fn indices(self, offset: i64) -> Indices {
        let (mut rest, mut first) = (offset, 0);
        for Digit { mode, place } in &self.digits[..self.moving] {
            let coordinate = (rest / mode.stride).min(mode.extent - 1);
            rest -= coordinate * mode.stride;
            first += coordinate * place;
        }
        let repeats = self.digits[self.moving..self.len].iter().map(|digit| digit.mode.extent);
        let count = if rest == 0 { repeats.product() } else { 0 };
        Indices::Repeated { digits: self, first, next: 0, count }
    }
}

impl Iterator for Indices {
    type Item = i64;

    fn next(&mut self) -> Option<i64> {
        match self {
            Indices::Repeated { digits, first, next, count } => {
                if next == count {
                    return None;
                }
                let (mut rest, mut index) = (*next, *first);
                for Digit { mode, place } in &digits.digits[digits.moving..digits.len] {
                    index += rest % mode.extent * place;
                    rest /= mode.extent;
                }
                *next += 1;
                Some(index)
            }
            Indices::Search { offsets, next, element } => {
                for at in offsets.by_ref() {
                    let index = *next;
                    *next += 1;
                    if at == *element {
                        return Some(index);
                    }
                }
                None
            }
        }
    }
}
