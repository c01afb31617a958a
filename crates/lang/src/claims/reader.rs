//! Goes through a document from top to bottom and collects its claims.

use std::collections::BTreeMap;

use super::blocks::{Block, bare, beginning, blocks, is_item};
use super::equation::{Place, split};
use super::names::{Names, unstarred};
use super::term::Term;
use super::{Claim, Format, Kind, Relation};
use crate::eval::scope::Scope;
use crate::operations::Id;
use crate::operations::value::Value;
use crate::text::diagnostic::{Diagnostic, Span};

/// One side of a claim with its place.
#[derive(Clone, Debug)]
pub(super) struct Expected {
    pub(super) term: Term,
    pub(super) text: String,
    pub(super) span: Span,
}

impl Expected {
    pub(super) fn new(term: Term, text: &str, span: &Span) -> Expected {
        let span = trimmed(text, span);
        Expected { term, text: squeezed(&text[span.clone()]), span }
    }

    /// An operation on some terms.
    pub(super) fn call(operation: Id, terms: &[&Expected]) -> Expected {
        let texts: Vec<&str> = terms.iter().map(|term| term.text.as_str()).collect();
        let span = terms.first().map_or(0..0, |first| first.span.clone());
        let text = match (operation, texts.as_slice()) {
            (Id::Composition, [a, b]) => format!("{a} o {b}"),
            (Id::MakeLayout, _) => format!("({})", texts.join(", ")),
            _ => format!("{}({})", operation.operation().name, texts.join(", ")),
        };
        let terms = terms.iter().map(|term| term.term.clone()).collect();
        Expected { term: Term::Call(operation, terms, span.clone()), text, span }
    }

    /// `true`, for a sentence that states a fact instead of a result.
    pub(super) fn truth(at: usize) -> Expected {
        let term = Value::Truth(true).into();
        Expected { term, text: "true".into(), span: at..at }
    }
}

pub(super) struct Reader<'a> {
    pub(super) text: &'a str,
    pub(super) names: Names<'a>,
    /// The expression that lines beginning with `=` continue.
    pub(super) subject: Option<Expected>,
    /// The expression that "the result is" refers to.
    pub(super) topic: Option<Expected>,
    /// What a sentence announced for the line below it.
    pub(super) announced: Option<Expected>,
    /// What a sentence says that the code below it prints.
    pub(super) printed: Option<Expected>,
    /// Where the text defines its names.
    pub(super) bound: BTreeMap<String, Span>,
    pub(super) claims: Vec<Claim>,
    /// Where the lines start.
    lines: Vec<usize>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str, scope: &'a Scope) -> Reader<'a> {
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n');
        Reader {
            text,
            names: Names::new(scope),
            subject: None,
            topic: None,
            announced: None,
            printed: None,
            bound: BTreeMap::new(),
            claims: Vec::new(),
            lines: std::iter::once(beginning(text)).chain(ends.map(|(at, _)| at + 1)).collect(),
        }
    }

    pub(super) fn all(mut self, format: Format) -> Vec<Claim> {
        for block in blocks(self.text, format) {
            match block {
                Block::Heading(level, span) => {
                    self.names.heading(level);
                    (self.subject, self.topic, self.announced, self.printed) =
                        (None, None, None, None);
                    self.paragraph(&span);
                }
                Block::Prose(span) => self.paragraph(&span),
                Block::Fence(fence) => self.fence(&fence.word, &fence.lines),
            }
        }
        self.claims.sort_by_key(|claim| claim.span.start);
        self.place();
        self.claims
    }

    /// Lines and columns, in one pass: a line may be long and full of claims.
    fn place(&mut self) {
        let (mut line, mut at, mut column) = (0, self.lines[0], 1);
        for claim in &mut self.claims {
            let start = claim.span.start;
            let here = self.lines.partition_point(|begin| *begin <= start).saturating_sub(1);
            if here != line {
                (line, at, column) = (here, self.lines[here], 1);
            }
            column += self.text[at..start].chars().count();
            at = start;
            (claim.line, claim.column) = (line + 1, column);
        }
    }

    /// Lines that are claims, and the claims of its sentences.
    fn paragraph(&mut self, span: &Span) {
        let text = self.text;
        // A line continues what is above it in its paragraph or list; only in code may words
        // come between.
        let above = if is_item(text, span) { None } else { self.subject.take() };
        let mut at = span.start;
        for line in text[span.clone()].split_inclusive('\n') {
            // Code in a line is read with the sentence around it.
            if line.contains('=') && !line.contains(['`', '$']) {
                self.equations(&bare(text, at..at + line.trim_end().len()), Place::Line);
            }
            at += line.len();
        }
        self.subject = self.subject.take().or(above);
        self.sentences(span);
    }

    /// A line, or the columns of a line, of equations.
    pub(super) fn equations(&mut self, line: &Span, place: Place) -> bool {
        let text = self.text;
        let read = |part: &Span| Term::read(text[part.clone()].trim(), 0).is_ok();
        let empty = |part: &Span| text[part.clone()].trim().is_empty();
        let columns = columns(text, line);
        if columns.len() > 1 {
            let complete = |column: &Span| {
                let chain = split(text, column);
                chain.len() > 1 && chain.iter().all(|(_, part)| read(part))
            };
            let whole = || split(text, line).iter().all(|(_, part)| empty(part) || read(part));
            if columns.iter().all(complete) || !whole() {
                let read = columns.iter().filter(|column| self.equation(column, place)).count();
                return read > 0;
            }
        }
        self.definition(line) || self.equation(line, place)
    }

    /// `..., R := A o B`: what comes before a definition is prose.
    fn definition(&mut self, line: &Span) -> bool {
        let content = &self.text[line.clone()];
        let Some((before, after)) = content.split_once(":=") else {
            return false;
        };
        let Some(name) = before.split_whitespace().next_back().and_then(super::equation::name)
        else {
            return false;
        };
        match self.read(&(line.end - after.len()..line.end)) {
            Ok(term) => {
                self.names.define(&name, term);
                true
            }
            Err(_) => false,
        }
    }

    /// The term at a place.
    pub(super) fn read(&self, span: &Span) -> Result<Term, Diagnostic> {
        let content = self.text[span.clone()].trim_end().trim_end_matches(['.', ';']);
        // An ellipsis stands for something.
        let content = if content.ends_with(',') { content.trim_end_matches(',') } else { content };
        Term::read(content, span.start)
    }

    /// The term at a place, if all its names have values.
    pub(super) fn known(&self, span: &Span) -> Option<Expected> {
        let term = self.read(span).ok().filter(|term| self.names.know(term))?;
        Some(Expected::new(term, self.text, span))
    }

    /// Notes a claim, if the names in it have values.
    pub(super) fn claim(
        &mut self,
        kind: Kind,
        relation: Relation,
        left: Expected,
        right: Expected,
    ) {
        // A block of statements has to give its names values; elsewhere they may be anything.
        let known = self.names.know(&left.term) && self.names.know(&right.term);
        if kind != Kind::Statement && !(known && self.means_something(kind, &left, &right)) {
            return;
        }
        let relation = match relation {
            Relation::Same if kind != Kind::Statement && left.term.is_loosely_nested() => {
                Relation::Step
            }
            relation => relation,
        };
        let given = self.names.given(&[&left.term, &right.term]);
        let bound = given.iter().filter_map(|(name, _)| self.bound.get(&unstarred(name)).cloned());
        let between = left.span.end..right.span.start;
        let premises = bound.chain((!between.is_empty()).then_some(between)).collect();
        let (kind, said) = if right.term.is_misgrouped() && left.span == right.span {
            (Kind::Notation, "misplaced parentheses".into())
        } else {
            (kind, left.text)
        };
        self.claims.push(Claim {
            line: 0,
            column: 0,
            span: right.span,
            left: said,
            right: right.text,
            kind,
            given,
            premises,
            unread: false,
            relation,
            terms: Ok((left.term, right.term)),
        });
    }

    /// Whether two sides are about layouts: many texts equate numbers, and what
    /// looks like an operation may be anything. If the algebra refuses, it was an operation.
    fn means_something(&self, kind: Kind, left: &Expected, right: &Expected) -> bool {
        let value = |name: &str| self.names.get(name);
        if left.term.only_counts(&value) || is_labelled(&left.text) || is_labelled(&right.text) {
            return false;
        }
        let free = matches!(kind, Kind::Line | Kind::Inline | Kind::Step)
            && !matches!(left.term, Term::Value(_));
        if free && left.span != right.span && left.term.is_literal() && right.term.is_literal() {
            return left.text.contains(':') && right.text.contains(':');
        }
        [left, right].iter().all(|side| {
            if side.term.applies_number() {
                return false;
            }
            let value = side.term.evaluate(&self.names.scope(&side.term));
            value.is_ok() || value.is_err_and(|error| error.cause.is_some())
        })
    }

    /// Notes that something is said to have no value.
    pub(super) fn refused(&mut self, left: Expected, said: &Span) {
        if left.term.is_computed() {
            let term = Value::Nothing.into();
            let right = Expected::new(term, self.text, said);
            self.claim(Kind::Prose, Relation::Refused, left, right);
        }
    }

    /// Notes a statement that has to have a value.
    pub(super) fn evaluates(&mut self, expected: Expected) {
        let given = self.names.given(&[&expected.term]);
        let terms = Ok((expected.term.clone(), expected.term));
        let (left, right, kind) = (expected.text, String::new(), Kind::Statement);
        let relation = Relation::Evaluates;
        let (span, line, column, premises) = (expected.span, 0, 0, Vec::new());
        self.claims.push(Claim {
            line,
            column,
            span,
            left,
            right,
            kind,
            given,
            premises,
            unread: false,
            relation,
            terms,
        });
    }

    /// Notes a statement that cannot be read or has no value.
    pub(super) fn refuse(&mut self, span: &Span, error: Diagnostic) {
        let span = trimmed(self.text, span);
        self.claims.push(Claim {
            line: 0,
            column: 0,
            left: squeezed(&self.text[span.clone()]),
            span,
            right: String::new(),
            kind: Kind::Statement,
            given: Vec::new(),
            premises: Vec::new(),
            unread: false,
            relation: Relation::Evaluates,
            terms: Err(error),
        });
    }

    pub(super) fn broken(&mut self, span: &Span, message: &str) {
        self.refuse(span, Diagnostic::new("syntax", span.clone(), message));
    }
}

/// The columns of a line: what at least three spaces separate.
fn columns(text: &str, line: &Span) -> Vec<Span> {
    let mut start = line.start;
    let mut out = Vec::new();
    for part in text[line.clone()].split_inclusive("   ") {
        if !part.trim().is_empty() {
            out.push(start..start + part.trim_end().len());
        }
        start += part.len();
    }
    out
}

pub(super) fn trimmed(text: &str, span: &Span) -> Span {
    let content = &text[span.clone()];
    let start = span.end - content.trim_start().len();
    let end = start + text[start..span.end].trim_end().trim_end_matches(['.', ',', ';']).len();
    start..end.max(start)
}

/// `528: 528/4`: a number, and a statement about it.
fn is_labelled(text: &str) -> bool {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < text.len() && rest.starts_with(": ")
}

/// A text on one line, with single spaces.
pub(super) fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}
