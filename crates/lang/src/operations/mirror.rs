//! Mirror images of values: the modes in reverse, at every level or only inside of given modes.
//!
//! Where indices count rightmost fastest, a layout is the function that its mirror image is where they
//! count leftmost fastest.

use tilework::{
    AnyLayout, ComposedLayout, CoordLayout, Error, Layout, Nested, Outer, Tiler, Tuple,
};

use crate::operations::coords::layout_value;
use crate::operations::tv::Tv;
use crate::operations::value::Value;

/// Which modes of a tree are put in reverse.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// None.
    Not,
    /// All of them, at every level.
    Whole,
    /// Those inside of the modes: each stays in its place and is turned as it says, or whole where there
    /// is nothing for it.
    Inside(Vec<Turn>),
    /// Tile and rest, turned, and then the modes of the rest, or of both, as modes of the whole.
    Spread(Box<Turn>, Spread),
}

/// What of `(tile, rest)` is unpacked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spread {
    Rest,
    Both,
}

impl Turn {
    /// The modes of a tree stay, each is turned whole.
    pub(crate) fn each() -> Turn {
        Turn::Inside(Vec::new())
    }

    /// The modes that a tiler names stay, each is turned whole.
    pub(crate) fn by_tiler(tiler: &Tiler) -> Result<Turn, Error> {
        Turn::at_leaves(tiler, |_| Turn::Whole)
    }

    /// The same for a division or product by mode: what a layout makes of a mode is `(tile, rest)`.
    pub(crate) fn by_halves(tiler: &Tiler) -> Result<Turn, Error> {
        Turn::at_leaves(tiler, |leaf| match leaf.as_layout() {
            Some(_) => Turn::each(),
            None => Turn::Whole,
        })
    }

    fn at_leaves(tiler: &Tiler, leaf: impl Fn(&Tiler) -> Turn + Copy) -> Result<Turn, Error> {
        if !tiler.is_by_mode() {
            return Ok(leaf(tiler));
        }
        let modes = (0..tiler.rank()).map(|i| Turn::at_leaves(&tiler.mode(i)?, leaf));
        Ok(Turn::Inside(modes.collect::<Result<_, Error>>()?))
    }

    /// The modes that the parentheses of a tuple name stay, each is turned whole.
    pub(crate) fn by_profile(profile: &Tuple) -> Result<Turn, Error> {
        if profile.is_leaf() {
            return Ok(Turn::Whole);
        }
        let modes = (0..profile.rank()).map(|i| Turn::by_profile(&profile.mode(i)?));
        Ok(Turn::Inside(modes.collect::<Result<_, Error>>()?))
    }

    /// A tree, turned.
    pub(crate) fn tree<T: Copy>(&self, tree: &Nested<T>) -> Result<Nested<T>, Error> {
        match self {
            Turn::Not => Ok(*tree),
            Turn::Whole => Ok(tree.mirrored()),
            Turn::Inside(_) if tree.is_leaf() => Ok(*tree),
            Turn::Inside(modes) => {
                let mut out = tree.select(&[])?;
                for i in 0..tree.rank() {
                    let turn = modes.get(i).unwrap_or(&Turn::Whole);
                    out = out.append(&turn.tree(&tree.mode(i)?)?)?;
                }
                Ok(out)
            }
            Turn::Spread(halves, what) => {
                let tree = halves.tree(tree)?;
                let mut out = tree.select(&[])?;
                for i in 0..tree.rank() {
                    let half = tree.mode(i)?;
                    let whole = half.is_leaf() || (i == 0 && *what == Spread::Rest);
                    let parts = if whole { 1 } else { half.rank() };
                    for part in 0..parts {
                        out = out.append(&if whole { half } else { half.mode(part)? })?;
                    }
                }
                Ok(out)
            }
        }
    }

    /// A layout, turned.
    pub(crate) fn layout(&self, layout: &Layout) -> Result<Layout, Error> {
        match self {
            Turn::Whole => Ok(layout.mirrored()),
            _ => Layout::from_tuples(&self.tree(&layout.shape())?, &self.tree(&layout.stride())?),
        }
    }

    /// A composed layout: the layout inside is turned. Layouts among the maps are functions of an index,
    /// and so they are always mirrored.
    fn composed(&self, composed: &ComposedLayout) -> Result<ComposedLayout, Error> {
        let mirrored = |i: usize| match composed.stage(i)? {
            (Outer::Layout(layout), offset) => Ok((Outer::Layout(layout.mirrored()), offset)),
            stage => Ok::<_, Error>(stage),
        };
        let last = composed.stages().saturating_sub(1);
        let (map, offset) = mirrored(last)?;
        let mut out = ComposedLayout::new(map, offset, &self.layout(composed.inner())?)?;
        for i in (0..last).rev() {
            let (map, offset) = mirrored(i)?;
            out = out.after(&map, offset)?;
        }
        Ok(out)
    }

    /// A layout, plain or composed, turned.
    pub(crate) fn any(&self, layout: &AnyLayout) -> Result<AnyLayout, Error> {
        match layout {
            AnyLayout::Plain(layout) => self.layout(layout).map(AnyLayout::Plain),
            AnyLayout::Composed(composed) => self.composed(composed).map(AnyLayout::Composed),
        }
    }

    fn coords(&self, layout: &CoordLayout) -> Result<CoordLayout, Error> {
        CoordLayout::new(&self.tree(&layout.shape())?, &self.tree(&layout.stride())?)
    }

    /// A value, turned. What a layout maps to stays as it is, offsets and coordinates alike; the layouts
    /// in a tiler are mirrored.
    ///
    /// # Errors
    /// Where the mirror image of a composed layout does not fit into 64 bits.
    pub(crate) fn value(&self, value: &Value) -> Result<Value, Error> {
        Ok(match value {
            Value::Tuple(tuple) => Value::from(self.tree(tuple)?),
            Value::Slicer(slicer) => Value::from(self.tree(slicer)?),
            Value::Basis(strides) => Value::Basis(Box::new(self.tree(strides)?)),
            Value::Layout(layout) => Value::from(self.layout(layout)?),
            Value::Slice(layout, offset) => Value::Slice(Box::new(self.layout(layout)?), *offset),
            Value::Composed(composed) => Value::Composed(Box::new(self.composed(composed)?)),
            Value::Pair(both) => Value::Pair(Box::new([self.any(&both[0])?, self.any(&both[1])?])),
            // Threads and values stay in their places; the cells are indices of the tile.
            Value::Tv(tv) => Value::Tv(Box::new(match self {
                Turn::Not => Tv::new(self.any(tv.layout())?, *tv.tile())?,
                _ => Tv::new(Turn::each().any(tv.layout())?, tv.tile().mirrored())?,
            })),
            Value::Coords(layout) => layout_value(self.coords(layout)?),
            Value::CoordSlice(layout, origin) => {
                Value::CoordSlice(Box::new(self.coords(layout)?), origin.clone())
            }
            Value::Tiler(tiler) if *self != Turn::Not => Value::from(mirrored_tiler(tiler)?),
            other => other.clone(),
        })
    }

    /// The place, in what was turned, of the mode that has this path in the turned tree.
    pub(crate) fn path(&self, tree: &Tuple, path: &[usize]) -> Vec<usize> {
        let (mut turn, mut tree, mut out) = (self, *tree, Vec::new());
        for &mode in path {
            let place = match turn {
                Turn::Whole => tree.rank().saturating_sub(1).saturating_sub(mode),
                _ => mode,
            };
            out.push(place);
            turn = match turn {
                Turn::Inside(modes) => modes.get(mode).unwrap_or(&Turn::Whole),
                turn => turn,
            };
            tree = tree.mode(place).unwrap_or(tree);
        }
        out
    }
}

/// The same modes; a layout acts on the mirror image of its mode.
fn mirrored_tiler(tiler: &Tiler) -> Result<Tiler, Error> {
    if tiler.is_by_mode() {
        let modes = (0..tiler.rank()).map(|i| mirrored_tiler(&tiler.mode(i)?));
        return Tiler::by_mode(&modes.collect::<Result<Vec<_>, Error>>()?);
    }
    Ok(tiler.as_layout().map_or(*tiler, |layout| Tiler::layout(layout.mirrored())))
}

/// A text in which every list in parentheses is in reverse; `...` for one that is not whole.
pub(crate) fn mirrored_text(text: &str) -> String {
    let mut open: Vec<Vec<String>> = vec![vec![String::new()]];
    if text.ends_with("...") {
        return "...".into();
    }
    for character in text.chars() {
        match character {
            '(' => open.push(vec![String::new()]),
            ')' => {
                let Some(mut list) = open.pop().filter(|_| !open.is_empty()) else {
                    return "...".into();
                };
                list.reverse();
                push(&mut open, &format!("({})", list.join(",")));
            }
            ',' if open.len() > 1 => {
                if let Some(list) = open.last_mut() {
                    list.push(String::new());
                }
            }
            other => push(&mut open, other.encode_utf8(&mut [0; 4])),
        }
    }
    match open.as_slice() {
        [whole] => whole.concat(),
        _ => "...".into(),
    }
}

/// Adds to the last item of the innermost list.
fn push(open: &mut [Vec<String>], text: &str) {
    if let Some(item) = open.last_mut().and_then(|list| list.last_mut()) {
        item.push_str(text);
    }
}
