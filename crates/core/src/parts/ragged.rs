//! Ragged tiles: dividing 10 by 3 gives four tiles, the last of which overhangs by 2.
//!
//! Kernels mask what overhangs: they carry the coordinates of a tile along and compare them with
//! the bounds. [`Ragged`] is that comparison as a value: which elements of a tile are inside, from
//! which on they are not, and how many are masked, each from the modes and not by going through
//! the elements.

use crate::algebra::compose::first_reaching;
use crate::algebra::tiler::{Part, Place, Tiler};
use crate::coords::coord_layout::CoordLayout;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::structure::sort_by_stride;
use crate::layout::tuple::{Coord, IntoTuple, Shape, Slicer};

/// A shape divided by a tiler, and which elements of which tile are inside.
///
/// ```text
/// 10 by 3     tile 0: 0 1 2    tile 1: 3 4 5    tile 2: 6 7 8    tile 3: 9 . .
/// ```
///
/// Each mode that the tiler divides counts as one index, nested or not, and the coordinates are
/// those indices: coordinates of the tensor, as [`Layout::at`] takes them.
///
/// ```
/// use tilework::{Ragged, tiler, tuple};
///
/// let tiles = Ragged::new(&tuple!((10,7)), &tiler!(<4,2>))?;
/// assert_eq!((tiles.tile_shape(), tiles.rest_shape()), (tuple!((4,2)), tuple!((3,4))));
/// assert_eq!(tiles.coord((1, 0), (2, 3))?, tuple!((9,6)));
/// assert!(tiles.is_inside((1, 0), (2, 3))?);
/// assert!(!tiles.is_inside((1, 1), (2, 3))?);
/// assert_eq!(tiles.limits((2, 3))?, tuple!((2,1)));
/// assert_eq!(tiles.first_masked((2, 3))?, Some(2));
/// assert_eq!(tiles.masked_in((2, 3))?, 6);
/// assert_eq!(tiles.masked(), 26);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[doc(alias = "predicate")]
pub struct Ragged {
    /// The shape, with every mode that the tiler divides as one extent.
    bounds: Shape,
    /// From (tile, rest) to the coordinates in that shape.
    coords: CoordLayout,
}

impl Ragged {
    /// The tiles of a shape.
    ///
    /// # Errors
    /// As [`Layout::zipped_divide`] by the tiler, and [`Aliased`](ErrorKind::Aliased) for a tile that
    /// has an element twice.
    pub const fn new(shape: &Shape, tiler: &Tiler) -> Result<Ragged, Error> {
        let op = Op::Ragged;
        let subject = Text::EMPTY.tuple(shape);
        let made = match coarse(shape, tiler) {
            Ok(bounds) => match CoordLayout::identity(&bounds) {
                Ok(all) => match all.zipped_divide(tiler) {
                    Ok(coords) => Ok(Ragged { bounds, coords }),
                    Err(error) => Err(error),
                },
                Err(error) => Err(error),
            },
            Err(error) => Err(error),
        };
        match made {
            Ok(ragged) => Ok(ragged),
            Err(error) => Err(error.within(op).on(subject)),
        }
    }

    /// The shape of one tile.
    pub const fn tile_shape(&self) -> Shape {
        self.half(0)
    }

    /// The shape of the arrangement of the tiles.
    pub const fn rest_shape(&self) -> Shape {
        self.half(1)
    }

    const fn half(&self, i: usize) -> Shape {
        let shape = self.coords.shape();
        shape.subtree(shape.child(shape.root(), i))
    }

    /// The extents that the coordinates are compared with.
    pub const fn bounds(&self) -> Shape {
        self.bounds
    }

    /// The coordinates, as a layout of (tile, rest).
    pub const fn coords(&self) -> &CoordLayout {
        &self.coords
    }

    /// The coordinate of element `i` of tile `tile`, inside or not.
    ///
    /// # Errors
    /// [`OutOfBounds`](ErrorKind::OutOfBounds) when there is no such element or tile, and as
    /// [`Layout::at`].
    pub fn coord(&self, i: impl IntoTuple, tile: impl IntoTuple) -> Result<Coord, Error> {
        let (i, tile) = (i.into_tuple()?, tile.into_tuple()?);
        Layout::col_major(&self.tile_shape())?.check_bounds(&i)?;
        Layout::col_major(&self.rest_shape())?.check_bounds(&tile)?;
        self.coords.at((i, tile))
    }

    /// Whether element `i` of tile `tile` is inside the shape.
    ///
    /// # Errors
    /// As [`coord`](Ragged::coord).
    pub fn is_inside(&self, i: impl IntoTuple, tile: impl IntoTuple) -> Result<bool, Error> {
        let coord = self.coord(i, tile)?;
        Ok(coord.leaves().iter().zip(self.bounds.leaves()).all(|(x, bound)| x < bound))
    }

    /// One tile: the coordinates from its origin on, and the origin.
    fn tile(&self, tile: impl IntoTuple) -> Result<(CoordLayout, Coord), Error> {
        let tile = tile.into_tuple()?;
        Layout::col_major(&self.rest_shape())?.check_bounds(&tile)?;
        let slicer = Nested::leaf(None).append(&tile.to_slicer())?;
        self.coords.slice(&slicer)
    }

    /// How far a tile may go in each mode: its element with coordinate `x` from the origin of the
    /// tile is inside when `x` is below that. CuTe's residue; not positive for a tile that is
    /// outside as a whole.
    ///
    /// # Errors
    /// As [`coord`](Ragged::coord).
    #[doc(alias = "residue")]
    pub fn limits(&self, tile: impl IntoTuple) -> Result<Coord, Error> {
        let (_, mut origin) = self.tile(tile)?;
        for (x, bound) in origin.leaves.as_mut_slice().iter_mut().zip(self.bounds.leaves()) {
            *x = bound - *x;
        }
        Ok(origin)
    }

    /// The first index of a tile that is outside, or `None` when the whole tile is inside.
    ///
    /// # Errors
    /// As [`coord`](Ragged::coord).
    pub fn first_masked(&self, tile: impl IntoTuple) -> Result<Option<i64>, Error> {
        let (tile, origin) = self.tile(tile)?;
        self.first_outside(&tile, &origin)
    }

    fn first_outside(&self, part: &CoordLayout, origin: &Coord) -> Result<Option<i64>, Error> {
        let mut first = None;
        for (i, (x, bound)) in origin.leaves().iter().zip(self.bounds.leaves()).enumerate() {
            let (component, need) = (part.component(i)?, bound - x);
            if component.max_offset() >= need {
                // An index that is outside in this mode has, in this mode alone, at least that.
                let index =
                    if need <= 0 { 0 } else { first_reaching(component.leaf_modes(), need) };
                first = Some(first.map_or(index, |first: i64| first.min(index)));
            }
        }
        Ok(first)
    }

    /// Whether all that a slicer of (tile, rest) keeps is inside, or which index is not.
    pub(crate) fn check(&self, slicer: &Slicer) -> Result<(), Error> {
        let (kept, origin) = self.coords.slice(slicer)?;
        match self.first_outside(&kept, &origin)? {
            None => Ok(()),
            Some(index) => {
                let masked = self.masked();
                let subject = Text::EMPTY.tuple(&self.bounds);
                Err(Error::new(Op::Ragged, ErrorKind::Overhang { index, masked }).on(subject))
            }
        }
    }

    /// How many elements of a tile are outside.
    ///
    /// # Errors
    /// As [`coord`](Ragged::coord).
    pub fn masked_in(&self, tile: impl IntoTuple) -> Result<i64, Error> {
        let (tile, origin) = self.tile(tile)?;
        let mut inside = 1;
        for (i, (x, bound)) in origin.leaves().iter().zip(self.bounds.leaves()).enumerate() {
            inside *= count_below(&tile.component(i)?, bound - x);
        }
        Ok(tile.size() - inside)
    }

    /// How many elements of all tiles are outside.
    pub const fn masked(&self) -> i64 {
        // Every element of the shape is in exactly one tile.
        let (mut size, mut i) = (1, 0);
        while i < self.bounds.length() {
            size *= self.bounds.leaves.at(i);
            i += 1;
        }
        self.coords.size() - size
    }
}

/// How many indices of the modes that have a stride lie below `limit`.
///
/// A tile that tiles and has no element twice is a radix system (Theorem K): sorted by stride,
/// each mode begins beyond the end of those below it. So of the largest mode, all steps but one
/// are inside or outside as a whole.
fn count_below(tile: &Layout, limit: i64) -> i64 {
    let mut modes: List<Mode> = List::new(Mode::VACANT);
    let mut below = 1;
    for mode in tile.leaf_modes().iter().filter(|mode| mode.extent > 1 && mode.stride != 0) {
        let _ = modes.push(*mode);
        below *= mode.extent;
    }
    sort_by_stride(modes.as_mut_slice());
    let (mut count, mut limit) = (0, limit);
    for &Mode { extent, stride } in modes.as_slice().iter().rev() {
        if limit <= 0 {
            return count;
        }
        below /= extent;
        let whole = (limit - 1) / stride;
        if whole >= extent {
            return count + extent * below;
        }
        count += whole * below;
        limit -= whole * stride;
    }
    count + i64::from(limit > 0)
}

/// The shape with every mode that the tiler divides, or does not reach, as one extent.
const fn coarse(shape: &Shape, tiler: &Tiler) -> Result<Shape, Error> {
    let mut out = shape.nothing();
    tri!(coarse_at(shape, shape.root(), tiler, tiler.root(), &mut out));
    Ok(out)
}

const fn coarse_at(
    shape: &Shape,
    node: Node,
    tiler: &Tiler,
    place: Place,
    out: &mut Shape,
) -> Result<(), Error> {
    let named = match tiler.part(place) {
        Part::Keep => return out.push(&Nested::leaf(tri!(shape.product_at(node)))),
        Part::Layout(tile) => {
            tri!(once(&tile.to_layout()));
            return out.push(&Nested::leaf(tri!(shape.product_at(node))));
        }
        Part::Tuple(named) => named,
    };
    let rank = shape.rank_of(node);
    if named > rank {
        return Err(Error::new(Op::Ragged, ErrorKind::RankTooLarge { rank: named, limit: rank }));
    }
    // An integer is its own only mode, and its coordinates have no parentheses.
    let is_tuple = !shape.is_leaf_at(node);
    let (mut node, mut place, mut i) = (shape.first_child(node), tiler.first_child(place), 0);
    if is_tuple {
        tri!(out.open());
    }
    while i < rank {
        if i < named {
            if let Err(error) = coarse_at(shape, node, tiler, place, out) {
                return Err(error.in_mode(i));
            }
            place = tiler.after(place);
        } else {
            tri!(out.push(&Nested::leaf(tri!(shape.product_at(node)))));
        }
        (node, i) = (shape.after(node), i + 1);
    }
    if is_tuple { out.close() } else { Ok(()) }
}

/// Counting rests on tiles that have no element twice.
const fn once(tile: &Layout) -> Result<(), Error> {
    match tri!(tile.collision()) {
        None => Ok(()),
        Some((x, y)) => {
            let offset = tri!(tile.at_index(x));
            let error = Error::new(Op::Ragged, ErrorKind::Aliased { x, y, offset });
            Err(error.on(tile.text()))
        }
    }
}
