//! Padding: which paddings were tried, and what the best of them costs.

use tilework_hardware::swizzle::{PaddingOptions, solve_padding};

use super::super::kinds::answer;
use super::super::laws;
use super::super::out::{Out, Told, join};
use super::super::walk::Call;
use super::{arguments, asked, numbers};
use crate::operations::value::Value;

/// The paddings up to one row of banks, and the least of those that need the fewest wavefronts.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (Some(asked), Some(layout)) = (asked(call), arguments(call, |a| a.layout(0).ok())) else {
        return laws::explain(out, call, value);
    };
    let options = PaddingOptions::default();
    let solved = solve_padding(&layout, &asked.accesses, asked.bits, asked.machine, &options);
    let Ok(found) = solved else { return laws::explain(out, call, value) };
    let (step, tried) = (found.step_bytes, found.candidates);
    let most = step * (tried - 1);
    let text = format!(
        "0 to {most} bytes a row, in steps of the widest vector: `{most} / {step} + 1 = {tried}`"
    );
    out.step("candidates:", &text)?;
    let accesses = join(call.operands.iter().skip(1).map(|operand| &operand.text), ", ");
    let cost = |layout: &str| format!("bank_report({layout}, {accesses}).all_wavefronts");
    match found.unpadded {
        Some(wavefronts) => {
            let equation = format!("{} = {wavefronts}", cost(&call.operands[0].text));
            let holds = out.holds(&equation);
            let text = if holds { format!("`{equation}`") } else { wavefronts.to_string() };
            out.step("without:", &text)?;
        }
        None => out.step("without:", "vectors are split")?,
    }
    let equation = format!("{} = {}", cost(&found.layout.to_string()), found.wavefronts);
    let text =
        if out.holds(&equation) { format!("`{equation}`") } else { found.wavefronts.to_string() };
    out.step(
        &format!("{} bytes:", found.pad_bytes),
        &format!("{text}; none of the {tried} needs fewer, and no smaller one as few"),
    )?;
    let text = format!("`{} * {} = {}` bytes", found.pad_bytes, found.rows, found.lost_bytes);
    out.step("lost:", &text)?;
    answer(out, call, value, &numbers(call, value, &["wavefronts", "ideal"]))
}
