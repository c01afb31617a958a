//! Reading a source: the parts of a file that a strip needs.

use std::io;

use rayon::prelude::*;
use tilework::Mode;

use super::input::{Input, zeros};
use super::threads::Threads;

/// Gaps of up to this many bytes are read as well: another system call takes about as long.
const GAP: i64 = 4096;

/// A long run is read in pieces of this many bytes, by several threads.
const PIECE: usize = 1 << 20;

/// The runs of bytes in a file that some modes reach, to be read one after another.
pub(super) struct Runs {
    /// Where the first one starts, and how long each is.
    start: usize,
    run: usize,
    /// How many there are, and how far apart, along each mode; the fastest first.
    outer: Vec<(usize, usize)>,
}

impl Runs {
    /// The runs of modes whose least offset is at byte `start` of a file, for elements of some bytes;
    /// and the modes over what is read.
    pub(super) fn new(modes: &[Mode], start: usize, element: usize) -> (Runs, Vec<Mode>) {
        let mut order: Vec<usize> = (0..modes.len()).filter(|&i| modes[i].extent > 1).collect();
        order.sort_by_key(|&i| modes[i].stride.unsigned_abs());
        let mut packed = modes.to_vec();
        // In elements. All of it is inside of the file, so it fits.
        let (mut run, mut outer, mut total) = (1_i64, Vec::new(), 0_i64);
        for i in order {
            let Mode { extent, stride } = modes[i];
            let stride = stride.abs();
            if outer.is_empty() && stride <= run.max(GAP / element as i64) {
                run += stride * (extent - 1);
                total = run;
            } else {
                total = total.max(run);
                packed[i] = Mode::new(extent, modes[i].stride.signum() * total);
                outer.push((extent as usize, stride as usize * element));
                total *= extent;
            }
        }
        (Runs { start, run: run as usize * element, outer }, packed)
    }

    /// How many bytes are read.
    fn len(&self) -> usize {
        self.run * self.outer.iter().map(|&(count, _)| count).product::<usize>()
    }

    /// Where in the file a run is.
    fn at(&self, mut index: usize) -> usize {
        self.start
            + self.outer.iter().fold(0, |at, &(count, apart)| {
                let here = index % count * apart;
                index /= count;
                at + here
            })
    }

    /// Reads them into a buffer, which is made larger if it has to be.
    pub(super) fn read<'a>(
        &self,
        input: &Input,
        buffer: &'a mut Vec<u8>,
        threads: &Threads,
    ) -> io::Result<&'a [u8]> {
        if buffer.len() < self.len() {
            *buffer = Vec::new();
            *buffer = zeros(self.len())?;
        }
        let buffer = &mut buffer[..self.len()];
        match threads.pool() {
            // Little is read before another thread is awake.
            Some(pool) if self.len() > PIECE => pool.install(|| {
                let runs = buffer.par_chunks_mut(self.run).enumerate();
                runs.try_for_each(|(i, run)| {
                    let pieces = run.par_chunks_mut(PIECE).enumerate();
                    pieces.try_for_each(|(j, piece)| input.read(self.at(i) + j * PIECE, piece))
                })
            })?,
            _ => {
                let mut runs = buffer.chunks_mut(self.run).enumerate();
                runs.try_for_each(|(i, run)| input.read(self.at(i), run))?;
            }
        }
        Ok(buffer)
    }
}

/// Access to the bytes of a file in any order, with a cache of blocks that were read.
pub(super) struct Blocks<'a> {
    input: &'a Input,
    /// Where block `i` is kept if it is: in place `i` modulo their number.
    slots: Vec<Option<(usize, Vec<u8>)>>,
}

impl Blocks<'_> {
    const BLOCK: usize = 1 << 16;

    /// With about so much memory.
    pub(super) fn new(input: &Input, memory: u64) -> Blocks<'_> {
        let count = (memory / Self::BLOCK as u64).clamp(16, 1 << 14) as usize;
        Blocks { input, slots: vec![None; count] }
    }

    pub(super) fn copy(&mut self, mut at: usize, mut out: &mut [u8]) -> io::Result<()> {
        while !out.is_empty() {
            let (block, skip) = (at / Self::BLOCK, at % Self::BLOCK);
            let len = out.len().min(Self::BLOCK - skip);
            let (here, rest) = out.split_at_mut(len);
            here.copy_from_slice(&self.block(block, skip + len)?[skip..skip + len]);
            at += len;
            out = rest;
        }
        Ok(())
    }

    /// A block, of which `needed` bytes are needed.
    fn block(&mut self, block: usize, needed: usize) -> io::Result<&[u8]> {
        let (start, count) = (block * Self::BLOCK, self.slots.len());
        let slot = &mut self.slots[block % count];
        if slot.as_ref().is_none_or(|(kept, _)| *kept != block) {
            let len = self.input.len().saturating_sub(start).clamp(needed, Self::BLOCK);
            let mut bytes = slot.take().map_or_else(Vec::new, |(_, bytes)| bytes);
            bytes.resize(len, 0);
            self.input.read(start, &mut bytes)?;
            *slot = Some((block, bytes));
        }
        Ok(slot.as_ref().map_or(&[], |(_, bytes)| bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modes(list: &[(i64, i64)]) -> Vec<Mode> {
        list.iter().map(|&(extent, stride)| Mode::new(extent, stride)).collect()
    }

    fn offset(modes: &[Mode], mut index: i64) -> i64 {
        let mut out = 0;
        for mode in modes {
            out += index % mode.extent * mode.stride;
            index /= mode.extent;
        }
        out
    }

    /// What is read holds, under the packed modes, what the file holds under the modes.
    #[test]
    fn packed_modes_are_the_same_elements() {
        for (list, pieces) in [
            (&[(4, 1), (6, 4)][..], 1),
            (&[(4, 5), (6, 10_000)], 6),
            (&[(6, 10_000), (4, 5)], 6),
            (&[(3, -9_000), (4, -1), (2, 40_000)], 6),
            (&[(3, 9_000), (4, 0), (2, 1)], 3),
            (&[(2, 5_000), (2, 10_000), (3, 20_000)], 12),
            (&[(2, 9_000), (3, 9_000)], 6),
            (&[(1, 77)], 1),
            (&[], 1),
        ] {
            let modes = modes(list);
            let data: Vec<u8> =
                (0..150_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
            let least: i64 =
                list.iter().map(|(extent, stride)| ((extent - 1) * stride).min(0)).sum();
            for element in [1, 2] {
                let (first, input) = (7 - least, Input::from(data.clone()));
                let (runs, packed) = Runs::new(&modes, (7 * element) as usize, element as usize);
                if element == 1 {
                    assert_eq!(runs.outer.iter().map(|mode| mode.0).product::<usize>(), pieces);
                }
                let mut buffer = Vec::new();
                let read = runs.read(&input, &mut buffer, &Threads::one()).unwrap();
                let base: i64 =
                    packed.iter().map(|mode| ((mode.extent - 1) * mode.stride).min(0)).sum();
                for index in 0..list.iter().map(|mode| mode.0).product() {
                    let at = ((first + offset(&modes, index)) * element) as usize;
                    let here = ((offset(&packed, index) - base) * element) as usize;
                    let element = element as usize;
                    assert_eq!(read[here..here + element], data[at..at + element], "{list:?}");
                }
            }
        }
    }

    #[test]
    fn blocks_of_a_file() {
        let data: Vec<u8> =
            (0..1_300_000_u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
        let input = Input::from(data.clone());
        let mut blocks = Blocks::new(&input, 1);
        let mut state = 1_usize;
        for _ in 0..10_000 {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            let (at, len) = ((state >> 33) % 1_299_000, (state >> 20) % 1000);
            let mut out = vec![0; len];
            blocks.copy(at, &mut out).unwrap();
            assert!(out == data[at..at + len]);
        }
        assert!(blocks.copy(1_299_999, &mut [0; 2]).is_err());
    }
}
