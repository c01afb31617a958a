//! Swizzles and composed layouts without the algebra: bit by bit, and from the definition.

use proptest::prelude::*;
use tilework::{ComposedLayout, Layout, Outer, Swizzle, XorMap};

use crate::{eval, layout};

/// The swizzle as it is defined: bit `M + i + max(S,0)` is XORed onto bit `M + i - min(S,0)`.
pub fn swizzle(swizzle: &Swizzle, x: i64) -> i64 {
    let (up, down) = (swizzle.shift().max(0) as u32, (-swizzle.shift()).max(0) as u32);
    (0..swizzle.bits()).fold(x, |out, i| {
        let read = x >> (swizzle.base() + i + up) & 1;
        out ^ read << (swizzle.base() + i + down)
    })
}

/// An XOR map by its columns.
pub fn xor(map: &XorMap, x: i64) -> i64 {
    let bits = map.columns().len();
    let high = x >> bits << bits;
    let set = map.columns().iter().enumerate().filter(|&(i, _)| x >> i & 1 == 1);
    set.fold(high, |out, (_, column)| out ^ column)
}

/// One map.
pub fn outer(outer: &Outer, x: i64) -> i64 {
    match outer {
        Outer::Swizzle(s) => swizzle(s, x),
        Outer::Xor(map) => xor(map, x),
        Outer::Layout(layout) => eval(layout.leaf_modes(), x),
    }
}

/// The composed layout at an index, from its parts.
pub fn at(a: &ComposedLayout, x: i64) -> i64 {
    (0..a.stages()).rev().fold(eval(a.inner().leaf_modes(), x), |y, i| {
        let (map, offset) = a.stage(i).unwrap();
        outer(&map, offset + y)
    })
}

/// All offsets of a composed layout, in index order.
pub fn table(a: &ComposedLayout) -> Vec<i64> {
    (0..a.size()).map(|x| at(a, x)).collect()
}

/// All swizzles with at most so many bits, base and shift.
pub fn swizzles(bits: u32, base: u32, shift: i32) -> Vec<Swizzle> {
    let all = (0..=bits).flat_map(|b| (0..=base).map(move |m| (b, m)));
    all.flat_map(|(b, m)| (-shift..=shift).filter_map(move |s| Swizzle::new(b, m, s).ok()))
        .collect()
}

/// A random swizzle of few bits.
pub fn any_swizzle() -> impl Strategy<Value = Swizzle> {
    (0..=3_u32, 0..=4_u32, 0..=3_i32, any::<bool>()).prop_map(|(bits, base, more, up)| {
        let shift = bits as i32 + more;
        Swizzle::new(bits, base, if up { shift } else { -shift }).unwrap()
    })
}

/// A random map.
pub fn any_outer() -> impl Strategy<Value = Outer> {
    prop_oneof![
        3 => any_swizzle().prop_map(Outer::Swizzle),
        1 => prop::collection::vec(0..64_i64, 0..=6)
            .prop_map(|columns| Outer::Xor(XorMap::new(&columns).unwrap())),
        1 => layout(1..=3, 1..=6, 0..=12).prop_map(Outer::Layout),
    ]
}

/// A random composed layout with one to three maps; `None` where it is not defined.
pub fn any_composed(
    inner: impl Strategy<Value = Layout>,
) -> impl Strategy<Value = Option<ComposedLayout>> {
    let maps = prop::collection::vec((any_outer(), 0..=40_i64), 1..=2);
    (any_swizzle(), -8..=40_i64, maps, 0..=3_usize, inner).prop_map(
        |(swizzle, offset, maps, more, inner)| {
            let mut a = ComposedLayout::new(swizzle, offset, &inner).ok()?;
            for (map, offset) in maps.iter().take(more.saturating_sub(1)) {
                a = a.after(map, *offset).ok()?;
            }
            Some(a)
        },
    )
}
