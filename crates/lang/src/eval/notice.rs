//! What an operation does that is often not meant: tiles that overhang, an index past the end, a layout that
//! is applied as a whole, a shape that is read as a layout.
//!
//! Each is right as it is, and one sentence says what it is. Finding none costs a few comparisons.

use tilework::{AnyLayout, Coord, ErrorKind, Layout, Order, Shape, Slicer, Tiler};

use crate::operations::arguments::as_tiler;
use crate::operations::mirror::Turn;
use crate::operations::value::Value;
use crate::operations::{Figure, Id, Kind, Operation};
use crate::text::diagnostic::Span;

/// How many notes one statement has at most: each is compared with those before it.
const MOST: usize = 100;

/// What may surprise about a call where indices count in this order, in sentences.
pub(crate) fn notices(
    order: Order,
    operation: &Operation,
    operands: &[(Value, Span)],
    result: &Value,
    notes: &mut Vec<String>,
) {
    let mut say = |note: Option<String>| {
        if let Some(note) = note
            && notes.len() <= MOST
            && !notes.contains(&note)
        {
            let last = notes.len() == MOST;
            notes.push(if last { format!("there are more than these {MOST} notes") } else { note });
        }
    };
    let form = operation.form(operands.len());
    for (i, (value, _)) in operands.iter().enumerate() {
        if let Value::Tuple(shape) = value
            && let Some(Kind::Any | Kind::Layout | Kind::Function) =
                form.argument(i).map(|a| a.kind)
        {
            say(compact(order, shape));
        }
    }
    let [(first, _), (second, _), ..] = operands else { return };
    match operation.id {
        Id::Composition => say(past_the_end(order, first, second)),
        Id::EvalCoord => say(outside(first, second)),
        Id::Slice => {
            say(not_there(second, first));
            say(dropped_offset(order, second, first));
        }
        Id::SliceAndOffset | Id::Dice => say(not_there(second, first)),
        Id::Reshape if order == Order::Colex => say(row_major_inside(operands, result)),
        Id::InnerPartition | Id::OuterPartition | Id::LocalTile => {
            say(as_tiler(second).and_then(|tiler| parts_outside(operation, first, &tiler.ok()?)));
        }
        Id::Partition => {
            let tile = match (second, operands.get(2)) {
                (Value::Tv(tv), _) => Some(*tv.tile()),
                (_, Some((tile, _))) => coordinate(tile),
                _ => None,
            };
            let tiler = tile.and_then(|tile| Tiler::shape(&tile).ok());
            say(tiler.and_then(|tiler| parts_outside(operation, first, &tiler)));
        }
        Id::LocalPartition => {
            let threads = shape(second).and_then(|shape| shape.product_each().ok());
            let tiler = threads.and_then(|threads| Tiler::shape(&threads).ok());
            say(tiler.and_then(|tiler| parts_outside(operation, first, &tiler)));
        }
        _ if matches!(operation.figure, Figure::Divide(_)) => {
            if order == Order::Colex {
                say(as_a_whole(operation, first, second, result));
            }
            say(overhang(operation, first, second, result));
        }
        _ => {}
    }
}

/// A shape where a layout is needed.
fn compact(order: Order, shape: &Shape) -> Option<String> {
    let layout = Layout::compact_in(order, shape).ok()?;
    (layout.rank() > 1).then(|| format!("the shape {shape} is read as the compact layout {layout}"))
}

/// `A o B`, where B reaches indices that A does not have.
fn past_the_end(order: Order, a: &Value, b: &Value) -> Option<String> {
    let (Value::Layout(a), Value::Layout(b)) = (a, b) else { return None };
    let (most, size) = (b.max_offset(), a.size());
    let slowest = if order == Order::Lex { "first" } else { "last" };
    (most >= size).then(|| {
        format!(
            "{b} reaches index {most} of {a}, which has {size}: past its end it continues on its \
             {slowest} mode; compose_strict refuses that"
        )
    })
}

/// `A(5,2)` and `A(40)`, where A has no such coordinate.
fn outside(a: &Value, coord: &Value) -> Option<String> {
    let (shape, coord) = (shape(a)?, coordinate(coord)?);
    let fixed = coord.to_slicer();
    let (found, extent) = beyond(&fixed, &shape)?;
    let what = if coord.is_leaf() { "index" } else { "coordinate" };
    Some(format!("{what} {found} is past the end, {extent}: the layout continues there"))
}

/// A slice at a coordinate that the layout does not have.
fn not_there(a: &Value, slicer: &Value) -> Option<String> {
    let Value::Slicer(slicer) = slicer else { return outside(a, slicer) };
    let (found, extent) = beyond(slicer, &shape(a)?)?;
    Some(format!(
        "there is no such slice: coordinate {found} is past the end, {extent}; the layout continues there"
    ))
}

/// `A(_,2)` is a layout, and where it starts is not part of that.
fn dropped_offset(order: Order, a: &Value, slicer: &Value) -> Option<String> {
    let Value::Slicer(slicer) = slicer else { return None };
    let of = any(a)?;
    let (part, offset) = match order {
        Order::Lex => Turn::Whole.any(&of).ok()?.slice_and_offset(&slicer.mirrored()).ok()?,
        Order::Colex => of.slice_and_offset(slicer).ok()?,
    };
    // A composed layout has its offset inside.
    (part.as_ref().plain().is_some() && offset != 0).then(|| {
        format!("the slice starts at offset {offset}; slice_and_offset({slicer}, {a}) includes it")
    })
}

/// A reshape in row-major order, with modes inside of modes: those count row-major, too.
fn row_major_inside(operands: &[(Value, Span)], result: &Value) -> Option<String> {
    let col_major = matches!(operands.get(2), Some((Value::Order(Order::Colex), _)));
    let asked = operands.get(1).and_then(|(value, _)| shape(value))?;
    (!col_major && shape(result)?.depth() > asked.depth()).then(|| {
        "the modes inside of a mode count row-major, as the reshape does; --order lex reads them so".to_owned()
    })
}

/// Tiles that cover more than there is, and how to tell what is inside.
fn overhang(operation: &Operation, a: &Value, tiler: &Value, result: &Value) -> Option<String> {
    let (inside, covered) = (size(a)?, size(result)?);
    if covered <= inside {
        return None;
    }
    let predicate = predicate(operation, &shape(a)?, &as_tiler(tiler)?.ok()?, tiler)?;
    Some(format!(
        "`{}` covers {covered} of {inside}, {} outside; {predicate}",
        operation.name,
        covered - inside
    ))
}

/// Which of the elements that tiles cover are inside: the same operation on coordinates, and what they have
/// to be below.
fn predicate(
    operation: &Operation,
    shape: &Shape,
    tiler: &Tiler,
    written: &Value,
) -> Option<String> {
    let name = operation.name;
    if !tiler.is_by_mode() || shape.rank() < 2 {
        let size = shape.product().ok()?;
        return Some(format!("inside where {name}({size}:1, {written})(x) < {size}"));
    }
    // A tile by mode counts the elements of its mode, unless it goes deeper itself.
    let deeper = (0..tiler.rank()).any(|i| tiler.mode(i).is_ok_and(|mode| mode.is_by_mode()));
    let shape = if deeper { *shape } else { shape.product_each().ok()? };
    Some(format!(
        "inside where {name}(make_identity_layout({shape}), {written})(x) < {shape} in every component"
    ))
}

/// A part of a layout whose tiles overhang.
fn parts_outside(operation: &Operation, a: &Value, tiler: &Tiler) -> Option<String> {
    let overhang = any(a)?.overhang(tiler).ok()?;
    let size = size(a)?;
    (overhang > 0).then(|| {
        format!(
            "the tiles of `{}` cover {} of {size}, {overhang} outside: parts at the end reach past it",
            operation.name,
            size.saturating_add(overhang)
        )
    })
}

/// A division by a layout of as many modes, where a tile of each mode is what is usually meant.
fn as_a_whole(operation: &Operation, a: &Value, tiler: &Value, result: &Value) -> Option<String> {
    let (Value::Layout(a), Value::Layout(tile), Value::Layout(result)) = (a, tiler, result) else {
        return None;
    };
    if a.rank() < 2 || tile.rank() != a.rank() {
        return None;
    }
    let shape = tile.shape().product_each().ok()?;
    if shape.leaves().iter().zip(a.shape().product_each().ok()?.leaves()).any(|(t, n)| t > n) {
        return None;
    }
    let by_mode = a.zipped_divide(&Tiler::shape(&shape).ok()?).ok()?;
    // Both ways of dividing can be the same function.
    if by_mode.coalesce() == result.coalesce() {
        return None;
    }
    let extents: Vec<String> = shape.leaves().iter().map(i64::to_string).collect();
    Some(format!(
        "`{}` applies {tile} to all indices of {a} in order; <{}> divides it mode by mode",
        operation.name,
        extents.join(",")
    ))
}

/// The first fixed coordinate that is past the end of its mode, and that end.
fn beyond(slicer: &Slicer, shape: &Shape) -> Option<(i64, i64)> {
    match Layout::col_major(shape).ok()?.check_slice(slicer).err()?.kind() {
        ErrorKind::OutOfBounds { coordinate, extent } => Some((coordinate, extent)),
        _ => None,
    }
}

fn coordinate(value: &Value) -> Option<Coord> {
    match value {
        Value::Integer(index) => Some(Coord::leaf(*index)),
        Value::Tuple(coord) => Some(**coord),
        _ => None,
    }
}

fn any(value: &Value) -> Option<AnyLayout> {
    match value {
        Value::Composed(composed) => Some(AnyLayout::Composed(**composed)),
        _ => value.strided()?.ok().map(|(layout, _)| AnyLayout::Plain(layout)),
    }
}

fn shape(value: &Value) -> Option<Shape> {
    match value {
        Value::Layout(layout) | Value::Slice(layout, _) => Some(layout.shape()),
        Value::Composed(composed) => Some(composed.shape()),
        Value::Coords(layout) | Value::CoordSlice(layout, _) => Some(layout.shape()),
        Value::Integer(extent) => Some(Shape::leaf(*extent)),
        Value::Tuple(shape) => Some(**shape),
        _ => None,
    }
}

fn size(value: &Value) -> Option<i64> {
    shape(value)?.product().ok()
}
