//! Memory of the hardware: banks, sectors, swizzles, tensor maps, descriptors.

use crate::operations::hardware::{banks, descriptor, global, swizzle, tma};
use crate::operations::operation::Figure;

operations! {
    "Memory of the hardware" {
        BankReport = "bank_report" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "what accesses of shared memory cost: wavefronts, the ideal, and the banks that conflict; a machine such as cdna3 may be among them"
            "bank_report((32,32):(32,1), 32, column)" = "32-way: 32 wavefronts, ideal 1. lanes 0..31 all in bank 0 (stride 32 words, 32 banks)"
            [Figure::Banks] => |a| banks::bank_report(a);
        GlobalReport = "global_report" | "sectors" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the sectors and lines of global memory that accesses touch, and how many they need at least"
            "global_report((128,100):(100,1), 16, tv=((16,2),4):((512,1),128):8B)" = "9 sectors, ideal 8 (8/9); 3 lines"
            [Figure::Sectors] => |a| global::global_report(a);
        WidestVector = "widest_vector" (A: Placed, TV: Layout, bits: Bits)
            @Undefined
            "the widest vector in which every thread can access its values, and what limits it"
            "widest_vector((64,66):(66,1), ((8,4),8):((512,1),64), 16)" = "widest vector 4 bytes: rows of 132 bytes are not multiples of 8"
            [Figure::Nothing] => |a| global::widest_vector(a);
        SolveSwizzle = "solve_swizzle" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the least swizzle with the fewest wavefronts for all of these accesses, of all that there are"
            "solve_swizzle((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)" = "Sw<3,3,3>: 8 of ideal 8 wavefronts; the only one of 161 candidates (B<=5, M+S+B<=12); in all iterations 128 of ideal 128 wavefronts; = SW128 K-major (CuTe prints Sw<3,4,3> on bytes)"
            [Figure::Swizzled] => |a| swizzle::solve_swizzle(a);
        SolveXor = "solve_xor" (A: Placed, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the map of bits with the fewest wavefronts for all of these accesses, where no swizzle is as good"
            "solve_xor((32,32):(32,1), 32, store:row:16B, column)" = "Sw<3,2,3>: 160 of ideal 64 wavefronts in all iterations; no linear map does better"
            [Figure::Swizzled] => |a| swizzle::solve_any(a);
        SolvePadding = "solve_padding" (A: Layout, bits: Bits, access: Access; 3 to 20)
            @Undefined
            "the least padding of rows with the fewest wavefronts for all of these accesses"
            "solve_padding((64,64):(64,1), 16, store:row:16B, ldmatrix.x4)" = "16 bytes a row: 128 of ideal 128 wavefronts; 1024 bytes lost"
            [Figure::Swizzled] => |a| swizzle::solve_rows(a);
        Descriptor = "descriptor" | "make_gmma_desc" (A: Any, major: Major, bits: Bits) or (A: Any, major: Major, bits: Bits, "(mn,k)": List)
            @Undefined
            "the shared memory descriptor of an operand of wgmma, or what would have one"
            "descriptor((64,64):(64,1), K, 16, (64,16))" = "none; with Sw<3,3,3>: SW128, LBO 16, SBO 1024"
            [Figure::Nothing] => |a| descriptor::descriptor(a);
        TmaCheck = "tma_check" (bits: Bits, dims: List, strides_bytes: List, box: List) or (bits: Bits, dims: List, strides_bytes: List, box: List, swizzle_bytes: Integer)
            @Undefined
            "whether a tensor map of TMA is legal, or which rules it breaks; dimension 0 is contiguous"
            "tma_check(16, (4096,4096), 8200, (128,64), 128)" = "stride 8200 is no multiple of 16; inner box 256 bytes exceeds the span 128 (box0 <= 64)"
            [Figure::Nothing] => |a| tma::tma_check(a);
        TmaBox = "tma_box" (shared: Any, global: Layout, bits: Bits)
            @Undefined
            "the largest box that one TMA instruction moves between two layouts"
            "tma_box(Sw<3,3,3> o (64,64):(64,1), (4096,4096):(4096,1), 16)" = "box (64,64) of (4096,4096), strides (8192) bytes, swizzle 128B; 1 instruction"
            [Figure::Nothing] => |a| tma::tma_box(a);
    }
}
