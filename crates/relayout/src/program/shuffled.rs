//! Small permutations that repeat: vectors of the destination from a few windows of the source, in registers.

#![allow(unsafe_code)]

use std::ops::Range;

use crate::kernel::{Pattern, Piece, fence, non_temporal};
use crate::loops::{Joint, Loop, Loops, Walk};
use crate::machine::Isa;

/// How many windows of the source a vector may be made of on average: with more, other ways are faster.
const WINDOWS: usize = 6;

/// How many bytes of the destination a pattern may have, so that its indices stay in L1.
const PATTERN: usize = 4 << 10;

/// How often a pattern is repeated at least, so that little time is spent between repetitions.
const REPETITIONS: usize = 16;

/// How many bytes of the destination are a part of their own, about.
const PART: usize = 16 << 10;

#[derive(Clone)]
pub(crate) struct Shuffled {
    pattern: Pattern,
    /// What the destination has of one step of the loop that is repeated, and the bytes of an element and of a step.
    pieces: Vec<Piece>,
    width: usize,
    chunk: usize,
    /// Whether vectors are written with non-temporal stores where they are aligned.
    non_temporal: bool,
    /// The loop whose steps follow one another in the destination; how many of them a pattern and a part have.
    along: Loop,
    period: usize,
    block: usize,
    /// All loops, and how many of them are inside of that one.
    loops: Loops,
    inner: usize,
    /// The bytes of the source that the loops reach.
    reach: (isize, isize),
}

impl Shuffled {
    /// The way of loops of which some steps are whole vectors of the destination, made of few windows of the source.
    pub(crate) fn new(joint: &Joint, isa: Isa, near: usize, large: bool) -> Option<Shuffled> {
        let non_temporal = large && non_temporal(isa).is_some();
        let common = |grain, each: &Loop| gcd(grain, each.src.unsigned_abs());
        let grain = joint.loops.iter().fold(joint.width, common);
        // The greatest power of two.
        let grain = 1 << grain.trailing_zeros();
        let vector = Pattern::vector(isa, grain)?;
        let mut pieces = vec![0];
        let mut chunk = joint.width;
        for (k, &along) in joint.loops.iter().enumerate() {
            if along.dst != chunk as isize {
                return None;
            }
            let period = vector / gcd(chunk, vector);
            let most = PATTERN / chunk;
            if along.extent >= REPETITIONS * period && period <= most {
                let places = places(&pieces, joint.width, along.src, period);
                let step = along.src * period as isize;
                let pattern = Pattern::new(&places, grain, vector, step, WINDOWS);
                if let Some(pattern) =
                    pattern.filter(|pattern| is_within(near, pattern, step, &joint.loops[k + 1..]))
                {
                    return Some(Shuffled::with(
                        pattern,
                        &pieces,
                        joint,
                        (k, period),
                        non_temporal,
                    ));
                }
            }
            if along.extent > most {
                return None;
            }
            let before = pieces.len();
            for step in 1..along.extent {
                let by = step as isize * along.src;
                pieces.extend_from_within(..before);
                pieces[step * before..].iter_mut().for_each(|src| *src += by);
            }
            chunk *= along.extent;
        }
        None
    }

    /// The way of a pattern for `period` steps of the loop `k`, each of which has these pieces.
    fn with(
        pattern: Pattern,
        pieces: &[isize],
        joint: &Joint,
        (k, period): (usize, usize),
        non_temporal: bool,
    ) -> Shuffled {
        let (width, along) = (joint.width, joint.loops[k]);
        let chunk = width * pieces.len();
        // Where both sides go on equally fast, loads share low bits of their addresses with the stores just before them,
        // and wait until these are done: longer for non-temporal ones.
        let non_temporal = non_temporal && along.src.unsigned_abs() != chunk;
        let mut reach = (0, width as isize);
        for each in &joint.loops {
            let by = (each.extent as isize - 1) * each.src;
            reach = (reach.0 + by.min(0), reach.1 + by.max(0));
        }
        let piece = |(n, &src): (usize, &isize)| Piece { dst: n * width, src };
        Shuffled {
            pattern,
            pieces: pieces.iter().enumerate().map(piece).collect(),
            width,
            chunk,
            non_temporal,
            along,
            period,
            block: PART.div_ceil(period * chunk) * period,
            loops: joint.loops.clone(),
            inner: k,
            reach,
        }
    }

    /// The number of windows of the source that a vector is made of, on average.
    pub(crate) fn windows(&self) -> usize {
        self.pattern.windows()
    }

    /// Whether vectors are written with non-temporal stores where they are aligned.
    pub(crate) fn is_non_temporal(&self) -> bool {
        self.non_temporal
    }

    /// The bytes of an element.
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    /// The loops over elements.
    pub(crate) fn loops(&self) -> &[Loop] {
        &self.loops
    }

    /// The loops outside of the one that is repeated.
    fn outer(&self) -> &[Loop] {
        &self.loops[self.inner + 1..]
    }

    /// How many parts there are that can be moved on their own.
    pub(crate) fn parts(&self) -> usize {
        self.outer().iter().map(|each| each.extent).product::<usize>() * self.blocks()
    }

    fn blocks(&self) -> usize {
        self.along.extent.div_ceil(self.block)
    }

    /// Moves some of the parts.
    ///
    /// # Safety
    /// As for [`Program::run`](super::Program::run); no part may be moved by two threads at once.
    pub(crate) unsafe fn run(&self, dst: *mut u8, src: *const u8, parts: Range<usize>) {
        let blocks = self.blocks();
        let mut walk = Walk::new(self.outer(), parts.start / blocks);
        let mut part = parts.start;
        while part < parts.end {
            let first = part / blocks * blocks;
            let end = parts.end.min(first + blocks);
            let start = (part - first) * self.block;
            let steps = ((end - first) * self.block).min(self.along.extent) - start;
            let at = start as isize;
            // SAFETY: steps of the loops, so inside the memory of both sides.
            unsafe {
                let from = walk.src + at * self.along.src;
                self.steps(dst.offset(walk.dst + at * self.along.dst), src, from, steps);
            }
            walk.step();
            part = end;
        }
        if self.non_temporal {
            fence();
        }
    }

    /// Moves some steps of the loop that is repeated, from `from` on in the source.
    ///
    /// # Safety
    /// As for [`run`](Shuffled::run).
    unsafe fn steps(&self, dst: *mut u8, src: *const u8, from: isize, steps: usize) {
        let vector = self.pattern.vector_bytes();
        let aligned = |steps: &usize| (dst.addr() + steps * self.chunk).is_multiple_of(vector);
        let lead = (0..self.period.min(steps)).find(aligned).filter(|_| self.non_temporal);
        let at = |step: usize| {
            let from = src.wrapping_offset(from + step as isize * self.along.src);
            (dst.wrapping_add(step * self.chunk), from)
        };
        let mut done = lead.unwrap_or(0);
        // SAFETY: steps of the loop; the pattern reads nothing beyond what the loops reach.
        unsafe {
            self.pieces(dst, at(0).1, done);
            while steps - done >= self.period {
                let from = from + done as isize * self.along.src;
                let inside = self.inside(from, (steps - done) / self.period);
                let (to, from) = at(done);
                self.pattern.run(to, from, inside, lead.is_some());
                if inside == 0 {
                    self.pieces(to, from, self.period);
                }
                done += inside.max(1) * self.period;
            }
            let (to, from) = at(done);
            self.pieces(to, from, steps - done);
        }
    }

    /// How many of so many repetitions from `from` on read nothing beyond what the loops reach: windows are longer than
    /// what is needed of them.
    fn inside(&self, from: isize, repetitions: usize) -> usize {
        let (low, high) = self.pattern.reads();
        let step = self.along.src * self.period as isize;
        let reads = |k: usize| {
            let at = from + k as isize * step;
            self.reach.0 <= at + low && at + high <= self.reach.1
        };
        if repetitions == 0 || !reads(0) {
            return 0;
        }
        // From one end to the other, windows leave at most once.
        let (mut most, mut outside) = (1, repetitions + 1);
        while most + 1 < outside {
            let middle = most.midpoint(outside);
            if reads(middle - 1) { most = middle } else { outside = middle }
        }
        most
    }

    /// Moves some steps of the loop, piece by piece.
    ///
    /// # Safety
    /// As for [`run`](Shuffled::run).
    unsafe fn pieces(&self, dst: *mut u8, src: *const u8, steps: usize) {
        for step in 0..steps {
            let to = dst.wrapping_add(step * self.chunk);
            let from = src.wrapping_offset(step as isize * self.along.src);
            for piece in &self.pieces {
                let (to, from) = (to.wrapping_add(piece.dst), from.wrapping_offset(piece.src));
                // SAFETY: an element of the loops.
                unsafe { std::ptr::copy_nonoverlapping(from, to, self.width) };
            }
        }
    }
}

/// Whether the source of a pattern lies within so many bytes, and so does the next one; and no outer loop comes back to the same lines: the
/// channels of pixels are better read together.
fn is_within(near: usize, pattern: &Pattern, step: isize, outer: &[Loop]) -> bool {
    let (start, end) = pattern.reads();
    let again = outer.iter().any(|each| each.src.unsigned_abs() < step.unsigned_abs());
    end.abs_diff(start) <= near && step.unsigned_abs() <= near && !again
}

/// The place of every byte of some steps in the source: elements of `width` bytes, `along` bytes from step to step.
fn places(pieces: &[isize], width: usize, along: isize, steps: usize) -> Vec<isize> {
    let elements =
        (0..steps as isize).flat_map(|step| pieces.iter().map(move |piece| piece + step * along));
    elements.flat_map(|src| src..src + width as isize).collect()
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}
