//! Composed layouts: the offsets before and after their maps.

use tilework::{ComposedLayout, Swizzle};

use crate::figure::operation::draft::{Draft, key, look};
use crate::scene::subject::Subject;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// A composed layout: the offsets of the layout inside, and what its maps make of them. A swizzle
/// changes one field of bits of the offset; its value, before and after, is the colour.
///
/// ```
/// use tilework::ComposedLayout;
/// use tilework_draw::{ColorDepth, View, composed, terminal};
///
/// let layout: ComposedLayout = "Sw<1,0,2> o 0 o (4,2):(2,1)".parse()?;
/// let scene = composed(&layout, "a swizzle", &View::default());
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// a swizzle
///
/// (4,2):(2,1)     Sw<1,0,2> o 0 o (4,2):(2,1)
///     0  1            0  1
///   ┌──────┐        ┌──────┐
/// 0 │ 0  1 │      0 │ 0  1 │
/// 1 │ 2  3 │      1 │ 2  3 │
/// 2 │ 4  5 │      2 │ 5  4 │
/// 3 │ 6  7 │      3 │ 7  6 │
///   └──────┘        └──────┘
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn composed(layout: &ComposedLayout, title: &str, view: &View) -> Scene {
    let mut draft = Draft::new(title, view);
    let last = layout.size() - 1;
    let field = layout.swizzle().filter(|swizzle| swizzle.bits() > 0);
    // The lowest bit of the field.
    let low = |swizzle: Swizzle| swizzle.z_mask().trailing_zeros();
    let fill = |index: i64, offset: i64| match field {
        Some(swizzle) => Fill::tile(offset >> low(swizzle) & ((1 << swizzle.bits()) - 1)),
        None => Fill::shade(index, 0, last),
    };
    let looks = |index: i64, offset: i64| look(fill(index, offset), false, [key(index)]);
    let before = Subject::from(layout.inner()).at_offset(layout.offset());
    draft.panel("", "", before, &looks);
    draft.panel("", "", layout, &looks);
    match field {
        Some(swizzle) => {
            let (low, count) = (low(swizzle), swizzle.bits());
            draft.colors(&match count {
                1 => format!("bit {low} of the offset"),
                _ => format!("bits {low} to {} of the offset", low + count - 1),
            });
        }
        None => draft.colors("index"),
    }
    draft.finish()
}
