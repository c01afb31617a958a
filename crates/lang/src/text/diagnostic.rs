//! What is wrong, where in the text, and what would help.

use std::fmt;
use std::ops::Range;

use crate::text::visible::{push, visible};

/// A range of bytes in the text that was typed.
pub type Span = Range<usize>;

/// An error in a text: a message, the places in the text that it is about, and advice if there is any.
///
/// It does not own the text; whoever shows it underlines the [`labels`](Diagnostic::labels) in it,
/// as [`render`](Diagnostic::render) does. The first label is the place where things went wrong;
/// its words are empty when the other labels say it all.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Diagnostic {
    /// What kind of error this is, for programs: `not-a-layout`, `syntax`, `unknown-name`, ...
    pub kind: &'static str,
    /// One sentence that makes sense by itself.
    pub message: String,
    /// Places in the text, with a few words each; the first is the culprit.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The error of the algebra, if that is what happened.
    pub cause: Option<Box<tilework::Error>>,
}

impl Diagnostic {
    /// An error about a place in a text.
    ///
    /// ```
    /// let error = tilework_lang::Diagnostic::new("usage", 5..8, "a layout is needed here");
    /// assert_eq!(error.span(), 5..8);
    /// ```
    pub fn new(kind: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic { labels: vec![(span, String::new())], ..Diagnostic::plain(kind, message) }
    }

    /// An error that is not about a place in a text.
    ///
    /// ```
    /// let error = tilework_lang::Diagnostic::plain("io", "there is no such file");
    /// assert_eq!(error.render("any text"), "error: there is no such file\n");
    /// ```
    pub fn plain(kind: &'static str, message: impl Into<String>) -> Diagnostic {
        Diagnostic { kind, message: message.into(), labels: Vec::new(), help: None, cause: None }
    }

    pub(crate) fn syntax(span: Span, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new("syntax", span, message).labelled("here")
    }

    /// The same, with words under the culprit.
    pub(crate) fn labelled(mut self, text: impl Into<String>) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.1 = text.into();
        }
        self
    }

    /// The same, with its culprit at another place.
    pub(crate) fn at(mut self, span: Span) -> Diagnostic {
        if let Some(first) = self.labels.first_mut() {
            first.0 = span;
        }
        self
    }

    /// The same about a place in a text, where it has none yet.
    pub(crate) fn at_span(mut self, span: Span) -> Diagnostic {
        self.labels = vec![(span, String::new())];
        self
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Diagnostic {
        self.help = Some(help.into());
        self
    }

    pub(crate) fn label(mut self, span: Span, text: impl Into<String>) -> Diagnostic {
        self.labels.push((span, text.into()));
        self
    }

    /// Where in the text it went wrong.
    pub fn span(&self) -> Span {
        self.labels.first().map_or(0..0, |label| label.0.clone())
    }

    /// The same error in a longer text, in which this one starts at byte `by`.
    pub fn shifted(mut self, by: usize) -> Diagnostic {
        for (span, _) in &mut self.labels {
            *span = span.start + by..span.end + by;
        }
        self
    }

    /// The error as plain text, for people: the message, the text with each label underlined,
    /// the advice. All of it is [`visible`].
    ///
    /// ```
    /// let text = "get((4,8):(1,4), 5)";
    /// let error = tilework_lang::Scope::new().run(text).unwrap_err();
    /// assert_eq!(
    ///     error.render(text),
    ///     "\
    /// error: get: there is no mode 5; the rank is 2
    ///   get((4,8):(1,4), 5)
    ///                    ^ mode 5
    ///       ----------- A has rank 2
    ///   help: the modes are 0 to 1
    /// "
    /// );
    /// ```
    pub fn render(&self, text: &str) -> String {
        let mut out = format!("error: {}\n", visible(&self.message));
        let mut shown = None;
        let silent = self.labels.len() > 1 && self.labels[0].1.is_empty();
        for (i, (span, words)) in self.labels.iter().enumerate().skip(usize::from(silent)) {
            let view = View::of(text, span);
            if shown != Some(view.line) {
                out += &format!("  {}\n", view.text);
                shown = Some(view.line);
            }
            let mark = if i == 0 || silent { "^" } else { "-" };
            let (before, marks) = (" ".repeat(view.start), mark.repeat(view.len));
            let line = format!("  {before}{marks} {}", visible(words));
            out += line.trim_end();
            out.push('\n');
        }
        if let Some(help) = &self.help {
            out += &format!("  help: {}\n", visible(help));
        }
        out
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}

/// The part of a text that shows a span: its line, or as much of it as fits.
struct View {
    text: String,
    /// Which part of the text this is.
    line: (usize, usize),
    /// Where the span starts in it, and how long it is, in characters.
    start: usize,
    len: usize,
}

/// The most characters of a line that are shown.
const WIDTH: usize = 100;

impl View {
    fn of(text: &str, span: &Span) -> View {
        let floor = |mut at: usize| {
            at = at.min(text.len());
            while !text.is_char_boundary(at) {
                at -= 1;
            }
            at
        };
        let (start, end) = (floor(span.start), floor(span.end.max(span.start)));
        let from = text[..start].rfind('\n').map_or(0, |newline| newline + 1);
        let to = text[start..].find('\n').map_or(text.len(), |newline| start + newline);
        let before = text[from..start].chars().count();
        // A long line is shown from a little before the span on.
        let skip = if before > WIDTH * 2 / 3 { before - WIDTH / 3 } else { 0 };
        let mut line = text[from..to].chars().skip(skip);
        let shown: String = line.by_ref().take(WIDTH).collect();
        let cut = line.next().is_some();
        let len = text[start..end.min(to)].chars().take(WIDTH).count();
        // What is before, under and after the marks; each may be longer when it is visible.
        let mut parts = [String::new(), String::new(), String::new()];
        if skip > 0 {
            parts[0].push_str("...");
        }
        for (i, character) in (skip..).zip(shown.chars()) {
            let part = usize::from(i >= before) + usize::from(i >= before + len);
            // A tab is a space: it takes one column, whatever is before it.
            push(&mut parts[part], if character == '\t' { ' ' } else { character });
        }
        if cut {
            parts[2].push_str("...");
        }
        let [start, len] = [&parts[0], &parts[1]].map(|part| part.chars().count());
        View { text: parts.concat(), line: (from, skip), start, len: len.max(1) }
    }
}

/// What was typed, for a message: in backticks, on one line, and cut to a reasonable length.
pub(crate) fn quote(text: &str) -> String {
    let mut shown = String::new();
    text.chars().take(40).for_each(|character| push(&mut shown, character));
    let more = if text.chars().nth(40).is_some() { "..." } else { "" };
    format!("`{shown}{more}`")
}

/// The diagnostic of an error of the algebra.
pub(crate) fn refusal(error: tilework::Error, span: &Span) -> Diagnostic {
    let message = error.message().to_string();
    let mut out = Diagnostic::new(kind_name(&error), span.clone(), message);
    out.help = error.advice().map(|advice| advice.to_string());
    out.cause = Some(Box::new(error));
    out
}

/// The kind of an error of the algebra, as programs read it.
pub fn kind_name(error: &tilework::Error) -> &'static str {
    error.kind().name()
}
