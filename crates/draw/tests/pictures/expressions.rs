//! Pictures of expressions about hardware: those of the functions that draw them.

use std::collections::BTreeSet;

use tilework::{ComposedLayout, layout, tiler};
use tilework_draw::*;
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::atom::{self, Operand};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::tiled::{TiledCopy, TiledMma};
use tilework_lang::{Diagnostic, Scope};

const MMA: &str = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0), <32,32,16>)";

fn drawn(text: &str, what: &What) -> Result<Scene, Diagnostic> {
    Expression::new(&Scope::new(), text)?.scene(what, "", &View::default())
}

fn of(text: &str) -> Scene {
    drawn(text, &What::Operation).unwrap_or_else(|why| panic!("{text}: {}", why.message))
}

fn tiled() -> TiledMma {
    let atom = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    TiledMma::new(&atom, &layout!((2,2,1):(1,2,0)), &tiler!(<32,32,16>)).unwrap()
}

#[test]
fn atoms_and_tiles() {
    let view = View::default();
    let owners = Owners::default();
    let ampere = atom::find("SM80_16x8x16_F32F16F16F32_TN").unwrap().mma().unwrap();
    assert_eq!(of("SM80_16x8x16_F32F16F16F32_TN"), mma(&ampere, "", owners, &view).unwrap());
    let rows = atom::find("SM75_U32x4_LDSM_N").unwrap().copy().unwrap();
    assert_eq!(of("SM75_U32x4_LDSM_N"), copy(&rows, 16, "", owners, &view).unwrap());
    let wide = of("Copy_Atom<SM75_U32x4_LDSM_N, 32>");
    assert_eq!(wide, copy(&rows, 32, "", owners, &view).unwrap());
    assert_eq!(of(MMA), tiled_mma(&tiled(), "", owners, &view).unwrap());
    let slice = of(&format!("get_slice({MMA}, 22)"));
    assert_eq!(slice, tiled_mma(&tiled(), "", owners.thread(22), &view).unwrap());
    let copies = TiledCopy::for_operand(&rows, 16, &tiled(), Operand::A).unwrap();
    let text = format!("make_tiled_copy_A(SM75_U32x4_LDSM_N, {MMA})");
    assert_eq!(of(&text), tiled_copy(&copies, "", owners, &view).unwrap());
    let one = drawn(&text, &What::Threads(None, owners.thread(5))).unwrap();
    assert_eq!(one, tiled_copy(&copies, "", owners.thread(5), &view).unwrap());
    let none = drawn(MMA, &What::Threads(None, owners.thread(128))).unwrap_err();
    assert_eq!(none.message, "there is no thread 128 among the 128 threads");
}

/// What a thread has of a tensor is marked in it.
#[test]
fn parts_of_threads() {
    let copies = "make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16)";
    for (call, start, offsets) in [
        (
            format!("partition_C({MMA}, (64,64):(64,1), 22)"),
            324,
            layout!(((2,2),(2,2),2):((1,512),(2048,16),32)),
        ),
        (
            format!("partition_C(get_slice({MMA}, 22), (64,64):(64,1))"),
            324,
            layout!(((2,2),(2,2),2):((1,512),(2048,16),32)),
        ),
        (format!("partition_S({copies}, (64,64):(64,1), 3)"), 24, layout!((8,2):(1,2048))),
    ] {
        let scene = of(&call);
        let marked = scene.panels().next().unwrap().places();
        let marked: BTreeSet<i64> =
            marked.filter(|(.., cell)| cell.marked).map(|(.., cell)| cell.offset).collect();
        assert_eq!(marked, offsets.offsets().map(|offset| start + offset).collect(), "{call}");
    }
}

#[test]
fn accesses() {
    let (view, machine) = (View::default(), Machine::NVIDIA);
    let plain = layout!((64,64):(64,1));
    let with: ComposedLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().unwrap();
    let load = Access::matrices_along(&plain, 1, 16, Matrices::X4, Direction::Load).unwrap();
    let alone = banks(&plain, &load, 16, &machine, None, "", &view).unwrap();
    assert_eq!(of("bank_report((64,64):(64,1), 16, ldmatrix.x4)"), alone);
    // Of several, the one that conflicts most.
    let several = of("bank_report((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)");
    assert_eq!(several.rows, alone.rows);
    assert_eq!(several.notes[0], "access ldmatrix.x4");
    let (global, rows) = (layout!((128,100):(100,1)), layout!(((16,2),4):((512,1),128)));
    let rows = Access::load(&rows, 8).unwrap();
    let lines = sectors(&global, &rows, 16, &machine, None, "", &view).unwrap();
    let text = "global_report((128,100):(100,1), 16, tv=((16,2),4):((512,1),128):8B)";
    assert_eq!(of(text), lines);
    let both = [(&plain).into(), (&with).into()];
    let both = swizzled(both, &load, 16, &machine, None, "", &view).unwrap();
    let found = of("solve_swizzle((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)");
    assert_eq!(found.rows, both.rows);
    let padded = of("solve_padding((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)");
    assert_eq!(padded.rows[0][1].caption, "(64,64):(72,1): 4 wavefronts, ideal 4");
}
