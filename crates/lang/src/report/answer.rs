//! What a statement did, and why one has no answer.

use std::fmt;

use serde::{Serialize, Serializer};
use tilework::{ErrorKind, Order};

use super::structure::Structure;
use crate::{Answered, Diagnostic, Dialect, Notation, Outcome, Scope, Value, print};

/// What was asked, and the answer.
///
/// ```
/// use tilework_lang::report::{Answer, json};
/// use tilework_lang::Scope;
///
/// let answered = Scope::new().run_with_notes("size((4,8))")?;
/// let answer = Answer::of("size((4,8))", &answered, None)?;
/// assert_eq!(
///     json::text(&answer),
///     r#"{"input":"size((4,8))","result":"32","value":{"kind":"integer","value":32}}"#
/// );
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Answer<'a> {
    /// What was asked.
    pub input: &'a str,
    /// The name that was bound.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The result as text; none for a line without a statement.
    pub result: Option<String>,
    /// The result by its parts.
    pub value: Option<Structure>,
    /// Both sides of a claim.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// The order in which indices count, where it is not CuTe's: `lex`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<&'static str>,
    /// What may surprise: see [`Answered::notes`].
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<String>,
}

/// Both sides of a claim.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Claim {
    /// Whether they agree.
    pub holds: bool,
    /// The right side.
    pub expected: String,
    /// The left side.
    pub found: String,
}

impl<'a> Answer<'a> {
    /// The answer to a line that holds no statement.
    pub fn nothing(input: &'a str) -> Answer<'a> {
        let (name, result, value, claim, order) = (None, None, None, None, None);
        Answer { input, name, result, value, claim, order, notes: Vec::new() }
    }

    /// A value, printed in a dialect or else in this language.
    ///
    /// # Errors
    /// As [`print()`]: what the dialect cannot write.
    pub fn value(
        input: &'a str,
        value: &Value,
        notation: Option<Notation>,
    ) -> Result<Answer<'a>, Diagnostic> {
        Answer::value_in(Order::Colex, input, value, notation)
    }

    /// A value where indices count in this order.
    ///
    /// # Errors
    /// As [`Answer::value`].
    pub fn value_in(
        order: Order,
        input: &'a str,
        value: &Value,
        notation: Option<Notation>,
    ) -> Result<Answer<'a>, Diagnostic> {
        if let (Order::Lex, Some(Notation { dialect: Dialect::Triton, .. })) = (order, notation) {
            Scope::in_order(order).only_colex("triton")?;
        }
        Ok(Answer::written(order, input, value, show(value, notation)?))
    }

    fn written(order: Order, input: &'a str, value: &Value, result: String) -> Answer<'a> {
        Answer {
            result: Some(result),
            value: Some(Structure::of_in(order, value)),
            order: order_name(order),
            ..Answer::nothing(input)
        }
    }

    /// What a statement did. The sides of a claim are printed in this language where the dialect cannot
    /// write them.
    ///
    /// # Errors
    /// As [`Answer::value`].
    pub fn of(
        input: &'a str,
        answered: &Answered,
        notation: Option<Notation>,
    ) -> Result<Answer<'a>, Diagnostic> {
        let order = answered.order;
        let mut answer = match &answered.outcome {
            Outcome::Value(value) => Answer::value_in(order, input, value, notation)?,
            Outcome::Bound(name, value) => {
                let valued = Answer::value_in(order, input, value, notation)?;
                Answer { name: Some(name.clone()), ..valued }
            }
            Outcome::Claim(found, expected, holds) => {
                let [expected, found] = [expected, found].map(|side| show_any(side, notation));
                let claim = Claim { holds: *holds, expected, found };
                let truth = Value::Truth(*holds);
                let written = Answer::written(order, input, &truth, truth.to_string());
                Answer { claim: Some(claim), ..written }
            }
        };
        answer.notes.clone_from(&answered.notes);
        Ok(answer)
    }
}

/// The name of an order that is not CuTe's.
pub(super) fn order_name(order: Order) -> Option<&'static str> {
    (order == Order::Lex).then_some("lex")
}

/// A value in a dialect, or else in this language.
///
/// # Errors
/// As [`print()`]: what the dialect cannot write.
///
/// ```
/// use tilework_lang::{Dialect, Value, report::show};
///
/// let value = Value::from(tilework::layout!((4,8):(1,4)));
/// assert_eq!(show(&value, None)?, "(4,8):(1,4)");
/// assert_eq!(show(&value, Some(Dialect::Cute.into()))?, "(_4,_8):(_1,_4)");
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
pub fn show(value: &Value, notation: Option<Notation>) -> Result<String, Diagnostic> {
    notation.map_or_else(|| Ok(value.to_string()), |notation| print(value, notation))
}

/// The same, in this language where the dialect cannot write it: for what is shown beside an answer.
///
/// ```
/// use tilework_lang::{Dialect, Scope, Value, report::show_any};
///
/// let value = Value::Swizzle(tilework::Swizzle::new(3, 4, 3)?);
/// assert_eq!(show_any(&value, Some(Dialect::Numpy.into())), "Sw<3,4,3>");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn show_any(value: &Value, notation: Option<Notation>) -> String {
    show(value, notation).unwrap_or_else(|_| value.to_string())
}

/// Why there is no answer.
///
/// ```
/// use tilework_lang::report::{Refusal, json};
/// use tilework_lang::Diagnostic;
///
/// let refusal = Refusal::new(Diagnostic::plain("io", "there is no such file"));
/// assert_eq!(
///     json::text(&refusal),
///     r#"{"error":{"kind":"io","message":"there is no such file"}}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// What is wrong.
    pub diagnostic: Diagnostic,
    /// The text that its places are in.
    pub input: Option<String>,
    /// The file and line of that text.
    pub origin: Option<String>,
}

impl Refusal {
    /// A refusal that is not about a text.
    pub fn new(diagnostic: Diagnostic) -> Refusal {
        Refusal { diagnostic, input: None, origin: None }
    }

    /// A refusal of this text.
    pub fn of(input: &str, diagnostic: Diagnostic) -> Refusal {
        Refusal { input: Some(input.to_owned()), ..Refusal::new(diagnostic) }
    }

    /// The same, of a text from this file and line.
    pub fn read_from(self, origin: Option<impl fmt::Display>) -> Refusal {
        Refusal { origin: origin.map(|origin| origin.to_string()), ..self }
    }
}

/// What came of a question; as a number, the exit code of the command.
///
/// ```
/// use tilework_lang::{Scope, report::Status};
///
/// let status = |text| Status::of(&Scope::new().run(text).unwrap_err());
/// assert_eq!(status("(6,2):(1,7) o (3,2):(2,3)"), Status::No);
/// assert_eq!(status("4:1 o") as u8, 2);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(u8)]
pub enum Status {
    /// An answer.
    Answer = 0,
    /// There is no such layout, or a claim does not hold.
    No = 1,
    /// The question cannot be read, or is wrong usage.
    Unreadable = 2,
}

impl Status {
    /// The status of an error.
    pub fn of(diagnostic: &Diagnostic) -> Status {
        match diagnostic.kind {
            "syntax" | "unknown-name" | "usage" | "io" => Status::Unreadable,
            _ => Status::No,
        }
    }
}

impl From<Diagnostic> for Refusal {
    fn from(diagnostic: Diagnostic) -> Refusal {
        Refusal::new(diagnostic)
    }
}

impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Object<'a> {
            #[serde(skip_serializing_if = "Option::is_none")]
            input: Option<&'a str>,
            error: Fault<'a>,
        }
        let error = Fault::of(&self.diagnostic, self.origin.as_deref());
        Object { input: self.input.as_deref(), error }.serialize(serializer)
    }
}

/// A diagnostic as JSON has it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub(super) struct Fault<'a> {
    kind: &'a str,
    message: &'a str,
    /// The bytes of the input it speaks of.
    #[serde(skip_serializing_if = "Option::is_none")]
    span: Option<[usize; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    labels: Vec<Label<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    help: Option<&'a str>,
    /// The first index at which it goes wrong ...
    #[serde(skip_serializing_if = "Option::is_none")]
    index: Option<i64>,
    /// ... what a layout would have there, and what is there.
    #[serde(skip_serializing_if = "Option::is_none")]
    expected: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    found: Option<i64>,
    /// The modes at that index, where a copy is needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    modes: Option<Crossed>,
    /// The component of a coordinate that these are about.
    #[serde(skip_serializing_if = "Option::is_none")]
    component: Option<usize>,
    /// The file and line, for input that was read from one.
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
}

/// The leaf of a shape that has an index inside, and those of the layout that end and begin there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
struct Crossed {
    new: usize,
    last: usize,
    next: usize,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
struct Label<'a> {
    span: [usize; 2],
    text: &'a str,
}

impl<'a> Fault<'a> {
    pub(super) fn of(diagnostic: &'a Diagnostic, origin: Option<&'a str>) -> Fault<'a> {
        let cause = diagnostic.cause.as_deref();
        let (expected, found) = match cause.map(tilework::Error::kind) {
            Some(
                ErrorKind::NotALayout { expected, found, .. }
                | ErrorKind::NeedsCopy { expected, found, .. },
            ) => (Some(expected), Some(found)),
            _ => (None, None),
        };
        let modes = match cause.map(tilework::Error::kind) {
            Some(ErrorKind::NeedsCopy { new, last, next, .. }) => Some(Crossed { new, last, next }),
            _ => None,
        };
        let labels = diagnostic.labels.iter();
        Fault {
            kind: diagnostic.kind,
            message: &diagnostic.message,
            span: labels.clone().next().map(|(span, _)| [span.start, span.end]),
            labels: labels
                .filter(|(_, text)| !text.is_empty())
                .map(|(span, text)| Label { span: [span.start, span.end], text })
                .collect(),
            help: diagnostic.help.as_deref(),
            index: cause.and_then(tilework::Error::witness),
            expected,
            found,
            modes,
            component: cause.and_then(tilework::Error::component),
            origin,
        }
    }
}

/// Serialises a diagnostic as a field.
pub(super) fn fault<S: Serializer>(
    diagnostic: &Option<Diagnostic>,
    serializer: S,
) -> Result<S::Ok, S::Error> {
    diagnostic.as_ref().map(|diagnostic| Fault::of(diagnostic, None)).serialize(serializer)
}
