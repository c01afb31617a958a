//! Views of arrays: permuted, reversed, with gaps, repeated, empty.

use ndarray::{Array, Array1, Array2, Array3, ArrayView3, Axis, Dimension, s};
use tilework_relayout::{Error, relayout_array, relayout_array_parallel};

fn check<D: Dimension>(src: ndarray::ArrayView<'_, u32, D>) {
    let mut expected = Array::zeros(src.raw_dim());
    expected.assign(&src);
    let mut found = Array::zeros(src.raw_dim());
    relayout_array(found.view_mut(), src.view()).unwrap();
    assert_eq!(found, expected);
    found.fill(0);
    relayout_array_parallel(found.view_mut(), src.view()).unwrap();
    assert_eq!(found, expected);
}

fn cube() -> Array3<u32> {
    Array3::from_shape_fn((5, 40, 33), |(i, j, k)| (i * 10_000 + j * 100 + k) as u32)
}

#[test]
fn sources() {
    let cube = cube();
    let view: ArrayView3<'_, u32> = cube.view();
    for axes in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
        let permuted = view.permuted_axes(axes);
        check(permuted);
        check(permuted.slice(s![..;-1, .., ..;2]));
        check(permuted.slice(s![1.., ..;-3, 2..5]));
        check(permuted.index_axis(Axis(1), 2));
    }
    check(Array1::from_vec(vec![1, 2, 3]).broadcast((40, 3)).unwrap());
    check(Array2::<u32>::zeros((0, 4)).view());
    check(ndarray::arr0(5).view());
}

#[test]
fn destinations_keep_what_is_between() {
    let cube = cube();
    let mut expected = Array3::from_elem((10, 80, 66), 7);
    let mut found = expected.clone();
    let part = s![..;2, ..;-2, 1..;2];
    expected.slice_mut(part).assign(&cube);
    relayout_array(found.slice_mut(part), cube.view()).unwrap();
    assert_eq!(found, expected);
}

#[test]
fn other_shapes() {
    let (a, mut b) = (Array2::<u32>::zeros((2, 3)), Array2::zeros((3, 2)));
    let error = relayout_array(b.view_mut(), a.view()).unwrap_err();
    assert_eq!(error, Error::Axis { axis: 0, destination: 3, source: 2 });
    assert_eq!(
        error.to_string(),
        "relayout: axis 0 has 3 elements in the destination and 2 in the source"
    );
    let error = relayout_array(b.view_mut().into_dyn(), a.sum_axis(Axis(0)).view().into_dyn());
    let error = error.unwrap_err();
    assert_eq!(error, Error::Axes { destination: 2, source: 1 });
    assert_eq!(error.to_string(), "relayout: the destination has 2 axes and the source 1");
}
