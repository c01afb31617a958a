//! Worked examples, and questions that people have asked.

use tilework::{AnyLayout, Layout, Tiler, layout, tiler, tuple};
use tilework_hardware::tiled::{Coverage, Operand, Side, TileMap, TiledCopy, TiledMma};

use super::atoms::{copy_named, mma_named};

const SM80: &str = "SM80_16x8x16_F32F16F16F32_TN";

fn sm80(atoms: Layout, perm: Tiler) -> TiledMma {
    TiledMma::new(&mma_named(SM80), &atoms, &perm).unwrap()
}

fn tv(mma: &TiledMma, operand: Operand) -> Layout {
    *mma.map(operand).unwrap().layout()
}

fn plain(part: (AnyLayout, i64)) -> (Layout, i64) {
    let AnyLayout::Plain(layout) = part.0 else { panic!("{} has strides", part.0) };
    (layout, part.1)
}

#[test]
fn rows_of_eight_halves() {
    let atom = copy_named("UniversalCopy<uint128_t>");
    let copy = TiledCopy::new(&atom, 16, &layout!((32,8):(8,1)), &layout!((1,8):(0,1))).unwrap();
    assert_eq!(*copy.tv(), layout!(((8,32),8):((256,1),32)));
    assert_eq!(*copy.tile(), tuple!((32, 64)));
    let part = copy.partition(Side::Source, &layout!((64,64):(64,1)).into(), 3).unwrap();
    assert_eq!(plain(part), (layout!(((8,1),2,1):((1,0),2048,0)), 24));
    assert_eq!(copy.atom_bits(Side::Source), Ok(128));
}

#[test]
fn two_by_two_warps() {
    let mma = sm80(layout!((2,2,1):(1,2,0)), tiler!(<_,_,_>));
    assert_eq!(*mma.thr_vmnk().unwrap(), layout!((32,2,2,1):(1,32,64,0)));
    assert_eq!(mma.tile(), [32, 16, 16]);
    let a = layout!(((4,8,2,2),((2,2,2),(1,1))):((64,1,16,0),((32,8,256),(0,0))));
    let c = layout!(((4,8,2,2),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0))));
    assert_eq!((tv(&mma, Operand::A), tv(&mma, Operand::C)), (a, c));
    let part = mma.partition(Operand::C, &layout!((64,64):(64,1)).into(), 22).unwrap();
    assert_eq!(plain(part), (layout!(((2,2),2,4):((1,512),2048,16)), 324));
    let map = mma.map(Operand::C).unwrap();
    assert!(map.owners((21, 9)).unwrap().eq([(116, 1)]));
    // Each half of the warps has A and B once.
    assert_eq!(mma.map(Operand::A).unwrap().coverage(), Ok(Coverage::Times(2)));
    assert_eq!((mma.map(Operand::A).unwrap().copies(), map.copies()), (2, 1));
}

#[test]
fn permutation_makes_neighbours_of_a_threads_atoms() {
    let mma = sm80(layout!((2,2,1):(1,2,0)), tiler!(<32,(8,2,2):(1,16,8),16>));
    assert_eq!(mma.tile(), [32, 32, 16]);
    let b = layout!(((4,8,2,2),((2,2),(2,1))):((64,1,0,16),((32,256),(8,0))));
    assert_eq!(tv(&mma, Operand::B), b);
    // The first warp in N has n 0 to 15, the second one 16 to 31.
    let map = mma.map(Operand::B).unwrap();
    for n in 0..32 {
        let mut owners = map.owners((n, 0)).unwrap();
        assert!(owners.all(|(thread, _)| thread / 64 == n / 16), "n {n}");
    }
}

#[test]
fn ldmatrix_for_a_and_b() {
    let mma = sm80(layout!((2,2,1):(1,2,0)), tiler!(<32,32,16>));
    let atom = copy_named("SM75_U32x4_LDSM_N");
    let a = TiledCopy::for_operand(&atom, 16, &mma, Operand::A).unwrap();
    assert_eq!(*a.side_tv(Side::Source), layout!(((16,2,2,2),(8,1)):((1,256,16,0),(32,0))));
    let destination = layout!(((4,8,2,2),((2,2,2),1)):((64,1,16,0),((32,8,256),0)));
    assert_eq!(*a.side_tv(Side::Destination), destination);
    let fragment = layout!(((2,2,2),4,4):((1,2,4),8,32));
    assert_eq!(mma.fragment(Operand::A, &tuple!((128, 64))), Ok(fragment));
    let whole = layout!(((8,1),4,4):((1,0),8,32));
    assert_eq!(a.retile(Side::Destination, &fragment), Ok(whole));
    let b = TiledCopy::for_operand(&atom, 16, &mma, Operand::B).unwrap();
    let fragment = layout!(((2,2),8,4):((1,2),4,32));
    assert_eq!(b.retile(Side::Destination, &fragment), Ok(whole));
    // The source is in shared memory: its values are no registers of the MMA.
    assert_eq!(b.retile(Side::Source, &fragment).unwrap_err().name(), "not-registers");
}

#[test]
fn accumulators_in_pairs() {
    let mma = sm80(layout!((2,2,1):(1,2,0)), tiler!(<32,32,16>));
    let atom = copy_named("UniversalCopy<uint32_t>");
    let copy = TiledCopy::for_operand(&atom, 16, &mma, Operand::C).unwrap();
    let fragment = mma.fragment(Operand::C, &tuple!((128, 64))).unwrap();
    let retiled = copy.retile(Side::Source, &fragment);
    assert_eq!(retiled, Ok(layout!(((2,(2,2)),4,2):((1,(2,16)),4,32))));
}

/// CuTe has no step that makes threads along K copies for C.
#[test]
fn atoms_in_k_are_copies_of_c() {
    let mma = sm80(layout!((2,2,2):(1,2,4)), tiler!(<_,_,_>));
    let right = layout!(((4,8,2,2,2),((2,2),(1,1))):((64,1,16,256,0),((32,8),(0,0))));
    assert_eq!(tv(&mma, Operand::C), right);
    let wrong = mma.cute_layout_c().unwrap().unwrap();
    assert_eq!(wrong, layout!(((4,8,2,4),((2,2),(1,1))):((64,1,16,256),((32,8),(0,0)))));
    assert_eq!(TileMap::new(&wrong, &tuple!((32, 16))).unwrap_err().name(), "outside-tile");
    // Threads 128 apart hold the same, as partition_C has it.
    let tensor = layout!((64,64):(64,1)).into();
    let [one, other] = [4, 132].map(|thread| mma.partition(Operand::C, &tensor, thread).unwrap());
    assert_eq!(one, other);
    assert_eq!(sm80(layout!((2,2,1):(1,2,0)), tiler!(<_,_,_>)).cute_layout_c(), Ok(None));
}

/// The order in which a permutation deals out repetitions is that of the fragment, not that of the elements.
#[test]
fn retile_keeps_the_order_of_the_fragment() {
    // Each of two warps in N has atoms at n 0, 16, 8 and 24, in this order.
    let mma = sm80(layout!((1,2,1):(0,1,0)), tiler!(<_,(8,2,2,2):(1,32,16,8),_>));
    let map = mma.map(Operand::B).unwrap();
    let firsts = [0, 4, 8, 12].map(|value| map.element(0, value).unwrap().leaves()[0]);
    assert_eq!(firsts, [0, 16, 8, 24]);
    let (atom, fragment) =
        (copy_named("UniversalCopy<uint32_t>"), layout!(((2,2),(2,2),1):((1,2),(4,8),0)));
    assert_eq!(mma.fragment(Operand::B, &tuple!((64, 16))), Ok(fragment));
    let copy = TiledCopy::for_operand(&atom, 16, &mma, Operand::B).unwrap();
    let retiled = copy.retile(Side::Destination, &fragment).unwrap();
    assert!(retiled.offsets().eq(0..16), "{retiled}");
    // The formula for any copy reads the order from the elements, and would exchange two atoms.
    let any = TiledCopy::with_tv(&atom, 16, copy.tv(), copy.tile()).unwrap();
    let retiled = any.retile(Side::Destination, &fragment).unwrap();
    assert!(
        retiled.offsets().eq([0, 1, 2, 3, 8, 9, 10, 11, 4, 5, 6, 7, 12, 13, 14, 15]),
        "{retiled}"
    );
}

/// Threads of a warp that a quad pair does not have are copies.
#[test]
fn quad_pairs_have_copies() {
    let atom = mma_named("SM70_8x8x4_F32F16F16F32_TN");
    let mma = TiledMma::new(&atom, &layout!((1,1,1):(0,0,0)), &tiler!(<_,_,_>)).unwrap();
    assert_eq!((mma.threads(), mma.thr_vmnk().unwrap().size()), (32, 8));
    let c = mma.map(Operand::C).unwrap();
    assert_eq!((c.copies(), c.coverage()), (4, Ok(Coverage::Times(4))));
    assert_eq!(mma.thread(9), mma.thread(1));
    assert_eq!(mma.thread(31), mma.thread(19));
}

/// Six quad pairs, written as three by two, lie at 0, 8, 32, 40, 64, 72: two by three.
#[test]
fn atoms_that_are_nested_otherwise_than_their_threads() {
    let atom = mma_named("SM70_8x8x4_F32F16F16F32_TN");
    let atoms = layout!((1,(3,2),1):(0,(2,6),0));
    let mma = TiledMma::new(&atom, &atoms, &tiler!(<_,_,_>)).unwrap();
    let starts = [0, 8, 32, 40, 64, 72];
    let threads =
        starts.iter().flat_map(|start| [0, 1, 2, 3, 16, 17, 18, 19].map(|lane| start + lane));
    assert!(mma.thr_vmnk().unwrap().offsets().eq(threads));
    // The threads between are copies, up to the end of the last warp.
    assert_eq!((mma.threads(), mma.thread(95)), (96, mma.thread(91)));
    assert_eq!(mma.thread(4), mma.thread(0));
}

/// What one thread has of a swizzled accumulator still has strides.
#[test]
fn partition_behind_a_swizzle() {
    let mma = sm80(layout!((4,1,1):(1,0,0)), tiler!(<_,_,_>));
    let rows = layout!((64,64):(64,1));
    let part = mma.partition(Operand::C, &rows.into(), 0).unwrap();
    assert_eq!(plain(part), (layout!(((2,2),1,8):((1,512),0,8)), 0));
    let swizzled: AnyLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().unwrap();
    for thread in 0..128 {
        let (part, offset) = mma.partition(Operand::C, &swizzled, thread).unwrap();
        let (row, pair) = (thread / 32 * 16 + thread % 32 / 4, thread % 4);
        let want = (0..8).flat_map(|r| {
            [(0, 0), (0, 1), (8, 0), (8, 1)].map(|(down, right)| {
                let (m, n) = (row + down, 8 * r + 2 * pair + right);
                m * 64 + (n ^ (m % 8 * 8))
            })
        });
        assert!(part.offsets().map(|x| x + offset).eq(want), "thread {thread}");
        let printed = plain((part, offset)).0;
        assert!(layout!(((2,2),1,8):((1,512),0,8)).compatible(&printed), "{printed}");
    }
    let (first, _) = plain(mma.partition(Operand::C, &swizzled, 0).unwrap());
    assert!(first.same_function(&layout!(((2,2),1,(2,2,2)):((1,512),0,(8,16,32)))));
}

/// Vectors of one element, eight of them.
#[test]
fn thread_value_partition_of_a_column_major_tile() {
    let atom = copy_named("UniversalCopy<uint32_t>");
    let copy = TiledCopy::new(&atom, 32, &layout!((16,16):(1,16)), &layout!((8,1):(1,0))).unwrap();
    let part = copy.partition(Side::Source, &layout!((128,32):(1,128)).into(), 0).unwrap();
    assert_eq!(plain(part), (layout!(((1,8),1,2):((0,1),0,2048)), 0));
}

/// A layout of an atom maps (thread, value) to m + 16 k. It is no 32 by 8 matrix.
#[test]
fn an_atom_is_not_a_matrix() {
    let a = TileMap::new(&mma_named(SM80).a, &tuple!((16, 16))).unwrap();
    assert_eq!((a.threads(), a.values()), (32, 8));
    assert_eq!(a.element(1, 0).unwrap(), tuple!((0, 2)));
    assert_eq!(a.element(4, 0).unwrap(), tuple!((1, 0)));
    assert_eq!(a.coverage(), Ok(Coverage::Times(1)));
}

/// Tiles of 32 by 16 on 40 by 20: predicates say what is inside.
#[test]
fn overhang() {
    let mma = sm80(layout!((2,2,1):(1,2,0)), tiler!(<_,_,_>));
    let overhang = mma.overhang(Operand::C, &tuple!((40, 20))).unwrap();
    assert_eq!((overhang.elements, overhang.covered), (64 * 32 - 40 * 20, tuple!((64, 32))));
    let inside: i64 = (0..128)
        .map(|thread| {
            let predicate = mma.predicate(Operand::C, &tuple!((40, 20)), thread).unwrap();
            predicate.coords().size() - predicate.outside().unwrap()
        })
        .sum();
    assert_eq!(inside, 40 * 20);
}

/// Steps are data, and each is what its name says.
#[test]
fn steps() {
    let mma = sm80(layout!((2,2,1):(1,2,0)), tiler!(<32,(8,2,2):(1,16,8),16>));
    let tensor = layout!((64,32):(32,1));
    let steps = mma.thrfrg(Operand::B, &tensor).unwrap();
    let permuted = tensor.logical_divide(&tiler!(<(8,2,2):(1,16,8),_>)).unwrap();
    assert_eq!(steps.permuted, permuted);
    assert_eq!(steps.atoms, permuted.zipped_divide(&tiler!(<8,16>)).unwrap());
    assert_eq!(steps.named()[3].1, steps.threads);
    let steps = mma.tv_steps(Operand::B).unwrap();
    assert_eq!(steps.tile, layout!((32,16):(1,32)));
    assert_eq!(steps.copies.compose(&steps.thread_to_vmnk), steps.tv.mode(0));
    assert_eq!(steps.named()[3].1, steps.tv);
    let atom = copy_named("SM75_U32x4_LDSM_N");
    let copy = TiledCopy::for_operand(&atom, 16, &mma, Operand::B).unwrap();
    let side = copy.side_steps(Side::Source).unwrap();
    assert_eq!(side.named()[3].1, *copy.side_tv(Side::Source));
    let back = copy.atom().reference.right_inverse();
    assert_eq!(back.compose(&copy.atom().source).unwrap(), side.to_reference);
    let fragment = mma.fragment(Operand::B, &tuple!((64, 32))).unwrap();
    let retile = copy.retile_steps(Side::Destination, &fragment).unwrap();
    assert_eq!(retile.named()[3].1, copy.retile(Side::Destination, &fragment).unwrap());
}
