//! All phases of all accesses to a layout.

use tilework::LayoutRef;

use super::error::SwizzleError;
use super::phase::{Phase, Units, Visitor};
use crate::access::{Access, AccessError, Place, Plan, Request};
use crate::machine::{Certainty, Direction, Fact, MAX_LANES, MAX_WIDTH_BYTES, Machine};
use crate::shared::Service;

/// How many elements are read for one answer: some tens of milliseconds.
pub(crate) const READ: u64 = 1 << 22;

/// The most elements of a vector: elements of one bit.
const ELEMENTS: usize = MAX_WIDTH_BYTES as usize * 8;

/// Which iterations of each access count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Iterations {
    /// All of them.
    All,
    /// The first of each.
    First,
}

/// A layout, what accesses it, and where.
#[derive(Clone, Copy)]
pub(crate) struct Problem<'a> {
    pub(crate) layout: LayoutRef<'a>,
    pub(crate) accesses: &'a [Access],
    pub(crate) bits: u32,
    pub(crate) machine: &'a Machine<'a>,
}

impl<'a> Problem<'a> {
    /// What does not depend on the layout's offsets is checked here.
    pub(crate) fn new(
        layout: LayoutRef<'a>,
        accesses: &'a [Access],
        bits: u32,
        machine: &'a Machine<'a>,
    ) -> Result<Problem<'a>, SwizzleError> {
        if !bits.is_power_of_two() || bits > 1024 {
            return Err(SwizzleError::ElementBits { bits });
        }
        if accesses.is_empty() {
            return Err(SwizzleError::NoAccess);
        }
        if let Some(access) = accesses.iter().position(Access::is_addresses) {
            return Err(SwizzleError::Addresses { access });
        }
        for (access, own) in accesses.iter().enumerate() {
            Service::of(machine, own).map_err(|error| SwizzleError::Access { access, error })?;
        }
        Ok(Problem { layout, accesses, bits, machine })
    }

    pub(crate) fn units(&self) -> Units {
        // The machine has been checked: its banks have a power of two of bytes.
        Units { element: self.bits.ilog2(), word: self.machine.bank_bytes.max(1).ilog2() + 3 }
    }

    /// The least certain fact about the machine that the accesses depend on.
    pub(crate) fn certainty(&self) -> Certainty {
        let known = Certainty { confidence: self.machine.banks_confidence, fact: Fact::Banks };
        let services = self.accesses.iter().filter_map(|own| {
            Some(Service::of(self.machine, own).ok()?.certainty(own.is_merging()))
        });
        services.fold(known, Certainty::and)
    }

    /// The most banks that an access sees.
    pub(crate) fn most_banks(&self) -> u32 {
        let banks = |own: &Access| self.machine.banks(own.direction(), own.width_bytes());
        self.accesses.iter().map(banks).max().unwrap_or(1)
    }

    /// The bytes of the widest vector.
    pub(crate) fn widest_bytes(&self) -> u32 {
        self.accesses.iter().map(Access::width_bytes).max().unwrap_or(1)
    }

    /// Shows all phases, and returns the first vector that is none as the layout stands, with its access. It takes
    /// off the elements that it reads from `work`.
    pub(crate) fn visit(
        &self,
        iterations: Iterations,
        work: &mut u64,
        visitor: &mut impl Visitor,
    ) -> Result<Option<(usize, AccessError)>, SwizzleError> {
        let mut broken = None;
        for (access, own) in self.accesses.iter().enumerate() {
            let first = self.visit_access(own, iterations, work, visitor);
            let first = first.map_err(|error| match error {
                AccessError::Budget { .. } => SwizzleError::Budget { budget: READ },
                error => SwizzleError::Access { access, error },
            })?;
            broken = broken.or(first.map(|error| (access, error)));
        }
        Ok(broken)
    }

    fn visit_access(
        &self,
        access: &Access,
        iterations: Iterations,
        work: &mut u64,
        visitor: &mut impl Visitor,
    ) -> Result<Option<AccessError>, AccessError> {
        // The elements of a row are those that lie next to one another; where the memory begins does not matter, as
        // long as it begins at a multiple of the vectors.
        let mut access = access.based_at(0);
        if access.is_rows() {
            access = access.row_step(Access::neighbour_step(self.layout));
        }
        let service = Service::of(self.machine, &access)?;
        let plan = Plan::new(&access, self.layout, self.bits, self.machine.lanes)?;
        let instructions = plan.instructions()? as u64;
        let count = match iterations {
            Iterations::All => plan.iterations(),
            Iterations::First => 1,
        };
        let each = instructions.saturating_mul(u64::from(MAX_LANES) * plan.elements() as u64);
        *work = work.checked_sub(each.saturating_mul(count as u64)).ok_or(AccessError::Budget {
            elements: i128::from(each) * i128::from(count),
            budget: READ as i64,
        })?;
        let mut show = Show {
            plan: &plan,
            service: &service,
            merge: access.direction() == Direction::Load || self.machine.store_merge,
            visitor,
            broken: None,
        };
        for (iteration, added) in (0..count).zip(access.iterations().offsets()) {
            for vector in 0..plan.vectors() {
                for warp in 0..plan.warps() {
                    let at = Place { iteration, thread: 0, lane: 0, value: vector };
                    show.request(added, at, warp)?;
                }
            }
        }
        Ok(show.broken)
    }
}

/// Shows the requests of one access.
struct Show<'a, V> {
    plan: &'a Plan<'a>,
    service: &'a Service<'a>,
    merge: bool,
    visitor: &'a mut V,
    broken: Option<AccessError>,
}

impl<V: Visitor> Show<'_, V> {
    fn request(&mut self, added: i64, at: Place, warp: i64) -> Result<(), AccessError> {
        let mut starts = [0; MAX_LANES as usize];
        let (active, merged, whole) = match self.plan.request_at(added, at, warp) {
            Ok(request) => {
                for (lane, address) in request.lanes() {
                    // A multiple of the vector, and so of whole elements.
                    starts[lane as usize] = (address << 3) >> self.plan.bits().ilog2();
                }
                (request.active(), self.service.merges(&request), true)
            }
            Err(
                error @ (AccessError::NotContiguous { .. }
                | AccessError::Misaligned { .. }
                | AccessError::SplitByte { .. }),
            ) => {
                self.broken = self.broken.or(Some(error));
                let active = self.split(added, at.value, warp, &mut starts)?;
                (active, self.merges(active, &starts)?, false)
            }
            Err(error) => return Err(error),
        };
        let vector = self.plan.elements().max(1).ilog2();
        for i in 0..self.service.phase_count(merged) {
            let (mut of_phase, mut len) = ([0; MAX_LANES as usize], 0);
            let mut left = self.service.phase(i, merged) & active;
            while left != 0 && len < of_phase.len() {
                of_phase[len] = starts[left.trailing_zeros() as usize];
                len += 1;
                left &= left - 1;
            }
            if len > 0 {
                let starts = &of_phase[..len];
                let (banks, merge) = (self.service.banks(), self.merge);
                self.visitor.phase(&Phase { starts, vector, banks, merge, whole });
            }
        }
        Ok(())
    }

    /// Whether a uniform load joins phases. That only asks which lanes begin at the same element.
    fn merges(&self, active: u64, starts: &[i64]) -> Result<bool, AccessError> {
        let access = self.plan.access();
        let mut lanes = [None; MAX_LANES as usize];
        for (lane, (slot, &start)) in lanes.iter_mut().zip(starts).enumerate() {
            *slot = (active >> lane & 1 == 1).then_some(start);
        }
        let request = Request::new(&lanes, 1, access.direction())?.by(access.instruction());
        Ok(self.service.merges(&request.merging(access.is_merging())))
    }

    /// Shows the vectors of a request of which one is none, and returns the active lanes.
    fn split(
        &mut self,
        added: i64,
        vector: i64,
        warp: i64,
        starts: &mut [i64; MAX_LANES as usize],
    ) -> Result<u64, AccessError> {
        let mut elements = [0; ELEMENTS];
        let elements = &mut elements[..(self.plan.elements().max(1) as usize).min(ELEMENTS)];
        self.plan.vectors_at(added, vector, warp, elements, |lane, elements| {
            starts[lane as usize] = elements.first().copied().unwrap_or(0);
            self.visitor.vector(elements);
        })
    }
}
