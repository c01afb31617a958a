//! Reports against the definition.

use proptest::prelude::*;
use tilework_hardware::access::{Access, Instruction, Matrices, Request};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::shared::{Counts, Report, Service, count, report};

use super::oracle::{self, Cost, Rules};
use super::sample::{Random, case};

const MACHINES: [&str; 8] =
    ["nvidia", "kepler8", "cdna1", "cdna2", "cdna3", "cdna4", "rdna3", "rdna4"];

fn same(counts: &Counts, cost: &Cost, rules: &Rules, what: &str) {
    let ways: Vec<usize> = counts.phases.as_slice().iter().map(|&ways| ways.into()).collect();
    assert_eq!(ways, cost.ways, "{what}");
    assert_eq!(u64::from(counts.wavefronts), cost.wavefronts(), "{what}");
    assert_eq!(u64::from(counts.ideal), cost.ideal(), "{what}");
    assert_eq!(counts.words as usize, cost.words, "{what}");
    assert_eq!(counts.needed as usize, cost.distinct.div_ceil(rules.banks as usize), "{what}");
}

/// Addresses of one instruction: a few bases and strides, some lanes inactive.
fn addresses(lanes: usize, width: i64) -> impl Strategy<Value = Vec<Option<i64>>> {
    let strided = (-40..40_i64, -300..300_i64, 1..5_i64).prop_map(move |(base, stride, repeat)| {
        (0..lanes as i64).map(|lane| Some(width * (base + lane / repeat * stride))).collect()
    });
    let any = prop::collection::vec(prop::option::weighted(0.9, -600..600_i64), lanes)
        .prop_map(move |all| all.into_iter().map(|a| a.map(|a| a * width)).collect());
    let few = prop::collection::vec(prop::option::weighted(0.9, 0..6_i64), lanes)
        .prop_map(move |all| all.into_iter().map(|a| a.map(|a| a * 32 * width)).collect());
    prop_oneof![strided, any, few]
}

fn request() -> impl Strategy<Value = (&'static str, bool, u32, Vec<Option<i64>>)> {
    let machine = prop::sample::select(&MACHINES[..]);
    let width = prop::sample::select(&[1, 2, 4, 8, 16][..]);
    (machine, any::<bool>(), width).prop_flat_map(|(machine, store, width)| {
        let lanes = oracle::rules(machine, store, 4).0;
        addresses(lanes, i64::from(width)).prop_map(move |all| (machine, store, width, all))
    })
}

fn direction(store: bool) -> Direction {
    if store { Direction::Store } else { Direction::Load }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn one_request((name, store, width, addresses) in request()) {
        let machine = Machine::find(name).unwrap();
        let rules = oracle::rules(name, store, width as usize).1;
        let request = Request::new(&addresses, width, direction(store)).unwrap();
        let counts = count(&request, machine).unwrap();
        let cost = oracle::cost(&addresses, i64::from(width), &rules);
        same(&counts, &cost, &rules, name);
        prop_assert!(!counts.merged);
    }

    /// Uniform wide loads, whose phases are joined.
    #[test]
    fn one_merging_request(
        (name, _, width, addresses) in request(), x in 1..3_usize, uniform in any::<bool>()
    ) {
        let addresses: Vec<_> = if uniform {
            (0..addresses.len()).map(|lane| addresses[lane & !x]).collect()
        } else {
            addresses
        };
        let machine = Machine::find(name).unwrap();
        let rules = oracle::rules(name, false, width as usize).1;
        let joined = if width >= 8 { oracle::merged(&addresses, &rules) } else { rules.clone() };
        let request = Request::new(&addresses, width, Direction::Load).unwrap().merging(true);
        let counts = count(&request, machine).unwrap();
        let cost = oracle::cost(&addresses, i64::from(width), &joined);
        same(&counts, &cost, &joined, name);
    }

    /// Machines of the user's own: any number of banks, banks narrower and wider than vectors, stores that do not
    /// share.
    #[test]
    fn machines_of_ones_own(
        lanes in 1..=64_u32, banks in 1..=128_u32, bytes in 0..=6_u32, width in 0..=6_u32,
        share in any::<bool>(), store in any::<bool>(), seed in any::<u64>()
    ) {
        let (bank_bytes, width) = (1 << bytes, 1 << width);
        let machine = Machine {
            lanes, banks, bank_bytes, store_merge: share,
            widths_bytes: &[1, 2, 4, 8, 16, 32, 64], ..Machine::CUSTOM
        };
        let mut random = Random(seed);
        let spread = random.of(&[2, 40, 4000]);
        let addresses: Vec<_> = (0..lanes)
            .map(|_| (!random.one_in(10)).then(|| i64::from(width) * (random.below(spread) - 9)))
            .collect();
        let each = (banks * bank_bytes / width.max(bank_bytes)).clamp(1, lanes);
        let phases = (0..lanes as usize).step_by(each as usize);
        let rules = Rules {
            phases: phases.map(|at| (at..(at + each as usize).min(lanes as usize)).collect()).collect(),
            banks: banks.into(),
            bank_bytes: bank_bytes.into(),
            share: share || !store,
        };
        let request = Request::new(&addresses, width, direction(store)).unwrap();
        let cost = oracle::cost(&addresses, i64::from(width), &rules);
        same(&count(&request, &machine).unwrap(), &cost, &rules, "custom");
    }
}

/// The report of one iteration is the sum over the definition; and its witnesses are what they claim.
fn check(report: &Report, costs: &[Cost], rows: &[Vec<Option<i64>>], width: i64, rules: &Rules) {
    let sum = |f: &dyn Fn(&Cost) -> u64| costs.iter().map(f).sum::<u64>();
    assert_eq!(report.instructions as usize, costs.len());
    assert_eq!(report.wavefronts, sum(&Cost::wavefronts));
    assert_eq!(report.ideal, sum(&Cost::ideal));
    assert_eq!(report.conflicts, report.wavefronts - report.ideal);
    assert_eq!(report.words, sum(&|cost| cost.words as u64));
    assert_eq!(report.needed, sum(&|cost| (cost.distinct as u64).div_ceil(rules.banks as u64)));
    let most = costs.iter().flat_map(|cost| &cost.ways).max().copied().unwrap_or(0);
    assert_eq!(report.ways as usize, most);
    let first: Vec<usize> = report.first.as_slice().iter().map(|&ways| ways.into()).collect();
    assert_eq!(first, costs[0].ways);
    assert_eq!(report.same, costs.iter().all(|cost| cost.ways == costs[0].ways));
    assert_eq!(report.worst.is_some(), most > 1);
    let Some(worst) = report.worst else { return };
    let at = costs.iter().position(|cost| cost.ways.contains(&most)).unwrap();
    let warps = rows.len() as i64 / (worst.instruction + 1).max(1);
    assert!(warps >= 1);
    let phase = costs[at].ways.iter().position(|&ways| ways == most).unwrap();
    assert_eq!(worst.phase, phase);
    let banks = oracle::banks(&rows[at], width, rules, &rules.phases[phase]);
    let (bank, words) = banks.iter().find(|(_, words)| words.len() == most).unwrap();
    assert_eq!(i64::from(worst.bank), *bank);
    let told: std::collections::BTreeSet<i64> = worst.words().map(|(_, word)| word).collect();
    assert_eq!(told, words.iter().map(|&(word, _)| word).collect());
    for (lane, word) in worst.words() {
        let address = rows[at][lane as usize].unwrap();
        let own = address.div_euclid(rules.bank_bytes)
            ..=(address + width - 1).div_euclid(rules.bank_bytes);
        assert!(own.contains(&word) && rules.phases[phase].contains(&(lane as usize)));
    }
    let [one, other] = worst.pair().unwrap();
    assert!(one.0 != other.0 && (one.1 != other.1 || !rules.share));
}

#[test]
fn accesses_of_all_kinds() {
    let mut random = Random(1);
    let mut answered = 0;
    for _ in 0..8000 {
        let case = case(&mut random);
        let name = random.of(&MACHINES);
        let store = random.one_in(2);
        let (lanes, rules) = oracle::rules(name, store, case.width as usize);
        let access = Access::vectors(&case.tv, case.width, direction(store)).unwrap();
        let access = access.from_index(case.start);
        let tables = case.tables();
        let machine = Machine::find(name).unwrap();
        let what = format!("{} {} {} {}", case.memory, case.tv, case.bits, case.width);
        match (report(&case.memory, &access, case.bits, machine), tables.costs(0, lanes, &rules)) {
            (Ok(report), Ok(costs)) => {
                let instructions = tables.addresses(0).unwrap();
                let rows: Vec<Vec<Option<i64>>> = instructions
                    .iter()
                    .flat_map(|row| row.chunks(lanes))
                    .map(|row| row.iter().copied().map(Some).collect())
                    .collect();
                check(&report, &costs, &rows, i64::from(case.width), &rules);
                let clash = |same: i64| {
                    rows.iter().any(|row| {
                        let mut all: Vec<i64> =
                            row.iter().flatten().map(|a| a.div_euclid(same)).collect();
                        all.sort_unstable();
                        all.windows(2).any(|two| two[0] == two[1])
                    })
                };
                let words = clash(rules.bank_bytes.max(i64::from(case.width)));
                assert_eq!(report.race.is_some(), store && words, "{what}");
                if let Some(race) = report.race {
                    assert_eq!(race.same_bytes, clash(i64::from(case.width)), "{what}");
                }
                answered += 1;
            }
            (Err(error), Err(kinds)) => {
                let kind = match error.name() {
                    "misaligned" if error.to_string().contains("inside a byte") => "inside a byte",
                    name => name,
                };
                assert!(kinds.contains(kind), "{what}: {error}, {kinds:?}");
                // Alignment is asked last.
                assert!(kind != "misaligned" || kinds.len() == 1, "{what}: {error}, {kinds:?}");
            }
            (answer, truth) => panic!("{what}: {answer:?}, but {truth:?}"),
        }
    }
    assert!(answered > 5000, "{answered}");
}

/// Lanes that do not take part, in every warp.
#[test]
fn masks() {
    let mut random = Random(2);
    for _ in 0..500 {
        let mask = random.next();
        let stride = 4 * random.below(40);
        let lanes = format!("96:{stride}").parse().unwrap();
        let access = Access::addresses(&lanes, 4, Direction::Load).active(mask);
        let report = report(&tilework::Layout::UNIT, &access, 8, &Machine::NVIDIA).unwrap();
        let (lanes, rules) = oracle::rules("nvidia", false, 4);
        let costs: Vec<Cost> = (0..3)
            .map(|warp| {
                let lane =
                    |lane: i64| (mask >> lane & 1 == 1).then_some((32 * warp + lane) * stride);
                let row: Vec<Option<i64>> = (0..lanes as i64).map(lane).collect();
                oracle::cost(&row, 4, &rules)
            })
            .collect();
        assert_eq!(report.wavefronts, costs.iter().map(Cost::wavefronts).sum::<u64>());
        assert_eq!(report.ideal, costs.iter().map(Cost::ideal).sum::<u64>());
    }
}

/// Every form of `ldmatrix` and `stmatrix`: eight rows a phase.
#[test]
fn matrices() {
    let forms = [Matrices::X1, Matrices::X2, Matrices::X4, Matrices::M16X1, Matrices::M16X2];
    for matrices in forms {
        for store in [false, true] {
            for stride in 0..20 {
                let rules = oracle::matrix_rules(matrices.rows() as usize);
                let addresses: Vec<_> =
                    (0..i64::from(matrices.rows())).map(|lane| Some(lane * 16 * stride)).collect();
                let service = Service::new(
                    &Machine::NVIDIA,
                    Instruction::Matrix(matrices),
                    direction(store),
                    16,
                );
                let request = Request::new(&addresses, 16, direction(store)).unwrap();
                let request = request.by(Instruction::Matrix(matrices));
                let cost = oracle::cost(&addresses, 16, &rules);
                same(&service.unwrap().count(&request), &cost, &rules, "ldmatrix");
            }
        }
    }
}
