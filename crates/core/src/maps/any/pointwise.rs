//! Arithmetic with the offsets of layouts that may be composed: multiples, sums, restrictions, and
//! layouts side by side.
//!
//! What is added behind maps of bits can be added before them if it is a multiple of `2^top`, where
//! `top` is the highest bit that takes part: the maps repeat with that period.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::maps::any::AnyLayout;
use crate::maps::composed::{ComposedLayout, Outer, Reading};

impl AnyLayout {
    /// Every offset times `factor`: `R(x) = factor * A(x)`, with the same shape.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow), [`TooManyStages`](ErrorKind::TooManyStages).
    ///
    /// ```
    /// use tilework::AnyLayout;
    ///
    /// let a: AnyLayout = "Sw<1,0,1> o 0 o 4:1".parse()?;
    /// assert_eq!(a.scale(3)?.to_string(), "4:3 o 0 o Sw<1,0,1> o 0 o 4:1");
    /// assert!(a.scale(3)?.offsets().eq([0, 3, 9, 6]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn scale(&self, factor: i64) -> Result<AnyLayout, Error> {
        let composed = match self {
            AnyLayout::Plain(layout) => return layout.scale(factor).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => composed,
        };
        let scaled = match composed.min_offset() {
            // A layout takes no negative indices: from the smallest offset on, and back.
            Ok(least) if least < 0 => {
                let (Some(up), Some(back)) = (least.checked_neg(), least.checked_mul(factor))
                else {
                    return Err(Error::overflow(Op::Scale, "offset").on(composed.text()));
                };
                self.offset_by(up)
                    .and_then(|from_zero| from_zero.scale(factor))
                    .and_then(|scaled| scaled.offset_by(back))
            }
            _ => {
                // Past its end it goes on, so any extent will do.
                let most = composed.max_offset().unwrap_or(0);
                let extent = most.checked_add(1).unwrap_or(1);
                let by = Layout::of_mode(Mode::new(extent, factor));
                by.and_then(|by| self.after(&Outer::Layout(by), 0))
            }
        };
        scaled.map_err(|error| error.within(Op::Scale))
    }

    /// The function on the first `size` indices only, past the end continued.
    ///
    /// # Errors
    /// [`NotPositive`](ErrorKind::NotPositive) for a size below 1; as [`Layout::truncate`] for plain
    /// layouts, else as [`ComposedLayout::compose`].
    ///
    /// ```
    /// use tilework::AnyLayout;
    ///
    /// let a: AnyLayout = "Sw<1,0,3> o 0 o 4:1".parse()?;
    /// assert_eq!(a.truncate(10)?.to_string(), "Sw<1,0,3> o 0 o 10:1");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn truncate(&self, size: i64) -> Result<AnyLayout, Error> {
        let (composed, op) = match self {
            AnyLayout::Plain(layout) => return layout.truncate(size).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => (composed, Op::Truncate),
        };
        if size < 1 {
            let kind = ErrorKind::NotPositive { what: "the size", value: size };
            return Err(Error::new(op, kind).on(composed.text().str(" to ").int(size)));
        }
        let first = Layout::of_mode(Mode::new(size, 1))?;
        composed.compose(&first).map(AnyLayout::Composed).map_err(|error| error.within(op))
    }

    /// The pointwise sum: `R(x) = A(x) + B(x)`.
    ///
    /// # Errors
    /// [`SizeMismatch`](ErrorKind::SizeMismatch); [`NotALayout`](ErrorKind::NotALayout) when the sum is not
    /// a layout, with the first index that proves it; [`Undecided`](ErrorKind::Undecided) for composed
    /// layouts of more than [`ENUMERATION_BUDGET`] elements.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// let b = AnyLayout::from(layout!((4,4):(0,16)));
    /// assert_eq!(a.sum(&b)?.to_string(), "Sw<2,0,2> o 0 o (4,4):(4,17)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "layout_add")]
    pub fn sum(&self, other: &AnyLayout) -> Result<AnyLayout, Error> {
        let (op, left, right) = (Op::Sum, self.size(), other.size());
        if let (AnyLayout::Plain(a), AnyLayout::Plain(b)) = (self, other) {
            return a.sum(b).map(AnyLayout::Plain);
        }
        let subject = self.text().str(" + ").str(other.text().as_str());
        if left != right {
            return Err(Error::new(op, ErrorKind::SizeMismatch { left, right }).on(subject));
        }
        for (composed, added) in [(self, other), (other, self)] {
            if let (AnyLayout::Composed(composed), AnyLayout::Plain(added)) = (composed, added)
                && passes(composed, added).is_ok()
                && let Ok(inner) = composed.inner().sum(added)
            {
                return composed.with_inner(op, inner).map(AnyLayout::Composed);
            }
        }
        if left as u64 > ENUMERATION_BUDGET {
            // What is large is added where both have strides.
            if let (Ok((a, a0)), Ok((b, b0))) = (self.to_layout(), other.to_layout()) {
                let base = a0.checked_add(b0).ok_or(Error::overflow(op, "offset").on(subject))?;
                return starting_at(a.sum(&b).map_err(|error| moved(error, base))?, base);
            }
            let kind = ErrorKind::Undecided { budget: ENUMERATION_BUDGET };
            return Err(Error::new(op, kind).on(subject));
        }
        let (mut reading, mut base) = (Reading::new(left), None);
        for (a, b) in self.offsets().zip(other.offsets()) {
            let sum = a.checked_add(b).ok_or(Error::overflow(op, "offset").on(subject))?;
            let base = *base.get_or_insert(sum);
            let entry = sum.checked_sub(base).ok_or(Error::overflow(op, "offset").on(subject))?;
            reading.read(op, entry).map_err(|error| moved(error, base).on(subject))?;
        }
        starting_at(reading.finish(op)?, base.unwrap_or(0))
    }

    /// Layouts side by side, each a mode of its own: `R(x,y,...) = A(x) + B(y) + ...`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes); where one is composed and has no strides,
    /// [`NotDivisible`](ErrorKind::NotDivisible) when the strides of another are not multiples of the
    /// period of its maps, and [`Unsupported`](ErrorKind::Unsupported) when a map is a layout or two
    /// are composed.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// let both = AnyLayout::concat(&[a, layout!(3:16).into()])?;
    /// assert_eq!(both.to_string(), "Sw<2,0,2> o 0 o ((4,4),3):((4,1),16)");
    /// assert!(AnyLayout::concat(&[a, layout!(3:8).into()]).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn concat(layouts: &[AnyLayout]) -> Result<AnyLayout, Error> {
        let mut refusal = None;
        let is_composed = |layout: &&AnyLayout| layout.plain().is_none();
        let composed = layouts.iter().filter(is_composed).count();
        if composed == 1 {
            match beside_one(layouts) {
                Ok(both) => return Ok(both),
                Err(error) => refusal = Some(error),
            }
        }
        // The strides of those that have some.
        let (mut modes, mut base) = (Layout::concat(&[])?, 0_i64);
        for layout in layouts {
            let (mode, start) = match layout.to_layout() {
                Ok(found) => found,
                Err(error) => {
                    let what = "concatenating two composed layouts that have no strides";
                    let two = Error::new(Op::Layout, ErrorKind::Unsupported { what });
                    let two = two.on(layout.text());
                    return Err(refusal.unwrap_or(if composed > 1 { two } else { error }));
                }
            };
            modes = modes.append(&mode)?;
            base = base.checked_add(start).ok_or(Error::overflow(Op::Layout, "offset"))?;
        }
        starting_at(modes, base)
    }
}

/// Layouts side by side, of which one is composed: the others become modes of the layout inside.
fn beside_one(layouts: &[AnyLayout]) -> Result<AnyLayout, Error> {
    let (mut inner, mut found) = (Layout::concat(&[])?, None);
    for layout in layouts {
        inner = inner.append(layout.inner())?;
        if let AnyLayout::Composed(composed) = layout {
            found = Some(composed);
        }
    }
    let Some(composed) = found else { return Ok(AnyLayout::Plain(inner)) };
    for layout in layouts.iter().filter_map(AnyLayout::plain) {
        passes(composed, layout)?;
    }
    composed.with_inner(Op::Layout, inner).map(AnyLayout::Composed)
}

/// Whether what is added to the offsets of `composed` behind its maps can be added before them.
fn passes(composed: &ComposedLayout, added: &Layout) -> Result<(), Error> {
    let Some(period) = composed.period() else {
        let what = "concatenating a composed layout whose outer map is a layout with others";
        return Err(Error::new(Op::Layout, ErrorKind::Unsupported { what }).on(composed.text()));
    };
    let moving = |mode: &&Mode| mode.extent > 1 && mode.stride % period != 0;
    match added.leaf_modes().iter().find(moving) {
        None => Ok(()),
        Some(mode) => {
            let kind = ErrorKind::NotDivisible { value: mode.stride, by: period };
            let text = composed.text().str(" beside ").str(added.text().as_str());
            Err(Error::new(Op::Layout, kind).on(text))
        }
    }
}

/// A layout and the offset at which it starts, as one.
fn starting_at(layout: Layout, base: i64) -> Result<AnyLayout, Error> {
    AnyLayout::Plain(layout).offset_by(base)
}

/// The error about values from `base` on that were read from 0 on.
fn moved(error: Error, base: i64) -> Error {
    match error.kind() {
        ErrorKind::NotALayout { index, expected, found, why, carry } => {
            let (expected, found) = (expected.saturating_add(base), found.saturating_add(base));
            Error::new(error.op(), ErrorKind::NotALayout { index, expected, found, why, carry })
        }
        _ => error,
    }
}
