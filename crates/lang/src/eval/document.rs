//! Documents: texts of several lines, as programs print them or are written in, statement by statement.
//!
//! What cannot be a value (a header, a rule, a sentence) is left out and said; it does not end the document.

use std::collections::BTreeMap;

use crate::eval::scope::Scope;
use crate::eval::statement::{Answered, Outcome};
use crate::operations;
use crate::operations::value::Value;
use crate::syntax::ast::{Expr, Statement};
use crate::syntax::document::{Part, Splitter};
use crate::syntax::foreign::is_one_value;
use crate::syntax::label::label;
use crate::text::diagnostic::{Diagnostic, quote};

/// A document that is read line by line, in a scope.
///
/// ```
/// use tilework_lang::{Document, Outcome, Reply, Scope};
///
/// let mut scope = Scope::new();
/// let print = "TiledCopy\n  Tiler_MN:       (_4,_3)\n  TiledLayout_TV: ((_3,_2),_2):((_4,_2),_1)\n";
/// let replies = Document::read(&mut scope, print);
/// assert!(matches!(replies[0].came, Reply::LeftOut(_)));
/// assert!(matches!(&replies[2].came, Reply::Did(_)));
/// assert!(matches!(scope.run("coverage(TiledLayout_TV, Tiler_MN)")?, Outcome::Value(_)));
/// # Ok::<(), tilework_lang::Diagnostic>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Document {
    splitter: Splitter,
    /// The layout on the line before, which a grid may show.
    shown: Option<Value>,
    /// What the indented lines belong to: `copyA` after the line `copyA: TiledCopy`.
    group: Option<String>,
    /// The names that lines of groups have besides their own: `copyA_ThrID` for `ThrID`.
    grouped: BTreeMap<String, String>,
}

/// What printers write before the lines of an atom.
const HEADERS: [&str; 10] = [
    "TiledMMA",
    "TiledCopy",
    "ThrMMA",
    "ThrCopy",
    "MMA_Atom",
    "Copy_Atom",
    "Tiled MMA",
    "Tiled Copy",
    "MMA Atom",
    "Copy Atom",
];

/// A statement of a document, and what came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Replied {
    /// The statement, as it is written.
    pub text: String,
    /// The line it starts at, from 1.
    pub line: usize,
    /// What came of it.
    pub came: Reply,
}

/// What came of a statement in a document.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reply {
    /// It did something.
    Did(Answered),
    /// It is no statement, for this reason: a header, a rule, a sentence.
    LeftOut(Diagnostic),
    /// It has no answer, for this reason.
    Refused(Diagnostic),
}

impl Document {
    /// A document of which nothing is read yet.
    pub fn new() -> Document {
        Document::default()
    }

    /// Reads a whole document. Statements that fail do not end it.
    ///
    /// ```
    /// use tilework_lang::{Document, Scope};
    ///
    /// let mut scope = Scope::new();
    /// let replies = Document::read(&mut scope, "A = (4,8):(1,4)\nB = make_layout((4,\n  2))\n");
    /// assert_eq!((replies.len(), replies[1].line), (2, 2));
    /// assert_eq!(scope.get("B").unwrap().to_string(), "(4,2):(1,4)");
    /// ```
    pub fn read(scope: &mut Scope, text: &str) -> Vec<Replied> {
        let mut document = Document::new();
        let mut out = Vec::new();
        if Document::is_one_value(scope, text) {
            let part = Part { text: text.to_owned(), line: 1, grid: false, follows: false };
            return document.answer(scope, part);
        }
        for line in text.lines() {
            out.extend(document.line(scope, line));
        }
        out.extend(document.end(scope));
        out
    }

    /// Whether a text of several lines is one value: the shape and the strides of an array on lines of their own, a
    /// table of bases, or a type of Triton after the encodings that it names.
    ///
    /// ```
    /// use tilework_lang::{Document, Scope};
    ///
    /// let scope = Scope::new();
    /// assert!(Document::is_one_value(&scope, "shape: (4, 8)\nstrides: (32, 4)\ndtype: float32"));
    /// assert!(!Document::is_one_value(&scope, "A = (4,8):(1,4)\nsize(A)"));
    /// ```
    pub fn is_one_value(scope: &Scope, text: &str) -> bool {
        is_one_value(text) && matches!(scope.clone().reply(text), Reply::Did(_))
    }

    /// Reads the next line, and answers the statements that are complete with it.
    pub fn line(&mut self, scope: &mut Scope, line: &str) -> Vec<Replied> {
        let parts = self.splitter.push(line);
        parts.into_iter().flat_map(|part| self.answer(scope, part)).collect()
    }

    /// Answers what is left at the end.
    pub fn end(&mut self, scope: &mut Scope) -> Vec<Replied> {
        let parts = self.splitter.finish();
        parts.into_iter().flat_map(|part| self.answer(scope, part)).collect()
    }

    /// Whether all that was read has been answered.
    pub fn is_complete(&self) -> bool {
        self.splitter.is_idle()
    }

    fn answer(&mut self, scope: &mut Scope, part: Part) -> Vec<Replied> {
        let shown = self.shown.take().filter(|_| part.follows);
        let mut came = if part.grid {
            scope.grid(&part.text, shown.as_ref()).map_or_else(Reply::Refused, Reply::Did)
        } else {
            scope.reply(&part.text)
        };
        // Lines that were put together and are nothing: one by one.
        if let Reply::LeftOut(_) = came
            && part.text.contains('\n')
        {
            let lines = part.text.lines().zip(part.line..);
            return lines
                .flat_map(|(text, line)| {
                    let part = Part { text: text.to_owned(), line, grid: false, follows: false };
                    self.answer(scope, part)
                })
                .collect();
        }
        let indented = part.text.starts_with([' ', '\t']);
        match &mut came {
            Reply::LeftOut(_) if !indented => self.header(&part.text),
            Reply::Did(Answered { outcome: Outcome::Bound(name, value), notes, .. }) => {
                let labelled = label(&part.text).is_some();
                let kept = if labelled { self.keep(scope, name, value, indented) } else { None };
                if let (Some(kept), Some(note)) = (kept, notes.last_mut())
                    && note.contains(" and now is ")
                {
                    note.push_str(&kept);
                }
                self.shown = Some(value.clone());
            }
            Reply::Did(Answered { outcome: Outcome::Value(value), .. }) => {
                self.shown = Some(value.clone());
            }
            _ => {}
        }
        vec![Replied { text: part.text, line: part.line, came }]
    }
}

impl Document {
    /// Starts a group with `copyA: TiledCopy`, or `copyA = Tiled Copy`. `MMA_Atom` alone goes on with it.
    fn header(&mut self, text: &str) {
        let (name, what) = match (label(text), text.split_once('=')) {
            (Some(label), _) => (label.name, &text[label.end..]),
            (None, Some((name, what))) => (name.trim().to_owned(), what),
            (None, None) if HEADERS.contains(&text.trim()) => return,
            _ => (String::new(), ""),
        };
        let name_of_value =
            !name.is_empty() && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        self.group = Some(name).filter(|_| name_of_value && HEADERS.contains(&what.trim()));
    }

    /// Gives a line of a group its second name, and says which names keep the old value and the new one.
    fn keep(
        &mut self,
        scope: &mut Scope,
        name: &str,
        value: &Value,
        indented: bool,
    ) -> Option<String> {
        if !indented {
            self.group = None;
            return None;
        }
        let full = format!("{}_{name}", self.group.as_ref()?);
        scope.labels.insert(full.clone());
        scope.bind(full.clone(), value.clone());
        let before = self.grouped.insert(name.to_owned(), full.clone())?;
        (before != full).then(|| format!("; {before} and {full} keep both"))
    }
}

impl Scope {
    /// What comes of a statement that may be none.
    fn reply(&mut self, text: &str) -> Reply {
        // `print_tensor` writes a colon between the layout and the elements.
        let text =
            text.trim_end().strip_suffix(':').filter(|text| text.ends_with(')')).unwrap_or(text);
        let before = label(text).and_then(|label| self.get(&label.name).cloned());
        match self.run_with_notes(text) {
            Ok(mut answered) => {
                if let (Outcome::Bound(name, now), Some(was)) = (&answered.outcome, before)
                    && *now != was
                {
                    answered.notes.push(format!("`{name}` was {was} and now is {now}"));
                }
                Reply::Did(answered)
            }
            Err(why) if self.is_prose(text, &why) => Reply::LeftOut(why),
            Err(why) => Reply::Refused(why),
        }
    }

    /// Whether a text that has no answer is no statement either.
    fn is_prose(&self, text: &str, why: &Diagnostic) -> bool {
        let unread = match why.kind {
            "syntax" => true,
            // `MMA_Atom`, `copyA: TiledCopy`, `print(a)`; but what is almost an operation is misspelt.
            "unknown-name" => match self.statement(text) {
                Ok(Statement::Expression(node)) => match &node.expr {
                    Expr::Name(_) => true,
                    Expr::Apply(function, _) => {
                        let meant =
                            why.help.as_deref().is_some_and(|help| help.contains("did you mean"));
                        !meant
                            && matches!(&function.expr, Expr::Name(name) if self.get(name).is_none())
                    }
                    _ => false,
                },
                Ok(Statement::Binding(_, _, node)) => {
                    matches!(node.expr, Expr::Name(_)) && label(text).is_some()
                }
                _ => false,
            },
            _ => false,
        };
        unread && !holds_layout(text) && !holds_call(text) && !binds_brackets(text)
    }
}

/// Whether there is a `shape:stride` in a text. `12:30:05` is a time.
fn holds_layout(text: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices(':').any(|(at, _)| {
        let before = bytes[..at].trim_ascii_end();
        let after = bytes[at + 1..].trim_ascii_start();
        let digits = |byte: &&u8| byte.is_ascii_digit();
        let run = before.iter().rev().take_while(digits).count();
        let ahead = after.iter().take_while(digits).count();
        let time = before.len().checked_sub(run + 1).is_some_and(|i| before[i] == b':')
            || after.get(ahead) == Some(&b':');
        let shape = before.last().is_some_and(|byte| byte.is_ascii_digit() || *byte == b')');
        let stride =
            after.first().is_some_and(|byte| byte.is_ascii_digit() || b"(_-".contains(byte));
        shape && stride && !time
    })
}

/// Whether an operation is called in a text.
fn holds_call(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.match_indices('(').any(|(at, _)| {
        let before = &text[..at];
        let start = before.trim_end_matches(word).len();
        start < at && operations::find(&before[start..]).is_some()
    })
}

/// Whether a name gets something with brackets: `B = A o (` is meant as a statement, `mma = Tiled MMA` is not.
fn binds_brackets(text: &str) -> bool {
    let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    text.split_once('=').is_some_and(|(name, value)| {
        name.trim().chars().all(word) && !name.trim().is_empty() && value.contains(['(', '[', '<'])
    })
}

/// What a part that was left out is called in a note.
///
/// ```
/// use tilework_lang::left_out;
///
/// assert_eq!(left_out("  ValueType:    16b"), "`ValueType:    16b` is no value and is left out");
/// ```
pub fn left_out(text: &str) -> String {
    format!("{} is no value and is left out", quote(text.trim()))
}
