//! Untrusted text, made safe to show.

use std::borrow::Cow;
use std::fmt::Write;

/// A text from a file, an argument or a file name, on one line, with every character visible:
/// characters that control a terminal, change the writing direction, or are invisible are shown as escapes.
///
/// ```
/// use tilework_lang::visible;
///
/// assert_eq!(visible("(4,8):(1,4)"), "(4,8):(1,4)");
/// assert_eq!(visible("a\u{1b}[2Jb\nc"), r"a\u{1b}[2Jb\nc");
/// assert_eq!(visible("4:1 \u{202e}1:4"), r"4:1 \u{202e}1:4");
/// ```
pub fn visible(text: &str) -> Cow<'_, str> {
    if is_printable(text.as_bytes(), b' ') || !text.contains(is_hidden) {
        return text.into();
    }
    let mut out = String::with_capacity(text.len() + 16);
    for character in text.chars() {
        push(&mut out, character);
    }
    out.into()
}

/// A text of several lines, each of them [`visible`].
///
/// ```
/// assert_eq!(tilework_lang::visible_lines("a\tb\nc\u{7}"), "a\\tb\nc\\u{7}");
/// ```
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    let hidden = |character| character != '\n' && is_hidden(character);
    if is_printable(text.as_bytes(), b'\n') || !text.contains(hidden) {
        return text.into();
    }
    let lines: Vec<_> = text.split('\n').map(visible).collect();
    lines.join("\n").into()
}

/// Whether all bytes are printable ASCII, as nearly every text is, or this one. It looks at all of them, many at once.
pub(crate) fn is_printable(bytes: &[u8], or: u8) -> bool {
    bytes
        .iter()
        .fold(true, |printable, byte| printable & (matches!(byte, b' '..=b'~') | (*byte == or)))
}

/// Whether a character does anything but show: control characters, including those from U+0080 on;
/// direction marks; line breaks; and characters without width.
///
/// ```
/// use tilework_lang::is_hidden;
///
/// assert!(['\u{1b}', '\u{9b}', '\u{202e}', '\u{feff}'].into_iter().all(is_hidden));
/// assert!([' ', 'ü', '∘', '│'].into_iter().all(|seen| !is_hidden(seen)));
/// ```
pub fn is_hidden(character: char) -> bool {
    character.is_control()
        || matches!(character,
            '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}')
}

/// Appends a character, escaped where necessary.
pub(crate) fn push(out: &mut String, character: char) {
    match character {
        '\n' => out.push_str("\\n"),
        '\r' => out.push_str("\\r"),
        '\t' => out.push_str("\\t"),
        _ if is_hidden(character) => {
            // Writing to a string does not fail.
            let _ = write!(out, "{}", character.escape_unicode());
        }
        _ => out.push(character),
    }
}
