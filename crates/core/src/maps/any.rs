//! Plain or composed: the result of operations that are always defined.

mod notation;
mod compose;
mod divide;
mod image;
mod inverse;
mod pointwise;
mod cast;
mod views;

use core::fmt;

use crate::algebra::tiler::Tiler;
use crate::algebra::tiler::by_mode::selection;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::{Coord, IntoTuple, Shape, Slicer, Tuple};
use crate::maps::composed::offsets::AnyOffsets;
use crate::maps::composed::{ComposedLayout, Outer};
use crate::maps::layout_ref::LayoutRef;
use crate::maps::xor_map::XorMap;

/// A plain layout, or a composed one.
///
/// ```
/// use tilework::{AnyLayout, layout};
///
/// let (a, b) = (layout!((6,2):(1,7)), layout!((3,2):(2,3)));
/// assert!(a.compose(&b).is_err());
/// let composed = a.compose_any(&b)?;
/// assert_eq!(composed.to_string(), "(6,2):(1,7) o 0 o (3,2):(2,3)");
/// assert_eq!(composed.at(5)?, 8);
/// assert_eq!(a.compose_any(&layout!(3:2))?, AnyLayout::Plain(layout!(3:2)));
/// # Ok::<(), tilework::Error>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[allow(clippy::large_enum_variant)]
pub enum AnyLayout {
    /// A shape with strides.
    Plain(Layout),
    /// A layout seen through maps.
    Composed(ComposedLayout),
}

/// Questions that [`LayoutRef`] answers for both kinds.
macro_rules! asked {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {
        $(
            $(#[$doc])*
            #[doc = concat!("See [`LayoutRef::", stringify!($name), "`].")]
            pub const fn $name(&self, $($argument: $type),*) -> $out {
                self.as_ref().$name($($argument),*)
            }
        )*
    };
    (fallible: $($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            #[doc = concat!("As [`LayoutRef::", stringify!($name), "`].")]
            pub fn $name(&self, $($argument: $type),*) -> Result<$out, Error> {
                self.as_ref().$name($($argument),*)
            }
        )*
    };
}

macro_rules! rearranged {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*);)*) => {
        $(
            $(#[$doc])*
            ///
            /// # Errors
            #[doc = concat!("As [`Layout::", stringify!($name), "`].")]
            pub const fn $name(&self, $($argument: $type),*) -> Result<AnyLayout, Error> {
                match self {
                    AnyLayout::Plain(layout) => {
                        Ok(AnyLayout::Plain(tri!(layout.$name($($argument),*))))
                    }
                    AnyLayout::Composed(composed) => {
                        Ok(AnyLayout::Composed(tri!(composed.$name($($argument),*))))
                    }
                }
            }
        )*
    };
}

macro_rules! simplified {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            pub const fn $name(&self) -> AnyLayout {
                match self {
                    AnyLayout::Plain(layout) => AnyLayout::Plain(layout.$name()),
                    AnyLayout::Composed(composed) => AnyLayout::Composed(composed.$name()),
                }
            }
        )*
    };
}

impl AnyLayout {
    /// `outer o offset o self`.
    ///
    /// # Errors
    /// As [`ComposedLayout::new`], and [`TooManyStages`](ErrorKind::TooManyStages).
    pub const fn after(&self, outer: &Outer, offset: i64) -> Result<AnyLayout, Error> {
        Ok(AnyLayout::Composed(tri!(match self {
            AnyLayout::Plain(layout) => ComposedLayout::from_parts(outer, offset, layout),
            AnyLayout::Composed(composed) => composed.after(outer, offset),
        })))
    }

    /// The same layout, borrowed: for functions that take either kind.
    #[inline]
    pub const fn as_ref(&self) -> LayoutRef<'_> {
        match self {
            AnyLayout::Plain(layout) => LayoutRef::Plain(layout),
            AnyLayout::Composed(composed) => LayoutRef::Composed(composed),
        }
    }

    asked! {
        /// The layout that has the coordinates.
        inner() -> &Layout;
        /// The plain layout, if this is one.
        plain() -> Option<&Layout>;
        /// The shape.
        shape() -> Shape;
        /// The number of coordinates.
        size() -> i64;
        /// The number of modes at the top.
        rank() -> usize;
        /// The depth of the nesting.
        depth() -> usize;
        /// The number of leaf modes.
        length() -> usize;
        /// The offset at a 1-D index.
        at_index(index: i64) -> Result<i64, Error>;
        /// The offset at a coordinate.
        at_coord(coord: &Coord) -> Result<i64, Error>;
        /// How many indices a division by `tiler` adds.
        overhang(tiler: &Tiler) -> Result<i64, Error>;
    }

    simplified! {
        /// The same function with as few modes as possible.
        coalesce;
        /// The same leaf modes without inner parentheses.
        flatten;
        /// Coalesced, without the modes that stay at one offset.
        filter;
        /// Modes that stay at one offset, shrunk to extent 1.
        filter_zeros;
        /// Without the modes of one element.
        squeeze;
        /// The leaf modes in order of increasing stride, flat; of a composed layout by those inside.
        sort_by_stride;
    }

    rearranged! {
        /// Mode `i`.
        mode(i: usize);
        /// The mode reached by a path.
        mode_at(path: &[usize]);
        /// The leaf modes under another profile.
        unflatten(like: &Tuple);
        /// Modes `begin..end` as one mode.
        group(begin: usize, end: usize);
        /// Modes `begin..end`.
        take(begin: usize, end: usize);
        /// The modes named by `indices`.
        select(indices: &[usize]);
        /// The layout without mode `i`.
        remove(i: usize);
        /// One more mode at the end.
        append(mode: &Layout);
        /// One more mode in front.
        prepend(mode: &Layout);
        /// `mode` appended until the rank is `rank`.
        append_n(rank: usize, mode: &Layout);
        /// `mode` prepended until the rank is `rank`.
        prepend_n(rank: usize, mode: &Layout);
        /// `mode` in the place of mode `i`.
        replace(i: usize, mode: &Layout);
        /// Coalesced at each leaf of `profile`.
        coalesce_by(profile: &Tuple);
        /// Filtered at each leaf of `profile`.
        filter_by(profile: &Tuple);
        /// The modes at which `marks` is 0, shrunk to extent 1.
        filter_zeros_by(marks: &Tuple);
        /// The same function of the index under another shape.
        with_shape(shape: &Shape);
        /// The composition with a tiler, mode by mode.
        compose_tiler(tiler: &Tiler);
        /// Splits by a tiler.
        logical_divide(tiler: &Tiler);
        /// Splits by a tiler: the tiles in mode 0, the rest in mode 1.
        zipped_divide(tiler: &Tiler);
        /// Splits by a tiler: the tiles in mode 0, the rest unpacked.
        tiled_divide(tiler: &Tiler);
        /// Splits by a tiler: tiles and rest unpacked.
        flat_divide(tiler: &Tiler);
        /// Repeats.
        logical_product(tiler: &Tiler);
        /// Repeats: the block in mode 0, the repetitions in mode 1.
        zipped_product(tiler: &Tiler);
        /// Repeats: the block in mode 0, the repetitions unpacked.
        tiled_product(tiler: &Tiler);
        /// Repeats: block and repetitions unpacked.
        flat_product(tiler: &Tiler);
        /// Blocks, arranged as `arrangement` says.
        blocked_product(arrangement: &Layout);
        /// Interleaved as `arrangement` says.
        raked_product(arrangement: &Layout);
        /// Repeated until it fills the shape.
        tile_to_shape(shape: &Shape, order: Option<&Tuple>);
        /// The modes that a slicer fixes.
        dice(slicer: &Slicer);
        /// The same elements in the same order under another shape, with one stride for each mode.
        can_view(shape: &Shape, order: Order);
        /// The same elements in the same order under another shape, nested where that is needed.
        reshape(shape: &Shape, order: Order);
        /// All modes in another order.
        permute(axes: &[usize]);
        /// Two modes exchanged.
        swap_dims(i: usize, j: usize);
        /// Without these modes, each of one element.
        squeeze_modes(modes: &[usize]);
        /// With one more mode of one element.
        unsqueeze(i: usize);
        /// Repeated along modes of one element until it has this shape.
        broadcast_to(shape: &Shape);
    }

    /// The offset at a coordinate: an integer, nested Rust tuples, or a [`Coord`].
    ///
    /// # Errors
    /// As [`ComposedLayout::at`].
    pub fn at(&self, coord: impl IntoTuple) -> Result<i64, Error> {
        self.as_ref().at(coord)
    }

    /// The offset at a coordinate that must lie inside the domain.
    ///
    /// # Errors
    /// As [`Layout::at_strict`].
    ///
    /// ```
    /// use tilework::AnyLayout;
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.at_strict((1, 2))?, 7);
    /// assert!(a.at((4, 0)).is_ok() && a.at_strict((4, 0)).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn at_strict(&self, coord: impl IntoTuple) -> Result<i64, Error> {
        self.as_ref().at_strict(coord)
    }

    /// The offset at index 0, 1, 2, ... up to the size.
    pub fn offsets(&self) -> AnyOffsets {
        self.as_ref().offsets()
    }

    asked! { fallible:
        /// The plain layout with the same function and the offset at index 0.
        to_layout() -> (Layout, i64);
        /// The largest minus the smallest offset, plus one.
        cosize() -> i64;
        /// The smallest offset.
        min_offset() -> i64;
        /// The largest offset.
        max_offset() -> i64;
        /// Two different indices with the same offset.
        collision() -> Option<(i64, i64)>;
        /// Whether no two indices share an offset.
        is_injective() -> bool;
        /// Whether every offset from the smallest to the largest is taken.
        is_surjective() -> bool;
        /// Whether every offset from 0 to the size is taken exactly once.
        is_bijective() -> bool;
        /// Whether the offsets are an interval in which each is taken exactly once.
        is_contiguous() -> bool;
        /// How many elements one vector access can take.
        vector_width() -> i64;
        /// The least offset from 0 on that no index has.
        mex() -> i64;
        /// An index with this offset.
        preimage(offset: i64) -> Option<i64>;
        /// The XOR map that is this function on its indices.
        to_xor_map() -> XorMap;
    }

    /// The largest `n` for which the offsets come in groups `[k*n, k*n + n)`, as far as that is shown:
    /// see [`LayoutRef::max_alignment`].
    pub fn max_alignment(&self) -> i64 {
        self.as_ref().max_alignment()
    }

    /// Whether both have the same size and the same offset at every index.
    ///
    /// # Errors
    /// As [`ComposedLayout::first_difference`].
    pub fn same_function(&self, other: &AnyLayout) -> Result<bool, Error> {
        self.as_ref().same_function(other.as_ref())
    }

    /// The first index below both sizes at which the two differ, or `None`.
    ///
    /// # Errors
    /// As [`ComposedLayout::first_difference`].
    pub fn first_difference(&self, other: &AnyLayout) -> Result<Option<i64>, Error> {
        self.as_ref().first_difference(other.as_ref())
    }

    /// The elements that a slicer keeps, and the offset at which they start. A result with strides is
    /// plain: see [`to_layout`](ComposedLayout::to_layout). Otherwise the offset is 0.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    ///
    /// ```
    /// use tilework::{AnyLayout, layout, slicer};
    ///
    /// let a: AnyLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse()?;
    /// let (row, offset) = a.slice_and_offset(&slicer!((3,_)))?;
    /// assert_eq!((row, offset), (AnyLayout::Plain(layout!(((4,2)):((-1,4)))), 27));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "slice")]
    pub fn slice_and_offset(&self, slicer: &Slicer) -> Result<(AnyLayout, i64), Error> {
        match self {
            AnyLayout::Plain(layout) => {
                layout.slice(slicer).map(|(kept, offset)| (AnyLayout::Plain(kept), offset))
            }
            AnyLayout::Composed(composed) => {
                let kept = composed.slice(slicer)?;
                Ok(match kept.to_layout() {
                    Ok((layout, offset)) => (AnyLayout::Plain(layout), offset),
                    Err(_) => (AnyLayout::Composed(kept), 0),
                })
            }
        }
    }

    /// The layout with `R(x) = self(b(x))`: of plain layouts plain where there is one, of composed ones
    /// composed.
    ///
    /// # Errors
    /// As [`Layout::compose_any`].
    pub const fn compose_any(&self, b: &Layout) -> Result<AnyLayout, Error> {
        match self {
            AnyLayout::Plain(layout) => layout.compose_any(b),
            AnyLayout::Composed(composed) => Ok(AnyLayout::Composed(tri!(composed.compose(b)))),
        }
    }

    /// The composition with a tiler, mode by mode for `<...>`: of plain layouts plain where there is one, of
    /// composed ones composed.
    ///
    /// # Errors
    /// As [`Layout::compose_tiler_any`].
    pub const fn compose_tiler_any(&self, tiler: &Tiler) -> Result<AnyLayout, Error> {
        match self {
            AnyLayout::Plain(layout) => layout.compose_tiler_any(tiler),
            AnyLayout::Composed(composed) => {
                Ok(AnyLayout::Composed(tri!(composed.compose_tiler(tiler))))
            }
        }
    }
}

/// # Composition that is always defined
impl Layout {
    /// The composite `A(B(x))`: the plain layout when there is one, else the composed one. There is
    /// an answer wherever the function is defined.
    ///
    /// # Errors
    /// [`NegativeStride`](ErrorKind::NegativeStride) when B has negative offsets, where A is not defined;
    /// [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let (a, b) = (layout!((4,2):(1,5)), layout!(3:3));
    /// assert_eq!(a.compose_any(&b)?.to_string(), "(4,2):(1,5) o 0 o 3:3");
    /// assert!(a.compose_any(&b)?.offsets().eq([0, 3, 7]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_any(&self, b: &Layout) -> Result<AnyLayout, Error> {
        let error = match self.compose(b) {
            Ok(layout) => return Ok(AnyLayout::Plain(layout)),
            Err(error) => error,
        };
        if let ErrorKind::NegativeStride { .. } = error.kind() {
            return Err(error);
        }
        match ComposedLayout::from_parts(&Outer::Layout(*self), 0, b) {
            Ok(composed) => Ok(AnyLayout::Composed(composed)),
            Err(error) => Err(error.within(Op::Compose)),
        }
    }

    /// The composition with a tiler, [`compose_tiler`](Layout::compose_tiler): the plain layout when
    /// there is one, else the composed one. As [`compose_any`](Layout::compose_any), by mode, and with
    /// an answer wherever the function is defined.
    ///
    /// # Errors
    /// [`NegativeStride`](ErrorKind::NegativeStride) when the tiler has negative offsets,
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when it names more modes than there are,
    /// [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// let a = layout!(((6,2),4):((1,7),16));
    /// assert!(a.compose_tiler(&tiler!(<4:2,2>)).is_err());
    /// let part = a.compose_tiler_any(&tiler!(<4:2,2>))?;
    /// assert_eq!(part.to_string(), "((6,2),4):((1,7),16) o 0 o (4,2):(2,12)");
    /// assert!(part.offsets().eq([0, 2, 4, 7, 16, 18, 20, 23]));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_tiler_any(&self, tiler: &Tiler) -> Result<AnyLayout, Error> {
        if let Some(layout) = tiler.as_layout() {
            return self.compose_any(&layout);
        }
        let error = match self.compose_tiler(tiler) {
            Ok(layout) => return Ok(AnyLayout::Plain(layout)),
            Err(error) => error,
        };
        if let ErrorKind::NegativeStride { .. } | ErrorKind::RankTooLarge { .. } = error.kind() {
            return Err(error);
        }
        let (longer, indices) = tri!(selection(self, tiler));
        match ComposedLayout::from_parts(&Outer::Layout(longer), 0, &indices) {
            Ok(composed) => Ok(AnyLayout::Composed(composed)),
            Err(error) => Err(error.within(Op::Compose)),
        }
    }
}

impl From<Layout> for AnyLayout {
    fn from(layout: Layout) -> AnyLayout {
        AnyLayout::Plain(layout)
    }
}

impl From<&Layout> for AnyLayout {
    fn from(layout: &Layout) -> AnyLayout {
        AnyLayout::Plain(*layout)
    }
}

impl From<ComposedLayout> for AnyLayout {
    fn from(composed: ComposedLayout) -> AnyLayout {
        AnyLayout::Composed(composed)
    }
}

impl<'a> From<&'a AnyLayout> for LayoutRef<'a> {
    #[inline]
    fn from(layout: &'a AnyLayout) -> LayoutRef<'a> {
        layout.as_ref()
    }
}

impl fmt::Display for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.as_ref().fmt(f)
    }
}

impl fmt::Debug for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
