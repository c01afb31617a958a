//! Data whose places are far apart: tile by tile through a buffer. Also data in many small blocks. What is large is
//! written with non-temporal stores.
//!
//! There are two buffers. While one tile is gathered in one of them, strip by strip, the tile before
//! it is written from the other, row by row, and the next strips are prefetched. So memory is read and
//! written all the time.
//!
//! A tile is gathered in blocks; where loops are tiny, in cells, and element by element where it has none.
//!
//! Elements that are whole parts of cache lines need no buffer. They are written directly from the source,
//! where they were prefetched one tile earlier.

#![allow(unsafe_code)]

mod places;
mod gather;
mod cells;
mod tile;
mod writer;

use std::ops::Range;

use crate::kernel::{
    Block, Collect, Stream, cached, collect, fence, non_temporal, prefetch, reads_lines,
};
use crate::loops::Tiling;
use crate::machine::{Isa, LINE, PAGE, PART_OF_LINE, PREFETCH_TILE, WAYS};
use cells::Tables;
use gather::Gather;
use places::{Place, Places};
use tile::Tile;
use writer::{FromBuffer, FromSource, Writer};

#[derive(Clone)]
pub(crate) struct Staged {
    tiling: Tiling,
    block: Block,
    gather: Gather,
    /// How many steps of an axis are gathered at a time: rows of the block, or of the list.
    strip: usize,
    /// Whether tiles are gathered as cells where they have such.
    cells: bool,
    /// Whether blocks are transposed, so that what comes next is known in runs of the source.
    transposed: bool,
    /// Whether the rows of a strip fall into few sets of the L1 cache, because they are a multiple of [`PAGE`]
    /// apart: then they are copied to a scratch buffer first, where they fall into different ones. It pays for bytes
    /// only, of which a cache line has so many columns that it is needed again and again.
    crowded: bool,
    stream: Stream,
    /// How elements that are whole parts of cache lines are written directly from the source.
    collect: Option<Collect>,
    isa: Isa,
}

impl Staged {
    /// The way of a tiling; `large` data are written with non-temporal stores.
    #[inline(never)]
    pub(crate) fn new(tiling: Tiling, isa: Isa, large: bool) -> Staged {
        let block = tiling.block();
        let (gather, strip) = Gather::new(&tiling, isa);
        let stream = if large { non_temporal(isa) } else { None };
        let transposed = matches!(gather, Gather::Blocks(_)) && block.is_transposition();
        let aligned =
            tiling.axes.iter().all(|axis| (axis.dst as usize).is_multiple_of(PART_OF_LINE));
        let crowded = transposed
            && block.rows > WAYS
            && block.src_i != 0
            && block.src_i.unsigned_abs().is_multiple_of(PAGE);
        // Cells read lines at once that have the columns of several blocks.
        let lines = crowded && block.columns * block.width < LINE && reads_lines(isa, block.width);
        Staged {
            block,
            gather,
            cells: block.is_narrow() || lines,
            strip,
            transposed,
            crowded: crowded && block.width == 1,
            collect: if transposed && large && aligned { collect(isa, tiling.width) } else { None },
            stream: stream.unwrap_or(cached()),
            tiling,
            isa,
        }
    }

    /// How far apart rows are in the scratch buffer: further than the longest run of the source, which includes the
    /// overlap where the cut axis is part of it.
    fn scratch_pitch(&self) -> usize {
        let Tiling { width, axes, read, overlap, .. } = &self.tiling;
        let most = |&k: &usize| axes[k].tile + if k == self.tiling.cut() { *overlap } else { 0 };
        (width * read.iter().map(most).product::<usize>()).next_multiple_of(LINE) + LINE
    }

    /// How tiles are gathered, in words.
    pub(crate) fn how(&self) -> String {
        let sizes: Vec<usize> = self.tiling.axes.iter().map(|axis| axis.tile).collect();
        if self.cells && Tables::new(&self.tiling, &sizes, self.isa).is_some() {
            return format!("in cells, transposed with {}", self.isa);
        }
        match self.gather {
            Gather::Blocks(_) => self.block.how(self.isa),
            Gather::Lists(..) => "one by one".into(),
        }
    }

    /// Whether there is no buffer, for destinations that are aligned to [`PART_OF_LINE`].
    pub(crate) fn is_unbuffered(&self) -> bool {
        self.collect.is_some()
    }

    pub(crate) fn tiling(&self) -> &Tiling {
        &self.tiling
    }

    /// The number of tiles of a destination at `dst`.
    pub(crate) fn parts(&self, dst: *mut u8) -> usize {
        Places::new(&self.tiling, dst).count()
    }

    /// Moves some of the tiles.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no tile may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, tiles: Range<usize>) {
        let places = Places::new(&self.tiling, dst);
        let overlapping = places.overlapping();
        // SAFETY: as for this function.
        unsafe {
            match self.collect {
                Some(collect) if !overlapping && dst.addr().is_multiple_of(PART_OF_LINE) => {
                    let writer = || FromSource::new(collect, src, &self.tiling);
                    self.run_with(writer, &places, dst, src, tiles);
                }
                _ => {
                    let writer = || FromBuffer::new(self.stream, overlapping);
                    self.run_with(writer, &places, dst, src, tiles);
                }
            }
        }
    }

    /// Moves some of the tiles, with writers of one kind.
    ///
    /// # Safety
    /// As for [`run`](Staged::run).
    unsafe fn run_with<W: Writer>(
        &self,
        writer: impl Fn() -> W,
        places: &Places<'_>,
        dst: *mut u8,
        src: *const u8,
        tiles: Range<usize>,
    ) {
        let stage = || Stage { tile: Tile::new(self, W::BUFFERED), writer: writer() };
        let (mut gathering, mut writing) = (stage(), stage());
        let mut next = places.at(tiles.start);
        for _ in tiles {
            gathering.set(self, &next);
            places.step(&mut next);
            // SAFETY: places and sizes are inside the loops, so inside the memory of both sides.
            unsafe {
                let from = src.offset(gathering.tile.place.src);
                let ahead = src.wrapping_offset(next.src);
                self.step(&mut gathering.tile, from, ahead, &mut writing, dst);
            }
            std::mem::swap(&mut gathering, &mut writing);
        }
        // SAFETY: as above.
        unsafe { writing.write(dst, usize::MAX) };
        fence();
    }

    /// Gathers a tile and writes the one before it, in turns. A tile that is written directly from the source is only
    /// prefetched.
    ///
    /// # Safety
    /// The tile to gather can be read at `from`, and the other one written at its place from `dst` on. `ahead` may be
    /// any address.
    // A function of its own: inlined into the loop over tiles it is up to a seventh slower on two threads.
    #[inline(never)]
    unsafe fn step<W: Writer>(
        &self,
        gathering: &mut Tile,
        from: *const u8,
        ahead: *const u8,
        writing: &mut Stage<W>,
        dst: *mut u8,
    ) {
        if gathering.cells.is_some() {
            // SAFETY: as for this function.
            return unsafe { step_cells(gathering, from, ahead, writing, dst) };
        }
        let strips = gathering.strips.len();
        let total = writing.tile.rows.len() * writing.tile.place.own;
        // Small strips take turns with rows some at a time, and nothing is prefetched.
        let turn = PREFETCH_TILE * strips / (gathering.rows.len() * gathering.place.own);
        // Rows that follow one another in the source are one run. Strided reads come from cache lines that
        // are read again, and the hardware prefetches them.
        let follow = self.block.src_i == gathering.read as isize;
        for k in 0..strips {
            if W::BUFFERED {
                // SAFETY: as for this function.
                unsafe { self.gather(gathering, k, from) };
            }
            if turn > 1 {
                if (k + 1) % turn == 0 {
                    // SAFETY: as for this function.
                    unsafe { writing.write(dst, total * (k + 1) / strips) };
                }
                continue;
            }
            let (base, next) = match gathering.strips.get(k + 1) {
                Some(next) => (from, next),
                None => (ahead, &gathering.strips[0]),
            };
            let (runs, run) = match (self.transposed, follow) {
                (false, _) => (1, 0),
                (true, false) => (next.rows, gathering.read),
                (true, true) => (1, gathering.read * next.rows),
            };
            // The hardware prefetches a long run as well, so that less of it is asked for at a time.
            let part = if follow && W::BUFFERED { PREFETCH_TILE / 2 } else { PREFETCH_TILE };
            // So much is written after each part that is prefetched.
            let share = total.div_ceil(strips * runs * run.div_ceil(part).max(1));
            let mut due = total * k / strips;
            for i in 0..runs {
                let row = base.wrapping_offset(next.src + i as isize * self.block.src_i);
                for at in (0..run.max(1)).step_by(part) {
                    prefetch(row.wrapping_add(at), part.min(run - at));
                    due += share;
                    // SAFETY: as for this function.
                    unsafe { writing.write(dst, due) };
                }
            }
        }
        // Rows that overlap may have some bytes more.
        // SAFETY: as for this function.
        unsafe { writing.write(dst, usize::MAX) };
    }

    /// Gathers a strip of a tile.
    ///
    /// # Safety
    /// The tile can be read at `from`.
    unsafe fn gather(&self, tile: &mut Tile, k: usize, from: *const u8) {
        let strip = tile.strips[k];
        let columns = self.tiling.j().map_or(1, |j| tile.place.sizes[j]);
        let mut block = Block { rows: strip.rows, columns, ..self.block };
        let (buffer, scratch) = (tile.buffer_mut(), tile.scratch());
        // SAFETY: a strip of the tile; the buffer has room for a tile, the scratch for a strip.
        unsafe {
            let mut rows = from.offset(strip.src);
            if self.crowded {
                let pitch = self.scratch_pitch();
                for i in 0..strip.rows {
                    let row = rows.offset(i as isize * block.src_i);
                    std::ptr::copy_nonoverlapping(row, scratch.add(i * pitch), tile.read);
                }
                (rows, block.src_i) = (scratch, pitch as isize);
            }
            let to = buffer.add(strip.buffer);
            match self.gather {
                Gather::Blocks(kernel) => {
                    for piece in &tile.pieces {
                        kernel(to.add(piece.dst), rows.offset(piece.src), &block);
                    }
                }
                Gather::Lists(kernel, _) => {
                    // The first strip is of the most steps, and the list is for it.
                    let list = tile.pieces.len() / tile.strips[0].rows * strip.rows;
                    kernel(to, rows, &tile.pieces[..list]);
                }
            }
        }
    }
}

/// [`Staged::step`] for a tile of cells.
///
/// # Safety
/// As for that.
unsafe fn step_cells<W: Writer>(
    gathering: &mut Tile,
    from: *const u8,
    ahead: *const u8,
    writing: &mut Stage<W>,
    dst: *mut u8,
) {
    let (buffer, scratch) = (gathering.buffer_mut(), gathering.scratch());
    let Some(cells) = &gathering.cells else { return };
    let strips = cells.strips.len();
    let total = writing.tile.rows.len() * writing.tile.place.own;
    let mut written = 0;
    for (k, strip) in cells.strips.iter().enumerate() {
        let next = match cells.strips.get(k + 1) {
            Some(next) => from.wrapping_offset(next.src),
            None => ahead,
        };
        // SAFETY: as for this function.
        unsafe {
            let (to, from) = (buffer.add(strip.buffer), from.offset(strip.src));
            cells.gather(to, scratch, from, next, |done, of| {
                let due = (total * k + total * done / of) / strips;
                if due >= written + PREFETCH_TILE {
                    writing.write(dst, due);
                    written = due;
                }
            });
        }
    }
    // SAFETY: as for this function.
    unsafe { writing.write(dst, usize::MAX) };
}

/// A tile with its writer: one of the two is gathered while the other is written.
struct Stage<W> {
    tile: Tile,
    writer: W,
}

impl<W: Writer> Stage<W> {
    fn set(&mut self, staged: &Staged, place: &Place) {
        let resized = self.tile.set(staged, place);
        self.writer.start(&staged.tiling, &self.tile, resized);
    }

    /// # Safety
    /// As for [`Writer::write`].
    unsafe fn write(&mut self, dst: *mut u8, due: usize) {
        // SAFETY: as for this function.
        unsafe { self.writer.write(&self.tile, dst, due) }
    }
}

/// How many bytes it is from an address to the next cache line.
fn to_line(address: usize) -> usize {
    address.wrapping_neg() % LINE
}
