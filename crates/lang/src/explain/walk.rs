//! Walks an expression from the inside out: names its parts, and has each operation explained.

use tilework::{AnyLayout, Layout};

use super::out::{Out, Told, join};
use super::{decide, kinds, laws};
use crate::eval::scope::Scope;
use crate::operations::value::Value;
use crate::operations::{Id, Operation};
use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::parser::parse;
use crate::text::diagnostic::Diagnostic;

/// Why an explanation ends early.
pub(super) enum Stop {
    /// The algebra refuses; that has been explained.
    Refused(Diagnostic),
    /// There is nothing to explain.
    Failed(Diagnostic),
}

impl From<Diagnostic> for Stop {
    fn from(diagnostic: Diagnostic) -> Stop {
        Stop::Failed(diagnostic)
    }
}

/// An argument: what it is called in equations, and what it is.
#[derive(Clone, Debug)]
pub(super) struct Operand {
    pub(super) text: String,
    pub(super) value: Value,
}

impl Operand {
    /// The layout it is, plain or composed.
    pub(super) fn any(&self) -> Option<AnyLayout> {
        match &self.value {
            Value::Layout(layout) => Some(AnyLayout::Plain(**layout)),
            Value::Composed(composed) => Some(AnyLayout::Composed(**composed)),
            _ => None,
        }
    }

    /// The plain layout it is; the operands of operations that need one have been converted, and
    /// composed operands are explained elsewhere.
    pub(super) fn layout(&self) -> Layout {
        match &self.value {
            Value::Layout(layout) | Value::Slice(layout, _) => **layout,
            _ => Layout::UNIT,
        }
    }
}

/// An operation with its operands, as the explainers get it.
pub(super) struct Call {
    pub(super) operation: &'static Operation,
    pub(super) operands: Vec<Operand>,
    /// The call in the names of the explanation: `A o B`.
    pub(super) text: String,
    /// What the result is called.
    pub(super) result: String,
}

/// The walk through an expression.
pub(super) struct Walk<'a> {
    pub(super) user: &'a Scope,
    pub(super) out: Out,
}

impl Walk<'_> {
    /// Explains the whole expression.
    pub(super) fn outermost(&mut self, node: &Node) -> Result<Value, Stop> {
        if is_literal(node) && !self.refused(node) {
            let value = self.user.evaluate(node)?;
            let name = match (&node.expr, &value) {
                (Expr::Name(name), _) => name.clone(),
                (_, Value::Layout(_) | Value::Composed(_)) => self.out.name(&value),
                _ => value.to_string(),
            };
            laws::literal(&mut self.out, &name, &value)?;
            return Ok(value);
        }
        if let Expr::Member(..) = &node.expr {
            let whole = self.part(node)?;
            let value = whole.value.to_string();
            let stated = (whole.text != value).then(|| format!("{} = {value}", whole.text));
            self.out.line_with(&format!("= {value}"), stated.as_slice())?;
            return Ok(whole.value);
        }
        if is_collection(node) {
            let whole = self.composite(node)?;
            self.out.line(&format!("`{} = {}`", whole.text, whole.value))?;
            return Ok(whole.value);
        }
        let nested = parts(node).iter().any(|part| !is_literal(part));
        self.operation(node, true, nested).map(|whole| whole.value)
    }

    /// The value of a part and what it is called; operations inside of it are explained.
    fn part(&mut self, node: &Node) -> Result<Operand, Stop> {
        if let Expr::Name(name) = &node.expr {
            return Ok(Operand { text: name.clone(), value: self.user.evaluate(node)? });
        }
        if let Expr::Member(value, name, _) = &node.expr {
            return self.member(node, value, name);
        }
        if is_literal(node) && !self.refused(node) {
            let value = self.user.evaluate(node)?;
            return Ok(Operand { text: value.to_string(), value });
        }
        if is_collection(node) {
            return self.composite(node);
        }
        self.operation(node, false, true)
    }

    /// `P.tile`: what it is called where P has a name, else its value.
    fn member(&mut self, node: &Node, of: &Node, name: &str) -> Result<Operand, Stop> {
        let whole = self.part(of)?;
        let value = self.user.evaluate(node)?;
        let named = matches!(of.expr, Expr::Name(_));
        let text = if named { format!("{}.{name}", whole.text) } else { value.to_string() };
        Ok(Operand { text, value })
    }

    /// Whether this is an operation with a notation of its own that the algebra refuses.
    fn refused(&self, node: &Node) -> bool {
        matches!(node.expr, Expr::Call(..))
            && self.user.evaluate(node).is_err_and(|diagnostic| diagnostic.cause.is_some())
    }

    /// A tuple, tiler, list or layout of which some parts are operations.
    fn composite(&mut self, node: &Node) -> Result<Operand, Stop> {
        let mut texts = Vec::new();
        for part in parts(node) {
            texts.push(self.part(part)?.text);
        }
        let text = match &node.expr {
            Expr::Tiler(_) => format!("<{}>", texts.join(", ")),
            Expr::List(_) => format!("[{}]", texts.join(", ")),
            Expr::Layout(..) => texts.join(":"),
            _ if texts.len() == 1 => format!("({},)", texts[0]),
            _ => format!("({})", texts.join(", ")),
        };
        // Evaluated as it was typed, so that an error points into what was typed.
        Ok(Operand { text, value: self.user.evaluate(node)? })
    }

    /// Explains an operation, after its operands; gives its value a name.
    fn operation(&mut self, node: &Node, outermost: bool, nested: bool) -> Result<Operand, Stop> {
        if let Some(other) = self.user.associated(node) {
            return self.operation(&other, outermost, nested);
        }
        let mut given = Vec::new();
        for part in parts(node) {
            given.push(self.part(part)?);
        }
        let answer = self.user.evaluate(node);
        if let Err(diagnostic) = &answer
            && diagnostic.cause.is_none()
        {
            return Err(Stop::Failed(diagnostic.clone()));
        }
        if let (Expr::Equal(..), [left, right]) = (&node.expr, given.as_slice()) {
            decide::same_structure(&mut self.out, left, right)?;
            let value = answer.map_err(Stop::Failed)?;
            return Ok(Operand { text: value.to_string(), value });
        }
        let Some((operation, given)) = arrange(node, given, &self.out.scope) else {
            let message = "this is not an operation";
            return Err(Stop::Failed(Diagnostic::new("usage", node.span.clone(), message)));
        };
        let operands = self.introduce(operation, given)?;
        let text = call_text(node, operation, &operands);
        let result = match &answer {
            Ok(value @ (Value::Layout(_) | Value::Composed(_))) if outermost => {
                self.out.scope.bind(self.out.result.clone(), value.clone());
                self.out.result.clone()
            }
            Ok(value @ (Value::Layout(_) | Value::Composed(_))) => {
                let name = self.out.fresh(value);
                self.out.introduce(&name);
                name
            }
            Ok(value) => value.to_string(),
            Err(_) => self.out.result.clone(),
        };
        let call = Call { operation, operands, text, result };
        if !nested {
            tell(&mut self.out, &call, &answer)?;
        } else {
            let is_layout = matches!(answer, Ok(Value::Layout(_) | Value::Composed(_)));
            let head = match outermost {
                false if is_layout => format!("`{} = {}`", call.result, call.text),
                _ => call.text.clone(),
            };
            self.out.line(&head)?;
            self.out.inside(|out| tell(out, &call, &answer))?;
        }
        let value = answer.map_err(Stop::Refused)?;
        Ok(Operand { text: call.result, value })
    }

    /// The operands as the operation reads them, with a name for each layout and tiler; a line says
    /// which name is what.
    fn introduce(
        &mut self,
        operation: &Operation,
        given: Vec<Operand>,
    ) -> Result<Vec<Operand>, Stop> {
        let (mut operands, mut introductions) = (Vec::new(), Vec::new());
        let count = given.len();
        for (i, mut operand) in given.into_iter().enumerate() {
            let argument = operation.form(count).argument(i);
            let converted = argument.and_then(|to| kinds::convert(&operand.value, to.kind));
            let same = converted.is_none();
            if let Some(value) = converted {
                operand.value = value;
            }
            let named = self.out.scope.get(&operand.text).is_some();
            match &operand.value {
                Value::Layout(_) | Value::Composed(_) | Value::Tiler(_) if !(named && same) => {
                    let written = std::mem::take(&mut operand.text);
                    operand.text = self.out.name(&operand.value);
                    if self.out.introduce(&operand.text) {
                        // A name that stands for a shape, or results side by side: say so.
                        let told = named && matches!(operand.value, Value::Layout(_))
                            || written.starts_with('(') && written.contains(", ");
                        let middle = if told { format!("{written} = ") } else { String::new() };
                        introductions
                            .push(format!("`{} = {middle}{}`", operand.text, operand.value));
                    }
                }
                Value::Layout(_)
                | Value::Composed(_)
                | Value::Swizzle(_)
                | Value::Xor(_)
                | Value::Tiler(_)
                | Value::Tuple(_)
                | Value::Integer(_)
                | Value::Tv(_)
                    if named && !self.out.is_introduced(&operand.text) =>
                {
                    self.out.introduce(&operand.text);
                    introductions.push(format!("`{} = {}`", operand.text, operand.value));
                }
                _ => {}
            }
            operands.push(operand);
        }
        if !introductions.is_empty() {
            self.out.line(&introductions.join(", "))?;
        }
        Ok(operands)
    }
}

fn tell(out: &mut Out, call: &Call, answer: &Result<Value, Diagnostic>) -> Told {
    match answer {
        Ok(value) => kinds::explain(out, call, value),
        Err(diagnostic) => super::refuse::explain(out, call, diagnostic),
    }
}

/// The number of operations in an expression, without recursion: chains can be long.
pub(super) fn operations_in(node: &Node) -> usize {
    let (mut count, mut open) = (0, vec![node]);
    while let Some(node) = open.pop() {
        let inner = parts(node);
        count += usize::from(!inner.is_empty() && !is_collection(node));
        open.extend(inner);
    }
    count
}

/// Whether a part is written out, without operations.
fn is_literal(node: &Node) -> bool {
    match &node.expr {
        Expr::Integer(_) | Expr::Basis(_) | Expr::Blank | Expr::Name(_) | Expr::Atom(_) => true,
        Expr::Call(operation, _, items) if operation.is_notation() => items.iter().all(is_literal),
        Expr::Access(access) => access.operand().is_none_or(is_literal),
        _ => is_collection(node) && parts(node).into_iter().all(is_literal),
    }
}

/// Whether a part puts others together, without an operation of its own.
fn is_collection(node: &Node) -> bool {
    matches!(node.expr, Expr::Tuple(_) | Expr::Tiler(_) | Expr::List(_) | Expr::Layout(..))
}

/// The parts of an expression, in the order of the text.
fn parts(node: &Node) -> Vec<&Node> {
    match &node.expr {
        Expr::Integer(_) | Expr::Basis(_) | Expr::Blank | Expr::Name(_) | Expr::Atom(_) => {
            Vec::new()
        }
        Expr::Access(access) => access.operand().into_iter().collect(),
        Expr::Tuple(items) | Expr::Tiler(items) | Expr::List(items) | Expr::Call(_, _, items) => {
            items.iter().collect()
        }
        Expr::Member(value, ..) => vec![value],
        Expr::Apply(function, items) | Expr::Mode(function, items) => {
            std::iter::once(&**function).chain(items).collect()
        }
        Expr::Layout(a, b) | Expr::Compose(a, b) | Expr::Equal(a, b) | Expr::Same(a, b) => {
            vec![a, b]
        }
    }
}

/// The operation that a notation stands for, and its operands in its order.
fn arrange(
    node: &Node,
    given: Vec<Operand>,
    scope: &Scope,
) -> Option<(&'static Operation, Vec<Operand>)> {
    // `A(1,2)` has one coordinate, whatever the number of its parts.
    let coordinate = |parts: &[Operand], brackets: [&str; 2]| -> Option<Operand> {
        let text = match parts {
            [one] if brackets[0] == "(" => one.text.clone(),
            _ => format!(
                "{}{}{}",
                brackets[0],
                join(parts.iter().map(|p| &p.text), ","),
                brackets[1]
            ),
        };
        let Ok(Statement::Expression(node)) = parse(&text) else {
            return None;
        };
        Some(Operand { value: scope.evaluate(&node).ok()?, text })
    };
    let (id, operands) = match &node.expr {
        Expr::Call(operation, ..) => (operation.id, given),
        Expr::Compose(..) => (Id::Composition, given),
        Expr::Same(..) => (Id::SameFunction, given),
        Expr::Mode(..) => match coordinate(&given[1..], ["[", "]"]) {
            Some(path) => (Id::Get, vec![given[0].clone(), path]),
            None => (Id::Get, given),
        },
        Expr::Apply(..) => match coordinate(&given[1..], ["(", ")"]) {
            Some(at) if given[0].value.as_map().is_some() => {
                (Id::Apply, vec![given[0].clone(), at])
            }
            Some(at) if matches!(at.value, Value::Slicer(_)) => {
                (Id::Slice, vec![at, given[0].clone()])
            }
            Some(at) => (Id::EvalCoord, vec![given[0].clone(), at]),
            None => (Id::EvalCoord, given),
        },
        _ => return None,
    };
    Some((id.operation(), operands))
}

/// The call in the names of the explanation, in the notation that was used.
fn call_text(node: &Node, operation: &Operation, operands: &[Operand]) -> String {
    let texts: Vec<&str> = operands.iter().map(|operand| operand.text.as_str()).collect();
    let bare =
        |text: &str| text.trim_start_matches(['(', '[']).trim_end_matches([')', ']']).to_owned();
    match (&node.expr, texts.as_slice()) {
        (Expr::Compose(..), [a, b]) => format!("{a} o {b}"),
        (Expr::Mode(..), [a, path]) => format!("{a}[{}]", bare(path)),
        (Expr::Apply(..), [at, a]) if operation.id == Id::Slice => applied(a, at),
        (Expr::Apply(..), [a, at]) => applied(a, at),
        _ => format!("{}({})", operation.name, texts.join(", ")),
    }
}

/// `A(1,2)` for the coordinate `(1,2)`, `A(3)` for `3`.
pub(super) fn applied(function: &str, coordinate: &str) -> String {
    if !coordinate.starts_with('(') {
        return format!("{function}({coordinate})");
    }
    // Parentheses around one coordinate would be lost.
    let mut level = 0;
    let several = coordinate.bytes().any(|byte| {
        level += i32::from(byte == b'(') - i32::from(byte == b')');
        byte == b',' && level == 1
    });
    match several {
        true => format!("{function}{coordinate}"),
        false if coordinate.contains('_') => format!("slice({coordinate}, {function})"),
        false => format!("eval_coord({function}, {coordinate})"),
    }
}
