//! The rules of `cuTensorMapEncodeTiled`, each as what breaks it.

use core::fmt;

use super::{ElementType, Interleave, MAX_BOX, MAX_RANK, TmaSwizzle};

pub(super) const MAX_DIM: i64 = 1 << 32;
pub(super) const MAX_STRIDE: i64 = 1 << 40;
pub(super) const MAX_ELEMENT_STRIDE: i64 = 8;
/// The box along dimension 0 of types that have gaps in shared memory.
pub(super) const GAPPED_BOX: i64 = 128;

/// A rule that a tensor map breaks, with its numbers.
///
/// `{}` is what is wrong, `{:#}` also where and what would be right.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Broken {
    /// 1 to 5 dimensions.
    Rank {
        /// How many there are.
        rank: usize,
    },
    /// 3 to 5 dimensions with interleave.
    RankWithInterleave {
        /// How many there are.
        rank: usize,
        /// The interleave.
        interleave: Interleave,
    },
    /// Types with gaps: see [`ElementType::has_gaps`]: no interleave.
    PackedInterleave {
        /// The type.
        element: ElementType,
        /// The interleave.
        interleave: Interleave,
    },
    /// The address is a multiple of 16, or of 32.
    Address {
        /// The address.
        address: i64,
        /// What it should be a multiple of.
        multiple: i64,
    },
    /// A dimension has 1 to `2^32` elements.
    Dim {
        /// Which dimension.
        dim: usize,
        /// How many elements it has.
        extent: i64,
    },
    /// Dimension 0 of packed types is a multiple of 2, or of 128.
    PackedDim {
        /// The type.
        element: ElementType,
        /// How many elements it has.
        extent: i64,
        /// What it should be a multiple of.
        multiple: i64,
    },
    /// A stride is a multiple of 16, or of 32, and below `2^40` bytes.
    Stride {
        /// Of which dimension.
        dim: usize,
        /// The stride.
        bytes: i64,
        /// What it should be a multiple of.
        multiple: i64,
    },
    /// A box has 1 to 256 elements along a dimension.
    Box {
        /// Which dimension.
        dim: usize,
        /// How many elements it has.
        extent: i64,
    },
    /// A box of a type with gaps has 128 elements along dimension 0.
    PackedBox {
        /// The type.
        element: ElementType,
        /// How many elements it has.
        extent: i64,
    },
    /// The inner box is a multiple of 16 bytes.
    InnerBox {
        /// The bits of the box along dimension 0.
        inner_bits: i64,
        /// The bits of an element.
        bits: u32,
    },
    /// An element stride is 1 to 8.
    ElementStride {
        /// Of which dimension.
        dim: usize,
        /// The stride.
        stride: i64,
    },
    /// The inner box is not longer than the span of the swizzle.
    InnerBoxExceedsSpan {
        /// The bytes of the box along dimension 0.
        inner_bytes: i64,
        /// The span of the swizzle.
        span_bytes: i64,
        /// The most elements that fit.
        most: i64,
    },
    /// Interleave of 32 bytes needs the swizzle of 32 bytes.
    InterleaveSwizzle {
        /// The swizzle.
        swizzle: TmaSwizzle,
    },
    /// A type with gaps has only some swizzles.
    PackedSwizzle {
        /// The type.
        element: ElementType,
        /// The swizzle.
        swizzle: TmaSwizzle,
    },
}

impl Broken {
    /// The name of the rule.
    pub const fn name(&self) -> &'static str {
        match self {
            Broken::Rank { .. } => "rank",
            Broken::RankWithInterleave { .. } => "rank with interleave",
            Broken::PackedInterleave { .. } => "packed type with interleave",
            Broken::Address { .. } => "address",
            Broken::Dim { .. } => "dim",
            Broken::PackedDim { .. } => "dim of packed type",
            Broken::Stride { .. } => "stride",
            Broken::Box { .. } => "box",
            Broken::PackedBox { .. } => "box of packed type",
            Broken::InnerBox { .. } => "inner box",
            Broken::ElementStride { .. } => "element stride",
            Broken::InnerBoxExceedsSpan { .. } => "inner box exceeds swizzle span",
            Broken::InterleaveSwizzle { .. } => "interleave 32B needs swizzle 32B",
            Broken::PackedSwizzle { .. } => "swizzle of packed type",
        }
    }

    /// The nearest number that the rule allows, where it is about a number: not below the one given if there is one,
    /// as one pads a tensor rather than cuts it; of [`InnerBox`](Broken::InnerBox) and
    /// [`InnerBoxExceedsSpan`](Broken::InnerBoxExceedsSpan) the elements of the box.
    ///
    /// ```
    /// use tilework_hardware::tma::Broken;
    ///
    /// let broken = Broken::Stride { dim: 1, bytes: 8200, multiple: 16 };
    /// assert_eq!(broken.nearest(), Some(8208));
    /// assert_eq!(broken.to_string(), "stride 8200 is no multiple of 16");
    /// assert_eq!(
    ///     format!("{broken:#}"),
    ///     "stride 8200 is no multiple of 16 (dimension 1; the nearest is 8208)",
    /// );
    /// ```
    pub fn nearest(&self) -> Option<i64> {
        match *self {
            Broken::Rank { rank } => Some(if rank == 0 { 1 } else { MAX_RANK as i64 }),
            Broken::RankWithInterleave { .. } => Some(3),
            Broken::Address { address, multiple } => Some(next(address, multiple, i64::MAX)),
            Broken::Dim { extent, .. } => Some(extent.clamp(1, MAX_DIM)),
            Broken::PackedDim { extent, multiple, .. } => Some(next(extent, multiple, MAX_DIM)),
            Broken::Stride { bytes, multiple, .. } => Some(next(bytes, multiple, MAX_STRIDE - 1)),
            Broken::Box { extent, .. } => Some(extent.clamp(1, MAX_BOX)),
            Broken::PackedBox { .. } => Some(GAPPED_BOX),
            Broken::InnerBox { inner_bits, bits } => {
                let elements = inner_bits / i64::from(bits.max(1));
                Some(next(elements, 128 / gcd(128, i64::from(bits.max(1))), MAX_BOX))
            }
            Broken::ElementStride { stride, .. } => Some(stride.clamp(1, MAX_ELEMENT_STRIDE)),
            Broken::InnerBoxExceedsSpan { most, .. } => Some(most),
            Broken::PackedInterleave { .. }
            | Broken::InterleaveSwizzle { .. }
            | Broken::PackedSwizzle { .. } => None,
        }
    }
}

/// The multiple from `value` on, or the largest up to `most`; at least one.
fn next(value: i64, multiple: i64, most: i64) -> i64 {
    let largest = most / multiple * multiple;
    let value = value.clamp(1, largest);
    // At most `largest`, which is a multiple: no overflow.
    match value % multiple {
        0 => value,
        rest => value - rest + multiple,
    }
}

fn gcd(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { gcd(b, a % b) }
}

impl fmt::Display for Broken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let dim = match *self {
            Broken::Rank { rank } => {
                write!(f, "a tensor map has 1 to {MAX_RANK} dimensions, not {rank}")?;
                None
            }
            Broken::RankWithInterleave { rank, interleave } => {
                let name = interleave.name();
                write!(f, "interleave {name} needs 3 to {MAX_RANK} dimensions, not {rank}")?;
                None
            }
            Broken::PackedInterleave { element, interleave } => {
                return write!(
                    f,
                    "{} has no interleave {}, only NONE",
                    element.name(),
                    interleave.name()
                );
            }
            Broken::Address { address, multiple } => {
                write!(f, "address {address} is no multiple of {multiple}")?;
                None
            }
            Broken::Dim { dim, extent } => {
                write!(f, "extent {extent} is not in 1..2^32")?;
                Some(dim)
            }
            Broken::PackedDim { element, extent, multiple } => {
                write!(
                    f,
                    "extent {extent} is no multiple of {multiple}, as {} needs",
                    element.name()
                )?;
                Some(0)
            }
            Broken::Stride { dim, bytes, multiple } => {
                if bytes < 0 {
                    write!(f, "stride {bytes} is negative")?;
                } else if bytes % multiple != 0 {
                    write!(f, "stride {bytes} is no multiple of {multiple}")?;
                } else {
                    write!(f, "stride {bytes} is not below 2^40")?;
                }
                Some(dim)
            }
            Broken::Box { dim, extent } => {
                write!(f, "box {extent} is not in 1..{MAX_BOX}")?;
                Some(dim)
            }
            Broken::PackedBox { element, extent } => {
                write!(f, "box {extent} is not {GAPPED_BOX}, as {} needs", element.name())?;
                Some(0)
            }
            Broken::InnerBox { inner_bits, .. } => {
                if inner_bits % 8 == 0 {
                    write!(f, "inner box {} bytes is no multiple of 16", inner_bits / 8)?;
                } else {
                    write!(f, "inner box {inner_bits} bits is no multiple of 16 bytes")?;
                }
                None
            }
            Broken::ElementStride { dim, stride } => {
                write!(f, "element stride {stride} is not in 1..{MAX_ELEMENT_STRIDE}")?;
                Some(dim)
            }
            Broken::InnerBoxExceedsSpan { inner_bytes, span_bytes, most } => {
                return write!(
                    f,
                    "inner box {inner_bytes} bytes exceeds the span {span_bytes} (box0 <= {most})"
                );
            }
            Broken::InterleaveSwizzle { swizzle } => {
                return write!(f, "interleave 32B needs swizzle 32B, not {}", swizzle.name());
            }
            Broken::PackedSwizzle { element, swizzle } => {
                return write!(
                    f,
                    "{} has no swizzle {}, only NONE, 128B and 128B_ATOM_32B",
                    element.name(),
                    swizzle.name()
                );
            }
        };
        match (f.alternate(), dim, self.nearest()) {
            (true, Some(dim), Some(nearest)) => {
                write!(f, " (dimension {dim}; the nearest is {nearest})")
            }
            (true, None, Some(nearest)) if matches!(self, Broken::InnerBox { .. }) => {
                write!(f, " (box0 = {nearest})")
            }
            (true, None, Some(nearest)) => write!(f, " (the nearest is {nearest})"),
            _ => Ok(()),
        }
    }
}
