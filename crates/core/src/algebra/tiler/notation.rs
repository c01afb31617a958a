//! Reading tilers: `<3:3,(2,4):(1,8)>`, `4:2`, `<32,_,40>`.

use core::str::FromStr;

use crate::algebra::tiler::Tiler;
use crate::ground::error::{Error, Op};
use crate::ground::list::tri;
use crate::ground::nested::too_many;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::literal::literal;
use crate::layout::notation::{Reader, notation};

impl Reader<'_> {
    /// `<tiler,...>`, `_`, a layout, or a shape, inside `depth` brackets.
    const fn tiler(&mut self, depth: usize) -> Result<Tiler, Error> {
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

notation!(Tiler, |reader| reader.tiler(0));
literal!(pub tiler_literal, Tiler);

/// A [`Tiler`] from its notation, checked when the program is compiled:
/// `tiler!(<3:3,(2,4):(1,8)>)`, `tiler!(4:2)`, `tiler!(<32,_,40>)`.
#[macro_export]
macro_rules! tiler {
    ($($text:tt)*) => {
        const {
            // An item: `cargo check` evaluates it, and an expression only `cargo build`.
            const LITERAL: $crate::Tiler = $crate::tiler_literal(stringify!($($text)*));
            LITERAL
        }
    };
}
