//! Division: `R(x) = A(T(x))` with `T = (tile, rest)`, wherever that lies in A.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Op, Tiler, layout, tiler, tuple};
use tilework_testing::forms::{Tree, tree};
use tilework_testing::{composed, fits, image, layout, offsets, refines, small_layouts, tiling};

/// `(tile, rest)`, the rest being the tiling of A's indices; `None` when there is none.
fn tiles(a: &Layout, tile: &Layout) -> Option<Layout> {
    let (starts, _) = tiling(&image(tile), a.size()).ok()?;
    let rest = tile.complement(a.size()).unwrap();
    assert_eq!(offsets(&rest), starts);
    Some(Layout::concat(&[*tile, rest]).unwrap())
}

/// A without modes of extent 1 at its end: what it may continue on past its end.
fn trimmed(a: &Layout) -> Layout {
    let used = a.leaf_modes().iter().rposition(|mode| mode.extent > 1).unwrap_or(0);
    a.flatten().take(0, used + 1).unwrap()
}

/// The law for one tile: the result refines `(tile, rest)` and agrees with A there; a refusal
/// means that no layout does.
fn law(a: &Layout, tile: &Layout) -> Option<Layout> {
    let answer = a.logical_divide(&tile.into());
    assert_eq!(answer.map(|r| r.size() - a.size()), a.overhang(&tile.into()));
    let Some(t) = tiles(a, tile) else {
        assert_eq!(answer.unwrap_err().step(), Op::Complement, "{a} by {tile}");
        return None;
    };
    let table = composed(a, &t);
    match answer {
        Ok(r) => {
            assert!(refines(&t.shape(), &r.shape()), "{a} by {tile}: {r}");
            // Past the end A continues on its last mode, or on the last that has an extent.
            let (offsets, other) = (offsets(&r), composed(&trimmed(a), &t));
            assert!(offsets == table || offsets == other, "{a} by {tile}: {r}");
            assert!(r.size() >= a.size(), "{a} by {tile}: {r}");
            Some(r)
        }
        Err(error) => {
            assert!(!fits(&table, &t), "{a} by {tile}: {error}");
            assert!(!fits(&composed(&trimmed(a), &t), &t), "{a} by {tile}: {error}");
            None
        }
    }
}

/// All forms are the same pairs, grouped differently; and every element of A is in one tile.
fn law_of_forms(a: &Layout, tree: &Tree) {
    let tiler = tree.tiler();
    let logical = a.logical_divide(&tiler);
    let forms = [a.zipped_divide(&tiler), a.tiled_divide(&tiler), a.flat_divide(&tiler)];
    let expected = tree.apply(a, &|a, tile| law(a, tile));
    assert_eq!(logical.ok(), expected, "{a} by {tiler}");
    let Some(pairs) = expected else {
        assert!(forms.iter().all(|form| form.is_err()), "{a} by {tiler}");
        return;
    };
    assert_eq!(forms, tree.forms(&pairs).map(Ok), "{a} by {tiler}");
    // Past its end, a mode that ends in extent 1 may continue in either of two ways.
    let one_way = a.overhang(&tiler) == Ok(0) || a.leaf_modes().iter().all(|mode| mode.extent > 1);
    if !tree.keeps_a_mode() && one_way {
        assert_eq!(a.compose_tiler(&tiler), forms[0].unwrap().mode(0), "{a} by {tiler}");
    }
}

#[test]
fn exhaustive() {
    let mut seen = 0;
    for a in small_layouts(2, 1..=5, 0..=4) {
        for tile in small_layouts(2, 1..=4, 0..=4) {
            seen += usize::from(law(&a, &tile).is_some());
        }
    }
    println!("{seen} divisions exist");
    assert!(seen > 10_000);
}

/// The compact layout has its own indices as offsets: divided, they are a permutation.
#[test]
fn every_element_once() {
    let a = layout!((6, 8));
    for tiler in [
        tiler!(<3,4>),
        tiler!(<3:2,(2,2):(1,4)>),
        tiler!(<_,4:2>),
        tiler!(<2>),
        tiler!((2,4):(1,6)),
        tiler!(12:4),
    ] {
        assert_eq!(a.overhang(&tiler), Ok(0), "{tiler}");
        let r = a.zipped_divide(&tiler).unwrap();
        assert!(image(&r).into_iter().eq(0..48), "{tiler}: {r}");
    }
}

/// Tile `(i, j)` of a matrix holds the elements that one expects.
#[test]
fn tiles_of_a_matrix() {
    let a = layout!((12,32):(1,12));
    let r = a.zipped_divide(&tiler!(<4,8>)).unwrap();
    for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
        for (k, l) in (0..4).flat_map(|k| (0..8).map(move |l| (k, l))) {
            assert_eq!(r.at(((k, l), (i, j))), a.at((4 * i + k, 8 * j + l)));
        }
    }
}

#[test]
fn forms_of_nested_tilers() {
    let (a, tiler) = (layout!((9,(4,8),5):(59,(13,1),1000)), tiler!(<3:3,<2,4>>));
    let answers = [
        a.logical_divide(&tiler),
        a.zipped_divide(&tiler),
        a.tiled_divide(&tiler),
        a.flat_divide(&tiler),
    ];
    let expected = [
        layout!(((3,3),((2,2),(4,2)),5):((177,59),((13,26),(1,4)),1000)),
        layout!(((3,(2,4)),(3,(2,2),5)):((177,(13,1)),(59,(26,4),1000))),
        layout!(((3,(2,4)),3,(2,2),5):((177,(13,1)),59,(26,4),1000)),
        layout!((3,(2,4),3,(2,2),5):(177,(13,1),59,(26,4),1000)),
    ];
    assert_eq!(answers, expected.map(Ok));
}

/// The tile may stand out over the end of A.
#[test]
fn overhang() {
    for (a, tiler, r, more) in [
        (layout!(10:1), tiler!(3:1), layout!((3,4):(1,3)), 2),
        (layout!(12:1), tiler!(3:1), layout!((3,4):(1,3)), 0),
        (layout!(12:1), tiler!(5:2), layout!((5,(2,2)):(2,(1,10))), 8),
        (layout!((10,7):(1,10)), tiler!(<4,2>), layout!(((4,3),(2,4)):((1,4),(10,20))), 26),
        (layout!((10,7):(1,10)), tiler!(<4>), layout!(((4,3),7):((1,4),10)), 14),
        (layout!((10,7):(1,10)), tiler!(<_,4>), layout!((10,(4,2)):(1,(10,40))), 10),
    ] {
        assert_eq!(a.logical_divide(&tiler), Ok(r), "{a} by {tiler}");
        assert_eq!(a.overhang(&tiler), Ok(more), "{a} by {tiler}");
    }
}

/// Divide, then undo: the division composed with the inverse of its tiles is A again.
#[test]
fn undo() {
    for (a, tile) in [
        (layout!((6,8):(8,1)), layout!(3:2)),
        (layout!((4,2,3):(2,1,8)), layout!(4:2)),
        (layout!((16,4):(1,20)), layout!((2,4):(1,4))),
    ] {
        let t = Layout::concat(&[tile, tile.complement(a.size()).unwrap()]).unwrap();
        let r = a.logical_divide(&tile.into()).unwrap();
        assert!(r.compose(&t.right_inverse()).unwrap().same_function(&a), "{a} by {tile}");
    }
}

#[test]
fn refusals() {
    let a = layout!((8,(12,5)):(1,(8,96)));
    let path = |e: &tilework::Error| e.mode_path().collect::<Vec<_>>();
    let error = a.zipped_divide(&tiler!(<_,(2,2):(1,5)>)).unwrap_err();
    assert_eq!(
        (error.op(), error.step(), path(&error)),
        (Op::ZippedDivide, Op::Complement, vec![1])
    );
    assert_eq!(error.kind(), ErrorKind::GapNotDivisible { stride: 5, block: 2 });

    let error = a.tiled_divide(&tiler!(<_,<_,2:-1>>)).unwrap_err();
    assert_eq!((error.op(), path(&error)), (Op::TiledDivide, vec![1, 1]));
    assert_eq!(error.kind(), ErrorKind::NegativeStride { stride: -1 });

    let error = a.flat_divide(&tiler!(<2,<3,4,5>>)).unwrap_err();
    assert_eq!((error.op(), path(&error)), (Op::FlatDivide, vec![1]));
    assert_eq!(error.kind(), ErrorKind::RankTooLarge { rank: 3, limit: 2 });

    let error = layout!((4,6):(1,5)).logical_divide(&tiler!(5)).unwrap_err();
    assert_eq!((error.op(), error.step()), (Op::LogicalDivide, Op::Compose));
    assert!(matches!(error.kind(), ErrorKind::NotALayout { index: 4, .. }), "{error}");
    let error = layout!((4,6):(1,5)).logical_divide(&tiler!(3)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotCompatible { brk: 4, boundary: 3 });
    assert!(Tiler::shape(&tuple!((4, 0))).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Nested tilers on nested layouts, with `_`, leftover modes and overhang.
    #[test]
    fn by_mode(a in layout(1..=4, 1..=6, -4..=20), tree in tree(layout(1..=2, 1..=3, 0..=4))) {
        law_of_forms(&a, &tree);
    }

    /// Tiles that fit: extents that divide, strides that are boundaries of A.
    #[test]
    fn that_fit(
        halves in prop::collection::vec((1_i64..=4, 1_i64..=4, any::<bool>()), 1..=3),
        strides in prop::collection::vec(-9_i64..=30, 3),
        seed in any::<u64>(),
    ) {
        let modes: Vec<_> = halves.iter().zip(strides).map(|((n, m, _), d)| (n * m, d)).collect();
        let a = Layout::concat(&modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect::<Vec<_>>()).unwrap();
        let tile = |&(n, m, every): &(i64, i64, bool)| {
            if seed % 7 == 0 { Tree::Keep } else { Tree::Layout(Layout::new(n, if every { m } else { 1 }).unwrap()) }
        };
        let tree = Tree::Tuple(halves.iter().map(tile).collect());
        prop_assert_eq!(a.overhang(&tree.tiler()), Ok(0));
        law_of_forms(&a, &tree);
    }
}
