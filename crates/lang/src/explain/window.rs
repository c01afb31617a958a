//! Compositions from an offset, and with a shape.

use tilework::Layout;

use super::compose::derive;
use super::kinds::{answer, law};
use super::out::{Out, SHOWN, Told, join};
use super::walk::Call;
use crate::operations::value::Value;

/// `A(offset + B(x)) - A(offset)`.
pub(super) fn at_offset(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, b) = (&call.operands[0], &call.operands[2]);
    let (Value::Integer(offset), a_layout, b_layout) =
        (&call.operands[1].value, a.layout(), b.layout())
    else {
        return Ok(());
    };
    let (a, b) = (&a.text, &b.text);
    out.step(
        "the window starts at:",
        &format!("`{a}({offset}) = {}`", a_layout.at_index(*offset).unwrap_or(0)),
    )?;
    let mut hidden = Vec::new();
    let mut values = Vec::new();
    for i in 0..b_layout.size().min(SHOWN) {
        let (Ok(at), Ok(value)) = (b_layout.at_index(i), result.at_index(i)) else { break };
        let Some(at) = at.checked_add(*offset) else { break };
        hidden.push(format!("{}({i}) = {a}({at}) - {a}({offset})", call.result));
        values.push(value);
    }
    let (count, more) = (values.len(), if b_layout.size() > SHOWN { ",..." } else { "" });
    let text = format!(
        "{a}({offset} + {b}({x})) - {a}({offset}) is {}{more}, checked at {count} indices",
        join(&values, ","),
        x = out.variable
    );
    out.step_with("from there:", &text, &hidden)?;
    answer(out, call, &Value::from(*result), &[])
}

/// Another shape on the same function of the index.
pub(super) fn with_shape(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, shape) = (&call.operands[0], &call.operands[1]);
    let Ok(compact) = (match &shape.value {
        Value::Integer(extent) => Layout::new(*extent, 1),
        Value::Tuple(shape) => Layout::col_major(shape),
        Value::Layout(layout) => Layout::col_major(&layout.shape()),
        _ => Ok(Layout::UNIT),
    }) else {
        return Ok(());
    };
    let b = out.letter(&compact);
    out.step(
        "the shape as a layout:",
        &format!("`{b} = make_layout_left({}) = {compact}`", shape.text),
    )?;
    out.step("compose:", &format!("`{} = {} o {b}`", call.text, a.text))?;
    let a_layout = a.layout();
    out.inside(|out| derive(out, (&a.text, &a_layout), (&b, &compact), result))?;
    let x = out.variable;
    let checked = law(out, &format!("{}({x}) = {}({x})", call.result, a.text), result.size());
    answer(out, call, &Value::from(*result), &[checked])
}
