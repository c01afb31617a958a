//! Layouts into coordinates: one integer layout in each component, over one shape.

mod common;
#[path = "common/forms.rs"]
mod forms;

use common::{coords, eval, fits, layout, small_layouts};
use forms::{Tree, tree};
use proptest::prelude::*;
use tilework::{
    BasisStride, CoordLayout, ErrorKind, Layout, Nested, Op, Tuple, layout, slicer, tiler, tuple,
};

/// The number of leaves of the values.
fn components(a: &CoordLayout) -> usize {
    a.coprofile().leaves()
}

/// The values, in index order, from the modes alone.
fn table(a: &CoordLayout, indices: impl Iterator<Item = i64>) -> Vec<Vec<i64>> {
    let parts: Vec<Layout> = (0..components(a)).map(|i| a.component(i).unwrap()).collect();
    indices.map(|x| parts.iter().map(|part| eval(part.leaf_modes(), x)).collect()).collect()
}

/// A coordinate as one number: a linear map that keeps small coordinates apart, so that a function
/// is a layout before it if and only if it is one behind it.
fn encode(coord: &[i64]) -> i64 {
    coord.iter().rev().fold(0, |sum, x| sum * 100_003 + x)
}

/// The law of composition: it refines B and is `A(B(x))`; a refusal means that no layout is.
fn law(a: &CoordLayout, b: &Layout) -> bool {
    let expected = table(a, common::offsets(b).into_iter());
    let numbers: Vec<i64> = expected.iter().map(|coord| encode(coord)).collect();
    match a.compose(b) {
        Ok(r) => {
            assert_eq!(table(&r, 0..b.size()), expected, "{a} o {b} = {r}");
            assert!(common::refines(&b.shape(), &r.shape()), "{a} o {b} = {r}");
            assert_eq!(r.coprofile(), a.coprofile());
            true
        }
        Err(error) => {
            assert!(!fits(&numbers, b), "{a} o {b}: {error}");
            false
        }
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
    let mut exist = 0;
    let mut seen = 0;
    for shape in [tuple!((2, 3)), tuple!((4, 2)), tuple!((2, 2, 3)), tuple!(((2, 1), 4))] {
        let n = shape.length();
        let identity = CoordLayout::identity(&shape).unwrap();
        let mixed = of(&shape, &[(1..=n as i64).collect(), vec![1; n]]);
        let holes = of(&shape, &[vec![0; n], (0..n as i64).rev().collect(), vec![3; n]]);
        for a in [identity, mixed, holes] {
            for b in small_layouts(2, 1..=6, 0..=6) {
                exist += usize::from(law(&a, &b));
                seen += 1;
            }
        }
    }
    println!("{exist} of {seen} compositions exist");
    assert!(exist > 3_000 && seen - exist > 3_000, "{exist} of {seen}");
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
            assert_eq!(common::offsets(&product), common::offsets(&divided), "{shape} by {tiler}");
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
        law(&of(&Tuple::from_slice(&shape).unwrap(), &strides), &b);
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
