//! Which rules a tensor map breaks.

use super::rules::{GAPPED_BOX, MAX_DIM, MAX_ELEMENT_STRIDE, MAX_STRIDE};
use super::{Broken, ElementType, Interleave, MAX_BOX, MAX_RANK, TensorMap, TmaError, TmaSwizzle};

impl TensorMap<'_> {
    /// The rules that it breaks, in the order in which the header lists them: rank, address, dimensions, strides, box,
    /// element strides, swizzle. Nothing for a map that can be made.
    ///
    /// # Errors
    /// [`Length`](TmaError::Length) unless there is one stride less than dimensions, and as many numbers of each other
    /// kind.
    ///
    /// ```
    /// use tilework_hardware::tma::{ElementType, Interleave, TensorMap, TmaSwizzle};
    ///
    /// let map = TensorMap {
    ///     element: ElementType::from_bits(8)?,
    ///     address: 0,
    ///     dims: &[100, 100],
    ///     strides_bytes: &[100],
    ///     box_dims: &[100, 16],
    ///     element_strides: &[1, 1],
    ///     interleave: Interleave::None,
    ///     swizzle: TmaSwizzle::None,
    /// };
    /// assert!(map.broken()?.map(|rule| rule.name()).eq(["stride", "inner box"]));
    /// # Ok::<(), tilework_hardware::tma::TmaError>(())
    /// ```
    pub fn broken(&self) -> Result<impl Iterator<Item = Broken>, TmaError> {
        let map = *self;
        let rank = map.dims.len();
        let lengths = [
            ("strides", map.strides_bytes.len(), rank.saturating_sub(1)),
            ("extents of the box", map.box_dims.len(), rank),
            ("element strides", map.element_strides.len(), rank),
        ];
        for (what, found, expected) in lengths {
            if found != expected {
                return Err(TmaError::Length { what, found, expected });
            }
        }
        let dims = map.dims.iter().enumerate();
        let strides = map.strides_bytes.iter().enumerate();
        let boxes = map.box_dims.iter().enumerate();
        let element_strides = map.element_strides.iter().enumerate();
        Ok(map
            .broken_as_a_whole()
            .into_iter()
            .flatten()
            .chain(dims.filter_map(|(dim, extent)| broken_dim(dim, *extent)))
            .chain(map.broken_packed_dim())
            .chain(strides.filter_map(move |(i, bytes)| map.broken_stride(i + 1, *bytes)))
            .chain(boxes.filter_map(|(dim, extent)| broken_box(dim, *extent)))
            .chain(map.broken_inner_box().into_iter().flatten())
            .chain(element_strides.filter_map(|(dim, stride)| broken_element_stride(dim, *stride)))
            .chain(map.broken_swizzle().into_iter().flatten()))
    }

    /// What addresses and strides must be multiples of.
    fn multiple(&self) -> i64 {
        if self.interleave == Interleave::B32 || self.element.has_gaps() { 32 } else { 16 }
    }

    fn broken_as_a_whole(&self) -> [Option<Broken>; 4] {
        let (rank, interleave, multiple) = (self.dims.len(), self.interleave, self.multiple());
        let interleaved = interleave != Interleave::None;
        [
            (!(1..=MAX_RANK).contains(&rank)).then_some(Broken::Rank { rank }),
            (interleaved && rank < 3).then_some(Broken::RankWithInterleave { rank, interleave }),
            // Of the types with gaps the header rules it out for 6 bits only.
            (interleaved && self.element == ElementType::U6Align16)
                .then_some(Broken::PackedInterleave { element: self.element, interleave }),
            (self.address.rem_euclid(multiple) != 0)
                .then_some(Broken::Address { address: self.address, multiple }),
        ]
    }

    fn broken_packed_dim(&self) -> Option<Broken> {
        let element = self.element;
        let multiple = match element {
            ElementType::U4Align8 => 2,
            _ if element.has_gaps() => GAPPED_BOX,
            _ => 1,
        };
        let extent = *self.dims.first()?;
        (extent % multiple != 0).then_some(Broken::PackedDim { element, extent, multiple })
    }

    fn broken_stride(&self, dim: usize, bytes: i64) -> Option<Broken> {
        let multiple = self.multiple();
        (bytes % multiple != 0 || !(0..MAX_STRIDE).contains(&bytes)).then_some(Broken::Stride {
            dim,
            bytes,
            multiple,
        })
    }

    /// The box along dimension 0; 0 of a map without dimensions, which breaks none of these rules.
    fn inner(&self) -> i64 {
        self.box_dims.first().copied().unwrap_or(0)
    }

    /// Its bits in shared memory, whatever the box.
    fn inner_bits(&self) -> i128 {
        i128::from(self.inner()) * i128::from(self.element.shared_bits())
    }

    fn broken_inner_box(&self) -> [Option<Broken>; 2] {
        let (element, extent) = (self.element, self.inner());
        let packed = element.has_gaps() && !self.dims.is_empty() && extent != GAPPED_BOX;
        let inner_bits = self.inner_bits();
        let odd = self.interleave == Interleave::None && inner_bits % 128 != 0;
        let inner_bits = saturate(inner_bits);
        [
            packed.then_some(Broken::PackedBox { element, extent }),
            odd.then_some(Broken::InnerBox { inner_bits, bits: element.shared_bits() }),
        ]
    }

    fn broken_swizzle(&self) -> [Option<Broken>; 3] {
        let (swizzle, element) = (self.swizzle, self.element);
        let inner_bytes = saturate(self.inner_bits() / 8);
        let exceeds = match swizzle.span_bytes() {
            Some(span_bytes) if self.interleave == Interleave::None && inner_bytes > span_bytes => {
                let most = span_bytes * 8 / i64::from(element.shared_bits());
                Some(Broken::InnerBoxExceedsSpan { inner_bytes, span_bytes, most })
            }
            _ => None,
        };
        let interleave = self.interleave == Interleave::B32 && swizzle != TmaSwizzle::B32;
        let known = match (element, swizzle) {
            (ElementType::U6Align16, TmaSwizzle::B128Atom64) => true,
            (_, TmaSwizzle::None | TmaSwizzle::B128 | TmaSwizzle::B128Atom32) => true,
            _ => !element.has_gaps(),
        };
        [
            exceeds,
            interleave.then_some(Broken::InterleaveSwizzle { swizzle }),
            (!known).then_some(Broken::PackedSwizzle { element, swizzle }),
        ]
    }
}

/// The number, or the nearest that fits: only boxes that are broken by their extent alone are that long.
fn saturate(number: i128) -> i64 {
    number.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

fn broken_dim(dim: usize, extent: i64) -> Option<Broken> {
    (!(1..=MAX_DIM).contains(&extent)).then_some(Broken::Dim { dim, extent })
}

fn broken_box(dim: usize, extent: i64) -> Option<Broken> {
    (!(1..=MAX_BOX).contains(&extent)).then_some(Broken::Box { dim, extent })
}

fn broken_element_stride(dim: usize, stride: i64) -> Option<Broken> {
    (!(1..=MAX_ELEMENT_STRIDE).contains(&stride)).then_some(Broken::ElementStride { dim, stride })
}
