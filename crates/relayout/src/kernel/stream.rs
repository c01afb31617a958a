//! Runs of bytes, copied with ordinary or with non-temporal stores.
//!
//! A non-temporal store does not read the cache line that it writes. It pays for whole lines only, so the ends of
//! a run are written with ordinary stores.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::machine::{Isa, LINE, PREFETCH_RUN};

/// Copies a run of bytes.
///
/// # Safety
/// The bytes can be read and written, and the two runs do not overlap. The machine must have the
/// instruction set that it was chosen for.
pub(crate) type Stream = unsafe fn(dst: *mut u8, src: *const u8, bytes: usize);

/// How to copy runs with non-temporal stores, if the instruction set has them.
pub(crate) fn non_temporal(isa: Isa) -> Option<Stream> {
    match isa {
        // Vectors of a whole line were not faster where they were measured.
        #[cfg(target_arch = "x86_64")]
        Isa::Avx2 | Isa::Avx512 => Some(x86::stream),
        _ => None,
    }
}

/// Elements of a run of the destination: groups that start anywhere in the source, each of `count`
/// elements that are `stride` bytes apart there.
// Other machines have no kernel that reads it.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
#[derive(Clone, Copy)]
pub(crate) struct Elements<'a> {
    pub(crate) groups: &'a [isize],
    pub(crate) count: usize,
    pub(crate) stride: isize,
    pub(crate) width: usize,
}

/// Copies elements to places that follow one another; with non-temporal stores at the addresses in `lines`, which
/// are those of whole cache lines.
///
/// # Safety
/// As for a [`Stream`], for every element; `dst` must be a multiple of
/// [`PART_OF_LINE`](crate::machine::PART_OF_LINE).
pub(crate) type Collect =
    unsafe fn(dst: *mut u8, src: *const u8, elements: &Elements<'_>, lines: &Range<usize>);

/// How to collect elements of `width` bytes, if they are whole parts of cache lines and the instruction set can.
pub(crate) fn collect(isa: Isa, width: usize) -> Option<Collect> {
    #[cfg(target_arch = "x86_64")]
    if matches!(isa, Isa::Avx2 | Isa::Avx512) {
        return x86::collect(width);
    }
    let _ = (isa, width);
    None
}

/// Runs of so many bytes, each so many bytes after the one before it.
#[derive(Clone, Copy)]
pub(crate) struct Series {
    pub(crate) bytes: usize,
    pub(crate) count: usize,
    pub(crate) dst: isize,
    pub(crate) src: isize,
    /// How many runs ahead the source is prefetched; past the last run, from `next` on.
    pub(crate) ahead: usize,
    pub(crate) next: *const u8,
}

impl Series {
    /// Copies the runs.
    ///
    /// # Safety
    /// As for a [`Stream`], for every run.
    pub(crate) unsafe fn copy(&self, stream: Stream, dst: *mut u8, src: *const u8) {
        for run in 0..self.count {
            self.prefetch(src, run);
            let at = run as isize;
            // SAFETY: as for this function.
            unsafe { stream(dst.offset(at * self.dst), src.offset(at * self.src), self.bytes) };
        }
    }

    /// Prefetches the run that comes so many runs after this one.
    #[inline(always)]
    fn prefetch(&self, src: *const u8, run: usize) {
        if self.ahead > 0 {
            let run = run + self.ahead;
            let (start, run) =
                if run < self.count { (src, run) } else { (self.next, run - self.count) };
            // Past the end of the source, the product may overflow.
            let at = (run as isize).wrapping_mul(self.src);
            prefetch(start.wrapping_offset(at), self.bytes);
        }
    }
}

/// Copies a long run, and prefetches what comes next in it: further ahead than the hardware does.
///
/// # Safety
/// As for a [`Stream`].
pub(crate) unsafe fn copy_ahead(stream: Stream, dst: *mut u8, src: *const u8, bytes: usize) {
    // Chunks end where cache lines do.
    let (mut at, mut end) = (0, PREFETCH_RUN + dst.align_offset(LINE));
    while at < bytes {
        let next = bytes.min(end);
        prefetch(src.wrapping_add(next), PREFETCH_RUN.min(bytes - next));
        // SAFETY: a part of the run.
        unsafe { stream(dst.add(at), src.add(at), next - at) };
        (at, end) = (next, next + PREFETCH_RUN);
    }
}

/// How to copy runs with ordinary stores.
pub(crate) fn cached() -> Stream {
    /// # Safety
    /// As for a [`Stream`].
    unsafe fn copy(dst: *mut u8, src: *const u8, bytes: usize) {
        // SAFETY: as for this function.
        unsafe { std::ptr::copy_nonoverlapping(src, dst, bytes) }
    }
    copy
}

/// Orders non-temporal stores before the stores that follow.
pub(crate) fn fence() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    // SAFETY: every x86-64 has it.
    unsafe {
        std::arch::x86_64::_mm_sfence();
    }
}

/// Prefetches the cache lines of a run into L2. The address may be any: nothing is read.
#[inline(always)]
pub(crate) fn prefetch(src: *const u8, bytes: usize) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        // From the start of the first cache line on, or the last one would be left out.
        let before = src.addr() % LINE;
        for at in (0..before + bytes).step_by(LINE) {
            // SAFETY: a hint, at any address.
            unsafe {
                use std::arch::x86_64::{_MM_HINT_T1, _mm_prefetch};
                _mm_prefetch::<_MM_HINT_T1>(src.wrapping_sub(before).wrapping_add(at).cast());
            }
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    let _ = (src, bytes);
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::Range;

    use super::{Collect, Elements};
    use crate::machine::{LINE, PART_OF_LINE};

    /// # Safety
    /// As for a [`Stream`](super::Stream); the machine has AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn stream(dst: *mut u8, src: *const u8, bytes: usize) {
        let head = dst.align_offset(LINE).min(bytes);
        let lines = (bytes - head) / LINE * LINE;
        // SAFETY: the head, the lines and the tail are parts of the run.
        unsafe {
            if head > 0 {
                std::ptr::copy_nonoverlapping(src, dst, head);
            }
            let (to, from) = (dst.add(head), src.add(head));
            let mut at = 0;
            while at < lines {
                let low = _mm256_loadu_si256(from.add(at).cast());
                let high = _mm256_loadu_si256(from.add(at + 32).cast());
                _mm256_stream_si256(to.add(at).cast(), low);
                _mm256_stream_si256(to.add(at + 32).cast(), high);
                at += LINE;
            }
            if head + lines < bytes {
                let rest = bytes - head - lines;
                std::ptr::copy_nonoverlapping(from.add(lines), to.add(lines), rest);
            }
        }
    }

    pub(super) fn collect(width: usize) -> Option<Collect> {
        macro_rules! widths {
            ($($w:literal)*) => {
                match width {
                    $($w => Some(collected::<$w>),)*
                    _ => None,
                }
            };
        }
        match width {
            _ if width.is_multiple_of(LINE) && width > 128 => Some(collected_lines),
            _ => widths!(32 64 96 128 160 192 224),
        }
    }

    /// Elements of any number of lines.
    ///
    /// # Safety
    /// As for a [`Collect`]; the machine has AVX2.
    #[target_feature(enable = "avx2")]
    unsafe fn collected_lines(
        dst: *mut u8,
        src: *const u8,
        elements: &Elements<'_>,
        _: &Range<usize>,
    ) {
        let &Elements { groups, count, stride, width } = elements;
        let mut to = dst;
        for &group in groups {
            let mut from = src.wrapping_offset(group);
            for _ in 0..count {
                // SAFETY: as for this function.
                unsafe { stream(to, from, width) };
                to = to.wrapping_add(width);
                from = from.wrapping_offset(stride);
            }
        }
    }

    /// Elements of `W` bytes.
    ///
    /// # Safety
    /// As for a [`Collect`]; the machine has AVX2.
    #[target_feature(enable = "avx2")]
    unsafe fn collected<const W: usize>(
        dst: *mut u8,
        src: *const u8,
        elements: &Elements<'_>,
        lines: &Range<usize>,
    ) {
        let &Elements { groups, count, stride, .. } = elements;
        let end = dst.addr() + groups.len() * count * W;
        let all = lines.start <= dst.addr() && end <= lines.end;
        let mut to = dst;
        for &group in groups {
            let mut from = src.wrapping_offset(group);
            for _ in 0..count {
                for at in (0..W).step_by(PART_OF_LINE) {
                    // SAFETY: a part of an element; where it is to lie is a multiple of its size.
                    unsafe {
                        let part = _mm256_loadu_si256(from.add(at).cast());
                        let to = to.add(at);
                        if all || lines.contains(&to.addr()) {
                            _mm256_stream_si256(to.cast(), part);
                        } else {
                            _mm256_store_si256(to.cast(), part);
                        }
                    }
                }
                to = to.wrapping_add(W);
                from = from.wrapping_offset(stride);
            }
        }
    }
}
