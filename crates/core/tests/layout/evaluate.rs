//! Evaluation: an index, a natural coordinate and everything in between address one element.

use proptest::prelude::*;
use tilework::{
    Coord, ErrorKind, Layout, Op, Tuple, crd2crd, crd2idx, crd2idx_stride, idx2crd, idx2crd_stride,
    layout, tuple,
};
use tilework_testing::{coords, eval, layout, offsets};

/// All coordinates that stand for `coord` in `shape`: every subtree may be given by its index.
fn spellings(coord: &Coord, shape: &Tuple) -> Vec<Coord> {
    let mut index = 0;
    for (x, n) in coord.leaves().iter().zip(shape.leaves()).rev() {
        index = index * n + x;
    }
    let mut all = vec![Tuple::leaf(index)];
    if !shape.is_leaf() {
        let mut tuples = vec![None];
        for i in 0..shape.rank() {
            let modes = spellings(&coord.mode(i).unwrap(), &shape.mode(i).unwrap());
            tuples = tuples
                .iter()
                .flat_map(|head: &Option<Tuple>| {
                    modes.iter().map(move |mode| match head {
                        Some(head) => Some(head.append(mode).unwrap()),
                        None => Some(Tuple::of((mode,)).unwrap()),
                    })
                })
                .collect();
        }
        all.extend(tuples.into_iter().flatten());
    }
    all
}

/// The law: at every index, all spellings of its coordinate have the offset of the modes, and
/// every conversion between index and coordinate is the inverse of the other.
fn law(a: &Layout) {
    let (table, shape) = (offsets(a), a.shape());
    let mut entries = a.entries();
    for (index, coord) in coords(&shape).into_iter().enumerate() {
        let (index, offset) = (index as i64, table[index]);
        assert_eq!(entries.next(), Some((coord, offset)), "{a}");
        assert_eq!(a.coord_of(index), Ok(coord), "{a}");
        assert_eq!(idx2crd(index, &shape), Ok(coord), "{a}");
        assert_eq!(crd2idx_stride(&coord, &shape, &a.stride()), Ok(offset), "{a}");
        assert_eq!(a.at_index(index), Ok(offset), "{a}");
        for spelling in spellings(&coord, &shape) {
            assert_eq!(a.at(spelling), Ok(offset), "{a} at {spelling}");
            assert_eq!(a.at_strict(spelling), Ok(offset), "{a} at {spelling}");
            assert_eq!(crd2idx(&spelling, &shape), Ok(index), "{spelling} in {shape}");
            assert_eq!(crd2crd(&spelling, &shape, &shape), Ok(coord), "{spelling} in {shape}");
            assert_eq!(crd2crd(&spelling, &shape, &Tuple::leaf(a.size())), Ok(Tuple::leaf(index)));
        }
    }
    assert_eq!(entries.next(), None, "{a}");
    let (least, most) = (table.iter().min().unwrap(), table.iter().max().unwrap());
    assert_eq!((a.min_offset(), a.max_offset()), (*least, *most), "{a}");
    assert_eq!((a.size(), a.cosize()), (table.len() as i64, most - least + 1), "{a}");
    assert_eq!(a.coshape(), Tuple::leaf(a.cosize()));
}

/// The iterators are the loop over all indices, however one walks them.
fn law_of_iterators(a: &Layout, skip: usize) {
    let table = offsets(a);
    assert_eq!(a.table(), table, "{a}");
    let mut iter = a.offsets();
    for (i, offset) in table.iter().enumerate() {
        assert_eq!((iter.len(), iter.next()), (table.len() - i, Some(*offset)), "{a} at {i}");
    }
    assert_eq!((iter.len(), iter.next(), iter.next()), (0, None, None), "{a}");
    // From the middle of a run, too.
    let skip = skip % (table.len() + 1);
    let (mut offsets, mut entries) = (a.offsets(), a.entries());
    for _ in 0..skip {
        offsets.next();
        entries.next();
    }
    let sum = |sum: i64, offset: i64| sum.wrapping_mul(31).wrapping_add(offset);
    let expected = table[skip..].iter().fold(7, |h, &offset| sum(h, offset));
    assert_eq!(offsets.clone().fold(7, sum), expected, "{a} from {skip}");
    assert_eq!(offsets.size_hint(), (table.len() - skip, Some(table.len() - skip)), "{a}");
    assert_eq!(entries.len(), table.len() - skip, "{a}");
    assert!(entries.map(|(_, offset)| offset).eq(offsets), "{a}");
}

#[test]
fn small_layouts() {
    for a in tilework_testing::small_layouts(2, 1..=4, -3..=5) {
        law(&a);
        law_of_iterators(&a, 3);
    }
    for a in [
        layout!(1:0),
        layout!((1):(5)),
        layout!(((2,3),((2),1),2):((1,2),((-6),100),12)),
        layout!((((2,2),2),(3,(1,2))):(((8,0),1),(2,(5,-4)))),
    ] {
        law(&a);
    }
    law_of_iterators(&layout!(()), 1);
}

/// The offsets of a huge layout can be counted without walking them.
#[test]
fn huge_lengths() {
    let a = layout!((1073741824,1073741824):(3,5));
    assert_eq!(a.offsets().len(), 1 << 60);
    assert_eq!(a.offsets().take(3).collect::<Vec<_>>(), [0, 3, 6]);
    let limits = layout!((2,2):(4611686018427387903,-4611686018427387903));
    assert_eq!(limits.table(), [0, 4611686018427387903, -4611686018427387903, 0]);
}

#[test]
fn past_the_end() {
    let a = layout!((4,(2,3)):(10,(1,100)));
    for x in 0..200 {
        assert_eq!(a.at(x), Ok(eval(a.leaf_modes(), x)));
        assert_eq!(a.at(idx2crd(x, &a.shape()).unwrap()), a.at(x), "the last digit grows");
        assert_eq!(crd2idx(&idx2crd(x, &a.shape()).unwrap(), &a.shape()), Ok(x));
    }
    assert_eq!(a.at((9, 7)), Ok(90 + 1 + 300), "each mode continues for itself");
    assert_eq!(a.at((9, (9, 9))), Ok(90 + 9 + 900));
    assert_eq!(layout!((4,1):(1,7)).at(9), Ok(1 + 2 * 7), "also on a mode of extent 1");
}

#[test]
fn strict_bounds() {
    let a = layout!((4,(2,3)):(10,(1,100)));
    for (coord, path, kind) in [
        (tuple!(24), vec![], ErrorKind::OutOfBounds { coordinate: 24, extent: 24 }),
        (tuple!((4, 0)), vec![0], ErrorKind::OutOfBounds { coordinate: 4, extent: 4 }),
        (tuple!((0, 6)), vec![1], ErrorKind::OutOfBounds { coordinate: 6, extent: 6 }),
        (tuple!((0, (2, 0))), vec![1, 0], ErrorKind::OutOfBounds { coordinate: 2, extent: 2 }),
        (tuple!((0, (0, 3))), vec![1, 1], ErrorKind::OutOfBounds { coordinate: 3, extent: 3 }),
        (tuple!((0, (0, -1))), vec![1, 1], ErrorKind::NegativeCoordinate { value: -1 }),
        (tuple!((0, (0, 0, 0))), vec![1], ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 }),
    ] {
        let error = a.at_strict(coord).unwrap_err();
        assert_eq!(error.kind(), kind, "{coord}");
        assert!(error.mode_path().eq(path.iter().copied()), "{coord}: {error}");
        assert_eq!(a.check_bounds(&coord), Err(error));
    }
    assert_eq!(a.check_bounds(&tuple!((3, (1, 2)))), Ok(()));
}

#[test]
fn wrong_coordinates() {
    let a = layout!((4,(2,3)):(10,(1,100)));
    for (coord, kind) in [
        (tuple!(-1), ErrorKind::NegativeCoordinate { value: -1 }),
        (tuple!((1, -2)), ErrorKind::NegativeCoordinate { value: -2 }),
        (tuple!((1)), ErrorKind::CoordinateProfile { coordinate: 1, shape: 2 }),
        (tuple!((1, 2, 3)), ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 }),
        (tuple!(((1, 1), 2)), ErrorKind::CoordinateProfile { coordinate: 2, shape: 1 }),
        (tuple!(((1), 2)), ErrorKind::CoordinateProfile { coordinate: 1, shape: 1 }),
        (tuple!((1, (1, 1, 1))), ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 }),
        (tuple!(()), ErrorKind::CoordinateProfile { coordinate: 0, shape: 2 }),
    ] {
        assert_eq!(a.at(coord).unwrap_err().kind(), kind, "{coord}");
        assert_eq!(a.at_strict(coord).unwrap_err().kind(), kind, "{coord}");
        assert_eq!(crd2idx(&coord, &a.shape()).unwrap_err().kind(), kind, "{coord}");
        assert_eq!(crd2crd(&coord, &a.shape(), &a.shape()).unwrap_err().kind(), kind, "{coord}");
    }
    assert_eq!(
        idx2crd(-1, &a.shape()).unwrap_err().kind(),
        ErrorKind::NegativeCoordinate { value: -1 }
    );
    let bad = ErrorKind::BadExtent { leaf: 1, extent: 0 };
    assert_eq!(idx2crd(3, &tuple!((2, 0))).unwrap_err().kind(), bad);
    assert_eq!(crd2idx(&tuple!(3), &tuple!((2, 0))).unwrap_err().kind(), bad);
    assert_eq!(crd2crd(&tuple!(1), &tuple!(2), &tuple!((1, 0))).unwrap_err().kind(), bad);
    let incongruent = crd2idx_stride(&tuple!(3), &tuple!((2, 2)), &tuple!(1)).unwrap_err();
    assert_eq!(incongruent.kind(), ErrorKind::NotCongruent { left: 2, right: 1 });
    assert_eq!(crd2idx(&tuple!((1, 1, 1)), &a.shape()).unwrap_err().op(), Op::Crd2Idx);
}

/// Far past the end there are offsets that do not fit: they are errors, not wrapped numbers.
#[test]
fn overflow() {
    let is_overflow = |r: Result<i64, tilework::Error>| {
        matches!(r.unwrap_err().kind(), ErrorKind::Overflow { .. })
    };
    let a = layout!((2,2):(1,4611686018427387904));
    assert_eq!(a.at(3), Ok(4611686018427387905));
    assert!(is_overflow(a.at(4)));
    assert!(is_overflow(a.at(i64::MAX)));
    assert!(is_overflow(a.at((0, 2))));
    assert!(is_overflow(a.at((i64::MAX, 1))));
    assert!(is_overflow(layout!(1:-9223372036854775808).at(i64::MAX)));
    assert_eq!(layout!(1:-9223372036854775808).at(1), Ok(i64::MIN));
    assert!(is_overflow(layout!(4:1).at(u64::MAX)));
    // Many of them together, also where the sum would wrap around to 0.
    for (count, stride, x) in
        [(3, i64::MAX, i64::MAX), (8, i64::MIN, 1 << 62), (4, i64::MIN, i64::MAX)]
    {
        let modes = vec![Layout::new(1, stride).unwrap(); count];
        let coord = Tuple::from_slice(&vec![x; count]).unwrap();
        assert!(
            is_overflow(Layout::concat(&modes).unwrap().at(coord)),
            "{count} times {stride} * {x}"
        );
    }
}

/// The coordinate of an offset in a strided shape, digit by digit.
#[test]
fn strided_digits() {
    let (shape, stride) = (tuple!((4, (2, 8))), tuple!((2, (1, 8))));
    for (coord, offset) in Layout::new(shape, stride).unwrap().entries() {
        assert_eq!(idx2crd_stride(offset, &shape, &stride), Ok(coord));
    }
    let kind = |offset, shape, stride| idx2crd_stride(offset, &shape, &stride).unwrap_err().kind();
    assert_eq!(kind(-1, tuple!(4), tuple!(1)), ErrorKind::NegativeCoordinate { value: -1 });
    assert_eq!(kind(1, tuple!((4, 2)), tuple!(1)), ErrorKind::NotCongruent { left: 2, right: 1 });
    assert!(matches!(kind(1, tuple!(4), tuple!(0)), ErrorKind::NotPositive { value: 0, .. }));
    assert!(matches!(kind(1, tuple!(4), tuple!(-1)), ErrorKind::NotPositive { value: -1, .. }));
    assert_eq!(idx2crd_stride(5, &tuple!((1, 6)), &tuple!((0, 1))), Ok(tuple!((0, 5))));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn nested(a in layout(1..=5, 1..=3, -9..=30), skip in any::<usize>()) {
        law(&a);
        law_of_iterators(&a, skip);
    }

    /// From a coordinate of one shape to that of another, mode by mode where both are tuples.
    #[test]
    fn between_shapes(a in layout(1..=4, 1..=4, 0..=0), b in layout(1..=4, 1..=4, 0..=0), x in 0_i64..256) {
        let (from, to) = (a.shape(), b.shape());
        let coord = idx2crd(x % a.size(), &from).unwrap();
        prop_assert_eq!(crd2crd(&Tuple::leaf(x), &from, &to), idx2crd(x, &to));
        if let Ok(there) = crd2crd(&coord, &from, &to) {
            prop_assert!(there.congruent(&to));
            if to.is_leaf() || from.is_leaf() {
                prop_assert_eq!(crd2idx(&there, &to), crd2idx(&coord, &from));
            } else {
                for i in 0..to.rank() {
                    let index = |c: &Coord, s: &Tuple| crd2idx(&c.mode(i).unwrap(), &s.mode(i).unwrap());
                    if to.mode(i).unwrap().is_leaf() || from.mode(i).unwrap().is_leaf() {
                        prop_assert_eq!(index(&there, &to), index(&coord, &from));
                    }
                }
            }
        } else {
            prop_assert!(!from.is_leaf() && !to.is_leaf() && !from.congruent(&to));
        }
    }

    /// Sizes near 2^60: digits and indices are inverse to each other.
    #[test]
    fn huge(a in layout(1..=6, 1..=1000, -1000..=1000), x in any::<u64>()) {
        let x = (x % a.size() as u64) as i64;
        let coord = a.coord_of(x).unwrap();
        prop_assert_eq!(crd2idx(&coord, &a.shape()), Ok(x));
        let offset: i64 = coord.leaves().iter().zip(a.leaf_modes()).map(|(x, mode)| x * mode.stride).sum();
        prop_assert_eq!(a.at(x), Ok(offset));
        prop_assert_eq!(a.at_strict(coord), Ok(offset));
    }
}
