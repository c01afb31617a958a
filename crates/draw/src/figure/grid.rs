//! The panel of a layout: a grid of its values, with axes.

use std::cmp::Reverse;

use tilework::{Layout, Slicer};

use crate::figure::paint::Paint;
use crate::scene::axis::{Axis, Position, pieces};
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, View};
use crate::scene::{Cell, Fill, Panel, Scene};

/// How a cell looks, besides its label.
pub(crate) struct Look {
    pub(crate) fill: Fill,
    pub(crate) marked: bool,
    pub(crate) keys: Box<[u32]>,
}

/// One layout: a grid of its offsets, or of what the view asks for.
///
/// Mode 0 goes down and mode 1 across; further modes are panels beside and below each other. A layout
/// of rank 1 is one row, which continues in the next where it is too long.
pub fn grid<'a>(subject: impl Into<Subject<'a>>, title: &str, view: &View) -> Scene {
    let subject = &subject.into();
    let paint = Paint::new(subject, view);
    let slice = view.slice.as_ref().and_then(|slice| Slice::new(subject, slice));
    let look = |index: i64, offset: i64| Look {
        fill: paint.fill(index, offset),
        marked: slice.as_ref().is_some_and(|slice| slice.contains(index)),
        keys: Box::default(),
    };
    let mut notes = Vec::new();
    let panel = panel(subject, title, view, &look, &mut notes);
    if let Some(slicer) = &view.slice {
        notes.push(match slice {
            Some(_) => format!("marked: the slice {slicer}"),
            None => format!("nothing is marked: there is no slice {slicer}"),
        });
    }
    let (title, legend) = (title.to_owned(), paint.meaning);
    Scene { title, rows: vec![vec![panel]], legend, notes, ..Scene::default() }
}

/// The indices of the cells of a slice.
struct Slice {
    first: i64,
    /// Strides in the index and extents, the largest stride first.
    modes: Vec<(i64, i64)>,
}

impl Slice {
    fn new(subject: &Subject, slicer: &Slicer) -> Option<Slice> {
        let indices = Layout::col_major(&subject.inner().shape()).ok()?;
        indices.check_slice(slicer).ok()?;
        let (part, first) = indices.slice(slicer).ok()?;
        let modes = part.leaf_modes().iter().filter(|mode| mode.extent > 1);
        let mut modes: Vec<_> = modes.map(|mode| (mode.stride, mode.extent)).collect();
        modes.sort_by_key(|(stride, _)| Reverse(*stride));
        Some(Slice { first, modes })
    }

    /// Whether an index is one of the slice. Its modes are some of those of a compact layout: each
    /// stride is larger than what the smaller ones add up to, so the digits are found one by one.
    fn contains(&self, index: i64) -> bool {
        let mut rest = index - self.first;
        for &(stride, extent) in &self.modes {
            if !(0..extent).contains(&(rest / stride)) {
                return false;
            }
            rest %= stride;
        }
        rest == 0
    }
}

/// The panel of a layout: see [`grid`].
pub(crate) fn panel(
    subject: &Subject,
    caption: &str,
    view: &View,
    look: &dyn Fn(i64, i64) -> Look,
    notes: &mut Vec<String>,
) -> Panel {
    let layout = subject.inner();
    let limits = view.limits;
    let size = layout.size();
    let wrapped = i64::try_from(limits.row).unwrap_or(i64::MAX);
    let fits = i64::try_from(limits.row.saturating_mul(limits.rows)).unwrap_or(i64::MAX);
    let one = layout.rank() < 2;
    if one && size > wrapped && size <= fits {
        let mut out = line(caption, size, limits.row, |index| {
            let offset = subject.at(index);
            cell(subject, view, index, offset, look(index, offset))
        });
        out.shape = Some(layout.shape());
        thin(&mut out, limits.labels, notes);
        return out;
    }
    let (down, across) = arrange(layout.rank());
    let fits = length(layout, &down) <= limits.rows && length(layout, &across) <= limits.columns;
    let (rows, columns) =
        if fits { (limits.rows, limits.columns) } else { (limits.blocks, limits.blocks) };
    let (down, tall) = Axis::along(layout, &down, rows, view.flat);
    let (across, wide) = Axis::along(layout, &across, columns, view.flat);
    let summary = tall > 1 || wide > 1;
    // For a composed layout only the first offset of a block is known.
    let ranges = view.labels == Labels::Offset && subject.is_monotonic();
    let mut cells = Vec::with_capacity(down.len() * across.len());
    let labels = down.len() * across.len() <= limits.labels;
    for row in &down.positions {
        for column in &across.positions {
            let index = row.index + column.index;
            let offset = subject.at_inner(row.offset + column.offset);
            let mut cell = if labels {
                cell(subject, view, index, offset, look(index, offset))
            } else {
                bare(index, offset, look(index, offset))
            };
            if summary && labels && ranges {
                cell.label = range(row, column, subject).into();
            }
            cells.push(cell);
        }
    }
    if summary {
        let shape = match (one, tall > 1, wide > 1) {
            (true, ..) => wide.to_string(),
            (_, true, true) => format!("{tall} x {wide}"),
            (_, true, false) => format!("{tall} rows"),
            _ => format!("{wide} columns"),
        };
        let shown = match (labels, ranges) {
            (false, _) => "",
            (true, true) => "; each block shows its lowest and highest offset",
            (true, false) => "; each block shows its first element",
        };
        notes.push(format!("{size} elements in blocks of {shape}{shown}"));
        notes.push("a block has the colour and the mark of its first element".to_owned());
    }
    if layout.rank() > 2 {
        notes.push("mode 0 goes down, mode 1 across; further modes are panels".to_owned());
    }
    if !labels {
        notes.push("too many cells for labels".to_owned());
    }
    Panel {
        caption: caption.to_owned(),
        shape: Some(layout.shape()),
        cells,
        down,
        across,
        ..Panel::default()
    }
}

/// Which modes go down, and which across.
fn arrange(rank: usize) -> (Vec<usize>, Vec<usize>) {
    match rank {
        0 | 1 => (Vec::new(), vec![0]),
        // Panels side by side.
        3 => (vec![0], vec![1, 2]),
        _ => (0..rank).partition(|mode| mode % 2 == 0),
    }
}

/// The product of the sizes of some modes; `usize::MAX` where that overflows.
fn length(layout: &Layout, modes: &[usize]) -> usize {
    let sizes = modes.iter().filter_map(|&mode| layout.mode(mode).ok());
    let size = sizes.fold(1_i64, |all, mode| all.saturating_mul(mode.size()));
    usize::try_from(size).unwrap_or(usize::MAX)
}

/// A row of cells that continues in the next row where it is too long.
pub(crate) fn line(caption: &str, size: i64, width: usize, cell: impl Fn(i64) -> Cell) -> Panel {
    let step = i64::try_from(width).unwrap_or(i64::MAX);
    let rows = usize::try_from(pieces(size, step)).unwrap_or(1).max(1);
    let columns = usize::try_from(size.min(step)).unwrap_or(1);
    let across = Axis::counting(columns, 1).ticked(|position| position.index.to_string());
    let mut down = Axis::counting(rows, step);
    if rows > 1 {
        down = down.ticked(|position| position.index.to_string());
    }
    let mut cells = Vec::with_capacity(rows * columns);
    for row in &down.positions {
        for column in &across.positions {
            let index = row.index + column.index;
            let absent = Cell { fill: Fill::Absent, ..Cell::default() };
            cells.push(if index < size { cell(index) } else { absent });
        }
    }
    Panel { caption: caption.to_owned(), cells, down, across, ..Panel::default() }
}

/// Removes the labels if there are too many.
fn thin(panel: &mut Panel, most: usize, notes: &mut Vec<String>) {
    if panel.cells.len() > most {
        panel.cells.iter_mut().for_each(|cell| cell.label = Box::default());
        notes.push("too many cells for labels".to_owned());
    }
}

/// A cell without a label.
fn bare(index: i64, offset: i64, look: Look) -> Cell {
    let Look { fill, marked, keys } = look;
    Cell { index, offset, label: Box::default(), fill, marked, keys }
}

fn cell(subject: &Subject, view: &View, index: i64, offset: i64, look: Look) -> Cell {
    let label = match view.labels {
        Labels::Offset => offset.to_string(),
        Labels::Index => index.to_string(),
        Labels::Coordinate => subject.coordinate(index).to_string(),
        Labels::Bank(banks) => banks.bank(offset).to_string(),
        Labels::None => String::new(),
    };
    Cell { label: label.into(), ..bare(index, offset, look) }
}

/// The offsets of a block, from the lowest to the highest.
fn range(row: &Position, column: &Position, subject: &Subject) -> String {
    let ends = (row.low + column.low, row.high + column.high);
    format!("{}..{}", subject.at_inner(ends.0), subject.at_inner(ends.1))
}

#[cfg(test)]
mod tests {
    use tilework::{layout, slicer};

    use super::*;

    #[test]
    fn slices_contain_their_indices() {
        let layout = layout!((4,(2,1,3),5):(15,(1,1,2),60));
        for slicer in [
            slicer!((_, _, _)),
            slicer!((1, _, _)),
            slicer!((_, 4, 2)),
            slicer!((_, (1, _, _), 3)),
            slicer!((3, (_, 0, 2), _)),
            slicer!((2, (1, _, 1), 4)),
        ] {
            let slice = Slice::new(&(&layout).into(), &slicer).unwrap();
            let indices = Layout::col_major(&layout.shape()).unwrap();
            let (part, first) = indices.slice(&slicer).unwrap();
            let mut expected: Vec<_> = part.offsets().map(|offset| first + offset).collect();
            expected.sort_unstable();
            let found = (0..layout.size()).filter(|index| slice.contains(*index));
            assert!(found.eq(expected), "{slicer}");
        }
    }
}
