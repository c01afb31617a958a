//! The best swizzles of a family, with the proof that there is no better one: all of them were judged.

use tilework::{AnyLayout, LayoutRef, Outer, Swizzle};

use super::bound::{LowerBound, lower_bound};
use super::count::Count;
use super::error::SwizzleError;
use super::family::{Bounds, MOST_B, MOST_CANDIDATES, OFFSET_BITS};
use super::gather::{BUDGET, Gather};
use super::visit::{Iterations, Problem, READ};
use crate::access::Access;
use crate::canonical::{CanonicalAtom, SwizzleMode};
use crate::machine::{Certainty, Machine};

/// What else is a candidate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Options {
    /// Also swizzles with a shift below 0, which XOR lower bits onto higher ones.
    pub negative: bool,
}

/// The swizzles of a family with the fewest wavefronts.
///
/// All candidates inside the [`bounds`](Solution::bounds) have been judged, over all iterations of all accesses, so
/// that none of them is better is a fact and no heuristic; [`broken`](Solution::broken) and
/// [`worse`](Solution::worse) say how many were excluded, and why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Wavefronts of all iterations of all accesses, behind each of the best swizzles.
    pub wavefronts: u64,
    /// What the same accesses cost without conflicts.
    pub ideal: u64,
    /// The same for the first iteration of each access, behind [`least`](Solution::least).
    pub first: FirstIteration,
    /// The best swizzle with the least `B`; among these the least `|S|`, then the least `M`. On elements.
    pub least: Swizzle,
    /// How many candidates are best.
    pub count: usize,
    /// How many candidates were judged, with the identity.
    pub candidates: usize,
    /// How many of them split a vector, or leave it at an address that is no multiple of its width.
    pub broken: usize,
    /// How many of them need more wavefronts.
    pub worse: usize,
    /// Wavefronts without a swizzle; `None` where vectors are split.
    pub unswizzled: Option<u64>,
    /// The fewest wavefronts that any linear map can reach.
    pub lower: LowerBound,
    /// Which swizzles are candidates.
    pub bounds: Bounds,
    /// Bits of an element.
    pub element_bits: u32,
    /// The canonical atom of wgmma, tcgen05 and TMA that the layout behind [`least`](Solution::least) is tiled
    /// with.
    pub atom: Option<CanonicalAtom>,
    /// The least certain fact about the machine that all this depends on.
    pub certainty: Certainty,
    /// The fewest wavefronts by `B`.
    by_b: [Option<u64>; MOST_B as usize + 1],
    /// The best candidates, a bit for each.
    best: [u64; MOST_CANDIDATES.div_ceil(64)],
}

/// What the first iteration of each access costs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct FirstIteration {
    /// Wavefronts.
    pub wavefronts: u64,
    /// Wavefronts without conflicts.
    pub ideal: u64,
}

impl Solution {
    /// All best swizzles, on elements, by `B`, then `M`, then `S`.
    pub fn all(&self) -> impl Iterator<Item = Swizzle> + '_ {
        let chosen = |i: usize| self.best.get(i / 64).is_some_and(|word| word >> (i % 64) & 1 == 1);
        self.bounds.iter().enumerate().filter(move |&(i, _)| chosen(i)).map(|(_, swizzle)| swizzle)
    }

    /// The fewest wavefronts of the candidates that XOR exactly `b` bits; `None` where all of them split
    /// vectors, or there are none.
    pub fn best_with(&self, b: u32) -> Option<u64> {
        self.by_b.get(b as usize).copied().flatten()
    }

    /// Whether it has no conflicts.
    pub fn is_conflict_free(&self) -> bool {
        self.wavefronts == self.ideal
    }

    /// Whether no linear map that keeps all aligned vectors does better, as the [lower bound](Solution::lower)
    /// proves. Where it does not, [`solve_xor`](super::solve_xor) may find one.
    pub fn is_optimal(&self) -> bool {
        self.wavefronts <= self.lower.wavefronts
    }

    /// The [least](Solution::least) swizzle on bytes, as CuTe prints it; `None` where it moves parts of bytes.
    pub fn least_on_bytes(&self) -> Option<Swizzle> {
        on_bytes(&self.least, self.element_bits)
    }

    /// The best swizzles that are modes of wgmma, tcgen05 and TMA for elements of this width, as far as
    /// swizzles go: whether the layout has the rows of such a mode is what [`atom`](Solution::atom) says.
    pub fn modes(&self) -> impl Iterator<Item = (Swizzle, SwizzleMode)> + '_ {
        let named =
            |swizzle| Some((swizzle, SwizzleMode::of_swizzle(&swizzle, self.element_bits)?));
        self.all().filter_map(named)
    }
}

/// A swizzle of elements of `bits` bits on bytes.
pub(crate) fn on_bytes(swizzle: &Swizzle, bits: u32) -> Option<Swizzle> {
    let cast = if bits >= 8 {
        swizzle.downcast(i64::from(bits / 8))
    } else {
        swizzle.upcast(i64::from(8 / bits.max(1)))
    };
    cast.ok()
}

/// The swizzles that, put in front of a layout, make a set of accesses cost the fewest wavefronts: all
/// iterations of all of them, and every one keeps its vectors.
///
/// A candidate `Sw` is judged as `Sw o layout`. So where the layout is composed already, the identity stands
/// for it as it is; to replace its swizzle, give the layout [inside](LayoutRef::inner). The memory begins at an
/// address that is a multiple of all that matters.
///
/// The bounds of the search are [`Bounds`]. Where no offset is negative and the banks are a power of two, they
/// leave out no shift above 0: bits above the largest offset are 0, and a swizzle of more bits than the number
/// of a bank has reaches the same banks as one inside the bounds.
///
/// # Errors
/// [`SwizzleError`]: no access, elements of a width that is no power of two, accesses that the machine does not
/// have or that leave the layout, and layouts and accesses too large to be judged.
///
/// ```
/// use tilework::{Swizzle, layout};
/// use tilework_hardware::access::{Access, Matrices};
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::swizzle::{Options, solve};
///
/// // A tile of fp16, written by rows in vectors of 16 bytes, and read by ldmatrix.x4.
/// let tile = layout!((64,64):(64,1));
/// let accesses = [
///     Access::along(&tile, 1, 16, 16, Direction::Store, 32)?,
///     Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load)?,
/// ];
/// let solution = solve(&tile, &accesses, 16, &Machine::NVIDIA, &Options::default())?;
/// assert_eq!(solution.least, Swizzle::new(3, 3, 3)?);
/// assert_eq!((solution.count, solution.candidates), (1, 161));
/// assert_eq!((solution.wavefronts, solution.ideal), (128, 128));
/// assert_eq!((solution.first.wavefronts, solution.first.ideal), (8, 8));
/// assert_eq!(solution.atom.unwrap().to_string(), "SW128 K-major");
/// assert_eq!(solution.least_on_bytes(), Some(Swizzle::new(3, 4, 3)?));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve<'a>(
    layout: impl Into<LayoutRef<'a>>,
    accesses: &[Access],
    bits: u32,
    machine: &Machine<'_>,
    options: &Options,
) -> Result<Solution, SwizzleError> {
    let problem = Problem::new(layout.into(), accesses, bits, machine)?;
    solution(&problem, &gather(&problem, options)?)
}

/// Reads all phases.
pub(crate) fn gather(problem: &Problem<'_>, options: &Options) -> Result<Gather, SwizzleError> {
    let (least, most) = problem.layout.bounds()?;
    // In two's complement a negative offset has the bits of the number before its opposite.
    let offset_bits = u64::BITS - (most.max(!least).max(0) as u64).leading_zeros();
    if offset_bits > OFFSET_BITS {
        return Err(SwizzleError::TooLarge { offset_bits });
    }
    let most_b = problem.most_banks().next_power_of_two().ilog2().min(MOST_B);
    let bounds = Bounds { offset_bits, most_b, negative: options.negative };
    let mut gather = Gather::new(problem.units(), bounds);
    gather.split = problem.visit(Iterations::All, &mut { READ }, &mut gather)?;
    if gather.is_exhausted() {
        return Err(SwizzleError::Budget { budget: BUDGET });
    }
    Ok(gather)
}

/// Judges all candidates.
pub(crate) fn solution(problem: &Problem<'_>, gather: &Gather) -> Result<Solution, SwizzleError> {
    let bounds = gather.bounds;
    let mut wavefronts = u64::MAX;
    let (mut by_b, mut unswizzled) = ([None; MOST_B as usize + 1], None);
    let (mut best, mut least, mut count) = ([0; MOST_CANDIDATES.div_ceil(64)], None, 0);
    let (mut broken, mut candidates) = (0, 0);
    for (i, (swizzle, total)) in gather.totals().enumerate() {
        candidates += 1;
        let Some(total) = total else {
            broken += 1;
            continue;
        };
        if swizzle.is_identity() {
            unswizzled = Some(total);
        }
        let of_b: &mut Option<u64> = &mut by_b[swizzle.bits() as usize];
        *of_b = Some(of_b.map_or(total, |known| known.min(total)));
        if total < wavefronts {
            (wavefronts, best, least, count) = (total, [0; _], None, 0);
        }
        if total == wavefronts {
            best[i / 64] |= 1 << (i % 64);
            count += 1;
            let order = |s: &Swizzle| (s.bits(), s.shift().unsigned_abs(), s.base());
            if least.as_ref().is_none_or(|known| order(&swizzle) < order(known)) {
                least = Some(swizzle);
            }
        }
    }
    let Some(least) = least else {
        return Err(match gather.split {
            Some((access, error)) => SwizzleError::NoneKeepsVectors { access, error },
            // Where all vectors are whole, the identity keeps them.
            None => SwizzleError::NoAccess,
        });
    };
    let mut first = Count::new(gather.units, |offset| least.apply(offset));
    problem.visit(Iterations::First, &mut { READ }, &mut first)?;
    Ok(Solution {
        wavefronts,
        ideal: gather.ideal,
        first: FirstIteration { wavefronts: first.wavefronts, ideal: first.ideal },
        least,
        count,
        candidates,
        broken,
        worse: candidates - broken - count,
        unswizzled,
        lower: lower_bound(gather),
        bounds,
        element_bits: problem.bits,
        atom: atom(problem.layout, &least, problem.bits),
        certainty: problem.certainty(),
        by_b,
        best,
    })
}

/// The canonical atom that a layout behind a swizzle is tiled with.
fn atom(layout: LayoutRef<'_>, swizzle: &Swizzle, bits: u32) -> Option<CanonicalAtom> {
    if swizzle.is_identity() {
        return CanonicalAtom::of(layout, bits);
    }
    let layout = match layout {
        LayoutRef::Plain(layout) => AnyLayout::Plain(*layout),
        LayoutRef::Composed(composed) => AnyLayout::Composed(*composed),
    };
    CanonicalAtom::of(&layout.after(&Outer::Swizzle(*swizzle), 0).ok()?, bits)
}
