//! Slices: the modes that `_` keeps, from the offset of those that are fixed.

use proptest::prelude::*;
use tilework::{Coord, ErrorKind, Layout, Nested, Op, Slicer, Tuple, layout, slicer};
use tilework_testing::{coords, layout};

/// All slicers of a shape that fix coordinates up to one past the end, or `_`, at every level.
fn slicers(shape: &Tuple) -> Vec<Slicer> {
    let size = shape.product().unwrap();
    let mut all: Vec<Slicer> = (0..=size).map(|x| Nested::leaf(Some(x))).collect();
    all.push(Nested::leaf(None));
    if !shape.is_leaf() {
        all.extend((0..shape.rank()).fold(vec![slicer!(())], |heads, i| {
            let modes = slicers(&shape.mode(i).unwrap());
            heads.iter().flat_map(|head| modes.iter().map(|m| head.append(m).unwrap())).collect()
        }));
    }
    all
}

/// The slicer with `_` replaced by the next of some coordinates.
fn fill(slicer: &Slicer, next: &mut impl Iterator<Item = Coord>) -> Coord {
    if slicer.is_leaf() {
        return match slicer.leaves()[0] {
            Some(x) => Tuple::leaf(x),
            None => next.next().unwrap(),
        };
    }
    let modes = (0..slicer.rank()).map(|i| slicer.mode(i).unwrap());
    modes.fold(Tuple::from_slice(&[]).unwrap(), |c, mode| c.append(&fill(&mode, next)).unwrap())
}

/// `_` where an integer is, and 0 where `_` is.
fn swapped(slicer: &Slicer) -> Slicer {
    let leaves = slicer.leaves().iter().map(|leaf| if leaf.is_some() { None } else { Some(0) });
    let flat = leaves.fold(slicer!(()), |all, leaf| all.append(&Nested::leaf(leaf)).unwrap());
    flat.unflatten(slicer).unwrap()
}

/// Whether every fixed coordinate is one of its mode.
fn is_inside(slicer: &Slicer, shape: &Tuple) -> bool {
    if slicer.is_leaf() {
        return slicer.leaves()[0].is_none_or(|x| (0..shape.product().unwrap()).contains(&x));
    }
    (0..slicer.rank()).all(|i| is_inside(&slicer.mode(i).unwrap(), &shape.mode(i).unwrap()))
}

/// The law: every element of the slice is the element of A with the fixed coordinates.
fn law(a: &Layout, slicer: &Slicer) {
    let (sub, offset) = a.slice(slicer).unwrap();
    for coord in coords(&sub.shape()) {
        let modes: Vec<Coord> = if slicer.is_leaf() {
            vec![coord]
        } else {
            (0..coord.rank()).map(|i| coord.mode(i).unwrap()).collect()
        };
        let whole = fill(slicer, &mut modes.into_iter());
        let there = if sub.length() == 0 { Ok(0) } else { sub.at(coord) };
        assert_eq!(a.at(whole), there.map(|x| offset + x), "{a} at {slicer} and {coord}");
    }
    assert_eq!(a.dice(slicer), a.slice(&swapped(slicer)).map(|(kept, _)| kept), "{a} at {slicer}");
    assert_eq!(a.check_slice(slicer).is_ok(), is_inside(slicer, &a.shape()), "{a} at {slicer}");
    // `_` and the integers together are all modes.
    assert_eq!(sub.length() + a.dice(slicer).unwrap().length(), a.length(), "{a} at {slicer}");
}

#[test]
fn all_slices_of_small_layouts() {
    let mut seen = 0;
    for a in [
        layout!(4:3),
        layout!((4):(3)),
        layout!((3,2):(10,1)),
        layout!((2,(2,2)):(8,(1,2))),
        layout!(((2,1),(2)):((5,7),(-3))),
        layout!((2,((2,2),2)):(100,((0,1),-10))),
    ] {
        let all = slicers(&a.shape());
        all.iter().for_each(|slicer| law(&a, slicer));
        seen += all.len();
    }
    assert_eq!(seen, 688);
}

#[test]
fn examples() {
    let a = layout!((4,(2,4)):(8,(1,2)));
    for (slicer, sub, offset) in [
        (slicer!(_), a, 0),
        (slicer!((_, _)), a, 0),
        (slicer!((2, _)), layout!(((2,4)):((1,2))), 16),
        (slicer!((_, 3)), layout!((4):(8)), 3),
        (slicer!((_, (1, _))), layout!((4,4):(8,2)), 1),
        (slicer!((3, (1, 3))), layout!(()), 31),
        (slicer!(5), layout!(()), 9),
    ] {
        assert_eq!(a.slice(&slicer), Ok((sub, offset)), "{slicer}");
    }
    assert_eq!(a.dice(&slicer!((2, (_, 3)))), Ok(layout!((4,4):(8,2))));
    assert_eq!(a.dice(&slicer!(_)), Ok(layout!(())));
}

#[test]
fn refusals() {
    let a = layout!((4,(2,4)):(8,(1,2)));
    for (slicer, kind) in [
        (slicer!((_)), ErrorKind::CoordinateProfile { coordinate: 1, shape: 2 }),
        (slicer!((_, _, _)), ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 }),
        (slicer!(((_, _), _)), ErrorKind::CoordinateProfile { coordinate: 2, shape: 1 }),
        (slicer!((_, -1)), ErrorKind::NegativeCoordinate { value: -1 }),
    ] {
        let error = a.slice(&slicer).unwrap_err();
        assert_eq!((error.op(), error.kind()), (Op::Slice, kind), "{slicer}");
    }
    let error = a.dice(&slicer!((_, (1, 1, 1)))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::CoordinateProfile { coordinate: 3, shape: 2 });
    assert_eq!(error.op(), Op::Dice);
}

/// Fixed coordinates whose offset does not fit, also where the sum would wrap around to 0.
#[test]
fn overflow() {
    for (count, stride, x) in [(1, 1_i64 << 62, 2), (3, i64::MAX, i64::MAX), (8, i64::MIN, 1 << 62)]
    {
        let a = Layout::concat(&vec![Layout::new(1, stride).unwrap(); count]).unwrap();
        let fixed = Tuple::from_slice(&vec![x; count]).unwrap().to_slicer();
        let error = a.slice(&fixed).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::Overflow { .. }), "{error}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn random(a in layout(1..=5, 1..=4, -20..=20), pick in any::<prop::sample::Index>(), marks in any::<u32>()) {
        // A slicer with the profile of A: each leaf kept or fixed, as the marks say.
        let fixed = a.coord_of(pick.index(a.size() as usize) as i64).unwrap();
        let leaf = |(i, &x): (usize, &i64)| Nested::leaf((marks >> i & 1 == 0).then_some(x));
        let flat = fixed.leaves().iter().enumerate().map(leaf)
            .fold(slicer!(()), |all, leaf| all.append(&leaf).unwrap());
        law(&a, &flat.unflatten(&fixed).unwrap());
    }
}
