//! A square in its place.

use tilework_relayout::{Error, NoUninit, transpose_in_place};

fn check<T: NoUninit + PartialEq + std::fmt::Debug>(element: impl Fn(usize) -> T) {
    let some = [0, 1, 3, 18];
    let all = (0..40).chain([64, 65, 96, 127, 128, 130, 200]);
    let sizes: Vec<usize> = if cfg!(miri) { some.into() } else { all.collect() };
    for n in sizes {
        let square: Vec<T> = (0..n * n).map(&element).collect();
        let mut found = square.clone();
        transpose_in_place(&mut found, n).unwrap();
        let expected: Vec<T> = (0..n * n).map(|k| square[k % n * n + k / n]).collect();
        assert!(found == expected, "{n}");
    }
}

#[test]
fn all_sizes_and_widths() {
    check(|i| (i * 31) as u8);
    check(|i| (i * 31) as u16);
    check(|i| i as u32);
    check(|i| i as u64);
    check(|i| i as u128);
    check(|i| [i as u8, 1, 2]);
    check(|i| [i; 5]);
    check(|i| [i; 40]);
    check(|_| ());
}

#[test]
fn not_a_square() {
    let error = transpose_in_place(&mut [0_u8; 8], 3).unwrap_err();
    assert_eq!(error, Error::NotSquare { len: 8, rows: 3 });
    let error = transpose_in_place(&mut [0_u8; 8], usize::MAX).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("relayout: 8 elements are not a square of {} rows", usize::MAX)
    );
}
