//! Composition: `R(x) = A(B(x))`, exactly, or the reason why no layout does that.
//!
//! Almost always the answer is found mode by mode, as CuTe does, with two checks that
//! CuTe lacks: every stride of B must divide A's modes (or stay inside one), and the
//! modes of B together must not carry from one mode of A into the next. Where a check
//! fails, [`scan`](crate::algebra::scan) decides: the composite may still be a layout.

use crate::algebra::floor_form::{Terms, from_floors, value};
use crate::algebra::pieces::by_mode;
use crate::algebra::scan::Composite;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Pieces;
use crate::ground::text::Text;
use crate::ground::work::Work;
use crate::layout::layout::{Layout, View, check_slots, in_place, refill};
use crate::layout::tuple::Shape;

/// # Composition
impl Layout {
    /// The layout `R` with `R(x) = A(B(x))` for every index `x` of `B`, refining B's shape.
    /// CuTe's `composition`, infix `o`.
    ///
    /// In plain words: B selects elements of A and arranges them.
    ///
    /// ```text
    /// A = (6,2):(8,2)     B = (4,3):(3,1)     A o B = ((2,2),3):((24,2),8)
    ///   0  2                0  1  2             0  8 16
    ///   8 10                3  4  5            24 32 40
    ///  16 18                6  7  8             2 10 18
    ///  24 26                9 10 11            26 34 42
    ///  32 34
    ///  40 42
    /// ```
    ///
    /// Post-conditions: [`compatible`](Layout::compatible)`(B, R)`, and `R(x) = A(B(x))` for all
    /// `x < size(B)`. Past its end A continues on its last mode;
    /// [`compose_strict`](Layout::compose_strict) refuses that.
    ///
    /// # Errors
    /// - [`NotALayout`](ErrorKind::NotALayout): no layout is this function; with the first index
    ///   that proves it.
    /// - [`NotCompatible`](ErrorKind::NotCompatible): one is, but not one that refines B's shape;
    ///   [`compose_flat`](Layout::compose_flat) gives it.
    /// - [`NegativeStride`](ErrorKind::NegativeStride): B has negative offsets.
    /// - [`Undecided`](ErrorKind::Undecided): given up; the question is coNP-complete.
    /// - [`Overflow`](ErrorKind::Overflow), [`TooManyModes`](ErrorKind::TooManyModes).
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// let r = layout!((6,2):(8,2)).compose(&layout!((4,3):(3,1)))?;
    /// assert_eq!(r, layout!(((2,2),3):((24,2),8)));
    ///
    /// // In constants, too: what is not a layout does not compile.
    /// const R: Layout = match layout!(20:2).compose(&layout!((5,4):(4,1))) {
    ///     Ok(layout) => layout,
    ///     Err(error) => error.raise(),
    /// };
    /// assert_eq!(R, layout!((5,4):(8,2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub const fn compose(&self, b: &Layout) -> Result<Layout, Error> {
        self.compose_within(b, &mut Work::new())
    }

    /// [`compose`](Layout::compose) into a layout that is there already.
    ///
    /// A layout is large, and returning one copies it. Where many are made, this is half the time.
    ///
    /// # Errors
    /// As [`compose`](Layout::compose); `out` is `1:0` then.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    ///
    /// let mut r = Layout::UNIT;
    /// layout!((6,2):(8,2)).compose_into(&layout!((4,3):(3,1)), &mut r)?;
    /// assert_eq!(r, layout!(((2,2),3):((24,2),8)));
    /// assert!(layout!((6,2):(1,7)).compose_into(&layout!((3,2):(2,3)), &mut r).is_err());
    /// assert_eq!(r, Layout::UNIT);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_into(&self, b: &Layout, out: &mut Layout) -> Result<(), Error> {
        refill!(out, tree => compose_into(self.view(), b.view(), tree, &mut Work::new()))
    }

    /// [`compose`](Layout::compose) as a part of a larger question.
    #[inline]
    pub(crate) const fn compose_within(
        &self,
        b: &Layout,
        work: &mut Work,
    ) -> Result<Layout, Error> {
        in_place!(tree => compose_into(self.view(), b.view(), tree, work))
    }

    /// The composite from an offset: `R(x) = A(offset + B(x)) - A(offset)`, refining B's shape.
    ///
    /// It is the window of A that starts at `offset`; a window may straddle A's modes. From an
    /// offset on, B may also go down, as long as `offset + B(x)` is not negative.
    ///
    /// # Errors
    /// As [`compose`](Layout::compose), and [`NegativeCoordinate`](ErrorKind::NegativeCoordinate)
    /// with the least `offset + B(x)` where that is negative.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((4,8):(1,10));
    /// assert_eq!(a.compose_at(2, &layout!(4:1))?, layout!((2,2):(1,8)));
    /// assert_eq!(a.compose_at(3, &layout!(4:1)).unwrap_err().witness(), Some(3));
    /// assert_eq!(a.compose_at(7, &layout!(4:-1))?, layout!(4:-1));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_at(&self, offset: i64, b: &Layout) -> Result<Layout, Error> {
        if offset == 0 { self.compose(b) } else { self.compose_slowly(offset, b, &mut Work::new()) }
    }

    /// [`compose`](Layout::compose) that refuses to leave A's domain.
    ///
    /// # Errors
    /// As [`compose`](Layout::compose), and [`OutOfDomain`](ErrorKind::OutOfDomain) with the first
    /// index at which B is not below the size of A.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!(12:5), layout!(7:11));
    /// assert_eq!(a.compose(&b)?, layout!(7:55));
    /// assert_eq!(a.compose_strict(&b).unwrap_err().witness(), Some(2));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_strict(&self, b: &Layout) -> Result<Layout, Error> {
        tri!(self.check_within(b));
        self.compose(b)
    }

    /// Whether all offsets of `b` are indices of this layout.
    pub(crate) const fn check_within(&self, b: &Layout) -> Result<(), Error> {
        tri!(self.check_defined(0, b));
        let size = self.size();
        if b.max_offset() >= size {
            let index = first_reaching(b.leaf_modes(), size);
            let offset = tri!(b.at_index(index));
            let kind = ErrorKind::OutOfDomain { index, offset, size };
            return Err(Error::new(Op::Compose, kind).on(self.composition_text(0, b)));
        }
        Ok(())
    }

    /// The composite as a flat, coalesced layout, whether or not it refines B's shape.
    ///
    /// # Errors
    /// As [`compose`](Layout::compose), without [`NotCompatible`](ErrorKind::NotCompatible).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!((10,4):(1,4)), layout!((2,3):(5,16)));
    /// assert!(a.compose(&b).is_err());
    /// assert_eq!(a.compose_flat(&b)?, layout!((3,2):(5,9)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_flat(&self, b: &Layout) -> Result<Layout, Error> {
        self.compose_flat_within(b, &mut Work::new())
    }

    /// [`compose_flat`](Layout::compose_flat) as a part of a larger question.
    pub(crate) const fn compose_flat_within(
        &self,
        b: &Layout,
        work: &mut Work,
    ) -> Result<Layout, Error> {
        let mut tree = Nested::none();
        if by_mode(self.view(), b.view(), &mut tree) {
            return Ok(Layout { tree }.coalesce());
        }
        let terms = tri!(self.scan(0, b, work));
        from_floors(Op::Compose, &terms, b.size())
    }

    pub(crate) const fn compose_slowly(
        &self,
        offset: i64,
        b: &Layout,
        work: &mut Work,
    ) -> Result<Layout, Error> {
        let terms = tri!(self.scan(offset, b, work));
        match refine(&terms, b) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.composition_text(offset, b))),
        }
    }

    /// The floor form of the composite, or the error with its operands and carry.
    const fn scan(&self, offset: i64, b: &Layout, work: &mut Work) -> Result<Terms, Error> {
        tri!(self.check_defined(offset, b));
        let composite = Composite::new(self.leaf_modes(), offset, b.leaf_modes());
        match composite.scan(work) {
            Ok(terms) => Ok(terms),
            Err(error) => {
                let mut error = error;
                if let ErrorKind::NotALayout { index, expected, found, why, .. } = error.kind() {
                    let carry = composite.carry(self.leaf_modes(), b.leaf_modes(), index);
                    let kind = ErrorKind::NotALayout { index, expected, found, why, carry };
                    error = Error::new(Op::Compose, kind);
                }
                Err(error.on(self.composition_text(offset, b)))
            }
        }
    }

    /// `offset + B(x)` may not be negative: A is not defined there.
    const fn check_defined(&self, offset: i64, b: &Layout) -> Result<(), Error> {
        // The least offset of B is 0 or less.
        let value = offset.saturating_add(b.min_offset());
        if value >= 0 {
            return Ok(());
        }
        let (modes, mut i, mut kind) = (b.leaf_modes(), 0, ErrorKind::NegativeCoordinate { value });
        while offset == 0 && i < modes.len() {
            let Mode { extent, stride } = modes[i];
            if extent > 1 && stride < 0 {
                kind = ErrorKind::NegativeStride { stride };
                break;
            }
            i += 1;
        }
        Err(Error::new(Op::Compose, kind).on(self.composition_text(offset, b)))
    }

    const fn composition_text(&self, offset: i64, b: &Layout) -> Text {
        let mut text = self.text().str(" o ");
        if offset != 0 {
            text = text.int(offset).str(" o ");
        }
        b.text_after(text)
    }

    /// The same function of the index under another shape of the same size: `A o shape`.
    ///
    /// With a shape of another size CuTe's `with_shape` keeps the first indices, or continues past the end;
    /// here `compose` does, and says so by its name.
    ///
    /// # Errors
    /// As [`compose`](Layout::compose); [`SizeMismatch`](ErrorKind::SizeMismatch).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let a = layout!((4,4):(4,1));
    /// assert_eq!(a.with_shape(&tuple!((8,2)))?, layout!(((4,2),2):((4,1),2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn with_shape(&self, shape: &Shape) -> Result<Layout, Error> {
        let indices = match indices_of(shape, self.size()) {
            Ok(indices) => indices,
            Err(error) => return Err(error.on(self.text().str(" as ").tuple(shape))),
        };
        match self.compose(&indices) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(Op::WithShape)),
        }
    }
}

/// The indices of a shape for `with_shape`, if it has the size of the layout that it is for.
pub(crate) const fn indices_of(shape: &Shape, size: i64) -> Result<Layout, Error> {
    let indices = match Layout::col_major(shape) {
        Ok(indices) => indices,
        Err(error) => return Err(error.within(Op::WithShape)),
    };
    if indices.size() != size {
        let kind = ErrorKind::SizeMismatch { left: size, right: indices.size() };
        return Err(Error::new(Op::WithShape, kind));
    }
    Ok(indices)
}

/// Appends `A o B` to `out`. B's modes fit into a layout each, and so do all its offsets; its
/// size is checked here.
#[inline]
pub(crate) const fn compose_into(
    a: View<'_>,
    b: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    if by_mode(a, b, out) { Ok(()) } else { slowly_into(a, b, out, work) }
}

#[cold]
const fn slowly_into(
    a: View<'_>,
    b: View<'_>,
    out: &mut Nested<Mode>,
    work: &mut Work,
) -> Result<(), Error> {
    tri!(check_slots(Op::Compose, b.slots, 0, b.len));
    out.push(&tri!(a.to_layout().compose_slowly(0, &b.to_layout(), work)).tree)
}

/// The layout with floor form `terms`, cut at B's boundaries: leaf `j` of B becomes the
/// pieces between the breaks that lie inside it.
pub(crate) const fn refine(terms: &Terms, b: &Layout) -> Result<Layout, Error> {
    let (leaves, mut out, mut pieces) = (b.leaf_modes(), List::new(Mode::VACANT), Pieces::NONE);
    let (mut from, mut j) = (1_i64, 0);
    while j < leaves.len() {
        let end = from * leaves[j].extent;
        let (before, mut start, mut i) = (out.len(), from, 0);
        while i <= terms.len() {
            // The breaks inside this leaf, and its end.
            let brk = if i < terms.len() { terms.at(i).n } else { end };
            i += 1;
            if brk <= from || brk > end {
                continue;
            }
            if brk % from != 0 || end % brk != 0 {
                let boundary = if brk % from != 0 { from } else { end };
                return Err(Error::new(Op::Compose, ErrorKind::NotCompatible { brk, boundary }));
            }
            if brk > start {
                let stride = value(terms, start);
                if stride > i64::MAX as i128 || stride < i64::MIN as i128 {
                    return Err(Error::overflow(Op::Compose, "stride"));
                }
                if !out.push(Mode::new(brk / start, stride as i64)) {
                    return Err(too_many(Op::Compose));
                }
                start = brk;
            }
        }
        if leaves[j].extent == 1 && !out.push(Mode::UNIT) {
            return Err(too_many(Op::Compose));
        }
        pieces.set(j, out.len() - before);
        from = end;
        j += 1;
    }
    match b.profile().split(&pieces) {
        Some(profile) => Layout::checked(Op::Compose, Nested { profile, leaves: out }),
        None => Err(too_many(Op::Compose)),
    }
}

/// The least index at which non-negative modes reach `need`, which is at most their maximum.
pub(crate) const fn first_reaching(modes: &[Mode], need: i64) -> i64 {
    let (mut low, mut place, mut i) = (0_i64, 1_i64, 0);
    while i < modes.len() {
        if modes[i].extent > 1 {
            low += (modes[i].extent - 1) * modes[i].stride;
        }
        place *= modes[i].extent;
        i += 1;
    }
    // From the top: as little of each mode as the lower ones leave necessary.
    let (mut need, mut index) = (need, 0);
    while i > 0 {
        i -= 1;
        let Mode { extent, stride } = modes[i];
        place /= extent;
        if extent > 1 {
            low -= (extent - 1) * stride;
        }
        if need > low {
            let steps = (need - low - 1) / stride + 1;
            index += steps * place;
            need -= steps * stride;
        }
    }
    index
}
