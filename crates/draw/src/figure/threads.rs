//! Layouts of threads and values, drawn in the order of the data that they share out.

use std::collections::BTreeMap;

use tilework::{Error, Layout, Shape};

use crate::figure::grid::{Look, panel};
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, View};
use crate::scene::{Fill, Scene};

/// What the colours of a picture of threads and values stand for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ByOwner {
    /// The thread.
    #[default]
    Thread,
    /// The value.
    Value,
}

/// A picture of a layout `(T,V)`, which maps thread and value to the index of an element of data of
/// the given shape: every element, with who owns it. Elements without an owner stay empty, those
/// with several are marked, and notes count both.
///
/// # Errors
/// Those of a shape that is no shape.
pub fn threads(
    tv: &Layout,
    data: &Shape,
    title: &str,
    color: ByOwner,
    view: &View,
) -> Result<Scene, Error> {
    let layout = Layout::col_major(data)?;
    let count = tv.mode(0).map_or(1, |threads| threads.size());
    let mut owners: BTreeMap<i64, Vec<(i64, i64)>> = BTreeMap::new();
    let mut notes = Vec::new();
    let most = view.limits.labels;
    let complete = usize::try_from(tv.size()).is_ok_and(|size| size <= most);
    if !complete {
        notes.push(format!("shown are the first {most} of {} pairs", tv.size()));
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
    // Those that were not looked at may be owned.
    if unowned > 0 && complete {
        notes.push(format!("{unowned} of {} elements without an owner", layout.size()));
    }
    if shared > 0 {
        notes.push(format!(
            "{shared} of {} elements with more than one owner (marked)",
            layout.size()
        ));
    }
    if outside > 0 {
        notes.push(format!("{outside} of {} pairs (T,V) lie outside of the data", tv.size()));
    }
    let (title, legend) = (title.to_owned(), Some(legend.to_owned()));
    Ok(Scene { title, rows: vec![vec![grid]], legend, notes })
}
