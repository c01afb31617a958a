//! Every worked example, equation and claim of the published documents on layouts that this
//! project started from, as a test by name:
//!
//! - [`cute_docs`]: CuTe's documentation, "CuTe Layout Algebra" (`02_layout_algebra.md`);
//! - [`note`]: the note *On CuTe layouts* by Hieu Pham;
//! - [`reader_notes`]: a reader's notes on CuTe layout algebra, and their shorter first draft;
//! - [`chinese_notes`]: the notes "CuTe Layout笔记".
//!
//! Where a document prints or claims something that is not so, the test states what is, below
//! a comment `Erratum:`; `docs/errata.md` lists them.

mod chinese_notes;
mod cute_docs;
mod note;
mod reader_notes;

use tilework::{Layout, layout};
use tilework_testing::{composed, eval, offsets, refines};

/// The function of the index past the end, too.
fn at(layout: &Layout, x: i64) -> i64 {
    eval(layout.leaf_modes(), x)
}

/// Layouts to try a law on: all small flat ones and some nested ones.
fn samples() -> Vec<Layout> {
    let mut all = tilework_testing::small_layouts(2, 1..=4, 0..=6);
    all.extend([
        layout!((2,(1,6)):(1,(6,2))),
        layout!(((2,2),3):((24,2),8)),
        layout!((9,(4,8)):(59,(13,1))),
        layout!((4,2,3):(2,1,8)),
        layout!(((1,2),3):((1,1),2)),
        layout!((2,2,2):(1,0,2)),
        layout!((3,1,(2,(2))):(4,9,(2,(1)))),
    ]);
    all
}

/// The post-conditions of composition.
fn assert_composes(a: &Layout, b: &Layout, r: &Layout) {
    assert!(b.compatible(r), "{b} and {r}");
    assert!(refines(&b.shape(), &r.shape()), "{b} and {r}");
    assert_eq!(offsets(r), composed(a, b), "{a} o {b} = {r}");
}

/// Whether `(A, R)` takes every offset of `[0, m)` exactly once.
fn tiles(a: &Layout, r: &Layout, m: i64) -> bool {
    let mut both = offsets(&Layout::concat(&[*a, *r]).unwrap());
    both.sort_unstable();
    both.into_iter().eq(0..m)
}

fn is_increasing(r: &Layout) -> bool {
    offsets(r).is_sorted_by(|x, y| x < y)
}

/// Every `Erratum:` stands in a test that the list of errata names, and the other way round.
#[test]
fn errata_are_listed() {
    let list = include_str!("../../../../docs/errata.md");
    let sources = [
        include_str!("seeds/cute_docs/coalesce.rs"),
        include_str!("seeds/cute_docs/composition.rs"),
        include_str!("seeds/cute_docs/complement.rs"),
        include_str!("seeds/cute_docs/divide.rs"),
        include_str!("seeds/cute_docs/product.rs"),
        include_str!("seeds/note.rs"),
        include_str!("seeds/reader_notes.rs"),
        include_str!("seeds/chinese_notes.rs"),
    ];
    let mut found = Vec::new();
    for source in sources {
        let mut test = "";
        for line in source.lines() {
            if let Some(rest) = line.strip_prefix("fn ") {
                test = rest.split('(').next().unwrap();
            }
            if line.trim_start().starts_with("// Erratum:") {
                found.push(test);
            }
        }
    }
    // The last column of each row but the headings.
    let mut listed: Vec<&str> = list
        .lines()
        .filter(|line| line.starts_with("| ") && !line.starts_with("| place"))
        .map(|row| row.trim_end_matches('|').rsplit('|').next().unwrap().trim().trim_matches('`'))
        .collect();
    listed.sort_unstable();
    found.sort_unstable();
    assert_eq!(listed, found, "one row for each erratum");
}
