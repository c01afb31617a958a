//! Why the algebra has no answer: the index, the carry, the divisor.

use tilework::{Carry, Error, ErrorKind, Layout, Op, Tuple, Why, idx2crd, shape_div};

use super::kinds::tiler_parts;
use super::out::{Out, Told, join};
use super::walk::Call;
use super::{complement, compose, pointwise, simplify, threads, views};
use crate::operations::value::Value;
use crate::operations::{Figure, Id, Operation};
use crate::text::diagnostic::Diagnostic;

/// The largest index at which a witness is derived from the offsets before it.
const FURTHEST: i64 = 4096;

/// Explains a refusal.
pub(super) fn explain(out: &mut Out, call: &Call, diagnostic: &Diagnostic) -> Told {
    if let Some(error) = &diagnostic.cause {
        derive(out, call, error)?;
    }
    out.line(&format!("no answer: {}", diagnostic.message.replace('`', "")))?;
    if let Some(help) = &diagnostic.help {
        out.line(&format!("help: {}", help.replace('`', "")))?;
    }
    Ok(())
}

/// The owners of a cell that does not have exactly one, and its coordinate.
fn owners(out: &mut Out, a: &str, tile: &Tuple, error: &Error) -> Told {
    let has = |(thread, value): (i64, i64), cell: i64| format!("`{a}({thread},{value}) = {cell}`");
    let (label, text, cell) = match error.kind() {
        ErrorKind::OwnedTwice { cell, first, second } => {
            ("owned twice:", format!("{}, {}", has(first, cell), has(second, cell)), cell)
        }
        ErrorKind::Unowned { cell } => {
            ("not owned:", format!("`preimage({a}, {cell}) = none`"), cell)
        }
        ErrorKind::OutsideTile { cell, owner, cells } => {
            let text =
                format!("{}, and there are `size({tile}) = {cells}` cells", has(owner, cell));
            return out.step("outside:", &text);
        }
        _ => return Ok(()),
    };
    out.step(label, &text)?;
    match idx2crd(cell, tile) {
        Ok(coord) if !tile.is_leaf() => {
            out.step("the cell:", &format!("`idx2crd({cell}, {tile}) = {coord}`"))
        }
        _ => Ok(()),
    }
}

fn derive(out: &mut Out, call: &Call, error: &Error) -> Told {
    use ErrorKind::{OutsideTile, OwnedTwice, Unowned};
    if let OwnedTwice { .. } | Unowned { .. } | OutsideTile { .. } = error.kind() {
        let (i, explicit) = if call.operation.id == Id::Partition { (1, 4) } else { (0, 2) };
        return match threads::of(out, call, i, explicit)? {
            Some((tv, _, tile)) => owners(out, &tv, &tile, error),
            None => witness(out, error),
        };
    }
    // The derivations are about integers as values.
    if call.operands.iter().any(|operand| matches!(operand.value, Value::Coords(_))) {
        return witness(out, error);
    }
    if call.operands.iter().any(|operand| operand.value.is_beyond_strides()) {
        return behind_maps(out, call, error);
    }
    let layouts: Vec<(&str, Layout)> = call
        .operands
        .iter()
        .filter_map(|operand| match &operand.value {
            Value::Layout(layout) => Some((operand.text.as_str(), **layout)),
            _ => None,
        })
        .collect();
    match (call.operation.id, layouts.as_slice()) {
        (Id::Recover, _) => {
            let table = simplify::numbers(&call.operands[0].value);
            if table.first() == Some(&0) {
                simplify::breaks(out, &table)?;
            }
            Ok(())
        }
        (Id::Composition | Id::ComposeFlat, [(a, left), (b, right)]) => {
            composition(out, (a, left), (b, right), error)
        }
        (Id::WithShape, [(a, left), ..]) => {
            let Ok(shape) = shape_layout(&call.operands[1].value) else { return Ok(()) };
            let b = out.letter(&shape);
            out.step(
                "the shape as a layout:",
                &format!("`{b} = make_layout_left({}) = {shape}`", call.operands[1].text),
            )?;
            composition(out, (a, left), (&b, &shape), error)
        }
        (Id::CanView | Id::Reshape, _) => views::refused(out, call, error),
        (Id::ComposeStrict, [(a, left), (b, right)]) => match error.kind() {
            ErrorKind::OutOfDomain { index, offset, size } => {
                outside(out, (a, size), b, (index, offset))
            }
            _ => composition(out, (a, left), (b, right), error),
        },
        (Id::Solve, [(a, left), (c, right)]) => match error.kind() {
            ErrorKind::NoSolution { index: Some(index) } => {
                let offset = right.at_index(index).unwrap_or(0);
                let text = format!(
                    "`{c}({index}) = {offset}`, which {a} does not have: \
                     `preimage({a}, {offset}) = none`, and {a} does not have it past its end either"
                );
                out.step(&format!("index {index}:"), &text)
            }
            ErrorKind::NoChoice { index } => {
                let offset = right.at_index(index).unwrap_or(0);
                let has = match left.preimage(offset) {
                    Ok(Some(x)) => format!("which {a} has, `{a}({x}) = {offset}`"),
                    _ => format!("which {a} has past its end"),
                };
                let text = format!(
                    "`{c}({index}) = {offset}`, {has}; but no layout with the right values below can continue there"
                );
                out.step(&format!("index {index}:"), &text)
            }
            _ => witness(out, error),
        },
        (Id::Sum | Id::Truncate, _) => {
            pointwise::floors(out, call)?;
            witness(out, error)
        }
        _ if error.step() == Op::Complement => incomplete(out, call, error),
        _ if error.step() == Op::Compose && call.operands.len() == 2 => in_mode(out, call, error),
        _ => witness(out, error),
    }
}

/// B leaves the domain of A.
fn outside(out: &mut Out, (a, size): (&str, i64), b: &str, (index, offset): (i64, i64)) -> Told {
    let domain = match offset {
        ..0 => "< 0".to_owned(),
        _ => format!(">= {size} = size({a})"),
    };
    let text = format!("`{b}({index}) = {offset} {domain}`, outside the domain");
    out.step(&format!("index {index}:"), &text)
}

/// With composed operands: the offsets that decide, or the tile if the tile alone decides.
fn behind_maps(out: &mut Out, call: &Call, error: &Error) -> Told {
    let text = |i: usize| call.operands.get(i).map_or("", |operand| operand.text.as_str());
    let (a, b) = (text(0), text(1));
    match (call.operation.id, error.kind()) {
        (Id::ComposeStrict, ErrorKind::OutOfDomain { index, offset, size }) => {
            outside(out, (a, size), b, (index, offset))
        }
        (id, ErrorKind::NoIndex { offset }) if complements(id) => {
            let text =
                format!("`preimage({a}, {offset}) = none`, and copies of {a} have to start there");
            out.step(&format!("offset {offset}:"), &text)
        }
        (id, ErrorKind::Aliased { x, y, offset }) if complements(id) => {
            out.step("twice:", &format!("`{a}({x}) = {a}({y}) = {offset}`"))
        }
        (_, _) if error.step() == Op::Complement && divides(call.operation) => {
            match call.operands.get(1).and_then(|tiler| tile_at(&tiler.value, error)) {
                Some(tile) => untiled(out, &tile, error),
                None => witness(out, error),
            }
        }
        _ => witness(out, error),
    }
}

fn shape_layout(value: &Value) -> Result<Layout, tilework::Error> {
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
                &format!("at index {index}:"),
                &format!("`{a}({b}({index})) = {a}({at}) = {found}`"),
            )?;
            if let Some(carry) = carry {
                carries(out, (a, left), b, carry)?;
            }
            forced(out, (a, left), (b, right), (index, expected, found), why)?;
            out.inside(|out| compose::table(out, (a, left), (b, right), index))
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
            out.inside(|out| compose::table(out, (a, left), (b, right), 0))
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
                "{shape} / {} fails at the extent {value}: \
                 `{value} % {by} = {}`, `{by} % {value} = {}`",
                mode.stride,
                value % by,
                by % value
            );
            out.step(&format!("the divisor, {a} o {mode}:"), &text)?;
        }
    }
    Ok(())
}

/// Two offsets of B, each below a boundary of A, whose sum is not.
fn carries(out: &mut Out, (a, left): (&str, &Layout), b: &str, carry: Carry) -> Told {
    let Carry { low, high, boundary, leaf, .. } = carry;
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
    let together = format!("offsets {low} and {high} of {b} together pass {boundary_text}");
    out.step("the carry:", &format!("{together}: {crossing}, so {relation}"))
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
                "what a layout would have:",
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
                "what a layout would have:",
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

/// What a divide, product or by-mode composition was working on.
struct Place {
    block: Layout,
    tile: Layout,
    path: Vec<usize>,
}

/// The mode of A and the part of the tiler that meet where the error happened.
fn locate(call: &Call, error: &Error) -> Option<Place> {
    let tile = tile_at(&call.operands.get(1)?.value, error)?;
    let (mut block, path) = (call.operands[0].layout(), error.mode_path().collect::<Vec<_>>());
    for &mode in &path {
        block = block.mode(mode).ok()?;
    }
    Some(Place { block, tile, path })
}

/// The part of a tiler where the error happened.
fn tile_at(tiler: &Value, error: &Error) -> Option<Layout> {
    let mut part = tiler.clone();
    for mode in error.mode_path() {
        part = tiler_parts(&part)?.into_iter().nth(mode)?;
    }
    match part {
        Value::Layout(tile) => Some(*tile),
        _ => None,
    }
}

/// Whether an operation divides by a tile, so that it needs the tile's complement.
fn divides(operation: &Operation) -> bool {
    matches!(operation.figure, Figure::Divide(_)) || operation.id == Id::Overhang
}

/// Whether an operation repeats a block.
fn repeats(operation: &Operation) -> bool {
    matches!(operation.figure, Figure::Product(_) | Figure::BlockedProduct | Figure::RakedProduct)
}

/// Whether an operation is a complement.
fn complements(id: Id) -> bool {
    matches!(id, Id::Complement | Id::ComplementExact | Id::ComplementImage)
}

/// The tile has no complement.
fn untiled(out: &mut Out, tile: &Layout, error: &Error) -> Told {
    let t = out.letter(tile);
    out.step("the tile:", &format!("`{t} = {tile}`"))?;
    complement::refuse(out, (&t, tile), error.kind())
}

/// Names the mode of A, where it is not A itself.
fn name_block(out: &mut Out, call: &Call, place: &Place) -> Result<String, Diagnostic> {
    let whole = &call.operands[0].text;
    if place.path.is_empty() {
        return Ok(whole.clone());
    }
    let (a, path) = (out.letter(&place.block), join(&place.path, ","));
    let text = format!("`{a} = {whole}[{path}] = {}`", place.block);
    out.step(&format!("mode {path}:"), &text)?;
    Ok(a)
}

/// The complement inside of an operation does not exist.
fn incomplete(out: &mut Out, call: &Call, error: &Error) -> Told {
    if complements(call.operation.id) {
        let a = &call.operands[0];
        return complement::refuse(out, (&a.text, &a.layout()), error.kind());
    }
    let Some(place) = locate(call, error) else {
        return witness(out, error);
    };
    // Divides need the complement of the tile, products that of the block.
    if divides(call.operation) {
        return untiled(out, &place.tile, error);
    }
    let a = name_block(out, call, &place)?;
    complement::refuse(out, (&a, &place.block), error.kind())
}

/// A divide, product or by-mode composition whose composition is not a layout.
fn in_mode(out: &mut Out, call: &Call, error: &Error) -> Told {
    let Some(place) = locate(call, error) else {
        return witness(out, error);
    };
    let a = name_block(out, call, &place)?;
    let Place { block, tile, .. } = place;
    if call.operation.id == Id::Composition {
        let b = out.letter(&tile);
        out.step("to compose with:", &format!("`{b} = {tile}`"))?;
        return composition(out, (&a, &block), (&b, &tile), error);
    }
    if repeats(call.operation) {
        let bound = block.size().checked_mul(tile.cosize());
        let Some(Ok(room)) = bound.map(|bound| block.complement(bound)) else {
            return witness(out, error);
        };
        let (c, b) = (out.letter(&room), out.letter(&tile));
        let text = format!("`{c} = complement({a}, {}) = {room}`", bound.unwrap_or(1));
        out.step("where copies can go:", &text)?;
        out.step("to compose with:", &format!("`{b} = {tile}`"))?;
        return composition(out, (&c, &room), (&b, &tile), error);
    }
    let size = block.size();
    let Ok(rest) = tile.complement(size) else {
        return witness(out, error);
    };
    let Ok(both) = Layout::concat(&[tile, rest]) else {
        return witness(out, error);
    };
    out.step("the rest:", &format!("`complement({tile}, {size}) = {rest}`"))?;
    let b = out.letter(&both);
    out.step("to compose with:", &format!("`{b} = ({tile}, {rest}) = {both}`"))?;
    composition(out, (&a, &block), (&b, &both), error)
}

/// The numbers of any other refusal.
fn witness(out: &mut Out, error: &Error) -> Told {
    let text = match error.kind() {
        ErrorKind::NotALayout { index, expected, found, why, .. } => {
            let why = match why {
                Why::Increment { chain } => format!("`{index} % {chain} = {}`", index % chain),
                Why::Break { size } => format!("`{size} % {index} = {}`", size % index),
            };
            let it = error.component().map_or("it".to_owned(), |leaf| format!("component {leaf}"));
            format!(
                "at index {index} {it} is {found}, and every layout that agrees up to there has \
                 `{expected} != {found}`; no mode can start there: {why}"
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
        ErrorKind::NotUnit { size } => format!("`{size} != 1`"),
        ErrorKind::NotBroadcast { size, to } => format!("`{size} != {to}`, `{size} != 1`"),
        _ => return Ok(()),
    };
    out.step("the reason:", &text)
}
