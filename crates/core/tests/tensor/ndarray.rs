//! Arrays of `ndarray` and tensors: the same elements at the same coordinates.

use ::ndarray::{Array3, ArrayViewD, Axis, s};
use proptest::prelude::*;
use tilework::{Layout, Order, Tensor, TensorMut, Tuple, layout};

/// The law: element by element, and there and back.
fn law(array: ArrayViewD<'_, i64>) {
    let tensor = Tensor::of_array(array.view()).unwrap();
    for (index, value) in array.indexed_iter() {
        let coord: Vec<i64> = (0..array.ndim()).map(|i| index[i] as i64).collect();
        assert_eq!(tensor[Tuple::from_slice(&coord).unwrap()], *value);
    }
    // `ndarray` counts row by row.
    assert!(tensor.iter_in(Order::Lex).eq(array.iter()));
    assert_eq!(tensor.to_array().unwrap(), array);
}

#[test]
fn views() {
    let a = Array3::from_shape_fn((2, 3, 4), |(i, j, k)| (100 * i + 10 * j + k) as i64);
    law(a.view().into_dyn());
    law(a.t().into_dyn());
    law(a.view().permuted_axes([1, 2, 0]).into_dyn());
    law(a.slice(s![..;-1, .., ..;-1]).into_dyn());
    law(a.slice(s![1, .., ..]).into_dyn());
    law(a.index_axis(Axis(0), 1).into_dyn());
    // With gaps, over all of the data; reversed, and of one element.
    let data = a.as_slice().unwrap();
    for view in [
        a.slice(s![.., ..;2, ..]),
        a.slice(s![..;-1, 1.., ..;3]),
        a.slice(s![1.., 2.., 3..]),
        a.slice(s![.., ..;-2, ..;-1]),
    ] {
        let tensor = Tensor::of_array_in(data, &view).unwrap();
        assert!(tensor.iter_in(Order::Lex).eq(view.iter()), "{view}");
        assert_eq!(tensor.to_array().unwrap(), view.into_dyn());
    }
    let other = a.clone();
    assert!(Tensor::of_array_in(data, &other).is_err());
    assert!(Tensor::of_array_in(&data[1..], &a).is_err());
    let mut b = a.clone();
    TensorMut::of_array(b.view_mut().reversed_axes()).unwrap()[(3, 2, 1)] = -1;
    assert_eq!(b[(1, 2, 3)], -1);
    assert!(TensorMut::of_array(b.slice_mut(s![.., ..;2, ..])).is_err());
    let gaps = a.slice(s![.., ..;2, ..]);
    assert!(Tensor::of_array(gaps).is_err());
    assert_eq!(Layout::of_array(&gaps), Ok(layout!((2,2,4):(12,8,1))));
    assert!(Layout::of_array(&Array3::<u8>::zeros((2, 0, 4))).is_err());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2_000))]

    /// Any layout, also one that repeats elements.
    #[test]
    fn to_array(a in tilework_testing::layout(1..=4, 1..=4, -9..=9)) {
        let data: Vec<i64> = (0..200).collect();
        let Ok(tensor) = Tensor::with_base(&data, 100, a) else { return Ok(()) };
        if let Ok(array) = tensor.to_array() {
            prop_assert!(tensor.iter_in(Order::Lex).eq(array.iter()));
        } else {
            prop_assert!(!a.is_injective().unwrap(), "{}", a);
        }
    }
}
