//! What happens on the right of a composed layout: modes, slices, tiles, composition.
//!
//! `op(A o offset o B) = A o offset o op(B)`. For all that selects, arranges or repeats elements this
//! is the operation on the function, because `A(offset + y)` is applied to each element alone.

use crate::algebra::compose::indices_of;
use crate::algebra::tiler::by_mode::selection;
use crate::algebra::tiler::{Part, Tiler};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::layout::coord::fit;
use crate::layout::layout::Layout;
use crate::layout::order::Order;
use crate::layout::tuple::{Shape, Slicer, Tuple};
use crate::maps::composed::ComposedLayout;
use crate::maps::composed::chain::Outer;

macro_rules! on_inner {
    ($($(#[$doc:meta])* $name:ident($($argument:ident: $type:ty),*) in $op:ident;)*) => {
        impl ComposedLayout {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                #[doc = concat!("As [`Layout::", stringify!($name), "`].")]
                pub const fn $name(&self, $($argument: $type),*) -> Result<ComposedLayout, Error> {
                    self.with_inner(Op::$op, tri!(self.inner.$name($($argument),*)))
                }
            )*
        }
    };
}

on_inner! {
    /// Mode `i`.
    #[doc(alias = "get")]
    mode(i: usize) in Mode;
    /// The mode reached by a path.
    mode_at(path: &[usize]) in Mode;
    /// The leaf modes under another profile, the one of `like`.
    unflatten(like: &Tuple) in Unflatten;
    /// Modes `begin..end` as one mode.
    #[doc(alias = "group_modes")]
    group(begin: usize, end: usize) in Group;
    /// Modes `begin..end`.
    take(begin: usize, end: usize) in Take;
    /// The modes named by `indices`, in that order.
    select(indices: &[usize]) in Select;
    /// The layout without mode `i`.
    remove(i: usize) in Remove;
    /// A mode of the layout inside after the last mode.
    append(mode: &Layout) in Append;
    /// A mode of the layout inside before the first mode.
    prepend(mode: &Layout) in Prepend;
    /// `mode` appended until the rank is `rank`.
    append_n(rank: usize, mode: &Layout) in Append;
    /// `mode` prepended until the rank is `rank`.
    prepend_n(rank: usize, mode: &Layout) in Prepend;
    /// `mode` in the place of mode `i`.
    replace(i: usize, mode: &Layout) in Replace;
    /// The modes at which `marks` is 0, shrunk to extent 1.
    filter_zeros_by(marks: &Tuple) in Filter;
    /// Coalesced at each leaf of `profile`.
    coalesce_by(profile: &Tuple) in Coalesce;
    /// Filtered at each leaf of `profile`.
    filter_by(profile: &Tuple) in Filter;
    /// Repeats the layout inside, and then applies the maps.
    logical_product(tiler: &Tiler) in LogicalProduct;
    /// Repeats: the block in mode 0, the repetitions in mode 1.
    zipped_product(tiler: &Tiler) in ZippedProduct;
    /// Repeats: the block in mode 0, the repetitions unpacked.
    tiled_product(tiler: &Tiler) in TiledProduct;
    /// Repeats: block and repetitions unpacked.
    flat_product(tiler: &Tiler) in FlatProduct;
    /// Blocks, arranged as `arrangement` says.
    blocked_product(arrangement: &Layout) in BlockedProduct;
    /// Interleaved as `arrangement` says.
    raked_product(arrangement: &Layout) in RakedProduct;
    /// Repeated until it fills the shape.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout, tuple};
    ///
    /// let atom = ComposedLayout::new(Swizzle::new(3, 3, 3)?, 0, &layout!((8,64):(64,1)))?;
    /// assert_eq!(
    ///     atom.tile_to_shape(&tuple!((128,64)), None)?.to_string(),
    ///     "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    tile_to_shape(shape: &Shape, order: Option<&Tuple>) in TileToShape;
    /// The same elements in the same order under another shape, with one stride for each mode of the layout
    /// inside.
    can_view(shape: &Shape, order: Order) in CanView;
    /// All modes in another order.
    #[doc(alias = "transpose")]
    permute(axes: &[usize]) in Permute;
    /// Two modes exchanged.
    swap_dims(i: usize, j: usize) in Permute;
    /// Without these modes, each of one element.
    squeeze_modes(modes: &[usize]) in Squeeze;
    /// With one more mode of one element, as mode `i`.
    #[doc(alias = "expand_dims")]
    unsqueeze(i: usize) in Unsqueeze;
    /// Repeated along modes of one element until it has this shape.
    broadcast_to(shape: &Shape) in BroadcastTo;
}

macro_rules! divides {
    ($($(#[$doc:meta])* $name:ident in $op:ident;)*) => {
        impl ComposedLayout {
            $(
                $(#[$doc])*
                ///
                /// Where the layout inside has no such division, it becomes one more map, and its
                /// indices are divided.
                ///
                /// # Errors
                #[doc = concat!("As [`Layout::", stringify!($name), "`], where tiles overhang.")]
                pub const fn $name(&self, tiler: &Tiler) -> Result<ComposedLayout, Error> {
                    let error = match self.inner.$name(tiler) {
                        Ok(inner) if inner.size() == self.size() || self.continues(tiler) => {
                            return self.with_inner(Op::$op, inner);
                        }
                        Ok(inner) => {
                            let (index, masked) = (self.size(), inner.size() - self.size());
                            let kind = ErrorKind::Overhang { index, masked };
                            Error::new(Op::$op, kind).on(self.text())
                        }
                        Err(error) => error,
                    };
                    match tri!(self.indices(tiler)).$name(tiler) {
                        // By mode, past the end the mode continues and not the index.
                        Ok(indices)
                            if indices.size() == self.size() || tiler.as_layout().is_some() =>
                        {
                            ComposedLayout::nested(self, 0, &indices)
                        }
                        _ => Err(error),
                    }
                }
            )*
        }
    };
}

divides! {
    /// Splits by a tiler.
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout, tiler};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 3, 3)?, 0, &layout!((16,64):(64,1)))?;
    /// let tiles = a.zipped_divide(&tiler!(<8,8>))?;
    /// assert_eq!(tiles.to_string(), "Sw<3,3,3> o 0 o ((8,8),(2,8)):((64,1),(512,8))");
    /// assert_eq!(tiles.at(((1, 2), (1, 3)))?, a.at((9, 26))?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    logical_divide in LogicalDivide;
    /// Splits by a tiler: the tiles in mode 0, the rest in mode 1.
    zipped_divide in ZippedDivide;
    /// Splits by a tiler: the tiles in mode 0, the rest unpacked.
    tiled_divide in TiledDivide;
    /// Splits by a tiler: tiles and rest unpacked.
    flat_divide in FlatDivide;
}

impl ComposedLayout {
    /// Whether a division that overhangs continues where the function does. A plain layout may continue
    /// on the mode before its last one, if that has extent 1: inside it this makes no difference.
    const fn continues(&self, tiler: &Tiler) -> bool {
        if tiler.as_layout().is_some() {
            return !self.inner.view().ends_in_unit() || self.inner.length() == 1;
        }
        let (tree, mut i) = (&self.inner.tree, 0);
        let mut node = tree.first_child(tree.root());
        while i < tree.rank() {
            let mode = tree.view_at(node);
            if mode.len > 1 && mode.ends_in_unit() {
                return false;
            }
            i += 1;
            if i < tree.rank() {
                node = tree.after(node);
            }
        }
        true
    }

    /// The indices, as a division by `tiler` sees them: in a row for a layout, else by mode.
    const fn indices(&self, tiler: &Tiler) -> Result<Layout, Error> {
        match tiler.as_layout() {
            Some(_) => Layout::of_mode(Mode::new(self.size(), 1)),
            None => Layout::col_major(&self.shape()),
        }
    }

    /// The same maps on another layout.
    pub(crate) const fn with_inner(&self, op: Op, inner: Layout) -> Result<ComposedLayout, Error> {
        ComposedLayout { chain: self.chain, inner }.checked(op)
    }

    /// The same function of the index with as few modes inside as possible.
    pub const fn coalesce(&self) -> ComposedLayout {
        ComposedLayout { chain: self.chain, inner: self.inner.coalesce() }
    }

    /// The same leaf modes without inner parentheses.
    pub const fn flatten(&self) -> ComposedLayout {
        ComposedLayout { chain: self.chain, inner: self.inner.flatten() }
    }

    /// Coalesced, without the modes that stay at one offset.
    pub const fn filter(&self) -> ComposedLayout {
        ComposedLayout { chain: self.chain, inner: self.inner.filter() }
    }

    /// Modes that stay at one offset, shrunk to extent 1.
    pub const fn filter_zeros(&self) -> ComposedLayout {
        ComposedLayout { chain: self.chain, inner: self.inner.filter_zeros() }
    }

    /// The leaf modes in the order of the strides inside, flat.
    pub const fn sort_by_stride(&self) -> ComposedLayout {
        ComposedLayout { chain: self.chain, inner: self.inner.sort_by_stride() }
    }

    /// The same function of the index under another shape of the same size: as [`Layout::with_shape`], and
    /// as [`compose`](ComposedLayout::compose) where the layout inside has none with that shape.
    ///
    /// # Errors
    /// As [`compose`](ComposedLayout::compose); [`SizeMismatch`](ErrorKind::SizeMismatch).
    ///
    /// ```
    /// use tilework::{ComposedLayout, tuple};
    ///
    /// let a: ComposedLayout = "Sw<1,0,1> o 0 o (3,2):(2,1)".parse()?;
    /// assert_eq!(a.with_shape(&tuple!(6))?.to_string(), "Sw<1,0,1> o 0 o (3,2):(2,1)");
    /// assert_eq!(
    ///     a.with_shape(&tuple!((2,3)))?.to_string(),
    ///     "Sw<1,0,1> o 0 o (3,2):(2,1) o 0 o (2,3):(1,2)",
    /// );
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn with_shape(&self, shape: &Shape) -> Result<ComposedLayout, Error> {
        let indices = match indices_of(shape, self.size()) {
            Ok(indices) => indices,
            Err(error) => return Err(error.on(self.text().str(" as ").tuple(shape))),
        };
        match self.compose(&indices) {
            Ok(composed) => Ok(composed),
            Err(error) => Err(error.within(Op::WithShape)),
        }
    }

    /// The composed layout with `R(x) = self(b(x))` for every index `x` of `b`.
    ///
    /// The layout inside is composed with `b`; where that is not a layout, it becomes one more map. So
    /// this has an answer wherever the function is defined.
    ///
    /// # Errors
    /// [`NegativeStride`](ErrorKind::NegativeStride) when `b` has negative offsets,
    /// [`TooManyStages`](ErrorKind::TooManyStages), [`Overflow`](ErrorKind::Overflow).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(2, 0, 2)?, 0, &layout!((6,2):(1,7)))?;
    /// let b = layout!((3,2):(2,3));
    /// assert_eq!(a.compose(&b)?.to_string(), "Sw<2,0,2> o 0 o (6,2):(1,7) o 0 o (3,2):(2,3)");
    /// assert_eq!(a.compose(&layout!(3:2))?.to_string(), "Sw<2,0,2> o 0 o 3:2");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub const fn compose(&self, b: &Layout) -> Result<ComposedLayout, Error> {
        match self.inner.compose(b) {
            Ok(inner) => self.with_inner(Op::Compose, inner),
            Err(error) => match error.kind() {
                ErrorKind::NegativeStride { .. } => Err(error),
                _ => match ComposedLayout::nested(self, 0, b) {
                    Ok(composed) => Ok(composed),
                    Err(error) => Err(error.within(Op::Compose)),
                },
            },
        }
    }

    /// The composition with a tiler: mode by mode for `<...>`, as [`compose`](ComposedLayout::compose)
    /// for a layout. As there, the layout inside becomes one more map where it has no such
    /// composition.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) as [`Layout::compose_tiler`], and as
    /// [`compose`](ComposedLayout::compose).
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout, tiler};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(2, 0, 2)?, 0, &layout!(((6,2),2):((1,7),16)))?;
    /// let part = a.compose_tiler(&tiler!(<4:2,2>))?;
    /// assert_eq!(part.to_string(), "Sw<2,0,2> o 0 o ((6,2),2):((1,7),16) o 0 o (4,2):(2,12)");
    /// assert_eq!(part.at((3, 1))?, a.at((6, 1))?);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_tiler(&self, tiler: &Tiler) -> Result<ComposedLayout, Error> {
        if let Part::Layout(layout) = tiler.part(tiler.root()) {
            return self.compose(&layout.to_layout());
        }
        let error = match self.inner.compose_tiler(tiler) {
            Ok(inner) => return self.with_inner(Op::Compose, inner),
            Err(error) => error,
        };
        if let ErrorKind::NegativeStride { .. } | ErrorKind::RankTooLarge { .. } = error.kind() {
            return Err(error);
        }
        let (longer, inner) = tri!(selection(&self.inner, tiler));
        let mut chain = self.chain;
        tri!(chain.push(&Outer::Layout(longer), 0));
        ComposedLayout { chain, inner }.checked(Op::Compose)
    }

    /// The elements that a slicer keeps with `_`: the coordinates that it fixes go into the offset.
    ///
    /// # Errors
    /// As [`Layout::slice`].
    ///
    /// ```
    /// use tilework::{ComposedLayout, Swizzle, layout, slicer};
    ///
    /// let a = ComposedLayout::new(Swizzle::new(3, 4, 3)?, 0, &layout!((10,2):(2,1)))?;
    /// let column = a.slice(&slicer!((_,1)))?;
    /// assert_eq!(column.to_string(), "Sw<3,4,3> o 1 o (10):(2)");
    /// assert_eq!(column.to_layout()?, (layout!((10):(2)), 1));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn slice(&self, slicer: &Slicer) -> Result<ComposedLayout, Error> {
        let (inner, fixed) = tri!(self.inner.slice(slicer));
        self.with_part(Op::Slice, inner, fixed)
    }

    /// The same maps on another layout, from an offset on.
    pub(crate) const fn with_part(
        &self,
        op: Op,
        inner: Layout,
        from: i64,
    ) -> Result<ComposedLayout, Error> {
        let last = self.stages() - 1;
        let offset = match fit(op, self.chain.offset(last) as i128 + from as i128) {
            Ok(offset) => offset,
            Err(error) => return Err(error.on(self.text())),
        };
        let mut chain = self.chain;
        chain.set_offset(last, offset);
        ComposedLayout { chain, inner }.checked(op)
    }

    /// The modes that a slicer fixes, with the maps: the other half of [`slice`](ComposedLayout::slice).
    ///
    /// # Errors
    /// As [`Layout::dice`].
    pub const fn dice(&self, slicer: &Slicer) -> Result<ComposedLayout, Error> {
        self.with_inner(Op::Dice, tri!(self.inner.dice(slicer)))
    }

    /// How many indices a division by `tiler` adds.
    ///
    /// # Errors
    /// As [`Layout::overhang`].
    pub const fn overhang(&self, tiler: &Tiler) -> Result<i64, Error> {
        Ok(tri!(self.logical_divide(tiler)).size() - self.size())
    }

    /// Another map on the left: `outer o offset o self`.
    ///
    /// # Errors
    /// As [`new`](ComposedLayout::new), and [`TooManyStages`](ErrorKind::TooManyStages).
    pub const fn after(&self, outer: &Outer, offset: i64) -> Result<ComposedLayout, Error> {
        let (mut chain, mut i) = (super::Chain::NONE, 0);
        tri!(chain.push(outer, offset));
        while i < self.stages() {
            if let Err(error) = chain.push(&self.chain.outer(i), self.chain.offset(i)) {
                return Err(error.on(self.text()));
            }
            i += 1;
        }
        ComposedLayout { chain, inner: self.inner }.checked(Op::ComposedLayout)
    }

    pub(super) const fn unsupported<T: Copy>(
        &self,
        op: Op,
        what: &'static str,
    ) -> Result<T, Error> {
        Err(Error::new(op, ErrorKind::Unsupported { what }).on(self.text()))
    }
}
