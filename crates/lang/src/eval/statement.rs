//! What a statement does: a value, a name for one, or a claim.

use tilework::Order;

use crate::eval::scope::Scope;
use crate::operations;
use crate::operations::value::{Value, agree_in};
use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::label::{binding, label};
use crate::syntax::lexer::is_of_triton;
use crate::syntax::parser::parse_with_notes;
use crate::text::diagnostic::Diagnostic;

/// A statement that was read.
struct Reading {
    statement: Statement,
    notes: Vec<String>,
    /// Whether it is a binding that was written `name : value`.
    by_label: bool,
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

/// What a statement did, and what may surprise whoever asked.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Answered {
    /// What it did.
    pub outcome: Outcome,
    /// What was read differently from how it is written, and what an operation does that is often not
    /// meant: tiles that overhang, an index past the end, a layout applied as a whole. Each is a sentence.
    pub notes: Vec<String>,
    /// The order in which indices count in it.
    pub order: Order,
}

impl Scope {
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
        Ok(self.run_with_notes(text)?.outcome)
    }

    /// Reads and evaluates one statement, and says what may surprise about it.
    ///
    /// # Errors
    /// As [`run`](Scope::run).
    ///
    /// ```
    /// use tilework_lang::Scope;
    ///
    /// let ran = Scope::new().run_with_notes("logical_divide(10:1, 3)")?;
    /// assert_eq!(
    ///     ran.notes,
    ///     ["`logical_divide` covers 12 of 10, 2 outside; \
    ///       inside where logical_divide(10:1, 3)(x) < 10"],
    /// );
    /// # Ok::<(), tilework_lang::Diagnostic>(())
    /// ```
    pub fn run_with_notes(&mut self, text: &str) -> Result<Answered, Diagnostic> {
        let Reading { statement, mut notes, by_label } = self.read(text)?;
        let mut evaluate = |node: &Node| {
            let mut evaluated = self.evaluate_with_operands(node)?;
            notes.append(&mut evaluated.notes);
            Ok(evaluated.value)
        };
        let outcome = match statement {
            Statement::Expression(node) => Outcome::Value(evaluate(&node)?),
            Statement::Binding(name, span, node) => {
                let is_operation = operations::find(&name).is_some();
                // What other programs name so may have the name of an operation, and is said.
                let pasted = by_label || !text[..span.start].trim_start().is_empty();
                if is_operation && !pasted {
                    let message = format!("`{name}` is an operation and cannot be a name");
                    return Err(Diagnostic::new("usage", span, message).help("choose another name"));
                }
                let value = evaluate(&node)?;
                if is_operation {
                    notes.push(format!(
                        "`{name}` alone is this value; before `(` it is the operation"
                    ));
                }
                if by_label {
                    self.labels.insert(name.clone());
                } else {
                    self.labels.remove(&name);
                }
                self.bind(name.clone(), value.clone());
                Outcome::Bound(name, value)
            }
            Statement::Claim(left, right) => {
                let (left, right) = (evaluate(&left)?, evaluate(&right)?);
                let holds = agree_in(self.order(), &left, &right);
                Outcome::Claim(left, right, holds)
            }
        };
        Ok(Answered { outcome, notes, order: self.order() })
    }

    /// Reads one statement as this scope means it: `name : value` is a binding, as printers write it, unless the
    /// name has an integer or a tuple as its value; then it is the layout `shape:stride`.
    ///
    /// # Errors
    /// As [`parse`](crate::parse).
    ///
    /// ```
    /// use tilework_lang::{Scope, Statement};
    ///
    /// let mut scope = Scope::new();
    /// assert!(matches!(scope.statement("S : (4,8):(1,4)")?, Statement::Binding(..)));
    /// scope.run("S = (4,8)")?;
    /// assert!(matches!(scope.statement("S:(1,4)")?, Statement::Expression(_)));
    /// # Ok::<(), tilework_lang::Diagnostic>(())
    /// ```
    pub fn statement(&self, text: &str) -> Result<Statement, Diagnostic> {
        Ok(self.read(text)?.statement)
    }

    fn read(&self, text: &str) -> Result<Reading, Diagnostic> {
        // Bases name the bits of coordinates, and a layout is made of them that counts leftmost fastest.
        if self.order() == Order::Lex && is_of_triton(text) {
            self.only_colex("triton")?;
        }
        let plain = || {
            let (statement, notes) = parse_with_notes(text)?;
            Ok(Reading { statement, notes, by_label: false })
        };
        let Some(label) = label(text) else { return plain() };
        let before = self.get(&label.name);
        let is_shape = label.single
            && !self.labels.contains(&label.name)
            && matches!(before, Some(Value::Integer(_) | Value::Tuple(_)));
        if is_shape && let Ok(mut layout) = plain() {
            if label.spaced {
                let name = &label.name;
                layout.notes.push(format!(
                    "`{name}` has a value, so this is the layout {name}:...; `{name} = ...` binds it anew"
                ));
            }
            return Ok(layout);
        }
        let Some((statement, notes)) = binding(text, &label)? else { return plain() };
        // `M:4` with a name that is not bound is more likely a mistake than a print.
        let is_stride = |node: &Node| matches!(node.expr, Expr::Integer(_) | Expr::Tuple(_));
        if let Statement::Binding(_, _, node) = &statement
            && is_stride(node)
            && label.single
            && !label.spaced
            && before.is_none()
        {
            return plain();
        }
        Ok(Reading { statement, notes, by_label: true })
    }
}
