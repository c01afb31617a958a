//! Pixels to planes and back: a few channels, interleaved or each on its own.

use super::Element::{F32, F64, U8, U16};
use super::{Element, Work, layout, work};

pub(super) fn works() -> Vec<Work> {
    // Some planes are no power of two, as those of most images.
    const ODD: usize = 5460 << 10;
    vec![
        deinterleave("g1", "deinterleave by 4", F32, 4, 4 << 20),
        interleave("g2", "interleave by 4", F32, 4, 4 << 20),
        deinterleave("h1", "RGB pixels of u8 to planes", U8, 3, 16 << 20),
        interleave("h2", "planes to RGB pixels of u8", U8, 3, 16 << 20),
        deinterleave("di2-u8", "deinterleave u8 by 2", U8, 2, 8 << 20),
        deinterleave("di4-u8", "deinterleave u8 by 4", U8, 4, 4 << 20),
        deinterleave("di8-u8", "deinterleave u8 by 8", U8, 8, 2 << 20),
        deinterleave("di2-u16", "deinterleave u16 by 2", U16, 2, 16 << 20),
        deinterleave("di4-u16", "deinterleave u16 by 4", U16, 4, 8 << 20),
        deinterleave("di2-f32", "deinterleave f32 by 2", F32, 2, 8 << 20),
        deinterleave("di3-f32", "deinterleave f32 by 3", F32, 3, ODD),
        deinterleave("di8-f32", "deinterleave f32 by 8", F32, 8, 2 << 20),
        deinterleave("di2-f64", "deinterleave f64 by 2", F64, 2, 4 << 20),
        interleave("il2-u8", "interleave u8 by 2", U8, 2, 8 << 20),
        interleave("il8-u8", "interleave u8 by 8", U8, 8, 2 << 20),
        interleave("il3-u16", "interleave u16 by 3", U16, 3, 2 * ODD),
        interleave("il2-f32", "interleave f32 by 2", F32, 2, 8 << 20),
        interleave("il8-f32", "interleave f32 by 8", F32, 8, 2 << 20),
    ]
}

fn deinterleave(
    name: &'static str,
    title: &str,
    element: Element,
    channels: usize,
    pixels: usize,
) -> Work {
    let (dst, src) = (layout(planes(channels, pixels)), layout(rows(channels, pixels)));
    work(name, title, element, dst, src, move |k| k % pixels * channels + k / pixels).reaching(0.9)
}

fn interleave(
    name: &'static str,
    title: &str,
    element: Element,
    channels: usize,
    pixels: usize,
) -> Work {
    let (dst, src) = (layout(rows(channels, pixels)), layout(planes(channels, pixels)));
    let definition = move |k| k % channels * pixels + k / channels;
    work(name, title, element, dst, src, definition).reaching(1.0)
}

/// A row of channels for each pixel.
fn rows(channels: usize, pixels: usize) -> String {
    format!("({pixels},{channels}):({channels},1)")
}

fn planes(channels: usize, pixels: usize) -> String {
    format!("({pixels},{channels}):(1,{pixels})")
}
