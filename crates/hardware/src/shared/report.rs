//! The report of an access: all instructions of one iteration.

use tilework::LayoutRef;

use crate::access::{Access, AccessError, Place, Plan, Request};
use crate::machine::{Certainty, Direction, Machine};
use crate::shared::count::PhaseWays;
use crate::shared::serve::Service;

/// What an access costs in shared memory: all instructions of one iteration.
///
/// ```
/// use tilework::layout;
/// use tilework_hardware::access::Access;
/// use tilework_hardware::machine::Machine;
/// use tilework_hardware::shared::report;
///
/// // 32 lanes down a column of f32: all in bank 0.
/// let column = Access::load(&layout!((32,1):(1,0)), 4)?;
/// let bad = report(&layout!((32,32):(32,1)), &column, 32, &Machine::NVIDIA)?;
/// assert_eq!((bad.ways, bad.wavefronts, bad.ideal), (32, 32, 1));
/// assert_eq!(bad.worst.unwrap().bank, 0);
/// // One column of padding.
/// let good = report(&layout!((32,32):(33,1)), &column, 32, &Machine::NVIDIA)?;
/// assert_eq!((good.ways, good.conflicts), (1, 0));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Report {
    /// Instructions of all warps.
    pub instructions: u64,
    /// Passes through shared memory: the sum of the ways of all phases.
    pub wavefronts: u64,
    /// Phases with an active lane: what the same instructions cost without conflicts.
    pub ideal: u64,
    /// Wavefronts beyond the ideal.
    pub conflicts: u64,
    /// The most words of one bank in a phase: an n-way conflict, or 1 for none.
    pub ways: u32,
    /// The ways of each phase of the first instruction.
    pub first: PhaseWays,
    /// Whether all instructions have the ways of the first.
    pub same: bool,
    /// Distinct words of each instruction divided by the number of banks, summed: what the words cost at least, in
    /// whichever phases. Less than the ideal where banks stay idle.
    pub needed: u64,
    /// Distinct words of each phase, summed.
    pub words: u64,
    /// Lanes that store to one word, the first such instruction.
    pub race: Option<Race>,
    /// The first phase with the most ways, where it has more than one.
    pub worst: Option<Witness>,
    /// The least certain fact that all this depends on.
    pub certainty: Certainty,
}

/// Two lanes of one instruction that store to the same word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Race {
    /// Which instruction of its warp.
    pub instruction: i64,
    /// The warp.
    pub warp: i64,
    /// The two lanes.
    pub lanes: [u32; 2],
    /// The word.
    pub word: i64,
    /// Whether they store to the same bytes, so that one of the values is lost. Different bytes of one word are written
    /// together.
    pub same_bytes: bool,
}

/// The phase of an instruction in which a bank has the most words.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Witness {
    /// Which instruction of its warp.
    pub instruction: i64,
    /// The warp.
    pub warp: i64,
    /// The phase.
    pub phase: usize,
    /// The first bank with the most words.
    pub bank: u32,
    /// The lanes that want words of it.
    pub lanes: u64,
    /// The addresses of all lanes.
    pub request: Request,
    bank_bytes: u32,
    banks: u32,
}

impl Witness {
    /// The lanes that want words of the bank, each with its word; with the first such word, if a vector has
    /// several.
    pub fn words(&self) -> impl Iterator<Item = (u32, i64)> + '_ {
        let (shift, banks) = (self.bank_bytes.trailing_zeros(), i64::from(self.banks));
        self.request.lanes_of(self.lanes).map(move |(lane, address)| {
            let first = address >> shift;
            (lane, first + (i64::from(self.bank) - first).rem_euclid(banks))
        })
    }

    /// By how many words each lane is further than the lane before it, where that is the same for all lanes that want the
    /// bank.
    ///
    /// ```
    /// use tilework::{Layout, layout};
    /// use tilework_hardware::access::Access;
    /// use tilework_hardware::machine::{Direction, Machine};
    /// use tilework_hardware::shared::report;
    ///
    /// let access = Access::addresses(&layout!(32:64), 4, Direction::Load);
    /// let worst = report(&Layout::UNIT, &access, 8, &Machine::NVIDIA)?.worst.unwrap();
    /// // Every second lane is in bank 0, 32 words after the one before: 16 words a lane.
    /// assert_eq!(worst.word_stride(), Some(16));
    /// # Ok::<(), tilework_hardware::access::AccessError>(())
    /// ```
    pub fn word_stride(&self) -> Option<i64> {
        let mut pairs = self.words().zip(self.words().skip(1)).map(|(one, next)| {
            let (lanes, words) = (i64::from(next.0 - one.0), next.1.checked_sub(one.1)?);
            (words % lanes == 0).then_some(words / lanes)
        });
        let first = pairs.next()??;
        pairs.all(|other| other == Some(first)).then_some(first)
    }

    /// Two lanes that want different words, with their words; the same word where even such stores conflict.
    pub fn pair(&self) -> Option<[(u32, i64); 2]> {
        let mut words = self.words();
        let first = words.next()?;
        let other = words.find(|other| other.1 != first.1).or_else(|| self.words().nth(1))?;
        Some([first, other])
    }
}

/// What an access to shared memory of this layout costs: all instructions of all warps, in the first iteration.
///
/// # Errors
/// What [`Plan::request`] refuses, above all [`AccessError::Misaligned`] and [`AccessError::NotContiguous`]; what
/// [`Service::new`] refuses: accesses that the machine does not have; [`AccessError::Budget`].
pub fn report<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &'a Access,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<Report, AccessError> {
    report_iteration(memory, access, bits, machine, 0)
}

/// [`report`] for another iteration.
///
/// # Errors
/// As [`report`], and [`AccessError::NoRequest`] where there is no such iteration.
pub fn report_iteration<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &'a Access,
    bits: u32,
    machine: &Machine<'_>,
    iteration: i64,
) -> Result<Report, AccessError> {
    let service = Service::of(machine, access);
    known(&service)?;
    let plan = Plan::new(access, memory.into(), bits, machine.lanes)?;
    let service = bounded(service, &plan, machine)?;
    if iteration < 0 || iteration >= plan.iterations() {
        return Err(AccessError::NoRequest { iteration, vector: 0, warp: 0 });
    }
    let added = access.iterations().at_index(iteration)?;
    report_at(&plan, &service, iteration, added)
}

/// What a list of requests costs, each an instruction of its own; `None` for no requests.
///
/// # Errors
/// As [`count`](crate::shared::count()), for the first request that the machine does not have.
///
/// ```
/// use tilework_hardware::access::Request;
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::shared::report_requests;
///
/// let request = Request::new(&[Some(0), None, Some(128), Some(256)], 4, Direction::Load)?;
/// let report = report_requests(&[request], &Machine::NVIDIA)?.unwrap();
/// assert_eq!((report.ways, report.worst.unwrap().lanes), (3, 0b1101));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
pub fn report_requests(
    requests: &[Request],
    machine: &Machine<'_>,
) -> Result<Option<Report>, AccessError> {
    let mut sum = None;
    for (instruction, request) in (0..).zip(requests) {
        let service = Service::for_request(machine, request);
        if let Err(AccessError::UnknownPhases { width_bytes, .. }) = service {
            let (at_least, at_most) = bounds(request, machine);
            return Err(AccessError::UnknownPhases { width_bytes, at_least, at_most });
        }
        add(&mut sum, &service?, request, instruction, 0);
    }
    Ok(sum)
}

/// Whether the machine has the access, with phases that are published or not: asked before all that depends on the memory.
pub(super) fn known(service: &Result<Service<'_>, AccessError>) -> Result<(), AccessError> {
    match service {
        Err(AccessError::UnknownPhases { .. }) | Ok(_) => Ok(()),
        Err(error) => Err(*error),
    }
}

/// The service, or the error that its phases are not published, with bounds for the first instruction.
pub(super) fn bounded<'m>(
    service: Result<Service<'m>, AccessError>,
    plan: &Plan<'_>,
    machine: &Machine<'_>,
) -> Result<Service<'m>, AccessError> {
    if let Err(AccessError::UnknownPhases { width_bytes, .. }) = service {
        let (at_least, at_most) = bounds(&plan.request(0, 0, 0)?, machine);
        return Err(AccessError::UnknownPhases { width_bytes, at_least, at_most });
    }
    service
}

/// Bounds for the wavefronts of a request that hold whichever lanes share a phase.
///
/// In every phase a bank serves one word a wavefront, so that all phases together take at least as many as one bank has
/// words; and lanes that are each a phase of their own take at most as many as any others.
fn bounds(request: &Request, machine: &Machine<'_>) -> (u32, u32) {
    let banks = i64::from(machine.banks);
    let shift = machine.bank_bytes.trailing_zeros();
    let words =
        |address: i64| address >> shift..=(address + i64::from(request.width_bytes()) - 1) >> shift;
    let wants = |address: i64, word: i64| words(address).contains(&word);
    let (mut at_least, mut at_most) = (0, 0);
    for bank in 0..banks {
        // Each word is counted at the first lane that wants it.
        let mut count = 0;
        for (lane, address) in request.lanes() {
            for word in words(address).filter(|word| word.rem_euclid(banks) == bank) {
                let mut before = request.lanes_of((1 << lane) - 1);
                count += u32::from(!before.any(|(_, other)| wants(other, word)));
            }
        }
        at_least = at_least.max(count);
    }
    for (_, address) in request.lanes() {
        let words = words(address);
        at_most += ((words.end() - words.start()) / banks) as u32 + 1;
    }
    (at_least, at_most)
}

/// The report of an iteration that adds `added`.
pub(super) fn report_at(
    plan: &Plan<'_>,
    service: &Service<'_>,
    iteration: i64,
    added: i64,
) -> Result<Report, AccessError> {
    let mut sum: Option<Report> = None;
    let request = |vector, warp| {
        let place = Place { iteration, thread: 0, lane: 0, value: vector };
        plan.request_at(added, place, warp)
    };
    let is_late = |error: &AccessError| matches!(error, AccessError::Misaligned { .. });
    plan.visit(is_late, request, |request, vector, warp| {
        add(&mut sum, service, request, vector, warp);
    })?;
    // No access is without threads and values.
    sum.ok_or(AccessError::Overflow)
}

fn add(
    sum: &mut Option<Report>,
    service: &Service<'_>,
    request: &Request,
    instruction: i64,
    warp: i64,
) {
    let (counts, leaders) = service.count_by(request);
    let certainty = service.certainty(counts.merged);
    let report = sum.get_or_insert(Report {
        instructions: 0,
        wavefronts: 0,
        ideal: 0,
        conflicts: 0,
        ways: 0,
        first: counts.phases,
        same: true,
        needed: 0,
        words: 0,
        race: None,
        worst: None,
        certainty,
    });
    report.instructions += 1;
    report.wavefronts += u64::from(counts.wavefronts);
    report.ideal += u64::from(counts.ideal);
    report.conflicts += u64::from(counts.wavefronts - counts.ideal);
    report.same &= counts.phases == report.first;
    report.needed += u64::from(counts.needed);
    report.words += u64::from(counts.words);
    report.certainty = report.certainty.and(certainty);
    if counts.ways > report.ways {
        report.ways = counts.ways;
        if counts.ways > 1 {
            let mut ways = counts.phases.as_slice().iter();
            let phase = ways.position(|&ways| u32::from(ways) == counts.ways).unwrap_or(0);
            let lanes = service.phase(phase, counts.merged);
            let (bank, lanes) = service.worst_bank(request, &leaders, lanes);
            report.worst = Some(Witness {
                instruction,
                warp,
                phase,
                bank,
                lanes,
                request: *request,
                bank_bytes: service.bank_bytes,
                banks: service.banks,
            });
        }
    }
    // Lost values are worse than words that are written together.
    let lost = report.race.is_some_and(|race| race.same_bytes);
    if counts.shares && request.direction() == Direction::Store && !lost {
        let race = race(service, request, instruction, warp);
        if report.race.is_none() || race.is_some_and(|race| race.same_bytes) {
            report.race = race;
        }
    }
}

/// Two lanes of a request that touch the same word, of the same bytes if there are such.
fn race(service: &Service<'_>, request: &Request, instruction: i64, warp: i64) -> Option<Race> {
    let unit = service.width_bytes.max(service.bank_bytes).trailing_zeros();
    let pair = |same_bytes: bool| {
        request.lanes().find_map(|(lane, address)| {
            let mut before = request.lanes_of((1 << lane) - 1);
            let (other, _) = before.find(|&(_, other)| {
                if same_bytes { other == address } else { other >> unit == address >> unit }
            })?;
            let word = service.word(address);
            Some(Race { instruction, warp, lanes: [other, lane], word, same_bytes })
        })
    };
    pair(true).or_else(|| pair(false))
}
