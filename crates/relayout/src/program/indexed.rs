//! Layouts without common loops: the offsets of both sides, some at a time.
//!
//! So it is behind a swizzle, and where a mode of one side ends inside a mode of the other. What stays
//! side by side on both sides is moved as one element: a swizzle leaves its lowest bits alone.

#![allow(unsafe_code)]

use std::ops::Range;

use tilework::eval::Prepared;
use tilework::{ComposedLayout, Layout, Mode};

use crate::operand::Operand;

/// How many offsets are computed at a time.
const OFFSETS: usize = 256;

#[derive(Clone)]
pub(crate) struct Indexed {
    dst: Offsets,
    src: Offsets,
    /// How many elements are moved as one, and their bytes.
    vector: usize,
    element: usize,
}

impl Indexed {
    pub(crate) fn new(dst: &Operand<'_>, src: &Operand<'_>, element: usize) -> Indexed {
        let vector = gcd(run(dst), run(src));
        let (dst, src) = (Offsets::new(dst, vector), Offsets::new(src, vector));
        Indexed { dst, src, vector: vector as usize, element }
    }

    /// How many elements are moved as one.
    pub(crate) fn vector(&self) -> usize {
        self.vector
    }

    /// How many parts there are that can be moved on their own.
    pub(crate) fn parts(&self) -> usize {
        (self.dst.prepared.size() as usize).div_ceil(OFFSETS)
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        let (mut to, mut from) = ([0; OFFSETS], [0; OFFSETS]);
        let bytes = self.vector * self.element;
        for part in parts {
            let start = part * OFFSETS;
            let count = OFFSETS.min(self.dst.prepared.size() as usize - start);
            self.dst.fill(start, &mut to[..count]);
            self.src.fill(start, &mut from[..count]);
            for (&to, &from) in to[..count].iter().zip(&from[..count]) {
                let by = self.element as isize;
                // SAFETY: offsets of the layouts, so inside the windows.
                unsafe {
                    let (to, from) = (dst.offset(to as isize * by), src.offset(from as isize * by));
                    copy(to, from, bytes);
                }
            }
        }
    }
}

/// A copy of few bytes, in most cases of a number that the compiler knows.
///
/// # Safety
/// As for [`std::ptr::copy_nonoverlapping`].
#[inline(always)]
unsafe fn copy(to: *mut u8, from: *const u8, bytes: usize) {
    macro_rules! known {
        ($($n:literal)*) => {
            // SAFETY: as for this function.
            unsafe {
                match bytes {
                    $($n => std::ptr::copy_nonoverlapping(from, to, $n),)*
                    _ => std::ptr::copy_nonoverlapping(from, to, bytes),
                }
            }
        };
    }
    known!(1 2 4 8 16 32)
}

/// The offsets of every `vector`-th index.
#[derive(Clone)]
struct Offsets {
    prepared: Prepared,
    behind: Option<Box<ComposedLayout>>,
}

impl Offsets {
    fn new(operand: &Operand<'_>, vector: i64) -> Offsets {
        let (layout, behind) = match operand {
            Operand::Plain(layout) => (*layout, None),
            Operand::Composed(composed) => (composed.inner(), Some(Box::new(**composed))),
        };
        Offsets { prepared: thinned(layout, vector).prepare(), behind }
    }

    fn fill(&self, start: usize, offsets: &mut [i64]) {
        // Inside the domain, so there is nothing to go wrong; and if there were, the offset of index
        // 0 is one of the layout.
        if self.prepared.fill(start as i64, offsets).is_err() {
            offsets.fill(0);
        }
        if let Some(composed) = &self.behind {
            for offset in offsets {
                *offset = composed.at_offset(*offset).unwrap_or_default();
            }
        }
    }
}

/// How many elements stay side by side, from every multiple of that number on.
fn run(operand: &Operand<'_>) -> i64 {
    let first = |layout: &Layout| match layout.coalesce().leaf_modes().first() {
        Some(mode) if mode.stride == 1 => mode.extent,
        _ => 1,
    };
    match operand {
        Operand::Plain(layout) => first(layout),
        Operand::Composed(composed) => match composed.swizzle() {
            Some(swizzle) if composed.stages() == 1 => {
                let inner = composed.inner().coalesce();
                // The swizzle changes no bit below its base, so all that must hold is that no
                // vector crosses a multiple of that.
                let aligned = inner.leaf_modes().iter().skip(1).map(|mode| mode.stride);
                aligned.fold(
                    gcd(gcd(first(&inner), 1 << swizzle.base().min(62)), composed.offset()),
                    gcd,
                )
            }
            _ => 1,
        },
    }
}

/// The layout of every `vector`-th index; vectors are side by side.
fn thinned(layout: &Layout, vector: i64) -> Layout {
    let coalesced = layout.coalesce();
    let (shape, stride): (Vec<usize>, Vec<isize>) = coalesced
        .leaf_modes()
        .iter()
        .enumerate()
        .map(|(k, &Mode { extent, stride })| match k {
            0 if vector > 1 => ((extent / vector) as usize, vector as isize),
            _ => (extent as usize, stride as isize),
        })
        .unzip();
    // With any other layout, vectors would reach beyond the last offset.
    Layout::from_strides(&shape, &stride).expect("has fewer elements than a layout that there is")
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
