//! Fenced blocks: statements of the language, code, and plain text.

use std::slice;

use super::blocks::{PROMPT, bare, is_step};
use super::code::{Declaration, comment, ends_scope, remark, rewritten};
use super::equation::{Place, Sign, split};
use super::reader::{Expected, Reader, squeezed};
use super::term::Term;
use super::{Kind, Relation};
use crate::operations::Id;
use crate::operations::value::Value;
use crate::text::diagnostic::Span;

/// Sessions at a prompt are checked by running them.
const SHELLS: &[&str] =
    &["console", "sh", "bash", "shell", "zsh", "fish", "json", "jsonl", "toml", "yaml"];

/// Blocks whose names belong to the document.
const TEXTS: &[&str] = &["", "text", "txt", "markdown", "md"];

impl Reader<'_> {
    pub(super) fn fence(&mut self, word: &str, lines: &[Span]) {
        let printed = self.printed.take();
        self.subject = None;
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
        self.subject = None;
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

    /// A comment that is nothing but a result; any other is prose.
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
            let code = self.names.in_block;
            if content.starts_with(PROMPT) {
                at += self.prompt(&lines[at..]);
                continue;
            }
            if let Some(declaration) = Declaration::read(text, &lines[at..], code) {
                at += declaration.lines;
                self.declaration(&declaration, above.take());
                continue;
            }
            if code && ends_scope(&text[line.clone()]) {
                self.names.block(true);
            }
            at += 1;
            let said = bare(text, line.clone());
            // A derivation ends where a line does not go on with it.
            if !is_step(&text[said.clone()]) && !said.is_empty() {
                self.subject = None;
            }
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
        let term = Term::read(&declaration.value, 0).ok();
        let value = term.as_ref().and_then(|term| self.names.value(term));
        if let (Some(term), Some(value)) = (term, &value) {
            let (text, span) = (declaration.value.clone(), declaration.span.clone());
            let left = Expected { term, text, span };
            // Two tuples beside one another are a program's own business, unless one has a type.
            let plain = matches!(value, Value::Tuple(_) | Value::List(_)) && !declaration.typed;
            let said = [above, declaration.comment.clone()];
            let said = if plain && left.term.is_literal() { [None, None] } else { said };
            for said in said.into_iter().flatten() {
                if let Some(result) = self.known(&said).filter(|said| said.term.is_literal()) {
                    self.beside(Kind::Comment, &left, value, result);
                } else if let (Value::Layout(_), Some(result)) = (value, self.shape(&said)) {
                    self.claim(Kind::Comment, Relation::Shape, left.clone(), result);
                }
            }
        }
        self.names.declare(&declaration.name, value);
    }

    /// A value in a program, and the result that is written beside it. A tuple beside a layout is
    /// its shape, modes taken together; a number beside one may be anything.
    fn beside(&mut self, kind: Kind, left: &Expected, value: &Value, said: Expected) {
        let layout = |value: &Value| matches!(value, Value::Layout(_) | Value::Slice(..));
        let relation = match self.names.value(&said.term) {
            Some(said) if layout(value) && layout(&said) => Relation::Same,
            Some(Value::Tuple(_)) if layout(value) => Relation::Shape,
            Some(said) if said.kind() == value.kind() => Relation::Same,
            _ => return,
        };
        self.claim(kind, relation, left.clone(), said);
    }

    /// What is typed at a Python prompt, and what is printed below it. Says how many lines that is.
    fn prompt(&mut self, lines: &[Span]) -> usize {
        let text = self.text;
        let mut first = unindented(text, &lines[0]);
        first.start += PROMPT.trim_end().len();
        let goes_on = |line: &&Span| text[(*line).clone()].trim_start().starts_with("...");
        let count = 1 + lines[1..].iter().take_while(goes_on).count();
        let mut code = text[first.clone()].to_owned();
        for line in &lines[1..count] {
            code.push_str(text[line.clone()].trim().trim_start_matches('.'));
        }
        let whole = 0..code.len();
        if let Some(declaration) = Declaration::read(&code, slice::from_ref(&whole), true) {
            let term = Term::read(&declaration.value, 0).ok();
            let value = term.and_then(|term| self.names.value(&term));
            self.names.declare(&declaration.name, value);
            return count;
        }
        let printed = lines.get(count).map(|line| unindented(text, line));
        let printed = printed.filter(|line| !text[line.clone()].starts_with(PROMPT.trim_end()));
        if let Some(printed) = printed
            && let Ok(term) = Term::read(&rewritten(&code), first.start)
            && let Some(value) = self.names.value(&term)
            && let Ok(said) = Term::read(&rewritten(&text[printed.clone()]), printed.start)
            && said.is_literal()
        {
            let left = Expected { term, text: squeezed(&code), span: first };
            let said =
                Expected { term: said, text: squeezed(&text[printed.clone()]), span: printed };
            self.beside(Kind::Doctest, &left, &value, said);
            return count + 1;
        }
        count
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
        if let Some((code, comment)) = remark(content)
            && let Ok(term) = Term::read(&rewritten(&content[..code]), said.start)
            && term.is_computed()
            && let Some(value) = self.names.value(&term)
            && let Some(result) = self.known(&(said.start + comment..said.end))
            && result.term.is_literal()
        {
            let left = Expected::new(term, text, &(said.start..said.start + code));
            return self.beside(Kind::Comment, &left, &value, result);
        }
        if code {
            return self.arrow(said);
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

    /// `coalesce((2,4):(1,2)) -> 8:1` in the description of a function. In a program an arrow means
    /// many things, so this must be an operation and a result.
    fn arrow(&mut self, said: &Span) {
        let text = self.text;
        let content = &text[said.clone()];
        let end = remark(content).map_or(said.end, |(code, _)| said.start + code);
        let chain = split(text, &(said.start..end));
        if let [(None, left), (Some(Sign::Arrow), right)] = chain.as_slice()
            && let Ok(term) = Term::read(&rewritten(&text[left.clone()]), left.start)
            && term.is_operation()
            && let Some(value) = self.names.value(&term)
            && let Some(result) = self.known(right).filter(|result| result.term.is_literal())
        {
            let left = Expected::new(term, text, left);
            self.beside(Kind::Step, &left, &value, result);
        }
    }

    /// `X and Y`, side by side.
    fn pair(&self, content: &str, at: usize) -> Option<Expected> {
        let (x, _) = content.split_once(" and ")?;
        let x_span = at..at + x.len();
        let y_span = at + x.len() + " and ".len()..at + content.len();
        Some(Expected::call(Id::MakeLayout, &[&self.known(&x_span)?, &self.known(&y_span)?]))
    }
}

/// A line without the spaces around it.
fn unindented(text: &str, line: &Span) -> Span {
    let start = line.end - text[line.clone()].trim_start().len();
    start..start + text[line.clone()].trim().len()
}

/// How many parentheses a line leaves open; comments do not count.
fn open(line: &str) -> isize {
    super::code::open(comment(line).map_or(line, |(code, _)| &line[..code]))
}
