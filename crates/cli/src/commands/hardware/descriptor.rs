//! `tilework descriptor`: descriptors of operands in shared memory, as wgmma and tcgen05 read them.

use std::io;

use clap::{Args, ValueEnum};
use serde::Serialize;
use tilework_hardware::canonical::Major;
use tilework_hardware::descriptor::{Descriptor, DescriptorError, Misfits, Operand, Remedy, Unit};
use tilework_lang::Diagnostic;
use tilework_lang::report::Refusal;

use super::answer::Answer;
use super::options::FactsArgs;
use super::read;
use crate::context::Context;

pub(crate) const HELP: &str = "\
Finds the mode, LBO and SBO, in bytes, of the descriptor of a tile of one instruction; with --address also its value.
Where there is none, says which element breaks which mode, and which layout would fit. Exit code 1 when there is none.

Examples:
  tilework descriptor \"Sw<3,3,3> o 0 o ((8,16),(64,1)):((64,512),(1,0))\" --major K --bits 16 --tile 64x16
  tilework descriptor \"(64,64):(64,1)\" --major K --bits 16 --tile 64x16
  tilework descriptor \"tile_to_shape(Sw<3,3,3> o 0 o (8,64):(64,1), (128,64))\" --major K --bits 16 --tile 64x16 \\
      --arch tcgen05 --address 0x400";

#[derive(Args)]
pub(crate) struct DescriptorArgs {
    /// The layout of the operand in shared memory, (MN,K), or an expression that gives one
    #[arg(value_name = "LAYOUT")]
    pub(crate) layout: String,
    /// Which mode is contiguous
    #[arg(long, value_name = "K|MN", hide_possible_values = true)]
    pub(crate) major: MajorArg,
    /// The bits of an element; also `--dtype f16`, or those of a pasted smem_ptr[16b](...)
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// The part of the operand that one instruction reads; by default all of MN, and 256 bits of K
    #[arg(long, value_name = "MNxK")]
    pub(crate) tile: Option<String>,
    /// The instruction that reads it
    #[arg(
        long,
        value_name = "wgmma|tcgen05",
        default_value = "wgmma",
        hide_possible_values = true
    )]
    pub(crate) arch: ArchArg,
    /// The address of the layout in shared memory: prints the value of the descriptor
    #[arg(long, value_name = "BYTES")]
    pub(crate) address: Option<String>,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
}

/// `--major`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MajorArg {
    /// K is contiguous
    #[value(name = "K", alias = "k")]
    K,
    /// M or N is contiguous
    #[value(name = "MN", aliases = ["mn", "M", "N", "m", "n"])]
    Mn,
}

/// `--arch`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ArchArg {
    /// Hopper
    #[value(aliases = ["sm90", "sm_90", "hopper"])]
    Wgmma,
    /// Blackwell
    #[value(aliases = ["sm100", "sm_100", "blackwell"])]
    Tcgen05,
}

/// What was found.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Found {
    /// The descriptor; without a mode there is none.
    Descriptor {
        mode: Option<&'static str>,
        lbo: Option<i64>,
        sbo: Option<i64>,
        start_bytes: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// For each mode, the element that breaks it.
        #[serde(skip_serializing_if = "Vec::is_empty")]
        misfits: Vec<String>,
        /// What would fit.
        #[serde(skip_serializing_if = "Option::is_none")]
        remedy: Option<String>,
    },
}

pub(crate) fn run(context: &mut Context, args: &DescriptorArgs) -> io::Result<u8> {
    match answer(context, args) {
        Ok(answer) => answer.write(context, args.facts.facts),
        Err(refusal) => context.refuse(refusal),
    }
}

fn answer(context: &mut Context, args: &DescriptorArgs) -> Result<Answer<Found>, Refusal> {
    let bits = read::bits(context, args.bits, &[&args.layout])?;
    let layout = read::layout(context, &args.layout)?;
    let major = match args.major {
        MajorArg::K => Major::K,
        MajorArg::Mn => Major::Mn,
    };
    let unit = match args.arch {
        ArchArg::Wgmma => Unit::Wgmma,
        ArchArg::Tcgen05 => Unit::Tcgen05,
    };
    let [mn, k] = match &args.tile {
        Some(tile) => extents(tile)?,
        None => {
            let rows = layout.inner().mode(0).map_or(1, |mode| mode.size());
            [rows, i64::from(256 / bits.max(1))]
        }
    };
    let operand = Operand { major, bits, mn, k };
    let found = match Descriptor::find(&layout, &operand, unit) {
        Ok(found) => found,
        Err(DescriptorError::NoMode(misfits)) => {
            let remedy = Remedy::find(&layout, &operand, unit);
            return Ok(none(&args.layout, &misfits, remedy.as_ref()));
        }
        Err(error) => return Err(read::refused(error)),
    };
    let value = match &args.address {
        Some(address) => {
            let address = read::bytes(address, "--address")?;
            Some(format!("{:#018x}", found.value(address, unit).map_err(read::refused)?))
        }
        None => None,
    };
    let mut answer = Answer::new(
        &args.layout,
        found.to_string(),
        Found::Descriptor {
            mode: Some(found.mode.name()),
            lbo: Some(found.lbo_bytes),
            sbo: Some(found.sbo_bytes),
            start_bytes: Some(found.start_bytes),
            value: value.clone(),
            misfits: Vec::new(),
            remedy: None,
        },
    );
    answer.lines.extend(value);
    if found.start_bytes != 0 {
        answer.next.push(format!("it starts {} bytes behind the layout", found.start_bytes));
    }
    answer.next.extend(operand.notes(unit).map(|note| note.to_string()));
    answer.facts.push(format!(
        "the layout is aligned to {} bytes, or the base offset says where it is in the pattern",
        found.mode.atom_bytes()
    ));
    Ok(answer)
}

/// That there is none, and what would fit.
fn none(input: &str, misfits: &Misfits, remedy: Option<&Remedy>) -> Answer<Found> {
    let line = match remedy {
        Some(remedy) => format!("none; {remedy}"),
        None => format!("none: {misfits}"),
    };
    let each: Vec<String> = misfits.iter().map(|misfit| misfit.to_string()).collect();
    let found = Found::Descriptor {
        mode: None,
        lbo: None,
        sbo: None,
        start_bytes: None,
        value: None,
        misfits: each.clone(),
        remedy: remedy.map(ToString::to_string),
    };
    let mut answer = Answer::new(input, line, found);
    answer.holds = false;
    answer.facts = each;
    answer
}

/// Two extents, `64x16`.
fn extents(text: &str) -> Result<[i64; 2], Diagnostic> {
    let numbers: Option<Vec<i64>> =
        text.split(['x', ',']).map(|part| part.trim().parse().ok()).collect();
    match numbers.as_deref() {
        Some(&[mn, k]) => Ok([mn, k]),
        _ => {
            let message = format!("--tile needs MN and K, such as 64x16, not `{text}`");
            Err(Diagnostic::plain("usage", message))
        }
    }
}
