//! Complement: where to repeat A so that every offset in `[0, M')` is covered exactly once.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::{image, layout, offsets, small_layouts, tiling};

/// Exactly the tiling, in increasing order; and exactly where there is none, an error.
fn law(a: &Layout, m: i64) {
    let tile = image(a);
    match (a.complement(m), tiling(&tile, m)) {
        (Ok(r), Ok((starts, end))) => {
            assert_eq!(offsets(&r), starts, "complement of {a} in {m}: {r}");
            assert_eq!(a.complement_image(end), Ok(r), "{a} in {end}");
            let one_to_one = tile.len() as i64 == a.size();
            assert_eq!(a.complement_exact(end).ok(), one_to_one.then_some(r), "{a} in {end}");
            if one_to_one {
                let mut all = offsets(&Layout::concat(&[*a, r]).unwrap());
                all.sort_unstable();
                assert!(all.into_iter().eq(0..end), "({a}, {r}) is not a bijection");
            }
            if end != m {
                for exact in [a.complement_image(m), a.complement_exact(m)] {
                    let kind = exact.unwrap_err().kind();
                    if let ErrorKind::BoundNotMultiple { block, bound } = kind {
                        assert_eq!(
                            (bound, end % block, tiling(&tile, 1).unwrap().1),
                            (m, 0, block)
                        );
                    } else {
                        assert!(!one_to_one, "{a} in {m}: {kind}");
                    }
                }
            }
        }
        (Err(error), Err(gap)) => {
            match error.kind() {
                // The message names the offset at which the modes up to this stride fail; larger
                // strides can only make it worse.
                ErrorKind::GapNotDivisible { stride, block } => {
                    let named = stride / block * block;
                    let largest =
                        a.leaf_modes().iter().filter(|m| m.extent > 1).map(|m| m.stride).max();
                    assert!(
                        if largest == Some(stride) { gap == named } else { gap <= named },
                        "{error}"
                    );
                }
                ErrorKind::StrideNotMultiple { stride, of } => assert_ne!(stride % of, 0),
                _ => panic!("{error}"),
            }
            assert!(a.complement_image(m).is_err() && a.complement_exact(m).is_err());
        }
        (answer, truth) => panic!("complement of {a} in {m} is {answer:?}, but truly {truth:?}"),
    }
}

#[test]
fn exhaustive() {
    let all = small_layouts(2, 1..=5, 0..=12);
    for m in 1..=30 {
        all.iter().for_each(|a| law(a, m));
    }
    println!("{} layouts in 1..=30", all.len());
}

#[test]
fn exhaustive_rank_3() {
    for a in small_layouts(3, 2..=3, 0..=12) {
        law(&a, 1);
        law(&a, 24);
    }
}

/// Without a bound, the complement fills A's own cosize.
#[test]
fn default_bound() {
    for a in small_layouts(2, 1..=5, 0..=12) {
        assert_eq!(a.complement_default(), a.complement(a.cosize()), "{a}");
    }
}

#[test]
fn refusals() {
    let kind = |r: Result<Layout, tilework::Error>| r.unwrap_err().kind();
    let a = layout!(4:2);
    for m in [0, -1, i64::MIN] {
        let expected = ErrorKind::NotPositive { what: "the bound", value: m };
        assert_eq!(kind(a.complement(m)), expected);
        assert_eq!(kind(a.complement_exact(m)), expected);
        assert_eq!(kind(a.complement_image(m)), expected);
    }
    let negative = layout!((4,2):(1,-4));
    assert_eq!(kind(negative.complement(8)), ErrorKind::NegativeStride { stride: -4 });
    assert_eq!(kind(negative.complement_exact(8)), ErrorKind::NegativeStride { stride: -4 });
    assert_eq!(
        kind(layout!((4,2):(1,0)).complement_exact(8)),
        ErrorKind::NotInjective { extent: 2 }
    );
    assert!(matches!(
        kind(layout!((2,2):(1,1)).complement_exact(12)),
        ErrorKind::Overlap { lower, upper } if lower == upper
    ));
    assert!(matches!(kind(a.complement(i64::MAX)), ErrorKind::Overflow { .. }));
    assert!(matches!(
        kind(layout!(2:6000000000000000000).complement(1)),
        ErrorKind::Overflow { .. }
    ));
    assert_eq!(layout!(1:-3).complement(6), Ok(layout!(6:1)), "extent 1 has no offset but 0");
}

/// As many gaps as 63 bits can hold.
#[test]
fn many_gaps() {
    let modes: Vec<Layout> = (0..31).map(|i| Layout::new(2, 2_i64 << (2 * i)).unwrap()).collect();
    let full = Layout::concat(&modes).unwrap();
    let gaps: Vec<Layout> = (0..31).map(|i| Layout::new(2, 1_i64 << (2 * i)).unwrap()).collect();
    assert_eq!(full.complement(1), Layout::concat(&gaps));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Radix sets, shuffled and padded with broadcasts and overlaps: most have a complement.
    #[test]
    fn radix_sets(
        digits in prop::collection::vec((2_i64..=4, 1_i64..=3), 1..=3),
        broadcast in 1_i64..=3,
        overlap in 1_i64..=3,
        m in 1_i64..=500,
        seed in any::<u64>(),
    ) {
        let mut block = 1;
        let mut modes: Vec<(i64, i64)> = digits.iter().map(|&(n, gap)| {
            let stride = block * gap;
            block = stride * n;
            (n, stride)
        }).collect();
        modes.push((broadcast, 0));
        if seed % 2 == 0 {
            modes.push((overlap, modes[0].1));
        }
        let by = seed as usize % modes.len();
        modes.rotate_left(by);
        law(&tilework_testing::nest(&modes, seed), m);
    }

    #[test]
    fn random(a in layout(1..=4, 1..=4, 0..=40), m in 1_i64..=200) {
        law(&a, m);
    }

    /// Sizes near 2^60: no offset is covered twice, because the digits of A and R together are
    /// those of one number system.
    #[test]
    fn huge(digits in prop::collection::vec((2_i64..=1 << 10, 1_i64..=1 << 9), 1..=3), m in 1_i64..=1 << 60) {
        let mut block = 1;
        let modes: Vec<(i64, i64)> = digits.iter().map(|&(n, gap)| {
            let stride = block * gap;
            block = stride * n;
            (n, stride)
        }).collect();
        let a = tilework_testing::nest(&modes, m as u64);
        let r = a.complement(m).unwrap();
        let both = Layout::concat(&[a, r]).unwrap();
        prop_assert_eq!(both.size(), (m + block - 1) / block * block);
        let mut place = 1;
        for mode in both.sort_by_stride().leaf_modes().iter().filter(|mode| mode.extent > 1) {
            prop_assert_eq!(mode.stride, place, "({}, {})", a, r);
            place *= mode.extent;
        }
        prop_assert_eq!(r.sort_by_stride(), r, "increasing");
    }
}
