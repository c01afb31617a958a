//! Shape arithmetic: dividing shapes, and how one shape relates to another.

use proptest::prelude::*;
use tilework::{
    ErrorKind, Layout, Shape, Tiler, ceil_div, domain_distribute, layout, shape_div, shape_mod,
    tuple,
};
use tilework_testing::{offsets, refines};

fn flat(extents: &[i64]) -> Shape {
    Shape::from_slice(extents).unwrap()
}

/// `(first, rest)` with `first * rest = a` leaf by leaf, where `first` takes `b` elements from the
/// left: whole leaves, then a divisor of the next one, then nothing. At most one pair does.
fn split(a: &[i64], b: i64) -> Option<(Vec<i64>, Vec<i64>)> {
    let (mut first, mut left) = (Vec::new(), b);
    for &extent in a {
        let part = if left % extent == 0 { extent } else { left };
        if extent % part != 0 {
            return None;
        }
        first.push(part);
        left /= part;
    }
    let rest = a.iter().zip(&first).map(|(a, f)| a / f).collect();
    Some((first, rest))
}

fn division_law(a: &[i64], b: i64) {
    let (shape, by) = (flat(a), Shape::leaf(b));
    match split(a, b) {
        Some((first, rest)) => {
            assert_eq!(shape_mod(&shape, b), Ok(flat(&first)), "{shape} % {b}");
            assert_eq!(shape_div(&shape, &by), Ok(flat(&rest)), "{shape} / {b}");
            assert_eq!(ceil_div(&shape, &by), Ok(flat(&rest)), "{shape} / {b}");
        }
        None => {
            for error in [shape_mod(&shape, b).unwrap_err(), shape_div(&shape, &by).unwrap_err()] {
                let ErrorKind::NotDivisible { value, by } = error.kind() else { panic!("{error}") };
                assert!(a.contains(&value) && value % by != 0 && by % value != 0, "{error}");
            }
            // Rounded up: each leaf by what the leaves before it have left of b.
            let (mut before, mut tiles) = (1, Vec::new());
            for &extent in a {
                let left = (b + before - 1) / before;
                tiles.push((extent + left - 1) / left);
                before *= extent;
            }
            assert_eq!(ceil_div(&shape, &by), Ok(flat(&tiles)), "{shape} / {b}");
        }
    }
}

#[test]
fn division_exhaustively() {
    for x in 1..=6 {
        for y in 1..=6 {
            for z in 1..=6 {
                (1..=240).for_each(|b| division_law(&[x, y, z], b));
            }
        }
    }
}

/// The worked examples of CuTe's documents.
#[test]
fn published_divisions() {
    let div = |a: &Shape, b| shape_div(a, &Shape::leaf(b)).unwrap();
    assert_eq!(div(&tuple!((6, 2)), 2), tuple!((3, 2)));
    assert_eq!(div(&tuple!((6, 2)), 3), tuple!((2, 2)));
    assert_eq!(div(&tuple!((6, 2)), 6), tuple!((1, 2)));
    assert_eq!(div(&tuple!((6, 2)), 12), tuple!((1, 1)));
    assert_eq!(div(&tuple!((3, 6, 2, 8)), 6), tuple!((1, 3, 2, 8)));
    assert_eq!(div(&tuple!((3, 6, 2, 8)), 9), tuple!((1, 2, 2, 8)));
    assert_eq!(div(&tuple!((42, 16, 3)), 2), tuple!((21, 16, 3)));
    assert_eq!(div(&tuple!((42, 16, 3)), 6), tuple!((7, 16, 3)));
    let rem = |a: &Shape, b| shape_mod(a, b).unwrap();
    assert_eq!(rem(&tuple!((6, 2)), 2), tuple!((2, 1)));
    assert_eq!(rem(&tuple!((6, 2)), 3), tuple!((3, 1)));
    assert_eq!(rem(&tuple!((6, 2)), 6), tuple!((6, 1)));
    assert_eq!(rem(&tuple!((6, 2)), 12), tuple!((6, 2)));
    assert_eq!(rem(&tuple!((3, 6, 2, 8)), 6), tuple!((3, 2, 1, 1)));
    assert_eq!(rem(&tuple!((3, 6, 2, 8)), 9), tuple!((3, 3, 1, 1)));
    assert_eq!(rem(&tuple!((1, 2, 2, 8)), 2), tuple!((1, 2, 1, 1)));
    assert_eq!(rem(&tuple!((1, 2, 2, 8)), 16), tuple!((1, 2, 2, 4)));
}

#[test]
fn division_by_mode() {
    assert_eq!(shape_div(&tuple!(((5, 7), 1, 2)), &tuple!((5, 1, 2))), Ok(tuple!(((1, 7), 1, 1))));
    assert_eq!(shape_div(&tuple!(8), &tuple!((2, 2))), Ok(tuple!(2)));
    assert_eq!(shape_div(&tuple!((8, ((2, 3), 5))), &tuple!((4, 6))), Ok(tuple!((2, ((1, 1), 5)))));
    assert_eq!(ceil_div(&tuple!((6, (1, 10, 5))), &tuple!((2, 50))), Ok(tuple!((3, (1, 1, 1)))));
    assert_eq!(ceil_div(&tuple!((100, 64, 3)), &tuple!((16))), Ok(tuple!((7, 64, 3))));
    let error = shape_div(&tuple!((6, 8)), &tuple!((3, 5))).unwrap_err();
    assert_eq!(error.mode_path().collect::<Vec<_>>(), [1]);
    assert_eq!(error.kind(), ErrorKind::NotDivisible { value: 8, by: 5 });
    let error = shape_div(&tuple!((6, 8)), &tuple!((3, 4, 2))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankMismatch { left: 2, right: 3 });
    let error = ceil_div(&tuple!((6, 8)), &tuple!((3, 4, 2))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankTooLarge { rank: 3, limit: 2 });
}

#[test]
fn bad_numbers() {
    for bad in [0, -1, i64::MIN] {
        assert!(shape_div(&tuple!((6, 2)), &Shape::leaf(bad)).is_err());
        assert!(shape_div(&flat(&[4, bad]), &Shape::leaf(2)).is_err());
        assert!(ceil_div(&tuple!((6, 2)), &flat(&[2, bad])).is_err());
        assert!(shape_mod(&tuple!((6, 2)), bad).is_err());
        assert!(shape_mod(&flat(&[bad, 2]), 2).is_err());
        assert!(domain_distribute(&tuple!((6, 2)), bad).is_err());
        assert!(domain_distribute(&flat(&[bad, 2]), 2).is_err());
        assert!(!Shape::leaf(bad).weakly_compatible(&tuple!((4, 6))));
        assert!(!tuple!((4, 6)).evenly_divides(&Shape::leaf(bad)));
        assert!(!flat(&[4, bad]).evenly_divides(&Shape::leaf(2)));
    }
    let huge = flat(&[i64::MAX, i64::MAX]);
    assert!(matches!(shape_div(&tuple!(8), &huge).unwrap_err().kind(), ErrorKind::Overflow { .. }));
    assert!(matches!(domain_distribute(&huge, 2).unwrap_err().kind(), ErrorKind::Overflow { .. }));
    // The relations are exact beyond 64 bits.
    assert!(!Shape::leaf(1).compatible(&huge));
    assert!(Shape::leaf(i64::MAX).weakly_compatible(&huge));
    assert!(!Shape::leaf(2).weakly_compatible(&huge));
    assert_eq!(ceil_div(&huge, &huge), Ok(tuple!((1, 1))));
    assert_eq!(shape_div(&huge, &Shape::leaf(i64::MAX)), Ok(flat(&[1, i64::MAX])));
}

/// Shapes of many nestings.
fn shapes() -> Vec<Shape> {
    vec![
        tuple!(1),
        tuple!(2),
        tuple!(6),
        tuple!(12),
        tuple!(24),
        tuple!(48),
        tuple!((1)),
        tuple!((24)),
        tuple!((24)),
        tuple!((4, 6)),
        tuple!((6, 4)),
        tuple!((12, 2)),
        tuple!((24, 1)),
        tuple!((4, 3, 2)),
        tuple!((4, (3, 2))),
        tuple!(((2, 2), 6)),
        tuple!(((2, 2), (3, 2))),
        tuple!((2, (2, 6))),
        tuple!(((2, 2, 2), 3)),
        tuple!((4, 12)),
        tuple!((8, 6)),
        tuple!(((2, 4), 6)),
        tuple!((4, (6))),
        tuple!(((4), (6))),
        tuple!((4, ((3), 2))),
        tuple!((2, 3)),
    ]
}

#[test]
fn relations_are_partial_orders() {
    let all = shapes();
    for a in &all {
        assert!(a.compatible(a) && a.weakly_compatible(a) && a.evenly_divides(a), "{a}");
        for b in &all {
            assert_eq!(a.compatible(b), refines(a, b), "{a} {b}");
            assert_eq!(
                a.compatible(b),
                a.weakly_compatible(b) && a.product() == b.product(),
                "{a} {b}"
            );
            assert!(!a.weakly_compatible(b) || a.weakly_congruent(b), "{a} {b}");
            for c in &all {
                assert!(!(a.compatible(b) && b.compatible(c)) || a.compatible(c), "{a} {b} {c}");
                let weakly = a.weakly_compatible(b) && b.weakly_compatible(c);
                assert!(!weakly || a.weakly_compatible(c), "{a} {b} {c}");
            }
        }
    }
}

/// What a layout's relations say is what its shape's say.
#[test]
fn layouts_forward() {
    for (a, b) in shapes().iter().flat_map(|a| shapes().into_iter().map(move |b| (*a, b))) {
        let (left, right) = (Layout::col_major(&a).unwrap(), Layout::row_major(&b).unwrap());
        assert_eq!(left.congruent(&right), a.congruent(&b));
        assert_eq!(left.weakly_congruent(&right), a.weakly_congruent(&b));
        assert_eq!(left.compatible(&right), a.compatible(&b));
        assert_eq!(left.weakly_compatible(&right), a.weakly_compatible(&b));
        assert_eq!(left.evenly_divides(&b), a.evenly_divides(&b));
    }
}

/// CuTe's post-condition: what is evenly divided, divides without overhang.
#[test]
fn evenly_divided_shapes_do_not_overhang() {
    let mut even = 0;
    for (a, tiler) in shapes().iter().flat_map(|a| shapes().into_iter().map(move |t| (*a, t))) {
        if a.evenly_divides(&tiler) {
            let tiler = if tiler.is_leaf() {
                Layout::new(tiler, 1).unwrap().into()
            } else {
                Tiler::shape(&tiler).unwrap()
            };
            assert_eq!(Layout::col_major(&a).unwrap().overhang(&tiler), Ok(0), "{a} {tiler}");
            even += 1;
        }
    }
    assert!(even > 100, "{even}");
}

proptest! {
    #[test]
    fn distribution(extents in prop::collection::vec(1..=12_i64, 1..=4), b in 1..=256_i64) {
        let (a, size) = (flat(&extents), extents.iter().product::<i64>());
        let r = domain_distribute(&a, b).unwrap();
        prop_assert_eq!(r, r.coalesce());
        prop_assert!(b % r.size() == 0 && size % r.size() == 0);
        let table = offsets(&r);
        prop_assert!(table.is_sorted_by(|x, y| x < y) && table.iter().all(|&x| x < size), "{}", r);
        // Nothing is left over that the first mode could still take.
        prop_assert!((2..=b).all(|d| b % d != 0 || extents[0] % d != 0 || r.size() % d == 0));
    }
}

#[test]
fn published_distributions() {
    assert_eq!(domain_distribute(&tuple!(((64, 3))), 128), Ok(layout!(64:1)));
    assert_eq!(domain_distribute(&tuple!((13, 3, 9)), 32), Ok(layout!(1:0)));
    assert_eq!(domain_distribute(&tuple!((8, 6, 2, 5)), 128), Ok(layout!((16,2):(1,48))));
}

#[test]
fn at_compile_time() {
    const TILES: Shape = match ceil_div(&tuple!((100, 64)), &tuple!((16, 16))) {
        Ok(tiles) => tiles,
        Err(_) => panic!("any shape can be covered"),
    };
    const EVEN: bool = tuple!((100, 64)).evenly_divides(&tuple!((16, 16)));
    const FITS: bool = tuple!((112, 64)).compatible(&tuple!(((16, 7), (16, 4))));
    assert_eq!((TILES, EVEN, FITS), (tuple!((7, 4)), false, true));
}
