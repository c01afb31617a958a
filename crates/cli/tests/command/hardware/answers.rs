//! What the commands answer, word by word.

use super::tilework;

/// The sessions that the commands were made for.
#[test]
fn the_sessions_of_the_specification() {
    let mma = "mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\"";
    for (line, out) in [
        (
            "bank \"(32,32):(32,1)\" --bits 32 --access column",
            "32-way: 32 wavefronts, ideal 1. lanes 0..31 all in bank 0 (stride 32 words, 32 banks)\n",
        ),
        (
            "swizzle \"(64,64):(64,1)\" --bits 16 --access store:row:16B --access ldmatrix.x4",
            "Sw<3,3,3>   8 of ideal 8 wavefronts; the only one of 161 candidates (B<=5, M+S+B<=12)\n            \
             = SW128 K-major (CuTe prints Sw<3,4,3> on bytes); padding: 16 bytes a row\n",
        ),
        (&format!("{mma} --who C 21,9"), "thread 116, value 1     (tile 32x16x16, 128 threads)\n"),
        (
            &format!("{mma} --partition C \"(64,64):(64,1)\" --thread 22"),
            "((2,2),2,4):((1,512),2048,16) at 324\n",
        ),
        (
            &format!("{mma} --perm \"<32,(8,2,2):(1,16,8),16>\" --tv B"),
            "((4,8,2,2),((2,2),(2,1))):((64,1,0,16),((32,256),(8,0)))   n-warp 0 owns n 0..15, n-warp 1 owns 16..31\n",
        ),
        (
            "copy SM75_U32x4_LDSM_N --for B --mma \"SM80_16x8x16_F32F16F16F32_TN;(2,2,1):(1,2,4);<32,32,16>\" \
             --retile \"((2,2),8,4)\"",
            "((8,1),4,4):((1,0),8,32)\n",
        ),
        (
            "global \"(128,100):(100,1)\" --tv \"((16,2),4):((512,1),128)\" --bits 16 --width 8",
            "9 sectors, ideal 8 (8/9); 3 lines\n",
        ),
        (
            "global \"(64,66):(66,1)\" --tv \"((8,4),8):((512,1),64)\" --bits 16",
            "widest vector 4 bytes: rows of 132 bytes are not multiples of 8\n",
        ),
    ] {
        tilework(line).says(0, out);
    }
    let refused =
        tilework("tma --bits 16 --dim 4096,4096 --stride 8200 --box 128,64 --swizzle 128B");
    let why = "error: stride 8200 is no multiple of 16; inner box 256 bytes exceeds the span 128 (box0 <= 64)\n";
    assert_eq!((refused.code, refused.out.as_str(), refused.err.as_str()), (1, "", why));
    tilework("descriptor \"(64,64):(64,1)\" --major K --bits 16 --tile 64x16")
        .says(1, "none; with Sw<3,3,3>: SW128, LBO 16, SBO 1024\n");
}
