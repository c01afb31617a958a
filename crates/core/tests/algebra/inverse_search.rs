//! Inverses by search: as large as brute force finds them, and none exactly where none exists.

use proptest::prelude::*;
use tilework::limits::WORK_BUDGET;
use tilework::{ErrorKind, Layout, layout};
use tilework_testing::{eval, layout, offsets, small_layouts};

// ---- Right inverse ---------------------------------------------------------------------

/// The law of `right_inverse_max`.
fn right_law(a: &Layout) -> Layout {
    let r = a.right_inverse_max().unwrap();
    let (ours, indices) = (offsets(a), offsets(&r));
    for (i, &x) in (0..).zip(&indices) {
        assert_eq!(ours[x as usize], i, "{a}: A(R({i})) with R = {r}");
    }
    assert_eq!(r, r.coalesce());
    assert!(r.size() >= a.right_inverse().size(), "{a}: {r}");
    r
}

/// The size of the largest right inverse without carries: all extents and all steps are tried.
fn largest(modes: &[(i64, i64)], room: &[i64], size: i64) -> i64 {
    let mut best = size;
    let boxes: i64 = room.iter().map(|r| r + 1).product();
    for mut code in 0..boxes {
        let step: Vec<i64> = room.iter().map(|r| (code % (r + 1), code /= r + 1).0).collect();
        if step.iter().zip(modes).map(|(s, m)| s * m.1).sum::<i64>() != size {
            continue;
        }
        for extent in 2.. {
            let left: Vec<i64> =
                room.iter().zip(&step).map(|(r, s)| r - (extent - 1) * s).collect();
            if left.iter().any(|&r| r < 0) {
                break;
            }
            best = best.max(largest(modes, &left, size * extent));
        }
    }
    best
}

#[test]
fn right_exhaustive() {
    for a in small_layouts(3, 2..=4, 0..=5) {
        let r = right_law(&a);
        let modes: Vec<(i64, i64)> =
            a.coalesce().leaf_modes().iter().map(|m| (m.extent, m.stride)).collect();
        let room: Vec<i64> = modes.iter().map(|m| if m.1 == 0 { 0 } else { m.0 - 1 }).collect();
        assert_eq!(r.size(), largest(&modes, &room, 1), "{a}: {r}");
        assert!(r.size() <= a.mex().unwrap());
    }
}

/// Lines T71 to T76.
#[test]
fn right_by_hand() {
    for (a, r, mex) in [
        (layout!((8,4):(4,1)), layout!((4,8):(8,1)), 32),
        (layout!((4,8):(1,5)), layout!(4:1), 4),
        (layout!((2,4):(0,1)), layout!(4:2), 4),
        (layout!((3,2):(1,2)), layout!((2,2):(1,3)), 5),
        (layout!((2,2,2):(1,2,3)), layout!((3,2):(1,4)), 7),
        (layout!(4:2), layout!(1:0), 1),
    ] {
        assert_eq!(right_law(&a), r, "{a}");
        assert_eq!(a.mex(), Ok(mex), "{a}");
    }
}

#[test]
fn right_huge() {
    let n = 1_i64 << 20;
    let a = Layout::new((n, n, n), (n * n, 1, n)).unwrap();
    assert_eq!(a.right_inverse_max(), Ok(Layout::new((n * n, n), (n, 1)).unwrap()));
    // Every offset is taken, most of them many times.
    let a = Layout::new((1000, 1000), (1, 999)).unwrap();
    assert_eq!(a.right_inverse().size(), 1000);
    assert_eq!(a.right_inverse_max(), Ok(Layout::new((999, 1000), (1, 1000)).unwrap()));
    assert_eq!(
        layout!((3,2):(-1,1)).right_inverse_max(),
        Ok(layout!(2:3)),
        "negative strides are not used"
    );
}

// ---- Left inverse ----------------------------------------------------------------------

/// An integer solution of `rows . l = 0, 1, 2, ..`, by column operations.
fn solvable(rows: &[Vec<i64>]) -> bool {
    let mut rows: Vec<Vec<i64>> = rows.to_vec();
    let n = rows[0].len();
    let (mut l, mut fixed) = (vec![0; n], 0);
    for r in 0..rows.len() {
        while let Some(j) =
            (fixed..n).filter(|&j| rows[r][j] != 0).min_by_key(|&j| rows[r][j].abs())
        {
            rows.iter_mut().for_each(|row| row.swap(fixed, j));
            if (fixed + 1..n).all(|j| rows[r][j] == 0) {
                break;
            }
            for j in fixed + 1..n {
                let times = rows[r][j] / rows[r][fixed];
                rows.iter_mut().for_each(|row| row[j] -= times * row[fixed]);
            }
        }
        let missing = r as i64 - (0..fixed).map(|j| rows[r][j] * l[j]).sum::<i64>();
        if fixed < n && rows[r][fixed] != 0 {
            if missing % rows[r][fixed] != 0 {
                return false;
            }
            l[fixed] = missing / rows[r][fixed];
            fixed += 1;
        } else if missing != 0 {
            return false;
        }
    }
    true
}

/// Whether some layout is a left inverse: all chains of extents, all offsets.
fn exists(table: &[i64], chain: &mut Vec<i64>) -> bool {
    let (most, product) = (*table.iter().max().unwrap(), chain.iter().product::<i64>());
    let digits = |&y: &i64| {
        let mut y = y;
        let mut row: Vec<i64> = chain.iter().map(|p| (y % p, y /= p).0).collect();
        row.push(y);
        row
    };
    if solvable(&table.iter().map(digits).collect::<Vec<_>>()) {
        return true;
    }
    (2..=most / product).any(|n| {
        chain.push(n);
        let found = exists(table, chain);
        chain.pop();
        found
    })
}

/// The law of `left_inverse_search`; whether there is a left inverse.
fn left_law(a: &Layout) -> bool {
    let table = offsets(a);
    match a.left_inverse_search() {
        Ok(l) => {
            assert_eq!(l, l.coalesce());
            assert!(l.size() > a.max_offset());
            for (x, &y) in (0..).zip(&table) {
                assert_eq!(eval(l.leaf_modes(), y), x, "{a}: L({y}) with L = {l}");
            }
            true
        }
        Err(error) => {
            let ErrorKind::NoSolution { index } = error.kind() else { panic!("{a}: {error}") };
            if let Some(x) = index {
                assert!(table[..x as usize].contains(&table[x as usize]), "{a}: {error}");
            }
            false
        }
    }
}

#[test]
fn left_exhaustive() {
    let (mut found, mut more) = (0, 0);
    for a in small_layouts(3, 2..=3, 0..=6) {
        let exists = exists(&offsets(&a), &mut Vec::new());
        assert_eq!(left_law(&a), exists, "{a}");
        let simple = a.left_inverse().is_ok();
        assert!(exists || !simple, "{a}");
        found += usize::from(exists);
        more += usize::from(exists && !simple);
    }
    println!("{found} have a left inverse, {more} of them only by search");
    assert!(more > 0);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn left_random(a in layout(1..=4, 1..=4, 0..=12)) {
        left_law(&a);
    }

    #[test]
    fn right_random(a in layout(1..=5, 1..=6, -4..=20)) {
        right_law(&a);
    }
}

/// Lines T77 to T85.
#[test]
fn left_by_hand() {
    for (a, l) in [
        (layout!(4:2), Some(layout!((2,4):(0,1)))),
        (layout!((4,8):(1,5)), Some(layout!((5,8):(1,4)))),
        (layout!((8,4):(4,1)), Some(layout!((4,8):(8,1)))),
        (layout!((2,2,2):(1,2,5)), Some(layout!((4,2,2):(1,3,7)))),
        (layout!((2,2):(2,3)), Some(layout!((2,4):(1,1)))),
        (layout!((3,2):(2,3)), Some(layout!((2,4):(2,1)))),
        (layout!((3,3):(2,3)), None),
        (layout!((2,3):(2,1)), None),
        (layout!((2,2):(0,1)), None),
    ] {
        assert_eq!(a.left_inverse_search().ok(), l, "{a}");
        assert_eq!(left_law(&a), l.is_some());
    }
    let shared = layout!((2,3):(2,1)).left_inverse_search().unwrap_err();
    assert_eq!(shared.witness(), Some(4));
    assert_eq!(
        shared.to_string(),
        "left_inverse of (2,3):(2,1): there is no solution: it fails at index 4"
    );
}

#[test]
fn left_refusals() {
    let negative = layout!((2,2):(1,-3)).left_inverse_search().unwrap_err();
    assert_eq!(negative.kind(), ErrorKind::NegativeStride { stride: -3 });
    assert_eq!(layout!((1,2,1):(-3,1,-1)).left_inverse_search(), Ok(layout!(2:1)));
    assert_eq!(layout!(1:7).left_inverse_search(), Ok(layout!(1:0)));
    let hard = layout!((3,3,3,3,3):(1001,2501,4703,7919,9973)).left_inverse_search().unwrap_err();
    assert_eq!(hard.kind(), ErrorKind::Undecided { budget: WORK_BUDGET });
    // Few chains of extents, each of which is hard to verify.
    let long = layout!((8388608,3):(65537,32)).left_inverse_search().unwrap_err();
    assert_eq!(long.kind(), ErrorKind::Undecided { budget: WORK_BUDGET });
}

/// An answer, or a refusal; never a panic or a wrong one.
#[test]
fn at_the_edge_of_64_bits() {
    let most = i64::MAX;
    let line = Layout::new(most, 1).unwrap();
    assert_eq!(line.right_inverse_max(), Ok(line));
    for a in [
        line,
        Layout::new(2, most - 1).unwrap(),
        Layout::new((2, 3), (most / 2, most / 5)).unwrap(),
    ] {
        if let Ok(l) = a.left_inverse_search() {
            for x in [0, 1, a.size() / 2, a.size() - 1] {
                assert_eq!(l.at_index(a.at_index(x).unwrap()), Ok(x), "{a}: {l}");
            }
        }
        assert!(a.right_inverse_max().is_ok(), "{a}");
    }
    let overlap = Layout::new((1_i64 << 31, 1_i64 << 31), (1, (1_i64 << 31) - 1)).unwrap();
    match overlap.right_inverse_max() {
        Ok(r) => assert!(r.size() >= overlap.right_inverse().size()),
        Err(error) => assert!(error.is_undecided()),
    }
}

#[test]
fn left_huge() {
    let n = 1_i64 << 20;
    let a = Layout::new((n, n, n), (n * n, 1, n)).unwrap();
    assert_eq!(a.left_inverse_search(), a.left_inverse());
    let pair = Layout::new((2, 2), (2 * n * n, 3 * n * n)).unwrap();
    let l = pair.left_inverse_search().unwrap();
    for x in 0..4 {
        assert_eq!(l.at_index(pair.at_index(x).unwrap()), Ok(x));
    }
}

#[test]
fn at_compile_time() {
    const R: Layout = match layout!((3,2):(1,2)).right_inverse_max() {
        Ok(layout) => layout,
        Err(_) => panic!("undecided"),
    };
    const L: Layout = match layout!((2,2):(2,3)).left_inverse_search() {
        Ok(layout) => layout,
        Err(_) => panic!("none"),
    };
    assert_eq!((R, L), (layout!((2,2):(1,3)), layout!((2,4):(1,1))));
}
