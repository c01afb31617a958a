//! Retile: the registers of an MMA's fragment, in the order in which a copy fills them.

use tilework::{Error, Layout, Mode, Shape, Tiler};

use crate::tiled::copy::TiledCopy;
use crate::tiled::error::{TiledError, step};
use crate::tiled::side::Side;
use crate::tiled::sides::sizes;

/// How a fragment is retiled: the layout after each step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RetileSteps {
    /// From the elements of the tile, a fragment's first mode at a time, to the order in which a thread's
    /// values come: `upcast(right_inverse(TV).with_shape(tiler), threads * V)`.
    pub order: Layout,
    /// The values of the copy as `(atom, rest)`, in the coordinates of the fragment:
    /// `zipped_divide(logical_product(V, right_inverse(order)), values of the atom)`.
    pub values: Layout,
    /// The fragment in tiles: `zipped_divide(fragment, (V, shape of the order))`.
    pub tiles: Layout,
    /// The fragment as the copy sees it: mode 0 composed with the values.
    pub retiled: Layout,
}

impl RetileSteps {
    /// The steps by the names that CuTe's source gives to them.
    pub fn named(&self) -> [(&'static str, Layout); 4] {
        [
            ("frg_layout_mn", self.order),
            ("frg_layout_v", self.values),
            ("zipped_divide(fragment, (V, shape of frg_layout_mn))", self.tiles),
            ("compose mode 0 with frg_layout_v", self.retiled),
        ]
    }
}

impl TiledCopy {
    /// The registers of a fragment `(V,RestM,RestN,...)` in the order in which this copy fills or empties them:
    /// CuTe's `retile_S` and `retile_D`. At index `j` it has the register of value `j` of the copy's part.
    ///
    /// The values of a copy [for an operand](TiledCopy::for_operand) are in the order of the MMA's fragment. CuTe
    /// takes the repetitions of an atom in the order of their elements instead, which is another one where
    /// a permutation deals them out so, and then exchanges registers.
    ///
    /// ```
    /// use tilework::{layout, tiler, tuple};
    /// use tilework_hardware::atom::{CopyAtom, MmaAtom};
    /// use tilework_hardware::tiled::{Operand, Side, TiledCopy, TiledMma};
    ///
    /// // SM80_16x8x16_F32F16F16F32_TN, two by two, and SM75_U32x4_LDSM_N for its B.
    /// let atom = MmaAtom {
    ///     shape: [16, 8, 16],
    ///     thr_id: layout!(32:1),
    ///     a: layout!(((4,8),(2,2,2)):((32,1),(16,8,128))),
    ///     b: layout!(((4,8),(2,2)):((16,1),(8,64))),
    ///     c: layout!(((4,8),(2,2)):((32,1),(16,8))),
    /// };
    /// let mma = TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<32,32,16>))?;
    /// let registers = layout!((32,(32,4)):(32,(1,1024)));
    /// let rows = layout!((32,128):(128,1));
    /// let ldmatrix =
    ///     CopyAtom { thr_id: layout!(32:1), src: rows, dst: registers, reference: registers };
    /// let copy = TiledCopy::for_operand(&ldmatrix, 16, &mma, Operand::B)?;
    /// let fragment = mma.fragment(Operand::B, &tuple!((128,64)))?;
    /// assert_eq!(fragment, layout!(((2,2),8,4):((1,2),4,32)));
    /// let retiled = copy.retile(Side::Destination, &fragment)?;
    /// assert_eq!(retiled, layout!(((8,1),4,4):((1,0),8,32)));
    /// # Ok::<(), tilework_hardware::tiled::TiledError>(())
    /// ```
    ///
    /// # Errors
    /// [`NotRegisters`](TiledError::NotRegisters) for the side that is not the atom's reference,
    /// [`TensorRank`](TiledError::TensorRank), [`FragmentExtent`](TiledError::FragmentExtent), and
    /// [`Step`](TiledError::Step) when a step has no layout.
    #[doc(alias("retile_S", "retile_D"))]
    pub fn retile(&self, side: Side, fragment: &Layout) -> Result<Layout, TiledError> {
        Ok(self.retile_steps(side, fragment)?.retiled)
    }

    /// The steps of [`retile`](TiledCopy::retile).
    ///
    /// # Errors
    /// As [`retile`](TiledCopy::retile).
    pub fn retile_steps(&self, side: Side, fragment: &Layout) -> Result<RetileSteps, TiledError> {
        let atom = self.atom();
        if !atom.side(side).same_function(&atom.reference) {
            return Err(TiledError::NotRegisters { side });
        }
        let tile = self.tile();
        if fragment.rank() <= tile.rank() {
            return Err(TiledError::TensorRank { rank: fragment.rank(), tile: tile.rank() + 1 });
        }
        let first = fragment.mode(0).map_err(step("fragment"))?.size();
        let order = self.order(first)?;
        let why = step("values in the coordinates of the fragment");
        let line = |extent| Layout::of_mode(Mode::new(extent, 1));
        let [_, atom_values] = sizes(&atom.reference)?;
        let values = || -> Result<Layout, Error> {
            let all = line(first)?.logical_product(&Tiler::layout(order.right_inverse()))?;
            all.zipped_divide(&Tiler::layout(line(atom_values)?))
        };
        let values = values().map_err(why)?;
        if values.size() != self.tv().size() / self.threads() {
            return Err(TiledError::ValuesTwice);
        }
        let shape = order.shape().product_each().map_err(why)?;
        for (i, &extent) in shape.leaves().iter().enumerate() {
            let have = fragment.mode(i + 1).map_err(step("fragment"))?.size();
            if have % extent != 0 {
                return Err(TiledError::FragmentExtent { mode: i + 1, extent: have, tile: extent });
            }
        }
        let why = step("the fragment in the order of the copy");
        let tiled = || -> Result<(Layout, Layout), Error> {
            let mut whole = shape.prepend(&Shape::leaf(first))?;
            if shape.is_leaf() {
                whole = Shape::from_slice(&[first, shape.leaves()[0]])?;
            }
            let tiles = fragment.zipped_divide(&Tiler::shape(&whole)?)?;
            let mut retiled = Layout::concat(&[tiles.mode(0)?.compose(&values)?])?;
            // The first mode of the rest is what V leaves of itself: one coordinate.
            let rest = tiles.mode(1)?;
            for i in 1..rest.rank() {
                retiled = retiled.append(&rest.mode(i)?)?;
            }
            Ok((tiles, retiled))
        };
        let (tiles, retiled) = tiled().map_err(why)?;
        Ok(RetileSteps { order, values, tiles, retiled })
    }

    /// In which order the repetitions of a fragment's first mode, of `first` elements, come in the values of
    /// a thread: from their place in the tile, mode by mode, to their number.
    ///
    /// The values of a copy for an MMA are in the order of the MMA's fragment. That of any other copy is read from
    /// its elements, which have to come in groups of `first` for that.
    fn order(&self, first: i64) -> Result<Layout, TiledError> {
        let why = step("upcast(right_inverse(TV).with_shape(tiler), threads * V)");
        if let Some(repeats) = self.repeats {
            let order = Shape::from_slice(&repeats).and_then(|shape| Layout::col_major(&shape));
            return order.map_err(why);
        }
        // Copies of a thread have no elements of their own: without them the others are
        // numbered without gaps, and the values do not change.
        let alone = || -> Result<(Layout, i64), Error> {
            let threads = self.tv().mode(0)?.filter_zeros();
            let tv = Layout::concat(&[threads, self.tv().mode(1)?])?;
            Ok((tv.right_inverse().with_shape(self.tile())?, threads.size()))
        };
        let (elements, threads) = alone().map_err(why)?;
        let group =
            threads.checked_mul(first).ok_or(TiledError::Overflow { what: "threads * V" })?;
        elements.upcast(group).map_err(why)
    }
}
