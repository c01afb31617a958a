//! Partitions: tiles and parts of threads against coordinates of the whole.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Nested, Op, Tiler, Tuple, layout, slicer, tiler};
use tilework_testing::layout;

/// The law for matrices: element (k,l) of tile (i,j) is element (p*i+k, q*j+l) of the whole.
fn law(a: &Layout, p: i64, q: i64) {
    let (m, n) = (a.mode(0).unwrap().size(), a.mode(1).unwrap().size());
    let tiler = Tiler::shape(&Tuple::of((p, q)).unwrap()).unwrap();
    let Ok(tiles) = a.zipped_divide(&tiler) else { return };
    let whole = |x: i64, y: i64| a.at((x, y)).unwrap();
    for (i, j) in (0..m / p).flat_map(|i| (0..n / q).map(move |j| (i, j))) {
        let (tile, offset) = a.local_tile(&tiler, &Tuple::of((i, j)).unwrap().to_slicer()).unwrap();
        assert_eq!(tile.shape().product(), Ok(p * q), "{a} by {tiler}");
        for (k, l) in (0..p).flat_map(|k| (0..q).map(move |l| (k, l))) {
            let expected = whole(p * i + k, q * j + l);
            assert_eq!(tile.at((k, l)).unwrap() + offset, expected, "{a} by {tiler}");
            let (part, start) =
                a.outer_partition(&tiler, &Tuple::of((k, l)).unwrap().to_slicer()).unwrap();
            assert_eq!(part.at((i, j)).unwrap() + start, expected, "{a} by {tiler}");
        }
    }
    assert_eq!(tiles.mode(0).unwrap().size(), p * q);
}

#[test]
fn tiles_of_matrices() {
    for a in [
        layout!((6,8):(1,6)),
        layout!((6,8):(8,1)),
        layout!((6,8):(-8,1)),
        layout!(((2,3),(4,2)):((1,20),(2,100))),
    ] {
        for p in 1..=6 {
            for q in [1, 2, 4, 8] {
                law(&a, p, q);
            }
        }
    }
}

/// Every element belongs to exactly one thread, the one whose coordinate it has modulo the threads.
#[test]
fn threads() {
    let data = layout!((8,12):(12,1));
    for threads in [layout!((2,4):(1,2)), layout!((2,4):(4,1)), layout!((4,(2,2)):(4,(1,2)))] {
        let mut owner = vec![None; 96];
        for thread in 0..threads.size() {
            let (part, start) = data.local_partition(&threads, thread).unwrap();
            for offset in part.offsets().map(|x| x + start) {
                assert_eq!(owner[offset as usize].replace(thread), None);
            }
        }
        let (rows, columns) = (threads.mode(0).unwrap().size(), threads.mode(1).unwrap().size());
        for (i, j) in (0..8).flat_map(|i| (0..12).map(move |j| (i, j))) {
            let thread = threads.at((i % rows, j % columns)).unwrap();
            assert_eq!(owner[(12 * i + j) as usize], Some(thread));
        }
    }
    let error = data.local_partition(&layout!((2,4):(1,2)), 8).unwrap_err();
    assert_eq!((error.op(), error.kind()), (Op::LocalPartition, ErrorKind::NoIndex { offset: 8 }));
}

#[test]
fn kept_modes() {
    let a = layout!((12,32,5):(1,12,1000));
    let (tile, offset) = a.local_tile(&tiler!(<4,8>), &slicer!((1, 2))).unwrap();
    assert_eq!((tile, offset), (layout!((4,8,5):(1,12,1000)), 4 + 192));
    let (tile, offset) = a.local_tile(&tiler!(<4,8>), &slicer!((_, 2, 3))).unwrap();
    assert_eq!((tile, offset), (layout!((4,8,3):(1,12,4)), 3192));
    let (tile, offset) = a.local_tile(&tiler!(<4,8>), &slicer!(7)).unwrap();
    assert_eq!((tile, offset), (layout!((4,8):(1,12)), 4 + 192));
    let (tile, offset) = layout!(12:2).local_tile(&tiler!(4:1), &slicer!(2)).unwrap();
    assert_eq!((tile, offset), (layout!((4):(2)), 16));
    let (tile, offset) = layout!(12:2).local_tile(&tiler!(4:1), &slicer!((2))).unwrap();
    assert_eq!((tile, offset), (layout!((4):(2)), 16));
    let error = a.inner_partition(&tiler!(<4,8>), &slicer!((1, 2, 3, 4))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankTooLarge { rank: 4, limit: 3 });
    assert_eq!(error.op(), Op::InnerPartition);
    assert!(a.outer_partition(&tiler!(<(2,2):(1,5)>), &slicer!((1, 2))).is_err());
}

/// The operands of a matrix product, each by its own modes of (M,N,K).
#[test]
fn projections() {
    let (mnk, block) = (tiler!(<128,64,8>), slicer!((3, 5, _)));
    let [a, b, c] =
        [layout!((512,256):(1,512)), layout!((640,256):(256,1)), layout!((512,640):(640,1))];
    for (operand, projection, tiler, coord) in [
        (a, slicer!((1, _, 1)), tiler!(<128,8>), slicer!((3, _))),
        (b, slicer!((_, 1, 1)), tiler!(<64,8>), slicer!((5, _))),
        (c, slicer!((1, 1, _)), tiler!(<128,64>), slicer!((3, 5))),
    ] {
        assert_eq!(mnk.dice(&projection), Ok(tiler));
        let projected = operand.local_tile_projected(&mnk, &block, &projection);
        assert_eq!(projected, operand.local_tile(&tiler, &coord));
        assert!(projected.is_ok());
    }
    let nested = tiler!(<(2,2):(1,4),<3,_>,_>);
    assert_eq!(nested.dice(&slicer!((_, 1, 1))), Ok(tiler!(<<3,_>,_>)));
    assert_eq!(nested.dice(&slicer!((1, _, _))), Ok(tiler!(<(2,2):(1,4)>)));
    let kind = |left, right| ErrorKind::RankMismatch { left, right };
    assert_eq!(mnk.dice(&slicer!((1, 1))).unwrap_err().kind(), kind(3, 2));
    assert_eq!(tiler!(4:1).dice(&slicer!((1, 1))).unwrap_err().kind(), kind(1, 2));
    assert!(mnk.dice(&slicer!((_, _, _))).is_err() && mnk.dice(&slicer!(1)).is_err());
    let error = a.local_tile_projected(&mnk, &slicer!((3, 5)), &slicer!((1, _, 1))).unwrap_err();
    assert_eq!(error.op(), Op::LocalTile);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random_tiles(left in layout(1..=2, 1..=4, 0..=9), right in layout(1..=2, 1..=4, 0..=9), p in 1_i64..=6, q in 1_i64..=6) {
        law(&Layout::concat(&[left, right]).unwrap(), p, q);
    }

    /// Nothing panics, whatever the operands.
    #[test]
    fn total(a in layout(1..=4, 1..=4, -9..=9), t in layout(1..=3, 1..=4, -2..=9), thread in -2_i64..40, x in -2_i64..9) {
        let _ = a.local_partition(&t, thread);
        let coord = Nested::leaf(Some(x)).append(&Nested::leaf(None)).unwrap();
        let _ = a.local_tile(&t.into(), &coord);
        let _ = a.outer_partition(&Tiler::shape(&t.shape()).unwrap(), &coord);
        let _ = layout!(()).local_tile(&t.into(), &coord);
        let _ = layout!(()).local_partition(&t, thread);
        let _ = a.local_partition(&layout!(()), 0);
    }
}
