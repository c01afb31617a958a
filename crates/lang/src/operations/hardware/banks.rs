//! Bank conflicts: what accesses of shared memory cost, and why.

use tilework_hardware::shared::{Proof, Service, prove};

use crate::operations::answers::Answer;
use crate::operations::arguments::Arguments;
use crate::operations::hardware::words::bank;
use crate::operations::record::Record;
use crate::operations::value::Value;

/// `bank_report(A, bits, access, ...)`.
pub(crate) fn bank_report(a: &Arguments<'_>) -> Answer {
    let asked = a.accesses()?;
    let mut records = Vec::new();
    for (i, access) in asked.accesses.iter().enumerate() {
        let proof = prove(&asked.memory, access, asked.bits, asked.machine)
            .and_then(|proof| Ok((proof, Service::of(asked.machine, access)?)));
        let (proof, service) = proof.map_err(|error| a.refused_at(i + 2, error))?;
        records.push(record(&proof, &service));
    }
    Ok(Value::Record(Box::new(together(records, &asked.written))))
}

/// What one access costs.
fn record(proof: &Proof, service: &Service<'_>) -> Record {
    let first = &proof.first;
    let worst = proof.conflict.as_ref().and_then(|conflict| conflict.report.worst.as_ref());
    let ways = first.first.as_slice().iter().map(|&ways| i64::from(ways)).collect::<Vec<_>>();
    let lanes = worst
        .map(|worst| (0..64).filter(|lane| worst.lanes >> lane & 1 == 1).collect::<Vec<i64>>());
    Record::new("bank_report", bank::sentence(proof, service))
        .with("wavefronts", first.wavefronts)
        .with("ideal", first.ideal)
        .with("conflicts", first.conflicts)
        .with("ways", first.ways)
        .with("phases", ways)
        .with("instructions", first.instructions)
        .with("same", first.same)
        .with("needed", first.needed)
        .with("iterations", proof.iterations)
        .with("all_wavefronts", u64::try_from(proof.wavefronts).unwrap_or(u64::MAX))
        .with("all_ideal", u64::try_from(proof.ideal).unwrap_or(u64::MAX))
        .with("conflicting", proof.conflicting)
        .with("first_conflict", proof.conflict.map(|conflict| conflict.iteration))
        .with("argument", bank::argument_name(&proof.argument))
        .with("bank", worst.map(|worst| worst.bank))
        .with("lanes", lanes)
        .with("words", worst.map(|worst| worst.words().map(|(_, word)| word).collect::<Vec<_>>()))
        .with("race", first.race.is_some())
        .with("confidence", first.certainty.confidence.to_string())
}

/// What several accesses cost, each in its first iteration and all together.
fn together(mut records: Vec<Record>, written: &[String]) -> Record {
    if records.len() == 1
        && let Some(one) = records.pop()
    {
        return one;
    }
    let sum = |name: &str| {
        let parts = records.iter().filter_map(|record| record.integer(name));
        parts.fold(0_i64, i64::saturating_add)
    };
    let text = records.iter().zip(written).map(|(record, written)| format!("{written}: {record}"));
    let text = text.collect::<Vec<_>>().join("; ");
    let (wavefronts, ideal) = (sum("wavefronts"), sum("ideal"));
    let (all, all_ideal) = (sum("all_wavefronts"), sum("all_ideal"));
    Record::new("bank_report", text)
        .with("wavefronts", wavefronts)
        .with("ideal", ideal)
        .with("conflicts", wavefronts - ideal)
        .with("all_wavefronts", all)
        .with("all_ideal", all_ideal)
        .with("accesses", records)
}
