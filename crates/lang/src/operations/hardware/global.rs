//! Global memory: sectors and lines, and the widest vector of a thread.

use tilework_hardware::global::{self, Report, widest};
use tilework_hardware::machine::Confidence;

use crate::operations::answers::Answer;
use crate::operations::arguments::Arguments;
use crate::operations::hardware::access::strided;
use crate::operations::hardware::read::refusal;
use crate::operations::record::Record;
use crate::operations::value::Value;

/// `global_report(A, bits, access)`.
pub(crate) fn global_report(a: &Arguments<'_>) -> Answer {
    let asked = a.accesses()?;
    let mut records = Vec::new();
    for (i, access) in asked.accesses.iter().enumerate() {
        let report = global::report(&asked.memory, access, asked.bits, asked.machine)
            .map_err(|error| a.refused_at(i + 2, error))?;
        records.push(record(&report));
    }
    let record = match (records.len(), records.pop()) {
        (1, Some(one)) => one,
        (_, last) => {
            records.extend(last);
            let texts = records.iter().zip(&asked.written);
            let texts: Vec<String> = texts.map(|(one, name)| format!("{name}: {one}")).collect();
            Record::new("global_report", texts.join("; ")).with("accesses", records)
        }
    };
    Ok(Value::Record(Box::new(record)))
}

fn record(report: &Report) -> Record {
    Record::new("global_report", sentence(report))
        .with("sectors", report.sectors)
        .with("ideal", report.ideal)
        .with("lines", report.lines)
        .with("bytes", report.bytes)
        .with("instructions", report.instructions)
        .with("coalesced", report.coalesced)
        .with("broadcast", report.broadcast)
        .with("same", report.same)
}

/// What an access of global memory touches, in a sentence.
fn sentence(report: &Report) -> String {
    match report.certainty.confidence {
        Confidence::A => report.to_string(),
        _ => format!("{report}; confidence {}", report.certainty),
    }
}

/// `widest_vector(A, TV, bits)`.
pub(crate) fn widest_vector(a: &Arguments<'_>) -> Answer {
    const WIDTHS_BYTES: &[u32] = &[1, 2, 4, 8, 16];
    let ((memory, start), bits) = (a.placed(0)?, a.bits(2)?);
    let at = a.values[1].1.clone();
    let (tv, first) = strided(&a.values[1].0).map_err(|error| error.at_span(at.clone()))?;
    let base = start.checked_mul(i64::from(bits)).filter(|base| base % 8 == 0 && first == 0);
    let Some(base) = base else { return a.wrong(1, "a layout from index 0 on, of whole bytes,") };
    let found =
        widest(&memory, &tv, bits, base / 8, WIDTHS_BYTES).map_err(|error| refusal(error, &at))?;
    let record = Record::new("widest_vector", found.to_string());
    Ok(Value::Record(Box::new(record.with("bytes", found.width_bytes))))
}
