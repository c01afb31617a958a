//! What to show of a layout: the colours, the labels, what stands out, and how much fits.

use tilework::{Layout, Slicer};

/// What the colour of a cell stands for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Coloring {
    /// Tiles where modes are nested, offsets otherwise.
    #[default]
    Auto,
    /// Nothing.
    None,
    /// The offset, on a ramp.
    Offset,
    /// The one-dimensional index, on a ramp.
    Index,
    /// The coordinate in mode 0.
    Row,
    /// The coordinate in mode 1.
    Column,
    /// The coordinate in the mode at a path: `[0, 1]` is the second mode of the first mode.
    Mode(Vec<usize>),
    /// The tile that a cell is in: nested modes but for their first, and modes past the second.
    Tile,
    /// The value of another layout at the index.
    Layout(Layout),
    /// The memory bank of the offset.
    Bank(Banks),
}

/// A memory in banks: `count` of them, which take turns every `width` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Banks {
    /// How many bytes an element has.
    pub element: i64,
    /// How many banks there are.
    pub count: i64,
    /// How many bytes wide a bank is.
    pub width: i64,
}

impl Banks {
    /// The shared memory of NVIDIA GPUs: 32 banks of 4 bytes.
    pub const fn shared_memory(element: i64) -> Banks {
        Banks { element, count: 32, width: 4 }
    }

    /// The bank of an offset, in elements.
    pub fn bank(&self, offset: i64) -> i64 {
        let byte = i128::from(offset) * i128::from(self.element);
        let bank = byte.div_euclid(i128::from(self.width.max(1)));
        bank.rem_euclid(i128::from(self.count.max(1))) as i64
    }
}

/// What is written into a cell.
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
    /// Nothing.
    None,
}

/// What to show of a layout.
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
    /// What colours stand for.
    pub coloring: Coloring,
    /// What is written into cells.
    pub labels: Labels,
    /// The cells that stand out: those of a slice.
    pub slice: Option<Slicer>,
    /// How much can be drawn.
    pub limits: Limits,
}

impl View {
    /// The default view within some limits.
    pub fn within(limits: Limits) -> View {
        View { limits, ..View::default() }
    }

    /// The same, with colours that stand for something else.
    pub fn coloring(self, coloring: Coloring) -> View {
        View { coloring, ..self }
    }

    /// The same, with something else in the cells.
    pub fn labels(self, labels: Labels) -> View {
        View { labels, ..self }
    }

    /// The same, where the cells of a slice stand out, or none do.
    pub fn slice(self, slice: impl Into<Option<Slicer>>) -> View {
        View { slice: slice.into(), ..self }
    }

    /// The same within other limits.
    pub fn limits(self, limits: Limits) -> View {
        View { limits, ..self }
    }
}

/// How much can be drawn. What does not fit is drawn in blocks, and a note says so.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The rows of a panel.
    pub rows: usize,
    /// The columns of a panel.
    pub columns: usize,
    /// The cells of a panel that get labels.
    pub labels: usize,
    /// The longest row of a layout of rank 1; it goes on in the next row.
    pub row: usize,
    /// The blocks in each direction, when there are too many rows or columns.
    pub blocks: usize,
}

impl Limits {
    /// For SVG and PNG.
    pub const PICTURE: Limits =
        Limits { rows: 1024, columns: 1024, labels: 128 * 128, row: 64, blocks: 16 };
    /// For HTML, where every cell is an element of the page.
    pub const PAGE: Limits =
        Limits { rows: 128, columns: 128, labels: 128 * 128, row: 64, blocks: 16 };
    /// For TikZ: TeX takes long over more.
    pub const TIKZ: Limits = Limits { rows: 64, columns: 64, labels: 64 * 64, row: 32, blocks: 16 };
    /// For a terminal that is wide enough.
    pub const TERMINAL: Limits =
        Limits { rows: 64, columns: 64, labels: 64 * 64, row: 64, blocks: 16 };

    /// The same, with so many rows in a panel.
    pub const fn rows(self, rows: usize) -> Limits {
        Limits { rows, ..self }
    }

    /// The same, with so many columns in a panel.
    pub const fn columns(self, columns: usize) -> Limits {
        Limits { columns, ..self }
    }

    /// The same, with labels in so many cells of a panel.
    pub const fn labels(self, labels: usize) -> Limits {
        Limits { labels, ..self }
    }

    /// The same, with so long a row for a layout of rank 1.
    pub const fn row(self, row: usize) -> Limits {
        Limits { row, ..self }
    }

    /// The same, with so many blocks in each direction.
    pub const fn blocks(self, blocks: usize) -> Limits {
        Limits { blocks, ..self }
    }

    /// At most so many columns.
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
