//! What the table of operations needs: values from answers of the algebra, and arguments that
//! several operations read alike.

use tilework::{AnyLayout, Coord, Layout, idx2crd_stride};

use crate::arguments::{Arguments, Fault};
use crate::value::Value;

pub(crate) type Answer = Result<Value, Fault>;

pub(crate) fn layout(value: Layout) -> Answer {
    Ok(Value::Layout(value))
}

pub(crate) fn any(value: AnyLayout) -> Answer {
    Ok(value.into())
}

pub(crate) fn integer(value: i64) -> Answer {
    Ok(Value::Integer(value))
}

pub(crate) fn truth(value: bool) -> Answer {
    Ok(Value::Truth(value))
}

pub(crate) fn tuple(value: Coord) -> Answer {
    Ok(if value.is_leaf() { Value::Integer(value.leaves()[0]) } else { Value::Tuple(value) })
}

/// The offset, or index, or nothing.
pub(crate) fn maybe(value: Option<i64>) -> Answer {
    Ok(value.map_or(Value::Nothing, Value::Integer))
}

pub(crate) fn maybe_two(value: Option<(i64, i64)>) -> Answer {
    match value {
        Some(two) => Ok(Value::Tuple(Coord::of(two)?)),
        None => Ok(Value::Nothing),
    }
}

/// Every argument from the first on, as a layout.
pub(crate) fn layouts(a: &Arguments<'_>) -> Result<Vec<Layout>, Fault> {
    (0..a.len()).map(|i| a.layout(i)).collect()
}

pub(crate) fn part((layout, offset): (Layout, i64)) -> Answer {
    Ok(Value::Slice(layout, offset))
}

/// How many offsets are listed at most.
const LONGEST: i64 = 1 << 20;

pub(crate) fn table(a: &Arguments<'_>, count: i64) -> Result<(), Fault> {
    if count < 0 {
        let message = format!("{count} offsets cannot be listed");
        return Err(crate::Diagnostic::new("usage", a.span.clone(), message).into());
    }
    if count > LONGEST {
        let message =
            format!("{count} offsets are more than the {LONGEST} that are listed at most");
        return Err(crate::Diagnostic::new("too-large", a.span.clone(), message).into());
    }
    Ok(())
}

/// Indices from argument `from` on, each an integer or a tuple of them.
pub(crate) fn modes(a: &Arguments<'_>, from: usize) -> Result<Vec<usize>, Fault> {
    let parts: Vec<_> = (from..a.len()).map(|i| a.indices(i)).collect::<Result<_, _>>()?;
    Ok(parts.concat())
}

/// The mode to fill up with.
pub(crate) fn filler(a: &Arguments<'_>) -> Result<Layout, Fault> {
    if a.len() == 3 { a.layout(2) } else { Ok(Layout::UNIT) }
}

/// `idx2crd` with strides, mode by mode where the index is a tuple.
pub(crate) fn idx2crd_by_mode(
    index: &Coord,
    shape: &Coord,
    stride: &Coord,
) -> Result<Coord, tilework::Error> {
    if let (true, [index]) = (index.is_leaf(), index.leaves()) {
        return idx2crd_stride(*index, shape, stride);
    }
    let mut out = Coord::from_slice(&[])?;
    for i in 0..index.rank().max(shape.rank()) {
        out = out.append(&idx2crd_by_mode(&index.mode(i)?, &shape.mode(i)?, &stride.mode(i)?)?)?;
    }
    Ok(out)
}
