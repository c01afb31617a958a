//! What CuTe's C++, and Python, write where the language has another notation.

use crate::diagnostic::Span;

/// `auto name = value;`
pub(super) struct Declaration {
    pub(super) name: String,
    /// The value, in the notation of the language.
    pub(super) value: String,
    /// The comment behind it.
    pub(super) comment: Option<Span>,
    pub(super) span: Span,
    /// How many lines it takes.
    pub(super) lines: usize,
}

impl Declaration {
    /// The declaration at the beginning of some lines.
    pub(super) fn read(text: &str, lines: &[Span]) -> Option<Declaration> {
        /// A longer one is not about a layout, or does not end.
        const LONGEST: usize = 40;
        let first = lines.first()?;
        let (name, value) = declared(&text[first.clone()])?;
        let mut code = String::new();
        for (count, line) in lines.iter().take(LONGEST).enumerate() {
            let content = &text[line.clone()];
            let from = if count == 0 { content.len() - value.len() } else { 0 };
            let (statement, behind) = match content.find("//") {
                Some(at) if at >= from => (&content[from..at], Some(line.start + at + 2..line.end)),
                _ => (&content[from..], None),
            };
            match statement.split_once(';') {
                Some((end, _)) => {
                    code.push_str(end);
                    let span = first.start..line.end;
                    let value = rewritten(&code);
                    return Some(Declaration {
                        name,
                        value,
                        comment: behind,
                        span,
                        lines: count + 1,
                    });
                }
                None => code.push_str(statement),
            }
            code.push(' ');
        }
        None
    }
}

/// The name that a line declares, and where its value begins.
fn declared(line: &str) -> Option<(String, &str)> {
    let (head, value) = line.split_once('=')?;
    if value.starts_with('=') {
        return None;
    }
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let name = words.pop()?.trim_start_matches('&');
    let kinds = ["auto", "auto&", "Layout", "const", "constexpr", "static", "using"];
    let identifier = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let declares = !words.is_empty() && words.iter().all(|word| kinds.contains(word));
    (identifier && declares).then(|| (name.to_owned(), value))
}

/// Where the code of a line ends and where its comment begins.
pub(super) fn comment(line: &str) -> Option<(usize, usize)> {
    let signs = [("//", 2), ("#", 1)];
    let places = signs.iter().filter_map(|(sign, length)| Some((line.find(sign)?, *length)));
    places.min().map(|(at, length)| (at, at + length))
}

/// An expression in C++ or Python, in the notation of the language.
pub(super) fn rewritten(code: &str) -> String {
    let mut out = String::with_capacity(code.len());
    // What the parentheses that are open close with.
    let mut closing: Vec<String> = Vec::new();
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        if first.is_ascii_alphabetic() || first == '_' {
            let word = |c: char| c.is_ascii_alphanumeric() || "_.:".contains(c);
            let length = rest.find(|c| !word(c)).unwrap_or(rest.len());
            let (name, after) = rest.split_at(length);
            if let Some((open, close, length)) = call(name, after) {
                out.push_str(&open);
                closing.push(close);
                rest = &after[length..];
            } else {
                out.push_str(name);
                rest = after;
            }
            continue;
        }
        match first {
            '(' => closing.push(")".into()),
            ')' => {
                out.push_str(closing.pop().as_deref().unwrap_or(")"));
                rest = &rest[1..];
                continue;
            }
            _ => {}
        }
        out.push(first);
        rest = &rest[first.len_utf8()..];
    }
    out.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A call that is written in another way: how it opens and closes, and how much of the text behind
/// the name belongs to the opening.
fn call(name: &str, after: &str) -> Option<(String, String, usize)> {
    let name = name.rsplit("::").next().unwrap_or(name);
    // `get<0>(x)`: the number is an argument.
    if (name == "layout" || name == "get")
        && let Some((index, rest)) = after.strip_prefix('<').and_then(|rest| rest.split_once('>'))
        && rest.starts_with('(')
        && index.len() < 10
    {
        return Some(("get(".into(), format!(", {index})"), index.len() + 3));
    }
    let length = after.len() - after.trim_start().len() + 1;
    if !after.trim_start().starts_with('(') {
        return None;
    }
    let (open, close) = match name {
        "make_shape" | "make_stride" | "make_coord" | "make_step" => ("(", ")"),
        "make_tile" => ("<", ">"),
        "np.array" | "numpy.array" | "print" => ("", ""),
        "find_layout" => ("recover(", ")"),
        _ => return None,
    };
    Some((open.into(), close.into(), length))
}
