//! Permutations of more than two modes.

use super::Element::{F32, F64, U8};
use super::{Element, Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    vec![
        nchw_to_nhwc("c", "NCHW to NHWC, 32x64x56x56", F32).reaching(0.6),
        nchw_to_nhwc("c-f64", "c in f64", F64).reaching(0.6),
        work(
            "d",
            "(32,32,32,32,8) permuted by (4,2,0,3,1)",
            F32,
            layout("(32,32,32,32,8):(1024,1,32768,32,1048576)"),
            layout("(32,32,32,32,8):(262144,8192,256,8,1)"),
            |k| {
                let (i1, i3, i0) = (k % 32, k / 32 % 32, k / 1024 % 32);
                let (i2, i4) = (k / 32768 % 32, k / 1048576);
                i0 * 262144 + i1 * 8192 + i2 * 256 + i3 * 8 + i4
            },
        )
        .reaching(0.5),
        bit_reversal("rev-u8", "bit reversal of 2^24 in u8", U8),
        bit_reversal("rev-f32", "bit reversal of 2^24 in f32", F32),
    ]
}

fn nchw_to_nhwc(name: &'static str, title: &str, element: Element) -> Work {
    work(
        name,
        title,
        element,
        layout("(32,64,56,56):(200704,1,3584,64)"),
        layout("(32,64,56,56):(200704,3136,56,1)"),
        |k| k / 200704 * 200704 + k % 64 * 3136 + k / 64 % 3136,
    )
}

/// Each bit of the index is a mode, and they come in the opposite order.
fn bit_reversal(name: &'static str, title: &str, element: Element) -> Work {
    const BITS: usize = 24;
    let modes = |stride: fn(usize) -> usize| {
        let strides: Vec<_> = (0..BITS).map(|bit| stride(bit).to_string()).collect();
        layout(format!("({}):({})", ["2"; BITS].join(","), strides.join(",")))
    };
    let (dst, src) = (modes(|bit| 1 << bit), modes(|bit| 1 << (BITS - 1 - bit)));
    work(name, title, element, dst, src, |k| (k as u32).reverse_bits() as usize >> (32 - BITS))
}
