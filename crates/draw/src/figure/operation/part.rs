//! Parts: the tile of a block or the elements of a thread, and where they are in A.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Error, Tiler};

use crate::figure::operation::draft::{Draft, key, look, plain, small};
use crate::figure::operation::elements::Elements;
use crate::scene::subject::Subject;
use crate::scene::view::View;
use crate::scene::{Fill, Scene};

/// A part of A, and where it is in A. `of` takes the same part of another layout with the shape of A,
/// divided by `tiler`: a layout, and the offset at which it starts.
///
/// Elements of the part that are outside of A, because tiles overhang, say so, and a note counts them.
///
/// # Errors
/// [`Overflow`](tilework::ErrorKind::Overflow) if A is too large for its elements to be numbered by
/// mode, and those of `of`.
///
/// ```
/// use tilework::{AnyLayout, layout, slicer, tiler};
/// use tilework_draw::{ColorDepth, View, part, terminal};
///
/// let (a, tiler): (AnyLayout, _) = (layout!((3,4):(4,1)).into(), tiler!(<2,2>));
/// let of = |layout: &AnyLayout| layout.local_tile(&tiler, &slicer!((1,1)));
/// let scene = part(&a, &tiler, of, "local_tile(A, <2,2>, (1,1))", &View::default())?;
/// assert_eq!(terminal(&scene, ColorDepth::None, 80), "\
/// local_tile(A, <2,2>, (1,1))
///
/// A = (3,4):(4,1)          (2,2):(4,1) at 10
///      0   1   2   3             0    1
///   ┌────────────────┐       ┌──────────┐
/// 0 │  0   1   2   3 │  =  0 │  10   11 │
/// 1 │  4   5   6   7 │     1 │ out  out │
/// 2 │  8   9 [10][11]│       └──────────┘
///   └────────────────┘
/// (out: 2 of 4 elements are outside of A)
/// (marked: the part)
/// ");
/// # Ok::<(), tilework::Error>(())
/// ```
pub fn part<E: From<Error>>(
    a: &AnyLayout,
    tiler: &Tiler,
    of: impl Fn(&AnyLayout) -> Result<(AnyLayout, i64), E>,
    title: &str,
    view: &View,
) -> Result<Scene, E> {
    let elements = Elements::new(a, tiler)?;
    let ((result, offset), (numbers, start)) = (of(a)?, of(&elements.layout)?);
    let place = |i: i64| {
        let number = numbers.at_index(i).ok()?.checked_add(start)?;
        elements.index(number)
    };
    let (mut places, mut outside) = (BTreeMap::new(), 0);
    if small(&numbers, view.limits) {
        for i in 0..numbers.size() {
            match place(i) {
                Some(index) => drop(places.entry(index).or_insert(i)),
                None => outside += 1,
            }
        }
    }
    let last = result.size() - 1;
    let mut draft = Draft::new(title, view);
    draft.operand(a, tiler, &|index, _| match places.get(&index) {
        Some(&i) => look(Fill::shade(i, 0, last), true, [key(i)]),
        None => plain(index, 0),
    });
    draft.panel("=", "", Subject::from(&result).at_offset(offset), &|index, _| match place(index)
        .and_then(|place| places.get(&place))
    {
        Some(&i) => look(Fill::shade(i, 0, last), false, [key(i)]),
        None => plain(index, 0),
    });
    draft.outside(outside, numbers.size(), &|index| place(index).is_none());
    draft.colors("index in the part");
    draft.note(match places.is_empty() {
        false => "marked: the part",
        true if outside > 0 => "nothing of the part is in A",
        true => "the part is too large to be marked",
    });
    Ok(draft.finish())
}
