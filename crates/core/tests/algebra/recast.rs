//! Elements of another width: `upcast`, `downcast`, `recast`, and how many elements a vector
//! access may take.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::casts::{downcasts, upcasts};
use tilework_testing::{layout, offsets, small_layouts};

/// The answer is one of those that satisfy the definition, and a refusal means that there is none.
fn law(answer: Result<Layout, tilework::Error>, all: &[Layout], what: &str) {
    match answer {
        Ok(r) => assert!(all.iter().any(|right| right.normalize_units() == r), "{what} = {r}"),
        Err(error) => assert!(all.is_empty(), "{what}: {error}, but there is {}", all[0]),
    }
}

fn upcast_law(a: &Layout, n: i64) {
    let all = upcasts(a, n);
    let unique: BTreeSet<String> = all.iter().map(|r| r.normalize_units().to_string()).collect();
    assert!(unique.len() <= 1, "{a} by {n}: {unique:?}");
    law(a.upcast(n), &all, &format!("{a} upcast by {n}"));
}

fn downcast_law(a: &Layout, n: i64) {
    let answer = a.downcast(n);
    law(answer, &downcasts(a, n), &format!("{a} downcast by {n}"));
    if let Ok(r) = answer {
        assert_eq!(r.size(), n * a.size());
    }
}

fn recast_law(a: &Layout, old: i64, new: i64) {
    let common = (1..=old).rev().find(|d| old % d == 0 && new % d == 0).unwrap();
    let larger = upcasts(a, new / common).into_iter();
    let all: Vec<Layout> = larger.flat_map(|u| downcasts(&u, old / common)).collect();
    law(a.recast(old, new), &all, &format!("{a} from {old} to {new} bits"));
}

/// Index `x` of `fine`, as an index of `coarse`, whose extents divide those of `fine`.
fn group(fine: &Layout, coarse: &Layout, mut x: i64) -> i64 {
    let (mut place, mut out) = (1, 0);
    for (n, m) in fine.leaf_modes().iter().zip(coarse.leaf_modes()) {
        out += x % n.extent / (n.extent / m.extent) * place;
        x /= n.extent;
        place *= m.extent;
    }
    out
}

/// Element `x` lies in the larger element of its group, counted from the offset, and no other one of
/// the group in the same place. A group that is full leaves nothing else to lie there.
fn upcast_offset_law(a: &Layout, n: i64) {
    let Ok((r, offset)) = a.upcast_and_offset(n) else { return };
    let (new, mut places) = (offsets(&r), BTreeSet::new());
    for (x, y) in (0..).zip(offsets(a)) {
        let to = group(a, &r, x);
        let place = y - offset - n * new[to as usize];
        assert!((0..n).contains(&place), "{a} by {n} = {r} at {offset}: index {x}");
        assert!(places.insert((to, place)), "{a} by {n} = {r} at {offset}: index {x}");
    }
    let moves = a.leaf_modes().iter().any(|mode| mode.extent > 1 && mode.stride < 0);
    assert!(offset == 0 || moves, "{a} by {n} = {r} at {offset}");
}

/// The smaller elements of element `y` are those that lie in it, in order or all in reverse.
fn downcast_offset_law(a: &Layout, n: i64) {
    let Ok((r, offset)) = a.downcast_and_offset(n) else { return };
    let (old, mut parts) = (offsets(a), vec![Vec::new(); a.size() as usize]);
    for (x, y) in (0..).zip(offsets(&r)) {
        parts[group(&r, a, x) as usize].push(y + offset);
    }
    for (y, part) in old.iter().zip(parts) {
        let all = n * y..n * (y + 1);
        let fits = part.iter().copied().eq(all.clone()) || part.iter().copied().eq(all.rev());
        assert!(fits, "{a} by {n} = {r} at {offset}: {part:?}");
    }
}

/// The bits of all elements from a bit on.
fn bits(a: &Layout, width: i64, from: i64) -> BTreeSet<i64> {
    offsets(a).into_iter().flat_map(|y| from + y * width..from + (y + 1) * width).collect()
}

/// No bit is lost, and none is won but those between elements that were joined.
fn recast_offset_law(a: &Layout, old: i64, new: i64) {
    let Ok((r, from)) = a.recast_and_offset(old, new) else { return };
    let (before, after) = (bits(a, old, 0), bits(&r, new, from));
    assert!(before.is_subset(&after), "{a} from {old} to {new} = {r} at {from}");
    if a.is_contiguous() && a.size() > 1 {
        assert_eq!(before, after, "{a} from {old} to {new} = {r} at {from}");
    }
}

#[test]
fn small_layouts_exhaustively() {
    for a in small_layouts(2, 1..=6, -6..=8) {
        for n in 1..=8 {
            upcast_law(&a, n);
            downcast_law(&a, n);
            upcast_offset_law(&a, n);
            downcast_offset_law(&a, n);
        }
        for (old, new) in [(1, 1), (8, 16), (16, 8), (24, 16), (16, 24), (24, 32), (32, 24), (4, 6)]
        {
            recast_law(&a, old, new);
            recast_offset_law(&a, old, new);
        }
    }
}

/// A compact layout and its casts cover the same memory.
#[test]
fn the_memory_is_the_same() {
    for a in small_layouts(3, 1..=4, 0..=4).into_iter().filter(|a| a.size() > 1 && a.is_bijective())
    {
        for n in [2, 3, 4] {
            let bytes = |r: &Layout, unit: i64| -> BTreeSet<i64> {
                offsets(r).into_iter().flat_map(|y| y * unit..(y + 1) * unit).collect()
            };
            if let Ok(r) = a.upcast(n) {
                assert_eq!(bytes(&r, n), bytes(&a, 1), "{a} by {n}");
            }
            assert_eq!(bytes(&a.downcast(n).unwrap(), 1), bytes(&a, n), "{a} by {n}");
        }
    }
}

proptest! {
    #[test]
    fn random_layouts(a in layout(1..=5, 1..=8, -16..=48), n in 1..=16_i64) {
        upcast_law(&a, n);
        downcast_law(&a, n);
        upcast_offset_law(&a, n);
        downcast_offset_law(&a, n);
    }

    /// Compact, and some modes go down.
    #[test]
    fn turned_layouts(
        modes in prop::collection::vec((1..=6_i64, any::<bool>()), 1..=4), order in any::<u64>(), old in 1..=12_i64, new in 1..=12_i64,
    ) {
        let mut place = 1;
        let mut modes: Vec<(i64, i64)> = modes.into_iter().map(|(n, down)| {
            let mode = (n, if down { -place } else { place });
            place *= n;
            mode
        }).collect();
        let turn = order as usize % modes.len();
        modes.rotate_left(turn);
        let a = tilework_testing::nest(&modes, order);
        upcast_offset_law(&a, new);
        downcast_offset_law(&a, new);
        recast_offset_law(&a, old, new);
    }

    #[test]
    fn compact_layouts(
        extents in prop::collection::vec(1..=8_i64, 1..=5), order in any::<u64>(), n in 1..=24_i64, m in 1..=24_i64,
    ) {
        let shape = tilework::Tuple::from_slice(&extents).unwrap();
        let keys: Vec<i64> = (0..extents.len()).map(|i| (order.rotate_left(7 * i as u32) % 97) as i64).collect();
        let a = Layout::ordered(&shape, &tilework::Tuple::from_slice(&keys).unwrap()).unwrap();
        upcast_law(&a, n);
        recast_law(&a, n, m);
        // Smaller and back is the identity, as a function of memory: here, the sizes.
        prop_assert_eq!(a.downcast(n).unwrap().upcast(n).unwrap().size(), a.size());
    }

    #[test]
    fn alignment(a in layout(1..=4, 1..=6, -12..=24)) {
        let (n, image) = (a.max_alignment(), offsets(&a).into_iter().collect::<BTreeSet<i64>>());
        let group = |y: &i64| (0..n).all(|i| image.contains(&(y.div_euclid(n) * n + i)));
        prop_assert!(image.iter().all(group), "{} aligned by {}", a, n);
    }
}

#[test]
fn hand_picked() {
    let a = layout!((4,8):(8,1));
    assert_eq!(a.upcast(16), Ok(layout!((2,1):(1,0))));
    assert_eq!(layout!((4,8):(1,4)).upcast(8), Ok(layout!((1,4):(0,1))));
    assert_eq!(layout!(8:-1).upcast(2), Ok(layout!(4:-1)));
    assert_eq!(layout!(8:-4).upcast(2), Ok(layout!(8:-2)));
    assert_eq!(layout!((4,3):(0,8)).upcast(4), Ok(layout!((4,3):(0,2))));
    assert_eq!(layout!(1:3).upcast(2), Ok(layout!(1:0)));
    // Of two modes with stride 1 only one grows: CuTe's (8,12):(1,1) has 96 elements, not 24.
    assert_eq!(layout!((2,3):(1,1)).downcast(4), Ok(layout!((8,3):(1,4))));
    assert_eq!(layout!((2,1):(0,1)).downcast(4), Ok(layout!((2,4):(0,1))));
    assert_eq!(layout!((4,1):(2,0)).downcast(2), Ok(layout!((4,2):(4,1))));
    assert_eq!(layout!((1,4):(0,1)).recast(24, 32), Ok(layout!((1,3):(0,1))));
    assert_eq!(layout!((4,6):(6,1)).recast(24, 16), Ok(layout!((4,9):(9,1))));
    assert_eq!(a.recast(1 << 62, 1 << 62), Ok(a));
    // The pointer moves to the other end of the elements.
    assert_eq!(layout!(4:-1).upcast_and_offset(4), Ok((layout!(1:0), -3)));
    assert_eq!(layout!((2,4):(-4,-1)).upcast_and_offset(8), Ok((layout!((1,1):(0,0)), -7)));
    assert_eq!(layout!(4:-2).upcast_and_offset(8), Ok((layout!(1:0), -6)));
    assert_eq!(layout!(4:-8).upcast_and_offset(8), Ok((layout!(4:-1), 0)));
    assert_eq!(layout!(4:-1).downcast_and_offset(2), Ok((layout!(8:-1), 1)));
    assert_eq!(layout!(3:-1).recast_and_offset(16, 24), Ok((layout!(2:-1), -8)));
    assert_eq!(layout!((4,8):(1,12)).max_alignment(), 4);
    assert_eq!(layout!((8,4):(1,12)).max_alignment(), 4);
    assert_eq!(layout!(1:7).max_alignment(), 1);
}

#[test]
fn refusals() {
    let kind = |answer: Result<Layout, tilework::Error>| answer.unwrap_err().kind();
    assert_eq!(kind(layout!(7:1).upcast(2)), ErrorKind::NotDivisible { value: 7, by: 2 });
    assert_eq!(kind(layout!(8:3).upcast(2)), ErrorKind::NotDivisible { value: 3, by: 2 });
    // Half a group.
    assert_eq!(kind(layout!(4:1).upcast(8)), ErrorKind::NotDivisible { value: 4, by: 8 });
    // A gap inside a group, and two modes over the same offsets.
    assert_eq!(kind(layout!((2,2):(1,4)).upcast(8)), ErrorKind::NotDivisible { value: 2, by: 4 });
    assert!(matches!(kind(layout!((2,2):(1,1)).upcast(2)), ErrorKind::Overlap { .. }));
    assert_eq!(kind(layout!(8:2).downcast(2)), ErrorKind::NoUnitStride);
    for n in [0, -1, i64::MIN] {
        assert!(matches!(kind(layout!(8:1).upcast(n)), ErrorKind::NotPositive { .. }));
        assert!(matches!(kind(layout!(8:1).downcast(n)), ErrorKind::NotPositive { .. }));
        assert!(matches!(kind(layout!(8:1).recast(8, n)), ErrorKind::NotPositive { .. }));
    }
    assert!(matches!(kind(layout!(8:1).downcast(i64::MAX)), ErrorKind::Overflow { .. }));
    assert!(matches!(kind(layout!((2,8):(1,4)).downcast(1 << 60)), ErrorKind::Overflow { .. }));
    let error = layout!((4,7):(7,1)).recast(8, 16).unwrap_err();
    assert_eq!(
        error.to_string(),
        "recast: upcast of (4,7):(7,1) from 8 to 16 bits: 2 does not divide 7; the nearest multiples are 6 and 8"
    );
}

#[test]
fn at_compile_time() {
    const R: Layout = match layout!((4,6):(6,1)).recast(24, 16) {
        Ok(layout) => layout,
        Err(_) => panic!("6 elements of 24 bits are 9 of 16"),
    };
    const ALIGNMENT: i64 = R.max_alignment();
    assert_eq!((R, ALIGNMENT), (layout!((4,9):(9,1)), 36));
}
