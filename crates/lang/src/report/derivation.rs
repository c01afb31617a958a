//! Explanations as JSON.

use serde::Serialize;

use super::answer::{fault, show};
use super::structure::Structure;
use crate::{Diagnostic, Explanation, Notation};

/// How a result comes about, or why there is none, step by step.
///
/// ```
/// use tilework_lang::report::Derivation;
/// use tilework_lang::{Scope, explain};
///
/// let text = "complement(4:2, 24)";
/// let explanation = explain(&Scope::new(), text)?;
/// let derivation = Derivation::of(text, &explanation, None);
/// assert_eq!(derivation.result.as_deref(), Some("(2,3):(1,8)"));
/// assert_eq!(derivation.steps.len(), explanation.steps.len());
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Derivation<'a> {
    /// What was asked.
    pub input: &'a str,
    /// The result as text, if there is one.
    pub result: Option<String>,
    /// The result by its parts.
    pub value: Option<Structure>,
    /// The lines of the derivation.
    pub steps: Vec<Line<'a>>,
    /// Why there is no result.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "fault")]
    pub error: Option<Diagnostic>,
}

/// A line of a derivation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Line<'a> {
    /// How far it is indented.
    pub indent: usize,
    /// What it says.
    pub text: &'a str,
    /// What it states; each has been evaluated.
    pub equations: &'a [String],
}

impl<'a> Derivation<'a> {
    /// An explanation of `input`, with its result printed in a dialect or else in this language. A result that
    /// the dialect cannot write is an error.
    pub fn of(
        input: &'a str,
        explanation: &'a Explanation,
        notation: Option<Notation>,
    ) -> Derivation<'a> {
        let (result, steps) = (explanation.result.as_ref(), explanation.steps.iter());
        let (text, unprinted) = match result.map(|value| show(value, notation)).transpose() {
            Ok(text) => (text, None),
            Err(refusal) => (None, Some(refusal)),
        };
        Derivation {
            input,
            result: text,
            value: result.map(Structure::of),
            steps: steps
                .map(|step| Line {
                    indent: step.indent,
                    text: &step.text,
                    equations: &step.equations,
                })
                .collect(),
            error: explanation.refusal.clone().or(unprinted),
        }
    }
}
