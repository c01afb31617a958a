//! Layouts whose values are coordinates.

use tilework::{Coord, CoordLayout, Error, Layout};

use crate::figure::grid::{Look, panel};
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, View};
use crate::scene::{Fill, Scene};

/// A layout whose values are coordinates: every element with the coordinate it is mapped to, counted
/// from an origin.
///
/// # Errors
/// Those of a shape that is too large.
pub fn coordinates(
    layout: &CoordLayout,
    origin: Option<&Coord>,
    title: &str,
    view: &View,
) -> Result<Scene, Error> {
    let domain = Layout::col_major(&layout.shape())?;
    let view = view.clone().labels(Labels::Index);
    let mut notes = Vec::new();
    // The first component, as a layout of its own, tells the colour.
    let first = layout.component(0).unwrap_or(domain);
    let looks = |index: i64, _: i64| {
        let value = first.at_index(index).unwrap_or(0);
        let fill = Fill::shade(value, first.min_offset(), first.max_offset());
        Look { fill, marked: false, keys: Box::default() }
    };
    let mut grid = panel(&Subject::from(&domain), title, &view, &looks, &mut notes);
    let labelled = grid.cells.iter_mut().filter(|cell| !cell.label.is_empty());
    for cell in labelled {
        if let Ok(value) = layout.at(cell.index).and_then(|value| shifted(&value, origin)) {
            cell.label = value.to_string().into();
        }
    }
    let (title, legend) = (title.to_owned(), Some("colour: component 0".to_owned()));
    Ok(Scene { title, rows: vec![vec![grid]], legend, notes })
}

/// A coordinate, counted from an origin of the same shape.
fn shifted(value: &Coord, origin: Option<&Coord>) -> Result<Coord, Error> {
    let Some(origin) = origin else { return Ok(*value) };
    let leaves = value.leaves().iter().zip(origin.leaves());
    let leaves: Vec<i64> = leaves.map(|(one, other)| one.saturating_add(*other)).collect();
    Coord::from_slice(&leaves)?.unflatten(value)
}
