//! Who holds which element of a matrix, and the panel that says so.

use std::collections::BTreeSet;

use tilework::{Layout, LayoutRef};

use crate::figure::hardware::error::FigureError;
use crate::figure::threads::Owners;
use crate::scene::axis::Axis;
use crate::scene::view::Limits;
use crate::scene::{Cell, Fill, Panel};

/// The most elements of a matrix, and the most pairs (thread, value), that are looked at.
const MOST: i64 = 1 << 20;

/// An element with more owners than this is shared: it is linked to none of them.
const SHARED: usize = 32;

/// Which threads hold which elements.
pub(super) struct Owned {
    threads: i64,
    /// Whether every thread holds all of it.
    everyone: bool,
    elements: Vec<Held>,
    /// How many pairs (thread, value) are not in the matrix.
    outside: i64,
}

/// An element: its owners, as pairs (thread, value).
#[derive(Clone, Default)]
struct Held {
    /// The one that stands out, or the first.
    shown: Option<(i64, i64)>,
    threads: Vec<u32>,
}

impl Owned {
    /// The owners of `size` elements, from a layout `(thread, value)` to the index of an element.
    pub(super) fn new(
        tv: LayoutRef,
        size: i64,
        show: Owners,
        [elements, pairs]: [&'static str; 2],
    ) -> Result<Owned, FigureError> {
        let few = |what, count| match count {
            0..=MOST => Ok(()),
            _ => Err(FigureError::TooLarge { what, count, most: MOST }),
        };
        let inner = tv.inner();
        let mode = inner.mode(0).unwrap_or(*inner);
        let threads = mode.size().max(1);
        let everyone = threads > 1
            && mode.leaf_modes().iter().all(|leaf| leaf.stride == 0 || leaf.extent == 1);
        few(elements, size)?;
        few(pairs, if everyone { inner.size() / threads } else { inner.size() })?;
        let mut out = Owned {
            threads,
            everyone,
            elements: vec![Held::default(); usize::try_from(size).unwrap_or(0)],
            outside: 0,
        };
        // Where every thread has the same, one is enough.
        let step = if everyone { usize::try_from(threads).unwrap_or(1) } else { 1 };
        for (i, element) in (0_i64..).zip(tv.offsets()).step_by(step) {
            let owner = (i % threads, i / threads);
            let held = usize::try_from(element).ok().and_then(|at| out.elements.get_mut(at));
            let Some(held) = held else {
                out.outside += 1;
                continue;
            };
            let better = |old| show.isolates() && !show.has(old) && show.has(owner);
            if held.shown.is_none_or(better) {
                held.shown = Some(owner);
            }
            held.threads.extend(u32::try_from(owner.0).ok());
        }
        Ok(out)
    }

    /// The owner of an element that is shown, as (thread, value), and how many there are.
    pub(super) fn owner(&self, element: i64) -> Option<((i64, i64), usize)> {
        let held = self.elements.get(usize::try_from(element).ok()?)?;
        Some((held.shown?, held.threads.len()))
    }

    /// Whether every thread has all of it.
    pub(super) fn is_everyones(&self) -> bool {
        self.everyone
    }

    /// What the panel does not say: `A: 3 of 12 elements have no owner`.
    pub(super) fn notes(&self, name: &str, notes: &mut Vec<String>) {
        let size = self.elements.len();
        if self.everyone {
            notes.push(format!("{name}: the same for all {} threads", self.threads));
        }
        let count = |n: fn(usize) -> bool| {
            self.elements.iter().filter(|held| n(held.threads.len())).count()
        };
        let most = self.elements.iter().map(|held| held.threads.len()).max().unwrap_or(0);
        match (count(|owners| owners == 0), count(|owners| owners > 1)) {
            (0, 0) => {}
            (0, shared) if shared == size && count_is(&self.elements, most) => {
                notes.push(format!("{name}: + is one of {most} threads that have the element"));
            }
            (unowned, shared) => {
                if unowned > 0 {
                    notes.push(format!("{name}: {unowned} of {size} elements have no owner"));
                }
                if shared > 0 {
                    let words = "elements have more than one owner (+)";
                    notes.push(format!("{name}: {shared} of {size} {words}"));
                }
            }
        }
        if self.outside > 0 {
            notes.push(format!("{name}: {} pairs (T,V) are outside of it", self.outside));
        }
    }
}

/// A thread and the number of its value, with a plus where other threads have the element too.
pub(super) fn label((thread, value): (i64, i64), owners: usize) -> String {
    let more = if owners > 1 { "+" } else { "" };
    format!("T{thread}{more}\nV{value}")
}

/// What stands out, with the thread as the number of one of `threads`, which `name` gives their names,
/// and a value that is one of `values`.
pub(super) fn chosen(
    show: Owners,
    [threads, values]: [i64; 2],
    name: &dyn Fn(i64) -> i64,
) -> Result<Owners, FigureError> {
    let mut out = show;
    if let Some(thread) = show.thread {
        let number = (0..threads.min(MOST)).find(|number| name(*number) == thread);
        let absent = FigureError::Absent { what: "thread", chosen: thread, count: threads };
        out.thread = Some(number.ok_or(absent)?);
    }
    match show.value.filter(|value| !(0..values).contains(value)) {
        Some(chosen) => Err(FigureError::Absent { what: "value", chosen, count: values }),
        None => Ok(out),
    }
}

/// The most threads, and the most values of a thread, of some layouts (thread, value).
pub(super) fn counts(layouts: &[&Layout]) -> [i64; 2] {
    layouts.iter().fold([1, 1], |[threads, values], tv| {
        let count = tv.mode(0).map_or(1, |mode| mode.size()).max(1);
        [threads.max(count), values.max(tv.size() / count)]
    })
}

/// Whether all elements have the same number of owners.
fn count_is(elements: &[Held], count: usize) -> bool {
    elements.iter().all(|held| held.threads.len() == count)
}

/// How the panels of a scene are cut: the same for all, so that they can be aligned.
#[derive(Clone, Copy)]
pub(super) struct Cut {
    pub(super) rows: usize,
    pub(super) columns: usize,
    pub(super) labels: bool,
}

impl Cut {
    /// For matrices of these sizes, each as (down, across).
    pub(super) fn new(sizes: &[(i64, i64)], limits: Limits) -> Cut {
        let within = |size: i64, most: usize| usize::try_from(size).is_ok_and(|size| size <= most);
        let fits = |&(down, across): &(i64, i64)| {
            within(down, limits.rows) && within(across, limits.columns)
        };
        let (rows, columns) = match sizes.iter().all(fits) {
            true => (limits.rows, limits.columns),
            false => (limits.blocks, limits.blocks),
        };
        let shown = |size: i64, most: usize| usize::try_from(size).unwrap_or(most).min(most);
        let cells = sizes.iter().map(|(down, across)| shown(*down, rows) * shown(*across, columns));
        Cut { rows, columns, labels: cells.max().unwrap_or(0) <= limits.labels }
    }
}

/// A matrix of elements, numbered down its first mode, with the owner of each.
pub(super) struct Matrix {
    pub(super) caption: String,
    /// Rows, columns, and copies of them that are independent of one another.
    pub(super) shape: [i64; 3],
    /// Whether the first mode goes across.
    pub(super) transposed: bool,
    pub(super) owned: Owned,
    /// Whether cells belong together that are one element; otherwise, those that are one thread's.
    pub(super) by_element: bool,
}

impl Matrix {
    /// How many cells go down and across, all of them.
    pub(super) fn size(&self) -> (i64, i64) {
        let [rows, columns, blocks] = self.shape;
        if self.transposed { (columns, rows * blocks) } else { (rows, columns * blocks) }
    }

    /// The panel, in which `name` is what a thread is called. Further modes are panels side by side.
    pub(super) fn panel(
        &self,
        name: &dyn Fn(i64) -> i64,
        show: Owners,
        cut: Cut,
        notes: &mut Vec<String>,
    ) -> Result<Panel, FigureError> {
        let [rows, columns, blocks] = self.shape;
        let layout = match blocks {
            1 => Layout::new((rows, columns), (1, rows))?,
            _ => Layout::new((rows, columns, blocks), (1, rows, rows * columns))?,
        };
        let (down, across) = if self.transposed { (1, 0) } else { (0, 1) };
        let (down, tall) = Axis::along(&layout, &[down], cut.rows, false);
        let (across, wide) = Axis::along(&layout, &[across, 2], cut.columns, false);
        let firsts: BTreeSet<i64> =
            self.owned.elements.iter().filter_map(|held| Some(held.shown?.0)).collect();
        let mut cells = Vec::with_capacity(down.len() * across.len());
        for row in &down.positions {
            for column in &across.positions {
                let index = row.index + column.index;
                let held = usize::try_from(index).ok().and_then(|at| self.owned.elements.get(at));
                let mut cell =
                    held.map_or(Cell::default(), |held| self.cell(held, name, show, cut, &firsts));
                if self.by_element {
                    cell.keys = u32::try_from(index).into_iter().collect();
                }
                cells.push(Cell { index, offset: row.offset + column.offset, ..cell });
            }
        }
        if tall > 1 || wide > 1 {
            notes.push(format!(
                "{}: blocks of {tall} x {wide} elements, each with the owner of its first",
                self.caption
            ));
        }
        let (caption, shape) = (self.caption.clone(), Some(layout.shape()));
        Ok(Panel { caption, shape, cells, down, across, dense: true, ..Panel::default() })
    }

    fn cell(
        &self,
        held: &Held,
        name: &dyn Fn(i64) -> i64,
        show: Owners,
        cut: Cut,
        firsts: &BTreeSet<i64>,
    ) -> Cell {
        let Some(owner) = held.shown else { return Cell::default() };
        if self.owned.everyone {
            return Cell { fill: Fill::Grey, ..Cell::default() };
        }
        let shared = held.threads.len() > SHARED;
        let fill = match show.fill(owner) {
            // Groups of 32 threads and more would all have the same colour.
            Fill::Tile(_) if shared => Fill::tile(firsts.range(..owner.0).count() as i64),
            fill => fill,
        };
        let label = match cut.labels {
            true => label((name(owner.0), owner.1), held.threads.len()),
            false => String::new(),
        };
        let keys = if shared { Box::default() } else { held.threads.as_slice().into() };
        let marked = show.isolates() && show.has(owner);
        Cell { label: label.into(), fill, marked, keys, ..Cell::default() }
    }
}
