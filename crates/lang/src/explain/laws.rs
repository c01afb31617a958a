//! Operations without a derivation of their own: what they mean, and the law that their result satisfies.

use tilework::Mode;

use super::kinds::{answer, law};
use super::out::{Out, Told, join};
use super::walk::Call;
use super::{check, composed, threads};
use crate::operations::Id;
use crate::operations::value::Value;

/// The summary, what is worth computing on the way, and the law.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    // Text between backticks would be checked.
    let summary = call.operation.summary.replace('`', "");
    out.step(&format!("{}:", call.operation.name), &summary)?;
    on_the_way(out, call, value)?;
    let laws = laws(out, call, value);
    answer(out, call, value, &laws)
}

fn on_the_way(out: &mut Out, call: &Call, value: &Value) -> Told {
    let first = call.operands.first().map(|operand| (&operand.text, &operand.value));
    match (call.operation.id, first, value) {
        (Id::Size, Some((_, of)), _) => {
            let leaves: Vec<i64> = match of {
                Value::Layout(layout) => layout.shape().leaves().to_vec(),
                Value::Tuple(shape) => shape.leaves().to_vec(),
                _ => Vec::new(),
            };
            if leaves.len() > 1 {
                out.step("extents:", &format!("`{} = {value}`", join(leaves, " * ")))?;
            }
            Ok(())
        }
        (Id::Cosize, Some((a, Value::Layout(layout))), _) => {
            let (high, low) = (layout.max_offset(), layout.min_offset());
            let terms =
                layout.leaf_modes().iter().filter(|mode| mode.extent > 1 && mode.stride > 0);
            let terms: Vec<String> =
                terms.map(|mode| format!("{} * {}", mode.extent - 1, mode.stride)).collect();
            if !terms.is_empty() {
                out.step("largest offset:", &format!("`{} = {high}`", terms.join(" + ")))?;
            }
            if low < 0 {
                out.step("smallest offset:", &format!("{low}"))?;
            }
            out.step("", &format!("`{high} - {low} + 1 = cosize({a})`"))
        }
        (Id::MaxCommonVector, Some((a, _)), Value::Integer(count)) => {
            let (b, inverse) = (&call.operands[1].text, call.operands[1].any());
            let Some(Ok(inverse)) = inverse.map(|layout| layout.right_inverse()) else {
                return Ok(());
            };
            let r = out.name(&inverse.into());
            out.introduce(&r);
            out.step(
                &format!("where {b} has 0, 1, ...:"),
                &format!("`{r} = right_inverse({b}) = {inverse}`"),
            )?;
            let x = out.variable;
            let same = law(out, &format!("{a}({r}({x})) = {x}"), *count);
            out.step(&format!("{a} has them too:"), &same)?;
            if *count < inverse.size() {
                let next = format!("{a}({r}({count})) != {count}");
                if out.holds(&next) {
                    out.step("and no further:", &format!("`{next}`"))?;
                }
            }
            Ok(())
        }
        (Id::Owner, Some((a, _)), Value::Tuple(owner)) => {
            let [_, tile, cell] = call.operands.as_slice() else { return Ok(()) };
            let there = format!("crd2idx({}, {})", cell.text, tile.text);
            out.step("the cell:", &format!("`{a}{owner} = {there}`"))
        }
        (Id::CommonRefinement, ..) => match value {
            Value::Pair(both) => {
                let [left, right] = &**both;
                let (a, b) = (&call.operands[0].text, &call.operands[1].text);
                out.step("the same functions:", &format!("`{left} ~ {a}`, `{right} ~ {b}`"))?;
                out.step(
                    "the same extents:",
                    &format!("`shape({left}) = shape({right}) = {}`", left.shape()),
                )
            }
            _ => Ok(()),
        },
        (Id::Idx2crd, Some((index, Value::Integer(_))), _) if call.operands.len() == 2 => {
            let back = format!("crd2idx({value}, {}) = {index}", call.operands[1].text);
            if out.holds(&back) { out.step("back:", &format!("`{back}`")) } else { Ok(()) }
        }
        (Id::ShapeDiv | Id::ShapeMod, Some((shape, Value::Tuple(whole))), Value::Tuple(result)) => {
            let Value::Integer(by) = call.operands[1].value else { return Ok(()) };
            let (mut rest, sign) = (by, if call.operation.id == Id::ShapeDiv { "/" } else { "%" });
            for (extent, part) in whole.leaves().iter().zip(result.leaves()) {
                let next = rest / extent + i64::from(rest % extent != 0);
                let text = match sign {
                    "/" => format!("by {rest}: {part} left"),
                    _ => format!("of {rest}: {part} kept"),
                };
                out.step(
                    &format!("extent {extent}:"),
                    &format!("{text}; to the next: `ceil_div({rest}, {extent}) = {next}`"),
                )?;
                rest = next;
            }
            out.step("", &format!("`{shape} {sign} {by} = {result}`"))
        }
        _ => Ok(()),
    }
}

/// The law of the operation, checked.
pub(super) fn laws(out: &Out, call: &Call, value: &Value) -> Vec<String> {
    let text = |i: usize| call.operands.get(i).map_or("", |operand| operand.text.as_str());
    let (a, b, r, x) = (text(0), text(1), call.result.as_str(), out.variable);
    let sizes = (check::layout(value), call.operands.first().and_then(|operand| operand.any()));
    let statement = match (call.operation.id, value) {
        (id, Value::Layout(_) | Value::Composed(_))
            if let ((Some(result), Some(of)), Some((statement, inside))) =
                (sizes, pointwise(id, [a, b, r, x])) =>
        {
            law(out, &statement, if inside { of.size() } else { result.size() })
        }
        (Id::Flatten | Id::Unflatten | Id::Group, Value::Layout(_)) => {
            format!("`{r} ~ {a}`, the same function")
        }
        (Id::MakeLayoutLeft, Value::Layout(layout)) => {
            law(out, &format!("{r}({x}) = {x}"), layout.size())
        }
        (Id::MakeLayoutRight | Id::MakeOrderedLayout, Value::Layout(_)) => {
            format!("`is_bijective({r}) = true`")
        }
        (Id::MakeLayoutLike, Value::Layout(_)) => format!("`shape({r}) = shape({a})`"),
        (Id::Preimage, Value::Integer(index)) => format!("`{a}({index}) = {b}`"),
        (Id::ImagesMeet, Value::Tuple(pair)) => match (pair.leaves(), call.operands.len()) {
            ([i, j], 2) => format!("`{a}({i}) = {b}({j})`"),
            ([i, j], _) => format!("`{b} + {a}({i}) = {} + {}({j})`", text(3), text(2)),
            _ => return Vec::new(),
        },
        (Id::Sort, Value::Layout(_)) => format!("`size({r}) = size({a})`"),
        (Id::Eval1d | Id::Offsets, Value::List(values)) if values.len() <= 64 => {
            format!("`[{}] = {value}`", join((0..values.len()).map(|i| format!("{a}({i})")), ","))
        }
        (Id::DomainDistribute, Value::Layout(layout)) => {
            format!("`{b} % {} = 0`, `is_injective({r}) = true`", layout.size())
        }
        (Id::Append, Value::Layout(layout)) => format!("`{r}[{}] = {b}`", layout.rank() - 1),
        (Id::Prepend, Value::Layout(_)) => format!("`{r}[0] = {b}`"),
        (Id::Replace, Value::Layout(_)) => format!("`{r}[{b}] = {}`", text(2)),
        _ => return Vec::new(),
    };
    // A shape in the place of a layout is not a function in these notations.
    let kept = statement.split('`').skip(1).step_by(2).all(|law| out.holds(law));
    if kept { vec![statement] } else { Vec::new() }
}

/// The law of the values of the result R, and whether it is about the indices of A instead of R's.
fn pointwise(id: Id, [a, b, r, x]: [&str; 4]) -> Option<(String, bool)> {
    let law = match id {
        Id::Scale => format!("{r}({x}) = {b} * {a}({x})"),
        Id::Sum => format!("{r}({x}) = {a}({x}) + {b}({x})"),
        Id::Truncate | Id::WithShape | Id::Coalesce => format!("{r}({x}) = {a}({x})"),
        Id::ComposeFlat | Id::ComposeStrict => format!("{r}({x}) = {a}({b}({x}))"),
        Id::Solve => format!("{a}({r}({x})) = {b}({x})"),
        Id::Nullspace => format!("{a}({r}({x})) = {a}(0)"),
        Id::RightInverse | Id::RightInverseMax => format!("{a}({r}({x})) = {x}"),
        Id::MaxCommonLayout => format!("{a}({r}({x})) = {b}({r}({x})) = {x}"),
        Id::LeftInverse | Id::LeftInverseSearch => {
            return Some((format!("{r}({a}({x})) = {x}"), true));
        }
        Id::GeneralizedInverse => return Some((format!("{a}({r}({a}({x}))) = {a}({x})"), true)),
        _ => return None,
    };
    Some((law, false))
}

/// Describes a value that was written out.
pub(super) fn literal(out: &mut Out, name: &str, value: &Value) -> Told {
    if let Value::Tv(tv) = value {
        return threads::literal(out, tv);
    }
    if value.is_beyond_strides() {
        return composed::literal(out, name, value);
    }
    let Value::Layout(layout) = value else {
        return out.line_with(&format!("{}: {value}", value.kind()), &[]);
    };
    out.line(&format!("`{name} = {layout}`"))?;
    let modes = layout.leaf_modes();
    let coordinate = |i: usize| format!("{}{i}", out.variable);
    let terms = modes
        .iter()
        .enumerate()
        .map(|(i, Mode { stride, .. })| format!("{} * {stride}", coordinate(i)));
    let terms = join(terms.collect::<Vec<_>>(), " + ");
    let coordinates = join((0..modes.len()).map(coordinate).collect::<Vec<_>>(), ",");
    out.step("coordinates:", &format!("({coordinates}) to the offset {terms}"))?;
    let extents = join(modes.iter().map(|mode| mode.extent), " * ");
    if !extents.is_empty() {
        out.step(
            "indices:",
            &format!(
                "`size({name}) = {extents} = {}`, the leftmost coordinate fastest",
                layout.size()
            ),
        )?;
    }
    out.step(
        "offsets:",
        &format!(
            "{} to {}, `cosize({name}) = {}`",
            layout.min_offset(),
            layout.max_offset(),
            layout.cosize()
        ),
    )?;
    out.line(&format!("= {layout}"))
}
