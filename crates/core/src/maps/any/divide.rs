//! Division by a tile that is composed: `A o (T, complement(T, size A))`, as it is defined.

use crate::ground::error::{Error, Op};
use crate::layout::layout::Layout;
use crate::maps::any::AnyLayout;
use crate::maps::composed::ComposedLayout;

macro_rules! divides {
    ($($(#[$doc:meta])* $name:ident in $op:ident, |$tile:ident, $rest:ident| $modes:expr;)*) => {
        impl AnyLayout {
            $(
                $(#[$doc])*
                ///
                /// # Errors
                /// As [`complement`](AnyLayout::complement) of the tile, [`concat`](AnyLayout::concat) with
                /// that, and [`composed_layout`](AnyLayout::composed_layout).
                pub fn $name(&self, tile: &ComposedLayout) -> Result<AnyLayout, Error> {
                    self.divide_by(Op::$op, tile, |$tile, $rest| $modes)
                }
            )*
        }
    };
}

divides! {
    /// [`logical_divide`](AnyLayout::logical_divide) by a composed tile.
    ///
    /// ```
    /// use tilework::{AnyLayout, layout};
    ///
    /// let tile = "Sw<1,0,1> o 0 o 4:1".parse()?;
    /// let tiles = AnyLayout::from(layout!(8:3)).logical_divide_by(&tile)?;
    /// assert_eq!(tiles.to_string(), "8:3 o 0 o Sw<1,0,1> o 0 o (4,2):(1,4)");
    /// # Ok::<(), tilework::Error>(())
    /// ```
    logical_divide_by in LogicalDivide, |tile, rest| AnyLayout::concat(&[tile, rest]);
    /// [`zipped_divide`](AnyLayout::zipped_divide) by a composed tile.
    zipped_divide_by in ZippedDivide, |tile, rest| AnyLayout::concat(&[tile, rest]);
    /// [`tiled_divide`](AnyLayout::tiled_divide) by a composed tile.
    tiled_divide_by in TiledDivide, |tile, rest| {
        let both = AnyLayout::concat(&[tile, rest])?;
        unpacked(&both, Op::TiledDivide, false)
    };
    /// [`flat_divide`](AnyLayout::flat_divide) by a composed tile.
    flat_divide_by in FlatDivide, |tile, rest| {
        let both = AnyLayout::concat(&[tile, rest])?;
        unpacked(&both, Op::FlatDivide, true)
    };
}

impl AnyLayout {
    fn divide_by(
        &self,
        op: Op,
        tile: &ComposedLayout,
        arranged: impl FnOnce(AnyLayout, AnyLayout) -> Result<AnyLayout, Error>,
    ) -> Result<AnyLayout, Error> {
        let tile = AnyLayout::Composed(*tile);
        let divided = tile
            .complement(self.size())
            .and_then(|rest| arranged(tile, rest.into()))
            .and_then(|both| self.composed_layout(0, &both));
        divided.map_err(|error| error.within(op))
    }
}

/// The modes of the rest one by one, and those of the tile; a half of one mode stays as it is, as in CuTe.
fn unpacked(both: &AnyLayout, op: Op, tile: bool) -> Result<AnyLayout, Error> {
    let mut modes = Layout::concat(&[])?;
    for (i, unpack) in [tile, true].into_iter().enumerate() {
        let half = both.inner().mode(i)?;
        if unpack && half.rank() > 1 {
            for k in 0..half.rank() {
                modes = modes.append(&half.mode(k)?)?;
            }
        } else {
            modes = modes.append(&half)?;
        }
    }
    both.with_inner(op, modes)
}
