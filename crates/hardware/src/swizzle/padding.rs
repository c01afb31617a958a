//! Padding instead of a swizzle: rows moved apart, and what that costs.

use tilework::{Layout, LayoutRef, Mode, Tuple};

use super::count::Count;
use super::error::SwizzleError;
use super::visit::{Iterations, Problem, READ};
use crate::access::Access;
use crate::machine::{Certainty, Machine};

/// The most paddings that are tried.
const CANDIDATES: u32 = 1024;

/// Which paddings are tried.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PaddingOptions {
    /// Rows are moved apart by multiples of this; by default the widest vector, which keeps all of them aligned.
    pub step_bytes: Option<u32>,
    /// By no more than this; by default one row of all banks, after which the banks repeat.
    pub most_bytes: Option<u32>,
}

/// The least padding with the fewest wavefronts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Padding {
    /// Wavefronts of all iterations of all accesses.
    pub wavefronts: u64,
    /// What the same accesses cost without conflicts.
    pub ideal: u64,
    /// Bytes that each row is longer.
    pub pad_bytes: u32,
    /// How many rows there are.
    pub rows: i64,
    /// Bytes of shared memory that are lost, in all rows together.
    pub lost_bytes: i64,
    /// The padded layout.
    pub layout: Layout,
    /// Wavefronts without padding; `None` where vectors are split.
    pub unpadded: Option<u64>,
    /// How many paddings were tried, 0 included.
    pub candidates: u32,
    /// The step between them.
    pub step_bytes: u32,
    /// The least certain fact about the machine that all this depends on.
    pub certainty: Certainty,
}

/// The padding of rows that makes a set of accesses cost the fewest wavefronts, over all their iterations.
///
/// A row is what is contiguous: the elements up to the least stride of another mode than the one with the least
/// stride. Every stride of so much or more has to be a whole number of rows, and grows by the padding of each.
/// So a layout of two modes of either order has one padding between its rows or columns, and of a layout in
/// blocks the rows of a block are padded. Accesses keep their indices.
///
/// # Errors
/// [`SwizzleError`]: as [`solve`](super::solve), [`NoRows`](SwizzleError::NoRows),
/// [`NotInjective`](SwizzleError::NotInjective), [`PaddingStep`](SwizzleError::PaddingStep).
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::{Access, Matrices};
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::swizzle::{PaddingOptions, solve_padding};
///
/// let tile = layout!((64,64):(64,1));
/// let accesses = [
///     Access::along(&tile, 1, 16, 16, Direction::Store, 32)?,
///     Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load)?,
/// ];
/// let padding = solve_padding(&tile, &accesses, 16, &Machine::NVIDIA, &PaddingOptions::default())?;
/// assert_eq!((padding.pad_bytes, padding.lost_bytes), (16, 1024));
/// assert_eq!(padding.layout, layout!((64,64):(72,1)));
/// assert_eq!((padding.wavefronts, padding.ideal), (128, 128));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve_padding(
    layout: &Layout,
    accesses: &[Access],
    bits: u32,
    machine: &Machine<'_>,
    options: &PaddingOptions,
) -> Result<Padding, SwizzleError> {
    let problem = Problem::new(LayoutRef::Plain(layout), accesses, bits, machine)?;
    let rows = Rows::of(layout)?;
    let step_bytes = options.step_bytes.unwrap_or(problem.widest_bytes().max(bits / 8));
    let most_bytes =
        options.most_bytes.unwrap_or(problem.most_banks().saturating_mul(machine.bank_bytes));
    let step_bits = u64::from(step_bytes) * 8;
    if step_bytes == 0 || !step_bits.is_multiple_of(u64::from(bits)) {
        return Err(SwizzleError::PaddingStep { step_bytes, bits });
    }
    let step = (step_bits / u64::from(bits)) as i64;
    let candidates = (most_bytes / step_bytes).saturating_add(1);
    if candidates > CANDIDATES {
        return Err(SwizzleError::Budget { budget: u64::from(CANDIDATES) });
    }
    let (mut best, mut split, mut unpadded, mut work) = (None::<Padding>, None, None, 4 * READ);
    for i in 0..candidates {
        let padded = rows.padded(layout, i64::from(i) * step)?;
        let problem = Problem { layout: LayoutRef::Plain(&padded), ..problem };
        let mut count = Count::new(problem.units(), |offset| offset);
        let broken = problem.visit(Iterations::All, &mut work, &mut count)?;
        split = split.or(broken);
        if broken.is_some() {
            continue;
        }
        if i == 0 {
            unpadded = Some(count.wavefronts);
        }
        if best.is_none_or(|best| count.wavefronts < best.wavefronts) {
            let pad_bytes = i * step_bytes;
            best = Some(Padding {
                wavefronts: count.wavefronts,
                ideal: count.ideal,
                pad_bytes,
                rows: rows.count,
                lost_bytes: rows.count.saturating_mul(i64::from(pad_bytes)),
                layout: padded,
                unpadded,
                candidates,
                step_bytes,
                certainty: problem.certainty(),
            });
        }
    }
    match (best, split) {
        (Some(best), _) => Ok(best),
        (None, Some((access, error))) => Err(SwizzleError::NoneKeepsVectors { access, error }),
        (None, None) => Err(SwizzleError::NoAccess),
    }
}

/// The rows of a layout.
struct Rows {
    /// Elements from row to row.
    row: i64,
    /// How many there are.
    count: i64,
}

impl Rows {
    fn of(layout: &Layout) -> Result<Rows, SwizzleError> {
        let none = SwizzleError::NoRows { stride: 0, row: 0 };
        let moves = |mode: &Mode| mode.extent > 1 && mode.stride != 0;
        let least = |modes: &[Mode]| {
            modes.iter().filter(|mode| moves(mode)).map(|mode| mode.stride.unsigned_abs()).min()
        };
        let modes = || layout.modes().enumerate();
        let least_of = |i: usize| layout.mode(i).ok().and_then(|mode| least(mode.leaf_modes()));
        let contiguous = modes()
            .filter_map(|(i, _)| Some((least_of(i)?, i)))
            .min()
            .map(|(_, i)| i)
            .ok_or(none)?;
        let others =
            modes().filter(|&(i, _)| i != contiguous).filter_map(|(i, _)| least_of(i)).min();
        let row = match others {
            Some(row) => row,
            // All in one mode: the second stride.
            None => {
                let first = least(layout.leaf_modes()).ok_or(none)?;
                let strides = layout.leaf_modes().iter().filter(|mode| moves(mode));
                let strides = strides.map(|mode| mode.stride.unsigned_abs());
                strides.filter(|&stride| stride > first).min().ok_or(none)?
            }
        };
        let row = i64::try_from(row).map_err(|_| none)?;
        let mut count = 1_i64;
        for mode in layout.leaf_modes().iter().filter(|mode| moves(mode)) {
            if mode.stride.unsigned_abs() >= row.unsigned_abs() {
                if mode.stride % row != 0 {
                    return Err(SwizzleError::NoRows { stride: mode.stride, row });
                }
                count = count.saturating_mul(mode.extent);
            }
        }
        match layout.filter_zeros().collision()? {
            Some((first, second)) => {
                let [first, second] = [first, second].map(|index| unfiltered(layout, index));
                Err(SwizzleError::NotInjective { first, second })
            }
            None => Ok(Rows { row, count }),
        }
    }

    /// The layout with `pad` more elements from row to row.
    fn padded(&self, layout: &Layout, pad: i64) -> Result<Layout, SwizzleError> {
        let mut strides = [0; tilework::limits::MAX_MODES];
        let strides = &mut strides[..layout.length().min(tilework::limits::MAX_MODES)];
        for (stride, mode) in strides.iter_mut().zip(layout.leaf_modes()) {
            let rows = if mode.stride % self.row == 0 { mode.stride / self.row } else { 0 };
            let more = rows.checked_mul(pad).and_then(|more| mode.stride.checked_add(more));
            *stride = more.ok_or(SwizzleError::TooLarge { offset_bits: i64::BITS })?;
        }
        let stride = Tuple::from_slice(strides)?.unflatten(&layout.stride())?;
        Ok(Layout::from_tuples(&layout.shape(), &stride)?)
    }
}

/// The index of a layout at the coordinates that index `rest` has in the layout without modes that stay in place.
fn unfiltered(layout: &Layout, mut rest: i64) -> i64 {
    let (mut index, mut place) = (0_i64, 1_i64);
    for mode in layout.leaf_modes() {
        let extent = if mode.stride == 0 { 1 } else { mode.extent };
        index += rest % extent * place;
        rest /= extent;
        place = place.saturating_mul(mode.extent);
    }
    index
}
