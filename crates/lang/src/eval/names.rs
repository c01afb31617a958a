//! Unknown names, and what was probably meant.

use crate::operations;
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// The error for a name without a value; `known` are those that have one.
pub(crate) fn unknown_value<'a>(
    name: &'a str,
    span: &Span,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let out = unknown(span, format!("{} has no value", quote(name)));
    if let Some(operation) = operations::find(name) {
        return out.help(format!("it is an operation: {}", operation.usage()));
    }
    advised(out, name, nearest(name, known.chain(operation_names())), "define it")
}

/// The error for a name with arguments that is neither an operation nor a layout.
pub(crate) fn unknown_operation<'a>(
    name: &'a str,
    span: &Span,
    known: impl Iterator<Item = &'a str>,
) -> Diagnostic {
    let message = format!("there is no operation {}, and no layout of that name", quote(name));
    let near = nearest(name, operation_names().chain(known));
    advised(unknown(span, message), name, near, "to name a layout")
}

/// The error for what a value does not have behind its dot; `members` are those that it has.
pub(crate) fn unknown_member(
    name: &str,
    span: &Span,
    kind: &str,
    members: &[&'static str],
) -> Diagnostic {
    let message = format!("{kind} has no {}", quote(name));
    let out = unknown(span, message);
    match nearest(name, members.iter().copied().chain(operation_names())) {
        Some(near) => out.help(format!("did you mean `.{near}`?")),
        None if members.is_empty() => out.help("any operation can follow the dot: A.shape"),
        None => {
            let members: Vec<String> = members.iter().map(|name| format!(".{name}")).collect();
            out.help(format!("it has {}, and any operation can follow the dot", members.join(", ")))
        }
    }
}

fn unknown(span: &Span, message: String) -> Diagnostic {
    Diagnostic::new("unknown-name", span.clone(), message).labelled("unknown")
}

/// With the name that was probably meant, or how to give this one a value.
fn advised(out: Diagnostic, name: &str, near: Option<&str>, how: &str) -> Diagnostic {
    match near {
        Some(near) => out.help(format!("did you mean `{near}`?")),
        None if name.len() <= 40 => out.help(format!("{how}: {name} = (4,8):(1,4)")),
        None => out,
    }
}

pub(crate) fn operation_names<'a>() -> impl Iterator<Item = &'a str> {
    operations::all().iter().flat_map(|op| [op.name].into_iter().chain(op.aliases.iter().copied()))
}

/// The name that is spelled most like `word`, if one is close.
///
/// ```
/// use tilework_lang::report::nearest;
///
/// assert_eq!(nearest("expain", ["draw", "explain"].into_iter()), Some("explain"));
/// assert_eq!(nearest("quux", ["draw", "explain"].into_iter()), None);
/// ```
pub fn nearest<'a>(word: &str, names: impl Iterator<Item = &'a str>) -> Option<&'a str> {
    // Names are short; what is longer than any is near to none.
    if word.len() > 40 {
        return None;
    }
    let closest = names.map(|name| (distance(word, name), name)).min()?;
    (closest.0 <= word.len() / 3).then_some(closest.1)
}

/// The number of letters to insert, delete or change.
fn distance(a: &str, b: &str) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.bytes().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, y) in b.bytes().enumerate() {
            let change = diagonal + usize::from(!x.eq_ignore_ascii_case(&y));
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}
