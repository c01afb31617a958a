//! The codomain as a strip: how often a layout has each offset.

use std::collections::BTreeMap;

use tilework::Layout;

use crate::figure::grid::line;
use crate::scene::view::View;
use crate::scene::{Cell, Fill, Panel, Scene};

/// The codomain of a layout, from the least to the greatest offset: holes are empty, offsets that
/// occur once are grey, and those that occur more often are coloured by how often.
///
/// A strip is cut where it gets longer than the view allows, and a note says so.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, strip, terminal};
///
/// let scene = strip(&layout!((3,2):(2,3)), "", &View::default());
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// offsets of (3,2):(2,3)
///   0  1  2  3  4  5  6  7
/// ┌────────────────────────┐
/// │ 1  ·  1  1  1  1  ·  1 │
/// └────────────────────────┘
/// (a cell shows how often its offset occurs; empty: never)
/// ");
/// ```
pub fn strip(layout: &Layout, title: &str, view: &View) -> Scene {
    let mut notes = Vec::new();
    let (first, end) = window(layout.min_offset().min(0), layout.max_offset(), view, &mut notes);
    let mut counts = BTreeMap::new();
    for offset in shown(layout, view, &mut notes) {
        *counts.entry(offset).or_insert(0_i64) += 1;
    }
    let caption = format!("offsets of {layout}");
    let panel = line(&caption, end - first, view.limits.row, |i| {
        let offset = first + i;
        let count = counts.get(&offset).copied().unwrap_or(0);
        let fill = match count {
            0 => Fill::Empty,
            1 => Fill::Grey,
            more => Fill::tile(more - 2),
        };
        cell(offset, fill, Some(count))
    });
    notes.push("a cell shows how often its offset occurs; empty: never".to_owned());
    let rows = vec![vec![shifted(panel, first)]];
    Scene { title: title.to_owned(), rows, notes, ..Scene::default() }
}

/// The strip of a complement: the offsets of `layout` in grey, and those of each copy that the
/// complement places in a colour of its own.
pub(crate) fn copies(
    layout: &Layout,
    complement: &Layout,
    view: &View,
    notes: &mut Vec<String>,
) -> Panel {
    let high = layout.max_offset().saturating_add(complement.max_offset());
    let low = layout.min_offset().saturating_add(complement.min_offset());
    let (first, end) = window(low.min(0), high, view, notes);
    let mut owners = BTreeMap::new();
    for (copy, start) in shown(complement, view, notes).enumerate() {
        for (i, offset) in shown(layout, view, &mut Vec::new()).enumerate() {
            let owner = owners.entry(start.saturating_add(offset));
            owner.or_insert((key(copy), key(i)));
        }
        if owners.len() > view.limits.labels {
            break;
        }
    }
    let panel = line("codomain", end - first, view.limits.row, |i| {
        let offset = first + i;
        let Some(&(copy, element)) = owners.get(&offset) else {
            return cell(offset, Fill::Empty, None);
        };
        let fill = if copy == 0 { Fill::Grey } else { Fill::tile(i64::from(copy) - 1) };
        Cell {
            keys: [2 * element, 2 * copy + 1].into(),
            ..cell(offset, fill, Some(i64::from(copy)))
        }
    });
    shifted(panel, first)
}

fn key(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX / 4)
}

/// The cell of an offset; holes have no number.
fn cell(offset: i64, fill: Fill, number: Option<i64>) -> Cell {
    let number = number.filter(|_| fill != Fill::Empty);
    let label = number.map_or(String::new(), |number| number.to_string()).into();
    Cell { index: offset, offset, label, fill, ..Cell::default() }
}

/// The offsets in index order, as many as can be drawn.
fn shown(
    layout: &Layout,
    view: &View,
    notes: &mut Vec<String>,
) -> impl Iterator<Item = i64> + use<> {
    let most = view.limits.labels;
    if usize::try_from(layout.size()).unwrap_or(usize::MAX) > most {
        notes.push(format!("only the first {most} of {} elements are counted", layout.size()));
    }
    layout.offsets().take(most)
}

/// The part of the codomain that is drawn.
fn window(low: i64, high: i64, view: &View, notes: &mut Vec<String>) -> (i64, i64) {
    let all = i128::from(high) - i128::from(low) + 1;
    let most = view.limits.labels.min(view.limits.row.saturating_mul(view.limits.rows));
    let shown = all.min(most as i128) as i64;
    if i128::from(shown) < all {
        notes.push(format!("only the first {shown} of {all} offsets are shown"));
    }
    (low, low.saturating_add(shown))
}

/// The panel with its first offset beside each row, if the strip does not start at offset 0.
fn shifted(mut panel: Panel, first: i64) -> Panel {
    if first != 0 {
        panel.across.levels.clear();
        panel.down = panel.down.ticked(|position| (position.index + first).to_string());
    }
    panel
}
