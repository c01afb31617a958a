//! What bank conflicts are, for programs.

use serde::Serialize;
use tilework_hardware::shared::{Conflict, Proof, Race, Report, Witness};
use tilework_lang::report::hardware::words::bank::argument_name;

/// The answer of `tilework bank`.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(super) enum Bank {
    /// Each access.
    Bank { accesses: Vec<Cost> },
}

/// What an access costs: the first iteration, and all of them.
#[derive(Serialize)]
pub(super) struct Cost {
    access: String,
    #[serde(flatten)]
    first: First,
    all: All,
    confidence: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fact: Option<String>,
}

/// A report, with the names that requests have.
#[derive(Serialize)]
struct First {
    instructions: u64,
    wavefronts: u64,
    ideal: u64,
    conflicts: u64,
    ways: u32,
    first: Vec<u16>,
    same: bool,
    needed: u64,
    words: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    worst: Option<Worst>,
    #[serde(skip_serializing_if = "Option::is_none")]
    race: Option<Stored>,
}

/// The lanes that want different words of one bank.
#[derive(Serialize)]
struct Worst {
    instruction: i64,
    warp: i64,
    phase: usize,
    bank: u32,
    lanes: Vec<u32>,
    words: Vec<i64>,
}

/// Lanes that store to one word.
#[derive(Serialize)]
struct Stored {
    instruction: i64,
    warp: i64,
    lanes: [u32; 2],
    word: i64,
    same_bytes: bool,
}

/// All iterations.
#[derive(Serialize)]
struct All {
    iterations: i64,
    wavefronts: u128,
    ideal: u128,
    ways: u32,
    conflicting: i64,
    #[serde(skip_serializing_if = "Option::is_none")]
    first_conflict: Option<i64>,
    argument: &'static str,
}

impl Cost {
    pub(super) fn new(access: &str, proof: &Proof) -> Cost {
        let certainty = proof.first.certainty;
        let all = All {
            iterations: proof.iterations,
            wavefronts: proof.wavefronts,
            ideal: proof.ideal,
            ways: proof.ways,
            conflicting: proof.conflicting,
            first_conflict: proof.conflict.as_ref().map(|Conflict { iteration, .. }| *iteration),
            argument: argument_name(&proof.argument),
        };
        Cost {
            access: access.to_owned(),
            first: First::new(&proof.first),
            all,
            confidence: certainty.confidence.to_string(),
            fact: (certainty.confidence > tilework_hardware::machine::Confidence::A)
                .then(|| certainty.fact.to_string()),
        }
    }
}

impl First {
    fn new(report: &Report) -> First {
        let worst = |worst: &Witness| Worst {
            instruction: worst.instruction,
            warp: worst.warp,
            phase: worst.phase,
            bank: worst.bank,
            lanes: worst.words().map(|(lane, _)| lane).collect(),
            words: worst.words().map(|(_, word)| word).collect(),
        };
        let race = |race: &Race| Stored {
            instruction: race.instruction,
            warp: race.warp,
            lanes: race.lanes,
            word: race.word,
            same_bytes: race.same_bytes,
        };
        First {
            instructions: report.instructions,
            wavefronts: report.wavefronts,
            ideal: report.ideal,
            conflicts: report.conflicts,
            ways: report.ways,
            first: report.first.as_slice().to_vec(),
            same: report.same,
            needed: report.needed,
            words: report.words,
            worst: report.worst.as_ref().map(worst),
            race: report.race.as_ref().map(race),
        }
    }
}
