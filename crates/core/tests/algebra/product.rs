//! Product: copies of A, where B says, none of which touches another.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Op, layout, tiler};
use tilework_testing::forms::{Tree, modes, tree};
use tilework_testing::{fits, image, layout, offsets, refines, small_layouts, tiling};

/// The law for one arrangement: mode 0 is A, mode 1 has the shape of B, and copy `x` stands at
/// place `B(x)` of the tiling by A; a refusal means that there is no such layout.
fn law(a: &Layout, b: &Layout) -> Option<Layout> {
    let answer = a.logical_product(&b.into());
    let (tile, copies) = (image(a), offsets(b));
    // A single place needs no tiling.
    let places = match b.cosize() {
        1 => Ok(vec![0]),
        _ => tiling(&tile, a.size() * b.cosize()).map(|(starts, _)| starts),
    };
    let Ok(places) = places else {
        assert_eq!(answer.unwrap_err().step(), Op::Complement, "{a} by {b}");
        return None;
    };
    let table: Vec<i64> = copies.iter().map(|&y| places[y as usize]).collect();
    let r = match answer {
        Ok(r) => r,
        Err(error) => {
            assert!(!fits(&table, b), "{a} by {b}: {error}");
            return None;
        }
    };
    let [block, repeats] = modes(&r)[..] else { panic!("{a} by {b}: {r}") };
    assert_eq!(block, *a, "{a} by {b}: {r}");
    assert!(refines(&b.shape(), &repeats.shape()), "{a} by {b}: {r}");
    assert_eq!(offsets(&repeats), table, "{a} by {b}: {r}");
    // No two copies share an offset, unless B itself puts them in one place.
    let taken: usize = image(&r).len();
    assert_eq!(taken, tile.len() * image(b).len(), "{a} by {b}: {r}");
    Some(r)
}

/// All forms are the same pairs, grouped differently.
fn law_of_forms(a: &Layout, tree: &Tree) {
    let tiler = tree.tiler();
    let forms = [a.zipped_product(&tiler), a.tiled_product(&tiler), a.flat_product(&tiler)];
    let expected = tree.apply(a, &|a, b| law(a, b));
    assert_eq!(a.logical_product(&tiler).ok(), expected, "{a} by {tiler}");
    match expected {
        Some(pairs) => assert_eq!(forms, tree.forms(&pairs).map(Ok), "{a} by {tiler}"),
        None => assert!(forms.iter().all(|form| form.is_err()), "{a} by {tiler}"),
    }
}

/// Blocked and raked products are the logical product, mode paired with mode, the lower rank
/// filled up with `1:0`.
fn law_by_rank(a: &Layout, b: &Layout) {
    let (blocked, raked) = (a.blocked_product(b), a.raked_product(b));
    let Some(logical) = law(a, b) else {
        assert!(blocked.is_err() && raked.is_err(), "{a} by {b}");
        return;
    };
    let (blocked, raked, repeats) = (blocked.unwrap(), raked.unwrap(), logical.mode(1).unwrap());
    let rank = a.rank().max(b.rank());
    assert_eq!((blocked.rank(), raked.rank()), (rank, rank), "{a} by {b}: {blocked}, {raked}");
    if rank == 1 {
        // One pair; its halves keep the parentheses that they come with.
        assert_eq!(offsets(&blocked), offsets(&logical), "{a} by {b}: {blocked}");
        let swapped = Layout::concat(&[repeats, *a]).unwrap();
        assert_eq!(offsets(&raked), offsets(&swapped), "{a} by {b}: {raked}");
        return;
    }
    // A leaf of B may have become several modes, but it is one mode still.
    let b_modes = if b.rank() == 1 && b.depth() == 0 { vec![repeats] } else { modes(&repeats) };
    let pairs = |first: &[Layout], second: &[Layout]| {
        let mode = |modes: &[Layout], i| modes.get(i).copied().unwrap_or(Layout::UNIT);
        let pair = |i| Layout::concat(&[mode(first, i), mode(second, i)]).unwrap();
        Layout::concat(&(0..rank).map(pair).collect::<Vec<_>>()).unwrap()
    };
    assert_eq!(blocked, pairs(&modes(a), &b_modes), "{a} by {b}");
    assert_eq!(raked, pairs(&b_modes, &modes(a)), "{a} by {b}");
}

#[test]
fn exhaustive() {
    let mut seen = 0;
    for a in small_layouts(2, 1..=4, 0..=6) {
        for b in small_layouts(2, 1..=3, 0..=4) {
            seen += usize::from(law(&a, &b).is_some());
            law_by_rank(&a, &b);
        }
    }
    println!("{seen} products exist");
    assert!(seen > 10_000);
}

/// A 2x2 block, twice beside itself: whole, and interleaved.
#[test]
fn blocked_and_raked_matrices() {
    let (a, b) = (layout!((2,2):(1,2)), layout!((1,2):(0,1)));
    let rows = |r: &Layout| [0, 1].map(|i| [0, 1, 2, 3].map(|j| r.at((i, j)).unwrap()));
    assert_eq!(rows(&a.blocked_product(&b).unwrap()), [[0, 2, 4, 6], [1, 3, 5, 7]]);
    assert_eq!(rows(&a.raked_product(&b).unwrap()), [[0, 4, 2, 6], [1, 5, 3, 7]]);
}

#[test]
fn forms() {
    let (a, tiler) = (layout!((2,5,7):(5,1,100)), tiler!(<3,4:2>));
    let answers = [
        a.logical_product(&tiler),
        a.zipped_product(&tiler),
        a.tiled_product(&tiler),
        a.flat_product(&tiler),
    ];
    // Mode by mode: copies of 2:5 at 0, 1, 2; copies of 5:1 at every second multiple of 5.
    let expected = [
        layout!(((2,3),(5,4),7):((5,1),(1,10),100)),
        layout!(((2,5),(3,4,7)):((5,1),(1,10,100))),
        layout!(((2,5),3,4,7):((5,1),1,10,100)),
        layout!((2,5,3,4,7):(5,1,1,10,100)),
    ];
    assert_eq!(answers, expected.map(Ok));
}

#[test]
fn refusals() {
    let path = |e: &tilework::Error| e.mode_path().collect::<Vec<_>>();
    let a = layout!((4,(2,2)):(1,(1,5)));
    let error = a.zipped_product(&tiler!(<2,3>)).unwrap_err();
    assert_eq!(
        (error.op(), error.step(), path(&error)),
        (Op::ZippedProduct, Op::Complement, vec![1])
    );
    assert_eq!(error.kind(), ErrorKind::GapNotDivisible { stride: 5, block: 2 });

    let error = a.logical_product(&tiler!(<2,<2,2,2>>)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankTooLarge { rank: 3, limit: 2 });
    assert_eq!(path(&error), [1]);

    let error = layout!(4:1).blocked_product(&layout!(2:-1)).unwrap_err();
    assert_eq!(
        (error.op(), error.kind()),
        (Op::BlockedProduct, ErrorKind::NegativeStride { stride: -1 })
    );

    let error = layout!(4:1).raked_product(&layout!(2:4611686018427387904)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Overflow { .. }), "{error}");

    // Copies at 0, 2, 4 of the tiling 0 1 4 5 8 9 ... are no layout together with those in between.
    let error = layout!(2:2).logical_product(&tiler!(3:1)).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::NotALayout { index: 2, .. }), "{error}");
    let once = layout!((2,2):(1,5)).blocked_product(&layout!((1,2):(7,0)));
    assert_eq!(once, Ok(layout!(((2,1),(2,2)):((1,0),(5,0)))), "one place needs no complement");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn by_mode(a in layout(1..=4, 1..=4, 0..=8), tree in tree(layout(1..=2, 1..=3, 0..=4))) {
        law_of_forms(&a, &tree);
    }

    /// Compact blocks in any order, and any arrangement of any rank.
    #[test]
    fn by_rank(
        extents in prop::collection::vec(1_i64..=4, 1..=3),
        keys in prop::collection::vec(0_i64..9, 3),
        b in layout(1..=3, 1..=3, 0..=9),
    ) {
        let shape = tilework::Tuple::from_slice(&extents).unwrap();
        let order = tilework::Tuple::from_slice(&keys[..extents.len()]).unwrap();
        law_by_rank(&Layout::ordered(&shape, &order).unwrap(), &b);
    }
}
