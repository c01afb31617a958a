//! Positions: a mode of a tile, dealt out to atoms, threads and repetitions.

use tilework::{Error, Layout, Mode};

use crate::atom::Operand;
use crate::tiled::error::held;

/// A mode of a tile. Position `a + atom * (b + atoms * r)` is that of element `a` of the atom which the threads
/// at coordinate `b` have in repetition `r`.
pub(crate) struct Positions {
    /// The three parts of a position, with the strides that they have in the tile.
    parts: [Mode; 3],
    /// From (a, b, r) to the element in the tile, where a part has several strides.
    permuted: Option<Layout>,
}

impl Positions {
    /// A mode with `[atom, atoms, repetitions]` whose elements are `stride` apart in the tile. All its
    /// elements fit into the tile.
    pub(crate) fn new(
        [atom, atoms, repeats]: [i64; 3],
        stride: i64,
        order: Option<&Layout>,
    ) -> Result<Positions, Error> {
        let part = |extent, place| {
            if extent == 1 { Mode::UNIT } else { Mode::new(extent, place * stride) }
        };
        let Some(order) = order else {
            let parts = [part(atom, 1), part(atoms, atom), part(repeats, atom * atoms)];
            return Ok(Positions { parts, permuted: None });
        };
        // Together, so that no part carries into another one.
        held!(positions = Layout::new((atom, atoms, repeats), (1, atom, atom * atoms)));
        held!(all = order.compose(positions));
        Ok(match all.leaf_modes() {
            [a, b, r] => {
                let parts = [a, b, r].map(|mode| part(mode.extent, mode.stride));
                Positions { parts, permuted: None }
            }
            _ => Positions { parts: [Mode::UNIT; 3], permuted: Some(all.scale(stride)?) },
        })
    }

    /// One of the parts: 0 inside the atom, 1 the threads, 2 the repetitions.
    fn part(&self, i: usize) -> Result<Layout, Error> {
        match &self.permuted {
            Some(all) => all.mode(i),
            None => Layout::of_mode(self.parts[i]),
        }
    }

    /// A part of this mode, and that of the next mode beside it.
    pub(crate) fn beside(&self, next: &Positions, i: usize) -> Result<Layout, Error> {
        if self.permuted.is_none() && next.permuted.is_none() {
            let (x, y) = (self.parts[i], next.parts[i]);
            return Layout::new((x.extent, y.extent), (x.stride, y.stride));
        }
        Layout::concat(&[self.part(i)?, next.part(i)?])
    }

    /// The threads of an operand with this mode and the next one, as (M,N,K): those along the mode that the
    /// operand does not have are copies.
    pub(crate) fn threads(
        &self,
        next: &Positions,
        operand: Operand,
        atoms: [i64; 3],
    ) -> Result<Layout, Error> {
        let [x, y] = operand.axes();
        let missing = 3 - x - y;
        if self.permuted.is_none() && next.permuted.is_none() {
            let mut strides = [0; 3];
            (strides[x], strides[y]) = (self.parts[1].stride, next.parts[1].stride);
            let ([m, n, k], [p, q, r]) = (atoms, strides);
            return Layout::new((m, n, k), (p, q, r));
        }
        let copies = Layout::of_mode(Mode::new(atoms[missing], 0))?;
        let mut modes = [copies; 3];
        (modes[x], modes[y]) = (self.part(1)?, next.part(1)?);
        Layout::concat(&modes)
    }
}
