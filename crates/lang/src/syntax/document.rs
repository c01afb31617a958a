//! Texts of several lines, taken apart into statements: prints of programs, and programs.

use crate::syntax::foreign::{ends_table, is_basis};
use crate::syntax::grid::{is_header, is_row, is_rule};
use crate::syntax::label::label;
use crate::syntax::lexer::tokens;

/// A statement of a document: one line, or several that belong together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Part {
    /// The lines.
    pub(crate) text: String,
    /// The number of the first one, from 1.
    pub(crate) line: usize,
    /// Whether they are a grid of offsets.
    pub(crate) grid: bool,
    /// Whether the line before belongs to the part before.
    pub(crate) follows: bool,
}

/// Takes a document apart, line by line.
#[derive(Clone, Debug, Default)]
pub(crate) struct Splitter {
    /// How many lines there were.
    lines: usize,
    /// The lines that are not complete yet ...
    held: Vec<String>,
    /// ... and the number of the first one.
    first: usize,
    state: State,
    /// Whether the last line belongs to the last part.
    follows: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// Nothing is held.
    #[default]
    Idle,
    /// A statement with so many open brackets; with none, it goes on for another reason.
    Open(usize),
    /// A name and a colon: the value may be on the next line.
    Label,
    /// Numbers, which may be those of the columns of a grid.
    Header,
    /// A grid that has begun.
    Grid,
    /// A table of bases that has begun; its last line says so.
    Table,
}

impl Splitter {
    /// Takes the next line, and gives the parts that are complete with it.
    pub(crate) fn push(&mut self, line: &str) -> Vec<Part> {
        self.lines += 1;
        let mut out = Vec::new();
        let (header, rule) = (is_header(line), is_rule(line));
        // What the held lines become with this one, if it belongs to them.
        let next = match self.state {
            State::Idle => None,
            // A stray bracket must not swallow the document.
            State::Open(_) if label(line).is_some_and(|label| label.spaced) => None,
            State::Label if label(line).is_some() => None,
            State::Open(_) | State::Label if is_blank(line) => None,
            State::Label | State::Header if rule => Some(State::Grid),
            State::Label | State::Header if header => Some(State::Header),
            State::Header => None,
            State::Label => Some(goes_on(line, 0)),
            State::Open(open) => Some(goes_on(line, open)),
            State::Grid => (is_row(line) || rule).then_some(State::Grid),
            State::Table if ends_table(line) => Some(State::Idle),
            State::Table => is_basis(line).then_some(State::Table),
        };
        match next {
            Some(State::Idle) => {
                self.held.push(line.to_owned());
                self.complete(false, &mut out);
                return out;
            }
            Some(state) => {
                self.held.push(line.to_owned());
                self.state = state;
                return out;
            }
            None => self.end_part(&mut out),
        }
        self.begin(line, &mut out);
        out
    }

    /// What is left at the end of the document.
    pub(crate) fn finish(&mut self) -> Vec<Part> {
        let mut out = Vec::new();
        self.end_part(&mut out);
        out
    }

    /// Lines that end without being complete are nothing together, unless they are a grid.
    fn end_part(&mut self, out: &mut Vec<Part>) {
        match self.state {
            State::Idle => {}
            State::Grid => self.complete(true, out),
            _ => self.give_up(out),
        }
    }

    /// Whether a new part begins with the next line.
    pub(crate) fn is_idle(&self) -> bool {
        self.state == State::Idle
    }

    /// The first line of a part.
    fn begin(&mut self, line: &str, out: &mut Vec<Part>) {
        if is_blank(line) {
            self.follows = false;
            return;
        }
        self.state = if is_rule(line) {
            State::Grid
        } else if is_header(line) {
            State::Header
        } else if line.trim_start().starts_with("- ") && is_basis(line) {
            State::Table
        } else if label(line).is_some_and(|label| line[label.end..].trim().is_empty()) {
            State::Label
        } else {
            goes_on(line, 0)
        };
        self.first = self.lines;
        self.held.push(line.to_owned());
        if self.state == State::Idle {
            self.complete(false, out);
        }
    }

    /// The lines that are held, as one part; between `;`, as several.
    fn complete(&mut self, grid: bool, out: &mut Vec<Part>) {
        let text = std::mem::take(&mut self.held).join("\n");
        let mut line = self.first;
        self.state = State::Idle;
        if grid {
            out.push(Part { text, line, grid, follows: self.follows });
            self.follows = true;
            return;
        }
        let mut counted = 0;
        for (start, piece) in statements(&text) {
            line += text[counted..start].matches('\n').count();
            counted = start;
            let text = piece.to_owned();
            out.push(Part { text, line, grid, follows: self.follows });
            self.follows = true;
        }
    }

    /// The lines that are held, one by one: together they are nothing.
    fn give_up(&mut self, out: &mut Vec<Part>) {
        self.state = State::Idle;
        for (line, text) in (self.first..).zip(std::mem::take(&mut self.held)) {
            out.push(Part { text, line, grid: false, follows: self.follows });
            self.follows = true;
        }
    }
}

/// Whether a line holds no statement: nothing, or only a comment.
pub(crate) fn is_blank(line: &str) -> bool {
    match line.trim_start().chars().next() {
        None => true,
        Some('#' | '/') => tokens(line).is_empty(),
        Some(_) => false,
    }
}

/// What to wait for after a line, if so many brackets were open before it.
fn goes_on(line: &str, open: usize) -> State {
    let code = without_comment(line);
    let (mut open, mut angles) = (open, 0_i64);
    let mut before = ' ';
    for character in code.chars() {
        match character {
            '(' | '[' => open += 1,
            ')' | ']' => open = open.saturating_sub(1),
            '<' => angles += 1,
            '>' if before != '-' => angles -= 1,
            _ => {}
        }
        before = character;
    }
    let code = code.trim_end();
    let unfinished =
        (code.ends_with(',') && angles > 0) || (code.ends_with('=') && !code.ends_with("=="));
    if open > 0 || unfinished { State::Open(open) } else { State::Idle }
}

/// A line up to its comment. Inside of `<...>` and after `=`, `#` before a letter is no comment but an attribute of
/// MLIR: `memref<4xf32, #gpu.address_space<workgroup>>`, `A = #ttg.blocked<...>`.
fn without_comment(line: &str) -> &str {
    let bytes = line.as_bytes();
    let (mut angles, mut before) = (0_usize, b' ');
    for (at, &byte) in bytes.iter().enumerate() {
        let next = bytes.get(at + 1);
        match byte {
            b'<' => angles += 1,
            b'>' if before != b'-' => angles = angles.saturating_sub(1),
            b'#' if next.is_some_and(u8::is_ascii_alphabetic) && (angles > 0 || before == b'=') => {
            }
            b'#' => return &line[..at],
            b'/' if next == Some(&b'/') => return &line[..at],
            _ => {}
        }
        before = if byte.is_ascii_whitespace() { before } else { byte };
    }
    line
}

/// The statements of a text between `;`, with the bytes they start at; one inside of brackets divides nothing.
fn statements(text: &str) -> Vec<(usize, &str)> {
    if !text.contains(';') {
        return vec![(0, text)];
    }
    let (mut out, mut start, mut open) = (Vec::new(), 0, 0_usize);
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        for (i, character) in without_comment(line).char_indices() {
            match character {
                '(' | '[' => open += 1,
                ')' | ']' => open = open.saturating_sub(1),
                ';' if open == 0 => {
                    out.push((start, &text[start..at + i]));
                    start = at + i + 1;
                }
                _ => {}
            }
        }
        at += line.len();
    }
    out.push((start, &text[start..]));
    out.retain(|(_, piece)| !piece.lines().all(is_blank));
    out
}
