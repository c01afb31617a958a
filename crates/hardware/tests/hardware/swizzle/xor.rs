//! XOR maps: against all linear bijections that keep the vectors, and the theorem for two accesses.

use std::sync::LazyLock;

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, XorMap, layout};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::swizzle::{LowerBound, Options, Reason, Verdict, XorSolution, solve_xor};

use super::oracle::{Enumerated, TestAccess, TestProblem, xor};
use super::sample::{Random, problem};

fn solved(problem: &TestProblem) -> Option<XorSolution> {
    let options = Options::default();
    solve_xor(&problem.layout, &problem.accesses(), problem.bits, &problem.machine, &options).ok()
}

/// All bijections of `bits` bits that are linear, as lists of columns.
fn bijections(bits: u32) -> Vec<Vec<i64>> {
    let mut all = vec![(Vec::new(), vec![0_i64])];
    for _ in 0..bits {
        let mut more = Vec::new();
        for (columns, span) in &all {
            for column in (0..1 << bits).filter(|column| !span.contains(column)) {
                let span = span.iter().flat_map(|x| [*x, x ^ column]).collect();
                more.push(([columns.as_slice(), &[column]].concat(), span));
            }
        }
        all = more;
    }
    all.into_iter().map(|(columns, _)| columns).collect()
}

/// Those of up to 4 bits.
static BIJECTIONS: LazyLock<Vec<Vec<Vec<i64>>>> =
    LazyLock::new(|| (0..=4).map(bijections).collect());

/// The columns of a map of blocks of `2^block` elements.
fn of_blocks(block: u32, columns: &[i64]) -> Vec<i64> {
    (0..block).map(|i| 1 << i).chain(columns.iter().map(|column| column << block)).collect()
}

/// The fewest wavefronts of all linear bijections that keep aligned blocks of `2^block` elements.
fn least(all: &Enumerated<'_>, bits: u32, block: u32, maps: &[Vec<Vec<i64>>]) -> Option<u64> {
    let maps = &maps[bits.saturating_sub(block) as usize];
    let judge = |columns: &Vec<i64>| {
        let columns = of_blocks(block, columns);
        all.judge(usize::MAX, |x| xor(&columns, x)).map(|total| total.0)
    };
    maps.iter().filter_map(judge).min()
}

/// A small machine, so that phases conflict among few elements.
const SMALL: Machine<'static> = Machine { name: "small", lanes: 8, banks: 4, ..Machine::CUSTOM };

/// A problem in a tile of 8 to 32 elements behind a random linear bijection that keeps vectors: lanes are
/// random bits of the index.
fn small(random: &mut Random, count: u64) -> TestProblem {
    let bits = random.pick(&[16, 32, 32]);
    // Vectors of two elements, or single ones. There are 168 bijections of 3 bits, and 20160 of 4.
    let widest = random.pick(&[0, 1, 1]);
    let n = widest + random.pick(&[3, 3, 3, 3, 3, 3, 3, 3, 3, 4]);
    let columns: Vec<i64> = (0..n)
        .map(|i| {
            if i < widest {
                1 << i
            } else {
                1 << i | (random.below(1 << i) as i64 >> widest << widest)
            }
        })
        .collect();
    let map = XorMap::new(&columns).unwrap();
    let inner = Layout::new(1_i64 << n, 1).unwrap();
    let layout = AnyLayout::Composed(ComposedLayout::new(map, 0, &inner).unwrap());
    let machine =
        random.pick(&[SMALL, Machine { banks: 8, ..SMALL }, Machine { bank_bytes: 8, ..SMALL }]);
    let accesses = (0..count)
        .map(|i| {
            let vector = if i == 0 { widest } else { random.below(u64::from(widest) + 1) as u32 };
            let mut free: Vec<u32> = (vector..n).collect();
            let mut threads = Vec::new();
            for _ in 0..3.min(free.len()) {
                let bit = free.remove(random.below(free.len() as u64) as usize);
                threads.push((2, 1 << bit));
            }
            let rest: Vec<(i64, i64)> = free.iter().map(|bit| (2, 1 << bit)).collect();
            let modes = |modes: &[(i64, i64)]| {
                let modes: Vec<Layout> =
                    modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
                if modes.is_empty() { layout!(1:0) } else { Layout::concat(&modes).unwrap() }
            };
            TestAccess {
                threads: modes(&threads),
                values: Layout::new(1_i64 << vector, 1).unwrap(),
                iterations: modes(&rest),
                start: 0,
                width_bytes: (bits << vector) / 8,
                direction: random.pick(&[Direction::Load, Direction::Store]),
                active: u64::MAX,
                matrices: None,
            }
        })
        .collect();
    TestProblem::new(layout, bits, machine, accesses)
}

/// The map is a bijection that keeps vectors, and has the wavefronts that it says.
fn counted(found: &XorSolution, all: &Enumerated<'_>) -> Result<(), TestCaseError> {
    let columns = found.map.columns();
    let total = all.judge(usize::MAX, |x| xor(columns, x));
    prop_assert_eq!(total, Some((found.wavefronts, found.ideal)));
    prop_assert_eq!(found.map.rank(), found.map.bits());
    prop_assert!(found.map.columns().iter().all(|column| column >> found.map.bits() == 0));
    if let Some(swizzle) = found.swizzle {
        prop_assert!((0..1 << found.map.bits()).all(|x| swizzle.apply(x) == xor(columns, x)));
    }
    prop_assert!(found.wavefronts <= found.family.wavefronts);
    prop_assert_eq!(found.verdict == Verdict::Optimal, found.wavefronts <= found.lower.wavefronts);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    /// No linear bijection of a small tile that keeps its vectors beats the bound, or the answer where that is decided.
    #[test]
    fn all_bijections(seed in any::<u64>(), count in 1..=8_u64) {
        let problem = small(&mut Random(seed), count);
        let (Some(found), Some(all)) = (solved(&problem), problem.enumerated()) else {
            return Err(TestCaseError::fail("no answer"));
        };
        counted(&found, &all)?;
        let block = |bytes: u32| (bytes * 8 / problem.bits).max(1).ilog2();
        let bits = problem.offset_bits();
        let vectors = block(found.lower.width_bytes);
        if bits - vectors <= 4 {
            // All iterations are there, so that touched vectors are all vectors, and swizzles no exception.
            let best = least(&all, bits, vectors, &BIJECTIONS).unwrap();
            prop_assert!(found.lower.wavefronts <= best);
            prop_assert!(found.family.wavefronts >= best);
        }
        if bits.saturating_sub(block(found.block_bytes)) <= 4 && found.verdict != Verdict::Undecided {
            let best = least(&all, bits, block(found.block_bytes), &BIJECTIONS);
            prop_assert_eq!(best.map(|best| best.min(found.family.wavefronts)), Some(found.wavefronts));
        }
        prop_assert!(found.verdict != Verdict::Undecided);
        // One direction and two accesses: the bound is reached, unless a word is wider than the vectors.
        if count <= 2 && found.block_bytes == found.lower.width_bytes {
            prop_assert_eq!(found.verdict, Verdict::Optimal);
        }
    }

    /// On any problem the map is what it says.
    #[test]
    fn random_problems(seed in any::<u64>()) {
        let problem = problem(&mut Random(seed));
        if let (Some(found), Some(all)) = (solved(&problem), problem.enumerated()) {
            counted(&found, &all)?;
        }
    }
}

/// f32, written by rows of 16-byte vectors and read by columns of single elements: 32 lanes have only 8 places.
#[test]
fn vectors_bound_what_is_reached() {
    let tile = layout!((32,32):(32,1));
    let accesses = [
        Access::along(&tile, 1, 32, 16, Direction::Store, 32).unwrap(),
        Access::along(&tile, 0, 32, 4, Direction::Load, 32).unwrap(),
    ];
    let found = solve_xor(&tile, &accesses, 32, &Machine::NVIDIA, &Options::default()).unwrap();
    let reason = Reason::Vectors { places: 8 };
    assert_eq!(found.lower, LowerBound { wavefronts: 32 + 32 * 4, reason, width_bytes: 16 });
    assert_eq!((found.wavefronts, found.ideal, found.verdict), (160, 64, Verdict::Optimal));
    assert_eq!(
        found.lower.to_string(),
        "160 wavefronts: vectors of 16 bytes stay whole, and the banks have places for 8"
    );
}

/// The eight rows of a matrix differ in bits that no swizzle reads together; an XOR map does.
#[test]
fn rows_that_no_swizzle_spreads() {
    let tile = layout!(((2,2,2),64):((64,256,1024),1));
    let access = Access::matrices_along(&tile, 1, 16, Matrices::X1, Direction::Load).unwrap();
    let found = solve_xor(&tile, &[access], 16, &Machine::NVIDIA, &Options::default()).unwrap();
    assert_eq!((found.family.wavefronts, found.ideal), (16, 8));
    assert_eq!((found.wavefronts, found.verdict, found.swizzle), (8, Verdict::Optimal, None));
    // 64 onto 32, 256 onto 16, 1024 onto 8; all else stays.
    assert_eq!(found.map.to_string(), "Xor<1,2,4,8,16,32,96,128,272,512,1032>");
}
