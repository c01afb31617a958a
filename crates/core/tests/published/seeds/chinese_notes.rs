//! The notes "CuTe Layout笔记" ("not rigorous", as they say themselves), section by section.

use tilework::{Layout, crd2idx, idx2crd, layout, recover, tuple};
use tilework_testing::{offsets, small_layouts};

use crate::seeds::samples;

// ---- Layout ----

#[test]
fn chinese_notes_strides_need_not_be_positive() {
    // Erratum: shape and stride are not both "positive integers": strides may be 0 (and negative).
    assert_eq!(Layout::new((4, 2), (1, 0)).map(|l| offsets(&l)), Ok(vec![0, 1, 2, 3, 0, 1, 2, 3]));
    assert!(Layout::new((4, 0), (1, 4)).is_err(), "extents are positive");
}

#[test]
fn chinese_notes_flat_and_nested() {
    let (flat, nested) = (layout!((1,2,3):(1,1,2)), layout!(((1,2),3):((1,1),2)));
    assert_eq!((flat.depth(), nested.depth()), (1, 2));
    assert_eq!(nested.flatten(), flat);
    // Erratum: the two are equal as functions of the index only, not in every meaning: their coordinates differ.
    assert!(flat.same_function(&nested) && flat != nested);
    assert_eq!((nested.at((1, 2)), flat.at((0, 1, 2))), (Ok(5), Ok(5)));
    assert!(flat.at((1, 2)).is_err(), "two coordinates for three modes");
}

#[test]
fn chinese_notes_a_layout_need_not_be_a_bijection() {
    // Erratum: a layout is a function, but in general not a bijection: this one misses 1, that one has 1 twice.
    assert_eq!(offsets(&layout!(4:2)), [0, 2, 4, 6]);
    assert_eq!(offsets(&layout!((2,2):(1,1))), [0, 1, 1, 2]);
    assert!(!layout!(4:2).is_bijective() && !layout!((2,2):(1,1)).is_bijective());
    assert_eq!(layout!(4:2).is_injective(), Ok(true));
    assert_eq!(layout!((2,2):(1,1)).is_injective(), Ok(false));
    assert!(layout!((4,8):(8,1)).is_bijective(), "some are");
}

/// `x = x_0 + x_1 * S[0]`.
#[test]
fn chinese_notes_linear_coordinate() {
    let l = layout!((5,6):(6,1));
    for (x0, x1) in (0..6).flat_map(|x1| (0..5).map(move |x0| (x0, x1))) {
        assert_eq!(l.at((x0, x1)), l.at(x0 + x1 * 5));
    }
}

#[test]
fn chinese_notes_size_length_mode() {
    let l = layout!((4,2,3):(2,1,8));
    assert_eq!((l.size(), l.length()), (24, 3));
    assert_eq!([0, 1, 2].map(|k| l.mode(k).unwrap()), [layout!(4:2), layout!(2:1), layout!(3:8)]);
    for l in samples() {
        assert_eq!(l.size(), l.shape().leaves().iter().product::<i64>());
        assert_eq!(l.length(), l.leaf_modes().len());
    }
}

#[test]
fn chinese_notes_concatenation() {
    let (l, m) = (layout!((4,2):(2,1)), layout!(3:8));
    let both = Layout::concat(&[l, m]).unwrap();
    assert_eq!(both, layout!(((4,2),3):((2,1),8)));
    let shape = tuple!(((4, 2), 3));
    let stride = tuple!(((2, 1), 8));
    assert_eq!((both.shape(), both.stride()), (shape, stride), "(S,S'):(D,D')");
}

#[test]
fn chinese_notes_isomorphism() {
    for l in samples() {
        let extents: Vec<i64> = l.shape().leaves().to_vec();
        for x in 0..l.size() {
            let coord = idx2crd(x, &l.shape()).unwrap();
            for (i, &digit) in coord.leaves().iter().enumerate() {
                assert_eq!(digit, x / extents[..i].iter().product::<i64>() % extents[i]);
            }
            assert_eq!(crd2idx(&coord, &l.shape()), Ok(x), "one to one");
        }
    }
}

#[test]
fn chinese_notes_layout_function() {
    let l = layout!((5,6):(6,1));
    assert_eq!((l.size(), l.offsets().len()), (30, 30), "(0..4, 0..5), or [0, 30)");
    for l in samples() {
        for (coord, offset) in l.entries() {
            let product: i64 =
                coord.leaves().iter().zip(l.stride().leaves()).map(|(x, d)| x * d).sum();
            assert_eq!(offset, product, "{l} at {coord}");
        }
    }
}

#[test]
fn chinese_notes_the_layout_function_is_additive_over_modes() {
    // Erratum: f(x) is not the sum of f(x_i), but of f_i(x_i), where f_i is the function of mode i alone.
    let l = layout!((2,3):(3,1));
    assert_eq!(l.at(2), Ok(1), "2 is the coordinate (0,1)");
    assert_eq!(l.at(0).unwrap() + l.at(1).unwrap(), 3, "f(0) + f(1)");
    for l in samples().into_iter().map(|l| l.flatten()) {
        for (coord, offset) in l.entries() {
            let digits = coord.leaves().iter().enumerate();
            let parts = digits.map(|(i, &x)| l.mode(i).unwrap().at(x).unwrap());
            assert_eq!(parts.sum::<i64>(), offset, "{l} at {coord}");
        }
    }
}

// ---- Coalescing (合并) ----

#[test]
fn chinese_notes_coalescing_keeps_the_function() {
    // Erratum: coalescing does change the layout; what it does not change is the layout function.
    let l = layout!((2,(1,6)):(1,(6,2)));
    assert_ne!(l.coalesce(), l);
    assert!(l.coalesce().same_function(&l));
    for l in samples() {
        assert_eq!(offsets(&l.coalesce()), offsets(&l));
    }
}

#[test]
fn chinese_notes_modes_of_extent_one_are_removed() {
    // Erratum: in this case A = (N_1):(d_1); the stride is misprinted as "d_!".
    for (n1, d1) in [(2, 5), (7, 3), (4, 0)] {
        let l = Layout::new((1, n1), (9, d1)).unwrap();
        assert_eq!(Ok(l.coalesce()), Layout::new(n1, d1));
    }
    assert_eq!(layout!((3,1):(4,9)).coalesce(), layout!(3:4));
}

#[test]
fn chinese_notes_coordinate_of_extent_one_is_zero() {
    // Erratum: with N_0 = 1 it is the coordinate x_0 that lies in [0, 1), not "M_0".
    let l = layout!((1,5):(9,2));
    assert!((0..5).all(|x| l.coord_of(x).unwrap().leaves()[0] == 0));
}

#[test]
fn chinese_notes_tight_modes_merge() {
    for (n0, n1, d0) in [(2, 3, 1), (4, 5, 3), (3, 3, 0)] {
        let l = Layout::new((n0, n1), (d0, n0 * d0)).unwrap();
        for x in 0..l.size() {
            let (x0, x1) = (x % n0, x / n0);
            assert_eq!(l.at(x), Ok(x0 * d0 + x1 * n0 * d0));
            assert_eq!(x0 * d0 + x1 * n0 * d0, x0 * d0 + (x - x % n0) * d0);
            assert_eq!(l.at(x), Ok(x * d0));
        }
        assert_eq!(Ok(l.coalesce()), Layout::new(n0 * n1, d0));
    }
}

/// "In all other cases they cannot be merged": two modes are one exactly when `d_1 = N_0 d_0`.
#[test]
fn chinese_notes_nothing_else_merges() {
    for l in small_layouts(2, 2..=5, 0..=10).into_iter().filter(|l| l.rank() == 2) {
        let [low, high] = l.leaf_modes() else { unreachable!() };
        let one_mode = recover(&offsets(&l)).unwrap().rank() == 1;
        assert_eq!(one_mode, high.stride == low.extent * low.stride, "{l}");
        assert_eq!(one_mode, l.coalesce().rank() == 1, "{l}");
    }
}

/// More than two modes: merge neighbours until nothing merges.
#[test]
fn chinese_notes_merging_recursively() {
    for l in samples() {
        let mut modes: Vec<(i64, i64)> =
            l.leaf_modes().iter().map(|m| (m.extent, m.stride)).collect();
        modes.retain(|&(n, _)| n > 1);
        while let Some(i) =
            (1..modes.len()).find(|&i| modes[i].1 == modes[i - 1].0 * modes[i - 1].1)
        {
            modes[i - 1].0 *= modes[i].0;
            modes.remove(i);
        }
        if modes.is_empty() {
            modes.push((1, 0));
        }
        assert!(l.coalesce().leaf_modes().iter().map(|m| (m.extent, m.stride)).eq(modes), "{l}");
    }
}

#[test]
fn chinese_notes_merging_two_modes_inside() {
    let (l, merged) = (layout!((2,3,4,5):(100,1,3,50)), layout!((2,12,5):(100,1,50)));
    assert_eq!(l.coalesce(), merged);
    for (coord, offset) in l.entries() {
        let [x0, x1, x2, x3] = *coord.leaves() else { unreachable!() };
        // x' = x_i + x_{i+1} N_i
        let x = x1 + x2 * 3;
        assert_eq!(merged.at((x0, x, x3)), Ok(offset));
        // Erratum: the two modes together give (x_i + x_{i+1} N_i) d_i; printed with d_0, here 100.
        assert_eq!(x1 + x2 * 3, x * l.stride().leaves()[1]);
        assert!(x == 0 || x1 + x2 * 3 != x * l.stride().leaves()[0]);
    }
}
