//! Reading the notation: `((2,4),8):((1,2),8)`, `(_,2)`, `<3:3,(2,4):(1,8)>`.
//!
//! One reader serves `FromStr` at run time and the macros at compile time, so it is
//! `const fn`. Spaces are free, `_4` reads as `4` (CuTe's mark for static integers) and
//! a trailing comma is allowed. Errors carry the byte at which reading stopped.

use core::str::FromStr;

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, ErrorKind, Op, Result};
use crate::ground::list::{List, MAX_MODES, tri};
use crate::ground::nested::{Nested, too_many};
use crate::ground::profile::Profile;
use crate::ground::text::Text;
use crate::layout::layout::{Layout, Mode};
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

    pub(crate) const fn fail<T: Copy>(&self, expected: &'static str) -> Result<T> {
        Err(Error::new(Op::Parse, ErrorKind::Parse { at: self.at, expected }))
    }

    /// Nothing may follow.
    pub(crate) const fn finish(&mut self) -> Result<()> {
        self.peek();
        if self.at < self.text.len() { self.fail("the end of the text") } else { Ok(()) }
    }

    pub(crate) const fn integer(&mut self, expected: &'static str) -> Result<i64> {
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
    const fn eat_blank(&mut self) -> bool {
        let blank = self.peek() == b'_';
        let next = self.at + 1;
        let mark = next < self.text.len() && self.text[next].is_ascii_digit();
        self.at += (blank && !mark) as usize;
        blank && !mark
    }

    /// A leaf: an integer, or `_` where `blanks` are allowed.
    const fn leaf(&mut self, blanks: bool) -> Result<Option<i64>> {
        if blanks && self.eat_blank() {
            return Ok(None);
        }
        Ok(Some(tri!(self.integer(value_or(blanks)))))
    }

    /// A nested tuple.
    const fn nested(&mut self, blanks: bool) -> Result<Slicer> {
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

    const fn symbol(&self, profile: Profile, open: bool) -> Result<Profile> {
        match profile.push(open) {
            Some(profile) => Ok(profile),
            None => Err(too_many(Op::Parse)),
        }
    }

    pub(crate) const fn tuple(&mut self) -> Result<Tuple> {
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
    pub(crate) const fn layout(&mut self) -> Result<Layout> {
        let shape = tri!(self.tuple());
        if self.eat(b':') {
            Layout::from_tuples(&shape, &tri!(self.tuple()))
        } else {
            Layout::col_major(&shape)
        }
    }

    /// `<tiler,...>`, `_`, a layout, or a shape, inside `depth` brackets.
    const fn tiler(&mut self, depth: usize) -> Result<Tiler> {
        // No profile holds more, and the stack need not find out.
        if depth > 64 {
            return Err(too_many(Op::Parse));
        }
        if self.eat(b'<') {
            let mut out = Tiler::NOTHING;
            loop {
                out = tri!(out.push(&tri!(self.tiler(depth + 1))));
                let comma = self.eat(b',');
                if self.eat(b'>') {
                    return out.wrap();
                }
                if !comma {
                    return self.fail("`,` or `>`");
                }
            }
        }
        if self.eat_blank() {
            return Ok(Tiler::keep());
        }
        if !matches!(self.peek(), b'(' | b'-' | b'_' | b'0'..=b'9') {
            return self.fail("a layout, a shape, `_` or `<`");
        }
        let shape = tri!(self.tuple());
        if self.eat(b':') {
            Ok(Tiler::layout(tri!(Layout::from_tuples(&shape, &tri!(self.tuple())))))
        } else {
            Tiler::shape(&shape)
        }
    }
}

/// What may stand where a value stands.
const fn value_or(blanks: bool) -> &'static str {
    if blanks { "an integer, `_` or `(`" } else { "an integer or `(`" }
}

/// The function that reads a type, and `FromStr` by it.
macro_rules! notation {
    ($type:ty, $function:ident, |$reader:ident| $read:expr) => {
        /// Reads the whole text.
        ///
        /// # Errors
        /// [`Parse`](ErrorKind::Parse) with the byte at which reading stopped, and what the
        /// constructors of the type refuse.
        pub const fn $function(text: &str) -> Result<$type> {
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

        impl FromStr for $type {
            type Err = Error;

            fn from_str(text: &str) -> Result<Self> {
                $function(text)
            }
        }
    };
}

pub(crate) use notation;

notation!(Tuple, parse_tuple, |reader| reader.tuple());
notation!(Slicer, parse_slicer, |reader| reader.nested(true));
notation!(Layout, parse_layout, |reader| reader.layout());
notation!(Tiler, parse_tiler, |reader| reader.tiler(0));

/// The layout of a text that is in its plainest form; all else, and what is wrong, is for the reader.
///
/// One loop without a call: when the compiler runs this, a call costs as much as ten statements,
/// also that for the length of a slice, and the reader takes a millisecond for a literal.
const fn plain_layout(text: &[u8]) -> Option<Layout> {
    let mut modes = [Mode::UNIT; MAX_MODES];
    // The symbols of the profile, of the shape and then of the stride.
    let (mut bits, mut len, mut shape, mut shape_len) = (0_u128, 0_u32, 0_u128, 0_u32);
    let (mut leaf, mut level, mut ended, mut strides, mut i) = (0, 0, false, false, 0);
    let (mut size, end) = (1, text.len());
    while i < end {
        let byte = text[i];
        i += 1;
        match byte {
            b' ' | b'\n' => {}
            b'(' if !ended && len < 100 => {
                bits |= 1 << len;
                len += 1;
                level += 1;
            }
            b')' if ended && level > 0 && len < 126 => {
                len += 1;
                level -= 1;
            }
            b',' if ended && level > 0 => ended = false,
            b':' if ended && level == 0 && !strides => {
                (shape, shape_len, bits, len, leaf) = (bits, len, 0, 0, 0);
                (ended, strides) = (false, true);
            }
            b'-' | b'0'..=b'9' if !ended && leaf < MAX_MODES && len < 120 => {
                let negative = byte == b'-';
                let mut value = if negative { 0 } else { (byte - b'0') as i64 };
                let first = i;
                while i < end {
                    let digit = text[i];
                    if digit < b'0' || digit > b'9' {
                        break;
                    }
                    value = value * 10 + (digit - b'0') as i64;
                    // The sum of all `extent - 1` is below the size. So with a size below 2^30 the span
                    // is below 2^60, and all promises of a layout hold.
                    if value >= 1 << 30 {
                        return None;
                    }
                    i += 1;
                }
                if strides {
                    modes[leaf].stride = if negative { -value } else { value };
                } else {
                    size *= value;
                    modes[leaf].extent = value;
                }
                if size < 1 || size >= 1 << 30 || negative && (i == first || !strides) {
                    return None;
                }
                bits |= 1 << len;
                len += 2;
                leaf += 1;
                ended = true;
            }
            _ => return None,
        }
    }
    if !strides || !ended || level != 0 || bits != shape || len != shape_len {
        return None;
    }
    let leaves = List::of_slots(modes, leaf);
    Some(Layout { tree: Nested { profile: Profile::from_bits(bits, len), leaves } })
}

/// For the macros: the value, or the end of the constant evaluation.
#[doc(hidden)]
pub mod literal {
    use super::*;

    macro_rules! literal {
        ($function:ident, $parse:ident, $type:ty) => {
            #[doc(hidden)]
            pub const fn $function(text: &str) -> $type {
                match $parse(text) {
                    Ok(value) => value,
                    Err(error) => error.raise(),
                }
            }
        };
    }

    /// Layouts are the most frequent literals, and a program may have thousands.
    #[doc(hidden)]
    pub const fn layout(text: &str) -> Layout {
        match plain_layout(text.as_bytes()) {
            Some(layout) => layout,
            None => any_layout(text),
        }
    }

    literal!(tuple, parse_tuple, Tuple);
    literal!(slicer, parse_slicer, Slicer);
    literal!(any_layout, parse_layout, Layout);
    literal!(tiler, parse_tiler, Tiler);
}

/// A [`Layout`] from its notation, checked when the program is compiled.
///
/// ```
/// use tilework::{Layout, layout};
///
/// const TILE: Layout = layout!(((2,4),8):((1,2),8));
/// assert_eq!(TILE.size(), 64);
/// assert_eq!(layout!((4,8)), layout!((4,8):(1,4)));
/// ```
///
/// What is not a layout does not compile:
///
/// ```compile_fail
/// const BAD: tilework::Layout = tilework::layout!((4,8):(1,4,2));
/// ```
#[macro_export]
macro_rules! layout {
    ($($text:tt)*) => {
        const { $crate::parse::literal::layout(stringify!($($text)*)) }
    };
}

/// A [`Tuple`](crate::Tuple) from its notation, checked when the program is compiled: `tuple!((4,8))`.
#[macro_export]
macro_rules! tuple {
    ($($text:tt)*) => {
        const { $crate::parse::literal::tuple(stringify!($($text)*)) }
    };
}

/// A [`Slicer`](crate::Slicer) from its notation, checked when the program is compiled: `slicer!((_,2))`.
#[macro_export]
macro_rules! slicer {
    ($($text:tt)*) => {
        const { $crate::parse::literal::slicer(stringify!($($text)*)) }
    };
}

/// A [`Tiler`](crate::Tiler) from its notation, checked when the program is compiled:
/// `tiler!(<3:3,(2,4):(1,8)>)`, `tiler!(4:2)`, `tiler!(<32,_,40>)`.
#[macro_export]
macro_rules! tiler {
    ($($text:tt)*) => {
        const { $crate::parse::literal::tiler(stringify!($($text)*)) }
    };
}
