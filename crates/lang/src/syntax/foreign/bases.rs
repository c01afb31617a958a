//! Linear layouts of Triton by their bases, as expressions of this language.
//!
//! A distributed layout maps registers, lanes, warps and blocks to the cells of a tile: a thread-value layout, whose
//! threads count lanes first, then warps, then blocks. A shared layout maps offsets to cells, and so is the inverse
//! of a layout.

use tilework::{AnyLayout, Layout, LinearLayout, Nested, Outer, Tuple, XorMap};

use super::{integer, unsupported};
use crate::operations::Id;
use crate::syntax::ast::{Expr, Node};
use crate::text::diagnostic::{Diagnostic, Span, refusal};

/// What each bit contributes: a coordinate of the tile.
pub(super) type Bases = Vec<Vec<i64>>;

/// The inputs of a distributed layout.
#[derive(Clone, Debug, Default)]
pub(super) struct Distributed {
    pub(super) register: Bases,
    pub(super) lane: Bases,
    pub(super) warp: Bases,
    pub(super) block: Bases,
}

impl Distributed {
    /// All bases.
    pub(super) fn all(&self) -> impl Iterator<Item = &Vec<i64>> {
        self.register.iter().chain(&self.lane).chain(&self.warp).chain(&self.block)
    }

    /// From (thread, value) to the cells of a tile.
    pub(super) fn node(&self, tile: &[i64], span: &Span) -> Result<Node, Diagnostic> {
        let threads: Vec<&[i64]> =
            self.lane.iter().chain(&self.warp).chain(&self.block).map(Vec::as_slice).collect();
        let values: Vec<&[i64]> = self.register.iter().map(Vec::as_slice).collect();
        let outs: Vec<(&str, i64)> = tile.iter().map(|&size| ("", size)).collect();
        let layout = LinearLayout::new(&[("thread", &threads), ("value", &values)], &outs)
            .and_then(|linear| linear.to_layout())
            .map_err(|error| refusal(error, span).labelled("this layout"))?;
        let items = tile.iter().map(|&size| integer(size, span)).collect();
        let tile = Node { expr: Expr::Tuple(items), span: span.clone() };
        let operands = vec![node(&layout, span), tile];
        Ok(Node {
            expr: Expr::Call(Id::TvLayout.operation(), span.clone(), operands),
            span: span.clone(),
        })
    }
}

/// The layout of shared memory: from the coordinate in a tile to the offset, of which each bit contributes a
/// coordinate.
pub(super) fn shared(offset: &Bases, tile: &[i64], span: &Span) -> Result<Node, Diagnostic> {
    let wrong = |error| refusal(error, span).labelled("this layout");
    let vectors: Vec<&[i64]> = offset.iter().map(Vec::as_slice).collect();
    let outs: Vec<(&str, i64)> = tile.iter().map(|&size| ("", size)).collect();
    let cells = LinearLayout::new(&[("offset", &vectors)], &outs).map_err(wrong)?;
    if !(cells.is_injective() && cells.is_surjective()) {
        let message = "not every cell of this tile has one offset of its own".to_owned();
        let help =
            "a layout needs one offset for each coordinate; broadcast and padded bases have none";
        return Err(unsupported(span.clone(), message, help));
    }
    let offsets: XorMap = cells.map().inverse().map_err(wrong)?;
    // The bits of each axis, which follow one another.
    let columns: Vec<[i64; 1]> = offsets.columns().iter().map(|&column| [column]).collect();
    let columns: Vec<&[i64]> = columns.iter().map(|column| column.as_slice()).collect();
    let (mut axes, mut at) = (Vec::new(), 0);
    for &size in tile {
        let bits = size.trailing_zeros() as usize;
        axes.push(("", columns.get(at..at + bits).unwrap_or_default()));
        at += bits;
    }
    let size = 1_i64 << offset.len();
    let layout =
        LinearLayout::new(&axes, &[("offset", size)]).and_then(|linear| linear.to_layout());
    Ok(node(&layout.map_err(wrong)?, span))
}

/// A layout as an expression, all of it at one place.
pub(super) fn node(layout: &AnyLayout, span: &Span) -> Node {
    let of = |expr| Node { expr, span: span.clone() };
    match layout {
        AnyLayout::Plain(layout) => plain(layout, span),
        AnyLayout::Composed(composed) => {
            let stages = (0..composed.stages()).rev().filter_map(|i| composed.stage(i).ok());
            stages.fold(plain(composed.inner(), span), |inner, (map, offset)| {
                let map = match map {
                    Outer::Layout(layout) => plain(&layout, span),
                    Outer::Swizzle(swizzle) => {
                        let numbers =
                            [swizzle.bits().into(), swizzle.base().into(), swizzle.shift().into()];
                        call(Id::MakeSwizzle, &numbers, span)
                    }
                    Outer::Xor(map) => call(Id::MakeXorMap, map.columns(), span),
                };
                let operands = vec![map, integer(offset, span), inner];
                of(Expr::Call(Id::ComposedLayout.operation(), span.clone(), operands))
            })
        }
    }
}

fn call(operation: Id, numbers: &[i64], span: &Span) -> Node {
    let numbers = numbers.iter().map(|&number| integer(number, span)).collect();
    Node { expr: Expr::Call(operation.operation(), span.clone(), numbers), span: span.clone() }
}

fn plain(layout: &Layout, span: &Span) -> Node {
    let (shape, stride) = (tuple(&layout.shape(), span), tuple(&layout.stride(), span));
    Node { expr: Expr::Layout(Box::new(shape), Box::new(stride)), span: span.clone() }
}

fn tuple(tuple: &Tuple, span: &Span) -> Node {
    match (tuple.is_leaf(), tuple.leaves()) {
        (true, [leaf]) => integer(*leaf, span),
        _ => {
            let modes = (0..tuple.rank()).filter_map(|i| Nested::mode(tuple, i).ok());
            let items = modes.map(|mode| self::tuple(&mode, span)).collect();
            Node { expr: Expr::Tuple(items), span: span.clone() }
        }
    }
}
