//! What two layouts have in common: `max_common_vector`, `max_common_layout`, `common_refinement`.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::{eval, layout, offsets, small_layouts};

/// The indices at which the stride changes: where coalesced modes end, and the size.
fn breaks(a: &Layout) -> Vec<i64> {
    let ends = a.coalesce().leaf_modes().to_vec().into_iter().scan(1, |end, mode| {
        *end *= mode.extent;
        Some(*end)
    });
    ends.collect()
}

fn common_law(a: &Layout, b: &Layout) {
    let inverse = offsets(&b.right_inverse());
    let agrees = |&(i, x): &(usize, i64)| x < a.size() && eval(a.leaf_modes(), x) == i as i64;
    let n = inverse.iter().copied().enumerate().take_while(agrees).count() as i64;
    assert_eq!(a.max_common_vector(b), Ok(n), "{a} {b}");

    let r = a.max_common_layout(b).unwrap();
    assert_eq!(offsets(&r)[..], inverse[..r.size() as usize], "{a} {b}: {r}");
    assert!(r.size() <= n, "{a} {b}: {r}");
    // No longer restriction is a layout: some stride changes at an index that does not divide it.
    let changes = breaks(&b.right_inverse());
    for m in r.size() + 1..=n {
        assert!(changes.iter().any(|&x| x < m && m % x != 0), "{a} {b}: {r}, but {m} is more");
    }
}

#[test]
fn small_pairs_exhaustively() {
    let all: Vec<Layout> = small_layouts(2, 1..=4, 0..=4);
    let (all_a, all_b) = (&all, all.iter().filter(|b| b.right_inverse().size() > 1));
    all_b.for_each(|b| all_a.iter().for_each(|a| common_law(a, b)));
}

proptest! {
    #[test]
    fn random_pairs(a in layout(1..=4, 1..=6, 0..=12), b in layout(1..=4, 1..=6, 0..=12)) {
        common_law(&a, &b);
        common_law(&a, &a);
    }

    /// Compact layouts in two orders, so that the right inverse is everything.
    #[test]
    fn permutations(extents in prop::collection::vec(1..=6_i64, 1..=5), left in any::<u64>(), right in any::<u64>()) {
        let shape = tilework::Tuple::from_slice(&extents).unwrap();
        let ordered = |seed: u64| {
            let keys: Vec<i64> = (0..extents.len()).map(|i| (seed.rotate_left(9 * i as u32) % 101) as i64).collect();
            Layout::ordered(&shape, &tilework::Tuple::from_slice(&keys).unwrap()).unwrap()
        };
        common_law(&ordered(left), &ordered(right));
    }

    #[test]
    fn refinement(a in layout(1..=4, 1..=4, -6..=12), b in layout(1..=4, 1..=4, -6..=12)) {
        refinement_law(&a, &b);
        refinement_law(&a, &a.sort_by_stride());
    }
}

fn refinement_law(a: &Layout, b: &Layout) {
    let mut all = [breaks(a), breaks(b)].concat();
    all.sort_unstable();
    all.dedup();
    let answer = a.common_refinement(b);
    if a.size() != b.size() {
        let (left, right) = (a.size(), b.size());
        assert_eq!(answer.unwrap_err().kind(), ErrorKind::SizeMismatch { left, right });
        return;
    }
    match answer {
        Ok((fine_a, fine_b)) => {
            assert_eq!(fine_a.shape(), fine_b.shape(), "{a} {b}");
            assert_eq!((offsets(&fine_a), offsets(&fine_b)), (offsets(a), offsets(b)), "{a} {b}");
            // The coarsest: every boundary is a break of one of them.
            assert_eq!(fine_a.length(), all.len().max(1), "{a} {b}: {fine_a}");
        }
        Err(error) => {
            let ErrorKind::Incomparable { left, right } = error.kind() else { panic!("{error}") };
            assert!(breaks(a).contains(&left) && breaks(b).contains(&right), "{error}");
            assert!(left % right != 0 && right % left != 0, "{error}");
        }
    }
}

#[test]
fn small_refinements_exhaustively() {
    let all = small_layouts(2, 1..=4, 0..=3);
    all.iter().for_each(|a| {
        all.iter().filter(|b| a.size() == b.size()).for_each(|b| refinement_law(a, b))
    });
}

#[test]
fn huge_layouts() {
    let (a, b) = (layout!((1048576,1048576):(1048576,1)), layout!((1048576,1048576):(1,1048576)));
    assert_eq!(a.max_common_vector(&a), Ok(1 << 40));
    assert_eq!(a.max_common_vector(&b), Ok(1));
    assert_eq!(b.max_common_layout(&b), Ok(layout!(1099511627776:1)));
    let (fine, other) = a.common_refinement(&layout!((1024,1073741824):(0,1))).unwrap();
    assert_eq!(fine, layout!((1024,1024,1048576):(1048576,1073741824,1)));
    assert_eq!(other, layout!((1024,1024,1048576):(0,1,1024)));
}

#[test]
fn hand_picked() {
    assert_eq!(layout!(32:1).max_common_layout(&layout!((4,8):(1,5))), Ok(layout!(4:1)));
    assert_eq!(layout!((4,8):(1,4)).max_common_vector(&layout!((4,8):(0,1))), Ok(1));
    // The smaller of the two ends first.
    assert_eq!(layout!(2:1).max_common_vector(&layout!(5:1)), Ok(2));
    assert_eq!(layout!(2:1).max_common_layout(&layout!(5:1)), Ok(layout!(2:1)));
    // The composite is no layout, and CuTe refuses; two elements agree nevertheless.
    let (a, b) = (layout!((2,9,8):(1,16,2)), layout!(((2,2,1),(6,3,1),2):((1,2,1),(24,4,0),12)));
    assert_eq!(a.max_common_vector(&b), Ok(2));
    let error = layout!((2,3):(1,5)).common_refinement(&layout!((3,2):(1,7))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "common_refinement of (2,3):(1,5) and (3,2):(1,7): the strides change at 2 and 3, and neither divides the other",
    );
}

#[test]
fn at_compile_time() {
    const A: Layout = layout!((4,(2,4)):(8,(1,2)));
    const COMMON: Result<Layout, tilework::Error> = A.max_common_layout(&layout!((4,8):(8,1)));
    const VECTOR: Result<i64, tilework::Error> = A.max_common_vector(&layout!((4,8):(1,4)));
    assert_eq!((COMMON, VECTOR), (Ok(layout!((8,4):(4,1))), Ok(1)));
}
