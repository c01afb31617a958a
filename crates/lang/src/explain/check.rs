//! Whether the statements of an explanation hold.
//!
//! A statement is a chain `a = b < c ...` of sides, perhaps `for all x < n`. A side is an
//! expression of the language, or such expressions with `+ - * / %` between them, each with a
//! space on both sides. `/` and `%` of a shape are `shape_div` and `shape_mod`, as CuTe's documents
//! write them.

use tilework::eval::Prepared;
use tilework::{AnyLayout, Layout, Tuple, shape_div, shape_mod};

use crate::eval::scope::Scope;
use crate::operations::value::{Value, agree};
use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::parser::parse;
use crate::text::diagnostic::{Diagnostic, refusal};

/// The relations of a chain.
const RELATIONS: [&str; 7] = ["=", "~", "!=", "<", "<=", ">", ">="];

/// Arithmetic, from loose to tight.
const OPERATORS: [&[&str]; 2] = [&["+", "-"], &["*", "/", "%"]];

/// Whether a statement is true with the names of `scope`.
pub(super) fn holds(scope: &Scope, statement: &str) -> Result<bool, Diagnostic> {
    let Some((body, range)) = statement.split_once(" for all ") else {
        return chain_holds(scope, &read_chain(statement)?);
    };
    let Some((name, Ok(count))) =
        range.split_once(" < ").map(|(name, count)| (name, count.parse::<i64>()))
    else {
        return Err(unreadable(statement));
    };
    let chain = read_chain(body)?;
    let (quick, mut scope) = (Quick::of_chain(scope, name, &chain), scope.clone());
    for i in 0..count {
        if quick.as_ref().is_some_and(|sides| Quick::agree(sides, i)) {
            continue;
        }
        scope.bind(name, Value::Integer(i));
        if !chain_holds(&scope, &chain)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// A side of a statement.
enum Side {
    Language(Node),
    Arithmetic(char, Box<Side>, Box<Side>),
}

type Chain = (Side, Vec<(&'static str, Side)>);

fn read_chain(text: &str) -> Result<Chain, Diagnostic> {
    let (first, rest) = split(text, &RELATIONS);
    let rest = rest.into_iter().map(|(relation, side)| Ok((relation, read_side(side)?)));
    Ok((read_side(first)?, rest.collect::<Result<_, Diagnostic>>()?))
}

fn read_side(text: &str) -> Result<Side, Diagnostic> {
    for operators in OPERATORS {
        let (first, mut rest) = split(text, operators);
        if let Some((operator, last)) = rest.pop() {
            // From the left: everything before the last operator is its left side.
            let left = if rest.is_empty() {
                first
            } else {
                &text[..text.len() - last.len() - operator.len() - 2]
            };
            let sign = operator.chars().next().unwrap_or('+');
            return Ok(Side::Arithmetic(
                sign,
                Box::new(read_side(left)?),
                Box::new(read_side(last)?),
            ));
        }
    }
    match parse(text) {
        Ok(Statement::Expression(node)) => Ok(Side::Language(node)),
        other => {
            // Parentheses around arithmetic.
            let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
            match inner.map(read_side) {
                Some(Ok(side)) => Ok(side),
                _ => Err(other.err().unwrap_or_else(|| unreadable(text))),
            }
        }
    }
}

/// The parts of a text between operators that stand, with a space on both sides, outside of all
/// parentheses.
fn split<'a>(text: &'a str, operators: &[&'static str]) -> (&'a str, Vec<(&'static str, &'a str)>) {
    if !text.as_bytes().contains(&b' ') {
        return (text, Vec::new());
    }
    let (mut first, mut rest, mut level, mut from) = (None, Vec::new(), 0_i32, 0);
    let mut pending = None;
    let (mut at, bytes) = (0, text.as_bytes());
    while at < bytes.len() {
        match bytes[at] {
            b'(' | b'[' => level += 1,
            b')' | b']' => level -= 1,
            b' ' if level == 0 => {
                let found = operators.iter().find(|operator| {
                    text[at + 1..].strip_prefix(**operator).is_some_and(|t| t.starts_with(' '))
                });
                if let Some(operator) = found {
                    let part = &text[from..at];
                    match pending.replace(*operator) {
                        None => first = Some(part),
                        Some(before) => rest.push((before, part)),
                    }
                    at += operator.len() + 2;
                    from = at;
                    continue;
                }
            }
            _ => {}
        }
        at += 1;
    }
    match pending {
        None => (text, rest),
        Some(last) => {
            rest.push((last, &text[from..]));
            (first.unwrap_or(""), rest)
        }
    }
}

fn chain_holds(scope: &Scope, (first, rest): &Chain) -> Result<bool, Diagnostic> {
    let mut left = value(scope, first)?;
    if rest.is_empty() {
        return Ok(left == Value::Truth(true));
    }
    for (relation, side) in rest {
        let right = value(scope, side)?;
        let related = match (*relation, &left, &right) {
            ("=", ..) => agree(&left, &right),
            ("!=", ..) => !agree(&left, &right),
            ("~", ..) => match (layout(&left), layout(&right)) {
                (Some(a), Some(b)) => {
                    a.same_function(&b).map_err(|error| refusal(error, &(0..0)))?
                }
                _ => false,
            },
            ("<", Value::Integer(a), Value::Integer(b)) => a < b,
            ("<=", Value::Integer(a), Value::Integer(b)) => a <= b,
            (">", Value::Integer(a), Value::Integer(b)) => a > b,
            (">=", Value::Integer(a), Value::Integer(b)) => a >= b,
            _ => false,
        };
        if !related {
            return Ok(false);
        }
        left = right;
    }
    Ok(true)
}

/// A side of a law of integers, `R(x)` or `A(B(x)) + 4`, with the layouts in it evaluated: at each of many indices there
/// is little left to do. It knows when sides agree; whatever else there is to say is found by evaluating all of it.
enum Quick {
    Variable,
    Integer(i64),
    At(Box<AnyLayout>, Option<Box<Prepared>>, Box<Quick>),
    Arithmetic(char, Box<Quick>, Box<Quick>),
}

impl Quick {
    /// The sides of a chain of `=`.
    fn of_chain(scope: &Scope, variable: &str, (first, rest): &Chain) -> Option<Vec<Quick>> {
        let equal = rest.iter().all(|(relation, _)| *relation == "=") && !rest.is_empty();
        let sides = [first].into_iter().chain(rest.iter().map(|(_, side)| side));
        if equal { sides.map(|side| Quick::of(scope, variable, side)).collect() } else { None }
    }

    fn of(scope: &Scope, variable: &str, side: &Side) -> Option<Quick> {
        match side {
            Side::Language(node) => Quick::of_node(scope, variable, node),
            Side::Arithmetic(sign, left, right) => {
                let [left, right] =
                    [left, right].map(|side| Quick::of(scope, variable, side).map(Box::new));
                Some(Quick::Arithmetic(*sign, left?, right?))
            }
        }
    }

    fn of_node(scope: &Scope, variable: &str, node: &Node) -> Option<Quick> {
        match &node.expr {
            Expr::Name(name) if name == variable => Some(Quick::Variable),
            Expr::Integer(value) => Some(Quick::Integer(*value)),
            Expr::Apply(function, arguments) => {
                let [argument] = arguments.as_slice() else { return None };
                let (of, prepared) = match scope.evaluate(function).ok()? {
                    Value::Layout(layout) => ((*layout).into(), Some(Box::new(layout.prepare()))),
                    Value::Composed(composed) => ((*composed).into(), None),
                    _ => return None,
                };
                let argument = Quick::of_node(scope, variable, argument)?;
                Some(Quick::At(Box::new(of), prepared, Box::new(argument)))
            }
            _ => None,
        }
    }

    /// Whether all sides have the same value at an index; `false` says nothing.
    fn agree(sides: &[Quick], index: i64) -> bool {
        let mut values = sides.iter().map(|side| side.at(index));
        let first = values.next().flatten();
        first.is_some() && values.all(|value| value == first)
    }

    fn at(&self, index: i64) -> Option<i64> {
        match self {
            Quick::Variable => Some(index),
            Quick::Integer(value) => Some(*value),
            Quick::At(layout, prepared, argument) => {
                let index = argument.at(index)?;
                let inside = prepared.as_ref().and_then(|prepared| prepared.get(index));
                inside.or_else(|| layout.at_index(index).ok())
            }
            Quick::Arithmetic(sign, left, right) => {
                calculate(*sign, left.at(index)?, right.at(index)?)
            }
        }
    }
}

/// The layout that a value is, or stands for.
pub(super) fn layout(value: &Value) -> Option<AnyLayout> {
    let plain = match value {
        Value::Composed(composed) => return Some(AnyLayout::Composed(**composed)),
        Value::Layout(layout) | Value::Slice(layout, _) => **layout,
        Value::Integer(extent) => Layout::new(*extent, 1).ok()?,
        Value::Tuple(shape) => Layout::col_major(shape).ok()?,
        _ => return None,
    };
    Some(AnyLayout::Plain(plain))
}

fn value(scope: &Scope, side: &Side) -> Result<Value, Diagnostic> {
    let (sign, left, right) = match side {
        Side::Language(node) => return scope.evaluate(node),
        Side::Arithmetic(sign, left, right) => (sign, value(scope, left)?, value(scope, right)?),
    };
    if let (Value::Tuple(shape), Value::Integer(by)) = (&left, &right) {
        let out = match sign {
            '/' => shape_div(shape, &Tuple::leaf(*by)),
            '%' => shape_mod(shape, *by),
            _ => return Err(unreadable("a shape")),
        };
        return out.map(Value::from).map_err(|error| refusal(error, &(0..0)));
    }
    let (Value::Integer(a), Value::Integer(b)) = (&left, &right) else {
        return Err(unreadable("arithmetic"));
    };
    calculate(*sign, *a, *b)
        .map(Value::Integer)
        .ok_or_else(|| Diagnostic::new("overflow", 0..0, "a number does not fit into 64 bits"))
}

fn calculate(sign: char, a: i64, b: i64) -> Option<i64> {
    match sign {
        '+' => a.checked_add(b),
        '-' => a.checked_sub(b),
        '*' => a.checked_mul(b),
        '/' => a.checked_div_euclid(b),
        _ => a.checked_rem_euclid(b),
    }
}

fn unreadable(statement: &str) -> Diagnostic {
    Diagnostic::new("bug", 0..0, format!("an explanation states `{statement}`, which has no value"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statements() {
        let mut scope = Scope::new();
        scope.bind("A", Value::from(tilework::layout!((6,2):(8,2))));
        for (statement, truth) in [
            ("A o (4,3):(3,1) = (A o 4:3, A o 3:1) = ((2,2),3):((24,2),8)", true),
            ("(6,2) / 3 = (2,2)", true),
            ("(6,2) % 3 = (3,1)", true),
            ("2 * 3 + 10 - 4 - 1 = 11", true),
            ("A(7) = 1 * 8 + 1 * 2 = 10", true),
            ("A(7) = 11", false),
            ("4 + 3 >= 6", true),
            ("4 + 1 >= 6", false),
            ("A(x) = x % 6 * 8 + x / 6 * 2 for all x < 12", true),
            ("A(x) = 8 * x - 46 * (x / 6) for all x < 12", true),
            ("A(x) = 8 * x for all x < 12", false),
            ("coalesce((2,4):(1,2)) ~ 8:1", true),
            ("is_injective(A)", true),
            ("A o <3,2> = (3,2):(8,2)", true),
            ("Sw<1,0,1> o 0 o (2,2):(1,2) ~ Sw<1,0,1> o 0 o 4:1", true),
            ("Sw<1,0,1> o 0 o 4:1 ~ 4:1", false),
        ] {
            assert_eq!(holds(&scope, statement), Ok(truth), "{statement}");
        }
        assert!(holds(&scope, "B = 1").is_err());
    }
}
