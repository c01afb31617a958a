//! Layouts without common loops: the offsets of both sides, some at a time.
//!
//! This is for swizzled layouts, and for layouts of which a mode of one side ends inside a mode of the other.
//! The order is that of the destination, where both sides have common loops before their maps. What is contiguous
//! on both sides is moved as one element: a swizzle leaves its lowest bits alone. Where the offsets repeat, those of
//! one tile are in a table, and the others need not be computed.

#![allow(unsafe_code)]

mod table;

use std::ops::Range;

use tilework::eval::Prepared;
use tilework::{ComposedLayout, Layout, LayoutRef, Mode, Swizzle};

use crate::loops::{Loop, Loops, refine};
use crate::machine::Isa;
use table::Table;

/// How many offsets are computed at a time.
const OFFSETS: usize = 256;

#[derive(Clone)]
pub(crate) struct Indexed {
    dst: Offsets,
    src: Offsets,
    /// How many elements are moved as one, and their bytes.
    vector: usize,
    element: usize,
    table: Option<Table>,
}

impl Indexed {
    /// The way between two layouts; `large` data are written with non-temporal stores where that pays.
    pub(crate) fn new(
        dst: LayoutRef<'_>,
        src: LayoutRef<'_>,
        element: usize,
        isa: Isa,
        large: bool,
    ) -> Indexed {
        let loops = ordered(dst.inner(), src.inner());
        let (to, from) = loops
            .as_deref()
            .and_then(|loops| {
                Some((layout(loops, |each| each.dst)?, layout(loops, |each| each.src)?))
            })
            .unwrap_or((*dst.inner(), *src.inner()));
        let (to, from) = (to.coalesce(), from.coalesce());
        let vector = gcd(run(dst, &to), run(src, &from));
        let table = loops
            .and_then(|loops| Table::new((dst, src), &loops, vector as usize, element, isa, large));
        Indexed {
            table,
            dst: Offsets::new(dst, &to, vector),
            src: Offsets::new(src, &from, vector),
            vector: vector as usize,
            element,
        }
    }

    /// How many elements are moved as one.
    pub(crate) fn vector(&self) -> usize {
        self.vector
    }

    /// The number of offsets that are in a table, if there is one, and whether the destination is written with
    /// non-temporal stores.
    pub(crate) fn table(&self) -> Option<(usize, bool)> {
        self.table.as_ref().map(|table| (table.len(), table.is_non_temporal()))
    }

    /// How many parts there are that can be moved on their own.
    pub(crate) fn parts(&self) -> usize {
        if let Some(table) = &self.table {
            return table.parts();
        }
        (self.dst.prepared.size() as usize).div_ceil(OFFSETS)
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        if let Some(table) = &self.table {
            // SAFETY: as for this function.
            return unsafe { table.run(dst, src, parts) };
        }
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

/// The common loops of two layouts, over elements, in the order of the first one; if they have such.
fn ordered(dst: &Layout, src: &Layout) -> Option<Loops> {
    let mut loops = Loops::new();
    refine(dst.leaf_modes(), src.leaf_modes(), 1, &mut loops)?;
    loops.sort_by_key(|each| each.dst.unsigned_abs());
    Some(loops)
}

/// One side of loops.
fn layout(loops: &[Loop], stride: fn(&Loop) -> isize) -> Option<Layout> {
    let shape: Vec<usize> = loops.iter().map(|each| each.extent).collect();
    Layout::from_strides(&shape, &loops.iter().map(stride).collect::<Vec<_>>()).ok()
}

/// The offsets of every `vector`-th index.
#[derive(Clone)]
struct Offsets {
    prepared: Prepared,
    map: Map,
}

/// What is behind the strides.
#[derive(Clone)]
enum Map {
    Nothing,
    Swizzle(Swizzle, i64),
    Any(Box<ComposedLayout>),
}

impl Offsets {
    fn new(layout: LayoutRef<'_>, inner: &Layout, vector: i64) -> Offsets {
        let map = match layout {
            LayoutRef::Plain(_) => Map::Nothing,
            LayoutRef::Composed(composed) => match composed.swizzle() {
                Some(swizzle) => Map::Swizzle(swizzle, composed.offset()),
                None => Map::Any(Box::new(*composed)),
            },
        };
        Offsets { prepared: thinned(inner, vector).prepare(), map }
    }

    fn fill(&self, start: usize, offsets: &mut [i64]) {
        let filled = self.prepared.fill(start as i64, offsets);
        debug_assert!(filled.is_ok(), "inside the domain");
        if filled.is_err() {
            // The offset of index 0 is one of the layout.
            offsets.fill(0);
        }
        match &self.map {
            Map::Nothing => {}
            // An offset of the layout, so it fits.
            &Map::Swizzle(swizzle, by) => {
                offsets.iter_mut().for_each(|offset| *offset = swizzle.apply(*offset + by));
            }
            Map::Any(composed) => {
                for offset in offsets {
                    *offset = composed.at_offset(*offset).unwrap_or_default();
                }
            }
        }
    }
}

/// How many elements stay side by side, from every multiple of that number on; the strides are those
/// of `inner`, which is coalesced.
fn run(layout: LayoutRef<'_>, inner: &Layout) -> i64 {
    let first = match inner.leaf_modes().first() {
        Some(mode) if mode.stride == 1 => mode.extent,
        _ => 1,
    };
    match layout {
        LayoutRef::Plain(_) => first,
        LayoutRef::Composed(composed) => match composed.swizzle() {
            Some(swizzle) => {
                // The swizzle changes no bit below its base, so all that must hold is that no
                // vector crosses a multiple of that.
                let base = 1 << swizzle.base().min(62);
                let strides = inner.leaf_modes().iter().skip(1).map(|mode| mode.stride);
                strides.chain([base, composed.offset()]).fold(first, gcd)
            }
            None => 1,
        },
    }
}

/// The layout of every `vector`-th index of a coalesced one; vectors are side by side.
fn thinned(layout: &Layout, vector: i64) -> Layout {
    let (shape, stride): (Vec<usize>, Vec<isize>) = layout
        .leaf_modes()
        .iter()
        .enumerate()
        .map(|(k, &Mode { extent, stride })| match k {
            0 if vector > 1 => ((extent / vector) as usize, vector as isize),
            _ => (extent as usize, stride as isize),
        })
        .unzip();
    // It has no offset that the layout does not have.
    Layout::from_strides(&shape, &stride).expect("has fewer elements than a layout that there is")
}

fn gcd(a: i64, b: i64) -> i64 {
    let (mut a, mut b) = (a.abs(), b.abs());
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
