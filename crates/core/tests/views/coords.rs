//! Views of coordinate layouts: the same values at the same coordinates.

use proptest::prelude::*;
use tilework::{BasisStride, CoordLayout, ErrorKind, Layout, Nested, Order, Tuple, tuple};
use tilework_testing::layout;

use crate::oracle::{counted, shapes};

/// The coordinate layout with the components of two layouts of one shape.
fn both(a: &Layout, b: &[i64]) -> CoordLayout {
    let strides: Vec<BasisStride> = (a.leaf_modes().iter().zip(b))
        .map(|(mode, &d)| {
            let first = BasisStride::new(mode.stride, &[0]).unwrap();
            first.add(&BasisStride::new(d, &[1]).unwrap()).unwrap()
        })
        .collect();
    let mut stride: Nested<BasisStride> = Nested::leaf(strides[0]);
    if !a.shape().is_leaf() {
        stride = stride.select(&[0]).unwrap();
        for next in &strides[1..] {
            stride = stride.append(&Nested::leaf(*next)).unwrap();
        }
        stride = stride.unflatten(&a.shape()).unwrap();
    }
    CoordLayout::new(&a.shape(), &stride).unwrap()
}

/// All values, in the order of counting.
fn table(a: &CoordLayout, order: Order) -> Vec<Tuple> {
    let at = |digits: &Vec<i64>| {
        let coord = Tuple::from_slice(digits).unwrap().unflatten(&a.shape()).unwrap();
        a.at(coord).unwrap()
    };
    counted(a.shape().leaves(), order).iter().map(at).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_500))]

    #[test]
    fn laws(a in layout(1..=4, 1..=3, 0..=6), b in prop::collection::vec(0_i64..=6, 4), seed in any::<usize>()) {
        let a = both(&a, &b);
        let all = shapes(a.size(), 3);
        let (shape, rank) = (all[seed % all.len()], a.rank());
        for order in [Order::Colex, Order::Lex] {
            // One stride for each mode: those of the coordinates that are 1 once.
            let values = table(&a, order);
            let digits = counted(shape.leaves(), order);
            let stride = |leaf: usize| {
                let one = |d: &Vec<i64>| (0..d.len()).all(|i| d[i] == i64::from(i == leaf));
                digits.iter().position(one).map(|x| values[x])
            };
            let strides: Vec<Option<Tuple>> = (0..shape.length()).map(stride).collect();
            let forced = |digits: &Vec<i64>, component: usize| -> i64 {
                let steps = digits.iter().zip(&strides);
                steps.map(|(x, d)| d.map_or(0, |d| x * d.leaves().get(component).copied().unwrap_or(0))).sum()
            };
            let width = values[0].length();
            let first = (0..values.len())
                .find(|&x| (0..width).any(|c| values[x].leaves()[c] != forced(&digits[x], c)));
            match (a.can_view(&shape, order), first) {
                (Ok(view), None) => {
                    prop_assert_eq!(view.shape(), shape);
                    prop_assert_eq!(table(&view, order), values.clone());
                }
                (Err(error), Some(x)) => {
                    prop_assert_eq!(error.witness(), Some(x as i64), "{}", error);
                    let nested = matches!(error.kind(), ErrorKind::NeedsCopy { nested: true, .. });
                    prop_assert_eq!(nested, a.reshape(&shape, order).is_ok(), "{}", error);
                }
                (answer, first) => prop_assert!(false, "{} as {}: {:?}, {:?}", a, shape, answer, first),
            }
            if let Ok(view) = a.reshape(&shape, order) {
                prop_assert_eq!(table(&view, order), values);
                prop_assert!(tilework_testing::refines(&shape, &view.shape()));
            }
        }
        // Rearranged as its components are.
        let axes: Vec<usize> = (0..rank).rev().collect();
        let check = |r: CoordLayout, plain: &dyn Fn(Layout) -> Layout| {
            (0..2).all(|c| a.component(c).is_err() || r.component(c).unwrap() == plain(a.component(c).unwrap()))
        };
        prop_assert!(check(a.permute(&axes).unwrap(), &|l| l.permute(&axes).unwrap()));
        prop_assert!(check(a.swap_dims(0, rank - 1).unwrap(), &|l| l.swap_dims(0, rank - 1).unwrap()));
        prop_assert!(check(a.squeeze().unwrap(), &|l| l.squeeze()));
        prop_assert!(check(a.unsqueeze(rank).unwrap(), &|l| l.unsqueeze(rank).unwrap()));
        let wider = a.shape().product_each().unwrap().prepend(&tuple!(2)).unwrap();
        prop_assert!(check(a.broadcast_to(&wider).unwrap(), &|l| l.broadcast_to(&wider).unwrap()));
        let (flipped, start) = a.flip(&[0]).unwrap();
        prop_assert_eq!(start, a.at(last_of_mode_0(&a)).unwrap());
        prop_assert!(check(flipped, &|l| l.flip(&[0]).unwrap().0));
    }
}

/// The coordinate of the last element of mode 0, and the first of all others.
fn last_of_mode_0(a: &CoordLayout) -> Tuple {
    let shape = a.shape();
    let leaves = if shape.is_leaf() { 1 } else { shape.mode(0).unwrap().length() };
    let digits: Vec<i64> = (shape.leaves().iter().enumerate())
        .map(|(i, n)| if i < leaves { n - 1 } else { 0 })
        .collect();
    Tuple::from_slice(&digits).unwrap().unflatten(&shape).unwrap()
}

#[test]
fn messages() {
    let id = CoordLayout::identity(&tuple!((4, 6))).unwrap();
    assert_eq!(
        id.can_view(&tuple!(24), Order::Lex).unwrap_err().to_string(),
        "can_view of (4,6):(1@0,1@1) as 24, row-major: for component 0 of its values a copy is needed: \
         at index 6 the offset is 1, but with one stride for mode 0 it is 0 (inside mode 0 of the shape, \
         mode 1 of A ends, and mode 0 does not continue it); reshape gives it as a nested layout"
    );
    assert!(id.permute(&[0]).unwrap_err().to_string().starts_with("permute of (4,6):(1@0,1@1):"));
    assert!(id.squeeze_modes(&[0]).is_err() && id.flip(&[2]).is_err() && id.unsqueeze(3).is_err());
}
