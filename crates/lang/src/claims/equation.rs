//! `a = b = c`: bindings, claims, and the steps of derivations.

use super::reader::{Expected, Reader};
use super::term::Term;
use super::{Kind, Relation};
use crate::operations::value::Value;
use crate::text::diagnostic::Span;

/// The sign between two parts of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sign {
    /// `=`.
    Equal,
    /// `:=`.
    Define,
    /// `=>` or `->`.
    Arrow,
}

/// The parts of a chain, each with the sign before it.
pub(super) fn split(text: &str, span: &Span) -> Vec<(Option<Sign>, Span)> {
    let mut out = Vec::new();
    let (mut start, mut before, mut depth) = (span.start, None, 0_usize);
    let content = &text[span.clone()];
    let bytes = content.as_bytes();
    let mut skip = 0;
    for (at, c) in content.char_indices() {
        if at < skip {
            continue;
        }
        let next = bytes.get(at + 1).copied().unwrap_or(0);
        let (sign, length) = match c {
            '(' | '[' | '{' => {
                depth += 1;
                continue;
            }
            ')' | ']' | '}' => {
                depth = depth.saturating_sub(1);
                continue;
            }
            _ if depth > 0 => continue,
            '=' if next == b'=' => {
                skip = at + 2;
                continue;
            }
            '=' | '-' if next == b'>' => (Sign::Arrow, 2),
            '→' | '⇒' => (Sign::Arrow, c.len_utf8()),
            ':' if next == b'=' => (Sign::Define, 2),
            '<' | '>' | '!' if next == b'=' => {
                skip = at + 2;
                continue;
            }
            '=' => (Sign::Equal, 1),
            _ => continue,
        };
        out.push((before, start..span.start + at));
        (before, start, skip) = (Some(sign), span.start + at + length, at + length);
    }
    out.push((before, start..span.end));
    out
}

/// What surrounds an equation.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Line,
    Inline,
    Statement,
}

impl Reader<'_> {
    /// Reads a chain; `true` if there was one.
    pub(super) fn equation(&mut self, span: &Span, place: Place) -> bool {
        let text = self.text;
        let chain = split(text, span);
        if chain.len() < 2 {
            return false;
        }
        let first = text[chain[0].1.clone()].trim();
        let goes_on = first.is_empty();
        let mut reference = if goes_on {
            match self.subject.clone() {
                Some(subject) => Some(subject),
                None if place == Place::Statement => {
                    self.broken(span, "there is nothing above that this could continue");
                    return true;
                }
                None => return false,
            }
        } else {
            None
        };
        let mut parts = chain.iter().skip(usize::from(goes_on));
        if !goes_on
            && chain[1].0 != Some(Sign::Arrow)
            && let Some(name) = name(first)
        {
            match self.binding(&name, chain[1].0, &chain[1].1, place) {
                Some(expected) => reference = Some(expected),
                None => {
                    self.names.forget(&name);
                    return false;
                }
            }
            // The name and its value are read.
            parts.nth(1);
        } else if !goes_on && place != Place::Statement && Term::read(first, 0).is_err() {
            // A sentence with an equals sign in it.
            return false;
        }
        let mut unread = false;
        for (sign, part) in parts {
            if text[part.clone()].trim() == "refused"
                && let Some(left) = reference.clone()
            {
                self.refused(left, part);
                continue;
            }
            let term = match self.read(part) {
                Ok(term) => term,
                Err(error) if place == Place::Statement => {
                    self.refuse(part, error);
                    continue;
                }
                Err(_) => {
                    unread = true;
                    continue;
                }
            };
            if place != Place::Statement && !self.names.know(&term) {
                unread = true;
                continue;
            }
            let said = Expected::new(term, text, part);
            let Some(left) = reference.clone() else {
                reference = Some(said);
                continue;
            };
            let step = goes_on || *sign == Some(Sign::Arrow);
            // An arrow between two layouts only says that one becomes the other.
            if step && !goes_on && !left.term.is_computed() && place != Place::Statement {
                continue;
            }
            let (kind, relation) = match place {
                Place::Statement => (Kind::Statement, Relation::Same),
                _ if step => (Kind::Step, Relation::Step),
                Place::Line => (Kind::Line, Relation::Same),
                Place::Inline => (Kind::Inline, Relation::Same),
            };
            let claims = self.claims.len();
            // `24 = size(A)` claims something of the right side.
            if left.term.is_literal() && said.term.is_computed() {
                self.claim(kind, relation, said, left);
            } else {
                self.claim(kind, relation, left, said);
            }
            self.claims[claims..].iter_mut().for_each(|claim| claim.unread = unread);
        }
        let arrows = chain.iter().any(|(sign, _)| *sign == Some(Sign::Arrow));
        if place != Place::Inline && !goes_on && !arrows {
            // `= -1137` does not go on with `true`.
            self.subject = reference.filter(|reference| match &reference.term {
                Term::Value(value) => matches!(**value, Value::Layout(_)),
                term => term.is_computed(),
            });
        }
        true
    }

    /// `name = part` or `name := part`. What the rest of the chain is compared with.
    fn binding(
        &mut self,
        name: &str,
        sign: Option<Sign>,
        part: &Span,
        place: Place,
    ) -> Option<Expected> {
        let text = self.text;
        let term = match self.read(part) {
            Ok(term) => term,
            Err(error) if place == Place::Statement => {
                self.refuse(part, error);
                return None;
            }
            Err(_) => return None,
        };
        let expected = Expected::new(term, text, part);
        if sign == Some(Sign::Define) {
            self.names.define(name, expected.term.clone());
            return Some(expected);
        }
        // What was defined above is not bound again: this says what it is.
        if self.names.is_defined(name)
            && let Some(value) = self.names.get(name).cloned()
        {
            let left = Expected { term: value.into(), text: name.into(), span: part.clone() };
            let kind = if place == Place::Inline { Kind::Inline } else { Kind::Line };
            self.claim(kind, Relation::Same, left.clone(), expected);
            return Some(left);
        }
        if !self.names.know(&expected.term) && place != Place::Statement {
            return None;
        }
        match expected.term.evaluate(&self.names.scope(&expected.term)) {
            Ok(_) if expected.term.is_misgrouped() => {
                let left = expected.clone();
                self.claim(Kind::Notation, Relation::Same, left, expected.clone());
            }
            Ok(value) => {
                self.names.bind(name, value);
                self.bound.insert(name.to_owned(), expected.span.clone());
            }
            Err(error) if place == Place::Statement => {
                self.refuse(part, error);
                return None;
            }
            Err(_) => return None,
        }
        Some(expected)
    }
}

/// A name that can be bound: `A`, `Br`, `B*`, `tile_M`. `Layout R` is `R`.
pub(super) fn name(text: &str) -> Option<String> {
    let text = text.strip_prefix("Layout ").unwrap_or(text).trim();
    let plain = text.strip_suffix('*').unwrap_or(text);
    let letter = plain.starts_with(|c: char| c.is_ascii_alphabetic());
    let word = plain.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    if !letter || !word || plain.len() > 64 || ["o", "true", "false", "none"].contains(&plain) {
        return None;
    }
    Some(super::names::unstarred(text))
}
