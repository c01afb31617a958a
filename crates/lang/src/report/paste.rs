//! Documents that are pasted: an answer for each of their statements.

use serde::Serialize;

use super::answer::{Answer, Fault, Refusal, Status};
use crate::{Diagnostic, Document, Notation, Replied, Reply, Scope, left_out};

/// What came of a statement of a document, as JSON has it: an answer, or why there is none.
///
/// ```
/// use tilework_lang::report::{Pasted, json};
/// use tilework_lang::{Document, Scope};
///
/// let replies = Document::read(&mut Scope::new(), "ValueType: 16b\nsize((4,8))");
/// assert_eq!(
///     json::text(&Pasted::of(&replies[0], None)),
///     r#"{"input":"ValueType: 16b","result":null,"value":null,"notes":["`ValueType: 16b` is no value and is left out"]}"#
/// );
/// assert_eq!(
///     json::text(&Pasted::of(&replies[1], None)),
///     r#"{"input":"size((4,8))","result":"32","value":{"kind":"integer","value":32}}"#
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Pasted<'a> {
    /// An answer; of what was left out, one without a result.
    Answer(Box<Answer<'a>>),
    /// Why there is none.
    Refusal(Refusal),
}

impl<'a> Pasted<'a> {
    /// The answer to a statement, printed in a dialect or else in this language.
    pub fn of(reply: &'a Replied, notation: Option<Notation>) -> Pasted<'a> {
        let text = &*reply.text;
        let refused = |why: Diagnostic| {
            let origin = format!("line {}", reply.line);
            Pasted::Refusal(Refusal::of(text, why).read_from(Some(&origin)))
        };
        match &reply.came {
            Reply::Did(answered) => match Answer::of(text, answered, notation) {
                Ok(answer) => Pasted::Answer(Box::new(answer)),
                Err(why) => refused(why),
            },
            Reply::LeftOut(_) => {
                let notes = vec![left_out(text)];
                Pasted::Answer(Box::new(Answer { notes, ..Answer::nothing(text) }))
            }
            Reply::Refused(why) => refused(why.clone()),
        }
    }

    /// What it says about the whole: the exit code of the command.
    pub fn status(&self) -> Status {
        match self {
            Pasted::Answer(answer) if answer.claim.as_ref().is_some_and(|claim| !claim.holds) => {
                Status::No
            }
            Pasted::Answer(_) => Status::Answer,
            Pasted::Refusal(refusal) => Status::of(&refusal.diagnostic),
        }
    }
}

/// The answers to a document.
#[derive(Serialize)]
pub(super) struct Answers<'a> {
    answers: Vec<Placed<'a>>,
}

/// An answer, the line of the document at which its statement starts, and why it was left out, if it was.
#[derive(Serialize)]
struct Placed<'a> {
    #[serde(flatten)]
    answer: Pasted<'a>,
    line: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Fault<'a>>,
}

impl<'a> Placed<'a> {
    fn of(reply: &'a Replied, notation: Option<Notation>) -> Placed<'a> {
        let reason = match &reply.came {
            Reply::LeftOut(why) => Some(Fault::of(why, None)),
            Reply::Did(_) | Reply::Refused(_) => None,
        };
        Placed { answer: Pasted::of(reply, notation), line: reply.line, reason }
    }
}

/// Reads a document in a scope, and gives what came of it to `then`, with the worst status of a statement. A
/// document in which there is nothing to read cannot be read.
pub(super) fn paste<T>(
    scope: &mut Scope,
    text: &str,
    notation: Option<Notation>,
    then: impl FnOnce(&Answers<'_>, Status) -> T,
) -> T {
    let replies = Document::read(scope, text);
    let answers: Vec<Placed<'_>> =
        replies.iter().map(|reply| Placed::of(reply, notation)).collect();
    let nothing = |reply: &Replied| matches!(reply.came, Reply::LeftOut(_));
    let status = if !replies.is_empty() && replies.iter().all(nothing) {
        Status::Unreadable
    } else {
        answers.iter().map(|placed| placed.answer.status()).max().unwrap_or(Status::Answer)
    };
    then(&Answers { answers }, status)
}
