//! Vectors of composed layouts: how wide a group of neighbours stays one behind the maps.
//!
//! A width works along a mode if the function steps by one everywhere but at multiples of it. So the widest
//! is the greatest common divisor of the extent and of all coordinates that are no such step. Maps of bits
//! keep groups below their lowest bit together, which bounds it from below; each step that is not one
//! bounds it from above, and where the two bounds meet nothing more is looked at.

use core::ops::ControlFlow;

use crate::algebra::compose::refine;
use crate::algebra::floor_form::floors;
use crate::decide::vector::measure;
use crate::ground::integers::gcd;
use crate::ground::limits::MAX_MODES;
use crate::ground::nested::Node;
use crate::layout::layout::Layout;
use crate::maps::composed::ComposedLayout;

impl ComposedLayout {
    /// Whether there is a layout among the maps.
    pub(crate) fn has_layouts(&self) -> bool {
        (0..self.stages()).any(|i| self.chain.is_layout(i))
    }

    /// The plain layout whose modes refine those of this one, and its first offset, where there is one by
    /// proof.
    pub(crate) fn proven_refinement(&self) -> Option<(Layout, i64)> {
        let (flat, base) = self.proven_layout()?;
        Some((refine(&floors(flat.leaf_modes()), &self.inner).ok()?, base))
    }

    /// The width of the vectors along the mode at `node`, and how they are aligned. It looks at no more than
    /// `left` steps, and takes off those that it did; `None` when that is not enough.
    pub(crate) fn measure_vector(&self, node: Node, left: &mut u64) -> Option<(i64, i64)> {
        let steps = Steps::new(self, node);
        let width = steps.width(left)?;
        Some((width, steps.aligned(width, left)?))
    }
}

/// The steps along one mode.
struct Steps<'a> {
    of: &'a ComposedLayout,
    node: Node,
    /// The number of coordinates of the mode.
    extent: i64,
    /// Groups of so many stay together, and start at multiples of it.
    least: i64,
    /// How many digits of each leaf are looked at; the others repeat them.
    digits: [i64; MAX_MODES],
    /// How far apart the coordinates of the mode are along each leaf; 0 for the other leaves.
    places: [i64; MAX_MODES],
}

impl Steps<'_> {
    fn new(of: &ComposedLayout, node: Node) -> Steps<'_> {
        let (mut digits, mut places, mut extent) = ([1; MAX_MODES], [0; MAX_MODES], 1);
        for (i, mode) in of.inner.leaf_modes().iter().enumerate() {
            digits[i] = mode.extent;
            if node.has_leaf(i) {
                places[i] = extent;
                extent *= mode.extent;
            }
        }
        let mut steps = Steps { of, node, extent, least: 1, digits, places };
        if of.has_layouts() {
            return steps;
        }
        // The bits below all that the maps read or change pass through, if nothing carries into them or
        // out of them: so do groups that are aligned to such a power of two.
        let between = (0..of.stages() - 1).map(|i| of.chain.offset(i).trailing_zeros());
        let bottom = (0..of.stages()).map(|i| of.chain.bottom(i)).chain(between).min();
        let (_, aligned) = measure(of.inner.leaf_modes(), node);
        let aligned = gcd(aligned as u64, of.offset().unsigned_abs());
        steps.least = gcd(aligned, 1 << bottom.unwrap_or(0).min(62)) as i64;
        // With `top` one above all bits that take part, F(v + 2^top) = F(v) + 2^top. So after a period of
        // a leaf the same steps come again, and the coordinates and offsets of two periods have the same
        // divisors in common as those of all.
        let top = (0..of.stages()).map(|i| of.chain.top(i)).max().unwrap_or(0);
        for (count, mode) in steps.digits.iter_mut().zip(of.inner.leaf_modes()) {
            let period = top.saturating_sub(mode.stride.trailing_zeros());
            *count =
                (*count).min(2_i64.checked_shl(period).filter(|&two| two > 0).unwrap_or(*count));
        }
        steps
    }

    /// The widest groups; `None` when there are too many steps to look at.
    fn width(&self, left: &mut u64) -> Option<i64> {
        let (mut width, mut offset) = (self.extent, 0);
        for (level, mode) in self.of.inner.leaf_modes().iter().enumerate() {
            if mode.extent == 1 || !self.node.has_leaf(level) {
                continue;
            }
            // A step moves the first leaf that is not at its end, and takes those before it, which are,
            // back to 0. It arrives at multiples of its place.
            let (step, place) = (mode.stride - offset, self.places[level]);
            if place % width != 0 {
                let mut ends = self.digits;
                for (i, end) in ends.iter_mut().enumerate().take(level) {
                    *end = if self.node.has_leaf(i) { 1 } else { *end };
                }
                ends[level] = ends[level].min(mode.extent - 1);
                self.each(&ends, offset, place, left, |from, coordinate| {
                    if coordinate % self.least == 0 && coordinate % width != 0 {
                        let (from, to) = (self.of.mapped(from), self.of.mapped(from + step));
                        if from.checked_add(1) != Some(to) {
                            width = gcd(width as u64, coordinate as u64) as i64;
                        }
                    }
                    if width == self.least {
                        ControlFlow::Break(())
                    } else {
                        ControlFlow::Continue(())
                    }
                })?;
            }
            offset += (mode.extent - 1) * mode.stride;
        }
        Some(width)
    }

    /// The largest divisor of the width at multiples of which all groups start.
    fn aligned(&self, width: i64, left: &mut u64) -> Option<i64> {
        let mut aligned = width;
        if width > self.least {
            // A leaf inside of the groups is at 0 where they start.
            let (mut ends, modes) = (self.digits, self.of.inner.leaf_modes());
            for (i, mode) in modes.iter().enumerate().filter(|&(i, _)| self.node.has_leaf(i)) {
                if width % (self.places[i] * mode.extent) == 0 {
                    ends[i] = 1;
                }
            }
            self.each(&ends, 0, 0, left, |offset, at| {
                // Where the group of this element starts.
                let start = i128::from(self.of.mapped(offset)) - i128::from(at % width);
                let rest = start.rem_euclid(i128::from(aligned));
                aligned = gcd(aligned as u64, rest as u64) as i64;
                if aligned == self.least {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            })?;
        }
        Some(aligned)
    }

    /// Calls `visit` with the offset inside and the coordinate, for all digits below `ends`. `None` when
    /// there are too many.
    fn each(
        &self,
        ends: &[i64; MAX_MODES],
        offset: i64,
        coordinate: i64,
        left: &mut u64,
        mut visit: impl FnMut(i64, i64) -> ControlFlow<()>,
    ) -> Option<()> {
        let modes = self.of.inner.leaf_modes();
        let (mut digits, mut offset, mut coordinate) = ([0; MAX_MODES], offset, coordinate);
        loop {
            *left = left.checked_sub(1)?;
            if visit(offset, coordinate).is_break() {
                return Some(());
            }
            let mut i = 0;
            while i < modes.len() && digits[i] + 1 == ends[i] {
                offset -= digits[i] * modes[i].stride;
                coordinate -= digits[i] * self.places[i];
                digits[i] = 0;
                i += 1;
            }
            if i == modes.len() {
                return Some(());
            }
            digits[i] += 1;
            offset += modes[i].stride;
            coordinate += self.places[i];
        }
    }
}
