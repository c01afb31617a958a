//! The grid of offsets: mode 0 down, all other modes across.

use std::io::{self, Write};

use tilework::AnyLayout;

use crate::screen::{QUIET, Screen, paint, shade};

/// Layouts up to this size are drawn without being asked for.
const SMALL: i64 = 256;
/// What is drawn at most when asked for.
const ROWS: i64 = 64;
const COLUMNS: i64 = 64;

/// The part of a layout that is drawn, and how much there is.
struct Grid<'a> {
    layout: &'a AnyLayout,
    /// What is added to every offset.
    base: i64,
    rows: i64,
    columns: i64,
    shown_rows: i64,
    shown_columns: i64,
    /// The width of a cell, without the space before it.
    cell: usize,
    /// The width of the row headers.
    head: usize,
}

impl<'a> Grid<'a> {
    /// As much of the grid as fits into `width` columns.
    fn new(layout: &'a AnyLayout, base: i64, width: usize) -> Grid<'a> {
        let size = layout.size();
        let rows = match layout.mode(0) {
            Ok(first) if layout.rank() > 1 => first.size(),
            _ => 1,
        };
        let (shown_rows, mut shown_columns) = (rows.min(ROWS), (size / rows).min(COLUMNS));
        let head = digits(shown_rows - 1);
        let mut grid = Grid {
            layout,
            base,
            rows,
            columns: size / rows,
            shown_rows,
            shown_columns,
            cell: 0,
            head,
        };
        // Fewer columns may need narrower cells, but never wider ones.
        loop {
            grid.cell =
                (0..shown_columns).flat_map(|j| [digits(j), grid.widest(j)]).fold(2, usize::max);
            let room = width.saturating_sub(grid.head + 2) / (grid.cell + 1);
            let fit = i64::try_from(room).unwrap_or(COLUMNS).clamp(1, shown_columns);
            if fit == shown_columns {
                return grid;
            }
            shown_columns = fit;
            grid.shown_columns = fit;
        }
    }

    fn offset(&self, i: i64, j: i64) -> i64 {
        // Inside the domain, where offsets of the layout always fit.
        self.layout.at_index(i + self.rows * j).unwrap_or(0).saturating_add(self.base)
    }

    /// The smallest and the largest offset; of what is shown, where more is not known.
    fn range(&self) -> (i64, i64) {
        let known = match self.layout {
            AnyLayout::Plain(layout) => Some((layout.min_offset(), layout.max_offset())),
            AnyLayout::Composed(composed) => {
                composed.min_offset().ok().zip(composed.max_offset().ok())
            }
        };
        if let Some((low, high)) = known {
            return (low.saturating_add(self.base), high.saturating_add(self.base));
        }
        let cells = (0..self.shown_columns)
            .flat_map(|j| (0..self.shown_rows).map(move |i| self.offset(i, j)));
        cells.fold((i64::MAX, i64::MIN), |(low, high), y| (low.min(y), high.max(y)))
    }

    fn widest(&self, j: i64) -> usize {
        (0..self.shown_rows).map(|i| digits(self.offset(i, j))).fold(0, usize::max)
    }

    fn complete(&self) -> bool {
        self.shown_rows == self.rows && self.shown_columns == self.columns
    }

    fn write(&self, out: &mut dyn Write, color: bool) -> io::Result<()> {
        let &Grid { cell, head, .. } = self;
        let mut line = format!("{:head$}  ", "");
        for j in 0..self.shown_columns {
            line += &format!("{j:>cell$} ");
        }
        writeln!(out, "{}", paint(line.trim_end(), QUIET, color))?;
        let (low, high) = self.range();
        for i in 0..self.shown_rows {
            write!(out, "{} ", paint(&format!("{i:>head$}"), QUIET, color))?;
            for j in 0..self.shown_columns {
                let offset = self.offset(i, j);
                let text = format!(" {offset:>cell$}");
                out.write_all(paint(&text, shade(offset, low, high), color).as_bytes())?;
            }
            writeln!(out)?;
        }
        if let Some(note) = self.note() {
            writeln!(out, "{}", paint(&note, QUIET, color))?;
        }
        Ok(())
    }

    /// What the grid does not say itself.
    fn note(&self) -> Option<String> {
        let mut parts = Vec::new();
        if self.layout.rank() > 2 {
            parts.push("mode 0 down, the other modes across".to_owned());
        }
        if !self.complete() {
            parts.push(format!(
                "shown are {} of {} rows and {} of {} columns",
                self.shown_rows, self.rows, self.shown_columns, self.columns
            ));
        }
        (!parts.is_empty()).then(|| format!("({})", parts.join("; ")))
    }
}

/// How many characters a number takes.
fn digits(value: i64) -> usize {
    let sign = usize::from(value < 0);
    value.unsigned_abs().checked_ilog10().unwrap_or(0) as usize + 1 + sign
}

/// Draws the grid if it is small and fits.
pub(crate) fn write_small(
    out: &mut dyn Write,
    layout: &AnyLayout,
    base: i64,
    screen: Screen,
) -> io::Result<()> {
    if (2..=SMALL).contains(&layout.size()) {
        let grid = Grid::new(layout, base, screen.width);
        if grid.complete() {
            return grid.write(out, screen.color);
        }
    }
    Ok(())
}

/// Draws the grid, or as much of it as fits, and says how much that is.
pub(crate) fn write(
    out: &mut dyn Write,
    layout: &AnyLayout,
    base: i64,
    screen: Screen,
) -> io::Result<()> {
    Grid::new(layout, base, screen.width).write(out, screen.color)
}
