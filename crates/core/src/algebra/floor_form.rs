//! The floor form: a layout function as a sum of floors.
//!
//! With the prefix products `N_i = n_0 * ... * n_{i-1}`, a digit of the index is
//! `floor(x/N_i) - n_i * floor(x/N_{i+1})`, so the layout function is
//!
//! ```text
//! A(x) = sum_i c_i * floor(x/N_i)      c_0 = s_0,  c_i = s_i - n_{i-1} * s_{i-1}
//! ```
//!
//! This form is unique (Theorem N): two layouts of one size are the same function
//! exactly when their terms below the size agree, and the first index at which they
//! differ is the first `N` at which the terms do. `c_i` is what is added, beyond
//! linearity, when a sum crosses a multiple of `N_i`: a layout is linear up to carries.

use crate::ground::error::{Error, ErrorKind, Op, Why};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;

/// `c * floor(x/n)`.
#[derive(Clone, Copy)]
pub(crate) struct Term {
    pub(crate) n: i64,
    pub(crate) c: i128,
}

/// Terms with increasing `n`, the first with `n = 1`, all others with `c != 0`.
///
/// Twice the modes of a layout: the sum of two layouts has that many.
pub(crate) type Terms = List<Term, 64>;

/// The floor form of the function that continues on the last mode.
pub(crate) const fn floors(modes: &[Mode]) -> Terms {
    let mut out = List::new(Term { n: 0, c: 0 });
    let _ = out.push(Term { n: 1, c: 0 });
    let (mut n, mut i, mut before) = (1_i64, 0, 0_i128);
    while i < modes.len() {
        let Mode { extent, stride } = modes[i];
        let c = stride as i128 - before;
        let last = out.len() - 1;
        if out.at(last).n == n {
            out.set(last, Term { n, c: out.at(last).c + c });
        } else if c != 0 {
            let _ = out.push(Term { n, c });
        }
        // A term that a mode of extent 1 cancelled again.
        if out.len() > 1 && out.at(out.len() - 1).c == 0 {
            out.pop();
        }
        before = extent as i128 * stride as i128;
        // The size fits, so every prefix product does.
        n *= extent;
        i += 1;
    }
    out
}

/// The value of a floor form. Single terms may exceed 128 bits, their sum does not, so
/// wrapping arithmetic is exact.
pub(crate) const fn value(terms: &Terms, x: i64) -> i128 {
    let (mut sum, mut i) = (0_i128, 0);
    while i < terms.len() {
        let Term { n, c } = terms.at(i);
        sum = sum.wrapping_add(c.wrapping_mul((x / n) as i128));
        i += 1;
    }
    sum
}

/// The layout of `size` indices with this floor form, or the first index that no layout
/// agrees with: the terms below the size must divide one another, and the size.
pub(crate) const fn from_floors(op: Op, terms: &Terms, size: i64) -> Result<Layout, Error> {
    let mut modes = List::new(Mode::VACANT);
    let (mut i, mut chain, mut stride) = (0, 1_i64, 0_i128);
    // `stride` is the stride of the mode that starts at `chain`.
    while i < terms.len() && terms.at(i).n < size {
        let Term { n, c } = terms.at(i);
        if c == 0 && n > 1 {
            i += 1;
            continue;
        }
        let why = if n % chain != 0 {
            Some(Why::Increment { chain })
        } else if size % n != 0 {
            Some(Why::Break { size })
        } else {
            None
        };
        if let Some(why) = why {
            let found = value(terms, n);
            let expected = found - c;
            return Err(not_a_layout(op, n, expected, found, why));
        }
        if n > 1 {
            if !modes.push(tri!(mode(op, n / chain, stride))) {
                return Err(crate::ground::nested::too_many(op));
            }
            stride = stride * (n / chain) as i128 + c;
        } else {
            stride = c;
        }
        chain = n;
        i += 1;
    }
    if size > 1 && !modes.push(tri!(mode(op, size / chain, stride))) {
        return Err(crate::ground::nested::too_many(op));
    }
    Layout::from_flat(op, modes)
}

const fn mode(op: Op, extent: i64, stride: i128) -> Result<Mode, Error> {
    if stride > i64::MAX as i128 || stride < i64::MIN as i128 {
        return Err(Error::overflow(op, "stride"));
    }
    Ok(Mode::new(extent, stride as i64))
}

/// The error for a function that is not a layout. One whose own value does not fit is past what
/// can be reported.
pub(crate) const fn not_a_layout(
    op: Op,
    index: i64,
    expected: i128,
    found: i128,
    why: Why,
) -> Error {
    if clamp(found) as i128 != found {
        return Error::overflow(op, "offset");
    }
    let (expected, found) = (clamp(expected), clamp(found));
    Error::new(op, ErrorKind::NotALayout { index, expected, found, why, carry: None })
}

const fn clamp(value: i128) -> i64 {
    if value > i64::MAX as i128 {
        i64::MAX
    } else if value < i64::MIN as i128 {
        i64::MIN
    } else {
        value as i64
    }
}

/// `ka * a + kb * b`, term by term.
const fn combine(a: &Terms, ka: i64, b: &Terms, kb: i64) -> Terms {
    let mut out = List::new(Term { n: 0, c: 0 });
    let (mut i, mut k) = (0, 0);
    while i < a.len() || k < b.len() {
        let na = if i < a.len() { a.at(i).n } else { i64::MAX };
        let nb = if k < b.len() { b.at(k).n } else { i64::MAX };
        let n = if na < nb { na } else { nb };
        let mut c = 0;
        if na == n && i < a.len() {
            c += a.at(i).c * ka as i128;
            i += 1;
        }
        if nb == n && k < b.len() {
            c += b.at(k).c * kb as i128;
            k += 1;
        }
        if c != 0 || n == 1 {
            // At most 32 terms from each side.
            let _ = out.push(Term { n, c });
        }
    }
    out
}

/// # Comparing and combining functions
impl Layout {
    /// Whether both layouts have the same size and the same offset at every index.
    ///
    /// Decided from the modes, not by enumeration.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert!(layout!((2,(1,6)):(1,(6,2))).same_function(&layout!(12:1)));
    /// assert!(!layout!((4,8):(1,4)).same_function(&layout!((4,8):(8,1))));
    /// ```
    pub const fn same_function(&self, other: &Layout) -> bool {
        self.size() == other.size() && self.first_difference(other).is_none()
    }

    /// The first index, below both sizes, at which the offsets differ.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,8):(1,100)).first_difference(&layout!(32:1)), Some(4));
    /// assert_eq!(layout!((4,8):(1,4)).first_difference(&layout!(32:1)), None);
    /// ```
    pub const fn first_difference(&self, other: &Layout) -> Option<i64> {
        let size = if self.size() < other.size() { self.size() } else { other.size() };
        let difference = combine(&floors(self.leaf_modes()), 1, &floors(other.leaf_modes()), -1);
        let mut i = 0;
        while i < difference.len() {
            let Term { n, c } = difference.at(i);
            if c != 0 && n < size {
                return Some(n);
            }
            i += 1;
        }
        None
    }

    /// The pointwise sum: `R(x) = A(x) + B(x)`, flat and coalesced.
    ///
    /// # Errors
    /// [`SizeMismatch`](ErrorKind::SizeMismatch); [`NotALayout`](ErrorKind::NotALayout) when the
    /// strides of the two change at indices that do not divide one another.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((2,6):(1,4)).sum(&layout!((4,3):(1,8)))?, layout!((2,2,3):(2,6,16)));
    /// assert_eq!(layout!((2,3):(1,5)).sum(&layout!((3,2):(1,7))).unwrap_err().witness(), Some(3));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "layout_add")]
    pub const fn sum(&self, other: &Layout) -> Result<Layout, Error> {
        let (left, right) = (self.size(), other.size());
        let subject = other.text_after(self.text().str(" + "));
        if left != right {
            return Err(Error::new(Op::Sum, ErrorKind::SizeMismatch { left, right }).on(subject));
        }
        let terms = combine(&floors(self.leaf_modes()), 1, &floors(other.leaf_modes()), 1);
        match from_floors(Op::Sum, &terms, left) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(subject)),
        }
    }

    /// Every stride times `factor`: `R(x) = factor * A(x)`, with the same shape.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow).
    pub const fn scale(&self, factor: i64) -> Result<Layout, Error> {
        let (mut tree, mut i) = (self.tree, 0);
        while i < tree.length() {
            let Mode { extent, stride } = tree.leaves.at(i);
            let Some(stride) = stride.checked_mul(factor) else {
                return Err(Error::overflow(Op::Scale, "stride").on(self.text()));
            };
            tree.leaves.set(i, Mode::new(extent, stride));
            i += 1;
        }
        Layout::checked(Op::Scale, tree)
    }

    /// The function on the first `size` indices only (past the end: continued on the last
    /// mode), flat and coalesced.
    ///
    /// # Errors
    /// [`NotPositive`](ErrorKind::NotPositive) for a size below 1;
    /// [`NotALayout`](ErrorKind::NotALayout) when the stride changes at an index that does not
    /// divide the new size.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// assert_eq!(layout!((4,8):(1,100)).truncate(12)?, layout!((4,3):(1,100)));
    /// assert_eq!(layout!((4,8):(1,100)).truncate(6).unwrap_err().witness(), Some(4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn truncate(&self, size: i64) -> Result<Layout, Error> {
        let subject = self.text().str(" to ").int(size);
        if size < 1 {
            let kind = ErrorKind::NotPositive { what: "the size", value: size };
            return Err(Error::new(Op::Truncate, kind).on(subject));
        }
        match from_floors(Op::Truncate, &floors(self.leaf_modes()), size) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(subject)),
        }
    }
}
