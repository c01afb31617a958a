//! Composition where one of the two, or both, may be composed.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::maps::any::AnyLayout;
use crate::maps::composed::{ComposedLayout, Outer};
use crate::maps::xor_map::XorMap;

impl AnyLayout {
    /// `x -> self(offset + inner(x))`, kept as its parts: CuTe's `make_composed_layout`.
    ///
    /// # Errors
    /// As [`ComposedLayout::new`], and [`TooManyStages`](ErrorKind::TooManyStages).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let (a, b): (AnyLayout, AnyLayout) = ("4:2".parse()?, "Sw<1,0,1> o 0 o 4:1".parse()?);
    /// assert_eq!(a.composed_layout(0, &b)?.to_string(), "4:2 o 0 o Sw<1,0,1> o 0 o 4:1");
    /// assert_eq!(b.composed_layout(2, &a)?.to_string(), "Sw<1,0,1> o 0 o 4:1 o 2 o 4:2");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_composed_layout")]
    pub fn composed_layout(&self, offset: i64, inner: &AnyLayout) -> Result<AnyLayout, Error> {
        match self {
            AnyLayout::Plain(outer) => inner.after(&Outer::Layout(*outer), offset),
            AnyLayout::Composed(outer) => {
                let mut all = inner.after(&Outer::Layout(*outer.inner()), offset)?;
                for i in (0..outer.stages()).rev() {
                    let (map, offset) = outer.stage(i)?;
                    all = all.after(&map, offset)?;
                }
                Ok(all)
            }
        }
    }

    /// `A(B(x))`, one of which is composed.
    fn behind(&self, b: &AnyLayout) -> Result<AnyLayout, Error> {
        match (self, b) {
            (AnyLayout::Composed(a), AnyLayout::Plain(b)) => a.compose(b).map(AnyLayout::Composed),
            _ => self.composed_layout(0, b).map_err(|error| error.within(Op::Compose)),
        }
    }

    /// The composite with as few modes as possible, whether or not it refines B's shape. Of plain
    /// layouts it is plain.
    ///
    /// # Errors
    /// As [`Layout::compose_flat`](crate::Layout::compose_flat) for plain layouts, else as
    /// [`ComposedLayout::compose`].
    ///
    /// ```
    /// use tilework::AnyLayout;
    ///
    /// let (a, b): (AnyLayout, AnyLayout) = ("Sw<1,0,3> o 0 o 4:1".parse()?, "2:8".parse()?);
    /// // Past its end A continues as a function: what it is inside alone does not tell how.
    /// assert!(a.compose_flat(&b)?.offsets().eq([0, 9]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn compose_flat(&self, b: &AnyLayout) -> Result<AnyLayout, Error> {
        match (self, b) {
            (AnyLayout::Plain(a), AnyLayout::Plain(b)) => a.compose_flat(b).map(AnyLayout::Plain),
            _ => Ok(self.behind(b)?.coalesce()),
        }
    }

    /// The composition that refuses to leave A's domain.
    ///
    /// # Errors
    /// [`OutOfDomain`](ErrorKind::OutOfDomain) with the first index at which B is not below the size of
    /// A; as [`Layout::compose_strict`](crate::Layout::compose_strict) for plain layouts, else as
    /// [`ComposedLayout::compose`] and [`ComposedLayout::cosize`] of B.
    pub fn compose_strict(&self, b: &AnyLayout) -> Result<AnyLayout, Error> {
        let op = Op::Compose;
        match (self, b) {
            (AnyLayout::Plain(a), AnyLayout::Plain(b)) => {
                return a.compose_strict(b).map(AnyLayout::Plain);
            }
            (AnyLayout::Composed(a), AnyLayout::Plain(b)) => a.inner().check_within(b)?,
            (_, AnyLayout::Composed(composed)) => {
                let (least, most) = (b.min_offset()?, b.max_offset()?);
                let outside = |y: i64| y < 0 || y >= self.size();
                if outside(least) || outside(most) {
                    let mut found = (0..).zip(b.offsets()).take(ENUMERATION_BUDGET as usize);
                    return Err(match found.find(|&(_, y)| outside(y)) {
                        Some((index, offset)) => {
                            let kind = ErrorKind::OutOfDomain { index, offset, size: self.size() };
                            let text = self.text().str(" o ").str(composed.text().as_str());
                            Error::new(op, kind).on(text)
                        }
                        None => composed.undecided(op),
                    });
                }
            }
        }
        self.behind(b)
    }

    /// The composite from an offset: `R(x) = A(offset + B(x)) - A(offset)`. It is plain where A and B
    /// are, and where A is not 0 at the offset and what is left is a layout.
    ///
    /// # Errors
    /// As [`Layout::compose_at`](crate::Layout::compose_at) for plain layouts, else as
    /// [`composed_layout`](AnyLayout::composed_layout).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a: AnyLayout = "Sw<3,0,3> o 0 o (8,8):(1,8)".parse()?;
    /// let row = a.compose_at(24, &layout!(8:1).into())?;
    /// assert_eq!(row, layout!((4,2):(-1,4)).into());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn compose_at(&self, offset: i64, b: &AnyLayout) -> Result<AnyLayout, Error> {
        let op = Op::Compose;
        if let (AnyLayout::Plain(a), AnyLayout::Plain(b)) = (self, b) {
            return a.compose_at(offset, b).map(AnyLayout::Plain);
        }
        if offset < 0 {
            let kind = ErrorKind::NegativeCoordinate { value: offset };
            return Err(Error::new(op, kind).on(self.text()));
        }
        let window = self.composed_layout(offset, b).map_err(|error| error.within(op))?;
        match (self.at_index(offset)?, window.to_layout()) {
            (0, _) => Ok(window),
            (base, Ok((layout, start))) if start == base => Ok(AnyLayout::Plain(layout)),
            (base, _) => match base.checked_neg() {
                Some(back) => window.offset_by(back).map_err(|error| error.within(op)),
                None => Err(Error::overflow(op, "offset").on(self.text())),
            },
        }
    }

    /// `R(x) = A(x) + by`, as a composed layout: a plain one starts at 0.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow), [`TooManyStages`](ErrorKind::TooManyStages).
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let a = AnyLayout::from(layout!(4:2)).offset_by(8)?;
    /// assert_eq!(a.to_string(), "Xor<> o 8 o 4:2");
    /// assert!(a.offsets().eq([8, 10, 12, 14]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn offset_by(&self, by: i64) -> Result<AnyLayout, Error> {
        if by == 0 { Ok(*self) } else { self.after(&Outer::Xor(XorMap::IDENTITY), by) }
    }

    /// The layout as operand of an error.
    pub(crate) fn text(&self) -> Text {
        match self {
            AnyLayout::Plain(layout) => layout.text(),
            AnyLayout::Composed(composed) => composed.text(),
        }
    }

    /// The same maps on another layout.
    pub(super) fn with_inner(&self, op: Op, inner: Layout) -> Result<AnyLayout, Error> {
        match self {
            AnyLayout::Plain(_) => Ok(AnyLayout::Plain(inner)),
            AnyLayout::Composed(composed) => {
                composed.with_inner(op, inner).map(AnyLayout::Composed)
            }
        }
    }

    /// A layout behind other layouts as the plain one that it is, from 0 on; all others as they are.
    pub(super) fn by_bits(&self) -> AnyLayout {
        let behind_layouts = |composed: &ComposedLayout| {
            (0..composed.stages()).any(|i| matches!(composed.stage(i), Ok((Outer::Layout(_), _))))
        };
        match self {
            AnyLayout::Composed(composed) if behind_layouts(composed) => {
                match composed.to_layout() {
                    Ok((layout, 0)) => AnyLayout::Plain(layout),
                    _ => *self,
                }
            }
            _ => *self,
        }
    }
}
