//! The same algebra at compile time: constants equal what the program computes.

use std::hint::black_box;

use tilework::{
    Coord, ErrorKind, Layout, Shape, Slicer, Tiler, Tuple, ceil_div, crd2idx, domain_distribute,
    idx2crd, layout, recover, shape_div, shape_mod, slicer, tiler, tuple,
};

/// The value of a constant expression; a refusal does not compile.
macro_rules! constant {
    ($result:expr; $type:ty) => {{
        const VALUE: $type = match $result {
            Ok(value) => value,
            Err(_) => panic!("refused"),
        };
        VALUE
    }};
    ($result:expr) => {
        constant!($result; Layout)
    };
}

/// Each line: the expression as a constant, the same at run time, and what both must be.
macro_rules! agree {
    ($($a:ident . $method:ident ( $($argument:expr),* ) = $expected:expr;)*) => {$(
        let at_run_time = black_box(&$a).$method($(black_box($argument)),*);
        assert_eq!(Ok(constant!($a.$method($($argument),*))), at_run_time, stringify!($method));
        assert_eq!(at_run_time, Ok($expected), stringify!($method));
    )*};
}

const A: Layout = layout!((6,2):(8,2));
const B: Layout = layout!((4,3):(3,1));
const C: Layout = layout!((9,(4,8)):(59,(13,1)));
const ROWS: Layout = layout!((8,4):(4,1));
const BLOCK: Layout = layout!((2,5):(5,1));
const GRID: Layout = layout!((3,4):(1,3));
const HARD: Layout = layout!((5,2,2,2,9):(1,4,9,17,35));
const TILER: Tiler = tiler!(<3:3,(2,4):(1,8)>);
const TABLE: [i64; 6] = [0, 2, 4, 7, 9, 11];

#[test]
fn algebra() {
    agree! {
        A.compose(&B) = layout!(((2,2),3):((24,2),8));
        A.compose_strict(&B) = layout!(((2,2),3):((24,2),8));
        A.compose_flat(&B) = layout!((2,2,3):(24,2,8));
        ROWS.compose_at(3, &layout!(2:8)) = layout!(2:1);
        HARD.compose(&layout!(35:8)) = layout!(35:7);
        C.compose_tiler(&tiler!(<3,8>)) = layout!((3,(4,2)):(59,(13,1)));
        B.complement(24) = layout!(2:12);
        B.complement_exact(24) = layout!(2:12);
        B.complement_image(12) = layout!(1:0);
        B.complement_default() = layout!(1:0);
        C.logical_divide(&TILER) = layout!(((3,3),((2,4),(2,2))):((177,59),((13,2),(26,1))));
        C.zipped_divide(&TILER) = layout!(((3,(2,4)),(3,(2,2))):((177,(13,2)),(59,(26,1))));
        C.tiled_divide(&TILER) = layout!(((3,(2,4)),3,(2,2)):((177,(13,2)),59,(26,1)));
        C.flat_divide(&TILER) = layout!((3,(2,4),3,(2,2)):(177,(13,2),59,(26,1)));
        BLOCK.logical_product(&tiler!(3)) = layout!(((2,5),3):((5,1),10));
        BLOCK.zipped_product(&tiler!(<3>)) = layout!(((2),(3,5)):((5),(1,1)));
        BLOCK.tiled_product(&tiler!(<3>)) = layout!(((2),3,5):((5),1,1));
        BLOCK.flat_product(&tiler!(<3>)) = layout!(((2),3,5):((5),1,1));
        BLOCK.blocked_product(&GRID) = layout!(((2,3),(5,4)):((5,10),(1,30)));
        BLOCK.raked_product(&GRID) = layout!(((3,2),(4,5)):((10,5),(30,1)));
        ROWS.left_inverse() = layout!((4,8):(8,1));
        ROWS.generalized_inverse() = layout!((4,8):(8,1));
        ROWS.left_inverse_search() = layout!((4,8):(8,1));
        ROWS.right_inverse_max() = layout!((4,8):(8,1));
        ROWS.solve_right(&layout!(4:8)) = layout!(4:2);
        ROWS.nullspace() = layout!(1:0);
        ROWS.max_common_layout(&ROWS) = layout!((4,8):(8,1));
        ROWS.upcast(2) = layout!((8,2):(2,1));
        ROWS.downcast(2) = layout!((8,8):(8,1));
        ROWS.recast(24, 16) = layout!((8,6):(6,1));
        ROWS.sum(&ROWS) = layout!((8,4):(8,2));
        ROWS.scale(-3) = layout!((8,4):(-12,-3));
        ROWS.truncate(16) = layout!((8,2):(4,1));
        ROWS.with_shape(&tuple!((4,8))) = layout!((4,(2,4)):(4,(16,1)));
        ROWS.tile_to_shape(&tuple!((16,4)), None) = layout!(((8,2),(4,1)):((4,32),(1,0)));
        C.coalesce_by(&tuple!((1,1))) = layout!((9,(4,8)):(59,(13,1)));
        C.filter_by(&tuple!((1,1))) = layout!((9,(4,8)):(59,(13,1)));
        C.group(0, 2) = layout!(((9,(4,8))):((59,(13,1))));
        C.select(&[1, 0]) = layout!(((4,8),9):((13,1),59));
        C.append(&Layout::UNIT) = layout!((9,(4,8),1):(59,(13,1),0));
        C.replace(1, &ROWS) = layout!((9,(8,4)):(59,(4,1)));
    }
}

#[test]
fn without_errors() {
    const RIGHT: Layout = ROWS.right_inverse();
    const SIMPLE: [Layout; 5] =
        [C.coalesce(), C.flatten(), C.filter(), C.sort_by_stride(), C.like()];
    assert_eq!(RIGHT, black_box(ROWS).right_inverse());
    let c = black_box(C);
    assert_eq!(SIMPLE, [c.coalesce(), c.flatten(), c.filter(), c.sort_by_stride(), c.like()]);
}

#[test]
fn evaluation() {
    const AT: [i64; 3] = [
        constant!(C.at_index(100); i64),
        constant!(C.at_coord(&tuple!((1,11))); i64),
        constant!(crd2idx(&tuple!((1,11)), &C.shape()); i64),
    ];
    assert_eq!(AT, [C.at(100).unwrap(), C.at((1, 11)).unwrap(), 100]);
    const COORD: Coord = constant!(idx2crd(100, &C.shape()); Coord);
    assert_eq!(COORD, tuple!((1, (3, 2))));
    const SLICE: (Layout, i64) = constant!(C.slice(&slicer!((2,_))); (Layout, i64));
    assert_eq!(SLICE, (layout!(((4,8)):((13,1))), 118));
    const SHAPES: [Shape; 3] = [
        constant!(shape_div(&tuple!((12,32)), &tuple!((4,8))); Shape),
        constant!(shape_mod(&tuple!((3,6,2,8)), 9); Shape),
        constant!(ceil_div(&tuple!((100,64,3)), &tuple!((16,16))); Shape),
    ];
    assert_eq!(SHAPES, [tuple!((3, 4)), tuple!((3, 3, 1, 1)), tuple!((7, 4, 3))]);
    assert_eq!(constant!(domain_distribute(&tuple!((15, 8)), 6)), layout!((3,2):(1,15)));
}

#[test]
fn recovery_and_decisions() {
    assert_eq!(constant!(recover(&TABLE)), layout!((3,2):(2,7)));
    const WITNESS: Option<i64> = match recover(&[0, 1, 5, 9]) {
        Ok(_) => None,
        Err(error) => error.witness(),
    };
    assert_eq!(WITNESS, Some(3));
    const COLLISION: Option<(i64, i64)> =
        constant!(layout!((2,2,2,2):(3,5,6,14)).collision(); Option<(i64, i64)>);
    assert_eq!(COLLISION, Some((8, 7)));
    const NUMBERS: (Option<i64>, i64) =
        (constant!(ROWS.preimage(13); Option<i64>), constant!(ROWS.mex(); i64));
    assert_eq!(NUMBERS, (Some(11), 32));
    const MEET: Option<(i64, i64)> = constant!(ROWS.images_meet(0, &ROWS, 32); Option<(i64, i64)>);
    assert_eq!(MEET, None);
    const YES: [bool; 8] = [
        constant!(ROWS.is_injective(); bool),
        ROWS.is_surjective(),
        ROWS.is_bijective(),
        ROWS.is_contiguous(),
        ROWS.same_function(&ROWS.flatten()),
        B.compatible(&constant!(A.compose(&B))),
        B.congruent(&A),
        ROWS.first_difference(&B).is_some(),
    ];
    assert_eq!(YES, [true; 8]);
}

/// A refusal is a value, too, with its kind.
#[test]
fn refusals() {
    const KINDS: [ErrorKind; 3] = [
        match layout!((6,2):(1,7)).compose(&layout!((3,2):(2,3))) {
            Ok(_) => panic!("a layout"),
            Err(error) => error.kind(),
        },
        match layout!((2,2):(1,5)).complement(24) {
            Ok(_) => panic!("a complement"),
            Err(error) => error.kind(),
        },
        match Layout::parse("(4,8") {
            Ok(_) => panic!("notation"),
            Err(error) => error.kind(),
        },
    ];
    assert!(matches!(KINDS[0], ErrorKind::NotALayout { index: 5, expected: 7, found: 8, .. }));
    assert_eq!(KINDS[1], ErrorKind::GapNotDivisible { stride: 5, block: 2 });
    assert_eq!(KINDS[2], ErrorKind::Parse { at: 4, expected: "`,` or `)`" });
}

/// The macros read what `parse` reads.
#[test]
fn macros() {
    const ALL: (Layout, Tuple, Slicer, Tiler) = (
        layout!(((2, 4), 8) : ((1, -2), 8)),
        tuple!((4, (8, 2))),
        slicer!((_, (2, _))),
        tiler!(<_,<3:3,4>>),
    );
    assert_eq!(Ok(ALL.0), "((2,4),8):((1,-2),8)".parse());
    assert_eq!(Ok(ALL.1), "(4,(8,2))".parse());
    assert_eq!(Ok(ALL.2), "(_,(2,_))".parse());
    assert_eq!(Ok(ALL.3), "<_,<3:3,4>>".parse());
    // An array length, a match arm: wherever a constant may stand.
    let buffer = [0_u8; layout!((4,8):(1,5)).cosize() as usize];
    assert_eq!(buffer.len(), 39);
}
