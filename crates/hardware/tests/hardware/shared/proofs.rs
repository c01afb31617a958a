//! Proofs for all iterations, against the enumeration of every iteration.

use std::collections::BTreeMap;

use tilework::{AnyLayout, Layout};
use tilework_hardware::access::{Access, AccessError, Plan};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::shared::{Argument, Linear, Proof, Rank, Service, prove};

use super::oracle::{self, Rules, Tables};
use super::sample::{Case, Random, case};

/// What all iterations cost, by enumeration; or the first iteration that is refused, and why.
struct Truth {
    wavefronts: u128,
    ideal: u128,
    ways: usize,
    conflicting: i64,
    first: Option<i64>,
}

fn truth(
    tables: &Tables,
    lanes: usize,
    rules: &Rules,
) -> Result<Truth, (i64, std::collections::BTreeSet<&'static str>)> {
    let mut truth = Truth { wavefronts: 0, ideal: 0, ways: 0, conflicting: 0, first: None };
    for iteration in 0..tables.iterations() {
        let costs = tables.costs(iteration, lanes, rules);
        let costs = costs.map_err(|kinds| (iteration as i64, kinds))?;
        truth.wavefronts += costs.iter().map(|cost| u128::from(cost.wavefronts())).sum::<u128>();
        truth.ideal += costs.iter().map(|cost| u128::from(cost.ideal())).sum::<u128>();
        let most = costs.iter().flat_map(|cost| &cost.ways).max().copied().unwrap_or(0);
        truth.ways = truth.ways.max(most);
        if most > 1 {
            truth.conflicting += 1;
            truth.first = truth.first.or(Some(iteration as i64));
        }
    }
    Ok(truth)
}

fn same(proof: &Proof, truth: &Truth, what: &str) {
    assert_eq!(proof.wavefronts, truth.wavefronts, "{what}");
    assert_eq!(proof.ideal, truth.ideal, "{what}");
    assert_eq!(proof.ways as usize, truth.ways, "{what}");
    assert_eq!(proof.conflicting, truth.conflicting, "{what}");
    assert_eq!(proof.is_conflict_free(), truth.first.is_none(), "{what}");
    assert_eq!(proof.conflict.map(|conflict| conflict.iteration), truth.first, "{what}");
    assert!(proof.conflict.is_none_or(|conflict| conflict.report.conflicts > 0), "{what}");
}

fn place(error: &AccessError) -> Option<i64> {
    match error {
        AccessError::Misaligned { at, .. }
        | AccessError::SplitByte { at, .. }
        | AccessError::NotContiguous { at, .. }
        | AccessError::Outside { at, .. } => Some(at.iteration),
        _ => None,
    }
}

fn name(argument: &Argument) -> &'static str {
    match argument {
        Argument::Rank(_) => "rank",
        Argument::Xor => "xor",
        Argument::Residues(_) => "residues",
        Argument::Enumeration => "enumeration",
        _ => "other",
    }
}

/// The ranks of a proof give the ways, words and banks of that phase in every instruction of every iteration.
fn check_rank(rank: &Rank, tables: &Tables, lanes: usize, rules: &Rules, what: &str) {
    for iteration in 0..tables.iterations() {
        for row in tables.addresses(iteration).unwrap() {
            for warp in row.chunks(lanes) {
                let warp: Vec<_> = warp.iter().copied().map(Some).collect();
                let banks = oracle::banks(&warp, tables.width, rules, &rules.phases[rank.phase]);
                assert_eq!(banks.len() as u64, rank.distinct_banks(), "{what}");
                assert!(banks.values().all(|words| words.len() as u64 == rank.ways()), "{what}");
                let words: usize = banks.values().map(|words| words.len()).sum();
                assert_eq!(words as u64, rank.distinct_words(), "{what}");
            }
        }
    }
}

fn check(case: &Case, machine: &str, store: bool, seen: &mut BTreeMap<&'static str, u32>) {
    let (lanes, rules) = oracle::rules(machine, store, case.width as usize);
    let direction = if store { Direction::Store } else { Direction::Load };
    let access = Access::vectors(&case.tv, case.width, direction).unwrap();
    let access = access.from_index(case.start);
    let tables = case.tables();
    let what = format!(
        "{machine} {} {}+{} {} {}",
        case.memory, case.start, case.tv, case.bits, case.width
    );
    let proof = prove(&case.memory, &access, case.bits, Machine::find(machine).unwrap());
    match (proof, truth(&tables, lanes, &rules)) {
        (Ok(proof), Ok(truth)) => {
            same(&proof, &truth, &what);
            if let Argument::Rank(rank) = &proof.argument {
                check_rank(rank, &tables, lanes, &rules, &what);
            }
            *seen.entry(name(&proof.argument)).or_default() += 1;
            if proof.conflicting > 0 && proof.conflicting < proof.iterations {
                *seen.entry("some conflict").or_default() += 1;
            }
        }
        (Err(error), Err((iteration, kinds))) => {
            let kind = match error.name() {
                "misaligned" if error.to_string().contains("inside a byte") => "inside a byte",
                name => name,
            };
            if kind != "outside" {
                assert_eq!(place(&error), Some(iteration), "{what}: {error}");
                assert!(kinds.contains(kind), "{what}: {error}, {kinds:?}");
            }
            *seen.entry(if iteration > 0 { "refused later" } else { "refused" }).or_default() += 1;
        }
        (proof, truth) => panic!("{what}: {proof:?}, but {:?}", truth.err()),
    }
}

#[test]
fn all_iterations_of_all_kinds() {
    let mut random = Random(3);
    let mut seen = BTreeMap::new();
    for _ in 0..10_000 {
        let case = case(&mut random);
        let machine = random.of(&["nvidia", "nvidia", "kepler8", "cdna3", "cdna4", "rdna3"]);
        check(&case, machine, random.one_in(2), &mut seen);
    }
    // Each argument, and each outcome, occurs.
    let least = [
        ("rank", 500),
        ("xor", 20),
        ("residues", 500),
        ("enumeration", 20),
        ("some conflict", 100),
        ("refused", 100),
        ("refused later", 20),
    ];
    for (name, least) in least {
        assert!(seen.get(name).is_some_and(|&count| count >= least), "{name}: {seen:?}");
    }
}

/// Every swizzle of a tile of 2^10 elements, in elements of 1 to 8 bytes: the theorem on all of them.
#[test]
fn every_swizzle_of_a_tile() {
    let mut ranks = 0;
    for (bits, width) in [(8, 1), (16, 2), (16, 16), (32, 4), (64, 8)] {
        let vector = i64::from(8 * width / bits);
        for (b, m, s) in
            (1..=5).flat_map(|b| (0..6).flat_map(move |m| (b..6).map(move |s| (b, m, s))))
        {
            let memory: AnyLayout =
                format!("Sw<{b},{m},{s}> o 0 o (32,32):(32,1)").parse().unwrap();
            let rest = 32 / vector;
            let tv = format!("(32,{vector},{rest}):(1,32,{})", 32 * vector);
            let case = Case { memory, tv: tv.parse().unwrap(), start: 0, bits, width };
            let mut seen = BTreeMap::new();
            check(&case, "nvidia", false, &mut seen);
            ranks += seen.get("rank").copied().unwrap_or(0);
        }
    }
    assert!(ranks > 250, "{ranks}");
}

/// Columns and ranks of the recorded answers.
#[test]
fn closed_form() {
    use crate::vectors::{number, of_kind, text};
    for vector in of_kind("closed_form") {
        let memory: AnyLayout = text(&vector, "smem").parse().unwrap();
        let (bits, width) = (number(&vector, "bits"), number(&vector, "width"));
        let rows = memory.as_ref().inner().mode(0).unwrap().size();
        let tv = format!("({},{}):(1,{rows})", number(&vector, "lanes"), 8 * width / bits);
        let access = Access::load(&tv.parse().unwrap(), width).unwrap();
        let plan = Plan::new(&access, &memory, bits, 32).unwrap();
        let flat = plan.flat().unwrap();
        let service = Service::of(&Machine::NVIDIA, &access).unwrap();
        let linear = Linear::of(&flat).unwrap();
        let lanes = plan.request(0, 0, 0).unwrap().active() & service.phases().lanes(0);
        let rank = Rank::new(&linear, &service, bits, 0, lanes, |offset| flat.map(offset)).unwrap();
        let expect = &vector["expect"];
        assert_eq!(serde_json::json!(rank.columns.as_slice()), expect["columns"], "{vector}");
        assert_eq!(serde_json::json!(rank.ways()), expect["ways"], "{vector}");
    }
}

/// Tiles of 32 vectors of 8 fp16 elements, one after the other, and what they cost in a memory whose tiles are `step`
/// elements apart, behind a swizzle with a period of 512 elements: that depends on where a tile begins.
fn vectors_in_a_row(tiles: &str, steps: &str) -> (AnyLayout, Layout) {
    let memory = format!("Sw<3,3,3> o 0 o (32,8,{tiles}):(8,1,{steps})").parse().unwrap();
    let size = tiles.parse::<Layout>().map_or(0, |tiles| tiles.size());
    (memory, format!("(32,8,{size}):(1,32,256)").parse().unwrap())
}

/// Millions of tiles: what a short run of them costs, repeated.
#[test]
fn millions_of_iterations() {
    let run = |tiles: i64| {
        let (memory, tv) = vectors_in_a_row(&tiles.to_string(), "264");
        prove(&memory, &Access::load(&tv, 16).unwrap(), 16, &Machine::NVIDIA).unwrap()
    };
    // 264 elements are 33 of the 64 vectors of a period: it comes back after 64 tiles.
    let short = run(64);
    let Argument::Residues(period) = short.argument else { panic!("{:?}", short.argument) };
    assert_eq!((period.elements, period.step, period.classes), (512, 8, 64));
    assert_eq!(short.conflicting, 56);
    let (memory, tv) = vectors_in_a_row("64", "264");
    check(
        &Case { memory, tv, start: 0, bits: 16, width: 16 },
        "nvidia",
        false,
        &mut BTreeMap::new(),
    );

    let times = 1 << 30;
    let long = run(64 * times);
    assert_eq!(long.wavefronts, short.wavefronts * times as u128);
    assert_eq!(long.ideal, short.ideal * times as u128);
    assert_eq!(long.conflicting, short.conflicting * times);
    assert_eq!(long.conflict.map(|at| at.iteration), Some(1));
    // Some more than whole periods: those of the beginning.
    let (some, more) = (run(17), run(64 * times + 17));
    assert_eq!(more.wavefronts, long.wavefronts + some.wavefronts);
    assert_eq!(more.conflicting, long.conflicting + some.conflicting);
}

/// The first conflict may be far away, and is found without reading what is before it.
#[test]
fn a_late_conflict() {
    let far = 1_i64 << 40;
    let (memory, tv) = vectors_in_a_row(&format!("({far},3,2)"), "(0,512,8)");
    let proof = prove(&memory, &Access::load(&tv, 16).unwrap(), 16, &Machine::NVIDIA).unwrap();
    assert_eq!((proof.first.wavefronts, proof.ways), (4, 2));
    let conflict = proof.conflict.unwrap();
    assert_eq!((conflict.iteration, conflict.report.wavefronts), (3 * far, 8));
    assert_eq!((proof.conflicting, proof.iterations), (3 * far, 6 * far));
    assert_eq!(proof.wavefronts, 3 * far as u128 * (4 + 8));
}

/// Wide periods end in enumeration, or in the error that says how much would have to be read.
#[test]
fn what_no_argument_decides() {
    let memory: AnyLayout = "Sw<3,3,30> o 0 o (32,1000,100000):(3,96,96000)".parse().unwrap();
    let access = Access::load(&"(32,1,100000000):(1,0,32)".parse().unwrap(), 4).unwrap();
    let error = prove(&memory, &access, 32, &Machine::NVIDIA).unwrap_err();
    assert_eq!(error.name(), "budget");
    assert!(matches!(error, AccessError::Budget { elements, .. } if elements == 9_600_000_000));
}

/// Costs of iterations add up to those of one access that has all of them as further warps.
#[test]
fn iterations_are_warps() {
    let mut random = Random(4);
    for _ in 0..300 {
        let case = case(&mut random);
        let tables = case.tables();
        let (lanes, rules) = oracle::rules("nvidia", false, case.width as usize);
        let Ok(truth) = truth(&tables, lanes, &rules) else { continue };
        if !tables.threads.is_multiple_of(lanes) {
            continue;
        }
        let mode = |i: usize| case.tv.mode(i).unwrap();
        let threads = Layout::concat(&[mode(0), mode(2)]).unwrap();
        let tv = Layout::concat(&[threads, mode(1)]).unwrap();
        let access = Access::load(&tv, case.width).unwrap().from_index(case.start);
        let report =
            tilework_hardware::shared::report(&case.memory, &access, case.bits, &Machine::NVIDIA);
        let report = report.unwrap();
        assert_eq!(u128::from(report.wavefronts), truth.wavefronts);
        assert_eq!(u128::from(report.ideal), truth.ideal);
    }
}
