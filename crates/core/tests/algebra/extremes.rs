//! Numbers at the ends of their ranges: nothing panics, nothing wraps.

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, Layout, Outer, Swizzle, Tiler, Tuple, XorMap, slicer};
use tilework_testing::bits;

/// Numbers that are small, or near the end of the range, or anything.
fn wild() -> impl Strategy<Value = i64> {
    prop_oneof![
        -8..=8_i64,
        (0..63_u32).prop_map(|k| 1 << k),
        (0..63_u32).prop_map(|k| -(1 << k)),
        (0..9_i64).prop_map(|k| i64::MAX - k),
        (0..9_i64).prop_map(|k| i64::MIN + k),
        any::<i64>(),
    ]
}

fn wild_layout() -> impl Strategy<Value = Option<Layout>> {
    prop::collection::vec((wild(), wild()), 1..=4).prop_map(|modes| {
        let (extents, strides): (Vec<i64>, Vec<i64>) = modes.into_iter().unzip();
        Layout::from_tuples(&Tuple::from_slice(&extents).ok()?, &Tuple::from_slice(&strides).ok()?)
            .ok()
    })
}

/// Often there is one: extents are powers of two, or small.
fn some_layout() -> impl Strategy<Value = Option<Layout>> {
    let extent = prop_oneof![1..=9_i64, (0..40_u32).prop_map(|k| 1 << k)];
    prop::collection::vec((extent, wild()), 1..=3).prop_map(|modes| {
        let (extents, strides): (Vec<i64>, Vec<i64>) = modes.into_iter().unzip();
        Layout::from_tuples(&Tuple::from_slice(&extents).ok()?, &Tuple::from_slice(&strides).ok()?)
            .ok()
    })
}

fn wild_outer() -> impl Strategy<Value = Option<Outer>> {
    prop_oneof![
        (0..40_u32, 0..63_u32, -63..=63_i32)
            .prop_map(|(b, m, s)| Swizzle::new(b, m, s).ok().map(Outer::Swizzle)),
        prop::collection::vec(wild(), 0..=10).prop_map(|c| XorMap::new(&c).ok().map(Outer::Xor)),
        some_layout().prop_map(|layout| layout.map(Outer::Layout)),
    ]
}

/// Asks everything; answers that can be checked at one index are.
fn ask(a: &ComposedLayout) {
    let any = AnyLayout::Composed(*a);
    for x in [0, 1.min(a.size() - 1), a.size() / 2, a.size() - 1] {
        assert_eq!(a.at(x), Ok(bits::at(a, x)), "{a}");
    }
    let _ = (a.at(a.size()), a.at(i64::MAX), a.at(-1));
    if let Ok((layout, base)) = a.to_layout() {
        for x in [0, 1, a.size() / 3, a.size() - 1] {
            let x = x.min(a.size() - 1);
            assert_eq!(layout.at(x).map(|y| y + base), a.at(x), "{a}");
        }
    }
    if let (Ok(least), Ok(most)) = (a.min_offset(), a.max_offset()) {
        assert!((least..=most).contains(&bits::at(a, a.size() - 1)), "{a}");
        assert_eq!(a.cosize(), Ok(most - least + 1));
    }
    if let Ok(Some((x, y))) = a.collision() {
        assert_eq!(a.at(x), a.at(y), "{a}");
    }
    if let Ok(Some(x)) = a.preimage(bits::at(a, a.size() - 1)) {
        assert_eq!(a.at(x), a.at(a.size() - 1), "{a}");
    }
    if let Ok(r) = a.right_inverse() {
        let last = r.size() - 1;
        assert_eq!(r.at(last).and_then(|x| a.at(x)), Ok(last), "{a}: {r}");
    }
    if let Ok(l) = a.left_inverse() {
        let last = a.size() - 1;
        assert_eq!(a.at(last).and_then(|y| l.at(y)), Ok(last), "{a}: {l}");
    }
    for n in [1, 2, 3, 1 << 40, i64::MAX, 0, -1] {
        let _ = (a.upcast(n), a.downcast(n), a.recast(n, 8), a.recast(8, n));
    }
    let _ = (a.is_surjective(), a.mex(), a.vector_width(), any.to_xor_map(), a.is_bijective());
    let _ = (a.first_difference(&a.coalesce()), a.slice(&slicer!(7)), a.slice(&slicer!(_)));
    for n in [2, i64::MAX] {
        let tiler = Tiler::shape(&Tuple::of(n).unwrap()).unwrap();
        let _ = (a.logical_divide(&tiler), a.zipped_divide(&tiler), a.compose_tiler(&tiler));
        let _ = (a.logical_product(&tiler), a.flat_product(&tiler));
    }
    assert_eq!(a.to_string().parse(), Ok(*a));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn composed(outer in wild_outer(), more in wild_outer(), offset in wild(), second in wild(), inner in some_layout()) {
        if let (Some(outer), Some(more), Some(inner)) = (outer, more, inner)
            && let Ok(a) = ComposedLayout::from_parts(&outer, offset, &inner)
        {
            ask(&a);
            for offset in [0, second] {
                if let Ok(b) = a.after(&more, offset) {
                    ask(&b);
                }
            }
        }
    }

    #[test]
    fn composites(a in wild_layout(), b in some_layout()) {
        if let (Some(a), Some(b)) = (a, b)
            && let Ok(AnyLayout::Composed(r)) = a.compose_any(&b)
        {
            ask(&r);
        }
    }

    #[test]
    fn maps(columns in prop::collection::vec(0..=i64::MAX, 0..=63), x in any::<i64>(), n in wild()) {
        let map = XorMap::new(&columns).unwrap();
        if let Ok(inverse) = map.inverse() {
            prop_assert_eq!(inverse.apply(map.apply(x)), x);
        }
        let _ = (map.rank(), map.kernel(), map.to_layout(), map.to_swizzle(), map.upcast(n), map.downcast(n));
        prop_assert_eq!(map.to_string().parse(), Ok(map));
    }
}
