//! Reading what other programs print: C++ types and calls, MLIR types, Python, pointers.
//!
//! What has a meaning for integer strides is read as if it had been written in our notation. What
//! has none is refused by name, so that nobody has to guess why.

use crate::operations::{self, Id, Operation};
use crate::syntax::ast::{Expr, Node};
use crate::syntax::foreign::unknown_integer;
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::{Diagnostic, Span};

/// C++ types of integers that are not known at compile time.
const DYNAMIC: &[&str] =
    &["int", "unsigned", "long", "size_t", "int32_t", "int64_t", "uint32_t", "uint64_t"];

/// Operations that C++ can apply to a single mode: `size<0>(A)`.
const OF_A_MODE: &[Id] = &[Id::Size, Id::Cosize, Id::Rank, Id::Depth, Id::Shape, Id::Stride];

/// What a name with brackets after it makes.
fn maker(name: &str) -> Option<fn(Vec<Node>) -> Expr> {
    Some(match name {
        "make_shape" | "make_stride" | "make_coord" | "make_step" | "make_tuple" | "Shape"
        | "Stride" | "Coord" | "Step" | "tuple" => Expr::Tuple,
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
    /// What `name` and the brackets after it are, if printers write it.
    pub(crate) fn pasted(&mut self, name: &'a str) -> Result<Option<Node>, Diagnostic> {
        let (span, next) = (self.here(), self.token(self.at + 1));
        if is_swizzle(name, next) {
            return self.map_of_bits(Id::MakeSwizzle).map(Some);
        }
        if name == "Xor" && matches!(next, Some(Token::Sign('<'))) {
            return self.map_of_bits(Id::MakeXorMap).map(Some);
        }
        match (next, operations::find(name)) {
            (Some(Token::Sign('<')), Some(operation)) if self.is_called(self.at + 1) => {
                let call = self.template(operation, None)?;
                self.node(call, span.start).map(Some)
            }
            (Some(Token::Sign('<')), _) => self.typed(name).map(Some),
            (Some(Token::Sign('(')), None) => {
                let integer = matches!(name, "Int" | "Int32" | "Int64" | "Constexpr");
                let Some(make) = maker(name).or(integer.then_some(Expr::Tuple)) else {
                    return Ok(None);
                };
                self.at += 1;
                let mut items = self.list('(', ')', ',')?;
                let expr = match items.pop() {
                    Some(node) if integer && items.is_empty() => node.expr,
                    last => {
                        items.extend(last);
                        with_offset(name, &span, items).unwrap_or_else(make)
                    }
                };
                self.node(expr, span.start).map(Some)
            }
            _ => Ok(None),
        }
    }

    /// Whether `(` follows the bracket that is token `open`.
    pub(crate) fn is_called(&self, open: usize) -> bool {
        self.closing(open).is_some_and(|close| self.token(close + 1) == Some(Token::Sign('(')))
    }

    /// A C++ type, `Layout<Shape<_4,_8>,Stride<_1,_4>>`, or an MLIR one, `layout<"(4,8):(1,4)">`.
    fn typed(&mut self, name: &str) -> Result<Node, Diagnostic> {
        let start = self.here().start;
        let open = self.at + 1;
        let Some(close) = self.closing(open) else {
            return Err(self.unclosed(&self.place(open), '<'));
        };
        if let Some(quote) =
            (open..close).find(|&i| matches!(self.token(i), Some(Token::Sign('"' | '\''))))
        {
            return self.inside(start, quote, close);
        }
        if matches!(name, "Tensor" | "tensor" | "memref" | "coord_tensor") {
            return self.tensor(start, open, close);
        }
        let constant = matches!(name, "Int" | "C" | "constant" | "integral_constant");
        let single = matches!(name, "layout" | "shape" | "int_tuple" | "coord" | "tile");
        if matches!(name, "E" | "ScaledBasis") {
            return self.basis_type(name, start);
        }
        let layouts = matches!(name, "Layout" | "ComposedLayout");
        if !(constant || single || layouts || maker(name).is_some()) {
            let message = format!("`{name}<...>` is not a type of layouts");
            return Err(Diagnostic::new("unknown-name", self.here(), message).help(
                "the known types are Layout, ComposedLayout, Swizzle, Shape, Stride, Coord, Step, Tile, Int, C, tuple, Tensor",
            ));
        }
        self.at += 1;
        let mut items = self.list('<', '>', ',')?;
        self.braces();
        let span = start..self.so_far();
        if constant || single {
            return match items.pop() {
                // `integral_constant<int, 4>`: the value comes last.
                Some(node) => Ok(Node { expr: node.expr, span }),
                None => Err(Diagnostic::syntax(span, format!("`{name}<>` needs a value"))),
            };
        }
        for item in &mut items {
            match &item.expr {
                Expr::Name(word) if DYNAMIC.contains(&word.as_str()) => {
                    return Err(unknown_integer(item.span.clone(), word));
                }
                // `Step<_1,X,_1>`: X leaves a mode out.
                Expr::Name(word) if word == "X" => item.expr = Expr::Blank,
                _ => {}
            }
        }
        let expr = match (name, items.len()) {
            ("Layout", 2) => match (items.pop(), items.pop()) {
                (Some(stride), Some(shape)) => Expr::Layout(Box::new(shape), Box::new(stride)),
                _ => Expr::Tuple(items),
            },
            ("Layout", 1) => Expr::Call(Id::MakeLayout.operation(), span.clone(), items),
            ("Layout", count) => {
                let message = format!("`Layout<...>` has a shape and a stride, not {count} parts");
                return Err(Diagnostic::syntax(span, message));
            }
            ("ComposedLayout", 3) => {
                Expr::Call(Id::ComposedLayout.operation(), span.clone(), items)
            }
            ("ComposedLayout", count) => {
                let message = format!(
                    "`ComposedLayout<...>` has a map, an offset and a layout, not {count} parts"
                );
                return Err(Diagnostic::syntax(span, message));
            }
            // C++ writes a tiler by mode as a tuple of layouts, too.
            ("tuple", _) if items.iter().any(holds_layouts) => Expr::Tiler(items),
            _ => maker(name).map_or_else(|| Expr::Tuple(Vec::new()), |make| make(items)),
        };
        self.node(expr, start)
    }

    /// `!cute.layout<"...">`: a type of MLIR.
    pub(crate) fn dialect_type(&mut self) -> Result<Node, Diagnostic> {
        self.at += 1;
        match (self.peek(), self.token(self.at + 1)) {
            (Some(Token::Name(name)), Some(Token::Sign('<'))) => self.typed(name),
            _ => self.fail("a type such as `cute.layout<\"(4,8):(1,4)\">` after `!`"),
        }
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

    /// Skips `{}` or `()`, which make a value of a C++ type.
    pub(crate) fn braces(&mut self) {
        let next = (self.peek(), self.token(self.at + 1));
        if next == (Some(Token::Sign('{')), Some(Token::Sign('}'))) {
            self.at += 2;
        }
    }

    /// Whether a tuple with this in it is a tiler by mode: `(Layout(3, 3), Layout((2, 4), (1, 8)))`
    /// is one in Python, where `make_layout` puts layouts side by side.
    pub(crate) fn python_tiler(&self, item: &Node) -> bool {
        match &item.expr {
            Expr::Call(_, name, _) => self.written(name) == "Layout",
            Expr::Tiler(_) => self.written(&item.span).starts_with('('),
            _ => false,
        }
    }

    /// `get<0>(A)`, `upcast<2>(A)`, `size<0>(A)`: what C++ passes as template arguments; `receiver` is
    /// what stands before the dot of `A.get<0>()`.
    pub(crate) fn template(
        &mut self,
        operation: &'static Operation,
        receiver: Option<Node>,
    ) -> Result<Expr, Diagnostic> {
        let name = self.here();
        let start = receiver.as_ref().map_or(name.start, |receiver| receiver.span.start);
        self.at += 1;
        let parameters = self.list('<', '>', ',')?;
        let mut arguments: Vec<Node> = receiver.into_iter().collect();
        arguments.extend(self.arguments(operation)?);
        let span = start..self.so_far();
        let call =
            |operation: Id, arguments| Expr::Call(operation.operation(), name.clone(), arguments);
        // A call of a mode is two nodes.
        self.height += 1;
        Ok(match operation.id {
            // `get<1,0>(A)` is a path.
            Id::Get => {
                arguments.push(Node { expr: Expr::List(parameters), span: name.clone() });
                call(Id::Get, arguments)
            }
            query if OF_A_MODE.contains(&query) && arguments.len() == 1 => {
                arguments.push(Node { expr: Expr::List(parameters), span: name.clone() });
                let mode = Node { expr: call(Id::Get, arguments), span: span.clone() };
                call(query, vec![mode])
            }
            other => {
                let first = usize::from(!arguments.is_empty());
                arguments.splice(first..first, parameters);
                match other {
                    Id::Append => call(Id::AppendN, arguments),
                    Id::Prepend => call(Id::PrependN, arguments),
                    _ => call(other, arguments),
                }
            }
        })
    }

    /// Skips `stride=` where the argument of that name stands.
    pub(crate) fn keyword(
        &mut self,
        operation: &Operation,
        index: usize,
    ) -> Result<(), Diagnostic> {
        let (Some(Token::Name(name)), Some(Token::Sign('='))) =
            (self.peek(), self.token(self.at + 1))
        else {
            return Ok(());
        };
        if operation.has_argument(index, name) {
            self.at += 2;
            return Ok(());
        }
        let message = format!("`{}` has no argument `{name}` at this position", operation.name);
        let span = self.here().start..self.place(self.at + 1).end;
        Err(Diagnostic::new("usage", span, message).help(operation.usage()))
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
        self.braces();
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

/// `make_layout(shape, LayoutRight{})`: the operation that is meant.
pub(crate) fn with_order(
    operation: &'static Operation,
    arguments: &mut Vec<Node>,
) -> &'static Operation {
    let (Id::MakeLayout, [_, Node { expr: Expr::Name(order), .. }]) =
        (operation.id, arguments.as_slice())
    else {
        return operation;
    };
    let meant = match order.as_str() {
        "LayoutLeft" | "GenColMajor" => Id::MakeLayoutLeft,
        "LayoutRight" | "GenRowMajor" => Id::MakeLayoutRight,
        _ => return operation,
    };
    arguments.pop();
    meant.operation()
}

/// Whether a tuple with this in it is one of layouts.
fn holds_layouts(node: &Node) -> bool {
    matches!(node.expr, Expr::Layout(..) | Expr::Blank | Expr::Tiler(_))
}
