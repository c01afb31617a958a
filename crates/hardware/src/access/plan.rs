//! An access to a memory: the addresses of every instruction.

use tilework::eval::Prepared;
use tilework::{Layout, LayoutRef, Mode};

use crate::access::error::{AccessError, Place};
use crate::access::maps::Maps;
use crate::access::request::Request;
use crate::access::{Access, Instruction, Matrices, Target};
use crate::machine::{MAX_LANES, MAX_WIDTH_BYTES, first_lanes};

/// How many elements one answer may read one by one: some tens of milliseconds.
pub(crate) const BUDGET: i64 = 1 << 22;

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
        let elements = self.threads as i128 * self.vectors as i128 * self.elements as i128;
        if elements > BUDGET as i128 {
            return Err(AccessError::Budget { elements, budget: BUDGET });
        }
        Ok(self.vectors * self.warps)
    }

    /// The addresses of the lanes of a warp, for one vector of each in one iteration.
    ///
    /// # Errors
    /// [`AccessError::Outside`], [`AccessError::NotContiguous`], [`AccessError::SplitByte`], [`AccessError::Misaligned`],
    /// [`AccessError::Overflow`]; the first lane that has it.
    pub fn request(&self, iteration: i64, vector: i64, warp: i64) -> Result<Request, AccessError> {
        let access = self.access;
        let at = access.iterations.at_strict(iteration)?;
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
        let (first_thread, active, indices) = self.thread_indices(warp)?;
        request.active = active;
        let place = Place {
            thread: first_thread,
            value: place.value.checked_mul(self.elements).ok_or(AccessError::Overflow)?,
            ..place
        };
        let at = |lane: u32| Place { lane, thread: first_thread + i64::from(lane), ..place };
        let wide = i128::from(self.bits);
        let mut firsts = [0; MAX_LANES as usize];
        for element in 0..self.elements {
            let value = match access.target {
                Target::Rows(step) => step.unwrap_or(0).checked_mul(element),
                Target::Bytes => Some(0),
                Target::Elements => Some(access.values.at_strict(place.value + element)?),
            };
            let plus =
                value.and_then(|value| value.checked_add(added)).ok_or(AccessError::Overflow)?;
            let mut left = request.active;
            while left != 0 {
                let lane = left.trailing_zeros();
                left &= left - 1;
                let index =
                    indices[lane as usize].checked_add(plus).ok_or(AccessError::Overflow)?;
                let offset = self.offset(index, at(lane))?;
                let slot = &mut firsts[lane as usize];
                if element == 0 {
                    *slot = offset;
                } else if slot.checked_add(element) != Some(offset) {
                    return Err(AccessError::NotContiguous {
                        at: at(lane),
                        first: *slot,
                        element,
                        offset,
                    });
                }
            }
        }
        let mut left = request.active;
        while left != 0 {
            let lane = left.trailing_zeros();
            left &= left - 1;
            let bits = i128::from(firsts[lane as usize]) * wide;
            if bits & 7 != 0 {
                return Err(AccessError::SplitByte { at: at(lane), address_bits: bits });
            }
            let address = (bits >> 3) + i128::from(access.base_bytes);
            request.addresses[lane as usize] =
                i64::try_from(address).map_err(|_| AccessError::Overflow)?;
        }
        request.check(place)?;
        Ok(request)
    }

    /// Whether all indices of all iterations are in the domain of the memory's layout.
    pub(crate) fn check_domain(&self) -> Result<(), AccessError> {
        self.instructions()?;
        let Some(inner) = &self.inner else {
            return Ok(());
        };
        let access = self.access;
        let values = match access.target {
            Target::Rows(step) => Layout::new(self.elements, step.unwrap_or(0))?,
            _ => access.values,
        };
        for up in [false, true] {
            let (value, most_value) = extreme(&values, up);
            let (iteration, most_iteration) = extreme(&access.iterations, up);
            let added = i128::from(most_value) + i128::from(most_iteration);
            let outside = |index: i64| {
                let index = i128::from(index) + added;
                index < 0 || index >= i128::from(inner.size())
            };
            if !outside(extreme(&access.threads, up).1.saturating_add(access.start)) {
                continue;
            }
            // Lanes that do not take part may be outside.
            for warp in 0..self.warps {
                let (first, active, indices) = self.thread_indices(warp)?;
                let lanes = (0..).zip(indices).filter(|&(lane, _)| active >> lane & 1 == 1);
                for (lane, index) in lanes.take(MAX_LANES as usize) {
                    if outside(index) {
                        let value = value / self.elements * self.elements;
                        let at = Place { iteration, thread: first + i64::from(lane), lane, value };
                        let index =
                            (i128::from(index) + added).clamp(i64::MIN.into(), i64::MAX.into());
                        return Err(AccessError::Outside {
                            at,
                            index: index as i64,
                            size: inner.size(),
                        });
                    }
                }
            }
        }
        Ok(())
    }

    /// The first thread of a warp, the lanes that take part, and their indices without values and iterations.
    pub(super) fn thread_indices(
        &self,
        warp: i64,
    ) -> Result<(i64, u64, [i64; MAX_LANES as usize]), AccessError> {
        let first = warp.checked_mul(i64::from(self.lanes)).ok_or(AccessError::Overflow)?;
        let count = (self.threads - first).clamp(0, i64::from(self.used)) as usize;
        let mut indices = [0; MAX_LANES as usize];
        fill(self.access.threads.leaf_modes(), first, &mut indices[..count]);
        for index in &mut indices[..count] {
            *index = index.checked_add(self.access.start).ok_or(AccessError::Overflow)?;
        }
        Ok((first, self.access.active & first_lanes(count as u32), indices))
    }

    /// The offset of an index of the memory.
    #[inline]
    pub(super) fn offset(&self, index: i64, at: Place) -> Result<i64, AccessError> {
        let offset = match &self.inner {
            None => index,
            Some(inner) => match inner.get(index) {
                Some(offset) => offset,
                None => return Err(AccessError::Outside { at, index, size: inner.size() }),
            },
        };
        self.maps.apply(offset)
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

/// The index with the largest offset of a layout, or the smallest, and that offset.
fn extreme(layout: &Layout, up: bool) -> (i64, i64) {
    let (mut index, mut place) = (0, 1);
    for mode in layout.leaf_modes() {
        if mode.stride != 0 && (mode.stride > 0) == up {
            index += (mode.extent - 1) * place;
        }
        place *= mode.extent;
    }
    (index, if up { layout.max_offset() } else { layout.min_offset() })
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
