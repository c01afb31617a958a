//! Which swizzle is best, for programs.

use serde::Serialize;
use tilework::Swizzle;
use tilework_lang::report::hardware::words::swizzle::Best;

/// The answer of `tilework swizzle`.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
pub(super) enum Found {
    /// The swizzles that are best, on elements.
    Swizzle {
        least: [i64; 3],
        all: Vec<[i64; 3]>,
        count: usize,
        candidates: usize,
        worse: usize,
        broken: usize,
        /// All iterations of all accesses ...
        best: u64,
        ideal: u64,
        /// ... and the first of each.
        first_best: u64,
        first_ideal: u64,
        unswizzled: Option<u64>,
        lower_bound: u64,
        on_bytes: Option<[i64; 3]>,
        canonical: Option<String>,
        padding: Option<Padded>,
        xor: Option<Mapped>,
    },
}

/// Rows that are moved apart.
#[derive(Serialize)]
pub(super) struct Padded {
    pad_bytes: u32,
    best: u64,
    ideal: u64,
    lost_bytes: i64,
    layout: String,
}

/// The best XOR map.
#[derive(Serialize)]
pub(super) struct Mapped {
    map: String,
    best: u64,
    ideal: u64,
}

impl Found {
    pub(super) fn new(best: &Best) -> Found {
        let solution = &best.solution;
        Found::Swizzle {
            least: numbers(&solution.least),
            all: solution.all().map(|swizzle| numbers(&swizzle)).collect(),
            count: solution.count,
            candidates: solution.candidates,
            worse: solution.worse,
            broken: solution.broken,
            best: solution.wavefronts,
            ideal: solution.ideal,
            first_best: solution.first.wavefronts,
            first_ideal: solution.first.ideal,
            unswizzled: solution.unswizzled,
            lower_bound: solution.lower.wavefronts,
            on_bytes: solution.least_on_bytes().as_ref().map(numbers),
            canonical: solution.atom.map(|atom| atom.to_string()),
            padding: best.padding.as_ref().map(|padding| Padded {
                pad_bytes: padding.pad_bytes,
                best: padding.wavefronts,
                ideal: padding.ideal,
                lost_bytes: padding.lost_bytes,
                layout: padding.layout.to_string(),
            }),
            xor: best.xor.as_ref().map(|xor| Mapped {
                map: xor.map.to_string(),
                best: xor.wavefronts,
                ideal: xor.ideal,
            }),
        }
    }
}

/// The numbers of a swizzle.
fn numbers(swizzle: &Swizzle) -> [i64; 3] {
    [i64::from(swizzle.bits()), i64::from(swizzle.base()), i64::from(swizzle.shift())]
}
