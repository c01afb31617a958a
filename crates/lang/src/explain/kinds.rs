//! Which operation is explained how, and what it reads its operands as.

use tilework::{Layout, Tiler};

use super::out::{Out, Told, for_all, join};
use super::walk::Call;
use super::{
    complement, compose, composed, decide, inverse, laws, partition, pointwise, simplify, tile,
    window,
};
use crate::eval::scope::Scope;
use crate::operations::value::Value;
use crate::syntax::ast::Statement;
use crate::syntax::parser::parse;

/// What an operation reads an operand as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Layout,
    Tiler,
    Anything,
}

/// What operation `name` reads operand `i` of `count` as.
pub(super) fn wanted(name: &str, i: usize, count: usize) -> Wanted {
    let layout = match name {
        "composition" | "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide"
        | "overhang" | "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
            return if i == 0 { Wanted::Layout } else { Wanted::Tiler };
        }
        "blocked_product" | "raked_product" | "compose_flat" | "compose_strict"
        | "max_common_layout" | "max_common_vector" | "common_refinement" | "sum" | "solve"
        | "same_function" | "first_difference" => true,
        "images_meet" => i == 0 || i == if count == 2 { 1 } else { 2 },
        "compose_at" => i == 0 || i == 2,
        "slice" | "slice_and_offset" | "dice" => i == 1,
        "append" | "prepend" => true,
        "append_n" | "prepend_n" | "replace" => i == 0 || i == 2,
        "make_layout"
        | "make_layout_left"
        | "make_layout_right"
        | "make_ordered_layout"
        | "size"
        | "get"
        | "rank"
        | "depth"
        | "length"
        | "crd2idx"
        | "idx2crd"
        | "crd2crd"
        | "flatten"
        | "recover"
        | "shape_div"
        | "shape_mod"
        | "ceil_div"
        | "domain_distribute"
        | "congruent"
        | "weakly_congruent"
        | "compatible"
        | "weakly_compatible"
        | "evenly_divides" => false,
        _ => i == 0,
    };
    if layout { Wanted::Layout } else { Wanted::Anything }
}

/// A value as what is wanted; `None` when it is that already.
pub(super) fn convert(value: &Value, wanted: Wanted) -> Option<Value> {
    match (wanted, value) {
        (Wanted::Layout, Value::Integer(extent)) => Layout::new(*extent, 1).ok().map(Value::Layout),
        (Wanted::Layout, Value::Tuple(shape)) => Layout::col_major(shape).ok().map(Value::Layout),
        (Wanted::Layout, Value::Slice(layout, _)) => Some(Value::Layout(*layout)),
        (Wanted::Tiler, Value::Integer(extent)) => Layout::new(*extent, 1).ok().map(Value::Layout),
        (Wanted::Tiler, Value::Tuple(shape)) if shape.is_leaf() => {
            Layout::col_major(shape).ok().map(Value::Layout)
        }
        (Wanted::Tiler, Value::Tuple(shape)) => Tiler::shape(shape).ok().map(Value::Tiler),
        _ => None,
    }
}

/// The tilers of a by-mode tiler `<...>`, or of a value that is none, nothing.
pub(super) fn tiler_parts(value: &Value) -> Option<Vec<Value>> {
    let Value::Tiler(tiler) = value else {
        return None;
    };
    // The algebra keeps tilers closed; the notation does not.
    let Ok(Statement::Expression(node)) = parse(&tiler.to_string()) else {
        return None;
    };
    match &node.expr {
        crate::syntax::ast::Expr::Tiler(items) => {
            items.iter().map(|item| Scope::new().evaluate(item).ok()).collect()
        }
        _ => None,
    }
}

/// Explains how an operation comes to its value.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let mut operands = call.operands.iter().map(|operand| &operand.value);
    if value.is_beyond_strides() || operands.any(Value::is_beyond_strides) {
        return composed::explain(out, call, value);
    }
    let result = match value {
        Value::Layout(layout) => *layout,
        _ => Layout::UNIT,
    };
    // The derivations are those of integer layouts.
    let coords =
        |value: &Value| matches!(value, Value::Basis(_) | Value::Coords(_) | Value::CoordSlice(..));
    if coords(value) || call.operands.iter().any(|operand| coords(&operand.value)) {
        return answer(out, call, value, &[]);
    }
    match call.operation.name {
        "composition" | "compose_flat" | "compose_strict" => compose::explain(out, call, &result),
        "compose_at" => window::at_offset(out, call, &result),
        "with_shape" => window::with_shape(out, call, &result),
        "complement" | "complement_exact" | "complement_image" => {
            complement::explain(out, call, &result)
        }
        "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide" => {
            tile::divide(out, call, &result)
        }
        "logical_product" | "zipped_product" | "tiled_product" | "flat_product" => {
            tile::product(out, call, &result)
        }
        "blocked_product" | "raked_product" => tile::by_rank(out, call, &result),
        "tile_to_shape" => tile::to_shape(out, call, &result),
        "overhang" => tile::overhang(out, call, value),
        "inner_partition" | "outer_partition" | "local_tile" | "local_partition" => {
            partition::explain(out, call, value)
        }
        "right_inverse" => inverse::right(out, call, &result),
        "left_inverse" | "generalized_inverse" => inverse::left(out, call, &result),
        "nullspace" => inverse::nullspace(out, call, &result),
        "solve" => inverse::solve(out, call, &result),
        "coalesce" => simplify::coalesce(out, call, &result),
        "filter" | "filter_zeros" => simplify::filter(out, call, &result),
        "recover" => simplify::recover(out, call, &result),
        "slice" | "slice_and_offset" | "dice" => simplify::slice(out, call, value),
        "eval_coord" | "crd2idx" => simplify::evaluate(out, call, value),
        "sum" => pointwise::sum(out, call, &result),
        "truncate" => pointwise::truncate(out, call, &result),
        "upcast" => pointwise::upcast(out, call, value),
        "downcast" => pointwise::downcast(out, call, value),
        "recast" => pointwise::recast(out, call, value),
        "is_injective" | "collision" => decide::injective(out, call, value),
        "is_surjective" | "mex" => decide::surjective(out, call, value),
        "is_bijective" | "is_contiguous" => decide::contiguous(out, call, value),
        "same_function" | "first_difference" => decide::same_function(out, call, value),
        "compatible" | "weakly_compatible" | "congruent" | "weakly_congruent"
        | "evenly_divides" => decide::shapes(out, call, value),
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
        value => (value.to_string(), Some(format!("{} = {value}", call.text))),
    };
    let before = out.lines();
    if !laws.is_empty() {
        let checked = laws.join("; ");
        out.line_with(&format!("= {shown}     checked: {checked}"), hidden.as_slice())?;
    }
    // The value is told also where its laws are beyond what can be checked.
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
