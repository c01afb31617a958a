//! A tile with its buffer, and what it consists of.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::{Gather, Staged};
use crate::kernel::{LINE, Piece, Stream};
use crate::tiling::{Axis, Tiling};

/// Where a tile lies, and how many steps of each axis it has.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) dst: isize,
    pub(super) src: isize,
    pub(super) sizes: SmallVec<[usize; 8]>,
    /// The bytes of a run that no other tile has: without what laps over its end.
    pub(super) own: usize,
    /// Whether there are tiles before this one and after it along a run.
    pub(super) inner: (bool, bool),
}

/// What is gathered at a time: some rows of the block, with all that is side by side in the source; or
/// some of the list.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub(super) src: isize,
    pub(super) buffer: usize,
    pub(super) rows: usize,
}

/// A run of the destination.
#[derive(Clone, Copy)]
pub(super) struct Row {
    dst: isize,
    buffer: usize,
}

/// A line of memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line(#[allow(dead_code)] [MaybeUninit<u8>; LINE]);

/// A tile with its buffer.
pub(super) struct Tile {
    buffer: Vec<Line>,
    scratch: Vec<Line>,
    pub(super) place: Place,
    pub(super) strips: Vec<Strip>,
    /// The columns of the block, as often as the axes after it in the source have steps; or the list.
    pub(super) pieces: Vec<Piece>,
    pub(super) rows: Vec<Row>,
    /// How long a run of the source is, in bytes.
    pub(super) read: usize,
    /// How long a row is, with what laps over its end.
    run: usize,
    /// Whether tiles lap over one another.
    lapped: bool,
    /// How many bytes are written, and where it goes on.
    written: usize,
    row: usize,
    at: usize,
}

impl Tile {
    pub(super) fn new(staged: &Staged) -> Tile {
        let line = Line([MaybeUninit::uninit(); LINE]);
        let scratch = if staged.crowded { staged.strip * staged.scratch_pitch() } else { 0 };
        Tile {
            buffer: vec![line; staged.tiling.bytes.div_ceil(LINE)],
            scratch: vec![line; scratch.div_ceil(LINE)],
            place: Place::default(),
            strips: Vec::new(),
            pieces: Vec::new(),
            rows: Vec::new(),
            read: 0,
            run: 0,
            lapped: staged.tiling.lap > 0,
            written: 0,
            row: 0,
            at: 0,
        }
    }

    pub(super) fn scratch(&mut self) -> *mut u8 {
        self.scratch.as_mut_ptr().cast()
    }

    pub(super) fn buffer(&mut self) -> *mut u8 {
        self.buffer.as_mut_ptr().cast()
    }

    /// Makes it the tile at a place. What it consists of depends on its sizes only.
    pub(super) fn set(&mut self, staged: &Staged, place: Place) {
        let same = self.place.sizes == place.sizes;
        self.place = place;
        (self.written, self.row, self.at) = (0, 0, 0);
        if same {
            return;
        }
        let (tiling, sizes) = (&staged.tiling, &self.place.sizes);
        let bytes =
            |axes: &[usize]| tiling.width * axes.iter().map(|&k| sizes[k]).product::<usize>();
        (self.run, self.read) = (bytes(&tiling.row), bytes(&tiling.read));
        self.rows.clear();
        let outside = |k: usize| !tiling.row.contains(&k);
        each(tiling, sizes, outside, &mut |dst, _, buffer| self.rows.push(Row { dst, buffer }));
        // Strips are cut along one axis, and have others as a whole.
        let along = staged.gather.along(tiling);
        let inside = |k: usize| match staged.gather {
            Gather::Blocks(_) => tiling.read.contains(&k),
            Gather::Lists(..) => k < along,
        };
        let (axis, height) = (&tiling.axes[along], sizes[along]);
        self.pieces.clear();
        let mut piece = |_, src, dst| self.pieces.push(Piece { dst, src });
        match staged.gather {
            Gather::Blocks(_) => {
                each(tiling, sizes, |k| inside(k) && Some(k) != tiling.j(), &mut piece);
            }
            // The axis that is cut is the slowest of them, so that a part of it is a part of the list.
            Gather::Lists(..) => {
                let mut first = sizes.clone();
                first[along] = staged.strip.min(height);
                each(tiling, &first, |k| k <= along, &mut piece);
            }
        }
        self.strips.clear();
        let around = |k: usize| k != along && !inside(k);
        each(tiling, sizes, around, &mut |_, src, buffer| {
            for start in (0..height).step_by(staged.strip) {
                self.strips.push(Strip {
                    src: src + start as isize * axis.src,
                    buffer: buffer + start * axis.buffer,
                    rows: staged.strip.min(height - start),
                });
            }
        });
    }

    /// Writes rows to their places until `due` bytes of the tile are written, or all; but no line of
    /// the destination in two parts.
    ///
    /// # Safety
    /// The rows can be written at `dst`.
    pub(super) unsafe fn write(&mut self, stream: Stream, dst: *mut u8, due: usize) {
        while self.written < due && self.row < self.rows.len() {
            let row = self.rows[self.row];
            let to = dst.wrapping_offset(self.place.dst + row.dst);
            let (start, end) = self.span(to);
            let at = self.at.max(start);
            let left = end.saturating_sub(at);
            let bytes = match due - self.written {
                wanted if wanted < left => left.min(to_line(to.addr() + at + wanted) + wanted),
                _ => left,
            };
            // SAFETY: a part of a row of the tile, which is in the buffer and has its place at `dst`.
            unsafe {
                let from = self.buffer.as_ptr().cast::<u8>().add(row.buffer + at);
                stream(to.wrapping_add(at), from, bytes);
            }
            self.written += bytes;
            (self.row, self.at) =
                if bytes == left { (self.row + 1, 0) } else { (self.row, at + bytes) };
        }
    }

    /// The bytes of a row at `to` that are written by this tile. Where tiles lap over one another, each
    /// writes from the first line that starts in it to the first that starts in the next.
    fn span(&self, to: *mut u8) -> (usize, usize) {
        let Place { own, inner: (before, after), .. } = self.place;
        if !self.lapped {
            return (0, own);
        }
        let start = if before { to_line(to.addr()) } else { 0 };
        let end = if after { own + to_line(to.addr() + own) } else { own };
        (start, end.min(self.run))
    }
}

/// How many bytes it is from an address to the next line.
pub(super) fn to_line(address: usize) -> usize {
    address.wrapping_neg() % LINE
}

/// Calls a function for every step of the axes that are asked for: offsets in the destination, the
/// source and the buffer.
fn each(
    tiling: &Tiling,
    sizes: &[usize],
    wanted: impl Fn(usize) -> bool,
    then: &mut impl FnMut(isize, isize, usize),
) {
    let axes: SmallVec<[(usize, &Axis); 8]> =
        (0..sizes.len()).filter(|&k| wanted(k)).map(|k| (sizes[k], &tiling.axes[k])).collect();
    let steps: usize = axes.iter().map(|&(size, _)| size).product();
    for step in 0..steps {
        let (mut rest, mut at) = (step, (0, 0, 0));
        for &(size, axis) in &axes {
            let digit = rest % size;
            rest /= size;
            at.0 += digit as isize * axis.dst;
            at.1 += digit as isize * axis.src;
            at.2 += digit * axis.buffer;
        }
        then(at.0, at.1, at.2);
    }
}
