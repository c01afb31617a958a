//! A tile as cells: how it is gathered where no loop is long enough for a block.
//!
//! A cell of the network needs 16 bytes that are side by side in the destination and 16 that are so in the source.
//! With many tiny loops, several of them are side by side on each side, and where they lead to on the other side is
//! written in tables. Loops that are within the 16 bytes on both sides are part of an element, whose bytes are put into the
//! order of the destination before and after.

#![allow(unsafe_code)]

use smallvec::SmallVec;

use super::gather::STRIP;
use crate::kernel::{CellKernel, Cells, LANE, Piece, cell_kernel, prefetch, wide_cells};
use crate::loops::{Tiling, pitch};
use crate::machine::{Isa, LINE, PAGE, WAYS};

/// A part of a loop in a tile. Even loops are parts of two steps, so that a cell can have some of them.
#[derive(Clone, Copy)]
struct Part {
    extent: usize,
    buffer: usize,
    src: isize,
}

/// What is gathered at a time: some rows of the block, with all that is side by side in the source; or
/// some of the list.
#[derive(Clone, Copy)]
pub(super) struct Strip {
    pub(super) src: isize,
    pub(super) buffer: usize,
    pub(super) rows: usize,
}

/// Some parts, by their numbers.
type Some = SmallVec<[usize; 16]>;

/// The tables of a tile.
pub(super) struct Tables {
    kernel: CellKernel,
    rows: Vec<isize>,
    columns: Vec<isize>,
    pieces: Vec<Piece>,
    orders: ([u8; LANE], [u8; LANE]),
    pub(super) strips: Vec<Strip>,
    /// The runs of the source that a strip has, and how long each is.
    runs: Vec<isize>,
    run: usize,
    /// How far apart runs are in the scratch buffer, if they are copied there first.
    pitch: Option<usize>,
}

impl Tables {
    /// The tables of a tile of these sizes, if there are whole cells in it.
    pub(super) fn new(tiling: &Tiling, sizes: &[usize], isa: Isa) -> Option<Tables> {
        let width = tiling.width;
        if !matches!(width, 1 | 2 | 4 | 8 | 16) {
            return None;
        }
        let parts = split(tiling, sizes);
        let (written, read) = (
            chain(&parts, width, |part| part.buffer as isize),
            chain(&parts, width, |part| part.src),
        );
        let (to, from) = (lane(&parts, &written, width)?, lane(&parts, &read, width)?);
        let shared: Some = to.iter().copied().filter(|k| from.contains(k)).collect();
        let product = |some: &[usize]| some.iter().map(|&k| parts[k].extent).product::<usize>();
        let width = width * product(&shared);
        if !shared.is_empty() && [to, from].iter().any(|lane| product(lane) * tiling.width != LANE)
        {
            return None;
        }
        let kernel = cell_kernel(isa, width, !shared.is_empty())?;
        let own = |lane: &[usize]| lane.iter().copied().filter(|k| !shared.contains(k)).collect();
        let (mut down, mut across): (Some, Some) = (own(to), own(from));
        let orders = orders(tiling.width, &shared, (to, &down), (from, &across));
        // Each goes on until a loop that the other one has.
        let (mut i, mut j) = (to.len(), from.len());
        loop {
            let before = i + j;
            if let Some(k) = written.get(i)
                && !across.contains(k)
                && !shared.contains(k)
            {
                down.push(*k);
                i += 1;
            }
            if let Some(k) = read.get(j)
                && !down.contains(k)
                && !shared.contains(k)
            {
                across.push(*k);
                j += 1;
            }
            if before == i + j {
                break;
            }
        }
        // A strip has whole runs of the source, and of them so many that they make lines of the buffer.
        let mut rows = to.len() - shared.len();
        while rows < down.len() && width * product(&down[..rows]) < LINE {
            rows += 1;
        }
        let mut strip = read.clone();
        strip.extend(down[..rows].iter().copied().filter(|k| !read.contains(k)));
        let mut others: Some = (0..parts.len()).filter(|k| !strip.contains(k)).collect();
        others.sort_by_key(|&k| parts[k].src.unsigned_abs());
        let more = others.iter().scan(tiling.width * product(&strip), |bytes, &k| {
            let wanted = *bytes < STRIP;
            *bytes *= parts[k].extent;
            wanted.then_some(k)
        });
        let more = more.count();
        strip.extend(others.drain(..more));
        let run = tiling.width * product(&read);
        let apart = &strip[read.len()..];
        let source = |k: usize| parts[k].src;
        let runs = sums(&parts, apart, source);
        // Cells as wide as a line read it once, wherever the rows lie.
        let again =
            run >= LINE && !wide_cells(isa, width, product(&down[..rows]), product(&across));
        let crowded = again && crowded(&sums(&parts, &down[..rows], source));
        let pitch = crowded.then(|| pitch(run));
        // Where things lie in the source, or in the scratch buffer.
        let mut places: SmallVec<[isize; 32]> = parts.iter().map(|part| part.src).collect();
        if let Some(mut next) = pitch {
            for &k in apart {
                places[k] = next as isize;
                next *= parts[k].extent;
            }
        }
        let inside =
            |k: usize| down[..rows].contains(&k) || across.contains(&k) || shared.contains(&k);
        let pieces: Some = strip.iter().copied().filter(|&k| !inside(k)).collect();
        let buffer = |k: usize| parts[k].buffer as isize;
        let pair = |(src, dst): (isize, isize)| (src, dst as usize);
        let both = |some: &[usize], place: &dyn Fn(usize) -> isize| {
            sums(&parts, some, place).into_iter().zip(sums(&parts, some, buffer)).map(pair)
        };
        Some(Tables {
            kernel,
            rows: sums(&parts, &down[..rows], |k| places[k]),
            columns: sums(&parts, &across, buffer),
            pieces: both(&pieces, &|k| places[k]).map(|(src, dst)| Piece { dst, src }).collect(),
            orders,
            strips: both(&others, &source)
                .map(|(src, buffer)| Strip { src, buffer, rows: 1 })
                .collect(),
            runs,
            run,
            pitch,
        })
    }

    /// How many bytes the scratch buffer has.
    pub(super) fn scratch(&self) -> usize {
        self.pitch.map_or(0, |pitch| pitch * self.runs.len())
    }

    /// Gathers a strip that starts at `src` into the buffer. Runs of the one after it, which starts at `next`, are
    /// prefetched, and `turn` is called with the part of the strip's runs that is done.
    ///
    /// # Safety
    /// The strip can be read, and written to the buffer and to the scratch buffer.
    pub(super) unsafe fn gather(
        &self,
        buffer: *mut u8,
        scratch: *mut u8,
        src: *const u8,
        next: *const u8,
        mut turn: impl FnMut(usize, usize),
    ) {
        let Tables { rows, columns, pieces, orders, runs, run, .. } = self;
        let cells = Cells { rows, columns, pieces, orders };
        let count = runs.len();
        // SAFETY: as for this function.
        unsafe {
            if self.pitch.is_none() {
                (self.kernel)(buffer, src, &cells);
            }
            for k in 0..count {
                let ahead = if self.pitch.is_some() { k + AHEAD } else { k + count };
                let start = if ahead < count { src } else { next };
                prefetch(start.wrapping_offset(runs[ahead % count]), *run);
                if let Some(pitch) = self.pitch {
                    std::ptr::copy_nonoverlapping(
                        src.offset(runs[k]),
                        scratch.add(k * pitch),
                        *run,
                    );
                }
                turn(k + 1, count);
            }
            if self.pitch.is_some() {
                (self.kernel)(buffer, scratch, &cells);
            }
        }
    }
}

/// How many runs ahead the source is prefetched where they are copied one by one.
const AHEAD: usize = 2;

/// The loops of a tile in parts, of two steps where there is an even number.
fn split(tiling: &Tiling, sizes: &[usize]) -> SmallVec<[Part; 32]> {
    let mut parts = SmallVec::new();
    for (axis, &size) in tiling.axes.iter().zip(sizes) {
        let (mut left, mut step) = (size, 1);
        while left > 1 {
            let extent = if left.is_multiple_of(2) { 2 } else { left };
            parts.push(Part { extent, buffer: step * axis.buffer, src: step as isize * axis.src });
            left /= extent;
            step *= extent;
        }
    }
    parts
}

/// The parts that are side by side, each where the one before it ends.
fn chain(parts: &[Part], width: usize, stride: impl Fn(&Part) -> isize) -> Some {
    let (mut run, mut chain) = (width, Some::new());
    while let Some(k) = parts.iter().position(|part| stride(part) == run as isize) {
        chain.push(k);
        run *= parts[k].extent;
    }
    chain
}

/// The first parts of a chain that have a lane together, or more.
fn lane<'a>(parts: &[Part], chain: &'a [usize], width: usize) -> Option<&'a [usize]> {
    let (mut bytes, mut count) = (width, 0);
    while bytes < LANE {
        bytes *= parts[*chain.get(count)?].extent;
        count += 1;
    }
    Some(&chain[..count])
}

/// Where all steps of some parts lie, those of the first one next to one another.
fn sums(parts: &[Part], some: &[usize], stride: impl Fn(usize) -> isize) -> Vec<isize> {
    let mut sums = vec![0];
    for &k in some {
        let before = sums.len();
        for step in 1..parts[k].extent {
            let by = step as isize * stride(k);
            sums.extend_from_within(..before);
            sums[step * before..].iter_mut().for_each(|place| *place += by);
        }
    }
    sums
}

/// Whether more rows fall into one set of the L1 cache than it has lines.
fn crowded(rows: &[isize]) -> bool {
    let mut sets: Vec<usize> = rows.iter().map(|&row| row as usize % PAGE / LINE).collect();
    sets.sort_unstable();
    sets.chunk_by(|a, b| a == b).any(|same| same.len() > WAYS)
}

/// The orders of bytes that make elements of what is shared by the lanes of both sides: in a lane of the source, those parts
/// first that are shared; and in a lane of the network those in the order of the destination. Each lane comes with the
/// parts that it has alone.
fn orders(
    width: usize,
    shared: &[usize],
    to: (&[usize], &[usize]),
    from: (&[usize], &[usize]),
) -> ([u8; LANE], [u8; LANE]) {
    // Byte `b` of the lane in the order `wanted` is this one of the lane in the order `given`. Parts have two steps.
    let order = |wanted: &[usize], given: &[usize]| {
        let mut order = [0; LANE];
        for (b, byte) in order.iter_mut().enumerate() {
            let digits = wanted.iter().enumerate().map(|(at, k)| {
                let place = given.iter().position(|other| other == k).unwrap_or(0);
                ((b / width) >> at & 1) << place
            });
            *byte = (digits.sum::<usize>() * width + b % width) as u8;
        }
        order
    };
    let network = |own: &[usize]| [shared, own].concat();
    (order(&network(from.1), from.0), order(to.0, &network(to.1)))
}
