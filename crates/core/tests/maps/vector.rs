//! Vectors, plain and composed, and of copies, against all groups of all modes.

use proptest::prelude::*;
use tilework::{
    AnyLayout, ComposedLayout, ErrorKind, Layout, LayoutRef, Outer, Swizzle, Vector, XorMap, layout,
};
use tilework_testing::bits::{any_composed, swizzles, table};
use tilework_testing::vectors::{nodes, vector};
use tilework_testing::{layout, offsets, small_layouts};

fn found(vector: &Vector) -> (i64, i64) {
    (vector.width(), vector.aligned())
}

/// The law: along every mode at every depth, width and alignment are those of the definition, and the widest
/// of all is one of them.
fn law(a: LayoutRef<'_>, table: &[i64]) {
    let (shape, best) = (a.shape(), a.vector().unwrap());
    let best_path: Vec<usize> = best.mode_path().collect();
    let mut among = found(&best) == (1, 1);
    for (path, leaves) in nodes(&shape) {
        let truth = vector(&shape, &leaves, table);
        let along = a.vector_along(&path).unwrap();
        assert_eq!(found(&along), truth, "{a} along {path:?}");
        assert!(along.mode_path().eq(path.iter().copied()), "{a}: {along:?}");
        assert!(truth <= found(&best), "{a} along {path:?}: {best}");
        among |= path == best_path && truth == found(&best);
    }
    assert!(among, "{a}: {best}");
    // The starts move with the first offset.
    for base in [-6, 4, 12] {
        let moved: Vec<i64> = table.iter().map(|y| y + base).collect();
        for (path, leaves) in nodes(&shape) {
            let at = found(&a.vector_along(&path).unwrap().at(base));
            // A base may undo a shift of the layout itself: then nothing is claimed beyond a divisor.
            let truth = vector(&shape, &leaves, &moved);
            assert_eq!(at.0, truth.0, "{a} at {base}");
            assert_eq!(truth.1 % at.1, 0, "{a} at {base}");
            if table[0] == 0 {
                assert_eq!(at.1, truth.1, "{a} at {base}");
            }
        }
    }
}

/// A width works for a copy if it works on both sides, by index.
fn copy_law(a: LayoutRef<'_>, ours: &[i64], b: LayoutRef<'_>, theirs: &[i64]) {
    if ours.len() != theirs.len() {
        let (left, right) = (ours.len() as i64, theirs.len() as i64);
        let kind = ErrorKind::SizeMismatch { left, right };
        assert_eq!(a.common_vector(b).unwrap_err().kind(), kind, "{a} {b}");
        return;
    }
    let (shape, best) = (a.shape(), a.common_vector(b).unwrap());
    for (path, leaves) in nodes(&shape) {
        let (here, there) = (vector(&shape, &leaves, ours), vector(&shape, &leaves, theirs));
        let common = |x: i64, y: i64| (1..=x).filter(|n| x % n == 0 && y % n == 0).max().unwrap();
        let truth = (common(here.0, there.0), common(here.1, there.1));
        let along = a.common_vector_along(b, &path).unwrap();
        assert_eq!(found(&along), truth, "{a} {b} along {path:?}");
        assert!(truth <= found(&best), "{a} {b}: {best}");
        if path.iter().copied().eq(best.mode_path()) {
            assert_eq!(truth, found(&best), "{a} {b}: {best}");
        }
        if let (LayoutRef::Plain(a), LayoutRef::Plain(b)) = (a, b)
            && let Ok(plain) = a.common_vector_along(b, &path)
        {
            assert_eq!(plain, along, "{a} {b}");
        }
    }
}

#[test]
fn small_layouts_exhaustively() {
    for a in small_layouts(2, 1..=4, -2..=8) {
        law((&a).into(), &offsets(&a));
    }
    for a in small_layouts(3, 1..=3, 0..=4) {
        law((&a).into(), &offsets(&a));
    }
}

#[test]
fn small_swizzles_exhaustively() {
    let inner =
        ["(4,8):(8,1)", "(4,8):(1,4)", "(3,8):(8,1)", "((2,4),4):((1,8),2)", "(8,4):(1,12)"];
    for swizzle in swizzles(2, 2, 3) {
        for text in inner {
            for offset in [0, 1, 4, 6] {
                let inner: Layout = text.parse().unwrap();
                let a = ComposedLayout::new(swizzle, offset, &inner).unwrap();
                law((&a).into(), &table(&a));
            }
        }
    }
}

proptest! {
    #[test]
    fn plain(a in layout(1..=4, 1..=6, -6..=12)) {
        law((&a).into(), &offsets(&a));
    }

    /// Compact ones, in any order and with padding, in which groups are wide.
    #[test]
    fn compact(extents in prop::collection::vec(1..=4_i64, 1..=4), keys in any::<u64>(), pad in 0..=4_i64, seed in any::<u64>()) {
        let mut order: Vec<usize> = (0..extents.len()).collect();
        order.sort_by_key(|&i| keys.rotate_left(9 * i as u32) % 101);
        let (mut modes, mut next) = (vec![(1, 0); extents.len()], 1);
        for (k, &i) in order.iter().enumerate() {
            modes[i] = (extents[i], next);
            next = next * extents[i] + if k == 1 { pad } else { 0 };
        }
        let a = tilework_testing::nest(&modes, seed);
        law((&a).into(), &offsets(&a));
        copy_law((&a).into(), &offsets(&a), (&a).into(), &offsets(&a));
        let b = a.sort_by_stride();
        copy_law((&a).into(), &offsets(&a), (&b).into(), &offsets(&b));
    }

    #[test]
    fn composed(a in any_composed(layout(1..=4, 1..=6, -6..=16))) {
        if let Some(a) = a {
            law((&a).into(), &table(&a));
        }
    }

    /// Power-of-two layouts behind swizzles, long enough for several periods.
    #[test]
    fn swizzled(bits in 0..=2_u32, base in 0..=3_u32, more in 0..=2_i32, offset in 0..=24_i64, shape in 0..=4_usize) {
        let inner = ["(8,32):(32,1)", "(32,8):(1,32)", "((4,2),32):((32,128),1)", "(2,96):(96,1)", "(5,(8,4)):(40,(1,8))"];
        let inner: Layout = inner[shape].parse().unwrap();
        let a = ComposedLayout::new(Swizzle::new(bits, base, bits as i32 + more).unwrap(), offset, &inner).unwrap();
        law((&a).into(), &table(&a));
        copy_law((&inner).into(), &offsets(&inner), (&a).into(), &table(&a));
        copy_law((&a).into(), &table(&a), (&inner).into(), &offsets(&inner));
    }

    #[test]
    fn copies(a in layout(1..=3, 1..=4, 0..=6), b in layout(1..=3, 1..=4, 0..=6)) {
        copy_law((&a).into(), &offsets(&a), (&b).into(), &offsets(&b));
        // Of one size, in another shape.
        let c = Layout::new(a.size(), 1).unwrap();
        copy_law((&a).into(), &offsets(&a), (&c).into(), &offsets(&c));
        copy_law((&c).into(), &offsets(&c), (&a).into(), &offsets(&a));
    }

    #[test]
    fn composed_copies(a in any_composed(layout(1..=3, 1..=4, 0..=12)), b in layout(1..=3, 1..=4, 0..=6)) {
        if let Some(a) = a {
            copy_law((&a).into(), &table(&a), (&b).into(), &offsets(&b));
        }
    }
}

#[test]
fn hand_picked() {
    let text = |a: &str| a.parse::<AnyLayout>().unwrap().vector().unwrap().to_string();
    assert_eq!(text("(128,32):(32,1)"), "32 along mode 1, aligned to 32");
    assert_eq!(text("(4,8):(1,4)"), "32 in index order, aligned to 32");
    assert_eq!(text("((4,8),2):((8,1),64)"), "8 along mode 0.1, aligned to 8");
    assert_eq!(text("((8,(2,4)),3):((100,(1,2)),1000)"), "8 along mode 0.1, aligned to 4");
    assert_eq!(text("(8):(1)"), "8 along mode 0, aligned to 8");
    assert_eq!(text("8:1"), "8 in index order, aligned to 8");
    assert_eq!(text("8:-1"), "1");
    assert_eq!(text("(1,8):(5,1)"), "8 along mode 1, aligned to 8");
    assert_eq!(text("(4,8):(0,1)"), "8 along mode 1, aligned to 8");
    assert_eq!(
        text("Sw<3,3,3> o 0 o ((8,16),(64,2)):((64,1024),(1,512))"),
        "8 along mode 1, aligned to 8"
    );
    // The swizzle does not reach these rows, so nothing breaks them.
    assert_eq!(text("Sw<3,3,6> o 0 o (8,64):(64,1)"), "64 along mode 1, aligned to 64");
    // Groups of three: the last four of the first eight values go elsewhere.
    assert_eq!(text("Xor<1,2,16> o 1 o 6:1"), "3 in index order, aligned to 1");
    // A leaf has one mode, itself, as everywhere.
    assert_eq!(layout!(8:1).vector_along(&[0, 0]).unwrap(), layout!(8:1).vector());
}

#[test]
fn there_is_no_such_mode() {
    let error = layout!((4,(2,8)):(16,(8,1))).vector_along(&[1, 2]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "vector_width in mode 1 of (4,(2,8)):(16,(8,1)): mode 2 is not within rank 2"
    );
    let error = layout!((4,8):(8,1)).common_vector(&layout!((4,4):(4,1))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "common_vector of (4,8):(8,1) and (4,4):(4,1): the sizes 32 and 16 differ"
    );
}

/// Sizes that nobody enumerates: what repeats is looked at once.
#[test]
fn huge_layouts() {
    let text = |a: &str| a.parse::<AnyLayout>().unwrap().vector().unwrap().to_string();
    assert_eq!(text("(1048576,1048576):(1048576,1)"), "1048576 along mode 1, aligned to 1048576");
    let swizzled = "Sw<3,3,3> o 0 o (1073741824,(64,1024)):(64,(1,68719476736))";
    assert_eq!(text(swizzled), "8 along mode 1, aligned to 8");
    let behind = "Sw<3,4,3> o 0 o (1000000,64,64):(8192,1,64)";
    assert_eq!(text(behind), "16 along mode 1, aligned to 16");
    assert_eq!(text("Sw<1,0,20> o 0 o 1048576:1"), "1048576 in index order, aligned to 1048576");
    // Strides of modes of extent 1 do not move, however large.
    let unit: Layout = "(8,1,4):(1,9223372036854775807,8)".parse().unwrap();
    let composed = ComposedLayout::new(Swizzle::new(1, 3, 1).unwrap(), 0, &unit).unwrap();
    law((&composed).into(), &table(&composed));
    let xor = XorMap::new(&[1, 2, 4, 8, 16, 32 + 8]).unwrap();
    let far = ComposedLayout::new(Outer::Xor(xor), 0, &layout!((64,4294967296):(1,64))).unwrap();
    assert_eq!(far.vector().unwrap().to_string(), "8 along mode 0, aligned to 8");
}

#[test]
fn at_compile_time() {
    const ROWS: Vector = layout!((8,64):(72,1)).vector();
    const COPY: Result<Vector, tilework::Error> =
        layout!((8,64):(64,1)).common_vector(&layout!((8,64):(72,1)));
    assert_eq!((ROWS.width(), ROWS.aligned()), (64, 8));
    assert_eq!(COPY, Ok(ROWS));
}
