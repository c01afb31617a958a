//! What the operations of the language do with coordinate layouts.

use tilework::{BasisStride, CoordLayout, Layout, Nested, Slicer, Tiler, Tuple, TvLayout};

use crate::operations::Id;
use crate::operations::answers::{Answer, held, integer, maybe, maybe_two, modes, truth, tuple};
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::tv::Tv;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// What an operation does with coordinate layouts; `None` when there are none among its arguments,
/// or when it only needs their shapes.
pub(crate) fn apply(a: &Arguments<'_>) -> Option<Answer> {
    // A part of stride 0, as it is printed: `1:0 at (4,16)`.
    if let (Id::WithOffset, [(Value::Layout(of), _), (Value::Tuple(origin), _)]) =
        (a.operation.id, a.values)
        && of.leaf_modes().iter().all(|mode| mode.stride == 0)
    {
        return Some(part((CoordLayout::from(&**of), **origin)));
    }
    let first = a.values.iter().position(|(value, _)| coordinates(value).is_some())?;
    match (a.operation.id, first) {
        (Id::Slice, 1) => Some(sliced(a).and_then(|(kept, _)| layout(kept))),
        (Id::SliceAndOffset, 1) => Some(sliced(a).and_then(part)),
        (Id::Crd2idx, 1) if a.len() == 2 => {
            Some(a.coord(0).and_then(|coord| tuple(of(a, 1)?.at(coord)?)))
        }
        // A part of an identity layout says which elements are inside.
        (Id::PartitionA | Id::PartitionB | Id::PartitionC | Id::PartitionS | Id::PartitionD, 1) => {
            None
        }
        (Id::Dice, 1) => Some(a.slicer(0).and_then(|slicer| layout(of(a, 1)?.dice(&slicer)?))),
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
    Ok(Value::from(layout))
}

fn sliced(a: &Arguments<'_>) -> Result<(CoordLayout, Tuple), Fault> {
    Ok(of(a, 1)?.slice(&a.slicer(0)?)?)
}

/// Operations on several layouts, of which any may be a coordinate layout.
fn together(a: &Arguments<'_>) -> Option<Answer> {
    let filler = || if a.len() == 3 { of(a, 2) } else { Ok(CoordLayout::from(&Layout::UNIT)) };
    let answer = || match a.operation.id {
        Id::MakeLayout if a.len() == 1 => layout(of(a, 0)?),
        Id::MakeLayout => {
            let modes: Vec<CoordLayout> =
                (0..a.len()).map(|i| of(a, i)).collect::<Result<_, _>>()?;
            layout(CoordLayout::concat(&modes)?)
        }
        Id::Append => layout(of(a, 0)?.append(&of(a, 1)?)?),
        Id::Prepend => layout(of(a, 0)?.prepend(&of(a, 1)?)?),
        Id::AppendN => layout(of(a, 0)?.append_n(a.rank(1)?, &filler()?)?),
        Id::PrependN => layout(of(a, 0)?.prepend_n(a.rank(1)?, &filler()?)?),
        Id::Replace => layout(of(a, 0)?.replace(a.index(1)?, &of(a, 2)?)?),
        Id::SameFunction => truth(of(a, 0)?.same_function(&of(a, 1)?)),
        Id::FirstDifference => maybe(of(a, 0)?.first_difference(&of(a, 1)?)),
        _ => maybe_two(of(a, 0)?.images_meet(&of(a, 1)?)?),
    };
    match a.operation.id {
        Id::ImagesMeet if a.len() != 2 => None,
        Id::MakeLayout
        | Id::Append
        | Id::Prepend
        | Id::AppendN
        | Id::PrependN
        | Id::Replace
        | Id::SameFunction
        | Id::FirstDifference
        | Id::ImagesMeet => Some(answer()),
        _ => None,
    }
}

/// Operations that query the modes, or rearrange them.
fn structure(a: &Arguments<'_>, of: &CoordLayout) -> Option<Answer> {
    Some(match a.operation.id {
        Id::Size => integer(of.size()),
        Id::Shape => tuple(of.shape()),
        Id::Coshape => tuple(of.coshape()),
        Id::Stride => stride_value(of.stride()).map_err(Fault::from),
        Id::WithOffset => a.tuple(1).and_then(|origin| part((*of, origin))),
        Id::EvalCoord => a.coord(1).and_then(|coord| tuple(of.at(coord)?)),
        Id::Get => a.indices(1).and_then(|path| layout(of.mode_at(&path)?)),
        Id::Select => modes(a, 1).and_then(|modes| layout(of.select(&modes)?)),
        Id::Take => a.range(1).and_then(|(begin, end)| layout(of.take(begin, end)?)),
        Id::Group => a.range(1).and_then(|(begin, end)| layout(of.group(begin, end)?)),
        Id::Remove => a.index(1).and_then(|mode| layout(of.remove(mode)?)),
        Id::Flatten => layout(of.flatten()),
        Id::Unflatten => a.tuple(1).and_then(|like| layout(of.unflatten(&like)?)),
        Id::WithShape => a.tuple(1).and_then(|shape| layout(of.with_shape(&shape)?)),
        Id::Coalesce if a.len() == 1 => layout(of.coalesce()),
        Id::Coalesce => a.tuple(1).and_then(|profile| layout(of.coalesce_by(&profile)?)),
        Id::Filter if a.len() == 1 => layout(of.filter()),
        Id::Filter => a.tuple(1).and_then(|profile| layout(of.filter_by(&profile)?)),
        Id::FilterZeros if a.len() == 1 => layout(of.filter_zeros()),
        _ => return None,
    })
}

/// Operations that compute other layouts from it.
fn algebra(a: &Arguments<'_>, of: &CoordLayout) -> Option<Answer> {
    type ByTiler = fn(&CoordLayout, &Tiler) -> Result<CoordLayout, tilework::Error>;
    let by_tiler: Option<ByTiler> = match a.operation.id {
        Id::Composition | Id::ComposeAny => Some(CoordLayout::compose_tiler),
        Id::LogicalDivide => Some(CoordLayout::logical_divide),
        Id::ZippedDivide => Some(CoordLayout::zipped_divide),
        Id::TiledDivide => Some(CoordLayout::tiled_divide),
        Id::FlatDivide => Some(CoordLayout::flat_divide),
        Id::LogicalProduct => Some(CoordLayout::logical_product),
        Id::ZippedProduct => Some(CoordLayout::zipped_product),
        Id::TiledProduct => Some(CoordLayout::tiled_product),
        Id::FlatProduct => Some(CoordLayout::flat_product),
        _ => None,
    };
    if let Some(operation) = by_tiler {
        return Some(a.tiler(1).and_then(|tiler| layout(operation(of, &tiler)?)));
    }
    Some(match a.operation.id {
        Id::ComposeFlat => a.layout(1).and_then(|b| layout(of.compose_flat(&b)?)),
        Id::ComposeStrict => a.layout(1).and_then(|b| layout(of.compose_strict(&b)?)),
        Id::ComposeAt => {
            a.integer(1).and_then(|offset| layout(of.compose_at(offset, &a.layout(2)?)?))
        }
        Id::Truncate => a.integer(1).and_then(|size| layout(of.truncate(size)?)),
        Id::Scale => a.integer(1).and_then(|factor| layout(of.scale(factor)?)),
        Id::Overhang => a.tiler(1).and_then(|tiler| integer(of.overhang(&tiler)?)),
        Id::BlockedProduct => a.layout(1).and_then(|b| layout(of.blocked_product(&b)?)),
        Id::RakedProduct => a.layout(1).and_then(|b| layout(of.raked_product(&b)?)),
        Id::Complement if a.len() == 1 => {
            of.complement_default().map_err(Fault::from).and_then(layout)
        }
        Id::Complement => a.tuple(1).and_then(|bound| layout(of.complement(&bound)?)),
        Id::RightInverse => of.right_inverse().map_err(Fault::from).and_then(indices),
        Id::LeftInverse => of.left_inverse().map_err(Fault::from).and_then(indices),
        Id::GeneralizedInverse => of.generalized_inverse().map_err(Fault::from).and_then(indices),
        Id::Nullspace => of.nullspace().map_err(Fault::from).and_then(indices),
        Id::InnerPartition => parted(a, |t, c| of.inner_partition(t, c)),
        Id::OuterPartition => parted(a, |t, c| of.outer_partition(t, c)),
        Id::LocalTile if a.len() == 4 => {
            a.slicer(3).and_then(|p| parted(a, |t, c| of.local_tile_projected(t, c, &p)))
        }
        Id::LocalTile => parted(a, |t, c| of.local_tile(t, c)),
        Id::Partition => held(a, 1, 4).and_then(|tv| {
            let cells = TvLayout::new(&with_strides(a, &tv)?, tv.tile())?;
            part(of.partition_by(&cells, a.integer(a.len() - 1)?)?)
        }),
        Id::LocalPartition => {
            a.layout(1).and_then(|threads| part(of.local_partition(&threads, a.integer(2)?)?))
        }
        _ => return None,
    })
}

/// From (thread, value) to cells, with strides: a coordinate layout has no maps in front of it.
fn with_strides(a: &Arguments<'_>, tv: &Tv) -> Result<Layout, Fault> {
    match tv.layout().to_layout()? {
        (layout, 0) => Ok(layout),
        (_, first) => {
            let message = format!(
                "`{}` of a coordinate layout needs cell 0 at thread 0, value 0, and here that is {first}",
                a.operation.name
            );
            Err(Diagnostic::new("nonzero-origin", a.values[1].1.clone(), message).into())
        }
    }
}

fn parted(
    a: &Arguments<'_>,
    parted: impl Fn(&Tiler, &Slicer) -> Result<(CoordLayout, Tuple), tilework::Error>,
) -> Answer {
    part(parted(&a.tiler(1)?, &a.slicer(2)?)?)
}

fn decision(a: &Arguments<'_>, of: &CoordLayout) -> Option<Answer> {
    let truth =
        |answer: Result<bool, tilework::Error>| answer.map(Value::Truth).map_err(Fault::from);
    Some(match a.operation.id {
        Id::IsInjective => truth(of.is_injective()),
        Id::IsSurjective => truth(of.is_surjective()),
        Id::IsBijective => truth(of.is_bijective()),
        Id::IsContiguous => truth(of.is_contiguous()),
        Id::Collision => of.collision().map_err(Fault::from).and_then(maybe_two),
        Id::Preimage => a.tuple(1).and_then(|value| maybe(of.preimage(&value)?)),
        _ => return None,
    })
}

/// Why an operation is not defined for a coordinate layout as argument `i`.
fn refusal(a: &Arguments<'_>, i: usize) -> Option<Answer> {
    let why = match a.operation.id {
        Id::Sort | Id::MakeLayoutLike | Id::Mex => "coordinates have no order",
        Id::Cosize => "coshape(A) is the smallest box with all its values",
        Id::Eval1d | Id::Offsets => "a list holds integers; A(i) is the coordinate at an index",
        Id::MaxAlignment
        | Id::MaxCommonLayout
        | Id::MaxCommonVector
        | Id::VectorWidth
        | Id::VectorAlignment
        | Id::CommonVector
        | Id::StridedView
        | Id::Upcast
        | Id::Downcast
        | Id::Recast => "coordinates are not places in memory",
        // They ask for shapes only.
        Id::PartitionFragmentA | Id::PartitionFragmentB | Id::PartitionFragmentC => return None,
        Id::Rank
        | Id::Depth
        | Id::Length
        | Id::Congruent
        | Id::WeaklyCongruent
        | Id::Compatible
        | Id::WeaklyCompatible
        | Id::EvenlyDivides
        | Id::ShapeDiv
        | Id::ShapeMod
        | Id::CeilDiv
        | Id::Idx2crd
        | Id::Crd2crd
        | Id::MakeLayoutLeft
        | Id::MakeLayoutRight
        | Id::MakeOrderedLayout
        | Id::MakeIdentityLayout
        | Id::DomainDistribute => return None,
        _ => "its values have to be integers",
    };
    let (value, span) = &a.values[i];
    let message = format!("`{}` is not defined for a coordinate layout: {why}", a.operation.name);
    let out = Diagnostic::new("usage", span.clone(), message);
    Some(Err(out.labelled(format!("this is {}: {value}", value.kind())).into()))
}

/// Strides, as integers if all of them are.
pub(crate) fn stride_value(strides: Nested<BasisStride>) -> Result<Value, tilework::Error> {
    let integers: Option<Vec<i64>> = strides.leaves().iter().map(BasisStride::as_integer).collect();
    Ok(match integers.as_deref() {
        None => Value::Basis(Box::new(strides)),
        Some([value]) if strides.is_leaf() => Value::Integer(*value),
        Some(values) => Value::from(Tuple::from_slice(values)?.unflatten(&strides)?),
    })
}

/// A coordinate layout, as an integer layout if it is one.
pub(crate) fn layout_value(layout: CoordLayout) -> Value {
    match layout.to_layout() {
        Some(layout) => Value::from(layout),
        None => Value::Coords(Box::new(layout)),
    }
}

/// A part, with an offset if its values are integers.
pub(crate) fn part_value((layout, origin): (CoordLayout, Tuple)) -> Value {
    match (layout.to_layout(), origin.leaves()) {
        (Some(layout), [offset]) if origin.is_leaf() => Value::Slice(Box::new(layout), *offset),
        _ => Value::CoordSlice(Box::new(layout), Box::new(origin)),
    }
}
