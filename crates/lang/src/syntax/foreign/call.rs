//! Calls and dictionaries of Python that make an array: `np.ndarray(...)`, `torch.empty_strided(...)`, `{'shape': ...}`.

use super::python::{Kind, dotted_length, item};
use super::scan::{Scan, balanced};
use super::{numpy, record, torch};
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span};

/// The length of a call or a dictionary that makes an array, if one begins here.
pub(super) fn begins(text: &str, first: bool) -> Option<usize> {
    if let Some(inside) = text.strip_prefix('{') {
        let quoted = inside.trim_start().starts_with(['\'', '"']);
        return (first && quoted).then(|| balanced(text));
    }
    let (name, after) = text.split_at_checked(dotted_length(text))?;
    // The only one without a dot.
    let likely = name == "as_strided" || name.as_bytes().contains(&b'.');
    let known = likely && (numpy::is_maker(name) || torch::is_maker(name));
    (known && after.starts_with('(')).then(|| name.len() + balanced(after))
}

/// Reads such a call or dictionary.
pub(super) fn read(text: &str, span: Span) -> Result<Node, Diagnostic> {
    let mut scan = Scan::new(text, span);
    let item = item(&mut scan)?;
    if !scan.is_done() {
        return scan.fail("nothing else");
    }
    match &item.kind {
        Kind::Call(name, arguments) if numpy::is_maker(name) => {
            numpy::call(name, arguments, &item.span)
        }
        Kind::Call(name, arguments) => torch::call(name, arguments, &item.span),
        Kind::Group(entries) => record::dictionary(entries, &item.span),
        _ => scan.fail("an array"),
    }
}
