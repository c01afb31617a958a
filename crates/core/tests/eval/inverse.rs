//! The inverse evaluator finds the index of every offset, and no index for any other.

use proptest::prelude::*;
use tilework::{Error, ErrorKind, Layout, Tuple, layout};
use tilework_testing::{layout, offsets};

/// The law, over the image and around it; where it is refused, the modes do interleave.
fn law(a: &Layout) {
    let table = offsets(a);
    let Ok(inverse) = a.prepare_inverse() else {
        let kind = a.prepare_inverse().unwrap_err().kind();
        assert!(matches!(kind, ErrorKind::Unsupported { .. }), "{a}");
        let mut modes = a.leaf_modes().to_vec();
        modes.retain(|mode| mode.extent > 1);
        modes.sort_by_key(|mode| mode.stride.abs());
        let mut reach = 0;
        let interleave = modes.iter().any(|mode| {
            let met = mode.stride.abs() <= reach;
            reach += (mode.extent - 1) * mode.stride.abs();
            met
        });
        assert!(interleave, "{a}");
        return;
    };
    for offset in a.min_offset() - 3..=a.max_offset() + 3 {
        let index = table.iter().position(|&at| at == offset).map(|index| index as i64);
        assert_eq!(inverse.index_of(offset), index, "{a} at {offset}");
        let coord = index.map(|index| a.coord_of(index).unwrap());
        assert_eq!(inverse.coord_of(offset), coord, "{a} at {offset}");
    }
    for offset in [i64::MIN, i64::MAX] {
        assert_eq!(inverse.index_of(offset), None, "{a} at {offset}");
    }
}

#[test]
fn by_hand() {
    for a in [
        layout!(1:0),
        layout!((1,4):(9,2)),
        layout!((4,8):(8,1)),
        layout!((3,5):(-7,21)),
        layout!(((2,2),3):((24,2),8)),
        layout!((2,3):(3,2)),
        layout!((2,2):(0,1)),
    ] {
        law(&a);
    }
    assert!(layout!((4,8):(8,1)).prepare_inverse().is_ok());
    assert!(layout!((2,2):(0,1)).prepare_inverse().is_err());
}

#[test]
fn huge() {
    let a = layout!((1000003,3,1000033):(-1000033,1000036000099,1));
    let inverse = a.prepare_inverse().unwrap();
    for index in (0..a.size()).step_by(999_999_937).chain([a.size() - 1]) {
        let offset = a.at_index(index).unwrap();
        assert_eq!(inverse.index_of(offset), Some(index));
    }
    let a = layout!((2,4611686018427387903):(4611686018427387903,1));
    let inverse = a.prepare_inverse().unwrap();
    for index in [0, 1, 2, 3, 4, a.size() / 2, a.size() - 2, a.size() - 1] {
        assert_eq!(inverse.index_of(a.at_index(index).unwrap()), Some(index));
    }
}

fn flat(shape: &[i64], stride: &[i64]) -> Result<Layout, Error> {
    Layout::from_tuples(&Tuple::from_slice(shape)?, &Tuple::from_slice(stride)?)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3000))]

    #[test]
    fn random(a in layout(1..=4, 1..=5, -60..=60)) {
        law(&a);
    }

    #[test]
    fn compact(extents in prop::collection::vec(1..=5_i64, 1..=4), order in any::<u64>()) {
        // Compact in a random order, so that it always has an inverse.
        let mut places: Vec<usize> = (0..extents.len()).collect();
        places.sort_by_key(|&i| order.rotate_left(16 * i as u32) & 0xffff);
        let (mut strides, mut next) = (vec![0; extents.len()], 1);
        for i in places {
            strides[i] = next;
            next *= extents[i];
        }
        let a = flat(&extents, &strides).unwrap();
        prop_assert!(a.prepare_inverse().is_ok());
        law(&a);
    }
}
