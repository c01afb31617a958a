//! `{:#}`: the grid of offsets, against the oracle; and `{:?}`, which is the notation on one line.

use proptest::prelude::*;
use tilework::{AnyLayout, CoordLayout, Layout, LayoutRef, layout};
use tilework_testing::bits::{any_composed, table};
use tilework_testing::{layout, offsets};

/// Every number of the grid is the one of its row and column, in lines of one length.
fn law(a: LayoutRef<'_>, table: &[i64]) {
    let text = format!("{a:#}");
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some(a.to_string().as_str()));
    let size = |i: usize| a.shape().mode(i).unwrap().product().unwrap();
    let rank = a.rank();
    let (rows, columns) = if rank < 2 { (1, size(0)) } else { (size(0), size(1)) };
    for (grid, part) in table.chunks((rows * columns) as usize).enumerate() {
        if rank > 2 {
            let head = lines.next().unwrap();
            assert!(head.starts_with("(_,_,") && head.matches(',').count() == rank - 1, "{text}");
        } else {
            assert_eq!(grid, 0, "{text}");
        }
        let grid: Vec<&str> = lines.by_ref().take(rows as usize).collect();
        assert!(grid.iter().all(|line| line.len() == grid[0].len()), "{text}");
        for (row, line) in grid.iter().enumerate() {
            let found: Vec<i64> =
                line.split_whitespace().map(|number| number.parse().unwrap()).collect();
            let wanted = part.iter().skip(row).step_by(rows as usize);
            assert!(found.iter().eq(wanted), "{text}");
        }
    }
    assert_eq!(lines.next(), None, "{text}");
    assert_eq!((format!("{a:?}"), format!("{a:#?}")), (a.to_string(), a.to_string()));
}

/// Whether all of it is shown.
fn fits(a: &Layout) -> bool {
    let size = |i: usize| a.shape().mode(i).unwrap().product().unwrap();
    size(0) <= 32
        && (a.rank() < 2 || size(1) <= 32)
        && (2..a.rank()).map(size).product::<i64>() <= 8
}

proptest! {
    #[test]
    fn plain(a in layout(1..=4, 1..=4, -12..=40).prop_filter("too large", fits)) {
        law((&a).into(), &offsets(&a));
    }

    #[test]
    fn composed(a in any_composed(layout(1..=2, 1..=6, 0..=20).prop_filter("too large", fits))) {
        if let Some(a) = a {
            law((&a).into(), &table(&a));
        }
    }
}

#[test]
fn hand_picked() {
    assert_eq!(
        format!("{:#}", layout!(((2,2),3):((1,6),2))),
        "((2,2),3):((1,6),2)\n 0   2   4\n 1   3   5\n 6   8  10\n 7   9  11"
    );
    assert_eq!(format!("{:#}", layout!(4:-3)), "4:-3\n 0  -3  -6  -9");
    assert_eq!(
        format!("{:#}", layout!((2,2,1,2):(1,2,0,4))),
        "(2,2,1,2):(1,2,0,4)\n(_,_,0,0)\n0  2\n1  3\n(_,_,0,1)\n4  6\n5  7"
    );
    let swizzled: AnyLayout = "Sw<1,0,1> o 0 o (2,2):(2,1)".parse().unwrap();
    assert_eq!(format!("{swizzled:#}"), "Sw<1,0,1> o 0 o (2,2):(2,1)\n0  1\n3  2");
    let coordinates: CoordLayout = "(2,2):(1@0,1@1)".parse().unwrap();
    assert_eq!(format!("{coordinates:#}"), "(2,2):(1@0,1@1)\n(0,0)  (0,1)\n(1,0)  (1,1)");
    assert_eq!(format!("{coordinates:#?}"), "(2,2):(1@0,1@1)");
}

/// Of what is too large for a screen, the beginning, and a line that says so.
#[test]
fn large_layouts() {
    let text = format!("{:#}", layout!((1000000,1000000,9,9):(1,1000000,0,0)));
    assert_eq!(text.lines().count(), 1 + 8 * 33 + 1);
    assert!(text.lines().nth(2).unwrap().starts_with("       0   1000000   2000000"), "{text}");
    assert!(text.lines().nth(2).unwrap().ends_with("31000000  ..."), "{text}");
    let last = "... the first 32 of 1000000 rows, 32 of 1000000 columns, 8 of 81 grids";
    assert_eq!(text.lines().last(), Some(last));
    let line: Layout = "9223372036854775807:1".parse().unwrap();
    let text = format!("{line:#}");
    assert_eq!(text.lines().last(), Some("... the first 32 of 9223372036854775807 columns"));
}
