//! What bank conflicts are, in words.

use tilework_hardware::machine::{Certainty, Confidence};
use tilework_hardware::shared::{Argument, Period, Proof, Race, Report, Service, Witness};

use super::{count, ranges};

/// All there is to say of an access, in one line: its [`cost`], that this holds for all iterations, races, and how well
/// it is known.
///
/// ```
/// use tilework_hardware::access::Access;
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::shared::{Service, prove};
/// use tilework_lang::report::hardware::words::bank;
///
/// let memory = "(32,32):(33,1)".parse::<tilework::AnyLayout>()?;
/// let column = Access::vectors(&tilework::layout!((32,1,32):(1,0,32)), 4, Direction::Load).unwrap();
/// let proof = prove(&memory, &column, 32, &Machine::NVIDIA).unwrap();
/// let service = Service::of(&Machine::NVIDIA, &column).unwrap();
/// assert_eq!(
///     bank::sentence(&proof, &service),
///     "conflict free: 1 wavefront, ideal 1; in all 32 iterations: by period, their offsets only rotate the banks"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn sentence(proof: &Proof, service: &Service<'_>) -> String {
    let mut out = vec![cost(proof, service)];
    if proof.is_conflict_free() && proof.iterations > 1 {
        out.push(argument(proof));
    }
    out.extend(proof.first.race.as_ref().map(race));
    out.extend(confidence(&proof.first.certainty));
    out.join("; ")
}

/// What an access costs, in one line: how many ways, how many wavefronts and how many are ideal, and the lanes that
/// collide.
pub fn cost(proof: &Proof, service: &Service<'_>) -> String {
    let Proof { conflicting, iterations, .. } = *proof;
    // Where all iterations cost the same, one says it all.
    let alike = u128::from(proof.first.wavefronts) * iterations as u128 == proof.wavefronts
        && (conflicting == 0 || conflicting == iterations);
    let Some(conflict) = proof.conflict.as_ref().filter(|_| !alike) else {
        return report(&proof.first, service);
    };
    let worst = conflict.report.worst.as_ref();
    let worst = worst.map(|worst| witness(&conflict.report, worst, service)).unwrap_or_default();
    format!(
        "{}-way in {conflicting} of {iterations} iterations: {} wavefronts, ideal {}. iteration {}, {worst}",
        proof.ways, proof.wavefronts, proof.ideal, conflict.iteration,
    )
}

fn report(report: &Report, service: &Service<'_>) -> String {
    let Report { wavefronts, ideal, ways, .. } = *report;
    let verdict = if ways > 1 { format!("{ways}-way") } else { "conflict free".to_owned() };
    let mut out = format!("{verdict}: {}, ideal {ideal}", count(wavefronts, "wavefront"));
    if report.instructions > 1 {
        out += &format!(" in {} instructions", report.instructions);
    }
    match &report.worst {
        Some(worst) => out += &format!(". {}", witness(report, worst, service)),
        None => out += &idle(report, service.banks()),
    }
    out
}

/// Banks that have nothing to do although nothing conflicts, so that fewer wavefronts, or wider vectors, would do.
fn idle(report: &Report, banks: u32) -> String {
    let (words, all) = (report.words, report.ideal * u64::from(banks));
    if words >= all || report.ideal == 0 {
        String::new()
    } else if words.is_multiple_of(report.ideal) {
        format!("; {} of {banks} banks idle", u64::from(banks) - words / report.ideal)
    } else {
        format!("; {words} words where {all} fit")
    }
}

/// The lanes of a phase that want different words of one bank.
fn witness(report: &Report, worst: &Witness, service: &Service<'_>) -> String {
    let request = &worst.request;
    let mut place = Vec::new();
    if worst.warp > 0 {
        place.push(format!("warp {}", worst.warp));
    }
    if worst.instruction > 0 {
        place.push(format!("instruction {}", worst.instruction));
    }
    if report.first.as_slice().len() > 1 {
        let matrix = request.matrices().is_some_and(|matrices| !matrices.is_16_rows());
        place.push(format!("{} {}", if matrix { "matrix" } else { "phase" }, worst.phase));
    }
    let place = if place.is_empty() { String::new() } else { place.join(", ") + ": " };
    let lanes: Vec<i64> = worst.words().map(|(lane, _)| i64::from(lane)).collect();
    let phase = service.phases().iter().nth(worst.phase);
    let all = phase.is_some_and(|phase| phase & request.active() == worst.lanes);
    let wide = service.words_of_vector();
    let bank = match wide {
        1 => format!("bank {}", worst.bank),
        _ => {
            let first = worst.bank / wide * wide;
            format!("banks {first}..{}", first + wide - 1)
        }
    };
    let all = if all { "all in" } else { "in" };
    let banks = service.banks();
    let why = match stride(worst, service) {
        Some(stride) => format!("stride {stride} words, {banks} banks"),
        None => {
            let mut words: Vec<i64> = worst.words().map(|(_, word)| word).collect();
            words.sort_unstable();
            words.dedup();
            format!("words {}", list(&words))
        }
    };
    format!("{place}lanes {} {all} {bank} ({why})", ranges(&lanes))
}

/// The words from each lane to the next, where that is the same for all that collide.
fn stride(worst: &Witness, service: &Service<'_>) -> Option<i64> {
    let mut lanes = worst.request.lanes_of(worst.lanes);
    let (first, start) = lanes.next()?;
    let (second, address) = lanes.next()?;
    let step = (address - start) / i64::from(second - first);
    let on_line = |(lane, address): (u32, i64)| address - start == step * i64::from(lane - first);
    let steady = worst.request.lanes_of(worst.lanes).all(on_line);
    let word = i64::from(service.bank_bytes());
    (steady && step != 0 && step % word == 0).then_some(step / word)
}

/// How many words are shown.
const SHOWN: usize = 8;

fn list(numbers: &[i64]) -> String {
    let shown: Vec<String> = numbers.iter().take(SHOWN).map(ToString::to_string).collect();
    let more = if numbers.len() > SHOWN { ", ..." } else { "" };
    shown.join(", ") + more
}

/// The argument by which something holds for all iterations, for programs: `rank`, `xor`, `period`, `enumeration`.
///
/// ```
/// use tilework_hardware::shared::Argument;
/// use tilework_lang::report::hardware::words::bank;
///
/// assert_eq!(bank::argument_name(&Argument::Xor), "xor");
/// ```
pub const fn argument_name(argument: &Argument) -> &'static str {
    match argument {
        Argument::Rank(_) => "rank",
        Argument::Xor => "xor",
        Argument::Residues(_) => "period",
        _ => "enumeration",
    }
}

/// That it is so for all iterations, and by which argument.
pub fn argument(proof: &Proof) -> String {
    let why = match &proof.argument {
        Argument::Rank(rank) => {
            let (words, banks) = (rank.distinct_words(), rank.distinct_banks());
            format!("by rank over F2, {} in {}", count(words, "word"), count(banks, "bank"))
        }
        Argument::Xor => "each adds its offset by XOR, which permutes banks".to_owned(),
        Argument::Residues(period) if period.classes == 1 => {
            "by period, their offsets only rotate the banks".to_owned()
        }
        Argument::Residues(Period { classes, elements, .. }) => {
            format!("by period, {classes} residues of their offsets modulo {elements} elements")
        }
        _ => "each of them enumerated".to_owned(),
    };
    match proof.iterations {
        1 => why,
        iterations => format!("in all {iterations} iterations: {why}"),
    }
}

/// How well it is known, where that is not well.
pub fn confidence(certainty: &Certainty) -> Option<String> {
    (certainty.confidence > Confidence::A).then(|| format!("confidence {certainty}"))
}

/// Lanes that store to one word.
pub fn race(race: &Race) -> String {
    let Race { lanes: [first, second], word, same_bytes, .. } = *race;
    if same_bytes {
        format!("race: lanes {first} and {second} store to the same bytes of word {word}")
    } else {
        format!("lanes {first} and {second} store to different bytes of word {word}")
    }
}
