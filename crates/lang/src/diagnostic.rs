//! What is wrong, where in the text, and what would help.

use std::fmt;
use std::ops::Range;

/// A range of bytes in the text that was typed.
pub type Span = Range<usize>;

/// An error in a text: a message, the places it speaks of, and, where there is one, advice.
///
/// It does not own the text; whoever shows it underlines the [`labels`](Diagnostic::labels) in it.
/// The first label is the place where things went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// What kind of error this is, for programs: `not-a-layout`, `syntax`, `unknown-name`, ...
    pub kind: &'static str,
    /// One sentence that can be read alone.
    pub message: String,
    /// Places in the text, with a few words each; the first is the culprit.
    pub labels: Vec<(Span, String)>,
    /// What to do about it.
    pub help: Option<String>,
    /// The error of the algebra, if that is what happened.
    pub cause: Option<tilework::Error>,
}

impl Diagnostic {
    pub(crate) fn new(kind: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
        let message = message.into();
        Diagnostic { kind, message, labels: vec![(span, String::new())], help: None, cause: None }
    }

    pub(crate) fn syntax(span: Span, expected: impl fmt::Display) -> Diagnostic {
        let mut out = Diagnostic::new("syntax", span, format!("expected {expected}"));
        out.labels[0].1 = "here".into();
        out
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

    /// The same error in a text of which this one is the part that starts at byte `by`.
    pub fn shifted(mut self, by: usize) -> Diagnostic {
        for (span, _) in &mut self.labels {
            *span = span.start + by..span.end + by;
        }
        self
    }
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Diagnostic {}
