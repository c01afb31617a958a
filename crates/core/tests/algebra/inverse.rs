//! Inverses that are read off the modes: `A(R(i)) = i` and `L(A(x)) = x`.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Mode, layout};
use tilework_testing::{Truth, chains, eval, layout, offsets, small_layouts, truth};

/// The law of `right_inverse`, with Theorem RI.
fn right_law(a: &Layout) {
    let (r, table) = (a.right_inverse(), offsets(a));
    for (i, &x) in (0..).zip(&offsets(&r)) {
        assert_eq!(table[x as usize], i, "{a}: A(R({i})) with R = {r}");
    }
    assert_eq!(r, r.coalesce(), "{a}");
    let moving: Vec<Mode> = a.leaf_modes().iter().copied().filter(|m| m.stride != 0).collect();
    let parts: Vec<Layout> = moving.iter().map(|&m| Layout::of_mode(m).unwrap()).collect();
    let moving = if parts.is_empty() { Layout::UNIT } else { Layout::concat(&parts).unwrap() };
    let mut values = offsets(&moving);
    values.sort_unstable();
    if values[0] == 0 && values.is_sorted_by(|a, b| a < b) {
        let mex = (0..).zip(&values).take_while(|&(i, &y)| i == y).count();
        assert_eq!(r.size(), mex as i64, "{a}: {r}");
    }
}

/// The coalesced modes that move.
fn moving(a: &Layout) -> Vec<Mode> {
    let modes = a.coalesce();
    modes.leaf_modes().iter().copied().filter(|m| m.extent > 1 && m.stride != 0).collect()
}

/// Whether the strides of modes, sorted, are positive and divide one another without overlap.
fn in_class(mut modes: Vec<Mode>) -> bool {
    modes.sort_by_key(|m| m.stride);
    modes.iter().all(|m| m.stride > 0)
        && modes
            .windows(2)
            .all(|m| m[0].extent * m[0].stride <= m[1].stride && m[1].stride % m[0].stride == 0)
}

/// The law of `left_inverse`; the inverse, where it finds one.
fn left_law(a: &Layout) -> Option<Layout> {
    let zeros = a.leaf_modes().iter().any(|m| m.extent > 1 && m.stride == 0);
    let class = !zeros && in_class(moving(a));
    let l = match a.left_inverse() {
        Ok(l) => l,
        Err(error) => {
            assert!(!class, "{a}: {error}");
            return None;
        }
    };
    assert!(class, "{a}: {l}");
    assert_eq!(l, l.coalesce(), "{a}");
    assert!(l.size() > a.max_offset(), "{a}: {l}");
    for (x, y) in (0..).zip(offsets(a)) {
        assert_eq!(eval(l.leaf_modes(), y), x, "{a}: L({y}) with L = {l}");
    }
    Some(l)
}

/// The law of `generalized_inverse`: from every offset to the first index that has it, wherever the
/// modes that move are in the class of `left_inverse`.
fn generalized_law(a: &Layout) -> Option<Layout> {
    let table = offsets(a);
    let class = in_class(moving(a));
    let g = match a.generalized_inverse() {
        Ok(g) => g,
        Err(error) => {
            assert!(!class, "{a}: {error}");
            return None;
        }
    };
    assert!(class, "{a}: {g}");
    assert_eq!(g, g.coalesce(), "{a}");
    assert!(g.size() > a.max_offset(), "{a}: {g}");
    for &y in &table {
        let first = table.iter().position(|z| *z == y).unwrap() as i64;
        assert_eq!(eval(g.leaf_modes(), y), first, "{a}: G({y}) with G = {g}");
    }
    if let Ok(l) = a.left_inverse() {
        assert_eq!(g, l, "{a}");
    }
    Some(g)
}

/// The law of `nullspace`: the indices that are mapped to 0, increasing, or the first of them that no
/// layout has.
fn null_law(a: &Layout) {
    let zeros: Vec<i64> = (0..).zip(offsets(a)).filter(|(_, y)| *y == 0).map(|(x, _)| x).collect();
    let chains = chains(zeros.len());
    match (a.nullspace(), truth(&chains, &zeros)) {
        (Ok(kernel), _) => assert_eq!(offsets(&kernel), zeros, "{a}: {kernel}"),
        (Err(error), Truth::Witness(index)) => {
            assert_eq!(error.witness(), Some(index as i64), "{error}");
        }
        (Err(error), Truth::Layout(_)) => panic!("{error}, but {zeros:?} is a layout"),
    }
}

#[test]
fn exhaustive() {
    let (mut invertible, mut broadcast) = (0, 0);
    for a in small_layouts(3, 1..=4, -2..=9) {
        right_law(&a);
        null_law(&a);
        let (left, general) = (left_law(&a).is_some(), generalized_law(&a).is_some());
        invertible += usize::from(left);
        broadcast += usize::from(general && !left);
    }
    println!(
        "{invertible} have a left inverse by their strides, {broadcast} only a generalized one"
    );
    assert!(invertible > 1_000 && broadcast > 1_000, "{invertible} and {broadcast}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn random(a in layout(1..=6, 1..=5, -3..=40)) {
        right_law(&a);
        left_law(&a);
        generalized_law(&a);
        null_law(&a);
    }

    /// Permuted and padded: always invertible.
    #[test]
    fn random_radix(digits in prop::collection::vec((1_i64..5, 1_i64..4), 1..5), order in any::<u64>()) {
        let mut stride = 1;
        let mut modes: Vec<(i64, i64)> = digits.iter().map(|&(n, pad)| {
            let mode = (n, stride);
            stride *= n * pad;
            mode
        }).collect();
        for i in 1..modes.len() {
            modes.swap(i, (order >> (8 * i)) as usize % (i + 1));
        }
        prop_assert!(left_law(&tilework_testing::nest(&modes, order)).is_some());
        let repeated = tilework_testing::nest(&broadcast(&modes, order), order);
        prop_assert!(generalized_law(&repeated).is_some());
    }
}

/// Some modes with modes of stride 0 between them.
fn broadcast(modes: &[(i64, i64)], seed: u64) -> Vec<(i64, i64)> {
    let zero =
        |i: usize| (seed >> (4 * i) & 1 == 1).then_some((1 + (seed >> (5 * i) & 1) as i64, 0));
    modes.iter().enumerate().flat_map(|(i, &mode)| zero(i).into_iter().chain([mode])).collect()
}

/// Lines T71 to T76.
#[test]
fn right_by_hand() {
    for (a, r) in [
        (layout!((8,4):(4,1)), layout!((4,8):(8,1))),
        (layout!((4,8):(1,5)), layout!(4:1)),
        (layout!((2,4):(0,1)), layout!(4:2)),
        (layout!((3,2):(1,2)), layout!(3:1)),
        (layout!((2,2,2):(1,2,3)), layout!(4:1)),
        (layout!(4:2), layout!(1:0)),
    ] {
        assert_eq!(a.right_inverse(), r, "{a}");
        right_law(&a);
    }
}

/// Lines T77 to T85.
#[test]
fn left_by_hand() {
    for (a, l) in [
        (layout!(4:2), layout!((2,4):(0,1))),
        (layout!((4,8):(1,5)), layout!((5,8):(1,4))),
        (layout!((8,4):(4,1)), layout!((4,8):(8,1))),
        (layout!((2,2,2):(1,2,5)), layout!((5,2):(1,4))),
    ] {
        assert_eq!(left_law(&a), Some(l), "{a}");
    }
    for a in
        [layout!((2,2):(2,3)), layout!((3,2):(2,3)), layout!((3,3):(2,3)), layout!((2,3):(2,1))]
    {
        assert!(matches!(a.left_inverse().unwrap_err().kind(), ErrorKind::Overlap { .. }), "{a}");
    }
    let broadcast = layout!((2,2):(0,1)).left_inverse().unwrap_err();
    assert_eq!(broadcast.kind(), ErrorKind::NotInjective { extent: 2 });
    for (a, g) in [
        (layout!((2,2):(0,1)), layout!(2:2)),
        (layout!((2,4,8):(32,0,2)), layout!((2,16,2):(0,8,1))),
        (layout!((3,7):(0,0)), layout!(1:0)),
        // Without the mode of stride 0, the other two would be one.
        (layout!((2,3,2):(1,0,2)), layout!((2,2):(1,6))),
    ] {
        assert_eq!(generalized_law(&a), Some(g), "{a}");
    }
    let negative = layout!((2,2):(1,-2)).left_inverse().unwrap_err();
    assert_eq!(negative.kind(), ErrorKind::NegativeStride { stride: -2 });
    let gap = layout!((2,2):(2,5)).left_inverse().unwrap_err();
    assert_eq!(gap.kind(), ErrorKind::StrideNotMultiple { stride: 5, of: 2 });
}

#[test]
fn zeros_by_hand() {
    for (a, kernel) in [
        (layout!((2,2):(1,-1)), layout!(2:3)),
        (layout!((2,2,2):(1,0,2)), layout!(2:2)),
        (layout!((2,1,2):(0,0,0)), layout!((2,1,2):(1,0,2))),
        (layout!((6,5,4):(2,0,-3)), layout!((5,2):(6,63))),
        (layout!((4,4):(3,-7)), layout!(1:0)),
        // Too many to look at, and the list of them is a layout nevertheless.
        (layout!((1073741824,1073741824):(1,-1)), layout!(1073741824:1073741825)),
    ] {
        assert_eq!(a.nullspace(), Ok(kernel), "{a}");
    }
    let none = layout!((2,2,2):(1,1,-1)).nullspace().unwrap_err();
    assert_eq!(
        none.to_string(),
        "nullspace: the increasing list of the zeros of (2,2,2):(1,1,-1) is not a layout: at index 2 it is 6, \
         but any layout that agrees up to there is 10 (a new mode cannot start there: 2 does not divide the size 3)"
    );
    let long = layout!((1048576,1048576,1048576):(1,1,-1)).nullspace().unwrap_err();
    assert!(long.is_undecided(), "{long}");
}

#[test]
fn huge() {
    let n = 1_i64 << 20;
    let a = Layout::new((n, n, n), (n * n, 1, n)).unwrap();
    assert_eq!(a.right_inverse(), Layout::new((n * n, n), (n, 1)).unwrap());
    assert_eq!(a.left_inverse(), Ok(a.right_inverse()));
    let every = Layout::new(n, n * n).unwrap();
    assert_eq!(every.left_inverse(), Ok(Layout::new((n * n, n), (0, 1)).unwrap()));
}

/// An inverse may have one mode more than the layout; there is room for it, or a clear refusal.
#[test]
fn as_many_modes_as_there_may_be() {
    let modes: Vec<Layout> = (0..32).map(|i| Layout::new(2, 2 * 3_i64.pow(i)).unwrap()).collect();
    let a = Layout::concat(&modes).unwrap();
    match a.left_inverse() {
        Ok(l) => {
            let top = a.size() - 1;
            assert_eq!(l.at_index(a.at_index(top).unwrap()), Ok(top), "{l}");
        }
        Err(error) => assert!(matches!(error.kind(), ErrorKind::TooManyModes { .. }), "{error}"),
    }
}
