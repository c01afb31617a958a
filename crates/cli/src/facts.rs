//! What there is to know about a layout, plain or composed, in one line or as JSON.

use std::fmt;

use serde::Serialize;
use tilework::{AnyLayout, ComposedLayout, ENUMERATION_BUDGET, Layout, Outer};

use crate::json::{Tree, shape_and_stride};

/// The facts of a layout.
#[derive(Serialize)]
pub(crate) struct Facts {
    shape: Tree,
    stride: Tree,
    size: i64,
    cosize: i64,
    rank: usize,
    depth: usize,
    /// `None`: undecided within the budget.
    injective: Option<bool>,
    contiguous: bool,
    vector_width: i64,
}

impl Facts {
    pub(crate) fn of(layout: &Layout) -> Facts {
        let (shape, stride) = shape_and_stride(layout);
        Facts {
            shape,
            stride,
            size: layout.size(),
            cosize: layout.cosize(),
            rank: layout.rank(),
            depth: layout.depth(),
            injective: layout.is_injective().ok(),
            contiguous: layout.is_contiguous(),
            vector_width: layout.vector_width(),
        }
    }
}

/// The facts of a layout of either kind.
#[derive(Serialize)]
#[serde(untagged)]
pub(crate) enum AnyFacts {
    Plain(Facts),
    Composed(ComposedFacts),
}

impl AnyFacts {
    pub(crate) fn of(layout: &AnyLayout) -> AnyFacts {
        match layout {
            AnyLayout::Plain(layout) => AnyFacts::Plain(Facts::of(layout)),
            AnyLayout::Composed(composed) => AnyFacts::Composed(ComposedFacts::of(composed)),
        }
    }
}

impl fmt::Display for AnyFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyFacts::Plain(facts) => facts.fmt(f),
            AnyFacts::Composed(facts) => facts.fmt(f),
        }
    }
}

/// The facts of a composed layout. What is `None` was not decided within the budget.
#[derive(Serialize)]
pub(crate) struct ComposedFacts {
    /// The maps from left to right, with the offset before each.
    maps: Vec<Map>,
    shape: Tree,
    /// The strides of the layout inside.
    stride: Tree,
    size: i64,
    cosize: Option<i64>,
    rank: usize,
    depth: usize,
    injective: Option<bool>,
    contiguous: Option<bool>,
    vector_width: Option<i64>,
    /// The plain layout with the same function, where there is one.
    plain: Option<Plain>,
}

/// One map of a composed layout.
#[derive(Serialize)]
struct Map {
    map: MapKind,
    offset: i64,
}

#[derive(Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum MapKind {
    Swizzle { bits: u32, base: u32, shift: i32 },
    Xor { columns: Vec<i64> },
    Layout { shape: Tree, stride: Tree },
}

#[derive(Serialize)]
struct Plain {
    shape: Tree,
    stride: Tree,
    offset: i64,
}

impl ComposedFacts {
    pub(crate) fn of(composed: &ComposedLayout) -> ComposedFacts {
        let (shape, stride) = shape_and_stride(composed.inner());
        let maps = (0..composed.stages()).filter_map(|i| composed.stage(i).ok());
        let maps = maps.map(|(map, offset)| Map {
            map: match map {
                Outer::Swizzle(s) => {
                    MapKind::Swizzle { bits: s.bits(), base: s.base(), shift: s.shift() }
                }
                Outer::Xor(map) => MapKind::Xor { columns: map.columns().to_vec() },
                Outer::Layout(layout) => {
                    let (shape, stride) = shape_and_stride(&layout);
                    MapKind::Layout { shape, stride }
                }
            },
            offset,
        });
        let plain = composed.to_layout().ok();
        ComposedFacts {
            maps: maps.collect(),
            shape,
            stride,
            size: composed.size(),
            cosize: composed.cosize().ok(),
            rank: composed.rank(),
            depth: composed.depth(),
            injective: composed.is_injective().ok(),
            contiguous: composed.is_contiguous().ok(),
            vector_width: vector_width(composed, plain.as_ref().map(|(layout, _)| layout)),
            plain: plain.map(|(layout, offset)| {
                let (shape, stride) = shape_and_stride(&layout);
                Plain { shape, stride, offset }
            }),
        }
    }
}

/// How many indices from 0 on have offsets one apart. The answer of the composed layout goes no further
/// than elements are looked at.
fn vector_width(composed: &ComposedLayout, plain: Option<&Layout>) -> Option<i64> {
    let run = composed.vector_width();
    match plain {
        Some(layout) => Some(layout.vector_width()),
        None => ((run as u64) < ENUMERATION_BUDGET || run == composed.size()).then_some(run),
    }
}

impl fmt::Display for ComposedFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ComposedFacts { size, rank, depth, .. } = self;
        write!(f, "size {size}, cosize ")?;
        match self.cosize {
            Some(cosize) => write!(f, "{cosize}")?,
            None => f.write_str("undecided")?,
        }
        write!(f, ", rank {rank}, depth {depth}, injective {}", word(self.injective))?;
        match (self.contiguous, self.vector_width) {
            (Some(true), _) => f.write_str(", contiguous"),
            (_, Some(width)) => write!(f, ", vector width {width}"),
            (_, None) => f.write_str(", vector width undecided"),
        }
    }
}

/// A truth value that may be unknown, in words.
fn word(truth: Option<bool>) -> &'static str {
    match truth {
        Some(true) => "yes",
        Some(false) => "no",
        None => "undecided",
    }
}

impl fmt::Display for Facts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Facts { size, cosize, rank, depth, .. } = self;
        write!(f, "size {size}, cosize {cosize}, rank {rank}, depth {depth}, injective ")?;
        f.write_str(word(self.injective))?;
        if self.contiguous {
            f.write_str(", contiguous")
        } else {
            write!(f, ", vector width {}", self.vector_width)
        }
    }
}
