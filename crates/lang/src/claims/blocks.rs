//! The parts of a document: headings, paragraphs, cells of tables, fenced blocks.

use super::Format;
use crate::diagnostic::Span;

/// A part of a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A heading and its level.
    Heading(usize, Span),
    /// A paragraph, an item of a list, or the cell of a table.
    Prose(Span),
    /// The lines of a fenced block, and the first word behind the fence.
    Fence(String, Vec<Span>),
}

/// The parts of a text, without those that are switched off.
pub(super) fn blocks(text: &str, format: Format) -> Vec<Block> {
    let mut splitter = Splitter::default();
    for line in lines(text) {
        splitter.line(text, line, format);
    }
    splitter.finish();
    splitter.out
}

/// The spans of all lines, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    text.split_inclusive('\n').scan(0, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..start + line.trim_end_matches(['\n', '\r']).len())
    })
}

#[derive(Default)]
struct Splitter {
    out: Vec<Block>,
    /// The paragraph so far.
    prose: Option<Span>,
    /// The fence that is open: its sign, how often, the word behind it, its lines.
    fence: Option<(char, usize, String, Vec<Span>)>,
    off: bool,
    /// The title of the column to skip, and its place in the table that is being read.
    skip: Option<String>,
    column: Option<usize>,
    in_table: bool,
}

impl Splitter {
    fn line(&mut self, text: &str, line: Span, format: Format) {
        let content = &text[line.clone()];
        if self.directive(content) {
            self.flush();
            return;
        }
        if format == Format::Source {
            if !self.off {
                self.source(line);
            }
            return;
        }
        let trimmed = content.trim_start();
        if let Some((sign, count, _, lines)) = &mut self.fence {
            let length = trimmed.len() - trimmed.trim_start_matches(*sign).len();
            if length < *count || !trimmed[length..].trim().is_empty() {
                lines.push(line);
                return;
            }
            if let Some((_, _, info, lines)) = self.fence.take()
                && !self.off
            {
                self.out.push(Block::Fence(info, lines));
            }
            return;
        }
        if let Some(fence) = fence(trimmed) {
            self.flush();
            self.fence = Some(fence);
            return;
        }
        if self.off {
            return;
        }
        let row = trimmed.starts_with('|');
        if !row {
            self.in_table = false;
        }
        let level = trimmed.len() - trimmed.trim_start_matches('#').len();
        if trimmed.is_empty() {
            self.flush();
        } else if row {
            self.flush();
            self.row(text, line);
        } else if (1..=6).contains(&level) && trimmed[level..].starts_with([' ', '\t']) {
            self.flush();
            self.out.push(Block::Heading(level, line));
        } else {
            if marker(trimmed) > 0 {
                self.flush();
            }
            let start = self.prose.as_ref().map_or(line.start, |prose| prose.start);
            self.prose = Some(start..line.end);
        }
    }

    /// In a program, everything is one block of code.
    fn source(&mut self, line: Span) {
        match self.out.last_mut() {
            Some(Block::Fence(_, lines)) => lines.push(line),
            _ => self.out.push(Block::Fence("source".into(), vec![line])),
        }
    }

    /// `<!-- tilework: off -->`, and so on.
    fn directive(&mut self, line: &str) -> bool {
        let Some((before, after)) = line.split_once("tilework:") else {
            return false;
        };
        let opens = ["<!--", "//", "#"].iter().any(|sign| before.trim() == *sign);
        let word = after.trim().trim_end_matches("-->").trim();
        match word {
            _ if !opens => return false,
            "off" => self.off = true,
            "on" => (self.off, self.skip) = (false, None),
            _ => match word.strip_prefix("off in column ") {
                Some(title) => self.skip = Some(title.trim().to_lowercase()),
                None => return false,
            },
        }
        true
    }

    /// The cells of a row of a table, each a paragraph.
    fn row(&mut self, text: &str, line: Span) {
        let mut cells = Vec::new();
        let (mut start, mut code) = (line.start, false);
        for (at, c) in text[line.clone()].char_indices() {
            match c {
                '`' => code = !code,
                '|' if !code => {
                    cells.push(start..line.start + at);
                    start = line.start + at + 1;
                }
                _ => {}
            }
        }
        cells.push(start..line.end);
        if !std::mem::replace(&mut self.in_table, true) {
            let title = |cell: &Span| text[cell.clone()].trim().to_lowercase();
            self.column = self
                .skip
                .as_ref()
                .and_then(|skip| cells.iter().position(|cell| title(cell) == *skip));
        }
        for (i, cell) in cells.into_iter().enumerate() {
            if self.column != Some(i) {
                self.out.push(Block::Prose(cell));
            }
        }
    }

    fn flush(&mut self) {
        self.out.extend(self.prose.take().map(Block::Prose));
    }

    fn finish(&mut self) {
        self.flush();
        if let Some((_, _, info, lines)) = self.fence.take()
            && !self.off
        {
            self.out.push(Block::Fence(info, lines));
        }
    }
}

/// The beginning of a fenced block.
fn fence(line: &str) -> Option<(char, usize, String, Vec<Span>)> {
    let sign = line.chars().next().filter(|sign| "`~".contains(*sign))?;
    let count = line.len() - line.trim_start_matches(sign).len();
    let info = line[count..].trim();
    if count < 3 || info.contains('`') {
        return None;
    }
    let word = info.split([' ', ',', '{', '\t']).find(|word| !word.is_empty()).unwrap_or("");
    Some((sign, count, word.trim_matches(['.', '}']).to_lowercase(), Vec::new()))
}

/// How long the marker of an item of a list is.
fn marker(line: &str) -> usize {
    let digits = line.len() - line.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let length = match line.as_bytes().get(digits) {
        Some(b'.' | b')') if (1..=4).contains(&digits) => digits + 1,
        Some(b'-' | b'*' | b'+') if digits == 0 => 1,
        _ => return 0,
    };
    if line[length..].starts_with([' ', '\t']) { length } else { 0 }
}

/// What a line says, without indentation, markers of lists, quotes and comments.
pub(super) fn bare(text: &str, line: Span) -> Span {
    let mut start = line.start;
    // Markers may stand behind one another; more than a few are a picture, not a text.
    for _ in 0..6 {
        let rest = &text[start..line.end];
        let trimmed = rest.trim_start();
        start = line.end - trimmed.len();
        let comment =
            ["///", "//!", "//", "#", ">"].iter().find(|sign| trimmed.starts_with(**sign));
        let length = comment.map_or_else(|| marker(trimmed), |sign| sign.len());
        if length == 0 {
            break;
        }
        start += length;
    }
    let end = start + text[start..line.end].trim_end().len();
    start..end
}

/// The pieces of code and mathematics in a paragraph.
pub(super) fn inline(text: &str, prose: &Span) -> Vec<Span> {
    let bytes = text.as_bytes();
    let mut out = Vec::new();
    // Signs of that length do not occur any more.
    let mut gone: Vec<(u8, usize)> = Vec::new();
    let mut at = prose.start;
    while at < prose.end {
        let sign = bytes[at];
        if sign != b'`' && sign != b'$' {
            at += 1;
            continue;
        }
        let count = run(&bytes[at..prose.end], sign);
        let start = at + count;
        at = start;
        if gone.contains(&(sign, count)) {
            continue;
        }
        match closing(bytes, start, prose.end, sign, count) {
            Some(end) => {
                out.push(start..end);
                at = end + count;
            }
            None => gone.push((sign, count)),
        }
    }
    out
}

fn run(bytes: &[u8], sign: u8) -> usize {
    bytes.iter().take_while(|byte| **byte == sign).count()
}

fn closing(bytes: &[u8], from: usize, end: usize, sign: u8, count: usize) -> Option<usize> {
    let mut at = from;
    while at < end {
        if bytes[at] != sign {
            at += 1;
            continue;
        }
        let length = run(&bytes[at..end], sign);
        if length == count {
            return Some(at);
        }
        at += length;
    }
    None
}
