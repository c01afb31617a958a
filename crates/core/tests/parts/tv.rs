//! Thread-value layouts: who owns which cell, by going through all of them.

use proptest::prelude::*;
use tilework::{
    AnyLayout, ComposedLayout, CoordLayout, Coverage, ErrorKind, Layout, Op, Swizzle, Tuple,
    TvLayout, layout, tiler, tuple,
};
use tilework_testing::layout;

/// The owners of all cells, and whether any owner is outside.
fn owners(tv: &TvLayout) -> (Vec<Vec<(i64, i64)>>, bool) {
    let cells = tv.tile().product().unwrap();
    let (threads, mut all, mut outside) = (tv.threads(), vec![Vec::new(); cells as usize], false);
    for (x, cell) in tilework_testing::offsets(tv.layout()).into_iter().enumerate() {
        match usize::try_from(cell).ok().and_then(|cell| all.get_mut(cell)) {
            Some(owners) => owners.push((x as i64 % threads, x as i64 / threads)),
            None => outside = true,
        }
    }
    (all, outside)
}

/// The law: the report is what going through all cells shows.
fn law(tv: &TvLayout) {
    let (all, outside) = owners(tv);
    match tv.coverage().unwrap() {
        Coverage::Exact => {
            assert!(!outside && all.iter().all(|owners| owners.len() == 1), "{tv:?}")
        }
        Coverage::Twice { cell, first, second } => {
            let owners = &all[cell as usize];
            assert!(
                first != second && owners.contains(&first) && owners.contains(&second),
                "{tv:?}"
            );
        }
        Coverage::Unowned { cell } => {
            assert_eq!(all.iter().position(Vec::is_empty), Some(cell as usize), "{tv:?}");
            assert!(!outside && all.iter().all(|owners| owners.len() <= 1), "{tv:?}");
        }
        Coverage::Outside { cell, owner } => {
            assert!(outside && (cell < 0 || cell >= all.len() as i64), "{tv:?}");
            assert_eq!(tv.layout().at(owner), Ok(cell), "{tv:?}");
        }
    }
    let checked = tv.check_coverage().map_err(|error| error.kind());
    match tv.coverage().unwrap() {
        Coverage::Exact => assert_eq!(checked, Ok(())),
        Coverage::Twice { cell, first, second } => {
            assert_eq!(checked, Err(ErrorKind::OwnedTwice { cell, first, second }));
        }
        Coverage::Unowned { cell } => assert_eq!(checked, Err(ErrorKind::Unowned { cell })),
        Coverage::Outside { cell, owner } => {
            let cells = all.len() as i64;
            assert_eq!(checked, Err(ErrorKind::OutsideTile { cell, owner, cells }));
        }
    }
    for (cell, owners) in all.iter().enumerate() {
        match tv.owner(cell).unwrap() {
            Some(owner) => assert!(owners.contains(&owner), "{tv:?}: {cell}"),
            None => assert!(owners.is_empty(), "{tv:?}: {cell}"),
        }
    }
}

/// The law of `make`: thread t, value v has the cell at thread block t and value v inside.
fn law_of_make(threads: &Layout, values: &Layout) {
    let tv = TvLayout::make(threads, values).unwrap();
    law(&tv);
    assert_eq!(tv.coverage(), Ok(Coverage::Exact), "{threads} {values}");
    let rank = threads.rank().max(values.rank());
    let extent = |a: &Layout, i: usize| if i < a.rank() { a.mode(i).unwrap().size() } else { 1 };
    for cell in tilework_testing::coords(tv.tile()) {
        let split = |inner: bool| -> Vec<i64> {
            (0..rank)
                .map(|i| {
                    let (x, n) = (cell.leaves()[i], extent(values, i));
                    if inner { x % n } else { x / n }
                })
                .collect()
        };
        let at = |a: &Layout, coord: Vec<i64>| {
            let coord = &coord[..a.rank()];
            if a.depth() == 0 { a.at(coord[0]) } else { a.at(Tuple::from_slice(coord)?) }
        };
        let expected = (at(threads, split(false)).unwrap(), at(values, split(true)).unwrap());
        assert_eq!(tv.owner(cell), Ok(Some(expected)), "{threads} {values} at {cell}");
    }
}

#[test]
fn made_of_threads_and_values() {
    for threads in
        [layout!((2,3):(1,2)), layout!((2,3):(3,1)), layout!((4,8):(8,1)), layout!((1, 4))]
    {
        for values in
            [layout!((2,2):(2,1)), layout!((8,1):(1,0)), layout!((1,4):(0,1)), layout!((1, 1))]
        {
            law_of_make(&threads, &values);
        }
    }
}

/// c#1545: 16 by 16 threads with 8 values each, on 128 by 32.
#[test]
fn tiled_copy() {
    let copy = TvLayout::make(&layout!((16, 16)), &layout!((8, 1))).unwrap();
    assert_eq!(*copy.tile(), tuple!((128, 16)));
    let (mine, offset) = copy.partition(&layout!((128, 32)), 0).unwrap();
    assert_eq!(offset, 0);
    assert!(mine.same_function(&layout!(((1,8),1,2):((0,1),0,2048))), "{mine}");
    assert_eq!(mine, layout!((8,1,2):(1,0,2048)));
}

/// c#2450: what a thread holds of a 64 by 64 row-major C, four warps of 16x8.
#[test]
fn partition_of_c() {
    let tv = layout!((((4,8),4),(2,2)):(((128,1),16),(64,8)));
    let tv = TvLayout::new(&tv, &tuple!((64, 8))).unwrap();
    assert_eq!(tv.coverage(), Ok(Coverage::Exact));
    let c = layout!((64,64):(64,1));
    assert_eq!(tv.partition(&c, 0), Ok((layout!(((2,2),1,8):((1,512),0,8)), 0)));
    let every: Vec<i64> = (0..128)
        .flat_map(|t| {
            let (part, offset) = tv.partition(&c, t).unwrap();
            part.offsets().map(move |x| x + offset).collect::<Vec<_>>()
        })
        .collect();
    let mut sorted = every.clone();
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..64 * 64));
}

/// T43, c#2450: the same C under a swizzle. What a thread holds keeps its shape, and where the maps
/// leave strides, these are found: other ones for other threads, and the same elements.
#[test]
fn partition_of_swizzled_c() {
    let tv = layout!((((4,8),4),(2,2)):(((128,1),16),(64,8)));
    let tv = TvLayout::new(&tv, &tuple!((64, 8))).unwrap();
    let c = layout!((64,64):(64,1));
    let swizzle = Swizzle::new(3, 3, 3).unwrap();
    let whole = ComposedLayout::new(swizzle, 0, &c).unwrap();
    let part = |thread| {
        let (part, offset) = tv.partition(&c, thread).unwrap();
        ComposedLayout::new(swizzle, offset, &part).unwrap()
    };
    let (first, base) = part(0).to_layout().unwrap();
    assert_eq!((first, base), (layout!(((2,2),1,8):((1,512),0,8)), 0));
    // With the modes of 8 columns apart, as CuTe prints them.
    let printed = layout!(((2,2),1,(2,2,2)):((1,512),0,(8,16,32)));
    assert!(first.same_function(&printed) && first.coalesce() == printed.coalesce());
    let (other, base) = part(4).to_layout().unwrap();
    assert_eq!((other, base), (layout!(((2,2),1,(2,4)):((1,512),0,(-8,16))), 72));
    let mut every: Vec<i64> = (0..128).flat_map(|thread| part(thread).table()).collect();
    every.sort_unstable();
    let mut all = whole.table();
    all.sort_unstable();
    assert_eq!(every, all);
    // Element by element: value v of a thread is the cell that the TV layout names, swizzled.
    for (thread, value, tile) in (0..128).flat_map(|t| (0..4).map(move |v| (t, v, (t + v) % 8))) {
        let cell = tv.layout().at((thread, value)).unwrap();
        let expected = whole.at((cell % 64, cell / 64 + 8 * tile)).unwrap();
        assert_eq!(part(thread).at((value, 0, tile)), Ok(expected), "thread {thread}");
    }
}

/// c#1365: the A operand of 16x8x16 maps (thread, value) to m + 16k.
#[test]
fn tensor_core_operand() {
    let a = layout!(((4,8),(2,2,2)):((32,1),(16,8,128)));
    let tv = TvLayout::new(&a, &tuple!((16, 16))).unwrap();
    law(&tv);
    assert_eq!(tv.coverage(), Ok(Coverage::Exact));
    assert_eq!(tv.owner((0, 1)), Ok(Some((0, 1))));
    assert_eq!(tv.owner((8, 0)), Ok(Some((0, 2))));
    assert_eq!(tv.owner((0, 2)), Ok(Some((1, 0))));
    // It is not a matrix of 32 by 8.
    let wrong = TvLayout::new(&a, &tuple!((32, 4))).unwrap();
    assert!(matches!(wrong.coverage(), Ok(Coverage::Outside { .. })));
    // The accumulator of FA2, as rows and columns.
    let acc = layout!((4, 2, 3)).logical_divide(&tiler!(<2>)).unwrap();
    let part = |path: &[usize]| acc.mode_at(path).unwrap();
    let rows = Layout::concat(&[part(&[0, 1]), part(&[1])]).unwrap();
    let columns = Layout::concat(&[part(&[0, 0]), part(&[2])]).unwrap();
    let reshaped = Layout::concat(&[rows, columns]).unwrap();
    assert_eq!(reshaped, layout!(((2,2),(2,3)):((2,4),(1,8))));
}

/// c#3254: the accumulator of a 64x8x16 warp group instruction has three value modes.
#[test]
fn warp_group_accumulator() {
    let c = layout!(((4,8,4),(2,2,1)):((128,1,16),(64,8,512)));
    let tv = TvLayout::new(&c, &tuple!((64, 8))).unwrap();
    law(&tv);
    assert_eq!((tv.coverage(), tv.threads()), (Ok(Coverage::Exact), 128));
    assert_eq!(tv.layout().shape(), tuple!(((4, 8, 4), (2, 2, 1))));
}

/// The same at compile time, and no operand panics.
#[test]
fn constants_and_odd_operands() {
    const TV: TvLayout = match TvLayout::make(&layout!((2,3):(3,1)), &layout!((2,1):(1,0))) {
        Ok(tv) => tv,
        Err(error) => error.raise(),
    };
    const EXACT: bool = matches!(TV.coverage(), Ok(Coverage::Exact));
    const { assert!(EXACT) };
    let odd = [layout!(()), layout!(1:0), layout!((1):(5)), layout!((2,(1,3)):(3,(0,1)))];
    for (threads, values) in odd.iter().flat_map(|t| odd.iter().map(move |v| (t, v))) {
        if let Ok(tv) = TvLayout::make(threads, values) {
            law(&tv);
            let _ = tv.partition(&layout!((7, 5, 2)), 0);
        }
    }
}

#[test]
fn refusals() {
    let error = TvLayout::new(&layout!(16:1), &tuple!((4, 4))).unwrap_err();
    assert_eq!(
        (error.op(), error.kind()),
        (Op::LayoutTv, ErrorKind::RankMismatch { left: 1, right: 2 })
    );
    // Threads numbered 0, 2, 4, ...; values of which two have number 1.
    for (threads, values, kind) in [
        (layout!((4,4):(2,8)), layout!((2, 1)), ErrorKind::NoIndex { offset: 1 }),
        (layout!((4, 4)), layout!((2,2):(1,1)), ErrorKind::Aliased { x: 2, y: 1, offset: 1 }),
        (layout!((4,4):(-1,4)), layout!((2, 2)), ErrorKind::NegativeStride { stride: -1 }),
    ] {
        let error = TvLayout::make(&threads, &values).unwrap_err();
        assert_eq!((error.op(), error.kind()), (Op::LayoutTv, kind));
    }
    let tv = TvLayout::make(&layout!((2, 2)), &layout!((1, 2))).unwrap();
    let error = tv.partition(&layout!((8, 8)), 4).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfBounds { coordinate: 4, extent: 4 });
    assert!(tv.partition(&layout!((8, 8)), -1).is_err());
    assert!(tv.owner((2, 0)).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn coverage_is_exact(t in layout(1..=3, 1..=4, -1..=12), v in layout(1..=3, 1..=3, 0..=12), m in 1_i64..=8, n in 1_i64..=8) {
        let layout = Layout::concat(&[t, v]).unwrap();
        law(&TvLayout::new(&layout, &Tuple::of((m, n)).unwrap()).unwrap());
    }

    /// Any threads and values that are numbered from 0 on, in any order of their modes.
    #[test]
    fn any_arrangement(
        t in prop::collection::vec(1_i64..=4, 1..=3), v in prop::collection::vec(1_i64..=3, 1..=3),
        orders in prop::array::uniform6(0_i64..=3),
    ) {
        let arranged = |shape: &[i64], order: &[i64]| {
            let tuple = |values: &[i64]| Tuple::from_slice(values).unwrap();
            Layout::ordered(&tuple(shape), &tuple(&order[..shape.len()])).unwrap()
        };
        law_of_make(&arranged(&t, &orders[..3]), &arranged(&v, &orders[3..]));
    }
}

/// What thread `t` of `tv` has in every tile of A, by the definition: for each tile, the values in order.
/// `at` is A at a coordinate of the index in each mode, continued past the end.
fn held(shape: &[i64], tile: &[i64], cells: &[i64], at: impl Fn(&[i64]) -> i64) -> Vec<i64> {
    let rests: Vec<i64> = shape.iter().zip(tile).map(|(n, t)| (n + t - 1) / t).collect();
    let digits = |mut x: i64, by: &[i64]| -> Vec<i64> {
        let digit = |n: &i64| {
            let digit = x % n;
            x /= n;
            digit
        };
        by.iter().map(digit).collect()
    };
    let mut out = Vec::new();
    for rest in (0..rests.iter().product()).map(|x| digits(x, &rests)) {
        for cell in cells.iter().map(|&cell| digits(cell, tile)) {
            let place = |i: usize| cell[i] + tile[i] * rest[i];
            out.push(at(&(0..tile.len()).map(place).collect::<Vec<_>>()));
        }
    }
    out
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    /// A partition has exactly the cells of its thread, in every tile, for plain and composed operands.
    #[test]
    fn partitions_are_exact(
        (m, n) in (1_i64..=9, 1_i64..=6), (s, t) in (-3_i64..=12, 0_i64..=12), (p, q) in (1_i64..=4, 1_i64..=4),
        tv in layout(2..=3, 1..=4, 0..=6), thread in 0_i64..=4,
        (bits, base, shift) in (0_u32..=2, 0_u32..=2, 0_i32..=2), (of_a, of_tv) in (any::<bool>(), any::<bool>()),
    ) {
        let swizzle = Swizzle::new(bits, base, bits as i32 + shift).unwrap();
        let (inner, tile) = (Layout::new((m, n), (s, t)).unwrap(), Tuple::of((p, q)).unwrap());
        // Threads are the first mode.
        let tv = if tv.rank() > 2 { tv.group(1, tv.rank()).unwrap() } else { tv };
        prop_assume!(tv.rank() == 2);
        let threads = tv.mode(0).unwrap().size();
        let behind = |layout: &Layout, offset| ComposedLayout::new(swizzle, offset, layout).unwrap();
        let a = if of_a { AnyLayout::from(behind(&inner, 64)) } else { inner.into() };
        let tv = if of_tv { AnyLayout::from(behind(&tv, 0)) } else { tv.into() };
        let cells: Vec<i64> = tv.offsets().skip(thread as usize).step_by(threads as usize).collect();
        let part = a.partition_by(&tv, &tile, thread);
        if thread >= threads {
            prop_assert!(part.is_err());
            return Ok(());
        }
        if let Some(&cell) = cells.iter().find(|&&cell| cell >= p * q) {
            let error = part.unwrap_err();
            let ErrorKind::OutsideTile { cell: found, owner, cells: count } = error.kind() else {
                panic!("{error}, not {cell}")
            };
            prop_assert_eq!((tv.at(owner), count), (Ok(found), p * q));
            prop_assert!(owner.0 == thread && found >= count);
            return Ok(());
        }
        // Refusals are right, and none is needed here but for tiles of a size that the maps do not repeat by.
        let (part, offset) = match part {
            Ok(part) => part,
            Err(error) => {
                prop_assert!(of_tv && matches!(error.kind(), ErrorKind::NotDivisible { .. })
                    || matches!(error.kind(), ErrorKind::NotCompatible { .. } | ErrorKind::NotALayout { .. } | ErrorKind::Overflow { .. }), "{}", error);
                return Ok(());
            }
        };
        let expected = held(&[m, n], &[p, q], &cells, |at| {
            let offset = at[0] * s + at[1] * t;
            if of_a { tilework_testing::bits::swizzle(&swizzle, 64 + offset) } else { offset }
        });
        let found: Vec<i64> = part.offsets().map(|x| x + offset).collect();
        prop_assert_eq!(found, expected, "{} by {} on {}, thread {}", a, tv, tile, thread);
    }

    /// The owners are the inverse, where every cell has one owner.
    #[test]
    fn owners_are_the_inverse(
        extents in prop::collection::vec(1_i64..=4, 2..=4), order in prop::array::uniform4(0_i64..=3),
        swizzled in any::<bool>(), cut in 0_usize..=3,
    ) {
        let tuple = |values: &[i64]| Tuple::from_slice(values).unwrap();
        let flat = Layout::ordered(&tuple(&extents), &tuple(&order[..extents.len()])).unwrap();
        let size = flat.size();
        let tv = flat.group(1, flat.rank()).unwrap();
        let swizzle = Swizzle::new(1, 0, 1).unwrap();
        let composed = swizzled && size % 4 == 0;
        let tv = if composed { ComposedLayout::new(swizzle, 0, &tv).unwrap().into() } else { AnyLayout::from(tv) };
        let divisors: Vec<i64> = (1..=size).filter(|d| size % d == 0).collect();
        let rows = divisors[cut % divisors.len()];
        let tile = Tuple::of((rows, size / rows)).unwrap();
        let owners = tv.owners(&tile).unwrap();
        prop_assert_eq!(owners.shape().product_each().unwrap(), tile);
        for (index, cell) in (0..).zip(tv.offsets()) {
            prop_assert_eq!(owners.at((cell % rows, cell / rows)), Ok(index), "{} on {}", tv, tile);
        }
        // One cell more has no owner.
        prop_assert!(tv.owners(&Tuple::of((rows, size / rows + 1)).unwrap()).is_err());
    }

    /// Coordinates: the same elements as of the layout with those strides.
    #[test]
    fn partitions_of_coordinates(
        (m, n) in (1_i64..=9, 1_i64..=6), (p, q) in (1_i64..=4, 1_i64..=4), turn in any::<bool>(), thread in 0_i64..=3,
    ) {
        let order = if turn { (q, 1) } else { (1, p) };
        let tv = TvLayout::new(&Layout::new((p, q), order).unwrap(), &Tuple::of((p, q)).unwrap()).unwrap();
        let thread = thread % p;
        let id = CoordLayout::identity(&Tuple::of((m, n)).unwrap()).unwrap();
        let (part, origin) = match id.partition_by(&tv, thread) {
            Ok(part) => part,
            Err(error) => {
                prop_assert!(matches!(error.kind(), ErrorKind::NotALayout { .. }), "{}", error);
                return Ok(());
            }
        };
        let cells: Vec<i64> = tv.layout().offsets().skip(thread as usize).step_by(p as usize).collect();
        let expected = held(&[m, n], &[p, q], &cells, |at| at[0] + 1000 * at[1]);
        let found: Vec<i64> = (0..part.size()).map(|x| {
            let at = part.at(x).unwrap();
            let both: Vec<i64> = at.leaves().iter().zip(origin.leaves()).map(|(a, b)| a + b).collect();
            both[0] + 1000 * both[1]
        }).collect();
        prop_assert_eq!(found, expected);
    }
}
