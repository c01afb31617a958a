//! Parts of tensors: what the formulas need of a layout, plain, composed or of coordinates.

use tilework::{AnyLayout, Coord, CoordLayout, Error, Layout, Shape, Slicer, Tiler};

use crate::tiled::error::{TiledError, step};

/// What the formulas need of the layout of a tensor. The same steps cut the offsets of a tensor and
/// its coordinates, which say what is inside.
pub(crate) trait Cut: Copy {
    /// Where a part begins: an offset, or a coordinate.
    type Origin;

    fn logical_divide(&self, tiler: &Tiler) -> Result<Self, Error>;
    fn zipped_divide(&self, tiler: &Tiler) -> Result<Self, Error>;
    fn compose(&self, b: &Layout) -> Result<Self, Error>;
    fn compose_at(&self, offset: i64, b: &Layout) -> Result<Self, Error>;
    fn mode(&self, i: usize) -> Result<Self, Error>;
    fn pair(first: Self, second: Self) -> Result<Self, Error>;
    fn append(&self, mode: &Self) -> Result<Self, Error>;
    fn slice(&self, slicer: &Slicer) -> Result<(Self, Self::Origin), Error>;
    fn at_index(&self, index: i64) -> Result<Self::Origin, Error>;
    fn sum(a: Self::Origin, b: Self::Origin) -> Result<Self::Origin, Error>;
    fn shape(&self) -> Shape;
}

macro_rules! cut {
    ($type:ty, $origin:ty, |$this:ident, $index:ident| $at:expr, |$a:ident, $b:ident| $sum:expr) => {
        impl Cut for $type {
            type Origin = $origin;

            fn logical_divide(&self, tiler: &Tiler) -> Result<Self, Error> {
                <$type>::logical_divide(self, tiler)
            }
            fn zipped_divide(&self, tiler: &Tiler) -> Result<Self, Error> {
                <$type>::zipped_divide(self, tiler)
            }
            fn compose(&self, b: &Layout) -> Result<Self, Error> {
                <$type>::compose(self, b)
            }
            fn compose_at(&self, offset: i64, b: &Layout) -> Result<Self, Error> {
                <$type>::compose_at(self, offset, b)
            }
            fn mode(&self, i: usize) -> Result<Self, Error> {
                <$type>::mode(self, i)
            }
            fn pair(first: Self, second: Self) -> Result<Self, Error> {
                <$type>::concat(&[first, second])
            }
            fn append(&self, mode: &Self) -> Result<Self, Error> {
                <$type>::append(self, mode)
            }
            fn slice(&self, slicer: &Slicer) -> Result<(Self, $origin), Error> {
                <$type>::slice(self, slicer)
            }
            fn at_index(&self, $index: i64) -> Result<$origin, Error> {
                let $this = self;
                $at
            }
            fn sum($a: $origin, $b: $origin) -> Result<$origin, Error> {
                $sum
            }
            fn shape(&self) -> Shape {
                <$type>::shape(self)
            }
        }
    };
}

cut!(Layout, i64, |this, index| Layout::at_index(this, index), |a, b| {
    // Both are offsets of one layout, which fit together.
    Ok(a.saturating_add(b))
});
cut!(CoordLayout, Coord, |this, index| CoordLayout::at(this, index), |a, b| {
    let mut sum = [0; tilework::limits::MAX_MODES];
    for (slot, (x, y)) in sum.iter_mut().zip(a.leaves().iter().zip(b.leaves())) {
        *slot = x.saturating_add(*y);
    }
    Coord::from_slice(sum.get(..a.length()).unwrap_or(&[]))?.unflatten(&a)
});

/// A tuple of `rank` times `_`.
pub(crate) fn blanks(rank: usize) -> Result<Slicer, Error> {
    // One blank, in parentheses, and as many again as are missing.
    let one = Slicer::leaf(None);
    one.append(&one)?.remove(0)?.append_n(rank, &one)
}

/// The slicer `(a,b)`.
pub(crate) fn pair(a: &Slicer, b: &Slicer) -> Result<Slicer, Error> {
    // Appended to a single leaf, `b` is a mode of its own; then `a` takes the place of that leaf.
    Slicer::leaf(None).append(b)?.replace(0, a)
}

/// What one thread has of a tensor that may be composed: by the formula, or read from the elements of the layout inside,
/// and seen through the same maps; or else read from the elements of the tensor, if these have strides.
pub(crate) fn partition(
    tensor: &AnyLayout,
    part: impl Fn(&Layout) -> Result<(Layout, i64), TiledError>,
    recovered: impl Fn(&AnyLayout) -> Result<Option<(Layout, i64)>, Error>,
) -> Result<(AnyLayout, i64), TiledError> {
    let found = |tensor: &AnyLayout, error| recovered(tensor).ok().flatten().ok_or(error);
    let inside = |inner: &Layout| part(inner).or_else(|error| found(&(*inner).into(), error));
    through_maps(tensor, inside).or_else(|error| {
        found(tensor, error).map(|(part, offset)| (AnyLayout::Plain(part), offset))
    })
}

/// What is cut out of a tensor that may be composed: the part of the layout inside, seen through the same
/// maps. What has strides is plain, with the offset at which it begins; else the offset is 0.
pub(crate) fn through_maps(
    tensor: &AnyLayout,
    part: impl FnOnce(&Layout) -> Result<(Layout, i64), TiledError>,
) -> Result<(AnyLayout, i64), TiledError> {
    let composed = match tensor {
        AnyLayout::Plain(layout) => {
            return part(layout).map(|(part, offset)| (AnyLayout::Plain(part), offset));
        }
        AnyLayout::Composed(composed) => composed,
    };
    let (part, mut from) = part(composed.inner())?;
    let mut all = AnyLayout::Plain(part);
    for i in (0..composed.stages()).rev() {
        let (map, offset) = composed.stage(i).map_err(step("maps"))?;
        let offset = offset.checked_add(from).ok_or(TiledError::Overflow { what: "an offset" })?;
        all = all.after(&map, offset).map_err(step("maps"))?;
        from = 0;
    }
    Ok(match all.to_layout() {
        Ok((layout, offset)) => (AnyLayout::Plain(layout), offset),
        Err(_) => (all, 0),
    })
}
