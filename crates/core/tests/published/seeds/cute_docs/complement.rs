//! "Complement" and "Complement Examples".

use tilework::{Layout, layout};
use tilework_testing::offsets;

use crate::seeds::{is_increasing, samples, tiles};

fn both(a: &Layout, r: &Layout) -> Layout {
    Layout::concat(&[*a, *r]).unwrap()
}

fn round_up(m: i64, multiple: i64) -> i64 {
    (m + multiple - 1) / multiple * multiple
}

/// No offset of R but the first is an offset of A.
fn apart(a: &Layout, r: &Layout) -> bool {
    let image = offsets(a);
    offsets(r).iter().skip(1).all(|y| !image.contains(y))
}

/// The four post-conditions of CuTe's unit test, the second one as the test has it.
fn unit_test_accepts(a: &Layout, r: &Layout, m: i64) -> bool {
    both(a, r).cosize() >= m
        && r.cosize() <= round_up(m, a.cosize())
        && is_increasing(r)
        && apart(a, r)
}

/// The post-conditions that hold for every complement.
#[test]
fn cute_docs_complement_postconditions() {
    let mut seen = 0;
    for a in samples() {
        for m in [1, 7, 12, 24, 30] {
            let Ok(r) = a.complement(m) else { continue };
            assert!(both(&a, &r).cosize() >= m, "{a} in {m}");
            assert!(is_increasing(&r), "{a} in {m}");
            assert!(apart(&a, &r), "{a} in {m}");
            seen += 1;
        }
    }
    assert!(seen > 500, "{seen}");
}

#[test]
fn cute_docs_complement_cosize_postcondition() {
    // Erratum: cosize(result) >= round_up(...) should be <= (as in the unit test), and not even that holds always.
    let (a, r) = (layout!(4:1), layout!(4:1).complement(24).unwrap());
    assert_eq!((r, r.cosize(), round_up(24, a.cosize())), (layout!(6:4), 21, 24));
    let (a, r) = (layout!(2:5), layout!(2:5).complement(12).unwrap());
    assert_eq!((r, r.cosize(), round_up(12, a.cosize())), (layout!((5,2):(1,10)), 15, 12));
    assert!(tiles(&a, &r, 20), "and yet it is the complement");
}

#[test]
fn cute_docs_complement_is_not_bounded_by_m() {
    // Erratum: "the size (and cosize) of R is bounded by M" is not so: M is rounded up to the block of A.
    let r = layout!(4:2).complement(1).unwrap();
    assert_eq!((r, r.size(), r.cosize()), (layout!(2:1), 2, 2));
    assert!(tiles(&layout!(4:2), &r, 8));
    for (a, m) in [(layout!(4:1), 24), (layout!(4:2), 24), (layout!((2,2):(1,6)), 24)] {
        let r = a.complement_exact(m).unwrap();
        assert!(r.size() <= m && r.cosize() <= m, "it is where M is a multiple of the block");
    }
}

#[test]
fn cute_docs_complement_ordered_means_increasing_offsets() {
    // Erratum: "ordered" cannot mean positive and increasing strides: these are, and repeat an offset; 1:0 has none.
    let strides_increase = layout!((3,2):(1,2));
    assert_eq!(offsets(&strides_increase), [0, 1, 2, 2, 3, 4]);
    assert!(!is_increasing(&strides_increase));
    let r = layout!((4,6):(1,4)).complement(24).unwrap();
    assert_eq!((r, is_increasing(&r)), (layout!(1:0), true));
}

#[test]
fn cute_docs_complement_postconditions_do_not_make_it_unique() {
    // Erratum: "R is ordered ... this means that R is unique" is not so: two layouts meet all four post-conditions.
    let a = layout!(4:1);
    assert!(unit_test_accepts(&a, &layout!(6:4), 24));
    assert!(unit_test_accepts(&a, &layout!(2:23), 24));
    assert!(tiles(&a, &layout!(6:4), 24));
    assert!(!tiles(&a, &layout!(2:23), 24));
    assert_eq!(a.complement(24), Ok(layout!(6:4)), "that (A, R) tiles makes it unique");
}

#[test]
fn cute_docs_complement_postconditions_accept_what_does_not_tile() {
    // Erratum: the post-conditions do not make R the "rest": CuTe's answer meets them and leaves four offsets out.
    let (a, r) = (layout!((2,2):(1,5)), layout!((2,3):(2,10)));
    assert!(unit_test_accepts(&a, &r, 24));
    let covered = offsets(&both(&a, &r));
    let missing: Vec<i64> = (0..24).filter(|y| !covered.contains(y)).collect();
    assert_eq!(missing, [4, 9, 14, 19]);
    assert!(a.complement(24).is_err());
}

#[test]
fn cute_docs_complement_shares_exactly_offset_zero() {
    // Erratum: "A and R have disjoint codomains" should except offset 0, which every layout has.
    for a in samples() {
        let Ok(r) = a.complement(24) else { continue };
        let image = offsets(&a);
        let shared: Vec<i64> = offsets(&r).into_iter().filter(|y| image.contains(y)).collect();
        assert_eq!(shared, [0], "{a} and {r}");
    }
}

#[test]
fn cute_docs_complement_is_the_layout_of_repetitions() {
    // Erratum: R is not "the elements that aren't touched" by A (4 to 23), but where the copies of A begin.
    let (a, r) = (layout!(4:1), layout!(4:1).complement(24).unwrap());
    assert_eq!(offsets(&r), [0, 4, 8, 12, 16, 20]);
    let copies =
        offsets(&r).into_iter().flat_map(|start| offsets(&a).into_iter().map(move |y| start + y));
    assert!(copies.eq(0..24));
}

#[test]
fn cute_docs_complement_example_1() {
    let a = layout!(4:1);
    assert_eq!(a.complement(24), Ok(layout!(6:4)));
    let pair = layout!((4,6):(1,4));
    assert_eq!((both(&a, &layout!(6:4)), pair.cosize()), (pair, 24));
    assert!(tiles(&a, &layout!(6:4), 24), "repeated 6 times");
}

#[test]
fn cute_docs_complement_example_2() {
    let a = layout!(6:4);
    assert_eq!(a.complement(24), Ok(layout!(4:1)));
    let pair = layout!((6,4):(4,1));
    assert_eq!((both(&a, &layout!(4:1)), pair.cosize()), (pair, 24));
    assert!(tiles(&a, &layout!(4:1), 24), "the hole is filled");
}

#[test]
fn cute_docs_complement_example_3() {
    let a = layout!((4,6):(1,4));
    assert_eq!(a.complement(24), Ok(layout!(1:0)));
    assert!(tiles(&a, &layout!(1:0), 24), "nothing needs to be appended");
}

#[test]
fn cute_docs_complement_example_4() {
    let a = layout!(4:2);
    // Erratum: printed (2,4):(1,8), a pair of cosize 24 and 4 repetitions by 4:8; with it the cosize is 32.
    let printed = layout!((2,4):(1,8));
    assert_eq!(both(&a, &printed).cosize(), 32);
    let r = layout!((2,3):(1,8));
    assert_eq!(a.complement(24), Ok(r));
    assert_eq!((both(&a, &r), both(&a, &r).cosize()), (layout!((4,(2,3)):(2,(1,8))), 24));
    assert!(tiles(&a, &layout!(2:1), 8), "the hole is filled with 2:1 first");
    assert!(tiles(&a, &r, 24), "then everything is repeated 3 times with 3:8");
}

#[test]
fn cute_docs_complement_example_5() {
    let a = layout!((2,4):(1,6));
    assert_eq!(a.complement(24), Ok(layout!(3:2)));
    let pair = layout!(((2,4),3):((1,6),2));
    assert_eq!((both(&a, &layout!(3:2)), pair.cosize()), (pair, 24));
    assert_eq!(pair.is_injective(), Ok(true));
}

#[test]
fn cute_docs_complement_example_6() {
    let a = layout!((2,2):(1,6));
    let r = layout!((3,2):(2,12));
    assert_eq!(a.complement(24), Ok(r));
    // Erratum: beside it stands ((2,4),(2,2)):((1,6),(2,12)), which has cosize 34 and offset 12 twice.
    let printed = layout!(((2,4),(2,2)):((1,6),(2,12)));
    assert_eq!((printed.cosize(), printed.is_injective()), (34, Ok(false)));
    let pair = layout!(((2,2),(3,2)):((1,6),(2,12)));
    assert_eq!((both(&a, &r), pair.cosize(), pair.is_injective()), (pair, 24, Ok(true)));
}

/// The figure of the last example: the original and its five copies, from offset 0 to 23.
#[test]
fn cute_docs_complement_figure() {
    let (a, r) = (layout!((2,2):(1,6)), layout!((3,2):(2,12)));
    let mut copy = [usize::MAX; 24];
    for (i, start) in offsets(&r).into_iter().enumerate() {
        for y in offsets(&a) {
            copy[(start + y) as usize] = i;
        }
    }
    let half = [0, 0, 1, 1, 2, 2, 0, 0, 1, 1, 2, 2];
    assert_eq!(copy[..12], half);
    assert!(copy[12..].iter().eq(half.map(|i| i + 3).iter()));
}
