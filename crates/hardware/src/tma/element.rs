//! The types of elements that a tensor map knows.

use super::TmaError;

/// The type of an element, as far as it matters where it lies: `CUtensorMapDataType` by size.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ElementType {
    /// 8 bits.
    Bits8,
    /// 16 bits: `UINT16`, `FLOAT16`, `BFLOAT16`.
    Bits16,
    /// 32 bits: `UINT32`, `INT32`, `FLOAT32`, `TFLOAT32`.
    Bits32,
    /// 64 bits: `UINT64`, `INT64`, `FLOAT64`.
    Bits64,
    /// 4 bits, packed on both sides: `16U4_ALIGN8B`.
    U4Align8,
    /// 4 bits, in shared memory 16 of them in the first 8 of 16 bytes: `16U4_ALIGN16B`.
    U4Align16,
    /// 6 bits, in shared memory 16 of them in the first 12 of 16 bytes: `16U6_ALIGN16B`.
    U6Align16,
}

impl ElementType {
    /// The type with this many bits. 4 bits are packed on both sides.
    ///
    /// # Errors
    /// [`ElementBits`](TmaError::ElementBits) for anything but 4, 6, 8, 16, 32 and 64.
    ///
    /// ```
    /// use tilework_hardware::tma::ElementType;
    ///
    /// assert_eq!(ElementType::from_bits(4)?, ElementType::U4Align8);
    /// assert!(ElementType::from_bits(128).is_err());
    /// # Ok::<(), tilework_hardware::tma::TmaError>(())
    /// ```
    pub const fn from_bits(bits: u32) -> Result<ElementType, TmaError> {
        match bits {
            4 => Ok(ElementType::U4Align8),
            6 => Ok(ElementType::U6Align16),
            8 => Ok(ElementType::Bits8),
            16 => Ok(ElementType::Bits16),
            32 => Ok(ElementType::Bits32),
            64 => Ok(ElementType::Bits64),
            _ => Err(TmaError::ElementBits { bits }),
        }
    }

    /// The packed type with this name of `cuda.h`, with or without `CU_TENSOR_MAP_DATA_TYPE_`, or the one with the size
    /// of the named type.
    pub fn from_name(name: &str) -> Option<ElementType> {
        let name = name.trim().trim_start_matches("CU_TENSOR_MAP_DATA_TYPE_");
        Some(match name {
            "16U4_ALIGN8B" => ElementType::U4Align8,
            "16U4_ALIGN16B" => ElementType::U4Align16,
            "16U6_ALIGN16B" => ElementType::U6Align16,
            "UINT8" => ElementType::Bits8,
            "UINT16" | "FLOAT16" | "BFLOAT16" => ElementType::Bits16,
            "UINT32" | "INT32" | "FLOAT32" | "FLOAT32_FTZ" | "TFLOAT32" | "TFLOAT32_FTZ" => {
                ElementType::Bits32
            }
            "UINT64" | "INT64" | "FLOAT64" => ElementType::Bits64,
            _ => return None,
        })
    }

    /// The name of a packed type; for others the bits.
    pub const fn name(self) -> &'static str {
        match self {
            ElementType::Bits8 => "8 bits",
            ElementType::Bits16 => "16 bits",
            ElementType::Bits32 => "32 bits",
            ElementType::Bits64 => "64 bits",
            ElementType::U4Align8 => "16U4_ALIGN8B",
            ElementType::U4Align16 => "16U4_ALIGN16B",
            ElementType::U6Align16 => "16U6_ALIGN16B",
        }
    }

    /// The bits of an element in global memory.
    pub const fn bits(self) -> u32 {
        match self {
            ElementType::U4Align8 | ElementType::U4Align16 => 4,
            ElementType::U6Align16 => 6,
            ElementType::Bits8 => 8,
            ElementType::Bits16 => 16,
            ElementType::Bits32 => 32,
            ElementType::Bits64 => 64,
        }
    }

    /// The bits of an element in shared memory, its share of gaps included.
    pub const fn shared_bits(self) -> u32 {
        if self.has_gaps() { 8 } else { self.bits() }
    }

    /// Whether 16 elements fill 16 bytes of shared memory, with a gap at the end.
    pub const fn has_gaps(self) -> bool {
        matches!(self, ElementType::U4Align16 | ElementType::U6Align16)
    }
}
