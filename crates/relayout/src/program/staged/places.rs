//! Where tiles lie.

use smallvec::SmallVec;

use super::to_line;
use crate::loops::{Axis, Tiling};
use crate::machine::LINE;

/// Where a tile lies, and how many steps of each axis it has.
#[derive(Clone, Default)]
pub(super) struct Place {
    pub(super) dst: isize,
    pub(super) src: isize,
    pub(super) sizes: SmallVec<[usize; 8]>,
    /// The bytes of a run that no other tile has: without the overlap at its end.
    pub(super) own: usize,
    /// Whether there are tiles before this one and after it along a run.
    pub(super) inner: (bool, bool),
    /// The number of the tile along each axis.
    digits: SmallVec<[usize; 8]>,
}

/// The tiles of one destination, in the order of the source.
///
/// A cache line of the destination should be written by one tile. If tiles cannot be shifted so that they all
/// start at cache lines, neighbouring tiles overlap by one.
pub(super) struct Places<'a> {
    tiling: &'a Tiling,
    /// How many steps the tiles are shifted back along the cut axis.
    back: usize,
    /// How many steps of it a tile has beyond its end.
    overlap: usize,
}

impl Places<'_> {
    /// The tiles of a destination at `dst`.
    pub(super) fn new(tiling: &Tiling, dst: *mut u8) -> Places<'_> {
        let axis = &tiling.axes[tiling.cut()];
        let (step, lead) = (axis.dst as usize, to_line(dst.addr()));
        let whole = (axis.tile * step).is_multiple_of(LINE) && lead.is_multiple_of(step);
        let (back, overlap) = match (axis.tile < axis.extent, whole && !tiling.uneven) {
            (false, _) => (0, 0),
            (true, true) if lead > 0 => (axis.tile - lead / step, 0),
            (true, true) => (0, 0),
            (true, false) => (0, tiling.overlap),
        };
        Places { tiling, back, overlap }
    }

    /// Whether neighbouring tiles overlap.
    pub(super) fn overlapping(&self) -> bool {
        self.overlap > 0
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        (0..self.tiling.axes.len()).map(|k| self.along(k)).product()
    }

    /// How many there are along an axis.
    fn along(&self, k: usize) -> usize {
        let axis = &self.tiling.axes[k];
        (axis.extent + self.back(k)).div_ceil(axis.tile)
    }

    fn back(&self, k: usize) -> usize {
        if k == self.tiling.cut() { self.back } else { 0 }
    }

    /// The place of a tile by its number.
    pub(super) fn at(&self, mut tile: usize) -> Place {
        let mut place = Place::default();
        for k in 0..self.tiling.axes.len() {
            place.digits.push(0);
            place.sizes.push(0);
            self.set(&mut place, k, tile % self.along(k));
            tile /= self.along(k);
        }
        place
    }

    /// The place of the next tile; after the last one, of the first.
    pub(super) fn step(&self, place: &mut Place) {
        for (k, axis) in self.tiling.axes.iter().enumerate() {
            let next = place.digits[k] + 1;
            if self.start(k, axis, next) < axis.extent {
                return self.set(place, k, next);
            }
            self.set(place, k, 0);
        }
    }

    /// Where a tile starts along an axis.
    fn start(&self, k: usize, axis: &Axis, digit: usize) -> usize {
        (digit * axis.tile).saturating_sub(self.back(k))
    }

    /// Moves a place along an axis.
    fn set(&self, place: &mut Place, k: usize, digit: usize) {
        let axis = &self.tiling.axes[k];
        let (before, start) = (self.start(k, axis, place.digits[k]), self.start(k, axis, digit));
        let end = self.start(k, axis, digit + 1).min(axis.extent);
        let by = start as isize - before as isize;
        place.digits[k] = digit;
        place.dst += by * axis.dst;
        place.src += by * axis.src;
        place.sizes[k] = end - start;
        if k == self.tiling.cut() {
            place.sizes[k] = (end + self.overlap).min(axis.extent) - start;
            place.inner = (start > 0, end < axis.extent);
            place.own = (end - start) * axis.dst as usize;
        }
    }
}
