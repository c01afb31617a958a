//! Transposes of one large matrix.

use super::Element::{F32, F64, U8, U16};
use super::{Element, Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    vec![
        transpose("a", "4096x4096 transpose", F32, 4096, 4096).reaching(0.6),
        transpose("b", "8192x8192 transpose", F32, 8192, 8192).reaching(0.6),
        transpose("odd", "4001x4003 transpose", F32, 4001, 4003).reaching(0.6),
        transpose("1400", "1400x1400 transpose", F32, 1400, 1400).reaching(0.6),
        transpose("a-u8", "a in u8", U8, 4096, 4096).reaching(0.45),
        transpose("a-u16", "a in u16", U16, 4096, 4096).reaching(0.55),
        transpose("a-f64", "a in f64", F64, 4096, 4096).reaching(0.6),
    ]
}

/// From a row-major matrix to a column-major one.
pub(super) fn transpose(
    name: &'static str,
    title: &str,
    element: Element,
    rows: usize,
    columns: usize,
) -> Work {
    work(
        name,
        title,
        element,
        layout(format!("({rows},{columns}):(1,{rows})")),
        layout(format!("({rows},{columns}):({columns},1)")),
        move |k| k % rows * columns + k / rows,
    )
}
