//! The labels of a linked picture: two texts for a row, rather than one for each cell.
//!
//! A browser lays out and paints a text in one piece ten times as fast as its words one by one. The letters have one width,
//! and are spaced such that a whole number of them is as wide as a cell; then spaces put each label on its cell. Those that
//! have to begin half a letter further on are the second text.

use std::collections::BTreeMap;
use std::fmt::{Result, Write};

use crate::render::escape::Xml;
use crate::render::geometry::{PlacedPanel, Point, label_size, width};
use crate::render::lines::groups;
use crate::render::markup::number;
use crate::scene::{Cell, Fill};

/// All labels of a panel.
pub(super) fn write_labels(out: &mut String, panel: &PlacedPanel) -> Result {
    out.push_str("<g class=\"labels\">\n");
    for (cells, y) in panel.panel.cells.chunks(panel.panel.columns().max(1)).zip(&panel.ys) {
        for (start, end) in groups(&panel.panel.across) {
            write_side_by_side(
                out,
                panel,
                &cells[start..end],
                Point { x: panel.xs[start], y: *y },
            )?;
        }
    }
    out.push_str("</g>\n");
    Ok(())
}

/// The labels of cells that are side by side, the first of them at a corner.
fn write_side_by_side(
    out: &mut String,
    panel: &PlacedPanel,
    cells: &[Cell],
    corner: Point,
) -> Result {
    let (wide, natural) = (panel.cell.0, width("0", label_size(panel.panel)));
    let room = (wide / natural).round().max(1.0);
    let letter = wide / room;
    let class = |quiet: bool| if quiet { " class=\"q\"" } else { "" };
    // By base line, in tenths, and whether they step back.
    let mut texts: BTreeMap<(i64, bool), [Line; 2]> = BTreeMap::new();
    let present = cells.iter().enumerate().filter(|(_, cell)| cell.fill != Fill::Absent);
    for (column, cell) in present {
        let quiet = panel.is_quiet(cell);
        for (at, line) in panel.label(&cell.label) {
            let (y, tenths) = (corner.y + at.y, (at.y * 10.0).round() as i64);
            if line.is_ascii() {
                let free = (room as usize).saturating_sub(line.len());
                let text = &mut texts.entry((tenths, quiet)).or_default()[free % 2];
                text.put(column * room as usize + free / 2, line)?;
            } else {
                // Other letters may have another width: it is a text of its own, in the middle of the cell.
                let (x, y, class) =
                    (number(corner.x + column as f64 * wide + at.x), number(y), class(quiet));
                writeln!(out, "<g><text{class} x=\"{x}\" y=\"{y}\">{}</text></g>", Xml(line))?;
            }
        }
    }
    // The space for a letter is behind it, and there is none before the first. Both texts are there, and not empty, so that
    // other labels make a picture of the same elements.
    let start = corner.x + (letter - natural) / 2.0;
    for ((tenths, quiet), halves) in &texts {
        for (Line { text, .. }, shift) in halves.iter().zip([0.0, letter / 2.0]) {
            let (x, y) = (number(start + shift), number(corner.y + *tenths as f64 / 10.0));
            let class = class(*quiet);
            writeln!(
                out,
                "<text{class} x=\"{x}\" y=\"{y}\" letter-spacing=\"calc({letter:.3}px - 1ch)\">{text} </text>"
            )?;
        }
    }
    Ok(())
}

/// Labels with spaces before them.
#[derive(Default)]
struct Line {
    text: String,
    letters: usize,
}

impl Line {
    fn put(&mut self, at: usize, label: &str) -> Result {
        self.text.extend(std::iter::repeat_n(' ', at.saturating_sub(self.letters)));
        self.letters = self.letters.max(at) + label.len();
        write!(self.text, "{}", Xml(label))
    }
}
