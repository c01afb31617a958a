//! Requests about global memory: `coalesce`, `vector_width`.

use serde_json::json;
use tilework_hardware::global;

use super::access::{plain, vectors};
use super::bank::found;
use super::fields::{Answer, Fields};
use super::machine::machine;

/// The widths that are tried, whatever the machine.
const WIDTHS_BYTES: &[u32] = &[1, 2, 4, 8, 16, 32];

/// The sectors and lines of an access.
pub(super) fn coalesce(fields: Fields<'_>) -> Answer {
    let (memory, bits) = (fields.layout("gmem")?, fields.count("bits")?);
    let access = vectors(fields)?.based_at(fields.integer_or("base", 0)?);
    let report = machine(fields)?.with(|machine| global::report(&memory, &access, bits, machine));
    found(report, |report| {
        json!({
            "instructions": report.instructions,
            "sectors": report.sectors,
            "lines": report.lines,
            "bytes": report.bytes,
            "ideal": report.ideal,
            "efficiency": [report.efficiency.numerator, report.efficiency.denominator],
            "first": [report.first.sectors, report.first.lines],
            "same": report.same,
        })
    })
}

/// The widest vector that every thread can access.
pub(super) fn vector_width(fields: Fields<'_>) -> Answer {
    let (memory, bits) = (fields.layout("mem")?, fields.count("bits")?);
    let (tv, base) = (plain(fields, "tv")?, fields.integer_or("base", 0)?);
    let widest = global::widest(&memory, &tv, bits, base, WIDTHS_BYTES);
    found(widest, |widest| json!({ "bytes": widest.width_bytes }))
}
