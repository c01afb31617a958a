//! Questions about the set of offsets that a layout takes, which may be composed.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::maps::any::AnyLayout;
use crate::maps::composed::{Marks, Reading, looks};

impl AnyLayout {
    /// The increasing layout of the places at which copies of the image cover `[0, m)` once, up to the
    /// next multiple of its block: as [`Layout::complement`].
    ///
    /// # Errors
    /// As [`Layout::complement`]. Of a composed layout the image counts: [`NoIndex`](ErrorKind::NoIndex)
    /// when it lacks offset 0, [`NotALayout`](ErrorKind::NotALayout) when its offsets, in increasing
    /// order, are not a layout, and [`Undecided`](ErrorKind::Undecided).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// assert_eq!(a.complement(256)?, layout!(4:64));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn complement(&self, m: i64) -> Result<Layout, Error> {
        self.same_image()?.complement(m)
    }

    /// [`complement`](AnyLayout::complement) up to the largest offset: `m` is the cosize.
    ///
    /// # Errors
    /// As [`complement`](AnyLayout::complement).
    pub fn complement_default(&self) -> Result<Layout, Error> {
        self.same_image()?.complement_default()
    }

    /// The increasing layout `R` for which `(A, R)` is a bijection from `[0, m)` onto itself: as
    /// [`Layout::complement_exact`].
    ///
    /// # Errors
    /// As [`Layout::complement_exact`] and [`complement`](AnyLayout::complement);
    /// [`Aliased`](ErrorKind::Aliased) when a composed layout takes an offset twice.
    pub fn complement_exact(&self, m: i64) -> Result<Layout, Error> {
        match self {
            AnyLayout::Plain(layout) => layout.complement_exact(m),
            AnyLayout::Composed(composed) => {
                if let Some((x, y)) = composed.collision()? {
                    let kind = ErrorKind::Aliased { x, y, offset: composed.at_index(x)? };
                    return Err(Error::new(Op::Complement, kind).on(composed.text()));
                }
                self.complement_image(m)
            }
        }
    }

    /// [`complement`](AnyLayout::complement) without rounding: as [`Layout::complement_image`].
    ///
    /// # Errors
    /// As [`Layout::complement_image`] and [`complement`](AnyLayout::complement).
    pub fn complement_image(&self, m: i64) -> Result<Layout, Error> {
        self.same_image()?.complement_image(m)
    }

    fn same_image(&self) -> Result<Layout, Error> {
        match self {
            AnyLayout::Plain(layout) => Ok(*layout),
            AnyLayout::Composed(composed) => composed.same_image(Op::Complement),
        }
    }

    /// The indices that A maps to 0, as a layout: see [`Layout::nullspace`].
    ///
    /// # Errors
    /// As [`Layout::nullspace`]; of a composed layout [`NonZeroOrigin`](ErrorKind::NonZeroOrigin) when it
    /// does not map index 0 to 0, [`NotALayout`](ErrorKind::NotALayout) when the indices are not a layout,
    /// [`Undecided`](ErrorKind::Undecided).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Xor<1,1,2> o 0 o 8:1".parse()?;
    /// assert_eq!(a.nullspace()?, layout!(2:3));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn nullspace(&self) -> Result<Layout, Error> {
        let op = Op::Nullspace;
        let composed = match self {
            AnyLayout::Plain(layout) => return layout.nullspace(),
            AnyLayout::Composed(composed) => composed,
        };
        match composed.at_index(0)? {
            0 => {}
            value => {
                let error = Error::new(op, ErrorKind::NonZeroOrigin { value });
                return Err(error.on(composed.text()));
            }
        }
        // Maps that can be undone map nothing else to 0.
        if composed.is_invertible() {
            return composed.inner().nullspace();
        }
        if let Ok((layout, 0)) = composed.to_layout_flat() {
            return layout.nullspace();
        }
        if composed.size() as u64 > ENUMERATION_BUDGET {
            return Err(composed.undecided(op));
        }
        let zeros = || (0..).zip(composed.offsets()).filter(|&(_, y)| y == 0).map(|(x, _)| x);
        let mut reading = Reading::new(zeros().count() as i64);
        zeros().try_for_each(|x| reading.read(op, x)).map_err(|error| {
            let text = Text::EMPTY.str("the set of indices that are 0 in ");
            error.on(text.str(composed.text().as_str()))
        })?;
        reading.finish(op)
    }

    /// Indices `x` of A and `y` of B with `a0 + A(x) = b0 + B(y)`, or `None` when there are none: as
    /// [`Layout::images_meet`].
    ///
    /// # Errors
    /// [`Undecided`](ErrorKind::Undecided), [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o 0 o (4,2):(4,1)".parse()?;
    /// let b = AnyLayout::from(layout!(4:1));
    /// assert_eq!(a.images_meet(0, &b, 6)?, None);
    /// assert_eq!(a.images_meet(0, &b, 7)?, Some((2, 3)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "disjoint")]
    pub fn images_meet(
        &self,
        a0: i64,
        b: &AnyLayout,
        b0: i64,
    ) -> Result<Option<(i64, i64)>, Error> {
        let op = Op::ImagesMeet;
        if let (AnyLayout::Plain(a), AnyLayout::Plain(b)) = (self, b) {
            return a.images_meet(a0, b, b0);
        }
        let overflow = || Error::overflow(op, "offset").on(self.text());
        let plus = |y: i64, more: i64| y.checked_add(more).ok_or_else(overflow);
        if let (Ok((left, a1)), Ok((right, b1))) = (self.to_layout(), b.to_layout()) {
            return left.images_meet(plus(a0, a1)?, &right, plus(b0, b1)?);
        }
        let least = plus(self.min_offset()?, a0)?.max(plus(b.min_offset()?, b0)?);
        let most = plus(self.max_offset()?, a0)?.min(plus(b.max_offset()?, b0)?);
        let elements = (self.size() as u64).saturating_add(b.size() as u64);
        if looks(elements, least, most) > 2 * ENUMERATION_BUDGET {
            let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
            return Err(Error::new(op, kind).on(self.text()));
        }
        // Inside their ranges these sums fit.
        let ours = || self.offsets().map(|y| y.wrapping_add(a0));
        let theirs = || b.offsets().map(|y| y.wrapping_add(b0));
        let mut from = least;
        while from <= most {
            let marks = Marks::of(from, theirs());
            if let Some((x, offset)) = (0..).zip(ours()).find(|&(_, offset)| marks.has(offset)) {
                let y = (0..).zip(theirs()).find(|&(_, other)| other == offset);
                return Ok(y.map(|(y, _)| (x, y)));
            }
            match marks.end() {
                Some(end) => from = end,
                None => break,
            }
        }
        Ok(None)
    }
}
