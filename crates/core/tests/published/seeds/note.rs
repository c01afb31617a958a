//! The note *On CuTe layouts* by Hieu Pham, definition by definition.

use tilework::{ErrorKind, Layout, Mode, Why, crd2idx, idx2crd, layout, recover, recover_with};
use tilework_testing::{Truth, chains, composed, from_chain, offsets, small_layouts, truth};

use crate::seeds::{is_increasing, samples, tiles};

/// The extents and strides, `N` and `S` in the note.
fn modes(layout: &Layout) -> (Vec<i64>, Vec<i64>) {
    layout.leaf_modes().iter().map(|&Mode { extent, stride }| (extent, stride)).unzip()
}

/// `x / (n_0 ... n_{i-1}) mod n_i` for every `i`: the note's `Single -> Multi`.
fn single_to_multi(n: &[i64], mut x: i64) -> Vec<i64> {
    let mut digits = Vec::new();
    for extent in n {
        digits.push(x % extent);
        x /= extent;
    }
    digits
}

fn dot(x: &[i64], s: &[i64]) -> i64 {
    x.iter().zip(s).map(|(x, s)| x * s).sum()
}

// ---- Definition 1.1: layouts ---------------------------------------------------------------

#[test]
fn note_definition_1_size_stride_and_modes() {
    let l = layout!((3,2):(2,7));
    assert_eq!(l.size(), 6);
    assert_eq!(l.stride().leaves(), [2, 7]);
    assert_eq!((l.mode(0), l.mode(1)), (Ok(layout!(3:2)), Ok(layout!(2:7))));
    for l in samples() {
        assert_eq!(l.size(), modes(&l).0.iter().product::<i64>());
    }
}

#[test]
fn note_strides_may_be_zero() {
    // Erratum: strides need not be positive: a function that repeats itself has stride 0, as in a broadcast.
    assert_eq!(recover(&[0, 0, 0, 0]), Ok(layout!(4:0)));
    assert_eq!(recover(&[0, 1, 0, 1]), Ok(layout!((2,2):(1,0))));
    assert_eq!(recover(&[0, -1, 5, 4]), Ok(layout!((2,2):(-1,5))));
}

#[test]
fn note_cosize_is_the_largest_offset_plus_one() {
    for l in samples() {
        let (n, s) = modes(&l);
        let largest: i64 = n.iter().zip(&s).map(|(n, s)| s * (n - 1)).sum();
        assert_eq!(
            offsets(&l).into_iter().max(),
            Some(largest),
            "the formula is that of the largest offset"
        );
        // Erratum: the cosize is one more; further down the note itself uses it so, where it quotes CuTe's complement.
        assert_eq!(l.cosize(), largest + 1, "{l}");
    }
}

// ---- Definitions 2 and 3: canonical functions ----------------------------------------------

#[test]
fn note_definition_2_multivariate_function() {
    for l in samples() {
        let (_, s) = modes(&l);
        for (coord, offset) in l.entries() {
            assert_eq!(offset, dot(coord.leaves(), &s), "{l} at {coord}");
            assert_eq!(l.at(coord), Ok(offset), "{l} at {coord}");
        }
    }
}

#[test]
fn note_multi_to_single_is_a_bijection() {
    for l in samples() {
        let compact = Layout::col_major(&l.shape()).unwrap();
        assert!(compact.is_bijective());
        let (n, s) = modes(&compact);
        assert!(
            (0..n.len()).all(|i| s[i] == n[..i].iter().product::<i64>()),
            "1, n_0, n_0 n_1, ..."
        );
        for x in 0..l.size() {
            let coord = idx2crd(x, &l.shape()).unwrap();
            assert_eq!(coord.leaves(), single_to_multi(&n, x));
            assert_eq!(crd2idx(&coord, &l.shape()), Ok(x));
            assert_eq!(compact.at(coord), Ok(x));
        }
    }
}

#[test]
fn note_definition_3_singlevariate_function() {
    for l in samples() {
        let (n, s) = modes(&l);
        for x in 0..l.size() {
            assert_eq!(l.at(x), Ok(dot(&single_to_multi(&n, x), &s)), "{l} at {x}");
        }
    }
}

/// Left to right: in MATLAB's order, not in numpy's.
#[test]
fn note_digression_column_major() {
    let l = layout!((2,3):(10,1));
    assert_eq!(offsets(&l), [0, 10, 1, 11, 2, 12]);
    let numpy = layout!((3,2):(1,10));
    assert_eq!(offsets(&numpy), [0, 1, 2, 10, 11, 12], "numpy's order reverses the modes");
}

// ---- Definition 1.2: concatenation ---------------------------------------------------------

#[test]
fn note_concatenation_formula() {
    let all = samples();
    for (first, second) in all.iter().zip(all.iter().rev()) {
        let both = Layout::concat(&[*first, *second]).unwrap();
        let mut wrong = 0;
        for x in 0..both.size() {
            let (low, high) = (x % first.size(), x / first.size() % second.size());
            let (low, high) = (first.at(low).unwrap(), second.at(high).unwrap());
            // Erratum: L_1 is not multiplied by its cosize: L(x) = L_1(x mod size L_1) + L_2(...).
            assert_eq!(both.at(x), Ok(low + high), "({first}, {second}) at {x}");
            wrong += usize::from(both.at(x) != Ok(first.cosize() * low + high));
        }
        assert!(wrong > 0 || first.cosize() == 1, "the printed formula for ({first}, {second})");
    }
}

#[test]
fn note_concatenation_closed_form() {
    let both = Layout::concat(&[layout!((4,2):(2,1)), layout!((3,5):(8,24))]).unwrap();
    assert_eq!(both.flatten(), layout!((4,2,3,5):(2,1,8,24)));
}

// ---- Which functions are layouts? ----------------------------------------------------------

#[test]
fn note_recover_example() {
    assert_eq!(recover(&[0, 2, 4, 7, 9, 11]), Ok(layout!((3,2):(2,7))));
}

/// The statement: a layout of the function, or that there is none. All tables of up to eight
/// entries between 0 and 3, against brute force.
#[test]
fn note_recover_decides_every_table() {
    let mut layouts = 0;
    for size in 1..=8_usize {
        let chains = chains(size);
        for code in 0..4_usize.pow(size as u32 - 1) {
            let table: Vec<i64> = (0..size)
                .map(|x| if x == 0 { 0 } else { (code >> (2 * (x - 1)) & 3) as i64 })
                .collect();
            match (recover(&table), truth(&chains, &table)) {
                (Ok(l), Truth::Layout(chain)) => {
                    assert_eq!(l, from_chain(chain, &table));
                    layouts += 1;
                }
                (Err(error), Truth::Witness(x)) => {
                    assert_eq!(error.witness(), Some(x as i64), "{table:?}")
                }
                (answer, truth) => panic!("{table:?}: {answer:?}, but {truth:?}"),
            }
        }
    }
    assert_eq!(layouts, 50);
}

#[test]
fn note_trivial_modes_do_not_matter() {
    for stride in [0, 1, 99] {
        let l = Layout::new((3, 1, 2), (2, stride, 7)).unwrap();
        assert_eq!(offsets(&l), [0, 2, 4, 7, 9, 11]);
        assert!(l.same_function(&layout!((3,2):(2,7))));
    }
}

#[test]
fn note_layouts_start_at_zero() {
    assert!(samples().iter().all(|l| l.at(0) == Ok(0)));
    // Erratum: "if f(x) != 0, there is no layout" should read f(0).
    assert_eq!(recover(&[5]).unwrap_err().kind(), ErrorKind::NonZeroOrigin { value: 5 });
    assert_eq!(recover(&[0, 5]), Ok(layout!(2:5)));
}

#[test]
fn note_guessing_s_0() {
    for l in samples().iter().map(Layout::coalesce).filter(|l| l.size() > 1) {
        assert_eq!(l.at(1), Ok(l.leaf_modes()[0].stride), "{l}");
    }
}

#[test]
fn note_guessing_n_0_linear() {
    // Erratum: "for all kx in [0, M)" should read k.
    let table: Vec<i64> = (0..7).map(|k| 3 * k).collect();
    assert_eq!(recover(&table), Ok(layout!(7:3)));
}

/// The first index at which `f` leaves the line through 0 and `f(1)`.
fn first_break(f: &[i64]) -> Option<usize> {
    (0..f.len()).find(|&t| f[t] != t as i64 * f[1])
}

/// The note's definition of a consistent extent.
fn is_consistent(f: &[i64], n: usize) -> bool {
    (0..f.len()).all(|x| f[x] == f[n * (x / n)] + f[1] * (x % n) as i64)
}

#[test]
fn note_the_first_extent_may_be_t() {
    let f = [0, 2, 4, 7, 9, 11];
    assert_eq!(first_break(&f), Some(3));
    // Erratum: n_0 lies in [2, t], not in [0, t); the trials start at t (as in the code), not at t - 1.
    assert_eq!(recover(&f).unwrap().leaf_modes()[0].extent, 3);
    for l in samples().iter().map(Layout::coalesce).filter(|l| l.rank() > 1) {
        let t = first_break(&offsets(&l)).unwrap();
        assert_eq!(l.leaf_modes()[0].extent, t as i64, "{l}: it is always t");
    }
}

#[test]
fn note_comment_on_t() {
    // Erratum: the comment in the code says "f[t] != i * t"; it should be f[t] != t * s_0.
    let f = offsets(&layout!((4,3):(5,1)));
    let t = first_break(&f).unwrap();
    assert!(f[..t].iter().enumerate().all(|(i, &y)| y == i as i64 * 5) && f[t] != t as i64 * 5);
}

#[test]
fn note_consistent_means_equal_columns() {
    let f = [0, 2, 4, 7, 9, 11];
    assert!(is_consistent(&f, 3));
    assert!(!is_consistent(&f, 2));
    // 0 7     every column goes down by s_0 = 2
    // 2 9
    // 4 11
    for column in 0..2 {
        assert!((1..3).all(|row| f[3 * column + row] - f[3 * column + row - 1] == 2));
    }
}

#[test]
fn note_claim_1_smaller_consistent_extents_divide_the_largest() {
    // Erratum: at the end of the proof r lies in [0, l), not in [0, r).
    for l in samples() {
        let f = offsets(&l);
        let Some(t) = (f.len() > 1).then(|| first_break(&f)).flatten() else { continue };
        let consistent: Vec<usize> = (2..=t).filter(|&n| is_consistent(&f, n)).collect();
        let largest = *consistent.last().unwrap();
        assert!(consistent.iter().all(|&n| largest.is_multiple_of(n)), "{l}: {consistent:?}");
    }
}

#[test]
fn note_claim_2_the_largest_extent_loses_nothing() {
    // (2,2,3):(1,2,7) starts with 2; the layout that starts with 4 is the same function.
    let (small, large) = (layout!((2,2,3):(1,2,7)), layout!((4,3):(1,7)));
    assert!(small.same_function(&large));
    assert_eq!(recover(&offsets(&small)), Ok(large));
    // s_0 (x mod n) + s_0 n (x / n mod m) = s_0 (x mod n m)
    for (n, m, s) in [(2, 2, 1), (3, 4, 5), (4, 2, 7)] {
        for x in 0..3 * n * m {
            assert_eq!(s * (x % n) + s * n * (x / n % m), s * (x % (n * m)));
        }
    }
    // Erratum: what grows in this proof until it is n_0 is the first extent, not "the first stride".
    assert_eq!((small.leaf_modes()[0].extent, large.leaf_modes()[0].extent), (2, 4));
    assert_eq!(small.leaf_modes()[0].stride, large.leaf_modes()[0].stride);
}

#[test]
fn note_recursion_domain() {
    let f = [0, 2, 4, 7, 9, 11];
    // Erratum: g lives on [0, M/n_0), not on the closed [0, M/n_0]: f(n_0 x) must exist.
    let g: Vec<i64> = (0..f.len() / 3).map(|x| f[3 * x]).collect();
    assert_eq!(g, [0, 7]);
    assert_eq!(f.get(3 * (f.len() / 3)), None);
    assert_eq!(recover(&g), Ok(layout!(2:7)));
}

#[test]
fn note_the_largest_extent_is_taken() {
    // Erratum: the runtime analysis takes "the smallest value"; the text and the code take the largest.
    let f = [0, 1, 2, 3, 8, 9, 10, 11];
    assert!(is_consistent(&f, 2) && is_consistent(&f, 4));
    assert_eq!(recover(&f), Ok(layout!((4,2):(1,8))));
    assert!(
        layout!((2,2,2):(1,2,8)).same_function(&layout!((4,2):(1,8))),
        "with the smallest, a longer one"
    );
}

/// At most log2(M) modes, and far from O(M^2 log M) steps: 2^20 entries, once corrupted at the end.
#[test]
fn note_runtime() {
    let l = layout!((64,64,256):(1,100,10000));
    let mut f = offsets(&l);
    assert_eq!(recover(&f), Ok(l));
    assert!(l.length() <= 20, "log2(M)");
    let last = f.len() - 1;
    f[last] += 1;
    assert_eq!(recover(&f).unwrap_err().witness(), Some(last as i64));
    assert_eq!(recover_with(l.size(), |x| l.at(x).unwrap()), Ok(l));
}

// ---- The code in the note ------------------------------------------------------------------

#[test]
fn note_code_tries_extent_one() {
    // Erratum: `range(t, 0, -1)` ends with n_0 = 1, which is always consistent and recurses on the same f for ever.
    let error = recover(&[0, 2, 3, 9, 4, 8, 1, 7]).unwrap_err();
    let ErrorKind::NotALayout { index, expected, found, why, .. } = error.kind() else {
        panic!("{error}")
    };
    assert_eq!((index, expected, found, why), (3, 5, 9, Why::Increment { chain: 2 }));
}

#[test]
fn note_code_ignores_the_size() {
    // Erratum: n_0 must divide M; for [0,1,1] the code returns (2,2):(1,1), of size 4, for [0,1,5,6,7,8] one of size 8.
    for (f, witness) in [(&[0, 1, 1][..], 2), (&[0, 1, 2, 7, 8], 3), (&[0, 1, 5, 6, 7, 8], 4)] {
        assert_eq!(recover(f).unwrap_err().witness(), Some(witness), "{f:?}");
    }
    let break_at_2 = recover(&[0, 1, 1]).unwrap_err();
    assert!(matches!(break_at_2.kind(), ErrorKind::NotALayout { why: Why::Break { size: 3 }, .. }));
}

#[test]
fn note_code_skips_the_last_column() {
    // Erratum: `row_d[:, :-1]` and `[: m % n_0]` leave the last full column unchecked: [0,1,5,9] becomes (2,2):(1,5).
    for (f, witness) in
        [(&[0, 1, 5, 9][..], 3), (&[0, 3, 1, 5], 3), (&[0, 1, 2, 3, 9, 10, 20, 21], 6)]
    {
        assert_eq!(recover(f).unwrap_err().witness(), Some(witness), "{f:?}");
    }
}

#[test]
fn note_code_needs_two_entries_and_a_stride() {
    // Erratum: the code reads f[1] where M = 1, and fails for a stride of 0, also one met in the recursion.
    assert_eq!(recover(&[0]), Ok(layout!(1:0)));
    assert_eq!(recover(&[0, 0, 1, 1]), Ok(layout!((2,2):(0,1))));
    assert_eq!(recover(&[0, 1, 0, 1]), Ok(layout!((2,2):(1,0))));
    assert_eq!(recover(&[]).unwrap_err().kind(), ErrorKind::Empty);
}

// ---- Equivalence ---------------------------------------------------------------------------

#[test]
fn note_layouts_are_not_unique() {
    let (a, b) = (layout!(10:3), layout!((2,5):(3,6)));
    assert!((0..10).all(|x| a.at(x) == Ok(3 * x) && b.at(x) == Ok(3 * x)));
    assert!(a.same_function(&b) && a != b);
}

/// The classes of equivalent layouts are those with the same coalesced form.
#[test]
fn note_equivalence_has_one_coalesced_layout_per_class() {
    let all = samples();
    for a in &all {
        for b in &all {
            let equivalent = offsets(a) == offsets(b);
            assert_eq!(a.same_function(b), equivalent, "{a} and {b}");
            assert_eq!(a.coalesce() == b.coalesce(), equivalent, "{a} and {b}");
        }
    }
}

// ---- Definition 4: complement --------------------------------------------------------------

#[test]
fn note_definition_4_complement() {
    let mut seen = 0;
    for a in samples() {
        for m in [6, 12, 24, 30, 36] {
            let Ok(b) = a.complement_exact(m) else { continue };
            assert!(is_increasing(&b), "{a} in {m}: {b}");
            assert!(tiles(&a, &b, m), "{a} in {m}: {b}");
            seen += 1;
        }
    }
    assert!(seen > 100, "{seen}");
}

/// "Determine B's function from the conditions, then recover": the next copy of A begins at
/// the first offset that is not covered. The recovery never fails: such a B is always a layout.
#[test]
fn note_complement_by_recovery() {
    let m = 24;
    for a in small_layouts(2, 1..=4, 0..=12) {
        let mut covered = vec![false; m as usize];
        let mut starts = vec![];
        let mut possible = true;
        while let Some(start) = covered.iter().position(|&taken| !taken).filter(|_| possible) {
            for y in offsets(&a) {
                match covered.get_mut(start + y as usize) {
                    Some(free) if !*free => *free = true,
                    _ => possible = false,
                }
            }
            starts.push(start as i64);
        }
        match a.complement_exact(m) {
            Ok(b) => assert_eq!((possible, recover(&starts)), (true, Ok(b)), "{a}"),
            Err(error) => assert!(!possible, "{error}, but {starts:?}"),
        }
    }
}

#[test]
fn note_complement_needs_an_injective_layout() {
    for a in samples() {
        if a.is_injective() == Ok(false) {
            assert!((1..40).all(|m| a.complement_exact(m).is_err()), "{a}");
        }
    }
    // Injective is not enough: {0, 1, 3, 4} tiles nothing.
    assert_eq!(layout!((2,2):(1,3)).is_injective(), Ok(true));
    assert!((1..40).all(|m| layout!((2,2):(1,3)).complement_exact(m).is_err()));
}

#[test]
fn note_complement_conditions_are_not_equivalent() {
    let quoted = |a: &Layout, b: &Layout, m: i64| {
        b.size() >= m / a.size() && b.cosize() <= m / a.cosize() * a.cosize()
    };
    for a in samples() {
        if let Ok(b) = a.complement_exact(24) {
            assert!(quoted(&a, &b, 24), "a bijection meets the quoted conditions: {a}, {b}");
        }
    }
    // Erratum: the quoted conditions are not equivalent to the bijection, which is (2), not (3): 6:1 meets them too.
    let (a, b) = (layout!(4:1), layout!(6:1));
    assert!(is_increasing(&b) && quoted(&a, &b, 24));
    assert!(!tiles(&a, &b, 24));
    assert!(tiles(&a, &layout!(6:4), 24) && quoted(&a, &layout!(6:4), 24));
}

// ---- Definition 5: composition -------------------------------------------------------------

/// "Determine the composite of the functions, then recover": the same answer, and the same
/// reason where there is none.
#[test]
fn note_definition_5_composition_by_recovery() {
    let all = small_layouts(2, 2..=4, 0..=6);
    let (mut exist, mut none) = (0, 0);
    for a in &all {
        for b in &all {
            match (a.compose_flat(b), recover(&composed(a, b))) {
                (Ok(flat), Ok(recovered)) => {
                    assert_eq!(flat, recovered, "{a} o {b}");
                    exist += 1;
                }
                (Err(scanned), Err(read)) => {
                    assert_eq!(scanned.witness(), read.witness(), "{a} o {b}: {scanned}");
                    none += 1;
                }
                (scanned, read) => panic!("{a} o {b}: {scanned:?}, {read:?}"),
            }
        }
    }
    assert!(exist > 50_000 && none > 50_000, "{exist} and {none}");
}

/// In the note A is a function on `[0, size(A))` only.
#[test]
fn note_definition_5_composition_inside_the_domain() {
    assert_eq!(layout!(12:5).compose_strict(&layout!(4:3)), Ok(layout!(4:15)));
    let error = layout!(12:5).compose_strict(&layout!(7:11)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::OutOfDomain { index: 2, offset: 22, size: 12 });
}
