//! Questions about the values of a composed layout: how far they reach, whether they repeat, whether
//! two are the same function.

use crate::composed::chain::Outer;
use crate::composed::{ComposedLayout, ENUMERATION_BUDGET};
use crate::error::{Error, ErrorKind, Op, Result};
use crate::layout::Mode;
use crate::list::List;
use crate::structure::sort_by_stride;

impl ComposedLayout {
    /// The largest minus the smallest offset, plus one: the exact span (CuTe has that of the layout
    /// inside).
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 0, 3)?, 0, &layout!((8,2):(8,1)))?;
    /// assert_eq!(a.inner().cosize(), 58);
    /// assert_eq!(a.cosize()?, 64);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn cosize(&self) -> Result<i64> {
        let (least, most) = self.image_bounds()?;
        Ok(most - least + 1)
    }

    /// The smallest offset.
    ///
    /// # Errors
    /// As [`cosize`](ComposedLayout::cosize).
    pub fn min_offset(&self) -> Result<i64> {
        Ok(self.image_bounds()?.0)
    }

    /// The largest offset.
    ///
    /// # Errors
    /// As [`cosize`](ComposedLayout::cosize).
    pub fn max_offset(&self) -> Result<i64> {
        Ok(self.image_bounds()?.1)
    }

    /// The smallest and the largest offset.
    pub(super) fn image_bounds(&self) -> Result<(i64, i64)> {
        if let Some(bounds) = self.bounds_of_whole_blocks() {
            return Ok(bounds);
        }
        if let Ok((layout, base)) = self.to_layout_flat() {
            return Ok((base + layout.min_offset(), base + layout.max_offset()));
        }
        if let (Some(least), Some(most)) = (self.extreme(false), self.extreme(true)) {
            return Ok((least, most));
        }
        if self.size() as u64 > ENUMERATION_BUDGET {
            return Err(self.undecided(Op::Cosize));
        }
        let start = (i64::MAX, i64::MIN);
        Ok(self.offsets().fold(start, |(least, most), y| (least.min(y), most.max(y))))
    }

    /// The bits of the blocks that maps of bits map to themselves, if there are no others and no
    /// offsets between them.
    pub(super) fn block(&self) -> Option<i64> {
        let stages = self.stages();
        let other = |i| self.chain.is_layout(i) || (i + 1 < stages && self.chain.offset(i) != 0);
        if (0..stages).any(other) {
            return None;
        }
        Some(((1_u64 << (0..stages).map(|i| self.chain.top(i)).max()?) - 1) as i64)
    }

    /// Whether every map can be undone, as far as that is known without looking at values.
    pub(crate) fn is_invertible(&self) -> bool {
        (0..self.stages()).all(|i| match self.chain.outer(i) {
            Outer::Swizzle(_) => true,
            Outer::Xor(map) => map.inverse().is_ok(),
            Outer::Layout(_) => false,
        })
    }

    /// The smallest and the largest offset, where the offsets inside are whole blocks: maps that can
    /// be undone only change the order in each.
    fn bounds_of_whole_blocks(&self) -> Option<(i64, i64)> {
        let (block, inner) = (self.block()?, self.inner());
        let least = inner.min_offset().checked_add(self.offset())?;
        let most = inner.max_offset().checked_add(self.offset())?;
        let whole = least & block == 0 && most & block == block;
        (whole && self.is_invertible() && inner.is_contiguous()).then_some((least, most))
    }

    /// The largest or smallest offset, where the maps are maps of bits without offsets between them.
    ///
    /// They map each block of `2^top` to itself, so the largest value comes from the block that holds
    /// the largest offset inside; only the elements in there are looked at.
    fn extreme(&self, largest: bool) -> Option<i64> {
        let (block, inner) = (self.block()?, self.inner());
        let end = if largest { inner.max_offset() } else { inner.min_offset() };
        // The block in terms of the offsets inside.
        let first = (end.checked_add(self.offset())? & !block).checked_sub(self.offset())?;
        let mut modes = List::new(Mode::UNIT);
        inner.leaf_modes().iter().filter(|m| m.extent > 1 && m.stride != 0).for_each(|m| {
            let _ = modes.push(*m);
        });
        sort_by_stride(modes.as_mut_slice());
        let mut search = Window {
            layout: self,
            modes,
            first: first.into(),
            last: i128::from(first) + i128::from(block),
            left: ENUMERATION_BUDGET,
            largest,
            best: None,
        };
        search.visit(modes.len(), 0, inner.min_offset().into(), inner.max_offset().into())?;
        search.best
    }

    // ---- Repetitions -------------------------------------------------------------------

    /// Two different indices with the same offset, or `None` when there are no such.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), as [`Layout::collision`](crate::Layout::collision), and for
    /// large layouts with layouts or singular XOR maps as outer maps.
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
    pub fn collision(&self) -> Result<Option<(i64, i64)>> {
        // What repeats inside, repeats; what does not, is kept apart by maps with an inverse.
        let inside = self.inner.collision();
        if let Ok(Some(two)) = inside {
            return Ok(Some(two));
        }
        if self.is_invertible() && inside.is_ok() {
            return Ok(None);
        }
        // A linear map repeats exactly what it maps to 0.
        if let Ok(map) = self.to_xor_map() {
            return Ok(map.kernel().map(|x| (x, 0)));
        }
        if let Ok((layout, _)) = self.to_layout_flat()
            && let Ok(found) = layout.collision()
        {
            return Ok(found);
        }
        self.collision_one_by_one()
    }

    /// Marks the offsets in a window that moves over the image, as often as it takes.
    fn collision_one_by_one(&self) -> Result<Option<(i64, i64)>> {
        let bounds = self.image_bounds().ok();
        let undecided = || self.undecided(Op::Collision);
        let Some((least, most)) = bounds.filter(|&(least, most)| self.affordable(least, most))
        else {
            return self.collision_of_pairs().ok_or_else(undecided);
        };
        let mut from = least;
        while from <= most {
            let mut seen = [0_u64; WIDTH / 64];
            for (x, y) in (0..).zip(self.offsets()) {
                let Some(at) = place(from, y) else { continue };
                if seen[at / 64] >> (at % 64) & 1 == 1 {
                    let first = (0..x).zip(self.offsets()).find(|&(_, other)| other == y);
                    return Ok(first.map(|(other, _)| (x, other)));
                }
                seen[at / 64] |= 1 << (at % 64);
            }
            from = from.saturating_add(WIDTH as i64);
        }
        Ok(None)
    }

    /// Whether all windows from the smallest to the largest offset can be marked.
    fn affordable(&self, least: i64, most: i64) -> bool {
        let passes = most.abs_diff(least) / WIDTH as u64 + 1;
        (self.size() as u64).saturating_mul(passes) <= 16 * ENUMERATION_BUDGET
    }

    pub(crate) fn undecided(&self, op: Op) -> Error {
        let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
        Error::new(op, kind).on(self.text())
    }

    /// Compares all pairs, if there are not too many; `None` when there are.
    fn collision_of_pairs(&self) -> Option<Option<(i64, i64)>> {
        if self.size() > 1024 {
            return None;
        }
        let pairs = (0..).zip(self.offsets());
        Some(pairs.into_iter().find_map(|(x, y)| {
            let first = (0..x).zip(self.offsets()).find(|&(_, other)| other == y);
            first.map(|(other, _)| (x, other))
        }))
    }

    /// Whether every offset from the smallest to the largest is taken, once or more often.
    ///
    /// # Errors
    /// As [`collision`](ComposedLayout::collision) and [`cosize`](ComposedLayout::cosize).
    pub fn is_surjective(&self) -> Result<bool> {
        let (least, most) = self.image_bounds()?;
        if self.size() <= most - least {
            return Ok(false);
        }
        // As many elements as offsets: all are taken unless one is taken twice.
        if self.size() == most - least + 1 {
            return self.is_injective();
        }
        Ok(self.first_hole(least)? > most)
    }

    /// The least offset from 0 on that no index has.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided).
    pub fn mex(&self) -> Result<i64> {
        if let Ok((layout, 0)) = self.to_layout_flat()
            && let Ok(mex) = layout.mex()
        {
            return Ok(mex);
        }
        self.first_hole(0)
    }

    /// The least offset from `from` on that is not taken.
    fn first_hole(&self, from: i64) -> Result<i64> {
        let mut from = from;
        // Every window that is full has as many elements.
        for _ in 0..=self.size() / WIDTH as i64 {
            if self.size() as u64 > ENUMERATION_BUDGET {
                return Err(self.undecided(Op::Mex));
            }
            let mut seen = [0_u64; WIDTH / 64];
            self.offsets().filter_map(|y| place(from, y)).for_each(|at| {
                seen[at / 64] |= 1 << (at % 64);
            });
            if let Some(word) = seen.iter().position(|&word| word != u64::MAX) {
                let at = 64 * word + seen[word].trailing_ones() as usize;
                return Ok(from.saturating_add(at as i64));
            }
            from = from.saturating_add(WIDTH as i64);
        }
        Ok(from)
    }

    /// Whether no two indices share an offset.
    ///
    /// # Errors
    /// As [`collision`](ComposedLayout::collision).
    pub fn is_injective(&self) -> Result<bool> {
        Ok(self.collision()?.is_none())
    }

    /// Whether it takes every offset from 0 to its size exactly once.
    ///
    /// # Errors
    /// As [`collision`](ComposedLayout::collision) and [`cosize`](ComposedLayout::cosize).
    pub fn is_bijective(&self) -> Result<bool> {
        Ok(self.is_contiguous()? && self.min_offset()? == 0)
    }

    /// Whether the offsets are an interval in which each is taken exactly once, in any order.
    ///
    /// # Errors
    /// As [`collision`](ComposedLayout::collision) and [`cosize`](ComposedLayout::cosize).
    pub fn is_contiguous(&self) -> Result<bool> {
        Ok(self.cosize()? == self.size() && self.is_injective()?)
    }

    /// The largest `n` such that the indices `0..n` have the offsets `f(0), f(0) + 1, ...`: how many
    /// elements one vector access can take.
    pub fn vector_width(&self) -> i64 {
        let run = |offset: i64| {
            let start = offset;
            move |(i, y): &(i64, i64)| start.checked_add(*i) == Some(*y)
        };
        match self.at_index(0) {
            // A run of the layout inside is one at most as long as its bits below the maps; looking
            // at as many as the budget allows is enough for every width that hardware has.
            Ok(start) => {
                let most = ENUMERATION_BUDGET as usize;
                (0..).zip(self.offsets().take(most)).take_while(run(start)).count() as i64
            }
            Err(_) => 1,
        }
    }

    /// An index with this offset, or `None` when there is none.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided).
    pub fn preimage(&self, offset: i64) -> Result<Option<i64>> {
        // Back through the maps, as long as each value comes from one value only.
        let (mut value, mut i) = (offset, 0);
        while i < self.stages() {
            let before = match self.chain.outer(i) {
                Outer::Swizzle(swizzle) => Some(swizzle.apply(value)),
                Outer::Xor(map) => map.inverse().ok().map(|inverse| inverse.apply(value)),
                Outer::Layout(_) => None,
            };
            let Some(before) = before.and_then(|v| v.checked_sub(self.chain.offset(i))) else {
                return self.preimage_one_by_one(offset);
            };
            (value, i) = (before, i + 1);
        }
        self.inner.preimage(value)
    }

    fn preimage_one_by_one(&self, offset: i64) -> Result<Option<i64>> {
        let most = ENUMERATION_BUDGET as usize;
        match (0..).zip(self.offsets().take(most)).find(|&(_, y)| y == offset) {
            Some((x, _)) => Ok(Some(x)),
            None if self.size() as u64 <= ENUMERATION_BUDGET => Ok(None),
            None => Err(self.undecided(Op::Preimage)),
        }
    }

    // ---- Comparing functions -----------------------------------------------------------

    /// Whether both have the same size and the same offset at every index.
    ///
    /// # Errors
    /// As [`first_difference`](ComposedLayout::first_difference).
    pub fn same_function(&self, other: &ComposedLayout) -> Result<bool> {
        Ok(self.size() == other.size() && self.first_difference(other)?.is_none())
    }

    /// The first index below both sizes at which the two differ, or `None`.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let swizzled = |n| ComposedLayout::new(Swizzle::new(1, 0, n)?, 0, &layout!(64:1));
    /// assert_eq!(swizzled(3)?.first_difference(&swizzled(4)?)?, Some(8));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn first_difference(&self, other: &ComposedLayout) -> Result<Option<i64>> {
        if self.chain.same(&other.chain) && self.inner.first_difference(&other.inner).is_none() {
            return Ok(None);
        }
        if let (Ok((a, a0)), Ok((b, b0))) = (self.to_layout_flat(), other.to_layout_flat()) {
            return Ok(if a0 == b0 { a.first_difference(&b) } else { Some(0) });
        }
        // Linear maps of one size differ at a power of two first.
        if let (Ok(a), Ok(b)) = (self.to_xor_map(), other.to_xor_map())
            && a.bits() == b.bits()
        {
            let mut columns = a.columns().iter().zip(b.columns());
            return Ok(columns.position(|(a, b)| a != b).map(|k| 1 << k));
        }
        let most = ENUMERATION_BUDGET as usize;
        let mut both = (0..).zip(self.offsets().zip(other.offsets())).take(most);
        match both.find(|(_, (a, b))| a != b) {
            Some((x, _)) => Ok(Some(x)),
            None if self.size().min(other.size()) as u64 <= ENUMERATION_BUDGET => Ok(None),
            None => Err(self.undecided(Op::SameFunction)),
        }
    }
}

/// How many offsets are marked at a time.
const WIDTH: usize = 1 << 14;

/// Where an offset stands in the window that begins at `from`.
fn place(from: i64, offset: i64) -> Option<usize> {
    usize::try_from(offset.checked_sub(from)?).ok().filter(|&at| at < WIDTH)
}

/// A search for the extreme value of the elements whose offset inside lies in `first..=last`.
struct Window<'a> {
    layout: &'a ComposedLayout,
    /// By increasing stride.
    modes: List<Mode>,
    first: i128,
    last: i128,
    left: u64,
    largest: bool,
    best: Option<i64>,
}

impl Window<'_> {
    /// Goes through the digits of modes `..k`, which reach from `low` to `high`, after `offset` from
    /// the others. `None` when that takes too long.
    fn visit(&mut self, k: usize, offset: i128, low: i128, high: i128) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        if k == 0 {
            let value = self.layout.chain.apply(i64::try_from(offset).ok()?).ok()?;
            let better = self.best.is_none_or(|best| (value > best) == self.largest);
            self.best = if better { Some(value) } else { self.best };
            return Some(());
        }
        let Mode { extent, stride } = self.modes.at(k - 1);
        let reach = i128::from(extent - 1) * i128::from(stride);
        let (low, high) = (low - reach.min(0), high - reach.max(0));
        // Digits d with offset + d * stride + low <= last and ... + high >= first.
        let (step, size) = (i128::from(stride), i128::from(stride).abs());
        let (below, above) = (self.last - offset - low, self.first - offset - high);
        let (least, most) = if step > 0 {
            (
                above.div_euclid(size) + i128::from(above.rem_euclid(size) != 0),
                below.div_euclid(size),
            )
        } else {
            (
                -below.div_euclid(size),
                -(above.div_euclid(size) + i128::from(above.rem_euclid(size) != 0)),
            )
        };
        let (mut digit, most) = (least.max(0), most.min(i128::from(extent - 1)));
        while digit <= most {
            self.visit(k - 1, offset + digit * step, low, high)?;
            digit += 1;
        }
        Some(())
    }
}
