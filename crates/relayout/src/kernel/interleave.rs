//! Pixels of a few channels to planes, and back, in registers: as many vectors are read as there are channels, and as many
//! written, each with some elements of all of them.
//!
//! What is written are whole cache lines, so that non-temporal stores need no buffer, and memory is read and written at the
//! same time. 2, 4 and 8 channels take one, two and three rounds of going by two; others have tables.

#![allow(unsafe_code)]

#[cfg(target_arch = "x86_64")]
mod line;
#[cfg(target_arch = "x86_64")]
mod x86;
#[cfg(target_arch = "x86_64")]
mod rounds;
#[cfg(target_arch = "x86_64")]
mod tables;

use super::Block;
use crate::machine::{Isa, LINE};

/// A kernel for blocks of pixels of one width and number of channels.
#[derive(Clone)]
pub(crate) struct Interleave {
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
// Other machines have no kernel that reads it.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#[derive(Clone, Copy, Debug)]
struct Side {
    apart: isize,
    step: usize,
}

/// How many steps are moved, each of as many vectors as there are channels, and between which sides.
// Other machines have no kernel that reads it.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
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
        Some(Interleave { planes, kernel })
    }

    /// How many of the pixels of a destination come before its first cache line, if that is where a line starts in all
    /// planes, or between two pixels.
    pub(crate) fn lead(&self, dst: *mut u8, block: &Block) -> Option<usize> {
        if self.planes && !block.dst_j.unsigned_abs().is_multiple_of(LINE) {
            return None;
        }
        let step = block.width * if self.planes { 1 } else { block.rows };
        (0..LINE).find(|pixels| (dst.addr() + pixels * step).is_multiple_of(LINE))
    }

    /// Moves whole vectors of the first pixels of a block, and says how many pixels that are.
    ///
    /// # Safety
    /// As for a [`Kernel`](super::Kernel), and the elements and channels are those that it was made for; with non-temporal
    /// stores, the destination starts at a [cache line](Interleave::lead).
    pub(crate) unsafe fn run(
        &self,
        dst: *mut u8,
        src: *const u8,
        block: &Block,
        non_temporal: bool,
    ) -> usize {
        let &Block { width, rows, columns, dst_j, src_i, .. } = block;
        let (count, channels, apart) =
            if self.planes { (rows, columns, dst_j) } else { (columns, rows, src_i) };
        let vector = self.kernel.vector();
        let steps = count / (vector / width);
        let planes = Side { apart, step: vector };
        let pixels = Side { apart: vector as isize, step: vector * channels };
        let (to, from) = if self.planes { (planes, pixels) } else { (pixels, planes) };
        // SAFETY: as for this function.
        unsafe { self.kernel.run(dst, src, &Way { to, from, steps, non_temporal }) };
        steps * (vector / width)
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

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use super::*;

    /// The kernel for pixels, and the block of so many of them, with planes that are so many bytes apart.
    fn kernel(
        isa: Isa,
        (width, channels, planes): (usize, usize, bool),
        count: usize,
        apart: isize,
    ) -> Option<(Interleave, Block)> {
        let kernel = Interleave::new(isa, width, channels, planes)?;
        let (w, pixel) = (width as isize, (channels * width) as isize);
        let block = match planes {
            true => Block {
                width,
                rows: count,
                columns: channels,
                dst_i: w,
                dst_j: apart,
                src_i: pixel,
                src_j: w,
            },
            false => Block {
                width,
                rows: channels,
                columns: count,
                dst_i: w,
                dst_j: pixel,
                src_i: apart,
                src_j: w,
            },
        };
        Some((kernel, block))
    }

    /// Memory of so many bytes from a cache line on.
    fn lines(bytes: usize) -> (Vec<u8>, usize) {
        let memory = vec![0xEE; bytes + LINE];
        let start = memory.as_ptr().addr().wrapping_neg() % LINE;
        (memory, start)
    }

    /// Every element of whole vectors is where the definition has it, and no other byte is touched.
    #[test]
    #[cfg_attr(miri, ignore = "no instruction set has a kernel")]
    fn as_defined() {
        let mut kernels = 0;
        for isa in Isa::ALL.into_iter().filter(|isa| isa.is_available()) {
            for width in [1, 2, 3, 4, 8, 16] {
                for (channels, planes) in (1..10).flat_map(|c| [(c, true), (c, false)]) {
                    for count in [0, 1, LINE, 3 * LINE + 1] {
                        kernels += usize::from(check(isa, (width, channels, planes), count));
                    }
                }
            }
        }
        assert!(kernels > 0 || !Isa::Avx2.is_available());
    }

    fn check(isa: Isa, pixels: (usize, usize, bool), count: usize) -> bool {
        let (width, channels, planes) = pixels;
        let plane = (count * width).next_multiple_of(LINE) + LINE;
        // Planes in either order where they are read.
        for apart in [plane as isize, -(plane as isize)].into_iter().take(2 - usize::from(planes)) {
            let Some((kernel, block)) = kernel(isa, pixels, count, apart) else { return false };
            let all = channels * plane;
            let byte = |at: usize| ((at as u32).wrapping_mul(0x9E37_79B9) >> 24) as u8;
            let src: Vec<u8> = (0..all).map(byte).collect();
            let origin = if apart < 0 { (channels - 1) * plane } else { 0 };
            for non_temporal in [false, true] {
                let (mut found, start) = lines(all);
                let (mut expected, lead) = (found.clone(), usize::from(!non_temporal));
                let (to, from) = (start + lead, if planes { 0 } else { origin });
                // SAFETY: both sides are as long as the block is; only sets that the machine has are used.
                let done = unsafe {
                    let (dst, src) = (found.as_mut_ptr().add(to), src.as_ptr().add(from));
                    kernel.run(dst, src, &block, non_temporal)
                };
                let step = LINE / width;
                assert!(done <= count && count - done < step, "{done} of {count}");
                for (pixel, channel) in (0..done).flat_map(|i| (0..channels).map(move |c| (i, c))) {
                    let of_pixels = (pixel * channels + channel) * width;
                    let of_planes = channel as isize * apart + (pixel * width) as isize;
                    let (dst, src_at) = match planes {
                        true => (of_planes, of_pixels as isize),
                        false => (of_pixels as isize, of_planes),
                    };
                    let (dst, src_at) = ((to as isize + dst) as usize, from as isize + src_at);
                    let element = &src[src_at as usize..][..width];
                    expected[dst..dst + width].copy_from_slice(element);
                }
                assert!(found == expected, "{isa}: {pixels:?}, {count} pixels, {non_temporal}");
            }
        }
        true
    }

    /// Where a line starts between two pixels, or in all planes.
    #[test]
    fn leads() {
        let isa = Isa::Avx2;
        let at = |address: usize| std::ptr::without_provenance_mut(address);
        let lead = |pixels, apart, address| {
            let (kernel, block) = kernel(isa, pixels, 100, apart).expect("a kernel");
            kernel.lead(at(address), &block)
        };
        assert_eq!(lead((4, 2, true), 640, 4096), Some(0));
        assert_eq!(lead((4, 2, true), 640, 4096 + 16), Some(12));
        assert_eq!(lead((4, 2, true), 640, 4096 + 18), None);
        assert_eq!(lead((4, 2, true), 648, 4096), None);
        assert_eq!(lead((4, 3, false), 648, 4096 + 16), Some(4));
        assert_eq!(lead((8, 4, false), 640, 4096 + 16), None);
        assert_eq!(lead((1, 3, false), 640, 4096 + 1), Some(21));
    }
}
