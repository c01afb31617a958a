//! Layouts whose values are coordinates.

use tilework::{Coord, CoordLayout, Error, Layout};

use crate::figure::grid::{Look, panel};
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, View};
use crate::scene::{Fill, Scene};

/// A layout whose values are coordinates: every cell shows the coordinate that it is mapped to, with
/// an origin added to it if there is one. The first component is the colour.
///
/// # Errors
/// Those of [`Layout::col_major`], for a shape that is too large.
///
/// ```
/// use tilework::{CoordLayout, tuple};
/// use tilework_draw::{ColorDepth, View, coordinates, terminal};
///
/// let identity = CoordLayout::identity(&tuple!((2,3)))?;
/// let scene = coordinates(&identity, None, "identity", &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// identity
///         0      1      2
///   ┌─────────────────────┐
/// 0 │ (0,0)  (0,1)  (0,2) │
/// 1 │ (1,0)  (1,1)  (1,2) │
///   └─────────────────────┘
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn coordinates(
    layout: &CoordLayout,
    origin: Option<&Coord>,
    title: &str,
    view: &View,
) -> Result<Scene, Error> {
    let domain = Layout::col_major(&layout.shape())?;
    let view = view.clone().labels(Labels::Index);
    let mut notes = Vec::new();
    // The first component, as a layout of its own.
    let first = layout.component(0).unwrap_or(domain);
    let looks = |index: i64, _: i64| {
        let value = first.at_index(index).unwrap_or(0);
        let fill = Fill::shade(value, first.min_offset(), first.max_offset());
        Look { fill, marked: false, keys: Box::default() }
    };
    let mut grid = panel(&Subject::from(&domain), title, &view, &looks, &mut notes);
    let labelled = grid.cells.iter_mut().filter(|cell| !cell.label.is_empty());
    for cell in labelled {
        let value = layout.at(cell.index).ok().and_then(|value| shifted(&value, origin));
        cell.label = value.map_or_else(Box::default, |value| value.to_string().into());
    }
    let (title, legend) = (title.to_owned(), Some("colour: component 0".to_owned()));
    Ok(Scene { title, rows: vec![vec![grid]], legend, notes, ..Scene::default() })
}

/// The sum of a coordinate and an origin of the same shape; none where it overflows.
fn shifted(value: &Coord, origin: Option<&Coord>) -> Option<Coord> {
    let Some(origin) = origin else { return Some(*value) };
    let leaves = value.leaves().iter().zip(origin.leaves());
    let leaves: Option<Vec<i64>> = leaves.map(|(one, other)| one.checked_add(*other)).collect();
    Coord::from_slice(&leaves?).ok()?.unflatten(value).ok()
}
