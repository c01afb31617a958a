//! Coalescing: the same function, in the fewest modes that have it.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Tuple, layout, tuple};
use tilework_testing::{chains, from_chain, layout, nest, offsets, small_layouts};

/// The function is kept, and of all layouts that have it, exactly one is as short as this.
fn law(a: &Layout) {
    let (r, table) = (a.coalesce(), offsets(a));
    assert_eq!(offsets(&r), table, "{a} -> {r}");
    assert!(r.depth() <= 1, "{a} -> {r}");
    let all: Vec<Layout> = chains(table.len()).iter().map(|c| from_chain(c, &table)).collect();
    let shortest: Vec<&Layout> =
        all.iter().filter(|l| l.length() <= r.length() && offsets(l) == table).collect();
    assert_eq!(shortest, [&r], "{a}");
    assert_eq!(r.coalesce(), r, "{a}");
}

/// `coalesce_by` by its definition; `None` where the profile names more modes than there are.
fn by_definition(a: &Layout, profile: &Tuple) -> Option<Layout> {
    if profile.is_leaf() {
        return Some(a.coalesce());
    }
    let mut modes: Vec<Layout> = (0..a.rank()).map(|i| a.mode(i).unwrap()).collect();
    for i in 0..profile.rank() {
        *modes.get_mut(i)? = by_definition(modes.get(i)?, &profile.mode(i).unwrap())?;
    }
    Some(Layout::concat(&modes).unwrap())
}

/// Each mode that the profile names is coalesced by itself, and the others stay.
fn law_by(a: &Layout, profile: &Tuple) {
    match a.coalesce_by(profile) {
        Ok(r) => {
            assert_eq!(Some(r), by_definition(a, profile), "{a} by {profile}");
            assert_eq!(offsets(&r), offsets(a), "{a} by {profile}: {r}");
            if !profile.is_leaf() {
                assert_eq!(r.rank(), a.rank(), "{a} by {profile}: {r}");
            }
        }
        Err(error) => {
            assert_eq!(by_definition(a, profile), None, "{a} by {profile}: {error}");
            assert!(matches!(error.kind(), ErrorKind::RankTooLarge { .. }), "{error}");
        }
    }
}

#[test]
fn exhaustive() {
    small_layouts(2, 1..=6, -4..=12).iter().for_each(law);
    small_layouts(3, 1..=3, -2..=6).iter().for_each(law);
}

#[test]
fn examples() {
    for (a, r) in [
        (layout!(1:7), layout!(1:0)),
        (layout!((1,1):(7,3)), layout!(1:0)),
        (layout!((5):(3)), layout!(5:3)),
        (layout!((4,8):(8,1)), layout!((4,8):(8,1))),
        (layout!((2,(1,6)):(1,(6,2))), layout!(12:1)),
        (layout!((2,3):(0,0)), layout!(6:0)),
        (layout!((2,1,3):(-1,9,-2)), layout!(6:-1)),
        (layout!((2,2):(1,4)), layout!((2,2):(1,4))),
        (layout!((2,4):(4611686018427387902,0)), layout!((2,4):(4611686018427387902,0))),
    ] {
        assert_eq!(a.coalesce(), r, "{a}");
    }
}

#[test]
fn by_profile() {
    let a = layout!(((2,2),(2,1,3),5):((1,2),(4,9,8),24));
    for (profile, r) in [
        (tuple!(1), layout!(120:1)),
        (tuple!((1)), layout!((4,(2,1,3),5):(1,(4,9,8),24))),
        (tuple!((1, 1)), layout!((4,6,5):(1,4,24))),
        (tuple!((1, (1, 1))), layout!((4,(2,1,3),5):(1,(4,0,8),24))),
        (tuple!((1, 1, 1)), layout!((4,6,5):(1,4,24))),
    ] {
        assert_eq!(a.coalesce_by(&profile), Ok(r), "{profile}");
    }
    let error = a.coalesce_by(&tuple!((1, (1, 1, 1, 1)))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::RankTooLarge { rank: 4, limit: 3 });
    assert!(error.mode_path().eq([1]), "{error}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn nested(a in layout(1..=4, 1..=4, -6..=24)) {
        law(&a);
    }

    /// Whatever a coalesced layout is cut into, coalescing finds it again.
    #[test]
    fn of_pieces(
        modes in tilework_testing::modes(1..=3, 2..=30, -50..=50),
        cuts in prop::collection::vec(1_i64..=6, 3),
        seed in any::<u64>(),
    ) {
        let whole = nest(&modes, 1).coalesce();
        let mut pieces = Vec::new();
        for (mode, cut) in whole.leaf_modes().iter().zip(cuts) {
            let cut = if mode.extent % cut == 0 { cut } else { 1 };
            pieces.extend([(cut, mode.stride), (mode.extent / cut, mode.stride * cut)]);
        }
        prop_assert_eq!(nest(&pieces, seed).coalesce(), whole);
    }

    #[test]
    fn nested_by_profile(
        a in layout(1..=5, 1..=3, -3..=9),
        names in layout(1..=5, 1..=1, 0..=0),
    ) {
        law_by(&a, &names.shape());
        law_by(&a, &a.shape());
    }
}
