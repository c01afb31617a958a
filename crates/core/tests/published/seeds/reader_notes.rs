//! A reader's notes on CuTe layout algebra (and their shorter first draft), section by section.
//!
//! Much of them repeats CuTe's documentation; what is tested here is what the notes compute.

use tilework::{Layout, layout, shape_div, shape_mod, tiler, tuple};
use tilework_testing::{composed, offsets};

use crate::seeds::{assert_composes, tiles};

fn pair(a: Layout, b: Layout) -> Layout {
    Layout::concat(&[a, b]).unwrap()
}

/// Text that is no layout in any reading.
fn assert_malformed(text: &str) {
    assert!(text.parse::<Layout>().is_err(), "{text}");
}

#[test]
fn reader_notes_coalesce_is_not_about_contiguity() {
    // Erratum: modes are merged when d1 = n0 * d0, whether or not the layout is "continuous"; this one has gaps.
    let gaps = layout!((2,5):(3,6));
    assert_eq!((gaps.coalesce(), gaps.is_contiguous()), (layout!(10:3), false));
    let row_major = layout!((2,5):(5,1));
    assert_eq!((row_major.coalesce(), row_major.is_contiguous()), (row_major, true));
}

#[test]
fn reader_notes_composition_table() {
    let (a, b) = (layout!((6,2):(8,2)), layout!((4,3):(3,1)));
    let table = [0, 24, 2, 26, 8, 32, 10, 34, 16, 40, 18, 42];
    assert_eq!(offsets(&b), [0, 3, 6, 9, 1, 4, 7, 10, 2, 5, 8, 11]);
    assert_eq!(composed(&a, &b), table);
    let r = a.compose(&b).unwrap();
    assert_eq!((r, offsets(&r)), (layout!(((2,2),3):((24,2),8)), table.to_vec()));
    assert!(b.compatible(&r));
}

#[test]
fn reader_notes_b_may_leave_a() {
    // Erratum: the image of B need not lie in the domain of A; past its end A goes on in its last mode.
    let (a, b) = (layout!(12:5), layout!(7:11));
    assert!(b.cosize() > a.size());
    let r = a.compose(&b).unwrap();
    assert_eq!(r, layout!(7:55));
    assert_composes(&a, &b, &r);
    assert_eq!(
        a.compose_strict(&b).unwrap_err().witness(),
        Some(2),
        "who wants it strict can have it"
    );
}

#[test]
fn reader_notes_composition_keeps_the_domain_of_b() {
    let (a, b) = (layout!((6,2):(8,2)), layout!((4,3):(3,1)));
    assert_eq!(a.compose(&b).unwrap().size(), b.size());
}

#[test]
fn reader_notes_composition_mode_by_mode_needs_a_check() {
    let a = layout!((6,2):(8,2));
    assert_eq!(pair(layout!(4:3), layout!(3:1)), layout!((4,3):(3,1)));
    let parts = pair(a.compose(&layout!(4:3)).unwrap(), a.compose(&layout!(3:1)).unwrap());
    assert_eq!(a.compose(&layout!((4,3):(3,1))), Ok(parts));
    // Erratum: A o (B_0, B_1) is not always (A o B_0, A o B_1): the offsets of B_0 and B_1 must not carry in A.
    let a = layout!((4,4):(1,5));
    let parts = pair(a.compose(&layout!(2:2)).unwrap(), a.compose(&layout!(2:2)).unwrap());
    assert_eq!(offsets(&parts), [0, 2, 2, 4]);
    assert_eq!(composed(&a, &layout!((2,2):(2,2))), [0, 2, 2, 5]);
    assert_eq!(a.compose(&layout!((2,2):(2,2))).unwrap_err().witness(), Some(3));
}

#[test]
fn reader_notes_composition_steps() {
    let a = layout!((6,2):(8,2));
    // (6,2):(8,2) o 4:3: divide out 3, multiply the stride by 3; 2*2 is 4 already.
    assert_eq!(shape_div(&a.shape(), &tuple!(3)), Ok(tuple!((2, 2))));
    assert_eq!(shape_mod(&tuple!((2, 2)), 4), Ok(tuple!((2, 2))));
    assert_eq!(a.compose(&layout!(4:3)), Ok(layout!((2,2):(24,2))));
    // (6,2):(8,2) o 3:1: nothing to divide out; keep 3.
    assert_eq!(shape_div(&a.shape(), &tuple!(1)), Ok(tuple!((6, 2))));
    // Erratum: the second step is written (6,2):(8,2) / 3; keeping the first 3 is % 3.
    assert_eq!(shape_mod(&a.shape(), 3), Ok(tuple!((3, 1))));
    assert_eq!(a.compose(&layout!(3:1)), Ok(layout!(3:8)));
    assert_eq!(pair(layout!((2,2):(24,2)), layout!(3:8)), layout!(((2,2),3):((24,2),8)));
}

#[test]
fn reader_notes_composition_by_mode() {
    let a = layout!((12,(4,8)):(59,(13,1)));
    let r = a.compose_tiler(&tiler!(<3:4,8:2>)).unwrap();
    assert_eq!(r, layout!((3,(2,4)):(236,(26,1))));
    let parts = pair(
        a.mode(0).unwrap().compose(&layout!(3:4)).unwrap(),
        a.mode(1).unwrap().compose(&layout!(8:2)).unwrap(),
    );
    assert_eq!(parts, r);
}

#[test]
fn reader_notes_composition_with_a_shape() {
    let a = layout!((12,(4,8)):(59,(13,1)));
    let r = a.compose_tiler(&tiler!(<3,8>)).unwrap();
    // Erratum: below the code the result of <3,8> is given as (_3,(2,4)):(236,(26,1)), which is that of <3:4,8:2>.
    assert_eq!(r, layout!((3,(4,2)):(59,(13,1))));
    assert_eq!(a.compose_tiler(&tiler!(<3:1,8:1>)), Ok(r));
    // The 3x8 space at the left top of A.
    for (i, j) in (0..3).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(r.at((i, j)), a.at((i, j)));
    }
}

#[test]
fn reader_notes_complement_examples() {
    for (a, r, both) in [
        (layout!(4:1), layout!(6:4), layout!((4,6):(1,4))),
        (layout!(6:4), layout!(4:1), layout!((6,4):(4,1))),
        (layout!((4,6):(1,4)), layout!(1:0), layout!(((4,6),1):((1,4),0))),
        (layout!(4:2), layout!((2,3):(1,8)), layout!((4,(2,3)):(2,(1,8)))),
        (layout!((2,4):(1,6)), layout!(3:2), layout!(((2,4),3):((1,6),2))),
        (layout!((2,2):(1,6)), layout!((3,2):(2,12)), layout!(((2,2),(3,2)):((1,6),(2,12)))),
    ] {
        assert_eq!(a.complement(24), Ok(r));
        assert_eq!((pair(a, r), both.cosize(), both.is_injective()), (both, 24, Ok(true)));
        assert!(tiles(&a, &r, 24));
    }
}

#[test]
fn reader_notes_complement_steps() {
    // Fill the hole: between two elements of 6:4 lie four offsets.
    assert_eq!(layout!(6:4).complement(24), Ok(layout!(4:1)));
    // Erratum: after filling, the layout is printed as (4,(2):2,(1)); it is (4,2):(2,1), of size 8.
    assert_malformed("(4,(2):2,(1))");
    let filled = pair(layout!(4:2), layout!(2:1));
    assert_eq!((filled, filled.size()), (layout!((4,2):(2,1)), 8));
    assert!(tiles(&layout!(4:2), &layout!(2:1), 8));
    // Repeat: 24 / 8 = 3 times, with stride 8.
    assert_eq!(filled.complement(24), Ok(layout!(3:8)));
    assert_eq!(layout!(4:2).complement(24), Ok(layout!((2,3):(1,8))));
}

#[test]
fn reader_notes_division_1d() {
    let (a, b) = (layout!((4,2,3):(2,1,8)), layout!(4:2));
    let rest = b.complement(a.size()).unwrap();
    assert_eq!((rest, pair(b, rest)), (layout!((2,3):(1,8)), layout!((4,(2,3)):(2,(1,8)))));
    assert_eq!(a.compose(&layout!(4:2)), Ok(layout!((2,2):(4,1))));
    assert_eq!(a.compose(&layout!(2:1)), Ok(layout!(2:2)));
    assert_eq!(a.compose(&layout!(3:8)), Ok(layout!(3:8)));
    // Erratum: printed ((2,2),(2,3):(4,1),(2,8)); shape and stride each need their own parentheses.
    assert_malformed("((2,2),(2,3):(4,1),(2,8))");
    let r = layout!(((2,2),(2,3)):((4,1),(2,8)));
    assert_eq!(a.logical_divide(&b.into()), Ok(r));
    assert_eq!(a.compose(&pair(b, rest)), Ok(r));
}

#[test]
fn reader_notes_division_keeps_the_size() {
    let a = layout!((4,2,3):(2,1,8));
    let r = a.logical_divide(&tiler!(4:2)).unwrap();
    // Erratum: the clusters are repeated until they have the size of A, not "the same shape".
    assert_eq!((r.size(), r.shape() == a.shape()), (a.size(), false));
    let (mut before, mut after) = (offsets(&a), offsets(&r));
    before.sort_unstable();
    after.sort_unstable();
    assert_eq!(before, after);
}

#[test]
fn reader_notes_division_2d_rows() {
    let (a, b) = (layout!((4,8):(13,1)), layout!((2,4):(1,8)));
    assert_eq!(b.complement(32), Ok(layout!(4:2)));
    assert_eq!(a.compose(&layout!(2:1)), Ok(layout!(2:13)));
    assert_eq!(a.compose(&layout!(4:8)), Ok(layout!(4:2)));
    assert_eq!(a.compose(&layout!(4:2)), Ok(layout!((2,2):(26,1))));
    // Erratum: printed ((2,4),(2,2):(13,2),(26,1)), misgrouped.
    assert_malformed("((2,4),(2,2):(13,2),(26,1))");
    assert_eq!(a.logical_divide(&b.into()), Ok(layout!(((2,4),(2,2)):((13,2),(26,1)))));
}

#[test]
fn reader_notes_division_2d_columns() {
    let (a, b) = (layout!(9:59), layout!(3:3));
    assert_eq!(b.complement(9), Ok(layout!(3:1)));
    assert_eq!(a.compose(&layout!(3:3)), Ok(layout!(3:177)));
    assert_eq!(a.compose(&layout!(3:1)), Ok(layout!(3:59)));
    // Printed ((3,3):(177,59)); as in (12:10), the outer parentheses only group.
    assert_eq!(a.logical_divide(&b.into()), Ok(layout!((3,3):(177,59))));
}

#[test]
fn reader_notes_division_2d() {
    let a = layout!((9,(4,8)):(59,(13,1)));
    let r = a.logical_divide(&tiler!(<3:3,(2,4):(1,8)>)).unwrap();
    // Erratum: printed ((3,3),(2,4),(2,2):(177,59),(13,2),(26,1)), misgrouped: the last two belong to one mode.
    assert_malformed("((3,3),(2,4),(2,2):(177,59),(13,2),(26,1))");
    assert_eq!(r, layout!(((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1)))));
    let columns = a.mode(0).unwrap().logical_divide(&tiler!(3:3)).unwrap();
    let rows = a.mode(1).unwrap().logical_divide(&tiler!((2,4):(1,8))).unwrap();
    assert_eq!(pair(columns, rows), r);
}

#[test]
fn reader_notes_product_1d() {
    let (a, b) = (layout!((2,2):(4,1)), layout!(6:1));
    assert_eq!(a.size() * b.cosize(), 24);
    let rest = a.complement(24).unwrap();
    assert_eq!((rest, rest.compose(&b)), (layout!((2,3):(2,8)), Ok(layout!((2,3):(2,8)))));
    // Erratum: printed ((2,2),(2,3):(4,1),(2,8)), misgrouped.
    let r = a.logical_product(&b.into()).unwrap();
    assert_eq!(r, layout!(((2,2),(2,3)):((4,1),(2,8))));
    assert_eq!(pair(a, rest), r);
}

#[test]
fn reader_notes_product_2d_steps() {
    let (a, b) = (layout!((2,5):(5,1)), layout!((3,4):(1,3)));
    assert_eq!(a.size() * b.cosize(), 10 * (2 + 3 * 3 + 1));
    let rest = a.complement(120).unwrap();
    assert_eq!(rest, layout!(12:10));
    // Erratum: printed (12:10) o (3,1) and (12:10) o (4,3); these are the modes 3:1 and 4:3.
    assert_eq!(rest.compose(&layout!(3:1)), Ok(layout!(3:10)));
    assert_eq!(rest.compose(&layout!(4:3)), Ok(layout!(4:30)));
    assert_eq!(rest.compose(&b), Ok(pair(layout!(3:10), layout!(4:30))));
}

#[test]
fn reader_notes_product_2d() {
    let r = layout!((2,5):(5,1)).logical_product(&tiler!((3,4):(1,3))).unwrap();
    // Erratum: printed ((2,5),(3,4):(5,1),(10,30)), misgrouped.
    assert_malformed("((2,5),(3,4):(5,1),(10,30))");
    assert_eq!(r, layout!(((2,5),(3,4)):((5,1),(10,30))));
}

#[test]
fn reader_notes_product_2d_is_not_the_blocked_product() {
    let (a, b) = (layout!((2,5):(5,1)), layout!((3,4):(1,3)));
    let logical = a.logical_product(&b.into()).unwrap();
    // Erratum: "(6,(5,4):5,(1,30))" is not the same with some dims combined: it is another order, the blocked product.
    let printed = layout!((6,(5,4)):(5,(1,30)));
    assert_eq!(logical.first_difference(&printed), Some(2));
    let blocked = a.blocked_product(&b).unwrap();
    assert_eq!(blocked.coalesce_by(&tuple!((1, 1))), Ok(printed));
    // What the notes leave open, blocked and raked products: the same offsets in three orders.
    let raked = a.raked_product(&b).unwrap();
    for r in [logical, blocked, raked] {
        let mut all = offsets(&r);
        all.sort_unstable();
        assert!(all.into_iter().eq(0..120), "{r}");
    }
}
