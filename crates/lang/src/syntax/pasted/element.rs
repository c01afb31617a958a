//! The element types of CUDA, CUTLASS and the CuTe DSL, by how many bits an element has.

use crate::syntax::dtype::Dtype;

/// How many bits an element of the type has, if the type is known. What numpy, PyTorch and MLIR know too is in
/// the table of [`Dtype`].
pub(crate) fn bits(name: &str) -> Option<i64> {
    Some(match name {
        "bin1_t" | "uint1b_t" => 1,
        "int2b_t" | "uint2b_t" | "int2_t" | "uint2_t" => 2,
        "int4b_t" | "uint4b_t" | "int4_t" | "uint4_t" | "float_e2m1_t" | "Int4" | "Uint4"
        | "Float4E2M1FN" => 4,
        "float_e2m3_t" | "float_e3m2_t" | "Float6E2M3FN" | "Float6E3M2FN" => 6,
        "char" | "int8_t" | "uint8_t" | "float_e4m3_t" | "float_e5m2_t" | "float_ue4m3_t"
        | "float_ue8m0_t" | "__nv_fp8_e4m3" | "__nv_fp8_e5m2" | "Boolean" | "Float8E4M3FN"
        | "Float8E5M2" | "Float8E8M0FNU" => 8,
        "int16_t" | "uint16_t" | "half_t" | "__half" | "bfloat16_t" | "nv_bfloat16"
        | "__nv_bfloat16" => 16,
        "int" | "unsigned" | "int32_t" | "uint32_t" | "float" | "tfloat32_t" | "half2"
        | "TFloat32" => 32,
        "int64_t" | "uint64_t" | "size_t" => 64,
        // In CUDA, four integers.
        "int4" | "uint4" | "float4" | "uint128_t" | "int128_t" | "Int128" => 128,
        "uint256_t" => 256,
        _ => return Dtype::named(name).ok().map(|dtype| i64::from(dtype.bits())),
    })
}
