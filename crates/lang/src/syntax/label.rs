//! A name before a colon, as printers write it: `tCgC : ptr[32b](0x7f) o (2,4):(1,8)`, `TV Layout A: ...`.

use crate::syntax::ast::{Expr, Node, Statement};
use crate::syntax::foreign;
use crate::syntax::parser::Parser;
use crate::text::diagnostic::{Diagnostic, Span};

/// Words between values: what has one of them before a colon is an expression.
const BETWEEN: [&str; 4] = ["o", "at", "and", "on"];

/// What printers call a tiler. They write it as a tuple, which would be layouts side by side.
const TILERS: [&str; 3] = ["Tiler_MN", "PermutationMNK", "Permutation_MNK"];

/// A name that a text starts with, and the colon behind it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Label {
    /// The name, with `_` where spaces were.
    pub(crate) name: String,
    /// Where it stands.
    pub(crate) span: Span,
    /// Where the colon ends.
    pub(crate) end: usize,
    /// Whether it may be a shape: one word.
    pub(crate) single: bool,
    /// Whether there is space around the colon, as in prints and hardly ever in layouts.
    pub(crate) spaced: bool,
}

/// The label that a text starts with. This only looks at the characters up to the colon.
pub(crate) fn label(text: &str) -> Option<Label> {
    let start = text.len() - text.trim_start().len();
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    let bytes = text.as_bytes();
    let (mut at, mut end) = (start, start);
    while bytes.get(at).is_some_and(letter) {
        let rest = &bytes[at..];
        let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_');
        end = at + len.count();
        at = end + bytes[end..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    }
    let colon = bytes.get(at) == Some(&b':') && !matches!(bytes.get(at + 1), Some(b':' | b'='));
    if end == start || !colon {
        return None;
    }
    let words: Vec<&str> = text[start..end].split_ascii_whitespace().collect();
    // `_4:_1` is a layout, and `_` no name.
    let names = words.iter().all(|word| word.contains(|c: char| c.is_ascii_alphabetic()));
    if !names || words.iter().any(|word| BETWEEN.contains(word)) {
        return None;
    }
    // `shape: (4, 8), strides: (32, 4)` is an array of numpy.
    if foreign::begins(text, start, true).is_some() {
        return None;
    }
    let spaced = at > end || bytes.get(at + 1).is_none_or(u8::is_ascii_whitespace);
    let single = words.len() == 1;
    Some(Label { name: words.join("_"), span: start..end, end: at + 1, single, spaced })
}

/// What stands behind a label, as the value of its name; `None` where it goes on with `=`.
///
/// # Errors
/// What cannot be read there, with its place in the whole text.
pub(crate) fn binding(
    text: &str,
    label: &Label,
) -> Result<Option<(Statement, Vec<String>)>, Diagnostic> {
    let mut parser = Parser::new(text);
    parser.skip_to(label.end);
    let mut value = parser.comparison()?;
    if parser.is('=') {
        return Ok(None);
    }
    parser.finish()?;
    if TILERS.contains(&label.name.as_str()) {
        value = as_tiler(value);
    }
    Ok(Some((Statement::Binding(label.name.clone(), label.span.clone(), value), parser.notes)))
}

/// A tuple with layouts or `_` in it as the tiler that it is; one of integers is a tile either way.
fn as_tiler(node: Node) -> Node {
    match node.expr {
        Expr::Tuple(items)
            if items.iter().any(|item| !matches!(item.expr, Expr::Integer(_) | Expr::Tuple(_))) =>
        {
            Node { expr: Expr::Tiler(items), span: node.span }
        }
        _ => node,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_before_colons() {
        let read = |text: &str| label(text).map(|label| (label.name, label.single, label.spaced));
        let named = |name: &str, single, spaced| Some((name.to_owned(), single, spaced));
        assert_eq!(read("tCgC : ptr[32b](0x7f) o 4:1"), named("tCgC", true, true));
        assert_eq!(read("  TV Layout A:     (4,8)"), named("TV_Layout_A", false, true));
        assert_eq!(read("S:(1,4)"), named("S", true, false));
        assert_eq!(read("a_1:"), named("a_1", true, true));
        for text in [
            "4:1",
            "(4,8):(1,4)",
            "_4:_1",
            "_:1",
            "cute::Int<4>{}",
            "A o B:1",
            "A at S:1",
            "A",
            "",
            "x := 4",
            "size(A)",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
