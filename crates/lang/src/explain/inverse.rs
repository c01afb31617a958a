//! Inverses: the modes by stride, each with the index at which it starts.

use tilework::{Layout, Mode};

use super::compose;
use super::kinds::{answer, law};
use super::out::{Out, Told, join};
use super::walk::Call;
use crate::value::Value;

/// The coalesced modes and where each starts, by stride.
fn placed(layout: &Layout) -> Vec<(Mode, i64)> {
    let (mut place, mut out) = (1, Vec::new());
    for &mode in layout.coalesce().leaf_modes() {
        if mode.extent > 1 {
            out.push((mode, place));
        }
        place *= mode.extent;
    }
    out.sort_by_key(|(mode, _)| mode.stride);
    out
}

/// Says what the modes are, and in which order they are taken.
fn introduce(
    out: &mut Out,
    a: &str,
    layout: &Layout,
) -> Result<Vec<(Mode, i64)>, crate::Diagnostic> {
    let short = layout.coalesce();
    if short != *layout {
        out.step("coalesce:", &format!("`coalesce({a}) = {short}`, the same function"))?;
    }
    let placed = placed(layout);
    let starts = placed.iter().map(|(mode, place)| format!("{mode} from index {place}"));
    let hidden: Vec<String> =
        placed.iter().map(|(mode, place)| format!("{a}({place}) = {}", mode.stride)).collect();
    if !placed.is_empty() {
        out.step_with("by stride:", &join(starts, ", "), &hidden)?;
    }
    Ok(placed)
}

/// `A(R(i)) = i`.
pub(super) fn right(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let mut next = 1;
    for (mode, place) in introduce(out, a, &layout)? {
        let Mode { extent, stride } = mode;
        let label = format!("offset {next}:");
        if stride == next {
            let end = next * extent;
            let text = format!(
                "`{a}({place}) = {stride}`, so {extent} steps of index {place}: {extent}:{place}; \
                 offsets up to `{stride} * {extent} = {end}`"
            );
            out.step(&label, &text)?;
            next = end;
        } else if stride > next {
            out.step(
                &label,
                &format!("no mode has stride {next}, the next is `{stride} > {next}`"),
            )?;
            break;
        }
    }
    let x = out.variable;
    let checked = law(out, &format!("{a}({}({x})) = {x}", call.result), result.size());
    answer(out, call, &Value::Layout(*result), &[checked])
}

/// `L(A(x)) = x`, or `A(G(A(x))) = A(x)` where modes of stride 0 repeat offsets.
pub(super) fn left(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let (mut below, mut last) = (Mode::new(1, 1), 0);
    for (mode, place) in introduce(out, a, &layout)? {
        if mode.stride == 0 {
            out.step(
                &format!("{mode}:"),
                &format!(
                    "repeats offsets, `{a}({place}) = {a}(0)`: its first coordinate stands for all"
                ),
            )?;
            continue;
        }
        let n = mode.stride / below.stride;
        if n > 1 {
            out.step(
                &format!("up to stride {}:", mode.stride),
                &format!(
                    "`{} / {} = {n}` steps of index {last}: {n}:{last}",
                    mode.stride, below.stride
                ),
            )?;
        }
        (below, last) = (mode, place);
    }
    if below.extent > 1 {
        let n = below.extent;
        out.step(
            "the last mode:",
            &format!("{n} steps of index {last}: `{a}({last}) = {}`, {n}:{last}", below.stride),
        )?;
    }
    let x = out.variable;
    let statement = match call.operation.name {
        "left_inverse" => format!("{}({a}({x})) = {x}", call.result),
        _ => format!("{a}({}({a}({x}))) = {a}({x})", call.result),
    };
    let checked = law(out, &statement, layout.size());
    answer(out, call, &Value::Layout(*result), &[checked])
}

/// The modes of stride 0.
pub(super) fn nullspace(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let (mut place, mut found) = (1, false);
    for &mode in layout.leaf_modes() {
        if mode.stride == 0 && mode.extent > 1 {
            found = true;
            out.step(
                &format!("{mode}:"),
                &format!(
                    "stride 0, steps of index {place}: `{a}({place}) = 0`, so {}:{place}",
                    mode.extent
                ),
            )?;
        }
        place *= mode.extent;
    }
    if !found {
        out.step("", "no mode that moves has stride 0")?;
    }
    let x = out.variable;
    let checked = law(out, &format!("{a}({}({x})) = 0", call.result), result.size());
    answer(out, call, &Value::Layout(*result), &[checked])
}

/// `A o X = C`.
pub(super) fn solve(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, c) = (&call.operands[0], &call.operands[1]);
    if let Ok(inverse) = a.layout().left_inverse() {
        let l = out.letter(&inverse);
        out.step("undo A:", &format!("`{l} = left_inverse({}) = {inverse}`", a.text))?;
        let composed = format!("{l} o {}", c.text);
        if out.holds(&format!("{composed} = {result}")) {
            out.step("on both sides:", &format!("`{composed} = {result}`"))?;
            let layout = c.layout();
            out.inside(|out| compose::derive(out, (&l, &inverse), (&c.text, &layout), result))?;
        } else {
            out.step("on both sides:", &format!("`compose_flat({l}, {}) = {result}`", c.text))?;
        }
    }
    let x = out.variable;
    let checked =
        law(out, &format!("{}({}({x})) = {}({x})", a.text, call.result, c.text), result.size());
    answer(out, call, &Value::Layout(*result), &[checked])
}
