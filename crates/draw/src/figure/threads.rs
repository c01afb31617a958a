//! Thread-value layouts: which thread owns which element of a tile, as which value.

use std::collections::BTreeMap;

use tilework::{Error, Layout, Shape};

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

/// A TV layout, which maps (thread, value) to the index of an element of a tile of the given shape:
/// every element with its owner. Elements without an owner are empty, those with several are marked,
/// and notes count both.
///
/// # Errors
/// Those of [`Layout::col_major`], for a shape that is too large.
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
pub fn threads(
    tv: &Layout,
    tile: &Shape,
    title: &str,
    color: ByOwner,
    view: &View,
) -> Result<Scene, Error> {
    let layout = Layout::col_major(tile)?;
    let count = tv.mode(0).map_or(1, |threads| threads.size());
    let mut owners: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    let mut notes = Vec::new();
    let most = view.limits.labels;
    let complete = usize::try_from(tv.size()).is_ok_and(|size| size <= most);
    if !complete {
        notes.push(format!("only the first {most} of {} pairs (T,V) are shown", tv.size()));
    }
    let mut outside = 0;
    for (i, element) in (0_i64..).zip(tv.offsets().take(most)) {
        if (0..layout.size()).contains(&element) {
            owners.entry(element).or_default().push((i % count, i / count));
        } else {
            outside += 1;
        }
    }
    let look = |index: i64, _: i64| {
        let owners = owners.get(&index).map_or(&[][..], Vec::as_slice);
        let fill = match (owners.first(), color) {
            (None, _) => Fill::Empty,
            (Some((thread, _)), ByOwner::Thread) => Fill::tile(*thread),
            (Some((_, value)), ByOwner::Value) => Fill::tile(*value),
        };
        let keys = owners.iter().filter_map(|(thread, _)| u32::try_from(*thread).ok()).collect();
        Look { fill, marked: owners.len() > 1, keys }
    };
    let subject = Subject::from(&layout);
    let view = view.clone().labels(Labels::Index);
    let mut grid = panel(&subject, title, &view, &look, &mut notes);
    for cell in &mut grid.cells {
        let owners = owners.get(&cell.index).map_or(&[][..], Vec::as_slice);
        cell.label = match owners {
            _ if cell.label.is_empty() => continue,
            [] => "".into(),
            [(thread, value)] => format!("T{thread} V{value}").into(),
            [(thread, value), rest @ ..] => format!("T{thread} V{value} +{}", rest.len()).into(),
        };
    }
    let legend = match color {
        ByOwner::Thread => "colour: thread",
        ByOwner::Value => "colour: value",
    };
    let shared = owners.values().filter(|owners| owners.len() > 1).count();
    let unowned = layout.size() - owners.len() as i64;
    // Pairs that are not shown may own them.
    if unowned > 0 && complete {
        notes.push(format!("{unowned} of {} elements have no owner", layout.size()));
    }
    if shared > 0 {
        notes.push(format!(
            "{shared} of {} elements have more than one owner (marked)",
            layout.size()
        ));
    }
    if outside > 0 {
        notes.push(format!("{outside} of {} pairs (T,V) are outside of the tile", tv.size()));
    }
    let (title, legend) = (title.to_owned(), Some(legend.to_owned()));
    Ok(Scene { title, rows: vec![vec![grid]], legend, notes })
}
