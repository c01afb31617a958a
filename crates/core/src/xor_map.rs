//! Maps that are linear over XOR: `f(a ^ b) = f(a) ^ f(b)`.
//!
//! Such a map is known by what it does to single bits: its *columns* `f(1), f(2), f(4), ...`. All
//! swizzles are such maps, and so are the layouts of powers of two whose strides do not carry into
//! one another; composition is the product of the matrices, and whether there is an inverse is a
//! matter of rank. The linear layouts of Triton are these maps.

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::coalesce::push_coalesced;
use crate::error::{Error, ErrorKind, Op, Result, Why};
use crate::layout::{Layout, Mode};
use crate::list::{List, tri};
use crate::nested::too_many;
use crate::swizzle::{BITS, Swizzle, power_of_two};
use crate::text::Text;

/// A map of offsets that is linear over XOR, by its columns: `Xor<f(1),f(2),f(4),...>`.
///
/// In plain words: each bit of `x` that is set contributes its column, and the contributions are
/// XORed. Bits above the last column stay where they are, so that the map is defined for every
/// offset, and a swizzle is the same function as its map; the sign is such a bit.
///
/// ```text
/// Xor<1,2,5>     x    0 1 2 3 4 5 6 7 8 ...
///             f(x)    0 1 2 3 5 4 7 6 8 ...
/// ```
///
/// ```
/// use tilework::{Swizzle, XorMap};
///
/// let map = XorMap::new(&[1, 2, 5])?;
/// assert_eq!(map.apply(6), 2 ^ 5);
/// assert_eq!(map.to_swizzle(), Some(Swizzle::new(1, 0, 2)?));
/// assert!(map.compose(&map).same_function(&XorMap::IDENTITY));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
pub struct XorMap {
    columns: List<i64, { BITS as usize }>,
}

impl XorMap {
    /// The map that changes nothing.
    pub const IDENTITY: XorMap = XorMap { columns: List::new(0) };

    /// The map with these columns: `f(1), f(2), f(4), ...`.
    ///
    /// # Errors
    /// [`NoSuchBit`](ErrorKind::NoSuchBit) for more than 63 columns, or a negative one.
    pub const fn new(columns: &[i64]) -> Result<XorMap> {
        let (mut out, mut i) = (XorMap::IDENTITY, 0);
        while i < columns.len() {
            if columns[i] < 0 || !out.columns.push(columns[i]) {
                let bit = if columns[i] < 0 { BITS as i64 } else { i as i64 };
                let kind = ErrorKind::NoSuchBit { bit, limit: BITS };
                return Err(Error::new(Op::XorMap, kind));
            }
            i += 1;
        }
        Ok(out)
    }

    /// What it maps `1, 2, 4, ...` to.
    pub const fn columns(&self) -> &[i64] {
        self.columns.as_slice()
    }

    /// The number of columns.
    pub const fn bits(&self) -> u32 {
        self.columns.len() as u32
    }

    /// The value at `x`. Bits above the columns stay.
    #[inline]
    pub const fn apply(&self, x: i64) -> i64 {
        apply_columns(self.columns(), x)
    }

    /// One more than the highest bit that takes part.
    pub(crate) const fn top(&self) -> u32 {
        let (mut all, mut i) = (0, 0);
        while i < self.columns.len() {
            all |= self.columns.at(i);
            i += 1;
        }
        let high = i64::BITS - all.leading_zeros();
        if high > self.bits() { high } else { self.bits() }
    }

    /// Below this bit nothing is read or changed.
    pub(crate) const fn bottom(&self) -> u32 {
        let (mut bottom, mut i) = (BITS, 0);
        while i < self.bits() {
            let moved = self.columns.at(i as usize) ^ 1 << i;
            if moved != 0 {
                let low = moved.trailing_zeros();
                let low = if i < low { i } else { low };
                bottom = if low < bottom { low } else { bottom };
            }
            i += 1;
        }
        bottom
    }

    /// The map with `R(x) = self(other(x))`.
    #[doc(alias = "composition")]
    pub const fn compose(&self, other: &XorMap) -> XorMap {
        let bits = if self.bits() > other.bits() { self.bits() } else { other.bits() };
        let (mut out, mut i) = (XorMap::IDENTITY, 0);
        while i < bits {
            let _ = out.columns.push(self.apply(other.apply(1 << i)));
            i += 1;
        }
        out
    }

    /// Whether both are the same function. Columns that only say that a bit stays do not matter.
    pub const fn same_function(&self, other: &XorMap) -> bool {
        let bits = if self.bits() > other.bits() { self.bits() } else { other.bits() };
        let mut i = 0;
        while i < bits && self.apply(1 << i) == other.apply(1 << i) {
            i += 1;
        }
        i == bits
    }

    /// The number of independent columns: the values at `0..2^bits` are `2^rank` different ones.
    ///
    /// ```
    /// use tilework::XorMap;
    ///
    /// assert_eq!(XorMap::new(&[1, 2, 3])?.rank(), 2);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn rank(&self) -> u32 {
        Elimination::of(self.columns()).rank
    }

    /// A number in `1..2^bits` that is mapped to 0, if there is one.
    ///
    /// ```
    /// use tilework::XorMap;
    ///
    /// assert_eq!(XorMap::new(&[1, 2, 3])?.kernel(), Some(7));
    /// assert_eq!(XorMap::new(&[1, 2, 4])?.kernel(), None);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn kernel(&self) -> Option<i64> {
        Elimination::of(self.columns()).kernel
    }

    /// The map with `R(self(x)) = x` and `self(R(x)) = x` for all `x`.
    ///
    /// # Errors
    /// [`Singular`](ErrorKind::Singular), with a number other than 0 that is mapped to 0.
    ///
    /// ```
    /// use tilework::XorMap;
    ///
    /// let map = XorMap::new(&[2, 5, 1])?;
    /// assert_eq!(map.inverse()?, XorMap::new(&[4, 1, 6])?);
    /// assert_eq!(
    ///     XorMap::new(&[3, 1, 2])?.inverse().unwrap_err().to_string(),
    ///     "inverse of Xor<3,1,2>: it has no inverse: it maps 7 to 0, as it does 0",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn inverse(&self) -> Result<XorMap> {
        // As many columns as there are bits in play: beyond those it is the identity.
        let (mut square, top) = (*self, self.top());
        while square.bits() < top {
            let _ = square.columns.push(1 << square.bits());
        }
        let solved = Elimination::of(square.columns());
        if let Some(kernel) = solved.kernel {
            return Err(Error::new(Op::Inverse, ErrorKind::Singular { kernel }).on(self.text()));
        }
        let (mut out, mut i) = (XorMap::IDENTITY, 0);
        while i < top {
            let _ = out.columns.push(solved.preimage(1 << i));
            i += 1;
        }
        Ok(out)
    }

    /// The swizzle that is the same function, if there is one.
    pub const fn to_swizzle(&self) -> Option<Swizzle> {
        // A swizzle keeps each bit and adds to some one other bit each: read both masks off, and try.
        let (mut y, mut z, mut i) = (0_u64, 0_u64, 0);
        while i < self.columns.len() {
            let added = (self.columns.at(i) ^ 1 << i) as u64;
            if added != 0 {
                (y, z) = (y | 1 << i, z | added);
            }
            i += 1;
        }
        match Swizzle::from_masks(y, z) {
            Ok(found) if XorMap::of(&found).same_function(self) => Some(found),
            _ => None,
        }
    }

    /// The map of a swizzle; `From` for constants.
    pub const fn of(swizzle: &Swizzle) -> XorMap {
        let (mut out, top) = (XorMap::IDENTITY, swizzle.top());
        while out.bits() < top {
            let _ = out.columns.push(swizzle.apply(1 << out.bits()));
        }
        out
    }

    // ---- Layouts -----------------------------------------------------------------------

    /// The map that is this layout on its indices: its bit matrix.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo) when the size is none,
    /// [`NegativeStride`](ErrorKind::NegativeStride), and [`NotLinear`](ErrorKind::NotLinear) with the
    /// first two indices at which offsets carry into one another.
    ///
    /// ```
    /// use tilework::{ErrorKind, XorMap, layout};
    ///
    /// assert_eq!(XorMap::from_layout(&layout!((4,2):(2,1)))?, XorMap::new(&[2, 4, 1])?);
    /// let error = XorMap::from_layout(&layout!(4:3)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::NotLinear { a: 1, b: 2, expected: 5, found: 9 });
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn from_layout(layout: &Layout) -> Result<XorMap> {
        match XorMap::matrix(layout) {
            Ok(map) => Ok(map),
            Err(error) => Err(error.on(layout.text())),
        }
    }

    const fn matrix(layout: &Layout) -> Result<XorMap> {
        let op = Op::XorMap;
        tri!(power_of_two(op, "the size", layout.size()));
        let (modes, mut out, mut m) = (layout.leaf_modes(), XorMap::IDENTITY, 0);
        while m < modes.len() {
            let Mode { extent, stride } = modes[m];
            let mut step = 1;
            while step < extent {
                if stride < 0 {
                    return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
                }
                // A distance between two offsets.
                let _ = out.columns.push(stride * step);
                step *= 2;
            }
            m += 1;
        }
        // Offsets add up; sums and XORs of all subsets are the same if and only if no two share a bit.
        match first_overlap(out.columns()) {
            None => Ok(out),
            Some((i, j)) => {
                let (low, high) = (out.columns.at(i), out.columns.at(j));
                let (a, b, expected) = (1 << i, 1 << j, low ^ high);
                let kind = ErrorKind::NotLinear { a, b, expected, found: low + high };
                Err(Error::new(op, kind))
            }
        }
    }

    /// The coalesced layout that is this map on `0..2^bits`.
    ///
    /// # Errors
    /// [`NotALayout`](ErrorKind::NotALayout) when two columns share a bit; then
    /// [`to_swizzled`](XorMap::to_swizzled) may have an answer.
    ///
    /// ```
    /// use tilework::{XorMap, layout};
    ///
    /// assert_eq!(XorMap::new(&[8, 16, 1, 2, 4])?.to_layout()?, layout!((4,8):(8,1)));
    /// assert_eq!(XorMap::new(&[1, 3])?.to_layout().unwrap_err().witness(), Some(3));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn to_layout(&self) -> Result<Layout> {
        let columns = self.columns();
        if let Some((i, j)) = first_overlap(columns) {
            let (low, high) = (columns[i] as i128, columns[j] as i128);
            let index = (1_i64 << i) + (1 << j);
            let why = Why::Break { size: clamp(1_i128 << self.bits()) };
            let (expected, found) = (clamp(low + high), (low ^ high) as i64);
            let kind = ErrorKind::NotALayout { index, expected, found, why, carry: None };
            return Err(Error::new(Op::ToLayout, kind).on(self.text()));
        }
        let (mut modes, mut i) = (List::<Mode, 64>::new(Mode::UNIT), 0);
        while i < columns.len() {
            push_coalesced(&mut modes, Mode::new(2, columns[i]));
            i += 1;
        }
        let mut leaves = List::new(Mode::UNIT);
        if !leaves.extend(modes.as_slice()) {
            return Err(too_many(Op::ToLayout).on(self.text()));
        }
        match Layout::from_flat(Op::ToLayout, leaves) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.on(self.text())),
        }
    }

    /// A swizzle and a layout with `self(x) = swizzle(layout(x))` for `x` in `0..2^bits`, if there are
    /// such; the swizzle with the fewest bits.
    ///
    /// ```
    /// use tilework::{Swizzle, XorMap, layout};
    ///
    /// let map = XorMap::new(&[9, 18, 36, 1, 2, 4])?;
    /// assert_eq!(map.to_swizzled(), Some((Swizzle::new(3, 0, 3)?, layout!((8,8):(8,1)))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn to_swizzled(&self) -> Option<(Swizzle, Layout)> {
        if let Ok(layout) = self.to_layout() {
            return Some((Swizzle::IDENTITY, layout));
        }
        // The layout must be swizzle(self(x)), so it is enough that its columns do not overlap. A
        // bit of the swizzle that `self` does not have can be left out: what it reads or changes is
        // zero, or the layout has it twice.
        let top = self.top();
        let mut bits = 1;
        while 2 * bits <= top {
            let mut base = 0;
            while base + 2 * bits <= top {
                let mut distance = bits;
                while base + bits + distance <= top {
                    let mut sign = 1;
                    while sign >= -1 {
                        if let Ok(swizzle) = Swizzle::new(bits, base, sign * distance as i32)
                            && let Ok(layout) = self.swizzled(&swizzle).to_layout()
                        {
                            return Some((swizzle, layout));
                        }
                        sign -= 2;
                    }
                    distance += 1;
                }
                base += 1;
            }
            bits += 1;
        }
        None
    }

    /// `swizzle(self(x))` on the columns of `self`.
    const fn swizzled(&self, swizzle: &Swizzle) -> XorMap {
        let (mut out, mut i) = (*self, 0);
        while i < out.columns.len() {
            out.columns.set(i, swizzle.apply(out.columns.at(i)));
            i += 1;
        }
        out
    }

    // ---- Elements of another width ---------------------------------------------------------

    /// The same map of elements that are `n` times as large: `self(n * x + r) = n * R(x) + r`.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo), and [`SplitsElement`](ErrorKind::SplitsElement) when
    /// a bit below `n` moves, or one is moved there.
    pub const fn upcast(&self, n: i64) -> Result<XorMap> {
        let op = Op::Upcast;
        let power = match power_of_two(op, "the factor", n) {
            Ok(power) => power,
            Err(error) => return Err(error.on(self.text())),
        };
        let bottom = self.bottom();
        if bottom < power {
            let kind = ErrorKind::SplitsElement { bit: bottom, factor: n };
            return Err(Error::new(op, kind).on(self.text()));
        }
        let (mut out, mut i) = (XorMap::IDENTITY, power);
        while i < self.bits() {
            let _ = out.columns.push(self.columns.at(i as usize) >> power);
            i += 1;
        }
        Ok(out)
    }

    /// The same map of elements that are `n` times as small: `R(n * x + r) = n * self(x) + r`.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo), [`NoSuchBit`](ErrorKind::NoSuchBit).
    pub const fn downcast(&self, n: i64) -> Result<XorMap> {
        let op = Op::Downcast;
        let power = match power_of_two(op, "the factor", n) {
            Ok(power) => power,
            Err(error) => return Err(error.on(self.text())),
        };
        if self.top() + power > BITS {
            let bit = (self.top() + power - 1) as i64;
            let kind = ErrorKind::NoSuchBit { bit, limit: BITS };
            return Err(Error::new(op, kind).on(self.text()));
        }
        let (mut out, mut i) = (XorMap::IDENTITY, 0);
        while i < self.bits() + power {
            let column =
                if i < power { 1 << i } else { self.columns.at((i - power) as usize) << power };
            let _ = out.columns.push(column);
            i += 1;
        }
        Ok(out)
    }

    pub(crate) const fn text(&self) -> Text {
        self.text_after(Text::EMPTY)
    }

    pub(crate) const fn text_after(&self, before: Text) -> Text {
        let (mut text, mut i) = (before.str("Xor<"), 0);
        while i < self.columns.len() {
            text = text.str(if i == 0 { "" } else { "," }).int(self.columns.at(i));
            i += 1;
        }
        text.str(">")
    }
}

/// The map with these columns at `x`; bits above them stay.
#[inline]
pub(crate) const fn apply_columns(columns: &[i64], x: i64) -> i64 {
    let mut left = x as u64 & ((1 << columns.len()) - 1);
    let mut out = x ^ left as i64;
    while left != 0 {
        out ^= columns[left.trailing_zeros() as usize];
        left &= left - 1;
    }
    out
}

/// The first two columns that share a bit: the second as low as possible, then the first.
const fn first_overlap(columns: &[i64]) -> Option<(usize, usize)> {
    let (mut taken, mut j) = (0, 0);
    while j < columns.len() {
        if taken & columns[j] != 0 {
            let mut i = 0;
            while columns[i] & columns[j] == 0 {
                i += 1;
            }
            return Some((i, j));
        }
        taken |= columns[j];
        j += 1;
    }
    None
}

const fn clamp(value: i128) -> i64 {
    if value > i64::MAX as i128 { i64::MAX } else { value as i64 }
}

/// Columns brought into a form in which no two have the same highest bit.
struct Elimination {
    rank: u32,
    /// By its highest bit: a combination of columns, and of which ones.
    pivots: [(i64, i64); BITS as usize],
    /// A combination of columns that is 0.
    kernel: Option<i64>,
}

impl Elimination {
    const fn of(columns: &[i64]) -> Elimination {
        let pivots = [(0, 0); BITS as usize];
        let (mut out, mut i) = (Elimination { rank: 0, pivots, kernel: None }, 0);
        while i < columns.len() {
            let (value, of) = out.reduce(columns[i], 1 << i);
            if value != 0 {
                out.pivots[value.ilog2() as usize] = (value, of);
                out.rank += 1;
            } else if out.kernel.is_none() {
                out.kernel = Some(of);
            }
            i += 1;
        }
        out
    }

    /// What is left of a value when the pivots are taken out of it, and what that is made of.
    const fn reduce(&self, mut value: i64, mut of: i64) -> (i64, i64) {
        let mut bit = BITS;
        while bit > 0 {
            bit -= 1;
            let (pivot, made_of) = self.pivots[bit as usize];
            if value >> bit & 1 == 1 && pivot != 0 {
                (value, of) = (value ^ pivot, of ^ made_of);
            }
        }
        (value, of)
    }

    /// Which columns give this value, if they have full rank.
    const fn preimage(&self, value: i64) -> i64 {
        self.reduce(value, 0).1
    }
}

impl Swizzle {
    /// The swizzle with `R(x) = self(other(x))`, if a single one does that;
    /// [`XorMap::compose`] has the composite in any case.
    ///
    /// ```
    /// use tilework::{Swizzle, XorMap};
    ///
    /// let (a, b) = (Swizzle::new(2, 1, 3)?, Swizzle::new(1, 3, 3)?);
    /// assert_eq!(a.compose(&b), Some(Swizzle::new(3, 1, 3)?));
    ///
    /// let (a, b) = (Swizzle::new(3, 0, 3)?, Swizzle::new(1, 2, 1)?);
    /// assert_eq!(a.compose(&b), None);
    /// let composite = XorMap::of(&a).compose(&XorMap::of(&b));
    /// assert_eq!(composite.apply(8), a.apply(b.apply(8)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub const fn compose(&self, other: &Swizzle) -> Option<Swizzle> {
        XorMap::of(self).compose(&XorMap::of(other)).to_swizzle()
    }
}

impl From<Swizzle> for XorMap {
    fn from(swizzle: Swizzle) -> XorMap {
        XorMap::of(&swizzle)
    }
}

/// The same columns; [`same_function`](XorMap::same_function) compares functions.
impl PartialEq for XorMap {
    fn eq(&self, other: &Self) -> bool {
        self.columns() == other.columns()
    }
}

impl Eq for XorMap {}

impl Hash for XorMap {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.columns().hash(state);
    }
}

impl fmt::Display for XorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Xor<")?;
        for (i, column) in self.columns().iter().enumerate() {
            write!(f, "{}{column}", if i == 0 { "" } else { "," })?;
        }
        f.write_str(">")
    }
}

impl fmt::Debug for XorMap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
