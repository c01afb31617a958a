//! What phases ask of a map from blocks to bank rows: vectors of a subspace in different rows.

use super::family::MOST_B;
use super::space::Space;

/// The most subspaces that are told apart.
pub(crate) const DEMANDS: usize = 48;

/// A subspace whose vectors should lie in different rows, and how many phases ask for that.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demand {
    pub(crate) space: Space,
    /// How many bits of the row count: not all accesses see all banks.
    rows: u32,
    weight: u64,
}

impl Demand {
    /// What it costs if `kernel` dimensions are mapped to 0, and as many as have to be.
    pub(crate) fn cost(&self, kernel: u32) -> u64 {
        let kernel = kernel.max(self.space.dim().saturating_sub(self.rows));
        self.weight.saturating_mul(1 << kernel)
    }

    /// The part of a row that counts.
    pub(crate) fn seen(&self, row: u64) -> u64 {
        row & ((1 << self.rows) - 1)
    }
}

/// Demands, each once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Demands {
    list: [Demand; DEMANDS],
    len: usize,
}

impl Demands {
    pub(crate) const NONE: Demands =
        Demands { list: [Demand { space: Space::ZERO, rows: 0, weight: 0 }; DEMANDS], len: 0 };

    /// Adds one, for which `rows` bits of a row count; `false` if there are too many different ones.
    pub(crate) fn add(&mut self, space: Space, rows: u32, weight: u64) -> bool {
        let same = |known: &&mut Demand| known.space == space && known.rows == rows;
        if let Some(known) = self.list[..self.len].iter_mut().find(same) {
            known.weight = known.weight.saturating_add(weight);
            return true;
        }
        let room = self.len < DEMANDS;
        if room {
            self.list[self.len] = Demand { space, rows, weight };
            self.len += 1;
        }
        room
    }

    pub(crate) fn as_slice(&self) -> &[Demand] {
        &self.list[..self.len]
    }

    /// What every map costs at least.
    pub(crate) fn least_cost(&self) -> u64 {
        let costs = self.as_slice().iter().map(|demand| demand.cost(0));
        costs.fold(0, u64::saturating_add)
    }

    /// How many bits of a row count for some demand.
    pub(crate) fn rows(&self) -> u32 {
        self.as_slice().iter().map(|demand| demand.rows).max().unwrap_or(0)
    }

    /// The fewest bits, above this many, that all count for some demand: rows may be renumbered in such segments.
    pub(crate) fn segment_end(&self, above: u32) -> Option<u32> {
        self.as_slice().iter().map(|demand| demand.rows).filter(|&rows| rows > above).min()
    }
}

/// The bits of a row in segments: inside each of them rows may be renumbered by any linear bijection without a
/// change of any cost.
#[derive(Clone, Copy)]
pub(crate) struct Segments {
    /// Where each ends.
    ends: [u32; MOST_B as usize],
    len: usize,
}

impl Segments {
    pub(crate) fn of(demands: &Demands) -> Segments {
        let (mut out, mut end) = (Segments { ends: [0; MOST_B as usize], len: 0 }, 0);
        while let Some(next) = demands.segment_end(end).filter(|_| out.len < out.ends.len()) {
            out.ends[out.len] = next;
            out.len += 1;
            end = next;
        }
        out
    }

    /// All rows.
    pub(crate) fn rows(&self) -> usize {
        1 << self.ends[..self.len].last().copied().unwrap_or(0)
    }

    /// What a row is in each segment.
    pub(crate) fn parts(&self, row: usize) -> impl Iterator<Item = usize> {
        let begins = core::iter::once(0).chain(self.ends);
        begins
            .zip(self.ends)
            .take(self.len)
            .map(move |(begin, end)| row >> begin & ((1 << (end - begin)) - 1))
    }

    /// Whether the image of a vector can be this row, up to renumbering, where images so far span the first
    /// `ranks` bits of each segment: each part is one of their sums, or the first bit beyond.
    pub(crate) fn allows(&self, row: usize, ranks: &[u32; MOST_B as usize]) -> bool {
        self.parts(row).zip(ranks).all(|(part, &rank)| part <= 1 << rank)
    }
}
