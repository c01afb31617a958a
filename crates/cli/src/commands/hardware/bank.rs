//! `tilework bank`: the bank conflicts of accesses to shared memory.

mod found;

use std::io;

use clap::Args;
use tilework::AnyLayout;
use tilework_draw::banks;
use tilework_hardware::access::{Access, AccessError};
use tilework_hardware::shared::{Service, prove};
use tilework_lang::Diagnostic;
use tilework_lang::report::Refusal;
use tilework_lang::report::hardware::Described;
use tilework_lang::report::hardware::words::bank;

use super::answer::Answer;
use super::options::{AccessArgs, FactsArgs, MachineArgs, Picture};
use super::read;
use crate::context::Context;
use found::{Bank, Cost};

pub(crate) const HELP: &str = "\
An ACCESS is [load:|store:]PATTERN[:NB], with N bytes for each lane at once, and a PATTERN of
  row                    lanes along mode 1 in vectors, then along mode 0; the rest are iterations
  column                 lanes along mode 0 in vectors, then along mode 1
  tv=LAYOUT              from (thread,value), or (thread,value,iteration), to the index of an element
  ldmatrix.xN            N = 1, 2 or 4 matrices of 8 rows of 16 bytes; ldmatrix.xN=ROWS from the lane to the
                         index of the first element of its row; also stmatrix.xN
  addresses=LAYOUT       from the lane to a byte address; needs no layout of memory
  copy=ATOM;OPERAND;MMA  the side in memory of make_tiled_copy_A, _B or _C: copy=SM75_U32x4_LDSM_N;A;MMA,
                         where an MMA is ATOM;ATOM_LAYOUT;PERMUTATION

`ideal` is what the same instruction costs without conflicts: one wavefront for each phase, of which a load of
16 bytes for each lane has four.

Examples:
  tilework bank \"(32,32):(32,1)\" --bits 32 --access column
  tilework bank \"Sw<3,3,3> o 0 o (64,64):(64,1)\" --bits 16 --access ldmatrix.x4
  tilework bank \"(64,64):(64,1)\" --dtype f16 --access store:row:16B --access ldmatrix.x4
  tilework bank --access addresses=64:128:16B --machine cdna3
  tilework bank \"(32,32):(32,1)\" --bits 32 --access column -o banks.svg";

#[derive(Args)]
pub(crate) struct BankArgs {
    /// The layout of shared memory, or an expression that gives one; not needed for addresses
    #[arg(value_name = "LAYOUT")]
    pub(crate) layout: Option<String>,
    #[command(flatten)]
    pub(crate) accesses: AccessArgs,
    /// The byte address at which the layout starts
    #[arg(long, value_name = "BYTES", default_value_t = 0)]
    pub(crate) base: i64,
    /// The lanes that take part, a mask such as 0x0000ffff; by default all
    #[arg(long, value_name = "MASK", value_parser = mask)]
    pub(crate) active: Option<u64>,
    /// Join the phases of wide loads in which neighbours have one address, as sm_70 and sm_75 do
    #[arg(long)]
    pub(crate) merge: bool,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
    #[command(flatten, next_help_heading = "Machine")]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// A mask of lanes, in base 16 or 10.
fn mask(text: &str) -> Result<u64, String> {
    let number = match text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        Some(digits) => u64::from_str_radix(&digits.replace('_', ""), 16),
        None => text.parse(),
    };
    number.map_err(|_| "a mask of lanes such as 0x0000ffff, of at most 64 bits".to_owned())
}

pub(crate) fn run(context: &mut Context, args: &BankArgs) -> io::Result<u8> {
    match answer(context, args) {
        Ok((answer, drawn)) => {
            answer.write_drawn(context, args.facts.facts, &args.picture, |title, view| {
                let Drawn { memory, bits, machine, access } = &drawn;
                machine
                    .with(|machine| banks(memory, access, *bits, machine, None, title, view))
                    .map_err(read::undrawn)
            })
        }
        Err(refusal) => context.refuse(refusal),
    }
}

/// What is drawn: the first access that has conflicts, or else the first.
struct Drawn {
    memory: AnyLayout,
    bits: u32,
    machine: Described,
    access: Access,
}

fn answer(context: &mut Context, args: &BankArgs) -> Result<(Answer<Bank>, Drawn), Refusal> {
    let machine = read::machine(context, &args.machine)?;
    let asked = read::asked(context, args.layout.as_deref(), &args.accesses, &machine)?;
    let mut drawn: Option<(Access, bool)> = None;
    let (mut lines, mut next, mut facts, mut costs) =
        (Vec::new(), Said::new(), Said::new(), Vec::new());
    let width = asked.accesses.iter().map(|(text, _)| text.chars().count()).max().unwrap_or(0);
    for (text, access) in &asked.accesses {
        let access = access.based_at(args.base).merging(args.merge);
        let access = args.active.map_or(access, |lanes| access.active(lanes));
        let (proof, cost) = machine
            .with(|machine| {
                let proof = prove(&asked.memory, &access, asked.bits, machine)?;
                let service = Service::of(machine, &access)?;
                Ok::<_, AccessError>((proof, bank::cost(&proof, &service)))
            })
            .map_err(read::refused)?;
        lines.push(match asked.accesses.len() {
            1 => cost,
            _ => format!("{text:width$}   {cost}"),
        });
        // What has conflicts in every iteration is bad enough in one.
        let free = proof.is_conflict_free() && proof.iterations > 1;
        let argument = match asked.accesses.len() {
            1 => bank::argument(&proof),
            _ => format!("{text} {}", bank::argument(&proof)),
        };
        (if free { &mut next } else { &mut facts }).push(argument);
        proof.first.race.iter().for_each(|race| next.push(bank::race(race)));
        bank::confidence(&proof.first.certainty).into_iter().for_each(|it| next.push(it));
        costs.push(Cost::new(text, &proof));
        let free = proof.is_conflict_free();
        if drawn.is_none_or(|(_, without)| without && !free) {
            drawn = Some((access, free));
        }
    }
    let Some((access, _)) = drawn else {
        return Err(Diagnostic::plain("usage", "an access is needed").into());
    };
    let mut answer = Answer::new(asked.input, "", Bank::Bank { accesses: costs });
    (answer.lines, answer.next, answer.facts) = (lines, next.0, facts.0);
    Ok((answer, Drawn { memory: asked.memory, bits: asked.bits, machine, access }))
}

/// What is said, each of it once.
struct Said(Vec<String>);

impl Said {
    fn new() -> Said {
        Said(Vec::new())
    }

    fn push(&mut self, words: String) {
        if !self.0.contains(&words) {
            self.0.push(words);
        }
    }
}
