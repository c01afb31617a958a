//! How far the offsets of a composed layout reach.

use crate::ground::error::{Error, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::layout::structure::sort_by_stride;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::Outer;

impl ComposedLayout {
    /// The largest minus the smallest offset, plus one: the exact span (CuTe has that of the layout
    /// inside).
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 0, 3)?, 0, &layout!((8,2):(8,1)))?;
    /// assert_eq!(a.inner().cosize(), 58);
    /// assert_eq!(a.cosize()?, 64);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn cosize(&self) -> Result<i64, Error> {
        let (least, most) = self.image_bounds()?;
        Ok(most - least + 1)
    }

    /// The smallest offset.
    ///
    /// # Errors
    /// As [`cosize`](ComposedLayout::cosize).
    pub fn min_offset(&self) -> Result<i64, Error> {
        Ok(self.image_bounds()?.0)
    }

    /// The largest offset.
    ///
    /// # Errors
    /// As [`cosize`](ComposedLayout::cosize).
    pub fn max_offset(&self) -> Result<i64, Error> {
        Ok(self.image_bounds()?.1)
    }

    /// The smallest and the largest offset.
    pub(crate) fn image_bounds(&self) -> Result<(i64, i64), Error> {
        if let Some(bounds) = self.bounds_of_whole_blocks() {
            return Ok(bounds);
        }
        if let Some((layout, base)) = self.proven_layout() {
            return Ok((base + layout.min_offset(), base + layout.max_offset()));
        }
        if let (Some(least), Some(most)) = (self.extreme(false), self.extreme(true)) {
            return Ok((least, most));
        }
        if let Some(bounds) = self.bounds_behind_monotone_layout() {
            return Ok(bounds);
        }
        if self.size() as u64 > ENUMERATION_BUDGET {
            return Err(self.undecided(Op::Cosize));
        }
        let start = (i64::MAX, i64::MIN);
        let values = self.ready();
        Ok(values.values().fold(start, |(least, most), y| (least.min(y), most.max(y))))
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

    /// The smallest and the largest offset, where the leftmost map is a layout that only rises or only
    /// falls: they come from the smallest and the largest index that reach it.
    fn bounds_behind_monotone_layout(&self) -> Option<(i64, i64)> {
        let Outer::Layout(layout) = self.chain.outer(0) else { return None };
        let rises = direction(&layout)?;
        let (least, most) = match self.stages() {
            1 => (self.inner.min_offset(), self.inner.max_offset()),
            _ => self.maps_from(1).image_bounds().ok()?,
        };
        let at = |index: i64| layout.at_index(index.checked_add(self.chain.offset(0))?).ok();
        let (first, last) = (at(least)?, at(most)?);
        Some(if rises { (first, last) } else { (last, first) })
    }

    /// The offsets inside from which the largest or the smallest offset comes, where all maps are maps
    /// of bits.
    ///
    /// They map each block of `2^top` to itself, so the largest value comes from the block that holds
    /// the largest offset inside. With offsets between them, each of them changes a value by less than
    /// its `2^top`, besides the offset; so what lies below the largest by twice the sum of these, or
    /// more, stays below it.
    fn window(&self, largest: bool) -> Option<(i128, i128)> {
        let inner = self.inner();
        let end = if largest { inner.max_offset() } else { inner.min_offset() };
        if let Some(block) = self.block() {
            // The block in terms of the offsets inside.
            let first = (end.checked_add(self.offset())? & !block).checked_sub(self.offset())?;
            return Some((first.into(), i128::from(first) + i128::from(block)));
        }
        if (0..self.stages()).any(|i| self.chain.is_layout(i)) {
            return None;
        }
        let reach: i128 = (0..self.stages()).map(|i| 2 << self.chain.top(i)).sum();
        let end = i128::from(end);
        Some(if largest { (end - reach, end) } else { (end, end + reach) })
    }

    /// The largest or smallest offset, where all maps are maps of bits.
    fn extreme(&self, largest: bool) -> Option<i64> {
        let ((first, last), inner) = (self.window(largest)?, self.inner());
        let mut modes = List::new(Mode::VACANT);
        inner.leaf_modes().iter().filter(|m| m.extent > 1 && m.stride != 0).for_each(|m| {
            let _ = modes.push(*m);
        });
        sort_by_stride(modes.as_mut_slice());
        let mut search =
            Window { layout: self, modes, first, last, left: VISITS, largest, best: None };
        search.visit(modes.len(), 0, inner.min_offset().into(), inner.max_offset().into())?;
        search.best
    }
}

/// Whether a layout, also past its end, never falls (`true`), or never rises.
fn direction(layout: &Layout) -> Option<bool> {
    let (modes, mut below) = (layout.leaf_modes(), 0_i128);
    let (mut falls, mut rises) = (false, false);
    for (k, mode) in modes.iter().enumerate() {
        let stride = i128::from(mode.stride);
        // The step to the next coordinate of this mode, from the last ones of all before it.
        if mode.extent > 1 || k + 1 == modes.len() {
            falls |= stride < below;
            rises |= stride > below;
        }
        below += i128::from(mode.extent - 1) * stride;
    }
    if falls && rises { None } else { Some(rises) }
}

/// How many steps the search for an extreme value takes at most: some milliseconds.
const VISITS: u64 = 1 << 16;

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
