//! The family that is searched: every `Swizzle<B,M,S>` inside some bounds, in a fixed order.

use tilework::Swizzle;

/// The most bits that an offset may have: more elements than any shared memory holds.
pub(crate) const OFFSET_BITS: u32 = 24;

/// The most bits that a swizzle may move: there are at most 128 banks.
pub(crate) const MOST_B: u32 = 7;

/// How many swizzles the largest family has.
pub(crate) const MOST_CANDIDATES: usize =
    Bounds { offset_bits: OFFSET_BITS, most_b: MOST_B, negative: true }.candidates();

/// The bounds of an exhaustive search: the identity and all `Sw<B,M,S>` with `1 <= B <= most_b`, `M >= 0`,
/// `B <= S` and `M + S + B <= offset_bits`, and with [`negative`](Bounds::negative) also their mirror images
/// `Sw<B,M,-S>`.
///
/// ```
/// use tilework::Swizzle;
/// use tilework_hardware::swizzle::Bounds;
///
/// let bounds = Bounds { offset_bits: 12, most_b: 5, negative: false };
/// assert_eq!(bounds.candidates(), 161);
/// assert_eq!(bounds.iter().count(), 161);
/// assert!(bounds.contains(&Swizzle::new(3, 3, 3)?));
/// assert!(!bounds.contains(&Swizzle::new(3, 4, 6)?));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bounds {
    /// The number of bits of the largest offset, in elements: no swizzle inside the bounds leaves the block of
    /// `2^offset_bits` elements.
    pub offset_bits: u32,
    /// The largest `B`: as many bits as the number of a bank has.
    pub most_b: u32,
    /// Whether shifts below 0 are candidates too.
    pub negative: bool,
}

impl Bounds {
    /// How many candidates there are, with the identity.
    pub const fn candidates(&self) -> usize {
        let (mut count, mut b) = (1, 1);
        while b <= self.most_b && 2 * b <= self.offset_bits {
            // M and S - B are any numbers whose sum is at most offset_bits - 2B.
            let room = (self.offset_bits - 2 * b) as usize;
            count += (room + 1) * (room + 2) / 2 * if self.negative { 2 } else { 1 };
            b += 1;
        }
        count
    }

    /// Whether a swizzle is a candidate.
    pub fn contains(&self, swizzle: &Swizzle) -> bool {
        let (b, m, s) = (swizzle.bits(), swizzle.base(), swizzle.shift());
        if swizzle.is_identity() {
            return (m, s) == (0, 0);
        }
        b <= self.most_b && m + s.unsigned_abs() + b <= self.offset_bits && (s > 0 || self.negative)
    }

    /// All candidates: the identity, then by `B`, then `M`, then `S`, those below 0 last.
    pub fn iter(&self) -> impl Iterator<Item = Swizzle> + use<> {
        let bounds = *self;
        let signs = if bounds.negative { &[1, -1][..] } else { &[1] };
        let moving = (1..=bounds.most_b).flat_map(move |b| {
            (0..bounds.offset_bits).flat_map(move |m| {
                let shifts = move || b..(bounds.offset_bits + 1).saturating_sub(m + b);
                signs.iter().flat_map(move |sign| {
                    // Fields inside the offset that do not overlap: always a swizzle.
                    shifts().filter_map(move |s| Swizzle::new(b, m, sign * s as i32).ok())
                })
            })
        });
        core::iter::once(Swizzle::IDENTITY).chain(moving)
    }
}

#[cfg(test)]
mod tests {
    use super::{Bounds, MOST_CANDIDATES};
    use std::vec::Vec;
    use tilework::Swizzle;

    #[test]
    fn the_count_the_list_and_the_membership_agree() {
        for negative in [false, true] {
            for (offset_bits, most_b) in (0..=14).flat_map(|n| (0..=7).map(move |b| (n, b))) {
                let bounds = Bounds { offset_bits, most_b, negative };
                let list: Vec<Swizzle> = bounds.iter().collect();
                assert_eq!(list.len(), bounds.candidates());
                let mut inside = 0;
                for (b, m) in (0..8).flat_map(|b| (0..16).map(move |m| (b, m))) {
                    for swizzle in (-16..=16).filter_map(|s| Swizzle::new(b, m, s).ok()) {
                        assert_eq!(bounds.contains(&swizzle), list.contains(&swizzle));
                        inside += usize::from(bounds.contains(&swizzle));
                    }
                }
                assert_eq!(inside, list.len());
            }
        }
        assert_eq!(MOST_CANDIDATES, 2255);
    }
}
