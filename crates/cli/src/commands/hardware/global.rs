//! `tilework global`: sectors and lines of an access to global memory, and its widest vector.

use std::io;

use clap::Args;
use serde::Serialize;
use tilework::{AnyLayout, Layout};
use tilework_draw::sectors;
use tilework_hardware::access::{Access, AccessError};
use tilework_hardware::global::{
    ALIGNMENT_BYTES, Report, Side, report, report_iteration, widest, widest_of_copy, worst_base,
};
use tilework_hardware::machine::{Confidence, Machine};
use tilework_lang::report::Refusal;
use tilework_lang::report::hardware::Described;

use super::answer::Answer;
use super::options::{FactsArgs, MachineArgs, Picture};
use super::read;
use crate::context::Context;

pub(crate) const HELP: &str = "\
With --width, counts the sectors and lines of every instruction; efficiency is the part of the bytes of these sectors
that was asked for. Without it, finds the widest legal vector: for every thread the values are neighbours in order,
and all first addresses are multiples of the width. With --smem, the widest for both sides of a copy.
`tilework help bank` says how an ACCESS is written.

Examples:
  tilework global \"(128,100):(100,1)\" --tv \"((16,2),4):((512,1),128)\" --bits 16 --width 8
  tilework global \"(64,66):(66,1)\" --tv \"((8,4),8):((512,1),64)\" --bits 16
  tilework global \"1024:1\" --bits 32 --access column:4B --base 16
  tilework global \"1024:1\" --bits 32 --access column:4B --align 4     the worst case over all bases";

#[derive(Args)]
pub(crate) struct GlobalArgs {
    /// The layout of global memory, or an expression that gives one
    #[arg(value_name = "LAYOUT")]
    pub(crate) layout: String,
    /// The bits of an element; also `--dtype f16`, or those of a pasted gmem_ptr[16b](...)
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// From (thread,value), or (thread,value,iteration), to the index of an element
    #[arg(long, value_name = "LAYOUT", required_unless_present = "access")]
    pub(crate) tv: Option<String>,
    /// Instead of --tv: an access
    #[arg(long, value_name = "ACCESS", conflicts_with = "tv")]
    pub(crate) access: Option<String>,
    /// The bytes that a lane accesses at once
    #[arg(long, value_name = "BYTES")]
    pub(crate) width: Option<u32>,
    /// The byte address at which the layout starts
    #[arg(long, value_name = "BYTES", default_value_t = 0, conflicts_with = "align")]
    pub(crate) base: i64,
    /// What the address at which the layout starts is a multiple of; the answer is that of the worst
    /// [default: 256, what cudaMalloc gives]
    #[arg(long, value_name = "BYTES")]
    pub(crate) align: Option<u32>,
    /// The layout of shared memory, for a copy between both by the same (thread,value)
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) smem: Option<String>,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
    #[command(flatten, next_help_heading = "Machine")]
    pub(crate) machine: MachineArgs,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// What was found.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Found {
    /// The sectors of the first iteration.
    Global {
        instructions: u64,
        sectors: u64,
        lines: u64,
        bytes: u64,
        ideal: u64,
        efficiency: [u64; 2],
        first: [u32; 2],
        same: bool,
        coalesced: bool,
        broadcast: bool,
        /// The base that this is about, where it is the worst of several.
        #[serde(skip_serializing_if = "Option::is_none")]
        base: Option<i64>,
        iterations: i64,
        confidence: String,
    },
    /// The widest vector.
    Width {
        bytes: u32,
        #[serde(skip_serializing_if = "Option::is_none")]
        global_bytes: Option<u32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        shared_bytes: Option<u32>,
        reason: String,
    },
}

/// A memory, and an access to it.
struct Asked {
    memory: AnyLayout,
    bits: u32,
    machine: Described,
    access: Access,
    /// Whether the width was given; else it is the widest.
    given: bool,
}

pub(crate) fn run(context: &mut Context, args: &GlobalArgs) -> io::Result<u8> {
    let asked = asked(context, args);
    let answer = asked.and_then(|asked| Ok((answer(context, args, &asked)?, asked)));
    match answer {
        Ok((answer, asked)) => {
            answer.write_drawn(context, args.facts.facts, &args.picture, |title, view| {
                let Asked { memory, bits, machine, access, .. } = &asked;
                machine
                    .with(|machine| sectors(memory, access, *bits, machine, None, title, view))
                    .map_err(read::undrawn)
            })
        }
        Err(refusal) => context.refuse(refusal),
    }
}

fn asked(context: &mut Context, args: &GlobalArgs) -> Result<Asked, Refusal> {
    let machine = read::machine(context, &args.machine)?;
    let text = match (&args.tv, &args.access) {
        (Some(tv), _) => format!("tv={tv}"),
        (None, access) => access.clone().unwrap_or_default(),
    };
    let bits = read::bits(context, args.bits, &[&args.layout])?;
    let memory = read::layout(context, &args.layout)?;
    let mut written = read::access(context, &text)?;
    written.width_bytes = args.width.or(written.width_bytes);
    let given = written.width_bytes;
    let made = |written: &_| {
        let made = machine.with(|machine| read::on_memory(&text, written, &memory, bits, machine));
        made.map(|access| access.based_at(args.base))
    };
    let mut access = made(&written)?;
    if given.is_none() {
        let (widest, _) = machine.with(|machine| width(&memory, &access, bits, args, machine))?;
        written.width_bytes = Some(widest).filter(|&bytes| bytes > 0);
        access = made(&written)?;
    }
    Ok(Asked { memory, bits, machine, access, given: given.is_some() })
}

fn answer(
    context: &mut Context,
    args: &GlobalArgs,
    asked: &Asked,
) -> Result<Answer<Found>, Refusal> {
    let Asked { memory, bits, machine, access, given } = asked;
    if !given || args.smem.is_some() {
        return widest_answer(context, args, asked);
    }
    let iterations = access.iterations().size();
    let (report, base, next) = machine
        .with(|machine| match args.align {
            Some(align) => {
                let worst = worst_base(memory, access, *bits, machine, align)?;
                let next = match worst.bases {
                    1 => "the same at every base".to_owned(),
                    bases => format!(
                        "at base {} bytes, the worst of {bases}; at best {} sectors",
                        worst.base_bytes, worst.least_sectors
                    ),
                };
                Ok((worst.report, Some(worst.base_bytes), Some(next)))
            }
            None => {
                let first = report(memory, access, *bits, machine)?;
                Ok((first, None, all(memory, access, *bits, machine, &first)?))
            }
        })
        .map_err(|error: AccessError| read::refused(error))?;
    let found = Found::Global {
        instructions: report.instructions,
        sectors: report.sectors,
        lines: report.lines,
        bytes: report.bytes,
        ideal: report.ideal,
        efficiency: [report.efficiency.numerator, report.efficiency.denominator],
        first: [report.first.sectors, report.first.lines],
        same: report.same,
        coalesced: report.coalesced,
        broadcast: report.broadcast,
        base,
        iterations,
        confidence: report.certainty.confidence.to_string(),
    };
    let mut line = report.to_string();
    if report.instructions > 1 {
        line += &format!(" in {} instructions", report.instructions);
    }
    let mut answer = Answer::new(&args.layout, line, found);
    answer.next.extend(next);
    if report.certainty.confidence > Confidence::A {
        answer.next.push(format!("confidence {}", report.certainty));
    }
    if let Some(worst) = report.worst.filter(|_| report.instructions > 1) {
        answer.facts.push(format!(
            "the worst is instruction {} of warp {}: {} sectors, ideal {}",
            worst.instruction, worst.warp, worst.counts.sectors, worst.counts.ideal
        ));
    }
    if args.align.is_none() && args.base == 0 {
        answer.facts.push(format!("the base is a multiple of {ALIGNMENT_BYTES} bytes"));
    }
    Ok(answer)
}

/// The most iterations that are counted.
const MOST: i64 = 1 << 12;

/// What all iterations cost, where that is not what the first does.
fn all(
    memory: &AnyLayout,
    access: &Access,
    bits: u32,
    machine: &Machine<'_>,
    first: &Report,
) -> Result<Option<String>, AccessError> {
    let iterations = access.iterations().size();
    if iterations > MOST {
        return Ok(Some(format!("this is the first of {iterations} iterations")));
    }
    let (mut sectors, mut ideal) = (0, 0);
    for iteration in 0..iterations {
        let report = report_iteration(memory, access, bits, machine, iteration)?;
        sectors += report.sectors;
        ideal += report.ideal;
    }
    let alike = sectors == first.sectors * iterations.unsigned_abs()
        && ideal == first.ideal * iterations.unsigned_abs();
    Ok((!alike).then(|| format!("in all {iterations} iterations {sectors} sectors, ideal {ideal}")))
}

/// The widest vector, and why it is not wider.
fn width(
    memory: &AnyLayout,
    access: &Access,
    bits: u32,
    args: &GlobalArgs,
    machine: &Machine<'_>,
) -> Result<(u32, String), Refusal> {
    let tv = tv(access).map_err(read::refused)?;
    let found = widest(memory, &tv, bits, base(args), machine.global_widths_bytes);
    found.map(|found| (found.width_bytes, found.to_string())).map_err(read::refused)
}

/// From (thread, value, iteration) to indices.
fn tv(access: &Access) -> Result<Layout, AccessError> {
    Ok(Layout::concat(&[*access.threads(), *access.values(), *access.iterations()])?)
}

/// Where the memory begins, or what it is aligned to.
fn base(args: &GlobalArgs) -> i64 {
    match (args.base, args.align) {
        (0, Some(align)) => i64::from(align),
        (0, None) => i64::from(ALIGNMENT_BYTES),
        (base, _) => base,
    }
}

fn widest_answer(
    context: &mut Context,
    args: &GlobalArgs,
    asked: &Asked,
) -> Result<Answer<Found>, Refusal> {
    let Asked { memory, bits, machine, access, .. } = asked;
    let Some(text) = &args.smem else {
        let found = machine.with(|machine| width(memory, access, *bits, args, machine));
        let (bytes, line) = found?;
        let reason = line.split_once(": ").map_or("", |(_, reason)| reason).to_owned();
        let found = Found::Width { bytes, global_bytes: None, shared_bytes: None, reason };
        let mut answer = Answer::new(&args.layout, line, found);
        answer.holds = bytes > 0;
        return Ok(answer);
    };
    let shared = read::layout(context, text)?;
    let tv = tv(access).map_err(read::refused)?;
    let found = machine.with(|machine| {
        let global = Side {
            memory: memory.into(),
            tv: &tv,
            base_bytes: base(args),
            widths_bytes: machine.global_widths_bytes,
        };
        let widths_bytes = machine.widths_bytes;
        let base_bytes = i64::from(ALIGNMENT_BYTES);
        let shared = Side { memory: (&shared).into(), base_bytes, widths_bytes, ..global };
        widest_of_copy(&global, &shared, *bits)
    });
    let found = found.map_err(read::refused)?;
    let [global, shared] = [found.source, found.destination];
    let side = if global.width_bytes <= shared.width_bytes { "global" } else { "shared" };
    let line = format!("{} ({side} memory)", found.limiting());
    let value = Found::Width {
        bytes: found.width_bytes,
        global_bytes: Some(global.width_bytes),
        shared_bytes: Some(shared.width_bytes),
        reason: found.limiting().to_string(),
    };
    let mut answer = Answer::new(&args.layout, line, value);
    answer.holds = found.width_bytes > 0;
    answer.facts.push(format!("global memory alone: {global}"));
    answer.facts.push(format!("shared memory alone: {shared}"));
    Ok(answer)
}
