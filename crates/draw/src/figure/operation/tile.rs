//! Divides and products as pictures: the same tile in the same colour.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Layout, Result, Tiler};

use super::elements::Elements;
use super::panels::{Figure, key, look, small};
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

/// The products.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Product {
    /// `logical_product`.
    Logical,
    /// `zipped_product`.
    Zipped,
    /// `tiled_product`.
    Tiled,
    /// `flat_product`.
    Flat,
    /// `blocked_product`.
    Blocked,
    /// `raked_product`.
    Raked,
}

impl Divide {
    fn of(self, a: &AnyLayout, tiler: &Tiler) -> Result<AnyLayout> {
        match self {
            Divide::Logical => a.logical_divide(tiler),
            Divide::Zipped => a.zipped_divide(tiler),
            Divide::Tiled => a.tiled_divide(tiler),
            Divide::Flat => a.flat_divide(tiler),
        }
    }
}

impl Product {
    fn of(self, a: &AnyLayout, b: &Tiler) -> Result<AnyLayout> {
        match (self, b.as_layout()) {
            (Product::Blocked, Some(b)) => a.blocked_product(&b),
            (Product::Raked, Some(b)) => a.raked_product(&b),
            (Product::Zipped, _) => a.zipped_product(b),
            (Product::Tiled, _) => a.tiled_product(b),
            (Product::Flat, _) => a.flat_product(b),
            _ => a.logical_product(b),
        }
    }
}

/// A divide: every tile in one colour, in A and in the result; the tile at the origin is marked.
///
/// # Errors
/// Those of [`Layout::logical_divide`].
pub fn divide(
    form: Divide,
    a: &AnyLayout,
    tiler: &Tiler,
    title: &str,
    view: &View,
) -> Result<Scene> {
    let result = form.of(a, tiler)?;
    let elements = Elements::new(a, tiler)?;
    // (tile, rest) of the elements: which tile each is in.
    let zipped = elements.layout.zipped_divide(tiler).ok();
    let mut tiles = BTreeMap::new();
    if let Some(zipped) = zipped.filter(|zipped| small(zipped, view.limits)) {
        let tile = zipped.mode(0)?.size();
        for (i, name) in (0_i64..).zip(zipped.offsets()) {
            if let Some(index) = elements.index(name) {
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
    let mut figure = Figure::new(title, view);
    figure.operand(a, tiler, &|index, _| color(Some(index)));
    figure.panel("=", "", &result, &|index, _| {
        let name = places.as_ref().and_then(|places| places.at_index(index).ok());
        color(name.and_then(|name| elements.index(name)))
    });
    figure.colors("tile");
    figure.note("marked: the tile at the origin");
    Ok(figure.done())
}

/// A product: every copy of A in the colour of the element of B that places it.
///
/// # Errors
/// Those of [`Layout::logical_product`].
pub fn product(form: Product, a: &AnyLayout, b: &Tiler, title: &str, view: &View) -> Result<Scene> {
    let result = form.of(a, b)?;
    let pair = pairs(form, a, b, &result)?;
    let mut figure = Figure::new(title, view);
    figure.panel("", "A", a, &|index, _| look(Fill::tile(0), false, [2 * key(index)]));
    if let Some(b) = b.as_layout() {
        figure.panel("", "B", &b.into(), &|index, _| {
            look(Fill::tile(index), false, [2 * key(index) + 1])
        });
    }
    figure.panel("=", "", &result, &|index, _| {
        let (element, copy) = pair(index);
        look(Fill::tile(copy), copy == 0, [2 * key(element), 2 * key(copy) + 1])
    });
    figure.colors("copy of A");
    figure.note("marked: the first copy");
    Ok(figure.done())
}

/// From an index of a product to the element of A, and the copy.
type Pairs = Box<dyn Fn(i64) -> (i64, i64)>;

/// Tells of an index of a product which element of A, and which copy, it is.
fn pairs(form: Product, a: &AnyLayout, b: &Tiler, result: &AnyLayout) -> Result<Pairs> {
    let size = a.size();
    if let (Product::Blocked | Product::Raked, Some(b)) = (form, b.as_layout()) {
        // The same product of compact layouts has offset `i + size(A) * j` for element i of copy j.
        let compact = Layout::col_major(&b.shape())?;
        let pairs = form.of(&Layout::col_major(&a.shape())?.into(), &compact.into())?;
        return Ok(Box::new(move |index| {
            let pair = pairs.at_index(index).unwrap_or(0);
            (pair % size, pair / size)
        }));
    }
    if form != Product::Logical || !b.is_by_mode() {
        return Ok(Box::new(move |index| (index % size, index / size)));
    }
    // Mode by mode: first A's, then the copies.
    let mut modes = Vec::new();
    for i in 0..result.rank() {
        modes.push((a.mode(i)?.size(), result.mode(i)?.size()));
    }
    Ok(Box::new(move |mut index| {
        let (mut pair, mut scale) = ((0, 0), (1, 1));
        for &(own, all) in &modes {
            let at = index % all;
            pair = (pair.0 + at % own * scale.0, pair.1 + at / own * scale.1);
            scale = (scale.0 * own, scale.1 * (all / own));
            index /= all;
        }
        pair
    }))
}
