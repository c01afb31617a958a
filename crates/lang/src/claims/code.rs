//! What CuTe's C++, and Python, write where the language has another notation.

use crate::text::diagnostic::Span;

/// `auto name = value;`, or `name = value` in Python.
pub(super) struct Declaration {
    pub(super) name: String,
    /// Whether it has a type.
    pub(super) typed: bool,
    /// The value, in the notation of the language.
    pub(super) value: String,
    /// The comment behind it.
    pub(super) comment: Option<Span>,
    pub(super) span: Span,
    /// The number of its lines.
    pub(super) lines: usize,
}

impl Declaration {
    /// The declaration at the beginning of some lines; `untyped` if it needs no type.
    pub(super) fn read(text: &str, lines: &[Span], untyped: bool) -> Option<Declaration> {
        /// A longer one is not about a layout, or does not end.
        const LONGEST: usize = 40;
        let first = lines.first()?;
        let (name, value, typed) = declared(&text[first.clone()])?;
        if !typed && !untyped {
            return None;
        }
        let mut code = String::new();
        for (count, line) in lines.iter().take(LONGEST).enumerate() {
            let content = &text[line.clone()];
            let from = if count == 0 { content.len() - value.len() } else { 0 };
            let (statement, comment) = match remark(&content[from..]) {
                Some((end, behind)) => {
                    (&content[from..from + end], Some(line.start + from + behind..line.end))
                }
                None => (&content[from..], None),
            };
            let end = statement.split_once(';').map(|(end, _)| end);
            code.push_str(end.unwrap_or(statement));
            if end.is_some() || (!typed && open(&code) <= 0) {
                let value = rewritten(&code);
                let span = first.start..line.end;
                let lines = count + 1;
                return Some(Declaration { name, typed, value, comment, span, lines });
            }
            code.push(' ');
        }
        None
    }
}

/// The number of parentheses that a text leaves open.
pub(super) fn open(text: &str) -> isize {
    text.bytes().fold(0, |depth, byte| match byte {
        b'(' | b'[' | b'{' => depth + 1,
        b')' | b']' | b'}' => depth - 1,
        _ => depth,
    })
}

/// The name that a line declares, where its value begins, and whether it has a type.
fn declared(line: &str) -> Option<(String, &str, bool)> {
    let (head, value) = line.split_once('=')?;
    if value.starts_with('=') {
        return None;
    }
    // `x += 1` gives x a value, too.
    let head = head.trim_end().trim_end_matches(['+', '-', '*', '/', '%', '|', '&', '^']);
    let mut words: Vec<&str> = head.split_whitespace().collect();
    let name = words.pop()?.trim_start_matches('&');
    let kinds = ["auto", "auto&", "Layout", "Tensor", "const", "constexpr", "static", "using"];
    let identifier = name.starts_with(|c: char| c.is_ascii_alphabetic())
        && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let declares = words.iter().all(|word| kinds.contains(word));
    (identifier && declares).then(|| (name.to_owned(), value, !words.is_empty()))
}

/// Whether a line of a program begins or ends a function, whose names are not known outside it.
pub(super) fn ends_scope(line: &str) -> bool {
    let content = line.trim_start();
    let indented = content.len() < line.len();
    (!indented && content.starts_with('}'))
        || ["def ", "class ", "fn ", "pub fn "].iter().any(|word| content.starts_with(word))
}

/// Where the code of a line ends and where its comment begins.
pub(super) fn comment(line: &str) -> Option<(usize, usize)> {
    let signs = [("//", 2), ("#", 1)];
    let places = signs.iter().filter_map(|(sign, length)| Some((line.find(sign)?, *length)));
    places.min().map(|(at, length)| (at, at + length))
}

/// The same in a program, where `//` may be a division of Python: behind a statement that ends, and
/// before what is no divisor, it is a comment.
pub(super) fn remark(line: &str) -> Option<(usize, usize)> {
    let (code, said) = comment(line)?;
    let ends = line[..code].trim_end().ends_with([';', '{', '}', ',', '(']);
    if line[..said].ends_with('#') || ends || line[said..].contains([':', ',']) {
        return Some((code, said));
    }
    let behind = line[said..].find('#')?;
    Some((said + behind, said + behind + 1))
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
                out.push_str(match name {
                    "None" => "_",
                    "True" => "true",
                    "False" => "false",
                    name => name,
                });
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
    // `(4,)` is a tuple of one in Python.
    let out = out.split_whitespace().collect::<Vec<_>>().join(" ").replace(",)", ")");
    out.trim_end_matches([';', ' ']).to_owned()
}

/// A call that is written in another way: how it opens and closes, and how much of the text behind
/// the name belongs to the opening.
fn call(name: &str, after: &str) -> Option<(String, String, usize)> {
    let name = name.rsplit("::").next().unwrap_or(name);
    let name = name.strip_prefix("cute.").unwrap_or(name);
    // `layout<1,0>(x)` is a mode of a mode.
    if name == "layout"
        && let Some((path, rest)) = after.strip_prefix('<').and_then(|rest| rest.split_once('>'))
        && rest.starts_with('(')
    {
        return Some((format!("get<{path}>("), ")".into(), path.len() + 3));
    }
    if name == "make_tensor" {
        return tensor(after);
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

/// `make_tensor(pointer, shape, stride)` and `make_tensor<T>(shape, stride)`: of a tensor, the layout.
fn tensor(after: &str) -> Option<(String, String, usize)> {
    let open = after.find('(')?;
    let layout = |length: usize| Some(("Layout(".to_owned(), ")".to_owned(), length));
    if after.starts_with('<') {
        return layout(open + 1);
    }
    let mut depth = 0;
    for (at, c) in after.char_indices().skip(open) {
        match c {
            '(' | '<' | '{' => depth += 1,
            ')' | '>' | '}' => depth -= 1,
            ',' if depth == 1 => return layout(at + 1),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    None
}
