//! The tile that an instruction touches, coloured by bank.

use std::ops::Range;

use crate::figure::grid::{Look, panel};
use crate::figure::hardware::instruction::short;
use crate::figure::hardware::rows::once;
use crate::figure::hardware::served::Served;
use crate::scene::Panel;
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, Limits, View};

/// A tile that is longer than this in a mode is cut to what the instruction touches.
const LONG: usize = 32;
/// The most elements of a tile that is drawn.
const MOST: usize = 1 << 18;

/// The tile with the lanes of each element that the instruction touches; none where the access is not to
/// elements of a tile, or where it is too large.
pub(super) fn tile(served: &Served, view: &View, notes: &mut Vec<String>) -> Option<Panel> {
    if !served.has_tile {
        return None;
    }
    let subject = Subject::from(served.memory);
    let size = subject.inner().size();
    let lanes = |offset: i64| {
        let (first, count) = served.bytes_of(offset);
        served.touched.lanes(first, count, u64::MAX)
    };
    let look = |_: i64, offset: i64| {
        let lanes = lanes(offset);
        let fill = served.fill(served.bytes_of(offset).0);
        Look { fill, marked: !lanes.is_empty(), keys: lanes.into() }
    };
    // All of it first; what is too much is cut off.
    let limits = Limits { rows: MOST, columns: MOST, labels: MOST, blocks: 1, ..view.limits };
    let whole = view.clone().limits(limits).labels(Labels::None);
    let fits = usize::try_from(size).is_ok_and(|size| size <= MOST);
    let caption = subject.to_string();
    let drawn = fits.then(|| panel(&subject, &caption, &whole, &look, notes));
    let cut = drawn.map(|panel| touched_part(panel, notes));
    let cut = cut
        .filter(|panel| panel.rows() <= view.limits.rows && panel.columns() <= view.limits.columns);
    let Some(mut panel) = cut else {
        once(notes, format!("the tile of {size} elements is too large to be drawn beside"));
        return None;
    };
    for cell in panel.cells.iter_mut().filter(|cell| cell.marked) {
        cell.label = short(&lanes(cell.offset)).into();
    }
    panel.dense = true;
    once(notes, "marked in the tile: what the instruction touches, with the lane".to_owned());
    Some(panel)
}

/// The rows and columns that are touched, of those modes that are long.
fn touched_part(panel: Panel, notes: &mut Vec<String>) -> Panel {
    let marked = || panel.places().filter(|(.., cell)| cell.marked);
    let part = |len: usize, places: &mut dyn Iterator<Item = usize>| {
        let (low, high) = places.fold((len, 0), |(low, high), i| (low.min(i), high.max(i + 1)));
        if len <= LONG || low >= high { 0..len } else { low..high }
    };
    let rows = part(panel.rows(), &mut marked().map(|(row, ..)| row));
    let columns = part(panel.columns(), &mut marked().map(|(_, column, _)| column));
    if rows.len() == panel.rows() && columns.len() == panel.columns() {
        return panel;
    }
    let words =
        |what: &str, range: &Range<usize>| format!("{what} {} to {}", range.start, range.end - 1);
    let (down, across) = (words("rows", &rows), words("columns", &columns));
    once(notes, format!("of the tile only {down} and {across}, which the instruction touches"));
    let width = panel.columns();
    let cells = rows.clone().flat_map(|row| {
        panel.cells[row * width + columns.start..row * width + columns.end].iter().cloned()
    });
    let cells = cells.collect();
    Panel { cells, down: panel.down.part(rows), across: panel.across.part(columns), ..panel }
}
