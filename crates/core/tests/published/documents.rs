//! Figures in the documents that other files compute.

use std::collections::BTreeMap;

const COUNTS: &str = include_str!("../../../../conformance/COUNTS.md");
const COMPARE: &str = include_str!("../../../../COMPARE.md");

/// The rows of a table, by their first cell; empty cells are 0.
fn rows(text: &str) -> BTreeMap<&str, Vec<&str>> {
    text.lines()
        .filter_map(|line| line.strip_prefix("| ")?.strip_suffix(" |"))
        .map(|line| {
            let mut cells =
                line.split('|').map(str::trim).map(|cell| if cell.is_empty() { "0" } else { cell });
            (cells.next().unwrap().trim_matches('`'), cells.collect())
        })
        .collect()
}

#[test]
fn comparison_quotes_the_counts() {
    let (counts, quoted) = (rows(COUNTS), rows(COMPARE));
    let mut seen = 0;
    for (operation, cells) in &quoted {
        if let Some(counted) = counts.get(operation).filter(|_| cells.len() == 6) {
            assert_eq!(cells[..], counted[..6], "{operation} in COMPARE.md");
            seen += 1;
        }
    }
    assert_eq!(seen, 15);
}
