//! Threads and values: which cells of a tile they have, and what that is of a larger layout.

use tilework::{AnyLayout, Coord, Tuple, crd2idx};

use super::kinds::answer;
use super::laws;
use super::out::{Out, Told, join};
use super::walk::Call;
use crate::operations::Id;
use crate::operations::tv::Tv;
use crate::operations::value::Value;
use crate::text::diagnostic::Diagnostic;

/// `make_layout_tv`, `tv_layout`, `partition`, `owners`, `owner` and `coverage`.
pub(super) fn explain(out: &mut Out, call: &Call, value: &Value) -> Told {
    let told = match call.operation.id {
        Id::MakeLayoutTv => made(out, call, value)?,
        Id::Partition => partition(out, call)?,
        Id::Owners => owners(out, call)?,
        Id::Owner => owner(out, call, value)?,
        Id::Coverage => coverage(out, call)?,
        _ => None,
    };
    match told {
        Some(()) => answer(out, call, value, &[]),
        None => laws::explain(out, call, value),
    }
}

/// `None` where there is no more to say than what the operation does.
type Derived = Result<Option<()>, Diagnostic>;

/// A name for the value of an expression, in a step that says what it is.
fn named(out: &mut Out, label: &str, text: &str, more: &str) -> Result<Option<String>, Diagnostic> {
    let Some(layout) = out.layout(text) else { return Ok(None) };
    let name = out.name(&layout.into());
    out.introduce(&name);
    out.step(label, &format!("`{name} = {text} = {layout}`{more}"))?;
    Ok(Some(name))
}

/// The raked product of threads and values, backwards, by thread and value.
fn made(out: &mut Out, call: &Call, value: &Value) -> Derived {
    let (Value::Tv(tv), [threads, values]) = (value, call.operands.as_slice()) else {
        return Ok(None);
    };
    let raked = format!("raked_product({}, {})", threads.text, values.text);
    let more = ", from cells to `thread + threads * value`".replace('`', "");
    let Some(cells) = named(out, "threads and values:", &raked, &more)? else { return Ok(None) };
    let Some(back) = named(out, "back:", &format!("right_inverse({cells})"), "")? else {
        return Ok(None);
    };
    let (layout, both) = (tv.layout(), (tv.threads(), tv.values()));
    let both = format!("({},{}):(1,{})", both.0, both.1, both.0);
    let by = format!("{back} o {both} = {layout}");
    if out.holds(&by) {
        out.step("by thread and value:", &format!("`{by}`"))?;
    }
    let sizes: Vec<String> = match tv.tile().leaves() {
        [_] if tv.tile().is_leaf() => Vec::new(),
        leaves => (0..).zip(leaves).map(|(i, n)| format!("`size({cells}[{i}]) = {n}`")).collect(),
    };
    if !sizes.is_empty() {
        out.step("the tile:", &sizes.join(", "))?;
    }
    Ok(Some(()))
}

/// The layout of operand `i` by name, and its tile; in the form of `explicit` operands the tile follows.
pub(super) fn of(
    out: &mut Out,
    call: &Call,
    i: usize,
    explicit: usize,
) -> Result<Option<(String, AnyLayout, Tuple)>, Diagnostic> {
    let Some(operand) = call.operands.get(i) else { return Ok(None) };
    if call.operands.len() == explicit {
        let tile = match call.operands.get(i + 1).map(|tile| &tile.value) {
            Some(Value::Tuple(tile)) => **tile,
            Some(Value::Integer(extent)) => Tuple::leaf(*extent),
            _ => return Ok(None),
        };
        return Ok(operand.any().map(|layout| (operand.text.clone(), layout, tile)));
    }
    let Value::Tv(tv) = &operand.value else { return Ok(None) };
    let name = out.name(&tv.layout_value());
    if out.introduce(&name) {
        let from = match out.scope.get(&operand.text) {
            Some(_) => format!("{}.layout = ", operand.text),
            None => String::new(),
        };
        out.line(&format!("`{name} = {from}{}`", tv.layout()))?;
    }
    Ok(Some((name, *tv.layout(), *tv.tile())))
}

/// Divided by the tile, the tile composed with the layout from (thread, value), and the thread of that.
fn partition(out: &mut Out, call: &Call) -> Derived {
    let Some((tv, layout, tile)) = of(out, call, 1, 4)? else { return Ok(None) };
    let (Some(a), Some(thread)) = (call.operands.first(), call.operands.last()) else {
        return Ok(None);
    };
    let divide = format!("zipped_divide({}, {tile})", a.text);
    let Some(d) = named(out, "tiles and rest:", &divide, "")? else { return Ok(None) };
    let rest = out.layout(&format!("{d}[1]")).map(|rest| rest.shape());
    let blanks = match rest {
        Some(rest) if !rest.is_leaf() => format!("({})", join(vec!["_"; rest.rank()], ",")),
        _ => "_".to_owned(),
    };
    // Maps in front of A are applied to the sum of both.
    let whole = matches!(layout, AnyLayout::Plain(_)) && matches!(a.value, Value::Layout(_));
    let held = out.layout(&format!("{d}[0] o {tv}")).filter(|_| whole);
    if let Some(held) = held {
        let h = out.name(&held.into());
        out.introduce(&h);
        out.step("the tile by thread and value:", &format!("`{h} = {d}[0] o {tv} = {held}`"))?;
        let slicer = format!("(({},_),{blanks})", thread.text);
        let slice = format!("{} = slice_and_offset({slicer}, ({h}, {d}[1]))", call.text);
        if out.holds(&slice) {
            out.step("that thread:", &format!("`{slice}`"))?;
        }
        return Ok(Some(()));
    }
    if let (Value::Composed(composed), AnyLayout::Plain(_)) = (&a.value, &layout) {
        let inner = out.letter(composed.inner());
        out.step("the layout inside:", &format!("`{inner} = {}`", composed.inner()))?;
        let there = format!("partition({inner}, {tv}, {tile}, {})", thread.text);
        let of = AnyLayout::Plain(*composed.inner());
        if let Value::Integer(thread) = thread.value
            && let Ok((part, from)) = of.partition_by(&layout, &tile, thread)
            && let part = format!("{part} at {from}")
            && out.holds(&format!("{there} = {part}"))
        {
            out.step("there:", &format!("`{there} = {part}`"))?;
        }
        out.step("the maps stay:", &format!("`{} = {}`", call.text, call.result))?;
        return Ok(Some(()));
    }
    let slice = format!("slice_and_offset(({},_), {tv})", thread.text);
    if let Ok((values, first)) = layout.slice_and_offset(&slicer_of(&thread.value)) {
        let start = match values {
            AnyLayout::Plain(_) => format!("{values} at {first}"),
            AnyLayout::Composed(_) => values.to_string(),
        };
        let text = format!("`{slice} = {start}`");
        out.step("the cells of that thread:", &text)?;
    }
    out.step("in every tile:", &format!("{d} at those cells, tile by tile"))?;
    Ok(Some(()))
}

fn slicer_of(thread: &Value) -> tilework::Slicer {
    let thread = if let Value::Integer(thread) = thread { *thread } else { 0 };
    let pair = tilework::Slicer::leaf(Some(thread)).select(&[]);
    let pair = pair.and_then(|pair| pair.append(&tilework::Slicer::leaf(Some(thread))));
    let pair = pair.and_then(|pair| pair.append(&tilework::Slicer::leaf(None)));
    pair.unwrap_or(tilework::Slicer::leaf(None))
}

/// The inverse, with the shape of the tile.
fn owners(out: &mut Out, call: &Call) -> Derived {
    let Some((tv, _, tile)) = of(out, call, 0, 2)? else { return Ok(None) };
    out.step("one owner each:", &format!("`coverage({tv}, {tile}) = true`"))?;
    let inverse = format!("right_inverse({tv})");
    let Some(back) = named(out, "back:", &inverse, "")? else { return Ok(None) };
    let shaped = format!("{} ~ {back}", call.text);
    if out.holds(&shaped) {
        out.step("in the shape of the tile:", &format!("`{shaped}`, the same function"))?;
    }
    Ok(Some(()))
}

/// The index of the cell, and whose it is.
fn owner(out: &mut Out, call: &Call, value: &Value) -> Derived {
    let Some((tv, layout, tile)) = of(out, call, 0, 3)? else { return Ok(None) };
    let Some(cell) = call.operands.last() else { return Ok(None) };
    let coord = match &cell.value {
        Value::Integer(index) => Coord::leaf(*index),
        Value::Tuple(coord) => **coord,
        _ => return Ok(None),
    };
    let Ok(index) = crd2idx(&coord, &tile) else { return Ok(None) };
    out.step("the cell:", &format!("`crd2idx({}, {tile}) = {index}`", cell.text))?;
    match (layout.preimage(index), value) {
        (Ok(Some(at)), Value::Tuple(owner)) => {
            let threads = layout.shape().mode(0).and_then(|mode| mode.product());
            let Ok(threads) = threads else { return Ok(None) };
            let values = layout.size() / threads;
            out.step("an index that has it:", &format!("`preimage({tv}, {index}) = {at}`"))?;
            let split = format!("`idx2crd({at}, ({threads},{values})) = {owner}`");
            out.step("as thread and value:", &split)?;
            let there = format!("`{tv}{owner} = crd2idx({}, {tile})`", cell.text);
            out.step("which has the cell:", &there)?;
        }
        (Ok(None), _) => {
            out.step("no index has it:", &format!("`preimage({tv}, {index}) = none`"))?;
        }
        _ => return Ok(None),
    }
    Ok(Some(()))
}

/// As many as there are cells, no two alike, none outside.
fn coverage(out: &mut Out, call: &Call) -> Derived {
    let Some((tv, layout, tile)) = of(out, call, 0, 2)? else { return Ok(None) };
    let size = layout.size();
    out.step("as many as there are cells:", &format!("`size({tv}) = size({tile}) = {size}`"))?;
    out.step("no two alike:", &format!("`is_injective({tv}) = true`"))?;
    if let (Ok(least), Ok(most)) = (layout.min_offset(), layout.max_offset()) {
        let ends = format!("{least} to {most}, `cosize({tv}) = {size}`");
        out.step("none outside:", &ends)?;
    }
    Ok(Some(()))
}

/// A thread-value layout that was written out.
pub(super) fn literal(out: &mut Out, tv: &Tv) -> Told {
    let layout = out.name(&tv.layout_value());
    out.introduce(&layout);
    let tile = tv.tile();
    out.line(&format!("`{layout} = {}`", tv.layout()))?;
    out.step("threads:", &format!("`size({layout}[0]) = {}`", tv.threads()))?;
    out.step("values:", &format!("`size({layout}[1]) = {}`", tv.values()))?;
    let (thread, value) = (tv.threads() - 1, tv.values() - 1);
    if let Ok(cell) = tv.layout().at((thread, value)) {
        let there = format!("{layout}({thread},{value}) = {cell}");
        let of_tile = match tilework::idx2crd(cell, tile) {
            Ok(coordinate) => format!(", `idx2crd({cell}, {tile}) = {coordinate}` of the tile"),
            Err(_) => String::new(),
        };
        out.step("cells:", &format!("thread {thread}, value {value} has `{there}`{of_tile}"))?;
    }
    out.line(&format!("= {tv}"))
}
