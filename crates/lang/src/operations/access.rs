//! Accesses of memory: which lanes read or write what, in how many bytes.

use std::fmt;

use tilework_hardware::machine::Direction;

/// An access of memory, as it is written: `store:row:16B`, `ldmatrix.x4`, `tv=((8,4),8):((8,1),64):16B`.
///
/// `T` is what its layouts are: expressions, or their values.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Access<T> {
    /// Whether it reads or writes, where that is said.
    pub direction: Option<Direction>,
    /// Which lane accesses what.
    pub pattern: Pattern<T>,
    /// The bytes that a lane accesses at once, where that is said.
    pub width_bytes: Option<u32>,
}

/// Which lane of an access accesses what.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Pattern<T> {
    /// Lanes along mode 1 in vectors, then along mode 0, over the whole layout.
    Row,
    /// Lanes along mode 0 in vectors, then along mode 1, over the whole layout.
    Column,
    /// From (thread, value), or (thread, value, iteration), to the index of an element.
    Vectors(T),
    /// `ldmatrix` and `stmatrix`: so many matrices of 8 rows of 16 bytes, and the index of the first element of
    /// the row of each lane, where it is given.
    Matrices {
        /// How many matrices one instruction has.
        count: u32,
        /// From the lane to the first element of its row.
        rows: Option<T>,
    },
    /// From the lane to a byte address.
    Addresses(T),
    /// What a tiled copy does on the side of memory.
    Copy(T),
}

impl<T> Access<T> {
    /// The same with other layouts.
    ///
    /// # Errors
    /// The first of `change`.
    pub(crate) fn try_map<U, E>(
        &self,
        mut change: impl FnMut(&T) -> Result<U, E>,
    ) -> Result<Access<U>, E> {
        let pattern = match &self.pattern {
            Pattern::Row => Pattern::Row,
            Pattern::Column => Pattern::Column,
            Pattern::Vectors(layout) => Pattern::Vectors(change(layout)?),
            Pattern::Matrices { count, rows } => {
                Pattern::Matrices { count: *count, rows: rows.as_ref().map(change).transpose()? }
            }
            Pattern::Addresses(layout) => Pattern::Addresses(change(layout)?),
            Pattern::Copy(copy) => Pattern::Copy(change(copy)?),
        };
        Ok(Access { direction: self.direction, pattern, width_bytes: self.width_bytes })
    }

    /// The layout, or the tiled copy, that it has.
    pub(crate) fn operand(&self) -> Option<&T> {
        match &self.pattern {
            Pattern::Row | Pattern::Column => None,
            Pattern::Vectors(layout) | Pattern::Addresses(layout) | Pattern::Copy(layout) => {
                Some(layout)
            }
            Pattern::Matrices { rows, .. } => rows.as_ref(),
        }
    }
}

/// As it is written.
impl<T: fmt::Display> fmt::Display for Access<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let store = self.direction == Some(Direction::Store);
        match (&self.pattern, self.direction) {
            (Pattern::Matrices { .. }, _) | (_, None) => {}
            (_, Some(Direction::Load)) => f.write_str("load:")?,
            (_, Some(_)) => f.write_str("store:")?,
        }
        match &self.pattern {
            Pattern::Row => f.write_str("row")?,
            Pattern::Column => f.write_str("column")?,
            Pattern::Vectors(layout) => write!(f, "tv={layout}")?,
            Pattern::Matrices { count, rows } => {
                write!(f, "{}matrix.x{count}", if store { "st" } else { "ld" })?;
                if let Some(rows) = rows {
                    write!(f, "={rows}")?;
                }
            }
            Pattern::Addresses(layout) => write!(f, "addresses={layout}")?,
            Pattern::Copy(copy) => write!(f, "copy={copy}")?,
        }
        self.width_bytes.map_or(Ok(()), |bytes| write!(f, ":{bytes}B"))
    }
}
