//! Product: repeating a layout as another one says.
//!
//! The products compute the same and differ in how they group the modes:
//!
//! ```text
//! layout (M, N, L)                          tiler <TileM, TileN>
//! logical_product  ((M,TileM), (N,TileN), L)
//! zipped_product   ((M,N), (TileM,TileN,L))
//! tiled_product    ((M,N), TileM, TileN, L)
//! flat_product     (M, N, TileM, TileN, L)
//!
//! block (M, N)                              arrangement (P, Q)
//! blocked_product  ((M,P), (N,Q))
//! raked_product    ((P,M), (Q,N))
//! ```

use crate::algebra::tiler::Tiler;
use crate::algebra::tiler::by_mode::{Form, Leaf};
use crate::algebra::tiler::tile::repeats_into;
use crate::ground::error::{Error, ErrorKind, Op};
use crate::ground::list::{List, tri};
use crate::ground::nested::Nested;
use crate::ground::work::Work;
use crate::layout::layout::{Layout, check, in_place};
use crate::layout::tuple::{Shape, Tuple};

/// # Products
impl Layout {
    /// Repeats a layout: `(A, complement(A, size A * cosize B) o B)`.
    ///
    /// In plain words: mode 0 is A, mode 1 is B with every element replaced by a copy of A
    /// that touches no other copy. With a tiler `<...>` this happens in each mode that it
    /// names; all other modes stay.
    ///
    /// Post-conditions: mode 0 is A, and mode 1 is compatible with B.
    ///
    /// # Errors
    /// As [`complement`](Layout::complement) of A and [`compose`](Layout::compose) with B.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// let a = layout!((2,2):(4,1));
    /// assert_eq!(a.logical_product(&tiler!(6:1))?, layout!(((2,2),(2,3)):((4,1),(2,8))));
    /// assert_eq!(a.logical_product(&tiler!((4,2):(2,1)))?, layout!(((2,2),(4,2)):((4,1),(8,2))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn logical_product(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply(Op::LogicalProduct, tiler, Leaf::Product)
    }

    /// [`logical_product`](Layout::logical_product) with the blocks gathered in mode 0 and the repetitions in
    /// mode 1.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn zipped_product(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply_in_form(Op::ZippedProduct, tiler, Leaf::Product, Form::Zipped)
    }

    /// [`zipped_product`](Layout::zipped_product) with the modes of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn tiled_product(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply_in_form(Op::TiledProduct, tiler, Leaf::Product, Form::Tiled)
    }

    /// [`zipped_product`](Layout::zipped_product) with the modes of the block and of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn flat_product(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply_in_form(Op::FlatProduct, tiler, Leaf::Product, Form::Flat)
    }

    /// Blocks of A, arranged as B says: mode `i` is `(mode i of A, mode i of the repetitions)`.
    ///
    /// ```text
    /// A = 2x2:  0 2     B = 1x2:  0 1       blocked   0 2 | 4 6       raked   0 4 2 6
    ///           1 3                                   1 3 | 5 7               1 5 3 7
    /// ```
    ///
    /// The lower rank is filled up with `1:0`. The modes are not coalesced;
    /// [`coalesce_by`](Layout::coalesce_by) gives the form that CuTe's documents print.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let r = layout!((2,5):(5,1)).blocked_product(&layout!((3,4):(1,3)))?;
    /// assert_eq!(r, layout!(((2,3),(5,4)):((5,10),(1,30))));
    /// assert_eq!(r.coalesce_by(&tuple!((1,1)))?, layout!((6,(5,4)):(5,(1,30))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn blocked_product(&self, arrangement: &Layout) -> Result<Layout, Error> {
        self.product_by_rank(Op::BlockedProduct, arrangement, false)
    }

    /// A interleaved as B says: mode `i` is `(mode i of the repetitions, mode i of A)`.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    ///
    /// ```
    /// use tilework::layout;
    ///
    /// let r = layout!((2,5):(5,1)).raked_product(&layout!((3,4):(1,3)))?;
    /// assert_eq!(r, layout!(((3,2),(4,5)):((10,5),(30,1))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn raked_product(&self, arrangement: &Layout) -> Result<Layout, Error> {
        self.product_by_rank(Op::RakedProduct, arrangement, true)
    }

    const fn product_by_rank(
        &self,
        op: Op,
        arrangement: &Layout,
        raked: bool,
    ) -> Result<Layout, Error> {
        let mut repeats = self.tree.nothing();
        if let Err(error) =
            repeats_into(self.view(), arrangement.view(), &mut repeats, &mut Work::new())
        {
            return Err(error.within(op));
        }
        // A leaf of the arrangement may have become several modes, but it is one mode still.
        let (a, b) = ((&self.tree, self.rank()), (&repeats, arrangement.rank()));
        let (first, second) = if raked { (b, a) } else { (a, b) };
        let whole = if raked { arrangement.tree.is_leaf() } else { self.tree.is_leaf() };
        in_place!(tree => match zip_into(first, second, whole, &Layout::UNIT.tree, tree) {
            Ok(()) => check(op, tree.leaves()),
            Err(error) => Err(error.within(op)),
        })
    }

    /// This block repeated until it fills `shape`: CuTe's `tile_to_shape`.
    ///
    /// The repetitions vary in `order`, from the left when there is none. Mode by mode the
    /// result is `(block, repetitions)`.
    ///
    /// # Errors
    /// [`RankTooLarge`](ErrorKind::RankTooLarge) when the block has more modes than the shape,
    /// [`NotDivisible`](ErrorKind::NotDivisible) when a mode of the block does not divide the
    /// shape, and as [`blocked_product`](Layout::blocked_product).
    ///
    /// ```
    /// use tilework::{layout, tuple};
    ///
    /// let atom = layout!((8,64):(64,1));
    /// let tiled = atom.tile_to_shape(&tuple!((128,128)), Some(&tuple!((2,1))))?;
    /// assert_eq!(tiled, layout!(((8,16),(64,2)):((64,1024),(1,512))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn tile_to_shape(
        &self,
        shape: &Shape,
        order: Option<&Tuple>,
    ) -> Result<Layout, Error> {
        let op = Op::TileToShape;
        if self.rank() > shape.rank() {
            let kind = ErrorKind::RankTooLarge { rank: self.rank(), limit: shape.rank() };
            return Err(Error::new(op, kind).on(self.text().str(" to ").tuple(shape)));
        }
        let block = tri!(self.append_n(shape.rank(), &Layout::UNIT));
        let (sizes, target) = (tri!(block.shape().product_each()), tri!(shape.product_each()));
        let (mut repeats, mut i) = (List::new(0), 0);
        while i < target.length() {
            let (value, by) = (target.leaves.at(i), sizes.leaves.at(i));
            if value < 1 {
                return Err(Error::new(op, ErrorKind::BadExtent { leaf: i, extent: value }));
            }
            if value % by != 0 {
                let kind = ErrorKind::NotDivisible { value, by };
                let subject = self.text().str(" to ").tuple(shape);
                return Err(Error::new(op, kind).on(subject).in_mode(i));
            }
            let _ = repeats.push(value / by);
            i += 1;
        }
        let repeats = Nested::flat(repeats);
        let order = match order {
            Some(order) if order.is_leaf() && repeats.length() == 1 => Layout::col_major(&repeats),
            Some(order) => Layout::ordered(&repeats, order),
            None => Layout::col_major(&repeats),
        };
        match block.blocked_product(&tri!(order)) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(op)),
        }
    }
}

/// Appends `((a0,b0),(a1,b1),...)` for two trees with their ranks; modes that one of the two lacks
/// are `unit`. Where `a` is a single mode, it and `b` are paired as they are, as CuTe does.
pub(crate) const fn zip_into<T: Copy>(
    a: (&Nested<T>, usize),
    b: (&Nested<T>, usize),
    a_whole: bool,
    unit: &Nested<T>,
    out: &mut Nested<T>,
) -> Result<(), Error> {
    let rank = if a.1 > b.1 { a.1 } else { b.1 };
    tri!(out.open());
    let mut i = 0;
    while i < rank {
        tri!(out.open());
        tri!(push_mode(a, i, rank == 1 && a_whole, unit, out));
        tri!(push_mode(b, i, rank == 1 && a_whole, unit, out));
        tri!(out.close());
        i += 1;
    }
    out.close()
}

/// Appends mode `i` of a tree that has `rank` modes, `unit` where it has none.
const fn push_mode<T: Copy>(
    (tree, rank): (&Nested<T>, usize),
    i: usize,
    whole: bool,
    unit: &Nested<T>,
    out: &mut Nested<T>,
) -> Result<(), Error> {
    if i >= rank {
        out.push(unit)
    } else if whole || (rank == 1 && tree.rank() > 1) {
        out.push(tree)
    } else {
        out.push_node(tree, tree.child(tree.root(), i))
    }
}
