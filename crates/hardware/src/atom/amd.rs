//! AMD's matrix instructions: MFMA and SMFMAC of CDNA, WMMA and SWMMAC of RDNA.
//!
//! The mnemonic has everything: `v_mfma_f32_16x16x4_4b_f16` gives f32, multiplies f16, is 16 x 16 x 4, and makes
//! four such products at once.

use core::fmt::{self, Write};

use tilework::Layout;

use super::MmaAtom;
use super::facts::{Arch, Kind, Source, Vendor};
use super::family::Family;
use super::fragment::{lanes, tv, tv_short};
use super::operand::{Operand, Spelling, Types, ValueType};
use crate::element::Element::{self, *};

/// `v_mfma_f32_16x16x16_f16`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Amd {
    arch: Arch,
    mnemonic: &'static str,
}

const CDNA1: [&str; 20] = [
    "v_mfma_f32_16x16x16f16",
    "v_mfma_f32_16x16x1f32",
    "v_mfma_f32_16x16x2bf16",
    "v_mfma_f32_16x16x4f16",
    "v_mfma_f32_16x16x4f32",
    "v_mfma_f32_16x16x8bf16",
    "v_mfma_f32_32x32x1f32",
    "v_mfma_f32_32x32x2bf16",
    "v_mfma_f32_32x32x2f32",
    "v_mfma_f32_32x32x4bf16",
    "v_mfma_f32_32x32x4f16",
    "v_mfma_f32_32x32x8f16",
    "v_mfma_f32_4x4x1f32",
    "v_mfma_f32_4x4x2bf16",
    "v_mfma_f32_4x4x4f16",
    "v_mfma_i32_16x16x16i8",
    "v_mfma_i32_16x16x4i8",
    "v_mfma_i32_32x32x4i8",
    "v_mfma_i32_32x32x8i8",
    "v_mfma_i32_4x4x4i8",
];

/// CDNA2 has all of CDNA1, and these.
const CDNA2: [&str; 7] = [
    "v_mfma_f32_16x16x16bf16_1k",
    "v_mfma_f32_16x16x4bf16_1k",
    "v_mfma_f32_32x32x4bf16_1k",
    "v_mfma_f32_32x32x8bf16_1k",
    "v_mfma_f32_4x4x4bf16_1k",
    "v_mfma_f64_16x16x4f64",
    "v_mfma_f64_4x4x4f64",
];

const CDNA3: [&str; 46] = [
    "v_mfma_f32_16x16x16_bf16",
    "v_mfma_f32_16x16x16_f16",
    "v_mfma_f32_16x16x1_4b_f32",
    "v_mfma_f32_16x16x32_bf8_bf8",
    "v_mfma_f32_16x16x32_bf8_fp8",
    "v_mfma_f32_16x16x32_fp8_bf8",
    "v_mfma_f32_16x16x32_fp8_fp8",
    "v_mfma_f32_16x16x4_4b_bf16",
    "v_mfma_f32_16x16x4_4b_f16",
    "v_mfma_f32_16x16x4_f32",
    "v_mfma_f32_16x16x8_xf32",
    "v_mfma_f32_32x32x16_bf8_bf8",
    "v_mfma_f32_32x32x16_bf8_fp8",
    "v_mfma_f32_32x32x16_fp8_bf8",
    "v_mfma_f32_32x32x16_fp8_fp8",
    "v_mfma_f32_32x32x1_2b_f32",
    "v_mfma_f32_32x32x2_f32",
    "v_mfma_f32_32x32x4_2b_bf16",
    "v_mfma_f32_32x32x4_2b_f16",
    "v_mfma_f32_32x32x4_xf32",
    "v_mfma_f32_32x32x8_bf16",
    "v_mfma_f32_32x32x8_f16",
    "v_mfma_f32_4x4x1_16b_f32",
    "v_mfma_f32_4x4x4_16b_bf16",
    "v_mfma_f32_4x4x4_16b_f16",
    "v_mfma_f64_16x16x4_f64",
    "v_mfma_f64_4x4x4_4b_f64",
    "v_mfma_i32_16x16x32_i8",
    "v_mfma_i32_16x16x4_4b_i8",
    "v_mfma_i32_32x32x16_i8",
    "v_mfma_i32_32x32x4_2b_i8",
    "v_mfma_i32_4x4x4_16b_i8",
    "v_smfmac_f32_16x16x32_bf16",
    "v_smfmac_f32_16x16x32_f16",
    "v_smfmac_f32_16x16x64_bf8_bf8",
    "v_smfmac_f32_16x16x64_bf8_fp8",
    "v_smfmac_f32_16x16x64_fp8_bf8",
    "v_smfmac_f32_16x16x64_fp8_fp8",
    "v_smfmac_f32_32x32x16_bf16",
    "v_smfmac_f32_32x32x16_f16",
    "v_smfmac_f32_32x32x32_bf8_bf8",
    "v_smfmac_f32_32x32x32_bf8_fp8",
    "v_smfmac_f32_32x32x32_fp8_bf8",
    "v_smfmac_f32_32x32x32_fp8_fp8",
    "v_smfmac_i32_16x16x64_i8",
    "v_smfmac_i32_32x32x32_i8",
];

const RDNA3: [&str; 6] = [
    "v_wmma_bf16_16x16x16_bf16",
    "v_wmma_f16_16x16x16_f16",
    "v_wmma_f32_16x16x16_bf16",
    "v_wmma_f32_16x16x16_f16",
    "v_wmma_i32_16x16x16_iu4",
    "v_wmma_i32_16x16x16_iu8",
];

/// RDNA4 has all of RDNA3, and these.
const RDNA4: [&str; 16] = [
    "v_swmmac_bf16_16x16x32_bf16",
    "v_swmmac_f16_16x16x32_f16",
    "v_swmmac_f32_16x16x32_bf16",
    "v_swmmac_f32_16x16x32_bf8_bf8",
    "v_swmmac_f32_16x16x32_bf8_fp8",
    "v_swmmac_f32_16x16x32_f16",
    "v_swmmac_f32_16x16x32_fp8_bf8",
    "v_swmmac_f32_16x16x32_fp8_fp8",
    "v_swmmac_i32_16x16x32_iu4",
    "v_swmmac_i32_16x16x32_iu8",
    "v_swmmac_i32_16x16x64_iu4",
    "v_wmma_f32_16x16x16_bf8_bf8",
    "v_wmma_f32_16x16x16_bf8_fp8",
    "v_wmma_f32_16x16x16_fp8_bf8",
    "v_wmma_f32_16x16x16_fp8_fp8",
    "v_wmma_i32_16x16x32_iu4",
];

impl Amd {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Amd> + Clone {
        let lists: [(Arch, &'static [&'static str]); 7] = [
            (Arch::Cdna1, &CDNA1),
            (Arch::Cdna2, &CDNA1),
            (Arch::Cdna2, &CDNA2),
            (Arch::Cdna3, &CDNA3),
            (Arch::Rdna3, &RDNA3),
            (Arch::Rdna4, &RDNA3),
            (Arch::Rdna4, &RDNA4),
        ];
        lists
            .into_iter()
            .flat_map(|(arch, list)| list.iter().map(move |&mnemonic| Amd { arch, mnemonic }))
    }

    /// The same mnemonic of another architecture, where that means other layouts: WMMA of RDNA3 and RDNA4.
    pub(super) fn namesake(&self) -> Option<Amd> {
        let others = Amd::all().filter(|other| other.mnemonic == self.mnemonic && other != self);
        others.into_iter().find(|other| other.layouts() != self.layouts())
    }

    /// What the mnemonic says; it is one of the tables, so this cannot fail.
    fn parts(&self) -> Option<Parts> {
        Parts::read(self.mnemonic)
    }

    fn layouts(&self) -> Option<MmaAtom> {
        let Parts { shape: shape @ [m, n, k], a, blocks, sparse, .. } = self.parts()?;
        let half = a.bits() == 16;
        let (thr_id, a, b, c) = match self.arch {
            Arch::Rdna3 => {
                // The upper half of the wave repeats the lower.
                let factor = tv(&[(16, 1), (2, 0)], &[(k, 16)]);
                (lanes(32), factor, factor, tv(&[(16, 16), (2, 1)], &[(8, 2)]))
            }
            Arch::Rdna4 => {
                let run = match (half, sparse) {
                    (true, false) => 4,
                    (true, true) => 8,
                    (false, _) => k / 2,
                };
                let a = if sparse { wave32(run, k, 4) } else { wave32(run, k, 1) };
                (lanes(32), a, wave32(run, k, 1), tv(&[(16, 16), (2, 8)], &[(8, 1)]))
            }
            _ if a == F64 => {
                let factor = |rows: i64| match blocks {
                    1 => tv(&[(64, 1)], &[(1, 0)]),
                    _ => tv(&[(rows, 1), (blocks, rows * k), (k, rows)], &[(1, 0)]),
                };
                let c = match blocks {
                    1 => tv(&[(16, 16), (4, 1)], &[(4, 4)]),
                    _ => tv(&[(16, 4), (4, 1)], &[(1, 0)]),
                };
                (lanes(64), factor(m), factor(n), c)
            }
            _ => {
                let a = if sparse { wave64(m, k, blocks, 4) } else { wave64(m, k, blocks, 1) };
                (lanes(64), a, wave64(n, k, blocks, 1), wave64_result(m, n, blocks))
            }
        };
        Some(MmaAtom { shape, thr_id, a, b, c })
    }
}

/// A factor in a wave of 64: `((rows,64/rows),V):((1,rows V),rows)`. The lanes with the same row have neighbouring
/// runs of V elements along K, or blocks. Of a sparse one, a value stands for `group` elements.
pub(super) fn wave64(rows: i64, k: i64, blocks: i64, group: i64) -> Layout {
    let run = rows * k * blocks / 64;
    if run == 1 {
        return tv(&[(64, 1)], &[(1, 0)]);
    }
    tv(&[(rows, 1), (64 / rows, rows * run)], &[(run / group, rows * group)])
}

/// C in a wave of 64: a lane has a column, and four neighbouring rows, then those `256/N` rows below.
pub(super) fn wave64_result(m: i64, n: i64, blocks: i64) -> Layout {
    if m == 4 {
        // The lanes with the same column have different blocks.
        return tv(&[(64, 4)], &[(4, 1)]);
    }
    let below = 4 * 64 / n;
    let values = [(4, 1), (m / below, below), (blocks, m * n)];
    tv_short(&[(n, m), (64 / n, 4)], &values)
}

/// A factor in a wave of 32: the two halves of the wave take turns along K, by runs of `run`.
fn wave32(run: i64, k: i64, group: i64) -> Layout {
    let values = [(run / group, 16 * group), (k / (2 * run), 32 * run)];
    tv_short(&[(16, 1), (2, 16 * run)], &values)
}

struct Parts {
    shape: [i64; 3],
    d: Element,
    a: Element,
    b: Element,
    blocks: i64,
    sparse: bool,
}

impl Parts {
    /// `v_mfma_f32_16x16x4_4b_f16`, and the older `v_mfma_f32_16x16x4f16`.
    fn read(mnemonic: &str) -> Option<Parts> {
        let mut words = mnemonic.split('_').skip(1);
        let sparse = matches!(words.next()?, "smfmac" | "swmmac");
        let d = Element::find(words.next()?)?;
        let size = words.next()?;
        let mut numbers = size.splitn(3, 'x');
        let (m, n) = (numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?);
        let rest = numbers.next()?;
        let digits = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
        let (k, older) = rest.split_at_checked(digits)?;
        let k: i64 = k.parse().ok()?;
        let mut blocks = 1;
        let (a, b) = if older.is_empty() {
            let mut word = words.next()?;
            if let Some(count) = word.strip_suffix('b').and_then(|count| count.parse().ok()) {
                (blocks, word) = (count, words.next()?);
            }
            let a = multiplied(word)?;
            (a, words.next().map_or(Some(a), multiplied)?)
        } else {
            // Each lane has 64 bits of A, but 32 of float and of the first bfloat16; what is more than one matrix
            // are blocks.
            let a = multiplied(older)?;
            let run = match (a, words.next()) {
                (S8, _) | (F16, _) | (Bf16, Some("1k")) => 4,
                (Bf16, _) => 2,
                _ => 1,
            };
            blocks = 64 * run / (m * k);
            (a, a)
        };
        Some(Parts { shape: [m, n, k], d, a, b, blocks, sparse })
    }
}

/// A factor; `xf32` is a float of which fewer bits count.
fn multiplied(word: &str) -> Option<Element> {
    if word == "xf32" { Some(F32) } else { Element::find(word) }
}

impl Family for Amd {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.mnemonic)
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        out.write_str(self.mnemonic)
    }

    fn arch(&self) -> Arch {
        self.arch
    }

    fn vendor(&self) -> Vendor {
        Vendor::Amd
    }

    fn source(&self) -> Source {
        Source::Calculator
    }

    fn header(&self) -> Option<&'static str> {
        None
    }

    fn remark(&self) -> Option<&'static str> {
        let groups = "a value of A stands for four elements along K, of which it has two";
        self.is_sparse().then_some(groups)
    }

    fn kind(&self) -> Kind {
        Kind::Mma
    }

    fn is_sparse(&self) -> bool {
        self.parts().is_some_and(|parts| parts.sparse)
    }

    fn types(&self) -> Option<Types> {
        // A sparse product is always added to what is there.
        let Parts { d, a, b, sparse, .. } = self.parts()?;
        Some(Types { d, a, b, c: (!sparse).then_some(d) })
    }

    fn value_type(&self, operand: Operand) -> Option<ValueType> {
        let types = self.types()?;
        let element = match operand {
            Operand::A => Some(types.a),
            Operand::B => Some(types.b),
            Operand::C => types.c,
        };
        Some(ValueType { element, spelling: Spelling::Amd })
    }

    fn shape(&self) -> Option<[i64; 3]> {
        Some(self.parts()?.shape)
    }

    fn mma(&self) -> Option<MmaAtom> {
        self.layouts()
    }
}
