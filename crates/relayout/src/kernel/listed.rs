//! Elements from listed places, in runs.

#![allow(unsafe_code)]

use super::LANE;
use crate::machine::Isa;

/// Where elements are gathered from: offsets in bytes, as many for each run.
#[derive(Clone)]
pub(crate) struct Listed {
    from: Vec<i32>,
    width: usize,
    kernel: Kernel,
    /// How many elements are listed.
    count: usize,
    /// Where the list is of whole lanes, whose elements lie in one lane of the source in another order: which byte of that
    /// each byte is.
    orders: Vec<[u8; LANE]>,
}

/// Gathers a list, in as many runs as there are places in the destination.
///
/// # Safety
/// Every element can be read at its offset from `src`, and every run be written at its place from `dst` on. The machine must
/// have the instructions.
type Kernel = unsafe fn(dst: *mut u8, src: *const u8, list: &Listed, runs: &[isize]);

impl Listed {
    /// The list of elements of `width` bytes, in runs of `run` bytes.
    pub(crate) fn new(from: Vec<i32>, width: usize, run: usize, isa: Isa) -> Listed {
        let count = from.len();
        #[cfg(target_arch = "x86_64")]
        if matches!(isa, Isa::Avx2 | Isa::Avx512)
            && run.is_multiple_of(LANE)
            && let Some((from, orders)) = lanes(&from, width)
        {
            return Listed { from, width, kernel: x86::shuffled, count, orders };
        }
        let _ = (isa, run);
        macro_rules! widths {
            ($($w:literal)*) => {
                match width {
                    $($w => gathered::<$w>,)*
                    _ => gathered_any,
                }
            };
        }
        let kernel: Kernel = widths!(1 2 3 4 6 8 12 16 24 32 48 64 128);
        Listed { from, width, kernel, count, orders: Vec::new() }
    }

    /// How many elements are listed.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Gathers the list.
    ///
    /// # Safety
    /// As for a [`Kernel`].
    #[inline]
    pub(crate) unsafe fn gather(&self, dst: *mut u8, src: *const u8, runs: &[isize]) {
        // SAFETY: as for this function.
        unsafe { (self.kernel)(dst, src, self, runs) }
    }
}

/// The list in lanes, if each is a lane of the source with its elements in another order: where these lie, and
/// their orders.
// Other machines have no kernel for it.
#[cfg_attr(not(target_arch = "x86_64"), allow(dead_code))]
fn lanes(from: &[i32], width: usize) -> Option<(Vec<i32>, Vec<[u8; LANE]>)> {
    if width >= LANE || !LANE.is_multiple_of(width) {
        return None;
    }
    let (mut starts, mut orders) = (Vec::new(), Vec::new());
    for lane in from.chunks(LANE / width) {
        let (least, most) = (*lane.iter().min()?, *lane.iter().max()?);
        // Then the lane begins and ends with an element, so that no byte is read that is not one of theirs.
        if i64::from(most) - i64::from(least) != (LANE - width) as i64 {
            return None;
        }
        let mut order = [0; LANE];
        for (byte, order) in order.iter_mut().enumerate() {
            *order = (lane[byte / width] - least) as u8 + (byte % width) as u8;
        }
        starts.push(least);
        orders.push(order);
    }
    Some((starts, orders))
}

/// Elements of `W` bytes.
///
/// # Safety
/// As for a [`Kernel`].
unsafe fn gathered<const W: usize>(dst: *mut u8, src: *const u8, list: &Listed, runs: &[isize]) {
    let count = list.from.len() / runs.len();
    for (from, &run) in list.from.chunks_exact(count).zip(runs) {
        for (k, &from) in from.iter().enumerate() {
            // SAFETY: an element of the list.
            unsafe {
                let to = dst.offset(run).add(k * W);
                std::ptr::copy_nonoverlapping(src.offset(from as isize), to, W);
            }
        }
    }
}

/// Elements of any width.
///
/// # Safety
/// As for a [`Kernel`].
unsafe fn gathered_any(dst: *mut u8, src: *const u8, list: &Listed, runs: &[isize]) {
    let count = list.from.len() / runs.len();
    for (from, &run) in list.from.chunks_exact(count).zip(runs) {
        for (k, &from) in from.iter().enumerate() {
            // SAFETY: an element of the list.
            unsafe {
                let to = dst.offset(run).add(k * list.width);
                std::ptr::copy_nonoverlapping(src.offset(from as isize), to, list.width);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{LANE, Listed};

    /// Lanes with their elements in another order.
    ///
    /// # Safety
    /// As for a [`Kernel`](super::Kernel); the machine has AVX2.
    #[target_feature(enable = "avx2")]
    pub(super) unsafe fn shuffled(dst: *mut u8, src: *const u8, list: &Listed, runs: &[isize]) {
        let count = list.from.len() / runs.len();
        let lanes = list.from.chunks_exact(count).zip(list.orders.chunks_exact(count));
        for ((from, orders), &run) in lanes.zip(runs) {
            for (k, (&from, order)) in from.iter().zip(orders).enumerate() {
                // SAFETY: a lane of the list.
                unsafe {
                    let lane = _mm_loadu_si128(src.offset(from as isize).cast());
                    let lane = _mm_shuffle_epi8(lane, _mm_loadu_si128(order.as_ptr().cast()));
                    _mm_storeu_si128(dst.offset(run).add(k * LANE).cast(), lane);
                }
            }
        }
    }
}
