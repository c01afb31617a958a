//! `{:?}` of everything that is public is the notation, on one line, without fields of the implementation.

use tilework::{
    AnyLayout, ComposedLayout, CoordLayout, LayoutRef, ModeRuns, Profile, Swizzle, Tensor,
    TensorFn, TensorMut, XorMap, layout, slicer, tiler, tuple,
};

#[test]
fn values() {
    let a = layout!((4,(2,4)):(8,(1,2)));
    let swizzled: ComposedLayout = "Sw<1,2,2> o 0 o (4,8):(8,1)".parse().unwrap();
    let coordinates: CoordLayout = "(4,8):(1@0,1@1)".parse().unwrap();
    let said = |value: &dyn std::fmt::Debug| format!("{value:?}");
    assert_eq!(said(&Some((a, 3))), "Some(((4,(2,4)):(8,(1,2)), 3))");
    assert_eq!(said(&a.leaf_modes()), "[4:8, 2:1, 4:2]");
    assert_eq!(said(&tuple!((4, (2, 4)))), "(4,(2,4))");
    assert_eq!(said(&slicer!((_, 2))), "(_,2)");
    assert_eq!(said(&tiler!(<4,8:2>)), "<4:1,8:2>");
    assert_eq!(said(&a.profile()), "(*,(*,*))");
    assert_eq!(said(&Profile::LEAF), "*");
    assert_eq!(said(&swizzled), "Sw<1,2,2> o 0 o (4,8):(8,1)");
    assert_eq!(said(&AnyLayout::from(swizzled)), "Sw<1,2,2> o 0 o (4,8):(8,1)");
    assert_eq!(said(&LayoutRef::from(&a)), "(4,(2,4)):(8,(1,2))");
    assert_eq!(said(&swizzled.stage(0).unwrap().0), "Swizzle(Sw<1,2,2>)");
    assert_eq!(said(&Swizzle::new(3, 4, 3)), "Ok(Sw<3,4,3>)");
    assert_eq!(said(&XorMap::new(&[1, 2, 5])), "Ok(Xor<1,2,5>)");
    assert_eq!(said(&coordinates), "(4,8):(1@0,1@1)");
    assert_eq!(said(&coordinates.stride().leaves()), "[1@0, 1@1]");
    assert_eq!(said(&a.vector()), "Vector(8 along mode 1, aligned to 8)");
    assert_eq!(said(&ModeRuns::new(a.leaf_modes())), "ModeRuns { front: 4:8, rest: [2:1, 4:2] }");
    let error = a.compose(&layout!(3:-1)).unwrap_err();
    assert_eq!(said(&error), format!("Error({error})"));
}

#[test]
fn tensors_and_iterators() {
    let (mut data, a) = ((0..40).collect::<Vec<i32>>(), layout!((4,8):(8,1)));
    let said = |value: &dyn std::fmt::Debug| format!("{value:?}");
    let tensor = Tensor::new(&data, a).unwrap();
    assert_eq!(said(&tensor), "Tensor((4,8):(8,1) over 40 elements from 0)");
    let mut elements = tensor.iter();
    elements.next();
    assert_eq!(said(&elements), "Iter(31 left)");
    assert_eq!(
        (said(&a.offsets()), said(&a.entries())),
        ("Offsets(32 left)".into(), "Entries(32 left)".into())
    );
    assert_eq!(said(&LayoutRef::from(&a).offsets()), "AnyOffsets(32 left)");
    let mut mutable = TensorMut::new(&mut data, a).unwrap();
    assert_eq!(said(&mutable), "TensorMut((4,8):(8,1) over 40 elements from 0)");
    assert_eq!(said(&mutable.iter_mut()), "Ok(IterMut(32 left))");
    let computed = TensorFn::new(|offset: i64| offset, a);
    assert_eq!(said(&computed), "TensorFn((4,8):(8,1) from 0)");
    assert_eq!(said(&computed.iter()), "IterFn(32 left)");
}
