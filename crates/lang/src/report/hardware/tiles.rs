//! Requests about atoms and what is tiled of them: `atom`, `tiled_copy`, `tiled_mma`, `tiled_copy_A`, `_B`, `_C`.

use serde_json::{Map, Value as Json, json};
use tilework::{AnyLayout, Layout, Shape, Tiler, idx2crd};
use tilework_hardware::atom::{self, Atom, CopyAtom, MmaAtom};
use tilework_hardware::tiled::{Operand, Side, TiledCopy, TiledError, TiledMma};

use super::access::plain;
use super::fields::{Answer, Fields, refused, usage, within, wrong};
use crate::Diagnostic;
use crate::text::diagnostic::quote;

/// The owners of an element that are listed; all of them are counted.
const OWNERS: usize = 1024;

fn refuse(error: TiledError) -> Diagnostic {
    refused(error.name(), &error)
}

/// The atom of that name.
fn named(name: &str) -> Result<Atom, Diagnostic> {
    atom::find(name).map_err(|error| {
        let message = format!("{}: {error}", quote(name));
        Diagnostic::plain(error.name(), message)
    })
}

fn mma_atom(name: &str) -> Result<MmaAtom, Diagnostic> {
    let none = || usage(format!("{} is the atom of a copy, not of an MMA", quote(name)));
    named(name)?.mma().ok_or_else(none)
}

fn copy_atom(fields: Fields<'_>) -> Result<CopyAtom, Diagnostic> {
    let name = fields.text("atom")?;
    let none = || usage(format!("{} is the atom of an MMA, not of a copy", quote(name)));
    named(name)?.copy().ok_or_else(none)
}

/// An element of an atom's operand, by thread and value, and all who own it.
pub(super) fn atom(fields: Fields<'_>) -> Answer {
    let atom = mma_atom(fields.text("atom")?)?;
    let [m, n, k] = atom.shape;
    let (layout, extents) = match fields.text("operand")? {
        "a" | "A" => (&atom.a, (m, k)),
        "b" | "B" => (&atom.b, (n, k)),
        "c" | "C" => (&atom.c, (m, n)),
        _ => return Err(wrong("operand", "`a`, `b` or `c`", fields.need("operand")?)),
    };
    let threads = layout.mode(0).map_err(|error| refused("layout", &error))?.size();
    let values = layout.size() / threads;
    let (thread, value) = (fields.integer("thread")?, fields.integer("value")?);
    if !(0..threads).contains(&thread) {
        return Err(refuse(TiledError::NoThread { thread, threads }));
    }
    if !(0..values).contains(&value) {
        return Err(refuse(TiledError::NoValue { value, values }));
    }
    let layout_error = |error: tilework::Error| refused("layout", &error);
    let element = layout.at_index(thread + threads * value).map_err(layout_error)?;
    let shape = Shape::from_slice(&[extents.0, extents.1]).map_err(layout_error)?;
    let place = idx2crd(element, &shape).map_err(layout_error)?;
    let owned = layout.offsets().zip(0..).filter(|&(offset, _)| offset == element);
    let owners: Vec<[i64; 2]> =
        owned.map(|(_, index): (i64, i64)| [index % threads, index / threads]).collect();
    Ok(json!({
        "row": place.leaves()[0],
        "col": place.leaves()[1],
        "owners": owners[..owners.len().min(OWNERS)],
        "owner_count": owners.len(),
    }))
}

/// A layout, and the offset at which a part of it starts.
fn part(out: &mut Map<String, Json>, name: &str, (layout, offset): (AnyLayout, i64)) {
    out.insert(name.to_owned(), text(&layout));
    out.insert(format!("{name}_off"), offset.into());
}

fn text(layout: &impl ToString) -> Json {
    layout.to_string().into()
}

/// `make_tiled_copy` from threads and values, and what a thread has of a tensor on both sides.
pub(super) fn tiled_copy(fields: Fields<'_>) -> Answer {
    let (atom, bits) = (copy_atom(fields)?, fields.integer("bits")?);
    let (threads, values) = (plain(fields, "thr_layout")?, plain(fields, "val_layout")?);
    let (tensor, thread) = (fields.layout("tensor")?, fields.integer("thread")?);
    let copy = TiledCopy::new(&atom, bits, &threads, &values).map_err(refuse)?;
    let sides = copy.atom();
    let mut out = Map::new();
    out.insert("tiled_tv".to_owned(), text(copy.tv()));
    out.insert("tiler".to_owned(), text(copy.tile()));
    out.insert("atom_src".to_owned(), text(&sides.source));
    out.insert("atom_dst".to_owned(), text(&sides.destination));
    out.insert("atom_ref".to_owned(), text(&sides.reference));
    for (side, letter) in [(Side::Source, 's'), (Side::Destination, 'd')] {
        out.insert(format!("{letter}_tv"), text(copy.side_tv(side)));
        if let AnyLayout::Plain(tensor) = &tensor {
            let cut = copy.tidfrg(side, tensor).map_err(refuse)?;
            out.insert(format!("tidfrg_{letter}"), text(&cut));
        }
        let held = copy.partition(side, &tensor, thread).map_err(refuse)?;
        part(&mut out, &format!("part_{letter}"), held);
    }
    Ok(out.into())
}

/// A tiled MMA: `ATOM;ATOM_LAYOUT;PERMUTATION`.
fn mma_of(fields: Fields<'_>, name: &str) -> Result<TiledMma, Diagnostic> {
    let written = fields.text(name)?;
    let [atom, layout, permutation] = written.split(';').collect::<Vec<_>>()[..] else {
        return Err(wrong(name, "`ATOM;ATOM_LAYOUT;PERMUTATION`", fields.need(name)?));
    };
    mma(atom, layout, permutation).map_err(|error| within(name, written, error))
}

fn mma(atom: &str, layout: &str, permutation: &str) -> Result<TiledMma, Diagnostic> {
    let parsed = |error: tilework::Error| refused("layout", &error);
    let layout: Layout = layout.parse().map_err(parsed)?;
    let permutation: Tiler = permutation.parse().map_err(parsed)?;
    TiledMma::new(&mma_atom(atom)?, &layout, &permutation).map_err(refuse)
}

/// `make_tiled_mma`, and what a thread has of A, B and C.
pub(super) fn tiled_mma(fields: Fields<'_>) -> Answer {
    let tiled =
        mma(fields.text("atom")?, fields.text("atom_layout")?, fields.text_or("perm", "<_,_,_>")?)?;
    let thread = fields.integer("thread")?;
    let mut out = Map::new();
    out.insert("thr_vmnk".to_owned(), text(tiled.thr_vmnk()));
    let [m, n, k] = tiled.tile();
    out.insert("tile".to_owned(), format!("({m},{n},{k})").into());
    for operand in Operand::ALL {
        let letter = operand.name().to_ascii_lowercase();
        out.insert(
            format!("{letter}_tv"),
            text(tiled.map(operand).map_err(refuse)?.layout()),
        );
        if fields.get(&letter).is_none() {
            continue;
        }
        let tensor = fields.layout(&letter)?;
        if let AnyLayout::Plain(tensor) = &tensor {
            let cut = tiled.thrfrg(operand, tensor).map_err(refuse)?;
            out.insert(format!("thrfrg_{letter}"), text(&cut.threads));
        }
        let held = tiled.partition(operand, &tensor, thread).map_err(refuse)?;
        part(&mut out, &format!("part_{letter}"), held);
    }
    if let Some(cute) = tiled.cute_layout_c().map_err(refuse)? {
        out.insert("c_tv_cpp".to_owned(), text(&cute));
    }
    Ok(out.into())
}

/// `make_tiled_copy_A`, `_B` or `_C`, and the fragment of a thread as the copy sees it.
fn copy_of(fields: Fields<'_>, operand: Operand) -> Answer {
    let (atom, bits) = (copy_atom(fields)?, fields.integer("bits")?);
    let (tensor, thread) = (fields.layout("tensor")?, fields.integer("thread")?);
    let mma = mma_of(fields, "mma")?;
    let copy = TiledCopy::for_operand(&atom, bits, &mma, operand).map_err(refuse)?;
    // A and B come from memory, C goes there; the other side is in registers.
    let (memory, registers, name) = match operand {
        Operand::A | Operand::B => (Side::Source, Side::Destination, "part_s"),
        Operand::C => (Side::Destination, Side::Source, "part_d"),
    };
    let fragment = mma.fragment(operand, &tensor.shape()).map_err(refuse)?;
    let retiled = copy.retile(registers, &fragment).map_err(refuse)?;
    let mut out = Map::new();
    out.insert("tiled_tv".to_owned(), text(copy.tv()));
    out.insert("tiler".to_owned(), text(copy.tile()));
    out.insert("s_tv".to_owned(), text(copy.side_tv(Side::Source)));
    out.insert("d_tv".to_owned(), text(copy.side_tv(Side::Destination)));
    part(&mut out, name, copy.partition(memory, &tensor, thread).map_err(refuse)?);
    out.insert("frag".to_owned(), text(&fragment));
    out.insert("retile".to_owned(), text(&retiled));
    Ok(out.into())
}

/// `make_tiled_copy_A`.
pub(super) fn tiled_copy_a(fields: Fields<'_>) -> Answer {
    copy_of(fields, Operand::A)
}

/// `make_tiled_copy_B`.
pub(super) fn tiled_copy_b(fields: Fields<'_>) -> Answer {
    copy_of(fields, Operand::B)
}

/// `make_tiled_copy_C`.
pub(super) fn tiled_copy_c(fields: Fields<'_>) -> Answer {
    copy_of(fields, Operand::C)
}
