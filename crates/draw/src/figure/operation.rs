//! Operations as pictures: operands and result side by side, and what belongs together in the same
//! colour.
//!
//! What belongs together is found by doing the same operation to indices: the divide of the layout
//! of A's indices says which element of A each element of the result is.

mod elements;
mod panels;
mod tile;

use std::collections::BTreeMap;

use tilework::{
    AnyLayout, ComposedLayout, Coord, CoordLayout, Layout, Result, Slicer, Swizzle, Tiler,
};

use crate::figure::grid::panel;
use crate::figure::strip;
use crate::scene::subject::Subject;
use crate::scene::view::{Labels, View};
use crate::scene::{Fill, Scene};
use elements::Elements;
use panels::{Figure, key, look, plain, small};
pub use tile::{Divide, Product, divide, product};

/// The inverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inverse {
    /// `right_inverse`.
    Right,
    /// `left_inverse`.
    Left,
}

/// `A o B`: the elements of A that B chooses, in B's order, in the same colours in all three.
///
/// # Errors
/// Those of [`Layout::compose_tiler`].
pub fn composition(a: &AnyLayout, b: &Tiler, title: &str, view: &View) -> Result<Scene> {
    let result = a.compose_tiler(b)?;
    // Which element of A each index of the result is.
    let elements = Elements::new(a, b)?;
    let chosen = match b.as_layout() {
        Some(b) => Some(b.into()),
        None => elements.layout.compose_tiler(b).ok(),
    };
    let mut places: BTreeMap<i64, Vec<u32>> = BTreeMap::new();
    let last = result.size() - 1;
    if let Some(chosen) = chosen.filter(|chosen| small(chosen, view.limits)) {
        for (i, name) in (0..).zip(chosen.offsets()) {
            if let Some(index) = elements.index(name) {
                places.entry(index).or_default().push(i);
            }
        }
    }
    let own = |index: i64, _: i64| look(Fill::shade(index, 0, last), false, [key(index)]);
    let mut figure = Figure::new(title, view);
    figure.operand(a, b, &|index, _| match places.get(&index) {
        Some(keys) => {
            let first = i64::from(keys.first().copied().unwrap_or(0));
            look(Fill::shade(first, 0, last), true, keys.as_slice())
        }
        None => plain(index, 0),
    });
    if let Some(b) = b.as_layout() {
        figure.panel("o", "B", &b.into(), &own);
    }
    figure.panel("=", "", &result, &own);
    figure.colors("index of the result");
    figure.note("marked in A: what B chooses");
    Ok(figure.done())
}

/// The complement of A in M: the codomain in the copies of A that it places.
///
/// # Errors
/// Those of [`Layout::complement`].
pub fn complement(a: &Layout, m: i64, title: &str, view: &View) -> Result<Scene> {
    let result = a.complement(m)?;
    let mut figure = Figure::new(title, view);
    figure.panel("", "A", &a.into(), &|index, _| look(Fill::Grey, false, [2 * key(index)]));
    figure.panel("", "A*", &result.into(), &|index, _| {
        let fill = if index == 0 { Fill::Grey } else { Fill::tile(index - 1) };
        look(fill, false, [2 * key(index) + 1])
    });
    figure.row();
    let mut notes = Vec::new();
    let strip = strip::copies(a, &result, view, &mut notes);
    figure.push(strip);
    notes.iter().for_each(|note| figure.note(note));
    figure.colors("copy of A; grey: A itself");
    figure.note("codomain: which copy of A an offset is in; empty: in none");
    Ok(figure.done())
}

/// An inverse: an element of A has the colour of the offset that leads back to it.
///
/// # Errors
/// Those of [`Layout::left_inverse`].
pub fn inverse(which: Inverse, a: &AnyLayout, title: &str, view: &View) -> Result<Scene> {
    let (result, note) = match which {
        Inverse::Right => (a.right_inverse()?, "A(R(i)) = i"),
        Inverse::Left => (a.left_inverse()?, "L(A(x)) = x"),
    };
    let last = a.size() - 1;
    let mut figure = Figure::new(title, view);
    let inside = |element: i64| (0..=last).contains(&element);
    // The offsets that lead back to where they come from.
    let back = |offset: i64| {
        let there = (0..result.size()).contains(&offset);
        there.then(|| result.at_index(offset).ok()).flatten()
    };
    figure.panel("", "A", a, &|index, offset| match back(offset) {
        Some(element) if element == index => look(Fill::shade(index, 0, last), false, [key(index)]),
        _ => plain(index, offset),
    });
    figure.panel(
        "",
        if which == Inverse::Right { "R" } else { "L" },
        &result,
        &|index, element| {
            if inside(element) && a.at_index(element) == Ok(index) {
                look(Fill::shade(element, 0, last), false, [key(element)])
            } else {
                plain(index, element)
            }
        },
    );
    figure.colors("index of A");
    figure.note(note);
    Ok(figure.done())
}

/// A slice: what it takes of A.
///
/// # Errors
/// Those of [`AnyLayout::slice_and_offset`].
pub fn slice(a: &AnyLayout, slicer: &Slicer, title: &str, view: &View) -> Result<Scene> {
    let (result, base) = a.slice_and_offset(slicer)?;
    let indices = Layout::col_major(&a.shape())?;
    let (part, start) = indices.slice(slicer)?;
    let mut places = BTreeMap::new();
    if small(&part.into(), view.limits) {
        for (i, place) in (0_i64..).zip(part.offsets()) {
            places.insert(place + start, i);
        }
    }
    let last = result.size() - 1;
    let mut figure = Figure::new(title, view);
    figure.panel("", "A", a, &|index, _| match places.get(&index) {
        Some(&i) => look(Fill::shade(i, 0, last), true, [key(i)]),
        None => plain(index, 0),
    });
    let subject = Subject::from(&result).at_offset(base);
    figure.subject("=", &format!("{result} at {base}"), &subject, &|index, _| {
        look(Fill::shade(index, 0, last), false, [key(index)])
    });
    figure.colors("index of the slice");
    figure.note("marked: the slice");
    Ok(figure.done())
}

/// A composed layout: what its maps do to the offsets of the layout inside. A swizzle mixes a field
/// of bits of the offset, and the value of that field is the colour, before and after.
pub fn composed(layout: &ComposedLayout, title: &str, view: &View) -> Scene {
    let mut figure = Figure::new(title, view);
    let last = layout.size() - 1;
    let field = layout.swizzle().filter(|swizzle| swizzle.bits() > 0);
    // The lowest bit that it changes.
    let low = |swizzle: Swizzle| swizzle.z_mask().trailing_zeros();
    let fill = |index: i64, offset: i64| match field {
        Some(swizzle) => Fill::tile(offset >> low(swizzle) & ((1 << swizzle.bits()) - 1)),
        None => Fill::shade(index, 0, last),
    };
    let looks = |index: i64, offset: i64| look(fill(index, offset), false, [key(index)]);
    let before = Subject::new(layout.inner()).at_offset(layout.offset());
    let caption = match layout.offset() {
        0 => layout.inner().to_string(),
        offset => format!("{} at {offset}", layout.inner()),
    };
    figure.subject("", &caption, &before, &looks);
    figure.subject("", &layout.to_string(), &layout.into(), &looks);
    match field {
        Some(swizzle) => {
            let (low, count) = (low(swizzle), swizzle.bits());
            figure.colors(&match count {
                1 => format!("bit {low} of the offset"),
                _ => format!("bits {low} to {} of the offset", low + count - 1),
            });
        }
        None => figure.colors("index"),
    }
    figure.done()
}

/// Any other operation that keeps the order of elements, or has layouts for operands: everyone by
/// its own offsets, or the same index in the same colour where sizes agree.
pub fn beside(
    operands: &[(&str, AnyLayout)],
    result: &AnyLayout,
    title: &str,
    view: &View,
) -> Scene {
    let mut figure = Figure::new(title, view);
    let same = operands.iter().all(|(_, operand)| operand.size() == result.size());
    let shade = |layout: &AnyLayout| {
        let ((low, high), last) = (Subject::from(layout).range(), layout.size() - 1);
        move |index: i64, offset: i64| {
            if same {
                look(Fill::shade(index, 0, last), false, [key(index)])
            } else {
                look(Fill::shade(offset, low, high), false, [])
            }
        }
    };
    for (name, operand) in operands {
        figure.panel("", name, operand, &shade(operand));
    }
    figure.panel("=", "", result, &shade(result));
    figure.colors(if same { "index" } else { "offset" });
    figure.done()
}

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
) -> Result<Scene> {
    let domain = Layout::col_major(&layout.shape())?;
    let view = view.clone().labels(Labels::Index);
    let mut notes = Vec::new();
    // The first component, as a layout of its own, tells the colour.
    let first = layout.component(0).unwrap_or(domain);
    let looks = |index: i64, _: i64| {
        let value = first.at_index(index).unwrap_or(0);
        look(Fill::shade(value, first.min_offset(), first.max_offset()), false, [])
    };
    let mut grid = panel(&Subject::new(&domain), title, &view, &looks, &mut notes);
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
fn shifted(value: &Coord, origin: Option<&Coord>) -> Result<Coord> {
    let Some(origin) = origin else { return Ok(*value) };
    let leaves = value.leaves().iter().zip(origin.leaves());
    let leaves: Vec<i64> = leaves.map(|(one, other)| one.saturating_add(*other)).collect();
    Coord::from_slice(&leaves)?.unflatten(value)
}
