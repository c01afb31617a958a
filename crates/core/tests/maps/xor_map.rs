//! Maps that are linear over XOR: application, composition, rank, inverse, layouts.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{AnyLayout, ComposedLayout, ErrorKind, Layout, Swizzle, XorMap, layout};
use tilework_testing::bits::{any_swizzle, swizzle, swizzles, xor};
use tilework_testing::{layout, offsets, small_layouts};

fn map(columns: &[i64]) -> XorMap {
    XorMap::new(columns).unwrap()
}

/// Rank, kernel and inverse, by going through all values.
fn law(m: &XorMap) {
    let size = 1_i64 << m.bits();
    let image: BTreeSet<i64> = (0..size).map(|x| xor(m, x)).collect();
    assert_eq!(image.len(), 1 << m.rank(), "{m}");
    match m.kernel() {
        Some(x) => assert!(x > 0 && x < size && xor(m, x) == 0, "{m}: {x}"),
        None => assert_eq!(image.len() as i64, size, "{m}"),
    }
    match m.inverse() {
        Ok(inverse) => (0..4 * size).for_each(|x| {
            assert_eq!((inverse.apply(m.apply(x)), m.apply(inverse.apply(x))), (x, x), "{m}");
        }),
        Err(error) => {
            let ErrorKind::Singular { kernel } = error.kind() else { panic!("{m}: {error}") };
            assert!(kernel != 0 && xor(m, kernel) == 0, "{m}: {kernel}");
        }
    }
    assert_eq!(m.to_string().parse(), Ok(*m));
}

#[test]
fn all_small_maps() {
    for a in 0..8 {
        for b in 0..8 {
            for c in 0..8 {
                let m = map(&[a, b, c]);
                law(&m);
                (-20..20).for_each(|x| assert_eq!(m.apply(x), xor(&m, x)));
                back(&m);
            }
        }
    }
}

/// Layouts: what comes out of `to_layout` and `to_swizzled` is right, and nothing is missed.
fn back(m: &XorMap) {
    let size = 1_i64 << m.bits();
    let table: Vec<i64> = (0..size).map(|x| xor(m, x)).collect();
    match m.to_layout() {
        Ok(layout) => assert_eq!(offsets(&layout), table, "{m}"),
        Err(error) => {
            let recovered = tilework::recover(&table).unwrap_err();
            assert_eq!(error.witness(), recovered.witness(), "{m}");
        }
    }
    match m.to_swizzled() {
        Some((s, layout)) => {
            let swizzled: Vec<i64> = offsets(&layout).iter().map(|&y| swizzle(&s, y)).collect();
            assert_eq!(swizzled, table, "{m} = {s} o {layout}");
        }
        None => {
            // A layout that a swizzle makes into this would be the swizzled table.
            for s in swizzles(3, 4, 6) {
                let table: Vec<i64> = table.iter().map(|&y| swizzle(&s, y)).collect();
                assert!(tilework::recover(&table).is_err(), "{m} with {s}");
            }
        }
    }
}

/// The bit matrix of a layout, or the first pair that is not linear.
#[test]
fn from_layouts() {
    let mut linear = 0;
    for a in small_layouts(3, 1..=4, 0..=5) {
        let table = offsets(&a);
        let power = table.len().is_power_of_two();
        let first = (0..table.len()).find_map(|y| {
            (0..y).find(|x| power && table[x ^ y] != table[*x] ^ table[y]).map(|x| (x, y))
        });
        match XorMap::from_layout(&a) {
            Ok(m) => {
                assert!(first.is_none() && power, "{a}");
                assert!((0..).zip(&table).all(|(x, &y)| m.apply(x) == y), "{a}");
                assert!(m.to_layout().unwrap().same_function(&a), "{a}");
                linear += 1;
            }
            Err(error) => match error.kind() {
                ErrorKind::NotPowerOfTwo { .. } => assert!(!power, "{a}"),
                ErrorKind::NotLinear { a: x, b: y, expected, found } => {
                    assert_eq!(first, Some((x as usize, y as usize)), "{a}");
                    assert_eq!(expected, table[x as usize] ^ table[y as usize]);
                    assert_eq!(found, table[(x ^ y) as usize]);
                }
                kind => panic!("{a}: {kind:?}"),
            },
        }
    }
    assert!(linear > 100, "{linear}");
}

#[test]
fn refusals() {
    assert!(matches!(
        XorMap::new(&[1, -1]).unwrap_err().kind(),
        ErrorKind::NoSuchBit { bit: 63, limit: 63 }
    ));
    assert!(XorMap::new(&[0; 64]).is_err());
    let error = XorMap::from_layout(&layout!(4:3)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "xor_map of 4:3: it is not linear over XOR: f(1) ^ f(2) is 5, but f(1 ^ 2) is 9"
    );
    assert!(matches!(
        XorMap::from_layout(&layout!(4:-1)).unwrap_err().kind(),
        ErrorKind::NegativeStride { stride: -1 }
    ));
    let a: AnyLayout = "Sw<1,0,1> o 1 o 4:1".parse().unwrap();
    assert!(matches!(a.to_xor_map().unwrap_err().kind(), ErrorKind::NonZeroOrigin { value: 1 }));
    let a: AnyLayout = "Sw<1,0,2> o 0 o 4:3".parse().unwrap();
    assert!(matches!(a.to_xor_map().unwrap_err().kind(), ErrorKind::NotLinear { a: 1, b: 2, .. }));
    assert!("Xor<1,2".parse::<XorMap>().is_err());
    assert_eq!("Sw<1,0,1>".parse(), Ok(map(&[1, 3])));
    assert_eq!("Xor<>".parse(), Ok(XorMap::IDENTITY));
}

#[test]
fn full_width() {
    let s = Swizzle::new(31, 0, 32).unwrap();
    let m = XorMap::of(&s);
    assert_eq!(m.bits(), 63);
    assert_eq!(m.to_swizzle(), Some(s));
    assert!(m.inverse().unwrap().same_function(&m));
    let reversed: Vec<i64> = (0..63).map(|i| 1 << (62 - i)).collect();
    let m = map(&reversed);
    assert_eq!(m.inverse(), Ok(m));
    assert!(m.to_layout().is_err(), "63 modes");
    assert!(m.downcast(2).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random(columns in prop::collection::vec(0..256_i64, 0..=8), more in prop::collection::vec(0..64_i64, 0..=6)) {
        let (m, other) = (map(&columns), map(&more));
        law(&m);
        let product = m.compose(&other);
        for x in -50..300 {
            prop_assert_eq!(product.apply(x), xor(&m, xor(&other, x)));
        }
    }

    #[test]
    fn swizzled_layouts_come_back(s in any_swizzle(), order in Just((0..6).collect::<Vec<u32>>()).prop_shuffle(), gap in 0..3_u32) {
        // A layout of powers of two in any order, with a gap somewhere.
        let strides = order.iter().map(|&k| 1_i64 << if k > 2 { k + gap } else { k });
        let modes: Vec<Layout> = strides.map(|d| Layout::new(2, d).unwrap()).collect();
        let inner = Layout::concat(&modes).unwrap();
        let a = AnyLayout::Composed(ComposedLayout::new(s, 0, &inner).unwrap());
        let m = a.to_xor_map().unwrap();
        let (found, layout) = m.to_swizzled().unwrap();
        let b = AnyLayout::Composed(ComposedLayout::new(found, 0, &layout).unwrap());
        prop_assert!(b.same_function(&a).unwrap(), "{} and {}", a, b);
        prop_assert!(found.bits() <= s.bits());
        prop_assert!(XorMap::of(&s).compose(&XorMap::from_layout(&inner).unwrap()).columns()[..6] == *m.columns());
    }

    #[test]
    fn casts(columns in prop::collection::vec(0..64_i64, 0..=6), power in 0..3_u32) {
        let (m, n) = (map(&columns), 1 << power);
        let down = m.downcast(n).unwrap();
        prop_assert!((0..200).all(|x| (0..n).all(|r| down.apply(n * x + r) == n * m.apply(x) + r)));
        prop_assert!(down.upcast(n).unwrap().same_function(&m));
        let exact = (0..200).all(|x| (0..n).all(|r| m.apply(n * x + r) == m.apply(n * x) / n * n + r));
        match m.upcast(n) {
            Ok(up) => prop_assert!((0..200).all(|x| (0..n).all(|r| m.apply(n * x + r) == n * up.apply(x) + r))),
            Err(_) => prop_assert!(!exact, "{} by {}", m, n),
        }
    }

    #[test]
    fn matrices_of_composed_layouts(s in any_swizzle(), inner in layout(1..=3, 1..=4, 0..=8)) {
        let a = AnyLayout::Composed(ComposedLayout::new(s, 0, &inner).unwrap());
        let table: Vec<i64> = a.offsets().collect();
        let linear = table.len().is_power_of_two()
            && (0..table.len()).all(|x| (0..x).all(|y| table[x ^ y] == table[x] ^ table[y]));
        prop_assert_eq!(a.to_xor_map().is_ok(), linear, "{}", a);
    }
}
