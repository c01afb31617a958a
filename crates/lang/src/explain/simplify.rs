//! Coalescing, filtering, slicing, evaluating, and recovering a layout from its table.

use tilework::{Layout, Mode, Tuple};

use super::kinds::answer;
use super::out::{Out, SHOWN, Told, join};
use super::walk::{Call, applied};
use crate::operations::Id;
use crate::operations::value::Value;

/// Which neighbours are one mode, and why.
pub(super) fn coalesce(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    match call.operands.get(1).map(|operand| &operand.value) {
        Some(Value::Tuple(profile)) if !profile.is_leaf() => {
            for i in 0..layout.rank() {
                let (Ok(mode), Ok(short)) = (layout.mode(i), result.mode(i)) else { continue };
                let label = format!("mode {i}:");
                match profile.mode(i) {
                    Ok(part) if i < profile.rank() && part.is_leaf() => {
                        out.step(&label, &format!("`coalesce({a}[{i}]) = {short}`"))?;
                        out.inside(|out| merges(out, &mode))?;
                    }
                    Ok(_) if i < profile.rank() => {
                        out.step(&label, &format!("`{a}[{i}] ~ {short}`"))?
                    }
                    _ => out.step(&label, &format!("kept: `{a}[{i}] = {short}`"))?,
                }
            }
        }
        _ => merges(out, &layout)?,
    }
    answer(
        out,
        call,
        &Value::from(*result),
        &[format!("`{} ~ {a}`, the same function", call.result)],
    )
}

/// One step for each pair of neighbours.
pub(super) fn merges(out: &mut Out, layout: &Layout) -> Told {
    let mut last: Option<Mode> = None;
    for &mode in layout.leaf_modes() {
        if mode.extent == 1 {
            out.step(&format!("{mode}:"), "extent 1 adds nothing: dropped")?;
            continue;
        }
        let Some(before) = last.replace(mode) else { continue };
        let Mode { extent, stride } = before;
        let label = format!("{before} and {mode}:");
        let Some(end) = extent.checked_mul(stride) else { continue };
        if end == mode.stride {
            let merged = Mode::new(extent * mode.extent, stride);
            out.step(
                &label,
                &format!(
                    "`{extent} * {stride} = {end}`, where {mode} continues: one mode {merged}"
                ),
            )?;
            last = Some(merged);
        } else {
            out.step(
                &label,
                &format!("`{extent} * {stride} = {end} != {}`: two modes", mode.stride),
            )?;
        }
    }
    Ok(())
}

/// Modes of stride 0 are dropped, then the rest is coalesced.
pub(super) fn filter(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    if call.operands.len() == 1 {
        let zeros: Vec<&Mode> =
            layout.leaf_modes().iter().filter(|mode| mode.stride == 0).collect();
        if zeros.is_empty() {
            out.step("stride 0:", "no mode has it")?;
        } else {
            let kept = layout.filter_zeros();
            out.step(
                "stride 0:",
                &format!("{} repeat offsets: `filter_zeros({a}) = {kept}`", join(zeros, ", ")),
            )?;
        }
        if call.operation.id == Id::Filter {
            let kept = layout.filter_zeros();
            out.step("coalesce:", &format!("`coalesce({kept}) = {result}`"))?;
            out.inside(|out| merges(out, &kept))?;
        }
    } else {
        out.step("", call.operation.summary)?;
    }
    answer(out, call, &Value::from(*result), &[])
}

/// Digits times strides.
pub(super) fn evaluate(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Some((layout, name, at)) = evaluated(call) else {
        out.step("", call.operation.summary)?;
        return answer(out, call, value, &[]);
    };
    let index = match at {
        Value::Integer(index) => Some(*index),
        _ => None,
    };
    let shape = layout.shape();
    let coordinate = match at {
        Value::Integer(index) => tilework::idx2crd(*index, &shape),
        Value::Tuple(coordinate) => tilework::crd2crd(coordinate, &shape, &shape),
        _ => return answer(out, call, value, &[]),
    };
    let Ok(coordinate) = coordinate else {
        return answer(out, call, value, &[]);
    };
    if *at != Value::from(coordinate) && !coordinate.is_leaf() {
        let text = format!("`idx2crd({at}, {shape}) = {coordinate}`");
        out.step("digits:", &text)?;
    }
    if index.is_some_and(|index| index >= layout.size()) {
        out.line(&format!("past the end, `{at} >= {}`: the last mode continues", layout.size()))?;
    }
    let terms = coordinate.leaves().iter().zip(layout.leaf_modes());
    let terms = join(terms.map(|(digit, mode)| format!("{digit} * {}", mode.stride)), " + ");
    let called = match &name {
        Some(name) => format!("{} = ", applied(name, &coordinate.to_string())),
        None => String::new(),
    };
    if !terms.is_empty() {
        out.step("times strides:", &format!("`{called}{terms} = {value}`"))?;
    }
    answer(out, call, value, &[])
}

/// What is evaluated, what it is called, and where.
fn evaluated(call: &Call) -> Option<(Layout, Option<String>, &Value)> {
    let operand = |i: usize| call.operands.get(i);
    if call.operation.id == Id::EvalCoord {
        return Some((operand(0)?.layout(), Some(operand(0)?.text.clone()), &operand(1)?.value));
    }
    let tuple = |i: usize| match &operand(i)?.value {
        Value::Tuple(tuple) => Some(**tuple),
        Value::Integer(value) => Some(Tuple::leaf(*value)),
        _ => None,
    };
    let layout = match (&operand(1)?.value, operand(2)) {
        (Value::Layout(layout), None) => **layout,
        (_, None) => Layout::col_major(&tuple(1)?).ok()?,
        (_, Some(_)) => Layout::from_tuples(&tuple(1)?, &tuple(2)?).ok()?,
    };
    Some((layout, None, &operand(0)?.value))
}

/// The modes that are kept, and the offset of the others.
pub(super) fn slice(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (at, a) = (&call.operands[0], &call.operands[1]);
    let layout = a.layout();
    let slicer = match &at.value {
        Value::Slicer(slicer) => **slicer,
        Value::Tuple(tuple) => tuple.to_slicer(),
        _ => return answer(out, call, value, &[]),
    };
    if !slicer.is_leaf() {
        for i in 0..layout.rank() {
            let (Ok(part), Ok(mode)) = (slicer.mode(i), layout.mode(i)) else { continue };
            let label = format!("mode {i}, {part}:");
            match part.leaves() {
                [None] if part.is_leaf() => {
                    out.step(&label, &format!("all of it: `{}[{i}] = {mode}`", a.text))?
                }
                [Some(fixed)] if part.is_leaf() => {
                    if let Ok(offset) = mode.at_index(*fixed) {
                        out.step(&label, &format!("fixed: `{}[{i}]({fixed}) = {offset}`", a.text))?;
                    }
                }
                _ => out.step(&label, &format!("part of `{}[{i}] = {mode}`", a.text))?,
            }
        }
    }
    let mut laws = Vec::new();
    if call.operation.id != Id::Dice
        && let Ok((kept, offset)) = layout.slice(&slicer)
    {
        let zero = slicer_at_zero(&slicer.to_string());
        let start = format!("{} = {offset}", applied(&a.text, &zero));
        if out.holds(&start) {
            out.step("starts at:", &format!("`{start}`"))?;
        }
        laws.push(format!("`size({kept}) = {}`", kept.size()));
    }
    answer(out, call, value, &laws)
}

/// A slicer with 0 for `_`.
fn slicer_at_zero(slicer: &str) -> String {
    slicer.replace('_', "0")
}

/// The breaks, as they appear from the left.
pub(super) fn recover(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let table = numbers(&call.operands[0].value);
    breaks(out, &table)?;
    let mut laws = Vec::new();
    if table.len() <= 64 {
        laws.push(format!("`offsets({}) = [{}]`", call.result, join(&table, ",")));
    }
    answer(out, call, &Value::from(*result), &laws)
}

/// A list, or the leaves of a tuple.
pub(super) fn numbers(value: &Value) -> Vec<i64> {
    match value {
        Value::List(numbers) => numbers.clone(),
        Value::Tuple(tuple) => tuple.leaves().to_vec(),
        Value::Integer(value) => vec![*value],
        _ => Vec::new(),
    }
}

/// Where the table departs from the layout so far, and what that means. Returns where the last mode starts
/// and the index from which it cannot be a layout, if there is one.
pub(super) fn breaks(
    out: &mut Out,
    table: &[i64],
) -> Result<(usize, Option<usize>), crate::Diagnostic> {
    let size = table.len();
    if size < 2 {
        return Ok((1, None));
    }
    let steps: Vec<String> = table.iter().take(SHOWN as usize).map(i64::to_string).collect();
    let more = if size > SHOWN as usize { ",..." } else { "" };
    out.step("index 1:", &format!("{}{more} starts with steps of {}", steps.join(","), table[1]))?;
    let mut chain = 1;
    for x in 2..size {
        let (times, rest) = (x / chain, x % chain);
        let Some(expected) =
            table[chain].checked_mul(times as i64).and_then(|value| value.checked_add(table[rest]))
        else {
            return Ok((chain, None));
        };
        if table[x] == expected {
            continue;
        }
        let (found, label) = (table[x], format!("index {x}:"));
        let would = match rest {
            0 => format!("`{times} * {} = {expected} != {found}`", table[chain]),
            _ => format!("`{times} * {} + {} = {expected} != {found}`", table[chain], table[rest]),
        };
        if rest != 0 {
            out.step(
                &label,
                &format!("{would}, and no mode can start here: `{x} % {chain} = {rest}`"),
            )?;
            return Ok((chain, Some(x)));
        }
        if !size.is_multiple_of(x) {
            out.step(
                &label,
                &format!("{would}, and no mode can start here: `{size} % {x} = {}`", size % x),
            )?;
            return Ok((chain, Some(x)));
        }
        let (extent, stride) = (x / chain, table[chain]);
        let may = format!("`{size} % {x} = 0`, `{x} % {chain} = 0`");
        let text = format!("{would}, so a new mode starts: {may}; {extent}:{stride} ends");
        out.step(&label, &text)?;
        chain = x;
    }
    out.step(
        "to the end:",
        &format!(
            "`{size} / {chain} = {}` steps of {}: {}:{}",
            size / chain,
            table[chain],
            size / chain,
            table[chain]
        ),
    )?;
    Ok((chain, None))
}
