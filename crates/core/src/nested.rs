//! Nested tuples: a profile and a flat list of leaves.
//!
//! Everything with parentheses in this crate is a `Nested`: shapes, strides and
//! coordinates ([`Tuple`](crate::Tuple)), slicers, and, behind its invariant, [`Layout`](crate::Layout). What
//! only concerns the structure is written here once.

use core::hash::{Hash, Hasher};

use crate::error::{Error, ErrorKind, Op};
use crate::list::{List, tri};
use crate::profile::Profile;

/// A nested tuple whose leaves are values of type `T`: `7`, `(4,8)`, `((2,4),8)`.
///
/// The leaves lie in one flat list, in order; the [`Profile`] holds the nesting. It is
/// `Copy`, lives inline and holds up to [`MAX_MODES`](crate::MAX_MODES) leaves.
#[derive(Clone, Copy)]
pub struct Nested<T: Copy> {
    pub(crate) profile: Profile,
    pub(crate) leaves: List<T>,
}

/// A place in a [`Nested`]: a symbol of the profile, and the first leaf at or after it.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) at: u32,
    pub(crate) leaf: usize,
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

    pub(crate) const fn root(&self) -> Node {
        Node { at: 0, leaf: 0 }
    }

    pub(crate) const fn is_leaf_at(&self, node: Node) -> bool {
        self.profile.is_leaf(node.at)
    }

    /// The first child of a tuple; for a leaf, the leaf itself, so that a leaf reads as
    /// a tuple of one.
    pub(crate) const fn first_child(&self, node: Node) -> Node {
        if self.is_leaf_at(node) { node } else { Node { at: node.at + 1, leaf: node.leaf } }
    }

    /// What comes after `node` in the same tuple.
    pub(crate) const fn after(&self, node: Node) -> Node {
        let end = self.profile.end(node.at);
        Node { at: end, leaf: node.leaf + self.profile.cut(node.at, end).leaves() }
    }

    pub(crate) const fn rank_of(&self, node: Node) -> usize {
        if self.profile.len() == 0 {
            return 0;
        }
        if self.is_leaf_at(node) {
            return 1;
        }
        let end = self.profile.end(node.at) - 1;
        let (mut rank, mut at) = (0, node.at + 1);
        while at < end {
            at = self.profile.end(at);
            rank += 1;
        }
        rank
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

    /// The range of leaves under `node`.
    pub(crate) const fn leaf_range(&self, node: Node) -> (usize, usize) {
        (node.leaf, self.after(node).leaf)
    }

    /// The subtree at `node`.
    pub(crate) const fn subtree(&self, node: Node) -> Self {
        let next = self.after(node);
        self.forest(node, next)
    }

    /// The trees from `from` up to, without, `to`, side by side.
    const fn forest(&self, from: Node, to: Node) -> Self {
        let mut out = Nested { profile: self.profile.cut(from.at, to.at), leaves: self.leaves.cleared() };
        let mut i = from.leaf;
        while i < to.leaf {
            // Cannot be full: these leaves came from a list of the same capacity.
            let _ = out.leaves.push(self.leaves.at(i));
            i += 1;
        }
        out
    }

    /// The children of the root side by side (a leaf counts as its own child).
    pub(crate) const fn children(&self) -> Self {
        if self.profile.len() == 0 || self.is_leaf() {
            return *self;
        }
        Nested { profile: self.profile.cut(1, self.profile.len() - 1), leaves: self.leaves }
    }

    // ---- Building --------------------------------------------------------------------

    /// No trees at all; `self` only lends the type of the leaves.
    pub(crate) const fn nothing(&self) -> Self {
        Nested { profile: Profile::EMPTY, leaves: self.leaves.cleared() }
    }

    /// The forest `self` followed by the forest `next`.
    pub(crate) const fn join(mut self, next: &Self) -> Result<Self, Error> {
        let Some(profile) = self.profile.join(next.profile) else {
            return Err(too_many(Op::Tuple));
        };
        if !self.leaves.extend(next.leaves()) {
            return Err(too_many(Op::Tuple));
        }
        self.profile = profile;
        Ok(self)
    }

    /// The forest as one tuple.
    pub(crate) const fn wrap(mut self) -> Result<Self, Error> {
        match self.profile.wrap() {
            Some(profile) => {
                self.profile = profile;
                Ok(self)
            }
            None => Err(too_many(Op::Tuple)),
        }
    }

    /// The tuple `(a, b)`.
    pub(crate) const fn pair(a: &Self, b: &Self) -> Result<Self, Error> {
        tri!(a.join(b)).wrap()
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
        let (mut node, mut i) = (self.root(), 0);
        while i < path.len() {
            let rank = self.rank_of(node);
            if path[i] >= rank {
                return Err(no_mode(Op::Mode, path[i], rank));
            }
            node = self.child(node, path[i]);
            i += 1;
        }
        Ok(self.subtree(node))
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
        let (from, to) = (self.child(self.root(), begin), self.child(self.root(), end));
        let first = self.first_child(self.root());
        let last = self.child(self.root(), self.rank());
        let inner = tri!(self.forest(from, to).wrap());
        tri!(tri!(self.forest(first, from).join(&inner)).join(&self.forest(to, last))).wrap()
    }

    /// `mode` after the last mode: `(a,b)` and `c` give `(a,b,c)`. Also CuTe's `append`.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn append(&self, mode: &Self) -> Result<Self, Error> {
        tri!(self.children().join(mode)).wrap()
    }

    /// `mode` before the first mode.
    ///
    /// # Errors
    /// [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn prepend(&self, mode: &Self) -> Result<Self, Error> {
        tri!(mode.join(&self.children())).wrap()
    }

    /// `mode` appended until the rank is `rank`; unchanged when it is that already.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the rank is larger, [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn append_n(&self, rank: usize, mode: &Self) -> Result<Self, Error> {
        let (mut out, mut have) = (*self, self.rank());
        if have > rank {
            return Err(Error::new(Op::Append, ErrorKind::RankTooLarge { rank: have, limit: rank }));
        }
        while have < rank {
            out = tri!(out.append(mode));
            have += 1;
        }
        Ok(out)
    }

    /// `mode` prepended until the rank is `rank`; unchanged when it is that already.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the rank is larger, [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn prepend_n(&self, rank: usize, mode: &Self) -> Result<Self, Error> {
        let (mut out, mut have) = (*self, self.rank());
        if have > rank {
            return Err(Error::new(Op::Prepend, ErrorKind::RankTooLarge { rank: have, limit: rank }));
        }
        while have < rank {
            out = tri!(out.prepend(mode));
            have += 1;
        }
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

    /// The modes before `i`, the forest `middle`, the modes after `i`.
    const fn splice(&self, i: usize, middle: &Self) -> Result<Self, Error> {
        let first = self.first_child(self.root());
        let from = self.child(self.root(), i);
        let last = self.child(self.root(), self.rank());
        let head = tri!(self.forest(first, from).join(middle));
        tri!(head.join(&self.forest(self.after(from), last))).wrap()
    }

    /// The modes named by `indices`, in that order, as a tuple. A mode may be named twice.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode), [`TooManyModes`](ErrorKind::TooManyModes).
    pub const fn select(&self, indices: &[usize]) -> Result<Self, Error> {
        let (mut out, mut i) = (self.nothing(), 0);
        while i < indices.len() {
            out = tri!(out.join(&tri!(self.mode(indices[i]))));
            i += 1;
        }
        out.wrap()
    }

    /// Modes `begin..end` as a tuple.
    ///
    /// # Errors
    /// [`NoSuchMode`](ErrorKind::NoSuchMode) when the range is empty or not inside the rank.
    pub const fn take(&self, begin: usize, end: usize) -> Result<Self, Error> {
        tri!(self.check_range(Op::Take, begin, end));
        if begin == end {
            return Err(no_mode(Op::Take, begin, end));
        }
        self.forest(self.child(self.root(), begin), self.child(self.root(), end)).wrap()
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
    Error::new(op, ErrorKind::TooManyModes { limit: crate::list::MAX_MODES })
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
