//! From expressions to values.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use tilework::limits::MAX_MODES;
use tilework::{ErrorKind, Layout, Nested, Order, Slicer, Tiler, Tuple};

use crate::eval::basis;
use crate::eval::blame::{self, Refused};
use crate::eval::hardware;
use crate::eval::members;
use crate::eval::names;
use crate::eval::notice::notices;
use crate::operations::access::{Access, Pattern};
use crate::operations::arguments::{Arguments, Fault, as_tiler, wrong_count};
use crate::operations::atom::Tiled;
use crate::operations::value::{Value, agree_in};
use crate::operations::{Argument, Id, Kind, Operation};
use crate::syntax::access::FORMS;
use crate::syntax::ast::{Expr, Node};
use crate::syntax::pasted::element_bits;
use crate::text::diagnostic::{Diagnostic, Span, kind_name, refusal};

/// Names and their values, and the order in which indices count.
#[derive(Clone, Debug, Default)]
pub struct Scope {
    values: BTreeMap<String, Value>,
    order: Order,
    /// Those that were given by `name : value`, so that another print of them is not a layout.
    pub(crate) labels: BTreeSet<String>,
}

/// The value of an expression, and what its outermost operation was applied to.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Evaluated {
    /// The value.
    pub value: Value,
    /// The outermost operation, if there is one.
    pub operation: Option<&'static Operation>,
    /// Its operands, in its order, with their places in the text.
    pub operands: Vec<(Value, Span)>,
    /// What may surprise, in sentences: see [`Answered::notes`](crate::Answered::notes).
    pub notes: Vec<String>,
}

impl Scope {
    /// A scope without names.
    pub fn new() -> Scope {
        Scope::default()
    }

    /// A scope without names in which indices count in this order, and every operation means what it
    /// means there. In [`Order::Lex`] a shape alone is the compact row-major layout.
    ///
    /// ```
    /// use tilework::Order;
    /// use tilework_lang::{Outcome, Scope};
    ///
    /// let mut scope = Scope::in_order(Order::Lex);
    /// let Outcome::Value(value) = scope.run("coalesce((4,8))")? else { panic!() };
    /// assert_eq!(value.to_string(), "32:1");
    /// let Outcome::Value(value) = scope.run("idx2crd(9, (4,8))")? else { panic!() };
    /// assert_eq!(value.to_string(), "(1,1)");
    /// # Ok::<(), tilework_lang::Diagnostic>(())
    /// ```
    pub fn in_order(order: Order) -> Scope {
        Scope { order, ..Scope::default() }
    }

    /// The order in which indices count; CuTe's, unless something else was asked for.
    pub fn order(&self) -> Order {
        self.order
    }

    /// Lets indices count in this order from now on. Names keep their values: a layout has no order, only
    /// what is asked of it does.
    pub fn set_order(&mut self, order: Order) {
        self.order = order;
    }

    /// That indices count in CuTe's order: for `name`, what knows no other.
    ///
    /// # Errors
    /// A [`Diagnostic`] that says so.
    ///
    /// ```
    /// use tilework::Order;
    /// use tilework_lang::Scope;
    ///
    /// assert!(Scope::new().only_colex("draw").is_ok());
    /// let error = Scope::in_order(Order::Lex).only_colex("draw").unwrap_err();
    /// assert_eq!(error.message, "`draw` counts indices leftmost fastest, and not in lexicographic order");
    /// ```
    pub fn only_colex(&self, name: &str) -> Result<(), Diagnostic> {
        match self.order {
            Order::Colex => Ok(()),
            Order::Lex => {
                let message = format!(
                    "`{name}` counts indices leftmost fastest, and not in lexicographic order"
                );
                let help = "ask it with --order colex, or in a session after :order colex";
                Err(Diagnostic::plain("usage", message).help(help))
            }
        }
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

    /// The value of an expression.
    ///
    /// # Errors
    /// A [`Diagnostic`] with the place in the text that the expression was read from.
    pub fn evaluate(&self, node: &Node) -> Result<Value, Diagnostic> {
        Evaluation { scope: self, notes: None }.evaluate(node)
    }

    /// The value of an expression, and if its outermost part is an operation, which one and what it was
    /// applied to. Each part is evaluated once.
    ///
    /// # Errors
    /// As [`evaluate`](Scope::evaluate).
    ///
    /// ```
    /// use tilework_lang::{Scope, Statement, operations::Id, parse};
    ///
    /// let Statement::Expression(node) = parse("(6,2):(8,2) o (4,3):(3,1)")? else { panic!() };
    /// let evaluated = Scope::new().evaluate_with_operands(&node)?;
    /// assert_eq!(evaluated.operation.unwrap().id, Id::Composition);
    /// assert_eq!(evaluated.operands[1].0.to_string(), "(4,3):(3,1)");
    /// assert_eq!(evaluated.value.to_string(), "((2,2),3):((24,2),8)");
    /// # Ok::<(), tilework_lang::Diagnostic>(())
    /// ```
    pub fn evaluate_with_operands(&self, node: &Node) -> Result<Evaluated, Diagnostic> {
        let notes = RefCell::default();
        let evaluation = Evaluation { scope: self, notes: Some(&notes) };
        let mut evaluated = evaluation.evaluate_with_operands(node)?;
        evaluated.notes = notes.into_inner();
        Ok(evaluated)
    }

    /// Calls an operation with values: what a program asks that has no text. The places that a refusal
    /// names are those in the call as one would type it, which comes with it.
    ///
    /// # Errors
    /// A [`Diagnostic`], and the text that its places are in.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_lang::operations::Id;
    /// use tilework_lang::{Scope, Value};
    ///
    /// let (get, a) = (Id::Get.operation(), Value::from(layout!((4,8):(1,4))));
    /// let mode = Scope::new().call(get, vec![a.clone(), Value::Integer(1)]).unwrap();
    /// assert_eq!(mode.to_string(), "8:4");
    ///
    /// let (error, text) = *Scope::new().call(get, vec![a, Value::Integer(5)]).unwrap_err();
    /// assert_eq!((text.as_str(), &text[error.span()]), ("get((4,8):(1,4), 5)", "5"));
    /// ```
    pub fn call(
        &self,
        operation: &'static Operation,
        operands: Vec<Value>,
    ) -> Result<Value, Box<(Diagnostic, String)>> {
        // Operand i is at i..i + 1 until a text is needed.
        let (count, kept) = (operands.len(), operands.clone());
        let placed = operands.into_iter().enumerate().map(|(i, value)| (value, i..i + 1)).collect();
        let mut refused = match call(self.order, operation, &(0..count), placed, &[]) {
            Ok(evaluated) => return Ok(evaluated.value),
            Err(refused) => refused,
        };
        let (mut text, mut places) = (format!("{}(", operation.name), Vec::new());
        for (i, value) in kept.iter().enumerate() {
            text += if i == 0 { "" } else { ", " };
            let start = text.len();
            text += &value.to_string();
            places.push(start..text.len());
        }
        text.push(')');
        for (span, _) in &mut refused.labels {
            *span = match (places.get(span.start), places.get(span.end.wrapping_sub(1))) {
                (Some(first), Some(last)) if *span != (0..count) || count == 1 => {
                    first.start..last.end
                }
                _ => 0..text.len(),
            };
        }
        Err(Box::new((refused, text)))
    }

    /// `S o 20 o L o B` as `(S o 20 o L) o B`, when `L o B` is not a layout by itself.
    /// As functions the two are the same.
    pub(crate) fn associated(&self, node: &Node) -> Option<Node> {
        let Expr::Call(_, _, arguments) = &node.expr else { return None };
        let other = regrouped(node)?;
        let refused = arguments.iter().any(|argument| self.evaluate(argument).is_err());
        (refused && self.evaluate(&other).is_ok()).then_some(other)
    }
}

/// The evaluation of one expression: the names it may use, and what may surprise about it, if that is asked for.
struct Evaluation<'a> {
    scope: &'a Scope,
    notes: Option<&'a RefCell<Vec<String>>>,
}

impl Evaluation<'_> {
    fn evaluate(&self, node: &Node) -> Result<Value, Diagnostic> {
        match self.operated(node) {
            Some(evaluated) => Ok(evaluated?.value),
            None => self.value(node),
        }
    }

    fn evaluate_with_operands(&self, node: &Node) -> Result<Evaluated, Diagnostic> {
        self.operated(node).unwrap_or_else(|| {
            let value = self.value(node)?;
            Ok(Evaluated { value, operation: None, operands: Vec::new(), notes: Vec::new() })
        })
    }

    /// The value of an expression whose outermost part is an operation.
    fn operated(&self, node: &Node) -> Option<Result<Evaluated, Diagnostic>> {
        let span = &node.span;
        Some(match &node.expr {
            Expr::Call(operation, _, arguments) => self.call(operation, arguments, node),
            Expr::Apply(function, arguments) => self.apply(function, arguments, span),
            Expr::Mode(value, path) => self.mode(value, path, span),
            Expr::Compose(left, right) => self.infix(Id::Composition, left, right, span),
            Expr::Same(left, right) => self.infix(Id::SameFunction, left, right, span),
            _ => return None,
        })
    }

    /// The value of any other expression. What it needs for each kind is not inlined: it would be in every frame of
    /// the recursion.
    fn value(&self, node: &Node) -> Result<Value, Diagnostic> {
        let span = &node.span;
        Ok(match &node.expr {
            Expr::Integer(value) => Value::Integer(*value),
            Expr::Basis(terms) => basis::stride(terms, span)?,
            Expr::Blank => Value::from(Slicer::leaf(None)),
            Expr::Name(name) => self.name(name, span)?,
            Expr::Atom(name) => hardware::atom(name, span)?,
            Expr::Access(access) => self.access(access)?,
            Expr::Tuple(items) => self.tuple(items, span)?,
            Expr::List(items) => self.list(items, span)?,
            Expr::Tiler(items) => self.tiler(items, span)?,
            Expr::Layout(shape, stride) => self.layout(shape, stride, span)?,
            Expr::Member(of, name, place) => self.member(of, name, place)?,
            Expr::Equal(left, right) => {
                let (left, right) = (self.evaluate(left)?, self.evaluate(right)?);
                Value::Truth(agree_in(self.scope.order, &left, &right))
            }
            Expr::Call(..)
            | Expr::Apply(..)
            | Expr::Mode(..)
            | Expr::Compose(..)
            | Expr::Same(..) => return self.evaluate(node),
        })
    }

    #[inline(never)]
    fn access(&self, access: &Access<Node>) -> Result<Value, Diagnostic> {
        let copies = matches!(access.pattern, Pattern::Copy(_));
        let read = |node: &Node| {
            let value = self.evaluate(node)?;
            let fits = match &value {
                Value::Tiled(Tiled::Copy(_)) => copies,
                Value::Slice(..) | Value::Tv(_) => !copies,
                other => !copies && other.strided().is_some(),
            };
            if fits {
                return Ok(value);
            }
            let wanted = if copies { "a tiled copy" } else { "a layout" };
            let message = format!("an access needs {wanted} here, not {}", value.kind());
            Err(Diagnostic::new("usage", node.span.clone(), message).help(FORMS))
        };
        Ok(Value::Access(Box::new(access.try_map(read)?)))
    }

    #[inline(never)]
    fn name(&self, name: &str, span: &Span) -> Result<Value, Diagnostic> {
        if let Some(value) = self.scope.get(name) {
            return Ok(value.clone());
        }
        match name {
            "true" | "True" => Ok(Value::Truth(true)),
            "false" | "False" => Ok(Value::Truth(false)),
            "none" => Ok(Value::Nothing),
            _ if let Some(order) = Value::order(name) => Ok(order),
            _ if let Some(value) = hardware::named(name, span) => value,
            _ => {
                Err(names::unknown_value(name, span, self.scope.values.keys().map(String::as_str)))
            }
        }
    }

    /// `P.tile`.
    fn member(&self, of: &Node, name: &str, place: &Span) -> Result<Value, Diagnostic> {
        let of = self.evaluate(of)?;
        members::get(&of, name).ok_or_else(|| members::unknown(&of, name, place))
    }

    #[inline(never)]
    fn layout(&self, shape: &Node, stride: &Node, span: &Span) -> Result<Value, Diagnostic> {
        if let (Some(shape), Some(stride)) = (&flat(shape), &flat(stride))
            && let Ok(layout) = &Layout::from_tuples(shape, stride)
        {
            return Ok(Value::from(*layout));
        }
        let stride_value = match self.evaluate(stride)? {
            Value::Basis(strides) => {
                return basis::layout(&self.integers(shape)?, &strides, span);
            }
            value => as_integers(value, stride),
        };
        let (shape_value, stride_value) = (self.integers(shape)?, stride_value?);
        Layout::from_tuples(&shape_value, &stride_value).map(Value::from).map_err(|error| {
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
    #[inline(never)]
    fn tuple(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        if items.len() > MAX_MODES {
            let message =
                format!("a tuple holds at most {MAX_MODES} integers, not {}", items.len());
            return Err(Diagnostic::new("too-many-modes", span.clone(), message)
                .help("a list of numbers, of any length, is written in square brackets"));
        }
        if let Some(tuple) = flat_tuple(items) {
            return Ok(Value::from(tuple));
        }
        if let Some(nested) = literal(items) {
            return nested.map_err(|error| {
                let message = format!("more than {MAX_MODES} leaf modes, or nested too deeply");
                Diagnostic::new(kind_name(&error), span.clone(), message)
            });
        }
        self.mixed(items, span)
    }

    /// A tuple that is not literal.
    fn mixed(&self, items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
        let values: Vec<Value> =
            items.iter().map(|item| self.evaluate(item)).collect::<Result<_, _>>()?;
        if values.iter().any(|value| matches!(value, Value::Layout(_))) {
            let operands = values.into_iter().zip(items.iter().map(|item| item.span.clone()));
            let nodes: Vec<&Node> = items.iter().collect();
            let operation = Id::MakeLayout.operation();
            return Ok(self.answer(operation, span, operands.collect(), &nodes)?.value);
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
                    **slicer
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
            return Ok(Value::from(slicer));
        }
        let leaves: Vec<i64> = slicer.leaves().iter().flatten().copied().collect();
        let flat = Tuple::from_slice(&leaves).and_then(|flat| flat.unflatten(&slicer));
        flat.map(Value::from).map_err(|error| refusal(error, span))
    }

    fn integers(&self, node: &Node) -> Result<Tuple, Diagnostic> {
        as_integers(self.evaluate(node)?, node)
    }

    /// A list of integers; with layouts or `_` in it, a tiler as CuTe's IR writes them.
    #[inline(never)]
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

    #[inline(never)]
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
        Tiler::by_mode(&tilers).map(Value::from).map_err(|error| refusal(error, span))
    }

    /// The bits of an element, where an argument is its type.
    fn bits(&self, node: &Node, argument: Option<&Argument>) -> Option<(Value, Span)> {
        match (&node.expr, argument?.kind) {
            (Expr::Name(name), Kind::Bits) if self.scope.get(name).is_none() => {
                Some((Value::Integer(element_bits(name)?), node.span.clone()))
            }
            _ => None,
        }
    }

    /// A value and where it stands.
    fn operand(&self, node: &Node) -> Result<(Value, Span), Diagnostic> {
        Ok((self.evaluate(node)?, node.span.clone()))
    }

    /// `A(1,2)`: the offset, or with `_` the slice.
    fn apply(
        &self,
        function: &Node,
        arguments: &[Node],
        span: &Span,
    ) -> Result<Evaluated, Diagnostic> {
        if let Expr::Name(name) = &function.expr
            && self.scope.get(name).is_none()
        {
            let known = self.scope.values.keys().map(String::as_str);
            return Err(names::unknown_operation(name, &function.span, known));
        }
        let coordinate = one_node(arguments, Expr::Tuple, span);
        let place = self.operand(&coordinate)?;
        let layout = self.operand(function)?;
        let (operation, place_first) = match &place.0 {
            _ if layout.0.as_map().is_some() => (Id::Apply, false),
            Value::Slicer(_) => (Id::Slice, true),
            _ => (Id::EvalCoord, false),
        };
        let (mut operands, mut nodes) = (vec![layout, place], [function, &*coordinate]);
        if place_first {
            operands.reverse();
            nodes.reverse();
        }
        self.answer(operation.operation(), span, operands, &nodes)
    }

    /// `A[1,0]`.
    fn mode(&self, value: &Node, path: &[Node], span: &Span) -> Result<Evaluated, Diagnostic> {
        let path = one_node(path, Expr::List, span);
        let operands = vec![self.operand(value)?, self.operand(&path)?];
        self.answer(Id::Get.operation(), span, operands, &[value, &path])
    }

    fn infix(
        &self,
        operation: Id,
        left: &Node,
        right: &Node,
        span: &Span,
    ) -> Result<Evaluated, Diagnostic> {
        let operands = vec![self.operand(left)?, self.operand(right)?];
        self.answer(operation.operation(), span, operands, &[left, right])
    }

    fn call(
        &self,
        operation: &'static Operation,
        arguments: &[Node],
        node: &Node,
    ) -> Result<Evaluated, Diagnostic> {
        if !operation.takes(arguments.len()) {
            return Err(wrong_count(operation, arguments.len(), &node.span));
        }
        let mut operands = Vec::with_capacity(arguments.len());
        let form = operation.form(arguments.len());
        for (i, argument) in arguments.iter().enumerate() {
            if let Some(bits) = self.bits(argument, form.argument(i)) {
                operands.push(bits);
                continue;
            }
            match self.operand(argument) {
                Ok(operand) => operands.push(operand),
                Err(mut refusal) => {
                    if operation.has_access(i) && refusal.kind == "unknown-name" {
                        refusal.help = Some(FORMS.to_owned());
                    }
                    let other =
                        regrouped(node).and_then(|node| self.evaluate_with_operands(&node).ok());
                    return other.ok_or(refusal);
                }
            }
        }
        self.answer(operation, &node.span, operands, &arguments.iter().collect::<Vec<_>>())
    }

    /// Calls an operation, and notes what may surprise about it.
    fn answer(
        &self,
        operation: &'static Operation,
        span: &Span,
        operands: Vec<(Value, Span)>,
        nodes: &[&Node],
    ) -> Result<Evaluated, Diagnostic> {
        let order = self.scope.order;
        let evaluated = call(order, operation, span, operands, nodes)?;
        if let Some(notes) = self.notes {
            let Evaluated { operands, value, .. } = &evaluated;
            notices(order, operation, operands, value, &mut notes.borrow_mut());
        }
        Ok(evaluated)
    }
}

/// The parts between brackets as one expression: a single one as it is, several as a tuple or list.
fn one_node<'n>(parts: &'n [Node], collect: fn(Vec<Node>) -> Expr, span: &Span) -> Cow<'n, Node> {
    match parts {
        [one] => Cow::Borrowed(one),
        many => {
            let start = many.first().map_or(span.end, |first| first.span.start);
            let end = many.last().map_or(span.end, |last| last.span.end);
            Cow::Owned(Node { expr: collect(many.to_vec()), span: start..end })
        }
    }
}

/// `S o c o (L o B)` as `(S o c o L) o B`.
fn regrouped(node: &Node) -> Option<Node> {
    let Expr::Call(operation, name, arguments) = &node.expr else { return None };
    let (Id::ComposedLayout, [map, offset, inner]) = (operation.id, arguments.as_slice()) else {
        return None;
    };
    let Expr::Compose(left, right) = &inner.expr else { return None };
    let arguments = vec![map.clone(), offset.clone(), (**left).clone()];
    let behind = Expr::Call(operation, name.clone(), arguments);
    let behind = Node { expr: behind, span: node.span.start..left.span.end };
    Some(Node { expr: Expr::Compose(Box::new(behind), right.clone()), span: node.span.clone() })
}

/// Calls an operation with operands where indices count in this order; `nodes` are the expressions that
/// they come from, if known.
pub(crate) fn call(
    order: Order,
    operation: &'static Operation,
    span: &Span,
    operands: Vec<(Value, Span)>,
    nodes: &[&Node],
) -> Result<Evaluated, Diagnostic> {
    if !operation.takes(operands.len()) {
        return Err(wrong_count(operation, operands.len(), span));
    }
    let operation = hardware::meant(operation, &operands);
    let arguments = Arguments { operation, span: span.clone(), values: &operands };
    match arguments.answer(order) {
        Ok(value) => {
            Ok(Evaluated { value, operation: Some(operation), operands, notes: Vec::new() })
        }
        Err(Fault::Arguments(diagnostic)) => Err(*diagnostic),
        Err(Fault::Algebra(error)) => {
            let values = &operands;
            Err(Refused { error: *error, operation, order, span, values, nodes }.diagnostic())
        }
    }
}

/// The value of a shape or a stride as integers.
fn as_integers(value: Value, node: &Node) -> Result<Tuple, Diagnostic> {
    match value {
        Value::Integer(value) => Ok(Nested::leaf(value)),
        Value::Tuple(tuple) => Ok(*tuple),
        value => {
            let message =
                format!("a shape and a stride are made of integers, not of {}", value.kind());
            Err(Diagnostic::new("usage", node.span.clone(), message)
                .labelled(format!("this is {}", value.kind())))
        }
    }
}

/// A literal integer, or a flat tuple of them: most shapes and strides are that, and need no [`Value`].
fn flat(node: &Node) -> Option<Tuple> {
    match &node.expr {
        Expr::Integer(value) => Some(Tuple::leaf(*value)),
        Expr::Tuple(items) => flat_tuple(items),
        _ => None,
    }
}

fn flat_tuple(items: &[Node]) -> Option<Tuple> {
    let mut integers = [0; MAX_MODES];
    let integers = integers.get_mut(..items.len())?;
    for (slot, item) in integers.iter_mut().zip(items) {
        let Expr::Integer(value) = item.expr else { return None };
        *slot = value;
    }
    Tuple::from_slice(integers).ok()
}

/// The value of a tuple of literals, if it is one.
fn literal(items: &[Node]) -> Option<Result<Value, tilework::Error>> {
    let integer = |expr: &Expr| match expr {
        Expr::Integer(value) => Some(*value),
        _ => None,
    };
    let blank = |expr: &Expr| match expr {
        Expr::Blank => Some(None),
        expr => integer(expr).map(Some),
    };
    let tuple = nested(items, Tuple::leaf(0), integer).map(|tuple| tuple.map(Value::from));
    tuple.or_else(|| nested(items, Slicer::leaf(None), blank).map(|slicer| slicer.map(Value::from)))
}

/// A nested tuple of what `leaf` reads; `None` if there is anything else in it. `some` is any leaf.
fn nested<T: Copy>(
    items: &[Node],
    some: Nested<T>,
    leaf: impl Fn(&Expr) -> Option<T> + Copy,
) -> Option<Result<Nested<T>, tilework::Error>> {
    // The parser limits the depth.
    let mut out = some.select(&[]);
    for item in items {
        let mode = match &item.expr {
            Expr::Tuple(inner) if !inner.is_empty() => nested(inner, some, leaf)?,
            expr => Ok(Nested::leaf(leaf(expr)?)),
        };
        out = out.and_then(|head| head.append(&mode?));
    }
    Some(out)
}

pub(crate) fn wrong_item(holder: &str, kind: &str, item: &Node) -> Diagnostic {
    let message = format!("{holder} cannot hold {kind}");
    Diagnostic::new("usage", item.span.clone(), message).labelled(format!("this is {kind}"))
}
