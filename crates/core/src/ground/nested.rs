//! Nested tuples: a profile and a flat list of leaves.
//!
//! Everything with parentheses in this crate is a `Nested`: shapes, strides and
//! coordinates ([`Tuple`](crate::Tuple)), slicers, and, behind its invariant, [`Layout`](crate::Layout). What
//! only concerns the structure is written here once.

use core::hash::{Hash, Hasher};

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::limits::MAX_MODES;
use crate::ground::list::{List, tri};
use crate::ground::profile::Profile;

/// A nested tuple whose leaves are values of type `T`: `7`, `(4,8)`, `((2,4),8)`.
///
/// The leaves lie in one flat list, in order; the [`Profile`] holds the nesting. It is
/// `Copy`, lives inline and holds up to [`MAX_MODES`] leaves.
#[derive(Clone, Copy)]
pub struct Nested<T: Copy> {
    pub(crate) profile: Profile,
    pub(crate) leaves: List<T>,
}

/// A tree in a [`Nested`]: where its symbols and its leaves begin and end.
///
/// After the last tree of a tuple it stands at the end of that tuple, and is empty.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) at: u32,
    end: u32,
    pub(crate) leaf: usize,
    leaf_end: usize,
}

impl Node {
    /// Whether leaf `i` is under it.
    pub(crate) const fn has_leaf(self, i: usize) -> bool {
        self.leaf <= i && i < self.leaf_end
    }
}

impl<T: Copy> Nested<T> {
    /// One leaf, no parentheses.
    #[inline]
    pub const fn leaf(value: T) -> Self {
        Nested { profile: Profile::LEAF, leaves: List::of(value) }
    }

    /// A flat tuple of the leaves of `list`.
    pub(crate) const fn flat(leaves: List<T>) -> Self {
        Nested { profile: Profile::flat(leaves.len()), leaves }
    }

    /// The leaves, from left to right.
    #[inline]
    pub const fn leaves(&self) -> &[T] {
        self.leaves.as_slice()
    }

    /// The nesting without the values.
    #[inline]
    pub const fn profile(&self) -> Profile {
        self.profile
    }

    /// Whether this is a single leaf without parentheses.
    #[inline]
    pub const fn is_leaf(&self) -> bool {
        self.profile.same(Profile::LEAF)
    }

    /// The number of modes at the top; 1 for a single leaf, as in CuTe.
    pub const fn rank(&self) -> usize {
        self.rank_of(self.root())
    }

    /// The depth of the nesting: 0 for a single leaf, 1 for a flat tuple.
    pub const fn depth(&self) -> usize {
        self.profile.depth()
    }

    /// The number of leaves.
    pub const fn length(&self) -> usize {
        self.leaves.len()
    }

    // ---- Walking ---------------------------------------------------------------------

    /// The tree whose symbols begin at `at` and whose leaves at `leaf`.
    pub(crate) const fn node(&self, at: u32, leaf: usize) -> Node {
        let extent = self.profile.extent(at);
        Node { at, end: extent.end, leaf, leaf_end: leaf + extent.leaves }
    }

    pub(crate) const fn root(&self) -> Node {
        Node { at: 0, end: self.profile.len(), leaf: 0, leaf_end: self.leaves.len() }
    }

    /// The first tree of a forest.
    pub(crate) const fn first(&self) -> Node {
        self.node(0, 0)
    }

    pub(crate) const fn is_leaf_at(&self, node: Node) -> bool {
        self.profile.is_leaf(node.at)
    }

    /// The first child of a tuple; for a leaf, the leaf itself, so that a leaf reads as
    /// a tuple of one.
    pub(crate) const fn first_child(&self, node: Node) -> Node {
        if self.is_leaf_at(node) { node } else { self.node(node.at + 1, node.leaf) }
    }

    /// What comes after `node` in the same tuple.
    pub(crate) const fn after(&self, node: Node) -> Node {
        self.node(node.end, node.leaf_end)
    }

    pub(crate) const fn rank_of(&self, node: Node) -> usize {
        self.profile.extent(node.at).rank
    }

    /// The `i`-th child of `node`; `i` must be below its rank.
    pub(crate) const fn child(&self, node: Node, i: usize) -> Node {
        let (mut child, mut left) = (self.first_child(node), i);
        while left > 0 {
            child = self.after(child);
            left -= 1;
        }
        child
    }

    /// The leaves under `node`.
    pub(crate) const fn leaves_at(&self, node: Node) -> &[T] {
        self.leaves().split_at(node.leaf_end).0.split_at(node.leaf).1
    }

    /// The profile of the subtree at `node`.
    pub(crate) const fn profile_at(&self, node: Node) -> Profile {
        self.profile.cut(node.at, node.end)
    }

    /// The subtree at `node`.
    pub(crate) const fn subtree(&self, node: Node) -> Self {
        let mut out = self.nothing();
        // A part of what fits, fits.
        let _ = out.push_node(self, node);
        out
    }

    // ---- Building, in place: layouts are large, so they are not passed around ----------

    /// No trees at all; `self` only lends the type of the leaves.
    pub(crate) const fn nothing(&self) -> Self {
        Nested { profile: Profile::EMPTY, leaves: self.leaves.cleared() }
    }

    /// Takes out everything.
    pub(crate) const fn clear(&mut self) {
        self.profile = Profile::EMPTY;
        self.leaves.truncate(0);
    }

    /// Begins a tuple.
    pub(crate) const fn open(&mut self) -> Result<(), Error> {
        self.symbol(true)
    }

    /// Ends a tuple. One without modes can only be the whole.
    pub(crate) const fn close(&mut self) -> Result<(), Error> {
        if self.leaves.is_empty() {
            self.profile = Profile::EMPTY;
            return Ok(());
        }
        self.symbol(false)
    }

    const fn symbol(&mut self, open: bool) -> Result<(), Error> {
        match self.profile.push(open) {
            Some(profile) => {
                self.profile = profile;
                Ok(())
            }
            None => Err(too_many(Op::Tuple)),
        }
    }

    /// Appends trees, given by profile and leaves.
    pub(crate) const fn push_forest(
        &mut self,
        profile: Profile,
        leaves: &[T],
    ) -> Result<(), Error> {
        let Some(joined) = self.profile.join(profile) else {
            return Err(too_many(Op::Tuple));
        };
        if !self.leaves.extend(leaves) {
            return Err(too_many(Op::Tuple));
        }
        self.profile = joined;
        Ok(())
    }

    /// Appends all of `tree`.
    pub(crate) const fn push(&mut self, tree: &Self) -> Result<(), Error> {
        self.push_forest(tree.profile, tree.leaves())
    }

    /// Appends the children of the root of `tree` (a leaf counts as its own child).
    pub(crate) const fn push_children(&mut self, tree: &Self) -> Result<(), Error> {
        if tree.profile.len() == 0 || tree.is_leaf() {
            return self.push(tree);
        }
        self.push_forest(tree.profile.cut(1, tree.profile.len() - 1), tree.leaves())
    }

    /// Appends the subtree of `tree` at `node`.
    pub(crate) const fn push_node(&mut self, tree: &Self, node: Node) -> Result<(), Error> {
        self.push_forest(tree.profile_at(node), tree.leaves_at(node))
    }

    /// Appends the trees of `tree` from `from` up to, without, `to`.
    pub(crate) const fn push_nodes(
        &mut self,
        tree: &Self,
        from: Node,
        to: Node,
    ) -> Result<(), Error> {
        let leaves = tree.leaves().split_at(to.leaf).0.split_at(from.leaf).1;
        self.push_forest(tree.profile.cut(from.at, to.at), leaves)
    }

    // ---- Structure, as in CuTe's `tuple_algorithms` -----------------------------------

    /// Mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when `i` is not below the rank.
    pub const fn mode(&self, i: usize) -> Result<Self, Error> {
        let rank = self.rank();
        if i >= rank {
            return Err(no_mode(Op::Mode, i, rank));
        }
        Ok(self.subtree(self.child(self.root(), i)))
    }

    /// The mode reached by a path: `&[1, 0]` is mode 0 of mode 1; `&[]` is everything.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when a step of the path is not below the rank there.
    pub const fn mode_at(&self, path: &[usize]) -> Result<Self, Error> {
        Ok(self.subtree(tri!(self.node_at(Op::Mode, path))))
    }

    /// The tree reached by a path, as a step of `op`.
    pub(crate) const fn node_at(&self, op: Op, path: &[usize]) -> Result<Node, Error> {
        let (mut node, mut i) = (self.root(), 0);
        while i < path.len() {
            let rank = self.rank_of(node);
            if path[i] >= rank {
                let mut error = no_mode(op, path[i], rank);
                while i > 0 {
                    i -= 1;
                    error = error.in_mode(path[i]);
                }
                return Err(error);
            }
            node = self.child(node, path[i]);
            i += 1;
        }
        Ok(node)
    }

    /// The same leaves without inner parentheses. A single leaf stays one.
    pub const fn flatten(&self) -> Self {
        if self.is_leaf() { *self } else { Nested::flat(self.leaves) }
    }

    /// The leaves under another profile, the one of `like`.
    ///
    /// # Errors
    /// [`NotCongruent`](ErrorKind::NotCongruent) when the numbers of leaves differ.
    pub const fn unflatten<U: Copy>(&self, like: &Nested<U>) -> Result<Self, Error> {
        if self.length() != like.length() {
            return Err(Error::new(
                Op::Unflatten,
                ErrorKind::NotCongruent { left: self.length(), right: like.length() },
            ));
        }
        Ok(Nested { profile: like.profile, leaves: self.leaves })
    }

    /// Modes `begin..end` as one mode: `(a,b,c)` grouped 1 to 3 is `(a,(b,c))`.
    ///
    /// An empty range changes nothing.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when the range is not inside the rank.
    pub const fn group(&self, begin: usize, end: usize) -> Result<Self, Error> {
        tri!(self.check_range(Op::Group, begin, end));
        if begin == end {
            return Ok(*self);
        }
        let (first, last) = (self.first_child(self.root()), self.child(self.root(), self.rank()));
        let (from, to) = (self.child(self.root(), begin), self.child(self.root(), end));
        let mut out = self.nothing();
        tri!(out.open());
        tri!(out.push_nodes(self, first, from));
        tri!(out.open());
        tri!(out.push_nodes(self, from, to));
        tri!(out.close());
        tri!(out.push_nodes(self, to, last));
        tri!(out.close());
        Ok(out)
    }

    /// `mode` after the last mode: `(a,b)` and `c` give `(a,b,c)`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn append(&self, mode: &Self) -> Result<Self, Error> {
        let mut out = self.nothing();
        tri!(out.open());
        tri!(out.push_children(self));
        tri!(out.push(mode));
        tri!(out.close());
        Ok(out)
    }

    /// `mode` before the first mode.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn prepend(&self, mode: &Self) -> Result<Self, Error> {
        let mut out = self.nothing();
        tri!(out.open());
        tri!(out.push(mode));
        tri!(out.push_children(self));
        tri!(out.close());
        Ok(out)
    }

    /// `mode` appended until the rank is `rank`; unchanged when it is that already.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the rank is larger, [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn append_n(&self, rank: usize, mode: &Self) -> Result<Self, Error> {
        self.fill_up(Op::Append, rank, mode, false)
    }

    /// `mode` prepended until the rank is `rank`; unchanged when it is that already.
    ///
    /// # Errors
    /// As [`append_n`](Nested::append_n).
    pub const fn prepend_n(&self, rank: usize, mode: &Self) -> Result<Self, Error> {
        self.fill_up(Op::Prepend, rank, mode, true)
    }

    const fn fill_up(&self, op: Op, rank: usize, mode: &Self, before: bool) -> Result<Self, Error> {
        let have = self.rank();
        if have == rank {
            return Ok(*self);
        }
        if have > rank {
            return Err(Error::new(op, ErrorKind::RankTooLarge { rank: have, limit: rank }));
        }
        // Each mode has a leaf, so more modes than leaves never fit.
        if rank > MAX_MODES {
            return Err(too_many(op));
        }
        if mode.leaves.is_empty() {
            let kind = ErrorKind::Unsupported { what: "filling up with a mode that has no leaves" };
            return Err(Error::new(op, kind));
        }
        let (mut out, mut i) = (self.nothing(), 0);
        tri!(out.open());
        while i <= rank - have {
            // Its own modes stand at the end to which nothing is added.
            if i == if before { rank - have } else { 0 } {
                tri!(out.push_children(self));
            } else {
                tri!(out.push(mode));
            }
            i += 1;
        }
        tri!(out.close());
        Ok(out)
    }

    /// `mode` in the place of mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn replace(&self, i: usize, mode: &Self) -> Result<Self, Error> {
        if i >= self.rank() {
            return Err(no_mode(Op::Replace, i, self.rank()));
        }
        if self.is_leaf() {
            return Ok(*mode);
        }
        self.splice(i, mode)
    }

    /// The tuple without mode `i`.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode).
    pub const fn remove(&self, i: usize) -> Result<Self, Error> {
        if i >= self.rank() {
            return Err(no_mode(Op::Remove, i, self.rank()));
        }
        self.splice(i, &self.nothing())
    }

    /// The modes before `i`, `middle`, the modes after `i`.
    const fn splice(&self, i: usize, middle: &Self) -> Result<Self, Error> {
        let from = self.child(self.root(), i);
        let mut out = self.nothing();
        tri!(out.open());
        tri!(out.push_nodes(self, self.first_child(self.root()), from));
        tri!(out.push(middle));
        tri!(out.push_nodes(self, self.after(from), self.child(self.root(), self.rank())));
        tri!(out.close());
        Ok(out)
    }

    /// The modes named by `indices`, in that order, as a tuple. A mode may be named twice.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn select(&self, indices: &[usize]) -> Result<Self, Error> {
        let (mut out, mut i) = (self.nothing(), 0);
        tri!(out.open());
        while i < indices.len() {
            if indices[i] >= self.rank() {
                return Err(no_mode(Op::Select, indices[i], self.rank()));
            }
            tri!(out.push_node(self, self.child(self.root(), indices[i])));
            i += 1;
        }
        tri!(out.close());
        Ok(out)
    }

    /// Modes `begin..end` as a tuple.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when the range is not inside the rank,
    /// [`Unsupported`](ErrorKind::Unsupported) when it is empty.
    pub const fn take(&self, begin: usize, end: usize) -> Result<Self, Error> {
        tri!(self.check_range(Op::Take, begin, end));
        if begin == end {
            let kind = ErrorKind::Unsupported { what: "an empty range of modes" };
            return Err(Error::new(Op::Take, kind));
        }
        let mut out = self.nothing();
        tri!(out.open());
        tri!(out.push_nodes(self, self.child(self.root(), begin), self.child(self.root(), end)));
        tri!(out.close());
        Ok(out)
    }

    const fn check_range(&self, op: Op, begin: usize, end: usize) -> Result<(), Error> {
        let rank = self.rank();
        if end > rank {
            return Err(no_mode(op, end, rank));
        }
        if begin > end {
            return Err(no_mode(op, begin, end));
        }
        Ok(())
    }

    // ---- Relations of structure --------------------------------------------------------

    /// Whether both have the same profile.
    pub const fn congruent<U: Copy>(&self, other: &Nested<U>) -> bool {
        self.profile.same(other.profile)
    }

    /// Whether `self` is `other` with some subtrees shrunk to leaves: every coordinate
    /// of profile `self` addresses something in `other`.
    pub const fn weakly_congruent<U: Copy>(&self, other: &Nested<U>) -> bool {
        self.weakly_congruent_at(self.root(), other, other.root())
    }

    /// The first leaf of `fine` under each leaf of `self`, and the number of leaves of `fine` at
    /// the end; `self` must be weakly congruent to `fine`.
    pub(crate) const fn leaf_starts<U: Copy>(
        &self,
        fine: &Nested<U>,
    ) -> List<usize, { MAX_MODES + 1 }> {
        let mut out = List::new(0);
        self.collect_starts(self.root(), fine, fine.root(), &mut out);
        // One more than there are leaves.
        let _ = out.push(fine.length());
        out
    }

    const fn collect_starts<U: Copy>(
        &self,
        a: Node,
        fine: &Nested<U>,
        b: Node,
        out: &mut List<usize, { MAX_MODES + 1 }>,
    ) {
        if self.is_leaf_at(a) {
            let _ = out.push(b.leaf);
            return;
        }
        let (rank, mut i) = (self.rank_of(a), 0);
        let (mut a, mut b) = (self.first_child(a), fine.first_child(b));
        while i < rank {
            self.collect_starts(a, fine, b, out);
            (a, b, i) = (self.after(a), fine.after(b), i + 1);
        }
    }

    const fn weakly_congruent_at<U: Copy>(&self, a: Node, other: &Nested<U>, b: Node) -> bool {
        if self.is_leaf_at(a) {
            return true;
        }
        let rank = self.rank_of(a);
        if other.is_leaf_at(b) || rank != other.rank_of(b) {
            return false;
        }
        let (mut a, mut b, mut i) = (self.first_child(a), other.first_child(b), 0);
        while i < rank {
            if !self.weakly_congruent_at(a, other, b) {
                return false;
            }
            (a, b, i) = (self.after(a), other.after(b), i + 1);
        }
        true
    }
}

/// The error for more leaves or parentheses than fit.
pub(crate) const fn too_many(op: Op) -> Error {
    Error::new(op, ErrorKind::TooManyModes { limit: MAX_MODES })
}

/// The error for a mode that is not there.
pub(crate) const fn no_mode(op: Op, mode: usize, rank: usize) -> Error {
    Error::new(op, ErrorKind::NoSuchMode { mode, rank })
}

impl<T: Copy + PartialEq> PartialEq for Nested<T> {
    fn eq(&self, other: &Self) -> bool {
        self.profile == other.profile && self.leaves() == other.leaves()
    }
}

impl<T: Copy + Eq> Eq for Nested<T> {}

impl<T: Copy + Hash> Hash for Nested<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.profile.hash(state);
        self.leaves().hash(state);
    }
}
