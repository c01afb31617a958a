//! Inverses and casts of composed layouts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{ComposedLayout, ErrorKind, Layout, Outer, Swizzle, XorMap, layout};
use tilework_testing::bits::{any_swizzle, at, table};
use tilework_testing::{eval, layout};

fn parse(text: &str) -> ComposedLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// `A(R(i)) = i`, as far as the right inverse of the layout inside goes, and not one further.
fn right_law(a: &ComposedLayout) {
    let inner = a.inner().right_inverse();
    let reached: Vec<i64> = (0..inner.size()).map(|y| eval(inner.leaf_modes(), y)).collect();
    let values: Vec<i64> = reached.iter().map(|&x| at(a, x)).collect();
    let longest = (0..).take_while(|i| values.contains(i)).count() as i64;
    match a.right_inverse() {
        Ok(r) => {
            assert_eq!(r.size(), longest, "{a}: {r}");
            (0..r.size()).for_each(|i| assert_eq!(at(a, at(&r, i)), i, "{a}: {r}"));
        }
        Err(error) => {
            assert_eq!(error.kind(), ErrorKind::NoSolution { index: Some(0) }, "{a}");
            assert_eq!(longest, 0, "{a}");
        }
    }
}

/// `L(A(x)) = x`.
fn left_law(a: &ComposedLayout) -> bool {
    match a.left_inverse() {
        Ok(l) => {
            (0..a.size()).for_each(|x| assert_eq!(at(&l, at(a, x)), x, "{a}: {l}"));
            true
        }
        Err(_) => false,
    }
}

/// `G(A(x))` is the first index with the offset of `x`.
fn generalized_law(a: &ComposedLayout) -> bool {
    let table: Vec<i64> = (0..a.size()).map(|x| at(a, x)).collect();
    match a.generalized_inverse() {
        Ok(g) => {
            for y in &table {
                let first = table.iter().position(|z| z == y).unwrap() as i64;
                assert_eq!(at(&g, *y), first, "{a}: {g}");
            }
            true
        }
        Err(_) => false,
    }
}

#[test]
fn inverses() {
    for text in [
        "Sw<3,0,3> o 0 o (8,8):(8,1)",
        "Sw<3,3,3> o 0 o (8,64):(64,1)",
        "Sw<2,0,-2> o 0 o (4,4):(4,1)",
        "Sw<2,0,-2> o 0 o 4:1",
        "Sw<2,1,3> o 0 o (3,5):(5,1)",
        "Xor<2,5,1> o 0 o (2,4):(4,1)",
        "Sw<1,0,1> o 0 o Sw<1,1,1> o 0 o 16:1",
    ] {
        right_law(&parse(text));
        assert!(left_law(&parse(text)), "{text}");
    }
    // Offset 0 is not reached.
    right_law(&parse("Sw<1,0,1> o 3 o 16:1"));
    right_law(&parse("Sw<1,0,1> o -4 o Sw<1,1,1> o 0 o 16:1"));
    right_law(&parse("Sw<1,0,1> o -4 o 16:1"));
    let kind = |text: &str| parse(text).right_inverse().unwrap_err().kind();
    assert!(matches!(kind("Xor<1,1> o 0 o 4:1"), ErrorKind::Singular { kernel: 3 }));
    assert!(matches!(kind("4:1 o 0 o 4:1"), ErrorKind::Unsupported { .. }));
    assert!(matches!(kind("Sw<1,0,20> o 0 o 100000:1"), ErrorKind::Undecided { .. }));
    // Far apart, but few elements, or few bits between the lowest and the highest.
    right_law(&parse("Sw<1,0,20> o 0 o 4:1"));
    right_law(&parse("Sw<3,10,10> o 0 o (1000,128):(1,1000)"));
    right_law(&parse("Sw<2,2,-17> o 0 o (96,64):(64,1)"));
    right_law(&parse("Sw<1,17,1> o 262144 o Sw<2,16,2> o -262144 o 5000:1"));
}

/// Larger elements keep the memory: with `q` the quotients of the extents, `A(x)` lies in element
/// `R(x / q)`, and the elements with one `x / q` in different places of it.
fn upcast_law(a: &ComposedLayout, n: i64) -> bool {
    let Ok(r) = a.upcast(n) else {
        return false;
    };
    let (fine, coarse) = (a.shape(), r.shape());
    let mut places = BTreeSet::new();
    for x in 0..a.size() {
        let (mut rest, mut group, mut coarse_place) = (x, 0, 1);
        for (n, m) in fine.leaves().iter().zip(coarse.leaves()) {
            let digit = rest % n;
            rest /= n;
            group += digit / (n / m) * coarse_place;
            coarse_place *= m;
        }
        let place = at(a, x) - n * at(&r, group);
        assert!((0..n).contains(&place), "{a} by {n}: {r}");
        assert!(places.insert((group, place)), "{a} by {n}: {r}");
    }
    true
}

#[test]
fn casts() {
    for (text, n, expected) in [
        ("Sw<3,4,3> o 0 o (8,128):(128,1)", 2, Some("Sw<3,3,3> o 0 o (8,64):(64,1)")),
        ("Sw<3,4,3> o 0 o (8,128):(128,1)", 16, Some("Sw<3,0,3> o 0 o (8,8):(8,1)")),
        ("Sw<3,4,3> o 0 o (8,128):(128,1)", 32, None),
        ("Sw<3,3,3> o 16 o (8,64):(64,1)", 8, Some("Sw<3,0,3> o 2 o (8,8):(8,1)")),
        ("Sw<3,3,3> o 4 o (8,64):(64,1)", 8, None),
        ("Sw<2,1,2> o 0 o (4,6):(6,1)", 2, Some("Sw<2,0,2> o 0 o (4,3):(3,1)")),
        ("Sw<2,1,2> o 0 o (4,6):(6,1)", 3, None),
        ("Xor<1,2,8,4> o 0 o 16:1", 4, Some("Xor<2,1> o 0 o 4:1")),
        ("(4,4):(4,1) o 0 o 16:1", 2, None),
    ] {
        let a = parse(text);
        assert_eq!(a.upcast(n).ok().map(|r| r.to_string()).as_deref(), expected, "{text} by {n}");
        assert_eq!(upcast_law(&a, n), expected.is_some());
    }
    let halves = parse("Sw<3,3,3> o 0 o (8,64):(64,1)");
    assert_eq!(halves.downcast(2).unwrap().to_string(), "Sw<3,4,3> o 0 o (8,128):(128,1)");
    assert_eq!(halves.recast(16, 32), halves.upcast(2));
    assert_eq!(halves.recast(16, 8), halves.downcast(2));
    assert_eq!(halves.recast(16, 16), Ok(halves));
    assert!(halves.recast(16, 24).is_err());
    let error = halves.upcast(16).unwrap_err();
    assert_eq!(
        error.to_string(),
        "upcast of Sw<3,3,3>: it moves bit 3, which lies inside an element of 16; the largest factor is 8"
    );
}

fn powers() -> impl Strategy<Value = Layout> {
    let order = Just((0..6_u32).collect::<Vec<_>>()).prop_shuffle();
    (order, 1..=6_usize).prop_map(|(order, count)| {
        let modes: Vec<Layout> =
            order.iter().take(count).map(|&k| Layout::new(2, 1 << k).unwrap()).collect();
        Layout::concat(&modes).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random(s in any_swizzle(), offset in -3..=3_i64, a in layout(1..=3, 1..=6, 0..=12), b in powers()) {
        for inner in [a, b] {
            right_law(&ComposedLayout::new(s, 0, &inner).unwrap());
            right_law(&ComposedLayout::new(s, offset, &inner).unwrap());
            let swizzled = ComposedLayout::new(s, 0, &inner).unwrap();
            prop_assert_eq!(left_law(&swizzled), inner.left_inverse().is_ok());
            prop_assert_eq!(generalized_law(&swizzled), inner.generalized_inverse().is_ok());
            let repeated = Layout::concat(&[layout!(3:0), inner]).unwrap();
            let swizzled = ComposedLayout::new(s, 0, &repeated).unwrap();
            prop_assert_eq!(generalized_law(&swizzled), inner.generalized_inverse().is_ok());
        }
    }

    #[test]
    fn two_maps(s in any_swizzle(), t in any_swizzle(), offset in -8..=8_i64, inner in powers()) {
        let a = ComposedLayout::new(s, 0, &inner).unwrap().after(&Outer::Swizzle(t), offset).unwrap();
        right_law(&a);
        prop_assert_eq!(generalized_law(&a), left_law(&a));
    }

    #[test]
    fn random_casts(s in any_swizzle(), offset in 0..=8_i64, a in layout(1..=3, 1..=8, -16..=16), b in powers(), power in 0..=3_u32) {
        let n = 1 << power;
        for inner in [a, b] {
            let c = ComposedLayout::new(s, offset, &inner).unwrap();
            let moves = |(_, moved): (Layout, i64)| (offset + moved) % n == 0;
            let expected = inner.upcast_and_offset(n).is_ok_and(moves) && s.upcast(n).is_ok();
            prop_assert_eq!(upcast_law(&c, n), expected || n == 1, "{} by {}", c, n);
            if let Ok(down) = c.downcast(n) {
                prop_assert_eq!(down.upcast(n).map(|r| table(&r)), Ok(table(&c)));
            }
        }
    }
}

#[test]
fn singular_maps_and_full_ones() {
    let map = XorMap::new(&[3, 6, 5]).unwrap();
    let a = ComposedLayout::new(map, 0, &layout!(8:1)).unwrap();
    assert!(a.right_inverse().is_err() && a.left_inverse().is_err());
    assert_eq!(a.collision().map(|found| found.is_some()), Ok(true));
    assert!(Swizzle::new(3, 0, 3).unwrap().inverse() == Swizzle::new(3, 0, 3).unwrap());
}
