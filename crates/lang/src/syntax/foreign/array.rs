//! Shape, strides and offset as an expression: `shape:stride`, and `at offset` for a part.

use super::{integer, unsupported};
use crate::operations::Id;
use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::{Diagnostic, Span};

/// An integer and its place.
pub(super) type Number = (i64, Span);

/// A tuple of integers and its place; an integer by itself is a leaf.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    pub(super) items: Vec<Number>,
    pub(super) leaf: bool,
    pub(super) span: Span,
}

/// How the strides of an array are given.
pub(super) enum Strides {
    /// In elements.
    Elements(Numbers),
    /// In bytes, of elements of so many bytes.
    Bytes(Numbers, i64),
    /// The last axis is fastest, as in C.
    RowMajor,
    /// The first axis is fastest, as in Fortran.
    ColumnMajor,
}

impl Numbers {
    /// The tuple as an expression.
    pub(super) fn node(&self) -> Node {
        let mut items = self.items.iter().map(|(value, span)| integer(*value, span));
        match (self.leaf, items.next()) {
            (true, Some(item)) => item,
            (_, first) => {
                let items = first.into_iter().chain(items).collect();
                Node { expr: Expr::Tuple(items), span: self.span.clone() }
            }
        }
    }
}

/// The layout of an array, from an offset in elements on, as an expression of this text.
///
/// # Errors
/// Strides that are no whole number of elements, or a number of them that is not that of the axes.
pub(super) fn layout(
    shape: &Numbers,
    strides: Strides,
    offset: Option<Number>,
    span: Span,
) -> Result<Node, Diagnostic> {
    let stride = match strides {
        Strides::Elements(strides) => strides,
        Strides::Bytes(strides, bytes) => {
            count(shape, &strides)?;
            elements(shape, strides, bytes)?
        }
        Strides::RowMajor => compact(shape, shape.items.len(), |i, rank| rank - 1 - i)?,
        Strides::ColumnMajor => compact(shape, shape.items.len(), |i, _| i)?,
    };
    count(shape, &stride)?;
    let (shape, stride) = (shape.node(), Numbers { leaf: shape.leaf, ..stride }.node());
    let expr = Expr::Layout(Box::new(shape), Box::new(stride));
    let layout = Node { expr, span: span.clone() };
    Ok(match offset {
        Some((offset, place)) if offset != 0 => {
            let operands = vec![layout, integer(offset, &place)];
            Node { expr: Expr::Call(Id::WithOffset.operation(), place, operands), span }
        }
        _ => layout,
    })
}

/// An offset in bytes as one in elements.
pub(super) fn element_offset(offset: Number, bytes: i64) -> Result<Number, Diagnostic> {
    let (offset, span) = offset;
    if offset % bytes != 0 {
        return Err(split(offset, bytes, "offset", span));
    }
    Ok((offset / bytes, span))
}

fn elements(shape: &Numbers, strides: Numbers, bytes: i64) -> Result<Numbers, Diagnostic> {
    let mut out = strides;
    for ((stride, span), (extent, _)) in out.items.iter_mut().zip(&shape.items) {
        // What an axis of one element has for a stride never matters.
        if *extent != 1 && *stride % bytes != 0 {
            return Err(split(*stride, bytes, "stride", span.clone()));
        }
        *stride /= bytes;
    }
    Ok(out)
}

fn split(value: i64, bytes: i64, what: &str, span: Span) -> Diagnostic {
    let message = format!("{what} {value} is no whole number of elements of {bytes} bytes");
    let help = "for parts of elements, read the array as one of smaller elements";
    unsupported(span, message, help)
}

fn count(shape: &Numbers, strides: &Numbers) -> Result<(), Diagnostic> {
    let (axes, count) = (shape.items.len(), strides.items.len());
    if axes == count {
        return Ok(());
    }
    let message = format!("{axes} extents need as many strides, not {count}");
    Err(Diagnostic::new("usage", strides.span.clone(), message)
        .labelled(format!("{count} strides"))
        .label(shape.span.clone(), format!("{axes} extents")))
}

/// The strides of a compact array: axis `order(i, rank)` is the i-th from the fastest.
fn compact(
    shape: &Numbers,
    rank: usize,
    order: impl Fn(usize, usize) -> usize,
) -> Result<Numbers, Diagnostic> {
    let mut items: Vec<Number> = shape.items.clone();
    let mut stride = Some(1_i64);
    for i in 0..rank {
        let axis = order(i, rank);
        let Some(step) = stride else {
            let message = "the size of this array does not fit into 64 bits";
            return Err(Diagnostic::new("overflow", shape.span.clone(), message));
        };
        // An extent of 0 is refused with the shape.
        stride = step.checked_mul(shape.items[axis].0.max(1));
        items[axis].0 = step;
    }
    Ok(Numbers { items, leaf: shape.leaf, span: shape.span.clone() })
}
