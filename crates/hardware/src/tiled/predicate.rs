//! Predicates: which elements of a thread's part are inside the tensor, where tiles overhang.

use tilework::{Coord, CoordLayout, Shape};

use crate::tiled::error::{TiledError, step};

/// How many elements of a part are looked at one by one.
const MAX_ELEMENTS: i64 = 1 << 20;

/// By how much the tiles overhang a tensor.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Overhang {
    /// How many elements of the tiles are not in the tensor.
    pub elements: i64,
    /// The extents that the tiles cover, mode by mode.
    pub covered: Shape,
}

/// The overhang of tiles of these extents over a shape.
pub(crate) fn overhang(shape: &Shape, tile: &[i64]) -> Result<Overhang, TiledError> {
    let bounds = bounds(shape, tile.len())?;
    let mut covered = [0; tilework::limits::MAX_MODES];
    let (mut inside, mut all) = (1_i128, 1_i128);
    for (mode, (slot, &extent)) in covered.iter_mut().zip(bounds.leaves()).enumerate() {
        let tile = tile.get(mode).copied().unwrap_or(1).max(1) as i128;
        let whole = (extent as i128 + tile - 1) / tile * tile;
        *slot = i64::try_from(whole).map_err(|_| TiledError::Overflow { what: "the overhang" })?;
        inside *= extent as i128;
        all = all.checked_mul(whole).ok_or(TiledError::Overflow { what: "the overhang" })?;
    }
    let elements =
        i64::try_from(all - inside).map_err(|_| TiledError::Overflow { what: "the overhang" })?;
    let covered = covered.get(..bounds.length()).unwrap_or(&[]);
    Ok(Overhang { elements, covered: Shape::from_slice(covered).map_err(step("overhang"))? })
}

/// The extents of a tensor, one for each mode, if there are enough modes.
pub(crate) fn bounds(shape: &Shape, rank: usize) -> Result<Shape, TiledError> {
    if shape.rank() < rank {
        return Err(TiledError::TensorRank { rank: shape.rank(), tile: rank });
    }
    let bounds = shape.product_each().map_err(step("shape"))?;
    // A single mode as a tuple of one, as the coordinates are.
    if bounds.is_leaf() {
        Shape::from_slice(bounds.leaves()).map_err(step("shape"))
    } else {
        Ok(bounds)
    }
}

/// The coordinates of a thread's part of a tensor, which its predicate compares with the bounds: CuTe's
/// partition of an identity tensor, and `elem_less`.
///
/// ```
/// use tilework::{layout, tuple};
/// use tilework_hardware::atom::CopyAtom;
/// use tilework_hardware::tiled::{Side, TiledCopy};
///
/// // UniversalCopy<uint32_t>; 8 x 4 threads with 1 x 2 floats on 10 x 8.
/// let bits = layout!((1,32):(0,1));
/// let atom = CopyAtom { thr_id: layout!(1:0), src: bits, dst: bits, reference: bits };
/// let copy = TiledCopy::new(&atom, 32, &layout!((8,4):(4,1)), &layout!((1,2):(0,1)))?;
/// let inside = copy.predicate(Side::Source, &tuple!((10,8)), 13)?;
/// assert_eq!(inside.coords().to_string(), "((1,2),2,1):((0,1@1),8@0,0)");
/// assert_eq!(inside.origin(), tuple!((3,2)));
/// assert!(inside.is_inside(1)? && !inside.is_inside(2)?);
/// assert_eq!(inside.outside()?, 2);
/// # Ok::<(), tilework_hardware::tiled::TiledError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(alias = "elem_less")]
pub struct Predicate {
    coords: CoordLayout,
    origin: Coord,
    bounds: Shape,
}

impl Predicate {
    pub(crate) fn new(coords: CoordLayout, origin: Coord, bounds: Shape) -> Predicate {
        Predicate { coords, origin, bounds }
    }

    /// From the index of an element of the part to its coordinate, from the origin on.
    pub const fn coords(&self) -> &CoordLayout {
        &self.coords
    }

    /// The coordinate of the first element.
    pub const fn origin(&self) -> Coord {
        self.origin
    }

    /// The extents of the tensor.
    pub const fn bounds(&self) -> Shape {
        self.bounds
    }

    /// The coordinate in the tensor of element `index` of the part, inside or not.
    ///
    /// # Errors
    /// As [`CoordLayout::at`].
    pub fn coord(&self, index: i64) -> Result<Coord, TiledError> {
        let at = self.coords.at(index).map_err(step("coordinate"))?;
        let mut sum = [0; tilework::limits::MAX_MODES];
        for (slot, (x, y)) in sum.iter_mut().zip(at.leaves().iter().zip(self.origin.leaves())) {
            *slot = x.saturating_add(*y);
        }
        Coord::from_slice(sum.get(..at.length()).unwrap_or(&[])).map_err(step("coordinate"))
    }

    /// Whether element `index` of the part is inside the tensor.
    ///
    /// # Errors
    /// As [`coord`](Predicate::coord).
    pub fn is_inside(&self, index: i64) -> Result<bool, TiledError> {
        let coord = self.coord(index)?;
        Ok(coord.leaves().iter().zip(self.bounds.leaves()).all(|(x, bound)| x < bound))
    }

    /// How many elements of the part are not inside.
    ///
    /// # Errors
    /// [`TooLarge`](TiledError::TooLarge).
    pub fn outside(&self) -> Result<i64, TiledError> {
        let size = self.coords.size();
        if size > MAX_ELEMENTS {
            return Err(TiledError::TooLarge { elements: size, limit: MAX_ELEMENTS });
        }
        // A block of elements at a time, one component after another: an element counts once.
        const BLOCK: usize = 64;
        let mut outside = 0;
        for start in (0..size).step_by(BLOCK * 64) {
            let mut marks = [0_u64; BLOCK];
            for (i, (&origin, &bound)) in
                self.origin.leaves().iter().zip(self.bounds.leaves()).enumerate()
            {
                let component = self.coords.component(i).map_err(step("coordinate"))?;
                if origin.saturating_add(component.max_offset()) < bound {
                    continue;
                }
                let component = component.prepare();
                let end = size.min(start + (BLOCK * 64) as i64);
                for (k, index) in (start..end).enumerate() {
                    if origin.saturating_add(component.at(index)) >= bound {
                        marks[k / 64] |= 1 << (k % 64);
                    }
                }
            }
            outside += marks.iter().map(|mark| i64::from(mark.count_ones())).sum::<i64>();
        }
        Ok(outside)
    }
}
