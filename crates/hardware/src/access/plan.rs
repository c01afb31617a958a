//! An access to a memory: the addresses of every instruction.

use tilework::eval::Prepared;
use tilework::{LayoutRef, Mode};

use crate::access::error::{AccessError, Place};
use crate::access::maps::Maps;
use crate::access::request::Request;
use crate::access::{Access, Instruction, Matrices, Target};
use crate::machine::{MAX_LANES, MAX_WIDTH_BYTES, first_lanes};

/// How many elements one answer may read one by one: some tens of milliseconds.
pub(crate) const BUDGET: i64 = 1 << 22;

/// A number for each lane.
pub(super) type PerLane = [i64; MAX_LANES as usize];

/// The most bits of an element.
const MAX_BITS: u32 = 1024;

/// An access to a memory of a given layout: a [`Request`] for every iteration, vector and warp.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::{Access, Plan};
///
/// let tile = layout!((8,64):(64,1));
/// // A lane for each row, and 8 fp16 values of the row in one vector of 16 bytes.
/// let access = Access::load(&layout!((8,8):(1,8)), 16)?;
/// let plan = Plan::new(&access, &tile, 16, 32)?;
/// let request = plan.request(0, 0, 0)?;
/// assert_eq!(request.address(7), Some(7 * 128));
/// assert_eq!(request.address(8), None);
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy)]
pub struct Plan<'a> {
    pub(super) access: &'a Access,
    pub(super) memory: LayoutRef<'a>,
    /// The layout inside the memory's; none where the access gives bytes.
    pub(super) inner: Option<Prepared>,
    pub(super) maps: Maps<'a>,
    pub(super) bits: u32,
    pub(super) lanes: u32,
    /// Lanes of a warp whose addresses count.
    pub(super) used: u32,
    pub(super) threads: i64,
    /// How many elements of a vector are known to the access.
    pub(super) elements: i64,
    pub(super) vectors: i64,
    pub(super) warps: i64,
}

impl<'a> Plan<'a> {
    /// The plan of an access to a memory with elements of `bits`, by warps of `lanes`.
    ///
    /// # Errors
    /// [`AccessError::Bits`], [`AccessError::Vectors`], [`AccessError::Lanes`].
    pub fn new(
        access: &'a Access,
        memory: impl Into<LayoutRef<'a>>,
        bits: u32,
        lanes: u32,
    ) -> Result<Plan<'a>, AccessError> {
        let memory = memory.into();
        let width_bytes = access.width_bytes;
        if bits == 0 || bits > MAX_BITS {
            return Err(AccessError::Bits { bits });
        }
        if lanes == 0 || lanes > MAX_LANES {
            return Err(AccessError::Lanes { lanes: lanes as usize, limit: MAX_LANES });
        }
        if width_bytes == 0 || width_bytes > MAX_WIDTH_BYTES {
            let nearest_bytes = if width_bytes == 0 { 1 } else { MAX_WIDTH_BYTES };
            return Err(AccessError::Width { width_bytes, nearest_bytes });
        }
        let wide_bits = 8 * width_bytes;
        let whole = wide_bits.is_multiple_of(bits);
        let per_vector = i64::from(wide_bits / bits);
        let values = access.values.size();
        let refused = AccessError::Vectors { values, bits, width_bytes };
        let (elements, vectors) = match access.target {
            Target::Elements if !whole || values % per_vector != 0 => return Err(refused),
            Target::Elements => (per_vector, values / per_vector),
            Target::Rows(Some(_)) if !whole => return Err(refused),
            Target::Rows(Some(_)) => (per_vector, 1),
            Target::Rows(None) | Target::Bytes => (1, 1),
        };
        let (used, threads) = match (access.instruction, access.target) {
            (Instruction::Matrix(matrices), Target::Rows(_)) => {
                (matrices.rows(), i64::from(matrices.rows()))
            }
            (Instruction::Matrix(matrices), _) => (matrices.rows(), access.threads.size()),
            _ => (lanes, access.threads.size()),
        };
        let maps = if access.is_addresses() { Maps::None } else { Maps::of(memory) };
        Ok(Plan {
            access,
            memory,
            inner: if access.is_addresses() { None } else { Some(memory.inner().prepare()) },
            maps,
            bits: if access.is_addresses() { 8 } else { bits },
            lanes,
            used: used.min(lanes),
            threads,
            elements,
            vectors,
            // At most the size, and no sum of two of them.
            warps: (threads - 1) / i64::from(lanes) + 1,
        })
    }

    /// The access.
    pub const fn access(&self) -> &'a Access {
        self.access
    }

    /// The layout of the memory.
    pub const fn memory(&self) -> LayoutRef<'a> {
        self.memory
    }

    /// Bits of an element; 8 where the access gives byte addresses.
    pub const fn bits(&self) -> u32 {
        self.bits
    }

    /// Lanes of a warp.
    pub const fn lanes(&self) -> u32 {
        self.lanes
    }

    /// The number of threads that take part.
    pub const fn threads(&self) -> i64 {
        self.threads
    }

    /// How many elements of each vector the access speaks of: all, or the first one.
    pub const fn elements(&self) -> i64 {
        self.elements
    }

    /// Vectors of each thread in one iteration.
    pub const fn vectors(&self) -> i64 {
        self.vectors
    }

    /// Warps that take part.
    pub const fn warps(&self) -> i64 {
        self.warps
    }

    /// Iterations.
    pub const fn iterations(&self) -> i64 {
        self.access.iterations.size()
    }

    /// Instructions of one iteration: vectors times warps.
    ///
    /// # Errors
    /// [`AccessError::Budget`] where an iteration has more elements than an answer may read.
    pub const fn instructions(&self) -> Result<i64, AccessError> {
        // A lane without a thread costs as much as one that has one.
        let lanes = self.warps as i128 * self.lanes as i128;
        let elements = lanes * self.vectors as i128 * self.elements as i128;
        if elements > BUDGET as i128 {
            return Err(AccessError::Budget { elements, budget: BUDGET });
        }
        Ok(self.vectors * self.warps)
    }

    /// The addresses of the lanes of a warp, for one vector of each in one iteration.
    ///
    /// # Errors
    /// [`AccessError::Outside`], [`AccessError::NotContiguous`], [`AccessError::SplitByte`], [`AccessError::Misaligned`],
    /// [`AccessError::Overflow`]: the first that is found. [`AccessError::NoRequest`] for numbers that are too large.
    pub fn request(&self, iteration: i64, vector: i64, warp: i64) -> Result<Request, AccessError> {
        let exists = |number: i64, count: i64| 0 <= number && number < count;
        if !exists(iteration, self.iterations())
            || !exists(vector, self.vectors)
            || !exists(warp, self.warps)
        {
            return Err(AccessError::NoRequest { iteration, vector, warp });
        }
        let at = self.access.iterations.at_index(iteration)?;
        self.request_at(at, Place { iteration, thread: 0, lane: 0, value: vector }, warp)
    }

    /// The same where the iteration adds `added`; the place has the iteration and, as its value, the vector.
    pub(crate) fn request_at(
        &self,
        added: i64,
        place: Place,
        warp: i64,
    ) -> Result<Request, AccessError> {
        let access = self.access;
        let mut request = Request {
            merge: access.merge,
            ..Request::empty(access.width_bytes, access.direction, access.instruction)
        };
        let (thread, active, indices) = self.thread_indices(warp)?;
        request.active = active;
        let place = Place { thread, value: place.value * self.elements, ..place };
        // One loop for each kind of maps, so that none asks for the kind.
        let firsts = &mut request.addresses;
        match self.maps {
            Maps::None => self.gather(added, place, active, &indices, firsts, Ok),
            Maps::Swizzle(start, swizzle) => {
                let apply = |offset: i64| match start.checked_add(offset) {
                    Some(offset) => Ok(swizzle.apply(offset)),
                    None => Err(AccessError::Overflow),
                };
                self.gather(added, place, active, &indices, firsts, apply)
            }
            Maps::Many(_) => {
                let apply = |offset| self.maps.apply(offset);
                self.gather(added, place, active, &indices, firsts, apply)
            }
        }?;
        self.locate(place, active, firsts)?;
        request.check(place)?;
        Ok(request)
    }

    /// The offset of the first element of each vector, where all elements of each are neighbours in order.
    #[inline(always)]
    fn gather(
        &self,
        added: i64,
        place: Place,
        active: u64,
        indices: &PerLane,
        firsts: &mut PerLane,
        apply: impl Fn(i64) -> Result<i64, AccessError>,
    ) -> Result<(), AccessError> {
        for element in 0..self.elements {
            let plus =
                self.value_index(place.value, element).and_then(|value| value.checked_add(added));
            let plus = plus.ok_or(AccessError::Overflow)?;
            let mut left = active;
            while left != 0 {
                let lane = left.trailing_zeros();
                left &= left - 1;
                let index =
                    indices[lane as usize].checked_add(plus).ok_or(AccessError::Overflow)?;
                let inside = self.inside(index, place, lane)?;
                let (offset, first) = (apply(inside)?, &mut firsts[lane as usize]);
                if element == 0 {
                    *first = offset;
                } else if first.checked_add(element) != Some(offset) {
                    let (at, first) = (place.of_lane(lane), *first);
                    return Err(AccessError::NotContiguous { at, first, element, offset });
                }
            }
        }
        Ok(())
    }

    /// The offset of an index in the layout inside the memory's.
    #[inline(always)]
    fn inside(&self, index: i64, place: Place, lane: u32) -> Result<i64, AccessError> {
        let offset = match &self.inner {
            None => Some(index),
            Some(inner) => inner.get(index),
        };
        match offset {
            Some(offset) => Ok(offset),
            None => {
                let (at, size) = (place.of_lane(lane), self.memory.size());
                Err(AccessError::Outside { at, index, size })
            }
        }
    }

    /// The offset of an index of the memory.
    pub(super) fn offset(&self, index: i64, place: Place, lane: u32) -> Result<i64, AccessError> {
        self.maps.apply(self.inside(index, place, lane)?)
    }

    /// What an element of a vector adds to the index.
    #[inline]
    pub(super) fn value_index(&self, first: i64, element: i64) -> Option<i64> {
        match self.access.target {
            Target::Rows(step) => step.unwrap_or(0).checked_mul(element),
            Target::Bytes => Some(0),
            Target::Elements => {
                let (modes, mut index, mut rest) =
                    (self.access.values.leaf_modes(), 0, first + element);
                for mode in modes {
                    // Mostly the vector is the first mode.
                    let (digit, more) = if rest < mode.extent {
                        (rest, 0)
                    } else {
                        (rest % mode.extent, rest / mode.extent)
                    };
                    index += digit * mode.stride;
                    rest = more;
                }
                Some(index)
            }
        }
    }

    /// From offsets in elements to byte addresses.
    fn locate(&self, place: Place, active: u64, offsets: &mut PerLane) -> Result<(), AccessError> {
        let bytes = self.bits.is_multiple_of(8).then_some(i64::from(self.bits / 8));
        let mut left = active;
        while left != 0 {
            let lane = left.trailing_zeros();
            left &= left - 1;
            let slot = &mut offsets[lane as usize];
            let from_base = match bytes {
                Some(bytes) => slot.checked_mul(bytes),
                None => {
                    let address_bits = i128::from(*slot) * i128::from(self.bits);
                    if address_bits & 7 != 0 {
                        let at = place.of_lane(lane);
                        return Err(AccessError::SplitByte { at, address_bits });
                    }
                    i64::try_from(address_bits >> 3).ok()
                }
            };
            let address = from_base.and_then(|address| address.checked_add(self.access.base_bytes));
            *slot = address.ok_or(AccessError::Overflow)?;
        }
        Ok(())
    }

    /// The first thread of a warp, the lanes that take part, and their indices without values and iterations.
    pub(super) fn thread_indices(&self, warp: i64) -> Result<(i64, u64, PerLane), AccessError> {
        let first = warp * i64::from(self.lanes);
        let count = (self.threads - first).min(i64::from(self.used)) as usize;
        let mut indices = [0; MAX_LANES as usize];
        fill(self.access.threads.leaf_modes(), first, &mut indices[..count]);
        if self.access.start != 0 {
            for index in &mut indices[..count] {
                *index = index.checked_add(self.access.start).ok_or(AccessError::Overflow)?;
            }
        }
        Ok((first, self.access.active & first_lanes(count as u32), indices))
    }
}

impl Access {
    /// The index step from an element to its neighbour in the memory, as far as the strides tell: the product of the extents
    /// before the mode of stride 1; 1 if there is none.
    pub fn neighbour_step<'a>(memory: impl Into<LayoutRef<'a>>) -> i64 {
        let mut step = 1;
        for mode in memory.into().inner().leaf_modes() {
            if mode.stride == 1 && mode.extent > 1 {
                return step;
            }
            step *= mode.extent;
        }
        1
    }
}

impl Matrices {
    /// The rows that make a phase: eight of 16 bytes.
    pub const PHASE_ROWS: u32 = 8;
}

/// The offsets of a layout from an index of its domain on.
fn fill(modes: &[Mode], start: i64, out: &mut [i64]) {
    let (mut digits, mut offset, mut rest) = ([0; tilework::limits::MAX_MODES], 0_i64, start);
    for (digit, mode) in digits.iter_mut().zip(modes) {
        if rest == 0 {
            break;
        }
        *digit = rest % mode.extent;
        rest /= mode.extent;
        offset = offset.wrapping_add(digit.wrapping_mul(mode.stride));
    }
    // Offsets inside the domain fit; what is computed past its end is not used.
    let Some(first) = modes.first() else {
        out.fill(0);
        return;
    };
    let mut done = 0;
    while done < out.len() {
        let run = (first.extent - digits[0]).min((out.len() - done) as i64);
        for slot in &mut out[done..done + run as usize] {
            *slot = offset;
            offset = offset.wrapping_add(first.stride);
        }
        done += run as usize;
        digits[0] += run;
        for k in 0..modes.len() {
            if digits[k] < modes[k].extent || k + 1 == modes.len() {
                break;
            }
            offset = offset.wrapping_sub(modes[k].extent.wrapping_mul(modes[k].stride));
            digits[k] = 0;
            digits[k + 1] += 1;
            offset = offset.wrapping_add(modes[k + 1].stride);
        }
    }
}
