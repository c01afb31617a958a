//! Sums, truncation and elements of another width.

use tilework::{Layout, Mode};

use super::kinds::{answer, law};
use super::out::{Out, Told, join};
use super::walk::Call;
use crate::operations::value::Value;

/// A layout as a sum of `c * (x / n)`: where the stride changes, and by how much. `None` when a
/// number does not fit.
fn floor_form(layout: &Layout, x: &str) -> Option<String> {
    let (mut place, mut before, mut terms) = (1_i64, 0_i128, Vec::new());
    for &Mode { extent, stride } in layout.coalesce().leaf_modes() {
        let change = i64::try_from(i128::from(stride) - before).ok()?;
        if change != 0 {
            terms.push(match place {
                1 => format!("{change} * {x}"),
                _ => format!("{change} * ({x} / {place})"),
            });
        }
        before = i128::from(stride) * i128::from(extent);
        place = place.checked_mul(extent)?;
    }
    Some(if terms.is_empty() { "0".to_owned() } else { terms.join(" + ") })
}

/// A line for a layout's floor form.
fn floor_step(out: &mut Out, name: &str, layout: &Layout) -> Told {
    let x = out.variable;
    let Some(form) = floor_form(layout, x) else {
        return Ok(());
    };
    let text = law(out, &format!("{name}({x}) = {form}"), layout.size());
    out.step(&format!("{name} as floors:"), &text)
}

/// `R(x) = A(x) + B(x)`.
pub(super) fn sum(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, b) = (&call.operands[0], &call.operands[1]);
    floor_step(out, &a.text, &a.layout())?;
    if a.text != b.text {
        floor_step(out, &b.text, &b.layout())?;
    }
    floor_step(out, &call.result, result)?;
    let x = out.variable;
    let checked = law(
        out,
        &format!("{}({x}) = {}({x}) + {}({x})", call.result, a.text, b.text),
        result.size(),
    );
    answer(out, call, &Value::from(*result), &[checked])
}

/// The first indices.
pub(super) fn truncate(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    floor_step(out, a, &layout)?;
    let (size, mut place, mut notes) = (result.size(), 1_i64, Vec::new());
    for mode in layout.coalesce().leaf_modes() {
        place = place.saturating_mul(mode.extent);
        if place < size && size % place == 0 {
            notes.push(format!("`{size} % {place} = 0`"));
        }
    }
    if !notes.is_empty() {
        out.step(
            "it may end there:",
            &format!("where strides change, the new size is a multiple: {}", notes.join(", ")),
        )?;
    }
    let x = out.variable;
    let checked = law(out, &format!("{}({x}) = {a}({x})", call.result), size);
    answer(out, call, &Value::from(*result), &[checked])
}

/// The layout of a cast, and how far its pointer moves.
fn cast(value: &Value) -> (Layout, i64) {
    match value {
        Value::Layout(layout) => (**layout, 0),
        Value::Slice(layout, offset) => (**layout, *offset),
        _ => (Layout::UNIT, 0),
    }
}

/// What the layout of a cast is called: by its text where it starts elsewhere.
fn name_of(call: &Call, (layout, offset): (&Layout, i64)) -> String {
    if offset == 0 { call.result.clone() } else { layout.to_string() }
}

/// `n` elements become one.
pub(super) fn upcast(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (layout, (result, offset)) = (call.operands[0].layout(), cast(value));
    let Value::Integer(n) = call.operands[1].value else {
        return answer(out, call, value, &[]);
    };
    for (mode, new) in layout.leaf_modes().iter().zip(result.leaf_modes()) {
        let Mode { extent, stride } = *mode;
        let label = format!("{mode}:");
        if extent == 1 || stride == 0 || n == 1 {
            out.step(&label, "does not move")?;
        } else if stride % n == 0 {
            out.step(
                &label,
                &format!("steps over whole groups: `{stride} / {n} = {}`, so {new}", stride / n),
            )?;
        } else {
            let part = extent / new.extent;
            out.step(
                &label,
                &format!(
                    "{part} steps fill a group: `{extent} / {part} = {}`, so {new}",
                    new.extent
                ),
            )?;
        }
    }
    let hidden = groups(call, &layout, &result, n);
    if !hidden.is_empty() {
        let (a, x) = (&call.operands[0].text, out.variable);
        let r = name_of(call, (&result, offset));
        let down = if offset == 0 { "" } else { ", which goes down" };
        let text = format!(
            "{a}({x}) = {n} * {r}(group of {x}) + place in it{down}, at all {} indices",
            hidden.len()
        );
        out.step_with("groups:", &text, &hidden)?;
    }
    if offset != 0 {
        let text = format!(
            "the group of index 0 begins at {offset}, in elements of {}",
            call.operands[0].text
        );
        out.step("the pointer:", &text)?;
    }
    answer(out, call, value, &[])
}

/// `A(x) = n * R(x / q) + A(x mod q)`, coordinate by coordinate, for every index of a small layout.
fn groups(call: &Call, layout: &Layout, result: &Layout, n: i64) -> Vec<String> {
    let a = &call.operands[0].text;
    let mut out = Vec::new();
    if layout.size() > 256 {
        return out;
    }
    for index in 0..layout.size() {
        let (mut rest, mut group, mut inside) = (index, 0, 0);
        let (mut place, mut new_place) = (1, 1);
        for (mode, new) in layout.leaf_modes().iter().zip(result.leaf_modes()) {
            let q = mode.extent / new.extent;
            let digit = rest % mode.extent;
            rest /= mode.extent;
            group += digit / q * new_place;
            inside += digit % q * place;
            place *= mode.extent;
            new_place *= new.extent;
        }
        out.push(format!("{a}({index}) = {n} * ({result})({group}) + {a}({inside})"));
    }
    out
}

/// One element becomes `n`.
pub(super) fn downcast(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (layout, (result, offset)) = (call.operands[0].layout(), cast(value));
    let Value::Integer(n) = call.operands[1].value else {
        return answer(out, call, value, &[]);
    };
    for (mode, new) in layout.leaf_modes().iter().zip(result.leaf_modes()) {
        let Mode { extent, stride } = *mode;
        let label = format!("{mode}:");
        if new.extent != extent {
            out.step(
                &label,
                &format!("consecutive elements: `{extent} * {n} = {}`, so {new}", new.extent),
            )?;
        } else if extent == 1 {
            out.step(&label, "does not move")?;
        } else {
            out.step(
                &label,
                &format!("steps over elements: `{stride} * {n} = {}`, so {new}", new.stride),
            )?;
        }
    }
    if offset != 0 {
        out.step(
            "the pointer:",
            &format!("index 0 lies at the upper end of its element: `{n} - 1 = {offset}`"),
        )?;
    }
    let r = name_of(call, (&result, offset));
    let checked = format!("`size({r}) = {n} * size({})`", call.operands[0].text);
    answer(out, call, value, &[checked])
}

/// Larger elements, then smaller ones.
pub(super) fn recast(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let (result, offset) = cast(value);
    let (Value::Integer(old), Value::Integer(new)) =
        (&call.operands[1].value, &call.operands[2].value)
    else {
        return answer(out, call, value, &[]);
    };
    let common = gcd(*old, *new);
    let (up, down) = (new / common, old / common);
    let elements = match up {
        1 => format!("one element of {old} bits is"),
        _ => format!("{up} elements of {old} bits are"),
    };
    out.step(
        "ratio:",
        &format!("{elements} {down} of {new} bits: `{up} * {old} = {down} * {new}`"),
    )?;
    if let Ok((larger, moved)) = layout.upcast_and_offset(up) {
        let at = |moved: i64| if moved == 0 { String::new() } else { format!(" at {moved}") };
        let first = format!("`upcast({a}, {up}) = {larger}{}`", at(moved));
        if up > 1 {
            out.step(&format!("{up} become one:"), &first)?;
        }
        let smaller =
            larger.downcast_and_offset(down).ok().filter(|(smaller, _)| *smaller == result);
        let then = smaller.map_or(0, |(_, moved)| moved);
        if smaller.is_some() && down > 1 {
            let second = format!("`downcast({larger}, {down}) = {result}{}`", at(then));
            out.step(&format!("one becomes {down}:"), &second)?;
        }
        if offset != 0 && out.holds(&format!("{moved} * {old} + {then} * {new} = {offset}")) {
            let bits = format!("in bits, `{moved} * {old} + {then} * {new} = {offset}`");
            out.step("the pointer:", &bits)?;
        }
    }
    // Stride 0 and single elements have no width of their own.
    let r = name_of(call, (&result, offset));
    let memory = format!("size({r}) * {new} = size({a}) * {old}");
    let laws = if out.holds(&memory) { vec![format!("`{memory}`")] } else { Vec::new() };
    answer(out, call, value, &laws)
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a.max(1) } else { gcd(b, a % b) }
}

/// Floor forms of two operands whose sum is not a layout.
pub(super) fn floors(out: &mut Out, call: &Call) -> Told {
    for operand in &call.operands {
        if let Value::Layout(layout) = &operand.value {
            floor_step(out, &operand.text, layout)?;
        }
    }
    let changes = call.operands.iter().filter_map(|operand| match &operand.value {
        Value::Layout(layout) => {
            let mut place = 1_i64;
            let short = layout.coalesce();
            let ends = short.leaf_modes().iter().map(|mode| {
                place = place.saturating_mul(mode.extent);
                place
            });
            Some(format!("{} at {}", operand.text, join(ends.collect::<Vec<_>>(), ", ")))
        }
        _ => None,
    });
    let changes = join(changes.collect::<Vec<_>>(), "; ");
    out.step("modes end:", &changes)
}
