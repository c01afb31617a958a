//! `tilework swizzle`: the swizzle that a set of accesses needs.

mod found;

use std::io;

use clap::Args;
use tilework::{AnyLayout, LayoutRef, Outer};
use tilework_draw::swizzled;
use tilework_hardware::access::Access;
use tilework_hardware::machine::Direction;
use tilework_hardware::shared::report;
use tilework_hardware::swizzle::Options;
use tilework_lang::Diagnostic;
use tilework_lang::report::Refusal;
use tilework_lang::report::hardware::Described;
use tilework_lang::report::hardware::words::swizzle::Best;

use super::answer::Answer;
use super::options::{AccessArgs, FactsArgs, MachineArgs, Picture};
use super::read::{self, Asked};
use crate::context::Context;
use found::Found;

pub(crate) const HELP: &str = "\
Tries every Swizzle<B,M,S> that could matter, over all iterations of all accesses, and gives the least of the best:
least wavefronts, then least B, S and M. Where no swizzle reaches the lower bound of all XOR maps, it looks for one of
those. `tilework help bank` says how an ACCESS is written; swizzles count elements, not bytes.

Examples:
  tilework swizzle \"(64,64):(64,1)\" --bits 16 --access store:row:16B --access ldmatrix.x4
  tilework swizzle \"(64,128):(128,1)\" --bits 16 --access ldmatrix.x4 --all
  tilework swizzle \"(32,32):(32,1)\" --bits 32 --access store:row:16B --access column:4B
  tilework swizzle \"(64,64):(64,1)\" --bits 16 --access ldmatrix.x4 -o before-after.svg";

#[derive(Args)]
pub(crate) struct SwizzleArgs {
    /// The layout of shared memory without a swizzle, or an expression that gives one
    #[arg(value_name = "LAYOUT")]
    pub(crate) layout: String,
    #[command(flatten)]
    pub(crate) accesses: AccessArgs,
    /// Print all swizzles that are best, the smallest first
    #[arg(long)]
    pub(crate) all: bool,
    /// Try swizzles with a negative shift, too
    #[arg(long)]
    pub(crate) signed: bool,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
    #[command(flatten, next_help_heading = "Machine")]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

pub(crate) fn run(context: &mut Context, args: &SwizzleArgs) -> io::Result<u8> {
    match answer(context, args) {
        Ok((answer, drawn)) => {
            answer.write_drawn(context, args.facts.facts, &args.picture, |title, view| {
                let Drawn { layouts: [before, after], bits, machine, access } = &drawn;
                let layouts = [before.into(), after.into()];
                machine
                    .with(|machine| swizzled(layouts, access, *bits, machine, None, title, view))
                    .map_err(read::undrawn)
            })
        }
        Err(refusal) => context.refuse(refusal),
    }
}

/// What is drawn: the layout without and with the swizzle, and the first access that has conflicts without it.
struct Drawn {
    layouts: [AnyLayout; 2],
    bits: u32,
    machine: Described,
    access: Access,
}

fn answer(context: &mut Context, args: &SwizzleArgs) -> Result<(Answer<Found>, Drawn), Refusal> {
    let machine = read::machine(context, &args.machine)?;
    let asked = read::asked(context, Some(&args.layout), &args.accesses, &machine)?;
    let accesses: Vec<Access> = asked.accesses.iter().map(|(_, access)| *access).collect();
    injective(&asked, &accesses)?;
    let options = Options { negative: args.signed };
    let best =
        machine.with(|machine| Best::of(&asked.memory, &accesses, asked.bits, machine, &options));
    let best = best.map_err(|error| asked.refused(error))?;
    let mut answer = Answer::new(&args.layout, "", Found::new(&best));
    answer.lines = best.lines(args.all);
    answer.next.extend(best.next());
    answer.facts.extend(best.facts());
    let conflicts = |access: &&Access| {
        machine
            .with(|machine| report(&asked.memory, access, asked.bits, machine))
            .is_ok_and(|report| report.conflicts > 0)
    };
    let access = accesses.iter().find(conflicts).or(accesses.first());
    let Some(&access) = access else {
        return Err(Diagnostic::plain("usage", "an access is needed").into());
    };
    let map = match &best.xor {
        Some(xor) if xor.wavefronts < best.solution.wavefronts => Outer::Xor(xor.map),
        _ => Outer::Swizzle(best.solution.least),
    };
    let after = asked.memory.after(&map, 0).map_err(read::refused)?;
    let layouts = [asked.memory, after];
    Ok((answer, Drawn { layouts, bits: asked.bits, machine, access }))
}

/// That what is stored stays apart: no swizzle separates elements that a layout puts into one place.
fn injective(asked: &Asked, accesses: &[Access]) -> Result<(), Refusal> {
    if accesses.iter().all(|access| access.direction() == Direction::Load) {
        return Ok(());
    }
    // What is not decided within its budget is not refused.
    match LayoutRef::from(&asked.memory).collision() {
        Ok(Some((first, second))) => {
            let message = format!(
                "elements are stored to a layout that is not injective: indices {first} and {second} have the same \
                 offset, which no swizzle changes"
            );
            Err(Diagnostic::plain("not-injective", message).into())
        }
        _ => Ok(()),
    }
}
