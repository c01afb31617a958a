//! Grids: the values of a function in rows and columns, what `{:#}` prints of a layout.

use core::fmt::{self, Write};

use crate::layout::tuple::Shape;

/// How many rows, columns and grids are printed at most: what fits on a screen.
const ROWS: i64 = 32;
const COLUMNS: i64 = 32;
const GRIDS: i64 = 8;

/// Writes the values of a function, each row on a line after what was written: mode 0 goes down, mode 1 to the right, and there is a grid for
/// each coordinate of the others. With one mode it is a row. Where not everything is shown, the last
/// line says so.
pub(crate) fn grid<V: fmt::Display>(
    f: &mut fmt::Formatter<'_>,
    shape: &Shape,
    at: impl Fn(i64) -> V,
) -> fmt::Result {
    // A shape of a layout has a size, and so have its modes.
    let extent = |i: usize| shape.mode(i).and_then(|mode| mode.product()).unwrap_or(1);
    let rank = shape.rank();
    let (rows, columns) = if rank < 2 { (1, extent(0)) } else { (extent(0), extent(1)) };
    let grids: i64 = (2..rank).map(extent).product();
    let shown = (rows.min(ROWS), columns.min(COLUMNS), grids.min(GRIDS));
    let cell = |row: i64, column: i64, grid: i64| at(row + rows * (column + columns * grid));

    let mut width = 0;
    for (grid, column) in (0..shown.2).flat_map(|g| (0..shown.1).map(move |c| (g, c))) {
        for row in 0..shown.0 {
            width = width.max(length(&cell(row, column, grid))?);
        }
    }
    for grid in 0..shown.2 {
        if rank > 2 {
            f.write_str("\n(_,_")?;
            let mut rest = grid;
            for extent in (2..rank).map(extent) {
                write!(f, ",{}", rest % extent)?;
                rest /= extent;
            }
            f.write_str(")")?;
        }
        for row in 0..shown.0 {
            f.write_str("\n")?;
            for column in 0..shown.1 {
                let value = cell(row, column, grid);
                let before = width - length(&value)? + if column == 0 { 0 } else { 2 };
                write!(f, "{:before$}{value}", "")?;
            }
            if shown.1 < columns {
                f.write_str("  ...")?;
            }
        }
    }
    let parts = [(shown.0, rows, "rows"), (shown.1, columns, "columns"), (shown.2, grids, "grids")];
    let mut before = "\n... the first ";
    for (shown, all, what) in parts.into_iter().filter(|(shown, all, _)| shown < all) {
        write!(f, "{before}{shown} of {all} {what}")?;
        before = ", ";
    }
    Ok(())
}

/// How many characters a value takes.
fn length(value: &impl fmt::Display) -> Result<usize, fmt::Error> {
    struct Length(usize);

    impl fmt::Write for Length {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.0 += text.chars().count();
            Ok(())
        }
    }

    let mut out = Length(0);
    write!(out, "{value}")?;
    Ok(out.0)
}
