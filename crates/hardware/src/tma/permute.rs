//! How a box is permuted in shared memory.

use tilework::{Outer, Swizzle, XorMap};

use crate::canonical::SwizzleMode;

/// How channels are interleaved in global memory: `CUtensorMapInterleave`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Interleave {
    /// Not at all.
    None,
    /// Groups of 16 bytes: NC/8HWC8 of 16-bit channels.
    B16,
    /// Groups of 32 bytes.
    B32,
}

impl Interleave {
    /// All of them.
    pub const ALL: [Interleave; 3] = [Interleave::None, Interleave::B16, Interleave::B32];

    /// `NONE`, `16B` or `32B`.
    pub const fn name(self) -> &'static str {
        match self {
            Interleave::None => "NONE",
            Interleave::B16 => "16B",
            Interleave::B32 => "32B",
        }
    }

    /// The one with this name, with or without `CU_TENSOR_MAP_INTERLEAVE_`.
    pub fn from_name(name: &str) -> Option<Interleave> {
        let name = name.trim().trim_start_matches("CU_TENSOR_MAP_INTERLEAVE_");
        Interleave::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }
}

/// How chunks of a box are permuted in shared memory: `CUtensorMapSwizzle`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum TmaSwizzle {
    /// Not at all.
    None,
    /// Chunks of 16 bytes within 32.
    B32,
    /// Chunks of 16 bytes within 64.
    B64,
    /// Chunks of 16 bytes within 128.
    B128,
    /// Chunks of 32 bytes within 128.
    B128Atom32,
    /// Chunks of 32 bytes within 128, and in every second row the halves of each 16 bytes exchanged.
    B128Atom32Flip8,
    /// Chunks of 64 bytes within 128 by the text of the header, which is `Sw<1,6,S>`; CUTLASS asserts `Sw<2,6,S>`.
    B128Atom64,
}

impl TmaSwizzle {
    /// All of them.
    pub const ALL: [TmaSwizzle; 7] = [
        TmaSwizzle::None,
        TmaSwizzle::B32,
        TmaSwizzle::B64,
        TmaSwizzle::B128,
        TmaSwizzle::B128Atom32,
        TmaSwizzle::B128Atom32Flip8,
        TmaSwizzle::B128Atom64,
    ];

    /// The name in `cuda.h`, without `CU_TENSOR_MAP_SWIZZLE_`.
    pub const fn name(self) -> &'static str {
        match self {
            TmaSwizzle::None => "NONE",
            TmaSwizzle::B32 => "32B",
            TmaSwizzle::B64 => "64B",
            TmaSwizzle::B128 => "128B",
            TmaSwizzle::B128Atom32 => "128B_ATOM_32B",
            TmaSwizzle::B128Atom32Flip8 => "128B_ATOM_32B_FLIP_8B",
            TmaSwizzle::B128Atom64 => "128B_ATOM_64B",
        }
    }

    /// The one with this name, with or without `CU_TENSOR_MAP_SWIZZLE_`.
    pub fn from_name(name: &str) -> Option<TmaSwizzle> {
        let name = name.trim().trim_start_matches("CU_TENSOR_MAP_SWIZZLE_");
        TmaSwizzle::ALL.into_iter().find(|known| known.name().eq_ignore_ascii_case(name))
    }

    /// The bytes within which chunks are permuted: the most that a row of the box may have.
    pub const fn span_bytes(self) -> Option<i64> {
        match self {
            TmaSwizzle::None => None,
            TmaSwizzle::B32 => Some(32),
            TmaSwizzle::B64 => Some(64),
            _ => Some(128),
        }
    }

    /// What it does to the offset of a byte: a swizzle, or for `FLIP_8B` an XOR map. `None` for `128B_ATOM_64B`, of
    /// which the sources disagree.
    ///
    /// ```
    /// use tilework_hardware::tma::TmaSwizzle;
    ///
    /// assert_eq!(TmaSwizzle::B128Atom32.map_on_bytes().unwrap().to_string(), "Sw<2,5,2>");
    /// assert_eq!(TmaSwizzle::B128Atom64.map_on_bytes(), None);
    /// ```
    pub fn map_on_bytes(self) -> Option<Outer> {
        let mode = match self {
            TmaSwizzle::None => return Some(Outer::Swizzle(Swizzle::IDENTITY)),
            TmaSwizzle::B32 => SwizzleMode::Sw32,
            TmaSwizzle::B64 => SwizzleMode::Sw64,
            TmaSwizzle::B128 => SwizzleMode::Sw128,
            TmaSwizzle::B128Atom32 => SwizzleMode::Sw128Base32,
            TmaSwizzle::B128Atom32Flip8 => {
                let swizzle = SwizzleMode::Sw128Base32.swizzle_on_bytes();
                // Rows are 128 bytes: bit 7 is set in every second one, bit 3 tells the halves of 16 bytes.
                let mut columns = [0; 9];
                for (bit, column) in columns.iter_mut().enumerate() {
                    *column = swizzle.apply(1 << bit) ^ if bit == 7 { 1 << 3 } else { 0 };
                }
                return XorMap::new(&columns).ok().map(Outer::Xor);
            }
            TmaSwizzle::B128Atom64 => return None,
        };
        Some(Outer::Swizzle(mode.swizzle_on_bytes()))
    }

    /// The swizzle of TMA that is this mode of wgmma and tcgen05.
    pub const fn of_mode(mode: SwizzleMode) -> TmaSwizzle {
        match mode {
            SwizzleMode::Inter => TmaSwizzle::None,
            SwizzleMode::Sw32 => TmaSwizzle::B32,
            SwizzleMode::Sw64 => TmaSwizzle::B64,
            SwizzleMode::Sw128 => TmaSwizzle::B128,
            SwizzleMode::Sw128Base32 => TmaSwizzle::B128Atom32,
        }
    }

    /// What the address of the box in shared memory should be a multiple of: 128, as TMA demands, and where the
    /// pattern repeats later, that; otherwise the pattern begins in its midst.
    ///
    /// ```
    /// use tilework_hardware::tma::TmaSwizzle;
    ///
    /// assert_eq!(TmaSwizzle::None.alignment_bytes(), 128);
    /// assert_eq!(TmaSwizzle::B128.alignment_bytes(), 1024);
    /// ```
    pub const fn alignment_bytes(self) -> i64 {
        match self {
            TmaSwizzle::None => 128,
            TmaSwizzle::B32 => 256,
            TmaSwizzle::B64 | TmaSwizzle::B128Atom32 | TmaSwizzle::B128Atom32Flip8 => 512,
            // Of ATOM_64B no more is known than that eight rows suffice.
            TmaSwizzle::B128 | TmaSwizzle::B128Atom64 => 1024,
        }
    }
}
