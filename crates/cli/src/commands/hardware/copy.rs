//! `tilework copy`: tiled copies, and which thread moves what.

use std::io;

use clap::Args;
use serde::Serialize;
use tilework::AnyLayout;
use tilework_draw::tiled_copy;
use tilework_hardware::tiled::{Operand, Side, TileMap, TiledCopy};
use tilework_lang::operations::atom::Tiled;
use tilework_lang::report::{Facts, Refusal, hardware};
use tilework_lang::{Diagnostic, Outcome, Value};

use super::answer::Answer;
use super::options::{FactsArgs, OperandArg, Picture, SideArg};
use super::read;
use super::tiles::{self, by, coordinate, pair};
use crate::context::Context;

pub(crate) const HELP: &str = "\
A tiled copy is given by --thr and --val, as for make_tiled_copy, or by --for and --mma, as for make_tiled_copy_A,
_B and _C. An MMA is ATOM;ATOM_LAYOUT;PERMUTATION, of which the later parts may be missing.
Without a question, prints a summary: tile, threads, values, layouts of both sides, coverage.

Examples:
  tilework copy \"UniversalCopy<uint128_t>\" --bits 16 --thr \"(32,8):(8,1)\" --val \"(1,8)\"
  tilework copy \"UniversalCopy<uint128_t>\" --bits 16 --thr \"(32,8):(8,1)\" --val \"(1,8)\" \\
      --partition S \"(64,64):(64,1)\" --thread 3
  tilework copy SM75_U32x4_LDSM_N --for B \\
      --mma \"SM80_16x8x16_F32F16F16F32_TN;(2,2,1):(1,2,4);<32,32,16>\" --retile \"((2,2),8,4)\"";

#[derive(Args)]
pub(crate) struct CopyArgs {
    /// The copy atom: a name of CuTe, or an instruction of PTX
    #[arg(value_name = "ATOM")]
    pub(crate) atom: String,
    /// The bits of an element; by default those of the operand of the MMA; also `--dtype f16`
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    /// From the coordinate of a block of values to its thread
    #[arg(long, value_name = "LAYOUT", requires = "val", conflicts_with_all = ["operand", "mma"], required_unless_present = "mma")]
    pub(crate) thr: Option<String>,
    /// From the coordinate in a block to the value
    #[arg(long, value_name = "LAYOUT", requires = "thr")]
    pub(crate) val: Option<String>,
    /// The operand of the MMA that is copied
    #[arg(
        long = "for",
        id = "operand",
        value_name = "A|B|C",
        requires = "mma",
        hide_possible_values = true
    )]
    pub(crate) operand: Option<OperandArg>,
    /// The tiled MMA whose operand is copied
    #[arg(long, value_name = "MMA", requires = "operand")]
    pub(crate) mma: Option<String>,
    /// The architecture of the MMA, where two have its instruction: rdna3, rdna4
    #[arg(long, value_name = "ARCH", requires = "mma")]
    pub(crate) arch: Option<String>,
    /// The layout from (thread,value) of a side to the tile
    #[arg(long, value_name = "S|D", group = "question", hide_possible_values = true)]
    pub(crate) tv: Option<SideArg>,
    /// What a thread has of a tensor: its values, then the tiles
    #[arg(long, num_args = 2, value_names = ["S|D", "LAYOUT"], group = "question", requires = "thread")]
    pub(crate) partition: Option<Vec<String>>,
    /// The thread of --partition; in a picture, the one that is marked
    #[arg(long, value_name = "N")]
    pub(crate) thread: Option<i64>,
    /// The threads and values that own an element of the tile
    #[arg(long, num_args = 2, value_names = ["S|D", "COORD"], group = "question")]
    pub(crate) who: Option<Vec<String>>,
    /// The element of the tile that a value of a thread is
    #[arg(long, num_args = 2, value_names = ["S|D", "THREAD,VALUE"], group = "question")]
    pub(crate) has: Option<Vec<String>>,
    /// A fragment of the MMA as the copy sees it: its shape (V,M,N), or its layout
    #[arg(long, value_name = "SHAPE", group = "question", requires = "mma")]
    pub(crate) retile: Option<String>,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

/// What was found.
#[derive(Serialize)]
#[serde(rename_all = "lowercase", tag = "kind")]
enum Found {
    /// All of it.
    Copy {
        tile: Vec<i64>,
        threads: i64,
        bits: i64,
        tiled_tv: String,
        s_tv: String,
        d_tv: String,
        coverage: [String; 2],
    },
    /// The layout of a side.
    Tv { side: &'static str, tv: String, tile: Vec<i64> },
    /// Who owns an element.
    Owners { side: &'static str, element: Vec<i64>, owners: Vec<(i64, i64)> },
    /// What a thread owns as one of its values.
    Element { side: &'static str, thread: i64, value: i64, element: Vec<i64> },
    /// What a thread owns of a tensor.
    Partition { side: &'static str, thread: i64, layout: String, offset: i64, outside: i64 },
    /// A fragment of the MMA as the copy sees it.
    Retile { side: &'static str, fragment: String, layout: String },
}

pub(crate) fn run(context: &mut Context, args: &CopyArgs) -> io::Result<u8> {
    let copy = made(context, args);
    match copy.and_then(|copy| Ok((copy, answer(context, args, &copy)?))) {
        Ok((copy, answer)) => {
            let show = read::isolated(args.thread);
            answer.write_drawn(context, args.facts.facts, &args.picture, |title, view| {
                tiled_copy(&copy, title, show, view).map_err(read::undrawn)
            })
        }
        Err(refusal) => context.refuse(refusal),
    }
}

/// A tiled copy: of the layouts of threads and values, or for an operand of a tiled MMA.
///
/// # Errors
/// Why there is none.
fn made(context: &mut Context, args: &CopyArgs) -> Result<TiledCopy, Refusal> {
    let given = match (args.bits, &context.common.dtype) {
        (None, None) => None,
        (bits, _) => Some(read::bits(context, bits, &[])?),
    };
    let bits = given.map_or_else(String::new, |bits| format!(", {bits}"));
    let atom = &args.atom;
    let text = match (args.operand, &args.mma) {
        (Some(operand), Some(text)) => {
            let arch = read::arch(args.arch.as_deref())?;
            let mma = hardware::mma(&context.scope, text, arch);
            let mma = mma.map_err(|diagnostic| Refusal::of(text, diagnostic))?;
            format!("make_tiled_copy_{}({atom}, {mma}{bits})", Operand::from(operand))
        }
        _ => {
            let [thr, val] = [&args.thr, &args.val].map(|text| text.as_deref().unwrap_or("1"));
            format!("make_tiled_copy({atom}, {thr}, {val}{bits})")
        }
    };
    match context.scope.run(&text) {
        Ok(Outcome::Value(Value::Tiled(ref tiled))) if let Tiled::Copy(copy) = tiled => {
            Ok(copy.tiled)
        }
        Ok(_) => Err(Diagnostic::plain("usage", format!("`{atom}` is no atom of a copy")).into()),
        Err(diagnostic) => Err(Refusal::of(&text, diagnostic)),
    }
}

fn answer(
    context: &mut Context,
    args: &CopyArgs,
    copy: &TiledCopy,
) -> Result<Answer<Found>, Refusal> {
    let tile = copy.tile().product_each().unwrap_or(*copy.tile()).leaves().to_vec();
    let size = format!("tile {}, {} threads", by(&tile), copy.threads());
    let map = |side| copy.map(side).map_err(read::refused);
    let said = |line: String, found| Answer::new(&args.atom, line, found);
    if let Some(side) = args.tv {
        let map = map(side.into())?;
        let (side, tv) = (read::letter(side.into()), read::shown(context, map.layout())?);
        let mut answer = said(tv.clone(), Found::Tv { side, tv, tile });
        answer.facts.push(tiles::covered(&map).map_err(read::refused)?);
        return Ok(answer);
    }
    if let Some([side, element]) = pair(&args.who) {
        let side = read::side(side, "--who")?;
        let element = coordinate(element, "--who", "an element of the tile, such as 21,9")?;
        let owners: Vec<(i64, i64)> = map(side)?.owners(element).map_err(read::refused)?.collect();
        let words = format!("{}     ({size})", tiles::owners(&owners));
        let (side, element) = (read::letter(side), element.leaves().to_vec());
        return Ok(said(words, Found::Owners { side, element, owners }));
    }
    if let Some([side, place]) = pair(&args.has) {
        let side = read::side(side, "--has")?;
        let [thread, value] = tiles::thread_value(place, "--has")?;
        let element = map(side)?.element(thread, value).map_err(read::refused)?;
        let words = format!("{element}     ({size})");
        let (side, element) = (read::letter(side), element.leaves().to_vec());
        return Ok(said(words, Found::Element { side, thread, value, element }));
    }
    if let Some([side, tensor]) = pair(&args.partition) {
        let side = read::side(side, "--partition")?;
        let tensor = read::layout(context, tensor)?;
        return partition(context, args, copy, side, &tensor);
    }
    if let Some(fragment) = &args.retile {
        let fragment = read::plain(context, fragment)?;
        // Where both sides are in the order of registers, they are retiled alike.
        let source = copy.retile(Side::Source, &fragment);
        let (side, layout) = match source {
            Ok(layout) => (Side::Source, layout),
            Err(_) => (
                Side::Destination,
                copy.retile(Side::Destination, &fragment).map_err(read::refused)?,
            ),
        };
        let (layout, fragment) = (read::shown(context, &layout)?, read::shown(context, &fragment)?);
        let found = Found::Retile { side: read::letter(side), fragment, layout: layout.clone() };
        return Ok(said(layout, found));
    }
    summary(context, args, copy, &size, tile)
}

fn partition(
    context: &Context,
    args: &CopyArgs,
    copy: &TiledCopy,
    side: Side,
    tensor: &AnyLayout,
) -> Result<Answer<Found>, Refusal> {
    let thread = args.thread.unwrap_or(0);
    let (part, offset) = copy.partition(side, tensor, thread).map_err(read::refused)?;
    let shape = tensor.shape();
    let overhang = copy.overhang(&shape).map_err(read::refused)?;
    let outside = match overhang.elements {
        0 => 0,
        _ => {
            let predicate = copy.predicate(side, &shape, thread).map_err(read::refused)?;
            predicate.outside().map_err(read::refused)?
        }
    };
    let line = read::shown_at(context, &part, offset)?;
    let layout = read::shown_any(context, &part)?;
    let found = Found::Partition { side: read::letter(side), thread, layout, offset, outside };
    let mut answer = Answer::new(&args.atom, line, found);
    answer.next.extend(tiles::sticks_out(&overhang, &shape, &["m", "n"]));
    answer.facts.push(Facts::of(&part).to_string());
    Ok(answer)
}

fn summary(
    context: &Context,
    args: &CopyArgs,
    copy: &TiledCopy,
    size: &str,
    tile: Vec<i64>,
) -> Result<Answer<Found>, Refusal> {
    let map = |side| -> Result<(TileMap, String, String), Refusal> {
        let map = copy.map(side).map_err(read::refused)?;
        let (tv, covered) = (read::shown(context, map.layout())?, tiles::covered(&map));
        Ok((map, tv, covered.map_err(read::refused)?))
    };
    let (source, s_tv, s_covered) = map(Side::Source)?;
    let (destination, d_tv, d_covered) = map(Side::Destination)?;
    let width = s_tv.len().max(d_tv.len());
    let line = |side: Side, map: &TileMap, tv: &str, covered: &str| {
        let atom = copy.atom().side(side).mode(1).map_or(1, |values| values.size());
        let bytes = bits_of(atom * copy.bits());
        let values = map.values();
        let plural = if values == 1 { "" } else { "s" };
        let side = read::letter(side);
        format!("{side}  {tv:width$}   {values} value{plural} a thread, {bytes} at once, {covered}")
    };
    let lines = [
        line(Side::Source, &source, &s_tv, &s_covered),
        line(Side::Destination, &destination, &d_tv, &d_covered),
    ];
    let found = Found::Copy {
        tile,
        threads: copy.threads(),
        bits: copy.bits(),
        tiled_tv: read::shown(context, copy.tv())?,
        s_tv,
        d_tv,
        coverage: [s_covered, d_covered],
    };
    let first = format!("{size}, elements of {} bits", copy.bits());
    let mut answer = Answer::new(&args.atom, first, found);
    answer.lines.extend(lines);
    Ok(answer)
}

/// A number of bits, in bytes where they are whole.
fn bits_of(bits: i64) -> String {
    match bits % 8 {
        0 if bits == 8 => "1 byte".to_owned(),
        0 => format!("{} bytes", bits / 8),
        _ => format!("{bits} bits"),
    }
}
