//! Complements: the codomain in copies of A.

use tilework::Layout;

use crate::figure::operation::draft::{Draft, key, look};
use crate::figure::strip::copies;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// A and its complement, and below them the codomain, divided into the copies of A that the
/// complement places.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, complement, terminal};
///
/// let a = layout!((2,2):(1,4));
/// let scene = complement(&a, &a.complement(8)?, "complement(A, 8)", &View::default());
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// complement(A, 8)
///
/// A = (2,2):(1,4)     A* = 2:2
///     0  1              0  1
///   ┌──────┐          ┌──────┐
/// 0 │ 0  4 │          │ 0  2 │
/// 1 │ 1  5 │          └──────┘
///   └──────┘
///
/// codomain
///   0  1  2  3  4  5  6  7
/// ┌────────────────────────┐
/// │ 0  0  1  1  0  0  1  1 │
/// └────────────────────────┘
/// (codomain: the copy of A that contains the offset; empty: no copy does)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn complement(a: &Layout, result: &Layout, title: &str, view: &View) -> Scene {
    let mut draft = Draft::new(title, view);
    draft.panel("", "A", a, &|index, _| look(Fill::Grey, false, [2 * key(index)]));
    draft.panel("", "A*", result, &|index, _| {
        let fill = if index == 0 { Fill::Grey } else { Fill::tile(index - 1) };
        look(fill, false, [2 * key(index) + 1])
    });
    draft.row();
    let mut notes = Vec::new();
    let strip = copies(a, result, view, &mut notes);
    draft.push(strip);
    notes.iter().for_each(|note| draft.note(note));
    draft.colors("copy of A; grey: A itself");
    draft.note("codomain: the copy of A that contains the offset; empty: no copy does");
    draft.finish()
}
