//! Numbers and arguments that a family of atoms does not have.

use core::fmt;

/// Which number of a name is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Parameter {
    /// Rows of C.
    M,
    /// Columns of C.
    N,
    /// Bits that a thread copies.
    Bits,
    /// Elements that share a scale factor.
    VectorSize,
}

impl Parameter {
    /// `M`, `N`, `a width`, `a vector size`.
    pub const fn name(self) -> &'static str {
        match self {
            Parameter::M => "M",
            Parameter::N => "N",
            Parameter::Bits => "a width in bits",
            Parameter::VectorSize => "a vector size",
        }
    }
}

/// A number that the hardware does not have, and those beside it that it has.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Illegal {
    /// Which number.
    pub parameter: Parameter,
    /// What was asked for.
    pub value: i64,
    /// The nearest legal value below.
    pub below: Option<i64>,
    /// The nearest legal value above.
    pub above: Option<i64>,
}

impl Illegal {
    /// Refuses `value` unless it is one of `legal`, which ascend.
    pub(super) fn check(
        parameter: Parameter,
        value: i64,
        legal: impl Iterator<Item = i64>,
    ) -> Result<(), Illegal> {
        let mut illegal = Illegal { parameter, value, below: None, above: None };
        for one in legal {
            match one.cmp(&value) {
                core::cmp::Ordering::Less => illegal.below = Some(one),
                core::cmp::Ordering::Equal => return Ok(()),
                core::cmp::Ordering::Greater => {
                    illegal.above = illegal.above.or(Some(one));
                }
            }
        }
        Err(illegal)
    }
}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} does not exist", self.parameter.name(), self.value)?;
        match (self.below, self.above) {
            (Some(below), Some(above)) => write!(f, "; the nearest are {below} and {above}"),
            (Some(one), None) | (None, Some(one)) => write!(f, "; the nearest is {one}"),
            (None, None) => Ok(()),
        }
    }
}

/// Why a family has no atom with a name that is one of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Refusal {
    Size(Illegal),
    /// An argument is none that the template takes.
    Type {
        /// What it takes.
        rule: &'static str,
    },
    /// Too few arguments, or too many.
    Arguments,
}

impl From<Illegal> for Refusal {
    fn from(illegal: Illegal) -> Refusal {
        Refusal::Size(illegal)
    }
}
