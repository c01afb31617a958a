//! Large pixels of a few channels to planes, and back: some pixels at a time through L1, written with non-temporal stores.
//!
//! Both sides are a few places that go on side by side. The hardware follows those by itself, and better than it follows
//! tiles, whose rows are far apart.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::kernel::{Block, Kernel, Stream, fence, non_temporal};
use crate::loops::Walk;
use crate::machine::LINE;

use super::Direct;

/// The bytes of the buffer: a fraction of L1.
const BUFFER: usize = 8 << 10;

#[derive(Clone)]
pub(crate) struct Channels {
    direct: Direct,
    kernel: Kernel,
    stream: Stream,
    /// How many pixels are moved at a time.
    pixels: usize,
    /// Whether the destination has planes.
    planes: bool,
}

impl Channels {
    /// The way of what would be moved directly, if it is pixels and the machine has non-temporal stores.
    pub(crate) fn new(direct: &Direct) -> Option<Channels> {
        let (block, isa) = (*direct.block(), direct.isa());
        let planes = block.reads_pixels();
        let pixel = block.width * if planes { block.columns } else { block.rows };
        let stream = non_temporal(isa).filter(|_| block.is_pixels() && pixel * LINE <= BUFFER)?;
        // Whole cache lines of elements of every width.
        let pixels = BUFFER / pixel / LINE * LINE;
        let (rows, columns) = if planes { (pixels, block.columns) } else { (block.rows, pixels) };
        let kernel = in_buffer(&Block { rows, columns, ..block }).kernel(isa);
        Some(Channels { direct: direct.clone(), kernel, stream, pixels, planes })
    }

    /// What would be moved directly otherwise.
    pub(crate) fn direct(&self) -> &Direct {
        &self.direct
    }

    /// How many pixels are moved at a time.
    pub(crate) fn pixels(&self) -> usize {
        self.pixels
    }

    /// How many pixels there are.
    fn count(&self) -> usize {
        let block = self.direct.block();
        if self.planes { block.rows } else { block.columns }
    }

    /// How many parts there are that can be moved on their own.
    pub(crate) fn parts(&self) -> usize {
        let outer: usize = self.direct.loops().iter().map(|each| each.extent).product();
        outer * self.count().div_ceil(self.pixels)
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        let across = self.count().div_ceil(self.pixels);
        let mut walk = Walk::new(self.direct.loops(), parts.start / across);
        let mut buffer = Buffer::new();
        for part in parts {
            let start = part % across * self.pixels;
            let pixels = self.pixels.min(self.count() - start);
            let at = start as isize;
            // SAFETY: pixels of the block at a step of the loops, so inside the memory of both sides.
            unsafe {
                let (to, from) = (dst.offset(walk.dst), src.offset(walk.src));
                let block = *self.direct.block();
                let Block { dst_i, dst_j, src_i, src_j, .. } = block;
                if self.planes {
                    let (to, from) = (to.offset(at * dst_i), from.offset(at * src_i));
                    self.part(to, from, Block { rows: pixels, ..block }, &mut buffer);
                } else {
                    let (to, from) = (to.offset(at * dst_j), from.offset(at * src_j));
                    self.part(to, from, Block { columns: pixels, ..block }, &mut buffer);
                }
            }
            if part % across + 1 == across {
                walk.step();
            }
        }
        fence();
    }

    /// Moves a part of the block.
    ///
    /// # Safety
    /// It can be read at `src` and written at `dst`, and has room in the buffer.
    unsafe fn part(&self, dst: *mut u8, src: *const u8, part: Block, buffer: &mut Buffer) {
        let from = buffer.0.as_mut_ptr().cast::<u8>();
        let here = in_buffer(&part);
        // SAFETY: as for this function; the buffer has the columns one after the other.
        unsafe {
            (self.kernel)(from, src, &here);
            if self.planes {
                for column in 0..part.columns {
                    let at = column as isize;
                    let from = from.offset(at * here.dst_j);
                    (self.stream)(dst.offset(at * part.dst_j), from, part.rows * part.width);
                }
            } else {
                (self.stream)(dst, from, part.columns * part.rows * part.width);
            }
        }
    }
}

/// The block with columns that follow one another.
fn in_buffer(block: &Block) -> Block {
    Block { dst_j: (block.rows * block.width) as isize, ..*block }
}

/// What is written next.
#[repr(align(64))]
struct Buffer([std::mem::MaybeUninit<u8>; BUFFER]);

impl Buffer {
    fn new() -> Buffer {
        Buffer([std::mem::MaybeUninit::uninit(); BUFFER])
    }
}
