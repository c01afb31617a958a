//! Inverses: the modes by stride, each with the index at which it starts.

use tilework::{Layout, Mode};

use super::compose;
use super::kinds::{answer, law};
use super::out::{Out, Told, join};
use super::walk::Call;
use crate::operations::Id;
use crate::operations::value::Value;

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
    answer(out, call, &Value::from(*result), &[checked])
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
    let statement = match call.operation.id {
        Id::LeftInverse => format!("{}({a}({x})) = {x}", call.result),
        _ => format!("{a}({}({a}({x}))) = {a}({x})", call.result),
    };
    let checked = law(out, &statement, layout.size());
    answer(out, call, &Value::from(*result), &[checked])
}

/// The modes of stride 0, and steps up and down that cancel.
pub(super) fn nullspace(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let moving = || layout.leaf_modes().iter().filter(|mode| mode.extent > 1);
    let cancel = moving().any(|mode| mode.stride > 0) && moving().any(|mode| mode.stride < 0);
    if cancel {
        out.step("", "positive and negative strides can cancel, so every index is checked")?;
    }
    let (mut place, mut found) = (1, false);
    let modes = if cancel { result.leaf_modes() } else { layout.leaf_modes() };
    for &mode in modes {
        let step = if cancel { mode.stride } else { place };
        if (cancel || mode.stride == 0) && mode.extent > 1 {
            found = true;
            let (why, extent) = (if cancel { "" } else { "stride 0, " }, mode.extent);
            out.step(
                &format!("{mode}:"),
                &format!("{why}steps of index {step}: `{a}({step}) = 0`, so {extent}:{step}"),
            )?;
        }
        place *= mode.extent;
    }
    if !found {
        let none =
            if cancel { "only index 0 is mapped to 0" } else { "no mode that moves has stride 0" };
        out.step("", none)?;
    }
    let x = out.variable;
    let checked = law(out, &format!("{a}({}({x})) = 0", call.result), result.size());
    answer(out, call, &Value::from(*result), &[checked])
}

/// `A o X = C`.
pub(super) fn solve(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, c) = (&call.operands[0], &call.operands[1]);
    match a.layout().left_inverse() {
        Ok(inverse) if inverse.compose_flat(&c.layout()).is_ok_and(|x| x.same_function(result)) => {
            undo(out, call, &inverse, result)?;
        }
        _ => by_strides(out, call, result)?,
    }
    let x = out.variable;
    let checked =
        law(out, &format!("{}({}({x})) = {}({x})", a.text, call.result, c.text), result.size());
    answer(out, call, &Value::from(*result), &[checked])
}

/// `X = L o C` for a left inverse L of A.
fn undo(out: &mut Out, call: &Call, inverse: &Layout, result: &Layout) -> Told {
    let (a, c) = (&call.operands[0], &call.operands[1]);
    let l = out.letter(inverse);
    out.step("undo A:", &format!("`{l} = left_inverse({}) = {inverse}`", a.text))?;
    let composed = format!("{l} o {}", c.text);
    if !out.holds(&format!("{composed} = {result}")) {
        let flat = format!("`compose_flat({l}, {}) ~ {result}`", c.text);
        return out.step("on both sides:", &flat);
    }
    out.step("on both sides:", &format!("`{composed} = {result}`"))?;
    let layout = c.layout();
    out.inside(|out| compose::derive(out, (&l, inverse), (&c.text, &layout), result))
}

/// Each stride of X is an index that A maps to what C has there.
fn by_strides(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, c) = (&call.operands[0], &call.operands[1]);
    let (mut place, size) = (1, a.layout().size());
    for &Mode { extent, stride } in result.coalesce().leaf_modes() {
        if extent > 1 {
            let offset = c.layout().at_index(place).unwrap_or(0);
            let past = if stride < size { "" } else { ", past the end of A" };
            let text = format!(
                "`{}({place}) = {offset}` and `{}({stride}) = {offset}`{past}: {extent} steps of {stride}",
                c.text, a.text
            );
            out.step(&format!("index {place}:"), &text)?;
        }
        place *= extent;
    }
    Ok(())
}
