//! Refusals: the operands, with the cells that prove that there is no result.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Error, ErrorKind, Layout};

use crate::figure::operation::draft::{Draft, key, look, plain, small};
use crate::scene::subject::Subject;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// A composition that is not a layout: A, B and the function `A(B(x))` with the first index that no layout agrees with
/// marked in all three. None where B is too large for that, or the error has no such index.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, not_a_layout, terminal};
///
/// let (a, b) = (layout!((6,2):(1,7)), layout!((3,2):(2,3)));
/// let error = a.compose(&b).unwrap_err();
/// let scene = not_a_layout(&a.into(), &b, &error, "A o B", &View::default()).unwrap();
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// A o B
///
/// A = (6,2):(1,7)     B = (3,2):(2,3)     A(B(x))
///      0   1              0  1                    0      1
///   ┌────────┐          ┌──────┐            ┌──────────────┐
/// 0 │  0   7 │        0 │ 0  3 │          0 │     0      3 │
/// 1 │  1 [ 8]│        1 │ 2  5 │          1 │     2      5 │
/// 2 │  2   9 │     o  2 │ 4 [7]│       =  2 │     4 [8 ≠ 7]│
/// 3 │  3  10 │          └──────┘            └──────────────┘
/// 4 │  4  11 │
/// 5 │  5  12 │
///   └────────┘
/// (marked: at index 5 it is 8, but any layout that agrees up to there is 7)
/// ");
/// ```
pub fn not_a_layout(
    a: &AnyLayout,
    b: &Layout,
    error: &Error,
    title: &str,
    view: &View,
) -> Option<Scene> {
    let whole: AnyLayout = (*b).into();
    if !small(&whole, view.limits) {
        return None;
    }
    let (index, wrong, note) = match error.kind() {
        ErrorKind::NotALayout { index, expected, found, .. } => {
            let note = format!(
                "marked: at index {index} it is {found}, but any layout that agrees up to there is {expected}"
            );
            (index, Some(format!("{found} ≠ {expected}")), note)
        }
        ErrorKind::OutOfDomain { index, offset, size } => (
            index,
            None,
            format!("marked: B({index}) = {offset} is outside of A, which has {size} elements"),
        ),
        _ => return None,
    };
    let element = b.at_index(index).ok()?;
    let value = |offset: i64| a.as_ref().at_index(offset).ok();

    let mut draft = Draft::new(title, view);
    let (last, reached) = (b.size() - 1, |x: i64| x <= index);
    let own = |x: i64, _: i64| match reached(x) {
        true => look(Fill::shade(x, 0, last), x == index, [key(x)]),
        false => plain(x, 0),
    };
    // The elements of A that B selects up to there, the first time each.
    let mut selected = BTreeMap::new();
    for x in (0..=index.min(last)).rev() {
        selected.insert(b.at_index(x).ok()?, x);
    }
    draft.panel("", "A", a, &|element_of_a, _| match selected.get(&element_of_a) {
        Some(&x) => look(Fill::shade(x, 0, last), element_of_a == element, [key(x)]),
        None => plain(0, 0),
    });
    draft.panel("o", "B", b, &own);
    if let Some(wrong) = wrong {
        draft.panel("=", "", b, &own);
        draft.relabel("A(B(x))", |cell| {
            cell.offset = value(cell.offset)?;
            Some(if cell.index == index { wrong.clone() } else { cell.offset.to_string() })
        });
    }
    draft.colors("index in B, up to the one that is marked");
    draft.note(&note);
    Some(draft.finish())
}

/// A layout with some cells marked, and why.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, terminal, witnesses};
///
/// let scene = witnesses(&layout!((2,2):(1,0)).into(), &[0, 2], "both have offset 0", "", &View::default());
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// (2,2):(1,0)
///     0  1
///   ┌──────┐
/// 0 │[0][0]│
/// 1 │ 1  1 │
///   └──────┘
/// (both have offset 0)
/// ");
/// ```
pub fn witnesses(layout: &AnyLayout, cells: &[i64], why: &str, title: &str, view: &View) -> Scene {
    let mut draft = Draft::new(title, view);
    let (low, high) = Subject::from(layout).bounds();
    draft.panel("", "", layout, &|index, offset| {
        let marked = cells.contains(&index);
        look(if marked { Fill::tile(1) } else { Fill::shade(offset, low, high) }, marked, [])
    });
    draft.note(why);
    draft.finish()
}
