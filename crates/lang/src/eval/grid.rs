//! Grids of offsets in documents: the layouts that they show.

use tilework::{AnyLayout, ErrorKind, LayoutRef, Tuple};

use crate::eval::scope::Scope;
use crate::eval::statement::{Answered, Outcome};
use crate::operations::value::Value;
use crate::syntax::grid::Grid;
use crate::syntax::label::label;
use crate::text::diagnostic::{Diagnostic, Span, refusal};

impl Scope {
    /// The layout that a grid shows: that of the line before it, if it agrees, or the one that its cells have.
    pub(crate) fn grid(
        &mut self,
        text: &str,
        shown: Option<&Value>,
    ) -> Result<Answered, Diagnostic> {
        let label = label(text);
        let grid = Grid::read(text, label.as_ref().map_or(0, |label| label.end))?;
        let (value, notes) = match shown.and_then(placed) {
            Some((layout, base)) => {
                self.reads_grid(&layout)?;
                agrees(&grid, layout.as_ref(), base)?;
                let note = "this grid shows the layout on the line before it".to_owned();
                (shown.cloned().unwrap_or(Value::Nothing), vec![note])
            }
            None => {
                let value = recovered(&grid)?;
                if let Some((layout, _)) = placed(&value) {
                    self.reads_grid(&layout)?;
                }
                (value, Vec::new())
            }
        };
        let outcome = match label {
            None => Outcome::Value(value),
            Some(label) => {
                self.labels.insert(label.name.clone());
                self.bind(label.name.clone(), value.clone());
                Outcome::Bound(label.name, value)
            }
        };
        Ok(Answered { outcome, notes, order: self.order() })
    }

    /// Whether a grid of this layout can be read in the order of the scope: the indices inside of modes are counted,
    /// those of rows and columns are written.
    fn reads_grid(&self, layout: &AnyLayout) -> Result<(), Diagnostic> {
        match layout {
            AnyLayout::Plain(layout) if layout.depth() <= 1 && layout.rank() <= 2 => Ok(()),
            _ => self.only_colex("print_layout"),
        }
    }
}

/// The layout that a value is, and the offset at which it starts.
fn placed(value: &Value) -> Option<(AnyLayout, i64)> {
    match value {
        Value::Layout(layout) => Some(((**layout).into(), 0)),
        Value::Composed(composed) => Some(((**composed).into(), 0)),
        Value::Slice(layout, base) => Some(((**layout).into(), *base)),
        _ => None,
    }
}

/// Compares a grid with the layout that was printed above it.
fn agrees(grid: &Grid, layout: LayoutRef<'_>, base: i64) -> Result<(), Diagnostic> {
    let everything = span(grid);
    let rows = match layout.shape().mode(0).and_then(|mode| mode.product()) {
        Ok(rows) if layout.rank() > 1 => rows,
        _ => 1,
    };
    let (m, n) = (grid.rows as i64, grid.columns as i64);
    if rows != m || layout.size() / rows.max(1) != n || layout.size() % rows.max(1) != 0 {
        let message = format!(
            "this grid has {m} rows and {n} columns, and {layout} on the line before it has {rows} and {}",
            layout.size() / rows.max(1)
        );
        return Err(Diagnostic::new("claim", everything, message).labelled("this grid"));
    }
    for (i, (found, place)) in grid.cells.iter().enumerate() {
        let (row, column) = (i / grid.columns, i % grid.columns);
        let index = (row + grid.rows * column) as i64;
        let offset = layout.at_index(index).map_err(|error| refusal(error, place))?;
        if offset.checked_add(base) != Some(*found) {
            let message = format!(
                "this grid does not show {layout}, the layout on the line before it: \
                 the cell ({row},{column}) is {found}, and the layout has {}",
                i128::from(offset) + i128::from(base)
            );
            return Err(Diagnostic::new("claim", place.clone(), message).labelled("this cell"));
        }
    }
    Ok(())
}

/// The layout whose offsets are in the cells, with the rows as its mode 0.
fn recovered(grid: &Grid) -> Result<Value, Diagnostic> {
    let (first, place) = grid.cells[0].clone();
    // By index: down the columns.
    let at = |index: usize| index % grid.rows * grid.columns + index / grid.rows;
    let mut table = Vec::with_capacity(grid.cells.len());
    for index in 0..grid.cells.len() {
        let (offset, place) = &grid.cells[at(index)];
        table.push(offset.checked_sub(first).ok_or_else(|| {
            let message = format!("{offset} - {first} does not fit into 64 bits");
            Diagnostic::new("overflow", place.clone(), message)
        })?);
    }
    let layout = tilework::recover(&table).map_err(|error| {
        let mut out = refusal(error, &place);
        if let ErrorKind::NotALayout { index, expected, .. } = error.kind()
            && let Ok(index) = usize::try_from(index)
            && index < table.len()
        {
            let (found, place) = grid.cells[at(index)].clone();
            out.message = format!(
                "this grid is no layout: the cell ({},{}) is {found}, but any layout that agrees up to \
                 there, down the columns, has {}",
                index % grid.rows,
                index / grid.rows,
                i128::from(expected) + i128::from(first)
            );
            out = out.at(place).labelled("this cell");
        }
        out
    })?;
    let layout = if grid.rows == 1 && !grid.numbered {
        layout
    } else {
        let shape = Tuple::from_slice(&[grid.rows as i64, grid.columns as i64]);
        let shaped = shape.and_then(|shape| layout.with_shape(&shape));
        shaped.map_err(|error| refusal(error, &span(grid)))?
    };
    Ok(if first == 0 { Value::from(layout) } else { Value::Slice(Box::new(layout), first) })
}

/// From the first cell to the last one.
fn span(grid: &Grid) -> Span {
    let place = |cell: Option<&(i64, Span)>| cell.map_or(0..0, |(_, span)| span.clone());
    place(grid.cells.first()).start..place(grid.cells.last()).end
}
