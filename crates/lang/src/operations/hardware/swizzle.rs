//! The swizzle, the XOR map or the padding that a set of accesses needs.

use tilework::{AnyLayout, Outer};
use tilework_hardware::swizzle::{
    Options, Padding, PaddingOptions, Reason, Solution, SwizzleError, Verdict, XorSolution, solve,
    solve_padding, solve_xor,
};

use crate::operations::answers::Answer;
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::hardware::banks::count;
use crate::operations::record::Record;
use crate::operations::value::Value;

/// `solve_swizzle(A, bits, access, ...)`.
pub(crate) fn solve_swizzle(a: &Arguments<'_>) -> Answer {
    let asked = a.accesses()?;
    let solution =
        solve(&asked.memory, &asked.accesses, asked.bits, asked.machine, &Options::default())
            .map_err(|error| blamed(a, error))?;
    let record = swizzle_record(&solution);
    let behind = asked.memory.after(&Outer::Swizzle(solution.least), 0)?;
    let atom = solution.atom.map(|atom| atom.to_string());
    Ok(found(record.with("layout", behind).with("atom", atom)))
}

/// `solve_xor(A, bits, access, ...)`.
pub(crate) fn solve_any(a: &Arguments<'_>) -> Answer {
    let asked = a.accesses()?;
    let solution =
        solve_xor(&asked.memory, &asked.accesses, asked.bits, asked.machine, &Options::default())
            .map_err(|error| blamed(a, error))?;
    let behind = asked.memory.after(&Outer::Xor(solution.map), 0)?;
    Ok(found(xor_record(&solution).with("layout", behind)))
}

/// `solve_padding(A, bits, access, ...)`.
pub(crate) fn solve_rows(a: &Arguments<'_>) -> Answer {
    let (asked, layout) = (a.accesses()?, a.layout(0)?);
    let options = PaddingOptions::default();
    let padding = solve_padding(&layout, &asked.accesses, asked.bits, asked.machine, &options)
        .map_err(|error| blamed(a, error))?;
    Ok(found(padding_record(&padding)))
}

fn found(record: Record) -> Value {
    Value::Record(Box::new(record))
}

/// The refusal, at the access that it is about.
fn blamed(a: &Arguments<'_>, error: SwizzleError) -> Fault {
    match error {
        // Machines among the arguments are no accesses.
        SwizzleError::Access { access, .. } | SwizzleError::NoneKeepsVectors { access, .. } => {
            let accesses = a.values.iter().enumerate().skip(2);
            let nth =
                accesses.filter(|(_, (value, _))| matches!(value, Value::Access(_))).nth(access);
            a.refused_at(nth.map_or(0, |(i, _)| i), error)
        }
        _ => a.refused(error),
    }
}

fn swizzle_record(solution: &Solution) -> Record {
    let all: Vec<String> = solution.all().map(|swizzle| swizzle.to_string()).collect();
    Record::new("solve_swizzle", swizzle_sentence(solution))
        .with("swizzle", solution.least)
        .with("wavefronts", solution.first.wavefronts)
        .with("ideal", solution.first.ideal)
        .with("all_wavefronts", solution.wavefronts)
        .with("all_ideal", solution.ideal)
        .with("unswizzled", solution.unswizzled)
        .with("lower_bound", solution.lower.wavefronts)
        .with("count", solution.count)
        .with("candidates", solution.candidates)
        .with("broken", solution.broken)
        .with("worse", solution.worse)
        .with("best", all.join(" "))
        .with("on_bytes", solution.least_on_bytes())
}

/// The best swizzles, in a sentence.
pub(crate) fn swizzle_sentence(solution: &Solution) -> String {
    let bounds = format!("B<={}, M+S+B<={}", solution.bounds.most_b, solution.bounds.offset_bits);
    let which = match solution.count {
        1 => "the only one".to_owned(),
        many => format!("the least of {many}"),
    };
    let first = &solution.first;
    let mut out = format!(
        "{}: {} of ideal {} wavefronts; {which} of {} candidates ({bounds})",
        solution.least, first.wavefronts, first.ideal, solution.candidates
    );
    if (solution.wavefronts, solution.ideal) != (first.wavefronts, first.ideal) {
        out += &format!("; {} of {} in all iterations", solution.wavefronts, solution.ideal);
    }
    if let Some(atom) = &solution.atom {
        out += &format!("; = {atom:#}");
    }
    out
}

fn xor_record(solution: &XorSolution) -> Record {
    let verdict = match solution.verdict {
        Verdict::Optimal => "no map of bits does better",
        Verdict::Exhausted => "no map that keeps the vectors does better",
        _ => "a better map may exist",
    };
    let map = match solution.swizzle {
        Some(swizzle) => swizzle.to_string(),
        None => solution.map.to_string(),
    };
    let (wavefronts, ideal) = (solution.wavefronts, solution.ideal);
    let text = format!("{map}: {wavefronts} of ideal {ideal} wavefronts; {verdict}");
    let why = match solution.lower.reason {
        Reason::NoConflict => "no conflict is left".to_owned(),
        Reason::Vectors { places } => format!(
            "vectors of {} bytes have {places} places in the banks",
            solution.lower.width_bytes
        ),
        _ => "there are more words than banks".to_owned(),
    };
    Record::new("solve_xor", text)
        .with("map", solution.map)
        .with("wavefronts", wavefronts)
        .with("ideal", ideal)
        .with("lower_bound", solution.lower.wavefronts)
        .with("because", why)
        .with("swizzle", solution.swizzle)
        .with("swizzled", solution.family.wavefronts)
}

fn padding_record(padding: &Padding) -> Record {
    let (wavefronts, ideal, bytes) = (padding.wavefronts, padding.ideal, padding.pad_bytes);
    let text = format!(
        "{} a row: {wavefronts} of ideal {ideal} wavefronts; {} lost",
        count(bytes.into(), "byte"),
        count(padding.lost_bytes.unsigned_abs(), "byte")
    );
    Record::new("solve_padding", text)
        .with("bytes", bytes)
        .with("wavefronts", wavefronts)
        .with("ideal", ideal)
        .with("unpadded", padding.unpadded)
        .with("lost_bytes", padding.lost_bytes)
        .with("candidates", padding.candidates)
        .with("layout", AnyLayout::Plain(padding.layout))
}
