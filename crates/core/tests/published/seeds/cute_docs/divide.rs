//! "Division (Tiling)", "Zipped, Tiled, Flat Divides".

use tilework::{Layout, Tiler, layout, slicer, tiler, tuple};
use tilework_testing::offsets;

use crate::seeds::samples;

/// `A o (B, B*)`, the three steps of the document.
fn by_definition(a: &Layout, b: &Layout) -> Result<Layout, tilework::Error> {
    a.compose(&Layout::concat(&[*b, b.complement(a.size())?])?)
}

/// Past its end A continues on its last mode. Where that has extent 1, the divide has answers
/// that the definition has not: it then continues on the mode before.
fn ends_in_unit(a: &Layout) -> bool {
    a.leaf_modes().last().is_some_and(|mode| mode.extent == 1)
}

#[test]
fn cute_docs_divide_definition() {
    let tilers = [layout!(4:1), layout!(2:2), layout!((2,2):(1,4)), layout!(3:1)];
    let mut seen = 0;
    for a in samples() {
        for b in &tilers {
            let (divided, defined) = (a.logical_divide(&b.into()), by_definition(&a, b));
            let more = ends_in_unit(&a) && defined.is_err();
            assert!(divided.ok() == defined.ok() || more, "{a} by {b}: {divided:?}");
            let Ok(r) = divided else { continue };
            assert_eq!(r.rank(), 2, "the tile and the rest");
            if let Ok(tile) = a.compose(b) {
                assert!(r.mode(0) == Ok(tile) || more, "what B points to: {a} by {b}");
            }
            let pair = Layout::concat(&[*b, b.complement(a.size()).unwrap()]).unwrap();
            for (x, y) in offsets(&pair).into_iter().enumerate().filter(|&(_, y)| y < a.size()) {
                assert_eq!(r.at(x as i64), a.at(y), "{a} by {b} at {x}");
            }
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn cute_docs_divide_second_mode_is_the_layout_of_the_tiles() {
    // Erratum: in the second mode are not "all elements not pointed to by B", but the first element of each tile.
    let r = layout!(24:1).logical_divide(&tiler!(4:2)).unwrap();
    let (tile, tiles) = (r.mode(0).unwrap(), r.mode(1).unwrap());
    assert_eq!((offsets(&tile), offsets(&tiles)), (vec![0, 2, 4, 6], vec![0, 1, 8, 9, 16, 17]));
    assert_eq!(tile.size() + tiles.size(), 10, "24 would be needed for all elements");
}

#[test]
fn cute_docs_divide_1d_example() {
    let b = layout!(4:2);
    let rest = b.complement(24).unwrap();
    assert_eq!(rest, layout!((2,3):(1,8)));
    let pair = Layout::concat(&[b, rest]).unwrap();
    assert_eq!(pair, layout!((4,(2,3)):(2,(1,8))));
    // Erratum: printed with A = (2,4,3):(4,1,8); the result is that of A = (4,2,3):(2,1,8).
    let printed = layout!((2,4,3):(4,1,8));
    assert_eq!(printed.compose(&pair), Ok(layout!((4,(2,3)):(1,(4,8)))));
    let a = layout!((4,2,3):(2,1,8));
    let r = a.logical_divide(&tiler!(4:2)).unwrap();
    assert_eq!((r, a.compose(&pair)), (layout!(((2,2),(2,3)):((4,1),(2,8))), Ok(r)));
    // The figure: six tiles, each four elements of A, two apart.
    assert_eq!(r.mode(1).unwrap().size(), 6);
    for (tile, start) in [0, 1, 8, 9, 16, 17].into_iter().enumerate() {
        for i in 0..4 {
            assert_eq!(r.at((i, tile as i64)), a.at(start + 2 * i));
        }
    }
}

#[test]
fn cute_docs_divide_2d_example() {
    let a = layout!((9,(4,8)):(59,(13,1)));
    let b = tiler!(<3:3,(2,4):(1,8)>);
    // Erratum: the example "applies `layout_divide` by-mode"; the operation is called `logical_divide`.
    let r = a.logical_divide(&b).unwrap();
    assert_eq!(r, layout!(((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))));
    let modes = [
        a.mode(0).unwrap().logical_divide(&tiler!(3:3)).unwrap(),
        a.mode(1).unwrap().logical_divide(&tiler!((2,4):(1,8))).unwrap(),
    ];
    assert_eq!(Layout::concat(&modes), Ok(r));
    // Twelve tiles of 3x8; a permutation of the rows and of the columns.
    let tiles = [r.mode_at(&[0, 1]).unwrap().size(), r.mode_at(&[1, 1]).unwrap().size()];
    assert_eq!(tiles.iter().product::<i64>(), 12);
    for mode in 0..2 {
        let (mut before, mut after) =
            (offsets(&a.mode(mode).unwrap()), offsets(&r.mode(mode).unwrap()));
        before.sort_unstable();
        after.sort_unstable();
        assert_eq!(before, after, "mode {mode} keeps its meaning");
    }
}

#[test]
fn cute_docs_divide_2d_tile_is_the_composition() {
    let a = layout!((9,(4,8)):(59,(13,1)));
    let b = tiler!(<3:3,(2,4):(1,8)>);
    let r = a.logical_divide(&b).unwrap();
    let tile = Layout::concat(&[r.mode_at(&[0, 0]).unwrap(), r.mode_at(&[1, 0]).unwrap()]).unwrap();
    assert_eq!(a.compose_tiler(&b), Ok(tile));
    // Erratum: the sublayout is printed as (3,(2,4)):(236,(13,52)); 236 and 52 belong to other tilers.
    assert_eq!(tile, layout!((3,(2,4)):(177,(13,2))));
    for (i, j) in (0..3).flat_map(|i| (0..8).map(move |j| (i, j))) {
        // Rows 0, 3, 6 and columns 0, 1, 8, 9, 16, 17, 24, 25.
        assert_eq!(tile.at((i, j)), a.at((3 * i, j % 2 + j / 2 * 8)));
    }
}

/// `(M, N, L)` and `<TileM, TileN>`, in all four forms.
#[test]
fn cute_docs_divide_forms() {
    let a = layout!((12,32,5):(1,100,10000));
    let b = tiler!(<4,8>);
    let forms = [
        (a.logical_divide(&b), layout!(((4,3),(8,4),5):((1,4),(100,800),10000))),
        (a.zipped_divide(&b), layout!(((4,8),(3,4,5)):((1,100),(4,800,10000)))),
        (a.tiled_divide(&b), layout!(((4,8),3,4,5):((1,100),4,800,10000))),
        (a.flat_divide(&b), layout!((4,8,3,4,5):(1,100,4,800,10000))),
    ];
    for (r, expected) in forms {
        assert_eq!(r, Ok(expected));
    }
}

#[test]
fn cute_docs_zipped_divide_example() {
    let a = layout!((9,(4,8)):(59,(13,1)));
    let b = tiler!(<3:3,(2,4):(1,8)>);
    assert_eq!(a.shape().product_each(), Ok(tuple!((9, 32))));
    let ld = a.logical_divide(&b).unwrap();
    let sizes = |layout: &Layout, paths: [[usize; 2]; 4]| {
        paths.map(|path| layout.mode_at(&path).unwrap().size())
    };
    let all = [[0, 0], [0, 1], [1, 0], [1, 1]];
    assert_eq!(sizes(&ld, all), [3, 3, 8, 4], "((TileM,RestM), (TileN,RestN))");
    let zd = a.zipped_divide(&b).unwrap();
    assert_eq!(sizes(&zd, all), [3, 8, 3, 4], "((TileM,TileN), (RestM,RestN))");
    assert_eq!(zd, layout!(((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1)))));
    assert_eq!(a.tiled_divide(&b), Ok(layout!(((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1)))));
    assert_eq!(a.flat_divide(&b), Ok(layout!((3,(2,4),3,(2,2)):(177,(13,2),59,(26,1)))));
}

#[test]
fn cute_docs_zipped_divide_offsets_of_tiles() {
    let a = layout!((9,(4,8)):(59,(13,1)));
    let b = tiler!(<3:3,(2,4):(1,8)>);
    let zd = a.zipped_divide(&b).unwrap();
    // Tile 3 is tile (0,1): column 2 of A. Tile 7 is tile (1,2): row 1, column 4.
    assert_eq!((zd.at((0, 3)), a.at((0, 2))), (Ok(26), Ok(26)));
    assert_eq!((zd.at((0, 7)), a.at((1, 4))), (Ok(60), Ok(60)));
    assert_eq!(zd.at((0, (1, 2))), zd.at((0, 7)));
    // The tile itself is mode 0, whichever tile it is.
    let (tile, offset) = zd.slice(&slicer!((_, 7))).unwrap();
    assert_eq!((tile.mode(0), offset), (zd.mode(0), 60));
    // Down a column: within a tile. Across a row: from tile to tile.
    for tile in 0..12 {
        let mut column: Vec<i64> = (0..24).map(|i| zd.at((i, tile)).unwrap()).collect();
        column.iter_mut().for_each(|y| *y -= zd.at((0, tile)).unwrap());
        assert_eq!(column, offsets(&zd.mode(0).unwrap()));
    }
}

/// `layout<0>(zipped_divide(a, b)) == composition(a, b)`.
#[test]
fn cute_docs_zipped_divide_mode_0_is_the_composition() {
    let mut seen = 0;
    let tilers: [Tiler; 6] = [
        tiler!(4:1),
        tiler!((2,2):(1,4)),
        tiler!(<2:1,3:1>),
        tiler!(<2:2>),
        tiler!(<1,2>),
        tiler!(<3:3,(2,4):(1,8)>),
    ];
    for a in samples().into_iter().filter(|a| !ends_in_unit(a)) {
        for b in &tilers {
            if let Ok(zd) = a.zipped_divide(b) {
                assert_eq!(zd.mode(0), a.compose_tiler(b), "{a} by {b}");
                seen += 1;
            }
        }
    }
    assert!(seen > 500, "{seen}");
}
