//! Shape and strides as people print them: `shape=(4, 8) strides=(32, 4) dtype=float32`, `torch.Size([4, 8]) (8, 1)`.

use std::collections::VecDeque;

use super::array::{Strides, element_offset, layout};
use super::numpy::{bytes_or_elements, itemsize};
use super::python::{Entry, Item, Kind, dotted_length, item, last};
use super::scan::{Scan, balanced};
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span, quote};

/// What a name says about an array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Field {
    Shape,
    /// Strides in bytes, as numpy has them.
    Strides,
    /// Strides in elements, as PyTorch has them.
    Stride,
    /// The type of the elements, or how many bytes one has.
    Element,
    /// Where it starts: in bytes if its strides are.
    Offset,
    /// Where it starts, in elements.
    StorageOffset,
    /// What says nothing about the layout.
    Other,
}

/// The field of a name, with what is before its last dot left out.
fn field(name: &str) -> Option<Field> {
    Some(match last(name) {
        "shape" | "size" => Field::Shape,
        "strides" => Field::Strides,
        "stride" => Field::Stride,
        "dtype" | "typestr" | "itemsize" | "element_size" => Field::Element,
        "offset" => Field::Offset,
        "storage_offset" => Field::StorageOffset,
        "data" | "descr" | "version" | "stream" | "mask" | "device" | "ndim" | "nbytes"
        | "layout" | "requires_grad" | "is_contiguous" | "numel" => Field::Other,
        _ => return None,
    })
}

/// Whether a text is such a record. It then goes on to the end of the text.
pub(super) fn begins(text: &str) -> bool {
    let start = text.trim_start_matches('(');
    if start.starts_with("torch.Size(") {
        let name = "torch.Size".len();
        let after = start.get(name + balanced(&start[name..])..).unwrap_or("");
        // `torch.Size([4, 8])[0]` is an extent.
        if after.starts_with('[') {
            return false;
        }
        let after = after.trim_start();
        let after = after.strip_prefix(',').unwrap_or(after).trim_start();
        return after.starts_with(['(', '[']) || names(after).0;
    }
    if text.starts_with('(') {
        // Without a letter there is no type, and a shape with `:` behind it is one of ours: these need no
        // second look.
        let after = || text.get(balanced(text)..).unwrap_or("").trim_start();
        return text.bytes().any(|byte| byte.is_ascii_alphabetic())
            && !after().starts_with(':')
            && has_type(text).unwrap_or(false);
    }
    let named = field(text.get(..dotted_length(text)).unwrap_or(""));
    matches!(named, Some(Field::Shape | Field::Strides | Field::Stride))
        && names(text) == (true, true)
}

/// Whether a text gives strides a value, and whether a shape: by a name outside of all brackets, with a sign for
/// "is" or another name after it.
fn names(text: &str) -> (bool, bool) {
    let (mut stride, mut shape, mut at) = (false, false, 0);
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let len = dotted_length(rest);
        if len == 0 {
            let sign = rest.chars().next().map_or(1, char::len_utf8);
            at += if rest.starts_with(['(', '[', '{']) { balanced(rest) } else { sign };
            continue;
        }
        let after = rest[len..].trim_start();
        let (after, call) = match after.strip_prefix("()") {
            Some(after) => (after.trim_start(), true),
            None => (after, false),
        };
        let is = after.starts_with([':', ','])
            || after.starts_with("->")
            || after.starts_with("torch.Size(")
            || (call && after.starts_with(['(', '[']));
        if is || (after.starts_with('=') && !after.starts_with("==")) {
            stride |= matches!(field(&rest[..len]), Some(Field::Strides | Field::Stride));
            shape |= matches!(field(&rest[..len]), Some(Field::Shape));
        }
        at += len;
    }
    (stride, shape)
}

/// Whether a text is a shape, strides and the name of a type: `(4, 8) (32, 4) float32`.
fn has_type(text: &str) -> Result<bool, Diagnostic> {
    let mut scan = Scan::new(text, 0..text.len());
    let mut found = values(item(&mut scan)?);
    while !scan.is_done() && found.len() < 4 {
        let _ = scan.eat(",");
        found.push(item(&mut scan)?);
    }
    let tuple = |item: &Item<'_>| matches!(item.kind, Kind::Group(_)) && item.numbers("").is_ok();
    Ok(match found.as_slice() {
        [shape, strides, name] => tuple(shape) && tuple(strides) && itemsize(name).is_ok(),
        _ => false,
    })
}

/// Reads a record.
pub(super) fn read(text: &str, span: Span) -> Result<Node, Diagnostic> {
    let mut scan = Scan::new(text, span.clone());
    let mut found = Found::default();
    // Names of values that follow later: `a.shape, a.strides -> (4, 8) (32, 4)`.
    let mut names: VecDeque<(Field, &str)> = VecDeque::new();
    while !scan.is_done() {
        if scan.eat(",") || scan.eat(";") || scan.eat("->") {
            continue;
        }
        let value = item(&mut scan)?;
        let name = match &value.kind {
            Kind::Word(name) => Some(*name),
            Kind::Call(name, arguments) if arguments.is_empty() => Some(*name),
            _ => None,
        };
        let known = name.and_then(|name| field(name).map(|field| (field, name)));
        match known {
            Some((field, name)) if scan.eat("=") || scan.eat(":") => {
                // `a.shape, a.strides = (4, 8), (32, 4)`.
                if names.is_empty() {
                    let value = item(&mut scan)?;
                    found.set(field, name, value)?;
                } else {
                    names.push_back((field, name));
                }
            }
            Some(known) => names.push_back(known),
            None => values(value).into_iter().try_for_each(|value| match names.pop_front() {
                Some((field, name)) => found.set(field, name, value),
                None => found.guess(value),
            })?,
        }
    }
    found.node(span)
}

/// Several values in one tuple, as the prompt of Python shows them, each by itself.
fn values(value: Item<'_>) -> Vec<Item<'_>> {
    match value.kind {
        Kind::Group(entries)
            if entries.iter().any(|entry| !matches!(entry.item.kind, Kind::Integer(_))) =>
        {
            entries.into_iter().map(|entry| entry.item).collect()
        }
        _ => vec![value],
    }
}

/// `{'shape': (4, 8), 'strides': None, 'typestr': '<f4'}`: `__array_interface__`, and that of CUDA.
pub(super) fn dictionary(entries: &[Entry<'_>], span: &Span) -> Result<Node, Diagnostic> {
    let mut found = Found::default();
    for entry in entries {
        let Some(key) = entry.key else { continue };
        let Some(field) = field(key) else {
            let message = format!("{} says nothing about an array", quote(key));
            return Err(Diagnostic::syntax(entry.item.span.clone(), message)
                .help("the keys are shape, strides, typestr, and others of __array_interface__"));
        };
        found.set(field, key, entry.item.clone())?;
    }
    found.node(span.clone())
}

/// Whether it is a shape as PyTorch prints it.
fn is_size(item: &Item<'_>) -> bool {
    matches!(item.kind, Kind::Call(name, _) if last(name) == "Size")
}

/// What has been found of an array.
#[derive(Default)]
struct Found<'a> {
    shape: Option<Item<'a>>,
    strides: Option<Item<'a>>,
    stride: Option<Item<'a>>,
    bytes: Option<i64>,
    /// Whether the type of the elements is one of PyTorch.
    torch: bool,
    offset: Option<Item<'a>>,
    storage_offset: Option<Item<'a>>,
}

impl<'a> Found<'a> {
    fn set(&mut self, field: Field, name: &str, value: Item<'a>) -> Result<(), Diagnostic> {
        let place = match field {
            Field::Shape => &mut self.shape,
            Field::Strides => &mut self.strides,
            Field::Stride => &mut self.stride,
            Field::Offset => &mut self.offset,
            Field::StorageOffset => &mut self.storage_offset,
            Field::Element => {
                self.bytes = Some(match value.kind {
                    Kind::Integer(bytes @ 1..) => bytes,
                    Kind::Integer(_) => {
                        let message = "an element has at least one byte";
                        return Err(Diagnostic::syntax(value.span, message));
                    }
                    _ => itemsize(&value)?,
                });
                self.torch |= value.type_name().is_ok_and(|name| name.starts_with("torch."));
                return Ok(());
            }
            Field::Other => return Ok(()),
        };
        if place.is_some() {
            let message = format!("{} is given twice", quote(name));
            return Err(Diagnostic::syntax(value.span, message));
        }
        *place = Some(value);
        Ok(())
    }

    /// A value without a name: the shape comes first, the strides follow, and a name is that of a type.
    fn guess(&mut self, value: Item<'a>) -> Result<(), Diagnostic> {
        let field = match (&value.kind, &self.shape) {
            (Kind::Word(_) | Kind::Text(_), _) => Field::Element,
            (Kind::Call(name, _), _) if last(name) == "dtype" => Field::Element,
            (_, None) => Field::Shape,
            // An offset, after both.
            (Kind::Integer(_), Some(_)) if self.stride.is_some() => Field::StorageOffset,
            (_, Some(shape)) if is_size(shape) => Field::Stride,
            _ => Field::Strides,
        };
        self.set(field, "this", value)
    }

    fn node(self, span: Span) -> Result<Node, Diagnostic> {
        let Some(shape) = &self.shape else {
            return Err(Diagnostic::syntax(span, "there is no shape in this array"));
        };
        // Whatever they are called, the strides of a tensor of PyTorch count elements.
        let torch = self.torch || is_size(shape);
        let shape = shape.numbers("a shape")?;
        let mut bytes = self.bytes.filter(|_| !torch);
        let strides = self.strides.as_ref().filter(|strides| !strides.is_none());
        let strides = match (strides, &self.stride) {
            (_, Some(stride)) => {
                bytes = None;
                Strides::Elements(stride.numbers("a stride")?)
            }
            (Some(strides), None) if torch => Strides::Elements(strides.numbers("strides")?),
            (Some(strides), None) => {
                let numbers = strides.numbers("strides")?;
                let Some(bytes) = bytes else {
                    let message =
                        "strides count bytes in numpy, and nothing says how many an element has";
                    return Err(bytes_or_elements(strides.span.clone(), message));
                };
                Strides::Bytes(numbers, bytes)
            }
            (None, None) => Strides::RowMajor,
        };
        let offset = match (&self.storage_offset, &self.offset) {
            (Some(offset), _) => Some(offset.integer("an offset")?),
            (None, Some(offset)) => {
                let offset = offset.integer("an offset")?;
                Some(match bytes {
                    Some(bytes) => element_offset(offset, bytes)?,
                    None => offset,
                })
            }
            (None, None) => None,
        };
        layout(&shape, strides, offset, span)
    }
}
