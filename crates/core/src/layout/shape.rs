//! Shape arithmetic: dividing shapes by shapes, and how one shape relates to another.
//!
//! A shape is read as a list of factors, leftmost fastest. Dividing it by a number takes that
//! many elements out of it from the left, and the modulus keeps them:
//!
//! ```text
//! (6,2) / 3 = (2,2)      every third element of 6 by 2        (6,2) % 3 = (3,1)
//! (6,2) / 12 = (1,1)                                          (6,2) % 12 = (6,2)
//! ```
//!
//! Both make sense only while one number divides the other at every step: the *divisibility
//! condition* of CuTe's documents.

use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::integers::gcd;
use crate::ground::list::{List, tri};
use crate::ground::mode::Mode;
use crate::ground::nested::{Nested, Node};
use crate::ground::text::Text;
use crate::layout::layout::Layout;
use crate::layout::runs::coalesced;
use crate::layout::tuple::{Shape, Tuple};

/// How a quotient that is not an integer is taken.
#[derive(Clone, Copy)]
enum Round {
    /// One of the two numbers must divide the other.
    Never,
    Up,
}

/// `a` with the first `b` elements taken out, from the left.
///
/// A tuple `b` acts mode by mode, an integer on all modes of `a` in turn: what a mode cannot
/// take goes on to the next. Below an integer of `a`, a tuple `b` counts with its size.
///
/// # Errors
/// [`NotDivisible`](ErrorKind::NotDivisible) when of two numbers that meet neither divides the
/// other; [`RankMismatch`](ErrorKind::RankMismatch) when two tuples that meet have different
/// ranks; [`BadExtent`](ErrorKind::BadExtent), [`Overflow`](ErrorKind::Overflow).
///
/// ```
/// use tilework::{ErrorKind, shape_div, tuple};
///
/// assert_eq!(shape_div(&tuple!((3,6,2,8)), &tuple!(9))?, tuple!((1,2,2,8)));
/// assert_eq!(shape_div(&tuple!((12,32)), &tuple!((4,8)))?, tuple!((3,4)));
/// let error = shape_div(&tuple!((6,2)), &tuple!(4)).unwrap_err();
/// assert_eq!(error.kind(), ErrorKind::NotDivisible { value: 6, by: 4 });
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn shape_div(a: &Shape, b: &Shape) -> Result<Shape, Error> {
    divide(Op::ShapeDiv, a, b, Round::Never)
}

/// [`shape_div`] that rounds up: mode by mode, how many tiles of shape `b` it takes to cover `a`.
///
/// A tuple `b` may have fewer modes than `a`; those that are missing count as 1. An integer `b`
/// goes through the modes of a tuple as in [`shape_div`], and what is left of it after each is rounded
/// up as well, so that the result need not cover `a` unless the numbers divide one another:
/// `(2,5)` by 3 is `(1,3)`.
///
/// # Errors
/// [`RankTooLarge`](ErrorKind::RankTooLarge) when `b` has more modes than `a` where both are
/// tuples; [`BadExtent`](ErrorKind::BadExtent), [`Overflow`](ErrorKind::Overflow).
///
/// ```
/// use tilework::{ceil_div, tuple};
///
/// assert_eq!(ceil_div(&tuple!((100,64,3)), &tuple!((16,16)))?, tuple!((7,4,3)));
/// assert_eq!(ceil_div(&tuple!((3,4)), &tuple!(2))?, tuple!((2,4)));
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn ceil_div(a: &Shape, b: &Shape) -> Result<Shape, Error> {
    divide(Op::CeilDiv, a, b, Round::Up)
}

const fn divide(op: Op, a: &Shape, b: &Shape, round: Round) -> Result<Shape, Error> {
    let subject = Text::EMPTY.tuple(a).str(" by ").tuple(b);
    let divided = match check_extents(op, a) {
        Ok(()) => match check_extents(op, b) {
            Ok(()) => divide_at(op, a, a.root(), b, b.root(), round, List::new(0)),
            Err(error) => Err(error),
        },
        Err(error) => Err(error),
    };
    match divided {
        Ok(leaves) => Ok(Nested { profile: a.profile, leaves }),
        Err(error) => Err(error.on(subject)),
    }
}

/// Appends the leaves of `a / b`.
const fn divide_at(
    op: Op,
    a: &Shape,
    at: Node,
    b: &Shape,
    by: Node,
    round: Round,
    out: List<i64>,
) -> Result<List<i64>, Error> {
    if a.is_leaf_at(at) || b.is_leaf_at(by) {
        return divide_leaves(op, a.leaves_at(at), tri!(b.product_at(by)), round, out);
    }
    let (rank, named) = (a.rank_of(at), b.rank_of(by));
    match round {
        Round::Never if named != rank => {
            return Err(Error::new(op, ErrorKind::RankMismatch { left: rank, right: named }));
        }
        _ if named > rank => {
            return Err(Error::new(op, ErrorKind::RankTooLarge { rank: named, limit: rank }));
        }
        _ => {}
    }
    let (mut at, mut by, mut out, mut i) = (a.first_child(at), b.first_child(by), out, 0);
    while i < rank {
        let mode = if i < named {
            divide_at(op, a, at, b, by, round, out)
        } else {
            divide_at(op, a, at, &Tuple::leaf(1), Tuple::leaf(1).root(), round, out)
        };
        out = match mode {
            Ok(out) => out,
            Err(error) => return Err(error.in_mode(i)),
        };
        at = a.after(at);
        if i < named {
            by = b.after(by);
        }
        i += 1;
    }
    Ok(out)
}

/// Appends the leaves of `a / by` for an integer.
const fn divide_leaves(
    op: Op,
    leaves: &[i64],
    by: i64,
    round: Round,
    mut out: List<i64>,
) -> Result<List<i64>, Error> {
    let (mut rest, mut i) = (by, 0);
    while i < leaves.len() {
        let extent = leaves[i];
        if matches!(round, Round::Never) {
            tri!(divisible(op, extent, rest));
        }
        // As many leaves as `a` has, so there is room.
        let _ = out.push(round_up_div(extent, rest));
        rest = round_up_div(rest, extent);
        i += 1;
    }
    Ok(out)
}

const fn round_up_div(a: i64, b: i64) -> i64 {
    a / b + (a % b != 0) as i64
}

/// The divisibility condition.
const fn divisible(op: Op, value: i64, by: i64) -> Result<(), Error> {
    if value % by != 0 && by % value != 0 {
        return Err(Error::new(op, ErrorKind::NotDivisible { value, by }));
    }
    Ok(())
}

const fn check_extents(op: Op, shape: &Shape) -> Result<(), Error> {
    let mut i = 0;
    while i < shape.length() {
        let extent = shape.leaves.at(i);
        if extent < 1 {
            return Err(Error::new(op, ErrorKind::BadExtent { leaf: i, extent }));
        }
        i += 1;
    }
    Ok(())
}

/// The first `b` elements of `a`, from the left: what [`shape_div`] takes out.
///
/// # Errors
/// As [`shape_div`]; [`NotPositive`](ErrorKind::NotPositive) for `b < 1`.
///
/// ```
/// use tilework::{shape_mod, tuple};
///
/// assert_eq!(shape_mod(&tuple!((3,6,2,8)), 9)?, tuple!((3,3,1,1)));
/// assert_eq!(shape_mod(&tuple!((1,2,2,8)), 16)?, tuple!((1,2,2,4)));
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn shape_mod(a: &Shape, b: i64) -> Result<Shape, Error> {
    match shape_mod_leaves(a, b) {
        Ok(leaves) => Ok(Nested { profile: a.profile, leaves }),
        Err(error) => Err(error.on(Text::EMPTY.tuple(a).str(" by ").int(b))),
    }
}

const fn shape_mod_leaves(a: &Shape, b: i64) -> Result<List<i64>, Error> {
    let op = Op::ShapeMod;
    tri!(check_extents(op, a));
    if b < 1 {
        return Err(Error::new(op, ErrorKind::NotPositive { what: "the modulus", value: b }));
    }
    let (mut out, mut rest, mut i) = (List::new(0), b, 0);
    while i < a.length() {
        let extent = a.leaves.at(i);
        tri!(divisible(op, extent, rest));
        let _ = out.push(if extent < rest { extent } else { rest });
        rest = round_up_div(rest, extent);
        i += 1;
    }
    Ok(out)
}

/// `b` workers spread over the indices of `a`: the coalesced layout whose modes are, from left
/// to right, the largest parts of `b` that divide the extents of `a`.
///
/// Post-conditions: its offsets are indices of `a`, each at most once, and its size divides `b`
/// and the size of `a`.
///
/// # Errors
/// [`NotPositive`](ErrorKind::NotPositive) for `b < 1`, and as [`Layout::col_major`].
///
/// ```
/// use tilework::{domain_distribute, layout, tuple};
///
/// assert_eq!(domain_distribute(&tuple!((15,(4,4),2)), 6)?, layout!((3,2):(1,15)));
/// # Ok::<(), tilework::Error>(())
/// ```
pub const fn domain_distribute(a: &Shape, b: i64) -> Result<Layout, Error> {
    if b < 1 {
        let kind = ErrorKind::NotPositive { what: "the number of workers", value: b };
        let subject = Text::EMPTY.int(b).str(" over ").tuple(a);
        return Err(Error::new(Op::DomainDistribute, kind).on(subject));
    }
    let compact = match Layout::col_major(a) {
        Ok(compact) => compact,
        Err(error) => return Err(error.within(Op::DomainDistribute)),
    };
    let (mut modes, mut rest, mut i): (List<Mode>, _, _) = (List::new(Mode::VACANT), b, 0);
    while i < compact.length() {
        let Mode { extent, stride } = compact.leaf_modes()[i];
        let part = gcd(extent as u64, rest as u64) as i64;
        let _ = modes.push(Mode::new(part, stride));
        rest /= part;
        i += 1;
    }
    // Its offsets are indices of `a`, so it keeps the promises of a layout.
    Ok(Layout { tree: Layout::flat_tree(coalesced(modes.as_slice())) })
}

impl Nested<i64> {
    /// Whether every coordinate of this shape is a coordinate of `other`: this one is `other`
    /// with some subtrees multiplied out.
    ///
    /// ```
    /// use tilework::tuple;
    ///
    /// assert!(tuple!(24).compatible(&tuple!((4,6))));
    /// assert!(tuple!((4,6)).compatible(&tuple!(((2,2),6))));
    /// assert!(!tuple!((4,6)).compatible(&tuple!(24)));
    /// assert!(!tuple!(24).compatible(&tuple!((4,5))));
    /// ```
    pub const fn compatible(&self, other: &Shape) -> bool {
        self.relates(self.root(), other, other.root(), Relation::Equal)
    }

    /// [`compatible`](Nested::compatible) up to multiples: every integer of this shape divides
    /// the size of what is in its place in `other`.
    ///
    /// ```
    /// use tilework::tuple;
    ///
    /// assert!(tuple!(12).weakly_compatible(&tuple!((4,6))));
    /// assert!(tuple!((2,3)).weakly_compatible(&tuple!((4,(2,3)))));
    /// assert!(!tuple!(5).weakly_compatible(&tuple!((4,6))));
    /// ```
    pub const fn weakly_compatible(&self, other: &Shape) -> bool {
        self.relates(self.root(), other, other.root(), Relation::Divides)
    }

    const fn relates(&self, a: Node, other: &Shape, b: Node, relation: Relation) -> bool {
        if self.is_leaf_at(a) {
            let leaf = self.leaves.at(a.leaf);
            return match relation {
                // A product that does not fit is not equal to a number that does.
                Relation::Equal => matches!(other.product_at(b), Ok(size) if size == leaf),
                Relation::Divides => matches!(other.product_mod(b, leaf), Some(0)),
            };
        }
        let rank = self.rank_of(a);
        if other.is_leaf_at(b) || rank != other.rank_of(b) {
            return false;
        }
        let (mut a, mut b, mut i) = (self.first_child(a), other.first_child(b), 0);
        while i < rank {
            if !self.relates(a, other, b, relation) {
                return false;
            }
            (a, b, i) = (self.after(a), other.after(b), i + 1);
        }
        true
    }

    /// The product of the leaves under `node` modulo `m`, which need not fit itself.
    const fn product_mod(&self, node: Node, m: i64) -> Option<i64> {
        if m < 1 {
            return None;
        }
        let (leaves, mut product, mut i) = (self.leaves_at(node), 1 % m as i128, 0);
        while i < leaves.len() {
            product = product * leaves[i] as i128 % m as i128;
            i += 1;
        }
        Some(product as i64)
    }

    /// Whether this shape is evenly divided by the tiler shape `tiler`, in the order of the
    /// arguments that CuTe has: mode by mode for a tuple, which may name fewer modes; below an
    /// integer, [`ceil_div`] leaves nothing over.
    ///
    /// ```
    /// use tilework::tuple;
    ///
    /// assert!(tuple!((12,32,7)).evenly_divides(&tuple!((4,8))));
    /// assert!(!tuple!((12,32)).evenly_divides(&tuple!((5,8))));
    /// ```
    pub const fn evenly_divides(&self, tiler: &Shape) -> bool {
        self.evenly_divides_at(self.root(), tiler, tiler.root())
    }

    const fn evenly_divides_at(&self, a: Node, tiler: &Shape, t: Node) -> bool {
        if tiler.is_leaf_at(t) {
            let (by, leaves, mut i) = (tiler.leaves.at(t.leaf), self.leaves_at(a), 0);
            let (mut rest, mut covered, mut size) = (by as i128, by as i128, 1_i128);
            if by < 1 {
                return false;
            }
            while i < leaves.len() {
                let extent = leaves[i] as i128;
                if extent < 1 {
                    return false;
                }
                let tiles = (extent + rest - 1) / rest;
                rest = (rest + extent - 1) / extent;
                // Larger than any shape that is a shape: neither side fits.
                (size, covered) = match (size.checked_mul(extent), covered.checked_mul(tiles)) {
                    (Some(size), Some(covered)) => (size, covered),
                    _ => return false,
                };
                i += 1;
            }
            return size == covered;
        }
        let named = tiler.rank_of(t);
        if named > self.rank_of(a) {
            return false;
        }
        let (mut a, mut t, mut i) = (self.first_child(a), tiler.first_child(t), 0);
        while i < named {
            if !self.evenly_divides_at(a, tiler, t) {
                return false;
            }
            (a, t, i) = (self.after(a), tiler.after(t), i + 1);
        }
        true
    }
}

/// What an integer must be to the size of what is in its place.
#[derive(Clone, Copy)]
enum Relation {
    Equal,
    Divides,
}

/// # Comparing shapes
impl Layout {
    /// Whether both layouts are nested alike.
    pub const fn congruent(&self, other: &Layout) -> bool {
        self.tree.congruent(&other.tree)
    }

    /// Whether this layout is nested as `other` with some subtrees shrunk to leaves.
    pub const fn weakly_congruent(&self, other: &Layout) -> bool {
        self.tree.weakly_congruent(&other.tree)
    }

    /// Whether every coordinate of this layout is one of `other`: [`compatible`](Nested::compatible) of
    /// the shapes.
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let b = layout!((4,3):(3,1));
    /// assert!(b.compatible(&layout!((6,2):(8,2)).compose(&b)?));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compatible(&self, other: &Layout) -> bool {
        self.shape().compatible(&other.shape())
    }

    /// [`weakly_compatible`](Nested::weakly_compatible) of the shapes.
    pub const fn weakly_compatible(&self, other: &Layout) -> bool {
        self.shape().weakly_compatible(&other.shape())
    }

    /// Whether this layout's shape is evenly divided by the shape of a tiler: see
    /// [`Nested::evenly_divides`].
    pub const fn evenly_divides(&self, tiler: &Shape) -> bool {
        self.shape().evenly_divides(tiler)
    }
}
