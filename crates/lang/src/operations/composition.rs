//! Composition: of layouts, by mode with a tiler, and of maps in front of layouts.

use tilework::{AnyLayout, Outer, XorMap};

use crate::operations::arguments::{Arguments, Fault};
use crate::operations::value::Value;

type Answer = Result<Value, Fault>;

/// `A o B`.
pub(crate) fn composition(a: &Arguments<'_>) -> Answer {
    match (&a.values[0].0, &a.values[1].0) {
        (Value::Swizzle(_) | Value::Xor(_), Value::Swizzle(_) | Value::Xor(_)) => {
            Ok(a.xor_map(0)?.compose(&a.xor_map(1)?).into())
        }
        (Value::Swizzle(_) | Value::Xor(_), _) | (_, Value::Composed(_)) => composed(a, 0, 1),
        (Value::Layout(left), Value::Layout(right)) => Ok(Value::from(left.compose(right)?)),
        (Value::Composed(left), Value::Layout(right)) => {
            Ok(Value::Composed(Box::new(left.compose(right)?)))
        }
        // A shape, or a tiler.
        _ => Ok(a.any(0)?.compose_tiler(&a.tiler(1)?)?.into()),
    }
}

/// `A o offset o B`, for argument `i` as B.
pub(crate) fn composed(a: &Arguments<'_>, offset: i64, i: usize) -> Answer {
    let inner = a.any(i)?;
    if let Some(map) = a.values[0].0.as_map() {
        return Ok(inner.after(&map, offset)?.into());
    }
    Ok(a.any(0)?.composed_layout(offset, &inner)?.into())
}

/// A map as a layout, plain or behind a swizzle.
pub(crate) fn xor_as_layout(map: &XorMap) -> Answer {
    match map.to_swizzled() {
        Some((swizzle, inner)) if !swizzle.is_identity() => {
            Ok(AnyLayout::Plain(inner).after(&Outer::Swizzle(swizzle), 0)?.into())
        }
        _ => Ok(Value::from(map.to_layout()?)),
    }
}
