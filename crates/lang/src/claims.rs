//! Claims about layouts in texts, and whether they hold.
//!
//! A document says `complement(4:2, 24) = (2,3):(1,8)`, on a line of its own, in inline code, in a
//! fenced block, in a sentence or in the comment beside a line of C++. [`scan`] finds such
//! statements, and [`Claim::verdict`] computes them again:
//!
//! ```
//! use tilework_lang::claims::{Format, Verdict, scan};
//! use tilework_lang::Scope;
//!
//! let text = "`complement(4:2, 24)` is `(2,4):(1,8)`, and `cosize((4,6):(1,4)) = 24`.";
//! let claims = scan(text, Format::Markdown);
//! assert_eq!(claims.len(), 2);
//! let Verdict::Fails { found } = claims[0].verdict(&Scope::new()) else { panic!() };
//! assert_eq!((&text[claims[0].span.clone()], found.to_string()), ("(2,4):(1,8)", "(2,3):(1,8)".into()));
//! assert_eq!(claims[1].verdict(&Scope::new()), Verdict::Holds);
//! ```
//!
//! What cannot be read as a claim is skipped, and is not an error: a text about layouts is full of things that
//! look like expressions. So is a claim with a name that the text has not defined.
//! Only in fenced blocks marked `layout` or `tilework` does every line have to be a statement.
//!
//! `<!-- tilework: off -->` and `<!-- tilework: on -->` enclose text that is skipped,
//! and `<!-- tilework: off in column NAME -->` skips a column of the tables that follow.

mod notation;
mod blocks;
mod code;
mod term;
mod compare;
mod names;
mod correct;
mod equation;
mod reader;
mod fence;
mod prose;

pub use blocks::{Fence, fences};
pub use correct::{Correction, Outcome, correct, rewrite};

use std::path::Path;

use tilework::Order;

use crate::eval::scope::Scope;
use crate::operations::value::Value;
use crate::text::diagnostic::{Diagnostic, Span};
use term::Term;

/// How a text is laid out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Format {
    /// Markdown, or plain text.
    Markdown,
    /// The source code of a program, with comments.
    Source,
}

impl Format {
    /// The format of a file, from its name.
    pub fn of(path: &Path) -> Format {
        const SOURCES: &[&str] = &[
            "c", "cc", "cpp", "cu", "cuh", "cxx", "go", "h", "hpp", "hxx", "inl", "java", "jl",
            "js", "mojo", "nim", "py", "rs", "ts", "zig",
        ];
        let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
        if SOURCES.contains(&extension) { Format::Source } else { Format::Markdown }
    }
}

/// Where a claim was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// On a line: `expr = result`.
    Line,
    /// In inline code: `` `f(args) = result` ``.
    Inline,
    /// In a fenced block marked `layout` or `tilework`.
    Statement,
    /// A step of a derivation: `= result` under an expression, or `expr => result`.
    Step,
    /// In a sentence: `` `f(args)` is `result` ``.
    Prose,
    /// In a comment beside a line of code.
    Comment,
    /// Printed below what is typed at a Python prompt.
    Doctest,
    /// A layout whose parentheses do not match its colon: `((2,2),3:(24,2),8)`.
    Notation,
}

impl Kind {
    /// One word for programs.
    pub fn name(self) -> &'static str {
        match self {
            Kind::Line => "line",
            Kind::Inline => "inline",
            Kind::Statement => "statement",
            Kind::Step => "step",
            Kind::Prose => "prose",
            Kind::Comment => "comment",
            Kind::Doctest => "doctest",
            Kind::Notation => "notation",
        }
    }
}

/// What a text says, and where.
#[derive(Clone, Debug)]
pub struct Claim {
    /// The line of the result, from 1.
    pub line: usize,
    /// The column of the result, in characters, from 1.
    pub column: usize,
    /// The bytes of the result.
    pub span: Span,
    /// What is computed.
    pub left: String,
    /// The result according to the text; empty if it only says that there is one.
    pub right: String,
    /// Where it was found.
    pub kind: Kind,
    /// The names in it, with the values that the text gave them above.
    pub given: Vec<(String, Value)>,
    /// The places it depends on: the steps before it, and the definitions of its names.
    premises: Vec<Span>,
    /// Whether a part of the equation before it could not be read.
    unread: bool,
    relation: Relation,
    terms: Result<(Term, Term), Diagnostic>,
}

/// How a claim relates its two sides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Relation {
    /// They are the same, nesting included.
    Same,
    /// One is a step on the way to the other: the same function; a layout written as one also has
    /// the same nesting, modes of extent 1 aside.
    Step,
    /// The left side has the right one as its shape, modes taken together.
    Shape,
    /// The left side has a value.
    Evaluates,
    /// The left side is refused.
    Refused,
}

/// Whether a claim holds.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Verdict {
    /// It does.
    Holds,
    /// It does not; this is the right result.
    Fails {
        /// What the left side is.
        found: Box<Value>,
    },
    /// One of its sides has no value, and this is why. Places are in the text.
    Refused(Box<Diagnostic>),
}

impl Claim {
    /// Whether the claim holds. Names that the text defines above have that value; `scope` has
    /// the others.
    pub fn verdict(&self, scope: &Scope) -> Verdict {
        let (left, right) = match &self.terms {
            Ok(terms) => terms,
            Err(diagnostic) => return Verdict::Refused(Box::new(diagnostic.clone())),
        };
        let mut scope = scope.clone();
        for (name, value) in &self.given {
            scope.bind(names::unstarred(name), value.clone());
        }
        let found = match (left.evaluate(&scope), self.relation) {
            (Ok(_), Relation::Evaluates) => return Verdict::Holds,
            (Err(refusal), Relation::Refused) if refusal.cause.is_some() => return Verdict::Holds,
            (Ok(found), Relation::Refused) => return Verdict::Fails { found: Box::new(found) },
            (Ok(found), _) => found,
            // `A o B = C` also says something when C does not refine B.
            (Err(refusal), _) => match left.flat(&scope, &refusal) {
                Some(found) => found,
                None => return Verdict::Refused(Box::new(refusal)),
            },
        };
        if right.is_misgrouped() {
            return Verdict::Fails { found: Box::new(found) };
        }
        let said = match right.evaluate(&scope) {
            Err(refusal) => return Verdict::Refused(Box::new(refusal)),
            Ok(said) => said,
        };
        // Of a slice, texts write the layout and not where it starts.
        let found = match found {
            Value::Slice(layout, _) if !matches!(said, Value::Slice(..)) => Value::Layout(layout),
            found => found,
        };
        if compare::holds(self.relation, &found, &said, right) {
            Verdict::Holds
        } else {
            Verdict::Fails { found: Box::new(found) }
        }
    }
}

/// All claims in a text, in the order of their results.
pub fn scan(text: &str, format: Format) -> Vec<Claim> {
    scan_in(text, format, &Scope::new())
}

/// All claims in a text that may use the names of a scope. Claims are those of CuTe's documents: in them
/// indices count leftmost fastest, whatever they do in the scope.
pub fn scan_in(text: &str, format: Format, scope: &Scope) -> Vec<Claim> {
    let mut scope = scope.clone();
    scope.set_order(Order::Colex);
    reader::Reader::new(text, &scope).all(format)
}
