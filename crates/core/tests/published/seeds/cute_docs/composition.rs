//! "Composition", "Computing Composition", "By-mode Composition", "Composition Tilers".

use tilework::{Coord, Error, Layout, Shape, Tiler, layout, shape_div, shape_mod, tiler, tuple};
use tilework_testing::{composed, offsets, small_layouts};

use crate::seeds::{assert_composes, at};

#[test]
fn cute_docs_composition_table() {
    let (a, b) = (layout!((6,2):(8,2)), layout!((4,3):(3,1)));
    let r = a.compose(&b).unwrap();
    // R(x) = A(B(x)) = A(B(coordinate)) = A(index) = A(coordinate) = offset
    for (x, in_b, index, in_a, offset) in [
        (0, (0, 0), 0, (0, 0), 0),
        (1, (1, 0), 3, (3, 0), 24),
        (2, (2, 0), 6, (0, 1), 2),
        (3, (3, 0), 9, (3, 1), 26),
        (4, (0, 1), 1, (1, 0), 8),
        (5, (1, 1), 4, (4, 0), 32),
        (6, (2, 1), 7, (1, 1), 10),
        (7, (3, 1), 10, (4, 1), 34),
        (8, (0, 2), 2, (2, 0), 16),
        (9, (1, 2), 5, (5, 0), 40),
        (10, (2, 2), 8, (2, 1), 18),
        (11, (3, 2), 11, (5, 1), 42),
    ] {
        assert_eq!((b.at(x), b.at(in_b)), (Ok(index), Ok(index)));
        assert_eq!((a.at(index), a.at(in_a)), (Ok(offset), Ok(offset)));
        assert_eq!((r.at(x), r.at(in_b)), (Ok(offset), Ok(offset)));
    }
}

#[test]
fn cute_docs_composition_is_a_layout_compatible_with_b() {
    let (a, b) = (layout!((6,2):(8,2)), layout!((4,3):(3,1)));
    let r = a.compose(&b).unwrap();
    assert_eq!(r, layout!(((2,2),3):((24,2),8)));
    assert!(b.compatible(&r));
    // Every coordinate of B can be used as a coordinate of R.
    for (coord, index) in b.entries() {
        assert_eq!(r.at(coord), a.at(index), "{coord}");
    }
}

#[test]
fn cute_docs_composition_postconditions() {
    let all = small_layouts(2, 2..=4, 0..=6);
    let mut exist = 0;
    for a in &all {
        for b in &all {
            if let Ok(r) = a.compose(b) {
                assert_composes(a, b, &r);
                exist += 1;
            }
        }
    }
    assert!(exist > 50_000, "{exist}");
}

#[test]
fn cute_docs_composition_b_is_the_concatenation_of_its_modes() {
    let b = layout!((4,(3,2)):(3,(1,12)));
    assert_eq!(Layout::concat(&[b.mode(0).unwrap(), b.mode(1).unwrap()]), Ok(b));
}

#[test]
fn cute_docs_composition_distributes_only_without_carries() {
    let by_modes = |a: &Layout, b: &Layout| -> Result<Layout, Error> {
        let parts = [a.compose(&b.mode(0)?)?, a.compose(&b.mode(1)?)?];
        Layout::concat(&parts)
    };
    let (a, b) = (layout!((6,2):(8,2)), layout!((4,3):(3,1)));
    assert_eq!(by_modes(&a, &b), a.compose(&b));
    // Erratum: "when B is injective, composition is left-distributive" is not so; here 4 + 3 carries past 6.
    let (a, b) = (layout!((6,2):(1,7)), layout!((3,2):(2,3)));
    assert_eq!(b.is_injective(), Ok(true));
    assert_eq!(composed(&a, &b), [0, 2, 4, 3, 5, 8]);
    assert_eq!(offsets(&by_modes(&a, &b).unwrap()), [0, 2, 4, 3, 5, 7]);
    assert_eq!(a.compose(&b).unwrap_err().witness(), Some(5));
    // The other direction holds: where the composite exists, it is the composite mode by mode.
    let all = small_layouts(2, 2..=4, 0..=6);
    for a in &all {
        for b in all.iter().filter(|b| b.rank() == 2) {
            if let Ok(r) = a.compose(b) {
                assert_eq!(by_modes(a, b), Ok(r), "{a} o {b}");
            }
        }
    }
}

#[test]
fn cute_docs_composition_past_the_end_needs_the_last_mode() {
    let flat = |a: &Layout| a.flatten().coalesce();
    let (a, b) = (layout!(((2,1),(2,6)):((1,5),(2,4))), layout!((4,3):(6,2)));
    assert_eq!(a.compose_strict(&b), flat(&a).compose_strict(&b));
    // Erratum: "we can assume that A is coalesced" only while B stays inside A: past the end its last mode counts.
    let (a, b) = (layout!((4,1):(1,7)), layout!(8:1));
    assert_eq!(a.coalesce(), layout!(4:1));
    assert_eq!(a.coalesce().compose(&b), Ok(layout!(8:1)));
    assert_eq!(a.compose(&b), Ok(layout!((4,2):(1,7))));
    assert_eq!(composed(&a, &b), [0, 1, 2, 3, 7, 8, 9, 10]);
}

#[test]
fn cute_docs_composition_with_integral_a() {
    for (a, b, s, d) in [(20, 2, 5, 4), (20, 2, 4, 1), (7, 3, 9, 5), (1, 6, 4, 2)] {
        let r = Layout::new(a, b).unwrap().compose(&Layout::new(s, d).unwrap());
        assert_eq!(r, Layout::new(s, b * d));
    }
}

#[test]
fn cute_docs_composition_takes_every_dth_element_and_keeps_s() {
    let a = layout!((3,6,2,8):(5,15,90,180));
    for (s, d) in [(16, 9), (2, 9), (4, 6), (3, 1), (8, 36)] {
        let r = a.compose(&Layout::new(s, d).unwrap()).unwrap();
        let every: Vec<i64> = (0..a.size()).step_by(d as usize).map(|x| at(&a, x)).collect();
        assert_eq!(offsets(&r), every[..s as usize], "{a} o {s}:{d}");
    }
}

/// The document's `shape_div`, line by line.
fn printed_shape_div(shape: &mut [i64], mut stride: i64) {
    for extent in shape {
        assert!(*extent % stride == 0 || stride % *extent == 0);
        (*extent, stride) = ((*extent + stride - 1) / stride, (stride + *extent - 1) / *extent);
    }
}

/// The document's `shape_mod`, line by line.
fn printed_shape_mod(shape: &mut [i64], mut keep: i64) {
    for extent in shape {
        assert!(*extent % keep == 0 || keep % *extent == 0);
        (*extent, keep) = ((*extent).min(keep), (keep + *extent - 1) / *extent);
    }
}

#[test]
fn cute_docs_shape_div_examples() {
    for (shape, by, quotient) in [
        (tuple!((6, 2)), 2, tuple!((3, 2))),
        (tuple!((6, 2)), 3, tuple!((2, 2))),
        (tuple!((6, 2)), 6, tuple!((1, 2))),
        (tuple!((6, 2)), 12, tuple!((1, 1))),
        (tuple!((3, 6, 2, 8)), 6, tuple!((1, 3, 2, 8))),
        (tuple!((3, 6, 2, 8)), 9, tuple!((1, 2, 2, 8))),
        (tuple!((42, 16, 3)), 2, tuple!((21, 16, 3))),
        (tuple!((42, 16, 3)), 6, tuple!((7, 16, 3))),
    ] {
        assert_eq!(shape_div(&shape, &Shape::leaf(by)), Ok(quotient), "{shape} / {by}");
        let mut extents = shape.leaves().to_vec();
        printed_shape_div(&mut extents, by);
        assert_eq!(extents, quotient.leaves());
    }
    assert!(shape_div(&tuple!((6, 2)), &tuple!(4)).is_err(), "the divisibility condition");
}

#[test]
fn cute_docs_shape_mod_examples() {
    for (shape, keep, rest) in [
        (tuple!((6, 2)), 2, tuple!((2, 1))),
        (tuple!((6, 2)), 3, tuple!((3, 1))),
        (tuple!((6, 2)), 6, tuple!((6, 1))),
        (tuple!((6, 2)), 12, tuple!((6, 2))),
        (tuple!((3, 6, 2, 8)), 6, tuple!((3, 2, 1, 1))),
        (tuple!((3, 6, 2, 8)), 9, tuple!((3, 3, 1, 1))),
        (tuple!((1, 2, 2, 8)), 2, tuple!((1, 2, 1, 1))),
        (tuple!((1, 2, 2, 8)), 16, tuple!((1, 2, 2, 4))),
    ] {
        assert_eq!(shape_mod(&shape, keep), Ok(rest), "{shape} % {keep}");
        let mut extents = shape.leaves().to_vec();
        printed_shape_mod(&mut extents, keep);
        assert_eq!(extents, rest.leaves());
    }
    assert!(shape_mod(&tuple!((6, 2)), 4).is_err(), "the divisibility condition");
}

/// Dividing out and modding out, as the two steps of `A o s:d`.
#[test]
fn cute_docs_composition_is_shape_div_then_shape_mod() {
    let a = layout!((3,6,2,8):(5,15,90,180));
    let divided = shape_div(&a.shape(), &tuple!(9)).unwrap();
    assert_eq!(shape_mod(&divided, 16), Ok(tuple!((1, 2, 2, 4))));
    // 9 takes mode 0 (3) and half of mode 1 (3 of 6), so the first stride left is 3 * 15.
    let by_hand = layout!((1,2,2,4):(0,45,90,180));
    assert_eq!(a.compose(&layout!(16:9)), Ok(by_hand.coalesce()));
    assert_eq!(by_hand.coalesce(), layout!(16:45));
}

#[test]
fn cute_docs_divisibility_is_sufficient_not_necessary() {
    // Erratum: without the divisibility condition there can be a sensible result; 3 and 4 do not divide one another.
    assert!(shape_div(&tuple!((4, 8)), &tuple!(3)).is_err());
    assert_eq!(layout!((4,8):(1,100)).compose(&layout!(2:3)), Ok(layout!(2:3)));
    assert_eq!(layout!((4,2,3):(1,5,9)).compose(&layout!(6:3)), Ok(layout!((2,3):(3,7))));
}

#[test]
fn cute_docs_composition_example_1() {
    let a = layout!(20:2);
    assert_eq!(Layout::concat(&[layout!(5:4), layout!(4:1)]), Ok(layout!((5,4):(4,1))));
    assert_eq!(a.compose(&layout!(5:4)), Ok(layout!(5:8)));
    assert_eq!(a.compose(&layout!(4:1)), Ok(layout!(4:2)));
    assert_eq!(Layout::concat(&[layout!(5:8), layout!(4:2)]), Ok(layout!((5,4):(8,2))));
    let r = a.compose(&layout!((5,4):(4,1))).unwrap();
    assert_eq!(r, layout!((5,4):(8,2)));
    // A 5x4 matrix in row-major order: along a row, the offsets of 20:2 in a row.
    for (i, j) in (0..5).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(r.at((i, j)), a.at(4 * i + j));
    }
}

#[test]
fn cute_docs_composition_example_2() {
    let a = layout!((10,2):(16,4));
    assert_eq!(Layout::concat(&[layout!(5:1), layout!(4:5)]), Ok(layout!((5,4):(1,5))));
    let (first, second) = (layout!((5,1):(16,4)), layout!((2,2):(80,4)));
    // "Mod out the shape 5" and "div out the stride 5".
    assert_eq!(shape_mod(&a.shape(), 5).unwrap(), first.shape());
    assert_eq!(shape_div(&a.shape(), &tuple!(5)).unwrap(), second.shape());
    assert_eq!(a.compose(&layout!(5:1)), Ok(first.coalesce()));
    assert_eq!(a.compose(&layout!(4:5)), Ok(second));
    let collected = Layout::concat(&[first, second]).unwrap();
    let coalesced = collected.coalesce_by(&tuple!((1, 1))).unwrap();
    assert_eq!(coalesced, Layout::concat(&[layout!(5:16), layout!((2,2):(80,4))]).unwrap());
    // Erratum: step 5 prints (5,(2,2))):(16,(80,4)), with one parenthesis too many.
    assert!("(5,(2,2))):(16,(80,4))".parse::<Layout>().is_err());
    let r = a.compose(&layout!((5,4):(1,5))).unwrap();
    assert_eq!((r, coalesced), (layout!((5,(2,2)):(16,(80,4))), r));
    // A 5x4 matrix in column-major order.
    for (i, j) in (0..5).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(r.at((i, j)), a.at(i + 5 * j));
    }
}

/// What CuTe prints with run-time integers is the same function, of one and of two coordinates.
#[test]
fn cute_docs_composition_example_2_with_run_time_integers() {
    let fixed = layout!((5,(2,2)):(16,(80,4)));
    let run_time = layout!(((5,1),(2,2)):((16,4),(80,4)));
    assert!(fixed.same_function(&run_time));
    for (i, j) in (0..5).flat_map(|i| (0..4).map(move |j| (i, j))) {
        assert_eq!(fixed.at((i, j)), run_time.at((i, j)));
    }
    assert_eq!(run_time.coalesce_by(&tuple!((1, 1))), Ok(fixed));
}

#[test]
fn cute_docs_composition_by_mode() {
    let a = layout!((12,(4,8)):(59,(13,1)));
    let result = a.compose_tiler(&tiler!(<3:4,8:2>)).unwrap();
    assert_eq!(result, layout!((3,(2,4)):(236,(26,1))));
    let parts =
        [a.mode(0).unwrap().compose(&layout!(3:4)), a.mode(1).unwrap().compose(&layout!(8:2))];
    assert_eq!(Layout::concat(&parts.map(Result::unwrap)), Ok(result));
    // The 3x8 sublayout: every 4th row, every 2nd column.
    for (i, j) in (0..3).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(result.at((i, j)), a.at((4 * i, 2 * j)));
    }
}

#[test]
fn cute_docs_composition_by_mode_with_a_shape() {
    let a = layout!((12,(4,8)):(59,(13,1)));
    // Erratum: the comment above the tiler says (8, 3); the code and the result are those of (3, 8).
    let tiler = Tiler::shape(&tuple!((3, 8))).unwrap();
    assert_eq!(tiler, tiler!(<3:1,8:1>));
    let result = a.compose_tiler(&tiler).unwrap();
    assert_eq!(result, layout!((3,(4,2)):(59,(13,1))));
    for (i, j) in (0..3).flat_map(|i| (0..8).map(move |j| (i, j))) {
        assert_eq!(result.at((i, j)), a.at((i, j)));
    }
    let swapped = a.compose_tiler(&Tiler::shape(&tuple!((8, 3))).unwrap());
    assert_eq!(swapped, Ok(layout!((8,3):(59,13))));
}

/// A tiler is a layout, a tuple of tilers, or a shape.
#[test]
fn cute_docs_composition_tilers() {
    let a = layout!((12,(4,8)):(59,(13,1)));
    let layout_tiler = layout!((6,2):(2,12));
    assert_eq!(a.compose_tiler(&Tiler::from(layout_tiler)), a.compose(&layout_tiler));
    let nested = Tiler::by_mode(&[
        layout!(3:4).into(),
        Tiler::by_mode(&[layout!(2:2).into(), layout!(4:1).into()]).unwrap(),
    ]);
    assert_eq!(a.compose_tiler(&nested.unwrap()), Ok(layout!((3,(2,4)):(236,(26,1)))));
    assert_eq!(a.compose_tiler(&tiler!(<3,8>)), a.compose_tiler(&tiler!(<3:1,8:1>)));
}

/// "Give me the 3x5x8 subblock of this MxNxL tensor."
#[test]
fn cute_docs_composition_subblock() {
    let tensor = layout!((7,10,16):(160,16,1));
    let block = tensor.compose_tiler(&tiler!(<3,5,8>)).unwrap();
    assert_eq!(block, layout!((3,5,8):(160,16,1)));
    for (coord, offset) in block.entries() {
        assert_eq!(tensor.at(coord), Ok(offset), "{coord}");
    }
}

/// "Reorder this 8x16 block of data into a 32x4 block using this weird order of elements."
#[test]
fn cute_docs_composition_reorder_a_block() {
    let block = layout!((8,16):(16,1));
    let weird = layout!(((4,8),(2,2)):((16,1),(8,64)));
    let reordered = block.compose(&weird).unwrap();
    assert_composes(&block, &weird, &reordered);
    let shape = [reordered.mode(0).unwrap().size(), reordered.mode(1).unwrap().size()];
    assert_eq!(shape, [32, 4]);
    let coord = Coord::of((5, 3)).unwrap();
    assert_eq!(reordered.at(coord), block.at(weird.at(coord).unwrap()));
    let mut sorted = offsets(&reordered);
    sorted.sort_unstable();
    assert!(sorted.into_iter().eq(0..128), "every element of the block, once");
}
