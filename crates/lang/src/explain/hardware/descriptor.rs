//! Descriptors: which elements decide the offsets of a mode, or break it.

use tilework_hardware::canonical::{Major, SwizzleMode};
use tilework_hardware::descriptor::{Descriptor, DescriptorError, Unit, Why};

use super::super::kinds::answer;
use super::super::laws;
use super::super::out::{Out, Told, join};
use super::super::walk::Call;
use super::arguments;
use crate::operations::hardware::descriptor::asked;
use crate::operations::value::Value;

/// Why a mode describes an operand, or why none does.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Some((layout, operand)) = arguments(call, |a| asked(a).ok()) else {
        return laws::explain(out, call, value);
    };
    let memory = &call.operands[0].text;
    let (bits, unit) = (i64::from(operand.bits), Unit::Wgmma);
    let run = 128 / bits.max(1);
    let text = format!(
        "{} x {} elements, {}-major; 16 bytes of them are `128 / {bits} = {run}`",
        operand.mn,
        operand.k,
        operand.major.name()
    );
    out.step("operand:", &text)?;
    let modes = join(unit.modes().iter().map(|mode| mode.name()), ", ");
    match Descriptor::find(&layout, &operand, unit) {
        Ok(found) => {
            let text = format!(
                "{}, the first of {modes} with every element in its place",
                found.mode.name()
            );
            out.step("mode:", &text)?;
            offsets(out, memory, &operand, &found)?;
            let (lbo, sbo) = (found.lbo_bytes, found.sbo_bytes);
            let text = format!(
                "in units of 16 bytes: `{lbo} / 16 = {}` from bit 16 on, `{sbo} / 16 = {}` from bit 32 on, the mode from bit 62 on",
                lbo / 16,
                sbo / 16
            );
            out.step("fields:", &text)?;
        }
        Err(DescriptorError::NoMode(misfits)) => {
            out.step("modes:", &format!("none of {modes} has every element in its place"))?;
            for misfit in misfits.iter() {
                let mut text = misfit.to_string();
                if let Why::Differs { mn, k, found, .. } = misfit.why {
                    let place = format!("{memory}({mn},{k}) = {found}");
                    if out.holds(&place) {
                        text += &format!(": `{place}`");
                    }
                }
                out.step(&format!("{}:", misfit.mode.name()), &text)?;
            }
        }
        Err(_) => return laws::explain(out, call, value),
    }
    answer(out, call, value, &[])
}

/// The elements that the offsets are those of: the first of the next repetition along MN and along K.
fn offsets(
    out: &mut Out,
    memory: &str,
    operand: &tilework_hardware::descriptor::Operand,
    found: &Descriptor,
) -> Told {
    let bits = i64::from(operand.bits);
    let run = 128 / bits.max(1);
    let plain = found.mode == SwizzleMode::Inter;
    let row = i64::from(found.mode.row_bytes()) * 8 / bits.max(1);
    // Which fields the repetitions along MN and along K are: the form of the mode.
    let (along_mn, along_k) = match (operand.major, plain) {
        (Major::K, true) => ((8, "SBO", found.sbo_bytes), Some((run, "LBO", found.lbo_bytes))),
        (Major::K, false) => ((8, "SBO", found.sbo_bytes), None),
        (Major::Mn, true) => ((row, "SBO", found.sbo_bytes), Some((8, "LBO", found.lbo_bytes))),
        (Major::Mn, false) => ((row, "LBO", found.lbo_bytes), Some((8, "SBO", found.sbo_bytes))),
    };
    let swizzle = found.mode.swizzle_on_elements(operand.bits).ok().filter(|_| !plain);
    let field = |out: &mut Out, coordinate: [i64; 2], name: &str, bytes: i64| {
        let [mn, k] = coordinate;
        let offset = match &swizzle {
            Some(swizzle) => format!("apply({swizzle}, {memory}({mn},{k}))"),
            None => format!("{memory}({mn},{k})"),
        };
        let equation = format!("{offset} * {bits} / 8 = {bytes}");
        if !out.holds(&equation) {
            return Ok(());
        }
        let without = if swizzle.is_some() { ", without the swizzle" } else { "" };
        let text = format!("element ({mn},{k}) in bytes{without}: `{equation}`");
        out.step(&format!("{name}:"), &text)
    };
    let (next, name, bytes) = along_mn;
    if next < operand.mn {
        field(out, [next, 0], name, bytes)?;
    }
    match along_k {
        Some((next, name, bytes)) if next < operand.k => field(out, [0, next], name, bytes)?,
        None => out.step("LBO:", "not used by a swizzled mode that is K-major; CuTe writes 16")?,
        _ => {}
    }
    Ok(())
}
