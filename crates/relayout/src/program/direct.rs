//! Small data, and data without runs: from its place to its place, block by block.

#![allow(unsafe_code)]

use crate::isa::Isa;
use crate::joint::{Joint, Loops};
use crate::kernel::{Block, Kernel};

/// How many rows and columns of a block are moved at a time: few enough that the lines that they
/// touch stay in the first cache.
const ROWS: usize = 256;
const COLUMNS: usize = 64;

#[derive(Clone)]
pub(crate) struct Direct {
    /// The loops around the block.
    loops: Loops,
    block: Block,
    kernel: Kernel,
}

impl Direct {
    /// Loops with at least one, from the one by which the destination is written in order.
    pub(crate) fn new(joint: &Joint, isa: Isa) -> Direct {
        let mut loops = joint.loops.clone();
        let i = loops.remove(0);
        // The other loop of the block is the one by which the source is read in order.
        let read = |k: &usize| (loops[*k].src == 0, loops[*k].src.unsigned_abs());
        let j = (0..loops.len()).min_by_key(read).map(|k| loops.remove(k));
        let block = Block {
            width: joint.width,
            rows: i.extent,
            columns: j.map_or(1, |j| j.extent),
            dst_i: i.dst,
            dst_j: j.map_or(0, |j| j.dst),
            src_i: i.src,
            src_j: j.map_or(joint.width as isize, |j| j.src),
        };
        Direct { loops, kernel: block.kernel(isa), block }
    }

    pub(crate) fn block(&self) -> &Block {
        &self.block
    }

    /// # Safety
    /// As for [`Program::run`](super::Program::run).
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8) {
        // SAFETY: as for this function.
        unsafe { self.nest(self.loops.len(), dst, src) }
    }

    unsafe fn nest(&self, depth: usize, dst: *mut u8, src: *const u8) {
        let Some(outer) = depth.checked_sub(1) else {
            // SAFETY: as for this function.
            return unsafe { self.blocks(dst, src) };
        };
        let each = &self.loops[outer];
        for step in 0..each.extent as isize {
            // SAFETY: a step of the loop, so inside the memory of both sides.
            unsafe { self.nest(outer, dst.offset(step * each.dst), src.offset(step * each.src)) };
        }
    }

    #[inline]
    unsafe fn blocks(&self, dst: *mut u8, src: *const u8) {
        let Block { rows, columns, dst_i, dst_j, src_i, src_j, .. } = self.block;
        if rows <= ROWS && columns <= COLUMNS {
            // SAFETY: the whole block.
            return unsafe { (self.kernel)(dst, src, &self.block) };
        }
        for j in (0..columns).step_by(COLUMNS) {
            for i in (0..rows).step_by(ROWS) {
                let (rows, columns) = ((rows - i).min(ROWS), (columns - j).min(COLUMNS));
                let (i, j) = (i as isize, j as isize);
                // SAFETY: a part of the block.
                unsafe {
                    (self.kernel)(
                        dst.offset(i * dst_i + j * dst_j),
                        src.offset(i * src_i + j * src_j),
                        &Block { rows, columns, ..self.block },
                    );
                }
            }
        }
    }
}
