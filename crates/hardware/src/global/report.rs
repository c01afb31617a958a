//! The report of an access: all instructions of one iteration.

use core::fmt;

use tilework::LayoutRef;

use super::count::{Counts, Fraction, count_from};
use crate::access::{Access, AccessError, Instruction, Place, Plan, Request};
use crate::machine::{Certainty, Fact, Machine};

/// What an access costs in global memory: all instructions of one iteration.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::Access;
/// use tilework_hardware::global::report;
/// use tilework_hardware::machine::Machine;
///
/// // Two rows of 200 bytes, 16 lanes each.
/// let access = Access::load(&layout!(((16,2),4):((512,1),128)), 8)?;
/// let found = report(&layout!((128,100):(100,1)), &access, 16, &Machine::NVIDIA)?;
/// assert_eq!(found.to_string(), "9 sectors, ideal 8 (8/9); 3 lines");
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Report {
    /// Instructions of all warps.
    pub instructions: u64,
    /// Different sectors of each instruction, summed.
    pub sectors: u64,
    /// Different lines of each instruction, summed.
    pub lines: u64,
    /// Different bytes of each instruction, summed.
    pub bytes: u64,
    /// Sectors that the bytes of each instruction fill, summed.
    pub ideal: u64,
    /// Bytes that were asked for, of the bytes of all sectors.
    pub efficiency: Fraction,
    /// Whether no instruction touches more sectors than its bytes fill.
    pub coalesced: bool,
    /// Whether in every instruction all lanes touch the same bytes. Its efficiency says nothing then.
    pub broadcast: bool,
    /// The first instruction of the first warp.
    pub first: Counts,
    /// Whether all instructions cost the same.
    pub same: bool,
    /// The instruction with the most sectors beyond the ideal, where one has any.
    pub worst: Option<Worst>,
    /// How well sectors and lines are known.
    pub certainty: Certainty,
}

/// An instruction that touches more sectors than its bytes fill.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worst {
    /// Which instruction of its warp.
    pub instruction: i64,
    /// The warp.
    pub warp: i64,
    /// What it costs.
    pub counts: Counts,
    /// The addresses of its lanes, at the base of the access.
    pub request: Request,
}

/// `9 sectors, ideal 8 (8/9); 3 lines`, or `1 sector, broadcast; 1 line`.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = |count: u64| if count == 1 { "" } else { "s" };
        write!(f, "{} sector{}, ", self.sectors, plural(self.sectors))?;
        match self.broadcast {
            true => f.write_str("broadcast")?,
            false => write!(f, "ideal {} ({})", self.ideal, self.efficiency)?,
        }
        write!(f, "; {} line{}", self.lines, plural(self.lines))
    }
}

/// What an access to global memory of this layout costs: all instructions of all warps, in the first iteration. The base
/// of the memory is that of [`Access::based_at`].
///
/// # Errors
/// What [`Plan::request`] refuses, above all [`AccessError::Misaligned`] and [`AccessError::NotContiguous`];
/// [`AccessError::Width`] for a width that the machine has not; [`AccessError::NoMatrices`]; [`AccessError::Budget`].
pub fn report<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<Report, AccessError> {
    report_iteration(memory, access, bits, machine, 0)
}

/// [`report`] for another iteration.
///
/// # Errors
/// As [`report`], and where there is no such iteration.
pub fn report_iteration<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
    iteration: i64,
) -> Result<Report, AccessError> {
    check(machine, access)?;
    let plan = Plan::new(access, memory.into(), bits, machine.lanes)?;
    report_from(&plan, machine, iteration, 0)
}

/// Whether the machine can do that in global memory.
pub(super) fn check(machine: &Machine<'_>, access: &Access) -> Result<(), AccessError> {
    machine.check()?;
    if let Instruction::Matrix(matrices) = access.instruction() {
        let (direction, rows_16) = (access.direction(), matrices.is_16_rows());
        return Err(AccessError::NoMatrices { direction, rows_16 });
    }
    check_width(machine.global_widths_bytes, access.width_bytes())
}

/// Whether a width is among those of a machine.
pub(super) fn check_width(widths_bytes: &[u32], width_bytes: u32) -> Result<(), AccessError> {
    if widths_bytes.contains(&width_bytes) {
        return Ok(());
    }
    let nearest = widths_bytes.iter().min_by_key(|width| width.abs_diff(width_bytes));
    Err(AccessError::Width { width_bytes, nearest_bytes: nearest.copied().unwrap_or(0) })
}

/// The report of an iteration, with every address larger by `base`, which is a multiple of the width.
pub(super) fn report_from(
    plan: &Plan<'_>,
    machine: &Machine<'_>,
    iteration: i64,
    base: i64,
) -> Result<Report, AccessError> {
    let mut sum: Option<Report> = None;
    let request = |vector, warp| plan.request(iteration, vector, warp);
    let is_late = |error: &AccessError| {
        matches!(error, AccessError::Misaligned { .. } | AccessError::SplitByte { .. })
    };
    plan.visit(is_late, request, |request, instruction, warp| {
        let counts = count_from(request, machine, base);
        add(&mut sum, machine, Worst { instruction, warp, counts, request: *request });
    })?;
    // No access is without threads and values.
    sum.ok_or(AccessError::Overflow)
}

fn add(sum: &mut Option<Report>, machine: &Machine<'_>, new: Worst) {
    let counts = new.counts;
    let report = sum.get_or_insert(Report {
        instructions: 0,
        sectors: 0,
        lines: 0,
        bytes: 0,
        ideal: 0,
        efficiency: Fraction::new(0, 1),
        coalesced: true,
        broadcast: true,
        first: counts,
        same: true,
        worst: None,
        certainty: Certainty { confidence: machine.sectors_confidence, fact: Fact::Sectors },
    });
    // An answer reads at most 2^22 elements, so that no sum overflows.
    report.instructions += 1;
    report.sectors += u64::from(counts.sectors);
    report.lines += u64::from(counts.lines);
    report.bytes += u64::from(counts.bytes);
    report.ideal += u64::from(counts.ideal);
    report.efficiency =
        Fraction::new(report.bytes, report.sectors * u64::from(machine.sector_bytes));
    report.coalesced &= counts.is_coalesced();
    report.broadcast &= counts.broadcast;
    // A broadcast costs as much as a lane alone.
    report.same &= counts == Counts { broadcast: counts.broadcast, ..report.first };
    let beyond = |worst: &Worst| worst.counts.sectors - worst.counts.ideal;
    if beyond(&new) > report.worst.as_ref().map_or(0, beyond) {
        report.worst = Some(new);
    }
}

/// The place of the first vector.
pub(super) const FIRST: Place = Place { iteration: 0, thread: 0, lane: 0, value: 0 };
