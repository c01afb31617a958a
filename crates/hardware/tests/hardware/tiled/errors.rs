//! What is refused, and in which words.

use tilework::{Layout, Tiler, layout, tiler, tuple};
use tilework_hardware::atom::MmaAtom;
use tilework_hardware::tiled::{Operand, Side, TileMap, TiledCopy, TiledError, TiledMma};

use super::atoms::{copy_named, mma_named};

const SM80: &str = "SM80_16x8x16_F32F16F16F32_TN";

fn mma(atoms: Layout, perm: Tiler) -> Result<TiledMma, TiledError> {
    TiledMma::new(&mma_named(SM80), &atoms, &perm)
}

fn copy(atom: &str, bits: i64, thr: Layout, val: Layout) -> Result<TiledCopy, TiledError> {
    TiledCopy::new(&copy_named(atom), bits, &thr, &val)
}

#[track_caller]
fn says<T: std::fmt::Debug>(result: Result<T, TiledError>, name: &str, message: &str) {
    let error = result.unwrap_err();
    assert_eq!((error.name(), error.to_string().as_str()), (name, message));
}

#[test]
fn atom_layouts() {
    says(
        mma(layout!((2,2,1):(1,1,0)), tiler!(<_,_,_>)),
        "same-threads",
        "the atom layout is not injective: indices 1 and 2 are both 1",
    );
    says(
        mma(layout!((1,1,1,2):(0,0,0,1)), tiler!(<_,_,_>)),
        "atom-layout-rank",
        "the atom layout has rank 4, but atoms are tiled in M, N and K: at most 3",
    );
    // Threads are not numbered below 0.
    assert_eq!(mma(layout!((2,2,1):(-1,2,0)), tiler!(<_,_,_>)).unwrap_err().name(), "no-layout");
    // Modes that are not named have one atom.
    let short = mma(layout!(2:1), tiler!(<_>)).unwrap();
    assert_eq!((short.atoms(), short.tile()), ([2, 1, 1], [32, 8, 16]));
    assert_eq!(short.tile(), mma(layout!((2,1):(1,0)), Tiler::keep()).unwrap().tile());
}

#[test]
fn threads_between_the_atoms() {
    // Atoms 0, 1 and 3: thread 64 is no thread of an atom, and no copy of one either.
    let gaps = mma(layout!((2,2,1):(1,3,0)), tiler!(<_,_,_>)).unwrap();
    assert_eq!(gaps.threads(), 160);
    says(
        gaps.thread(64),
        "idle-thread",
        "thread 64 is in no atom, and a copy of no thread that is",
    );
    assert_eq!(gaps.thread(96), Ok([0, 0, 1, 0]));
    assert_eq!(gaps.map(Operand::C).unwrap_err().name(), "no-layout");
    // Atoms 0, 1, 4 and 5: threads 64 to 127 are copies.
    let even = mma(layout!((2,2,1):(1,4,0)), tiler!(<_,_,_>)).unwrap();
    assert_eq!((even.threads(), even.thread(70)), (256, Ok([6, 0, 0, 0])));
    assert_eq!(even.map(Operand::C).unwrap().copies(), 2);
    says(
        even.partition(Operand::C, &layout!((64,64):(64,1)).into(), 256),
        "no-thread",
        "there is no thread 256: they are 0 to 255",
    );
    assert_eq!(even.thread(-1).unwrap_err().name(), "no-thread");
}

#[test]
fn permutations() {
    let warps = layout!((2,2,1):(1,2,0));
    says(
        mma(warps, tiler!(<_,24,_>)),
        "permutation-extent",
        "the permutation of N has extent 24, no multiple of 16 (atom 8 times 2); the nearest are 16 and 32",
    );
    says(
        mma(warps, tiler!(<16,_,_>)),
        "permutation-extent",
        "the permutation of M has extent 16, no multiple of 32 (atom 16 times 2); the nearest are 32",
    );
    says(
        mma(warps, tiler!(<_,(8,2,2):(1,8,8),_>)),
        "permutation-twice",
        "the permutation of N is none: indices 8 and 16 are both 8",
    );
    says(
        mma(warps, tiler!(<_,(8,2,2):(1,16,32),_>)),
        "permutation-hole",
        "the permutation of N is none: of the positions below 32 it lacks 8",
    );
    says(
        mma(warps, tiler!(<_,<8,2>,_>)),
        "permutation-mode",
        "the permutation of N is a tuple <...>, but must be an extent, a layout or _",
    );
    says(
        mma(warps, tiler!(<_,_,_,_>)),
        "permutation-rank",
        "the permutation acts on 4 modes, but must be <M,N,K>, each an extent, a layout or _",
    );
    assert_eq!(mma(warps, tiler!(32:1)).unwrap_err().name(), "permutation-rank");
    // Not every permutation lets the atoms of a thread have strides.
    let error = mma(warps, tiler!(<(3,32):(1,3),(3,16):(16,1),_>)).unwrap().map(Operand::B);
    assert_eq!(error.unwrap_err().name(), "no-layout");
}

#[test]
fn atoms() {
    let warps = layout!((1,1,1):(0,0,0));
    let with = |change: fn(&mut MmaAtom)| {
        let mut atom = mma_named(SM80);
        change(&mut atom);
        TiledMma::new(&atom, &warps, &tiler!(<_,_,_>))
    };
    says(
        with(|atom| atom.b = layout!(((4,8),(2,2)):((16,1),(8,128)))),
        "atom-outside",
        "B of the atom has element 191, but one atom has 128; an instruction of several blocks cannot be tiled",
    );
    says(
        with(|atom| atom.c = layout!((64,2):(1,64))),
        "atom-threads",
        "the atom's layout of C is for 64 threads, but the atom has 32",
    );
    says(
        with(|atom| atom.a = layout!(32:1)),
        "tv-rank",
        "the layout of A has rank 1, not the two modes (thread, value)",
    );
    says(
        with(|atom| atom.shape[2] = 0),
        "atom-shape",
        "the atom's extent in K is 0, but must be at least 1",
    );
    assert_eq!(with(|atom| atom.thr_id = layout!(32:0)).unwrap_err().name(), "same-threads");
    assert_eq!(with(|atom| atom.shape = [1 << 40; 3]).unwrap_err().name(), "overflow");
}

#[test]
fn tensors() {
    let mma = mma(layout!((2,2,1):(1,2,0)), tiler!(<_,_,_>)).unwrap();
    says(
        mma.partition(Operand::A, &layout!(64:1).into(), 0),
        "tensor-rank",
        "the tensor has rank 1, but the tile has 2 modes",
    );
    assert_eq!(mma.predicate(Operand::A, &tuple!(64), 0).unwrap_err().name(), "tensor-rank");
    assert_eq!(mma.overhang(Operand::A, &tuple!(64)).unwrap_err().name(), "tensor-rank");
    // A tensor whose rows change their stride inside an atom.
    let error = mma.partition(Operand::C, &layout!(((9,8),32):((1,100),1000)).into(), 3);
    assert_eq!(error.unwrap_err().name(), "no-layout");
    let copy =
        copy("UniversalCopy<uint32_t>", 32, layout!((4,8):(8,1)), layout!((2,2):(1,2))).unwrap();
    assert_eq!(
        copy.partition(Side::Source, &layout!(64:1).into(), 0).unwrap_err().name(),
        "tensor-rank",
    );
    assert_eq!(
        copy.partition(Side::Source, &layout!((8,16):(1,8)).into(), 32).unwrap_err().name(),
        "no-thread",
    );
}

#[test]
fn copies() {
    let rows = layout!((16,8):(8,1));
    says(
        copy("UniversalCopy<uint128_t>", 16, rows, layout!((1,4):(0,1))),
        "too-few-values",
        "the atom is too wide: each thread has 4 values, no multiple of the atom's 8 (TiledCopy uses too few vals)",
    );
    says(
        copy("SM75_U32x4_LDSM_N", 16, layout!(16:1), layout!(8:1)),
        "too-few-threads",
        "the tiled copy has 16 threads, no multiple of the atom's 32 (TiledCopy uses too few thrs)",
    );
    says(
        copy("UniversalCopy<uint16_t>", 12, rows, layout!((1,4):(0,1))),
        "split-element",
        "elements of 12 bits are split: the atom's source has 16 bits of a thread in a row, which must be a \
         multiple of 12",
    );
    says(
        copy("SM75_U16x8_LDSM_T", 32, layout!(32:1), layout!(8:1)),
        "split-element",
        "elements of 32 bits are split: the atom's destination has 16 bits of a thread in a row, which must \
         be a multiple of 32",
    );
    says(
        copy("UniversalCopy<uint16_t>", 0, rows, layout!(1:0)),
        "element-bits",
        "elements of 0 bits; at least 1 bit is needed",
    );
    assert_eq!(
        copy("UniversalCopy<uint16_t>", 16, layout!((16,8):(8,2)), layout!(1:0))
            .unwrap_err()
            .name(),
        "not-numbered",
    );
    assert_eq!(
        copy("UniversalCopy<uint16_t>", 16, rows, layout!((2,2):(1,1))).unwrap_err().name(),
        "not-numbered",
    );
    let atom = copy_named("UniversalCopy<uint16_t>");
    says(
        TiledCopy::with_tv(&atom, 16, &layout!((8,4):(1,8)), &tuple!((4, 4))),
        "outside-tile",
        "thread 7, value 3 has element 31, but the tile has 16",
    );
    let mut atom = copy_named("SM75_U32x1_LDSM_N");
    atom.src = layout!((32,128):(128,1));
    says(
        TiledCopy::new(&atom, 16, &layout!(32:1), &layout!(2:1)),
        "not-in-reference",
        "the source of the atom has element 255, but its reference only those below 64",
    );
}

#[test]
fn maps_and_fragments() {
    let map = TileMap::new(&layout!((4,2):(1,4)), &tuple!((4, 2))).unwrap();
    says(map.element(4, 0), "no-thread", "there is no thread 4: they are 0 to 3");
    says(map.element(0, 2), "no-value", "there is no value 2: they are 0 to 1");
    says(
        map.owners((4, 0)),
        "no-element",
        "coordinate 4 in mode 0 is not in the tile, which has extent 4 there",
    );
    assert_eq!(map.owners((0, 0, 0)).unwrap_err().name(), "tensor-rank");
    assert_eq!(
        TileMap::new(&layout!((4,2):(1,-4)), &tuple!((4, 2))).unwrap_err().name(),
        "outside-tile"
    );
    let mma = mma(layout!((2,2,1):(1,2,0)), tiler!(<32,32,16>)).unwrap();
    let atom = copy_named("SM75_U32x4_LDSM_N");
    let copy = TiledCopy::for_operand(&atom, 16, &mma, Operand::B).unwrap();
    says(
        copy.retile(Side::Destination, &layout!(((2,2),7,4):((1,2),4,28))),
        "fragment-extent",
        "mode 1 of the fragment has extent 7, no multiple of the 2 that one tile of the copy has there",
    );
    assert_eq!(
        copy.retile(Side::Destination, &layout!((4,8):(1,4))).unwrap_err().name(),
        "tensor-rank"
    );
}
