//! Writing the rows of a tile: from the buffer in which they are gathered, or directly from the source.

#![allow(unsafe_code)]

use super::places::Place;
use super::tile::Tile;
use super::to_line;
use crate::kernel::{Collect, Elements, Stream};
use crate::loops::Tiling;
use crate::machine::{LINE, PREFETCH_TILE};

/// Writes the rows of a tile, some at a time.
pub(super) trait Writer {
    /// Whether rows are written from the buffer, so that they must be gathered there first.
    const BUFFERED: bool;

    /// Starts with the first row of a tile; `resized` if it has other sizes than the tile before it.
    fn start(&mut self, tiling: &Tiling, tile: &Tile, resized: bool);

    /// Writes rows to their places until `due` bytes of the tile are written, or all.
    ///
    /// # Safety
    /// The rows can be written at `dst`, and are in the buffer, or can be read from their places in the source.
    unsafe fn write(&mut self, tile: &Tile, dst: *mut u8, due: usize);
}

/// How far a tile is written.
#[derive(Default)]
struct Cursor {
    written: usize,
    row: usize,
    /// Where in the row to continue: a byte of a row in the buffer, or a group of elements in the source.
    at: usize,
}

impl Cursor {
    /// So many bytes are written, up to `at` of the row or to its end.
    fn advance(&mut self, bytes: usize, at: Option<usize>) {
        self.written += bytes;
        match at {
            Some(at) => self.at = at,
            None => (self.row, self.at) = (self.row + 1, 0),
        }
    }
}

/// Writes rows from the buffer.
pub(super) struct FromBuffer {
    stream: Stream,
    /// Whether neighbouring tiles overlap.
    overlapping: bool,
    cursor: Cursor,
}

impl FromBuffer {
    pub(super) fn new(stream: Stream, overlapping: bool) -> FromBuffer {
        FromBuffer { stream, overlapping, cursor: Cursor::default() }
    }

    /// The bytes of a row at `to` that are written by this tile. Where tiles overlap, each writes from the first
    /// cache line that starts in it to the first that starts in the next.
    fn span(&self, tile: &Tile, to: *mut u8) -> (usize, usize) {
        let Place { own, inner: (before, after), .. } = tile.place;
        if !self.overlapping {
            return (0, own);
        }
        let start = if before { to_line(to.addr()) } else { 0 };
        let end = if after { own + to_line(to.addr() + own) } else { own };
        (start, end.min(tile.run))
    }
}

impl Writer for FromBuffer {
    const BUFFERED: bool = true;

    fn start(&mut self, _: &Tiling, _: &Tile, _: bool) {
        self.cursor = Cursor::default();
    }

    unsafe fn write(&mut self, tile: &Tile, dst: *mut u8, due: usize) {
        while self.cursor.written < due && self.cursor.row < tile.rows.len() {
            let row = tile.rows[self.cursor.row];
            let to = dst.wrapping_offset(tile.place.dst + row.dst);
            let (start, end) = self.span(tile, to);
            let at = self.cursor.at.max(start);
            let left = end.saturating_sub(at);
            let wanted = left.min(due - self.cursor.written);
            // No cache line of the destination is written in two parts.
            let bytes = left.min(wanted + to_line(to.addr() + at + wanted));
            // SAFETY: a part of a row of the tile, which is in the buffer and has its place at `dst`.
            unsafe {
                let from = tile.buffer().add(row.buffer + at);
                (self.stream)(to.wrapping_add(at), from, bytes);
            }
            self.cursor.advance(bytes, if bytes == left { None } else { Some(at + bytes) });
        }
    }
}

/// Writes rows from their places in the source.
pub(super) struct FromSource {
    collect: Collect,
    src: *const u8,
    /// The starts of the groups of elements that a row has, in order, from its place in the source on; and
    /// how many elements a group has.
    groups: Vec<isize>,
    count: usize,
    /// How large an element is, in bytes, and how far apart those of a group are.
    width: usize,
    stride: isize,
    cursor: Cursor,
}

impl FromSource {
    pub(super) fn new(collect: Collect, src: *const u8, tiling: &Tiling) -> FromSource {
        let (width, stride) = (tiling.width, tiling.axes[tiling.i].src);
        let (groups, cursor) = (Vec::new(), Cursor::default());
        FromSource { collect, src, groups, count: 0, width, stride, cursor }
    }
}

impl Writer for FromSource {
    const BUFFERED: bool = false;

    fn start(&mut self, tiling: &Tiling, tile: &Tile, resized: bool) {
        self.cursor = Cursor::default();
        if !resized {
            return;
        }
        let sizes = &tile.place.sizes;
        self.count = sizes[tiling.i];
        self.groups.clear();
        self.groups.push(0);
        for &k in &tiling.row[1..] {
            let before = self.groups.len();
            for step in 1..sizes[k] {
                let by = step as isize * tiling.axes[k].src;
                self.groups.extend_from_within(..before);
                self.groups[step * before..].iter_mut().for_each(|group| *group += by);
            }
        }
    }

    unsafe fn write(&mut self, tile: &Tile, dst: *mut u8, due: usize) {
        let group = self.count * self.width;
        while self.cursor.written < due && self.cursor.row < tile.rows.len() {
            let row = tile.rows[self.cursor.row];
            let to = dst.wrapping_offset(tile.place.dst + row.dst);
            let start = to.addr().next_multiple_of(LINE);
            let lines = start..(to.addr() + tile.run) / LINE * LINE;
            let from = self.src.wrapping_offset(tile.place.src + row.src);
            // As many groups as have some bytes together.
            let (first, mut end) = (self.cursor.at, self.cursor.at + 1);
            while end < self.groups.len() && (end - first) * group < PREFETCH_TILE {
                end += 1;
            }
            let groups = &self.groups[first..end];
            let elements =
                Elements { groups, count: self.count, stride: self.stride, width: self.width };
            // SAFETY: elements of a row of the tile, which has its places at `dst` and `src`.
            unsafe { (self.collect)(to.wrapping_add(first * group), from, &elements, &lines) };
            let at = if end == self.groups.len() { None } else { Some(end) };
            self.cursor.advance((end - first) * group, at);
        }
    }
}
