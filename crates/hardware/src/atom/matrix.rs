//! Copies of a warp: `ldmatrix`, `stmatrix`, `movmatrix`, and shuffles.

use core::fmt::{self, Write};

use tilework::Layout;

use super::CopyAtom;
use super::facts::{Arch, Kind};
use super::family::Family;
use super::fragment::{lanes, tv, tv_short};

/// The direction, seen from registers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Way {
    Load,
    Store,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Matrix {
    /// `count` matrices of 8 x 8 elements of 16 bits, perhaps transposed.
    Halves { way: Way, count: u8, transposed: bool },
    /// `count` matrices of bytes, transposed: 16 x 16 for a load, 16 x 8 for a store.
    Bytes { way: Way, count: u8 },
    /// `count` matrices of 8 x 16 elements of 4 or 6 bits that become bytes.
    Unpack { bits: u8, count: u8 },
    /// A matrix from registers to registers, transposed.
    Move,
    /// Two registers of two threads, this many apart, exchange halves.
    Shuffle { apart: u8 },
}

const COUNTS: [u8; 3] = [1, 2, 4];

impl Matrix {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Matrix> + Clone {
        let halves = [Way::Load, Way::Store].into_iter().flat_map(|way| {
            [false, true].into_iter().flat_map(move |transposed| {
                COUNTS.map(|count| Matrix::Halves { way, count, transposed })
            })
        });
        let loads = [1, 2].map(|count| Matrix::Bytes { way: Way::Load, count });
        let stores = COUNTS.map(|count| Matrix::Bytes { way: Way::Store, count });
        let unpack =
            COUNTS.into_iter().flat_map(|count| [4, 6].map(|bits| Matrix::Unpack { bits, count }));
        let others = [Matrix::Move, Matrix::Shuffle { apart: 1 }, Matrix::Shuffle { apart: 4 }];
        halves.chain(loads).chain(stores).chain(unpack).chain(others)
    }

    /// In shared memory: eight threads for each matrix have a row of 128 bits; where there are fewer than four
    /// matrices, the other threads repeat them.
    fn rows(matrices: i64) -> Layout {
        let given = 8 * matrices;
        match 32 / given {
            1 => tv(&[(32, 128)], &[(128, 1)]),
            repeats => tv(&[(given, 128), (repeats, 0)], &[(128, 1)]),
        }
    }

    /// In registers: 32 bits of a matrix in each thread, four threads a row.
    fn plain(count: i64) -> Layout {
        tv_short(&[(32, 32)], &[(32, 1), (count, 1024)])
    }

    /// In registers, transposed: two elements of 16 bits below one another.
    fn transposed(count: i64) -> Layout {
        let values = [(16, 1), (2, 128), (count, 1024)];
        tv_short(&[(4, 256), (8, 16)], &values)
    }

    /// In registers, transposed: bytes.
    fn bytes(halves: i64) -> Layout {
        let values = [(8, 1), (2, 128), (2, 64), (halves, 1024)];
        tv_short(&[(4, 256), (8, 8)], &values)
    }

    /// Shared memory and registers.
    fn sides(&self) -> (Layout, Layout) {
        match *self {
            Matrix::Halves { count, transposed, .. } => {
                let count = i64::from(count);
                let registers =
                    if transposed { Matrix::transposed(count) } else { Matrix::plain(count) };
                (Matrix::rows(count), registers)
            }
            Matrix::Unpack { count, .. } => {
                (Matrix::rows(i64::from(count)), Matrix::plain(i64::from(count)))
            }
            Matrix::Bytes { way: Way::Store, count } => {
                (Matrix::rows(i64::from(count)), Matrix::bytes(i64::from(count)))
            }
            // A matrix of 16 x 16 has 16 rows; those of its two halves take turns, two at a time.
            Matrix::Bytes { way: Way::Load, count } => {
                let second = if count == 1 { 0 } else { 2048 };
                let rows = tv(&[(2, 128), (2, 1024), (4, 256), (2, second)], &[(128, 1)]);
                (rows, Matrix::bytes(2 * i64::from(count)))
            }
            Matrix::Move => (Matrix::plain(1), Matrix::plain(1)),
            Matrix::Shuffle { apart: 1 } => {
                (tv(&[(32, 64)], &[(64, 1)]), tv(&[(2, 32), (16, 128)], &[(32, 1), (2, 64)]))
            }
            Matrix::Shuffle { .. } => (
                tv(&[(32, 64)], &[(64, 1)]),
                tv(&[(4, 64), (2, 32), (4, 512)], &[(32, 1), (2, 256)]),
            ),
        }
    }
}

impl Family for Matrix {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        match *self {
            Matrix::Halves { way: Way::Load, count, transposed: false } => {
                write!(out, "SM75_U32x{count}_LDSM_N")
            }
            Matrix::Halves { way: Way::Load, count, transposed: true } => {
                write!(out, "SM75_U16x{}_LDSM_T", 2 * count)
            }
            Matrix::Halves { way: Way::Store, count, transposed: false } => {
                write!(out, "SM90_U32x{count}_STSM_N")
            }
            Matrix::Halves { way: Way::Store, count, transposed: true } => {
                write!(out, "SM90_U16x{}_STSM_T", 2 * count)
            }
            Matrix::Bytes { way: Way::Load, count } => write!(out, "SM100_U8x{}_LDSM_T", 8 * count),
            Matrix::Bytes { way: Way::Store, count } => {
                write!(out, "SM100_U8x{}_STSM_T", 4 * count)
            }
            Matrix::Unpack { bits, count } => write!(out, "SM100_SU{bits}_DU8x16_x{count}_LDSM_N"),
            Matrix::Move => out.write_str("SM75_U32x1_MOVM_T"),
            Matrix::Shuffle { apart } => write!(out, "SM50_Shuffle_U32_2x2Trans_XOR{apart}"),
        }
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        match *self {
            Matrix::Halves { way, count, transposed } => {
                let way = if way == Way::Load { "ldmatrix" } else { "stmatrix" };
                let transposed = if transposed { ".trans" } else { "" };
                write!(out, "{way}.sync.aligned.x{count}{transposed}.m8n8.shared.b16")
            }
            Matrix::Bytes { way: Way::Load, count } => {
                write!(out, "ldmatrix.sync.aligned.m16n16.x{count}.trans.shared.b8")
            }
            Matrix::Bytes { way: Way::Store, count } => {
                write!(out, "stmatrix.sync.aligned.m16n8.x{count}.trans.shared.b8")
            }
            Matrix::Unpack { bits, count } => {
                let packed = if bits == 4 { "b4x16_p64" } else { "b6x16_p32" };
                write!(out, "ldmatrix.sync.aligned.m8n16.x{count}.shared.b8x16.{packed}")
            }
            Matrix::Move => out.write_str("movmatrix.sync.aligned.m8n8.trans.b16"),
            Matrix::Shuffle { .. } => Ok(()),
        }
    }

    fn arch(&self) -> Arch {
        match self {
            Matrix::Halves { way: Way::Load, .. } | Matrix::Move => Arch::Sm75,
            Matrix::Halves { way: Way::Store, .. } => Arch::Sm90,
            Matrix::Bytes { .. } | Matrix::Unpack { .. } => Arch::Sm100,
            Matrix::Shuffle { .. } => Arch::Sm50,
        }
    }

    fn header(&self) -> Option<&'static str> {
        Some(match self.arch() {
            Arch::Sm50 => "copy_traits_sm50.hpp",
            Arch::Sm75 => "copy_traits_sm75.hpp",
            Arch::Sm90 => "copy_traits_sm90.hpp",
            _ => "copy_traits_sm100.hpp",
        })
    }

    fn remark(&self) -> Option<&'static str> {
        let transposes = "CuTe gives source and destination one layout, which does not show that the instruction \
                          transposes";
        matches!(self, Matrix::Move).then_some(transposes)
    }

    fn kind(&self) -> Kind {
        Kind::Copy
    }

    fn copy(&self) -> Option<CopyAtom> {
        let (memory, registers) = self.sides();
        let (src, dst, reference) = match self {
            Matrix::Halves { way: Way::Store, .. } | Matrix::Bytes { way: Way::Store, .. } => {
                (registers, memory, registers)
            }
            Matrix::Shuffle { .. } => (memory, registers, memory),
            _ => (memory, registers, registers),
        };
        Some(CopyAtom { thr_id: lanes(32), src, dst, reference })
    }
}
