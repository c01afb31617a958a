//! The swizzle, the XOR map or the padding that a set of accesses needs.

use tilework::{AnyLayout, Outer};
use tilework_hardware::swizzle::{
    Options, Padding, PaddingOptions, Solution, SwizzleError, XorSolution, solve, solve_padding,
    solve_xor,
};

use crate::operations::answers::Answer;
use crate::operations::arguments::{Arguments, Fault};
use crate::operations::hardware::words::swizzle as words;
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
    Record::new("solve_swizzle", words::sentence(solution))
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

fn xor_record(solution: &XorSolution) -> Record {
    Record::new("solve_xor", words::xor_sentence(solution))
        .with("map", solution.map)
        .with("wavefronts", solution.wavefronts)
        .with("ideal", solution.ideal)
        .with("lower_bound", solution.lower.wavefronts)
        .with("because", words::because(&solution.lower))
        .with("swizzle", solution.swizzle)
        .with("swizzled", solution.family.wavefronts)
}

fn padding_record(padding: &Padding) -> Record {
    Record::new("solve_padding", words::padding_sentence(padding))
        .with("bytes", padding.pad_bytes)
        .with("wavefronts", padding.wavefronts)
        .with("ideal", padding.ideal)
        .with("unpadded", padding.unpadded)
        .with("lost_bytes", padding.lost_bytes)
        .with("candidates", padding.candidates)
        .with("layout", AnyLayout::Plain(padding.layout))
}
