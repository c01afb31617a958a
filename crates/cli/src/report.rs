//! Errors for people: the message, the text that was typed, and lines under the operands.

use std::fmt::Write as _;

use tilework_lang::{Diagnostic, Span};

use crate::screen::{HINT, QUIET, WRONG, paint};

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
    Diagnostic { kind, message: message.into(), labels: Vec::new(), help: None, cause: None }
}

/// An error about a place in a text.
pub(crate) fn at(kind: &'static str, span: Span, message: impl Into<String>) -> Diagnostic {
    Diagnostic { labels: vec![(span, String::new())], ..plain(kind, message) }
}

/// The error as text. Of long texts only the part around the culprit is shown.
pub(crate) fn render(
    diagnostic: &Diagnostic,
    text: &str,
    origin: Option<&str>,
    width: usize,
    color: bool,
) -> String {
    let message = shortened(&diagnostic.message, 600);
    let mut out = format!("{} {message}\n", paint("error:", WRONG, color));
    let mut row = |sign: &str, text: &str| {
        let _ = writeln!(out, " {} {text}", paint(sign, QUIET, color));
    };
    if let Some(origin) = origin {
        row("-->", origin);
    }
    if !diagnostic.labels.is_empty() {
        let view = View::new(text, &diagnostic.span(), width.saturating_sub(4).max(20));
        row(" |", &view.line);
        for (i, (span, label)) in diagnostic.labels.iter().enumerate() {
            let Some((start, length)) = view.place(span) else { continue };
            let (mark, style) = if i == 0 { ("^", WRONG) } else { ("-", HINT) };
            let line = format!("{} {}", mark.repeat(length), shortened(label, 200));
            row(" |", &format!("{:start$}{}", "", paint(line.trim_end(), style, color)));
        }
    }
    if let Some(help) = &diagnostic.help {
        row(" =", &format!("{} {}", paint("help:", HINT, color), shortened(help, 600)));
    }
    out
}

/// `text`, or its beginning.
fn shortened(text: &str, most: usize) -> String {
    let mut out: String = text.chars().take(most).map(visible).collect();
    if text.chars().nth(most).is_some() {
        out += "...";
    }
    out
}

/// A character that takes one column and leaves the terminal as it is.
fn visible(character: char) -> char {
    match character {
        '\t' => ' ',
        _ if character.is_control() => '\u{fffd}',
        _ => character,
    }
}

/// The part of a text that is shown: one line, or a window into a long one.
struct View {
    line: String,
    /// The bytes that are shown.
    from: usize,
    to: usize,
    /// How many columns come before them.
    indent: usize,
    /// How many characters each byte offset from `from` on is to the right.
    columns: Vec<usize>,
}

impl View {
    fn new(text: &str, culprit: &Span, width: usize) -> View {
        let at = text.floor_char_boundary(culprit.start);
        let begin = text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
        // The whole line if it fits, else a window that starts a little before the culprit.
        let fits = text[begin..end].chars().count() <= width;
        let before = if fits { usize::MAX } else { width / 4 };
        let from = text[begin..at].char_indices().rev().take(before).last();
        let from = from.map_or(at, |(offset, _)| begin + offset);
        let indent = if from > begin { 3 } else { 0 };
        let room = width.saturating_sub(indent + 3);
        let to = match text[from..end].char_indices().nth(room) {
            Some((length, _)) if !fits => from + length,
            _ => end,
        };
        let mut columns = Vec::with_capacity(to - from + 1);
        for (column, character) in text[from..to].chars().enumerate() {
            columns.extend(std::iter::repeat_n(column, character.len_utf8()));
        }
        columns.push(text[from..to].chars().count());
        let shown: String = text[from..to].chars().map(visible).collect();
        let dots = |there: bool| if there { "..." } else { "" };
        let line = format!("{}{shown}{}", dots(from > begin), dots(to < end));
        View { line, from, to, indent, columns }
    }

    /// The column at which a span starts and how many it takes, if any of it is shown.
    fn place(&self, span: &Span) -> Option<(usize, usize)> {
        if span.start > self.to || span.end < self.from {
            return None;
        }
        let column = |at: usize| self.columns[at.clamp(self.from, self.to) - self.from];
        let (start, end) = (column(span.start), column(span.end));
        Some((self.indent + start, end.saturating_sub(start).max(1)))
    }
}
