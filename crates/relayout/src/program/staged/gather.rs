//! How a tile is gathered: block by block, or element by element.

use crate::kernel::{Kernel, ListKernel, list_kernel};
use crate::loops::Tiling;
use crate::machine::{Isa, LINE};

/// How many bytes are gathered at a time, between rows that are written: many, because memory takes turns of reading and
/// writing better when they are long.
pub(super) const STRIP: usize = 32 << 10;

/// How many rows of the block are gathered at a time: cache lines of the buffer, as many as make a strip.
fn strip(tiling: &Tiling) -> usize {
    let line = match tiling.width {
        // The kernel for bytes alternates between two cache lines.
        1 => LINE / 2,
        width if width < 32 => LINE / width,
        width => (4 * LINE / width).max(1),
    };
    (STRIP / (line * tiling.run(&tiling.read))).max(1) * line
}

/// How many elements are listed at most.
const LIST: usize = 512;

/// How a tile is gathered.
#[derive(Clone, Copy)]
pub(super) enum Gather {
    /// Block by block.
    Blocks(Kernel),
    /// From a list of elements, where blocks are small: some steps of an axis, with all of those before it.
    Lists(ListKernel, usize),
}

impl Gather {
    /// How a tile is gathered, and how many steps of an axis at a time.
    pub(super) fn new(tiling: &Tiling, isa: Isa) -> (Gather, usize) {
        let block = tiling.block();
        if block.is_small()
            && let Some(kernel) = list_kernel(tiling.width)
        {
            let mut count = 1;
            for (k, axis) in tiling.axes.iter().enumerate() {
                if count * axis.tile > LIST || k + 1 == tiling.axes.len() {
                    return (Gather::Lists(kernel, k), (LIST / count).clamp(1, axis.tile));
                }
                count *= axis.tile;
            }
        }
        (Gather::Blocks(block.kernel(isa)), strip(tiling))
    }

    /// The axis along which strips are cut.
    pub(super) fn along(&self, tiling: &Tiling) -> usize {
        match self {
            Gather::Blocks(_) => tiling.i,
            Gather::Lists(_, axis) => *axis,
        }
    }
}
