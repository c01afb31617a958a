//! How a machine serves one kind of request: its phases, its banks, and how well they are known.

use crate::access::{Access, AccessError, Instruction, Matrices, Request};
use crate::machine::{Certainty, Confidence, Direction, Fact, Machine, MatrixSupport, Phases};

/// How a machine serves requests of one instruction, direction and width.
///
/// ```
/// use tilework_hardware::access::Instruction;
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::shared::Service;
///
/// let service = Service::new(&Machine::CDNA3, Instruction::Vector, Direction::Load, 16)?;
/// assert_eq!((service.phases().len(), service.banks()), (8, 32));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Service<'a> {
    pub(super) phases: Phases<'a>,
    pub(super) banks: u32,
    pub(super) bank_bytes: u32,
    pub(super) width_bytes: u32,
    /// Whether lanes that want one word share it.
    pub(super) share: bool,
    certainty: Certainty,
    merge_confidence: Confidence,
}

impl<'a> Service<'a> {
    /// How `machine` serves such requests.
    ///
    /// # Errors
    /// [`AccessError::Machine`], [`AccessError::Width`], [`AccessError::NoMatrices`], [`AccessError::NoAsyncCopy`], and
    /// [`AccessError::UnknownPhases`] with the bounds 0 and the number of lanes.
    pub fn new(
        machine: &Machine<'a>,
        instruction: Instruction,
        direction: Direction,
        width_bytes: u32,
    ) -> Result<Service<'a>, AccessError> {
        machine.check()?;
        if machine.has_unknown_width(width_bytes) {
            let (at_least, at_most) = (0, machine.lanes);
            return Err(AccessError::UnknownPhases { width_bytes, at_least, at_most });
        }
        if !machine.has_width(width_bytes) {
            let distance = |width: &&u32| width.abs_diff(width_bytes);
            let nearest_bytes = machine.widths_bytes.iter().min_by_key(distance).copied();
            let nearest_bytes = nearest_bytes.unwrap_or(machine.bank_bytes);
            return Err(AccessError::Width { width_bytes, nearest_bytes });
        }
        let certainty = machine.certainty(direction, width_bytes);
        let (phases, certainty) = match instruction {
            Instruction::Vector => (machine.phases(direction, width_bytes), certainty),
            Instruction::AsyncCopy => {
                if !machine.async_copy || !matches!(width_bytes, 4 | 8 | 16) {
                    return Err(AccessError::NoAsyncCopy { width_bytes });
                }
                let copy = Certainty { confidence: Confidence::D, fact: Fact::AsyncCopy };
                (machine.phases(direction, width_bytes), copy)
            }
            Instruction::Matrix(matrices) => {
                let rows_16 = matrices.is_16_rows();
                let needed = match direction {
                    _ if rows_16 => MatrixSupport::All,
                    Direction::Load => MatrixSupport::Load,
                    Direction::Store => MatrixSupport::LoadStore,
                };
                if machine.matrices < needed || width_bytes != Matrices::ROW_BYTES {
                    return Err(AccessError::NoMatrices { direction, rows_16 });
                }
                let phases =
                    Phases::Neighbours { lanes: matrices.rows(), each: Matrices::PHASE_ROWS };
                let (confidence, fact) = if rows_16 {
                    (Confidence::C, Fact::MatrixPhases8)
                } else {
                    (Confidence::B, Fact::MatrixPhases)
                };
                (phases, Certainty { confidence, fact })
            }
        };
        Ok(Service {
            phases,
            banks: machine.banks(direction, width_bytes),
            bank_bytes: machine.bank_bytes,
            width_bytes,
            share: direction == Direction::Load || machine.store_merge,
            certainty,
            merge_confidence: machine.merge_confidence,
        })
    }

    /// How `machine` serves the requests of an access.
    ///
    /// # Errors
    /// As [`new`](Service::new).
    pub fn of(machine: &Machine<'a>, access: &Access) -> Result<Service<'a>, AccessError> {
        Service::new(machine, access.instruction(), access.direction(), access.width_bytes())
    }

    /// How `machine` serves a request.
    ///
    /// # Errors
    /// As [`new`](Service::new).
    pub fn for_request(
        machine: &Machine<'a>,
        request: &Request,
    ) -> Result<Service<'a>, AccessError> {
        Service::new(machine, request.instruction(), request.direction(), request.width_bytes())
    }

    /// The lanes of each phase.
    pub const fn phases(&self) -> Phases<'a> {
        self.phases
    }

    /// The number of banks.
    pub const fn banks(&self) -> u32 {
        self.banks
    }

    /// Bytes of a word of a bank.
    pub const fn bank_bytes(&self) -> u32 {
        self.bank_bytes
    }

    /// The least certain fact that all this depends on; `merged` where phases were joined.
    pub const fn certainty(&self, merged: bool) -> Certainty {
        if merged {
            let merge = Certainty { confidence: self.merge_confidence, fact: Fact::Merge };
            self.certainty.and(merge)
        } else {
            self.certainty
        }
    }

    /// The word of a byte address.
    pub const fn word(&self, address_bytes: i64) -> i64 {
        // The bytes of a bank are a power of two: the floor, for negative addresses too.
        address_bytes >> self.bank_bytes.trailing_zeros()
    }

    /// The bank of a word.
    pub const fn bank(&self, word: i64) -> u32 {
        let banks = self.banks as i64;
        let bank =
            if self.banks.is_power_of_two() { word & (banks - 1) } else { word.rem_euclid(banks) };
        bank as u32
    }

    /// Words of one vector.
    pub const fn words_of_vector(&self) -> u32 {
        if self.width_bytes > self.bank_bytes { self.width_bytes / self.bank_bytes } else { 1 }
    }

    /// Whether uniform loads join the phases of this request: all lanes have the address of their neighbour, or
    /// all that of the lane two further.
    pub fn merges(&self, request: &Request) -> bool {
        if !request.is_merging()
            || request.direction() != Direction::Load
            || request.instruction() != Instruction::Vector
            || !matches!(self.width_bytes, 8 | 16)
        {
            return false;
        }
        [1, 2].into_iter().any(|x| {
            let same = |(lane, address): (u32, i64)| {
                request.address(lane ^ x).is_none_or(|other| other == address)
            };
            request.lanes().all(same)
        })
    }

    /// How many phases a request has.
    pub(crate) const fn phase_count(&self, merged: bool) -> usize {
        if merged { self.phases.len().div_ceil(2) } else { self.phases.len() }
    }

    /// The lanes of a phase of a request.
    pub(crate) const fn phase(&self, i: usize, merged: bool) -> u64 {
        if merged {
            self.phases.lanes(2 * i) | self.phases.lanes(2 * i + 1)
        } else {
            self.phases.lanes(i)
        }
    }
}
