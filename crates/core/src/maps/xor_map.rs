//! Maps that are linear over XOR: `f(a ^ b) = f(a) ^ f(b)`.
//!
//! Such a map is known by what it does to single bits: its *columns* `f(1), f(2), f(4), ...`. All
//! swizzles are such maps, and so are the layouts of powers of two whose strides do not carry into
//! one another; composition is the product of the matrices, and whether there is an inverse is a
//! matter of rank. The linear layouts of Triton are these maps.

mod strides;

use core::fmt;
use core::hash::{Hash, Hasher};

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::gcd;
use crate::ground::list::List;
use crate::ground::text::Text;
use crate::maps::swizzle::{BITS, Swizzle, power_of_two};

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
    pub const fn new(columns: &[i64]) -> Result<XorMap, Error> {
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
    ///     "inverse of Xor<3,1,2>: it has no inverse: it maps both 0 and 7 to 0",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn inverse(&self) -> Result<XorMap, Error> {
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

    // ---- Elements of another width ---------------------------------------------------------

    /// The same map of elements that are `n` times as large: `self(n * x + r) = n * R(x) + r`.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo), and [`SplitsElement`](ErrorKind::SplitsElement) when
    /// a bit below `n` moves, or one is moved there.
    pub const fn upcast(&self, n: i64) -> Result<XorMap, Error> {
        let op = Op::Upcast;
        if self.bottom() == BITS && n > 0 {
            return Ok(XorMap::IDENTITY);
        }
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
    pub const fn downcast(&self, n: i64) -> Result<XorMap, Error> {
        let op = Op::Downcast;
        if self.bottom() == BITS && n > 0 {
            return Ok(XorMap::IDENTITY);
        }
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

    /// The same map of elements of `new_bits` instead of `old_bits`.
    ///
    /// # Errors
    /// [`NotPositive`](ErrorKind::NotPositive), and as [`upcast`](XorMap::upcast) and
    /// [`downcast`](XorMap::downcast).
    ///
    /// ```
    /// use tilework::{Swizzle, XorMap};
    ///
    /// // In shared memory swizzles count bytes; for elements of 16 bits it is another one.
    /// let bytes = XorMap::of(&Swizzle::new(3, 4, 3)?);
    /// assert_eq!(bytes.recast(8, 16)?.to_swizzle(), Some(Swizzle::new(3, 3, 3)?));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn recast(&self, old_bits: i64, new_bits: i64) -> Result<XorMap, Error> {
        let least = if old_bits < new_bits { old_bits } else { new_bits };
        if least < 1 {
            let kind = ErrorKind::NotPositive { what: "the number of bits", value: least };
            return Err(Error::new(Op::Recast, kind).on(self.text()));
        }
        let common = gcd(old_bits as u64, new_bits as u64) as i64;
        let cast = match self.upcast(new_bits / common) {
            Ok(larger) => larger.downcast(old_bits / common),
            Err(error) => Err(error),
        };
        match cast {
            Ok(map) => Ok(map),
            Err(error) => Err(error.within(Op::Recast)),
        }
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
