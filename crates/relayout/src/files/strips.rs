//! How the work is cut, so that only a part of the files is in memory at a time.
//!
//! The domain of the two layouts is a box whose axes are the modes that they have in common. A strip is
//! a box in it, chosen so that the pages it touches on both sides fit into the memory that may be
//! used, and so that as much as possible of these pages is used: of a transposition about a square.

use std::cmp::Ordering;

use tilework::{CommonMode, CommonModes, Mode};

/// A part of the domain: modes of both sides with the same indices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Axis {
    pub(super) extent: i64,
    pub(super) dst: Vec<Mode>,
    pub(super) src: Vec<Mode>,
}

impl Axis {
    /// Whether it may be cut at any index: only where it is one mode on both sides.
    pub(super) fn is_simple(&self) -> bool {
        self.dst.len() == 1 && self.src.len() == 1
    }
}

/// The axes of two lists of modes of one size, from the fastest on.
///
/// Where a mode of one side ends inside a mode of the other and does not divide it, the axis continues up to where
/// modes of both sides end together.
pub(super) fn axes(dst: &[Mode], src: &[Mode]) -> Vec<Axis> {
    let mut common = CommonModes::new(dst, src);
    let mut out: Vec<Axis> = Vec::new();
    loop {
        while let Some(CommonMode { extent, left, right, .. }) = common.next_mode() {
            let mode = |stride| vec![Mode::new(extent, stride)];
            out.push(Axis { extent, dst: mode(left), src: mode(right) });
        }
        match (common.left.front(), common.right.front()) {
            (Some(x), Some(y)) => out.push(tangled(&mut common, x, y)),
            _ => return out,
        }
    }
}

/// The axis of modes that do not end together, with as many more as it takes.
fn tangled(CommonModes { left, right, .. }: &mut CommonModes<'_>, x: Mode, y: Mode) -> Axis {
    let size = |modes: &[Mode]| modes.iter().map(|mode| mode.extent).product::<i64>();
    let mut dst = Vec::from_iter(left.take(x.extent));
    let mut src = Vec::from_iter(right.take(y.extent));
    loop {
        let (a, b) = (size(&dst), size(&src));
        let (modes, list, mine, goal) = match a.cmp(&b) {
            Ordering::Less => (&mut *left, &mut dst, a, b),
            Ordering::Greater => (&mut *right, &mut src, b, a),
            Ordering::Equal => return Axis { extent: a, dst, src },
        };
        // The sizes of both sides are equal, so the side that is behind has more.
        let Some(Mode { extent, .. }) = modes.front() else {
            return Axis { extent: a, dst, src };
        };
        list.extend(modes.take(goal / gcd(mine, goal)).or_else(|| modes.take(extent)));
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

/// What a mapping brings into memory at once, where one byte of it is touched: as much as Linux reads
/// ahead, since that is what it maps.
pub(super) const GRAIN: u128 = 1 << 17;

/// A strip is no larger than this, even if memory is plenty: so that there is progress to be shown.
const LARGEST: u128 = 64 << 20;

/// How far a strip goes along each axis. `None` if no strip fits into `memory`.
pub(super) fn steps(axes: &[Axis], element: usize, memory: u64) -> Option<Vec<i64>> {
    let mut steps: Vec<i64> =
        axes.iter().map(|axis| if axis.is_simple() { 1 } else { axis.extent }).collect();
    let payload = |steps: &[i64]| -> u128 {
        steps.iter().fold(element as u128, |bytes, &step| bytes.saturating_mul(step as u128))
    };
    let touched = |steps: &[i64]| {
        let [dst, src] = [|axis: &Axis| axis.dst.clone(), |axis: &Axis| axis.src.clone()]
            .map(|side| touched(axes.iter().map(side), steps, element));
        dst.saturating_add(src)
    };
    let memory = u128::from(memory);
    if touched(&steps) > memory.max(2 * GRAIN) || payload(&steps) > LARGEST {
        return None;
    }
    loop {
        // The larger part of the touched pages is used, the better.
        let mut best: Option<(f64, Vec<i64>)> = None;
        for (i, axis) in axes.iter().enumerate().filter(|(i, axis)| steps[*i] < axis.extent) {
            let mut longer = steps.clone();
            longer[i] = axis.extent.min(2 * longer[i]);
            let (used, pages) = (payload(&longer), touched(&longer));
            let share = used as f64 / pages as f64;
            if used <= LARGEST
                && pages <= memory
                && best.as_ref().is_none_or(|(most, _)| share > *most)
            {
                best = Some((share, longer));
            }
        }
        match best {
            Some((_, longer)) => steps = longer,
            None => return Some(steps),
        }
    }
}

/// About how many bytes of one side are in memory for a strip.
fn touched(side: impl Iterator<Item = Vec<Mode>>, steps: &[i64], element: usize) -> u128 {
    let mut modes: Vec<(u128, u128)> = side
        .zip(steps)
        .flat_map(|(mut modes, &step)| {
            if let [mode] = modes.as_mut_slice() {
                mode.extent = step;
            }
            modes
        })
        .filter(|mode| mode.extent > 1)
        .map(|mode| (u128::from(mode.stride.unsigned_abs()) * element as u128, mode.extent as u128))
        .collect();
    modes.sort_unstable();
    let (mut run, mut runs) = (element as u128, 1_u128);
    for (stride, extent) in modes {
        if stride <= run.max(GRAIN) {
            run = run.saturating_add(stride.saturating_mul(extent - 1));
        } else {
            runs = runs.saturating_mul(extent);
        }
    }
    runs.saturating_mul(run.next_multiple_of(GRAIN))
}

/// The order in which strips are visited: so that the destination is written from its start to its
/// end, as far as that goes.
pub(super) fn order(axes: &[Axis]) -> Vec<usize> {
    let mut order: Vec<usize> = (0..axes.len()).collect();
    order.sort_by_key(|&i| axes[i].dst.iter().map(|mode| mode.stride.unsigned_abs()).max());
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn modes(list: &[(i64, i64)]) -> Vec<Mode> {
        list.iter().map(|&(extent, stride)| Mode::new(extent, stride)).collect()
    }

    fn axis(dst: &[(i64, i64)], src: &[(i64, i64)]) -> Axis {
        let extent = dst.iter().map(|mode| mode.0).product();
        Axis { extent, dst: modes(dst), src: modes(src) }
    }

    #[test]
    fn what_two_layouts_have_in_common() {
        // A copy has one axis, however it is written.
        assert_eq!(
            axes(&modes(&[(4, 1), (1, 9), (6, 4)]), &modes(&[(24, 1)])),
            [axis(&[(24, 1)], &[(24, 1)])]
        );
        // A transposition has two.
        assert_eq!(
            axes(&modes(&[(4, 1), (6, 4)]), &modes(&[(4, 6), (6, 1)])),
            [axis(&[(4, 1)], &[(4, 6)]), axis(&[(6, 4)], &[(6, 1)])]
        );
        // 4 and 6 end together at 12.
        assert_eq!(
            axes(&modes(&[(4, 6), (6, 1), (5, 24)]), &modes(&[(6, 4), (4, 1), (5, 48)])),
            [
                axis(&[(4, 6), (3, 1)], &[(6, 4), (2, 1)]),
                axis(&[(2, 3)], &[(2, 2)]),
                axis(&[(5, 24)], &[(5, 48)])
            ]
        );
        // What is left of a long mode is an axis of its own.
        assert_eq!(
            axes(&modes(&[(4, 9), (300, 1)]), &modes(&[(6, 200), (200, 1)])),
            [axis(&[(4, 9), (3, 1)], &[(6, 200), (2, 1)]), axis(&[(100, 3)], &[(100, 2)])]
        );
        assert_eq!(axes(&modes(&[(1, 0)]), &modes(&[(1, 5)])), []);
    }

    /// The modes of each side, put together again, are the function that they were.
    #[test]
    fn axes_are_the_same_functions() {
        fn at(modes: &[Mode], mut index: i64) -> i64 {
            let mut offset = 0;
            for mode in modes {
                offset += index % mode.extent * mode.stride;
                index /= mode.extent;
            }
            offset
        }
        let shapes: [&[i64]; 8] =
            [&[360], &[4, 6, 15], &[6, 4, 15], &[15, 24], &[10, 36], &[9, 40], &[2, 180], &[8, 45]];
        for a in shapes {
            for b in shapes {
                let strided = |shape: &[i64], by: i64| -> Vec<Mode> {
                    let mode = |(i, &extent): (usize, &i64)| Mode::new(extent, by.pow(i as u32));
                    shape.iter().enumerate().map(mode).collect()
                };
                let (dst, src) = (strided(a, 1000), strided(b, 100));
                let axes = axes(&dst, &src);
                let all = |side: fn(&Axis) -> &Vec<Mode>| -> Vec<Mode> {
                    axes.iter().flat_map(|axis| side(axis).iter().copied()).collect()
                };
                let (d, s) = (all(|axis| &axis.dst), all(|axis| &axis.src));
                assert_eq!(axes.iter().map(|axis| axis.extent).product::<i64>(), 360);
                for index in 0..360 {
                    assert_eq!((at(&d, index), at(&s, index)), (at(&dst, index), at(&src, index)));
                }
            }
        }
    }

    #[test]
    fn strips_of_a_transposition_are_squares() {
        let n = 32768;
        let axes = [axis(&[(n, 1)], &[(n, n)]), axis(&[(n, n)], &[(n, 1)])];
        assert_eq!(steps(&axes, 4, 256 << 20), Some(vec![1024, 1024]));
        // As much as is good for anything.
        assert_eq!(steps(&axes, 4, u64::MAX), Some(vec![4096, 4096]));
        // As little as there is.
        assert_eq!(steps(&axes, 4, 1), Some(vec![1, 1]));
    }

    #[test]
    fn strips_of_a_copy_are_runs() {
        let n = 1 << 32;
        assert_eq!(steps(&[axis(&[(n, 1)], &[(n, 1)])], 1, 1 << 20), Some(vec![1 << 19]));
    }

    #[test]
    fn what_cannot_be_cut() {
        let n = 1 << 20;
        let tangled = axis(&[(3, n), (n, 1)], &[(n, 3), (3, 1)]);
        assert_eq!(steps(std::slice::from_ref(&tangled), 1, 1 << 20), None);
        assert_eq!(steps(&[tangled], 1, 1 << 40), Some(vec![3 * n]));
        // Nor may it be larger than strips are.
        let m = 32 * n;
        let larger = axis(&[(3, m), (m, 1)], &[(m, 3), (3, 1)]);
        assert_eq!(steps(&[larger], 1, 1 << 40), None);
    }
}
