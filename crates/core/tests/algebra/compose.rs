//! Composition: `R(x) = A(B(x))`, refining B's shape, or the first index that proves that no
//! layout does.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Why, layout};
use tilework_testing::{
    Truth, chains, composed, eval, from_chain, layout, offsets, refines, small_layouts, truth,
};

/// What a pair turned out to be.
#[derive(Default, Clone, Copy)]
struct Seen {
    pairs: u64,
    layouts: u64,
    flat_only: u64,
}

/// The law, for one pair: existence, result, profile and first witness as brute force has them.
fn law(a: &Layout, b: &Layout, chains: &[Vec<usize>], table: &[i64]) -> Seen {
    let (answer, flat) = (a.compose(b), a.compose_flat(b));
    match truth(chains, table) {
        Truth::Layout(chain) => {
            let expected = from_chain(chain, table);
            assert_eq!(flat, Ok(expected), "{a} o {b}, flat");
            let fits = boundaries(b).all(|q| chain.iter().all(|&p| p % q == 0 || q % p == 0));
            match answer {
                Ok(r) => {
                    assert!(fits, "{a} o {b} = {r}");
                    assert!(refines(&b.shape(), &r.shape()), "{a} o {b} = {r} does not refine B");
                    assert_eq!(r.coalesce(), expected, "{a} o {b} = {r}");
                    // Each mode of B is coalesced: no two pieces of one leaf could be one.
                    assert!(r.length() < b.length() + chain.len(), "{a} o {b} = {r}");
                }
                Err(error) => {
                    assert!(!fits, "{a} o {b}: {error}");
                    assert!(matches!(error.kind(), ErrorKind::NotCompatible { .. }), "{error}");
                }
            }
            Seen { pairs: 1, layouts: 1, flat_only: u64::from(!fits) }
        }
        Truth::Witness(x) => {
            let error = answer.expect_err("no layout exists");
            let ErrorKind::NotALayout { index, expected, found, why, .. } = error.kind() else {
                panic!("{a} o {b}: {error}");
            };
            assert_eq!((index, found), (x as i64, table[x]), "{a} o {b}: {error}");
            assert_ne!(expected, found);
            match why {
                Why::Increment { chain } => assert_ne!(index % chain, 0),
                Why::Break { size } => assert_ne!(size % index, 0),
            }
            assert_eq!(flat.map_err(|e| e.kind()), Err(error.kind()));
            Seen { pairs: 1, ..Seen::default() }
        }
    }
}

/// The ends of B's leaf modes.
fn boundaries(b: &Layout) -> impl Iterator<Item = usize> {
    let mut end = 1;
    b.leaf_modes().iter().map(move |mode| {
        end *= mode.extent as usize;
        end
    })
}

/// The law for every pair, on all cores.
fn sweep(all_a: &[Layout], all_b: &[Layout]) -> Seen {
    let most = all_b.iter().map(|b| b.size() as usize).max().unwrap();
    let chains: Vec<_> =
        (0..=most).map(|size| if size == 0 { vec![] } else { chains(size) }).collect();
    let inner: Vec<Vec<i64>> = all_b.iter().map(offsets).collect();
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut seen = Seen::default();
    std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads)
            .map(|t| {
                let (chains, inner) = (&chains, &inner);
                scope.spawn(move || {
                    let mut seen = Seen::default();
                    let mut table = Vec::new();
                    for a in all_a.iter().skip(t).step_by(threads) {
                        for (b, inner) in all_b.iter().zip(inner) {
                            table.clear();
                            table.extend(inner.iter().map(|&y| eval(a.leaf_modes(), y)));
                            let one = law(a, b, &chains[table.len()], &table);
                            seen.pairs += one.pairs;
                            seen.layouts += one.layouts;
                            seen.flat_only += one.flat_only;
                        }
                    }
                    seen
                })
            })
            .collect();
        for worker in workers {
            let one = worker.join().unwrap();
            seen.pairs += one.pairs;
            seen.layouts += one.layouts;
            seen.flat_only += one.flat_only;
        }
    });
    println!(
        "{} pairs: {} are layouts, {} of them not refining B; 0 mismatches",
        seen.pairs, seen.layouts, seen.flat_only
    );
    seen
}

#[test]
fn exhaustive_rank_2() {
    let all = small_layouts(2, 2..=6, 0..=12);
    let seen = sweep(&all, &all);
    assert_eq!(seen.pairs, 4290 * 4290);
}

#[test]
#[ignore = "three quarters of an hour on two cores; run with `cargo xtask test --exhaustive`"]
fn exhaustive_rank_3() {
    let seen = sweep(&small_layouts(3, 2..=6, 0..=12), &small_layouts(2, 2..=6, 0..=12));
    assert_eq!((seen.pairs, seen.layouts), (1_196_545_350, 211_367_250));
}

#[test]
fn extended_past_the_end() {
    for (a, b, r) in [
        (layout!((4,1):(1,7)), layout!(8:1), layout!((4,2):(1,7))),
        (layout!((4,1):(1,0)), layout!(8:1), layout!((4,2):(1,0))),
        (layout!(1:5), layout!(4:1), layout!(4:5)),
        (layout!(4:1), layout!(8:1), layout!(8:1)),
        (layout!(12:5), layout!(7:11), layout!(7:55)),
    ] {
        assert_eq!(a.compose(&b), Ok(r));
        assert_eq!(offsets(&r), composed(&a, &b));
        assert!(matches!(a.compose_strict(&b).unwrap_err().kind(), ErrorKind::OutOfDomain { .. }));
    }
}

#[test]
fn huge_is_as_cheap_as_small() {
    let a = layout!((5,2,2,2,9):(1,4,9,17,35));
    assert_eq!(a.compose(&layout!(1099511627776:8)), Ok(layout!(1099511627776:7)));
    assert_eq!(a.compose(&layout!(35:8)), Ok(layout!(35:7)));
}

#[test]
fn refusals() {
    let negative = layout!(8:1).compose(&layout!(4:-1)).unwrap_err();
    assert_eq!(negative.kind(), ErrorKind::NegativeStride { stride: -1 });
    assert!(layout!(8:1).compose(&layout!((4,1):(1,-1))).is_ok(), "extent 1 has no offsets");
    let overflow = layout!(2:4611686018427387904).compose(&layout!(2:2)).unwrap_err();
    assert!(matches!(overflow.kind(), ErrorKind::Overflow { .. }), "{overflow}");
    let negative = layout!(8:1).compose_at(-1, &layout!(4:1)).unwrap_err();
    assert_eq!(negative.kind(), ErrorKind::NegativeCoordinate { value: -1 });
    let below = layout!(8:1).compose_at(2, &layout!(4:-1)).unwrap_err();
    assert_eq!(below.kind(), ErrorKind::NegativeCoordinate { value: -1 });
    assert_eq!(layout!(2:1).compose_at(2, &layout!(2:-1)), Ok(layout!(2:-1)));
}

/// The law of `compose_at`.
fn offset_law(a: &Layout, offset: i64, b: &Layout) {
    let least = offset + b.min_offset();
    if least < 0 {
        let kind = a.compose_at(offset, b).unwrap_err().kind();
        let stride = offset == 0 && matches!(kind, ErrorKind::NegativeStride { .. });
        assert!(stride || kind == ErrorKind::NegativeCoordinate { value: least }, "{kind:?}");
        return;
    }
    let start = eval(a.leaf_modes(), offset);
    let table: Vec<i64> =
        offsets(b).into_iter().map(|y| eval(a.leaf_modes(), offset + y) - start).collect();
    let chains = chains(table.len());
    match (a.compose_at(offset, b), truth(&chains, &table)) {
        (Ok(r), Truth::Layout(_)) => {
            assert_eq!(offsets(&r), table, "{a} o {offset} o {b} = {r}");
            assert!(refines(&b.shape(), &r.shape()), "{a} o {offset} o {b} = {r}");
        }
        (Err(error), Truth::Layout(chain)) => {
            let fits = boundaries(b).all(|q| chain.iter().all(|&p| p % q == 0 || q % p == 0));
            assert!(!fits, "{error}");
            assert!(matches!(error.kind(), ErrorKind::NotCompatible { .. }), "{error}");
        }
        (Err(error), Truth::Witness(x)) => assert_eq!(error.witness(), Some(x as i64), "{error}"),
        (Ok(r), Truth::Witness(x)) => panic!("{a} o {offset} o {b} = {r} is wrong at {x}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Nested, with extents of 1, strides of 0 and negative strides in A.
    #[test]
    fn nested_pairs(a in layout(1..=4, 1..=6, -8..=40), b in layout(1..=3, 1..=4, 0..=30)) {
        let (table, error) = (composed(&a, &b), a.compose(&b).err());
        let chains = chains(table.len());
        law(&a, &b, &chains, &table);
        if let Some(ErrorKind::NotALayout { index, expected, .. }) = error.map(|error| error.kind()) {
            prop_assert_eq!(expected, tilework_testing::forced(&chains, &table, index as usize));
        }
    }

    /// B made from A's own extents, so that most pairs are layouts.
    #[test]
    fn nearby_pairs(
        a in layout(1..=4, 1..=6, 0..=40),
        picks in prop::collection::vec((0_usize..5, 1_i64..=4), 1..=3),
        seed in any::<u64>(),
    ) {
        let places: Vec<i64> = std::iter::once(1)
            .chain(a.leaf_modes().iter().scan(1, |n, mode| { *n *= mode.extent; Some(*n) }))
            .collect();
        let modes: Vec<_> = picks.iter().map(|&(i, n)| (n, places[i % places.len()])).collect();
        let b = tilework_testing::nest(&modes, seed);
        let table = composed(&a, &b);
        law(&a, &b, &chains(table.len()), &table);
    }

    /// From few modes to many, of both: a layout of few modes is composed in less room.
    #[test]
    fn many_modes(
        places in Just((0..9).collect::<Vec<u32>>()).prop_shuffle(),
        picks in Just((0..9).collect::<Vec<u32>>()).prop_shuffle(),
        few in 0_usize..=9,
        units in 0_usize..=9,
        seed in any::<u64>(),
    ) {
        let mut a: Vec<_> = places.iter().take(few).map(|&k| (2, 3 << k)).collect();
        a.push((512 >> few, 3 << 9));
        let mut b: Vec<_> = picks.iter().map(|&k| (2, 1 << k)).collect();
        // Modes of one element, which only make the profile longer.
        for i in 0..units {
            b.insert((seed as usize).wrapping_mul(i + 1) % b.len(), (1, i as i64));
        }
        let (a, b) = (tilework_testing::nest(&a, seed >> 7), tilework_testing::nest(&b, seed >> 11));
        // All are powers of two, and B stays inside A.
        let r = a.compose(&b).unwrap();
        prop_assert!(refines(&b.shape(), &r.shape()), "{a} o {b} = {r}");
        prop_assert_eq!(offsets(&r), composed(&a, &b), "{} o {} = {}", a, b, r);
    }

    /// One leaf of a long profile falls into pieces, at any place of it.
    #[test]
    fn long_profiles(leaves in 1_usize..=31, at in 0_usize..31, seed in any::<u64>()) {
        let modes: Vec<_> = (0..leaves).map(|i| if i == at % leaves { (4, 1) } else { (1, 0) }).collect();
        let (a, b) = (layout!((2,2):(1,7)), tilework_testing::nest(&modes, seed));
        match a.compose(&b) {
            Ok(r) => {
                prop_assert!(refines(&b.shape(), &r.shape()), "{a} o {b} = {r}");
                prop_assert_eq!(offsets(&r), [0, 1, 7, 8]);
                prop_assert_eq!(r.length(), leaves + 1);
            }
            Err(error) => prop_assert!(matches!(error.kind(), ErrorKind::TooManyModes { .. }), "{}", error),
        }
    }

    /// In the place of another layout: the same result, or `1:0` and the same error.
    #[test]
    fn in_place(
        a in layout(1..=6, 1..=6, 0..=40), b in layout(1..=6, 1..=4, 0..=30), old in layout(1..=9, 1..=3, 0..=9),
    ) {
        let tiler = tilework::Tiler::from(b);
        for (into, answer) in [
            (Layout::compose_into as fn(&Layout, &Layout, &mut Layout) -> _, a.compose(&b)),
            (|a, b, out| a.complement_into(b.size(), out), a.complement(b.size())),
            (|a, b, out| a.logical_divide_into(&b.into(), out), a.logical_divide(&tiler)),
        ] {
            let mut out = old;
            match into(&a, &b, &mut out) {
                Ok(()) => prop_assert_eq!(Ok(out), answer),
                Err(error) => {
                    prop_assert_eq!(out, Layout::UNIT);
                    prop_assert_eq!(Err(error), answer);
                }
            }
        }
    }

    /// `R(x) = A(offset + B(x)) - A(offset)`.
    #[test]
    fn at_an_offset(a in layout(1..=3, 1..=6, 0..=20), offset in 0_i64..40, b in layout(1..=2, 1..=5, 0..=9)) {
        offset_law(&a, offset, &b);
    }

    /// B may go down, too, as far as there are indices.
    #[test]
    fn down_from_an_offset(
        a in layout(1..=3, 1..=6, -9..=20), more in -2_i64..20, b in layout(1..=3, 1..=4, -9..=9),
    ) {
        offset_law(&a, more - b.min_offset(), &b);
    }

    /// The strict variant agrees wherever B stays inside A, and else names the first index.
    #[test]
    fn strict(a in layout(1..=3, 1..=5, 0..=20), b in layout(1..=3, 1..=4, 0..=20)) {
        let first = offsets(&b).iter().position(|&y| y >= a.size());
        match first {
            None => prop_assert_eq!(a.compose_strict(&b), a.compose(&b)),
            Some(x) => {
                let error = a.compose_strict(&b).unwrap_err();
                let out = matches!(error.kind(), ErrorKind::OutOfDomain { index, .. } if index == x as i64);
                prop_assert!(out, "{}", error);
            }
        }
    }

    /// Composition is associative where it is defined.
    #[test]
    fn associative(
        a in layout(1..=3, 1..=6, 0..=20),
        b in layout(1..=3, 1..=4, 0..=12),
        c in layout(1..=2, 1..=4, 0..=6),
    ) {
        // Past the end of B, `A o B` and B continue differently: stay inside.
        let (Ok(ab), Ok(bc)) = (a.compose(&b), b.compose_strict(&c)) else { return Ok(()) };
        if let (Ok(left), Ok(right)) = (ab.compose(&c), a.compose(&bc)) {
            prop_assert!(left.same_function(&right), "{} and {}", left, right);
        }
    }

    /// Sizes near 2^60: the answer is checked at the corners and at random indices.
    #[test]
    fn huge(
        a in layout(1..=6, 2..=1000, 0..=1 << 20),
        cut in 1_i64..1 << 20,
        n in 2_i64..1 << 20,
        d in 1_i64..1 << 20,
        at in prop::collection::vec(any::<u64>(), 50),
    ) {
        let b = Layout::new((n, cut), (d, n)).unwrap();
        match a.compose(&b) {
            Ok(r) => {
                prop_assert!(refines(&b.shape(), &r.shape()));
                for x in at.iter().map(|x| (x % b.size() as u64) as i64) {
                    prop_assert_eq!(r.at(x), a.at(b.at(x).unwrap()));
                }
            }
            Err(error) => if let ErrorKind::NotALayout { index, found, .. } = error.kind() {
                prop_assert_eq!(a.at(b.at(index).unwrap()), Ok(found));
                prop_assert!(index < b.size());
            }
        }
    }
}
