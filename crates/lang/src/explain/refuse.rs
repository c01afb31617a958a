//! Why the algebra has no answer: the index, the carry, the divisor.

use tilework::{Carry, Error, ErrorKind, Layout, Op, Tiler, Tuple, Why, shape_div};

use super::kinds::tiler_parts;
use super::out::{Out, Told};
use super::walk::Call;
use super::{complement, compose, pointwise, simplify};
use crate::diagnostic::Diagnostic;
use crate::value::Value;

/// The largest index at which a witness is derived from the offsets before it.
const FURTHEST: i64 = 4096;

/// Explains a refusal.
pub(super) fn explain(out: &mut Out, call: &Call, diagnostic: &Diagnostic) -> Told {
    if let Some(error) = diagnostic.cause {
        derive(out, call, &error)?;
    }
    out.line(&format!("no answer: {}", diagnostic.message.replace('`', "")))?;
    if let Some(help) = &diagnostic.help {
        out.line(&help.replace('`', ""))?;
    }
    Ok(())
}

fn derive(out: &mut Out, call: &Call, error: &Error) -> Told {
    let layouts: Vec<(&str, Layout)> = call
        .operands
        .iter()
        .filter_map(|operand| match &operand.value {
            Value::Layout(layout) => Some((operand.text.as_str(), *layout)),
            _ => None,
        })
        .collect();
    let name = call.operation.name;
    match (name, layouts.as_slice()) {
        ("recover", _) => {
            let table = simplify::numbers(&call.operands[0].value);
            if table.first() == Some(&0) {
                simplify::breaks(out, &table)?;
            }
            Ok(())
        }
        ("composition" | "compose_flat", [(a, left), (b, right)]) => {
            composition(out, (a, left), (b, right), error)
        }
        ("with_shape", [(a, left)]) => {
            let Ok(shape) = shape_layout(&call.operands[1].value) else { return Ok(()) };
            let b = out.letter(&shape);
            out.step(
                "the shape as a layout:",
                &format!("`{b} = make_layout_left({}) = {shape}`", call.operands[1].text),
            )?;
            composition(out, (a, left), (&b, &shape), error)
        }
        ("compose_strict", [(a, left), (b, right)]) => match error.kind() {
            ErrorKind::OutOfDomain { index, offset, size } => out.step(
                &format!("index {index}:"),
                &format!("`{b}({index}) = {offset} >= {size} = size({a})`, beyond the domain"),
            ),
            _ => composition(out, (a, left), (b, right), error),
        },
        ("solve", [(a, left), (c, right)]) => {
            let Ok(inverse) = left.left_inverse() else { return witness(out, error) };
            let l = out.letter(&inverse);
            out.step(&format!("undo {a}:"), &format!("`{l} = left_inverse({a}) = {inverse}`"))?;
            match error.kind() {
                ErrorKind::NoSolution { index: Some(index) } => {
                    let offset = right.at_index(index).unwrap_or(0);
                    let text = format!(
                        "`{c}({index}) = {offset}`, which {a} does not have: `preimage({a}, {offset}) = none`"
                    );
                    out.step(&format!("index {index}:"), &text)
                }
                _ => composition(out, (&l, &inverse), (c, right), error),
            }
        }
        ("sum" | "truncate", _) => {
            pointwise::floors(out, call)?;
            witness(out, error)
        }
        _ if error.step() == Op::Complement => incomplete(out, call, error),
        (
            "composition" | "logical_divide" | "zipped_divide" | "tiled_divide" | "flat_divide"
            | "overhang",
            _,
        ) => in_mode(out, call, error),
        _ => witness(out, error),
    }
}

fn shape_layout(value: &Value) -> tilework::Result<Layout> {
    match value {
        Value::Integer(extent) => Layout::new(*extent, 1),
        Value::Tuple(shape) => Layout::col_major(shape),
        Value::Layout(layout) => Layout::col_major(&layout.shape()),
        _ => Ok(Layout::UNIT),
    }
}

/// `A o B` is not a layout, or not one with B's shape.
fn composition(
    out: &mut Out,
    (a, left): (&str, &Layout),
    (b, right): (&str, &Layout),
    error: &Error,
) -> Told {
    match error.kind() {
        ErrorKind::NotALayout { index, expected, found, why, carry } => {
            let modes: Option<Vec<Layout>> = right
                .leaf_modes()
                .iter()
                .map(|&mode| left.compose(&Layout::of_mode(mode).ok()?).ok())
                .collect();
            if let Some(pieces) = modes.filter(|pieces| pieces.len() > 1)
                && let Ok(together) = Layout::concat(&pieces)
                && together.at_index(index).is_ok_and(|value| value != found)
            {
                let value = together.at_index(index).unwrap_or(0);
                let text = format!("would be {together}, which is {value} at index {index}");
                let hidden = [format!("{together}({index}) = {value}")];
                out.step_with(&format!("by mode of {b}:"), &text, &hidden)?;
            }
            divisors(out, (a, left), right)?;
            let at = right.at_index(index).unwrap_or(0);
            out.step(
                &format!("but at index {index}:"),
                &format!("`{a}({b}({index})) = {a}({at}) = {found}`"),
            )?;
            if let Some(carry) = carry {
                carries(out, (a, left), b, carry)?;
            }
            forced(out, (a, left), (b, right), (index, expected, found), why)?;
            if index <= FURTHEST {
                out.inside(|out| compose::table(out, (a, left), (b, right), right.size()))?;
            }
            Ok(())
        }
        ErrorKind::NotCompatible { brk, boundary } => {
            if let Ok(flat) = left.compose_flat(right) {
                out.step("it is a layout:", &format!("`compose_flat({a}, {b}) = {flat}`"))?;
            }
            out.step(
                &format!("but not with {b}'s shape:"),
                &format!(
                    "its stride changes at {brk}, a mode of {b} ends at {boundary}: `{} % {} = {}`",
                    brk.max(boundary),
                    brk.min(boundary),
                    brk.max(boundary) % brk.min(boundary).max(1)
                ),
            )?;
            out.inside(|out| compose::table(out, (a, left), (b, right), right.size()))
        }
        _ => witness(out, error),
    }
}

/// The strides of B that do not divide A's extents, nor are divided by them.
fn divisors(out: &mut Out, (a, left): (&str, &Layout), right: &Layout) -> Told {
    let shape = left.flatten().shape();
    for mode in right.leaf_modes().iter().filter(|mode| mode.extent > 1 && mode.stride > 1) {
        let divided = shape_div(&shape, &Tuple::leaf(mode.stride));
        if let Err(ErrorKind::NotDivisible { value, by }) = divided.map_err(|error| error.kind())
            && left.compose(&Layout::of_mode(*mode).unwrap_or(Layout::UNIT)).is_err()
        {
            let text = format!(
                "{shape} / {} fails at the extent {value}: `{value} % {by} = {}`, `{by} % {value} = {}`",
                mode.stride,
                value % by,
                by % value
            );
            out.step(&format!("the divisor, {a} o {mode}:"), &text)?;
        }
    }
    Ok(())
}

/// Two offsets of B that are below a boundary of A each, and beyond it together.
fn carries(out: &mut Out, (a, left): (&str, &Layout), b: &str, carry: Carry) -> Told {
    let Carry { low, high, boundary, leaf } = carry;
    let (Some(sum), extents) =
        (low.checked_add(high), &left.leaf_modes()[..(leaf + 1).min(left.length())])
    else {
        return Ok(());
    };
    let boundary_text = match extents {
        [one] => format!("{}, the extent of {a}'s mode {one}", one.extent),
        _ => format!("{boundary}, the size of {a}'s first {} leaf modes", leaf + 1),
    };
    let digits = |n: i64| if n < boundary { n.to_string() } else { format!("{n} % {boundary}") };
    let statement = format!("{} + {} >= {boundary}", digits(low), digits(high));
    let crossing =
        if out.holds(&statement) { format!("`{statement}`") } else { format!("{low} + {high}") };
    let (Ok(x), Ok(y), Ok(z)) = (left.at_index(low), left.at_index(high), left.at_index(sum))
    else {
        return Ok(());
    };
    let relation = match x.checked_add(y) {
        Some(both) if both == z => format!("`{a}({low}) + {a}({high}) = {both}`"),
        Some(both) => format!("`{a}({low}) + {a}({high}) = {both} != {z} = {a}({sum})`"),
        None => String::new(),
    };
    out.step("the carry:", &format!("offsets {low} and {high} of {b} together pass {boundary_text}: {crossing}, so {relation}"))
}

/// What every layout that agrees below an index has there, and why it cannot have another value.
fn forced(
    out: &mut Out,
    (a, left): (&str, &Layout),
    (b, right): (&str, &Layout),
    (index, expected, found): (i64, i64, i64),
    why: Why,
) -> Told {
    let value = |i: i64| right.at_index(i).and_then(|at| left.at_index(at)).ok();
    let at = |i: i64| format!("{a}({b}({i}))");
    match why {
        Why::Increment { chain } => {
            let rest = index % chain;
            let whole = index - rest;
            let sum = format!("{} + {} = {expected} != {found}", at(whole), at(rest));
            let statement = if out.holds(&sum) { format!("`{sum}`, ") } else { String::new() };
            out.step(
                "what a layout has there:",
                &format!(
                    "{statement}as the last mode starts at {chain} and `{index} % {chain} = {rest}`"
                ),
            )
        }
        Why::Break { size } => {
            let statement = match chain(index, value) {
                Some(chain) if index % chain == 0 => {
                    format!("{} * {} = {expected} != {found}", index / chain, at(chain))
                }
                _ => format!("{expected} != {found}"),
            };
            let statement =
                if out.holds(&statement) { format!("`{statement}`") } else { expected.to_string() };
            out.step(
                "what a layout has there:",
                &format!(
                    "{statement}; a new mode cannot start, `{size} % {index} = {}`",
                    size % index
                ),
            )
        }
    }
}

/// Where the last mode starts that the values below `index` show.
fn chain(index: i64, value: impl Fn(i64) -> Option<i64>) -> Option<i64> {
    if index > FURTHEST {
        return None;
    }
    let mut chain = 1;
    for x in 2..index {
        let expected = value(chain)?.checked_mul(x / chain)?.checked_add(value(x % chain)?)?;
        if value(x)? != expected {
            chain = x;
        }
    }
    Some(chain)
}

/// The complement inside of an operation does not exist.
fn incomplete(out: &mut Out, call: &Call, error: &Error) -> Told {
    let (mut layout, mut text) = (None, String::new());
    let name = call.operation.name;
    let is_divide = name.ends_with("divide") || name == "overhang";
    // Divides need the complement of the tile, products that of the block.
    let operand = &call.operands[usize::from(is_divide)];
    if let Value::Layout(whole) = &operand.value {
        (layout, text) = (Some(*whole), operand.text.clone());
    } else if let (Some(parts), Some(mode)) =
        (tiler_parts(&operand.value), error.mode_path().next())
        && let Some(Value::Layout(tile)) = parts.get(mode)
    {
        (layout, text) = (Some(*tile), out.letter(tile));
        out.step(&format!("mode {mode}:"), &format!("`{text} = {tile}`"))?;
    } else if let (Value::Layout(whole), Some(mode)) =
        (&call.operands[0].value, error.mode_path().next())
        && let Ok(block) = whole.mode(mode)
    {
        (layout, text) = (Some(block), out.letter(&block));
        out.step(&format!("mode {mode}:"), &format!("`{text} = {block}`"))?;
    }
    match layout {
        Some(layout) => complement::refuse(out, (&text, &layout), error.kind()),
        None => Ok(()),
    }
}

/// A divide or by-mode composition whose composition is not a layout.
fn in_mode(out: &mut Out, call: &Call, error: &Error) -> Told {
    let (whole, tiler) = (call.operands[0].layout(), &call.operands[1].value);
    let path: Vec<usize> = error.mode_path().collect();
    let (mut layout, mut part) = (whole, tiler.clone());
    for &mode in &path {
        let (Ok(inner), Some(parts)) = (layout.mode(mode), tiler_parts(&part)) else {
            return witness(out, error);
        };
        let Some(next) = parts.get(mode) else { return witness(out, error) };
        (layout, part) = (inner, next.clone());
    }
    let Value::Layout(tile) = part else {
        return witness(out, error);
    };
    let a = out.letter(&layout);
    if !path.is_empty() {
        let path = super::out::join(&path, ",");
        out.step(
            &format!("mode {path}:"),
            &format!("`{a} = {}[{path}] = {layout}`", call.operands[0].text),
        )?;
    }
    let selection = match call.operation.name {
        "composition" => tile,
        _ => {
            let size = layout.size();
            let (Ok(rest), true) =
                (tile.complement(size), layout.logical_divide(&Tiler::layout(tile)).is_err())
            else {
                return witness(out, error);
            };
            let Ok(both) = Layout::concat(&[tile, rest]) else { return witness(out, error) };
            out.step("the rest:", &format!("`complement({tile}, {size}) = {rest}`"))?;
            both
        }
    };
    let b = out.letter(&selection);
    out.step("to compose with:", &format!("`{b} = {selection}`"))?;
    composition(out, (&a, &layout), (&b, &selection), error)
}

/// The numbers of any other refusal.
fn witness(out: &mut Out, error: &Error) -> Told {
    let text = match error.kind() {
        ErrorKind::NotALayout { index, expected, found, why, .. } => {
            let why = match why {
                Why::Increment { chain } => format!("`{index} % {chain} = {}`", index % chain),
                Why::Break { size } => format!("`{size} % {index} = {}`", size % index),
            };
            format!(
                "at index {index} it is {found}, and every layout that agrees up to there has `{expected} != {found}`; no mode can start there: {why}"
            )
        }
        ErrorKind::NotDivisible { value, by } if by > 0 && value % by != 0 => {
            format!("`{value} % {by} = {}`", value.rem_euclid(by))
        }
        ErrorKind::SizeMismatch { left, right } => format!("`{left} != {right}`"),
        ErrorKind::Incomparable { left, right } => {
            let (small, large) = (left.min(right), left.max(right));
            format!(
                "the strides change at {left} and {right}: `{large} % {small} = {}`",
                large % small.max(1)
            )
        }
        ErrorKind::Overlap { lower, upper } => {
            format!(
                "{upper} begins before {lower} ends: `{} < {} * {}`",
                upper.stride, lower.extent, lower.stride
            )
        }
        ErrorKind::StrideNotMultiple { stride, of } if of > 0 => {
            format!("`{stride} % {of} = {}`", stride.rem_euclid(of))
        }
        ErrorKind::OutOfBounds { coordinate, extent } => format!("`{coordinate} >= {extent}`"),
        ErrorKind::RankTooLarge { rank, limit } => format!("`{rank} > {limit}`"),
        _ => return Ok(()),
    };
    out.step("the reason:", &text)
}
