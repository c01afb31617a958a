//! Questions about hardware beside tensor-layouts: `cargo xtask bench hardware`.

use std::hint::black_box;

use tilework::{AnyLayout, Layout, Tiler, layout, tiler};
use tilework_bench::beside::{Case, Contest, Entry};
use tilework_bench::options::Options;
use tilework_hardware::access::{Access, Matrices};
use tilework_hardware::atom::{self, MmaAtom};
use tilework_hardware::machine::{Direction, Machine};
use tilework_hardware::swizzle::{self, solve};
use tilework_hardware::tiled::{Operand, TiledMma};
use tilework_hardware::{global, shared};

const CONTEST: Contest = Contest {
    title: "Questions about hardware beside tensor-layouts",
    command: "cargo xtask bench hardware",
    script: "bench/peers/hardware.py",
    python: &["tensor-layouts"],
    cute: false,
    verdict,
    absence: |_: &Case, _: &Entry| String::new(),
};

const TILE: Layout = layout!((64,64):(64,1));

/// The wavefronts of an access to a memory, or the proof for all of its iterations.
fn bank(
    name: &'static str,
    title: &'static str,
    memory: &str,
    tv: &str,
    bits: u32,
    width: u32,
) -> Case {
    let memory: AnyLayout = memory.parse().expect("the cases are well-formed");
    let tv: Layout = tv.parse().expect("the cases are well-formed");
    let access = Access::load(&tv, width).expect("it has two modes");
    let ask = move || {
        shared::report(black_box(&memory), black_box(&access), bits, &Machine::NVIDIA)
            .expect("the access is legal")
    };
    let ways = ask().ways.to_string();
    Case::new(name, title, 1, ways, ask)
}

fn cases() -> Vec<Case> {
    let vectors = Access::load(&layout!((32,8):(8,1)), 16).expect("it has two modes");
    let sectors = move || {
        global::report(&layout!(4096:1), black_box(&vectors), 16, &Machine::NVIDIA)
            .expect("the access is legal")
    };
    let lines = sectors().lines.to_string();

    let matrices = Access::matrices_along(&TILE, 1, 16, Matrices::X4, Direction::Load)
        .expect("ldmatrix fits the tile");
    let stores = Access::along(&TILE, 1, 16, 16, Direction::Store, 32).expect("rows fit the tile");
    let swizzled: AnyLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().expect("it is well-formed");
    let proof = move || {
        shared::prove(black_box(&swizzled), black_box(&matrices), 16, &Machine::NVIDIA)
            .expect("the access is legal")
    };
    let solution = move || {
        let accesses = [black_box(stores), black_box(matrices)];
        solve(&TILE, &accesses, 16, &Machine::NVIDIA, &swizzle::Options::default())
            .expect("there is a best swizzle")
    };
    let least = solution().least.to_string();

    let mma = atom::find("SM80_16x8x16_F32F16F16F32_TN").expect("it is in the table");
    let mma: MmaAtom = mma.mma().expect("it is an MMA");
    let tiled = move || {
        let (atoms, order): (Layout, Tiler) = (layout!((2,2,1):(1,2,0)), tiler!(<_,_,_>));
        let tiled = TiledMma::new(black_box(&mma), black_box(&atoms), &order).expect("it tiles");
        [Operand::A, Operand::B, Operand::C].map(|operand| tiled.map(operand).expect("it tiles"))
    };
    let elements = tiled()[2].layout().size().to_string();

    vec![
        bank("bank 32 scalars", "a column of 32 `f32`", "(32,32):(32,1)", "(32,1):(1,0)", 32, 4),
        bank(
            "bank 32x8 fp16",
            "32 lanes, 8 `f16` each, rows 128 bytes apart",
            "(32,64):(64,1)",
            "(32,8):(1,32)",
            16,
            16,
        ),
        bank(
            "bank 32x8 fp16 swizzled",
            "the same behind `Sw<3,3,3>`",
            "Sw<3,3,3> o 0 o (32,64):(64,1)",
            "(32,8):(1,32)",
            16,
            16,
        ),
        bank("bank 256x8 fp16", "256 threads, 8 `f16` each", "2048:1", "(256,8):(8,1)", 16, 16),
        Case::new(
            "proof",
            "`ldmatrix.x4` over 64x64 behind `Sw<3,3,3>`: proof for all",
            1,
            String::new(),
            proof,
        ),
        Case::new(
            "solve",
            "the swizzle for `store:row:16B` and `ldmatrix.x4` over 64x64",
            1,
            least,
            solution,
        ),
        Case::new("global 32x8 fp16", "sectors of 32 lanes, 8 `f16` each", 1, lines, sectors),
        Case::new(
            "tiled mma",
            "`TiledMMA` of 2x2 warps: who owns what in A, B and C",
            1,
            elements,
            tiled,
        ),
        Case::new("atom", "an atom by its name", 1, String::new(), || {
            atom::find(black_box("SM80_16x8x16_F32F16F16F32_TN")).expect("it is in the table")
        }),
    ]
}

fn main() -> Result<(), String> {
    let options = Options::read()?;
    let outcome = CONTEST.run(&options, cases())?;
    let table = outcome.table(outcome.rows.len());
    options.publish("hardware", &format!("{}\n{table}{}", outcome.head, outcome.spread()))
}

/// tensor-layouts knows no phases: what it calls ways are the passes of all of them.
fn verdict(ours: &str, theirs: &str) -> String {
    if ours == theirs { "same".to_owned() } else { format!("differs: {theirs}, not {ours}") }
}
