//! Views: the same memory under another shape. A part keeps the offset at which it starts.

use tilework::{AnyLayout, CoordLayout, Error, Order, Tuple};

use crate::operations::Id;
use crate::operations::answers::Answer;
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::coords::{layout_value, part_value};
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// A view of a layout or of a part of one.
pub(crate) fn view(
    a: &Arguments<'_>,
    view: impl FnOnce(AnyLayout) -> Result<AnyLayout, Fault>,
) -> Answer {
    let (of, start) = a.placed(0)?;
    Ok(match (view(of)?, &a.values[0].0) {
        (AnyLayout::Plain(layout), Value::Slice(..)) => Value::Slice(Box::new(layout), start),
        (layout, _) => layout.into(),
    })
}

/// `can_view` and `reshape`.
pub(crate) fn shaped(
    a: &Arguments<'_>,
    shaped: fn(&AnyLayout, &Tuple, Order) -> Result<AnyLayout, Error>,
) -> Answer {
    let (shape, order) = (a.tuple(1)?, a.order(2)?);
    view(a, |of| Ok(shaped(&of, &shape, order)?))
}

/// The modes in the given order, or all of them in reverse.
pub(crate) fn permute(a: &Arguments<'_>) -> Answer {
    view(a, |of| Ok(of.permute(&permutation(a, of.rank())?)?))
}

fn permutation(a: &Arguments<'_>, rank: usize) -> Result<Vec<usize>, Fault> {
    if a.len() == 1 { Ok((0..rank).rev().collect()) } else { a.axes(1, rank) }
}

/// Without all modes of one element, or without those that are named.
pub(crate) fn squeeze(a: &Arguments<'_>) -> Answer {
    view(a, |of| match a.len() {
        1 => Ok(of.squeeze()),
        _ => Ok(of.squeeze_modes(&a.axes(1, of.rank())?)?),
    })
}

/// All modes from their ends, or those that are named; from where that starts.
pub(crate) fn flip(a: &Arguments<'_>) -> Answer {
    let (of, start) = a.placed(0)?;
    let (flipped, moved) = of.flip(&flipped(a, of.rank())?)?;
    let AnyLayout::Plain(layout) = flipped else { return Ok(flipped.into()) };
    match start.checked_add(moved) {
        Some(offset) => Ok(Value::Slice(Box::new(layout), offset)),
        None => Err(a.too_far().into()),
    }
}

fn flipped(a: &Arguments<'_>, rank: usize) -> Result<Vec<usize>, Fault> {
    if a.len() == 1 { Ok((0..rank).collect()) } else { a.axes(1, rank) }
}

/// Strides over the memory of a layout; of a part, over the memory of that part.
pub(crate) fn as_strided(a: &Arguments<'_>) -> Answer {
    let (of, start) = a.placed(0)?;
    let offset = if a.len() == 4 { a.integer(3)? } else { start };
    // The memory of a part begins where the part does.
    let Some(inside) = offset.checked_sub(start) else {
        return Err(a.too_far().into());
    };
    let layout = of.as_strided(&a.tuple(1)?, &a.tuple(2)?, inside)?;
    Ok(if offset == 0 && !matches!(a.values[0].0, Value::Slice(..)) {
        Value::from(layout)
    } else {
        Value::Slice(Box::new(layout), offset)
    })
}

/// Views of coordinate layouts; `None` for other layouts and operations.
pub(crate) fn of_coordinates(a: &Arguments<'_>) -> Option<Answer> {
    let (Value::Coords(of) | Value::CoordSlice(of, _)) = &a.values.first()?.0 else { return None };
    let rank = of.rank();
    let answer = || -> Result<CoordLayout, Fault> {
        Ok(match a.operation.id {
            Id::CanView => of.can_view(&a.tuple(1)?, a.order(2)?)?,
            Id::Reshape => of.reshape(&a.tuple(1)?, a.order(2)?)?,
            Id::Permute => of.permute(&permutation(a, rank)?)?,
            Id::SwapDims => of.swap_dims(a.axis(1, rank)?, a.axis(2, rank)?)?,
            Id::Squeeze if a.len() == 1 => of.squeeze()?,
            Id::Squeeze => of.squeeze_modes(&a.axes(1, rank)?)?,
            Id::Unsqueeze => of.unsqueeze(a.axis(1, rank + 1)?)?,
            _ => of.broadcast_to(&a.tuple(1)?)?,
        })
    };
    match a.operation.id {
        Id::Flip => Some(flip_coordinates(a, of)),
        Id::CanView
        | Id::Reshape
        | Id::Permute
        | Id::SwapDims
        | Id::Squeeze
        | Id::Unsqueeze
        | Id::BroadcastTo => Some(answer().map(|layout| match &a.values[0].0 {
            Value::CoordSlice(_, origin) => part_value((layout, **origin)),
            _ => layout_value(layout),
        })),
        _ => None,
    }
}

fn flip_coordinates(a: &Arguments<'_>, of: &CoordLayout) -> Answer {
    let (flipped, moved) = of.flip(&flipped(a, of.rank())?)?;
    let Value::CoordSlice(_, origin) = &a.values[0].0 else {
        return Ok(part_value((flipped, moved)));
    };
    let sums = origin.leaves().iter().zip(moved.leaves()).map(|(a, b)| a.checked_add(*b));
    match sums.collect::<Option<Vec<i64>>>() {
        Some(sums) => Ok(part_value((flipped, Tuple::from_slice(&sums)?.unflatten(origin)?))),
        None => Err(a.too_far().into()),
    }
}

impl Arguments<'_> {
    /// The error for an offset that has no number.
    fn too_far(&self) -> Diagnostic {
        let message = format!("{}: the offset does not fit into 64 bits", self.operation.name);
        Diagnostic::new("overflow", self.span.clone(), message)
    }
}
