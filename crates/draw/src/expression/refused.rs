//! Pictures of refusals: the cells that prove that an expression has no value.

use tilework::{AnyLayout, Error, ErrorKind, Layout, Op};
use tilework_lang::operations::{Figure, Operation};
use tilework_lang::{Arguments, Diagnostic, Scope, Value};

use super::{any_layout, node};
use crate::{Limits, Owners, Scene, View, not_a_layout, strip, threads, witnesses};

/// The picture of a refusal: the operands of the operation that has no answer, with the cells that prove it marked.
/// None where no cell does.
///
/// ```
/// use tilework_draw::{ColorDepth, Limits, refused, terminal};
/// use tilework_lang::Scope;
///
/// let text = "left_inverse((2,2):(1,0))";
/// let scope = Scope::new();
/// let error = scope.clone().run(text).unwrap_err();
/// let scene = refused(&scope, text, &error, text, Limits::TERMINAL).unwrap();
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// left_inverse((2,2):(1,0))
///
/// (2,2):(1,0)
///     0  1
///   ┌──────┐
/// 0 │[0][0]│
/// 1 │ 1  1 │
///   └──────┘
/// (marked: indices 0 and 2 have the same offset, 0)
/// ");
/// ```
pub fn refused(
    scope: &Scope,
    text: &str,
    diagnostic: &Diagnostic,
    title: &str,
    limits: Limits,
) -> Option<Scene> {
    let error = diagnostic.cause.as_deref()?;
    let (operation, operands) = scope.refused(&node(scope, text).ok()?)?;
    let values: Vec<_> = operands.into_iter().map(|value| (value, 0..text.len())).collect();
    let arguments = Arguments { operation, span: 0..text.len(), values: &values };
    let title = &*super::one_line(title);
    let view = &View::within(limits);
    let owner = |value: &Value| match value {
        Value::Tv(tv) => threads(tv.layout(), tv.tile(), title, Owners::default(), view).ok(),
        _ => None,
    };
    let first = || any_layout(&values.first()?.0);
    match error.kind() {
        ErrorKind::OwnedTwice { .. }
        | ErrorKind::Unowned { .. }
        | ErrorKind::OutsideTile { .. } => values.iter().find_map(|(value, _)| owner(value)),
        ErrorKind::NotALayout { .. } | ErrorKind::OutOfDomain { .. }
            if error.step() == Op::Compose =>
        {
            let (a, b) = composed(operation, &arguments, error)?;
            not_a_layout(&a, &b, error, title, view)
        }
        ErrorKind::NoSolution { index: Some(index) } | ErrorKind::NoChoice { index } => {
            let wanted = any_layout(&values.get(1)?.0)?;
            let note = format!("marked: index {index}, which no layout between the two reaches");
            Some(witnesses(&wanted, &[index], &note, title, view))
        }
        ErrorKind::NeedsCopy { index, expected, found, .. } => {
            let note = format!(
                "marked: at index {index} the offset is {found}, and strides would have {expected}"
            );
            Some(witnesses(&first()?, &[index], &note, title, view))
        }
        ErrorKind::NotLinear { a, b, expected, found } => {
            let note = format!("marked: f({a}) ^ f({b}) = {expected}, but f({}) = {found}", a ^ b);
            Some(witnesses(&first()?, &[a, b, a ^ b], &note, title, view))
        }
        _ if error.step() == Op::Complement => {
            let tile = match operation.figure {
                Figure::Divide(_) => operands_at(&arguments, error).map(|(_, tile)| tile.into()),
                _ => first(),
            };
            tiling(&tile?, error, title, view)
        }
        _ if matches!(error.step(), Op::LeftInverse | Op::RightInverse) => {
            tiling(&first()?, error, title, view)
        }
        _ => None,
    }
}

/// A and B, or the mode of them that the error is about.
fn operands_at(arguments: &Arguments, error: &Error) -> Option<(AnyLayout, Layout)> {
    let (mut a, mut tiler) = (arguments.any(0).ok()?, arguments.tiler(1).ok()?);
    for mode in error.mode_path() {
        if !tiler.is_by_mode() {
            break;
        }
        (a, tiler) = (a.mode(mode).ok()?, tiler.mode(mode).ok()?);
    }
    Some((a, tiler.as_layout()?))
}

/// A and B of the composition that has no answer; of a division, B is the tile and its repetition.
fn composed(
    operation: &Operation,
    arguments: &Arguments,
    error: &Error,
) -> Option<(AnyLayout, Layout)> {
    let (a, tile) = operands_at(arguments, error)?;
    match operation.figure {
        Figure::Composition => Some((a, tile)),
        Figure::Divide(_) => {
            let rest = tile.complement(a.size()).ok()?;
            Some((a, Layout::concat(&[tile, rest]).ok()?))
        }
        _ => None,
    }
}

/// Why copies of a layout do not tile: two indices with one offset, or an offset that no copy reaches.
fn tiling(layout: &AnyLayout, error: &Error, title: &str, view: &View) -> Option<Scene> {
    if let Ok(Some((x, y))) = layout.as_ref().collision() {
        let offset = layout.as_ref().at_index(x).ok()?;
        let note = format!("marked: indices {x} and {y} have the same offset, {offset}");
        return Some(witnesses(layout, &[x, y], &note, title, view));
    }
    let mut scene = strip(layout.plain()?, title, view);
    if let ErrorKind::GapNotDivisible { block, .. } = error.kind() {
        let cells = scene.rows.iter_mut().flatten().flat_map(|panel| &mut panel.cells);
        cells.filter(|cell| cell.offset == block).for_each(|cell| cell.marked = true);
        scene.notes.push(format!("marked: no copy that fits reaches offset {block}"));
    }
    Some(scene)
}
