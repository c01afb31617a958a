//! Vectors of layouts of either kind, and of copies between them.

use crate::decide::vector::{Nodes, SINGLE, Vector, check_sizes, measure, path_to, same_mode};
use crate::ground::error::{Error, Op};
use crate::ground::limits::ENUMERATION_BUDGET;
use crate::ground::nested::Node;
use crate::layout::layout::Layout;
use crate::maps::any::AnyLayout;
use crate::maps::composed::ComposedLayout;
use crate::maps::layout_ref::LayoutRef;

/// # Vectors
impl LayoutRef<'_> {
    /// The widest [`Vector`]: see [`Layout::vector`].
    ///
    /// # Errors
    /// [`Undecided`](crate::ErrorKind::Undecided) for a composed layout with more than
    /// [`ENUMERATION_BUDGET`] steps to look at; never for a plain one.
    ///
    /// ```
    /// use tilework::{ComposedLayout, LayoutRef};
    ///
    /// let a: ComposedLayout = "Sw<3,3,3> o 0 o (8,64):(64,1)".parse()?;
    /// assert_eq!(LayoutRef::from(&a).vector()?.to_string(), "8 along mode 1, aligned to 8");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn vector(self) -> Result<Vector, Error> {
        if let LayoutRef::Plain(layout) = self {
            return Ok(layout.vector());
        }
        let (mut best, mut nodes, mut side) = (SINGLE, Nodes::START, Side::new(self));
        while let Some(node) = nodes.next(&self.inner().tree) {
            best = best.or(side.vector(node)?);
        }
        Ok(best)
    }

    /// The [`Vector`] along the mode at a path: see [`Layout::vector_along`].
    ///
    /// # Errors
    /// [`NoSuchMode`](crate::ErrorKind::NoSuchMode), and as [`vector`](LayoutRef::vector).
    ///
    /// ```
    /// use tilework::{ComposedLayout, LayoutRef};
    ///
    /// let a: ComposedLayout = "Sw<2,3,3> o 0 o (64,8):(1,64)".parse()?;
    /// assert_eq!(LayoutRef::from(&a).vector_along(&[0])?.width(), 8);
    /// assert_eq!(LayoutRef::from(&a).vector_along(&[1])?.width(), 1);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn vector_along(self, path: &[usize]) -> Result<Vector, Error> {
        Side::new(self).vector(self.inner().node_for_vector(path)?)
    }

    /// The widest [`Vector`] of a copy between two layouts of one size, along a mode of this one: see
    /// [`Layout::common_vector`].
    ///
    /// # Errors
    /// [`SizeMismatch`](crate::ErrorKind::SizeMismatch), [`Undecided`](crate::ErrorKind::Undecided), and
    /// [`TooManyStages`](crate::ErrorKind::TooManyStages) where the shapes are incompatible and `other` has
    /// too many maps for one more.
    ///
    /// ```
    /// use tilework::{ComposedLayout, LayoutRef, layout};
    ///
    /// // From global memory to swizzled shared memory.
    /// let (global, shared) = (layout!((8,64):(1024,1)), "Sw<3,3,3> o 0 o (8,64):(64,1)");
    /// let shared: ComposedLayout = shared.parse()?;
    /// let copy = LayoutRef::from(&global).common_vector(LayoutRef::from(&shared))?;
    /// assert_eq!(copy.to_string(), "8 along mode 1, aligned to 8");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn common_vector(self, other: LayoutRef<'_>) -> Result<Vector, Error> {
        let there = self.other_side(other)?;
        let (mut best, mut nodes, tree) = (SINGLE, Nodes::START, &self.inner().tree);
        let (mut left, mut right) = (Side::new(self), Side::new(there.as_ref()));
        while let Some(node) = nodes.next(tree) {
            let mut found = left.vector(node)?;
            if found.width() > 1 {
                found = found.and(right.vector(right.mode_like(self, node))?);
            }
            best = best.or(found);
        }
        Ok(best)
    }

    /// [`common_vector`](LayoutRef::common_vector) along the mode of this layout at a path.
    ///
    /// # Errors
    /// [`NoSuchMode`](crate::ErrorKind::NoSuchMode), and as [`common_vector`](LayoutRef::common_vector).
    pub fn common_vector_along(
        self,
        other: LayoutRef<'_>,
        path: &[usize],
    ) -> Result<Vector, Error> {
        let (node, there) = (self.inner().node_for_vector(path)?, self.other_side(other)?);
        let mut right = Side::new(there.as_ref());
        let there = right.vector(right.mode_like(self, node))?;
        Ok(Side::new(self).vector(node)?.and(there))
    }

    /// `other` as a function of the same index, with modes that refine those of this layout.
    fn other_side(self, other: LayoutRef<'_>) -> Result<AnyLayout, Error> {
        let (a, b) = (self.inner(), other.inner());
        check_sizes(a, b)?;
        let other = match other {
            LayoutRef::Plain(layout) => AnyLayout::Plain(*layout),
            LayoutRef::Composed(composed) => AnyLayout::Composed(*composed),
        };
        if a.compatible(b) {
            return Ok(other);
        }
        let like = other.compose_any(&Layout::col_major(&a.shape())?);
        like.map_err(|error| error.within(Op::CommonVector))
    }
}

/// So many steps are looked at before a composed layout is made plain.
const FEW_STEPS: u64 = 1 << 10;

/// A layout whose modes are measured, one after the other.
struct Side<'a> {
    of: LayoutRef<'a>,
    /// Of a composed layout: the plain one with the same function, and its first offset, once it was asked for.
    plain: Option<Option<(Layout, i64)>>,
    /// How many steps may still be looked at.
    left: u64,
}

impl<'a> Side<'a> {
    fn new(of: LayoutRef<'a>) -> Side<'a> {
        Side { of, plain: None, left: ENUMERATION_BUDGET }
    }

    /// The mode that `node` is in a layout whose modes these refine.
    fn mode_like(&self, coarse: LayoutRef<'_>, node: Node) -> Node {
        same_mode(&self.of.inner().tree, &path_to(&coarse.inner().tree, node))
    }

    fn vector(&mut self, node: Node) -> Result<Vector, Error> {
        let path = path_to(&self.of.inner().tree, node);
        let composed = match self.of {
            LayoutRef::Plain(layout) => {
                return Ok(Vector::new(path, measure(layout.leaf_modes(), node)));
            }
            LayoutRef::Composed(composed) => composed,
        };
        // Of a swizzle few steps tell, and whether it is plain takes longer.
        if !composed.has_layouts()
            && let Some(found) = composed.measure_vector(node, &mut { FEW_STEPS })
        {
            return Ok(Vector::new(path, found));
        }
        let plain = self.plain.get_or_insert_with(|| composed.proven_refinement());
        if let Some((layout, base)) = plain {
            let node = same_mode(&layout.tree, &path);
            return Ok(Vector::new(path, measure(layout.leaf_modes(), node)).at(*base));
        }
        match composed.measure_vector(node, &mut self.left) {
            Some(found) => Ok(Vector::new(path, found)),
            None => Err(composed.undecided(Op::VectorWidth)),
        }
    }
}

/// # Vectors
impl ComposedLayout {
    /// The widest [`Vector`]: see [`Layout::vector`].
    ///
    /// # Errors
    /// As [`LayoutRef::vector`].
    ///
    /// ```
    /// use tilework::ComposedLayout;
    ///
    /// // Two rows apart, the swizzle moves blocks of 4 elements.
    /// let a: ComposedLayout = "Sw<1,2,4> o 0 o (4,32):(32,1)".parse()?;
    /// assert_eq!(a.vector()?.to_string(), "4 along mode 1, aligned to 4");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn vector(&self) -> Result<Vector, Error> {
        LayoutRef::Composed(self).vector()
    }

    /// The [`Vector`] along the mode at a path: see [`Layout::vector_along`].
    ///
    /// # Errors
    /// As [`LayoutRef::vector_along`].
    pub fn vector_along(&self, path: &[usize]) -> Result<Vector, Error> {
        LayoutRef::Composed(self).vector_along(path)
    }
}

/// # Vectors
impl AnyLayout {
    /// The widest [`Vector`]: see [`Layout::vector`].
    ///
    /// # Errors
    /// As [`LayoutRef::vector`].
    pub fn vector(&self) -> Result<Vector, Error> {
        self.as_ref().vector()
    }

    /// The [`Vector`] along the mode at a path: see [`Layout::vector_along`].
    ///
    /// # Errors
    /// As [`LayoutRef::vector_along`].
    pub fn vector_along(&self, path: &[usize]) -> Result<Vector, Error> {
        self.as_ref().vector_along(path)
    }

    /// The widest [`Vector`] of a copy: see [`Layout::common_vector`].
    ///
    /// # Errors
    /// As [`LayoutRef::common_vector`].
    pub fn common_vector(&self, other: &AnyLayout) -> Result<Vector, Error> {
        self.as_ref().common_vector(other.as_ref())
    }

    /// [`common_vector`](AnyLayout::common_vector) along the mode of this layout at a path.
    ///
    /// # Errors
    /// As [`LayoutRef::common_vector_along`].
    pub fn common_vector_along(&self, other: &AnyLayout, path: &[usize]) -> Result<Vector, Error> {
        self.as_ref().common_vector_along(other.as_ref(), path)
    }
}
