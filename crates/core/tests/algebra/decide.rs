//! Decisions from the modes: every answer is what the table of offsets says, and every witness
//! holds.

use std::collections::HashMap;

use proptest::prelude::*;
use tilework::limits::WORK_BUDGET;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::{layout, offsets, small_layouts};

/// The law for one layout, against its table of offsets.
fn law(a: &Layout) {
    let table = offsets(a);
    let (low, high) = (*table.iter().min().unwrap(), *table.iter().max().unwrap());
    let mut taken = vec![0; (high - low + 1) as usize];
    table.iter().for_each(|y| taken[(y - low) as usize] += 1);
    let injective = taken.iter().all(|&n| n <= 1);
    let surjective = taken.iter().all(|&n| n >= 1);

    collision_law(a, &table, injective);
    assert_eq!(a.is_injective(), Ok(injective), "{a}");
    assert_eq!(a.is_surjective(), surjective, "{a}");
    assert_eq!(a.is_contiguous(), injective && surjective, "{a}");
    assert_eq!(a.is_bijective(), injective && surjective && low == 0, "{a}");
    match a.mex() {
        Ok(mex) => {
            assert!(low == 0 && taken[..mex as usize].iter().all(|&n| n > 0), "{a}: mex {mex}");
            assert!(mex > high || taken[mex as usize] == 0, "{a}: mex {mex}");
        }
        Err(error) => {
            assert!(low < 0, "{a}: {error}");
            assert!(matches!(error.kind(), ErrorKind::NegativeStride { stride } if stride < 0));
        }
    }
    let vector = table.iter().zip(0..).take_while(|&(&y, x)| y == x).count();
    assert_eq!(a.vector_width(), vector as i64, "{a}");
    for y in low - 2..=high + 2 {
        let is_taken = (low..=high).contains(&y) && taken[(y - low) as usize] > 0;
        let x = a.preimage(y).unwrap();
        assert_eq!(x.is_some(), is_taken, "{a}: preimage of {y}");
        assert!(x.is_none_or(|x| table[x as usize] == y), "{a}: preimage of {y} is not {x:?}");
    }
}

fn collision_law(a: &Layout, table: &[i64], injective: bool) {
    match a.collision().unwrap() {
        None => assert!(injective, "{a}: no collision found"),
        Some((x, y)) => {
            assert!(!injective && x != y, "{a}: {x} and {y}");
            assert_eq!(table[x as usize], table[y as usize], "{a}: {x} and {y}");
        }
    }
}

/// The law of `images_meet`, for every shift that may let the images meet and one more.
fn meet_law(a: &Layout, b: &Layout) {
    let (ours, theirs) = (offsets(a), offsets(b));
    let mut differences: Vec<i64> =
        ours.iter().flat_map(|x| theirs.iter().map(move |y| x - y)).collect();
    differences.sort_unstable();
    let (low, high) = (differences[0], differences[differences.len() - 1]);
    for shift in low - 1..=high + 1 {
        let meet = a.images_meet(5, b, 5 + shift).unwrap();
        assert_eq!(
            meet.is_some(),
            differences.binary_search(&shift).is_ok(),
            "{a}, {b} from {shift}"
        );
        if let Some((x, y)) = meet {
            assert_eq!(ours[x as usize], theirs[y as usize] + shift, "{a}, {b} from {shift}");
        }
    }
}

#[test]
fn exhaustive() {
    let all = small_layouts(3, 1..=4, -6..=9);
    all.iter().for_each(law);
    println!("{} layouts", all.len());
    assert_eq!(all.len(), 64 + 64 * 64 + 64 * 64 * 64);
}

#[test]
fn exhaustive_meetings() {
    let all = small_layouts(2, 1..=3, -3..=4);
    let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (a, b)));
    pairs.for_each(|(a, b)| meet_law(a, b));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random(a in layout(1..=5, 1..=5, -40..=40)) {
        law(&a);
    }

    #[test]
    fn random_meetings(a in layout(1..=3, 1..=4, -20..=20), b in layout(1..=3, 1..=4, -20..=20)) {
        meet_law(&a, &b);
    }

    /// Many modes: sums that cancel in threes and more.
    #[test]
    fn random_collisions(a in layout(4..=9, 2..=3, -2000..=2000)) {
        let table = offsets(&a);
        let mut seen = HashMap::new();
        let injective = (0..).zip(&table).all(|(x, y): (i64, _)| seen.insert(y, x).is_none());
        collision_law(&a, &table, injective);
    }

    /// Offsets up to 2^60: with few modes there is always an answer, and a witness holds.
    #[test]
    fn random_huge(
        a in prop::collection::vec((1_i64..1 << 12, -(1_i64 << 46)..1 << 46), 1..=4),
        x in any::<u64>(),
        shift in -(1_i64 << 50)..1 << 50,
    ) {
        let a = tilework_testing::nest(&a, x);
        let x = (x % a.size() as u64) as i64;
        let offset = a.at_index(x).unwrap();
        let found = a.preimage(offset).unwrap().unwrap();
        prop_assert_eq!(a.at_index(found), Ok(offset));
        match a.collision().unwrap() {
            Some((x, y)) => {
                prop_assert!(x != y && x < a.size() && y < a.size());
                prop_assert_eq!(a.at_index(x), a.at_index(y));
            }
            None => prop_assert!(a.size() <= a.cosize() && a.is_injective() == Ok(true)),
        }
        if let Some((x, y)) = a.images_meet(shift, &a, 0).unwrap() {
            prop_assert_eq!(shift + a.at_index(x).unwrap(), a.at_index(y).unwrap());
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// A dozen modes with strides without any pattern: too many values for a search, not too many
    /// dimensions for a lattice.
    #[test]
    fn random_hard(
        modes in prop::collection::vec((2_i64..8, -(1_i64 << 40)..1 << 40), 6..=12),
        x in any::<u64>(),
        near in -5_i64..=5,
    ) {
        let a = tilework_testing::nest(&modes, x);
        let x = (x % a.size() as u64) as i64;
        let offset = a.at_index(x).unwrap();
        let found = a.preimage(offset).unwrap().unwrap();
        prop_assert_eq!(a.at_index(found), Ok(offset));
        let collision = a.collision().unwrap();
        if let Some((x, y)) = collision {
            prop_assert!(x != y);
            prop_assert_eq!(a.at_index(x), a.at_index(y));
        } else {
            prop_assert_eq!(found, x);
        }
        if let Some(x) = a.preimage(offset + near).unwrap() {
            prop_assert_eq!(a.at_index(x), Ok(offset + near));
        }
    }
}

/// Lines T86 to T92: collision, mex, surjective, bijective.
#[test]
fn predicates() {
    for (a, collision, mex, surjective, bijective) in [
        (layout!((4,2):(1,3)), Some((4, 3)), 7, true, false),
        (layout!((4,2):(1,4)), None, 8, true, true),
        (layout!((3,3):(2,3)), None, 1, false, false),
        (layout!((4,3):(2,3)), Some((8, 3)), 1, false, false),
        (layout!((1000,1000,1000):(1,1001,1002003)), None, 1000, false, false),
        (layout!((3,5,7):(35,21,15)), None, 1, false, false),
        (layout!((2,2,2,2):(3,5,6,14)), Some((8, 7)), 1, false, false),
    ] {
        assert_eq!(a.collision(), Ok(collision), "{a}");
        assert_eq!(a.mex(), Ok(mex), "{a}");
        assert_eq!(a.is_surjective(), surjective, "{a}");
        assert_eq!(a.is_bijective(), bijective, "{a}");
    }
}

/// Line T93.
#[test]
fn interleaved_rows() {
    let a = layout!((4,4):(1,8));
    assert_eq!(a.images_meet(0, &a, 4), Ok(None));
    assert_eq!(a.images_meet(0, &a, 3), Ok(Some((3, 0))));
    assert_eq!(a.images_meet(i64::MIN, &a, i64::MAX), Ok(None));
    assert_eq!(a.images_meet(i64::MAX, &a, i64::MAX), Ok(Some((0, 0))));
}

#[test]
fn huge_is_as_cheap_as_small() {
    // 2^60 elements: compact, padded, with a hole, with an overlap at the very end.
    let n = 1_i64 << 20;
    let compact = Layout::new((n, n, n), (n * n, -1, n)).unwrap();
    assert!(
        compact.is_contiguous() && compact.is_injective() == Ok(true) && compact.is_surjective()
    );
    assert_eq!(compact.preimage(n * n * n - n), Ok(Some(n * n * n - n * n + n - 1)));
    let padded = Layout::new((n, n, n), (1, n + 1, (n + 1) * n + 7)).unwrap();
    assert_eq!(padded.collision(), Ok(None));
    assert_eq!((padded.mex(), padded.is_surjective()), (Ok(n), false));
    assert_eq!(padded.preimage(n), Ok(None));
    let tight = Layout::new((n, n, n), (1, n, n * n - 1)).unwrap();
    assert_eq!(tight.collision(), Ok(Some((n * n, n * n - 1))));
    assert!(tight.is_surjective());
    assert_eq!(tight.images_meet(0, &tight, tight.max_offset()), Ok(Some((n * n * n - 1, 0))));
    assert_eq!(tight.images_meet(0, &tight, tight.max_offset() + 1), Ok(None));
    // Two coprime strides: the least common multiple is just in reach, or just not.
    let (a, b) = ((1 << 30) + 3, (1 << 30) - 35);
    let meet = Layout::new((b + 1, a + 1), (a, b)).unwrap();
    assert_eq!(meet.collision(), Ok(Some((b, a * (b + 1)))));
    assert_eq!(Layout::new((b, a + 1), (a, b)).unwrap().collision(), Ok(None));
    assert_eq!(meet.preimage(a * b - a - b), Ok(None), "Frobenius' number");
    assert!(matches!(meet.preimage(a * b - a - b + 1), Ok(Some(_))));
}

#[test]
fn at_the_edge_of_64_bits() {
    let most = i64::MAX;
    let line = Layout::new(most, 1).unwrap();
    assert!(line.is_bijective() && line.collision() == Ok(None));
    assert_eq!((line.mex(), line.vector_width()), (Ok(most), most));
    assert_eq!((line.preimage(most - 1), line.preimage(most)), (Ok(Some(most - 1)), Ok(None)));
    let back = Layout::new(most, -1).unwrap();
    assert!(back.is_contiguous() && !back.is_bijective() && back.is_surjective());
    assert_eq!(back.preimage(1 - most), Ok(Some(most - 1)));
    assert_eq!((back.preimage(i64::MIN), back.preimage(i64::MAX)), (Ok(None), Ok(None)));
    assert_eq!(line.images_meet(1 - most, &back, 0), Ok(Some((0, most - 1))));
    let pair = Layout::new((2, 2), (most / 2, -(most / 2))).unwrap();
    assert_eq!(pair.collision(), Ok(Some((0, 3))));
    let three = Layout::new((2, 2, 2), (most / 2, most / 3, most / 7)).unwrap();
    assert_eq!(three.collision(), Ok(None));
}

#[test]
fn as_many_modes_as_there_may_be() {
    let strides = [1_i64 << 31, 3, 9, 27, 81];
    let one: Vec<Layout> = (0..32).map(|i| Layout::new(2, 1_i64 << i).unwrap()).collect();
    let powers = Layout::concat(&one).unwrap();
    assert!(powers.is_bijective() && powers.collision() == Ok(None));
    assert_eq!(powers.images_meet(0, &powers, 12345), Ok(Some((12345, 0))));
    let mixed: Vec<Layout> =
        one.iter().zip(strides.iter().cycle()).map(|(_, &d)| Layout::new(2, d).unwrap()).collect();
    assert!(matches!(Layout::concat(&mixed).unwrap().collision(), Ok(Some(_))));
}

/// Extents of 1 have no offsets, whatever their strides say.
#[test]
fn units_do_not_matter() {
    let a = layout!((1,4,1,2,1):(-7,1,0,4,9223372036854775807));
    assert_eq!(a.collision(), Ok(None));
    assert_eq!(a.mex(), Ok(8));
    assert!(a.is_bijective() && a.is_contiguous() && a.is_surjective());
    assert_eq!(a.vector_width(), 8);
    assert_eq!(a.preimage(5), Ok(Some(5)));
    let one = layout!(1:5);
    assert!(one.is_bijective() && one.is_surjective() && one.collision() == Ok(None));
    assert_eq!((one.mex(), one.vector_width(), one.preimage(0)), (Ok(1), 1, Ok(Some(0))));
}

/// Past the budget the answer is "not known", and the message says of what.
#[test]
fn the_budget_is_stated() {
    let mut seed = 7_u64;
    let strides = [(); 30].map(|()| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 8) as i64 | 1
    });
    let modes: Vec<Layout> = strides.iter().map(|&d| Layout::new(2, d / 32).unwrap()).collect();
    let hard = Layout::concat(&modes).unwrap();
    let error = hard.preimage(hard.max_offset() / 3).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Undecided { budget: WORK_BUDGET });
    assert!(error.to_string().starts_with("preimage of "), "{error}");
}

#[test]
fn at_compile_time() {
    const A: Layout = layout!((2,2,2,2):(3,5,6,14));
    const COLLISION: Option<(i64, i64)> = match A.collision() {
        Ok(pair) => pair,
        Err(_) => None,
    };
    const CONTIGUOUS: bool = layout!((4,8):(8,-1)).is_contiguous();
    const INDEX: Option<i64> = match A.preimage(19) {
        Ok(index) => index,
        Err(_) => None,
    };
    assert_eq!(COLLISION, Some((8, 7)));
    assert_eq!((INDEX, CONTIGUOUS), (Some(10), true));
}
