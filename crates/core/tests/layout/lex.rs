//! Row-major order: the rightmost coordinate changes fastest.

use proptest::prelude::*;
use tilework::{Layout, Order, layout, tuple};
use tilework_testing::{coords, eval, layout};

/// The law: in lexicographic order come the coordinates, sorted as lists.
fn law(a: &Layout) {
    let mut sorted = coords(&a.shape());
    sorted.sort_by(|x, y| x.leaves().cmp(y.leaves()));
    let at = |leaves: &[i64]| -> i64 {
        leaves.iter().zip(a.leaf_modes()).map(|(x, mode)| x * mode.stride).sum()
    };
    let expected: Vec<i64> = sorted.iter().map(|coord| at(coord.leaves())).collect();
    assert!(a.offsets_in(Order::Lex).eq(expected.iter().copied()), "{a}");
    for (i, coord) in sorted.iter().enumerate() {
        assert_eq!(a.coord_of_in(Order::Lex, i as i64), Ok(*coord), "{a}");
        assert_eq!(a.at_index_in(Order::Lex, i as i64), Ok(expected[i]), "{a}");
    }
    // The other order, and there and back.
    assert!(a.offsets_in(Order::Colex).eq((0..a.size()).map(|x| eval(a.leaf_modes(), x))), "{a}");
    assert_eq!(a.mirrored().mirrored(), *a);
    for order in [Order::Colex, Order::Lex] {
        let compact = Layout::compact_in(order, &a.shape()).unwrap();
        assert!(compact.offsets_in(order).eq(0..a.size()), "{compact}");
        assert!(compact.congruent(a));
    }
}

#[test]
fn examples() {
    let a = layout!(((2,3),4):((1,2),6));
    assert_eq!(a.mirrored(), layout!((4,(3,2)):(6,(2,1))));
    assert_eq!(layout!(4:2).mirrored(), layout!(4:2));
    assert_eq!(layout!(()).mirrored(), layout!(()));
    assert_eq!(a.coord_of_in(Order::Lex, 1), Ok(tuple!(((0, 0), 1))));
    // Past the end the slowest mode goes on: there it is the leftmost.
    assert_eq!(layout!((2,3):(3,1)).at_index_in(Order::Lex, 7), Ok(7));
    assert!(a.at_index_in(Order::Lex, -1).is_err() && a.coord_of_in(Order::Lex, -1).is_err());
    assert_eq!(Order::default(), Order::Colex);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn random(a in layout(1..=5, 1..=4, -20..=20)) {
        law(&a);
    }
}
