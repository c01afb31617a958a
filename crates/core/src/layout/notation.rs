//! Reading the notation: `((2,4),8):((1,2),8)`, `(_,2)`.
//!
//! One reader serves `FromStr` at run time and the macros at compile time, so it is
//! `const fn`. Spaces are ignored, `_4` reads as `4` (CuTe's mark for static integers) and
//! a trailing comma is allowed. Errors carry the byte at which reading stopped.

use core::str::FromStr;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Profile;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Slicer, Tuple};

/// Text and how much of it has been read.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) const fn new(text: &'a str) -> Self {
        Reader { text: text.as_bytes(), at: 0 }
    }

    /// The next byte that is not a space; zero at the end.
    pub(crate) const fn peek(&mut self) -> u8 {
        while self.at < self.text.len() && self.text[self.at].is_ascii_whitespace() {
            self.at += 1;
        }
        if self.at < self.text.len() { self.text[self.at] } else { 0 }
    }

    /// Reads `byte` if it comes next.
    pub(crate) const fn eat(&mut self, byte: u8) -> bool {
        let there = self.peek() == byte && self.at < self.text.len();
        self.at += there as usize;
        there
    }

    pub(crate) const fn fail<T: Copy>(&self, expected: &'static str) -> Result<T, Error> {
        Err(Error::new(Op::Parse, ErrorKind::Parse { at: self.at, expected }))
    }

    /// Nothing may follow.
    pub(crate) const fn finish(&mut self) -> Result<(), Error> {
        self.peek();
        if self.at < self.text.len() { self.fail("the end of the text") } else { Ok(()) }
    }

    pub(crate) const fn integer(&mut self, expected: &'static str) -> Result<i64, Error> {
        let start = self.at;
        let negative = self.eat(b'-');
        let _static_mark = self.eat(b'_');
        if !self.peek().is_ascii_digit() {
            return self.fail(expected);
        }
        let mut value = 0_i128;
        while self.at < self.text.len() && self.text[self.at].is_ascii_digit() {
            value = value * 10 + (self.text[self.at] - b'0') as i128;
            if value > i64::MAX as i128 + negative as i128 {
                self.at = start;
                return self.fail("an integer of at most 64 bits");
            }
            self.at += 1;
        }
        Ok(if negative { -value } else { value } as i64)
    }

    /// Reads `_` if it comes next and is not the static mark of `_4`.
    pub(crate) const fn eat_blank(&mut self) -> bool {
        let blank = self.peek() == b'_';
        let next = self.at + 1;
        let mark = next < self.text.len() && self.text[next].is_ascii_digit();
        self.at += (blank && !mark) as usize;
        blank && !mark
    }

    /// A leaf: an integer, or `_` where `blanks` are allowed.
    const fn leaf(&mut self, blanks: bool) -> Result<Option<i64>, Error> {
        if blanks && self.eat_blank() {
            return Ok(None);
        }
        Ok(Some(tri!(self.integer(value_or(blanks)))))
    }

    /// A nested tuple.
    const fn nested(&mut self, blanks: bool) -> Result<Slicer, Error> {
        let (mut profile, mut leaves) = (Profile::EMPTY, List::new(None));
        let mut level = 0;
        loop {
            // A value stands here.
            if self.eat(b'(') {
                level += 1;
                profile = tri!(self.symbol(profile, true));
                if self.peek() == b')' {
                    // `()` has no leaves, so it can only be the whole tuple.
                    if profile.len() > 1 {
                        return self.fail(value_or(blanks));
                    }
                    self.at += 1;
                    return Ok(Nested { profile: Profile::EMPTY, leaves });
                }
                continue;
            }
            if !leaves.push(tri!(self.leaf(blanks))) {
                return Err(too_many(Op::Parse));
            }
            profile = tri!(self.symbol(profile, true));
            profile = tri!(self.symbol(profile, false));
            // A value has just ended; close what closes here.
            loop {
                if level == 0 {
                    return Ok(Nested { profile, leaves });
                }
                let comma = self.eat(b',');
                if self.eat(b')') {
                    level -= 1;
                    profile = tri!(self.symbol(profile, false));
                } else if comma {
                    break;
                } else {
                    return self.fail("`,` or `)`");
                }
            }
        }
    }

    const fn symbol(&self, profile: Profile, open: bool) -> Result<Profile, Error> {
        match profile.push(open) {
            Some(profile) => Ok(profile),
            None => Err(too_many(Op::Parse)),
        }
    }

    pub(crate) const fn tuple(&mut self) -> Result<Tuple, Error> {
        let nested = tri!(self.nested(false));
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < nested.length() {
            // No blanks were allowed, so every leaf is an integer.
            if let Some(value) = nested.leaves.at(i) {
                let _ = leaves.push(value);
            }
            i += 1;
        }
        Ok(Nested { profile: nested.profile, leaves })
    }

    /// `shape:stride`, or a shape alone, which is compact.
    pub(crate) const fn layout(&mut self) -> Result<Layout, Error> {
        let shape = tri!(self.tuple());
        if self.eat(b':') {
            Layout::from_tuples(&shape, &tri!(self.tuple()))
        } else {
            Layout::col_major(&shape)
        }
    }
}

/// What may stand where a value stands.
const fn value_or(blanks: bool) -> &'static str {
    if blanks { "an integer, `_` or `(`" } else { "an integer or `(`" }
}

/// `parse` of a type, and `FromStr` by it.
macro_rules! notation {
    ($type:ty, |$reader:ident| $read:expr) => {
        /// # Reading the notation
        impl $type {
            /// Reads the whole text, also in a constant. At run time, `text.parse()` is the same.
            ///
            /// # Errors
            /// [`Parse`](crate::ErrorKind::Parse) with the byte at which reading stopped, and what the
            /// constructors of the type refuse.
            pub const fn parse(text: &str) -> Result<$type, Error> {
                let mut $reader = Reader::new(text);
                let read = $read;
                match read {
                    Ok(value) => match $reader.finish() {
                        Ok(()) => Ok(value),
                        Err(error) => Err(error.on(Text::EMPTY.str(text))),
                    },
                    Err(error) => Err(error.on(Text::EMPTY.str(text))),
                }
            }
        }

        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self, Error> {
                <$type>::parse(text)
            }
        }
    };
}

pub(crate) use notation;

notation!(Tuple, |reader| reader.tuple());
notation!(Slicer, |reader| reader.nested(true));
notation!(Layout, |reader| reader.layout());
notation!(Mode, |reader| match reader.layout() {
    Ok(layout) if layout.tree.is_leaf() => Ok(layout.tree.leaves.at(0)),
    Ok(_) => reader.fail("one extent and one stride"),
    Err(error) => Err(error),
});
