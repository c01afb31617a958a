//! The largest box that moves a tile.
//!
//! A box lies in shared memory one element after another, so that it is the beginning of the walk through shared
//! memory: its modes are the first steps, cut where a rule demands it. A mode of global memory along which one walks
//! twice (64 elements, and later the next 64) is two dimensions of the tensor map.

use tilework::{Layout, LayoutRef};

use super::walk::{Leaf, Step, Walk, divisor};
use super::{
    Broken, DESTINATION_BYTES, ElementType, Interleave, Limit, MAX_BOX, MAX_RANK, TensorMap,
    TmaError, TmaSwizzle,
};
use crate::canonical::SwizzleMode;

/// What a dimension of a tensor map walks along.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoxMode {
    /// The mode of the global layout.
    pub mode: usize,
    /// From each element of the dimension to the next, in elements of that mode as it is coalesced.
    pub step: i64,
}

/// The largest box that moves a tile between two layouts with one instruction, and its tensor map.
///
/// The box is the longest list of whole modes of shared memory, from its start on, that a legal map has.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_hardware::tma::{LargestBox, TmaSwizzle};
///
/// // A tile of 64 x 128, in SW128 atoms, of a matrix of 4096 x 4096.
/// let shared: AnyLayout = "Sw<3,3,3> o 0 o ((8,8),(64,2)):((64,512),(1,4096))".parse()?;
/// let found = LargestBox::new(&shared, &layout!((4096,4096):(4096,1)), 16)?;
/// let map = found.tensor_map();
/// assert_eq!((map.dims, map.strides_bytes), (&[64, 4096, 64][..], &[8192, 128][..]));
/// assert_eq!((map.box_dims, map.swizzle), (&[64, 64, 2][..], TmaSwizzle::B128));
/// assert!(found.modes().iter().map(|walk| (walk.mode, walk.step)).eq([(1, 1), (0, 1), (1, 64)]));
/// assert_eq!((found.instructions, found.limit), (Some(1), None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LargestBox {
    /// The type of an element.
    pub element: ElementType,
    /// The swizzle.
    pub swizzle: TmaSwizzle,
    /// The elements of the box.
    pub elements: i64,
    /// How many boxes move the whole tile, with the same tensor map at other coordinates; `None` where such boxes do
    /// not.
    pub instructions: Option<i64>,
    /// Why it is not larger; `None` when it is the whole tile.
    pub limit: Option<Limit>,
    /// A mode of global memory whose extent is no multiple of the step of a dimension: beyond its end the last box
    /// reads elements of the next row where it should read zeros.
    pub ragged: Option<usize>,
    rank: usize,
    dims: [i64; MAX_RANK],
    strides_bytes: [i64; MAX_RANK - 1],
    box_dims: [i64; MAX_RANK],
    modes: [BoxMode; MAX_RANK],
}

impl LargestBox {
    /// The box of a tile: `shared` from its coordinates to elements of shared memory, behind one swizzle or none, and
    /// `global` from the coordinates of the whole tensor to elements of global memory. Mode by mode the coordinates
    /// of the tile are the first ones of the tensor.
    ///
    /// # Errors
    /// [`TmaError`], with the mode that fails and by what.
    ///
    /// ```
    /// use tilework::layout;
    /// use tilework_hardware::tma::LargestBox;
    ///
    /// // Rows of 100 bytes.
    /// let error = LargestBox::new(&layout!((16,32):(32,1)), &layout!((50,50):(50,1)), 16).unwrap_err();
    /// assert_eq!(error.to_string(), "stride 100 is no multiple of 16");
    /// ```
    pub fn new<'a>(
        shared: impl Into<LayoutRef<'a>>,
        global: &Layout,
        bits: u32,
    ) -> Result<LargestBox, TmaError> {
        let shared = shared.into();
        let element = ElementType::from_bits(bits)?;
        if element.has_gaps() {
            return Err(TmaError::Gaps { element });
        }
        let swizzle = swizzle_of(shared, bits)?;
        let walk = Walk::new(shared.inner(), global)?;
        let plan = Plan { element, swizzle, walk: &walk, tile: shared.size() };
        let (pieces, count, end) = plan.pieces()?;
        let (mut best, mut failed) = (None, None);
        // A map with fewer modes can be illegal where one with more is not: it may need a dimension for the elements
        // between the steps.
        for taken in 1..=count {
            match plan.assemble(&pieces[..taken]) {
                Ok(found) => (best, failed) = (Some(found), None),
                Err(why) => failed = failed.or(Some(why)),
            }
        }
        let limit = failed.or(end);
        match (best, limit) {
            (Some(best), _) => Ok(LargestBox { limit, ..best }),
            (None, Some(Limit::Broken(broken))) => Err(TmaError::Broken(broken)),
            (None, Some(limit)) => Err(TmaError::NoBox(limit)),
            (None, None) => Err(TmaError::Broken(plan.too_small())),
        }
    }

    /// The tensor map, with the address 0, which must be a multiple of 16.
    pub fn tensor_map(&self) -> TensorMap<'_> {
        TensorMap {
            element: self.element,
            address: 0,
            dims: &self.dims[..self.rank],
            strides_bytes: &self.strides_bytes[..self.rank.saturating_sub(1)],
            box_dims: &self.box_dims[..self.rank],
            element_strides: &[1; MAX_RANK][..self.rank],
            interleave: Interleave::None,
            swizzle: self.swizzle,
        }
    }

    /// What each dimension walks along.
    pub fn modes(&self) -> &[BoxMode] {
        &self.modes[..self.rank]
    }

    /// The bytes of the box.
    pub const fn bytes(&self) -> i64 {
        self.elements * self.element.bits() as i64 / 8
    }

    /// What the address of the box in shared memory should be a multiple of.
    pub const fn alignment_bytes(&self) -> i64 {
        self.swizzle.alignment_bytes()
    }
}

fn swizzle_of(shared: LayoutRef<'_>, bits: u32) -> Result<TmaSwizzle, TmaError> {
    let LayoutRef::Composed(composed) = shared else { return Ok(TmaSwizzle::None) };
    let swizzle = composed.swizzle().ok_or(TmaError::OtherMaps)?;
    let mode =
        SwizzleMode::of_swizzle(&swizzle, bits).ok_or(TmaError::NoSuchSwizzle { swizzle, bits })?;
    let (offset, pattern) = (composed.offset(), i64::from(mode.atom_bytes() * 8 / bits));
    if mode != SwizzleMode::Inter && offset.rem_euclid(pattern) != 0 {
        return Err(TmaError::InsidePattern { offset, pattern });
    }
    Ok(TmaSwizzle::of_mode(mode))
}

/// One mode more than a box can have, so that the reason why it is not taken is known.
const PIECES: usize = MAX_RANK + 1;

struct Plan<'a> {
    element: ElementType,
    swizzle: TmaSwizzle,
    walk: &'a Walk,
    tile: i64,
}

impl Plan<'_> {
    fn bits(&self) -> i64 {
        self.element.bits().into()
    }

    /// The rule that a box of one element breaks.
    fn too_small(&self) -> Broken {
        Broken::InnerBox { inner_bits: self.bits(), bits: self.element.bits() }
    }

    /// The steps, cut into extents that a box may have, and why there are no more.
    fn pieces(&self) -> Result<([Step; PIECES], usize, Option<Limit>), TmaError> {
        let steps = self.walk.steps();
        let Some(first) = steps.first() else {
            return Err(match self.walk.mixed {
                Some(mode) => TmaError::InnerStride { mode: None, stride: mode.stride },
                None => TmaError::Broken(self.too_small()),
            });
        };
        let leaf = self.walk.leaves()[first.leaf];
        let stride = leaf.stride.saturating_mul(first.step);
        if stride != 1 {
            return Err(TmaError::InnerStride { mode: Some(leaf.mode), stride });
        }
        let (mut pieces, mut count) = ([*first; PIECES], 0);
        for step in steps {
            let mut rest = *step;
            while rest.extent > 1 {
                let extent = if count == 0 {
                    self.inner(rest.extent)
                } else {
                    divisor(rest.extent, MAX_BOX)
                };
                if extent == 1 {
                    return Ok((pieces, count, Some(Limit::Indivisible { extent: rest.extent })));
                }
                if count == PIECES {
                    return Ok((pieces, count, None));
                }
                pieces[count] = Step { extent, ..rest };
                count += 1;
                // Along one mode of global memory, so that it fits.
                rest = Step { extent: rest.extent / extent, step: rest.step * extent, ..rest };
            }
        }
        let end = match self.walk.mixed {
            Some(mode) => Some(Limit::Mixed { mode }),
            None if self.walk.contiguous < self.tile => {
                Some(Limit::Gap { offset: self.walk.contiguous })
            }
            None => None,
        };
        Ok((pieces, count, end))
    }

    /// The largest extent of dimension 0: a divisor, a multiple of 16 bytes if there is one, within the span.
    fn inner(&self, extent: i64) -> i64 {
        let most = match self.swizzle.span_bytes() {
            Some(bytes) => MAX_BOX.min(bytes * 8 / self.bits()),
            None => MAX_BOX,
        };
        let chunk = 128 / self.bits();
        match extent % chunk {
            0 => chunk * divisor(extent / chunk, most / chunk),
            _ => divisor(extent, most),
        }
    }

    /// The map with these modes in the box, or why there is none.
    fn assemble(&self, pieces: &[Step]) -> Result<LargestBox, Limit> {
        let mut found = LargestBox {
            element: self.element,
            swizzle: self.swizzle,
            elements: 1,
            instructions: None,
            limit: None,
            ragged: None,
            rank: 0,
            dims: [1; MAX_RANK],
            strides_bytes: [0; MAX_RANK - 1],
            box_dims: [1; MAX_RANK],
            modes: [BoxMode { mode: 0, step: 1 }; MAX_RANK],
        };
        let row_bytes = pieces[0].extent * self.bits() / 8;
        if let Some(span_bytes) = self.swizzle.span_bytes()
            && row_bytes < span_bytes
            && pieces.len() > 1
        {
            return Err(Limit::NarrowRows { row_bytes, span_bytes });
        }
        self.chains(pieces, &[])?;
        for piece in pieces {
            let leaf = self.walk.leaves()[piece.leaf];
            let above = above(pieces, piece);
            let dim = match above {
                Some(above) => above / piece.step,
                None => leaf.extent / piece.step + i64::from(leaf.extent % piece.step != 0),
            };
            if above.is_none() && leaf.extent % piece.step != 0 {
                found.ragged = Some(leaf.mode);
            }
            self.add(&mut found, &leaf, piece.step, dim, piece.extent)?;
            // Elements of the tile, so that it fits.
            found.elements *= piece.extent;
        }
        for (index, leaf) in self.walk.leaves().iter().enumerate() {
            let lowest =
                pieces.iter().filter(|piece| piece.leaf == index).map(|piece| piece.step).min();
            let dim = lowest.unwrap_or(leaf.extent);
            if dim > 1 {
                self.add(&mut found, leaf, 1, dim, 1)?;
            }
        }
        if found.rank > MAX_RANK {
            return Err(Limit::Rank { rank: found.rank });
        }
        // As many numbers of each kind as dimensions, so that the rules can be asked.
        if let Some(broken) = found.tensor_map().broken().ok().and_then(|mut broken| broken.next())
        {
            return Err(Limit::Broken(broken));
        }
        found.instructions = self.instructions(pieces, &found);
        Ok(found)
    }

    /// One more dimension; those that do not fit are only counted.
    fn add(
        &self,
        found: &mut LargestBox,
        leaf: &Leaf,
        step: i64,
        dim: i64,
        extent: i64,
    ) -> Result<(), Limit> {
        let at = found.rank;
        found.rank += 1;
        if at >= MAX_RANK {
            return Ok(());
        }
        found.dims[at] = dim;
        found.box_dims[at] = extent;
        found.modes[at] = BoxMode { mode: leaf.mode, step };
        if let Some(slot) = at.checked_sub(1) {
            let bits = i128::from(leaf.stride) * i128::from(step) * i128::from(self.bits());
            // What does not fit is far beyond the largest stride of a map.
            let saturate = |number: i128| number.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
            if bits % 8 != 0 {
                return Err(Limit::SubByteStride { bits: saturate(bits) });
            }
            found.strides_bytes[slot] = saturate(bits / 8);
        }
        Ok(())
    }

    /// Whether the steps along each mode divide one another without crossing, and end inside the tile: then the
    /// elements of the mode are dimensions of a map.
    fn chains(&self, pieces: &[Step], rest: &[Step]) -> Result<(), Limit> {
        for (index, leaf) in self.walk.leaves().iter().enumerate() {
            let along = || pieces.iter().chain(rest).filter(move |piece| piece.leaf == index);
            let mut reached = 0_i128;
            for piece in along() {
                reached += i128::from(piece.extent - 1) * i128::from(piece.step);
                let above = along().map(|other| other.step).filter(|step| *step > piece.step).min();
                let fits = above.is_none_or(|above| {
                    above % piece.step == 0 && piece.extent <= above / piece.step
                });
                let same = along().filter(|other| other.step == piece.step).count();
                if !fits || same > 1 {
                    return Err(Limit::Crossing { mode: leaf.mode });
                }
            }
            if reached >= i128::from(leaf.room) {
                return Err(Limit::Crossing { mode: leaf.mode });
            }
        }
        Ok(())
    }

    /// How many boxes move the tile: all of it is contiguous, and what the box leaves of the steps are other
    /// coordinates of the same map.
    fn instructions(&self, pieces: &[Step], found: &LargestBox) -> Option<i64> {
        let walk = self.walk;
        if walk.mixed.is_some() || walk.contiguous != self.tile {
            return None;
        }
        let mut left = found.elements;
        let (mut rest, mut count) = ([pieces[0]; 64], 0);
        for step in walk.steps() {
            let taken = left.min(step.extent);
            left /= taken;
            if taken < step.extent {
                *rest.get_mut(count)? =
                    Step { extent: step.extent / taken, step: step.step * taken, leaf: step.leaf };
                count += 1;
            }
        }
        self.chains(pieces, &rest[..count]).ok()?;
        let boxes = self.tile / found.elements;
        (boxes == 1 || found.bytes() % DESTINATION_BYTES == 0).then_some(boxes)
    }
}

/// The next larger step along the same mode.
fn above(pieces: &[Step], piece: &Step) -> Option<i64> {
    let same = pieces.iter().filter(|other| other.leaf == piece.leaf && other.step > piece.step);
    same.map(|other| other.step).min()
}
