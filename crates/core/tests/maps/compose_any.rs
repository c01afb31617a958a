//! The composite that always exists: plain where it is a layout, composed where it is not.

use proptest::prelude::*;
use tilework::{
    AnyLayout, ComposedLayout, ErrorKind, Layout, Swizzle, Tiler, XorMap, layout, slicer, tiler,
    tuple,
};
use tilework_testing::{composed, layout, small_layouts};

/// The law: the function is A(B(x)), and it is plain exactly when `compose` has an answer.
fn law(a: &Layout, b: &Layout) -> bool {
    let r = a.compose_any(b).unwrap();
    assert!(r.offsets().eq(composed(a, b)), "{a} o {b} = {r}");
    assert_eq!(r.plain().copied(), a.compose(b).ok(), "{a} o {b}");
    assert!(b.shape().compatible(&r.shape()), "{a} o {b}");
    r.plain().is_some()
}

#[test]
fn small_layouts_exhaustively() {
    let (mut plain, mut all) = (0_u64, 0);
    let (outer, inner) = (small_layouts(2, 1..=4, 0..=5), small_layouts(2, 1..=3, 0..=5));
    for a in &outer {
        for b in &inner {
            plain += u64::from(law(a, b));
            all += 1;
        }
    }
    assert!(plain < all && plain > all / 2, "{plain} of {all}");
}

/// The operations that plain and composed layouts share do the same on both.
#[test]
fn shared() {
    let plain = AnyLayout::Plain(layout!((4,8):(8,1)));
    let behind: AnyLayout = "Xor<> o 0 o (4,8):(8,1)".parse().unwrap();
    assert!(plain.same_function(&behind).unwrap());
    assert_eq!(
        plain.first_difference(&"Sw<1,0,3> o 0 o (4,8):(8,1)".parse().unwrap()),
        Ok(Some(1))
    );
    for a in [plain, behind] {
        assert_eq!((a.size(), a.rank(), a.depth(), a.length()), (32, 2, 1, 2));
        assert_eq!((a.shape(), a.cosize()), (tuple!((4, 8)), Ok(32)));
        assert_eq!(
            (a.at((1, 2)), a.at_index(9), a.at_coord(&tuple!((1, 2)))),
            (Ok(10), Ok(10), Ok(10))
        );
        assert_eq!((a.collision(), a.is_injective()), (Ok(None), Ok(true)));
        assert_eq!(a.to_layout(), Ok((layout!((4,8):(8,1)), 0)));
        assert_eq!(a.to_xor_map().unwrap().to_layout(), Ok(layout!((4,8):(8,1))));
        let (row, offset) = a.slice_and_offset(&slicer!((2, _))).unwrap();
        assert_eq!((row, offset), (AnyLayout::Plain(layout!((8):(1))), 16));
        let tiles = a.zipped_divide(&tiler!(<2,4>)).unwrap();
        assert_eq!(tiles.to_layout(), Ok((layout!(((2,4),(2,2)):((8,1),(16,4))), 0)));
        assert_eq!(
            a.compose_any(&layout!(4:2)).unwrap().to_layout(),
            Ok((layout!((2,2):(16,1)), 0))
        );
        assert_eq!(a.coalesce().to_layout().unwrap().0, layout!((4,8):(8,1)));
        let twice = a.after(&XorMap::new(&[2, 1]).unwrap().into(), 0).unwrap();
        assert!(twice.offsets().take(4).eq([0, 8, 16, 24]));
        assert_eq!(twice.at((0, 1)), Ok(2));
    }
}

#[test]
fn refusals() {
    let kind = |a: &Layout, b: &Layout| a.compose_any(b).unwrap_err().kind();
    assert_eq!(kind(&layout!(4:1), &layout!(4:-1)), ErrorKind::NegativeStride { stride: -1 });
    let large = Layout::new(2, i64::MAX / 2).unwrap();
    assert!(matches!(kind(&large, &layout!(4:1)), ErrorKind::Overflow { .. }));
}

/// Composites that nobody decided, or that do not refine B's shape, are there all the same.
#[test]
fn beyond_layouts() {
    let (a, b) = (layout!((10,4):(1,4)), layout!((2,3):(5,16)));
    assert!(matches!(a.compose(&b).unwrap_err().kind(), ErrorKind::NotCompatible { .. }));
    assert!(!law(&a, &b));
    let AnyLayout::Composed(r) = a.compose_any(&b).unwrap() else { panic!() };
    assert_eq!(r.to_layout_flat(), Ok((layout!((3,2):(5,9)), 0)));
    assert!(matches!(r.to_layout().unwrap_err().kind(), ErrorKind::NotCompatible { .. }));
}

/// The law by mode: the coordinate `(x,y)` of the result has the offset of A at `(s(x),t(y))`, past
/// the end of a mode too, and it is plain exactly when `compose_tiler` has an answer.
fn law_by_mode(a: &Layout, s: &Layout, t: &Layout) -> bool {
    let tiler = Tiler::by_mode(&[(*s).into(), (*t).into()]).unwrap();
    let behind =
        AnyLayout::Composed(ComposedLayout::new(Swizzle::new(2, 0, 2).unwrap(), 3, a).unwrap());
    let r = a.compose_tiler_any(&tiler).unwrap();
    let swizzled = behind.compose_tiler_any(&tiler).unwrap();
    assert_eq!(r.plain().copied(), a.compose_tiler(&tiler).ok(), "{a} o {tiler}");
    assert_eq!((r.size(), swizzled.size()), (s.size() * t.size(), s.size() * t.size()));
    let modes = [a.mode(0).unwrap(), a.mode(1).unwrap()];
    for (x, y) in (0..s.size()).flat_map(|x| (0..t.size()).map(move |y| (x, y))) {
        let at = |mode: &Layout, index: i64| tilework_testing::eval(mode.leaf_modes(), index);
        let expected = at(&modes[0], at(s, x)) + at(&modes[1], at(t, y));
        assert_eq!(r.at((x, y)), Ok(expected), "{a} o {tiler} = {r} at ({x},{y})");
        let expected = Swizzle::new(2, 0, 2).unwrap().apply(3 + expected);
        assert_eq!(swizzled.at((x, y)), Ok(expected), "{behind} o {tiler} = {swizzled}");
    }
    r.plain().is_some()
}

#[test]
fn by_mode() {
    // The first mode of A has no every-second element of four; both past their ends, or not.
    let a = layout!(((6,2),(2,3)):((1,7),(100,31)));
    assert!(!law_by_mode(&a, &layout!(4:2), &layout!(3:1)));
    assert!(!law_by_mode(&a, &layout!((3,2):(2,3)), &layout!((2,2):(3,5))));
    assert!(law_by_mode(&a, &layout!(3:1), &layout!(2:2)));
    // `_` and modes that are dropped, in the middle and nested.
    let a = layout!(((6,2),(2,(3,2)),5):((1,7),(100,(31,5)),1000));
    let r = a.compose_tiler_any(&tiler!(<4:2,_>)).unwrap();
    assert_eq!(
        r.to_string(),
        "((6,2),(2,(3,2))):((1,7),(100,(31,5))) o 0 o (4,(2,(3,2))):(2,(12,(24,72)))"
    );
    assert_eq!(r.at((3, (1, (2, 1)))), a.at((6, (1, (2, 1)), 0)));
    let r = a.compose_tiler_any(&tiler!(<_,<2,4:1>,2:2>)).unwrap();
    assert_eq!(r.at((7, (1, 3), 1)), a.at((7, (1, 3), 2)));
    let kind = |t: &Tiler| a.compose_tiler_any(t).unwrap_err().kind();
    assert_eq!(kind(&tiler!(<2:-1,_>)), ErrorKind::NegativeStride { stride: -1 });
    assert_eq!(kind(&tiler!(<_,_,_,2>)), ErrorKind::RankTooLarge { rank: 4, limit: 3 });
    let far = tiler!(<(2,2):(1,4611686018427387904),(2,2):(1,4611686018427387904)>);
    let small = layout!(((3,2),(3,2)):((1,5),(1,5)));
    assert!(matches!(
        small.compose_tiler_any(&far).unwrap_err().kind(),
        ErrorKind::Overflow { .. }
    ));
    assert_eq!(a.compose_tiler_any(&tiler!((3,2):(2,3))), a.compose_any(&layout!((3,2):(2,3))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn random(a in layout(1..=4, 1..=6, -9..=20), b in layout(1..=4, 1..=5, 0..=20)) {
        law(&a, &b);
    }

    #[test]
    fn random_by_mode(
        a in layout(1..=3, 1..=6, -9..=20), b in layout(1..=3, 1..=5, -9..=20),
        s in layout(1..=2, 1..=4, 0..=9), t in layout(1..=2, 1..=4, 0..=9),
    ) {
        law_by_mode(&Layout::concat(&[a, b]).unwrap(), &s, &t);
    }
}
