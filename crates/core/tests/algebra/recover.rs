//! Recovery: the layout of a table, or the first index that no layout has.

use std::cell::Cell;

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Why, layout, recover, recover_with};
use tilework_testing::{Truth, chains, forced, from_chain, layout, modes, offsets, truth};

/// The law: the oracle's layout, or the oracle's first witness with what is there.
fn law(table: &[i64]) -> bool {
    let chains = chains(table.len());
    match (recover(table), truth(&chains, table)) {
        (Ok(r), Truth::Layout(chain)) => {
            assert_eq!(r, from_chain(chain, table), "{table:?}");
            true
        }
        (Err(error), Truth::Witness(x)) => {
            let ErrorKind::NotALayout { index, expected, found, why, carry } = error.kind() else {
                panic!("{table:?}: {error}");
            };
            assert_eq!((index, found, carry), (x as i64, table[x], None), "{table:?}: {error}");
            assert_eq!(error.witness(), Some(index));
            assert_eq!(expected, forced(&chains, table, x), "{table:?}: {error}");
            match why {
                Why::Increment { chain } => assert_ne!(index % chain, 0, "{table:?}: {error}"),
                Why::Break { size } => assert_ne!(size % index, 0, "{table:?}: {error}"),
            }
            false
        }
        (answer, truth) => panic!("{table:?}: {answer:?}, but truly {truth:?}"),
    }
}

/// All tables of up to 6 entries from 0 to 3.
#[test]
fn exhaustive() {
    let (mut tables, mut layouts) = (0, 0);
    for size in 1..=6_u32 {
        for code in 0..4_u32.pow(size - 1) {
            let digits = (0..size - 1).map(|i| i64::from(code / 4_u32.pow(i) % 4));
            let table: Vec<i64> = std::iter::once(0).chain(digits).collect();
            layouts += usize::from(law(&table));
            tables += 1;
        }
    }
    println!("{tables} tables, {layouts} layouts");
    assert_eq!(tables, 1 + 4 + 16 + 64 + 256 + 1024);
}

/// All tables of 8 and 12 entries with increments 0 and 1: many long agreements, many breaks.
#[test]
fn exhaustive_increments() {
    for size in [7, 8, 9, 12] {
        for code in 0..1_u32 << (size - 1) {
            let mut table = vec![0];
            (0..size - 1).for_each(|i| table.push(table[i] + i64::from(code >> i & 1)));
            law(&table);
        }
    }
}

#[test]
fn refusals() {
    assert_eq!(recover(&[]).unwrap_err().kind(), ErrorKind::Empty);
    assert_eq!(recover(&[5]).unwrap_err().kind(), ErrorKind::NonZeroOrigin { value: 5 });
    assert_eq!(recover(&[1, 2]).unwrap_err().witness(), Some(0));
    assert_eq!(recover(&[0]), Ok(layout!(1:0)));
}

/// Entries near the limits of 64 bits: sums that would wrap around are no agreement.
#[test]
fn limits() {
    let (max, min) = (i64::MAX, i64::MIN);
    for table in [
        vec![0, max, -2], // max + max wraps to -2
        vec![0, max, -2, max - 2],
        vec![0, min, 0], // min + min wraps to 0
        vec![0, min, 0, min],
        vec![0, 1 << 62, min], // 2^63 wraps to min
        vec![0, 1 << 62, min, -(1 << 62)],
    ] {
        let agrees = recover(&table);
        let witness = agrees.as_ref().err().and_then(tilework::Error::witness);
        match table.len() {
            // 2 does not divide 3.
            3 => assert_eq!(witness, Some(2), "{table:?}: {agrees:?}"),
            // A new mode may start at 2; but its offsets are too far apart for a layout.
            _ => assert!(agrees.is_err(), "{table:?}: {agrees:?}"),
        }
    }
    // Long enough for whole blocks, of a prime size: where it wraps around no mode can start.
    for step in [max / 64 + 1, min / 64 - 1, max / 71, max / 96, min / 33, max / 2 + 1] {
        let table: Vec<i64> = (0..127).map(|i| step.wrapping_mul(i)).collect();
        let wraps = (0..127).find(|&i| step.checked_mul(i).is_none()).unwrap();
        assert_eq!(recover(&table).unwrap_err().witness(), Some(wraps), "step {step}");
    }
    // A large first mode and small steps: in the second half it is the single sums that wrap around.
    let (first, step) = (max - 15 * (1 << 57), 1 << 57);
    let table: Vec<i64> = (0..64).map(|x| (x % 2 * first).wrapping_add(x / 2 * step)).collect();
    assert_eq!((table[31], table[33]), (max, max.wrapping_add(step)));
    assert_eq!(recover(&table).unwrap_err().witness(), Some(33));
    let far = recover(&[0, max, min + 1, 0]).unwrap_err();
    assert!(matches!(far.kind(), ErrorKind::Overflow { .. }), "{far}");
    let widest = recover(&[0, max - 1]);
    assert_eq!(widest, Layout::new(2, max - 1));
}

/// Under promise: the layout, and how many questions it took.
fn questions(a: &Layout) -> usize {
    let (size, calls) = (a.size(), Cell::new(0));
    let found = recover_with(size, |x| {
        assert!((0..size).contains(&x), "asked for {x} of {size}");
        calls.set(calls.get() + 1);
        a.at_index(x).unwrap()
    });
    assert_eq!(found, Ok(a.coalesce()), "{a}");
    calls.get()
}

/// No more questions than the doc says: two for each increment, one for each stride, and the origin.
fn promise(a: &Layout) {
    let primes: usize = a.leaf_modes().iter().map(|mode| prime_factors(mode.extent)).sum();
    let modes = a.coalesce().length();
    let most = 2 * modes * primes * primes + modes + 1;
    assert!(questions(a) <= most, "{a}: {} questions", questions(a));
}

fn prime_factors(mut n: i64) -> usize {
    let (mut count, mut p) = (0, 2);
    while n > 1 {
        if n % p == 0 {
            (n, count) = (n / p, count + 1);
        } else {
            p = if p > n / p { n } else { p + 1 };
        }
    }
    count
}

#[test]
fn promised_exhaustively() {
    tilework_testing::small_layouts(3, 1..=4, -1..=4).iter().for_each(promise);
}

#[test]
fn promised_hard() {
    for a in [
        layout!(1:0),
        layout!((1073741789,1073741789):(1,7)), // the square of a prime
        layout!((1000003,998244353):(998244353,1)),
        layout!((4,9,25,49,121,169):(1,4,37,1000,5,-60000)),
        layout!((2,3,2,3,2,3):(1,2,6,12,36,72)),
        layout!((2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2,2):(1,3,1,3,1,3,1,3,1,3,1,3,1,3,1,3,1,3,1,3)),
    ] {
        promise(&a);
    }
    assert!(questions(&layout!(2305843009213693951:1)) <= 4, "a prime size");
    assert_eq!(
        recover_with(0, |_| 0).unwrap_err().kind(),
        ErrorKind::NotPositive { what: "the size", value: 0 }
    );
    assert_eq!(
        recover_with(4, |x| x + 1).unwrap_err().kind(),
        ErrorKind::NonZeroOrigin { value: 1 }
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn of_layouts(a in layout(1..=5, 1..=6, -50..=50)) {
        prop_assert_eq!(recover(&offsets(&a)), Ok(a.coalesce()));
    }

    /// One wrong entry.
    #[test]
    fn corrupted(a in layout(1..=4, 1..=5, -5..=30), at in any::<prop::sample::Index>(), by in -3_i64..=3) {
        let mut table = offsets(&a);
        let at = at.index(table.len());
        if at > 0 {
            table[at] += by;
        }
        law(&table);
    }

    /// Small entries, so that some tables are layouts by chance.
    #[test]
    fn small_entries(entries in prop::collection::vec(-1_i64..=1, 0..=40)) {
        law(&[&[0], &entries[..]].concat());
    }

    /// Entries near the limits: an answer has exactly these offsets.
    #[test]
    fn large_entries(entries in prop::collection::vec(prop_oneof![
        Just(i64::MAX), Just(i64::MIN), Just(-1_i64), Just(0), Just(i64::MAX - 1), Just(1 << 62), Just(-(1 << 62)),
    ], 0..=8)) {
        let table = [&[0], &entries[..]].concat();
        if let Ok(r) = recover(&table) {
            let exact: Vec<i128> = (0..table.len() as i128).map(|mut x| {
                r.leaf_modes().iter().map(|m| {
                    let digit = x % i128::from(m.extent);
                    x /= i128::from(m.extent);
                    digit * i128::from(m.stride)
                }).sum()
            }).collect();
            prop_assert!(table.iter().map(|&y| i128::from(y)).eq(exact), "{}", r);
        }
    }

    /// Extents with many divisors, and strides chosen so that increments coincide.
    #[test]
    fn promised(
        extents in prop::collection::vec(prop::sample::select(vec![2_i64, 3, 4, 6, 8, 12, 30, 36, 60, 64, 210]), 1..=8),
        increments in prop::collection::vec(-1_i64..=2, 8),
    ) {
        let (mut place, mut end) = (1_i64, 0_i64);
        let mut used = Vec::new();
        for (n, c) in extents.iter().zip(&increments) {
            // The increment at the start of a mode is its stride less the end of what lies below.
            let stride = end + c;
            used.push((*n, stride));
            end += (n - 1) * stride;
            place *= n;
            if place > 1 << 50 || end.abs() > 1 << 50 {
                break;
            }
        }
        promise(&tilework_testing::nest(&used, 3));
    }

    /// Sizes near 2^60.
    #[test]
    fn promised_huge(modes in modes(1..=6, 1..=1024, -1 << 40..=1 << 40)) {
        promise(&tilework_testing::nest(&modes, 3));
    }
}
