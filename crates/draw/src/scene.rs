//! What a picture shows, independent of the output: panels of cells, with labels, fills and axes.

pub(crate) mod axis;
pub(crate) mod subject;
pub(crate) mod view;

use std::collections::BTreeSet;

use tilework::{Coord, Shape, idx2crd};

use crate::scene::axis::Axis;

/// A picture: rows of panels, with notes below them.
///
/// The renderers of this crate need no more than the public fields, so that others can be written:
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{View, grid};
///
/// let scene = grid(&layout!((2,3):(3,1)), "", &View::default());
/// let mut csv = String::new();
/// for panel in scene.panels() {
///     for row in panel.cells.chunks(panel.columns()) {
///         let labels: Vec<&str> = row.iter().map(|cell| &*cell.label).collect();
///         csv += &(labels.join(",") + "\n");
///     }
/// }
/// assert_eq!(csv, "0,1,2\n3,4,5\n");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scene {
    /// What the picture shows.
    pub title: String,
    /// The panels, row by row.
    pub rows: Vec<Vec<Panel>>,
    /// What the colours stand for.
    pub legend: Option<String>,
    /// What else the cells do not show: what is marked, what is left out.
    pub notes: Vec<String>,
    /// Whether the last panels of all rows are below one another, cell by cell, and those before them
    /// too, as A, B and C of a matrix product are.
    pub aligned: bool,
}

impl Scene {
    /// The title, unless it is the caption of the only panel.
    pub fn heading(&self) -> Option<&str> {
        let mut panels = self.panels();
        let only = panels.next().filter(|_| panels.next().is_none());
        let repeated = only.is_some_and(|panel| panel.caption == self.title);
        (!repeated && !self.title.is_empty()).then_some(self.title.as_str())
    }

    /// The lines below the panels: what the colours stand for, and the notes.
    pub fn lines(&self) -> impl Iterator<Item = &str> {
        self.legend.iter().chain(&self.notes).map(String::as_str)
    }

    /// The number of steps that the panels are shown in, where an output can show one after another.
    pub fn steps(&self) -> usize {
        self.panels().filter_map(|panel| panel.step).max().map_or(0, |last| last + 1)
    }

    /// All panels.
    pub fn panels(&self) -> impl Iterator<Item = &Panel> {
        self.rows.iter().flatten()
    }

    /// The fills of all cells, each once, in order.
    pub(crate) fn fills(&self) -> Vec<Fill> {
        let all = self.panels().flat_map(|panel| &panel.cells).map(|cell| cell.fill);
        all.collect::<BTreeSet<_>>().into_iter().collect()
    }
}

/// A grid of cells.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Panel {
    /// The sign between the previous panel and this one: `o`, `=`.
    pub sign: &'static str,
    /// The text above the cells.
    pub caption: String,
    /// The shape of the layout, if the panel shows one.
    pub shape: Option<Shape>,
    /// The cells, row by row: one for each pair of positions of `down` and `across`.
    pub cells: Vec<Cell>,
    /// The axis along a column of cells.
    pub down: Axis,
    /// The axis along a row of cells.
    pub across: Axis,
    /// The step that the panel belongs to: HTML shows one step at a time, other outputs all of them
    /// beside one another. A panel without one is always there.
    pub step: Option<usize>,
    /// Whether the cells are as small as their labels allow.
    pub dense: bool,
    /// What the index and the offset of a cell are, where they are something else: `["word", "byte"]`.
    pub units: Option<[&'static str; 2]>,
}

impl Panel {
    /// The number of rows of cells.
    pub fn rows(&self) -> usize {
        self.down.len()
    }

    /// The number of cells in a row.
    pub fn columns(&self) -> usize {
        self.across.len()
    }

    /// The coordinate of a cell in the layout; for a block, that of its first element.
    pub fn coordinate(&self, cell: &Cell) -> Option<Coord> {
        idx2crd(cell.index, self.shape.as_ref()?).ok()
    }

    /// The most lines of a label.
    pub(crate) fn lines(&self) -> usize {
        self.cells.iter().map(|cell| cell.label.lines().count()).max().unwrap_or(0).max(1)
    }

    /// Whether any cell has a label. Cells without labels can be small.
    pub fn has_labels(&self) -> bool {
        self.cells.iter().any(|cell| !cell.label.is_empty())
    }

    /// The cells with their places: row, column, cell. Absent cells are left out.
    pub fn places(&self) -> impl Iterator<Item = (usize, usize, &Cell)> {
        let columns = self.columns().max(1);
        let places = self.cells.iter().enumerate();
        places
            .map(move |(i, cell)| (i / columns, i % columns, cell))
            .filter(|(.., cell)| cell.fill != Fill::Absent)
    }
}

/// One square of a panel.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Cell {
    /// The one-dimensional coordinate in the layout that the panel shows.
    pub index: i64,
    /// The offset there; for a block, that of its first element.
    pub offset: i64,
    /// The text in it: one line, or several.
    pub label: Box<str>,
    /// Its colour.
    pub fill: Fill,
    /// Whether it is marked.
    pub marked: bool,
    /// Cells that share a key, in the same panel or in different ones, belong together.
    pub keys: Box<[u32]>,
}

/// How a cell is filled. The colours themselves are those of a [`Theme`](crate::Theme).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Fill {
    /// There is no cell.
    Absent,
    /// Not filled: a hole, or a cell that has no part in what is shown.
    #[default]
    Empty,
    /// Filled without a colour.
    Grey,
    /// One of the colours that are easy to tell apart.
    Tile(u8),
    /// A step of the ramp from low to high.
    Shade(u8),
}

impl Fill {
    /// The number of [`Fill::Tile`]s.
    pub const TILES: u8 = 32;
    /// The number of [`Fill::Shade`]s.
    pub const SHADES: u8 = 32;

    /// Every fill that has a colour of its own.
    pub(crate) fn all() -> Vec<Fill> {
        let (tiles, shades) =
            ((0..Self::TILES).map(Fill::Tile), (0..Self::SHADES).map(Fill::Shade));
        tiles.chain(shades).chain([Fill::Grey]).collect()
    }

    /// The colour of the `n`-th tile. After [`TILES`](Fill::TILES) of them the colours repeat.
    pub fn tile(n: i64) -> Fill {
        Fill::Tile(n.rem_euclid(Self::TILES.into()) as u8)
    }

    /// The shade of a value between `low` and `high`.
    pub fn shade(value: i64, low: i64, high: i64) -> Fill {
        let range = (i128::from(high) - i128::from(low)).max(1);
        let step = (i128::from(value) - i128::from(low)) * i128::from(Self::SHADES - 1) / range;
        Fill::Shade(step.clamp(0, i128::from(Self::SHADES - 1)) as u8)
    }
}
