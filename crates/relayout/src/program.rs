//! What a plan does: one of four ways to move data.

#![allow(unsafe_code)]

mod direct;
mod indexed;
mod runs;
mod staged;

use crate::error::Result;
use crate::joint::Joint;
use crate::operand::{Operand, Window};
use crate::tile::Tiling;
use crate::tuning::Tuning;

use direct::Direct;
use indexed::Indexed;
use runs::Runs;
use staged::Staged;

/// Runs from this length on are copied from place to place; shorter ones are collected first.
const LONG_RUN: usize = 256;

#[derive(Clone)]
pub(crate) struct Program {
    way: Way,
    /// Where the loops start, in bytes from the start of the data.
    dst: usize,
    src: usize,
}

#[derive(Clone)]
enum Way {
    /// Long runs on both sides.
    Runs(Runs),
    /// Small data.
    Direct(Direct),
    /// Large data.
    Staged(Box<Staged>),
    /// No loops describe both sides.
    Indexed(Box<Indexed>),
}

impl Program {
    pub(crate) fn new(
        dst: &Operand<'_>,
        to: Window,
        src: &Operand<'_>,
        from: Window,
        element: usize,
        tuning: Tuning,
    ) -> Result<Program> {
        let isa = if tuning.isa.is_available() { tuning.isa } else { crate::Isa::Portable };
        if let (Operand::Plain(d), Operand::Plain(s)) = (dst, src)
            && let Some(joint) = Joint::new(d.leaf_modes(), s.leaf_modes(), element)
        {
            if !joint.is_nested() {
                dst.check_injective()?;
            }
            // Inside the windows, so they fit.
            let start = |base: usize, by: isize| (base * element).wrapping_add_signed(by);
            let (dst, src) = (start(to.base, joint.dst), start(from.base, joint.src));
            let large = joint.count() * joint.width >= tuning.stream_from;
            let way = if joint.loops.is_empty() || joint.width >= LONG_RUN {
                Way::Runs(Runs::new(&joint, isa, large))
            } else if large && let Some(tiling) = Tiling::new(&joint) {
                Way::Staged(Box::new(Staged::new(tiling, isa)))
            } else {
                Way::Direct(Direct::new(&joint, isa))
            };
            return Ok(Program { way, dst, src });
        }
        dst.check_injective()?;
        let indexed = Indexed::new(dst, src, element);
        let (dst, src) = (to.base * element, from.base * element);
        Ok(Program { way: Way::Indexed(Box::new(indexed)), dst, src })
    }

    /// Starts further on in the source.
    pub(crate) fn shift_source(&mut self, by: usize) {
        self.src += by;
    }

    /// Moves the data.
    ///
    /// # Safety
    /// The memory of each side must be as long as the window that the program was made for, the
    /// destination writable, and the two must not overlap.
    #[inline]
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8) {
        // SAFETY: the loops start inside the windows, and stay there.
        unsafe {
            let (dst, src) = (dst.add(self.dst), src.add(self.src));
            match &self.way {
                Way::Runs(runs) => runs.run(dst, src, 0..runs.count()),
                Way::Direct(direct) => direct.run(dst, src),
                Way::Staged(staged) => staged.run(dst, src, 0..staged.count(dst)),
                Way::Indexed(indexed) => indexed.run(dst, src),
            }
        }
    }
}
