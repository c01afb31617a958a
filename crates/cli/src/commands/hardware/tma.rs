//! `tilework tma`: tensor maps of TMA, checked or derived from two layouts.

use std::io;

use clap::Args;
use serde::Serialize;
use tilework_hardware::tma::{
    Broken, DESTINATION_BYTES, ElementType, Interleave, LargestBox, TensorMap, TmaError, TmaSwizzle,
};
use tilework_lang::Diagnostic;
use tilework_lang::report::Refusal;

use super::answer::Answer;
use super::options::FactsArgs;
use super::read;
use super::tiles::by;
use crate::context::Context;

pub(crate) const HELP: &str = "\
Checks a tensor map by the rules of cuTensorMapEncodeTiled: dimensions, boxes and element strides count elements,
strides count bytes; dimension 0 is contiguous and has no stride. With --gmem and --smem, derives the largest legal
box from the two layouts. Exit code 1 when a rule is broken, or there is no box.

Examples:
  tilework tma --bits 16 --dim 4096,4096 --stride 8192 --box 64,64 --swizzle 128B
  tilework tma --bits 16 --gmem \"(4096,4096):(4096,1)\" --smem \"Sw<3,3,3> o 0 o (64,64):(64,1)\"";

#[derive(Args)]
pub(crate) struct TmaArgs {
    /// The bits of an element; also `--dtype f16`
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// The dimensions of the tensor, the contiguous one first
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        required_unless_present = "gmem",
        requires = "box",
        allow_negative_numbers = true
    )]
    pub(crate) dim: Vec<i64>,
    /// The strides of dimensions 1, 2, ... in bytes
    #[arg(long, value_name = "BYTES,...", value_delimiter = ',', allow_negative_numbers = true)]
    pub(crate) stride: Vec<i64>,
    /// The box in shared memory
    #[arg(
        long = "box",
        id = "box",
        value_name = "N,...",
        value_delimiter = ',',
        requires = "dim",
        allow_negative_numbers = true
    )]
    pub(crate) shape: Vec<i64>,
    /// Take every N-th element of a dimension; by default each
    #[arg(
        long,
        value_name = "N,...",
        value_delimiter = ',',
        requires = "dim",
        allow_negative_numbers = true
    )]
    pub(crate) element_strides: Vec<i64>,
    /// NONE, 32B, 64B, 128B, 128B_ATOM_32B, 128B_ATOM_32B_FLIP_8B or 128B_ATOM_64B
    #[arg(long, value_name = "MODE", default_value = "NONE")]
    pub(crate) swizzle: String,
    /// NONE, 16B or 32B
    #[arg(long, value_name = "MODE", default_value = "NONE")]
    pub(crate) interleave: String,
    /// The address of the tensor in global memory
    #[arg(long, value_name = "BYTES", default_value = "0")]
    pub(crate) address: String,
    /// The layout of global memory
    #[arg(long, value_name = "LAYOUT", requires = "smem", conflicts_with_all = ["dim", "stride", "box"])]
    pub(crate) gmem: Option<String>,
    /// The layout of shared memory
    #[arg(long, value_name = "LAYOUT", requires = "gmem")]
    pub(crate) smem: Option<String>,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
}

/// What was found.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Found {
    /// The rules that a tensor map breaks, by their names, and in words.
    Tma { broken: Vec<&'static str>, messages: Vec<String>, shared_bytes: Option<i64> },
    /// The box of two layouts, and its tensor map.
    Box {
        dims: Vec<i64>,
        strides_bytes: Vec<i64>,
        #[serde(rename = "box")]
        shape: Vec<i64>,
        swizzle: &'static str,
        /// What each dimension walks along: a mode of global memory, and its step.
        modes: Vec<[i64; 2]>,
        elements: i64,
        bytes: i64,
        instructions: Option<i64>,
        alignment_bytes: i64,
        limit: Option<String>,
    },
}

pub(crate) fn run(context: &mut Context, args: &TmaArgs) -> io::Result<u8> {
    let answer = match (&args.gmem, &args.smem) {
        (Some(gmem), Some(smem)) => derived(context, args, gmem, smem),
        _ => checked(context, args),
    };
    match answer {
        Ok(answer) if answer.holds || context.json => answer.write(context, args.facts.facts),
        // A map that the driver refuses is an error.
        Ok(answer) => context.refuse(Diagnostic::plain("broken-rule", answer.lines.join("; "))),
        Err(refusal) => context.refuse(refusal),
    }
}

/// Which rules the tensor map breaks.
fn checked(context: &Context, args: &TmaArgs) -> Result<Answer<Found>, Refusal> {
    let ones = vec![1; args.dim.len()];
    let given = !args.element_strides.is_empty();
    let map = TensorMap {
        element: element(context, args)?,
        address: read::bytes(&args.address, "--address")?,
        dims: &args.dim,
        strides_bytes: &args.stride,
        box_dims: &args.shape,
        element_strides: if given { &args.element_strides } else { &ones },
        interleave: named(
            "--interleave",
            &args.interleave,
            Interleave::ALL.map(|it| (it.name(), it)),
        )?,
        swizzle: named("--swizzle", &args.swizzle, TmaSwizzle::ALL.map(|it| (it.name(), it)))?,
    };
    let broken: Vec<Broken> = map.broken().map_err(refused)?.collect();
    let input = format!("--dim {} --box {}", by(map.dims), by(map.box_dims));
    let found = Found::Tma {
        broken: broken.iter().map(Broken::name).collect(),
        messages: broken.iter().map(ToString::to_string).collect(),
        shared_bytes: map.shared_bytes().filter(|_| broken.is_empty()),
    };
    let mut answer = Answer::new(input, "", found);
    answer.holds = broken.is_empty();
    if !answer.holds {
        answer.lines = vec![broken.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")];
        return Ok(answer);
    }
    let bytes = map.shared_bytes().unwrap_or(0);
    let align = map.swizzle.alignment_bytes().max(DESTINATION_BYTES);
    answer.lines =
        vec![format!("legal: a box of {bytes} bytes in shared memory, aligned to {align} bytes")];
    if let Ok(layout) = map.shared_layout_on_bytes() {
        answer.facts.push(format!("bytes of shared memory: {layout}"));
    }
    Ok(answer)
}

/// The largest box that moves a tile between two layouts.
fn derived(
    context: &mut Context,
    args: &TmaArgs,
    gmem: &str,
    smem: &str,
) -> Result<Answer<Found>, Refusal> {
    let bits = read::bits(context, args.bits, &[smem, gmem])?;
    let (global, shared) = (read::plain(context, gmem)?, read::layout(context, smem)?);
    let found = LargestBox::new(&shared, &global, bits).map_err(refused)?;
    let map = found.tensor_map();
    let (dims, strides, shape) = (map.dims, map.strides_bytes, map.box_dims);
    let (list, align) = (read::list, found.alignment_bytes());
    let line = format!(
        "--dim {} --stride {} --box {} --swizzle {}",
        list(dims),
        list(strides),
        list(shape),
        map.swizzle.name()
    );
    let line = line.replace(" --stride  ", " ");
    let modes = found.modes().iter();
    let value = Found::Box {
        dims: dims.to_vec(),
        strides_bytes: strides.to_vec(),
        shape: shape.to_vec(),
        swizzle: map.swizzle.name(),
        modes: modes.clone().map(|walk| [walk.mode as i64, walk.step]).collect(),
        elements: found.elements,
        bytes: found.bytes(),
        instructions: found.instructions,
        alignment_bytes: align,
        limit: found.limit.map(|limit| limit.to_string()),
    };
    let mut answer = Answer::new(smem, line, value);
    let boxes = match found.instructions {
        Some(1) => "the whole tile in one instruction".to_owned(),
        Some(count) => format!("{count} boxes are the tile"),
        None => "boxes of this map do not make up the tile".to_owned(),
    };
    answer.next.push(format!("{} bytes, aligned to {align}; {boxes}", found.bytes()));
    if let Some(limit) = found.limit {
        answer.next.push(format!("not larger: {limit}"));
    }
    if let Some(mode) = found.ragged {
        answer.next.push(format!(
            "mode {mode} of global memory is no whole number of boxes: beyond its end the last box has elements of the next \
             row, not zeros"
        ));
    }
    let along = modes.map(|walk| match walk.step {
        1 => format!("mode {}", walk.mode),
        step => format!("mode {} by {step}", walk.mode),
    });
    answer.facts.push(format!("dimensions: {}", along.collect::<Vec<_>>().join(", ")));
    Ok(answer)
}

/// The type of an element: of so many bits, or by its name.
fn element(context: &Context, args: &TmaArgs) -> Result<ElementType, Refusal> {
    if let (None, Some(name)) = (args.bits, &context.common.dtype)
        && let Some(element) = ElementType::from_name(name)
    {
        return Ok(element);
    }
    ElementType::from_bits(read::bits(context, args.bits, &[])?).map_err(refused)
}

/// What an option names, in upper or lower case.
fn named<T: Copy, const N: usize>(
    option: &str,
    text: &str,
    all: [(&'static str, T); N],
) -> Result<T, Refusal> {
    let names = || all.iter().map(|(name, _)| *name);
    let found = all.iter().find(|(name, _)| name.eq_ignore_ascii_case(text));
    Ok(found.map(|(_, it)| *it).ok_or_else(|| {
        let mut out = Diagnostic::plain("usage", format!("{option}: there is no `{text}`"));
        let names = names().collect::<Vec<_>>().join(", ");
        out.help = Some(format!("there are {names}"));
        out
    })?)
}

fn refused(error: TmaError) -> Refusal {
    read::refused(error)
}
