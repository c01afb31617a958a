//! The offsets of a composed layout as a set, in increasing order.
//!
//! Maps that can be undone only change the order inside blocks of `2^top`; where the layout inside
//! takes whole blocks, its offsets are those of the composed layout. Else the offsets are marked in a
//! window that moves from the smallest to the largest.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::gcd;
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::mode::Mode;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::table::Reading;

/// How many offsets are marked at a time.
const WIDTH: usize = 1 << 14;

/// The offsets of a window that are taken, as bits.
pub(crate) struct Marks {
    from: i64,
    taken: [u64; WIDTH / 64],
}

impl Marks {
    /// The offsets from `from` on, as many as fit, that occur.
    pub(crate) fn of(from: i64, offsets: impl Iterator<Item = i64>) -> Marks {
        let mut marks = Marks { from, taken: [0; WIDTH / 64] };
        for offset in offsets {
            if let Some(at) = marks.place(offset) {
                marks.taken[at / 64] |= 1 << (at % 64);
            }
        }
        marks
    }

    fn place(&self, offset: i64) -> Option<usize> {
        usize::try_from(offset.checked_sub(self.from)?).ok().filter(|&at| at < WIDTH)
    }

    /// Whether an offset lies in the window and is taken.
    pub(crate) fn has(&self, offset: i64) -> bool {
        self.place(offset).is_some_and(|at| self.taken[at / 64] >> (at % 64) & 1 == 1)
    }

    /// The first offset after the window, or `None` beyond the largest number.
    pub(crate) fn end(&self) -> Option<i64> {
        self.from.checked_add(WIDTH as i64)
    }

    /// The offsets that are taken, in increasing order.
    fn offsets(&self) -> impl Iterator<Item = i64> + '_ {
        self.taken.iter().enumerate().flat_map(move |(w, &word)| {
            let mut left = word;
            core::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros())?;
                left &= left - 1;
                Some(self.from + (64 * w) as i64 + i64::from(bit))
            })
        })
    }
}

/// How many offsets are looked at if all windows from `least` to `most` are marked with `count` each.
pub(crate) fn looks(count: u64, least: i64, most: i64) -> u64 {
    let passes = most.abs_diff(least) / WIDTH as u64 + 1;
    count.saturating_mul(passes)
}

impl ComposedLayout {
    /// A plain layout that takes the same offsets: what complements look at.
    ///
    /// [`NoIndex`](ErrorKind::NoIndex) when offset 0 is not taken, which every layout has, and
    /// [`NotALayout`](ErrorKind::NotALayout) when the offsets, in increasing order, are none.
    pub(crate) fn same_image(&self, op: Op) -> Result<Layout, Error> {
        if let Some(layout) = self.image_of_whole_blocks() {
            return Ok(layout);
        }
        let (least, most) = self.image_bounds().map_err(|error| error.within(op))?;
        if least > 0 || most < 0 {
            return Err(Error::new(op, ErrorKind::NoIndex { offset: 0 }).on(self.text()));
        }
        if least < 0 {
            let kind = ErrorKind::NegativeCoordinate { value: least };
            return Err(Error::new(op, kind).on(self.text()));
        }
        if self.is_contiguous().is_ok_and(|contiguous| contiguous) {
            return Layout::of_mode(Mode::new(self.size(), 1));
        }
        let mut count = 0;
        self.for_each_offset(op, |_| {
            count += 1;
            Ok(())
        })?;
        let mut reading = Reading::new(count);
        self.for_each_offset(op, |offset| reading.read(op, offset)).map_err(|error| match error
            .kind()
        {
            ErrorKind::NonZeroOrigin { .. } => {
                Error::new(op, ErrorKind::NoIndex { offset: 0 }).on(self.text())
            }
            _ => error.on(Text::EMPTY.str("the sorted image of ").str(self.text().as_str())),
        })?;
        reading.finish(op)
    }

    /// The image, where the layout inside takes whole blocks of those that the maps keep.
    fn image_of_whole_blocks(&self) -> Option<Layout> {
        let block = self.block()?.checked_add(1)?;
        let kept = self.is_invertible()
            && self.offset() == 0
            && self.inner.max_alignment() % block == 0
            && self.inner.min_offset() == 0;
        kept.then_some(self.inner)
    }

    /// Calls `f` with every offset, each once, in increasing order.
    fn for_each_offset(
        &self,
        op: Op,
        mut f: impl FnMut(i64) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (least, most) = self.image_bounds().map_err(|error| error.within(op))?;
        if looks(self.size() as u64, least, most) > 8 * ENUMERATION_BUDGET {
            return Err(self.undecided(op));
        }
        let (ready, mut from) = (self.ready(), least);
        loop {
            let marks = Marks::of(from, ready.values());
            marks.offsets().try_for_each(&mut f)?;
            match marks.end() {
                Some(end) if end <= most => from = end,
                _ => return Ok(()),
            }
        }
    }

    /// How far apart two values are that the maps treat alike, `F(v + period) = F(v) + period`; `None`
    /// when a map is a layout.
    pub(crate) fn period(&self) -> Option<i64> {
        let top = (0..self.stages()).map(|i| self.chain.top(i)).max()?;
        let bits = (0..self.stages()).all(|i| !self.chain.is_layout(i));
        (bits && top < 63).then(|| 1 << top)
    }

    /// The largest `n` for which the offsets come in groups `[k*n, k*n + n)`: how many elements a
    /// vector access may take.
    ///
    /// For more offsets than can be looked at it is the largest that the layout inside and the lowest
    /// bit of the maps show, as CuTe has it.
    ///
    /// ```
    /// use tilework::ComposedLayout;
    ///
    /// let a: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// assert_eq!(a.max_alignment(), 512);
    /// let padded: ComposedLayout = "Sw<3,3,3> o 0 o (8,32):(64,1)".parse()?;
    /// assert_eq!(padded.max_alignment(), 32);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn max_alignment(&self) -> i64 {
        // A set is made of such groups when each of its runs starts and ends at a multiple of n.
        let (mut ends, mut next) = (0, None);
        let walked = self.for_each_offset(Op::Cosize, |offset| {
            if next != Some(offset) {
                ends = gcd(ends, offset.unsigned_abs());
                ends = gcd(ends, next.map_or(0, i64::unsigned_abs));
            }
            next = offset.checked_add(1);
            Ok(())
        });
        ends = gcd(ends, next.map_or(0, i64::unsigned_abs));
        match walked {
            Ok(()) => i64::try_from(ends).unwrap_or(1),
            Err(_) => self.alignment_by_parts(),
        }
    }

    fn alignment_by_parts(&self) -> i64 {
        let mut common = self.inner.max_alignment() as u64;
        for i in 0..self.stages() {
            if self.chain.is_layout(i) {
                return 1;
            }
            common = gcd(common, 1 << self.chain.bottom(i).min(62));
            common = gcd(common, self.chain.offset(i).unsigned_abs());
        }
        common as i64
    }
}
