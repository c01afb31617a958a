//! Any other operation: operands and result side by side.

use tilework::AnyLayout;

use crate::figure::operation::draft::{Draft, key, look};
use crate::scene::subject::Subject;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// Named operands and a result, side by side. If all have the same size, cells with the same index
/// have the same colour; otherwise each panel is coloured by its own offsets.
///
/// ```
/// use tilework::layout;
/// use tilework_draw::{ColorDepth, View, beside, terminal};
///
/// let a = layout!((2,(1,3)):(3,(7,1)));
/// let result = a.coalesce().into();
/// let scene = beside(&[("A", a.into())], &result, "coalesce(A)", &View::default());
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// coalesce(A)
///
/// A = (2,(1,3)):(3,(7,1))     (2,3):(3,1)
///     0  1  2                     0  1  2
///   ┌─────────┐                 ┌─────────┐
/// 0 │ 0  1  2 │            =  0 │ 0  1  2 │
/// 1 │ 3  4  5 │               1 │ 3  4  5 │
///   └─────────┘                 └─────────┘
/// ");
/// ```
pub fn beside(
    operands: &[(&str, AnyLayout)],
    result: &AnyLayout,
    title: &str,
    view: &View,
) -> Scene {
    let mut draft = Draft::new(title, view);
    let same = operands.iter().all(|(_, operand)| operand.size() == result.size());
    let shade = |layout: &AnyLayout| {
        let ((low, high), last) = (Subject::from(layout).bounds(), layout.size() - 1);
        move |index: i64, offset: i64| {
            if same {
                look(Fill::shade(index, 0, last), false, [key(index)])
            } else {
                look(Fill::shade(offset, low, high), false, [])
            }
        }
    };
    for (name, operand) in operands {
        draft.panel("", name, operand, &shade(operand));
    }
    draft.panel("=", "", result, &shade(result));
    draft.colors(if same { "index" } else { "offset" });
    draft.finish()
}
