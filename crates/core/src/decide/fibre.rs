//! All indices with one offset.

use crate::ground::integers::gcd;
use crate::ground::limits::MAX_MODES;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::work::Work;
use crate::layout::runs::{coalesced, coalesced_open};

/// What the choice of a coordinate costs, in steps of [`Work`]: a few divisions of 128 bits.
const CHOICE: usize = 32;

/// A mode of A, and how far apart its coordinates lie in the index.
#[derive(Clone, Copy)]
struct Wheel {
    /// The largest coordinate.
    top: i64,
    stride: i64,
    place: i64,
}

/// The modes of A, in the order in which coordinates are chosen, with what the later ones can add.
pub(crate) struct Fibres {
    wheels: List<Wheel>,
    /// The least and the largest sum of the wheels from the `k`-th on, and what divides all of
    /// their sums.
    low: [i128; MAX_MODES + 1],
    high: [i128; MAX_MODES + 1],
    divisor: [u64; MAX_MODES + 1],
}

impl Fibres {
    /// A continued past its end, on its last mode, which therefore comes first: an offset and what the
    /// other modes can add leave few coordinates for it. The others follow by the size of the stride.
    ///
    /// If the last mode has stride 0, A repeats itself, and one coordinate of it stands for all: a
    /// stride of X can be reduced by multiples of the period without changing `A o X`.
    pub(crate) const fn open(modes: &[Mode]) -> Fibres {
        let modes: List<Mode> = coalesced_open(modes);
        let mut wheels: List<Wheel> = List::new(Wheel { top: 0, stride: 0, place: 1 });
        let (mut place, mut i) = (1_i64, 0);
        while i < modes.len() {
            let Mode { extent, stride } = modes.at(i);
            let open = i + 1 == modes.len();
            let top = match stride {
                0 if open => 0,
                _ if open => i64::MAX / place,
                _ => extent - 1,
            };
            let wheel = Wheel { top, stride, place };
            // As many as A has modes.
            let _ = wheels.push(wheel);
            let mut k = wheels.len() - 1;
            while k > 0 && (open || wheels.at(k - 1).stride.unsigned_abs() < stride.unsigned_abs())
            {
                wheels.set(k, wheels.at(k - 1));
                k -= 1;
            }
            wheels.set(k, wheel);
            place = place.saturating_mul(extent);
            i += 1;
        }
        Fibres::of(wheels)
    }

    /// The indices of A itself, in increasing order: the mode that counts most comes first.
    pub(crate) const fn increasing(modes: &[Mode]) -> Fibres {
        let modes = coalesced(modes);
        let mut wheels: List<Wheel> = List::new(Wheel { top: 0, stride: 0, place: 1 });
        let (mut place, mut i) = (1, 0);
        while i < modes.len() {
            place *= modes.at(i).extent;
            i += 1;
        }
        while i > 0 {
            i -= 1;
            let Mode { extent, stride } = modes.at(i);
            place /= extent;
            let _ = wheels.push(Wheel { top: extent - 1, stride, place });
        }
        Fibres::of(wheels)
    }

    const fn of(wheels: List<Wheel>) -> Fibres {
        let (mut low, mut high) = ([0; MAX_MODES + 1], [0; MAX_MODES + 1]);
        let mut divisor = [0; MAX_MODES + 1];
        let mut k = wheels.len();
        while k > 0 {
            k -= 1;
            let Wheel { top, stride, .. } = wheels.at(k);
            let span = top as i128 * stride as i128;
            (low[k], high[k]) = (low[k + 1], high[k + 1]);
            if span < 0 {
                low[k] += span;
            } else {
                high[k] += span;
            }
            divisor[k] = gcd(divisor[k + 1], stride.unsigned_abs());
        }
        Fibres { wheels, low, high, divisor }
    }

    /// The indices with this offset.
    pub(crate) const fn at(&self, offset: i128) -> Fibre {
        let none = [0; MAX_MODES];
        Fibre { coords: none, tops: none, fixed: 0, rest: offset, back: false }
    }

    /// The coordinates of wheel `k` that leave a sum which the later ones can make of `rest`.
    const fn range(&self, k: usize, rest: i128) -> (i64, i64) {
        let Wheel { top, stride, .. } = self.wheels.at(k);
        let (low, high, divisor) = (self.low[k + 1], self.high[k + 1], self.divisor[k] as i128);
        if (divisor == 0 && rest != 0) || (divisor != 0 && rest % divisor != 0) {
            return (1, 0);
        }
        let (from, to) = match stride {
            0 if rest < low || rest > high => return (1, 0),
            0 => return (0, top),
            1.. => (rest - high, rest - low),
            _ => (low - rest, high - rest),
        };
        let step = stride.unsigned_abs() as i128;
        let (from, to) = (-(-from).div_euclid(step), to.div_euclid(step));
        let from = if from < 0 { 0 } else { from };
        let to = if to > top as i128 { top as i128 } else { to };
        if from > to { (1, 0) } else { (from as i64, to as i64) }
    }
}

/// A walk through the indices with one offset.
pub(crate) struct Fibre {
    coords: [i64; MAX_MODES],
    tops: [i64; MAX_MODES],
    /// How many coordinates are chosen, and what they leave of the offset.
    fixed: usize,
    rest: i128,
    /// Whether the last choice is to be changed.
    back: bool,
}

impl Fibre {
    /// The next index; `None` when there is none left, or the work is used up.
    pub(crate) const fn next(&mut self, of: &Fibres, work: &mut Work) -> Option<i64> {
        while work.pay(CHOICE) {
            if self.back {
                if self.fixed == 0 {
                    return None;
                }
                let k = self.fixed - 1;
                let stride = of.wheels.at(k).stride as i128;
                if self.coords[k] < self.tops[k] {
                    self.coords[k] += 1;
                    self.rest -= stride;
                    self.back = false;
                } else {
                    self.rest += self.coords[k] as i128 * stride;
                    self.fixed = k;
                }
            } else if self.fixed == of.wheels.len() {
                self.back = true;
                if self.rest == 0
                    && let Some(index) = self.index(of)
                {
                    return Some(index);
                }
            } else {
                let k = self.fixed;
                let (from, to) = of.range(k, self.rest);
                if from > to {
                    self.back = true;
                } else {
                    (self.coords[k], self.tops[k]) = (from, to);
                    self.rest -= from as i128 * of.wheels.at(k).stride as i128;
                    self.fixed += 1;
                }
            }
        }
        None
    }

    const fn index(&self, of: &Fibres) -> Option<i64> {
        let (mut index, mut k) = (0_i128, 0);
        while k < of.wheels.len() {
            index += self.coords[k] as i128 * of.wheels.at(k).place as i128;
            k += 1;
        }
        if index > i64::MAX as i128 { None } else { Some(index as i64) }
    }
}
