//! Requests about shared memory: `bank`, `ldmatrix`, `addresses`, `closed_form`.

use serde_json::{Value as Json, json};
use tilework::Layout;
use tilework_hardware::access::{Access, AccessError, Plan};
use tilework_hardware::shared::{self, Linear, Rank, Report, Service};

use super::access::{plain, rows, vectors};
use super::fields::{Answer, Fields, refused, usage};
use super::machine::{lanes, machine};

/// What was found; a misaligned access is a finding, too.
pub(super) fn found<T>(found: Result<T, AccessError>, answer: impl FnOnce(T) -> Json) -> Answer {
    match found {
        Ok(found) => Ok(answer(found)),
        Err(error) if error.name() == "misaligned" => Ok(json!({ "error": "misaligned" })),
        Err(error) => Err(refused(error.name(), &error)),
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
    let (addresses, width) = (plain(fields, "addresses")?, fields.count("width")?);
    let active = fields.get("active").map_or(Ok(u64::MAX), lanes)?;
    let access = Access::addresses(&addresses, width, fields.direction_or_load("dir")?)
        .active(active)
        .merging(fields.truth_or("merge", false)?);
    let anything = Layout::UNIT;
    let report = machine(fields)?.with(|machine| shared::report(&anything, &access, 8, machine));
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

/// Lanes down mode 0 in vectors along mode 1: the columns of the first phase, and its ways by rank.
pub(super) fn closed_form(fields: Fields<'_>) -> Answer {
    let (memory, bits) = (fields.layout("smem")?, fields.count("bits")?);
    let (width, lanes) = (fields.count("width")?, fields.count("lanes")?);
    let rows = memory.as_ref().inner().mode(0).map_err(|error| refused("layout", &error))?.size();
    let values = i64::from(width) * 8 / i64::from(bits.max(1));
    let tv = Layout::new((i64::from(lanes), values), (1, rows))
        .map_err(|error| refused("layout", &error))?;
    let access = Access::load(&tv, width).map_err(|error| refused(error.name(), &error))?;
    machine(fields)?.with(|machine| {
        let refuse = |error: AccessError| refused(error.name(), &error);
        let plan = Plan::new(&access, &memory, bits, machine.lanes).map_err(refuse)?;
        let service = Service::of(machine, &access).map_err(refuse)?;
        let active = plan.request(0, 0, 0).map_err(refuse)?.active() & service.phases().lanes(0);
        let rank = plan.flat().and_then(|flat| {
            let linear = Linear::of(&flat)?;
            Rank::new(&linear, &service, bits, 0, active, |offset| flat.map(offset))
        });
        let Some(rank) = rank else {
            return Err(usage("lanes and values of this access do not combine by XOR"));
        };
        Ok(json!({ "columns": rank.columns.as_slice(), "ways": rank.ways() }))
    })
}
