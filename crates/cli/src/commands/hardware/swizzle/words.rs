//! Which swizzle is best, in words.

use tilework::Swizzle;
use tilework_hardware::swizzle::{Padding, Reason, Solution, Verdict, XorSolution};

use super::Best;

/// The spaces between a swizzle and what is said of it.
const GAP: usize = 3;

/// The answer: the least swizzle, what it reaches, and that no other does; its other names, and padding.
pub(super) fn lines(best: &Best, all: bool) -> Vec<String> {
    let Best { solution, xor, padding } = best;
    let none = solution.least.is_identity();
    let name = if none { "none".to_owned() } else { solution.least.to_string() };
    let column = name.chars().count() + GAP;
    let mut out = vec![format!("{name:column$}{}", judged(solution))];
    let better = xor.as_ref().filter(|xor| xor.wavefronts < solution.wavefronts);
    if let Some(xor) = better {
        out.push(format!("{:column$}{}", "", xor_map(xor)));
    }
    let also = [named(solution), padding.as_ref().map(|padding| padded(padding, solution))];
    let also: Vec<String> = also.into_iter().flatten().collect();
    if !also.is_empty() {
        out.push(format!("{:column$}{}", "", also.join("; ")));
    }
    if all {
        let others = solution.all().filter(|swizzle| *swizzle != solution.least);
        out.extend(others.map(|swizzle| swizzle.to_string()));
    }
    out
}

/// How many wavefronts it takes, and which candidates do not.
fn judged(solution: &Solution) -> String {
    let (first, bounds) = (&solution.first, &solution.bounds);
    let shift = if bounds.negative { "|S|" } else { "S" };
    let within = format!("B<={}, M+{shift}+B<={}", bounds.most_b, bounds.offset_bits);
    let (count, candidates) = (solution.count, solution.candidates);
    let which = match count {
        _ if solution.least.is_identity() => {
            format!("none of {candidates} candidates needs fewer ({within})")
        }
        1 => format!("the only one of {candidates} candidates ({within})"),
        _ => format!("the least of {count} that are best, of {candidates} candidates ({within})"),
    };
    format!("{} of ideal {} wavefronts; {which}", first.wavefronts, first.ideal)
}

/// What wgmma, tcgen05 and TMA call it, and how CuTe prints it.
fn named(solution: &Solution) -> Option<String> {
    let on_bytes = solution.least_on_bytes().filter(|_| !solution.least.is_identity());
    let printed = on_bytes.map(|bytes| format!("CuTe prints {bytes} on bytes"));
    match (solution.atom, printed) {
        (Some(atom), Some(printed)) => Some(format!("= {atom} ({printed})")),
        (Some(atom), None) => Some(format!("= {atom}")),
        (None, printed) => printed,
    }
}

/// What rows that are moved apart would cost instead.
fn padded(padding: &Padding, solution: &Solution) -> String {
    let bytes = padding.pad_bytes;
    let plural = if bytes == 1 { "" } else { "s" };
    match padding.wavefronts.cmp(&solution.wavefronts) {
        _ if bytes == 0 && solution.least.is_identity() => "no padding either".to_owned(),
        _ if bytes == 0 => "padding does not help".to_owned(),
        std::cmp::Ordering::Equal => format!("padding: {bytes} byte{plural} a row"),
        worse => format!(
            "padding: {bytes} byte{plural} a row, {}: {} of ideal {} wavefronts in all iterations",
            if worse.is_lt() { "better" } else { "worse" },
            padding.wavefronts,
            padding.ideal
        ),
    }
}

/// The map that is better than every swizzle.
fn xor_map(xor: &XorSolution) -> String {
    let verdict = match xor.verdict {
        Verdict::Optimal => "no linear map does better",
        Verdict::Exhausted => "no linear map that keeps vectors does better",
        _ => "a better one may exist",
    };
    format!(
        "{} is better: {} of ideal {} wavefronts in all iterations; {verdict}",
        xor.map, xor.wavefronts, xor.ideal
    )
}

/// What has to be said with it: that conflicts are left, and why.
pub(super) fn next(best: &Best) -> Vec<String> {
    let solution = &best.solution;
    let mut out = Vec::new();
    if !solution.is_conflict_free() {
        out.push(in_all(solution));
        let width = solution.lower.width_bytes;
        let why = match solution.lower.reason {
            Reason::Vectors { places } => {
                format!("vectors of {width} bytes have only {places} places in the banks")
            }
            Reason::Words => "phases touch more words than there are banks".to_owned(),
            _ => return out,
        };
        let least = solution.lower.wavefronts;
        out.push(format!("no linear map needs fewer than {least}: {why}"));
    }
    out
}

/// What all iterations cost.
fn in_all(solution: &Solution) -> String {
    format!("in all iterations {} of ideal {} wavefronts", solution.wavefronts, solution.ideal)
}

/// What else there is to say: all iterations, and why candidates were excluded.
pub(super) fn facts(best: &Best) -> Vec<String> {
    let solution = &best.solution;
    let mut out = Vec::new();
    if solution.is_conflict_free() {
        out.push(in_all(solution));
    }
    out.push(format!(
        "{} candidates need more wavefronts, {} split or misalign vectors",
        solution.worse, solution.broken
    ));
    match solution.unswizzled {
        Some(without) => out.push(format!("without a swizzle {without}")),
        None => out.push("without a swizzle vectors are split".to_owned()),
    }
    out
}

/// The numbers of a swizzle.
pub(super) fn numbers(swizzle: &Swizzle) -> [i64; 3] {
    [i64::from(swizzle.bits()), i64::from(swizzle.base()), i64::from(swizzle.shift())]
}
