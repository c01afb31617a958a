//! From expressions to values.

use std::collections::BTreeMap;

use tilework::{ErrorKind, Layout, MAX_MODES, Nested, Slicer, Tiler, Tuple};

use crate::eval::basis;
use crate::eval::blame::{self, Refused};
use crate::eval::names;
use crate::operations::arguments::{Arguments, Fault, as_tiler, wrong_count};
use crate::operations::value::{Value, agree};
use crate::operations::{self, Operation};
use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::parser::parse;
use crate::text::diagnostic::{Diagnostic, Span, kind_name, refusal};

/// Names and their values.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    values: BTreeMap<String, Value>,
}

/// What a statement did.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Outcome {
    /// An expression has this value.
    Value(Value),
    /// This name now has this value.
    Bound(String, Value),
    /// A claim: what its left side is, what its right side is, and whether they agree.
    Claim(Value, Value, bool),
}

impl Scope {
    /// A scope without names.
    pub fn new() -> Scope {
        Scope::default()
    }

    /// Gives a name a value.
    pub fn bind(&mut self, name: impl Into<String>, value: Value) {
        self.values.insert(name.into(), value);
    }

    /// The value of a name.
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.values.get(name)
    }

    /// All names and their values.
    pub fn names(&self) -> impl Iterator<Item = (&str, &Value)> {
        self.values.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Reads and evaluates one statement; a binding changes the scope.
    ///
    /// # Errors
    /// A [`Diagnostic`] with the place in `text`.
    ///
    /// ```
    /// use tilework_lang::{Outcome, Scope};
    ///
    /// let mut scope = Scope::new();
    /// scope.run("A = (6,2):(8,2)")?;
    /// let Outcome::Value(value) = scope.run("A o (4,3):(3,1)")? else { panic!() };
    /// assert_eq!(value.to_string(), "((2,2),3):((24,2),8)");
    /// # Ok::<(), tilework_lang::Diagnostic>(())
    /// ```
    pub fn run(&mut self, text: &str) -> Result<Outcome, Diagnostic> {
        match parse(text)? {
            Statement::Expression(node) => Ok(Outcome::Value(self.evaluate(&node)?)),
            Statement::Binding(name, span, node) => {
                if operations::find(&name).is_some() {
                    let message = format!("`{name}` is an operation and cannot be a name");
                    return Err(Diagnostic::new("usage", span, message).help("choose another name"));
                }
                let value = self.evaluate(&node)?;
                self.bind(name.clone(), value.clone());
                Ok(Outcome::Bound(name, value))
            }
            Statement::Claim(left, right) => {
                let (left, right) = (self.evaluate(&left)?, self.evaluate(&right)?);
                let holds = agree(&left, &right);
                Ok(Outcome::Claim(left, right, holds))
            }
        }
    }

    /// The value of an expression.
    ///
    /// # Errors
    /// A [`Diagnostic`] with the place in the text that the expression was read from.
    pub fn evaluate(&self, node: &Node) -> Result<Value, Diagnostic> {
        match &node.expr {
            Expr::Integer(value) => Ok(Value::Integer(*value)),
            Expr::Basis(terms) => basis::stride(terms, &node.span),
            Expr::Blank => Ok(Value::Slicer(Slicer::leaf(None))),
            Expr::Name(name) => self.name(name, &node.span),
            Expr::Tuple(items) => self.tuple(items, &node.span),
            Expr::List(items) => self.list(items, &node.span),
            Expr::Tiler(items) => self.tiler(items, &node.span),
            Expr::Layout(shape, stride) => self.layout(shape, stride, &node.span),
            Expr::Call(name, span, arguments) => self.call(name, span, arguments, &node.span),
            Expr::Apply(function, arguments) => self.apply(function, arguments, &node.span),
            Expr::Mode(value, path) => self.mode(value, path, &node.span),
            Expr::Compose(left, right) => self.infix("composition", left, right, &node.span),
            Expr::Same(left, right) => self.infix("same_function", left, right, &node.span),
            Expr::Equal(left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                Ok(Value::Truth(agree(&left, &right)))
            }
        }
    }

    fn name(&self, name: &str, span: &Span) -> Result<Value, Diagnostic> {
        if let Some(value) = self.get(name) {
            return Ok(value.clone());
        }
        match name {
            "true" | "True" => Ok(Value::Truth(true)),
            "false" | "False" => Ok(Value::Truth(false)),
            "none" => Ok(Value::Nothing),
            _ => Err(names::unknown_value(name, span, self.values.keys().map(String::as_str))),
        }
    }

    fn layout(&self, shape: &Node, stride: &Node, span: &Span) -> Result<Value, Diagnostic> {
        if let Value::Basis(strides) = self.evaluate(stride)? {
            return basis::layout(&self.integers(shape)?, &strides, span);
        }
        let (shape_value, stride_value) = (self.integers(shape)?, self.integers(stride)?);
        Layout::from_tuples(&shape_value, &stride_value).map(Value::Layout).map_err(|error| {
            let out = refusal(error, span);
            match error.kind() {
                ErrorKind::BadExtent { extent, .. } => out
                    .at(blame::find(shape, extent).unwrap_or(shape).span.clone())
                    .labelled("not an extent"),
                ErrorKind::NotCongruent { .. } => out
                    .label(shape.span.clone(), format!("shape {shape_value}"))
                    .label(stride.span.clone(), format!("stride {stride_value}"))
                    .help("shape and stride need the same parentheses"),
                _ => out.labelled("this layout"),
            }
        })
    }

    /// Integers, a slicer, or layouts side by side.
    fn tuple(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        if items.len() > MAX_MODES {
            let message =
                format!("a tuple holds at most {MAX_MODES} integers, not {}", items.len());
            return Err(Diagnostic::new("too-many-modes", span.clone(), message)
                .help("a list of numbers, of any length, is written in square brackets"));
        }
        // Most tuples are flat and of literal integers.
        let mut integers = [0; MAX_MODES];
        let flat = items.iter().zip(&mut integers).all(|(item, slot)| match item.expr {
            Expr::Integer(value) => {
                *slot = value;
                true
            }
            _ => false,
        });
        if flat {
            let tuple = Tuple::from_slice(&integers[..items.len()]);
            return tuple.map(Value::Tuple).map_err(|error| refusal(error, span));
        }
        // What is nested is read by the core, which needs no stack for it.
        let mut text = String::new();
        if literal(items, &mut text) {
            return match text.parse::<Tuple>() {
                Ok(tuple) => Ok(Value::Tuple(tuple)),
                Err(_) => text.parse().map(Value::Slicer).map_err(|error| {
                    let message = format!("more than {MAX_MODES} leaf modes, or nested too deeply");
                    Diagnostic::new(kind_name(&error), span.clone(), message)
                }),
            };
        }
        self.mixed(items, span)
    }

    /// A tuple that is not literal.
    fn mixed(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        let values: Vec<Value> =
            items.iter().map(|item| self.evaluate(item)).collect::<Result<_, _>>()?;
        if values.iter().any(|value| matches!(value, Value::Layout(_))) {
            return self.call_nodes("make_layout", span, values, &items.iter().collect::<Vec<_>>());
        }
        if values.iter().any(|value| matches!(value, Value::Basis(_))) {
            return basis::strides(&values, items, span);
        }
        let mut slicer: Option<Slicer> = None;
        let mut blank = false;
        for (value, item) in values.iter().zip(items) {
            let mode = match value {
                Value::Integer(value) => Slicer::leaf(Some(*value)),
                Value::Tuple(tuple) if tuple.length() > 0 => tuple.to_slicer(),
                Value::Slicer(slicer) => {
                    blank = true;
                    *slicer
                }
                Value::Tuple(_) => return Err(wrong_item("a tuple", "the empty tuple", item)),
                Value::Tiler(_) => {
                    return Err(wrong_item("a tuple", "a tiler", item)
                        .help("a tiler by mode is written in angle brackets: <4,_,(2,4):(1,8)>"));
                }
                _ => return Err(wrong_item("a tuple", value.kind(), item)),
            };
            let head = slicer.map_or_else(|| mode.select(&[]), Ok);
            let next = head.and_then(|head| head.append(&mode));
            slicer = Some(next.map_err(|error| refusal(error, span))?);
        }
        let slicer = slicer.unwrap_or(Slicer::leaf(None));
        if blank {
            return Ok(Value::Slicer(slicer));
        }
        let leaves: Vec<i64> = slicer.leaves().iter().flatten().copied().collect();
        let flat = Tuple::from_slice(&leaves).and_then(|flat| flat.unflatten(&slicer));
        flat.map(Value::Tuple).map_err(|error| refusal(error, span))
    }

    fn integers(&self, node: &Node) -> Result<Tuple, Diagnostic> {
        match self.evaluate(node)? {
            Value::Integer(value) => Ok(Nested::leaf(value)),
            Value::Tuple(tuple) => Ok(tuple),
            value => {
                let message =
                    format!("a shape and a stride are made of integers, not of {}", value.kind());
                Err(Diagnostic::new("usage", node.span.clone(), message)
                    .labelled(format!("this is {}", value.kind())))
            }
        }
    }

    /// A list of integers; with layouts or `_` in it, a tiler as CuTe's IR writes them.
    fn list(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match self.evaluate(item)? {
                Value::Integer(value) => out.push(value),
                Value::Layout(_) | Value::Tiler(_) | Value::Slicer(_) => {
                    return self.tiler(items, span);
                }
                value => return Err(wrong_item("a list", value.kind(), item)),
            }
        }
        Ok(Value::List(out))
    }

    fn tiler(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        if items.len() > MAX_MODES {
            let message = format!("a tiler has at most {MAX_MODES} modes, not {}", items.len());
            return Err(Diagnostic::new("too-many-modes", span.clone(), message));
        }
        let mut tilers = Vec::with_capacity(items.len());
        for item in items {
            let value = self.evaluate(item)?;
            let tiler =
                as_tiler(&value).ok_or_else(|| wrong_item("a tiler", value.kind(), item))?;
            tilers.push(tiler.map_err(|error| refusal(error, &item.span))?);
        }
        Tiler::by_mode(&tilers).map(Value::Tiler).map_err(|error| refusal(error, span))
    }

    /// `A(1,2)`: the offset, or with `_` the slice.
    fn apply(&self, function: &Node, arguments: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        if let Expr::Name(name) = &function.expr
            && self.get(name).is_none()
        {
            let known = self.values.keys().map(String::as_str);
            return Err(names::unknown_operation(name, &function.span, known));
        }
        let start = arguments.first().map_or(span.end, |first| first.span.start);
        let end = arguments.last().map_or(span.end, |last| last.span.end);
        let coordinate = match arguments {
            [one] => one.clone(),
            many if many.len() > MAX_MODES => return self.tuple(many, &(start..end)),
            many => Node { expr: Expr::Tuple(many.to_vec()), span: start..end },
        };
        let place = self.evaluate(&coordinate)?;
        let layout = self.evaluate(function)?;
        match place {
            _ if layout.as_map().is_some() => {
                self.call_nodes("apply", span, vec![layout, place], &[function, &coordinate])
            }
            Value::Slicer(_) => {
                self.call_nodes("slice", span, vec![place, layout], &[&coordinate, function])
            }
            _ => self.call_nodes("eval_coord", span, vec![layout, place], &[function, &coordinate]),
        }
    }

    /// `A[1,0]`.
    fn mode(&self, value: &Node, path: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        let start = path.first().map_or(span.end, |first| first.span.start);
        let end = path.last().map_or(span.end, |last| last.span.end);
        let path = match path {
            [one] => one.clone(),
            many => Node { expr: Expr::List(many.to_vec()), span: start..end },
        };
        let values = vec![self.evaluate(value)?, self.evaluate(&path)?];
        self.call_nodes("get", span, values, &[value, &path])
    }

    fn infix(
        &self,
        name: &str,
        left: &Node,
        right: &Node,
        span: &Span,
    ) -> Result<Value, Diagnostic> {
        let values = vec![self.evaluate(left)?, self.evaluate(right)?];
        self.call_nodes(name, span, values, &[left, right])
    }

    fn call(
        &self,
        name: &str,
        name_span: &Span,
        arguments: &[Node],
        span: &Span,
    ) -> Result<Value, Diagnostic> {
        let Some(operation) = operations::find(name) else {
            let known = self.values.keys().map(String::as_str);
            return Err(names::unknown_operation(name, name_span, known));
        };
        if !operation.arity.contains(&arguments.len()) {
            return Err(wrong_count(operation, arguments.len(), span));
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            match self.evaluate(argument) {
                Ok(value) => values.push(value),
                Err(refusal) => {
                    let call = (name, name_span, arguments, span);
                    let other = regrouped(call).and_then(|node| self.evaluate(&node).ok());
                    return other.ok_or(refusal);
                }
            }
        }
        self.call_nodes(name, span, values, &arguments.iter().collect::<Vec<_>>())
    }

    /// `S o 20 o L o B` as `(S o 20 o L) o B`, where L and B do not compose to a layout by themselves.
    /// As functions the two are the same.
    pub(crate) fn associated(&self, node: &Node) -> Option<Node> {
        let Expr::Call(name, name_span, arguments) = &node.expr else { return None };
        let other = regrouped((name, name_span, arguments, &node.span))?;
        let refused = arguments.iter().any(|argument| self.evaluate(argument).is_err());
        (refused && self.evaluate(&other).is_ok()).then_some(other)
    }

    /// Calls an operation with the values of these expressions.
    fn call_nodes(
        &self,
        name: &str,
        span: &Span,
        values: Vec<Value>,
        nodes: &[&Node],
    ) -> Result<Value, Diagnostic> {
        let Some(operation) = operations::find(name) else {
            return Err(names::unknown_operation(name, span, [].into_iter()));
        };
        let values: Vec<_> =
            values.into_iter().zip(nodes.iter().map(|node| node.span.clone())).collect();
        call(operation, span, &values, nodes)
    }
}

/// Maps in front of a composition, as the composition of what stands behind the maps.
fn regrouped((name, name_span, arguments, span): (&str, &Span, &[Node], &Span)) -> Option<Node> {
    let ("composed_layout", [map, offset, inner]) = (name, arguments) else { return None };
    let Expr::Compose(left, right) = &inner.expr else { return None };
    let (map, offset) = (map.clone(), offset.clone());
    let behind =
        Expr::Call(name.to_owned(), name_span.clone(), vec![map, offset, (**left).clone()]);
    let behind = Node { expr: behind, span: span.start..left.span.end };
    Some(Node { expr: Expr::Compose(Box::new(behind), right.clone()), span: span.clone() })
}

/// Calls an operation with values that stand at places, where these expressions were typed.
fn call(
    operation: &'static Operation,
    span: &Span,
    values: &[(Value, Span)],
    nodes: &[&Node],
) -> Result<Value, Diagnostic> {
    if !operation.arity.contains(&values.len()) {
        return Err(wrong_count(operation, values.len(), span));
    }
    let arguments = Arguments { operation, span: span.clone(), values };
    let answer = arguments.answer();
    answer.map_err(|fault| match fault {
        Fault::Arguments(diagnostic) => *diagnostic,
        Fault::Algebra(error) => {
            Refused { error: *error, operation, span, values, nodes }.diagnostic()
        }
    })
}

/// Writes a tuple of literals, if it is one.
fn literal(items: &[Node], out: &mut String) -> bool {
    out.push('(');
    for (i, item) in items.iter().enumerate() {
        out.push_str(if i == 0 { "" } else { "," });
        match &item.expr {
            Expr::Integer(value) => out.push_str(&value.to_string()),
            Expr::Blank => out.push('_'),
            Expr::Tuple(inner) if !inner.is_empty() && literal(inner, out) => {}
            _ => return false,
        }
    }
    out.push(')');
    true
}

pub(crate) fn wrong_item(holder: &str, kind: &str, item: &Node) -> Diagnostic {
    let message = format!("{holder} cannot hold {kind}");
    Diagnostic::new("usage", item.span.clone(), message).labelled(format!("this is {kind}"))
}
