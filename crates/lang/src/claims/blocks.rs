//! The parts of a document: headings, paragraphs, cells of tables, fenced blocks.

use super::Format;
use crate::text::diagnostic::Span;

/// A part of a document.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Block {
    /// A heading and its level.
    Heading(usize, Span),
    /// A paragraph, an item of a list, or the cell of a table.
    Prose(Span),
    /// A block of code.
    Fence(Fence),
}

/// A block of lines that are not prose: fenced, indented under a directive, or the whole program.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Fence {
    /// The first word behind the fence, in small letters.
    pub word: String,
    /// The bytes of its lines, without their ends.
    pub lines: Vec<Span>,
    /// Whether there is a line that closes it; if not, it extends to the end of the text.
    pub closed: bool,
}

/// The fenced blocks of a Markdown text, without those that are switched off.
///
/// ```
/// let text = "````text\n```console\n````\n\n```console\n$ ls\n";
/// let fences = tilework_lang::claims::fences(text);
/// assert_eq!(fences.len(), 2);
/// assert_eq!((fences[0].word.as_str(), fences[0].closed), ("text", true));
/// assert_eq!((&text[fences[1].lines[0].clone()], fences[1].closed), ("$ ls", false));
/// ```
pub fn fences(text: &str) -> Vec<Fence> {
    let fence = |block| if let Block::Fence(fence) = block { Some(fence) } else { None };
    blocks(text, Format::Markdown).into_iter().filter_map(fence).collect()
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

/// Where a text begins: after the byte order mark that some editors write.
pub(super) fn beginning(text: &str) -> usize {
    if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 }
}

/// The spans of all lines, without their ends.
fn lines(text: &str) -> impl Iterator<Item = Span> {
    let start = beginning(text);
    text[start..].split_inclusive('\n').scan(start, |at, line| {
        let start = *at;
        *at += line.len();
        Some(start..start + line.trim_end_matches(['\n', '\r']).len())
    })
}

/// What ends a block of code.
enum End {
    /// A line of at least so many signs.
    Signs(char, usize),
    /// A line that is not indented further.
    Indent(usize),
    /// An empty line.
    Empty,
}

#[derive(Default)]
struct Splitter {
    out: Vec<Block>,
    /// The paragraph so far.
    prose: Option<Span>,
    /// The block of code that is being read, and what ends it.
    fence: Option<(Fence, End)>,
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
        if let Some((fence, end)) = &mut self.fence {
            let (over, swallowed) = match end {
                End::Signs(sign, count) => {
                    let length = trimmed.len() - trimmed.trim_start_matches(*sign).len();
                    let over = length >= *count && trimmed[length..].trim().is_empty();
                    (over, over)
                }
                End::Indent(indent) => {
                    (!trimmed.is_empty() && content.len() - trimmed.len() <= *indent, false)
                }
                End::Empty => (trimmed.is_empty(), true),
            };
            if !over {
                fence.lines.push(line);
                return;
            }
            fence.closed = true;
            self.close();
            if swallowed {
                return;
            }
        }
        if let Some(fence) = opening(content) {
            self.flush();
            self.fence = Some(fence);
            // What is typed at a prompt is the first line itself.
            if let Some((fence, End::Empty)) = &mut self.fence {
                fence.lines.push(line);
            }
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
        } else if let Some(level) = underline(trimmed) {
            match self.prose.take() {
                Some(title) if is_title(text, &title, trimmed) => {
                    self.out.push(Block::Heading(level, title));
                }
                prose => {
                    self.prose = prose;
                    self.flush();
                }
            }
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
            Some(Block::Fence(fence)) => fence.lines.push(line),
            _ => self.out.push(Block::Fence(Fence {
                word: "source".into(),
                lines: vec![line],
                closed: true,
            })),
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

    /// The block of code has ended.
    fn close(&mut self) {
        if let Some((fence, _)) = self.fence.take()
            && !self.off
        {
            self.out.push(Block::Fence(fence));
        }
    }

    fn finish(&mut self) {
        self.flush();
        if let Some((fence, End::Indent(_) | End::Empty)) = &mut self.fence {
            fence.closed = true;
        }
        self.close();
    }
}

/// The beginning of a block of code: a fence, a directive of reStructuredText, a Python prompt.
fn opening(line: &str) -> Option<(Fence, End)> {
    let content = line.trim_start();
    let named = |info: &str, end| {
        let word = info.split([' ', ',', '{', '\t']).find(|word| !word.is_empty()).unwrap_or("");
        let word = word.trim_matches(['.', '}']).to_lowercase();
        Some((Fence { word, ..Fence::default() }, end))
    };
    if content.starts_with(PROMPT) {
        return named("python", End::Empty);
    }
    let directives = [".. code-block::", ".. code::", ".. sourcecode::"];
    if let Some(info) = directives.iter().find_map(|name| content.strip_prefix(name)) {
        return named(info, End::Indent(line.len() - content.len()));
    }
    let sign = content.chars().next().filter(|sign| "`~".contains(*sign))?;
    let count = content.len() - content.trim_start_matches(sign).len();
    let info = content[count..].trim();
    if count < 3 || info.contains('`') {
        return None;
    }
    named(info, End::Signs(sign, count))
}

/// What Python writes before what is typed.
pub(super) const PROMPT: &str = ">>> ";

/// The level of the heading that a line of signs underlines.
fn underline(line: &str) -> Option<usize> {
    let line = line.trim_end();
    let sign = line.chars().next()?;
    let level = 1 + "=-~^\"*".find(sign)?;
    (line.len() >= 3 && line.chars().all(|c| c == sign)).then_some(level)
}

/// Whether a paragraph is a title and not the end of a text or of a list.
fn is_title(text: &str, prose: &Span, line: &str) -> bool {
    let title = &text[prose.clone()];
    let long =
        line.starts_with(['=', '-']) || line.trim_end().len() >= title.trim().chars().count();
    long && !title.contains('\n') && marker(title.trim_start()) == 0
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

/// Whether a paragraph is an item of a list, belongs to one, or begins with the equals sign or the
/// arrow of a step.
pub(super) fn is_item(text: &str, prose: &Span) -> bool {
    let content = &text[prose.clone()];
    let said = content.trim_start();
    content.len() > said.len()
        || marker(said) > 0
        || is_step(said.trim_start_matches(['`', '$', ' ']))
}

/// Whether a line continues the one above it.
pub(super) fn is_step(line: &str) -> bool {
    ["=", "->", "→", "⇒"].iter().any(|sign| line.starts_with(sign))
}

/// What a line says, without indentation, markers of lists, quotes and comments.
pub(super) fn bare(text: &str, line: Span) -> Span {
    let mut start = line.start;
    // Several markers may follow one another; more than a few are a drawing, not text.
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
