//! Copies: who reads an element, and who gets it.

use tilework::{Layout, Shape};
use tilework_hardware::atom::CopyAtom;
use tilework_hardware::tiled::{AtomSides, Side, TiledCopy};

use crate::figure::hardware::error::FigureError;
use crate::figure::hardware::owned::{Cut, Matrix, Owned, chosen, counts, label};
use crate::figure::threads::{ByOwner, Owners};
use crate::scene::axis::{Axis, pieces};
use crate::scene::view::View;
use crate::scene::{Cell, Fill, Panel, Scene};

/// Source and destination of a TiledCopy over its tile, as CuTe's `print_latex` draws them: every
/// element with the thread that reads it, and with the one that gets it, each with the number of its value. The
/// two cells of an element belong together.
///
/// [`Owners`] can make one thread or one value stand out; [`both`](Owners::both) maps are not drawn.
///
/// # Errors
/// [`FigureError::Absent`] for a thread or a value that there is not, [`FigureError::TooLarge`] for
/// more than 2^20 elements.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ByOwner, ColorDepth, View, terminal, tiled_copy};
/// use tilework_hardware::atom;
/// use tilework_hardware::tiled::TiledCopy;
///
/// let atom = atom::find("UniversalCopy<uint32_t>")?.copy().unwrap();
/// let copy = TiledCopy::new(&atom, 16, &layout!((2,2):(2,1)), &layout!((1,2):(0,1)))?;
/// let scene = tiled_copy(&copy, "4 threads", ByOwner::Thread, &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// 4 threads
///
/// source                   destination
///      0   1   2   3            0   1   2   3
///   ┌────────────────┐       ┌────────────────┐
/// 0 │ T0  T0  T1  T1 │     0 │ T0  T0  T1  T1 │
///   │ V0  V1  V0  V1 │ ->    │ V0  V1  V0  V1 │
/// 1 │ T2  T2  T3  T3 │     1 │ T2  T2  T3  T3 │
///   │ V0  V1  V0  V1 │       │ V0  V1  V0  V1 │
///   └────────────────┘       └────────────────┘
/// (source = ((2,2),(2,1)):((4,1),(2,0)))
/// (destination = ((2,2),(2,1)):((4,1),(2,0)))
/// ");
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn tiled_copy(
    copy: &TiledCopy,
    title: &str,
    show: impl Into<Owners>,
    view: &View,
) -> Result<Scene, FigureError> {
    let show = show.into();
    let tv = Side::ALL.map(|side| copy.side_tv(side));
    let chosen = chosen(show, counts(&tv), &|thread| thread)?;
    let [rows, columns] = extents(copy.tile())?;
    let mut matrices = Vec::new();
    for (i, tv) in tv.into_iter().enumerate() {
        matrices.push(Matrix {
            caption: SIDES[i].to_owned(),
            shape: [rows, columns, 1],
            transposed: false,
            owned: Owned::new(tv.into(), rows.saturating_mul(columns), chosen, WHAT[i])?,
            by_element: true,
        });
    }
    let cut = Cut::new(&[(rows, columns)], view.limits);
    let mut notes = Vec::new();
    let mut panels = Vec::new();
    for (i, matrix) in matrices.iter().enumerate() {
        notes.push(format!("{} = {}", SIDES[i], tv[i]));
        matrix.owned.notes(SIDES[i], &mut notes);
        panels.push(matrix.panel(&|thread| thread, chosen, cut, &mut notes)?);
    }
    panels[1].sign = "->";
    Ok(finished(title, panels, show, show.legend(), cut, notes))
}

/// What a copy instruction moves, in elements of `bits`: source and destination, threads down and values across. A
/// cell of the source says which value of which thread gets its element, and one of the destination which
/// it comes from. The two cells of an element belong together, and both have the colour of the thread that
/// reads it.
///
/// Of `ldmatrix` the source is the well-known picture: thread `r` gives row `r` of the matrices, and
/// every element says where it goes. A thread is called what it is in its warp: `ThrID` is
/// applied. A side that every thread has all of, such as tensor memory, is one row, and the colour is then
/// the thread of the other side.
///
/// # Errors
/// Those of [`AtomSides::new`], for elements that the instruction splits; and as [`tiled_copy`].
///
/// ```
/// use tilework_draw::{ByOwner, View, copy};
/// use tilework_hardware::atom;
///
/// let ldmatrix = atom::find("SM75_U32x4_LDSM_N")?.copy().unwrap();
/// let scene = copy(&ldmatrix, 16, "ldmatrix.x4", ByOwner::Thread, &View::default())?;
/// // Row 1 of the second matrix: its elements 2 and 3 go to thread 5, as values 2 and 3.
/// let source = &scene.rows[0][0];
/// assert_eq!(&*source.cells[9 * 8 + 2].label, "T5\nV2");
/// # Ok::<(), tilework_draw::FigureError>(())
/// ```
pub fn copy(
    atom: &CopyAtom,
    bits: i64,
    title: &str,
    show: impl Into<Owners>,
    view: &View,
) -> Result<Scene, FigureError> {
    let show = show.into();
    let name = |thread: i64| atom.thr_id.at_index(thread).unwrap_or(thread);
    let sides = AtomSides::new(atom, bits)?;
    let tv = Side::ALL.map(|side| sides.side(side));
    let chosen = chosen(show, counts(&tv), &name)?;
    let size = tv[0].cosize().max(tv[1].cosize());
    let owned = [
        Owned::new(tv[0].into(), size, Owners::default(), WHAT[0])?,
        Owned::new(tv[1].into(), size, Owners::default(), WHAT[1])?,
    ];
    let flows =
        [0, 1].map(|i| Flow { tv: tv[i], own: &owned[i], other: &owned[1 - i], source: i == 0 });
    let cut = Cut::new(&flows.each_ref().map(|flow| flow.size(view)), view.limits);
    let mut notes = Vec::new();
    let mut panels = Vec::new();
    for (i, flow) in flows.iter().enumerate() {
        notes.push(format!("{} = {}", SIDES[i], tv[i]));
        owned[i].notes(SIDES[i], &mut notes);
        panels.push(flow.panel(&name, chosen, cut, view, &mut notes)?);
    }
    panels[1].sign = "->";
    let legend = match show.color {
        ByOwner::Value => "colour: value",
        ByOwner::Thread if owned[0].is_everyones() => "colour: thread of the destination",
        ByOwner::Thread => "colour: thread of the source",
    };
    Ok(finished(title, panels, show, legend, cut, notes))
}

/// One side of a copy instruction, as threads and values.
struct Flow<'a> {
    tv: &'a Layout,
    own: &'a Owned,
    other: &'a Owned,
    source: bool,
}

impl Flow<'_> {
    /// The cells that go down and across.
    fn size(&self, view: &View) -> (i64, i64) {
        let [threads, values] = counts(&[self.tv]);
        match self.row(view) {
            Some(row) => (pieces(values, row), row.min(values)),
            None => (threads, values),
        }
    }

    /// How long the rows are in which the values of a side go that is the same for all threads.
    fn row(&self, view: &View) -> Option<i64> {
        let row = i64::try_from(view.limits.row.clamp(1, ROW)).unwrap_or(1);
        self.own.is_everyones().then_some(row)
    }

    fn panel(
        &self,
        name: &dyn Fn(i64) -> i64,
        show: Owners,
        cut: Cut,
        view: &View,
        notes: &mut Vec<String>,
    ) -> Result<Panel, FigureError> {
        let (rows, columns) = self.size(view);
        let [threads, values] = counts(&[self.tv]);
        let along = |extent: i64, step: i64, most: usize| -> Result<(Axis, i64), FigureError> {
            Ok(Axis::along(&Layout::new(extent, step)?, &[0], most, false))
        };
        // Values of a side that is the same for all threads go across and continue in the next row.
        let whole = self.row(view);
        let steps = if whole.is_some() { (columns, 1) } else { (1, threads) };
        let (down, tall) = along(rows, steps.0, cut.rows)?;
        let (across, wide) = along(columns, steps.1, cut.columns)?;
        let mut cells = Vec::with_capacity(down.len() * across.len());
        for row in &down.positions {
            for column in &across.positions {
                let at = row.offset + column.offset;
                let (thread, value) = match whole {
                    Some(_) => (0, at),
                    None => (at % threads, at / threads),
                };
                cells.push(match value < values {
                    true => self.cell((thread, value), name, show, cut)?,
                    false => Cell { fill: Fill::Absent, ..Cell::default() },
                });
            }
        }
        let side = if self.source { SIDES[0] } else { SIDES[1] };
        if tall > 1 || wide > 1 {
            notes.push(format!("{side}: blocks of {tall} x {wide}, each with its first element"));
        }
        let down = down.ticked(|row| match whole {
            Some(_) => format!("V{}", row.offset),
            None => format!("T{}", name(row.offset % threads)),
        });
        let across = across.ticked(|column| format!("V{}", column.offset / steps.1));
        let caption = match (self.source, whole) {
            (true, None) => "source: where each value goes".to_owned(),
            (false, None) => "destination: where each value comes from".to_owned(),
            (_, Some(_)) => format!("{side}: the same for all {threads} threads"),
        };
        let units = Some(["element", "value"]);
        Ok(Panel { caption, cells, down, across, dense: true, units, ..Panel::default() })
    }

    fn cell(
        &self,
        own: (i64, i64),
        name: &dyn Fn(i64) -> i64,
        show: Owners,
        cut: Cut,
    ) -> Result<Cell, FigureError> {
        let element = self.tv.at(own)?;
        let other = self.other.owner(element);
        // The thread that reads the element, or that gets it where all of them read it.
        let mine = self.source != self.sources_are_everyones();
        let colour = if mine { Some(own) } else { other.map(|(owner, _)| owner) };
        // What all threads have stands out where it is the other side of the one that does.
        let stands = match self.own.is_everyones() {
            true => other.is_some_and(|(owner, _)| show.has(owner)),
            false => show.has(own),
        };
        let label = match other {
            Some(((thread, value), owners)) if cut.labels && !self.other.is_everyones() => {
                label((name(thread), value), owners)
            }
            Some(((_, value), _)) if cut.labels => format!("V{value}"),
            _ => String::new(),
        };
        let by = Owners::from(show.color);
        Ok(Cell {
            index: element,
            offset: own.1,
            label: label.into(),
            fill: colour.filter(|_| stands).map_or(Fill::Empty, |owner| by.fill(owner)),
            marked: show.isolates() && stands,
            keys: u32::try_from(element).into_iter().collect(),
        })
    }

    fn sources_are_everyones(&self) -> bool {
        if self.source { self.own.is_everyones() } else { self.other.is_everyones() }
    }
}

/// The scene of two panels, with the notes that both pictures have.
fn finished(
    title: &str,
    panels: Vec<Panel>,
    show: Owners,
    legend: &str,
    cut: Cut,
    mut notes: Vec<String>,
) -> Scene {
    if !cut.labels {
        notes.push("too many cells for labels".to_owned());
    }
    if show.isolates() {
        notes.push(format!("marked: {}", show.words()));
    }
    let (title, legend) = (title.to_owned(), Some(legend.to_owned()));
    Scene { title, rows: vec![panels], legend, notes, ..Scene::default() }
}

/// The extents of the first mode of a tile and of all others.
fn extents(tile: &Shape) -> Result<[i64; 2], FigureError> {
    let size = tile.product()?;
    let rows = tile.mode(0).map_or(Ok(size), |mode| mode.product())?.max(1);
    Ok([rows, size / rows])
}

/// The longest row of values of a side that is the same for all threads.
const ROW: usize = 32;

const SIDES: [&str; 2] = ["source", "destination"];
const WHAT: [[&str; 2]; 2] = [
    ["elements of the source", "pairs (T,V) of the source"],
    ["elements of the destination", "pairs (T,V) of the destination"],
];
