//! Composition and division of coordinate layouts.

use crate::algebra::complement::{Bound, complement_into};
use crate::algebra::tiler::by_mode::{Form, in_form};
use crate::algebra::tiler::{Part, Place, Tiler};
use crate::coords::coord_layout::scan::Composition;
use crate::coords::coord_layout::{CoordLayout, CoordMode};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::tri;
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::ground::text::Text;
use crate::ground::work::Work;
use crate::layout::layout::{Layout, View};

/// What to do at the leaves of a tiler.
#[derive(Clone, Copy)]
pub(super) enum Leaf {
    Compose,
    Divide,
    Product,
}

impl CoordLayout {
    /// The layout `R` with `R(x) = A(B(x))` for every index `x` of `B`, refining B's shape.
    ///
    /// # Errors
    /// As [`Layout::compose`]. The index of a [`NotALayout`](ErrorKind::NotALayout) is the first that
    /// no layout into coordinates agrees with, also where each component is a layout by itself;
    /// its numbers are those of the component that [`Error::component`] names.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,8)))?;
    /// let r = id.compose(&layout!((8,4):(1,8)))?;
    /// assert_eq!(r.to_string(), "((4,2),4):((1@0,1@1),2@1)");
    /// let error = id.compose(&layout!(6:3)).unwrap_err();
    /// assert_eq!((error.witness(), error.component()), (Some(3), Some(0)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub const fn compose(&self, b: &Layout) -> Result<CoordLayout, Error> {
        self.compose_within(b, &mut Work::new())
    }

    /// [`compose`](CoordLayout::compose) as a part of a larger question.
    pub(crate) const fn compose_within(
        &self,
        b: &Layout,
        work: &mut Work,
    ) -> Result<CoordLayout, Error> {
        self.with(tri!(self.composition(&self.tree, b).refining(work))).checked(Op::Compose)
    }

    /// The composite as a flat, coalesced layout, whether or not it refines B's shape.
    ///
    /// # Errors
    /// As [`compose`](CoordLayout::compose), without [`NotCompatible`](ErrorKind::NotCompatible).
    ///
    /// ```
    /// use tilework::{CoordLayout, layout};
    ///
    /// let (a, b) = ("(10,4):(1@0,4@0)".parse::<CoordLayout>()?, layout!((2,3):(5,16)));
    /// assert!(a.compose(&b).is_err());
    /// assert_eq!(a.compose_flat(&b)?.to_string(), "(3,2):(5@0,9@0)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_flat(&self, b: &Layout) -> Result<CoordLayout, Error> {
        self.with(tri!(self.composition(&self.tree, b).flat(&mut Work::new()))).checked(Op::Compose)
    }

    /// The composite from an index on: `R(x) = A(offset + B(x)) - A(offset)`, refining B's shape; as
    /// [`Layout::compose_at`], for a B that does not go down.
    ///
    /// # Errors
    /// As [`compose`](CoordLayout::compose), and
    /// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate) for a negative offset.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,8)))?;
    /// assert_eq!(id.compose_at(2, &layout!(4:1))?.to_string(), "(2,2):(1@0,-2@0+1@1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compose_at(&self, offset: i64, b: &Layout) -> Result<CoordLayout, Error> {
        let mut composition = self.composition(&self.tree, b);
        composition.start = offset;
        if offset < 0 {
            let kind = ErrorKind::NegativeCoordinate { value: offset };
            return Err(composition.on(Error::new(Op::Compose, kind)));
        }
        self.with(tri!(composition.refining(&mut Work::new()))).checked(Op::Compose)
    }

    /// [`compose`](CoordLayout::compose) that refuses to leave A's domain, as
    /// [`Layout::compose_strict`].
    ///
    /// # Errors
    /// As [`compose`](CoordLayout::compose), and [`OutOfDomain`](ErrorKind::OutOfDomain) with the first
    /// index at which B is not below the size of A.
    pub const fn compose_strict(&self, b: &Layout) -> Result<CoordLayout, Error> {
        if let Err(error) = self.shape_layout().check_within(b) {
            let error = Error::new(Op::Compose, error.kind());
            return Err(self.composition(&self.tree, b).on(error));
        }
        self.compose(b)
    }

    /// The function on the first `size` indices only (past the end: continued on the last mode), flat
    /// and coalesced, as [`Layout::truncate`].
    ///
    /// # Errors
    /// As [`Layout::truncate`].
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,8)))?;
    /// assert_eq!(id.truncate(12)?.to_string(), "(4,3):(1@0,1@1)");
    /// assert_eq!(id.truncate(6).unwrap_err().witness(), Some(4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn truncate(&self, size: i64) -> Result<CoordLayout, Error> {
        let op = Op::Truncate;
        let subject = self.text().str(" to ").int(size);
        if size < 1 {
            let kind = ErrorKind::NotPositive { what: "the size", value: size };
            return Err(Error::new(op, kind).on(subject));
        }
        match self.compose_flat(&tri!(Layout::of_mode(Mode::new(size, 1)))) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(op)),
        }
    }

    /// How many indices a division by `tiler` adds, as [`Layout::overhang`].
    ///
    /// # Errors
    /// As [`logical_divide`](CoordLayout::logical_divide).
    pub const fn overhang(&self, tiler: &Tiler) -> Result<i64, Error> {
        Ok(tri!(self.logical_divide(tiler)).size() - self.size())
    }

    const fn composition<'a>(&'a self, a: &'a Nested<CoordMode>, b: &'a Layout) -> Composition<'a> {
        Composition { places: &self.places, a, start: 0, b }
    }

    /// The composition with a tiler, mode by mode for `<...>`: as [`Layout::compose_tiler`].
    ///
    /// # Errors
    /// As [`compose`](CoordLayout::compose), with the mode it happened in.
    pub const fn compose_tiler(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.compose_tiler_within(tiler, &mut Work::new())
    }

    /// [`compose_tiler`](CoordLayout::compose_tiler) as a part of a larger question.
    pub(crate) const fn compose_tiler_within(
        &self,
        tiler: &Tiler,
        work: &mut Work,
    ) -> Result<CoordLayout, Error> {
        let tree = tri!(self.apply(Op::Compose, tiler, Leaf::Compose, work));
        self.with(tree).checked(Op::Compose)
    }

    /// Splits a layout by a tiler, as [`Layout::logical_divide`]. Where a tile overhangs, the
    /// coordinates are those past the bounds: they say which elements to leave out.
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    ///
    /// ```
    /// use tilework::{CoordLayout, tiler, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((10,7)))?;
    /// let r = id.logical_divide(&tiler!(<4,2>))?;
    /// assert_eq!(r.to_string(), "((4,3),(2,4)):((1@0,4@0),(1@1,2@1))");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn logical_divide(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        let tree = tri!(self.apply(Op::LogicalDivide, tiler, Leaf::Divide, &mut Work::new()));
        self.with(tree).checked(Op::LogicalDivide)
    }

    /// The tile in mode 0 and the rest in mode 1, as [`Layout::zipped_divide`].
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    pub const fn zipped_divide(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.divide(Op::ZippedDivide, tiler, Form::Zipped)
    }

    /// The tile in mode 0 and the rest unpacked, as [`Layout::tiled_divide`].
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    pub const fn tiled_divide(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.divide(Op::TiledDivide, tiler, Form::Tiled)
    }

    /// Tile and rest unpacked, as [`Layout::flat_divide`].
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    pub const fn flat_divide(&self, tiler: &Tiler) -> Result<CoordLayout, Error> {
        self.divide(Op::FlatDivide, tiler, Form::Flat)
    }

    const fn divide(&self, op: Op, tiler: &Tiler, form: Form) -> Result<CoordLayout, Error> {
        let pairs = tri!(self.apply(op, tiler, Leaf::Divide, &mut Work::new()));
        let tree = tri!(in_form(&pairs, tiler, &Nested::leaf(CoordMode::UNIT), form));
        self.with(tree).checked(op)
    }

    pub(super) const fn apply(
        &self,
        op: Op,
        tiler: &Tiler,
        leaf: Leaf,
        work: &mut Work,
    ) -> Result<Nested<CoordMode>, Error> {
        let (root, mut tree) = (self.tree.root(), self.tree.nothing());
        match self.apply_at(op, root, tiler, tiler.root(), leaf, &mut tree, work) {
            Ok(()) => Ok(tree),
            Err(error) => Err(error.within(op)),
        }
    }

    /// The walk of [`by_mode`](crate::algebra::tiler::by_mode), with the leaves of coordinate layouts.
    #[allow(clippy::too_many_arguments)]
    const fn apply_at(
        &self,
        op: Op,
        node: Node,
        tiler: &Tiler,
        place: Place,
        leaf: Leaf,
        out: &mut Nested<CoordMode>,
        work: &mut Work,
    ) -> Result<(), Error> {
        let named = match tiler.part(place) {
            Part::Keep => return out.push_node(&self.tree, node),
            Part::Layout(layout) => {
                let here = self.tree.subtree(node);
                return match leaf {
                    Leaf::Compose => {
                        let b = layout.to_layout();
                        out.push(&tri!(self.composition(&here, &b).refining(work)))
                    }
                    Leaf::Divide => self.divide_into(&here, layout, out, work),
                    Leaf::Product => {
                        tri!(out.open());
                        tri!(out.push(&here));
                        tri!(out.push(&tri!(self.repeats(&here, &layout.to_layout(), work))));
                        out.close()
                    }
                };
            }
            Part::Tuple(named) => named,
        };
        let rank = self.tree.rank_of(node);
        if named > rank {
            let kind = ErrorKind::RankTooLarge { rank: named, limit: rank };
            return Err(Error::new(op, kind).on(Text::EMPTY.tuple(&self.shape())));
        }
        let modes = if matches!(leaf, Leaf::Compose) { named } else { rank };
        let (mut node, mut place, mut i) =
            (self.tree.first_child(node), tiler.first_child(place), 0);
        tri!(out.open());
        while i < modes {
            if i < named {
                if let Err(error) = self.apply_at(op, node, tiler, place, leaf, out, work) {
                    return Err(error.in_mode(i));
                }
                place = tiler.after(place);
            } else {
                tri!(out.push_node(&self.tree, node));
            }
            (node, i) = (self.tree.after(node), i + 1);
        }
        out.close()
    }

    /// Appends `A o (T, complement(T, size A))`; as for integers, modes of extent 1 at the end of A
    /// do not keep it from continuing on the one before.
    const fn divide_into(
        &self,
        a: &Nested<CoordMode>,
        tile: View<'_>,
        out: &mut Nested<CoordMode>,
        work: &mut Work,
    ) -> Result<(), Error> {
        let (mut size, mut used, mut i) = (1, 1, 0);
        while i < a.length() {
            // A part of the size.
            size *= a.leaves.at(i).extent;
            if a.leaves.at(i).extent > 1 {
                used = i + 1;
            }
            i += 1;
        }
        let mut both = Nested::none();
        tri!(both.open());
        tri!(both.push_forest(tile.profile, tile.modes()));
        tri!(complement_into(tile, size, Bound::RoundUp, &mut both));
        tri!(both.close());
        let both = tri!(Layout::checked(Op::Compose, both));
        match self.composition(a, &both).refining(work) {
            Ok(tree) => out.push(&tree),
            Err(error) if used < a.length() => {
                let mut leaves = a.leaves;
                leaves.truncate(used);
                match self.composition(&Nested::flat(leaves), &both).refining(work) {
                    Ok(tree) => out.push(&tree),
                    Err(_) => Err(error),
                }
            }
            Err(error) => Err(error),
        }
    }
}
