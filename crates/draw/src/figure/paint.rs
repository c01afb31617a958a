//! What the colours stand for, and the colour of each cell.

use tilework::Layout;

use crate::scene::Fill;
use crate::scene::subject::Subject;
use crate::scene::view::{Coloring, View};

/// The fill of a cell as a function of its index and offset.
pub(crate) struct Paint {
    rule: Rule,
    /// What the colours stand for, in words.
    pub(crate) meaning: Option<String>,
}

enum Rule {
    Plain,
    Offset(i64, i64),
    Index(i64),
    /// The coordinate in some leaf modes, each as its stride in the index and its extent.
    Coordinate(Vec<(i64, i64)>),
    Layout(Layout),
    Bank(crate::scene::view::Banks),
}

impl Paint {
    pub(crate) fn new(subject: &Subject, view: &View) -> Paint {
        let layout = subject.inner();
        // Its strides are what a step in a mode adds to the index.
        let indices = Layout::col_major(&layout.shape()).unwrap_or(*layout);
        let tiles = tiles(&indices);
        let coloring = match &view.coloring {
            Coloring::Auto if tiles.is_empty() || view.flat => &Coloring::Offset,
            Coloring::Auto => &Coloring::Tile,
            other => other,
        };
        let paint = |rule, meaning: &str| Paint { rule, meaning: Some(meaning.to_owned()) };
        let mode = |path: &[usize]| Rule::Coordinate(leaves(&indices, path));
        match coloring {
            Coloring::Auto | Coloring::None => Paint { rule: Rule::Plain, meaning: None },
            Coloring::Offset => {
                let (low, high) = subject.bounds();
                // The labels are the offsets: no legend is needed.
                Paint { rule: Rule::Offset(low, high), meaning: None }
            }
            Coloring::Index => paint(Rule::Index(layout.size() - 1), "colour: index"),
            Coloring::Row => paint(mode(&[0]), "colour: row"),
            Coloring::Column => paint(mode(&[1]), "colour: column"),
            Coloring::Mode(path) => {
                let names: Vec<_> = path.iter().map(usize::to_string).collect();
                paint(mode(path), &format!("colour: mode {}", names.join(".")))
            }
            Coloring::Tile => paint(Rule::Coordinate(tiles), "colour: tile"),
            Coloring::Layout(other) => {
                paint(Rule::Layout(*other), &format!("colour: value of {other} at the index"))
            }
            Coloring::Bank(banks) => {
                let words = format!(
                    "colour: memory bank ({} banks, each {} bytes wide; elements of {} bytes)",
                    banks.count, banks.width, banks.element
                );
                paint(Rule::Bank(*banks), &words)
            }
        }
    }

    pub(crate) fn fill(&self, index: i64, offset: i64) -> Fill {
        match &self.rule {
            Rule::Plain => Fill::Empty,
            Rule::Offset(low, high) => Fill::shade(offset, *low, *high),
            Rule::Index(last) => Fill::shade(index, 0, *last),
            Rule::Coordinate(leaves) => Fill::tile(coordinate(leaves, index)),
            Rule::Layout(other) => {
                let value = other.at_index(index).unwrap_or(0);
                if other.cosize() <= Fill::TILES.into() {
                    Fill::tile(value)
                } else {
                    Fill::shade(value, other.min_offset(), other.max_offset())
                }
            }
            Rule::Bank(banks) => {
                let bank = banks.bank(offset);
                if banks.count <= Fill::TILES.into() {
                    Fill::tile(bank)
                } else {
                    Fill::shade(bank, 0, banks.count - 1)
                }
            }
        }
    }
}

/// The one-dimensional coordinate of an index in some leaf modes.
fn coordinate(leaves: &[(i64, i64)], index: i64) -> i64 {
    let (mut at, mut scale) = (0_i64, 1_i64);
    for &(step, extent) in leaves {
        at += index / step % extent * scale;
        scale *= extent;
    }
    at
}

/// The leaf modes of the mode at a path, in the layout of indices.
fn leaves(indices: &Layout, path: &[usize]) -> Vec<(i64, i64)> {
    // A mode that does not exist has one coordinate.
    let Ok(mode) = indices.mode_at(path) else { return Vec::new() };
    let leaves = mode.leaf_modes().iter();
    leaves.map(|leaf| (leaf.stride.max(1), leaf.extent)).collect()
}

/// The leaf modes that tell tiles apart: those of nested modes but for the first of each, and those
/// of the modes past the second, which are panels.
fn tiles(indices: &Layout) -> Vec<(i64, i64)> {
    let mut out = Vec::new();
    for i in 0..indices.rank() {
        let Ok(mode) = indices.mode(i) else { continue };
        if i >= 2 {
            out.extend(leaves(indices, &[i]));
        } else if mode.depth() > 0 {
            (1..mode.rank()).for_each(|j| out.extend(leaves(indices, &[i, j])));
        }
    }
    out
}
