//! Copies from and to Blackwell's tensor memory: `tcgen05.ld`, `tcgen05.st`, `tcgen05.cp`.

use core::fmt::{self, Write};

use tilework::Layout;

use super::CopyAtom;
use super::facts::{Arch, Kind};
use super::family::Family;
use super::fragment::{Modes, group, lanes, pair, tv, tv_short};

/// From one lane of tensor memory to the next, in the bits that CuTe counts.
const LANE: i64 = 1 << 21;

/// A pattern of `tcgen05.ld` and `.st`: lanes, and bits of a lane.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Pattern {
    lanes: u8,
    bits: u16,
    /// How often it can be repeated along a lane.
    most: u8,
}

const PATTERNS: [Pattern; 5] = [
    Pattern { lanes: 16, bits: 256, most: 32 },
    Pattern { lanes: 16, bits: 128, most: 64 },
    Pattern { lanes: 16, bits: 64, most: 128 },
    Pattern { lanes: 16, bits: 32, most: 128 },
    Pattern { lanes: 32, bits: 32, most: 128 },
];

/// What `tcgen05.cp` copies from shared memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Piece {
    Lanes128x256,
    Lanes128x128,
    Lanes4x256,
    /// 32 lanes for each of four warps.
    Warps4,
    /// 64 lanes for warps 0 and 2, 1 and 3.
    Warps0213,
    /// 64 lanes for warps 0 and 1, 2 and 3.
    Warps0123,
}

const PIECES: [Piece; 6] = [
    Piece::Lanes128x256,
    Piece::Lanes128x128,
    Piece::Lanes4x256,
    Piece::Warps4,
    Piece::Warps0213,
    Piece::Warps0123,
];

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Tmem {
    /// Between tensor memory and registers of a warp; `halves` have 16 of every 32 bits.
    Registers { store: bool, pattern: Pattern, repeat: u8, halves: bool },
    /// A load that reduces, too.
    Reduce { repeat: u8 },
    /// From shared memory, of one CTA or two.
    Shared { piece: Piece, pair: bool },
}

impl Tmem {
    /// All of them.
    pub(super) fn all() -> impl Iterator<Item = Tmem> + Clone {
        let registers = [false, true].into_iter().flat_map(|store| {
            PATTERNS.into_iter().flat_map(move |pattern| {
                let repeats = (0..8).map(|i| 1_u8 << i).filter(move |n| *n <= pattern.most);
                repeats.flat_map(move |repeat| {
                    let one = |halves| Tmem::Registers { store, pattern, repeat, halves };
                    [one(false), one(true)]
                })
            })
        });
        let reduce = [32, 128].map(|repeat| Tmem::Reduce { repeat });
        let shared = PIECES.into_iter();
        let shared =
            shared.flat_map(|piece| [false, true].map(|pair| Tmem::Shared { piece, pair }));
        registers.chain(reduce).chain(shared)
    }

    /// The bits of a lane that a load or store touches. A pattern of 16 lanes and 32 bits is there twice.
    fn row_bits(pattern: Pattern, repeat: u8) -> i64 {
        let twice = if (pattern.lanes, pattern.bits) == (16, 32) { 2 } else { 1 };
        i64::from(pattern.bits) * i64::from(repeat) * twice
    }

    /// What each thread has in registers.
    fn registers(pattern: Pattern, repeat: u8) -> Layout {
        let (n, row) = (i64::from(repeat), Tmem::row_bits(pattern, repeat));
        match (pattern.lanes, pattern.bits) {
            // Four threads have a lane, each a fourth of it, and the lane eight below.
            (16, bits @ (256 | 128)) => {
                let quarter = i64::from(bits) / 4;
                let values = [(quarter, 1), (2, 8 * row), (n, i64::from(bits))];
                tv_short(&[(4, quarter), (8, row)], &values)
            }
            // Two have a lane, and two that eight below.
            (16, 64) => tv_short(&[(2, 8 * row), (2, 32), (8, row)], &[(32, 1), (n, 64)]),
            (16, _) => tv(&[(16, row), (2, row / 2)], &[(row / 2, 1)]),
            _ => tv(&[(32, row)], &[(row, 1)]),
        }
    }

    /// From values to bits of tensor memory.
    fn lanes_of(row: i64, lanes: u8, halves: bool) -> Layout {
        let lanes = leaf_lanes(i64::from(lanes));
        if halves {
            pair(group(&[(16, 1), (row / 16, 32)]), lanes)
        } else {
            pair(group(&[(row, 1)]), lanes)
        }
    }
}

fn leaf_lanes(count: i64) -> Layout {
    group(&[(count, LANE)])
}

impl Piece {
    fn name(self) -> &'static str {
        match self {
            Piece::Lanes128x256 => "128dp256bit",
            Piece::Lanes128x128 => "128dp128bit",
            Piece::Lanes4x256 => "4dp256bit",
            Piece::Warps4 => "4x32dp128bit",
            Piece::Warps0213 => "2x64dp128bitlw0213",
            Piece::Warps0123 => "2x64dp128bitlw0123",
        }
    }

    fn instruction(self) -> &'static str {
        match self {
            Piece::Lanes128x256 => "128x256b",
            Piece::Lanes128x128 => "128x128b",
            Piece::Lanes4x256 => "4x256b",
            Piece::Warps4 => "32x128b.warpx4",
            Piece::Warps0213 => "64x128b.warpx2::02_13",
            Piece::Warps0123 => "64x128b.warpx2::01_23",
        }
    }

    /// The bits in shared memory, those in tensor memory, and where the latter lie.
    fn modes(self) -> (Modes<'static>, Modes<'static>, Modes<'static>) {
        match self {
            Piece::Lanes128x256 => (&[(32768, 1)], &[(32768, 1)], &[(128, LANE), (256, 1)]),
            Piece::Lanes128x128 => (&[(16384, 1)], &[(16384, 1)], &[(128, LANE), (128, 1)]),
            Piece::Lanes4x256 => {
                (&[(4, 32), (256, 128)], &[(4, 32), (256, 128)], &[(128, LANE), (256, 1)])
            }
            Piece::Warps4 => (
                &[(32, 1), (128, 32), (4, 0)],
                &[(16384, 1)],
                &[(32, LANE), (128, 1), (4, 32 * LANE)],
            ),
            Piece::Warps0213 => (
                &[(64, 1), (128, 64), (2, 0)],
                &[(16384, 1)],
                &[(64, LANE), (128, 1), (2, 64 * LANE)],
            ),
            Piece::Warps0123 => (
                &[(32, 1), (128, 32), (2, 4096), (2, 0)],
                &[(16384, 1)],
                &[(32, LANE), (128, 1), (2, 64 * LANE), (2, 32 * LANE)],
            ),
        }
    }
}

impl Family for Tmem {
    fn name(&self, out: &mut dyn Write) -> fmt::Result {
        match *self {
            Tmem::Registers { store, pattern: Pattern { lanes, bits, .. }, repeat, halves } => {
                let way = if store { "STORE" } else { "LOAD" };
                let halves = if halves { "_16b" } else { "" };
                write!(out, "SM100_TMEM_{way}_{lanes}dp{bits}b{repeat}x{halves}")
            }
            Tmem::Reduce { repeat } => write!(out, "SM100_TMEM_LOAD_STAT_32dp32b{repeat}x"),
            Tmem::Shared { piece, pair } => {
                write!(out, "SM100_UTCCP_{}_{}cta", piece.name(), 1 + u8::from(pair))
            }
        }
    }

    fn instruction(&self, out: &mut dyn Write) -> fmt::Result {
        match *self {
            Tmem::Registers { store, pattern: Pattern { lanes, bits, .. }, repeat, halves } => {
                let (way, halves) = match (store, halves) {
                    (false, false) => ("ld", ""),
                    (false, true) => ("ld", ".pack::16b"),
                    (true, false) => ("st", ""),
                    (true, true) => ("st", ".unpack::16b"),
                };
                let twice = if (lanes, bits) == (16, 32) { "x2" } else { "" };
                write!(
                    out,
                    "tcgen05.{way}.sync.aligned.{lanes}x{bits}b{twice}.x{repeat}{halves}.b32"
                )
            }
            Tmem::Reduce { repeat } => {
                write!(out, "tcgen05.ld.red.sync.aligned.32x32b.x{repeat}.max.f32")
            }
            Tmem::Shared { piece, pair } => {
                let group = 1 + u8::from(pair);
                write!(out, "tcgen05.cp.cta_group::{group}.{}", piece.instruction())
            }
        }
    }

    fn arch(&self) -> Arch {
        Arch::Sm100
    }

    fn header(&self) -> Option<&'static str> {
        Some("copy_traits_sm100.hpp")
    }

    fn kind(&self) -> Kind {
        Kind::Copy
    }

    fn copy(&self) -> Option<CopyAtom> {
        let (store, pattern, repeat) = match *self {
            Tmem::Registers { store, pattern, repeat, .. } => (store, pattern, repeat),
            Tmem::Reduce { repeat } => (false, PATTERNS[4], repeat),
            Tmem::Shared { piece, pair } => {
                let threads = 1 + i64::from(pair);
                let (shared, tensor, _) = piece.modes();
                let [src, dst] = [shared, tensor].map(|bits| tv(&[(threads, 0)], bits));
                return Some(CopyAtom { thr_id: lanes(threads), src, dst, reference: dst });
            }
        };
        let bits = i64::from(pattern.lanes) * Tmem::row_bits(pattern, repeat);
        let (tensor, registers) = (tv(&[(32, 0)], &[(bits, 1)]), Tmem::registers(pattern, repeat));
        let (src, dst) = if store { (registers, tensor) } else { (tensor, registers) };
        Some(CopyAtom { thr_id: lanes(32), src, dst, reference: tensor })
    }

    fn value_id(&self) -> Option<Layout> {
        Some(match *self {
            Tmem::Registers { pattern, repeat, halves, .. } => {
                Tmem::lanes_of(Tmem::row_bits(pattern, repeat), pattern.lanes, halves)
            }
            Tmem::Reduce { repeat } => {
                Tmem::lanes_of(Tmem::row_bits(PATTERNS[4], repeat), 32, false)
            }
            Tmem::Shared { piece, .. } => group(piece.modes().2),
        })
    }
}
