//! Swizzles: some bits of an offset XORed onto others.
//!
//! ```text
//! Sw<B,M,S>      0bxxxxxxxxxxxxxxxYYYxxxxxZZZxxxx
//!                                 ^^^ B   ^^^ B bits
//!                                   |.....| S     |..| M
//! ```
//!
//! The `B` bits Y are XORed onto the `B` bits Z, which begin at bit `M`; Y lies `S` bits above Z, or
//! with a negative shift below it. Everything else stays.

use core::fmt;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::text::Text;

/// How many bits an offset has, without its sign.
pub(crate) const BITS: u32 = 63;

/// A swizzle `Sw<B,M,S>`: CuTe's `Swizzle<BBits, MBase, SShift>`.
///
/// In plain words: a row number is XORed onto a column number, so that the elements of a column lie
/// in different banks of the memory. It permutes the offsets inside each block of `2^(M+|S|+B)`.
///
/// ```text
/// Sw<2,0,2>      0  1  2  3       0  1  2  3
///                4  5  6  7  ->   5  4  7  6
///                8  9 10 11      10 11  8  9
///               12 13 14 15      15 14 13 12
/// ```
///
/// The fields Y and Z do not overlap (`|S| >= B`), so a swizzle is its own inverse. The fields lie
/// below the sign: of a negative offset the same bits are changed, in two's complement as in CuTe,
/// and it stays negative. `==` compares the three numbers, and `Sw<0,4,3>` and `Sw<0,0,0>` are
/// both the identity.
///
/// ```
/// use tilework::Swizzle;
///
/// let swizzle = Swizzle::new(5, 0, 6)?;
/// assert_eq!(swizzle.apply(65), 64);
/// assert_eq!(swizzle.apply(swizzle.apply(1234)), 1234);
/// assert_eq!(swizzle, "Swizzle<5,0,6>".parse()?);
/// assert_eq!(swizzle.to_string(), "Sw<5,0,6>");
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Swizzle {
    bits: u8,
    base: u8,
    shift: i8,
}

impl Swizzle {
    /// The swizzle that changes nothing.
    pub const IDENTITY: Swizzle = Swizzle { bits: 0, base: 0, shift: 0 };

    /// `Sw<bits,base,shift>`.
    ///
    /// # Errors
    /// [`SwizzleOverlap`](ErrorKind::SwizzleOverlap) when the shift is shorter than the fields are wide,
    /// [`NoSuchBit`](ErrorKind::NoSuchBit) when a field reaches beyond the 63 bits of an offset.
    ///
    /// ```
    /// use tilework::Swizzle;
    ///
    /// assert_eq!(
    ///     Swizzle::new(3, 0, 1).unwrap_err().to_string(),
    ///     "swizzle of Sw<3,0,1>: with a shift of 1 the two fields of 3 bits overlap; the shift \
    ///      must be at least 3, or at most -3",
    /// );
    /// ```
    pub const fn new(bits: u32, base: u32, shift: i32) -> Result<Swizzle, Error> {
        let top = bits as i64 + base as i64 + shift.unsigned_abs() as i64;
        let kind = if shift.unsigned_abs() < bits {
            ErrorKind::SwizzleOverlap { bits, shift: shift as i64 }
        } else if top > BITS as i64 {
            ErrorKind::NoSuchBit { bit: top - 1, limit: BITS }
        } else {
            return Ok(Swizzle { bits: bits as u8, base: base as u8, shift: shift as i8 });
        };
        let text = Text::EMPTY.str("Sw<").int(bits as i64).str(",").int(base as i64).str(",");
        Err(Error::new(Op::Swizzle, kind).on(text.int(shift as i64).str(">")))
    }

    /// The swizzle that XORs the bits of the mask `y` onto those of the mask `z`: CuTe's `make_swizzle`.
    ///
    /// # Errors
    /// As [`new`](Swizzle::new), and [`Unsupported`](ErrorKind::Unsupported) when a mask has gaps or
    /// the masks have different numbers of bits.
    ///
    /// ```
    /// use tilework::Swizzle;
    ///
    /// assert_eq!(Swizzle::from_masks(0b111000000, 0b111000)?, Swizzle::new(3, 3, 3)?);
    /// assert_eq!(Swizzle::from_masks(0b000011, 0b110000)?, Swizzle::new(2, 0, -4)?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_swizzle")]
    pub const fn from_masks(y: u64, z: u64) -> Result<Swizzle, Error> {
        if y == 0 && z == 0 {
            return Ok(Swizzle::IDENTITY);
        }
        let bits = y.count_ones();
        let (from, to) = (y.trailing_zeros(), z.trailing_zeros());
        let what = if bits != z.count_ones() {
            "masks with different numbers of bits"
        } else if (y >> from).count_zeros() != (y >> from).leading_zeros()
            || (z >> to).count_zeros() != (z >> to).leading_zeros()
        {
            "a mask whose bits are not adjacent"
        } else {
            let base = if from < to { from } else { to };
            return Swizzle::new(bits, base, from as i32 - to as i32);
        };
        Err(Error::new(Op::Swizzle, ErrorKind::Unsupported { what }))
    }

    /// How many bits are XORed: `B`.
    pub const fn bits(&self) -> u32 {
        self.bits as u32
    }

    /// The lowest bit that takes part: `M`.
    pub const fn base(&self) -> u32 {
        self.base as u32
    }

    /// How far the bits that are read lie above those that are changed: `S`.
    pub const fn shift(&self) -> i32 {
        self.shift as i32
    }

    /// The bits that are read.
    pub const fn y_mask(&self) -> u64 {
        self.field() << if self.shift > 0 { self.shift as u32 } else { 0 }
    }

    /// The bits that are changed.
    pub const fn z_mask(&self) -> u64 {
        self.field() << if self.shift < 0 { self.shift.unsigned_abs() as u32 } else { 0 }
    }

    const fn field(&self) -> u64 {
        ((1 << self.bits) - 1) << self.base
    }

    /// One more than the highest bit that takes part; 0 for the identity.
    pub(crate) const fn top(&self) -> u32 {
        u64::BITS - (self.y_mask() | self.z_mask()).leading_zeros()
    }

    /// The swizzled offset.
    #[inline]
    pub const fn apply(&self, offset: i64) -> i64 {
        let y = offset as u64 & self.y_mask();
        let moved = if self.shift < 0 { y << self.shift.unsigned_abs() } else { y >> self.shift };
        (offset as u64 ^ moved) as i64
    }

    /// The inverse, which is the same swizzle: what is read is not changed.
    pub const fn inverse(&self) -> Swizzle {
        *self
    }

    /// Whether it changes nothing.
    pub const fn is_identity(&self) -> bool {
        self.bits == 0
    }

    /// The same swizzle of elements that are `n` times as large: `R(x) = self(n * x) / n`, and no
    /// element is taken apart.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo), and [`SplitsElement`](ErrorKind::SplitsElement) when
    /// a bit below `n` takes part (CuTe drops those bits, and permutes the inside of elements).
    ///
    /// ```
    /// use tilework::Swizzle;
    ///
    /// assert_eq!(Swizzle::new(3, 4, 3)?.upcast(2)?, Swizzle::new(3, 3, 3)?);
    /// assert!(Swizzle::new(3, 0, 3)?.upcast(2).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn upcast(&self, n: i64) -> Result<Swizzle, Error> {
        if self.is_identity() && n > 0 {
            return Ok(*self);
        }
        let power = tri!(self.power(Op::Upcast, n));
        if self.base() < power {
            let kind = ErrorKind::SplitsElement { bit: self.base(), factor: n };
            return Err(Error::new(Op::Upcast, kind).on(self.text()));
        }
        Ok(Swizzle { base: self.base - power as u8, ..*self })
    }

    /// The same swizzle of elements that are `n` times as small: `R(n * x + r) = n * self(x) + r`.
    ///
    /// # Errors
    /// [`NotPowerOfTwo`](ErrorKind::NotPowerOfTwo), [`NoSuchBit`](ErrorKind::NoSuchBit).
    pub const fn downcast(&self, n: i64) -> Result<Swizzle, Error> {
        if self.is_identity() && n > 0 {
            return Ok(*self);
        }
        let power = tri!(self.power(Op::Downcast, n));
        match Swizzle::new(self.bits(), self.base() + power, self.shift()) {
            Ok(swizzle) => Ok(swizzle),
            Err(error) => Err(error.within(Op::Downcast)),
        }
    }

    const fn power(&self, op: Op, n: i64) -> Result<u32, Error> {
        match power_of_two(op, "the factor", n) {
            Ok(power) => Ok(power),
            Err(error) => Err(error.on(self.text())),
        }
    }

    pub(crate) const fn text(&self) -> Text {
        self.text_after(Text::EMPTY)
    }

    pub(crate) const fn text_after(&self, before: Text) -> Text {
        let text = before.str("Sw<").int(self.bits as i64).str(",").int(self.base as i64);
        text.str(",").int(self.shift as i64).str(">")
    }
}

/// The exponent of a power of two.
pub(crate) const fn power_of_two(op: Op, what: &'static str, value: i64) -> Result<u32, Error> {
    if value < 1 || !(value as u64).is_power_of_two() {
        return Err(Error::new(op, ErrorKind::NotPowerOfTwo { what, value }));
    }
    Ok(value.trailing_zeros())
}

impl fmt::Display for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Sw<{},{},{}>", self.bits, self.base, self.shift)
    }
}

impl fmt::Debug for Swizzle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
