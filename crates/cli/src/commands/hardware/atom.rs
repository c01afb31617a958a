//! `tilework atom`: the atoms of tensor cores and copies, by name or by what they are.

mod found;

use std::io;

use clap::Args;
use tilework_draw::{copy, mma};
use tilework_hardware::atom::{self, Atom, AtomError, CopyAtom, Extra, Operand, Query};
use tilework_hardware::canonical::CanonicalAtom;
use tilework_hardware::element::Element;
use tilework_lang::Diagnostic;
use tilework_lang::report::Refusal;

use super::answer::Answer;
use super::options::{FactsArgs, Picture};
use super::read;
use super::tiles::by;
use crate::context::Context;
use found::{Found, Row};

pub(crate) const HELP: &str = "\
A name is one of CuTe, an instruction of PTX, or a mnemonic of AMD; of a part of a name, lists the atoms that have it.
Without a name, lists the atoms that match the options. Canonical layouts of shared memory have names, too.

Examples:
  tilework atom SM80_16x8x16_F32F16F16F32_TN
  tilework atom v_mfma_f32_16x16x16_f16
  tilework atom \"GMMA::Layout_K_SW128_Atom<half_t>\"
  tilework atom --arch sm80 --types f32,f16,f16
  tilework atom SM80_16x8x16_F32F16F16F32_TN -o atom.svg";

#[derive(Args)]
pub(crate) struct AtomArgs {
    /// The name of an atom
    #[arg(value_name = "NAME", required_unless_present_any = ["arch", "types", "shape"])]
    pub(crate) name: Option<String>,
    /// The architecture: sm80, sm90, gfx942, cdna3, ...
    #[arg(long, value_name = "ARCH")]
    pub(crate) arch: Option<String>,
    /// The types of D, A, B and, if it differs from D, C
    #[arg(long, value_name = "D,A,B[,C]")]
    pub(crate) types: Option<String>,
    /// M, N and K; `_` is any
    #[arg(long, value_name = "MxNxK")]
    pub(crate) shape: Option<String>,
    /// In a picture, mark only this thread
    #[arg(long, value_name = "N")]
    pub(crate) thread: Option<i64>,
    /// The bits of an element: of a canonical layout whose name does not say them, and in pictures of copies
    #[arg(long, value_name = "N")]
    pub(crate) bits: Option<u32>,
    #[command(flatten)]
    pub(crate) facts: FactsArgs,
    #[command(flatten)]
    pub(crate) picture: Picture,
}

pub(crate) fn run(context: &mut Context, args: &AtomArgs) -> io::Result<u8> {
    match answer(context, args) {
        Ok((answer, atom)) => {
            let picture = &args.picture;
            answer.write_drawn(context, args.facts.facts, picture, |title, view| {
                let show = read::isolated(args.thread);
                let Some(atom) = atom else {
                    let message = "only one atom can be drawn; name it";
                    return Err(Diagnostic::plain("usage", message).into());
                };
                let drawn = match (atom.mma(), atom.copy()) {
                    (Some(layouts), _) => mma(&layouts, title, show, view),
                    (_, Some(layouts)) => copy(&layouts, bits(args, &layouts), title, show, view),
                    (None, None) => {
                        let message = format!("{atom} has no layouts to draw");
                        return Err(Diagnostic::plain("no-picture", message).into());
                    }
                };
                drawn.map_err(read::undrawn)
            })
        }
        Err(refusal) => context.refuse(refusal),
    }
}

/// The elements in which a copy is drawn: of so many bits, or else of 16 where it moves such.
fn bits(args: &AtomArgs, copy: &CopyAtom) -> i64 {
    let each = copy.src.mode(1).map_or(8, |bits| bits.size());
    let usual = if each % 16 == 0 { 16 } else { 8 };
    args.bits.map_or(usual, i64::from)
}

/// The answer, and the atom if it is one.
fn answer(context: &Context, args: &AtomArgs) -> Result<(Answer<Found>, Option<Atom>), Refusal> {
    let query = query(args)?;
    let Some(name) = &args.name else {
        return Ok((listed(args, query.atoms().collect())?, None));
    };
    let unknown = match atom::find(name) {
        Ok(atom) if query.matches(&atom) => return Ok((shown(context, &atom)?, Some(atom))),
        Ok(_) => None,
        Err(unknown) => Some(unknown),
    };
    // All atoms of an instruction, where several have it.
    let mut found: Vec<Atom> = atom::by_instruction(name).filter(|it| query.matches(it)).collect();
    if let [atom] = found[..] {
        return Ok((shown(context, &atom)?, Some(atom)));
    }
    if found.is_empty()
        && let Ok(layout) = CanonicalAtom::find(name, args.bits)
    {
        return Ok((canonical(context, name, &layout)?, None));
    }
    if found.is_empty() {
        found = atom::search(name).filter(|it| query.matches(it)).collect();
    }
    match unknown {
        Some(unknown) if found.is_empty() => Err(refused(name, unknown)),
        _ => Ok((listed(args, found)?, None)),
    }
}

/// What is asked for without a name.
fn query(args: &AtomArgs) -> Result<Query, Diagnostic> {
    let mut query = Query::default();
    let wrong = |message: String, help: String| {
        let mut out = Diagnostic::plain("usage", message);
        out.help = Some(help);
        out
    };
    query.arch = read::arch(args.arch.as_deref())?;
    if let Some(types) = &args.types {
        let elements: Option<Vec<Element>> =
            types.split(',').map(|name| Element::find(name.trim())).collect();
        match elements.as_deref() {
            Some([d, a, b]) => query = Query { arch: query.arch, ..Query::types(*d, *a, *b) },
            Some([d, a, b, c]) => {
                query = Query { arch: query.arch, c: Some(*c), ..Query::types(*d, *a, *b) };
            }
            _ => {
                let help = "types of D, A, B and, if it differs, C, such as f32,f16,f16".to_owned();
                return Err(wrong(format!("--types: `{types}` are no types"), help));
            }
        }
    }
    if let Some(shape) = &args.shape {
        let size = |text: &str| match text.trim() {
            "_" | "" => Some(None),
            text => text.parse().ok().map(Some),
        };
        let sizes: Option<Vec<Option<i64>>> = shape.split(['x', ',']).map(size).collect();
        let Some(&[m, n, k]) = sizes.as_deref() else {
            let help = "M, N and K, such as 16x8x16; `_` is any".to_owned();
            return Err(wrong(format!("--shape: `{shape}` is no shape"), help));
        };
        (query.m, query.n, query.k) = (m, n, k);
    }
    Ok(query)
}

/// What an atom is, a line for each of its layouts.
fn shown(context: &Context, atom: &Atom) -> Result<Answer<Found>, Refusal> {
    let name = atom.to_string();
    let mut rows = vec![("ThrID", read::shown(context, &atom.thr_id())?, String::new())];
    if let Some(mma) = atom.mma() {
        let layouts = [mma.a, mma.b, mma.c];
        for (operand, layout) in Operand::ALL.into_iter().zip(layouts) {
            let [rows_, _] = operand.extents(mma.shape);
            let (row, column) = match operand {
                Operand::A => ("m", "k"),
                Operand::B => ("n", "k"),
                Operand::C => ("m", "n"),
            };
            let held = match mma.coverage(operand) {
                Ok(coverage) => coverage.to_string(),
                Err(gap) => gap.to_string(),
            };
            let letter = ["A", "B", "C"][operand as usize];
            let to = format!("(T,V) to {row} + {rows_} {column}; {held}");
            rows.push((letter, read::shown(context, &layout)?, to));
        }
        for extra in Extra::ALL {
            if let Some(layout) = atom.extra(extra) {
                let name = ["E", "SFA", "SFB"][extra as usize];
                rows.push((name, read::shown(context, &layout)?, String::new()));
            }
        }
    }
    if let Some(copy) = atom.copy() {
        for (side, layout) in [("Src", copy.src), ("Dst", copy.dst), ("Ref", copy.reference)] {
            rows.push((side, read::shown(context, &layout)?, "(T,V) to bits".to_owned()));
        }
        if let Some(values) = atom.value_id() {
            rows.push(("ValID", read::shown(context, &values)?, String::new()));
        }
    }
    let instruction = atom.instruction();
    if !instruction.is_empty() && instruction.to_string() != name {
        let nvidia = atom.vendor() == atom::Vendor::Nvidia;
        let kind = if nvidia { "PTX" } else { "op" };
        rows.push((kind, instruction.to_string(), String::new()));
    }
    rows.push(("from", atom.source().to_string(), String::new()));
    let column = rows.iter().map(|(name, ..)| name.len()).max().unwrap_or(0);
    let wide = rows.iter().filter(|(.., to)| !to.is_empty());
    let wide = wide.map(|(_, layout, _)| layout.chars().count()).max().unwrap_or(0);
    let mut answer = Answer::new(&name, summary(atom), Found::atom(context, atom)?);
    for (name, layout, to) in &rows {
        let line = match to.as_str() {
            "" => format!("{name:column$}  {layout}"),
            to => format!("{name:column$}  {layout:wide$}   {to}"),
        };
        answer.lines.push(line);
    }
    answer.next.extend(atom.remark().map(str::to_owned));
    Ok(answer)
}

/// An atom in one line.
fn summary(atom: &Atom) -> String {
    let row = Row::of(atom);
    let parts = [row.shape.map(|shape| by(&shape)), row.words(), Some(row.arch.to_owned())];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    let verified = if atom.is_verified() { "" } else { ", unverified" };
    format!("{}   {}{verified}", row.name, parts.join(", "))
}

/// A list of atoms, one in each line.
fn listed(args: &AtomArgs, atoms: Vec<Atom>) -> Result<Answer<Found>, Refusal> {
    let input = [&args.name, &args.arch, &args.types, &args.shape];
    let input = input.into_iter().flatten().cloned().collect::<Vec<_>>().join(" ");
    if atoms.is_empty() {
        let message = "no atom of the list is as asked for";
        return Err(Refusal::of(&input, Diagnostic::plain("unknown-atom", message)));
    }
    let rows: Vec<Row> = atoms.iter().map(Row::of).collect();
    let wide = rows.iter().map(|row| row.name.len()).max().unwrap_or(0);
    let lines = rows.iter().zip(&atoms).map(|(row, atom)| {
        let shape = row.shape.map(|shape| by(&shape)).unwrap_or_default();
        let types = row.words().unwrap_or_default();
        let verified = if atom.is_verified() { "" } else { "   unverified" };
        let line = format!("{:wide$}   {:6} {shape:11} {types}{verified}", row.name, row.arch);
        line.trim_end().to_owned()
    });
    let lines = lines.collect();
    let mut answer = Answer::new(input, "", Found::Atoms { atoms: rows });
    answer.lines = lines;
    Ok(answer)
}

/// A canonical layout of shared memory.
fn canonical(
    context: &Context,
    name: &str,
    atom: &CanonicalAtom,
) -> Result<Answer<Found>, Refusal> {
    let layout = read::shown_any(context, &atom.layout())?;
    let on_bytes = atom.mode().swizzle_on_bytes();
    let found = Found::Canonical {
        layout: layout.clone(),
        mode: atom.mode().name(),
        major: atom.major().name(),
        bits: atom.bits(),
    };
    let mut answer = Answer::new(name, layout, found);
    let (mode, bits) = (atom.to_string(), atom.bits());
    answer.next.push(match on_bytes.is_identity() {
        true => format!("{mode}, elements of {bits} bits"),
        false => format!("{mode}, elements of {bits} bits (CuTe prints {on_bytes} on bytes)"),
    });
    Ok(answer)
}

/// An atom that there is not.
fn refused(name: &str, error: AtomError) -> Refusal {
    let kind = match error {
        AtomError::Unknown { .. } => "unknown-name",
        error => error.name(),
    };
    let mut out = Diagnostic::new(kind, 0..name.len(), error.to_string());
    out.help = Some("`tilework atom --arch sm80` lists those of an architecture".to_owned());
    Refusal::of(name, out)
}
