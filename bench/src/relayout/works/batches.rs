//! Many small matrices, each transposed.

use super::Element::F32;
use super::{Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    vec![
        batch("4x4s", 100_000, 4, 4),
        batch("5x7s", 100_000, 5, 7),
        batch("8x8s", 40_000, 8, 8).reaching(0.45),
        batch("13x11s", 20_000, 13, 11),
        batch("16x16s", 10_000, 16, 16).reaching(0.45),
    ]
}

/// Row-major matrices one after the other, to column-major ones.
fn batch(name: &'static str, count: usize, rows: usize, columns: usize) -> Work {
    let size = rows * columns;
    work(
        name,
        format!("{count} transposes of {rows}x{columns}"),
        F32,
        layout(format!("({count},{rows},{columns}):({size},1,{rows})")),
        layout(format!("({count},{rows},{columns}):({size},{columns},1)")),
        move |k| k / size * size + k % rows * columns + k % size / rows,
    )
}
