//! The worst case over all places at which a memory may begin.
//!
//! Where sectors and lines begin depends on the base modulo the bytes of a line only. A base that is some multiple of an
//! alignment leaves, modulo a line, exactly the multiples of their greatest common divisor.

use tilework::LayoutRef;

use super::report::{FIRST, Report, check, report_from};
use crate::access::{Access, AccessError, BUDGET, Plan};
use crate::machine::Machine;

/// The base at which an access costs most, of all multiples of an alignment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct WorstBase {
    /// The first base with the most sectors, and of these with the most lines; below the bytes of a line.
    pub base_bytes: i64,
    /// What the access costs there.
    pub report: Report,
    /// The fewest sectors that it costs at any base.
    pub least_sectors: u64,
    /// How many bases differ, as far as sectors and lines are concerned.
    pub bases: u32,
}

/// What an access costs at most, in the first iteration, where the memory begins at any multiple of `align_bytes`. The
/// base of [`Access::based_at`] is added.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::Access;
/// use tilework_hardware::global::worst_base;
/// use tilework_hardware::machine::Machine;
///
/// let row = Access::load(&layout!((32,1):(1,0)), 4)?;
/// let memory = layout!(1024:1);
/// let worst = worst_base(&memory, &row, 32, &Machine::NVIDIA, 16)?;
/// assert_eq!((worst.base_bytes, worst.report.sectors, worst.least_sectors), (16, 5, 4));
/// assert_eq!(worst_base(&memory, &row, 32, &Machine::NVIDIA, 256)?.report.sectors, 4);
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
///
/// # Errors
/// As [`report`](super::report()); [`AccessError::Misaligned`] also where some multiple of the alignment is no
/// multiple of the width.
pub fn worst_base<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
    align_bytes: u32,
) -> Result<WorstBase, AccessError> {
    check(machine, access)?;
    let width_bytes = access.width_bytes();
    let plan = Plan::new(access, memory.into(), bits, machine.lanes)?;
    let align_bytes = align_bytes.max(1);
    let step = gcd(align_bytes, machine.line_bytes.max(1));
    let bases = machine.line_bytes.max(1) / step;
    // Elements of an iteration, as often as there are bases.
    let elements = i128::from(plan.threads())
        * i128::from(plan.vectors())
        * i128::from(plan.elements())
        * i128::from(bases);
    if elements > i128::from(BUDGET) {
        return Err(AccessError::Budget { elements, budget: BUDGET });
    }
    let first = report_from(&plan, machine, 0, 0)?;
    if !align_bytes.is_multiple_of(width_bytes) {
        // The vectors are aligned at base 0, and so at the first multiple of the alignment they are not.
        let address_bytes = plan.request(0, 0, 0)?.lanes().next().map_or(0, |(_, address)| address);
        let address_bytes = address_bytes.saturating_add(align_bytes.into());
        return Err(AccessError::Misaligned { at: FIRST, address_bytes, width_bytes });
    }
    let mut worst = WorstBase { base_bytes: 0, report: first, least_sectors: first.sectors, bases };
    for i in 1..bases {
        let base_bytes = i64::from(i) * i64::from(step);
        let report = report_from(&plan, machine, 0, base_bytes)?;
        worst.least_sectors = worst.least_sectors.min(report.sectors);
        if (report.sectors, report.lines) > (worst.report.sectors, worst.report.lines) {
            worst = WorstBase { base_bytes, report, ..worst };
        }
    }
    Ok(worst)
}

const fn gcd(mut a: u32, mut b: u32) -> u32 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}
