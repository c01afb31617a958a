//! Pixels of a few channels to planes, and back, in registers: as many vectors are read as there are channels, and as many
//! written, each with some elements of all of them.
//!
//! What is written are whole cache lines, so that non-temporal stores need no buffer, and memory is read and written at the
//! same time. 2, 4 and 8 channels take one, two and three rounds of going by two; others have tables.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod rounds;
#[cfg(target_arch = "x86_64")]
mod tables;
#[cfg(target_arch = "x86_64")]
mod x86;

use super::Block;
use crate::machine::{Isa, LINE};

/// A kernel for pixels of so many channels.
#[derive(Clone)]
pub(crate) struct Interleave {
    channels: usize,
    /// The bytes of a channel.
    width: usize,
    /// Whether the destination has the planes.
    planes: bool,
    kernel: Kernel,
}

/// What turns pixels and planes into one another.
#[derive(Clone)]
enum Kernel {
    #[cfg(target_arch = "x86_64")]
    Rounds(rounds::Kernel),
    #[cfg(target_arch = "x86_64")]
    Tables(tables::Tables),
}

/// How vectors lie on one side: so many bytes apart, and those of the next step so many bytes after them.
#[derive(Clone, Copy, Debug)]
struct Side {
    apart: isize,
    step: usize,
}

/// How many steps are moved, each of as many vectors as there are channels, and between which sides.
#[derive(Clone, Copy, Debug)]
struct Way {
    to: Side,
    from: Side,
    steps: usize,
    non_temporal: bool,
}

impl Interleave {
    /// The kernel for pixels of so many channels, if the instruction set has one for elements of this width.
    pub(crate) fn new(isa: Isa, width: usize, channels: usize, planes: bool) -> Option<Interleave> {
        let kernel = Kernel::new(isa, width, channels, planes)?;
        Some(Interleave { channels, width, planes, kernel })
    }

    /// How many of the pixels of a destination come before its first cache line, if that is where a line starts in all
    /// planes, or between two pixels.
    pub(crate) fn lead(&self, dst: *mut u8, block: &Block) -> Option<usize> {
        if self.planes && !block.dst_j.unsigned_abs().is_multiple_of(LINE) {
            return None;
        }
        let step = self.width * if self.planes { 1 } else { self.channels };
        (0..LINE).find(|pixels| (dst.addr() + pixels * step).is_multiple_of(LINE))
    }

    /// Moves whole vectors of the first pixels of a block, and says how many pixels that are.
    ///
    /// # Safety
    /// As for a [`Kernel`](super::Kernel); with non-temporal stores, the destination starts at a
    /// [cache line](Interleave::lead).
    pub(crate) unsafe fn run(
        &self,
        dst: *mut u8,
        src: *const u8,
        block: &Block,
        non_temporal: bool,
    ) -> usize {
        let (count, apart) =
            if self.planes { (block.rows, block.dst_j) } else { (block.columns, block.src_i) };
        let vector = self.kernel.vector();
        let steps = count / (vector / self.width);
        let planes = Side { apart, step: vector };
        let pixels = Side { apart: vector as isize, step: vector * self.channels };
        let (to, from) = if self.planes { (planes, pixels) } else { (pixels, planes) };
        // SAFETY: as for this function.
        unsafe { self.kernel.run(dst, src, &Way { to, from, steps, non_temporal }) };
        steps * (vector / self.width)
    }
}

#[cfg(target_arch = "x86_64")]
impl Kernel {
    fn new(isa: Isa, width: usize, channels: usize, planes: bool) -> Option<Kernel> {
        // Of bytes, some machines with AVX-512 have no permutation.
        let isa = if isa == Isa::Avx512 && width == 1 && !x86::permutes_bytes() {
            Isa::Avx2
        } else {
            isa
        };
        if !matches!(width, 1 | 2 | 4 | 8 | 16) {
            None
        } else if let Some(kernel) = rounds::kernel(isa, width, channels, planes) {
            Some(Kernel::Rounds(kernel))
        } else {
            tables::Tables::new(isa, width, channels, planes).map(Kernel::Tables)
        }
    }

    /// The bytes of the vectors that a step has.
    fn vector(&self) -> usize {
        match self {
            Kernel::Rounds(_) => LINE,
            Kernel::Tables(tables) => tables.vector(),
        }
    }

    /// # Safety
    /// As for [`Interleave::run`].
    unsafe fn run(&self, dst: *mut u8, src: *const u8, way: &Way) {
        // SAFETY: as for this function.
        unsafe {
            match self {
                Kernel::Rounds(kernel) => kernel(dst, src, way),
                Kernel::Tables(tables) => tables.run(dst, src, way),
            }
        }
    }
}

#[cfg(not(target_arch = "x86_64"))]
impl Kernel {
    /// Other machines have no non-temporal stores.
    fn new(_: Isa, _: usize, _: usize, _: bool) -> Option<Kernel> {
        None
    }

    fn vector(&self) -> usize {
        match *self {}
    }

    unsafe fn run(&self, _: *mut u8, _: *const u8, _: &Way) {
        match *self {}
    }
}
