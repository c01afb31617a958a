//! Writing and reading `(4,8):(1@0,1@1)`.

use core::fmt::{self, Write};
use core::str::FromStr;

use crate::coords::basis::BasisStride;
use crate::coords::coord_layout::{CoordLayout, CoordMode};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::List;
use crate::ground::nested::Nested;
use crate::ground::profile::Token;
use crate::ground::text::{Buffered, Text};
use crate::layout::grid::grid;
use crate::layout::notation::Reader;
use crate::layout::tuple::{Tuple, write_nested};

impl fmt::Display for Nested<BasisStride> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let leaf = |stride: BasisStride, out: &mut Buffered<'_, '_>| write!(out, "{stride}");
        Buffered::write(f, |out| write_nested(self, out, leaf))
    }
}

impl fmt::Display for CoordLayout {
    /// A codomain with modes at its end that no stride reaches does not show. `{:#}` has the grid of
    /// coordinates below, as for a [`Layout`](crate::Layout).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.shape(), self.stride())?;
        if f.alternate() {
            // Inside the domain there is a value.
            let at = |index: i64| self.at(index).unwrap_or_else(|_| Tuple::leaf(0));
            grid(f, &self.shape(), at)?;
        }
        Ok(())
    }
}

impl fmt::Debug for CoordLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}

impl FromStr for CoordLayout {
    type Err = Error;

    /// Reads `shape:stride`, with integers or basis elements as strides.
    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text);
        layout(&mut reader).map_err(|error| error.on(Text::EMPTY.str(text)))
    }
}

impl FromStr for BasisStride {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text);
        let read = stride(&mut reader).and_then(|stride| reader.finish().map(|()| stride));
        read.map_err(|error| error.on(Text::EMPTY.str(text)))
    }
}

impl FromStr for Nested<BasisStride> {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        let mut reader = Reader::new(text);
        strides(&mut reader).map_err(|error| error.on(Text::EMPTY.str(text)))
    }
}

fn layout(reader: &mut Reader<'_>) -> Result<CoordLayout, Error> {
    let shape = reader.tuple()?;
    if !reader.eat(b':') {
        return reader.fail("`:` and the strides");
    }
    CoordLayout::new(&shape, &strides(reader)?)
}

/// The rest of the text, a tuple of strides.
fn strides(reader: &mut Reader<'_>) -> Result<Nested<BasisStride>, Error> {
    let mut strides = Nested::leaf(BasisStride::ZERO).nothing();
    // `()` has no strides, so it can only be the whole tuple.
    let mut ahead = *reader;
    if ahead.eat(b'(') && ahead.eat(b')') {
        *reader = ahead;
    } else {
        strides_into(reader, &mut strides)?;
    }
    reader.finish()?;
    Ok(strides)
}

/// Appends a nested tuple of strides. Its depth is bounded: `open` refuses what does not fit.
fn strides_into(reader: &mut Reader<'_>, out: &mut Nested<BasisStride>) -> Result<(), Error> {
    if !reader.eat(b'(') {
        return out.push(&Nested::leaf(stride(reader)?));
    }
    out.open()?;
    loop {
        strides_into(reader, out)?;
        let comma = reader.eat(b',');
        if reader.eat(b')') {
            return out.close();
        }
        if !comma {
            return reader.fail("`,` or `)`");
        }
    }
}

/// `3@0+1@1@0`: factors and places, joined by `+`.
fn stride(reader: &mut Reader<'_>) -> Result<BasisStride, Error> {
    let mut sum = BasisStride::ZERO;
    loop {
        let scale = reader.integer("an integer, a basis element or `(`")?;
        // Written from the inside out.
        let (mut path, mut len) = ([0_usize; 8], 0);
        while reader.eat(b'@') {
            let step = reader.integer("the number of a mode")?;
            let Ok(step) = u8::try_from(step) else {
                return reader.fail("the number of a mode, at most 255");
            };
            if len == path.len() {
                let what = "a coordinate nested more than 7 deep";
                return Err(Error::new(Op::Parse, ErrorKind::Unsupported { what }));
            }
            path[len] = usize::from(step);
            len += 1;
        }
        path[..len].reverse();
        sum = sum.add(&BasisStride::new(scale, &path[..len])?)?;
        if !reader.eat(b'+') {
            return Ok(sum);
        }
    }
}

/// Modes as operand of an error.
pub(super) const fn text_after(tree: &Nested<CoordMode>, before: Text) -> Text {
    let (mut extents, mut i) = (List::new(0), 0);
    while i < tree.length() {
        let _ = extents.push(tree.leaves.at(i).extent);
        i += 1;
    }
    let mut text = before.tuple(&Nested { profile: tree.profile, leaves: extents }).str(":");
    if tree.length() == 0 {
        return text.str("()");
    }
    let (mut tokens, mut leaf) = (tree.profile.tokens(), 0);
    while let Some(token) = tokens.next() {
        text = match token {
            Token::Open => text.str("("),
            Token::Close => text.str(")"),
            Token::Comma => text.str(","),
            Token::Leaf => {
                leaf += 1;
                stride_text(&tree.leaves.at(leaf - 1).stride, text)
            }
        };
    }
    text
}

const fn stride_text(stride: &BasisStride, before: Text) -> Text {
    if stride.is_zero() {
        return before.str("0");
    }
    let (terms, mut text, mut i) = (stride.terms(), before, 0);
    while i < terms.len() {
        text = if i == 0 { text } else { text.str("+") }.int(terms[i].scale);
        let mut step = terms[i].basis.len();
        while step > 0 {
            step -= 1;
            text = text.str("@").int(terms[i].basis.step(step) as i64);
        }
        i += 1;
    }
    text
}
