//! Explanations: the derivation of a value, step by step, as one would write it down.
//!
//! Every equation of an explanation is a statement that is evaluated before it is added: what is
//! printed is true, or there is no explanation. Expressions are explained from the inside out.

mod check;
mod out;
mod walk;
mod kinds;
mod laws;
mod decide;
mod refuse;
mod simplify;
mod pointwise;
mod compose;
mod composed;
mod complement;
mod inverse;
mod tile;
mod partition;
mod threads;
mod window;
mod vector;
mod views;
mod hardware;

use std::fmt;

use crate::eval::scope::Scope;
use crate::operations::value::{Value, agree};
use crate::syntax::ast::Statement;
use crate::text::diagnostic::Diagnostic;
use out::Out;
use walk::{Stop, Walk};

/// The most operations that are explained at once.
const MOST: usize = 200;

/// The most characters of a text that are repeated as the title.
const LONGEST: usize = 200;

/// One line of an explanation.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Step {
    /// How far the line is indented.
    pub indent: usize,
    /// What it says.
    pub text: String,
    /// The equations in it. Each has been evaluated, and [`Explanation::holds`] evaluates one again.
    pub equations: Vec<String>,
}

/// How the value of an expression is derived, or why there is none.
///
/// Its `Display` form is what people read.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Explanation {
    /// What is explained, as it was typed.
    pub title: String,
    /// The derivation, line by line.
    pub steps: Vec<Step>,
    /// The value, if there is one.
    pub result: Option<Value>,
    /// Why there is none, with its place in the text.
    pub refusal: Option<Diagnostic>,
    /// The names that the equations use, with their values.
    pub scope: Scope,
}

impl Explanation {
    /// Whether an equation of this explanation holds.
    ///
    /// Equations are chains of expressions of the language with `=`, `~`, `<` and so on between
    /// them, and `+ - * / %` inside of them; they may end in `for all x < n`.
    ///
    /// # Errors
    /// The [`Diagnostic`] of a side that has no value.
    pub fn holds(&self, equation: &str) -> Result<bool, Diagnostic> {
        check::holds(&self.scope, equation)
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)?;
        for Step { indent, text, .. } in &self.steps {
            write!(f, "\n{:width$}{}", "", text.trim_end(), width = 2 * indent)?;
        }
        Ok(())
    }
}

/// Explains an expression: how its value is derived, or why the algebra has none.
///
/// A binding explains its value, a claim its left side and then whether it holds.
///
/// # Errors
/// The [`Diagnostic`] of a text that cannot be read, that uses an operation wrongly, or that has
/// hundreds of operations, and of a scope that does not count in CuTe's order. A refusal of the algebra is not an error here: it is explained.
///
/// ```
/// use tilework_lang::{Scope, explain};
///
/// let why = explain(&Scope::new(), "(6,2):(8,2) o (4,3):(3,1)")?;
/// assert_eq!(why.to_string(), "\
/// (6,2):(8,2) o (4,3):(3,1)
///   A = (6,2):(8,2), B = (4,3):(3,1)
///   1. by mode of B:  A o B = (A o 4:3, A o 3:1)
///   2. A o 4:3:       every 3rd element: (6,2) / 3 = (2,2), so (2,2):(24,2); the first 4 of those: (2,2) % 4 = (2,2)
///   3. A o 3:1:       the first 3 elements: (6,2) % 3 = (3,1), so coalesce((3,1):(8,2)) = 3:8
///   4. collect:       (A o 4:3, A o 3:1) = ((2,2):(24,2), 3:8)
///   = ((2,2),3):((24,2),8)     checked: R(x) = A(B(x)) for all x < 12");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn explain(scope: &Scope, text: &str) -> Result<Explanation, Diagnostic> {
    scope.only_colex("explain")?;
    let (node, claimed) = match scope.statement(text)? {
        Statement::Expression(node) | Statement::Binding(_, _, node) => (node, None),
        Statement::Claim(left, right) => (left, Some(scope.evaluate(&right)?)),
    };
    let count = walk::operations_in(&node);
    if count > MOST {
        let message =
            format!("{count} operations are more than the {MOST} that are explained at once");
        return Err(Diagnostic::new("too-large", node.span, message));
    }
    let mut title = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if let Some((end, _)) = title.char_indices().nth(LONGEST) {
        title.truncate(end);
        title.push_str(" ...");
    }
    let mut walk = Walk { user: scope, out: Out::new(scope) };
    match walk.outermost(&node) {
        Ok(value) => {
            if let Some(claimed) = claimed {
                walk.out.line(&verdict(&value, &claimed))?;
            }
            Ok(walk.out.finish(title, Some(value), None))
        }
        Err(Stop::Refused(diagnostic)) => Ok(walk.out.finish(title, None, Some(diagnostic))),
        Err(Stop::Failed(diagnostic)) => Err(diagnostic),
    }
}

/// Whether a claim holds, and if not, where it fails first.
fn verdict(value: &Value, claimed: &Value) -> String {
    if agree(value, claimed) {
        return format!("the claim holds: `{value} = {claimed}`");
    }
    let (Value::Layout(is), Value::Layout(said)) = (value, claimed) else {
        return format!("the claim does not hold: it says {claimed}");
    };
    if is.size() != said.size() {
        let (a, b) = (is.size(), said.size());
        return format!("the claim does not hold: `size({said}) = {b}`, not {a}");
    }
    match is.first_difference(said) {
        Some(index) => {
            let at = |layout: &tilework::Layout| layout.at_index(index).unwrap_or(0);
            let (is_there, said_there) = (at(is), at(said));
            format!(
                "the claim does not hold: at index {index} it has \
                 `{said}({index}) = {said_there}`, not {is_there}"
            )
        }
        None => format!(
            "the claim does not hold: `{said} ~ {value}`, the same function with other modes"
        ),
    }
}
