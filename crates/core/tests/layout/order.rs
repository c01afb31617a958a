//! Layouts made from a shape: compact, in one order or another.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Op, Tuple, layout, tuple};
use tilework_testing::{coords, fits, image, layout, offsets, tiling};

/// Every offset from 0 to the size, once.
fn is_permutation(a: &Layout) -> bool {
    image(a).into_iter().eq(0..a.size())
}

/// The leaf modes with more than one coordinate, by increasing stride, are those with the
/// increasing `keys`; equal keys go from left to right.
fn in_order(a: &Layout, keys: &[i64]) -> bool {
    let mut used: Vec<usize> = (0..a.length()).filter(|&i| a.leaf_modes()[i].extent > 1).collect();
    used.sort_by_key(|&i| keys[i]);
    used.windows(2).all(|w| a.leaf_modes()[w[0]].stride < a.leaf_modes()[w[1]].stride)
}

/// The key of each leaf of `shape`, where `order` may be coarser; `None` where it does not fit.
fn keys(order: &Tuple, shape: &Tuple) -> Option<Vec<i64>> {
    if order.is_leaf() {
        return Some(vec![order.leaves()[0]; shape.length()]);
    }
    if shape.is_leaf() || shape.rank() != order.rank() {
        return None;
    }
    let modes = (0..shape.rank()).map(|i| keys(&order.mode(i).unwrap(), &shape.mode(i).unwrap()));
    modes.collect::<Option<Vec<_>>>().map(|keys| keys.concat())
}

fn ordered_law(shape: &Tuple, order: &Tuple) {
    match (Layout::ordered(shape, order), keys(order, shape)) {
        (Ok(r), Some(keys)) => {
            assert_eq!(r.shape(), *shape, "{shape} in order {order}");
            assert!(is_permutation(&r) && in_order(&r, &keys), "{shape} in order {order}: {r}");
        }
        (Err(error), None) => {
            let kind = ErrorKind::NotCongruent { left: shape.length(), right: order.length() };
            assert_eq!((error.op(), error.kind()), (Op::Ordered, kind), "{error}");
        }
        (answer, keys) => panic!("{shape} in order {order}: {answer:?}, {keys:?}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// Column-major counts through the coordinates from the left, row-major from the right.
    #[test]
    fn majors(a in layout(1..=5, 1..=4, 0..=0)) {
        let shape = a.shape();
        let (left, right) = (Layout::col_major(&shape).unwrap(), Layout::row_major(&shape).unwrap());
        prop_assert_eq!(left.shape(), shape);
        prop_assert_eq!(right.shape(), shape);
        prop_assert!(offsets(&left).into_iter().eq(0..left.size()));
        let mut from_right = coords(&shape);
        from_right.sort_by(|a, b| a.leaves().cmp(b.leaves()));
        for (i, coord) in from_right.iter().enumerate() {
            prop_assert_eq!(right.at(coord), Ok(i as i64));
        }
    }

    /// Any order, congruent to the shape, coarser, or not fitting at all.
    #[test]
    fn ordered(a in layout(1..=5, 1..=4, 0..=0), order in layout(1..=5, 1..=1, -2..=3)) {
        ordered_law(&a.shape(), &order.stride());
        let leaves: Vec<i64> = order.stride().leaves().iter().cycle().take(a.length()).copied().collect();
        ordered_law(&a.shape(), &Tuple::from_slice(&leaves).unwrap().unflatten(&a.shape()).unwrap());
        ordered_law(&a.shape(), &Tuple::leaf(0));
    }

    /// The same shape and the same order, compact; what does not move stays so.
    #[test]
    fn like(a in layout(1..=5, 1..=4, -9..=9)) {
        let r = a.like();
        prop_assert_eq!(r.shape(), a.shape());
        let moves: Vec<bool> = a.leaf_modes().iter().map(|m| m.extent > 1 && m.stride != 0).collect();
        for (mode, moves) in r.leaf_modes().iter().zip(&moves) {
            prop_assert_eq!(mode.stride != 0, *moves, "{} like {}", r, a);
        }
        prop_assert!(is_permutation(&r.filter_zeros()), "{} like {}", r, a);
        prop_assert!(in_order(&r.filter_zeros(), a.stride().leaves()), "{} like {}", r, a);
        prop_assert_eq!(r.like(), r);
    }

    /// The copies of the block stand in the tiling by the block, one after the other in the
    /// order of the shape.
    #[test]
    fn tile_to_shape(
        block in layout(1..=3, 1..=3, 0..=6),
        repeats in prop::collection::vec(1_i64..=3, 3),
        order in prop::collection::vec(-1_i64..=3, 3),
    ) {
        let rank = block.rank();
        let sizes = block.shape().product_each().unwrap();
        let target: Vec<i64> = sizes.leaves().iter().zip(&repeats).map(|(n, r)| n * r).collect();
        let (target, order) = (Tuple::from_slice(&target).unwrap(), Tuple::from_slice(&order[..rank]).unwrap());
        let tile = image(&block);
        let arrangement = Layout::ordered(&Tuple::from_slice(&repeats[..rank]).unwrap(), &order).unwrap();
        let copies = arrangement.size();
        // One copy needs no tiling.
        let places = tiling(&tile, if copies == 1 { 1 } else { block.size() * copies });
        match (block.tile_to_shape(&target, Some(&order)), places) {
            (Err(error), Err(_)) if copies > 1 => prop_assert_eq!(error.step(), Op::Complement, "{}", error),
            (Ok(r), Err(_)) => prop_assert!(copies == 1, "{} to {}: {}", block, target, r),
            (Ok(r), Ok((places, _))) => {
                prop_assert_eq!(r.shape().product_each(), Ok(target), "{} to {}: {}", block, target, r);
                prop_assert_eq!(image(&r).len() as i64, tile.len() as i64 * copies);
                for (copy, place) in arrangement.entries() {
                    for (inside, offset) in block.entries() {
                        // Coordinate of the block plus so many blocks, in every mode.
                        let coord: Vec<i64> = (0..rank).map(|i| {
                            let inside = if block.depth() == 0 { inside } else { inside.mode(i).unwrap() };
                            let shape = block.shape();
                            let shape = if block.depth() == 0 { shape } else { shape.mode(i).unwrap() };
                            tilework::crd2idx(&inside, &shape).unwrap() + sizes.leaves()[i] * copy.leaves()[i]
                        }).collect();
                        let found = r.at(Tuple::from_slice(&coord).unwrap());
                        prop_assert_eq!(found, Ok(offset + places[place as usize]), "{} to {}: {}", block, target, r);
                    }
                }
            }
            (Err(error), Ok((places, _))) => {
                let table: Vec<i64> = offsets(&arrangement).iter().map(|&y| places[y as usize]).collect();
                prop_assert!(!fits(&table, &arrangement), "{}", error);
            }
            (Err(error), Err(_)) => prop_assert!(false, "one copy: {}", error),
        }
    }
}

#[test]
fn examples() {
    assert_eq!(
        Layout::ordered(&tuple!((2, (3, 4), 5)), &tuple!((1, 7, 0))),
        Ok(layout!((2,(3,4),5):(5,(10,30),1)))
    );
    assert_eq!(
        Layout::ordered(&tuple!((2, 3)), &tuple!((0, 0))),
        Ok(layout!((2,3):(1,2))),
        "a bijection"
    );
    assert_eq!(layout!((4,8,3,1):(100,-1,0,7)).like(), layout!((4,8,3,1):(8,1,0,0)));
    let atom = layout!((8,64):(64,1));
    assert_eq!(
        atom.tile_to_shape(&tuple!((16, 128)), None),
        Ok(layout!(((8,2),(64,2)):((64,512),(1,1024))))
    );
    assert_eq!(layout!(4:1).tile_to_shape(&tuple!((8, 2)), None).map(|r| r.size()), Ok(16));
}

#[test]
fn refusals() {
    let kind = |r: Result<Layout, tilework::Error>| r.unwrap_err().kind();
    for make in [Layout::col_major, Layout::row_major] {
        assert_eq!(kind(make(&tuple!((4, (0, 2))))), ErrorKind::BadExtent { leaf: 1, extent: 0 });
        assert_eq!(kind(make(&tuple!((4, -1)))), ErrorKind::BadExtent { leaf: 1, extent: -1 });
        assert_eq!(
            kind(make(&tuple!((4294967296, 4294967296)))),
            ErrorKind::Overflow { what: "size" }
        );
    }
    assert_eq!(
        kind(Layout::ordered(&tuple!((4, 0)), &tuple!((1, 0)))),
        ErrorKind::BadExtent { leaf: 1, extent: 0 }
    );

    let block = layout!((4,6):(1,4));
    for m in 1..=40 {
        let fills = block.tile_to_shape(&Tuple::from_slice(&[m, 6]).unwrap(), None).is_ok();
        assert_eq!(fills, m % 4 == 0, "{m}");
    }
    let error = block.tile_to_shape(&tuple!((8, 20)), None).unwrap_err();
    assert_eq!(
        (error.op(), error.kind()),
        (Op::TileToShape, ErrorKind::NotDivisible { value: 20, by: 6 })
    );
    assert!(error.mode_path().eq([1]));
    assert_eq!(
        kind(block.tile_to_shape(&tuple!(24), None)),
        ErrorKind::RankTooLarge { rank: 2, limit: 1 }
    );
    assert_eq!(
        kind(block.tile_to_shape(&tuple!((8, 0)), None)),
        ErrorKind::BadExtent { leaf: 1, extent: 0 }
    );
    assert!(matches!(
        kind(block.tile_to_shape(&tuple!((4294967296, 6442450944)), None)),
        ErrorKind::Overflow { .. }
    ));
    assert!(matches!(
        kind(block.tile_to_shape(&tuple!((8, 12)), Some(&tuple!((0, 1, 2))))),
        ErrorKind::NotCongruent { .. }
    ));
    let gap = layout!((2,2):(1,5)).tile_to_shape(&tuple!((4, 4)), None).unwrap_err();
    assert_eq!((gap.op(), gap.step()), (Op::TileToShape, Op::Complement));
}
