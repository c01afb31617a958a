//! What the operations of the language do with coordinate layouts.

use tilework::{BasisStride, CoordLayout, Layout, Nested, Slicer, Tiler, Tuple};

use crate::operations::answers::{Answer, integer, maybe, maybe_two, modes, truth, tuple};
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// What an operation does with coordinate layouts; `None` when there are none among its arguments,
/// or when it asks for their shapes only.
pub(crate) fn apply(a: &Arguments<'_>) -> Option<Answer> {
    // A part that stands still, as it is printed: `1:0 at (4,16)`.
    if let ("with_offset", [(Value::Layout(of), _), (Value::Tuple(origin), _)]) =
        (a.operation.name, a.values)
        && of.leaf_modes().iter().all(|mode| mode.stride == 0)
    {
        return Some(part((CoordLayout::from(of), *origin)));
    }
    let first = a.values.iter().position(|(value, _)| coordinates(value).is_some())?;
    match (a.operation.name, first) {
        ("slice", 1) => Some(sliced(a).and_then(|(kept, _)| layout(kept))),
        ("slice_and_offset", 1) => Some(sliced(a).and_then(part)),
        ("crd2idx", 1) if a.len() == 2 => {
            Some(a.tuple(0).and_then(|coord| tuple(of(a, 1)?.at(coord)?)))
        }
        ("dice", 1) => Some(a.slicer(0).and_then(|slicer| layout(of(a, 1)?.dice(&slicer)?))),
        _ => together(a)
            .or_else(|| {
                let of = coordinates(&a.values.first()?.0)?;
                structure(a, of).or_else(|| algebra(a, of)).or_else(|| decision(a, of))
            })
            .or_else(|| refusal(a, first)),
    }
}

fn coordinates(value: &Value) -> Option<&CoordLayout> {
    match value {
        Value::Coords(layout) | Value::CoordSlice(layout, _) => Some(layout),
        _ => None,
    }
}

/// Argument `i` as a coordinate layout: one of integers has coordinates without parentheses.
fn of(a: &Arguments<'_>, i: usize) -> Result<CoordLayout, Fault> {
    match a.values.get(i).and_then(|(value, _)| coordinates(value)) {
        Some(layout) => Ok(*layout),
        None => Ok(CoordLayout::from(&a.layout(i)?)),
    }
}

fn layout(layout: CoordLayout) -> Answer {
    Ok(layout_value(layout))
}

fn part(part: (CoordLayout, Tuple)) -> Answer {
    Ok(part_value(part))
}

fn indices(layout: Layout) -> Answer {
    Ok(Value::Layout(layout))
}

fn sliced(a: &Arguments<'_>) -> Result<(CoordLayout, Tuple), Fault> {
    Ok(of(a, 1)?.slice(&a.slicer(0)?)?)
}

/// Operations on several layouts, of which any may be a coordinate layout.
fn together(a: &Arguments<'_>) -> Option<Answer> {
    let filler = || if a.len() == 3 { of(a, 2) } else { Ok(CoordLayout::from(&Layout::UNIT)) };
    let answer = || match a.operation.name {
        "make_layout" if a.len() == 1 => layout(of(a, 0)?),
        "make_layout" => {
            let modes: Vec<CoordLayout> =
                (0..a.len()).map(|i| of(a, i)).collect::<Result<_, _>>()?;
            layout(CoordLayout::concat(&modes)?)
        }
        "append" => layout(of(a, 0)?.append(&of(a, 1)?)?),
        "prepend" => layout(of(a, 0)?.prepend(&of(a, 1)?)?),
        "append_n" => layout(of(a, 0)?.append_n(a.rank(1)?, &filler()?)?),
        "prepend_n" => layout(of(a, 0)?.prepend_n(a.rank(1)?, &filler()?)?),
        "replace" => layout(of(a, 0)?.replace(a.index(1)?, &of(a, 2)?)?),
        "same_function" => truth(of(a, 0)?.same_function(&of(a, 1)?)),
        "first_difference" => maybe(of(a, 0)?.first_difference(&of(a, 1)?)),
        _ => maybe_two(of(a, 0)?.images_meet(&of(a, 1)?)?),
    };
    match a.operation.name {
        "images_meet" if a.len() != 2 => None,
        "make_layout" | "append" | "prepend" | "append_n" | "prepend_n" | "replace"
        | "same_function" | "first_difference" | "images_meet" => Some(answer()),
        _ => None,
    }
}

/// What asks for the modes, and rearranges them.
fn structure(a: &Arguments<'_>, of: &CoordLayout) -> Option<Answer> {
    Some(match a.operation.name {
        "size" => integer(of.size()),
        "shape" => tuple(of.shape()),
        "coshape" => tuple(of.coshape()),
        "stride" => stride_value(of.stride()).map_err(Fault::from),
        "with_offset" => a.tuple(1).and_then(|origin| part((*of, origin))),
        "eval_coord" => a.tuple(1).and_then(|coord| tuple(of.at(coord)?)),
        "get" => a.indices(1).and_then(|path| layout(of.mode_at(&path)?)),
        "select" => modes(a, 1).and_then(|modes| layout(of.select(&modes)?)),
        "take" => a.range(1).and_then(|(begin, end)| layout(of.take(begin, end)?)),
        "group" => a.range(1).and_then(|(begin, end)| layout(of.group(begin, end)?)),
        "remove" => a.index(1).and_then(|mode| layout(of.remove(mode)?)),
        "flatten" => layout(of.flatten()),
        "unflatten" => a.tuple(1).and_then(|like| layout(of.unflatten(&like)?)),
        "with_shape" => a.tuple(1).and_then(|shape| layout(of.with_shape(&shape)?)),
        "coalesce" if a.len() == 1 => layout(of.coalesce()),
        "coalesce" => a.tuple(1).and_then(|profile| layout(of.coalesce_by(&profile)?)),
        "filter" if a.len() == 1 => layout(of.filter()),
        "filter" => a.tuple(1).and_then(|profile| layout(of.filter_by(&profile)?)),
        "filter_zeros" if a.len() == 1 => layout(of.filter_zeros()),
        _ => return None,
    })
}

/// What makes other layouts of it.
fn algebra(a: &Arguments<'_>, of: &CoordLayout) -> Option<Answer> {
    type ByTiler = fn(&CoordLayout, &Tiler) -> tilework::Result<CoordLayout>;
    let by_tiler: Option<ByTiler> = match a.operation.name {
        "composition" | "compose_any" => Some(CoordLayout::compose_tiler),
        "logical_divide" => Some(CoordLayout::logical_divide),
        "zipped_divide" => Some(CoordLayout::zipped_divide),
        "tiled_divide" => Some(CoordLayout::tiled_divide),
        "flat_divide" => Some(CoordLayout::flat_divide),
        "logical_product" => Some(CoordLayout::logical_product),
        "zipped_product" => Some(CoordLayout::zipped_product),
        "tiled_product" => Some(CoordLayout::tiled_product),
        "flat_product" => Some(CoordLayout::flat_product),
        _ => None,
    };
    if let Some(operation) = by_tiler {
        return Some(a.tiler(1).and_then(|tiler| layout(operation(of, &tiler)?)));
    }
    Some(match a.operation.name {
        "compose_flat" => a.layout(1).and_then(|b| layout(of.compose_flat(&b)?)),
        "compose_strict" => a.layout(1).and_then(|b| layout(of.compose_strict(&b)?)),
        "compose_at" => {
            a.integer(1).and_then(|offset| layout(of.compose_at(offset, &a.layout(2)?)?))
        }
        "truncate" => a.integer(1).and_then(|size| layout(of.truncate(size)?)),
        "scale" => a.integer(1).and_then(|factor| layout(of.scale(factor)?)),
        "overhang" => a.tiler(1).and_then(|tiler| integer(of.overhang(&tiler)?)),
        "blocked_product" => a.layout(1).and_then(|b| layout(of.blocked_product(&b)?)),
        "raked_product" => a.layout(1).and_then(|b| layout(of.raked_product(&b)?)),
        "complement" if a.len() == 1 => {
            of.complement_default().map_err(Fault::from).and_then(layout)
        }
        "complement" => a.tuple(1).and_then(|bound| layout(of.complement(&bound)?)),
        "right_inverse" => of.right_inverse().map_err(Fault::from).and_then(indices),
        "left_inverse" => of.left_inverse().map_err(Fault::from).and_then(indices),
        "generalized_inverse" => of.generalized_inverse().map_err(Fault::from).and_then(indices),
        "nullspace" => of.nullspace().map_err(Fault::from).and_then(indices),
        "inner_partition" => parted(a, |t, c| of.inner_partition(t, c)),
        "outer_partition" => parted(a, |t, c| of.outer_partition(t, c)),
        "local_tile" if a.len() == 4 => {
            a.slicer(3).and_then(|p| parted(a, |t, c| of.local_tile_projected(t, c, &p)))
        }
        "local_tile" => parted(a, |t, c| of.local_tile(t, c)),
        "local_partition" => {
            a.layout(1).and_then(|threads| part(of.local_partition(&threads, a.integer(2)?)?))
        }
        _ => return None,
    })
}

fn parted(
    a: &Arguments<'_>,
    parted: impl Fn(&Tiler, &Slicer) -> tilework::Result<(CoordLayout, Tuple)>,
) -> Answer {
    part(parted(&a.tiler(1)?, &a.slicer(2)?)?)
}

fn decision(a: &Arguments<'_>, of: &CoordLayout) -> Option<Answer> {
    let truth = |answer: tilework::Result<bool>| answer.map(Value::Truth).map_err(Fault::from);
    Some(match a.operation.name {
        "is_injective" => truth(of.is_injective()),
        "is_surjective" => truth(of.is_surjective()),
        "is_bijective" => truth(of.is_bijective()),
        "is_contiguous" => truth(of.is_contiguous()),
        "collision" => of.collision().map_err(Fault::from).and_then(maybe_two),
        "preimage" => a.tuple(1).and_then(|value| maybe(of.preimage(&value)?)),
        _ => return None,
    })
}

/// Why an operation has no answer for layouts into coordinates, as argument `i`.
fn refusal(a: &Arguments<'_>, i: usize) -> Option<Answer> {
    let why = match a.operation.name {
        "sort" | "make_layout_like" | "mex" => "coordinates have no order",
        "cosize" => "coshape(A) is the smallest box with all its values",
        "eval1d" | "offsets" => "a list holds integers; A(i) is the coordinate at an index",
        "max_alignment" | "max_common_layout" | "max_common_vector" | "upcast" | "downcast"
        | "recast" => "coordinates are not places in memory",
        // They ask for shapes only.
        "rank"
        | "depth"
        | "length"
        | "congruent"
        | "weakly_congruent"
        | "compatible"
        | "weakly_compatible"
        | "evenly_divides"
        | "shape_div"
        | "shape_mod"
        | "ceil_div"
        | "idx2crd"
        | "crd2crd"
        | "make_layout_left"
        | "make_layout_right"
        | "make_ordered_layout"
        | "make_identity_layout"
        | "domain_distribute" => return None,
        _ => "its values have to be integers",
    };
    let (value, span) = &a.values[i];
    let message = format!("`{}` is not defined for a coordinate layout: {why}", a.operation.name);
    let out = Diagnostic::new("usage", span.clone(), message);
    Some(Err(out.labelled(format!("this is {}: {value}", value.kind())).into()))
}

/// Strides, as integers where they are.
pub(crate) fn stride_value(strides: Nested<BasisStride>) -> tilework::Result<Value> {
    let integers: Option<Vec<i64>> = strides.leaves().iter().map(BasisStride::as_integer).collect();
    Ok(match integers.as_deref() {
        None => Value::Basis(Box::new(strides)),
        Some([value]) if strides.is_leaf() => Value::Integer(*value),
        Some(values) => Value::Tuple(Tuple::from_slice(values)?.unflatten(&strides)?),
    })
}

/// A coordinate layout, as an integer layout where it is one.
pub(crate) fn layout_value(layout: CoordLayout) -> Value {
    match layout.to_layout() {
        Some(layout) => Value::Layout(layout),
        None => Value::Coords(Box::new(layout)),
    }
}

/// A part, with an offset where its values are integers.
pub(crate) fn part_value((layout, origin): (CoordLayout, Tuple)) -> Value {
    match (layout.to_layout(), origin.leaves()) {
        (Some(layout), [offset]) if origin.is_leaf() => Value::Slice(layout, *offset),
        _ => Value::CoordSlice(Box::new(layout), origin),
    }
}
