//! Rearranging and simplifying the modes of a coordinate layout, as [`structure`](crate::layout::structure)
//! and [`coalesce`](crate::algebra::coalesce) do for integers.

use crate::algebra::compose::indices_of;
use crate::coords::coord_layout::notation::text_after;
use crate::coords::coord_layout::{CoordLayout, CoordMode};
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::nested::{Nested, Node};
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Shape, Slicer, Tuple};

impl CoordLayout {
    /// Mode `path[0]`, of it mode `path[1]`, and so on.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode).
    pub const fn mode_at(&self, path: &[usize]) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Mode, self.tree.mode_at(path))
    }

    /// The leaf modes under another profile, the one of `like`.
    ///
    /// # Errors
    /// As [`Layout::unflatten`].
    pub const fn unflatten(&self, like: &Tuple) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Unflatten, self.tree.unflatten(like))
    }

    /// Modes `begin..end` as one mode; an empty range changes nothing.
    ///
    /// # Errors
    /// As [`Layout::group`].
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((2,3,5)))?;
    /// assert_eq!(id.group(1, 3)?.to_string(), "(2,(3,5)):(1@0,(1@1,1@2))");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "group_modes")]
    pub const fn group(&self, begin: usize, end: usize) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Group, self.tree.group(begin, end))
    }

    /// The modes named by `indices`, in that order.
    ///
    /// # Errors
    /// As [`Layout::select`].
    pub const fn select(&self, indices: &[usize]) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Select, self.tree.select(indices))
    }

    /// Modes `begin..end`.
    ///
    /// # Errors
    /// As [`Layout::take`].
    pub const fn take(&self, begin: usize, end: usize) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Take, self.tree.take(begin, end))
    }

    /// The layout without mode `i`.
    ///
    /// # Errors
    /// As [`Layout::remove`].
    pub const fn remove(&self, i: usize) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Remove, self.tree.remove(i))
    }

    /// The modes that a slicer fixes: the other half of [`slice`](CoordLayout::slice).
    ///
    /// # Errors
    /// As [`Layout::dice`].
    pub const fn dice(&self, slicer: &Slicer) -> Result<CoordLayout, Error> {
        self.rearranged(Op::Dice, self.tree.select_by(Op::Dice, slicer, false))
    }

    /// `mode` after the last mode.
    ///
    /// The values are coordinates of the profile that both have; where they have different ones, of
    /// the smallest with all the places that the strides name.
    ///
    /// # Errors
    /// As [`Layout::append`]; [`Unsupported`](ErrorKind::Unsupported) when one stride names a mode as a
    /// whole and another goes into it.
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let (a, b): (CoordLayout, CoordLayout) = ("4:1@0".parse()?, "8:1@1".parse()?);
    /// assert_eq!(a.append(&b)?.to_string(), "(4,8):(1@0,1@1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn append(&self, mode: &CoordLayout) -> Result<CoordLayout, Error> {
        self.rearranged_with(mode, Op::Append, self.tree.append(&mode.tree))
    }

    /// `mode` before the first mode.
    ///
    /// # Errors
    /// As [`append`](CoordLayout::append).
    pub const fn prepend(&self, mode: &CoordLayout) -> Result<CoordLayout, Error> {
        self.rearranged_with(mode, Op::Prepend, self.tree.prepend(&mode.tree))
    }

    /// `mode` appended until the rank is `rank`.
    ///
    /// # Errors
    /// As [`append`](CoordLayout::append) and [`Layout::append_n`].
    pub const fn append_n(&self, rank: usize, mode: &CoordLayout) -> Result<CoordLayout, Error> {
        self.rearranged_with(mode, Op::Append, self.tree.append_n(rank, &mode.tree))
    }

    /// `mode` prepended until the rank is `rank`.
    ///
    /// # Errors
    /// As [`append`](CoordLayout::append) and [`Layout::append_n`].
    pub const fn prepend_n(&self, rank: usize, mode: &CoordLayout) -> Result<CoordLayout, Error> {
        self.rearranged_with(mode, Op::Prepend, self.tree.prepend_n(rank, &mode.tree))
    }

    /// `mode` in the place of mode `i`.
    ///
    /// # Errors
    /// As [`append`](CoordLayout::append) and [`Layout::replace`].
    pub const fn replace(&self, i: usize, mode: &CoordLayout) -> Result<CoordLayout, Error> {
        self.rearranged_with(mode, Op::Replace, self.tree.replace(i, &mode.tree))
    }

    /// The layouts side by side, as the modes of one: `(A, B, ...)`.
    ///
    /// # Errors
    /// As [`append`](CoordLayout::append).
    #[doc(alias = "make_layout")]
    pub const fn concat(modes: &[CoordLayout]) -> Result<CoordLayout, Error> {
        let (mut tree, mut i) = (Nested::leaf(CoordMode::UNIT).nothing(), 0);
        let mut codomain = if modes.is_empty() { None } else { Some(&modes[0]) };
        tri!(tree.open());
        while i < modes.len() {
            if let Err(error) = tree.push(&modes[i].tree) {
                return Err(error.within(Op::Layout));
            }
            codomain = match codomain {
                Some(codomain) => codomain.common(&modes[i]),
                None => None,
            };
            i += 1;
        }
        if let Err(error) = tree.close() {
            return Err(error.within(Op::Layout));
        }
        match codomain {
            Some(codomain) => codomain.with(tree).checked(Op::Layout),
            None => CoordLayout::written(Op::Layout, tree),
        }
    }

    /// The shortest layout with the same function of the 1-D index, as [`Layout::coalesce`].
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let a: CoordLayout = "((2,2),1,3):((1@0,2@0),0,1@1)".parse()?;
    /// assert_eq!(a.coalesce().to_string(), "(4,3):(1@0,1@1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn coalesce(&self) -> CoordLayout {
        self.with(coalesced(self.tree.leaves(), false))
    }

    /// [`coalesce`](CoordLayout::coalesce) at each leaf of `profile`, as [`Layout::coalesce_by`].
    ///
    /// # Errors
    /// As [`Layout::coalesce_by`].
    pub const fn coalesce_by(&self, profile: &Tuple) -> Result<CoordLayout, Error> {
        self.simplify_by(Op::Coalesce, profile, false)
    }

    /// Modes with stride 0 shrunk to extent 1, as [`Layout::filter_zeros`].
    pub const fn filter_zeros(&self) -> CoordLayout {
        let (mut tree, mut i) = (self.tree, 0);
        while i < tree.length() {
            if tree.leaves.at(i).stride.is_zero() {
                tree.leaves.set(i, CoordMode::UNIT);
            }
            i += 1;
        }
        self.with(tree)
    }

    /// The coalesced layout without its modes of stride 0 and extent 1, as [`Layout::filter`].
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let a: CoordLayout = "(4,8,2):(1@0,0,4@0)".parse()?;
    /// assert_eq!(a.filter().to_string(), "8:1@0");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn filter(&self) -> CoordLayout {
        self.with(coalesced(self.tree.leaves(), true))
    }

    /// [`filter`](CoordLayout::filter) at the leaves of `profile`, as [`Layout::filter_by`].
    ///
    /// # Errors
    /// As [`Layout::coalesce_by`].
    pub const fn filter_by(&self, profile: &Tuple) -> Result<CoordLayout, Error> {
        self.simplify_by(Op::Filter, profile, true)
    }

    /// The same function of the index under another shape of the same size: `A o shape`, as
    /// [`Layout::with_shape`].
    ///
    /// # Errors
    /// As [`compose`](CoordLayout::compose); [`SizeMismatch`](ErrorKind::SizeMismatch).
    ///
    /// ```
    /// use tilework::{CoordLayout, tuple};
    ///
    /// let id = CoordLayout::identity(&tuple!((4,4)))?;
    /// assert_eq!(id.with_shape(&tuple!((8,2)))?.to_string(), "((4,2),2):((1@0,1@1),2@1)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn with_shape(&self, shape: &Shape) -> Result<CoordLayout, Error> {
        let indices: Layout = match indices_of(shape, self.size()) {
            Ok(indices) => indices,
            Err(error) => return Err(error.on(self.text().str(" as ").tuple(shape))),
        };
        match self.compose(&indices) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(Op::WithShape)),
        }
    }

    /// Every stride times `factor`: `R(x) = factor * A(x)`, with the same shape.
    ///
    /// # Errors
    /// [`Overflow`](ErrorKind::Overflow).
    pub const fn scale(&self, factor: i64) -> Result<CoordLayout, Error> {
        let (mut tree, mut i) = (self.tree, 0);
        while i < tree.length() {
            let CoordMode { extent, stride } = tree.leaves.at(i);
            match stride.scale(factor) {
                Ok(stride) => tree.leaves.set(i, CoordMode { extent, stride }),
                Err(error) => return Err(error.within(Op::Scale).on(self.text())),
            }
            i += 1;
        }
        self.with(tree).checked(Op::Scale)
    }

    /// The first index, below both sizes, at which the values differ, as
    /// [`Layout::first_difference`].
    ///
    /// ```
    /// use tilework::CoordLayout;
    ///
    /// let (a, b): (CoordLayout, CoordLayout) = ("(4,8):(1@0,1@1)".parse()?, "32:1@0".parse()?);
    /// assert_eq!(a.first_difference(&b), Some(4));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn first_difference(&self, other: &CoordLayout) -> Option<i64> {
        least(self.differs(other, &self.places), self.differs(other, &other.places))
    }

    /// This layout as operand of an error.
    pub(super) const fn text(&self) -> Text {
        text_after(&self.tree, Text::EMPTY)
    }

    /// A rearrangement of modes with the same codomain, if it succeeded and is a layout.
    const fn rearranged(
        &self,
        op: Op,
        tree: Result<Nested<CoordMode>, Error>,
    ) -> Result<CoordLayout, Error> {
        let tree = match tree {
            Ok(tree) => tree,
            Err(error) => return Err(error.within(op).on(self.text())),
        };
        self.with(tree).checked(op)
    }

    /// A rearrangement of these modes and those of another layout.
    const fn rearranged_with(
        &self,
        other: &CoordLayout,
        op: Op,
        tree: Result<Nested<CoordMode>, Error>,
    ) -> Result<CoordLayout, Error> {
        match (self.common(other), tree) {
            (None, Ok(tree)) => CoordLayout::written(op, tree),
            (Some(codomain), tree) => codomain.rearranged(op, tree),
            (None, tree) => self.rearranged(op, tree),
        }
    }

    /// The one of two layouts whose codomain has the values of both. `None` when the strides have
    /// to decide.
    const fn common<'a>(&'a self, other: &'a CoordLayout) -> Option<&'a CoordLayout> {
        if self.coprofile.same(other.coprofile) || other.is_zero() {
            Some(self)
        } else if self.is_zero() {
            Some(other)
        } else {
            None
        }
    }

    /// Whether no mode moves.
    pub(super) const fn is_zero(&self) -> bool {
        let mut i = 0;
        while i < self.tree.length() {
            if !self.tree.leaves.at(i).stride.is_zero() {
                return false;
            }
            i += 1;
        }
        true
    }

    /// Coalesces at the leaves of `profile`, and drops modes of stride 0 there if `filter`.
    const fn simplify_by(
        &self,
        op: Op,
        profile: &Tuple,
        filter: bool,
    ) -> Result<CoordLayout, Error> {
        let mut tree = self.tree.nothing();
        match self.simplify_at(self.tree.root(), profile, profile.root(), filter, &mut tree) {
            Ok(()) => Ok(self.with(tree)),
            Err(error) => Err(error.within(op).on(self.text())),
        }
    }

    const fn simplify_at(
        &self,
        here: Node,
        profile: &Tuple,
        p: Node,
        filter: bool,
        out: &mut Nested<CoordMode>,
    ) -> Result<(), Error> {
        if profile.is_leaf_at(p) {
            return out.push(&coalesced(self.tree.leaves_at(here), filter));
        }
        let (rank, named) = (self.tree.rank_of(here), profile.rank_of(p));
        if named > rank {
            let kind = ErrorKind::RankTooLarge { rank: named, limit: rank };
            return Err(Error::new(Op::Coalesce, kind));
        }
        let (mut here, mut p, mut i) = (self.tree.first_child(here), profile.first_child(p), 0);
        tri!(out.open());
        while i < rank {
            if i < named {
                if let Err(error) = self.simplify_at(here, profile, p, filter, out) {
                    return Err(error.in_mode(i));
                }
                p = profile.after(p);
            } else {
                tri!(out.push_node(&self.tree, here));
            }
            (here, i) = (self.tree.after(here), i + 1);
        }
        out.close()
    }
}

/// The coalesced modes, flat; without those of stride 0 if `filter`.
const fn coalesced(modes: &[CoordMode], filter: bool) -> Nested<CoordMode> {
    let (mut out, mut i) = (List::new(CoordMode::UNIT), 0);
    while i < modes.len() {
        let CoordMode { extent, stride } = modes[i];
        i += 1;
        if extent == 1 || (filter && stride.is_zero()) {
            continue;
        }
        if let Some(last) = out.last()
            && let Ok(next) = last.stride.scale(last.extent)
            && next.same(&stride)
        {
            let extent = last.extent * extent;
            out.set(out.len() - 1, CoordMode { extent, stride: last.stride });
            continue;
        }
        let _ = out.push(CoordMode { extent, stride });
    }
    match out.len() {
        0 => Nested::leaf(CoordMode::UNIT),
        1 => Nested::leaf(out.at(0)),
        _ => Nested::flat(out),
    }
}

/// The smaller one of two indices.
const fn least(a: Option<i64>, b: Option<i64>) -> Option<i64> {
    match (a, b) {
        (Some(a), Some(b)) => Some(if a < b { a } else { b }),
        (Some(index), None) | (None, Some(index)) => Some(index),
        (None, None) => None,
    }
}
