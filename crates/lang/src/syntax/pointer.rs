//! Pointers in front of layouts, as CuTe prints tensors: `smem_ptr[16b](0x0) o (4,8):(1,4)`.
//!
//! A pointer is dropped: it says where the data is, not how it is laid out. But a swizzle in front of one acts
//! on addresses, and those count bytes, while a layout counts elements. So the swizzle of
//! `Sw<3,4,3> o smem_ptr[16b](unset) o (8,64):(64,1)` is `Sw<3,3,3>` for the layout, and
//! a note says so.

use crate::operations::Id;
use crate::syntax::ast::{Expr, Node};
use crate::syntax::lexer::Token;
use crate::syntax::parser::{Parser, is_zero};
use crate::syntax::pasted::is_swizzle;
use crate::text::diagnostic::{Diagnostic, Span};

/// A pointer that was read.
pub(crate) struct Pointer {
    /// How many bits an element has, where that is printed.
    bits: Option<i64>,
    /// Where it points to, where that is a number.
    address: Option<(u64, Span)>,
    /// Where a tensor of coordinates or numbers starts: its values count from there.
    pub(crate) origin: Option<Node>,
}

impl Parser<'_> {
    /// Skips `smem_ptr[16b](0x0)` or `ArithTuple(0,0)`, up to the `o` that must follow.
    pub(crate) fn pointer(&mut self) -> Result<Option<Pointer>, Diagnostic> {
        let Some(Token::Name(name)) = self.peek() else { return Ok(None) };
        // Descriptors of shared memory are printed without an address.
        let bare = name == "DescriptorIterator";
        let pointer = name.ends_with("ptr")
            || name.ends_with("iter")
            || name.ends_with("iterator")
            || name == "tmem_"
            || bare;
        // These are no places in memory, but the values themselves.
        let values = matches!(
            name,
            "ArithTuple"
                | "ArithmeticTuple"
                | "arith_tuple"
                | "counting_iter"
                | "counting_iterator"
        );
        if !(pointer || values) {
            return Ok(None);
        }
        let (start, mut end) = (self.at + 1, self.at + 1);
        let mut found = Pointer { bits: None, address: None, origin: None };
        while let Some(close) = self.closing(end) {
            let inside = self.place(end).end..self.place(close).start;
            let written = self.written(&inside).trim();
            match self.token(end) {
                Some(Token::Sign('[')) => {
                    found.bits = written.strip_suffix('b').and_then(|bits| bits.parse().ok());
                }
                Some(Token::Sign('(')) => {
                    let hex = written.strip_prefix("0x");
                    let address = hex.and_then(|hex| u64::from_str_radix(hex, 16).ok());
                    found.address = address.map(|address| (address, inside));
                }
                _ => {}
            }
            end = close + 1;
        }
        if (end == start && !bare) || self.token(end) != Some(Token::Compose) {
            return Ok(None);
        }
        self.no_swizzle(self.at, end)?;
        let known = |i| {
            let token = self.token(i);
            matches!(token, Some(Token::Integer(_) | Token::Sign('(' | ')' | ',' | '-')))
        };
        if values && (start..end).all(known) {
            self.at = start;
            let origin = self.origin()?;
            found.origin = Some(origin).filter(|origin| !is_zero(origin));
        }
        self.at = end;
        Ok(Some(found))
    }

    /// `(2,3)` behind `ArithTuple`, `(5)` behind `counting_iter`.
    fn origin(&mut self) -> Result<Node, Diagnostic> {
        let start = self.here().start;
        let mut items = self.list('(', ')', ',')?;
        let expr = match items.pop() {
            Some(one) if items.is_empty() => one.expr,
            last => {
                items.extend(last);
                Expr::Tuple(items)
            }
        };
        self.node(expr, start)
    }

    /// A map of addresses, written before a pointer, as a map of elements.
    pub(crate) fn on_elements(&mut self, map: Node, pointer: &Pointer) -> Result<Node, Diagnostic> {
        let Expr::Call(operation, span, numbers) = &map.expr else {
            return Err(self.before_pointer(map.span));
        };
        let Some(bits) = pointer.bits.filter(|_| operation.id == Id::MakeSwizzle) else {
            return Err(self.before_pointer(map.span));
        };
        // Addresses that are a multiple of this apart are swizzled alike.
        let numbers: Option<Vec<i64>> = numbers
            .iter()
            .map(|number| match number.expr {
                Expr::Integer(value) => Some(value),
                _ => None,
            })
            .collect();
        let reach = match numbers.as_deref() {
            Some([bits, base, shift]) => bits.saturating_add(*base).saturating_add(shift.abs()),
            _ => 0,
        };
        if let Some((address, place)) = &pointer.address
            && let Ok(reach @ 0..=63) = u32::try_from(reach)
            && address.trailing_zeros() < reach
        {
            let message = format!(
                "the address {address:#x} is not a multiple of {}, after which {} repeats",
                1_u64 << reach,
                self.quote(&map.span)
            );
            return Err(Diagnostic::new("unsupported", place.clone(), message)
                .labelled("this address")
                .help(
                    "print the layout without its pointer, or a tensor that starts at such a multiple",
                ));
        }
        if bits == 8 {
            return Ok(map);
        }
        let written = self.written(&map.span).trim_end_matches("{}").to_owned();
        self.notes.push(format!(
            "`{written}` before a pointer acts on bytes; for elements of {bits} bits \
             it is read as recast({written}, 8, {bits})"
        ));
        let (span, start) = (span.clone(), map.span.start);
        let number = |value| Node { expr: Expr::Integer(value), span: span.clone() };
        let arguments = vec![map, number(8), number(bits)];
        self.node(Expr::Call(Id::Recast.operation(), span.clone(), arguments), start)
    }

    /// A pointer can be swizzled, too; then its layout alone would be the wrong answer.
    pub(crate) fn no_swizzle(&self, from: usize, to: usize) -> Result<(), Diagnostic> {
        for i in from..to {
            if let Some(Token::Name(name)) = self.token(i)
                && is_swizzle(name, self.token(i + 1))
            {
                return Err(self.swizzled_pointer(i));
            }
        }
        Ok(())
    }

    /// A swizzle at token `at` that belongs to a pointer of which the elements are not known.
    pub(crate) fn swizzled_pointer(&self, at: usize) -> Diagnostic {
        let end = self.closing(at + 1).unwrap_or(at);
        self.before_pointer(self.place(at).start..self.place(end).end)
    }

    fn before_pointer(&self, span: Span) -> Diagnostic {
        let message = format!(
            "{} belongs to a pointer: it acts on addresses in bytes, and the layout counts elements",
            self.quote(&span)
        );
        Diagnostic::new("unsupported", span, message)
            .labelled("this part")
            .help("for elements of 2^k bytes write `Sw<B,M-k,S> o 0 o` and the layout")
    }
}
