//! Structure, inverses, complements, products and decisions of layouts into coordinates, by brute
//! force over their tables.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tilework::{
    BasisStride, CoordLayout, ErrorKind, Layout, Nested, Tiler, Tuple, layout, slicer, tiler, tuple,
};
use tilework_testing::{coords, eval, layout};

/// The values, in index order, from the modes alone.
fn table(a: &CoordLayout) -> Vec<Vec<i64>> {
    let parts: Vec<Layout> = (0..a.coprofile().leaves()).map(|i| a.component(i).unwrap()).collect();
    let at = |x| parts.iter().map(|part| eval(part.leaf_modes(), x)).collect();
    (0..a.size()).map(at).collect()
}

/// A flat layout of modes `(extent, [(scale, place)])`, into coordinates with `rank` modes.
fn of(modes: &[(i64, Vec<(i64, usize)>)], rank: usize) -> CoordLayout {
    let stride = |terms: &Vec<(i64, usize)>| {
        terms.iter().fold(BasisStride::ZERO, |sum, &(scale, place)| {
            sum.add(&BasisStride::new(scale, &[place]).unwrap()).unwrap()
        })
    };
    let mode = |(extent, terms): &(i64, Vec<(i64, usize)>)| {
        CoordLayout::new(&Tuple::leaf(*extent), &Nested::leaf(stride(terms))).unwrap()
    };
    // A mode of extent 1 along the last place gives the coordinates their rank.
    let modes: Vec<CoordLayout> =
        modes.iter().map(mode).chain([mode(&(1, vec![(1, rank - 1)]))]).collect();
    CoordLayout::concat(&modes).unwrap()
}

/// Random modes that go along one place each, some along none, some (not `one`) along two.
fn coord_layout(one: bool) -> impl Strategy<Value = CoordLayout> {
    let mode = (1_i64..=4, 0_i64..=6, 0_usize..3, 0_usize..3, any::<bool>());
    (prop::collection::vec(mode, 1..=4)).prop_map(move |modes| {
        let modes: Vec<_> = modes
            .into_iter()
            .map(|(extent, scale, place, other, two)| {
                let two = two && !one && place != other;
                (extent, [vec![(scale, place)], vec![(1, other); usize::from(two)]].concat())
            })
            .collect();
        of(&modes, 3)
    })
}

/// Permuted digits of a box, with gaps: every mode along one place, and injective.
fn digits() -> impl Strategy<Value = CoordLayout> {
    let digit = (1_i64..=3, 1_i64..=3, 0_usize..3);
    (prop::collection::vec(digit, 1..=4), any::<u64>()).prop_map(|(digits, order)| {
        let mut strides = [1; 3];
        let mut modes: Vec<_> = digits
            .into_iter()
            .map(|(extent, gap, place)| {
                let stride = strides[place] * gap;
                strides[place] = stride * extent;
                (extent, vec![(stride, place)])
            })
            .collect();
        for i in 1..modes.len() {
            modes.swap(i, (order >> (8 * i)) as usize % (i + 1));
        }
        of(&modes, 3)
    })
}

/// The value of an integer layout at a coordinate with one leaf for each of its modes.
fn at(layout: &Layout, coord: &[i64]) -> i64 {
    (0..layout.rank()).map(|k| eval(layout.mode(k).unwrap().leaf_modes(), coord[k])).sum()
}

/// `A(R(c)) = c` on the whole box; as large as whole modes make it.
fn right_law(a: &CoordLayout) {
    let (r, table) = (a.right_inverse().unwrap(), table(a));
    assert_eq!(r.rank(), 3, "{a}: {r}");
    let sides: Vec<i64> = (0..3).map(|k| r.mode(k).unwrap().size()).collect();
    for coord in coords(&Tuple::from_slice(&sides).unwrap()) {
        let index = at(&r, coord.leaves());
        assert_eq!(table[index as usize], coord.leaves(), "{a}: {r} at {coord}");
    }
}

/// `L(A(x)) = x`, and `G(A(x))` is the first index with the value of `x`.
fn left_law(a: &CoordLayout) -> bool {
    let table = table(a);
    let mut first: BTreeMap<&Vec<i64>, i64> = BTreeMap::new();
    for (x, value) in (0..).zip(&table) {
        first.entry(value).or_insert(x);
    }
    if let Ok(l) = a.left_inverse() {
        (0..).zip(&table).for_each(|(x, value)| assert_eq!(at(&l, value), x, "{a}: {l}"));
        assert_eq!(a.generalized_inverse(), Ok(l), "{a}");
    }
    match a.generalized_inverse() {
        Ok(g) => {
            table.iter().for_each(|value| assert_eq!(at(&g, value), first[value], "{a}: {g}"));
            true
        }
        Err(_) => false,
    }
}

/// Every coordinate of the box, rounded up, is in exactly one copy.
fn complement_law(a: &CoordLayout, bound: [i64; 3]) {
    let shape = Tuple::from_slice(&bound).unwrap();
    let image: BTreeSet<Vec<i64>> = table(a).into_iter().collect();
    match a.complement(&shape) {
        Ok(r) => {
            let starts = table(&r);
            let mut covered = BTreeSet::new();
            for (start, value) in starts.iter().flat_map(|s| image.iter().map(move |v| (s, v))) {
                let sum: Vec<i64> = start.iter().zip(value).map(|(a, b)| a + b).collect();
                assert!(covered.insert(sum.clone()), "{a} in {shape}: {r} covers {sum:?} twice");
            }
            let sides: Vec<i64> =
                (0..3).map(|k| covered.iter().map(|c| c[k]).max().unwrap() + 1).collect();
            assert_eq!(covered.len() as i64, sides.iter().product::<i64>(), "{a} in {shape}: {r}");
            assert!(sides.iter().zip(bound).all(|(side, bound)| *side >= bound), "{a}: {r}");
            assert_eq!(r.rank(), 3, "{a}: {r}");
        }
        // In one of the components, no copies cover everything once.
        Err(error) => {
            let refused = (0..3).find_map(|k| {
                a.component(k).unwrap().complement(bound[k]).err().map(|error| error.kind())
            });
            assert_eq!(Some(error.kind()), refused, "{error}");
        }
    }
}

/// Mode 0 is A, mode 1 refines B, and copies at different offsets of B are disjoint and in order.
/// What they cover.
fn product_law(a: &CoordLayout, b: &Layout) -> Option<BTreeSet<Vec<i64>>> {
    let r = a.logical_product(&Tiler::layout(*b)).ok()?;
    assert_eq!(r.mode(0), Ok(*a), "{a} x {b} = {r}");
    let repeats = r.mode(1).unwrap();
    assert!(tilework_testing::refines(&b.shape(), &repeats.shape()), "{a} x {b} = {r}");
    let starts: BTreeMap<i64, Vec<i64>> =
        tilework_testing::offsets(b).into_iter().zip(table(&repeats)).collect();
    let again: Vec<Vec<i64>> =
        tilework_testing::offsets(b).iter().map(|y| starts[y].clone()).collect();
    assert_eq!(table(&repeats), again, "{a} x {b} = {r}: one start for each offset");
    let image: BTreeSet<Vec<i64>> = table(a).into_iter().collect();
    let mut covered = BTreeSet::new();
    for (start, value) in starts.values().flat_map(|s| image.iter().map(move |v| (s, v))) {
        let sum: Vec<i64> = start.iter().zip(value).map(|(a, b)| a + b).collect();
        assert!(covered.insert(sum), "{a} x {b} = {r}");
    }
    // The start of each copy comes after those before it, the last component first.
    let in_order: Vec<Vec<i64>> =
        starts.values().map(|s| s.iter().rev().copied().collect()).collect();
    assert!(in_order.is_sorted_by(|x, y| x < y), "{a} x {b} = {r}");
    Some(covered)
}

fn decision_law(a: &CoordLayout, b: &CoordLayout) {
    let values = table(a);
    let image: BTreeSet<Vec<i64>> = values.iter().cloned().collect();
    let injective = image.len() == values.len();
    assert_eq!(a.is_injective(), Ok(injective), "{a}");
    match a.collision().unwrap() {
        Some((x, y)) => assert!(x != y && values[x as usize] == values[y as usize], "{a}"),
        None => assert!(injective, "{a}"),
    }
    let range = |k: usize| {
        let all = || image.iter().map(|value| value[k]);
        (all().min().unwrap(), all().max().unwrap())
    };
    let cells: i64 = (0..3).map(|k| range(k).1 - range(k).0 + 1).product();
    assert_eq!(a.is_surjective(), Ok(image.len() as i64 == cells), "{a}");
    assert_eq!(a.is_contiguous(), Ok(injective && image.len() as i64 == cells), "{a}");
    let origin = (0..3).all(|k| range(k).0 == 0);
    assert_eq!(a.is_bijective(), Ok(injective && origin && image.len() as i64 == cells), "{a}");
    for value in [values[values.len() - 1].clone(), vec![1, 0, 2], vec![-1, 0, 0]] {
        let found = a.preimage(&Tuple::from_slice(&value).unwrap()).unwrap();
        match found {
            Some(x) => assert_eq!(values[x as usize], value, "{a}"),
            None => assert!(!image.contains(&value), "{a}: {value:?}"),
        }
    }
    let others = table(b);
    match a.images_meet(b).unwrap() {
        Some((x, y)) => assert_eq!(values[x as usize], others[y as usize], "{a} and {b}"),
        None => assert!(others.iter().all(|value| !image.contains(value)), "{a} and {b}"),
    }
    let kernel = a.nullspace().unwrap();
    assert!(
        tilework_testing::offsets(&kernel).iter().all(|&x| values[x as usize] == vec![0; 3]),
        "{a}"
    );
    let differ = values.iter().zip(&others).position(|(x, y)| x != y);
    assert_eq!(a.first_difference(b), differ.map(|x| x as i64), "{a} and {b}");
    assert_eq!(a.same_function(b), values == others, "{a} and {b}");
}

fn simple_law(a: &CoordLayout) {
    let short = a.coalesce();
    assert_eq!(table(&short), table(a), "{a}: {short}");
    let modes = short.shape();
    assert!(
        modes.depth() <= 1 && (modes.leaves() == [1] || !modes.leaves().contains(&1)),
        "{short}"
    );
    let image = |a: &CoordLayout| table(a).into_iter().collect::<BTreeSet<_>>();
    assert_eq!(image(&a.filter()), image(a), "{a}");
    assert_eq!(image(&a.filter_zeros()), image(a), "{a}");
    assert!(a.filter().stride().leaves().iter().all(|s| !s.is_zero()) || a.filter().size() == 1);
    let triple: Vec<Vec<i64>> =
        table(a).iter().map(|value| value.iter().map(|x| -3 * x).collect()).collect();
    assert_eq!(table(&a.scale(-3).unwrap()), triple, "{a}");
    assert_eq!(a.coalesce_by(&Tuple::leaf(1)), Ok(short));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]

    #[test]
    fn random(
        a in coord_layout(false),
        b in coord_layout(false),
        along in coord_layout(true),
        bound in prop::array::uniform3(1_i64..=9),
        by in layout(1..=2, 1..=4, 0..=4),
    ) {
        right_law(&a);
        left_law(&a);
        decision_law(&a, &b);
        simple_law(&a);
        right_law(&along);
        left_law(&along);
        complement_law(&along, bound);
        product_law(&along, &by);
        decision_law(&along, &along.coalesce());
    }

    /// What always has an answer.
    #[test]
    fn digits_of_a_box(a in digits(), bound in prop::array::uniform3(1_i64..=12), by in layout(1..=2, 1..=4, 0..=4)) {
        right_law(&a);
        prop_assert!(left_law(&a), "{}", a);
        complement_law(&a, bound);
        // As many copies as blocks in a row need leave no hole.
        let holes = a.complement(&tuple!((1, 1, 1))).unwrap().size();
        let covered = product_law(&a, &Layout::new(by.size() * holes, 1).unwrap()).unwrap();
        let side = |k: usize| covered.iter().map(|c| c[k]).max().unwrap() + 1;
        prop_assert_eq!(covered.len() as i64, side(0) * side(1) * side(2), "{}", a);
        product_law(&a, &by);
    }
}

/// The answers of CUTLASS' compiler for layouts with basis strides.
#[test]
fn as_the_compiler_of_cutlass() {
    let parse = |text: &str| text.parse::<CoordLayout>().unwrap();
    for (a, right, left) in [
        ("(2,3):(1@0,1@1)", "(2,3):(1,2)", "(2,3):(1,2)"),
        ("(2,3):(0,1@0)", "(3):(2)", "(3):(2)"),
        ("(4,5):(1@1,1@0)", "(5,4):(4,1)", "(5,4):(4,1)"),
        ("(4,5):(2@0,2@1)", "(1,1):(0,0)", "((2,4),(2,5)):((0,1),(0,4))"),
        ("(4,1,5):(1@0,0,1@1)", "(4,5):(1,4)", "(4,5):(1,4)"),
        (
            "(((16,4),64),1,1):(((1@1,32@1),2@0),0,0)",
            "(1,16):(0,1)",
            "((2,64),(32,4)):((0,64),(1,16))",
        ),
        ("(4,5):(1@1,1@1@4)", "(1,4,1,1,(1,5)):(0,1,0,0,(0,4))", "(1,4,1,1,(1,5)):(0,1,0,0,(0,4))"),
        (
            "((2,2,2),(2,2,2)):((1@0,2@1,4@0),(1@1,2@0,4@1))",
            "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))",
            "((2,2,2),(2,2,2)):((1,16,4),(8,2,32))",
        ),
        (
            "((2,2,2),(2,2,2)):((1@0,2@1,6@0),(1@1,2@0,4@1))",
            "((2,2),(2,2,2)):((1,16),(8,2,32))",
            "((2,3,2),(2,2,2)):((1,16,4),(8,2,32))",
        ),
        ("((4,2),4):((1@1,4@0),1@0)", "((4,2),4):((8,4),1)", "((4,2),4):((8,4),1)"),
    ] {
        let a = parse(a);
        assert_eq!(a.right_inverse().unwrap().to_string(), right, "{a}");
        // Under the name of the left inverse it gives the generalized one.
        assert_eq!(a.generalized_inverse().unwrap().to_string(), left, "{a}");
    }
    for (a, b, product) in [
        ("(4,3):(1@0,1@1)", "(2,5):(1,2)", "((4,3),(2,5)):((1@0,1@1),(3@1,6@1))"),
        ("(4,3):(2@0,1@1)", "(2,5):(1,2)", "((4,3),(2,5)):((2@0,1@1),(1@0,3@1))"),
        ("4:1@0", "3:1", "(4,3):(1@0,4@0)"),
    ] {
        let b: Layout = b.parse().unwrap();
        assert_eq!(parse(a).logical_product(&Tiler::layout(b)).unwrap().to_string(), product);
    }
    // Up to strides of extent 1, which are 0 here.
    let a = parse("(2,5,3):(4@1,5@0,16@1)");
    assert_eq!(a.complement_default().unwrap().to_string(), "(5,(4,2)):(1@0,(1@1,8@1))");
}

/// The four forms, and blocks and rakes, are rearrangements of one another.
#[test]
fn forms_of_products() {
    let id = CoordLayout::identity(&tuple!((4, 8))).unwrap();
    let of = |r: Result<CoordLayout, tilework::Error>| r.unwrap().to_string();
    let by = tiler!(<3,2>);
    assert_eq!(of(id.logical_product(&by)), "((4,3),(8,2)):((1@0,4@0),(1@1,8@1))");
    assert_eq!(of(id.zipped_product(&by)), "((4,8),(3,2)):((1@0,1@1),(4@0,8@1))");
    assert_eq!(of(id.tiled_product(&by)), "((4,8),3,2):((1@0,1@1),4@0,8@1)");
    assert_eq!(of(id.flat_product(&by)), "(4,8,3,2):(1@0,1@1,4@0,8@1)");
    let a: CoordLayout = "(4,8):(1@0,1@1)".parse().unwrap();
    let b = layout!((2,5):(1,2));
    assert_eq!(of(a.blocked_product(&b)), "((4,2),(8,5)):((1@0,8@1),(1@1,16@1))");
    assert_eq!(of(a.raked_product(&b)), "((2,4),(5,8)):((8@1,1@0),(16@1,1@1))");
    // One copy needs no complement, and a mode that stands still has no place to be repeated along.
    let still: CoordLayout = "(4,8):(0,1@0)".parse().unwrap();
    assert_eq!(of(still.logical_product(&tiler!(<2:0,_>))), "((4,2),8):((0,0),1@0)");
    let error = still.logical_product(&tiler!(<2,_>)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
    let diagonal: CoordLayout = "5:1@0+1@1".parse().unwrap();
    for error in [
        diagonal.logical_product(&tiler!(2)).unwrap_err(),
        diagonal.left_inverse().unwrap_err(),
        diagonal.complement(&tuple!((5, 5))).unwrap_err(),
    ] {
        assert!(matches!(error.kind(), ErrorKind::Unsupported { .. }), "{error}");
    }
    assert_eq!(diagonal.right_inverse(), Ok(layout!((1,1):(0,0))));
}

#[test]
fn structure() {
    let id = CoordLayout::identity(&tuple!((2, (3, 4), 5))).unwrap();
    let of = |r: Result<CoordLayout, tilework::Error>| r.unwrap().to_string();
    assert_eq!(of(id.mode_at(&[1, 0])), "3:1@0@1");
    assert_eq!(of(id.select(&[2, 0])), "(5,2):(1@2,1@0)");
    assert_eq!(of(id.take(0, 1)), "(2):(1@0)");
    assert_eq!(of(id.remove(1)), "(2,5):(1@0,1@2)");
    assert_eq!(of(id.group(0, 2)), "((2,(3,4)),5):((1@0,(1@0@1,1@1@1)),1@2)");
    assert_eq!(
        of(id.flatten().unflatten(&tuple!((1, (1, (1, 1)))))),
        "(2,(3,(4,5))):(1@0,(1@0@1,(1@1@1,1@2)))"
    );
    assert_eq!(of(id.dice(&slicer!((_, 2, _)))), "((3,4)):((1@0@1,1@1@1))");
    let (a, b): (CoordLayout, CoordLayout) = ("4:1@0".parse().unwrap(), "8:1@1".parse().unwrap());
    let unit = CoordLayout::from(&Layout::UNIT);
    assert_eq!(of(a.append(&b)), "(4,8):(1@0,1@1)");
    assert_eq!(of(a.prepend(&b)), "(8,4):(1@1,1@0)");
    assert_eq!(of(a.append_n(3, &unit)), "(4,1,1):(1@0,0,0)");
    assert_eq!(of(a.prepend_n(2, &unit)), "(1,4):(0,1@0)");
    assert_eq!(of(a.append(&b).unwrap().replace(0, &b)), "(8,8):(1@1,1@1)");
    assert_eq!(of(CoordLayout::concat(&[unit, a, b])), "(1,4,8):(0,1@0,1@1)");
    assert_eq!(a.append(&b).unwrap().coprofile().leaves(), 2);
    let mixed = a.append(&CoordLayout::from(&layout!(4:1))).unwrap_err();
    assert!(matches!(mixed.kind(), ErrorKind::Unsupported { .. }), "{mixed}");
    assert!(CoordLayout::concat(&[]).is_ok());
    assert_eq!(of(id.coalesce_by(&tuple!((1, 1)))), "(2,(3,4),5):(1@0,(1@0@1,1@1@1),1@2)");
    let split: CoordLayout = "((2,2),(3,1)):((1@0,2@0),(0,1@1))".parse().unwrap();
    assert_eq!(of(split.coalesce_by(&tuple!((1, 1)))), "(4,3):(1@0,0)");
    assert_eq!(of(split.filter_by(&tuple!((1, 1)))), "(4,1):(1@0,0)");
    assert!(split.coalesce_by(&tuple!((1, 1, 1))).is_err());
    let wide: CoordLayout = format!("(2,2):({0}@0,{0}@1)", i64::MAX / 2).parse().unwrap();
    assert!(matches!(wide.collision().unwrap_err().kind(), ErrorKind::Overflow { .. }));
    assert!(wide.scale(4).is_err());
}
