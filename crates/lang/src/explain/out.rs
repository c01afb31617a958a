//! Where the lines of an explanation are collected, each checked as it is added.

use std::collections::BTreeSet;

use tilework::{AnyLayout, Layout};

use super::check::{self, holds};
use super::{Explanation, Step};
use crate::eval::scope::Scope;
use crate::operations;
use crate::operations::value::Value;
use crate::syntax::ast::Statement;
use crate::syntax::parser::parse;
use crate::text::diagnostic::Diagnostic;

/// How many indices a law is checked at.
pub(super) const CHECKED: i64 = 1024;

/// The kinds of diagnostics that mean that a limit of the algebra was reached.
const BEYOND: [&str; 5] =
    ["overflow", "undecided", "too-large", "too-many-modes", "too-many-stages"];

/// How many entries of a table are shown.
pub(super) const SHOWN: i64 = 16;

/// Letters for operands. `R` is the result; the missing ones have a meaning in some notation.
const LETTERS: &str = "ABCDFGHJKLMNPQTUVWYZ";

/// The names that laws are stated for.
const VARIABLES: [&str; 6] = ["x", "i", "j", "k", "n", "index"];

pub(super) type Told = Result<(), Diagnostic>;

/// The lines so far, and the names that they use.
pub(super) struct Out {
    pub(super) scope: Scope,
    steps: Vec<Line>,
    indent: usize,
    /// The number of the last step, for each level of indentation that has numbers.
    numbers: Vec<usize>,
    /// Names that a line of the explanation has introduced.
    introduced: BTreeSet<String>,
    /// The variable of laws.
    pub(super) variable: &'static str,
    /// The name of the result.
    pub(super) result: String,
}

struct Line {
    number: Option<usize>,
    label: String,
    step: Step,
}

impl Out {
    pub(super) fn new(scope: &Scope) -> Out {
        let mut scope = scope.clone();
        let free = |name: &&'static str| scope.get(name).is_none();
        let variable = VARIABLES.into_iter().find(free).unwrap_or("x");
        let result = ["R", "Result", "R_"].into_iter().find(free).unwrap_or("R").to_owned();
        scope.bind("true", Value::Truth(true));
        scope.bind("false", Value::Truth(false));
        scope.bind("none", Value::Nothing);
        Out {
            scope,
            steps: Vec::new(),
            indent: 1,
            numbers: vec![0],
            introduced: BTreeSet::new(),
            variable,
            result,
        }
    }

    /// A name for a value: the one it has, or a new letter.
    pub(super) fn name(&mut self, value: &Value) -> String {
        if let Some((name, _)) = self
            .scope
            .names()
            .find(|(name, known)| *known == value && self.introduced.contains(*name))
        {
            return name.to_owned();
        }
        self.fresh(value)
    }

    /// A new letter for a value.
    pub(super) fn fresh(&mut self, value: &Value) -> String {
        let letters = LETTERS.chars().map(String::from);
        let more = (1..).flat_map(|i| LETTERS.chars().map(move |letter| format!("{letter}{i}")));
        let free = |name: &String| {
            self.scope.get(name).is_none()
                && *name != self.result
                && operations::find(name).is_none()
        };
        let name = letters.chain(more).find(free).unwrap_or_default();
        self.scope.bind(name.clone(), value.clone());
        name
    }

    /// A name for a layout, which the next line introduces.
    pub(super) fn letter(&mut self, layout: &Layout) -> String {
        let name = self.name(&Value::from(*layout));
        self.introduced.insert(name.clone());
        name
    }

    /// Marks a name as introduced; `true` if it was not before.
    pub(super) fn introduce(&mut self, name: &str) -> bool {
        self.introduced.insert(name.to_owned())
    }

    pub(super) fn is_introduced(&self, name: &str) -> bool {
        self.introduced.contains(name)
    }

    /// Adds a line. Text between backticks is a statement; it is checked and shown without
    /// them.
    pub(super) fn line(&mut self, text: &str) -> Told {
        self.add(None, "", text, &[])
    }

    /// How many lines there are.
    pub(super) fn lines(&self) -> usize {
        self.steps.len()
    }

    /// Adds a line with statements that it implies but does not spell out.
    pub(super) fn line_with(&mut self, text: &str, hidden: &[String]) -> Told {
        self.add(None, "", text, hidden)
    }

    /// Adds a numbered step.
    pub(super) fn step(&mut self, label: &str, text: &str) -> Told {
        self.step_with(label, text, &[])
    }

    pub(super) fn step_with(&mut self, label: &str, text: &str, hidden: &[String]) -> Told {
        let number = self.numbers.last().map_or(1, |last| last + 1);
        let before = self.steps.len();
        self.add(Some(number), label, text, hidden)?;
        if self.steps.len() > before
            && let Some(last) = self.numbers.last_mut()
        {
            *last = number;
        }
        Ok(())
    }

    fn add(&mut self, number: Option<usize>, label: &str, text: &str, hidden: &[String]) -> Told {
        let mut equations: Vec<String> = Vec::new();
        for part in [label, text] {
            equations.extend(part.split('`').skip(1).step_by(2).map(str::to_owned));
        }
        equations.extend(hidden.iter().cloned());
        for equation in &equations {
            match holds(&self.scope, equation) {
                Ok(true) => {}
                Ok(false) => {
                    let message = format!("an explanation states `{equation}`, which is false");
                    return Err(Diagnostic::new("bug", 0..0, message));
                }
                // What cannot be checked is not said.
                Err(error) if BEYOND.contains(&error.kind) => return Ok(()),
                Err(error) => {
                    let message = format!("an explanation states `{equation}`: {error}");
                    return Err(Diagnostic::new("bug", 0..0, message));
                }
            }
        }
        let step = Step { indent: self.indent, text: text.replace('`', ""), equations };
        self.steps.push(Line { number, label: label.replace('`', ""), step });
        Ok(())
    }

    /// Whether a statement holds, for statements that need not.
    pub(super) fn holds(&self, statement: &str) -> bool {
        holds(&self.scope, statement).unwrap_or(false)
    }

    /// The layout that an expression has as its value.
    pub(super) fn layout(&self, text: &str) -> Option<AnyLayout> {
        match parse(text) {
            Ok(Statement::Expression(node)) => check::layout(&self.scope.evaluate(&node).ok()?),
            _ => None,
        }
    }

    /// Lines added inside are indented, and their steps are numbered from one.
    pub(super) fn inside(&mut self, say: impl FnOnce(&mut Out) -> Told) -> Told {
        self.indent += 1;
        self.numbers.push(0);
        let from = self.steps.len();
        let told = say(self);
        self.align(from);
        self.numbers.pop();
        self.indent -= 1;
        told
    }

    /// Aligns the texts after labels in one column, among the lines of this indentation.
    fn align(&mut self, from: usize) {
        const WIDEST: usize = 34;
        let indent = self.indent;
        let lines = || from..self.steps.len();
        let here = |line: &&Line| line.step.indent == indent && !line.label.is_empty();
        let width =
            |line: &Line| line.label.chars().count() + if line.number.is_some() { 3 } else { 0 };
        let widest = self.steps[lines()]
            .iter()
            .filter(here)
            .map(width)
            .filter(|&width| width <= WIDEST)
            .max()
            .unwrap_or(0);
        for i in lines() {
            let line = &mut self.steps[i];
            if line.step.indent != indent {
                continue;
            }
            let number = line.number.take().map_or(String::new(), |n| format!("{n}. "));
            let label = std::mem::take(&mut line.label);
            line.step.text = if label.is_empty() {
                format!("{number}{}", line.step.text)
            } else {
                let head = format!("{number}{label}");
                format!("{head:<widest$}  {}", line.step.text)
            };
        }
    }

    /// The finished explanation.
    pub(super) fn finish(
        mut self,
        title: String,
        result: Option<Value>,
        refusal: Option<Diagnostic>,
    ) -> Explanation {
        self.align(0);
        let steps = self.steps.into_iter().map(|line| line.step).collect();
        Explanation { title, steps, result, refusal, scope: self.scope }
    }
}

/// `list` with commas.
pub(super) fn join<T: ToString>(items: impl IntoIterator<Item = T>, between: &str) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(between)
}

/// A tuple of expressions; `None` for one, which parentheses would only group.
pub(super) fn tuple(items: &[String]) -> Option<String> {
    match items {
        [] | [_] => None,
        _ => Some(format!("({})", items.join(", "))),
    }
}

/// `1st`, `2nd`, `3rd`, `4th`, ...
pub(super) fn ordinal(n: i64) -> String {
    let ending = match (n % 10, n % 100) {
        (_, 11..=13) => "th",
        (1, _) => "st",
        (2, _) => "nd",
        (3, _) => "rd",
        _ => "th",
    };
    format!("{n}{ending}")
}

/// `for all x < n`, up to the number that is checked, and a note if that is not all.
pub(super) fn for_all(variable: &str, size: i64) -> (String, String) {
    if size <= CHECKED {
        (format!("for all {variable} < {size}"), String::new())
    } else {
        (format!("for all {variable} < {CHECKED}"), format!(" (of {size})"))
    }
}
