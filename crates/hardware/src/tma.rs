//! Tensor maps of TMA: their rules, and the box of two layouts.
//!
//! A tensor map describes a tensor in global memory by extents and strides, and a box of it that one instruction
//! moves to or from shared memory, where its elements lie one after another, permuted by a swizzle. Which maps there
//! are is written in the header `cuda.h`, at `cuTensorMapEncodeTiled`; [`TensorMap::broken`] lists the rules that a
//! map breaks, each with its numbers. [`LargestBox::new`] goes the other way: from the layouts of a tile to the map
//! and the box that move it.

mod element;
mod permute;
mod rules;
mod check;
mod walk;
mod limit;
mod largest;

use core::fmt;

use tilework::{AnyLayout, ComposedLayout, Layout, Mode, Swizzle};

pub use element::ElementType;
pub use largest::{BoxMode, LargestBox};
pub use limit::Limit;
pub use permute::{Interleave, TmaSwizzle};
pub use rules::Broken;

/// The most dimensions of a tensor map.
pub const MAX_RANK: usize = 5;
/// The most elements of a box along a dimension.
pub const MAX_BOX: i64 = 256;
/// What the address of a box in shared memory must be a multiple of.
pub const DESTINATION_BYTES: i64 = 128;

/// The parameters of `cuTensorMapEncodeTiled`, dimension 0 first: the one whose elements are contiguous.
///
/// ```
/// use tilework_hardware::tma::{ElementType, Interleave, TensorMap, TmaSwizzle};
///
/// let map = TensorMap {
///     element: ElementType::from_bits(16)?,
///     address: 0,
///     dims: &[4096, 4096],
///     strides_bytes: &[8200],
///     box_dims: &[128, 64],
///     element_strides: &[1, 1],
///     interleave: Interleave::None,
///     swizzle: TmaSwizzle::B128,
/// };
/// let broken: Vec<String> = map.broken()?.map(|rule| rule.to_string()).collect();
/// assert_eq!(
///     broken.join("; "),
///     "stride 8200 is no multiple of 16; inner box 256 bytes exceeds the span 128 (box0 <= 64)",
/// );
/// # Ok::<(), tilework_hardware::tma::TmaError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TensorMap<'a> {
    /// The type of an element.
    pub element: ElementType,
    /// The address of the tensor in global memory, or as much of it as is known: its remainder by 32.
    pub address: i64,
    /// The elements of the tensor along each dimension.
    pub dims: &'a [i64],
    /// From each element to the next in bytes, for all dimensions but the first.
    pub strides_bytes: &'a [i64],
    /// The elements of the box along each dimension, before element strides.
    pub box_dims: &'a [i64],
    /// Which elements of the box are moved: every one, every second, ...
    pub element_strides: &'a [i64],
    /// Whether channels are interleaved.
    pub interleave: Interleave,
    /// How the box is permuted in shared memory.
    pub swizzle: TmaSwizzle,
}

impl TensorMap<'_> {
    /// How many elements of dimension `i` a box has in shared memory: `ceil(box / element stride)`; without
    /// interleave the stride of dimension 0 is ignored. `None` where there is no such dimension, or no such stride.
    ///
    /// ```
    /// use tilework_hardware::tma::{ElementType, Interleave, TensorMap, TmaSwizzle};
    ///
    /// let map = TensorMap {
    ///     element: ElementType::from_bits(16)?,
    ///     address: 0,
    ///     dims: &[64, 64],
    ///     strides_bytes: &[128],
    ///     box_dims: &[64, 15],
    ///     element_strides: &[2, 2],
    ///     interleave: Interleave::None,
    ///     swizzle: TmaSwizzle::None,
    /// };
    /// assert_eq!((map.loaded(0), map.loaded(1), map.loaded(2)), (Some(64), Some(8), None));
    /// assert_eq!(map.shared_bytes(), Some(64 * 8 * 2));
    /// # Ok::<(), tilework_hardware::tma::TmaError>(())
    /// ```
    pub fn loaded(&self, i: usize) -> Option<i64> {
        let extent = *self.box_dims.get(i)?;
        let stride = *self.element_strides.get(i)?;
        match (i, self.interleave) {
            (0, Interleave::None) => Some(extent),
            _ if stride < 1 => None,
            _ => Some(extent.div_euclid(stride) + i64::from(extent.rem_euclid(stride) != 0)),
        }
    }

    /// The bytes of a box in shared memory. `None` where it has none, as an extent is not positive.
    pub fn shared_bytes(&self) -> Option<i64> {
        let mut bits = i64::from(self.element.shared_bits());
        for i in 0..self.box_dims.len() {
            bits = bits.checked_mul(self.loaded(i).filter(|extent| *extent > 0)?)?;
        }
        Some(bits / 8 + i64::from(bits % 8 != 0))
    }

    /// From (byte of a row, dimension 1, ...) to the byte of the box in shared memory, for a map that breaks no rule.
    ///
    /// # Errors
    /// [`UnknownSwizzle`](TmaError::UnknownSwizzle) for `128B_ATOM_64B`; [`NarrowRows`](TmaError::NarrowRows) for several
    /// rows that are narrower than the span of the swizzle; [`Broken`](TmaError::Broken);
    /// [`Interleaved`](TmaError::Interleaved).
    ///
    /// ```
    /// use tilework_hardware::tma::{ElementType, Interleave, TensorMap, TmaSwizzle};
    ///
    /// let map = TensorMap {
    ///     element: ElementType::from_bits(16)?,
    ///     address: 0,
    ///     dims: &[64, 64],
    ///     strides_bytes: &[128],
    ///     box_dims: &[64, 16],
    ///     element_strides: &[1, 1],
    ///     interleave: Interleave::None,
    ///     swizzle: TmaSwizzle::B128,
    /// };
    /// assert_eq!(map.shared_layout_on_bytes()?.to_string(), "Sw<3,4,3> o 0 o (128,16):(1,128)");
    /// # Ok::<(), tilework_hardware::tma::TmaError>(())
    /// ```
    pub fn shared_layout_on_bytes(&self) -> Result<AnyLayout, TmaError> {
        if let Some(broken) = self.broken()?.next() {
            return Err(TmaError::Broken(broken));
        }
        if self.interleave != Interleave::None {
            return Err(TmaError::Interleaved);
        }
        // A legal map has at most five dimensions of at most 256 elements of 8 bytes.
        let extent = |i| self.loaded(i).unwrap_or(1);
        let row_bytes = extent(0) * i64::from(self.element.shared_bits()) / 8;
        if let Some(span_bytes) = self.swizzle.span_bytes()
            && row_bytes < span_bytes
            && (1..self.dims.len()).any(|i| extent(i) > 1)
        {
            return Err(TmaError::NarrowRows { row_bytes, span_bytes });
        }
        let mut plain = Layout::of_mode(Mode::new(row_bytes, 1))?;
        let mut bytes = row_bytes;
        for i in 1..self.dims.len() {
            plain = plain.append(&Layout::of_mode(Mode::new(extent(i), bytes))?)?;
            bytes *= extent(i);
        }
        let Some(map) = self.swizzle.map_on_bytes() else { return Err(TmaError::UnknownSwizzle) };
        if self.swizzle == TmaSwizzle::None {
            return Ok(AnyLayout::Plain(plain));
        }
        Ok(AnyLayout::Composed(ComposedLayout::new(map, 0, &plain)?))
    }
}

/// Why there is no such tensor map.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum TmaError {
    /// There is no type of this many bits.
    ElementBits {
        /// The bits that were asked for.
        bits: u32,
    },
    /// A list has not as many numbers as there are dimensions.
    Length {
        /// What is listed.
        what: &'static str,
        /// How many there are ...
        found: usize,
        /// ... and how many there should be.
        expected: usize,
    },
    /// A map breaks a rule.
    Broken(Broken),
    /// Channels are interleaved, which no layout of bytes here describes.
    Interleaved,
    /// The text says of this swizzle less than is needed: see [`TmaSwizzle::B128Atom64`].
    UnknownSwizzle,
    /// Several rows that are narrower than the span of the swizzle; where they lie is not documented.
    NarrowRows {
        /// The bytes of a row.
        row_bytes: i64,
        /// The bytes that the swizzle permutes.
        span_bytes: i64,
    },
    /// The shared layout has a swizzle that TMA has not.
    NoSuchSwizzle {
        /// The swizzle on elements.
        swizzle: Swizzle,
        /// The bits of an element.
        bits: u32,
    },
    /// The shared layout is seen through something else than one swizzle.
    OtherMaps,
    /// The shared layout begins inside the pattern of its swizzle.
    InsidePattern {
        /// Where it begins, in elements.
        offset: i64,
        /// How many elements the pattern has.
        pattern: i64,
    },
    /// The two layouts have not the same number of modes.
    Ranks {
        /// The modes of the shared layout ...
        shared: usize,
        /// ... and of the global one.
        global: usize,
    },
    /// The global layout has more modes than a tensor map.
    TooManyModes {
        /// How many it has.
        modes: usize,
    },
    /// A type with gaps between its elements in shared memory, which a layout of elements does not describe.
    Gaps {
        /// The type.
        element: ElementType,
    },
    /// Elements that are neighbours in shared memory are none in global memory.
    InnerStride {
        /// The mode of the global layout along which they lie; `None` where it is more than one.
        mode: Option<usize>,
        /// How many elements they are apart there.
        stride: i64,
    },
    /// Not even the first mode of shared memory is a box.
    NoBox(Limit),
    /// An operation on layouts failed.
    Layout(tilework::Error),
}

impl TmaError {
    /// The kind of error, as programs read it.
    pub const fn name(&self) -> &'static str {
        match self {
            TmaError::ElementBits { .. } => "element-bits",
            TmaError::Length { .. } => "length",
            TmaError::Broken(_) => "broken-rule",
            TmaError::Interleaved => "interleaved",
            TmaError::UnknownSwizzle => "unknown-swizzle",
            TmaError::NarrowRows { .. } => "narrow-rows",
            TmaError::NoSuchSwizzle { .. } => "no-such-swizzle",
            TmaError::OtherMaps => "other-maps",
            TmaError::InsidePattern { .. } => "inside-pattern",
            TmaError::Ranks { .. } => "ranks",
            TmaError::TooManyModes { .. } => "too-many-modes",
            TmaError::Gaps { .. } => "gaps",
            TmaError::InnerStride { .. } => "inner-stride",
            TmaError::NoBox(_) => "no-box",
            TmaError::Layout(_) => "layout",
        }
    }
}

impl From<tilework::Error> for TmaError {
    fn from(error: tilework::Error) -> TmaError {
        TmaError::Layout(error)
    }
}

impl fmt::Display for TmaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TmaError::ElementBits { bits } => write!(
                f,
                "a tensor map has elements of 8, 16, 32 or 64 bits, or of 4 or 6 packed ones, not of {bits}"
            ),
            TmaError::Length { what, found, expected } => {
                write!(f, "a tensor map needs {expected} {what} here, not {found}")
            }
            TmaError::Broken(broken) => broken.fmt(f),
            TmaError::Interleaved => {
                f.write_str("interleaved channels: their place in shared memory is not described by a box")
            }
            TmaError::UnknownSwizzle => f.write_str(
                "128B_ATOM_64B: the header says \"64 B chunks within 128 B\", CUTLASS another swizzle; which of \
                 them is right is not known",
            ),
            TmaError::NarrowRows { row_bytes, span_bytes } => write!(
                f,
                "rows of {row_bytes} bytes are narrower than the span {span_bytes} of the swizzle; where TMA puts \
                 them is not documented"
            ),
            TmaError::NoSuchSwizzle { swizzle, bits } => {
                let chunk = 128 / (*bits).max(1);
                let base = chunk.max(1).ilog2();
                write!(
                    f,
                    "{swizzle} on elements of {bits} bits is no swizzle of TMA, which are Sw<1,{base},3>, \
                     Sw<2,{base},3>, Sw<3,{base},3> and Sw<2,{},2>",
                    base + 1
                )
            }
            TmaError::OtherMaps => {
                f.write_str("the shared layout must be plain, or a plain one behind one swizzle")
            }
            TmaError::InsidePattern { offset, pattern } => write!(
                f,
                "the shared layout begins at element {offset}, inside the pattern of its swizzle, which repeats \
                 every {pattern} elements"
            ),
            TmaError::Ranks { shared, global } => write!(
                f,
                "a tile of {shared} modes in shared memory, {global} in global memory: mode by mode they must be the \
                 same coordinates"
            ),
            TmaError::TooManyModes { modes } => {
                write!(f, "the global layout has {modes} modes, a tensor map at most {MAX_RANK}")
            }
            TmaError::Gaps { element } => write!(
                f,
                "{} has gaps between its elements in shared memory, which a layout of elements does not describe",
                element.name()
            ),
            TmaError::InnerStride { mode: Some(mode), stride } => write!(
                f,
                "neighbours in shared memory are {stride} elements apart in mode {mode} of global memory; the innermost \
                 dimension of a box needs 1"
            ),
            TmaError::InnerStride { mode: None, stride } => write!(
                f,
                "neighbours in shared memory are {stride} apart in the tile, across more than one mode of global \
                 memory; the innermost dimension of a box follows one mode"
            ),
            TmaError::NoBox(limit) => limit.fmt(f),
            TmaError::Layout(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for TmaError {}
