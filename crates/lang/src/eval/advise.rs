//! The nearest tile that would have worked.
//!
//! Tiles of stride 1 fit where they end at a mode of the layout or divide it. Such sizes are few;
//! the ones next to what was typed are tried, and only what works is offered.

use tilework::{ErrorKind, Layout, Order};

use crate::eval::blame::{Refused, descend, is_literal};
use crate::eval::scope::Scope;
use crate::operations::arguments::Arguments;
use crate::operations::value::Value;
use crate::operations::{Figure, Id};
use crate::syntax::ast::{Expr, Node};

/// The largest extent whose divisors are tried.
const LARGEST: i64 = 1 << 16;

/// Advice for a tile or a right operand that does not fit, if a nearby one does.
pub(crate) fn nearest_tile(refused: &Refused<'_>) -> Option<String> {
    let kind = refused.error.kind();
    let tiled = matches!(refused.operation.figure, Figure::Divide(_))
        || refused.operation.id == Id::Composition;
    if !tiled || !matches!(kind, ErrorKind::NotCompatible { .. } | ErrorKind::NotALayout { .. }) {
        return None;
    }
    let path: Vec<usize> = refused.error.mode_path().collect();
    let [Value::Layout(a), _] = [&refused.values.first()?.0, &refused.values.get(1)?.0] else {
        return None;
    };
    let operand = *refused.nodes.get(1)?;
    let extent = extent(descend(operand, &path)?)?;
    if !is_literal(operand) {
        return None;
    }
    let tiled = a.mode_at(&path).ok()?;
    let sizes = sizes(&if refused.order == Order::Lex { tiled.mirrored() } else { tiled });
    let works = |size: &i64| {
        let mut changed = operand.clone();
        replace(&mut changed, &path, *size);
        let Ok(value) = Scope::in_order(refused.order).evaluate(&changed) else { return false };
        let values = [refused.values[0].clone(), (value, operand.span.clone())];
        let span = refused.span.clone();
        let arguments = Arguments { operation: refused.operation, span, values: &values };
        arguments.answer(refused.order).is_ok()
    };
    let below = sizes.iter().rev().filter(|&&size| size < extent).take(4).find(|size| works(size));
    let above = sizes.iter().filter(|&&size| size > extent).take(4).find(|size| works(size));
    match (below, above) {
        (Some(below), Some(above)) => {
            Some(format!("{below} and {above} would work instead of {extent}"))
        }
        (Some(one), None) | (None, Some(one)) => {
            Some(format!("{one} would work instead of {extent}"))
        }
        (None, None) => None,
    }
}

/// The extent of a tile of stride 1.
fn extent(node: &Node) -> Option<i64> {
    match &node.expr {
        Expr::Integer(extent) => Some(*extent),
        Expr::Layout(shape, stride) => match (&shape.expr, &stride.expr) {
            (Expr::Integer(extent), Expr::Integer(1)) => Some(*extent),
            _ => None,
        },
        _ => None,
    }
}

/// Replaces the extent at `path`.
fn replace(node: &mut Node, path: &[usize], extent: i64) {
    match (&mut node.expr, path.split_first()) {
        (Expr::Tuple(items) | Expr::Tiler(items), Some((&first, rest))) => {
            if let Some(item) = items.get_mut(first) {
                replace(item, rest, extent);
            }
        }
        (Expr::Layout(shape, _), None) => shape.expr = Expr::Integer(extent),
        (Expr::Integer(value), None) => *value = extent,
        _ => {}
    }
}

/// The sizes at which modes of the layout end, or are evenly cut, in order.
fn sizes(layout: &Layout) -> Vec<i64> {
    let (mut out, mut block) = (Vec::new(), 1_i64);
    for mode in layout.coalesce().leaf_modes() {
        let divisors = (1..=mode.extent.min(LARGEST)).filter(|d| mode.extent % d == 0);
        out.extend(divisors.filter_map(|d| block.checked_mul(d)));
        let Some(next) = block.checked_mul(mode.extent) else { break };
        block = next;
    }
    out.push(block);
    out.sort_unstable();
    out.dedup();
    out
}
