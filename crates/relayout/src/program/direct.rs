//! Small data, and data without runs: from its place to its place, block by block.

#![allow(unsafe_code)]

use std::ops::Range;

use smallvec::SmallVec;

use crate::kernel::{Block, Kernel};
use crate::loops::{Joint, Loop, Walk};
use crate::machine::Isa;

/// How many rows and columns of a block are moved at a time: few enough that the cache lines that they
/// touch stay in L1.
const ROWS: usize = 256;
const COLUMNS: usize = 64;

#[derive(Clone)]
pub(crate) struct Direct {
    /// The loops outside the block: in most plans there are few, and planning should not allocate.
    loops: SmallVec<[Loop; 2]>,
    block: Block,
    kernel: Kernel,
    isa: Isa,
}

/// The block of the loop by which the destination is written in order, if there are loops, and of the one by which the
/// source is read in order; and which one that is.
#[inline(always)]
pub(super) fn block(joint: &Joint) -> Option<(Block, usize)> {
    let loops = joint.loops.as_slice();
    let i = *loops.first()?;
    // One by which the source stays where it is comes last.
    let read = |k: usize| loops[k].src.unsigned_abs().wrapping_sub(1);
    let mut next = 1;
    for k in 2..loops.len() {
        if read(k) < read(next) {
            next = k;
        }
    }
    let j = *loops.get(next).unwrap_or(&Loop { extent: 1, dst: 0, src: 0 });
    let block = Block {
        width: joint.width,
        rows: i.extent,
        columns: j.extent,
        dst_i: i.dst,
        dst_j: j.dst,
        src_i: i.src,
        src_j: j.src,
    };
    Some((block, next))
}

impl Direct {
    /// The usual block, in the other loops.
    pub(crate) fn new(joint: &Joint, isa: Isa) -> Option<Direct> {
        let (block, next) = block(joint)?;
        Some(Direct::of(joint, block, next, isa))
    }

    /// The block of the first loop and another one, in the others.
    #[inline(always)]
    pub(super) fn of(joint: &Joint, block: Block, next: usize, isa: Isa) -> Direct {
        let mut loops = SmallVec::new();
        if joint.loops.len() > 2 {
            let outer = joint.loops.iter().enumerate().filter(|&(k, _)| k != 0 && k != next);
            loops.extend(outer.map(|(_, &each)| each));
        }
        Direct { loops, kernel: block.kernel(isa), block, isa }
    }

    /// Whether a part of the block lies within so many bytes on both sides: a small matrix of a batch, or every n-th
    /// element. Then the hardware fetches what comes next, and neither a buffer nor non-temporal stores pay.
    pub(crate) fn is_within(&self, near: usize) -> bool {
        let Block { width, rows, columns, dst_i, dst_j, src_i, src_j } = self.block;
        let reach = |i: isize, j: isize| {
            let along =
                |extent: usize, stride: isize| (extent - 1).saturating_mul(stride.unsigned_abs());
            along(rows.min(ROWS), i)
                .saturating_add(along(columns.min(COLUMNS), j))
                .saturating_add(width)
        };
        reach(dst_i, dst_j).max(reach(src_i, src_j)) <= near
    }

    pub(crate) fn block(&self) -> &Block {
        &self.block
    }

    pub(crate) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    pub(crate) fn isa(&self) -> Isa {
        self.isa
    }

    /// How many parts there are that can be moved on their own.
    pub(crate) fn parts(&self) -> usize {
        let outer: usize = self.loops.iter().map(|each| each.extent).product();
        outer * self.block.columns.div_ceil(COLUMNS) * self.block.rows.div_ceil(ROWS)
    }

    /// Moves all of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run).
    #[inline]
    pub(crate) unsafe fn run_all(&self, dst: *mut u8, src: *const u8) {
        let Block { rows, columns, .. } = self.block;
        // SAFETY: the whole block, or as for this function.
        unsafe {
            if self.loops.is_empty() && rows <= ROWS && columns <= COLUMNS {
                (self.kernel)(dst, src, &self.block);
            } else {
                self.run(dst, src, 0..self.parts());
            }
        }
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        let Block { rows, columns, dst_i, dst_j, src_i, src_j, .. } = self.block;
        let (down, across) = (rows.div_ceil(ROWS), columns.div_ceil(COLUMNS));
        let mut walk = Walk::new(&self.loops, parts.start / (down * across));
        let (mut i, mut j) = (parts.start % down, parts.start / down % across);
        for _ in parts {
            let (top, left) = (i * ROWS, j * COLUMNS);
            let part = Block {
                rows: ROWS.min(rows - top),
                columns: COLUMNS.min(columns - left),
                ..self.block
            };
            let (top, left) = (top as isize, left as isize);
            // SAFETY: a part of the block at a step of the loops, so inside the memory of both sides.
            unsafe {
                (self.kernel)(
                    dst.offset(walk.dst + top * dst_i + left * dst_j),
                    src.offset(walk.src + top * src_i + left * src_j),
                    &part,
                );
            }
            i += 1;
            if i == down {
                (i, j) = (0, j + 1);
                if j == across {
                    j = 0;
                    walk.step();
                }
            }
        }
    }
}
