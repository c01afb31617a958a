//! Tensors: what they reach is in the data, and what they write they write once.
//!
//! Small enough for Miri: `cargo +nightly miri test --test tensor`.

use proptest::prelude::*;
use tilework::{
    ErrorKind, Layout, Op, Order, Ragged, Tensor, TensorMut, Tiler, Tuple, layout, slicer, tiler,
    tuple,
};
use tilework_testing::{eval, offsets, small_layouts};

/// Fewer cases under Miri, which is slow.
const CASES: u32 = if cfg!(miri) { 12 } else { 3_000 };

fn numbers(len: usize) -> Vec<i64> {
    (0..len as i64).collect()
}

/// Extents and strides that Miri gets through.
fn layouts() -> Vec<Layout> {
    if cfg!(miri) { small_layouts(2, 2..=3, -1..=3) } else { small_layouts(2, 1..=4, -5..=5) }
}

/// The law of construction: exactly the data from the smallest to the largest offset is enough.
#[test]
fn fits_or_says_by_how_much() {
    for a in layouts() {
        let all = offsets(&a);
        let (low, high) = (*all.iter().min().unwrap(), *all.iter().max().unwrap());
        let span = (high - low + 1) as usize;
        let data = numbers(span + 2);
        let tensor = Tensor::new(&data[..span], a).unwrap();
        assert!(tensor.iter().copied().eq(all.iter().map(|x| x - low)), "{a}");
        let shifted = Tensor::with_base(&data, 1 - low, a).unwrap();
        assert!(shifted.iter().copied().eq(all.iter().map(|x| x - low + 1)), "{a}");
        for (base, len) in [(-low, span - 1), (-low - 1, span + 2), (-low + 3, span + 2)] {
            let error = Tensor::with_base(&data[..len], base, a).unwrap_err();
            let kind = ErrorKind::OutsideData { first: base + low, last: base + high, len };
            assert_eq!((error.op(), error.kind()), (Op::Tensor, kind), "{a}");
        }
    }
    let empty: [u8; 0] = [];
    assert!(Tensor::new(&empty, layout!(1:0)).is_err());
    let error = Tensor::with_base(&[0; 4], i64::MAX, layout!(4:1)).unwrap_err();
    assert!(error.to_string().contains("missing after the last"), "{error}");
    let error = Tensor::with_base(&[0; 4], i64::MIN, layout!(4:-1)).unwrap_err();
    assert!(error.to_string().contains("missing before the first"), "{error}");
}

/// The law of mutable tensors: refused with two indices that alias, or there are none.
#[test]
fn mutable_only_if_injective() {
    let (mut refused, mut accepted) = (0, 0);
    for a in layouts() {
        let mut data = numbers(64);
        let all = offsets(&a);
        let mut sorted = all.clone();
        sorted.sort_unstable();
        sorted.dedup();
        match TensorMut::with_base(&mut data, 32, a) {
            Ok(mut tensor) => {
                assert_eq!(sorted.len(), all.len(), "{a}");
                tensor.for_each_mut(|index, element| *element = 1_000 + index);
                for (index, offset) in all.iter().enumerate() {
                    assert_eq!(data[(32 + offset) as usize], 1_000 + index as i64, "{a}");
                }
                assert_eq!(data.iter().filter(|x| **x >= 1_000).count(), all.len(), "{a}");
                accepted += 1;
            }
            Err(error) => {
                let ErrorKind::Aliased { x, y, offset } = error.kind() else { panic!("{error}") };
                assert!(x != y && eval(a.leaf_modes(), x) == offset, "{a}: {error}");
                assert_eq!(eval(a.leaf_modes(), y), offset, "{a}: {error}");
                refused += 1;
            }
        }
    }
    println!("{accepted} accepted, {refused} refused");
    assert!(accepted > 10 && refused > 10);
}

/// All elements at once, in memory order, each with its index.
#[test]
fn all_elements_at_once() {
    let mut seen = 0;
    for a in layouts() {
        let mut data = numbers(64);
        let Ok(mut tensor) = TensorMut::with_base(&mut data, 32, a) else { continue };
        let all = offsets(&a);
        let Ok(iter) = tensor.iter_mut() else {
            // The modes interleave: the elements of one lie between those of the other.
            let mut modes = a.leaf_modes().to_vec();
            modes.sort_by_key(|mode| mode.stride.abs());
            assert!(modes[1].stride.abs() <= (modes[0].extent - 1) * modes[0].stride.abs(), "{a}");
            continue;
        };
        assert_eq!(iter.len(), all.len());
        let folded: Vec<i64> = iter.map(|(index, _)| index).fold(Vec::new(), |mut all, index| {
            all.push(index);
            all
        });
        // One by one, with the right number left each time.
        let (mut iter, mut elements) = (tensor.iter_mut().unwrap(), Vec::new());
        while let Some(pair) = iter.next() {
            elements.push(pair);
            assert_eq!(iter.len(), all.len() - elements.len(), "{a}");
        }
        assert!(elements.iter().map(|(index, _)| *index).eq(folded), "{a}");
        // All borrowed at the same time, and written crosswise.
        for (index, element) in elements.iter_mut().rev() {
            **element = 1_000 + *index;
        }
        let order: Vec<i64> = elements.iter().map(|(index, _)| all[*index as usize]).collect();
        assert!(order.is_sorted(), "{a}: {order:?}");
        for (index, offset) in all.iter().enumerate() {
            assert_eq!(data[(32 + offset) as usize], 1_000 + index as i64, "{a}");
        }
        seen += 1;
    }
    assert!(seen > 10);
    let mut data = [0; 8];
    let mut tensor = TensorMut::new(&mut data, layout!((3,2):(2,3))).unwrap();
    let error = tensor.iter_mut().err().unwrap();
    assert_eq!(error.kind(), ErrorKind::Interleaved { end: 4, begin: 3 });
}

#[test]
fn indexing() {
    let data = numbers(24);
    let a = Tensor::new(&data, layout!((4,(2,3)):(6,(1,2)))).unwrap();
    assert_eq!((a[(1, (1, 2))], a[(1, 5)], a[21]), (11, 11, 11));
    assert_eq!(
        a.get((4, 0)).unwrap_err().kind(),
        ErrorKind::OutOfBounds { coordinate: 4, extent: 4 }
    );
    assert_eq!(
        a.get((0, 0, 0)).unwrap_err().kind(),
        ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 }
    );
    assert!(a.get(-1).is_err());
    assert_eq!(a.entries().last(), Some((tuple!((3, (1, 2))), &23)));
    assert!(a.iter_in(Order::Lex).take(4).eq(&[0, 2, 4, 1]) && a.into_iter().len() == 24);
    let mut data = numbers(24);
    let mut a = TensorMut::new(&mut data, layout!((4,6):(6,1))).unwrap();
    a[(1, 2)] = -1;
    *a.get_mut((3, 5)).unwrap() = -2;
    assert!(a.get_mut((4, 0)).is_err());
    assert_eq!((a[(1, 2)], a.view()[(3, 5)], a.size()), (-1, -2, 24));
    assert_eq!((data[8], data[23]), (-1, -2));
}

#[test]
#[should_panic = "coordinate 4 is not below extent 4"]
fn an_index_outside_panics_with_the_reason() {
    let _ = Tensor::new(&[0; 4], layout!(4:1)).unwrap()[4];
}

#[test]
fn parts() {
    let data = numbers(48);
    let a = Tensor::new(&data, layout!((6,8):(8,1))).unwrap();
    let row = a.slice(&slicer!((2, _))).unwrap();
    assert!(row.iter().copied().eq(16..24));
    assert_eq!((row.shape(), row.base(), row.data().len()), (tuple!((8)), 16, 48));
    assert!(a.slice(&slicer!((6, _))).is_err(), "no row 6");
    let tile = a.local_tile(&tiler!(<2,4>), &slicer!((2, 1))).unwrap();
    assert!(tile.iter_in(Order::Lex).copied().eq([36, 37, 38, 39, 44, 45, 46, 47]));
    let row_of_tiles = a.local_tile(&tiler!(<2,4>), &slicer!((2, _))).unwrap();
    assert_eq!(row_of_tiles.shape(), tuple!((2, 4, 2)));
    assert_eq!(row_of_tiles[(1, 2, 1)], 46);
    let mine = a.local_partition(&layout!((2,4):(4,1)), 5).unwrap();
    assert!(mine.iter_in(Order::Lex).copied().eq([9, 13, 25, 29, 41, 45]));
    let corner = a.outer_partition(&tiler!(<3,8>), &slicer!((0, 0))).unwrap();
    assert!(corner.iter().eq(&[0, 24]));
    let halves = a.compose(&layout!((24,2):(1,24))).unwrap();
    assert!(halves.slice(&slicer!((_, 1))).unwrap().iter().eq(a.iter().skip(24)));
    assert!(a.compose(&layout!(49:1)).is_err(), "one index too many");
}

/// A tile that sticks out is refused: it would read elements of its neighbours. The ragged tiles
/// have what is inside.
#[test]
fn tiles_that_stick_out() {
    let data = numbers(70);
    let a = Tensor::new(&data, layout!((10,7):(1,10))).unwrap();
    let ragged = Ragged::new(&a.shape(), &tiler!(<4,2>)).unwrap();
    let mut seen = vec![0; 70];
    for (i, j) in (0..3).flat_map(|i| (0..4).map(move |j| (i, j))) {
        let coord = Tuple::of((i, j)).unwrap();
        let tile = a.local_tile(&tiler!(<4,2>), &coord.to_slicer());
        let inside = i < 2 && j < 3;
        assert_eq!(ragged.first_masked(coord).unwrap().is_none(), inside);
        match tile {
            Ok(tile) => {
                assert!(inside);
                tile.iter().for_each(|x| seen[*x as usize] += 1);
            }
            Err(error) => {
                assert!(!inside);
                assert!(matches!(error.kind(), ErrorKind::Overhang { masked: 26, .. }), "{error}");
                for k in (0..8).filter(|k| ragged.is_inside(*k, coord).unwrap()) {
                    seen[*a.get(ragged.coord(k, coord).unwrap()).unwrap() as usize] += 1;
                }
            }
        }
    }
    assert!(seen.iter().all(|times| *times == 1));
}

#[test]
fn mutable_parts() {
    let mut data = vec![0; 48];
    let mut a = TensorMut::new(&mut data, layout!((6,8):(8,1))).unwrap();
    for (i, j) in (0..3).flat_map(|i| (0..2).map(move |j| (i, j))) {
        let coord = Tuple::of((i, j)).unwrap().to_slicer();
        let mut tile = a.view_mut().local_tile(&tiler!(<2,4>), &coord).unwrap();
        tile.for_each_mut(|index, element| *element += 10 * (2 * i + j) + index);
    }
    assert!((0..6).all(|i| {
        (0..8).all(|j| a[(i, j)] == 10 * (2 * (i / 2) + j / 4) + (i % 2) + 2 * (j % 4))
    }));
    let threads = layout!((2,4):(4,1));
    for thread in 0..8 {
        let part = a.view_mut().local_partition(&threads, thread).unwrap();
        let mut part = part.slice(&slicer!((_, 1))).unwrap();
        part.for_each_mut(|_, element| *element = -thread);
    }
    assert_eq!((a[(3, 6)], a[(3, 2)]), (-6, a[(3, 2)]));
    let error = a.view_mut().compose(&layout!((2,2):(1,1))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aliased { x: 2, y: 1, offset: 8 });
    assert!(a.view_mut().outer_partition(&tiler!(<4,4>), &slicer!((3, 0))).is_err());
    assert!(a.outer_partition(&tiler!(<4,4>), &slicer!((1, 0))).is_ok());
}

#[test]
fn split_in_two() {
    for (layout, mode, at, ok) in [
        (layout!((4,6):(6,1)), 0, 1, true),
        (layout!((4,6):(6,1)), 1, 2, false),
        (layout!((4,6):(1,4)), 1, 5, true),
        (layout!((4,6):(-6,1)), 0, 3, true),
        (layout!((4,6):(6,-1)), 0, 2, true),
        (layout!(24:1), 0, 7, true),
        (layout!(24:-1), 0, 7, true),
        (layout!((3,2):(2,3)), 0, 1, false),
    ] {
        let mut data = numbers(24);
        let whole = TensorMut::new(&mut data, layout).unwrap();
        let expected: Vec<i64> = whole.view().iter().copied().collect();
        let extent = layout.mode(mode).unwrap().size();
        let split = whole.split(mode, at);
        assert_eq!(split.is_ok(), ok, "{layout}");
        let Ok((low, high)) = split else {
            assert!(matches!(split.unwrap_err().kind(), ErrorKind::Interleaved { .. }));
            continue;
        };
        assert_eq!(low.layout().mode(mode).unwrap().size(), at);
        assert_eq!(high.layout().mode(mode).unwrap().size(), extent - at);
        // Both parts together are the whole.
        for (x, value) in expected.iter().enumerate() {
            let coord = layout.coord_of(x as i64).unwrap();
            let digit = if coord.is_leaf() { x as i64 } else { coord.leaves()[mode] };
            let (part, digit) = if digit < at { (&low, digit) } else { (&high, digit - at) };
            let there = coord.replace(mode, &Tuple::leaf(digit)).unwrap();
            assert_eq!(part.view().get(there).unwrap(), value, "{layout} at {coord}");
        }
        // Two threads write at the same time.
        std::thread::scope(|scope| {
            for mut part in [low, high] {
                scope.spawn(move || part.for_each_mut(|_, element| *element += 1));
            }
        });
        assert!(data.iter().copied().eq(1..=24), "{layout}");
    }
    let mut data = numbers(24);
    let mut a = TensorMut::new(&mut data, layout!((4,(2,3)):(6,(3,1)))).unwrap();
    assert!(matches!(a.view_mut().split(1, 1).unwrap_err().kind(), ErrorKind::Unsupported { .. }));
    for at in [0, 4, -1] {
        let kind = a.view_mut().split(0, at).unwrap_err().kind();
        assert_eq!(kind, ErrorKind::OutOfBounds { coordinate: at, extent: 4 });
    }
    assert!(a.split(2, 1).is_err());
}

/// Interleaved parts, all alive at once, through cells.
#[test]
fn cells() {
    let mut data = vec![0; 96];
    let threads = layout!((2,4):(4,1));
    let cells = TensorMut::new(&mut data, layout!((8,12):(12,1))).unwrap().into_cells();
    let parts: Vec<_> = (0..8).map(|t| cells.local_partition(&threads, t).unwrap()).collect();
    for i in 0..12 {
        for (thread, part) in parts.iter().enumerate() {
            part[i].set(part[i].get() + 1 + thread);
        }
    }
    for (i, j) in (0..8).flat_map(|i| (0..12).map(move |j| (i, j))) {
        assert_eq!(data[12 * i + j], 1 + 4 * (i % 2) + j % 4);
    }
}

#[test]
fn strides() {
    assert_eq!(Layout::from_strides::<usize, isize>(&[], &[]), Ok(layout!(())));
    assert_eq!(Layout::from_byte_strides(&[3, 1], &[-8, 3], 8), Ok(layout!((3,1):(-1,0))));
    assert_eq!(layout!((3,1):(-1,0)).byte_strides(8), Ok(tuple!((-8, 0))));
    for (shape, strides, bytes, kind) in [
        (&[2, 3][..], &[3][..], 1, ErrorKind::RankMismatch { left: 2, right: 1 }),
        (&[2, 0], &[1, 1], 1, ErrorKind::BadExtent { leaf: 1, extent: 0 }),
        (&[2, 3], &[12, 6], 4, ErrorKind::NotDivisible { value: 6, by: 4 }),
        (&[2], &[1], 0, ErrorKind::NotPositive { what: "the size of an element", value: 0 }),
    ] {
        assert_eq!(Layout::from_byte_strides(shape, strides, bytes).unwrap_err().kind(), kind);
    }
    assert!(layout!(2:-4611686018427387905).byte_strides(2).is_err());
    let scalar = [7];
    assert_eq!(*Tensor::new(&scalar, layout!(())).unwrap().get(tuple!(())).unwrap(), 7);
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    /// Tiles of any layout by any shape: each element that is inside, once, and nothing else.
    #[test]
    fn random_tiles(
        a in tilework_testing::layout(1..=3, 1..=5, -9..=9),
        tile in prop::collection::vec(1_i64..=4, 1..=3),
    ) {
        let data = numbers(200);
        let Ok(tensor) = Tensor::with_base(&data, 100, a) else { return Ok(()) };
        let tiler = Tiler::shape(&Tuple::from_slice(&tile).unwrap()).unwrap();
        let (Ok(ragged), Ok(_)) = (Ragged::new(&a.shape(), &tiler), a.zipped_divide(&tiler)) else { return Ok(()) };
        let mut met = Vec::new();
        for t in 0..ragged.rest_shape().product().unwrap() {
            let coord = Tuple::leaf(t).to_slicer();
            match tensor.local_tile(&tiler, &coord) {
                Ok(tile) => {
                    prop_assert_eq!(ragged.first_masked(t), Ok(None));
                    met.extend(tile.iter().copied());
                }
                Err(error) => {
                    let sticks_out = matches!(error.kind(), ErrorKind::Overhang { .. });
                    prop_assert!(sticks_out, "{}", error);
                    prop_assert_ne!(ragged.masked_in(t), Ok(0));
                    for i in 0..ragged.tile_shape().product().unwrap() {
                        if ragged.is_inside(i, t).unwrap() {
                            met.push(*tensor.get(ragged.coord(i, t).unwrap()).unwrap());
                        }
                    }
                }
            }
        }
        let mut expected: Vec<i64> = offsets(&a).into_iter().map(|x| x + 100).collect();
        met.sort_unstable();
        expected.sort_unstable();
        prop_assert_eq!(met, expected);
    }
}
