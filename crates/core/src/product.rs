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

use crate::complement::{Bound, complement_into};
use crate::compose::compose_into;
use crate::error::{Error, Op, Result};
use crate::layout::{Layout, Mode, View};
use crate::list::tri;
use crate::nested::Nested;
use crate::tiler::{Form, Leaf, Tiler};

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
        self.apply(Op::LogicalProduct, tiler, Leaf::Product)
    }

    /// [`logical_product`](Layout::logical_product) with the blocks gathered in mode 0 and the repetitions in
    /// mode 1.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn zipped_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.apply_in_form(Op::ZippedProduct, tiler, Leaf::Product, Form::Zipped)
    }

    /// [`zipped_product`](Layout::zipped_product) with the modes of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn tiled_product(&self, tiler: &Tiler) -> Result<Layout> {
        self.apply_in_form(Op::TiledProduct, tiler, Leaf::Product, Form::Tiled)
    }

    /// [`zipped_product`](Layout::zipped_product) with the modes of the block and of the repetitions unpacked.
    ///
    /// # Errors
    /// As [`logical_product`](Layout::logical_product).
    pub const fn flat_product(&self, tiler: &Tiler) -> Result<Layout> {
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
        // The block, and its repetitions; modes that one of them lacks are `1:0`.
        let mut repeats = self.tree.nothing();
        if let Err(error) = repeats_into(self.view(), arrangement.view(), &mut repeats) {
            return Err(error.within(op));
        }
        let (block, unit) = (&self.tree, &Layout::UNIT.tree);
        let (mut a, mut b) = (block.first_child(block.root()), repeats.first_child(repeats.root()));
        let arranged = arrangement.tree.is_leaf();
        let (mut tree, mut i) = (block.nothing(), 0);
        tri!(tree.open());
        while i < rank {
            tri!(tree.open());
            let mut half = 0;
            while half < 2 {
                if (half == 0) == raked {
                    // A single mode of the arrangement may have become several modes.
                    if arranged && i == 0 {
                        tri!(tree.push(&repeats));
                    } else if i < arrangement.rank() {
                        tri!(tree.push_node(&repeats, b));
                        b = repeats.after(b);
                    } else {
                        tri!(tree.push(unit));
                    }
                } else if i < block.rank() {
                    tri!(tree.push_node(block, a));
                    a = block.after(a);
                } else {
                    tri!(tree.push(unit));
                }
                half += 1;
            }
            tri!(tree.close());
            i += 1;
        }
        tri!(tree.close());
        Layout::checked(op, tree)
    }
}

/// Appends `(A, complement(A, size A * cosize B) o B)` to `out`.
pub(crate) const fn product_into(a: View<'_>, b: View<'_>, out: &mut Nested<Mode>) -> Result<()> {
    tri!(out.open());
    tri!(out.push_forest(a.profile, a.modes));
    tri!(repeats_into(a, b, out));
    out.close()
}

/// Appends `complement(A, size A * cosize B) o B` to `out`.
const fn repeats_into(a: View<'_>, b: View<'_>, out: &mut Nested<Mode>) -> Result<()> {
    let Some(bound) = a.size().checked_mul(b.cosize()) else {
        let error = Error::overflow(Op::LogicalProduct, "size of the block times the cosize of the tiler");
        return Err(error.on(a.text()));
    };
    let mut gaps = Nested::NONE;
    tri!(complement_into(a, bound, Bound::RoundUp, &mut gaps));
    compose_into(gaps.view(), b, out)
}
