//! The best of all XOR maps, where no swizzle reaches the lower bound.

use tilework::{LayoutRef, Swizzle, XorMap};

use super::bound::{LowerBound, Scale};
use super::count::Count;
use super::demand::Demands;
use super::error::SwizzleError;
use super::family::MOST_B;
use super::gather::Gather;
use super::search::{Columns, search};
use super::solution::{Options, Solution, gather, solution};
use super::visit::{Iterations, Problem, READ};
use crate::access::Access;
use crate::machine::Machine;

/// How many images of basis vectors the search may try: some tens of milliseconds.
const BUDGET: u64 = 1 << 22;

/// How good an XOR map is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// It reaches the lower bound: no linear map that keeps all aligned vectors of the widest access does better.
    Optimal,
    /// It does not reach the lower bound, but the search went through all linear maps that keep all aligned
    /// blocks of [`block_bytes`](XorSolution::block_bytes), and none of them does better.
    Exhausted,
    /// The search did not end within its budget, or the accesses are not linear over XOR. A better map may exist.
    Undecided,
}

/// The best XOR map that is known for a set of accesses.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::Access;
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::swizzle::{Options, Verdict, solve_xor};
///
/// // f32, written by rows in vectors of 16 bytes, and read by columns of single elements: the banks have
/// // places for 8 vectors, so that 4 of the 32 lanes of a column share one.
/// let tile = layout!((32,32):(32,1));
/// let accesses = [
///     Access::store(&layout!(((8,4),4):((128,1),32)), 16)?,
///     Access::load(&layout!((32,1):(1,0)), 4)?,
/// ];
/// let best = solve_xor(&tile, &accesses, 32, &Machine::NVIDIA, &Options::default())?;
/// assert_eq!((best.wavefronts, best.ideal, best.verdict), (8, 5, Verdict::Optimal));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct XorSolution {
    /// The map, on elements: it goes in front of the layout. Its wavefronts were counted.
    pub map: XorMap,
    /// The swizzle that is the same map, if there is one.
    pub swizzle: Option<Swizzle>,
    /// Wavefronts of all iterations of all accesses behind it.
    pub wavefronts: u64,
    /// What the same accesses cost without conflicts.
    pub ideal: u64,
    /// The fewest wavefronts that any linear map can reach.
    pub lower: LowerBound,
    /// The bytes of the aligned blocks that the search kept whole: the widest vector, and at least a word of a
    /// bank.
    pub block_bytes: u32,
    /// Whether there is a better map.
    pub verdict: Verdict,
    /// The best that swizzles reach.
    pub family: Solution,
}

/// The XOR map that, put in front of a layout, makes a set of accesses cost the fewest wavefronts.
///
/// Where the best swizzle reaches the lower bound, that is the answer. Else a map is built: for two accesses
/// one that reaches the bound always exists, where both are linear over XOR and the lanes of each differ by the
/// same in all iterations; for more of them a search decides. No map is returned whose wavefronts have not been
/// counted.
///
/// # Errors
/// As [`solve`](super::solve).
pub fn solve_xor<'a>(
    layout: impl Into<LayoutRef<'a>>,
    accesses: &[Access],
    bits: u32,
    machine: &Machine<'_>,
    options: &Options,
) -> Result<XorSolution, SwizzleError> {
    let problem = Problem::new(layout.into(), accesses, bits, machine)?;
    let gather = gather(&problem, options)?;
    let family = solution(&problem, &gather)?;
    let plan = Plan::of(&gather);
    let mut best = XorSolution {
        map: XorMap::of(&family.least),
        swizzle: Some(family.least),
        wavefronts: family.wavefronts,
        ideal: family.ideal,
        lower: family.lower,
        block_bytes: 1 << (plan.block + bits.ilog2() - plan.scale.element).saturating_sub(3),
        verdict: Verdict::Undecided,
        family,
    };
    if family.is_optimal() {
        best.verdict = Verdict::Optimal;
        return Ok(best);
    }
    // Vectors that are split as the layout stands are kept by no block map.
    let Some(demands) = plan.demands.filter(|_| gather.split.is_none()) else {
        return Ok(best);
    };
    let known = family.wavefronts.saturating_sub(gather.unclassed_least);
    let found = search(&demands, plan.bits, known, BUDGET);
    if let Some((columns, _)) = found.best {
        let map = plan.complete(&demands, &columns)?;
        let mut count = Count::new(gather.units, |offset| map.apply(offset));
        problem.visit(Iterations::All, &mut { READ }, &mut count)?;
        if count.kept && count.wavefronts < best.wavefronts {
            (best.map, best.swizzle, best.wavefronts) = (map, map.to_swizzle(), count.wavefronts);
        }
    }
    best.verdict = if best.wavefronts <= best.lower.wavefronts {
        Verdict::Optimal
    } else if found.complete && gather.unclassed == 0 {
        Verdict::Exhausted
    } else {
        Verdict::Undecided
    };
    Ok(best)
}

/// Blocks, rows, and what is asked of them.
struct Plan {
    scale: Scale,
    /// log2 of the units of a block.
    block: u32,
    /// Bits above a block.
    bits: u32,
    /// What phases ask for; none where they are too many, or not linear.
    demands: Option<Demands>,
}

impl Plan {
    fn of(gather: &Gather) -> Plan {
        let scale = Scale::of(gather);
        let block = (gather.widest() + scale.element).max(scale.word);
        let offset_bits = gather.bounds.offset_bits;
        let bits = (offset_bits + scale.element).saturating_sub(block);
        let mut demands = Some(Demands::NONE);
        for (class, count) in gather.classes() {
            // Offsets of both signs differ in bits that no map changes.
            let inside = class.space.basis().iter().all(|vector| vector >> offset_bits == 0);
            let (rows, space) = scale.above(&scale.differences(class), block, class.banks);
            demands = demands
                .filter(|_| inside)
                .and_then(|mut all| all.add(space, rows.min(bits), *count).then_some(all));
        }
        Plan { scale, block, bits, demands }
    }

    /// The bijection of offsets whose bank rows are these.
    ///
    /// Rows are linear functions of the bits above a block. Elimination gives each of them a bit of its own,
    /// the lowest that it has, and numbers the rows by it; the other bits follow above the rows, in their
    /// order. So where the rows own the lowest bits, all bits stay, and higher ones are XORed onto the rows.
    fn complete(&self, demands: &Demands, columns: &Columns) -> Result<XorMap, SwizzleError> {
        let mut rows = [0_u64; MOST_B as usize];
        let count = (demands.rows() as usize).min(rows.len());
        for (row, function) in rows[..count].iter_mut().enumerate() {
            for (bit, column) in columns.iter().enumerate() {
                *function |= (column >> row & 1) << bit;
            }
        }
        let (mut owned, mut begin) = (0_u64, 0);
        while let Some(end) = demands.segment_end(begin as u32).map(|end| end as usize) {
            for row in begin..end.min(count) {
                for before in 0..row {
                    let own = rows[before] & rows[before].wrapping_neg();
                    if rows[row] & own != 0 {
                        rows[row] ^= rows[before];
                    }
                }
                if rows[row] == 0 {
                    // No phase needs it: any bit will do.
                    rows[row] = !owned & (owned + 1);
                }
                let own = rows[row] & rows[row].wrapping_neg();
                owned |= own;
                // Only rows that all the same accesses see may be mixed.
                for before in begin..row {
                    if rows[before] & own != 0 {
                        rows[before] ^= rows[row];
                    }
                }
            }
            rows[begin..end.min(count)].sort_unstable_by_key(|row| row.trailing_zeros());
            begin = end;
        }
        let element_bits = (self.block - self.scale.element) as usize;
        let (mut out, mut next) = ([0; 63], count);
        let len = (element_bits + self.bits as usize).min(out.len());
        for (i, column) in out[..len].iter_mut().enumerate() {
            let Some(bit) = i.checked_sub(element_bits) else {
                *column = 1 << i;
                continue;
            };
            for (row, function) in rows[..count].iter().enumerate() {
                *column |= ((function >> bit & 1) << (row + element_bits)) as i64;
            }
            if owned >> bit & 1 == 0 {
                *column |= 1 << (next + element_bits);
                next += 1;
            }
        }
        Ok(XorMap::new(&out[..len])?)
    }
}
