//! Composition and division of coordinate layouts: the integer algebra in every component, and
//! the components put together again.

use crate::basis::BasisStride;
use crate::by_mode::{Form, in_form};
use crate::complement::{Bound, complement_into};
use crate::coord_layout::{CoordLayout, CoordMode, component_modes};
use crate::error::{Error, ErrorKind, Op, Result};
use crate::layout::{Layout, Mode, View};
use crate::list::{List, MAX_MODES, tri};
use crate::nested::{Nested, Node, too_many};
use crate::text::Text;
use crate::tiler::{Part, Place, Tiler};

/// What to do at the leaves of a tiler.
#[derive(Clone, Copy)]
enum Leaf {
    Compose,
    Divide,
}

impl CoordLayout {
    /// The layout `R` with `R(x) = A(B(x))` for every index `x` of `B`, refining B's shape.
    ///
    /// # Errors
    /// As [`Layout::compose`], for the component that fails;
    /// [`Incomparable`](ErrorKind::Incomparable) when all succeed, but their strides change at
    /// indices that do not divide one another.
    ///
    /// ```
    /// use tilework::{CoordLayout, layout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,8)))?;
    /// let r = id.compose(&layout!((8,4):(1,8)))?;
    /// assert_eq!(r.to_string(), "((4,2),4):((1@0,1@1),2@1)");
    /// assert!(id.compose(&layout!(6:3)).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "composition")]
    pub const fn compose(&self, b: &Layout) -> Result<CoordLayout> {
        let mut tree = self.tree.nothing();
        match self.compose_into(self.tree.leaves(), b.view(), &mut tree) {
            Ok(()) => self.with(tree).checked(Op::Compose),
            Err(error) => Err(error),
        }
    }

    /// The composition with a tiler, mode by mode for `<...>`: as [`Layout::compose_tiler`].
    ///
    /// # Errors
    /// As [`compose`](CoordLayout::compose), with the mode it happened in.
    pub const fn compose_tiler(&self, tiler: &Tiler) -> Result<CoordLayout> {
        let tree = tri!(self.apply(Op::Compose, tiler, Leaf::Compose));
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
    pub const fn logical_divide(&self, tiler: &Tiler) -> Result<CoordLayout> {
        let tree = tri!(self.apply(Op::LogicalDivide, tiler, Leaf::Divide));
        self.with(tree).checked(Op::LogicalDivide)
    }

    /// The tile in mode 0 and the rest in mode 1, as [`Layout::zipped_divide`].
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    pub const fn zipped_divide(&self, tiler: &Tiler) -> Result<CoordLayout> {
        self.divide(Op::ZippedDivide, tiler, Form::Zipped)
    }

    /// The tile in mode 0 and the rest unpacked, as [`Layout::tiled_divide`].
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    pub const fn tiled_divide(&self, tiler: &Tiler) -> Result<CoordLayout> {
        self.divide(Op::TiledDivide, tiler, Form::Tiled)
    }

    /// Tile and rest unpacked, as [`Layout::flat_divide`].
    ///
    /// # Errors
    /// As [`Layout::logical_divide`].
    pub const fn flat_divide(&self, tiler: &Tiler) -> Result<CoordLayout> {
        self.divide(Op::FlatDivide, tiler, Form::Flat)
    }

    const fn divide(&self, op: Op, tiler: &Tiler, form: Form) -> Result<CoordLayout> {
        let pairs = tri!(self.apply(op, tiler, Leaf::Divide));
        let tree = tri!(in_form(&pairs, tiler, &Nested::leaf(CoordMode::UNIT), form));
        self.with(tree).checked(op)
    }

    const fn apply(&self, op: Op, tiler: &Tiler, leaf: Leaf) -> Result<Nested<CoordMode>> {
        let mut tree = self.tree.nothing();
        match self.apply_at(op, self.tree.root(), tiler, tiler.root(), leaf, &mut tree) {
            Ok(()) => Ok(tree),
            Err(error) => Err(error.within(op)),
        }
    }

    /// The walk of [`by_mode`](crate::by_mode), with the leaves of coordinate layouts.
    const fn apply_at(
        &self,
        op: Op,
        node: Node,
        tiler: &Tiler,
        place: Place,
        leaf: Leaf,
        out: &mut Nested<CoordMode>,
    ) -> Result<()> {
        let named = match tiler.part(place) {
            Part::Keep => return out.push_node(&self.tree, node),
            Part::Layout(layout) => {
                let here = self.tree.leaves_at(node);
                return match leaf {
                    Leaf::Compose => self.compose_into(here, layout, out),
                    Leaf::Divide => self.divide_into(here, layout, out),
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
                if let Err(error) = self.apply_at(op, node, tiler, place, leaf, out) {
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
        a: &[CoordMode],
        tile: View<'_>,
        out: &mut Nested<CoordMode>,
    ) -> Result<()> {
        let (mut size, mut used, mut i) = (1, 1, 0);
        while i < a.len() {
            // A part of the size.
            size *= a[i].extent;
            if a[i].extent > 1 {
                used = i + 1;
            }
            i += 1;
        }
        let mut both = Nested::none();
        tri!(both.open());
        tri!(both.push_forest(tile.profile, tile.modes()));
        tri!(complement_into(tile, size, Bound::RoundUp, &mut both));
        tri!(both.close());
        match self.compose_into(a, both.view(), out) {
            Err(error) if used < a.len() => {
                match self.compose_into(a.split_at(used).0, both.view(), out) {
                    Ok(()) => Ok(()),
                    Err(_) => Err(error),
                }
            }
            result => result,
        }
    }

    /// Appends `A o B`.
    const fn compose_into(
        &self,
        a: &[CoordMode],
        b: View<'_>,
        out: &mut Nested<CoordMode>,
    ) -> Result<()> {
        let b = b.to_layout();
        let mut all = blank(&b);
        let mut i = 0;
        while i < self.places.len() {
            let place = self.places.at(i);
            let component = Layout { tree: Layout::flat_tree(component_modes(a, place)) };
            if component.cosize() > 1 || component.leaf_modes()[component.length() - 1].stride != 0
            {
                let part = tri!(component.compose(&b));
                all = tri!(join(&b, &all, &part, BasisStride::of(1, place)));
            }
            i += 1;
        }
        out.push(&all)
    }
}

/// B's shape without strides.
const fn blank(b: &Layout) -> Nested<CoordMode> {
    let (modes, mut leaves, mut i) = (b.leaf_modes(), List::new(CoordMode::UNIT), 0);
    while i < modes.len() {
        let _ = leaves.push(CoordMode { extent: modes[i].extent, stride: BasisStride::ZERO });
        i += 1;
    }
    Nested { profile: b.tree.profile, leaves }
}

/// The sum of `all` and `part * unit`, both of which refine the shape of `b`, on the coarsest
/// shape that refines both.
const fn join(
    b: &Layout,
    all: &Nested<CoordMode>,
    part: &Layout,
    unit: BasisStride,
) -> Result<Nested<CoordMode>> {
    let (ours, theirs) = (b.tree.leaf_starts(all), b.tree.leaf_starts(&part.tree));
    let mut leaves = List::new(CoordMode::UNIT);
    let (mut pieces, mut j) = ([1_u8; MAX_MODES], 0);
    while j < b.length() {
        let before = leaves.len();
        let (left, right) = (
            all.leaves().split_at(ours.at(j + 1)).0.split_at(ours.at(j)).1,
            part.leaf_modes().split_at(theirs.at(j + 1)).0.split_at(theirs.at(j)).1,
        );
        tri!(join_leaf(left, right, unit, &mut leaves));
        pieces[j] = (leaves.len() - before) as u8;
        j += 1;
    }
    match b.tree.profile.split(&pieces) {
        Some(profile) => Ok(Nested { profile, leaves }),
        None => Err(too_many(Op::Compose)),
    }
}

/// The pieces of one leaf of B. Both lists have the same size.
const fn join_leaf(
    left: &[CoordMode],
    right: &[Mode],
    unit: BasisStride,
    out: &mut List<CoordMode>,
) -> Result<()> {
    let before = out.len();
    // How much of the current mode on each side the pieces so far have used.
    let (mut i, mut k, mut a, mut b, mut done) = (0, 0, 1, 1, 1_i64);
    loop {
        while i < left.len() && left[i].extent == a {
            (i, a) = (i + 1, 1);
        }
        while k < right.len() && right[k].extent == b {
            (k, b) = (k + 1, 1);
        }
        if i == left.len() || k == right.len() {
            break;
        }
        let (ours, theirs) = (left[i].extent / a, right[k].extent / b);
        let piece = if ours < theirs { ours } else { theirs };
        if ours % piece != 0 || theirs % piece != 0 {
            let kind = ErrorKind::Incomparable { left: done * ours, right: done * theirs };
            return Err(Error::new(Op::Compose, kind));
        }
        let ours = tri!(left[i].stride.scale(a));
        let theirs = tri!(tri!(unit.scale(right[k].stride)).scale(b));
        if !out.push(CoordMode { extent: piece, stride: tri!(ours.add(&theirs)) }) {
            return Err(too_many(Op::Compose));
        }
        (a, b, done) = (a * piece, b * piece, done * piece);
    }
    if out.len() == before && !out.push(CoordMode::UNIT) {
        return Err(too_many(Op::Compose));
    }
    Ok(())
}
