//! Composition: by mode of B, divide out the stride, keep the first elements, collect.

use tilework::{ErrorKind, Layout, Mode, Tuple, shape_div, shape_mod};

use super::kinds::{answer, law, tiler_parts};
use super::out::{Out, SHOWN, Told, join, ordinal, tuple};
use super::walk::Call;
use crate::operations::Id;
use crate::operations::value::Value;

/// `A o B` and its strict and flat forms.
pub(super) fn explain(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, b) = (&call.operands[0], &call.operands[1]);
    if let Some(parts) = tiler_parts(&b.value) {
        return by_tiler(out, call, &parts, result);
    }
    if let Value::Slicer(_) = b.value {
        out.step("", &format!("_ keeps everything: `{} = {}`", call.text, a.text))?;
        return answer(out, call, &Value::from(*result), &[]);
    }
    let (a_layout, b_layout) = (a.layout(), b.layout());
    let (a, b) = (a.text.as_str(), b.text.as_str());
    if call.operation.id == Id::ComposeStrict {
        let (largest, size) = (b_layout.max_offset(), a_layout.size());
        out.step(
            "inside A's domain:",
            &format!("largest offset of {b}: `{largest} < size({a}) = {size}`"),
        )?;
    }
    match a_layout.compose(&b_layout) {
        Ok(refined) => {
            derive(out, (a, &a_layout), (b, &b_layout), &refined)?;
            if call.operation.id == Id::ComposeFlat {
                out.step("flat:", &format!("`coalesce({a} o {b}) = {result}`"))?;
            }
        }
        // Only the flat form exists.
        Err(error) => {
            out.step(&format!("with {b}'s shape:"), &format!("none, {a} o {b} {}", error.kind()))?;
            out.step("the offsets decide:", &format!("`{} = {result}`", call.text))?;
            out.inside(|out| table(out, (a, &a_layout), (b, &b_layout), 0))?;
        }
    }
    let x = out.variable;
    let checked = law(out, &format!("{}({x}) = {a}({b}({x}))", call.result), b_layout.size());
    answer(out, call, &Value::from(*result), &[checked])
}

/// The composition with `<...>`: each mode of A with its tiler.
fn by_tiler(out: &mut Out, call: &Call, parts: &[Value], result: &Layout) -> Told {
    let (a, layout) = (&call.operands[0].text, call.operands[0].layout());
    let pairs: Vec<String> = parts
        .iter()
        .enumerate()
        .map(|(i, part)| match part {
            Value::Slicer(_) => format!("{a}[{i}]"),
            part => format!("{a}[{i}] o {part}"),
        })
        .collect();
    if let Some(collected) = tuple(&pairs) {
        out.step("mode by mode:", &format!("`{} = {collected}`", call.text))?;
    } else {
        out.step("mode by mode:", &format!("`{} ~ {}`", call.text, pairs.join("")))?;
    }
    for (i, (part, text)) in parts.iter().zip(&pairs).enumerate() {
        let Ok(mode) = layout.mode(i) else { continue };
        match part {
            Value::Layout(b) => {
                let Ok(piece) = mode.compose(b) else { continue };
                out.step(
                    &format!("mode {i}:"),
                    &format!("`{a}[{i}] = {mode}`, `{text} = {piece}`"),
                )?;
                if b.length() > 1 || mode.coalesce().length() > 1 {
                    let name = out.letter(&mode);
                    out.inside(|out| {
                        if name.as_str() != a {
                            out.line(&format!("`{name} = {a}[{i}]`"))?;
                        }
                        derive(out, (&name, &mode), (&b.to_string(), b), &piece)
                    })?;
                }
            }
            Value::Slicer(_) => {
                out.step(&format!("mode {i}:"), &format!("kept: `{text} = {mode}`"))?
            }
            _ => {
                if let Ok(piece) = result.mode(i) {
                    out.step(&format!("mode {i}:"), &format!("`{text} = {piece}`"))?;
                }
            }
        }
    }
    if layout.rank() > parts.len() {
        let count = layout.rank() - parts.len();
        out.line(&format!(
            "{count} more of A's modes that {} does not name are dropped",
            call.operands[1].text
        ))?;
    }
    answer(out, call, &Value::from(*result), &[])
}

/// The derivation of `A o B`, which is `result`.
///
/// A composite that refines B's shape is, mode by mode, what A makes of B's modes; so the way by
/// modes always leads there. Whether there is a composite at all is the question that needs more.
pub(super) fn derive(
    out: &mut Out,
    (a, a_layout): (&str, &Layout),
    (b, b_layout): (&str, &Layout),
    result: &Layout,
) -> Told {
    // A is read as a list of modes; coalescing it must not change how it goes on past its end.
    let short = a_layout.coalesce();
    let (name, base) = if short != *a_layout && short.compose(b_layout).as_ref() == Ok(result) {
        let name = out.letter(&short);
        let text = format!("`{name} = coalesce({a}) = {short}`, the same function");
        out.step(&format!("coalesce {a}:"), &text)?;
        (name, short)
    } else {
        (a.to_owned(), if a_layout.depth() > 1 { a_layout.flatten() } else { *a_layout })
    };
    let modes = b_layout.leaf_modes();
    let pieces: Option<Vec<Layout>> = modes.iter().map(|&mode| piece(&base, mode)).collect();
    let Some(pieces) = pieces else {
        return search(out, (a, a_layout), (b, b_layout), result);
    };
    if let ([mode], [piece]) = (modes, pieces.as_slice()) {
        return leaf(out, (&name, &base), *mode, piece);
    }
    let splits: Vec<String> = modes.iter().map(|mode| format!("{name} o {mode}")).collect();
    let collected: Vec<String> = pieces.iter().map(Layout::to_string).collect();
    let (split, collected) = (nested(b_layout, &splits), nested(b_layout, &collected));
    // Parentheses around one mode are lost in these notations.
    let same = |relation: &&&str| out.holds(&format!("{a} o {b} {relation} {collected}"));
    let Some(relation) = ["=", "~"].iter().find(same) else {
        return search(out, (a, a_layout), (b, b_layout), result);
    };
    out.step(&format!("by mode of {b}:"), &format!("`{a} o {b} {relation} {split}`"))?;
    if let [only] = base.leaf_modes() {
        let stride = only.stride;
        let text =
            format!("one mode, so strides are multiplied by {stride}: `{split} = {collected}`");
        return out.step("collect:", &text);
    }
    for (mode, piece) in modes.iter().zip(&pieces) {
        leaf(out, (&name, &base), *mode, piece)?;
    }
    out.step("collect:", &format!("`{split} = {collected}`"))
}

fn piece(a: &Layout, mode: Mode) -> Option<Layout> {
    a.compose(&Layout::of_mode(mode).ok()?).ok()
}

/// The texts of leaf modes, nested as the layout is.
pub(super) fn nested(layout: &Layout, leaves: &[String]) -> String {
    fn build(shape: &Tuple, leaves: &mut std::slice::Iter<'_, String>) -> String {
        if shape.is_leaf() {
            return leaves.next().cloned().unwrap_or_default();
        }
        let modes = (0..shape.rank())
            .map(|i| shape.mode(i).map_or(String::new(), |mode| build(&mode, leaves)));
        let modes: Vec<String> = modes.collect();
        tuple(&modes).unwrap_or_else(|| modes.concat())
    }
    build(&layout.shape(), &mut leaves.iter())
}

/// `A o s:d`: every d-th element of A, the first s of those.
fn leaf(out: &mut Out, (a, layout): (&str, &Layout), mode: Mode, result: &Layout) -> Told {
    let label = format!("{a} o {mode}:");
    let Mode { extent, stride } = mode;
    let whole = format!("`{a} o {mode} = {result}`");
    if extent == 1 || stride == 0 {
        return out.step(&label, &format!("only `{a}(0) = 0`, so {whole}"));
    }
    if let [only] = layout.leaf_modes() {
        let (n, d) = (result.leaf_modes()[0], only.stride);
        return out.step(
            &label,
            &format!("one mode, so strides multiply: `{stride} * {d} = {}`, {whole}", n.stride),
        );
    }
    if let Some((text, hidden)) = by_division((a, layout), mode, result) {
        return out.step_with(&label, &text, &hidden);
    }
    if let Some(first) = layout.leaf_modes().first()
        && let Some(last) = (extent - 1).checked_mul(stride)
        && last < first.extent
    {
        let text = format!(
            "stays inside the mode {first}: `{} * {stride} = {last} < {}`; \
             strides multiply, {whole}",
            extent - 1,
            first.extent
        );
        return out.step(&label, &text);
    }
    let why = match shape_div(&layout.shape(), &Tuple::leaf(stride)).map_err(|error| error.kind()) {
        Err(ErrorKind::NotDivisible { value, by }) => {
            format!("neither of {by} and {value} divides the other, so ")
        }
        _ => String::new(),
    };
    let why = format!("{why}the exact search decides: ");
    if extent > SHOWN {
        return out.step(&label, &format!("{why}{whole}"));
    }
    let offsets = join((0..extent).map(|i| format!("{a}({})", i * stride)), ", ");
    let values: Vec<i64> = result.table();
    let values = format!("[{}]", join(&values, ","));
    out.step(&label, &format!("{why}`[{offsets}] = {values}`, `recover({values}) ~ {result}`"))
}

/// Dividing out and modding out, as CuTe's documents do, where that is enough.
fn by_division(
    (a, layout): (&str, &Layout),
    mode: Mode,
    result: &Layout,
) -> Option<(String, Vec<String>)> {
    let Mode { extent, stride } = mode;
    let (shape, mut text, mut hidden) = (layout.shape(), String::new(), Vec::new());
    let mut strided = *layout;
    if stride > 1 {
        let divided = shape_div(&shape, &Tuple::leaf(stride)).ok()?;
        strided = every(layout, &divided, stride)?;
        text = format!(
            "every {} element: `{shape} / {stride} = {divided}`, so {strided}; ",
            ordinal(stride)
        );
        hidden.push(format!("{strided} ~ {a} o {}:{stride}", strided.size()));
    }
    let shape = strided.shape();
    let kept = shape_mod(&shape, extent).ok()?;
    let first = Layout::from_tuples(&kept, &strided.stride()).ok()?;
    if first.size() != extent || !first.same_function(result) {
        return None;
    }
    let of_those = if stride > 1 {
        format!("the first {extent} of those")
    } else {
        format!("the first {extent} elements")
    };
    text += &format!("{of_those}: `{shape} % {extent} = {kept}`");
    if first != *result {
        if first.coalesce() != *result {
            return None;
        }
        text += &format!(", so `coalesce({first}) = {result}`");
    } else if first != strided {
        text += &format!(", so {first}");
    }
    hidden.push(format!("{a} o {mode} = {result}"));
    Some((text, hidden))
}

/// Every `step`-th element: the divided extents, each stride times what was taken out of its mode.
fn every(layout: &Layout, divided: &Tuple, step: i64) -> Option<Layout> {
    let (mut rest, mut strides) = (step, Vec::new());
    for mode in layout.leaf_modes() {
        strides.push(mode.stride.checked_mul(rest)?);
        rest = rest / mode.extent + i64::from(rest % mode.extent != 0);
    }
    // The stride of a mode that is used up does not matter.
    for (stride, extent) in strides.iter_mut().zip(divided.leaves()) {
        if *extent == 1 {
            *stride = 0;
        }
    }
    let flat = Tuple::from_slice(&strides).ok()?;
    Layout::from_tuples(divided, &flat.unflatten(divided).ok()?).ok()
}

/// The layout that the search finds, and the table that it has.
fn search(
    out: &mut Out,
    (a, a_layout): (&str, &Layout),
    (b, b_layout): (&str, &Layout),
    result: &Layout,
) -> Told {
    out.step("exact search:", &format!("the offsets decide: `{a} o {b} = {result}`"))?;
    out.inside(|out| table(out, (a, a_layout), (b, b_layout), 0))
}

/// `x`, `B(x)` and `A(B(x))`, as many as are shown; among them the index `seen`.
pub(super) fn table(
    out: &mut Out,
    (a, a_layout): (&str, &Layout),
    (b, b_layout): (&str, &Layout),
    seen: i64,
) -> Told {
    let size = b_layout.size();
    let from = if seen < SHOWN { 0 } else { seen - SHOWN + 1 };
    let indices = || from..size.min(from + SHOWN);
    let inner: Result<Vec<i64>, tilework::Error> =
        indices().map(|i| b_layout.at_index(i)).collect();
    let outer = inner.and_then(|inner| {
        let outer: Result<Vec<i64>, tilework::Error> =
            inner.iter().map(|&at| a_layout.at_index(at)).collect();
        Ok((inner, outer?))
    });
    let Ok((inner, outer)) = outer else {
        return Ok(());
    };
    let x = out.variable;
    let rows = [
        (x.to_owned(), indices().collect()),
        (format!("{b}({x})"), inner),
        (format!("{a}({b}({x}))"), outer),
    ];
    let numbers = rows.iter().flat_map(|(_, row)| row);
    let widest = numbers.map(|n| n.to_string().len()).max().unwrap_or(1);
    let head = rows.iter().map(|(label, _)| label.len()).max().unwrap_or(1);
    let before = if from > 0 { "...  " } else { "" };
    let after = if indices().end < size { "  ..." } else { "" };
    for (label, row) in &rows {
        let cells = join(row.iter().map(|n| format!("{n:>widest$}")), " ");
        let at = |i: i64| label.replace(&format!("({x})"), &format!("({i})"));
        let hidden = match label == x {
            true => Vec::new(),
            false => vec![format!("[{}] = [{}]", join(indices().map(at), ","), join(row, ","))],
        };
        out.line_with(&format!("{label:<head$}  {before}{cells}{after}"), &hidden)?;
    }
    Ok(())
}
