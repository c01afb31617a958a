//! Thread-value layouts: which thread owns which element of a tile, as which value.

use std::collections::BTreeMap;

use tilework::{Error, Layout, Shape, idx2crd};

use crate::figure::grid::{Look, panel};
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, View};
use crate::scene::{Fill, Scene};

/// What the colours of a picture of a TV layout stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByOwner {
    /// The thread.
    #[default]
    Thread,
    /// The value.
    Value,
}

/// What a picture of a TV layout shows of it.
///
/// ```
/// use tilework_draw::{ByOwner, Owners};
///
/// let fifth = Owners::from(ByOwner::Value).thread(5);
/// assert_eq!((fifth.color, fifth.thread, fifth.value), (ByOwner::Value, Some(5), None));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Owners {
    /// What the colours stand for.
    pub color: ByOwner,
    /// The thread that stands out; the elements of others are not coloured.
    pub thread: Option<i64>,
    /// The value that stands out.
    pub value: Option<i64>,
    /// Whether the map from (thread, value) to elements is drawn beside the one back.
    pub both: bool,
}

impl Owners {
    /// Only this thread is coloured and marked.
    #[must_use]
    pub fn thread(self, thread: i64) -> Owners {
        Owners { thread: Some(thread), ..self }
    }

    /// Only this value is coloured and marked, of one thread or of all.
    #[must_use]
    pub fn value(self, value: i64) -> Owners {
        Owners { value: Some(value), ..self }
    }

    /// Both maps, beside one another.
    #[must_use]
    pub fn both(self) -> Owners {
        Owners { both: true, ..self }
    }

    pub(crate) fn isolates(self) -> bool {
        self.thread.is_some() || self.value.is_some()
    }

    /// Whether this owner stands out.
    pub(crate) fn has(self, (thread, value): (i64, i64)) -> bool {
        self.thread.is_none_or(|only| only == thread) && self.value.is_none_or(|only| only == value)
    }

    pub(crate) fn fill(self, owner: (i64, i64)) -> Fill {
        match self.color {
            _ if !self.has(owner) => Fill::Empty,
            ByOwner::Thread => Fill::tile(owner.0),
            ByOwner::Value => Fill::tile(owner.1),
        }
    }

    /// What the colours stand for, in words.
    pub(crate) fn legend(self) -> &'static str {
        match self.color {
            ByOwner::Thread => "colour: thread",
            ByOwner::Value => "colour: value",
        }
    }

    /// What stands out, in words.
    pub(crate) fn words(self) -> String {
        match (self.thread, self.value) {
            (Some(thread), Some(value)) => format!("thread {thread}, value {value}"),
            (Some(thread), None) => format!("thread {thread}"),
            (None, Some(value)) => format!("value {value}"),
            (None, None) => String::new(),
        }
    }
}

impl From<ByOwner> for Owners {
    fn from(color: ByOwner) -> Owners {
        Owners { color, ..Owners::default() }
    }
}

/// A TV layout, which maps (thread, value) to the index of an element of a tile of the given shape:
/// every element with its owner. Elements without an owner are empty, those with several are marked,
/// and notes count both. [`Owners`] can make one thread, or one value, stand out, and show the map
/// from (thread, value) to elements as well.
///
/// # Errors
/// Those of [`Layout::col_major`], for a shape that is too large;
/// [`OutOfBounds`](tilework::ErrorKind::OutOfBounds) for a thread or a value that there is not.
///
/// ```
/// use tilework::{layout, tuple};
/// use tilework_draw::{ByOwner, ColorDepth, View, terminal, threads};
///
/// let tv = layout!(((2,2),2):((4,1),2));
/// let scene = threads(&tv, &tuple!((2,4)), "4 threads", ByOwner::Thread, &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// 4 threads
///         0      1      2      3
///   ┌────────────────────────────┐
/// 0 │ T0 V0  T0 V1  T1 V0  T1 V1 │
/// 1 │ T2 V0  T2 V1  T3 V0  T3 V1 │
///   └────────────────────────────┘
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn threads<'a>(
    tv: impl Into<Subject<'a>>,
    tile: &Shape,
    title: &str,
    show: impl Into<Owners>,
    view: &View,
) -> Result<Scene, Error> {
    let (tv, show): (Subject<'a>, Owners) = (tv.into(), show.into());
    let layout = Layout::col_major(tile)?;
    let count = tv.inner().mode(0).map_or(1, |threads| threads.size());
    let pairs = Layout::new((count, tv.inner().size() / count), (0, 0))?;
    pairs.at_strict((show.thread.unwrap_or(0), show.value.unwrap_or(0)))?;
    let size = pairs.size();
    let mut owners: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    let mut notes = Vec::new();
    let most = view.limits.labels;
    let complete = usize::try_from(size).is_ok_and(|size| size <= most);
    if !complete {
        notes.push(format!("only the first {most} of {size} pairs (T,V) are shown"));
    }
    let mut outside = 0;
    for (i, element) in (0_i64..size).take(most).map(|i| (i, tv.at(i))) {
        if (0..layout.size()).contains(&element) {
            owners.entry(element).or_default().push((i % count, i / count));
        } else {
            outside += 1;
        }
    }
    // Cells of one thread belong together; beside the other map, each with its own pair.
    let key = |(thread, value): (i64, i64)| {
        u32::try_from(if show.both { thread + count * value } else { thread }).ok()
    };
    let look = |index: i64, _: i64| {
        let owners = owners.get(&index).map_or(&[][..], Vec::as_slice);
        let shown = owners.iter().find(|owner| show.has(**owner)).or(owners.first());
        let fill = shown.map_or(Fill::Empty, |owner| show.fill(*owner));
        let marked = match show.isolates() {
            true => shown.is_some_and(|owner| show.has(*owner)),
            false => owners.len() > 1,
        };
        let keys = owners.iter().filter_map(|owner| key(*owner)).collect();
        Look { fill, marked, keys }
    };
    let subject = Subject::from(&layout);
    let view = view.clone().labels(Labels::Index);
    let caption = if show.both { format!("{tile} to (T,V)") } else { title.to_owned() };
    let mut grid = panel(&subject, &caption, &view, &look, &mut notes);
    for cell in &mut grid.cells {
        let owners = owners.get(&cell.index).map_or(&[][..], Vec::as_slice);
        cell.label = match owners {
            _ if cell.label.is_empty() => continue,
            [] => "".into(),
            [(thread, value)] => format!("T{thread} V{value}").into(),
            [(thread, value), rest @ ..] => format!("T{thread} V{value} +{}", rest.len()).into(),
        };
    }
    let mut row = vec![grid];
    if show.both {
        let look = |index: i64, _: i64| {
            let owner = (index % count, index / count);
            let marked = show.isolates() && show.has(owner);
            Look { fill: show.fill(owner), marked, keys: key(owner).into_iter().collect() }
        };
        let forward = Layout::col_major(&pairs.shape())?;
        let subject = Subject::from(&forward);
        let caption = format!("(T,V) to {tile}");
        let mut cells = panel(&subject, &caption, &view, &look, &mut notes);
        // A block of several pairs has no cell of its own.
        if cells.cells.len() as i64 == size {
            for cell in cells.cells.iter_mut().filter(|cell| !cell.label.is_empty()) {
                let element = tv.at(cell.index);
                cell.label = match idx2crd(element, tile) {
                    Ok(place) if (0..layout.size()).contains(&element) => place.to_string().into(),
                    _ => "outside".into(),
                };
            }
        }
        row.insert(0, cells);
        notes.push("left: threads go down, values across".to_owned());
    }
    if show.isolates() {
        notes.push(format!("marked: {}", show.words()));
    }
    let legend = show.legend();
    let shared = owners.values().filter(|owners| owners.len() > 1).count();
    let unowned = layout.size() - owners.len() as i64;
    // Pairs that are not shown may own them.
    if unowned > 0 && complete {
        notes.push(format!("{unowned} of {} elements have no owner", layout.size()));
    }
    if shared > 0 {
        let marked = if show.isolates() { "" } else { " (marked)" };
        notes.push(format!(
            "{shared} of {} elements have more than one owner{marked}",
            layout.size()
        ));
    }
    if outside > 0 {
        notes.push(format!("{outside} of {size} pairs (T,V) are outside of the tile"));
    }
    let (title, legend) = (title.to_owned(), Some(legend.to_owned()));
    Ok(Scene { title, rows: vec![row], legend, notes, ..Scene::default() })
}
