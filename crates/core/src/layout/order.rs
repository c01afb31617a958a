//! Row-major order, for those who count that way: the rightmost coordinate changes fastest.
//!
//! CuTe counts leftmost fastest, and so does everything in this crate that takes one integer for
//! a coordinate. Half of its users come from C, numpy and PyTorch and count the other way. The two
//! orders are mirror images: index `x` of A in one is index `x` of A with its modes reversed in
//! the other. So an explicit [`Order`] is all it takes; nothing is ever converted silently.

use crate::ground::error::Error;
use crate::ground::list::tri;
use crate::ground::nested::Nested;
use crate::layout::coord::idx2crd;
use crate::layout::layout::Layout;
use crate::layout::offsets::Offsets;
use crate::layout::tuple::{Coord, Shape};

/// In which order the coordinates of a shape are counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Order {
    /// Leftmost fastest: colexicographic, column-major, as CuTe, Fortran and Julia count.
    #[default]
    #[doc(alias = "LayoutLeft")]
    Colex,
    /// Rightmost fastest: lexicographic, row-major, as C, numpy and PyTorch count.
    #[doc(alias = "LayoutRight")]
    Lex,
}

impl<T: Copy> Nested<T> {
    /// The modes in reverse, at every level: `((a,b),c)` gives `(c,(b,a))`.
    pub const fn mirrored(&self) -> Self {
        let (mut leaves, mut i) = (self.leaves.cleared(), self.length());
        while i > 0 {
            i -= 1;
            // As many as there were.
            let _ = leaves.push(self.leaves.at(i));
        }
        Nested { profile: self.profile.mirrored(), leaves }
    }
}

/// # Counting in another order
impl Layout {
    /// The compact layout of a shape whose offsets are its indices in that order.
    ///
    /// # Errors
    /// As [`col_major`](Layout::col_major).
    ///
    /// ```
    /// use tilework::{Layout, Order, layout, tuple};
    ///
    /// assert_eq!(Layout::compact_in(Order::Lex, &tuple!((2,3)))?, layout!((2,3):(3,1)));
    /// assert_eq!(Layout::compact_in(Order::Colex, &tuple!((2,3)))?, layout!((2,3):(1,2)));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn compact_in(order: Order, shape: &Shape) -> Result<Layout, Error> {
        match order {
            Order::Colex => Layout::col_major(shape),
            Order::Lex => Layout::row_major(shape),
        }
    }

    /// The same layout with its modes in reverse, at every level. Counted in one order it is what
    /// this one is in the other.
    pub const fn mirrored(&self) -> Layout {
        Layout { tree: self.tree.mirrored() }
    }

    /// The offset at index `index`, counted in `order`. Past the end, the slowest mode continues.
    ///
    /// # Errors
    /// As [`at`](Layout::at).
    ///
    /// ```
    /// use tilework::{Order, layout};
    ///
    /// let a = layout!((2,3):(10,1));
    /// assert_eq!(a.at_index_in(Order::Lex, 1)?, 1);    // (0,1)
    /// assert_eq!(a.at_index_in(Order::Colex, 1)?, 10); // (1,0)
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn at_index_in(&self, order: Order, index: i64) -> Result<i64, Error> {
        match order {
            Order::Colex => self.at_index(index),
            Order::Lex => self.mirrored().at_index(index),
        }
    }

    /// The natural coordinate of index `index`, counted in `order`.
    ///
    /// # Errors
    /// [`NegativeCoordinate`](crate::ErrorKind::NegativeCoordinate).
    ///
    /// ```
    /// use tilework::{Order, layout, tuple};
    ///
    /// let a = layout!((2,(2,3)):(6,(3,1)));
    /// assert_eq!(a.coord_of_in(Order::Lex, 4)?, tuple!((0,(1,1))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn coord_of_in(&self, order: Order, index: i64) -> Result<Coord, Error> {
        match order {
            Order::Colex => self.coord_of(index),
            Order::Lex => Ok(tri!(idx2crd(index, &self.shape().mirrored())).mirrored()),
        }
    }

    /// All offsets, counted in `order`.
    ///
    /// ```
    /// use tilework::{Order, layout};
    ///
    /// let a = layout!((2,3):(1,2));
    /// assert!(a.offsets_in(Order::Lex).eq([0, 2, 4, 1, 3, 5]));
    /// ```
    pub fn offsets_in(&self, order: Order) -> Offsets {
        match order {
            Order::Colex => self.offsets(),
            Order::Lex => self.mirrored().offsets(),
        }
    }
}
