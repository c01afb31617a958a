//! Matrices of bits: read as XORs, they are the function.

use proptest::prelude::*;
use tilework::{AnyLayout, Layout, Swizzle, XorMap};
use tilework_draw::{Expression, Limits, Options, Scene, bits};
use tilework_lang::Scope;

/// What the picture says: bit by bit, the XOR of the bits of the index with a 1 in the row.
fn read(scene: &Scene, index: i64) -> i64 {
    let panel = scene.panels().next().unwrap();
    let mut offset = 0;
    for (row, column, cell) in panel.places() {
        if &*cell.label == "1" && index >> column & 1 == 1 {
            offset ^= 1 << row;
        }
    }
    offset
}

fn law(layout: &AnyLayout) {
    let map = layout.as_ref().to_xor_map().unwrap();
    let scene = bits(&map, Some(&layout.shape()), "");
    for (index, offset) in (0..).zip(layout.offsets()) {
        assert_eq!(read(&scene, index), offset, "{layout} at {index}");
    }
}

proptest! {
    #[test]
    fn the_picture_is_the_function(
        extents in prop::collection::vec(0_u32..3, 1..4),
        strides in prop::collection::vec(0_u32..8, 4),
        (bits, base, shift) in (0_u32..3, 0_u32..3, 0_i32..4),
    ) {
        let modes: Vec<Layout> = extents.iter().zip(&strides)
            .map(|(extent, stride)| Layout::new(1 << extent, 1 << stride).unwrap())
            .collect();
        let layout = AnyLayout::from(Layout::concat(&modes).unwrap());
        // Strides of overlapping modes add with carries: then there is no matrix.
        if layout.as_ref().to_xor_map().is_ok() {
            law(&layout);
            if let Ok(swizzle) = Swizzle::new(bits, base, shift + bits as i32) {
                let swizzled = layout.after(&tilework::Outer::Swizzle(swizzle), 0).unwrap();
                law(&swizzled);
            }
        }
    }
}

#[test]
fn of_values() {
    let options = {
        let mut options = Options::default();
        options.bits = true;
        options
    };
    let scope = Scope::new();
    let draw =
        |text: &str| Expression::new(&scope, text).unwrap().drawn(&options, "", Limits::PICTURE);
    let swizzle: Swizzle = "Sw<3,0,3>".parse().unwrap();
    let scene = draw("Sw<3,0,3>").unwrap();
    assert!((0..64).all(|x| read(&scene, x) == swizzle.apply(x)));
    let map = XorMap::new(&[1, 2, 5]).unwrap();
    let scene = draw("Xor<1,2,5>").unwrap();
    assert!((0..8).all(|x| read(&scene, x) == map.apply(x)));
    // One element has no bits, and a picture all the same.
    assert_eq!(draw("1:0").unwrap().panels().count(), 1);
    let refused = draw("(3,4):(1,3)").unwrap_err();
    assert!(refused.message.contains('3'), "{}", refused.message);
}
