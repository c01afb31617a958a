//! Layouts to try a law on: all small ones, and random ones.

use proptest::prelude::*;
use tilework::Layout;

/// All flat layouts of rank 1 to `rank` with these extents and strides.
pub fn small_layouts(
    rank: usize,
    extents: std::ops::RangeInclusive<i64>,
    strides: std::ops::RangeInclusive<i64>,
) -> Vec<Layout> {
    let modes: Vec<Layout> =
        extents.flat_map(|n| strides.clone().map(move |d| Layout::new(n, d).unwrap())).collect();
    let mut all: Vec<Vec<Layout>> = modes.iter().map(|m| vec![*m]).collect();
    let mut last = all.clone();
    for _ in 1..rank {
        last = last
            .iter()
            .flat_map(|head| modes.iter().map(move |m| [head.as_slice(), &[*m]].concat()))
            .collect();
        all.extend(last.iter().cloned());
    }
    all.iter().map(|l| if l.len() == 1 { l[0] } else { Layout::concat(l).unwrap() }).collect()
}

/// Random modes with these extents and strides.
pub fn modes(
    rank: std::ops::RangeInclusive<usize>,
    extents: std::ops::RangeInclusive<i64>,
    strides: std::ops::RangeInclusive<i64>,
) -> impl Strategy<Value = Vec<(i64, i64)>> {
    prop::collection::vec((extents, strides), rank)
}

/// A random nesting of some modes.
pub fn nest(modes: &[(i64, i64)], seed: u64) -> Layout {
    let parts: Vec<Layout> = modes.iter().map(|&(n, d)| Layout::new(n, d).unwrap()).collect();
    fn build(parts: &[Layout], seed: u64) -> Layout {
        if parts.len() == 1 {
            return if seed.is_multiple_of(5) { Layout::concat(parts).unwrap() } else { parts[0] };
        }
        let seed =
            seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        if parts.len() == 2 || (seed >> 33).is_multiple_of(3) {
            return Layout::concat(parts).unwrap();
        }
        let cut = 1 + (seed >> 35) as usize % (parts.len() - 1);
        let (left, right) = parts.split_at(cut);
        Layout::concat(&[build(left, seed >> 7), build(right, seed >> 9)]).unwrap()
    }
    build(&parts, seed)
}

/// A random nested layout.
pub fn layout(
    rank: std::ops::RangeInclusive<usize>,
    extents: std::ops::RangeInclusive<i64>,
    strides: std::ops::RangeInclusive<i64>,
) -> impl Strategy<Value = Layout> {
    (modes(rank, extents, strides), any::<u64>()).prop_map(|(modes, seed)| nest(&modes, seed))
}
