//! The identities of the algebra, on layouts of any size up to 2^60: what cannot be enumerated is
//! looked at in random places.

use proptest::prelude::*;
use tilework::{Layout, Tiler, Tuple};
use tilework_testing::{layout, nest};

/// The layout of modes that do not overlap: each begins at a multiple of where the ones before
/// it end, and they stand in any order. Also how far they reach.
fn radix() -> impl Strategy<Value = (Layout, i64)> {
    let digits = prop::collection::vec((1_i64..=64, 1_i64..=16), 1..=6);
    (digits, any::<u64>()).prop_map(|(digits, seed)| {
        let mut block = 1;
        let mut modes: Vec<(i64, i64)> = Vec::new();
        for (n, gap) in digits {
            let at = (seed >> (9 * modes.len())) as usize % (modes.len() + 1);
            modes.insert(at, (n, block * gap));
            block *= gap * n;
        }
        (nest(&modes, seed), block)
    })
}

/// A permutation of its own indices, nested.
fn permutation() -> impl Strategy<Value = Layout> {
    let modes = prop::collection::vec((1_i64..=1000, any::<i64>()), 1..=6);
    (modes, any::<u64>()).prop_map(|(modes, seed)| {
        let zeros: Vec<(i64, i64)> = modes.iter().map(|&(n, _)| (n, 0)).collect();
        let shape = nest(&zeros, seed).shape();
        let keys: Vec<i64> = modes.iter().map(|&(_, key)| key).collect();
        let order = Tuple::from_slice(&keys).unwrap().unflatten(&shape).unwrap();
        Layout::ordered(&shape, &order).unwrap()
    })
}

/// Twenty indices below `size`, the last among them.
fn places(size: i64, seed: u64) -> impl Iterator<Item = i64> {
    let mut state = seed;
    let random = std::iter::repeat_with(move || {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 1) as i64 % size
    });
    random.take(19).chain([size - 1])
}

/// A tile of a layout: mode by mode, a divisor of each extent, in a row or spread out.
fn tiler(a: &Layout, seed: u64) -> Tiler {
    let modes: Vec<Tiler> = (0..a.rank())
        .map(|i| {
            let extent = a.mode(i).unwrap().size();
            let wish = 1 + (seed >> (10 * i) & 63) as i64;
            let tile = (1..=wish).rev().find(|n| extent % n == 0).unwrap();
            let stride = if seed >> i & 1 == 0 { 1 } else { extent / tile };
            Tiler::layout(Layout::new(tile, stride).unwrap())
        })
        .collect();
    Tiler::by_mode(&modes).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// `compose(A, B)(x) = A(B(x))`, refining B; B picks modes of A in another order.
    #[test]
    fn compose_is_composition((a, _) in radix(), picks in prop::collection::vec(any::<usize>(), 1..=6), seed in any::<u64>()) {
        let compact = Layout::col_major(&a.shape()).unwrap().flatten();
        let mut left: Vec<usize> = (0..compact.length()).collect();
        let picks: Vec<usize> = picks.iter().map_while(|i| (!left.is_empty()).then(|| left.remove(i % left.len()))).collect();
        let b = if compact.rank() == 1 { compact } else { compact.select(&picks).unwrap() };
        let r = a.compose(&b).unwrap();
        prop_assert!(b.compatible(&r), "{} o {} = {}", a, b, r);
        for x in places(b.size(), seed) {
            prop_assert_eq!(r.at(x), a.at(b.at(x).unwrap()), "{} o {} = {}", a, b, r);
        }
        prop_assert!(a.compose_flat(&b).unwrap().same_function(&r));
    }

    /// `coalesce` keeps the function and is idempotent; other shapes keep it too.
    #[test]
    fn coalesce_keeps_the_function(a in layout(1..=6, 1..=1000, -1 << 30..=1 << 30), seed in any::<u64>()) {
        let r = a.coalesce();
        prop_assert_eq!(r.coalesce(), r);
        prop_assert!(r.same_function(&a) && a.flatten().same_function(&a));
        for x in places(a.size(), seed) {
            prop_assert_eq!(r.at(x), a.at(x));
        }
        prop_assert_eq!(a.with_shape(&a.shape()), Ok(a.normalize_units()));
        prop_assert_eq!(a.with_shape(&Tuple::leaf(a.size())).unwrap().coalesce(), r);
    }

    /// `(T, complement(T, M))` is a bijection onto `[0, M')`; the complement of the complement
    /// is T again, sorted.
    #[test]
    fn complement_completes((t, block) in radix(), m in 1_i64..=1 << 60, seed in any::<u64>()) {
        let r = t.complement(m).unwrap();
        let both = Layout::concat(&[t, r]).unwrap();
        prop_assert!(both.is_bijective(), "({}, {})", t, r);
        prop_assert!(both.size() >= m && both.size() - m < block, "({}, {}) in {}", t, r, m);
        let inverse = both.right_inverse();
        prop_assert_eq!(inverse.size(), both.size());
        for y in places(both.size(), seed) {
            prop_assert_eq!(both.at(inverse.at(y).unwrap()), Ok(y), "({}, {})", t, r);
        }
        prop_assert_eq!(t.complement_exact(both.size()), Ok(r));
        prop_assert_eq!(r.complement_exact(both.size()), Ok(t.sort_by_stride().coalesce()));
    }

    /// `left_inverse(A) o A` is the identity, and `A o right_inverse(A)` too.
    #[test]
    fn inverses_invert((a, _) in radix(), seed in any::<u64>()) {
        let (left, right) = (a.left_inverse().unwrap(), a.right_inverse());
        let identity = |n: i64| Layout::new(n, 1).unwrap();
        prop_assert!(left.compose(&a).unwrap().same_function(&identity(a.size())), "{} of {}", left, a);
        prop_assert!(a.compose(&right).unwrap().same_function(&identity(right.size())), "{} of {}", right, a);
        for x in places(a.size(), seed) {
            prop_assert_eq!(left.at(a.at(x).unwrap()), Ok(x), "{} of {}", left, a);
        }
        for i in places(right.size(), seed) {
            prop_assert_eq!(a.at(right.at(i).unwrap()), Ok(i), "{} of {}", right, a);
        }
    }

    /// Where `A o X = C` holds, solving finds X again.
    #[test]
    fn solving_undoes_composition((a, _) in radix(), seed in any::<u64>()) {
        let x = Layout::col_major(&a.flatten().shape()).unwrap().select(&[seed as usize % a.length()]).unwrap();
        let c = a.compose(&x).unwrap();
        let found = a.solve_right(&c).unwrap();
        prop_assert!(found.same_function(&x), "{} o {} = {}", a, found, c);
    }

    /// Divide, then undo: through the inverse of the tiles, the division is A.
    #[test]
    fn divide_then_undo(a in permutation(), seed in any::<u64>()) {
        // Flat, so that no tile cuts through the modes of a nested mode.
        let a = a.flatten();
        let tiler = tiler(&a, seed);
        prop_assert_eq!(a.overhang(&tiler), Ok(0));
        let tiled = a.zipped_divide(&tiler).unwrap();
        let tiles = Layout::col_major(&a.shape()).unwrap().zipped_divide(&tiler).unwrap();
        prop_assert_eq!(tiled.mode(0), a.compose_tiler(&tiler));
        prop_assert!(tiles.is_bijective() && tiled.is_bijective(), "{} by {}", a, tiler);
        // `tiles` says which index of A stands where.
        for x in places(a.size(), seed) {
            prop_assert_eq!(tiled.at(x), a.at(tiles.at(x).unwrap()), "{} by {}", a, tiler);
        }
        let back = tiled.compose_flat(&tiles.right_inverse());
        prop_assert!(back.unwrap().same_function(&a), "{} by {}", a, tiler);
    }

    /// The modes of a product are A, and compatible with B; copies do not touch.
    #[test]
    fn product_keeps_both(
        a in permutation(),
        extents in prop::collection::vec(1_i64..=8, 1..=3),
        keys in prop::collection::vec(any::<i64>(), 3),
        seed in any::<u64>(),
    ) {
        let a = a.mode(0).unwrap().like();
        let b = Layout::ordered(&Tuple::from_slice(&extents).unwrap(), &Tuple::from_slice(&keys[..extents.len()]).unwrap()).unwrap();
        let r = a.logical_product(&b.into()).unwrap();
        prop_assert_eq!(r.mode(0), Ok(a));
        prop_assert!(b.compatible(&r.mode(1).unwrap()), "{} by {}: {}", a, b, r);
        prop_assert!(r.is_bijective(), "{} by {}: {}", a, b, r);
        for x in places(r.size(), seed) {
            // Copy B(x') begins where that many blocks end.
            let copy = b.at(x / a.size()).unwrap();
            prop_assert_eq!(r.at(x), Ok(a.at(x % a.size()).unwrap() + copy * a.size()), "{} by {}: {}", a, b, r);
        }
        for other in [a.blocked_product(&b), a.raked_product(&b)] {
            let other = other.unwrap();
            prop_assert!(other.is_bijective() && other.size() == r.size(), "{} by {}: {}", a, b, other);
        }
    }

    /// Composition is associative where it is defined; with permutations it always is.
    #[test]
    fn composition_is_associative((a, _) in radix(), seed in any::<u64>()) {
        let compact = Layout::col_major(&a.shape()).unwrap().flatten();
        let (mut b, mut c) = (compact, Layout::col_major(&compact.shape()).unwrap());
        if compact.length() > 1 {
            let turn = |l: &Layout, by: usize| {
                let modes: Vec<usize> = (0..l.rank()).map(|i| (i + by) % l.rank()).collect();
                l.select(&modes).unwrap()
            };
            b = turn(&b, seed as usize % b.rank());
            c = turn(&Layout::col_major(&b.shape()).unwrap(), seed as usize / 7 % b.rank());
        }
        let left = a.compose(&b).unwrap().compose(&c).unwrap();
        let right = a.compose(&b.compose(&c).unwrap()).unwrap();
        prop_assert_eq!(left, right, "{} o {} o {}", a, b, c);
    }

    /// Sums are pointwise, so they agree with multiples, and undo themselves.
    #[test]
    fn sums_and_multiples(a in layout(1..=6, 1..=1000, -1 << 30..=1 << 30), k in -9_i64..=9) {
        let multiple = a.scale(k).unwrap();
        prop_assert!(a.sum(&multiple).unwrap().same_function(&a.scale(k + 1).unwrap()));
        let nothing = a.sum(&a.scale(-1).unwrap()).unwrap();
        prop_assert_eq!(nothing, Layout::new(a.size(), 0).unwrap().coalesce());
        prop_assert_eq!(a.truncate(a.size()), Ok(a.coalesce()));
    }

    /// Smaller elements and back again.
    #[test]
    fn casts_undo(a in permutation(), n in 1_i64..=8) {
        let smaller = a.downcast(n).unwrap();
        prop_assert_eq!(smaller.size(), a.size() * n);
        prop_assert_eq!(smaller.upcast(n), Ok(a.normalize_units()), "{} by {}", a, n);
    }

    /// `parse(print(L)) = L`.
    #[test]
    fn print_then_parse(a in layout(1..=6, 1..=1000, i64::from(i32::MIN)..=i64::from(i32::MAX))) {
        prop_assert_eq!(a.to_string().parse(), Ok(a));
    }
}
