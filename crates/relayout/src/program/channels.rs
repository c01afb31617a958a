//! Large pixels of a few channels to planes, and back, written with non-temporal stores: straight from registers, or some
//! pixels at a time through L1 where no kernel can, or cache lines do not start between pixels.
//!
//! Both sides are a few places that go on side by side. The hardware follows those by itself, and better than it follows
//! tiles, whose rows are far apart.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::kernel::{Block, Interleave, Kernel, Stream, fence, non_temporal};
use crate::loops::Walk;
use crate::machine::LINE;

use super::Direct;

/// The bytes of the buffer: a fraction of L1.
const BUFFER: usize = 8 << 10;

#[derive(Clone)]
pub(crate) struct Channels {
    direct: Direct,
    /// How whole cache lines are made in registers.
    lines: Option<Interleave>,
    /// How pixels get into the buffer.
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
        let channels = if planes { block.columns } else { block.rows };
        let lines = Interleave::new(isa, block.width, channels, planes);
        Some(Channels { direct: direct.clone(), lines, kernel, stream, pixels, planes })
    }

    /// What would be moved directly otherwise.
    pub(crate) fn direct(&self) -> &Direct {
        &self.direct
    }

    /// Whether whole cache lines are made in registers, where they start between pixels.
    pub(crate) fn has_lines(&self) -> bool {
        self.lines.is_some()
    }

    /// How many pixels are moved through the buffer at a time.
    pub(crate) fn pixels(&self) -> usize {
        self.pixels
    }

    /// How many pixels a block has.
    fn count(&self, block: &Block) -> usize {
        if self.planes { block.rows } else { block.columns }
    }

    /// How many parts there are that can be moved on their own.
    pub(crate) fn parts(&self) -> usize {
        let outer: usize = self.direct.loops().iter().map(|each| each.extent).product();
        outer * self.count(self.direct.block()).div_ceil(self.pixels)
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        let count = self.count(self.direct.block());
        let across = count.div_ceil(self.pixels);
        let mut walk = Walk::new(self.direct.loops(), parts.start / across);
        let mut buffer = Buffer::new();
        let mut part = parts.start;
        while part < parts.end {
            let step = part / across * across;
            let end = parts.end.min(step + across);
            let pixels = (part - step) * self.pixels..((end - step) * self.pixels).min(count);
            // SAFETY: pixels of the block at a step of the loops, so inside the memory of both sides.
            unsafe {
                let (to, from) = (dst.offset(walk.dst), src.offset(walk.src));
                self.some(to, from, pixels, &mut buffer);
            }
            walk.step();
            part = end;
        }
        fence();
    }

    /// Moves some pixels of the block.
    ///
    /// # Safety
    /// They can be read at `src` and written at `dst`.
    unsafe fn some(&self, dst: *mut u8, src: *const u8, pixels: Range<usize>, buffer: &mut Buffer) {
        let all = self.direct.block();
        let (to, from, all) = self.part(dst, src, all, pixels);
        let lead = self.lines.as_ref().and_then(|lines| lines.lead(to, &all));
        let lead = lead.filter(|&lead| lead <= self.count(&all));
        // SAFETY: all of these pixels, each once.
        unsafe {
            if let Some(lead) = lead {
                let (first, from_first, few) = self.part(to, from, &all, 0..lead);
                self.block(first, from_first, &few, false);
                let (to, from, rest) = self.part(to, from, &all, lead..self.count(&all));
                return self.block(to, from, &rest, true);
            }
            for start in (0..self.count(&all)).step_by(self.pixels) {
                let end = self.count(&all).min(start + self.pixels);
                let (to, from, part) = self.part(to, from, &all, start..end);
                self.through(buffer, to, from, &part);
            }
        }
    }

    /// Some pixels of a block, and where they lie.
    fn part(
        &self,
        dst: *mut u8,
        src: *const u8,
        block: &Block,
        pixels: Range<usize>,
    ) -> (*mut u8, *const u8, Block) {
        let (at, count) = (pixels.start as isize, pixels.len());
        let (to, from, part) = match self.planes {
            true => (block.dst_i, block.src_i, Block { rows: count, ..*block }),
            false => (block.dst_j, block.src_j, Block { columns: count, ..*block }),
        };
        (dst.wrapping_offset(at * to), src.wrapping_offset(at * from), part)
    }

    /// Moves a block: whole vectors in registers, and what is left with ordinary stores.
    ///
    /// # Safety
    /// It can be read at `src` and written at `dst`, which starts at a cache line if stores are non-temporal.
    unsafe fn block(&self, dst: *mut u8, src: *const u8, block: &Block, non_temporal: bool) {
        // SAFETY: as for this function.
        unsafe {
            let done = match &self.lines {
                Some(lines) => lines.run(dst, src, block, non_temporal),
                None => 0,
            };
            let (dst, src, rest) = self.part(dst, src, block, done..self.count(block));
            if self.count(&rest) > 0 {
                (self.kernel)(dst, src, &rest);
            }
        }
    }

    /// Moves a block through the buffer.
    ///
    /// # Safety
    /// It can be read at `src` and written at `dst`, and has room in the buffer.
    unsafe fn through(&self, buffer: &mut Buffer, dst: *mut u8, src: *const u8, block: &Block) {
        let from = buffer.0.as_mut_ptr().cast::<u8>();
        let here = in_buffer(block);
        // SAFETY: as for this function; the buffer has the columns one after the other.
        unsafe {
            self.block(from, src, &here, false);
            if self.planes {
                for column in 0..block.columns {
                    let at = column as isize;
                    let from = from.offset(at * here.dst_j);
                    (self.stream)(dst.offset(at * block.dst_j), from, block.rows * block.width);
                }
            } else {
                (self.stream)(dst, from, block.columns * block.rows * block.width);
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
