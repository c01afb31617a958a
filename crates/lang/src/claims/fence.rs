//! Fenced blocks: statements of the language, code, and plain text.

use super::blocks::bare;
use super::code::{Declaration, comment, rewritten};
use super::equation::{Place, split};
use super::reader::{Expected, Reader};
use super::term::Term;
use super::{Kind, Relation};
use crate::diagnostic::Span;
use crate::value::Value;

/// What is typed at a prompt, and what answers, is checked by running it.
const SHELLS: &[&str] =
    &["console", "sh", "bash", "shell", "zsh", "fish", "json", "jsonl", "toml", "yaml"];

/// Texts whose names belong to the document.
const TEXTS: &[&str] = &["", "text", "txt", "markdown", "md"];

impl Reader<'_> {
    pub(super) fn fence(&mut self, word: &str, lines: &[Span]) {
        let printed = self.printed.take();
        match word {
            "layout" | "tilework" => self.statements(lines),
            _ if SHELLS.contains(&word) => {}
            _ => {
                let code = !TEXTS.contains(&word);
                self.names.block(code);
                self.lines_of_code(lines, printed);
                self.names.block(false);
            }
        }
        self.announced = None;
        self.topic = None;
    }

    /// A block in which every line is a statement.
    fn statements(&mut self, lines: &[Span]) {
        self.subject = None;
        let mut rest = lines.iter();
        while let Some(line) = rest.next() {
            // A statement with open parentheses goes on.
            let mut span = line.clone();
            let mut depth = open(&self.text[span.clone()]);
            while depth > 0
                && let Some(next) = rest.next()
            {
                depth += open(&self.text[next.clone()]);
                span.end = next.end;
            }
            self.statement(&span);
        }
    }

    fn statement(&mut self, span: &Span) {
        let text = self.text;
        let (code, said) = match comment(&text[span.clone()]) {
            Some((code, said)) => {
                (span.start..span.start + code, Some(span.start + said..span.end))
            }
            None => (span.clone(), None),
        };
        if text[code.clone()].trim().is_empty() {
            return;
        }
        let chain = split(text, &code);
        if chain.len() > 1 {
            self.equation(&code, Place::Statement);
        } else {
            match self.read(&code) {
                Ok(term) => {
                    let expected = Expected::new(term, text, &code);
                    self.subject = Some(expected.clone());
                    if !self.result(&expected, said) {
                        self.evaluates(expected);
                    }
                }
                Err(error) => self.refuse(&code, error),
            }
            return;
        }
        if let Some(subject) = self.subject.clone() {
            self.result(&subject, said);
        }
    }

    /// A comment that is nothing but a result. Others are words.
    fn result(&mut self, computed: &Expected, said: Option<Span>) -> bool {
        let Some(said) = said.and_then(|span| self.known(&span)) else {
            return false;
        };
        if !said.term.is_literal() {
            return false;
        }
        self.claim(Kind::Statement, Relation::Same, computed.clone(), said);
        true
    }

    /// Lines of a program, or of a text.
    fn lines_of_code(&mut self, lines: &[Span], printed: Option<Expected>) {
        let text = self.text;
        // The comment on the line above.
        let mut above: Option<Span> = None;
        let mut at = 0;
        while at < lines.len() {
            let line = &lines[at];
            let content = text[line.clone()].trim_start();
            if let Some(declaration) = Declaration::read(text, &lines[at..]) {
                at += declaration.lines;
                self.declaration(&declaration, above.take());
                continue;
            }
            at += 1;
            let said = bare(text, line.clone());
            if content.starts_with("//") || content.starts_with('#') {
                if text[said.clone()].contains('`') {
                    self.sentences(&said);
                } else if !self.equations(&said, Place::Line) {
                    above = Some(said);
                    continue;
                }
            } else if let Some(name) =
                content.strip_prefix("print(").and_then(|rest| rest.strip_suffix(");"))
                && let (Some(value), Some(printed)) = (self.names.get(name), &printed)
            {
                let left = Expected {
                    term: value.clone().into(),
                    text: name.to_owned(),
                    span: printed.span.clone(),
                };
                self.claim(Kind::Prose, Relation::Step, left, printed.clone());
            } else if !content.is_empty() {
                self.line_of_text(line, &said);
            }
            above = None;
        }
    }

    /// `auto r = composition(a, b);` with the result in a comment above or behind it.
    fn declaration(&mut self, declaration: &Declaration, above: Option<Span>) {
        let Ok(term) = Term::read(&declaration.value, 0) else {
            return;
        };
        let Some(value) = self.names.value(&term) else {
            return;
        };
        let left =
            Expected { term, text: declaration.value.clone(), span: declaration.span.clone() };
        for said in [above, declaration.comment.clone()].into_iter().flatten() {
            if let Some(result) = self.known(&said).filter(|said| said.term.is_literal()) {
                self.claim(Kind::Comment, Relation::Same, left.clone(), result);
            } else if let (Value::Layout(_), Some(result)) = (&value, self.shape(&said)) {
                self.claim(Kind::Comment, Relation::Shape, left.clone(), result);
            }
        }
        self.names.declare(&declaration.name, value);
    }

    /// `... with shape ((3,3), (8,4))`, at the end of a comment on a layout.
    fn shape(&self, said: &Span) -> Option<Expected> {
        let content = &self.text[said.clone()];
        let words = ["with shape ", "shape is "];
        let at = words.iter().find_map(|words| Some(content.find(words)? + words.len()))?;
        self.known(&(said.start + at..said.end)).filter(|shape| shape.term.is_literal())
    }

    /// A line that is no declaration: equations, an expression, or words.
    fn line_of_text(&mut self, line: &Span, said: &Span) {
        let text = self.text;
        let content = &text[said.clone()];
        let code = self.names.in_block;
        if content.contains('`') && !code {
            return self.sentences(said);
        }
        // In a program, `=` assigns and `=>` means many things.
        if !code && self.equations(said, Place::Line) {
            self.announced = None;
            return;
        }
        if let Some(rest) =
            content.strip_prefix("Concatenate ").and_then(|rest| rest.strip_suffix(':'))
        {
            self.announced = self.pair(rest, said.end - 1 - rest.len());
            return;
        }
        if let Some((code, comment)) = comment(content)
            && let Ok(term) = Term::read(&rewritten(&content[..code]), said.start)
            && term.is_computed()
            && let Some(result) = self.known(&(said.start + comment..said.end))
            && result.term.is_literal()
        {
            let left = Expected::new(term, text, &(said.start..said.start + code));
            return self.claim(Kind::Comment, Relation::Same, left, result);
        }
        if code {
            return;
        }
        let Some(term) = self.known(line) else {
            return;
        };
        match self.announced.take() {
            Some(announced) if term.term.is_literal() => {
                self.claim(Kind::Prose, Relation::Same, announced, term);
            }
            _ if term.term.is_misgrouped() => {
                self.claim(Kind::Notation, Relation::Same, term.clone(), term);
            }
            _ if term.term.is_computed() => match self.names.value(&term.term) {
                // A condition on a line of its own is said to be met.
                Some(Value::Truth(_)) => {
                    let end = term.span.end;
                    self.claim(Kind::Line, Relation::Same, term, Expected::truth(end));
                }
                Some(_) => self.subject = Some(term),
                None => {}
            },
            _ => {}
        }
    }

    /// `X and Y`, side by side.
    fn pair(&self, content: &str, at: usize) -> Option<Expected> {
        let (x, _) = content.split_once(" and ")?;
        let x_span = at..at + x.len();
        let y_span = at + x.len() + " and ".len()..at + content.len();
        Some(Expected::call("make_layout", &[&self.known(&x_span)?, &self.known(&y_span)?]))
    }
}

/// How many parentheses a line leaves open; comments do not count.
fn open(line: &str) -> isize {
    let code = comment(line).map_or(line, |(code, _)| &line[..code]);
    code.bytes().fold(0, |depth, byte| match byte {
        b'(' | b'[' => depth + 1,
        b')' | b']' => depth - 1,
        _ => depth,
    })
}
