//! The addresses of one instruction, from the layout of the memory.

use tilework::Mode;

use crate::access::Target;
use crate::access::error::{AccessError, Place};
use crate::access::maps::Maps;
use crate::access::plan::Plan;
use crate::access::request::Request;
use crate::machine::{MAX_LANES, first_lanes};

/// A number for each lane.
pub(super) type PerLane = [i64; MAX_LANES as usize];

impl Plan<'_> {
    /// The addresses of the lanes of a warp, for one vector of each in one iteration.
    ///
    /// # Errors
    /// [`AccessError::Outside`], [`AccessError::NotContiguous`], [`AccessError::SplitByte`], [`AccessError::Misaligned`],
    /// [`AccessError::Overflow`], for the first lane that has any of these; [`AccessError::NoRequest`] for numbers that are too large.
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
        let gathered = match self.maps {
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
        };
        if let Err(error) = gathered {
            return Err(self.first_refused(added, place, active, &indices).unwrap_or(error));
        }
        self.locate(place, active, firsts)?;
        request.check(place)?;
        Ok(request)
    }

    /// What is wrong with the first lane that has no vector, where some lane has none: they were read element by element.
    #[cold]
    fn first_refused(
        &self,
        added: i64,
        place: Place,
        active: u64,
        indices: &PerLane,
    ) -> Option<AccessError> {
        let mut lanes = (0..MAX_LANES).map(|lane| active & 1 << lane).filter(|&lane| lane != 0);
        lanes.find_map(|lane| {
            let mut first = [0; MAX_LANES as usize];
            let apply = |offset| self.maps.apply(offset);
            let one = self.gather(added, place, lane, indices, &mut first, apply);
            one.and_then(|()| self.locate(place, lane, &mut first)).err()
        })
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
