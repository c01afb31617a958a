//! What would be right instead.

use core::fmt;

use super::{Error, ErrorKind, Op};

/// What would be right instead, in a few words: see [`Error::advice`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Advice(Words);

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Words {
    Say(&'static str),
    /// The multiples next to a number that is not one; there may be none below it.
    Multiples(i64, i64),
    PowersOfTwo(i64, i64),
    ShiftOfAtLeast(u32),
    Bits(u32),
    FactorOfAtMost(u64),
    StickOut(i64),
    /// How many elements are missing before the first one and after the last.
    Missing(u64, u64),
    Cells(i64),
}

impl Error {
    /// What would be right instead, where the numbers say it: the nearest multiples, the largest factor,
    /// another operation. It is the end of the `Display` form, after [`message`](Error::message).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let error = layout!((2,4):(1,6)).upcast(4).unwrap_err();
    /// assert_eq!(error.message().to_string(), "upcast of (2,4):(1,6) by 4: 4 does not divide 6");
    /// assert_eq!(error.advice().unwrap().to_string(), "the nearest multiples are 4 and 8");
    /// assert_eq!(
    ///     error.to_string(),
    ///     "upcast of (2,4):(1,6) by 4: 4 does not divide 6; the nearest multiples are 4 and 8",
    /// );
    /// ```
    pub const fn advice(&self) -> Option<Advice> {
        match (self.op, self.kind) {
            (Op::Compose, ErrorKind::NotCompatible { .. }) => {
                Some(Advice(Words::Say("compose_flat gives it")))
            }
            // The size is given, and its divisors are what would be right.
            (Op::CanView | Op::Reshape, ErrorKind::NotDivisible { .. }) => None,
            (_, kind) => kind.advice(),
        }
    }
}

impl ErrorKind {
    /// What would be right instead, as far as the numbers of the kind say it: see [`Error::advice`].
    pub const fn advice(&self) -> Option<Advice> {
        Some(Advice(match *self {
            ErrorKind::BadExtent { .. } => Words::Say("the least extent is 1"),
            ErrorKind::CoordinateProfile { .. } => {
                Words::Say("give one integer, or as many modes as the shape has")
            }
            ErrorKind::Empty => Words::Say("the smallest is [0]"),
            ErrorKind::StrideNotMultiple { stride: value, of }
            | ErrorKind::GapNotDivisible { stride: value, block: of }
            | ErrorKind::BoundNotMultiple { bound: value, block: of }
            | ErrorKind::NotDivisible { value, by: of } => {
                let below = value / of * of;
                match below.checked_add(of) {
                    Some(above) => Words::Multiples(below, above),
                    None => return None,
                }
            }
            ErrorKind::NotPowerOfTwo { value: ..1, .. } => Words::Say("the least is 1"),
            ErrorKind::NotPowerOfTwo { value, .. } if value.leading_zeros() >= 2 => {
                let below = 1 << value.ilog2();
                Words::PowersOfTwo(below, 2 * below)
            }
            ErrorKind::SwizzleOverlap { bits, .. } => Words::ShiftOfAtLeast(bits),
            ErrorKind::NoSuchBit { limit, .. } => Words::Bits(limit - 1),
            ErrorKind::SplitsElement { bit, .. } => Words::FactorOfAtMost(1 << bit),
            ErrorKind::Overhang { masked, .. } => Words::StickOut(masked),
            ErrorKind::OutsideData { first, last, len } => {
                let before = if first < 0 { first.unsigned_abs() } else { 0 };
                let behind =
                    if last >= 0 { (last as u64 + 1).saturating_sub(len as u64) } else { 0 };
                if before == 0 && behind == 0 {
                    return None;
                }
                Words::Missing(before, behind)
            }
            ErrorKind::OutsideTile { cells, .. } => Words::Cells(cells - 1),
            ErrorKind::NeedsCopy { nested: true, .. } => {
                Words::Say("reshape gives it as a nested layout")
            }
            _ => return None,
        }))
    }
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Words::Say(words) => f.write_str(words),
            Words::Multiples(below, above) if below > 0 => {
                write!(f, "the nearest multiples are {below} and {above}")
            }
            Words::Multiples(_, above) => write!(f, "the nearest multiple is {above}"),
            Words::PowersOfTwo(below, above) => write!(f, "the nearest are {below} and {above}"),
            Words::ShiftOfAtLeast(bits) => {
                write!(f, "the shift must be at least {bits}, or at most -{bits}")
            }
            Words::Bits(last) => write!(f, "offsets have the bits 0 to {last}"),
            Words::FactorOfAtMost(factor) => write!(f, "the largest factor is {factor}"),
            Words::StickOut(masked) => {
                write!(f, "the tiles overhang by {masked} elements in all")
            }
            Words::Missing(before, 0) => write!(f, "{before} missing before the first"),
            Words::Missing(0, behind) => write!(f, "{behind} missing after the last"),
            Words::Missing(before, behind) => {
                write!(f, "{before} missing before the first, {behind} after the last")
            }
            Words::Cells(last) => write!(f, "the cells are 0 to {last}"),
        }
    }
}
