//! Compositions: what B selects from A.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Error, Tiler};

use crate::figure::operation::draft::{Draft, key, look, plain, small};
use crate::figure::operation::elements::Elements;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// `A o B` and its result: the elements of A that B selects, in B's order, have the same colours in
/// all three.
///
/// # Errors
/// [`Overflow`](tilework::ErrorKind::Overflow) if A is too large for its elements to be numbered by mode.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, composition, terminal};
///
/// let (a, b) = (layout!((4,3):(3,1)), layout!((2,2):(2,4)));
/// let result = a.compose(&b)?.into();
/// let scene = composition(&a.into(), &b.into(), &result, "A o B", &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// A o B
///
/// A = (4,3):(3,1)      B = (2,2):(2,4)     (2,2):(6,1)
///      0   1   2           0  1                0  1
///   ┌────────────┐       ┌──────┐            ┌──────┐
/// 0 │[ 0][ 1]  2 │     0 │ 0  4 │          0 │ 0  1 │
/// 1 │  3   4   5 │  o  1 │ 2  6 │       =  1 │ 6  7 │
/// 2 │[ 6][ 7]  8 │       └──────┘            └──────┘
/// 3 │  9  10  11 │
///   └────────────┘
/// (marked in A: what B selects)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn composition(
    a: &AnyLayout,
    b: &Tiler,
    result: &AnyLayout,
    title: &str,
    view: &View,
) -> Result<Scene, Error> {
    // Which element of A each index of the result is.
    let elements = Elements::new(a, b)?;
    let selected = match b.as_layout() {
        Some(b) => Some(b.into()),
        None => elements.layout.compose_tiler(b).ok(),
    };
    let mut places: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    let last = result.size() - 1;
    if let Some(selected) = selected.filter(|selected| small(selected, view.limits)) {
        for (i, number) in (0..).zip(selected.offsets()) {
            if let Some(index) = elements.index(number) {
                places.entry(index).or_default().push(i);
            }
        }
    }
    let own = |index: i64, _: i64| look(Fill::shade(index, 0, last), false, [key(index)]);
    let mut draft = Draft::new(title, view);
    draft.operand(a, b, &|index, _| match places.get(&index) {
        Some(keys) => {
            let first = i64::from(keys.first().copied().unwrap_or(0));
            look(Fill::shade(first, 0, last), true, keys.as_slice())
        }
        None => plain(index, 0),
    });
    if let Some(b) = b.as_layout() {
        draft.panel("o", "B", &b, &own);
    }
    draft.panel("=", "", result, &own);
    draft.colors("index in the result");
    draft.note("marked in A: what B selects");
    Ok(draft.finish())
}
