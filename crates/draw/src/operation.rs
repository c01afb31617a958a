//! Operations as pictures: operands and result side by side, and what belongs together in the same
//! colour.
//!
//! What belongs together is found by doing the same operation to indices: the divide of the layout
//! of A's indices says which element of A each element of the result is.

use std::collections::BTreeMap;

use tilework::{ComposedLayout, Layout, Result, Slicer, Swizzle, Tiler, Tuple};

use crate::grid::{Look, panel};
use crate::scene::{Fill, Panel, Scene};
use crate::strip;
use crate::subject::Subject;
use crate::view::{Limits, View};

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

/// The inverses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inverse {
    /// `right_inverse`.
    Right,
    /// `left_inverse`.
    Left,
}

impl Divide {
    fn of(self, a: &Layout, tiler: &Tiler) -> Result<Layout> {
        match self {
            Divide::Logical => a.logical_divide(tiler),
            Divide::Zipped => a.zipped_divide(tiler),
            Divide::Tiled => a.tiled_divide(tiler),
            Divide::Flat => a.flat_divide(tiler),
        }
    }
}

impl Product {
    fn of(self, a: &Layout, b: &Tiler) -> Result<Layout> {
        let layout = || b.as_layout();
        match (self, layout()) {
            (Product::Blocked, Some(b)) => a.blocked_product(&b),
            (Product::Raked, Some(b)) => a.raked_product(&b),
            (Product::Zipped, _) => a.zipped_product(b),
            (Product::Tiled, _) => a.tiled_product(b),
            (Product::Flat, _) => a.flat_product(b),
            _ => a.logical_product(b),
        }
    }
}

/// Where the cells of a panel are in the other panels, and their colours.
type Looks<'a> = &'a dyn Fn(i64, i64) -> Look;

fn plain(_: i64, _: i64) -> Look {
    look(Fill::Empty, false, [])
}

fn look(fill: Fill, marked: bool, keys: impl Into<Box<[u32]>>) -> Look {
    Look { fill, marked, keys: keys.into() }
}

fn key(n: i64) -> u32 {
    // There are never as many cells.
    u32::try_from(n).unwrap_or(u32::MAX / 4)
}

/// A picture that is built panel by panel.
struct Figure<'a> {
    view: &'a View,
    scene: Scene,
}

impl<'a> Figure<'a> {
    fn new(title: &str, view: &'a View) -> Figure<'a> {
        let title = title.to_owned();
        let scene = Scene { title, rows: vec![Vec::new()], ..Scene::default() };
        Figure { view, scene }
    }

    /// Adds a panel to the last row.
    fn panel(&mut self, sign: &'static str, name: &str, layout: &Layout, looks: Looks) {
        let caption =
            if name.is_empty() { layout.to_string() } else { format!("{name} = {layout}") };
        self.subject(sign, &caption, &layout.into(), looks);
    }

    fn subject(&mut self, sign: &'static str, caption: &str, subject: &Subject, looks: Looks) {
        let mut notes = Vec::new();
        let mut new = panel(subject, caption, self.view, looks, &mut notes);
        notes.iter().for_each(|note| self.note(note));
        new.sign = sign;
        self.push(new);
    }

    /// Adds A as its tiler sees it: by mode, or as one row of elements.
    fn operand(&mut self, a: &Layout, tiler: &Tiler, looks: Looks) {
        let row =
            if tiler.is_by_mode() || a.rank() == 2 { None } else { a.group(0, a.rank()).ok() };
        self.panel("", "A", row.as_ref().unwrap_or(a), looks);
        if row.is_some()
            && let Some(panel) = self.scene.rows.last_mut().and_then(|row| row.last_mut())
        {
            panel.caption = format!("A = {a}");
        }
    }

    fn push(&mut self, panel: Panel) {
        if let Some(row) = self.scene.rows.last_mut() {
            row.push(panel);
        }
    }

    /// Goes on in a new row.
    fn row(&mut self) {
        self.scene.rows.push(Vec::new());
    }

    /// Says what the colours stand for.
    fn colors(&mut self, what: &str) {
        self.scene.legend = Some(format!("colour: {what}"));
    }

    fn note(&mut self, note: &str) {
        if !self.scene.notes.iter().any(|old| old == note) {
            self.scene.notes.push(note.to_owned());
        }
    }

    fn done(self) -> Scene {
        self.scene
    }
}

/// Whether everything in a layout can be enumerated for a picture.
fn small(layout: &Layout, limits: Limits) -> bool {
    usize::try_from(layout.size()).is_ok_and(|size| size <= limits.labels)
}

/// `A o B`: the elements of A that B chooses, in B's order, in the same colours in all three.
///
/// # Errors
/// Those of [`Layout::compose_tiler`].
pub fn composition(a: &Layout, b: &Tiler, title: &str, view: &View) -> Result<Scene> {
    let result = a.compose_tiler(b)?;
    // Which element of A each index of the result is.
    let elements = Elements::new(a, b)?;
    let chosen = match b.as_layout() {
        Some(b) => Some(b),
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
        figure.panel("o", "B", &b, &own);
    }
    figure.panel("=", "", &result, &own);
    figure.colors("index of the result");
    figure.note("marked in A: what B chooses");
    Ok(figure.done())
}

/// The elements of A as a tiler counts them: a layout whose offsets name them.
struct Elements {
    layout: Layout,
    /// Of each mode: what a step adds to the name, its size, what a step adds to the index.
    modes: Vec<(i64, i64, i64)>,
}

impl Elements {
    /// By mode, or all of them in one.
    ///
    /// A tile that overhangs goes on past the end of its mode: names of the modes are so far apart
    /// that it does not reach another element.
    fn new(a: &Layout, tiler: &Tiler) -> Result<Elements> {
        let sizes =
            if tiler.is_by_mode() { a.shape().product_each()? } else { Tuple::leaf(a.size()) };
        let bits = 62 / sizes.length().max(1);
        let (mut modes, mut index) = (Vec::new(), 1);
        for (i, &size) in sizes.leaves().iter().enumerate() {
            modes.push((1 << (bits * i), size, index));
            index *= size;
        }
        let names: Vec<i64> = modes.iter().map(|mode| mode.0).collect();
        let names = if sizes.is_leaf() { Tuple::leaf(1) } else { Tuple::from_slice(&names)? };
        Ok(Elements { layout: Layout::from_tuples(&sizes, &names)?, modes })
    }

    /// The index in A of a name; none past the end of a mode.
    fn index(&self, mut name: i64) -> Option<i64> {
        let mut index = 0;
        for &(step, size, scale) in self.modes.iter().rev() {
            let at = name / step;
            if name < 0 || at >= size {
                return None;
            }
            index += at * scale;
            name -= at * step;
        }
        Some(index)
    }
}

/// The complement of A in M: the codomain in the copies of A that it places.
///
/// # Errors
/// Those of [`Layout::complement`].
pub fn complement(a: &Layout, m: i64, title: &str, view: &View) -> Result<Scene> {
    let result = a.complement(m)?;
    let mut figure = Figure::new(title, view);
    figure.panel("", "A", a, &|index, _| look(Fill::Grey, false, [2 * key(index)]));
    figure.panel("", "A*", &result, &|index, _| {
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

/// A divide: every tile in one colour, in A and in the result; the tile at the origin is marked.
///
/// # Errors
/// Those of [`Layout::logical_divide`].
pub fn divide(form: Divide, a: &Layout, tiler: &Tiler, title: &str, view: &View) -> Result<Scene> {
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
pub fn product(form: Product, a: &Layout, b: &Tiler, title: &str, view: &View) -> Result<Scene> {
    let result = form.of(a, b)?;
    let pair = pairs(form, a, b, &result)?;
    let mut figure = Figure::new(title, view);
    figure.panel("", "A", a, &|index, _| look(Fill::tile(0), false, [2 * key(index)]));
    if let Some(b) = b.as_layout() {
        figure.panel("", "B", &b, &|index, _| look(Fill::tile(index), false, [2 * key(index) + 1]));
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
fn pairs(form: Product, a: &Layout, b: &Tiler, result: &Layout) -> Result<Pairs> {
    let size = a.size();
    if let (Product::Blocked | Product::Raked, Some(b)) = (form, b.as_layout()) {
        // The same product of compact layouts has offset `i + size(A) * j` for element i of copy j.
        let compact = Layout::col_major(&b.shape())?;
        let pairs = form.of(&Layout::col_major(&a.shape())?, &compact.into())?;
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

/// An inverse: an element of A has the colour of the offset that leads back to it.
///
/// # Errors
/// Those of [`Layout::left_inverse`].
pub fn inverse(which: Inverse, a: &Layout, title: &str, view: &View) -> Result<Scene> {
    let (result, note) = match which {
        Inverse::Right => (a.right_inverse(), "A(R(i)) = i"),
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
/// Those of [`Layout::slice`].
pub fn slice(a: &Layout, slicer: &Slicer, title: &str, view: &View) -> Result<Scene> {
    let (result, base) = a.slice(slicer)?;
    let indices = Layout::col_major(&a.shape())?;
    let (part, start) = indices.slice(slicer)?;
    let mut places = BTreeMap::new();
    if small(&part, view.limits) {
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
    let subject = Subject::new(&result).at_offset(base);
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
pub fn beside(operands: &[(&str, Layout)], result: &Layout, title: &str, view: &View) -> Scene {
    let mut figure = Figure::new(title, view);
    let same = operands.iter().all(|(_, operand)| operand.size() == result.size());
    let shade = |layout: &Layout| {
        let (low, high, last) = (layout.min_offset(), layout.max_offset(), layout.size() - 1);
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
