//! Writing the right results into a text.
//!
//! A result is replaced only where nothing else can be meant: it is written out, it follows
//! the expression that it is the result of, and nothing that it depends on is still wrong: premises
//! are corrected first, and then what follows from them. What is replaced is tried first: the text is
//! read again, it must make its claims in the same places, and every claim that held must still hold.
//! A claim that is no longer read does not hold. So correcting a text twice is the same as correcting
//! it once, and no byte changes outside the results that are wrong.

use super::term::Term;
use super::{Claim, Format, Relation, Verdict, scan_in};
use crate::eval::scope::Scope;
use crate::text::diagnostic::Span;

/// A claim that does not hold, and what is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Correction {
    /// The line of the result, from 1.
    pub line: usize,
    /// The column of the result, in characters, from 1.
    pub column: usize,
    /// The bytes of the result.
    pub span: Span,
    /// What is done about it.
    pub outcome: Outcome,
}

/// What is done about a claim that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This is written at its place.
    Written(String),
    /// It holds as soon as other results are corrected.
    Mended,
    /// Nothing, for this reason.
    Left(String),
}

/// What can be corrected in a text: an entry for every claim that does not hold, in the order of
/// their results. [`rewrite`] applies them.
///
/// ```
/// use tilework_lang::Scope;
/// use tilework_lang::claims::{Format, Outcome, correct, rewrite};
///
/// let text = "`size((4,8):(1,4))` is `31`, and `(4,8):(1,4)` has cosize `33`.";
/// let corrections = correct(text, Format::Markdown, &Scope::new());
/// assert_eq!(corrections[0].outcome, Outcome::Written("32".into()));
/// // Is it another layout that has this cosize, or does this one have another?
/// assert!(matches!(corrections[1].outcome, Outcome::Left(_)));
/// let edits = corrections.iter().filter_map(|it| match &it.outcome {
///     Outcome::Written(result) => Some((it.span.clone(), result.as_str())),
///     _ => None,
/// });
/// assert_eq!(rewrite(text, edits), text.replace("31", "32"));
/// ```
pub fn correct(text: &str, format: Format, scope: &Scope) -> Vec<Correction> {
    let mut work = Work::new(text, format, scope);
    loop {
        let wanted: Vec<usize> = work.now.failing().collect();
        let before = work.written.iter().flatten().count();
        work.attempt(&wanted);
        if work.written.iter().flatten().count() == before {
            return work.outcomes();
        }
    }
}

/// A text with some places replaced. The places come in order; of two that overlap, the first
/// counts.
pub fn rewrite<'e>(text: &str, edits: impl IntoIterator<Item = (Span, &'e str)>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    for (span, words) in edits {
        if span.start >= at {
            out.push_str(&text[at..span.start]);
            out.push_str(words);
            at = span.end;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// The claims of a text, and whether they hold.
struct State {
    claims: Vec<Claim>,
    verdicts: Vec<Verdict>,
    /// Where wrong results start, and the furthest end of those up to there.
    wrong: Vec<(usize, usize)>,
}

impl State {
    fn of(text: &str, format: Format, scope: &Scope) -> State {
        let claims = scan_in(text, format, scope);
        let verdicts: Vec<Verdict> = claims.iter().map(|claim| claim.verdict(scope)).collect();
        let mut wrong = Vec::new();
        let mut reach = 0;
        for (claim, verdict) in claims.iter().zip(&verdicts) {
            if *verdict != Verdict::Holds {
                reach = reach.max(claim.span.end);
                wrong.push((claim.span.start, reach));
            }
        }
        State { claims, verdicts, wrong }
    }

    fn failing(&self) -> impl Iterator<Item = usize> {
        (0..self.claims.len()).filter(|&i| self.verdicts[i] != Verdict::Holds)
    }

    /// Whether a result in these bytes is wrong.
    fn is_wrong_within(&self, bytes: &Span) -> bool {
        let before = self.wrong.partition_point(|(start, _)| *start < bytes.end);
        before > 0 && self.wrong[before - 1].1 > bytes.start
    }

    /// What is to be written in the place of a result, or why nothing is.
    fn right(&self, i: usize) -> Result<String, String> {
        let claim = &self.claims[i];
        let right = claim.right(&self.verdicts[i])?;
        if claim.premises.iter().any(|premise| self.is_wrong_within(premise)) {
            return Err("what it depends on is wrong".to_owned());
        }
        // Results come in order, so claims about the same one are neighbours.
        let others = |j: &usize| self.claims[*j].span.start < claim.span.end;
        let before = (0..i).rev().take_while(|j| self.claims[*j].span.end > claim.span.start);
        let behind = (i + 1..self.claims.len()).take_while(others);
        for j in before.chain(behind) {
            let agrees = self.claims[j].span == claim.span
                && self.claims[j].right(&self.verdicts[j]).is_ok_and(|other| other == right);
            if self.verdicts[j] != Verdict::Holds && !agrees {
                return Err("two claims about this result do not agree".to_owned());
            }
        }
        Ok(right)
    }
}

/// A text that is being corrected.
struct Work<'a> {
    text: &'a str,
    format: Format,
    scope: &'a Scope,
    /// The places of all results in the text as it was, and which of the claims did not hold.
    places: Vec<(usize, usize, Span)>,
    failed: Vec<usize>,
    /// What is written there.
    written: Vec<Option<String>>,
    /// The text as it is now.
    now: State,
    /// How many more times it may be read.
    readings: usize,
}

impl<'a> Work<'a> {
    fn new(text: &'a str, format: Format, scope: &'a Scope) -> Work<'a> {
        /// The bytes that are read in all, and the most readings of a short text.
        const BYTES: usize = 1 << 25;
        const MOST: usize = 10_000;
        let now = State::of(text, format, scope);
        let place = |claim: &Claim| (claim.line, claim.column, claim.span.clone());
        Work {
            text,
            format,
            scope,
            places: now.claims.iter().map(place).collect(),
            failed: now.failing().collect(),
            written: vec![None; now.claims.len()],
            readings: (BYTES / text.len().max(1)).clamp(32, MOST),
            now,
        }
    }

    /// Corrects those of some claims that can be: all at once, or else half of them and then the
    /// other half.
    fn attempt(&mut self, wanted: &[usize]) {
        let right = |&i: &usize| Some((i, self.now.right(i).ok()?));
        let rights: Vec<(usize, String)> = wanted.iter().filter_map(right).collect();
        if rights.is_empty() || self.readings == 0 {
            return;
        }
        self.readings -= 1;
        let mut written = self.written.clone();
        for (i, right) in &rights {
            written[*i] = Some(right.clone());
        }
        let edits = self.places.iter().zip(&written);
        let edits = edits.filter_map(|((.., span), right)| Some((span.clone(), right.as_deref()?)));
        let next = State::of(&rewrite(self.text, edits), self.format, self.scope);
        let holds = |state: &State, i: usize| state.verdicts[i] == Verdict::Holds;
        // As many claims are not yet the same claims: where one is no longer read, another may
        // have become one.
        let starts = self.starts(&written);
        let kept = next.claims.len() == self.now.claims.len()
            && (0..next.claims.len()).all(|i| {
                next.claims[i].kind == self.now.claims[i].kind
                    && next.claims[i].span.start == starts[i]
                    && (!holds(&self.now, i) || holds(&next, i))
            });
        if kept && rights.iter().all(|(i, _)| holds(&next, *i)) {
            (self.now, self.written) = (next, written);
        } else if rights.len() > 1 {
            let (left, right) = rights.split_at(rights.len() / 2);
            for half in [left, right] {
                self.attempt(&half.iter().map(|(i, _)| *i).collect::<Vec<_>>());
            }
        }
    }

    /// Where the results start in the text with these written: what [`rewrite`] does to places.
    fn starts(&self, written: &[Option<String>]) -> Vec<usize> {
        let (mut longer, mut shorter) = (0, 0);
        // The end of the last result that is written, and the bytes that come and go there.
        let (mut at, mut come, mut go) = (0, 0, 0);
        let start = |((.., span), right): (&(usize, usize, Span), &Option<String>)| {
            if span.start >= at {
                (longer, shorter) = (longer + come, shorter + go);
                (come, go) = (0, 0);
                if let Some(right) = right {
                    (at, come, go) = (span.end, right.len(), span.len());
                }
            }
            span.start + longer - shorter
        };
        self.places.iter().zip(written).map(start).collect()
    }

    fn outcomes(self) -> Vec<Correction> {
        let outcome = |i: usize| match &self.written[i] {
            Some(right) => Outcome::Written(right.clone()),
            None if self.now.verdicts[i] == Verdict::Holds => Outcome::Mended,
            None => Outcome::Left(match self.now.right(i) {
                Err(why) => why,
                Ok(_) if self.readings == 0 => "the text has too many claims to try".to_owned(),
                Ok(_) => "claims that hold now would no longer hold".to_owned(),
            }),
        };
        let correction = |&i: &usize| {
            let (line, column, span) = self.places[i].clone();
            Correction { line, column, span, outcome: outcome(i) }
        };
        self.failed.iter().map(correction).collect()
    }
}

impl Claim {
    /// What has to replace the result, if that is beyond doubt; else why it is not.
    fn right(&self, verdict: &Verdict) -> Result<String, String> {
        let found = match verdict {
            Verdict::Fails { found } => found,
            _ => return Err("there is no result that could be written".to_owned()),
        };
        let Ok((left, right)) = &self.terms else {
            return Err("it cannot be read".to_owned());
        };
        let why = if self.relation == Relation::Shape {
            "it only gives the sizes of modes"
        } else if !matches!(self.relation, Relation::Same | Relation::Step) {
            "it says that there is no result"
        } else if self.right.is_empty() || self.span.is_empty() {
            "there is no result in the text"
        } else if !right.is_literal() {
            "the result is itself an expression"
        } else if self.unread {
            "a step before it cannot be read"
        } else if !matches!(left, Term::Expr(..) | Term::Arithmetic(..)) {
            "it is stated in words, any of which may be wrong"
        } else if left.is_literal() {
            "both sides are values, and either may be wrong"
        } else {
            return Ok(found.to_string());
        };
        Err(why.to_owned())
    }
}
