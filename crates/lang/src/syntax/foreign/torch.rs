//! Tensors of PyTorch: strides count elements.

use super::array::{Numbers, Strides, layout};
use super::python::{Entry, Item, Kind, by_name, last};
use super::unsupported;
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span};

/// Whether a function of that name makes a tensor of PyTorch, or the shape of one.
pub(super) fn is_maker(name: &str) -> bool {
    match name.split_once('.') {
        Some(("torch", rest)) => {
            matches!(
                rest,
                "Size"
                    | "empty_strided"
                    | "as_strided"
                    | "empty"
                    | "zeros"
                    | "ones"
                    | "rand"
                    | "randn"
            )
        }
        // `x.as_strided((4, 8), (8, 1))`, of any tensor.
        Some((module, "as_strided")) => module != "stride_tricks",
        Some(_) => false,
        None => name == "as_strided",
    }
}

/// `torch.empty_strided((4, 8), (8, 1))`, `x.as_strided((4, 8), (8, 1), 3)`, `torch.Size([4, 8])`.
pub(super) fn call(name: &str, arguments: &[Entry<'_>], span: &Span) -> Result<Node, Diagnostic> {
    let place = span.clone();
    match (name, last(name)) {
        (_, "Size") => {
            let item = Item { kind: Kind::Call(name, arguments.to_vec()), span: place };
            Ok(item.numbers("a shape")?.node())
        }
        (_, "empty_strided") => {
            let [size, stride] = by_name(arguments, ["size", "stride"]);
            strided(size, stride, None, place)
        }
        ("torch.as_strided", _) => {
            let [_, size, stride, offset] =
                by_name(arguments, ["input", "size", "stride", "storage_offset"]);
            strided(size, stride, offset, place)
        }
        // As a function without a module, numpy has it, too, but without an offset.
        ("as_strided", _) => {
            let [_, size, stride, offset] =
                by_name(arguments, ["input", "size", "stride", "storage_offset"]);
            let named = arguments.iter().any(|entry| matches!(entry.key, Some("size" | "stride")));
            if offset.is_none() && !named {
                let message = "as_strided counts bytes in numpy and elements in PyTorch";
                return Err(super::numpy::bytes_or_elements(place, message));
            }
            strided(size, stride, offset, place)
        }
        (_, "as_strided") => {
            let [size, stride, offset] = by_name(arguments, ["size", "stride", "storage_offset"]);
            strided(size, stride, offset, place)
        }
        _ => compact(arguments, place),
    }
}

fn strided(
    size: Option<&Item<'_>>,
    stride: Option<&Item<'_>>,
    offset: Option<&Item<'_>>,
    span: Span,
) -> Result<Node, Diagnostic> {
    let (Some(size), Some(stride)) = (size, stride) else {
        return Err(Diagnostic::syntax(span, "a size and a stride are needed"));
    };
    let offset = offset.filter(|offset| !offset.is_none());
    let offset = offset.map(|offset| offset.integer("an offset")).transpose()?;
    let strides = Strides::Elements(stride.numbers("a stride")?);
    layout(&size.numbers("a size")?, strides, offset, span)
}

/// `torch.zeros(4, 8)` and `torch.zeros((4, 8))`.
fn compact(arguments: &[Entry<'_>], span: Span) -> Result<Node, Diagnostic> {
    let format = arguments.iter().find(|entry| entry.key == Some("memory_format"));
    if let Some(format) = format
        && !matches!(format.item.kind, Kind::Word(word) if last(word) == "contiguous_format")
    {
        let message = "the strides of a memory format depend on what the axes mean".to_owned();
        let help = "print the strides: x.shape, x.stride()";
        return Err(unsupported(format.item.span.clone(), message, help));
    }
    let sizes: Vec<&Item<'_>> = arguments
        .iter()
        .filter(|entry| matches!(entry.key, None | Some("size")))
        .map(|entry| &entry.item)
        .collect();
    let shape = match sizes.as_slice() {
        [one] if !matches!(one.kind, Kind::Integer(_)) => one.numbers("a size")?,
        many => {
            let items = many.iter().map(|item| item.integer("a size"));
            let items = items.collect::<Result<_, _>>()?;
            Numbers { items, leaf: false, span: span.clone() }
        }
    };
    layout(&shape, Strides::RowMajor, None, span)
}
