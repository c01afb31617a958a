//! Tensors over layouts behind maps, and over functions: the same elements as from the table of the
//! layout, and no element that is written twice.
//!
//! Small enough for Miri: `cargo +nightly miri test --test tensor_swizzled`.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{
    AnyLayout, ComposedLayout, ErrorKind, Layout, OffsetMap, Op, Order, Ragged, Tensor, TensorFn,
    TensorMut, Tiler, Tuple, layout, slicer, tiler, tuple,
};
use tilework_testing::bits;
use tilework_testing::offsets;

/// Fewer cases under Miri, which is slow.
const CASES: u32 = if cfg!(miri) { 4 } else { 3_000 };

fn numbers(len: usize) -> Vec<i64> {
    (0..len as i64).collect()
}

/// A tensor over `map`, whose offsets are `table`, and its parts, against a tensor of the indices
/// themselves: what that has, `table` maps to what this must have.
fn swizzled_law<L: OffsetMap>(map: L, table: &[i64], tiler: &Tiler, threads: &Layout) {
    let (low, high) = (*table.iter().min().unwrap(), *table.iter().max().unwrap());
    let (size, base, text) = (table.len(), -low, map.as_ref().shape());
    let data = numbers((high - low + 1) as usize);
    let (all, id) = (numbers(size), Layout::col_major(&map.as_ref().shape()).unwrap());
    let (a, index) = (Tensor::with_base(&data, base, map).unwrap(), Tensor::new(&all, id).unwrap());
    let same = |part: &Tensor<'_, i64, L>, indices: &Tensor<'_, i64>| {
        let expected = indices.iter().map(|i| table[*i as usize] - low);
        assert!(part.iter().copied().eq(expected), "{text}: {part:?}");
        assert_eq!(part.shape().product(), indices.shape().product());
    };
    same(&a, &index);
    assert!(map.as_ref().offsets().eq(table.iter().copied()), "{text}");
    let window = map.as_ref().window(8).unwrap();
    let (first, last) = (low.min(0), high.max(0));
    assert_eq!((window.base as i64, window.span as i64), (-first, last - first + 1), "{text}");
    let error = Tensor::with_base(&data[1..], base, map).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutsideData { .. }), "{text}: {error}");
    let lex = index.iter_in(Order::Lex).map(|i| table[*i as usize] - low);
    assert!(a.iter_in(Order::Lex).copied().eq(lex), "{text}");
    for ((i, (coord, element)), other) in (0..).zip(a.entries()).zip(a.iter()) {
        assert_eq!((element, a[coord], a[i]), (other, *other, *other), "{text} at {coord}");
    }
    assert!(a.get(size).is_err() && a.get(-1).is_err(), "{text}");
    // Parts. One that sticks out is refused in both.
    let every_second = Layout::new((size as i64 + 1) / 2, 2).unwrap();
    same(&a.compose(&every_second).unwrap(), &index.compose(&every_second).unwrap());
    let past = Layout::new(size as i64 + 1, 1).unwrap();
    assert!(matches!(a.compose(&past).unwrap_err().kind(), ErrorKind::OutOfDomain { .. }));
    if let Ok(plain) = a.to_plain() {
        assert!(plain.iter().eq(a.iter()), "{text}");
    }
    let rest =
        Ragged::new(&map.as_ref().shape(), tiler).map_or(0, |r| r.rest_shape().product().unwrap());
    let cut = |n: i64| Tuple::leaf(n).to_slicer();
    for n in 0..rest {
        match (a.local_tile(tiler, &cut(n)), index.local_tile(tiler, &cut(n))) {
            (Ok(tile), Ok(indices)) => same(&tile, &indices),
            (Err(_), Err(_)) => {}
            // The tiles that stick out may lie where the maps are not defined.
            (Err(error), Ok(_)) => assert!(
                id.overhang(tiler) != Ok(0)
                    || matches!(error.kind(), ErrorKind::TooManyStages { .. }),
                "{text} by {tiler}: {error}"
            ),
            (Ok(tile), Err(error)) => panic!("{text} by {tiler}: {tile:?}, not {error}"),
        }
    }
    for thread in 0..threads.size() {
        let parts = (a.local_partition(threads, thread), index.local_partition(threads, thread));
        if let (Ok(part), Ok(indices)) = parts {
            same(&part, &indices);
        }
    }
    let rank = map.as_ref().shape().rank();
    if !map.as_ref().shape().is_leaf() && rank > 0 {
        for i in 0..map.as_ref().shape().mode(0).unwrap().product().unwrap() {
            let mut leaves = vec![None; rank];
            leaves[0] = Some(i);
            let blanks = leaves.iter().map(|l| l.map_or("_".into(), |i: i64| i.to_string()));
            let slicer = format!("({})", blanks.collect::<Vec<_>>().join(",")).parse().unwrap();
            same(&a.slice(&slicer).unwrap(), &index.slice(&slicer).unwrap());
        }
    }
    // Mutable exactly when no two indices share an element, and the two are named.
    let mut data = numbers((high - low + 1) as usize);
    match TensorMut::with_base(&mut data, base, map) {
        Ok(mut tensor) => {
            assert_eq!(table.iter().collect::<BTreeSet<_>>().len(), size, "{text}");
            tensor.for_each_mut(|index, element| *element = -1 - index);
            let cells = tensor.view_mut().into_cells();
            cells.iter().for_each(|cell| cell.set(cell.get() - 1000));
            if let Ok(mut plain) = tensor.into_plain()
                && let Ok(elements) = plain.iter_mut()
            {
                elements.for_each(|(index, element)| assert_eq!(*element, -1001 - index, "{text}"));
            }
            for (index, offset) in (0..).zip(table) {
                assert_eq!(data[(offset - low) as usize], -1001 - index, "{text}");
            }
            assert_eq!(data.iter().filter(|x| **x < 0).count(), size, "{text}");
        }
        Err(error) => {
            let ErrorKind::Aliased { x, y, offset } = error.kind() else { panic!("{error}") };
            assert!(x != y, "{text}: {error}");
            assert_eq!((table[x as usize], table[y as usize]), (offset, offset), "{text}: {error}");
        }
    }
}

/// A tensor over a function of the offset has what one over a table of that function has.
fn computed_law<L: OffsetMap>(map: L, table: &[i64], tiler: &Tiler, threads: &Layout) {
    let (low, text) = (*table.iter().min().unwrap(), map.as_ref().shape());
    let high = table.iter().max().unwrap();
    let data: Vec<i64> = (low..=*high).map(|offset| 3 * offset + 1).collect();
    let a = Tensor::with_base(&data, -low, map).unwrap();
    // It is never asked for anything but offsets of the layout.
    let b = TensorFn::new(
        |offset| {
            assert!(table.contains(&offset), "{text}: {offset}");
            3 * offset + 1
        },
        map,
    );
    assert!(b.iter().eq(a.iter().copied()) && b.iter().count() == table.len(), "{text}");
    assert!(b.entries().eq(a.entries().map(|(coord, value)| (coord, *value))), "{text}");
    for (x, offset) in (0..).zip(table) {
        assert_eq!(b.get(x), Ok(3 * offset + 1), "{text}");
    }
    let last = Layout::new(table.len() as i64, 1).unwrap();
    assert!(b.compose(&last).unwrap().iter().eq(a.iter().copied()), "{text}");
    for n in 0..4 {
        let (coord, thread) = (Tuple::leaf(n).to_slicer(), n);
        match (a.local_tile(tiler, &coord), b.local_tile(tiler, &coord)) {
            (Ok(a), Ok(b)) => assert!(b.iter().eq(a.iter().copied()), "{text}"),
            (a, b) => assert_eq!(a.unwrap_err(), b.unwrap_err(), "{text}"),
        }
        match (a.outer_partition(tiler, &coord), b.outer_partition(tiler, &coord)) {
            (Ok(a), Ok(b)) => assert!(b.iter().eq(a.iter().copied()), "{text}"),
            (a, b) => assert_eq!(a.unwrap_err(), b.unwrap_err(), "{text}"),
        }
        match (a.local_partition(threads, thread), b.local_partition(threads, thread)) {
            (Ok(a), Ok(b)) => assert!(b.iter().eq(a.iter().copied()), "{text}"),
            (a, b) => assert_eq!(a.unwrap_err(), b.unwrap_err(), "{text}"),
        }
    }
}

#[test]
fn computed() {
    let threads = layout!((2, 2));
    for plain in [layout!((4,6):(6,1)), layout!((4,(2,3)):(-6,(1,2))), layout!(5:-2)] {
        computed_law(plain, &offsets(&plain), &tiler!(<2>), &threads);
        assert!(TensorFn::counting(plain).iter().eq(offsets(&plain)));
    }
    // Which coordinates a thread has, beside what it has.
    let (data, coords) = (numbers(48), TensorFn::identity(&tuple!((6, 8))).unwrap());
    let a = Tensor::new(&data, layout!((6,8):(8,1))).unwrap();
    for thread in 0..4 {
        let mine = a.local_partition(&threads, thread).unwrap();
        let where_they_are = coords.local_partition(&threads, thread).unwrap();
        assert!(where_they_are.iter().zip(mine).all(|(coord, element)| a[coord] == *element));
    }
    let row = coords.slice(&slicer!((2, _))).unwrap();
    assert_eq!((row.shape(), row.base(), row.size()), (tuple!((8)), 2, 8));
    assert!(coords.slice(&slicer!((6, _))).is_err() && coords.get((0, 8)).is_err());
    // No data is too small, and no offset out of reach.
    let far = TensorFn::counting(layout!((2,2):(9223372036854775805,-1)));
    assert_eq!(far.get((1, 0)), Ok(i64::MAX - 2));
    assert_eq!(far.slice(&slicer!((1, _))).unwrap().get(1), Ok(i64::MAX - 3));
}

fn swizzled(text: &str) -> ComposedLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Over a swizzled layout, as over a plain one.
#[test]
fn behind_a_swizzle() {
    for text in [
        "Sw<2,0,2> o 0 o (4,4):(4,1)",
        "Sw<3,0,3> o 0 o (8,2):(8,1)",
        "Sw<1,1,-2> o 7 o ((2,2),3):((1,4),9)",
        "Sw<1,0,1> o 8 o (4,2):(-1,4)",
        "Xor<1,1,2> o 3 o (4,3):(1,0)",
        "(6,2):(1,7) o 0 o (3,2):(2,3)",
    ] {
        let a = swizzled(text);
        for t in [tiler!(<2,2>), tiler!(2), tiler!(<3>)] {
            swizzled_law(a, &bits::table(&a), &t, &layout!((2,2):(2,1)));
            swizzled_law(AnyLayout::Composed(a), &bits::table(&a), &t, &layout!((2, 1)));
        }
    }
    let plain = layout!((6,2):(1,7));
    swizzled_law(AnyLayout::Plain(plain), &offsets(&plain), &tiler!(<2,2>), &layout!((3, 2)));
    // Where the strides allow no tiles, the indices do.
    let data = numbers(13);
    assert!(Tensor::new(&data, plain).unwrap().local_tile(&tiler!(4:1), &slicer!(1)).is_err());
    let any = Tensor::new(&data, AnyLayout::Plain(plain)).unwrap();
    assert!(any.local_tile(&tiler!(4:1), &slicer!(1)).unwrap().iter().eq(&[4, 5, 7, 8]));

    // Two indices of one element, and one that nobody could write.
    let mut data = [0; 4];
    let error = TensorMut::new(&mut data, swizzled("Xor<1,1> o 0 o 4:1")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Aliased { x: 3, y: 0, offset: 0 });
    assert_eq!(error.op(), Op::Tensor);
    let a = swizzled("Sw<2,0,2> o 0 o (4,4):(4,1)");
    let mut data = numbers(16);
    let whole = TensorMut::new(&mut data, a).unwrap();
    assert!(matches!(whole.into_plain().unwrap_err().kind(), ErrorKind::NotALayout { .. }));
    let error = TensorMut::new(&mut data, a).unwrap().compose(&layout!((2,2):(1,1))).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Aliased { .. }), "{error}");
    // One row has strides: all its elements at once, and its halves by two threads.
    let row = TensorMut::new(&mut data, a).unwrap().slice(&slicer!((2, _))).unwrap();
    let mut row = row.into_plain().unwrap();
    assert_eq!(row.layout(), &layout!(((2,2)):((1,-2))));
    let mut elements: Vec<_> = row.iter_mut().unwrap().collect();
    elements.iter_mut().for_each(|(index, element)| **element = 100 + *index);
    assert_eq!(data[8..12], [102, 103, 100, 101]);
}

/// What is not decided is refused, by a reader too: nobody knows what it would read.
#[test]
#[cfg_attr(miri, ignore = "a large search")]
fn undecided_spans() {
    let a = swizzled("(10000003,3):(7,1) o 0 o (3000000,3):(7,2)");
    assert!(matches!(a.max_offset().unwrap_err().kind(), ErrorKind::Undecided { .. }));
    let error = Tensor::new(&[0; 4], a).unwrap_err();
    assert_eq!(error.op(), Op::Tensor);
    assert!(matches!(error.kind(), ErrorKind::Undecided { .. }), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: CASES, failure_persistence: None, ..ProptestConfig::default() })]

    /// Random layouts behind random maps, their parts, and whether they can be written.
    #[test]
    fn random_swizzled(
        a in bits::any_composed(tilework_testing::layout(1..=3, 1..=4, -9..=9)),
        tile in prop::collection::vec(1_i64..=4, 1..=3),
        threads in tilework_testing::layout(1..=2, 1..=3, 1..=4),
    ) {
        let Some(a) = a else { return Ok(()) };
        let tiler = Tiler::shape(&Tuple::from_slice(&tile).unwrap()).unwrap();
        swizzled_law(a, &bits::table(&a), &tiler, &threads);
        swizzled_law(AnyLayout::Composed(a), &bits::table(&a), &tiler, &threads);
        computed_law(a, &bits::table(&a), &tiler, &threads);
    }
}
