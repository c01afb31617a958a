//! Offsets that repeat: a table of those of one tile, made once.
//!
//! A swizzle, and any map that is linear over XOR, neither reads nor changes bits from some bit `t` on. So it commutes
//! with steps of its *period* `P = 2^t`: in two's complement every offset is `h P + l` with `0 <= l < P`, and
//!
//! ```text
//! f(h P + l) = h P + f(l)    with f(l) < P,    so    f(x + q P) = f(x) + q P    for every q, also a negative one
//! ```
//!
//! The same holds for several maps in a row, with any offsets between them, and the largest of their periods. A loop whose
//! strides are multiples of the periods on both sides is therefore a loop behind the maps as well, with the same
//! strides; one whose stride becomes a multiple after `m` steps is a loop over `m` steps and such a loop. All
//! loops that are none make the tile. With `t` in the tile and `a` a step of the others
//!
//! ```text
//! f(offset + t + a) = f(offset) + (f(offset + t) - f(offset)) + a
//! ```
//!
//! of which the difference is in the table. Nothing is computed for an element.

#![allow(unsafe_code)]

use std::mem::MaybeUninit;
use std::ops::Range;

use tilework::{LayoutRef, Outer};

use super::gcd;
use crate::kernel::{Listed, Stream, fence, non_temporal};
use crate::loops::{Loop, Loops, Walk};
use crate::machine::{Isa, LINE};

/// How many offsets a table has at most: as many as fit into L1 beside the data.
const MOST: usize = 4096;

/// How many it should have, so that a tile is worth a step of the loops.
const ENOUGH: usize = 512;

/// How often a table must be used, so that making it takes little of the time.
const TILES: usize = 16;

/// The bytes of a part, if its runs have [`LONG`] ones.
const PART: usize = 8 << 10;

/// How long runs should be. Shorter ones of large data are collected, until they can be written with non-temporal
/// stores.
const LONG: usize = 512;

/// The bytes of the buffer for that, at most.
const BUFFER: usize = 64 << 10;

/// A tile that is moved by a table, and the loops over the tiles, with offsets in bytes.
#[derive(Clone)]
pub(super) struct Table {
    listed: Listed,
    /// Where the runs of a tile lie in the destination, and how long they are.
    runs: Vec<isize>,
    run: usize,
    /// Where the first tile lies.
    dst: isize,
    src: isize,
    /// The loop over tiles whose runs follow one another, if there is one: they are moved together.
    along: Loop,
    /// How many of these make a part.
    group: usize,
    /// The loops over parts of the one above, and the others.
    loops: Loops,
    /// How the runs of a part are written from a buffer, in which each has as many bytes.
    stream: Option<(Stream, usize)>,
}

impl Table {
    /// The table for two layouts, of which `loops` are the common ones inside, by rising strides of the destination;
    /// `vector` elements of `element` bytes are moved as one.
    pub(super) fn new(
        (dst, src): (LayoutRef<'_>, LayoutRef<'_>),
        loops: &[Loop],
        vector: usize,
        element: usize,
        isa: Isa,
        large: bool,
    ) -> Option<Table> {
        let (tile, mut loops) = cut(vectors(loops, vector)?, period(dst)?, period(src)?)?;
        let width = vector * element;
        let (first, entries) = entries((dst, src), &tile)?;
        let bytes = |offset: i64| isize::try_from(offset).ok()?.checked_mul(element as isize);
        let mut from = Vec::with_capacity(entries.len());
        let mut runs: Vec<(isize, usize)> = Vec::new();
        for (to, by) in entries {
            from.push(i32::try_from(bytes(by)?).ok()?);
            let to = bytes(to)?;
            match runs.last_mut() {
                Some((start, count)) if *start + (*count * width) as isize == to => *count += 1,
                _ => runs.push((to, 1)),
            }
        }
        // Runs of one length.
        let count = runs.iter().fold(0, |count, run| gcd(count, run.1 as i64)) as usize;
        let run = count * width;
        let parts = |&(start, all): &(isize, usize)| {
            (0..all / count).map(move |part| start + (part * run) as isize)
        };
        let runs: Vec<isize> = runs.iter().flat_map(parts).collect();
        for each in &mut loops {
            (each.dst, each.src) = (each.dst * element as isize, each.src * element as isize);
        }
        let follows = loops.iter().position(|each| each.dst == run as isize);
        let along = follows.map_or(Loop { extent: 1, dst: 0, src: 0 }, |k| loops.remove(k));
        let group = (PART / (run * runs.len())).max(LONG.div_ceil(run)).min(along.extent);
        let by = group as isize;
        let outer =
            Loop { extent: along.extent.div_ceil(group), dst: by * along.dst, src: by * along.src };
        loops.insert(0, outer);
        // Where a tile is one long run, the destination is written in order, and a buffer is only in the way.
        let short = run < LONG && group * run >= LONG;
        let fits = short && runs.len() * pitch(group * run) <= BUFFER;
        let stream = if large && fits { non_temporal(isa) } else { None };
        Some(Table {
            listed: Listed::new(from, width, run, isa),
            runs,
            run,
            dst: bytes(first.0)?,
            src: bytes(first.1)?,
            along,
            group,
            loops,
            stream: stream.map(|stream| (stream, pitch(group * run))),
        })
    }

    /// How many offsets are in the table.
    pub(super) fn len(&self) -> usize {
        self.listed.len()
    }

    /// Whether the destination is written with non-temporal stores.
    pub(super) fn is_non_temporal(&self) -> bool {
        self.stream.is_some()
    }

    /// How many parts there are that can be moved on their own.
    pub(super) fn parts(&self) -> usize {
        self.loops.iter().map(|each| each.extent).product()
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](crate::program::Program::run); no part may be moved by two threads at once.
    pub(super) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        let pitch = self.stream.map_or(0, |(_, pitch)| pitch);
        let places: Vec<isize> = (0..self.runs.len()).map(|run| (run * pitch) as isize).collect();
        let line = Line { _bytes: [MaybeUninit::uninit(); LINE] };
        let mut buffer = vec![line; places.len() * pitch / LINE];
        let mut walk = Walk::new(&self.loops, parts.start);
        let mut number = parts.start % self.loops[0].extent;
        for _ in parts {
            let tiles = self.group.min(self.along.extent - number * self.group);
            // SAFETY: offsets of the layouts, so inside the windows; and the buffer has room for a part.
            unsafe {
                let to = dst.offset(self.dst + walk.dst);
                let mut from = src.offset(self.src + walk.src);
                let (mut place, runs, by) = match self.stream {
                    Some(_) => (buffer.as_mut_ptr().cast(), &places, self.run as isize),
                    None => (to, &self.runs, self.along.dst),
                };
                for tile in 0..tiles {
                    if tile > 0 {
                        place = place.offset(by);
                        from = from.offset(self.along.src);
                    }
                    self.listed.gather(place, from, runs);
                }
                if let Some((stream, pitch)) = self.stream {
                    for (k, &run) in self.runs.iter().enumerate() {
                        let row = buffer.as_ptr().cast::<u8>().add(k * pitch);
                        stream(to.offset(run), row, tiles * self.run);
                    }
                }
            }
            number = (number + 1) % self.loops[0].extent;
            walk.step();
        }
        if self.stream.is_some() {
            fence();
        }
    }
}

/// A cache line of the buffer.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Line {
    _bytes: [MaybeUninit<u8>; LINE],
}

/// How far apart runs of so many bytes are in the buffer: an odd number of cache lines, so that they fall into
/// different sets of L1.
fn pitch(run: usize) -> usize {
    (run.div_ceil(LINE) | 1) * LINE
}

/// The period of the maps of a layout, if it is known to have one.
fn period(layout: LayoutRef<'_>) -> Option<usize> {
    let LayoutRef::Composed(layout) = layout else { return Some(1) };
    let mut bits = 0;
    for stage in 0..layout.stages() {
        bits |= match layout.stage(stage).ok()?.0 {
            Outer::Swizzle(swizzle) => swizzle.y_mask() | swizzle.z_mask(),
            Outer::Xor(map) => {
                let read = 1_u64.checked_shl(map.bits()).map_or(u64::MAX, |above| above - 1);
                map.columns().iter().fold(read, |bits, &column| bits | column as u64)
            }
            Outer::Layout(_) => return None,
        };
    }
    1_usize.checked_shl(u64::BITS - bits.leading_zeros())
}

/// The loops over vectors, which are contiguous on both sides.
fn vectors(loops: &[Loop], mut vector: usize) -> Option<Loops> {
    let mut left = Loops::from_slice(loops);
    let mut stride = 1;
    while vector > 1 {
        let first = *left.first()?;
        if (first.dst, first.src) != (stride, stride) {
            return None;
        }
        if first.extent.is_multiple_of(vector) {
            let by = vector as isize;
            left[0] = Loop { extent: first.extent / vector, dst: by * stride, src: by * stride };
            vector = 1;
        } else if vector.is_multiple_of(first.extent) {
            left.remove(0);
            vector /= first.extent;
            stride *= first.extent as isize;
        } else {
            return None;
        }
    }
    Some(left)
}

/// The loops of the tile, and those over the tiles; `None` where a tile would be too large.
fn cut(loops: Loops, dst: usize, src: usize) -> Option<(Loops, Loops)> {
    let (mut tile, mut outer) = (Loops::new(), Loops::new());
    let count = loops.iter().map(|each| each.extent).product::<usize>();
    let most = MOST.min(count / TILES);
    let mut size = 1_usize;
    for each in loops {
        // After how many steps the strides are multiples: a power of two, as the periods are.
        let steps = |period: usize, stride: isize| {
            period >> stride.unsigned_abs().trailing_zeros().min(period.trailing_zeros())
        };
        let steps = steps(dst, each.dst).max(steps(src, each.src)).min(each.extent);
        if !each.extent.is_multiple_of(steps) || size.checked_mul(steps)? > most {
            return None;
        }
        size *= steps;
        split(each, steps, &mut tile, &mut outer);
    }
    // Small tiles get more of the loops.
    let mut rest = Loops::new();
    for each in outer {
        let room = (ENOUGH.min(most) / size).clamp(1, each.extent);
        let steps = (1..=room).rev().find(|&steps| each.extent.is_multiple_of(steps)).unwrap_or(1);
        size *= steps;
        split(each, steps, &mut tile, &mut rest);
    }
    Some((tile, rest))
}

/// Cuts a loop after so many steps.
fn split(each: Loop, steps: usize, inner: &mut Loops, outer: &mut Loops) {
    if steps > 1 {
        inner.push(Loop { extent: steps, ..each });
    }
    if steps < each.extent {
        let by = steps as isize;
        let extent = each.extent / steps;
        outer.push(Loop { extent, dst: by * each.dst, src: by * each.src });
    }
}

/// The offsets of index 0, and those of a tile from there on, on both sides: in the order of the destination.
#[allow(clippy::type_complexity)]
fn entries(
    (dst, src): (LayoutRef<'_>, LayoutRef<'_>),
    tile: &Loops,
) -> Option<((i64, i64), Vec<(i64, i64)>)> {
    let first = (dst.at_offset(0).ok()?, src.at_offset(0).ok()?);
    let count: usize = tile.iter().map(|each| each.extent).product();
    let mut walk = Walk::new(tile, 0);
    let mut entries = Vec::with_capacity(count);
    for _ in 0..count {
        let (to, from) =
            (dst.at_offset(walk.dst as i64).ok()?, src.at_offset(walk.src as i64).ok()?);
        entries.push((to - first.0, from - first.1));
        walk.step();
    }
    entries.sort_unstable_by_key(|&(to, _)| to);
    Some((first, entries))
}
