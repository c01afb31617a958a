//! Plain or composed: what an operation returns that always has an answer.

use core::fmt;

use crate::composed::{ComposedLayout, ENUMERATION_BUDGET, Outer};
use crate::error::{Error, ErrorKind, Op, Result};
use crate::layout::Layout;
use crate::list::tri;
use crate::swizzle::power_of_two;
use crate::tiler::Tiler;
use crate::tuple::{Coord, IntoTuple, Shape, Slicer, Tuple};
use crate::xor_map::XorMap;

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

macro_rules! shared {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) -> $out:ty;)*) => {
        $(
            $(#[$doc])*
            pub const fn $name(&self, $($argument: $type),*) -> $out {
                match self {
                    AnyLayout::Plain(layout) => layout.$name($($argument),*),
                    AnyLayout::Composed(composed) => composed.$name($($argument),*),
                }
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
            pub const fn $name(&self, $($argument: $type),*) -> Result<AnyLayout> {
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
    pub const fn after(&self, outer: &Outer, offset: i64) -> Result<AnyLayout> {
        Ok(AnyLayout::Composed(tri!(match self {
            AnyLayout::Plain(layout) => ComposedLayout::from_parts(outer, offset, layout),
            AnyLayout::Composed(composed) => composed.after(outer, offset),
        })))
    }

    /// The plain layout, if this is one.
    pub const fn plain(&self) -> Option<&Layout> {
        match self {
            AnyLayout::Plain(layout) => Some(layout),
            AnyLayout::Composed(_) => None,
        }
    }

    /// The plain layout with the same function and the offset at index 0.
    ///
    /// # Errors
    /// As [`ComposedLayout::to_layout`]; none for a plain one.
    pub fn to_layout(&self) -> Result<(Layout, i64)> {
        match self {
            AnyLayout::Plain(layout) => Ok((*layout, 0)),
            AnyLayout::Composed(composed) => composed.to_layout(),
        }
    }

    shared! {
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
        ///
        /// # Errors
        /// As [`ComposedLayout::at`].
        at_index(index: i64) -> Result<i64>;
        /// The offset at a coordinate.
        ///
        /// # Errors
        /// As [`ComposedLayout::at`].
        at_coord(coord: &Coord) -> Result<i64>;
        /// How many indices a division by `tiler` adds.
        ///
        /// # Errors
        /// As [`Layout::overhang`].
        overhang(tiler: &Tiler) -> Result<i64>;
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
        /// Elements that are `n` times as large.
        upcast(n: i64);
        /// Elements that are `n` times as small.
        downcast(n: i64);
        /// Elements of another width.
        recast(old_bits: i64, new_bits: i64);
    }

    /// The offset at a coordinate: an integer, nested Rust tuples, or a [`Coord`].
    ///
    /// # Errors
    /// As [`ComposedLayout::at`].
    pub fn at(&self, coord: impl IntoTuple) -> Result<i64> {
        match self {
            AnyLayout::Plain(layout) => layout.at(coord),
            AnyLayout::Composed(composed) => composed.at(coord),
        }
    }

    /// The offset at index 0, 1, 2, ... up to the size.
    pub fn offsets(&self) -> impl ExactSizeIterator<Item = i64> + '_ {
        let (inner, composed) = match self {
            AnyLayout::Plain(layout) => (layout, None),
            AnyLayout::Composed(composed) => (composed.inner(), Some(composed)),
        };
        inner.offsets().map(move |offset| composed.map_or(offset, |c| c.mapped(offset)))
    }

    /// The largest minus the smallest offset, plus one.
    ///
    /// # Errors
    /// As [`ComposedLayout::cosize`].
    pub fn cosize(&self) -> Result<i64> {
        match self {
            AnyLayout::Plain(layout) => Ok(layout.cosize()),
            AnyLayout::Composed(composed) => composed.cosize(),
        }
    }

    /// Two different indices with the same offset.
    ///
    /// # Errors
    /// As [`ComposedLayout::collision`].
    pub fn collision(&self) -> Result<Option<(i64, i64)>> {
        match self {
            AnyLayout::Plain(layout) => layout.collision(),
            AnyLayout::Composed(composed) => composed.collision(),
        }
    }

    /// Whether no two indices share an offset.
    ///
    /// # Errors
    /// As [`ComposedLayout::collision`].
    pub fn is_injective(&self) -> Result<bool> {
        match self {
            AnyLayout::Plain(layout) => layout.is_injective(),
            AnyLayout::Composed(composed) => composed.is_injective(),
        }
    }

    /// Whether both have the same size and the same offset at every index.
    ///
    /// # Errors
    /// As [`ComposedLayout::first_difference`].
    pub fn same_function(&self, other: &AnyLayout) -> Result<bool> {
        Ok(self.size() == other.size() && self.first_difference(other)?.is_none())
    }

    /// The first index below both sizes at which the two differ, or `None`.
    ///
    /// # Errors
    /// As [`ComposedLayout::first_difference`].
    pub fn first_difference(&self, other: &AnyLayout) -> Result<Option<i64>> {
        match (self, other) {
            (AnyLayout::Plain(a), AnyLayout::Plain(b)) => Ok(a.first_difference(b)),
            _ => self.composed()?.first_difference(&other.composed()?),
        }
    }

    /// As a composed layout: a plain one behind the map that changes nothing.
    fn composed(&self) -> Result<ComposedLayout> {
        match self {
            AnyLayout::Plain(layout) => ComposedLayout::new(XorMap::IDENTITY, 0, layout),
            AnyLayout::Composed(composed) => Ok(*composed),
        }
    }

    /// The elements that a slicer keeps, and the offset at which they start. What has strides is
    /// plain: see [`to_layout`](ComposedLayout::to_layout). Else the offset is 0.
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
    pub fn slice_and_offset(&self, slicer: &Slicer) -> Result<(AnyLayout, i64)> {
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

    /// The layout with `R(x) = self(b(x))`: plain where there is one.
    ///
    /// # Errors
    /// As [`Layout::compose_any`].
    pub const fn compose_any(&self, b: &Layout) -> Result<AnyLayout> {
        match self {
            AnyLayout::Plain(layout) => layout.compose_any(b),
            AnyLayout::Composed(composed) => Ok(AnyLayout::Composed(tri!(composed.compose(b)))),
        }
    }

    /// The XOR map that is this function on its indices.
    ///
    /// # Errors
    /// As [`XorMap::from_layout`], [`NonZeroOrigin`](ErrorKind::NonZeroOrigin), and
    /// [`Undecided`](ErrorKind::Undecided) for more than
    /// [`ENUMERATION_BUDGET`] elements when the layout inside is not linear itself.
    ///
    /// ```
    /// use tilework::{AnyLayout, XorMap};
    ///
    /// let a: AnyLayout = "Sw<2,0,2> o 0 o (4,4):(4,1)".parse()?;
    /// assert_eq!(a.to_xor_map()?, XorMap::new(&[5, 10, 1, 2])?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn to_xor_map(&self) -> Result<XorMap> {
        match self {
            AnyLayout::Plain(layout) => XorMap::from_layout(layout),
            AnyLayout::Composed(composed) => {
                composed.bit_matrix().map_err(|error| error.on(composed.text()))
            }
        }
    }
}

impl ComposedLayout {
    fn bit_matrix(&self) -> Result<XorMap> {
        let op = Op::XorMap;
        let bits = power_of_two(op, "the size", self.size())?;
        match self.at_index(0)? {
            0 => {}
            value => return Err(Error::new(op, ErrorKind::NonZeroOrigin { value })),
        }
        let mut columns = [0; 63];
        for (i, column) in columns.iter_mut().enumerate().take(bits as usize) {
            *column = self.at_index(1 << i)?;
        }
        let columns = &columns[..bits as usize];
        if let Some(&stride) = columns.iter().find(|&&column| column < 0) {
            return Err(Error::new(op, ErrorKind::NegativeStride { stride }));
        }
        let map = XorMap::new(columns)?;
        // Linear maps after one another are linear.
        let linear = |i| matches!(self.stage(i), Ok((Outer::Swizzle(_) | Outer::Xor(_), 0)));
        if (0..self.stages()).all(linear) && XorMap::from_layout(self.inner()).is_ok() {
            return Ok(map);
        }
        if self.size() as u64 > ENUMERATION_BUDGET {
            return Err(Error::new(op, ErrorKind::Undecided { budget: ENUMERATION_BUDGET }));
        }
        match (0..).zip(self.offsets()).find(|&(x, found)| map.apply(x) != found) {
            None => Ok(map),
            Some((x, found)) => {
                // Below the highest bit it still was linear.
                let b = 1_i64 << x.ilog2();
                let kind = ErrorKind::NotLinear { a: x - b, b, expected: map.apply(x), found };
                Err(Error::new(op, kind))
            }
        }
    }
}

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
    pub const fn compose_any(&self, b: &Layout) -> Result<AnyLayout> {
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
}

impl From<Layout> for AnyLayout {
    fn from(layout: Layout) -> AnyLayout {
        AnyLayout::Plain(layout)
    }
}

impl From<ComposedLayout> for AnyLayout {
    fn from(composed: ComposedLayout) -> AnyLayout {
        AnyLayout::Composed(composed)
    }
}

impl fmt::Display for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnyLayout::Plain(layout) => write!(f, "{layout}"),
            AnyLayout::Composed(composed) => write!(f, "{composed}"),
        }
    }
}

impl fmt::Debug for AnyLayout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
