//! Every question ends: adversarial layouts of at most 32 modes, and the work that each search takes
//! on them. What is counted is the work, so the tests say the same on every machine.

extern crate std;
use std::string::ToString;
use std::vec::Vec;
use std::{format, println, vec};

use super::*;
use crate::algebra::tiler::by_mode::Leaf;
use crate::ground::mode::Mode;
use crate::layout::layout::Layout;
use crate::{CoordLayout, Tiler, layout};

/// Numbers that are the same every time.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 20) % n
    }

    fn from(&mut self, low: u64, high: u64) -> i64 {
        (low + self.below(high - low + 1)) as i64
    }
}

type Modes = Vec<(i64, i64)>;

fn flat(modes: &[(i64, i64)]) -> Option<Layout> {
    let modes: Option<Vec<_>> = modes.iter().map(|&(n, d)| Layout::new(n, d).ok()).collect();
    Layout::concat(&modes?).ok()
}

/// Two layouts of up to 32 modes each from one of the families.
fn family(which: u64, r: &mut Random) -> (Modes, Modes) {
    let len = [2, 3, 4, 6, 8, 12, 16, 20, 24, 28, 32][r.below(11) as usize];
    let one = |r: &mut Random| -> Modes {
        match which {
            // Subset sums.
            0 => {
                let bits = r.from(4, 50);
                (0..len).map(|_| (2, 1 + r.below(1 << bits) as i64)).collect()
            }
            // Near-powers: extents and strides next to powers of two.
            1 => (0..len.min(10))
                .map(|_| ((1 << r.from(1, 12)) + r.from(0, 2), (1 << r.from(1, 20)) + r.from(0, 3)))
                .collect(),
            // A long mode with a stride next to a power, and a short one.
            2 => {
                let k = r.from(8, 24);
                vec![(1 << r.from(10, 30), (1 << k) + 1), (r.from(2, 9), 1 << r.from(1, k as u64))]
            }
            // Coprime strides with large extents.
            3 => {
                let p = r.from(1 << 10, 1 << 20);
                (0..len.min(6) as i64).map(|i| (r.from(2, 200), p + i)).collect()
            }
            // Nearly compact: each stride is one more or less than the extents below.
            4 => {
                let mut place = 1;
                let next = |_| {
                    let n = r.from(2, 4);
                    let d = (place + r.from(0, 2) - 1).max(1);
                    place *= n;
                    (n, d)
                };
                (0..len).map(next).collect()
            }
            // Padded: each stride is a little more than the offsets below.
            5 => {
                let mut place = 1;
                let next = |_| {
                    let (n, d) = (r.from(2, 40), place);
                    place = place * n + r.from(0, 3);
                    (n, d)
                };
                (0..len.min(8)).map(next).collect()
            }
            // Many small strides that collide everywhere.
            _ => (0..len).map(|_| (r.from(2, 3), r.from(1, 64))).collect(),
        }
    };
    (one(r), one(r))
}

/// The gadget that makes composition coNP-hard (DESIGN.md, 3.3): `A o B` is a layout if and only if
/// no subset of the numbers hits the target.
fn gadget(r: &mut Random) -> (Modes, Modes) {
    let (len, bits) = (r.from(8, 26), r.from(3, 25));
    let mut numbers: Vec<i64> = (0..len).map(|_| 1 + r.below(1 << bits) as i64).collect();
    let target = numbers[..numbers.len() / 2].iter().sum::<i64>() + r.from(0, 1);
    let more = target + 1 + numbers.iter().sum::<i64>();
    let t = target + more;
    numbers.push(more);
    let b = numbers.iter().map(|u| (2, u * (1 + t))).collect();
    (vec![(t, 1), (t + 2, t + 1), (2, (t + 2) * (t + 1) - 1)], b)
}

type Question = fn(&Layout, &Layout, &mut Work) -> bool;

/// Every operation that has a search; whether it was decided.
const QUESTIONS: &[(&str, Question)] = &[
    ("compose", |a, b, work| decided(a.compose_within(b, work))),
    ("compose_flat", |a, b, work| decided(a.compose_flat_within(b, work))),
    ("compose_at", |a, b, work| decided(a.compose_slowly(a.size() / 3, b, work))),
    ("compose_at, up and down", |a, b, work| {
        let b = up_and_down(b);
        decided(a.compose_slowly(a.size() / 3 - b.min_offset(), &b, work))
    }),
    ("compose into coordinates", |a, b, work| decided(into_coordinates(a).compose_within(b, work))),
    ("divide", |a, b, work| {
        decided(a.apply_within(Op::LogicalDivide, &Tiler::from(*b), Leaf::Divide, work))
    }),
    ("product", |a, b, work| {
        decided(a.apply_within(Op::LogicalProduct, &Tiler::from(*b), Leaf::Product, work))
    }),
    ("solve_right", |a, b, work| decided(a.solve_right_within(b, work))),
    ("nullspace", |a, _, work| decided(up_and_down(a).nullspace_within(work))),
    ("max_common_vector", |a, b, work| decided(a.max_common_vector_within(b, work))),
    ("collision", |a, _, work| decided(a.collision_within(work))),
    ("preimage", |a, _, work| decided(a.preimage_within(a.max_offset() / 3, work))),
    ("images_meet", |a, b, work| decided(a.images_meet_within(b.max_offset() / 3, b, 1, work))),
    ("left_inverse_search", |a, _, work| decided(a.left_inverse_search_within(work))),
    ("right_inverse_max", |a, _, work| decided(a.right_inverse_max_within(work))),
];

/// Every other mode counts down.
fn up_and_down(a: &Layout) -> Layout {
    let sign = |i: usize| if i % 2 == 1 { -1 } else { 1 };
    let modes = a.leaf_modes().iter().enumerate();
    let modes: Modes = modes.map(|(i, mode)| (mode.extent, sign(i) * mode.stride)).collect();
    flat(&modes).expect("the same sizes, and no larger offsets")
}

/// The modes in turn go along two places.
fn into_coordinates(a: &Layout) -> CoordLayout {
    let modes = a.leaf_modes();
    let extents: Vec<_> = modes.iter().map(|mode| mode.extent.to_string()).collect();
    let stride = |(i, mode): (usize, &Mode)| format!("{}@{}", mode.stride, i % 2);
    let strides: Vec<_> = modes.iter().enumerate().map(stride).collect();
    format!("({}):({})", extents.join(","), strides.join(",")).parse().expect("a layout")
}

fn decided<T>(result: Result<T, Error>) -> bool {
    !matches!(result, Err(error) if error.is_undecided())
}

/// Adversarial pairs, the same every time.
fn adversaries(rounds: u64) -> impl Iterator<Item = (Layout, Layout)> {
    let mut r = Random(7);
    (0..8 * rounds).filter_map(move |i| {
        let (a, b) = if i % 8 == 7 { gadget(&mut r) } else { family(i % 8, &mut r) };
        Some((flat(&a)?, flat(&b)?))
    })
}

/// No question takes more work than one budget, whatever it consists of, and where one is left open, it
/// is because the work is used up. Even of these questions few are left open, but for left inverses of
/// any shape, equations, and null spaces with very many zeros.
#[test]
fn every_question_ends() {
    for (name, question) in QUESTIONS {
        let (mut cases, mut open) = (0, 0);
        for (a, b) in adversaries(16) {
            let mut work = Work::new();
            let decided = question(&a, &b, &mut work);
            cases += 1;
            open += u64::from(!decided);
            // What is left may be too little for one step more of the largest kind.
            assert!(decided || work.left < WORK_BUDGET / 8, "{name} of {a} and {b}: {}", work.left);
        }
        println!("{name}: {open} of {cases} open");
        let few = match *name {
            "left_inverse_search" => cases / 2,
            "nullspace" => cases / 3,
            "solve_right" => cases / 6,
            _ => cases / 16,
        };
        assert!(open <= few, "{name}: {open} of {cases} open");
    }
}

fn spent(question: impl FnOnce(&mut Work)) -> u64 {
    let mut work = Work::new();
    question(&mut work);
    WORK_BUDGET - work.left
}

/// A tiler that composes mode by mode has one budget for all of its modes: the work adds up.
#[test]
fn modes_share_the_budget() {
    // No subset of 3, 5, 6 hits 7, so this is a layout, but not one that is found by mode.
    let (a, b) = (layout!((29,31,2):(1,30,929)), layout!((2,2,2,2):(90,150,180,660)));
    let one = spent(|work| assert!(a.compose_within(&b, work).is_ok()));
    assert!(one > 0);
    let three = Layout::concat(&[a, a, a]).and_then(|a| {
        let tiler = Tiler::by_mode(&[Tiler::from(b); 3])?;
        let all = spent(|work| {
            assert!(a.apply_within(Op::Compose, &tiler, Leaf::Compose, work).is_ok());
        });
        Ok(all)
    });
    assert_eq!(three, Ok(3 * one));
}

/// A composition into coordinates has one budget for all components, and so has a tiler for all of its
/// compositions.
#[test]
fn components_share_the_budget() -> Result<(), Error> {
    let b = layout!((2,2,2,2):(90,150,180,660));
    let both: CoordLayout = "(29,31,2):(1@0+1@1,30@0+30@1,929@0+929@1)".parse()?;
    let two = spent(|work| assert!(both.compose_within(&b, work).is_ok()));
    let along_one: CoordLayout = "(29,31,2):(1@0,30@0,929@0)".parse()?;
    let one = spent(|work| assert!(along_one.compose_within(&b, work).is_ok()));
    assert!(one > 0);
    assert_eq!(two, 2 * one);
    let modes: CoordLayout = "((29,31,2),(29,31,2)):((1@0,30@0,929@0),(1@0,30@0,929@0))".parse()?;
    let tiler = Tiler::by_mode(&[Tiler::from(b); 2])?;
    assert_eq!(spent(|work| assert!(modes.compose_tiler_within(&tiler, work).is_ok())), 2 * one);
    Ok(())
}

#[test]
fn used_up_is_used_up() {
    let mut work = Work::of(100);
    assert!(work.pay(60));
    let mut share = work.part(2);
    assert!(!share.pay(21) && share.is_used_up() && !share.pay(1));
    work.put_back(share);
    let mut share = work.share(1000);
    assert!(work.is_used_up() && share.pay(15));
    work.put_back(share);
    assert!(work.pay(5) && !work.pay(1));
}
