//! Composed layouts: what happens to the layout inside, and then to its offsets.

use tilework::{ComposedLayout, Outer};

use super::kinds::{answer, law};
use super::out::{Out, Told};
use super::walk::Call;
use super::{complement, laws, partition, threads};
use crate::operations::Id;
use crate::operations::value::Value;

/// Explains an operation on a composed layout, or with a map.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    match (call.operation.id, value) {
        (Id::EvalCoord, Value::Integer(_)) => evaluate(out, call, value),
        (Id::Composition, Value::Composed(result)) => {
            out.step("the maps stay in front:", &format!("`{} = {result}`", call.text))?;
            let (a, b, x) = (&call.operands[0].text, &call.operands[1].text, out.variable);
            let checked = match &call.operands[1].value {
                Value::Layout(_) | Value::Composed(_) => {
                    vec![law(out, &format!("{}({x}) = {a}({b}({x}))", call.result), result.size())]
                }
                _ => Vec::new(),
            };
            answer(out, call, value, &checked)
        }
        (Id::InnerPartition | Id::OuterPartition | Id::LocalTile | Id::LocalPartition, _) => {
            partition::explain(out, call, value)
        }
        (Id::MakeLayoutTv | Id::Partition | Id::Owners | Id::Owner | Id::Coverage, _) => {
            threads::explain(out, call, value)
        }
        (Id::ComposeAt, Value::Layout(_) | Value::Composed(_)) => window(out, call, value),
        (Id::Complement | Id::ComplementExact | Id::ComplementImage, Value::Layout(result)) => {
            complement::explain(out, call, result)
        }
        (Id::ToLayout, Value::Layout(_) | Value::Slice(..)) => plain(out, call, value),
        (_, Value::Composed(result)) => match behind(call) {
            Some((i, whole)) if same_maps(whole, result) => inside(out, call, i, whole, value),
            _ => laws::explain(out, call, value),
        },
        _ => laws::explain(out, call, value),
    }
}

/// The operand that is composed.
fn behind(call: &Call) -> Option<(usize, &ComposedLayout)> {
    call.operands.iter().enumerate().find_map(|(i, operand)| match &operand.value {
        Value::Composed(composed) => Some((i, &**composed)),
        _ => None,
    })
}

fn same_maps(a: &ComposedLayout, b: &ComposedLayout) -> bool {
    a.stages() == b.stages() && (0..a.stages()).all(|i| a.stage(i) == b.stage(i))
}

/// An operation on coordinates acts on the layout inside; the maps do not change.
fn inside(out: &mut Out, call: &Call, i: usize, whole: &ComposedLayout, value: &Value) -> Told {
    let Value::Composed(result) = value else {
        return laws::explain(out, call, value);
    };
    let b = out.letter(whole.inner());
    out.step("the layout inside:", &format!("`{b} = {}`", whole.inner()))?;
    let mut texts: Vec<&str> = call.operands.iter().map(|operand| operand.text.as_str()).collect();
    texts[i] = &b;
    let inner = format!("{}({}) = {}", call.operation.name, texts.join(", "), result.inner());
    if out.holds(&inner) {
        out.step("there:", &format!("`{inner}`"))?;
    }
    out.step("the maps stay:", &format!("`{} = {result}`", call.result))?;
    let laws = laws::laws(out, call, value);
    answer(out, call, value, &laws)
}

/// The composite from an offset, less where it starts.
fn window(out: &mut Out, call: &Call, value: &Value) -> Told {
    let [a, offset, b] = [0, 1, 2].map(|i| call.operands[i].text.as_str());
    let (text, start) = (format!("composed_layout({a}, {offset}, {b})"), format!("{a}({offset})"));
    let Some(whole) = out.layout(&text) else {
        return laws::explain(out, call, value);
    };
    let w = out.name(&whole.into());
    out.introduce(&w);
    out.step("the window:", &format!("`{w} = {text} = {whole}`"))?;
    let (r, x) = (&call.result, out.variable);
    let checked = law(out, &format!("{r}({x}) = {w}({x}) - {start}"), whole.size());
    answer(out, call, value, &[checked])
}

/// The offset inside, and then map by map.
fn evaluate(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (Some((_, whole)), Some(at)) = (behind(call), call.operands.get(1)) else {
        return laws::explain(out, call, value);
    };
    let b = out.letter(whole.inner());
    let mut here = match &at.value {
        Value::Integer(index) => whole.inner().at_index(*index),
        Value::Tuple(coord) => whole.inner().at_coord(coord),
        _ => return laws::explain(out, call, value),
    };
    if let Ok(offset) = here {
        let inner = format!("`{b} = {}`, `eval_coord({b}, {}) = {offset}`", whole.inner(), at.text);
        out.step("the layout inside:", &inner)?;
    }
    for i in (0..whole.stages()).rev() {
        let (Ok((map, offset)), Ok(before)) = (whole.stage(i), here) else {
            return laws::explain(out, call, value);
        };
        let moved = before.saturating_add(offset);
        if offset != 0 {
            out.step("the offset:", &format!("`{offset} + {before} = {moved}`"))?;
        }
        here = match map {
            Outer::Swizzle(swizzle) => Ok(swizzle.apply(moved)),
            Outer::Xor(map) => Ok(map.apply(moved)),
            Outer::Layout(layout) => layout.at_index(moved),
        };
        let Ok(after) = here else { return laws::explain(out, call, value) };
        out.step("the map:", &format!("`{map}({moved}) = {after}`"))?;
    }
    answer(out, call, value, &[])
}

/// The strides of the plain layout with the same function.
fn plain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (layout, base) = match value {
        Value::Layout(layout) => (layout, 0),
        Value::Slice(layout, base) => (layout, *base),
        _ => return laws::explain(out, call, value),
    };
    let (a, x, r) = (&call.operands[0].text, out.variable, out.letter(layout));
    out.step("at index 0:", &format!("`{a}(0) = {base}`"))?;
    let checked = law(out, &format!("{a}({x}) = {base} + {r}({x})"), layout.size());
    out.step("and from there on:", &format!("`{r} = {layout}`, {checked}"))?;
    answer(out, call, value, &[])
}

/// A map or a composed layout that was written out.
pub(super) fn literal(out: &mut Out, name: &str, value: &Value) -> Told {
    match value {
        Value::Composed(composed) => {
            out.line(&format!("`{name} = {composed}`"))?;
            let b = out.letter(composed.inner());
            out.step("the layout inside:", &format!("`{b} = {}`", composed.inner()))?;
            out.step("indices:", &format!("`size({name}) = size({b}) = {}`", composed.size()))?;
            if let Ok(cosize) = composed.cosize() {
                out.step("offsets:", &format!("`cosize({name}) = {cosize}`"))?;
            }
        }
        Value::Swizzle(swizzle) => {
            let (y, z) = (swizzle.y_mask(), swizzle.z_mask());
            out.step("reads the bits:", &format!("{y:#b}"))?;
            out.step("changes the bits:", &format!("{z:#b}"))?;
        }
        Value::Xor(map) => {
            for (i, column) in map.columns().iter().enumerate() {
                out.step(&format!("bit {i}:"), &format!("`{map}({}) = {column}`", 1_i64 << i))?;
            }
        }
        _ => {}
    }
    out.line(&format!("= {value}"))
}
