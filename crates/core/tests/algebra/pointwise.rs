//! Functions point by point: sums, multiples, restrictions, and where two functions differ.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Op, layout};
use tilework_testing::{
    Truth, chains, eval, forced, from_chain, layout, offsets, small_layouts, truth,
};

/// The answer is the layout of the table, or its first witness.
fn is_table(answer: Result<Layout, tilework::Error>, table: &[i64], what: &str) {
    let chains = chains(table.len());
    match (answer, truth(&chains, table)) {
        (Ok(r), Truth::Layout(chain)) => assert_eq!(r, from_chain(chain, table), "{what}"),
        (Err(error), Truth::Witness(x)) => {
            let ErrorKind::NotALayout { index, expected, found, .. } = error.kind() else {
                panic!("{what}: {error}");
            };
            assert_eq!((index, found), (x as i64, table[x]), "{what}: {error}");
            assert_eq!(expected, forced(&chains, table, x), "{what}: {error}");
        }
        (answer, truth) => panic!("{what}: {answer:?}, but truly {truth:?}"),
    }
}

/// `R(x) = A(x) + B(x)`.
fn sum_law(a: &Layout, b: &Layout) {
    if a.size() != b.size() {
        let kind = ErrorKind::SizeMismatch { left: a.size(), right: b.size() };
        assert_eq!(a.sum(b).unwrap_err().kind(), kind);
        return;
    }
    let table: Vec<i64> = offsets(a).iter().zip(offsets(b)).map(|(x, y)| x + y).collect();
    is_table(a.sum(b), &table, &format!("{a} + {b}"));
}

/// The first index below both sizes with different offsets.
fn difference_law(a: &Layout, b: &Layout) {
    let (left, right) = (offsets(a), offsets(b));
    let first = left.iter().zip(&right).position(|(x, y)| x != y).map(|x| x as i64);
    assert_eq!(a.first_difference(b), first, "{a} and {b}");
    assert_eq!(a.same_function(b), left == right, "{a} and {b}");
}

/// `R(x) = A(x)` for `x < m`, also past the end of A.
fn truncate_law(a: &Layout, m: i64) {
    let table: Vec<i64> = (0..m).map(|x| eval(a.leaf_modes(), x)).collect();
    is_table(a.truncate(m), &table, &format!("{a} to {m}"));
}

#[test]
fn exhaustive() {
    let all = small_layouts(2, 1..=4, -2..=4);
    for a in &all {
        (1..=20).for_each(|m| truncate_law(a, m));
        for b in &all {
            difference_law(a, b);
            sum_law(a, b);
        }
    }
}

#[test]
fn multiples() {
    let a = layout!((2,(3,2)):(1,(-4,0)));
    for k in -3..=3 {
        let r = a.scale(k).unwrap();
        assert_eq!(r.shape(), a.shape());
        assert!(offsets(&r).into_iter().eq(offsets(&a).iter().map(|x| x * k)), "{r}");
    }
    let error = layout!(2:4611686018427387904).scale(2).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Overflow { .. }), "{error}");
    let error = layout!(4:3074457345618258602).scale(2).unwrap_err();
    assert!(
        matches!(error.kind(), ErrorKind::Overflow { .. }),
        "strides fit, offsets do not: {error}"
    );
}

#[test]
fn refusals() {
    for m in [0, -7, i64::MIN] {
        let error = layout!(4:1).truncate(m).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::NotPositive { what: "the size", value: m });
        assert_eq!(error.op(), Op::Truncate);
    }
    let overflow = |r: Result<Layout, tilework::Error>| {
        matches!(r.unwrap_err().kind(), ErrorKind::Overflow { .. })
    };
    assert!(overflow(layout!(4:4).truncate(i64::MAX)));
    assert!(overflow(layout!(2:9000000000000000000).sum(&layout!(2:9000000000000000000))));
    // Sums of strides that do not fit are no matter where the sum of the offsets does.
    let (up, down) =
        (layout!((2,1):(9000000000000000000,5)), layout!((2,1):(-9000000000000000000,7)));
    assert_eq!(up.sum(&down), Ok(layout!(2:0)));
    assert_eq!(up.first_difference(&down), Some(1));
    // Past the end there is a difference, inside there is none.
    assert!(layout!((4,1):(1,0)).same_function(&layout!(4:1)));
    assert_eq!(layout!(4:1).first_difference(&layout!(8:1)), None);
    assert!(!layout!(4:1).same_function(&layout!(8:1)), "other sizes");
}

/// A sum has up to twice as many modes as its terms; more than 32 do not fit.
#[test]
fn many_modes() {
    let modes = |extents: &[i64]| {
        let mode = |(i, &n): (usize, &i64)| Layout::new(n, (i * i) as i64 + 3).unwrap();
        Layout::concat(&extents.iter().enumerate().map(mode).collect::<Vec<_>>()).unwrap()
    };
    let (a, b) = (modes(&[4; 16]), modes(&[&[2], &[4; 15][..], &[2]].concat()));
    let r = a.sum(&b).unwrap();
    assert_eq!(r.length(), 32);
    for x in [1, 5, 1 << 17, (1_i64 << 32) - 1] {
        assert_eq!(r.at(x), Ok(a.at(x).unwrap() + b.at(x).unwrap()));
    }
    let (a, b) = (modes(&[4; 17]), modes(&[&[2], &[4; 16][..], &[2]].concat()));
    assert_eq!(a.sum(&b).unwrap_err().kind(), ErrorKind::TooManyModes { limit: 32 });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn sums(a in layout(1..=4, 1..=4, -9..=20), b in layout(1..=4, 1..=4, -9..=20)) {
        sum_law(&a, &b);
        sum_law(&a, &a);
    }

    /// The modes of A in another grouping: often equal, or different late.
    #[test]
    fn differences(
        modes in tilework_testing::modes(1..=4, 1..=4, -3..=9),
        changed in 0_usize..4,
        by in -1_i64..=1,
        seeds in any::<(u64, u64)>(),
    ) {
        let mut other = modes.clone();
        let changed = changed % other.len();
        other[changed].1 += by;
        difference_law(&tilework_testing::nest(&modes, seeds.0), &tilework_testing::nest(&other, seeds.1));
    }

    #[test]
    fn restrictions(a in layout(1..=4, 1..=5, -9..=30), m in 1_i64..=200) {
        truncate_law(&a, m);
    }

    /// Sizes near 2^60: the witness is a difference, and below it there is none.
    #[test]
    fn huge(
        modes in tilework_testing::modes(2..=6, 1..=1000, -1 << 30..=1 << 30),
        changed in 0_usize..6,
        by in -1_i64..=1,
        at in prop::collection::vec(any::<u64>(), 20),
    ) {
        let mut other = modes.clone();
        let changed = changed % other.len();
        other[changed].1 += by;
        let (a, b) = (tilework_testing::nest(&modes, 1), tilework_testing::nest(&other, 2));
        let below = a.first_difference(&b).unwrap_or(a.size());
        if below < a.size() {
            prop_assert_ne!(a.at(below), b.at(below));
        }
        for x in at.iter().map(|x| (x % below as u64) as i64) {
            prop_assert_eq!(a.at(x), b.at(x));
        }
        if let Ok(sum) = a.sum(&b) {
            for x in at.iter().map(|x| (x % a.size() as u64) as i64) {
                prop_assert_eq!(sum.at(x).unwrap(), a.at(x).unwrap() + b.at(x).unwrap());
            }
        }
    }
}
