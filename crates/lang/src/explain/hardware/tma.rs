//! Tensor maps: the rules, each with its numbers, and the dimensions of the largest box.

use tilework_hardware::tma::{LargestBox, TensorMap};

use super::super::kinds::answer;
use super::super::laws;
use super::super::out::{Out, Told, join};
use super::super::walk::Call;
use super::arguments;
use crate::operations::hardware::tma::{Checked, checked};
use crate::operations::value::Value;

/// The rules that a tensor map keeps, and those that it breaks.
pub(super) fn check(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Some(asked) = arguments(call, |a| checked(a).ok()) else {
        return laws::explain(out, call, value);
    };
    let map = asked.map();
    let Ok(broken) = map.broken() else { return laws::explain(out, call, value) };
    rules(out, &map, &asked)?;
    let broken: Vec<String> = broken.map(|rule| format!("{rule:#}")).collect();
    let text = match broken.is_empty() {
        true => "no rule".to_owned(),
        false => broken.join("; "),
    };
    out.step("broken:", &text)?;
    answer(out, call, value, &[])
}

/// The numbers that the rules are about; what is checked may be false, which is then said as `broken`.
fn rules(out: &mut Out, map: &TensorMap<'_>, asked: &Checked) -> Told {
    let rank = map.dims.len();
    out.step("rank:", &format!("{rank}, of 1 to 5"))?;
    let rests = map.strides_bytes.iter().map(|bytes| format!("`{bytes} % 16 = {}`", bytes % 16));
    if rank > 1 {
        let text = format!("multiples of 16 bytes below 2^40: {}", join(rests, ", "));
        out.step("strides:", &text)?;
    }
    out.step("box:", &format!("1 to 256 each: {}", join(map.box_dims, ", ")))?;
    let Some(&inner) = map.box_dims.first() else { return Ok(()) };
    let (bits, bytes) = (i64::from(asked.bits), inner.saturating_mul(asked.bits.into()) / 8);
    let mut text = format!(
        "`{inner} * {bits} / 8 = {bytes}` bytes, a multiple of 16: `{bytes} % 16 = {}`",
        bytes % 16
    );
    if let Some(span) = map.swizzle.span_bytes() {
        text += &format!("; at most the {span} that the swizzle permutes");
    }
    out.step("inner box:", &text)
}

/// What each dimension of the largest box walks along, and why it is not larger.
pub(super) fn largest(out: &mut Out, call: &Call, value: &Value) -> Told {
    let asked = arguments(call, |a| Some((a.any(0).ok()?, a.layout(1).ok()?, a.bits(2).ok()?)));
    let Some((shared, global, bits)) = asked else { return laws::explain(out, call, value) };
    let Ok(found) = LargestBox::new(&shared, &global, bits) else {
        return laws::explain(out, call, value);
    };
    let map = found.tensor_map();
    let text = match map.swizzle.span_bytes() {
        Some(span) => format!(
            "that of shared memory is the one of {}, which permutes {span} bytes",
            map.swizzle.name()
        ),
        None => "shared memory has none".to_owned(),
    };
    out.step("swizzle:", &text)?;
    for (dim, mode) in found.modes().iter().enumerate() {
        let mut text = format!(
            "{} elements along mode {} of global memory, {} apart there",
            map.box_dims[dim], mode.mode, mode.step
        );
        if let Some(bytes) = dim.checked_sub(1).and_then(|dim| map.strides_bytes.get(dim)) {
            let elements = bytes * 8 / i64::from(bits);
            text += &format!(
                ": `{elements} * {bits} / 8 = {bytes}` bytes, `{bytes} % 16 = {}`",
                bytes % 16
            );
        }
        out.step(&format!("dimension {dim}:"), &text)?;
    }
    let (product, size) = (join(map.box_dims, " * "), shared.size());
    out.step(
        "elements:",
        &format!(
            "`{product} = {}` of the `size({}) = {size}`",
            found.elements, call.operands[0].text
        ),
    )?;
    if let Some(boxes) = found.instructions {
        out.step("instructions:", &format!("`{size} / {} = {boxes}`", found.elements))?;
    }
    let limit =
        found.limit.map_or_else(|| "it is the whole tile".to_owned(), |limit| limit.to_string());
    out.step("not larger:", &limit)?;
    answer(out, call, value, &[])
}
