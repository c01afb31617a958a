//! What a question about the hardware found: one sentence, and its numbers by name.

use std::fmt;

use tilework::{AnyLayout, Swizzle, XorMap};

/// What a question about the hardware found.
///
/// Its `Display` form is the sentence; the parts are members: `bank_report(A, 16, row).wavefronts`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Record {
    /// The operation that found it.
    pub about: &'static str,
    /// What people read.
    pub text: String,
    /// Its parts, by name.
    pub parts: Vec<(&'static str, Part)>,
}

/// A part of what was found.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Part {
    /// A number.
    Integer(i64),
    /// A truth value.
    Truth(bool),
    /// A word.
    Word(String),
    /// Numbers.
    List(Vec<i64>),
    /// A layout.
    Layout(Box<AnyLayout>),
    /// A swizzle.
    Swizzle(Swizzle),
    /// A map of bits.
    Map(Box<XorMap>),
    /// What was found for one of several.
    Records(Vec<Record>),
    /// Nothing.
    Nothing,
}

impl Record {
    pub(crate) fn new(about: &'static str, text: impl Into<String>) -> Record {
        Record { about, text: text.into(), parts: Vec::new() }
    }

    /// The same with one more part.
    pub(crate) fn with(mut self, name: &'static str, part: impl Into<Part>) -> Record {
        self.parts.push((name, part.into()));
        self
    }

    /// The part of that name.
    pub fn get(&self, name: &str) -> Option<&Part> {
        self.parts.iter().find(|part| part.0 == name).map(|part| &part.1)
    }

    /// The number of that name.
    pub fn integer(&self, name: &str) -> Option<i64> {
        match self.get(name)? {
            Part::Integer(value) => Some(*value),
            _ => None,
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

macro_rules! from {
    ($($type:ty => |$value:ident| $part:expr),* $(,)?) => {$(
        impl From<$type> for Part {
            fn from($value: $type) -> Part {
                $part
            }
        }
    )*};
}

from! {
    i64 => |value| Part::Integer(value),
    u32 => |value| Part::Integer(value.into()),
    // Counts of what was enumerated within a budget are far below 2^63.
    u64 => |value| Part::Integer(i64::try_from(value).unwrap_or(i64::MAX)),
    usize => |value| Part::Integer(i64::try_from(value).unwrap_or(i64::MAX)),
    bool => |value| Part::Truth(value),
    &str => |value| Part::Word(value.to_owned()),
    String => |value| Part::Word(value),
    Vec<i64> => |value| Part::List(value),
    AnyLayout => |value| Part::Layout(Box::new(value)),
    Swizzle => |value| Part::Swizzle(value),
    XorMap => |value| Part::Map(Box::new(value)),
    Vec<Record> => |value| Part::Records(value),
}

impl<T: Into<Part>> From<Option<T>> for Part {
    fn from(value: Option<T>) -> Part {
        value.map_or(Part::Nothing, Into::into)
    }
}
