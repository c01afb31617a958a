//! Bank conflicts: what accesses of shared memory cost, and why.

use tilework_hardware::machine::{Confidence, Machine};
use tilework_hardware::shared::{Argument, Proof, Report, Witness, prove};

use crate::operations::answers::Answer;
use crate::operations::arguments::Arguments;
use crate::operations::record::Record;
use crate::operations::value::Value;

/// `bank_report(A, bits, access, ...)`.
pub(crate) fn bank_report(a: &Arguments<'_>) -> Answer {
    let asked = a.accesses()?;
    let mut records = Vec::new();
    for (i, access) in asked.accesses.iter().enumerate() {
        let proof = prove(&asked.memory, access, asked.bits, asked.machine)
            .map_err(|error| a.refused_at(i + 2, error))?;
        records.push(record(&proof, asked.machine));
    }
    Ok(Value::Record(Box::new(together(records, &asked.written))))
}

/// What one access costs.
pub(crate) fn record(proof: &Proof, machine: &Machine<'_>) -> Record {
    let first = &proof.first;
    let worst = proof.conflict.as_ref().and_then(|conflict| conflict.report.worst.as_ref());
    let ways = first.first.as_slice().iter().map(|&ways| i64::from(ways)).collect::<Vec<_>>();
    let lanes = worst
        .map(|worst| (0..64).filter(|lane| worst.lanes >> lane & 1 == 1).collect::<Vec<i64>>());
    Record::new("bank_report", sentence(proof, machine))
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
        .with("argument", argument(&proof.argument))
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

/// What an access costs, in a sentence: the first iteration, or the first that has a conflict.
pub(crate) fn sentence(proof: &Proof, machine: &Machine<'_>) -> String {
    let first = &proof.first;
    let mut out = match &proof.conflict {
        None => {
            let all = match proof.iterations {
                1 => String::new(),
                count => format!(" in all {count} iterations, {}", because(&proof.argument)),
            };
            let (waves, ideal) = (first.wavefronts, first.ideal);
            format!("conflict free{all}: {}, ideal {ideal}", count(waves, "wavefront"))
        }
        Some(conflict) => {
            let report = &conflict.report;
            let mut out = format!(
                "{}-way: {}, ideal {}",
                report.ways,
                count(report.wavefronts, "wavefront"),
                report.ideal
            );
            if conflict.iteration > 0 {
                out += &format!(
                    " in iteration {}, the first of {} of {} that conflict",
                    conflict.iteration, proof.conflicting, proof.iterations
                );
            }
            if let Some(worst) = &report.worst {
                out += &format!(". {}", witness(worst, banks(report, worst, machine)));
            }
            out
        }
    };
    if let Some(race) = first.race.filter(|race| race.same_bytes) {
        out += &format!(
            "; race: lanes {} and {} store to word {}",
            race.lanes[0], race.lanes[1], race.word
        );
    }
    if first.certainty.confidence > Confidence::A {
        out += &format!("; confidence {}", first.certainty);
    }
    out
}

/// The banks that the request of a witness sees.
fn banks(_: &Report, worst: &Witness, machine: &Machine<'_>) -> u32 {
    machine.banks(worst.request.direction(), worst.request.width_bytes())
}

/// The lanes that want words of one bank, and how far apart the words are.
fn witness(worst: &Witness, banks: u32) -> String {
    let words: Vec<(u32, i64)> = worst.words().collect();
    let mut distinct: Vec<i64> = words.iter().map(|&(_, word)| word).collect();
    distinct.sort_unstable();
    distinct.dedup();
    let lanes: Vec<u32> = words.iter().map(|&(lane, _)| lane).collect();
    let apart = match distinct.as_slice() {
        [first, second, ..] => second - first,
        _ => 0,
    };
    let even = distinct.windows(2).all(|two| two[1] - two[0] == apart);
    let how = if even && apart > 0 {
        format!("stride {apart} words, {banks} banks")
    } else {
        let shown: Vec<String> = distinct.iter().take(4).map(i64::to_string).collect();
        let more = if distinct.len() > 4 { ", ..." } else { "" };
        format!("words {}{more}, {banks} banks", shown.join(", "))
    };
    format!("lanes {} all in bank {} ({how})", ranges(&lanes), worst.bank)
}

/// `0..7, 16..23`.
pub(crate) fn ranges(lanes: &[u32]) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut i = 0;
    while i < lanes.len() {
        let mut end = i;
        while end + 1 < lanes.len() && lanes[end + 1] == lanes[end] + 1 {
            end += 1;
        }
        match end - i {
            0 => out.push(lanes[i].to_string()),
            1 => out.extend([lanes[i].to_string(), lanes[end].to_string()]),
            _ => out.push(format!("{}..{}", lanes[i], lanes[end])),
        }
        i = end + 1;
    }
    out.join(", ")
}

fn argument(argument: &Argument) -> &'static str {
    match argument {
        Argument::Rank(_) => "rank",
        Argument::Xor => "xor",
        Argument::Residues(_) => "residues",
        _ => "enumeration",
    }
}

fn because(argument: &Argument) -> String {
    match argument {
        Argument::Rank(_) => "by rank over F2".to_owned(),
        Argument::Xor => "which add their offsets by XOR".to_owned(),
        Argument::Residues(period) => {
            format!("by {} modulo {}", count(period.classes, "residue"), period.elements)
        }
        _ => "enumerated".to_owned(),
    }
}

/// `1 wavefront`, `2 wavefronts`.
pub(crate) fn count(count: u64, what: &str) -> String {
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}
