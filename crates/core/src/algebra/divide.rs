//! Division: splitting a layout into tiles and the arrangement of the tiles.
//!
//! The four divides compute the same and differ in how they group the modes:
//!
//! ```text
//! layout (M, N, L)                          tiler <TileM, TileN>
//! logical_divide   ((TileM,RestM), (TileN,RestN), L)
//! zipped_divide    ((TileM,TileN), (RestM,RestN,L))
//! tiled_divide     ((TileM,TileN), RestM, RestN, L)
//! flat_divide      (TileM, TileN, RestM, RestN, L)
//! ```

use crate::algebra::tiler::Tiler;
use crate::algebra::tiler::by_mode::{Form, Leaf};
use crate::ground::error::{Error, Op};
use crate::ground::list::tri;
use crate::ground::work::Work;
use crate::layout::layout::{Layout, refill};

/// # Division
impl Layout {
    /// Splits a layout by a tiler: `A o (T, complement(T, size A))`.
    ///
    /// In plain words: the first half of the result runs through one tile, the second from
    /// tile to tile. With a tiler `<...>` this happens in each mode that it names; all other
    /// modes stay, as do those marked `_`.
    ///
    /// ```text
    /// A = 12:1, T = 3:4        tile 0: 0 4 8     tile 1: 1 5 9     tile 2: 2 6 10    tile 3: 3 7 11
    /// logical_divide = (3,4):(4,1)
    /// ```
    ///
    /// A tile may overhang: 10 by 3 gives four tiles and covers 12, where A continues on its
    /// last mode. (If that has extent 1, and continuing on it is not a layout, on the one before.)
    /// [`overhang`](Layout::overhang) says by how much.
    ///
    /// # Errors
    /// As [`complement`](Layout::complement) of the tiler and [`compose`](Layout::compose) with it, and
    /// [`RankTooLarge`](crate::ErrorKind::RankTooLarge) when the tiler names more modes than there are.
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// let a = layout!((4,2,3):(2,1,8));
    /// assert_eq!(a.logical_divide(&tiler!(4:2))?, layout!(((2,2),(2,3)):((4,1),(2,8))));
    ///
    /// let a = layout!((9,(4,8)):(59,(13,1)));
    /// let by_mode = a.logical_divide(&tiler!(<3:3,(2,4):(1,8)>))?;
    /// assert_eq!(by_mode, layout!(((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn logical_divide(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply(Op::LogicalDivide, tiler, Leaf::Divide)
    }

    /// [`logical_divide`](Layout::logical_divide) into a layout that is there already, as
    /// [`compose_into`](Layout::compose_into).
    ///
    /// # Errors
    /// As [`logical_divide`](Layout::logical_divide); `out` is `1:0` then.
    ///
    /// ```
    /// use tilework::{Layout, layout, tiler};
    ///
    /// let mut r = Layout::UNIT;
    /// layout!((4,2,3):(2,1,8)).logical_divide_into(&tiler!(4:2), &mut r)?;
    /// assert_eq!(r, layout!(((2,2),(2,3)):((4,1),(2,8))));
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn logical_divide_into(&self, tiler: &Tiler, out: &mut Layout) -> Result<(), Error> {
        let (op, mut work) = (Op::LogicalDivide, Work::new());
        refill!(out, tree => self.apply_into(op, tiler, Leaf::Divide, tree, &mut work))
    }

    /// [`logical_divide`](Layout::logical_divide) with the tiles gathered in mode 0 and the rest in mode 1.
    ///
    /// Mode 0 is [`compose_tiler`](Layout::compose_tiler), for a tiler without `_` whose tiles do
    /// not overhang; tile `i` begins at offset `R(0, i)`.
    ///
    /// # Errors
    /// As [`logical_divide`](Layout::logical_divide).
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// let tiles = layout!((12,32):(1,12)).zipped_divide(&tiler!(<4,8>))?;
    /// assert_eq!(tiles, layout!(((4,8),(3,4)):((1,12),(4,96))));
    /// assert_eq!(tiles.at((0, (1, 2)))?, 4 + 2 * 96);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn zipped_divide(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply_in_form(Op::ZippedDivide, tiler, Leaf::Divide, Form::Zipped)
    }

    /// [`zipped_divide`](Layout::zipped_divide) with the modes of the rest unpacked.
    ///
    /// # Errors
    /// As [`logical_divide`](Layout::logical_divide).
    pub const fn tiled_divide(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply_in_form(Op::TiledDivide, tiler, Leaf::Divide, Form::Tiled)
    }

    /// [`zipped_divide`](Layout::zipped_divide) with the modes of the tile and of the rest unpacked.
    ///
    /// # Errors
    /// As [`logical_divide`](Layout::logical_divide).
    pub const fn flat_divide(&self, tiler: &Tiler) -> Result<Layout, Error> {
        self.apply_in_form(Op::FlatDivide, tiler, Leaf::Divide, Form::Flat)
    }

    /// How many indices a division by `tiler` adds: the size of the result less the size of
    /// the layout. 0 when the tiles fit.
    ///
    /// # Errors
    /// As [`logical_divide`](Layout::logical_divide).
    ///
    /// ```
    /// use tilework::{layout, tiler};
    ///
    /// assert_eq!(layout!(10:1).logical_divide(&tiler!(3:1))?, layout!((3,4):(1,3)));
    /// assert_eq!(layout!(10:1).overhang(&tiler!(3:1))?, 2);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub const fn overhang(&self, tiler: &Tiler) -> Result<i64, Error> {
        Ok(tri!(self.logical_divide(tiler)).size() - self.size())
    }
}
