//! Settings by measurement.

use std::hint::black_box;
use std::time::Instant;

use tilework::Layout;

use crate::machine::{Caches, Tuning};
use crate::plan::Plan;

/// The bytes that are moved: those of the last cache, so that they do not stay there on both sides. No more than memory
/// that most machines can spare.
fn bytes() -> usize {
    Caches::here().last.next_power_of_two().clamp(32 << 20, 256 << 20)
}

/// How often each of the settings is measured. What counts is the median.
const ROUNDS: usize = 5;

/// How much faster others must be than what is known of the machine, so that chance does not choose.
const CLEARLY: f64 = 0.97;

/// Destination, source and width of elements.
type Work = (Layout, Layout, usize);

impl Tuning {
    /// The settings with which this machine is fastest just now: [`default`](Tuning::default), but with the tiles and the
    /// stores that took the least time for some transpositions, interleavings and copies. It takes seconds, a
    /// processor to itself and twice the memory of the last cache, at most 512 MB, so do it once and keep the result; as
    /// text, it can be kept in a file.
    ///
    /// The default is derived from the sizes of the caches. What that leaves open, and this finds, is whether
    /// non-temporal stores are faster, which depends on the memory and on who else uses it.
    ///
    /// ```no_run
    /// use tilework::layout;
    /// use tilework_relayout::{Plan, Tuning};
    ///
    /// let tuning = Tuning::measure();
    /// println!("{tuning}");
    /// let (columns, rows) = (layout!((4096,4096):(1,4096)), layout!((4096,4096):(4096,1)));
    /// let plan = Plan::tuned(&columns, &rows, size_of::<f32>(), tuning)?;
    /// # Ok::<(), tilework_relayout::Error>(())
    /// ```
    pub fn measure() -> Tuning {
        let default = Tuning::default();
        let bytes = bytes();
        let (mut dst, mut src) = (vec![1_u8; bytes], vec![2_u8; bytes]);
        let (dst, src) = (&mut dst, &mut src);
        let tiles = [(64, 512), (64, 1024), (128, 512), (128, 1024), (256, 1024), (256, 2048)];
        let tiles = tiles.map(|(tile, run)| default.tile(tile << 10).run(run));
        let tiled =
            fastest(default, &tiles, &[transposition(bytes, 4), transposition(bytes, 1)], dst, src);
        let ordinary = tiled.stream_from(usize::MAX);
        let works = [transposition(bytes, 4), interleaving(bytes, 4), padded(bytes, 4)];
        fastest(tiled, &[ordinary], &works, dst, src)
    }
}

/// Those of the settings with which the works take the least time, all in turns; the first ones, if no others are
/// clearly faster.
fn fastest(
    first: Tuning,
    others: &[Tuning],
    works: &[Work],
    dst: &mut [u8],
    src: &mut [u8],
) -> Tuning {
    let all: Vec<Tuning> = [first].into_iter().chain(others.iter().copied()).collect();
    // Products of times, so that a long work counts as much as a short one.
    let mut scores = vec![1.0; all.len()];
    for (to, from, width) in works {
        let plans = all.iter().map(|&tuning| Plan::tuned(to, from, *width, tuning));
        // The works are permutations of memory that there is.
        let Ok(plans) = plans.collect::<Result<Vec<Plan>, _>>() else { return first };
        let mut times = vec![Vec::with_capacity(ROUNDS); all.len()];
        // The first round finds the pages.
        for round in 0..=ROUNDS {
            for (plan, times) in plans.iter().zip(&mut times) {
                let start = Instant::now();
                let done = plan.run_bytes(dst, src);
                debug_assert!(done.is_ok(), "the works fit");
                if round > 0 {
                    times.push(start.elapsed().as_nanos());
                }
                black_box(&mut *dst);
            }
        }
        for (score, times) in scores.iter_mut().zip(&mut times) {
            times.sort_unstable();
            *score *= times[ROUNDS / 2].max(1) as f64;
        }
    }
    let clearly = CLEARLY.powi(works.len() as i32) * scores[0];
    let best = (1..all.len()).min_by(|&a, &b| scores[a].total_cmp(&scores[b]));
    best.filter(|&k| scores[k] < clearly).map_or(first, |k| all[k])
}

/// A matrix of elements of so many bytes, with rows that are a power of two apart.
fn transposition(bytes: usize, width: usize) -> Work {
    let rows = 1 << (bytes / width).ilog2().div_ceil(2);
    let columns = bytes / width / rows;
    (matrix(rows, columns, 1, rows), matrix(rows, columns, columns, 1), width)
}

/// Four planes, to pixels.
fn interleaving(bytes: usize, width: usize) -> Work {
    let pixels = bytes / width / 4;
    (matrix(pixels, 4, 4, 1), matrix(pixels, 4, 1, pixels), width)
}

/// Rows that are packed more tightly.
fn padded(bytes: usize, width: usize) -> Work {
    let (rows, columns) = (bytes / width / 1024, 1020);
    (matrix(columns, rows, 1, columns), matrix(columns, rows, 1, 1024), width)
}

fn matrix(rows: usize, columns: usize, down: usize, across: usize) -> Layout {
    let stride = [down as isize, across as isize];
    Layout::from_strides(&[rows, columns], &stride).expect("fits into memory that there is")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The works are inside the memory, and need most of it.
    #[test]
    fn works_fit() {
        for bytes in [32 << 20, 64 << 20, 256 << 20] {
            for (dst, src, width) in [
                transposition(bytes, 4),
                transposition(bytes, 1),
                interleaving(bytes, 4),
                padded(bytes, 4),
            ] {
                assert_eq!(dst.size(), src.size());
                for side in [dst, src] {
                    let needed = side.cosize() as usize * width;
                    assert!(needed <= bytes && needed > bytes / 2, "{side}");
                }
            }
        }
    }
}
