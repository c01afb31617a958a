//! The two axes of a panel: which modes they run along, where tiles end, the ticks beside them.
//!
//! A position on one axis adds the same to the index and to the offset at every position of the
//! other: so a panel of a million cells is two lists of a thousand. If there are more positions than
//! can be drawn, each stands for a block: all of the leading modes, and a piece of the next one.

use std::ops::Range;

use tilework::Layout;

/// One axis of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Axis {
    /// What each position adds to the index and the offset.
    pub positions: Vec<Position>,
    /// The ticks beside the cells, the innermost level first.
    pub levels: Vec<Vec<Tick>>,
    /// The border after each position but the last: 0 inside a tile, at the end of a tile the number
    /// of nested tiles that end there, and [`Axis::GAP`] between panels.
    pub borders: Vec<u8>,
}

/// One place along an axis.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Position {
    /// What it adds to the index.
    pub index: i64,
    /// What it adds to the offset; for a block, its first element.
    pub offset: i64,
    /// The least that an element of the block adds to the offset.
    pub low: i64,
    /// The most that an element of the block adds to the offset.
    pub high: i64,
}

/// A label beside an axis.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tick {
    /// The first position that it belongs to.
    pub start: usize,
    /// How many positions it belongs to.
    pub len: usize,
    /// The label.
    pub text: String,
}

impl Tick {
    /// The text if it has at most `room` characters, otherwise only its number: `3` of `(_,3)`.
    pub fn within(&self, room: usize) -> &str {
        let long = self.text.chars().count() > room;
        if long { self.text.trim_matches(['(', '_', ',', ')']) } else { &self.text }
    }
}

/// A leaf mode along an axis.
#[derive(Clone, Copy)]
struct Leaf {
    extent: i64,
    /// What a step adds to the index.
    index: i64,
    /// What a step adds to the offset.
    stride: i64,
    /// The top-level mode that it is in.
    mode: usize,
}

/// How a long axis is divided into blocks.
struct Blocks {
    /// How many leaves every block contains whole.
    inner: usize,
    /// How many steps of the next leaf a block has.
    piece: i64,
}

impl Axis {
    /// The border between two panels.
    pub const GAP: u8 = u8::MAX;
    /// The most levels of ticks.
    const LEVELS: usize = 4;

    /// The number of positions.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }

    /// An axis without ticks along `count` indices, each `step` after the one before.
    pub(crate) fn counting(count: usize, step: i64) -> Axis {
        let add = |i: usize| i64::try_from(i).unwrap_or(i64::MAX).saturating_mul(step);
        let positions = (0..count).map(|i| Position { index: add(i), ..Position::default() });
        Axis {
            positions: positions.collect(),
            levels: Vec::new(),
            borders: vec![0; count.saturating_sub(1)],
        }
    }

    /// The axis with a tick at each position.
    pub(crate) fn ticked(mut self, text: impl Fn(&Position) -> String) -> Axis {
        let ticks = self.positions.iter().enumerate();
        let ticks = ticks.map(|(start, position)| Tick { start, len: 1, text: text(position) });
        self.levels = vec![ticks.collect()];
        self
    }

    /// A part of the axis.
    pub(crate) fn part(&self, range: Range<usize>) -> Axis {
        let borders = range.start..range.end.saturating_sub(1).max(range.start);
        let level = |ticks: &Vec<Tick>| {
            let cut = ticks.iter().filter_map(|tick| {
                let start = tick.start.max(range.start);
                let end = (tick.start + tick.len).min(range.end);
                let len = end.checked_sub(start).filter(|len| *len > 0)?;
                Some(Tick { start: start - range.start, len, text: tick.text.clone() })
            });
            cut.collect()
        };
        Axis {
            levels: self.levels.iter().map(level).collect(),
            borders: self.borders.get(borders).unwrap_or_default().to_vec(),
            positions: self.positions.get(range.clone()).unwrap_or_default().to_vec(),
        }
    }

    /// The axis along these modes of a layout, with at most `most` positions, and how many elements
    /// a position stands for. A flat one has no tiles.
    pub(crate) fn along(layout: &Layout, modes: &[usize], most: usize, flat: bool) -> (Axis, i64) {
        let leaves = leaves(layout, modes);
        let total = leaves.iter().fold(1_i64, |all, leaf| all.saturating_mul(leaf.extent));
        let most = i64::try_from(most.max(1)).unwrap_or(i64::MAX);
        let blocks =
            if total <= most { Blocks { inner: 0, piece: 1 } } else { blocks(&leaves, most) };
        let outer = &leaves[blocks.inner.min(leaves.len())..];
        // The number of positions along each leaf.
        let counts: Vec<i64> = outer
            .iter()
            .enumerate()
            .map(|(i, leaf)| if i == 0 { pieces(leaf.extent, blocks.piece) } else { leaf.extent })
            .collect();
        let count = counts.iter().product::<i64>();
        let inside = span(&leaves[..blocks.inner.min(leaves.len())]);

        let mut axis = Axis::default();
        let mut at = vec![0_i64; outer.len()];
        for p in 0..count {
            let mut position = Position { low: inside.0, high: inside.1, ..Position::default() };
            for (i, leaf) in outer.iter().enumerate() {
                let piece = if i == 0 { blocks.piece } else { 1 };
                let first = at[i] * piece;
                // The last piece may be shorter.
                let last = first + (piece - 1).min(leaf.extent - 1 - first);
                position.index += first * leaf.index;
                position.offset += first * leaf.stride;
                position.low += (first * leaf.stride).min(last * leaf.stride);
                position.high += (first * leaf.stride).max(last * leaf.stride);
            }
            axis.positions.push(position);
            if p + 1 < count {
                let border = step(outer, &counts, &mut at);
                axis.borders.push(if flat && border != Axis::GAP { 0 } else { border });
            }
        }
        axis.levels = ticks(layout, outer, &counts, &blocks, &leaves, flat);
        let inner: i64 = leaves.iter().take(blocks.inner).map(|leaf| leaf.extent).product();
        (axis, inner.saturating_mul(blocks.piece))
    }
}

/// The leaves of some modes, in the order of the modes.
fn leaves(layout: &Layout, modes: &[usize]) -> Vec<Leaf> {
    let mut out = Vec::new();
    let mut index = 1;
    for mode in 0..layout.rank() {
        let Ok(part) = layout.mode(mode) else { continue };
        for leaf in part.leaf_modes() {
            if modes.contains(&mode) {
                out.push(Leaf { extent: leaf.extent, index, stride: leaf.stride, mode });
            }
            index *= leaf.extent;
        }
    }
    out.sort_by_key(|leaf| modes.iter().position(|&mode| mode == leaf.mode));
    out
}

/// How many pieces of the given length cover an extent.
pub(crate) fn pieces(extent: i64, length: i64) -> i64 {
    (extent - 1) / length + 1
}

/// The least and the greatest offset of some leaves.
fn span(leaves: &[Leaf]) -> (i64, i64) {
    let ends = leaves.iter().map(|leaf| (leaf.extent - 1) * leaf.stride);
    ends.fold((0, 0), |(low, high), end| (low + end.min(0), high + end.max(0)))
}

/// The blocks of an axis with more than `most` positions.
fn blocks(leaves: &[Leaf], most: i64) -> Blocks {
    for (inner, leaf) in leaves.iter().enumerate() {
        let rest =
            leaves[inner + 1..].iter().fold(1_i64, |all, leaf| all.saturating_mul(leaf.extent));
        if rest <= most {
            let count = most / rest;
            // Blocks of the same size, if they are at most twice as large.
            let equal = (count / 2 + 1..=count).rev().find(|count| leaf.extent % count == 0);
            return Blocks { inner, piece: pieces(leaf.extent, equal.unwrap_or(count)) };
        }
    }
    Blocks { inner: leaves.len(), piece: 1 }
}

/// Moves to the next position, and returns the border before it.
fn step(outer: &[Leaf], counts: &[i64], at: &mut [i64]) -> u8 {
    let mut ended = 0;
    for i in 0..outer.len() {
        at[i] += 1;
        if at[i] < counts[i] {
            let first = outer.first().map(|leaf| leaf.mode);
            return if Some(outer[i].mode) == first { ended } else { Axis::GAP };
        }
        at[i] = 0;
        // The end of a mode with one element is not the end of a tile.
        ended += u8::from(counts[i] > 1);
    }
    ended
}

/// The levels of ticks: the index in the first mode, then the coordinates of the tiles of nested
/// modes, then those of the panels.
fn ticks(
    layout: &Layout,
    outer: &[Leaf],
    counts: &[i64],
    blocks: &Blocks,
    leaves: &[Leaf],
    flat: bool,
) -> Vec<Vec<Tick>> {
    let Some(first) = outer.first().map(|leaf| leaf.mode) else { return Vec::new() };
    let total = counts.iter().product::<i64>();
    let inner: i64 = leaves.iter().take(blocks.inner).map(|leaf| leaf.extent).product();
    let own = outer.iter().take_while(|leaf| leaf.mode == first).count();
    let within: i64 = counts[..own].iter().product();
    let mut levels = Vec::new();
    let mut line = |len: i64, text: &dyn Fn(i64) -> String| {
        let starts = (0..total / len).map(|i| i * len);
        let ticks = starts.map(|start| Tick {
            start: usize::try_from(start).unwrap_or(0),
            len: usize::try_from(len).unwrap_or(1),
            text: text(start),
        });
        levels.push(ticks.collect::<Vec<_>>());
    };

    // The last piece may be shorter, so the index is not a multiple of the position.
    line(1, &|p| {
        let (mut p, mut scale, mut index) = (p % within, inner, 0);
        for (i, leaf) in outer[..own].iter().enumerate() {
            let piece = if i == 0 { blocks.piece } else { 1 };
            index += p % counts[i] * piece * scale;
            p /= counts[i];
            scale *= leaf.extent;
        }
        index.to_string()
    });
    let mut len = counts[0];
    for &count in &counts[1..own] {
        if count > 1 && len > 1 && !flat {
            line(len, &|p| (p / len % count).to_string());
        }
        len *= count;
    }
    let mut mode = own;
    while mode < outer.len() {
        let this = outer[mode].mode;
        let count: i64 = outer[mode..]
            .iter()
            .zip(&counts[mode..])
            .take_while(|(leaf, _)| leaf.mode == this)
            .map(|(_, count)| *count)
            .product();
        line(len, &|p| {
            let at = p / len % count;
            let parts =
                (0..layout.rank()).map(|i| if i == this { at.to_string() } else { "_".to_owned() });
            format!("({})", parts.collect::<Vec<_>>().join(","))
        });
        len *= count;
        mode += outer[mode..].iter().take_while(|leaf| leaf.mode == this).count();
    }
    levels.truncate(Axis::LEVELS);
    levels
}
