//! Whether two indices of a composed layout have the same offset.

use crate::ground::error::{Error, Op};
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::{Chain, Outer};
use crate::maps::composed::values::Ready;

/// Two indices with the same offset, or none.
type Repeat = Option<(i64, i64)>;

/// How many offsets are sorted at a time.
const HELD: usize = 1 << 13;

/// How many offsets are read at most, counting repetitions: 2^18 of them are read some 40 times.
const READS: u64 = 48 << 18;

impl ComposedLayout {
    /// Two different indices with the same offset, or `None` if there are none.
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided), for more than 2^18 elements only.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, XorMap, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 3, 3)?, 0, &layout!((8,64):(64,1)))?;
    /// assert_eq!(a.collision()?, None);
    /// let b = ComposedLayout::new(XorMap::new(&[1, 1])?, 0, &layout!(4:1))?;
    /// assert_eq!(b.collision()?, Some((3, 0)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn collision(&self) -> Result<Option<(i64, i64)>, Error> {
        let read = || self.without_injective_maps().unwrap_or(*self).ready().repeat();
        self.proven_collision().or_else(read).ok_or_else(|| self.undecided(Op::Collision))
    }

    /// Whether no two indices share an offset.
    ///
    /// # Errors
    /// As [`collision`](ComposedLayout::collision); but more indices than offsets need no search.
    pub fn is_injective(&self) -> Result<bool, Error> {
        self.collision().map(|found| found.is_none()).or_else(|error| match self.cosize() {
            Ok(cosize) if self.size() > cosize => Ok(false),
            _ => Err(error),
        })
    }

    /// What [`collision`](ComposedLayout::collision) can say without reading offsets; `None` when that is
    /// nothing.
    pub(super) fn proven_collision(&self) -> Option<Repeat> {
        // What repeats inside, repeats; what does not, stays apart behind maps that keep all apart.
        let inside = self.inner.collision();
        if let Ok(Some(two)) = inside {
            return Some(Some(two));
        }
        let Some(rest) = self.without_injective_maps() else {
            return inside.ok();
        };
        // A linear map repeats exactly what it maps to 0.
        if let Some(map) = rest.proven_matrix() {
            return Some(map.kernel().map(|x| (x, 0)));
        }
        rest.proven_layout()?.0.collision().ok()
    }

    /// Without the maps on the left that keep apart all that reaches them; `None` when all maps do.
    fn without_injective_maps(&self) -> Option<ComposedLayout> {
        let first = (0..self.stages()).find(|&i| !self.keeps_apart(i))?;
        Some(self.maps_from(first))
    }

    /// What map `first` and those to its right make, `first` being the number of one of them.
    pub(super) fn maps_from(&self, first: usize) -> ComposedLayout {
        let mut chain = Chain::NONE;
        for i in first..self.stages() {
            // What came from a chain has room in one.
            let _ = chain.push(&self.chain.outer(i), self.chain.offset(i));
        }
        ComposedLayout { chain, inner: self.inner }
    }

    /// Whether map `i` is known to have different values at all places that reach it.
    fn keeps_apart(&self, i: usize) -> bool {
        match self.chain.outer(i) {
            Outer::Swizzle(_) => true,
            Outer::Xor(map) => map.inverse().is_ok(),
            Outer::Layout(layout) => self.injective_part(i, &layout).is_some(),
        }
    }

    /// Map `i`, a layout, on all indices that reach it, if it is injective there: its last mode goes on
    /// as far as it is used.
    pub(super) fn injective_part(&self, i: usize, layout: &Layout) -> Option<Layout> {
        let last = layout.length().checked_sub(1)?;
        let Mode { extent, stride } = layout.leaf_modes()[last];
        let before = layout.size() / extent;
        let mut leaves = layout.tree.leaves;
        // Values up to the largest integer would need an extent that there is not.
        let used = (self.largest_before(i) / before).checked_add(1)?;
        leaves.set(last, Mode::new(used, stride));
        let part = Layout::from_flat(Op::Collision, leaves).ok()?;
        (part.collision() == Ok(None)).then_some(part)
    }

    /// A bound for the values that reach map `i`, a layout.
    fn largest_before(&self, i: usize) -> i64 {
        let (mut low, mut high) = (self.inner.min_offset(), self.inner.max_offset());
        for k in (i..self.stages()).rev() {
            let offset = self.chain.offset(k);
            // What does not fit is not reached, and no layout gets a negative index.
            let least = if self.chain.is_layout(k) { 0 } else { i64::MIN };
            low = low.saturating_add(offset).max(least);
            high = high.saturating_add(offset).max(least);
            if k > i {
                let fit = |value: i128| value.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
                let (least, most) = self.chain.bounds(k, low, high);
                (low, high) = (fit(least), fit(most));
            }
        }
        high
    }
}

impl Ready<'_> {
    /// Two indices with the same offset, or `None` when that takes too long.
    ///
    /// The offsets are sorted in parts: those whose hash lies in a range, one range after the other. The
    /// first range is everything, up to the offset that finds no place; so what repeats early is found
    /// early. Different offsets have different hashes, so every range becomes small enough in the end.
    fn repeat(&self) -> Option<Repeat> {
        let mut held = [0; HELD];
        let (mut from, mut width, mut left) = (0_u64, u64::MAX, READS);
        loop {
            let to = from.saturating_add(width);
            let (mut count, mut read, mut full) = (0, 0, false);
            for y in self.values() {
                read += 1;
                if (from..=to).contains(&hash(y)) {
                    full = count == HELD;
                    if full {
                        break;
                    }
                    held[count] = y;
                    count += 1;
                }
            }
            left = left.checked_sub(read)?;
            let part = &mut held[..count];
            part.sort_unstable();
            if let Some(two) = part.windows(2).find(|two| two[0] == two[1]) {
                let mut indices = (0..).zip(self.values()).filter(|&(_, y)| y == two[0]);
                let (first, second) = (indices.next()?, indices.next()?);
                return Some(Some((second.0, first.0)));
            }
            if full {
                // As many as had room, and a little less, since the rest may be denser.
                let size = u128::from(self.size());
                width = (u128::from(width) * u128::from(read) / size) as u64 / 8 * 7;
                let passes = (u64::MAX - from) / width.max(1);
                if passes.saturating_mul(self.size()) > left {
                    return None;
                }
            } else if to == u64::MAX {
                return Some(None);
            } else {
                from = to + 1;
                if count < HELD / 2 {
                    width = width.saturating_mul(2);
                }
            }
        }
    }
}

/// A number of its own for each offset, spread over all of `u64` (the last steps of SplitMix64).
fn hash(offset: i64) -> u64 {
    let z = offset as u64;
    let z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}
