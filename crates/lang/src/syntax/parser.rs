//! From tokens to expressions.
//!
//! From loosest to tightest: `=` (binding or claim), `==` and `~`, `at`, `on` and `and`, `o`, then
//! `A(..)`, `A[..]`, `A.name` and `shape:stride`. What other programs print is read in
//! `pasted.rs`.
//!
//! A recursive descent parser whose depth is limited, as is the height of what it builds: ten thousand
//! parentheses must not exhaust the stack, here or wherever the expression is walked.

use std::cell::OnceCell;

use crate::operations::{self, Id, Operation};
use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::foreign::{self, Foreign};
use crate::syntax::lexer::{Bad, EQUAL, Spanned, Token, tokens};
use crate::syntax::pasted::with_order;
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// The deepest nesting of brackets. The deepest layout has 63 parentheses.
const DEEPEST: usize = 80;

/// The tallest expression: nested brackets, and chains of applications and compositions.
const TALLEST: usize = 90;

/// Reads one statement: an expression, a binding `name = expression`, or a claim
/// `expression = expression`.
///
/// # Errors
/// A [`Diagnostic`] that points at what cannot be read: of kind `unsupported` for notation that
/// has no meaning for integer strides, otherwise of kind `syntax`.
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
    Ok(parse_with_notes(text)?.0)
}

/// The same, with what was read differently from how it is written, in sentences.
pub(crate) fn parse_with_notes(text: &str) -> Result<(Statement, Vec<String>), Diagnostic> {
    let mut parser = Parser::new(text);
    Ok((parser.statement()?, parser.notes))
}

pub(crate) struct Parser<'a> {
    text: &'a str,
    tokens: Vec<Spanned<'a>>,
    /// For each opening bracket the token that closes it; for everything else `NEVER`. Few texts need it.
    closes: OnceCell<Vec<u32>>,
    pub(crate) at: usize,
    /// The token before which reading ends.
    pub(crate) end: usize,
    depth: usize,
    /// The height of the expression, or the tallest of the list, that was read last.
    pub(crate) height: usize,
    /// What was read differently from how it is written.
    pub(crate) notes: Vec<String>,
}

const NEVER: u32 = u32::MAX;

impl<'a> Parser<'a> {
    pub(crate) fn new(text: &'a str) -> Parser<'a> {
        let tokens = tokens(text);
        let (closes, end) = (OnceCell::new(), tokens.len());
        Parser { text, tokens, closes, at: 0, end, depth: 0, height: 0, notes: Vec::new() }
    }

    fn statement(&mut self) -> Result<Statement, Diagnostic> {
        self.declaration();
        let left = self.comparison()?;
        let statement = if self.eat('=') {
            let right = self.comparison()?;
            match left.expr {
                Expr::Name(name) => Statement::Binding(name, left.span, right),
                _ => Statement::Claim(left, right),
            }
        } else {
            Statement::Expression(left)
        };
        self.finish()?;
        Ok(statement)
    }

    /// Goes to the first token from byte `at` on.
    pub(crate) fn skip_to(&mut self, at: usize) {
        self.at = self.tokens.partition_point(|token| token.1.start < at);
    }

    /// The end of a statement, which C++ writes as `;`.
    ///
    /// # Errors
    /// That something follows.
    pub(crate) fn finish(&mut self) -> Result<(), Diagnostic> {
        while self.eat(';') {}
        if self.peek().is_none() { Ok(()) } else { Err(self.left_over()) }
    }

    pub(crate) fn peek(&self) -> Option<Token<'a>> {
        self.token(self.at)
    }

    pub(crate) fn token(&self, i: usize) -> Option<Token<'a>> {
        self.tokens[..self.end].get(i).map(|token| token.0)
    }

    /// The token that closes the bracket that is token `i`.
    pub(crate) fn closing(&self, i: usize) -> Option<usize> {
        let closes = self.closes.get_or_init(|| matching(&self.tokens));
        closes.get(i).filter(|&&close| close != NEVER).map(|&close| close as usize)
    }

    /// What was typed there.
    pub(crate) fn written(&self, span: &Span) -> &'a str {
        self.text.get(span.clone()).unwrap_or("")
    }

    /// The same for messages: on one line, and cut to a reasonable length.
    pub(crate) fn quote(&self, span: &Span) -> String {
        quote(self.written(span))
    }

    /// The place of token `i`; past the last one, the end of the text.
    pub(crate) fn place(&self, i: usize) -> Span {
        match self.tokens.get(i) {
            Some(token) => token.1.clone(),
            None => {
                let end = self.text.trim_end().len();
                end..end
            }
        }
    }

    /// The place of the next token.
    pub(crate) fn here(&self) -> Span {
        self.place(self.at)
    }

    /// The end of the last token that was read.
    pub(crate) fn so_far(&self) -> usize {
        self.at.checked_sub(1).map_or(0, |last| self.place(last).end)
    }

    pub(crate) fn is(&self, sign: char) -> bool {
        matches!(self.peek(), Some(Token::Sign(found)) if found == sign)
    }

    pub(crate) fn eat(&mut self, sign: char) -> bool {
        let there = self.is(sign);
        self.at += usize::from(there);
        there
    }

    pub(crate) fn fail<T>(&self, expected: &str) -> Result<T, Diagnostic> {
        let span = self.here();
        Err(match self.peek() {
            Some(Token::Bad(bad)) => self.bad(bad, span),
            Some(_) => {
                let found = self.quote(&span);
                Diagnostic::syntax(span, format!("expected {expected}, found {found}"))
            }
            None => Diagnostic::syntax(span, format!("expected {expected}, but the text ends")),
        })
    }

    /// The error for what is not a token.
    fn bad(&self, bad: Bad, span: Span) -> Diagnostic {
        let written = self.quote(&span);
        match bad {
            Bad::LargeNumber => {
                Diagnostic::syntax(span, format!("{written} does not fit into 64 bits"))
            }
            Bad::Number => Diagnostic::syntax(span, format!("{written} is not a number")),
            Bad::Character => {
                let out = Diagnostic::syntax(span, format!("{written} means nothing here"));
                match written.as_str() {
                    "`+`" | "`*`" | "`/`" | "`%`" | "`^`" => out.help(
                        "there is no arithmetic: sum(A, B) adds layouts, scale(A, k) multiplies one",
                    ),
                    _ => out,
                }
            }
        }
    }

    /// The error for what follows a complete statement.
    fn left_over(&self) -> Diagnostic {
        let span = self.here();
        let found = self.quote(&span);
        let out = Diagnostic::syntax(span.clone(), format!("{found} cannot follow a value"));
        match self.peek() {
            Some(Token::Bad(bad)) => self.bad(bad, span),
            Some(Token::Sign(')' | ']' | '>' | '}')) => {
                Diagnostic::syntax(span, format!("this {found} closes nothing"))
            }
            Some(Token::Sign('.')) => {
                out.help("a name follows its dot directly: A.shape, A.compose(B)")
            }
            Some(Token::Sign('=')) => out.help("a statement has one `=`; `==` compares"),
            Some(Token::Sign(',')) => out.help("a tuple needs parentheses: (a, b)"),
            Some(Token::Sign(':')) => {
                out.help("a layout has one `:`, between its shape and its stride")
            }
            _ => out.help("two values need something between them: `o` composes, `,` lists"),
        }
    }

    /// Reads what is inside brackets, unless that is nested too deeply.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        if self.depth == DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
            return Err(Diagnostic::syntax(self.here(), message)
                .help("the deepest layout that fits has 63 parentheses"));
        }
        self.depth += 1;
        let out = read(self);
        self.depth -= 1;
        out
    }

    /// A node of what has been read since `start`; `height` is that of its tallest part.
    pub(crate) fn node(&mut self, expr: Expr, start: usize) -> Result<Node, Diagnostic> {
        self.height += 1;
        let span = start..self.so_far();
        if self.height > TALLEST {
            let message =
                format!("an expression has at most {TALLEST} nested steps, and this has more");
            return Err(Diagnostic::new("syntax", span, message).help("name a part of it"));
        }
        Ok(Node { expr, span })
    }

    /// An item of a list that is an integer, as most are; what follows says that there is no more to it.
    fn integer_item(&mut self) -> Option<Node> {
        let (Some(Token::Integer(magnitude)), Some(Token::Sign(',' | ')' | '>'))) =
            (self.peek(), self.token(self.at + 1))
        else {
            return None;
        };
        let value = i64::try_from(magnitude).ok().filter(|_| self.depth < DEEPEST)?;
        let span = self.here();
        self.at += 1;
        self.height = 1;
        Some(Node { expr: Expr::Integer(value), span })
    }

    pub(crate) fn comparison(&mut self) -> Result<Node, Diagnostic> {
        let left = self.annotated()?;
        let build = match self.peek() {
            Some(Token::Sign(EQUAL)) => Expr::Equal,
            Some(Token::Sign('~')) => Expr::Same,
            _ => return Ok(left),
        };
        let height = self.height;
        self.at += 1;
        let right = self.annotated()?;
        let start = left.span.start;
        self.height = self.height.max(height);
        self.node(build(Box::new(left), Box::new(right)), start)
    }

    /// `A at 8`, a layout that starts at an offset, `TV on (4,3)`, one from (thread, value) to the cells of
    /// a tile, and `A and B`, two layouts: as they are printed.
    fn annotated(&mut self) -> Result<Node, Diagnostic> {
        let left = self.composition()?;
        let operation = match self.peek() {
            Some(Token::Name("at")) => Id::WithOffset,
            Some(Token::Name("on")) => Id::TvLayout,
            Some(Token::Name("and")) => Id::Pair,
            _ => return Ok(left),
        };
        let (height, word) = (self.height, self.here());
        self.at += 1;
        let right = self.composition()?;
        let start = left.span.start;
        self.height = self.height.max(height);
        self.node(Expr::Call(operation.operation(), word, vec![left, right]), start)
    }

    /// `A o B o C`, from the left, and `A o 5 o B`, where an integer between two is an offset, as CuTe
    /// prints composed layouts. Pointers and zero offsets that printers put in front of a layout
    /// (`ptr[32b](0x0) o (4,8):(1,4)`, `_0 o (4,8):(1,4)`) are dropped.
    fn composition(&mut self) -> Result<Node, Diagnostic> {
        // The map before each offset, the offset, and their height.
        let mut outer: Vec<(Node, Node, usize)> = Vec::new();
        let (mut left, mut height): (Option<Node>, usize) = (None, 0);
        let mut origin = None;
        loop {
            if let Some(pointer) = self.pointer()? {
                left = left.map(|map| self.on_elements(map, &pointer)).transpose()?;
                origin = origin.or(pointer.origin);
                self.at += 1;
                continue;
            }
            let part = self.postfix()?;
            let more = matches!(self.peek(), Some(Token::Compose));
            if !more && left.is_none() && outer.is_empty() && origin.is_none() {
                return Ok(part);
            }
            let node = match left.take() {
                None if more && is_zero(&part) => {
                    self.at += 1;
                    continue;
                }
                None => part,
                Some(before) if more && matches!(part.expr, Expr::Integer(_)) => {
                    outer.push((before, part, height));
                    self.at += 1;
                    continue;
                }
                Some(before) => {
                    let start = before.span.start;
                    self.height = self.height.max(height);
                    self.node(Expr::Compose(Box::new(before), Box::new(part)), start)?
                }
            };
            height = self.height;
            if more {
                left = Some(node);
                self.at += 1;
                continue;
            }
            // A map applies to everything that follows: from the right.
            let whole =
                outer.into_iter().rev().try_fold(node, |inner, (map, offset, height)| {
                    let (start, name) = (map.span.start, offset.span.clone());
                    self.height = self.height.max(height);
                    let operation = Id::ComposedLayout.operation();
                    self.node(Expr::Call(operation, name, vec![map, offset, inner]), start)
                })?;
            let Some(origin) = origin else { return Ok(whole) };
            let (name, start) = (origin.span.clone(), origin.span.start);
            let operation = Id::WithOffset.operation();
            return self.node(Expr::Call(operation, name, vec![whole, origin]), start);
        }
    }

    /// A value, what it is applied to, its modes and its members.
    fn postfix(&mut self) -> Result<Node, Diagnostic> {
        let mut node = self.layout()?;
        loop {
            let (start, height) = (node.span.start, self.height);
            let expr = if self.is('(') {
                Expr::Apply(Box::new(node), self.list('(', ')', ',')?)
            } else if self.is('[') {
                Expr::Mode(Box::new(node), self.list('[', ']', ',')?)
            } else if let Some(name) = self.member() {
                self.dotted(node, name)?
            } else {
                return Ok(node);
            };
            self.height = self.height.max(height);
            node = self.node(expr, start)?;
        }
    }

    /// A value, or `shape:stride`.
    fn layout(&mut self) -> Result<Node, Diagnostic> {
        let shape = self.value()?;
        let height = self.height;
        if !self.eat(':') {
            return Ok(shape);
        }
        let stride = self.value()?;
        let start = shape.span.start;
        self.height = self.height.max(height);
        self.node(Expr::Layout(Box::new(shape), Box::new(stride)), start)
    }

    fn value(&mut self) -> Result<Node, Diagnostic> {
        self.height = 0;
        let start = self.here().start;
        let expr = match self.peek() {
            Some(Token::Sign('-') | Token::Integer(_)) => return self.integer(),
            Some(Token::Blank) => {
                self.at += 1;
                self.braces();
                Expr::Blank
            }
            Some(Token::Name(name)) => return self.name(name),
            Some(Token::Sign('(')) => {
                let mut items = self.list('(', ')', ',')?;
                // `(A o B)` only groups; `(4)`, `((2,4))` and `(A,)` are tuples of one.
                let groups = items.len() == 1
                    && !matches!(
                        items[0].expr,
                        Expr::Integer(_) | Expr::Basis(_) | Expr::Blank | Expr::Tuple(_)
                    )
                    && self.token(self.at - 2) != Some(Token::Sign(','));
                if groups && let Some(inner) = items.pop() {
                    return Ok(Node { expr: inner.expr, span: start..self.so_far() });
                }
                if items.iter().any(|item| self.python_tiler(item)) {
                    Expr::Tiler(items)
                } else {
                    Expr::Tuple(items)
                }
            }
            Some(Token::Sign('<')) => Expr::Tiler(self.list('<', '>', ',')?),
            Some(Token::Sign('[')) => self.bracket()?,
            Some(Token::Sign('"' | '\'')) => return self.quoted(),
            Some(Token::Sign('?')) => return Err(self.dynamic()),
            Some(Token::Sign('!')) => return self.dialect_type(),
            Some(Token::Foreign(kind)) => return self.foreign(kind),
            _ => return self.fail("a layout, a number or an operation"),
        };
        self.node(expr, start)
    }

    /// What another program than CuTe prints.
    fn foreign(&mut self, kind: Foreign) -> Result<Node, Diagnostic> {
        let span = self.here();
        self.at += 1;
        // At most as tall as a thread-value layout of a composed layout of nested tuples.
        self.height = 6;
        let node = foreign::read(self.text, span.clone(), kind)?;
        // `torch.zeros(4, 8)[0]` is a row in Python, and would be mode 0 here.
        if kind == Foreign::Python && self.is('[') && !matches!(node.expr, Expr::Tuple(_)) {
            let message = "behind an array, `[` takes elements in Python and a mode here";
            let help = "give the array a name, A = ...; then A(0,_) is a slice, and A[0] a mode";
            return Err(Diagnostic::new("unsupported", self.here(), message).help(help));
        }
        self.node(node.expr, span.start)
    }

    /// `4`, `-4`, `_4{}`.
    fn integer(&mut self) -> Result<Node, Diagnostic> {
        let start = self.here().start;
        let negative = self.eat('-');
        let Some(Token::Integer(magnitude)) = self.peek() else {
            return self.fail("an integer after `-`");
        };
        let value = if negative { -i128::from(magnitude) } else { i128::from(magnitude) };
        let Ok(value) = i64::try_from(value) else {
            return Err(self.bad(Bad::LargeNumber, self.here()));
        };
        self.at += 1;
        if self.is('@') || self.adds_basis() {
            return self.basis(start, value);
        }
        self.braces();
        self.height = 0;
        self.node(Expr::Integer(value), start)
    }

    /// `[1,2,3]`, a list, or `[4:1;_]`, a tiler as CuTe's IR prints it: the first separator decides.
    fn bracket(&mut self) -> Result<Expr, Diagnostic> {
        // One that is never closed is an error anyway; looking far ahead there takes too long.
        let end = self.closing(self.at).unwrap_or(0);
        let mut i = self.at + 1;
        while i < end && !matches!(self.token(i), Some(Token::Sign(',' | ';'))) {
            i = self.closing(i).unwrap_or(i) + 1;
        }
        if i < end && self.token(i) == Some(Token::Sign(';')) {
            Ok(Expr::Tiler(self.list('[', ']', ';')?))
        } else {
            Ok(Expr::List(self.list('[', ']', ',')?))
        }
    }

    /// Values between two signs; a separator may follow the last.
    pub(crate) fn list(
        &mut self,
        open: char,
        close: char,
        between: char,
    ) -> Result<Vec<Node>, Diagnostic> {
        self.items(open, close, between, None)
    }

    /// The arguments of an operation, which may be named: `stride=(1,4)`.
    pub(crate) fn arguments(&mut self, operation: &Operation) -> Result<Vec<Node>, Diagnostic> {
        self.items('(', ')', ',', Some((operation, 0)))
    }

    /// Values between two signs. Those of an operation may be named; `usize` of them are read already.
    pub(crate) fn items(
        &mut self,
        open: char,
        close: char,
        between: char,
        operation: Option<(&Operation, usize)>,
    ) -> Result<Vec<Node>, Diagnostic> {
        let opened = self.here();
        if !self.eat(open) {
            return self.fail(&format!("`{open}`"));
        }
        let (mut items, mut height) = (Vec::new(), 0);
        // The positions of arguments that are named; most are not.
        let mut places: Vec<Option<usize>> = Vec::new();
        while !self.eat(close) {
            if self.peek().is_none() {
                return Err(self.unclosed(&opened, open));
            }
            let item = match (self.integer_item(), operation) {
                (Some(integer), _) => integer,
                (None, None) => self.deeper(Parser::comparison)?,
                (None, Some((operation, before))) => {
                    let index = before + items.len();
                    let access = operation.has_access(index) && self.begins_access();
                    if !access && let Some(place) = self.keyword(operation, index)? {
                        places.resize(items.len(), None);
                        places.push(Some(place));
                    }
                    match self.major(operation, index) {
                        Some(major) => major,
                        None if access => self.deeper(Parser::access)?,
                        None => self.deeper(Parser::comparison)?,
                    }
                }
            };
            items.push(item);
            height = height.max(self.height);
            if self.eat(between) || self.is(close) {
                continue;
            }
            if self.peek().is_none() {
                return Err(self.unclosed(&opened, open));
            }
            return self.fail(&format!("`{between}` or `{close}`"));
        }
        self.height = height;
        match operation {
            Some((operation, before)) if !places.is_empty() => {
                places.resize(items.len(), None);
                self.in_order(items, &places, operation, before)
            }
            _ => Ok(items),
        }
    }

    pub(crate) fn unclosed(&self, opened: &Span, open: char) -> Diagnostic {
        let message = format!("this `{open}` is not closed");
        let end = self.place(self.tokens.len());
        Diagnostic::syntax(opened.clone(), message).label(end, "the text ends here")
    }

    /// A name: an operation with its arguments, what a printer writes, or a bound value.
    fn name(&mut self, name: &'a str) -> Result<Node, Diagnostic> {
        let span = self.here();
        let bracket = matches!(self.token(self.at + 1), Some(Token::Sign('<' | '(')));
        let operation = if bracket { operations::find(name) } else { None };
        if let Some(node) = self.pasted(name, operation)? {
            return Ok(node);
        }
        if let Some(node) = self.instruction(name)? {
            return Ok(node);
        }
        self.at += 1;
        if let (true, Some(operation)) = (self.is('('), operation) {
            let mut arguments = self.arguments(operation)?;
            let operation = with_order(operation, &mut arguments);
            self.as_python_means(operation, &mut arguments);
            return self.node(Expr::Call(operation, span.clone(), arguments), span.start);
        }
        self.braces();
        self.node(Expr::Name(name.to_owned()), span.start)
    }
}

/// The partners of all opening brackets.
fn matching(tokens: &[Spanned<'_>]) -> Vec<u32> {
    let mut out = vec![NEVER; tokens.len()];
    let mut open: Vec<(char, usize)> = Vec::new();
    for (i, (token, _)) in tokens.iter().enumerate() {
        let opener = match token {
            Token::Sign(sign @ ('(' | '[' | '<' | '{')) => {
                open.push((*sign, i));
                continue;
            }
            Token::Sign(')') => '(',
            Token::Sign(']') => '[',
            Token::Sign('>') => '<',
            Token::Sign('}') => '{',
            _ => continue,
        };
        if let Some(&(sign, at)) = open.last()
            && sign == opener
        {
            open.pop();
            out[at] = u32::try_from(i).unwrap_or(NEVER);
        }
    }
    out
}

/// `0`, or `(0,0)`: no offset at all.
pub(crate) fn is_zero(node: &Node) -> bool {
    match &node.expr {
        Expr::Integer(value) => *value == 0,
        Expr::Tuple(items) => !items.is_empty() && items.iter().all(is_zero),
        _ => false,
    }
}
