//! The page of atoms: one of each family, drawn.

use super::{Figure, Page, Section, asked};

pub(super) const PAGE: Page =
    Page { path: "docs/atoms.md", introduction: INTRODUCTION, sections: FAMILIES };

const INTRODUCTION: &str = r#"# Atoms

An *atom* is what one instruction gives to each of its threads: which elements of A, B and C a thread holds as which of its
values, or which bits a copy moves from which thread to which. Tilework knows 3,058 of them by name, and derives more (every
legal M and N of `tcgen05`); [conformance/hardware](../conformance/hardware/README.md) has the list. Here is one of each family.
A stands at the lower left, B at the top, C between them; `T3 V1` is value 1 of thread 3. Threads are coloured.

```console
$ tilework atom SM80_16x8x16_F32F16F16F32_TN
SM80_16x8x16_F32F16F16F32_TN   16x8x16, f32 = f16 x f16 + f32, sm80
ThrID  32:1
A      ((4,8),(2,2,2)):((32,1),(16,8,128))   (T,V) to m + 16 k; each element once
B      ((4,8),(2,2)):((16,1),(8,64))         (T,V) to n + 8 k; each element once
C      ((4,8),(2,2)):((32,1),(16,8))         (T,V) to m + 16 n; each element once
PTX    mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32
from   printed by CUTLASS
$ tilework atom --arch sm80 --types f64,f64,f64
SM80_8x8x4_F64F64F64F64_TN   sm80   8x8x4       f64 = f64 x f64 + f64
$ tilework atom SM80_16x8x17_F32F16F16F32_TN
error: no atom has this name; the nearest: SM80_16x8x16_F32F16F16F32_TN; SM80_16x8x8_F32F16F16F32_TN; SM80_16x8x16_F32BF16BF16F32_TN
  SM80_16x8x17_F32F16F16F32_TN
  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^
  help: `tilework atom --arch sm80` lists those of an architecture
```

Each of them is tested: A, B and C cover their matrix once, in whole copies, or every thread sees all of it (operands in
shared memory). Those that come from a secondary source say "unverified".
"#;

/// An atom of a family, by its name.
const fn atom(name: &'static str, args: &'static [&'static str], caption: &'static str) -> Figure {
    asked(name, "atom", args, caption)
}

const FAMILIES: &[Section] = &[
    (
        "NVIDIA: one warp and less",
        &[
            atom("atom-dp4a", &["SM61_DP4A"], "Pascal: one thread, four products."),
            atom(
                "atom-volta",
                &["SM70_8x8x4_F32F16F16F32_TN"],
                "Volta: a quad pair, 8 of the 32 threads of a warp.",
            ),
            atom(
                "atom-volta-nt",
                &["SM70_8x8x4_F32F16F16F32_NT"],
                "Volta with both operands the other way round.",
            ),
            atom(
                "atom-turing",
                &["SM75_16x8x8_F32F16F16F32_TN"],
                "Turing: `mma.m16n8k8` of 16-bit elements.",
            ),
            atom(
                "atom-turing-int8",
                &["SM75_8x8x16_S32S8S8S32_TN"],
                "Turing: `mma.m8n8k16` of 8-bit integers.",
            ),
            atom(
                "atom-ampere",
                &["SM80_16x8x16_F32F16F16F32_TN"],
                "Ampere: `mma.m16n8k16`, the workhorse of 16-bit elements.",
            ),
            atom(
                "atom-ampere-tf32",
                &["SM80_16x8x8_F32TF32TF32F32_TN"],
                "Ampere: `mma.m16n8k8` of TF32.",
            ),
            atom(
                "atom-ampere-f64",
                &["SM80_8x8x4_F64F64F64F64_TN"],
                "Ampere: `mma.m8n8k4` of doubles.",
            ),
            atom(
                "atom-ampere-int8",
                &["SM80_16x8x32_S32S8S8S32_TN"],
                "Ampere: `mma.m16n8k32` of 8-bit integers; FP8 of Ada and Blackwell (sm_120) has the same fragments.",
            ),
            atom(
                "atom-hopper-f64",
                &["SM90_16x8x4_F64F64F64F64_TN"],
                "Hopper: `mma.m16n8k4` of doubles.",
            ),
            atom(
                "atom-sm120-sparse",
                &["SM120::SPARSE::SM120_SPARSE_16x8x64_TN<float_e2m1_t,float_e2m1_t,float>"],
                "Blackwell (sm_120): a sparse A, of which the instruction reads every second element.",
            ),
        ],
    ),
    (
        "NVIDIA: warp groups and tensor memory",
        &[
            atom(
                "atom-wgmma",
                &["SM90_64x8x16_F32F16F16_RS"],
                "Hopper: `wgmma` by 128 threads, A in registers, B in shared memory, which all threads see.",
            ),
            atom(
                "atom-tcgen05",
                &["SM100_MMA_F16BF16_SS<half_t, half_t, float, 64, 8, K, K>"],
                "Blackwell: `tcgen05.mma`, one thread for all; operands in shared memory, C in tensor memory.",
            ),
        ],
    ),
    (
        "AMD",
        &[
            atom("atom-mfma", &["v_mfma_f32_16x16x16f16"], "CDNA: `v_mfma` by 64 lanes."),
            atom(
                "atom-wmma-rdna3",
                &["RDNA3::v_wmma_f32_16x16x16_f16"],
                "RDNA3: `v_wmma`, in which lanes 16 to 31 hold copies of A and B.",
            ),
            atom(
                "atom-smfmac",
                &["v_smfmac_f32_16x16x32_bf16"],
                "CDNA3: `v_smfmac`, in which a value of A stands for four elements along K.",
            ),
            atom(
                "atom-swmmac",
                &["v_swmmac_f32_16x16x32_f16"],
                "RDNA4: `v_swmmac`, sparse likewise.",
            ),
        ],
    ),
    (
        "Intel",
        &[
            atom(
                "atom-dpas",
                &["XeHPC_8x8x8_F32F16F16_DPAS"],
                "Xe: `dpas` by 8 lanes, from a secondary source.",
            ),
            atom(
                "atom-amx",
                &["AMX_16x16x32_F32BF16BF16F32"],
                "AMX: `tdpbf16ps`, one thread with whole tiles, from a secondary source.",
            ),
        ],
    ),
    (
        "Copies",
        &[
            atom(
                "atom-ldmatrix",
                &["SM75_U32x1_LDSM_N"],
                "`ldmatrix.x1`: from rows of shared memory to fragments, in elements of 16 bits.",
            ),
            atom(
                "atom-ldmatrix-trans",
                &["SM75_U16x2_LDSM_T"],
                "`ldmatrix.x1.trans`: the same rows, transposed.",
            ),
            atom("atom-stmatrix", &["SM90_U32x1_STSM_N"], "`stmatrix.x1`: the way back."),
            atom(
                "atom-universal",
                &["UniversalCopy<uint64_t>"],
                "A load or store of each thread for itself.",
            ),
            atom(
                "atom-cp-async",
                &["SM80_CP_ASYNC_CACHEALWAYS<uint32_t>"],
                "`cp.async`: from global to shared memory, by each thread for itself.",
            ),
            atom(
                "atom-shuffle",
                &["SM50_Shuffle_U32_2x2Trans_XOR1"],
                "A shuffle: neighbouring lanes exchange values.",
            ),
            atom(
                "atom-tmem",
                &["SM100_TMEM_LOAD_16dp64b1x"],
                "`tcgen05.ld`: from tensor memory to the registers of a warp.",
            ),
        ],
    ),
];
