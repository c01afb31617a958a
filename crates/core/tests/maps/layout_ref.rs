//! Plain or composed, borrowed: what both kinds answer, against their tables.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{CommonModes, ErrorKind, LayoutRef, Mode};
use tilework_testing::bits::{any_composed, table};
use tilework_testing::{eval, layout, offsets};

/// The law: every answer is the one that the table of offsets gives.
fn law(a: LayoutRef<'_>, table: &[i64]) {
    let (least, most) = (*table.iter().min().unwrap(), *table.iter().max().unwrap());
    let image: BTreeSet<i64> = table.iter().copied().collect();

    assert_eq!(a.size(), table.len() as i64, "{a}");
    assert!(a.offsets().eq(table.iter().copied()), "{a}");
    for (x, &offset) in (0..).zip(table) {
        assert_eq!(a.at_index(x), Ok(offset), "{a}");
        assert_eq!(a.inner().at_index(x).and_then(|inner| a.at_offset(inner)), Ok(offset), "{a}");
    }
    assert_eq!(a.bounds(), Ok((least, most)), "{a}");
    assert_eq!(a.cosize(), Ok(most - least + 1), "{a}");
    assert_eq!(a.is_injective(), Ok(image.len() == table.len()), "{a}");
    match a.mex() {
        Ok(mex) => assert_eq!((0..).find(|offset| !image.contains(offset)), Some(mex), "{a}"),
        Err(why) => assert!(matches!(why.kind(), ErrorKind::NegativeStride { .. }), "{a}: {why}"),
    }
    let run = (1..).zip(&table[1..]).take_while(|&(x, &offset)| offset == table[0] + x).count();
    assert_eq!(a.vector_width(), Ok(run as i64 + 1), "{a}");

    // The smallest window: all offsets and 0 are inside, and its two ends are taken.
    let window = a.window(8).unwrap();
    let inside: BTreeSet<i64> = image.iter().chain(&[0]).map(|y| y + window.base as i64).collect();
    assert_eq!(inside.first(), Some(&0), "{a}");
    assert_eq!(inside.last(), Some(&(window.span as i64 - 1)), "{a}");
}

proptest! {
    #[test]
    fn plain(a in layout(1..=4, 1..=4, -12..=20)) {
        law((&a).into(), &offsets(&a));
    }

    #[test]
    fn composed(a in any_composed(layout(1..=4, 1..=4, -10..=20))) {
        if let Some(a) = a {
            law((&a).into(), &table(&a));
        }
    }

    /// The modes that two layouts have in common are both functions, as far as they go.
    #[test]
    fn common_modes(a in layout(1..=4, 1..=6, -9..=9), b in layout(1..=4, 1..=6, -9..=9)) {
        let mut common = CommonModes::new(a.leaf_modes(), b.leaf_modes());
        let modes: Vec<_> = common.by_ref().collect();
        let left: Vec<_> = modes.iter().map(|m| Mode::new(m.extent, m.left)).collect();
        let right: Vec<_> = modes.iter().map(|m| Mode::new(m.extent, m.right)).collect();
        let size: i64 = modes.iter().map(|m| m.extent).product();
        for x in 0..size {
            prop_assert_eq!(eval(&left, x), eval(a.leaf_modes(), x));
            prop_assert_eq!(eval(&right, x), eval(b.leaf_modes(), x));
        }
        // It ends at an end, or where neither of two modes divides the other.
        if let (Some(p), Some(q)) = (common.left.front(), common.right.front()) {
            prop_assert!(p.extent % q.extent != 0 && q.extent % p.extent != 0);
        }
    }
}
