//! Sentences such as "`complement(4:2, 24)` is `(2,3):(1,8)`".
//!
//! A sentence consists of pieces of code and the words between them; the words decide. Words that are not in
//! the lists below make no claim.

use super::blocks::inline;
use super::equation::{Place, split};
use super::reader::{Expected, Reader, squeezed};
use super::term::Term;
use super::{Kind, Relation};
use crate::operations::value::Value;
use crate::operations::{self, Id};
use crate::text::diagnostic::Span;

/// `X` words `Y`: X is computed, and Y is the result.
const IS: &[&str] = &[
    "is",
    "is then",
    "is the layout",
    "is a layout",
    "is just",
    "is simply",
    "results in",
    "produces",
    "evaluates to",
    "is equal to",
    "equals",
    "gives",
    "yields",
    "becomes",
    "returns",
    "->",
    "=>",
    "→",
    "=",
];

/// "The ... of `X` words `Y` is `Z`".
const OF: &[(&str, &[&str], Id)] = &[
    ("complement of", &["under", "with respect to", "in", "up to"], Id::Complement),
    ("composition of", &["with", "and"], Id::Composition),
    ("concatenation of", &["with", "and"], Id::MakeLayout),
];

/// "`X` has ... `Y`".
const HAS: &[(&str, Id)] = &[
    ("has cosize", Id::Cosize),
    ("has size", Id::Size),
    ("has rank", Id::Rank),
    ("has depth", Id::Depth),
    ("has shape", Id::Shape),
    ("has stride", Id::Stride),
];

/// A piece of code in a paragraph.
struct Piece {
    span: Span,
    /// Its value, or the last part of its equation.
    operand: Option<Expected>,
    /// The words before it.
    before: String,
}

impl Reader<'_> {
    /// Reads the claims of the sentences of a paragraph.
    pub(super) fn sentences(&mut self, prose: &Span) {
        let text = self.text;
        let spans = inline(text, prose);
        if spans.is_empty() {
            return;
        }
        let words = |from: usize, to: usize| {
            squeezed(&text[from..to].replace(['`', '$'], " ")).to_lowercase()
        };
        let mut pieces: Vec<Piece> = Vec::with_capacity(spans.len());
        // The complement that "repeated 3 times with" speaks of.
        let mut complement = None;
        for (i, span) in spans.iter().enumerate() {
            let from = if i == 0 { prose.start } else { spans[i - 1].end };
            let to = spans.get(i + 1).map_or(prose.end, |next| next.start);
            let (before, after) = (words(from, span.start), words(span.end, to));
            let operand = self.piece(span);
            pieces.push(Piece { span: span.clone(), operand, before });
            let misgrouped = matches!(&pieces[i].operand, Some(x) if x.term.is_misgrouped());
            if !self.between(&pieces, &mut complement)
                && misgrouped
                && !text[span.clone()].contains('=')
            {
                let Some(operand) = pieces[i].operand.clone() else { continue };
                self.claim(Kind::Notation, Relation::Same, operand.clone(), operand);
            }
            self.behind(&pieces, &after, to);
        }
        // An expression alone in its paragraph is what the steps below start from.
        let rest = text[prose.clone()].trim().trim_end_matches('.');
        if let [Piece { span, operand: Some(operand), .. }] = pieces.as_slice()
            && rest.trim_matches('`').len() == span.len()
            && operand.term.is_computed()
            && !text[span.clone()].contains('=')
        {
            self.subject = Some(operand.clone());
        }
    }

    /// Reads the equation in a piece of code, and what the piece stands for.
    fn piece(&mut self, span: &Span) -> Option<Expected> {
        let chain = split(self.text, span);
        if chain.len() > 1 {
            self.equation(span, Place::Inline);
        }
        chain.last().and_then(|(_, last)| self.known(last))
    }

    /// Reads the words between the last pieces; `true` if they make the last one a result.
    fn between(&mut self, pieces: &[Piece], complement: &mut Option<Expected>) -> bool {
        let (Some(last), before) = (pieces.last(), &pieces[..pieces.len() - 1]) else {
            return false;
        };
        let Some(result) = last.operand.clone() else {
            self.applied(pieces);
            return false;
        };
        let words = last.before.as_str();
        let left = before.last().and_then(|piece| piece.operand.clone());
        if words.ends_with("prints") && result.term.is_literal() {
            self.printed = Some(result);
            return true;
        }
        if (words == "for" || words.ends_with(" for")) && result.term.is_computed() {
            self.topic = Some(result);
            return false;
        }
        let concluded = ["the result is", "the final output is", "the output is"];
        if concluded.iter().any(|end| words.ends_with(end)) && result.term.is_literal() {
            return match self.topic.take() {
                Some(topic) => self.say(topic, result),
                None => false,
            };
        }
        if let Some(complement) = complement
            && self.repeated(complement, last, &result)
        {
            return true;
        }
        let Some(left) = left else {
            return false;
        };
        if let [.., first, second] = before
            && let Some(x) = &first.operand
        {
            if IS.contains(&words)
                && let Some((.., operation)) = OF.iter().find(|(of, between, _)| {
                    ends_with_words(&first.before, of) && between.contains(&second.before.as_str())
                })
            {
                let computed = Expected::call(*operation, &[x, &left]);
                return self.say(computed, result);
            }
            if second.before == "and" && ["together to", "together into"].contains(&words) {
                let both = Expected::call(Id::MakeLayout, &[x, &left]);
                return self.say(both, result);
            }
        }
        if IS.contains(&words) && left.term.is_computed() {
            if left.text.starts_with("complement(") {
                *complement = Some(left.clone());
            }
            let step = ["->", "=>", "→"].contains(&words);
            let (kind, relation) =
                if step { (Kind::Step, Relation::Step) } else { (Kind::Prose, Relation::Same) };
            self.claim(kind, relation, left, result);
            return true;
        }
        if let Some((_, operation)) = HAS.iter().find(|(has, _)| *has == words) {
            return self.say(Expected::call(*operation, &[&left]), result);
        }
        if words == "into"
            && result.term.is_tuple()
            && self.is_layout(&left)
            && self.is_layout(&result)
        {
            return self.say(left, result);
        }
        let same = ["act identically to", "acts identically to", "is the same function as"];
        if same.contains(&words) {
            self.same_function(&left, &result, last.span.end);
        }
        false
    }

    /// Reads the words after the last piece, up to `end`.
    fn behind(&mut self, pieces: &[Piece], words: &str, end: usize) {
        let (Some(last), before) = (pieces.last(), &pieces[..pieces.len() - 1]) else {
            return;
        };
        let Some(operand) = last.operand.clone() else {
            return;
        };
        // "`X` has cosize 24", the number in the text.
        if let Some((has, operation)) = HAS.iter().find(|(has, _)| words.starts_with(has))
            && let Some((number, span)) = self.number(last.span.end..end, has)
            && self.is_layout(&operand)
        {
            let right = Expected { term: number, text: self.text[span.clone()].into(), span };
            self.say(Expected::call(*operation, &[&operand]), right);
        }
        let never = ["is not a layout", "is no layout", "is refused", "has no complement"];
        if never.iter().any(|never| words.starts_with(never)) {
            let at = last.span.end;
            self.refused(operand, &(at..at));
            return;
        }
        let previous = before.last().and_then(|piece| piece.operand.clone());
        if words.starts_with("and produces unique indices")
            || words.starts_with("produces unique indices")
        {
            // "`X` has cosize `24` and produces ...": of the layout, not of the number.
            let of = [Some(operand), previous].into_iter().flatten().find(|x| self.is_layout(x));
            if let Some(of) = of {
                self.say(Expected::call(Id::IsInjective, &[&of]), Expected::truth(last.span.end));
            }
        } else if (words.starts_with("share the same function")
            || words.starts_with("are the same function"))
            && last.before == "and"
            && let Some(previous) = previous
        {
            self.same_function(&previous, &operand, last.span.end);
        }
    }

    fn say(&mut self, left: Expected, right: Expected) -> bool {
        self.claim(Kind::Prose, Relation::Same, left, right);
        true
    }

    fn same_function(&mut self, left: &Expected, right: &Expected, at: usize) {
        let mut both = Expected::call(Id::SameFunction, &[left, right]);
        both.text = format!("{} ~ {}", left.text, right.text);
        self.say(both, Expected::truth(at));
    }

    fn is_layout(&self, expected: &Expected) -> bool {
        matches!(self.names.value(&expected.term), Some(Value::Layout(_)))
    }

    /// "The hole is filled with `2:1` first, then everything is repeated 3 times with `3:8`."
    fn repeated(&mut self, complement: &Expected, piece: &Piece, result: &Expected) -> bool {
        let words = piece.before.as_str();
        if words.ends_with("filled with") {
            let term = Term::First(Box::new(complement.term.clone()));
            let text = format!("{}[0]", complement.text);
            return self
                .say(Expected { term, text, span: complement.span.clone() }, result.clone());
        }
        let Some(count) =
            words.strip_suffix(" times with").and_then(|words| words.split(' ').next_back())
        else {
            return false;
        };
        let last = Expected {
            term: Term::Last(Box::new(complement.term.clone())),
            text: format!("the last mode of {}", complement.text),
            span: complement.span.clone(),
        };
        let ahead = &self.text[..piece.span.start];
        if let (Ok(number), Some(at)) = (count.parse(), ahead.rfind(count)) {
            let term = Value::Integer(number).into();
            let right = Expected { term, text: count.into(), span: at..at + count.len() };
            let mut size = Expected::call(Id::Size, &[&last]);
            size.text = format!("size({})", last.text);
            self.say(size, right);
        }
        self.say(last, result.clone())
    }

    /// "`R` ... is the result ... if we had applied `composition`": to A and B.
    fn applied(&mut self, pieces: &[Piece]) {
        let Some((last, before)) = pieces.split_last() else {
            return;
        };
        let Some(operation) = operations::find(self.text[last.span.clone()].trim()) else {
            return;
        };
        let speaks = last.before.contains("the result") && ends_with_words(&last.before, "applied");
        let Some(result) = before.last().and_then(|piece| piece.operand.clone()) else {
            return;
        };
        if speaks
            && operation.takes(2)
            && result.term.is_literal()
            && let (Some(a), Some(b)) = (self.names.in_section("A"), self.names.in_section("B"))
        {
            let named = |name: &str, value: &Value| Expected {
                term: value.clone().into(),
                text: name.to_owned(),
                span: result.span.clone(),
            };
            let computed = Expected::call(operation.id, &[&named("A", a), &named("B", b)]);
            self.say(computed, result);
        }
    }

    /// The number after the words at a place.
    fn number(&self, place: Span, words: &str) -> Option<(Term, Span)> {
        let content = &self.text[place.clone()];
        let last = words.rsplit(' ').next()?;
        let at = content.find(last)? + last.len();
        let start = at + content[at..].len() - content[at..].trim_start().len();
        let digits = content[start..].bytes().take_while(u8::is_ascii_digit).count();
        let value = content[start..start + digits].parse().ok()?;
        let span = place.start + start..place.start + start + digits;
        Some((Value::Integer(value).into(), span))
    }
}

/// Whether a text ends with whole words.
fn ends_with_words(text: &str, words: &str) -> bool {
    match text.strip_suffix(words) {
        Some(rest) => !rest.ends_with(|c: char| c.is_alphanumeric()),
        None => false,
    }
}
