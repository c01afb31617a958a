//! The search for a right inverse: one step after the other, as many times as there is room.

use crate::algebra::inverse::placed_by_stride;
use crate::ground::limits::MAX_MODES;
use crate::ground::list::List;
use crate::ground::mode::Mode;
use crate::ground::work::Work;

/// One value for each mode that a right inverse can step in, by increasing stride.
type Values = [i64; MAX_MODES];

/// The modes of A that a right inverse can step in.
pub(crate) struct Steps {
    len: usize,
    stride: Values,
    place: Values,
    room: Values,
    /// All offsets below are taken, and this one is not.
    most: i64,
}

/// A mode of the right inverse in the making, and where the search stands with it.
#[derive(Clone, Copy)]
struct Level {
    /// The size of the modes before this one: the offset that one step must make.
    size: i64,
    /// How far each mode of A can still go.
    room: Values,
    /// The step that is being tried.
    step: Values,
    /// How often; 1 or 2 when all extents of this step were tried.
    extent: i64,
    /// Its index in A; 0 before the first step.
    index: i64,
}

impl Level {
    const fn new(size: i64, room: Values) -> Level {
        Level { size, room, step: [0; MAX_MODES], extent: 1, index: 0 }
    }
}

impl Steps {
    pub(crate) const fn new(modes: &[Mode]) -> Steps {
        let none = [0; MAX_MODES];
        let mut out = Steps { len: 0, stride: none, place: none, room: none, most: 1 };
        let (placed, mut i) = (placed_by_stride(modes), 0);
        // Every offset below `most` is taken; a stride beyond it leaves a hole.
        while i < placed.len() && placed.at(i).mode.stride <= out.most {
            let Mode { extent, stride } = placed.at(i).mode;
            if stride > 0 {
                (out.stride[out.len], out.place[out.len]) = (stride, placed.at(i).place);
                out.room[out.len] = extent - 1;
                out.most += stride * (extent - 1);
                out.len += 1;
            }
            i += 1;
        }
        out
    }

    /// No right inverse is larger: the least offset that these modes do not take.
    pub(crate) const fn most(&self) -> i64 {
        self.most
    }

    /// The modes of the largest right inverse without carries; `None` when the work is used up.
    ///
    /// Depth first: the next mode of R has a step that makes exactly the size so far, and an extent
    /// for which A has room.
    pub(crate) const fn largest(&self, work: &mut Work) -> Option<List<Mode, 64>> {
        // Every level doubles the size at least, so there are fewer than 64.
        let mut levels: List<Level, 64> = List::of(Level::new(1, self.room));
        let (mut best, mut best_size) = (List::new(Mode::VACANT), 1);
        while let Some(mut level) = levels.last() {
            let deepest = levels.len() - 1;
            // A level is copied.
            if !work.pay(MAX_MODES + self.len) {
                return None;
            }
            if level.extent <= 2 {
                match self.next_step(&mut level, work) {
                    None => return None,
                    Some(true) => levels.set(deepest, level),
                    Some(false) => levels.pop(),
                }
                continue;
            }
            level.extent -= 1;
            levels.set(deepest, level);
            let (size, mut room, mut i) = (level.size * level.extent, level.room, 0);
            // What is left of A holds so many more indices.
            let mut more = 1_i64;
            while i < self.len {
                room[i] -= (level.extent - 1) * level.step[i];
                more = more.saturating_mul(room[i] + 1);
                i += 1;
            }
            if size > best_size {
                (best, best_size, i) = (best.cleared(), size, 0);
                while i < levels.len() {
                    let Level { extent, index, .. } = levels.at(i);
                    let _ = best.push(Mode::new(extent, index));
                    i += 1;
                }
            }
            if best_size == self.most {
                break;
            }
            // The final size is a multiple of this one.
            let times = if more < self.most / size { more } else { self.most / size };
            if size * times > best_size {
                let _ = levels.push(Level::new(size, room));
            }
        }
        Some(best)
    }

    /// The next step that makes the size of the level, large values of large modes first, with one
    /// more than its largest extent. `Some(false)` after the last, `None` when the work is
    /// used up.
    const fn next_step(&self, level: &mut Level, work: &mut Work) -> Option<bool> {
        // Modes from `i` on are set and leave `rest` to those below.
        let first = level.index == 0;
        let (mut i, mut rest) = if first { (self.len, level.size) } else { (0, 0) };
        let mut down = first;
        loop {
            if !work.pay(self.len / 4 + 4) {
                return None;
            }
            if down && rest == 0 {
                break;
            }
            if down && i > 0 {
                i -= 1;
                let most = rest / self.stride[i];
                level.step[i] = if most < level.room[i] { most } else { level.room[i] };
                rest -= level.step[i] * self.stride[i];
                down = rest <= self.below(i, &level.room);
                continue;
            }
            // Nothing below makes the rest: the mode at `i` takes less, or hands back all.
            if i == self.len {
                return Some(false);
            }
            let less = if level.step[i] > 0 { self.stride[i] } else { 0 };
            down = less > 0 && rest + less <= self.below(i, &level.room);
            if down {
                level.step[i] -= 1;
                rest += less;
            } else {
                rest += level.step[i] * self.stride[i];
                level.step[i] = 0;
                i += 1;
            }
        }
        level.extent = self.most / level.size;
        (level.index, i) = (0, 0);
        while i < self.len {
            if level.step[i] > 0 {
                let most = level.room[i] / level.step[i] + 1;
                level.extent = if most < level.extent { most } else { level.extent };
            }
            level.index += level.step[i] * self.place[i];
            i += 1;
        }
        level.extent += 1;
        Some(true)
    }

    /// The most that the modes below `i` make.
    const fn below(&self, i: usize, room: &Values) -> i64 {
        let (mut below, mut k) = (0, 0);
        while k < i {
            below += room[k] * self.stride[k];
            k += 1;
        }
        below
    }
}
