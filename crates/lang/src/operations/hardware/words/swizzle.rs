//! Which swizzle is best, in words.

use tilework::AnyLayout;
use tilework_hardware::access::Access;
use tilework_hardware::machine::Machine;
use tilework_hardware::swizzle::{
    LowerBound, Options, Padding, PaddingOptions, Reason, Solution, SwizzleError, Verdict,
    XorSolution, solve, solve_padding, solve_xor,
};

use super::count;

/// The best swizzle, and what else could be done.
#[derive(Clone, Debug)]
pub struct Best {
    /// The swizzles that are best.
    pub solution: Solution,
    /// Where no swizzle reaches the lower bound, the best XOR map.
    pub xor: Option<XorSolution>,
    /// Where the layout has rows that can be moved apart, the best padding.
    pub padding: Option<Padding>,
}

impl Best {
    /// What is best for these accesses of a memory.
    ///
    /// # Errors
    /// As [`solve`].
    ///
    /// ```
    /// use tilework_hardware::access::Access;
    /// use tilework_hardware::machine::{Direction, Machine};
    /// use tilework_hardware::swizzle::Options;
    /// use tilework_lang::report::hardware::words::swizzle::Best;
    ///
    /// let memory = "(32,32):(32,1)".parse::<tilework::AnyLayout>()?;
    /// let column = Access::vectors(&tilework::layout!((32,1,32):(1,0,32)), 4, Direction::Load).unwrap();
    /// let best = Best::of(&memory, &[column], 32, &Machine::NVIDIA, &Options::default()).unwrap();
    /// assert_eq!(best.lines(false)[0], "Sw<5,0,5>   1 of ideal 1 wavefronts; \
    ///     the only one of 96 candidates (B<=5, M+S+B<=10)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        memory: &AnyLayout,
        accesses: &[Access],
        bits: u32,
        machine: &Machine<'_>,
        options: &Options,
    ) -> Result<Best, SwizzleError> {
        let solution = solve(memory, accesses, bits, machine, options)?;
        let xor = match solution.is_optimal() {
            true => None,
            false => Some(solve_xor(memory, accesses, bits, machine, options)?),
        };
        let padding = memory.plain().and_then(|rows| {
            solve_padding(rows, accesses, bits, machine, &PaddingOptions::default()).ok()
        });
        Ok(Best { solution, xor, padding })
    }

    /// The answer: the least swizzle, what it reaches, and that no other does; its other names, and padding.
    pub fn lines(&self, all: bool) -> Vec<String> {
        let Best { solution, xor, padding } = self;
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

    /// What has to be said with it: that conflicts are left, and why.
    pub fn next(&self) -> Vec<String> {
        let solution = &self.solution;
        let mut out = Vec::new();
        if !solution.is_conflict_free() {
            out.push(in_all(solution));
            let (least, why) = (solution.lower.wavefronts, because(&solution.lower));
            if solution.lower.reason != Reason::NoConflict {
                out.push(format!("no linear map needs fewer than {least}: {why}"));
            }
        }
        out
    }

    /// What else there is to say: all iterations, and why candidates were excluded.
    pub fn facts(&self) -> Vec<String> {
        let solution = &self.solution;
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
}

/// The spaces between a swizzle and what is said of it.
const GAP: usize = 3;

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
    let (bytes, shown) = (padding.pad_bytes, count(padding.pad_bytes.into(), "byte"));
    match padding.wavefronts.cmp(&solution.wavefronts) {
        _ if bytes == 0 && solution.least.is_identity() => "no padding either".to_owned(),
        _ if bytes == 0 => "padding does not help".to_owned(),
        std::cmp::Ordering::Equal => format!("padding: {shown} a row"),
        worse => format!(
            "padding: {shown} a row, {}: {} of ideal {} wavefronts in all iterations",
            if worse.is_lt() { "better" } else { "worse" },
            padding.wavefronts,
            padding.ideal
        ),
    }
}

/// The map that is better than every swizzle.
fn xor_map(xor: &XorSolution) -> String {
    format!(
        "{} is better: {} of ideal {} wavefronts in all iterations; {}",
        xor.map,
        xor.wavefronts,
        xor.ideal,
        verdict(xor)
    )
}

/// Why no map of bits does better than a lower bound.
pub(crate) fn because(lower: &LowerBound) -> String {
    match lower.reason {
        Reason::NoConflict => "no conflict is left".to_owned(),
        Reason::Vectors { places } => {
            format!("vectors of {} bytes have only {places} places in the banks", lower.width_bytes)
        }
        _ => "phases touch more words than there are banks".to_owned(),
    }
}

/// The best swizzles in one line: the least, what it reaches in the first iteration and in all, and its other names.
pub(crate) fn sentence(solution: &Solution) -> String {
    let mut out = vec![format!("{}: {}", solution.least, judged(solution))];
    if (solution.wavefronts, solution.ideal) != (solution.first.wavefronts, solution.first.ideal) {
        out.push(in_all(solution));
    }
    out.extend(named(solution));
    out.join("; ")
}

/// The best XOR map in one line.
pub(crate) fn xor_sentence(xor: &XorSolution) -> String {
    let map = xor.swizzle.map_or_else(|| xor.map.to_string(), |swizzle| swizzle.to_string());
    format!(
        "{map}: {} of ideal {} wavefronts in all iterations; {}",
        xor.wavefronts,
        xor.ideal,
        verdict(xor)
    )
}

/// The best padding in one line.
pub(crate) fn padding_sentence(padding: &Padding) -> String {
    format!(
        "{} a row: {} of ideal {} wavefronts; {} lost",
        count(padding.pad_bytes.into(), "byte"),
        padding.wavefronts,
        padding.ideal,
        count(padding.lost_bytes.unsigned_abs(), "byte")
    )
}

/// Whether a map can be better than this one.
const fn verdict(xor: &XorSolution) -> &'static str {
    match xor.verdict {
        Verdict::Optimal => "no linear map does better",
        Verdict::Exhausted => "no linear map that keeps vectors does better",
        _ => "a better one may exist",
    }
}

/// What all iterations cost.
fn in_all(solution: &Solution) -> String {
    format!("in all iterations {} of ideal {} wavefronts", solution.wavefronts, solution.ideal)
}
