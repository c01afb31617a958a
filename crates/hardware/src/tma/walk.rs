//! Along which modes of global memory one walks when one reads shared memory from its start.
//!
//! The [`right_inverse`](tilework::Layout::right_inverse) of the shared layout leads from the offsets 0, 1, 2, ... to
//! indices of the tile. Each of its modes is a step in the tile; taken apart where the coordinates of global memory
//! carry, it is a list of steps along single modes.

use tilework::{Layout, Mode};

use super::{MAX_RANK, TmaError};

/// A mode of global memory: a leaf of the layout, coalesced within its top mode.
#[derive(Clone, Copy)]
pub(super) struct Leaf {
    /// The top mode of the layout that it is in.
    pub(super) mode: usize,
    /// The elements of the tensor along it.
    pub(super) extent: i64,
    /// From one to the next, in elements.
    pub(super) stride: i64,
    /// How far apart they are in the tile's index.
    place: i64,
    /// How many of them the tile has.
    pub(super) room: i64,
}

/// Some elements of one leaf, `step` apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Step {
    pub(super) extent: i64,
    pub(super) leaf: usize,
    pub(super) step: i64,
}

/// More steps than any tile of 2^62 elements takes: each has at least two elements.
const MAX_STEPS: usize = 64;

/// The steps from offset 0 of shared memory on.
pub(super) struct Walk {
    leaves: [Leaf; MAX_RANK],
    leaf_count: usize,
    steps: [Step; MAX_STEPS],
    step_count: usize,
    /// A mode of the tile's index that is no step along single modes: it ends the walk.
    pub(super) mixed: Option<Mode>,
    /// How many offsets of shared memory are contiguous, from 0 on.
    pub(super) contiguous: i64,
}

impl Walk {
    pub(super) fn new(shared: &Layout, global: &Layout) -> Result<Walk, TmaError> {
        let inverse = shared.right_inverse();
        let (leaves, leaf_count) = leaves(shared, global)?;
        let none = Step { extent: 1, leaf: 0, step: 1 };
        let mut walk = Walk {
            leaves,
            leaf_count,
            steps: [none; MAX_STEPS],
            step_count: 0,
            mixed: None,
            contiguous: inverse.size(),
        };
        for mode in inverse.leaf_modes() {
            if mode.extent > 1 && !walk.take(*mode) {
                break;
            }
        }
        Ok(walk)
    }

    pub(super) fn leaves(&self) -> &[Leaf] {
        &self.leaves[..self.leaf_count]
    }

    pub(super) fn steps(&self) -> &[Step] {
        &self.steps[..self.step_count]
    }

    /// Takes a mode of the tile's index apart; false where that ends the walk.
    fn take(&mut self, mut mode: Mode) -> bool {
        while mode.extent > 1 {
            let here = self.leaves().iter().enumerate().rfind(|(_, leaf)| {
                // A leaf of which the tile has one element is not walked along.
                leaf.room > 1 && leaf.place <= mode.stride
            });
            let Some((index, leaf)) = here else { return self.stop(mode) };
            let step = mode.stride / leaf.place;
            if mode.stride % leaf.place != 0 || step >= leaf.room {
                return self.stop(mode);
            }
            let fitting = (leaf.room - 1) / step + 1;
            if mode.extent <= fitting {
                return self.push(Step { extent: mode.extent, leaf: index, step })
                    || self.stop(mode);
            }
            let carries = leaf.room % step == 0 && mode.extent % fitting == 0;
            let extent = if carries { fitting } else { divisor(mode.extent, fitting) };
            if extent > 1 && !self.push(Step { extent, leaf: index, step }) {
                return self.stop(mode);
            }
            // Inside the tile, so that it fits.
            mode = Mode::new(mode.extent / extent, mode.stride * extent);
            if !carries {
                return self.stop(mode);
            }
        }
        true
    }

    fn stop(&mut self, mode: Mode) -> bool {
        self.mixed = Some(mode);
        false
    }

    /// One more step, joined with the last where it goes on.
    fn push(&mut self, step: Step) -> bool {
        if let Some(last) = self.steps[..self.step_count].last_mut()
            && last.leaf == step.leaf
            && last.extent.checked_mul(last.step) == Some(step.step)
        {
            last.extent *= step.extent;
            return true;
        }
        if self.step_count == MAX_STEPS {
            return false;
        }
        self.steps[self.step_count] = step;
        self.step_count += 1;
        true
    }
}

/// The modes of global memory with their places in the index of the tile.
fn leaves(shared: &Layout, global: &Layout) -> Result<([Leaf; MAX_RANK], usize), TmaError> {
    if shared.rank() != global.rank() {
        return Err(TmaError::Ranks { shared: shared.rank(), global: global.rank() });
    }
    let none = Leaf { mode: 0, extent: 1, stride: 0, place: 1, room: 1 };
    let (mut out, mut count, mut place) = ([none; MAX_RANK], 0, 1);
    for (mode, (tile, tensor)) in shared.modes().zip(global.modes()).enumerate() {
        let mut left = tile.size();
        let mut here = place;
        let whole = tensor.coalesce();
        for (i, leaf) in whole.leaf_modes().iter().enumerate() {
            let last = i + 1 == whole.length();
            // A tile may stick out of the last mode: what is outside is filled with zeros.
            let room = if last { left } else { left.min(leaf.extent) };
            // Coalescing forgets the stride of a mode of one element, along which a tile may stick out.
            let only = tensor.leaf_modes().last().map_or(0, |mode| mode.stride);
            let stride = if leaf.extent == 1 { only } else { leaf.stride };
            if leaf.extent > 1 || room > 1 {
                if let Some(slot) = out.get_mut(count) {
                    *slot = Leaf { mode, extent: leaf.extent, stride, place: here, room };
                }
                count += 1;
            }
            here = here.saturating_mul(leaf.extent);
            // A tile that ends inside a repetition of this mode goes on along no other.
            left = if left % leaf.extent == 0 { left / leaf.extent } else { 1 };
        }
        place *= tile.size();
    }
    if count > MAX_RANK { Err(TmaError::TooManyModes { modes: count }) } else { Ok((out, count)) }
}

/// The largest divisor of `n` up to `most`, at least 1; `most` is small, or `n` is at most a few times as large.
pub(super) fn divisor(n: i64, most: i64) -> i64 {
    let mut largest = 1;
    let mut small = 1;
    while small <= n / small && small <= MAX_DIVISOR {
        if n % small == 0 {
            let large = n / small;
            if large <= most {
                return largest.max(large);
            }
            if small <= most {
                largest = small;
            }
        }
        small += 1;
    }
    largest
}

/// Divisors are looked for among these and their cofactors: boxes have at most 256 elements along a mode.
const MAX_DIVISOR: i64 = 1 << 12;
