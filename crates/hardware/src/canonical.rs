//! The layouts of shared memory that wgmma, tcgen05 and TMA know, by name.
//!
//! Eight rows of 16, 32, 64 or 128 bytes, whose 16-byte chunks are XORed by the number of the row: the matrix
//! units and TMA read and write such *atoms*, and a tile is a repetition of one.
//!
//! ```text
//! mode     a row      swizzle on bytes   K-major, 16-bit elements          MN-major, 16-bit elements
//! INTER    16 bytes   none               (8,8):(8,1)                       (8,8):(1,8)
//! SW32     32 bytes   Sw<1,4,3>          Sw<1,3,3> o 0 o (8,16):(16,1)     Sw<1,3,3> o 0 o (16,8):(1,16)
//! SW64     64 bytes   Sw<2,4,3>          Sw<2,3,3> o 0 o (8,32):(32,1)     Sw<2,3,3> o 0 o (32,8):(1,32)
//! SW128    128 bytes  Sw<3,4,3>          Sw<3,3,3> o 0 o (8,64):(64,1)     Sw<3,3,3> o 0 o (64,8):(1,64)
//! ```
//!
//! CuTe prints the swizzle on bytes, `Sw<3,4,3> o smem_ptr[16b] o (8,64):(64,1)`, and the layout behind it on
//! elements. Here both are on elements, so that the offsets of the layout are elements.

mod find;
mod tiles;

use core::fmt;

use tilework::{AnyLayout, ComposedLayout, Layout, Mode, Swizzle};

/// Which coordinate of an operand is contiguous in memory.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Major {
    /// K, along which products are summed: mode 1 of an operand.
    K,
    /// M or N: mode 0 of an operand.
    Mn,
}

impl Major {
    /// `K` or `MN`.
    pub const fn name(self) -> &'static str {
        match self {
            Major::K => "K",
            Major::Mn => "MN",
        }
    }

    /// The mode of an operand (MN, K) that is contiguous.
    pub const fn mode(self) -> usize {
        match self {
            Major::K => 1,
            Major::Mn => 0,
        }
    }
}

/// How the 16-byte chunks of shared memory are permuted: CuTe's `INTER`, `SW32`, `SW64`, `SW128`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum SwizzleMode {
    /// Not at all: rows of 16 bytes, eight of them contiguous. CuTe's `INTERLEAVE`, TMA's `SWIZZLE_NONE`.
    Inter,
    /// Rows of 32 bytes, `Sw<1,4,3>` on bytes.
    Sw32,
    /// Rows of 64 bytes, `Sw<2,4,3>` on bytes.
    Sw64,
    /// Rows of 128 bytes, `Sw<3,4,3>` on bytes.
    Sw128,
    /// Rows of 128 bytes in chunks of 32, `Sw<2,5,2>` on bytes: `128B_BASE32B` of tcgen05, MN-major only.
    Sw128Base32,
}

impl SwizzleMode {
    /// All modes, the widest of those with 16-byte chunks first.
    pub const ALL: [SwizzleMode; 5] = [
        SwizzleMode::Sw128,
        SwizzleMode::Sw64,
        SwizzleMode::Sw32,
        SwizzleMode::Inter,
        SwizzleMode::Sw128Base32,
    ];

    /// CuTe's name: `INTER`, `SW32`, `SW64`, `SW128`, `SW128_32B`.
    pub const fn name(self) -> &'static str {
        match self {
            SwizzleMode::Inter => "INTER",
            SwizzleMode::Sw32 => "SW32",
            SwizzleMode::Sw64 => "SW64",
            SwizzleMode::Sw128 => "SW128",
            SwizzleMode::Sw128Base32 => "SW128_32B",
        }
    }

    /// The bytes of a row: 16, 32, 64 or 128.
    pub const fn row_bytes(self) -> u32 {
        match self {
            SwizzleMode::Inter => 16,
            SwizzleMode::Sw32 => 32,
            SwizzleMode::Sw64 => 64,
            SwizzleMode::Sw128 | SwizzleMode::Sw128Base32 => 128,
        }
    }

    /// How many rows an atom has: 8, and 4 of [`Sw128Base32`](SwizzleMode::Sw128Base32).
    pub const fn rows(self) -> u32 {
        match self {
            SwizzleMode::Sw128Base32 => 4,
            _ => 8,
        }
    }

    /// The bytes of an atom, which are also the alignment at which the pattern begins anew.
    pub const fn atom_bytes(self) -> u32 {
        self.row_bytes() * self.rows()
    }

    /// The numbers B, M, S of the swizzle on bytes.
    const fn parameters(self) -> (u32, u32, i32) {
        match self {
            SwizzleMode::Inter => (0, 4, 3),
            SwizzleMode::Sw32 => (1, 4, 3),
            SwizzleMode::Sw64 => (2, 4, 3),
            SwizzleMode::Sw128 => (3, 4, 3),
            SwizzleMode::Sw128Base32 => (2, 5, 2),
        }
    }

    /// The swizzle on bytes, as CuTe prints it.
    ///
    /// ```
    /// use tilework_hardware::canonical::SwizzleMode;
    ///
    /// assert_eq!(SwizzleMode::Sw128.swizzle_on_bytes().to_string(), "Sw<3,4,3>");
    /// ```
    pub const fn swizzle_on_bytes(self) -> Swizzle {
        let (bits, base, shift) = self.parameters();
        swizzle(bits, base, shift)
    }

    /// The swizzle on elements of `bits` bits: the one on bytes with `M` moved from bytes to elements.
    ///
    /// # Errors
    /// [`ElementBits`](CanonicalError::ElementBits) unless `bits` is a power of two, at most 128.
    ///
    /// ```
    /// use tilework_hardware::canonical::SwizzleMode;
    ///
    /// assert_eq!(SwizzleMode::Sw128.swizzle_on_elements(16)?.to_string(), "Sw<3,3,3>");
    /// assert_eq!(SwizzleMode::Sw128.swizzle_on_elements(32)?.to_string(), "Sw<3,2,3>");
    /// assert_eq!(SwizzleMode::Sw128.swizzle_on_elements(4)?.to_string(), "Sw<3,5,3>");
    /// assert!(SwizzleMode::Sw128.swizzle_on_elements(6).is_err());
    /// # Ok::<(), tilework_hardware::canonical::CanonicalError>(())
    /// ```
    pub const fn swizzle_on_elements(self, bits: u32) -> Result<Swizzle, CanonicalError> {
        if !bits.is_power_of_two() || bits > 128 {
            return Err(CanonicalError::ElementBits { bits });
        }
        let (count, base, shift) = self.parameters();
        // Bit `base` of a byte offset is bit `base + 3` of a bit offset; `bits` has at most 7 zeros.
        Ok(swizzle(count, base + 3 - bits.trailing_zeros(), shift))
    }

    /// The mode whose swizzle on elements of `bits` bits this is, if it is one: the identity is
    /// [`Inter`](SwizzleMode::Inter).
    ///
    /// ```
    /// use tilework::Swizzle;
    /// use tilework_hardware::canonical::SwizzleMode;
    ///
    /// assert_eq!(SwizzleMode::of_swizzle(&Swizzle::new(3, 3, 3)?, 16), Some(SwizzleMode::Sw128));
    /// assert_eq!(SwizzleMode::of_swizzle(&Swizzle::new(3, 3, 3)?, 32), None);
    /// # Ok::<(), tilework::Error>(())
    /// ```
    pub fn of_swizzle(swizzle: &Swizzle, bits: u32) -> Option<SwizzleMode> {
        let named = |mode: &SwizzleMode| match mode.swizzle_on_elements(bits) {
            Ok(own) => own == *swizzle || own.is_identity() && swizzle.is_identity(),
            Err(_) => false,
        };
        SwizzleMode::ALL.into_iter().find(named)
    }
}

/// `Sw<bits,base,shift>` of numbers that are known to be one.
const fn swizzle(bits: u32, base: u32, shift: i32) -> Swizzle {
    match Swizzle::new(bits, base, shift) {
        Ok(swizzle) => swizzle,
        Err(_) => Swizzle::IDENTITY,
    }
}

/// A canonical atom of shared memory: CuTe's `GMMA::Layout_K_SW128_Atom<half_t>`, and the same of UMMA.
///
/// Its layout goes from (MN, K) to elements. A tile is made of it by `tile_to_shape`.
///
/// ```
/// use tilework::tuple;
/// use tilework_hardware::canonical::{CanonicalAtom, Major, SwizzleMode};
///
/// let atom = CanonicalAtom::new(Major::K, SwizzleMode::Sw128, 16)?;
/// assert_eq!(atom.to_string(), "SW128 K-major");
/// assert_eq!(atom.layout().to_string(), "Sw<3,3,3> o 0 o (8,64):(64,1)");
/// assert_eq!(atom, CanonicalAtom::find("GMMA::Layout_K_SW128_Atom<half_t>", None)?);
///
/// let tile = atom.layout().tile_to_shape(&tuple!((128,128)), None)?;
/// assert_eq!(CanonicalAtom::of(&tile, 16), Some(atom));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct CanonicalAtom {
    major: Major,
    mode: SwizzleMode,
    bits: u32,
    swizzle: Swizzle,
}

impl CanonicalAtom {
    /// The atom for elements of `bits` bits.
    ///
    /// # Errors
    /// [`ElementBits`](CanonicalError::ElementBits) unless `bits` is a power of two, at most 128;
    /// [`MnMajorOnly`](CanonicalError::MnMajorOnly) for a K-major [`Sw128Base32`](SwizzleMode::Sw128Base32).
    pub const fn new(
        major: Major,
        mode: SwizzleMode,
        bits: u32,
    ) -> Result<CanonicalAtom, CanonicalError> {
        if matches!((major, mode), (Major::K, SwizzleMode::Sw128Base32)) {
            return Err(CanonicalError::MnMajorOnly);
        }
        match mode.swizzle_on_elements(bits) {
            Ok(swizzle) => Ok(CanonicalAtom { major, mode, bits, swizzle }),
            Err(error) => Err(error),
        }
    }

    /// Which coordinate is contiguous.
    pub const fn major(&self) -> Major {
        self.major
    }

    /// The mode of its swizzle.
    pub const fn mode(&self) -> SwizzleMode {
        self.mode
    }

    /// The bits of an element.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// The swizzle on elements.
    pub const fn swizzle(&self) -> Swizzle {
        self.swizzle
    }

    /// The elements of a row: the contiguous extent.
    pub const fn row_elements(&self) -> i64 {
        (self.mode.row_bytes() * 8 / self.bits) as i64
    }

    /// The elements of the atom.
    pub const fn size(&self) -> i64 {
        self.row_elements() * self.mode.rows() as i64
    }

    /// From (MN, K) to elements: `Sw<3,3,3> o 0 o (8,64):(64,1)`, or plain for INTER.
    pub fn layout(&self) -> AnyLayout {
        let (row, rows) = (self.row_elements(), i64::from(self.mode.rows()));
        let modes = match self.major {
            Major::K => [Mode::new(rows, row), Mode::new(row, 1)],
            Major::Mn => [Mode::new(row, 1), Mode::new(rows, row)],
        };
        // Two modes of at most 1024 elements are a layout; nothing below can fail.
        let leaf = |mode| Layout::of_mode(mode).unwrap_or(Layout::UNIT);
        let plain = Layout::concat(&modes.map(leaf)).unwrap_or(Layout::UNIT);
        match ComposedLayout::new(self.swizzle, 0, &plain) {
            Ok(composed) if !self.swizzle.is_identity() => AnyLayout::Composed(composed),
            _ => AnyLayout::Plain(plain),
        }
    }
}

/// `SW128 K-major`; `{:#}` adds the swizzle that CuTe prints, which is on bytes.
///
/// ```
/// use tilework_hardware::canonical::{CanonicalAtom, Major, SwizzleMode};
///
/// let atom = CanonicalAtom::new(Major::K, SwizzleMode::Sw128, 16)?;
/// assert_eq!(format!("{atom:#}"), "SW128 K-major (CuTe prints Sw<3,4,3> on bytes)");
/// # Ok::<(), tilework_hardware::canonical::CanonicalError>(())
/// ```
impl fmt::Display for CanonicalAtom {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}-major", self.mode.name(), self.major.name())?;
        if f.alternate() {
            write!(f, " (CuTe prints {} on bytes)", self.mode.swizzle_on_bytes())?;
        }
        Ok(())
    }
}

/// Why there is no such canonical atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum CanonicalError {
    /// Elements of this many bits do not fill chunks of 16 bytes.
    ElementBits {
        /// The bits that were asked for.
        bits: u32,
    },
    /// `SW128_32B` exists MN-major only.
    MnMajorOnly,
    /// The name is none of a canonical atom.
    UnknownName,
    /// The name has no element type that is known, and none was given.
    UnknownType,
}

impl CanonicalError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            CanonicalError::ElementBits { .. } => "element-bits",
            CanonicalError::MnMajorOnly => "mn-major-only",
            CanonicalError::UnknownName => "unknown-layout",
            CanonicalError::UnknownType => "unknown-type",
        }
    }
}

impl fmt::Display for CanonicalError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CanonicalError::ElementBits { bits } => {
                let nearest = bits.checked_next_power_of_two().map_or(128, |next| next.min(128));
                write!(
                    f,
                    "elements of {bits} bits do not fill chunks of 16 bytes: a canonical layout has elements of 1, \
                     2, 4, .. 128 bits (the nearest is {nearest})"
                )
            }
            CanonicalError::MnMajorOnly => {
                f.write_str("SW128_32B (128B_BASE32B of tcgen05) exists MN-major only; K-major is SW128")
            }
            CanonicalError::UnknownName => f.write_str(
                "not a canonical layout: the names are Layout_K_INTER_Atom<T>, _SW32_, _SW64_, _SW128_, the same \
                 with MN, and Layout_MN_SW128_32B_Atom<T> of UMMA",
            ),
            CanonicalError::UnknownType => f.write_str(
                "the name of the layout has no element type with a known size, such as half_t; give the bits of an \
                 element",
            ),
        }
    }
}

impl core::error::Error for CanonicalError {}
