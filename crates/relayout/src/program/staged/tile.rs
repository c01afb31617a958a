//! A tile with its buffer, and what it consists of.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;

use smallvec::SmallVec;

use super::Staged;
use super::cells::{Strip, Tables};
use super::gather::Gather;
use super::places::Place;
use crate::kernel::Piece;
use crate::loops::{Axis, Tiling};
use crate::machine::LINE;

/// A run of the destination.
#[derive(Clone, Copy)]
pub(super) struct Row {
    pub(super) dst: isize,
    pub(super) src: isize,
    pub(super) buffer: usize,
}

/// A cache line of memory.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line {
    _bytes: [MaybeUninit<u8>; LINE],
}

/// A tile with its buffer.
pub(super) struct Tile {
    buffer: Vec<Line>,
    scratch: Vec<Line>,
    pub(super) place: Place,
    pub(super) strips: Vec<Strip>,
    /// The columns of the block, as often as the axes after it in the source have steps; or the list.
    pub(super) pieces: Vec<Piece>,
    pub(super) rows: Vec<Row>,
    /// How it is gathered in cells, if it is: then it has no strips and pieces.
    pub(super) cells: Option<Tables>,
    /// How long a run of the source is, in bytes.
    pub(super) read: usize,
    /// How long a row is, with its part of the next tile where tiles overlap.
    pub(super) run: usize,
}

impl Tile {
    /// A tile at no place yet, with or without a buffer.
    pub(super) fn new(staged: &Staged, buffered: bool) -> Tile {
        let line = Line { _bytes: [MaybeUninit::uninit(); LINE] };
        let bytes = if buffered { staged.tiling.bytes } else { 0 };
        let scratch = if staged.crowded { staged.strip * staged.scratch_pitch() } else { 0 };
        Tile {
            buffer: vec![line; bytes.div_ceil(LINE)],
            scratch: vec![line; scratch.div_ceil(LINE)],
            place: Place::default(),
            strips: Vec::new(),
            pieces: Vec::new(),
            rows: Vec::new(),
            cells: None,
            read: 0,
            run: 0,
        }
    }

    pub(super) fn scratch(&mut self) -> *mut u8 {
        self.scratch.as_mut_ptr().cast()
    }

    pub(super) fn buffer_mut(&mut self) -> *mut u8 {
        self.buffer.as_mut_ptr().cast()
    }

    pub(super) fn buffer(&self) -> *const u8 {
        self.buffer.as_ptr().cast()
    }

    /// Makes it the tile at a place, and says whether it has other sizes than before: only on them depends what it
    /// consists of.
    pub(super) fn set(&mut self, staged: &Staged, place: &Place) -> bool {
        let resized = self.place.sizes != place.sizes;
        self.place.clone_from(place);
        if resized {
            self.resize(staged);
        }
        resized
    }

    fn resize(&mut self, staged: &Staged) {
        let (tiling, sizes) = (&staged.tiling, &self.place.sizes);
        let bytes =
            |axes: &[usize]| tiling.width * axes.iter().map(|&k| sizes[k]).product::<usize>();
        (self.run, self.read) = (bytes(&tiling.row), bytes(&tiling.read));
        self.rows.clear();
        let outside = |k: usize| !tiling.row.contains(&k);
        each(tiling, sizes, outside, &mut |dst, src, buffer| {
            self.rows.push(Row { dst, src, buffer });
        });
        self.cells = if staged.cells { Tables::new(tiling, sizes, staged.isa) } else { None };
        if let Some(cells) = &self.cells {
            let lines = cells.scratch().div_ceil(LINE);
            if self.scratch.len() < lines {
                self.scratch.resize(lines, Line { _bytes: [MaybeUninit::uninit(); LINE] });
            }
            return;
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
        let outside = |k: usize| k != along && !inside(k);
        each(tiling, sizes, outside, &mut |_, src, buffer| {
            for start in (0..height).step_by(staged.strip) {
                self.strips.push(Strip {
                    src: src + start as isize * axis.src,
                    buffer: buffer + start * axis.buffer,
                    rows: staged.strip.min(height - start),
                });
            }
        });
    }
}

/// Calls a function for every step of the wanted axes, with the offsets in the destination, the source and the buffer.
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
