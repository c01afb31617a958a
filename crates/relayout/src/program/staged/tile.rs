//! A tile with its buffer, and what it consists of.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::places::Place;
use super::{Gather, PART, Staged, to_line};
use crate::kernel::{Collect, Elements, LINE, Piece, Stream};
use crate::loops::{Axis, Tiling};

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
    src: isize,
    buffer: usize,
}

/// Where rows are written from.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// From the buffer, in which they are gathered.
    Buffer(Stream),
    /// From their places after this one.
    Source(Collect, *const u8),
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
    /// The starts of the groups of elements that a row has, in order, from its place in the source on; and
    /// how many elements a group has.
    groups: Vec<isize>,
    count: usize,
    /// How large an element is, in bytes, and how far apart those of a group are.
    width: usize,
    stride: isize,
    /// How long a run of the source is, in bytes.
    pub(super) read: usize,
    /// How long a row is, with what laps over its end.
    run: usize,
    /// Whether tiles lap over one another.
    lapped: bool,
    /// How many bytes are written, and where it goes on: at which byte of a row in the buffer, or at which
    /// group of a row that is collected.
    written: usize,
    row: usize,
    at: usize,
}

impl Tile {
    /// A tile at no place yet, with or without a buffer; whether tiles lap over one another.
    pub(super) fn new(staged: &Staged, buffered: bool, lapped: bool) -> Tile {
        let line = Line([MaybeUninit::uninit(); LINE]);
        let bytes = if buffered { staged.tiling.bytes } else { 0 };
        let scratch = if staged.crowded { staged.strip * staged.scratch_pitch() } else { 0 };
        Tile {
            buffer: vec![line; bytes.div_ceil(LINE)],
            scratch: vec![line; scratch.div_ceil(LINE)],
            place: Place::default(),
            strips: Vec::new(),
            pieces: Vec::new(),
            rows: Vec::new(),
            groups: Vec::new(),
            count: 0,
            stride: staged.tiling.axes[staged.tiling.i].src,
            width: staged.tiling.width,
            read: 0,
            run: 0,
            lapped,
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
    pub(super) fn set(&mut self, staged: &Staged, place: &Place) {
        let same = self.place.sizes == place.sizes;
        self.place.clone_from(place);
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
        each(tiling, sizes, outside, &mut |dst, src, buffer| {
            self.rows.push(Row { dst, src, buffer });
        });
        self.groups.clear();
        self.groups.push(0);
        self.count = sizes[tiling.i];
        for &k in &tiling.row[1..] {
            let before = self.groups.len();
            for step in 1..sizes[k] {
                let by = step as isize * tiling.axes[k].src;
                self.groups.extend_from_within(..before);
                self.groups[step * before..].iter_mut().for_each(|group| *group += by);
            }
        }
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

    /// Writes rows to their places until `due` bytes of the tile are written, or all.
    ///
    /// # Safety
    /// The rows can be written at `dst`, and are in the buffer, or can be read from their places.
    pub(super) unsafe fn write(&mut self, from: Origin, dst: *mut u8, due: usize) {
        while self.written < due && self.row < self.rows.len() {
            // SAFETY: as for this function.
            unsafe {
                match from {
                    Origin::Buffer(stream) => self.write_gathered(stream, dst, due),
                    Origin::Source(collect, src) => self.write_collected(collect, dst, src),
                }
            }
        }
    }

    /// Writes a part of a row from the buffer, but no line of the destination in two parts.
    ///
    /// # Safety
    /// As for [`write`](Tile::write).
    unsafe fn write_gathered(&mut self, stream: Stream, dst: *mut u8, due: usize) {
        let row = self.rows[self.row];
        let to = dst.wrapping_offset(self.place.dst + row.dst);
        let (start, end) = self.span(to);
        let at = self.at.max(start);
        let left = end.saturating_sub(at);
        let wanted = left.min(due - self.written);
        let bytes = left.min(wanted + to_line(to.addr() + at + wanted));
        // SAFETY: a part of a row of the tile, which is in the buffer and has its place at `dst`.
        unsafe {
            let buffer = self.buffer.as_ptr().cast::<u8>();
            stream(to.wrapping_add(at), buffer.add(row.buffer + at), bytes);
        }
        self.written += bytes;
        (self.row, self.at) =
            if bytes == left { (self.row + 1, 0) } else { (self.row, at + bytes) };
    }

    /// Writes some elements of a row from their places.
    ///
    /// # Safety
    /// As for [`write`](Tile::write).
    unsafe fn write_collected(&mut self, collect: Collect, dst: *mut u8, src: *const u8) {
        let row = self.rows[self.row];
        let to = dst.wrapping_offset(self.place.dst + row.dst);
        let start = to.addr().next_multiple_of(LINE);
        let lines = start..(to.addr() + self.run) / LINE * LINE;
        let from = src.wrapping_offset(self.place.src + row.src);
        // As many groups as have some bytes together.
        let group = self.count * self.width;
        let (first, mut end) = (self.at, self.at + 1);
        while end < self.groups.len() && (end - first) * group < PART {
            end += 1;
        }
        let groups = &self.groups[first..end];
        let elements = Elements { groups, count: self.count, stride: self.stride };
        // SAFETY: elements of a row of the tile, which has its places at `dst` and `src`.
        unsafe { collect(to.wrapping_add(first * group), from, &elements, &lines) };
        self.written += (end - first) * group;
        (self.row, self.at) =
            if end == self.groups.len() { (self.row + 1, 0) } else { (self.row, end) };
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
