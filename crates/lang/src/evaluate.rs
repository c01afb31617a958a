//! From expressions to values.

use std::collections::BTreeMap;

use tilework::{Layout, Nested, Slicer, Tiler, Tuple};

use crate::arguments::{Arguments, Fault};
use crate::ast::{Expr, Node, Statement};
use crate::diagnostic::{Diagnostic, Span};
use crate::operations::{self, Operation};
use crate::parser::parse;
use crate::value::Value;

/// Names and their values.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    values: BTreeMap<String, Value>,
}

/// What a statement did.
#[derive(Clone, Debug, PartialEq, Eq)]
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
                    return Err(Diagnostic::new("usage", span, message));
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
            Expr::Blank => Ok(Value::Slicer(Slicer::leaf(None))),
            Expr::Name(name) => self.name(name, &node.span),
            Expr::Tuple(items) => self.tuple(items, &node.span),
            Expr::List(items) => self.list(items),
            Expr::Tiler(items) => self.tiler(items, &node.span),
            Expr::Layout(shape, stride) => {
                let (shape_value, stride_value) = (self.integers(shape)?, self.integers(stride)?);
                Layout::from_tuples(&shape_value, &stride_value).map(Value::Layout).map_err(
                    |error| {
                        refusal(error, &node.span)
                            .label(shape.span.clone(), "shape")
                            .label(stride.span.clone(), "stride")
                    },
                )
            }
            Expr::Call(name, span, arguments) => self.call(name, span, arguments, &node.span),
            Expr::Apply(function, arguments) => self.apply(function, arguments, &node.span),
            Expr::Mode(value, path) => self.call_values(
                "get",
                &node.span,
                vec![
                    (self.evaluate(value)?, value.span.clone()),
                    (self.list(path)?, node.span.clone()),
                ],
            ),
            Expr::Compose(left, right) => self.call_values(
                "composition",
                &node.span,
                vec![
                    (self.evaluate(left)?, left.span.clone()),
                    (self.evaluate(right)?, right.span.clone()),
                ],
            ),
            Expr::Equal(left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                Ok(Value::Truth(agree(&left, &right)))
            }
            Expr::Same(left, right) => self.call_values(
                "same_function",
                &node.span,
                vec![
                    (self.evaluate(left)?, left.span.clone()),
                    (self.evaluate(right)?, right.span.clone()),
                ],
            ),
        }
    }

    fn name(&self, name: &str, span: &Span) -> Result<Value, Diagnostic> {
        if let Some(value) = self.get(name) {
            return Ok(value.clone());
        }
        let known = self.values.keys().map(String::as_str);
        let names =
            operations::all().iter().flat_map(|op| op.aliases.iter().copied().chain([op.name]));
        let out = Diagnostic::new("unknown-name", span.clone(), format!("`{name}` has no value"));
        Err(match nearest(name, known.chain(names)) {
            _ if operations::find(name).is_some() => out.help(format!(
                "it is an operation: {}",
                operations::find(name).map_or("", |op| op.usage)
            )),
            Some(near) => out.help(format!("did you mean `{near}`?")),
            None => out.help(format!("give it one: {name} = (4,8):(1,4)")),
        })
    }

    /// Integers, a slicer, or layouts side by side.
    fn tuple(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        let values: Vec<Value> =
            items.iter().map(|item| self.evaluate(item)).collect::<Result<_, _>>()?;
        if values.iter().any(|value| matches!(value, Value::Layout(_))) {
            let spanned: Vec<_> =
                values.into_iter().zip(items.iter().map(|item| item.span.clone())).collect();
            return self.call_values("make_layout", span, spanned);
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
                _ => {
                    let message = format!("a tuple cannot hold {}", value.kind());
                    return Err(Diagnostic::new("usage", item.span.clone(), message));
                }
            };
            let head = slicer.map_or_else(|| mode.select(&[]), Ok);
            let next = head.and_then(|head| head.append(&mode));
            slicer = Some(next.map_err(|error| refusal(error, span))?);
        }
        match slicer {
            None => Ok(Value::Tuple(Tuple::from_slice(&[]).map_err(|error| refusal(error, span))?)),
            Some(slicer) if blank => Ok(Value::Slicer(slicer)),
            Some(slicer) => {
                let leaves: Vec<i64> = slicer.leaves().iter().flatten().copied().collect();
                let flat = Tuple::from_slice(&leaves).and_then(|flat| flat.unflatten(&slicer));
                flat.map(Value::Tuple).map_err(|error| refusal(error, span))
            }
        }
    }

    fn integers(&self, node: &Node) -> Result<Tuple, Diagnostic> {
        match self.evaluate(node)? {
            Value::Integer(value) => Ok(Nested::leaf(value)),
            Value::Tuple(tuple) => Ok(tuple),
            value => {
                let message = format!("a layout needs integers here, not {}", value.kind());
                Err(Diagnostic::new("usage", node.span.clone(), message))
            }
        }
    }

    fn list(&self, items: &[Node]) -> Result<Value, Diagnostic> {
        let mut out = Vec::with_capacity(items.len());
        for item in items {
            match self.evaluate(item)? {
                Value::Integer(value) => out.push(value),
                value => {
                    let message = format!("a list holds integers, not {}", value.kind());
                    return Err(Diagnostic::new("usage", item.span.clone(), message));
                }
            }
        }
        Ok(Value::List(out))
    }

    fn tiler(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        let mut tilers = Vec::with_capacity(items.len());
        for item in items {
            let tiler = match self.evaluate(item)? {
                Value::Layout(layout) => Ok(Tiler::layout(layout)),
                Value::Tiler(tiler) => Ok(tiler),
                Value::Integer(extent) => Tiler::shape(&Nested::leaf(extent)),
                Value::Tuple(shape) => Tiler::shape(&shape),
                Value::Slicer(blank) if blank.is_leaf() => Ok(Tiler::keep()),
                value => {
                    let message = format!("a tiler cannot hold {}", value.kind());
                    return Err(Diagnostic::new("usage", item.span.clone(), message));
                }
            };
            tilers.push(tiler.map_err(|error| refusal(error, &item.span))?);
        }
        Tiler::by_mode(&tilers).map(Value::Tiler).map_err(|error| refusal(error, span))
    }

    /// `A(1,2)`: the offset, or with `_` the slice.
    fn apply(&self, function: &Node, arguments: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        if let Expr::Name(name) = &function.expr
            && self.get(name).is_none()
        {
            return Err(unknown_operation(name, &function.span));
        }
        let coordinate = match arguments {
            [one] => self.evaluate(one)?,
            many => self.tuple(many, span)?,
        };
        let place = arguments.first().map_or(span.clone(), |first| {
            first.span.start..arguments.last().map_or(first.span.end, |last| last.span.end)
        });
        let layout = (self.evaluate(function)?, function.span.clone());
        match coordinate {
            Value::Slicer(_) => self.call_values("slice", span, vec![(coordinate, place), layout]),
            _ => self.call_values("eval_coord", span, vec![layout, (coordinate, place)]),
        }
    }

    fn call(
        &self,
        name: &str,
        name_span: &Span,
        arguments: &[Node],
        span: &Span,
    ) -> Result<Value, Diagnostic> {
        if operations::find(name).is_none() {
            return Err(unknown_operation(name, name_span));
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push((self.evaluate(argument)?, argument.span.clone()));
        }
        self.call_values(name, span, values)
    }

    /// Calls an operation with values.
    fn call_values(
        &self,
        name: &str,
        span: &Span,
        values: Vec<(Value, Span)>,
    ) -> Result<Value, Diagnostic> {
        let Some(operation) = operations::find(name) else {
            return Err(unknown_operation(name, span));
        };
        call(operation, span, &values)
    }
}

/// Calls an operation with values that stand at places.
pub(crate) fn call(
    operation: &'static Operation,
    span: &Span,
    values: &[(Value, Span)],
) -> Result<Value, Diagnostic> {
    let arguments = Arguments { operation, span: span.clone(), values };
    if !operation.arity.contains(&values.len()) {
        return Err(arguments.usage());
    }
    (operation.apply)(&arguments).map_err(|fault| match fault {
        Fault::Arguments(diagnostic) => *diagnostic,
        Fault::Algebra(error) => {
            let mut out = refusal(error, span);
            for ((value, place), letter) in values.iter().zip(["A", "B", "C", "D"]) {
                if place != span {
                    out = out.label(place.clone(), format!("{letter} = {value}"));
                }
            }
            out
        }
    })
}

/// Whether two values say the same: tuples of one integer and integers are told apart, a shape
/// alone stands for its compact layout, strides of extent-1 modes do not matter.
pub fn agree(left: &Value, right: &Value) -> bool {
    let compact = |value: &Value| match value {
        Value::Layout(layout) => Some(layout.normalize_units()),
        Value::Integer(extent) => Layout::new(*extent, 1).ok(),
        Value::Tuple(shape) => Layout::col_major(shape).ok(),
        _ => None,
    };
    match (left, right) {
        (Value::Layout(_), _) | (_, Value::Layout(_)) => {
            matches!((compact(left), compact(right)), (Some(a), Some(b)) if a.normalize_units() == b.normalize_units())
        }
        (Value::List(list), Value::Tuple(tuple)) | (Value::Tuple(tuple), Value::List(list)) => {
            tuple.depth() == 1 && tuple.leaves() == list
        }
        _ => left == right,
    }
}

/// The diagnostic of an error of the algebra.
pub(crate) fn refusal(error: tilework::Error, span: &Span) -> Diagnostic {
    let mut out = Diagnostic::new(kind_name(&error), span.clone(), error.to_string());
    out.cause = Some(error);
    out
}

/// The kind of an error of the algebra, as programs read it.
pub fn kind_name(error: &tilework::Error) -> &'static str {
    use tilework::ErrorKind;
    match error.kind() {
        ErrorKind::Parse { .. } => "syntax",
        ErrorKind::BadExtent { .. } => "bad-extent",
        ErrorKind::NotCongruent { .. } => "not-congruent",
        ErrorKind::TooManyModes { .. } => "too-many-modes",
        ErrorKind::Overflow { .. } => "overflow",
        ErrorKind::NoSuchMode { .. } => "no-such-mode",
        ErrorKind::RankTooLarge { .. } => "rank-too-large",
        ErrorKind::NotPositive { .. } => "not-positive",
        ErrorKind::NegativeCoordinate { .. } => "negative-coordinate",
        ErrorKind::CoordinateProfile { .. } => "coordinate-profile",
        ErrorKind::OutOfBounds { .. } => "out-of-bounds",
        ErrorKind::Empty => "empty",
        ErrorKind::NonZeroOrigin { .. } => "nonzero-origin",
        ErrorKind::NotALayout { .. } => "not-a-layout",
        ErrorKind::NotCompatible { .. } => "not-compatible",
        ErrorKind::OutOfDomain { .. } => "out-of-domain",
        ErrorKind::NegativeStride { .. } => "negative-stride",
        ErrorKind::Undecided { .. } => "undecided",
        ErrorKind::NotInjective { .. } => "not-injective",
        ErrorKind::Overlap { .. } => "overlap",
        ErrorKind::StrideNotMultiple { .. } => "stride-not-multiple",
        ErrorKind::GapNotDivisible { .. } => "gap-not-divisible",
        ErrorKind::BoundNotMultiple { .. } => "bound-not-multiple",
        ErrorKind::NotDivisible { .. } => "not-divisible",
        ErrorKind::NoUnitStride => "no-unit-stride",
        ErrorKind::SizeMismatch { .. } => "size-mismatch",
        ErrorKind::NoSolution { .. } => "no-solution",
        ErrorKind::Unsupported { .. } => "unsupported",
        _ => "refused",
    }
}

fn unknown_operation(name: &str, span: &Span) -> Diagnostic {
    let out =
        Diagnostic::new("unknown-name", span.clone(), format!("there is no operation `{name}`"));
    let names = operations::all().iter().flat_map(|op| op.aliases.iter().copied().chain([op.name]));
    match nearest(name, names) {
        Some(near) => out.help(format!("did you mean `{near}`?")),
        None => out,
    }
}

/// The name that is spelled most like `word`, if one is close.
fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names are short; what is longer than any is near to none.
    if word.len() > 40 {
        return None;
    }
    let closest = names.map(|name| (distance(word, name), name)).min()?;
    (closest.0 <= word.len().div_ceil(3)).then_some(closest.1)
}

/// How many letters to insert, delete or change.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(!x.eq_ignore_ascii_case(&y));
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
