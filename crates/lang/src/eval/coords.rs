//! Strides along coordinates, and layouts with coordinates as values: `(4,8):(1@0,1@1)`.

use tilework::{BasisStride, CoordLayout, Nested, Tuple};

use crate::eval::scope::{refusal, wrong_item};
use crate::operations::value::Value;
use crate::syntax::ast::{Expr, Node};
use crate::syntax::lexer::Token;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::{Diagnostic, Span};

pub(crate) use crate::operations::coords::apply;

impl Parser<'_> {
    /// Whether a stride along a coordinate is added to the integer before: `5+1@0`.
    pub(crate) fn adds_basis(&self) -> bool {
        let mut next = self.at + 1;
        next += usize::from(self.token(next) == Some(Token::Sign('-')));
        self.written(&self.here()) == "+"
            && matches!(self.token(next), Some(Token::Integer(_)))
            && self.token(next + 1) == Some(Token::Sign('@'))
    }

    /// `1@0`, `32@1@0`, and such joined by `+`, also with an integer. The first factor has been read;
    /// the next token is `@` or `+`.
    pub(crate) fn basis(&mut self, start: usize, factor: i64) -> Result<Node, Diagnostic> {
        let (mut terms, mut factor) = (Vec::new(), factor);
        loop {
            let mut path = Vec::new();
            while self.eat('@') {
                path.push(self.mode_number()?);
            }
            // Written from the inside out.
            path.reverse();
            terms.push((factor, path));
            let plus = self.here();
            if self.written(&plus) != "+" {
                break;
            }
            self.at += 1;
            factor = self.factor()?;
        }
        self.height = 0;
        self.node(Expr::Basis(terms), start)
    }

    /// `E<0,1>` and `ScaledBasis<_3,0,1>`, from the outside in. The next token is the name.
    pub(crate) fn basis_type(&mut self, name: &str, start: usize) -> Result<Node, Diagnostic> {
        self.at += 1;
        let mut items = self.list('<', '>', ',')?.into_iter();
        let factor = match name {
            "E" => 1,
            _ => match items.next().map(|item| item.expr) {
                Some(Expr::Integer(factor)) => factor,
                _ => return self.fail("a factor in `ScaledBasis<...>`"),
            },
        };
        let path = items.map(|item| match item.expr {
            Expr::Integer(mode) => usize::try_from(mode).ok(),
            _ => None,
        });
        let Some(path) = path.collect() else {
            let message = format!("`{name}<...>` is made of the numbers of modes");
            return Err(Diagnostic::syntax(start..self.so_far(), message));
        };
        self.braces();
        self.height = 0;
        self.node(Expr::Basis(vec![(factor, path)]), start)
    }

    fn factor(&mut self) -> Result<i64, Diagnostic> {
        let sign = if self.eat('-') { -1 } else { 1 };
        match self.peek() {
            Some(Token::Integer(magnitude)) if i64::try_from(magnitude).is_ok() => {
                self.at += 1;
                Ok(sign * magnitude as i64)
            }
            _ => self.fail("a stride along a coordinate, as 3@1"),
        }
    }

    fn mode_number(&mut self) -> Result<usize, Diagnostic> {
        match self.peek() {
            Some(Token::Integer(mode)) if mode <= 255 => {
                self.at += 1;
                Ok(mode as usize)
            }
            _ => self.fail("the number of a mode after `@`"),
        }
    }
}

/// The value of a sum of scaled basis elements.
pub(crate) fn basis(terms: &[(i64, Vec<usize>)], span: &Span) -> Result<Value, Diagnostic> {
    let sum = terms.iter().try_fold(BasisStride::ZERO, |sum, (factor, path)| {
        sum.add(&BasisStride::new(*factor, path)?)
    });
    sum.and_then(|sum| stride_value(Nested::leaf(sum))).map_err(|error| refusal(error, span))
}

/// Strides, as integers where they are.
pub(crate) fn stride_value(strides: Nested<BasisStride>) -> tilework::Result<Value> {
    let integers: Option<Vec<i64>> = strides.leaves().iter().map(BasisStride::as_integer).collect();
    Ok(match integers.as_deref() {
        None => Value::Basis(Box::new(strides)),
        Some([value]) if strides.is_leaf() => Value::Integer(*value),
        Some(values) => Value::Tuple(Tuple::from_slice(values)?.unflatten(&strides)?),
    })
}

/// A coordinate layout, as an integer layout where it is one.
pub(crate) fn layout_value(layout: CoordLayout) -> Value {
    match layout.to_layout() {
        Some(layout) => Value::Layout(layout),
        None => Value::Coords(Box::new(layout)),
    }
}

/// A part, with an offset where its values are integers.
pub(crate) fn part_value((layout, origin): (CoordLayout, Tuple)) -> Value {
    match (layout.to_layout(), origin.leaves()) {
        (Some(layout), [offset]) if origin.is_leaf() => Value::Slice(layout, *offset),
        _ => Value::CoordSlice(Box::new(layout), origin),
    }
}

/// A tuple of strides, of which some are along coordinates.
pub(crate) fn strides(values: &[Value], items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
    let mut out: Option<Nested<BasisStride>> = None;
    for (value, item) in values.iter().zip(items) {
        let mode = match value {
            Value::Basis(strides) => Ok(**strides),
            Value::Integer(value) => BasisStride::new(*value, &[]).map(Nested::leaf),
            Value::Tuple(tuple) if tuple.length() > 0 => integers(tuple),
            _ => return Err(wrong_item("a tuple of strides", value.kind(), item)),
        };
        let next = mode.and_then(|mode| match out {
            None => mode.select(&[])?.append(&mode),
            Some(head) => head.append(&mode),
        });
        out = Some(next.map_err(|error| refusal(error, span))?);
    }
    let strides = out.map_or(Ok(Value::Nothing), stride_value);
    strides.map_err(|error| refusal(error, span))
}

fn integers(tuple: &Tuple) -> tilework::Result<Nested<BasisStride>> {
    let zero = Nested::leaf(BasisStride::ZERO).select(&[])?;
    let flat = tuple
        .leaves()
        .iter()
        .try_fold(zero, |head, value| head.append(&Nested::leaf(BasisStride::new(*value, &[])?)))?;
    flat.unflatten(tuple)
}

/// `shape:stride`.
pub(crate) fn layout(
    shape: &Tuple,
    strides: &Nested<BasisStride>,
    span: &Span,
) -> Result<Value, Diagnostic> {
    match CoordLayout::new(shape, strides) {
        Ok(layout) => Ok(layout_value(layout)),
        Err(error) => Err(refusal(error, span).labelled("this layout")),
    }
}
