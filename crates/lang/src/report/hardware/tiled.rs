//! Requests about tiled copies and MMAs: `tiled_copy`, `tiled_mma`, `tiled_copy_A`, `_B`, `_C`.

use serde_json::{Map, Value as Json};
use tilework::{AnyLayout, Tuple};
use tilework_hardware::atom::{CopyAtom, Operand};
use tilework_hardware::tiled::{Side, TiledCopy, TiledMma};

use super::access::{atom as find, mma as read, plain};
use super::fields::{Answer, Fields, refused, usage};
use crate::operations::arguments::as_tiler;
use crate::operations::hardware::tiles::{ONE_ATOM, no_permutation};
use crate::{Diagnostic, Scope};

fn copy_atom(fields: Fields<'_>) -> Result<(CopyAtom, i64), Diagnostic> {
    let atom = find(fields.text("atom")?)?;
    match atom.atom.copy() {
        Some(layouts) => Ok((layouts, fields.count("bits")?.into())),
        None => Err(usage(format!("{atom} is no atom of a copy"))),
    }
}

fn text(value: impl ToString) -> Json {
    Json::String(value.to_string())
}

/// The layouts that every tiled copy has.
fn layouts(copy: &TiledCopy) -> Map<String, Json> {
    let mut out = Map::new();
    out.insert("tiled_tv".into(), text(copy.tv()));
    out.insert("tiler".into(), text(copy.tile()));
    out.insert("s_tv".into(), text(copy.side_tv(Side::Source)));
    out.insert("d_tv".into(), text(copy.side_tv(Side::Destination)));
    out
}

/// What a thread has of a tensor on a side.
fn part(
    out: &mut Map<String, Json>,
    copy: &TiledCopy,
    side: Side,
    fields: Fields<'_>,
) -> Result<(), Diagnostic> {
    let (tensor, thread) = (fields.layout("tensor")?, fields.integer("thread")?);
    let (held, offset) = copy.partition(side, &tensor, thread).map_err(refused)?;
    let name = if side == Side::Source { "part_s" } else { "part_d" };
    out.insert(name.into(), text(held));
    out.insert(format!("{name}_off"), offset.into());
    Ok(())
}

/// Threads and values of a copy.
pub(super) fn copy(fields: Fields<'_>) -> Answer {
    let (atom, bits) = copy_atom(fields)?;
    let (threads, values) = (plain(fields, "thr_layout")?, plain(fields, "val_layout")?);
    let copy = TiledCopy::new(&atom, bits, &threads, &values).map_err(refused)?;
    let mut out = layouts(&copy);
    for (name, layout) in [
        ("atom_src", &copy.atom().source),
        ("atom_dst", &copy.atom().destination),
        ("atom_ref", &copy.atom().reference),
    ] {
        out.insert(name.into(), text(layout));
    }
    for (name, side) in [("tidfrg_s", Side::Source), ("tidfrg_d", Side::Destination)] {
        if let AnyLayout::Plain(tensor) = fields.layout("tensor")? {
            out.insert(name.into(), text(copy.tidfrg(side, &tensor).map_err(refused)?));
        }
        part(&mut out, &copy, side, fields)?;
    }
    Ok(out.into())
}

/// A copy for an operand of an MMA.
pub(super) fn copy_of(fields: Fields<'_>, operand: Operand) -> Answer {
    let (atom, bits) = copy_atom(fields)?;
    let mma =
        read(&Scope::new(), fields.text("mma")?).map_err(|error| fields.within("mma", error))?;
    let copy = TiledCopy::for_operand(&atom, bits, &mma.tiled, operand).map_err(refused)?;
    let mut out = layouts(&copy);
    // C leaves the registers, A and B come to them.
    let (memory, registers) = match operand {
        Operand::C => (Side::Destination, Side::Source),
        _ => (Side::Source, Side::Destination),
    };
    part(&mut out, &copy, memory, fields)?;
    let shape = fields.layout("tensor")?.shape();
    let fragment = mma.tiled.fragment(operand, &shape).map_err(refused)?;
    out.insert("frag".into(), text(fragment));
    out.insert("retile".into(), text(copy.retile(registers, &fragment).map_err(refused)?));
    Ok(out.into())
}

/// A tiled MMA, and what a thread has of A, B and C.
pub(super) fn mma(fields: Fields<'_>) -> Answer {
    let atom = find(fields.text("atom")?)?;
    let Some(layouts) = atom.atom.mma() else {
        return Err(usage(format!("{atom} is no atom of an MMA")));
    };
    let atoms = match fields.get("atom_layout") {
        Some(_) => plain(fields, "atom_layout")?,
        None => ONE_ATOM,
    };
    let permutation = match fields.get("perm") {
        Some(_) => {
            let value = fields.value("perm")?;
            match as_tiler(&value) {
                Some(tiler) => tiler.map_err(refused)?,
                None => return Err(usage(format!("`perm` is {}, and not a tiler", value.kind()))),
            }
        }
        None => no_permutation(),
    };
    let mma = TiledMma::new(&layouts, &atoms, &permutation).map_err(refused)?;
    let mut out = Map::new();
    out.insert("thr_vmnk".into(), text(mma.thr_vmnk()));
    let tile = Tuple::from_slice(&mma.tile()).map_err(refused)?;
    out.insert("tile".into(), text(tile));
    for (operand, name) in [(Operand::A, "a"), (Operand::B, "b"), (Operand::C, "c")] {
        let map = mma.map(operand).map_err(refused)?;
        out.insert(format!("{name}_tv"), text(map.layout()));
        // Without a tensor there are no parts.
        if fields.get(name).is_none() {
            continue;
        }
        let (tensor, thread) = (fields.layout(name)?, fields.integer("thread")?);
        if let AnyLayout::Plain(tensor) = &tensor {
            let cut = mma.thrfrg(operand, tensor).map_err(refused)?;
            out.insert(format!("thrfrg_{name}"), text(cut.threads));
        }
        let (held, offset) = mma.partition(operand, &tensor, thread).map_err(refused)?;
        out.insert(format!("part_{name}"), text(held));
        out.insert(format!("part_{name}_off"), offset.into());
    }
    // Where atoms are tiled in K, CuTe prints a layout of C that leaves the tile.
    if let Some(cute) = mma.cute_layout_c().map_err(refused)? {
        out.insert("c_tv_cpp".into(), text(cute));
    }
    Ok(out.into())
}
