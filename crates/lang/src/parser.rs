//! From tokens to expressions.
//!
//! From loosest to tightest: `=` (binding or claim), `==` and `~`, `o`, then `A(..)`, `A[..]` and
//! `shape:stride`. A recursive descent whose depth is limited: no layout is nested deeper than
//! some thirty parentheses, and ten thousand of them must not exhaust the stack.

use crate::ast::{Expr, Node, Statement};
use crate::diagnostic::{Diagnostic, Span};
use crate::lexer::{EQUAL, Spanned, Token, tokens};
use crate::operations;

const DEEPEST: usize = 100;

/// Reads one statement: an expression, a binding `name = expression`, or a claim
/// `expression = expression`.
///
/// # Errors
/// A [`Diagnostic`] of kind `syntax` that points at what cannot be read.
///
/// ```
/// use tilework_lang::{Statement, parse};
///
/// assert!(matches!(parse("(6,2):(8,2) o (4,3):(3,1)")?, Statement::Expression(_)));
/// assert!(matches!(parse("A = (4,8)")?, Statement::Binding(..)));
/// assert!(matches!(parse("coalesce((2,4):(1,2)) = 8:1")?, Statement::Claim(..)));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn parse(text: &str) -> Result<Statement, Diagnostic> {
    let mut parser = Parser { tokens: tokens(text)?, at: 0, depth: 0, end: text.trim_end().len() };
    let left = parser.comparison()?;
    let statement = if parser.eat('=') {
        let right = parser.comparison()?;
        match left.expr {
            Expr::Name(name) => Statement::Binding(name, left.span, right),
            _ => Statement::Claim(left, right),
        }
    } else {
        Statement::Expression(left)
    };
    match parser.tokens.get(parser.at) {
        None => Ok(statement),
        Some((token, span)) => {
            let found = Diagnostic::syntax(span.clone(), "an operator or the end");
            Err(match token {
                Token::Integer(_) | Token::Name(_) | Token::Sign('(') => {
                    found.help("two values need something between them: `o` composes, `,` lists")
                }
                _ => found,
            })
        }
    }
}

struct Parser {
    tokens: Vec<Spanned>,
    at: usize,
    depth: usize,
    /// Where the text ends, for errors that miss something.
    end: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|token| &token.0)
    }

    /// Where the next token stands.
    fn here(&self) -> Span {
        self.tokens.get(self.at).map_or(self.end..self.end, |token| token.1.clone())
    }

    /// Where the last token that was read ends.
    fn so_far(&self) -> usize {
        if self.at == 0 { 0 } else { self.tokens[self.at - 1].1.end }
    }

    fn is(&self, sign: char) -> bool {
        self.peek() == Some(&Token::Sign(sign))
    }

    fn eat(&mut self, sign: char) -> bool {
        let there = self.is(sign);
        self.at += usize::from(there);
        there
    }

    fn fail<T>(&self, expected: &str) -> Result<T, Diagnostic> {
        Err(Diagnostic::syntax(self.here(), expected))
    }

    /// Goes one level deeper, if that is still sane.
    fn nested<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        if self.depth == DEEPEST {
            let message = format!("nested more than {DEEPEST} deep");
            return Err(Diagnostic::new("syntax", self.here(), message));
        }
        self.depth += 1;
        let out = read(self);
        self.depth -= 1;
        out
    }

    fn comparison(&mut self) -> Result<Node, Diagnostic> {
        let left = self.composition()?;
        let build = match self.peek() {
            Some(Token::Sign(EQUAL)) => Expr::Equal,
            Some(Token::Sign('~')) => Expr::Same,
            _ => return Ok(left),
        };
        self.at += 1;
        let right = self.composition()?;
        Ok(join(left, right, build))
    }

    /// `A o B o C`, from the left. Pointers and zero offsets that printers put in front of a
    /// layout (`ptr[32b](0x0) o (4,8):(1,4)`) are dropped.
    fn composition(&mut self) -> Result<Node, Diagnostic> {
        let mut left = None;
        loop {
            let part = if self.skip_pointer() { None } else { Some(self.postfix()?) };
            left = match (left, part) {
                (None, part) => part,
                (Some(left), Some(part)) => Some(join(left, part, Expr::Compose)),
                (left, None) => left,
            };
            if self.peek() != Some(&Token::Compose) {
                break;
            }
            self.at += 1;
        }
        match left {
            Some(node) => Ok(node),
            None => self.fail("a layout after the pointer"),
        }
    }

    /// `smem_ptr[16b](0x0)`, `gmem_ptr<..>(..)`, `ArithTuple(0,0)`: what stands before a tensor's layout.
    fn skip_pointer(&mut self) -> bool {
        let Some(Token::Name(name)) = self.peek() else {
            return false;
        };
        if !(name.ends_with("ptr") || name == "ArithTuple" || name == "ArithmeticTuple") {
            return false;
        }
        let start = self.at;
        self.at += 1;
        let mut level = 0;
        while let Some(token) = self.peek() {
            match token {
                Token::Sign('(' | '[' | '<') => level += 1,
                Token::Sign(')' | ']' | '>') => level -= 1,
                Token::Compose if level == 0 => return true,
                _ if level == 0 => break,
                _ => {}
            }
            self.at += 1;
        }
        self.at = start;
        false
    }

    /// A value, what it is applied to, and its modes.
    fn postfix(&mut self) -> Result<Node, Diagnostic> {
        let mut node = self.layout()?;
        loop {
            let start = node.span.start;
            let expr = if self.is('(') {
                Expr::Apply(Box::new(node), self.list('(', ')', ',')?)
            } else if self.is('[') {
                Expr::Mode(Box::new(node), self.list('[', ']', ',')?)
            } else {
                return Ok(node);
            };
            node = Node { expr, span: start..self.so_far() };
        }
    }

    /// A value, or `shape:stride`.
    fn layout(&mut self) -> Result<Node, Diagnostic> {
        let shape = self.value()?;
        if !self.eat(':') {
            return Ok(shape);
        }
        let stride = self.value()?;
        Ok(join(shape, stride, Expr::Layout))
    }

    fn value(&mut self) -> Result<Node, Diagnostic> {
        let start = self.here().start;
        let negative = self.eat('-');
        let expr = match self.peek().cloned() {
            Some(Token::Integer(value)) => {
                self.at += 1;
                Expr::Integer(if negative { -value } else { value })
            }
            _ if negative => return self.fail("an integer after `-`"),
            Some(Token::Blank) => {
                self.at += 1;
                Expr::Blank
            }
            Some(Token::Name(name)) => return self.name(name, start),
            Some(Token::Sign('(')) => {
                let mut items = self.nested(|parser| parser.list('(', ')', ','))?;
                // `(A o B)` only groups; `(4)` and `((2,4))` are tuples of one.
                let groups = items.len() == 1
                    && !matches!(items[0].expr, Expr::Integer(_) | Expr::Blank | Expr::Tuple(_))
                    && self.tokens[self.at - 2].0 != Token::Sign(',');
                if groups && let Some(inner) = items.pop() {
                    return Ok(Node { expr: inner.expr, span: start..self.so_far() });
                }
                Expr::Tuple(items)
            }
            Some(Token::Sign('<')) => {
                Expr::Tiler(self.nested(|parser| parser.list('<', '>', ','))?)
            }
            Some(Token::Sign('[')) => self.nested(Parser::bracket)?,
            _ => return self.fail("a layout, a number or an operation"),
        };
        Ok(Node { expr, span: start..self.so_far() })
    }

    /// `[1,2,3]`, a list, or `[4:1;_]`, a tiler as CuTe's IR prints it: the first separator decides.
    fn bracket(&mut self) -> Result<Expr, Diagnostic> {
        let start = self.at;
        let mut level = 0_usize;
        // Look ahead over balanced signs, without reading anything twice.
        let tiler = self.tokens[start..].iter().find_map(|(token, _)| match token {
            Token::Sign('(' | '[' | '<') => {
                level += 1;
                None
            }
            Token::Sign(')' | ']' | '>') => {
                level = level.saturating_sub(1);
                (level == 0).then_some(false)
            }
            Token::Sign(sign @ (',' | ';')) if level == 1 => Some(*sign == ';'),
            _ => None,
        });
        match tiler {
            Some(true) => self.list('[', ']', ';').map(Expr::Tiler),
            _ => self.list('[', ']', ',').map(Expr::List),
        }
    }

    /// A name: an operation with its arguments, or a bound value.
    fn name(&mut self, name: String, start: usize) -> Result<Node, Diagnostic> {
        let span = self.here();
        self.at += 1;
        // `Shape<_4,_8>`, `Int<4>{}` and so on, as CuTe's types print.
        if self.is('<') && operations::find(&name).is_none() {
            return self.typed(&name, span);
        }
        if self.is('(')
            && let Some(operation) = operations::find(&name)
        {
            let arguments = self.nested(|parser| parser.list('(', ')', ','))?;
            let expr = Expr::Call(operation.name.to_owned(), span, arguments);
            return Ok(Node { expr, span: start..self.so_far() });
        }
        Ok(Node { expr: Expr::Name(name), span })
    }

    /// A C++ type: `Layout<Shape<_4,_8>,Stride<_1,_4>>`, `Tile<...>`, `Int<4>`, `C<4>`.
    fn typed(&mut self, name: &str, span: Span) -> Result<Node, Diagnostic> {
        let items = self.nested(|parser| parser.list('<', '>', ','))?;
        // `Int<4>{}`: the braces of a value of that type.
        if self.eat('{') && !self.eat('}') {
            return self.fail("`}`");
        }
        let span = span.start..self.so_far();
        let mut items = items;
        let expr = match (name, items.len()) {
            ("Int" | "C" | "constant" | "integral_constant", 1..) => match items.pop() {
                Some(node) => node.expr,
                None => Expr::Blank,
            },
            ("Shape" | "Stride" | "Step" | "Coord" | "tuple", _) => Expr::Tuple(items),
            ("Layout", 2) => match (items.pop(), items.pop()) {
                (Some(stride), Some(shape)) => Expr::Layout(Box::new(shape), Box::new(stride)),
                _ => Expr::Blank,
            },
            ("Layout", 1) => Expr::Call("make_layout".into(), span.clone(), items),
            ("Tile", _) => Expr::Tiler(items),
            ("Sw" | "S" | "Swizzle", _) => {
                let message = "a swizzle is not a layout with integer strides";
                return Err(Diagnostic::new("unsupported", span, message)
                    .help("this algebra has no XOR; give the layout behind the swizzle alone"));
            }
            _ => {
                let message = format!("`{name}<...>` is not a type of layouts");
                return Err(Diagnostic::new("unknown-name", span, message));
            }
        };
        Ok(Node { expr, span })
    }

    /// Values between two signs; a separator may follow the last.
    fn list(&mut self, open: char, close: char, between: char) -> Result<Vec<Node>, Diagnostic> {
        let opened = self.here();
        if !self.eat(open) {
            return self.fail(&format!("`{open}`"));
        }
        let mut items = Vec::new();
        loop {
            if self.eat(close) {
                return Ok(items);
            }
            items.push(self.nested(Parser::composition)?);
            if !self.eat(between) && !self.is(close) {
                let missing = Diagnostic::syntax(self.here(), format!("`{between}` or `{close}`"));
                return Err(if self.at < self.tokens.len() {
                    missing
                } else {
                    missing.label(opened, format!("this `{open}` is not closed"))
                });
            }
        }
    }
}

fn join(left: Node, right: Node, build: fn(Box<Node>, Box<Node>) -> Expr) -> Node {
    let span = left.span.start..right.span.end;
    Node { expr: build(Box::new(left), Box::new(right)), span }
}
