//! The cases that pin down the exact algebra: `conformance/exact.jsonl`.

use crate::cases;

#[test]
fn all_lines_hold() {
    let (lines, ids) = cases::check_all(include_str!("../../../../conformance/exact.jsonl"));
    assert_eq!(lines, 153);
    assert!(
        ids.into_iter().eq((1..=97).map(|i| format!("T{i:02}"))),
        "T01 to T97, each at least once"
    );
}
