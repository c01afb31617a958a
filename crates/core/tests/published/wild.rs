//! Cases from the issue trackers of CuTe and its relatives: `conformance/wild.jsonl`.

use tilework::{Layout, layout, tiler};

use crate::cases;

#[test]
fn all_lines_hold() {
    let (lines, ids) = cases::check_all(include_str!("../../../../conformance/wild.jsonl"));
    assert_eq!((lines, ids.len()), (75, 46));
    for case in (1..=36).chain([42, 46]).map(|i| format!("W{i}")) {
        assert!(ids.contains(&case), "{case} is missing");
    }
}

/// The accumulator of an MMA as a matrix, as FlashAttention reads it: `(4,2,3)`, the values
/// of a thread, becomes rows `(2,2)` and columns `(2,3)`.
#[test]
fn w46_accumulator_as_rows_and_columns() {
    let split = layout!((4, 2, 3)).logical_divide(&tiler!(<2>)).unwrap();
    let part = |path: &[usize]| split.mode_at(path).unwrap();
    let rows = Layout::concat(&[part(&[0, 1]), part(&[1])]).unwrap();
    let columns = Layout::concat(&[part(&[0, 0]), part(&[2])]).unwrap();
    let matrix = Layout::concat(&[rows, columns]).unwrap();
    assert_eq!(matrix, layout!(((2,2),(2,3)):((2,4),(1,8))));
    assert!(matrix.is_bijective());
}
