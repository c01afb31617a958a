//! `broadcast_to`: element by element against the rules of numpy.

use proptest::prelude::*;
use tilework::{ErrorKind, Layout, Order, Tuple, layout, tuple};
use tilework_testing::{layout, modes};

use crate::oracle::{counted, offset, shapes};

/// The law, for flat layouts: digits of modes of one element, and of modes that were not there, do not matter.
fn law(a: &Layout, shape: &Tuple) {
    let extents: Vec<i64> = a.leaf_modes().iter().map(|mode| mode.extent).collect();
    let (from, to) = (extents.len(), shape.length());
    let new = to.saturating_sub(from);
    let matches =
        from <= to && extents.iter().zip(&shape.leaves()[new..]).all(|(&n, &m)| n == 1 || n == m);
    let Ok(r) = a.broadcast_to(shape) else { return assert!(!matches, "{a} to {shape}") };
    assert!(matches, "{a} to {shape} is {r}");
    assert_eq!(r.shape(), *shape);
    for digits in counted(shape.leaves(), Order::Lex) {
        let kept: Vec<i64> =
            digits[new..].iter().zip(&extents).map(|(&x, &n)| if n == 1 { 0 } else { x }).collect();
        assert_eq!(offset(&r, &digits), offset(a, &kept), "{a} to {shape} is {r}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn flat(parts in modes(1..=3, 1..=3, -5..=9), to in modes(1..=4, 1..=3, 0..=0), equal in any::<u8>()) {
        let one: Vec<Layout> = parts.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
        let a = Layout::concat(&one).unwrap();
        // Often extents that match.
        let mut shape: Vec<i64> = to.iter().map(|mode| mode.0).collect();
        for (i, mode) in parts.iter().rev().enumerate() {
            if i < shape.len() && equal >> i & 1 == 1 {
                let at = shape.len() - 1 - i;
                shape[at] = mode.0;
            }
        }
        law(&a, &Tuple::from_slice(&shape).unwrap());
    }

    /// Nested modes match their size and their own shape.
    #[test]
    fn nested(a in layout(1..=4, 1..=3, -5..=9)) {
        let again = a.broadcast_to(&a.shape()).unwrap();
        prop_assert_eq!(again.normalize_units(), a.normalize_units());
        if a.rank() > 1 {
            let sizes = a.shape().product_each().unwrap();
            let r = a.broadcast_to(&sizes).unwrap();
            prop_assert!(r.same_function(&a), "{} to {}", a, sizes);
            let wider = a.broadcast_to(&sizes.prepend(&tuple!(2)).unwrap()).unwrap();
            prop_assert_eq!(wider.remove(0).unwrap(), r);
            prop_assert_eq!(wider.mode(0), Ok(layout!(2:0)));
        }
    }
}

#[test]
fn small() {
    for a in tilework_testing::small_layouts(2, 1..=3, 0..=2) {
        let a = if a.depth() == 0 { Layout::concat(&[a]).unwrap() } else { a };
        for size in 1..=12 {
            shapes(size, 3).iter().for_each(|shape| law(&a, shape));
        }
    }
}

#[test]
fn refusals() {
    let a = layout!((3,1):(1,7));
    let error = a.broadcast_to(&tuple!((2, 4, 4))).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotBroadcast { size: 3, to: 4 });
    assert!(error.mode_path().eq([1]));
    assert_eq!(
        a.broadcast_to(&tuple!(3)).unwrap_err().to_string(),
        "broadcast_to of (3,1):(1,7) to 3: it has 2 modes already, more than 1"
    );
    let kind = |shape: Tuple| a.broadcast_to(&shape).unwrap_err().kind();
    assert_eq!(kind(tuple!((3, 0))), ErrorKind::BadExtent { leaf: 1, extent: 0 });
    assert_eq!(kind(tuple!((1, 4))), ErrorKind::NotBroadcast { size: 3, to: 1 });
    assert_eq!(
        layout!((6):(1)).broadcast_to(&"((2,3))".parse().unwrap()).unwrap_err().kind(),
        ErrorKind::NotCongruent { left: 1, right: 2 }
    );
    assert_eq!(layout!(1:5).broadcast_to(&tuple!(4)), Ok(layout!(4:0)));
    assert_eq!(layout!(()).broadcast_to(&tuple!((2, 3))), Ok(layout!((2,3):(0,0))));
    assert_eq!(layout!(()).broadcast_to(&tuple!(())), Ok(layout!(())));
    assert!(
        layout!((1,4611686018427387904):(0,2))
            .broadcast_to(&tuple!((4, 4611686018427387904)))
            .is_err()
    );
}
