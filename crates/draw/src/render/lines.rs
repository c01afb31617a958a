//! The lines of a panel: edges of cells, borders of tiles, outlines of marked cells.

use crate::render::geometry::{PlacedPanel, Point};
use crate::scene::axis::Axis;
use crate::scene::{Cell, Fill};

/// A straight line to the right or down. Its start is relative to the origin of the panel.
pub(crate) struct Line {
    pub(crate) start: Point,
    pub(crate) length: f64,
    pub(crate) down: bool,
}

/// Lines of one kind.
pub(crate) struct Strokes {
    pub(crate) kind: Stroke,
    pub(crate) width: f64,
    pub(crate) lines: Vec<Line>,
}

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stroke {
    /// The edge of a cell.
    Edge,
    /// The border of a tile.
    Border,
    /// The outline of what is marked.
    Mark,
}

/// How many widths of tile borders there are: tiles nested deeper share the widest.
pub(crate) const BORDERS: u8 = 3;

impl PlacedPanel<'_> {
    /// All lines, from the lowest to the topmost; those that would be too dense to tell apart are left out.
    pub(crate) fn strokes(&self) -> Vec<Strokes> {
        let (wide, _) = self.cell;
        let mut out = Vec::new();
        if wide >= 8.0 {
            out.push(Strokes { kind: Stroke::Edge, width: 1.0, lines: self.cell_edges() });
        }
        for level in (1..=BORDERS).filter(|level| wide * f64::from(*level) >= 4.0) {
            let (width, lines) = (0.5 + f64::from(level), self.tile_borders(level));
            out.push(Strokes { kind: Stroke::Border, width, lines });
        }
        out.push(Strokes { kind: Stroke::Mark, width: 3.0, lines: self.mark_outlines() });
        out
    }

    /// The edges of all cells.
    fn cell_edges(&self) -> Vec<Line> {
        self.edges(&|cell| cell.fill != Fill::Absent, |one, other| one || other)
    }

    /// The outlines of the marked cells.
    fn mark_outlines(&self) -> Vec<Line> {
        if !self.panel.cells.iter().any(|cell| cell.marked) {
            return Vec::new();
        }
        self.edges(&|cell| cell.marked, |one, other| one != other)
    }

    /// The borders of the tiles of one nesting level, from 1 to [`BORDERS`].
    pub(crate) fn tile_borders(&self, level: u8) -> Vec<Line> {
        let here = |border: u8| border != Axis::GAP && border.min(BORDERS) == level;
        let (right, bottom) = self.end();
        let columns = self.xs.iter().skip(1).zip(&self.panel.across.borders);
        let columns = columns.filter(|(_, border)| here(**border)).map(|(x, _)| Line {
            start: Point { x: *x, y: 0.0 },
            length: bottom,
            down: true,
        });
        let rows = self.ys.iter().skip(1).zip(&self.panel.down.borders);
        let rows = rows.filter(|(_, border)| here(**border)).map(|(y, _)| Line {
            start: Point { x: 0.0, y: *y },
            length: right,
            down: false,
        });
        columns.chain(rows).collect()
    }

    /// The edges of cells, joined into lines that are as long as possible. An edge is drawn if
    /// `between` holds for the two cells beside it, each of which is of the `kind` or not; outside
    /// of the panel no cell is.
    fn edges(&self, kind: &dyn Fn(&Cell) -> bool, between: fn(bool, bool) -> bool) -> Vec<Line> {
        let (wide, high) = self.cell;
        let columns = self.panel.columns();
        let is = |row: usize, column: usize| {
            self.panel.cells.get(row * columns + column).is_some_and(kind)
        };
        let mut out = Vec::new();
        let across = groups(&self.panel.across);
        for (top, bottom) in groups(&self.panel.down) {
            for &(left, right) in &across {
                for row in top..=bottom {
                    let edge = |column: usize| {
                        between(row > top && is(row - 1, column), row < bottom && is(row, column))
                    };
                    let y = if row == bottom { self.ys[row - 1] + high } else { self.ys[row] };
                    for (first, count) in runs(left, right, edge) {
                        let start = Point { x: self.xs[first], y };
                        out.push(Line { start, length: count as f64 * wide, down: false });
                    }
                }
                for column in left..=right {
                    let edge = |row: usize| {
                        let before = column > left && is(row, column - 1);
                        between(before, column < right && is(row, column))
                    };
                    let last = column == right;
                    let x = if last { self.xs[column - 1] + wide } else { self.xs[column] };
                    for (first, count) in runs(top, bottom, edge) {
                        let start = Point { x, y: self.ys[first] };
                        out.push(Line { start, length: count as f64 * high, down: true });
                    }
                }
            }
        }
        out
    }
}

/// The positions of an axis between its gaps: first, and one past the last.
pub(crate) fn groups(axis: &Axis) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    for i in 0..axis.len() {
        if axis.borders.get(i).is_none_or(|border| *border == Axis::GAP) {
            out.push((start, i + 1));
            start = i + 1;
        }
    }
    out
}

/// The runs of a range in which something holds: start, length.
fn runs(start: usize, end: usize, holds: impl Fn(usize) -> bool) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    for i in (start..end).filter(|i| holds(*i)) {
        match out.last_mut() {
            Some((start, len)) if *start + *len == i => *len += 1,
            _ => out.push((i, 1)),
        }
    }
    out
}
