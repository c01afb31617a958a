//! Bytes as statements and texts, wherever they come from.

use std::borrow::Cow;
use std::io;
use std::path::Path;

use tilework_lang::Diagnostic;

/// What to call a file, or standard input.
pub(crate) fn name(path: Option<&Path>) -> String {
    match path {
        Some(path) if path != Path::new("-") => path.display().to_string(),
        _ => "standard input".to_owned(),
    }
}

/// What to say when reading fails.
pub(crate) fn unreadable(name: &str, error: &io::Error) -> Diagnostic {
    Diagnostic::plain("io", format!("cannot read {name}: {error}"))
}

/// Bytes as text. The span of the error is one in the lossy text, where a replacement character
/// stands for what cannot be read.
pub(crate) fn text(bytes: &[u8]) -> Result<&str, Diagnostic> {
    std::str::from_utf8(bytes).map_err(|error| {
        let start = error.valid_up_to();
        let byte = bytes.get(start).copied().unwrap_or(0);
        let span = start..start + '\u{fffd}'.len_utf8();
        Diagnostic::new("syntax", span, format!("byte {start} is {byte:#04x}, which is not UTF-8"))
    })
}

/// Whether a line holds no statement: nothing, or only a comment.
pub(crate) fn is_blank(line: &[u8]) -> bool {
    matches!(line.trim_ascii_start().first(), None | Some(b'#'))
}

/// How many brackets are open at the end of a text; a comment ends with its line.
pub(crate) fn open_brackets(text: &[u8]) -> usize {
    let mut open = 0_usize;
    for line in text.split(|&byte| byte == b'\n') {
        for byte in line.iter().take_while(|&&byte| byte != b'#') {
            match byte {
                b'(' | b'[' => open += 1,
                b')' | b']' => open = open.saturating_sub(1),
                _ => {}
            }
        }
    }
    open
}

/// The statements of a file with the lines they start at: one a line, or more lines while a
/// bracket is open.
pub(crate) fn statements(bytes: &[u8]) -> Vec<(usize, Cow<'_, [u8]>)> {
    let mut out: Vec<(usize, Cow<'_, [u8]>)> = Vec::new();
    let mut open = 0;
    for (i, line) in bytes.split(|&byte| byte == b'\n').enumerate() {
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        match out.last_mut() {
            Some((_, statement)) if open > 0 => {
                let statement = statement.to_mut();
                statement.push(b'\n');
                statement.extend_from_slice(line);
                open = still_open(open, line);
            }
            _ if is_blank(line) => {}
            _ => {
                open = open_brackets(line);
                out.push((i + 1, Cow::Borrowed(line)));
            }
        }
    }
    out
}

/// How many brackets are open after a line, if there were so many before it.
pub(crate) fn still_open(open: usize, line: &[u8]) -> usize {
    (open + open_brackets(line)).saturating_sub(closers(line))
}

/// How many brackets a line closes that it did not open.
fn closers(line: &[u8]) -> usize {
    let (mut open, mut excess) = (0_usize, 0);
    for byte in line.iter().take_while(|&&byte| byte != b'#') {
        match byte {
            b'(' | b'[' => open += 1,
            b')' | b']' if open > 0 => open -= 1,
            b')' | b']' => excess += 1,
            _ => {}
        }
    }
    excess
}
