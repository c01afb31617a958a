//! The descriptor: where it has an element, and its 64 bits.

use core::fmt;

use tilework::Swizzle;

use super::{DescriptorError, FIELD_BYTES, Operand, Unit};
use crate::canonical::{CanonicalError, Major, SwizzleMode};

/// A descriptor of an operand in shared memory.
///
/// ```
/// use tilework::AnyLayout;
/// use tilework_hardware::canonical::Major;
/// use tilework_hardware::descriptor::{Descriptor, Operand, Unit};
///
/// let shared: AnyLayout = "Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))".parse()?;
/// let operand = Operand { major: Major::K, bits: 16, mn: 64, k: 16 };
/// let found = Descriptor::find(&shared, &operand, Unit::Wgmma)?;
/// assert_eq!(found.to_string(), "SW128, LBO 16, SBO 1024");
/// assert_eq!(found.offset(1, 8), Some(64));
/// assert_eq!(found.value(0x400, Unit::Wgmma)?, 1 << 62 | 64 << 32 | 1 << 16 | 64);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub struct Descriptor {
    /// The mode of its swizzle.
    pub mode: SwizzleMode,
    /// Which coordinate is contiguous.
    pub major: Major,
    /// The bits of an element.
    pub bits: u32,
    /// The leading byte offset. Where it is not used CuTe writes 16, and so does this.
    pub lbo_bytes: i64,
    /// The stride byte offset.
    pub sbo_bytes: i64,
    /// From the address of the layout to the start address.
    pub start_bytes: i64,
}

impl Descriptor {
    /// The element that the instruction reads at (MN, K), counted from the address of the layout, which must be aligned
    /// to the pattern. `None` where it does not fit into 64 bits, or there is no such coordinate.
    pub fn offset(&self, mn: i64, k: i64) -> Option<i64> {
        if mn < 0 || k < 0 {
            return None;
        }
        let form = Form::new(self.mode, self.major, self.bits).ok()?;
        let elements = |bytes: i64| bytes.checked_mul(8).map(|bits| bits / i64::from(self.bits));
        let (lbo, sbo, start) =
            (elements(self.lbo_bytes)?, elements(self.sbo_bytes)?, elements(self.start_bytes)?);
        let offset = form.at(mn, k, form.repeats(lbo, sbo));
        let offset = i64::try_from(offset + i128::from(start)).ok()?;
        Some(form.swizzle.apply(offset))
    }

    /// The 64 bits, for a layout at this address of shared memory, in bytes.
    ///
    /// Where the address is not aligned to the pattern of the swizzle, the base offset says so: bits 7 to 9 of the
    /// address.
    ///
    /// # Errors
    /// [`Address`](DescriptorError::Address) unless the address is a multiple of 16, or of 128 with a swizzle;
    /// [`StartAddress`](DescriptorError::StartAddress) beyond 256 KB; [`NotInUnit`](DescriptorError::NotInUnit) for
    /// `SW128_32B` of wgmma.
    pub fn value(&self, address: i64, unit: Unit) -> Result<u64, DescriptorError> {
        let swizzled = self.mode != SwizzleMode::Inter;
        let multiple = if swizzled { 128 } else { 16 };
        if address % multiple != 0 {
            return Err(DescriptorError::Address { address, multiple });
        }
        let start = address.saturating_add(self.start_bytes);
        if !(0..FIELD_BYTES).contains(&start) {
            return Err(DescriptorError::StartAddress { address: start });
        }
        let misplaced = swizzled && address % i64::from(self.mode.atom_bytes()) != 0;
        let base_offset = if misplaced { (address >> 7) as u64 & 7 } else { 0 };
        let field = |bytes: i64| (bytes as u64 >> 4) & 0x3fff;
        let common = field(start)
            | field(self.lbo_bytes) << 16
            | field(self.sbo_bytes) << 32
            | base_offset << 49;
        let not_in_unit = DescriptorError::NotInUnit { unit, mode: self.mode };
        let kind: u64 = match (unit, self.mode) {
            (Unit::Wgmma, SwizzleMode::Inter) => 0,
            (Unit::Wgmma, SwizzleMode::Sw128) => 1,
            (Unit::Wgmma, SwizzleMode::Sw64) => 2,
            (Unit::Wgmma, SwizzleMode::Sw32) => 3,
            (Unit::Wgmma, SwizzleMode::Sw128Base32) => return Err(not_in_unit),
            (Unit::Tcgen05, SwizzleMode::Inter) => 0,
            (Unit::Tcgen05, SwizzleMode::Sw128Base32) => 1,
            (Unit::Tcgen05, SwizzleMode::Sw128) => 2,
            (Unit::Tcgen05, SwizzleMode::Sw64) => 4,
            (Unit::Tcgen05, SwizzleMode::Sw32) => 6,
        };
        Ok(match unit {
            Unit::Wgmma => common | kind << 62,
            Unit::Tcgen05 => common | 1 << 46 | kind << 61,
        })
    }
}

impl fmt::Display for Descriptor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, LBO {}, SBO {}", self.mode.name(), self.lbo_bytes, self.sbo_bytes)?;
        match self.start_bytes {
            0 => Ok(()),
            start => write!(f, ", start {start}"),
        }
    }
}

/// The canonical form of a mode, in elements.
#[derive(Clone, Copy)]
pub(super) struct Form {
    pub(super) mode: SwizzleMode,
    pub(super) major: Major,
    pub(super) swizzle: Swizzle,
    /// The elements of 16 bytes: T.
    pub(super) chunk: i64,
    /// The elements of a row: W T.
    pub(super) row: i64,
    /// How many rows there are before the form repeats.
    pub(super) rows: i64,
}

/// What the repetitions of the form add: along MN and along K, in elements.
pub(super) type Repeats = [i64; 2];

impl Form {
    pub(super) fn new(mode: SwizzleMode, major: Major, bits: u32) -> Result<Form, CanonicalError> {
        if (mode, major) == (SwizzleMode::Sw128Base32, Major::K) {
            return Err(CanonicalError::MnMajorOnly);
        }
        let swizzle = mode.swizzle_on_elements(bits)?;
        let (chunk, row) = (i64::from(128 / bits), i64::from(mode.row_bytes() * 8 / bits));
        Ok(Form { mode, major, swizzle, chunk, row, rows: mode.rows().into() })
    }

    /// The elements after which the pattern of the swizzle begins anew.
    pub(super) fn pattern(&self) -> i64 {
        self.row * self.rows
    }

    /// How far the coordinates go before the form repeats along MN and K.
    pub(super) fn period(&self) -> [i64; 2] {
        match self.major {
            Major::K => [self.rows, self.chunk],
            Major::Mn => [self.row, self.rows],
        }
    }

    /// Where an element lies before the swizzle, counted from the start.
    #[inline]
    pub(super) fn at(&self, mn: i64, k: i64, repeats: Repeats) -> i128 {
        let [period_mn, period_k] = self.period();
        let inside = match self.major {
            Major::K => (mn % period_mn) * self.row + k % period_k,
            Major::Mn => mn % period_mn + (k % period_k) * self.row,
        };
        i128::from(inside)
            + i128::from(mn / period_mn) * i128::from(repeats[0])
            + i128::from(k / period_k) * i128::from(repeats[1])
    }

    /// LBO and SBO as repetitions along MN and K.
    pub(super) fn repeats(&self, lbo: i64, sbo: i64) -> Repeats {
        match (self.major, self.mode) {
            (Major::K, SwizzleMode::Inter) => [sbo, lbo],
            // LBO is not used: the chunks of a row are contiguous.
            (Major::K, _) => [sbo, self.chunk],
            (Major::Mn, SwizzleMode::Inter) => [sbo, lbo],
            (Major::Mn, _) => [lbo, sbo],
        }
    }

    /// Repetitions along MN and K as LBO and SBO.
    pub(super) fn offsets(&self, [mn, k]: Repeats) -> (i64, i64) {
        match (self.major, self.mode) {
            (_, SwizzleMode::Inter) => (k, mn),
            (Major::K, _) => (self.chunk, mn),
            (Major::Mn, _) => (mn, k),
        }
    }

    /// The repetition along K where the form fixes it.
    pub(super) fn fixed_k(&self) -> Option<i64> {
        (self.major == Major::K && self.mode != SwizzleMode::Inter).then_some(self.chunk)
    }
}

impl Operand {
    pub(super) fn tile(&self) -> [i64; 2] {
        [self.mn, self.k]
    }
}
