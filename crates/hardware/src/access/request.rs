//! One instruction of one warp: where the vector of each lane begins.

use core::fmt;

use crate::access::error::{AccessError, Place};
use crate::access::{Instruction, Matrices};
use crate::machine::{Direction, MAX_LANES};

/// One instruction of one warp: the byte address at which the vector of each active lane begins.
///
/// Every address is a multiple of the width, and the last byte of each vector has an address in 64 bits.
///
/// ```
/// use tilework_hardware::access::Request;
/// use tilework_hardware::machine::Direction;
///
/// let request = Request::new(&[Some(0), None, Some(256)], 16, Direction::Load)?;
/// assert_eq!(request.active(), 0b101);
/// assert_eq!(request.lanes().collect::<Vec<_>>(), [(0, 0), (2, 256)]);
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Request {
    pub(super) addresses: [i64; MAX_LANES as usize],
    pub(super) active: u64,
    pub(super) width_bytes: u32,
    pub(super) direction: Direction,
    pub(super) instruction: Instruction,
    pub(super) merge: bool,
}

impl Request {
    /// The addresses of lanes 0, 1, ..., and `None` for those that do not take part.
    ///
    /// # Errors
    /// [`AccessError::Misaligned`], [`AccessError::Lanes`], [`AccessError::Width`], [`AccessError::Overflow`].
    pub fn new(
        addresses: &[Option<i64>],
        width_bytes: u32,
        direction: Direction,
    ) -> Result<Request, AccessError> {
        let mut request = Request::empty(width_bytes, direction, Instruction::Vector);
        if addresses.len() > request.addresses.len() {
            return Err(AccessError::Lanes { lanes: addresses.len(), limit: MAX_LANES });
        }
        for (lane, (slot, address)) in request.addresses.iter_mut().zip(addresses).enumerate() {
            if let Some(address) = *address {
                *slot = address;
                request.active |= 1 << lane;
            }
        }
        request.check(Place { iteration: 0, thread: 0, lane: 0, value: 0 })?;
        Ok(request)
    }

    pub(super) const fn empty(
        width_bytes: u32,
        direction: Direction,
        instruction: Instruction,
    ) -> Request {
        Request {
            addresses: [0; MAX_LANES as usize],
            active: 0,
            width_bytes,
            direction,
            instruction,
            merge: false,
        }
    }

    /// The same for `ldmatrix`, `stmatrix` or `cp.async`.
    pub const fn by(self, instruction: Instruction) -> Request {
        Request { instruction, ..self }
    }

    /// The same on a machine that serves uniform wide loads in half the phases.
    pub const fn merging(self, merge: bool) -> Request {
        Request { merge, ..self }
    }

    /// Whether all vectors are aligned and end within 64 bits; `first` is the place of lane 0.
    pub(super) fn check(&self, first: Place) -> Result<(), AccessError> {
        let width = i64::from(self.width_bytes);
        // Vectors of 12 bytes are words of 4; the machine says whether it has them.
        let aligned =
            if self.width_bytes.is_power_of_two() { width } else { width & width.wrapping_neg() };
        if aligned == 0 {
            return Err(AccessError::Width { width_bytes: 0, nearest_bytes: 1 });
        }
        for (lane, address) in self.lanes() {
            if address & (aligned - 1) != 0 {
                let at = first.of_lane(lane);
                let width_bytes = aligned as u32;
                return Err(AccessError::Misaligned { at, address_bytes: address, width_bytes });
            }
            if address.checked_add(width).is_none() {
                return Err(AccessError::Overflow);
            }
        }
        Ok(())
    }

    /// The lanes that take part.
    #[inline]
    pub const fn active(&self) -> u64 {
        self.active
    }

    /// The address of a lane, if it takes part.
    #[inline]
    pub const fn address(&self, lane: u32) -> Option<i64> {
        if lane < MAX_LANES && self.active >> lane & 1 == 1 {
            Some(self.addresses[lane as usize])
        } else {
            None
        }
    }

    /// The lanes that take part, and their addresses.
    #[inline]
    pub const fn lanes(&self) -> Lanes<'_> {
        Lanes { request: self, left: self.active }
    }

    /// The lanes of a mask that take part, and their addresses.
    #[inline]
    pub const fn lanes_of(&self, mask: u64) -> Lanes<'_> {
        Lanes { request: self, left: self.active & mask }
    }

    /// Bytes of each lane.
    #[inline]
    pub const fn width_bytes(&self) -> u32 {
        self.width_bytes
    }

    /// Loads or stores.
    #[inline]
    pub const fn direction(&self) -> Direction {
        self.direction
    }

    /// What moves the bytes.
    #[inline]
    pub const fn instruction(&self) -> Instruction {
        self.instruction
    }

    /// Whether uniform wide loads are served in half the phases.
    #[inline]
    pub const fn is_merging(&self) -> bool {
        self.merge
    }

    /// The matrices, if it moves any.
    pub const fn matrices(&self) -> Option<Matrices> {
        match self.instruction {
            Instruction::Matrix(matrices) => Some(matrices),
            _ => None,
        }
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} bytes {:?} by {:?} ", self.width_bytes, self.direction, self.instruction)?;
        f.debug_map().entries(self.lanes()).finish()
    }
}

/// Lanes and their addresses: see [`Request::lanes`].
#[derive(Clone, Copy, Debug)]
pub struct Lanes<'a> {
    request: &'a Request,
    left: u64,
}

impl Iterator for Lanes<'_> {
    type Item = (u32, i64);

    #[inline]
    fn next(&mut self) -> Option<(u32, i64)> {
        if self.left == 0 {
            return None;
        }
        let lane = self.left.trailing_zeros();
        self.left &= self.left - 1;
        Some((lane, self.request.addresses[lane as usize]))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.left.count_ones() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Lanes<'_> {}
