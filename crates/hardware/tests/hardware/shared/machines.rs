//! Machines: the tables, the names, and what makes no sense.

use tilework_hardware::access::{AccessError, Instruction, Matrices};
use tilework_hardware::machine::{
    Confidence, Direction, Fact, Machine, MachineError, MatrixSupport, PhaseRule,
};
use tilework_hardware::shared::Service;

use super::oracle;

const DIRECTIONS: [Direction; 2] = [Direction::Load, Direction::Store];

#[test]
fn phases_are_those_of_the_tables() {
    for machine in Machine::all() {
        machine.check().unwrap();
        for direction in DIRECTIONS {
            for &width in machine.widths_bytes {
                let store = direction == Direction::Store;
                let (lanes, rules) = oracle::rules(machine.name, store, width as usize);
                assert_eq!(machine.lanes as usize, lanes, "{}", machine.name);
                assert_eq!(i64::from(machine.banks(direction, width)), rules.banks);
                assert_eq!(i64::from(machine.bank_bytes), rules.bank_bytes);
                let mask =
                    |lanes: &Vec<usize>| lanes.iter().fold(0_u64, |mask, lane| mask | 1 << lane);
                let masks: Vec<u64> = rules.phases.iter().map(mask).collect();
                let phases = machine.phases(direction, width);
                assert_eq!(phases.iter().collect::<Vec<_>>(), masks, "{} {width}", machine.name);
                assert_eq!(phases.lanes(phases.len()), 0);
            }
        }
    }
}

/// The phases of 16-byte loads of AMD are translates of a vector space over F2.
#[test]
fn phases_are_affine() {
    let span = |basis: &[u32]| {
        basis
            .iter()
            .fold(vec![0], |all: Vec<u32>, b| all.iter().flat_map(|x| [*x, x ^ b]).collect())
    };
    for (machine, basis) in [
        (&Machine::CDNA3, &[1, 2, 4 ^ 16][..]),
        (&Machine::RDNA3, &[1, 2, 4 ^ 16]),
        (&Machine::CDNA4, &[1, 2, 4 ^ 8, 4 ^ 16]),
    ] {
        for mask in machine.phases(Direction::Load, 16).iter() {
            let first = mask.trailing_zeros();
            let coset = span(basis).iter().fold(0_u64, |coset, x| coset | 1 << (x ^ first));
            assert_eq!(mask, coset, "{}", machine.name);
        }
    }
}

#[test]
fn names() {
    let names = |name: &str| Machine::find(name).map(|machine| machine.name);
    for (alias, name) in [
        ("nvidia", "nvidia"),
        ("sm_50", "maxwell"),
        ("sm_61", "pascal"),
        ("sm_70", "volta"),
        ("sm_75", "turing"),
        ("sm_80", "ampere"),
        ("sm_89", "ada"),
        ("sm_90a", "hopper"),
        ("sm_100", "blackwell"),
        ("sm_120", "blackwell"),
        ("gfx908", "cdna1"),
        ("gfx90a", "cdna2"),
        ("gfx940", "cdna3"),
        ("GFX942", "cdna3"),
        ("gfx950", "cdna4"),
        ("gfx1100", "rdna3"),
        ("gfx11", "rdna3"),
        ("gfx1201", "rdna4"),
    ] {
        assert_eq!(names(alias), Some(name));
    }
    let all: Vec<&str> =
        Machine::all().iter().flat_map(|m| m.aliases.iter().chain([&m.name])).copied().collect();
    let mut once = all.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(all.len(), once.len(), "a name of two machines");
}

#[test]
fn confidence() {
    use Confidence::{A, B, C, D};
    use Direction::{Load, Store};
    for (machine, direction, width, confidence) in [
        (&Machine::NVIDIA, Load, 4, A),
        (&Machine::NVIDIA, Store, 1, A),
        (&Machine::NVIDIA, Load, 8, B),
        (&Machine::NVIDIA, Store, 16, B),
        (&Machine::KEPLER8, Load, 8, A),
        (&Machine::CDNA1, Load, 16, C),
        (&Machine::CDNA2, Store, 4, C),
        (&Machine::CDNA3, Load, 16, A),
        (&Machine::CDNA3, Store, 16, A),
        (&Machine::CDNA4, Load, 4, A),
        (&Machine::CDNA4, Store, 4, D),
        (&Machine::RDNA3, Load, 16, A),
        (&Machine::RDNA3, Store, 16, D),
        (&Machine::RDNA4, Load, 16, A),
        (&Machine::RDNA4, Store, 8, D),
    ] {
        let certainty = machine.certainty(direction, width);
        assert_eq!(certainty.confidence, confidence, "{} {direction} {width}", machine.name);
        if confidence > A {
            assert_eq!(certainty.fact, Fact::Phases { direction, width_bytes: width });
        }
    }
    let of = |instruction| {
        let service = Service::new(&Machine::NVIDIA, instruction, Store, 16).unwrap();
        (service.certainty(false).confidence, service.certainty(true).fact)
    };
    assert_eq!(of(Instruction::AsyncCopy), (D, Fact::AsyncCopy));
    assert_eq!(of(Instruction::Matrix(Matrices::X4)), (B, Fact::Merge));
    assert_eq!(of(Instruction::Matrix(Matrices::M16X1)), (C, Fact::MatrixPhases8));
    assert_eq!(Machine::VOLTA.merge_confidence, A);
    assert_eq!(Machine::AMPERE.merge_confidence, C);
}

/// Which instructions a machine has.
#[test]
fn instructions() {
    let matrix = |machine: &Machine<'_>, direction, matrices| {
        Service::new(machine, Instruction::Matrix(matrices), direction, 16).is_ok()
    };
    let (load, store) = DIRECTIONS.into();
    let (x4, m16) = (Matrices::X4, Matrices::M16X1);
    for (machine, forms) in [
        (&Machine::VOLTA, [false, false, false]),
        (&Machine::TURING, [true, false, false]),
        (&Machine::HOPPER, [true, true, false]),
        (&Machine::BLACKWELL, [true, true, true]),
        (&Machine::NVIDIA, [true, true, true]),
        (&Machine::CDNA3, [false, false, false]),
    ] {
        let has =
            [matrix(machine, load, x4), matrix(machine, store, x4), matrix(machine, load, m16)];
        assert_eq!(has, forms, "{}", machine.name);
    }
    let copy = |machine: &Machine<'_>, width| {
        Service::new(machine, Instruction::AsyncCopy, store, width).map(|_| ())
    };
    assert_eq!(copy(&Machine::AMPERE, 4), Ok(()));
    let none = Err(AccessError::NoAsyncCopy { width_bytes: 2 });
    assert_eq!(copy(&Machine::AMPERE, 2), none);
    assert!(copy(&Machine::TURING, 16).is_err() && copy(&Machine::CDNA3, 16).is_err());
}

#[test]
fn records_that_make_no_sense() {
    let rule = PhaseRule {
        direction: Direction::Load,
        width_bytes: 4,
        banks: None,
        phases: None,
        confidence: Confidence::D,
    };
    let check = |machine: Machine<'_>| machine.check().unwrap_err();
    let custom = Machine::CUSTOM;
    assert_eq!(check(Machine { lanes: 0, ..custom }), MachineError::Lanes { lanes: 0 });
    assert_eq!(check(Machine { lanes: 65, ..custom }), MachineError::Lanes { lanes: 65 });
    assert_eq!(check(Machine { banks: 0, ..custom }), MachineError::Banks { banks: 0 });
    assert_eq!(check(Machine { banks: 129, ..custom }), MachineError::Banks { banks: 129 });
    for bank_bytes in [0, 3, 128] {
        let error = check(Machine { bank_bytes, ..custom });
        assert_eq!(error, MachineError::BankBytes { bank_bytes });
    }
    let error = check(Machine { widths_bytes: &[4, 12], ..custom });
    assert_eq!(error, MachineError::Width { width_bytes: 12 });
    let error = check(Machine { global_widths_bytes: &[0], ..custom });
    assert_eq!(error, MachineError::Width { width_bytes: 0 });
    for (sector_bytes, line_bytes) in [(0, 128), (32, 48)] {
        let error = check(Machine { sector_bytes, line_bytes, ..custom });
        assert_eq!(error, MachineError::Line { sector_bytes, line_bytes });
    }
    let with = |phases: &'static [u64]| PhaseRule { phases: Some(phases), ..rule };
    let lanes_4 = |rules: &[PhaseRule<'_>]| Machine { lanes: 4, rules, ..custom }.check();
    let (direction, width_bytes) = (Direction::Load, 4);
    assert_eq!(lanes_4(&[with(&[0b0101, 0b1010])]), Ok(()));
    for (phases, lane, count) in [(&[0b0111, 0b1010][..], 1, 2), (&[0b1011], 2, 0), (&[], 0, 0)] {
        let error = MachineError::Phases { direction, width_bytes, lane, count };
        assert_eq!(lanes_4(&[with(phases)]), Err(error));
    }
    let error = MachineError::NoSuchLane { direction, width_bytes, lane: 4, lanes: 4 };
    assert_eq!(lanes_4(&[with(&[0b11111])]), Err(error));
    assert_eq!(lanes_4(&[rule, rule]), Err(MachineError::TwoRules { direction, width_bytes }));
    let banks = PhaseRule { banks: Some(200), ..rule };
    assert_eq!(lanes_4(&[banks]), Err(MachineError::Banks { banks: 200 }));
    // A question about such a machine is refused with the same error.
    let wide = Machine { lanes: 100, ..custom };
    let error = Service::new(&wide, Instruction::Vector, Direction::Load, 4).unwrap_err();
    assert_eq!(error, AccessError::Machine(MachineError::Lanes { lanes: 100 }));
    assert_eq!(custom.matrices, MatrixSupport::None);
}
