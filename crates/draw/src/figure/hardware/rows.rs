//! Memory as rows of one length, of which only those are drawn that are touched.

use std::collections::BTreeSet;

use crate::scene::axis::{Axis, Position, Tick};
use crate::scene::view::Limits;

/// Rows of memory that are drawn, each in one piece or in several.
pub(super) struct Rows {
    /// Which rows, in order.
    rows: Vec<i64>,
    /// How many cells a row has.
    cells: i64,
    /// How many of them are beside one another.
    piece: i64,
    /// Bytes of a cell.
    bytes: i64,
}

impl Rows {
    /// As many of these rows as fit. Rows that are too long are folded, in whole `groups` of cells if
    /// possible.
    pub(super) fn new(
        rows: BTreeSet<i64>,
        [cells, group, bytes]: [i64; 3],
        limits: Limits,
        notes: &mut Vec<String>,
    ) -> Rows {
        let most = i64::try_from(limits.columns).unwrap_or(i64::MAX);
        let fits = |piece: &i64| cells % piece == 0 && *piece <= most;
        let whole = (1..=cells).rev().filter(|piece| piece % group == 0).find(fits);
        let piece = whole.or_else(|| (1..=cells).rev().find(fits)).unwrap_or(1);
        let mut rows: Vec<i64> = rows.into_iter().collect();
        let pieces = usize::try_from(cells / piece).unwrap_or(1);
        let (count, most) = (rows.len(), (limits.rows / pieces).max(1));
        if count > most {
            once(notes, format!("only the first {most} of {count} rows are shown"));
            rows.truncate(most);
        }
        if pieces > 1 {
            once(notes, format!("every row is folded: +{piece} continues it at column {piece}"));
        }
        Rows { rows, cells, piece, bytes }
    }

    /// The axis along the rows, with the first byte of each; a gap where memory in between is left out.
    pub(super) fn down(&self) -> Axis {
        let pieces = self.cells / self.piece;
        let mut axis = Axis::default();
        let (mut inner, mut outer) = (Vec::new(), Vec::new());
        for (i, row) in self.rows.iter().enumerate() {
            let start = axis.positions.len();
            for at in (0..pieces).map(|at| at * self.piece) {
                inner.push(Tick { start: axis.positions.len(), len: 1, text: format!("+{at}") });
                let index = row.saturating_mul(self.cells).saturating_add(at);
                axis.positions.push(Position { index, ..Position::default() });
                axis.borders.push(0);
            }
            let len = axis.positions.len() - start;
            let byte = row.saturating_mul(self.cells).saturating_mul(self.bytes);
            outer.push(Tick { start, len, text: byte.to_string() });
            let neighbours = self.rows.get(i + 1).is_none_or(|next| *next == row + 1);
            if let Some(border) = axis.borders.last_mut() {
                *border = if neighbours { u8::from(pieces > 1) } else { Axis::GAP };
            }
        }
        axis.borders.pop();
        axis.levels = if pieces > 1 { vec![inner, outer] } else { vec![outer] };
        axis
    }

    /// The axis along a piece of a row, without ticks.
    pub(super) fn across(&self) -> Axis {
        Axis::counting(usize::try_from(self.piece).unwrap_or(0), 1)
    }
}

/// Adds a note that is not there.
pub(super) fn once(notes: &mut Vec<String>, note: String) {
    if !notes.contains(&note) {
        notes.push(note);
    }
}
