//! Atoms, and tiled copies and MMAs made of them.

use tilework_hardware::atom::Operand;
use tilework_hardware::tiled::Side;

use crate::operations::hardware::tiles;
use crate::operations::operation::Figure;

operations! {
    "Atoms and tiles" {
        MakeTiledMma = "make_tiled_mma" (atom: MmaAtom, atoms: Layout, permutation: Tiler; 1 to 3)
            @Undefined
            "an atom of an MMA, so often in M, N and K, on a tile in the order of the permutation"
            "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)" = "make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>)"
            [Figure::Nothing] => |a| tiles::make_tiled_mma(a);
        MakeTiledCopy = "make_tiled_copy" (atom: CopyAtom, threads: Layout, values: Layout) or (atom: CopyAtom, threads: Layout, values: Layout, bits: Bits)
            @Undefined
            "an atom of a copy on the tile that threads and their values fill"
            "make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16)" = "make_tiled_copy(Copy_Atom<UniversalCopy<uint128_t>,16>, (32,8):(8,1), (1,8):(1,1))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy(a);
        MakeTiledCopyA = "make_tiled_copy_A" (atom: CopyAtom, mma: TiledMma) or (atom: CopyAtom, mma: TiledMma, bits: Bits)
            @Undefined
            "the copy of A for a tiled MMA, from memory to the registers that need it"
            "make_tiled_copy_A(SM75_U32x4_LDSM_N, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>))" = "make_tiled_copy_A(Copy_Atom<SM75_U32x4_LDSM_N,16>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy_of(a, Operand::A);
        MakeTiledCopyB = "make_tiled_copy_B" (atom: CopyAtom, mma: TiledMma) or (atom: CopyAtom, mma: TiledMma, bits: Bits)
            @Undefined
            "the copy of B for a tiled MMA, from memory to the registers that need it"
            "make_tiled_copy_B(SM75_U32x4_LDSM_N, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>))" = "make_tiled_copy_B(Copy_Atom<SM75_U32x4_LDSM_N,16>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy_of(a, Operand::B);
        MakeTiledCopyC = "make_tiled_copy_C" (atom: CopyAtom, mma: TiledMma) or (atom: CopyAtom, mma: TiledMma, bits: Bits)
            @Undefined
            "the copy of C for a tiled MMA, from registers to memory"
            "make_tiled_copy_C(UniversalCopy<uint32_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>))" = "make_tiled_copy_C(Copy_Atom<UniversalCopy<uint32_t>,32>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,4), <32:1,32:1,16:1>))"
            [Figure::Nothing] => |a| tiles::make_tiled_copy_of(a, Operand::C);
        MakeCopyAtom = "make_copy_atom" | "Copy_Atom" (atom: CopyAtom, bits: Bits)
            @Undefined
            "an atom of a copy for elements of so many bits; also written Copy_Atom<atom, type>"
            "make_copy_atom(SM75_U32x4_LDSM_N, 16)" = "Copy_Atom<SM75_U32x4_LDSM_N,16>"
            [Figure::Nothing] => |a| tiles::copy_atom(a);
        GetSlice = "get_slice" | "get_thread_slice" (tiled: Tiled, thread: Integer)
            @Undefined
            "one thread of a tiled copy or MMA"
            "get_slice(SM80_16x8x16_F32F16F16F32_TN, 5)" = "get_slice(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (1,1,1):(0,0,0), <_,_,_>), 5)"
            [Figure::Nothing] => |a| tiles::get_slice(a);
        PartitionA = "partition_A" (mma: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled MMA has of A: the values of an atom, then the atoms in both modes"
            "partition_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0)), (64,64):(64,1), 22)" = "((2,2,2),2,4):((1,512,8),2048,16) at 324"
            [Figure::Part] => |a| tiles::partition_of(a, Operand::A);
        PartitionB = "partition_B" (mma: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled MMA has of B: the values of an atom, then the atoms in both modes"
            "partition_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0)), (64,64):(64,1), 22)" = "((2,2),4,4):((1,8),1024,16) at 324"
            [Figure::Part] => |a| tiles::partition_of(a, Operand::B);
        PartitionC = "partition_C" (mma: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled MMA has of C: the values of an atom, then the atoms in both modes"
            "partition_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1):(1,2,0)), (64,64):(64,1), 22)" = "((2,2),2,4):((1,512),2048,16) at 324"
            [Figure::Part] => |a| tiles::partition_of(a, Operand::C);
        PartitionS = "partition_S" (copy: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled copy reads: the values of an atom, then the atoms, then the tiles"
            "partition_S(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1), 3)" = "((8,1),2,1):((1,0),2048,0) at 24"
            [Figure::Part] => |a| tiles::partition_side(a, Side::Source);
        PartitionD = "partition_D" (copy: Tiled, A: Any, thread: Integer) or (thread: Tiled, A: Any) or (A: Any, TV: Any, tile: Tuple, thread: Integer)
            @Undefined
            "what a thread of a tiled copy writes: the values of an atom, then the atoms, then the tiles"
            "partition_D(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1), 3)" = "((8,1),2,1):((1,0),2048,0) at 24"
            [Figure::Part] => |a| tiles::partition_side(a, Side::Destination);
        PartitionFragmentA = "partition_fragment_A" (mma: Tiled, shape: Tuple)
            @Undefined
            "the registers that each thread of a tiled MMA has for A of this shape"
            "partition_fragment_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64))" = "((2,2,2),2,4):((1,2,4),8,16)"
            [Figure::Nothing] => |a| tiles::fragment(a, Operand::A);
        PartitionFragmentB = "partition_fragment_B" (mma: Tiled, shape: Tuple)
            @Undefined
            "the registers that each thread of a tiled MMA has for B of this shape"
            "partition_fragment_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64))" = "((2,2),4,4):((1,2),4,16)"
            [Figure::Nothing] => |a| tiles::fragment(a, Operand::B);
        PartitionFragmentC = "partition_fragment_C" (mma: Tiled, shape: Tuple)
            @Undefined
            "the registers that each thread of a tiled MMA has for C of this shape"
            "partition_fragment_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64))" = "((2,2),2,4):((1,2),4,8)"
            [Figure::Nothing] => |a| tiles::fragment(a, Operand::C);
        ThrfrgA = "thrfrg_A" (mma: Tiled, A: Layout)
            @Undefined
            "A of a tiled MMA by threads and fragments: ((thread,(m,k)),(value,(rest)))"
            "thrfrg_A(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64):(64,1))" = "(((4,8),(2,1)),((2,2,2),(2,4))):(((2,64),(1024,0)),((1,512,8),(2048,16)))"
            [Figure::Nothing] => |a| tiles::thrfrg(a, Operand::A);
        ThrfrgB = "thrfrg_B" (mma: Tiled, A: Layout)
            @Undefined
            "B of a tiled MMA by threads and fragments: ((thread,(n,k)),(value,(rest)))"
            "thrfrg_B(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64):(64,1))" = "(((4,8),(2,1)),((2,2),(4,4))):(((2,64),(512,0)),((1,8),(1024,16)))"
            [Figure::Nothing] => |a| tiles::thrfrg(a, Operand::B);
        ThrfrgC = "thrfrg_C" (mma: Tiled, A: Layout)
            @Undefined
            "C of a tiled MMA by threads and fragments: ((thread,(m,n)),(value,(rest)))"
            "thrfrg_C(make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), (64,64):(64,1))" = "(((4,8),(2,2)),((2,2),(2,4))):(((2,64),(1024,8)),((1,512),(2048,16)))"
            [Figure::Nothing] => |a| tiles::thrfrg(a, Operand::C);
        TidfrgS = "tidfrg_S" (copy: Tiled, A: Layout)
            @Undefined
            "the source of a tiled copy by threads, fragments and tiles"
            "tidfrg_S(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1))" = "((8,32),(8,1),(2,1)):((8,64),(1,0),(2048,0))"
            [Figure::Nothing] => |a| tiles::tidfrg(a, Side::Source);
        TidfrgD = "tidfrg_D" (copy: Tiled, A: Layout)
            @Undefined
            "the destination of a tiled copy by threads, fragments and tiles"
            "tidfrg_D(make_tiled_copy(UniversalCopy<uint128_t>, (32,8):(8,1), (1,8), 16), (64,64):(64,1))" = "((8,32),(8,1),(2,1)):((8,64),(1,0),(2048,0))"
            [Figure::Nothing] => |a| tiles::tidfrg(a, Side::Destination);
        RetileS = "retile_S" (copy: Tiled, fragment: Layout)
            @Undefined
            "the registers of an MMA in the order in which a copy empties them"
            "retile_S(make_tiled_copy_C(UniversalCopy<uint32_t>, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1)), 16), ((2,2),2,4))" = "((2,2),2,4):((1,2),4,8)"
            [Figure::Nothing] => |a| tiles::retile(a, Side::Source);
        RetileD = "retile_D" (copy: Tiled, fragment: Layout)
            @Undefined
            "the registers of an MMA in the order in which a copy fills them"
            "retile_D(make_tiled_copy_B(SM75_U32x4_LDSM_N, make_tiled_mma(SM80_16x8x16_F32F16F16F32_TN, (2,2,1), <32,32,16>)), ((2,2),8,4))" = "((8,1),4,4):((1,0),8,32)"
            [Figure::Nothing] => |a| tiles::retile(a, Side::Destination);
    }
}
