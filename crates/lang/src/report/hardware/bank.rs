//! Requests about shared memory: `bank`, `ldmatrix`, `addresses`, `closed_form`.

use serde_json::{Value as Json, json};
use tilework::Layout;
use tilework_hardware::access::{Access, AccessError, Instruction, Plan};
use tilework_hardware::machine::Direction;
use tilework_hardware::shared::{self, Linear, Rank, Report, Service};

use super::access::{placed, rows, vectors};
use super::fields::{Answer, Fields, refused, usage};
use super::machine::{lanes, machine};
use crate::Diagnostic;

/// What was found; that an access is misaligned is a finding, too.
pub(super) fn found<T>(found: Result<T, AccessError>, answer: impl FnOnce(T) -> Json) -> Answer {
    match found {
        Ok(found) => Ok(answer(found)),
        Err(error) if error.name() == "misaligned" => Ok(json!({ "error": "misaligned" })),
        Err(error) => Err(refused(error)),
    }
}

/// Vectors of threads and values.
pub(super) fn bank(fields: Fields<'_>) -> Answer {
    let (memory, bits) = (fields.layout("smem")?, fields.count("bits")?);
    let access = vectors(fields)?.merging(fields.truth_or("merge", false)?);
    let report = machine(fields)?.with(|machine| shared::report(&memory, &access, bits, machine));
    found(report, |report| {
        json!({
            "instructions": report.instructions,
            "wavefronts": report.wavefronts,
            "ideal": report.ideal,
            "conflicts": report.conflicts,
            "ways": report.ways,
            "first": report.first.as_slice(),
            "same": report.same,
        })
    })
}

/// The rows of matrices.
pub(super) fn ldmatrix(fields: Fields<'_>) -> Answer {
    let (memory, bits) = (fields.layout("smem")?, fields.count("bits")?);
    let access = rows(fields, &memory)?;
    let report = machine(fields)?.with(|machine| shared::report(&memory, &access, bits, machine));
    found(report, phases)
}

/// Byte addresses.
pub(super) fn addresses(fields: Fields<'_>) -> Answer {
    let ((addresses, start), width) = (placed(fields, "addresses")?, fields.count("width")?);
    let active = fields.get("active").map_or(Ok(u64::MAX), lanes)?;
    let access = Access::addresses(&addresses, width, fields.direction_or_load("dir")?)
        .from_index(start)
        .active(active)
        .merging(fields.truth_or("merge", false)?);
    let none = Layout::UNIT;
    let report = machine(fields)?.with(|machine| shared::report(&none, &access, 8, machine));
    found(report, phases)
}

fn phases(report: Report) -> Json {
    json!({
        "wavefronts": report.wavefronts,
        "ideal": report.ideal,
        "ways": report.ways,
        "per_phase": report.first.as_slice(),
    })
}

/// The ranks of one phase whose lanes have the first indices of the memory.
pub(super) fn closed_form(fields: Fields<'_>) -> Answer {
    let (memory, bits) = (fields.layout("smem")?, fields.count("bits")?);
    let (width_bytes, count) = (fields.count("width")?, fields.count("lanes")?);
    if !count.is_power_of_two() || count > 64 {
        return Err(usage(format!("`lanes` has to be a power of two up to 64, not {count}")));
    }
    let elements = i64::from(width_bytes.saturating_mul(8).checked_div(bits).unwrap_or(0)).max(1);
    let step = Access::neighbour_step(&memory);
    let tv = Layout::new(i64::from(count), 1)
        .and_then(|lanes| Layout::concat(&[lanes, Layout::new(elements, step)?]))
        .map_err(refused)?;
    let access = Access::load(&tv, width_bytes).map_err(refused)?;
    let rank = machine(fields)?.with(|machine| {
        let plan = Plan::new(&access, &memory, bits, machine.lanes)?;
        let service = Service::new(machine, Instruction::Vector, Direction::Load, width_bytes)?;
        let Some(flat) = plan.flat() else { return Ok(None) };
        let lanes = u64::MAX.unbounded_shr(64 - count);
        let rank = Linear::of(&flat)
            .and_then(|linear| Rank::new(&linear, &service, bits, 0, lanes, |x| flat.map(x)));
        Ok::<_, AccessError>(rank)
    });
    match rank.map_err(refused)? {
        Some(rank) => Ok(json!({ "columns": rank.columns.as_slice(), "ways": rank.ways() })),
        None => {
            let message = "the lanes do not add to the address by XOR: there is no closed form";
            Err(Diagnostic::plain("not-linear", message))
        }
    }
}
