//! Questions about the offsets of a composed layout as a set: which are taken, and where one comes from.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::Outer;

/// How many offsets are marked at a time.
const WIDTH: usize = 1 << 18;

/// For how many offsets the preimage is computed in a layout that is too large to be read.
const ASKED: i64 = 16;

impl ComposedLayout {
    pub(crate) fn undecided(&self, op: Op) -> Error {
        let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
        Error::new(op, kind).on(self.text())
    }

    fn is_small(&self) -> bool {
        self.size() as u64 <= ENUMERATION_BUDGET
    }

    // ---- Holes -------------------------------------------------------------------------

    /// Whether every offset from the smallest to the largest is taken, once or more often.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    pub fn is_surjective(&self) -> Result<bool, Error> {
        let (least, most) = self.image_bounds()?;
        self.fills(least, most)
    }

    /// Whether it takes every offset from 0 to its size exactly once.
    ///
    /// # Errors
    /// As [`is_surjective`](ComposedLayout::is_surjective).
    pub fn is_bijective(&self) -> Result<bool, Error> {
        let (least, most) = self.image_bounds()?;
        Ok(least == 0 && most == self.size() - 1 && self.fills(least, most)?)
    }

    /// Whether the offsets are an interval in which each is taken exactly once, in any order.
    ///
    /// # Errors
    /// As [`is_surjective`](ComposedLayout::is_surjective).
    pub fn is_contiguous(&self) -> Result<bool, Error> {
        let (least, most) = self.image_bounds()?;
        Ok(most - least == self.size() - 1 && self.fills(least, most)?)
    }

    /// Whether all offsets between the smallest and the largest are taken.
    fn fills(&self, least: i64, most: i64) -> Result<bool, Error> {
        if self.size() <= most - least {
            return Ok(false);
        }
        // As many elements as offsets: all are taken unless one is taken twice.
        if self.size() == most - least + 1
            && let Some(repeat) = self.proven_collision()
        {
            return Ok(repeat.is_none());
        }
        if let Some((layout, _)) = self.proven_layout() {
            return Ok(layout.is_surjective());
        }
        Ok(self.first_hole(least)? > most)
    }

    /// The least offset from 0 on that no index has.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    pub fn mex(&self) -> Result<i64, Error> {
        if let Some((layout, 0)) = self.proven_layout()
            && let Ok(mex) = layout.mex()
        {
            return Ok(mex);
        }
        if self.is_small() {
            return self.first_hole(0);
        }
        if let Ok((least, most)) = self.image_bounds() {
            if least > 0 || most < 0 {
                return Ok(0);
            }
            if self.fills(least, most) == Ok(true) {
                return Ok(most + 1);
            }
        }
        for y in 0..ASKED {
            match self.proven_preimage(y) {
                Some(Some(_)) => {}
                Some(None) => return Ok(y),
                None => break,
            }
        }
        Err(self.undecided(Op::Mex))
    }

    /// The least offset from `from` on that is not taken.
    fn first_hole(&self, from: i64) -> Result<i64, Error> {
        if !self.is_small() {
            return Err(self.undecided(Op::Mex));
        }
        let (ready, mut from) = (self.ready(), from);
        // Every window that is full has as many elements.
        loop {
            let mut seen = [0_u64; WIDTH / 64];
            ready.values().for_each(|y| {
                let at = y.wrapping_sub(from) as u64;
                if y >= from && at < WIDTH as u64 {
                    seen[at as usize / 64] |= 1 << (at % 64);
                }
            });
            if let Some(word) = seen.iter().position(|&word| word != u64::MAX) {
                let at = 64 * word + seen[word].trailing_ones() as usize;
                return Ok(from.saturating_add(at as i64));
            }
            from = from.saturating_add(WIDTH as i64);
        }
    }

    // ---- Places ------------------------------------------------------------------------

    /// The largest `n` such that the indices `0..n` have the offsets `f(0), f(0) + 1, ...`: how many
    /// elements one vector access can take.
    pub fn vector_width(&self) -> i64 {
        // Two offsets say that most have none, and maps that are ready for many values are large.
        if self.size() > 1
            && let (Ok(first), Ok(second)) = (self.at_index(0), self.at_index(1))
            && first.checked_add(1) != Some(second)
        {
            return 1;
        }
        let ready = self.ready();
        // A run of the layout inside is one at most as long as its bits below the maps; looking at as
        // many as the budget allows is enough for every width that hardware has.
        let mut values = (0..).zip(ready.values().take(ENUMERATION_BUDGET as usize)).peekable();
        let start = values.peek().map_or(0, |&(_, y)| y);
        values.take_while(|&(i, y)| start.checked_add(i) == Some(y)).count() as i64
    }

    /// An index with this offset, or `None` when there is none.
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), for more than [`ENUMERATION_BUDGET`] elements only.
    pub fn preimage(&self, offset: i64) -> Result<Option<i64>, Error> {
        match self.proven_preimage(offset) {
            Some(found) => Ok(found),
            None => self.preimage_one_by_one(offset),
        }
    }

    /// Back through the maps, as long as each value comes from one value only.
    fn proven_preimage(&self, offset: i64) -> Option<Option<i64>> {
        let mut value = offset;
        for i in 0..self.stages() {
            let before = match self.chain.outer(i) {
                Outer::Swizzle(swizzle) => swizzle.apply(value),
                Outer::Xor(map) => map.inverse().ok()?.apply(value),
                Outer::Layout(layout) => match self.injective_part(i, &layout)?.preimage(value) {
                    Ok(Some(index)) => index,
                    Ok(None) => return Some(None),
                    Err(_) => return None,
                },
            };
            value = before.checked_sub(self.chain.offset(i))?;
        }
        self.inner.preimage(value).ok()
    }

    fn preimage_one_by_one(&self, offset: i64) -> Result<Option<i64>, Error> {
        let ready = self.ready();
        let most = ENUMERATION_BUDGET as usize;
        match (0..).zip(ready.values().take(most)).find(|&(_, y)| y == offset) {
            Some((x, _)) => Ok(Some(x)),
            None if self.is_small() => Ok(None),
            None => Err(self.undecided(Op::Preimage)),
        }
    }
}
