//! Errors for people: the message, the text that was typed, and lines under the operands.

use std::borrow::Cow;
use std::fmt::Write as _;

use tilework_lang::report::Refusal;
use tilework_lang::visible;

use crate::ui::screen::{HINT, QUIET, WRONG, paint};

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

/// The most characters of a line that are shown.
const LONGEST: usize = 800;

/// Of a very long line the beginning.
fn shortened(line: &str) -> Cow<'_, str> {
    match line.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &line[..end]).into(),
        None => line.into(),
    }
}
