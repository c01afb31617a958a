//! Reading what other programs print: C++ types and calls, MLIR types, Python, pointers.
//!
//! What has a meaning for integer strides is read as if it had been written in our notation. What
//! has none is refused by name, so that nobody has to guess why.

mod element;
mod cpp;
mod python;

pub(crate) use cpp::with_order;
pub(crate) use element::bits as element_bits;

use crate::operations::{Id, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::syntax::foreign::unknown_integer;
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::{Diagnostic, Span};

/// Operations that can be applied to a single mode: `size<0>(A)`, `size(A, mode=[0])`.
const OF_A_MODE: &[Id] = &[Id::Size, Id::Cosize, Id::Rank, Id::Depth, Id::Shape, Id::Stride];

/// What a name with brackets after it makes.
fn maker(name: &str) -> Option<fn(Vec<Node>) -> Expr> {
    Some(match name {
        "make_shape" | "make_stride" | "make_coord" | "make_step" | "make_tuple"
        | "make_int_tuple" | "Shape" | "Stride" | "Coord" | "Step" | "tuple" => Expr::Tuple,
        "make_tile" | "make_tiler" | "Tile" => Expr::Tiler,
        _ => return None,
    })
}

pub(crate) fn is_swizzle(name: &str, next: Option<Token<'_>>) -> bool {
    match next {
        Some(Token::Sign('<')) => matches!(name, "Sw" | "S" | "Swizzle"),
        Some(Token::Sign('(')) => name == "Sw",
        _ => false,
    }
}

impl<'a> Parser<'a> {
    /// What `name`, which may be that of an operation, and the brackets after it are, if printers write it.
    pub(crate) fn pasted(
        &mut self,
        name: &'a str,
        operation: Option<&'static Operation>,
    ) -> Result<Option<Node>, Diagnostic> {
        let next = self.token(self.at + 1);
        if !matches!(next, Some(Token::Sign('<' | '('))) {
            return Ok(None);
        }
        if is_swizzle(name, next) {
            return self.map_of_bits(Id::MakeSwizzle).map(Some);
        }
        let typed = next == Some(Token::Sign('<'));
        match name {
            "Xor" if typed => return self.map_of_bits(Id::MakeXorMap).map(Some),
            "tensor" if !typed => return self.printed_tensor().map(Some),
            "make_tensor" => return self.make_tensor().map(Some),
            "decltype" | "make_counting_tensor" if !typed => return self.only_argument().map(Some),
            _ => {}
        }
        match operation {
            Some(operation) if typed && self.is_called(self.at + 1) => {
                let start = self.here().start;
                let call = self.template(operation, None)?;
                self.node(call, start).map(Some)
            }
            // `layout<1>(A)`: a mode.
            None if typed && name == "layout" && self.is_called(self.at + 1) => {
                let start = self.here().start;
                let call = self.template(Id::Get.operation(), None)?;
                self.node(call, start).map(Some)
            }
            _ if typed => self.typed(name).map(Some),
            Some(_) => Ok(None),
            None => self.made(name),
        }
    }

    /// `make_shape(4, 8)`, `Int32(4)`: a tuple, a tiler or an integer.
    fn made(&mut self, name: &str) -> Result<Option<Node>, Diagnostic> {
        let start = self.here().start;
        if matches!(name, "Int" | "Int32" | "Int64" | "Constexpr") {
            return self.only_argument().map(Some);
        }
        if name == "slice_" {
            return self.slice_of().map(Some);
        }
        if name == "make_identity_tensor" {
            // Its layout; the coordinate it starts at is 0.
            return self.renamed(Id::MakeIdentityLayout).map(Some);
        }
        let Some(make) = maker(name) else { return Ok(None) };
        self.at += 1;
        let items = self.list('(', ')', ',')?;
        let expr = with_offset(name, &(start..self.so_far()), items).unwrap_or_else(make);
        self.node(expr, start).map(Some)
    }

    /// A call of an operation by a name that only other programs have for it.
    fn renamed(&mut self, operation: Id) -> Result<Node, Diagnostic> {
        let name = self.here();
        self.at += 1;
        let arguments = self.arguments(operation.operation())?;
        let start = name.start;
        self.node(Expr::Call(operation.operation(), name, arguments), start)
    }

    /// `decltype(A)`, `Int32(4)`: what stands alone in the parentheses.
    fn only_argument(&mut self) -> Result<Node, Diagnostic> {
        let name = self.here();
        self.at += 1;
        let mut items = self.list('(', ')', ',')?;
        self.braces();
        let span = name.start..self.so_far();
        match (items.pop(), items.is_empty()) {
            (Some(node), true) => Ok(Node { expr: node.expr, span }),
            _ => Err(Diagnostic::syntax(span, format!("{} has one argument", self.quote(&name)))),
        }
    }

    /// Whether `(` follows the bracket that is token `open`.
    pub(crate) fn is_called(&self, open: usize) -> bool {
        self.closing(open).is_some_and(|close| self.token(close + 1) == Some(Token::Sign('(')))
    }

    /// The value that starts at token `at`, alone in the brackets that token `close` closes.
    fn inside(&mut self, start: usize, at: usize, close: usize) -> Result<Node, Diagnostic> {
        self.at = at;
        let node = self.deeper(Parser::comparison)?;
        if self.at != close {
            return self.fail("`>`");
        }
        self.at = close + 1;
        self.braces();
        Ok(Node { expr: node.expr, span: start..self.so_far() })
    }

    /// `Tensor<0x7f@gmem o (4,8):(1,4)>` and `Tensor<ViewEngine<..>, Layout<..>>`.
    fn tensor(&mut self, start: usize, open: usize, close: usize) -> Result<Node, Diagnostic> {
        let mut i = open + 1;
        while i < close {
            if let Some(Token::Name(name)) = self.token(i)
                && is_swizzle(name, self.token(i + 1))
            {
                return Err(self.swizzled_pointer(i));
            }
            match self.token(i) {
                Some(Token::Compose) => return self.inside(start, i + 1, close),
                Some(Token::Name("Layout")) => return self.inside(start, i, close),
                _ => {}
            }
            self.no_swizzle(i, self.closing(i).unwrap_or(i))?;
            i = self.closing(i).unwrap_or(i) + 1;
        }
        let message = "there is no layout in this tensor";
        Err(Diagnostic::syntax(start..self.place(close).end, message)
            .help("a tensor is printed as `Tensor<pointer o shape:stride>`"))
    }

    /// `"..."`.
    pub(crate) fn quoted(&mut self) -> Result<Node, Diagnostic> {
        let opened = self.here();
        let quote = if self.is('"') { '"' } else { '\'' };
        self.at += 1;
        let node = self.deeper(Parser::comparison)?;
        if !self.eat(quote) {
            return match self.peek() {
                None => Err(self.unclosed(&opened, quote)),
                Some(_) => self.fail(&format!("`{quote}`")),
            };
        }
        Ok(Node { expr: node.expr, span: opened.start..self.so_far() })
    }

    /// Skips `{}`, which makes a value of a C++ type.
    pub(crate) fn braces(&mut self) {
        let next = (self.peek(), self.token(self.at + 1));
        if next == (Some(Token::Sign('{')), Some(Token::Sign('}'))) {
            self.at += 2;
        }
    }

    /// `Sw<3,3,3>`, `S<3,4,3>`, `Swizzle<3,3,3>{}`, `Xor<1,2,5>`.
    fn map_of_bits(&mut self, operation: Id) -> Result<Node, Diagnostic> {
        let (at, name) = (self.at, self.here());
        self.at += 1;
        let (open, close) = if self.is('(') { ('(', ')') } else { ('<', '>') };
        let mut items = self.list(open, close, ',')?;
        if let (Id::MakeSwizzle, '<', [bits, _]) = (operation, open, items.as_slice()) {
            // As in C++, the shift is as wide as the fields unless it is given.
            items.push(bits.clone());
        }
        self.made_of_type();
        let map = self.node(Expr::Call(operation.operation(), name.clone(), items), name.start)?;
        // `Sw<3,4,3>_smem_ptr[16b](0x0) o ...`: the layout follows the pointer.
        match self.peek() {
            Some(Token::Name(word)) if word.ends_with("ptr") => match self.pointer()? {
                Some(pointer) => self.on_elements(map, &pointer),
                None => Err(self.swizzled_pointer(at)),
            },
            _ => Ok(map),
        }
    }

    /// `?`, `?{div=16}`.
    pub(crate) fn dynamic(&self) -> Diagnostic {
        let end = self.closing(self.at + 1).unwrap_or(self.at);
        let span = self.here().start..self.place(end).end;
        let written = self.written(&span).to_owned();
        unknown_integer(span, &written)
    }
}

/// `make_tuple(layout, offset)`, `make_tuple(layout, layout)` and `make_tuple(layout, tile)`: two results, as
/// operations of C++ return them. Gives the items back where they are a tuple.
fn with_offset(name: &str, span: &Span, items: Vec<Node>) -> Result<Expr, Vec<Node>> {
    let made = |node: &Node| match &node.expr {
        Expr::Layout(..) => true,
        Expr::Call(operation, ..) => matches!(operation.id, Id::MakeLayout | Id::ComposedLayout),
        _ => false,
    };
    let operation = match items.as_slice() {
        [layout, Node { expr: Expr::Integer(_), .. }] if made(layout) => Id::WithOffset,
        [left, right] if made(left) && made(right) => Id::Pair,
        [layout, Node { expr: Expr::Tuple(_), .. }] if made(layout) => Id::TvLayout,
        _ => return Err(items),
    };
    if name != "make_tuple" {
        return Err(items);
    }
    Ok(Expr::Call(operation.operation(), span.clone(), items))
}
