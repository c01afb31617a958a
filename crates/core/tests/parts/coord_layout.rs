//! Layouts into coordinates: one integer layout in each component, over one shape.

use proptest::prelude::*;
use tilework::{
    BasisStride, CoordLayout, ErrorKind, Layout, Nested, Op, Tuple, layout, slicer, tiler, tuple,
};
use tilework_testing::forms::{Tree, tree};
use tilework_testing::{coords, eval, layout, small_layouts};

/// The number of leaves of the values.
fn components(a: &CoordLayout) -> usize {
    a.coprofile().leaves()
}

/// The values, in index order, from the modes alone.
fn table(a: &CoordLayout, indices: impl Iterator<Item = i64>) -> Vec<Vec<i64>> {
    let parts: Vec<Layout> = (0..components(a)).map(|i| a.component(i).unwrap()).collect();
    indices.map(|x| parts.iter().map(|part| eval(part.leaf_modes(), x)).collect()).collect()
}

/// Where the modes of the shortest layout with a table of coordinates start; or the first index
/// that no layout agrees with, and what all layouts that agree below it have there.
///
/// All chains of divisors are read along the table at once, and those that disagree fall out.
fn recover(table: &[Vec<i64>]) -> Result<Vec<usize>, (usize, Vec<i64>)> {
    let value = |chain: &[usize], x: usize| -> Vec<i64> {
        let start = *chain.iter().rev().find(|&&start| start <= x).unwrap();
        let (high, low) = (&table[start], &table[x % start]);
        high.iter().zip(low).map(|(high, low)| (x / start) as i64 * high + low).collect()
    };
    let mut alive = tilework_testing::chains(table.len());
    for (x, found) in table.iter().enumerate().skip(1) {
        let before = alive.clone();
        alive.retain(|chain| *found == value(chain, x));
        if alive.is_empty() {
            return Err((x, value(&before[0], x)));
        }
    }
    Ok(alive.into_iter().min_by_key(Vec::len).unwrap())
}

/// Whether modes that start there refine a shape.
fn fit(starts: &[usize], shape: &Tuple) -> bool {
    let mut end = 1;
    shape.leaves().iter().all(|&extent| {
        end *= extent as usize;
        starts.iter().all(|&start| start % end == 0 || end % start == 0)
    })
}

/// How often each answer was given.
#[derive(Default, Debug)]
struct Seen {
    layouts: usize,
    incompatible: usize,
    none: usize,
}

/// The law of composition: it refines B and is `A(B(x))`. A refusal means that no layout is, from
/// the first such index on; or that there is one, but none that refines B.
fn law(a: &CoordLayout, b: &Layout, seen: &mut Seen) {
    let expected = table(a, tilework_testing::offsets(b).into_iter());
    let truth = recover(&expected);
    match a.compose(b) {
        Ok(r) => {
            assert_eq!(table(&r, 0..b.size()), expected, "{a} o {b} = {r}");
            assert!(tilework_testing::refines(&b.shape(), &r.shape()), "{a} o {b} = {r}");
            assert_eq!(r.coprofile(), a.coprofile());
            seen.layouts += 1;
        }
        Err(error) => match error.kind() {
            ErrorKind::NotALayout { index, expected: wanted, found, .. } => {
                let (first, forced) = truth.unwrap_err();
                let leaf = error.component().unwrap_or(0);
                assert_eq!(index, first as i64, "{error}");
                assert_eq!((wanted, found), (forced[leaf], expected[first][leaf]), "{error}");
                assert_eq!(error.component().is_some(), components(a) > 1, "{error}");
                assert_ne!(wanted, found, "{error}");
                seen.none += 1;
            }
            ErrorKind::NotCompatible { .. } => {
                assert!(!fit(&truth.unwrap(), &b.shape()), "{error}");
                let flat = a.compose_flat(b).unwrap();
                assert_eq!(table(&flat, 0..b.size()), expected, "{a} o {b} = {flat}");
                seen.incompatible += 1;
            }
            _ => panic!("{error}"),
        },
    }
}

/// A coordinate layout from the components: stride `i` of component `c` is `strides[c][i]`.
fn of(shape: &Tuple, strides: &[Vec<i64>]) -> CoordLayout {
    let leaf = |i: usize| {
        let terms = strides.iter().enumerate().map(|(c, s)| BasisStride::new(s[i], &[c]).unwrap());
        terms.fold(BasisStride::ZERO, |sum, term| sum.add(&term).unwrap())
    };
    let flat = (0..shape.length())
        .map(leaf)
        .fold(Nested::leaf(BasisStride::ZERO).mode(0).unwrap().remove(0).unwrap(), |all, leaf| {
            all.append(&Nested::leaf(leaf)).unwrap()
        });
    CoordLayout::new(shape, &flat.unflatten(shape).unwrap()).unwrap()
}

#[test]
fn identity_is_the_coordinate() {
    for shape in [
        tuple!(7),
        tuple!((7)),
        tuple!((3, 4)),
        tuple!((2, (3, 2), ((2, 1), 3))),
        tuple!((((2, 3)), 1)),
    ] {
        let id = CoordLayout::identity(&shape).unwrap();
        for (x, coord) in coords(&shape).iter().enumerate() {
            assert_eq!(id.at(coord), Ok(*coord));
            assert_eq!(id.at(x as i64), Ok(*coord));
        }
        assert_eq!((id.coshape(), id.shape(), id.size()), (shape, shape, shape.product().unwrap()));
        assert_eq!(id.to_string().parse(), Ok(id));
    }
}

#[test]
fn all_small_compositions() {
    let mut seen = Seen::default();
    for shape in [tuple!((2, 3)), tuple!((4, 2)), tuple!((2, 2, 3)), tuple!(((2, 1), 4))] {
        let n = shape.length();
        let identity = CoordLayout::identity(&shape).unwrap();
        let mixed = of(&shape, &[(1..=n as i64).collect(), vec![1; n]]);
        let holes = of(&shape, &[vec![0; n], (0..n as i64).rev().collect(), vec![3; n]]);
        for a in [identity, mixed, holes] {
            for b in small_layouts(2, 1..=6, 0..=6) {
                law(&a, &b, &mut seen);
            }
        }
    }
    println!("{seen:?}");
    let Seen { layouts, incompatible, none } = seen;
    assert!(layouts > 3_000 && incompatible > 50 && none > 3_000, "{seen:?}");
}

/// The law of `compose_flat` and `compose_at`: the shortest layout with that function, and one that
/// refines B.
fn law_from(a: &CoordLayout, start: i64, b: &Layout) {
    let at = table(a, [start].into_iter()).remove(0);
    let moved = table(a, tilework_testing::offsets(b).into_iter().map(|y| start + y));
    let moved: Vec<Vec<i64>> = moved
        .iter()
        .map(|coord| coord.iter().zip(&at).map(|(x, origin)| x - origin).collect())
        .collect();
    let truth = recover(&moved);
    match a.compose_at(start, b) {
        Ok(r) => {
            assert_eq!(table(&r, 0..b.size()), moved, "{a} o {start} o {b} = {r}");
            assert!(tilework_testing::refines(&b.shape(), &r.shape()), "{a} o {start} o {b} = {r}");
        }
        Err(error) => match (error.kind(), &truth) {
            (ErrorKind::NotALayout { index, .. }, Err((first, _))) => {
                assert_eq!(index, *first as i64, "{error}");
            }
            (ErrorKind::NotCompatible { .. }, Ok(starts)) => {
                assert!(!fit(starts, &b.shape()), "{error}");
            }
            _ => panic!("{error}, but {truth:?}"),
        },
    }
    if start == 0 {
        let flat = a.compose_flat(b).map(|r| (table(&r, 0..b.size()), r.shape().length()));
        let modes = |starts: &Vec<usize>| (moved.clone(), starts.len());
        assert_eq!(flat.ok(), truth.as_ref().ok().map(modes), "{a} o {b}");
    }
    let strict = a.compose_strict(b);
    if tilework_testing::offsets(b).iter().all(|&y| y < a.size()) {
        assert_eq!(strict, a.compose(b));
    } else {
        let first =
            tilework_testing::offsets(b).iter().position(|&y| y >= a.size()).unwrap() as i64;
        assert_eq!(strict.unwrap_err().witness(), Some(first));
    }
}

/// The law of a division that is refused: no layout is `A o (T, T*)`, from the witness on.
fn law_of_refusal(a: &CoordLayout, tile: &Layout) {
    let Ok(rest) = tile.complement(a.size()) else { return };
    let both = Layout::concat(&[*tile, rest]).unwrap();
    let divided = a.logical_divide(&tilework::Tiler::layout(*tile));
    let truth = recover(&table(a, tilework_testing::offsets(&both).into_iter()));
    match divided {
        Ok(r)
            if table(&r, 0..r.size()) == table(a, tilework_testing::offsets(&both).into_iter()) => {
        }
        // Past the end, a mode of extent 1 there need not be the one that continues.
        Ok(r) => {
            let inside = tilework_testing::offsets(&both)
                .into_iter()
                .enumerate()
                .filter(|(_, y)| *y < a.size());
            for (x, y) in inside {
                assert_eq!(
                    table(&r, [x as i64].into_iter()),
                    table(a, [y].into_iter()),
                    "{a} by {tile}: {r}"
                );
            }
            let refines = truth.is_ok_and(|starts| fit(&starts, &both.shape()));
            assert!(!refines && a.shape().leaves().last() == Some(&1), "{a} by {tile}: {r}");
        }
        Err(error) => match (error.kind(), truth) {
            (ErrorKind::NotALayout { index, .. }, Err((first, _))) => {
                assert_eq!(index, first as i64, "{error}");
            }
            (ErrorKind::NotCompatible { .. }, Ok(starts)) => {
                assert!(!fit(&starts, &both.shape()), "{error}");
            }
            (_, truth) => panic!("{error}, but {truth:?}"),
        },
    }
}

/// The first index over all components counts, and the breaks of all of them together.
#[test]
fn witnesses() {
    for (a, b, index, component, message) in [
        (
            "(4,5):(2@2,3@1)",
            layout!((2,3):(3,1)),
            3,
            2,
            "composition: (4,5):(2@2,3@1) o (2,3):(3,1) is not a layout: at index 3 component 2 is 0, \
             but in any layout that agrees up to there it is 8 (offsets 3 and 1 of B carry past \
             extent 4 of A's mode 0)",
        ),
        (
            "(5,3,6):(4@1,4@1,1@0)",
            layout!((2,5):(7,5)),
            5,
            1,
            "composition: (5,3,6):(4@1,4@1,1@0) o (2,5):(7,5) is not a layout: at index 5 component 1 \
             is 8, but in any layout that agrees up to there it is 20 (offsets 7 and 10 of B carry past \
             15, the size of A's first 2 leaf modes)",
        ),
        // Each component is a layout, (3,2):(0,1) and (2,3):(6,0), but they change their strides
        // at 3 and at 2.
        (
            "(6,4,2):(2@1,0,1@0)",
            layout!(6:9),
            3,
            0,
            "composition: (6,4,2):(2@1,0,1@0) o 6:9 is not a layout: at index 3 component 0 is 1, but in \
             any layout that agrees up to there it is 0 (a new mode can start only at a multiple of 2)",
        ),
    ] {
        let a: CoordLayout = a.parse().unwrap();
        let error = a.compose(&b).unwrap_err();
        law(&a, &b, &mut Seen::default());
        assert_eq!((error.witness(), error.component()), (Some(index), Some(component)), "{error}");
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn equal_as_written() {
    let id = CoordLayout::identity(&tuple!((4, 8))).unwrap();
    let mode = id.mode(0).unwrap();
    // Its values are pairs, those of the same text are not; both are written alike.
    assert_eq!(mode, mode.to_string().parse().unwrap());
    assert_eq!((mode.at(3), mode.coprofile().leaves()), (Ok(tuple!((3, 0))), 2));
    assert!(mode.same_function(&"(2,2):(1@0,2@0)".parse().unwrap()));
    assert!(!mode.same_function(&"4:1@1".parse().unwrap()));
    assert!(!mode.same_function(&"3:1@0".parse().unwrap()));
    assert_eq!(CoordLayout::from(&layout!((4,8):(8,1))).to_string(), "(4,8):(8,1)");
    let error = "6:1@0".parse::<CoordLayout>().unwrap().compose(&layout!(4:-1)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NegativeStride { stride: -1 });
}

/// The same at compile time.
#[test]
fn constants() {
    const TILES: CoordLayout = match CoordLayout::identity(&tuple!((10, 7))) {
        Ok(id) => match id.zipped_divide(&tiler!(<4,2>)) {
            Ok(tiles) => tiles,
            Err(error) => error.raise(),
        },
        Err(error) => error.raise(),
    };
    const AT: Tuple = match TILES.at_coord(&tuple!(((1, 1), (2, 3)))) {
        Ok(coord) => coord,
        Err(error) => error.raise(),
    };
    assert_eq!(AT, tuple!((9, 7)));
}

/// Every value of a division is the coordinate that the pair of tile and element has.
fn law_of_division(shape: &Tuple, tree: &Tree) {
    let (id, tiler) = (CoordLayout::identity(shape).unwrap(), tree.tiler());
    let Ok(r) = id.logical_divide(&tiler) else { return };
    // The coordinates with strides of their own are the division of that data.
    for data in [Layout::col_major(shape).unwrap(), Layout::row_major(shape).unwrap()] {
        let Ok(divided) = data.logical_divide(&tiler) else { continue };
        let product = r.inner_product(&data.stride()).unwrap();
        // Past its end, a mode that ends in extent 1 may continue in either of two ways.
        if shape.leaves().iter().all(|&n| n > 1) || data.size() == divided.size() {
            assert_eq!(
                tilework_testing::offsets(&product),
                tilework_testing::offsets(&divided),
                "{shape} by {tiler}"
            );
        }
    }
    let forms = [id.zipped_divide(&tiler), id.tiled_divide(&tiler), id.flat_divide(&tiler)];
    let stride = Layout::row_major(shape).unwrap().stride();
    let pairs = r.inner_product(&stride).unwrap();
    let expected = tree.forms(&pairs);
    for (form, expected) in forms.into_iter().zip(expected) {
        assert_eq!(form.unwrap().inner_product(&stride), Ok(expected), "{shape} by {tiler}");
    }
    // Every coordinate inside the shape is met exactly once.
    let mut met: Vec<Vec<i64>> = table(&r, 0..r.size());
    met.retain(|c| c.iter().zip(shape.leaves()).all(|(x, n)| x < n));
    met.sort_unstable();
    let mut all: Vec<Vec<i64>> = coords(shape).iter().map(|c| c.leaves().to_vec()).collect();
    all.sort_unstable();
    if injective(tree) {
        assert_eq!(met, all, "{shape} by {tiler}: {r}");
    }
}

fn injective(tree: &Tree) -> bool {
    match tree {
        Tree::Keep => true,
        Tree::Layout(layout) => layout.is_injective().unwrap(),
        Tree::Tuple(trees) => trees.iter().all(injective),
    }
}

#[test]
fn examples() {
    let id = CoordLayout::identity(&tuple!((10, 7))).unwrap();
    let r = id.zipped_divide(&tiler!(<4,2>)).unwrap();
    assert_eq!(r.to_string(), "((4,2),(3,4)):((1@0,1@1),(4@0,2@1))");
    assert_eq!(id.flat_divide(&tiler!(<4,2>)).unwrap().to_string(), "(4,2,3,4):(1@0,1@1,4@0,2@1)");
    assert_eq!(id.compose_tiler(&tiler!(<4:2,_>)).unwrap().to_string(), "(4,7):(2@0,1@1)");
    let (tile, origin) = r.slice(&slicer!((_, (2, 3)))).unwrap();
    assert_eq!((tile.to_string().as_str(), origin), ("((4,2)):((1@0,1@1))", tuple!((8, 6))));
    // As CuTe writes the tiles of a TMA tensor.
    let tma: CoordLayout = "((64,8),2,4):((1@0,1@1),64@0,8@1)".parse().unwrap();
    assert_eq!(tma.at(((3, 2), 1, 3)), Ok(tuple!((67, 26))));
}

#[test]
fn notation() {
    for text in [
        "(4,8):(1@0,1@1)",
        "((2,4),8):((1@0@0,1@1@0),1@1)",
        "4:-3@2",
        "(4):(1@0+2@1)",
        "(2,3):(0,0)",
        "(2,(3,4)):(1@0,(1@0@1,12@1@1))",
        "4:7",
    ] {
        assert_eq!(text.parse::<CoordLayout>().unwrap().to_string(), text);
    }
    let spaced: CoordLayout = "( _4, 8 ) : ( _1@0 , _1 @ 1, )".parse().unwrap();
    assert_eq!(spaced.to_string(), "(4,8):(1@0,1@1)");
    for (text, kind) in [
        ("(4,8)", ErrorKind::Parse { at: 5, expected: "`:` and the strides" }),
        ("4:1@", ErrorKind::Parse { at: 4, expected: "the number of a mode" }),
        ("4:1@0 x", ErrorKind::Parse { at: 6, expected: "the end of the text" }),
        ("(4,8):(1@0)", ErrorKind::NotCongruent { left: 2, right: 1 }),
        ("(0,8):(1@0,1@1)", ErrorKind::BadExtent { leaf: 0, extent: 0 }),
    ] {
        assert_eq!(text.parse::<CoordLayout>().unwrap_err().kind(), kind, "{text}");
    }
    for text in ["(4,8):(1@0,1@1@0)", "(4,8):(1,1@0)", "4:1@0@0@0@0@0@0@0@0", "4:1@300"] {
        let error = text.parse::<CoordLayout>().unwrap_err();
        assert!(matches!(error.op(), Op::Layout | Op::Parse | Op::Basis), "{text}: {error}");
    }
    let many = "4:1@0+1@1+1@2+1@3+1@4".parse::<CoordLayout>().unwrap_err();
    assert!(matches!(many.kind(), ErrorKind::Unsupported { .. }), "{many}");
}

#[test]
fn overflow() {
    let huge = format!("(4,8):({}@0,1@1)", i64::MAX);
    assert!(matches!(huge.parse::<CoordLayout>().unwrap_err().kind(), ErrorKind::Overflow { .. }));
    let a: CoordLayout = format!("1:{}@0", i64::MAX).parse().unwrap();
    assert!(a.at(2).is_err());
    assert!(a.inner_product(&tuple!((2))).is_err());
    assert!(BasisStride::new(i64::MAX, &[0]).unwrap().scale(2).is_err());
    let max = BasisStride::new(i64::MAX, &[0]).unwrap();
    assert!(max.add(&max).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn random_compositions(
        shape in prop::collection::vec(1_i64..=5, 1..=3),
        strides in prop::collection::vec(prop::collection::vec(-3_i64..=6, 3), 1..=3),
        b in layout(1..=3, 1..=5, 0..=12),
    ) {
        law(&of(&Tuple::from_slice(&shape).unwrap(), &strides), &b, &mut Seen::default());
    }

    #[test]
    fn random_windows(
        shape in prop::collection::vec(1_i64..=5, 1..=3),
        strides in prop::collection::vec(prop::collection::vec(-3_i64..=6, 3), 1..=3),
        start in 0_i64..=12,
        b in layout(1..=3, 1..=5, 0..=12),
    ) {
        let a = of(&Tuple::from_slice(&shape).unwrap(), &strides);
        law_from(&a, start, &b);
        law_from(&a, 0, &b);
    }

    #[test]
    fn random_refusals(
        shape in prop::collection::vec(1_i64..=6, 1..=3),
        strides in prop::collection::vec(prop::collection::vec(-2_i64..=4, 3), 1..=3),
        tile in layout(1..=2, 1..=4, 0..=6),
    ) {
        law_of_refusal(&of(&Tuple::from_slice(&shape).unwrap(), &strides), &tile);
    }

    #[test]
    fn random_divisions(shape in layout(1..=4, 1..=6, 1..=1), tree in tree(layout(1..=2, 1..=3, 0..=4))) {
        law_of_division(&shape.shape(), &tree);
    }

    /// A slice is the rest at the fixed coordinates.
    #[test]
    fn slices(shape in layout(1..=4, 1..=4, 1..=1), marks in any::<u32>(), pick in any::<prop::sample::Index>()) {
        let id = CoordLayout::identity(&shape.shape()).unwrap();
        let fixed = shape.coord_of(pick.index(shape.size() as usize) as i64).unwrap();
        let leaf = |(i, &x): (usize, &i64)| Nested::leaf((marks >> i & 1 == 0).then_some(x));
        let flat = fixed.leaves().iter().enumerate().map(leaf)
            .fold(slicer!(()), |all, leaf| all.append(&leaf).unwrap());
        let slicer = flat.unflatten(&fixed).unwrap();
        let (kept, origin) = id.slice(&slicer).unwrap();
        for (x, value) in table(&kept, 0..kept.size()).into_iter().enumerate() {
            let mut digits = kept.shape().leaves().iter().scan(x as i64, |rest, n| {
                let digit = *rest % n;
                *rest /= n;
                Some(digit)
            }).collect::<Vec<_>>().into_iter();
            for (i, part) in value.iter().enumerate() {
                let whole = part + origin.leaves()[i];
                let expected = match slicer.leaves()[i] { Some(x) => x, None => digits.next().unwrap() };
                prop_assert_eq!(whole, expected);
            }
        }
    }
}
