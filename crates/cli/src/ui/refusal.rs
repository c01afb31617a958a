//! Errors for people: the message, the text that was typed, and lines under the operands.

use std::borrow::Cow;
use std::fmt::Write as _;

use tilework_lang::report::Refusal;
use tilework_lang::{Diagnostic, Span, visible};

use crate::ui::screen::{HINT, QUIET, WRONG, paint};

/// An answer.
pub(crate) const OK: u8 = 0;
/// No such layout, or a claim that does not hold.
pub(crate) const NO: u8 = 1;
/// Wrong usage, or a text that cannot be read.
pub(crate) const BAD: u8 = 2;

/// The exit code for an error.
pub(crate) fn exit_code(diagnostic: &Diagnostic) -> u8 {
    match diagnostic.kind {
        "syntax" | "unknown-name" | "usage" | "io" => BAD,
        _ => NO,
    }
}

/// An error that is not about a place in a text.
pub(crate) fn plain(kind: &'static str, message: impl Into<String>) -> Diagnostic {
    Diagnostic::plain(kind, message)
}

/// An error about a place in a text.
pub(crate) fn at(kind: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(kind, span, message)
}

/// The error as text, underlined and in colour.
pub(crate) fn render(refusal: &Refusal, color: bool) -> String {
    let mut out = String::new();
    let rendered = refusal.diagnostic.render(refusal.input.as_deref().unwrap_or(""));
    for (i, line) in rendered.lines().enumerate() {
        let line = shortened(line);
        let start = line.len() - line.trim_start().len();
        let (indent, rest) = line.split_at(start);
        let (style, painted) = match rest.split(' ').next().unwrap_or("") {
            "error:" if i == 0 => (WRONG, "error:"),
            "help:" => (HINT, "help:"),
            word if !word.is_empty() && word.bytes().all(|byte| byte == b'^') => (WRONG, rest),
            word if !word.is_empty() && word.bytes().all(|byte| byte == b'-') => (HINT, rest),
            _ => (QUIET, ""),
        };
        let _ = writeln!(out, "{indent}{}{}", paint(painted, style, color), &rest[painted.len()..]);
        if let (0, Some(origin)) = (i, &refusal.origin) {
            let _ = writeln!(out, "{}", paint(&format!(" --> {}", visible(origin)), QUIET, color));
        }
    }
    out
}

/// The most characters of a line that are shown: nobody reads a megabyte.
const LONGEST: usize = 800;

/// Of a very long line the beginning.
fn shortened(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]).into(),
        None => line.into(),
    }
}
