//! What the table of operations needs: values from answers of the algebra, and arguments that
//! several operations read alike.

use tilework::{AnyLayout, Coord, Layout, Vector, XorMap, idx2crd_stride};

use crate::operations::arguments::{Arguments, Fault};
use crate::operations::tv::Tv;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

pub(crate) type Answer = Result<Value, Fault>;

pub(crate) fn layout(value: Layout) -> Answer {
    Ok(Value::from(value))
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
    Ok(if value.is_leaf() { Value::Integer(value.leaves()[0]) } else { Value::from(value) })
}

/// The offset, or index, or nothing.
pub(crate) fn maybe(value: Option<i64>) -> Answer {
    Ok(value.map_or(Value::Nothing, Value::Integer))
}

pub(crate) fn maybe_two(value: Option<(i64, i64)>) -> Answer {
    match value {
        Some(two) => Ok(Value::from(Coord::of(two)?)),
        None => Ok(Value::Nothing),
    }
}

/// Every argument, as a layout.
pub(crate) fn layouts(a: &Arguments<'_>) -> Result<Vec<AnyLayout>, Fault> {
    (0..a.len()).map(|i| a.any(i)).collect()
}

/// A part: if plain, with the offset at which it starts; a composed one holds its offset itself.
pub(crate) fn part((layout, offset): (AnyLayout, i64)) -> Answer {
    match layout {
        AnyLayout::Plain(layout) => Ok(Value::Slice(Box::new(layout), offset)),
        composed => any(composed),
    }
}

/// Threads and values on a tile.
pub(crate) fn thread_value(layout: AnyLayout, tile: Coord) -> Answer {
    Ok(Value::Tv(Box::new(Tv::new(layout, tile)?)))
}

/// The thread-value layout that an operation asks for: argument `i`, or in the form of `explicit`
/// arguments a layout and then the tile.
pub(crate) fn held(a: &Arguments<'_>, i: usize, explicit: usize) -> Result<Tv, Fault> {
    if a.len() == explicit {
        Ok(Tv::new(a.any(i)?, a.tile_shape(i + 1)?)?)
    } else {
        a.tv(i).copied()
    }
}

/// Part `i` of two values, and with a longer path a mode of that: `P[1,0]`.
pub(crate) fn nth(a: &Arguments<'_>, parts: [Value; 2]) -> Answer {
    let path = a.indices(1)?;
    let Some((&first, rest)) = path.split_first() else { return Ok(a.values[0].0.clone()) };
    // The refusal of a tuple of two.
    Coord::of((0, 0))?.mode(first)?;
    let [zero, one] = parts;
    match (if first == 0 { zero } else { one }, rest) {
        (part, []) => Ok(part),
        (Value::Integer(extent), rest) => tuple(Coord::leaf(extent).mode_at(rest)?),
        (Value::Tuple(part), rest) => tuple(part.mode_at(rest)?),
        (Value::Composed(part), rest) => any(AnyLayout::Composed(*part).mode_at(rest)?),
        (Value::Layout(part), rest) => layout(part.mode_at(rest)?),
        (part, _) => Ok(part),
    }
}

pub(crate) fn pair(a: AnyLayout, b: AnyLayout) -> Answer {
    Ok(Value::Pair(Box::new([a, b])))
}

/// A layout whose modes have been changed. A composed layout among them is
/// beside the others, not inside them.
pub(crate) fn with_modes(
    of: AnyLayout,
    change: impl FnOnce(&mut Vec<AnyLayout>),
) -> Result<AnyLayout, Fault> {
    let modes: Result<Vec<_>, _> = (0..of.rank()).map(|i| of.mode(i)).collect();
    let mut modes = modes?;
    change(&mut modes);
    Ok(AnyLayout::concat(&modes)?)
}

/// Elements of another width: of a map, or of a layout, whose pointer may move.
pub(crate) fn cast(
    a: &Arguments<'_>,
    map: impl FnOnce(XorMap) -> Result<XorMap, Fault>,
    layout: impl FnOnce(AnyLayout) -> Result<(AnyLayout, i64), Fault>,
) -> Answer {
    if a.values.first().is_some_and(|(value, _)| value.as_map().is_some()) {
        return Ok(map(a.xor_map(0)?)?.into());
    }
    match layout(a.any(0)?)? {
        (AnyLayout::Plain(layout), offset) => moved((layout, offset)),
        (composed, _) => any(composed),
    }
}

/// A layout whose pointer may have moved.
pub(crate) fn moved((layout, offset): (Layout, i64)) -> Answer {
    Ok(if offset == 0 { Value::from(layout) } else { Value::Slice(Box::new(layout), offset) })
}

/// The widest vector of the first argument, or the one along the mode that the second one names.
pub(crate) fn vector(a: &Arguments<'_>) -> Result<Vector, Fault> {
    let (of, base) = a.placed(0)?;
    let found = match a.len() {
        1 => of.vector()?,
        _ => of.vector_along(&a.indices(1)?)?,
    };
    Ok(found.at(base))
}

/// The widest vector of a copy between the first two arguments, or the one along the mode that the third
/// one names.
pub(crate) fn common_vector(a: &Arguments<'_>) -> Result<Vector, Fault> {
    let ((from, here), (to, there)) = (a.placed(0)?, a.placed(1)?);
    let found = match a.len() {
        2 => from.common_vector(&to)?,
        _ => from.common_vector_along(&to, &a.indices(2)?)?,
    };
    Ok(found.at(here).at(there))
}

/// The largest number of offsets that is listed.
const LONGEST: i64 = 1 << 20;

pub(crate) fn table(a: &Arguments<'_>, count: i64) -> Result<(), Fault> {
    if count < 0 {
        let message = format!("{count} offsets cannot be listed");
        return Err(Diagnostic::new("usage", a.span.clone(), message).into());
    }
    if count > LONGEST {
        let message = format!("{count} offsets are more than the {LONGEST} that can be listed");
        return Err(Diagnostic::new("too-large", a.span.clone(), message).into());
    }
    Ok(())
}

/// Indices from argument `from` on, each an integer or a tuple of them.
pub(crate) fn modes(a: &Arguments<'_>, from: usize) -> Result<Vec<usize>, Fault> {
    let parts: Vec<_> = (from..a.len()).map(|i| a.indices(i)).collect::<Result<_, _>>()?;
    Ok(parts.concat())
}

/// The mode that fills the missing ranks.
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
