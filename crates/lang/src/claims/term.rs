//! One side of a claim: an expression of the language, or what people write beside it.

use tilework::{Layout, Order};

use super::notation;
use crate::eval::scope::{Scope, call};
use crate::operations::Id;
use crate::operations::value::Value;
use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::parser::parse;
use crate::text::diagnostic::{Diagnostic, Span};

/// One side of a claim.
#[derive(Clone, Debug)]
pub(super) enum Term {
    /// An expression, and where in the text it starts.
    Expr(Box<Node>, usize),
    /// A layout with misplaced parentheses: the one that was meant.
    Misgrouped(Box<Layout>),
    /// `+ - * / %` between two terms. Of a shape, `/` and `%` divide and mod out; of a layout too.
    Arithmetic(char, Box<Term>, Box<Term>, Span),
    /// An operation that a sentence names.
    Call(Id, Vec<Term>, Span),
    /// The first or last mode of a layout.
    First(Box<Term>),
    Last(Box<Term>),
    /// A value.
    Value(Box<Value>),
}

impl From<Value> for Term {
    fn from(value: Value) -> Term {
        Term::Value(Box::new(value))
    }
}

/// Arithmetic is only recognised in short texts, and not when deeply nested.
const LONGEST: usize = 400;
const DEEPEST: usize = 12;

impl Term {
    /// Reads a term that starts at byte `at` of the document.
    pub(super) fn read(text: &str, at: usize) -> Result<Term, Diagnostic> {
        let start = at + text.len() - text.trim_start().len();
        let text = text.trim();
        match text {
            "true" => return Ok(Value::Truth(true).into()),
            "false" => return Ok(Value::Truth(false).into()),
            "none" => return Ok(Value::Nothing.into()),
            _ => {}
        }
        if let Some(meant) = notation::regrouped(text)
            && let Ok(Statement::Expression(node)) = parse(&meant)
            && let Ok(Value::Layout(layout)) = Scope::new().evaluate(&node)
        {
            return Ok(Term::Misgrouped(layout));
        }
        Term::arithmetic(&unstarred(text), start, 0)
    }

    /// An expression, or arithmetic on some.
    fn arithmetic(text: &str, at: usize, depth: usize) -> Result<Term, Diagnostic> {
        let at = at + text.len() - text.trim_start().len();
        let text = text.trim();
        let error = match parse(text) {
            Ok(Statement::Expression(node)) => return Ok(Term::Expr(Box::new(node), at)),
            Ok(_) => Diagnostic::syntax(at..at + text.len(), "an expression"),
            Err(error) => error.shifted(at),
        };
        if text.len() > LONGEST || depth > DEEPEST {
            return Err(error);
        }
        if let Some((split, operator)) = operator(text) {
            let both = Term::arithmetic(&text[..split], at, depth + 1).and_then(|left| {
                let right = Term::arithmetic(&text[split + 1..], at + split + 1, depth + 1)?;
                Ok(Term::Arithmetic(operator, Box::new(left), Box::new(right), at..at + text.len()))
            });
            return both.map_err(|_| error);
        }
        match text.strip_prefix('(').and_then(|inner| inner.strip_suffix(')')) {
            Some(inner) => Term::arithmetic(inner, at + 1, depth + 1).map_err(|_| error),
            None => Err(error),
        }
    }

    pub(super) fn is_misgrouped(&self) -> bool {
        matches!(self, Term::Misgrouped(_))
    }

    /// `shape:stride`, in numbers.
    pub(super) fn is_layout_literal(&self) -> bool {
        matches!(self, Term::Expr(node, _) if matches!(node.expr, Expr::Layout(..)) && literal(node))
    }

    /// Written without operations and names.
    pub(super) fn is_literal(&self) -> bool {
        match self {
            Term::Expr(node, _) => literal(node),
            Term::Misgrouped(_) | Term::Value(_) => true,
            _ => false,
        }
    }

    /// A name alone.
    pub(super) fn is_name(&self) -> bool {
        matches!(self, Term::Expr(node, _) if matches!(node.expr, Expr::Name(_)))
    }

    /// Something to compute.
    pub(super) fn is_computed(&self) -> bool {
        !self.is_literal() && !self.is_name()
    }

    /// Arithmetic on integers, which any text has: nothing in it is a layout, a shape or an
    /// operation. `value` has the values of names.
    pub(super) fn only_counts<'v>(&self, value: &dyn Fn(&str) -> Option<&'v Value>) -> bool {
        let numbers = |node: &Node| {
            matches!(&node.expr, Expr::Name(name)
                if matches!(value(name), Some(Value::Tuple(_) | Value::List(_))))
        };
        match self {
            Term::Expr(node, _) => match &node.expr {
                Expr::Integer(_) => true,
                Expr::Name(name) => matches!(value(name), Some(Value::Integer(_))),
                Expr::Mode(tuple, _) => numbers(tuple),
                _ => false,
            },
            Term::Value(known) => matches!(**known, Value::Integer(_)),
            Term::Arithmetic(_, left, right, _) => {
                left.only_counts(value) && right.only_counts(value)
            }
            _ => false,
        }
    }

    /// `A(_,2)`, of which only the modes are written down, or `A / 3` and `A % 3`, which texts write
    /// with or without modes of extent 1.
    pub(super) fn is_loosely_nested(&self) -> bool {
        match self {
            Term::Expr(node, _) => match &node.expr {
                Expr::Apply(_, coordinates) => coordinates.iter().any(has_blank),
                Expr::Call(operation, ..) => matches!(operation.id, Id::Slice | Id::Dice),
                _ => false,
            },
            Term::Arithmetic(..) => true,
            _ => false,
        }
    }

    /// An operation of the language on something, or a composition.
    pub(super) fn is_operation(&self) -> bool {
        matches!(self, Term::Expr(node, _) if matches!(node.expr, Expr::Call(..) | Expr::Compose(..)))
    }

    /// `0 (0)`: two numbers side by side, rather than a layout of one mode at a coordinate.
    pub(super) fn applies_number(&self) -> bool {
        match self {
            Term::Expr(node, _) => match &node.expr {
                Expr::Apply(function, _) => !matches!(
                    function.expr,
                    Expr::Name(_)
                        | Expr::Layout(..)
                        | Expr::Compose(..)
                        | Expr::Call(..)
                        | Expr::Mode(..)
                        | Expr::Member(..)
                ),
                _ => false,
            },
            _ => false,
        }
    }

    /// Several values in parentheses.
    pub(super) fn is_tuple(&self) -> bool {
        matches!(self, Term::Expr(node, _) if matches!(node.expr, Expr::Tuple(_)))
    }

    /// The names that are used.
    pub(super) fn names(&self, out: &mut Vec<String>) {
        match self {
            Term::Expr(node, _) => names(node, out),
            Term::Arithmetic(_, left, right, _) => {
                left.names(out);
                right.names(out);
            }
            Term::Call(_, terms, _) => terms.iter().for_each(|term| term.names(out)),
            Term::First(term) | Term::Last(term) => term.names(out),
            Term::Misgrouped(_) | Term::Value(_) => {}
        }
    }

    /// A composite that is a layout, but not one that refines B.
    pub(super) fn flat(&self, scope: &Scope, refusal: &Diagnostic) -> Option<Value> {
        let Term::Expr(node, _) = self else {
            return None;
        };
        match (&node.expr, refusal.kind) {
            (Expr::Compose(a, b), "not-compatible") => {
                let values = vec![scope.evaluate(a).ok()?, scope.evaluate(b).ok()?];
                operation(Id::ComposeFlat, values, &node.span).ok()
            }
            _ => None,
        }
    }

    /// The value. Errors point into the document.
    pub(super) fn evaluate(&self, scope: &Scope) -> Result<Value, Diagnostic> {
        match self {
            Term::Expr(node, at) => scope.evaluate(node).map_err(|error| error.shifted(*at)),
            Term::Misgrouped(layout) => Ok(Value::Layout(layout.clone())),
            Term::Value(value) => Ok((**value).clone()),
            Term::Arithmetic(operator, left, right, span) => {
                calculate(*operator, &left.evaluate(scope)?, &right.evaluate(scope)?, span)
            }
            Term::Call(id, terms, span) => {
                let values: Result<Vec<_>, _> =
                    terms.iter().map(|term| term.evaluate(scope)).collect();
                operation(*id, values?, span)
            }
            Term::First(term) => mode(&term.evaluate(scope)?, false),
            Term::Last(term) => mode(&term.evaluate(scope)?, true),
        }
    }
}

fn mode(value: &Value, last: bool) -> Result<Value, Diagnostic> {
    match value {
        Value::Layout(layout) if layout.depth() > 0 => {
            let at = if last { layout.rank().saturating_sub(1) } else { 0 };
            operation(Id::Get, vec![value.clone(), Value::Integer(at as i64)], &(0..0))
        }
        other => Ok(other.clone()),
    }
}

/// The result of an operation on values that share one place in the text.
fn operation(id: Id, values: Vec<Value>, span: &Span) -> Result<Value, Diagnostic> {
    let operands = values.into_iter().map(|value| (value, span.clone())).collect();
    Ok(call(Order::Colex, id.operation(), span, operands, &[])?.value)
}

fn calculate(
    operator: char,
    left: &Value,
    right: &Value,
    span: &Span,
) -> Result<Value, Diagnostic> {
    let both = || vec![left.clone(), right.clone()];
    let through = |extent: i64, stride: i64| {
        let layout = vec![Value::Integer(extent), Value::Integer(stride)];
        let layout = operation(Id::MakeLayout, layout, span)?;
        operation(Id::Composition, vec![left.clone(), layout], span)
    };
    match (operator, left, right) {
        (_, Value::Integer(a), Value::Integer(b)) => {
            let value = match operator {
                '+' => a.checked_add(*b),
                '-' => a.checked_sub(*b),
                '*' => a.checked_mul(*b),
                '%' => a.checked_rem(*b),
                _ => a.checked_rem(*b).filter(|rest| *rest == 0).and_then(|_| a.checked_div(*b)),
            };
            value.map(Value::Integer).ok_or_else(|| {
                let message = format!("{a} {operator} {b} is no integer of 64 bits");
                Diagnostic::new("overflow", span.clone(), message)
            })
        }
        ('/', Value::Tuple(_), Value::Integer(_)) => operation(Id::ShapeDiv, both(), span),
        ('%', Value::Tuple(_), Value::Integer(_)) => operation(Id::ShapeMod, both(), span),
        // Every d-th element of A, and the first n elements of A.
        ('/', Value::Layout(a), Value::Integer(d @ 1..)) => {
            let count = a.size() / d + i64::from(a.size() % d != 0);
            through(count, *d)
        }
        ('%', Value::Layout(_), Value::Integer(n @ 1..)) => through(*n, 1),
        _ => {
            let message = format!("{} {operator} {} has no meaning", left.kind(), right.kind());
            Err(Diagnostic::new("usage", span.clone(), message))
        }
    }
}

/// `B*` is a name; in the language it is `B_`, which is as long.
fn unstarred(text: &str) -> String {
    let bytes = text.as_bytes();
    let ends_name = |at: usize| {
        let word = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let length = bytes[..at].iter().rev().take_while(|byte| word(byte)).take(32).count();
        let free = bytes.get(at + 1).is_none_or(|next| !word(next) && *next != b'(');
        length > 0 && bytes[at - length].is_ascii_alphabetic() && free
    };
    let star = |(at, c): (usize, char)| if c == '*' && ends_name(at) { '_' } else { c };
    text.char_indices().map(star).collect()
}

/// The operator that binds least, outside all parentheses; of equals the last.
fn operator(text: &str) -> Option<(usize, char)> {
    let (mut depth, mut operand) = (0_usize, false);
    let (mut sum, mut product) = (None, None);
    for (at, c) in text.char_indices() {
        match c {
            '(' | '[' | '<' | '{' => depth += 1,
            ')' | ']' | '>' | '}' => depth = depth.saturating_sub(1),
            '+' | '-' if depth == 0 && operand => sum = Some((at, c)),
            '*' | '/' | '%' if depth == 0 => product = Some((at, c)),
            _ => {}
        }
        if !c.is_whitespace() {
            // A minus is between two operands only after one.
            operand = c.is_alphanumeric() || ")]>_}".contains(c);
        }
    }
    sum.or(product)
}

fn has_blank(node: &Node) -> bool {
    match &node.expr {
        Expr::Blank => true,
        Expr::Tuple(items) => items.iter().any(has_blank),
        _ => false,
    }
}

fn literal(node: &Node) -> bool {
    match &node.expr {
        Expr::Integer(_) | Expr::Blank => true,
        Expr::Tuple(items) | Expr::Tiler(items) | Expr::List(items) => items.iter().all(literal),
        Expr::Layout(shape, stride) => literal(shape) && literal(stride),
        Expr::Compose(map, layout) => notation_of_a_value(map) && literal(layout),
        _ => notation_of_a_value(node),
    }
}

/// `Sw<3,3,3>`, `Xor<1,2,5>`, `Sw<3,3,3> o 0 o 8:1`: calls that are the notation of a value.
fn notation_of_a_value(node: &Node) -> bool {
    matches!(&node.expr, Expr::Call(operation, _, items)
        if operation.is_notation() && items.iter().all(literal))
}

fn names(node: &Node, out: &mut Vec<String>) {
    match &node.expr {
        Expr::Name(name) => out.push(name.clone()),
        Expr::Tuple(items) | Expr::Tiler(items) | Expr::List(items) | Expr::Call(_, _, items) => {
            items.iter().for_each(|item| names(item, out));
        }
        Expr::Member(value, ..) => names(value, out),
        Expr::Apply(value, items) | Expr::Mode(value, items) => {
            names(value, out);
            items.iter().for_each(|item| names(item, out));
        }
        Expr::Layout(left, right)
        | Expr::Compose(left, right)
        | Expr::Equal(left, right)
        | Expr::Same(left, right) => {
            names(left, out);
            names(right, out);
        }
        _ => {}
    }
}
