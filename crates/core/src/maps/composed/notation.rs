//! Reading `Sw<3,3,3>`, `Xor<1,2,5>` and `Sw<3,3,3> o 0 o (8,64):(64,1)`.

use core::str::FromStr;

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::notation::{Reader, notation};
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::{Chain, Outer};
use crate::maps::swizzle::{BITS, Swizzle};
use crate::maps::xor_map::XorMap;

impl Reader<'_> {
    /// Reads a word if it comes next, with `<` after it.
    const fn eat_word(&mut self, word: &str) -> bool {
        self.peek();
        let (bytes, mut i) = (word.as_bytes(), 0);
        while i < bytes.len() {
            if self.at + i >= self.text.len() || self.text[self.at + i] != bytes[i] {
                return false;
            }
            i += 1;
        }
        let mut after = *self;
        after.at += bytes.len();
        if !after.eat(b'<') {
            return false;
        }
        *self = after;
        true
    }

    /// The integers up to `>`.
    const fn integers(&mut self) -> Result<List<i64, { BITS as usize + 1 }>, Error> {
        let mut out = List::new(0);
        if self.eat(b'>') {
            return Ok(out);
        }
        loop {
            if !out.push(tri!(self.integer("an integer"))) {
                let kind = ErrorKind::NoSuchBit { bit: BITS as i64, limit: BITS };
                return Err(Error::new(Op::Parse, kind));
            }
            let comma = self.eat(b',');
            if self.eat(b'>') {
                return Ok(out);
            }
            if !comma {
                return self.fail("`,` or `>`");
            }
        }
    }

    const fn swizzle(&mut self) -> Result<Option<Swizzle>, Error> {
        let there = self.eat_word("Swizzle") || self.eat_word("Sw") || self.eat_word("S");
        if !there {
            return Ok(None);
        }
        let numbers = tri!(self.integers());
        if !matches!(numbers.len(), 2 | 3) {
            return self.fail("two or three integers between `<` and `>`");
        }
        // As in C++, the shift is as wide as the fields unless it is given.
        let shift = numbers.at(if numbers.len() == 3 { 2 } else { 0 });
        let (bits, base) = (numbers.at(0), numbers.at(1));
        let largest = i32::MAX as i64;
        if bits < 0 || base < 0 || bits > largest || base > largest || shift.abs() > largest {
            return self.fail("bits and base that are not negative, and a shift, of at most 63");
        }
        Ok(Some(tri!(Swizzle::new(bits as u32, base as u32, shift as i32))))
    }

    const fn outer(&mut self) -> Result<Outer, Error> {
        if let Some(swizzle) = tri!(self.swizzle()) {
            return Ok(Outer::Swizzle(swizzle));
        }
        if self.eat_word("Xor") {
            return Ok(Outer::Xor(tri!(XorMap::new(tri!(self.integers()).as_slice()))));
        }
        if !matches!(self.peek(), b'(' | b'-' | b'_' | b'0'..=b'9') {
            return self.fail("a layout, `Sw<` or `Xor<`");
        }
        Ok(Outer::Layout(tri!(self.layout())))
    }

    /// Maps and offsets, and a layout at the end.
    pub(crate) const fn composed(&mut self) -> Result<Parts, Error> {
        let mut chain = Chain::NONE;
        loop {
            let part = tri!(self.outer());
            if !self.eat(b'o') {
                return match part {
                    Outer::Layout(inner) if chain.len() == 0 => Ok(Parts::Plain(inner)),
                    Outer::Layout(inner) => {
                        let composed = ComposedLayout { chain, inner };
                        Ok(Parts::Composed(tri!(composed.checked(Op::ComposedLayout))))
                    }
                    _ => self.fail("` o ` and a layout"),
                };
            }
            // An offset may be left out: `Sw<3,3,3> o (8,64):(64,1)`.
            let mut ahead = *self;
            let offset = match ahead.integer("an offset") {
                Ok(offset) if ahead.eat(b'o') => {
                    *self = ahead;
                    offset
                }
                _ => 0,
            };
            tri!(chain.push(&part, offset));
        }
    }
}

/// What was read: a layout, behind maps or not.
#[derive(Clone, Copy)]
#[allow(clippy::large_enum_variant)]
pub(crate) enum Parts {
    Plain(Layout),
    Composed(ComposedLayout),
}

notation!(Swizzle, |reader| match reader.swizzle() {
    Ok(Some(swizzle)) => Ok(swizzle),
    Ok(None) => reader.fail("`Sw<`, `S<` or `Swizzle<`"),
    Err(error) => Err(error),
});

notation!(XorMap, |reader| match reader.outer() {
    Ok(Outer::Xor(map)) => Ok(map),
    Ok(Outer::Swizzle(swizzle)) => Ok(XorMap::of(&swizzle)),
    Ok(Outer::Layout(_)) => reader.fail("`Xor<` or `Sw<`"),
    Err(error) => Err(error),
});

notation!(Outer, |reader| reader.outer());

notation!(ComposedLayout, |reader| match reader.composed() {
    Ok(Parts::Composed(composed)) => Ok(composed),
    Ok(Parts::Plain(_)) => reader.fail("` o ` and a layout"),
    Err(error) => Err(error),
});
