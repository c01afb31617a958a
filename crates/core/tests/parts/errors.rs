//! Coordinates, parts and tensors under bad input: what the errors say, and no panic for anything.

use proptest::prelude::*;
use tilework::{
    BasisStride, CoordLayout, Error, Layout, Mode, Nested, Order, Ragged, Tensor, TensorMut, Tiler,
    Tuple, TvLayout, layout, slicer, tiler, tuple,
};
use tilework_testing::forms::tree;

#[test]
fn messages() {
    let mut data = [0; 8];
    let say = |result: Result<(), Error>| result.unwrap_err().to_string();
    for (said, expected) in [
        (
            say(Tensor::with_base(&data, 2, layout!((2,4):(-4,2))).map(drop)),
            "tensor of (2,4): positions -2 to 8 are needed, but there are only 8 elements; 2 missing \
             before the first, 1 after the last",
        ),
        (
            say(TensorMut::new(&mut data, layout!((4,2):(1,3))).map(drop)),
            "tensor of (4,2): indices 4 and 3 both have offset 3",
        ),
        (
            say(TensorMut::new(&mut data, layout!((3,2):(2,3))).unwrap().iter_mut().map(drop)),
            "tensor of (3,2):(2,3): the parts interleave: one ends at 4 and the next begins at 3",
        ),
        (
            say(Tensor::new(&data, layout!(8:1))
                .unwrap()
                .local_tile(&tiler!(3), &slicer!(2))
                .map(drop)),
            "local_tile: ragged of 8: index 2 of the part lies outside; the tiles overhang by 1 \
             elements in all",
        ),
        (
            say(layout!((8, 8)).local_partition(&layout!((2,2):(1,4)), 2).map(drop)),
            "local_partition of (2,2):(1,4): no index has offset 2",
        ),
        (
            say(TvLayout::make(&layout!((4,4):(2,8)), &layout!((2, 1))).map(drop)),
            "make_layout_tv of (4,4):(2,8): no index has offset 1",
        ),
        (
            say(Ragged::new(&tuple!((4, 8)), &tiler!(<2,(2,2):(1,1)>)).map(drop)),
            "ragged in mode 1 of (2,2):(1,1): indices 2 and 1 both have offset 1",
        ),
        (
            say("(4,8):(1@0,1@1@0)".parse::<CoordLayout>().map(drop)),
            "layout of (4,8):(1@0,1@1@0): not supported: a stride along a whole mode together with one inside it, such as \
             1@0 and 1@1@0",
        ),
        (
            say(CoordLayout::identity(&tuple!((4, 8))).unwrap().compose(&layout!(6:3)).map(drop)),
            "composition: (4,8):(1@0,1@1) o 6:3 is not a layout: at index 3 component 0 is 1, but in any \
             layout that agrees up to there it is 5 (a new mode can start only at a multiple of 2)",
        ),
        (
            say(Layout::from_byte_strides(&[2, 3], &[12, 6], 4).map(drop)),
            "strides in mode 1: 4 does not divide 6; the nearest multiples are 4 and 8",
        ),
    ] {
        assert_eq!(said, expected);
    }
}

/// Small numbers, large ones, and those next to the limits.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        4 => -3_i64..12,
        1 => any::<i64>(),
        1 => prop::sample::select(vec![i64::MIN, i64::MAX, 1 << 31, 1 << 62, -(1 << 62), i64::MAX - 1]),
    ]
}

/// Any layout that there is.
fn wild() -> impl Strategy<Value = Layout> {
    let mode = (prop_oneof![4 => 1_i64..6, 1 => number()], number());
    prop::collection::vec(mode, 1..=4).prop_map(|modes| {
        let modes: Vec<Layout> = modes
            .into_iter()
            .filter_map(|(extent, stride)| Layout::of_mode(Mode::new(extent, stride)).ok())
            .collect();
        match modes.len() {
            1 => modes[0],
            _ => Layout::concat(&modes).unwrap_or(Layout::UNIT),
        }
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    /// Whatever the operands: an answer or an error.
    #[test]
    fn total(
        a in wild(), b in wild(), tree in tree(wild()), n in number(), m in number(),
        scales in prop::collection::vec(number(), 4),
    ) {
        let (tiler, shape) = (tree.tiler(), a.shape());
        let coord = Nested::leaf(Some(n)).append(&Nested::leaf(None)).unwrap();
        let pair = Tuple::of((n, m)).unwrap();
        let sum = scales.iter().enumerate().try_fold(BasisStride::ZERO, |sum, (i, scale)| {
            sum.add(&BasisStride::new(*scale, &[i % 3])?)?.scale(m.rem_euclid(3))
        });
        for id in [CoordLayout::identity(&shape), sum.and_then(|sum| CoordLayout::new(&Tuple::leaf(n), &Nested::leaf(sum)))]
            .into_iter().flatten()
        {
            let _ = (id.at(n), id.at(pair), id.compose(&b), id.compose_tiler(&tiler), id.coshape());
            let _ = (id.zipped_divide(&tiler), id.flat_divide(&tiler), id.inner_product(&b.stride()));
            let _ = (id.local_tile(&tiler, &coord), id.local_partition(&b, n), id.slice(&coord));
            let _ = (id.compose_flat(&b), id.compose_at(n, &b), id.compose_strict(&b), id.truncate(n));
            let _ = (id.logical_product(&tiler), id.flat_product(&tiler), id.blocked_product(&b));
            let _ = (id.right_inverse(), id.left_inverse(), id.generalized_inverse(), id.nullspace());
            let _ = (id.complement(&shape), id.complement_default(), id.scale(n), id.overhang(&tiler));
            let _ = (id.collision(), id.is_bijective(), id.is_surjective(), id.preimage(&pair));
            let _ = (id.images_meet(&id), id.first_difference(&id), id.append(&id));
            prop_assert!(id.same_function(&id.coalesce()));
            prop_assert_eq!(id.to_string().parse::<CoordLayout>(), Ok(id));
        }
        let _ = (a.local_tile(&tiler, &coord), a.outer_partition(&tiler, &coord), a.local_partition(&b, n));
        let _ = a.local_tile_projected(&tiler, &coord, &coord);
        if let Ok(ragged) = Ragged::new(&shape, &tiler) {
            let _ = (ragged.masked(), ragged.masked_in(n), ragged.masked_in(pair), ragged.limits(0));
            let _ = (ragged.first_masked(n), ragged.first_masked(0), ragged.is_inside(n, m), ragged.coord(0, 0));
        }
        let _ = TvLayout::make(&a, &b);
        if let Ok(tv) = TvLayout::new(&a, &b.shape()) {
            let _ = (tv.coverage(), tv.owner(n), tv.owner(pair), tv.partition(&b, n), tv.partition(&b, 0));
        }
        let _ = (a.at_index_in(Order::Lex, n), a.coord_of_in(Order::Lex, n), a.byte_strides(n as usize));
        let _ = (a.at((n, m)), a.at_strict((n, m)), a.at_strict(n));
        let mut data = vec![0_u8; 64];
        if let Ok(tensor) = Tensor::with_base(&data, n, a) {
            // A stride of 0 makes more elements of 64 than one can count.
            if tensor.size() < 1 << 20 {
                prop_assert_eq!(tensor.iter().count() as i64, tensor.size());
            }
            let _ = (tensor.get(n), tensor.get((n, m)), tensor.slice(&coord), tensor.compose(&b));
            let _ = (tensor.local_tile(&tiler, &coord), tensor.local_partition(&b, n));
        }
        if let Ok(mut tensor) = TensorMut::with_base(&mut data, n, a) {
            if let Ok(iter) = tensor.iter_mut() {
                prop_assert_eq!(iter.count() as i64, a.size());
            }
            let _ = tensor.view_mut().split(0, m).map(drop);
            let _ = tensor.split(1, m).map(drop);
        }
    }

    /// No text panics.
    #[test]
    fn any_text(text in "[-0-9@+:,() _]{0,24}") {
        let _ = text.parse::<CoordLayout>();
        let _ = text.parse::<BasisStride>();
    }
}

#[test]
fn empty() {
    let none = layout!(());
    let _ = (none.local_tile(&tiler!(4), &slicer!(0)), none.local_partition(&none, 0));
    let _ = (Ragged::new(&none.shape(), &tiler!(4)), CoordLayout::identity(&none.shape()));
    let id = CoordLayout::identity(&tuple!(())).unwrap();
    assert_eq!((id.size(), id.at(0)), (1, Ok(tuple!(()))));
    assert!(Tiler::shape(&tuple!(())).is_err());
    let mut data = [5];
    let mut one = TensorMut::new(&mut data, none).unwrap();
    assert_eq!(one.iter_mut().unwrap().count(), 1);
}
