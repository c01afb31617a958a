//! From a composed layout back to a plain one: exactly when there is one.

use std::collections::BTreeMap;

use proptest::prelude::*;
use tilework::{ComposedLayout, ErrorKind, Layout, Swizzle, XorMap, layout, slicer};
use tilework_testing::bits::{any_composed, any_swizzle, swizzles, table};
use tilework_testing::{Truth, chains, fits, layout, offsets, refines, small_layouts, truth};

/// The chains of all sizes that were asked for.
#[derive(Default)]
struct Oracle(BTreeMap<usize, Vec<Vec<usize>>>);

impl Oracle {
    /// The law: a layout is found if and only if brute force finds one, and else the same witness.
    fn law(&mut self, a: &ComposedLayout) -> bool {
        let table = table(a);
        let relative: Vec<i64> = table.iter().map(|y| y - table[0]).collect();
        let chains = self.0.entry(table.len()).or_insert_with(|| chains(table.len()));
        let truth = truth(chains, &relative);
        match (a.to_layout_flat(), truth) {
            (Ok((flat, base)), Truth::Layout(_)) => {
                assert_eq!((offsets(&flat), base), (relative.clone(), table[0]), "{a}");
                assert_eq!(flat, flat.coalesce(), "{a}");
                match a.to_layout() {
                    Ok((nested, base)) => {
                        assert_eq!((nested.coalesce(), base), (flat, table[0]), "{a}");
                        assert!(refines(&a.shape(), &nested.shape()), "{a}: {nested}");
                    }
                    Err(error) => {
                        let refused = matches!(error.kind(), ErrorKind::NotCompatible { .. });
                        assert!(refused && !fits(&relative, a.inner()), "{a}: {error}");
                    }
                }
                true
            }
            (Err(error), Truth::Witness(x)) => {
                let ErrorKind::NotALayout { index, found, .. } = error.kind() else {
                    panic!("{a}: {error}");
                };
                assert_eq!((index, found), (x as i64, table[x]), "{a}: {error}");
                assert_eq!(a.to_layout().unwrap_err(), error);
                false
            }
            (ours, truth) => panic!("{a}: {ours:?}, but {truth:?}"),
        }
    }
}

#[test]
fn small_swizzled_layouts_exhaustively() {
    let (mut oracle, mut plain, mut all) = (Oracle::default(), 0, 0);
    let layouts = small_layouts(2, 1..=4, -3..=9);
    for swizzle in swizzles(2, 1, 3) {
        for inner in &layouts {
            for offset in [0, 1, 5, 14, -3] {
                let a = ComposedLayout::new(swizzle, offset, inner).unwrap();
                plain += u64::from(oracle.law(&a));
                all += 1;
            }
        }
    }
    // Both happen often.
    assert!(plain > all / 4 && all - plain > all / 16, "{plain} of {all}");
}

/// All rows, columns and tiles of the usual shared-memory layouts have strides, or provably none.
#[test]
fn rows_and_columns() {
    let mut oracle = Oracle::default();
    for (bits, base, shift) in [(3, 3, 3), (2, 3, 3), (1, 3, 3), (3, 4, 3)] {
        let swizzle = Swizzle::new(bits, base, shift).unwrap();
        let a = ComposedLayout::new(swizzle, 0, &layout!((8,64):(64,1))).unwrap();
        for i in 0..8 {
            let row = a.slice(&tilework::Tuple::of((i, 0)).unwrap().to_slicer()).unwrap();
            assert_eq!(row.to_layout().unwrap().1, a.at((i, 0)).unwrap());
            let row = a.slice(&format!("({i},_)").parse().unwrap()).unwrap();
            assert!(oracle.law(&row), "{row}");
        }
        for j in 0..64 {
            let column = a.slice(&format!("(_,{j})").parse().unwrap()).unwrap();
            assert!(oracle.law(&column), "{column}");
        }
    }
}

#[test]
fn examples() {
    let parse = |text: &str| text.parse::<ComposedLayout>().unwrap();
    for (a, expected) in [
        ("Sw<3,4,3> o 0 o (10):(2)", (layout!((10):(2)), 0)),
        ("Sw<3,0,3> o 24 o (8):(1)", (layout!(((4,2)):((-1,4))), 27)),
        ("Sw<3,3,3> o 0 o (8,8):(64,1)", (layout!((8,8):(72,1)), 0)),
        // Two swizzles that undo one another.
        ("Sw<3,0,3> o 0 o Sw<3,0,3> o 5 o (8,8):(8,1)", (layout!((8,8):(8,1)), 5)),
        // A layout on the outside.
        ("(4,4):(4,1) o 0 o Sw<1,0,3> o 8 o 4:1", (layout!((2,2):(-4,8)), 6)),
        ("Xor<2,1> o 0 o (2,2):(1,2)", (layout!((2,2):(2,1)), 0)),
        ("Sw<2,0,2> o 3 o 1:7", (layout!(1:0), 3)),
    ] {
        assert_eq!(parse(a).to_layout(), Ok(expected), "{a}");
    }
    let error = parse("Sw<1,0,1> o 0 o 4:1").to_layout().unwrap_err();
    assert_eq!(
        error.to_string(),
        "to_layout: Sw<1,0,1> o 0 o 4:1 is not a layout: at index 3 it is 2, but any layout that agrees \
         up to there is 4 (a new mode can start only at a multiple of 2)"
    );
}

/// Domains that nobody can enumerate.
#[test]
fn large() {
    let parse = |text: &str| text.parse::<ComposedLayout>().unwrap();
    let a = parse("Sw<3,4,3> o 0 o (1073741824,1024):(1024,1073741824)");
    let (layout, base) = a.to_layout().unwrap();
    assert_eq!((layout, base), (layout!((1073741824,1024):(1024,1073741824)), 0));

    let a = parse("Sw<3,4,3> o 48 o (1073741824,8):(1024,128)");
    let (found, base) = a.to_layout().unwrap();
    assert_eq!(base, 48);
    assert_eq!(found, layout!((1073741824,(4,2)):(1024,(112,576))));
    for x in [0_i64, 1, 1 << 20, (1 << 33) - 1, 1 << 32, 5 << 30] {
        assert_eq!(a.at(x).unwrap(), base + found.at(x).unwrap());
    }

    // The witness is the first index, however far out.
    let a = parse("Sw<3,4,3> o 0 o (1073741824,8,8):(1024,128,16)");
    let error = a.to_layout().unwrap_err();
    assert_eq!(error.witness(), Some(9 << 30), "{error}");
    let (x, f) = (9_i64 << 30, |x| a.at(x).unwrap());
    assert_ne!(f(x), f(1 << 30) + f(8 << 30));

    // High fields of which only few bits vary.
    let a = parse("Sw<3,40,10> o 0 o (1024,1024,16):(1,1024,1099511627776)");
    assert_eq!(a.to_layout(), Ok((*a.inner(), 0)));
    let a = parse("Sw<3,30,3> o 0 o (8,1000000):(8589934592,1)");
    assert_eq!(a.to_layout().unwrap().0, layout!((8,1000000):(9663676416,1)));
}

/// A map over more bits than are followed, on more elements than are read: not decided.
#[test]
fn given_up() {
    let a: ComposedLayout = "Sw<1,0,20> o 0 o (3,1000000):(1,3)".parse().unwrap();
    assert!(a.to_layout().unwrap_err().is_undecided());
    let columns: Vec<i64> = (0..20).map(|i| 1 << (19 - i)).collect();
    let a = ComposedLayout::new(XorMap::new(&columns).unwrap(), 0, &layout!(1000:1)).unwrap();
    assert!(matches!(a.to_layout().unwrap_err().kind(), ErrorKind::NotALayout { .. }));
}

#[test]
fn slices_of_slices() {
    let a: ComposedLayout = "Sw<3,4,3> o 0 o (10,2):(2,1)".parse().unwrap();
    let column = a.slice(&slicer!((_, 0))).unwrap();
    assert_eq!(column.to_string(), "Sw<3,4,3> o 0 o (10):(2)");
    assert_eq!(table(&column), (0..10).map(|i| 2 * i).collect::<Vec<_>>());
    assert_eq!(column.to_layout(), Ok((layout!((10):(2)), 0)));
}

fn powers() -> impl Strategy<Value = Layout> {
    let mode = (0..=3_u32, 0..=6_u32, any::<bool>());
    prop::collection::vec(mode, 1..=4).prop_map(|modes| {
        let modes = modes.iter().map(|&(n, d, negative)| {
            Layout::new(1 << n, if negative { -(1 << d) } else { 1 << d }).unwrap()
        });
        Layout::concat(&modes.collect::<Vec<_>>()).unwrap()
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn random(swizzle in any_swizzle(), offset in -40..=200_i64, inner in layout(1..=4, 1..=4, -12..=40)) {
        Oracle::default().law(&ComposedLayout::new(swizzle, offset, &inner).unwrap());
    }

    #[test]
    fn random_powers(swizzle in any_swizzle(), offset in 0..=600_i64, inner in powers()) {
        prop_assume!(inner.size() <= 512);
        Oracle::default().law(&ComposedLayout::new(swizzle, offset, &inner).unwrap());
    }

    #[test]
    fn random_chains(a in any_composed(layout(1..=3, 1..=4, 0..=24))) {
        if let Some(a) = a {
            Oracle::default().law(&a);
        }
    }
}
