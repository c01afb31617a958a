//! Buffers, and the two ways to copy one that everything is compared with.
//!
//! The only module with unsafe code: memory from the allocator seen as numbers of any kind, stores that
//! bypass the caches, and calls of the system.
#![allow(unsafe_code)]

use std::alloc::{Layout, alloc, dealloc, handle_alloc_error};
use std::ptr::{NonNull, copy_nonoverlapping};

use tilework_relayout::NoUninit;

/// What a large page holds; buffers begin at one.
const PAGE: usize = 2 << 20;

/// Numbers that are valid whatever their bits are.
///
/// # Safety
/// Every pattern of bits is a value, and there is no padding.
pub(crate) unsafe trait Bits: NoUninit + Send + Sync {}

unsafe impl Bits for u8 {}
unsafe impl Bits for u16 {}
unsafe impl Bits for u32 {}
unsafe impl Bits for u64 {}
unsafe impl Bits for f32 {}
unsafe impl Bits for f64 {}
unsafe impl<const N: usize> Bits for [u8; N] where [u8; N]: NoUninit {}

/// Bytes at the beginning of a page, all of them touched.
pub(crate) struct Buffer {
    start: NonNull<u8>,
    len: usize,
}

// The buffer owns its memory, as a vector does.
unsafe impl Send for Buffer {}
unsafe impl Sync for Buffer {}

impl Buffer {
    /// Random bytes, on large pages if that is asked for and the system has some to give.
    pub(crate) fn random(len: usize, seed: u64, large_pages: bool) -> Buffer {
        let layout = Buffer::layout(len);
        // SAFETY: the layout has at least one page.
        let Some(start) = NonNull::new(unsafe { alloc(layout) }) else {
            handle_alloc_error(layout)
        };
        // SAFETY: the allocation is whole pages, and the advice does not change what they hold.
        #[cfg(target_os = "linux")]
        unsafe {
            let advice = if large_pages { libc::MADV_HUGEPAGE } else { libc::MADV_NOHUGEPAGE };
            libc::madvise(start.as_ptr().cast(), layout.size(), advice);
        }
        #[cfg(not(target_os = "linux"))]
        let _ = large_pages;
        // Touched only now, because the advice is for pages that are not there yet.
        // SAFETY: the allocation is that large.
        unsafe { start.write_bytes(0, layout.size()) };
        let mut buffer = Buffer { start, len };
        buffer.fill(seed);
        buffer
    }

    fn layout(len: usize) -> Layout {
        let size = len.max(1).next_multiple_of(PAGE);
        Layout::from_size_align(size, PAGE).expect("far less than the address space")
    }

    pub(crate) fn fill(&mut self, seed: u64) {
        let mut random = crate::Random(seed);
        for chunk in self.slice_mut::<u8>().chunks_mut(8) {
            chunk.copy_from_slice(&random.next().to_le_bytes()[..chunk.len()]);
        }
    }

    pub(crate) fn slice<T: Bits>(&self) -> &[T] {
        // SAFETY: a page is aligned for any number, the bytes are initialised, and `T` has no
        // invalid ones.
        unsafe { std::slice::from_raw_parts(self.start.as_ptr().cast(), self.len / size_of::<T>()) }
    }

    pub(crate) fn slice_mut<T: Bits>(&mut self) -> &mut [T] {
        // SAFETY: as above, and the borrow of the buffer is exclusive.
        unsafe {
            std::slice::from_raw_parts_mut(self.start.as_ptr().cast(), self.len / size_of::<T>())
        }
    }
}

impl Drop for Buffer {
    fn drop(&mut self) {
        // SAFETY: allocated with this layout.
        unsafe { dealloc(self.start.as_ptr(), Buffer::layout(self.len)) }
    }
}

/// The bytes of the largest cache, where the system says it.
pub(crate) fn last_cache() -> usize {
    let size = |index: usize| -> Option<usize> {
        let file = format!("/sys/devices/system/cpu/cpu0/cache/index{index}/size");
        let text = std::fs::read_to_string(file).ok()?;
        Some(text.trim().strip_suffix('K')?.parse::<usize>().ok()? << 10)
    };
    (0..8).filter_map(size).max().unwrap_or(0)
}

/// `memcpy` of the C library.
pub(crate) fn copy(dst: &mut [u8], src: &[u8]) {
    assert!(dst.len() <= src.len());
    // SAFETY: both have that many bytes, and a mutable slice overlaps no other.
    unsafe { copy_nonoverlapping(src.as_ptr(), dst.as_mut_ptr(), dst.len()) }
}

/// Whether there is a copy that bypasses the caches.
pub(crate) fn has_streaming() -> bool {
    #[cfg(target_arch = "x86_64")]
    return std::arch::is_x86_feature_detected!("avx2");
    #[cfg(not(target_arch = "x86_64"))]
    false
}

/// A copy with non-temporal stores; as [`copy`] where there are none.
pub(crate) fn copy_streaming(dst: &mut [u8], src: &[u8]) {
    assert!(dst.len() <= src.len());
    #[cfg(target_arch = "x86_64")]
    if has_streaming() {
        // SAFETY: the feature is there, and the source is as long as the destination.
        return unsafe { stream(dst, src) };
    }
    copy(dst, src);
}

/// # Safety
/// `src` must be at least as long as `dst`.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
unsafe fn stream(dst: &mut [u8], src: &[u8]) {
    use std::arch::x86_64::{_mm_sfence, _mm256_loadu_si256, _mm256_stream_si256};
    const LINES: usize = 128;
    // Streaming stores need whole lines: what comes before the first one is copied as usual.
    let head = dst.as_ptr().align_offset(64).min(dst.len());
    let end = head + (dst.len() - head) / LINES * LINES;
    copy(&mut dst[..head], src);
    let (to, from) = (dst.as_mut_ptr(), src.as_ptr());
    for at in (head..end).step_by(LINES) {
        // SAFETY: `at + LINES` is within both, and `to + at` is the beginning of a line.
        unsafe {
            let load = |k: usize| _mm256_loadu_si256(from.add(at + 32 * k).cast());
            let parts = [load(0), load(1), load(2), load(3)];
            for (k, part) in parts.into_iter().enumerate() {
                _mm256_stream_si256(to.add(at + 32 * k).cast(), part);
            }
        }
    }
    _mm_sfence();
    copy(&mut dst[end..], &src[end..]);
}
