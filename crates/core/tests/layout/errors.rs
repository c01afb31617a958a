//! Bad input: a clear error of the right kind for each, and no panic for anything.

use std::hint::black_box;

use proptest::prelude::*;
use tilework::{
    Error, ErrorKind, Layout, Mode, Order, Slicer, Tiler, Tuple, ceil_div, crd2crd, crd2idx,
    domain_distribute, idx2crd, idx2crd_stride, layout, recover, recover_with, shape_div,
    shape_mod, slicer, tiler, tuple,
};
use tilework_testing::forms::tree;

/// One line for each: the input, and the pattern of its error.
macro_rules! refused {
    ($($result:expr => $pattern:pat,)*) => {$(
        match $result {
            Ok(value) => panic!("{} is {value:?}", stringify!($result)),
            Err(error) => assert!(
                matches!(Error::kind(&error), $pattern),
                "{}: {error}", stringify!($result)
            ),
        }
    )*};
}

const A: Layout = layout!((4,(2,3)):(1,(4,8)));

#[test]
fn extents() {
    refused! {
        Layout::new((4, 0), (1, 4)) => ErrorKind::BadExtent { leaf: 1, extent: 0 },
        Layout::new(-3, 1) => ErrorKind::BadExtent { leaf: 0, extent: -3 },
        Layout::new((2, (3, i64::MIN)), (1, (2, 6))) => ErrorKind::BadExtent { leaf: 2, extent: i64::MIN },
        Layout::of_mode(Mode::new(0, 1)) => ErrorKind::BadExtent { leaf: 0, extent: 0 },
        "(4,0)".parse::<Layout>() => ErrorKind::BadExtent { leaf: 1, extent: 0 },
        Layout::col_major(&tuple!((4,0))) => ErrorKind::BadExtent { .. },
        Layout::row_major(&tuple!((4,-1))) => ErrorKind::BadExtent { .. },
        Layout::ordered(&tuple!((4,0)), &tuple!((0,1))) => ErrorKind::BadExtent { .. },
        A.with_shape(&tuple!((4,0))) => ErrorKind::BadExtent { .. },
        A.tile_to_shape(&tuple!((4,0)), None) => ErrorKind::BadExtent { .. },
        Tiler::shape(&tuple!((4,0))) => ErrorKind::BadExtent { .. },
        "<4,0>".parse::<Tiler>() => ErrorKind::BadExtent { .. },
        idx2crd(3, &tuple!((4,0))) => ErrorKind::BadExtent { .. },
        crd2idx(&tuple!(3), &tuple!((4,0))) => ErrorKind::BadExtent { .. },
        shape_div(&tuple!((4,0)), &tuple!(2)) => ErrorKind::BadExtent { .. },
        shape_div(&tuple!((4,2)), &tuple!(0)) => ErrorKind::BadExtent { .. },
        ceil_div(&tuple!((4,-2)), &tuple!(2)) => ErrorKind::BadExtent { .. },
        shape_mod(&tuple!((4,0)), 2) => ErrorKind::BadExtent { .. },
        domain_distribute(&tuple!((4,0)), 2) => ErrorKind::BadExtent { .. },
    }
}

#[test]
fn profiles() {
    refused! {
        Layout::new((4, 8), (1, 4, 2)) => ErrorKind::NotCongruent { left: 2, right: 3 },
        Layout::new((4, 8), ((1, 4),)) => ErrorKind::NotCongruent { left: 2, right: 2 },
        Layout::new(4, (1,)) => ErrorKind::NotCongruent { left: 1, right: 1 },
        A.unflatten(&tuple!((1,1))) => ErrorKind::NotCongruent { left: 3, right: 2 },
        A.filter_zeros_by(&tuple!((1,1,1))) => ErrorKind::NotCongruent { .. },
        Layout::ordered(&tuple!((4,8)), &tuple!((0,1,2))) => ErrorKind::NotCongruent { .. },
        A.coalesce_by(&tuple!((1,1,1))) => ErrorKind::RankTooLarge { rank: 3, limit: 2 },
        A.logical_divide(&tiler!(<1,1,1>)) => ErrorKind::RankTooLarge { rank: 3, limit: 2 },
        A.compose_tiler(&tiler!(<1,<1,1,1>>)) => ErrorKind::RankTooLarge { rank: 3, limit: 2 },
        A.at((1, 2, 3)) => ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 },
        A.at(((1, 1), 2)) => ErrorKind::CoordinateProfile { coordinate: 2, shape: 1 },
        A.slice(&slicer!((_,_,_))) => ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 },
        A.at_strict((1, (2, 0))) => ErrorKind::OutOfBounds { coordinate: 2, extent: 2 },
        A.at((1, -1)) => ErrorKind::NegativeCoordinate { value: -1 },
        A.mode(2) => ErrorKind::NoSuchMode { mode: 2, rank: 2 },
        A.mode_at(&[1, 2]) => ErrorKind::NoSuchMode { mode: 2, rank: 2 },
        crd2crd(&tuple!((1,2)), &tuple!((4,8,2)), &tuple!((4,8))) => ErrorKind::CoordinateProfile { .. },
        A.sum(&layout!(12:1)) => ErrorKind::SizeMismatch { left: 24, right: 12 },
    }
}

#[test]
fn too_large() {
    let half: Layout = layout!(4294967296:1);
    refused! {
        Layout::concat(&[Layout::UNIT; 33]) => ErrorKind::TooManyModes { limit: 32 },
        Tuple::from_slice(&[1; 33]) => ErrorKind::TooManyModes { limit: 32 },
        Tiler::by_mode(&[Tiler::keep(); 33]) => ErrorKind::TooManyModes { limit: 32 },
        Layout::new((i64::MAX, 2), (0, 0)) => ErrorKind::Overflow { what: "size" },
        Layout::new((3, 3), (i64::MAX / 3, i64::MAX / 3)) => ErrorKind::Overflow { .. },
        Layout::new((2, 2), (i64::MAX / 2 + 1, i64::MIN / 2)) => ErrorKind::Overflow { .. },
        Layout::new(2, i64::MIN) => ErrorKind::Overflow { .. },
        Layout::new(u64::MAX, 1) => ErrorKind::Overflow { .. },
        half.append(&half) => ErrorKind::Overflow { .. },
        half.scale(4294967296) => ErrorKind::Overflow { .. },
        half.downcast(4294967296) => ErrorKind::Overflow { .. },
        half.logical_product(&tiler!(4294967296)) => ErrorKind::Overflow { .. },
        half.complement(i64::MAX) => ErrorKind::Overflow { .. },
        half.truncate(i64::MAX).and_then(|r| r.scale(2)) => ErrorKind::Overflow { .. },
        half.at(i64::MAX).and_then(|_| layout!(2:3).at(i64::MAX)) => ErrorKind::Overflow { .. },
        layout!(2:4611686018427387904).compose(&layout!(2:2)) => ErrorKind::Overflow { .. },
        crd2idx(&tuple!((1,9223372036854775807)), &tuple!((4,8))) => ErrorKind::Overflow { .. },
        recover(&[0, i64::MAX, i64::MIN + 1, 0]) => ErrorKind::Overflow { .. },
        tuple!((4294967296,4294967296)).product() => ErrorKind::Overflow { .. },
        shape_div(&tuple!(4), &tuple!((4294967296,4294967296))) => ErrorKind::Overflow { .. },
    }
}

#[test]
fn signs() {
    refused! {
        A.compose(&layout!(4:-1)) => ErrorKind::NegativeStride { stride: -1 },
        A.complement(24).and(layout!(4:-2).complement(8)) => ErrorKind::NegativeStride { stride: -2 },
        layout!(4:-2).logical_product(&tiler!(2)) => ErrorKind::NegativeStride { stride: -2 },
        A.logical_product(&tiler!(2:-1)) => ErrorKind::NegativeStride { stride: -1 },
        A.logical_divide(&tiler!(2:-1)) => ErrorKind::NegativeStride { stride: -1 },
        layout!((2,2):(1,-2)).left_inverse() => ErrorKind::NegativeStride { stride: -2 },
        layout!((2,2):(1,-2)).mex() => ErrorKind::NegativeStride { stride: -2 },
        A.complement(0) => ErrorKind::NotPositive { what: "the bound", value: 0 },
        A.complement_exact(-5) => ErrorKind::NotPositive { value: -5, .. },
        A.truncate(0) => ErrorKind::NotPositive { what: "the size", value: 0 },
        A.upcast(0) => ErrorKind::NotPositive { value: 0, .. },
        A.downcast(-2) => ErrorKind::NotPositive { value: -2, .. },
        A.recast(8, 0) => ErrorKind::NotPositive { value: 0, .. },
        A.recast(-8, 16) => ErrorKind::NotPositive { value: -8, .. },
        shape_mod(&tuple!((4,2)), 0) => ErrorKind::NotPositive { value: 0, .. },
        domain_distribute(&tuple!((4,2)), -1) => ErrorKind::NotPositive { value: -1, .. },
        A.compose_at(-1, &layout!(2:1)) => ErrorKind::NegativeCoordinate { value: -1 },
        idx2crd(-1, &tuple!((4,2))) => ErrorKind::NegativeCoordinate { value: -1 },
        idx2crd_stride(3, &tuple!((4,2)), &tuple!((1,0))) => ErrorKind::NotPositive { value: 0, .. },
        recover(&[]) => ErrorKind::Empty,
        recover(&[3]) => ErrorKind::NonZeroOrigin { value: 3 },
        recover_with(0, |x| x) => ErrorKind::NotPositive { value: 0, .. },
        "(4,8".parse::<Layout>() => ErrorKind::Parse { at: 4, .. },
        "(4,x)".parse::<Tuple>() => ErrorKind::Parse { at: 3, .. },
        "(_,x)".parse::<Slicer>() => ErrorKind::Parse { at: 3, .. },
        "<4,8".parse::<Tiler>() => ErrorKind::Parse { at: 4, .. },
    }
}

/// The texts that people read, word by word.
#[test]
fn messages() {
    fn says<T: std::fmt::Debug>(result: Result<T, tilework::Error>, expected: &str) {
        assert_eq!(result.unwrap_err().to_string(), expected);
    }
    // The two of the issue; the second may go on.
    says(
        layout!((6,2):(1,7)).compose(&layout!((3,2):(2,3))),
        "composition: (6,2):(1,7) o (3,2):(2,3) is not a layout: at index 5 it is 8, but any layout that agrees up \
         to there is 7 (offsets 4 and 3 of B carry past extent 6 of A's mode 0)",
    );
    let error = layout!((2,2):(1,5)).complement(24).unwrap_err().to_string();
    let expected = "complement of (2,2):(1,5) in 24: stride 5 is not a multiple of the block 2 below it, so offsets \
                    4, 9, ... cannot be covered";
    assert!(error.starts_with(expected), "{error}");

    says(
        layout!((4,8):(1,100)).compose(&layout!(6:1)),
        "composition: (4,8):(1,100) o 6:1 is not a layout: at index 4 it is 100, but any layout that agrees up to \
         there is 4 (a new mode cannot start there: 4 does not divide the size 6)",
    );
    says(
        layout!((4,8):(1,10)).compose_at(3, &layout!(4:1)),
        "composition: (4,8):(1,10) o 3 o 4:1 is not a layout: at index 3 it is 9, but any layout that agrees up to \
         there is 15 (a new mode can start only at a multiple of 2)",
    );
    says(
        layout!((10,4):(1,4)).compose(&layout!((2,3):(5,16))),
        "composition: (10,4):(1,4) o (2,3):(5,16) is a layout, but not one that refines B's shape: its stride \
         changes at 3, a mode of B ends at 2, and neither divides the other; compose_flat gives it",
    );
    says(
        layout!(12:5).compose_strict(&layout!(7:11)),
        "composition: 12:5 o 7:11 has no answer: at index 2 B is 22, beyond the size 12 of A",
    );
    says(
        layout!(12:5).compose(&layout!(7:-11)),
        "composition: 12:5 o 7:-11 has no answer: stride -11 is negative, which has no meaning here",
    );
    says(
        layout!(4:2).complement(0),
        "complement of 4:2 in 0: the bound is 0, but must be at least 1",
    );
    says(
        layout!((4,2):(1,0)).complement_exact(8),
        "complement of (4,2):(1,0) in 8: a mode of extent 2 has stride 0, so it repeats its offset",
    );
    says(
        layout!((2,2):(2,3)).left_inverse(),
        "left_inverse of (2,2):(2,3): mode 2:3 begins at 3, before mode 2:2 ends at 4",
    );
    says(
        layout!((8, (12, 5))).tiled_divide(&tiler!(<_,<_,2:-1>>)),
        "tiled_divide in mode 1.1: complement of 2:-1 in 5: stride -1 is negative, which has no meaning here",
    );
    says(
        layout!(2:2).logical_product(&tiler!(3:1)),
        "logical_product: composition: (2,2):(1,4) o 3:1 is not a layout: at index 2 it is 4, but any layout that \
         agrees up to there is 2 (a new mode cannot start there: 2 does not divide the size 3)",
    );
    says(
        Layout::new((4, 0), (1, 4)),
        "layout of (4,0):(1,4): extent 0 of leaf 1 is not positive; the least extent is 1",
    );
    says(
        Layout::new((4, 8), (1, 4, 2)),
        "layout of (4,8):(1,4,2): 2 leaves on one side and 3 on the other",
    );
    says(
        Layout::new((4, 8), ((1, 4),)),
        "layout of (4,8):((1,4)): both have 2 leaves, but they are nested differently",
    );
    says(
        Layout::new((1_i64 << 40, 1_i64 << 40), (1, 4)),
        "layout of (1099511627776,1099511627776):(1,4): the size does not fit into 64 bits",
    );
    says(
        layout!((4, (2, 4))).at_strict((1, (1, 4))),
        "evaluation in mode 1.1 of (1,(1,4)) in (4,(2,4)):(1,(4,8)): coordinate 4 is not below extent 4",
    );
    says(
        layout!((4, (2, 4))).at((1, (1, 2, 3))),
        "evaluation in mode 1 of (1,(1,2,3)) in (4,(2,4)):(1,(4,8)): the coordinate has 3 modes where the shape has \
         2; give one integer, or as many modes as the shape has",
    );
    says(layout!((4, 8)).at(-1), "evaluation of -1 in (4,8):(1,4): coordinate -1 is negative");
    says(
        layout!((2,3):(1,5)).common_refinement(&layout!((3,2):(1,7))),
        "common_refinement of (2,3):(1,5) and (3,2):(1,7): the strides change at 2 and 3, and neither divides the other",
    );
    says(
        layout!((2,3):(1,5)).sum(&layout!(5:1)),
        "sum: (2,3):(1,5) + 5:1 has no answer: the sizes 6 and 5 differ",
    );
    says(
        layout!(8:2).downcast(2),
        "downcast of 8:2 by 2: smaller elements need a mode with stride 1, and there is none",
    );
    says(
        layout!((2,3):(1,5)).sum(&layout!((3,2):(1,7))),
        "sum: (2,3):(1,5) + (3,2):(1,7) is not a layout: at index 3 it is 13, but any layout that agrees up to there \
         is 9 (a new mode can start only at a multiple of 2)",
    );
    says(
        recover(&[0, 1, 1]),
        "recover: the table is not a layout: at index 2 it is 1, but any layout that agrees up to there is 2 (a new \
         mode cannot start there: 2 does not divide the size 3)",
    );
    says(
        layout!(4:2).complement_exact(20),
        "complement of 4:2 in 20: 20 is not a multiple of the block 8; the nearest multiples are 16 and 24",
    );
    says(
        layout!((4,6):(1,4)).tile_to_shape(&tuple!((8, 20)), None),
        "tile_to_shape in mode 1 of (4,6):(1,4) to (8,20): 6 does not divide 20; the nearest multiples are 18 and 24",
    );
    says(
        layout!((8, 12)).flat_divide(&tiler!(<2,3,4>)),
        "flat_divide of (8,12):(1,8): 3 modes are named, but the rank is 2",
    );
    says(layout!((4, 8)).mode(2), "mode of (4,8):(1,4): mode 2 is not within rank 2");
    says(layout!((4, 8)).take(1, 1), "take of (4,8):(1,4): not supported: an empty range of modes");
    says(
        shape_div(&tuple!(((2, 2), 3)), &tuple!((2, 2, 2))),
        "shape_div of ((2,2),3) by (2,2,2): 2 modes on one side and 3 on the other",
    );
    says("(4,8)):1".parse::<Layout>(), "parse `(4,8)):1`: at byte 5: expected the end of the text");
    says(
        "<3,o>".parse::<Tiler>(),
        "parse `<3,o>`: at byte 3: expected a layout, a shape, `_` or `<`",
    );
    says(recover(&[]), "recover: an empty table has no layout; the smallest is [0]");
    says(recover(&[5]), "recover: index 0 is mapped to 5, but every layout maps it to 0");
}

/// Operands that are too long for a message are cut, not lost.
#[test]
fn long_operands() {
    let a = Layout::concat(&[layout!(2:1000000000000); 32]).unwrap();
    let message = a.complement(0).unwrap_err().to_string();
    assert!(message.starts_with("complement of (2,2,2,2,"), "{message}");
    assert!(message.contains("...: the bound is 0"), "{message}");
}

/// The carry that a message names is one: two offsets that A does not add up.
fn carry_law(a: &Layout, b: &Layout) {
    let Err(error) = a.compose(b) else { return };
    let ErrorKind::NotALayout { carry: Some(carry), .. } = error.kind() else { return };
    let tilework::Carry { low, high, boundary, leaf, .. } = carry;
    assert!(low % boundary + high % boundary >= boundary, "{error}");
    let end: i64 = a.leaf_modes()[..=leaf].iter().map(|mode| mode.extent).product();
    assert_eq!(end, boundary, "{error}");
}

/// A number of any size, with those near the limits more often.
fn number() -> impl Strategy<Value = i64> {
    prop_oneof![
        3 => -4_i64..=12,
        1 => any::<i64>(),
        1 => (0_u32..63).prop_map(|bit| 1 << bit),
        1 => (0_u32..63).prop_map(|bit| -(1 << bit)),
        1 => (0_i64..3).prop_map(|n| i64::MAX - n),
        1 => (0_i64..3).prop_map(|n| i64::MIN + n),
    ]
}

/// A layout with extents and strides of any size: of random modes, those that fit together.
fn wild() -> impl Strategy<Value = Layout> {
    let extent = prop_oneof![3 => 1_i64..=8, 1 => (0_u32..62).prop_map(|bit| 1 << bit), 1 => 1_i64..=i64::MAX];
    let modes = prop::collection::vec((extent, number()), 0..=6);
    (modes, any::<u64>()).prop_map(|(modes, seed)| {
        let mut kept: Vec<(i64, i64)> = Vec::new();
        for mode in modes {
            kept.push(mode);
            let (extents, strides): (Vec<i64>, Vec<i64>) = kept.iter().copied().unzip();
            let tuple = |values: &[i64]| Tuple::from_slice(values).unwrap();
            if Layout::new(tuple(&extents), tuple(&strides)).is_err() {
                kept.pop();
            }
        }
        if kept.is_empty() { layout!(()) } else { tilework_testing::nest(&kept, seed) }
    })
}

/// Everything there is; whatever it answers, it answers.
fn everything(a: &Layout, b: &Layout, tiler: &Tiler, n: i64, m: i64, coord: &Tuple) {
    let shape = b.shape();
    let mut errors = Vec::new();
    macro_rules! call {
        ($($call:expr;)*) => {$( if let Err(error) = black_box($call) { errors.push(error); } )*};
    }
    call! {
        a.compose(b); a.compose_flat(b); a.compose_strict(b); a.compose_at(n, b); a.compose_tiler(tiler);
        a.complement(n); a.complement_exact(n); a.complement_image(n); a.complement_default();
        a.logical_divide(tiler); a.zipped_divide(tiler); a.tiled_divide(tiler); a.flat_divide(tiler); a.overhang(tiler);
        a.logical_product(tiler); a.zipped_product(tiler); a.tiled_product(tiler); a.flat_product(tiler);
        a.blocked_product(b); a.raked_product(b); a.tile_to_shape(&shape, Some(coord)); a.tile_to_shape(coord, None);
        a.left_inverse(); a.solve_right(b); a.nullspace(); a.max_common_layout(b); a.max_common_vector(b);
        a.upcast_and_offset(n); a.downcast_and_offset(n); a.recast_and_offset(n, m); a.upcast(n); a.downcast(n); a.recast(n, m);
        a.sum(b); a.scale(n); a.truncate(n); a.common_refinement(b); a.with_shape(&shape); a.with_shape(coord);
        a.coalesce_by(&shape); a.filter_by(&shape); a.filter_zeros_by(coord);
        Layout::ordered(&shape, coord); Layout::col_major(coord); Layout::row_major(coord);
        Layout::from_tuples(&shape, coord); Layout::from_tuples(coord, &shape);
        a.at(n); a.at(coord); a.at_strict(coord); a.coord_of(n); a.slice(&coord.to_slicer()); a.dice(&coord.to_slicer());
        crd2idx(coord, &shape); idx2crd(n, &shape); idx2crd_stride(n, &shape, &a.stride()); crd2crd(coord, &shape, &a.shape());
        crd2idx(&shape, coord); idx2crd(n, coord); crd2crd(&shape, coord, coord);
        shape_div(&shape, coord); shape_div(coord, &shape); ceil_div(&a.shape(), &shape); ceil_div(coord, &shape);
        shape_mod(&shape, n); domain_distribute(&shape, n); coord.product(); coord.product_each();
        a.append(b); a.prepend(b); a.append_n(3, b); a.replace(0, b); a.remove(0); a.select(&[0, 1]); a.take(0, 2);
        a.group(0, 2); a.mode(1); a.unflatten(coord); Layout::concat(&[*a, *b, *a]); Tiler::shape(coord);
        a.mex(); recover(&[0, n, m]); recover(&[0, n, m, n.wrapping_add(m)]); recover(coord.leaves());
        recover_with(a.size(), |x| a.at_index(x).unwrap());
        a.can_view(&shape, Order::Lex); a.can_view(coord, Order::Colex); a.can_view(&a.shape(), Order::Lex);
        a.can_view(&Tuple::leaf(-1), Order::Lex); a.reshape(&Tuple::leaf(-1), Order::Lex); a.reshape(coord, Order::Lex);
        a.permute(&[1, 0]); a.swap_dims(0, 1); a.squeeze_modes(&[0]); a.unsqueeze(1); a.broadcast_to(&shape);
        a.broadcast_to(coord); a.flip(&[0]); a.flip(&[1, 0]); a.as_strided(&shape, &b.stride(), n); a.as_strided(coord, coord, m);
    }
    black_box((
        a.coalesce(),
        a.filter(),
        a.filter_zeros(),
        a.flatten(),
        a.sort_by_stride(),
        a.like(),
    ));
    black_box((a.right_inverse(), a.max_alignment(), a.vector_width()));
    black_box((
        a.same_function(b),
        a.first_difference(b),
        a.is_surjective(),
        a.is_bijective(),
        a.is_contiguous(),
    ));
    black_box((
        a.compatible(b),
        a.weakly_compatible(b),
        a.congruent(b),
        a.weakly_congruent(b),
        a.evenly_divides(coord),
    ));
    black_box((
        a.size(),
        a.cosize(),
        a.min_offset(),
        a.max_offset(),
        a.depth(),
        a.offsets().take(9).count(),
    ));
    black_box((
        a.entries().take(9).count(),
        a.offsets().size_hint(),
        a.to_string(),
        tiler.to_string(),
    ));
    carry_law(a, b);
    for error in errors {
        let text = error.to_string();
        assert!(
            text.starts_with(error.op().name()) && text.len() > error.op().name().len(),
            "{text}"
        );
    }
}

/// What is answered near the limits is right: in the corners, and in the middle.
fn answers(a: &Layout, b: &Layout, n: i64) {
    let places = |size: i64| {
        [0, 1, size / 3, size / 2, size - 2, size - 1]
            .into_iter()
            .filter(move |x| (0..size).contains(x))
    };
    if let Ok(r) = a.compose(b) {
        places(b.size())
            .for_each(|x| assert_eq!(r.at(x), a.at(b.at(x).unwrap()), "{a} o {b} = {r}"));
    }
    if let Ok(r) = a.truncate(n) {
        places(n).for_each(|x| assert_eq!(r.at(x), a.at(x), "{a} to {n}: {r}"));
    }
    if let Ok(r) = a.sum(a) {
        places(a.size())
            .for_each(|x| assert_eq!(r.at(x).unwrap(), 2 * a.at(x).unwrap(), "{a}: {r}"));
    }
    if let Ok(l) = a.left_inverse() {
        places(a.size()).for_each(|x| assert_eq!(l.at(a.at(x).unwrap()), Ok(x), "{a}: {l}"));
    }
    let r = a.right_inverse();
    places(r.size()).for_each(|i| assert_eq!(a.at(r.at(i).unwrap()), Ok(i), "{a}: {r}"));
    for r in [a.complement_exact(n), a.complement_exact(a.cosize())].into_iter().flatten() {
        let both = Layout::concat(&[*a, r]).unwrap();
        assert!(both.is_bijective(), "{a}: {r}");
    }
    assert!(a.coalesce().same_function(a), "{a}");
    let coord = a.coord_of(a.size() - 1).unwrap();
    assert_eq!(a.at_strict(coord), a.at(a.size() - 1), "{a}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20_000))]

    #[test]
    fn nothing_panics(
        a in wild(),
        b in wild(),
        tree in tree(wild()),
        n in number(),
        m in number(),
        coord in (tilework_testing::layout(1..=4, 1..=1, 0..=0), prop::collection::vec(number(), 4)),
    ) {
        let (profile, values) = coord;
        let coord = Tuple::from_slice(&values[..profile.length()]).unwrap().unflatten(&profile.shape()).unwrap();
        everything(&a, &b, &tree.tiler(), n, m, &coord);
        answers(&a, &b, n);
    }

    /// Nor do the decisions, and the witnesses that they name are ones.
    #[test]
    fn no_decision_panics(a in wild(), b in wild(), n in number(), m in number()) {
        let at = |l: &Layout, x: i64| i128::from(l.at_strict(x).unwrap());
        if let Ok(Some((x, y))) = a.collision() {
            prop_assert!(x != y && at(&a, x) == at(&a, y), "{}: {} and {}", a, x, y);
        }
        if let Ok(Some(x)) = a.preimage(n) {
            prop_assert_eq!(at(&a, x), i128::from(n), "{} at {}", a, x);
        }
        if let Ok(Some((x, y))) = a.images_meet(n, &b, m) {
            prop_assert_eq!(i128::from(n) + at(&a, x), i128::from(m) + at(&b, y), "{} and {}", a, b);
        }
        prop_assert!(a.is_injective().is_ok() || a.collision().is_err());
    }

    #[test]
    fn carries(a in tilework_testing::layout(1..=3, 1..=6, -3..=20), b in tilework_testing::layout(1..=3, 1..=4, 0..=12)) {
        carry_law(&a, &b);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    /// These search among layouts, so they get fewer turns.
    #[test]
    fn no_search_panics(a in wild()) {
        black_box(a.right_inverse_max().is_ok());
        if a.cosize() < 1 << 16 {
            black_box(a.left_inverse_search().is_ok());
        }
    }
}
