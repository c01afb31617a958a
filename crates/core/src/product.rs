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

use crate::error::{Error, Op, Result};
use crate::layout::Layout;
use crate::list::tri;
use crate::nested::Nested;
use crate::tiler::{Leaf, Tiler};

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
    pub const fn logical_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.product(Op::LogicalProduct, tiler)
    }

    /// [`logical_product`](Layout::logical_product) with the blocks gathered in mode 0 and the repetitions in
    /// mode 1.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn zipped_product(&self, tiler: &Tiler) -> Result<Layout> {
        let (block, rest) = tri!(self.product_apart(Op::ZippedProduct, tiler));
        Layout::pair(Op::ZippedProduct, &block, &rest)
    }

    /// [`zipped_product`](Layout::zipped_product) with the modes of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn tiled_product(&self, tiler: &Tiler) -> Result<Layout> {
        let (block, rest) = tri!(self.product_apart(Op::TiledProduct, tiler));
        Layout::checked(Op::TiledProduct, tri!(tri!(block.tree.join(&rest.tree.children())).wrap()))
    }

    /// [`zipped_product`](Layout::zipped_product) with the modes of the block and of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn flat_product(&self, tiler: &Tiler) -> Result<Layout> {
        let (block, rest) = tri!(self.product_apart(Op::FlatProduct, tiler));
        let both = tri!(block.tree.children().join(&rest.tree.children()));
        Layout::checked(Op::FlatProduct, tri!(both.wrap()))
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
    pub const fn blocked_product(&self, arrangement: &Layout) -> Result<Layout> {
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
    pub const fn raked_product(&self, arrangement: &Layout) -> Result<Layout> {
        self.product_by_rank(Op::RakedProduct, arrangement, true)
    }

    const fn product_by_rank(&self, op: Op, arrangement: &Layout, raked: bool) -> Result<Layout> {
        let rank = if self.rank() > arrangement.rank() { self.rank() } else { arrangement.rank() };
        let block = tri!(self.append_n(rank, &Layout::UNIT));
        let arrangement = tri!(arrangement.append_n(rank, &Layout::UNIT));
        let product = match block.product_with(&arrangement) {
            Ok(product) => product,
            Err(error) => return Err(error.within(op)),
        };
        let (mut out, mut i) = (product.tree.nothing(), 0);
        while i < rank {
            let (a, b) = (tri!(product.tree.mode_at(&[0, i])), tri!(product.tree.mode_at(&[1, i])));
            let both = if raked { Nested::pair(&b, &a) } else { Nested::pair(&a, &b) };
            out = tri!(out.join(&tri!(both)));
            i += 1;
        }
        Layout::checked(op, tri!(out.wrap()))
    }

    const fn product(&self, op: Op, tiler: &Tiler) -> Result<Layout> {
        match self.apply(op, tiler, tiler.root(), Leaf::Product) {
            Ok(layout) => Ok(layout),
            Err(error) => Err(error.within(op)),
        }
    }

    const fn product_apart(&self, op: Op, tiler: &Tiler) -> Result<(Layout, Layout)> {
        tri!(self.product(op, tiler)).unzip(tiler)
    }

    /// `(A, complement(A, size A * cosize B) o B)`.
    pub(crate) const fn product_with(&self, b: &Layout) -> Result<Layout> {
        let Some(bound) = self.size().checked_mul(b.cosize()) else {
            return Err(Error::overflow(Op::LogicalProduct, "size times the cosize of the tiler"));
        };
        let repeats = tri!(tri!(self.complement(bound)).compose(b));
        Layout::pair(Op::LogicalProduct, self, &repeats)
    }
}
