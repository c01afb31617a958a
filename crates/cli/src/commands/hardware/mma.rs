//! `tilework mma`: tiled MMAs, and which thread owns what.

mod words;

use std::io;

use clap::Args;
use serde::Serialize;
use tilework::AnyLayout;
use tilework_draw::tiled_mma;
use tilework_hardware::tiled::{Operand, TiledMma};
use tilework_lang::report::{Facts, Refusal};

use super::answer::Answer;
use super::options::{FactsArgs, OperandArg, Picture};
use super::read;
use super::tiles::{self, by, coordinate, pair};
use crate::context::Context;

pub(crate) const HELP: &str = "\
--atoms says how atoms are laid out over warps along M, N and K, --perm which elements lie at the positions that they
are dealt: CuTe's PermutationMNK, in which a number only sets the size of the tile.
Without a question, prints a summary: tile, threads, layouts of A, B and C, coverage.

Examples:
  tilework mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\"
  tilework mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\" --who C 21,9
  tilework mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\" --has C 116,1
  tilework mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\" --partition C \"(64,64):(64,1)\" --thread 22
  tilework mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\" --perm \"<32,(8,2,2):(1,16,8),16>\" --tv B
  tilework mma SM80_16x8x16_F32F16F16F32_TN --atoms \"(2,2,1):(1,2,0)\" --thread 5 -o mma.svg";

#[derive(Args)]
pub(crate) struct MmaArgs {
    /// The atom: a name of CuTe, or an instruction of PTX or of AMD
    #[arg(value_name = "ATOM")]
    pub(crate) atom: String,
    /// The architecture of the atom, where two have its instruction: rdna3, rdna4
    #[arg(long, value_name = "ARCH")]
    pub(crate) arch: Option<String>,
    /// How atoms are laid out over warps, along M, N and K; by default there is one
    #[arg(long, value_name = "LAYOUT")]
    pub(crate) atoms: Option<String>,
    /// PermutationMNK: for each of M, N and K a size, a layout, or `_`
    #[arg(long, value_name = "TILER")]
    pub(crate) perm: Option<String>,
    /// The layout from (thread,value) of an operand to the tile
    #[arg(long, value_name = "A|B|C", group = "question", hide_possible_values = true)]
    pub(crate) tv: Option<OperandArg>,
    /// The threads and values that own an element of the tile
    #[arg(long, num_args = 2, value_names = ["A|B|C", "COORD"], group = "question")]
    pub(crate) who: Option<Vec<String>>,
    /// The element of the tile that a value of a thread is
    #[arg(long, num_args = 2, value_names = ["A|B|C", "THREAD,VALUE"], group = "question")]
    pub(crate) has: Option<Vec<String>>,
    /// What a thread has of a tensor: the values of the atom, then its repetitions
    #[arg(long, num_args = 2, value_names = ["A|B|C", "LAYOUT"], group = "question")]
    pub(crate) partition: Option<Vec<String>>,
    /// The thread of --partition; in a picture, the one that is marked
    #[arg(long, value_name = "N")]
    pub(crate) thread: Option<i64>,
    /// With --partition: the layout of its values in registers
    #[arg(long, requires = "partition")]
    pub(crate) fragment: bool,
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
    Mma {
        tile: [i64; 3],
        threads: i64,
        #[serde(skip_serializing_if = "Option::is_none")]
        thr_vmnk: Option<String>,
        a_tv: String,
        b_tv: String,
        c_tv: String,
        coverage: [String; 3],
    },
    /// The layout of an operand.
    Tv { operand: &'static str, tv: String, tile: Vec<i64>, copies: i64 },
    /// Who owns an element.
    Owners { operand: &'static str, element: Vec<i64>, owners: Vec<(i64, i64)> },
    /// What a thread owns as one of its values.
    Element { operand: &'static str, thread: i64, value: i64, element: Vec<i64> },
    /// What a thread owns of a tensor.
    Partition {
        operand: &'static str,
        thread: i64,
        layout: String,
        offset: i64,
        fragment: String,
        outside: i64,
    },
}

pub(crate) fn run(context: &mut Context, args: &MmaArgs) -> io::Result<u8> {
    let [atoms, perm, arch] = [&args.atoms, &args.perm, &args.arch].map(Option::as_deref);
    let mma = read::mma(context, &args.atom, atoms, perm, arch);
    let answer = mma.and_then(|mma| Ok((mma, answer(context, args, &mma)?)));
    match answer {
        Ok((mma, answer)) => {
            let show = read::isolated(args.thread);
            answer.write_drawn(context, args.facts.facts, &args.picture, |title, view| {
                tiled_mma(&mma, title, show, view).map_err(read::undrawn)
            })
        }
        Err(refusal) => context.refuse(refusal),
    }
}

fn answer(context: &mut Context, args: &MmaArgs, mma: &TiledMma) -> Result<Answer<Found>, Refusal> {
    let size = format!("tile {}, {} threads", by(&mma.tile()), mma.threads());
    if let Some(operand) = args.tv {
        return tv(context, args, mma, operand.into());
    }
    if let Some([operand, element]) = pair(&args.who) {
        let operand = read::operand(operand, "--who")?;
        let wanted = "an element of the tile, such as 21,9";
        let element = coordinate(element, "--who", wanted)?;
        let map = mma.map(operand).map_err(read::refused)?;
        let owners: Vec<(i64, i64)> = map.owners(element).map_err(read::refused)?.collect();
        let words = format!("{}     ({size})", tiles::owners(&owners));
        let (operand, element) = (operand.name(), element.leaves().to_vec());
        return Ok(Answer::new(&args.atom, words, Found::Owners { operand, element, owners }));
    }
    if let Some([operand, place]) = pair(&args.has) {
        let operand = read::operand(operand, "--has")?;
        let [thread, value] = tiles::thread_value(place, "--has")?;
        let map = mma.map(operand).map_err(read::refused)?;
        let element = map.element(thread, value).map_err(read::refused)?;
        let words = format!("{element}     ({size})");
        let (operand, element) = (operand.name(), element.leaves().to_vec());
        let found = Found::Element { operand, thread, value, element };
        return Ok(Answer::new(&args.atom, words, found));
    }
    if let Some([operand, tensor]) = pair(&args.partition) {
        let operand = read::operand(operand, "--partition")?;
        let tensor = read::layout(context, tensor)?;
        return partition(context, args, mma, operand, &tensor);
    }
    summary(context, args, mma, &size)
}

fn tv(
    context: &Context,
    args: &MmaArgs,
    mma: &TiledMma,
    operand: Operand,
) -> Result<Answer<Found>, Refusal> {
    let map = mma.map(operand).map_err(read::refused)?;
    let tv = read::shown(context, map.layout())?;
    let owns = words::owns(mma, operand).map_err(read::refused)?;
    let line = match owns {
        Some(owns) => format!("{tv}   {owns}"),
        None => tv.clone(),
    };
    let tile = map.tile().leaves().to_vec();
    let found = Found::Tv { operand: operand.name(), tv, tile, copies: map.copies() };
    let mut answer = Answer::new(&args.atom, line, found);
    answer.next.extend(wrong_in_cute(mma, operand)?);
    answer.facts.push(tiles::covered(&map).map_err(read::refused)?);
    Ok(answer)
}

/// That CuTe has another layout of C, which leaves the tile.
fn wrong_in_cute(mma: &TiledMma, operand: Operand) -> Result<Option<String>, Refusal> {
    if operand != Operand::C {
        return Ok(None);
    }
    Ok(mma.cute_layout_c().map_err(read::refused)?.map(|wrong| {
        format!(
            "CuTe's get_layoutC_TV is {wrong}, which leaves the tile where atoms are tiled in K: \
             its print_latex and make_tiled_copy_C are wrong there, partition_C is right"
        )
    }))
}

fn partition(
    context: &Context,
    args: &MmaArgs,
    mma: &TiledMma,
    operand: Operand,
    tensor: &AnyLayout,
) -> Result<Answer<Found>, Refusal> {
    let thread = args.thread.unwrap_or(0);
    let (part, offset) = mma.partition(operand, tensor, thread).map_err(read::refused)?;
    let shape = tensor.shape();
    let fragment = mma.fragment(operand, &shape).map_err(read::refused)?;
    let overhang = mma.overhang(operand, &shape).map_err(read::refused)?;
    let (layout, registers) =
        (read::shown_at(context, &part, offset)?, read::shown(context, &fragment)?);
    let line = if args.fragment { registers.clone() } else { layout.clone() };
    let outside = match overhang.elements {
        0 => 0,
        _ => {
            let predicate = mma.predicate(operand, &shape, thread).map_err(read::refused)?;
            predicate.outside().map_err(read::refused)?
        }
    };
    let found = Found::Partition {
        operand: operand.name(),
        thread,
        layout: read::shown_any(context, &part)?,
        offset,
        fragment: registers,
        outside,
    };
    let mut answer = Answer::new(&args.atom, line, found);
    answer.next.extend(tiles::sticks_out(&overhang, &shape, &operand.axes().map(words::letter)));
    answer.facts.push(Facts::of(&part).to_string());
    Ok(answer)
}

fn summary(
    context: &Context,
    args: &MmaArgs,
    mma: &TiledMma,
    size: &str,
) -> Result<Answer<Found>, Refusal> {
    let maps = Operand::ALL.map(|operand| mma.map(operand).map_err(read::refused));
    let [a, b, c] = maps;
    let maps = [a?, b?, c?];
    let (mut coverage, mut shown, mut lines) = (Vec::new(), Vec::new(), Vec::new());
    for map in &maps {
        coverage.push(tiles::covered(map).map_err(read::refused)?);
        shown.push(read::shown(context, map.layout())?);
    }
    if mma.atoms()[2] > 1 {
        coverage[2] += ", to be added up over K";
    }
    let width = shown.iter().map(|tv| tv.chars().count()).max().unwrap_or(0);
    for (i, (operand, map)) in Operand::ALL.iter().zip(&maps).enumerate() {
        let (tv, tile, values) = (&shown[i], by(map.tile().leaves()), map.values());
        let plural = if values == 1 { "" } else { "s" };
        let coverage = &coverage[i];
        lines.push(format!(
            "{operand}  {tv:width$}   {tile}, {values} value{plural} a thread, {coverage}"
        ));
    }
    let line = format!("{size}: {} atoms of {}", by(&mma.atoms()), by(&mma.atom().shape));
    let [a_tv, b_tv, c_tv] = [0, 1, 2].map(|i| shown[i].clone());
    let found = Found::Mma {
        tile: mma.tile(),
        threads: mma.threads(),
        thr_vmnk: mma.thr_vmnk().ok().map(|threads| read::shown(context, threads)).transpose()?,
        a_tv,
        b_tv,
        c_tv,
        coverage: [0, 1, 2].map(|i| coverage[i].clone()),
    };
    let mut answer = Answer::new(&args.atom, line, found);
    answer.lines.extend(lines);
    answer.next.extend(wrong_in_cute(mma, Operand::C)?);
    Ok(answer)
}
