//! Divides: every tile in a colour of its own.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Error, Tiler};

use crate::figure::operation::draft::{Draft, key, look, small};
use crate::figure::operation::elements::Elements;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// The divides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Divide {
    /// `logical_divide`.
    Logical,
    /// `zipped_divide`.
    Zipped,
    /// `tiled_divide`.
    Tiled,
    /// `flat_divide`.
    Flat,
}

impl Divide {
    fn of(self, a: &AnyLayout, tiler: &Tiler) -> Result<AnyLayout, Error> {
        match self {
            Divide::Logical => a.logical_divide(tiler),
            Divide::Zipped => a.zipped_divide(tiler),
            Divide::Tiled => a.tiled_divide(tiler),
            Divide::Flat => a.flat_divide(tiler),
        }
    }
}

/// A divide: a tile has the same colour in A and in the result, and the tile at the origin is marked.
///
/// # Errors
/// [`Overflow`](tilework::ErrorKind::Overflow) if A is too large for its elements to be numbered by mode.
///
/// ```
/// use tilework::{AnyLayout, layout, tiler};
/// use tilework_draw::{ColorDepth, Divide, View, divide, terminal};
///
/// let (a, tiler): (AnyLayout, _) = (layout!((4,4):(4,1)).into(), tiler!(<2,2>));
/// let result = a.zipped_divide(&tiler)?;
/// let title = "zipped_divide(A, <2,2>)";
/// let scene = divide(Divide::Zipped, &a, &tiler, &result, title, &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// zipped_divide(A, <2,2>)
///
/// A = (4,4):(4,1)          ((2,2),(2,2)):((4,1),(8,2))
///      0   1   2   3               0        1
///   ┌────────────────┐            0   1    2   3
/// 0 │[ 0][ 1]  2   3 │         ┌────────┬────────┐
/// 1 │[ 4][ 5]  6   7 │     0 0 │[ 0]  8 │  2  10 │
/// 2 │  8   9  10  11 │  =    1 │[ 4] 12 │  6  14 │
/// 3 │ 12  13  14  15 │         ├────────┼────────┤
///   └────────────────┘     1 2 │[ 1]  9 │  3  11 │
///                            3 │[ 5] 13 │  7  15 │
///                              └────────┴────────┘
/// (marked: the tile at the origin)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn divide(
    form: Divide,
    a: &AnyLayout,
    tiler: &Tiler,
    result: &AnyLayout,
    title: &str,
    view: &View,
) -> Result<Scene, Error> {
    let elements = Elements::new(a, tiler)?;
    // (tile, rest) of the elements: which tile each is in.
    let zipped = elements.layout.zipped_divide(tiler).ok();
    let mut tiles = BTreeMap::new();
    if let Some(zipped) = zipped.filter(|zipped| small(zipped, view.limits)) {
        let tile = zipped.mode(0)?.size();
        for (i, number) in (0_i64..).zip(zipped.offsets()) {
            if let Some(index) = elements.index(number) {
                tiles.entry(index).or_insert(i / tile);
            }
        }
    }
    // Which element of A each element of the result is.
    let places = form.of(&elements.layout, tiler).ok();
    let color = |place: Option<i64>| {
        let tile = place.and_then(|place| tiles.get(&place)).copied();
        let fill = tile.map_or(Fill::Empty, Fill::tile);
        let keys: Vec<u32> = place.into_iter().map(key).collect();
        look(fill, tile == Some(0), keys)
    };
    let mut draft = Draft::new(title, view);
    draft.operand(a, tiler, &|index, _| color(Some(index)));
    draft.panel("=", "", result, &|index, _| {
        let number = places.as_ref().and_then(|places| places.at_index(index).ok());
        color(number.and_then(|number| elements.index(number)))
    });
    draft.outside(result.size().saturating_sub(a.size()), result.size(), &|index| {
        let number = places.as_ref().and_then(|places| places.at_index(index).ok());
        number.is_some_and(|number| elements.index(number).is_none())
    });
    draft.colors("tile");
    draft.note("marked: the tile at the origin");
    Ok(draft.finish())
}
