//! Arrays of numpy: strides count bytes.

use super::array::{Strides, element_offset, layout};
use super::python::{Entry, Item, Kind, by_name, last};
use super::unsupported;
use crate::syntax::ast::Node;
use crate::syntax::dtype;
use crate::text::diagnostic::{Diagnostic, Span};

/// Whether a function of that name makes an array of numpy.
pub(super) fn is_maker(name: &str) -> bool {
    match name.split_once('.') {
        Some(("np" | "numpy" | "cp" | "cupy", rest)) => {
            matches!(rest, "ndarray" | "empty" | "zeros" | "ones" | "lib.stride_tricks.as_strided")
        }
        _ => name == "stride_tricks.as_strided",
    }
}

/// `np.ndarray((4, 8), np.float32, data, strides=(4, 16))`, `np.zeros((4, 8), order='F')`.
pub(super) fn call(name: &str, arguments: &[Entry<'_>], span: &Span) -> Result<Node, Diagnostic> {
    if last(name) == "as_strided" {
        return Err(bytes_or_elements(
            span.clone(),
            "as_strided does not say how large its elements are",
        ));
    }
    let [shape, dtype, _, offset, strides, order] = match last(name) {
        "ndarray" => by_name(arguments, ["shape", "dtype", "buffer", "offset", "strides", "order"]),
        _ => {
            let [shape, dtype, order] = by_name(arguments, ["shape", "dtype", "order"]);
            [shape, dtype, None, None, None, order]
        }
    };
    let Some(shape) = shape else {
        let message = format!("`{name}` needs a shape");
        return Err(Diagnostic::syntax(span.clone(), message));
    };
    let shape = shape.numbers("a shape")?;
    let bytes = || match dtype {
        Some(dtype) => itemsize(dtype),
        // numpy's default is float64.
        None => Ok(8),
    };
    let offset = match offset.filter(|offset| !offset.is_none()) {
        Some(offset) => Some(element_offset(offset.integer("an offset")?, bytes()?)?),
        None => None,
    };
    let strides = match strides.filter(|strides| !strides.is_none()) {
        Some(strides) => Strides::Bytes(strides.numbers("strides")?, bytes()?),
        None => match order.filter(|order| !order.is_none()) {
            None => Strides::RowMajor,
            Some(order) => match &order.kind {
                Kind::Text("C" | "c") => Strides::RowMajor,
                Kind::Text("F" | "f") => Strides::ColumnMajor,
                _ => {
                    let message = "the order of this array is not known".to_owned();
                    return Err(unsupported(order.span.clone(), message, "write 'C' or 'F'"));
                }
            },
        },
    };
    layout(&shape, strides, offset, span.clone())
}

/// How many bytes an element of a type has.
pub(super) fn itemsize(item: &Item<'_>) -> Result<i64, Diagnostic> {
    let name = item.type_name()?;
    dtype::itemsize(name).map_err(|message| {
        unsupported(item.span.clone(), message, "write itemsize=4, or a name such as float32")
    })
}

/// Strides of which nobody can know what they count.
pub(super) fn bytes_or_elements(span: Span, message: &str) -> Diagnostic {
    let help = "numpy's strides count bytes: add itemsize=4 or dtype=float32; in elements, as PyTorch's, write \
                size=(4, 8) stride=(8, 1)";
    unsupported(span, message.to_owned(), help)
}
