//! Composed layouts: evaluation, and the operations that choose or repeat elements. The law is always
//! the same: the operation on the composed layout is the operation on its function.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tilework::limits::MAX_STAGES;
use tilework::{
    AnyLayout, ComposedLayout, Error, ErrorKind, Layout, Outer, Slicer, Swizzle, Tiler, Tuple,
    XorMap, layout, slicer, tiler, tuple,
};
use tilework_testing::bits;
use tilework_testing::bits::{any_composed, at, table};
use tilework_testing::{coords, eval, layout};

fn parse(text: &str) -> ComposedLayout {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The layout of the indices themselves: what an operation does to it, it does to the elements.
fn indices(a: &ComposedLayout) -> Layout {
    Layout::col_major(&a.shape()).unwrap()
}

/// `result` has the elements of `a` that `chosen` names.
fn law(
    a: &ComposedLayout,
    what: &str,
    result: Result<ComposedLayout, Error>,
    chosen: Result<Layout, Error>,
) {
    let (Ok(result), Ok(chosen)) = (&result, &chosen) else {
        // By mode, the layout inside may be refused where the indices are not; never the other way round.
        assert!(result.is_err(), "{a} {what}: {result:?}, {chosen:?}");
        return;
    };
    assert_eq!(result.size(), chosen.size(), "{a} {what} = {result}");
    for x in 0..result.size() {
        let index = eval(chosen.leaf_modes(), x);
        assert_eq!(at(result, x), at(a, index), "{a} {what} = {result}, at {x}");
    }
}

fn structure_laws(a: &ComposedLayout) {
    let (id, rank) = (indices(a), a.rank());
    law(a, "coalesce", Ok(a.coalesce()), Ok(id.coalesce()));
    law(a, "flatten", Ok(a.flatten()), Ok(id.flatten()));
    assert!(a.coalesce().length() <= a.length());
    for i in 0..=rank {
        law(a, "mode", a.mode(i), id.mode(i));
        let two = [(i + 1) % rank.max(1), i];
        let order = if two[0] == i { &two[1..] } else { &two };
        law(a, "select", a.select(order), id.select(order));
        law(a, "remove", a.remove(i), id.remove(i));
        for j in i..=rank {
            law(a, "take", a.take(i, j), id.take(i, j));
            law(a, "group", a.group(i, j), id.group(i, j));
        }
    }
    let ones = Tuple::from_slice(&vec![1; rank]).unwrap();
    law(a, "coalesce_by", a.coalesce_by(&ones), id.coalesce_by(&ones));
    law(a, "append", a.append(&Layout::UNIT), id.append(&Layout::UNIT));
    law(a, "prepend", a.prepend(&Layout::UNIT), id.prepend(&Layout::UNIT));
    let image = |a: &ComposedLayout| table(a).into_iter().collect::<BTreeSet<i64>>();
    assert_eq!(image(&a.filter()), image(a), "filter {a}");
    assert_eq!(image(&a.filter_zeros()), image(a), "filter_zeros {a}");
}

fn evaluation_laws(a: &ComposedLayout) {
    let table = table(a);
    assert!(a.offsets().eq(table.iter().copied()), "{a}");
    assert_eq!((a.offsets().len(), a.table()), (table.len(), table.clone()));
    for (x, coord) in (0..).zip(coords(&a.shape())) {
        assert_eq!((a.at(x), a.at(coord)), (Ok(table[x as usize]), Ok(table[x as usize])), "{a}");
        assert_eq!(a.at_strict(coord), Ok(table[x as usize]));
    }
    assert!(a.at_strict(a.size()).is_err());
    let (least, most) = (*table.iter().min().unwrap(), *table.iter().max().unwrap());
    assert_eq!(a.cosize(), Ok(most - least + 1), "{a}");
    assert_eq!((a.min_offset(), a.max_offset()), (Ok(least), Ok(most)), "{a}");
    match a.collision().unwrap() {
        Some((x, y)) => {
            assert!(x != y && table[x as usize] == table[y as usize], "{a}: {x} and {y}");
        }
        None => assert_eq!(table.iter().collect::<BTreeSet<_>>().len(), table.len(), "{a}"),
    }
    let run = (0..).zip(&table).take_while(|&(i, y)| table[0] + i == *y).count();
    assert_eq!(a.vector_width(), run as i64, "{a}");
    let taken: BTreeSet<i64> = table.iter().copied().collect();
    assert_eq!(a.is_surjective(), Ok((least..=most).all(|y| taken.contains(&y))), "{a}");
    assert_eq!(a.mex(), Ok((0..).find(|y| !taken.contains(y)).unwrap()), "{a}");
    let once = taken.len() == table.len() && most - least + 1 == a.size();
    assert_eq!((a.is_contiguous(), a.is_bijective()), (Ok(once), Ok(once && least == 0)), "{a}");
    for y in least - 1..=most + 1 {
        match a.preimage(y).unwrap() {
            Some(x) => assert_eq!(table[x as usize], y, "{a}"),
            None => assert!(!table.contains(&y), "{a}: {y}"),
        }
    }
    assert_eq!(a.to_string().parse(), Ok(*a));
    assert_eq!(a.to_string().parse(), Ok(AnyLayout::Composed(*a)));
}

fn slice_law(a: &ComposedLayout, slicer: &Slicer) {
    let id = indices(a);
    let (kept, fixed) = id.slice(slicer).unwrap();
    let slice = a.slice(slicer).unwrap();
    for x in 0..slice.size() {
        let there = if kept.length() == 0 { 0 } else { eval(kept.leaf_modes(), x) };
        assert_eq!(at(&slice, x), at(a, fixed + there), "{a} at {slicer} = {slice}");
    }
    let (any, offset) = AnyLayout::Composed(*a).slice_and_offset(slicer).unwrap();
    assert!(any.offsets().map(|y| y + offset).eq(table(&slice)), "{a} at {slicer}");
    assert_eq!(a.dice(slicer).unwrap().inner(), &a.inner().dice(slicer).unwrap());
}

/// The forms of division, of tiles that do not overhang.
fn divide_laws(a: &ComposedLayout, t: &Tiler) {
    let id = indices(a);
    if id.overhang(t).is_ok_and(|overhang| overhang == 0) {
        if a.stages() < MAX_STAGES {
            assert!(a.logical_divide(t).is_ok(), "{a} by {t}");
        }
        law(a, "logical_divide", a.logical_divide(t), id.logical_divide(t));
        law(a, "zipped_divide", a.zipped_divide(t), id.zipped_divide(t));
        law(a, "tiled_divide", a.tiled_divide(t), id.tiled_divide(t));
        law(a, "flat_divide", a.flat_divide(t), id.flat_divide(t));
        law(a, "compose_tiler", a.compose_tiler(t), id.compose_tiler(t));
    }
}

#[test]
fn examples() {
    for text in [
        "Sw<3,0,3> o 0 o (8,8):(8,1)",
        "Sw<3,4,3> o 0 o (10,2):(2,1)",
        "Sw<2,1,-3> o 7 o ((2,2),3):((1,4),9)",
        "Sw<2,0,2> o 40 o (4,(2,2)):(-1,(4,8))",
        "Xor<4,1,2> o 0 o (2,4):(4,1)",
        "Xor<1,1,2,2> o 3 o (4,3):(1,0)",
        "(6,2):(1,7) o 0 o (3,2):(2,3)",
        "Sw<1,0,1> o 2 o (4,4):(1,6) o 3 o (3,3):(1,2)",
        "Sw<1,0,1> o 0 o Sw<1,1,1> o 1 o Sw<1,2,1> o 2 o 16:1",
        "Sw<0,0,0> o 5 o 1:0",
    ] {
        let a = parse(text);
        assert_eq!(a.to_string(), text);
        evaluation_laws(&a);
        structure_laws(&a);
        for t in
            [tiler!(2), tiler!(2:1), tiler!((2,2):(1,4)), tiler!(<2>), tiler!(<2,_>), tiler!(<_,2>)]
        {
            divide_laws(&a, &t);
        }
    }
}

/// What users and the peers' bugs say.
#[test]
fn known() {
    assert_eq!(parse("Sw<3,4,3> o 0 o (32,8):(1,32)").at((0, 1)), Ok(32));
    assert_eq!(parse("Sw<3,2,3> o 0 o (32,8):(1,32)").at((0, 1)), Ok(36));

    let atom = parse("Sw<3,3,3> o 0 o (8,64):(64,1)");
    let tiled = atom.tile_to_shape(&tuple!((128, 64)), None).unwrap();
    assert_eq!(tiled.to_string(), "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))");
    let tiled = atom.tile_to_shape(&tuple!((128, 128)), Some(&tuple!((2, 1)))).unwrap();
    assert_eq!(tiled.inner(), &layout!(((8,16),(64,2)):((64,1024),(1,512))));

    // A partition of 64 by 64 under a swizzle, for one thread: strides that the swizzle leaves.
    let partition = layout!(((2,2),1,8):((1,512),0,8));
    let thread = ComposedLayout::new(Swizzle::new(3, 3, 3).unwrap(), 0, &partition).unwrap();
    let (plain, base) = thread.to_layout().unwrap();
    assert!(plain.same_function(&layout!(((2,2),1,(2,2,2)):((1,512),0,(8,16,32)))), "{plain}");
    assert_eq!(base, 0);
    // Another thread sees other strides.
    let thread = ComposedLayout::new(Swizzle::new(3, 3, 3).unwrap(), 64, &partition).unwrap();
    assert_eq!(thread.to_layout(), Ok((layout!(((2,2),1,(2,4)):((1,512),0,(-8,16))), 72)));

    // The composite of two swizzles that is none.
    let two = parse("Sw<3,0,3> o 0 o Sw<1,2,1> o 0 o 64:1");
    evaluation_laws(&two);
    assert_eq!(two.at(8), Ok(Swizzle::new(3, 0, 3).unwrap().apply(12)));

    // The span of the image, not that of the layout inside.
    let a = parse("Sw<3,0,3> o 0 o (8,2):(8,1)");
    assert_eq!((a.inner().cosize(), a.cosize()), (58, Ok(64)));

    // (T,V) to element, of a matrix instruction: a map, not a matrix of 32 by 8.
    let tv = layout!(((4,8),(2,2,2)):((32,1),(16,8,128)));
    assert_eq!((tv.size(), tv.cosize(), tv.at((1, 1))), (256, 256, Ok(32 + 16)));
    assert_eq!(
        layout!((4,2,3):(1,4,8)).logical_divide(&tiler!(<2>)).unwrap().select(&[0, 1, 2]),
        Ok(layout!(((2,2),2,3):((1,2),4,8)))
    );
}

/// T39 and T40, cuda-oxide#544: 32 lanes go down a column of f32, over 32 banks of 4 bytes.
#[test]
fn banks() {
    let ways = |offsets: &mut dyn Iterator<Item = i64>| {
        let mut banks = [0; 32];
        offsets.for_each(|offset| banks[(offset % 32) as usize] += 1);
        banks.into_iter().max().unwrap()
    };
    for (row, expected) in [(32, 32), (64, 32), (16, 16), (33, 1)] {
        let a = Layout::new((32, 32), (row, 1)).unwrap();
        let (column, offset) = a.slice(&slicer!((_, 3))).unwrap();
        assert_eq!(ways(&mut column.offsets().map(|x| x + offset)), expected, "rows of {row}");
    }
    for (swizzle, expected) in [("Sw<5,0,5>", 1), ("Sw<3,0,5>", 4), ("Sw<2,0,5>", 8)] {
        let a = parse(&format!("{swizzle} o 0 o (32,32):(32,1)"));
        for column in 0..32 {
            let slicer = format!("(_,{column})").parse().unwrap();
            assert_eq!(ways(&mut a.slice(&slicer).unwrap().offsets()), expected, "{swizzle}");
        }
    }
}

/// What other implementations refuse, or get wrong.
#[test]
fn peers() {
    // T37, and T41: the composite of two swizzles that is none, as a map.
    assert_eq!(Swizzle::new(5, 0, 6).unwrap().apply(65), 64);
    let (outer, inner) = (Swizzle::new(3, 0, 3).unwrap(), Swizzle::new(1, 2, 1).unwrap());
    let both = XorMap::of(&outer).compose(&XorMap::of(&inner));
    assert_eq!(both.to_swizzle(), None);
    assert!((0..256).all(|x| both.apply(x) == bits::swizzle(&outer, bits::swizzle(&inner, x))));
    // A column whose elements the swizzle moves past nothing: a plain layout from 0 on.
    let a = parse("Sw<3,4,3> o 0 o (10,2):(2,1)");
    let column = a.slice(&slicer!((_, 0))).unwrap();
    assert_eq!(column.to_string(), "Sw<3,4,3> o 0 o (10):(2)");
    assert_eq!(column.to_layout(), Ok((layout!((10):(2)), 0)));
    assert!(column.offsets().eq((0..10).map(|i| at(&a, i))));
    // Elements twice as large: the swizzle moves one bit down, and says so when it cannot.
    let halves = parse("Sw<3,3,3> o 0 o (8,64):(64,1)");
    let words = halves.upcast(2).unwrap();
    assert_eq!(words, parse("Sw<3,2,3> o 0 o (8,32):(32,1)"));
    for (i, j) in (0..8).flat_map(|i| (0..64).map(move |j| (i, j))) {
        assert_eq!(halves.at((i, j)).unwrap(), 2 * words.at((i, j / 2)).unwrap() + j % 2);
    }
    let error = halves.upcast(16).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::SplitsElement { .. }), "{error}");
    // The span of the image is 64 where CuTe has 58, that of the layout inside: data of 58 is too small.
    let a = parse("Sw<3,0,3> o 0 o (8,2):(8,1)");
    assert_eq!((a.cosize(), a.inner().cosize()), (Ok(64), 58));
    assert!(
        tilework::Tensor::new(&[0; 58], a).is_err() && tilework::Tensor::new(&[0; 64], a).is_ok()
    );
}

#[test]
fn parts() {
    let a = parse("Sw<3,3,3> o 4 o (8,64):(64,1)");
    assert_eq!((a.stages(), a.offset(), a.swizzle()), (1, 4, Swizzle::new(3, 3, 3).ok()));
    assert_eq!((a.rank(), a.depth(), a.length(), a.size()), (2, 1, 2, 512));
    assert_eq!(a.shape(), tuple!((8, 64)));
    assert_eq!(a.stage(0), Ok((Outer::Swizzle(Swizzle::new(3, 3, 3).unwrap()), 4)));
    assert!(matches!(a.stage(1).unwrap_err().kind(), ErrorKind::NoSuchMode { mode: 1, rank: 1 }));
    let b = ComposedLayout::nested(&a, 2, &layout!(4:8)).unwrap();
    assert_eq!(b.to_string(), "Sw<3,3,3> o 4 o (8,64):(64,1) o 2 o 4:8");
    assert_eq!((b.stages(), b.swizzle(), b.offset()), (2, None, 2));
    // An offset of 0 may be left out, and CuTe's other names are read.
    assert_eq!(
        "Swizzle<3,3,3> o (8,64):(64,1)".parse(),
        Ok(parse("Sw<3,3,3> o 0 o (8,64):(64,1)"))
    );
    assert_eq!(
        "S<3,4,3> o _0 o (_8,_64):(_64,_1)".parse(),
        Ok(parse("Sw<3,4,3> o 0 o (8,64):(64,1)"))
    );
    assert_eq!("(4,8):(1,4)".parse(), Ok(AnyLayout::Plain(layout!((4,8):(1,4)))));
    for text in
        ["(4,8):(1,4)", "Sw<3,3,3>", "Sw<3,3,3> o 0", "Sw<3,3,3> o 0 o", "o 4:1", "Sw<3,3,3> 0 4:1"]
    {
        assert!(text.parse::<ComposedLayout>().is_err(), "{text}");
    }
    assert!(size_of::<ComposedLayout>() <= 1400, "{}", size_of::<ComposedLayout>());
}

#[test]
fn refusals() {
    let swizzle = Swizzle::new(1, 0, 1).unwrap();
    let kind = |a: Result<ComposedLayout, Error>| a.unwrap_err().kind();
    assert_eq!(
        kind(ComposedLayout::new(layout!(4:1), -1, &layout!(4:1))),
        ErrorKind::NegativeCoordinate { value: -1 }
    );
    assert_eq!(
        kind(ComposedLayout::new(layout!(4:1), 2, &layout!(4:-1))),
        ErrorKind::NegativeCoordinate { value: -1 }
    );
    // A bound would refuse this, but every value is defined.
    let twice = parse("8:1 o 2 o (2,2):(-1,2) o 0 o 3:1");
    assert_eq!(table(&twice), [2, 1, 4]);
    assert!(matches!(
        kind(ComposedLayout::new(swizzle, i64::MAX, &layout!(4:1))),
        ErrorKind::Overflow { .. }
    ));
    assert!(matches!(
        kind(ComposedLayout::new(Layout::new(2, i64::MAX / 2).unwrap(), 0, &layout!(4:1))),
        ErrorKind::Overflow { .. }
    ));
    let mut a = ComposedLayout::new(swizzle, 0, &layout!(4:1)).unwrap();
    for _ in 1..MAX_STAGES {
        a = a.after(&Outer::Swizzle(swizzle), 0).unwrap();
    }
    let error = a.after(&Outer::Swizzle(swizzle), 0).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TooManyStages { limit: MAX_STAGES });
    let full = XorMap::new(&[1; 63]).unwrap();
    assert!(
        ComposedLayout::new(full, 0, &layout!(4:1)).unwrap().after(&Outer::Xor(full), 0).is_err()
    );
    assert_eq!(
        ComposedLayout::new(swizzle, 0, &layout!((4,2):(1,4)))
            .unwrap()
            .slice(&slicer!((_, _, _)))
            .unwrap_err()
            .to_string(),
        "slice of (4,2):(1,4): the coordinate has 3 modes where the shape has 2; give one integer, or as \
         many modes as the shape has"
    );
}

/// Repetitions: the first one is the block itself, and the layout inside says where the others are.
#[test]
fn products() {
    let a = parse("Sw<2,0,3> o 0 o (4,2):(2,1)");
    for t in [tiler!(3:1), tiler!((2,2):(1,2)), tiler!(<2:1,3:1>), tiler!(<_,2>)] {
        let repeats =
            [a.logical_product(&t), a.zipped_product(&t), a.tiled_product(&t), a.flat_product(&t)];
        let inner = [
            a.inner().logical_product(&t),
            a.inner().zipped_product(&t),
            a.inner().tiled_product(&t),
            a.inner().flat_product(&t),
        ];
        for (repeated, inner) in repeats.into_iter().zip(inner) {
            assert_eq!(repeated.map(|r| *r.inner()), inner, "{t}");
        }
    }
    let whole = a.logical_product(&tiler!((3,2):(2,1))).unwrap();
    assert_eq!(whole.mode(0), Ok(a));
    let blocked = a.blocked_product(&layout!((2,3):(3,1))).unwrap();
    let raked = a.raked_product(&layout!((2,3):(3,1))).unwrap();
    for (i, j) in [(0, 0), (3, 1), (1, 0)] {
        assert_eq!(blocked.at(((i, 0), (j, 0))), a.at((i, j)));
        assert_eq!(raked.at(((0, i), (0, j))), a.at((i, j)));
    }
    evaluation_laws(&blocked);
    evaluation_laws(&raked);
}

/// Questions about powers of two are matters of columns, however large.
#[test]
fn large_powers_of_two() {
    let a = parse("Sw<3,4,3> o 0 o (4096,1024,256):(256,1048576,1)");
    let b = parse("Sw<1,4,3> o 0 o (4096,1024,256):(256,1048576,1)");
    assert_eq!(a.is_injective(), Ok(true));
    assert_eq!(a.first_difference(&b), Ok(Some(1)));
    assert_eq!(a.at(1).unwrap() - b.at(1).unwrap(), 32);
    let same = a.compose(&layout!((64,16777216):(16777216,1))).unwrap();
    let again = parse("Sw<3,4,3> o 0 o ((64),(4096,1024,4)):((4),(256,1048576,1))");
    assert_eq!(same.same_function(&again), Ok(true));
    let singular = parse("Xor<1,1> o 0 o 1073741824:1");
    assert_eq!(singular.collision(), Ok(Some((3, 0))));
}

/// Large layouts: the span is found from the elements in one block.
#[test]
fn the_span_of_large_layouts() {
    let a = parse("Sw<3,4,3> o 0 o (1048576,3):(1024,16)");
    assert_eq!(a.cosize(), Ok(1024 * 1048575 + 33));
    let a = parse("Sw<3,4,3> o 0 o (1000001,64):(1009,1)");
    let brute = (1000000..1000001).flat_map(|i| (0..64).map(move |j| 1009 * i + j));
    let swizzle = Swizzle::new(3, 4, 3).unwrap();
    // Only the last block matters; its elements are among the last rows.
    let last = (999990..1000000).flat_map(|i| (0..64).map(move |j| 1009 * i + j)).chain(brute);
    let most = last.map(|y| swizzle.apply(y)).max().unwrap();
    assert_eq!((a.min_offset(), a.max_offset()), (Ok(0), Ok(most)));
    let a = parse("Sw<3,4,3> o 5 o (1000001,64):(-1009,1)");
    assert!(a.min_offset().unwrap() <= 5 - 1009 * 1000000 + 1023);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    #[test]
    fn random(a in any_composed(layout(1..=4, 1..=4, -10..=20))) {
        if let Some(a) = a {
            evaluation_laws(&a);
            structure_laws(&a);
        }
    }

    #[test]
    fn random_slices(a in any_composed(layout(1..=4, 1..=4, 0..=20)), pick in any::<prop::sample::Index>(), marks in any::<u32>()) {
        if let Some(a) = a {
            let fixed = a.inner().coord_of(pick.index(a.size() as usize) as i64).unwrap();
            let leaf = |(i, &x): (usize, &i64)| tilework::Nested::leaf((marks >> i & 1 == 0).then_some(x));
            let flat = fixed.leaves().iter().enumerate().map(leaf)
                .fold(slicer!(()), |all, leaf| all.append(&leaf).unwrap());
            slice_law(&a, &flat.unflatten(&fixed).unwrap());
        }
    }

    #[test]
    fn random_tiles(a in any_composed(layout(1..=3, 1..=6, 0..=20)), n in 1..=4_i64, m in 1..=3_i64, d in 1..=4_i64) {
        if let Some(a) = a {
            divide_laws(&a, &Tiler::layout(Layout::new((n, m), (d, n * d)).unwrap()));
            divide_laws(&a, &Tiler::by_mode(&[Layout::new(n, d).unwrap().into()]).unwrap());
        }
    }

    #[test]
    fn compositions(a in any_composed(layout(1..=3, 1..=5, 0..=20)), b in layout(1..=3, 1..=4, 0..=9)) {
        if let Some(a) = a {
            let composed: Vec<i64> = (0..b.size()).map(|x| at(&a, eval(b.leaf_modes(), x))).collect();
            match a.compose(&b) {
                Ok(r) => {
                    prop_assert_eq!(table(&r), composed);
                    prop_assert_eq!(r.size(), b.size());
                }
                Err(error) => {
                    let full = matches!(error.kind(), ErrorKind::TooManyStages { .. });
                    prop_assert!(full && a.stages() == MAX_STAGES, "{} o {}: {}", a, b, error);
                }
            }
        }
    }

    #[test]
    fn same_functions(a in any_composed(layout(1..=3, 1..=4, 0..=12)), b in any_composed(layout(1..=3, 1..=4, 0..=12))) {
        if let (Some(a), Some(b)) = (a, b) {
            prop_assert!(a.same_function(&a.coalesce()).unwrap());
            let first = table(&a).iter().zip(table(&b)).position(|(x, y)| *x != y);
            prop_assert_eq!(a.first_difference(&b), Ok(first.map(|x| x as i64)), "{} and {}", a, b);
        }
    }
}
