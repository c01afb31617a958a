//! Strides along coordinates, and layouts with coordinates as values: `(4,8):(1@0,1@1)`.

use tilework::{BasisStride, CoordLayout, Nested, Tuple};

use crate::eval::scope::wrong_item;
use crate::operations::coords::{layout_value, stride_value};
use crate::operations::value::Value;
use crate::syntax::ast::Node;
use crate::text::diagnostic::{Diagnostic, Span, refusal};

/// The value of a sum of scaled basis elements.
pub(crate) fn stride(terms: &[(i64, Vec<usize>)], span: &Span) -> Result<Value, Diagnostic> {
    let sum = terms.iter().try_fold(BasisStride::ZERO, |sum, (factor, path)| {
        sum.add(&BasisStride::new(*factor, path)?)
    });
    sum.and_then(|sum| stride_value(Nested::leaf(sum))).map_err(|error| refusal(error, span))
}

/// A tuple of strides, of which some are along coordinates.
pub(crate) fn strides(values: &[Value], items: &[Node], span: &Span) -> Result<Value, Diagnostic> {
    let mut out: Option<Nested<BasisStride>> = None;
    for (value, item) in values.iter().zip(items) {
        let mode = match value {
            Value::Basis(strides) => Ok(**strides),
            Value::Integer(value) => BasisStride::new(*value, &[]).map(Nested::leaf),
            Value::Tuple(tuple) if tuple.length() > 0 => integers(tuple),
            _ => return Err(wrong_item("a tuple of strides", value.kind(), item)),
        };
        let next = mode.and_then(|mode| match out {
            None => mode.select(&[])?.append(&mode),
            Some(head) => head.append(&mode),
        });
        out = Some(next.map_err(|error| refusal(error, span))?);
    }
    let strides = out.map_or(Ok(Value::Nothing), stride_value);
    strides.map_err(|error| refusal(error, span))
}

fn integers(tuple: &Tuple) -> Result<Nested<BasisStride>, tilework::Error> {
    let zero = Nested::leaf(BasisStride::ZERO).select(&[])?;
    let flat = tuple
        .leaves()
        .iter()
        .try_fold(zero, |head, value| head.append(&Nested::leaf(BasisStride::new(*value, &[])?)))?;
    flat.unflatten(tuple)
}

/// `shape:stride`.
pub(crate) fn layout(
    shape: &Tuple,
    strides: &Nested<BasisStride>,
    span: &Span,
) -> Result<Value, Diagnostic> {
    match CoordLayout::new(shape, strides) {
        Ok(layout) => Ok(layout_value(layout)),
        Err(error) => Err(refusal(error, span).labelled("this layout")),
    }
}
