//! Layouts without common loops: the offsets of both sides, some at a time.

#![allow(unsafe_code)]

use tilework::{AnyLayout, OffsetMap};

use crate::operand::Operand;

#[derive(Clone)]
pub(crate) struct Indexed {
    dst: AnyLayout,
    src: AnyLayout,
    element: usize,
}

impl Indexed {
    pub(crate) fn new(dst: &Operand<'_>, src: &Operand<'_>, element: usize) -> Indexed {
        Indexed { dst: dst.to_any(), src: src.to_any(), element }
    }

    /// # Safety
    /// As for [`Program::run`](super::Program::run).
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8) {
        let by = self.element as isize;
        for (to, from) in OffsetMap::offsets(&self.dst).zip(OffsetMap::offsets(&self.src)) {
            // SAFETY: offsets of the layouts, so inside the windows.
            unsafe {
                let (to, from) = (dst.offset(to as isize * by), src.offset(from as isize * by));
                std::ptr::copy_nonoverlapping(from, to, self.element);
            }
        }
    }
}
