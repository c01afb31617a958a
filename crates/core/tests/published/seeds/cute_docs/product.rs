//! "Product (Tiling)", "Blocked and Raked Products", "Zipped and Tiled Products".

use tilework::{Layout, layout, tiler, tuple};
use tilework_testing::offsets;

use crate::seeds::samples;

/// `(A, A* o B)`, the three steps of the document.
fn by_definition(a: &Layout, b: &Layout) -> Result<Layout, tilework::Error> {
    Layout::concat(&[*a, a.complement(a.size() * b.cosize())?.compose(b)?])
}

#[test]
fn cute_docs_product_definition_and_postconditions() {
    let (mut seen, tilers) =
        (0, [layout!(6:1), layout!((4,2):(2,1)), layout!((3,4):(1,3)), layout!(2:3)]);
    for a in samples() {
        for b in &tilers {
            let product = a.logical_product(&b.into());
            assert_eq!(product.is_ok(), by_definition(&a, b).is_ok(), "{a} by {b}");
            let Ok(r) = product else { continue };
            assert_eq!(by_definition(&a, b), Ok(r), "{a} by {b}");
            assert_eq!(r.rank(), 2);
            assert_eq!(r.mode(0), Ok(a), "the first mode is a copy of A");
            assert!(a.compatible(&r.mode(0).unwrap()));
            assert!(b.compatible(&r.mode(1).unwrap()), "{a} by {b}");
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// Each element of B becomes its own copy of A.
#[test]
fn cute_docs_product_is_a_unique_replication() {
    let (a, b) = (layout!((2,2):(4,1)), layout!((4,2):(2,1)));
    let r = a.logical_product(&b.into()).unwrap();
    assert_eq!(r.is_injective(), Ok(true));
    for copy in 0..b.size() {
        let start = r.at((0, copy)).unwrap();
        assert!((0..a.size()).all(|i| r.at((i, copy)).unwrap() - start == a.at(i).unwrap()));
    }
}

#[test]
fn cute_docs_product_complement_reaches_size_times_cosize() {
    // Erratum: A* is taken "up to the cosize of B"; as in the code it is size(A) * cosize(B), or too few copies fit.
    let (a, b) = (layout!((2,2):(4,1)), layout!(6:1));
    assert_eq!(a.complement(b.cosize()).unwrap().size(), 2, "only 2 of the 6 copies");
    assert_eq!(a.complement(a.size() * b.cosize()).unwrap().size(), 6);
}

#[test]
fn cute_docs_product_1d_example() {
    let (a, b) = (layout!((2,2):(4,1)), layout!(6:1));
    let rest = a.complement(6 * 4).unwrap();
    assert_eq!(rest, layout!((2,3):(2,8)));
    assert_eq!(rest.compose(&b), Ok(layout!((2,3):(2,8))));
    let r = a.logical_product(&b.into()).unwrap();
    assert_eq!(r, layout!(((2,2),(2,3)):((4,1),(2,8))));
    // "Identical to the result of the 1-D logical divide", that is, of A = (4,2,3):(2,1,8).
    assert_eq!(layout!((4,2,3):(2,1,8)).logical_divide(&tiler!(4:2)), Ok(r));
}

#[test]
fn cute_docs_product_1d_in_another_order() {
    let a = layout!((2,2):(4,1));
    let r = a.logical_product(&tiler!((4,2):(2,1))).unwrap();
    assert_eq!(r, layout!(((2,2),(4,2)):((4,1),(8,2))));
    // Eight tiles, the second one where the third of the 1-D example is.
    assert_eq!(r.mode(1).unwrap().size(), 8);
    assert_eq!(offsets(&r.mode(1).unwrap()), [0, 8, 16, 24, 2, 10, 18, 26]);
}

/// A 2x5 row-major block, tiled across a 3x4 column-major arrangement.
fn assert_blocks(r: &Layout) {
    let (a, b) = (layout!((2,5):(5,1)), layout!((3,4):(1,3)));
    for i in 0..6 {
        for j in 0..20 {
            let block = b.at((i / 2, j / 5)).unwrap();
            let inside = a.at((i % 2, j % 5)).unwrap();
            assert_eq!(r.at((i, j)), Ok(10 * block + inside), "({i},{j}) of {r}");
        }
    }
}

#[test]
fn cute_docs_product_2d_by_mode() {
    let r = layout!((2,5):(5,1)).logical_product(&tiler!(<3:5,4:6>)).unwrap();
    assert_eq!(r, layout!(((2,3),(5,4)):((5,10),(1,30))));
    assert_blocks(&r);
}

#[test]
fn cute_docs_blocked_product() {
    let r = layout!((2,5):(5,1)).blocked_product(&layout!((3,4):(1,3))).unwrap();
    assert_blocks(&r);
    assert_eq!(r, layout!(((2,3),(5,4)):((5,10),(1,30))), "the same as by mode");
    // Erratum: `blocked_product` does not coalesce mode 0 (it once did); coalescing by mode gives the printed form.
    let printed = layout!((6,(5,4)):(5,(1,30)));
    assert_eq!(r.coalesce_by(&tuple!((1, 1))), Ok(printed));
    assert_blocks(&printed);
}

#[test]
fn cute_docs_blocked_product_reassociates_the_modes() {
    let (a, b) = (layout!((2,5):(5,1)), layout!((3,4):(1,3)));
    let product = a.logical_product(&b.into()).unwrap();
    let part = |path: &[usize]| product.mode_at(path).unwrap();
    let mode = |i, j| Layout::concat(&[part(i), part(j)]).unwrap();
    let blocked = [mode(&[0, 0], &[1, 0]), mode(&[0, 1], &[1, 1])];
    assert_eq!(a.blocked_product(&b), Layout::concat(&blocked));
    let raked = [mode(&[1, 0], &[0, 0]), mode(&[1, 1], &[0, 1])];
    assert_eq!(a.raked_product(&b), Layout::concat(&raked));
}

#[test]
fn cute_docs_raked_product() {
    let (a, b) = (layout!((2,5):(5,1)), layout!((3,4):(1,3)));
    let r = a.raked_product(&b).unwrap();
    assert_eq!(r, layout!(((3,2),(4,5)):((10,5),(30,1))));
    // The tiles are interleaved: a cyclic distribution.
    for i in 0..6 {
        for j in 0..20 {
            let block = b.at((i % 3, j % 4)).unwrap();
            let inside = a.at((i / 3, j / 4)).unwrap();
            assert_eq!(r.at((i, j)), Ok(10 * block + inside));
        }
    }
}

/// `(M, N, L)` and `<TileM, TileN>`, in all four forms.
#[test]
fn cute_docs_product_forms() {
    let a = layout!((2,5,7):(1,100,10000));
    let b = tiler!(<3:1,4:1>);
    let forms = [
        (a.logical_product(&b), layout!(((2,3),(5,4),7):((1,2),(100,1),10000))),
        (a.zipped_product(&b), layout!(((2,5),(3,4,7)):((1,100),(2,1,10000)))),
        (a.tiled_product(&b), layout!(((2,5),3,4,7):((1,100),2,1,10000))),
        (a.flat_product(&b), layout!((2,5,3,4,7):(1,100,2,1,10000))),
    ];
    for (r, expected) in forms {
        assert_eq!(r, Ok(expected));
    }
}
