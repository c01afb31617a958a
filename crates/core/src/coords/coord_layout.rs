//! Layouts whose values are coordinates: `(4,8):(1@0,1@1)`.
//!
//! A layout with integer strides says where an element lies; one with basis strides says which
//! element it is. Divided, composed and sliced as the data is, it answers for every element of a
//! tile which coordinate of the whole tensor that was: what predication compares with the bounds,
//! and what TMA takes instead of an address.
//!
//! A function into coordinates is one function into integers for each leaf of the coordinate,
//! over one shape; and it is a layout if and only if each of them is one, and the indices at which
//! their strides change divide one another (Theorem N, term by term). So everything here is
//! decided by the exact algebra of integer layouts, component by component.

mod notation;
mod structure;
mod views;
mod scan;
mod algebra;
mod product;
mod inverse;
mod decide;

use core::hash::{Hash, Hasher};

use crate::coords::basis::{Basis, BasisStride};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::Nested;
use crate::ground::profile::Profile;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, IntoTuple, Shape, Slicer, Stride};

/// One leaf: `extent:stride`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct CoordMode {
    pub(crate) extent: i64,
    pub(crate) stride: BasisStride,
}

impl CoordMode {
    pub(crate) const UNIT: CoordMode = CoordMode { extent: 1, stride: BasisStride::ZERO };
}

/// A layout with values in coordinates.
///
/// ```text
/// (3,4):(1@0,1@1)      (0,0) (0,1) (0,2) (0,3)
///                      (1,0) (1,1) (1,2) (1,3)
///                      (2,0) (2,1) (2,2) (2,3)
/// ```
///
/// It keeps the promises of [`Layout`] in every component. The profile of its values is its
/// [`coprofile`](CoordLayout::coprofile); an integer layout is one whose coprofile is a single leaf.
///
/// ```
/// use tilework::{CoordLayout, layout, tiler, tuple};
///
/// let all = CoordLayout::identity(&tuple!((10,7)))?;
/// assert_eq!(all.to_string(), "(10,7):(1@0,1@1)");
/// assert_eq!(all.at(23)?, tuple!((3,2)));
///
/// // The element (1,0) of tile (2,3) of 4 by 2 is outside: there is no column 7.
/// let tiles = all.zipped_divide(&tiler!(<4,2>))?;
/// assert_eq!(tiles.to_string(), "((4,2),(3,4)):((1@0,1@1),(4@0,2@1))");
/// assert_eq!(tiles.at(((1, 1), (2, 3)))?, tuple!((9,7)));
///
/// assert_eq!(all.compose(&layout!((5,2):(2,10)))?, "(5,2):(2@0,1@1)".parse()?);
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy)]
#[doc(alias = "make_identity_tensor")]
pub struct CoordLayout {
    tree: Nested<CoordMode>,
    coprofile: Profile,
    /// Where the leaves of the coprofile are.
    places: List<Basis>,
}

impl CoordLayout {
    /// The layout that maps every coordinate of a shape to itself: CuTe's
    /// `make_identity_layout`.
    ///
    /// # Errors
    /// As [`Layout::col_major`]; [`Unsupported`](ErrorKind::Unsupported) for a shape nested more than
    /// 7 deep.
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,(2,8))))?;
    /// assert_eq!(id.to_string(), "(4,(2,8)):(1@0,(1@0@1,1@1@1))");
    /// assert_eq!(id.at((3, 5))?, tuple!((3,(1,2))));
    /// assert_eq!(CoordLayout::identity(&tuple!(8))?.to_string(), "8:1");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "make_identity_layout")]
    pub const fn identity(shape: &Shape) -> Result<CoordLayout, Error> {
        // The column-major layout says what is wrong with the shape, if anything is.
        if let Err(error) = Layout::col_major(shape) {
            return Err(error.within(Op::IdentityLayout));
        }
        let places = match Basis::leaves(shape.profile) {
            Ok(places) => places,
            Err(error) => {
                return Err(error.within(Op::IdentityLayout).on(Text::EMPTY.tuple(shape)));
            }
        };
        let (mut leaves, mut i) = (List::new(CoordMode::UNIT), 0);
        while i < shape.length() {
            let stride = BasisStride::of(1, places.at(i));
            let _ = leaves.push(CoordMode { extent: shape.leaves.at(i), stride });
            i += 1;
        }
        let tree = Nested { profile: shape.profile, leaves };
        Ok(CoordLayout { tree, coprofile: shape.profile, places })
    }

    /// The layout with this shape and these strides. Its coprofile is the smallest that has all
    /// the places that the strides name.
    ///
    /// # Errors
    /// As [`Layout::new`], for each component; [`Unsupported`](ErrorKind::Unsupported) when one stride
    /// names a mode as a whole and another goes into it (`1@0` and `1@1@0`).
    ///
    /// ```
    /// use tilework::{BasisStride, CoordLayout, Nested, tuple};
    ///
    /// let diagonal = BasisStride::new(1, &[0])?.add(&BasisStride::new(1, &[1])?)?;
    /// let a = CoordLayout::new(&tuple!(5), &Nested::leaf(diagonal))?;
    /// assert_eq!(a.to_string(), "5:1@0+1@1");
    /// assert_eq!(a.at(3)?, tuple!((3,3)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn new(shape: &Shape, stride: &Nested<BasisStride>) -> Result<CoordLayout, Error> {
        let op = Op::Layout;
        if !shape.congruent(stride) {
            let kind = ErrorKind::NotCongruent { left: shape.length(), right: stride.length() };
            return Err(Error::new(op, kind).on(Text::EMPTY.tuple(shape)));
        }
        let (mut leaves, mut i) = (List::new(CoordMode::UNIT), 0);
        while i < shape.length() {
            let mode = CoordMode { extent: shape.leaves.at(i), stride: stride.leaves.at(i) };
            let _ = leaves.push(mode);
            i += 1;
        }
        CoordLayout::written(op, Nested { profile: shape.profile, leaves })
    }

    /// The layout of these modes, with the smallest coprofile that has all the places that their
    /// strides name.
    const fn written(op: Op, tree: Nested<CoordMode>) -> Result<CoordLayout, Error> {
        let (mut strides, mut i): (List<BasisStride>, usize) = (List::new(BasisStride::ZERO), 0);
        while i < tree.length() {
            let _ = strides.push(tree.leaves.at(i).stride);
            i += 1;
        }
        let coprofile = tri!(BasisStride::coprofile(strides.as_slice()));
        let places = tri!(Basis::leaves(coprofile));
        CoordLayout { tree, coprofile, places }.checked(op)
    }

    /// This layout, if it keeps its promises in every component.
    pub(crate) const fn checked(self, op: Op) -> Result<CoordLayout, Error> {
        let mut i = 0;
        while i < self.places.len() {
            if let Err(error) = Layout::checked(op, self.component_tree(i)) {
                return Err(error.on(Text::EMPTY.tuple(&self.shape())));
            }
            i += 1;
        }
        Ok(self)
    }

    /// The same codomain with other modes.
    const fn with(&self, tree: Nested<CoordMode>) -> CoordLayout {
        CoordLayout { tree, coprofile: self.coprofile, places: self.places }
    }

    // ---- Queries -----------------------------------------------------------------------

    /// The number of coordinates of the domain.
    pub const fn size(&self) -> i64 {
        self.shape_layout().size()
    }

    /// The number of modes at the top.
    pub const fn rank(&self) -> usize {
        self.tree.rank()
    }

    /// The extents.
    pub const fn shape(&self) -> Shape {
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < self.tree.length() {
            let _ = leaves.push(self.tree.leaves.at(i).extent);
            i += 1;
        }
        Nested { profile: self.tree.profile, leaves }
    }

    /// The strides.
    pub const fn stride(&self) -> Nested<BasisStride> {
        let (mut leaves, mut i) = (List::new(BasisStride::ZERO), 0);
        while i < self.tree.length() {
            let _ = leaves.push(self.tree.leaves.at(i).stride);
            i += 1;
        }
        Nested { profile: self.tree.profile, leaves }
    }

    /// The nesting of the coordinates that are its values.
    pub const fn coprofile(&self) -> Profile {
        self.coprofile
    }

    /// The smallest shape from the origin on that has all its values, if none is negative: the
    /// [`cosize`](Layout::cosize) of each component. Of the identity, this is its shape.
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let a: CoordLayout = "(3,4):(2@0,1@1)".parse()?;
    /// assert_eq!(a.coshape(), tuple!((5,4)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn coshape(&self) -> Shape {
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < self.places.len() {
            let _ = leaves.push(Layout { tree: self.component_tree(i) }.cosize());
            i += 1;
        }
        Nested { profile: self.coprofile, leaves }
    }

    /// Leaf `i` of the values, counted from the left, as an integer layout of the same shape.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when `i` is not a leaf of the coprofile.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,8)))?;
    /// assert_eq!(id.component(1)?, layout!((4,8):(0,1)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn component(&self, i: usize) -> Result<Layout, Error> {
        if i >= self.places.len() {
            return Err(crate::ground::nested::no_mode(Op::Mode, i, self.places.len()));
        }
        Ok(Layout { tree: self.component_tree(i) })
    }

    const fn component_tree(&self, i: usize) -> Nested<Mode> {
        Nested {
            profile: self.tree.profile,
            leaves: component_modes(self.tree.leaves(), self.places.at(i)),
        }
    }

    /// The integer layout that this is, if no stride goes along a mode of a coordinate.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout};
    ///
    /// assert_eq!("(4,8):(8,1)".parse::<CoordLayout>()?.to_layout(), Some(layout!((4,8):(8,1))));
    /// assert_eq!("(4,8):(8@0,1@0)".parse::<CoordLayout>()?.to_layout(), None);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn to_layout(&self) -> Option<Layout> {
        let (mut leaves, mut i) = (List::new(Mode::VACANT), 0);
        while i < self.tree.length() {
            let CoordMode { extent, stride } = self.tree.leaves.at(i);
            match stride.as_integer() {
                Some(stride) => {
                    let _ = leaves.push(Mode::new(extent, stride));
                }
                None => return None,
            }
            i += 1;
        }
        Some(Layout { tree: Nested { profile: self.tree.profile, leaves } })
    }

    /// The domain, as a layout without strides.
    const fn shape_layout(&self) -> Layout {
        let (mut leaves, mut i) = (List::new(Mode::VACANT), 0);
        while i < self.tree.length() {
            let _ = leaves.push(Mode::new(self.tree.leaves.at(i).extent, 0));
            i += 1;
        }
        Layout { tree: Nested { profile: self.tree.profile, leaves } }
    }

    // ---- Evaluation --------------------------------------------------------------------

    /// The coordinate at a coordinate: an integer, nested Rust tuples of integers, or a
    /// [`Coord`]. An integer past the end continues on the last mode, as in CuTe.
    ///
    /// # Errors
    /// As [`Layout::at`].
    pub fn at(&self, coord: impl IntoTuple) -> Result<Coord, Error> {
        self.at_coord(&coord.into_tuple()?)
    }

    /// [`at`](CoordLayout::at) for constants.
    ///
    /// # Errors
    /// As [`Layout::at`].
    pub const fn at_coord(&self, coord: &Coord) -> Result<Coord, Error> {
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < self.places.len() {
            match (Layout { tree: self.component_tree(i) }).at_coord(coord) {
                Ok(value) => {
                    let _ = leaves.push(value);
                }
                Err(error) => return Err(error),
            }
            i += 1;
        }
        Ok(Nested { profile: self.coprofile, leaves })
    }

    /// The offsets of these coordinates in a tensor with strides `stride`, one for each leaf of
    /// the coordinate: `R(x) = sum over i of stride_i * A_i(x)`.
    ///
    /// In plain words: from "which element" to "where it lies". The tiles of the identity become
    /// the tiles of the data.
    ///
    /// # Errors
    /// [`NotCongruent`](ErrorKind::NotCongruent) when `stride` is not nested as the coordinates are;
    /// [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{CoordLayout, layout, tiler};
    ///
    /// let data = layout!((12,32):(40,1));
    /// let tiles = CoordLayout::identity(&data.shape())?.zipped_divide(&tiler!(<4,8>))?;
    /// assert_eq!(tiles.inner_product(&data.stride())?, data.zipped_divide(&tiler!(<4,8>))?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn inner_product(&self, stride: &Stride) -> Result<Layout, Error> {
        let op = Op::InnerProduct;
        if !self.coprofile.same(stride.profile) {
            let kind = ErrorKind::NotCongruent { left: self.places.len(), right: stride.length() };
            return Err(Error::new(op, kind).on(Text::EMPTY.tuple(stride)));
        }
        let (mut leaves, mut i) = (List::new(Mode::VACANT), 0);
        while i < self.tree.length() {
            let (mode, mut sum, mut k) = (self.tree.leaves.at(i), 0_i128, 0);
            while k < self.places.len() {
                // At most 4 products below 2^126 each.
                let scale = mode.stride.scale_at(self.places.at(k)) as i128;
                sum = match sum.checked_add(scale * stride.leaves.at(k) as i128) {
                    Some(sum) => sum,
                    None => return Err(Error::overflow(op, "stride")),
                };
                k += 1;
            }
            let _ = leaves.push(Mode::new(mode.extent, tri!(crate::layout::coord::fit(op, sum))));
            i += 1;
        }
        Layout::checked(op, Nested { profile: self.tree.profile, leaves })
    }

    // ---- Structure ---------------------------------------------------------------------

    /// Mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when `i` is not below the rank.
    pub const fn mode(&self, i: usize) -> Result<CoordLayout, Error> {
        Ok(self.with(tri!(self.tree.mode(i))))
    }

    /// Whether both have the same number of indices and the same value at each.
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let a: CoordLayout = "(2,2,3):(1@0,2@0,1@1)".parse()?;
    /// assert!(a.same_function(&"(4,3):(1@0,1@1)".parse()?));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn same_function(&self, other: &CoordLayout) -> bool {
        self.size() == other.size() && self.first_difference(other).is_none()
    }

    /// The first index at which the values differ at one of these places.
    const fn differs(&self, other: &CoordLayout, places: &List<Basis>) -> Option<i64> {
        let (mut first, mut i) = (None, 0);
        while i < places.len() {
            let a = Layout {
                tree: Layout::flat_tree(component_modes(self.tree.leaves(), places.at(i))),
            };
            let b = Layout {
                tree: Layout::flat_tree(component_modes(other.tree.leaves(), places.at(i))),
            };
            if let Some(index) = a.first_difference(&b)
                && (first.is_none() || matches!(first, Some(least) if index < least))
            {
                first = Some(index);
            }
            i += 1;
        }
        first
    }

    /// The same leaf modes without inner parentheses.
    pub const fn flatten(&self) -> CoordLayout {
        self.with(self.tree.flatten())
    }

    /// The modes that a slicer keeps with `_`, and the coordinate at those that it fixes.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    ///
    /// ```
    /// use tilework::{CoordLayout, slicer, tiler, tuple};
    ///
    /// let tiles = CoordLayout::identity(&tuple!((10,7)))?.zipped_divide(&tiler!(<4,2>))?;
    /// let (tile, origin) = tiles.slice(&slicer!((_,(2,3))))?;
    /// assert_eq!((tile.to_string().as_str(), origin), ("((4,2)):((1@0,1@1))", tuple!((8,6))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn slice(&self, slicer: &Slicer) -> Result<(CoordLayout, Coord), Error> {
        let (mut leaves, mut i) = (List::new(0), 0);
        while i < self.places.len() {
            let (_, offset) = tri!(Layout { tree: self.component_tree(i) }.slice(slicer));
            let _ = leaves.push(offset);
            i += 1;
        }
        let kept = tri!(self.tree.select_by(Op::Slice, slicer, true));
        Ok((self.with(kept), Nested { profile: self.coprofile, leaves }))
    }
}

/// The modes of one component.
const fn component_modes(modes: &[CoordMode], place: Basis) -> List<Mode> {
    let (mut out, mut i) = (List::new(Mode::VACANT), 0);
    while i < modes.len() {
        let _ = out.push(Mode::new(modes[i].extent, modes[i].stride.scale_at(place)));
        i += 1;
    }
    out
}

impl PartialEq for CoordLayout {
    /// The same shape and strides, as written: a codomain with modes that no stride reaches is no
    /// other one.
    fn eq(&self, other: &Self) -> bool {
        self.tree == other.tree
    }
}

impl Eq for CoordLayout {}

impl Hash for CoordLayout {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.tree.hash(state);
    }
}

impl From<&Layout> for CoordLayout {
    /// The same function, with integers as coordinates.
    fn from(layout: &Layout) -> CoordLayout {
        let mut leaves = List::new(CoordMode::UNIT);
        for &Mode { extent, stride } in layout.leaf_modes() {
            let _ =
                leaves.push(CoordMode { extent, stride: BasisStride::of(stride, Basis::WHOLE) });
        }
        let tree = Nested { profile: layout.profile(), leaves };
        CoordLayout { tree, coprofile: Profile::LEAF, places: List::of(Basis::WHOLE) }
    }
}
