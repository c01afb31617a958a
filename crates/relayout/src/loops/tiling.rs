//! The tile that is moved at a time, and its image in a buffer.
//!
//! Memory is fast only in runs. A tile is as many steps of each loop as give long runs on both sides:
//! of the loops that are side by side in the destination, and of those that are so in the source. It
//! is gathered in a buffer in the order of the destination, and written from there.

use smallvec::SmallVec;

use crate::kernel::Block;
use crate::loops::{Joint, Loop};
use crate::machine::{LINE, PART_OF_LINE, Tuning};

/// How long runs of the destination should be: so long that a tile of elements of `width` bytes, with runs of the
/// source as they are wanted, has its size. Wide elements need no buffer, so that runs can be longer.
fn dst_run(width: usize, tuning: &Tuning) -> usize {
    let most = if width < PART_OF_LINE { 1024 } else { 2048 };
    // Small tiles have no room for longer ones.
    let least = (tuning.tile / 256).clamp(256, 512);
    (tuning.tile / tuning.run).saturating_mul(width).clamp(least, most)
}

/// How long runs of the source should be: not longer than those of the destination, which become longer where the tile
/// has more of them.
fn src_run(width: usize, tuning: &Tuning) -> usize {
    let mut run = tuning.run;
    while run >= 2 * RUN && dst_run(width, &tuning.run(run)) < run {
        run /= 2;
    }
    run
}

/// Runs from this length on are long enough, if the others are not as long.
const RUN: usize = 512;

/// How large a tile should be at least, in bytes, so that little time is spent between tiles.
const TILE: usize = 8 << 10;

/// A loop, with the part of it that is in a tile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Axis {
    pub(crate) extent: usize,
    pub(crate) dst: isize,
    pub(crate) src: isize,
    /// How many steps of it are in a tile.
    pub(crate) tile: usize,
    /// Its stride in the buffer.
    pub(crate) buffer: usize,
}

/// How loops are cut into tiles.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Tiling {
    pub(crate) width: usize,
    /// By rising stride in the source: neighbouring tiles then read neighbouring memory.
    pub(crate) axes: SmallVec<[Axis; 8]>,
    /// The axis whose elements are side by side in the destination.
    pub(crate) i: usize,
    /// The axes that are side by side in the source. All but the last are in a tile as a whole.
    pub(crate) read: SmallVec<[usize; 4]>,
    /// The axes that are side by side in the destination and in the buffer: a row of the buffer is
    /// a run of the destination. All but the last are in a tile as a whole.
    pub(crate) row: SmallVec<[usize; 4]>,
    /// Whether rows start at different offsets in a cache line.
    pub(crate) uneven: bool,
    /// How many steps tiles can overlap along the last axis of a row: one cache line, so that each line of the
    /// destination can be written by one tile where rows do not start at cache lines.
    pub(crate) overlap: usize,
    /// The bytes of the buffer.
    pub(crate) bytes: usize,
}

impl Tiling {
    /// The tiling of loops, if the destination has runs at all.
    pub(crate) fn new(joint: &Joint, tuning: &Tuning) -> Option<Tiling> {
        let width = joint.width;
        // Whatever is asked for, a tile and its buffers have a size that can be.
        let tuning =
            &tuning.tile(tuning.tile.clamp(TILE, 16 << 20)).run(tuning.run.clamp(LINE, 64 << 10));
        let mut axes: SmallVec<[Axis; 8]> = joint
            .loops
            .iter()
            .map(|&Loop { extent, dst, src }| Axis { extent, dst, src, tile: 1, buffer: 0 })
            .collect();
        axes.sort_by_key(|axis| axis.src.unsigned_abs());
        // Runs of tiny loops are far apart on the other side, where they cost as much as long ones.
        let lines = |axis: &Axis| axis.src == width as isize && axis.extent * width >= LINE;
        let tuning =
            &tuning.run(if axes.iter().any(lines) { src_run(width, tuning) } else { tuning.run });
        let wanted = dst_run(width, tuning);
        // Where columns of whole cache lines follow one another, they need not be one row: apart from each other in the
        // buffer they fall into different sets of L1.
        let columns = |run: usize, axis: &Axis| {
            axis.src == width as isize && run >= RUN && run.is_multiple_of(LINE)
        };
        let mut row = chain(&mut axes, width, wanted, |axis| axis.dst, columns);
        let across = |(k, axis): (usize, &Axis)| {
            !row.contains(&k) && !(axis.dst as usize).is_multiple_of(LINE)
        };
        let uneven = axes.iter().enumerate().any(across);
        if uneven {
            // The overlap is read twice, so that runs should be longer.
            row = chain(&mut axes, width, 2 * wanted, |axis| axis.dst, columns);
        }
        let &i = row.first()?;
        let mut read = chain(&mut axes, width, tuning.run, |axis| axis.src, |_, _| false);
        // The rows of a block are read one by one.
        read.truncate(read.iter().position(|&k| k == i).unwrap_or(read.len()));
        // While tiles are small, they get more of the axes that they cut, in turn, and then of the others.
        let mut rest: SmallVec<[usize; 8]> = (0..axes.len()).collect();
        rest.sort_by_key(|&k| axes[k].dst);
        for k in row.iter().chain(&read).rev().chain(&rest) {
            let bytes = width * axes.iter().map(|axis| axis.tile).product::<usize>();
            let run = run(&axes, width, &row);
            let buffer = bytes / run * pitch(run);
            let more = TILE.div_ceil(bytes).min((tuning.tile / buffer).max(1));
            let axis = &mut axes[*k];
            axis.tile = (axis.tile * more).min(axis.extent);
        }
        // In the buffer a row is as in the destination. Rows start at different cache lines of a page, so
        // that writing a column of them does not always hit the same set of L1.
        for &k in &row {
            axes[k].buffer = axes[k].dst as usize;
        }
        let cut = axes[*row.last()?];
        let overlap = if cut.tile < cut.extent { LINE.div_ceil(cut.dst as usize) } else { 0 };
        let mut bytes = pitch(run(&axes, width, &row) + overlap * cut.dst as usize);
        for k in 0..axes.len() {
            if !row.contains(&k) {
                axes[k].buffer = bytes;
                bytes *= axes[k].tile;
            }
        }
        Some(Tiling { width, axes, i, read, row, uneven, overlap, bytes })
    }

    /// The bytes of a tile that some axes have together.
    pub(crate) fn run(&self, axes: &[usize]) -> usize {
        run(&self.axes, self.width, axes)
    }

    /// The axis that tiles cut into runs.
    pub(crate) fn cut(&self) -> usize {
        self.row.last().copied().unwrap_or(self.i)
    }

    /// The axis whose elements are side by side in the source.
    pub(crate) fn j(&self) -> Option<usize> {
        self.read.first().copied()
    }

    /// The block of a whole tile: what the kernel is for.
    pub(crate) fn block(&self) -> Block {
        let i = &self.axes[self.i];
        let j = self.j().map(|j| &self.axes[j]);
        Block {
            width: self.width,
            rows: i.tile,
            columns: j.map_or(1, |j| j.tile),
            dst_i: i.buffer as isize,
            dst_j: j.map_or(0, |j| j.buffer as isize),
            src_i: i.src,
            src_j: j.map_or(0, |j| j.src),
        }
    }
}

/// Takes steps of the axes that lie side by side, each where the one before it ends, until they make
/// a run of so many bytes, or until the run so far ends at an axis. Which axes they are.
fn chain(
    axes: &mut [Axis],
    width: usize,
    wanted: usize,
    stride: impl Fn(&Axis) -> isize,
    ends: impl Fn(usize, &Axis) -> bool,
) -> SmallVec<[usize; 4]> {
    let (mut run, mut taken) = (width, SmallVec::new());
    while run < wanted {
        let Some(k) = axes.iter().position(|axis| stride(axis) == run as isize) else {
            break;
        };
        let axis = &mut axes[k];
        if ends(run, axis) {
            break;
        }
        // Whole cache lines, where elements are no part of one: then no two tiles share one.
        let whole = LINE >> run.trailing_zeros().min(LINE.trailing_zeros());
        let steps = wanted.div_ceil(run);
        let steps = if steps > whole { steps / whole * whole } else { steps };
        axis.tile = axis.tile.max(steps).min(axis.extent);
        taken.push(k);
        run *= axis.tile;
        if axis.tile < axis.extent {
            break;
        }
    }
    taken
}

/// How far apart rows of so many bytes are in the buffer: an odd number of cache lines.
pub(crate) fn pitch(row: usize) -> usize {
    (row.div_ceil(LINE) | 1) * LINE
}

fn run(axes: &[Axis], width: usize, some: &[usize]) -> usize {
    width * some.iter().map(|&k| axes[k].tile).product::<usize>()
}
