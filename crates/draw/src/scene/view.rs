//! How to show a layout: what the colours and labels are, what is marked, how much fits.

use tilework::{Layout, Slicer};

/// What the colour of a cell stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coloring {
    /// The tile where modes are nested, the offset otherwise.
    #[default]
    Auto,
    /// Nothing.
    None,
    /// The offset, from light to dark.
    Offset,
    /// The one-dimensional index, from light to dark.
    Index,
    /// The coordinate in mode 0.
    Row,
    /// The coordinate in mode 1.
    Column,
    /// The coordinate in the mode at a path: `[0, 1]` is the second mode of the first mode.
    Mode(Vec<usize>),
    /// The tile: the coordinate in the nested modes but for the first of each, and in the modes past
    /// the second.
    Tile,
    /// The value of another layout at the index.
    Layout(Layout),
    /// The memory bank of the offset.
    Bank(Banks),
}

/// A banked memory: `count` banks, interleaved every `width` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// The size of an element in bytes.
    pub element: i64,
    /// The number of banks.
    pub count: i64,
    /// The width of a bank in bytes.
    pub width: i64,
}

impl Banks {
    /// The shared memory of NVIDIA GPUs, 32 banks of 4 bytes, with elements of this many bytes.
    pub const fn shared_memory(element: i64) -> Banks {
        Banks { element, count: 32, width: 4 }
    }

    /// The bank of an offset in elements; that of the first byte.
    pub fn bank(&self, offset: i64) -> i64 {
        let byte = i128::from(offset) * i128::from(self.element);
        let bank = byte.div_euclid(i128::from(self.width.max(1)));
        bank.rem_euclid(i128::from(self.count.max(1))) as i64
    }
}

/// The labels of cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Labels {
    /// The offset.
    #[default]
    Offset,
    /// The one-dimensional index.
    Index,
    /// The coordinate.
    Coordinate,
    /// The memory bank of the offset.
    Bank(Banks),
    /// Nothing.
    None,
}

/// How to show a layout.
///
/// ```
/// use tilework_draw::{Coloring, Labels, Limits, View};
///
/// let view = View::within(Limits::PAGE.blocks(8)).coloring(Coloring::Row).labels(Labels::Index);
/// assert_eq!((view.limits.columns, view.limits.blocks), (128, 8));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct View {
    /// What the colours stand for.
    pub coloring: Coloring,
    /// The labels of cells.
    pub labels: Labels,
    /// The slice whose cells are marked; one that is not there marks none, and a note says so.
    pub slice: Option<Slicer>,
    /// Whether nested modes are drawn as if they were not: without borders, ticks and colours of tiles.
    pub flat: bool,
    /// How much is drawn.
    pub limits: Limits,
}

impl View {
    /// The default view within some limits.
    pub fn within(limits: Limits) -> View {
        View { limits, ..View::default() }
    }

    /// The same view with another colouring.
    pub fn coloring(self, coloring: Coloring) -> View {
        View { coloring, ..self }
    }

    /// The same view with other labels.
    pub fn labels(self, labels: Labels) -> View {
        View { labels, ..self }
    }

    /// The same view with the cells of a slice marked, or none.
    pub fn slice(self, slice: impl Into<Option<Slicer>>) -> View {
        View { slice: slice.into(), ..self }
    }

    /// The same view with nested modes as if they were not, or with their tiles.
    pub fn flat(self, flat: bool) -> View {
        View { flat, ..self }
    }

    /// The same view within other limits.
    pub fn limits(self, limits: Limits) -> View {
        View { limits, ..self }
    }
}

/// How much is drawn. What does not fit is drawn in blocks, and a note says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The most rows of a panel.
    pub rows: usize,
    /// The most columns of a panel.
    pub columns: usize,
    /// The most cells of a panel with labels: panels with more have none.
    pub labels: usize,
    /// The longest row of a layout of rank 1, which then continues in the next row.
    pub row: usize,
    /// The most blocks in each direction, if there are too many rows or columns.
    pub blocks: usize,
}

impl Limits {
    /// For SVG and PNG.
    pub const PICTURE: Limits =
        Limits { rows: 1024, columns: 1024, labels: 128 * 128, row: 64, blocks: 16 };
    /// For HTML, where every cell is an element of the page.
    pub const PAGE: Limits =
        Limits { rows: 128, columns: 128, labels: 128 * 128, row: 64, blocks: 16 };
    /// For TikZ: TeX is slow with more.
    pub const TIKZ: Limits = Limits { rows: 64, columns: 64, labels: 64 * 64, row: 32, blocks: 16 };
    /// For a terminal of any width; see [`at_most`](Limits::at_most).
    pub const TERMINAL: Limits =
        Limits { rows: 64, columns: 64, labels: 64 * 64, row: 64, blocks: 16 };

    /// The same limits with another number of rows.
    pub const fn rows(self, rows: usize) -> Limits {
        Limits { rows, ..self }
    }

    /// The same limits with another number of columns.
    pub const fn columns(self, columns: usize) -> Limits {
        Limits { columns, ..self }
    }

    /// The same limits with another number of labels.
    pub const fn labels(self, labels: usize) -> Limits {
        Limits { labels, ..self }
    }

    /// The same limits with another length of a row of a layout of rank 1.
    pub const fn row(self, row: usize) -> Limits {
        Limits { row, ..self }
    }

    /// The same limits with another number of blocks.
    pub const fn blocks(self, blocks: usize) -> Limits {
        Limits { blocks, ..self }
    }

    /// The same limits, but with at most so many cells beside each other, blocks or not.
    pub fn at_most(self, columns: usize) -> Limits {
        let least = |limit: usize| limit.min(columns).max(1);
        Limits {
            columns: least(self.columns),
            row: least(self.row),
            blocks: least(self.blocks),
            ..self
        }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits::PICTURE
    }
}
