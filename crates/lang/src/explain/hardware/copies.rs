//! Tiled copies: how the layouts of both sides come about, and what a thread has.

use tilework::AnyLayout;
use tilework_hardware::tiled::Side;

use super::super::kinds::answer;
use super::super::laws;
use super::super::out::{Out, Told, join};
use super::super::walk::Call;
use crate::operations::atom::{Made, Tiled, TiledCopy};
use crate::operations::value::Value;

/// The reference of a tiled copy, and the way from it to each side.
pub(super) fn made(out: &mut Out, call: &Call, value: &Value) -> Told {
    let Value::Tiled(Tiled::Copy(copy)) = value else { return laws::explain(out, call, value) };
    let tiled = &copy.tiled;
    let atom = tiled.atom();
    let text = format!(
        "in elements of {} bits: source {}, destination {}, reference {}",
        tiled.bits(),
        atom.source,
        atom.destination,
        atom.reference
    );
    out.step("atom:", &text)?;
    let whole = format!("{} on {}", tiled.tv(), tiled.tile());
    let from = match &copy.made {
        Made::Layouts(threads, values) => format!("make_layout_tv({threads}, {values})"),
        Made::Operand(operand, mma) => format!("({mma}).{}_TV", operand.name()),
    };
    let equation = format!("{from} = {whole}");
    let text = if out.holds(&equation) { format!("`{equation}`") } else { whole };
    out.step("TV:", &text)?;
    for side in Side::ALL {
        way(out, copy, side)?;
    }
    answer(out, call, value, &[])
}

/// From the reference to a side.
fn way(out: &mut Out, copy: &TiledCopy, side: Side) -> Told {
    let tiled = &copy.tiled;
    let (atom, name) = (tiled.atom(), letter(side));
    let Ok(steps) = tiled.side_steps(side) else { return Ok(()) };
    let equation =
        format!("right_inverse({}) o {} = {}", atom.reference, atom.side(side), steps.to_reference);
    let to =
        if out.holds(&equation) { format!("`{equation}`") } else { steps.to_reference.to_string() };
    out.step(&format!("{side} in the reference:"), &to)?;
    let text = format!("{}, whose atoms become {}", steps.atoms, steps.side);
    out.step(&format!("{side}, atoms and rest:"), &text)?;
    out.step(&format!("{name}_TV:"), &format!("threads and values zipped: {}", steps.tv))
}

const fn letter(side: Side) -> char {
    match side {
        Side::Source => 'S',
        Side::Destination => 'D',
    }
}

/// The tensor cut into threads, fragments and tiles, and the thread of that.
pub(super) fn partition(out: &mut Out, call: &Call, value: &Value, side: Side) -> Told {
    let (copy, thread) = match (&call.operands[0].value, call.operands.get(2)) {
        (Value::Tiled(Tiled::Copy(copy)), Some(thread)) => match thread.value {
            Value::Integer(thread) => (copy, thread),
            _ => return laws::explain(out, call, value),
        },
        (Value::Thread(thread), None) if let Tiled::Copy(copy) = &thread.of => {
            (copy, thread.thread)
        }
        _ => return laws::explain(out, call, value),
    };
    let tensor = &call.operands[1];
    let Some(AnyLayout::Plain(layout)) = tensor.any() else {
        return laws::explain(out, call, value);
    };
    let Ok(cut) = copy.tiled.tidfrg(side, &layout) else { return laws::explain(out, call, value) };
    let name = letter(side);
    out.step(
        &format!("{name}_TV:"),
        &format!("{} on {}", copy.tiled.side_tv(side), copy.tiled.tile()),
    )?;
    let tiles = format!("zipped_divide({}, {})", tensor.text, copy.tiled.tile());
    out.step("tiles:", &format!("{tiles}, whose mode 0 is composed with {name}_TV"))?;
    let whole = format!("tidfrg_{name}({copy}, {}) = {cut}", tensor.text);
    let text = if out.holds(&whole) { format!("`{whole}`") } else { cut.to_string() };
    out.step(&format!("tidfrg_{name}:"), &text)?;
    let blanks = join(vec!["_"; layout.rank()], ",");
    let slice = format!("{} = slice_and_offset(({thread},_,({blanks})), {cut})", call.text);
    if out.holds(&slice) {
        out.step("its part:", &format!("`{slice}`"))?;
    }
    answer(out, call, value, &[])
}

/// The steps of `retile`.
pub(super) fn retile(out: &mut Out, call: &Call, value: &Value, side: Side) -> Told {
    let (Value::Tiled(Tiled::Copy(copy)), Some(AnyLayout::Plain(fragment))) =
        (&call.operands[0].value, call.operands[1].any())
    else {
        return laws::explain(out, call, value);
    };
    let Ok(steps) = copy.tiled.retile_steps(side, &fragment) else {
        return laws::explain(out, call, value);
    };
    for (label, layout) in steps.named() {
        out.step(&format!("{label}:"), &layout.to_string())?;
    }
    answer(out, call, value, &[])
}
