//! Which explainer explains an operation, and how its operands are read.

use tilework::{Layout, Slicer, Tiler};

use super::out::{Out, Told, for_all, join};
use super::walk::Call;
use super::{
    complement, compose, composed, decide, hardware, inverse, laws, partition, pointwise, simplify,
    threads, tile, vector, views, window,
};
use crate::operations::value::Value;
use crate::operations::{Id, Kind};

/// A value as an argument of that kind; `None` when it needs no conversion.
pub(super) fn convert(value: &Value, kind: Kind) -> Option<Value> {
    let layout = match (kind, value) {
        (Kind::Any | Kind::Placed | Kind::Layout | Kind::Function, Value::Tv(tv)) => {
            return Some(tv.layout_value());
        }
        (
            Kind::Any | Kind::Placed | Kind::Layout | Kind::Function | Kind::Tiler,
            Value::Integer(extent),
        ) => Layout::new(*extent, 1),
        (Kind::Any | Kind::Placed | Kind::Layout | Kind::Function, Value::Tuple(shape)) => {
            Layout::col_major(shape)
        }
        (Kind::Any | Kind::Layout | Kind::Function, Value::Slice(layout, _)) => Ok(**layout),
        (Kind::Tiler, Value::Tuple(shape)) => return Tiler::shape(shape).ok().map(Value::from),
        _ => return None,
    };
    layout.ok().map(Value::from)
}

/// The items of a tiler `<...>`; `None` for any other value.
pub(super) fn tiler_parts(value: &Value) -> Option<Vec<Value>> {
    let Value::Tiler(tiler) = value else {
        return None;
    };
    debug_assert!(tiler.is_by_mode(), "a layout is a value of its own");
    let modes = (0..tiler.rank()).map(|i| {
        let mode = tiler.mode(i).ok()?;
        Some(match mode.as_layout() {
            Some(layout) => Value::from(layout),
            None if mode.is_by_mode() => Value::from(mode),
            None => Value::from(Slicer::leaf(None)),
        })
    });
    modes.collect()
}

/// Explains how the value of an operation is derived.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    if call.operation.is_hardware() {
        return hardware::explain(out, call, value);
    }
    let mut operands = call.operands.iter().map(|operand| &operand.value);
    if matches!(call.operation.id, Id::VectorWidth | Id::VectorAlignment | Id::CommonVector) {
        return vector::explain(out, call, value);
    }
    if value.is_beyond_strides() || operands.any(Value::is_beyond_strides) {
        return composed::explain(out, call, value);
    }
    let result = match value {
        Value::Layout(layout) => **layout,
        _ => Layout::UNIT,
    };
    if call.operation.id == Id::MakeIdentityLayout {
        return laws::explain(out, call, value);
    }
    // The derivations are those of integer layouts.
    let coords =
        |value: &Value| matches!(value, Value::Basis(_) | Value::Coords(_) | Value::CoordSlice(..));
    if coords(value) || call.operands.iter().any(|operand| coords(&operand.value)) {
        return answer(out, call, value, &[]);
    }
    match call.operation.id {
        Id::Composition | Id::ComposeFlat | Id::ComposeStrict => {
            compose::explain(out, call, &result)
        }
        Id::ComposeAt => window::at_offset(out, call, &result),
        Id::WithShape => window::with_shape(out, call, &result),
        Id::CanView | Id::Reshape => views::shaped(out, call, value),
        Id::Permute | Id::SwapDims | Id::Squeeze | Id::Unsqueeze | Id::BroadcastTo => {
            views::modes(out, call, value)
        }
        Id::Flip => views::flip(out, call, value),
        Id::Complement | Id::ComplementExact | Id::ComplementImage => {
            complement::explain(out, call, &result)
        }
        Id::LogicalDivide
        | Id::ZippedDivide
        | Id::TiledDivide
        | Id::FlatDivide
        | Id::LogicalProduct
        | Id::ZippedProduct
        | Id::TiledProduct
        | Id::FlatProduct => tile::explain(out, call, &result),
        Id::BlockedProduct | Id::RakedProduct => tile::by_rank(out, call, &result),
        Id::TileToShape => tile::to_shape(out, call, &result),
        Id::Overhang => tile::overhang(out, call, value),
        Id::InnerPartition | Id::OuterPartition | Id::LocalTile | Id::LocalPartition => {
            partition::explain(out, call, value)
        }
        Id::MakeLayoutTv | Id::Partition | Id::Owners | Id::Owner | Id::Coverage => {
            threads::explain(out, call, value)
        }
        Id::RightInverse => inverse::right(out, call, &result),
        Id::LeftInverse | Id::GeneralizedInverse => inverse::left(out, call, &result),
        Id::Nullspace => inverse::nullspace(out, call, &result),
        Id::Solve => inverse::solve(out, call, &result),
        Id::Coalesce => simplify::coalesce(out, call, &result),
        Id::Filter | Id::FilterZeros => simplify::filter(out, call, &result),
        Id::Recover => simplify::recover(out, call, &result),
        Id::Slice | Id::SliceAndOffset | Id::Dice => simplify::slice(out, call, value),
        Id::EvalCoord | Id::Crd2idx => simplify::evaluate(out, call, value),
        Id::Sum => pointwise::sum(out, call, &result),
        Id::Truncate => pointwise::truncate(out, call, &result),
        Id::Upcast => pointwise::upcast(out, call, value),
        Id::Downcast => pointwise::downcast(out, call, value),
        Id::Recast => pointwise::recast(out, call, value),
        Id::IsInjective | Id::Collision => decide::injective(out, call, value),
        Id::IsSurjective | Id::Mex => decide::surjective(out, call, value),
        Id::IsBijective | Id::IsContiguous => decide::contiguous(out, call, value),
        Id::SameFunction | Id::FirstDifference => decide::same_function(out, call, value),
        Id::Compatible
        | Id::WeaklyCompatible
        | Id::Congruent
        | Id::WeaklyCongruent
        | Id::EvenlyDivides => decide::shapes(out, call, value),
        _ => laws::explain(out, call, value),
    }
}

/// The last line: the value, and the laws that were checked on it.
pub(super) fn answer(out: &mut Out, call: &Call, value: &Value, laws: &[String]) -> Told {
    let (shown, hidden) = match value {
        Value::List(numbers) if numbers.len() > 64 => {
            let first = join(numbers.iter().take(32), ",");
            (format!("[{first},...] ({} numbers)", numbers.len()), None)
        }
        // A sentence is not read again.
        Value::Record(_) => (value.to_string(), None),
        value => (value.to_string(), Some(format!("{} = {value}", call.text))),
    };
    let before = out.lines();
    if !laws.is_empty() {
        let checked = laws.join("; ");
        out.line_with(&format!("= {shown}     checked: {checked}"), hidden.as_slice())?;
    }
    // The value is shown even if its laws are beyond what can be checked.
    if out.lines() == before {
        out.line_with(&format!("= {shown}"), hidden.as_slice())?;
    }
    Ok(())
}

/// `` `law for all x < n` ``, for `x` the variable of laws.
pub(super) fn law(out: &Out, law: &str, size: i64) -> String {
    let (range, of) = for_all(out.variable, size);
    format!("`{law} {range}`{of}")
}
