//! Small permutations that repeat: vectors of the destination, each made of a few windows of the source in registers.
//!
//! A pattern says which bytes of which windows each vector has. It repeats, so that one pattern serves for data of any
//! size: batches of small matrices, every n-th element, structures with some of their fields.

#![allow(unsafe_code)]

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

use crate::machine::Isa;

/// The bytes of a vector in pairs, and of each of the two windows that it is made of.
const PAIR: usize = 32;
const HALF: usize = 16;

/// The index of no byte: the shuffles of all machines make 0 of it.
const NONE: u8 = 0x80;

/// Vectors of the destination that follow one another, and the parts that they consist of.
#[derive(Clone)]
pub(crate) struct Pattern {
    parts: Parts,
    /// Where the parts of each vector end.
    ends: Vec<usize>,
    /// The bytes of a vector.
    vector: usize,
    /// How far apart repetitions of the pattern are in the source.
    step: isize,
    /// From where to where a repetition reads, from its start in the source.
    reads: (isize, isize),
}

/// The parts, in the form that an instruction set takes them.
#[derive(Clone)]
enum Parts {
    Pairs(Vec<Pair>),
    #[cfg(target_arch = "x86_64")]
    Grains(Vec<x86::Grains>, usize),
}

/// Bytes of two windows: what the halves of a vector have of them.
#[derive(Clone)]
#[repr(C, align(32))]
struct Pair {
    index: [u8; PAIR],
    src: [isize; 2],
}

/// A window of the source, and the bytes of it that are needed.
struct Window {
    src: isize,
    /// Where each byte goes, and where it is in the window.
    bytes: Vec<(usize, usize)>,
}

impl Window {
    /// The windows of so many bytes that have these places.
    fn all(places: &[isize], size: usize) -> Vec<Window> {
        let mut order: Vec<usize> = (0..places.len()).collect();
        order.sort_by_key(|&at| places[at]);
        let mut windows: Vec<Window> = Vec::new();
        for at in order {
            let within = |window: &&mut Window| places[at] - window.src < size as isize;
            match windows.last_mut().filter(within) {
                Some(window) => window.bytes.push((at, (places[at] - window.src) as usize)),
                None => windows.push(Window { src: places[at], bytes: vec![(at, 0)] }),
            }
        }
        windows
    }
}

impl Pair {
    /// The parts of a vector with these two halves.
    fn all(low: &[Window], high: &[Window]) -> Vec<Pair> {
        let parts = 0..low.len().max(high.len());
        let part = |k: usize| {
            let mut pair = Pair { index: [NONE; PAIR], src: [0; 2] };
            for (half, windows) in [low, high].into_iter().enumerate() {
                // A half of fewer windows has nothing of its last one once more.
                let Some(window) = windows.get(k).or(windows.last()) else { continue };
                pair.src[half] = window.src;
                for &(to, from) in window.bytes.iter().filter(|_| k < windows.len()) {
                    pair.index[half * HALF + to] = from as u8;
                }
            }
            pair
        };
        parts.map(part).collect()
    }
}

impl Pattern {
    /// The bytes of a vector, if the instruction set has such for places that are multiples of `grain` bytes.
    // Other machines move bytes, whatever their grain.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    pub(crate) fn vector(isa: Isa, grain: usize) -> Option<usize> {
        match isa {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 if x86::has_grains(grain.min(x86::GRAIN)) => Some(x86::LINE),
            Isa::Avx512 | Isa::Avx2 | Isa::Neon => Some(PAIR),
            Isa::Portable => None,
        }
    }

    /// The pattern of whole vectors, from the place of every byte in the source. As many bytes as `grain` stay together, and
    /// places are multiples of it apart. Repetitions are `step` bytes apart there. `None` if vectors have more parts than `most` on average.
    #[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
    pub(crate) fn new(
        places: &[isize],
        grain: usize,
        vector: usize,
        step: isize,
        most: usize,
    ) -> Option<Pattern> {
        let mut pattern = Pattern {
            parts: match vector {
                #[cfg(target_arch = "x86_64")]
                x86::LINE => Parts::Grains(Vec::new(), grain.min(x86::GRAIN)),
                _ => Parts::Pairs(Vec::new()),
            },
            ends: Vec::new(),
            vector,
            step,
            reads: (isize::MAX, isize::MIN),
        };
        for vector in places.chunks_exact(vector) {
            pattern.push(vector);
            if pattern.len() > most * (pattern.ends.len() + 1) {
                return None;
            }
        }
        (pattern.len() <= most * pattern.ends.len()).then_some(pattern)
    }

    /// Adds a vector.
    fn push(&mut self, places: &[isize]) {
        // Of a window, only what is needed is read where bytes can be masked.
        let (windows, end) = match &mut self.parts {
            Parts::Pairs(parts) => {
                let (low, high) = places.split_at(HALF);
                let (low, high) = (Window::all(low, HALF), Window::all(high, HALF));
                parts.extend(Pair::all(&low, &high));
                (low.into_iter().chain(high).collect::<Vec<_>>(), HALF as isize)
            }
            #[cfg(target_arch = "x86_64")]
            Parts::Grains(parts, grain) => {
                let windows = Window::all(places, x86::LINE);
                parts.extend(windows.iter().map(|window| x86::Grains::new(window, *grain)));
                (windows, 0)
            }
        };
        for window in windows {
            let needed = window.bytes.iter().map(|&(_, from)| from as isize + 1).max();
            let last = window.src + end.max(needed.unwrap_or(0));
            self.reads = (self.reads.0.min(window.src), self.reads.1.max(last));
        }
        self.ends.push(self.len());
    }

    /// The number of parts.
    fn len(&self) -> usize {
        match &self.parts {
            Parts::Pairs(parts) => parts.len(),
            #[cfg(target_arch = "x86_64")]
            Parts::Grains(parts, _) => parts.len(),
        }
    }

    /// The number of parts of a vector, on average.
    pub(crate) fn windows(&self) -> usize {
        self.len().div_ceil(self.ends.len())
    }

    /// From where to where a repetition reads, from its start in the source.
    pub(crate) fn reads(&self) -> (isize, isize) {
        self.reads
    }

    /// The bytes of a vector.
    pub(crate) fn vector_bytes(&self) -> usize {
        self.vector
    }

    /// Writes so many repetitions, with non-temporal stores or with ordinary ones.
    ///
    /// # Safety
    /// They can be written at `dst`, and what they [read](Pattern::reads) can be read. The machine has the instruction
    /// set of the vectors. With non-temporal stores, `dst` is a multiple of their size.
    pub(crate) unsafe fn run(
        &self,
        dst: *mut u8,
        src: *const u8,
        repetitions: usize,
        non_temporal: bool,
    ) {
        let (to, n) = ((dst, non_temporal), repetitions);
        // SAFETY: as for this function.
        unsafe {
            match &self.parts {
                #[cfg(target_arch = "x86_64")]
                Parts::Pairs(parts) => x86::pairs(self, parts, to, src, n),
                #[cfg(target_arch = "x86_64")]
                Parts::Grains(parts, 4) => x86::fours(self, parts, to, src, n),
                #[cfg(target_arch = "x86_64")]
                Parts::Grains(parts, 2) => x86::twos(self, parts, to, src, n),
                #[cfg(target_arch = "x86_64")]
                Parts::Grains(parts, _) => x86::ones(self, parts, to, src, n),
                #[cfg(target_arch = "aarch64")]
                Parts::Pairs(parts) => neon::pairs(self, parts, to, src, n),
                #[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
                Parts::Pairs(_) => {
                    unreachable!("no instruction set has vectors: {to:?} {src:?} {n}")
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Which bytes a vector has, for each instruction set and grain that this machine has: pairs, and grains where there
    /// are such.
    fn vectors() -> Vec<(usize, usize)> {
        let sets = Isa::ALL.into_iter().filter(|isa| isa.is_available());
        let of = |isa| {
            let vector = move |grain| Some((grain, Pattern::vector(isa, grain)?));
            [1, 2, 4, 8].into_iter().filter_map(vector)
        };
        sets.flat_map(of).collect()
    }

    /// Places of the grains of some vectors, by a small generator of numbers: multiples of the grain around 0, not too many
    /// of them for each vector, and repeated.
    fn places(vectors: usize, vector: usize, grain: usize, far: usize, seed: u32) -> Vec<isize> {
        let mut state = seed;
        let mut next = || {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 16) as usize
        };
        let grains = (0..vectors * vector / grain).map(|_| {
            let place = (next() % far) as isize - far as isize / 2;
            place * grain as isize
        });
        let grains: Vec<isize> = grains.collect();
        grains.iter().flat_map(|&place| place..place + grain as isize).collect()
    }

    /// Every byte comes from its place, in every repetition, and nothing is read outside of what it says.
    #[test]
    #[cfg_attr(miri, ignore = "no instruction set has vectors")]
    fn as_defined() {
        const REPETITIONS: usize = 3;
        const ALIGNED: usize = 64;
        let mut seed = 1;
        for (grain, vector) in vectors() {
            for (count, far) in [(1, 4), (1, 40), (3, 20), (4, 200)] {
                for step in [-96, 0, 24, 1000] {
                    seed += 1;
                    let places = places(count, vector, grain, far, seed);
                    let pattern = Pattern::new(&places, grain, vector, step, usize::MAX / 64);
                    let pattern = pattern.expect("there is no limit");
                    // Memory of exactly those bytes that the repetitions may read.
                    let (low, high) = pattern.reads();
                    let last = step * (REPETITIONS as isize - 1);
                    let (start, end) = (low + last.min(0), high + last.max(0));
                    let memory: Vec<u8> = (start..end).map(|at| (at * 7 % 251) as u8).collect();
                    let bytes = REPETITIONS * places.len();
                    for non_temporal in [false, true] {
                        // Ordinary stores to anywhere, others to where a vector may lie.
                        let mut written = vec![0xee; bytes + 2 * ALIGNED];
                        let start_of_vector = written.as_ptr().addr().wrapping_neg() % ALIGNED;
                        let to = start_of_vector + usize::from(!non_temporal);
                        // SAFETY: all that is read is in memory, and the machine has the instruction set.
                        unsafe {
                            let src = memory.as_ptr().wrapping_offset(-start);
                            let dst = written.as_mut_ptr().add(to);
                            pattern.run(dst, src, REPETITIONS, non_temporal);
                        }
                        for (at, &byte) in written[to..to + bytes].iter().enumerate() {
                            let (repetition, at) = (at / places.len(), at % places.len());
                            let place = places[at] + repetition as isize * step - start;
                            let here = format!("grain {grain}, vector {vector}, step {step}, {at}");
                            assert_eq!(byte, memory[place as usize], "{here}");
                        }
                        let around = [&written[..to], &written[to + bytes..]].concat();
                        assert!(around.iter().all(|&byte| byte == 0xee));
                    }
                }
            }
        }
    }

    /// A pattern of more parts than wanted is none, and bytes side by side need few.
    #[test]
    fn parts() {
        for (grain, vector) in vectors() {
            let new = |places: &[isize], most| Pattern::new(places, grain, vector, 0, most);
            let grains = |by: usize| -> Vec<isize> {
                let starts = (0..vector / grain).map(|k| (k * by * grain) as isize);
                starts.flat_map(|start| start..start + grain as isize).collect()
            };
            let one = new(&grains(1), 1).expect("one window, or one for each half");
            assert_eq!((one.windows(), one.reads()), (1, (0, vector as isize)));
            let two = new(&grains(2), 2).expect("two windows, or two for each half");
            assert_eq!((two.windows(), two.reads().0), (2, 0));
            assert!(two.reads().1 >= (2 * vector - grain) as isize);
            assert!(new(&grains(2), 1).is_none());
        }
    }
}
