//! Bytes as statements and texts, wherever they come from.

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
