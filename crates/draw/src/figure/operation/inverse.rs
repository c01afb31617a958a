//! Inverses: there and back.

use tilework::AnyLayout;

use crate::figure::operation::draft::{Draft, key, look, plain};
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// The inverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inverse {
    /// `right_inverse`.
    Right,
    /// `left_inverse`.
    Left,
}

/// A and its inverse: an element of A has the colour of the offset that the inverse maps back to it.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_draw::{ColorDepth, Inverse, View, inverse, terminal};
///
/// let a: AnyLayout = layout!((2,3):(3,1)).into();
/// let result = a.right_inverse()?;
/// let scene = inverse(Inverse::Right, &a, &result, "right_inverse(A)", &View::default());
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// right_inverse(A)
///
/// A = (2,3):(3,1)     R = (3,2):(2,1)
///     0  1  2             0  1
///   ┌─────────┐         ┌──────┐
/// 0 │ 0  1  2 │       0 │ 0  1 │
/// 1 │ 3  4  5 │       1 │ 2  3 │
///   └─────────┘       2 │ 4  5 │
///                       └──────┘
/// (A(R(i)) = i)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn inverse(
    which: Inverse,
    a: &AnyLayout,
    result: &AnyLayout,
    title: &str,
    view: &View,
) -> Scene {
    let (name, law) = match which {
        Inverse::Right => ("R", "A(R(i)) = i"),
        Inverse::Left => ("L", "L(A(x)) = x"),
    };
    let last = a.size() - 1;
    let mut draft = Draft::new(title, view);
    let inside = |element: i64| (0..=last).contains(&element);
    // The element that an offset is mapped back to.
    let back = |offset: i64| {
        let defined = (0..result.size()).contains(&offset);
        defined.then(|| result.at_index(offset).ok()).flatten()
    };
    draft.panel("", "A", a, &|index, offset| match back(offset) {
        Some(element) if element == index => look(Fill::shade(index, 0, last), false, [key(index)]),
        _ => plain(index, offset),
    });
    draft.panel("", name, result, &|index, element| {
        if inside(element) && a.at_index(element) == Ok(index) {
            look(Fill::shade(element, 0, last), false, [key(element)])
        } else {
            plain(index, element)
        }
    });
    draft.colors("index in A");
    draft.note(law);
    draft.finish()
}
