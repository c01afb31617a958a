//! Slices: what is left of A when some coordinates are fixed.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Error, Layout, Slicer};

use crate::figure::operation::draft::{Draft, key, look, plain, small};
use crate::scene::subject::Subject;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// A slice, and where it is in A. The result is drawn from the offset that it starts at in A, whether
/// it comes from [`slice`](AnyLayout::slice_and_offset) with that offset or without.
///
/// # Errors
/// Those of [`Layout::slice`], for a slicer that does not fit A.
///
/// ```
/// use tilework::{AnyLayout, layout, slicer};
/// use tilework_draw::{ColorDepth, View, slice, terminal};
///
/// let (a, slicer): (AnyLayout, _) = (layout!((3,4):(4,1)).into(), slicer!((1,_)));
/// let (row, _) = a.slice_and_offset(&slicer)?;
/// let scene = slice(&a, &slicer, &row, "A(1,_)", &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// A(1,_)
///
/// A = (3,4):(4,1)          (4):(1) at 4
///      0   1   2   3         0  1  2  3
///   ┌────────────────┐     ┌────────────┐
/// 0 │  0   1   2   3 │  =  │ 4  5  6  7 │
/// 1 │[ 4][ 5][ 6][ 7]│     └────────────┘
/// 2 │  8   9  10  11 │
///   └────────────────┘
/// (marked: the slice)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn slice<'a>(
    a: &AnyLayout,
    slicer: &Slicer,
    result: impl Into<Subject<'a>>,
    title: &str,
    view: &View,
) -> Result<Scene, Error> {
    let indices = Layout::col_major(&a.shape())?;
    let (part, start) = indices.slice(slicer)?;
    let result = result.into().at_offset(0);
    let result = result.at_offset(a.at_index(start)?.saturating_sub(result.at(0)));
    let mut places = BTreeMap::new();
    if small(&part.into(), view.limits) {
        for (i, place) in (0_i64..).zip(part.offsets()) {
            places.insert(place + start, i);
        }
    }
    let last = result.inner().size() - 1;
    let mut draft = Draft::new(title, view);
    draft.panel("", "A", a, &|index, _| match places.get(&index) {
        Some(&i) => look(Fill::shade(i, 0, last), true, [key(i)]),
        None => plain(index, 0),
    });
    draft
        .panel("=", "", result, &|index, _| look(Fill::shade(index, 0, last), false, [key(index)]));
    draft.colors("index in the slice");
    draft.note("marked: the slice");
    Ok(draft.finish())
}
