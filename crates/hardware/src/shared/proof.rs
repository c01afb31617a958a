//! What holds for all iterations, and why.

use tilework::LayoutRef;

use crate::access::{Access, AccessError, Flat, Plan};
use crate::machine::Machine;
use crate::shared::linear::{Linear, Rank, is_separable};
use crate::shared::report::{Report, bounded, known, report_at};
use crate::shared::residues::{Period, Residues};
use crate::shared::serve::Service;

/// What an access costs in all its iterations, and by which argument.
///
/// ```
/// use tilework::{AnyLayout, layout};
/// use tilework_hardware::access::{Access, Matrices};
/// use tilework_hardware::machine::{Direction, Machine};
/// use tilework_hardware::shared::{Argument, prove};
///
/// let tile: AnyLayout = "Sw<3,3,3> o 0 o (64,64):(64,1)".parse().unwrap();
/// let access = Access::matrices_along(&tile, 1, 16, Matrices::X4, Direction::Load)?;
/// let proof = prove(&tile, &access, 16, &Machine::NVIDIA)?;
/// assert!(proof.is_conflict_free());
/// assert_eq!((proof.iterations, proof.wavefronts, proof.ideal), (16, 64, 64));
/// let Argument::Rank(rank) = proof.argument else { panic!() };
/// assert_eq!((rank.distinct_words(), rank.distinct_banks(), rank.ways()), (32, 32, 1));
/// # Ok::<(), tilework_hardware::access::AccessError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Proof {
    /// The first iteration.
    pub first: Report,
    /// Iterations.
    pub iterations: i64,
    /// Wavefronts of all iterations.
    pub wavefronts: u128,
    /// What they cost without conflicts.
    pub ideal: u128,
    /// The most ways of a phase in any iteration.
    pub ways: u32,
    /// How many iterations have conflicts.
    pub conflicting: i64,
    /// The first iteration with conflicts.
    pub conflict: Option<Conflict>,
    /// Why this is so.
    pub argument: Argument,
}

/// An iteration that has conflicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict {
    /// Which iteration.
    pub iteration: i64,
    /// What it costs.
    pub report: Report,
}

/// Why the cost of all iterations is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Argument {
    /// The access is linear over F2, so that ranks give the ways of each phase in every instruction and iteration; these are
    /// the ranks of the worst phase.
    Rank(Rank),
    /// Each iteration adds its offset by XOR, which permutes words and banks: all cost what the first one does.
    Xor,
    /// Iterations whose offsets agree modulo the period cost the same, and each residue was enumerated once.
    Residues(Period),
    /// Every iteration was enumerated.
    Enumeration,
}

impl Proof {
    /// Whether no iteration has conflicts.
    pub const fn is_conflict_free(&self) -> bool {
        self.conflicting == 0
    }
}

/// What an access costs in all its iterations, with the argument why.
///
/// # Errors
/// As [`report`](crate::shared::report()), for the first iteration that is refused; [`AccessError::Budget`] where no
/// argument applies and there are too many iterations to enumerate.
pub fn prove<'a>(
    memory: impl Into<LayoutRef<'a>>,
    access: &'a Access,
    bits: u32,
    machine: &Machine<'_>,
) -> Result<Proof, AccessError> {
    let service = Service::of(machine, access);
    known(&service)?;
    let plan = Plan::new(access, memory.into(), bits, machine.lanes)?;
    let service = bounded(service, &plan, machine)?;
    plan.check_domain()?;
    let first = report_at(&plan, &service, 0, 0)?;
    let Some(flat) = plan.flat() else {
        return enumerated(&plan, &service, first);
    };
    if is_separable(&flat, &service) {
        let argument =
            by_rank(&plan, &flat, &service, &first).map_or(Argument::Xor, Argument::Rank);
        return Ok(alike(&plan, first, argument));
    }
    let residues = Residues::new(&flat, &service);
    let costs = residues.as_ref().and_then(|residues| residues.costs(&service).ok());
    let Some((residues, costs)) = residues.as_ref().zip(costs) else {
        return enumerated(&plan, &service, first);
    };
    let report = |iteration: i64| {
        let added = access.iterations().at_index(iteration)?;
        report_at(&plan, &service, iteration, added)
    };
    // The first iteration that is refused says why; if it is not refused itself, which the argument excludes, all
    // are read.
    if let Some(refused) = costs.refused {
        let Some(iteration) = residues.first_in(&refused) else {
            return enumerated(&plan, &service, first);
        };
        report(iteration)?;
        return enumerated(&plan, &service, first);
    }
    let conflict = match residues.first_in(&costs.conflicts) {
        Some(iteration) => Some(Conflict { iteration, report: report(iteration)? }),
        None => None,
    };
    Ok(Proof {
        first,
        iterations: plan.iterations(),
        wavefronts: costs.wavefronts,
        ideal: costs.ideal,
        ways: costs.ways,
        conflicting: costs.conflicting,
        conflict,
        argument: Argument::Residues(residues.period()),
    })
}

/// All iterations cost what the first one does.
fn alike(plan: &Plan<'_>, first: Report, argument: Argument) -> Proof {
    let iterations = plan.iterations();
    let conflicts = first.conflicts > 0;
    Proof {
        first,
        iterations,
        wavefronts: iterations as u128 * u128::from(first.wavefronts),
        ideal: iterations as u128 * u128::from(first.ideal),
        ways: first.ways,
        conflicting: if conflicts { iterations } else { 0 },
        conflict: conflicts.then_some(Conflict { iteration: 0, report: first }),
        argument,
    }
}

/// The ranks of the worst phase, if the access is linear.
fn by_rank(
    plan: &Plan<'_>,
    flat: &Flat<'_>,
    service: &Service<'_>,
    first: &Report,
) -> Option<Rank> {
    let linear = Linear::of(flat)?;
    if !plan.lanes().is_power_of_two() {
        return None;
    }
    let request = plan.request(0, 0, 0).ok()?;
    let merged = service.merges(&request);
    let ways = first.first.as_slice();
    let phase = ways.iter().position(|&ways| u32::from(ways) == first.ways)?;
    let lanes = request.active() & service.phase(phase, merged);
    let rank = Rank::new(&linear, service, flat.bits(), phase, lanes, |offset| flat.map(offset))?;
    // What lanes do not share has no rank.
    (rank.ways() == u64::from(first.ways)).then_some(rank)
}

/// All iterations, one by one.
fn enumerated(plan: &Plan<'_>, service: &Service<'_>, first: Report) -> Result<Proof, AccessError> {
    plan.afford(plan.iterations())?;
    let mut proof = Proof {
        wavefronts: 0,
        ideal: 0,
        conflicting: 0,
        conflict: None,
        ..alike(plan, first, Argument::Enumeration)
    };
    for (iteration, added) in (0..).zip(plan.access().iterations().offsets()) {
        let report = report_at(plan, service, iteration, added)?;
        proof.wavefronts += u128::from(report.wavefronts);
        proof.ideal += u128::from(report.ideal);
        proof.ways = proof.ways.max(report.ways);
        if report.conflicts > 0 {
            proof.conflicting += 1;
            proof.conflict = proof.conflict.or(Some(Conflict { iteration, report }));
        }
    }
    Ok(proof)
}
