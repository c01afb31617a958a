//! Predicates, with the pair, mode or index that decides them.

use tilework::{Layout, Mode, Tuple};

use super::complement::by_stride;
use super::kinds::answer;
use super::out::{Out, Told, join};
use super::walk::{Call, Operand};
use crate::operations::value::{Value, agree};
use crate::operations::{Id, Operation};

/// Injective, or two indices that collide.
pub(super) fn injective(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    match layout.collision() {
        Ok(Some((x, y))) => {
            let offset = layout.at_index(x).unwrap_or(0);
            out.step("collision:", &format!("`{a}({x}) = {a}({y}) = {offset}`, `{x} != {y}`"))?;
        }
        Ok(None) => separate(out, a, &layout)?,
        Err(_) => out.step(
            "sizes:",
            &format!("more indices than offsets: `{} > {}`", layout.size(), layout.cosize()),
        )?,
    }
    answer(out, call, value, &[])
}

/// Why no two indices collide: strides that exceed what lies below, or else a search.
fn separate(out: &mut Out, a: &str, layout: &Layout) -> Told {
    let (mut moving, still) = by_stride(layout);
    if !still.is_empty() {
        out.step("extent 1:", &format!("{} do not move", join(&still, ", ")))?;
    }
    for mode in &mut moving {
        mode.stride = mode.stride.saturating_abs();
    }
    moving.sort_by_key(|mode| mode.stride);
    let (mut reach, mut steps) = (0_i128, Vec::new());
    for &Mode { extent, stride } in &moving {
        if i128::from(stride) <= reach {
            let text = format!("no two indices have the same offset: `collision({a}) = none`");
            return out.step("exact search:", &text);
        }
        steps.push((format!("stride {stride}:"), reach, stride));
        reach += i128::from(extent - 1) * i128::from(stride);
    }
    for (label, reach, stride) in steps {
        out.step(&label, &format!("beyond the reach of the modes below: `{reach} < {stride}`"))?;
    }
    Ok(())
}

/// Every offset up to the largest.
pub(super) fn surjective(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let cosize = layout.cosize();
    if let Ok(mex) = layout.mex() {
        out.step("without a hole:", &format!("the offsets 0 to {}: `mex({a}) = {mex}`", mex - 1))?;
        if let Ok(Some(at)) = layout.preimage(mex - 1) {
            out.step("taken:", &format!("`{a}({at}) = {}`", mex - 1))?;
        }
        if mex < cosize {
            out.step(
                "missing:",
                &format!("`preimage({a}, {mex}) = none`, and `{mex} < cosize({a}) = {cosize}`"),
            )?;
        } else {
            out.step("the largest offset:", &format!("`cosize({a}) = {cosize} = mex({a})`"))?;
        }
    } else {
        out.step("", call.operation.summary)?;
    }
    answer(out, call, value, &[])
}

/// The strides, sorted, are 1, n0, n0*n1, ...
pub(super) fn contiguous(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let mut modes: Vec<Mode> =
        layout.leaf_modes().iter().filter(|mode| mode.extent > 1).copied().collect();
    modes.sort_by_key(|mode| mode.stride.unsigned_abs());
    if modes.is_empty() {
        out.step("", &format!("one index: `size({a}) = 1`"))?;
    } else {
        out.step("by stride:", &join(&modes, ", "))?;
    }
    let mut next = 1_i64;
    for &Mode { extent, stride } in &modes {
        let step = stride.saturating_abs();
        if step != next {
            out.step(
                &format!("stride {stride}:"),
                &format!("the modes below fill {next} offsets: `{step} != {next}`"),
            )?;
            return answer(out, call, value, &[]);
        }
        let Some(end) = next.checked_mul(extent) else { break };
        out.step(
            &format!("stride {stride}:"),
            &format!("continues where the modes below end; `{next} * {extent} = {end}`"),
        )?;
        next = end;
    }
    if layout.min_offset() < 0 {
        out.step(
            "smallest offset:",
            &format!("{}: negative strides count down", layout.min_offset()),
        )?;
    }
    answer(out, call, value, &[])
}

/// The same function, or the first index at which they differ.
pub(super) fn same_function(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (a, b) = (&call.operands[0], &call.operands[1]);
    let (left, right) = (a.layout(), b.layout());
    out.step(
        "shortest forms:",
        &format!(
            "`coalesce({}) = {}`, `coalesce({}) = {}`",
            a.text,
            left.coalesce(),
            b.text,
            right.coalesce()
        ),
    )?;
    if left.size() != right.size() {
        out.step(
            "sizes:",
            &format!("`size({}) = {} != {} = size({})`", a.text, left.size(), right.size(), b.text),
        )?;
    }
    match left.first_difference(&right) {
        Some(index) => {
            let at = |layout: &Layout| layout.at_index(index).unwrap_or(0);
            let (here, there) = (at(&left), at(&right));
            out.step(
                &format!("index {index}:"),
                &format!("`{}({index}) = {here} != {there} = {}({index})`", a.text, b.text),
            )?;
        }
        None if left.size() == right.size() => {
            out.step("", "each function has one shortest form, so these are the same")?;
        }
        None => out.step("", "they agree where both are defined")?,
    }
    answer(out, call, value, &[])
}

/// Whether the relation holds for two shapes, mode by mode.
pub(super) fn shapes(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (Some(left), Some(right)) =
        (shape(&call.operands[0].value), shape(&call.operands[1].value))
    else {
        return answer(out, call, value, &[]);
    };
    compare(out, call.operation, &left, &right, "")?;
    answer(out, call, value, &[])
}

fn shape(value: &Value) -> Option<Tuple> {
    match value {
        Value::Integer(extent) => Some(Tuple::leaf(*extent)),
        Value::Tuple(tuple) => Some(**tuple),
        Value::Layout(layout) => Some(layout.shape()),
        _ => None,
    }
}

fn compare(out: &mut Out, relation: &Operation, left: &Tuple, right: &Tuple, path: &str) -> Told {
    let label = if path.is_empty() { "whole:".to_owned() } else { format!("mode {path}:") };
    let (name, holds) = (relation.name, relates(relation.id, left, right));
    let whole = format!("`{name}({left}, {right}) = {holds}`");
    // The refined side is the right one; for `evenly_divides` the tiler is.
    if left.is_leaf() || right.is_leaf() || left.rank() != right.rank() {
        let (n, m) = (left.product(), right.product());
        let sizes = match (relation.id, n, m) {
            (Id::Compatible, Ok(n), Ok(m)) if left.is_leaf() && n == m => {
                format!("`{n} = size({right})`, ")
            }
            (Id::Compatible, Ok(n), Ok(m)) if left.is_leaf() => {
                format!("`{n} != {m} = size({right})`, ")
            }
            (Id::WeaklyCompatible, Ok(n), Ok(m)) if left.is_leaf() && n > 0 => {
                format!("`size({right}) % {n} = {}`, ", m % n)
            }
            (Id::EvenlyDivides, Ok(n), Ok(m)) if right.is_leaf() && m > 0 => {
                format!("`{n} % {m} = {}`, ", n.rem_euclid(m))
            }
            _ if !left.is_leaf() && !right.is_leaf() => {
                format!("`rank({left}) = {} != {} = rank({right})`, ", left.rank(), right.rank())
            }
            _ => String::new(),
        };
        return out.step(&label, &format!("{sizes}{whole}"));
    }
    for i in 0..left.rank() {
        let (Ok(a), Ok(b)) = (left.mode(i), right.mode(i)) else { continue };
        let path = if path.is_empty() { i.to_string() } else { format!("{path}.{i}") };
        compare(out, relation, &a, &b, &path)?;
    }
    Ok(())
}

fn relates(relation: Id, left: &Tuple, right: &Tuple) -> bool {
    match relation {
        Id::Compatible => left.compatible(right),
        Id::WeaklyCompatible => left.weakly_compatible(right),
        Id::Congruent => left.congruent(right),
        Id::WeaklyCongruent => left.weakly_congruent(right),
        _ => left.evenly_divides(right),
    }
}

/// `a == b`.
pub(super) fn same_structure(out: &mut Out, left: &Operand, right: &Operand) -> Told {
    let (a, b) = (&left.value, &right.value);
    let holds = agree(a, b);
    out.step("left:", &a.to_string())?;
    out.step("right:", &b.to_string())?;
    if let (false, Value::Layout(x), Value::Layout(y)) = (holds, a, b) {
        match x.first_difference(y) {
            None if x.size() == y.size() => {
                out.step("", &format!("the same function, `{x} ~ {y}`, but other modes"))?
            }
            Some(index) => {
                let at = |layout: &Layout| layout.at_index(index).unwrap_or(0);
                out.step(
                    "",
                    &format!(
                        "at index {index}: `{x}({index}) = {} != {} = {y}({index})`",
                        at(x),
                        at(y)
                    ),
                )?;
            }
            None => {
                out.step("", &format!("`size({x}) = {} != {} = size({y})`", x.size(), y.size()))?
            }
        }
    }
    out.line(&format!("= {holds}"))
}
