//! Large data: tile by tile through a buffer, the result stored around the cache. Also data in many
//! small blocks, then through the cache unless it is large.
//!
//! There are two buffers. While one tile is gathered in one of them, strip by strip, the tile before
//! it is written from the other, row by row, and the strips that come next are asked for. So memory
//! is read and written all the time.
//!
//! Elements that are whole parts of lines need no buffer. They are written from their places in the
//! source, which were asked for when it was the turn of their tile to be gathered.

#![allow(unsafe_code)]

mod places;
mod gather;
mod tile;

use std::ops::Range;

use crate::kernel::{
    Block, Collect, LINE, PAGE, PART_OF_LINE, Stream, around_cache, collect, fence, prefetch,
    through_cache,
};
use crate::loops::Tiling;
use crate::machine::Isa;
use gather::Gather;
use places::Places;
use tile::{Origin, Tile};

/// How many bytes are asked for at a time, between parts of rows that are written.
const PART: usize = 1024;

/// How many rows can share a place of the first cache.
const WAYS: usize = 8;

#[derive(Clone)]
pub(crate) struct Staged {
    tiling: Tiling,
    block: Block,
    gather: Gather,
    /// How many steps of an axis are gathered at a time: rows of the block, or of the list.
    strip: usize,
    /// Whether blocks are transposed, so that what comes next is known in runs of the source.
    transposed: bool,
    /// Whether the rows of a strip crowd in few places of the cache, because they are a large power
    /// of two apart: then they are copied apart first. It pays for bytes only, of which a line has
    /// so many columns that it is needed again and again.
    crowded: bool,
    stream: Stream,
    /// How elements that are whole parts of lines are copied from place to place: they need no buffer.
    collect: Option<Collect>,
    isa: Isa,
}

impl Staged {
    /// The way of a tiling, with stores around the cache or through it.
    pub(crate) fn new(tiling: Tiling, isa: Isa, around: bool) -> Staged {
        let block = tiling.block();
        let (gather, strip) = Gather::new(&tiling, isa);
        let stream = if around { around_cache(isa) } else { None };
        let transposed = matches!(gather, Gather::Blocks(_)) && block.is_transposition();
        let aligned =
            tiling.axes.iter().all(|axis| (axis.dst as usize).is_multiple_of(PART_OF_LINE));
        Staged {
            block,
            gather,
            strip,
            transposed,
            crowded: transposed
                && block.width == 1
                && block.rows > WAYS
                && block.src_i != 0
                && block.src_i.unsigned_abs().is_multiple_of(PAGE),
            collect: if transposed && around && aligned {
                collect(isa, tiling.width)
            } else {
                None
            },
            stream: stream.unwrap_or(through_cache()),
            tiling,
            isa,
        }
    }

    /// How far apart rows are copied: further than the longest run of the source, which has what laps
    /// over as well where the cut axis is part of it.
    fn scratch_pitch(&self) -> usize {
        let Tiling { width, axes, read, lap, .. } = &self.tiling;
        let most = |&k: &usize| axes[k].tile + if k == self.tiling.cut() { *lap } else { 0 };
        (width * read.iter().map(most).product::<usize>()).next_multiple_of(LINE) + LINE
    }

    /// How tiles are gathered, in words.
    pub(crate) fn how(&self) -> String {
        match self.gather {
            Gather::Blocks(_) => self.block.how(self.isa),
            Gather::Lists(..) => "one by one".into(),
        }
    }

    /// Whether there is no buffer, for destinations that start at a part of a line.
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
        let lapped = places.lapped();
        let write = match self.collect {
            Some(collect) if !lapped && dst.addr().is_multiple_of(PART_OF_LINE) => {
                Origin::Source(collect, src)
            }
            _ => Origin::Buffer(self.stream),
        };
        let buffered = matches!(write, Origin::Buffer(_));
        let tile = || Tile::new(self, buffered, lapped);
        let (mut gathering, mut writing) = (tile(), tile());
        let mut next = places.at(tiles.start);
        for _ in tiles {
            gathering.set(self, &next);
            places.step(&mut next);
            // SAFETY: places and sizes are inside the loops, so inside the memory of both sides.
            unsafe {
                let from = src.offset(gathering.place.src);
                let ahead = src.wrapping_offset(next.src);
                self.step(&mut gathering, from, ahead, &mut writing, write, dst);
            }
            std::mem::swap(&mut gathering, &mut writing);
        }
        // SAFETY: as above.
        unsafe { writing.write(write, dst, usize::MAX) };
        fence();
    }

    /// Gathers a tile and writes the one before it, in turns; what is written from its place in the source
    /// is only asked for.
    ///
    /// # Safety
    /// The tile to gather can be read at `from`, and the other one written at its place from `dst` on, from
    /// where `write` says. `ahead` may be any address.
    unsafe fn step(
        &self,
        gathering: &mut Tile,
        from: *const u8,
        ahead: *const u8,
        writing: &mut Tile,
        write: Origin,
        dst: *mut u8,
    ) {
        let (strips, total) = (gathering.strips.len(), writing.rows.len() * writing.place.own);
        // Small strips take turns with rows some at a time, and nothing is asked for.
        let turn = PART * strips / (gathering.rows.len() * gathering.place.own);
        // Rows that follow one another in the source are one run. Strided reads come from lines that
        // are read again, and the machine sees them coming.
        let follow = self.block.src_i == gathering.read as isize;
        for k in 0..strips {
            if let Origin::Buffer(_) = write {
                // SAFETY: as for this function.
                unsafe { self.gather(gathering, k, from) };
            }
            if turn > 1 {
                if (k + 1) % turn == 0 {
                    // SAFETY: as for this function.
                    unsafe { writing.write(write, dst, total * (k + 1) / strips) };
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
            // So much is written after each part that is asked for.
            let share = total.div_ceil(strips * runs * run.div_ceil(PART).max(1));
            let mut due = total * k / strips;
            for i in 0..runs {
                let row = base.wrapping_offset(next.src + i as isize * self.block.src_i);
                for at in (0..run.max(1)).step_by(PART) {
                    prefetch(row.wrapping_add(at), PART.min(run - at));
                    due += share;
                    // SAFETY: as for this function.
                    unsafe { writing.write(write, dst, due) };
                }
            }
        }
        // Rows that lap over may have some bytes more.
        // SAFETY: as for this function.
        unsafe { writing.write(write, dst, usize::MAX) };
    }

    /// Gathers a strip of a tile.
    ///
    /// # Safety
    /// The tile can be read at `from`.
    unsafe fn gather(&self, tile: &mut Tile, k: usize, from: *const u8) {
        let strip = tile.strips[k];
        let columns = self.tiling.j().map_or(1, |j| tile.place.sizes[j]);
        let mut block = Block { rows: strip.rows, columns, ..self.block };
        let (buffer, scratch) = (tile.buffer(), tile.scratch());
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

/// How many bytes it is from an address to the next line.
fn to_line(address: usize) -> usize {
    address.wrapping_neg() % LINE
}
