//! Parts of the source, and sources that are seen through a swizzle.

use tilework::ComposedLayout;

use super::Element::{F32, U8, U16};
use super::{Element, Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    vec![
        every("every2-u8", "every 2nd element of u8", U8, 2, 16 << 20),
        every("every5-u8", "every 5th element of u8", U8, 5, 16 << 20),
        every("every2-f32", "every 2nd element of f32", F32, 2, 8 << 20),
        work(
            "sw-f32",
            "swizzled vector, Sw<3,0,3>",
            F32,
            layout("4194304:1"),
            swizzled("Sw<3,0,3> o 0 o 4194304:1"),
            |k| k ^ ((k >> 3) & 7),
        ),
        // 64 panels of 4096x64, of which each row has its eight vectors of 16 bytes permuted.
        work(
            "sw-u16",
            "swizzled 4096x64 panels, Sw<3,3,3>",
            U16,
            layout("(4096,(64,64)):(4096,(1,64))"),
            swizzled("Sw<3,3,3> o 0 o (4096,(64,64)):(64,(1,262144))"),
            |k| {
                let (i, j) = (k / 4096, k % 4096);
                j / 64 * 262144 + i * 64 + ((j % 64) ^ (i % 8 * 8))
            },
        ),
    ]
}

fn every(name: &'static str, title: &str, element: Element, step: usize, count: usize) -> Work {
    let (dst, src) = (layout(format!("{count}:1")), layout(format!("{count}:{step}")));
    work(name, title, element, dst, src, move |k| k * step)
}

fn swizzled(text: &str) -> ComposedLayout {
    text.parse().expect("the works are well-formed")
}
