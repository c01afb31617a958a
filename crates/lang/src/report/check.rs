//! Do the claims in a text hold?

use std::collections::BTreeMap;
use std::fmt;

use serde::Serialize;

use super::answer::fault;
use super::console::{Ran, Session, sessions};
use crate::claims::{Claim, Format, Outcome, Verdict, correct, fences, rewrite, scan_in};
use crate::{Diagnostic, Scope};

/// The claims of a text, and the commands in the console blocks of a document, with their verdicts.
///
/// ```
/// use tilework_lang::claims::Format;
/// use tilework_lang::report::{Checked, Ran};
/// use tilework_lang::Scope;
///
/// let text = "`complement(4:2, 24)` is `(2,4):(1,8)`.";
/// // There is no command here that could be run.
/// let mut run = |_: &_| Ran::Not("commands are not run".to_owned());
/// let scope = Scope::new();
/// let checked = Checked::of(text, Format::Markdown, &scope, &mut run);
/// assert_eq!(checked.wrong(), 1);
/// let (corrected, left) = checked.corrected();
/// assert_eq!(corrected.as_deref(), Some("`complement(4:2, 24)` is `(2,3):(1,8)`."));
/// assert!(left.is_empty());
/// ```
pub struct Checked<'a> {
    text: &'a str,
    format: Format,
    scope: &'a Scope,
    items: Vec<Item>,
}

/// A claim with its verdict, and what a command prints that the text does not show.
struct Item {
    finding: Finding,
    correction: Option<String>,
}

impl<'a> Checked<'a> {
    /// Reads a text and decides its claims, which may use the names of `scope`. `run` gets each command
    /// of a document, and says what it prints.
    pub fn of(
        text: &'a str,
        format: Format,
        scope: &'a Scope,
        run: &mut dyn FnMut(&Session) -> Ran,
    ) -> Checked<'a> {
        let claims = scan_in(text, format, scope).into_iter().map(|claim| {
            let verdict = claim.verdict(scope);
            Item { finding: Finding::new(&claim, verdict), correction: None }
        });
        let mut items: Vec<Item> = claims.collect();
        if format == Format::Markdown {
            items.extend(
                sessions(text).iter().map(|session| Item::of_session(session, run(session))),
            );
            items.sort_by_key(|item| item.finding.span);
        }
        Checked { text, format, scope, items }
    }

    /// How many claims do not hold.
    pub fn wrong(&self) -> usize {
        self.items.iter().filter(|item| item.finding.is_wrong()).count()
    }

    /// The text with the right results, if any has to change, and what is left as it is.
    pub fn corrected(&self) -> (Option<String>, Vec<Left>) {
        let (mut edits, mut left) = (Vec::new(), Vec::new());
        for correction in correct(self.text, self.format, self.scope) {
            let (line, column) = (correction.line, correction.column);
            match correction.outcome {
                Outcome::Written(result) => edits.push((correction.span, result)),
                Outcome::Left(why) => left.push(Left { line, column, why }),
                Outcome::Mended => {}
            }
        }
        // A block that is not closed goes on to the end of the text, which is not all output.
        let open = fences(self.text).pop().filter(|fence| !fence.closed);
        let open = open.and_then(|fence| fence.lines.first().map(|line| line.start));
        for Item { finding, correction } in &self.items {
            let Finding { span: [start, end], line, column, .. } = *finding;
            let Some(printed) = correction else { continue };
            if open.is_some_and(|open| open <= start) {
                let why = "its block is not closed, so the end of the output is unknown".to_owned();
                left.push(Left { line, column, why });
            } else {
                edits.push((start..end, with_line_ends_of(&self.text[..end], printed)));
            }
        }
        edits.sort_by_key(|(span, _)| span.start);
        left.sort_by_key(|left| (left.line, left.column));
        let edits = edits.iter().map(|(span, result)| (span.clone(), result.as_str()));
        let out = rewrite(self.text, edits);
        ((out != self.text).then_some(out), left)
    }

    /// What to say of a file of this name: what does not hold and what was not run, or with `list`
    /// everything.
    pub fn report(self, file: impl Into<String>, list: bool) -> CheckReport {
        let wrong = self.wrong();
        let not_run = self.items.iter().filter(|item| item.finding.holds.is_none()).count();
        let claims = self.items.len() - not_run;
        let findings = self.items.into_iter().map(|item| item.finding);
        CheckReport {
            file: file.into(),
            claims,
            wrong,
            not_run,
            fixed: None,
            findings: findings.filter(|finding| list || finding.holds != Some(true)).collect(),
            left: Vec::new(),
        }
    }
}

impl Item {
    fn of_session(session: &Session, ran: Ran) -> Item {
        let finding = Finding::of_session(session, &ran);
        let correction = match ran {
            Ran::Printed(text) if finding.is_wrong() => Some(text),
            _ => None,
        };
        Item { finding, correction }
    }
}

/// Lines that end as the line before them does.
fn with_line_ends_of(before: &str, lines: &str) -> String {
    if before.ends_with("\r\n") { lines.replace('\n', "\r\n") } else { lines.to_owned() }
}

/// What was found in one file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CheckReport {
    /// The file.
    pub file: String,
    /// How many claims there are ...
    pub claims: usize,
    /// ... and how many of them do not hold.
    pub wrong: usize,
    /// How many commands were not run, and so are neither right nor wrong.
    pub not_run: usize,
    /// How many claims were corrected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fixed: Option<usize>,
    /// Those that do not hold and those that were not run, or all.
    pub findings: Vec<Finding>,
    /// Those that were to be corrected and are not.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Left>,
}

/// The last line: how many claims, how many of them wrong.
impl fmt::Display for CheckReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let CheckReport { claims, wrong, not_run, .. } = self;
        let plural = if *claims == 1 { "claim" } else { "claims" };
        write!(f, "{claims} {plural}, {wrong} wrong")?;
        if let Some(fixed) = self.fixed {
            write!(f, ", {fixed} fixed")?;
        }
        if *not_run > 0 { write!(f, ", {not_run} not run") } else { Ok(()) }
    }
}

/// A result that was left as it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Left {
    /// The line of the result, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// Why it was left.
    pub why: String,
}

/// One claim and its verdict.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The line of the result, from 1.
    pub line: usize,
    /// The column, from 1.
    pub column: usize,
    /// The bytes of the result.
    pub span: [usize; 2],
    /// Where it was found: line, inline, statement, step, prose, comment, notation, console.
    pub kind: &'static str,
    /// What is computed.
    pub claim: String,
    /// The result in the text.
    pub expected: String,
    /// Whether it holds; none for a command that was not run.
    pub holds: Option<bool>,
    /// The right result, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub found: Option<String>,
    /// Why there is no result.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "fault")]
    pub error: Option<Diagnostic>,
    /// Of a command: whether it was run ...
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ran: Option<bool>,
    /// ... and why not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The values of the names in it.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub given: BTreeMap<String, String>,
}

impl Finding {
    fn new(claim: &Claim, verdict: Verdict) -> Finding {
        let holds = verdict == Verdict::Holds;
        let (found, error) = match verdict {
            Verdict::Holds => (None, None),
            Verdict::Fails { found } => (Some(found.to_string()), None),
            Verdict::Refused(diagnostic) => (None, Some(*diagnostic)),
        };
        let given = claim.given.iter();
        Finding {
            line: claim.line,
            column: claim.column,
            span: [claim.span.start, claim.span.end],
            kind: claim.kind.name(),
            claim: claim.left.clone(),
            expected: claim.right.clone(),
            holds: Some(holds),
            found,
            error,
            ran: None,
            reason: None,
            given: given.map(|(name, value)| (name.clone(), value.to_string())).collect(),
        }
    }

    fn of_session(session: &Session, ran: &Ran) -> Finding {
        let (printed, reason) = match ran {
            Ran::Printed(text) => (Some(text), None),
            Ran::Not(why) => (None, Some(why.clone())),
        };
        let holds = printed.map(|text| *text == session.expected);
        Finding {
            line: session.line,
            column: 1,
            span: [session.span.start, session.span.end],
            kind: "console",
            claim: session.command.clone(),
            expected: session.expected.trim_end().to_owned(),
            holds,
            found: printed.filter(|_| holds == Some(false)).map(|text| text.trim_end().to_owned()),
            error: None,
            ran: Some(printed.is_some()),
            reason,
            given: BTreeMap::new(),
        }
    }

    /// Whether it does not hold.
    pub fn is_wrong(&self) -> bool {
        self.holds == Some(false)
    }
}
