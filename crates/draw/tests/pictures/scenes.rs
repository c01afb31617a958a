//! The scenes that are kept as golden files: one of everything that can be drawn.

use tilework::{
    AnyLayout, ComposedLayout, CoordLayout, Layout, LayoutRef, Slicer, Tiler, layout, slicer,
    tiler, tuple,
};
use tilework_draw::*;
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::atom::{self, MmaAtom};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::tiled::{TiledCopy, TiledMma};

use crate::results::{divided, inverted, multiplied};

/// The view for an output.
fn view(limits: Limits) -> View {
    View::within(limits)
}

fn plain(layout: Layout, view: &View) -> Scene {
    grid(&layout, &layout.to_string(), view)
}

fn colored(layout: Layout, coloring: Coloring, limits: Limits) -> Scene {
    plain(layout, &view(limits).coloring(coloring))
}

fn labelled(layout: Layout, labels: Labels, limits: Limits) -> Scene {
    plain(layout, &view(limits).labels(labels))
}

fn composition(a: &AnyLayout, b: &Tiler, title: &str, view: &View) -> Scene {
    let result = a.compose_tiler(b).unwrap();
    tilework_draw::composition(a, b, &result, title, view).unwrap()
}

fn complement(a: &Layout, m: i64, title: &str, view: &View) -> Scene {
    tilework_draw::complement(a, &a.complement(m).unwrap(), title, view)
}

fn divide(form: Divide, a: &AnyLayout, tiler: &Tiler, title: &str, view: &View) -> Scene {
    let result = divided(form, a, tiler).unwrap();
    tilework_draw::divide(form, a, tiler, &result, title, view).unwrap()
}

fn product(form: Product, a: &AnyLayout, b: &Tiler, title: &str, view: &View) -> Scene {
    let result = multiplied(form, a, b).unwrap();
    tilework_draw::product(form, a, b, &result, title, view).unwrap()
}

fn inverse(which: Inverse, a: &AnyLayout, title: &str, view: &View) -> Scene {
    tilework_draw::inverse(which, a, &inverted(which, a).unwrap(), title, view)
}

fn slice(a: &AnyLayout, slicer: &Slicer, title: &str, view: &View) -> Scene {
    let (result, base) = a.slice_and_offset(slicer).unwrap();
    let result = Subject::from(&result).at_offset(base);
    tilework_draw::slice(a, slicer, result, title, view).unwrap()
}

/// Every scene, by name.
pub(crate) fn scenes(limits: Limits) -> Vec<(&'static str, Scene)> {
    let v = &view(limits);
    let big = layout!((12,(4,8)):(59,(13,1)));
    let nine = layout!((9,(4,8)):(59,(13,1)));
    let tiles = tiler!(<3:3,(2,4):(1,8)>);
    let block = layout!((2,5):(5,1));
    let arrangement = layout!((3,4):(1,3));
    let pair = layout!((2,2):(4,1));
    let fragment = layout!(((4,8),(2,2)):((32,1),(16,8)));
    let swizzled: ComposedLayout = "Sw<3,0,3> o 0 o (8,8):(8,1)".parse().unwrap();
    let nested: ComposedLayout = "(2,2):(2,1) o 1 o 3:1".parse().unwrap();
    let rows = layout!((8,8):(8,1));
    let mut out = vec![
        ("row_major", plain(layout!((4,8):(8,1)), v)),
        ("col_major", plain(layout!((4,8):(1,4)), v)),
        ("nested", plain(layout!(((2,2),(2,4)):((1,4),(2,8))), v)),
        ("deep", plain(layout!((((2,2),2),4):(((1,4),8),16)), v)),
        ("rank0", plain(Layout::concat(&[]).unwrap(), v)),
        ("rank1", plain(layout!(12:3), v)),
        ("rank1_wrapped", plain(layout!(100:1), v)),
        ("rank3", plain(layout!((4,3,2):(1,4,12)), v)),
        ("rank4", plain(layout!((2,3,2,2):(1,2,6,12)), v)),
        ("rank5", plain(layout!((2,2,2,2,2):(1,2,4,8,16)), v)),
        ("negative", plain(layout!((4,4):(-1,4)), v)),
        ("broadcast", plain(layout!((4,4):(1,0)), v)),
        ("summary", plain(layout!((4096,65536):(1,4096)), v)),
        ("summary_prime", plain(layout!((7,100003):(1,7)), v)),
        ("summary_rank1", plain(layout!(1000000007:3), v)),
        ("by_row", colored(rows, Coloring::Row, limits)),
        ("by_column", colored(rows, Coloring::Column, limits)),
        ("by_index", colored(rows, Coloring::Index, limits)),
        ("by_nothing", colored(rows, Coloring::None, limits)),
        (
            "by_mode",
            colored(layout!(((2,2),(2,4)):((1,4),(2,8))), Coloring::Mode(vec![1, 0]), limits),
        ),
        ("by_layout", colored(rows, Coloring::Layout(layout!((8,8):(1,0))), limits)),
        (
            "by_bank",
            colored(layout!((8,32):(32,1)), Coloring::Bank(Banks::shared_memory(4)), limits),
        ),
        ("label_index", labelled(layout!((4,4):(4,1)), Labels::Index, limits)),
        ("label_coordinate", labelled(layout!((4,(2,2)):(4,(1,2))), Labels::Coordinate, limits)),
        ("label_none", labelled(layout!((4,4):(4,1)), Labels::None, limits)),
        ("marked_slice", plain(rows, &view(limits).slice(slicer!((_, 2))))),
        ("started", grid(Subject::from(&layout!(4:8)).at_offset(3), "4:8 at 3", v)),
        ("swizzled", grid(&swizzled, &swizzled.to_string(), v)),
        (
            "identity",
            coordinates(
                &CoordLayout::identity(&tuple!((4, (2, 3)))).unwrap(),
                None,
                "identity (4,(2,3))",
                v,
            )
            .unwrap(),
        ),
        (
            "swizzled_divide",
            divide(Divide::Zipped, &swizzled.into(), &tiler!(<4,4>), "tiles of a swizzle", v),
        ),
        ("swizzled_slice", slice(&swizzled.into(), &slicer!((3, _)), "a row of a swizzle", v)),
        ("swizzle", composed(&swizzled, &swizzled.to_string(), v)),
        ("composed", composed(&nested, &nested.to_string(), v)),
        ("strip_repeats", strip(&layout!((4,3):(2,3)), "(4,3):(2,3)", v)),
        ("strip_negative", strip(&layout!((3,2):(-2,1)), "(3,2):(-2,1)", v)),
        (
            "threads",
            threads(&fragment, &tuple!((16, 8)), "a fragment", ByOwner::Thread, v).unwrap(),
        ),
        (
            "one_thread",
            threads(&fragment, &tuple!((16, 8)), "thread 5", Owners::default().thread(5), v)
                .unwrap(),
        ),
        (
            "both_maps",
            threads(
                &layout!(((3,2),2):((4,2),1)),
                &tuple!((4, 3)),
                "both maps",
                Owners::default().both().thread(4),
                v,
            )
            .unwrap(),
        ),
        (
            "part_of_thread",
            part(
                &layout!((8,6):(1,8)).into(),
                &tiler!(<4,3>),
                |a| a.partition_by(&layout!(((3,2),2):((4,2),1)).into(), &tuple!((4, 3)), 5),
                "thread 5",
                v,
            )
            .unwrap(),
        ),
        (
            "part_outside",
            part(
                &layout!((7,6):(1,7)).into(),
                &tiler!(<4,3>),
                |a| a.local_tile(&tiler!(<4,3>), &slicer!((1, 0))),
                "local_tile",
                v,
            )
            .unwrap(),
        ),
        (
            "overhang",
            divide(Divide::Zipped, &layout!((5,4):(1,5)).into(), &tiler!(<2,2>), "overhang", v),
        ),
        ("values", threads(&fragment, &tuple!((16, 8)), "a fragment", ByOwner::Value, v).unwrap()),
        (
            "threads_wrong",
            threads(&layout!((4,2):(1,1)), &tuple!((4, 2)), "overlapping", ByOwner::Thread, v)
                .unwrap(),
        ),
        (
            "composition",
            composition(
                &layout!((6,2):(8,2)).into(),
                &layout!((4,3):(3,1)).into(),
                "(6,2):(8,2) o (4,3):(3,1)",
                v,
            ),
        ),
        ("composition1", composition(&big.into(), &tiler!(<3:4,8:2>), "composition1", v)),
        ("composition2", composition(&big.into(), &tiler!(<3,8>), "composition2", v)),
        ("complement1", complement(&layout!((2,2):(1,6)), 24, "complement1", v)),
        (
            "divide1",
            divide(
                Divide::Logical,
                &layout!((4,2,3):(2,1,8)).into(),
                &layout!(4:2).into(),
                "divide1",
                v,
            ),
        ),
        ("divide2", divide(Divide::Logical, &nine.into(), &tiles, "divide2", v)),
        ("divide3", divide(Divide::Zipped, &nine.into(), &tiles, "divide3", v)),
        (
            "tiled_divide",
            divide(Divide::Tiled, &layout!((4,6):(1,4)).into(), &tiler!(<2,3>), "tiled_divide", v),
        ),
        (
            "flat_divide",
            divide(Divide::Flat, &layout!((4,6):(1,4)).into(), &tiler!(<2,3>), "flat_divide", v),
        ),
        ("product1", product(Product::Logical, &pair.into(), &layout!(6:1).into(), "product1", v)),
        (
            "product2",
            product(Product::Logical, &pair.into(), &layout!((4,2):(2,1)).into(), "product2", v),
        ),
        ("product2d", product(Product::Logical, &block.into(), &tiler!(<3:5,4:6>), "product2d", v)),
        (
            "productblocked2d",
            product(Product::Blocked, &block.into(), &arrangement.into(), "productblocked2d", v),
        ),
        (
            "productraked2d",
            product(Product::Raked, &block.into(), &arrangement.into(), "productraked2d", v),
        ),
        (
            "right_inverse",
            inverse(Inverse::Right, &layout!((4,8):(8,1)).into(), "right_inverse", v),
        ),
        ("left_inverse", inverse(Inverse::Left, &layout!((4,8):(1,5)).into(), "left_inverse", v)),
        ("slice", slice(&layout!((4,8):(8,1)).into(), &slicer!((2, _)), "slice", v)),
        (
            "coalesce",
            beside(
                &[("A", layout!((2,(1,6)):(1,(6,2))).into())],
                &layout!(12:1).into(),
                "coalesce",
                v,
            ),
        ),
        (
            "hostile",
            grid(&layout!((2,2):(1,2)), "<a href=\"x\">&'\\input{x}%$#_^~\u{1b}[31m\n</a>", v),
        ),
    ];
    out.extend(hardware(v));
    out
}

/// What the hardware makes of layouts: one scene of each kind, and those that differ.
fn hardware(v: &View) -> Vec<(&'static str, Scene)> {
    let by_thread = Owners::default();
    let mma_atom = |name: &str| atom::find(name).unwrap().mma().unwrap();
    let copy_atom = |name: &str| atom::find(name).unwrap().copy().unwrap();
    // A in registers, B in shared memory; two products.
    let shared = MmaAtom {
        shape: [4, 2, 2],
        thr_id: layout!(4:1),
        a: layout!((4,(2,2)):(1,(4,8))),
        b: layout!((4,(4,2)):(0,(1,4))),
        c: layout!((4,(2,2)):(1,(4,8))),
    };
    let scalar = mma_atom("UniversalFMA<float>");
    let tiled = TiledMma::new(&scalar, &layout!((2,3,1):(1,2,0)), &tiler!(<4,_,_>)).unwrap();
    let rows = copy_atom("UniversalCopy<uint64_t>");
    let rows = TiledCopy::new(&rows, 16, &layout!((4,2):(2,1)), &layout!((1,4):(0,1))).unwrap();
    // 4 banks, and 16 lanes that take 8 bytes each: 8 phases.
    let small = Machine { name: "small", lanes: 8, banks: 8, ..Machine::CUSTOM };
    let tile = layout!((8,8):(8,1));
    let with: ComposedLayout = "Sw<2,1,2> o 0 o (8,8):(8,1)".parse().unwrap();
    let pairs = Access::load(&layout!((8,2):(1,8)), 8).unwrap();
    let halves = Access::along(&tile, 0, 16, 2, Direction::Store, 8).unwrap();
    let plain = layout!((64,64):(64,1));
    let swizzle: ComposedLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().unwrap();
    let matrix = Access::matrices_along(&plain, 1, 16, Matrices::X1, Direction::Load).unwrap();
    let raw = Access::addresses(&layout!((4,2):(4,256)), 4, Direction::Load);
    let copied = Access::load(&layout!(((16,2),4):((512,1),128)), 8).unwrap();
    let banks = |memory: LayoutRef, access: &Access, bits, machine: &Machine, title| {
        tilework_draw::banks(memory, access, bits, machine, None, title, v).unwrap()
    };
    vec![
        ("mma", mma(&mma_atom("SM70_8x8x4_F32F16F16F32_TN"), "a quad pair", by_thread, v).unwrap()),
        ("mma_shared", mma(&shared, "B in shared memory", ByOwner::Value, v).unwrap()),
        ("mma_thread", mma(&shared, "thread 2", by_thread.thread(2), v).unwrap()),
        ("tiled_mma", tiled_mma(&tiled, "2 x 3 threads", by_thread.thread(3), v).unwrap()),
        ("copy", copy(&copy_atom("SM75_U32x1_LDSM_N"), 16, "ldmatrix", by_thread, v).unwrap()),
        (
            "copy_tensor_memory",
            copy(
                &copy_atom("SM100_TMEM_LOAD_16dp256b1x"),
                32,
                "tcgen05.ld",
                by_thread.thread(5),
                v,
            )
            .unwrap(),
        ),
        ("tiled_copy", tiled_copy(&rows, "rows of 4", by_thread, v).unwrap()),
        ("tiled_copy_value", tiled_copy(&rows, "value 1", by_thread.value(1), v).unwrap()),
        ("banks", banks((&tile).into(), &pairs, 32, &small, "two phases")),
        ("banks_halves", banks((&tile).into(), &halves, 16, &small, "two lanes a word")),
        ("banks_raw", banks((&tile).into(), &raw, 8, &small, "addresses")),
        ("banks_matrix", banks((&swizzle).into(), &matrix, 16, &Machine::NVIDIA, "ldmatrix")),
        (
            "before_after",
            swizzled([(&tile).into(), (&with).into()], &pairs, 32, &small, None, "a swizzle", v)
                .unwrap(),
        ),
        (
            "sectors",
            sectors(
                &layout!((128,100):(100,1)),
                &copied,
                16,
                &Machine::NVIDIA,
                None,
                "a global load",
                v,
            )
            .unwrap(),
        ),
    ]
}
