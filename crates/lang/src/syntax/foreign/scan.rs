//! A place in a text that moves forward: words, numbers and signs.

use crate::text::diagnostic::{Diagnostic, Span, quote};

/// The deepest nesting of brackets in what other programs print.
const DEEPEST: usize = 24;

/// Reads a part of a text from the left.
pub(super) struct Scan<'a> {
    text: &'a str,
    /// The next byte.
    pub(super) at: usize,
    end: usize,
    depth: usize,
}

impl<'a> Scan<'a> {
    pub(super) fn new(text: &'a str, span: Span) -> Scan<'a> {
        Scan { text, at: span.start, end: span.end, depth: 0 }
    }

    /// What has not been read, after spaces and comments.
    pub(super) fn rest(&mut self) -> &'a str {
        loop {
            let rest = self.text.get(self.at..self.end).unwrap_or("");
            let shown = rest.trim_start();
            self.at += rest.len() - shown.len();
            if !shown.strip_prefix('#').is_some_and(|after| after.starts_with(' ')) {
                return shown;
            }
            self.at = shown.find('\n').map_or(self.end, |newline| self.at + newline);
        }
    }

    /// What is written there.
    pub(super) fn written(&self, span: &Span) -> &'a str {
        self.text.get(span.clone()).unwrap_or("")
    }

    pub(super) fn is_done(&mut self) -> bool {
        self.rest().is_empty()
    }

    pub(super) fn is(&mut self, sign: &str) -> bool {
        self.rest().starts_with(sign)
    }

    pub(super) fn eat(&mut self, sign: &str) -> bool {
        let there = self.is(sign);
        self.at += if there { sign.len() } else { 0 };
        there
    }

    pub(super) fn expect(&mut self, sign: &str) -> Result<(), Diagnostic> {
        if self.eat(sign) { Ok(()) } else { self.fail(&format!("`{sign}`")) }
    }

    /// What begins with a letter or `_` and goes on with those and digits.
    pub(super) fn word(&mut self) -> Option<(&'a str, Span)> {
        let rest = self.rest();
        let start = rest.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        let len = word_length(rest);
        start.then(|| {
            let span = self.at..self.at + len;
            self.at = span.end;
            (&rest[..len], span)
        })
    }

    /// An integer, with its sign.
    pub(super) fn integer(&mut self) -> Result<(i64, Span), Diagnostic> {
        let rest = self.rest();
        let sign = usize::from(rest.starts_with('-'));
        let digits = rest[sign..].bytes().take_while(u8::is_ascii_digit).count();
        let span = self.at..self.at + sign + digits;
        if digits == 0 {
            return if rest.starts_with('?') {
                Err(super::unknown_integer(self.at..self.at + 1, "?"))
            } else {
                self.fail("an integer")
            };
        }
        let written = &rest[..sign + digits];
        self.at = span.end;
        match written.parse() {
            Ok(value) => Ok((value, span)),
            Err(_) => {
                let message = format!("{} does not fit into 64 bits", quote(written));
                Err(Diagnostic::syntax(span, message))
            }
        }
    }

    /// `open a, b, ... close`, each read by `item`; a comma may follow the last.
    pub(super) fn list<T>(
        &mut self,
        open: &str,
        close: &str,
        mut item: impl FnMut(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<Vec<T>, Diagnostic> {
        let opened = self.at;
        self.expect(open)?;
        self.deeper(|scan| {
            let mut items = Vec::new();
            while !scan.eat(close) {
                if scan.is_done() {
                    let message = format!("this `{open}` is not closed");
                    return Err(Diagnostic::syntax(opened..opened + open.len(), message));
                }
                items.push(item(scan)?);
                if !scan.eat(",") && !scan.is(close) && !scan.is_done() {
                    return scan.fail(&format!("`,` or `{close}`"));
                }
            }
            Ok(items)
        })
    }

    /// Reads what is inside of brackets, unless that is nested too deeply.
    pub(super) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, Diagnostic>,
    ) -> Result<T, Diagnostic> {
        self.descend()?;
        let out = read(self);
        self.ascend();
        out
    }

    /// Goes into brackets, unless they are nested too deeply.
    pub(super) fn descend(&mut self) -> Result<(), Diagnostic> {
        if self.depth == DEEPEST {
            let message = format!("brackets are nested more than {DEEPEST} deep");
            return Err(Diagnostic::syntax(self.at..self.at, message));
        }
        self.depth += 1;
        Ok(())
    }

    /// Leaves them.
    pub(super) fn ascend(&mut self) {
        self.depth = self.depth.saturating_sub(1);
    }

    /// What was expected here and is not.
    pub(super) fn fail<T>(&mut self, expected: &str) -> Result<T, Diagnostic> {
        let rest = self.rest();
        let len = match word_length(rest) {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            word => word,
        };
        let span = self.at..self.at + len;
        let found = match len {
            0 => "the text ends".to_owned(),
            _ => format!("found {}", quote(&rest[..len])),
        };
        Err(Diagnostic::syntax(span, format!("expected {expected}, {found}")))
    }
}

/// How many leading bytes are letters, digits or `_`.
pub(super) fn word_length(text: &str) -> usize {
    text.bytes().take_while(|&byte| byte.is_ascii_alphanumeric() || byte == b'_').count()
}

/// The length of what begins with brackets, up to the one that closes the first; all of the text where none does.
/// Quoted text and arrows have no brackets.
pub(super) fn balanced(text: &str) -> usize {
    let (mut depth, mut quote, mut before) = (0_usize, None, ' ');
    for (at, character) in text.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            (None, '\'' | '"') => quote = Some(character),
            (None, '(' | '[' | '<' | '{') => depth += 1,
            (None, '>') if before == '-' => {}
            (None, ')' | ']' | '>' | '}') => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    return at + 1;
                }
            }
            _ => {}
        }
        before = character;
    }
    text.len()
}
