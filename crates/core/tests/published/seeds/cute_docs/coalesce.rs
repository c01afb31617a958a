//! "Coalesce" and "By-mode Coalesce".

use tilework::{Layout, Mode, layout, tuple};
use tilework_testing::offsets;

use crate::seeds::samples;

#[test]
fn cute_docs_coalesce_example() {
    assert_eq!(layout!((2,(1,6)):(1,(6,2))).coalesce(), layout!(12:1));
}

#[test]
fn cute_docs_coalesce_postconditions() {
    for a in samples() {
        let r = a.coalesce();
        assert_eq!(r.size(), a.size(), "{a}");
        assert!(r.depth() <= 1, "{a}");
        assert_eq!(offsets(&r), offsets(&a), "{a}");
    }
}

#[test]
fn cute_docs_coalesce_column_major_acts_as_one_mode() {
    let a = layout!((2,4):(1,2));
    assert!((0..8).all(|x| a.at(x) == layout!(8:1).at(x)));
    assert_eq!(a.coalesce(), layout!(8:1));
}

#[test]
fn cute_docs_coalesce_modes_of_size_one_have_coordinate_zero() {
    let a = layout!((2,1,3):(1,77,2));
    for x in 0..a.size() {
        assert_eq!(a.coord_of(x).unwrap().leaves()[1], 0);
    }
    assert_eq!(a.coalesce(), layout!(6:1));
}

/// `s0:d0 ++ s1:d1` as the document defines it.
fn binary(first: Mode, second: Mode) -> Vec<Mode> {
    let Mode { extent: s0, stride: d0 } = first;
    let Mode { extent: s1, stride: d1 } = second;
    if s1 == 1 {
        vec![first]
    } else if s0 == 1 {
        vec![second]
    } else if d1 == s0 * d0 {
        vec![Mode::new(s0 * s1, d0)]
    } else {
        vec![first, second]
    }
}

#[test]
fn cute_docs_coalesce_four_cases() {
    assert_eq!(layout!((3,1):(5,9)).coalesce(), layout!(3:5));
    assert_eq!(layout!((1,3):(9,5)).coalesce(), layout!(3:5));
    assert_eq!(layout!((3,4):(5,15)).coalesce(), layout!(12:5));
    assert_eq!(layout!((3,4):(5,14)).coalesce(), layout!((3,4):(5,14)));
}

#[test]
fn cute_docs_coalesce_is_the_binary_operation_on_neighbours() {
    for a in samples() {
        let mut modes: Vec<Mode> = vec![];
        for &mode in a.leaf_modes() {
            match modes.pop() {
                None => modes.push(mode),
                Some(last) => modes.extend(binary(last, mode)),
            }
        }
        if modes[0].extent == 1 {
            modes[0] = Mode::UNIT;
        }
        assert_eq!(a.coalesce().leaf_modes(), modes, "{a}");
    }
}

#[test]
fn cute_docs_coalesce_by_mode() {
    let a = layout!((2,(1,6)):(1,(6,2)));
    let result = a.coalesce_by(&tuple!((1, 1))).unwrap();
    assert_eq!(result, layout!((2,6):(1,2)));
    let same = Layout::concat(&[a.mode(0).unwrap().coalesce(), a.mode(1).unwrap().coalesce()]);
    assert_eq!(same, Ok(result));
    assert_eq!(a.coalesce_by(&tuple!((7, 0))), Ok(result), "the values are only flags");
    assert_eq!(a.coalesce_by(&tuple!(1)), Ok(a.coalesce()));
}
