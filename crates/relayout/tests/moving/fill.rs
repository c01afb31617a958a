//! One value at every offset, and nothing anywhere else.

use std::fmt::Debug;

use tilework::{ComposedLayout, Layout, LayoutRef, OffsetMap};
use tilework_relayout::{Error, Side, fill};

fn check<'a, T: Copy + PartialEq + Debug>(
    layout: impl Into<LayoutRef<'a>>,
    offsets: impl Iterator<Item = i64> + Clone,
    (before, value): (T, T),
) {
    let (least, most) = offsets.clone().fold((0, 0), |(a, b), x| (a.min(x), b.max(x)));
    let mut expected = vec![before; (most - least) as usize + 5];
    offsets.for_each(|x| expected[(x - least) as usize] = value);
    let mut found = vec![before; expected.len()];
    fill(&mut found, layout, value).unwrap();
    assert_eq!(found, expected);
}

#[test]
fn layouts() {
    let layouts = [
        "1:0",
        "7:1",
        "100:1",
        "(4,8):(1,4)",
        "(4,8):(8,1)",
        "(3,5):(1,7)",
        "(3,5):(-1,7)",
        "(4,6):(1,2)",
        "(4,6):(0,1)",
        "(300,3):(1,1000)",
        "(33,70):(100,1)",
        "(2,3,4):(5,1,-20)",
    ];
    for text in layouts {
        let layout: Layout = text.parse().unwrap();
        check(&layout, layout.offsets(), (0_u8, 9));
        check(&layout, layout.offsets(), (0_u32, 0x0102_0304));
        check(&layout, layout.offsets(), (0.0_f64, 2.5));
        check(&layout, layout.offsets(), ([0_u8; 3], [1, 2, 3]));
        check(&layout, layout.offsets(), ([0_u64; 5], [1, 2, 3, 4, 5]));
        check(&layout, layout.offsets(), ((), ()));
    }
}

#[test]
fn swizzled() {
    let layout: ComposedLayout = "Sw<2,0,2> o 16 o (4,4):(8,1)".parse().unwrap();
    check(&layout, OffsetMap::offsets(&layout).collect::<Vec<_>>().into_iter(), (1_u16, 5));
}

/// A mode that stays where it is, is filled once.
#[test]
fn repeated() {
    let layout: Layout = "(2305843009213693952,2):(0,2)".parse().unwrap();
    let mut data = *b"....";
    fill(&mut data, &layout, b'x').unwrap();
    assert_eq!(&data, b"x.x.");
    let nowhere: Layout = "4611686018427387904:0".parse().unwrap();
    fill(&mut data, &nowhere, b'y').unwrap();
    assert_eq!(&data, b"y.x.");
}

#[test]
fn too_short() {
    let layout: Layout = "(4,6):(1,-4)".parse().unwrap();
    let error = fill(&mut [0_u8; 23], &layout, 1).unwrap_err();
    assert_eq!(error, Error::TooShort { side: Side::Destination, len: 23, span: 24 });
}
