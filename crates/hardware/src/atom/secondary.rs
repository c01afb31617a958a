//! Atoms that only a secondary source has: Intel's DPAS and AMX, and some of AMD. They are unverified.

use core::fmt::{self, Write};

use super::MmaAtom;
use super::amd::{wave64, wave64_result};
use super::facts::{Arch, Kind, Source, Vendor};
use super::family::Family;
use super::fragment::{lanes, tv, whole};
use super::operand::Types;
use crate::element::Element::{self, *};

/// An instruction, with what its name and its mnemonic say.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Secondary {
    arch: Arch,
    name: &'static str,
    instruction: &'static str,
    shape: [u8; 3],
    types: [Element; 3],
}

const fn row(
    arch: Arch,
    name: &'static str,
    instruction: &'static str,
    shape: [u8; 3],
    types: [Element; 3],
) -> Secondary {
    Secondary { arch, name, instruction, shape, types }
}

#[rustfmt::skip]
const ROWS: [Secondary; 27] = [
    row(Arch::XeHpc, "XeHPC_8x8x8_F32F16F16_DPAS", "dpas.8x8 (exec_size=8, FP16)", [8, 8, 8], [F32, F16, F16]),
    row(Arch::XeHpc, "XeHPC_8x8x8_F32BF16BF16_DPAS", "dpas.8x8 (exec_size=8, BF16)", [8, 8, 8], [F32, Bf16, Bf16]),
    row(Arch::XeHpc, "XeHPC_8x8x8_F32TF32TF32_DPAS", "dpas.8x8 (exec_size=8, TF32)", [8, 8, 8], [F32, Tf32, Tf32]),
    row(Arch::XeHpc, "XeHPC_8x8x8_I32I8I8_DPAS", "dpas.8x8 (exec_size=8, INT8)", [8, 8, 8], [S32, S8, S8]),
    row(Arch::XeHpg, "XeHPG_8x16x8_F32F16F16_DPAS", "dpas.8x8 (exec_size=16, FP16)", [8, 16, 8], [F32, F16, F16]),
    row(Arch::XeHpg, "XeHPG_8x16x8_F32BF16BF16_DPAS", "dpas.8x8 (exec_size=16, BF16)", [8, 16, 8], [F32, Bf16, Bf16]),
    row(Arch::XeHpg, "XeHPG_8x16x8_I32I8I8_DPAS", "dpas.8x8 (exec_size=16, INT8)", [8, 16, 8], [S32, S8, S8]),
    row(Arch::Amx, "AMX_16x16x32_F32BF16BF16F32", "tdpbf16ps", [16, 16, 32], [F32, Bf16, Bf16]),
    row(Arch::Amx, "AMX_16x16x32_F32F16F16F32", "tdpfp16ps", [16, 16, 32], [F32, F16, F16]),
    row(Arch::Amx, "AMX_16x16x64_S32S8S8S32", "tdpbssd", [16, 16, 64], [S32, S8, S8]),
    row(Arch::Amx, "AMX_16x16x64_S32S8U8S32", "tdpbsud", [16, 16, 64], [S32, S8, U8]),
    row(Arch::Amx, "AMX_16x16x64_S32U8S8S32", "tdpbusd", [16, 16, 64], [S32, U8, S8]),
    row(Arch::Amx, "AMX_16x16x64_S32U8U8S32", "tdpbuud", [16, 16, 64], [S32, U8, U8]),
    row(Arch::Cdna4, "CDNA3P_16x16x32_F32BF16BF16_MFMA", "v_mfma_f32_16x16x32_bf16", [16, 16, 32], [F32, Bf16, Bf16]),
    row(Arch::Cdna4, "CDNA3P_16x16x32_F32F16F16_MFMA", "v_mfma_f32_16x16x32_f16", [16, 16, 32], [F32, F16, F16]),
    row(Arch::Cdna4, "CDNA3P_16x16x64_I32I8I8_MFMA", "v_mfma_i32_16x16x64i8", [16, 16, 64], [S32, S8, S8]),
    row(Arch::Cdna4, "CDNA3P_32x32x16_F32BF16BF16_MFMA", "v_mfma_f32_32x32x16_bf16", [32, 32, 16], [F32, Bf16, Bf16]),
    row(Arch::Cdna4, "CDNA3P_32x32x16_F32F16F16_MFMA", "v_mfma_f32_32x32x16_f16", [32, 32, 16], [F32, F16, F16]),
    row(Arch::Cdna4, "CDNA3P_32x32x32_I32I8I8_MFMA", "v_mfma_i32_32x32x32i8", [32, 32, 32], [S32, S8, S8]),
    row(Arch::Rdna4, "RDNA4_16x16x32_F32F16F16_WMMA", "v_wmma_f32_16x16x32_f16", [16, 16, 32], [F32, F16, F16]),
    row(Arch::Rdna4, "RDNA4_16x16x32_F16F16F16_WMMA", "v_wmma_f16_16x16x32_f16", [16, 16, 32], [F16, F16, F16]),
    row(Arch::Rdna4, "RDNA4_16x16x32_F32BF16BF16_WMMA", "v_wmma_f32_16x16x32_bf16", [16, 16, 32], [F32, Bf16, Bf16]),
    row(Arch::Rdna4, "RDNA4_16x16x32_BF16BF16BF16_WMMA", "v_wmma_bf16_16x16x32_bf16", [16, 16, 32], [Bf16, Bf16, Bf16]),
    row(Arch::Rdna4, "RDNA4_16x16x32_F32F8F8_WMMA", "v_wmma_f32_16x16x32_fp8_fp8", [16, 16, 32], [F32, Fp8, Fp8]),
    row(Arch::Rdna4, "RDNA4_16x16x32_F32BF8BF8_WMMA", "v_wmma_f32_16x16x32_bf8_bf8", [16, 16, 32], [F32, Bf8, Bf8]),
    row(Arch::Rdna4, "RDNA4_16x16x32_I32I8I8_WMMA", "v_wmma_i32_16x16x32_iu8", [16, 16, 32], [S32, Iu8, Iu8]),
    row(Arch::Rdna4, "RDNA4_16x16x64_I32I4I4_WMMA", "v_wmma_i32_16x16x64_iu4", [16, 16, 64], [S32, Iu4, Iu4]),
];

impl Secondary {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Secondary> + Clone {
        ROWS.into_iter()
    }
}

impl Family for Secondary {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.name)
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.instruction)
    }

    fn arch(&self) -> Arch {
        self.arch
    }

    fn vendor(&self) -> Vendor {
        match self.arch {
            Arch::XeHpc | Arch::XeHpg => Vendor::IntelXe,
            Arch::Amx => Vendor::IntelAmx,
            _ => Vendor::Amd,
        }
    }

    fn source(&self) -> Source {
        Source::Secondary
    }

    fn header(&self) -> Option<&'static str> {
        None
    }

    fn remark(&self) -> Option<&'static str> {
        let corrected = "the source's A and B leave out most of K; these layouts follow the rule of AMD's other MFMA \
                         instructions";
        (self.arch == Arch::Cdna4).then_some(corrected)
    }

    fn kind(&self) -> Kind {
        Kind::Mma
    }

    fn types(&self) -> Option<Types> {
        let [d, a, b] = self.types;
        Some(Types { d, a, b, c: Some(d) })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some(self.shape.map(i64::from))
    }

    fn mma(&self) -> Option<MmaAtom> {
        let shape @ [m, n, k] = self.shape.map(i64::from);
        let (threads, a, b, c) = match self.arch {
            // Every lane has all of A, one column of B and one of C.
            Arch::XeHpc | Arch::XeHpg => {
                (n, whole(n, m, k), tv(&[(n, 1)], &[(k, n)]), tv(&[(n, m)], &[(m, 1)]))
            }
            Arch::Amx => (1, whole(1, m, k), whole(1, n, k), whole(1, m, n)),
            Arch::Cdna4 => (64, wave64(m, k, 1, 1), wave64(n, k, 1, 1), wave64_result(m, n, 1)),
            _ => {
                let factor = tv(&[(2, 8 * k), (16, 1)], &[(k / 2, 16)]);
                (32, factor, factor, tv(&[(2, 8), (16, 16)], &[(8, 1)]))
            }
        };
        Some(MmaAtom { shape, thr_id: lanes(threads), a, b, c })
    }
}
