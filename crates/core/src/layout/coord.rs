//! Coordinates: from coordinate to index, and from index to coordinate.
//!
//! A coordinate addresses a shape when it is *weakly congruent* to it: an integer
//! stands for a whole subtree and counts through it, leftmost fastest; a tuple must
//! have as many modes as the shape has there. So `(4,(2,4))` takes `13`, `(1,3)` and
//! `(1,(1,1))`.
//!
//! As in CuTe, an integer may run past the end of its subtree; it then continues on
//! the last mode, as if that had no end. [`Layout::at_strict`] refuses that.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::ground::profile::Profile;
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::tuple::{Coord, IntoTuple, Shape, Stride, Tuple};

/// The layout function of `modes` at index `i >= 0`, continuing on the last mode.
#[inline]
pub(crate) const fn extended(modes: &[Mode], mut i: i64) -> i128 {
    // Inside the domain every partial sum is an offset or a difference of two, so it fits.
    let (mut offset, mut k) = (0_i64, 0);
    while k + 1 < modes.len() {
        let Mode { extent, stride } = modes[k];
        offset += i % extent * stride;
        i /= extent;
        k += 1;
    }
    if k == modes.len() {
        return 0;
    }
    offset as i128 + i as i128 * modes[k].stride as i128
}

pub(crate) const fn fit(op: Op, offset: i128) -> Result<i64, Error> {
    if offset > i64::MAX as i128 || offset < i64::MIN as i128 {
        return Err(Error::overflow(op, "offset"));
    }
    Ok(offset as i64)
}

/// Past the end the terms are up to 2^126 each, and there may be 32 of them.
pub(crate) const fn add(op: Op, a: i128, b: i128) -> Result<i128, Error> {
    match a.checked_add(b) {
        Some(sum) => Ok(sum),
        None => Err(Error::overflow(op, "offset")),
    }
}

pub(crate) const fn not_negative(op: Op, value: i64) -> Result<i64, Error> {
    if value < 0 {
        return Err(Error::new(op, ErrorKind::NegativeCoordinate { value }));
    }
    Ok(value)
}

/// The ranks of a coordinate and of a shape where they meet, if they agree.
pub(crate) const fn meet(
    op: Op,
    coordinate: usize,
    shape: usize,
    shape_is_leaf: bool,
) -> Result<usize, Error> {
    if coordinate != shape || shape_is_leaf {
        return Err(Error::new(op, ErrorKind::CoordinateProfile { coordinate, shape }));
    }
    Ok(coordinate)
}

/// # Evaluation
impl Layout {
    /// The offset at a coordinate: an integer, nested Rust tuples of integers, or a [`Coord`].
    ///
    /// An integer past the end continues on the last mode, as in CuTe.
    ///
    /// # Errors
    /// [`CoordinateProfile`](ErrorKind::CoordinateProfile) when the coordinate is nested where
    /// the shape is not, [`NegativeCoordinate`](ErrorKind::NegativeCoordinate), and
    /// [`Overflow`](ErrorKind::Overflow) far past the end.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((4,(2,4)):(2,(1,8)));
    /// assert_eq!(a.at((1, (1, 1)))?, 11); // natural coordinate
    /// assert_eq!(a.at((1, 3))?, 11);      // 3 is (1,1) in the second mode
    /// assert_eq!(a.at(13)?, 11);          // 13 = 1 + 4*3
    /// # Ok::<(), tilework::Error>(())
    /// ```
    #[doc(alias = "crd2idx")]
    #[inline]
    pub fn at(&self, coord: impl IntoTuple) -> Result<i64, Error> {
        match (coord.as_integer(), self.at_flat(&coord)) {
            (Some(index), _) => self.at_index(index),
            (None, Some(offset)) => Ok(offset),
            (None, None) => self.at_coord(&coord.into_tuple()?),
        }
    }

    /// The offset at a flat coordinate inside a flat layout: the most common case, without
    /// building a tuple.
    #[inline]
    fn at_flat(&self, coord: &impl IntoTuple) -> Option<i64> {
        let mut digits = [0; 8];
        let len = coord.as_flat(&mut digits)?;
        if !self.tree.profile.same(Profile::flat(len)) {
            return None;
        }
        let mut offset = 0;
        for (mode, &digit) in self.leaf_modes().iter().zip(&digits[..len]) {
            if digit < 0 || digit >= mode.extent {
                return None;
            }
            // Inside the domain every partial sum is a difference of two offsets, so it fits.
            offset += digit * mode.stride;
        }
        Some(offset)
    }

    /// The offset at a coordinate inside the domain, where there is a fast path.
    #[inline]
    pub(crate) fn at_inside(&self, coord: &impl IntoTuple) -> Option<i64> {
        match coord.as_integer() {
            Some(index) if index >= 0 && index < self.size() => self.at_index(index).ok(),
            Some(_) => None,
            None => self.at_flat(coord),
        }
    }

    /// The offset at a 1-D index. [`at`](Layout::at) for constants.
    ///
    /// # Errors
    /// As [`at`](Layout::at).
    #[inline]
    pub const fn at_index(&self, index: i64) -> Result<i64, Error> {
        let offset = extended(self.leaf_modes(), if index < 0 { 0 } else { index });
        if index < 0 || offset > i64::MAX as i128 || offset < i64::MIN as i128 {
            return self.at_coord(&Nested::leaf(index));
        }
        Ok(offset as i64)
    }

    /// The offset at a coordinate. [`at`](Layout::at) for constants.
    ///
    /// # Errors
    /// As [`at`](Layout::at).
    pub const fn at_coord(&self, coord: &Coord) -> Result<i64, Error> {
        let offset = match self.offset_of(Op::Evaluate, self.tree.root(), coord, coord.root()) {
            Ok(offset) => fit(Op::Evaluate, offset),
            Err(error) => Err(error),
        };
        match offset {
            Ok(offset) => Ok(offset),
            Err(error) => Err(error.on(self.text_after(Text::EMPTY.tuple(coord).str(" in ")))),
        }
    }

    const fn offset_of(&self, op: Op, here: Node, coord: &Coord, c: Node) -> Result<i128, Error> {
        if coord.is_leaf_at(c) {
            let index = tri!(not_negative(op, coord.leaves.at(c.leaf)));
            return Ok(extended(self.tree.leaves_at(here), index));
        }
        let (here_rank, is_leaf) = (self.tree.rank_of(here), self.tree.is_leaf_at(here));
        let rank = tri!(meet(op, coord.rank_of(c), here_rank, is_leaf));
        let (mut here, mut c) = (self.tree.first_child(here), coord.first_child(c));
        let (mut offset, mut i) = (0_i128, 0);
        while i < rank {
            offset = match self.offset_of(op, here, coord, c) {
                Ok(part) => tri!(add(op, offset, part)),
                Err(error) => return Err(error.in_mode(i)),
            };
            (here, c, i) = (self.tree.after(here), coord.after(c), i + 1);
        }
        Ok(offset)
    }

    /// The offset at a coordinate that must lie inside the domain.
    ///
    /// # Errors
    /// As [`at`](Layout::at), and [`OutOfBounds`](ErrorKind::OutOfBounds) for a coordinate
    /// that is not below its extent.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let a = layout!((4,8):(1,4));
    /// assert_eq!(a.at((5, 0))?, 5);
    /// assert!(a.at_strict((5, 0)).is_err());
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn at_strict(&self, coord: impl IntoTuple) -> Result<i64, Error> {
        if let Some(offset) = self.at_inside(&coord) {
            return Ok(offset);
        }
        let coord = coord.into_tuple()?;
        self.check_bounds(&coord)?;
        self.at_coord(&coord)
    }

    /// Whether a coordinate lies inside the domain, or the reason why not.
    ///
    /// # Errors
    /// [`OutOfBounds`](ErrorKind::OutOfBounds), or as [`at`](Layout::at).
    pub const fn check_bounds(&self, coord: &Coord) -> Result<(), Error> {
        match self.bounds_of(self.tree.root(), coord, coord.root()) {
            Ok(()) => Ok(()),
            Err(error) => Err(error.on(self.text_after(Text::EMPTY.tuple(coord).str(" in ")))),
        }
    }

    const fn bounds_of(&self, here: Node, coord: &Coord, c: Node) -> Result<(), Error> {
        let op = Op::Evaluate;
        if coord.is_leaf_at(c) {
            let coordinate = tri!(not_negative(op, coord.leaves.at(c.leaf)));
            let extent = self.tree.view_at(here).size();
            if coordinate >= extent {
                return Err(Error::new(op, ErrorKind::OutOfBounds { coordinate, extent }));
            }
            return Ok(());
        }
        let (here_rank, is_leaf) = (self.tree.rank_of(here), self.tree.is_leaf_at(here));
        let rank = tri!(meet(op, coord.rank_of(c), here_rank, is_leaf));
        let (mut here, mut c, mut i) = (self.tree.first_child(here), coord.first_child(c), 0);
        while i < rank {
            match self.bounds_of(here, coord, c) {
                Ok(()) => (here, c, i) = (self.tree.after(here), coord.after(c), i + 1),
                Err(error) => return Err(error.in_mode(i)),
            }
        }
        Ok(())
    }

    /// The natural coordinate of a 1-D index: CuTe's `get_hier_coord`.
    ///
    /// # Errors
    /// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate).
    #[doc(alias = "get_hier_coord")]
    pub const fn coord_of(&self, index: i64) -> Result<Coord, Error> {
        idx2crd(index, &self.shape())
    }
}

/// The 1-D index of a coordinate in a shape, leftmost fastest.
///
/// # Errors
/// As [`Layout::at`], and what [`Layout::col_major`] refuses in the shape.
///
/// ```
/// use tilework::{crd2idx, tuple};
///
/// assert_eq!(crd2idx(&tuple!((1,7,0)), &tuple!((6,8,1)))?, 43);
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn crd2idx(coord: &Coord, shape: &Shape) -> Result<i64, Error> {
    match tri!(Layout::col_major(shape)).at_coord(coord) {
        Ok(index) => Ok(index),
        Err(error) => Err(error.within(Op::Crd2Idx)),
    }
}

/// The offset of a coordinate in a shape with strides: evaluation of `shape:stride`.
///
/// # Errors
/// As [`Layout::at`] and [`Layout::new`].
pub const fn crd2idx_stride(coord: &Coord, shape: &Shape, stride: &Stride) -> Result<i64, Error> {
    match tri!(Layout::from_tuples(shape, stride)).at_coord(coord) {
        Ok(index) => Ok(index),
        Err(error) => Err(error.within(Op::Crd2Idx)),
    }
}

/// The natural coordinate of an index in a shape. Past the end the last mode grows.
///
/// # Errors
/// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate), [`BadExtent`](ErrorKind::BadExtent).
///
/// ```
/// use tilework::{idx2crd, tuple};
///
/// assert_eq!(idx2crd(16, &tuple!((3,(2,3))))?, tuple!((1,(1,2))));
/// assert_eq!(idx2crd(25, &tuple!((3,(2,3))))?, tuple!((1,(0,4))));
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn idx2crd(index: i64, shape: &Shape) -> Result<Coord, Error> {
    crd2crd_as(Op::Idx2Crd, &Tuple::leaf(index), None, shape)
}

/// The coordinate of `shape` at which the compact or strided layout `shape:stride` has this offset:
/// each digit is `offset / stride % extent`, as CuTe defines it.
///
/// # Errors
/// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate), [`NotCongruent`](ErrorKind::NotCongruent),
/// [`BadExtent`](ErrorKind::BadExtent), and [`NotPositive`](ErrorKind::NotPositive) for a stride
/// that is negative, or 0 on a mode with more than one coordinate.
pub const fn idx2crd_stride(offset: i64, shape: &Shape, stride: &Stride) -> Result<Coord, Error> {
    let op = Op::Idx2Crd;
    let layout = tri!(Layout::from_tuples(shape, stride));
    let offset = tri!(not_negative(op, offset));
    let (mut leaves, mut i) = (List::new(0), 0);
    while i < layout.length() {
        let Mode { extent, stride } = layout.leaf_modes()[i];
        if extent > 1 && stride < 1 {
            let kind = ErrorKind::NotPositive { what: "a stride", value: stride };
            return Err(Error::new(op, kind).on(layout.text()));
        }
        let _ = leaves.push(if extent == 1 { 0 } else { offset / stride % extent });
        i += 1;
    }
    Ok(Nested { profile: shape.profile, leaves })
}

/// The coordinate of `to` with the same index as `coord` has in `from`, mode by mode
/// where the coordinate is a tuple.
///
/// # Errors
/// [`CoordinateProfile`](ErrorKind::CoordinateProfile) when the three do not fit,
/// [`NegativeCoordinate`](ErrorKind::NegativeCoordinate), [`BadExtent`](ErrorKind::BadExtent).
///
/// ```
/// use tilework::{crd2crd, tuple};
///
/// let coord = crd2crd(&tuple!((4,10)), &tuple!((15,12)), &tuple!(((1,1,2),90)))?;
/// assert_eq!(coord, tuple!(((0,0,4),10)));
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn crd2crd(coord: &Coord, from: &Shape, to: &Shape) -> Result<Coord, Error> {
    crd2crd_as(Op::Crd2Crd, coord, Some(from), to)
}

const fn crd2crd_as(
    op: Op,
    coord: &Coord,
    from: Option<&Shape>,
    to: &Shape,
) -> Result<Coord, Error> {
    let subject = Text::EMPTY.tuple(coord).str(" in ").tuple(to);
    let from = match from {
        Some(from) => from,
        None => coord,
    };
    let mut leaves = List::new(0);
    match convert(op, coord, coord.root(), from, from.root(), to, to.root(), &mut leaves) {
        Ok(()) => Ok(Nested { profile: to.profile, leaves }),
        Err(error) => Err(error.on(subject)),
    }
}

/// Appends the digits of `coord` (in `from`) for the leaves of `to`.
#[allow(clippy::too_many_arguments)]
const fn convert(
    op: Op,
    coord: &Coord,
    c: Node,
    from: &Shape,
    f: Node,
    to: &Shape,
    t: Node,
    out: &mut List<i64>,
) -> Result<(), Error> {
    if coord.is_leaf_at(c) {
        let mut rest = tri!(not_negative(op, coord.leaves.at(c.leaf)));
        let (extents, mut i) = (to.leaves_at(t), 0);
        while i < extents.len() {
            let extent = extents[i];
            if extent < 1 {
                return Err(Error::new(op, ErrorKind::BadExtent { leaf: t.leaf + i, extent }));
            }
            i += 1;
            // The last digit keeps what is left, so nothing is lost past the end.
            let digit = if i == extents.len() { rest } else { rest % extent };
            rest /= extent;
            // There is one digit for each leaf of `to`, so it cannot be full.
            let _ = out.push(digit);
        }
        return Ok(());
    }
    let rank = coord.rank_of(c);
    tri!(meet(op, rank, from.rank_of(f), from.is_leaf_at(f)));
    if to.is_leaf_at(t) {
        // A tuple where `to` has one integer: its index in `from`.
        let layout = tri!(Layout::col_major(&from.subtree(f)));
        let index = tri!(layout.at_coord(&coord.subtree(c)));
        let _ = out.push(index);
        return Ok(());
    }
    tri!(meet(op, rank, to.rank_of(t), false));
    let (mut c, mut f, mut t) = (coord.first_child(c), from.first_child(f), to.first_child(t));
    let mut i = 0;
    while i < rank {
        tri!(convert(op, coord, c, from, f, to, t, out));
        (c, f, t, i) = (coord.after(c), from.after(f), to.after(t), i + 1);
    }
    Ok(())
}
