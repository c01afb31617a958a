//! The best linear map from blocks to bank rows, for any number of subspaces that want to be spread out.
//!
//! Numbered by the aligned blocks that a map has to keep, offsets are the vectors of F2^m, and the banks are
//! `2^f` rows of one block each. A *demand* is a subspace U: the blocks of one phase among which nothing inside
//! a block tells the banks apart. A linear map K from F2^m to F2^f puts `2^k` of them into each row that it
//! reaches, where `k` is the dimension of what K maps to 0 in U; that is what the phase costs.
//!
//! The search fixes K on one basis vector after the other, and it is complete: up to the numbering of the rows, the
//! image of the next vector is a sum of images so far, or the first row that is none. Kernels only grow on the way,
//! so the cost of what is fixed, with `k >= dim U - f` for the rest, is a bound that prunes.
//!
//! *Two demands need no search.* The basis begins with what both have in common, then completes the first demand,
//! then the second. So each new vector lies in both demands, and their images so far are equal, or matters to one
//! alone; either way an image outside of what is reached exists until all rows are reached, and after that the
//! bound allows for the loss. So the first branch ends at the bound.

use super::demand::{DEMANDS, Demand, Demands, Segments};
use super::family::{MOST_B, OFFSET_BITS};
use super::space::Space;

/// The most basis vectors: one for each bit of an offset.
const BASIS: usize = OFFSET_BITS as usize;

/// The most images to choose from: all rows.
const ROWS: usize = 1 << MOST_B;

/// The row of each bit: a linear map.
pub(crate) type Columns = [u64; BASIS];

/// What a search found.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    /// The best map that costs less than what was known, and what it costs.
    pub(crate) best: Option<(Columns, u64)>,
    /// Whether none costs less than that, or than what was known: the search ended within its budget.
    pub(crate) complete: bool,
}

/// The best map of `bits` bits that costs less than `known`, in at most `work` steps.
pub(crate) fn search(demands: &Demands, bits: u32, known: u64, work: u64) -> Found {
    let flag = Flag::of(demands.as_slice());
    let (least, segments) = (demands.least_cost(), Segments::of(demands));
    let images = [0; BASIS];
    let mut walk = Walk { flag: &flag, segments, least, best: known, images, found: None, work };
    let start = Reached {
        members: [1; DEMANDS],
        kernel: [0; DEMANDS],
        ranks: [0; MOST_B as usize],
        bound: least,
    };
    let complete = least >= known || walk.from(0, &start);
    let best = walk.found.map(|images| (flag.columns(&images, bits, demands.rows()), walk.best));
    Found { best, complete }
}

/// A basis of the sum of all demands, and the demands in its coordinates.
struct Flag<'a> {
    demands: &'a [Demand],
    /// Basis vectors in the order in which their images are chosen.
    basis: [u64; BASIS],
    len: usize,
    /// Each demand in coordinates, vector `j` of the basis being bit `j`. In the reduced basis each vector has a
    /// highest bit of its own: it counts from the step on that fixes this bit.
    coordinates: [Space; DEMANDS],
}

impl<'a> Flag<'a> {
    fn of(demands: &'a [Demand]) -> Flag<'a> {
        let mut flag =
            Flag { demands, basis: [0; BASIS], len: 0, coordinates: [Space::ZERO; DEMANDS] };
        let mut sum = Space::ZERO;
        let shared = match demands {
            [first, second, ..] => first.space.meet(&second.space),
            _ => Space::ZERO,
        };
        for space in core::iter::once(&shared).chain(demands.iter().map(|demand| &demand.space)) {
            for &vector in space.basis() {
                if flag.len < BASIS && sum.insert(vector) {
                    flag.basis[flag.len] = vector;
                    flag.len += 1;
                }
            }
        }
        for (coordinates, demand) in flag.coordinates.iter_mut().zip(demands) {
            let basis = &flag.basis[..flag.len];
            *coordinates = demand.space.image(|vector| in_basis(basis, vector));
        }
        flag
    }

    /// What the map with these images of the basis does to single bits. Bits outside of the sum are free. The
    /// lowest of them take rows that differ from those of the bits below, so that if possible the lowest bits
    /// number all rows and can stay where they are; the others take rows that are not reached, or none.
    fn columns(&self, images: &[u64; BASIS], bits: u32, rows: u32) -> Columns {
        let (mut basis, mut images, mut len) = (self.basis, *images, self.len);
        let mut sum = Space::spanned(basis[..len].iter().copied());
        let mut reached = Space::spanned(images[..len].iter().copied());
        let (mut out, mut lowest) = ([0; BASIS], Space::ZERO);
        for (bit, column) in out.iter_mut().enumerate().take(bits as usize) {
            let low = bit < rows as usize;
            if sum.insert(1 << bit) && len < BASIS {
                let taken = if low { &lowest } else { &reached };
                let free = (0..rows).map(|row| 1 << row).find(|&row| !taken.contains(row));
                (basis[len], images[len]) = (1 << bit, free.unwrap_or(0));
                reached.insert(images[len]);
                len += 1;
            }
            *column = sum_of(&images, in_basis(&basis[..len], 1 << bit));
            if low {
                lowest.insert(*column);
            }
        }
        out
    }
}

/// Which vectors of a basis add up to a vector of its span: elimination with a note of what each row is made of.
fn in_basis(basis: &[u64], vector: u64) -> u64 {
    let (mut rows, mut len) = ([(0, 0); BASIS], 0);
    let reduce = |rows: &[(u64, u64)], mut value: u64, mut of: u64| {
        for &(row, made_of) in rows {
            if value ^ row < value {
                (value, of) = (value ^ row, of ^ made_of);
            }
        }
        (value, of)
    };
    for (j, &next) in basis.iter().enumerate().take(BASIS) {
        let (value, of) = reduce(&rows[..len], next, 1 << j);
        let place = rows[..len].iter().take_while(|&&(row, _)| row > value).count();
        rows.copy_within(place..len, place + 1);
        rows[place] = (value, of);
        len += 1;
    }
    reduce(&rows[..len], vector, 0).1
}

/// The XOR of the images whose bit is set.
fn sum_of(images: &[u64; BASIS], mut set: u64) -> u64 {
    let mut out = 0;
    while set != 0 {
        out ^= images.get(set.trailing_zeros() as usize).copied().unwrap_or(0);
        set &= set - 1;
    }
    out
}

/// What the images so far make of each demand.
#[derive(Clone, Copy)]
struct Reached {
    /// The rows that its vectors reach, a bit for each.
    members: [u128; DEMANDS],
    /// The dimensions that are mapped to 0.
    kernel: [u32; DEMANDS],
    /// The dimensions of what all images span, in each segment.
    ranks: [u32; MOST_B as usize],
    /// What all demands cost at least.
    bound: u64,
}

/// A walk through all choices of images, the cheapest first.
struct Walk<'a> {
    flag: &'a Flag<'a>,
    segments: Segments,
    /// No map costs less.
    least: u64,
    /// The least cost so far.
    best: u64,
    images: [u64; BASIS],
    /// The images that cost `best`.
    found: Option<[u64; BASIS]>,
    work: u64,
}

impl Walk<'_> {
    /// Tries all images of the basis vectors from `depth` on. Whether the budget was enough.
    fn from(&mut self, depth: usize, reached: &Reached) -> bool {
        if depth == self.flag.len {
            (self.best, self.found) = (reached.bound, Some(self.images));
            return true;
        }
        let rows = self.segments.rows();
        match self.work.checked_sub(rows as u64) {
            Some(left) => self.work = left,
            None => return false,
        }
        // What each choice adds: where a demand has reached the row already, one more dimension of it goes to 0.
        let mut bounds = [reached.bound; ROWS];
        let mut moved = [None; DEMANDS];
        for (i, demand) in self.flag.demands.iter().enumerate() {
            let basis = self.flag.coordinates[i].basis();
            let Some(vector) = basis.iter().find(|vector| vector.ilog2() as usize == depth) else {
                continue;
            };
            let rest = demand.seen(sum_of(&self.images, vector ^ 1 << depth));
            let taken = translate(reached.members[i], rest);
            moved[i] = Some((rest, taken));
            let kernel = reached.kernel[i];
            let more = demand.cost(kernel + 1) - demand.cost(kernel);
            for (image, bound) in bounds.iter_mut().enumerate().take(rows) {
                if taken >> demand.seen(image as u64) & 1 == 1 {
                    *bound = bound.saturating_add(more);
                }
            }
        }
        let mut tried: u128 = 0;
        loop {
            // The last of the cheapest: a new row, if it costs no more.
            let open = |&image: &usize| {
                tried >> image & 1 == 0 && self.segments.allows(image, &reached.ranks)
            };
            let Some(image) = (0..rows).rev().filter(open).min_by_key(|&image| bounds[image])
            else {
                return true;
            };
            if bounds[image] >= self.best || self.best == self.least {
                return true;
            }
            tried |= 1 << image;
            let mut next = *reached;
            next.bound = bounds[image];
            for (part, rank) in self.segments.parts(image).zip(&mut next.ranks) {
                *rank += u32::from(part == 1 << *rank);
            }
            for (i, demand) in self.flag.demands.iter().enumerate() {
                let Some((rest, taken)) = moved[i] else { continue };
                let row = demand.seen(image as u64);
                if taken >> row & 1 == 1 {
                    next.kernel[i] += 1;
                } else {
                    next.members[i] |= translate(reached.members[i], rest ^ row);
                }
            }
            self.images[depth] = image as u64;
            if !self.from(depth + 1, &next) {
                return false;
            }
        }
    }
}

/// The set of all `row ^ by` for the rows of a set.
fn translate(set: u128, by: u64) -> u128 {
    const LOW: [u128; 7] = [
        0x5555_5555_5555_5555_5555_5555_5555_5555,
        0x3333_3333_3333_3333_3333_3333_3333_3333,
        0x0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f,
        0x00ff_00ff_00ff_00ff_00ff_00ff_00ff_00ff,
        0x0000_ffff_0000_ffff_0000_ffff_0000_ffff,
        0x0000_0000_ffff_ffff_0000_0000_ffff_ffff,
        0x0000_0000_0000_0000_ffff_ffff_ffff_ffff,
    ];
    let mut out = set;
    for (bit, low) in LOW.iter().enumerate().filter(|(bit, _)| by >> bit & 1 == 1) {
        out = (out & low) << (1 << bit) | (out >> (1 << bit)) & low;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::search;
    use crate::swizzle::demand::Demands;
    use crate::swizzle::space::Space;
    use std::vec::Vec;

    /// What a map costs, by counting the vectors of each demand that it maps to 0.
    fn cost(demands: &[(Vec<u64>, u32, u64)], columns: &[u64]) -> u64 {
        let of = |demand: &(Vec<u64>, u32, u64)| {
            let (basis, rows, weight) = demand;
            let space = Space::spanned(basis.iter().copied());
            let image = |x: u64| {
                let set = (0..columns.len()).filter(|bit| x >> bit & 1 == 1);
                set.fold(0, |row, bit| row ^ columns[bit]) & ((1 << rows) - 1)
            };
            let all = 0..1_u64 << columns.len();
            weight * all.filter(|&x| space.contains(x) && image(x) == 0).count() as u64
        };
        demands.iter().map(of).sum()
    }

    /// Up to ten subspaces of F2^4 and three bits of rows, of which some see two, against all 2^12 maps.
    #[test]
    fn the_best_of_all_maps() {
        let mut state = 1_u64;
        let mut below = |n: u64| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) % n
        };
        let (mut unreachable, mut two) = (0, 0);
        for round in 0..300 {
            let most = 1 + below(3) as u32;
            let demands: Vec<(Vec<u64>, u32, u64)> = (0..1 + round % 10)
                .map(|_| {
                    let basis = (0..1 + below(3)).map(|_| below(16)).collect();
                    let rows = if below(3) == 0 { most.saturating_sub(1).max(1) } else { most };
                    (basis, rows, 1 + below(4))
                })
                .collect();
            let mut list = Demands::NONE;
            for (basis, rows, weight) in &demands {
                assert!(list.add(Space::spanned(basis.iter().copied()), *rows, *weight));
            }
            let rows = list.rows();
            let columns =
                |all: u64| [0, 1, 2, 3].map(|bit| all >> (bit * rows) & ((1 << rows) - 1));
            let best =
                (0..1_u64 << (4 * rows)).map(|all| cost(&demands, &columns(all))).min().unwrap();
            let found = search(&list, 4, u64::MAX, 1 << 20);
            let (map, says) = found.best.unwrap();
            assert!(found.complete);
            assert_eq!((says, cost(&demands, &map[..4])), (best, best), "{demands:?}");
            assert!(list.least_cost() <= best);
            unreachable += u32::from(list.least_cost() < best);
            // What is known already is not found again.
            let again = search(&list, 4, best, 1 << 20);
            assert!(again.best.is_none() && again.complete);
            if list.as_slice().len() == 2 {
                // No choice is taken back: a step for each basis vector is enough.
                two += 1;
                assert_eq!(best, list.least_cost());
                let found = search(&list, 4, u64::MAX, 4 << rows);
                assert!(found.complete && found.best.is_some_and(|(_, says)| says == best));
            }
        }
        assert!(unreachable > 10 && two > 10, "{unreachable} {two}");
    }

    #[test]
    fn a_budget_ends_the_search() {
        let mut list = Demands::NONE;
        for vector in 1..16 {
            assert!(list.add(Space::spanned([vector, 1 << (vector % 4)]), 2, 1));
        }
        let found = search(&list, 4, u64::MAX, 20);
        assert!(!found.complete && found.best.is_some());
    }
}
