//! Divides and products: complement, concatenation and composition, and how the modes are grouped.

use tilework::{Layout, Tiler};

use super::complement;
use super::compose;
use super::kinds::{answer, law, tiler_parts};
use super::out::{Out, Told, tuple};
use super::walk::Call;
use crate::operations::value::Value;
use crate::operations::{Figure, Grouping, Id};

/// The four divides, and the four products by tilers: the logical one, in some grouping.
pub(super) fn explain(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (grouping, id) = match call.operation.figure {
        Figure::Divide(grouping) => (grouping, Id::LogicalDivide),
        Figure::Product(grouping) => (grouping, Id::LogicalProduct),
        _ => return answer(out, call, &Value::from(*result), &[]),
    };
    let (divides, logical) = (id == Id::LogicalDivide, id.operation().name);
    let (a, b) = (&call.operands[0], &call.operands[1]);
    let layout = a.layout();
    let Ok(tiler) = tiler_of(&b.value) else {
        return answer(out, call, &Value::from(*result), &[]);
    };
    let pairs =
        if divides { layout.logical_divide(&tiler) } else { layout.logical_product(&tiler) };
    let Ok(pairs) = pairs else {
        return answer(out, call, &Value::from(*result), &[]);
    };
    match tiler_parts(&b.value) {
        Some(parts) => by_mode(out, (&a.text, &layout), &b.text, &parts, &pairs, id)?,
        None if matches!(b.value, Value::Slicer(_)) => {
            out.step("_ keeps everything:", &format!("`{logical}({}, _) = {pairs}`", a.text))?;
        }
        None => {
            let (a, b) = ((a.text.as_str(), &layout), (b.text.as_str(), &b.layout()));
            if divides { one_divide(out, a, b, &pairs)? } else { one_product(out, a, b, &pairs)? }
        }
    }
    if grouping != Grouping::Logical {
        regroup(out, call, (&a.text, &b.text), &b.value, &pairs, (grouping, logical))?;
    }
    let mut laws = Vec::new();
    let x = out.variable;
    match &b.value {
        Value::Layout(tile) if divides && grouping == Grouping::Logical => {
            let size = tile.size();
            laws.push(law(
                out,
                &format!("{}({x}, 0) = {}({}({x}))", call.result, a.text, b.text),
                size,
            ));
            laws.retain(|law| plain(out, law));
        }
        Value::Layout(_) if !divides && grouping == Grouping::Logical => {
            laws.push(format!("`{}[0] = {}`", call.result, a.text));
            laws.push(format!("`compatible({}, {}[1]) = true`", b.text, call.result));
        }
        _ if divides && result.size() == layout.size() => {
            laws.push(format!("`size({}) = size({})`", call.result, a.text));
        }
        _ => {}
    }
    if divides && result.size() > layout.size() {
        let more = result.size() - layout.size();
        out.line(&format!(
            "the tiles overhang {} by `{} - {} = {more}`",
            a.text,
            result.size(),
            layout.size()
        ))?;
    }
    answer(out, call, &Value::from(*result), &laws)
}

/// Whether a law in backticks holds.
fn plain(out: &Out, law: &str) -> bool {
    law.split('`').nth(1).is_some_and(|statement| out.holds(statement))
}

fn tiler_of(value: &Value) -> Result<Tiler, ()> {
    match value {
        Value::Layout(layout) => Ok(Tiler::layout(**layout)),
        Value::Tiler(tiler) => Ok(**tiler),
        Value::Slicer(blank) if blank.is_leaf() => Ok(Tiler::keep()),
        _ => Err(()),
    }
}

/// `A o (T, T*)`.
fn one_divide(
    out: &mut Out,
    (a, layout): (&str, &Layout),
    (t, tile): (&str, &Layout),
    result: &Layout,
) -> Told {
    let size = layout.size();
    let Ok(rest) = tile.complement(size) else {
        return Ok(());
    };
    let c = out.letter(&rest);
    out.step(
        "the rest:",
        &format!("`{c} = complement({t}, size({a})) = complement({tile}, {size}) = {rest}`"),
    )?;
    out.inside(|out| complement::derive(out, (t, tile), size, &rest))?;
    let Ok(both) = Layout::concat(&[*tile, rest]) else {
        return Ok(());
    };
    out.step("tile and rest:", &format!("`({t}, {c}) = {both}`"))?;
    let whole = format!("{a} o ({t}, {c})");
    if !out.holds(&format!("{whole} = {result}")) {
        // A ends in a mode of extent 1, on which it would continue.
        let short = layout.coalesce();
        let text = format!(
            "`coalesce({a}) = {short}`, which continues past its end: \
             `{short} o ({t}, {c}) ~ {result}`"
        );
        return if out.holds(&format!("{short} o ({t}, {c}) ~ {result}")) {
            out.step("compose:", &text)
        } else {
            Ok(())
        };
    }
    // When the tile and the rest carry into one another, only the whole is a layout.
    let split = format!("({a} o {t}, {a} o {c}) = ");
    let split = if out.holds(&format!("{split}{result}")) { split } else { String::new() };
    out.step("compose:", &format!("`{whole} = {split}{result}`"))?;
    let both_text = format!("({t}, {c})");
    out.inside(|out| compose::derive(out, (a, layout), (&both_text, &both), result))
}

/// `(A, A* o B)`.
fn one_product(
    out: &mut Out,
    (a, layout): (&str, &Layout),
    (b, arrangement): (&str, &Layout),
    result: &Layout,
) -> Told {
    let (size, cosize) = (layout.size(), arrangement.cosize());
    if cosize == 1 {
        out.step("one copy:", &format!("`cosize({b}) = 1`, so {a} needs no repetition"))?;
        return out.step("block and repeats:", &format!("`({a}, 1:0 o {b}) = {result}`"));
    }
    let Some(bound) = size.checked_mul(cosize) else {
        return Ok(());
    };
    let Ok(room) = layout.complement(bound) else {
        return Ok(());
    };
    out.step(
        "room for the copies:",
        &format!("`size({a}) * cosize({b}) = {size} * {cosize} = {bound}`"),
    )?;
    let c = out.letter(&room);
    out.step("where they can go:", &format!("`{c} = complement({a}, {bound}) = {room}`"))?;
    out.inside(|out| complement::derive(out, (a, layout), bound, &room))?;
    let Ok(repeats) = room.compose(arrangement) else {
        return Ok(());
    };
    out.step(&format!("where {b} puts them:"), &format!("`{c} o {b} = {repeats}`"))?;
    out.inside(|out| compose::derive(out, (&c, &room), (b, arrangement), &repeats))?;
    out.step("block and repeats:", &format!("`({a}, {c} o {b}) = {result}`"))
}

/// With a tiler `<...>`: the same in each mode that it names.
fn by_mode(
    out: &mut Out,
    (a, layout): (&str, &Layout),
    b: &str,
    parts: &[Value],
    pairs: &Layout,
    id: Id,
) -> Told {
    let logical = id.operation().name;
    let texts: Vec<String> = (0..layout.rank())
        .map(|i| match parts.get(i) {
            None | Some(Value::Slicer(_)) => format!("{a}[{i}]"),
            Some(part) => format!("{logical}({a}[{i}], {part})"),
        })
        .collect();
    let whole = format!("{logical}({a}, {b})");
    let split = tuple(&texts).unwrap_or_else(|| texts.concat());
    let relation = if texts.len() > 1 { "=" } else { "~" };
    out.step("mode by mode:", &format!("`{whole} {relation} {split}`"))?;
    for (i, text) in texts.iter().enumerate() {
        let (Ok(mode), Ok(piece)) = (layout.mode(i), pairs.mode(i)) else { continue };
        let label = format!("mode {i}:");
        match parts.get(i) {
            Some(Value::Layout(tile)) => {
                out.step(&label, &format!("`{text} = {piece}`"))?;
                out.inside(|out| {
                    let (m, t) = (out.letter(&mode), out.letter(tile));
                    out.line(&format!("`{m} = {a}[{i}] = {mode}`, `{t} = {tile}`"))?;
                    match id {
                        Id::LogicalDivide => one_divide(out, (&m, &mode), (&t, tile), &piece),
                        _ => one_product(out, (&m, &mode), (&t, tile), &piece),
                    }
                })?;
            }
            None | Some(Value::Slicer(_)) => {
                out.step(&label, &format!("kept: `{text} = {piece}`"))?
            }
            Some(_) => out.step(&label, &format!("`{text} = {piece}`"))?,
        }
    }
    Ok(())
}

/// From `((tile, rest), (tile, rest), ...)` to the other groupings.
fn regroup(
    out: &mut Out,
    call: &Call,
    (a, b): (&str, &str),
    tiler: &Value,
    pairs: &Layout,
    (grouping, logical): (Grouping, &str),
) -> Told {
    let d = out.letter(pairs);
    out.step("together:", &format!("`{d} = {logical}({a}, {b}) = {pairs}`"))?;
    let (firsts, seconds) = match tiler_parts(tiler) {
        Some(parts) => {
            let (mut firsts, mut seconds) = (Vec::new(), Vec::new());
            for i in 0..pairs.rank() {
                match parts.get(i) {
                    Some(Value::Slicer(_)) => {
                        firsts.push("1:0".to_owned());
                        seconds.push(format!("{d}[{i}]"));
                    }
                    Some(Value::Layout(_)) => {
                        firsts.push(format!("{d}[{i},0]"));
                        seconds.push(format!("{d}[{i},1]"));
                    }
                    Some(_) => return Ok(()),
                    None => seconds.push(format!("{d}[{i}]")),
                }
            }
            (firsts, seconds)
        }
        None if pairs.rank() == 2 => {
            let unpacked = |half: usize| {
                let rank = pairs.mode(half).map_or(1, |mode| mode.rank());
                let apart = match grouping {
                    Grouping::Flat => true,
                    Grouping::Tiled => half == 1,
                    Grouping::Logical | Grouping::Zipped => false,
                };
                match apart && rank > 1 {
                    true => (0..rank).map(|i| format!("{d}[{half},{i}]")).collect(),
                    false => vec![format!("{d}[{half}]")],
                }
            };
            (unpacked(0), unpacked(1))
        }
        None => return Ok(()),
    };
    let gathered = |items: &[String]| tuple(items).unwrap_or_else(|| items.concat());
    let grouped = match grouping {
        Grouping::Zipped => format!("({}, {})", gathered(&firsts), gathered(&seconds)),
        Grouping::Tiled => format!("({}, {})", gathered(&firsts), seconds.join(", ")),
        Grouping::Logical | Grouping::Flat => {
            format!("({}, {})", firsts.join(", "), seconds.join(", "))
        }
    };
    let statement = ["=", "~"]
        .iter()
        .map(|relation| format!("{} {relation} {grouped}", call.text))
        .find(|s| out.holds(s));
    match statement {
        Some(statement) => out.step("grouped:", &format!("`{statement}`")),
        None => Ok(()),
    }
}

/// `blocked_product` and `raked_product`: corresponding modes of block and arrangement are paired.
pub(super) fn by_rank(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, b) = (&call.operands[0], &call.operands[1]);
    let (block, arrangement) = (a.layout(), b.layout());
    let Ok(pairs) = block.logical_product(&Tiler::layout(arrangement)) else {
        return answer(out, call, &Value::from(*result), &[]);
    };
    one_product(out, (&a.text, &block), (&b.text, &arrangement), &pairs)?;
    let d = out.letter(&pairs);
    out.step("together:", &format!("`{d} = logical_product({}, {}) = {pairs}`", a.text, b.text))?;
    let (block_rank, rank) = (block.rank(), arrangement.rank());
    let mode = |half: usize, i: usize, rank: usize| match i < rank {
        true if rank == 1 => format!("{d}[{half}]"),
        true => format!("{d}[{half},{i}]"),
        false => "1:0".to_owned(),
    };
    let modes: Vec<String> = (0..block_rank.max(rank))
        .map(|i| {
            let (first, second) = (mode(0, i, block_rank), mode(1, i, rank));
            if call.operation.id == Id::BlockedProduct {
                format!("({first}, {second})")
            } else {
                format!("({second}, {first})")
            }
        })
        .collect();
    let order = match call.operation.id {
        Id::BlockedProduct => "block, then repeats:",
        _ => "repeats, then block:",
    };
    if let Some(grouped) = tuple(&modes)
        && out.holds(&format!("{} = {grouped}", call.text))
    {
        out.step(order, &format!("`{} = {grouped}`", call.text))?;
    }
    answer(
        out,
        call,
        &Value::from(*result),
        &[format!("`size({}) = size({}) * size({})`", call.result, a.text, b.text)],
    )
}

/// `tile_to_shape`: how often, in which order, and then a blocked product.
pub(super) fn to_shape(out: &mut Out, call: &Call, result: &Layout) -> Told {
    let (a, shape) = (&call.operands[0], &call.operands[1]);
    let block = a.layout();
    if let Value::Tuple(target) = &shape.value
        && let (Ok(sizes), Ok(padded)) =
            (target.product_each(), block.append_n(target.rank(), &Layout::UNIT))
        && let Ok(block_sizes) = padded.shape().product_each()
    {
        let parts = sizes.leaves().iter().zip(block_sizes.leaves());
        let counts: Vec<i64> = parts.clone().map(|(whole, part)| whole / part.max(&1)).collect();
        let each: Vec<String> = parts
            .zip(&counts)
            .map(|((whole, part), count)| format!("`{whole} / {part} = {count}`"))
            .collect();
        out.step("how often, in each mode:", &each.join(", "))?;
        let counts = format!("({})", super::out::join(&counts, ","));
        let arrangement = match call.operands.get(2) {
            Some(order) => format!("make_ordered_layout({counts}, {})", order.text),
            None => format!("make_layout_left({counts})"),
        };
        let order = match call.operands.get(2) {
            Some(order) => format!("in the order {}:", order.text),
            None => "from the left:".to_owned(),
        };
        let padded = if padded.rank() == block.rank() {
            a.text.clone()
        } else {
            format!("append_n({}, {})", a.text, padded.rank())
        };
        let statement = format!("{} = blocked_product({padded}, {arrangement})", call.text);
        if out.holds(&statement) {
            out.step(&order, &format!("`{statement}`"))?;
        }
    }
    let size = result.size();
    answer(
        out,
        call,
        &Value::from(*result),
        &[format!("`size({}) = {size} = size({})`", call.result, shape.text)],
    )
}

/// How much a division adds.
pub(super) fn overhang(out: &mut Out, call: &Call, value: &Value) -> Told {
    let (a, b) = (&call.operands[0].text, &call.operands[1].text);
    let size = call.operands[0].layout().size();
    if let (Value::Integer(more), Ok(tiler)) = (value, tiler_of(&call.operands[1].value))
        && let Ok(divided) = call.operands[0].layout().logical_divide(&tiler)
    {
        let whole = divided.size();
        out.step("divided:", &format!("`logical_divide({a}, {b}) = {divided}`"))?;
        out.step("sizes:", &format!("`size({divided}) - size({a}) = {whole} - {size} = {more}`"))?;
    }
    answer(out, call, value, &[])
}
