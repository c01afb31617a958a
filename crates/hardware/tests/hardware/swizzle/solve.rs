//! The exhaustive search against the enumeration of all candidates with sets of words.

use proptest::prelude::*;
use tilework::{AnyLayout, Swizzle, layout};
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::canonical::SwizzleMode;
use tilework_hardware::machine::{Confidence, Direction, Machine};
use tilework_hardware::swizzle::{Options, Reason, SwizzleError, solve};

use super::oracle::{TestProblem, family, swizzled};
use super::sample::{Random, problem};

/// Every number of a solution, from all candidates one by one.
fn law(problem: &TestProblem, negative: bool) -> Result<bool, TestCaseError> {
    let found = solve(
        &problem.layout,
        &problem.accesses(),
        problem.bits,
        &problem.machine,
        &Options { negative },
    );
    let Some(all) = problem.enumerated() else {
        let outside =
            matches!(found, Err(SwizzleError::Access { error, .. }) if error.name() == "outside");
        prop_assert!(outside, "{found:?}");
        return Ok(false);
    };
    let banks =
        problem.accesses.iter().map(|access| super::oracle::phases(&problem.machine, access).1);
    let most_b = (banks.max().unwrap() as u64).next_power_of_two().trailing_zeros();
    let candidates = family(problem.offset_bits(), most_b, negative);
    let totals: Vec<Option<(u64, u64)>> = candidates
        .iter()
        .map(|&(b, m, s)| all.judge(usize::MAX, |x| swizzled(b, m, s, x)))
        .collect();
    let Some(best) = totals.iter().flatten().map(|total| total.0).min() else {
        let none = matches!(found, Err(SwizzleError::NoneKeepsVectors { .. }));
        prop_assert!(none, "{found:?}");
        return Ok(false);
    };
    let found = found.map_err(|error| TestCaseError::fail(error.to_string()))?;
    let is_best = |i: &usize| totals[*i].is_some_and(|total| total.0 == best);
    let winners: Vec<(u32, u32, i32)> =
        (0..candidates.len()).filter(is_best).map(|i| candidates[i]).collect();
    let listed: Vec<(u32, u32, i32)> =
        found.all().map(|s| (s.bits(), s.base(), s.shift())).collect();
    prop_assert_eq!(listed, winners.clone());
    prop_assert_eq!((found.wavefronts, found.count), (best, winners.len()));
    prop_assert_eq!(found.ideal, totals.iter().flatten().next().unwrap().1);
    let least = *winners.iter().min_by_key(|s| (s.0, s.2.abs(), s.1)).unwrap();
    let (b, m, s) = (found.least.bits(), found.least.base(), found.least.shift());
    prop_assert_eq!((b, m, s), least);
    prop_assert_eq!(found.candidates, candidates.len());
    prop_assert_eq!(found.bounds.candidates(), candidates.len());
    let broken = totals.iter().filter(|total| total.is_none()).count();
    prop_assert_eq!((found.broken, found.worse), (broken, totals.len() - broken - winners.len()));
    prop_assert_eq!(found.unswizzled, totals[0].map(|total| total.0));
    for b in 0..=7 {
        let of_b = totals.iter().zip(&candidates).filter(|(_, candidate)| candidate.0 == b);
        prop_assert_eq!(
            found.best_with(b),
            of_b.filter_map(|(total, _)| *total).map(|t| t.0).min()
        );
    }
    let first = all.judge(1, |x| swizzled(b, m, s, x)).unwrap();
    prop_assert_eq!((found.first.wavefronts, found.first.ideal), first);
    prop_assert!(found.lower.wavefronts >= found.ideal);
    prop_assert_eq!(
        found.lower.reason == Reason::NoConflict,
        found.lower.wavefronts == found.ideal
    );
    Ok(true)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn random_problems(seed in any::<u64>(), negative in prop::bool::weighted(0.2)) {
        law(&problem(&mut Random(seed)), negative)?;
    }
}

/// Swizzles with larger numbers than the bounds allow are never better, where shifts are above 0.
#[test]
fn nothing_beyond_the_bounds_is_better() {
    let mut judged = 0;
    for seed in 0..150 {
        let problem = problem(&mut Random(seed));
        let (accesses, options) = (problem.accesses(), Options::default());
        let found = solve(&problem.layout, &accesses, problem.bits, &problem.machine, &options);
        let (Ok(found), Some(all)) = (found, problem.enumerated()) else { continue };
        let negative = problem.table.iter().any(|&offset| offset < 0);
        if negative || !problem.machine.banks.is_power_of_two() {
            continue;
        }
        judged += 1;
        for (b, m, s) in family(problem.offset_bits() + 2, found.bounds.most_b + 2, false) {
            if let Some((total, _)) = all.judge(usize::MAX, |x| swizzled(b, m, s, x)) {
                assert!(total >= found.wavefronts, "{problem:?}: Sw<{b},{m},{s}>");
            }
        }
    }
    assert!(judged > 50, "{judged}");
}

/// Most random problems have an answer; else the law above says little.
#[test]
fn random_problems_have_answers() {
    let answered = (0..200).filter(|&seed| law(&problem(&mut Random(seed)), false).unwrap());
    let answered = answered.count();
    assert!(answered > 100, "{answered}");
}

fn row_and_ldmatrix(tile: &tilework::Layout, bits: u32) -> [Access; 2] {
    [
        Access::along(tile, 1, bits, 16, Direction::Store, 32).unwrap(),
        Access::matrices_along(tile, 1, bits, Matrices::X4, Direction::Load).unwrap(),
    ]
}

/// fp16, written by rows and read by ldmatrix: SW128, and no other one of 161.
#[test]
fn the_tile_of_every_gemm() {
    let tile = layout!((64,64):(64,1));
    let accesses = row_and_ldmatrix(&tile, 16);
    let found = solve(&tile, &accesses, 16, &Machine::NVIDIA, &Options::default()).unwrap();
    assert_eq!(found.all().collect::<Vec<_>>(), [Swizzle::new(3, 3, 3).unwrap()]);
    assert_eq!((found.wavefronts, found.ideal, found.candidates), (128, 128, 161));
    assert_eq!((found.first.wavefronts, found.first.ideal), (8, 8));
    assert_eq!(found.broken + found.worse, 160);
    assert_eq!(
        (found.unswizzled, found.best_with(1), found.best_with(2)),
        (Some(576), Some(320), Some(192))
    );
    assert!(found.is_conflict_free() && found.is_optimal());
    let atom = found.atom.unwrap();
    assert_eq!(format!("{atom:#}"), "SW128 K-major (CuTe prints Sw<3,4,3> on bytes)");
    assert_eq!(found.least_on_bytes(), Some(Swizzle::new(3, 4, 3).unwrap()));
    assert_eq!(found.modes().collect::<Vec<_>>(), [(found.least, SwizzleMode::Sw128)]);
    assert_eq!(found.certainty.confidence, Confidence::B);
}

/// One ldmatrix does not see that `Sw<4,2,4>` splits rows elsewhere in the tile: only all iterations do.
#[test]
fn one_instruction_is_not_the_tile() {
    let tile = layout!((64,128):(128,1));
    let all = |accesses: &[Access]| {
        let found = solve(&tile, accesses, 16, &Machine::NVIDIA, &Options::default()).unwrap();
        assert!(found.is_conflict_free());
        found.all().collect::<Vec<_>>()
    };
    let [a, b, c] =
        [(3, 3, 4), (4, 2, 4), (4, 3, 4)].map(|(b, m, s)| Swizzle::new(b, m, s).unwrap());
    let rows = layout!((16,2):(1,512));
    let one = Access::rows(&rows, Matrices::X4, Direction::Load).unwrap();
    assert_eq!(all(&[one]), [a, b, c]);
    let whole = Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load).unwrap();
    assert_eq!(all(&[whole]), [a, c]);
}

/// Where the layout splits vectors, the swizzle that undoes it is found, and the identity is none.
#[test]
fn a_swizzle_that_mends_a_layout() {
    let tile: AnyLayout = "Sw<1,0,2> o 0 o (4,16):(16,1)".parse().unwrap();
    let access = Access::along(&tile, 1, 32, 8, Direction::Load, 32).unwrap();
    let found = solve(&tile, &[access], 32, &Machine::NVIDIA, &Options::default()).unwrap();
    assert_eq!((found.least, found.unswizzled), (Swizzle::new(1, 0, 2).unwrap(), None));
    assert_eq!((found.wavefronts, found.ideal), (2, 2));
}

/// The name is that of the layout, not of the swizzle alone: SW64 for rows of 64 bytes, MN-major for columns, and none
/// where rows are longer than the mode's.
#[test]
fn names_of_modes() {
    let name = |tile: &tilework::Layout, bits: u32, along: usize| {
        let access =
            Access::matrices_along(tile, along, bits, Matrices::X4, Direction::Load).unwrap();
        let found = solve(tile, &[access], bits, &Machine::NVIDIA, &Options::default()).unwrap();
        (found.least.to_string(), found.atom.map(|atom| atom.to_string()))
    };
    let named = |swizzle: &str, atom: &str| (swizzle.to_string(), Some(atom.to_string()));
    assert_eq!(name(&layout!((64,32):(32,1)), 16, 1), named("Sw<2,3,3>", "SW64 K-major"));
    assert_eq!(name(&layout!((64,16):(16,1)), 16, 1), named("Sw<1,3,3>", "SW32 K-major"));
    assert_eq!(name(&layout!((64,64):(1,64)), 16, 0), named("Sw<3,3,3>", "SW128 MN-major"));
    assert_eq!(name(&layout!((64,128):(128,1)), 8, 1), named("Sw<3,4,3>", "SW128 K-major"));
    assert_eq!(name(&layout!((64,128):(128,1)), 16, 1), ("Sw<3,3,4>".to_string(), None));
}

/// More bits than a bank number has, with 64 banks.
#[test]
fn as_many_bits_as_banks() {
    let tile = layout!((64,64):(64,1));
    let column = Access::load(&layout!((64,1,64):(1,0,64)), 4).unwrap();
    let found = solve(&tile, &[column], 32, &Machine::CDNA4, &Options::default()).unwrap();
    assert_eq!((found.bounds.most_b, found.least), (6, Swizzle::new(6, 0, 6).unwrap()));
    assert!(found.is_conflict_free());
}
