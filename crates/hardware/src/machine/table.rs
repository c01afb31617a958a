//! The machines that have a name.

use crate::machine::Confidence::{A, B, C, D};
use crate::machine::Direction::{Load, Store};
use crate::machine::{Confidence, Direction, Machine, MatrixSupport, PhaseRule};

const WIDTHS: &[u32] = &[1, 2, 4, 8, 16];
const WIDTHS_TO_32: &[u32] = &[1, 2, 4, 8, 16, 32];

/// Lanes that are served in order, so that only the confidence is of interest.
const fn in_order(
    direction: Direction,
    width_bytes: u32,
    confidence: Confidence,
) -> PhaseRule<'static> {
    PhaseRule { direction, width_bytes, banks: None, phases: None, confidence }
}

const fn listed(
    direction: Direction,
    width_bytes: u32,
    phases: &'static [u64],
    confidence: Confidence,
) -> PhaseRule<'static> {
    PhaseRule { direction, width_bytes, banks: None, phases: Some(phases), confidence }
}

/// Contiguous 8- and 16-byte accesses are conflict free, and compilers count on 16 and 8 neighbours; a vendor's
/// text for 8 bytes ends with 3.x.
const NVIDIA_RULES: &[PhaseRule<'static>] =
    &[in_order(Load, 8, B), in_order(Store, 8, B), in_order(Load, 16, B), in_order(Store, 16, B)];

const fn nvidia(
    name: &'static str,
    aliases: &'static [&'static str],
    matrices: MatrixSupport,
) -> Machine<'static> {
    Machine { name, aliases, matrices, async_copy: true, rules: NVIDIA_RULES, ..Machine::CUSTOM }
}

/// From sm_50 to sm_75 there is no `cp.async`.
const fn before_ampere(machine: Machine<'static>) -> Machine<'static> {
    Machine { async_copy: false, ..machine }
}

/// Measured for uniform wide loads.
const fn merging(machine: Machine<'static>) -> Machine<'static> {
    Machine { merge_confidence: A, ..machine }
}

/// Loads and stores of 32 bytes of global memory.
const fn wide(machine: Machine<'static>) -> Machine<'static> {
    Machine { global_widths_bytes: WIDTHS_TO_32, ..machine }
}

/// A mask of the lanes `first` to `last` of each pair.
const fn runs<const N: usize>(from: u32, pairs: [(u32, u32); N]) -> u64 {
    let (mut mask, mut i) = (0, 0);
    while i < N {
        let (first, last) = pairs[i];
        mask |= ((1 << (last - first + 1)) - 1) << (from + first);
        i += 1;
    }
    mask
}

/// 16-byte loads with 32 banks: lanes `from + span(l0, l1, l2^l4)` and their translates.
const fn p32(from: u32) -> [u64; 4] {
    [
        runs(from, [(0, 3), (20, 23)]),
        runs(from, [(4, 7), (16, 19)]),
        runs(from, [(8, 11), (28, 31)]),
        runs(from, [(12, 15), (24, 27)]),
    ]
}

/// 16-byte loads with 64 banks: lanes `from + span(l0, l1, l2^l3, l2^l4)` and their translate.
const fn p64(from: u32) -> [u64; 2] {
    [runs(from, [(0, 3), (12, 15), (20, 27)]), runs(from, [(4, 11), (16, 19), (28, 31)])]
}

const fn joined<const N: usize, const M: usize>(a: [u64; N], b: [u64; N]) -> [u64; M] {
    let (mut out, mut i) = ([0; M], 0);
    while i < N {
        (out[i], out[N + i]) = (a[i], b[i]);
        i += 1;
    }
    out
}

static CDNA_PHASES: [u64; 8] = joined(p32(0), p32(32));
static CDNA4_PHASES: [u64; 4] = joined(p64(0), p64(32));
static RDNA3_PHASES: [u64; 4] = p32(0);

/// A store of gfx950 sees 32 banks: only its loads move 256 bytes a clock. No measurement says so.
const fn half(width_bytes: u32) -> PhaseRule<'static> {
    PhaseRule { banks: Some(32), ..in_order(Store, width_bytes, D) }
}

const AMD: Machine<'static> = Machine {
    unknown_widths_bytes: &[12],
    merge_confidence: D,
    sector_bytes: 64,
    line_bytes: 128,
    sectors_confidence: C,
    ..Machine::CUSTOM
};

/// MI100 and MI200 are said to behave as MI300 does, on which the phases were measured.
const fn like_cdna3(name: &'static str, aliases: &'static [&'static str]) -> Machine<'static> {
    Machine { name, aliases, phases_confidence: C, rules: CDNA_RULES_C, ..Machine::CDNA3 }
}

const CDNA_RULES_C: &[PhaseRule<'static>] = &[listed(Load, 16, &CDNA_PHASES, C)];

/// Phases of loads were measured; nothing is published about stores.
const RDNA_STORES: [PhaseRule<'static>; 5] = [
    in_order(Store, 1, D),
    in_order(Store, 2, D),
    in_order(Store, 4, D),
    in_order(Store, 8, D),
    in_order(Store, 16, D),
];

const fn with_rdna_stores(first: PhaseRule<'static>) -> [PhaseRule<'static>; 6] {
    let [a, b, c, d, e] = RDNA_STORES;
    [first, a, b, c, d, e]
}

static RDNA3_RULES: [PhaseRule<'static>; 6] = with_rdna_stores(listed(Load, 16, &RDNA3_PHASES, A));

/// # Machines
impl Machine<'static> {
    /// What a machine of one's own is where it does not say otherwise: 32 lanes, 32 banks of 4 bytes, phases of
    /// neighbours, sectors of 32 bytes.
    pub const CUSTOM: Machine<'static> = Machine {
        name: "custom",
        aliases: &[],
        lanes: 32,
        banks: 32,
        bank_bytes: 4,
        banks_confidence: A,
        store_merge: true,
        widths_bytes: WIDTHS,
        unknown_widths_bytes: &[],
        rules: &[],
        phases_confidence: A,
        merge_confidence: C,
        matrices: MatrixSupport::None,
        async_copy: false,
        global_widths_bytes: WIDTHS,
        sector_bytes: 32,
        line_bytes: 128,
        sectors_confidence: A,
    };

    /// NVIDIA from 5.x to 12.x: 32 banks of 4 bytes, phases of 32, 16 and 8 neighbours.
    pub const NVIDIA: Machine<'static> = wide(nvidia("nvidia", &[], MatrixSupport::All));
    /// NVIDIA 5.x.
    pub const MAXWELL: Machine<'static> =
        before_ampere(nvidia("maxwell", &["sm_50", "sm_52", "sm_53"], MatrixSupport::None));
    /// NVIDIA 6.x.
    pub const PASCAL: Machine<'static> =
        before_ampere(nvidia("pascal", &["sm_60", "sm_61", "sm_62"], MatrixSupport::None));
    /// NVIDIA 7.0 and 7.2.
    pub const VOLTA: Machine<'static> =
        merging(before_ampere(nvidia("volta", &["sm_70", "sm_72"], MatrixSupport::None)));
    /// NVIDIA 7.5.
    pub const TURING: Machine<'static> =
        merging(before_ampere(nvidia("turing", &["sm_75"], MatrixSupport::Load)));
    /// NVIDIA 8.0, 8.6 and 8.7.
    pub const AMPERE: Machine<'static> =
        nvidia("ampere", &["sm_80", "sm_86", "sm_87"], MatrixSupport::Load);
    /// NVIDIA 8.9.
    pub const ADA: Machine<'static> = nvidia("ada", &["sm_89"], MatrixSupport::Load);
    /// NVIDIA 9.0.
    pub const HOPPER: Machine<'static> =
        nvidia("hopper", &["sm_90", "sm_90a"], MatrixSupport::LoadStore);
    /// NVIDIA 10.x and 12.x.
    pub const BLACKWELL: Machine<'static> = wide(nvidia(
        "blackwell",
        &[
            "sm_100", "sm_100a", "sm_101", "sm_101a", "sm_103", "sm_103a", "sm_120", "sm_120a",
            "sm_121",
        ],
        MatrixSupport::All,
    ));
    /// NVIDIA 3.x with banks of 8 bytes.
    pub const KEPLER8: Machine<'static> =
        Machine { name: "kepler8", bank_bytes: 8, ..Machine::CUSTOM };

    /// AMD MI100, gfx908.
    pub const CDNA1: Machine<'static> = like_cdna3("cdna1", &["gfx908", "mi100"]);
    /// AMD MI200, gfx90a.
    pub const CDNA2: Machine<'static> =
        like_cdna3("cdna2", &["gfx90a", "mi210", "mi250", "mi250x"]);
    /// AMD MI300, gfx940 to gfx942.
    pub const CDNA3: Machine<'static> = Machine {
        name: "cdna3",
        aliases: &["gfx940", "gfx941", "gfx942", "mi300", "mi300a", "mi300x", "mi325x"],
        lanes: 64,
        rules: &[listed(Load, 16, &CDNA_PHASES, A)],
        ..AMD
    };
    /// AMD MI350, gfx950.
    pub const CDNA4: Machine<'static> = Machine {
        name: "cdna4",
        aliases: &["gfx950", "mi350x", "mi355x"],
        lanes: 64,
        banks: 64,
        rules: &[listed(Load, 16, &CDNA4_PHASES, A), half(1), half(2), half(4), half(8), half(16)],
        ..AMD
    };
    /// AMD gfx11.
    pub const RDNA3: Machine<'static> = Machine {
        name: "rdna3",
        aliases: &["gfx11", "gfx1100", "gfx1101", "gfx1102", "gfx1103"],
        rules: &RDNA3_RULES,
        ..AMD
    };
    /// AMD gfx12.
    pub const RDNA4: Machine<'static> = Machine {
        name: "rdna4",
        aliases: &["gfx12", "gfx1200", "gfx1201"],
        rules: &RDNA_STORES,
        ..AMD
    };
}

pub(super) const ALL: &[Machine<'static>] = &[
    Machine::NVIDIA,
    Machine::MAXWELL,
    Machine::PASCAL,
    Machine::VOLTA,
    Machine::TURING,
    Machine::AMPERE,
    Machine::ADA,
    Machine::HOPPER,
    Machine::BLACKWELL,
    Machine::KEPLER8,
    Machine::CDNA1,
    Machine::CDNA2,
    Machine::CDNA3,
    Machine::CDNA4,
    Machine::RDNA3,
    Machine::RDNA4,
];
